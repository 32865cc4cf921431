#include "sim/scenario/crosscheck_parts.h"

#include "models/base/time.h"

#include <stdio.h>
#include <string.h>

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
    char path[SL_PATH_TEXT];
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
    char path[SL_PATH_TEXT];
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

void sl_crosscheck_events(struct sl_document *doc, const struct sl_scenario *s)
{
    for (size_t i = 0; i < s->events.count; i++) event_check(doc, s, i);
}
