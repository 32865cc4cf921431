/* The scenario format from its field tables: JSON Schema draft-07, for completion and hover in editors. */
#ifndef SL_SCENARIO_SCHEMA_H
#define SL_SCENARIO_SCHEMA_H

#include <stdio.h>

#include "models/base/field.h"

/* Returns 0, or SL_ERR_RUN if memory is short. */
int sl_schema_print(const struct sl_table *root, FILE *to);

#endif
