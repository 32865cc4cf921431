#include "models/renewables/solar_plant.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

#define S INT64_C(1000000000)
#define MINUTE (60 * S)

/* 900 W/m2, 20 degC, 5 m/s: test values of pvlib. */
static void cell_temperature(void **state)
{
    (void)state;
    assert_near(sl_cell_faiman_degc(900, 20, 5, 25, 6.84), 35.202703, 1e-6);
    assert_near(sl_cell_pvsyst_degc(900, 20, 5), 45.137931, 1e-6);
}

/* Test values of pvlib for PVWatts 5. */
static void pvwatts(void **state)
{
    (void)state;
    assert_near(sl_pvwatts_dc_w(900, 30, 100, -0.003), 88.65, 1e-12);
    assert_near(sl_pvwatts_ac_w(90, 100, 0.95), 85.58556604752516, 1e-11);
    assert_near(sl_pvwatts_ac_w(50, 100, 0.95), 47.60843624, 1e-8);
    const double row[][2] = {{1, 0.39411900},   {5, 4.31830653},   {10, 9.21627892},
                             {20, 18.98801702}, {50, 48.10957767}, {110, 96}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_near(sl_pvwatts_ac_w(row[i][0], 100, 0.96), row[i][1], 6e-9);
    assert_true(sl_pvwatts_ac_w(0, 100, 0.96) == 0.0);
    assert_true(sl_pvwatts_ac_w(0.1, 100, 0.96) == 0.0); /* the efficiency is negative there */
    const double shares[] = {0.02, 0.03, 0.02, 0.02, 0.005, 0.015, 0.01, 0.03};
    assert_near(100 * sl_pvwatts_losses_fraction(shares, 8), 14.075660688264469, 1e-12);
}

static const struct sl_place ashburn = {39.0438, -77.4874, 90};
static const int64_t midnight = INT64_C(1718859600) * S; /* 2024-06-20 00:00 UTC-5 */
static const struct sl_solar_weather mild = {NAN, NAN, NAN, 25, 2};

/* 100 MW DC on an inverter of 100/1.2/0.96 MW DC: 83.33 MW AC. */
static struct sl_solar_params ashburn_plant(void)
{
    return (struct sl_solar_params){
        .rated_power_w = 100e6 / 1.2,
        .dc_ac_ratio = 1.2,
        .tilt_deg = 30,
        .azimuth_deg = NAN,
        .albedo = 0.25,
        .linke_turbidity = 3,
        .transposition = SL_TRANSPOSE_ISOTROPIC,
        .losses_fraction = 0.14075660688264469,
        .temperature_coefficient_per_k = -0.0035,
        .inverter_efficiency = 0.96,
        .u0_w_per_m2_k = 25,
        .u1_w_s_per_m3_k = 6.84,
    };
}

static double energy_mwh(const struct sl_solar_params *params, int64_t from, int64_t step, int64_t span,
                         double *peak)
{
    struct sl_solar_plant plant;
    struct sl_solar_state s;
    sl_solar_plant_init(&plant, &s, params, &ashburn);
    double sum = 0.0;
    if (peak) *peak = 0.0;
    for (int64_t t = 0; t < span; t += step) {
        double p = sl_solar_plant_power(&plant, &s, from + t, step, &mild);
        sum += p * (double)step / 3.6e12 * 1e-6;
        if (peak) *peak = fmax(*peak, p * 1e-6);
    }
    return sum;
}

/* The same chain by pvlib at 1 min (SPA, Ineichen, isotropic, Faiman, PVWatts): 598.899669 MWh, peak 74.829918 MW. */
static void a_clear_day(void **state)
{
    (void)state;
    struct sl_solar_params p = ashburn_plant();
    double peak;
    assert_near(energy_mwh(&p, midnight, MINUTE, 1440 * MINUTE, &peak) / 598.899669, 1.0, 5e-4);
    assert_near(peak / 74.829918, 1.0, 5e-4);
}

/* A minute of 1 ms steps, a minute, and the hour as one planning step tell the same energy. The midpoint of a minute
 * misses the product of two slopes, direct irradiance and incidence: about 1 % times 0.5 % over 12, or 4e-6. */
static void the_step_does_not_matter(void **state)
{
    (void)state;
    struct sl_solar_params p = ashburn_plant();
    int64_t morning = midnight + 7 * 60 * MINUTE;
    double fine = energy_mwh(&p, morning, S / 1000, MINUTE, NULL),
           coarse = energy_mwh(&p, morning, MINUTE, MINUTE, NULL);
    assert_near(fine / coarse, 1.0, 4e-6);
    double minutes = energy_mwh(&p, morning, MINUTE, 60 * MINUTE, NULL);
    assert_near(energy_mwh(&p, morning, 60 * MINUTE, 60 * MINUTE, NULL) / minutes, 1.0, 1e-12);
    assert_near(energy_mwh(&p, morning, S, 60 * MINUTE, NULL) / minutes, 1.0, 4e-6);
}

/* Whatever was computed before, the same instant gives the same power: a resumed run equals an unbroken one. */
static void state_is_only_a_cache(void **state)
{
    (void)state;
    struct sl_solar_params p = ashburn_plant();
    struct sl_solar_plant plant;
    struct sl_solar_state a, b;
    sl_solar_plant_init(&plant, &a, &p, &ashburn);
    sl_solar_plant_init(&plant, &b, &p, &ashburn);
    for (int i = 0; i < 180; i++) {
        int64_t t = midnight + 10 * 60 * MINUTE + i * 37 * S;
        double one = sl_solar_plant_power(&plant, &a, t, S, &mild);
        if (i % 60 == 59) assert_true(one == sl_solar_plant_power(&plant, &b, t, S, &mild));
    }
}

/* Dark at night; measured irradiance replaces the clear sky; global alone goes through Erbs; clipped at rated power. */
static void weather_and_limits(void **state)
{
    (void)state;
    struct sl_solar_params p = ashburn_plant();
    struct sl_solar_plant plant;
    struct sl_solar_state s;
    sl_solar_plant_init(&plant, &s, &p, &ashburn);
    int64_t noon = midnight + 12 * 60 * MINUTE;
    assert_true(sl_solar_plant_power(&plant, &s, midnight, MINUTE, &mild) == 0.0);
    struct sl_solar_weather w = mild;
    w.ghi_w_per_m2 = 0;
    assert_true(sl_solar_plant_power(&plant, &s, noon, MINUTE, &w) == 0.0);
    w.ghi_w_per_m2 = 500;
    double global = sl_solar_plant_power(&plant, &s, noon, MINUTE, &w);
    double clear = sl_solar_plant_power(&plant, &s, noon, MINUTE, &mild);
    assert_true(global > 0.4 * clear && global < 0.6 * clear);
    w.dni_w_per_m2 = 1400;
    w.dhi_w_per_m2 = 200;
    assert_near(sl_solar_plant_power(&plant, &s, noon, MINUTE, &w), p.rated_power_w, 1e-6 * p.rated_power_w);
    w.dni_w_per_m2 = 100; /* the hour of sunrise has beam, but the Sun is still down */
    w.dhi_w_per_m2 = w.ghi_w_per_m2 = 0;
    assert_true(sl_solar_plant_power(&plant, &s, midnight + 4 * 60 * MINUTE, MINUTE, &w) == 0.0);
}

/* South of the equator the modules face north. */
static void faces_the_equator(void **state)
{
    (void)state;
    struct sl_solar_params p = ashburn_plant();
    struct sl_place santiago = {-33.4489, -70.6693, 570};
    struct sl_solar_plant plant;
    struct sl_solar_state s;
    sl_solar_plant_init(&plant, &s, &p, &santiago);
    assert_true(plant.params.azimuth_deg == 0.0);
    sl_solar_plant_init(&plant, &s, &p, &ashburn);
    assert_true(plant.params.azimuth_deg == 180.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cell_temperature),      cmocka_unit_test(pvwatts),
        cmocka_unit_test(a_clear_day),           cmocka_unit_test(the_step_does_not_matter),
        cmocka_unit_test(state_is_only_a_cache), cmocka_unit_test(weather_and_limits),
        cmocka_unit_test(faces_the_equator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
