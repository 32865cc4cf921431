#include "sim/scenario/crosscheck_parts.h"

#include "models/base/time.h"

#include <unistd.h>

/* Where an interval is given it must be a multiple of what it collects. */
static void interval_check(struct sl_document *doc, const char *path, int64_t interval_ns, int64_t unit_ns,
                           const char *unit)
{
    if (interval_ns != SL_NEVER && (interval_ns < unit_ns || interval_ns % unit_ns != 0))
        sl_document_error(doc, path, "must be a multiple of the %s of %g ms", unit,
                          sl_s_from_ns(unit_ns) * 1e3);
}

#define WINDOWS_MAX 32      /* SL_WINDOW_SPECS of the recorder */
#define ACCELERATORS_MAX 64 /* SL_PROBES_MAX of the campus */
static void accelerators_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_accelerator_params *a = &s->fleet.rack.accelerator;
    int64_t fleet =
        s->fleet.halls * s->fleet.racks_per_hall * a->servers_per_rack * a->accelerators_per_server;
    const int64_t *chosen = s->record.accelerators.items;
    if (s->record.accelerators.count > 0 && s->workload.has_replay)
        sl_document_error(doc, "record.accelerators",
                          "a replay tells the power of racks, not of accelerators");
    if (s->record.accelerators.count > ACCELERATORS_MAX)
        sl_document_error(doc, "record.accelerators", "at most %d accelerators are recorded by themselves",
                          ACCELERATORS_MAX);
    for (size_t i = 0; i < s->record.accelerators.count; i++) {
        if (chosen[i] >= fleet)
            sl_document_error(doc, "record.accelerators", "%lld: the fleet has accelerators 0 to %lld",
                              (long long)chosen[i], (long long)fleet - 1);
        for (size_t j = 0; j < i; j++)
            if (chosen[j] == chosen[i])
                sl_document_error(doc, "record.accelerators", "%lld stands there twice",
                                  (long long)chosen[i]);
    }
}

void sl_crosscheck_record(struct sl_document *doc, const struct sl_scenario *s)
{
    int64_t step_ns = sl_step_ns(&s->time);
    int64_t control_ns = s->time.control_ns != SL_NEVER ? s->time.control_ns : 100 * SL_NS_PER_MS;
    if (control_ns < step_ns) control_ns = step_ns;
    accelerators_check(doc, s);
    if (s->record.windows.count > WINDOWS_MAX)
        sl_document_error(doc, "record.windows",
                          "%zu windows, at most %d are possible; one may name several events",
                          s->record.windows.count, WINDOWS_MAX);
    interval_check(doc, "record.site_ms", s->record.site_ns, step_ns, "step");
    interval_check(doc, "record.feed_ms", s->record.feed_ns, step_ns, "step");
    interval_check(doc, "record.rack_ms", s->record.rack_ns, control_ns, "control period");
}

#define SITE_CHANNELS 48
/* The ring before triggers: a float for each rack, channel of the site and step. */
static double ring_bytes(const struct sl_scenario *s, double racks, int64_t control_ns)
{
    const struct sl_window_params *windows = s->record.windows.items;
    int64_t before_ns = 0;
    if (!s->record.windows.count || s->record.window_bytes_max <= 0.0) return 0.0;
    for (size_t i = 0; i < s->record.windows.count; i++)
        if (windows[i].before_ns > before_ns) before_ns = windows[i].before_ns;
    double steps = (double)(before_ns + 2 * control_ns) / (double)sl_step_ns(&s->time);
    return steps * (racks + SITE_CHANNELS) * 4.0;
}

/* The arrays of one control period, for every rack and step of it, and of the windows: about what a run holds in
 * memory. */
void sl_crosscheck_memory(struct sl_document *doc, const struct sl_scenario *s)
{
    int64_t step_ns = sl_step_ns(&s->time);
    int64_t control_ns = s->time.control_ns != SL_NEVER ? s->time.control_ns : 100 * SL_NS_PER_MS;
    double steps = control_ns > step_ns ? (double)(control_ns / step_ns) : 1.0;
    double racks = (double)s->fleet.halls * (double)s->fleet.racks_per_hall;
    double servers = racks * (double)s->fleet.rack.accelerator.servers_per_rack;
    double needed = racks * (2.0 * 8.0 * steps + 2000.0) + servers * 64.0;
    double have = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double ring = ring_bytes(s, racks, control_ns > step_ns ? control_ns : step_ns);
    if (needed <= 0.8 * have && needed + ring > 0.8 * have)
        sl_document_error(doc, "record.windows",
                          "what %.3g racks did before a trigger needs about %.3g GB of memory, this machine "
                          "has %.3g GB: a shorter before_s",
                          racks, ring * 1e-9, have * 1e-9);
    if (needed > 0.8 * have)
        sl_document_error(
            doc, "fleet.racks_per_hall",
            "%.3g racks need about %.3g GB of memory, this machine has %.3g GB: fewer racks, or a shorter "
            "time.control_ms",
            racks, needed * 1e-9, have * 1e-9);
}
