#include "models/cooling/tower.h"

#include "models/cooling/exchanger.h"
#include "models/cooling/moist_air.h"
#include "models/cooling/pump.h"

#include <math.h>

#define AIR_HEAT_CAPACITY 1006.0 /* J/(kg K) */
#define LEAST_RISE 50.0          /* J/kg: below, the slope of hs at the wet bulb serves */

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* EnergyPlus engineering reference, factors of UA, each in the range of its fit. */
static double air_factor(double x)
{
    x = clamp(x, 0.2, 1.0);
    return 1.3 * x - 0.3 * x * x;
}

static double water_factor(double x)
{
    x = clamp(x, 0.3, 1.0);
    return clamp(0.1082 + 1.667 * x - 0.7713 * x * x, 0.5, 1.1);
}

static double wet_bulb_factor(double below_design_k)
{
    return clamp(1.0 + 0.0081 * clamp(below_design_k, -10.0, 25.0), 0.85, 1.3);
}

/* Slope of the saturation enthalpy between inlet and outlet wet bulb, J/(kg K). */
static double saturation_slope(double heat_w, double air_kg_per_s, double wet_bulb_degc, double pressure_pa)
{
    double rise = fmax(heat_w / air_kg_per_s, LEAST_RISE);
    double in = sl_saturation_enthalpy_j_per_kg(wet_bulb_degc, pressure_pa);
    double guess_degc = wet_bulb_degc + fmin(rise / 4000.0, 20.0);
    return rise / (sl_saturation_temperature_degc(in + rise, pressure_pa, guess_degc) - wet_bulb_degc);
}

int sl_tower_size(struct sl_tower *tower, double heat_w, double approach_k, double pressure_pa)
{
    double slope =
        saturation_slope(heat_w, tower->air_design_kg_per_s, tower->wet_bulb_design_degc, pressure_pa);
    double air = tower->air_design_kg_per_s * slope, water = tower->water_design_w_per_k;
    double least = fmin(air, water), eps = 1.0 / (approach_k / heat_w + 1.0 / water) / least;
    if (!(eps < 1.0)) return -1;
    double ua = least * sl_exchanger_counterflow_ntu(eps, least / fmax(air, water));
    tower->ua_design_w_per_k = ua * AIR_HEAT_CAPACITY / slope / (air_factor(1.0) * water_factor(1.0));
    return 0;
}

static double running_conductance(const struct sl_tower *tower, double air, double water, double heat_w,
                                  double wet_bulb_degc, double pressure_pa)
{
    double air_kg_per_s = air * tower->air_design_kg_per_s;
    double slope = saturation_slope(heat_w, air_kg_per_s, wet_bulb_degc, pressure_pa);
    double ua = tower->ua_design_w_per_k * air_factor(air) * water_factor(water) *
                wet_bulb_factor(tower->wet_bulb_design_degc - wet_bulb_degc) * slope / AIR_HEAT_CAPACITY;
    return sl_exchanger_conductance_counterflow(ua, air_kg_per_s * slope,
                                                water * tower->water_design_w_per_k);
}

double sl_tower_conductance(const struct sl_tower *tower, double air, double water, double heat_w,
                            double wet_bulb_degc, double pressure_pa)
{
    if (air <= 0.0 || water <= 0.0) return 0.0;
    double running = fmax(air, tower->air_min);
    return air / running * running_conductance(tower, running, water, heat_w, wet_bulb_degc, pressure_pa);
}

/* Illinois' false position between `low` and full air; the conductance rises with air. */
double sl_tower_air(const struct sl_tower *tower, double wanted, double water, double heat_w,
                    double wet_bulb_degc, double pressure_pa)
{
    if (wanted <= 0.0) return 0.0;
    double low = tower->air_min, high = 1.0;
    double f_high = sl_tower_conductance(tower, high, water, heat_w, wet_bulb_degc, pressure_pa) - wanted;
    if (f_high <= 0.0) return 1.0;
    double f_low = sl_tower_conductance(tower, low, water, heat_w, wet_bulb_degc, pressure_pa) - wanted;
    if (f_low >= 0.0) return low * wanted / (f_low + wanted);
    int side = 0;
    double air = high;
    for (int i = 0; i < 60; i++) {
        air = (low * f_high - high * f_low) / (f_high - f_low);
        double f = sl_tower_conductance(tower, air, water, heat_w, wet_bulb_degc, pressure_pa) - wanted;
        if (fabs(f) <= 1e-14 * wanted || high - low < 1e-15) break;
        if (f > 0.0) {
            high = air;
            f_high = f;
            if (side > 0) f_low *= 0.5;
            side = 1;
        } else {
            low = air;
            f_low = f;
            if (side < 0) f_high *= 0.5;
            side = -1;
        }
    }
    return air;
}

double sl_tower_fan_fraction(const struct sl_tower *tower, double air)
{
    if (air <= 0.0) return 0.0;
    double running = fmax(air, tower->air_min);
    return air / running * sl_fan_power_fraction(running);
}

double sl_tower_evaporation_kg_per_s(double heat_w, double air_kg_per_s, double dry_bulb_degc,
                                     double wet_bulb_degc, double pressure_pa)
{
    if (heat_w <= 0.0 || air_kg_per_s <= 0.0) return 0.0;
    double w_in = fmax(sl_humidity_ratio_of_wet_bulb(dry_bulb_degc, wet_bulb_degc, pressure_pa), 0.0);
    double h_out = sl_enthalpy_j_per_kg(dry_bulb_degc, w_in) + heat_w / air_kg_per_s;
    double out_degc = sl_saturation_temperature_degc(h_out, pressure_pa, wet_bulb_degc + 5.0);
    return fmax(air_kg_per_s * (sl_saturation_humidity_ratio(out_degc, pressure_pa) - w_in), 0.0);
}
