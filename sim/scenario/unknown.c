#include "sim/scenario/unknown.h"

#include <stdio.h>
#include <string.h>

#include "models/base/units.h"
#include "sim/scenario/suggest.h"

/* The search through all keys of the format for one that is or resembles the unknown key. */
struct search {
    struct sl_nearest nearest;
    char path[160], best_path[160]; /* of the object that is being searched; of the one with the best key */
    int depth;
};

#define SEARCH_DEPTH 12

static void offer_sibling(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    sl_nearest_offer(context, field->key);
}

struct base_search {
    const char *key, *found;
};

static void match_base(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct base_search *search = context;
    if (!search->found && sl_keys_share_base(search->key, field->key)) search->found = field->key;
}

static void search_table(struct search *search, const struct sl_table *table);

static void search_row(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct search *search = context;
    size_t before = search->nearest.distance;
    sl_nearest_offer(&search->nearest, field->key);
    if (search->nearest.distance < before) memcpy(search->best_path, search->path, sizeof search->path);
    if (search->depth >= SEARCH_DEPTH || !(field->table || field->variants)) return;
    size_t length = strlen(search->path);
    snprintf(search->path + length, sizeof search->path - length, "%s%s", length ? "." : "", field->key);
    search->depth++;
    if (field->table) search_table(search, field->table);
    for (const struct sl_variant *v = field->variants; v && v->name; v++) search_table(search, v->table);
    search->depth--;
    search->path[length] = '\0';
}

static void search_table(struct search *search, const struct sl_table *table)
{
    sl_table_each(table, search_row, search);
}

/* Keys of the variants that were not chosen. */
static bool other_variant(char *text, size_t size, const struct sl_context_tables *at, const char *key)
{
    if (!at->variant_field) return false;
    const char *tag = sl_field_tag(at->variant_field);
    for (const struct sl_variant *v = at->variant_field->variants; v->name; v++) {
        if (v == at->chosen || !sl_table_find(v->table, key)) continue;
        snprintf(text, size, "belongs to \"%s\": \"%s\", but here \"%s\" is \"%s\"", tag, v->name, tag,
                 at->chosen->name);
        return true;
    }
    return false;
}

/* The right key in another unit, or without one. */
static bool other_unit(char *text, size_t size, const struct sl_context_tables *at,
                       const struct sl_node *node)
{
    struct base_search search = {node->key, NULL};
    sl_table_each(at->table, match_base, &search);
    if (!search.found) return false;
    char conversion[96];
    if (node->type == SL_NODE_NUMBER &&
        sl_unit_convert(conversion, sizeof conversion, node->key, search.found, node->number))
        snprintf(text, size, "did you mean \"%s\"? %s", search.found, conversion);
    else
        snprintf(text, size, "unknown key (did you mean \"%s\"?)", search.found);
    return true;
}

static void match_share(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct base_search *search = context;
    const struct sl_unit *unit = sl_unit_of_key(field->key);
    const bool share = unit && (strcmp(unit->suffix, "pu") == 0 || strcmp(unit->suffix, "fraction") == 0);
    if (share && !search->found && sl_keys_share_base(search->key, field->key)) search->found = field->key;
}

/* Shares are per unit or fractions: a key in per cent is told the one to use. */
static bool per_cent(char *text, size_t size, const struct sl_context_tables *at, const struct sl_node *node)
{
    static const char *const endings[] = {"_percent", "_per_cent", "_pct"};
    char bare[64] = "";
    const size_t length = strlen(node->key);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t end = strlen(endings[i]);
        if (length > end && length < sizeof bare && strcmp(node->key + length - end, endings[i]) == 0)
            snprintf(bare, sizeof bare, "%.*s", (int)(length - end), node->key);
    }
    struct base_search search = {bare, NULL};
    if (bare[0]) sl_table_each(at->table, match_share, &search);
    if (!search.found) return false;
    if (node->type == SL_NODE_NUMBER)
        snprintf(text, size, "did you mean \"%s\"? %.10g %% is %.10g", search.found, node->number,
                 node->number / 100.0);
    else
        snprintf(text, size, "unknown key (did you mean \"%s\"?)", search.found);
    return true;
}

struct listing {
    char text[300];
    size_t used, count;
};

static void list_key(void *context, const struct sl_field *field, size_t base)
{
    (void)base;
    struct listing *list = context;
    list->count++;
    if (list->used + strlen(field->key) + 4 < sizeof list->text)
        list->used += (size_t)snprintf(list->text + list->used, sizeof list->text - list->used, "%s%s",
                                       list->used ? ", " : "", field->key);
}

/* No resemblance: tell the few keys that there are. */
static void keys_list(char *text, size_t size, const struct sl_table *table)
{
    struct listing list = {.used = 0};
    sl_table_each(table, list_key, &list);
    if (list.count > 0 && list.count <= 12)
        snprintf(text, size, "unknown key (the keys are: %s)", list.text);
    else
        snprintf(text, size, "unknown key (stepload describe lists the keys)");
}

void sl_unknown_key(char *text, size_t size, const struct sl_context_tables *at, const struct sl_node *node)
{
    if (other_variant(text, size, at, node->key) || other_unit(text, size, at, node) ||
        per_cent(text, size, at, node))
        return;
    struct sl_nearest sibling = sl_nearest_to(node->key);
    sl_table_each(at->table, offer_sibling, &sibling);
    struct search all = {.nearest = sl_nearest_to(node->key)};
    if (at->root) search_table(&all, at->root);
    const bool exact_elsewhere = all.nearest.best && all.nearest.distance == 0;
    if (sibling.best && (sibling.distance <= 1 || !exact_elsewhere))
        snprintf(text, size, "unknown key (did you mean \"%s\"?)", sibling.best);
    else if (all.nearest.best && all.best_path[0])
        snprintf(text, size, "unknown key (\"%s\" belongs under \"%s\")", all.nearest.best, all.best_path);
    else if (all.nearest.best)
        snprintf(text, size, "unknown key (\"%s\" belongs at the top level)", all.nearest.best);
    else
        keys_list(text, size, at->table);
}
