#include "models/base/lag.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

/* A unit step: y(tau) = 1 - 1/e; the mean over the first tau is 1/e. */
static void step_response(void **state)
{
    (void)state;
    double y = 0.0, mean = sl_lag_step(sl_lag_of(3.0, 3.0), &y, 1.0);
    NEAR(y, 0.63212055882855767840, 1e-16);
    NEAR(mean, 0.36787944117144232160, 1e-15);
}

/* Exact for any step: the end and the mean over 10 s do not depend on how it is cut. */
static void the_step_does_not_make_the_answer(void **state)
{
    (void)state;
    const double tau_s = 0.7, u = -4.0, y0 = 5.0;
    const int cuts[] = {1, 3, 10, 1000, 100000};
    for (int k = 0; k < 5; k++) {
        double y = y0, sum = 0.0, h_s = 10.0 / cuts[k];
        struct sl_lag lag = sl_lag_of(h_s, tau_s);
        for (int i = 0; i < cuts[k]; i++) sum += sl_lag_step(lag, &y, u) * h_s;
        NEAR(y, u + (y0 - u) * exp(-10.0 / tau_s), 1e-12);
        NEAR(sum, u * 10.0 + (y0 - u) * tau_s * (1.0 - exp(-10.0 / tau_s)), 1e-11);
    }
}

/* What flows in less what flows out is stored: (mean of u - y) h = tau (y1 - y0). */
static void the_mean_closes_the_balance(void **state)
{
    (void)state;
    for (double h_s = 1e-9; h_s < 1e6; h_s *= 7.0) {
        double y = 2.0, mean = sl_lag_step(sl_lag_of(h_s, 5.0), &y, 3.0);
        NEAR((3.0 - mean) * h_s, 5.0 * (y - 2.0), 1e-14 + 2e-15 * h_s);
    }
}

/* (1 - e^-x)/x = 1 - x/2 + x^2/6: a naive 1 - exp(-x) would be off by 1e-5 here. */
static void short_steps_keep_their_digits(void **state)
{
    (void)state;
    NEAR(sl_lag_of(1e-11, 1.0).mean, 1.0 - 0.5e-11, 2e-16);
    NEAR(sl_lag_of(1e-4, 1.0).mean, 1.0 - 0.5e-4 + 1e-8 / 6.0 - 1e-12 / 24.0, 4e-16);
}

static void no_time_constant_follows_at_once(void **state)
{
    (void)state;
    double y = 1.0;
    assert_true(sl_lag_step(sl_lag_of(0.001, 0.0), &y, 9.0) == 9.0);
    assert_true(y == 9.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_response),
        cmocka_unit_test(the_step_does_not_make_the_answer),
        cmocka_unit_test(the_mean_closes_the_balance),
        cmocka_unit_test(short_steps_keep_their_digits),
        cmocka_unit_test(no_time_constant_follows_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
