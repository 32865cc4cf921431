#include "sim/scenario/crosscheck_parts.h"

#include "models/base/time.h"

#include <stdio.h>

static void job_check(struct sl_document *doc, const struct sl_scenario *s, size_t i)
{
    const struct sl_job_params *job = (const struct sl_job_params *)s->workload.jobs.items + i;
    const struct sl_accelerator_params *a = &s->fleet.rack.accelerator;
    int64_t fleet =
        s->fleet.halls * s->fleet.racks_per_hall * a->servers_per_rack * a->accelerators_per_server;
    char path[SL_PATH_TEXT];
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
    snprintf(path, sizeof path, "workload.jobs[%zu].program.phases", i);
    if (job->program.model == SL_PROGRAM_PHASES && job->program.phases.count == 0)
        sl_document_error(doc, path, "a program of phases needs at least one phase");
    snprintf(path, sizeof path, "workload.jobs[%zu].smoothing.floor_fraction", i);
    if (job->has_smoothing && job->smoothing.floor_fraction > job->smoothing.cap_fraction) /* NAN: no cap */
        sl_document_error(doc, path, "the floor is above the cap_fraction of %g",
                          job->smoothing.cap_fraction);
}

void sl_crosscheck_workload(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_accelerator_params *a = &s->fleet.rack.accelerator;
    if (a->idle_power_w > a->rated_power_w)
        sl_document_error(doc, "fleet.rack.accelerator.idle_power_w",
                          "idle power is above the rated power of %g W", a->rated_power_w);
    if (s->workload.has_replay && s->workload.jobs.count > 0)
        sl_document_error(doc, "workload.replay",
                          "measured power stands in place of jobs: give one of the two");
    for (size_t i = 0; i < s->workload.jobs.count; i++) job_check(doc, s, i);
}
