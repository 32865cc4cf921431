#include "models/base/series.h"

/* Index of the last time <= t, or -1 before the first. */
static ptrdiff_t segment_of(const struct sl_series *s, int64_t t_ns)
{
    size_t lo = 0, hi = s->count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (s->t_ns[mid] <= t_ns)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (ptrdiff_t)lo - 1;
}

static double value_in(const struct sl_series *s, ptrdiff_t i, double t_ns)
{
    if (i < 0) return s->value[0];
    if ((size_t)i + 1 >= s->count || s->between == SL_BETWEEN_HOLD) return s->value[i];
    double t0 = (double)s->t_ns[i], t1 = (double)s->t_ns[i + 1];
    return s->value[i] + (s->value[i + 1] - s->value[i]) * (t_ns - t0) / (t1 - t0);
}

double sl_series_at(const struct sl_series *s, int64_t t_ns)
{
    if (s->count == 0) return 0.0;
    return value_in(s, segment_of(s, t_ns), (double)t_ns);
}

double sl_series_mean(const struct sl_series *s, int64_t t0_ns, int64_t t1_ns)
{
    if (s->count == 0) return 0.0;
    double integral = 0.0;
    int64_t t = t0_ns;
    for (ptrdiff_t i = segment_of(s, t0_ns); t < t1_ns; i++) {
        int64_t next = (i + 1 < (ptrdiff_t)s->count) ? s->t_ns[i + 1] : INT64_MAX;
        int64_t end = next < t1_ns ? next : t1_ns;
        double mid = (double)t + 0.5 * (double)(end - t);
        integral += value_in(s, i, mid) * (double)(end - t);
        t = end;
    }
    return integral / (double)(t1_ns - t0_ns);
}
