#include "sim/output/windows.h"
#include "synthetic.h"

static const char *const types[] = {"job_start", "voltage_dip"};
#define MANY 16
#define ROOM (UINT64_C(1) << 28)

/* A run of 5000 steps of 1 ms in control periods of 100 with events at the given steps. */
static struct sl_recorder_counts run_with(const char *name, const struct sl_window_spec *spec,
                                          const uint64_t *at, size_t nat, uint64_t bytes, int64_t *file)
{
    struct sl_error err = {0};
    struct syn s = {.options = syn_options(syn_path(name), 5000, 100)};
    s.options.windows = spec;
    s.options.nwindows = 1;
    s.options.window_bytes = bytes;
    s.options.force = true;
    if (syn_open(&s, &err)) fail_msg("%s", err.text);
    for (size_t i = 0; i < nat; i++) {
        if (syn_run(&s, at[i] / 100 * 100, &err)) fail_msg("%s", err.text);
        struct sl_event event = {(int64_t)at[i] * MS, "voltage_dip", "poi", "fault", NAN};
        struct sl_event other = {(int64_t)at[i] * MS, "nothing", NULL, NULL, 0.0};
        if (sl_recorder_event(s.rec, &event, &err) || sl_recorder_event(s.rec, &other, &err))
            fail_msg("%s", err.text);
    }
    if (syn_run(&s, s.steps, &err)) fail_msg("%s", err.text);
    struct sl_recorder_counts counts = sl_recorder_counts(s.rec);
    if (syn_close(&s, "complete", true, &err) || sl_h5_open(syn_path(name), false, file, &err))
        fail_msg("%s", err.text);
    return counts;
}

/* The capture holds steps [first, end) of the site and of every rack, in place. */
static void expect_capture(int64_t file, int number, uint64_t first, uint64_t end)
{
    struct sl_h5_shape shape;
    char name[64];
    snprintf(name, sizeof name, "window/%04d/time", number);
    double *time = syn_read(file, name, &shape);
    assert_int_equal(shape.rows, end - first);
    snprintf(name, sizeof name, "window/%04d/it_power", number);
    double *power = syn_read(file, name, &shape);
    snprintf(name, sizeof name, "window/%04d/rack_power", number);
    double *rack = syn_read(file, name, &shape);
    assert_int_equal(shape.cols, RACKS);
    for (uint64_t k = first; k < end; k++) {
        assert_true(time[k - first] == (3600000.0 + (double)k) / 1000.0);
        assert_true(power[k - first] == (double)(float)syn_site_at(k).power_w);
        for (size_t r = 0; r < RACKS; r++)
            assert_true(rack[(k - first) * RACKS + r] == (double)(float)syn_rack_at(k, r));
    }
    free(time);
    free(power);
    free(rack);
}

static bool has_capture(int64_t file, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "window/%s", name);
    return sl_h5_exists(file, "window") && sl_h5_exists(file, path);
}

static void before_and_after_the_trigger(void **state)
{
    (void)state;
    int64_t file;
    const struct sl_window_spec spec = {types, 2, 250 * MS, 500 * MS, MANY};
    struct sl_recorder_counts c = run_with("w.h5", &spec, (const uint64_t[]){1237}, 1, ROOM, &file);
    assert_int_equal(c.windows, 1);
    assert_int_equal(c.windows_cut, 0);
    assert_int_equal(c.events, 2);
    expect_capture(file, 1, 987, 1737);
    int64_t group;
    char text[64];
    double trigger_s;
    assert_int_equal(sl_h5_group(file, "window/0001", &group, NULL), 0);
    assert_true(sl_h5_get_text(group, "trigger", text, sizeof text));
    assert_string_equal(text, "voltage_dip");
    assert_true(sl_h5_get_real(group, "trigger_time_s", &trigger_s) && trigger_s == 3601.237);
    sl_h5_release(group);
    sl_h5_close(file, NULL);
}

/* 1000 and 1400 overlap (one capture, 900 to 1900), 1850 lies inside it; 2390 comes after its end at 2350, so that
 * the next one begins at its own pre-trigger. */
static void overlapping_triggers_extend(void **state)
{
    (void)state;
    int64_t file;
    const struct sl_window_spec spec = {types, 2, 100 * MS, 500 * MS, MANY};
    struct sl_recorder_counts c =
        run_with("w.h5", &spec, (const uint64_t[]){1000, 1400, 1850, 2390}, 4, ROOM, &file);
    assert_int_equal(c.windows, 2);
    expect_capture(file, 1, 900, 2350);
    expect_capture(file, 2, 2290, 2890);
    sl_h5_close(file, NULL);
}

/* A trigger in the first steps and one at the end: clipped to the run, and the last says so. */
static void clipped_to_the_run(void **state)
{
    (void)state;
    int64_t file;
    const struct sl_window_spec spec = {types, 2, 300 * MS, 700 * MS, MANY};
    struct sl_recorder_counts c = run_with("w.h5", &spec, (const uint64_t[]){50, 4900}, 2, ROOM, &file);
    int64_t group;
    char why[32];
    assert_int_equal(c.windows, 2);
    expect_capture(file, 1, 0, 750);
    expect_capture(file, 2, 4600, 5000);
    assert_int_equal(sl_h5_group(file, "window/0002", &group, NULL), 0);
    assert_true(sl_h5_get_text(group, "cut_short", why, sizeof why));
    assert_string_equal(why, "end of run");
    sl_h5_release(group);
    sl_h5_close(file, NULL);
}

static void caps_are_kept_and_told(void **state)
{
    (void)state;
    int64_t file, skipped;
    const struct sl_window_spec spec = {types, 2, 100 * MS, 100 * MS, MANY};
    struct sl_window_spec two = spec;
    two.count_max = 2;
    const uint64_t at[] = {500, 1500, 2500, 3500};
    struct sl_recorder_counts c = run_with("w.h5", &two, at, 4, ROOM, &file);
    assert_int_equal(c.windows, 2);
    assert_int_equal(c.windows_skipped, 2);
    assert_false(has_capture(file, "0003"));
    int64_t group;
    assert_int_equal(sl_h5_group(file, "window", &group, NULL), 0);
    assert_true(sl_h5_get_int(group, "triggers_skipped", &skipped) && skipped == 2);
    sl_h5_release(group);
    sl_h5_close(file, NULL);
    /* a row is 3 site channels and 37 racks of 4 bytes: 160; room for 250 rows, the second capture is cut at 50 */
    c = run_with("w.h5", &spec, at, 4, 250 * 160, &file);
    assert_int_equal(c.windows, 2);
    assert_int_equal(c.windows_cut, 1);
    expect_capture(file, 2, 1400, 1450);
    sl_h5_close(file, NULL);
    /* no room: no capture, and the triggers are counted */
    c = run_with("w.h5", &spec, at, 4, 0, &file);
    assert_int_equal(c.windows, 0);
    assert_int_equal(c.windows_skipped, 4);
    assert_false(has_capture(file, "0001"));
    sl_h5_close(file, NULL);
}

struct marked {
    uint64_t step;
    const char *type;
};

/* As run_with, for events of several types and several specs. */
static struct sl_recorder_counts run_specs(const struct sl_window_spec *specs, size_t nspecs,
                                           const struct marked *at, size_t nat, int64_t *file)
{
    struct sl_error err = {0};
    struct syn s = {.options = syn_options(syn_path("specs.h5"), 5000, 100)};
    s.options.windows = specs;
    s.options.nwindows = nspecs;
    s.options.window_bytes = ROOM;
    s.options.force = true;
    if (syn_open(&s, &err)) fail_msg("%s", err.text);
    for (size_t i = 0; i < nat; i++) {
        if (syn_run(&s, at[i].step / 100 * 100, &err)) fail_msg("%s", err.text);
        struct sl_event event = {(int64_t)at[i].step * MS, at[i].type, NULL, NULL, NAN};
        if (sl_recorder_event(s.rec, &event, &err)) fail_msg("%s", err.text);
    }
    if (syn_run(&s, s.steps, &err)) fail_msg("%s", err.text);
    struct sl_recorder_counts counts = sl_recorder_counts(s.rec);
    if (syn_close(&s, "complete", true, &err) || sl_h5_open(syn_path("specs.h5"), false, file, &err))
        fail_msg("%s", err.text);
    return counts;
}

static const char *const checkpoint[] = {"checkpoint"}, *const job_abort[] = {"job_abort"};

/* Each spec has a count of its own: two checkpoints do not use up the abort's. */
static void specs_count_for_themselves(void **state)
{
    (void)state;
    int64_t file;
    const struct sl_window_spec specs[] = {{checkpoint, 1, 100 * MS, 100 * MS, 1},
                                           {job_abort, 1, 100 * MS, 100 * MS, 1}};
    const struct marked at[] = {{500, "checkpoint"}, {1500, "checkpoint"}, {2500, "job_abort"}};
    struct sl_recorder_counts c = run_specs(specs, 2, at, 3, &file);
    assert_int_equal(c.windows, 2);
    assert_int_equal(c.windows_skipped, 1);
    expect_capture(file, 1, 400, 600);
    expect_capture(file, 2, 2400, 2600);
    sl_h5_close(file, NULL);
}

/* Two specs of one event: one capture, the longest before and the longest after; a spec that is used up no longer
 * lengthens it. */
static void the_longest_spec_of_an_event_wins(void **state)
{
    (void)state;
    int64_t file;
    const struct sl_window_spec specs[] = {{job_abort, 1, 100 * MS, 300 * MS, 2},
                                           {job_abort, 1, 900 * MS, 100 * MS, 1}};
    const struct marked at[] = {{1234, "job_abort"}, {3456, "job_abort"}, {4500, "job_abort"}};
    struct sl_recorder_counts c = run_specs(specs, 2, at, 3, &file);
    assert_int_equal(c.windows, 2);
    assert_int_equal(c.windows_skipped, 1);
    expect_capture(file, 1, 334, 1534);
    expect_capture(file, 2, 3356, 3756);
    sl_h5_close(file, NULL);
}

static void too_many_specs_are_refused(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_window_spec specs[SL_WINDOW_SPECS + 1];
    struct syn s = {.options = syn_options(syn_path("many.h5"), 100, 100)};
    for (size_t i = 0; i <= SL_WINDOW_SPECS; i++) specs[i] = (struct sl_window_spec){types, 2, 0, MS, 1};
    s.options.windows = specs;
    s.options.nwindows = SL_WINDOW_SPECS + 1;
    assert_int_equal(syn_open(&s, &err), 0);
    assert_int_equal(syn_run(&s, 100, &err), SL_ERR_RUN);
    assert_non_null(strstr(err.text, "33 kinds of windows"));
    syn_close(&s, "failed", false, NULL);
}

/* Racks lie in their lanes, in any order. */
static void racks_are_found_in_their_lanes(void **state)
{
    (void)state;
    struct sl_error err = {0};
    const uint32_t lane[] = {17, 3, 0};
    const struct sl_window_spec spec = {types, 2, 0, 2 * MS, MANY};
    struct sl_site {
        double x;
    } site = {1.0};
    const struct sl_channel row = {"x", "W", "x", SL_CELL_MEAN, NULL, NULL, 0};
    struct sl_recorder_options o = {.path = syn_path("lanes.h5"),
                                    .step_ns = MS,
                                    .period_ns = 4 * MS,
                                    .duration_ns = 4 * MS,
                                    .epoch = EPOCH,
                                    .windows = &spec,
                                    .nwindows = 1,
                                    .window_bytes = ROOM,
                                    .rack_lane = lane};
    double mean[32], ac[2 * 4 * 16];
    o.axis[SL_DIM_RACK].count = 3;
    for (int i = 0; i < 32; i++) mean[i] = i;
    for (int i = 0; i < 2 * 4 * 16; i++) ac[i] = i;
    struct sl_recorder *rec;
    struct sl_event event = {MS, "job_start", NULL, NULL, 0.0};
    int e = sl_recorder_open(&rec, &o, &err);
    if (!e) e = sl_recorder_register(rec, SL_DIM_SITE, &row, 1, &site, sizeof site, 1, &err);
    if (!e) e = sl_recorder_register_racks(rec, &syn_rack_row, mean, NULL, NULL, &err);
    for (int i = 0; i < 4 && !e; i++) e = sl_recorder_step(rec, &err);
    if (!e) e = sl_recorder_event(rec, &event, &err);
    if (!e) e = sl_recorder_period(rec, ac, &err);
    if (e || sl_recorder_close(rec, "complete", true, &err)) fail_msg("%s", err.text);
    int64_t file;
    struct sl_h5_shape shape;
    assert_int_equal(sl_h5_open(syn_path("lanes.h5"), false, &file, &err), 0);
    double *rack = syn_read(file, "rack/rack_power", &shape),
           *power = syn_read(file, "window/0001/rack_power", &shape);
    assert_true(rack[0] == 17.0 && rack[1] == 3.0 && rack[2] == 0.0);
    assert_int_equal(shape.rows, 2);
    /* step 1: lane 17 is block 1, lane 1: (1 * 4 + 1) * 16 + 1 = 81 */
    assert_true(power[0] == 81.0 && power[1] == 16.0 + 3.0 && power[2] == 16.0 && power[3] == 97.0);
    free(rack);
    free(power);
    sl_h5_close(file, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_and_after_the_trigger), cmocka_unit_test(overlapping_triggers_extend),
        cmocka_unit_test(clipped_to_the_run),           cmocka_unit_test(caps_are_kept_and_told),
        cmocka_unit_test(specs_count_for_themselves),   cmocka_unit_test(the_longest_spec_of_an_event_wins),
        cmocka_unit_test(too_many_specs_are_refused),   cmocka_unit_test(racks_are_found_in_their_lanes)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
