#include "sim/campus/cooling.h"

#include "models/base/time.h"
#include "sim/scenario/scenario.h"

#include <math.h>
#include <string.h>

static struct sl_cooling_input plant_input(const struct sl_weather_now *now, double it_w, double hall_loss_w,
                                           double hottest_w, double interval_s)
{
    return (struct sl_cooling_input){
        .it_heat_w = it_w,
        .other_heat_w = hall_loss_w,
        .accelerator_power_w = hottest_w,
        .wet_bulb_degc = sl_weather_wet_bulb_degc(now),
        .dry_bulb_degc = now->dry_bulb_degc,
        .pressure_pa = now->pressure_pa,
        .interval_s = interval_s,
    };
}

int sl_cooling_stage_init(struct sl_cooling_stage *stage, const struct sl_cooling_section *section,
                          bool present, double design_w, const struct sl_heat *heat,
                          const struct sl_weather *weather, int64_t period_ns, struct sl_error *err)
{
    memset(stage, 0, sizeof *stage);
    stage->present = present;
    stage->params = section->plant;
    int64_t wanted_ns = sl_ns_from_s(section->plant.interval_s);
    stage->interval_ns =
        wanted_ns <= period_ns ? period_ns : (wanted_ns + period_ns - 1) / period_ns * period_ns;
    struct sl_weather_now now = sl_weather_mean(weather, 0, stage->interval_ns);
    if (!present) {
        stage->out.outdoor_dry_bulb_degc = now.dry_bulb_degc;
        stage->out.outdoor_wet_bulb_degc = sl_weather_wet_bulb_degc(&now);
        stage->out.coolant_supply_degc = stage->out.accelerator_max_degc = NAN;
        return 0;
    }
    struct sl_cooling_input input = plant_input(&now, heat->it_w, heat->hall_loss_w, heat->accelerator_max_w,
                                                sl_s_from_ns(stage->interval_ns));
    int status =
        sl_cooling_init(&stage->plant, &stage->params, design_w, &input, &stage->state, &stage->out, err);
    return status ? sl_context(err, "cooling") : 0;
}

void sl_cooling_stage_gather(struct sl_cooling_stage *stage, const struct sl_heat *heat, double h_s)
{
    stage->gather.it_j += heat->it_w * h_s;
    stage->gather.hall_loss_j += heat->hall_loss_w * h_s;
    if (heat->accelerator_max_w > stage->gather.hottest_w) stage->gather.hottest_w = heat->accelerator_max_w;
}

static void ledger_add(struct sl_cooling_stage *stage, double h_s)
{
    const struct sl_cooling_output *o = &stage->out;
    sl_sum_add(&stage->ledger.electric_j, (o->heat_it_w + o->heat_other_w) * h_s);
    sl_sum_add(&stage->ledger.heat_in_j,
               (o->heat_it_w + o->heat_other_w + o->heat_pump_w + o->heat_fan_w) * h_s);
    sl_sum_add(&stage->ledger.rejected_j, o->heat_rejected_w * h_s);
    sl_sum_add(&stage->ledger.stored_j, o->heat_stored_w * h_s);
    sl_sum_add(&stage->ledger.water_kg, o->water_flow_kg_per_s * h_s);
    sl_sum_add(&stage->ledger.evaporation_kg, o->evaporation_kg_per_s * h_s);
    sl_sum_add(&stage->ledger.blowdown_kg, o->blowdown_kg_per_s * h_s);
    sl_sum_add(&stage->ledger.drift_kg, o->drift_kg_per_s * h_s);
    if (o->set_point_excess_k > stage->gather.excess_max_k)
        stage->gather.excess_max_k = o->set_point_excess_k;
}

static void interval_end(struct sl_cooling_stage *stage, const struct sl_weather *weather, int64_t t_ns)
{
    double h_s = sl_s_from_ns(t_ns - stage->gather.since_ns);
    struct sl_weather_now now = sl_weather_mean(weather, stage->gather.since_ns, t_ns);
    if (stage->present) {
        struct sl_cooling_input input = plant_input(
            &now, stage->gather.it_j / h_s, stage->gather.hall_loss_j / h_s, stage->gather.hottest_w, h_s);
        sl_cooling_step(&stage->plant, &stage->params, &stage->state, &input, &stage->out);
        ledger_add(stage, h_s);
    } else {
        stage->out.outdoor_dry_bulb_degc = now.dry_bulb_degc;
        stage->out.outdoor_wet_bulb_degc = sl_weather_wet_bulb_degc(&now);
    }
    stage->gather.since_ns = t_ns;
    stage->gather.it_j = stage->gather.hall_loss_j = stage->gather.hottest_w = 0.0;
}

void sl_cooling_stage_step(struct sl_cooling_stage *stage, const struct sl_weather *weather, int64_t t_ns)
{
    if (t_ns - stage->gather.since_ns >= stage->interval_ns) interval_end(stage, weather, t_ns);
}

void sl_cooling_stage_end(struct sl_cooling_stage *stage, const struct sl_weather *weather, int64_t t_ns)
{
    if (t_ns > stage->gather.since_ns) interval_end(stage, weather, t_ns);
}

int sl_cooling_stage_state(struct sl_cooling_stage *stage, struct sl_state *state, struct sl_error *err)
{
    int status = sl_state_add(state, "cooling.plant", &stage->state, sizeof stage->state, 1, err);
    if (!status) status = sl_state_add(state, "cooling.out", &stage->out, sizeof stage->out, 1, err);
    if (!status) status = sl_state_add(state, "cooling.gather", &stage->gather, sizeof stage->gather, 1, err);
    if (!status) status = sl_state_add(state, "cooling.ledger", &stage->ledger, sizeof stage->ledger, 1, err);
    return status;
}
