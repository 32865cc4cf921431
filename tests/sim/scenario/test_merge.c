/* "extends" and "use" over files in a scratch folder. */
#include "tests/sim/scenario/small_tables.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void file_write(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static struct sl_document *file_read(const char *name, struct small *s)
{
    char path[160];
    struct sl_error err = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct sl_document *doc = sl_document_open(path, NULL, 0, &err);
    if (!doc) fail_msg("%s", err.text);
    sl_document_bind(doc, &small_table, s);
    return doc;
}

static void expect_in_file(const char *name, size_t errors, const char *fragment)
{
    struct small s;
    struct sl_document *doc = file_read(name, &s);
    char *messages = messages_text(doc);
    if (sl_document_errors(doc) != errors || !strstr(messages, fragment))
        fail_msg("%s: wanted %s, got %s", name, fragment, messages);
    free(messages);
    sl_document_free(doc);
}

static int scratch_make(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/stepload_merge_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    char path[160];
    snprintf(path, sizeof path, "%s/library", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/sub", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/more", folder);
    mkdir(path, 0700);
    unsetenv("STEPLOAD_LIBRARY");
    file_write("library/racks.json",
               "// equipment\n"
               "{\"big\": {\"kind\": \"rack\", \"doc\": \"d\", \"sources\": {\"rated_power_kw\": \"assumed: "
               "guess\",\n"
               "           \"psu.rated_kw\": \"data sheet\"},\n"
               "   \"rated_power_kw\": 120, \"psu\": {\"use\": \"titanium\", \"rated_kw\": 30}},\n"
               " \"bigger\": {\"kind\": \"rack\", \"use\": \"big\", \"rated_power_kw\": 140},\n"
               " \"loop\": {\"kind\": \"rack\", \"use\": \"loop\"},\n"
               " \"broken\": {\"kind\": \"rack\", \"rated_power_kw\": -5},\n"
               " \"titanium\": {\"kind\": \"psu\", \"efficiency_fraction\": 0.96},\n"
               " \"ercot\": {\"kind\": \"grid_frequency\", \"power_mw\": 4}}");
    return 0;
}

static int scratch_remove(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static void files_merge_deeply_and_lists_replace(void **state)
{
    (void)state;
    file_write(
        "base.json",
        "{\"stepload\": 1, \"load_mw\": 3, \"rack\": {\"rated_power_kw\": 5, \"psu\": {\"rated_kw\": 2}},\n"
        " \"jobs\": [{\"name\": \"a\", \"accelerators\": 1}, {\"name\": \"b\", \"accelerators\": 2}]}");
    file_write("second.json", "{\"load_mw\": 4, \"title\": \"second\"}");
    file_write("sub/child.json", "{\"extends\": [\"../base.json\", \"../second.json\"], \"rack\": {\"psu\": "
                                 "{\"efficiency_fraction\": 0.5}},\n"
                                 " \"jobs\": [{\"name\": \"c\", \"accelerators\": 3}]}");
    struct small s;
    struct sl_document *doc = file_read("sub/child.json", &s);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_true(s.load_w == 4e6 && s.rack.rated_w == 5e3 && s.rack.psu.rated_w == 2e3 &&
                s.rack.psu.efficiency == 0.5);
    assert_int_equal(s.jobs.count, 1);
    assert_string_equal(((struct job *)s.jobs.items)->name, "c");
    assert_string_equal(s.title, "second");
    sl_document_free(doc);
}

static void values_of_a_base_are_reported_there(void **state)
{
    (void)state;
    file_write("wrong.json", "{\"stepload\": 1,\n  \"lod_mw\": 3}");
    file_write("child.json", "{\"extends\": \"wrong.json\"}");
    file_write("plain.json", "\n\n{\"seed\": 1}");
    file_write("heir.json", "{\"extends\": \"plain.json\"}");
    expect_in_file("heir.json", 1, "/heir.json:1:1: error: required key \"stepload\" is missing");
    expect_in_file("child.json", 1, "/wrong.json:2:3: error: lod_mw: unknown key");
}

static void circles_and_missing_files_are_errors(void **state)
{
    (void)state;
    file_write("a.json", "{\"stepload\": 1, \"extends\": \"b.json\"}");
    file_write("b.json", "{\"extends\": [\"sub/../a.json\"]}");
    file_write("self.json", "{\"stepload\": 1, \"extends\": \"self.json\"}");
    file_write("none.json", "{\"stepload\": 1, \"extends\": \"nothing.json\"}");
    file_write("number.json", "{\"stepload\": 1, \"extends\": 3}");
    expect_in_file("self.json", 1, "self.json:1:28: error: extends: ");
    expect_in_file("self.json", 1, "circle");
    expect_in_file("none.json", 1, "nothing.json: cannot be read");
    expect_in_file("number.json", 1, "number.json:1:28: error: extends: must name files, not hold a number");
    file_write("p.json", "{\"stepload\": 1, \"extends\": \"q.json\"}");
    file_write("q.json", "{\"extends\": \"r.json\"}");
    file_write("r.json", "{\"extends\": \"p.json\"}");
    expect_in_file("p.json", 1, "/r.json:1:13: error: extends: ");
    /* the same file by another name */
    expect_in_file("a.json", 1, "circle");
}

static void library_entries_are_used_and_overridden(void **state)
{
    (void)state;
    file_write("use.json", "{\"stepload\": 1, \"rack\": {\"use\": \"bigger\", \"psu\": {\"rated_kw\": 40}}, "
                           "\"grid\": {\"use\": \"ercot\"}}");
    struct small s;
    struct sl_document *doc = file_read("use.json", &s);
    char *messages = messages_text(doc);
    if (sl_document_errors(doc)) fail_msg("%s", messages);
    free(messages);
    assert_true(s.rack.rated_w == 140e3 && s.rack.psu.rated_w == 40e3 && s.rack.psu.efficiency == 0.96);
    assert_true(s.grid.model == 8 && s.grid.power_w == 4e6); /* the kind tells the variant */
    sl_document_free(doc);
}

static void assumed_values_of_the_library_are_listed(void **state)
{
    (void)state;
    file_write("use.json", "{\"stepload\": 1, \"rack\": {\"use\": \"big\"}}");
    struct small s;
    struct sl_document *doc = file_read("use.json", &s);
    size_t count, found = 0;
    const struct sl_assumed *assumed = sl_document_assumed(doc, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(assumed[i].path, "rack.rated_power_kw") == 0) {
            assert_string_equal(assumed[i].value, "120");
            assert_string_equal(assumed[i].source, "assumed: guess");
            found++;
        }
        assert_string_not_equal(assumed[i].path, "rack.psu.rated_kw");
    }
    assert_int_equal(found, 1);
    sl_document_free(doc);
}

static void mistakes_with_the_library_are_told(void **state)
{
    (void)state;
    file_write("u.json", "{\"stepload\": 1, \"rack\": {\"use\": \"bigg\"}}");
    expect_in_file("u.json", 1,
                   "u.json:1:33: error: rack.use: no rack \"bigg\" in the library (did you mean \"big\"?)");
    file_write("u.json", "{\"stepload\": 1, \"rack\": {\"use\": \"titanium\"}}");
    expect_in_file("u.json", 1, "\"titanium\" of the library is of kind \"psu\", not \"rack\"");
    file_write("u.json", "{\"stepload\": 1, \"place\": {\"use\": \"x\"}}");
    expect_in_file("u.json", 1, "no place \"x\": the library has none of this kind");
    file_write("u.json", "{\"stepload\": 1, \"rack\": {\"use\": \"loop\"}}");
    expect_in_file("u.json", 1, "circle");
    file_write("u.json", "{\"stepload\": 1, \"rack\": {\"use\": 3}}");
    expect_in_file("u.json", 1, "rack.use: must name a library entry, not hold a number");
    file_write("u.json", "{\"stepload\": 1, \"rack\": {\"use\": \"broken\"}}");
    expect_in_file("u.json", 1,
                   "library/racks.json:7:47: error: rack.rated_power_kw: -5 must be between 0 and 1000 kW");
}

static void a_variable_names_more_library_folders(void **state)
{
    (void)state;
    char value[300];
    file_write("more/more.json", "{\"extra\": {\"kind\": \"rack\", \"rated_power_kw\": 77}, \"big\": "
                                 "{\"kind\": \"rack\", \"rated_power_kw\": 1}}");
    /* a folder that comes twice is read once */
    snprintf(value, sizeof value, "/nowhere:%s/library:%s/sub/../library:%s/more", folder, folder, folder);
    setenv("STEPLOAD_LIBRARY", value, 1);
    file_write("v.json", "{\"stepload\": 1, \"rack\": {\"use\": \"extra\"}}");
    struct small s;
    struct sl_document *doc = file_read("v.json", &s);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_true(s.rack.rated_w == 77e3);
    sl_document_free(doc);
    /* the folder beside the scenario comes first */
    file_write("v.json", "{\"stepload\": 1, \"rack\": {\"use\": \"big\"}}");
    doc = file_read("v.json", &s);
    assert_true(s.rack.rated_w == 120e3);
    sl_document_free(doc);
    unsetenv("STEPLOAD_LIBRARY");
}

static void named_files_are_relative_to_the_file_that_names_them(void **state)
{
    (void)state;
    char wanted[160];
    file_write("sub/base.json", "{\"stepload\": 1, \"title\": \"data.csv\"}");
    file_write("p.json", "{\"extends\": \"sub/base.json\", \"target\": \"own.csv\"}");
    struct small s;
    struct sl_document *doc = file_read("p.json", &s);
    assert_int_equal(sl_document_errors(doc), 0);
    snprintf(wanted, sizeof wanted, "%s/sub/data.csv", folder);
    assert_string_equal(sl_document_resolve(doc, "title", s.title), wanted);
    snprintf(wanted, sizeof wanted, "%s/own.csv", folder);
    assert_string_equal(sl_document_resolve(doc, "target", s.target), wanted);
    assert_string_equal(sl_document_resolve(doc, "target", "/abs.csv"), "/abs.csv");
    sl_document_free(doc);
}

static void an_unreadable_file_is_an_io_error(void **state)
{
    (void)state;
    struct sl_error err = {0};
    assert_null(sl_document_open("/nowhere/x.json", NULL, 0, &err));
    assert_int_equal(err.code, SL_ERR_IO);
    assert_null(sl_document_open("/tmp", NULL, 0, &err));
    assert_int_equal(err.code, SL_ERR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_merge_deeply_and_lists_replace),
        cmocka_unit_test(values_of_a_base_are_reported_there),
        cmocka_unit_test(circles_and_missing_files_are_errors),
        cmocka_unit_test(library_entries_are_used_and_overridden),
        cmocka_unit_test(assumed_values_of_the_library_are_listed),
        cmocka_unit_test(mistakes_with_the_library_are_told),
        cmocka_unit_test(a_variable_names_more_library_folders),
        cmocka_unit_test(named_files_are_relative_to_the_file_that_names_them),
        cmocka_unit_test(an_unreadable_file_is_an_io_error),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
