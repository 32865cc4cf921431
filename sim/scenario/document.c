#include "sim/scenario/document.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/value_path.h"

static struct sl_document *document_new(const char *name, struct sl_error *err)
{
    struct sl_document *doc = calloc(1, sizeof *doc);
    if (doc) {
        doc->messages.arena = &doc->arena;
        doc->name = sl_arena_copy(&doc->arena, name, strlen(name));
        if (doc->name) return doc;
    }
    sl_no_memory(err, name);
    sl_document_free(doc);
    return NULL;
}

static void sets_apply(struct sl_document *doc, const char *const *sets, size_t set_count)
{
    for (size_t i = 0; i < set_count && doc->root; i++) sl_set_apply(doc, sets[i]);
}

struct sl_document *sl_document_open(const char *path, const char *const *sets, size_t set_count,
                                     struct sl_error *err)
{
    struct sl_document *doc = document_new(path, err);
    if (!doc) return NULL;
    struct sl_error own = {0};
    doc->root = sl_extends_read(doc, path, &own);
    if (own.code) {
        sl_fail(err, own.code, "%s", own.text);
        sl_document_free(doc);
        return NULL;
    }
    sets_apply(doc, sets, set_count);
    return doc;
}

struct sl_document *sl_document_open_text(const char *name, const char *text, size_t length,
                                          const char *const *sets, size_t set_count, struct sl_error *err)
{
    struct sl_document *doc = document_new(name, err);
    if (!doc) return NULL;
    struct sl_source *source = sl_source_from_text(&doc->arena, name, text, length);
    if (!source) {
        sl_no_memory(err, name);
        sl_document_free(doc);
        return NULL;
    }
    doc->root = sl_extends_parse(doc, source);
    sets_apply(doc, sets, set_count);
    return doc;
}

void sl_document_take_source(struct sl_document *doc, struct sl_source *source)
{
    source->order = doc->source_count++;
    source->before = doc->last_source;
    doc->last_source = source;
}

bool sl_document_each_source(const struct sl_document *doc, bool (*call)(const char *name, void *context),
                             void *context)
{
    for (const struct sl_source *s = doc->last_source; s; s = s->before)
        if (call(s->name, context)) return true;
    return false;
}

void sl_document_memory_short(struct sl_document *doc)
{
    struct sl_spot nowhere = {0};
    if (!doc->memory_short) sl_document_report(doc, nowhere, NULL, "out of memory for the scenario");
    doc->memory_short = true;
}

static void finding_add(struct sl_document *doc, enum sl_severity severity, const char *path,
                        const char *format, va_list args)
{
    struct sl_spot place = {0};
    const struct sl_node *tree = doc->effective ? doc->effective : doc->root;
    if (tree) {
        const struct sl_node *placed;
        const struct sl_node *found = sl_value_path_nearest(&doc->arena, tree, path, &placed);
        bool scalar = placed->type != SL_NODE_OBJECT && placed->type != SL_NODE_ARRAY;
        place = found == placed && scalar ? placed->value_place : sl_node_place(placed);
    }
    sl_messages_vadd(&doc->messages, severity, place, path, format, args);
}

void sl_document_error(struct sl_document *doc, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding_add(doc, SL_SEVERITY_ERROR, path, format, args);
    va_end(args);
}

void sl_document_warning(struct sl_document *doc, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding_add(doc, SL_SEVERITY_WARNING, path, format, args);
    va_end(args);
}

size_t sl_document_errors(const struct sl_document *doc)
{
    return doc->messages.counts[SL_SEVERITY_ERROR];
}

size_t sl_document_warnings(const struct sl_document *doc)
{
    return doc->messages.counts[SL_SEVERITY_WARNING];
}

void sl_document_print_messages(const struct sl_document *doc, FILE *to)
{
    sl_messages_print(&doc->messages, to);
}

void sl_document_print_messages_json(const struct sl_document *doc, FILE *to)
{
    sl_messages_print_json(&doc->messages, to);
}

const struct sl_assumed *sl_document_assumed(const struct sl_document *doc, size_t *count)
{
    *count = doc->assumed_count;
    return doc->assumed;
}

const char *sl_document_resolve(struct sl_document *doc, const char *path, const char *file)
{
    const struct sl_node *tree = doc->effective ? doc->effective : doc->root;
    const struct sl_node *placed = NULL;
    if (tree) sl_value_path_nearest(&doc->arena, tree, path, &placed);
    const struct sl_source *source = placed ? placed->value_place.source : NULL;
    if (!source) return sl_arena_copy(&doc->arena, file, strlen(file));
    return sl_path_join(&doc->arena, source->folder, file);
}

const char *sl_document_name(const struct sl_document *doc)
{
    return doc->name;
}

void sl_document_free(struct sl_document *doc)
{
    if (!doc) return;
    sl_arena_free(&doc->arena);
    free(doc->assumed);
    free(doc);
}
