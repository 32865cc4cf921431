#include "models/grid/playback.h"

struct sl_volt sl_playback_voltage(const struct sl_playback *p, int64_t t0_ns, int64_t t1_ns)
{
    struct sl_volt v = sl_volt_balanced(p->voltage_pu);
    for (int i = 0; i < 3; i++)
        if (p->v[i].count > 0) v.ph[i] = sl_series_mean(&p->v[i], t0_ns, t1_ns);
    return v;
}

double sl_playback_frequency(const struct sl_playback *p, int64_t t_ns)
{
    return p->f.count > 0 ? sl_series_at(&p->f, t_ns) : p->nominal_hz;
}
