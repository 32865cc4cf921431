#include "models/power/feeder.h"

#define T struct sl_feeder_params
static const struct sl_field feeder_fields[] = {
    SL_F_REAL(T, rated_power_w, "rated_power_mw", NAN, 0, 1000, SL_ABOVE_MIN | SL_NO_DEFAULT,
              "of one feed; absent: the rating of the racks behind it", NULL),
    SL_F_REAL(T, loss_fraction, "loss_fraction", 0.008, 0, 0.2, 0,
              "loss of busway, cable and PDU at full load",
              "assumed (busway 0.2-1 %, PDU without transformer 0.1-0.5 %, recalled)"),
};
const struct sl_table sl_feeder_table =
    SL_TABLE("feeder", "Busway, cables and PDUs of a feed.", T, feeder_fields);
#undef T

double sl_feeder_loss_w(const struct sl_feeder_params *feeder, double out_w)
{
    double x = out_w / feeder->rated_power_w;
    return feeder->rated_power_w * feeder->loss_fraction * x * x;
}

double sl_feeder_input_w(const struct sl_feeder_params *feeder, double out_w)
{
    return out_w + sl_feeder_loss_w(feeder, out_w);
}
