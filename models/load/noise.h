/* Noise of busy accelerators, summed over a rack.
 *
 * Each busy accelerator adds an AR(1) process of standard deviation noise_fraction * rated power and time constant
 * noise_tau_ms; a sum of n such processes is again AR(1) with n times the variance, so a rack takes one draw a tick:
 *
 *     x' = phi x + sqrt(1 - phi^2) z,  phi = exp(-10 ms/tau),  noise = x sigma sqrt(busy)
 *
 * on its own clock of 10 ms, constant between ticks, so that step means are exact for any step and no step length
 * changes a draw. A block without busy accelerators draws nothing. */
#ifndef SL_LOAD_NOISE_H
#define SL_LOAD_NOISE_H

#include "models/load/kernel.h"

#define SL_NOISE_TICK_NS INT64_C(10000000)

struct sl_noise_params {
    double sigma_w; /* of one accelerator; 0: no noise */
    double phi, kick;
    uint64_t seed;
};

struct sl_noise { /* a block's */
    double x[SL_LANES];
    double level_w[SL_LANES]; /* of the tick at hand */
};

void sl_noise_init(struct sl_noise_params *p, double sigma_w, int64_t tau_ns, uint64_t seed);
void sl_noise_start(const struct sl_noise_params *p, struct sl_noise *n, size_t block);

/* Draws tick number `tick` for the block; busy: accelerators at work in each rack. */
void sl_noise_tick(const struct sl_noise_params *p, struct sl_noise *n, size_t block, int64_t tick,
                   const double *busy);

#endif
