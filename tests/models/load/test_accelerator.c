#include "models/load/accelerator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A server of 8 x 700 W at 1.8 kW base and half on top takes the 10.2 kW of a DGX H100's rating (load.md 1.2). */
static void rack_adds_up(void **state)
{
    (void)state;
    struct sl_accelerator_params p = {.rated_power_w = 700,
                                      .idle_power_w = 74,
                                      .accelerators_per_server = 8,
                                      .servers_per_rack = 4,
                                      .server_base_w = 1800,
                                      .server_overhead_fraction = 0.5,
                                      .rack_base_w = 400};
    assert_true(fabs(sl_rack_rated_dc_w(&p) - (400 + 4 * (1800 + 1.5 * 5600))) < 1e-9);
    assert_true(fabs(sl_rack_rated_dc_w(&p) - 400 - 4 * 10200) < 1e-9);
    assert_true(fabs(sl_rack_idle_dc_w(&p) - (400 + 4 * (1800 + 1.5 * 592))) < 1e-9);
    assert_true(fabs(sl_rack_accelerators_w(&p, sl_rack_dc_w(&p, 12345.6)) - 12345.6) < 1e-9);
}

static void gains_spread_as_told(void **state)
{
    (void)state;
    struct sl_accelerator_params p = {.gain_spread_fraction = 0.015};
    double sum = 0, squares = 0;
    const int n = 20000;
    for (int i = 0; i < n; i++) {
        double g = sl_server_gain(&p, 3, (uint64_t)i) - 1.0;
        assert_true(fabs(g) <= 4 * 0.015 + 1e-15);
        sum += g, squares += g * g;
    }
    /* standard errors: mean 0.015/141 = 1.1e-4; deviation 0.015/200 = 7.5e-5 */
    assert_true(fabs(sum / n) < 4e-4);
    assert_true(fabs(sqrt(squares / n) - 0.015) < 3e-4);
    p.gain_spread_fraction = 0;
    assert_true(sl_server_gain(&p, 3, 9) == 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rack_adds_up),
        cmocka_unit_test(gains_spread_as_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
