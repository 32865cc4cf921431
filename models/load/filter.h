/* What an accelerator does by itself to the power that its work asks for: power cap, power floor, ramp limits, hold.
 *
 * The control law is NVIDIA's power smoothing (NVML "Power Smoothing": floor, ramp-up rate, ramp-down rate, ramp-down
 * hysteresis), with a cap above it:
 *
 *     target = min(max(asked, floor), cap)             the floor only while the job has not ended
 *     target > power: power rises by at most the ramp-up rate (by a power cap: work is lost)
 *     target < power: power is held for the hold time, then falls by at most the ramp-down rate (a burner fills in);
 *                     a fall that is under way needs no new hold until the target stops falling or is met from below
 *
 *     lost work     = integral of (asked - power)+     J
 *     burned energy = integral of (power - asked)+     J
 *
 * A piecewise-linear stream goes in, a piecewise-linear stream comes out; crossings and the end of a hold are found in
 * closed form and rounded to the nanosecond, with the power set to its exact value there, so that nothing accumulates.
 * State is plain data and changes only at events, never at the ends of runs: a run in pieces equals a run at once, bit
 * for bit. An event inherits `skewed` from the knot that caused it; delays are applied behind the filter, so that where
 * a ramp meets a barrier a late server is off by at most ramp rate times delay for a moment (knot.h).
 * Left out: the firmware's activation windows and secondary floor; time constants below the ramp (lag_ms follows). */
#ifndef SL_LOAD_FILTER_H
#define SL_LOAD_FILTER_H

#include "models/load/knot.h"

#include <stdbool.h>

struct sl_filter_params {     /* of one accelerator */
    double floor_w;           /* 0: none */
    double cap_w;             /* INFINITY: none; wins over the floor */
    double ramp_up_w_per_s;   /* > 0; INFINITY: at once */
    double ramp_down_w_per_s; /* > 0; INFINITY: at once */
    int64_t hold_ns;          /* >= 0 */
};

struct sl_filter_energy { /* since the start, J */
    double asked_j, drawn_j, lost_j, burned_j;
};

struct sl_filter {
    int64_t t_ns; /* both lines below start here */
    double asked_w, asked_slope_w_per_s;
    double drawn_w, drawn_slope_w_per_s;
    int64_t event_ns;               /* next own event; SL_NEVER: none */
    int64_t hold_end_ns;            /* while holding */
    int event;                      /* what happens then */
    int mode;                       /* level with the target, rising, holding, falling */
    int level;                      /* drawn power is the target, exactly */
    int released;                   /* the job has ended: no floor */
    int64_t skewed;                 /* of the last knot */
    double bound_w;                 /* floor or cap that the asked power crosses at the event */
    struct sl_filter_energy energy; /* until t_ns */
};

/* Settled at power_w from t_ns on. */
void sl_filter_start(struct sl_filter *f, int64_t t_ns, double power_w);

/* Takes `count` knots in order of time, all in [last end, end_ns), and appends to `out` the knots of the drawn power
 * in that span. */
int sl_filter_run(const struct sl_filter_params *p, struct sl_filter *f, const struct sl_knot *in,
                  size_t count, int64_t end_ns, struct sl_knots *out, struct sl_error *err);

/* From t_ns, the end of the last run, on parameters are *p: cap, floor or rates have changed. */
int sl_filter_change(const struct sl_filter_params *p, struct sl_filter *f, int64_t t_ns,
                     struct sl_knots *out, struct sl_error *err);

/* The job ends at t_ns, the end of the last run: its work asks for idle_w, the floor is gone, power ramps down to idle. */
int sl_filter_release(const struct sl_filter_params *p, struct sl_filter *f, int64_t t_ns, double idle_w,
                      struct sl_knots *out, struct sl_error *err);

/* Drawn power is what is asked for, and constant. */
bool sl_filter_settled(const struct sl_filter *f);

/* Energies until t_ns, which must lie in the present piece (the end of the last run, say). */
struct sl_filter_energy sl_filter_energy_at(const struct sl_filter *f, int64_t t_ns);

#endif
