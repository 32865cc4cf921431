/* The campus as built: the scenario's parameters and one struct a stage. Everything a run remembers is registered as
 * state; two campuses in one process do not know of each other. */
#ifndef SL_CAMPUS_CAMPUS_H
#define SL_CAMPUS_CAMPUS_H

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/campus/balance.h"
#include "sim/campus/cooling.h"
#include "sim/campus/jobs.h"
#include "sim/campus/layout.h"
#include "sim/campus/load.h"
#include "sim/campus/monitors.h"
#include "sim/campus/path.h"
#include "sim/campus/probes.h"
#include "sim/campus/racks.h"
#include "sim/campus/site.h"
#include "sim/campus/sources.h"
#include "sim/campus/weather.h"
#include "sim/scenario/calendar.h"
#include "sim/scenario/scenario.h"

struct sl_campus {
    const struct sl_scenario *scenario;
    struct sl_calendar calendar;
    int64_t step_ns, period_ns, duration_ns;
    size_t period_steps;
    bool planning;
    struct sl_layout layout;
    double rack_rated_w; /* at its AC input */
    double tan_phi;      /* of cooling and auxiliaries */
    struct sl_weather weather;
    struct sl_load_type rack;
    struct sl_csv replay_csv;
    struct sl_series *replay;
    struct sl_jobs jobs;
    struct sl_load load;
    struct sl_probes probes;
    struct sl_racks racks;
    struct sl_path path;
    struct sl_site site;
    struct sl_sources sources;
    struct sl_cooling_stage cooling;
    struct sl_monitors monitors;
    struct sl_balance balance;
    struct sl_state state;
    bool primed; /* jobs and load have been stepped over the first period, to settle at its first step */
};

/* The scenario's files, made relative to it; NULL where there is none. */
struct sl_campus_files {
    const char *weather, *replay, *grid;
};

/* Builds and settles. `scenario` must outlive the campus. On failure the campus still wants sl_campus_free. */
int sl_campus_build(struct sl_campus *campus, const struct sl_scenario *scenario,
                    const struct sl_campus_files *files, struct sl_error *err);
void sl_campus_free(struct sl_campus *campus);

/* Heat of the racks and halls in the step at hand. */
struct sl_heat sl_campus_heat(const struct sl_campus *campus);

#endif
