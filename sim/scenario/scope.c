#include "sim/scenario/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sl_node *sl_scope_add(struct sl_scope *s, const struct sl_node *node, enum sl_node_type type,
                             const char *key)
{
    if (!s->effective) return NULL;
    struct sl_node *copy = node ? sl_node_copy(&s->doc->arena, node) : sl_node_new(&s->doc->arena, type, key);
    if (!copy) {
        sl_document_memory_short(s->doc);
        return NULL;
    }
    copy->key = key;
    sl_node_append(s->effective, copy);
    return copy;
}

const char *sl_scope_path(const struct sl_scope *s, const char *key)
{
    const struct sl_trail at = {s->trail, key, 0};
    return key ? sl_trail_text(&s->doc->arena, &at) : sl_trail_text(&s->doc->arena, s->trail);
}

void sl_scope_assume(struct sl_scope *s, const struct sl_field *field, const char *value, const char *source)
{
    struct sl_document *doc = s->doc;
    if (s->idle || (field->flags & SL_LATER) || s->later) return;
    if (!source || strncmp(source, "assumed", 7) != 0) return;
    if (doc->assumed_count == doc->assumed_room) {
        size_t room = doc->assumed_room ? 2 * doc->assumed_room : 64;
        struct sl_assumed *wider = realloc(doc->assumed, room * sizeof *wider);
        if (!wider) {
            sl_document_memory_short(doc);
            return;
        }
        doc->assumed = wider;
        doc->assumed_room = room;
    }
    const char *copy = sl_arena_copy(&doc->arena, value, strlen(value));
    doc->assumed[doc->assumed_count++] =
        (struct sl_assumed){sl_scope_path(s, field->key), copy ? copy : "?", source};
}

void sl_scope_missing(struct sl_scope *s, const struct sl_field *field)
{
    if (s->lenient || !(field->flags & SL_REQUIRED)) return;
    struct sl_spot place = {0};
    if (s->node) place = s->trail ? sl_node_place(s->node) : s->node->value_place;
    sl_document_report(s->doc, place, sl_scope_path(s, NULL), "required key \"%s\" is missing (%s)",
                       field->key, field->doc);
}

void sl_scope_later(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node)
{
    if (!(field->flags & SL_LATER) || s->later || !node) return;
    size_t used = strlen(s->later_keys);
    if (!used) s->later_place = sl_node_place(node);
    if (used + strlen(field->key) + 8 < sizeof s->later_keys)
        snprintf(s->later_keys + used, sizeof s->later_keys - used, "%s\"%s\"", used ? ", " : "", field->key);
}

void sl_scope_later_report(struct sl_scope *s)
{
    if (s->later_keys[0])
        sl_messages_add(&s->doc->messages, SL_SEVERITY_WARNING, s->later_place, sl_scope_path(s, NULL),
                        "%s: accepted, not simulated yet", s->later_keys);
}
