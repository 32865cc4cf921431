/* Grid-following storage: an energy bucket with conversion losses behind a converter with a current limit.
 *
 * p is the net power at the bus, positive when injecting; c = p + idle is what the converter delivers.
 *   dE/dt = -c/eta_d  (c > 0)   or   -c eta_c  (c < 0);   loss = -p - dE/dt   (grid in = stored change +
 *   loss)
 * (the bucket of OpenDSS's Storage). At rest c = 0: the auxiliaries are fed from the bus, p = -idle, E stays.
 *
 * Limits: |c| <= rated power; p^2 + q^2 <= (S min(1, v))^2, a current limit; E inside its window, where the
 * power is cut so that a step ends exactly on the edge. Active power goes first: limit it with q = 0, then
 * ask for q.
 *
 * Control. u is the flow that would be without this storage (import positive), y the flow that is let
 * through:
 *   ramp_limiter   dy/dt = clip towards (u + b), at most r;   c = u - y
 *   high_pass      tau dy/dt = u + b - y;                     c = u - y
 * both integrated exactly for u held over the step. b is the charging power that would bring the energy back
 * to its target with time constant soc_return; it passes the same limiter or filter, so the return breaks no
 * ramp limit. Where a limit cuts the ramp limiter's power, y continues from the flow that really was.
 *
 * Convergence: exact for any step while u is constant between changes that fall on step edges and no limit
 * acts; the energy at an edge of the window is exact as well; with a limit crossed inside a step, first order
 * in the step. Left out: cell voltage and ageing, temperature, converter lag (a few ms), self-discharge. */
#ifndef SL_POWER_STORAGE_H
#define SL_POWER_STORAGE_H

#include <stdbool.h>

#include "models/base/error.h"
#include "models/base/field.h"

struct sl_storage_voltage_control {
    double setpoint_pu;
    double droop_pu; /* voltage change that asks for rated apparent power as reactive power */
};

struct sl_storage_ramp_limiter {
    const char *of;       /* channel whose ramp is limited: poi_power */
    double limit_w_per_s; /* r */
    double soc_target;
    double soc_return_s; /* 0: no return */
};

struct sl_storage_high_pass {
    const char *of;
    double tau_s;
    double soc_target;
    double soc_return_s;
};

struct sl_storage_params {
    const char *name;
    const char *bus; /* "mv" */
    double rated_power_w;
    double rated_apparent_va; /* NAN: rated power */
    double capacity_j;        /* usable between 0 and 1 */
    double initial_soc, soc_min, soc_max;
    double charge_efficiency, discharge_efficiency;
    double idle_loss_fraction; /* of rated power */
    bool has_voltage_control, has_ramp_limiter, has_high_pass;
    struct sl_storage_voltage_control voltage_control;
    struct sl_storage_ramp_limiter ramp_limiter;
    struct sl_storage_high_pass high_pass;
};
extern const struct sl_table sl_storage_table;

struct sl_storage_state {
    double energy_j, rest_j; /* stored: their sum; rest_j is what energy_j has no digits for */
    double start_j;
    double flow_w; /* y at the end of the last step */
};

struct sl_storage_output {
    double power_w;  /* net at the bus, positive injecting; mean over the step */
    double loss_w;   /* conversion and auxiliaries */
    double stored_w; /* mean dE/dt by the flows: -power = stored + loss */
    double soc;
};

/* Cross-checks of the parameters (SL_ERR_SCENARIO). */
int sl_storage_check(const struct sl_storage_params *params, struct sl_error *err);

/* At rest with flow u_w. */
void sl_storage_init(const struct sl_storage_params *params, struct sl_storage_state *state, double u_w);

/* Stored since the start, J: as exact as the flows, however large the bucket. */
double sl_storage_gained_j(const struct sl_storage_state *state);

/* What the control wants for an unlimited flow u_w over a step of h_s: net power, W. Pure. */
double sl_storage_request_w(const struct sl_storage_params *params, const struct sl_storage_state *state,
                            double u_w, double h_s);

/* The part of a requested net power that is possible at voltage v_pu beside q_var over a step of h_s. Pure.
 * With an empty bucket the auxiliaries are drawn from the bus whatever the voltage. */
double sl_storage_limit_w(const struct sl_storage_params *params, const struct sl_storage_state *state,
                          double request_w, double v_pu, double q_var, double h_s);

/* Reactive power by voltage droop, positive injecting, inside what p_w leaves of the current limit. Pure. */
double sl_storage_reactive_var(const struct sl_storage_params *params, double v_pu, double p_w);

/* Advances by h_s with net power power_w, which came out of sl_storage_limit_w for this u_w and state; fills
 * `output`. */
void sl_storage_commit(const struct sl_storage_params *params, struct sl_storage_state *state, double u_w,
                       double power_w, double h_s, struct sl_storage_output *output);

#endif
