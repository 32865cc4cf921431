#include "models/base/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Correctly rounded: the decimal literal is the nearest double by definition (C11 6.4.4.2, IEEE 754 5.12). 120 s,
 * 0.7 s and 3.3 s come out one bit off when multiplied by 1e-9. */
static void seconds_are_the_nearest_double(void **state)
{
    (void)state;
    assert_true(sl_s_from_ns(INT64_C(120000000000)) == 120.0);
    assert_true(sl_s_from_ns(700000000) == 0.7);
    assert_true(sl_s_from_ns(INT64_C(3300000000)) == 3.3);
    assert_true(sl_s_from_ns(1) == 1e-9);
    assert_true(sl_s_from_ns(-1500000000) == -1.5);
    assert_true(sl_s_from_ns(0) == 0.0);
}

/* There and back, up to 52 days (2^52 ns) in growing steps. */
static void nanoseconds_come_back(void **state)
{
    (void)state;
    for (int64_t t = 1; t < INT64_C(1) << 52; t = 3 * t + 7) assert_true(sl_ns_from_s(sl_s_from_ns(t)) == t);
    assert_true(sl_ns_from_s(0.0005) == 500000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(seconds_are_the_nearest_double),
                                       cmocka_unit_test(nanoseconds_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
