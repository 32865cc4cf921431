#include "models/cooling/linear.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_linalg.h>

/* tau 2 s towards 5 from 1: x(h) = 5 - 4 e^(-h/2), mean 5 - 8 (1 - e^(-h/2))/h; a lone integrator b = 3: mean
 * 3h/2. */
static void one_pole_and_an_integrator(void **state)
{
    (void)state;
    const double a[3][3] = {{-0.5, 0, 0}, {0, 0, 0}, {0, 0, -1000}}, b[3] = {2.5, 3, 0}, x[3] = {1, 0, 7};
    const double steps_s[] = {1e-3, 0.7, 30, 3600};
    for (int k = 0; k < 4; k++) {
        double h = steps_s[k], change[3], mean[3];
        sl_linear_step3(a, b, h, x, change, mean);
        assert_true(fabs(change[0] - 4 * -expm1(-h / 2)) < 1e-13 * 4);
        assert_true(fabs(mean[0] - (5 - 8 * -expm1(-h / 2) / h)) < 1e-12);
        assert_true(fabs(change[1] - 3 * h) < 1e-12 * h);
        assert_true(fabs(mean[1] - 1.5 * h) < 1e-12 * h);
        assert_true(fabs(change[2] - 7 * expm1(-1000 * h)) < 1e-12);
        assert_true(fabs(mean[2] - 7 * -expm1(-1000 * h) / (1000 * h)) < 1e-12);
    }
}

/* GSL's matrix exponential of the system with the input as a fourth state. */
static void matches_gsl(void **state)
{
    (void)state;
    const double a[3][3] = {{-0.02, 0.02, 0}, {0.001, -0.004, 0.002}, {0, 0.0014, -0.0014}};
    const double b[3] = {0.5, 0.1, -0.03}, x[3] = {43, 30, 46};
    double h = 40, change[3], mean[3];
    gsl_matrix *m = gsl_matrix_calloc(4, 4), *e = gsl_matrix_calloc(4, 4);
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) gsl_matrix_set(m, i, j, a[i][j] * h);
        gsl_matrix_set(m, i, 3, b[i] * h);
    }
    gsl_linalg_exponential_ss(m, e, GSL_PREC_DOUBLE);
    sl_linear_step3(a, b, h, x, change, mean);
    for (size_t i = 0; i < 3; i++) {
        double expected = gsl_matrix_get(e, i, 3);
        for (size_t j = 0; j < 3; j++) expected += gsl_matrix_get(e, i, j) * x[j];
        assert_true(fabs(x[i] + change[i] - expected) < 1e-11 * fabs(expected));
    }
    gsl_matrix_free(m);
    gsl_matrix_free(e);
}

/* One step and a thousand agree, also in the mean. */
static void step_does_not_matter(void **state)
{
    (void)state;
    const double a[3][3] = {{-0.02, 0.02, 0}, {0.001, -0.004, 0.002}, {0, 0.0014, -0.0014}};
    const double b[3] = {0.5, 0.1, -0.03}, x[3] = {43, 30, 46};
    double change[3], mean[3], one[3], y[3] = {43, 30, 46}, sum[3] = {0};
    sl_linear_step3(a, b, 500, x, change, one);
    for (int k = 0; k < 1000; k++) {
        double d[3];
        sl_linear_step3(a, b, 0.5, y, d, mean);
        for (int i = 0; i < 3; i++) {
            y[i] += d[i];
            sum[i] += mean[i] / 1000;
        }
    }
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(x[i] + change[i] - y[i]) < 1e-10);
        assert_true(fabs(one[i] - sum[i]) < 1e-10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pole_and_an_integrator),
        cmocka_unit_test(matches_gsl),
        cmocka_unit_test(step_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
