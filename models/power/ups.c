#include "models/power/ups.h"

#define T struct sl_ups_params
static const struct sl_field ups_fields[] = {
    SL_F_REAL(T, module_rated_power_w, "module_rated_power_mw", 1.5, 0, 100, SL_ABOVE_MIN,
              "output of one module", "assumed"),
    SL_F_REAL(T, loss_constant, "loss_constant_fraction", 0.0075, 0, 0.2, 0,
              "a0 of loss = rated (a0 + a1 x + a2 x^2), x the load of a module",
              "assumed (MW-class transformerless double conversion, recalled)"),
    SL_F_REAL(T, loss_linear, "loss_linear_fraction", 0.009, 0, 0.2, 0, "a1",
              "assumed (as loss_constant_fraction)"),
    SL_F_REAL(T, loss_quadratic, "loss_quadratic_fraction", 0.0105, 0, 0.2, 0, "a2",
              "assumed (as loss_constant_fraction)"),
    SL_F_REAL(T, input_power_factor, "input_power_factor", 0.99, 0, 1, SL_ABOVE_MIN, "at the input, lagging",
              "assumed (IGBT rectifier, recalled)"),
};
const struct sl_table sl_ups_table = SL_TABLE("ups", "A UPS module.", T, ups_fields);
#undef T

void sl_ups_init(struct sl_ups *ups, const struct sl_ups_params *params)
{
    *ups = (struct sl_ups){.rated_w = params->module_rated_power_w,
                           .a0 = params->loss_constant,
                           .a1 = params->loss_linear,
                           .a2 = params->loss_quadratic,
                           .power_factor = params->input_power_factor};
}

struct sl_ups_loss sl_ups_loss_parts(const struct sl_ups *ups, double modules, double out_w)
{
    if (modules <= 0.0) return (struct sl_ups_loss){0.0, 0.0, 0.0};
    double rated_w = modules * ups->rated_w;
    return (struct sl_ups_loss){rated_w * ups->a0, ups->a1 * out_w, ups->a2 * out_w * (out_w / rated_w)};
}

double sl_ups_loss_w(const struct sl_ups *ups, double modules, double out_w)
{
    struct sl_ups_loss loss = sl_ups_loss_parts(ups, modules, out_w);
    return loss.constant_w + loss.linear_w + loss.quadratic_w;
}

double sl_ups_input_w(const struct sl_ups *ups, double modules, double out_w)
{
    return out_w + sl_ups_loss_w(ups, modules, out_w);
}
