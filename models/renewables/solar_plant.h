/* Photovoltaic plant of fixed tilt: Sun, sky, plane, cell, DC, inverter.
 *
 *   cell    Tc = Ta + G/(u0 + u1 v)                                   Faiman (2008)
 *   DC      P = Pdc0 G/1000 (1 + gamma (Tc - 25)) (1 - losses)        PVWatts 5 (Dobos, NREL/TP-6A20-62641,
 * 2014) AC      PVWatts inverter, clipped at the rated AC power and at 0 Sky: measured irradiance if the
 * weather has it (direct and diffuse by Erbs where only the global is known), else clear sky (Ineichen and
 * Perez). Geometry and clear sky are computed at whole UTC minutes and linear between (error of the
 * cosines 2.4e-6), so a step of 1 ms is cheap and any step sees the same curve. The power of a step is the
 * mean of midpoints no longer than a minute: second order in the step. Left out: clouds' motion, shading
 * between rows, incidence-angle and spectral losses, soiling with time, snow, trackers; hourly irradiance is
 * held over its hour. Injection is positive. */
#ifndef SL_RENEWABLES_SOLAR_PLANT_H
#define SL_RENEWABLES_SOLAR_PLANT_H

#include "models/base/field.h"
#include "models/renewables/irradiance.h"
#include "models/renewables/sun.h"

enum sl_cloud_kind { SL_CLOUDS_CLEAR, SL_CLOUDS_SCATTERED, SL_CLOUDS_BROKEN, SL_CLOUDS_OVERCAST };

struct sl_solar_params {
    const char *name;
    const char *bus;
    double rated_power_w; /* AC */
    double dc_ac_ratio;
    double tilt_deg, azimuth_deg; /* azimuth NAN: towards the equator */
    double albedo;
    double linke_turbidity;
    int transposition;
    double losses_fraction;
    double temperature_coefficient_per_k;
    double inverter_efficiency;
    double u0_w_per_m2_k, u1_w_s_per_m3_k;
    int clouds;
};

extern const struct sl_table sl_solar_table;

struct sl_solar_weather { /* means over the step; irradiances NAN where unknown */
    double ghi_w_per_m2, dni_w_per_m2, dhi_w_per_m2;
    double dry_bulb_degc, wind_m_per_s;
};

struct sl_solar_node { /* at a whole minute */
    double cos_zenith, cos_aoi, extraterrestrial_w_per_m2;
    struct sl_irradiance clear;
};

struct sl_solar_plant { /* constant during a run */
    struct sl_solar_params params;
    struct sl_place place;
    double dc_rated_w, inverter_dc_w, cos_tilt, pressure_pa;
};

struct sl_solar_state { /* plain */
    int64_t minute;     /* of node[0], minutes since 1970 UTC; INT64_MIN before the first */
    struct sl_solar_node node[2];
};

void sl_solar_plant_init(struct sl_solar_plant *plant, struct sl_solar_state *state,
                         const struct sl_solar_params *params, const struct sl_place *place);

/* Available AC power, W, mean over [utc_ns, utc_ns + step_ns). */
double sl_solar_plant_power(const struct sl_solar_plant *plant, struct sl_solar_state *state, int64_t utc_ns,
                            int64_t step_ns, const struct sl_solar_weather *weather);

/* The links of the chain, each alone. */
double sl_cell_faiman_degc(double poa_w_per_m2, double air_degc, double wind_m_per_s, double u0, double u1);
double sl_cell_pvsyst_degc(double poa_w_per_m2, double air_degc, double wind_m_per_s);
double sl_pvwatts_dc_w(double poa_w_per_m2, double cell_degc, double dc_rated_w, double gamma_per_k);
double sl_pvwatts_ac_w(double dc_w, double inverter_dc_w, double efficiency);
/* 1 - product of (1 - share) of the eight losses of PVWatts. */
double sl_pvwatts_losses_fraction(const double *share, int count);

#endif
