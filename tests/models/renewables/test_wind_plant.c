#include "models/renewables/wind_plant.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* 5 m/s at 10 m to 80 m over 0.15 m: test values of windpowerlib. */
static void height(void **state)
{
    (void)state;
    assert_near(sl_wind_log_law(5, 10, 80, 0.15, 0), 7.475699487, 1e-9);
    assert_near(sl_wind_hellman(5, 10, 80, 1.0 / 7), 6.729500963, 1e-9);
    assert_near(sl_wind_hellman(5, 10, 80, 1 / log(80 / 0.15)), 6.962956570, 1e-9);
}

/* windpowerlib: 101125 Pa at the ground, hub 100 m, 267 K. */
static void density(void **state)
{
    (void)state;
    assert_near(sl_air_density_barometric(101125, 0, 100, 267), 1.303053361, 1e-9);
    assert_near(sl_air_density_ideal(101125, 0, 100, 267), 1.303094394, 1e-9);
}

/* Test curve of windpowerlib: 4, 5, 6 m/s are 300, 400, 500 W; nothing outside. */
static void power_curve_edges(void **state)
{
    (void)state;
    const struct sl_curve c = {.count = 3, .x = {4, 5, 6}, .y = {300, 400, 500}};
    assert_true(sl_wind_curve_power(&c, 2, 1.225, SL_WIND_LINEAR) == 0);
    assert_near(sl_wind_curve_power(&c, 5.5, 1.225, SL_WIND_LINEAR), 450, 1e-12);
    assert_true(sl_wind_curve_power(&c, 7, 1.225, SL_WIND_LINEAR) == 0);
    assert_near(sl_wind_curve_power(&c, 5.5, 1.3, SL_WIND_LINEAR), 461.00290572, 1e-8);
    assert_near(sl_wind_curve_power(&c, 4, 1.225, SL_WIND_CUBIC), 300, 1e-12);
    assert_near(sl_wind_curve_power(&c, 6, 1.225, SL_WIND_CUBIC), 500, 1e-12);
}

/* windpowerlib: cp 0.3, 0.4, 0.5 at 4, 5, 6 m/s, rotor 80 m, 1.3 kg/m3, 5.5 m/s. */
static void cp_curve(void **state)
{
    (void)state;
    const struct sl_curve cp = {.count = 3, .x = {4, 5, 6}, .y = {0.3, 0.4, 0.5}};
    assert_near(sl_wind_cp_power_w(&cp, 80, 5.5, 1.3), 244615.39958, 1e-5);
    assert_true(sl_wind_cp_power_w(&cp, 80, 7, 1.3) == 0);
}

/* NREL 5 MW reference turbine at 8.5 m/s: 2122.90 kW in v^3, 2144.86 kW linear. */
static void cubic_between_points(void **state)
{
    (void)state;
    const struct sl_curve c = {.count = 4, .x = {7, 8, 9, 10}, .y = {1187.18, 1771.17, 2518.55, 3448.38}};
    assert_near(sl_wind_curve_power(&c, 8.5, 1.225, SL_WIND_CUBIC), 2122.90, 5e-3);
    assert_near(sl_wind_curve_power(&c, 8.5, 1.225, SL_WIND_LINEAR), 2144.86, 5e-3);
}

static struct sl_wind_params plant_of(double measured_m)
{
    return (struct sl_wind_params){
        .rated_power_w = 100e6,
        .power_curve = {.count = 4, .x = {3, 8, 11.4, 25}, .y = {0.008, 0.354, 1, 1}},
        .interpolation = SL_WIND_CUBIC,
        .cut_out_m_per_s = 25,
        .restart_m_per_s = 22,
        .hub_height_m = 90,
        .measured_height_m = measured_m,
        .roughness_m = 0.1,
        .hellman_exponent = NAN,
    };
}

/* Stops above 25 m/s and stays so until below 22 m/s. */
static void storm(void **state)
{
    (void)state;
    struct sl_wind_params p = plant_of(90);
    struct sl_wind_state s = {0};
    const double v[] = {24, 25, 26, 24, 23, 22, 21.9, 24}, expected[] = {1, 1, 0, 0, 0, 0, 1, 1};
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        struct sl_wind_weather w = {v[i], 15, 101325};
        assert_near(sl_wind_plant_power(&p, &s, &w), 100e6 * expected[i], 1e-3);
    }
    p.losses_fraction = 0.1;
    struct sl_wind_weather w = {14, 15, 101325};
    assert_near(sl_wind_plant_power(&p, &s, &w), 90e6, 1e-3);
}

/* Thin air needs more wind; dense air must not open a gap between the curve's end and cut-out. */
static void air_density_shifts_the_curve(void **state)
{
    (void)state;
    struct sl_wind_params p = plant_of(90);
    p.density_correction = true;
    struct sl_wind_state s = {0};
    struct sl_wind_weather cold = {24.9, -20, 103000}, hot = {9, 40, 85000}, standard = {9, 15, 101325};
    assert_near(sl_wind_plant_power(&p, &s, &cold), 100e6, 1e-3);
    double thin = sl_wind_plant_power(&p, &s, &hot), usual = sl_wind_plant_power(&p, &s, &standard);
    /* power goes about with density: 0.77 of the standard air's */
    assert_true(thin / usual > 0.7 && thin / usual < 0.85);
}

static const char *const data = "../shared/reference/data/grid/wind/";

static FILE *data_open(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s%s", data, name);
    return fopen(path, "r");
}

/* The curve of a turbine from the table whose header holds the speeds; empty cells are left out. */
static bool curve_read(FILE *f, const char *turbine, struct sl_curve *curve)
{
    static char head[65536], row[65536];
    if (!fgets(head, sizeof head, f)) return false;
    while (fgets(row, sizeof row, f)) {
        char *h = head, *r = row;
        size_t n = strlen(turbine);
        if (strncmp(row, turbine, n) != 0 || row[n] != ',') continue;
        strsep(&h, ",");
        strsep(&r, ",");
        char *speed, *power;
        while ((speed = strsep(&h, ",\n")) && (power = strsep(&r, ",\n"))) {
            if (!*power || curve->count == SL_CURVE_MAX) continue;
            curve->x[curve->count] = atof(speed);
            curve->y[curve->count++] = atof(power);
        }
        return true;
    }
    return false;
}

/* A year of hourly weather on one E-126/4200 by windpowerlib with its defaults (80 m wind by the log law to 135 m, no
 * density correction): 11.591901466 GWh; first hours 2091972.0006, 2131311.2192, 2661420.6612 W. */
static void a_year_of_one_turbine(void **state)
{
    (void)state;
    FILE *curves = data_open("power_curves.csv"),
         *weather = data_open("windpowerlib_example_weather_2010_hourly.csv");
    if (!curves || !weather) {
        print_message("no %s here: a year of one turbine is not validated\n", data);
        if (curves) fclose(curves);
        if (weather) fclose(weather);
        skip();
    }
    struct sl_curve curve = {0};
    assert_true(curve_read(curves, "E-126/4200", &curve));
    const double first[] = {2091972.0006, 2131311.2192, 2661420.6612};
    char line[512];
    double sum_wh = 0.0;
    int hour = -2; /* two header lines */
    while (fgets(line, sizeof line, weather)) {
        if (hour++ < 0) continue;
        double v10, z0, t10, v80;
        assert_int_equal(sscanf(strchr(line, ',') + 1, "%*f,%*f,%lf,%lf,%lf,%lf", &v10, &z0, &t10, &v80), 4);
        double p = sl_wind_curve_power(&curve, sl_wind_log_law(v80, 80, 135, z0, 0), 1.225, SL_WIND_LINEAR);
        if (hour <= 3) assert_near(p, first[hour - 1], 1e-3);
        sum_wh += p;
    }
    fclose(curves);
    fclose(weather);
    assert_int_equal(hour, 8760);
    assert_near(sum_wh * 1e-9 / 11.591901466, 1.0, 1e-7);
}

/* A turbine that restarts above cut-out would never stop; the log law needs both heights above the roughness. */
static void contradictions_are_refused(void **state)
{
    (void)state;
    struct sl_error err;
    struct sl_wind_params p = {.cut_out_m_per_s = 25,
                               .restart_m_per_s = 25,
                               .hub_height_m = 90,
                               .measured_height_m = 10,
                               .roughness_m = 0.1,
                               .hellman_exponent = (double)NAN};
    assert_int_equal(sl_wind_check(&p, &err), 0);
    p.restart_m_per_s = 25.5;
    assert_int_equal(sl_wind_check(&p, &err), SL_ERR_SCENARIO);
    assert_non_null(strstr(err.text, "restart_m_per_s: 25.5 m/s is above cut_out_m_per_s, 25 m/s"));
    p.restart_m_per_s = 22;
    p.measured_height_m = 2;
    p.roughness_m = 2;
    assert_int_equal(sl_wind_check(&p, &err), SL_ERR_SCENARIO);
    assert_non_null(strstr(err.text, "roughness_m"));
    p.hellman_exponent = 0.14;
    assert_int_equal(sl_wind_check(&p, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(height),
        cmocka_unit_test(density),
        cmocka_unit_test(power_curve_edges),
        cmocka_unit_test(cp_curve),
        cmocka_unit_test(cubic_between_points),
        cmocka_unit_test(storm),
        cmocka_unit_test(air_density_shifts_the_curve),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(a_year_of_one_turbine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
