#include "models/base/curve.h"

#include <math.h>

double sl_curve_at(const struct sl_curve *c, double x)
{
    if (c->count == 0) return 0.0;
    if (x <= c->x[0]) return c->y[0];
    for (int i = 1; i < c->count; i++) {
        if (x <= c->x[i]) {
            double w = (x - c->x[i - 1]) / (c->x[i] - c->x[i - 1]);
            return c->y[i - 1] + w * (c->y[i] - c->y[i - 1]);
        }
    }
    return c->y[c->count - 1];
}

bool sl_curve_valid(const struct sl_curve *c)
{
    if (c->count < 1 || c->count > SL_CURVE_MAX) return false;
    for (int i = 0; i < c->count; i++) {
        if (!isfinite(c->x[i]) || !isfinite(c->y[i])) return false;
        if (i > 0 && !(c->x[i] > c->x[i - 1])) return false;
    }
    return true;
}
