#include "models/load/noise.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Stationary AR(1): variance n sigma^2, correlation exp(-10 ms/tau) from tick to tick, at every lag exp(-k 10 ms/tau). */
static void moments_are_those_of_the_sum(void **state)
{
    (void)state;
    struct sl_noise_params p;
    struct sl_noise n;
    double busy[SL_LANES], sum = 0, squares = 0, next = 0, tenth = 0, past[10] = {0};
    const int64_t ticks = 200000;
    for (size_t i = 0; i < SL_LANES; i++) busy[i] = 72.0;
    sl_noise_init(&p, 14.0, 50000000, 5);
    sl_noise_start(&p, &n, 3);
    for (int64_t t = 0; t < ticks; t++) {
        sl_noise_tick(&p, &n, 3, t, busy);
        double x = n.level_w[7];
        sum += x, squares += x * x;
        next += x * past[(t + 9) % 10], tenth += x * past[t % 10];
        past[t % 10] = x;
    }
    /* correlated over about 2 tau/tick = 10 ticks: 20,000 independent values; deviation to 0.5 %, 4 sigma */
    double deviation = 14.0 * sqrt(72.0), variance = squares / (double)ticks;
    assert_true(fabs(sum / (double)ticks) < 4 * deviation / sqrt(20000.0));
    assert_true(fabs(sqrt(variance) / deviation - 1) < 0.02);
    assert_true(fabs(next / (double)ticks / variance - exp(-0.2)) < 0.01);
    assert_true(fabs(tenth / (double)ticks / variance - exp(-2.0)) < 0.03);
}

static void starts_stationary(void **state)
{
    (void)state;
    struct sl_noise_params p;
    double squares = 0;
    sl_noise_init(&p, 1.0, 500000000, 9);
    for (size_t block = 0; block < 2000; block++) {
        struct sl_noise n;
        sl_noise_start(&p, &n, block);
        for (size_t i = 0; i < SL_LANES; i++) squares += n.x[i] * n.x[i];
    }
    assert_true(fabs(squares / 32000 - 1) < 4 * sqrt(2.0 / 32000));
}

static void idle_blocks_are_silent(void **state)
{
    (void)state;
    struct sl_noise_params p;
    struct sl_noise n;
    double busy[SL_LANES] = {0};
    sl_noise_init(&p, 14.0, 50000000, 5);
    sl_noise_start(&p, &n, 0);
    double x = n.x[0];
    sl_noise_tick(&p, &n, 0, 0, busy);
    assert_true(n.level_w[0] == 0.0 && n.x[0] == x);
    busy[1] = 8;
    sl_noise_tick(&p, &n, 0, 1, busy);
    assert_true(n.level_w[0] == 0.0 && n.level_w[1] != 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_those_of_the_sum),
        cmocka_unit_test(starts_stationary),
        cmocka_unit_test(idle_blocks_are_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
