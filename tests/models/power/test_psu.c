#include "models/power/psu.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/base/random.h"

/* 80 PLUS, 230 V internal redundant: Titanium 10/20/50/100 %, Ruby 5/10/20/50/100 %. */
static const struct sl_curve titanium = {4, {0.10, 0.20, 0.50, 1.00}, {0.90, 0.94, 0.96, 0.91}};
static const struct sl_curve ruby = {5, {0.05, 0.10, 0.20, 0.50, 1.00}, {0.90, 0.91, 0.95, 0.965, 0.92}};

static struct sl_psu psu_of(double rated_w, const struct sl_curve *curve)
{
    struct sl_psu_params params = {.rated_power_w = rated_w, .power_factor = 0.99};
    if (curve) params.efficiency = *curve;
    struct sl_psu psu;
    struct sl_error err;
    assert_int_equal(sl_psu_init(&psu, &params, &err), 0);
    return psu;
}

/* 3 kW Titanium at 1500 W: 1500/0.96 = 1562.50 W in, 62.50 W lost. */
static void titanium_at_half_load(void **state)
{
    (void)state;
    struct sl_psu psu = psu_of(3000, &titanium);
    assert_true(fabs(sl_psu_input_w(&psu, 1500) - 1562.50) < 1e-9);
    assert_true(fabs(sl_psu_loss_w(&psu, 1500) - 62.50) < 1e-9);
}

static void curve_points_are_met(void **state)
{
    (void)state;
    const struct sl_curve *curves[] = {&titanium, &ruby};
    for (int c = 0; c < 2; c++) {
        struct sl_psu psu = psu_of(3000, curves[c]);
        for (int i = 0; i < curves[c]->count; i++) {
            double out_w = 3000 * curves[c]->x[i];
            assert_true(fabs(out_w / sl_psu_input_w(&psu, out_w) - curves[c]->y[i]) < 1e-12);
        }
    }
}

static void titanium_is_the_default(void **state)
{
    (void)state;
    struct sl_psu a = psu_of(3000, &titanium), b = psu_of(3000, NULL);
    for (double out_w = 0; out_w < 3500; out_w += 37)
        assert_true(sl_psu_input_w(&a, out_w) == sl_psu_input_w(&b, out_w));
}

/* Between 20 % (loss 0.2 (1/0.94 - 1)) and 50 % (0.5 (1/0.96 - 1)) the loss, not the efficiency, is linear:
 * at 35 % of 1 kW it is 0.5 (12.765957 + 20.833333) = 16.799645 W. Below 10 %: 0.1 (1/0.9 - 1) = 11.1111 W
 * held. */
static void loss_is_interpolated(void **state)
{
    (void)state;
    struct sl_psu psu = psu_of(1000, &titanium);
    assert_true(fabs(sl_psu_loss_w(&psu, 350) - 16.799645390) < 1e-8);
    assert_true(fabs(sl_psu_loss_w(&psu, 50) - 11.111111111) < 1e-8);
    assert_true(fabs(sl_psu_input_w(&psu, 0) - 11.111111111) < 1e-8);
    /* above the last point its slope goes on: 98.9011 + 20 (98.9011 - 20.8333)/500 */
    assert_true(fabs(sl_psu_loss_w(&psu, 1020) - 102.023809524) < 1e-8);
}

static void output_inverts_input(void **state)
{
    (void)state;
    struct sl_psu psu = psu_of(33000, &ruby);
    for (double out_w = 0; out_w < 40000; out_w += 123.456) {
        double back_w = sl_psu_output_w(&psu, sl_psu_input_w(&psu, out_w));
        assert_true(fabs(back_w - out_w) < 1e-9);
    }
    assert_true(sl_psu_output_w(&psu, 0.5 * psu.standby_loss_w) == 0.0);
}

static void convert_is_the_scalar_function_bit_for_bit(void **state)
{
    (void)state;
    struct sl_psu psu = psu_of(132000, &ruby);
    double out_w[1003], in_w[1003];
    for (int i = 0; i < 1003; i++) out_w[i] = 140000 * sl_random_uniform(1, SL_RANDOM_TEST, 0, (uint64_t)i);
    sl_psu_convert(&psu, out_w, in_w, 1003);
    for (int i = 0; i < 1003; i++) assert_true(in_w[i] == sl_psu_input_w(&psu, out_w[i]));
}

static void bad_parameters_are_refused(void **state)
{
    (void)state;
    struct sl_psu psu;
    struct sl_error err;
    struct sl_psu_params params = {.rated_power_w = (double)NAN, .efficiency = titanium};
    assert_int_equal(sl_psu_init(&psu, &params, &err), SL_ERR_SCENARIO);
    params.rated_power_w = 3000;
    params.efficiency = (struct sl_curve){2, {0.5, 0.2}, {0.9, 0.9}};
    assert_int_equal(sl_psu_init(&psu, &params, &err), SL_ERR_SCENARIO);
    params.efficiency = (struct sl_curve){2, {0.2, 0.5}, {0.9, 1.1}};
    assert_int_equal(sl_psu_init(&psu, &params, &err), SL_ERR_SCENARIO);
    params.efficiency = (struct sl_curve){2, {0.0, 0.5}, {0.9, 0.9}};
    assert_int_equal(sl_psu_init(&psu, &params, &err), SL_ERR_SCENARIO);
    /* 20 % at 10 % efficiency takes 2.0, 21 % at 99 % only 0.212 */
    params.efficiency = (struct sl_curve){2, {0.20, 0.21}, {0.10, 0.99}};
    assert_int_equal(sl_psu_init(&psu, &params, &err), SL_ERR_SCENARIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(titanium_at_half_load),
        cmocka_unit_test(curve_points_are_met),
        cmocka_unit_test(titanium_is_the_default),
        cmocka_unit_test(loss_is_interpolated),
        cmocka_unit_test(output_inverts_input),
        cmocka_unit_test(convert_is_the_scalar_function_bit_for_bit),
        cmocka_unit_test(bad_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
