/* Server power supplies of one rack, taken together.
 *
 *   input = output + loss(output)                                                      [W]
 *
 * The efficiency curve gives points (load fraction x, output/input); the LOSS x (1/eta - 1) is interpolated
 * linearly between them, never the efficiency: eta(0) does not exist, and an interpolated efficiency makes
 * energy at low load. In hinge form the loss is plain data without branches,
 *
 *   loss(out) = l0 + sum_i k_i max(0, out - x_i),
 *
 * x_1 the first point: below it the loss is held (standby loss), so that no output still takes l0. Above the
 * last point the last slope goes on. The loss is convex only if the curve is; use it with instantaneous power
 * (step means), not with averages over minutes.
 *
 * Valid for one to a few supplies sharing equally, nominal input voltage. Left out: input current limit,
 * hold-up, harmonics (power factor is one number). */
#ifndef SL_POWER_PSU_H
#define SL_POWER_PSU_H

#include <stddef.h>

#include "models/base/curve.h"
#include "models/base/error.h"
#include "models/base/field.h"

struct sl_psu_params {
    double rated_power_w;       /* installed DC rating of one rack's supplies; NAN: the campus must set it */
    struct sl_curve efficiency; /* output/input against output/rated; empty: 80 PLUS Titanium, redundant */
    double power_factor;        /* at the AC input, lagging */
};
extern const struct sl_table sl_psu_table;

#define SL_PSU_HINGES 16

struct sl_psu {
    double rated_w;
    double standby_loss_w;         /* l0 */
    int count;                     /* of hinges */
    double slope[SL_PSU_HINGES];   /* k_i */
    double hinge_w[SL_PSU_HINGES]; /* x_i, increasing */
    double power_factor;
};

/* Builds the hinge form. Fails (SL_ERR_SCENARIO) if the rating is not positive, the curve is unusable (not
 * increasing, load not positive, efficiency outside (0, 1], too many points) or the input would fall with
 * rising output. */
int sl_psu_init(struct sl_psu *psu, const struct sl_psu_params *params, struct sl_error *err);

/* Loss and input, W, at a DC output in W (0 or more). */
double sl_psu_loss_w(const struct sl_psu *psu, double out_w);
double sl_psu_input_w(const struct sl_psu *psu, double out_w);

/* The output that an input supports: the exact inverse of sl_psu_input_w; 0 below the standby loss. */
double sl_psu_output_w(const struct sl_psu *psu, double in_w);

/* in_w[i] = sl_psu_input_w(psu, out_w[i]) bit for bit, i < n, without branches; no overlap. */
void sl_psu_convert(const struct sl_psu *psu, const double *out_w, double *in_w, size_t n);

#endif
