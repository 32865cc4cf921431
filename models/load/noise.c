#include "models/load/noise.h"

#include "models/base/random.h"

#include <math.h>

void sl_noise_init(struct sl_noise_params *p, double sigma_w, int64_t tau_ns, uint64_t seed)
{
    double x = (double)SL_NOISE_TICK_NS / (double)tau_ns;
    *p = (struct sl_noise_params){
        .sigma_w = sigma_w, .phi = exp(-x), .kick = sqrt(-expm1(-2.0 * x)), .seed = seed};
}

/* Counter 0 starts the process in its stationary distribution; tick n takes counter n + 1. */
void sl_noise_start(const struct sl_noise_params *p, struct sl_noise *n, size_t block)
{
    *n = (struct sl_noise){{0}, {0}};
    if (p->sigma_w > 0.0)
        sl_random_normals(p->seed, SL_RANDOM_RACK_NOISE, block * SL_LANES, SL_LANES, 0, n->x);
}

void sl_noise_tick(const struct sl_noise_params *p, struct sl_noise *n, size_t block, int64_t tick,
                   const double *busy)
{
    double z[SL_LANES], any = 0.0;
    for (size_t i = 0; i < SL_LANES; i++) any += busy[i];
    if (!(any > 0.0) || !(p->sigma_w > 0.0)) {
        for (size_t i = 0; i < SL_LANES; i++) n->level_w[i] = 0.0;
        return;
    }
    sl_random_normals(p->seed, SL_RANDOM_RACK_NOISE, block * SL_LANES, SL_LANES, (uint64_t)tick + 1, z);
    for (size_t i = 0; i < SL_LANES; i++) {
        n->x[i] = p->phi * n->x[i] + p->kick * z[i];
        n->level_w[i] = n->x[i] * p->sigma_w * sqrt(busy[i]);
    }
}
