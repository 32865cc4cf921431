#include "sim/output/tier.h"
#include "synthetic.h"

#define ENTITIES 600

static float value_at(uint64_t row, size_t entity)
{
    return (float)(1000.0 * (double)row + (double)entity);
}

static void tier_make(struct sl_tier *t, int64_t file)
{
    struct sl_error err = {0};
    const struct sl_variable series = {.unit = "1", .long_name = "s", .count = 1};
    const struct sl_variable plane = {.unit = "W", .long_name = "p", .entities = true, .count = ENTITIES};
    const struct sl_tier_spec spec = {.entity = "rack",
                                      .entities = ENTITIES,
                                      .row_ns = MS,
                                      .epoch = EPOCH,
                                      .chunk_rows = 64,
                                      .chunk_cols = 256};
    int e = 0;
    char name[8];
    for (int i = 0; i < 20 && !e; i++) { /* more series than are turned at once */
        snprintf(name, sizeof name, "s%d", i);
        e = sl_tier_variable(t, name, &series, &err);
    }
    if (!e) e = sl_tier_variable(t, "plane", &plane, &err);
    if (!e) e = sl_tier_variable(t, "last", &series, &err);
    if (!e) e = sl_tier_prepare(t, &spec, &err);
    if (e || sl_tier_create(t, file, "tier", &err)) fail_msg("%s", err.text);
    assert_int_equal(sl_tier_variable(t, "s3", &series, &err), SL_ERR_RUN);
}

static void rows_push(struct sl_tier *t, uint64_t first, uint64_t end)
{
    for (uint64_t r = first; r < end; r++) {
        float *row = sl_tier_row(t);
        for (size_t i = 0; i < 20; i++) row[i] = (float)(100 * r + i);
        for (size_t k = 0; k < ENTITIES; k++) row[20 + k] = value_at(r, k);
        row[20 + ENTITIES] = (float)r;
        assert_int_equal(sl_tier_push(t, NULL, NULL), 0);
    }
}

/* 130 rows of 600 columns in chunks of 64 x 256: whole chunks, and both ragged edges. */
static void chunks_and_their_edges(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_tier t = {0};
    int64_t file;
    struct sl_h5_shape shape;
    assert_int_equal(sl_h5_create(syn_path("tier.h5"), &file, &err), 0);
    tier_make(&t, file);
    rows_push(&t, 0, 130);
    assert_int_equal(t.written, 128);
    assert_int_equal(sl_tier_finish(&t, &err), 0);
    /* cut back to whole chunks and written on, as a resumed run does */
    assert_int_equal(sl_tier_cut(&t, &err), 0);
    assert_int_equal(sl_tier_finish(&t, &err), 0);
    sl_tier_free(&t);
    assert_int_equal(sl_h5_ids(file), 1);
    double *plane = syn_read(file, "tier/plane", &shape);
    assert_true(shape.rows == 130 && shape.cols == ENTITIES && shape.chunk_rows == 64 &&
                shape.chunk_cols == 256);
    for (uint64_t r = 0; r < 130; r++)
        for (size_t k = 0; k < ENTITIES; k++) assert_true(plane[r * ENTITIES + k] == (double)value_at(r, k));
    double *series = syn_read(file, "tier/s17", &shape), *last = syn_read(file, "tier/last", &shape);
    for (uint64_t r = 0; r < 130; r++)
        assert_true(series[r] == (double)(100 * r + 17) && last[r] == (double)r);
    free(plane);
    free(series);
    free(last);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chunks_and_their_edges)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
