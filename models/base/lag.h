/* First-order lag tau dy/dt = u - y with exact exponential steps, so that no step is too long.
 * A step of h with constant input u: y' = u + (y - u) a, mean of y over the step = u + (y - u) m,
 * a = exp(-h/tau), m = (1 - a) tau/h. tau = 0 follows at once. */
#ifndef SL_BASE_LAG_H
#define SL_BASE_LAG_H

#include <math.h>

struct sl_lag {
    double end;  /* a: what is left of a deviation after one step */
    double mean; /* m: its mean over the step */
};

static inline struct sl_lag sl_lag_of(double h_s, double tau_s)
{
    if (tau_s <= 0.0) return (struct sl_lag){0.0, 0.0};
    double x = h_s / tau_s;
    return (struct sl_lag){exp(-x), -expm1(-x) / x};
}

/* Advances *y by one step with input u held; returns the mean of y over the step. */
static inline double sl_lag_step(struct sl_lag lag, double *y, double u)
{
    double d = *y - u;
    *y = u + d * lag.end;
    return u + d * lag.mean;
}

#endif
