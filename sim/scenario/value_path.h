/* Paths of values: workload.jobs[pretrain].accelerators, workload.jobs[0].start_s. */
#ifndef SL_SCENARIO_VALUE_PATH_H
#define SL_SCENARIO_VALUE_PATH_H

#include "sim/scenario/node.h"

/* One step of a path: a key, or what stands in brackets (an index or a name). */
struct sl_step {
    const char *text;
    size_t offset, length; /* in the path, without brackets */
    bool bracket;
};

/* Takes the next step from *at. Returns 1, 0 at the end of the path, -1 where it is malformed (*at tells). */
int sl_value_path_next(const char *path, size_t length, size_t *at, struct sl_step *step);

/* The child that a step names, or NULL. */
struct sl_node *sl_value_path_child(struct sl_arena *arena, const struct sl_node *node,
                                    const struct sl_step *step);

/* The node at `path`, or its nearest ancestor that exists; the last of them that stands in a text goes to
 * *placed. */
const struct sl_node *sl_value_path_nearest(struct sl_arena *arena, const struct sl_node *root,
                                            const char *path, const struct sl_node **placed);

/* The way down to a value, kept on the stack and written out only for messages. */
struct sl_trail {
    const struct sl_trail *up;
    const char *key; /* NULL: index */
    size_t index;
};

/* "workload.jobs[0].start_s"; "" for NULL; "?" if memory is short. */
const char *sl_trail_text(struct sl_arena *arena, const struct sl_trail *trail);

#endif
