#include "sim/scenario/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/base/curve.h"
#include "models/base/time.h"
#include "sim/scenario/suggest.h"

#define INT_LIMIT 9007199254740992.0 /* 2^53: beyond it, doubles skip integers */

struct target {
    struct sl_document *doc;
    const struct sl_field *field;
    const struct sl_node *node;
    void *at;
    const struct sl_trail *trail;
};

#define REPORT(t, ...)                                                                                       \
    sl_document_report((t)->doc, (t)->node->value_place, sl_trail_text(&(t)->doc->arena, (t)->trail),        \
                       __VA_ARGS__)

static bool type_check(const struct target *t, enum sl_node_type wanted)
{
    if (t->node->type == wanted) return true;
    const char *hint = "";
    if (t->node->type == SL_NODE_NULL) hint = "; leave the key out for its default";
    if (t->node->type == SL_NODE_STRING && wanted == SL_NODE_NUMBER && strpbrk(t->node->string, "0123456789"))
        hint = "; write the number alone, the key's name tells the unit";
    REPORT(t, "must be %s, not %s%s", sl_node_type_name(wanted), sl_node_type_name(t->node->type), hint);
    return false;
}

static bool in_range(const struct sl_field *f, double value)
{
    if (sl_field_has_min(f) && (f->flags & SL_ABOVE_MIN ? value <= f->min : value < f->min)) return false;
    return !(sl_field_has_max(f) && (f->flags & SL_BELOW_MAX ? value >= f->max : value > f->max));
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool range_check(const struct target *t, double value)
{
    if (in_range(t->field, value)) return true;
    char range[128], number[32], hint[64] = "";
    sl_field_range(range, sizeof range, t->field);
    sl_number_format(number, value);
    if (ends_with(t->field->key, "_fraction") && value > 1.0 && value <= 100.0 &&
        in_range(t->field, value / 100.0))
        snprintf(hint, sizeof hint, " (a fraction, not per cent: did you mean %.10g?)", value / 100.0);
    REPORT(t, "%s must be %s%s", number, range, hint);
    return false;
}

static bool number_check(const struct target *t)
{
    return type_check(t, SL_NODE_NUMBER) && range_check(t, t->node->number);
}

static bool bool_store(const struct target *t)
{
    if (!type_check(t, SL_NODE_BOOL)) return false;
    *(bool *)t->at = t->node->boolean;
    return true;
}

static bool int_store(const struct target *t)
{
    if (!type_check(t, SL_NODE_NUMBER)) return false;
    const double value = t->node->number;
    if (!(fabs(value) < INT_LIMIT)) {
        REPORT(t, "%.17g is too large for a whole number (2^53 - 1 at most)", value);
        return false;
    }
    if (floor(value) != value) {
        REPORT(t, "%.10g must be a whole number", value);
        return false;
    }
    if (!range_check(t, value)) return false;
    *(int64_t *)t->at = (int64_t)value;
    return true;
}

static bool real_store(const struct target *t)
{
    if (!number_check(t)) return false;
    *(double *)t->at = t->node->number * sl_field_scale(t->field);
    return true;
}

static bool time_store(const struct target *t)
{
    if (!number_check(t)) return false;
    double ns = t->node->number * sl_field_scale(t->field) * 1e9;
    if (!(fabs(ns) < 9.2e18)) {
        REPORT(t, "%.10g is longer than 292 years", t->node->number);
        return false;
    }
    *(int64_t *)t->at = llround(ns);
    return true;
}

static bool string_store(const struct target *t)
{
    if (!type_check(t, SL_NODE_STRING)) return false;
    *(const char **)t->at = t->node->string;
    return true;
}

/* "a", "b" or "c"; or the one that is near. */
static void choice_report(const struct target *t)
{
    struct sl_nearest nearest = sl_nearest_to(t->node->string);
    char list[400] = "";
    size_t used = 0;
    for (const struct sl_choice *c = t->field->choices; c->name; c++) {
        sl_nearest_offer(&nearest, c->name);
        if (used + strlen(c->name) + 8 < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\"", used ? ", " : "", c->name);
    }
    char hint[96] = "";
    if (nearest.best) snprintf(hint, sizeof hint, " (did you mean \"%s\"?)", nearest.best);
    REPORT(t, "\"%s\" must be one of %s%s", t->node->string, list, hint);
}

static bool enum_store(const struct target *t)
{
    if (!type_check(t, SL_NODE_STRING)) return false;
    for (const struct sl_choice *c = t->field->choices; c->name; c++) {
        if (strcmp(c->name, t->node->string) != 0) continue;
        *(int *)t->at = c->value;
        return true;
    }
    choice_report(t);
    return false;
}

/* One [x, y]; y in the key's unit. */
static bool point_store(const struct target *t, const struct sl_node *pair, struct sl_curve *curve)
{
    const struct sl_trail trail = {t->trail, NULL, (size_t)curve->count};
    const struct target at = {t->doc, t->field, pair, NULL, &trail};
    if (pair->type != SL_NODE_ARRAY || pair->count != 2 || pair->child->type != SL_NODE_NUMBER ||
        pair->child->next->type != SL_NODE_NUMBER) {
        REPORT(&at, "must be a pair of numbers [x, y]");
        return false;
    }
    double x = pair->child->number, y = pair->child->next->number;
    if (curve->count > 0 && x <= curve->x[curve->count - 1]) {
        REPORT(&at, "x must grow from point to point: %.10g follows %.10g", x, curve->x[curve->count - 1]);
        return false;
    }
    if (!range_check(&at, y)) return false;
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y * sl_field_scale(t->field);
    return true;
}

static bool curve_store(const struct target *t)
{
    if (!type_check(t, SL_NODE_ARRAY)) return false;
    if (t->node->count == 0 || t->node->count > SL_CURVE_MAX) {
        REPORT(t, "must hold 1 to %d points [x, y]; there are %zu", SL_CURVE_MAX, t->node->count);
        return false;
    }
    struct sl_curve curve = {0};
    for (const struct sl_node *pair = t->node->child; pair; pair = pair->next)
        if (!point_store(t, pair, &curve)) return false;
    *(struct sl_curve *)t->at = curve;
    return true;
}

static const struct {
    size_t size;
    bool (*store)(const struct target *t);
} kinds[] = {
    [SL_BOOL] = {sizeof(bool), bool_store},
    [SL_INT] = {sizeof(int64_t), int_store},
    [SL_REAL] = {sizeof(double), real_store},
    [SL_STRING] = {sizeof(const char *), string_store},
    [SL_ENUM] = {sizeof(int), enum_store},
    [SL_TIME] = {sizeof(int64_t), time_store},
    [SL_CURVE] = {sizeof(struct sl_curve), curve_store},
    [SL_REF] = {sizeof(const char *), string_store},
    [SL_INLINE] = {0, NULL},
};

size_t sl_value_size(enum sl_field_type type)
{
    return kinds[type].size;
}

bool sl_value_store(struct sl_document *doc, const struct sl_field *field, enum sl_field_type type,
                    const struct sl_node *node, void *at, const struct sl_trail *path_of)
{
    const struct target t = {doc, field, node, at, path_of};
    return kinds[type].store(&t);
}

static int choice_value(const struct sl_field *field)
{
    for (const struct sl_choice *c = field->choices; field->text && c->name; c++)
        if (strcmp(c->name, field->text) == 0) return c->value;
    return field->choices->value;
}

void sl_value_default(const struct sl_field *field, void *at)
{
    const bool none = (field->flags & SL_NO_DEFAULT) || !isfinite(field->initial);
    switch (field->type) {
    case SL_BOOL:
        *(bool *)at = !none && field->initial != 0.0;
        break;
    case SL_INT:
        *(int64_t *)at = none ? INT64_MIN : (int64_t)field->initial;
        break;
    case SL_REAL: /* an infinite default means: no limit */
        *(double *)at = field->flags & SL_NO_DEFAULT ? (double)NAN : field->initial * sl_field_scale(field);
        break;
    case SL_TIME:
        *(int64_t *)at = none ? SL_NEVER : llround(field->initial * sl_field_scale(field) * 1e9);
        break;
    case SL_STRING:
    case SL_REF:
        *(const char **)at = field->text;
        break;
    case SL_ENUM:
        *(int *)at = choice_value(field);
        break;
    default:
        break;
    }
}
