/* True mean, minimum and maximum of vectors over an interval, in double. NaN values make the mean NaN and are
 * ignored by the extremes; an interval with nothing else has NaN extremes. */
#ifndef SL_OUTPUT_STATS_H
#define SL_OUTPUT_STATS_H

#include <stddef.h>
#include <stdint.h>

struct sl_stats {
    size_t width;
    uint64_t weight;         /* steps so far */
    double *sum, *min, *max; /* one owned array of 3 width, sum first */
};

int sl_stats_create(struct sl_stats *s, size_t width); /* 0, or -1 out of memory */
void sl_stats_free(struct sl_stats *s);
void sl_stats_reset(struct sl_stats *s);

/* One step. */
void sl_stats_add(struct sl_stats *s, const double *value);
/* One step of stored values. */
void sl_stats_add_floats(struct sl_stats *s, const float *value);
/* `weight` steps at once with their mean and extremes as stored. */
void sl_stats_add_rows(struct sl_stats *s, const float *mean, const float *min, const float *max,
                       uint64_t weight);
void sl_stats_merge(struct sl_stats *s, const struct sl_stats *other);

/* out[3 width]: mean, min, max. */
void sl_stats_row(const struct sl_stats *s, float *out);

#endif
