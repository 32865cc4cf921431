/* Each table is a pair of definitions: "x" (all keys that are required must be there) and "x.part" (some may come
 * from elsewhere: below an object that uses a library entry, or in a file that extends another). */
#include "sim/scenario/schema.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "models/base/error.h"
#include "sim/scenario/message.h"
#include "sim/scenario/table.h"

struct definition {
    const struct sl_table *table;
    const char *tag; /* key that picks a variant: allowed beside the rows; NULL */
};

struct writer {
    FILE *to;
    struct definition *items;
    size_t count, room;
    bool part; /* inside an "x.part" */
    bool first;
    bool memory_short;
};

static size_t definition_index(struct writer *w, const struct sl_table *table, const char *tag)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].table == table &&
            (w->items[i].tag == tag || (tag && w->items[i].tag && strcmp(tag, w->items[i].tag) == 0)))
            return i;
    if (w->count == w->room) {
        size_t room = w->room ? 2 * w->room : 64;
        struct definition *wider = realloc(w->items, room * sizeof *wider);
        if (!wider) {
            w->memory_short = true;
            return 0;
        }
        w->items = wider;
        w->room = room;
    }
    w->items[w->count] = (struct definition){table, tag};
    return w->count++;
}

/* The table's name; with its number where another table has the same name. */
static void definition_name(const struct writer *w, size_t index, char *name, size_t size)
{
    size_t same = 0;
    for (size_t i = 0; i < index; i++)
        same += strcmp(w->items[i].table->name, w->items[index].table->name) == 0;
    if (same)
        snprintf(name, size, "%s_%zu", w->items[index].table->name, same + 1);
    else
        snprintf(name, size, "%s", w->items[index].table->name);
}

static void reference_print(struct writer *w, const struct sl_table *table, const char *tag, bool part)
{
    char name[96];
    size_t index = definition_index(w, table, tag);
    if (w->memory_short) return;
    definition_name(w, index, name, sizeof name);
    fprintf(w->to, "{\"$ref\": \"#/definitions/%s%s\"}", name, part ? ".part" : "");
}

static void number_print(FILE *to, const char *key, double value)
{
    char text[32];
    sl_number_format(text, value);
    fprintf(to, ", \"%s\": %s", key, text);
}

static void range_print(FILE *to, const struct sl_field *field)
{
    const double int_limit = 9007199254740991.0;
    const bool whole = (field->type == SL_LIST ? field->item : field->type) == SL_INT;
    if (sl_field_has_min(field))
        number_print(to, field->flags & SL_ABOVE_MIN ? "exclusiveMinimum" : "minimum", field->min);
    else if (whole)
        number_print(to, "minimum", -int_limit);
    if (sl_field_has_max(field) && !(whole && field->max > int_limit))
        number_print(to, field->flags & SL_BELOW_MAX ? "exclusiveMaximum" : "maximum", field->max);
    else if (whole)
        number_print(to, "maximum", int_limit);
}

static void enum_print(FILE *to, const struct sl_choice *choices)
{
    fputs("\"enum\": [", to);
    for (const struct sl_choice *c = choices; c->name; c++) {
        if (c != choices) fputs(", ", to);
        sl_json_print_string(to, c->name);
    }
    fputc(']', to);
}

static void plain_print(FILE *to, const struct sl_field *field, enum sl_field_type type)
{
    switch (type) {
    case SL_BOOL:
        fputs("\"type\": \"boolean\"", to);
        break;
    case SL_INT:
        fputs("\"type\": \"integer\"", to);
        range_print(to, field);
        break;
    case SL_REAL:
    case SL_TIME:
        fputs("\"type\": \"number\"", to);
        range_print(to, field);
        break;
    case SL_ENUM:
        enum_print(to, field->choices);
        break;
    case SL_CURVE:
        fputs("\"type\": \"array\", \"minItems\": 1, \"maxItems\": 64, \"items\": {\"type\": \"array\", "
              "\"minItems\": 2, \"maxItems\": 2, \"items\": [{\"type\": \"number\"}, {\"type\": \"number\"",
              to);
        range_print(to, field);
        fputs("}]}", to);
        break;
    default:
        fputs("\"type\": \"string\"", to);
    }
}

/* if model is "a" then table a ...; without the key, the default's table; in part, any of them. */
static void variants_print(struct writer *w, const struct sl_field *field)
{
    const char *tag = sl_field_tag(field);
    const struct sl_variant *initial = field->text ? sl_variant_find(field->variants, field->text) : NULL;
    fputs("\"allOf\": [", w->to);
    for (const struct sl_variant *v = field->variants; v->name; v++) {
        fprintf(
            w->to,
            "%s{\"if\": {\"properties\": {\"%s\": {\"const\": \"%s\"}}, \"required\": [\"%s\"]}, \"then\": ",
            v == field->variants ? "" : ", ", tag, v->name, tag);
        reference_print(w, v->table, tag, w->part);
        fputc('}', w->to);
    }
    fprintf(w->to, ", {\"if\": {\"not\": {\"required\": [\"%s\"]}}, \"then\": ", tag);
    if (!w->part) {
        fputs("{\"if\": {\"not\": {\"required\": [\"use\"]}}, \"then\": ", w->to);
        if (initial)
            reference_print(w, initial->table, tag, false);
        else
            fprintf(w->to, "{\"required\": [\"%s\"]}", tag);
        fputs(", \"else\": ", w->to);
    }
    fputs("{\"anyOf\": [", w->to);
    for (const struct sl_variant *v = field->variants; v->name; v++) {
        if (v != field->variants) fputs(", ", w->to);
        reference_print(w, v->table, tag, true);
    }
    fprintf(w->to, "]}%s}], \"type\": \"object\", \"properties\": {\"%s\": {\"enum\": [", w->part ? "" : "}",
            tag);
    for (const struct sl_variant *v = field->variants; v->name; v++)
        fprintf(w->to, "%s\"%s\"", v == field->variants ? "" : ", ", v->name);
    fputs("]}}", w->to);
}

static void shape_print(struct writer *w, const struct sl_field *field, enum sl_field_type type)
{
    if (type == SL_OBJECT) {
        fputs("\"allOf\": [", w->to);
        reference_print(w, field->table, NULL, w->part);
        fputc(']', w->to);
    } else if (type == SL_VARIANT) {
        variants_print(w, field);
    } else if (type == SL_MAP) {
        fputs("\"type\": \"object\", \"additionalProperties\": ", w->to);
        reference_print(w, field->table, NULL, w->part);
    } else if (type == SL_LIST) {
        fputs("\"type\": \"array\", \"items\": {", w->to);
        shape_print(w, field, field->item);
        fputc('}', w->to);
    } else {
        plain_print(w->to, field, type);
    }
}

static void property_print(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct writer *w = context;
    char value[300];
    fprintf(w->to, "%s\n      \"%s\": {", w->first ? "" : ",", field->key);
    w->first = false;
    shape_print(w, field, field->type);
    if (sl_field_default(value, sizeof value, field) && field->type != SL_VARIANT)
        fprintf(w->to, ", \"default\": %s", value);
    fputs(", \"description\": ", w->to);
    char doc[900];
    snprintf(doc, sizeof doc, "%s%s%s%s%s", field->doc ? field->doc : "", field->source ? " [" : "",
             field->source ? field->source : "", field->source ? "]" : "",
             field->flags & SL_LATER ? " (accepted, not simulated yet)" : "");
    sl_json_print_string(w->to, doc);
    fputc('}', w->to);
}

static void required_print(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct writer *w = context;
    if (!(field->flags & SL_REQUIRED)) return;
    fprintf(w->to, "%s\"%s\"", w->first ? "" : ", ", field->key);
    w->first = false;
}

static void required_list(struct writer *w, const struct sl_table *table)
{
    fputs("\"required\": [", w->to);
    w->first = true;
    sl_table_each(table, required_print, w);
    fputc(']', w->to);
}

static void object_print(struct writer *w, size_t index, bool root)
{
    const struct definition d = w->items[index];
    fputs("\"type\": \"object\", \"description\": ", w->to);
    sl_json_print_string(w->to, d.table->doc);
    fputs(", \"additionalProperties\": false, \"properties\": {", w->to);
    w->first = true;
    sl_table_each(d.table, property_print, w);
    if (root) {
        fputs(",\n      \"$schema\": {\"type\": \"string\"}", w->to);
        fputs(
            ",\n      \"extends\": {\"description\": \"files that this one changes\", \"anyOf\": [{\"type\": "
            "\"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"}}]}",
            w->to);
    }
    if (d.tag && !sl_table_find(d.table, d.tag))
        fprintf(w->to, ",\n      \"%s\": {\"type\": \"string\"}", d.tag);
    fputs(
        ",\n      \"use\": {\"type\": \"string\", \"description\": \"name of a library entry; keys beside it "
        "override\"}}",
        w->to);
}

/* Both definitions of one table. */
static void definition_print(struct writer *w, size_t index)
{
    const bool root = index == 0;
    char name[96];
    definition_name(w, index, name, sizeof name);
    fprintf(w->to,
            "%s\n    \"%s\": {\"if\": {\"required\": [\"%s\"]}, \"then\": {\"$ref\": "
            "\"#/definitions/%s.part\"}, ",
            root ? "" : ",", name, root ? "extends" : "use", name);
    fprintf(w->to, "\"else\": {\"$ref\": \"#/definitions/%s.whole\"}},", name);
    w->part = false;
    fprintf(w->to, "\n    \"%s.whole\": {", name);
    object_print(w, index, root);
    fputs(", ", w->to);
    required_list(w, w->items[index].table);
    w->part = true;
    fprintf(w->to, "},\n    \"%s.part\": {", name);
    object_print(w, index, root);
    fputc('}', w->to);
}

int sl_schema_print(const struct sl_table *root, FILE *to)
{
    struct writer w = {.to = to};
    fputs("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \"stepload "
          "scenario\",\n"
          "  \"allOf\": [",
          to);
    reference_print(&w, root, NULL, false);
    fputs("],\n  \"definitions\": {", to);
    /* definitions are found while others are written */
    for (size_t i = 0; i < w.count && !w.memory_short; i++) definition_print(&w, i);
    fputs("\n  }\n}\n", to);
    free(w.items);
    return w.memory_short ? SL_ERR_RUN : SL_OK;
}
