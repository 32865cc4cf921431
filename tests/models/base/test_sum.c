#include "models/base/sum.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Neumaier, ZAMM 54 (1974): 1 + 1e100 + 1 - 1e100 = 2, where a plain sum gives 0 and Kahan's gives 0 as well. */
static void large_terms_do_not_swallow_small_ones(void **state)
{
    (void)state;
    struct sl_sum s = {0};
    sl_sum_add(&s, 1.0);
    sl_sum_add(&s, 1e100);
    sl_sum_add(&s, 1.0);
    sl_sum_add(&s, -1e100);
    assert_true(sl_sum_of(&s) == 2.0);
}

/* 1e7 times the double next to 0.1, 0x1.999999999999ap-4: exactly 1e6 + 1e7 * 5.55e-18, so 1000000 in double. A plain
 * sum is off by 1.6e-4. */
static void many_terms_keep_the_last_digit(void **state)
{
    (void)state;
    struct sl_sum s = {0};
    double plain = 0.0;
    for (int i = 0; i < 10000000; i++) {
        sl_sum_add(&s, 0.1);
        plain += 0.1;
    }
    assert_true(sl_sum_of(&s) == 1e6);
    assert_true(fabs(plain - 1e6) > 1e-5); /* so the test can fail */
}

/* What is added and taken again leaves nothing: harmonic terms against their negatives in another order. */
static void forth_and_back_is_nothing(void **state)
{
    (void)state;
    struct sl_sum s = {0};
    for (int i = 1; i <= 100000; i++) sl_sum_add(&s, 1e9 / i);
    double there = sl_sum_of(&s);
    /* H(n) = ln n + gamma + 1/2n - 1/12n^2 + O(n^-4) */
    assert_true(fabs(there / 1e9 - (log(1e5) + 0.57721566490153286061 + 0.5e-5 - 1e-10 / 12)) <
                4 * DBL_EPSILON * 12);
    for (int i = 100000; i >= 1; i--) sl_sum_add(&s, -1e9 / i);
    assert_true(fabs(sl_sum_of(&s)) < 1e-12 * there * DBL_EPSILON * 1e5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_terms_do_not_swallow_small_ones),
        cmocka_unit_test(many_terms_keep_the_last_digit),
        cmocka_unit_test(forth_and_back_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
