#include "sim/scenario/epw.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

#define H INT64_C(3600000000000)

static struct sl_epw epw;
static struct sl_weather_series weather;
static struct sl_error err;
static char path[64];

static const int month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* A year in which the dry bulb is the day of the year / 10 + hour / 1000 (hours 1 to 24), and the global irradiance
 * 100 + hour; `edit` may change a row (month, day, hour, its text) or drop it by making it empty. */
typedef void editor(int month, int day, int hour, char *row, size_t size);

static void year_write(bool leap, editor *edit)
{
    snprintf(path, sizeof path, "/tmp/stepload_epw_XXXXXX");
    FILE *f = fdopen(mkstemp(path), "w");
    assert_non_null(f);
    fputs("LOCATION,Nowhere,XX,XXX,made,000000,39.5,-77.25,-5.0,119.5\n", f);
    for (int i = 1; i < 8; i++) fprintf(f, "HEADER %d\n", i);
    int yday = 0;
    for (int m = 1; m <= 12; m++)
        for (int d = 1; d <= month_days[m - 1] + (leap && m == 2); d++, yday++)
            for (int h = 1; h <= 24; h++) {
                char row[512];
                snprintf(row, sizeof row,
                         "2007,%d,%d,%d,60,?9?9,%.3f,5.0,50,101000,0,0,0,%d,300,40,0,0,0,0,180,3.0,5,5,10.0,"
                         "9999,9,"
                         "999999999,20,0.1,0,88,0.2,0,0",
                         m, d, h, yday / 10.0 + h / 1000.0, 100 + h);
                if (edit) edit(m, d, h, row, sizeof row);
                if (*row) fprintf(f, "%s\n", row);
            }
    fclose(f);
}

static int year_read(bool leap, editor *edit)
{
    year_write(leap, edit);
    err = (struct sl_error){0};
    int status = sl_epw_read(path, &epw, &err);
    unlink(path);
    return status;
}

static void assert_fails(editor *edit, const char *expected)
{
    assert_int_equal(year_read(false, edit), SL_ERR_SCENARIO);
    if (!strstr(err.text, expected)) fail_msg("\"%s\" lacks \"%s\"", err.text, expected);
}

static int64_t utc(int year, int month, int day, int hour)
{
    struct tm t = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day, .tm_hour = hour};
    return (int64_t)timegm(&t) * 1000000000;
}

static void location_and_hours(void **state)
{
    (void)state;
    assert_int_equal(year_read(false, NULL), 0);
    assert_string_equal(epw.city, "Nowhere");
    assert_near(epw.latitude_deg, 39.5, 0);
    assert_near(epw.longitude_deg, -77.25, 0);
    assert_near(epw.utc_offset_h, -5, 0);
    assert_near(epw.elevation_m, 119.5, 0);
    assert_int_equal(epw.hours, 8760);
    assert_near(epw.value[SL_EPW_DRY_BULB][25], 0.102, 1e-12);
    assert_near(epw.value[SL_EPW_HUMIDITY][0], 0.5, 1e-12);
    assert_near(epw.value[SL_EPW_PRESSURE][0], 101000, 0);
    assert_near(epw.value[SL_EPW_WIND][0], 3, 0);
    sl_epw_free(&epw);
}

/* Hour 1 is the interval from 00:00 to 01:00 in UTC-5: irradiance is its mean, temperature the value at 01:00. */
static void an_hour_ends_at_its_number(void **state)
{
    (void)state;
    assert_int_equal(year_read(false, NULL), 0);
    /* 2026-07-15 00:00 local = 05:00 UTC; day 195 counted from 0 */
    assert_int_equal(sl_epw_series(&epw, utc(2026, 7, 15, 5), 24 * H, &weather, &err), 0);
    const struct sl_series *t = &weather.series[SL_EPW_DRY_BULB], *ghi = &weather.series[SL_EPW_GHI];
    assert_near(sl_series_at(t, H), 19.501, 1e-9);
    assert_near(sl_series_at(t, 12 * H), 19.512, 1e-9);
    assert_near(sl_series_at(t, 12 * H + H / 4), 19.51225, 1e-9);
    assert_near(sl_series_at(t, 0), 19.4 + 0.024, 1e-9);              /* hour 24 of the day before */
    assert_near(sl_series_at(t, H / 2), (19.424 + 19.501) / 2, 1e-9); /* and not the day's own last hour */
    assert_near(sl_series_mean(ghi, 0, H), 101, 1e-9);
    assert_near(sl_series_mean(ghi, 12 * H, 13 * H), 113, 1e-9);
    assert_near(sl_series_mean(ghi, 0, 24 * H), 112.5, 1e-9);
    sl_weather_series_free(&weather);
    /* a start within an hour */
    assert_int_equal(sl_epw_series(&epw, utc(2026, 7, 15, 17) + H / 2, H, &weather, &err), 0);
    assert_near(sl_series_at(&weather.series[SL_EPW_DRY_BULB], H / 2), 19.513, 1e-9);
    assert_near(sl_series_mean(&weather.series[SL_EPW_GHI], 0, H), 113.5, 1e-9);
    sl_weather_series_free(&weather);
    sl_epw_free(&epw);
}

/* 31 December goes over into 1 January of the same file. */
static void the_year_wraps(void **state)
{
    (void)state;
    assert_int_equal(year_read(false, NULL), 0);
    assert_int_equal(sl_epw_series(&epw, utc(2026, 12, 31, 5), 48 * H, &weather, &err), 0);
    assert_near(sl_series_at(&weather.series[SL_EPW_DRY_BULB], 24 * H), 36.424, 1e-9);
    assert_near(sl_series_at(&weather.series[SL_EPW_DRY_BULB], 25 * H), 0.001, 1e-9);
    assert_near(sl_series_at(&weather.series[SL_EPW_DRY_BULB], 48 * H), 0.024, 1e-9);
    sl_weather_series_free(&weather);
    sl_epw_free(&epw);
}

/* Day of the year / 10 at local noon of these dates: 29 February repeats the 28th of a file without it, and a file with
 * it is read over it in a common year. */
static double noon_of(int year, int month, int day)
{
    assert_int_equal(sl_epw_series(&epw, utc(year, month, day, 5), 24 * H, &weather, &err), 0);
    double v = sl_series_at(&weather.series[SL_EPW_DRY_BULB], 12 * H) - 0.012;
    sl_weather_series_free(&weather);
    return v;
}

static void leap_years(void **state)
{
    (void)state;
    assert_int_equal(year_read(false, NULL), 0);
    assert_near(noon_of(2028, 2, 28), 5.8, 1e-9);
    assert_near(noon_of(2028, 2, 29), 5.8, 1e-9);
    assert_near(noon_of(2028, 3, 1), 5.9, 1e-9);
    assert_near(noon_of(2028, 12, 31), 36.4, 1e-9);
    sl_epw_free(&epw);
    assert_int_equal(year_read(true, NULL), 0);
    assert_int_equal(epw.hours, 8784);
    assert_near(noon_of(2028, 2, 29), 5.9, 1e-9);
    assert_near(noon_of(2027, 2, 28), 5.8, 1e-9);
    assert_near(noon_of(2027, 3, 1), 6.0, 1e-9);
    assert_near(noon_of(2027, 1, 1), 0.0, 1e-9);
    sl_epw_free(&epw);
}

static void drop_a_row(int m, int d, int h, char *row, size_t size)
{
    (void)size;
    if (m == 3 && d == 7 && h == 9) *row = '\0';
}

static void drop_the_end(int m, int d, int h, char *row, size_t size)
{
    (void)size;
    (void)h;
    if (m == 12 && d == 31) *row = '\0';
}

static void break_a_number(int m, int d, int h, char *row, size_t size)
{
    if (m == 1 && d == 1 && h == 2)
        snprintf(row, size,
                 "2007,1,1,2,60,?,abc,5,50,101000,0,0,0,1,1,1,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0");
}

static void too_hot(int m, int d, int h, char *row, size_t size)
{
    if (m == 1 && d == 1 && h == 2)
        snprintf(row, size,
                 "2007,1,1,2,60,?,85,5,50,101000,0,0,0,1,1,1,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0");
}

static void cut_a_row(int m, int d, int h, char *row, size_t size)
{
    (void)size;
    if (m == 1 && d == 1 && h == 2) row[40] = '\0';
}

static void long_gap(int m, int d, int h, char *row, size_t size)
{
    if (m == 5 && d == 4 && h >= 3 && h <= 9)
        snprintf(row, size,
                 "2007,5,4,%d,60,?,99.9,5,50,101000,0,0,0,1,1,1,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0", h);
}

/* The row after the missing one stands at line 8 + 65 * 24 + 9. */
static void faults_are_named(void **state)
{
    (void)state;
    assert_fails(drop_a_row, ":1577:6: error: expected month 3 day 7 hour 9, found month 3 day 7 hour 10");
    assert_fails(drop_the_end, "8736 hours in place of 8760: the file ends before month 12 day 31 hour 1");
    assert_fails(break_a_number, ":10:17: error: dry bulb is not a number: \"abc\"");
    assert_fails(too_hot, ":10:17: error: dry bulb 85 is outside -90 to 70");
    assert_fails(cut_a_row, ":10:1: error: an hour has 35 fields");
    assert_fails(long_gap, "dry bulb is missing for 7 hours from month 5 day 4 hour 3");
    assert_int_equal(sl_epw_read("/nonexistent.epw", &epw, &err), SL_ERR_IO);
}

static void short_gap(int m, int d, int h, char *row, size_t size)
{
    if (m == 5 && d == 4 && h >= 3 && h <= 5)
        snprintf(
            row, size,
            "2007,5,4,%d,60,?,99.9,5,50,999999,0,0,0,9999,9999,9999,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0",
            h);
}

static void no_irradiance(int m, int d, int h, char *row, size_t size)
{
    snprintf(row, size,
             "2007,%d,%d,%d,60,?,10,5,50,101000,0,0,0,9999,9999,9999,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0",
             m, d, h);
}

/* Day 123: 12.302 before the gap, 12.306 after it, so hour 4 is 12.304. */
static void missing_codes(void **state)
{
    (void)state;
    assert_int_equal(year_read(false, short_gap), 0);
    assert_near(epw.value[SL_EPW_DRY_BULB][123 * 24 + 3], 12.304, 1e-9);
    assert_near(epw.value[SL_EPW_PRESSURE][123 * 24 + 3], 101000, 1e-9);
    assert_int_equal(epw.filled[SL_EPW_DRY_BULB], 3);
    assert_int_equal(epw.filled[SL_EPW_WIND], 0);
    sl_epw_free(&epw);
    assert_int_equal(year_read(false, no_irradiance), 0);
    assert_false(epw.present[SL_EPW_GHI]);
    assert_int_equal(sl_epw_series(&epw, 0, H, &weather, &err), 0);
    assert_int_equal(weather.series[SL_EPW_GHI].count, 0);
    assert_true(weather.series[SL_EPW_DRY_BULB].count > 0);
    sl_weather_series_free(&weather);
    sl_epw_free(&epw);
}

/* Year sums of real files, by an independent reader: GHI, DNI, DHI in kWh/m2, dry bulb mean, min, max, wind mean. */
static void real_years(void **state)
{
    (void)state;
    const struct {
        const char *file;
        double ghi, dni, dhi, mean, min, max, wind;
    } row[] = {
        {"USA_VA_Leesburg.Exec.epw", 1535.4, 1724.8, 511.3, 13.781, -12.0, 37.0, 2.733},
        {"USA_TX_Dallas-Fort.Worth.epw", 1770.0, 2019.1, 487.5, 19.812, -3.9, 40.0, 4.896},
        {"USA_AZ_Phoenix-Sky.Harbor.epw", 2152.9, 2830.7, 420.3, 24.667, 0.4, 45.6, 2.817},
        {"USA_WA_Seattle-Tacoma.epw", 1251.7, 1486.6, 436.8, 11.681, -7.2, 35.0, 3.213},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char name[256];
        snprintf(name, sizeof name, "../shared/reference/data/grid/weather/%s", row[i].file);
        if (access(name, R_OK) != 0) {
            print_message("no %s here: years of weather are not validated\n", name);
            skip();
        }
        if (sl_epw_read(name, &epw, &err)) fail_msg("%s", err.text);
        double sum[SL_EPW_COLUMNS] = {0}, low = 1e9, high = -1e9;
        for (size_t h = 0; h < epw.hours; h++) {
            for (int c = 0; c < SL_EPW_COLUMNS; c++) sum[c] += epw.value[c][h];
            low = fmin(low, epw.value[SL_EPW_DRY_BULB][h]);
            high = fmax(high, epw.value[SL_EPW_DRY_BULB][h]);
        }
        assert_near(sum[SL_EPW_GHI] * 1e-3, row[i].ghi, 0.051);
        assert_near(sum[SL_EPW_DNI] * 1e-3, row[i].dni, 0.051);
        assert_near(sum[SL_EPW_DHI] * 1e-3, row[i].dhi, 0.051);
        assert_near(sum[SL_EPW_DRY_BULB] / 8760, row[i].mean, 5.1e-4);
        assert_near(low, row[i].min, 1e-9);
        assert_near(high, row[i].max, 1e-9);
        assert_near(sum[SL_EPW_WIND] / 8760, row[i].wind, 5.1e-4);
        sl_epw_free(&epw);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(location_and_hours), cmocka_unit_test(an_hour_ends_at_its_number),
        cmocka_unit_test(the_year_wraps),     cmocka_unit_test(leap_years),
        cmocka_unit_test(faults_are_named),   cmocka_unit_test(missing_codes),
        cmocka_unit_test(real_years),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
