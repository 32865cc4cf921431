#include "models/base/volt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void balanced_is_the_same_in_every_phase(void **state)
{
    (void)state;
    struct sl_volt v = sl_volt_balanced(0.75);
    assert_true(v.ph[0] == 0.75 && v.ph[1] == 0.75 && v.ph[2] == 0.75);
    assert_true(sl_volt_mean(v) == 0.75 && sl_volt_min(v) == 0.75);
}

/* The lowest phase, whichever it is; 0.5, 1.0 and 0.75 pu are 0.75 pu in the mean. */
static void the_lowest_phase_is_found(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct sl_volt v;
        v.ph[i] = 0.5;
        v.ph[(i + 1) % 3] = 1.0;
        v.ph[(i + 2) % 3] = 0.75;
        assert_true(sl_volt_min(v) == 0.5);
        assert_true(sl_volt_mean(v) == 0.75);
        v.ph[i] = 1.25;
        assert_true(sl_volt_min(v) == 0.75);
        assert_true(sl_volt_mean(v) == 1.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balanced_is_the_same_in_every_phase),
        cmocka_unit_test(the_lowest_phase_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
