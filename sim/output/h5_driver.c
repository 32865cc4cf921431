#include "sim/output/h5_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t fapl, haddr_t maxaddr)
{
    (void)fapl, (void)maxaddr;
    struct sl_h5_driver *d = calloc(1, sizeof *d);
    int e = d ? sl_atomic_open(&d->file, name, flags & H5F_ACC_RDWR, flags & H5F_ACC_CREAT) : ENOMEM;
    errno = e;
    if (!e) return &d->base;
    free(d);
    return NULL;
}

static herr_t driver_close(H5FD_t *base)
{
    struct sl_h5_driver *d = (struct sl_h5_driver *)base;
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
    return ((const struct sl_h5_driver *)base)->eoa;
}

static herr_t driver_set_eoa(H5FD_t *base, H5FD_mem_t type, haddr_t eoa)
{
    (void)type;
    ((struct sl_h5_driver *)base)->eoa = eoa;
    return 0;
}

static haddr_t driver_eof(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct sl_h5_driver *)base)->file.end;
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
    return sl_atomic_read(&((struct sl_h5_driver *)base)->file, at, data, size) ? -1 : 0;
}

static herr_t driver_write(H5FD_t *base, H5FD_mem_t type, hid_t dxpl, haddr_t at, size_t size,
                           const void *data)
{
    (void)type, (void)dxpl;
    sl_atomic_write(&((struct sl_h5_driver *)base)->file, at, data, size);
    return 0; /* HDF5 does not survive a failure here in good order; failure_of tells after each call */
}

/* HDF5 calls this last in a flush, when everything has been written. */
static herr_t driver_flush(H5FD_t *base, hid_t dxpl, hbool_t closing)
{
    (void)dxpl, (void)closing;
    struct sl_h5_driver *d = (struct sl_h5_driver *)base;
    sl_atomic_commit(&d->file, d->durable);
    return 0;
}

static herr_t driver_truncate(H5FD_t *base, hid_t dxpl, hbool_t closing)
{
    (void)dxpl, (void)closing;
    struct sl_h5_driver *d = (struct sl_h5_driver *)base;
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

struct sl_h5_driver *sl_h5_driver_of(hid_t file)
{
    void *handle = NULL;
    return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ? NULL : handle;
}

hid_t sl_h5_access_list(void)
{
    hid_t driver = H5FDregister(&driver_class), fapl = H5Pcreate(H5P_FILE_ACCESS);
    if (driver > 0 && fapl > 0) {
        H5Pset_driver(fapl, driver, NULL);
        H5Pset_libver_bounds(fapl, H5F_LIBVER_V18, H5F_LIBVER_V110);
    }
    if (driver > 0) H5Idec_ref(driver); /* the list holds its own */
    return fapl;
}

const char *sl_h5_failure_of(hid_t object)
{
    hid_t file = object > 0 ? H5Iget_file_id(object) : -1;
    struct sl_h5_driver *d = file > 0 ? sl_h5_driver_of(file) : NULL;
    const char *why = d && d->file.failure ? strerror(d->file.failure) : NULL;
    if (file > 0) H5Fclose(file);
    return why;
}
