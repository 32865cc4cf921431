/* The library for people: what there is, and what an entry says. */
#ifndef SL_SCENARIO_LIBRARY_PAGE_H
#define SL_SCENARIO_LIBRARY_PAGE_H

#include <stdio.h>

#include "models/base/error.h"
#include "models/base/field.h"
#include "sim/scenario/scenario_reader.h"

/* A document with no scenario and the library that one in `folder` would find, already read; problems of the library
 * are its errors. NULL with SL_ERR_RUN if memory is short. */
struct sl_document *sl_library_open(const char *folder, struct sl_error *err);

/* All entries: kind and where the format (root) takes it, name, doc, file. */
void sl_library_print(const struct sl_document *library, const struct sl_table *root, FILE *to);

/* The entries of this name: each key with its value and its source. SL_ERR_USAGE if there is none. */
int sl_library_print_entry(const struct sl_document *library, const struct sl_table *root, const char *name,
                           FILE *to, struct sl_error *err);

#endif
