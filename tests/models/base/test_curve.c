#include "models/base/curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The straight line through (1, 10) and (3, 20) is 10 + 5 (x - 1); the end values hold outside. */
static void linear_between_points_and_held_outside(void **state)
{
    (void)state;
    const struct sl_curve c = {.count = 3, .x = {1.0, 3.0, 4.0}, .y = {10.0, 20.0, -4.0}};
    assert_true(sl_curve_at(&c, -1e300) == 10.0);
    assert_true(sl_curve_at(&c, 1.0) == 10.0);
    assert_true(sl_curve_at(&c, 1.5) == 12.5);
    assert_true(sl_curve_at(&c, 3.0) == 20.0);
    assert_true(sl_curve_at(&c, 3.75) == 2.0);
    assert_true(sl_curve_at(&c, 4.0) == -4.0);
    assert_true(sl_curve_at(&c, INFINITY) == -4.0);
}

static void one_point_is_a_constant_and_none_is_zero(void **state)
{
    (void)state;
    const struct sl_curve one = {.count = 1, .x = {5.0}, .y = {7.0}}, none = {.count = 0, .y = {3.0}};
    assert_true(sl_curve_at(&one, 4.0) == 7.0 && sl_curve_at(&one, 5.0) == 7.0 &&
                sl_curve_at(&one, 6.0) == 7.0);
    assert_true(sl_curve_at(&none, 5.0) == 0.0);
}

/* The last segment of a curve that fills its table. */
static void a_full_table_is_read_to_its_end(void **state)
{
    (void)state;
    struct {
        struct sl_curve c;
        double behind; /* would be read as a 65th point that fits */
    } guarded = {.c.count = SL_CURVE_MAX, .behind = 1.0};
    struct sl_curve *c = &guarded.c;
    for (int i = 0; i < SL_CURVE_MAX; i++) {
        c->x[i] = i;
        c->y[i] = 1000.0 + i;
    }
    assert_true(sl_curve_valid(c));
    assert_true(sl_curve_at(c, SL_CURVE_MAX - 1.5) == 1000.0 + SL_CURVE_MAX - 1.5);
    c->count = SL_CURVE_MAX + 1;
    assert_false(sl_curve_valid(c));
}

static void what_is_no_function_is_not_valid(void **state)
{
    (void)state;
    struct sl_curve c = {.count = 2, .x = {1.0, 2.0}, .y = {0.0, 0.0}};
    assert_true(sl_curve_valid(&c));
    c.x[1] = 1.0;
    assert_false(sl_curve_valid(&c));
    c.x[1] = 0.5;
    assert_false(sl_curve_valid(&c));
    c.x[1] = (double)NAN;
    assert_false(sl_curve_valid(&c));
    c.x[1] = (double)INFINITY;
    assert_false(sl_curve_valid(&c));
    c.x[1] = 2.0;
    c.y[0] = (double)NAN;
    assert_false(sl_curve_valid(&c));
    c.y[0] = 0.0;
    c.count = 0;
    assert_false(sl_curve_valid(&c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_between_points_and_held_outside),
        cmocka_unit_test(one_point_is_a_constant_and_none_is_zero),
        cmocka_unit_test(a_full_table_is_read_to_its_end),
        cmocka_unit_test(what_is_no_function_is_not_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
