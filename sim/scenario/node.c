#include "sim/scenario/node.h"

#include <string.h>

struct sl_node *sl_node_new(struct sl_arena *arena, enum sl_node_type type, const char *key)
{
    struct sl_node *node = sl_arena_get(arena, sizeof *node);
    if (!node) return NULL;
    node->type = type;
    node->key = key;
    return node;
}

struct sl_node *sl_node_copy(struct sl_arena *arena, const struct sl_node *node)
{
    struct sl_node *copy = sl_arena_get(arena, sizeof *copy);
    if (!copy) return NULL;
    *copy = *node;
    copy->child = copy->last = copy->next = NULL;
    copy->count = 0;
    return copy;
}

void sl_node_append(struct sl_node *parent, struct sl_node *child)
{
    child->next = NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->child = child;
    parent->last = child;
    parent->count++;
}

void sl_node_remove(struct sl_node *parent, struct sl_node *child)
{
    struct sl_node *before = NULL;
    struct sl_node **link = &parent->child;
    while (*link && *link != child) {
        before = *link;
        link = &(*link)->next;
    }
    if (!*link) return;
    *link = child->next;
    if (parent->last == child) parent->last = before;
    child->next = NULL;
    parent->count--;
}

struct sl_node *sl_node_find(const struct sl_node *node, const char *key)
{
    if (!node || node->type != SL_NODE_OBJECT) return NULL;
    struct sl_node *child = node->child;
    while (child && strcmp(child->key, key) != 0) child = child->next;
    return child;
}

struct sl_node *sl_node_element(const struct sl_node *array, size_t index)
{
    if (!array || array->type != SL_NODE_ARRAY || index >= array->count) return NULL;
    struct sl_node *child = array->child;
    while (index-- > 0) child = child->next;
    return child;
}

struct sl_node *sl_node_named(const struct sl_node *array, const char *name)
{
    if (!array || array->type != SL_NODE_ARRAY) return NULL;
    for (struct sl_node *child = array->child; child; child = child->next) {
        const struct sl_node *own = sl_node_find(child, "name");
        if (own && own->type == SL_NODE_STRING && strcmp(own->string, name) == 0) return child;
    }
    return NULL;
}

const char *sl_node_type_name(enum sl_node_type type)
{
    static const char *const names[] = {"null",     "true or false", "a number",
                                        "a string", "a list",        "an object"};
    return names[type];
}

struct sl_spot sl_node_place(const struct sl_node *node)
{
    return node->key_place.source ? node->key_place : node->value_place;
}
