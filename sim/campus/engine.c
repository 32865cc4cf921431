#include "sim/campus/engine.h"

#include "models/base/time.h"

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof((ARRAY)[0]))

int sl_engine_register(struct sl_campus *c, struct sl_recorder *recorder, struct sl_error *err)
{
    const struct {
        const struct sl_channel *rows;
        size_t count;
        const void *base;
    } site[] = {
        {sl_racks_channels, COUNT(sl_racks_channels), &c->racks.out},
        {sl_path_channels, COUNT(sl_path_channels), &c->path.out},
        {sl_cooling_channels, SL_COOLING_CHANNELS, &c->cooling.out},
        {sl_site_channels, SL_SITE_CHANNELS, &c->site.out},
        {c->sources.channels, SL_SOURCES_CHANNELS, &c->sources.out},
        {sl_monitors_channels, COUNT(sl_monitors_channels), &c->monitors.out},
        {c->probes.channels, c->probes.count, c->probes.power_w},
    };
    for (size_t i = 0; i < COUNT(site); i++) {
        if (site[i].count == 0) continue;
        int status =
            sl_recorder_register(recorder, SL_DIM_SITE, site[i].rows, site[i].count, site[i].base, 0, 1, err);
        if (status) return status;
    }
    int status = sl_recorder_register(recorder, SL_DIM_FEED, sl_feed_channels, COUNT(sl_feed_channels),
                                      c->path.feed, sizeof *c->path.feed, c->path.feeds, err);
    static const struct sl_channel rack_power = {
        "rack_power", "W", "power at the rack's AC input", SL_CELL_MEAN, "consumption", NULL, 0};
    if (!status)
        status = sl_recorder_register_racks(recorder, &rack_power, c->load.rack_mean_w, c->load.rack_min_w,
                                            c->load.rack_max_w, err);
    return status;
}

/* Heat of the step at hand. Where the plant's interval is a step (planning), it answers in the same step, as its heat
 * does not wait a minute or an hour; else its power is held over its next interval. */
static void cooling_gather(struct sl_campus *c, struct sl_heat heat, int64_t t_ns)
{
    heat.it_w = c->racks.out.it_w;
    heat.hall_loss_w = c->path.out.ups_loss_w + c->path.out.distribution_loss_w;
    sl_cooling_stage_gather(&c->cooling, &heat, sl_s_from_ns(c->step_ns));
    if (c->cooling.interval_ns == c->step_ns)
        sl_cooling_stage_step(&c->cooling, &c->weather, t_ns + c->step_ns);
}

static int step(struct sl_campus *c, struct sl_recorder *recorder, struct sl_heat heat, size_t k,
                int64_t t_ns, struct sl_error *err)
{
    double h_s = sl_s_from_ns(c->step_ns);
    bool at_once = c->cooling.interval_ns == c->step_ns;
    sl_racks_step(&c->racks, &c->load, k);
    sl_probes_step(&c->probes, &c->load, k);
    sl_path_load(&c->path, c->racks.feed_w);
    sl_path_swing(&c->path, c->racks.swing_w);
    if (at_once) { /* losses in the halls do not depend on the voltage outside */
        sl_path_sum(&c->path, c->sources.state.v_mv_pu);
        sl_path_losses(&c->path);
        cooling_gather(c, heat, t_ns);
    }
    double mv_w = c->cooling.out.cooling_power_w + c->path.auxiliary_w;
    int status = sl_sources_step(&c->sources, &c->path, &c->site, mv_w, mv_w * c->tan_phi, t_ns, err);
    if (status) return status;
    sl_path_finish(&c->path, t_ns + c->step_ns);
    if (!at_once) cooling_gather(c, heat, t_ns);
    sl_balance_step(&c->balance, c, h_s);
    sl_monitors_step(&c->monitors, c, t_ns + c->step_ns);
    return recorder ? sl_recorder_step(recorder, err) : 0;
}

int sl_engine_period(struct sl_campus *c, struct sl_recorder *recorder, int64_t t0_ns, int64_t *t1_ns,
                     struct sl_error *err)
{
    size_t steps = c->period_steps;
    if (t0_ns + (int64_t)steps * c->step_ns > c->duration_ns)
        steps = (size_t)((c->duration_ns - t0_ns) / c->step_ns);
    *t1_ns = t0_ns + (int64_t)steps * c->step_ns;
    int status = 0;
    if (!c->primed) {
        status = sl_jobs_step(&c->jobs, *t1_ns, err);
        if (!status) status = sl_load_step(&c->load, &c->jobs, t0_ns, steps, err);
        if (status) return status;
        sl_probes_period(&c->probes, &c->load, &c->jobs);
    }
    c->primed = false;
    sl_site_period(&c->site, &c->weather, t0_ns, *t1_ns);
    status = sl_monitors_events(c, recorder, t0_ns, *t1_ns, err);
    struct sl_heat heat = sl_campus_heat(c);
    for (size_t k = 0; k < steps && !status; k++)
        status = step(c, recorder, heat, k, t0_ns + (int64_t)k * c->step_ns, err);
    if (status) return status;
    if (c->cooling.interval_ns != c->step_ns) sl_cooling_stage_step(&c->cooling, &c->weather, *t1_ns);
    if (*t1_ns == c->duration_ns) sl_cooling_stage_end(&c->cooling, &c->weather, *t1_ns);
    return recorder ? sl_recorder_period(recorder, c->load.ac_w, err) : 0;
}

int sl_engine_resumed(struct sl_campus *c, int64_t t_ns, struct sl_error *err)
{
    c->primed = t_ns == 0; /* building has computed the first period */
    return sl_jobs_resumed(&c->jobs, t_ns, err);
}
