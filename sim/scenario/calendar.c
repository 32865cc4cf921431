#include "sim/scenario/calendar.h"

#include "models/base/time.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DAYS_PER_ERA 146097 /* 400 years */

/* Both ways by H. Hinnant, chrono-compatible low-level date algorithms: years begin in March, eras in a year that is a
 * multiple of 400. */
int64_t sl_days_of_date(struct sl_date date)
{
    int64_t y = date.year - (date.month <= 2);
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t year_of_era = y - era * 400;
    int64_t day_of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_PER_ERA + day_of_era - 719468;
}

struct sl_date sl_date_of_days(int64_t days)
{
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - (DAYS_PER_ERA - 1)) / DAYS_PER_ERA;
    int64_t day_of_era = z - era * DAYS_PER_ERA;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t from_march = (5 * day_of_year + 2) / 153;
    int month = (int)(from_march < 10 ? from_march + 3 : from_march - 9);
    return (struct sl_date){.year = year_of_era + era * 400 + (month <= 2),
                            .month = month,
                            .day = (int)(day_of_year - (153 * from_march + 2) / 5) + 1};
}

static bool date_exists(int y, int m, int d)
{
    if (m < 1 || m > 12 || d < 1 || d > 31) return false;
    struct sl_date same = sl_date_of_days(sl_days_of_date((struct sl_date){y, m, d}));
    return same.month == m; /* a day too many is a day of the next month */
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
    if (!date_exists(y, mo, d) || h < 0 || h > 23 || mi < 0 || mi > 59 || !(s >= 0.0 && s < 60.0))
        return sl_fail(err, SL_ERR_SCENARIO, "\"%s\" is not a date and time that exists", text);
    if (y < 1700 || y > 2200)
        return sl_fail(err, SL_ERR_SCENARIO, "\"%s\": the year is outside 1700 to 2200", text);
    int64_t day_ns = INT64_C(86400) * SL_NS_PER_S;
    int64_t days = sl_days_of_date((struct sl_date){y, mo, d});
    int64_t of_day_ns = (int64_t)(h * 60 + mi - minutes) * 60 * SL_NS_PER_S + sl_ns_from_s(s);
    int64_t shift =
        (of_day_ns >= day_ns) - (of_day_ns < 0); /* the UTC day may be a neighbour of the local one */
    struct sl_date utc_day = sl_date_of_days(days + shift);
    calendar->utc_ns = days * day_ns + of_day_ns;
    calendar->start_ns = of_day_ns - shift * day_ns;
    snprintf(calendar->epoch, sizeof calendar->epoch, "%04d-%02d-%02d 00:00:00", (int)utc_day.year,
             utc_day.month, utc_day.day);
    return 0;
}
