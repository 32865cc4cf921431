#include "sim/commands/complain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void expect(const char *text, const char *want)
{
    struct sl_error err = {0};
    char *told = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&told, &size);
    if (text) sl_fail(&err, SL_ERR_SCENARIO, "%s", text);
    sl_complain(to, &err);
    fclose(to);
    assert_string_equal(told, want);
    free(told);
}

static void places_speak_for_themselves(void **state)
{
    (void)state;
    expect(NULL, "");
    expect("out of memory", "stepload: error: out of memory\n");
    expect("wx.csv:2:1: error: not a number\n    2 | x\n", "wx.csv:2:1: error: not a number\n    2 | x\n\n");
    expect("wx.csv: error: no rows", "wx.csv: error: no rows\n");
    expect("a \"b: error: c\" d", "stepload: error: a \"b: error: c\" d\n");
    expect("first\nx: error: y", "stepload: error: first\nx: error: y\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_speak_for_themselves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
