/* Where the binder stands: an object of the tree, its table's struct, and what holds for everything in it. */
#ifndef SL_SCENARIO_SCOPE_H
#define SL_SCENARIO_SCOPE_H

#include "sim/scenario/document.h"
#include "sim/scenario/table.h"
#include "sim/scenario/value_path.h"

/* What holds for an object and everything in it. */
struct sl_scope {
    struct sl_document *doc;
    const struct sl_table *root;
    const struct sl_trail *trail; /* to the object */
    const struct sl_node *node;   /* the object; NULL: absent, all defaults */
    struct sl_node *effective;    /* its values go here; NULL: nobody wants them */
    char *base;                   /* its struct */
    bool lenient;                 /* required keys may be missing: an error above says why already */
    bool idle;                    /* an optional section that is absent: its defaults matter to nobody */
    bool later;                   /* an object above is marked SL_LATER and was told of */
    char later_keys[160];         /* keys of this object marked SL_LATER that are given */
    struct sl_spot later_place;
};

/* Adds a value to the effective tree: a copy of `node` without children, or a new node of the type. NULL if nobody
 * wants it or memory is short. */
struct sl_node *sl_scope_add(struct sl_scope *s, const struct sl_node *node, enum sl_node_type type,
                             const char *key);

/* The path of a key of the object; key NULL: of the object itself. */
const char *sl_scope_path(const struct sl_scope *s, const char *key);

/* Notes a value in use whose source begins with "assumed". */
void sl_scope_assume(struct sl_scope *s, const struct sl_field *field, const char *value, const char *source);

/* Reports an absent key if it is required. */
void sl_scope_missing(struct sl_scope *s, const struct sl_field *field);

/* Collects keys that are given and not simulated yet; told in one warning an object. */
void sl_scope_later(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node);
void sl_scope_later_report(struct sl_scope *s);

/* A default that is written as JSON text (curves, lists of plain values); NULL if there is none. */
struct sl_node *sl_default_parse(struct sl_scope *s, const struct sl_field *field);

/* Binds one plain value, or its default where node is NULL. */
void sl_plain_bind(struct sl_scope *s, const struct sl_field *field, const struct sl_node *node, char *at);

#endif
