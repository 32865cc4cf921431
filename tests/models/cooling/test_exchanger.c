#include "models/cooling/exchanger.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double points[][4] = {
    /* NTU, Cr, counterflow, crossflow unmixed: the closed forms evaluated independently (numpy) */
    {1, 0.5, 0.564733402, 0.544763712}, {2, 0.5, 0.774600326, 0.738758463},
    {3, 0.8, 0.804328029, 0.740762778}, {2, 1.0, 0.666666667, 0.615407125},
    {5, 1.0, 0.833333333, 0.748981054},
};

static void effectiveness(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_true(fabs(sl_exchanger_counterflow(points[i][0], points[i][1]) - points[i][2]) < 1e-9);
        assert_true(fabs(sl_exchanger_crossflow(points[i][0], points[i][1]) - points[i][3]) < 1e-9);
    }
    /* one side boils or is infinite: 1 - e^-NTU */
    assert_true(fabs(sl_exchanger_counterflow(1, 0) - 0.632120558829) < 1e-12);
    assert_true(fabs(sl_exchanger_crossflow(1, 0) - 0.632120558829) < 1e-12);
    /* no jump where the limit Cr = 1 takes over */
    assert_true(fabs(sl_exchanger_counterflow(3, 1 - 1e-9) - 0.75) < 1e-8);
}

static void inverse(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        double counter = sl_exchanger_counterflow(points[i][0], points[i][1]);
        double cross = sl_exchanger_crossflow(points[i][0], points[i][1]);
        assert_true(fabs(sl_exchanger_counterflow_ntu(counter, points[i][1]) - points[i][0]) < 1e-11);
        assert_true(fabs(sl_exchanger_crossflow_ntu(cross, points[i][1]) - points[i][0]) < 1e-9);
    }
}

/* A CDU: 1 MW, 24.75 kg/s of 4180 J/kgK on both sides, UA 500 kW/K, primary in at 30 degC. eps 0.828562,
 * secondary 41.666 -> 32.000, primary out 39.666, approach 2.000 K. */
static void coolant_distribution_unit(void **state)
{
    (void)state;
    double rate = 24.75 * 4180, k = sl_exchanger_conductance_counterflow(500e3, rate, rate);
    assert_true(fabs(k / rate - 0.828562) < 1e-6);
    double return_degc = 30 + 1e6 / k, supply_degc = return_degc - 1e6 / rate;
    assert_true(fabs(return_degc - 41.6660) < 1e-3);
    assert_true(fabs(supply_degc - 30 - 2.0) < 1e-4);
    assert_true(fabs(30 + 1e6 / rate - 39.666) < 1e-3);
}

static void ua_follows_the_films(void **state)
{
    (void)state;
    assert_true(fabs(sl_exchanger_ua(500e3, 1, 1) - 500e3) < 1e-6);
    /* one side at half flow: 1/(0.5 2^0.8 + 0.5) = 0.7297 */
    assert_true(fabs(sl_exchanger_ua(500e3, 0.5, 1) / 500e3 - 1 / (0.5 * pow(2, 0.8) + 0.5)) < 1e-12);
    assert_true(sl_exchanger_ua(500e3, 0, 1) == 0.0);
    assert_true(sl_exchanger_conductance_counterflow(500e3, 0, 1e5) == 0.0);
    assert_true(sl_exchanger_conductance_crossflow(500e3, 1e5, 0) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effectiveness),
        cmocka_unit_test(inverse),
        cmocka_unit_test(coolant_distribution_unit),
        cmocka_unit_test(ua_follows_the_films),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
