/* The swing of planning runs: the standard deviation of power around the jobs' iteration means, so that losses that are
 * not linear in power see it.
 *
 * Within a job all accelerators swing together, so deviations add; jobs are independent, so their variances add:
 *
 *     rack:  s^2 = sum over jobs of (gain of the job's accelerators in the rack * deviation of one)^2
 *
 * A conversion takes the two-point rule, mean input = (input(m + s) + input(m - s))/2: exact for a quadratic loss; a
 * skewed wave on a bent loss curve leaves some per cent of the loss (a mean alone misses more than 10 %). Half the
 * difference is the deviation on the other side. Above the racks the path goes on in the same way, job by job (path.h).
 * A replay has no swing: its variance within a step is lost. */
#ifndef SL_CAMPUS_LOAD_SWING_H
#define SL_CAMPUS_LOAD_SWING_H

#include "sim/campus/load.h"
#include "sim/campus/load_job.h"

/* The job's variance in each step and its gain in each hall. */
int sl_load_swing_plan(const struct sl_load *load, struct sl_load_job *part, struct sl_error *err);
void sl_load_swing_drop(struct sl_load_job *part);

/* dc -> ac of a block for all steps, and the block's block_swing_dc_w and block_swing_ac_w. */
void sl_load_swing_convert(struct sl_load *load, size_t block, double (*dc)[SL_LANES],
                           double (*ac)[SL_LANES]);

/* Deviation of part p of the load, W behind the PSUs of a hall's racks, in step k. */
double sl_load_swing_w(const struct sl_load *load, size_t part, size_t hall, size_t k);

#endif
