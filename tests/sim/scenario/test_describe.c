/* The pages for people and for editors, from the same rows. */
#include "tests/sim/scenario/small_tables.h"

#include "sim/scenario/describe.h"
#include "sim/scenario/json.h"
#include "sim/scenario/schema.h"

static char *described(const char *path, int status)
{
    char *text = NULL;
    size_t size;
    struct sl_error err = {0};
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(sl_describe(&small_table, path, NULL, to, &err), status);
    if (status) fputs(err.text, to);
    fclose(to);
    return text;
}

static void expect_described(const char *path, int status, const char *fragment)
{
    char *text = described(path, status);
    if (!strstr(text, fragment)) fail_msg("%s: wanted %s in %s", path, fragment, text);
    free(text);
}

static void rows_tell_unit_range_default_and_source(void **state)
{
    (void)state;
    expect_described("rack.psu", 0,
                     "rated_kw                   number in kW; above 0 and at most 100 kW; default 5\n");
    expect_described("rack.psu", 0, "rating  [assumed: typical]");
    expect_described(
        "", 0, "later                      whole number; between 0 and 9; default 0; not simulated yet");
    expect_described("jobs[0].kind", 0, "choice: \"training\", \"inference\"; default \"inference\"");
    expect_described("jobs[0].kind", 0, "\"training\": t");
    expect_described("jobs", 0, "band_hz                    list of numbers in Hz; between 0 and 100 Hz");
    expect_described("grid", 0, "grid with \"model\": \"frequency\" (swings)\n  droop_pu");
    expect_described("grid.model", 0, "grid.model with \"model\": \"stiff\" (stiff)");
    expect_described("grid.frequency", 0, "Swings.");
    expect_described("grid.power_mw", 0, "required");
    expect_described("place", 0, "between -90 and 90 deg; required");
}

static void wrong_paths_are_told(void **state)
{
    (void)state;
    expect_described("rak.psu", SL_ERR_USAGE, "rak: no such key (did you mean \"rack\"?)");
    expect_described("rack.psx", SL_ERR_USAGE, "rack.psx: no such key (did you mean \"psu\"?)");
    expect_described("load_mw.x", SL_ERR_USAGE, "load_mw.x: no such key");
}

static void the_reference_page_has_every_table(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    sl_describe_reference(&small_table, to);
    fclose(to);
    const char *const wanted[] = {
        "## Top level\n",
        "## rack\n",
        "## rack.psu\n",
        "## jobs[]\n",
        "## buses\n",
        "## grid, stiff\n",
        "## grids[], frequency\n",
        "## place\n",
        "| `rated_kw` | number in kW; above 0 and at most 100 kW; default 5 | rating | assumed: typical |"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (!strstr(text, wanted[i])) fail_msg("%s is missing", wanted[i]);
    free(text);
}

static const struct sl_node *at(const struct sl_node *node, const char *const *keys)
{
    for (; node && *keys; keys++) node = sl_node_find(node, *keys);
    assert_non_null(node);
    return node;
}

static void the_schema_carries_the_rows(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(sl_schema_print(&small_table, to), 0);
    fclose(to);
    struct sl_arena arena = {0};
    struct sl_messages messages = {.arena = &arena};
    struct sl_source *source = sl_source_from_text(&arena, "schema", text, size);
    struct sl_node *schema = sl_json_parse(&arena, source, 0, &messages);
    assert_non_null(schema); /* strict JSON, no key twice */
    const char *const draft[] = {"$schema", NULL};
    assert_string_equal(at(schema, draft)->string, "http://json-schema.org/draft-07/schema#");
    const char *const rated[] = {"definitions", "psu.whole", "properties", "rated_kw", NULL};
    const struct sl_node *row = at(schema, rated);
    assert_true(sl_node_find(row, "exclusiveMinimum")->number == 0 &&
                sl_node_find(row, "maximum")->number == 100);
    assert_true(sl_node_find(row, "default")->number == 5);
    const char *const closed[] = {"definitions", "psu.whole", "additionalProperties", NULL};
    assert_false(at(schema, closed)->boolean);
    const char *const required[] = {"definitions", "rack.whole", "required", NULL};
    assert_string_equal(at(schema, required)->child->string, "rated_power_kw");
    const char *const part[] = {"definitions", "rack.part", NULL};
    assert_null(sl_node_find(at(schema, part), "required"));
    const char *const below[] = {"definitions", "rack.part", "properties", "psu", "allOf", NULL};
    assert_string_equal(sl_node_find(at(schema, below)->child, "$ref")->string, "#/definitions/psu.part");
    const char *const kind[] = {"definitions", "job.whole", "properties", "kind", "enum", NULL};
    assert_int_equal(at(schema, kind)->count, 2);
    sl_arena_free(&arena);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_tell_unit_range_default_and_source),
        cmocka_unit_test(wrong_paths_are_told),
        cmocka_unit_test(the_reference_page_has_every_table),
        cmocka_unit_test(the_schema_carries_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
