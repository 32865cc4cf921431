/* The grammar of RFC 8259, each laxity of cJSON, and positions counted by hand. */
#include "sim/scenario/scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int scan(const char *text, size_t length, struct sl_fault *fault)
{
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    struct sl_marks marks = {0};
    memset(fault, 0, sizeof *fault);
    int status = sl_comments_blank(copy, length, fault);
    if (status == 0) status = sl_scan(copy, length, &marks, fault);
    free(marks.items);
    free(copy);
    return status;
}

static void valid_texts_pass(void **state)
{
    (void)state;
    const char *const texts[] = {"{}",
                                 "[]",
                                 " { } ",
                                 "[1, -0, 0.5, 1e5, 1E+5, 1.25e-3, -12]",
                                 "[true, false, null]",
                                 "{\"a\": {\"b\": [\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"]}}",
                                 "\"\\ud83d\\ude00 \xf0\x9f\x98\x80 \xc3\xa9\"",
                                 "\xef\xbb\xbf{}",
                                 "{} // end",
                                 "/* a */ { // b\n \"x\" /* c */ : 1 }",
                                 "\"http://x/*y*/\"",
                                 "{\"a\":1}\n\n",
                                 "[\"\x7f\"]"};
    struct sl_fault fault;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (scan(texts[i], strlen(texts[i]), &fault)) fail_msg("%s: %s", texts[i], fault.text);
}

struct bad {
    const char *text;
    size_t offset; /* of the fault */
    const char *fragment;
};

static void bad_texts_are_refused_at_their_place(void **state)
{
    (void)state;
    const struct bad cases[] = {
        {"", 0, "empty"},
        {"  \n", 0, "no value"},
        {"// only\n", 0, "no value"},
        {"{\"a\": 007}", 6, "superfluous 0"},
        {"[-01]", 1, "superfluous 0"},
        {"[5.]", 1, "decimal point"},
        {"[.5]", 1, ".5 is not a value"},
        {"[+1]", 1, "+1 is not a value"},
        {"[0x10]", 1, "not a number"},
        {"[1-2]", 1, "not a number"},
        {"[1e]", 1, "exponent"},
        {"[-]", 1, "not a number"},
        {"[NaN]", 1, "not a finite number"},
        {"[Infinity]", 1, "not a finite number"},
        {"[-Infinity]", 1, "not a number"},
        {"[1,]", 2, "comma before ']'"},
        {"{\"a\": 1,}", 7, "comma before '}'"},
        {"[,1]", 1, "a value"},
        {"[1 2]", 3, "','"},
        {"{\"a\" 1}", 5, "':'"},
        {"{a: 1}", 1, "keys stand in double quotes"},
        {"{'a': 1}", 1, "double quotes"},
        {"['a']", 1, "double quotes"},
        {"{1: 2}", 1, "a key in double quotes"},
        {"[True]", 1, "lower case"},
        {"[nul]", 1, "not a value"},
        {"{\"a\": 1} xyz", 9, "after the end"},
        {"{} {}", 3, "after the end"},
        {"{\"a\": 1", 7, "ends here"},
        {"[1, 2", 5, "ends here"},
        {"{\"a\":", 5, "ends here"},
        {"[\"abc", 1, "string without end"},
        {"[\"a\nb\"]", 1, "string without end"},
        {"[\"a\tb\"]", 3, "control character 0x09"},
        {"[\"a\\u0000b\"]", 3, "\\u0000"},
        {"[\"\\x\"]", 2, "unknown escape"},
        {"[\"\\u12\"]", 2, "hexadecimal"},
        {"[\"\\ud800\"]", 2, "surrogate"},
        {"[\"\\ude00\"]", 2, "surrogate"},
        {"[\"\\ud800\\u0041\"]", 2, "surrogate"},
        {"[\"\xff\"]", 2, "invalid UTF-8"},
        {"[\"\xc0\xaf\"]", 2, "invalid UTF-8"},
        {"[\"\xe0\x80\x80\"]", 2, "invalid UTF-8"},
        {"[\"\xed\xa0\x80\"]", 2, "invalid UTF-8"},
        {"[\"\xf4\x90\x80\x80\"]", 2, "invalid UTF-8"},
        {"[\"\xc3\"]", 2, "invalid UTF-8"},
        {"{} /* open", 3, "comment without end"},
        {"[1] ]", 4, "after the end"},
        {"[}", 1, "a value"},
        {"\xc3\xa9", 0, "unexpected byte"},
    };
    struct sl_fault fault;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int status = scan(cases[i].text, strlen(cases[i].text), &fault);
        if (status == 0 || fault.offset != cases[i].offset || !strstr(fault.text, cases[i].fragment))
            fail_msg("case %zu: %s: status %d, at %zu: %s", i, cases[i].text, status, fault.offset,
                     fault.text);
    }
}

static void depth_is_limited_to_64(void **state)
{
    (void)state;
    char text[2 * 65 + 1];
    struct sl_fault fault;
    for (int depth = 64; depth <= 65; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        assert_int_equal(scan(text, 2 * (size_t)depth, &fault), depth == 64 ? 0 : -1);
    }
    assert_int_equal(fault.offset, 64);
    assert_non_null(strstr(fault.text, "deeper than 64"));
}

static void marks_stand_in_document_order(void **state)
{
    (void)state;
    const char text[] = "{\"a\": [1, \"x\"], \"bc\": true}";
    struct sl_marks marks = {0};
    struct sl_fault fault;
    assert_int_equal(sl_scan(text, strlen(text), &marks, &fault), 0);
    const struct sl_mark wanted[] = {{0, 0, 0, 1}, {1, 3, 6, 1}, {0, 0, 7, 1}, {0, 0, 10, 3}, {16, 4, 22, 4}};
    assert_int_equal(marks.count, 5);
    assert_memory_equal(marks.items, wanted, sizeof wanted);
    free(marks.items);
}

static void comments_leave_offsets_and_lines(void **state)
{
    (void)state;
    char text[] = "{ // a \"quoted\" comment\n/* b\nc */ \"k\": \"//no\" }";
    const char wanted[] = "{                      \n    \n     \"k\": \"//no\" }";
    struct sl_fault fault;
    assert_int_equal(sl_comments_blank(text, strlen(text), &fault), 0);
    assert_string_equal(text, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_texts_pass),
        cmocka_unit_test(bad_texts_are_refused_at_their_place),
        cmocka_unit_test(depth_is_limited_to_64),
        cmocka_unit_test(marks_stand_in_document_order),
        cmocka_unit_test(comments_leave_offsets_and_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
