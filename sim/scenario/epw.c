#include "sim/scenario/epw.h"

#include "sim/scenario/calendar.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_LINES 8
#define FIELDS 35
#define HOURS_MAX 8784
#define GAP_MAX 6
#define NS_PER_HOUR INT64_C(3600000000000)
#define HOURS_PER_DAY 24

struct column {
    const char *name;
    int field;
    double missing; /* this and above: no value (data dictionary of EnergyPlus) */
    double min, max, scale;
    int between;
};

static const struct column columns[SL_EPW_COLUMNS] = {
    [SL_EPW_DRY_BULB] = {"dry bulb", 6, 99.9, -90, 70, 1.0, SL_BETWEEN_LINEAR},
    [SL_EPW_HUMIDITY] = {"relative humidity", 8, 999, 0, 110, 0.01, SL_BETWEEN_LINEAR},
    [SL_EPW_PRESSURE] = {"pressure", 9, 999999, 31000, 120000, 1.0, SL_BETWEEN_LINEAR},
    [SL_EPW_WIND] = {"wind speed", 21, 999, 0, 60, 1.0, SL_BETWEEN_LINEAR},
    [SL_EPW_GHI] = {"global horizontal irradiance", 13, 9999, 0, 2000, 1.0, SL_BETWEEN_HOLD},
    [SL_EPW_DNI] = {"direct normal irradiance", 14, 9999, 0, 2000, 1.0, SL_BETWEEN_HOLD},
    [SL_EPW_DHI] = {"diffuse horizontal irradiance", 15, 9999, 0, 2000, 1.0, SL_BETWEEN_HOLD},
};

struct reader {
    const char *path;
    struct sl_epw *epw;
    struct sl_error *err;
    FILE *file;
    locale_t c_locale;
    char *line;
    size_t line_size, line_number;
    char *field[FIELDS + 1];
    int field_count;
};

static int fail_at(struct reader *r, int field, const char *what)
{
    size_t column = field >= 0 ? (size_t)(r->field[field] - r->line) + 1 : 1;
    return sl_fail(r->err, SL_ERR_SCENARIO, "%s:%zu:%zu: error: %s", r->path, r->line_number, column, what);
}

static bool line_next(struct reader *r)
{
    ssize_t n;
    do {
        n = getline(&r->line, &r->line_size, r->file);
        if (n < 0) return false;
        r->line_number++;
        while (n > 0 && (r->line[n - 1] == '\n' || r->line[n - 1] == '\r')) r->line[--n] = '\0';
    } while (n == 0);
    return true;
}

/* At most FIELDS; what follows stays in the last one, as comment lines may hold commas. */
static void fields_cut(struct reader *r)
{
    char *p = r->line;
    r->field_count = 0;
    for (;;) {
        r->field[r->field_count++] = p;
        p = strchr(p, ',');
        if (!p || r->field_count == FIELDS) return;
        *p++ = '\0';
    }
}

static int number_read(struct reader *r, int field, const char *what, double *value)
{
    const char *text = r->field[field] + strspn(r->field[field], " ");
    char *end = NULL, message[160];
    size_t plain = strspn(text, "+-.0123456789eE");
    if (plain > 0) *value = strtod_l(text, &end, r->c_locale);
    if (plain > 0 && end == text + plain && end[strspn(end, " ")] == '\0' && isfinite(*value)) return 0;
    snprintf(message, sizeof message, "%s is not a number: \"%.40s\"", what, text);
    return fail_at(r, field, message);
}

static int location_read(struct reader *r)
{
    struct sl_epw *epw = r->epw;
    if (!line_next(r)) return sl_fail(r->err, SL_ERR_SCENARIO, "%s: error: the file is empty", r->path);
    if (strncmp(r->line, "\xEF\xBB\xBF", 3) == 0) memmove(r->line, r->line + 3, strlen(r->line + 3) + 1);
    fields_cut(r);
    if (strcmp(r->field[0], "LOCATION") != 0 || r->field_count < 10)
        return fail_at(r, 0, "not an EPW file: the first line is LOCATION and 9 fields");
    snprintf(epw->city, sizeof epw->city, "%s", r->field[1]);
    int status = number_read(r, 6, "latitude", &epw->latitude_deg);
    if (!status) status = number_read(r, 7, "longitude", &epw->longitude_deg);
    if (!status) status = number_read(r, 8, "offset from UTC", &epw->utc_offset_h);
    if (!status) status = number_read(r, 9, "elevation", &epw->elevation_m);
    if (status) return status;
    if (!(fabs(epw->latitude_deg) <= 90.0)) return fail_at(r, 6, "latitude outside -90..90");
    if (!(fabs(epw->longitude_deg) <= 180.0)) return fail_at(r, 7, "longitude outside -180..180");
    if (!(fabs(epw->utc_offset_h) <= 15.0)) return fail_at(r, 8, "offset from UTC outside -15..15 h");
    return 0;
}

static int headers_skip(struct reader *r)
{
    for (int i = 1; i < HEADER_LINES; i++)
        if (!line_next(r)) return fail_at(r, -1, "the file ends within its 8 header lines");
    return 0;
}

/* A year of the file's length, to count its days by. */
static struct sl_date year_start(bool leap)
{
    return (struct sl_date){leap ? 2000 : 2001, 1, 1};
}

/* Month 1..12, day, hour 1..24 of the hour with this index from the year's start. */
static void date_of(size_t hour, bool leap, int *month, int *day, int *of_day)
{
    struct sl_date date =
        sl_date_of_days(sl_days_of_date(year_start(leap)) + (int64_t)(hour / HOURS_PER_DAY));
    *month = date.month;
    *day = date.day;
    *of_day = (int)(hour % HOURS_PER_DAY) + 1;
}

/* The row must be the next hour; 29 February may be there or not. */
static int date_check(struct reader *r, size_t hour, bool *leap)
{
    double month, day, of_day;
    int m, d, h, status = number_read(r, 1, "month", &month);
    if (!status) status = number_read(r, 2, "day", &day);
    if (!status) status = number_read(r, 3, "hour", &of_day);
    if (status) return status;
    if (hour == 59 * HOURS_PER_DAY && month == 2.0 && day == 29.0) *leap = true;
    char message[192];
    if (hour >= (*leap ? 8784u : 8760u)) return fail_at(r, 1, "a row too many: the year has ended");
    date_of(hour, *leap, &m, &d, &h);
    if ((int)month == m && (int)day == d && (int)of_day == h) return 0;
    snprintf(message, sizeof message,
             "expected month %d day %d hour %d, found month %g day %g hour %g: a row is missing or twice", m,
             d, h, month, day, of_day);
    return fail_at(r, 1, message);
}

static int values_read(struct reader *r, size_t hour)
{
    for (int c = 0; c < SL_EPW_COLUMNS; c++) {
        double v;
        int status = number_read(r, columns[c].field, columns[c].name, &v);
        if (status) return status;
        if (v >= columns[c].missing) {
            r->epw->value[c][hour] = NAN;
            continue;
        }
        if (v < columns[c].min || v > columns[c].max) {
            char message[192];
            snprintf(message, sizeof message, "%s %g is outside %g to %g", columns[c].name, v, columns[c].min,
                     columns[c].max);
            return fail_at(r, columns[c].field, message);
        }
        r->epw->value[c][hour] = v * columns[c].scale;
        r->epw->present[c] = true;
    }
    return 0;
}

static int rows_read(struct reader *r)
{
    bool leap = false;
    size_t hour = 0;
    while (line_next(r)) {
        fields_cut(r);
        /* the last three fields (albedo, rain) are often left out, and nothing here needs them */
        if (r->field_count < 32) return fail_at(r, -1, "an hour has 35 fields");
        int status = date_check(r, hour, &leap);
        if (!status) status = values_read(r, hour);
        if (status) return status;
        hour++;
    }
    r->epw->hours = leap ? 8784 : 8760;
    if (hour == r->epw->hours) return 0;
    int m, d, h;
    date_of(hour, leap, &m, &d, &h);
    return sl_fail(r->err, SL_ERR_SCENARIO,
                   "%s:%zu:1: error: %zu hours in place of %zu: the file ends before month %d day %d hour %d",
                   r->path, r->line_number, hour, r->epw->hours, m, d, h);
}

/* Fills gaps of missing codes linearly, around the year's end too. */
static int gaps_fill(struct reader *r, int c)
{
    double *v = r->epw->value[c];
    size_t n = r->epw->hours, first = 0;
    if (!r->epw->present[c]) return 0;
    while (isnan(v[first])) first++;
    for (size_t k = 1; k <= n; k++) {
        size_t i = (first + k) % n, gap = 0;
        while (isnan(v[(i + gap) % n])) gap++;
        if (gap == 0) continue;
        if (gap > GAP_MAX) {
            int m, d, h;
            date_of(i, n == HOURS_MAX, &m, &d, &h);
            return sl_fail(
                r->err, SL_ERR_SCENARIO,
                "%s: error: %s is missing for %zu hours from month %d day %d hour %d (at most %d are filled)",
                r->path, columns[c].name, gap, m, d, h, GAP_MAX);
        }
        double from = v[(i + n - 1) % n], to = v[(i + gap) % n];
        for (size_t j = 0; j < gap; j++)
            v[(i + j) % n] = from + (to - from) * (double)(j + 1) / (double)(gap + 1);
        r->epw->filled[c] += gap;
    }
    return 0;
}

static int file_read(struct reader *r)
{
    for (int c = 0; c < SL_EPW_COLUMNS; c++) {
        r->epw->value[c] = calloc(HOURS_MAX, sizeof(double));
        if (!r->epw->value[c]) return sl_no_memory(r->err, "EPW");
    }
    r->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!r->c_locale) return sl_no_memory(r->err, "EPW");
    r->file = fopen(r->path, "r");
    if (!r->file) return sl_fail(r->err, SL_ERR_IO, "%s: %s", r->path, strerror(errno));
    int status = location_read(r);
    if (!status) status = headers_skip(r);
    if (!status) status = rows_read(r);
    for (int c = 0; !status && c < SL_EPW_COLUMNS; c++) status = gaps_fill(r, c);
    if (ferror(r->file)) status = sl_fail(r->err, SL_ERR_IO, "%s: %s", r->path, strerror(errno));
    return status;
}

int sl_epw_read(const char *path, struct sl_epw *epw, struct sl_error *err)
{
    *epw = (struct sl_epw){0};
    struct reader r = {.path = path, .epw = epw, .err = err};
    int status = file_read(&r);
    if (r.file) fclose(r.file);
    if (r.c_locale) freelocale(r.c_locale);
    free(r.line);
    if (status) sl_epw_free(epw);
    return status;
}

void sl_epw_free(struct sl_epw *epw)
{
    for (int c = 0; c < SL_EPW_COLUMNS; c++) free(epw->value[c]);
    *epw = (struct sl_epw){0};
}

/* Row of the file for an hour of the calendar (hours since 1970 in the file's time). */
static size_t row_of(const struct sl_epw *epw, int64_t hour)
{
    int64_t day = hour / HOURS_PER_DAY - (hour % HOURS_PER_DAY < 0);
    size_t of_day = (size_t)(hour - day * HOURS_PER_DAY);
    struct sl_date date = sl_date_of_days(day), start = year_start(epw->hours == HOURS_MAX);
    if (date.month == 2 && date.day == 29 && epw->hours < HOURS_MAX) date.day = 28; /* the 28th again */
    date.year = start.year;
    int64_t row = sl_days_of_date(date) - sl_days_of_date(start);
    return (size_t)row * HOURS_PER_DAY + of_day;
}

int sl_epw_series(const struct sl_epw *epw, int64_t start_utc_ns, int64_t duration_ns,
                  struct sl_weather_series *out, struct sl_error *err)
{
    *out = (struct sl_weather_series){0};
    int64_t local_ns = start_utc_ns + llround(epw->utc_offset_h * (double)NS_PER_HOUR);
    int64_t first = local_ns / NS_PER_HOUR - (local_ns % NS_PER_HOUR < 0) - 1;
    size_t count = (size_t)(duration_ns / NS_PER_HOUR) + 4;
    out->count = count;
    out->begin_ns = malloc(count * sizeof *out->begin_ns);
    out->end_ns = malloc(count * sizeof *out->end_ns);
    bool room = out->begin_ns && out->end_ns;
    for (int c = 0; room && c < SL_EPW_COLUMNS; c++) {
        out->value[c] = malloc(count * sizeof(double));
        room = out->value[c] != NULL;
    }
    if (!room) {
        sl_weather_series_free(out);
        return sl_no_memory(err, "weather series");
    }
    for (size_t i = 0; i < count; i++) {
        int64_t hour = first + (int64_t)i;
        size_t row = row_of(epw, hour);
        out->begin_ns[i] = hour * NS_PER_HOUR - local_ns;
        out->end_ns[i] = out->begin_ns[i] + NS_PER_HOUR;
        for (int c = 0; c < SL_EPW_COLUMNS; c++) out->value[c][i] = epw->value[c][row];
    }
    for (int c = 0; c < SL_EPW_COLUMNS; c++) {
        const int64_t *t = columns[c].between == SL_BETWEEN_HOLD ? out->begin_ns : out->end_ns;
        out->series[c] =
            (struct sl_series){t, out->value[c], epw->present[c] ? count : 0, columns[c].between};
    }
    return 0;
}

void sl_weather_series_free(struct sl_weather_series *w)
{
    free(w->begin_ns);
    free(w->end_ns);
    for (int c = 0; c < SL_EPW_COLUMNS; c++) free(w->value[c]);
    *w = (struct sl_weather_series){0};
}
