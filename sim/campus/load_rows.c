#include "sim/campus/load_rows.h"

#include "models/base/clones.h"

typedef double four __attribute__((vector_size(4 * sizeof(double)), may_alias));
typedef long long four_bits __attribute__((vector_size(4 * sizeof(long long))));

SL_CLONES
void sl_rows_sum(double (*restrict p)[SL_LANES], size_t steps, double *restrict sum_w)
{
    for (size_t k = 0; k < steps; k++) {
        const four *row = (const four *)p[k];
        four a = (row[0] + row[2]) + (row[1] + row[3]);
        sum_w[k] = (a[0] + a[2]) + (a[1] + a[3]);
    }
}

SL_CLONES
void sl_rows_scale(double (*restrict p)[SL_LANES], size_t steps, double base_w, double factor,
                   const double *restrict weight)
{
    double base[SL_LANES], gain[SL_LANES];
    for (size_t i = 0; i < SL_LANES; i++) {
        base[i] = weight[i] * base_w;
        gain[i] = weight[i] * factor;
    }
    for (size_t k = 0; k < steps; k++)
        for (size_t i = 0; i < SL_LANES; i++) p[k][i] = base[i] + gain[i] * p[k][i];
}

/* Written in vectors of four: the compiler keeps the three accumulators of a lane scalar otherwise, at three times the
 * cost. */
SL_CLONES
void sl_rows_range(double (*restrict ac)[SL_LANES], size_t steps, const double *restrict weight,
                   double *restrict mean_w, double *restrict min_w, double *restrict max_w)
{
    for (size_t q = 0; q < SL_LANES; q += 4) {
        four w = *(const four *)(weight + q), now = w * *(const four *)&ac[0][q], sum = now - now, low = now,
             high = now;
        for (size_t k = 0; k < steps; k++) {
            now = w * *(const four *)&ac[k][q];
            *(four *)&ac[k][q] = now;
            sum += now;
            four_bits below = now<low, above = now> high;
            low = (four)((below & (four_bits)now) | (~below & (four_bits)low));
            high = (four)((above & (four_bits)now) | (~above & (four_bits)high));
        }
        for (size_t i = 0; i < 4; i++) {
            mean_w[q + i] = sum[i] / (double)steps;
            min_w[q + i] = low[i];
            max_w[q + i] = high[i];
        }
    }
}

SL_CLONES
void sl_rows_add(double (*restrict p)[SL_LANES], size_t steps, const double *restrict level, double share)
{
    for (size_t k = 0; k < steps; k++)
        for (size_t i = 0; i < SL_LANES; i++) p[k][i] += share * level[i];
}
