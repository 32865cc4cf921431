#include "models/base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void code_and_text_go_up_together(void **state)
{
    (void)state;
    struct sl_error err = {0};
    assert_int_equal(sl_fail(&err, SL_ERR_IO, "%s: %d bytes", "a.h5", 7), SL_ERR_IO);
    assert_int_equal(err.code, SL_ERR_IO);
    assert_string_equal(err.text, "a.h5: 7 bytes");
    assert_int_equal(sl_context(&err, "storage[%d]", 2), SL_ERR_IO);
    assert_string_equal(err.text, "storage[2]: a.h5: 7 bytes");
    assert_int_equal(sl_context(&err, "run"), SL_ERR_IO);
    assert_string_equal(err.text, "run: storage[2]: a.h5: 7 bytes");
}

/* A second failure replaces the first: its text is that of the code. */
static void the_last_failure_stands(void **state)
{
    (void)state;
    struct sl_error err = {0};
    sl_fail(&err, SL_ERR_IO, "first and longer");
    assert_int_equal(sl_no_memory(&err, "the jobs"), SL_ERR_RUN);
    assert_int_equal(err.code, SL_ERR_RUN);
    assert_string_equal(err.text, "out of memory for the jobs");
}

static void nobody_need_listen(void **state)
{
    (void)state;
    assert_int_equal(sl_fail(NULL, SL_ERR_USAGE, "%s", "x"), SL_ERR_USAGE);
    assert_int_equal(sl_no_memory(NULL, "x"), SL_ERR_RUN);
    assert_int_not_equal(sl_context(NULL, "x"), SL_OK);
}

/* Text that does not fit is cut, inside its bounds and with its end. */
static void long_texts_are_cut_not_spilled(void **state)
{
    (void)state;
    struct {
        struct sl_error err;
        char after[64];
    } guarded;
    char text[2 * SL_ERROR_TEXT];
    memset(&guarded, 'x', sizeof guarded);
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    sl_fail(&guarded.err, SL_ERR_RUN, "%s", text);
    assert_int_equal(strlen(guarded.err.text), SL_ERROR_TEXT - 1);
    text[0] = 'b';
    for (int i = 0; i < 10; i++) assert_int_equal(sl_context(&guarded.err, "%s", text), SL_ERR_RUN);
    assert_true(strlen(guarded.err.text) < SL_ERROR_TEXT);
    /* of what is put before no more than a quarter: there must be room for what it is about */
    assert_int_equal(strcspn(guarded.err.text, ":"), SL_ERROR_TEXT / 4 - 1);
    assert_true(guarded.err.text[0] == 'b' && guarded.err.text[1] == 'a');
    for (size_t i = 0; i < sizeof guarded.after; i++) assert_true(guarded.after[i] == 'x');
}

/* Exit codes are a promise to scripts: 0 done, 1 simulation, 2 usage, 3 scenario, 4 I/O, 5 limit. */
static void codes_are_the_exit_codes(void **state)
{
    (void)state;
    assert_int_equal(SL_OK, 0);
    assert_int_equal(SL_ERR_RUN, 1);
    assert_int_equal(SL_ERR_USAGE, 2);
    assert_int_equal(SL_ERR_SCENARIO, 3);
    assert_int_equal(SL_ERR_IO, 4);
    assert_int_equal(SL_ERR_LIMIT, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_and_text_go_up_together), cmocka_unit_test(the_last_failure_stands),
        cmocka_unit_test(nobody_need_listen),           cmocka_unit_test(long_texts_are_cut_not_spilled),
        cmocka_unit_test(codes_are_the_exit_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
