#include "models/cooling/metrics.h"

#include <math.h>

void sl_site_meter_add(struct sl_site_meter *meter, double facility_w, double it_w, double water_kg_per_s,
                       double h_s)
{
    meter->facility_j += facility_w * h_s;
    meter->it_j += it_w * h_s;
    meter->water_kg += water_kg_per_s * h_s;
}

double sl_site_meter_pue(const struct sl_site_meter *meter)
{
    return meter->it_j > 0.0 ? meter->facility_j / meter->it_j : (double)NAN;
}

double sl_site_meter_wue_l_per_kwh(const struct sl_site_meter *meter)
{
    return meter->it_j > 0.0 ? meter->water_kg / (meter->it_j / 3.6e6) : (double)NAN;
}
