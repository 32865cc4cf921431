#include "sim/output/table.h"
#include "synthetic.h"

static const double energy[] = {1.5, 2.5, 3.5};
static const int64_t count[] = {3, 4, INT64_C(9007199254740993)};
static const char *const names[] = {"a", NULL, "\xc3\xa4"};
static const struct sl_column cols[] = {{"energy", "J", "energy used", SL_COLUMN_REAL, energy},
                                        {"count", NULL, "how many", SL_COLUMN_INT, count},
                                        {"name", NULL, "name", SL_COLUMN_TEXT, names}};

static void columns_come_back(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file, ds, back[3];
    struct sl_h5_shape shape;
    char **texts, units[16];
    assert_int_equal(sl_h5_create(syn_path("table.h5"), &file, &err), 0);
    assert_int_equal(sl_table_write(file, "jobs", cols, 3, 1, &err), 0);
    assert_int_equal(sl_table_write(file, "jobs", cols, 3, 3, &err), 0); /* replaces */
    double *e = syn_read(file, "jobs/energy", &shape);
    assert_true(shape.rank == 1 && shape.rows == 3 && e[2] == 3.5);
    free(e);
    ds = syn_dataset(file, "jobs/count", &shape);
    assert_int_equal(sl_h5_read(ds, 0, 3, back, &err), 0);
    assert_memory_equal(back, count, sizeof back); /* beyond a double's integers */
    assert_true(sl_h5_get_text(ds, "units", units, sizeof units));
    assert_string_equal(units, "1");
    sl_h5_release(ds);
    ds = syn_dataset(file, "jobs/name", &shape);
    assert_int_equal(sl_h5_read_texts(ds, 0, 3, &texts, &err), 0);
    assert_string_equal(texts[1], "");
    assert_string_equal(texts[2], "\xc3\xa4");
    sl_h5_texts_free(texts, 3);
    sl_h5_release(ds);
    assert_int_equal(sl_h5_ids(file), 1);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

static void scalars_and_empty_tables(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t file;
    struct sl_h5_shape shape;
    assert_int_equal(sl_h5_create(syn_path("scalars.h5"), &file, &err), 0);
    assert_int_equal(sl_table_write(file, "summary", cols, 3, SL_SCALARS, &err), 0);
    assert_int_equal(sl_table_write(file, "jobs", cols, 3, 0, &err), 0);
    double *e = syn_read(file, "summary/energy", &shape);
    assert_true(shape.rank == 0 && e[0] == 1.5);
    free(e);
    e = syn_read(file, "jobs/energy", &shape);
    assert_true(shape.rank == 1 && shape.rows == 0);
    free(e);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_come_back),
                                       cmocka_unit_test(scalars_and_empty_tables)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
