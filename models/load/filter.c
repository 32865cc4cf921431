#include "models/load/filter.h"

#include "models/base/error.h"
#include "models/base/time.h"

#include <float.h>
#include <math.h>

enum { MODE_LEVEL, MODE_RISING, MODE_HOLDING, MODE_FALLING };
enum { EVENT_NONE, EVENT_BOUND, EVENT_MEET, EVENT_HOLD_END };

#define SAME_FRACTION 1e-9

struct target {
    double w, slope_w_per_s;
};

void sl_filter_start(struct sl_filter *f, int64_t t_ns, double power_w)
{
    *f = (struct sl_filter){.t_ns = t_ns,
                            .asked_w = power_w,
                            .drawn_w = power_w,
                            .event_ns = SL_NEVER,
                            .hold_end_ns = SL_NEVER,
                            .level = 1};
}

static double floor_of(const struct sl_filter_params *p, const struct sl_filter *f)
{
    return f->released ? -DBL_MAX : p->floor_w;
}

/* Where a bound is met, the slope tells on which side the line goes on. */
static struct target target_of(const struct sl_filter_params *p, const struct sl_filter *f)
{
    struct target t = {f->asked_w, f->asked_slope_w_per_s};
    double low_w = floor_of(p, f);
    if (t.w < low_w || (t.w == low_w && t.slope_w_per_s < 0.0)) t = (struct target){low_w, 0.0};
    if (t.w > p->cap_w || (t.w == p->cap_w && t.slope_w_per_s > 0.0)) t = (struct target){p->cap_w, 0.0};
    return t;
}

static void integrate(struct sl_filter_energy *e, const struct sl_filter *f, double dt_s)
{
    double asked_j = (f->asked_w + 0.5 * f->asked_slope_w_per_s * dt_s) * dt_s;
    double drawn_j = (f->drawn_w + 0.5 * f->drawn_slope_w_per_s * dt_s) * dt_s;
    double d0_w = f->drawn_w - f->asked_w, slope = f->drawn_slope_w_per_s - f->asked_slope_w_per_s;
    double d1_w = d0_w + slope * dt_s;
    e->asked_j += asked_j;
    e->drawn_j += drawn_j;
    if (d0_w >= 0.0 && d1_w >= 0.0)
        e->burned_j += 0.5 * (d0_w + d1_w) * dt_s;
    else if (d0_w <= 0.0 && d1_w <= 0.0)
        e->lost_j -= 0.5 * (d0_w + d1_w) * dt_s;
    else { /* two triangles: they cross once */
        double before_s = -d0_w / slope, after_s = dt_s - before_s;
        if (d0_w > 0.0) {
            e->burned_j += 0.5 * d0_w * before_s;
            e->lost_j -= 0.5 * d1_w * after_s;
        } else {
            e->lost_j -= 0.5 * d0_w * before_s;
            e->burned_j += 0.5 * d1_w * after_s;
        }
    }
}

/* Moves the start of both lines to t. Where the drawn line is the asked one it stays so to the last bit. */
static void advance(struct sl_filter *f, int64_t t_ns)
{
    if (t_ns == f->t_ns) return;
    double dt_s = sl_s_from_ns(t_ns - f->t_ns);
    integrate(&f->energy, f, dt_s);
    f->asked_w += f->asked_slope_w_per_s * dt_s;
    f->drawn_w += f->drawn_slope_w_per_s * dt_s;
    f->t_ns = t_ns;
}

static void event_in(struct sl_filter *f, int event, double dt_s)
{
    if (!(dt_s < 9e9)) return; /* beyond any run, and what int64 nanoseconds hold */
    int64_t t_ns = f->t_ns + llround(dt_s * 1e9);
    if (t_ns < f->event_ns) {
        f->event_ns = t_ns;
        f->event = event;
    }
}

static void bound_event(struct sl_filter *f, double bound_w)
{
    double gap_w = bound_w - f->asked_w, slope = f->asked_slope_w_per_s;
    if (fabs(bound_w) > 1e30 || slope == 0.0 || gap_w == 0.0 || (gap_w > 0.0) != (slope > 0.0)) return;
    int64_t before_ns = f->event_ns;
    event_in(f, EVENT_BOUND, gap_w / slope);
    if (f->event_ns != before_ns) f->bound_w = bound_w;
}

/* Drawn power below the target, or level with one that rises. */
static void rise(const struct sl_filter_params *p, struct sl_filter *f, struct target t)
{
    double gap_w = t.w - f->drawn_w;
    if (gap_w == 0.0 && t.slope_w_per_s <= p->ramp_up_w_per_s) {
        f->mode = MODE_LEVEL;
        f->level = 1;
        f->drawn_slope_w_per_s = t.slope_w_per_s;
        return;
    }
    f->mode = MODE_RISING;
    f->drawn_slope_w_per_s = p->ramp_up_w_per_s;
    if (t.slope_w_per_s < p->ramp_up_w_per_s)
        event_in(f, EVENT_MEET, gap_w / (p->ramp_up_w_per_s - t.slope_w_per_s));
}

/* Drawn power above the target, or level with one that falls. */
static void fall(const struct sl_filter_params *p, struct sl_filter *f, struct target t)
{
    double gap_w = f->drawn_w - t.w;
    if (f->mode != MODE_FALLING && f->mode != MODE_HOLDING) {
        f->mode = p->hold_ns > 0 ? MODE_HOLDING : MODE_FALLING;
        f->hold_end_ns = f->t_ns + p->hold_ns;
    }
    if (f->mode == MODE_HOLDING && f->t_ns < f->hold_end_ns) {
        f->drawn_slope_w_per_s = 0.0;
        f->event_ns = f->hold_end_ns;
        f->event = EVENT_HOLD_END;
        if (t.slope_w_per_s > 0.0) event_in(f, EVENT_MEET, gap_w / t.slope_w_per_s);
        return;
    }
    f->mode = MODE_FALLING;
    if (isinf(p->ramp_down_w_per_s)) f->drawn_w = t.w, gap_w = 0.0;
    if (gap_w == 0.0 && t.slope_w_per_s >= -p->ramp_down_w_per_s) {
        f->level = 1;
        if (t.slope_w_per_s >= 0.0) f->mode = MODE_LEVEL;
        f->drawn_slope_w_per_s = t.slope_w_per_s;
        return;
    }
    f->drawn_slope_w_per_s = -p->ramp_down_w_per_s;
    if (t.slope_w_per_s > -p->ramp_down_w_per_s)
        event_in(f, EVENT_MEET, gap_w / (p->ramp_down_w_per_s + t.slope_w_per_s));
}

/* The law, from the present instant on: mode, slope of the drawn power, next event. */
static void decide(const struct sl_filter_params *p, struct sl_filter *f)
{
    struct target t = target_of(p, f);
    f->event_ns = SL_NEVER;
    f->event = EVENT_NONE;
    f->level = 0;
    /* A ramp that ends at its level is no fall, whatever the last bits of its sum say. */
    if (fabs(t.w - f->drawn_w) <= SAME_FRACTION * fabs(f->drawn_w)) f->drawn_w = t.w;
    if (t.w > f->drawn_w && isinf(p->ramp_up_w_per_s)) {
        f->drawn_w = t.w;
        f->mode = MODE_LEVEL;
    }
    if (t.w < f->drawn_w || (t.w == f->drawn_w && t.slope_w_per_s < 0.0))
        fall(p, f, t);
    else
        rise(p, f, t);
    bound_event(f, floor_of(p, f));
    bound_event(f, p->cap_w);
}

/* A knot where the line drawn so far is left; in place of one at the same instant, which nobody has seen. */
static int emit(const struct sl_filter *f, double before_w, double before_slope, struct sl_knots *out,
                struct sl_error *err)
{
    if (f->drawn_w == before_w && f->drawn_slope_w_per_s == before_slope) return 0;
    struct sl_knot knot = {f->t_ns, f->drawn_w, f->drawn_slope_w_per_s, f->skewed};
    struct sl_knot *last = out->count ? &out->items[out->count - 1] : NULL;
    if (last && last->t_ns == knot.t_ns && last->skewed == knot.skewed) {
        *last = knot;
        return 0;
    }
    return sl_knots_push(out, knot, err);
}

static int own_event(const struct sl_filter_params *p, struct sl_filter *f, struct sl_knots *out,
                     struct sl_error *err)
{
    int event = f->event;
    advance(f, f->event_ns);
    double before_w = f->drawn_w, before_slope = f->drawn_slope_w_per_s;
    if (event == EVENT_BOUND) {
        f->asked_w = f->bound_w;
        if (f->level) f->drawn_w = target_of(p, f).w;
    }
    if (event == EVENT_MEET) f->drawn_w = target_of(p, f).w;
    decide(p, f);
    return emit(f, before_w, before_slope, out, err);
}

static int own_events(const struct sl_filter_params *p, struct sl_filter *f, int64_t end_ns,
                      struct sl_knots *out, struct sl_error *err)
{
    int code = 0;
    while (!code && f->event_ns < end_ns) code = own_event(p, f, out, err);
    return code;
}

/* A knot, or with NULL other parameters, at t. */
static int take(const struct sl_filter_params *p, struct sl_filter *f, int64_t t_ns,
                const struct sl_knot *knot, struct sl_knots *out, struct sl_error *err)
{
    int code = own_events(p, f, t_ns, out, err);
    if (code) return code;
    advance(f, t_ns);
    double before_w = f->drawn_w, before_slope = f->drawn_slope_w_per_s;
    if (knot) {
        f->asked_w = knot->power_w;
        f->asked_slope_w_per_s = knot->slope_w_per_s;
        f->skewed = knot->skewed;
    }
    decide(p, f);
    return emit(f, before_w, before_slope, out, err);
}

int sl_filter_run(const struct sl_filter_params *p, struct sl_filter *f, const struct sl_knot *in,
                  size_t count, int64_t end_ns, struct sl_knots *out, struct sl_error *err)
{
    for (size_t i = 0; i < count; i++) {
        int code = take(p, f, in[i].t_ns, &in[i], out, err);
        if (code) return code;
    }
    return own_events(p, f, end_ns, out, err);
}

int sl_filter_change(const struct sl_filter_params *p, struct sl_filter *f, int64_t t_ns,
                     struct sl_knots *out, struct sl_error *err)
{
    return take(p, f, t_ns, NULL, out, err);
}

int sl_filter_release(const struct sl_filter_params *p, struct sl_filter *f, int64_t t_ns, double idle_w,
                      struct sl_knots *out, struct sl_error *err)
{
    int code = own_events(p, f, t_ns, out, err);
    if (code) return code;
    f->released = 1;
    struct sl_knot knot = {t_ns, idle_w, 0.0, 1};
    return take(p, f, t_ns, &knot, out, err);
}

bool sl_filter_settled(const struct sl_filter *f)
{
    return f->level && f->event_ns == SL_NEVER && f->drawn_slope_w_per_s == 0.0 && f->drawn_w == f->asked_w;
}

struct sl_filter_energy sl_filter_energy_at(const struct sl_filter *f, int64_t t_ns)
{
    struct sl_filter_energy e = f->energy;
    integrate(&e, f, sl_s_from_ns(t_ns - f->t_ns));
    return e;
}
