/* Distribution of a feed: busway, cable and PDU without a transformer.
 *
 *   loss = rated * f * (P/rated)^2,   input = output + loss      (3 I^2 R at constant voltage and power
 *   factor)
 *
 * f is the loss at full load. Left out: voltage drop, temperature of the copper, neutral current. */
#ifndef SL_POWER_FEEDER_H
#define SL_POWER_FEEDER_H

#include "models/base/field.h"

struct sl_feeder_params {
    double rated_power_w; /* of one feed; NAN: the campus sets it */
    double loss_fraction; /* f */
};
extern const struct sl_table sl_feeder_table;

/* W at an output in W; rated_power_w must be positive. */
double sl_feeder_loss_w(const struct sl_feeder_params *feeder, double out_w);
double sl_feeder_input_w(const struct sl_feeder_params *feeder, double out_w);

#endif
