/* What the files h5_*.c share with each other: the driver below HDF5, and messages. Nobody else includes it. */
#ifndef SL_OUTPUT_H5_INTERNAL_H
#define SL_OUTPUT_H5_INTERNAL_H

#include "models/base/error.h"
#include "sim/output/atomic_file.h"
#include "sim/output/h5.h"

#include <hdf5.h>

/* The file driver: HDF5's bytes through an atomic file. */
struct sl_h5_driver {
    H5FD_t base; /* first: HDF5 sees only this */
    struct sl_atomic_file file;
    haddr_t eoa;
    bool durable;
};

hid_t sl_h5_access_list(void);                    /* for files through the driver; H5Pclose it */
struct sl_h5_driver *sl_h5_driver_of(hid_t file); /* NULL if it is another's */
const char *sl_h5_failure_of(hid_t object);       /* why its file can no longer be written; NULL: it can */

/* SL_ERR_IO with the file's path, the object and the innermost reason. */
int sl_h5_fail(struct sl_error *err, hid_t object, const char *what, const char *name);
int sl_h5_fail_here(struct sl_error *err, hid_t object, const char *what); /* the object's own name */
void sl_h5_reason(char *text, size_t size); /* HDF5's innermost reason; empties its stack */

hid_t sl_h5_text_type(void); /* variable-length UTF-8; H5Tclose it */

#endif
