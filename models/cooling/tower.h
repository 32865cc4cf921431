/* Open cooling tower by Merkel's theory in effectiveness form (EnergyPlus CoolingTower:VariableSpeed:Merkel).
 *
 * Air of capacity rate Ca = ma cpe, cpe = (hs(Twb_out) - hs(Twb))/(Twb_out - Twb), exchanges heat counterflow
 * with water of rate Cw:  Q = eps min(Ca, Cw) (Tw_in - Twb).  At a given heat Q the leaving air follows at
 * once, hs(Twb_out) = hs(Twb) + Q/ma, so the conductance K = Q/(Tw_in - Twb) needs no iteration. Hence the
 * approach: Tw_out - Twb = Q (1/K - 1/Cw); it shrinks with load, and grows as air or wet bulb falls.
 *   UA = UA0 f_air f_water f_wb cpe/cp_air
 *   f_air = 1.3 x - 0.3 x^2,  f_water = 0.1082 + 1.667 x - 0.7713 x^2,  f_wb = 1 + 0.0081 (Twb_design - Twb)
 * each clamped to its range. Below air_min the fans cycle: K and fan power in proportion to the time they
 * run. Air leaves saturated: evaporation = ma (Ws(T_out) - W_in). One lumped tower; left out: cell staging,
 * free convection, icing, plume, recirculation. */
#ifndef SL_COOLING_TOWER_H
#define SL_COOLING_TOWER_H

struct sl_tower {
    double ua_design_w_per_k;    /* UA0 */
    double air_design_kg_per_s;  /* dry air at full speed */
    double water_design_w_per_k; /* Cw at design */
    double wet_bulb_design_degc;
    double air_min; /* lowest relative air flow before cycling */
};

/* Sizes UA0 so that heat_w leaves with the given approach at the design wet bulb, full air and design water
 * flow. Returns 0, or -1 if no tower can do it with this air flow. */
int sl_tower_size(struct sl_tower *tower, double heat_w, double approach_k, double pressure_pa);

/* K in W/K when the tower rejects heat_w (>= 0) at relative air and water flow. */
double sl_tower_conductance(const struct sl_tower *tower, double air, double water, double heat_w,
                            double wet_bulb_degc, double pressure_pa);

/* The relative air flow in [0, 1] whose conductance is `wanted`; 1 if even full air is not enough. */
double sl_tower_air(const struct sl_tower *tower, double wanted_w_per_k, double water, double heat_w,
                    double wet_bulb_degc, double pressure_pa);

/* Share of the design fan power at a relative air flow. */
double sl_tower_fan_fraction(const struct sl_tower *tower, double air);

/* Evaporation, kg/s, of air_kg_per_s of dry air taking up heat_w and leaving saturated; 0 if it would
 * condense. */
double sl_tower_evaporation_kg_per_s(double heat_w, double air_kg_per_s, double dry_bulb_degc,
                                     double wet_bulb_degc, double pressure_pa);

#endif
