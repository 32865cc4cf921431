/* "use": equipment and rules by name. Each *.json in a library folder is an object of entries,
 *   { "<name>": { "kind": "<table>", "doc": "...", "sources": { "<field>": "<source>" }, ...fields... }, ... }
 * A source that begins with "assumed" puts the value on the list of assumptions.
 * Folders, the first that has a name wins: library/ beside the scenario file, each folder of $STEPLOAD_LIBRARY
 * (separated by ':'), the folders that belong to the program. */
#ifndef SL_SCENARIO_LIBRARY_H
#define SL_SCENARIO_LIBRARY_H

#include "sim/scenario/document.h"
#include "sim/scenario/table.h"
#include "sim/scenario/value_path.h"

/* What kinds an object may take: its table, or the tables of its variants. */
struct sl_kinds {
    const struct sl_table *table;
    const struct sl_variant *variants; /* table NULL */
    const char *tag;                   /* the key that picks a variant */
    const char *key;                   /* of a variant's row: also a kind */
};

struct sl_kinds sl_kinds_of(const struct sl_field *field);
bool sl_kinds_have(const struct sl_kinds *kinds, const char *kind);

/* The entries that an object may use, in order: `after` NULL gives the first; NULL at the end. */
const struct sl_node *sl_library_next(const struct sl_document *doc, const struct sl_kinds *kinds,
                                      const struct sl_node *after);

/* The node with its "use" (and the "use" of what that names) resolved: the entry's fields under its own. The node
 * itself if it has none; NULL after an error, which is in the document. `trail` leads to the node. */
struct sl_node *sl_library_expand(struct sl_document *doc, struct sl_node *node, const struct sl_kinds *kinds,
                                  const struct sl_trail *trail);

/* Reads the folders into doc->library, once; problems are errors of the document. */
void sl_library_read(struct sl_document *doc);

/* The field that a key of an entry's "sources" means: by path ("psu.rated_power_kw"), or the first of this name at any
 * depth; NULL if there is none. */
struct sl_node *sl_library_sourced(const struct sl_node *entry, const char *key);

#endif
