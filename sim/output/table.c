#include "sim/output/table.h"

#include "models/base/error.h"
#include "sim/output/h5.h"

#include <stdlib.h>
#include <string.h>

static int axis_write(int64_t group, size_t nrows, int64_t *axis, struct sl_error *err)
{
    struct sl_h5_shape shape = {.type = SL_H5_I32, .rank = 1, .rows = nrows};
    int32_t *index = malloc((nrows + 1) * sizeof *index);
    if (!index) return sl_no_memory(err, "a table");
    for (size_t i = 0; i < nrows; i++) index[i] = (int32_t)i;
    int e = sl_h5_dataset(group, "row", &shape, axis, err);
    if (!e) e = sl_h5_write(*axis, 0, nrows, index, err);
    if (!e) e = sl_h5_scale(*axis, "row", err);
    if (!e) e = sl_h5_set_text(*axis, "units", "1", err);
    if (!e) e = sl_h5_set_text(*axis, "long_name", "row of the table", err);
    free(index);
    return e;
}

static const char **texts_without_null(const struct sl_column *c, size_t nrows)
{
    const char *const *text = c->data;
    const char **copy = malloc((nrows + 1) * sizeof *copy);
    for (size_t i = 0; copy && i < nrows; i++) copy[i] = text[i] ? text[i] : "";
    return copy;
}

static int column_write(int64_t group, int64_t axis, const struct sl_column *c, size_t nrows,
                        struct sl_error *err)
{
    static const enum sl_h5_type type[] = {
        [SL_COLUMN_REAL] = SL_H5_F64, [SL_COLUMN_INT] = SL_H5_I64, [SL_COLUMN_TEXT] = SL_H5_TEXT};
    struct sl_h5_shape shape = {.type = type[c->type], .rank = axis ? 1 : 0, .rows = nrows};
    const char **texts = c->type == SL_COLUMN_TEXT ? texts_without_null(c, nrows) : NULL;
    if (c->type == SL_COLUMN_TEXT && !texts) return sl_no_memory(err, "a table");
    int64_t ds = 0;
    int e = sl_h5_dataset(group, c->name, &shape, &ds, err);
    if (!e) e = sl_h5_write(ds, 0, nrows, texts ? (const void *)texts : c->data, err);
    if (!e) e = sl_h5_set_text(ds, "units", c->type == SL_COLUMN_TEXT ? NULL : c->unit ? c->unit : "1", err);
    if (!e) e = sl_h5_set_text(ds, "long_name", c->long_name, err);
    if (!e && c->type == SL_COLUMN_REAL) e = sl_h5_set_fill(ds, SL_H5_F64, err);
    if (!e && axis) e = sl_h5_attach(ds, axis, 0, err);
    sl_h5_release(ds);
    free(texts);
    return e;
}

int sl_table_write(int64_t root, const char *group, const struct sl_column *cols, size_t ncols, size_t nrows,
                   struct sl_error *err)
{
    int64_t id = 0, axis = 0;
    bool scalars = nrows == SL_SCALARS;
    if (scalars) nrows = 1;
    int e = sl_h5_exists(root, group) ? sl_h5_remove(root, group, err) : 0;
    if (!e) e = sl_h5_group(root, group, &id, err);
    if (!e && !scalars) e = sl_h5_set_int(id, "rows", (int64_t)nrows, err);
    if (!e && !scalars) e = axis_write(id, nrows, &axis, err);
    for (size_t i = 0; i < ncols && !e; i++) e = column_write(id, axis, &cols[i], nrows, err);
    sl_h5_release(axis);
    sl_h5_release(id);
    return e;
}
