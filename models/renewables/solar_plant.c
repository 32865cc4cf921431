#include "models/renewables/solar_plant.h"

#define P struct sl_solar_params
#define NS_PER_MINUTE INT64_C(60000000000)

static const double rad = 0.017453292519943295;

static const struct sl_choice transpositions[] = {
    {"hay_davies", SL_TRANSPOSE_HAY_DAVIES, "circumsolar part follows the Sun"},
    {"isotropic", SL_TRANSPOSE_ISOTROPIC, "uniform sky"},
    {NULL, 0, NULL},
};

static const struct sl_choice cloud_kinds[] = {
    {"clear", SL_CLOUDS_CLEAR, "no clouds"},
    {"scattered", SL_CLOUDS_SCATTERED, "single clouds"},
    {"broken", SL_CLOUDS_BROKEN, "clouds with gaps: the steepest ramps"},
    {"overcast", SL_CLOUDS_OVERCAST, "closed cover"},
    {NULL, 0, NULL},
};

static const struct sl_field fields[] = {
    SL_F_STRING(P, name, "name", "solar", 0, "Name of the plant.", "assumed"),
    SL_F_STRING(P, bus, "bus", "mv", 0, "Bus that it feeds.", "assumed"),
    SL_F_REAL(P, rated_power_w, "rated_power_mw", 0, 0, 1e5, SL_REQUIRED, "Rated AC power of the inverters.",
              NULL),
    SL_F_REAL(P, dc_ac_ratio, "dc_ac_ratio", 1.25, 0, 5, SL_ABOVE_MIN,
              "Modules' rated DC power over rated AC power.", "assumed: common in utility-scale plants"),
    SL_F_REAL(P, tilt_deg, "tilt_deg", 25, 0, 90, 0, "Tilt of the modules from horizontal.", "assumed"),
    SL_F_REAL(P, azimuth_deg, "azimuth_deg", 0, 0, 360, SL_NO_DEFAULT,
              "Direction the modules face, from north clockwise; towards the equator if left out.", NULL),
    SL_F_REAL(P, albedo, "albedo", 0.2, 0, 1, 0, "Share of light that the ground reflects.", "PVWatts 5"),
    SL_F_REAL(P, linke_turbidity, "linke_turbidity", 3, 1, 10, 0, "Haze of the clear sky: clear 2, turbid 5.",
              "assumed: mid-latitude mean"),
    SL_F_ENUM(P, transposition, "transposition", transpositions, "hay_davies", 0,
              "How the diffuse sky shines on the tilted plane.", "assumed"),
    SL_F_REAL(P, losses_fraction, "losses_fraction", 0.14075660688264469, 0, 1, SL_BELOW_MAX,
              "Soiling, shading, mismatch, wiring and other losses of DC power.",
              "PVWatts 5: 2, 3, 2, 2, 0.5, 1.5, 1, 3 %"),
    SL_F_REAL(P, temperature_coefficient_per_k, "temperature_coefficient_per_k", -0.0035, -0.02, 0, 0,
              "Change of DC power with cell temperature.", "PVWatts 5, premium module"),
    SL_F_REAL(P, inverter_efficiency, "inverter_efficiency_fraction", 0.96, 0, 1, SL_ABOVE_MIN,
              "Nominal efficiency of the inverters.", "PVWatts 5"),
    SL_F_REAL(P, u0_w_per_m2_k, "heat_loss_w_per_m2_k", 25, 1, 100, 0,
              "Heat that a module gives to still air.", "Faiman 2008, as pvlib"),
    SL_F_REAL(P, u1_w_s_per_m3_k, "heat_loss_wind_w_s_per_m3_k", 6.84, 0, 50, 0,
              "Further heat for each m/s of wind.", "Faiman 2008, as pvlib"),
    SL_F_ENUM(P, clouds, "clouds", cloud_kinds, "clear", SL_LATER, "Cloud cover that moves over the plant.",
              "assumed"),
};

const struct sl_table sl_solar_table = SL_TABLE("solar", "Photovoltaic plant of fixed tilt.", P, fields);

double sl_cell_faiman_degc(double poa_w_per_m2, double air_degc, double wind_m_per_s, double u0, double u1)
{
    return air_degc + poa_w_per_m2 / (u0 + u1 * wind_m_per_s);
}

/* PVsyst's default of a free-standing array: absorption 0.9, module efficiency 0.1, u 29 W/(m2 K), no wind. */
double sl_cell_pvsyst_degc(double poa_w_per_m2, double air_degc, double wind_m_per_s)
{
    const double u_c = 29.0, u_v = 0.0;
    return air_degc + poa_w_per_m2 * 0.9 * (1.0 - 0.1) / (u_c + u_v * wind_m_per_s);
}

double sl_pvwatts_dc_w(double poa_w_per_m2, double cell_degc, double dc_rated_w, double gamma_per_k)
{
    return dc_rated_w * poa_w_per_m2 * 0.001 * (1.0 + gamma_per_k * (cell_degc - 25.0));
}

double sl_pvwatts_ac_w(double dc_w, double inverter_dc_w, double efficiency)
{
    if (dc_w <= 0.0) return 0.0;
    double z = dc_w / inverter_dc_w, limit = efficiency * inverter_dc_w;
    double eta = efficiency / 0.9637 * (-0.0162 * z - 0.0059 / z + 0.9858);
    double ac = eta * dc_w;
    return ac < 0.0 ? 0.0 : ac > limit ? limit : ac;
}

double sl_pvwatts_losses_fraction(const double *share, int count)
{
    double kept = 1.0;
    for (int i = 0; i < count; i++) kept *= 1.0 - share[i];
    return 1.0 - kept;
}

void sl_solar_plant_init(struct sl_solar_plant *plant, struct sl_solar_state *state,
                         const struct sl_solar_params *params, const struct sl_place *place)
{
    *plant = (struct sl_solar_plant){
        .params = *params,
        .place = *place,
        .dc_rated_w = params->rated_power_w * params->dc_ac_ratio,
        .inverter_dc_w = params->rated_power_w / params->inverter_efficiency,
        .cos_tilt = cos(params->tilt_deg * rad),
        .pressure_pa = sl_standard_pressure_pa(place->altitude_m),
    };
    if (isnan(params->azimuth_deg)) plant->params.azimuth_deg = place->latitude_deg < 0.0 ? 0.0 : 180.0;
    *state = (struct sl_solar_state){.minute = INT64_MIN};
}

static struct sl_solar_node node_at(const struct sl_solar_plant *plant, int64_t minute)
{
    int64_t utc_ns = minute * NS_PER_MINUTE;
    /* 12 degC, refraction only: the annual mean that pvlib assumes too */
    struct sl_sun sun = sl_sun_position(&plant->place, utc_ns, SL_SUN_DELTA_T_S, plant->pressure_pa, 12.0);
    double extraterrestrial = sl_sun_extraterrestrial_w_per_m2(sl_sun_day_of_year(utc_ns));
    double mass = sl_air_mass_relative(sun.apparent_zenith_deg) * plant->pressure_pa / 101325.0;
    return (struct sl_solar_node){
        .cos_zenith = cos(sun.apparent_zenith_deg * rad),
        .cos_aoi = sl_cos_incidence(sun.apparent_zenith_deg, sun.azimuth_deg, plant->params.tilt_deg,
                                    plant->params.azimuth_deg),
        .extraterrestrial_w_per_m2 = extraterrestrial,
        .clear = sl_clear_sky_ineichen(sun.apparent_zenith_deg, mass, plant->params.linke_turbidity,
                                       plant->place.altitude_m, extraterrestrial),
    };
}

/* Leaves the nodes at the beginning and end of the minute of utc_ns in the state. */
static void nodes_for(const struct sl_solar_plant *plant, struct sl_solar_state *state, int64_t minute)
{
    if (state->minute == minute) return;
    state->node[0] =
        state->minute != INT64_MIN && minute == state->minute + 1 ? state->node[1] : node_at(plant, minute);
    state->node[1] = node_at(plant, minute + 1);
    state->minute = minute;
}

static double between(double a, double b, double share)
{
    return a + (b - a) * share;
}

static struct sl_solar_node node_between(const struct sl_solar_node *n, double share)
{
    return (struct sl_solar_node){
        .cos_zenith = between(n[0].cos_zenith, n[1].cos_zenith, share),
        .cos_aoi = between(n[0].cos_aoi, n[1].cos_aoi, share),
        .extraterrestrial_w_per_m2 = n[0].extraterrestrial_w_per_m2,
        .clear = {between(n[0].clear.ghi_w_per_m2, n[1].clear.ghi_w_per_m2, share),
                  between(n[0].clear.dni_w_per_m2, n[1].clear.dni_w_per_m2, share),
                  between(n[0].clear.dhi_w_per_m2, n[1].clear.dhi_w_per_m2, share)},
    };
}

static struct sl_irradiance sky_of(const struct sl_solar_node *n, const struct sl_solar_weather *w)
{
    if (isnan(w->ghi_w_per_m2)) return n->clear;
    if (isnan(w->dni_w_per_m2) || isnan(w->dhi_w_per_m2))
        return sl_decompose_erbs(w->ghi_w_per_m2, n->cos_zenith, n->extraterrestrial_w_per_m2);
    return (struct sl_irradiance){w->ghi_w_per_m2, w->dni_w_per_m2, w->dhi_w_per_m2};
}

static double power_at(const struct sl_solar_plant *plant, const struct sl_solar_node *n,
                       const struct sl_solar_weather *w)
{
    const struct sl_solar_params *p = &plant->params;
    struct sl_irradiance sky = sky_of(n, w);
    /* measured hours around sunrise carry beam while the Sun is still down: none of it reaches the plane */
    if (n->cos_zenith <= 0.0) sky.dni_w_per_m2 = 0.0;
    struct sl_plane_irradiance plane =
        sl_transpose(&sky, n->cos_zenith, n->cos_aoi, plant->cos_tilt, p->albedo,
                     n->extraterrestrial_w_per_m2, p->transposition);
    double poa = plane.beam_w_per_m2 + plane.sky_w_per_m2 + plane.ground_w_per_m2;
    double cell =
        sl_cell_faiman_degc(poa, w->dry_bulb_degc, w->wind_m_per_s, p->u0_w_per_m2_k, p->u1_w_s_per_m3_k);
    double dc = sl_pvwatts_dc_w(poa, cell, plant->dc_rated_w, p->temperature_coefficient_per_k);
    return sl_pvwatts_ac_w(dc * (1.0 - p->losses_fraction), plant->inverter_dc_w, p->inverter_efficiency);
}

double sl_solar_plant_power(const struct sl_solar_plant *plant, struct sl_solar_state *state, int64_t utc_ns,
                            int64_t step_ns, const struct sl_solar_weather *weather)
{
    int64_t parts = (step_ns + NS_PER_MINUTE - 1) / NS_PER_MINUTE;
    double sum = 0.0;
    for (int64_t i = 0; i < parts; i++) {
        int64_t middle = utc_ns + step_ns * (2 * i + 1) / (2 * parts);
        int64_t minute = middle / NS_PER_MINUTE - (middle % NS_PER_MINUTE < 0);
        nodes_for(plant, state, minute);
        double share = (double)(middle - minute * NS_PER_MINUTE) / (double)NS_PER_MINUTE;
        struct sl_solar_node now = node_between(state->node, share);
        sum += power_at(plant, &now, weather);
    }
    return sum / (double)parts;
}
