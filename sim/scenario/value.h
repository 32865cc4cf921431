/* One plain value of a file -> one member of a struct: type, range, unit. */
#ifndef SL_SCENARIO_VALUE_H
#define SL_SCENARIO_VALUE_H

#include "sim/scenario/document.h"
#include "sim/scenario/table.h"
#include "sim/scenario/value_path.h"

/* Bytes of a stored value of a plain type; 0 for objects, lists, maps and variants. */
size_t sl_value_size(enum sl_field_type type);

/* Checks the node as a value of `type` (the row's type, or its item in a list) and stores it at `at`, in SI.
 * False after an error; then nothing is stored. `path_of` leads to the value. */
bool sl_value_store(struct sl_document *doc, const struct sl_field *field, enum sl_field_type type,
                    const struct sl_node *node, void *at, const struct sl_trail *path_of);

/* Stores the row's default, or what stands for "absent". Plain types except SL_CURVE. */
void sl_value_default(const struct sl_field *field, void *at);

#endif
