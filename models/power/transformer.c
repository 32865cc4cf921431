#include "models/power/transformer.h"

#include "models/base/curve.h"

#include <math.h>

#define T struct sl_transformer_params
static const struct sl_field transformer_fields[] = {
    SL_F_REAL(T, rated_power_va, "rated_power_mva", 0, 0, 5000, SL_REQUIRED | SL_ABOVE_MIN,
              "rating of one unit", NULL),
    SL_F_REAL(T, no_load_loss_fraction, "no_load_loss_fraction", 0.0006, 0, 0.05, 0,
              "iron loss at rated voltage, of the rating",
              "assumed (substation units 0.05-0.08 %, recalled)"),
    SL_F_REAL(T, load_loss_fraction, "load_loss_fraction", 0.004, 0, 0.1, 0,
              "winding loss at rated power, of the rating", "assumed (substation units 0.3-0.5 %, recalled)"),
    SL_F_REAL(T, no_load_loss_w, "no_load_loss_kw", NAN, 0, 1e5, SL_NO_DEFAULT,
              "iron loss of one unit; overrides the fraction", NULL),
    SL_F_REAL(T, load_loss_w, "load_loss_kw", NAN, 0, 1e5, SL_NO_DEFAULT,
              "winding loss of one unit at rated power; overrides the fraction", NULL),
    SL_F_REAL(T, efficiency, "efficiency_fraction", NAN, 0.5, 1, SL_NO_DEFAULT | SL_BELOW_MAX,
              "certified efficiency at efficiency_load_fraction; half of that loss is taken as iron loss",
              NULL),
    SL_F_REAL(T, efficiency_load, "efficiency_load_fraction", NAN, 0, 1.5, SL_NO_DEFAULT | SL_ABOVE_MIN,
              "load of the certified efficiency: 0.35 low-voltage dry, 0.5 liquid (DOE)", NULL),
    SL_F_REAL(T, impedance_pu, "impedance_pu", 0.1, 0, 0.5, SL_ABOVE_MIN,
              "short-circuit impedance on the rating",
              "assumed (30-100 MVA: 0.08-0.12; 2.5 MVA: 0.0575; recalled)"),
    SL_F_REAL(T, x_over_r, "x_over_r", NAN, 0, 200, SL_NO_DEFAULT | SL_ABOVE_MIN,
              "gives the winding loss when no loss is given; otherwise R follows from the winding loss",
              NULL),
};
const struct sl_table sl_transformer_table =
    SL_TABLE("transformer", "A two-winding transformer.", T, transformer_fields);
#undef T

static bool given(double x)
{
    return !isnan(x);
}

static int losses_set(struct sl_transformer *t, const struct sl_transformer_params *p, struct sl_error *err)
{
    if (given(p->no_load_loss_w) != given(p->load_loss_w))
        return sl_fail(err, SL_ERR_SCENARIO, "no_load_loss_kw and load_loss_kw: give both or none");
    if (given(p->efficiency) != given(p->efficiency_load))
        return sl_fail(err, SL_ERR_SCENARIO,
                       "efficiency_fraction and efficiency_load_fraction: give both or none");
    if (given(p->no_load_loss_w)) {
        t->no_load_loss_w = p->no_load_loss_w;
        t->load_loss_w = p->load_loss_w;
    } else if (given(p->efficiency)) {
        double loss_w = p->efficiency_load * p->rated_power_va * (1.0 / p->efficiency - 1.0);
        t->no_load_loss_w = loss_w / 2.0;
        t->load_loss_w = loss_w / (2.0 * p->efficiency_load * p->efficiency_load);
    } else if (given(p->no_load_loss_fraction) && given(p->load_loss_fraction)) {
        t->no_load_loss_w = p->no_load_loss_fraction * p->rated_power_va;
        t->load_loss_w = p->load_loss_fraction * p->rated_power_va;
    } else if (given(p->x_over_r)) {
        t->load_loss_w = p->rated_power_va * p->impedance_pu / sqrt(1.0 + p->x_over_r * p->x_over_r);
        t->no_load_loss_w = 0.1 * t->load_loss_w;
    } else {
        return sl_fail(err, SL_ERR_SCENARIO, "no losses: give them in kW, as fractions, or as an efficiency");
    }
    return 0;
}

int sl_transformer_init(struct sl_transformer *t, const struct sl_transformer_params *params,
                        struct sl_error *err)
{
    *t = (struct sl_transformer){.rated_va = params->rated_power_va};
    if (!(params->rated_power_va > 0.0))
        return sl_fail(err, SL_ERR_SCENARIO, "rated_power_mva: a transformer needs a rating above 0");
    if (losses_set(t, params, err)) return SL_ERR_SCENARIO;
    t->resistance_pu = t->load_loss_w / t->rated_va;
    double x2 = params->impedance_pu * params->impedance_pu - t->resistance_pu * t->resistance_pu;
    if (!(x2 >= 0.0))
        return sl_fail(err, SL_ERR_SCENARIO,
                       "impedance_pu: %g pu is less than the resistance %g pu that the load loss means",
                       params->impedance_pu, t->resistance_pu);
    t->reactance_pu = sqrt(x2);
    return 0;
}

double sl_transformer_loss_w(const struct sl_transformer *t, int units, double s_out_va, double v_in_pu,
                             double v_out_pu)
{
    double current = s_out_va == 0.0 ? 0.0 : s_out_va / (units * t->rated_va * v_out_pu);
    return units * (t->no_load_loss_w * v_in_pu * v_in_pu + t->load_loss_w * current * current);
}

int sl_transformer_step(const struct sl_transformer *t, int units, double p_out_w, double q_out_var,
                        double v_in_pu, double *p_in_w, double *q_in_var, double *v_out_pu)
{
    double base_va = units * t->rated_va, r = t->resistance_pu, x = t->reactance_pu;
    double p = p_out_w / base_va, q = q_out_var / base_va, s2 = p * p + q * q;
    double half = v_in_pu * v_in_pu / 2.0 - (r * p + x * q);
    double root = half * half - (r * r + x * x) * s2;
    if (root < 0.0 || half < 0.0 || (half == 0.0 && s2 > 0.0)) {
        *v_out_pu = half > 0.0 ? sqrt(half) : 0.0;
        *p_in_w = p_out_w;
        *q_in_var = q_out_var;
        return SL_ERR_RUN;
    }
    double v2 = half + sqrt(root), current2 = s2 > 0.0 ? s2 / v2 : 0.0;
    *v_out_pu = sqrt(v2);
    *p_in_w = p_out_w + units * (t->no_load_loss_w * v_in_pu * v_in_pu + t->load_loss_w * current2);
    *q_in_var = q_out_var + base_va * x * current2;
    return 0;
}

void sl_transformer_sending(const struct sl_transformer *t, int units, double p_out_w, double q_out_var,
                            double v_out_pu, double *p_in_w, double *q_in_var, double *v_in_pu)
{
    double base_va = units * t->rated_va, p = p_out_w / base_va, q = q_out_var / base_va, v = v_out_pu;
    double r = t->resistance_pu, x = t->reactance_pu;
    *v_in_pu = hypot(v + (r * p + x * q) / v, (x * p - r * q) / v);
    *p_in_w = p_out_w + sl_transformer_loss_w(t, units, hypot(p_out_w, q_out_var), *v_in_pu, v);
    *q_in_var = q_out_var + base_va * x * (p * p + q * q) / (v * v);
}

/* 10 CFR 431.196(a)(2), at 35 % load. */
static const struct sl_curve lv_dry = {
    11,
    {15, 30, 45, 75, 112.5, 150, 225, 300, 500, 750, 1000},
    {0.9789, 0.9823, 0.9840, 0.9860, 0.9874, 0.9883, 0.9894, 0.9902, 0.9914, 0.9923, 0.9928}};
/* 10 CFR 431.196(b)(2), at 50 % load; recalled. */
static const struct sl_curve liquid = {
    14,
    {15, 30, 45, 75, 112.5, 150, 225, 300, 500, 750, 1000, 1500, 2000, 2500},
    {0.9865, 0.9883, 0.9892, 0.9903, 0.9911, 0.9916, 0.9923, 0.9927, 0.9935, 0.9940, 0.9943, 0.9948, 0.9951,
     0.9953}};

double sl_doe2016_efficiency(enum sl_doe2016_kind kind, double rated_kva)
{
    return sl_curve_at(kind == SL_DOE2016_LV_DRY ? &lv_dry : &liquid, rated_kva);
}
