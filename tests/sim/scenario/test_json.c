/* What cJSON lets pass in values, and the tree with its places. */
#include "tests/sim/scenario/small_tables.h"

#include "sim/scenario/json.h"

static void laxities_of_cjson_are_errors(void **state)
{
    (void)state;
    expect_error("{\"stepload\": 1,\n \"seed\": 1, \"seed\": 2}", 1,
                 "t.json:2:13: error: seed: the key stands here twice; first at line 2, column 2");
    expect_error("{\"stepload\": 1, \"s\\u0065ed\": 1, \"seed\": 2}", 1,
                 "t.json:1:33: error: seed: the key stands here twice");
    expect_error("{\"stepload\": 1, \"load_mw\": 1e400}", 1,
                 "t.json:1:28: error: load_mw: the number is too large");
    expect_error("{\"stepload\": 1, \"load_mw\": -1e400}", 1,
                 "t.json:1:28: error: load_mw: the number is too large");
    expect_error("{\"stepload\": 1, \"Seed\": 3}", 1,
                 "t.json:1:17: error: Seed: unknown key (did you mean \"seed\"?)");
    expect_error("{\"stepload\": 1, \"seed\": 9007199254740993}", 1,
                 "t.json:1:25: error: seed: 9007199254740992 is too large");
    expect_error("{\"stepload\": 1, \"seed\": 3e15, \"title\": \"a\\u0000b\"}", 1,
                 "t.json:1:42: error: \\u0000");
}

static void whole_numbers_beyond_32_bits_are_exact(void **state)
{
    (void)state;
    struct small small;
    struct sl_document *doc = small_read("{\"stepload\": 1, \"seed\": 9007199254740991}", &small, NULL, 0);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_true(small.seed == INT64_C(9007199254740991));
    sl_document_free(doc);
}

static void what_is_no_text_is_named(void **state)
{
    (void)state;
    const struct {
        const char *text;
        size_t length;
        const char *fragment;
    } cases[] = {{"", 0, "t.json:1:1: error: the file is empty"},
                 {"\x89HDF\r\n\x1a\n", 8, "HDF5"},
                 {"{\0}", 3, "binary"},
                 {"\xff\xfe{\0", 4, "UTF-16"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sl_error err = {0};
        struct sl_document *doc =
            sl_document_open_text("t.json", cases[i].text, cases[i].length, NULL, 0, &err);
        assert_non_null(doc);
        char *messages = messages_text(doc);
        assert_non_null(strstr(messages, cases[i].fragment));
        free(messages);
        sl_document_free(doc);
    }
}

static void a_byte_order_mark_is_no_column(void **state)
{
    (void)state;
    expect_error("\xef\xbb\xbf{\"stepload\": 1, \"sed\": 2}", 1, "t.json:1:17: error: sed");
    /* columns count characters: the e with accent is one */
    expect_error("{\"stepload\": 1, \"title\": \"\xc3\xa9\", \"sed\": 2}", 1, "t.json:1:31: error: sed");
}

static void line_ends_of_windows_are_no_text(void **state)
{
    (void)state;
    expect_valid("{\r\n\"stepload\": 1, // one\r\n\"seed\": 2\r\n}\r\n");
    expect_error(
        "{\r\n\"stepload\": 1,\r\n\"sed\": 2\r\n}\r\n", 1,
        "t.json:3:1: error: sed: unknown key (did you mean \"seed\"?)\n    3 | \"sed\": 2\n      | ^~~~~\n");
}

static void many_duplicates_are_found_fast(void **state)
{
    (void)state;
    /* a quadratic search over 100,000 keys would take minutes */
    const size_t count = 100000;
    char *text = malloc(count * 12 + 32), *at = text;
    at += sprintf(at, "{");
    for (size_t i = 0; i < count; i++) at += sprintf(at, "\"k%06zu\":1,", i);
    sprintf(at, "\"k000007\":2}");
    struct sl_error err = {0};
    struct sl_document *doc = sl_document_open_text("t.json", text, strlen(text), NULL, 0, &err);
    assert_int_equal(sl_document_errors(doc), 1);
    sl_document_free(doc);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laxities_of_cjson_are_errors),
        cmocka_unit_test(whole_numbers_beyond_32_bits_are_exact),
        cmocka_unit_test(what_is_no_text_is_named),
        cmocka_unit_test(a_byte_order_mark_is_no_column),
        cmocka_unit_test(line_ends_of_windows_are_no_text),
        cmocka_unit_test(many_duplicates_are_found_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
