#include "sim/scenario/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/comments.h"
#include "sim/scenario/scan.h"

struct builder {
    struct sl_arena *arena;
    const struct sl_source *source;
    struct sl_messages *messages;
    const struct sl_mark *mark; /* of the next value, in document order */
    size_t begin;
    bool failed;
};

static void report(struct builder *b, size_t offset, size_t length, const char *path, const char *text)
{
    struct sl_spot place = {b->source, offset, length};
    b->failed = true;
    if (b->messages) sl_messages_add(b->messages, SL_SEVERITY_ERROR, place, path, "%s", text);
}

static int keys_compare(const void *left, const void *right)
{
    const struct sl_node *a = *(const struct sl_node *const *)left,
                         *b = *(const struct sl_node *const *)right;
    int order = strcmp(a->key, b->key);
    if (order) return order;
    return a->key_place.offset < b->key_place.offset ? -1 : a->key_place.offset > b->key_place.offset;
}

static void duplicates_check(struct builder *b, const struct sl_node *object)
{
    if (object->count < 2) return;
    const struct sl_node **sorted = malloc(object->count * sizeof *sorted);
    if (!sorted) {
        report(b, object->value_place.offset, 1, NULL, "out of memory for the text");
        return;
    }
    size_t count = 0;
    for (const struct sl_node *child = object->child; child; child = child->next) sorted[count++] = child;
    qsort(sorted, count, sizeof *sorted, keys_compare);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i]->key, sorted[i - 1]->key) != 0) continue;
        size_t line, column;
        char text[160];
        sl_source_position(b->source, sorted[i - 1]->key_place.offset, &line, &column);
        snprintf(text, sizeof text, "the key stands here twice; first at line %zu, column %zu", line, column);
        report(b, sorted[i]->key_place.offset, sorted[i]->key_place.length, sorted[i]->key, text);
    }
    free(sorted);
}

static enum sl_node_type type_of(const cJSON *item)
{
    if (cJSON_IsObject(item)) return SL_NODE_OBJECT;
    if (cJSON_IsArray(item)) return SL_NODE_ARRAY;
    if (cJSON_IsString(item)) return SL_NODE_STRING;
    if (cJSON_IsNumber(item)) return SL_NODE_NUMBER;
    return cJSON_IsBool(item) ? SL_NODE_BOOL : SL_NODE_NULL;
}

static struct sl_node *node_build(struct builder *b, const cJSON *item);

static bool scalar_build(struct builder *b, struct sl_node *node, const cJSON *item)
{
    node->boolean = cJSON_IsTrue(item);
    if (node->type == SL_NODE_NUMBER) {
        node->number = item->valuedouble;
        if (!isfinite(node->number))
            report(b, node->value_place.offset, node->value_place.length, node->key,
                   "the number is too large: not finite in double precision");
    }
    if (node->type == SL_NODE_STRING) {
        node->string = sl_arena_copy(b->arena, item->valuestring, strlen(item->valuestring));
        if (!node->string) return false;
    }
    return true;
}

static bool children_build(struct builder *b, struct sl_node *node, const cJSON *item)
{
    const cJSON *child;
    cJSON_ArrayForEach(child, item)
    {
        struct sl_node *built = node_build(b, child);
        if (!built) return false;
        sl_node_append(node, built);
    }
    if (node->type == SL_NODE_OBJECT) duplicates_check(b, node);
    return true;
}

static struct sl_node *node_build(struct builder *b, const cJSON *item)
{
    const struct sl_mark *mark = b->mark++;
    struct sl_node *node = sl_node_new(b->arena, type_of(item), NULL);
    if (!node) return NULL;
    node->value_place = (struct sl_spot){b->source, b->begin + mark->value_offset, mark->value_length};
    if (mark->key_length) {
        node->key_place = (struct sl_spot){b->source, b->begin + mark->key_offset, mark->key_length};
        node->key = sl_arena_copy(b->arena, item->string, strlen(item->string));
        if (!node->key) return NULL;
    }
    bool done = node->type == SL_NODE_OBJECT || node->type == SL_NODE_ARRAY ? children_build(b, node, item)
                                                                            : scalar_build(b, node, item);
    return done ? node : NULL;
}

/* Says what a file is that is no text, or NULL. */
static const char *foreign_text(const char *text, size_t length)
{
    if (length > SL_SOURCE_BYTES_MAX)
        return "the file is larger than 16 MiB: put long series into a CSV file and name it";
    if (length >= 4 && memcmp(text, "\x89HDF", 4) == 0)
        return "this is an HDF5 file, not a scenario (see: stepload info)";
    if (length >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
        return "the file is UTF-16 text; save it as UTF-8";
    if (memchr(text, 0, length)) return "this is a binary file, not a scenario (it holds a byte 0)";
    return NULL;
}

static struct sl_node *tree_build(struct builder *b, const char *text, size_t length,
                                  const struct sl_marks *marks)
{
    const char *end = NULL;
    cJSON *items = cJSON_ParseWithLengthOpts(text, length + 1, &end, true);
    if (!items) {
        report(b, b->begin + (end && end >= text ? (size_t)(end - text) : 0), 1, NULL,
               "the text cannot be parsed");
        return NULL;
    }
    b->mark = marks->items;
    struct sl_node *root = node_build(b, items);
    cJSON_Delete(items);
    if (!root) report(b, b->begin, 1, NULL, "out of memory for the text");
    return b->failed ? NULL : root;
}

struct sl_node *sl_json_parse(struct sl_arena *arena, const struct sl_source *source, size_t begin,
                              struct sl_messages *messages)
{
    struct builder b = {arena, source, messages, NULL, begin, false};
    const size_t length = source->length - begin;
    const char *foreign = foreign_text(source->text + begin, length);
    if (foreign) {
        report(&b, begin, 1, NULL, foreign);
        return NULL;
    }
    char *text = malloc(length + 1);
    if (!text) {
        report(&b, begin, 1, NULL, "out of memory for the text");
        return NULL;
    }
    memcpy(text, source->text + begin, length);
    text[length] = '\0';
    struct sl_marks marks = {0};
    struct sl_fault fault;
    struct sl_node *root = NULL;
    if (sl_comments_blank(text, length, &fault) || sl_scan(text, length, &marks, &fault))
        report(&b, begin + fault.offset, fault.length, NULL, fault.text);
    else
        root = tree_build(&b, text, length, &marks);
    free(marks.items);
    free(text);
    return root;
}
