/* The library as people read it: kinds with the places that take them, entries with values and sources. */
#include "tests/sim/scenario/small_tables.h"

#include <sys/stat.h>
#include <unistd.h>

#include "sim/scenario/describe.h"
#include "sim/scenario/library_page.h"

static char folder[] = "/tmp/stepload_page_XXXXXX";

static void file_write(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/library/%s", folder, name);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

static int library_make(void **state)
{
    (void)state;
    char path[128];
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/library", folder);
    if (mkdir(path, 0700)) return -1;
    setenv("STEPLOAD_LIBRARY", "", 1);
    file_write("a.json",
               "{\n\"big\": {\"kind\": \"rack\", \"doc\": \"A big one.\",\n"
               "  \"sources\": {\"rated_power_kw\": \"data sheet 7\", \"psu\": \"assumed: as the rest\"},\n"
               "  \"rated_power_kw\": 40, \"psu\": {\"rated_kw\": 50, \"loss_kw\": [[0, 1], [1, 2]]}},\n"
               " \"tin\": {\"kind\": \"psu\", \"doc\": \"Tin.\", \"rated_kw\": 3}}");
    file_write("b.json",
               "{\"small\": {\"kind\": \"rack\", \"doc\": \"A small one.\", \"rated_power_kw\": 4}}");
    return 0;
}

static int library_remove(void **state)
{
    (void)state;
    char path[128];
    const char *const parts[] = {"/library/a.json", "/library/b.json", "/library", ""};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(path, sizeof path, "%s%s", folder, parts[i]);
        if (remove(path)) return -1;
    }
    return 0;
}

enum page { LISTING, ENTRY, KEYS };

/* The page, or what the error says; the caller frees. */
static char *page_text(enum page page, const char *name, int status)
{
    struct sl_error err = {0};
    struct sl_document *library = sl_library_open(folder, &err);
    assert_non_null(library);
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    int got = SL_OK;
    if (page == LISTING) sl_library_print(library, &small_table, to);
    if (page == ENTRY) got = sl_library_print_entry(library, &small_table, name, to, &err);
    if (page == KEYS) got = sl_describe(&small_table, name, library, to, &err);
    assert_int_equal(got, status);
    if (got) fputs(err.text, to);
    fclose(to);
    sl_document_free(library);
    return text;
}

static void expect_page(enum page page, const char *name, int status, const char *fragment)
{
    char *text = page_text(page, name, status);
    if (!strstr(text, fragment)) fail_msg("wanted %s in %s", fragment, text);
    free(text);
}

static void the_listing_has_kind_place_name_doc_and_file(void **state)
{
    (void)state;
    char wanted[256];
    snprintf(wanted, sizeof wanted,
             "\nrack, for rack\n  from %s/library/a.json\n    big                      A big one.\n"
             "  from %s/library/b.json\n    small                    A small one.\n",
             folder, folder);
    expect_page(LISTING, NULL, SL_OK, wanted);
    expect_page(LISTING, NULL, SL_OK, "\npsu, for rack.psu\n");
}

static void an_entry_shows_values_with_their_sources(void **state)
{
    (void)state;
    char wanted[256];
    snprintf(wanted, sizeof wanted, "big: A big one.\nkind rack, for rack; from %s/library/a.json:2\n",
             folder);
    expect_page(ENTRY, "big", SL_OK, wanted);
    expect_page(ENTRY, "big", SL_OK, "  rated_power_kw                         40  [data sheet 7]\n");
    /* a source told for an object holds for what is in it */
    expect_page(ENTRY, "big", SL_OK, "  psu.rated_kw                           50  [assumed: as the rest]\n");
    expect_page(ENTRY, "big", SL_OK, "  psu.loss_kw                            [[0, 1], [1, 2]]  [assumed");
    expect_page(ENTRY, "tin", SL_OK, "  rated_kw                               3\n");
    expect_page(ENTRY, "smal", SL_ERR_USAGE, "no \"smal\" in the library (did you mean \"small\"?)");
    expect_page(ENTRY, "zeppelin", SL_ERR_USAGE, "no \"zeppelin\" in the library (stepload describe library");
}

static void keys_tell_the_names_that_use_may_take(void **state)
{
    (void)state;
    expect_page(KEYS, "rack", SL_OK, "override: big, small\n");
    expect_page(KEYS, "rack.psu", SL_OK, "override: tin\n");
    char *text = page_text(KEYS, "jobs", SL_OK);
    assert_null(strstr(text, "override"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_listing_has_kind_place_name_doc_and_file),
        cmocka_unit_test(an_entry_shows_values_with_their_sources),
        cmocka_unit_test(keys_tell_the_names_that_use_may_take),
    };
    return cmocka_run_group_tests(tests, library_make, library_remove);
}
