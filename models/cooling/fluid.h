/* Properties of the coolants, constant over the range of a facility loop (20-50 degC). */
#ifndef SL_COOLING_FLUID_H
#define SL_COOLING_FLUID_H

struct sl_fluid {
    double density_kg_per_m3;
    double heat_capacity_j_per_kg_k;
};

/* Water at 30 degC: 995.65 kg/m3, 4179.9 J/(kg K). PG25 (25 % propylene glycol): 1015 kg/m3, 3900 J/(kg
 * K). */
static const struct sl_fluid sl_fluid_water = {995.65, 4179.9};
static const struct sl_fluid sl_fluid_pg25 = {1015.0, 3900.0};

/* Heat capacity rate in W/K of a volume flow in m3/s. */
static inline double sl_fluid_rate_w_per_k(struct sl_fluid fluid, double flow_m3_per_s)
{
    return flow_m3_per_s * fluid.density_kg_per_m3 * fluid.heat_capacity_j_per_kg_k;
}

#endif
