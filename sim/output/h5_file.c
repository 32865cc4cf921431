#include "sim/output/h5_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int fail_file(struct sl_error *err, const char *verb, const char *path, int e)
{
    char inner[256];
    sl_h5_reason(inner, sizeof inner);
    if (strstr(inner, "signature")) snprintf(inner, sizeof inner, "not an HDF5 file");
    if (e == EWOULDBLOCK) return sl_fail(err, SL_ERR_IO, "%s: another process is writing this file", path);
    return sl_fail(err, SL_ERR_IO, "%s: cannot %s: %s", path, verb, e ? strerror(e) : inner);
}

int sl_h5_create(const char *path, int64_t *file, struct sl_error *err)
{
    sl_h5_quiet();
    hid_t fapl = sl_h5_access_list(), fcpl = H5Pcreate(H5P_FILE_CREATE);
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
    hid_t fapl = sl_h5_access_list();
    errno = 0;
    *file = H5Fopen(path, writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, fapl);
    int e = *file > 0 ? 0 : fail_file(err, "open", path, errno);
    H5Pclose(fapl);
    if (e) return e;
    struct sl_h5_driver *d = sl_h5_driver_of(*file);
    if (d && writable && d->eoa < d->file.committed)
        d->file.committed = d->file.end = d->eoa; /* a killed writer's tail */
    return 0;
}

static int fail_dead(int64_t file, struct sl_error *err)
{
    struct sl_h5_driver *d = sl_h5_driver_of(file);
    if (!d || !d->file.failure) return 0;
    return sl_fail(err, SL_ERR_IO, "%s: cannot write: %s", d->file.path, strerror(d->file.failure));
}

int sl_h5_commit(int64_t file, bool durable, struct sl_error *err)
{
    struct sl_h5_driver *d = sl_h5_driver_of(file);
    if (d) d->durable = durable;
    herr_t e = H5Fflush(file, H5F_SCOPE_LOCAL);
    if (d) d->durable = false;
    if (fail_dead(file, err)) return SL_ERR_IO;
    return e < 0 ? sl_h5_fail(err, file, "flush", "the file") : 0;
}

int sl_h5_rename(int64_t file, const char *path, struct sl_error *err)
{
    struct sl_h5_driver *d = sl_h5_driver_of(file);
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
    struct sl_h5_driver *d = sl_h5_driver_of(file);
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
