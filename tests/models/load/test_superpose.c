#include "models/load/superpose.h"

#include "models/base/random.h"
#include "models/base/time.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MS SL_NS_PER_MS

/* Amplitude of the k-th harmonic of x over whole periods. */
static double harmonic(const double *x, size_t n, double cycles)
{
    double re = 0, im = 0;
    for (size_t i = 0; i < n; i++) {
        double a = 2 * M_PI * cycles * ((double)i + 0.5) / (double)n;
        re += x[i] * cos(a), im += x[i] * sin(a);
    }
    /* x[i] is the mean over a step: the sine is seen through a boxcar of one step */
    double half = M_PI * cycles / (double)n;
    return 2.0 / (double)n * hypot(re, im) * half / sin(half);
}

/* Steps of a wave seen by the group, from t = 0 on; the wave has run before. */
static void run_wave(int64_t period_ns, double duty, double high_w, double low_w, const struct sl_group *g,
                     const struct sl_member *m, int64_t latest_ns, int64_t h_ns, size_t steps, double *x)
{
    struct sl_knots k = {0};
    int64_t before = latest_ns / period_ns + 1;
    for (int64_t i = -before; i * period_ns < (int64_t)steps * h_ns; i++) {
        sl_knots_push(&k, (struct sl_knot){i * period_ns, high_w, 0, 1}, NULL);
        sl_knots_push(&k, (struct sl_knot){i * period_ns + llround((double)period_ns * duty), low_w, 0, 1},
                      NULL);
    }
    struct sl_kernel kernel;
    struct sl_kernel_anchor a = {{0}, {0}};
    struct sl_kernel_block b = {.d = calloc(steps, sizeof *b.d)};
    struct sl_planned *plan = calloc(k.count, sizeof *plan);
    sl_kernel_init(&kernel, h_ns, 0.0);
    sl_kernel_span(&kernel, 0, steps);
    sl_kernel_begin(&kernel, &b);
    sl_superpose_plan(&kernel, &k, latest_ns, plan);
    sl_superpose(&kernel, &k.items[0], plan, k.count - 1, 0.0, g, m, &b, &a);
    sl_kernel_finish(&kernel, &b, &a, NULL);
    for (size_t i = 0; i < steps; i++) x[i] = b.d[i][g->slot % SL_LANES];
    free(b.d), free(plan), sl_knots_free(&k);
}

/* load.md table 7 row 23, section 2.2: a_k = 2 A/(k pi) |sin k pi d|; A = 0.7, d = 0.7, within 0.5 % of A. */
static void two_level_wave_has_its_fourier_series(void **state)
{
    (void)state;
    const double want[] = {0.3605, 0.2119, 0.0459, 0.0655, 0.0891};
    struct sl_member one = {0, 1.0};
    struct sl_group g = {.slot = 5, .count = 1, .gain = 1.0};
    static double x[4000];
    run_wave(SL_NS_PER_S, 0.7, 1.0, 0.3, &g, &one, 0, MS, 4000, x);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < 4000; i++) sum += x[i], squares += x[i] * x[i];
    for (int k = 1; k <= 5; k++) assert_true(fabs(harmonic(x, 4000, 4.0 * k) - want[k - 1]) < 0.005 * 0.7);
    for (int k = 1; k <= 5; k++) /* and the formula itself, to the sampling */
        assert_true(fabs(harmonic(x, 4000, 4.0 * k) - 1.4 / (k * M_PI) * fabs(sin(k * M_PI * 0.7))) < 1e-4);
    assert_true(fabs(sum / 4000 - 0.79) < 1e-12);
    assert_true(fabs(sqrt(squares / 4000 - 0.79 * 0.79) - 0.3208) < 1e-4); /* A sqrt(d (1 - d)) */
}

static int by_delay(const void *a, const void *b)
{
    const struct sl_member *x = a, *y = b;
    return (x->delay_ns > y->delay_ns) - (x->delay_ns < y->delay_ns);
}

/* load.md table 7 row 24: Gaussian delays of sigma attenuate a line at f by exp(-(2 pi f sigma)^2/2): 0.5 Hz, 20 ms 0.998;
 * 3 Hz, 50 ms 0.641; 20 Hz, 20 ms 0.0425; N = 1e5, within 1 % or 3/sqrt(N). */
static void jitter_attenuates(void **state)
{
    (void)state;
    const struct {
        double f_hz, sigma_s, left;
    } rows[] = {{0.5, 0.020, 0.998}, {3.0, 0.050, 0.641}, {20.0, 0.020, 0.0425}};
    const size_t n = 100000;
    struct sl_member *m = calloc(n, sizeof *m);
    static double x[4000];
    for (int r = 0; r < 3; r++) {
        struct sl_group g = {.slot = 0, .count = n};
        for (size_t i = 0; i < n; i++) {
            double z =
                6.0 + sl_random_normal(1, SL_RANDOM_TEST, i, (uint64_t)r); /* mean delay: only a phase */
            m[i] =
                (struct sl_member){sl_ns_from_s(fmax(0.0, fmin(z, 12.0)) * rows[r].sigma_s), 1.0 / (double)n};
            g.gain += m[i].gain;
            g.gain_delay_s += m[i].gain * sl_s_from_ns(m[i].delay_ns);
        }
        qsort(m, n, sizeof *m, by_delay);
        int64_t period_ns = sl_ns_from_s(1.0 / rows[r].f_hz), h_ns = period_ns / 200;
        run_wave(period_ns, 0.5, 1.0, 0.0, &g, m, m[n - 1].delay_ns, h_ns, 400, x);
        double left = harmonic(x, 400, 2.0) / (2.0 / M_PI);
        double exact = exp(-0.5 * pow(2 * M_PI * rows[r].f_hz * rows[r].sigma_s, 2));
        assert_true(fabs(left - rows[r].left) < fmax(0.01 * rows[r].left, 3 / sqrt((double)n)));
        assert_true(fabs(left - exact) < fmax(0.01 * exact, 3 / sqrt((double)n)));
    }
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_level_wave_has_its_fourier_series),
        cmocka_unit_test(jitter_attenuates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
