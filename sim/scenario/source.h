/* A text that values come from - a file, standard input, a --set argument - and places in it. */
#ifndef SL_SCENARIO_SOURCE_H
#define SL_SCENARIO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "models/base/error.h"
#include "sim/scenario/arena.h"

#define SL_SOURCE_BYTES_MAX ((size_t)16 * 1024 * 1024)

struct sl_source {
    const char *name;   /* as messages show it */
    const char *folder; /* relative file names inside the text start here; "." if none */
    const char *text;   /* as read, NUL after it */
    size_t length;
    size_t order; /* messages are sorted by it: in order of reading */
    bool is_set;  /* a --set argument */
    const size_t *line_starts;
    size_t line_count;
    const struct sl_source *before; /* read before it in the same document */
};

/* Nowhere: source is NULL (a default). */
struct sl_spot {
    const struct sl_source *source;
    size_t offset, length;
};

/* Reads a whole file ("-": standard input). NULL with SL_ERR_IO if it cannot be read; a file above
 * SL_SOURCE_BYTES_MAX is read as far as one byte beyond it, so that parsing can say so. */
struct sl_source *sl_source_read(struct sl_arena *arena, const char *path, struct sl_error *err);

/* A source from text in memory; NULL if memory is short. */
struct sl_source *sl_source_from_text(struct sl_arena *arena, const char *name, const char *text,
                                      size_t length);

/* Line and column, both from 1; columns count characters, not bytes. */
void sl_source_position(const struct sl_source *source, size_t offset, size_t *line, size_t *column);

/* The folder part of a file name ("." if it has none); NULL if memory is short. */
char *sl_path_folder(struct sl_arena *arena, const char *path);

/* `file` relative to `folder`; absolute names as they are; NULL if memory is short. */
char *sl_path_join(struct sl_arena *arena, const char *folder, const char *file);

#endif
