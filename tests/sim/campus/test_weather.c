#include "sim/campus/weather.h"

#include "models/base/time.h"
#include "sim/scenario/scenario.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

#define S SL_NS_PER_S
#define H (3600 * S)

static char path[64];

static FILE *scratch_open(const char *suffix)
{
    snprintf(path, sizeof path, "/tmp/stepload_weather_XXXXXX%s", suffix);
    FILE *f = fdopen(mkstemps(path, (int)strlen(suffix)), "w");
    assert_non_null(f);
    return f;
}

static const struct sl_weather_params mild = {
    .dry_bulb_degc = 25, .wet_bulb_degc = 18, .wind_speed_m_per_s = 3};

static int weather_load(struct sl_weather *w, double elevation_m, int64_t duration_ns, struct sl_error *err)
{
    struct sl_calendar calendar;
    assert_int_equal(sl_calendar_parse("2027-07-15T12:00:00Z", &calendar, NULL), 0);
    return sl_weather_init(w, &mild, path[0] ? path : NULL, elevation_m, &calendar, duration_ns, err);
}

/* Standard atmosphere: 101325 Pa at sea level, 84556 Pa at 1500 m (U.S. Standard Atmosphere 1976: 84.560 kPa at the
 * geometric height). What nobody knows, the sky, is NAN: the solar plant takes it as clear. */
static void constants_hold_at_all_times(void **state)
{
    (void)state;
    struct sl_weather w;
    path[0] = '\0';
    assert_int_equal(weather_load(&w, 0.0, S, NULL), 0);
    struct sl_weather_now now = sl_weather_mean(&w, 5 * H, 7 * H);
    assert_true(now.dry_bulb_degc == 25 && now.wet_bulb_degc == 18 && now.wind_m_per_s == 3);
    assert_true(sl_weather_wet_bulb_degc(&now) == 18);
    NEAR(now.pressure_pa, 101325, 1);
    assert_true(isnan(now.ghi_w_per_m2) && isnan(now.dni_w_per_m2) && isnan(now.dhi_w_per_m2));
    sl_weather_free(&w);
    assert_int_equal(weather_load(&w, 1500.0, S, NULL), 0);
    NEAR(sl_weather_mean(&w, 0, S).pressure_pa, 84558, 10);
    sl_weather_free(&w);
}

/* Temperatures are instants with straight lines between, irradiances are means until the next row; what the file does
 * not tell stays constant. */
static void a_csv_is_averaged(void **state)
{
    (void)state;
    struct sl_weather w;
    FILE *f = scratch_open(".csv");
    fputs("time_s,dry_bulb_degc,wet_bulb_degc,ghi_w_per_m2\n0,20,15,100\n3600,30,17,300\n7200,30,17,0\n", f);
    fclose(f);
    struct sl_error err = {0};
    if (weather_load(&w, 0.0, 2 * H, &err)) fail_msg("%s", err.text);
    struct sl_weather_now now = sl_weather_mean(&w, H / 2, 3 * H / 2);
    NEAR(now.dry_bulb_degc, (27.5 + 30) / 2, 1e-12);
    NEAR(now.wet_bulb_degc, (16.5 + 17) / 2, 1e-12);
    NEAR(now.ghi_w_per_m2, 200, 1e-12);
    assert_true(isnan(now.dni_w_per_m2) && now.wind_m_per_s == 3);
    NEAR(sl_weather_wet_bulb_degc(&now), now.wet_bulb_degc, 0.0);
    sl_weather_free(&w);
    unlink(path);
}

static void expect_refused(const char *suffix, const char *text, const char *fragment)
{
    struct sl_weather w;
    struct sl_error err = {0};
    FILE *f = scratch_open(suffix);
    fputs(text, f);
    fclose(f);
    assert_int_equal(weather_load(&w, 0.0, 2 * H, &err), SL_ERR_SCENARIO);
    if (!strstr(err.text, fragment)) fail_msg("\"%s\" lacks \"%s\"", err.text, fragment);
    sl_weather_free(&w);
    unlink(path);
}

static void strange_files_are_refused(void **state)
{
    (void)state;
    expect_refused(".csv", "time_s,dry_bulb_degf\n0,20\n7200,30\n", "dry_bulb_degf");
    expect_refused(".csv", "time_s,dry_bulb_degc\n0,20\n60,30\n", path); /* ends before the run */
    expect_refused(".txt", "time_s,dry_bulb_degc\n0,20\n7200,30\n", ".epw or .csv");
}

/* A year of 35 degC until the 16th of July and 25 degC from then on, 40 %, 101325 Pa, wind of 5 m/s. */
static void epw_write(void)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    FILE *f = scratch_open(".epw");
    fputs("LOCATION,Nowhere,XX,XXX,made,000000,39.5,0,0.0,0\n", f);
    for (int i = 1; i < 8; i++) fprintf(f, "HEADER %d\n", i);
    for (int m = 1; m <= 12; m++)
        for (int d = 1; d <= days[m - 1]; d++)
            for (int h = 1; h <= 24; h++)
                fprintf(f,
                        "2007,%d,%d,%d,60,?9,%d,5.0,40,101325,0,0,0,%d,300,40,0,0,0,0,180,5.0,5,5,10.0,9999,"
                        "9,999999999,"
                        "20,0.1,0,88,0.2,0,0\n",
                        m, d, h, m < 7 || (m == 7 && d < 16) ? 35 : 25, 10 * h);
    fclose(f);
}

/* Wet bulb of 35 degC and 40 % at sea level: 23.935 degC (psychrometric equation of ASHRAE, Handbook Fundamentals 2017,
 * chapter 1). */
static void an_epw_gives_the_hours_of_its_dates(void **state)
{
    (void)state;
    struct sl_weather w;
    struct sl_error err = {0};
    epw_write();
    if (weather_load(&w, 0.0, 24 * H, &err)) fail_msg("%s", err.text);
    struct sl_weather_now now = sl_weather_mean(&w, 0, H); /* hour 13: from 12:00 to 13:00 */
    NEAR(now.dry_bulb_degc, 35, 1e-9);
    NEAR(now.ghi_w_per_m2, 130, 1e-9);
    assert_true(now.wind_m_per_s == 5 && now.pressure_pa == 101325);
    assert_true(isnan(now.wet_bulb_degc));
    NEAR(sl_weather_wet_bulb_degc(&now), 23.935, 0.005);
    now = sl_weather_mean(&w, 13 * H, 14 * H); /* 01:00 to 02:00 of the 16th */
    NEAR(now.dry_bulb_degc, 25, 1e-9);
    NEAR(now.ghi_w_per_m2, 20, 1e-9);
    now = sl_weather_mean(&w, 12 * H, 13 * H); /* the hour between: a straight line from 35 to 25 degC */
    NEAR(now.dry_bulb_degc, 30, 1e-9);
    sl_weather_free(&w);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_hold_at_all_times),
        cmocka_unit_test(a_csv_is_averaged),
        cmocka_unit_test(strange_files_are_refused),
        cmocka_unit_test(an_epw_gives_the_hours_of_its_dates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
