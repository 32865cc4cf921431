/* A thin face of HDF5: only the files h5_*.c and their h5_internal.h include hdf5.h.
 *
 * Ids are HDF5's own, valid while positive, each released once by sl_h5_release. Files are written through
 * atomic_file.h: what sl_h5_commit has committed survives a kill at any moment and opens in every reader.
 * Every function returns 0 or SL_ERR_IO with the path, the object and the innermost reason; nothing is printed. */
#ifndef SL_OUTPUT_H5_H
#define SL_OUTPUT_H5_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sl_error;

enum sl_h5_type { SL_H5_F64, SL_H5_F32, SL_H5_I32, SL_H5_I64, SL_H5_TEXT /* variable-length UTF-8 */ };

#define SL_H5_LEVEL 1 /* deflate; higher gains 1-4 % on noisy data for up to 18 times the work */

struct sl_h5_shape {
    enum sl_h5_type type;
    int rank; /* 0 scalar, 1 rows, 2 rows x cols */
    uint64_t rows, cols;
    uint64_t chunk_rows, chunk_cols; /* 0: contiguous; chunks of numbers are shuffled and deflated */
    bool growing;                    /* rows without limit */
};

/* Turns HDF5's own error printing off in the calling thread; every thread that uses h5.h calls it once. */
void sl_h5_quiet(void);

int sl_h5_create(const char *path, int64_t *file, struct sl_error *err); /* the file must not exist */
int sl_h5_open(const char *path, bool writable, int64_t *file, struct sl_error *err);
int sl_h5_commit(int64_t file, bool durable, struct sl_error *err);
/* Renames an open, committed file; what is at `path` is replaced. */
int sl_h5_rename(int64_t file, const char *path, struct sl_error *err);
/* Commits unless a write has failed, and closes; every other id of the file must be released before. */
int sl_h5_close(int64_t file, struct sl_error *err);
/* Closes without a commit: the file stays as it was at the last one. */
void sl_h5_abandon(int64_t file);
/* Open ids that belong to the file, itself included. */
long sl_h5_ids(int64_t file);

int sl_h5_group(int64_t parent, const char *name, int64_t *group,
                struct sl_error *err); /* creates or opens */
bool sl_h5_exists(int64_t parent, const char *name);
int sl_h5_remove(int64_t parent, const char *name, struct sl_error *err);
void sl_h5_release(int64_t id); /* any id but a file; 0 and below are ignored */

int sl_h5_dataset(int64_t parent, const char *name, const struct sl_h5_shape *shape, int64_t *dataset,
                  struct sl_error *err);
int sl_h5_dataset_open(int64_t parent, const char *name, int64_t *dataset, struct sl_error *err);
int sl_h5_shape(int64_t dataset, struct sl_h5_shape *shape, struct sl_error *err);
int sl_h5_rows(int64_t dataset, uint64_t rows, struct sl_error *err); /* sets the first dimension */

/* Rows [row, row + count) of all columns; data in the dataset's type (text: const char *). A scalar is row 0. */
int sl_h5_write(int64_t dataset, uint64_t row, uint64_t count, const void *data, struct sl_error *err);
/* A whole chunk as the filters would leave it (pack.h), at a chunk boundary inside the dataset. */
int sl_h5_write_chunk(int64_t dataset, uint64_t row, uint64_t col, const void *packed, size_t size,
                      struct sl_error *err);
int sl_h5_read(int64_t dataset, uint64_t row, uint64_t count, void *data, struct sl_error *err); /* numbers */
/* Texts, each and the array to be freed by sl_h5_texts_free. */
int sl_h5_read_texts(int64_t dataset, uint64_t row, uint64_t count, char ***texts, struct sl_error *err);
void sl_h5_texts_free(char **texts, uint64_t count);

/* Dimension scales: the dataset becomes the axis `name`; other datasets attach to it. */
int sl_h5_scale(int64_t dataset, const char *name, struct sl_error *err);
int sl_h5_attach(int64_t dataset, int64_t scale, unsigned axis, struct sl_error *err);
bool sl_h5_attached(int64_t dataset, int64_t scale, unsigned axis);

/* Attributes; writing replaces. A NULL text is left out. */
int sl_h5_set_text(int64_t object, const char *name, const char *text, struct sl_error *err);
int sl_h5_set_real(int64_t object, const char *name, double value, struct sl_error *err);
int sl_h5_set_int(int64_t object, const char *name, int64_t value, struct sl_error *err);
int sl_h5_set_fill(int64_t object, enum sl_h5_type type,
                   struct sl_error *err); /* _FillValue NaN of the type */
/* False if absent or of another kind. The text is cut to size. */
bool sl_h5_get_text(int64_t object, const char *name, char *text, size_t size);
bool sl_h5_get_real(int64_t object, const char *name, double *value);
bool sl_h5_get_int(int64_t object, const char *name, int64_t *value);

/* Calls visit for each link in order of creation; a non-zero return stops and is returned. */
typedef int sl_h5_visit(int64_t parent, const char *name, bool is_group, void *context);
int sl_h5_each(int64_t parent, sl_h5_visit *visit, void *context);

/* "1.10.8" */
void sl_h5_version(char *text, size_t size);

#endif
