/* Every entry of the shipped library binds to its table: right keys, units and ranges, and sources that name fields.
 * Runs in the folder of the project. */
#include "sim/scenario/library.h"

#include "sim/scenario/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The row of the format whose objects may use an entry of this kind. */
struct search {
    const char *kind;
    const struct sl_field *found;
};

static void row_search(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct search *s = context;
    if (s->found) return;
    if (field->table && sl_table_is_kind(field->table, s->kind)) s->found = field;
    if (field->variants && strcmp(field->key, s->kind) == 0) s->found = field;
    for (const struct sl_variant *v = field->variants; v && v->name; v++) {
        if (sl_table_is_kind(v->table, s->kind)) s->found = field;
        if (!s->found) sl_table_each(v->table, row_search, s);
    }
    if (field->table && !s->found) sl_table_each(field->table, row_search, s);
}

static size_t struct_size(const struct sl_field *field)
{
    size_t size = field->table ? field->table->size : 0;
    for (const struct sl_variant *v = field->variants; v && v->name; v++)
        if (v->table->size > size) size = v->table->size;
    return size;
}

/* Binds { "x": { "use": name } } with a table of one row; required keys that an entry leaves to the scenario are fine. */
static void entry_check(const char *kind, const char *name)
{
    struct search search = {kind, NULL};
    sl_table_each(&sl_scenario_table, row_search, &search);
    if (!search.found) fail_msg("%s: nothing in the format takes a \"%s\"", name, kind);
    struct sl_field row = *search.found;
    if (row.type == SL_LIST) row.type = row.item;
    row.key = row.variants ? row.key : "x";
    row.offset = 0;
    row.present = SL_UNTOLD;
    const struct sl_table table = {
        .name = "test", .doc = "", .size = struct_size(&row), .fields = &row, .count = 1};
    char text[256];
    snprintf(text, sizeof text, "{\"%s\": {\"use\": \"%s\"}}", row.key, name);
    struct sl_error err = {0};
    struct sl_document *doc = sl_document_open_text("t.json", text, strlen(text), NULL, 0, &err);
    assert_non_null(doc);
    void *out = calloc(1, table.size);
    sl_document_bind(doc, &table, out);
    for (size_t i = 0; i < doc->messages.kept_count; i++) {
        const struct sl_message *m = &doc->messages.kept[i];
        if (m->severity == SL_SEVERITY_ERROR && !strstr(m->text, "is missing"))
            fail_msg("%s %s: %s: %s", kind, name, m->path, m->text);
    }
    free(out);
    sl_document_free(doc);
}

static struct sl_document *library_open(void)
{
    struct sl_error err = {0};
    setenv("STEPLOAD_LIBRARY", "scenarios/library", 1);
    struct sl_document *doc = sl_document_open_text("t.json", "{}", 2, NULL, 0, &err);
    assert_non_null(doc);
    sl_library_read(doc);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_true(doc->library->count > 10);
    return doc;
}

static void every_entry_binds(void **state)
{
    (void)state;
    struct sl_document *doc = library_open();
    for (const struct sl_node *e = doc->library->child; e; e = e->next)
        entry_check(sl_node_find(e, "kind")->string, e->key);
    sl_document_free(doc);
}

/* A source for a field that does not exist is a slip of the pen. */
static void every_source_names_a_field(void **state)
{
    (void)state;
    struct sl_document *doc = library_open();
    for (const struct sl_node *e = doc->library->child; e; e = e->next) {
        const struct sl_node *sources = sl_node_find(e, "sources");
        for (const struct sl_node *s = sources ? sources->child : NULL; s; s = s->next)
            if (!sl_library_sourced(e, s->key))
                fail_msg("%s: source of \"%s\", which it does not have", e->key, s->key);
    }
    sl_document_free(doc);
}

static bool describes_the_entry(const char *key)
{
    static const char *const about[] = {"kind", "doc", "source", "sources", "id", "date", "status"};
    for (size_t i = 0; key && i < sizeof about / sizeof about[0]; i++)
        if (strcmp(key, about[i]) == 0) return true;
    return false;
}

static bool has_number(const struct sl_node *node)
{
    if (node->type == SL_NODE_NUMBER) return true;
    for (const struct sl_node *child = node->child; child; child = child->next)
        if (has_number(child)) return true;
    return false;
}

static bool has_source(const struct sl_node *entry, const struct sl_node *field)
{
    const struct sl_node *sources = sl_node_find(entry, "sources");
    for (const struct sl_node *s = sources ? sources->child : NULL; s; s = s->next)
        if (s->type == SL_NODE_STRING && s->string[0] && sl_library_sourced(entry, s->key) == field)
            return true;
    return false;
}

/* Numbers, and lists of them (a curve has one source), without a source of their own; counts what has one. */
static size_t unsourced_print(const struct sl_node *entry, const struct sl_node *node, size_t *sourced)
{
    size_t missing = 0;
    for (const struct sl_node *child = node->child; child; child = child->next) {
        if (node == entry && describes_the_entry(child->key)) continue;
        if (child->type == SL_NODE_OBJECT) {
            missing += unsourced_print(entry, child, sourced);
        } else if (has_number(child)) {
            if (has_source(entry, child))
                ++*sourced;
            else
                print_error("%s: \"%s\" of \"%s\" has no source\n", entry->key, child->key,
                            node->key ? node->key : "?"),
                    missing++;
        }
    }
    return missing;
}

/* Where a number comes from is told beside it: a document, "recalled", or "assumed". */
static void every_number_has_a_source(void **state)
{
    (void)state;
    struct sl_document *doc = library_open();
    size_t sourced = 0, missing = 0;
    for (const struct sl_node *e = doc->library->child; e; e = e->next)
        missing += unsourced_print(e, e, &sourced);
    assert_int_equal(missing, 0);
    assert_true(sourced > 200); /* the walk does reach them */
    sl_document_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_binds),
        cmocka_unit_test(every_source_names_a_field),
        cmocka_unit_test(every_number_has_a_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
