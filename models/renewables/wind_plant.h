/* Wind plant: wind at hub height, density, power curve, cut-out with hysteresis.
 *
 *   height: log law v = v0 ln(h/z0)/ln(h0/z0), or Hellman's power law if an exponent is given.
 *
 *   density: the curve's speeds times (1.225/rho)^p; p = 1/3 up to 7.5 m/s (IEC 61400-12-1, for stall), rising to 2/3 at
 *   12.5 m/s (Svenningsen 2010, for pitch; as windpowerlib).
 *
 *   curve: between points linear in v^3 below rated power (linear in v overstates 1 % on 1 m/s tables); 0 outside.
 *
 *   storm: stops above cut-out, starts again below the restart speed.
 *
 * All turbines alike see the same wind: no wakes but `losses_fraction`, no turbulence, no rotor or farm smoothing, and
 * cut-out is at once. Valid for weather of minutes and longer. Injection is positive. */
#ifndef SL_RENEWABLES_WIND_PLANT_H
#define SL_RENEWABLES_WIND_PLANT_H

#include <stdbool.h>

#include "models/base/curve.h"
#include "models/base/error.h"
#include "models/base/field.h"

enum sl_wind_between { SL_WIND_LINEAR, SL_WIND_CUBIC };

struct sl_wind_params {
    const char *name;
    const char *bus;
    double rated_power_w;        /* of the plant */
    struct sl_curve power_curve; /* m/s against the fraction of rated power */
    int interpolation;           /* enum sl_wind_between */
    double cut_out_m_per_s, restart_m_per_s;
    double hub_height_m, measured_height_m, roughness_m;
    double hellman_exponent; /* NAN: log law */
    bool density_correction;
    double losses_fraction;
};

extern const struct sl_table sl_wind_table;

/* Cross-checks of the parameters (SL_ERR_SCENARIO). */
int sl_wind_check(const struct sl_wind_params *plant, struct sl_error *err);

struct sl_wind_weather { /* at measured height */
    double wind_m_per_s, dry_bulb_degc, pressure_pa;
};

struct sl_wind_state { /* plain */
    int stopped;       /* by storm */
};

/* Available power, W, mean over a step whose weather is given. */
double sl_wind_plant_power(const struct sl_wind_params *plant, struct sl_wind_state *state,
                           const struct sl_wind_weather *weather);

/* The links, each alone. */
double sl_wind_log_law(double v_m_per_s, double from_m, double to_m, double roughness_m, double obstacle_m);
double sl_wind_hellman(double v_m_per_s, double from_m, double to_m, double exponent);
/* Power in the curve's unit at v; 0 outside its points. density_kg_per_m3 = 1.225: no correction. */
double sl_wind_curve_power(const struct sl_curve *curve, double v_m_per_s, double density_kg_per_m3,
                           int interpolation);
/* P = rho/8 pi D^2 v^3 cp(v), W; cp linear between points, 0 outside. */
double sl_wind_cp_power_w(const struct sl_curve *cp, double rotor_m, double v_m_per_s,
                          double density_kg_per_m3);
/* Barometric and ideal-gas density at a hub above the pressure's height; temperature_k at the hub. */
double sl_air_density_barometric(double pressure_pa, double pressure_height_m, double hub_m,
                                 double temperature_k);
double sl_air_density_ideal(double pressure_pa, double pressure_height_m, double hub_m, double temperature_k);

#endif
