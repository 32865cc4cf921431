/* Two-winding transformers, `units` equal ones in parallel, balanced, quasi-steady.
 *
 *   v1 ---[R + jX]--- v2 -> P2 + jQ2        iron loss P0 v1^2 across the primary
 *
 * On the base units Sn, with p + jq the load in pu, the receiving voltage is the upper root of
 *   v2^4 + (2 (R p + X q) - v1^2) v2^2 + (R^2 + X^2)(p^2 + q^2) = 0,
 * exact for any angle; then loss = units (P0 v1^2 + Pk (S/(units Sn v2))^2) and Q loss = units Sn X (S/(units
 * Sn v2))^2. R = Pk/Sn, X from |Z| = impedance_pu. The losses come from the first of these that is given: kW;
 * an efficiency at a load (then P0 = half of that loss); fractions of the rating; X/R for the load loss (P0
 * then a tenth of it). A number beside a library entry therefore overrides the entry's. Flow backwards
 * (negative P) is the same formula.
 *
 * Left out: magnetising reactive power, taps, harmonics (K factor), winding temperature, inrush, phase
 * shift. */
#ifndef SL_POWER_TRANSFORMER_H
#define SL_POWER_TRANSFORMER_H

#include "models/base/error.h"
#include "models/base/field.h"

struct sl_transformer_params {
    double rated_power_va;                            /* of one unit */
    double no_load_loss_fraction, load_loss_fraction; /* of the rating; NAN: not given */
    double no_load_loss_w, load_loss_w;               /* of one unit; NAN: not given */
    double efficiency, efficiency_load; /* certified point at unity power factor; NAN: not given */
    double impedance_pu;
    double x_over_r; /* NAN: follows from the load loss */
};
extern const struct sl_table sl_transformer_table;

struct sl_transformer {
    double rated_va; /* of one unit */
    double no_load_loss_w, load_loss_w;
    double resistance_pu, reactance_pu; /* on the rating of one unit */
};

/* Fails (SL_ERR_SCENARIO) if no losses follow from the parameters, half of a pair is missing, or R exceeds
 * |Z|. */
int sl_transformer_init(struct sl_transformer *t, const struct sl_transformer_params *params,
                        struct sl_error *err);

/* Total loss of `units` (>= 1) at apparent power out s_out_va, with primary and secondary voltage in pu. */
double sl_transformer_loss_w(const struct sl_transformer *t, int units, double s_out_va, double v_in_pu,
                             double v_out_pu);

/* One quasi-steady step. p, q flow out of the secondary (W, var; positive towards the load), v_in_pu at the
 * primary. Returns 0; SL_ERR_RUN when no operating point exists (load above the maximum transfer, or dead
 * primary with load): then *v_out_pu is the voltage at maximum transfer, p_in = p_out and q_in = q_out. */
int sl_transformer_step(const struct sl_transformer *t, int units, double p_out_w, double q_out_var,
                        double v_in_pu, double *p_in_w, double *q_in_var, double *v_out_pu);

/* The same circuit from the secondary's side: v_out_pu (> 0) is given, *v_in_pu follows; no root to choose, always an
 * answer. p_in and q_in as in sl_transformer_step. */
void sl_transformer_sending(const struct sl_transformer *t, int units, double p_out_w, double q_out_var,
                            double v_out_pu, double *p_in_w, double *q_in_var, double *v_in_pu);

enum sl_doe2016_kind {
    SL_DOE2016_LV_DRY, /* three-phase, at 35 % load: 10 CFR 431.196(a)(2) */
    SL_DOE2016_LIQUID  /* three-phase, at 50 % load: recalled, to be verified */
};

/* Minimum efficiency by the DOE 2016 rule, linear in kVA between rows as the rule says; the end rows hold
 * outside. */
double sl_doe2016_efficiency(enum sl_doe2016_kind kind, double rated_kva);

#endif
