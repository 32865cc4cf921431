#include "sim/scenario/library.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/scenario/json.h"
#include "sim/scenario/merge.h"
#include "sim/scenario/suggest.h"

#define USE_DEPTH_MAX 8

static const char *entry_kind(const struct sl_node *entry)
{
    const struct sl_node *kind = sl_node_find(entry, "kind");
    return kind && kind->type == SL_NODE_STRING ? kind->string : "";
}

static const struct sl_node *entry_find(const struct sl_document *doc, const char *kind, const char *name)
{
    for (const struct sl_node *e = doc->library->child; e; e = e->next)
        if (strcmp(e->key, name) == 0 && strcmp(entry_kind(e), kind) == 0) return e;
    return NULL;
}

/* A name twice in one folder is a mistake; in a later folder it is hidden. */
static void entry_add(struct sl_document *doc, struct sl_node *entry)
{
    if (entry->type != SL_NODE_OBJECT || !entry_kind(entry)[0]) {
        sl_document_report(doc, sl_node_place(entry), entry->key,
                           "a library entry is an object with a \"kind\" (as in: \"kind\": \"rack\")");
        return;
    }
    const struct sl_node *old = entry_find(doc, entry_kind(entry), entry->key);
    if (!old) {
        sl_node_append(doc->library, entry);
        return;
    }
    if (strcmp(old->key_place.source->folder, entry->key_place.source->folder) == 0)
        sl_document_report(doc, entry->key_place, entry->key,
                           "this %s stands twice in the library; first in %s", entry_kind(entry),
                           old->key_place.source->name);
}

static void file_read(struct sl_document *doc, const char *path)
{
    struct sl_error err = {0};
    struct sl_spot nowhere = {0};
    struct sl_source *source = sl_source_read(&doc->arena, path, &err);
    if (!source) {
        sl_document_report(doc, nowhere, NULL, "library: %s", err.text);
        return;
    }
    sl_document_take_source(doc, source);
    struct sl_node *tree = sl_json_parse(&doc->arena, source, 0, &doc->messages);
    if (!tree) return;
    if (tree->type != SL_NODE_OBJECT) {
        sl_document_report(doc, tree->value_place, NULL, "a library file is an object of named entries");
        return;
    }
    struct sl_node *next;
    for (struct sl_node *entry = tree->child; entry; entry = next) {
        next = entry->next;
        entry_add(doc, entry);
    }
}

static int is_json(const struct dirent *item)
{
    const char *dot = strrchr(item->d_name, '.');
    return item->d_name[0] != '.' && dot && strcmp(dot, ".json") == 0;
}

/* Remembers the folder; false if it was read before (by whatever name) or does not exist. */
static bool folder_is_new(struct sl_document *doc, const char *folder)
{
    char *absolute = realpath(folder, NULL);
    if (!absolute) return false;
    const struct sl_node *known = doc->library_folders;
    while (known && strcmp(known->string, absolute) != 0) known = known->next;
    struct sl_node *entry = known ? NULL : sl_node_new(&doc->arena, SL_NODE_STRING, NULL);
    if (entry) entry->string = sl_arena_copy(&doc->arena, absolute, strlen(absolute));
    free(absolute);
    if (known) return false;
    if (!entry || !entry->string) {
        sl_document_memory_short(doc);
        return false;
    }
    entry->next = doc->library_folders;
    doc->library_folders = entry;
    return true;
}

/* Files in the order of their names, so that messages and precedence do not depend on the file system. */
static void folder_read(struct sl_document *doc, const char *folder)
{
    if (!folder_is_new(doc, folder)) return;
    struct dirent **items = NULL;
    int count = scandir(folder, &items, is_json, alphasort);
    for (int i = 0; i < count; i++) {
        const char *path = sl_path_join(&doc->arena, folder, items[i]->d_name);
        if (path)
            file_read(doc, path);
        else
            sl_document_memory_short(doc);
        free(items[i]);
    }
    free(items);
}

static void folders_of_variable(struct sl_document *doc)
{
    const char *list = getenv("STEPLOAD_LIBRARY");
    while (list && *list) {
        size_t length = strcspn(list, ":");
        const char *folder = sl_arena_copy(&doc->arena, list, length);
        if (folder && length) folder_read(doc, folder);
        list += length + (list[length] == ':');
    }
}

/* The program's own library: installed under prefix/share, or in the source tree beside the build folder. */
static void folders_of_program(struct sl_document *doc)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = '\0';
        static const char *const places[] = {"../share/stepload/library", "../scenarios/library"};
        const char *folder = sl_path_folder(&doc->arena, program);
        for (size_t i = 0; folder && i < 2; i++) {
            const char *place = sl_path_join(&doc->arena, folder, places[i]);
            if (place) folder_read(doc, place);
        }
    }
#ifdef SL_LIBRARY_DIR
    folder_read(doc, SL_LIBRARY_DIR);
#endif
}

void sl_library_read(struct sl_document *doc)
{
    if (doc->library) return;
    doc->library = sl_node_new(&doc->arena, SL_NODE_ARRAY, NULL);
    const char *folder = sl_path_folder(&doc->arena, doc->name);
    const char *beside = folder ? sl_path_join(&doc->arena, folder, "library") : NULL;
    if (!doc->library || !beside) {
        sl_document_memory_short(doc);
        return;
    }
    folder_read(doc, beside);
    folders_of_variable(doc);
    folders_of_program(doc);
}

struct sl_kinds sl_kinds_of(const struct sl_field *field)
{
    if (field->variants) return (struct sl_kinds){NULL, field->variants, sl_field_tag(field), field->key};
    return (struct sl_kinds){field->table, NULL, NULL, NULL};
}

bool sl_kinds_have(const struct sl_kinds *kinds, const char *kind)
{
    if (kinds->table) return sl_table_is_kind(kinds->table, kind);
    for (const struct sl_variant *v = kinds->variants; v && v->name; v++)
        if (sl_table_is_kind(v->table, kind)) return true;
    return strcmp(kinds->key, kind) == 0;
}

static const char *kinds_name(const struct sl_kinds *kinds)
{
    return kinds->table ? kinds->table->name : kinds->key;
}

/* The names that could have been meant: the nearest, or the first few. */
static void missing_report(struct sl_document *doc, const struct sl_node *use, const struct sl_kinds *kinds,
                           const char *path)
{
    struct sl_nearest nearest = sl_nearest_to(use->string);
    const char *wrong_kind = NULL;
    char names[200] = "";
    size_t used = 0;
    for (const struct sl_node *e = doc->library->child; e; e = e->next) {
        if (!sl_kinds_have(kinds, entry_kind(e))) {
            if (strcmp(e->key, use->string) == 0) wrong_kind = entry_kind(e);
            continue;
        }
        sl_nearest_offer(&nearest, e->key);
        if (used < sizeof names - 50)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.40s", used ? ", " : "", e->key);
    }
    const char *kind = kinds_name(kinds);
    if (nearest.best)
        sl_document_report(doc, use->value_place, path, "no %s \"%s\" in the library (did you mean \"%s\"?)",
                           kind, use->string, nearest.best);
    else if (wrong_kind)
        sl_document_report(doc, use->value_place, path, "\"%s\" of the library is of kind \"%s\", not \"%s\"",
                           use->string, wrong_kind, kind);
    else if (used)
        sl_document_report(doc, use->value_place, path, "no %s \"%s\" in the library (there are: %s)", kind,
                           use->string, names);
    else
        sl_document_report(doc, use->value_place, path, "no %s \"%s\": the library has none of this kind",
                           kind, use->string);
}

const struct sl_node *sl_library_next(const struct sl_document *doc, const struct sl_kinds *kinds,
                                      const struct sl_node *after)
{
    const struct sl_node *e = after ? after->next : doc->library ? doc->library->child : NULL;
    while (e && !sl_kinds_have(kinds, entry_kind(e))) e = e->next;
    return e;
}

static const struct sl_node *entry_of(struct sl_document *doc, const struct sl_node *use,
                                      const struct sl_kinds *kinds)
{
    const struct sl_node *e = sl_library_next(doc, kinds, NULL);
    while (e && strcmp(e->key, use->string) != 0) e = sl_library_next(doc, kinds, e);
    return e;
}

struct sl_node *sl_library_sourced(const struct sl_node *fields, const char *key)
{
    struct sl_node *field = sl_node_find(fields, key);
    const char *dot = strchr(key, '.');
    for (struct sl_node *child = fields->child; child && !field; child = child->next) {
        if (child->type != SL_NODE_OBJECT || strcmp(child->key, "sources") == 0) continue;
        if (!dot)
            field = sl_library_sourced(child, key);
        else if (strlen(child->key) == (size_t)(dot - key) &&
                 strncmp(child->key, key, (size_t)(dot - key)) == 0)
            field = sl_library_sourced(child, dot + 1);
    }
    return field;
}

/* Values know where they come from. */
static void bases_note(struct sl_node *fields)
{
    const struct sl_node *sources = sl_node_find(fields, "sources");
    for (const struct sl_node *source = sources ? sources->child : NULL; source; source = source->next) {
        struct sl_node *field = source->key ? sl_library_sourced(fields, source->key) : NULL;
        if (field && source->type == SL_NODE_STRING) field->basis = source->string;
    }
}

/* An entry's fields alone: what describes the entry itself is dropped, unless it is a field of the table. */
static struct sl_node *entry_fields(struct sl_document *doc, const struct sl_node *entry,
                                    const struct sl_kinds *kinds)
{
    static const char *const about[] = {"kind", "doc", "source", "sources", "id", "date", "status"};
    struct sl_node *fields = sl_node_clone(&doc->arena, entry);
    if (fields) bases_note(fields);
    for (size_t i = 0; fields && i < sizeof about / sizeof about[0]; i++) {
        struct sl_node *child = sl_node_find(fields, about[i]);
        if (child && !(kinds->table && sl_table_find(kinds->table, about[i]))) sl_node_remove(fields, child);
    }
    return fields;
}

/* An entry of a variant's kind says which variant it is. */
static bool tag_imply(struct sl_document *doc, struct sl_node *fields, const char *kind,
                      const struct sl_kinds *kinds)
{
    for (const struct sl_variant *v = kinds->variants; v && v->name; v++) {
        if (strcmp(v->table->name, kind) != 0 || sl_node_find(fields, kinds->tag)) continue;
        struct sl_node *model = sl_node_new(&doc->arena, SL_NODE_STRING, kinds->tag);
        if (!model) return false;
        model->string = v->name;
        model->key_place = model->value_place = fields->key_place;
        sl_node_append(fields, model);
        break;
    }
    return true;
}

static struct sl_node *expand(struct sl_document *doc, struct sl_node *node, const struct sl_kinds *kinds,
                              const struct sl_trail *trail, int depth)
{
    struct sl_node *use = sl_node_find(node, "use");
    if (!use) return node;
    const struct sl_trail at = {trail, "use", 0};
    const char *path = sl_trail_text(&doc->arena, &at);
    if (use->type != SL_NODE_STRING) {
        sl_document_report(doc, use->value_place, path, "must name a library entry, not hold %s",
                           sl_node_type_name(use->type));
        return NULL;
    }
    if (depth > USE_DEPTH_MAX) {
        sl_document_report(doc, use->value_place, path, "library entries use each other in a circle");
        return NULL;
    }
    sl_library_read(doc);
    const struct sl_node *entry = doc->library ? entry_of(doc, use, kinds) : NULL;
    if (!entry) {
        if (doc->library) missing_report(doc, use, kinds, path);
        return NULL;
    }
    struct sl_node *fields = entry_fields(doc, entry, kinds);
    if (fields && tag_imply(doc, fields, entry_kind(entry), kinds))
        fields = expand(doc, fields, kinds, trail, depth + 1);
    struct sl_node *own = fields ? sl_node_clone(&doc->arena, node) : NULL;
    if (!own) return NULL;
    sl_node_remove(own, sl_node_find(own, "use"));
    fields->key = own->key;
    fields->key_place = own->key_place;
    sl_merge(fields, own);
    return fields;
}

struct sl_node *sl_library_expand(struct sl_document *doc, struct sl_node *node, const struct sl_kinds *kinds,
                                  const struct sl_trail *trail)
{
    return expand(doc, node, kinds, trail, 0);
}
