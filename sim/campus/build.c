/* Scenario -> campus: sizes, wiring, first step, settled start. */
#include "sim/campus/campus.h"

#include "models/base/time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without a rating the supplies of a rack are two full sets, as in racks with redundant supplies (assumed). */
#define PSU_INSTALLED_OVER_LOAD 2.0

static int rack_build(struct sl_campus *c, struct sl_error *err)
{
    const struct sl_rack_params *rack = &c->scenario->fleet.rack;
    c->rack.accelerator = rack->accelerator;
    struct sl_psu_params psu = rack->psu;
    double full_w = sl_rack_rated_dc_w(&rack->accelerator);
    if (isnan(psu.rated_power_w)) psu.rated_power_w = PSU_INSTALLED_OVER_LOAD * full_w;
    int status = sl_psu_init(&c->rack.psu, &psu, err);
    if (status) return sl_context(err, "fleet.rack.psu");
    c->rack_rated_w = rack->rated_power_w > 0.0 ? rack->rated_power_w : sl_psu_input_w(&c->rack.psu, full_w);
    return 0;
}

static void times_build(struct sl_campus *c)
{
    const struct sl_time_params *time = &c->scenario->time;
    c->step_ns = sl_step_ns(time);
    c->planning = sl_is_planning(time);
    c->duration_ns = time->duration_ns;
    int64_t wanted_ns = time->control_ns != SL_NEVER ? time->control_ns : 100 * SL_NS_PER_MS;
    c->period_steps = (size_t)(wanted_ns > c->step_ns ? wanted_ns / c->step_ns : 1);
    c->period_ns = (int64_t)c->period_steps * c->step_ns;
}

static int replay_build(struct sl_campus *c, const char *file, struct sl_error *err)
{
    const struct sl_replay_params *replay = &c->scenario->workload.replay;
    struct sl_csv_request request = {.path = file,
                                     .time_column = replay->time_column,
                                     .columns = replay->columns.items,
                                     .column_count = replay->columns.count,
                                     .cover_to_ns = c->duration_ns};
    if (request.column_count == 0) request.columns = NULL;
    if (sl_csv_read(&request, &c->replay_csv, err)) return sl_context(err, "workload.replay");
    size_t columns = c->replay_csv.columns;
    if (columns == 0 || c->layout.racks % columns != 0)
        return sl_fail(
            err, SL_ERR_SCENARIO,
            "workload.replay: %zu columns cannot share %zu racks equally; choose halls * racks_per_hall as a "
            "multiple of the columns",
            columns, c->layout.racks);
    c->replay = calloc(columns, sizeof *c->replay);
    if (!c->replay) return sl_no_memory(err, "the replay");
    for (size_t i = 0; i < columns; i++) {
        double most_w = 2.0 * c->rack_rated_w * (double)(c->layout.racks / columns);
        for (size_t r = 0; r < c->replay_csv.rows; r++) {
            double *value = &c->replay_csv.values[i][r];
            *value *= replay->scale;
            if (*value >= 0.0 && *value <= most_w) continue;
            return sl_fail(
                err, SL_ERR_SCENARIO,
                "%s: error: %s is %g W at %.9g s: a group of %zu racks draws 0 to %.4g W (twice its rating); "
                "check its unit, workload.replay.scale and the fleet",
                file, c->replay_csv.names[i], *value, sl_s_from_ns(c->replay_csv.t_ns[r]),
                c->layout.racks / columns, most_w);
        }
        c->replay[i] = sl_csv_series(&c->replay_csv, i, replay->between);
    }
    return sl_load_replay(&c->load, c->replay, columns, err);
}

static int load_build(struct sl_campus *c, const char *replay_file, struct sl_error *err)
{
    const struct sl_scenario *s = c->scenario;
    struct sl_jobs_config jobs = {.layout = c->layout,
                                  .accelerator = &c->rack.accelerator,
                                  .jobs = s->workload.jobs.items,
                                  .count = s->workload.jobs.count,
                                  .seed = (uint64_t)s->seed,
                                  .planning = c->planning};
    if (sl_jobs_init(&c->jobs, &jobs, err)) return sl_context(err, "workload");
    for (size_t i = 0; i < s->events.count; i++) {
        const struct sl_event_params *e = (const struct sl_event_params *)s->events.items + i;
        if (e->type != SL_EVENT_JOB_ABORT && e->type != SL_EVENT_JOB_STOP) continue;
        int job = e->target ? sl_jobs_find(&c->jobs, e->target) : -1;
        if (job < 0) return sl_fail(err, SL_ERR_SCENARIO, "events[%zu].target: no job of that name", i);
        if (e->type == SL_EVENT_JOB_ABORT)
            sl_jobs_abort(&c->jobs, job, e->at_ns);
        else
            sl_jobs_stop(&c->jobs, job, e->at_ns);
    }
    struct sl_load_config load = {.layout = c->layout,
                                  .types = &c->rack,
                                  .type_count = 1,
                                  .step_ns = c->step_ns,
                                  .steps_max = c->period_steps,
                                  .seed = (uint64_t)s->seed,
                                  .gains = c->jobs.gains};
    int status = sl_load_init(&c->load, &load, err);
    if (!status && s->workload.has_replay) status = replay_build(c, replay_file, err);
    if (!status)
        status = sl_probes_init(&c->probes, s->record.accelerators.items, s->record.accelerators.count,
                                c->period_steps, err);
    return status;
}

static int stages_build(struct sl_campus *c, const struct sl_campus_files *files, struct sl_error *err)
{
    const struct sl_scenario *s = c->scenario;
    int sides = sl_path_sides(&s->power);
    size_t swings = c->planning ? s->workload.jobs.count : 0;
    double hall_rated_w = c->rack_rated_w * (double)s->fleet.racks_per_hall;
    int status = load_build(c, files->replay, err);
    if (!status)
        status =
            sl_racks_init(&c->racks, c->layout.halls, (size_t)sides, s->fleet.rack.feed_mode, swings, err);
    if (!status)
        status = sl_path_init(&c->path, &s->power, (int)s->fleet.halls, hall_rated_w,
                              c->rack.psu.power_factor, err);
    if (!status) status = sl_path_swing_init(&c->path, swings, err);
    if (!status)
        status = sl_weather_init(&c->weather, &s->site.weather, files->weather, s->site.elevation_m,
                                 &c->calendar, c->duration_ns, err);
    if (!status)
        status = sl_weather_require(&c->weather, files->weather, s->renewables.solar.count > 0,
                                    s->renewables.wind.count > 0, err);
    if (!status) status = sl_site_init(&c->site, s, c->calendar.utc_ns, err);
    if (!status) status = sl_sources_init(&c->sources, s, files->grid, err);
    return status;
}

/* Power of a busy accelerator of a rack, W: idle ones beside it draw idle power. */
static double busy_accelerator_w(const struct sl_campus *c, size_t slot)
{
    const struct sl_accelerator_params *a = &c->rack.accelerator;
    double all = (double)(a->accelerators_per_server * a->servers_per_rack), busy = c->load.busy[slot];
    double rack_w = sl_rack_accelerators_w(a, sl_psu_output_w(&c->rack.psu, c->load.rack_mean_w[slot]));
    if (busy <= 0.0) return fmax(rack_w, 0.0) / all;
    return fmax(rack_w - (all - busy) * a->idle_power_w, 0.0) / busy;
}

/* it_w and hall_loss_w are those of the last step, the hottest accelerator that of the control period at hand. */
struct sl_heat sl_campus_heat(const struct sl_campus *c)
{
    double hottest_w = 0.0;
    for (size_t i = 0; i < c->layout.slots; i++)
        if (c->load.weight[i] > 0.0) hottest_w = fmax(hottest_w, busy_accelerator_w(c, i));
    return (struct sl_heat){.it_w = c->racks.out.it_w,
                            .hall_loss_w = c->path.out.ups_loss_w + c->path.out.distribution_loss_w,
                            .accelerator_max_w = hottest_w};
}

/* Heat at rating: racks at their rating on all halls, and the losses in the halls that go with it. */
static double design_heat_w(struct sl_campus *c)
{
    double hall_w = c->rack_rated_w * (double)c->layout.racks_per_hall;
    for (size_t f = 0; f < c->racks.feeds; f++)
        c->racks.feed_w[f] = hall_w * c->racks.share[f % c->racks.sides];
    sl_path_load(&c->path, c->racks.feed_w);
    sl_path_sum(&c->path, 1.0);
    sl_path_finish(&c->path, 0);
    return hall_w * (double)c->layout.halls + c->path.out.ups_loss_w + c->path.out.distribution_loss_w;
}

/* The first step's load is the state at rest: an undisturbed run is flat. */
static int settle(struct sl_campus *c, struct sl_error *err)
{
    size_t steps = c->period_steps;
    if ((int64_t)steps * c->step_ns > c->duration_ns) steps = (size_t)(c->duration_ns / c->step_ns);
    int64_t end_ns = (int64_t)steps * c->step_ns;
    int status = sl_jobs_step(&c->jobs, end_ns, err);
    if (!status) status = sl_load_step(&c->load, &c->jobs, 0, steps, err);
    if (status) return status;
    c->primed = true;
    sl_probes_period(&c->probes, &c->load, &c->jobs);
    double design_w = design_heat_w(c);
    sl_racks_step(&c->racks, &c->load, 0);
    sl_path_load(&c->path, c->racks.feed_w);
    sl_path_swing(&c->path, c->racks.swing_w);
    sl_path_sum(&c->path, 1.0);
    sl_path_finish(&c->path, 0);
    sl_site_period(&c->site, &c->weather, 0, end_ns);
    struct sl_heat heat = sl_campus_heat(c);
    status = sl_cooling_stage_init(&c->cooling, &c->scenario->cooling, c->scenario->has_cooling, design_w,
                                   &heat, &c->weather, c->period_ns, err);
    if (status) return status;
    double mv_w = c->cooling.out.cooling_power_w + c->path.auxiliary_w;
    status = sl_sources_settle(&c->sources, &c->path, &c->site, mv_w, mv_w * c->tan_phi, err);
    for (size_t i = 0; i < c->path.count; i++)
        c->path.node[i].worst_fraction = c->path.node[i].firm_fraction = 0.0;
    return status;
}

static int state_register(struct sl_campus *c, struct sl_error *err)
{
    struct sl_state *state = &c->state;
    int status = sl_jobs_register(&c->jobs, state, err);
    if (!status) status = sl_load_register(&c->load, state, err);
    if (!status) status = sl_probes_register(&c->probes, state, err);
    if (!status)
        status = sl_state_add(state, "path.node", c->path.node, sizeof *c->path.node, c->path.count, err);
    if (!status)
        status = sl_state_add(state, "path.feed", c->path.feed, sizeof *c->path.feed, c->path.feeds, err);
    if (!status) status = sl_state_add(state, "path.out", &c->path.out, sizeof c->path.out, 1, err);
    if (!status) status = sl_state_add(state, "racks.out", &c->racks.out, sizeof c->racks.out, 1, err);
    if (!status) status = sl_site_register(&c->site, state, err);
    if (!status) status = sl_sources_register(&c->sources, state, err);
    if (!status) status = sl_cooling_stage_state(&c->cooling, state, err);
    if (!status) status = sl_state_add(state, "monitors", &c->monitors, sizeof c->monitors, 1, err);
    if (!status) status = sl_state_add(state, "balance", &c->balance, sizeof c->balance, 1, err);
    return status;
}

int sl_campus_build(struct sl_campus *campus, const struct sl_scenario *scenario,
                    const struct sl_campus_files *files, struct sl_error *err)
{
    memset(campus, 0, sizeof *campus);
    campus->scenario = scenario;
    times_build(campus);
    const struct sl_fleet_params *fleet = &scenario->fleet;
    campus->layout = sl_layout_of((size_t)fleet->halls, (size_t)fleet->racks_per_hall,
                                  (size_t)fleet->rack.accelerator.servers_per_rack);
    campus->tan_phi = tan(acos(scenario->power.motor_power_factor));
    int status = sl_calendar_parse(scenario->time.start, &campus->calendar, err);
    if (status) return sl_context(err, "time.start");
    status = rack_build(campus, err);
    if (!status) status = stages_build(campus, files, err);
    if (!status) status = settle(campus, err);
    if (status) return status;
    sl_monitors_init(&campus->monitors, campus);
    sl_balance_init(&campus->balance, campus);
    return state_register(campus, err);
}

void sl_campus_free(struct sl_campus *campus)
{
    sl_sources_free(&campus->sources);
    sl_site_free(&campus->site);
    sl_weather_free(&campus->weather);
    sl_path_free(&campus->path);
    sl_racks_free(&campus->racks);
    sl_probes_free(&campus->probes);
    sl_load_free(&campus->load);
    sl_jobs_free(&campus->jobs);
    free(campus->replay);
    sl_csv_free(&campus->replay_csv);
    sl_state_free(&campus->state);
}
