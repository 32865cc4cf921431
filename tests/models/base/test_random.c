#include "models/base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

/* GSL's inverse is an independent implementation. */
static void quantile_matches_gsl(void **state)
{
    (void)state;
    const double p[] = {1e-300, 1e-20, 1e-10, 1e-5, 0.01, 0.075, 0.3, 0.5, 0.9249, 0.99, 0.9999999};
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++)
        assert_true(fabs(sl_normal_quantile(p[i]) - gsl_cdf_ugaussian_Pinv(p[i])) <
                    1e-12 * (1 + fabs(gsl_cdf_ugaussian_Pinv(p[i]))));
}

static void uniform_is_uniform_and_inside(void **state)
{
    (void)state;
    double sum = 0, square = 0;
    const int n = 100000;
    for (int i = 0; i < n; i++) {
        double u = sl_random_uniform(7, SL_RANDOM_TEST, 3, (uint64_t)i);
        assert_true(u > 0.0 && u < 1.0);
        sum += u;
        square += u * u;
    }
    /* standard error of the mean 1/sqrt(12 n) = 0.0009; of the second moment 0.298/sqrt(n) = 0.00094 */
    assert_true(fabs(sum / n - 0.5) < 0.004);
    assert_true(fabs(square / n - 1.0 / 3.0) < 0.004);
}

static void draws_differ_by_every_coordinate(void **state)
{
    (void)state;
    double base = sl_random_uniform(1, SL_RANDOM_TEST, 2, 3);
    assert_true(base == sl_random_uniform(1, SL_RANDOM_TEST, 2, 3));
    assert_true(base != sl_random_uniform(2, SL_RANDOM_TEST, 2, 3));
    assert_true(base != sl_random_uniform(1, SL_RANDOM_SKEW, 2, 3));
    assert_true(base != sl_random_uniform(1, SL_RANDOM_TEST, 3, 3));
    assert_true(base != sl_random_uniform(1, SL_RANDOM_TEST, 2, 4));
}

/* A longer block must not change the draws of the entities that were there before. */
static void bulk_normals_do_not_depend_on_count(void **state)
{
    (void)state;
    double a[10], b[16];
    sl_random_normals(5, SL_RANDOM_TEST, 8, 10, 77, a);
    sl_random_normals(5, SL_RANDOM_TEST, 8, 16, 77, b);
    for (int i = 0; i < 10; i++) assert_true(a[i] == b[i]);
    double c[4];
    sl_random_normals(5, SL_RANDOM_TEST, 12, 4, 77, c);
    for (int i = 0; i < 4; i++) assert_true(c[i] == b[4 + i]);
}

/* The bulk draw against the scalar one on the same bits, both tails included. */
static void bulk_normals_are_quantiles(void **state)
{
    (void)state;
    double z[4], sum = 0, squares = 0, least = 0, most = 0;
    const int n = 100000;
    for (int i = 0; i < n; i++) {
        sl_random_normals(5, SL_RANDOM_TEST, 0, 4, (uint64_t)i, z);
        for (int k = 0; k < 4; k++) {
            double p = gsl_cdf_ugaussian_P(z[k]); /* (bits + 1/2) / 2^32 */
            double bits = p * 0x1p32 - 0.5;
            assert_true(fabs(bits - nearbyint(bits)) < 1e-3);
            assert_true(fabs(sl_normal_quantile((nearbyint(bits) + 0.5) * 0x1p-32) - z[k]) <
                        1e-13 * (1 + fabs(z[k])));
            sum += z[k], squares += z[k] * z[k];
            least = fmin(least, z[k]), most = fmax(most, z[k]);
        }
    }
    assert_true(fabs(sum / (4.0 * n)) < 4 / sqrt(4.0 * n));
    assert_true(fabs(squares / (4.0 * n) - 1) < 4 * sqrt(2 / (4.0 * n)));
    assert_true(least < -4 && most > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantile_matches_gsl),
        cmocka_unit_test(uniform_is_uniform_and_inside),
        cmocka_unit_test(draws_differ_by_every_coordinate),
        cmocka_unit_test(bulk_normals_do_not_depend_on_count),
        cmocka_unit_test(bulk_normals_are_quantiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
