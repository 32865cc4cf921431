#include "models/renewables/sun.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

#define S INT64_C(1000000000)

/* Worked example of the solar position algorithm (Reda and Andreas, NREL/TP-560-34302): 2003-10-17 12:30:30 UTC-7 =
 * 1066419030 s, 39.742476 N 105.1786 W, 1830.14 m, 820 mbar, 11 degC, 67 s: zenith 50.11162, azimuth 194.34024. */
static void worked_example(void **state)
{
    (void)state;
    struct sl_place golden = {39.742476, -105.1786, 1830.14};
    struct sl_sun sun = sl_sun_position(&golden, 1066419030 * S, 67.0, 82000.0, 11.0);
    assert_near(sun.apparent_zenith_deg, 50.11162, 1e-4);
    assert_near(sun.azimuth_deg, 194.34024, 1e-4);
    assert_near(90.0 - sun.zenith_deg, 39.872046, 1e-4);
    assert_near(sun.equation_of_time_min, 14.641511, 1e-3);
}

/* The same algorithm run by pvlib at places and seasons all over, with 67 s and 12 degC: latitude, longitude, height,
 * UTC, pressure, true and apparent zenith, azimuth. */
static void elsewhere(void **state)
{
    (void)state;
    const struct {
        struct sl_place place;
        int64_t utc_s;
        double pressure_pa, zenith_deg, apparent_deg, azimuth_deg;
    } row[] = {
        {{39.0438, -77.4874, 90}, 1718902800, 100248.4947082, 15.8028340, 15.7981329, 170.0998972},
        {{39.0438, -77.4874, 90}, 1710936000, 100248.4947082, 81.6294220, 81.5252198, 96.6640049},
        {{32.4487, -99.7331, 524}, 1727038800, 95186.5297333, 47.8425760, 47.8251383, 234.5892378},
        {{53.3498, -6.2603, 20}, 1719810000, 101084.9705200, 83.8870424, 83.7500517, 58.9178567},
        {{1.3521, 103.8198, 15}, 1711945800, 101144.9343669, 10.1857065, 10.1827061, 70.4875223},
        {{-33.4489, -70.6693, 570}, 1705330800, 94662.3749684, 27.6261704, 27.6179435, 70.7267046},
        {{65.5848, 22.1547, 10}, 1734778800, 101204.9270135, 89.2158934, 88.8333215, 186.9584710},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct sl_sun sun = sl_sun_position(&row[i].place, row[i].utc_s * S, 67.0, row[i].pressure_pa, 12.0);
        assert_near(sun.zenith_deg, row[i].zenith_deg, 1e-4);
        assert_near(sun.apparent_zenith_deg, row[i].apparent_deg, 1e-4);
        /* near the zenith an azimuth is a long lever */
        assert_near((sun.azimuth_deg - row[i].azimuth_deg) * sin(sun.zenith_deg * M_PI / 180), 0.0, 1e-4);
        assert_near(sl_standard_pressure_pa(row[i].place.altitude_m), row[i].pressure_pa, 1e-4);
    }
}

/* The result must not depend on what was asked before (libnova keeps caches). */
static void no_memory(void **state)
{
    (void)state;
    struct sl_place golden = {39.742476, -105.1786, 1830.14};
    struct sl_sun a[24], b;
    for (int i = 0; i < 24; i++)
        a[i] = sl_sun_position(&golden, (1066419030 + i * 3600) * S, 67.0, 82000.0, 11.0);
    for (int i = 23; i >= 0; i--) {
        sl_sun_position(&golden, (1066419030 + i * 3600 + 4000) * S, 67.0, 82000.0, 11.0);
        b = sl_sun_position(&golden, (1066419030 + i * 3600) * S, 67.0, 82000.0, 11.0);
        assert_true(b.zenith_deg == a[i].zenith_deg && b.azimuth_deg == a[i].azimuth_deg);
    }
}

/* pvlib: Spencer's series and the extraterrestrial irradiance on 1366.1 W/m2. */
static void spencer(void **state)
{
    (void)state;
    assert_near(sl_sun_spencer_declination_deg(290), -8.959073, 1e-6);
    assert_near(sl_sun_spencer_equation_of_time_min(290), 14.803396, 1e-6);
    assert_near(sl_sun_extraterrestrial_w_per_m2(1), 1413.981805, 1e-6);
    assert_near(sl_sun_extraterrestrial_w_per_m2(100), 1360.789792, 1e-6);
    assert_near(sl_sun_extraterrestrial_w_per_m2(172), 1321.623593, 1e-6);
    assert_near(sl_sun_extraterrestrial_w_per_m2(290), 1375.790915, 1e-6);
}

static void day_of_year(void **state)
{
    (void)state;
    assert_int_equal(sl_sun_day_of_year(0), 1);
    assert_int_equal(sl_sun_day_of_year(-1), 365);                      /* 1969-12-31 */
    assert_int_equal(sl_sun_day_of_year(1066419030 * S), 290);          /* 2003-10-17 */
    assert_int_equal(sl_sun_day_of_year(INT64_C(1709164800) * S), 60);  /* 2024-02-29 */
    assert_int_equal(sl_sun_day_of_year(INT64_C(1735603200) * S), 366); /* 2024-12-31 */
    assert_int_equal(sl_sun_day_of_year(INT64_C(1740787200) * S), 60);  /* 2025-03-01 */
    assert_int_equal(sl_sun_day_of_year(INT64_C(951868800) * S), 61);   /* 2000-03-01 */
}

/* Kasten and Young, as pvlib; the standard atmosphere at 1500 m. */
static void air(void **state)
{
    (void)state;
    const double row[][2] = {
        {0, 0.99971199}, {30, 1.15399223}, {60, 1.99429285}, {80, 5.58603588}, {85, 10.30579133}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_near(sl_air_mass_relative(row[i][0]), row[i][1], 6e-9);
    assert_true(sl_air_mass_relative(90.5) == 0.0);
    assert_near(sl_standard_pressure_pa(1500), 84556.262, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example), cmocka_unit_test(elsewhere),   cmocka_unit_test(no_memory),
        cmocka_unit_test(spencer),        cmocka_unit_test(day_of_year), cmocka_unit_test(air),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
