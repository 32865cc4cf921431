#include "models/power/transformer.h"

#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/models/defaults.h"

static struct sl_transformer certified(double kva, double efficiency, double load, double impedance_pu)
{
    struct sl_transformer_params params;
    defaults_fill(&sl_transformer_table, &params);
    params.rated_power_va = kva * 1e3;
    params.efficiency = efficiency;
    params.efficiency_load = load;
    params.impedance_pu = impedance_pu;
    struct sl_transformer t;
    struct sl_error err;
    assert_int_equal(sl_transformer_init(&t, &params, &err), 0);
    return t;
}

static double efficiency_at(const struct sl_transformer *t, double load)
{
    double out_w = load * t->rated_va;
    return out_w / (out_w + sl_transformer_loss_w(t, 1, out_w, 1.0, 1.0));
}

/* 1000 kVA low-voltage dry, 10 CFR 431.196: 99.28 % at 35 %. Total loss 350 (1/0.9928 - 1) = 2.5383 kW, P0
 * half, Pk = 1.2691/0.35^2 = 10.3603 kW. */
static void doe_dry_1000_kva(void **state)
{
    (void)state;
    struct sl_transformer t = certified(1000, sl_doe2016_efficiency(SL_DOE2016_LV_DRY, 1000), 0.35, 0.05);
    assert_true(fabs(sl_transformer_loss_w(&t, 1, 350e3, 1, 1) - 2538.3) < 0.05);
    assert_true(fabs(t.no_load_loss_w - 1269.1) < 0.1);
    assert_true(fabs(t.load_loss_w - 10360.3) < 0.1);
    assert_true(fabs(efficiency_at(&t, 1.0) - 0.988504) < 1e-6);
    assert_true(fabs(efficiency_at(&t, 0.5) - 0.992341) < 1e-6);
    assert_true(fabs(efficiency_at(&t, 0.1) - 0.986458) < 1e-6);
}

/* 2500 kVA liquid: 99.53 % at 50 % (recalled). */
static void doe_liquid_2500_kva(void **state)
{
    (void)state;
    struct sl_transformer t = certified(2500, sl_doe2016_efficiency(SL_DOE2016_LIQUID, 2500), 0.5, 0.0575);
    assert_true(fabs(sl_transformer_loss_w(&t, 1, 1250e3, 1, 1) - 5902.7) < 0.05);
    assert_true(fabs(t.no_load_loss_w - 2951.4) < 0.1);
    assert_true(fabs(t.load_loss_w - 11805.5) < 0.1);
    assert_true(fabs(efficiency_at(&t, 1.0) - 0.994132) < 1e-6);
}

/* The rule interpolates linearly in kVA: 400 kVA between 300 (99.02) and 500 (99.14) is 99.08 %. */
static void doe_interpolates_in_kva(void **state)
{
    (void)state;
    assert_true(fabs(sl_doe2016_efficiency(SL_DOE2016_LV_DRY, 400) - 0.9908) < 1e-12);
    assert_true(sl_doe2016_efficiency(SL_DOE2016_LV_DRY, 1500) == 0.9928);
}

/* The step against phasors: choose V2 = 0.97 at angle 0 and a load, then V1 = V2 + (R + jX) conj(S/V2), and
 * what enters is S + Z |I|^2 and the iron loss. */
static void step_solves_the_phasor_circuit(void **state)
{
    (void)state;
    struct sl_transformer t = certified(100e3, 0.995, 0.5, 0.1);
    const double loads[][2] = {{0.8, 0.3}, {-0.6, 0.2}, {0.1, -0.9}, {0.0, 0.0}, {1.3, 0.0}};
    for (int i = 0; i < 5; i++) {
        double complex s = CMPLX(loads[i][0], loads[i][1]), v2 = 0.97,
                       z = CMPLX(t.resistance_pu, t.reactance_pu);
        double complex current = conj(s / v2), v1 = v2 + z * current;
        double base = 3 * t.rated_va, p_in, q_in, v_out;
        double iron = 3 * t.no_load_loss_w * creal(v1 * conj(v1));
        double complex in = base * (s + z * current * conj(current)) + iron;
        assert_int_equal(
            sl_transformer_step(&t, 3, creal(s) * base, cimag(s) * base, cabs(v1), &p_in, &q_in, &v_out), 0);
        assert_true(fabs(v_out - 0.97) < 1e-12);
        assert_true(fabs(p_in - creal(in)) < 1e-12 * base);
        assert_true(fabs(q_in - cimag(in)) < 1e-12 * base);
        double s_va = cabs(s) * base;
        assert_true(fabs(p_in - creal(s) * base - sl_transformer_loss_w(&t, 3, s_va, cabs(v1), 0.97)) <
                    1e-12 * base);
    }
}

/* Lossless line: the most that passes at unity power factor is V^2/(2X) (here 5 pu). */
static void beyond_maximum_transfer_is_an_error(void **state)
{
    (void)state;
    struct sl_transformer t = {.rated_va = 1e6, .reactance_pu = 0.1};
    double p_in, q_in, v_out;
    assert_int_equal(sl_transformer_step(&t, 1, 4.999e6, 0, 1.0, &p_in, &q_in, &v_out), 0);
    assert_true(fabs(v_out - sqrt(0.5)) < 0.02);
    assert_int_equal(sl_transformer_step(&t, 1, 5.001e6, 0, 1.0, &p_in, &q_in, &v_out), SL_ERR_RUN);
    assert_true(isfinite(v_out) && p_in == 5.001e6);
    assert_int_equal(sl_transformer_step(&t, 1, 1e5, 0, 0.0, &p_in, &q_in, &v_out), SL_ERR_RUN);
    assert_int_equal(sl_transformer_step(&t, 1, 0, 0, 0.0, &p_in, &q_in, &v_out), 0);
    assert_true(v_out == 0.0 && p_in == 0.0);
}

static void losses_given_by_half_are_refused(void **state)
{
    (void)state;
    struct sl_transformer_params params;
    struct sl_transformer t;
    struct sl_error err;
    defaults_fill(&sl_transformer_table, &params);
    params.rated_power_va = 1e8;
    assert_int_equal(sl_transformer_init(&t, &params, &err), 0);
    assert_true(fabs(t.load_loss_w - 4e5) < 1e-6); /* 0.4 % */
    params.load_loss_w = 3e5;
    assert_int_equal(sl_transformer_init(&t, &params, &err), SL_ERR_SCENARIO);
    params.no_load_loss_w = 5e4;
    assert_int_equal(sl_transformer_init(&t, &params, &err), 0);
    assert_true(t.load_loss_w == 3e5);
    params.impedance_pu = 0.001; /* R = 0.003 */
    assert_int_equal(sl_transformer_init(&t, &params, &err), SL_ERR_SCENARIO);
}

/* |Z| 0.1 with X/R 10: R = 0.1/sqrt(101). */
static void x_over_r_gives_the_load_loss(void **state)
{
    (void)state;
    struct sl_transformer_params params;
    struct sl_transformer t;
    struct sl_error err;
    defaults_fill(&sl_transformer_table, &params);
    params.rated_power_va = 1e8;
    params.no_load_loss_fraction = params.load_loss_fraction = (double)NAN;
    params.x_over_r = 10;
    assert_int_equal(sl_transformer_init(&t, &params, &err), 0);
    assert_true(fabs(t.resistance_pu - 0.1 / sqrt(101.0)) < 1e-15);
    assert_true(fabs(t.reactance_pu / t.resistance_pu - 10.0) < 1e-12);
}

/* Sending and receiving end are the same circuit: what one gives, the other takes back. */
static void both_ends_agree(void **state)
{
    (void)state;
    const struct sl_transformer t = {.rated_va = 50e6,
                                     .no_load_loss_w = 30e3,
                                     .load_loss_w = 200e3,
                                     .resistance_pu = 0.004,
                                     .reactance_pu = 0.1};
    const double load[][2] = {{40e6, 10e6}, {-30e6, 5e6}, {80e6, -20e6}, {0.0, 0.0}};
    for (size_t i = 0; i < sizeof load / sizeof load[0]; i++) {
        double p1, q1, v1, p2, q2, v2;
        sl_transformer_sending(&t, 2, load[i][0], load[i][1], 0.97, &p1, &q1, &v1);
        assert_int_equal(sl_transformer_step(&t, 2, load[i][0], load[i][1], v1, &p2, &q2, &v2), 0);
        assert_true(fabs(v2 - 0.97) < 1e-12);
        assert_true(fabs(p1 - p2) < 1e-3 && fabs(q1 - q2) < 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doe_dry_1000_kva),
        cmocka_unit_test(doe_liquid_2500_kva),
        cmocka_unit_test(doe_interpolates_in_kva),
        cmocka_unit_test(step_solves_the_phasor_circuit),
        cmocka_unit_test(beyond_maximum_transfer_is_an_error),
        cmocka_unit_test(losses_given_by_half_are_refused),
        cmocka_unit_test(x_over_r_gives_the_load_loss),
        cmocka_unit_test(both_ends_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
