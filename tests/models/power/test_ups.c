#include "models/power/ups.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/models/defaults.h"

static struct sl_ups default_ups(void)
{
    struct sl_ups_params params;
    struct sl_ups ups;
    defaults_fill(&sl_ups_table, &params);
    sl_ups_init(&ups, &params);
    return ups;
}

/* Double conversion a0 .0075, a1 .009, a2 .0105: efficiency 1/(1 + a0/x + a1 + a2 x). x = .25: 1/1.041625 =
 * .960038; .5: 1/1.02925 = .971581; .75: 1/1.026875 = .973828; 1: 1/1.027 = .973710 (published as
 * 96.0/97.2/97.4/97.4 %). */
static void efficiency_of_double_conversion(void **state)
{
    (void)state;
    struct sl_ups ups = default_ups();
    const double expected[] = {0.960038, 0.971581, 0.973828, 0.973710};
    for (int i = 0; i < 4; i++) {
        double out_w = 0.25 * (i + 1) * ups.rated_w;
        assert_true(fabs(out_w / sl_ups_input_w(&ups, 1, out_w) - expected[i]) < 1e-6);
    }
}

/* 2N: the same load on twice the modules pays the constant loss twice and half of the quadratic one. */
static void sharing_modules(void **state)
{
    (void)state;
    struct sl_ups ups = default_ups();
    struct sl_ups_loss one = sl_ups_loss_parts(&ups, 10, 12e6), two = sl_ups_loss_parts(&ups, 20, 12e6);
    assert_true(fabs(two.constant_w - 2 * one.constant_w) < 1e-6);
    assert_true(fabs(two.linear_w - one.linear_w) < 1e-6);
    assert_true(fabs(two.quadratic_w - one.quadratic_w / 2) < 1e-6);
    /* ten modules at 12/15 MW: 1.5e7 (.0075 + .009 .8 + .0105 .64) = 321,300 W */
    assert_true(fabs(sl_ups_loss_w(&ups, 10, 12e6) - 321300.0) < 1e-6);
    assert_true(sl_ups_input_w(&ups, 0, 5e5) == 5e5);
    assert_true(fabs(sl_ups_input_w(&ups, 2, 0) - 22500.0) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efficiency_of_double_conversion),
        cmocka_unit_test(sharing_modules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
