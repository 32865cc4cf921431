#include "models/power/storage.h"

#include "models/base/lag.h"

#include <math.h>

#define T struct sl_storage_voltage_control
static const struct sl_field voltage_fields[] = {
    SL_F_REAL(T, setpoint_pu, "setpoint_pu", 1.0, 0.8, 1.2, 0, "voltage of its bus without reactive power",
              "assumed"),
    SL_F_REAL(T, droop_pu, "droop_pu", 0.02, 0, 0.5, SL_ABOVE_MIN,
              "change of its bus's voltage that asks for the rated apparent power as reactive power",
              "assumed"),
};
static const struct sl_table voltage_table =
    SL_TABLE("voltage_control", "Reactive power by droop of the voltage at its bus.", T, voltage_fields);
#undef T

#define T struct sl_storage_ramp_limiter
static const struct sl_field ramp_fields[] = {
    SL_F_STRING(T, of, "of", "poi_power", 0, "channel whose ramp is limited", NULL),
    SL_F_REAL(T, limit_w_per_s, "limit_mw_per_min", 20, 0, 1e5, SL_ABOVE_MIN,
              "steepest ramp that is let through", "Southern Company large-load requirement: 20 MW/min"),
    SL_F_REAL(T, soc_target, "soc_target_fraction", 0.5, 0, 1, 0, "state of charge to return to", "assumed"),
    SL_F_REAL(T, soc_return_s, "soc_return_h", 1, 0, 1000, 0, "time constant of the return; 0: no return",
              "assumed"),
};
static const struct sl_table ramp_table =
    SL_TABLE("ramp_limiter", "Lets a channel move no faster than a ramp.", T, ramp_fields);
#undef T

#define T struct sl_storage_high_pass
static const struct sl_field high_pass_fields[] = {
    SL_F_STRING(T, of, "of", "poi_power", 0, "channel that is smoothed", NULL),
    SL_F_REAL(T, tau_s, "tau_s", 10, 0, 86400, SL_ABOVE_MIN,
              "time constant: the storage takes what is faster", "assumed"),
    SL_F_REAL(T, soc_target, "soc_target_fraction", 0.5, 0, 1, 0, "state of charge to return to", "assumed"),
    SL_F_REAL(T, soc_return_s, "soc_return_h", 1, 0, 1000, 0, "time constant of the return; 0: no return",
              "assumed"),
};
static const struct sl_table high_pass_table =
    SL_TABLE("high_pass", "Takes the fast part of a channel.", T, high_pass_fields);
#undef T

#define T struct sl_storage_params
static const struct sl_field storage_fields[] = {
    SL_F_STRING(T, name, "name", NULL, SL_REQUIRED, "unique name", NULL),
    SL_F_STRING(T, bus, "bus", "mv", 0, "where it is connected: mv", NULL),
    SL_F_REAL(T, rated_power_w, "rated_power_mw", 0, 0, 1e4, SL_REQUIRED | SL_ABOVE_MIN, "in both directions",
              NULL),
    SL_F_REAL(T, rated_apparent_va, "rated_apparent_mva", NAN, 0, 1e4, SL_ABOVE_MIN | SL_NO_DEFAULT,
              "converter rating, a current limit below nominal voltage; absent: the rated power", NULL),
    SL_F_REAL(T, capacity_j, "capacity_mwh", 0, 0, 1e5, SL_REQUIRED | SL_ABOVE_MIN,
              "energy at a state of charge of 1", NULL),
    SL_F_REAL(T, initial_soc, "initial_soc_fraction", 0.5, 0, 1, 0, "state of charge at the start",
              "assumed"),
    SL_F_REAL(T, soc_min, "soc_min_fraction", 0.05, 0, 1, 0, "never emptied below", "assumed"),
    SL_F_REAL(T, soc_max, "soc_max_fraction", 0.95, 0, 1, 0, "never filled above", "assumed"),
    SL_F_REAL(T, charge_efficiency, "charge_efficiency_fraction", 0.94, 0, 1, SL_ABOVE_MIN,
              "bus to stored energy", "assumed (round trip 0.88 without auxiliaries)"),
    SL_F_REAL(T, discharge_efficiency, "discharge_efficiency_fraction", 0.94, 0, 1, SL_ABOVE_MIN,
              "stored energy to bus", "assumed (round trip 0.88 without auxiliaries)"),
    SL_F_REAL(T, idle_loss_fraction, "idle_loss_fraction", 0.01, 0, 0.2, 0,
              "auxiliaries, always on, of the rated power", "OpenDSS Storage default: 1 %"),
    SL_F_OPTIONAL(T, voltage_control, has_voltage_control, "voltage_control", &voltage_table, 0,
                  "reactive power by voltage; absent: none"),
    SL_F_OPTIONAL(T, ramp_limiter, has_ramp_limiter, "ramp_limiter", &ramp_table, 0,
                  "limits the ramp of a channel; not together with high_pass"),
    SL_F_OPTIONAL(T, high_pass, has_high_pass, "high_pass", &high_pass_table, 0,
                  "smooths a channel; not together with ramp_limiter"),
};
const struct sl_table sl_storage_table = SL_TABLE("storage", "A battery plant.", T, storage_fields);
#undef T

int sl_storage_check(const struct sl_storage_params *p, struct sl_error *err)
{
    if (p->has_ramp_limiter && p->has_high_pass)
        return sl_fail(err, SL_ERR_SCENARIO, "ramp_limiter and high_pass: only one of them");
    if (p->rated_apparent_va < p->rated_power_w)
        return sl_fail(err, SL_ERR_SCENARIO, "rated_apparent_mva: %g MVA is less than rated_power_mw, %g MW",
                       p->rated_apparent_va * 1e-6, p->rated_power_w * 1e-6);
    if (!(p->soc_min < p->soc_max))
        return sl_fail(err, SL_ERR_SCENARIO, "soc_min_fraction: %g is not below soc_max_fraction, %g",
                       p->soc_min, p->soc_max);
    if (p->initial_soc < p->soc_min || p->initial_soc > p->soc_max)
        return sl_fail(err, SL_ERR_SCENARIO, "initial_soc_fraction: %g is outside %g to %g", p->initial_soc,
                       p->soc_min, p->soc_max);
    return 0;
}

static double idle_w(const struct sl_storage_params *p)
{
    return p->idle_loss_fraction * p->rated_power_w;
}

static double apparent_va(const struct sl_storage_params *p)
{
    return isnan(p->rated_apparent_va) ? p->rated_power_w : p->rated_apparent_va;
}

void sl_storage_init(const struct sl_storage_params *p, struct sl_storage_state *state, double u_w)
{
    state->start_j = state->energy_j = p->initial_soc * p->capacity_j;
    state->rest_j = 0.0;
    state->flow_w = u_w + idle_w(p);
}

/* Stored energy above a level, with the rest that energy_j is too coarse for. */
static double above_j(const struct sl_storage_state *state, double level_j)
{
    return (state->energy_j - level_j) + state->rest_j;
}

double sl_storage_gained_j(const struct sl_storage_state *state)
{
    return above_j(state, state->start_j);
}

/* Mean charging power at the bus over the step that moves the energy exponentially to its target. */
static double return_w(const struct sl_storage_params *p, const struct sl_storage_state *state, double target,
                       double tau_s, double h_s)
{
    if (tau_s <= 0.0) return 0.0;
    double target_j = fmin(fmax(target, p->soc_min), p->soc_max) * p->capacity_j;
    double stored_w = above_j(state, target_j) * expm1(-h_s / tau_s) / h_s;
    double bus_w = stored_w > 0.0 ? stored_w / p->charge_efficiency : stored_w * p->discharge_efficiency;
    return fmin(fmax(bus_w, -p->rated_power_w), p->rated_power_w);
}

/* dy/dt = clip towards `aim`, at most `rate`: y at the end of h_s, and its mean. */
static double ramp_step(double y, double aim, double rate, double h_s, double *mean)
{
    double d = aim - y, reach = rate * h_s;
    if (fabs(d) <= reach) {
        *mean = aim - d * fabs(d) / (2.0 * reach);
        return aim;
    }
    double move = d > 0.0 ? reach : -reach;
    *mean = y + move / 2.0;
    return y + move;
}

/* The flow the control lets through, mean over the step, and its value at the end. u_w includes the
 * auxiliaries. */
static double control_step(const struct sl_storage_params *p, const struct sl_storage_state *state,
                           double u_w, double h_s, double *flow_end_w)
{
    double mean_w = u_w;
    *flow_end_w = u_w;
    if (p->has_ramp_limiter) {
        const struct sl_storage_ramp_limiter *c = &p->ramp_limiter;
        double aim_w = u_w + return_w(p, state, c->soc_target, c->soc_return_s, h_s);
        *flow_end_w = ramp_step(state->flow_w, aim_w, c->limit_w_per_s, h_s, &mean_w);
    } else if (p->has_high_pass) {
        const struct sl_storage_high_pass *c = &p->high_pass;
        double aim_w = u_w + return_w(p, state, c->soc_target, c->soc_return_s, h_s);
        *flow_end_w = state->flow_w;
        mean_w = sl_lag_step(sl_lag_of(h_s, c->tau_s), flow_end_w, aim_w);
    }
    return mean_w;
}

double sl_storage_request_w(const struct sl_storage_params *p, const struct sl_storage_state *state,
                            double u_w, double h_s)
{
    double end_w;
    return u_w - control_step(p, state, u_w + idle_w(p), h_s, &end_w);
}

double sl_storage_limit_w(const struct sl_storage_params *p, const struct sl_storage_state *state,
                          double request_w, double v_pu, double q_var, double h_s)
{
    double s_va = apparent_va(p) * fmin(1.0, fmax(v_pu, 0.0));
    double bus_max_w = s_va > fabs(q_var) ? sqrt((s_va - q_var) * (s_va + q_var)) : 0.0;
    double power_w = fmin(fmax(request_w, -bus_max_w), bus_max_w);
    double converter_w = fmin(fmax(power_w + idle_w(p), -p->rated_power_w), p->rated_power_w);
    double empty_w = fmax(above_j(state, p->soc_min * p->capacity_j), 0.0) * p->discharge_efficiency / h_s;
    double full_w = fmax(-above_j(state, p->soc_max * p->capacity_j), 0.0) / (p->charge_efficiency * h_s);
    return fmin(fmax(converter_w, -full_w), empty_w) - idle_w(p);
}

double sl_storage_reactive_var(const struct sl_storage_params *p, double v_pu, double p_w)
{
    if (!p->has_voltage_control) return 0.0;
    double s_va = apparent_va(p) * fmin(1.0, fmax(v_pu, 0.0));
    double q_max_var = s_va > fabs(p_w) ? sqrt((s_va - p_w) * (s_va + p_w)) : 0.0;
    double q_var = apparent_va(p) * (p->voltage_control.setpoint_pu - v_pu) / p->voltage_control.droop_pu;
    return fmin(fmax(q_var, -q_max_var), q_max_var);
}

/* Compensated (Knuth's two-sum). At an edge limit_w has left no more than a rounding beyond it: that goes to the rest as
 * well, so that energy_j stays inside and nothing is lost. */
static void energy_add(const struct sl_storage_params *p, struct sl_storage_state *state, double x_j)
{
    double sum_j = state->energy_j + x_j, added_j = sum_j - state->energy_j;
    double rest_j = state->rest_j + ((state->energy_j - (sum_j - added_j)) + (x_j - added_j));
    double low_j = p->soc_min * p->capacity_j, high_j = p->soc_max * p->capacity_j;
    state->energy_j = fmin(fmax(sum_j + rest_j, low_j), high_j);
    state->rest_j = (sum_j - state->energy_j) + rest_j;
}

void sl_storage_commit(const struct sl_storage_params *p, struct sl_storage_state *state, double u_w,
                       double power_w, double h_s, struct sl_storage_output *output)
{
    double flow_end_w, flow_w = control_step(p, state, u_w + idle_w(p), h_s, &flow_end_w);
    double cut_w = power_w - (u_w - flow_w);
    if (p->has_ramp_limiter && fabs(cut_w) > 1e-9 * p->rated_power_w) flow_end_w = u_w - power_w;
    state->flow_w = flow_end_w;

    double converter_w = power_w + idle_w(p);
    double loss_w = idle_w(p) + (converter_w > 0.0 ? converter_w * (1.0 / p->discharge_efficiency - 1.0)
                                                   : -converter_w * (1.0 - p->charge_efficiency));
    output->power_w = power_w;
    output->loss_w = loss_w;
    output->stored_w = -power_w - loss_w; /* not dE/dt: E may be too coarse for a step's change */
    energy_add(p, state, h_s * output->stored_w);
    output->soc = state->energy_j / p->capacity_j;
}
