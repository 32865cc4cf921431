/* Binds the merged tree to structs by their tables, and builds the effective tree on the way: every value as it
 * holds, at the place that it comes from (nowhere: a default). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/library.h"
#include "sim/scenario/scope.h"
#include "sim/scenario/suggest.h"
#include "sim/scenario/unknown.h"
#include "sim/scenario/value.h"

static void field_bind(void *context, const struct sl_field *field, size_t base);

/* Keys that no row knows. */
static void unknown_check(struct sl_scope *s, const struct sl_context_tables *tables)
{
    const char *tag = tables->variant_field ? sl_field_tag(tables->variant_field) : NULL;
    for (const struct sl_node *child = s->node ? s->node->child : NULL; child; child = child->next) {
        if (sl_table_find(tables->table, child->key) || (tag && strcmp(child->key, tag) == 0)) continue;
        if (strcmp(child->key, "use") == 0 || (!s->trail && strcmp(child->key, "$schema") == 0)) continue;
        char text[512] = "unknown key";
        if (sl_document_errors(s->doc) < SL_MESSAGES_KEPT) sl_unknown_key(text, sizeof text, tables, child);
        sl_document_report(s->doc, child->key_place, sl_scope_path(s, child->key), "%s", text);
    }
}

/* The object with its "use" resolved. */
static const struct sl_node *expand(struct sl_scope *s, const struct sl_node *node,
                                    const struct sl_kinds *kinds)
{
    struct sl_node *expanded = sl_library_expand(s->doc, (struct sl_node *)node, kinds, s->trail);
    if (expanded) return expanded;
    s->lenient = true;
    return node;
}

static void table_bind(struct sl_scope *s, const struct sl_context_tables *tables)
{
    sl_table_each(tables->table, field_bind, s);
    unknown_check(s, tables);
    sl_scope_later_report(s);
}

static void object_bind(struct sl_scope *s, const struct sl_table *table, const struct sl_node *node)
{
    const struct sl_kinds kinds = {table, NULL, NULL, NULL};
    const struct sl_context_tables tables = {s->root, table, NULL, NULL};
    s->node = node ? expand(s, node, &kinds) : NULL;
    table_bind(s, &tables);
}

static void variant_unknown(struct sl_scope *s, const struct sl_field *field, const struct sl_node *value)
{
    const char *tag = sl_field_tag(field);
    const bool is_text = value && value->type == SL_NODE_STRING;
    struct sl_nearest nearest = sl_nearest_to(is_text ? value->string : "");
    char list[300] = "", hint[96] = "";
    size_t used = 0;
    for (const struct sl_variant *v = field->variants; v->name; v++) {
        sl_nearest_offer(&nearest, v->name);
        if (used + strlen(v->name) + 8 < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\"", used ? ", " : "", v->name);
    }
    if (nearest.best) snprintf(hint, sizeof hint, " (did you mean \"%.60s\"?)", nearest.best);
    if (!value)
        sl_document_report(s->doc, sl_node_place(s->node), sl_scope_path(s, NULL),
                           "required key \"%s\" is missing: one of %s", tag, list);
    else if (!is_text)
        sl_document_report(s->doc, value->value_place, sl_scope_path(s, tag), "must be one of %s, not %s",
                           list, sl_node_type_name(value->type));
    else
        sl_document_report(s->doc, value->value_place, sl_scope_path(s, tag), "\"%s\" must be one of %s%s",
                           value->string, list, hint);
}

static void variant_bind(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node)
{
    const struct sl_kinds kinds = sl_kinds_of(field);
    s->node = node ? expand(s, node, &kinds) : NULL;
    const struct sl_node *value = sl_node_find(s->node, kinds.tag);
    const char *name = value && value->type == SL_NODE_STRING ? value->string : value ? NULL : field->text;
    const struct sl_variant *chosen = name ? sl_variant_find(field->variants, name) : NULL;
    if (!chosen) {
        if (s->node && !s->lenient) variant_unknown(s, field, value);
        /* members are set all the same, but no key can be judged */
        *(int *)(void *)s->base = field->variants[0].value;
        struct sl_scope silent = *s;
        silent.node = NULL;
        silent.lenient = true;
        sl_table_each(field->variants[0].table, field_bind, &silent);
        return;
    }
    *(int *)(void *)s->base = chosen->value;
    struct sl_node *tag = sl_scope_add(s, value, SL_NODE_STRING, kinds.tag);
    if (tag) tag->string = chosen->name;
    const struct sl_context_tables tables = {s->root, chosen->table, field, chosen};
    table_bind(s, &tables);
}

/* An object or variant inside another, at its own key or index. */
static void inner_bind(struct sl_scope *up, const struct sl_field *field, enum sl_field_type type,
                       const struct sl_node *node, const struct sl_trail *trail, struct sl_node *effective,
                       char *base)
{
    struct sl_scope s = {.doc = up->doc,
                         .root = up->root,
                         .trail = trail,
                         .effective = effective,
                         .base = base,
                         .lenient = up->lenient,
                         .idle = up->idle,
                         .later = up->later || (field->flags & SL_LATER && node)};
    if (node && node->type != SL_NODE_OBJECT) {
        sl_document_report(up->doc, node->value_place, sl_trail_text(&up->doc->arena, trail),
                           "must be an object { ... }, not %s", sl_node_type_name(node->type));
        node = NULL;
        s.lenient = true;
    }
    if (!node) {
        s.lenient = true;
        s.idle = s.idle || field->present != SL_UNTOLD;
    }
    if (type == SL_VARIANT)
        variant_bind(&s, field, node);
    else
        object_bind(&s, field->table, node);
}

static bool table_requires(const struct sl_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sl_field *f = &table->fields[i];
        if (f->flags & SL_REQUIRED) return true;
        if (f->type == SL_INLINE && table_requires(f->table)) return true;
        if (f->type == SL_OBJECT && f->present == SL_UNTOLD && table_requires(f->table)) return true;
    }
    return false;
}

static void single_bind(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node,
                        char *at)
{
    const struct sl_trail trail = {s->trail, field->key, 0};
    if (!node) sl_scope_missing(s, field);
    struct sl_node *effective = NULL;
    /* an absent object is written out only if it can be read back */
    if (node || (field->present == SL_UNTOLD && !(field->flags & SL_LATER) && field->type == SL_OBJECT &&
                 !table_requires(field->table)))
        effective = sl_scope_add(s, node, SL_NODE_OBJECT, field->key);
    if (effective) {
        effective->child = effective->last = NULL;
        effective->count = 0;
        effective->type = SL_NODE_OBJECT;
    }
    inner_bind(s, field, field->type, node, &trail, effective, at);
}

struct named {
    const char *name;
    const struct sl_node *node;
    size_t index;
};

static int named_compare(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : a->index < b->index ? -1 : a->index > b->index;
}

/* Elements of lists are found by name, so names are unique. */
static void names_check(struct sl_scope *s, const struct sl_field *field, const struct sl_node *list)
{
    if (list->count < 2 || !field->table || !sl_table_find(field->table, "name")) return;
    struct named *names = malloc(list->count * sizeof *names);
    if (!names) {
        sl_document_memory_short(s->doc);
        return;
    }
    size_t count = 0, index = 0;
    for (const struct sl_node *item = list->child; item; item = item->next, index++) {
        const struct sl_node *name = sl_node_find(item, "name");
        if (name && name->type == SL_NODE_STRING) names[count++] = (struct named){name->string, name, index};
    }
    qsort(names, count, sizeof *names, named_compare);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(names[i].name, names[i - 1].name) != 0) continue;
        const struct sl_trail at = {s->trail, field->key, 0}, element = {&at, NULL, names[i].index};
        const struct sl_trail trail = {&element, "name", 0};
        sl_document_report(s->doc, names[i].node->value_place, sl_trail_text(&s->doc->arena, &trail),
                           "the name \"%s\" is taken by element [%zu]", names[i].name, names[i - 1].index);
    }
    free(names);
}

/* Bytes of one element. */
static size_t element_size(const struct sl_field *field)
{
    if (field->type == SL_MAP || field->item == SL_OBJECT) return field->table->size;
    if (field->item != SL_VARIANT) return sl_value_size(field->item);
    size_t size = 0;
    for (const struct sl_variant *v = field->variants; v->name; v++)
        if (v->table->size > size) size = v->table->size;
    return size;
}

static void element_bind(struct sl_scope *s, const struct sl_field *field, const struct sl_node *item,
                         const struct sl_trail *trail, struct sl_node *effective, char *at)
{
    const bool map = field->type == SL_MAP,
               plain = !map && field->item != SL_OBJECT && field->item != SL_VARIANT;
    struct sl_scope within = *s;
    within.effective = effective;
    if (plain) {
        if (sl_value_store(s->doc, field, field->item, item, at, trail))
            sl_scope_add(&within, item, item->type, NULL);
        return;
    }
    struct sl_node *object = sl_scope_add(&within, item, SL_NODE_OBJECT, map ? item->key : NULL);
    if (object) {
        object->child = object->last = NULL;
        object->count = 0;
        object->type = SL_NODE_OBJECT;
    }
    inner_bind(s, field, map ? SL_OBJECT : field->item, item, trail, object, at);
    if (map) *(const char **)(void *)at = item->key;
}

static void list_bind(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node, char *at)
{
    const struct sl_trail trail = {s->trail, field->key, 0};
    const enum sl_node_type wanted = field->type == SL_MAP ? SL_NODE_OBJECT : SL_NODE_ARRAY;
    struct sl_list *list = (struct sl_list *)(void *)at;
    *list = (struct sl_list){NULL, 0};
    if (!node) {
        sl_scope_missing(s, field);
        node = sl_default_parse(s, field);
        if (!node) return;
    }
    if (node->type != wanted) {
        sl_document_report(s->doc, node->value_place, sl_trail_text(&s->doc->arena, &trail),
                           "must be %s, not %s",
                           wanted == SL_NODE_ARRAY ? "a list [ ... ]" : "an object of named entries",
                           sl_node_type_name(node->type));
        return;
    }
    const size_t size = element_size(field);
    list->items = node->count ? sl_arena_get(&s->doc->arena, node->count * size) : NULL;
    if (node->count && !list->items) {
        sl_document_memory_short(s->doc);
        return;
    }
    list->count = node->count;
    struct sl_node *effective = sl_scope_add(s, node, wanted, field->key);
    if (effective) {
        effective->child = effective->last = NULL;
        effective->count = 0;
    }
    size_t i = 0;
    for (const struct sl_node *item = node->child; item; item = item->next, i++) {
        const struct sl_trail element = {&trail, field->type == SL_MAP ? item->key : NULL, i};
        element_bind(s, field, item, &element, effective, (char *)list->items + i * size);
    }
    names_check(s, field, node);
}

static void field_bind(void *context, const struct sl_field *field, size_t base)
{
    struct sl_scope *s = context;
    char *at = s->base + base + field->offset;
    const struct sl_node *node = sl_node_find(s->node, field->key);
    if (field->present != SL_UNTOLD) *(bool *)(void *)(s->base + base + field->present) = node != NULL;
    sl_scope_later(s, field, node);
    if (field->type == SL_OBJECT || field->type == SL_VARIANT)
        single_bind(s, field, node, at);
    else if (field->type == SL_LIST || field->type == SL_MAP)
        list_bind(s, field, node, at);
    else
        sl_plain_bind(s, field, node, at);
}

/* Another format is told before its keys are judged one by one. */
static bool format_check(struct sl_document *doc)
{
    const struct sl_node *format = sl_node_find(doc->root, "stepload");
    if (!format || format->type != SL_NODE_NUMBER) return true;
    if (format->number >= 1.0 && format->number <= 1.0) return true;
    sl_document_report(doc, format->value_place, "stepload", "format %.10g: this program reads format 1",
                       format->number);
    return false;
}

int sl_document_bind(struct sl_document *doc, const struct sl_table *table, void *out)
{
    memset(out, 0, table->size);
    const bool readable = doc->root && format_check(doc);
    doc->effective = readable ? sl_node_new(&doc->arena, SL_NODE_OBJECT, NULL) : NULL;
    struct sl_scope s = {.doc = doc,
                         .root = table,
                         .effective = doc->effective,
                         .base = out,
                         .lenient = !readable,
                         .idle = !readable};
    if (doc->effective) doc->effective->value_place = doc->root->value_place;
    object_bind(&s, table, readable ? doc->root : NULL);
    return sl_document_errors(doc) ? SL_ERR_SCENARIO : SL_OK;
}
