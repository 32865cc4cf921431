#include "sim/scenario/csv.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

static char path[64];
static struct sl_csv csv;
static struct sl_error err;

static void file_of(const char *text)
{
    snprintf(path, sizeof path, "/tmp/stepload_csv_XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    size_t n = strlen(text);
    assert_true(write(fd, text, n) == (ssize_t)n);
    close(fd);
}

static int read_text(const char *text, struct sl_csv_request request)
{
    file_of(text);
    request.path = path;
    err = (struct sl_error){0};
    int status = sl_csv_read(&request, &csv, &err);
    unlink(path);
    return status;
}

/* Times in seconds, values as written, in the file's order. */
static void a_plain_file(void **state)
{
    (void)state;
    assert_int_equal(read_text("time,a,b\n0,1.5,-2e3\n0.015,2,3\n15,4,5\n", (struct sl_csv_request){0}), 0);
    assert_int_equal(csv.rows, 3);
    assert_int_equal(csv.columns, 2);
    assert_true(csv.t_ns[1] == 15000000 && csv.t_ns[2] == INT64_C(15000000000));
    assert_string_equal(csv.names[1], "b");
    assert_true(csv.values[0][0] == 1.5 && csv.values[1][0] == -2000.0 && csv.values[1][2] == 5.0);
    struct sl_series s = sl_csv_series(&csv, 0, SL_BETWEEN_HOLD);
    assert_true(sl_series_at(&s, 14000000000) == 2.0);
    sl_csv_free(&csv);
    assert_true(csv.rows == 0 && csv.t_ns == NULL);
}

/* A mark, CRLF, quotes with a separator inside, comments, blanks, semicolons, no end of the last line. */
static void odd_but_valid(void **state)
{
    (void)state;
    const char *text = "\xEF\xBB\xBF# made by hand\r\n\"time_ms\"; \"power, \"\"AC\"\"\" ;x\r\n\r\n 1 ; "
                       "\"2.5\" ; 3 \r\n# more\r\n2;4;5";
    assert_int_equal(read_text(text, (struct sl_csv_request){0}), 0);
    assert_int_equal(csv.rows, 2);
    assert_string_equal(csv.names[0], "power, \"AC\"");
    assert_true(csv.t_ns[0] == 1000000 && csv.values[0][0] == 2.5 && csv.values[1][0] == 3.0 &&
                csv.values[1][1] == 5.0);
    sl_csv_free(&csv);
}

static void columns_by_name(void **state)
{
    (void)state;
    const char *const want[] = {"c", "a"};
    struct sl_csv_request r = {.time_column = "elapsed_min", .columns = want, .column_count = 2};
    assert_int_equal(read_text("a,elapsed_min,note,c\n1,0.5,n/a,3\n2,1,n/a,4\n", r), 0);
    assert_int_equal(csv.columns, 2);
    assert_true(csv.t_ns[0] == INT64_C(30000000000) && csv.values[0][1] == 4.0 && csv.values[1][1] == 2.0);
    sl_csv_free(&csv);
}

/* A decimal comma in the process's locale must not change a number. */
static void locale_does_not_matter(void **state)
{
    (void)state;
    const char *const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8", "pt_BR.UTF-8"};
    bool set = false;
    for (size_t i = 0; i < 4 && !set; i++) set = setlocale(LC_NUMERIC, comma[i]) != NULL;
    if (!set) {
        print_message("no locale with a decimal comma is installed: not tested\n");
        skip();
    }
    int status = read_text("t,a\n0,1.25\n", (struct sl_csv_request){0});
    setlocale(LC_NUMERIC, "C");
    assert_int_equal(status, 0);
    assert_true(csv.values[0][0] == 1.25);
    sl_csv_free(&csv);
}

/* What is said, and where: line and column after the file's name. */
static void errors_name_the_place(void **state)
{
    (void)state;
    const char *const power[] = {"power_w"};
    const struct {
        const char *text, *expected;
        struct sl_csv_request request;
    } row[] = {
        {"", "the file is empty", {0}},
        {"time,a\n", ":1:1: error: no rows below the header", {0}},
        {"time,a\n0,1\n1,x\n", ":3:3: error: \"a\" is not a number: \"x\"", {0}},
        {"time,a\n0,1\n1,nan\n", ":3:3: error: \"a\" is not a number", {0}},
        {"time,a\n0,1\n1,0x10\n", ":3:3: error: \"a\" is not a number", {0}},
        {"time,a\n0,1\n1,1e999\n", ":3:3: error: \"a\" is not a number", {0}},
        {"time,a\n0,1\n1,\n", ":3:3: error: \"a\" is empty", {0}},
        {"time,\xC3\xA9\n\n0,1\nb,2\n",
         ":4:1: error: \"time\" is not a number: \"b\"; write seconds since the start of the run",
         {0}},
        {"time,a\n2024-04-07T00:00:00Z,1\n",
         "write seconds since the start of the run, not dates or times of day",
         {0}},
        {"time,a\n0,1\n0,2\n", ":3:1: error: the time does not increase: 0 s after 0 s", {0}},
        {"time,a\n5,1\n4,2\n", ":3:1: error: the time does not increase: 4 s after 5 s", {0}},
        {"time,a\n0,1,2\n", ":2:1: error: 3 values under 2 column names", {0}},
        {"time,a\n0,\"1\n", ":2:3: error: a quote is not closed", {0}},
        {"time,a\n0,\"1\"2\n", ":2:6: error: text after a closing quote", {0}},
        {"when,a\n0,1\n", ":1:1: error: no column of time", {0}},
        {"time\n0\n", ":1:1: error: no column of values", {0}},
        {"time,pwer_w\n0,1\n",
         "no column \"power_w\" (did you mean \"pwer_w\"?)",
         {.columns = power, .column_count = 1}},
        {"time,power_w,power_w\n0,1,1\n",
         ":1:6: error: the column \"power_w\" stands 2 times",
         {.columns = power, .column_count = 1}},
        {"time,a\n0,1\n",
         ":1:1: error: no time column \"tme\" (did you mean \"time\"?)",
         {.time_column = "tme"}},
        {"time,a\n0,1\n10,2\n20,2\n",
         "the series runs from 0 s to 30 s, the run needs 0 s to 31 s",
         {.cover_to_ns = INT64_C(31000000000)}},
        {"time,a\n1,1\n10,2\n20,2\n",
         "the series runs from 1 s to 30 s, the run needs 0 s to 5 s",
         {.cover_to_ns = INT64_C(5000000000)}},
        {"time,a\n1e12,1\n", ":2:1: error: the time is more than 285 years away", {0}},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        assert_int_equal(read_text(row[i].text, row[i].request), SL_ERR_SCENARIO);
        if (!strstr(err.text, row[i].expected)) fail_msg("\"%s\" lacks \"%s\"", err.text, row[i].expected);
        assert_true(csv.rows == 0 && csv.names == NULL && csv.values == NULL && csv.t_ns == NULL);
    }
    struct sl_csv_request absent = {.path = "/nonexistent/x.csv"};
    assert_int_equal(sl_csv_read(&absent, &csv, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "/nonexistent/x.csv"));
}

/* Held rows reach as far as the row before them did: 0, 10, 20 s cover 30 s. */
static void covers_the_run(void **state)
{
    (void)state;
    struct sl_csv_request r = {.cover_to_ns = INT64_C(30000000000)};
    assert_int_equal(read_text("time,a\n0,1\n10,2\n20,2\n", r), 0);
    sl_csv_free(&csv);
}

static void many_rows(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/stepload_csv_XXXXXX");
    FILE *f = fdopen(mkstemp(path), "w");
    assert_non_null(f);
    fputs("t_s,a\n", f);
    for (int i = 0; i < 5000; i++) fprintf(f, "%d,%d\n", i, 2 * i);
    fclose(f);
    struct sl_csv_request r = {.path = path};
    assert_int_equal(sl_csv_read(&r, &csv, &err), 0);
    unlink(path);
    assert_int_equal(csv.rows, 5000);
    assert_true(csv.values[0][4999] == 9998.0 && csv.t_ns[4999] == INT64_C(4999000000000));
    sl_csv_free(&csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file),
        cmocka_unit_test(odd_but_valid),
        cmocka_unit_test(columns_by_name),
        cmocka_unit_test(locale_does_not_matter),
        cmocka_unit_test(errors_name_the_place),
        cmocka_unit_test(covers_the_run),
        cmocka_unit_test(many_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
