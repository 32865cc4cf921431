/* Step means of the lagged power of 16 racks, in closed form.
 *
 * A rack's undelayed power u(t) is piecewise linear; its drawn power follows tau dp/dt = u - p. Wanted is the mean of p
 * over each step of length h. With a = exp(-h/tau), an event at time t lies in step k = floor(t/h), f = k + 1 - t/h is
 * the part of the step still to come and q = exp(-f h/tau):
 *
 *     jump d:          D[k..k+2] += d {f, 1 - 2f, f - 1},   E[k..k+1] -= d (tau/h) {1 - q, q - a}
 *     slope change s:  D[k..k+2] += s h {f^2/2, 1/2 + f - f^2, (1-f)^2/2}, and a jump of -s tau in D and E
 *
 * (a ramp through the lag is the ramp less s tau, plus a decaying s tau). V = running sum of the running sum of D is the
 * mean of the undelayed power, Y[k] = a Y[k-1] + E[k] that of the lag's deviation; p = V + Y. Everything is double:
 * second differences in float lose 1e-3 of the energy within 10,000 steps.
 *
 * Each span starts from an anchor, the exact power and slope at its first instant, so that V cannot drift; carried over
 * is only the deviation, which decays. Taps behind the span's end are the next anchor's. tau = 0: Y = 0. Any h.
 * Depends on integers (t, h) only. The lanes are independent; a step's sixteen racks lie side by side. */
#ifndef SL_LOAD_KERNEL_H
#define SL_LOAD_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#define SL_LANES 16

struct sl_kernel { /* of one step length and lag, and the span at hand; shared by all blocks */
    int64_t h_ns, t0_ns;
    size_t steps;
    double h_s, tau_s;
    double end;        /* a */
    double lag_weight; /* tau/h */
};

struct sl_kernel_state {          /* a block's: plain data */
    double deviation_w[SL_LANES]; /* mean of the lag's deviation over the next step, if nothing happens */
};

struct sl_kernel_anchor { /* a block's power at the span's first instant, before what happens at it */
    double power_w[SL_LANES];
    double slope_w_per_s[SL_LANES];
};

/* What one event deposits, for a unit jump and a unit slope change. */
struct sl_kernel_tap {
    size_t step;
    double jump[3], slope[3]; /* into D */
    double lag[2];            /* into E, of a unit of (jump - tau slope) */
};

/* A block's buffers over a span: D becomes the result in place. Arrays [steps][SL_LANES] are the caller's. */
struct sl_kernel_block {
    double (*d)[SL_LANES];
    double (*e)[SL_LANES]; /* NULL when tau = 0 */
    double carry[SL_LANES];
};

void sl_kernel_init(struct sl_kernel *k, int64_t h_ns, double tau_s);
void sl_kernel_span(struct sl_kernel *k, int64_t t0_ns, size_t steps);

/* t0_ns <= t_ns < t0_ns + steps h. */
void sl_kernel_tap_at(const struct sl_kernel *k, int64_t t_ns, struct sl_kernel_tap *tap);

void sl_kernel_begin(const struct sl_kernel *k, struct sl_kernel_block *b);
void sl_kernel_deposit(const struct sl_kernel *k, struct sl_kernel_block *b, size_t lane,
                       const struct sl_kernel_tap *tap, double jump_w, double slope_w_per_s);

/* b->d[step][lane] becomes the step mean of the lagged power, W. */
void sl_kernel_finish(const struct sl_kernel *k, struct sl_kernel_block *b,
                      const struct sl_kernel_anchor *anchor, struct sl_kernel_state *state);

#endif
