/* A document: where findings are shown, and where the files that it names are. */
#include "sim/scenario/document.h"

#include "tests/sim/scenario/small_tables.h"

static const char text[] =
    "{ \"stepload\": 1,\n  \"rack\": { \"rated_power_kw\": 7 },\n"
    "  \"jobs\": [ { \"name\": \"a\", \"accelerators\": 8 } ],\n  \"title\": \"x.csv\" }\n";

static struct sl_document *read_as(const char *name, struct small *small, const char *const *sets,
                                   size_t count)
{
    struct sl_document *doc = sl_document_open_text(name, text, sizeof text - 1, sets, count, NULL);
    assert_non_null(doc);
    assert_int_equal(sl_document_bind(doc, &small_table, small), 0);
    return doc;
}

/* At the value; for an object or a list at its key; for a default at the object that lacks it. */
static void findings_are_shown_at_their_values(void **state)
{
    (void)state;
    const struct {
        const char *path, *wanted;
    } cases[] = {{"rack.rated_power_kw", "t.json:2:31: error: rack.rated_power_kw: wrong 1\n"},
                 {"jobs[0].accelerators", "t.json:3:44: error: jobs[0].accelerators: wrong 1\n"},
                 {"jobs[a].accelerators", "t.json:3:44: error: jobs[a].accelerators: wrong 1\n"},
                 {"jobs", "t.json:3:3: error: jobs: wrong 1\n"},
                 {"rack.psu.rated_kw", "t.json:2:3: error: rack.psu.rated_kw: wrong 1\n"},
                 {"nowhere", "t.json:1:1: error: nowhere: wrong 1\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct small small;
        struct sl_document *doc = read_as("t.json", &small, NULL, 0);
        sl_document_error(doc, cases[i].path, "wrong %d", 1);
        char *messages = messages_text(doc);
        if (strncmp(messages, cases[i].wanted, strlen(cases[i].wanted)) != 0)
            fail_msg("wanted %sgot %s", cases[i].wanted, messages);
        free(messages);
        assert_int_equal(sl_document_errors(doc), 1);
        assert_int_equal(sl_document_warnings(doc), 0);
        sl_document_free(doc);
    }
}

static void warnings_are_no_errors(void **state)
{
    (void)state;
    struct small small;
    struct sl_document *doc = read_as("t.json", &small, NULL, 0);
    sl_document_warning(doc, "title", "odd");
    assert_int_equal(sl_document_errors(doc), 0);
    assert_int_equal(sl_document_warnings(doc), 1);
    sl_document_free(doc);
}

/* Beside the file that holds the name; as told on the command line from where one stands; absolute ones as they are. */
static void files_are_beside_the_text_that_names_them(void **state)
{
    (void)state;
    struct small small;
    struct sl_document *doc = read_as("some/folder/t.json", &small, NULL, 0);
    assert_string_equal(sl_document_name(doc), "some/folder/t.json");
    assert_string_equal(sl_document_resolve(doc, "title", small.title), "some/folder/x.csv");
    assert_string_equal(sl_document_resolve(doc, "title", "/data/x.csv"), "/data/x.csv");
    sl_document_free(doc);
    const char *sets[] = {"title=\"y.csv\""};
    doc = read_as("some/folder/t.json", &small, sets, 1);
    assert_string_equal(sl_document_resolve(doc, "title", small.title), "y.csv");
    sl_document_free(doc);
}

static void a_file_that_is_not_there_is_no_document(void **state)
{
    (void)state;
    struct sl_error err = {0};
    assert_null(sl_document_open("/nonexistent/t.json", NULL, 0, &err));
    assert_int_equal(err.code, SL_ERR_IO);
    assert_non_null(strstr(err.text, "/nonexistent/t.json"));
    sl_document_free(NULL);
}

/* Short memory is told once, however often it happens. */
static void short_memory_is_told_once(void **state)
{
    (void)state;
    struct small small;
    struct sl_document *doc = read_as("t.json", &small, NULL, 0);
    sl_document_memory_short(doc);
    sl_document_memory_short(doc);
    assert_int_equal(sl_document_errors(doc), 1);
    sl_document_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_are_shown_at_their_values),
        cmocka_unit_test(warnings_are_no_errors),
        cmocka_unit_test(files_are_beside_the_text_that_names_them),
        cmocka_unit_test(a_file_that_is_not_there_is_no_document),
        cmocka_unit_test(short_memory_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
