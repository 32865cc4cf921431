#include "models/base/series.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const int64_t at_ns[] = {10, 20, 40};
static const double values[] = {1.0, 3.0, -1.0};
static const struct sl_series held = {at_ns, values, 3, SL_BETWEEN_HOLD};
static const struct sl_series linear = {at_ns, values, 3, SL_BETWEEN_LINEAR};

static void held_steps_at_its_times(void **state)
{
    (void)state;
    assert_true(sl_series_at(&held, -5) == 1.0);
    assert_true(sl_series_at(&held, 10) == 1.0);
    assert_true(sl_series_at(&held, 19) == 1.0);
    assert_true(sl_series_at(&held, 20) == 3.0);
    assert_true(sl_series_at(&held, 39) == 3.0);
    assert_true(sl_series_at(&held, 40) == -1.0);
    assert_true(sl_series_at(&held, INT64_MAX) == -1.0);
}

static void linear_passes_through_its_points(void **state)
{
    (void)state;
    assert_true(sl_series_at(&linear, 0) == 1.0);
    assert_true(sl_series_at(&linear, 15) == 2.0);
    assert_true(sl_series_at(&linear, 20) == 3.0);
    assert_true(sl_series_at(&linear, 35) == 0.0);
    assert_true(sl_series_at(&linear, 41) == -1.0);
}

/* By hand: held 5..45 = (5*1 + 10*1 + 20*3 + 5*(-1))/40; linear = (5*1 + 10*2 + 20*1 + 5*(-1))/40. */
static void mean_is_the_area_over_the_time(void **state)
{
    (void)state;
    assert_true(sl_series_mean(&held, 5, 45) == 70.0 / 40.0);
    assert_true(sl_series_mean(&linear, 5, 45) == 40.0 / 40.0);
    assert_true(sl_series_mean(&held, 18, 22) == 2.0);
    assert_true(sl_series_mean(&linear, 18, 22) == (2 * 2.8 + 2 * 2.8) / 4.0);
    assert_true(sl_series_mean(&linear, -100, 0) == 1.0);
    assert_true(sl_series_mean(&held, 40, 1000) == -1.0);
    assert_true(sl_series_mean(&linear, 25, 26) == 3.0 - 4.0 * 5.5 / 20.0);
}

/* A mean over a span is the weighted mean of the means over its parts, wherever it is cut. */
static void means_add_up(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct sl_series *s = k ? &linear : &held;
        double whole = sl_series_mean(s, 0, 60) * 60.0;
        for (int64_t cut = 1; cut < 60; cut++)
            assert_true(fabs(sl_series_mean(s, 0, cut) * (double)cut +
                             sl_series_mean(s, cut, 60) * (double)(60 - cut) - whole) < 1e-12);
    }
}

/* A year in nanoseconds is above 2^53: neither times nor areas may lose their places. */
static void a_year_away_is_as_good(void **state)
{
    (void)state;
    const int64_t year_ns = INT64_C(31536000000000000), s_ns = INT64_C(1000000000);
    const int64_t t_ns[] = {year_ns, year_ns + s_ns, year_ns + 3 * s_ns};
    const struct sl_series hold = {t_ns, values, 3, SL_BETWEEN_HOLD},
                           line = {t_ns, values, 3, SL_BETWEEN_LINEAR};
    assert_true(sl_series_at(&hold, year_ns + s_ns - 1) == 1.0);
    assert_true(fabs(sl_series_at(&line, year_ns + s_ns / 4) - 1.5) < 1e-8);
    assert_true(fabs(sl_series_mean(&hold, year_ns, year_ns + 3 * s_ns) - 7.0 / 3.0) < 1e-15);
    assert_true(fabs(sl_series_mean(&line, year_ns, year_ns + 3 * s_ns) - 4.0 / 3.0) < 1e-8);
}

static void empty_is_zero_and_one_value_is_constant(void **state)
{
    (void)state;
    const struct sl_series none = {NULL, NULL, 0, SL_BETWEEN_LINEAR},
                           one = {at_ns, values + 1, 1, SL_BETWEEN_LINEAR};
    assert_true(sl_series_at(&none, 5) == 0.0 && sl_series_mean(&none, 0, 5) == 0.0);
    assert_true(sl_series_at(&one, 0) == 3.0 && sl_series_at(&one, 99) == 3.0 &&
                sl_series_mean(&one, 0, 99) == 3.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_steps_at_its_times),
        cmocka_unit_test(linear_passes_through_its_points),
        cmocka_unit_test(mean_is_the_area_over_the_time),
        cmocka_unit_test(means_add_up),
        cmocka_unit_test(a_year_away_is_as_good),
        cmocka_unit_test(empty_is_zero_and_one_value_is_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
