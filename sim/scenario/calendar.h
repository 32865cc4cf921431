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

/* ISO 8601: 2027-07-15T13:00:00-05:00, or ending in Z; the offset is required, seconds may have decimals.
 * SL_ERR_SCENARIO with a message otherwise. */
int sl_calendar_parse(const char *text, struct sl_calendar *calendar, struct sl_error *err);

#endif
