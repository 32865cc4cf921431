/* The scenario format from its field tables: a page for people. */
#ifndef SL_SCENARIO_DESCRIBE_H
#define SL_SCENARIO_DESCRIBE_H

#include <stdio.h>

#include "models/base/error.h"
#include "models/base/field.h"

struct sl_document;

/* Prints the keys under `path` ("power.ups"; "" or NULL: the top level), or all about one key. Indices and names
 * of list elements are left out of a path. With a document whose library is read, `use` and the names that fit are
 * told too. Returns SL_ERR_USAGE for a path that the format does not have. */
int sl_describe(const struct sl_table *root, const char *path, const struct sl_document *library, FILE *to,
                struct sl_error *err);

/* The whole format as Markdown, a section a table. */
void sl_describe_reference(const struct sl_table *root, FILE *to);

#endif
