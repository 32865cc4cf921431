/* A time series: values at increasing times in nanoseconds, either held until the next time (interval means,
 * measured power) or linear between times (temperatures). Before the first and after the last time the end
 * value holds. The arrays belong to the caller. */
#ifndef SL_BASE_SERIES_H
#define SL_BASE_SERIES_H

#include <stddef.h>
#include <stdint.h>

enum sl_between { SL_BETWEEN_HOLD, SL_BETWEEN_LINEAR };

struct sl_series {
    const int64_t *t_ns;
    const double *value;
    size_t count;
    int between; /* enum sl_between */
};

/* The value at t; 0 for an empty series. */
double sl_series_at(const struct sl_series *s, int64_t t_ns);

/* The mean over [t0, t1), exact for the curve as defined above, t1 > t0. Averaged, never decimated. */
double sl_series_mean(const struct sl_series *s, int64_t t0_ns, int64_t t1_ns);

#endif
