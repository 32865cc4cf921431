#include "sim/campus/site.h"

#include "sim/scenario/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHANNEL(NAME, UNIT, LONG, CELL, POSITIVE, MEMBER)                                                    \
    {                                                                                                        \
        NAME, UNIT, LONG, CELL, POSITIVE, NULL, offsetof(struct sl_site_out, MEMBER)                         \
    }
const struct sl_channel sl_site_channels[SL_SITE_CHANNELS] = {
    CHANNEL("solar_power", "W", "solar plants", SL_CELL_MEAN, "injection", solar_w),
    CHANNEL("solar_available_power", "W", "solar plants without curtailment", SL_CELL_MEAN, "injection",
            solar_available_w),
    CHANNEL("wind_power", "W", "wind plants", SL_CELL_MEAN, "injection", wind_w),
    CHANNEL("wind_available_power", "W", "wind plants without curtailment", SL_CELL_MEAN, "injection",
            wind_available_w),
    CHANNEL("storage_power", "W", "storage at its bus, net of its losses", SL_CELL_MEAN, "injection",
            storage_w),
    CHANNEL("storage_reactive_power", "var", "reactive power of storage", SL_CELL_MEAN, "injection",
            storage_var),
    CHANNEL("storage_loss", "W", "conversion and auxiliaries of storage", SL_CELL_MEAN, NULL, storage_loss_w),
    CHANNEL("storage_soc", "1", "stored energy over capacity", SL_CELL_POINT, NULL, storage_soc),
};

int sl_site_init(struct sl_site *site, const struct sl_scenario *scenario, int64_t utc_ns,
                 struct sl_error *err)
{
    memset(site, 0, sizeof *site);
    site->utc_ns = utc_ns;
    site->solar_count = scenario->renewables.solar.count;
    site->wind_count = scenario->renewables.wind.count;
    site->storage_count = scenario->storage.count;
    site->wind = scenario->renewables.wind.items;
    site->storage = scenario->storage.items;
    site->solar = calloc(site->solar_count + 1, sizeof *site->solar);
    site->solar_state = calloc(site->solar_count + 1, sizeof *site->solar_state);
    site->wind_state = calloc(site->wind_count + 1, sizeof *site->wind_state);
    site->storage_state = calloc(site->storage_count + 1, sizeof *site->storage_state);
    site->storage_w = calloc(3 * (site->storage_count + 1), sizeof *site->storage_w);
    if (!site->solar || !site->solar_state || !site->wind_state || !site->storage_state || !site->storage_w)
        return sl_no_memory(err, "the site's plants");
    site->storage_var = site->storage_w + site->storage_count + 1;
    site->storage_u_w = site->storage_var + site->storage_count + 1;
    const struct sl_solar_params *solar = scenario->renewables.solar.items;
    struct sl_place place = {.latitude_deg = scenario->site.latitude_deg,
                             .longitude_deg = scenario->site.longitude_deg,
                             .altitude_m = scenario->site.elevation_m};
    for (size_t i = 0; i < site->solar_count; i++)
        sl_solar_plant_init(&site->solar[i], &site->solar_state[i], &solar[i], &place);
    for (size_t i = 0; i < site->storage_count; i++) {
        if (sl_storage_check(&site->storage[i], err)) return sl_context(err, "storage[%zu]", i);
        site->capacity_j += site->storage[i].capacity_j;
    }
    return 0;
}

int sl_site_register(struct sl_site *site, struct sl_state *state, struct sl_error *err)
{
    int status = sl_state_add(state, "site.solar", site->solar_state, sizeof *site->solar_state,
                              site->solar_count, err);
    if (!status)
        status = sl_state_add(state, "site.wind", site->wind_state, sizeof *site->wind_state,
                              site->wind_count, err);
    if (!status)
        status = sl_state_add(state, "site.storage", site->storage_state, sizeof *site->storage_state,
                              site->storage_count, err);
    if (!status) /* power, reactive power and flow of the last step start the next solution */
        status = sl_state_add(state, "site.storage_power", site->storage_w, sizeof(double),
                              3 * (site->storage_count + 1), err);
    if (!status) status = sl_state_add(state, "site.out", &site->out, sizeof site->out, 1, err);
    return status;
}

void sl_site_free(struct sl_site *site)
{
    free(site->solar);
    free(site->solar_state);
    free(site->wind_state);
    free(site->storage_state);
    free(site->storage_w);
    *site = (struct sl_site){0};
}

void sl_site_period(struct sl_site *site, const struct sl_weather *weather, int64_t t0_ns, int64_t t1_ns)
{
    if (site->solar_count + site->wind_count == 0) return;
    struct sl_weather_now now = sl_weather_mean(weather, t0_ns, t1_ns);
    struct sl_solar_weather sky = {.ghi_w_per_m2 = now.ghi_w_per_m2,
                                   .dni_w_per_m2 = now.dni_w_per_m2,
                                   .dhi_w_per_m2 = now.dhi_w_per_m2,
                                   .dry_bulb_degc = now.dry_bulb_degc,
                                   .wind_m_per_s = now.wind_m_per_s};
    struct sl_wind_weather wind = {
        .wind_m_per_s = now.wind_m_per_s, .dry_bulb_degc = now.dry_bulb_degc, .pressure_pa = now.pressure_pa};
    double solar_w = 0.0, wind_w = 0.0;
    for (size_t i = 0; i < site->solar_count; i++)
        solar_w += sl_solar_plant_power(&site->solar[i], &site->solar_state[i], site->utc_ns + t0_ns,
                                        t1_ns - t0_ns, &sky);
    for (size_t i = 0; i < site->wind_count; i++)
        wind_w += sl_wind_plant_power(&site->wind[i], &site->wind_state[i], &wind);
    site->out.solar_w = site->out.solar_available_w = solar_w;
    site->out.wind_w = site->out.wind_available_w = wind_w;
}

void sl_site_settle(struct sl_site *site, double u_w)
{
    for (size_t i = 0; i < site->storage_count; i++) {
        sl_storage_init(&site->storage[i], &site->storage_state[i], u_w);
        site->storage_u_w[i] = u_w;
        u_w -= site->storage_w[i]; /* at rest: its auxiliaries, once a pass has been made */
    }
}

static double storage_sum_w(const struct sl_site *site)
{
    double w = 0.0;
    for (size_t i = 0; i < site->storage_count; i++) w += site->storage_w[i];
    return w;
}

void sl_site_pass(struct sl_site *site, double flow_w, double v_pu, double h_s)
{
    double u_w = flow_w + storage_sum_w(site); /* the import without any storage */
    for (size_t i = 0; i < site->storage_count; i++) {
        const struct sl_storage_params *p = &site->storage[i];
        const struct sl_storage_state *s = &site->storage_state[i];
        double request_w = sl_storage_request_w(p, s, u_w, h_s);
        double power_w = sl_storage_limit_w(p, s, request_w, v_pu, 0.0, h_s);
        site->storage_u_w[i] = u_w;
        site->storage_w[i] = power_w;
        site->storage_var[i] = sl_storage_reactive_var(p, v_pu, power_w);
        u_w -= power_w;
    }
}

double sl_site_flow_error_w(const struct sl_site *site, double flow_w)
{
    return site->storage_count ? fabs(flow_w + storage_sum_w(site) - site->storage_u_w[0]) : 0.0;
}

double sl_site_injection_w(const struct sl_site *site)
{
    return site->out.solar_w + site->out.wind_w + storage_sum_w(site);
}

double sl_site_injection_var(const struct sl_site *site)
{
    double var = 0.0;
    for (size_t i = 0; i < site->storage_count; i++) var += site->storage_var[i];
    return var;
}

#define CUT_SHARE 1e-6 /* of the rating: less than that is no cut */

void sl_site_commit(struct sl_site *site, double h_s)
{
    struct sl_site_out *out = &site->out;
    double energy_j = 0.0;
    site->storage_cut = false;
    out->storage_w = out->storage_var = out->storage_loss_w = 0.0;
    for (size_t i = 0; i < site->storage_count; i++) {
        struct sl_storage_output one;
        double wanted_w =
            sl_storage_request_w(&site->storage[i], &site->storage_state[i], site->storage_u_w[i], h_s);
        if (fabs(wanted_w - site->storage_w[i]) > CUT_SHARE * site->storage[i].rated_power_w)
            site->storage_cut = true;
        sl_storage_commit(&site->storage[i], &site->storage_state[i], site->storage_u_w[i],
                          site->storage_w[i], h_s, &one);
        out->storage_w += one.power_w;
        out->storage_var += site->storage_var[i];
        out->storage_loss_w += one.loss_w;
        energy_j += site->storage_state[i].energy_j;
    }
    out->storage_soc = site->storage_count ? energy_j / site->capacity_j : (double)NAN;
}
