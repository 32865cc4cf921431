/* Compensated summation (Neumaier, ZAMM 54, 1974): a sum of 1e8 terms keeps its last digits. */
#ifndef SL_BASE_SUM_H
#define SL_BASE_SUM_H

#include <math.h>

struct sl_sum {
    double sum, rest;
};

static inline void sl_sum_add(struct sl_sum *s, double x)
{
    double t = s->sum + x;
    s->rest += fabs(s->sum) >= fabs(x) ? (s->sum - t) + x : (x - t) + s->sum;
    s->sum = t;
}

static inline double sl_sum_of(const struct sl_sum *s)
{
    return s->sum + s->rest;
}

#endif
