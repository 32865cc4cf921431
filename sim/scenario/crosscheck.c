#include "sim/scenario/crosscheck.h"

#include "models/base/time.h"
#include "models/grid/rocof.h"
#include "sim/scenario/calendar.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/scenario_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_TEXT 96

static void time_check(struct sl_document *doc, const struct sl_scenario *s)
{
    struct sl_calendar calendar;
    struct sl_error err = {0};
    if (sl_calendar_parse(s->time.start, &calendar, &err))
        sl_document_error(doc, "time.start", "%s", err.text);
    const struct sl_time_params *t = &s->time;
    int64_t step_ns = sl_step_ns(t);
    if (t->step_ms_ns != SL_NEVER && t->step_s_ns != SL_NEVER)
        sl_document_error(doc, "time.step_s",
                          "give step_ms (dynamic run) or step_s (planning run), not both");
    if (t->duration_ns % step_ns != 0)
        sl_document_error(doc, "time.duration_s", "must be a whole number of steps of %g s",
                          sl_s_from_ns(step_ns));
    if (t->control_ns != SL_NEVER && (t->control_ns < step_ns || t->control_ns % step_ns != 0))
        sl_document_error(doc, "time.control_ms", "must be a whole number of steps of %g s",
                          sl_s_from_ns(step_ns));
    if (t->control_ns == SL_NEVER && step_ns < 100 * SL_NS_PER_MS && (100 * SL_NS_PER_MS) % step_ns != 0)
        sl_document_error(
            doc, "time.step_ms",
            "the control period of 100 ms is not a whole number of steps; give time.control_ms as well");
    const struct sl_weather_params *w = &s->site.weather;
    if (!w->file && w->wet_bulb_degc > w->dry_bulb_degc)
        sl_document_error(doc, "site.weather.wet_bulb_degc", "cannot be above the dry bulb of %g degC",
                          w->dry_bulb_degc);
    if (s->site.frequency_hz != 50.0 && s->site.frequency_hz != 60.0)
        sl_document_error(doc, "site.frequency_hz", "must be 50 or 60");
}

static void job_check(struct sl_document *doc, const struct sl_scenario *s, size_t i)
{
    const struct sl_job_params *job = (const struct sl_job_params *)s->workload.jobs.items + i;
    const struct sl_accelerator_params *a = &s->fleet.rack.accelerator;
    int64_t fleet =
        s->fleet.halls * s->fleet.racks_per_hall * a->servers_per_rack * a->accelerators_per_server;
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "workload.jobs[%zu].accelerators", i);
    if (job->accelerators > fleet)
        sl_document_error(doc, path, "the job needs %lld accelerators, the fleet has %lld",
                          (long long)job->accelerators, (long long)fleet);
    else if (job->accelerators % a->accelerators_per_server != 0)
        sl_document_warning(doc, path,
                            "not a whole number of servers of %lld: one server is shared with idle ones",
                            (long long)a->accelerators_per_server);
    snprintf(path, sizeof path, "workload.jobs[%zu].start_s", i);
    if (job->start_ns >= s->time.duration_ns)
        sl_document_error(doc, path, "the run ends at %g s, before the job starts",
                          sl_s_from_ns(s->time.duration_ns));
    snprintf(path, sizeof path, "workload.jobs[%zu].stop_s", i);
    if (job->stop_ns != SL_NEVER && job->stop_ns <= job->start_ns)
        sl_document_error(doc, path, "the job must stop after its start at %g s",
                          sl_s_from_ns(job->start_ns));
    snprintf(path, sizeof path, "workload.jobs[%zu].smoothing.floor_fraction", i);
    if (job->has_smoothing && job->smoothing.floor_fraction > job->smoothing.cap_fraction) /* NAN: no cap */
        sl_document_error(doc, path, "the floor is above the cap_fraction of %g", job->smoothing.cap_fraction);
}

static void workload_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_accelerator_params *a = &s->fleet.rack.accelerator;
    if (a->idle_power_w > a->rated_power_w)
        sl_document_error(doc, "fleet.rack.accelerator.idle_power_w", "idle power is above the rated power of %g W",
                          a->rated_power_w);
    if (s->workload.has_replay && s->workload.jobs.count > 0)
        sl_document_error(doc, "workload.replay",
                          "measured power stands in place of jobs: give one of the two");
    for (size_t i = 0; i < s->workload.jobs.count; i++) job_check(doc, s, i);
}

/* All plants stand on the MV bus, and storage watches the POI, until the tree knows more places. */
static void place_check(struct sl_document *doc, const char *list, size_t i, const char *key,
                        const char *given, const char *known)
{
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "%s[%zu].%s", list, i, key);
    if (given && strcmp(given, known) != 0)
        sl_document_error(doc, path, "\"%s\" is not known here yet, only \"%s\"", given, known);
}

static void plants_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_storage_params *storage = s->storage.items;
    const struct sl_solar_params *solar = s->renewables.solar.items;
    const struct sl_wind_params *wind = s->renewables.wind.items;
    for (size_t i = 0; i < s->storage.count; i++) {
        char path[PATH_TEXT];
        struct sl_error err = {0};
        snprintf(path, sizeof path, "storage[%zu]", i);
        if (sl_storage_check(&storage[i], &err)) sl_document_error(doc, path, "%s", err.text);
        place_check(doc, "storage", i, "bus", storage[i].bus, "mv");
        if (storage[i].has_ramp_limiter)
            place_check(doc, "storage", i, "ramp_limiter.of", storage[i].ramp_limiter.of, "poi_power");
        if (storage[i].has_high_pass)
            place_check(doc, "storage", i, "high_pass.of", storage[i].high_pass.of, "poi_power");
    }
    for (size_t i = 0; i < s->renewables.solar.count; i++)
        place_check(doc, "renewables.solar", i, "bus", solar[i].bus, "mv");
    for (size_t i = 0; i < s->renewables.wind.count; i++)
        place_check(doc, "renewables.wind", i, "bus", wind[i].bus, "mv");
}

static bool phases_valid(const char *phases)
{
    size_t n = strlen(phases);
    if (n < 1 || n > 3 || strspn(phases, "abc") != n) return false;
    for (size_t i = 0; i < n; i++)
        if (strchr(phases + i + 1, phases[i])) return false;
    return true;
}

static void dip_check(struct sl_document *doc, const struct sl_scenario *s, const struct sl_event_params *e,
                      size_t i)
{
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "events[%zu].duration_ms", i);
    if (e->duration_ns < sl_step_ns(&s->time))
        sl_document_error(doc, path, "a dip cannot be shorter than the step of %g ms",
                          sl_s_from_ns(sl_step_ns(&s->time)) * 1e3);
    snprintf(path, sizeof path, "events[%zu].phases", i);
    if (!phases_valid(e->phases)) sl_document_error(doc, path, "one to three of a, b, c, each once");
    snprintf(path, sizeof path, "events[%zu].at", i);
    if (strcmp(e->at, "poi") != 0) sl_document_error(doc, path, "dips are known at \"poi\" only");
    snprintf(path, sizeof path, "events[%zu].type", i);
    if (sl_is_planning(&s->time))
        sl_document_error(doc, path, "a planning run has no dips: its steps are longer; choose time.step_ms");
    else
        sl_document_warning(doc, path,
                            "ride-through is not modelled yet: racks take constant power through the dip");
}

static const struct sl_job_params *job_named(const struct sl_scenario *s, const char *name)
{
    const struct sl_job_params *jobs = s->workload.jobs.items;
    for (size_t i = 0; i < s->workload.jobs.count; i++)
        if (name && jobs[i].name && strcmp(jobs[i].name, name) == 0) return &jobs[i];
    return NULL;
}

static void event_check(struct sl_document *doc, const struct sl_scenario *s, size_t i)
{
    const struct sl_event_params *e = (const struct sl_event_params *)s->events.items + i;
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "events[%zu].at_s", i);
    if (e->at_ns >= s->time.duration_ns)
        sl_document_error(doc, path, "the run ends at %g s, before the event",
                          sl_s_from_ns(s->time.duration_ns));
    snprintf(path, sizeof path, "events[%zu].target", i);
    bool of_job = e->type == SL_EVENT_JOB_ABORT || e->type == SL_EVENT_JOB_STOP;
    if (of_job && !job_named(s, e->target))
        sl_document_error(doc, path, e->target ? "no job has this name" : "name the job that it happens to");
    snprintf(path, sizeof path, "events[%zu].power_mw", i);
    if (e->type == SL_EVENT_GENERATION_TRIP && e->power_w <= 0.0)
        sl_document_error(doc, path, "say how much generation the grid loses");
    snprintf(path, sizeof path, "events[%zu].type", i);
    bool answers = s->has_grid && s->grid.model == SL_GRID_FREQUENCY && !sl_is_planning(&s->time);
    if (e->type == SL_EVENT_GENERATION_TRIP && !answers)
        sl_document_warning(
            doc, path, "has no effect: only a dynamic run on a grid with model \"frequency\" answers a trip");
    snprintf(path, sizeof path, "events[%zu].type", i);
    if (e->type == SL_EVENT_UPS_RELEASE)
        sl_document_warning(doc, path, "not simulated yet: it has no effect");
    if (e->type == SL_EVENT_VOLTAGE_DIP) dip_check(doc, s, e, i);
}

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

static void record_check(struct sl_document *doc, const struct sl_scenario *s)
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
static void memory_check(struct sl_document *doc, const struct sl_scenario *s)
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

/* What a bank promises must be possible. */
static void bank_check(struct sl_document *doc, const char *path,
                       const struct sl_transformer_bank_params *bank)
{
    char key[PATH_TEXT];
    struct sl_transformer t;
    struct sl_error err = {0};
    snprintf(key, sizeof key, "%s.redundancy", path);
    if (bank->redundancy == SL_REDUNDANCY_2N)
        sl_document_error(doc, key, "a bank is n or n+1; 2n is a matter of the UPS groups and their feeds");
    if (bank->redundancy == SL_REDUNDANCY_N_PLUS_1 && bank->count < 2)
        sl_document_error(doc, key, "n+1 needs a count of 2 or more");
    if (sl_transformer_init(&t, &bank->unit, &err)) sl_document_error(doc, path, "%s", err.text);
}

static void feeder_check(struct sl_document *doc, const struct sl_scenario *s)
{
    double rated_w = s->power.feeder.rated_power_w;
    double hall_w = s->fleet.rack.rated_power_w * (double)s->fleet.racks_per_hall;
    if (rated_w < hall_w) /* false for NAN: the campus sets it */
        sl_document_error(doc, "power.feeder.rated_power_mw",
                          "a feed carries %.3f MW, its racks are rated %.3f MW", rated_w * 1e-6,
                          hall_w * 1e-6);
}

static void rack_check(struct sl_document *doc, const struct sl_scenario *s)
{
    struct sl_psu_params psu = s->fleet.rack.psu;
    struct sl_psu built;
    struct sl_error err = {0};
    if (isnan(psu.rated_power_w)) psu.rated_power_w = 1.0; /* the campus sets it */
    if (sl_psu_init(&built, &psu, &err)) sl_document_error(doc, "fleet.rack.psu", "%s", err.text);
}

static void limits_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_limit_params *limits = s->limits.items;
    for (size_t i = 0; i < s->limits.count; i++) {
        char path[PATH_TEXT];
        snprintf(path, sizeof path, "limits[%zu].type", i);
        if (limits[i].type == SL_LIMIT_FLICKER && sl_is_planning(&s->time))
            sl_document_error(doc, path,
                              "a planning run has no flicker: its steps are longer; choose time.step_ms");
        if (limits[i].type == SL_LIMIT_RIDE_THROUGH && sl_is_planning(&s->time))
            sl_document_error(
                doc, path, "a planning run has no ride-through: its steps are longer; choose time.step_ms");
    }
}

static void power_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_ups_group_params *ups = &s->power.ups;
    const struct sl_rack_params *rack = &s->fleet.rack;
    feeder_check(doc, s);
    if (s->power.has_main_transformer) bank_check(doc, "power.main_transformer", &s->power.main_transformer);
    if (s->power.has_unit_transformer) bank_check(doc, "power.unit_transformer", &s->power.unit_transformer);
    if (!s->power.has_ups || ups->modules_per_side == 0 || rack->rated_power_w <= 0.0) return;
    double halls = ups->group_by == SL_BY_SITE ? (double)s->fleet.halls : 1.0;
    double asked_w = rack->rated_power_w * (double)s->fleet.racks_per_hall * halls;
    int64_t spare = ups->redundancy == SL_REDUNDANCY_N_PLUS_1 ? 1 : 0;
    double can_w = ups->module.module_rated_power_w * (double)(ups->modules_per_side - spare);
    if (can_w < asked_w)
        sl_document_error(doc, "power.ups.modules_per_side",
                          "a group carries %.3f MW%s, its racks are rated %.3f MW: %.0f modules are needed",
                          can_w * 1e-6, spare ? " without its spare" : "", asked_w * 1e-6,
                          ceil(asked_w / ups->module.module_rated_power_w) + (double)spare);
}

static void playback_check(struct sl_document *doc, const struct sl_grid_params *grid)
{
    bool by_phase = grid->voltage_columns[0] || grid->voltage_columns[1] || grid->voltage_columns[2];
    if (!by_phase && !grid->voltage_column && !grid->frequency_column)
        sl_document_error(doc, "grid",
                          "say which columns are played: voltage_column or one a phase, frequency_column");
    if (by_phase && grid->voltage_column)
        sl_document_error(doc, "grid.voltage_column",
                          "give one column for all phases or one a phase, not both");
}

static void rocof_check(struct sl_document *doc, const struct sl_scenario *s)
{
    double window_s = s->grid.frequency_response.rocof_window_s;
    double most_s = SL_ROCOF_STEPS * sl_s_from_ns(sl_step_ns(&s->time));
    if (!sl_is_planning(&s->time) && window_s > most_s)
        sl_document_error(doc, "grid.frequency_response.rocof_window_ms", "at this step at most %g ms",
                          most_s * 1e3);
}

static void grid_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_frequency_params *f = &s->grid.frequency_response;
    if (s->has_grid && s->grid.model == SL_GRID_PLAYBACK) playback_check(doc, &s->grid);
    if (s->has_grid && s->grid.model == SL_GRID_FREQUENCY) rocof_check(doc, s);
    if (s->has_grid && s->grid.model == SL_GRID_FREQUENCY && !isnan(f->nominal_hz) &&
        f->nominal_hz != s->site.frequency_hz)
        sl_document_error(doc, "grid.frequency_response", "this grid runs at %g Hz, the site at %g Hz",
                          f->nominal_hz, s->site.frequency_hz);
}

/* A file that the scenario names must be there. */
static void file_check(struct sl_document *doc, const char *path, const char *file)
{
    if (!file) return;
    const char *resolved = sl_document_resolve(doc, path, file);
    if (resolved && access(resolved, R_OK) != 0)
        sl_document_error(doc, path, "cannot read the file %s", resolved);
}

int sl_scenario_crosscheck(struct sl_document *doc, const struct sl_scenario *s, struct sl_error *err)
{
    (void)err;
    time_check(doc, s);
    workload_check(doc, s);
    for (size_t i = 0; i < s->events.count; i++) event_check(doc, s, i);
    memory_check(doc, s);
    plants_check(doc, s);
    rack_check(doc, s);
    limits_check(doc, s);
    power_check(doc, s);
    grid_check(doc, s);
    record_check(doc, s);
    file_check(doc, "site.weather.file", s->site.weather.file);
    if (s->workload.has_replay) file_check(doc, "workload.replay.file", s->workload.replay.file);
    if (s->has_grid && s->grid.model == SL_GRID_PLAYBACK) file_check(doc, "grid.file", s->grid.file);
    return sl_document_errors(doc) ? SL_ERR_SCENARIO : SL_OK;
}
