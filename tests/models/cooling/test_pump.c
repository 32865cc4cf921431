#include "models/cooling/pump.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* 25 L/s against 250 kPa at 65 %: 9615.385 W. */
static void pump_power(void **state)
{
    (void)state;
    assert_true(fabs(sl_pump_power_w(0.025, 250e3, 0.65) - 9615.3846) < 1e-4);
}

/* Affinity laws: 80 % speed 0.512, 50 % 0.125; with 30 % static head at half flow 0.2375. */
static void affinity(void **state)
{
    (void)state;
    assert_true(fabs(sl_pump_power_fraction(0.8, 0) - 0.512) < 1e-12);
    assert_true(fabs(sl_pump_power_fraction(0.5, 0) - 0.125) < 1e-12);
    assert_true(fabs(sl_pump_power_fraction(0.5, 0.3) - 0.2375) < 1e-12);
    assert_true(fabs(sl_pump_power_fraction(1, 0.3) - 1) < 1e-12);
}

/* Two fans at half flow take a quarter of one at full flow. */
static void two_fans_at_half(void **state)
{
    (void)state;
    assert_true(fabs(2 * sl_pump_power_fraction(0.5, 0) - 0.25) < 1e-12);
}

/* EnergyPlus tower fan: 0.02 + 0.98 y^3. */
static void tower_fan(void **state)
{
    (void)state;
    assert_true(fabs(sl_fan_power_fraction(1) - 1) < 1e-12);
    assert_true(fabs(sl_fan_power_fraction(0.5) - 0.1425) < 1e-12);
    assert_true(sl_fan_power_fraction(0) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pump_power),
        cmocka_unit_test(affinity),
        cmocka_unit_test(two_fans_at_half),
        cmocka_unit_test(tower_fan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
