#include "sim/scenario/comments.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* `text` after blanking must be `wanted`, of the same length. */
static void expect_blanked(const char *text, const char *wanted)
{
    char copy[256];
    struct sl_fault fault;
    size_t length = strlen(text);
    memcpy(copy, text, length + 1);
    assert_int_equal(sl_comments_blank(copy, length, &fault), 0);
    assert_int_equal(strlen(copy), length);
    assert_string_equal(copy, wanted);
}

static void comments_become_spaces(void **state)
{
    (void)state;
    expect_blanked("{ \"a\": 1 } // end", "{ \"a\": 1 }       ");
    expect_blanked("a//\n//b\r\nc", "a  \n   \r\nc");
    expect_blanked("a/*b\nc*/d", "a   \n   d");
    expect_blanked("/**/x/***/y", "    x     y");
    expect_blanked("/*//*/x", "      x"); /* a line comment within is none */
    expect_blanked("// /*\nx", "     \nx");
    expect_blanked("\xEF\xBB\xBF{}", "   {}");
    expect_blanked("a / b /", "a / b /");
}

static void strings_are_left_alone(void **state)
{
    (void)state;
    expect_blanked("\"http://x/*y*/\" // z", "\"http://x/*y*/\"     ");
    expect_blanked("\"a\\\"//b\" //c", "\"a\\\"//b\"    ");
    expect_blanked("\"a\\\\\" //c", "\"a\\\\\"    ");
    expect_blanked("\"open // no\n//x", "\"open // no\n   "); /* an open string ends with its line */
    expect_blanked("\"\\", "\"\\");
}

static void a_comment_without_end_is_told_where_it_begins(void **state)
{
    (void)state;
    const char *texts[] = {"{} /* a", "{} /*", "{} /*/", "{} /* a *"};
    for (size_t i = 0; i < 4; i++) {
        char copy[32];
        struct sl_fault fault = {0};
        strcpy(copy, texts[i]);
        assert_int_equal(sl_comments_blank(copy, strlen(copy), &fault), -1);
        assert_int_equal(fault.offset, 3);
        assert_int_equal(fault.length, 2);
        assert_non_null(strstr(fault.text, "without end"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_become_spaces),
        cmocka_unit_test(strings_are_left_alone),
        cmocka_unit_test(a_comment_without_end_is_told_where_it_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
