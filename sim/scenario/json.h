/* Text of a source -> tree of nodes. cJSON reads the values; what it would let pass is refused before
 * (scan.h) or here: duplicate keys, numbers that are not finite. */
#ifndef SL_SCENARIO_JSON_H
#define SL_SCENARIO_JSON_H

#include "sim/scenario/message.h"
#include "sim/scenario/node.h"

/* Parses the text of the source from `begin` to its end. NULL after errors, which go to `messages` (NULL:
 * nowhere). */
struct sl_node *sl_json_parse(struct sl_arena *arena, const struct sl_source *source, size_t begin,
                              struct sl_messages *messages);

#endif
