#include "models/load/kernel.h"

#include "models/base/clones.h"

#include <math.h>
#include <string.h>

void sl_kernel_init(struct sl_kernel *k, int64_t h_ns, double tau_s)
{
    double h_s = (double)h_ns * 1e-9;
    *k = (struct sl_kernel){.h_ns = h_ns, .h_s = h_s, .tau_s = tau_s > 0.0 ? tau_s : 0.0};
    if (tau_s > 0.0) {
        k->end = exp(-h_s / tau_s);
        k->lag_weight = tau_s / h_s;
    }
}

void sl_kernel_span(struct sl_kernel *k, int64_t t0_ns, size_t steps)
{
    k->t0_ns = t0_ns;
    k->steps = steps;
}

void sl_kernel_tap_at(const struct sl_kernel *k, int64_t t_ns, struct sl_kernel_tap *tap)
{
    int64_t since_ns = t_ns - k->t0_ns, step = since_ns / k->h_ns;
    double f = (double)((step + 1) * k->h_ns - since_ns) / (double)k->h_ns;
    double g = 1.0 - f;
    tap->step = (size_t)step;
    tap->jump[0] = f;
    tap->jump[1] = 1.0 - 2.0 * f;
    tap->jump[2] = -g;
    tap->slope[0] = k->h_s * (0.5 * f * f);
    tap->slope[1] = k->h_s * (0.5 + f * g);
    tap->slope[2] = k->h_s * (0.5 * g * g);
    if (k->tau_s > 0.0) {
        double q = exp(-f / k->lag_weight);
        tap->lag[0] = -k->lag_weight * (1.0 - q);
        tap->lag[1] = -k->lag_weight * (q - k->end);
    } else {
        tap->lag[0] = tap->lag[1] = 0.0;
    }
}

void sl_kernel_begin(const struct sl_kernel *k, struct sl_kernel_block *b)
{
    memset(b->d, 0, k->steps * sizeof *b->d);
    if (b->e) memset(b->e, 0, k->steps * sizeof *b->e);
    memset(b->carry, 0, sizeof b->carry);
}

void sl_kernel_deposit(const struct sl_kernel *k, struct sl_kernel_block *b, size_t lane,
                       const struct sl_kernel_tap *tap, double jump_w, double slope_w_per_s)
{
    double lagged_w = jump_w - slope_w_per_s * k->tau_s;
    size_t left = k->steps - tap->step, count = left < 3 ? left : 3;
    double(*d)[SL_LANES] = b->d + tap->step;
    for (size_t i = 0; i < count; i++) d[i][lane] += lagged_w * tap->jump[i] + slope_w_per_s * tap->slope[i];
    if (!b->e) return;
    b->e[tap->step][lane] += lagged_w * tap->lag[0];
    if (left > 1)
        b->e[tap->step + 1][lane] += lagged_w * tap->lag[1];
    else
        b->carry[lane] += lagged_w * tap->lag[1];
}

/* Two running sums and one decaying one, sixteen lanes abreast. */
SL_CLONES
static void run_sums(size_t steps, double end, double (*restrict d)[SL_LANES], double (*restrict e)[SL_LANES],
                     double *restrict rise, double *restrict power, double *restrict deviation)
{
    double r[SL_LANES], v[SL_LANES], y[SL_LANES];
    memcpy(r, rise, sizeof r);
    memcpy(v, power, sizeof v);
    memcpy(y, deviation, sizeof y);
    for (size_t k = 0; k < steps; k++) {
        for (size_t i = 0; i < SL_LANES; i++) {
            r[i] += d[k][i];
            v[i] += r[i];
            double now = y[i] + e[k][i];
            d[k][i] = v[i] + now;
            y[i] = end * now;
        }
    }
    memcpy(deviation, y, sizeof y);
}

SL_CLONES
static void run_sums_without_lag(size_t steps, double (*restrict d)[SL_LANES], double *restrict rise,
                                 double *restrict power)
{
    double r[SL_LANES], v[SL_LANES];
    memcpy(r, rise, sizeof r);
    memcpy(v, power, sizeof v);
    for (size_t k = 0; k < steps; k++) {
        for (size_t i = 0; i < SL_LANES; i++) {
            r[i] += d[k][i];
            v[i] += r[i];
            d[k][i] = v[i];
        }
    }
}

void sl_kernel_finish(const struct sl_kernel *k, struct sl_kernel_block *b,
                      const struct sl_kernel_anchor *anchor, struct sl_kernel_state *state)
{
    double rise[SL_LANES], power[SL_LANES];
    for (size_t i = 0; i < SL_LANES; i++) {
        double slope = anchor->slope_w_per_s[i];
        rise[i] = slope * k->h_s;
        power[i] = anchor->power_w[i] - slope * (k->tau_s + 0.5 * k->h_s); /* the mean over the step before */
    }
    if (!b->e) {
        run_sums_without_lag(k->steps, b->d, rise, power);
        return;
    }
    run_sums(k->steps, k->end, b->d, b->e, rise, power, state->deviation_w);
    for (size_t i = 0; i < SL_LANES; i++) state->deviation_w[i] += b->carry[i];
}
