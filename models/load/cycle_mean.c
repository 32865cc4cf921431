#include "models/load/cycle_mean.h"

#include "models/base/error.h"
#include "models/base/time.h"
#include "models/load/stream.h"

#include <math.h>
#include <stdlib.h>

#define CYCLES_MAX 10000
#define SAME_FRACTION 1e-12

struct change { /* of the line that a late server draws */
    int64_t t_ns;
    double jump_w, slope_w_per_s;
};

struct wave {
    struct sl_knots asked, drawn; /* drawn[0] is the last knot before the previous cycle */
    struct change *changes;       /* of drawn[1..], in the order in which the late server sees them */
    size_t cap;
};

static int changes_find(struct wave *wave, int64_t delay_ns, struct sl_error *err)
{
    const struct sl_knot *k = wave->drawn.items;
    if (wave->cap < wave->drawn.count) {
        struct change *grown = realloc(wave->changes, 2 * wave->drawn.count * sizeof *grown);
        if (!grown) return sl_no_memory(err, "a job's cycle");
        wave->changes = grown;
        wave->cap = 2 * wave->drawn.count;
    }
    for (size_t i = 1; i < wave->drawn.count; i++) {
        struct sl_jump j = sl_knot_jump(&k[i - 1], &k[i]);
        struct change c = {k[i].t_ns + (k[i].skewed ? delay_ns : 0),
                           j.jump_w + j.per_delay_w_per_s * sl_s_from_ns(delay_ns), j.slope_change_w_per_s};
        size_t at = i - 1;
        for (; at > 0 && wave->changes[at - 1].t_ns > c.t_ns; at--) wave->changes[at] = wave->changes[at - 1];
        wave->changes[at] = c;
    }
    return 0;
}

/* Mean and mean square of the line over [t0, t1). */
static void moments(const struct wave *wave, int64_t delay_ns, int64_t t0_ns, int64_t t1_ns, double *mean_w,
                    double *square)
{
    const struct sl_knot *base = wave->drawn.items;
    int64_t t_ns = base->t_ns + (base->skewed ? delay_ns : 0);
    double w = base->power_w, slope = base->slope_w_per_s, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < wave->drawn.count; i++) {
        const struct change *c = i + 1 < wave->drawn.count ? &wave->changes[i] : NULL;
        int64_t to_ns = c && c->t_ns < t1_ns ? c->t_ns : t1_ns;
        if (t_ns < t0_ns && to_ns > t0_ns) {
            w += slope * sl_s_from_ns(t0_ns - t_ns);
            t_ns = t0_ns;
        }
        double dt_s = sl_s_from_ns(to_ns - t_ns), end_w = w + slope * dt_s;
        if (t_ns >= t0_ns) {
            sum += 0.5 * (w + end_w) * dt_s;
            squares += (w * w + w * end_w + end_w * end_w) / 3.0 * dt_s;
        }
        if (to_ns == t1_ns) break;
        t_ns = to_ns;
        w = end_w + c->jump_w;
        slope += c->slope_w_per_s;
    }
    *mean_w = sum / sl_s_from_ns(t1_ns - t0_ns);
    *square = squares / sl_s_from_ns(t1_ns - t0_ns);
}

/* Forgets what lies before the previous cycle but the last knot. */
static void forget(struct sl_knots *drawn, int64_t before_ns)
{
    size_t old = 0;
    while (old + 1 < drawn->count && drawn->items[old + 1].t_ns < before_ns) old++;
    sl_knots_drop(drawn, old);
}

/* The next cycle, [t0, t1). */
static int cycle_run(const struct sl_stream_params *p, const struct sl_filter_params *filter,
                     int64_t delay_ns, int64_t t0_ns, struct sl_stream *s, struct sl_filter *f,
                     struct wave *wave, struct sl_cycle_mean *m, struct sl_error *err)
{
    int64_t t1_ns = t0_ns + p->cycle.length_ns;
    double cycle_s = sl_s_from_ns(p->cycle.length_ns), square;
    struct sl_filter_energy before = sl_filter_energy_at(f, t0_ns);
    forget(&wave->drawn, t0_ns - p->cycle.length_ns);
    sl_knots_clear(&wave->asked);
    int code = sl_stream_run(p, s, t1_ns, &wave->asked, NULL, NULL, err);
    if (!code)
        code = sl_filter_run(filter, f, wave->asked.items, wave->asked.count, t1_ns, &wave->drawn, err);
    if (!code) code = changes_find(wave, delay_ns, err);
    if (code) return code;
    moments(wave, delay_ns, t0_ns, t1_ns, &m->mean_w, &square);
    struct sl_filter_energy after = sl_filter_energy_at(f, t1_ns);
    m->deviation_w = sqrt(fmax(0.0, square - m->mean_w * m->mean_w));
    m->late_w = delay_ns > 0 ? m->mean_w - (after.drawn_j - before.drawn_j) / cycle_s : 0.0;
    m->lost_w = (after.lost_j - before.lost_j) / cycle_s;
    m->burned_w = (after.burned_j - before.burned_j) / cycle_s;
    return 0;
}

int sl_cycle_mean_of(const struct sl_stream_params *p, const struct sl_filter_params *filter,
                     int64_t delay_ns, struct sl_cycle_mean *m, struct sl_error *err)
{
    struct sl_stream_params dynamic = *p;
    struct sl_stream s;
    struct sl_filter f;
    struct wave wave = {.changes = NULL};
    double last_w = -1.0;
    dynamic.planning = 0;
    dynamic.startup_ns = 0;
    dynamic.checkpoint_every_ns = SL_NEVER;
    dynamic.cycle.repeat = 0;
    if (!p->cycle.barrier) delay_ns = 0;
    sl_stream_start(&dynamic, &s, 0, SL_NEVER);
    sl_filter_start(&f, 0, p->idle_w);
    int code = sl_knots_push(&wave.drawn, (struct sl_knot){-1, p->idle_w, 0.0, 0}, err);
    for (int64_t n = 0; n < CYCLES_MAX && !code; n++) {
        code = cycle_run(&dynamic, filter, delay_ns, n * p->cycle.length_ns, &s, &f, &wave, m, err);
        if (fabs(m->mean_w - last_w) <= SAME_FRACTION * m->mean_w) break;
        last_w = m->mean_w;
    }
    sl_knots_free(&wave.asked), sl_knots_free(&wave.drawn), free(wave.changes);
    return code;
}
