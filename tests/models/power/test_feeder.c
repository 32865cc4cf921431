#include "models/power/feeder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* I^2 R: 1 % at full load is 0.25 % of the rating at half load. */
static void loss_is_quadratic(void **state)
{
    (void)state;
    struct sl_feeder_params feeder = {.rated_power_w = 2e6, .loss_fraction = 0.01};
    assert_true(fabs(sl_feeder_input_w(&feeder, 2e6) - 2.02e6) < 1e-6);
    assert_true(fabs(sl_feeder_loss_w(&feeder, 1e6) - 5e3) < 1e-9);
    assert_true(sl_feeder_input_w(&feeder, 0) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loss_is_quadratic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
