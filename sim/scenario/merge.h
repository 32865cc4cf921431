/* Deep merge of trees: objects merge key by key, everything else (lists too) is replaced. */
#ifndef SL_SCENARIO_MERGE_H
#define SL_SCENARIO_MERGE_H

#include "sim/scenario/node.h"

/* A copy with all children; NULL if memory is short. */
struct sl_node *sl_node_clone(struct sl_arena *arena, const struct sl_node *node);

/* Puts `over` on top of the object `base`; the nodes of `over` move into `base`. */
void sl_merge(struct sl_node *base, struct sl_node *over);

#endif
