/* The source stage: turns the campus' P and Q into voltage, solved with the load inside the step (solve.h), and into
 * frequency, felt in the next. */
#ifndef SL_CAMPUS_SOURCES_H
#define SL_CAMPUS_SOURCES_H

#include "models/base/channel.h"
#include "models/base/error.h"
#include "models/base/state.h"
#include "models/grid/frequency.h"
#include "models/grid/playback.h"
#include "models/grid/poi.h"
#include "models/grid/rocof.h"
#include "sim/campus/path.h"
#include "sim/campus/site.h"
#include "sim/scenario/csv.h"

#include <stdbool.h>

struct sl_scenario;

struct sl_sources_out {
    double p_w, q_var, v_pu, v_min_pu, mv_pu, angle_deg, current_a, f_hz, rocof_hz_per_s, facility_w;
};

struct sl_sources_state { /* plain */
    double initial_w; /* import of the settled start: the grid's frequency answers the deviation from it */
    double lost_generation_w; /* tripped in the grid so far */
    double v_mv_pu, slope;    /* where the next solution starts */
    struct sl_frequency_state frequency;
};

#define SL_SOURCES_CHANNELS 10

struct sl_sources {
    int model;               /* enum sl_grid_model */
    bool planning, assessed; /* assessed: a grid was given, so voltage and frequency mean something */
    double step_s, f0_hz, schedule_pu, nominal_v, base_va;
    int64_t step_ns;
    const struct sl_event_params *events; /* the scenario's: dips and trips */
    size_t event_count;
    struct sl_poi poi;
    struct sl_frequency frequency;
    struct sl_playback playback;
    struct sl_csv csv; /* owned: playback */
    struct sl_sources_state state;
    struct sl_rocof rocof;
    struct sl_sources_out out;
    struct sl_channel channels[SL_SOURCES_CHANNELS]; /* the last one states its window */
    char rocof_name[64];
    long passes; /* of all steps: how hard the solution was */
};

/* playback_file: the scenario's grid.file made relative to it, or NULL. */
int sl_sources_init(struct sl_sources *sources, const struct sl_scenario *scenario, const char *playback_file,
                    struct sl_error *err);
int sl_sources_register(struct sl_sources *sources, struct sl_state *state, struct sl_error *err);
void sl_sources_free(struct sl_sources *sources);

/* Starts at rest: storage idle, V as scheduled, f nominal. mv_w, mv_var: own load of the MV bus besides storage and
 * renewables (cooling, auxiliaries). The path has been loaded. */
int sl_sources_settle(struct sl_sources *sources, struct sl_path *path, struct sl_site *site, double mv_w,
                      double mv_var, struct sl_error *err);

/* One step from t_ns. */
int sl_sources_step(struct sl_sources *sources, struct sl_path *path, struct sl_site *site, double mv_w,
                    double mv_var, int64_t t_ns, struct sl_error *err);

#endif
