#include "models/grid/rocof.h"

#include <math.h>

void sl_rocof_init(struct sl_rocof *r, double window_s, double step_s, double f_hz)
{
    double steps = round(window_s / step_s);
    r->count = steps < 1.0 ? 1 : steps > SL_ROCOF_STEPS ? SL_ROCOF_STEPS : (int)steps;
    r->next = 0;
    r->window_s = r->count * step_s;
    r->value_hz_per_s = 0.0;
    for (int i = 0; i < SL_ROCOF_STEPS; i++) r->f_hz[i] = f_hz;
}

double sl_rocof_step(struct sl_rocof *r, double f_hz)
{
    r->value_hz_per_s = (f_hz - r->f_hz[r->next]) / r->window_s;
    r->f_hz[r->next] = f_hz;
    r->next = r->next + 1 == r->count ? 0 : r->next + 1;
    return r->value_hz_per_s;
}
