#include "tests/oracle/load_naive.h"

#include "models/base/time.h"

#include <math.h>
#include <stdbool.h>

#define MICRO_NS 1000
#define MICRO_S 1e-6

struct follower { /* one accelerator's control law, a micro-step at a time */
    double power_w;
    bool down;
    int64_t held_ns;
};

/* At most `limit_w` towards the target; the last bit of a ramp lands on it. */
static double approach(double power_w, double target_w, double limit_w)
{
    if (fabs(target_w - power_w) <= limit_w * (1 + 1e-7)) return target_w;
    return target_w > power_w ? power_w + limit_w : power_w - limit_w;
}

static double clamp_target(const struct sl_filter_params *p, double asked_w, bool released)
{
    double w = asked_w;
    if (!released && w < p->floor_w) w = p->floor_w;
    return w > p->cap_w ? p->cap_w : w;
}

/* Power at the start (after jumps) and at the end of a micro-step in which the target goes from t0 to t1. */
static void follow(const struct sl_filter_params *p, struct follower *f, double t0_w, double t1_w,
                   double *start_w, double *end_w)
{
    if (t0_w > f->power_w && isinf(p->ramp_up_w_per_s)) f->power_w = t0_w;
    bool above = t0_w > f->power_w || (t0_w == f->power_w && t1_w >= t0_w);
    if (above) {
        f->down = false;
        f->held_ns = 0;
        *start_w = f->power_w;
        f->power_w = approach(f->power_w, t1_w, p->ramp_up_w_per_s * MICRO_S);
        *end_w = f->power_w;
        return;
    }
    if (!f->down && f->held_ns < p->hold_ns) {
        f->held_ns += MICRO_NS;
        *start_w = *end_w = f->power_w;
        return;
    }
    f->down = true;
    if (isinf(p->ramp_down_w_per_s)) f->power_w = t0_w;
    *start_w = f->power_w;
    f->power_w = approach(f->power_w, t1_w, p->ramp_down_w_per_s * MICRO_S);
    *end_w = f->power_w;
}

static void account(struct naive_energy *e, double a0, double a1, double d0, double d1)
{
    double asked = 0.5 * (a0 + a1), drawn = 0.5 * (d0 + d1);
    e->asked_j += asked * MICRO_S;
    e->drawn_j += drawn * MICRO_S;
    if (drawn > asked)
        e->burned_j += (drawn - asked) * MICRO_S;
    else
        e->lost_j += (asked - drawn) * MICRO_S;
}

static void run_server(const struct naive_run *run, const struct naive_server *server, size_t steps,
                       double *mean_w, struct naive_energy *energy)
{
    struct follower f = {run->start_w, false, 0};
    double lagged_w = run->start_w, from_w = run->start_w, slope = 0.0;
    int64_t from_ns = 0, step_ns = run->span_ns / (int64_t)steps;
    double keep = run->tau_s > 0.0 ? exp(-MICRO_S / run->tau_s) : 0.0;
    size_t next = 0;
    for (int64_t t = 0; t < run->span_ns; t += MICRO_NS) {
        for (; next < run->knot_count; next++) {
            const struct sl_knot *k = &run->knots[next];
            int64_t when = k->t_ns + (k->skewed ? server->delay_ns : 0);
            if (when > t) break;
            from_ns = when, from_w = k->power_w, slope = k->slope_w_per_s;
        }
        bool released = run->release_ns != SL_NEVER && t >= run->release_ns + server->delay_ns;
        double a0 = from_w + slope * (double)(t - from_ns) * 1e-9;
        double a1 = from_w + slope * (double)(t + MICRO_NS - from_ns) * 1e-9;
        double d0, d1;
        follow(run->filter, &f, clamp_target(run->filter, a0, released),
               clamp_target(run->filter, a1, released), &d0, &d1);
        if (energy) account(energy, a0, a1, d0, d1);
        double mean = 0.5 * (d0 + d1);
        if (run->tau_s > 0.0) { /* input d0 -> d1: exact end; the mean from tau dp/dt = u - p, integrated */
            double s = (d1 - d0) / MICRO_S,
                   end = d1 - s * run->tau_s + (lagged_w - d0 + s * run->tau_s) * keep;
            mean -= run->tau_s * (end - lagged_w) / MICRO_S;
            lagged_w = end;
        }
        mean_w[server->rack * steps + (size_t)(t / step_ns)] +=
            server->gain * mean * (double)MICRO_NS / (double)step_ns;
    }
}

void naive_load(const struct naive_run *run, size_t steps, double *mean_w, struct naive_energy *energy)
{
    for (size_t i = 0; i < run->server_count; i++)
        run_server(run, &run->servers[i], steps, mean_w, i == 0 ? energy : NULL);
}
