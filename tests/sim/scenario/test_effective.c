/* The written-out scenario: origins for people, the same bits for machines. */
#include "tests/sim/scenario/small_tables.h"

#include "sim/scenario/message.h"

static const char text[] =
    "{\"stepload\": 1, \"load_mw\": 0.30000000000000004, \"title\": \"a \\\"b\\\" \\\\ \\n\\u0001\",\n"
    " \"rack\": {\"rated_power_kw\": 132, \"psu\": {\"loss_kw\": [[0, 0.1], [1, 3]]}},\n"
    " \"grid\": {\"model\": \"frequency\", \"power_mw\": 3}, \"buses\": {\"mv\": {}},\n"
    " \"jobs\": [{\"name\": \"x\", \"accelerators\": 3, \"band_hz\": [0.1, 55]}]}";

static void numbers_read_back_to_the_same_bits(void **state)
{
    (void)state;
    const double values[] = {0.1 + 0.2,          1.0 / 3, 1e300, -0.1,      5e-324,
                             9007199254740991.0, 0.1,     1e22,  123456.789};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char number[32];
        sl_number_format(number, values[i]);
        double back = strtod(number, NULL);
        assert_memory_equal(&back, &values[i], sizeof back);
    }
    char number[32];
    sl_number_format(number, 0.1);
    assert_string_equal(number, "0.1");
}

static void the_effective_text_is_a_fixed_point(void **state)
{
    (void)state;
    struct small first, second;
    struct sl_document *a = small_read(text, &first, NULL, 0);
    assert_int_equal(sl_document_errors(a), 0);
    const char *once = sl_document_effective_text(a);
    struct sl_document *b = small_read(once, &second, NULL, 0);
    char *messages = messages_text(b);
    assert_int_equal(sl_document_warnings(b), 0); /* no default that would be a warning when given */
    if (sl_document_errors(b)) fail_msg("%s\n%s", once, messages);
    free(messages);
    assert_string_equal(once, sl_document_effective_text(b));
    assert_true(second.load_w == first.load_w && second.rack.psu.loss.y[0] == 100);
    assert_string_equal(second.title, "a \"b\" \\ \n\x01");
    assert_true(second.grid.model == first.grid.model && second.hold_ns == first.hold_ns &&
                !second.has_place);
    sl_document_free(a);
    sl_document_free(b);
}

static void origins_are_told(void **state)
{
    (void)state;
    struct small s;
    /* a line end in an argument must not end the comment */
    const char *const sets[] = {"seed=5", "target=\"a\"\n"};
    struct sl_document *doc = small_read(text, &s, sets, 2);
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    sl_document_print_effective(doc, to, true);
    fclose(to);
    const char *const wanted[][2] = {{"\"seed\": 5,", "// --set seed=5\n"},
                                     {"\"rated_power_kw\": 132,", "// t.json:2\n"},
                                     {"\"target\": \"a\"", "// --set target=\"a\" \n"},
                                     {"\"rated_kw\": 5,", "// default (assumed: typical)\n"},
                                     {"\"efficiency_fraction\": 0.9,", "// default (80 PLUS)\n"},
                                     {"\"band_hz\": [0.1, 55]", "// t.json:4\n"}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const char *value = strstr(out, wanted[i][0]);
        const char *origin = value ? strstr(value, "// ") : NULL;
        if (!origin || strncmp(origin, wanted[i][1], strlen(wanted[i][1])) != 0)
            fail_msg("%s in %s", wanted[i][0], out);
    }
    /* comments are part of the format: this text reads back too */
    struct small again;
    struct sl_document *back = small_read(out, &again, NULL, 0);
    assert_int_equal(sl_document_errors(back), 0);
    assert_int_equal(again.seed, 5);
    sl_document_free(back);
    sl_document_free(doc);
    free(out);
}

static void messages_are_written_as_json(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = small_read("{\"stepload\": 1,\n \"sed\": 2}", &s, NULL, 0);
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    sl_document_print_messages_json(doc, to);
    fclose(to);
    assert_string_equal(out,
                        "[\n  {\"severity\": \"error\", \"file\": \"t.json\", \"line\": 2, \"column\": 2, "
                        "\"path\": \"sed\", \"message\": \"unknown key (did you mean \\\"seed\\\"?)\"}\n]");
    free(out);
    sl_document_free(doc);
}

static void tabs_keep_the_caret_in_place(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = small_read("{\"stepload\": 1,\n\t\"on\":\ttrue, \"sed\": 2}", &s, NULL, 0);
    char *messages = messages_text(doc);
    assert_non_null(strstr(messages, "    2 | \t\"on\":\ttrue, \"sed\": 2}\n      | \t     \t      ^~~~~\n"));
    free(messages);
    sl_document_free(doc);
}

static void long_lines_are_shown_around_the_place(void **state)
{
    (void)state;
    char line[600] = "{\"stepload\": 1, \"title\": \"";
    memset(line + strlen(line), 'x', 300);
    strcat(line, "\", \"sed\": 2, \"target\": \"");
    memset(line + strlen(line), 'y', 200);
    strcat(line, "\"}");
    struct small s;
    struct sl_document *doc = small_read(line, &s, NULL, 0);
    char *messages = messages_text(doc);
    char *echo = strchr(messages, '\n') + 1, *caret = strchr(echo, '\n') + 1;
    assert_true(caret - echo < 130);
    const char *key = strstr(echo, "\"sed\"");
    assert_non_null(key);
    size_t column = (size_t)(key - echo);
    assert_int_equal(strchr(caret, '^') - caret, column);
    free(messages);
    sl_document_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_read_back_to_the_same_bits),
        cmocka_unit_test(the_effective_text_is_a_fixed_point),
        cmocka_unit_test(origins_are_told),
        cmocka_unit_test(messages_are_written_as_json),
        cmocka_unit_test(tabs_keep_the_caret_in_place),
        cmocka_unit_test(long_lines_are_shown_around_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
