#include "sim/campus/weather.h"

#include "models/base/time.h"
#include "models/cooling/moist_air.h"
#include "sim/scenario/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int epw_load(struct sl_weather *w, const char *file, const struct sl_calendar *calendar,
                    int64_t duration_ns, struct sl_error *err)
{
    struct sl_epw epw = {0};
    int status = sl_epw_read(file, &epw, err);
    if (!status) status = sl_epw_series(&epw, calendar->utc_ns, duration_ns, &w->epw, err);
    sl_epw_free(&epw);
    if (status) return status;
    static const int from[][2] = {
        {SL_EPW_DRY_BULB, SL_WEATHER_DRY_BULB}, {SL_EPW_PRESSURE, SL_WEATHER_PRESSURE},
        {SL_EPW_WIND, SL_WEATHER_WIND},         {SL_EPW_GHI, SL_WEATHER_GHI},
        {SL_EPW_DNI, SL_WEATHER_DNI},           {SL_EPW_DHI, SL_WEATHER_DHI}};
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
        w->series[from[i][1]] = w->epw.series[from[i][0]];
    const struct sl_series *t = &w->epw.series[SL_EPW_DRY_BULB], *rh = &w->epw.series[SL_EPW_HUMIDITY];
    if (t->count == 0 || rh->count != t->count)
        return sl_fail(err, SL_ERR_SCENARIO, "%s: has no dry bulb or no humidity", file);
    w->humidity = malloc(t->count * sizeof *w->humidity);
    if (!w->humidity) return sl_no_memory(err, "the weather");
    for (size_t i = 0; i < t->count; i++) {
        double p_pa = sl_series_at(&w->epw.series[SL_EPW_PRESSURE], t->t_ns[i]);
        if (!(p_pa > 0.0)) p_pa = w->constant[SL_WEATHER_PRESSURE];
        w->humidity[i] = sl_humidity_ratio_of_rh(t->value[i], rh->value[i], p_pa);
    }
    w->series[SL_WEATHER_HUMIDITY] = (struct sl_series){t->t_ns, w->humidity, t->count, SL_BETWEEN_LINEAR};
    return 0;
}

/* What outdoors can be; a value beyond is a wrong unit or a gap. */
static const struct {
    const char *name;
    int quantity, between;
    double min, max;
} csv_columns[] = {{"dry_bulb_degc", SL_WEATHER_DRY_BULB, SL_BETWEEN_LINEAR, -60, 60},
                   {"wet_bulb_degc", SL_WEATHER_WET_BULB, SL_BETWEEN_LINEAR, -60, 45},
                   {"wind_speed_m_per_s", SL_WEATHER_WIND, SL_BETWEEN_LINEAR, 0, 120},
                   {"pressure_pa", SL_WEATHER_PRESSURE, SL_BETWEEN_LINEAR, 40e3, 110e3},
                   {"ghi_w_per_m2", SL_WEATHER_GHI, SL_BETWEEN_HOLD, 0, 1800},
                   {"dni_w_per_m2", SL_WEATHER_DNI, SL_BETWEEN_HOLD, 0, 1500},
                   {"dhi_w_per_m2", SL_WEATHER_DHI, SL_BETWEEN_HOLD, 0, 1500}};
#define CSV_COLUMNS (sizeof csv_columns / sizeof csv_columns[0])

static int csv_range_check(const struct sl_csv *csv, size_t column, size_t known, const char *file,
                           struct sl_error *err)
{
    for (size_t r = 0; r < csv->rows; r++) {
        double value = csv->values[column][r];
        if (!(value >= csv_columns[known].min && value <= csv_columns[known].max))
            return sl_fail(err, SL_ERR_SCENARIO, "%s: error: %s is %g at %.9g s: must be %g to %g", file,
                           csv_columns[known].name, value, sl_s_from_ns(csv->t_ns[r]), csv_columns[known].min,
                           csv_columns[known].max);
    }
    return 0;
}

/* A series of both bulbs must make sense together; a missing one would silently be the constant of the scenario. */
static int bulbs_check(const struct sl_weather *w, const char *file, struct sl_error *err)
{
    const struct sl_series *dry = &w->series[SL_WEATHER_DRY_BULB], *wet = &w->series[SL_WEATHER_WET_BULB];
    if ((dry->count == 0) != (wet->count == 0))
        return sl_fail(err, SL_ERR_SCENARIO, "%s: error: give dry_bulb_degc and wet_bulb_degc, or neither",
                       file);
    for (size_t r = 0; r < dry->count; r++)
        if (wet->value[r] > dry->value[r])
            return sl_fail(err, SL_ERR_SCENARIO,
                           "%s: error: at %.9g s the wet bulb (%g degC) is above the dry bulb (%g degC)",
                           file, sl_s_from_ns(dry->t_ns[r]), wet->value[r], dry->value[r]);
    return 0;
}

static int csv_load(struct sl_weather *w, const char *file, int64_t duration_ns, struct sl_error *err)
{
    struct sl_csv_request request = {.path = file, .cover_from_ns = 0, .cover_to_ns = duration_ns};
    int status = sl_csv_read(&request, &w->csv, err);
    for (size_t c = 0; c < w->csv.columns && !status; c++) {
        size_t k = 0;
        while (k < CSV_COLUMNS && strcmp(csv_columns[k].name, w->csv.names[c]) != 0) k++;
        if (k == CSV_COLUMNS)
            return sl_fail(
                err, SL_ERR_SCENARIO,
                "%s:%zu:1: error: unknown weather column \"%s\" (known: dry_bulb_degc, wet_bulb_degc, "
                "wind_speed_m_per_s, pressure_pa, ghi_w_per_m2, dni_w_per_m2, dhi_w_per_m2)",
                file, w->csv.header_line, w->csv.names[c]);
        status = csv_range_check(&w->csv, c, k, file, err);
        w->series[csv_columns[k].quantity] = sl_csv_series(&w->csv, c, csv_columns[k].between);
    }
    return status ? status : bulbs_check(w, file, err);
}

/* Direct or diffuse radiation alone would silently give way to a clear sky. */
static int radiation_check(const struct sl_weather *w, const char *file, struct sl_error *err)
{
    bool parts = w->series[SL_WEATHER_DNI].count > 0 || w->series[SL_WEATHER_DHI].count > 0;
    if (!parts || w->series[SL_WEATHER_GHI].count > 0) return 0;
    return sl_fail(err, SL_ERR_SCENARIO,
                   "%s: error: has direct or diffuse radiation but no global horizontal radiation (GHI)",
                   file);
}

int sl_weather_init(struct sl_weather *weather, const struct sl_weather_params *params, const char *file,
                    double elevation_m, const struct sl_calendar *calendar, int64_t duration_ns,
                    struct sl_error *err)
{
    memset(weather, 0, sizeof *weather);
    for (int q = 0; q < SL_WEATHER_QUANTITIES; q++) weather->constant[q] = NAN;
    weather->constant[SL_WEATHER_DRY_BULB] = params->dry_bulb_degc;
    weather->constant[SL_WEATHER_WET_BULB] = params->wet_bulb_degc;
    weather->constant[SL_WEATHER_WIND] = params->wind_speed_m_per_s;
    weather->constant[SL_WEATHER_PRESSURE] = sl_moist_air_pressure_pa(elevation_m);
    if (!file) return 0;
    const char *dot = strrchr(file, '.');
    if (dot && strcmp(dot, ".epw") == 0) {
        int status = epw_load(weather, file, calendar, duration_ns, err);
        return status ? status : radiation_check(weather, file, err);
    }
    if (dot && strcmp(dot, ".csv") == 0) {
        int status = csv_load(weather, file, duration_ns, err);
        return status ? status : radiation_check(weather, file, err);
    }
    return sl_fail(err, SL_ERR_SCENARIO, "%s: a weather file ends in .epw or .csv", file);
}

int sl_weather_require(const struct sl_weather *w, const char *file, bool sun, bool wind,
                       struct sl_error *err)
{
    if (!w->humidity) return 0; /* not EPW */
    if (sun && w->series[SL_WEATHER_GHI].count == 0)
        return sl_fail(err, SL_ERR_SCENARIO,
                       "%s: error: has no radiation (GHI), which renewables.solar needs", file);
    if (wind && w->series[SL_WEATHER_WIND].count == 0)
        return sl_fail(err, SL_ERR_SCENARIO, "%s: error: has no wind speed, which renewables.wind needs",
                       file);
    return 0;
}

void sl_weather_free(struct sl_weather *weather)
{
    sl_weather_series_free(&weather->epw);
    sl_csv_free(&weather->csv);
    free(weather->humidity);
    memset(weather, 0, sizeof *weather);
}

static double quantity_mean(const struct sl_weather *w, int quantity, int64_t t0_ns, int64_t t1_ns)
{
    const struct sl_series *s = &w->series[quantity];
    return s->count ? sl_series_mean(s, t0_ns, t1_ns) : w->constant[quantity];
}

struct sl_weather_now sl_weather_mean(const struct sl_weather *weather, int64_t t0_ns, int64_t t1_ns)
{
    return (struct sl_weather_now){
        .dry_bulb_degc = quantity_mean(weather, SL_WEATHER_DRY_BULB, t0_ns, t1_ns),
        .humidity_ratio = quantity_mean(weather, SL_WEATHER_HUMIDITY, t0_ns, t1_ns),
        .wet_bulb_degc =
            weather->humidity ? (double)NAN : quantity_mean(weather, SL_WEATHER_WET_BULB, t0_ns, t1_ns),
        .pressure_pa = quantity_mean(weather, SL_WEATHER_PRESSURE, t0_ns, t1_ns),
        .wind_m_per_s = quantity_mean(weather, SL_WEATHER_WIND, t0_ns, t1_ns),
        .ghi_w_per_m2 = quantity_mean(weather, SL_WEATHER_GHI, t0_ns, t1_ns),
        .dni_w_per_m2 = quantity_mean(weather, SL_WEATHER_DNI, t0_ns, t1_ns),
        .dhi_w_per_m2 = quantity_mean(weather, SL_WEATHER_DHI, t0_ns, t1_ns),
    };
}

double sl_weather_wet_bulb_degc(const struct sl_weather_now *now)
{
    if (!isnan(now->wet_bulb_degc)) return now->wet_bulb_degc;
    double rh = sl_relative_humidity(now->dry_bulb_degc, now->humidity_ratio, now->pressure_pa);
    return sl_wet_bulb_degc(now->dry_bulb_degc, rh > 1.0 ? 1.0 : rh, now->pressure_pa);
}
