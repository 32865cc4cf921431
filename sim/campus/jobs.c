#include "sim/campus/jobs.h"

#include "models/base/error.h"
#include "models/base/time.h"
#include "sim/campus/placement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void order_by_start(struct sl_jobs *jobs)
{
    for (size_t i = 0; i < jobs->config.count; i++) { /* insertion keeps the scenario's order among equals */
        size_t at = i;
        int64_t start_ns = jobs->config.jobs[i].start_ns;
        for (; at > 0 && jobs->config.jobs[jobs->order[at - 1]].start_ns > start_ns; at--)
            jobs->order[at] = jobs->order[at - 1];
        jobs->order[at] = i;
    }
}

static void reset(struct sl_jobs *jobs)
{
    const struct sl_jobs_config *c = &jobs->config;
    for (size_t i = 0; i < c->layout.servers; i++) {
        jobs->gains[i] = sl_server_gain(c->accelerator, c->seed, i);
        jobs->owner[i] = -1;
        jobs->free_ns[i] = 0;
    }
    for (size_t i = 0; i < c->count; i++)
        jobs->states[i] = (struct sl_job_state){.start_ns = SL_NEVER,
                                                .end_ns = SL_NEVER,
                                                .free_ns = SL_NEVER,
                                                .abort_ns = SL_NEVER,
                                                .stop_ns = c->jobs[i].stop_ns,
                                                .cap_w = (double)INFINITY};
    order_by_start(jobs);
}

int sl_jobs_init(struct sl_jobs *jobs, const struct sl_jobs_config *config, struct sl_error *err)
{
    *jobs = (struct sl_jobs){.config = *config};
    size_t servers = config->layout.servers, count = config->count ? config->count : 1;
    jobs->gains = calloc(servers, sizeof *jobs->gains);
    jobs->owner = calloc(servers, sizeof *jobs->owner);
    jobs->free_ns = calloc(servers, sizeof *jobs->free_ns);
    jobs->taken_ns = calloc(servers, sizeof *jobs->taken_ns);
    jobs->time = calloc(1, sizeof *jobs->time);
    jobs->states = calloc(count, sizeof *jobs->states);
    jobs->jobs = calloc(count, sizeof *jobs->jobs);
    jobs->order = calloc(count, sizeof *jobs->order);
    jobs->head = calloc(1, sizeof *jobs->head);
    if (!jobs->gains || !jobs->owner || !jobs->free_ns || !jobs->taken_ns || !jobs->time || !jobs->states ||
        !jobs->jobs || !jobs->order || !jobs->head) {
        sl_jobs_free(jobs);
        return sl_no_memory(err, "the jobs");
    }
    for (size_t i = 0; i < config->count; i++) {
        if (sl_placement_size(jobs, i) <= servers) continue;
        sl_fail(err, SL_ERR_SCENARIO, "job \"%s\" asks for %lld accelerators, the fleet has %lld",
                config->jobs[i].name, (long long)config->jobs[i].accelerators,
                (long long)servers * (long long)config->accelerator->accelerators_per_server);
        sl_jobs_free(jobs);
        return SL_ERR_SCENARIO;
    }
    reset(jobs);
    return 0;
}

int sl_jobs_register(struct sl_jobs *jobs, struct sl_state *state, struct sl_error *err)
{
    size_t servers = jobs->config.layout.servers, count = jobs->config.count;
    int code = sl_state_add(state, "jobs.states", jobs->states, sizeof *jobs->states, count, err);
    if (!code) code = sl_state_add(state, "jobs.owner", jobs->owner, sizeof *jobs->owner, servers, err);
    if (!code) code = sl_state_add(state, "jobs.free", jobs->free_ns, sizeof *jobs->free_ns, servers, err);
    if (!code) code = sl_state_add(state, "jobs.taken", jobs->taken_ns, sizeof *jobs->taken_ns, servers, err);
    if (!code) code = sl_state_add(state, "jobs.time", jobs->time, sizeof *jobs->time, 1, err);
    if (!code) code = sl_state_add(state, "jobs.head", jobs->head, sizeof *jobs->head, 1, err);
    return code;
}

void sl_jobs_free(struct sl_jobs *jobs)
{
    for (size_t i = 0; jobs->jobs && i < jobs->config.count; i++) {
        sl_placement_drop(&jobs->jobs[i]);
        sl_knots_free(&jobs->jobs[i].knots);
        sl_knots_free(&jobs->jobs[i].spread);
    }
    free(jobs->gains), free(jobs->owner), free(jobs->free_ns), free(jobs->taken_ns), free(jobs->time);
    free(jobs->states), free(jobs->jobs), free(jobs->order), free(jobs->head), free(jobs->events);
    sl_knots_free(&jobs->scratch);
    sl_marks_free(&jobs->marks);
    *jobs = (struct sl_jobs){0};
}

static void apply_cap(const struct sl_jobs *jobs, size_t index)
{
    struct sl_job *job = &jobs->jobs[index];
    double own_w = sl_job_filter(&jobs->config.jobs[index], jobs->config.accelerator->rated_power_w).cap_w;
    job->filter.cap_w = fmin(own_w, jobs->states[index].cap_w);
}

int sl_jobs_resumed(struct sl_jobs *jobs, int64_t t_ns, struct sl_error *err)
{
    jobs->t0_ns = jobs->t1_ns = t_ns;
    for (size_t i = 0; i < jobs->config.count; i++) {
        struct sl_job_state *st = &jobs->states[i];
        sl_placement_drop(&jobs->jobs[i]);
        if (st->status != SL_JOB_RUNNING && st->status != SL_JOB_DRAINING) continue;
        int code = sl_placement_build(jobs, i, err);
        if (code) return code;
        apply_cap(jobs, i);
    }
    return 0;
}

static int push_event(struct sl_jobs *jobs, struct sl_job_event event, struct sl_error *err)
{
    if (jobs->event_count == jobs->event_cap) {
        size_t cap = jobs->event_cap ? 2 * jobs->event_cap : 16;
        struct sl_job_event *grown = realloc(jobs->events, cap * sizeof *grown);
        if (!grown) return sl_no_memory(err, "job events");
        jobs->events = grown;
        jobs->event_cap = cap;
    }
    size_t at = jobs->event_count++;
    for (; at > 0 && jobs->events[at - 1].t_ns > event.t_ns; at--) jobs->events[at] = jobs->events[at - 1];
    jobs->events[at] = event;
    return 0;
}

/* Who asked for an end at t? The scenario's events can only make it earlier. */
static int cause_of_end(const struct sl_jobs *jobs, size_t index, int64_t t_ns)
{
    const struct sl_job_state *st = &jobs->states[index];
    bool asked =
        st->abort_ns <= t_ns || (st->stop_ns <= t_ns && st->stop_ns < jobs->config.jobs[index].stop_ns);
    return asked ? SL_CAUSE_SCENARIO : SL_CAUSE_PROGRAM;
}

static int push_events(struct sl_jobs *jobs, size_t index, struct sl_error *err)
{
    double accelerators = (double)jobs->config.jobs[index].accelerators;
    int code = 0;
    for (size_t i = 0; i < jobs->marks.count && !code; i++) {
        const struct sl_mark *m = &jobs->marks.items[i];
        bool ends = m->type == SL_JOB_STOP || m->type == SL_JOB_ABORT;
        struct sl_job_event event = {.t_ns = m->t_ns,
                                     .type = m->type,
                                     .job = (int)index,
                                     .cause = ends ? cause_of_end(jobs, index, m->t_ns) : SL_CAUSE_PROGRAM,
                                     .delta_w = m->delta_w * accelerators};
        code = push_event(jobs, event, err);
    }
    return code;
}

/* What the job asks for in the period, through its filter. */
static int run_stream(struct sl_jobs *jobs, size_t index, int64_t t1_ns, struct sl_error *err)
{
    struct sl_job *job = &jobs->jobs[index];
    struct sl_job_state *st = &jobs->states[index];
    struct sl_knots *in = &jobs->scratch;
    sl_knots_clear(in);
    jobs->marks.count = 0;
    int code = sl_stream_run(&job->stream, &st->stream, t1_ns, in,
                             jobs->config.planning ? &job->spread : NULL, &jobs->marks, err);
    if (!code) code = push_events(jobs, index, err);
    if (code) return code;
    int64_t end_ns = st->stream.end_ns;
    if (end_ns == SL_NEVER)
        return sl_filter_run(&job->filter, &st->filter, in->items, in->count, t1_ns, &job->knots, err);
    st->status = SL_JOB_DRAINING;
    st->end_ns = end_ns;
    code = sl_filter_run(&job->filter, &st->filter, in->items, in->count - 1, end_ns, &job->knots, err);
    if (!code)
        code = sl_filter_release(&job->filter, &st->filter, end_ns, jobs->config.accelerator->idle_power_w,
                                 &job->knots, err);
    if (!code) code = sl_filter_run(&job->filter, &st->filter, NULL, 0, t1_ns, &job->knots, err);
    return code;
}

static void free_servers(struct sl_jobs *jobs, size_t index)
{
    struct sl_job_state *st = &jobs->states[index];
    int64_t last_ns = st->filter.t_ns > st->end_ns ? st->filter.t_ns : st->end_ns;
    st->free_ns = last_ns + jobs->jobs[index].latest_ns;
    sl_placement_release(jobs, index, st->free_ns);
}

/* Keeps what some server has not seen yet for the next period. */
static int carry(struct sl_jobs *jobs, size_t index, int64_t t1_ns, struct sl_error *err)
{
    const struct sl_job *job = &jobs->jobs[index];
    struct sl_job_state *st = &jobs->states[index];
    const struct sl_knot *k = job->knots.items;
    size_t base = 0, count = job->knots.count;
    while (base + 1 < count && k[base + 1].t_ns + (k[base + 1].skewed ? job->latest_ns : 0) < t1_ns) base++;
    st->base = k[base];
    st->carried = count - base - 1;
    if (job->spread.count > 0) st->spread_base = job->spread.items[job->spread.count - 1];
    if (st->carried > SL_JOB_CARRY)
        return sl_fail(err, SL_ERR_RUN,
                       "job \"%s\": more than %d changes of power within its largest delay of %.3g ms; "
                       "reduce rank_skew_ms or lengthen the phases",
                       jobs->config.jobs[index].name, SL_JOB_CARRY, (double)job->latest_ns * 1e-6);
    if (st->carried) memcpy(st->carry, k + base + 1, st->carried * sizeof *st->carry);
    return 0;
}

static int load_carry(struct sl_job *job, const struct sl_job_state *st, struct sl_error *err)
{
    sl_knots_clear(&job->knots);
    sl_knots_clear(&job->spread);
    int code = sl_knots_push(&job->knots, st->base, err);
    for (size_t i = 0; i < st->carried && !code; i++) code = sl_knots_push(&job->knots, st->carry[i], err);
    if (!code) code = sl_knots_push(&job->spread, st->spread_base, err);
    return code;
}

static int advance(struct sl_jobs *jobs, size_t index, int64_t t0_ns, int64_t t1_ns, struct sl_error *err)
{
    struct sl_job *job = &jobs->jobs[index];
    struct sl_job_state *st = &jobs->states[index];
    int code = load_carry(job, st, err);
    if (!code && st->status == SL_JOB_RUNNING) {
        if (st->filter_changed) {
            apply_cap(jobs, index);
            code = sl_filter_change(&job->filter, &st->filter, t0_ns, &job->knots, err);
            st->filter_changed = 0;
        }
        if (st->stop_ns < st->stream.stop_ns) st->stream.stop_ns = st->stop_ns > t0_ns ? st->stop_ns : t0_ns;
        if (st->abort_ns < t1_ns) sl_stream_abort(&st->stream, st->abort_ns > t0_ns ? st->abort_ns : t0_ns);
        if (!code) code = run_stream(jobs, index, t1_ns, err);
    } else if (!code) {
        code = sl_filter_run(&job->filter, &st->filter, NULL, 0, t1_ns, &job->knots, err);
    }
    if (code) return code;
    if (st->status == SL_JOB_DRAINING && st->free_ns == SL_NEVER && sl_filter_settled(&st->filter))
        free_servers(jobs, index);
    if (st->free_ns < t1_ns) st->status = SL_JOB_DONE; /* at t1 itself it still has a knot to give */
    st->progress = sl_stream_progress(&job->stream, &st->stream, t1_ns);
    if (jobs->config.planning) st->cycles_s = st->progress * sl_s_from_ns(job->stream.cycle.length_ns);
    return carry(jobs, index, t1_ns, err);
}

static int start(struct sl_jobs *jobs, size_t index, int64_t t_ns, int64_t t1_ns, struct sl_error *err)
{
    struct sl_job_state *st = &jobs->states[index];
    sl_placement_take(jobs, index, t_ns);
    int code = sl_placement_build(jobs, index, err);
    if (code) return code;
    apply_cap(jobs, index);
    double idle_w = jobs->config.accelerator->idle_power_w;
    st->status = SL_JOB_RUNNING;
    st->start_ns = t_ns;
    st->filter_changed = 0;
    st->mean = jobs->jobs[index].stream.mean;
    st->base = (struct sl_knot){t_ns - 1, idle_w, 0.0, 0}; /* the filter replaces knots of its own instant */
    st->spread_base = (struct sl_knot){t_ns, 0.0, 0.0, 0};
    sl_stream_start(&jobs->jobs[index].stream, &st->stream, t_ns, st->stop_ns);
    sl_filter_start(&st->filter, t_ns, idle_w);
    return advance(jobs, index, t_ns, t1_ns, err);
}

static int64_t end_asked_ns(const struct sl_job_state *st)
{
    return st->stop_ns < st->abort_ns ? st->stop_ns : st->abort_ns;
}

static int drop(struct sl_jobs *jobs, size_t index, struct sl_error *err)
{
    struct sl_job_state *st = &jobs->states[index];
    int64_t t_ns = end_asked_ns(st) > jobs->t0_ns ? end_asked_ns(st) : jobs->t0_ns;
    st->status = SL_JOB_DROPPED;
    st->end_ns = t_ns;
    struct sl_job_event event = {t_ns, SL_JOB_DROP, (int)index, cause_of_end(jobs, index, t_ns), 0.0};
    return push_event(jobs, event, err);
}

/* Jobs at the head of the queue that fit before t1. A head that is dropped has held those behind it until then. */
static int start_waiting(struct sl_jobs *jobs, int64_t t1_ns, struct sl_error *err)
{
    int64_t after_ns = jobs->t0_ns;
    for (; *jobs->head < jobs->config.count; (*jobs->head)++) {
        size_t index = jobs->order[*jobs->head];
        struct sl_job_state *st = &jobs->states[index];
        if (st->status == SL_JOB_DROPPED) continue;
        int64_t wanted_ns = jobs->config.jobs[index].start_ns;
        if (wanted_ns < after_ns) wanted_ns = after_ns;
        if (wanted_ns >= t1_ns) return 0;
        int64_t t_ns = sl_placement_fits(jobs, sl_placement_size(jobs, index), wanted_ns, t1_ns);
        if (t_ns < 0) return sl_no_memory(err, "the placement");
        bool drops = end_asked_ns(st) <= t_ns && end_asked_ns(st) < t1_ns;
        if (!drops && t_ns >= t1_ns) return 0;
        int code = drops ? drop(jobs, index, err) : start(jobs, index, t_ns, t1_ns, err);
        if (code) return code;
        int64_t gone_ns = drops ? st->end_ns : t_ns;
        if (gone_ns > after_ns) after_ns = gone_ns;
    }
    return 0;
}

/* Those that stand behind the head and whose end comes before t1. */
static int drop_waiting(struct sl_jobs *jobs, int64_t t1_ns, struct sl_error *err)
{
    int code = 0;
    for (size_t i = *jobs->head; i < jobs->config.count && !code; i++) {
        const struct sl_job_state *st = &jobs->states[jobs->order[i]];
        if (st->status == SL_JOB_WAITING && end_asked_ns(st) < t1_ns) code = drop(jobs, jobs->order[i], err);
    }
    return code;
}

int sl_jobs_step(struct sl_jobs *jobs, int64_t t1_ns, struct sl_error *err)
{
    jobs->t0_ns = jobs->t1_ns;
    jobs->t1_ns = t1_ns;
    jobs->event_count = 0;
    for (size_t i = 0; i < jobs->config.count; i++) {
        int status = jobs->states[i].status, code = 0;
        if (status == SL_JOB_DONE && jobs->jobs[i].placed) sl_placement_drop(&jobs->jobs[i]);
        if (status == SL_JOB_RUNNING || status == SL_JOB_DRAINING)
            code = advance(jobs, i, jobs->t0_ns, t1_ns, err);
        if (code) return code;
    }
    int code = start_waiting(jobs, t1_ns, err);
    return code ? code : drop_waiting(jobs, t1_ns, err);
}

int sl_jobs_find(const struct sl_jobs *jobs, const char *name)
{
    for (size_t i = 0; i < jobs->config.count; i++)
        if (jobs->config.jobs[i].name && strcmp(jobs->config.jobs[i].name, name) == 0) return (int)i;
    return -1;
}

void sl_jobs_abort(struct sl_jobs *jobs, int job, int64_t t_ns)
{
    if (t_ns < jobs->states[job].abort_ns) jobs->states[job].abort_ns = t_ns;
}

void sl_jobs_stop(struct sl_jobs *jobs, int job, int64_t t_ns)
{
    if (t_ns < jobs->states[job].stop_ns) jobs->states[job].stop_ns = t_ns;
}

bool sl_jobs_over(const struct sl_jobs *jobs, int job, int64_t t_ns)
{
    return jobs->states[job].end_ns < t_ns;
}

void sl_jobs_cap(struct sl_jobs *jobs, int job, double cap_w)
{
    if (cap_w == jobs->states[job].cap_w) return;
    jobs->states[job].cap_w = cap_w;
    jobs->states[job].filter_changed = 1;
}

int sl_jobs_running(const struct sl_jobs *jobs)
{
    int n = 0;
    for (size_t i = 0; i < jobs->config.count; i++) n += jobs->states[i].status == SL_JOB_RUNNING;
    return n;
}

double sl_jobs_busy_accelerators(const struct sl_jobs *jobs)
{
    double n = 0.0;
    for (size_t i = 0; i < jobs->config.count; i++)
        if (jobs->states[i].status == SL_JOB_RUNNING) n += (double)jobs->config.jobs[i].accelerators;
    return n;
}

double sl_jobs_progress(const struct sl_jobs *jobs, int job)
{
    return jobs->states[job].progress;
}

struct sl_filter_energy sl_jobs_energy(const struct sl_jobs *jobs, int job)
{
    const struct sl_job_state *st = &jobs->states[job];
    double n = (double)jobs->config.jobs[job].accelerators;
    if (st->start_ns == SL_NEVER) return (struct sl_filter_energy){0};
    int64_t until_ns = jobs->t1_ns < st->free_ns ? jobs->t1_ns : st->free_ns;
    struct sl_filter_energy e = sl_filter_energy_at(&st->filter, until_ns);
    double lost_j = e.lost_j + st->mean.lost_w * st->cycles_s;
    double burned_j = e.burned_j + st->mean.burned_w * st->cycles_s;
    double drawn_j = e.drawn_j - st->mean.late_w * st->cycles_s;
    double asked_j = e.asked_j + (st->mean.lost_w - st->mean.burned_w - st->mean.late_w) * st->cycles_s;
    return (struct sl_filter_energy){n * asked_j, n * drawn_j, n * lost_j, n * burned_j};
}
