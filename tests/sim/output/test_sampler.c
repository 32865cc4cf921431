#include "sim/output/sampler.h"
#include "synthetic.h"

struct source {
    int before; /* the value does not lie at the struct's begin */
    double power_w, level;
};

static const struct sl_channel rows[] = {
    {"power", "W", "power", SL_CELL_MEAN, "consuming", NULL, offsetof(struct source, power_w)},
    {"level", "1", "level", SL_CELL_POINT, NULL, NULL, offsetof(struct source, level)},
};

static int64_t file_make(const char *name)
{
    struct sl_error err = {0};
    int64_t file;
    unlink(syn_path(name));
    if (sl_h5_create(syn_path(name), &file, &err)) fail_msg("%s", err.text);
    return file;
}

static void start(struct sl_sampler *s, int64_t file, size_t entities, uint64_t row_steps)
{
    struct sl_error err = {0};
    struct sl_tier_spec spec = {.row_ns = (int64_t)row_steps * MS,
                                .epoch = EPOCH,
                                .chunk_rows = 4,
                                .chunk_cols = entities,
                                .entity = entities > 1 ? "feed" : NULL,
                                .entities = entities,
                                .bounds = row_steps > 1};
    int e = sl_sampler_plan(s, &spec, row_steps, &err);
    if (e || sl_tier_create(&s->tier, file, "group", &err)) fail_msg("%s", err.text);
}

static void stop(struct sl_sampler *s, int64_t file)
{
    struct sl_error err = {0};
    if (sl_sampler_finish(s, MS, &err)) fail_msg("%s", err.text);
    sl_sampler_free(s);
    assert_int_equal(sl_h5_ids(file), 1);
}

static void expect_row(int64_t file, const char *path, uint64_t row, size_t count, const double *want)
{
    struct sl_h5_shape shape;
    double *got = syn_read(file, path, &shape);
    assert_true(row < shape.rows);
    for (size_t i = 0; i < count; i++)
        if (got[row * count + i] != want[i])
            fail_msg("%s[%llu][%zu] is %g, not %g", path, (unsigned long long)row, i, got[row * count + i],
                     want[i]);
    free(got);
}

static void expect_cell(int64_t file, const char *path, const char *want)
{
    struct sl_h5_shape shape;
    char text[32];
    int64_t ds = syn_dataset(file, path, &shape);
    assert_true(sl_h5_get_text(ds, "cell_methods", text, sizeof text));
    assert_string_equal(text, want);
    sl_h5_release(ds);
}

/* Two channels of three structs in an array: each value is found by base, stride and offset. */
static void every_step_as_it_is(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_sampler s = {0};
    struct source at[3] = {{0}};
    int64_t file = file_make("step.h5");
    for (int i = 0; i < 2; i++) assert_int_equal(sl_sampler_add(&s, &rows[i], at, sizeof at[0], 3, &err), 0);
    assert_int_equal(sl_sampler_add(&s, &rows[1], at, sizeof at[0], 3, &err), SL_ERR_RUN);
    assert_non_null(strstr(err.text, "level is registered twice"));
    start(&s, file, 3, 1);
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 3; i++) at[i] = (struct source){-1, 10.0 * k + i, 0.5 * i + k};
        assert_int_equal(sl_sampler_step(&s, NULL, &err), 0);
    }
    assert_true(s.value[0] == 50.0 && s.value[2] == 52.0 && s.value[4] == 5.5); /* channel by channel */
    stop(&s, file);
    expect_row(file, "group/power", 0, 3, (const double[]){0, 1, 2});
    expect_row(file, "group/power", 5, 3, (const double[]){50, 51, 52}); /* beyond the first chunk */
    expect_row(file, "group/level", 3, 3, (const double[]){3, 3.5, 4});
    expect_cell(file, "group/power", "time: mean");
    expect_cell(file, "group/level", "time: point");
    assert_int_equal(sl_h5_close(file, &err), 0);
}

/* Rows of four steps: 1, 5, -3, 9 make 3, -3, 9; the last row has two steps, 2 and 8, and ends after them. */
static void longer_rows_are_mean_and_extremes(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_sampler s = {0};
    struct source at = {0};
    struct sl_h5_shape shape;
    const double power[] = {1, 5, -3, 9, 2, 8};
    int64_t file = file_make("mean.h5");
    assert_int_equal(sl_sampler_add(&s, &rows[0], &at, sizeof at, 1, &err), 0);
    start(&s, file, 1, 4);
    for (int k = 0; k < 6; k++) {
        at.power_w = power[k];
        assert_int_equal(sl_sampler_step(&s, NULL, &err), 0);
    }
    stop(&s, file);
    expect_row(file, "group/power", 0, 1, (const double[]){3});
    expect_row(file, "group/power_min", 0, 1, (const double[]){-3});
    expect_row(file, "group/power_max", 0, 1, (const double[]){9});
    expect_row(file, "group/power", 1, 1, (const double[]){5});
    expect_row(file, "group/power_min", 1, 1, (const double[]){2});
    expect_row(file, "group/power_max", 1, 1, (const double[]){8});
    expect_cell(file, "group/power_min", "time: minimum");
    expect_row(file, "group/time_bounds", 1, 2, (const double[]){0.004, 0.006});
    free(syn_read(file, "group/time", &shape));
    assert_int_equal(shape.rows, 2);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

/* Racks come a control period at a time, by lane. Periods of 3, 3 and 2 steps in rows of 6: a mean weighs its steps. */
static void racks_by_period_and_lane(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_sampler s = {0};
    double mean[4], min[4], max[4], heat[4];
    const uint32_t lane[] = {3, 1};
    const struct sl_rack_source power = {mean, min, max}, constant = {heat, NULL, NULL};
    const uint64_t steps[] = {3, 3, 2};
    int64_t file = file_make("racks.h5");
    s.lane = lane;
    assert_int_equal(sl_sampler_add_racks(&s, &rows[0], &power, 2, &err), 0);
    assert_int_equal(sl_sampler_add_racks(&s, &rows[1], &constant, 2, &err), 0);
    start(&s, file, 2, 6);
    for (int p = 0; p < 3; p++) {
        for (int l = 0; l < 4; l++) {
            mean[l] = 100 * l + 10 * p;
            min[l] = mean[l] - l - p;
            max[l] = mean[l] + l + p;
            heat[l] = l + p;
        }
        assert_int_equal(sl_sampler_period(&s, steps[p], NULL, &err), 0);
    }
    stop(&s, file);
    expect_row(file, "group/power", 0, 2, (const double[]){305, 105});
    expect_row(file, "group/power_min", 0, 2, (const double[]){297, 99});
    expect_row(file, "group/power_max", 0, 2, (const double[]){314, 112});
    expect_row(file, "group/power", 1, 2, (const double[]){320, 120});
    expect_row(file, "group/level", 0, 2, (const double[]){3.5, 1.5});
    expect_row(file, "group/level_max", 0, 2, (const double[]){4, 2});
    expect_row(file, "group/level_min", 1, 2, (const double[]){5, 3});
    expect_row(file, "group/time_bounds", 1, 2, (const double[]){0.006, 0.008});
    assert_int_equal(sl_h5_close(file, &err), 0);
}

static void state_copy(const struct sl_state *from, const struct sl_state *to)
{
    assert_int_equal(from->count, to->count);
    for (size_t i = 0; i < from->count; i++) {
        assert_string_equal(from->blocks[i].name, to->blocks[i].name);
        assert_int_equal(from->blocks[i].size * from->blocks[i].count,
                         to->blocks[i].size * to->blocks[i].count);
        memcpy(to->blocks[i].base, from->blocks[i].base, from->blocks[i].size * from->blocks[i].count);
    }
}

/* A row begun by one sampler, its state carried over as a checkpoint does, is ended by another: 1, 5 | -3, 9. */
static void a_row_goes_on_from_its_state(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_sampler s[2] = {{0}};
    struct sl_state states[2] = {{0}};
    struct source at = {0};
    const double power[] = {1, 5, -3, 9};
    int64_t file[2] = {file_make("first.h5"), file_make("second.h5")};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sl_sampler_add(&s[i], &rows[0], &at, sizeof at, 1, &err), 0);
        start(&s[i], file[i], 1, 4);
        assert_int_equal(sl_sampler_state(&s[i], &states[i], "test", &err), 0);
    }
    for (int k = 0; k < 4; k++) {
        if (k == 2) state_copy(&states[0], &states[1]);
        at.power_w = power[k];
        assert_int_equal(sl_sampler_step(&s[k / 2], NULL, &err), 0);
    }
    for (int i = 0; i < 2; i++) {
        stop(&s[i], file[i]);
        sl_state_free(&states[i]);
    }
    expect_row(file[1], "group/power", 0, 1, (const double[]){3});
    expect_row(file[1], "group/power_min", 0, 1, (const double[]){-3});
    for (int i = 0; i < 2; i++) assert_int_equal(sl_h5_close(file[i], &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_as_it_is), cmocka_unit_test(longer_rows_are_mean_and_extremes),
        cmocka_unit_test(racks_by_period_and_lane), cmocka_unit_test(a_row_goes_on_from_its_state)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
