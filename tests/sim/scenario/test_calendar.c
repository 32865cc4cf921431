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
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
