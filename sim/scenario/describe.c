#include "sim/scenario/describe.h"

#include <stdbool.h>
#include <string.h>

#include "sim/scenario/library.h"
#include "sim/scenario/suggest.h"
#include "sim/scenario/table.h"

#define PATH_MAX_DESCRIBED 256
#define DEPTH_MAX 16

static const char *plain_type(enum sl_field_type type)
{
    static const char *const names[] = {[SL_BOOL] = "true or false",
                                        [SL_INT] = "whole number",
                                        [SL_REAL] = "number",
                                        [SL_STRING] = "text",
                                        [SL_ENUM] = "choice",
                                        [SL_TIME] = "time",
                                        [SL_OBJECT] = "object",
                                        [SL_LIST] = "list",
                                        [SL_MAP] = "object of named objects",
                                        [SL_CURVE] = "list of [x, y]",
                                        [SL_REF] = "name",
                                        [SL_VARIANT] = "object",
                                        [SL_INLINE] = ""};
    return names[type];
}

/* "list of objects", "number in kW", "choice: \"a\", \"b\"". */
static void type_text(char *text, size_t size, const struct sl_field *field)
{
    size_t used = 0;
    const enum sl_field_type type = field->type == SL_LIST ? field->item : field->type;
    if (field->type == SL_LIST) used = (size_t)snprintf(text, size, "list of ");
    used += (size_t)snprintf(text + used, size - used, "%s%s", plain_type(type),
                             field->type == SL_LIST && type != SL_ENUM ? "s" : "");
    const char *symbol = sl_field_symbol(field);
    if (symbol[0]) used += (size_t)snprintf(text + used, size - used, " in %s", symbol);
    const char *before = ": ";
    for (const struct sl_choice *c = field->choices; type == SL_ENUM && c->name && used + 40 < size; c++) {
        used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", before, c->name);
        before = ", ";
    }
    if (type != SL_VARIANT) return;
    used += (size_t)snprintf(text + used, size - used, ", \"%s\"", sl_field_tag(field));
    for (const struct sl_variant *v = field->variants; v->name && used + 40 < size; v++) {
        used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", before, v->name);
        before = ", ";
    }
}

static void facts_text(char *text, size_t size, const struct sl_field *field)
{
    char value[200], range[128];
    type_text(text, size, field);
    size_t used = strlen(text);
    sl_field_range(range, sizeof range, field);
    if (range[0]) used += (size_t)snprintf(text + used, size - used, "; %s", range);
    if (field->flags & SL_REQUIRED) used += (size_t)snprintf(text + used, size - used, "; required");
    if (sl_field_default(value, sizeof value, field) && used < size)
        used += (size_t)snprintf(text + used, size - used, "; default %s", value);
    if (field->flags & SL_LATER && used < size) snprintf(text + used, size - used, "; not simulated yet");
}

static void row_print(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    FILE *to = context;
    char facts[900];
    facts_text(facts, sizeof facts, field);
    fprintf(to, "  %-26s %s\n", field->key, facts);
    fprintf(to, "  %-26s %s", "", field->doc ? field->doc : "");
    if (field->source) fprintf(to, "  [%s]", field->source);
    fputc('\n', to);
}

static void table_print(FILE *to, const char *path, const struct sl_table *table)
{
    fprintf(to, "%s%s%s\n\n", path, path[0] ? ": " : "", table->doc);
    sl_table_each(table, row_print, to);
}

static void variants_print(FILE *to, const char *path, const struct sl_field *field)
{
    for (const struct sl_variant *v = field->variants; v->name; v++) {
        fprintf(to, "%s%s with \"%s\": \"%s\"", v == field->variants ? "" : "\n", path, sl_field_tag(field),
                v->name);
        if (v->doc) fprintf(to, " (%s)", v->doc);
        fputc('\n', to);
        sl_table_each(v->table, row_print, to);
    }
}

/* What a path has led to: a table, or a row. */
struct found {
    const struct sl_table *table;
    const struct sl_field *field;
};

static void offer(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    sl_nearest_offer(context, field->key);
}

/* One step down; false if there is no such key. */
static bool step_down(struct found *at, const char *key, struct sl_nearest *nearest)
{
    const struct sl_field *field = NULL;
    if (at->field && at->field->variants && strcmp(key, sl_field_tag(at->field)) == 0) return true;
    if (at->table) {
        field = sl_table_find(at->table, key);
        sl_table_each(at->table, offer, nearest);
    }
    for (const struct sl_variant *v = at->field ? at->field->variants : NULL; v && v->name && !field; v++) {
        if (strcmp(v->name, key) == 0) {
            *at = (struct found){v->table, NULL};
            return true;
        }
        field = sl_table_find(v->table, key);
        sl_table_each(v->table, offer, nearest);
    }
    if (!field) return false;
    *at = (struct found){field->table, field};
    return true;
}

static int path_walk(struct found *at, const char *path, struct sl_error *err)
{
    const char *rest = path;
    while (*rest) {
        char key[64];
        size_t length = strcspn(rest, ".["), skip = length;
        if (length >= sizeof key) length = sizeof key - 1;
        memcpy(key, rest, length);
        key[length] = '\0';
        while (rest[skip] == '[') {
            skip += strcspn(rest + skip, "]");
            if (rest[skip]) skip++;
        }
        struct sl_nearest nearest = sl_nearest_to(key);
        if (!step_down(at, key, &nearest)) {
            int shown = (int)(rest - path) + (int)length;
            return nearest.best ? sl_fail(err, SL_ERR_USAGE, "%.*s: no such key (did you mean \"%s\"?)",
                                          shown, path, nearest.best)
                                : sl_fail(err, SL_ERR_USAGE, "%.*s: no such key", shown, path);
        }
        rest += skip;
        if (*rest == '.') rest++;
    }
    return SL_OK;
}

static void field_print(FILE *to, const char *path, const struct sl_field *field)
{
    fprintf(to, "%s\n\n", path);
    row_print(to, field, 0);
    for (const struct sl_choice *c = field->choices; c && c->name; c++)
        if (c->doc) fprintf(to, "  %-26s \"%s\": %s\n", "", c->name, c->doc);
}

/* The names that "use" may take here. */
static void use_print(FILE *to, const struct sl_document *library, const struct found *at)
{
    const struct sl_kinds kinds =
        at->field && at->field->variants ? sl_kinds_of(at->field) : (struct sl_kinds){.table = at->table};
    const struct sl_node *e = library ? sl_library_next(library, &kinds, NULL) : NULL;
    if (!e) return;
    fprintf(to, "  %-26s name in the library\n", "use");
    fprintf(to, "  %-26s takes that entry's keys, those beside it override: ", "");
    for (const char *before = ""; e; e = sl_library_next(library, &kinds, e), before = ", ")
        fprintf(to, "%s%s", before, e->key);
    fputs("\n", to);
}

int sl_describe(const struct sl_table *root, const char *path, const struct sl_document *library, FILE *to,
                struct sl_error *err)
{
    struct found at = {root, NULL};
    if (!path) path = "";
    int status = path_walk(&at, path, err);
    if (status != SL_OK) return status;
    if (at.field && at.field->variants)
        variants_print(to, path, at.field);
    else if (at.table)
        table_print(to, path, at.table);
    else
        field_print(to, path, at.field);
    if (at.table || (at.field && at.field->variants)) use_print(to, library, &at);
    return SL_OK;
}

/* The reference page: the tables in the order of the tree. */
struct page {
    FILE *to;
    char path[PATH_MAX_DESCRIBED];
    int depth;
};

static void cell_print(FILE *to, const char *text)
{
    for (; text && *text; text++) {
        if (*text == '|') fputc('\\', to);
        fputc(*text, to);
    }
}

static void markdown_row(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct page *page = context;
    char facts[900];
    facts_text(facts, sizeof facts, field);
    fprintf(page->to, "| `%s` | ", field->key);
    cell_print(page->to, facts);
    fputs(" | ", page->to);
    cell_print(page->to, field->doc);
    fputs(" | ", page->to);
    cell_print(page->to, field->source);
    fputs(" |\n", page->to);
}

static void markdown_table(struct page *page, const struct sl_table *table, const char *variant);

static void markdown_below(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct page *page = context;
    if (page->depth >= DEPTH_MAX || !(field->table || field->variants)) return;
    const size_t length = strlen(page->path);
    snprintf(page->path + length, sizeof page->path - length, "%s%s%s", length ? "." : "", field->key,
             field->type == SL_LIST ? "[]" : "");
    page->depth++;
    if (field->table) markdown_table(page, field->table, NULL);
    for (const struct sl_variant *v = field->variants; v && v->name; v++)
        markdown_table(page, v->table, v->name);
    page->depth--;
    page->path[length] = '\0';
}

static void markdown_table(struct page *page, const struct sl_table *table, const char *variant)
{
    fprintf(page->to, "\n## %s%s%s\n\n%s Library kind: `%s`.\n\n", page->path[0] ? page->path : "Top level",
            variant ? ", " : "", variant ? variant : "", table->doc, table->name);
    fputs("| key | type | meaning | source of the default |\n|---|---|---|---|\n", page->to);
    sl_table_each(table, markdown_row, page);
    sl_table_each(table, markdown_below, page);
}

void sl_describe_reference(const struct sl_table *root, FILE *to)
{
    struct page page = {to, "", 0};
    fputs("# Keys of a scenario file\n", to);
    markdown_table(&page, root, NULL);
}
