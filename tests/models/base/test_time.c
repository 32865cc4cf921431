#include "models/base/time.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void nanoseconds_round_to_the_nearest(void **state)
{
    (void)state;
    assert_true(sl_ns_from_s(1.0) == SL_NS_PER_S);
    assert_true(sl_ns_from_s(0.001) == SL_NS_PER_MS);
    assert_true(sl_ns_from_s(0.0) == 0);
    assert_true(sl_ns_from_s(2.5e-9) == 3);
    assert_true(sl_ns_from_s(-2.5e-9) == -3);
    assert_true(sl_ns_from_s(2.4e-9) == 2);
    assert_true(sl_ns_from_s(0.3) == 300000000); /* 0.3 is below 3/10 */
    assert_true(sl_ns_from_s(0.1 + 0.2) == 300000000);
}

/* Decimal times of a day, in milliseconds, and of a year, in seconds, come back to the nanosecond. */
static void there_and_back(void **state)
{
    (void)state;
    for (int64_t ms = 0; ms < 86400000; ms += 977)
        assert_true(sl_ns_from_s(sl_s_from_ns(ms * SL_NS_PER_MS)) == ms * SL_NS_PER_MS);
    for (int64_t s = 0; s <= 366 * 86400; s += 997) assert_true(sl_ns_from_s((double)s) == s * SL_NS_PER_S);
    assert_true(fabs(sl_s_from_ns(366 * 86400 * SL_NS_PER_S) - 366.0 * 86400.0) < 1e-8);
}

static void never_is_later_than_any_run(void **state)
{
    (void)state;
    assert_true(SL_NEVER == INT64_MAX);
    assert_true(sl_ns_from_s(200.0 * 366 * 86400) < SL_NEVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nanoseconds_round_to_the_nearest),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(never_is_later_than_any_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
