#include "models/cooling/fluid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* 1 kW in 1.5 L/min: water warms by 9.6114 K, PG25 by 10.1048 K. */
static void rise_at_design_flow(void **state)
{
    (void)state;
    assert_true(fabs(1000 / sl_fluid_rate_w_per_k(sl_fluid_water, 1.5 / 60000) - 9.6114) < 5e-5);
    assert_true(fabs(1000 / sl_fluid_rate_w_per_k(sl_fluid_pg25, 1.5 / 60000) - 10.1048) < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rise_at_design_flow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
