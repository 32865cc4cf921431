/* Outdoor weather of the site: constant values, an EPW year or a CSV; means over any interval. */
#ifndef SL_CAMPUS_WEATHER_H
#define SL_CAMPUS_WEATHER_H

#include "models/base/error.h"
#include "models/base/series.h"
#include "sim/scenario/calendar.h"
#include "sim/scenario/csv.h"
#include "sim/scenario/epw.h"

#include <stdbool.h>
#include <stdint.h>

struct sl_weather_params;

enum sl_weather_quantity {
    SL_WEATHER_DRY_BULB,
    SL_WEATHER_WET_BULB, /* of a CSV; an EPW has the humidity ratio instead */
    SL_WEATHER_HUMIDITY, /* ratio, kg/kg */
    SL_WEATHER_PRESSURE,
    SL_WEATHER_WIND,
    SL_WEATHER_GHI,
    SL_WEATHER_DNI,
    SL_WEATHER_DHI,
    SL_WEATHER_QUANTITIES
};

struct sl_weather {
    double constant[SL_WEATHER_QUANTITIES]; /* used where a series is empty; NAN: unknown (clear sky) */
    struct sl_series series[SL_WEATHER_QUANTITIES];
    struct sl_weather_series epw; /* owned */
    struct sl_csv csv;            /* owned */
    double *humidity; /* owned: ratio at the hours of an EPW, for interpolation (wet bulb and relative
                                     humidity are not linear between hours) */
};

struct sl_weather_now { /* means over an interval */
    double dry_bulb_degc, humidity_ratio, wet_bulb_degc, pressure_pa, wind_m_per_s, ghi_w_per_m2,
        dni_w_per_m2, dhi_w_per_m2;
};

/* Loads the weather for a run of duration_ns. `file` is params->file made relative to the scenario, or NULL. */
int sl_weather_init(struct sl_weather *weather, const struct sl_weather_params *params, const char *file,
                    double elevation_m, const struct sl_calendar *calendar, int64_t duration_ns,
                    struct sl_error *err);
void sl_weather_free(struct sl_weather *weather);

/* An EPW file whose sun or wind is missing throughout must not silently become a clear sky or a constant wind. */
int sl_weather_require(const struct sl_weather *weather, const char *file, bool sun, bool wind,
                       struct sl_error *err);

/* Means over [t0, t1), t1 > t0; wet_bulb_degc is NAN where it follows from the humidity. */
struct sl_weather_now sl_weather_mean(const struct sl_weather *weather, int64_t t0_ns, int64_t t1_ns);

/* The wet bulb of such means, degC. */
double sl_weather_wet_bulb_degc(const struct sl_weather_now *now);

#endif
