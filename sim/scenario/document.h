/* A document from the inside: shared by the files that read, merge, bind and print it. */
#ifndef SL_SCENARIO_DOCUMENT_H
#define SL_SCENARIO_DOCUMENT_H

#include "sim/scenario/message.h"
#include "sim/scenario/node.h"
#include "sim/scenario/scenario_reader.h"

struct sl_document {
    struct sl_arena arena;
    struct sl_messages messages;
    const char *name;
    size_t source_count;
    const struct sl_source *last_source; /* and through it all others */
    struct sl_node *root;                /* merged text; NULL if it could not be read */
    struct sl_node *library;             /* list of entries, in order of precedence; NULL: not read yet */
    struct sl_node *library_folders;     /* canonical names of those read */
    struct sl_node *effective;           /* all values as bound */
    const char *effective_text;
    struct sl_assumed *assumed;
    size_t assumed_count, assumed_room;
    bool memory_short;
};

/* Adds an error at a place; path may be NULL. */
#define sl_document_report(doc, place, path, ...)                                                            \
    sl_messages_add(&(doc)->messages, SL_SEVERITY_ERROR, place, path, __VA_ARGS__)

/* Counts a source in. */
void sl_document_take_source(struct sl_document *doc, struct sl_source *source);

/* Notes that memory is short: once an error of the whole document. */
void sl_document_memory_short(struct sl_document *doc);

/* Reads and parses one file and what it extends into one tree; NULL after errors, which are in the document.
 * With err, a file that cannot be read is SL_ERR_IO there instead. */
struct sl_node *sl_extends_read(struct sl_document *doc, const char *path, struct sl_error *err);

/* Parses the source and merges it over what its key "extends" names. */
struct sl_node *sl_extends_parse(struct sl_document *doc, struct sl_source *source);

/* A plain value or list as JSON text (malloc; the caller frees); NULL if memory is short. */
char *sl_node_text(const struct sl_node *node);

/* Applies one "path=value". */
void sl_set_apply(struct sl_document *doc, const char *argument);

#endif
