/* Dates: the run's start as given by a person, in UTC, and as the reference date of the result's time axis. */
#ifndef SL_SCENARIO_CALENDAR_H
#define SL_SCENARIO_CALENDAR_H

#include "models/base/error.h"

#include <stdint.h>

struct sl_calendar {
    int64_t utc_ns;   /* start since 1970-01-01 UTC */
    char epoch[48];   /* midnight of the start's UTC day: "2027-07-15 00:00:00" */
    int64_t start_ns; /* start after the epoch */
};

/* A day of the proleptic Gregorian calendar. */
struct sl_date {
    int64_t year;
    int month, day; /* from 1 */
};

/* Days since 1970-01-01, and back. */
int64_t sl_days_of_date(struct sl_date date);
struct sl_date sl_date_of_days(int64_t days);

/* ISO 8601: 2027-07-15T13:00:00-05:00, or ending in Z; the offset is required, seconds may have decimals.
 * Years 1700 to 2200: what nanoseconds since 1970 can hold, with room for the run. SL_ERR_SCENARIO with a message otherwise. */
int sl_calendar_parse(const char *text, struct sl_calendar *calendar, struct sl_error *err);

#endif
