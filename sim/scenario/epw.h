/* EnergyPlus weather files: 8 header lines, then 35 fields an hour for a year.
 *
 * Hour n of a row is the interval (n-1, n] in the file's fixed offset from UTC, never daylight saving time:
 * irradiances are means over it, dry bulb, humidity, pressure and wind are values at its end (linear
 * between). 8760 rows, or 8784 with 29 February; a missing row is named by its date. Missing codes: gaps of
 * at most 6 h are filled linearly and counted, longer ones are errors, a column without any value is absent.
 * A run takes the hours of its own dates by month, day and hour; the year wraps. A run over 29 February
 * repeats 28 February if the file has none; a file with one is read over it in common years. */
#ifndef SL_SCENARIO_EPW_H
#define SL_SCENARIO_EPW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/base/error.h"
#include "models/base/series.h"

enum sl_epw_column {
    SL_EPW_DRY_BULB, /* degC */
    SL_EPW_HUMIDITY, /* relative, 0..1 */
    SL_EPW_PRESSURE, /* Pa */
    SL_EPW_WIND,     /* m/s at 10 m */
    SL_EPW_GHI,      /* W/m2 */
    SL_EPW_DNI,
    SL_EPW_DHI,
    SL_EPW_COLUMNS
};

struct sl_epw {
    char city[64];
    double latitude_deg, longitude_deg, utc_offset_h, elevation_m;
    size_t hours; /* 8760 or 8784 */
    bool present[SL_EPW_COLUMNS];
    size_t filled[SL_EPW_COLUMNS]; /* hours filled over gaps */
    double *value[SL_EPW_COLUMNS]; /* [hours], owned */
};

struct sl_weather_series { /* owned */
    size_t count;
    int64_t *end_ns;   /* hour ends since the start of the run, for linear columns */
    int64_t *begin_ns; /* hour beginnings, for held columns */
    double *value[SL_EPW_COLUMNS];
    struct sl_series series[SL_EPW_COLUMNS]; /* empty for an absent column */
};

int sl_epw_read(const char *path, struct sl_epw *epw, struct sl_error *err);
void sl_epw_free(struct sl_epw *epw);

/* The weather from one hour before start_utc_ns (since 1970) to one hour after the run's end; series times
 * count from the start of the run. */
int sl_epw_series(const struct sl_epw *epw, int64_t start_utc_ns, int64_t duration_ns,
                  struct sl_weather_series *out, struct sl_error *err);
void sl_weather_series_free(struct sl_weather_series *w);

#endif
