#include "models/cooling/plant.h"

#include "models/base/lag.h"
#include "models/cooling/exchanger.h"
#include "models/cooling/fluid.h"
#include "models/cooling/linear.h"
#include "models/cooling/moist_air.h"
#include "models/cooling/pump.h"

#include <math.h>

#define PASSES 2 /* control and tower see the interval's own mean heat, not only its start */

/* What is held over one interval. */
struct held {
    double coolant, facility, tower, air, tower_air;          /* relative flows */
    double k_cdu, k_coil;                                     /* W/K */
    double coolant_rate, facility_rate, air_rate, tower_rate; /* W/K */
    double cdu_pump_w, facility_pump_w, tower_pump_w, room_fan_w;
    double coolant_heat_w, room_heat_w, facility_heat_w, tower_heat_w; /* into the nodes from outside */
    double pressure_pa;
};

static double liquid_design_w(const struct sl_cooling *plant, const struct sl_cooling_params *p)
{
    return p->liquid_fraction * (1.0 - p->hall_loss_fraction) * plant->design_heat_w;
}

static double air_design_w(const struct sl_cooling *plant, const struct sl_cooling_params *p)
{
    return plant->design_heat_w - liquid_design_w(plant, p);
}

/* NTU times Cmin for a heat and a distance of the inlets; negative if no exchanger can do it. */
static double ua_for(double heat_w, double inlets_k, double rate_a, double rate_b,
                     double (*ntu)(double, double))
{
    double least = fmin(rate_a, rate_b), eps = heat_w / (least * inlets_k);
    double ua = eps < 0.99 ? ntu(eps, least / fmax(rate_a, rate_b)) * least : -1.0;
    return ua < 1e5 * least ? ua : -1.0;
}

static int exchangers_size(struct sl_cooling *plant, const struct sl_cooling_params *p, struct sl_error *err)
{
    double heat_w = plant->design_heat_w, liquid_w = liquid_design_w(plant, p),
           air_w = air_design_w(plant, p);
    double facility = plant->facility_rate_w_per_k;
    if (liquid_w > 0.0) {
        double inlets_k = liquid_w / plant->coolant_rate_w_per_k + p->cdu_approach_k;
        plant->cdu_ua_w_per_k = ua_for(liquid_w, inlets_k, plant->coolant_rate_w_per_k,
                                       facility * liquid_w / heat_w, sl_exchanger_counterflow_ntu);
    }
    plant->coil_ua_w_per_k = ua_for(air_w, p->air_range_k + p->coil_approach_k, plant->air_rate_w_per_k,
                                    facility * air_w / heat_w, sl_exchanger_crossflow_ntu);
    if (p->plate_approach_k > 0.0)
        plant->plate_ua_w_per_k = ua_for(heat_w, heat_w / facility + p->plate_approach_k, facility,
                                         plant->tower_rate_w_per_k, sl_exchanger_counterflow_ntu);
    if (plant->cdu_ua_w_per_k < 0.0)
        return sl_fail(err, SL_ERR_SCENARIO, "cdu_approach_k: no exchanger reaches %g K with these flows",
                       p->cdu_approach_k);
    if (plant->coil_ua_w_per_k < 0.0)
        return sl_fail(err, SL_ERR_SCENARIO, "coil_approach_k: no coil reaches %g K with these flows",
                       p->coil_approach_k);
    if (plant->plate_ua_w_per_k < 0.0)
        return sl_fail(err, SL_ERR_SCENARIO, "plate_approach_k: no exchanger reaches %g K with these flows",
                       p->plate_approach_k);
    return 0;
}

static int plant_size(struct sl_cooling *plant, const struct sl_cooling_params *p, double heat_w,
                      double pressure_pa, struct sl_error *err)
{
    *plant = (struct sl_cooling){.design_heat_w = heat_w};
    if (!(heat_w > 0.0) || !isfinite(heat_w))
        return sl_fail(err, SL_ERR_SCENARIO, "the cooling plant needs a design heat above 0");
    double liquid_w = liquid_design_w(plant, p), air_w = air_design_w(plant, p);
    plant->coolant_rate_w_per_k =
        sl_fluid_rate_w_per_k(sl_fluid_pg25, p->coolant_flow_m3_per_s_per_w * liquid_w);
    plant->facility_rate_w_per_k =
        sl_fluid_rate_w_per_k(sl_fluid_water, p->facility_flow_m3_per_s_per_w * heat_w);
    plant->tower_rate_w_per_k = sl_fluid_rate_w_per_k(sl_fluid_water, p->tower_flow_m3_per_s_per_w * heat_w);
    /* without a plate exchanger one water goes round */
    if (p->plate_approach_k <= 0.0) plant->tower_rate_w_per_k = plant->facility_rate_w_per_k;
    plant->air_rate_w_per_k = air_w / p->air_range_k;
    plant->capacity_j_per_k[0] =
        liquid_w > 0.0 ? sl_fluid_rate_w_per_k(sl_fluid_pg25, p->coolant_volume_m3_per_w * liquid_w) : 1.0;
    plant->capacity_j_per_k[1] = sl_fluid_rate_w_per_k(sl_fluid_water, p->facility_volume_m3_per_w * heat_w);
    plant->capacity_j_per_k[2] = p->room_capacity_j_per_k_per_w * air_w;
    if (exchangers_size(plant, p, err)) return SL_ERR_SCENARIO;

    double water_kg_per_s = plant->tower_rate_w_per_k / sl_fluid_water.heat_capacity_j_per_kg_k;
    plant->tower = (struct sl_tower){.air_design_kg_per_s = water_kg_per_s / p->tower_water_air_ratio,
                                     .water_design_w_per_k = plant->tower_rate_w_per_k,
                                     .wet_bulb_design_degc = p->tower_wet_bulb_degc,
                                     .air_min = p->fan_min_fraction};
    if (sl_tower_size(&plant->tower, heat_w, p->tower_approach_k, pressure_pa))
        return sl_fail(
            err, SL_ERR_SCENARIO,
            "tower_approach_k: no tower reaches %g K; raise the tower flow or lower tower_water_air_ratio",
            p->tower_approach_k);
    return 0;
}

static double flow_target(const struct sl_cooling_params *p, double heat_w, double design_w)
{
    return design_w > 0.0 ? fmin(fmax(heat_w / design_w, p->flow_min_fraction), 1.0) : 0.0;
}

/* Flows from the heat of the interval, each the mean over it; the lagged flows are left at its end. */
static void flows_step(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                       const struct sl_cooling_input *in, struct sl_cooling_state *state, struct held *held)
{
    double liquid_w = p->liquid_fraction * in->it_heat_w, total_w = in->it_heat_w + in->other_heat_w;
    struct sl_lag lag = sl_lag_of(in->interval_s, p->flow_response_s);
    double total = flow_target(p, total_w, plant->design_heat_w);
    held->coolant =
        sl_lag_step(lag, &state->coolant_flow, flow_target(p, liquid_w, liquid_design_w(plant, p)));
    held->air =
        sl_lag_step(lag, &state->air_flow, flow_target(p, total_w - liquid_w, air_design_w(plant, p)));
    held->facility = sl_lag_step(lag, &state->facility_flow, total);
    held->tower = sl_lag_step(lag, &state->tower_flow, total);
}

/* Rates, conductances, pump and fan powers and heats that follow from the flows. */
static void held_fill(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                      const struct sl_cooling_input *in, struct held *held)
{
    double liquid_w = p->liquid_fraction * in->it_heat_w, s = p->pump_static_fraction,
           heat_w = plant->design_heat_w;
    double liquid_share = liquid_design_w(plant, p) / heat_w; /* of the facility water, through the CDUs */
    held->pressure_pa = in->pressure_pa > 0.0 ? in->pressure_pa : SL_PRESSURE_SEA_PA;
    held->coolant_rate = held->coolant * plant->coolant_rate_w_per_k;
    held->facility_rate = held->facility * plant->facility_rate_w_per_k;
    held->tower_rate = held->tower * plant->tower_rate_w_per_k;
    held->air_rate = held->air * plant->air_rate_w_per_k;
    held->k_cdu = sl_exchanger_conductance_counterflow(
        sl_exchanger_ua(plant->cdu_ua_w_per_k, held->coolant, held->facility), held->coolant_rate,
        held->facility_rate * liquid_share);
    held->k_coil =
        sl_exchanger_conductance_crossflow(sl_exchanger_ua(plant->coil_ua_w_per_k, held->air, held->facility),
                                           held->air_rate, held->facility_rate * (1.0 - liquid_share));
    held->cdu_pump_w =
        p->cdu_pump_w_per_w * liquid_design_w(plant, p) * sl_pump_power_fraction(held->coolant, s);
    held->facility_pump_w = p->facility_pump_w_per_w * heat_w * sl_pump_power_fraction(held->facility, s);
    held->tower_pump_w = p->tower_pump_w_per_w * heat_w * sl_pump_power_fraction(held->tower, s);
    held->room_fan_w = p->room_fan_w_per_w * air_design_w(plant, p) * sl_pump_power_fraction(held->air, 0.0);
    held->coolant_heat_w = liquid_w + p->pump_shaft_fraction * held->cdu_pump_w;
    held->room_heat_w = (in->it_heat_w - liquid_w) + in->other_heat_w + held->room_fan_w +
                        (1.0 - p->pump_shaft_fraction) * held->cdu_pump_w;
    held->facility_heat_w = p->pump_shaft_fraction * held->facility_pump_w;
    held->tower_heat_w = p->pump_shaft_fraction * held->tower_pump_w;
}

static double plate_conductance(const struct sl_cooling *plant, const struct held *held)
{
    return sl_exchanger_conductance_counterflow(
        sl_exchanger_ua(plant->plate_ua_w_per_k, held->facility, held->tower), held->facility_rate,
        held->tower_rate);
}

/* K4: plate exchanger and tower in series, between facility return and wet bulb; the inverse gives the
 * tower's. */
static double series_conductance(const struct sl_cooling *plant, const struct held *held, double k_tower)
{
    if (plant->plate_ua_w_per_k <= 0.0) return k_tower;
    if (k_tower <= 0.0) return 0.0;
    return 1.0 / (1.0 / plate_conductance(plant, held) + 1.0 / k_tower - 1.0 / held->tower_rate);
}

/* The tower conductance that holds the set point when `arriving_w` comes from CDU and coils; HUGE_VAL: none
 * can. */
static double wanted_conductance(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                                 const struct held *held, double arriving_w, double wet_bulb_degc)
{
    double return_degc = p->facility_supply_degc + (arriving_w + held->facility_heat_w) / held->facility_rate;
    double heat_w = arriving_w + held->facility_heat_w + held->tower_heat_w;
    if (heat_w <= 0.0) return 0.0;
    if (return_degc <= wet_bulb_degc) return HUGE_VAL;
    double inverse = (return_degc - wet_bulb_degc) / heat_w;
    if (plant->plate_ua_w_per_k > 0.0)
        inverse += 1.0 / held->tower_rate - 1.0 / plate_conductance(plant, held);
    return inverse > 0.0 ? 1.0 / inverse : HUGE_VAL;
}

static double air_target(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                         const struct held *held, double arriving_w, double wet_bulb_degc)
{
    double wanted = wanted_conductance(plant, p, held, arriving_w, wet_bulb_degc);
    double heat_w = fmax(arriving_w + held->facility_heat_w + held->tower_heat_w, 0.0);
    return sl_tower_air(&plant->tower, wanted, held->tower, heat_w, wet_bulb_degc, held->pressure_pa);
}

static double arriving_at(const struct held *held, const double t[3])
{
    return held->k_cdu * (t[0] - t[1]) + held->k_coil * (t[2] - t[1]);
}

/* The linear system of the header for held flows and conductance k of the heat rejection. */
static void system_fill(const struct sl_cooling *plant, const struct held *held, double k,
                        double wet_bulb_degc, double a[3][3], double b[3])
{
    const double *c = plant->capacity_j_per_k;
    double share =
        1.0 - k / held->facility_rate; /* of heat arriving: what is not rejected in the same pass */
    double k1 = held->k_cdu, k3 = held->k_coil;
    const double rows[3][3] = {{-k1 / c[0], k1 / c[0], 0.0},
                               {share * k1 / c[1], -(share * (k1 + k3) + k) / c[1], share * k3 / c[1]},
                               {0.0, k3 / c[2], -k3 / c[2]}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a[i][j] = rows[i][j];
    b[0] = held->coolant_heat_w / c[0];
    b[1] = (share * held->facility_heat_w + held->tower_heat_w + k * wet_bulb_degc) / c[1];
    b[2] = held->room_heat_w / c[2];
}

static double rejected_at(const struct held *held, const double t[3], double k, double wet_bulb_degc)
{
    double return_degc = t[1] + (arriving_at(held, t) + held->facility_heat_w) / held->facility_rate;
    return k * (return_degc - wet_bulb_degc);
}

static void output_temperatures(const struct sl_cooling_params *p, const struct sl_cooling_input *in,
                                const struct held *held, const double t[3], struct sl_cooling_output *o)
{
    double arriving_w = arriving_at(held, t);
    o->coolant_return_degc = t[0];
    o->coolant_supply_degc =
        held->coolant_rate > 0.0 ? t[0] - held->k_cdu * (t[0] - t[1]) / held->coolant_rate : t[0];
    o->facility_supply_degc = t[1];
    o->facility_return_degc = t[1] + (arriving_w + held->facility_heat_w) / held->facility_rate;
    o->room_return_degc = t[2];
    o->room_supply_degc = t[2] - held->k_coil * (t[2] - t[1]) / held->air_rate;
    double around_degc = p->liquid_fraction > 0.0 ? 0.5 * (o->coolant_supply_degc + o->coolant_return_degc)
                                                  : o->room_supply_degc;
    if (p->liquid_fraction <= 0.0) o->coolant_supply_degc = o->room_supply_degc; /* air is the coolant */
    o->accelerator_max_degc = around_degc + p->accelerator_resistance_k_per_w * in->accelerator_power_w;
    o->outdoor_wet_bulb_degc = in->wet_bulb_degc;
    o->outdoor_dry_bulb_degc = in->dry_bulb_degc;
}

static void output_powers(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                          const struct held *held, struct sl_cooling_output *o)
{
    o->cdu_pump_w = held->cdu_pump_w;
    o->facility_pump_w = held->facility_pump_w;
    o->tower_pump_w = held->tower_pump_w;
    o->room_fan_w = held->room_fan_w;
    o->tower_air = held->tower_air;
    o->tower_fan_w =
        p->tower_fan_w_per_w * plant->design_heat_w * sl_tower_fan_fraction(&plant->tower, held->tower_air);
    o->pump_power_w = o->cdu_pump_w + o->facility_pump_w + o->tower_pump_w;
    o->fan_power_w = o->room_fan_w + o->tower_fan_w;
    o->chiller_power_w = 0.0;
    o->cooling_power_w = o->pump_power_w + o->fan_power_w + o->chiller_power_w;
}

static void output_water(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                         const struct sl_cooling_input *in, const struct held *held,
                         struct sl_cooling_output *o)
{
    double air_kg_per_s = held->tower_air * plant->tower.air_design_kg_per_s;
    double water_kg_per_s = plant->tower_rate_w_per_k / sl_fluid_water.heat_capacity_j_per_kg_k;
    double dry_degc = fmax(in->dry_bulb_degc, in->wet_bulb_degc);
    o->evaporation_kg_per_s = sl_tower_evaporation_kg_per_s(o->heat_rejected_w, air_kg_per_s, dry_degc,
                                                            in->wet_bulb_degc, held->pressure_pa);
    o->drift_kg_per_s = p->drift_fraction * water_kg_per_s * held->tower_air;
    o->blowdown_kg_per_s =
        fmax(o->evaporation_kg_per_s / (p->cycles_of_concentration - 1.0) - o->drift_kg_per_s, 0.0);
    o->water_flow_kg_per_s = o->evaporation_kg_per_s + o->blowdown_kg_per_s + o->drift_kg_per_s;
}

static void output_ledger(const struct sl_cooling *plant, const struct sl_cooling_input *in,
                          const struct held *held, const double change[3], double rejected_w,
                          struct sl_cooling_output *o)
{
    const double *c = plant->capacity_j_per_k;
    o->heat_it_w = in->it_heat_w;
    o->heat_other_w = in->other_heat_w;
    o->heat_fan_w = held->room_heat_w + held->coolant_heat_w - in->it_heat_w - in->other_heat_w;
    o->heat_pump_w = held->facility_heat_w + held->tower_heat_w;
    o->heat_rejected_w = rejected_w;
    o->heat_stored_w = (c[0] * change[0] + c[1] * change[1] + c[2] * change[2]) / in->interval_s;
    o->heat_residual_w = o->heat_it_w + o->heat_other_w + o->heat_fan_w + o->heat_pump_w -
                         o->heat_rejected_w - o->heat_stored_w;
}

void sl_cooling_step(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                     struct sl_cooling_state *state, const struct sl_cooling_input *in,
                     struct sl_cooling_output *o)
{
    struct held held = {0};
    flows_step(plant, p, in, state, &held);
    held_fill(plant, p, in, &held);
    struct sl_lag fan_lag = sl_lag_of(in->interval_s, p->fan_response_s);
    double wet_degc = in->wet_bulb_degc, arriving_w = arriving_at(&held, state->t_degc);
    double rejected_w = state->rejected_w, target = 0.0, tower_air = state->tower_air;
    double change[3], mean[3];
    for (int pass = 0; pass < PASSES; pass++) {
        target = air_target(plant, p, &held, arriving_w, wet_degc);
        tower_air = state->tower_air;
        held.tower_air = sl_lag_step(fan_lag, &tower_air, target);
        double k =
            series_conductance(plant, &held,
                               sl_tower_conductance(&plant->tower, held.tower_air, held.tower,
                                                    fmax(rejected_w, 0.0), wet_degc, held.pressure_pa));
        double a[3][3], b[3];
        system_fill(plant, &held, k, wet_degc, a, b);
        sl_linear_step3(a, b, in->interval_s, state->t_degc, change, mean);
        arriving_w = arriving_at(&held, mean);
        rejected_w = rejected_at(&held, mean, k, wet_degc);
    }
    state->tower_air = tower_air;
    state->rejected_w = rejected_w;
    for (int i = 0; i < 3; i++) state->t_degc[i] += change[i];

    output_temperatures(p, in, &held, state->t_degc, o);
    output_powers(plant, p, &held, o);
    output_ledger(plant, in, &held, change, rejected_w, o);
    output_water(plant, p, in, &held, o);
    o->set_point_excess_k = target >= 1.0 ? fmax(state->t_degc[1] - p->facility_supply_degc, 0.0) : 0.0;
}

/* Steady state in closed form: all heat passes every exchanger, so each temperature follows from the next. */
static void plant_settle(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                         const struct sl_cooling_input *in, struct sl_cooling_state *state)
{
    double liquid_w = p->liquid_fraction * in->it_heat_w, total_w = in->it_heat_w + in->other_heat_w;
    state->coolant_flow = flow_target(p, liquid_w, liquid_design_w(plant, p));
    state->air_flow = flow_target(p, total_w - liquid_w, air_design_w(plant, p));
    state->facility_flow = state->tower_flow = flow_target(p, total_w, plant->design_heat_w);
    struct held held = {.coolant = state->coolant_flow,
                        .air = state->air_flow,
                        .facility = state->facility_flow,
                        .tower = state->tower_flow};
    held_fill(plant, p, in, &held);
    double arriving_w = held.coolant_heat_w + held.room_heat_w;
    state->rejected_w = arriving_w + held.facility_heat_w + held.tower_heat_w;
    state->tower_air = air_target(plant, p, &held, arriving_w, in->wet_bulb_degc);
    double k =
        series_conductance(plant, &held,
                           sl_tower_conductance(&plant->tower, state->tower_air, held.tower,
                                                state->rejected_w, in->wet_bulb_degc, held.pressure_pa));
    double return_degc = k > 0.0 ? in->wet_bulb_degc + state->rejected_w / k : p->facility_supply_degc;
    state->t_degc[1] = return_degc - (arriving_w + held.facility_heat_w) / held.facility_rate;
    state->t_degc[0] = state->t_degc[1] + (held.k_cdu > 0.0 ? held.coolant_heat_w / held.k_cdu : 0.0);
    state->t_degc[2] = state->t_degc[1] + held.room_heat_w / held.k_coil;
}

int sl_cooling_init(struct sl_cooling *plant, const struct sl_cooling_params *params, double design_heat_w,
                    const struct sl_cooling_input *input, struct sl_cooling_state *state,
                    struct sl_cooling_output *output, struct sl_error *err)
{
    double pressure_pa = input->pressure_pa > 0.0 ? input->pressure_pa : SL_PRESSURE_SEA_PA;
    *state = (struct sl_cooling_state){0};
    int code = plant_size(plant, params, design_heat_w, pressure_pa, err);
    if (code) return code;
    plant_settle(plant, params, input, state);
    if (output) {
        struct sl_cooling_state again = *state;
        sl_cooling_step(plant, params, &again, input, output);
    }
    return 0;
}

double sl_cooling_wet_bulb_limit_degc(const struct sl_cooling *plant, const struct sl_cooling_params *p,
                                      double heat_w)
{
    struct sl_cooling_input in = {.it_heat_w = (1.0 - p->hall_loss_fraction) * heat_w,
                                  .other_heat_w = p->hall_loss_fraction * heat_w};
    struct held held = {
        .coolant = p->liquid_fraction > 0.0 ? 1.0 : 0.0, .air = 1.0, .facility = 1.0, .tower = 1.0};
    held_fill(plant, p, &in, &held);
    double arriving_w = held.coolant_heat_w + held.room_heat_w;
    double low = -40.0, high = p->facility_supply_degc;
    for (int i = 0; i < 60; i++) {
        double mid = 0.5 * (low + high);
        if (air_target(plant, p, &held, arriving_w, mid) < 1.0)
            low = mid;
        else
            high = mid;
    }
    return low;
}
