/* A group of the result file with its own time axis: variables over (time) or (time, entity), all appended row by
 * row together, buffered to a whole chunk and compressed by the writer's thread.
 *
 * A row is one vector of floats, variable after variable. Two blocks of chunk_rows rows take turns. */
#ifndef SL_OUTPUT_TIER_H
#define SL_OUTPUT_TIER_H

#include "sim/output/pack.h"
#include "sim/output/writer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sl_error;
struct sl_state;

#define SL_NAME_MAX 96

struct sl_variable {
    char name[SL_NAME_MAX];
    const char *unit, *long_name, *cell_methods, *positive, *identity; /* static text or NULL */
    bool entities;                                                     /* (time, entity), else (time) */
    size_t first, count;                                               /* columns of a row */
    int64_t dataset;
};

struct sl_tier_spec {
    const char *entity; /* "feed"; NULL: all variables are (time) */
    size_t entities;
    const char *const *names;  /* of the entities, or NULL */
    int64_t origin_ns, row_ns; /* row r starts at origin + r row_ns after the epoch */
    const char *epoch;
    size_t chunk_rows, chunk_cols;
    bool bounds;  /* time_bounds: where each interval begins and ends */
    bool weights; /* count: steps in each interval */
    int64_t weight_ns;
};

struct sl_tier {
    struct sl_tier_spec spec;
    struct sl_variable *variables; /* owned */
    size_t nvariables, width;
    int64_t group, time, bounds, weights;
    float *block[2];          /* owned: chunk_rows x width */
    unsigned current;         /* block being filled */
    uint64_t written, fill;   /* rows given to the writer; rows in the current block */
    int64_t short_ns;         /* length of the last row if shorter, else 0 */
    uint64_t ticket;          /* of the last block given */
    struct sl_packer *packer; /* owned */
    float *tile;              /* owned: one chunk, or the columns of some variables */
    char state_names[3][SL_NAME_MAX];
    /* called on the writer's thread with each block after it has been written */
    int (*after)(void *context, const float *rows, size_t count, struct sl_error *err);
    void *context;
};

/* Adds a variable; its columns follow those before. Before create. */
int sl_tier_variable(struct sl_tier *t, const char *name, const struct sl_variable *like,
                     struct sl_error *err);

/* Allocates buffers. */
int sl_tier_prepare(struct sl_tier *t, const struct sl_tier_spec *spec, struct sl_error *err);

/* Makes the group and its datasets, or opens those of an earlier process. */
int sl_tier_create(struct sl_tier *t, int64_t parent, const char *name, struct sl_error *err);
int sl_tier_open(struct sl_tier *t, int64_t parent, const char *name, struct sl_error *err);
/* Cuts the datasets back to `written` rows. */
int sl_tier_cut(struct sl_tier *t, struct sl_error *err);

/* The next row, to be filled; then push. */
float *sl_tier_row(struct sl_tier *t);
/* Gives a full block to the writer; without one (NULL) writes it at once. */
int sl_tier_push(struct sl_tier *t, struct sl_writer *w, struct sl_error *err);

/* Writes the rows of the current block, drained; they stay in the block. */
int sl_tier_finish(struct sl_tier *t, struct sl_error *err);

/* Registers what must be remembered; settle (drained) brings it to where it was registered. */
int sl_tier_state(struct sl_tier *t, struct sl_state *state, const char *prefix, struct sl_error *err);
void sl_tier_settle(struct sl_tier *t);

void sl_tier_close(struct sl_tier *t); /* releases the ids */
void sl_tier_free(struct sl_tier *t);

#endif
