/* "--set path=value": changes of the last word, by key, list index or name. Unknown keys show when the tree is bound
 * to its tables, at the place in the argument. */
#include <stdio.h>
#include <string.h>

#include "sim/scenario/document.h"
#include "sim/scenario/json.h"
#include "sim/scenario/value_path.h"

struct setter {
    struct sl_document *doc;
    struct sl_source *source;
    const char *text; /* path=value */
    size_t path_length;
};

static struct sl_spot step_place(const struct setter *s, const struct sl_step *step)
{
    return (struct sl_spot){s->source, step->offset, step->length};
}

static const char *path_until(const struct setter *s, size_t end)
{
    const char *path = sl_arena_copy(&s->doc->arena, s->text, end);
    return path ? path : "?";
}

/* The value parsed as JSON, else the text itself as a string. */
static struct sl_node *value_parse(struct setter *s)
{
    const size_t begin = s->path_length + 1;
    struct sl_node *value = sl_json_parse(&s->doc->arena, s->source, begin, NULL);
    if (value) return value;
    value = sl_node_new(&s->doc->arena, SL_NODE_STRING, NULL);
    if (!value) return NULL;
    value->string = s->text + begin;
    value->value_place = (struct sl_spot){s->source, begin, s->source->length - begin};
    return value;
}

static void element_missing(const struct setter *s, const struct sl_node *list, const struct sl_step *step,
                            size_t at)
{
    char names[256] = "";
    size_t used = 0;
    for (const struct sl_node *child = list->child; child && used < sizeof names - 40; child = child->next) {
        const struct sl_node *name = sl_node_find(child, "name");
        if (name && name->type == SL_NODE_STRING)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.30s", used ? ", " : "",
                                     name->string);
    }
    sl_document_report(s->doc, step_place(s, step), path_until(s, at),
                       "the list has %zu elements (from [0])%s%s and none of this index or name", list->count,
                       used ? " named " : "", names);
}

/* The node that a step leads to, made if an object lacks the key; NULL after an error. */
static struct sl_node *step_take(struct setter *s, struct sl_node *node, const struct sl_step *step,
                                 size_t at)
{
    struct sl_node *child = sl_value_path_child(&s->doc->arena, node, step);
    if (child) return child;
    enum sl_node_type wanted = step->bracket ? SL_NODE_ARRAY : SL_NODE_OBJECT;
    if (node->type != wanted) {
        sl_document_report(s->doc, step_place(s, step), path_until(s, at),
                           "there is %s above it in the file, not %s", sl_node_type_name(node->type),
                           sl_node_type_name(wanted));
        return NULL;
    }
    if (step->bracket) {
        element_missing(s, node, step, at);
        return NULL;
    }
    if (at < s->path_length && s->text[at] == '[') {
        sl_document_report(
            s->doc, step_place(s, step), path_until(s, at),
            "there is no such list to choose from: give it whole, as in --set '%.*s=[{ ... }]'", (int)at,
            s->text);
        return NULL;
    }
    child =
        sl_node_new(&s->doc->arena, SL_NODE_OBJECT, sl_arena_copy(&s->doc->arena, step->text, step->length));
    if (!child || !child->key) {
        sl_document_memory_short(s->doc);
        return NULL;
    }
    child->key_place = child->value_place = step_place(s, step);
    sl_node_append(node, child);
    return child;
}

static void node_set(struct sl_node *node, const struct sl_node *value, struct sl_spot key_place)
{
    struct sl_node *next = node->next;
    const char *key = node->key;
    *node = *value;
    node->next = next;
    node->key = key;
    if (key) node->key_place = key_place;
}

static bool path_check(struct setter *s)
{
    struct sl_step step;
    size_t at = 0;
    int more;
    while ((more = sl_value_path_next(s->text, s->path_length, &at, &step)) == 1) {
    }
    const struct sl_spot place = {s->source, at, 1};
    if (more < 0)
        sl_document_report(s->doc, place, NULL,
                           "the path is malformed (as in: workload.jobs[pretrain].start_s)");
    return more == 0;
}

static void path_set(struct setter *s)
{
    struct sl_node *node = s->doc->root;
    struct sl_step step = {0};
    size_t at = 0;
    while (sl_value_path_next(s->text, s->path_length, &at, &step) == 1) {
        node = step_take(s, node, &step, at);
        if (!node) return;
    }
    struct sl_node *value = value_parse(s);
    if (value)
        node_set(node, value, step_place(s, &step));
    else
        sl_document_memory_short(s->doc);
}

void sl_set_apply(struct sl_document *doc, const char *argument)
{
    struct setter s = {doc, NULL, NULL, 0};
    s.source = sl_source_from_text(&doc->arena, "--set", argument, strlen(argument));
    if (!s.source) {
        sl_document_memory_short(doc);
        return;
    }
    sl_document_take_source(doc, s.source);
    s.source->is_set = true;
    s.text = s.source->text;
    const char *equals = strchr(s.text, '=');
    if (!equals) {
        struct sl_spot place = {s.source, 0, s.source->length};
        sl_document_report(doc, place, NULL, "must read path=value");
        return;
    }
    s.path_length = (size_t)(equals - s.text);
    if (path_check(&s)) path_set(&s);
}
