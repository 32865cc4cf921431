#include "sim/output/h5.h"

#include "models/base/error.h"
#include "sim/output/atomic_file.h"

#include <errno.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file driver: HDF5's bytes through an atomic file. */

struct driver {
    H5FD_t base; /* first: HDF5 sees only this */
    struct sl_atomic_file file;
    haddr_t eoa;
    bool durable;
};

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t fapl, haddr_t maxaddr)
{
    (void)fapl, (void)maxaddr;
    struct driver *d = calloc(1, sizeof *d);
    int e = d ? sl_atomic_open(&d->file, name, flags & H5F_ACC_RDWR, flags & H5F_ACC_CREAT) : ENOMEM;
    errno = e;
    if (!e) return &d->base;
    free(d);
    return NULL;
}

static herr_t driver_close(H5FD_t *base)
{
    struct driver *d = (struct driver *)base;
    sl_atomic_close(&d->file);
    free(d);
    return 0;
}

static int driver_compare(const H5FD_t *a, const H5FD_t *b)
{
    return a < b ? -1 : a > b;
}

static herr_t driver_query(const H5FD_t *base, unsigned long *flags)
{
    (void)base;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DATA_SIEVE;
    return 0;
}

static haddr_t driver_eoa(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct driver *)base)->eoa;
}

static herr_t driver_set_eoa(H5FD_t *base, H5FD_mem_t type, haddr_t eoa)
{
    (void)type;
    ((struct driver *)base)->eoa = eoa;
    return 0;
}

static haddr_t driver_eof(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct driver *)base)->file.end;
}

static herr_t driver_handle(H5FD_t *base, hid_t fapl, void **handle)
{
    (void)fapl;
    *handle = base;
    return 0;
}

static herr_t driver_read(H5FD_t *base, H5FD_mem_t type, hid_t dxpl, haddr_t at, size_t size, void *data)
{
    (void)type, (void)dxpl;
    return sl_atomic_read(&((struct driver *)base)->file, at, data, size) ? -1 : 0;
}

static herr_t driver_write(H5FD_t *base, H5FD_mem_t type, hid_t dxpl, haddr_t at, size_t size,
                           const void *data)
{
    (void)type, (void)dxpl;
    sl_atomic_write(&((struct driver *)base)->file, at, data, size);
    return 0; /* HDF5 does not survive a failure here in good order; failure_of tells after each call */
}

/* HDF5 calls this last in a flush, when everything has been written. */
static herr_t driver_flush(H5FD_t *base, hid_t dxpl, hbool_t closing)
{
    (void)dxpl, (void)closing;
    struct driver *d = (struct driver *)base;
    sl_atomic_commit(&d->file, d->durable);
    return 0;
}

static herr_t driver_truncate(H5FD_t *base, hid_t dxpl, hbool_t closing)
{
    (void)dxpl, (void)closing;
    struct driver *d = (struct driver *)base;
    if (d->file.writable && d->eoa != d->file.end) sl_atomic_resize(&d->file, d->eoa);
    return 0;
}

static const H5FD_class_t driver_class = {
    .name = "atomic",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_SEMI,
    .open = driver_open,
    .close = driver_close,
    .cmp = driver_compare,
    .query = driver_query,
    .get_eoa = driver_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_eof,
    .get_handle = driver_handle,
    .read = driver_read,
    .write = driver_write,
    .flush = driver_flush,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

static struct driver *driver_of(hid_t file)
{
    void *handle = NULL;
    return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ? NULL : handle;
}

/* Errors. */

static herr_t keep_innermost(unsigned n, const H5E_error2_t *e, void *text)
{
    (void)n;
    snprintf(text, 256, "%s", e->desc ? e->desc : "");
    return 0;
}

static const char *failure_of(hid_t object)
{
    hid_t file = object > 0 ? H5Iget_file_id(object) : -1;
    struct driver *d = file > 0 ? driver_of(file) : NULL;
    const char *why = d && d->file.failure ? strerror(d->file.failure) : NULL;
    if (file > 0) H5Fclose(file);
    return why;
}

/* Reads the error stack first: every further call into HDF5 clears it. */
/* HDF5 itself remembers the name that the file was opened under. */
static void path_of(hid_t object, char *path, size_t size)
{
    hid_t file = object > 0 ? H5Iget_file_id(object) : -1;
    struct driver *d = file > 0 ? driver_of(file) : NULL;
    snprintf(path, size, "%s", d ? d->file.path : "?");
    if (file > 0) H5Fclose(file);
}

static int fail(struct sl_error *err, hid_t object, const char *what, const char *name)
{
    char inner[256] = "", path[512] = "?";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, inner);
    H5Eclear2(H5E_DEFAULT);
    const char *why = failure_of(object);
    path_of(object, path, sizeof path);
    return sl_fail(err, SL_ERR_IO, "%s: cannot %s %s: %s", path, what, name, why ? why : inner);
}

static int fail_here(struct sl_error *err, hid_t object, const char *what)
{
    char inner[256] = "", name[256] = "?", path[512] = "?";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, inner);
    H5Eclear2(H5E_DEFAULT);
    const char *why = failure_of(object);
    if (H5Iget_name(object, name, sizeof name) <= 0) snprintf(name, sizeof name, "?");
    path_of(object, path, sizeof path);
    return sl_fail(err, SL_ERR_IO, "%s: cannot %s %s: %s", path, what, name, why ? why : inner);
}

void sl_h5_quiet(void)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

/* Files. */

static hid_t access_list(void)
{
    hid_t driver = H5FDregister(&driver_class), fapl = H5Pcreate(H5P_FILE_ACCESS);
    if (driver > 0 && fapl > 0) {
        H5Pset_driver(fapl, driver, NULL);
        H5Pset_libver_bounds(fapl, H5F_LIBVER_V18, H5F_LIBVER_V110);
    }
    if (driver > 0) H5Idec_ref(driver); /* the list holds its own */
    return fapl;
}

static int fail_file(struct sl_error *err, const char *verb, const char *path, int e)
{
    char inner[256] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, inner);
    H5Eclear2(H5E_DEFAULT);
    if (strstr(inner, "signature")) snprintf(inner, sizeof inner, "not an HDF5 file");
    if (e == EWOULDBLOCK) return sl_fail(err, SL_ERR_IO, "%s: another process is writing this file", path);
    return sl_fail(err, SL_ERR_IO, "%s: cannot %s: %s", path, verb, e ? strerror(e) : inner);
}

int sl_h5_create(const char *path, int64_t *file, struct sl_error *err)
{
    sl_h5_quiet();
    hid_t fapl = access_list(), fcpl = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_link_creation_order(fcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_attr_creation_order(fcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    errno = 0;
    *file = H5Fcreate(path, H5F_ACC_EXCL, fcpl, fapl);
    int e = *file > 0 ? 0 : fail_file(err, "create", path, errno);
    H5Pclose(fcpl);
    H5Pclose(fapl);
    return e;
}

int sl_h5_open(const char *path, bool writable, int64_t *file, struct sl_error *err)
{
    sl_h5_quiet();
    hid_t fapl = access_list();
    errno = 0;
    *file = H5Fopen(path, writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, fapl);
    int e = *file > 0 ? 0 : fail_file(err, "open", path, errno);
    H5Pclose(fapl);
    if (e) return e;
    struct driver *d = driver_of(*file);
    if (d && writable && d->eoa < d->file.committed)
        d->file.committed = d->file.end = d->eoa; /* a killed writer's tail */
    return 0;
}

static int fail_dead(int64_t file, struct sl_error *err)
{
    struct driver *d = driver_of(file);
    if (!d || !d->file.failure) return 0;
    return sl_fail(err, SL_ERR_IO, "%s: cannot write: %s", d->file.path, strerror(d->file.failure));
}

int sl_h5_commit(int64_t file, bool durable, struct sl_error *err)
{
    struct driver *d = driver_of(file);
    if (d) d->durable = durable;
    herr_t e = H5Fflush(file, H5F_SCOPE_LOCAL);
    if (d) d->durable = false;
    if (fail_dead(file, err)) return SL_ERR_IO;
    return e < 0 ? fail(err, file, "flush", "the file") : 0;
}

int sl_h5_rename(int64_t file, const char *path, struct sl_error *err)
{
    struct driver *d = driver_of(file);
    int e = d ? sl_atomic_rename(&d->file, path) : EBADF;
    return e ? sl_fail(err, SL_ERR_IO, "%s: cannot take this name: %s", path, strerror(e)) : 0;
}

int sl_h5_close(int64_t file, struct sl_error *err)
{
    int e = fail_dead(file, err);
    unsigned access = 0;
    H5Fget_intent(file, &access);
    if (!e && access & H5F_ACC_RDWR) e = sl_h5_commit(file, true, err);
    if (H5Fclose(file) < 0 && !e) e = sl_fail(err, SL_ERR_IO, "cannot close the result file");
    return e;
}

void sl_h5_abandon(int64_t file)
{
    struct driver *d = driver_of(file);
    if (d && !d->file.failure) d->file.failure = ECANCELED;
    H5Fclose(file);
}

long sl_h5_ids(int64_t file)
{
    return (long)H5Fget_obj_count(file, H5F_OBJ_ALL);
}

void sl_h5_version(char *text, size_t size)
{
    unsigned a = 0, b = 0, c = 0;
    H5get_libversion(&a, &b, &c);
    snprintf(text, size, "%u.%u.%u", a, b, c);
}

/* Groups. */

int sl_h5_group(int64_t parent, const char *name, int64_t *group, struct sl_error *err)
{
    if (sl_h5_exists(parent, name)) {
        *group = H5Gopen2(parent, name, H5P_DEFAULT);
        return *group > 0 ? 0 : fail(err, parent, "open", name);
    }
    hid_t gcpl = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_link_creation_order(gcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_attr_creation_order(gcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    *group = H5Gcreate2(parent, name, H5P_DEFAULT, gcpl, H5P_DEFAULT);
    H5Pclose(gcpl);
    return *group > 0 ? 0 : fail(err, parent, "create", name);
}

bool sl_h5_exists(int64_t parent, const char *name)
{
    return H5Lexists(parent, name, H5P_DEFAULT) > 0;
}

int sl_h5_remove(int64_t parent, const char *name, struct sl_error *err)
{
    return H5Ldelete(parent, name, H5P_DEFAULT) < 0 ? fail(err, parent, "remove", name) : 0;
}

void sl_h5_release(int64_t id)
{
    if (id > 0) H5Idec_ref(id);
}

/* Datasets. */

static hid_t text_type(void)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

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
        return text_type();
    }
}

static hid_t creation_list(const struct sl_h5_shape *s)
{
    hid_t dcpl = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_attr_creation_order(dcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
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
    int e = *dataset > 0 ? 0 : fail(err, parent, "create", name);
    H5Pclose(dcpl);
    H5Tclose(type);
    H5Sclose(space);
    return e;
}

int sl_h5_dataset_open(int64_t parent, const char *name, int64_t *dataset, struct sl_error *err)
{
    *dataset = H5Dopen2(parent, name, H5P_DEFAULT);
    return *dataset > 0 ? 0 : fail(err, parent, "open", name);
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
    int e = rank >= 0 && rank <= 2 ? 0 : fail_here(err, dataset, "read the shape of");
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
    return rank > 0 && H5Dset_extent(dataset, size) >= 0 ? 0 : fail_here(err, dataset, "resize");
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
    return e < 0 || failure_of(dataset) ? fail_here(err, dataset, "write") : 0;
}

int sl_h5_write_chunk(int64_t dataset, uint64_t row, uint64_t col, const void *packed, size_t size,
                      struct sl_error *err)
{
    hsize_t at[2] = {row, col};
    herr_t e = H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, at, size, packed);
    return e < 0 || failure_of(dataset) ? fail_here(err, dataset, "write") : 0;
}

int sl_h5_read(int64_t dataset, uint64_t row, uint64_t count, void *data, struct sl_error *err)
{
    if (count == 0) return 0;
    struct selection s = selection_open(dataset, row, count);
    int e = H5Dread(dataset, s.type, s.memory, s.file, H5P_DEFAULT, data) < 0
                ? fail_here(err, dataset, "read")
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
    return H5DSset_scale(dataset, name) < 0 ? fail_here(err, dataset, "make an axis of") : 0;
}

int sl_h5_attach(int64_t dataset, int64_t scale, unsigned axis, struct sl_error *err)
{
    return H5DSattach_scale(dataset, scale, axis) < 0 ? fail_here(err, dataset, "attach an axis to") : 0;
}

bool sl_h5_attached(int64_t dataset, int64_t scale, unsigned axis)
{
    return H5DSis_attached(dataset, scale, axis) > 0;
}

/* Attributes. */

static int attribute_set(hid_t object, const char *name, hid_t type, const void *value, struct sl_error *err)
{
    if (H5Aexists(object, name) > 0) H5Adelete(object, name);
    hid_t space = H5Screate(H5S_SCALAR),
          attr = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int e = attr > 0 && H5Awrite(attr, type, value) >= 0 ? 0 : fail(err, object, "write attribute", name);
    if (attr > 0) H5Aclose(attr);
    H5Sclose(space);
    return e;
}

int sl_h5_set_text(int64_t object, const char *name, const char *text, struct sl_error *err)
{
    if (!text) return 0;
    hid_t type = text_type();
    int e = attribute_set(object, name, type, &text, err);
    H5Tclose(type);
    return e;
}

int sl_h5_set_real(int64_t object, const char *name, double value, struct sl_error *err)
{
    return attribute_set(object, name, H5T_NATIVE_DOUBLE, &value, err);
}

int sl_h5_set_int(int64_t object, const char *name, int64_t value, struct sl_error *err)
{
    return attribute_set(object, name, H5T_NATIVE_INT64, &value, err);
}

int sl_h5_set_fill(int64_t object, enum sl_h5_type type, struct sl_error *err)
{
    float single = NAN;
    double wide = (double)single;
    return type == SL_H5_F32 ? attribute_set(object, "_FillValue", H5T_NATIVE_FLOAT, &single, err)
                             : attribute_set(object, "_FillValue", H5T_NATIVE_DOUBLE, &wide, err);
}

static bool attribute_get(hid_t object, const char *name, H5T_class_t class, hid_t type, void *value)
{
    if (H5Aexists(object, name) <= 0) return false;
    hid_t attr = H5Aopen(object, name, H5P_DEFAULT), stored = H5Aget_type(attr);
    bool variable = class != H5T_STRING || H5Tis_variable_str(stored) > 0;
    bool ok = H5Tget_class(stored) == class && variable && H5Aread(attr, type, value) >= 0;
    H5Tclose(stored);
    H5Aclose(attr);
    return ok;
}

bool sl_h5_get_text(int64_t object, const char *name, char *text, size_t size)
{
    char *read = NULL;
    hid_t type = text_type();
    bool ok = attribute_get(object, name, H5T_STRING, type, &read);
    H5Tclose(type);
    snprintf(text, size, "%s", ok && read ? read : "");
    if (ok) H5free_memory(read);
    return ok;
}

bool sl_h5_get_real(int64_t object, const char *name, double *value)
{
    return attribute_get(object, name, H5T_FLOAT, H5T_NATIVE_DOUBLE, value);
}

bool sl_h5_get_int(int64_t object, const char *name, int64_t *value)
{
    return attribute_get(object, name, H5T_INTEGER, H5T_NATIVE_INT64, value);
}

struct visit {
    sl_h5_visit *call;
    void *context;
};

static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    (void)info;
    struct visit *v = data;
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    bool is_group = object > 0 && H5Iget_type(object) == H5I_GROUP;
    if (object > 0) H5Oclose(object);
    return v->call(group, name, is_group, v->context);
}

int sl_h5_each(int64_t parent, sl_h5_visit *visit, void *context)
{
    struct visit v = {visit, context};
    herr_t e = H5Literate(parent, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, visit_link, &v);
    if (e < 0) e = H5Literate(parent, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_link, &v);
    return e < 0 ? SL_ERR_IO : e;
}
