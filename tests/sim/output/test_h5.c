#include "sim/output/h5.h"
#include "synthetic.h"

static void attributes_come_back(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file, group, whole;
    double real;
    char text[32], *long_text = malloc(200001);
    memset(long_text, 'x', 200000);
    long_text[200000] = 0;
    assert_int_equal(sl_h5_create(syn_path("attr.h5"), &file, &err), 0);
    assert_int_equal(sl_h5_group(file, "a", &group, &err), 0);
    assert_int_equal(sl_h5_set_text(group, "t", "first", &err), 0);
    assert_int_equal(sl_h5_set_text(group, "t", "k\xc3\xbchl", &err), 0);
    assert_int_equal(sl_h5_set_text(group, "none", NULL, &err), 0);
    assert_int_equal(sl_h5_set_text(group, "long", long_text, &err),
                     0); /* beyond the 64 KiB of old headers */
    assert_int_equal(sl_h5_set_real(group, "r", 0.1, &err), 0);
    assert_int_equal(sl_h5_set_int(group, "i", INT64_C(9007199254740993), &err), 0);
    sl_h5_release(group);
    assert_int_equal(sl_h5_close(file, &err), 0);
    assert_int_equal(sl_h5_open(syn_path("attr.h5"), false, &file, &err), 0);
    assert_int_equal(sl_h5_group(file, "a", &group, &err), 0);
    assert_true(sl_h5_get_text(group, "t", text, sizeof text));
    assert_string_equal(text, "k\xc3\xbchl");
    assert_true(sl_h5_get_text(group, "long", text, sizeof text) && strlen(text) == 31);
    assert_false(sl_h5_get_text(group, "none", text, sizeof text));
    assert_false(sl_h5_get_text(group, "i", text, sizeof text));
    assert_true(sl_h5_get_real(group, "r", &real) && real == 0.1);
    assert_true(sl_h5_get_int(group, "i", &whole) && whole == INT64_C(9007199254740993));
    sl_h5_release(group);
    assert_int_equal(sl_h5_ids(file), 1);
    assert_int_equal(sl_h5_close(file, &err), 0);
    free(long_text);
}

static int name_collect(int64_t parent, const char *name, bool is_group, void *text)
{
    (void)parent;
    strcat(text, name);
    strcat(text, is_group ? "/ " : " ");
    return strcmp(name, "stop") == 0 ? 7 : 0;
}

static void links_come_in_order_of_creation(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file, id;
    char names[64] = "";
    const struct sl_h5_shape one = {.type = SL_H5_F64};
    assert_int_equal(sl_h5_create(syn_path("order.h5"), &file, &err), 0);
    const char *const order[] = {"z", "a", "m", "stop", "never"};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(i == 1 ? sl_h5_dataset(file, order[i], &one, &id, &err)
                                : sl_h5_group(file, order[i], &id, &err),
                         0);
        sl_h5_release(id);
    }
    assert_int_equal(sl_h5_each(file, name_collect, names), 7);
    assert_string_equal(names, "z/ a m/ stop/ ");
    assert_int_equal(sl_h5_remove(file, "z", &err), 0);
    assert_false(sl_h5_exists(file, "z"));
    assert_int_equal(sl_h5_close(file, &err), 0);
}

static void growing_and_cutting(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file, ds;
    int32_t rows[6][2], back[8][2];
    struct sl_h5_shape shape = {
        .type = SL_H5_I32, .rank = 2, .cols = 2, .chunk_rows = 4, .chunk_cols = 2, .growing = true};
    for (int i = 0; i < 6; i++) rows[i][0] = i, rows[i][1] = -i;
    assert_int_equal(sl_h5_create(syn_path("grow.h5"), &file, &err), 0);
    assert_int_equal(sl_h5_dataset(file, "d", &shape, &ds, &err), 0);
    assert_int_equal(sl_h5_rows(ds, 6, &err), 0);
    assert_int_equal(sl_h5_write(ds, 0, 6, rows, &err), 0);
    assert_int_equal(sl_h5_rows(ds, 3, &err), 0);
    assert_int_equal(sl_h5_rows(ds, 5, &err), 0);
    assert_int_equal(sl_h5_write(ds, 4, 1, rows[5], &err), 0);
    assert_int_equal(sl_h5_shape(ds, &shape, &err), 0);
    assert_true(shape.rows == 5 && shape.cols == 2 && shape.growing && shape.chunk_rows == 4 &&
                shape.type == SL_H5_I32);
    assert_int_equal(sl_h5_read(ds, 0, 5, back, &err), 0);
    assert_true(back[2][1] == -2 && back[3][0] == 0 && back[4][0] == 5);
    sl_h5_release(ds);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

/* Messages carry the path, the object and a reason; HDF5 itself prints nothing. */
static void errors_say_where(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file, id;
    assert_int_equal(sl_h5_open(syn_path("absent.h5"), false, &file, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "absent.h5"));
    assert_non_null(strstr(err.text, "No such file"));
    FILE *f = fopen(syn_path("text.h5"), "w");
    fputs("this is no HDF5 file, but long enough to be looked at", f);
    fclose(f);
    assert_int_equal(sl_h5_open(syn_path("text.h5"), false, &file, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "not an HDF5 file"));
    assert_int_equal(sl_h5_create(syn_path("text.h5"), &file, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "exists"));
    assert_int_equal(sl_h5_create(syn_path("e.h5"), &file, &err), 0);
    assert_int_equal(sl_h5_dataset_open(file, "nothing", &id, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "e.h5"));
    assert_non_null(strstr(err.text, "nothing"));
    assert_int_equal(sl_h5_close(file, &err), 0);
}

/* What was committed is on disk and opens, whatever happens to the writer; abandoning keeps nothing newer. */
static void commit_and_abandon(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file, again, id;
    assert_int_equal(sl_h5_create(syn_path("c.h5"), &file, &err), 0);
    assert_int_equal(sl_h5_group(file, "kept", &id, &err), 0);
    sl_h5_release(id);
    assert_int_equal(sl_h5_commit(file, true, &err), 0);
    assert_int_equal(sl_h5_group(file, "lost", &id, &err), 0);
    sl_h5_release(id);
    assert_int_equal(sl_h5_set_text(file, "lost", "x", &err), 0);
    sl_h5_abandon(file);
    assert_int_equal(sl_h5_open(syn_path("c.h5"), false, &again, &err), 0);
    assert_true(sl_h5_exists(again, "kept"));
    assert_false(sl_h5_exists(again, "lost"));
    assert_int_equal(sl_h5_close(again, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_come_back), cmocka_unit_test(links_come_in_order_of_creation),
        cmocka_unit_test(growing_and_cutting), cmocka_unit_test(errors_say_where),
        cmocka_unit_test(commit_and_abandon)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
