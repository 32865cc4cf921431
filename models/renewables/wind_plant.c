#include "models/renewables/wind_plant.h"

#define P struct sl_wind_params

static const struct sl_choice interpolations[] = {
    {"cubic", SL_WIND_CUBIC, "linear in the cube of the wind speed below rated power"},
    {"linear", SL_WIND_LINEAR, "linear in the wind speed"},
    {NULL, 0, NULL},
};

/* NREL 5 MW reference turbine (Jonkman et al., NREL/TP-500-38060, 2009; points of NREL/turbine-models), as shares
 * of rated power: 40.52, 177.67, 403.9, 737.59, 1187.18, 1771.17, 2518.55, 3448.38, 4562.5 of 5000 kW. */
static const char nrel_5mw[] =
    "[[3, 0.008104], [4, 0.035534], [5, 0.08078], [6, 0.147518], [7, 0.237436], "
    "[8, 0.354234], [9, 0.50371], [10, 0.689676], [11, 0.9125], [11.4, 1], [25, 1]]";

static const struct sl_field fields[] = {
    SL_F_STRING(P, name, "name", "wind", 0, "Name of the plant.", "assumed"),
    SL_F_STRING(P, bus, "bus", "mv", 0, "Bus that it feeds.", "assumed"),
    SL_F_REAL(P, rated_power_w, "rated_power_mw", 0, 0, 1e5, SL_REQUIRED, "Rated power of the plant.", NULL),
    {.key = "power_curve_fraction",
     .type = SL_CURVE,
     .offset = offsetof(P, power_curve),
     .min = 0,
     .max = 1.2,
     .text = nrel_5mw,
     .present = SL_UNTOLD,
     .doc = "Wind speed at the hub, m/s, against the share of rated power; nothing outside the points.",
     .source = "NREL 5 MW reference turbine"},
    SL_F_ENUM(P, interpolation, "interpolation", interpolations, "cubic", 0, "What holds between the points.",
              "power goes with the cube of the speed"),
    SL_F_REAL(P, cut_out_m_per_s, "cut_out_m_per_s", 25, 0, 60, SL_ABOVE_MIN,
              "Hub wind that stops the turbines.", "NREL 5 MW reference turbine"),
    SL_F_REAL(P, restart_m_per_s, "restart_m_per_s", 22, 0, 60, SL_ABOVE_MIN,
              "Hub wind below which they start again after a storm.", "common practice (recalled)"),
    SL_F_REAL(P, hub_height_m, "hub_height_m", 90, 1, 300, 0, "Height of the hubs.",
              "NREL 5 MW reference turbine"),
    SL_F_REAL(P, measured_height_m, "measured_height_m", 10, 1, 300, 0, "Height of the weather's wind speed.",
              "WMO: 10 m (recalled)"),
    SL_F_REAL(P, roughness_m, "roughness_m", 0.1, 0, 5, SL_ABOVE_MIN, "Roughness length of the land.",
              "farmland with few obstacles (recalled)"),
    SL_F_REAL(P, hellman_exponent, "hellman_exponent", 0, 0, 1, SL_NO_DEFAULT,
              "Exponent of the power law over height; the logarithmic law if left out.", NULL),
    SL_F_BOOL(P, density_correction, "density_correction", 1, 0,
              "Thin air shifts the curve to higher speeds.",
              "IEC 61400-12-1 (v by the cube root of density), above 7.5 m/s rising to the power of 2/3 at "
              "12.5 m/s for pitch control: Svenningsen 2010, as windpowerlib has it"),
    SL_F_REAL(P, losses_fraction, "losses_fraction", 0.1, 0, 1, SL_BELOW_MAX, "Wakes, cables and standstill.",
              "assumed"),
};

const struct sl_table sl_wind_table = SL_TABLE("wind", "Wind plant of alike turbines.", P, fields);

int sl_wind_check(const struct sl_wind_params *plant, struct sl_error *err)
{
    if (plant->restart_m_per_s > plant->cut_out_m_per_s)
        return sl_fail(err, SL_ERR_SCENARIO, "restart_m_per_s: %g m/s is above cut_out_m_per_s, %g m/s",
                       plant->restart_m_per_s, plant->cut_out_m_per_s);
    double lower_m = fmin(plant->hub_height_m, plant->measured_height_m);
    if (isnan(plant->hellman_exponent) && !(plant->roughness_m < lower_m))
        return sl_fail(
            err, SL_ERR_SCENARIO,
            "roughness_m: %g m is not below hub_height_m and measured_height_m, %g m: the logarithmic "
            "law has no wind there",
            plant->roughness_m, lower_m);
    return 0;
}

double sl_wind_log_law(double v_m_per_s, double from_m, double to_m, double roughness_m, double obstacle_m)
{
    double d = 0.7 * obstacle_m;
    return v_m_per_s * log((to_m - d) / roughness_m) / log((from_m - d) / roughness_m);
}

double sl_wind_hellman(double v_m_per_s, double from_m, double to_m, double exponent)
{
    return v_m_per_s * pow(to_m / from_m, exponent);
}

/* How far a curve's speed moves at this density. */
static double speed_stretch(double v, double density)
{
    double p = v <= 7.5 ? 1.0 / 3.0 : v >= 12.5 ? 2.0 / 3.0 : (1.0 + (v - 7.5) / 5.0) / 3.0;
    return pow(1.225 / density, p);
}

double sl_wind_curve_power(const struct sl_curve *curve, double v_m_per_s, double density_kg_per_m3,
                           int interpolation)
{
    bool standard = density_kg_per_m3 == 1.225;
    double x0 = 0.0;
    for (int i = 0; i < curve->count; i++) {
        double x1 = curve->x[i] * (standard ? 1.0 : speed_stretch(curve->x[i], density_kg_per_m3));
        if (v_m_per_s < x1 && i == 0) return 0.0;
        if (v_m_per_s <= x1) {
            if (v_m_per_s == x1) return curve->y[i];
            double w = interpolation == SL_WIND_CUBIC ? (v_m_per_s * v_m_per_s * v_m_per_s - x0 * x0 * x0) /
                                                            (x1 * x1 * x1 - x0 * x0 * x0)
                                                      : (v_m_per_s - x0) / (x1 - x0);
            return curve->y[i - 1] + w * (curve->y[i] - curve->y[i - 1]);
        }
        x0 = x1;
    }
    return 0.0;
}

double sl_wind_cp_power_w(const struct sl_curve *cp, double rotor_m, double v_m_per_s,
                          double density_kg_per_m3)
{
    const double pi = 3.141592653589793;
    double share = sl_wind_curve_power(cp, v_m_per_s, 1.225, SL_WIND_LINEAR);
    return 0.125 * density_kg_per_m3 * pi * rotor_m * rotor_m * v_m_per_s * v_m_per_s * v_m_per_s * share;
}

/* Pressure falls 1 hPa in 8 m; 1013.3 hPa, 288.15 K and 1.225 kg/m3 at sea level, as windpowerlib. */
double sl_air_density_barometric(double pressure_pa, double pressure_height_m, double hub_m,
                                 double temperature_k)
{
    double hub_hpa = 0.01 * pressure_pa - (hub_m - pressure_height_m) / 8.0;
    return hub_hpa * 1.225 * 288.15 / (1013.3 * temperature_k);
}

double sl_air_density_ideal(double pressure_pa, double pressure_height_m, double hub_m, double temperature_k)
{
    double hub_hpa = 0.01 * pressure_pa - (hub_m - pressure_height_m) / 8.0;
    return 100.0 * hub_hpa / (287.058 * temperature_k);
}

double sl_wind_plant_power(const struct sl_wind_params *plant, struct sl_wind_state *state,
                           const struct sl_wind_weather *weather)
{
    double v = isnan(plant->hellman_exponent)
                   ? sl_wind_log_law(weather->wind_m_per_s, plant->measured_height_m, plant->hub_height_m,
                                     plant->roughness_m, 0.0)
                   : sl_wind_hellman(weather->wind_m_per_s, plant->measured_height_m, plant->hub_height_m,
                                     plant->hellman_exponent);
    if (v > plant->cut_out_m_per_s)
        state->stopped = 1;
    else if (v < plant->restart_m_per_s)
        state->stopped = 0;
    if (state->stopped) return 0.0;
    double density = 1.225;
    if (plant->density_correction) {
        /* 6.5 K/km from 2 m, where dry bulb is measured, to the hub */
        double hub_k = weather->dry_bulb_degc + 273.15 - 0.0065 * (plant->hub_height_m - 2.0);
        density = sl_air_density_barometric(weather->pressure_pa, 0.0, plant->hub_height_m, hub_k);
    }
    /* the curve's last value holds up to cut-out, also where dense air moved that point below it */
    const struct sl_curve *curve = &plant->power_curve;
    double end = curve->x[curve->count - 1] *
                 (plant->density_correction ? speed_stretch(curve->x[curve->count - 1], density) : 1.0);
    double share =
        v >= end ? curve->y[curve->count - 1] : sl_wind_curve_power(curve, v, density, plant->interpolation);
    return plant->rated_power_w * share * (1.0 - plant->losses_fraction);
}
