/* What a cycle is to a planning run: mean and coherent standard deviation of the power that an accelerator draws.
 *
 * Cycles run through the filter until they repeat; the last one is taken. A late server computes longer, by its delay d,
 * and waits less: the wave is that of a server with the job's mean delay (by gain). A mean of steps is linear in d, so
 * that the job's energy is exact; where a ramp meets a barrier the mean square of d is missing (below 1e-5 of the energy
 * for delays of milliseconds). The deviation leaves out that delays differ, which rounds the edges of a rack's sum: it is
 * too large by half the mean difference of two delays over the cycle, a few 1e-3 of itself.
 * Left out: noise. */
#ifndef SL_LOAD_CYCLE_MEAN_H
#define SL_LOAD_CYCLE_MEAN_H

#include <stdint.h>

struct sl_error;
struct sl_filter_params;
struct sl_stream_params;

struct sl_cycle_mean { /* of one nominal accelerator, behind the filter */
    double mean_w, deviation_w;
    double late_w;           /* the part of mean_w that is owed to the delay */
    double lost_w, burned_w; /* without delay */
};

/* delay_ns: the mean of the job's servers; only programs with a barrier know it: others are late throughout. */
int sl_cycle_mean_of(const struct sl_stream_params *p, const struct sl_filter_params *filter,
                     int64_t delay_ns, struct sl_cycle_mean *m, struct sl_error *err);

#endif
