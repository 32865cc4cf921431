#include "sim/output/stats.h"
#include "synthetic.h"

/* 1, 2, 6: mean 3; with a block of weight 3 and mean 5: (9 + 15) / 6 = 4. */
static void mean_min_max(void **state)
{
    (void)state;
    struct sl_stats a, b;
    float out[6];
    assert_int_equal(sl_stats_create(&a, 2), 0);
    assert_int_equal(sl_stats_create(&b, 2), 0);
    sl_stats_add(&a, (const double[]){1.0, -1.0});
    sl_stats_add(&a, (const double[]){2.0, -2.0});
    sl_stats_add_floats(&a, (const float[]){6.0f, -6.0f});
    sl_stats_row(&a, out);
    assert_memory_equal(out, ((const float[]){3.0f, -3.0f, 1.0f, -6.0f, 6.0f, -1.0f}), sizeof out);
    sl_stats_add_rows(&b, (const float[]){5.0f, -5.0f}, (const float[]){0.5f, -7.0f},
                      (const float[]){8.0f, 4.0f}, 3);
    sl_stats_merge(&a, &b);
    sl_stats_row(&a, out);
    assert_int_equal(a.weight, 6);
    assert_memory_equal(out, ((const float[]){4.0f, -4.0f, 0.5f, -7.0f, 8.0f, 4.0f}), sizeof out);
    sl_stats_free(&a);
    sl_stats_free(&b);
}

/* A float sum of 1e8 + small noise loses the noise; the sum is in double. */
static void sums_are_double(void **state)
{
    (void)state;
    struct sl_stats s;
    float out[3];
    assert_int_equal(sl_stats_create(&s, 1), 0);
    for (int i = 0; i < 1000000; i++) sl_stats_add(&s, &(const double){1e8 + (i % 2)});
    sl_stats_row(&s, out);
    assert_true(fabs(s.sum[0] / 1e6 - (1e8 + 0.5)) < 1e-6);
    sl_stats_free(&s);
}

static void not_a_number(void **state)
{
    (void)state;
    struct sl_stats s;
    float out[3];
    assert_int_equal(sl_stats_create(&s, 1), 0);
    sl_stats_add(&s, &(const double){(double)NAN});
    sl_stats_row(&s, out);
    assert_true(isnan(out[0]) && isnan(out[1]) && isnan(out[2]));
    sl_stats_add(&s, &(const double){2.0});
    sl_stats_row(&s, out);
    assert_true(isnan(out[0]) && out[1] == 2.0f && out[2] == 2.0f);
    sl_stats_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mean_min_max), cmocka_unit_test(sums_are_double),
                                       cmocka_unit_test(not_a_number)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
