/* Uninterruptible power supplies: n equal modules sharing the load.
 *
 *   loss = n Pr (a0 + a1 x + a2 x^2),   x = out / (n Pr),   input = output + loss
 *
 * a0 is spent by every running module (fans, control, magnetising), so a 2N pair at 40 % each sits at the
 * foot of its curve. Quasi-steady, mains present. Left out: the state machine of dips, battery, overload. */
#ifndef SL_POWER_UPS_H
#define SL_POWER_UPS_H

#include "models/base/error.h"
#include "models/base/field.h"

struct sl_ups_params {
    double module_rated_power_w;
    double loss_constant, loss_linear, loss_quadratic; /* a0, a1, a2 */
    double input_power_factor;                         /* lagging */
};
extern const struct sl_table sl_ups_table;

struct sl_ups {
    double rated_w; /* of one module */
    double a0, a1, a2;
    double power_factor;
};

struct sl_ups_loss {
    double constant_w, linear_w, quadratic_w;
};

void sl_ups_init(struct sl_ups *ups, const struct sl_ups_params *params);

/* Loss of `modules` (> 0; with 0 the load is on bypass and costs nothing) at a total output in W (0 or
 * more). */
struct sl_ups_loss sl_ups_loss_parts(const struct sl_ups *ups, double modules, double out_w);
double sl_ups_loss_w(const struct sl_ups *ups, double modules, double out_w);
double sl_ups_input_w(const struct sl_ups *ups, double modules, double out_w);

#endif
