#include "sim/scenario/calendar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* date -u -d 2027-07-15T18:00:00Z +%s = 1815674400 */
static void start_is_utc(void **state)
{
    (void)state;
    struct sl_calendar c;
    assert_int_equal(sl_calendar_parse("2027-07-15T13:00:00-05:00", &c, NULL), 0);
    assert_int_equal(c.utc_ns, INT64_C(1815674400) * 1000000000);
    assert_string_equal(c.epoch, "2027-07-15 00:00:00");
    assert_int_equal(c.start_ns, INT64_C(18) * 3600 * 1000000000);
}

/* The UTC day is the next one, over the end of a leap February and of a year. */
static void epoch_is_the_utc_day(void **state)
{
    (void)state;
    struct sl_calendar c;
    assert_int_equal(sl_calendar_parse("2028-02-29T22:30:00-05:00", &c, NULL), 0);
    assert_string_equal(c.epoch, "2028-03-01 00:00:00");
    assert_int_equal(c.start_ns, (INT64_C(3) * 3600 + 1800) * 1000000000);
    assert_int_equal(sl_calendar_parse("2028-01-01T01:00:00+05:45", &c, NULL), 0);
    assert_string_equal(c.epoch, "2027-12-31 00:00:00");
    assert_int_equal(sl_calendar_parse("1970-01-01T00:00:00Z", &c, NULL), 0);
    assert_int_equal(c.utc_ns, 0);
}

/* Day numbers of date(1): 2000-03-01 is day 11017, 1969-12-31 is day -1, 1700-01-01 is day -98615 and
 * 2200-12-31 is day 84370. Every day in between comes back, one after the other. */
static void days_and_dates_are_inverse(void **state)
{
    (void)state;
    assert_true(sl_days_of_date((struct sl_date){1970, 1, 1}) == 0);
    assert_true(sl_days_of_date((struct sl_date){1969, 12, 31}) == -1);
    assert_true(sl_days_of_date((struct sl_date){2000, 3, 1}) == 11017);
    assert_true(sl_days_of_date((struct sl_date){1700, 1, 1}) == -98615);
    assert_true(sl_days_of_date((struct sl_date){2200, 12, 31}) == 84370);
    struct sl_date last = sl_date_of_days(-98616);
    for (int64_t day = -98615; day <= 84370; day++) {
        struct sl_date date = sl_date_of_days(day);
        assert_true(sl_days_of_date(date) == day);
        if (date.day != 1)
            assert_true(date.day == last.day + 1 && date.month == last.month && date.year == last.year);
        else if (date.month != 1)
            assert_true(last.day >= 28 && date.month == last.month + 1 && date.year == last.year);
        else
            assert_true(last.day == 31 && last.month == 12 && date.year == last.year + 1);
        last = date;
    }
}

/* Into the neighbouring UTC day, over the ends of a month, a leap February and a year. */
static void epoch_crosses_months_and_years(void **state)
{
    (void)state;
    const struct {
        const char *text, *epoch;
        double start_s;
    } cases[] = {{"2027-12-31T20:00:00-05:00", "2028-01-01 00:00:00", 3600},
                 {"2028-01-01T02:00:00+05:30", "2027-12-31 00:00:00", 20.5 * 3600},
                 {"2028-02-29T23:30:00-01:00", "2028-03-01 00:00:00", 1800},
                 {"2028-03-01T00:30:00+01:00", "2028-02-29 00:00:00", 23.5 * 3600},
                 {"1969-12-31T12:00:00Z", "1969-12-31 00:00:00", 12 * 3600}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sl_calendar c;
        assert_int_equal(sl_calendar_parse(cases[i].text, &c, NULL), 0);
        assert_string_equal(c.epoch, cases[i].epoch);
        assert_true((double)c.start_ns == cases[i].start_s * 1e9);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    struct sl_calendar c;
    struct sl_error err = {0};
    const char *bad[] = {"",
                         "2027-07-15",
                         "2027-07-15T13:00:00",
                         "2027-02-29T00:00:00Z",
                         "2027-13-01T00:00:00Z",
                         "2027-00-10T00:00:00Z",
                         "2027-04-31T00:00:00Z",
                         "2027-04-00T00:00:00Z",
                         "1900-02-29T00:00:00Z", /* no leap year */
                         "1699-12-31T00:00:00Z", /* beyond nanoseconds since 1970 */
                         "9999-01-01T00:00:00Z",
                         "2027-07-15T24:00:00Z",
                         "2027-07-15T13:00:60Z",
                         "2027-07-15T13:00:00-5",
                         "x2027-07-15T13:00:00Z",
                         "2027-07-15T13:00:00Z "};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(sl_calendar_parse(bad[i], &c, &err), SL_ERR_SCENARIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_is_utc),
        cmocka_unit_test(epoch_is_the_utc_day),
        cmocka_unit_test(days_and_dates_are_inverse),
        cmocka_unit_test(epoch_crosses_months_and_years),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
