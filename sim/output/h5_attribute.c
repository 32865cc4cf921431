#include "sim/output/h5_internal.h"

#include <math.h>
#include <stdio.h>

hid_t sl_h5_text_type(void)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static int attribute_set(hid_t object, const char *name, hid_t type, const void *value, struct sl_error *err)
{
    if (H5Aexists(object, name) > 0) H5Adelete(object, name);
    hid_t space = H5Screate(H5S_SCALAR),
          attr = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int e =
        attr > 0 && H5Awrite(attr, type, value) >= 0 ? 0 : sl_h5_fail(err, object, "write attribute", name);
    if (attr > 0) H5Aclose(attr);
    H5Sclose(space);
    return e;
}

int sl_h5_set_text(int64_t object, const char *name, const char *text, struct sl_error *err)
{
    if (!text) return 0;
    hid_t type = sl_h5_text_type();
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
    hid_t type = sl_h5_text_type();
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
