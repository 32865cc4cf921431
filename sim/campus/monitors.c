#include "sim/campus/monitors.h"

#include "models/base/time.h"
#include "sim/campus/campus.h"
#include "sim/output/recorder.h"

#include <math.h>
#include <string.h>

const struct sl_channel sl_monitors_channels[2] = {
    {"jobs_running", "1", "jobs that run", SL_CELL_POINT, NULL, NULL,
     offsetof(struct sl_monitors_out, jobs_running)},
    {"accelerators_busy", "1", "accelerators that belong to a job", SL_CELL_POINT, NULL, NULL,
     offsetof(struct sl_monitors_out, accelerators_busy)},
};

void sl_monitors_init(struct sl_monitors *m, const struct sl_campus *campus)
{
    memset(m, 0, sizeof *m);
    m->import_max.value = m->it_max.value = m->voltage_max.value = m->frequency_max.value = -INFINITY;
    m->import_min.value = m->voltage_min.value = m->frequency_min.value = INFINITY;
    m->soc_min = INFINITY;
    m->soc_max = -INFINITY;
    sl_ramp_init(&m->ramp, sl_s_from_ns(campus->step_ns), sl_s_from_ns(campus->duration_ns));
}

static const char *const job_event_names[] = {
    [SL_JOB_START] = "job_start",
    [SL_JOB_CHECKPOINT_BEGIN] = "checkpoint",
    [SL_JOB_CHECKPOINT_END] = "checkpoint_end",
    [SL_JOB_STOP] = "job_stop",
    [SL_JOB_ABORT] = "job_abort",
    [SL_JOB_DROP] = "job_dropped",
};
static const char *const job_cause_names[] = {
    [SL_CAUSE_PROGRAM] = "program", [SL_CAUSE_SCENARIO] = "scenario"};

static int scenario_event(const struct sl_jobs *jobs, const struct sl_event_params *e,
                          struct sl_recorder *recorder, struct sl_error *err)
{
    struct sl_event event = {.t_ns = e->at_ns, .delta_w = NAN, .why = "scenario"};
    bool of_job = e->type == SL_EVENT_JOB_ABORT || e->type == SL_EVENT_JOB_STOP;
    if (e->type == SL_EVENT_VOLTAGE_DIP) {
        event.type = "voltage_dip";
        event.target = e->at;
    } else if (e->type == SL_EVENT_GENERATION_TRIP) {
        event.type = "generation_trip";
        event.target = "grid";
        event.delta_w = -e->power_w;
    } else if (of_job && sl_jobs_over(jobs, sl_jobs_find(jobs, e->target), e->at_ns)) {
        event.type = "no_effect";
        event.target = e->target;
        event.delta_w = 0.0;
        event.why =
            e->type == SL_EVENT_JOB_ABORT ? "abort of a job that was over" : "stop of a job that was over";
    } else {
        return 0; /* jobs tell their own */
    }
    return sl_recorder_event(recorder, &event, err);
}

int sl_monitors_events(const struct sl_campus *c, struct sl_recorder *recorder, int64_t t0_ns, int64_t t1_ns,
                       struct sl_error *err)
{
    if (!recorder) return 0;
    for (size_t i = 0; i < c->jobs.event_count; i++) {
        const struct sl_job_event *e = &c->jobs.events[i];
        struct sl_event event = {.t_ns = e->t_ns,
                                 .type = job_event_names[e->type],
                                 .target = c->jobs.config.jobs[e->job].name,
                                 .delta_w = e->delta_w,
                                 .why = job_cause_names[e->cause]};
        int status = sl_recorder_event(recorder, &event, err);
        if (status) return status;
    }
    const struct sl_event_params *events = c->scenario->events.items;
    for (size_t i = 0; i < c->scenario->events.count; i++) {
        if (events[i].at_ns < t0_ns || events[i].at_ns >= t1_ns) continue;
        int status = scenario_event(&c->jobs, &events[i], recorder, err);
        if (status) return status;
    }
    return 0;
}

static void extreme_max(struct sl_extreme *e, double value, int64_t t_ns)
{
    if (value > e->value) *e = (struct sl_extreme){value, t_ns};
}

static void extreme_min(struct sl_extreme *e, double value, int64_t t_ns)
{
    if (value < e->value) *e = (struct sl_extreme){value, t_ns};
}

/* Jobs that hold accelerators at t. */
static void jobs_count(struct sl_monitors *m, const struct sl_campus *c, int64_t t_ns)
{
    m->out = (struct sl_monitors_out){0};
    for (size_t i = 0; i < c->jobs.config.count; i++) {
        const struct sl_job_state *job = &c->jobs.states[i];
        if (job->start_ns > t_ns || job->end_ns <= t_ns) continue;
        m->out.jobs_running += 1.0;
        m->out.accelerators_busy += (double)c->jobs.config.jobs[i].accelerators;
    }
}

static void storage_watch(struct sl_monitors *m, const struct sl_campus *c)
{
    double soc = c->site.out.storage_soc;
    if (soc < m->soc_min) m->soc_min = soc;
    if (soc > m->soc_max) m->soc_max = soc;
    if (c->site.storage_cut) m->storage_cut_ns += c->step_ns;
}

void sl_monitors_step(struct sl_monitors *m, const struct sl_campus *c, int64_t t_ns)
{
    if (t_ns <= c->step_ns || c->jobs.event_count > 0) jobs_count(m, c, t_ns);
    storage_watch(m, c);
    const struct sl_sources_out *poi = &c->sources.out;
    extreme_max(&m->import_max, poi->p_w, t_ns);
    extreme_min(&m->import_min, poi->p_w, t_ns);
    extreme_max(&m->it_max, c->racks.out.it_w, t_ns);
    extreme_max(&m->voltage_max, sl_volt_max(c->path.node[0].v), t_ns);
    extreme_min(&m->voltage_min, poi->v_min_pu, t_ns);
    extreme_max(&m->frequency_max, poi->f_hz, t_ns);
    extreme_min(&m->frequency_min, poi->f_hz, t_ns);
    sl_ramp_add(&m->ramp, poi->p_w);
}
