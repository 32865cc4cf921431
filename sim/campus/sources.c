#include "sim/campus/sources.h"

#include "models/base/time.h"
#include "sim/campus/solve.h"
#include "sim/scenario/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHANNEL(NAME, UNIT, LONG, CELL, POSITIVE, IDENTITY, MEMBER)                                          \
    {                                                                                                        \
        NAME, UNIT, LONG, CELL, POSITIVE, IDENTITY, offsetof(struct sl_sources_out, MEMBER)                  \
    }
static const struct sl_channel sources_channels[SL_SOURCES_CHANNELS] = {
    CHANNEL("facility_power", "W", "all consumption of the campus, losses included", SL_CELL_MEAN,
            "consumption",
            "facility_power = it_power + ups_loss + transformer_loss + distribution_loss + cooling_power + "
            "auxiliary_power",
            facility_w),
    CHANNEL("poi_power", "W", "active power at the point of interconnection", SL_CELL_MEAN, "import",
            "poi_power = facility_power - solar_power - wind_power - storage_power", p_w),
    CHANNEL("poi_reactive_power", "var", "reactive power at the point of interconnection", SL_CELL_MEAN,
            "absorbed", NULL, q_var),
    CHANNEL("poi_voltage", "1", "voltage at the POI, per unit, mean of the phases", SL_CELL_POINT, NULL, NULL,
            v_pu),
    CHANNEL("poi_voltage_min_phase", "1", "voltage of the lowest phase at the POI, per unit", SL_CELL_POINT,
            NULL, NULL, v_min_pu),
    CHANNEL("mv_voltage", "1",
            "voltage of the MV bus behind the main transformer, per unit, which plants see", SL_CELL_POINT,
            NULL, NULL, mv_pu),
    CHANNEL("poi_angle", "degree", "angle of the POI's voltage against the grid's source", SL_CELL_POINT,
            "POI leads", NULL, angle_deg),
    CHANNEL("poi_current", "A", "current at the POI, mean of the phases", SL_CELL_MEAN, NULL, NULL,
            current_a),
    CHANNEL("grid_frequency", "Hz", "frequency of the grid", SL_CELL_POINT, NULL, NULL, f_hz),
    CHANNEL("rocof", "Hz s-1", "rate of change of frequency over a window", SL_CELL_POINT, NULL, NULL,
            rocof_hz_per_s),
};

static int playback_load(struct sl_sources *s, const struct sl_grid_params *grid, const char *file,
                         int64_t duration_ns, struct sl_error *err)
{
    const char *names[5];
    struct sl_series *to[5];
    size_t n = 0;
    for (int p = 0; p < 3; p++)
        if (grid->voltage_columns[p]) {
            names[n] = grid->voltage_columns[p];
            to[n++] = &s->playback.v[p];
        }
    if (grid->voltage_column) {
        names[n] = grid->voltage_column;
        to[n++] = &s->playback.v[0];
    }
    if (grid->frequency_column) {
        names[n] = grid->frequency_column;
        to[n++] = &s->playback.f;
    }
    struct sl_csv_request request = {file, grid->time_column, names, n, 0, duration_ns};
    int status = sl_csv_read(&request, &s->csv, err);
    if (status) return status;
    for (size_t i = 0; i < n; i++) {
        *to[i] = sl_csv_series(&s->csv, i, grid->between);
        for (size_t r = 0; to[i] != &s->playback.f && r < s->csv.rows; r++)
            s->csv.values[i][r] *= grid->voltage_scale;
    }
    if (grid->voltage_column) s->playback.v[1] = s->playback.v[2] = s->playback.v[0];
    return 0;
}

int sl_sources_init(struct sl_sources *s, const struct sl_scenario *scenario, const char *playback_file,
                    struct sl_error *err)
{
    const struct sl_grid_params *grid = &scenario->grid;
    memset(s, 0, sizeof *s);
    s->model = grid->model;
    s->assessed = scenario->has_grid && grid->model != SL_GRID_STIFF;
    s->planning = sl_is_planning(&scenario->time);
    s->step_ns = sl_step_ns(&scenario->time);
    s->step_s = sl_s_from_ns(s->step_ns);
    s->f0_hz = scenario->site.frequency_hz;
    s->nominal_v = scenario->power.poi.voltage_v;
    s->schedule_pu = scenario->has_grid ? grid->voltage_schedule_pu : 1.0;
    s->events = scenario->events.items;
    s->event_count = scenario->events.count;
    s->base_va = 1e8;
    s->playback.voltage_pu = s->schedule_pu;
    s->playback.nominal_hz = s->f0_hz;
    if (s->model == SL_GRID_THEVENIN || s->model == SL_GRID_FREQUENCY) {
        s->poi = sl_poi_of(grid->short_circuit_va, grid->x_over_r);
        s->base_va = grid->short_circuit_va;
    }
    double window_s = 0.5;
    if (s->model == SL_GRID_FREQUENCY) {
        sl_frequency_init(&s->frequency, &s->state.frequency, &grid->frequency_response, s->f0_hz, s->step_s);
        window_s = grid->frequency_response.rocof_window_s;
    }
    if (s->model == SL_GRID_PLAYBACK && playback_file) {
        int status = playback_load(s, grid, playback_file, scenario->time.duration_ns, err);
        if (status) return sl_context(err, "grid.file");
    }
    s->out.f_hz = s->model == SL_GRID_PLAYBACK ? sl_playback_frequency(&s->playback, 0) : s->f0_hz;
    sl_rocof_init(&s->rocof, window_s, s->step_s, s->out.f_hz);
    memcpy(s->channels, sources_channels, sizeof s->channels);
    snprintf(s->rocof_name, sizeof s->rocof_name, "rate of change of frequency over %.4g s",
             s->rocof.window_s);
    s->channels[SL_SOURCES_CHANNELS - 1].long_name = s->rocof_name;
    return 0;
}

int sl_sources_register(struct sl_sources *s, struct sl_state *state, struct sl_error *err)
{
    int status = sl_state_add(state, "sources.state", &s->state, sizeof s->state, 1, err);
    if (!status) status = sl_state_add(state, "sources.poi", &s->poi, sizeof s->poi, 1, err);
    if (!status) status = sl_state_add(state, "sources.rocof", &s->rocof, sizeof s->rocof, 1, err);
    if (!status) status = sl_state_add(state, "sources.out", &s->out, sizeof s->out, 1, err);
    return status;
}

void sl_sources_free(struct sl_sources *s)
{
    sl_csv_free(&s->csv);
    memset(s, 0, sizeof *s);
}

#define SETTLE_PASSES 8 /* each closes the flow by two digits */

static void output_fill(struct sl_sources *s, const struct sl_path *path, const struct sl_site *site)
{
    struct sl_volt v = path->node[0].v;
    s->out.v_pu = sl_volt_mean(v);
    s->out.v_min_pu = sl_volt_min(v);
    s->out.mv_pu = sl_volt_mean(path->node[SL_PATH_MV].v);
    s->out.current_a = s->out.v_pu > 0.0
                           ? hypot(s->out.p_w, s->out.q_var) / (sqrt(3.0) * s->nominal_v * s->out.v_pu)
                           : (double)NAN;
    s->out.facility_w = s->out.p_w + site->out.solar_w + site->out.wind_w + site->out.storage_w;
}

int sl_sources_settle(struct sl_sources *s, struct sl_path *path, struct sl_site *site, double mv_w,
                      double mv_var, struct sl_error *err)
{
    const struct sl_dip none = {0};
    int model = s->model;
    if (model != SL_GRID_PLAYBACK) s->model = SL_GRID_STIFF; /* V as scheduled while E is sought */
    s->state.v_mv_pu = s->schedule_pu;
    sl_site_settle(site, 0.0);
    int status = sl_solve(s, path, site, mv_w, mv_var, &none, 0, err);
    for (int i = 0; i < SETTLE_PASSES && !status; i++) { /* storage at rest moves the flow by its idle loss */
        sl_site_settle(site, s->out.p_w + sl_site_injection_w(site) - site->out.solar_w - site->out.wind_w);
        status = sl_solve(s, path, site, mv_w, mv_var, &none, 0, err);
    }
    s->model = model;
    if (status) return status;
    if (sl_sources_has_impedance(s) && sl_poi_schedule(&s->poi, s->schedule_pu, s->out.p_w, s->out.q_var))
        return sl_no_operating_point(s, path, 0, err);
    s->state.initial_w = s->out.p_w;
    return 0;
}

/* Generation lost on average over the step; a trip inside it counts for what is left of it. */
static double lost_generation_w(struct sl_sources *s, int64_t t_ns)
{
    double lost_w = s->state.lost_generation_w;
    for (size_t i = 0; i < s->event_count; i++) {
        const struct sl_event_params *e = &s->events[i];
        if (e->type != SL_EVENT_GENERATION_TRIP || e->at_ns < t_ns || e->at_ns >= t_ns + s->step_ns) continue;
        lost_w += e->power_w * (double)(t_ns + s->step_ns - e->at_ns) / (double)s->step_ns;
        s->state.lost_generation_w += e->power_w;
    }
    return lost_w;
}

/* Outside of this share of nominal no grid runs, and the model, which sheds no load, means nothing. */
#define FREQUENCY_SPAN 0.2

static int frequency_step(struct sl_sources *s, int64_t t_ns, struct sl_error *err)
{
    double deviation_w = s->out.p_w - s->state.initial_w + lost_generation_w(s, t_ns);
    s->out.f_hz = s->f0_hz; /* in planning runs too: secondary control is faster than their steps */
    if (s->model == SL_GRID_PLAYBACK) s->out.f_hz = sl_playback_frequency(&s->playback, t_ns + s->step_ns);
    if (s->model == SL_GRID_FREQUENCY && !s->planning) {
        sl_frequency_step(&s->frequency, &s->state.frequency, deviation_w);
        s->out.f_hz = s->state.frequency.f_hz;
    }
    s->out.rocof_hz_per_s = s->planning ? (double)NAN : sl_rocof_step(&s->rocof, s->out.f_hz);
    if (fabs(s->out.f_hz - s->f0_hz) <= FREQUENCY_SPAN * s->f0_hz) return 0;
    return sl_fail(
        err, SL_ERR_RUN,
        "t = %.6f s: the frequency would be %.4g Hz: no grid runs there (the model sheds no load). Check "
        "grid.frequency_response, generation_trip events or the playback file",
        sl_s_from_ns(t_ns), s->out.f_hz);
}

int sl_sources_step(struct sl_sources *s, struct sl_path *path, struct sl_site *site, double mv_w,
                    double mv_var, int64_t t_ns, struct sl_error *err)
{
    struct sl_dip dip = sl_dips_at(s, t_ns + s->step_ns / 2);
    int status = sl_solve(s, path, site, mv_w, mv_var, &dip, t_ns, err);
    if (status) return status;
    sl_site_commit(site, s->step_s);
    output_fill(s, path, site);
    return frequency_step(s, t_ns, err);
}
