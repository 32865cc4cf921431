/* Questions to field tables: rows of inlined tables count as rows of the table that inlines them. */
#ifndef SL_SCENARIO_TABLE_H
#define SL_SCENARIO_TABLE_H

#include <stdbool.h>

#include "models/base/field.h"

/* The row with this key, or NULL. */
const struct sl_field *sl_table_find(const struct sl_table *table, const char *key);

/* Calls `visit` for each row; an inlined table's rows stand in its place, `base` is the offset of their struct. */
typedef void sl_row_visit(void *context, const struct sl_field *field, size_t base);
void sl_table_each(const struct sl_table *table, sl_row_visit *visit, void *context);

/* Is `kind` the name of the table or of one inlined in it? */
bool sl_table_is_kind(const struct sl_table *table, const char *kind);

/* The key that picks a variant. */
const char *sl_field_tag(const struct sl_field *field);

/* The variant of this name, or NULL. */
const struct sl_variant *sl_variant_find(const struct sl_variant *variants, const char *name);

/* Does the row hold objects of a table (not of variants)? */
bool sl_field_has_table(const struct sl_field *field);

/* The key's unit as people write it, or "". */
const char *sl_field_symbol(const struct sl_field *field);

/* SI value = file's value * scale. */
double sl_field_scale(const struct sl_field *field);

/* "between 0 and 1", "above 0 MW", "at least 0 and below 2 pu"; "" without a range. */
void sl_field_range(char *text, size_t size, const struct sl_field *field);
bool sl_field_has_min(const struct sl_field *field);
bool sl_field_has_max(const struct sl_field *field);

/* The default in the file's unit as JSON into text; false if the row has none. */
bool sl_field_default(char *text, size_t size, const struct sl_field *field);

#endif
