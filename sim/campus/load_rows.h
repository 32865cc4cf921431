/* The load stage's loops over rows of sixteen racks, a row a step. Rows are aligned to 32 bytes; fixed order throughout. */
#ifndef SL_CAMPUS_LOAD_ROWS_H
#define SL_CAMPUS_LOAD_ROWS_H

#include "models/load/kernel.h"

/* p += share * level in each row. */
void sl_rows_add(double (*restrict p)[SL_LANES], size_t steps, const double *restrict level, double share);

/* sum_w[step] = sum of the row, by a fixed tree over the lanes. */
void sl_rows_sum(double (*restrict p)[SL_LANES], size_t steps, double *restrict sum_w);

/* p = weight * (base_w + factor p): accelerator power becomes power behind the PSUs, padding zero. */
void sl_rows_scale(double (*restrict p)[SL_LANES], size_t steps, double base_w, double factor,
                   const double *restrict weight);

/* ac = weight * ac, and each lane's mean, least and greatest over the rows (at least one). */
void sl_rows_range(double (*restrict ac)[SL_LANES], size_t steps, const double *restrict weight,
                   double *restrict mean_w, double *restrict min_w, double *restrict max_w);

#endif
