#include "models/grid/rocof.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* A slope of -0.4 Hz/s for 2 s: the full rate is seen once the window has filled, half of it half-way. */
static void a_slope(void **state)
{
    (void)state;
    static struct sl_rocof r;
    sl_rocof_init(&r, 0.5, 0.001, 50.0);
    for (int k = 1; k <= 2000; k++) {
        double rate = sl_rocof_step(&r, 50.0 - 0.4e-3 * k);
        if (k == 250) assert_near(rate, -0.2, 1e-9);
        if (k >= 500) assert_near(rate, -0.4, 1e-9);
    }
    for (int k = 1; k <= 500; k++) sl_rocof_step(&r, 49.2);
    assert_near(r.value_hz_per_s, 0.0, 1e-12);
}

static void the_window_is_whole_steps(void **state)
{
    (void)state;
    static struct sl_rocof r;
    sl_rocof_init(&r, 0.5, 60.0, 60.0);
    assert_near(r.window_s, 60.0, 0);
    assert_near(sl_rocof_step(&r, 59.4), -0.01, 1e-12);
    sl_rocof_init(&r, 10.0, 0.0001, 60.0);
    assert_near(r.window_s, SL_ROCOF_STEPS * 0.0001, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slope),
        cmocka_unit_test(the_window_is_whole_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
