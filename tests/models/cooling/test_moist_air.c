#include "models/cooling/moist_air.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_within(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g, expected %.12g +- %g", value, expected, tolerance);
}

static void assert_relative(double value, double expected, double tolerance)
{
    assert_within(value, expected, tolerance * fabs(expected));
}

/* PsychroLib 2.5.0 to its digits; tables of ASHRAE HoF 2017 ch. 1 table 3 within 300 ppm. */
static void saturation_pressure(void **state)
{
    (void)state;
    assert_relative(sl_saturation_pressure_pa(25), 3169.2165, 1e-7);
    assert_relative(sl_saturation_pressure_pa(50), 12349.857, 1e-7);
    assert_relative(sl_saturation_pressure_pa(100), 101418.717, 1e-7);
    assert_relative(sl_saturation_pressure_pa(-20), 103.2604, 1e-6);
    assert_relative(sl_saturation_pressure_pa(25), 3169.7, 3e-4);
    assert_relative(sl_saturation_pressure_pa(50), 12351.3, 3e-4);
    assert_relative(sl_saturation_pressure_pa(100), 101418.0, 3e-4);
    assert_relative(sl_saturation_pressure_pa(-20), 103.24, 3e-4);
    assert_within(sl_saturation_pressure_pa(-60), 1.08, 0.01);
    assert_relative(sl_saturation_pressure_pa(-5), 401.74, 3e-4);
    assert_relative(sl_saturation_pressure_pa(5), 872.6, 3e-4);
    assert_relative(sl_saturation_pressure_pa(150), 476101.4, 3e-4);
}

/* ASHRAE HoF 2017 ch. 1 table 2, tolerances of PsychroLib's own tests (no enhancement factor). */
static void saturated_air(void **state)
{
    (void)state;
    assert_relative(sl_saturation_humidity_ratio(25, 101325), 0.020173, 5e-3);
    assert_relative(sl_saturation_humidity_ratio(50, 101325), 0.086863, 1e-2);
    assert_relative(sl_saturation_humidity_ratio(5, 101325), 0.005425, 5e-3);
    assert_relative(sl_saturation_enthalpy_j_per_kg(25, 101325), 76504, 1e-2);
    assert_relative(sl_saturation_enthalpy_j_per_kg(5, 101325), 18639, 1e-2);
    assert_relative(sl_saturation_enthalpy_j_per_kg(50, 101325), 275353, 1e-2);
}

/* PsychroLib test_psychrolib_si.py. */
static void moist_air(void **state)
{
    (void)state;
    assert_relative(sl_humidity_ratio_of_wet_bulb(30, 25, 95461), 0.0192281274241096, 3e-4);
    assert_relative(sl_humidity_ratio_of_wet_bulb(-1, -5, 95461), 0.00120399819933844, 3e-4);
    assert_relative(sl_enthalpy_j_per_kg(30, 0.02), 81316, 3e-4);
    assert_relative(sl_specific_volume_m3_per_kg(30, 0.02, 95461), 0.940855374352943, 3e-4);
    assert_relative(sl_moist_air_density_kg_per_m3(30, 0.02, 95461), 1.08411986348219, 3e-4);
}

/* PsychroLib stops at 1e-3 K (3.92667); the others are its equations converged. */
static void wet_bulb(void **state)
{
    (void)state;
    assert_within(sl_wet_bulb_degc(7, 0.61, 100000), 3.92667433781955, 1e-3);
    assert_within(sl_wet_bulb_degc(7, 0.61, 100000), 3.9263498, 1e-6);
    assert_within(sl_wet_bulb_degc(35, 0.40, 101325), 23.9345227, 1e-6);
    assert_within(sl_wet_bulb_degc(25, 0.50, 101325), 17.8893423, 1e-6);
    assert_within(sl_wet_bulb_degc(40, 0.10, 97058), 18.2590446, 1e-6);
    assert_within(sl_wet_bulb_degc(-5, 0.80, 101325), -5.8841628, 1e-6);
}

static void standard_pressure(void **state)
{
    (void)state;
    assert_within(sl_moist_air_pressure_pa(500), 95461, 1);
    assert_within(sl_moist_air_pressure_pa(1000), 89875, 1);
    assert_within(sl_moist_air_pressure_pa(4000), 61640, 1);
    assert_within(sl_moist_air_pressure_pa(10000), 26436, 1);
}

/* ASHRAE HoF 2017 ch. 1 example 1: 40 degC dry bulb, 20 degC wet bulb, chart values. */
static void handbook_example(void **state)
{
    (void)state;
    double w = sl_humidity_ratio_of_wet_bulb(40, 20, 101325);
    assert_within(w, 0.0065, 1e-4);
    assert_within(sl_relative_humidity(40, w, 101325), 0.14, 0.01);
    assert_within(sl_enthalpy_j_per_kg(40, w), 56700, 100);
    assert_within(sl_specific_volume_m3_per_kg(40, w, 101325), 0.896, 1e-3);
}

static void inverses_close(void **state)
{
    (void)state;
    for (double t = -30; t < 60; t += 3.7) {
        double h = sl_saturation_enthalpy_j_per_kg(t, 97000);
        assert_within(sl_saturation_temperature_degc(h, 97000, t + 8), t, 1e-9);
        double w = sl_humidity_ratio_of_rh(t, 0.37, 97000);
        assert_relative(sl_relative_humidity(t, w, 97000), 0.37, 1e-12);
        assert_within(sl_wet_bulb_degc(t, 1.0, 97000), t, 2e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saturation_pressure), cmocka_unit_test(saturated_air),
        cmocka_unit_test(moist_air),           cmocka_unit_test(wet_bulb),
        cmocka_unit_test(standard_pressure),   cmocka_unit_test(handbook_example),
        cmocka_unit_test(inverses_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
