/* The site stage: sun, wind and storage on the MV bus. Sun and wind are held over a control period; storage answers
 * inside the step, while the sources are solved. */
#ifndef SL_CAMPUS_SITE_H
#define SL_CAMPUS_SITE_H

#include "models/base/channel.h"
#include "models/base/error.h"
#include "models/base/state.h"
#include "models/base/sum.h"
#include "models/power/storage.h"
#include "models/renewables/solar_plant.h"
#include "models/renewables/wind_plant.h"
#include "sim/campus/weather.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sl_scenario;

struct sl_site_out {
    double solar_w, solar_available_w, wind_w, wind_available_w;
    double storage_w, storage_var, storage_loss_w, storage_soc; /* of all storages together */
};

struct sl_site {
    size_t solar_count, wind_count, storage_count;
    struct sl_solar_plant *solar;
    struct sl_solar_state *solar_state;
    const struct sl_wind_params *wind; /* the scenario's */
    struct sl_wind_state *wind_state;
    const struct sl_storage_params *storage; /* the scenario's */
    struct sl_storage_state *storage_state;
    double *storage_w, *storage_var; /* in the step being solved, net at the bus, positive injecting */
    double *storage_u_w;             /* the flow that each sees: without itself and those behind it */
    double capacity_j;
    bool storage_cut; /* in the last step a limit cut what a control wanted */
    int64_t utc_ns;   /* of the run's start */
    struct sl_site_out out;
};

#define SL_SITE_CHANNELS 8
extern const struct sl_channel sl_site_channels[SL_SITE_CHANNELS];

int sl_site_init(struct sl_site *site, const struct sl_scenario *scenario, int64_t utc_ns,
                 struct sl_error *err);
int sl_site_register(struct sl_site *site, struct sl_state *state, struct sl_error *err);
void sl_site_free(struct sl_site *site);

/* Sun and wind for [t0, t1). */
void sl_site_period(struct sl_site *site, const struct sl_weather *weather, int64_t t0_ns, int64_t t1_ns);

/* Storage at rest with a flow of u_w (import positive) without any storage. */
void sl_site_settle(struct sl_site *site, double u_w);

/* One pass of the solution. Storages stand in a chain in the order of the scenario: each sees the flow that those before
 * it let through and acts on it, so that several controls have one answer. flow_w is the import with the storage of the
 * last pass in it; sets storage_w and storage_var for MV voltage v_pu. */
void sl_site_pass(struct sl_site *site, double flow_w, double v_pu, double h_s);

/* How far the flow that came out of the pass is from the one that the first storage answered, W. */
double sl_site_flow_error_w(const struct sl_site *site, double flow_w);

/* Injection at the MV bus in the pass at hand. */
double sl_site_injection_w(const struct sl_site *site);
double sl_site_injection_var(const struct sl_site *site);

/* Takes the pass at hand as the step. */
void sl_site_commit(struct sl_site *site, double h_s);

#endif
