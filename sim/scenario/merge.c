#include "sim/scenario/merge.h"

struct sl_node *sl_node_clone(struct sl_arena *arena, const struct sl_node *node)
{
    struct sl_node *copy = sl_node_copy(arena, node);
    if (!copy) return NULL;
    for (const struct sl_node *child = node->child; child; child = child->next) {
        struct sl_node *twin = sl_node_clone(arena, child);
        if (!twin) return NULL;
        sl_node_append(copy, twin);
    }
    return copy;
}

/* Takes over all but the place in the parent's list. */
static void node_replace(struct sl_node *node, const struct sl_node *by)
{
    struct sl_node *next = node->next;
    *node = *by;
    node->next = next;
}

void sl_merge(struct sl_node *base, struct sl_node *over)
{
    base->value_place = over->value_place;
    struct sl_node *next;
    for (struct sl_node *child = over->child; child; child = next) {
        next = child->next;
        struct sl_node *old = sl_node_find(base, child->key);
        if (!old) {
            sl_node_append(base, child);
        } else if (old->type == SL_NODE_OBJECT && child->type == SL_NODE_OBJECT) {
            old->key_place = child->key_place;
            sl_merge(old, child);
        } else {
            node_replace(old, child);
        }
    }
}
