/* Aggregate frequency response of an interconnection: one swing equation, one governor, one turbine.
 *
 *   2H dw/dt = Pm - PL - D w                       w: speed deviation, pu; H = kinetic energy / load
 *   u = -deadband(w)/R
 *   T1 dv/dt = u - v,  v within the reserves, non-windup (T1 = 0: v = u at once, within the reserves)
 *   TR dx/dt = v - x;  Pm = Km (FH v + (1 - FH) x)
 * With T1 = 0 and no reserves' limit this is the system frequency response model of Anderson and Mirheydar
 * (IEEE Trans. Power Syst. 5(3), 1990); with Km = 1, FH = T2/T3, TR = T3 it is the governor TGOV1. All per
 * unit of `load_gw`. Deadband kinds: `step` (u follows w outside the band), `non_step` (w less the band).
 *
 * Integration: the trapezoidal rule, implicit. The equations are linear in each region of deadband and limit
 * and monotone in w, so the step is solved exactly by looking at the regions; second order in the step (error
 * of w 2.6e-6 pu of a 0.011 pu nadir at 100 ms). The load enters as its mean over the step. Valid: seconds to
 * a minute after a disturbance, before secondary control; one frequency everywhere, so no inter-area swings.
 * Left out: automatic generation control, under-frequency load shedding, governor rate limits. */
#ifndef SL_GRID_FREQUENCY_H
#define SL_GRID_FREQUENCY_H

#include "models/base/field.h"

enum sl_deadband { SL_DEADBAND_NONE, SL_DEADBAND_STEP, SL_DEADBAND_NON_STEP };

struct sl_frequency_params {
    double nominal_hz;          /* NAN: not told; else it must be the site's */
    double kinetic_energy_j;    /* of all synchronous machines */
    double load_w;              /* the per-unit base */
    double droop_pu;            /* R */
    double responsive_fraction; /* Km */
    double deadband_hz;
    int deadband_kind;                                 /* enum sl_deadband */
    double damping_pu;                                 /* D */
    double high_pressure_fraction;                     /* FH; 1: no reheat */
    double reheat_s;                                   /* TR */
    double governor_s;                                 /* T1 */
    double reserve_up_fraction, reserve_down_fraction; /* limits of v about the initial output */
    double rocof_window_s;
};

extern const struct sl_table sl_frequency_table;

struct sl_frequency { /* constant during a run */
    double f0_hz, base_w, step_s;
    double gain;               /* 1/R */
    double band_pu, offset_pu; /* deadband and what is taken off outside it */
    double up_pu, down_pu;
    double km, fh;
    double swing;                   /* dt/(4H) */
    double damp;                    /* D */
    double lag_keep, lag_new;       /* v' = keep (v + dt/2 dv/dt) + new u' */
    double half_over_t1;            /* dt/(2 T1), 0 when T1 = 0 */
    double reheat_keep, reheat_new; /* x' = keep x + new (v + v') ; TR = 0: x' = v' */
    int no_reheat;
};

struct sl_frequency_state { /* plain; all zero deviation at the start */
    double w_pu, valve_pu, reheat_pu;
    double f_hz; /* at the end of the step */
};

/* Prepares the model for a step and starts the state settled at f0. Parameters have passed their table. */
void sl_frequency_init(struct sl_frequency *model, struct sl_frequency_state *state,
                       const struct sl_frequency_params *params, double f0_hz, double step_s);

/* One step; dp_load_w: mean over the step of the load's deviation from its value at the start. */
void sl_frequency_step(const struct sl_frequency *model, struct sl_frequency_state *state, double dp_load_w);

/* The frequency to which a lasting deviation of load settles, Hz: for planning runs, whose steps are longer
 * than the response. Finite only with D > 0 once the reserve is used up; then -INFINITY or INFINITY
 * otherwise. */
double sl_frequency_settled_hz(const struct sl_frequency *model, double dp_load_w);

#endif
