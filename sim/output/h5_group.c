#include "sim/output/h5_internal.h"

int sl_h5_group(int64_t parent, const char *name, int64_t *group, struct sl_error *err)
{
    if (sl_h5_exists(parent, name)) {
        *group = H5Gopen2(parent, name, H5P_DEFAULT);
        return *group > 0 ? 0 : sl_h5_fail(err, parent, "open", name);
    }
    hid_t gcpl = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_link_creation_order(gcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_attr_creation_order(gcpl, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    *group = H5Gcreate2(parent, name, H5P_DEFAULT, gcpl, H5P_DEFAULT);
    H5Pclose(gcpl);
    return *group > 0 ? 0 : sl_h5_fail(err, parent, "create", name);
}

bool sl_h5_exists(int64_t parent, const char *name)
{
    return H5Lexists(parent, name, H5P_DEFAULT) > 0;
}

int sl_h5_remove(int64_t parent, const char *name, struct sl_error *err)
{
    return H5Ldelete(parent, name, H5P_DEFAULT) < 0 ? sl_h5_fail(err, parent, "remove", name) : 0;
}

void sl_h5_release(int64_t id)
{
    if (id > 0) H5Idec_ref(id);
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
