/* The tree of a scenario text: JSON values, each with the places of its key and of itself. */
#ifndef SL_SCENARIO_NODE_H
#define SL_SCENARIO_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/scenario/source.h"

enum sl_node_type {
    SL_NODE_NULL,
    SL_NODE_BOOL,
    SL_NODE_NUMBER,
    SL_NODE_STRING,
    SL_NODE_ARRAY,
    SL_NODE_OBJECT
};

struct sl_node {
    enum sl_node_type type;
    const char *key; /* in an object; NULL elsewhere */
    bool boolean;
    double number;
    const char *string;
    const char
        *basis; /* where a value of the library comes from: "assumed ...", a data sheet; NULL: not told */
    struct sl_node *child, *last, *next;
    size_t count;                          /* children */
    struct sl_spot key_place, value_place; /* source NULL: a default */
};

/* An empty node; NULL if memory is short. */
struct sl_node *sl_node_new(struct sl_arena *arena, enum sl_node_type type, const char *key);

/* A copy without children and outside any list; NULL if memory is short. */
struct sl_node *sl_node_copy(struct sl_arena *arena, const struct sl_node *node);

void sl_node_append(struct sl_node *parent, struct sl_node *child);
void sl_node_remove(struct sl_node *parent, struct sl_node *child);

/* The child with this key, or NULL (also for node NULL). */
struct sl_node *sl_node_find(const struct sl_node *node, const char *key);

/* The element of an array by index or by the string under "name"; NULL if there is none. */
struct sl_node *sl_node_element(const struct sl_node *array, size_t index);
struct sl_node *sl_node_named(const struct sl_node *array, const char *name);

/* "an object", "a number" ... */
const char *sl_node_type_name(enum sl_node_type type);

/* Where to point for a whole node: at its key, or at its value where it has none. */
struct sl_spot sl_node_place(const struct sl_node *node);

#endif
