/* Plain values and their defaults -> members of the struct and the effective tree. */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/json.h"
#include "sim/scenario/merge.h"
#include "sim/scenario/scope.h"
#include "sim/scenario/value.h"

/* Defaults stand nowhere in the scenario. */
static void places_clear(struct sl_node *node)
{
    node->key_place = node->value_place = (struct sl_spot){0};
    for (struct sl_node *child = node->child; child; child = child->next) places_clear(child);
}

struct sl_node *sl_default_parse(struct sl_scope *s, const struct sl_field *field)
{
    if (!field->text) return NULL;
    struct sl_node *node = NULL;
    struct sl_source *source =
        sl_source_from_text(&s->doc->arena, "default", field->text, strlen(field->text));
    if (source) node = sl_json_parse(&s->doc->arena, source, 0, &s->doc->messages);
    if (!node) return NULL;
    node->key = field->key;
    places_clear(node);
    node->basis = field->source;
    sl_scope_assume(s, field, field->text, field->source);
    return node;
}

static void plain_default(struct sl_scope *s, const struct sl_field *field, char *at)
{
    sl_scope_missing(s, field);
    if (field->type == SL_CURVE) {
        const struct sl_trail trail = {s->trail, field->key, 0};
        struct sl_node *node = sl_default_parse(s, field);
        memset(at, 0, sl_value_size(SL_CURVE));
        if (node && sl_value_store(s->doc, field, SL_CURVE, node, at, &trail) && s->effective)
            sl_node_append(s->effective, node);
        return;
    }
    sl_value_default(field, at);
    char text[256];
    if (!sl_field_default(text, sizeof text, field)) return;
    sl_scope_assume(s, field, text, field->source);
    if (field->flags & SL_LATER) return;
    static const enum sl_node_type types[] = {
        [SL_BOOL] = SL_NODE_BOOL,     [SL_INT] = SL_NODE_NUMBER,  [SL_REAL] = SL_NODE_NUMBER,
        [SL_STRING] = SL_NODE_STRING, [SL_ENUM] = SL_NODE_STRING, [SL_TIME] = SL_NODE_NUMBER,
        [SL_REF] = SL_NODE_STRING};
    struct sl_node *node = sl_scope_add(s, NULL, types[field->type], field->key);
    if (!node) return;
    node->boolean = field->initial != 0.0;
    node->number = field->initial;
    node->string = field->text;
    node->basis = field->source;
}

void sl_plain_bind(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node, char *at)
{
    const struct sl_trail trail = {s->trail, field->key, 0};
    if (!node) {
        plain_default(s, field, at);
        return;
    }
    if (!sl_value_store(s->doc, field, field->type, node, at, &trail)) {
        sl_value_default(field, at);
        return;
    }
    if (node->basis) {
        char *text = sl_node_text(node);
        sl_scope_assume(s, field, text ? text : "", node->basis);
        free(text);
    }
    if (!s->effective) return;
    struct sl_node *copy = field->type == SL_CURVE ? sl_node_clone(&s->doc->arena, node) : NULL;
    if (copy)
        sl_node_append(s->effective, copy);
    else
        sl_scope_add(s, node, node->type, field->key);
}
