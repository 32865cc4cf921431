/* The message for a key that no row of the table has. */
#ifndef SL_SCENARIO_UNKNOWN_H
#define SL_SCENARIO_UNKNOWN_H

#include "sim/scenario/node.h"
#include "sim/scenario/table.h"

/* Where a key was found: the table, or one of several variants of which `chosen` is the one in force. */
struct sl_context_tables {
    const struct sl_table *root;          /* all keys of the format hang here */
    const struct sl_table *table;         /* of the object */
    const struct sl_field *variant_field; /* NULL: no variants */
    const struct sl_variant *chosen;
};

/* Writes "unknown key (did you mean ...)" and the like. */
void sl_unknown_key(char *text, size_t size, const struct sl_context_tables *at, const struct sl_node *node);

#endif
