#include "sim/scenario/message.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct sl_arena arena;

__attribute__((noinline)) static char *printed(const struct sl_messages *m,
                                               void print(const struct sl_messages *, FILE *))
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    print(m, to);
    fclose(to);
    return text;
}

static void expect_printed(const struct sl_messages *m, const char *wanted)
{
    char *got = printed(m, sl_messages_print);
    assert_string_equal(got, wanted);
    free(got);
}

static struct sl_spot spot_of(const struct sl_source *source, const char *text)
{
    const char *at = strstr(source->text, text);
    assert_non_null(at);
    return (struct sl_spot){source, (size_t)(at - source->text), strlen(text)};
}

static struct sl_source *source_of(const char *name, const char *text)
{
    return sl_source_from_text(&arena, name, text, strlen(text));
}

/* The form of message.h: place, severity, path, text, the line, a caret and tildes. */
static void a_message_shows_its_place(void **state)
{
    (void)state;
    struct sl_messages m = {.arena = &arena};
    struct sl_source *s = source_of("a.json", "{\n  \"ups\": { \"effciency\": 0.96 }\n}\n");
    sl_messages_add(&m, SL_SEVERITY_ERROR, spot_of(s, "\"effciency\""), "power.ups", "unknown key %d", 7);
    expect_printed(&m, "a.json:2:12: error: power.ups: unknown key 7\n"
                       "    2 |   \"ups\": { \"effciency\": 0.96 }\n"
                       "      |            ^~~~~~~~~~~\n");
}

/* Tabs stay tabs, so that the caret stands below; characters count, not bytes. */
static void carets_stand_below_tabs_and_umlauts(void **state)
{
    (void)state;
    struct sl_messages m = {.arena = &arena};
    struct sl_source *s = source_of("a.json", "\t\"m\xC3\xBC\xC3\x9F\": 1x");
    sl_messages_add(&m, SL_SEVERITY_WARNING, spot_of(s, "1x"), NULL, "bad");
    expect_printed(&m, "a.json:1:9: warning: bad\n"
                       "    1 | \t\"m\xC3\xBC\xC3\x9F\": 1x\n"
                       "      | \t       ^~\n");
}

/* By file in order of reading, then by place, then by arrival; what stands nowhere comes last. */
static void messages_are_sorted_by_place(void **state)
{
    (void)state;
    struct sl_messages m = {.arena = &arena};
    struct sl_source *first = source_of("b.json", "xy"), *second = source_of("a.json", "z");
    first->order = 0;
    second->order = 1;
    sl_messages_add(&m, SL_SEVERITY_ERROR, (struct sl_spot){0}, "", "nowhere");
    sl_messages_add(&m, SL_SEVERITY_ERROR, spot_of(second, "z"), "", "5th");
    sl_messages_add(&m, SL_SEVERITY_ERROR, spot_of(first, "y"), "", "3rd");
    sl_messages_add(&m, SL_SEVERITY_WARNING, spot_of(first, "y"), "", "4th");
    sl_messages_add(&m, SL_SEVERITY_ERROR, spot_of(first, "x"), "", "2nd");
    char *got = printed(&m, sl_messages_print);
    const char *order[] = {"2nd", "3rd", "4th", "5th", "nowhere"}, *at = got;
    for (size_t i = 0; i < 5; i++) {
        at = strstr(at, order[i]);
        if (!at) fail_msg("%s", got);
    }
    assert_non_null(strstr(got, "\nerror: nowhere\n"));
    free(got);
}

/* 20 of a kind are shown, 256 kept, all counted; errors do not crowd out warnings. */
static void floods_are_counted(void **state)
{
    (void)state;
    static struct sl_messages m;
    m = (struct sl_messages){.arena = &arena};
    for (int i = 0; i < 1000; i++)
        sl_messages_add(&m, SL_SEVERITY_ERROR, (struct sl_spot){0}, NULL, "e%d", i);
    sl_messages_add(&m, SL_SEVERITY_WARNING, (struct sl_spot){0}, NULL, "the warning");
    assert_int_equal(m.counts[SL_SEVERITY_ERROR], 1000);
    assert_int_equal(m.counts[SL_SEVERITY_WARNING], 1);
    assert_int_equal(m.kept_count, SL_MESSAGES_KEPT + 1);
    char *got = printed(&m, sl_messages_print);
    assert_non_null(strstr(got, "error: e19\n"));
    assert_null(strstr(got, "error: e20\n"));
    assert_non_null(strstr(got, "warning: the warning\n"));
    assert_non_null(strstr(got, "... and 980 more errors\n"));
    assert_null(strstr(got, "more warnings"));
    free(got);
}

/* A long line is cut around the place; what is echoed has no control characters. */
static void long_and_wild_lines_are_tamed(void **state)
{
    (void)state;
    struct sl_messages m = {.arena = &arena};
    char text[2001];
    memset(text, 'a', 2000);
    text[2000] = '\0';
    memcpy(text + 1000, "\"here\"\x1b", 7);
    struct sl_source *s = source_of("a.json", text);
    sl_messages_add(&m, SL_SEVERITY_ERROR, spot_of(s, "\"here\""), NULL, "cut");
    char *got = printed(&m, sl_messages_print);
    char *line = strchr(got, '\n') + 1, *caret = strchr(line, '\n') + 1;
    assert_true(strlen(got) < 400);
    assert_null(strchr(got, '\x1b'));
    assert_non_null(strstr(line, "\"here\"?"));
    assert_true(strstr(line, "\"here\"") - line == strchr(caret, '^') - caret);
    assert_non_null(strstr(line, "..."));
    free(got);
}

static void json_is_json(void **state)
{
    (void)state;
    struct sl_messages m = {.arena = &arena};
    char *none = printed(&m, sl_messages_print_json);
    assert_string_equal(none, "[]");
    free(none);
    struct sl_source *s = source_of("a.json", "{ \"k\": 1 }");
    sl_messages_add(&m, SL_SEVERITY_WARNING, (struct sl_spot){0}, NULL, "no place");
    sl_messages_add(&m, SL_SEVERITY_ERROR, spot_of(s, "1"), "k", "a \"b\"\\\n\t\x01");
    char *got = printed(&m, sl_messages_print_json);
    assert_string_equal(got,
                        "[\n  {\"severity\": \"error\", \"file\": \"a.json\", \"line\": 1, \"column\": 8, "
                        "\"path\": \"k\", \"message\": \"a \\\"b\\\"\\\\\\n\\t\\u0001\"},\n"
                        "  {\"severity\": \"warning\", \"path\": \"\", \"message\": \"no place\"}\n]");
    free(got);
}

/* Steele and White: 17 digits always suffice, 15 always survive; 0.1 needs 1, 1/3 needs 16, 0.1 + 0.2 needs 17. */
static void numbers_are_short_and_read_back(void **state)
{
    (void)state;
    char text[32];
    const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {9.7, "9.7"}, /* 16 digits: 9.699999999999999 */

                 {1.0 / 3.0, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {25e6, "25000000"},
                 {-1e-9, "-1e-09"},
                 {0.0, "0"},
                 {1e300, "1e+300"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sl_number_format(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
    }
    for (int i = 1; i < 2000; i++) {
        double value = exp(i * 0.37) / i;
        if (!isfinite(value)) break;
        sl_number_format(text, -value);
        assert_true(strtod(text, NULL) == -value);
    }
}

static int arena_free(void **state)
{
    (void)state;
    sl_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_shows_its_place),
        cmocka_unit_test(carets_stand_below_tabs_and_umlauts),
        cmocka_unit_test(messages_are_sorted_by_place),
        cmocka_unit_test(floods_are_counted),
        cmocka_unit_test(long_and_wild_lines_are_tamed),
        cmocka_unit_test(json_is_json),
        cmocka_unit_test(numbers_are_short_and_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, arena_free);
}
