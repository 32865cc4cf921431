#include "sim/scenario/calendar.h"

#include "models/base/time.h"

#include <stdio.h>
#include <string.h>

/* Days since 1970-01-01 of a proleptic Gregorian date (H. Hinnant, chrono-compatible date algorithms). */
static int64_t days_of(int y, int m, int d)
{
    y -= m <= 2;
    int era = (y >= 0 ? y : y - 399) / 400;
    int year_of_era = y - era * 400;
    int day_of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return (int64_t)era * 146097 + day_of_era - 719468;
}

static int days_in_month(int y, int m)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    return days[m - 1] + (m == 2 && leap);
}

/* "Z", "+05:30" or "-05:00" to minutes; -1 if it is none of them. */
static int offset_minutes(const char *text, int *minutes)
{
    int h, m, end = 0;
    char sign;
    *minutes = 0;
    if (strcmp(text, "Z") == 0) return 0;
    if (sscanf(text, "%c%2d:%2d%n", &sign, &h, &m, &end) != 3 || text[end] != '\0') return -1;
    if ((sign != '+' && sign != '-') || h < 0 || h > 14 || m < 0 || m > 59) return -1;
    *minutes = (sign == '-' ? -1 : 1) * (h * 60 + m);
    return 0;
}

int sl_calendar_parse(const char *text, struct sl_calendar *calendar, struct sl_error *err)
{
    int y, mo, d, h, mi, end = 0, minutes;
    double s;
    if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%lf%n", &y, &mo, &d, &h, &mi, &s, &end) != 6 ||
        offset_minutes(text + end, &minutes) != 0)
        return sl_fail(err, SL_ERR_SCENARIO,
                       "\"%s\" is not a date and time with offset, such as 2027-07-15T13:00:00-05:00", text);
    if (y < 1 || mo < 1 || mo > 12 || d < 1 || d > days_in_month(y, mo) || h < 0 || h > 23 || mi < 0 ||
        mi > 59 || !(s >= 0.0 && s < 60.0))
        return sl_fail(err, SL_ERR_SCENARIO, "\"%s\" is not a date and time that exists", text);
    int64_t day = INT64_C(86400) * SL_NS_PER_S;
    int64_t utc =
        days_of(y, mo, d) * day + (int64_t)(h * 60 + mi - minutes) * 60 * SL_NS_PER_S + sl_ns_from_s(s);
    calendar->start_ns = ((utc % day) + day) % day;
    calendar->utc_ns = utc;
    /* the UTC day may be a neighbour of the local one */
    int64_t shift = (utc - calendar->start_ns) / day - days_of(y, mo, d);
    d += (int)shift;
    if (d < 1) {
        mo = mo == 1 ? 12 : mo - 1;
        y -= mo == 12;
        d = days_in_month(y, mo);
    } else if (d > days_in_month(y, mo)) {
        d = 1;
        mo = mo == 12 ? 1 : mo + 1;
        y += mo == 1;
    }
    snprintf(calendar->epoch, sizeof calendar->epoch, "%04d-%02d-%02d 00:00:00", y, mo, d);
    return 0;
}
