/* The schema of a small format: JSON that our own reader takes, whose references all lead somewhere. */
#include "sim/scenario/schema.h"

#include "sim/scenario/document.h"
#include "sim/scenario/json.h"
#include "tests/sim/scenario/small_tables.h"

struct schema {
    struct sl_arena arena;
    struct sl_messages messages;
    char *text;
    struct sl_node *root, *definitions;
};

static struct schema *schema_read(void)
{
    struct schema *s = calloc(1, sizeof *s);
    size_t size;
    FILE *to = open_memstream(&s->text, &size);
    assert_int_equal(sl_schema_print(&small_table, to), 0);
    fclose(to);
    s->messages.arena = &s->arena;
    struct sl_source *source = sl_source_from_text(&s->arena, "schema", s->text, size);
    s->root = sl_json_parse(&s->arena, source, 0, &s->messages);
    assert_non_null(s->root);
    assert_int_equal(s->messages.counts[SL_SEVERITY_ERROR], 0);
    s->definitions = sl_node_find(s->root, "definitions");
    assert_non_null(s->definitions);
    return s;
}

static void schema_free(struct schema *s)
{
    sl_arena_free(&s->arena);
    free(s->text);
    free(s);
}

/* Every "$ref" names a definition; returns their number. */
static size_t references_follow(const struct schema *s, const struct sl_node *node)
{
    static const char head[] = "#/definitions/";
    size_t count = 0;
    for (const struct sl_node *c = node->child; c; c = c->next) {
        if (c->key && strcmp(c->key, "$ref") == 0) {
            assert_int_equal(strncmp(c->string, head, strlen(head)), 0);
            if (!sl_node_find(s->definitions, c->string + strlen(head)))
                fail_msg("%s leads nowhere", c->string);
            count++;
        }
        count += references_follow(s, c);
    }
    return count;
}

static void references_lead_to_definitions(void **state)
{
    (void)state;
    struct schema *s = schema_read();
    assert_string_equal(sl_node_find(s->root, "$schema")->string, "http://json-schema.org/draft-07/schema#");
    assert_true(references_follow(s, s->root) > 20);
    const char *tables[] = {"small", "rack", "psu", "job", "bus", "grid_stiff", "grid_frequency", "place"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (!sl_node_find(s->definitions, tables[i])) fail_msg("no %s", tables[i]);
    schema_free(s);
}

static const struct sl_node *property(const struct schema *s, const char *table, const char *key)
{
    const struct sl_node *p =
        sl_node_find(sl_node_find(sl_node_find(s->definitions, table), "properties"), key);
    if (!p) fail_msg("no %s in %s", key, table);
    return p;
}

/* Types, ranges (open or not) and defaults of the rows. */
static void rows_become_properties(void **state)
{
    (void)state;
    struct schema *s = schema_read();
    const struct sl_node *rated = property(s, "psu.whole", "rated_kw");
    assert_string_equal(sl_node_find(rated, "type")->string, "number");
    assert_true(sl_node_find(rated, "exclusiveMinimum")->number == 0.0);
    assert_true(sl_node_find(rated, "maximum")->number == 100.0);
    assert_true(sl_node_find(rated, "default")->number == 5.0);
    assert_null(sl_node_find(rated, "minimum"));
    const struct sl_node *voltage = property(s, "bus.part", "voltage_kv");
    assert_true(sl_node_find(voltage, "exclusiveMaximum")->number == 800.0);
    const struct sl_node *seed = property(s, "small.whole", "seed");
    assert_string_equal(sl_node_find(seed, "type")->string, "integer");
    const struct sl_node *kinds = sl_node_find(property(s, "job.whole", "kind"), "enum");
    assert_int_equal(kinds->count, 2);
    assert_string_equal(kinds->child->string, "training");
    assert_null(sl_node_find(property(s, "small.whole", "limit_mw"), "default")); /* infinite */
    schema_free(s);
}

/* Strict about unknown keys; required keys may come from a library entry, then only "part" is asked for. */
static void required_keys_are_asked_of_the_whole_only(void **state)
{
    (void)state;
    struct schema *s = schema_read();
    const struct sl_node *whole = sl_node_find(s->definitions, "rack.whole"),
                         *part = sl_node_find(s->definitions, "rack.part");
    const struct sl_node *required = sl_node_find(whole, "required");
    assert_int_equal(required->count, 1);
    assert_string_equal(required->child->string, "rated_power_kw");
    assert_null(sl_node_find(part, "required"));
    assert_false(sl_node_find(whole, "additionalProperties")->boolean);
    assert_false(sl_node_find(part, "additionalProperties")->boolean);
    schema_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_lead_to_definitions),
        cmocka_unit_test(rows_become_properties),
        cmocka_unit_test(required_keys_are_asked_of_the_whole_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
