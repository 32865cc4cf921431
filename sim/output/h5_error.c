#include "sim/output/h5_internal.h"

#include <stdio.h>

static herr_t keep_innermost(unsigned n, const H5E_error2_t *e, void *text)
{
    (void)n;
    snprintf(text, 256, "%s", e->desc ? e->desc : "");
    return 0;
}

void sl_h5_reason(char *text, size_t size)
{
    char inner[256] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, inner);
    H5Eclear2(H5E_DEFAULT);
    snprintf(text, size, "%s", inner);
}

static void path_of(hid_t object, char *path, size_t size)
{
    hid_t file = object > 0 ? H5Iget_file_id(object) : -1;
    struct sl_h5_driver *d = file > 0 ? sl_h5_driver_of(file) : NULL;
    snprintf(path, size, "%s", d ? d->file.path : "?");
    if (file > 0) H5Fclose(file);
}

int sl_h5_fail(struct sl_error *err, hid_t object, const char *what, const char *name)
{
    char inner[256], path[512];
    sl_h5_reason(inner, sizeof inner); /* first: every further call into HDF5 clears it */
    const char *why = sl_h5_failure_of(object);
    path_of(object, path, sizeof path);
    return sl_fail(err, SL_ERR_IO, "%s: cannot %s %s: %s", path, what, name, why ? why : inner);
}

int sl_h5_fail_here(struct sl_error *err, hid_t object, const char *what)
{
    char inner[256], name[256], path[512];
    sl_h5_reason(inner, sizeof inner);
    const char *why = sl_h5_failure_of(object);
    if (H5Iget_name(object, name, sizeof name) <= 0) snprintf(name, sizeof name, "?");
    path_of(object, path, sizeof path);
    return sl_fail(err, SL_ERR_IO, "%s: cannot %s %s: %s", path, what, name, why ? why : inner);
}

void sl_h5_quiet(void)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}
