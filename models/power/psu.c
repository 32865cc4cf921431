#include "models/power/psu.h"

#include "models/base/clones.h"

#include <math.h>

#define T struct sl_psu_params
static const struct sl_field psu_fields[] = {
    SL_F_REAL(T, rated_power_w, "rated_power_kw", NAN, 0, 1e5, SL_ABOVE_MIN | SL_NO_DEFAULT,
              "installed DC rating of the supplies of one rack, spares included; absent: set by the rack",
              NULL),
    SL_F_CURVE(
        T, efficiency, "efficiency", 0,
        "[[load fraction, efficiency], ...]; absent: 80 PLUS Titanium, redundant. The loss is interpolated",
        "80 PLUS Titanium, 230 V internal redundant"),
    SL_F_REAL(T, power_factor, "power_factor", 0.99, 0, 1, SL_ABOVE_MIN,
              "at the AC input, lagging; one number for all loads",
              "assumed (80 PLUS Titanium asks 0.95 at 20 % load)"),
};
const struct sl_table sl_psu_table = SL_TABLE("psu", "Power supplies of one rack together.", T, psu_fields);
#undef T

/* 80 PLUS Titanium, 230 V internal redundant. */
static const struct sl_curve titanium_curve = {4, {0.10, 0.20, 0.50, 1.00}, {0.90, 0.94, 0.96, 0.91}};

static int curve_check(const struct sl_curve *c, struct sl_error *err)
{
    if (!sl_curve_valid(c))
        return sl_fail(err, SL_ERR_SCENARIO, "efficiency: loads must increase and all numbers be finite");
    if (c->count > SL_PSU_HINGES)
        return sl_fail(err, SL_ERR_SCENARIO, "efficiency: %d points, at most %d", c->count, SL_PSU_HINGES);
    for (int i = 0; i < c->count; i++)
        if (c->x[i] <= 0.0 || c->y[i] <= 0.0 || c->y[i] > 1.0)
            return sl_fail(err, SL_ERR_SCENARIO,
                           "efficiency: point [%g, %g] needs a load above 0 and an efficiency in (0, 1]",
                           c->x[i], c->y[i]);
    return 0;
}

static double point_loss_w(const struct sl_curve *c, int i, double rated_w)
{
    return rated_w * c->x[i] * (1.0 / c->y[i] - 1.0);
}

int sl_psu_init(struct sl_psu *psu, const struct sl_psu_params *params, struct sl_error *err)
{
    const struct sl_curve *c = params->efficiency.count > 0 ? &params->efficiency : &titanium_curve;
    double rated_w = params->rated_power_w;
    if (!(rated_w > 0.0) || !isfinite(rated_w))
        return sl_fail(err, SL_ERR_SCENARIO, "rated_power_kw: the supplies of a rack need a rating above 0");
    if (curve_check(c, err)) return SL_ERR_SCENARIO;

    *psu = (struct sl_psu){.rated_w = rated_w, .power_factor = params->power_factor};
    psu->standby_loss_w = point_loss_w(c, 0, rated_w);
    double before = 0.0;
    for (int i = 0; i + 1 < c->count; i++) {
        double slope = (point_loss_w(c, i + 1, rated_w) - point_loss_w(c, i, rated_w)) /
                       (rated_w * (c->x[i + 1] - c->x[i]));
        if (slope <= -1.0)
            return sl_fail(err, SL_ERR_SCENARIO,
                           "efficiency: from load %g to %g the input would fall while the output rises",
                           c->x[i], c->x[i + 1]);
        psu->hinge_w[psu->count] = rated_w * c->x[i];
        psu->slope[psu->count++] = slope - before;
        before = slope;
    }
    return 0;
}

double sl_psu_loss_w(const struct sl_psu *psu, double out_w)
{
    double loss_w = psu->standby_loss_w;
    for (int i = 0; i < psu->count; i++) {
        double d = out_w - psu->hinge_w[i];
        loss_w += psu->slope[i] * (d > 0.0 ? d : 0.0);
    }
    return loss_w;
}

double sl_psu_input_w(const struct sl_psu *psu, double out_w)
{
    return out_w + sl_psu_loss_w(psu, out_w);
}

double sl_psu_output_w(const struct sl_psu *psu, double in_w)
{
    double base_in_w = psu->standby_loss_w, base_out_w = 0.0, gain = 1.0;
    for (int i = 0; i < psu->count; i++) {
        double hinge_in_w = base_in_w + gain * (psu->hinge_w[i] - base_out_w);
        if (in_w <= hinge_in_w) break;
        base_in_w = hinge_in_w;
        base_out_w = psu->hinge_w[i];
        gain += psu->slope[i];
    }
    double out_w = base_out_w + (in_w - base_in_w) / gain;
    return out_w > 0.0 ? out_w : 0.0;
}

/* Each hinge is a pass over the array, which sits in cache at fleet sizes; the order of the sums is that of
 * the scalar function, so that both agree bit for bit. */
typedef double four __attribute__((vector_size(4 * sizeof(double)), may_alias, aligned(8)));
typedef long long four_bits __attribute__((vector_size(4 * sizeof(long long))));

#define VECTORS 4 /* of four elements, whose sums stay in registers over the hinges */

/* Written in vectors of four: the compiler keeps the sums in memory otherwise, at half as much again. */
SL_CLONES
void sl_psu_convert(const struct sl_psu *psu, const double *out_w, double *in_w, size_t n)
{
    size_t i = 0;
    for (; i + 4 * VECTORS <= n; i += 4 * VECTORS) {
        four out[VECTORS], sum[VECTORS];
        for (int v = 0; v < VECTORS; v++) {
            out[v] = *(const four *)(out_w + i + 4 * v);
            sum[v] = out[v] - out[v] + psu->standby_loss_w;
        }
        for (int k = 0; k < psu->count; k++) {
            for (int v = 0; v < VECTORS; v++) {
                four d = out[v] - psu->hinge_w[k];
                sum[v] += psu->slope[k] * (four)((four_bits)d & (d > 0.0));
            }
        }
        for (int v = 0; v < VECTORS; v++) *(four *)(in_w + i + 4 * v) = sum[v] + out[v];
    }
    for (; i < n; i++) in_w[i] = sl_psu_input_w(psu, out_w[i]);
}
