#include "sim/scenario/library_page.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/library.h"
#include "sim/scenario/suggest.h"

#define PATH_SIZE 256
#define DEPTH_MAX 12

struct sl_document *sl_library_open(const char *folder, struct sl_error *err)
{
    char *name = NULL;
    size_t size;
    FILE *to = open_memstream(&name, &size);
    if (!to) {
        sl_no_memory(err, "the library");
        return NULL;
    }
    fprintf(to, "%s/scenario.json", folder);
    fclose(to);
    struct sl_document *doc = sl_document_open_text(name, "{}", 2, NULL, 0, err);
    if (doc) sl_library_read(doc);
    free(name);
    return doc;
}

static const char *text_of(const struct sl_node *entry, const char *key)
{
    const struct sl_node *child = sl_node_find(entry, key);
    return child && child->type == SL_NODE_STRING ? child->string : "";
}

/* The places of the format that take a kind: "fleet.rack", "storage[]". */
struct place {
    const char *kind;
    char path[PATH_SIZE], found[PATH_SIZE];
    int depth;
};

static void place_search(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct place *p = context;
    if (p->depth >= DEPTH_MAX || !(field->table || field->variants)) return;
    const struct sl_kinds kinds = sl_kinds_of(field);
    const size_t length = strlen(p->path);
    snprintf(p->path + length, sizeof p->path - length, "%s%s%s", length ? "." : "", field->key,
             field->type == SL_LIST ? "[]" : "");
    p->depth++;
    const size_t used = strlen(p->found);
    if (sl_kinds_have(&kinds, p->kind) && used + strlen(p->path) + 3 < sizeof p->found)
        snprintf(p->found + used, sizeof p->found - used, "%s%s", used ? ", " : "", p->path);
    if (field->table) sl_table_each(field->table, place_search, p);
    for (const struct sl_variant *v = field->variants; v && v->name; v++)
        sl_table_each(v->table, place_search, p);
    p->depth--;
    p->path[length] = '\0';
}

static void place_print(const struct sl_table *root, const char *kind, FILE *to)
{
    struct place p = {.kind = kind};
    sl_table_each(root, place_search, &p);
    if (p.found[0]) fprintf(to, ", for %s", p.found);
}

/* The file without the detours by which it was found. */
static void file_print(const struct sl_spot *spot, FILE *to)
{
    char *plain = realpath(spot->source->name, NULL);
    fputs(plain ? plain : spot->source->name, to);
    free(plain);
}

static void kind_print(const struct sl_document *library, const struct sl_table *root, const char *kind,
                       FILE *to)
{
    const struct sl_source *file = NULL;
    fprintf(to, "\n%s", kind);
    place_print(root, kind, to);
    fputc('\n', to);
    for (const struct sl_node *e = library->library->child; e; e = e->next) {
        if (strcmp(text_of(e, "kind"), kind) != 0) continue;
        if (e->key_place.source != file) {
            file = e->key_place.source;
            fputs("  from ", to);
            file_print(&e->key_place, to);
            fputc('\n', to);
        }
        fprintf(to, "    %-24s %s\n", e->key, text_of(e, "doc"));
    }
}

void sl_library_print(const struct sl_document *library, const struct sl_table *root, FILE *to)
{
    fputs("Library entries by kind: \"use\": \"NAME\" in a scenario takes one, keys beside it override.\n"
          "stepload describe library NAME prints an entry.\n",
          to);
    const struct sl_node *first = library->library ? library->library->child : NULL;
    if (!first) fputs("\nThe library is empty.\n", to);
    for (const struct sl_node *e = first; e; e = e->next) {
        const struct sl_node *same = first; /* the first of its kind leads the others */
        while (same != e && strcmp(text_of(same, "kind"), text_of(e, "kind")) != 0) same = same->next;
        if (same == e) kind_print(library, root, text_of(e, "kind"), to);
    }
}

/* The source told for a field of the entry, or NULL. */
static const char *source_of(const struct sl_node *entry, const struct sl_node *field)
{
    const struct sl_node *sources = sl_node_find(entry, "sources");
    for (const struct sl_node *s = sources ? sources->child : NULL; s; s = s->next)
        if (s->key && s->type == SL_NODE_STRING && sl_library_sourced(entry, s->key) == field)
            return s->string;
    return NULL;
}

static bool holds_objects(const struct sl_node *node)
{
    for (const struct sl_node *child = node->child; child; child = child->next)
        if (child->type == SL_NODE_OBJECT || holds_objects(child)) return true;
    return node->type == SL_NODE_OBJECT;
}

struct entry_page {
    FILE *to;
    const struct sl_node *entry;
};

static void value_print(const struct entry_page *page, const char *path, const struct sl_node *node,
                        const char *source)
{
    const char *own = source_of(page->entry, node);
    if (own) source = own;
    if (!holds_objects(node)) {
        char *text = sl_node_text(node);
        fprintf(page->to, "  %-38s %s", path, text ? text : "?");
        if (source) fprintf(page->to, "  [%s]", source);
        fputc('\n', page->to);
        free(text);
        return;
    }
    size_t index = 0;
    for (const struct sl_node *child = node->child; child; child = child->next, index++) {
        char inner[PATH_SIZE];
        if (node->type == SL_NODE_ARRAY)
            snprintf(inner, sizeof inner, "%s[%zu]", path, index);
        else
            snprintf(inner, sizeof inner, "%s%s%s", path, path[0] ? "." : "", child->key);
        value_print(page, inner, child, source);
    }
}

static void entry_print(const struct sl_node *entry, const struct sl_table *root, FILE *to)
{
    size_t line, column;
    sl_source_position(entry->key_place.source, entry->key_place.offset, &line, &column);
    fprintf(to, "%s: %s\nkind %s", entry->key, text_of(entry, "doc"), text_of(entry, "kind"));
    place_print(root, text_of(entry, "kind"), to);
    fputs("; from ", to);
    file_print(&entry->key_place, to);
    fprintf(to, ":%zu\n\n", line);
    const struct entry_page page = {to, entry};
    for (const struct sl_node *child = entry->child; child; child = child->next)
        if (strcmp(child->key, "kind") != 0 && strcmp(child->key, "doc") != 0 &&
            strcmp(child->key, "sources") != 0)
            value_print(&page, child->key, child, NULL);
}

int sl_library_print_entry(const struct sl_document *library, const struct sl_table *root, const char *name,
                           FILE *to, struct sl_error *err)
{
    struct sl_nearest nearest = sl_nearest_to(name);
    bool found = false;
    for (const struct sl_node *e = library->library ? library->library->child : NULL; e; e = e->next) {
        sl_nearest_offer(&nearest, e->key);
        if (strcmp(e->key, name) != 0) continue;
        if (found) fputc('\n', to);
        entry_print(e, root, to);
        found = true;
    }
    if (found) return SL_OK;
    if (nearest.best)
        return sl_fail(err, SL_ERR_USAGE, "no \"%s\" in the library (did you mean \"%s\"?)", name,
                       nearest.best);
    return sl_fail(err, SL_ERR_USAGE, "no \"%s\" in the library (stepload describe library lists it)", name);
}
