#include "models/load/stream.h"

#include "models/base/error.h"
#include "models/base/time.h"

#include <math.h>
#include <stdlib.h>

enum { STAGE_STARTUP, STAGE_CYCLE, STAGE_CHECKPOINT, STAGE_ENDED };

struct sink { /* where knots and marks go */
    struct sl_knots *out, *spread;
    struct sl_marks *marks;
    struct sl_error *err;
};

int sl_stream_setup(struct sl_stream_params *p, const struct sl_job_params *job,
                    const struct sl_accelerator_params *acc, struct sl_delays delays, int planning,
                    struct sl_error *err)
{
    double rated_w = acc->rated_power_w;
    *p = (struct sl_stream_params){
        .planning = planning, .idle_w = acc->idle_power_w, .checkpoint_every_ns = SL_NEVER};
    if (job->has_startup) {
        p->startup_ns = job->startup.duration_ns;
        p->startup_w = job->startup.power_fraction * rated_w;
    }
    if (job->has_checkpoint) {
        p->checkpoint_every_ns = job->checkpoint.every_ns;
        p->checkpoint_ns = job->checkpoint.duration_ns;
        p->checkpoint_w = job->checkpoint.power_fraction * rated_w;
    }
    int code = sl_program_compile(&job->program, rated_w, delays.latest_ns, &p->cycle, err);
    if (code || !planning) return code;
    struct sl_filter_params filter = sl_job_filter(job, rated_w);
    return sl_cycle_mean_of(p, &filter, delays.mean_ns, &p->mean, err);
}

void sl_stream_free(struct sl_stream_params *p)
{
    sl_cycle_free(&p->cycle);
}

static void begin_cycle(const struct sl_stream_params *p, struct sl_stream *s, int64_t t_ns)
{
    s->stage = STAGE_CYCLE;
    s->cycle_ns = t_ns;
    s->entry = 0;
    s->next_ns = p->planning ? t_ns : t_ns + p->cycle.entries[0].offset_ns;
    s->ahead = 1;
}

static int64_t checkpoint_due(const struct sl_stream_params *p, int64_t since_ns)
{
    return p->checkpoint_every_ns == SL_NEVER ? SL_NEVER : since_ns + p->checkpoint_every_ns;
}

void sl_stream_start(const struct sl_stream_params *p, struct sl_stream *s, int64_t t_ns, int64_t stop_ns)
{
    int64_t first_ns = t_ns + (p->startup_ns > 0 ? p->startup_ns + p->cycle.barrier_ns : 0);
    *s = (struct sl_stream){
        .stop_ns = stop_ns > t_ns ? stop_ns : t_ns, .end_ns = SL_NEVER, .power_w = p->idle_w};
    s->checkpoint_due_ns = checkpoint_due(p, first_ns);
    begin_cycle(p, s, first_ns);
    if (p->startup_ns > 0) {
        s->stage = STAGE_STARTUP;
        s->next_ns = t_ns;
        s->cycle_ns = SL_NEVER;
    }
}

void sl_stream_abort(struct sl_stream *s, int64_t t_ns)
{
    if (s->stage == STAGE_ENDED || t_ns > s->stop_ns) return;
    s->stop_ns = t_ns;
    s->aborted = 1;
}

static int push_mark(struct sink *to, int64_t t_ns, int type, double delta_w)
{
    struct sl_marks *m = to->marks;
    if (!m) return 0;
    if (m->count == m->cap) {
        size_t cap = m->cap ? 2 * m->cap : 16;
        struct sl_mark *grown = realloc(m->items, cap * sizeof *grown);
        if (!grown) return sl_no_memory(to->err, "job events");
        m->items = grown;
        m->cap = cap;
    }
    m->items[m->count++] = (struct sl_mark){t_ns, type, delta_w};
    return 0;
}

void sl_marks_free(struct sl_marks *marks)
{
    free(marks->items);
    *marks = (struct sl_marks){0};
}

/* A level reached at once; mark < 0: no mark. */
static int push_level(struct sl_stream *s, struct sink *to, double power_w, double deviation_w, int skewed,
                      int mark)
{
    struct sl_knot knot = {s->next_ns, power_w, 0.0, skewed};
    struct sl_knot spread = {s->next_ns, deviation_w, 0.0, 0};
    int code = mark < 0 ? 0 : push_mark(to, s->next_ns, mark, power_w - s->power_w);
    s->power_w = power_w;
    if (!code && to->spread) code = sl_knots_push(to->spread, spread, to->err);
    return code ? code : sl_knots_push(to->out, knot, to->err);
}

static int end_job(const struct sl_stream_params *p, struct sl_stream *s, struct sink *to, int64_t t_ns)
{
    s->next_ns = t_ns;
    int code = push_level(s, to, p->idle_w, 0.0, 1, s->aborted ? SL_JOB_ABORT : SL_JOB_STOP);
    s->stage = STAGE_ENDED;
    s->end_ns = t_ns;
    s->next_ns = SL_NEVER;
    return code;
}

static double first_power(const struct sl_stream_params *p)
{
    return p->planning ? p->mean.mean_w : p->cycle.entries[0].power_w;
}

/* The mark of the job's first knot or of a checkpoint's end, which falls on a cycle's first knot. */
static int mark_cycle(const struct sl_stream_params *p, struct sl_stream *s, struct sink *to, int type)
{
    return push_mark(to, s->cycle_ns, type, first_power(p) - s->power_w);
}

static int step_cycle(const struct sl_stream_params *p, struct sl_stream *s, struct sink *to)
{
    const struct sl_cycle *c = &p->cycle;
    const struct sl_cycle_entry *e = &c->entries[s->entry++];
    struct sl_knot knot = {s->next_ns, e->power_w, 0.0, e->skewed};
    if (e->ramp_ns > 0) {
        knot.power_w = s->power_w;
        knot.slope_w_per_s = (e->power_w - s->power_w) / sl_s_from_ns(e->ramp_ns);
    }
    s->power_w = e->power_w;
    s->next_ns = s->cycle_ns + (s->entry < c->count ? c->entries[s->entry].offset_ns : c->length_ns);
    return sl_knots_push(to->out, knot, to->err);
}

/* All cycles until the next checkpoint or the end of the program in one knot. */
static int step_cycles_planned(const struct sl_stream_params *p, struct sl_stream *s, struct sink *to)
{
    const struct sl_cycle *c = &p->cycle;
    int64_t most = c->repeat > 0 ? c->repeat - s->cycles : INT64_MAX, until = INT64_MAX;
    if (s->checkpoint_due_ns != SL_NEVER) {
        until = (s->checkpoint_due_ns - s->cycle_ns + c->length_ns - 1) / c->length_ns;
        if (until < 1) until = 1;
    }
    s->ahead = most < until ? most : until;
    int code = push_level(s, to, p->mean.mean_w, p->mean.deviation_w, !c->barrier, -1);
    s->entry = c->count;
    s->next_ns =
        s->ahead > (SL_NEVER - s->cycle_ns) / c->length_ns ? SL_NEVER : s->cycle_ns + s->ahead * c->length_ns;
    return code;
}

static int end_cycle(const struct sl_stream_params *p, struct sl_stream *s, struct sink *to)
{
    int64_t t_ns = s->next_ns;
    s->cycles += s->ahead;
    s->cycle_ns = SL_NEVER;
    if (p->cycle.repeat > 0 && s->cycles >= p->cycle.repeat) return end_job(p, s, to, t_ns);
    if (t_ns >= s->checkpoint_due_ns) {
        int code = push_level(s, to, p->checkpoint_w, 0.0, !p->cycle.barrier, SL_JOB_CHECKPOINT_BEGIN);
        s->stage = STAGE_CHECKPOINT;
        s->next_ns = t_ns + p->checkpoint_ns;
        s->checkpoint_due_ns = checkpoint_due(p, t_ns);
        return code;
    }
    begin_cycle(p, s, t_ns);
    return 0;
}

static int step(const struct sl_stream_params *p, struct sl_stream *s, struct sink *to)
{
    int code = 0;
    switch (s->stage) {
    case STAGE_STARTUP:
        code = push_level(s, to, p->startup_w, 0.0, 1, SL_JOB_START);
        begin_cycle(p, s, s->next_ns + p->startup_ns + p->cycle.barrier_ns);
        return code;
    case STAGE_CHECKPOINT:
        begin_cycle(p, s, s->next_ns);
        return mark_cycle(p, s, to, SL_JOB_CHECKPOINT_END);
    default:
        if (s->entry >= p->cycle.count) return end_cycle(p, s, to);
        if (s->entry == 0 && s->cycles == 0 && p->startup_ns == 0) code = mark_cycle(p, s, to, SL_JOB_START);
        if (code) return code;
        return p->planning ? step_cycles_planned(p, s, to) : step_cycle(p, s, to);
    }
}

int sl_stream_run(const struct sl_stream_params *p, struct sl_stream *s, int64_t end_ns, struct sl_knots *out,
                  struct sl_knots *spread, struct sl_marks *marks, struct sl_error *err)
{
    struct sink to = {out, spread, marks, err};
    int code = 0;
    while (!code && s->stage != STAGE_ENDED) {
        int64_t stop_ns = s->stop_ns;
        if (stop_ns <= s->next_ns) {
            if (stop_ns >= end_ns) break;
            return end_job(p, s, &to, stop_ns);
        }
        if (s->next_ns >= end_ns) break;
        code = step(p, s, &to);
    }
    return code;
}

double sl_stream_progress(const struct sl_stream_params *p, const struct sl_stream *s, int64_t t_ns)
{
    int64_t until_ns = t_ns < s->end_ns ? t_ns : s->end_ns;
    if (s->cycle_ns == SL_NEVER || until_ns <= s->cycle_ns) return (double)s->cycles;
    double part = (double)(until_ns - s->cycle_ns) / (double)p->cycle.length_ns;
    return (double)s->cycles + fmin(part, (double)s->ahead);
}
