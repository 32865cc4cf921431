#include "sim/output/h5_internal.h"

#include <hdf5_hl.h>
#include <math.h>
#include <stdlib.h>

static hid_t type_of(enum sl_h5_type type)
{
    switch (type) {
    case SL_H5_F64:
        return H5Tcopy(H5T_IEEE_F64LE);
    case SL_H5_F32:
        return H5Tcopy(H5T_IEEE_F32LE);
    case SL_H5_I32:
        return H5Tcopy(H5T_STD_I32LE);
    case SL_H5_I64:
        return H5Tcopy(H5T_STD_I64LE);
    default:
        return sl_h5_text_type();
    }
}

static hid_t creation_list(const struct sl_h5_shape *s)
{
    hid_t dcpl = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_attr_creation_order(dcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_attr_phase_change(dcpl, 64, 32); /* an index of a dozen attributes costs more than it finds */
    if (!s->chunk_rows) return dcpl;
    H5Pset_chunk(dcpl, s->rank, (hsize_t[2]){s->chunk_rows, s->chunk_cols});
    if (s->type == SL_H5_TEXT) return dcpl;
    H5Pset_shuffle(dcpl);
    H5Pset_deflate(dcpl, SL_H5_LEVEL);
    float none = NAN;
    if (s->type <= SL_H5_F32) H5Pset_fill_value(dcpl, H5T_NATIVE_FLOAT, &none);
    H5Pset_fill_time(dcpl, H5D_FILL_TIME_IFSET);
    return dcpl;
}

int sl_h5_dataset(int64_t parent, const char *name, const struct sl_h5_shape *shape, int64_t *dataset,
                  struct sl_error *err)
{
    hsize_t size[2] = {shape->rows, shape->cols},
            most[2] = {shape->growing ? H5S_UNLIMITED : shape->rows, shape->cols};
    hid_t space = shape->rank ? H5Screate_simple(shape->rank, size, most) : H5Screate(H5S_SCALAR);
    hid_t type = type_of(shape->type), dcpl = creation_list(shape);
    *dataset = H5Dcreate2(parent, name, type, space, H5P_DEFAULT, dcpl, H5P_DEFAULT);
    int e = *dataset > 0 ? 0 : sl_h5_fail(err, parent, "create", name);
    H5Pclose(dcpl);
    H5Tclose(type);
    H5Sclose(space);
    return e;
}

int sl_h5_dataset_open(int64_t parent, const char *name, int64_t *dataset, struct sl_error *err)
{
    *dataset = H5Dopen2(parent, name, H5P_DEFAULT);
    return *dataset > 0 ? 0 : sl_h5_fail(err, parent, "open", name);
}

static enum sl_h5_type type_from(hid_t type)
{
    if (H5Tget_class(type) == H5T_STRING) return SL_H5_TEXT;
    bool wide = H5Tget_size(type) > 4;
    if (H5Tget_class(type) == H5T_FLOAT) return wide ? SL_H5_F64 : SL_H5_F32;
    return wide ? SL_H5_I64 : SL_H5_I32;
}

int sl_h5_shape(int64_t dataset, struct sl_h5_shape *shape, struct sl_error *err)
{
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset), dcpl = H5Dget_create_plist(dataset);
    hsize_t size[H5S_MAX_RANK] = {0}, most[H5S_MAX_RANK] = {0}, chunk[H5S_MAX_RANK] = {0};
    int rank = H5Sget_simple_extent_dims(space, size, most);
    int e = rank >= 0 && rank <= 2 ? 0 : sl_h5_fail_here(err, dataset, "read the shape of");
    if (!e) {
        if (H5Pget_layout(dcpl) == H5D_CHUNKED) H5Pget_chunk(dcpl, 2, chunk);
        *shape = (struct sl_h5_shape){.type = type_from(type),
                                      .rank = rank,
                                      .rows = size[0],
                                      .cols = size[1],
                                      .chunk_rows = chunk[0],
                                      .chunk_cols = chunk[1],
                                      .growing = rank > 0 && most[0] == H5S_UNLIMITED};
    }
    H5Pclose(dcpl);
    H5Tclose(type);
    H5Sclose(space);
    return e;
}

int sl_h5_rows(int64_t dataset, uint64_t rows, struct sl_error *err)
{
    hid_t space = H5Dget_space(dataset);
    hsize_t size[2] = {0, 0};
    int rank = H5Sget_simple_extent_dims(space, size, NULL);
    H5Sclose(space);
    size[0] = rows;
    return rank > 0 && H5Dset_extent(dataset, size) >= 0 ? 0 : sl_h5_fail_here(err, dataset, "resize");
}

struct selection {
    hid_t file, memory, type;
};

static struct selection selection_open(hid_t dataset, uint64_t row, uint64_t count)
{
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hsize_t size[2] = {1, 1};
    int rank = H5Sget_simple_extent_dims(space, size, NULL);
    if (rank > 0) {
        size[0] = count;
        H5Sselect_hyperslab(space, H5S_SELECT_SET, (hsize_t[2]){row, 0}, NULL, size, NULL);
    }
    hid_t memory = rank > 0 ? H5Screate_simple(rank, size, NULL) : H5Screate(H5S_SCALAR);
    hid_t native =
        H5Tget_class(type) == H5T_STRING ? H5Tcopy(type) : H5Tget_native_type(type, H5T_DIR_ASCEND);
    H5Tclose(type);
    return (struct selection){space, memory, native};
}

static void selection_close(struct selection s)
{
    H5Sclose(s.file);
    H5Sclose(s.memory);
    H5Tclose(s.type);
}

int sl_h5_write(int64_t dataset, uint64_t row, uint64_t count, const void *data, struct sl_error *err)
{
    if (count == 0) return 0;
    struct selection s = selection_open(dataset, row, count);
    herr_t e = H5Dwrite(dataset, s.type, s.memory, s.file, H5P_DEFAULT, data);
    selection_close(s);
    return e < 0 || sl_h5_failure_of(dataset) ? sl_h5_fail_here(err, dataset, "write") : 0;
}

int sl_h5_write_chunk(int64_t dataset, uint64_t row, uint64_t col, const void *packed, size_t size,
                      struct sl_error *err)
{
    hsize_t at[2] = {row, col};
    herr_t e = H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, at, size, packed);
    return e < 0 || sl_h5_failure_of(dataset) ? sl_h5_fail_here(err, dataset, "write") : 0;
}

int sl_h5_read(int64_t dataset, uint64_t row, uint64_t count, void *data, struct sl_error *err)
{
    if (count == 0) return 0;
    struct selection s = selection_open(dataset, row, count);
    int e = H5Dread(dataset, s.type, s.memory, s.file, H5P_DEFAULT, data) < 0
                ? sl_h5_fail_here(err, dataset, "read")
                : 0;
    selection_close(s);
    return e;
}

int sl_h5_read_texts(int64_t dataset, uint64_t row, uint64_t count, char ***texts, struct sl_error *err)
{
    *texts = calloc(count ? count : 1, sizeof **texts);
    if (!*texts) return sl_no_memory(err, "texts");
    return sl_h5_read(dataset, row, count, *texts, err);
}

void sl_h5_texts_free(char **texts, uint64_t count)
{
    for (uint64_t i = 0; texts && i < count; i++) H5free_memory(texts[i]);
    free(texts);
}

int sl_h5_scale(int64_t dataset, const char *name, struct sl_error *err)
{
    return H5DSset_scale(dataset, name) < 0 ? sl_h5_fail_here(err, dataset, "make an axis of") : 0;
}

int sl_h5_attach(int64_t dataset, int64_t scale, unsigned axis, struct sl_error *err)
{
    return H5DSattach_scale(dataset, scale, axis) < 0 ? sl_h5_fail_here(err, dataset, "attach an axis to")
                                                      : 0;
}

bool sl_h5_attached(int64_t dataset, int64_t scale, unsigned axis)
{
    return H5DSis_attached(dataset, scale, axis) > 0;
}
