/* A scenario file, read strictly: text -> tree -> merged tree -> structs described by field tables.
 *
 *   struct sl_document *doc = sl_document_open(path, sets, set_count, err);
 *   if (!doc) return err->code;                              the file cannot be read
 *   sl_document_bind(doc, &sl_scenario_table, &scenario);
 *   ... cross-checks: sl_document_error(doc, "workload.jobs[0].accelerators", "does not fit ...") ...
 *   sl_document_print_messages(doc, stderr);
 *   if (sl_document_errors(doc)) ... exit code SL_ERR_SCENARIO
 *   sl_document_free(doc);                                   strings and lists of `scenario` end here too
 *
 * Errors are collected, not returned one by one: messages name file, line, column and path, and echo the
 * line. */
#ifndef SL_SCENARIO_READER_H
#define SL_SCENARIO_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "models/base/error.h"
#include "models/base/field.h"

struct sl_document;

/* Reads `path` ("-": standard input), what it extends, and applies `sets` ("path=value") last.
 * NULL with SL_ERR_IO if the file cannot be read, SL_ERR_RUN if memory is short. An invalid text gives a
 * document that carries errors. */
struct sl_document *sl_document_open(const char *path, const char *const *sets, size_t set_count,
                                     struct sl_error *err);

/* A document from text in memory; `name` stands for the file in messages and as its place for relative paths.
 */
struct sl_document *sl_document_open_text(const char *name, const char *text, size_t length,
                                          const char *const *sets, size_t set_count, struct sl_error *err);

/* Fills the struct of table->size bytes at `out`: values of the file, of the library and defaults. Every
 * member that the table names is set, whatever the errors. Strings and lists belong to the document. Returns
 * 0, or SL_ERR_SCENARIO if the document has errors (also from reading). */
int sl_document_bind(struct sl_document *doc, const struct sl_table *table, void *out);

/* A finding of a cross-check, shown at the place of `path` ("power.ups", "workload.jobs[0].start_s",
 * "storage[bess].capacity_mwh") or of its nearest ancestor in a file. */
void sl_document_error(struct sl_document *doc, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void sl_document_warning(struct sl_document *doc, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

size_t sl_document_errors(const struct sl_document *doc);
size_t sl_document_warnings(const struct sl_document *doc);

/* Calls with the name of each text that has been read (files as they were opened; also --set arguments) until true is
 * returned; returns whether it was. */
bool sl_document_each_source(const struct sl_document *doc, bool (*call)(const char *name, void *context),
                             void *context);

/* Errors and warnings, compiler style, in the order of the files; the first 20 errors, then how many more. */
void sl_document_print_messages(const struct sl_document *doc, FILE *to);

/* The same as a JSON array of {severity, file, line, column, path, message}. */
void sl_document_print_messages_json(const struct sl_document *doc, FILE *to);

/* The bound scenario with every default written out. With `origins` a comment beside each value says where it
 * comes from; without, it is plain JSON whose numbers read back to the same bits. Needs sl_document_bind
 * before. */
void sl_document_print_effective(const struct sl_document *doc, FILE *to, bool origins);

/* The plain effective text, kept by the document; NULL if memory is short. */
const char *sl_document_effective_text(struct sl_document *doc);

/* Defaults that this scenario leans on and whose source begins with "assumed". */
struct sl_assumed {
    const char *path;   /* power.ups.battery.autonomy_s */
    const char *value;  /* as in a file: 300 */
    const char *source; /* assumed: ... */
};
const struct sl_assumed *sl_document_assumed(const struct sl_document *doc, size_t *count);

/* A file named by the value at `path`, made relative to the file that holds this value (not to the working
 * directory); absolute names come back as they are. Kept by the document; NULL if memory is short. */
const char *sl_document_resolve(struct sl_document *doc, const char *path, const char *file);

/* The file as named by the caller. */
const char *sl_document_name(const struct sl_document *doc);

void sl_document_free(struct sl_document *doc);

#endif
