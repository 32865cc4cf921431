#include "sim/scenario/table.h"

#include <stdio.h>
#include <string.h>

#include "models/base/units.h"
#include "sim/scenario/message.h"

const struct sl_field *sl_table_find(const struct sl_table *table, const char *key)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sl_field *field = &table->fields[i];
        if (field->type == SL_INLINE) {
            const struct sl_field *found = sl_table_find(field->table, key);
            if (found) return found;
        } else if (strcmp(field->key, key) == 0) {
            return field;
        }
    }
    return NULL;
}

static void rows_visit(const struct sl_table *table, size_t base, sl_row_visit *visit, void *context)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sl_field *field = &table->fields[i];
        if (field->type == SL_INLINE)
            rows_visit(field->table, base + field->offset, visit, context);
        else
            visit(context, field, base);
    }
}

void sl_table_each(const struct sl_table *table, sl_row_visit *visit, void *context)
{
    rows_visit(table, 0, visit, context);
}

bool sl_table_is_kind(const struct sl_table *table, const char *kind)
{
    if (strcmp(table->name, kind) == 0) return true;
    for (size_t i = 0; i < table->count; i++)
        if (table->fields[i].type == SL_INLINE && sl_table_is_kind(table->fields[i].table, kind)) return true;
    return false;
}

const char *sl_field_tag(const struct sl_field *field)
{
    return field->tag ? field->tag : "model";
}

const struct sl_variant *sl_variant_find(const struct sl_variant *variants, const char *name)
{
    for (const struct sl_variant *v = variants; v && v->name; v++)
        if (strcmp(v->name, name) == 0) return v;
    return NULL;
}

bool sl_field_has_table(const struct sl_field *field)
{
    return field->type == SL_OBJECT || field->type == SL_MAP ||
           (field->type == SL_LIST && field->item == SL_OBJECT);
}

static bool is_number(const struct sl_field *field)
{
    enum sl_field_type type = field->type == SL_LIST ? field->item : field->type;
    return type == SL_REAL || type == SL_INT || type == SL_TIME || type == SL_CURVE;
}

const char *sl_field_symbol(const struct sl_field *field)
{
    const struct sl_unit *unit = is_number(field) ? sl_unit_of_key(field->key) : NULL;
    return unit && strcmp(unit->quantity, "share") != 0 ? unit->symbol : "";
}

double sl_field_scale(const struct sl_field *field)
{
    const struct sl_unit *unit = sl_unit_of_key(field->key);
    return unit ? unit->scale : 1.0;
}

/* A range of nothing but 0 is how rows of plain lists say "any". */
static bool is_unbounded(const struct sl_field *field)
{
    return !is_number(field) ||
           (field->min >= 0.0 && field->min <= 0.0 && field->max >= 0.0 && field->max <= 0.0);
}

bool sl_field_has_min(const struct sl_field *field)
{
    return !is_unbounded(field) && field->min > -SL_UNBOUNDED;
}

bool sl_field_has_max(const struct sl_field *field)
{
    return !is_unbounded(field) && field->max < SL_UNBOUNDED;
}

void sl_field_range(char *text, size_t size, const struct sl_field *field)
{
    const bool low = sl_field_has_min(field), high = sl_field_has_max(field);
    const bool open_low = field->flags & SL_ABOVE_MIN, open_high = field->flags & SL_BELOW_MAX;
    char min[32], max[32];
    sl_number_format(min, field->min);
    sl_number_format(max, field->max);
    text[0] = '\0';
    int n = 0;
    if (low && high && !open_low && !open_high)
        n = snprintf(text, size, "between %s and %s", min, max);
    else if (low && high)
        n = snprintf(text, size, "%s %s and %s %s", open_low ? "above" : "at least", min,
                     open_high ? "below" : "at most", max);
    else if (low)
        n = snprintf(text, size, "%s %s", open_low ? "above" : "at least", min);
    else if (high)
        n = snprintf(text, size, "%s %s", open_high ? "below" : "at most", max);
    const char *symbol = sl_field_symbol(field);
    if (n > 0 && (size_t)n < size && symbol[0]) snprintf(text + n, size - (size_t)n, " %s", symbol);
}

bool sl_field_default(char *text, size_t size, const struct sl_field *field)
{
    char number[32];
    if (field->flags & (SL_REQUIRED | SL_NO_DEFAULT)) return false;
    switch (field->type) {
    case SL_BOOL:
        snprintf(text, size, "%s", field->initial != 0.0 ? "true" : "false");
        return true;
    case SL_INT:
    case SL_REAL:
    case SL_TIME:
        if (!isfinite(field->initial)) return false;
        sl_number_format(number, field->initial);
        snprintf(text, size, "%s", number);
        return true;
    case SL_STRING:
    case SL_ENUM:
    case SL_VARIANT:
        if (!field->text) return false;
        snprintf(text, size, "\"%s\"", field->text);
        return true;
    case SL_LIST:
    case SL_CURVE:
        if (!field->text) return false;
        snprintf(text, size, "%s", field->text);
        return true;
    default:
        return false;
    }
}
