#include "sim/scenario/value_path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sl_value_path_next(const char *path, size_t length, size_t *at, struct sl_step *step)
{
    if (*at >= length) return *at == 0 ? -1 : 0;
    if (path[*at] == '[') {
        const char *close = memchr(path + *at, ']', length - *at);
        if (!close || *at == 0 || close == path + *at + 1) return -1;
        *step = (struct sl_step){path + *at + 1, *at + 1, (size_t)(close - path) - *at - 1, true};
        *at = (size_t)(close - path) + 1;
        if (*at < length && path[*at] != '.' && path[*at] != '[') return -1;
        return 1;
    }
    if (*at > 0) {
        if (path[*at] != '.') return -1;
        ++*at;
    }
    const size_t start = *at;
    while (*at < length && path[*at] != '.' && path[*at] != '[') ++*at;
    if (*at == start) return -1;
    *step = (struct sl_step){path + start, start, *at - start, false};
    return 1;
}

struct sl_node *sl_value_path_child(struct sl_arena *arena, const struct sl_node *node,
                                    const struct sl_step *step)
{
    char *text = sl_arena_copy(arena, step->text, step->length);
    if (!text) return NULL;
    if (!step->bracket) return sl_node_find(node, text);
    char *end;
    unsigned long index = strtoul(text, &end, 10);
    if (isdigit((unsigned char)text[0]) && *end == '\0') {
        struct sl_node *element = sl_node_element(node, index);
        if (element) return element;
    }
    return sl_node_named(node, text);
}

const struct sl_node *sl_value_path_nearest(struct sl_arena *arena, const struct sl_node *root,
                                            const char *path, const struct sl_node **placed)
{
    const struct sl_node *node = root;
    struct sl_step step;
    size_t at = 0;
    *placed = root;
    while (node && sl_value_path_next(path, strlen(path), &at, &step) == 1) {
        const struct sl_node *child = sl_value_path_child(arena, node, &step);
        if (!child) break;
        node = child;
        if (sl_node_place(node).source) *placed = node;
    }
    return node;
}

const char *sl_trail_text(struct sl_arena *arena, const struct sl_trail *trail)
{
    if (!trail) return "";
    const char *up = sl_trail_text(arena, trail->up);
    const char *text = trail->key ? sl_arena_format(arena, "%s%s%s", up, up[0] ? "." : "", trail->key)
                                  : sl_arena_format(arena, "%s[%zu]", up, trail->index);
    return text ? text : "?";
}
