#include "models/load/kernel.h"

/* The same source without clones: the baseline instruction set. */
#define SL_NO_CLONES
#define sl_kernel_init plain_init
#define sl_kernel_span plain_span
#define sl_kernel_tap_at plain_tap_at
#define sl_kernel_begin plain_begin
#define sl_kernel_deposit plain_deposit
#define sl_kernel_finish plain_finish
void plain_init(struct sl_kernel *k, int64_t h_ns, double tau_s);
void plain_span(struct sl_kernel *k, int64_t t0_ns, size_t steps);
void plain_tap_at(const struct sl_kernel *k, int64_t t_ns, struct sl_kernel_tap *tap);
void plain_begin(const struct sl_kernel *k, struct sl_kernel_block *b);
void plain_deposit(const struct sl_kernel *k, struct sl_kernel_block *b, size_t lane,
                   const struct sl_kernel_tap *tap, double jump_w, double slope_w_per_s);
void plain_finish(const struct sl_kernel *k, struct sl_kernel_block *b, const struct sl_kernel_anchor *anchor,
                  struct sl_kernel_state *state);
#include "models/load/kernel.c"
#undef sl_kernel_init
#undef sl_kernel_span
#undef sl_kernel_tap_at
#undef sl_kernel_begin
#undef sl_kernel_deposit
#undef sl_kernel_finish

#include "models/base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STEPS 400

static double d[STEPS][SL_LANES], e[STEPS][SL_LANES];

/* One jump and one slope change at t on lane 3, from 0 W at rest. */
static void one_event(int64_t h_ns, double tau_s, int64_t t_ns, double jump_w, double slope, size_t span)
{
    struct sl_kernel k;
    struct sl_kernel_state state = {{0}};
    double sum_w = 0, sum_slope = 0;
    static double result[STEPS][SL_LANES];
    sl_kernel_init(&k, h_ns, tau_s);
    for (size_t s0 = 0; s0 < STEPS; s0 += span) {
        struct sl_kernel_block b = {.d = d, .e = tau_s > 0 ? e : NULL};
        struct sl_kernel_anchor a = {{0}, {0}};
        int64_t t0 = (int64_t)s0 * h_ns, t1 = t0 + (int64_t)span * h_ns;
        a.power_w[3] = sum_w, a.slope_w_per_s[3] = sum_slope;
        sl_kernel_span(&k, t0, span);
        sl_kernel_begin(&k, &b);
        if (t_ns >= t0 && t_ns < t1) {
            struct sl_kernel_tap tap;
            sl_kernel_tap_at(&k, t_ns, &tap);
            sl_kernel_deposit(&k, &b, 3, &tap, jump_w, slope);
            sum_w = jump_w + slope * (double)(t1 - t_ns) * 1e-9, sum_slope = slope;
        } else if (t_ns < t0) {
            sum_w += slope * (double)(t1 - t0) * 1e-9;
        }
        sl_kernel_finish(&k, &b, &a, &state);
        memcpy(result[s0], d, span * sizeof *d);
    }
    memcpy(d, result, sizeof d);
}

/* Integral from the event to s seconds after it of the lagged response: textbook step and ramp responses of
 * tau y' = u - y:  jump: s - tau (1 - q);  slope: s^2/2 - tau s + tau^2 (1 - q),  q = exp(-s/tau). */
static double response_j(double s, double tau, double jump_w, double slope)
{
    if (s <= 0) return 0;
    if (tau <= 0) return jump_w * s + slope * s * s / 2;
    double rest = -expm1(-s / tau);
    return jump_w * (s - tau * rest) + slope * (s * s / 2 - tau * s + tau * tau * rest);
}

static void step_means_are_the_analytic_ones(void **state)
{
    (void)state;
    const int64_t h_ns[] = {100000, 1000000, 10000000, INT64_C(60000000000)};
    const double taus[] = {0.0, 0.0001, 0.003, 0.5};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int part = 0; part < 4; part++) {
                int64_t h = h_ns[i], t = 57 * h + part * (h / 3);
                double slope = 700.0 / ((double)h * 1e-9 * STEPS);
                one_event(h, taus[j], t, 1000, slope, part % 2 ? STEPS : 50);
                for (size_t n = 0; n < STEPS; n++) {
                    double s1 = ((double)((int64_t)(n + 1) * h - t)) * 1e-9,
                           s0 = ((double)((int64_t)n * h - t)) * 1e-9;
                    double want =
                        (response_j(s1, taus[j], 1000, slope) - response_j(s0, taus[j], 1000, slope)) /
                        ((double)h * 1e-9);
                    assert_true(fabs(d[n][3] - want) < 2e-9 * 1700);
                    assert_true(d[n][2] == 0.0);
                }
            }
}

/* performance.md 11: tau P is energy stored in the lag. */
static void what_the_lag_holds_back_is_tau_p(void **state)
{
    (void)state;
    double in_j = 0, out_j = 0;
    one_event(1000000, 0.005, 57300000, 1000, 0, STEPS);
    for (size_t n = 0; n < STEPS; n++) out_j += d[n][3] * 1e-3;
    in_j = 1000 * (0.4 - 0.0573);
    assert_true(fabs(in_j - out_j - 0.005 * 1000) < 1e-9 * in_j);
}

static void spans_do_not_matter(void **state)
{
    (void)state;
    static double whole[STEPS][SL_LANES];
    one_event(1000000, 0.02, 57300000, 1000, -900, STEPS);
    memcpy(whole, d, sizeof whole);
    one_event(1000000, 0.02, 57300000, 1000, -900, 1);
    for (size_t n = 0; n < STEPS; n++) assert_true(fabs(whole[n][3] - d[n][3]) < 1e-9);
}

/* The loader's choice of instruction set changes no bit. */
static void clones_give_the_same_bits(void **state)
{
    (void)state;
    for (int lagged = 0; lagged < 2; lagged++) {
        struct sl_kernel k;
        struct sl_kernel_state s1 = {{0}}, s2 = {{0}};
        struct sl_kernel_anchor a;
        static double d2[STEPS][SL_LANES], e2[STEPS][SL_LANES];
        struct sl_kernel_block one = {.d = d, .e = lagged ? e : NULL},
                               two = {.d = d2, .e = lagged ? e2 : NULL};
        sl_kernel_init(&k, 1000000, lagged ? 0.0037 : 0.0);
        sl_kernel_span(&k, 0, STEPS);
        sl_kernel_begin(&k, &one);
        plain_begin(&k, &two);
        for (size_t i = 0; i < SL_LANES; i++) {
            a.power_w[i] = sl_random_normal(1, SL_RANDOM_TEST, i, 0) * 1e5;
            a.slope_w_per_s[i] = sl_random_normal(1, SL_RANDOM_TEST, i, 1) * 1e4;
            s1.deviation_w[i] = s2.deviation_w[i] = a.slope_w_per_s[i];
        }
        for (uint64_t i = 0; i < 2000; i++) {
            struct sl_kernel_tap t1, t2;
            int64_t t = (int64_t)(sl_random_uniform(1, SL_RANDOM_TEST, 77, i) * STEPS * 1e6);
            double jump = sl_random_normal(1, SL_RANDOM_TEST, 78, i) * 1e3;
            sl_kernel_tap_at(&k, t, &t1), plain_tap_at(&k, t, &t2);
            sl_kernel_deposit(&k, &one, i % SL_LANES, &t1, jump, -jump);
            plain_deposit(&k, &two, i % SL_LANES, &t2, jump, -jump);
        }
        sl_kernel_finish(&k, &one, &a, &s1);
        plain_finish(&k, &two, &a, &s2);
        assert_memory_equal(d, d2, sizeof d);
        assert_memory_equal(&s1, &s2, sizeof s1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_means_are_the_analytic_ones),
        cmocka_unit_test(what_the_lag_holds_back_is_tau_p),
        cmocka_unit_test(spans_do_not_matter),
        cmocka_unit_test(clones_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
