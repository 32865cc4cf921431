#include "models/load/knot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void jump_is_what_the_line_before_misses(void **state)
{
    (void)state;
    /* 100 W rising 50 W/s; 2 s later 300 W: the line is at 200 W, so 100 W are missing */
    struct sl_knot a = {0, 100, 50, 0}, b = {2000000000, 300, 0, 0};
    struct sl_jump j = sl_knot_jump(&a, &b);
    assert_true(fabs(j.jump_w - 100) < 1e-12);
    assert_true(j.slope_change_w_per_s == -50 && j.per_delay_w_per_s == 0);
}

static void delay_moves_the_line(void **state)
{
    (void)state;
    /* skewed to barrier: a server late by d has risen 50 d less when the barrier comes, so it jumps 50 d more */
    struct sl_knot late = {0, 100, 50, 1}, barrier = {2000000000, 300, 0, 0};
    assert_true(sl_knot_jump(&late, &barrier).per_delay_w_per_s == 50);
    /* barrier to skewed: it has risen for d longer */
    late.skewed = 0, barrier.skewed = 1;
    assert_true(sl_knot_jump(&late, &barrier).per_delay_w_per_s == -50);
    late.skewed = 1;
    assert_true(sl_knot_jump(&late, &barrier).per_delay_w_per_s == 0);
}

static void list_grows_and_drops(void **state)
{
    (void)state;
    struct sl_knots k = {0};
    for (int i = 0; i < 200; i++) assert_int_equal(sl_knots_push(&k, (struct sl_knot){i, i, 0, 0}, NULL), 0);
    sl_knots_drop(&k, 150);
    assert_int_equal(k.count, 50);
    assert_true(k.items[0].t_ns == 150 && k.items[49].t_ns == 199);
    sl_knots_free(&k);
    assert_null(k.items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_is_what_the_line_before_misses),
        cmocka_unit_test(delay_moves_the_line),
        cmocka_unit_test(list_grows_and_drops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
