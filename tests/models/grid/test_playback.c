#include "models/grid/playback.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

static const int64_t t_ns[] = {0, 100000000, 150000000, 200000000};
static const double dip[] = {1.0, 1.0, 0.3, 0.3}, f_hz[] = {60.0, 60.0, 59.9, 59.8};

/* A mean over the step: from 100 to 150 ms the voltage falls linearly from 1 to 0.3, mean 0.65. */
static void voltage_is_the_mean_of_the_step(void **state)
{
    (void)state;
    struct sl_playback p = {.voltage_pu = 1.01, .nominal_hz = 60.0};
    p.v[1] = (struct sl_series){t_ns, dip, 4, SL_BETWEEN_LINEAR};
    struct sl_volt v = sl_playback_voltage(&p, 100000000, 150000000);
    assert_near(v.ph[1], 0.65, 1e-12);
    assert_near(v.ph[0], 1.01, 0); /* phases without a series keep the schedule */
    assert_near(v.ph[2], 1.01, 0);
    /* halves average to the whole, so the step does not matter */
    double a = sl_playback_voltage(&p, 100000000, 125000000).ph[1],
           b = sl_playback_voltage(&p, 125000000, 150000000).ph[1];
    assert_near(0.5 * (a + b), 0.65, 1e-12);
}

static void frequency_is_the_value_at_the_end(void **state)
{
    (void)state;
    struct sl_playback p = {.voltage_pu = 1.0, .nominal_hz = 60.0};
    assert_near(sl_playback_frequency(&p, 5), 60.0, 0);
    p.f = (struct sl_series){t_ns, f_hz, 4, SL_BETWEEN_LINEAR};
    assert_near(sl_playback_frequency(&p, 125000000), 59.95, 1e-12);
    assert_near(sl_playback_frequency(&p, 999000000), 59.8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voltage_is_the_mean_of_the_step),
        cmocka_unit_test(frequency_is_the_value_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
