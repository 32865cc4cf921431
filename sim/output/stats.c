#include "sim/output/stats.h"

#include <math.h>
#include <stdlib.h>

int sl_stats_create(struct sl_stats *s, size_t width)
{
    s->width = width;
    s->sum = malloc((width ? 3 * width : 1) * sizeof *s->sum);
    if (!s->sum) return -1;
    s->min = s->sum + width;
    s->max = s->min + width;
    sl_stats_reset(s);
    return 0;
}

void sl_stats_free(struct sl_stats *s)
{
    free(s->sum);
    *s = (struct sl_stats){0};
}

void sl_stats_reset(struct sl_stats *s)
{
    s->weight = 0;
    for (size_t i = 0; i < s->width; i++) {
        s->sum[i] = 0.0;
        s->min[i] = INFINITY;
        s->max[i] = -INFINITY;
    }
}

static inline double lower(double a, double b)
{
    return a < b ? a : b;
}

static inline double higher(double a, double b)
{
    return a > b ? a : b;
}

void sl_stats_add(struct sl_stats *s, const double *value)
{
    double *restrict sum = s->sum, *restrict min = s->min, *restrict max = s->max;
    for (size_t i = 0; i < s->width; i++) sum[i] += value[i];
    for (size_t i = 0; i < s->width; i++) min[i] = lower(value[i], min[i]);
    for (size_t i = 0; i < s->width; i++) max[i] = higher(value[i], max[i]);
    s->weight++;
}

void sl_stats_add_floats(struct sl_stats *s, const float *value)
{
    sl_stats_add_rows(s, value, value, value, 1);
}

void sl_stats_add_rows(struct sl_stats *s, const float *mean, const float *min, const float *max,
                       uint64_t weight)
{
    double *restrict sum = s->sum, *restrict lo = s->min, *restrict hi = s->max, w = (double)weight;
    for (size_t i = 0; i < s->width; i++) sum[i] += w * (double)mean[i];
    for (size_t i = 0; i < s->width; i++) lo[i] = lower((double)min[i], lo[i]);
    for (size_t i = 0; i < s->width; i++) hi[i] = higher((double)max[i], hi[i]);
    s->weight += weight;
}

void sl_stats_merge(struct sl_stats *s, const struct sl_stats *other)
{
    for (size_t i = 0; i < s->width; i++) {
        s->sum[i] += other->sum[i];
        s->min[i] = lower(other->min[i], s->min[i]);
        s->max[i] = higher(other->max[i], s->max[i]);
    }
    s->weight += other->weight;
}

void sl_stats_row(const struct sl_stats *s, float *out)
{
    size_t n = s->width;
    for (size_t i = 0; i < n; i++) {
        int none = s->min[i] > s->max[i];
        out[i] = (float)(s->sum[i] / (double)s->weight);
        out[n + i] = none ? NAN : (float)s->min[i];
        out[2 * n + i] = none ? NAN : (float)s->max[i];
    }
}
