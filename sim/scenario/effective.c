/* The scenario as it holds, every default written out: with origins for people, without for machines. */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/document.h"

#define COMMENT_COLUMN 56

struct printer {
    FILE *to;
    bool origins;
    int depth;
};

/* Text in a comment ends at a line end, so control characters become spaces. */
static void comment_print(FILE *to, const char *text, size_t most)
{
    size_t i = 0;
    for (; text[i] && (i < most || ((unsigned char)text[i] & 0xC0) == 0x80); i++)
        fputc((unsigned char)text[i] < 0x20 ? ' ' : text[i], to);
    if (text[i]) fputs("...", to);
}

static void origin_print(const struct printer *p, const struct sl_node *node, size_t width)
{
    if (!p->origins) return;
    const struct sl_source *source = node->value_place.source;
    fprintf(p->to, "%*s// ", width < COMMENT_COLUMN ? (int)(COMMENT_COLUMN - width) : 1, "");
    if (!source) {
        fputs("default", p->to);
    } else if (source->is_set) {
        fputs("--set ", p->to);
        comment_print(p->to, source->text, 120);
    } else {
        size_t line, column;
        sl_source_position(source, node->value_place.offset, &line, &column);
        comment_print(p->to, source->name, 400);
        fprintf(p->to, ":%zu", line);
    }
    if (!node->basis) return;
    fputs(" (", p->to);
    comment_print(p->to, node->basis, 90);
    fputc(')', p->to);
}

static bool is_plain(const struct sl_node *node)
{
    for (const struct sl_node *child = node->child; child; child = child->next)
        if (child->type == SL_NODE_OBJECT) return false;
    return node->type != SL_NODE_OBJECT;
}

static void plain_print(FILE *to, const struct sl_node *node)
{
    char number[32];
    switch (node->type) {
    case SL_NODE_NUMBER:
        sl_number_format(number, node->number);
        fputs(number, to);
        break;
    case SL_NODE_STRING:
        sl_json_print_string(to, node->string);
        break;
    case SL_NODE_BOOL:
        fputs(node->boolean ? "true" : "false", to);
        break;
    case SL_NODE_ARRAY:
        fputc('[', to);
        for (const struct sl_node *child = node->child; child; child = child->next) {
            plain_print(to, child);
            if (child->next) fputs(", ", to);
        }
        fputc(']', to);
        break;
    default:
        fputs("null", to);
    }
}

char *sl_node_text(const struct sl_node *node)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    plain_print(to, node);
    fclose(to);
    return text;
}

static void node_print(struct printer *p, const struct sl_node *node);

static void container_print(struct printer *p, const struct sl_node *node)
{
    const bool object = node->type == SL_NODE_OBJECT;
    fputs(object ? "{" : "[", p->to);
    if (node->child) fputc('\n', p->to);
    p->depth++;
    for (const struct sl_node *child = node->child; child; child = child->next) node_print(p, child);
    p->depth--;
    fprintf(p->to, "%*s%s", node->child ? 2 * p->depth : 0, "", object ? "}" : "]");
}

static void node_print(struct printer *p, const struct sl_node *node)
{
    fprintf(p->to, "%*s", 2 * p->depth, "");
    const char *comma = node->next ? "," : "";
    if (node->key) {
        sl_json_print_string(p->to, node->key);
        fputs(": ", p->to);
    }
    if (is_plain(node)) {
        char *text = sl_node_text(node);
        fprintf(p->to, "%s%s", text ? text : "null", comma);
        const size_t width =
            (text ? strlen(text) : 0) + (node->key ? strlen(node->key) + 4 : 0) + strlen(comma);
        origin_print(p, node, 2 * (size_t)p->depth + width);
        free(text);
    } else {
        container_print(p, node);
        fputs(comma, p->to);
    }
    fputc('\n', p->to);
}

void sl_document_print_effective(const struct sl_document *doc, FILE *to, bool origins)
{
    struct printer p = {to, origins, 0};
    if (!doc->effective) return;
    container_print(&p, doc->effective);
    fputc('\n', to);
}

const char *sl_document_effective_text(struct sl_document *doc)
{
    if (doc->effective_text) return doc->effective_text;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    sl_document_print_effective(doc, to, false);
    fclose(to);
    doc->effective_text = text ? sl_arena_copy(&doc->arena, text, size) : NULL;
    free(text);
    return doc->effective_text;
}
