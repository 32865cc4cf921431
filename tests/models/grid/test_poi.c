#include "models/grid/poi.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* Base 100 MW, so that 1 pu of load is 100 MW and the short-circuit ratio is Ssc/100 MW. */
static struct sl_poi poi_of_ratio(double ratio, double x_over_r)
{
    return sl_poi_of(ratio * 100e6, x_over_r);
}

static double voltage(const struct sl_poi *poi, double p_w, double q_var)
{
    double v = NAN;
    assert_int_equal(sl_poi_solve(poi, p_w, q_var, &v, NULL), 0);
    return v;
}

/* Exact roots for SCR and X/R: V(P=1), V(P=0.3), V(P=1, power factor 0.95), largest P; computed from the quartic
 * with double precision elsewhere, six digits. */
static void exact_voltages(void **state)
{
    (void)state;
    const double row[][6] = {
        {20, 10, 0.993739, 0.998393, 0.976955, 9.0950},
        {10, 10, 0.984778, 0.996556, 0.949953, 4.5475},
        {5, 10, 0.957370, 0.992171, 0.878615, 2.2738},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct sl_poi poi = poi_of_ratio(row[i][0], row[i][1]);
        assert_near(voltage(&poi, 100e6, 0), row[i][2], 6e-7);
        assert_near(voltage(&poi, 30e6, 0), row[i][3], 6e-7);
        assert_near(voltage(&poi, 100e6, 100e6 * tan(acos(0.95))), row[i][4], 6e-7);
        assert_near(sl_poi_power_max_w(&poi, 0) / 100e6, row[i][5], 6e-5);
    }
    struct sl_poi poi = poi_of_ratio(5, 10);
    assert_near(voltage(&poi, 100e6, 0) - voltage(&poi, 30e6, 0), -0.034801, 1e-6);
}

/* Ssc 2000 MVA, X/R 10, +100 MW: the voltage falls 0.6261 % at power factor 1 and 2.3045 % at 0.95 lagging. */
static void dips_of_100_mw(void **state)
{
    (void)state;
    struct sl_poi poi = sl_poi_of(2000e6, 10);
    assert_near(100 * (1 - voltage(&poi, 100e6, 0)), 0.6261, 1e-4);
    assert_near(100 * (1 - voltage(&poi, 100e6, 100e6 * tan(acos(0.95)))), 2.3045, 1e-4);
}

/* SCR 2, X/R 5: no operating point at 1 pu; the limit is 0.8360 pu. */
static void no_operating_point(void **state)
{
    (void)state;
    struct sl_poi poi = poi_of_ratio(2, 5);
    double v = -1, angle = -2;
    assert_int_not_equal(sl_poi_solve(&poi, 100e6, 0, &v, &angle), 0);
    assert_true(v == -1 && angle == -2);
    double max_w = sl_poi_power_max_w(&poi, 0);
    assert_near(max_w / 100e6, 0.8360, 6e-5);
    assert_int_equal(sl_poi_solve(&poi, max_w * (1 - 1e-9), 0, &v, NULL), 0);
    assert_int_not_equal(sl_poi_solve(&poi, max_w * (1 + 1e-9), 0, &v, NULL), 0);
    /* the closed form of the limit at Q = 0 */
    double z = hypot(poi.r_pu, poi.x_pu);
    assert_near(max_w / poi.base_va, (z - poi.r_pu) / (2 * poi.x_pu * poi.x_pu), 1e-12);
    max_w = sl_poi_power_max_w(&poi, 0.4);
    assert_int_equal(sl_poi_solve(&poi, max_w * (1 - 1e-9), 0.4 * max_w * (1 - 1e-9), &v, NULL), 0);
    assert_int_not_equal(sl_poi_solve(&poi, max_w * (1 + 1e-9), 0.4 * max_w * (1 + 1e-9), &v, NULL), 0);
    assert_int_not_equal(sl_poi_solve(&poi, NAN, 0, &v, NULL), 0);
}

/* The complex law E = V + Z conj(S/V), independent of the quartic, at loads, exports and Q of both signs. */
static void voltage_and_angle_satisfy_the_circuit(void **state)
{
    (void)state;
    struct sl_poi poi = poi_of_ratio(5, 10);
    const double pq[][2] = {{100e6, 0}, {70e6, 30e6}, {-60e6, 20e6}, {20e6, -40e6}, {0, 0}};
    for (size_t i = 0; i < sizeof pq / sizeof pq[0]; i++) {
        double v, angle;
        assert_int_equal(sl_poi_solve(&poi, pq[i][0], pq[i][1], &v, &angle), 0);
        double p = pq[i][0] / poi.base_va, q = pq[i][1] / poi.base_va;
        double re = v + (poi.r_pu * p + poi.x_pu * q) / v, im = (poi.x_pu * p - poi.r_pu * q) / v;
        assert_near(hypot(re, im), 1.0, 1e-13);
        assert_near(angle * M_PI / 180, -atan2(im, re), 1e-13);
    }
}

static void schedule_sets_the_source(void **state)
{
    (void)state;
    struct sl_poi poi = poi_of_ratio(3, 8);
    assert_int_equal(sl_poi_schedule(&poi, 1.02, 90e6, 25e6), 0);
    assert_near(voltage(&poi, 90e6, 25e6), 1.02, 1e-13);
    /* at V = 0.3 pu this load lies on the lower branch: |S||Z| = 0.31 > 0.09 */
    assert_int_not_equal(sl_poi_schedule(&poi, 0.3, 90e6, 25e6), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_voltages),           cmocka_unit_test(dips_of_100_mw),
        cmocka_unit_test(no_operating_point),       cmocka_unit_test(voltage_and_angle_satisfy_the_circuit),
        cmocka_unit_test(schedule_sets_the_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
