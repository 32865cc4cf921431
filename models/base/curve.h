/* A piecewise-linear curve through given points, x strictly increasing; outside the points the end value holds. */
#ifndef SL_BASE_CURVE_H
#define SL_BASE_CURVE_H

#include <stdbool.h>

#define SL_CURVE_MAX 64

struct sl_curve {
    int count;
    double x[SL_CURVE_MAX];
    double y[SL_CURVE_MAX];
};

/* y at x; 0 for an empty curve. */
double sl_curve_at(const struct sl_curve *c, double x);

/* x strictly increasing, at least one point, all finite. */
bool sl_curve_valid(const struct sl_curve *c);

#endif
