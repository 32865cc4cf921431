/* "extends": a scenario as the difference to one or several others. */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/document.h"
#include "sim/scenario/json.h"
#include "sim/scenario/merge.h"

#define DEPTH_MAX 32

/* The files on the way down, to find circles. */
struct chain {
    const struct chain *up;
    const char *name; /* canonical: one file, one name */
    int depth;
};

static struct sl_node *tree_parse(struct sl_document *doc, struct sl_source *source, const struct chain *up);

/* The file's one absolute name; the name itself where there is no such file. */
static const char *canonical_name(struct sl_document *doc, const char *path)
{
    char *absolute = realpath(path, NULL);
    const char *name = absolute ? sl_arena_copy(&doc->arena, absolute, strlen(absolute)) : NULL;
    free(absolute);
    return name ? name : path;
}

static bool chain_has(const struct chain *chain, const char *name)
{
    while (chain && strcmp(chain->name, name) != 0) chain = chain->up;
    return chain != NULL;
}

/* The tree of one extended file, or NULL after an error at the value that names it. */
static struct sl_node *base_read(struct sl_document *doc, const struct sl_node *value,
                                 const struct chain *chain)
{
    struct sl_spot place = value->value_place;
    if (value->type != SL_NODE_STRING) {
        sl_document_report(doc, place, "extends", "must name files, not hold %s",
                           sl_node_type_name(value->type));
        return NULL;
    }
    const char *path = sl_path_join(&doc->arena, place.source->folder, value->string);
    if (!path) {
        sl_document_memory_short(doc);
        return NULL;
    }
    if (chain->depth > DEPTH_MAX || chain_has(chain, canonical_name(doc, path))) {
        sl_document_report(doc, place, "extends", "%s extends itself: the files form a circle", path);
        return NULL;
    }
    struct sl_error err = {0};
    struct sl_source *source = sl_source_read(&doc->arena, path, &err);
    if (!source) {
        sl_document_report(doc, place, "extends", "%s", err.text);
        return NULL;
    }
    return tree_parse(doc, source, chain);
}

/* The value of "extends" -> the files merged in order; NULL after errors. */
static struct sl_node *bases_merge(struct sl_document *doc, struct sl_node *extends,
                                   const struct chain *chain)
{
    if (extends->type != SL_NODE_ARRAY) return base_read(doc, extends, chain);
    struct sl_node *merged = sl_node_new(&doc->arena, SL_NODE_OBJECT, NULL);
    if (!merged) {
        sl_document_memory_short(doc);
        return NULL;
    }
    for (struct sl_node *value = extends->child; value; value = value->next) {
        struct sl_node *base = base_read(doc, value, chain);
        if (!base) return NULL;
        sl_merge(merged, base);
    }
    return merged;
}

static struct sl_node *tree_parse(struct sl_document *doc, struct sl_source *source, const struct chain *up)
{
    const struct chain chain = {up, canonical_name(doc, source->name), up ? up->depth + 1 : 0};
    sl_document_take_source(doc, source);
    struct sl_node *tree = sl_json_parse(&doc->arena, source, 0, &doc->messages);
    if (!tree) return NULL;
    if (tree->type != SL_NODE_OBJECT) {
        sl_document_report(doc, tree->value_place, NULL, "a scenario is an object { ... }, not %s",
                           sl_node_type_name(tree->type));
        return NULL;
    }
    struct sl_node *extends = sl_node_find(tree, "extends");
    if (!extends) return tree;
    sl_node_remove(tree, extends);
    struct sl_node *base = bases_merge(doc, extends, &chain);
    if (!base) return NULL;
    sl_merge(base, tree);
    return base;
}

struct sl_node *sl_extends_parse(struct sl_document *doc, struct sl_source *source)
{
    return tree_parse(doc, source, NULL);
}

struct sl_node *sl_extends_read(struct sl_document *doc, const char *path, struct sl_error *err)
{
    struct sl_source *source = sl_source_read(&doc->arena, path, err);
    return source ? tree_parse(doc, source, NULL) : NULL;
}
