#include "models/quality/ramp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

static struct sl_ramp ramp;
static struct sl_ramp_result result[SL_RAMP_WINDOWS];

static const struct sl_ramp_result *window(double window_s)
{
    for (int i = 0; i < SL_RAMP_WINDOWS; i++)
        if (fabs(ramp.window[i].asked_s - window_s) < 1e-9) return &result[i];
    fail();
    return NULL;
}

/* 2 MW/s for 10 s from t = 30 s: 2 MW/s times the window up to 10 s, then 20 MW. */
static void constant_slope(void **state)
{
    (void)state;
    sl_ramp_init(&ramp, 0.001, 120);
    for (int k = 0; k < 120000; k++) {
        double t = ((double)k + 0.5) * 1e-3; /* means over the step */
        sl_ramp_add(&ramp, 2e6 * fmin(fmax(t - 30, 0), 10));
    }
    sl_ramp_results(&ramp, result);
    assert_near(window(0.001)->rise_w, 2e3, 1e-3);
    assert_near(window(0.05)->rise_w, 1e5, 1e-3);
    assert_near(window(1)->rise_w, 2e6, 1e-3);
    assert_near(window(5)->rise_w, 10e6, 1e-3);
    assert_near(window(20)->rise_w, 20e6, 1e-3);
    assert_near(window(60)->rise_w, 20e6, 1e-3);
    for (int i = 0; i < SL_RAMP_WINDOWS; i++)
        if (result[i].assessed) assert_true(result[i].fall_w == 0.0);
    assert_near(window(20)->rise_at_s, 40, 1.1e-3); /* the last mean below the top, or the next */
    assert_false(window(120)->assessed);            /* as long as the run */
    assert_true(isnan(window(300)->rise_w));
    assert_string_equal(window(300)->why_not, "longer than the run");
}

/* A step of -30 MW is a fall of 30 MW in any window, and its time is the step's. */
static void a_step(void **state)
{
    (void)state;
    sl_ramp_init(&ramp, 0.001, 100);
    for (int k = 0; k < 100000; k++) sl_ramp_add(&ramp, k < 50000 ? 100e6 : 70e6);
    sl_ramp_results(&ramp, result);
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        if (!result[i].assessed) continue;
        assert_near(result[i].fall_w, 30e6, 1e-6);
        assert_true(result[i].rise_w == 0.0);
        assert_near(result[i].fall_at_s, 50.001, 1e-9);
    }
}

/* A pulse of 3 ms in a run with windows of minutes: blocks average it away, the report doesn't. Nor does a square wave
 * hide from a window of its own period. */
static void short_pulses_and_periods(void **state)
{
    (void)state;
    sl_ramp_init(&ramp, 0.001, 400);
    for (int k = 0; k < 400000; k++) sl_ramp_add(&ramp, k / 3 == 66666 ? 5e6 : 1e6);
    sl_ramp_results(&ramp, result);
    assert_near(window(300)->rise_w, 4e6, 1e-6);
    assert_near(window(300)->fall_w, 4e6, 1e-6);
    sl_ramp_init(&ramp, 0.001, 30);
    for (int k = 0; k < 30000; k++) sl_ramp_add(&ramp, k / 500 % 2 ? 3e6 : 1e6);
    sl_ramp_results(&ramp, result);
    assert_near(window(1)->rise_w, 2e6, 1e-6);
}

/* The definition, by force. */
static void force(const double *p, int steps, int lag, double *rise, double *fall)
{
    *rise = *fall = 0;
    for (int k = 0; k < steps; k++)
        for (int j = k - lag < 0 ? 0 : k - lag; j < k; j++) {
            *rise = fmax(*rise, p[k] - p[j]);
            *fall = fmax(*fall, p[j] - p[k]);
        }
}

static void walk(double *p, int steps, double drift)
{
    p[0] = 0.0;
    for (int k = 1; k < steps; k++) p[k] = p[k - 1] + (double)rand() / RAND_MAX - 0.5 + drift;
}

/* Every window against the definition on random walks, level, rising and falling: to the last digit. */
static void against_brute_force(void **state)
{
    (void)state;
    enum { STEPS = 6000 };
    static double p[STEPS];
    const double drifts[] = {0, 0.2, -0.2, 0.6, -0.6};
    srand(7);
    for (size_t d = 0; d < sizeof drifts / sizeof drifts[0]; d++) {
        walk(p, STEPS, drifts[d]);
        sl_ramp_init(&ramp, 0.001, STEPS * 0.001);
        for (int k = 0; k < STEPS; k++) sl_ramp_add(&ramp, p[k]);
        sl_ramp_results(&ramp, result);
        const int lags[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
        for (size_t i = 0; i < sizeof lags / sizeof lags[0]; i++) {
            double rise, fall;
            force(p, STEPS, lags[i], &rise, &fall);
            assert_true(window(lags[i] * 0.001)->rise_w == rise);
            assert_true(window(lags[i] * 0.001)->fall_w == fall);
        }
    }
}

/* The trail of the exact windows goes round: 200,000 steps of a saw of 90 s, against its closed form; a minute is still
 * exact, 2 minutes are blocks. A slow rise of 1 W a step for 90,000 steps, then back at once. */
static void long_windows(void **state)
{
    (void)state;
    sl_ramp_init(&ramp, 0.001, 200);
    for (int k = 0; k < 200000; k++) sl_ramp_add(&ramp, k % 90000);
    sl_ramp_results(&ramp, result);
    assert_true(window(60)->rise_w == 60000.0);
    assert_true(window(60)->fall_w == 89999.0);
    assert_true(window(120)->rise_w == 89999.0 && window(120)->fall_w == 89999.0);
    sl_ramp_init(&ramp, 0.001, 700); /* a constant slope: from above, by at most 0.4 % of the window */
    for (int k = 0; k < 700000; k++) sl_ramp_add(&ramp, k);
    sl_ramp_results(&ramp, result);
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        if (!result[i].assessed) continue;
        double exact = round(result[i].window_s * 1e3);
        assert_true(result[i].rise_w >= exact && result[i].rise_w <= exact * (exact > 65534 ? 1.004 : 1.0));
    }
}

/* What happens in the last block, which never closes, counts. */
static void the_open_block_counts(void **state)
{
    (void)state;
    sl_ramp_init(&ramp, 0.001, 130);
    for (int k = 0; k < 130000; k++) sl_ramp_add(&ramp, k < 20000 ? 0.0 : k < 129999 ? 1.0 : 3.0);
    sl_ramp_results(&ramp, result);
    assert_true(window(60)->rise_w == 2.0);
    assert_true(window(120)->rise_w == 3.0);
}

static void coarse_steps(void **state)
{
    (void)state;
    sl_ramp_init(&ramp, 60, 86400);
    for (int k = 0; k < 1440; k++) sl_ramp_add(&ramp, 1e6 * k);
    sl_ramp_results(&ramp, result);
    assert_false(window(30)->assessed);
    assert_string_equal(window(30)->why_not, "shorter than the step");
    assert_near(window(60)->rise_w, 1e6, 1e-6);
    assert_near(window(3600)->rise_w, 60e6, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_slope),
        cmocka_unit_test(a_step),
        cmocka_unit_test(short_pulses_and_periods),
        cmocka_unit_test(against_brute_force),
        cmocka_unit_test(long_windows),
        cmocka_unit_test(the_open_block_counts),
        cmocka_unit_test(coarse_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
