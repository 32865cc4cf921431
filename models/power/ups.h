/* Uninterruptible power supplies: n equal modules sharing the load.
 *
 *   loss = n Pr (a0 + a1 x + a2 x^2),   x = out / (n Pr),   input = output + loss
 *
 * a0 is spent by every running module (fans, control, magnetising), so a 2N pair at 40 % each sits at the foot of its
 * curve. Quasi-steady, mains present. Left out here: the state machine of dips (`input`), battery, overload. */
#ifndef SL_POWER_UPS_H
#define SL_POWER_UPS_H

#include <stdbool.h>

#include "models/base/error.h"
#include "models/base/field.h"
#include "models/power/transformer.h" /* enum sl_redundancy */

enum sl_group_by { SL_GROUP_BY_SITE, SL_GROUP_BY_HALL };
extern const struct sl_choice sl_group_by_choices[]; /* "site", "hall" */

/* Reaction to dips and the return to mains: accepted, simulated later. */
struct sl_ups_input_params {
    double undervoltage_pu, undervoltage_spread_pu;
    int64_t detect_ns, requalify_ns, walk_in_ns, stagger_ns;
    int64_t lock_after_dips;
    int64_t lock_window_ns;
};

struct sl_ups_battery_params {
    int64_t autonomy_ns;
    double recharge_fraction; /* of rated power */
};

struct sl_ups_params {
    double module_rated_power_w;
    double loss_constant, loss_linear, loss_quadratic; /* a0, a1, a2 */
    double input_power_factor;                         /* lagging */
    int redundancy;                                    /* enum sl_redundancy */
    int group_by;                                      /* enum sl_group_by */
    int64_t modules_per_side;                          /* INT64_MIN: the campus sizes it */
    bool has_input, has_battery;
    struct sl_ups_input_params input;
    struct sl_ups_battery_params battery;
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

/* Loss of `modules` (> 0; with 0 the load is on bypass and costs nothing) at a total output in W (0 or more). */
struct sl_ups_loss sl_ups_loss_parts(const struct sl_ups *ups, double modules, double out_w);
double sl_ups_loss_w(const struct sl_ups *ups, double modules, double out_w);
double sl_ups_input_w(const struct sl_ups *ups, double modules, double out_w);

#endif
