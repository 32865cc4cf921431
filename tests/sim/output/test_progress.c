#include "sim/output/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define S INT64_C(1000000000)

/* A run of 100 s resumed at 20 s, now at 60 s after 2 s of computing: 40 s in 2 s = 20 s/s, 40 s left = 2 s. */
static void rate_counts_from_the_start_of_this_process(void **state)
{
    (void)state;
    char text[160];
    struct sl_progress p = {.columns = 80, .start_ns = 20 * S, .end_ns = 100 * S};
    sl_progress_format(text, sizeof text, &p, 60 * S, 2.0);
    assert_string_equal(text, " 60 %  60 / 100 s  20 s/s  ETA 0:02");
}

static void bar_fits_the_terminal(void **state)
{
    (void)state;
    char text[160];
    for (int columns = 21; columns < 200; columns++) {
        struct sl_progress p = {.terminal = true, .columns = columns, .end_ns = 86400 * S};
        sl_progress_format(text, sizeof text, &p, 43200 * S, 100.0);
        assert_true(strlen(text) < (size_t)columns);
    }
    assert_non_null(strstr(text, "[####################....................]"));
    assert_non_null(strstr(text, "432 s/s"));
    assert_non_null(strstr(text, "ETA 1:40"));
}

static void nothing_known_yet(void **state)
{
    (void)state;
    char text[160];
    struct sl_progress p = {.columns = 80, .end_ns = S};
    sl_progress_format(text, sizeof text, &p, 0, 0.0);
    assert_non_null(strstr(text, "ETA ?"));
}

/* A file is no terminal: no bar, no escape codes, and nothing in the first 30 s. */
static void a_file_gets_no_escape_codes(void **state)
{
    (void)state;
    FILE *f = tmpfile();
    struct sl_progress p;
    sl_progress_start(&p, f, 0, 10 * S);
    sl_progress_show(&p, S);
    assert_int_equal(ftell(f), 0);
    p.shown_s -= 31.0;
    sl_progress_show(&p, S);
    sl_progress_end(&p);
    rewind(f);
    char text[160] = "";
    assert_non_null(fgets(text, sizeof text, f));
    assert_null(strchr(text, '\033'));
    assert_null(strchr(text, '\r'));
    assert_non_null(strstr(text, "10 %  1 / 10 s"));
    fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rate_counts_from_the_start_of_this_process),
        cmocka_unit_test(bar_fits_the_terminal),
        cmocka_unit_test(nothing_known_yet),
        cmocka_unit_test(a_file_gets_no_escape_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
