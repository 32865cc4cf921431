#include "models/grid/poi.h"

#include <math.h>

static const double deg_per_rad = 57.29577951308232;

struct sl_poi sl_poi_of(double short_circuit_va, double x_over_r)
{
    double r_pu = 1.0 / hypot(1.0, x_over_r);
    return (struct sl_poi){.e_pu = 1.0, .r_pu = r_pu, .x_pu = r_pu * x_over_r, .base_va = short_circuit_va};
}

int sl_poi_solve(const struct sl_poi *poi, double p_w, double q_var, double *v_pu, double *angle_deg)
{
    double p = p_w / poi->base_va, q = q_var / poi->base_va;
    double along = poi->r_pu * p + poi->x_pu * q, across = poi->x_pu * p - poi->r_pu * q;
    double half_b = 0.5 * poi->e_pu * poi->e_pu - along;
    double c = along * along + across * across; /* = (P^2 + Q^2)(R^2 + X^2) */
    double disc = half_b * half_b - c;
    if (!(half_b > 0.0) || !(disc >= 0.0)) return 1;
    double v2 = half_b + sqrt(disc);
    *v_pu = sqrt(v2);
    if (angle_deg) *angle_deg = -atan2(across, v2 + along) * deg_per_rad;
    return 0;
}

int sl_poi_schedule(struct sl_poi *poi, double v_pu, double p_w, double q_var)
{
    double p = p_w / poi->base_va, q = q_var / poi->base_va;
    double along = (poi->r_pu * p + poi->x_pu * q) / v_pu, across = (poi->x_pu * p - poi->r_pu * q) / v_pu;
    /* the upper root is the one with V^2 >= |S||Z| */
    if (!(v_pu > 0.0) || v_pu < hypot(along, across)) return 1;
    poi->e_pu = hypot(v_pu + along, across);
    return 0;
}

double sl_poi_power_max_w(const struct sl_poi *poi, double q_over_p)
{
    double z = hypot(poi->r_pu, poi->x_pu), s = hypot(1.0, q_over_p);
    double e2 = poi->e_pu * poi->e_pu;
    return poi->base_va * e2 / (2.0 * (s * z + poi->r_pu + q_over_p * poi->x_pu));
}
