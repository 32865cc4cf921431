#include "sim/output/events.h"
#include "synthetic.h"

/* 600 events are more than two batches; texts that are absent become empty ones. */
static void events_are_kept_in_order(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct syn s = {.options = syn_options(syn_path("events.h5"), 6000, 100), .event_every = 10};
    syn_whole(&s);
    int64_t file, ds;
    struct sl_h5_shape shape;
    char **texts;
    assert_int_equal(sl_h5_open(s.options.path, false, &file, &err), 0);
    double *time = syn_read(file, "events/time", &shape),
           *change = syn_read(file, "events/power_change", &shape);
    assert_int_equal(shape.rows, 600);
    for (uint64_t i = 0; i < 600; i++) {
        assert_true(time[i] == (3600000.0 + 10.0 * (double)i) / 1000.0);
        assert_true(change[i] == 1e4 * (double)i);
    }
    ds = syn_dataset(file, "events/type", &shape);
    assert_int_equal(sl_h5_read_texts(ds, 0, 600, &texts, &err), 0);
    for (int i = 0; i < 600; i++) assert_string_equal(texts[i], i % 3 ? "small" : "job_start");
    sl_h5_texts_free(texts, 600);
    sl_h5_release(ds);
    ds = syn_dataset(file, "events/why", &shape);
    assert_int_equal(sl_h5_read_texts(ds, 599, 1, &texts, &err), 0);
    assert_string_equal(texts[0], "");
    sl_h5_texts_free(texts, 1);
    sl_h5_release(ds);
    free(time);
    free(change);
    assert_int_equal(sl_h5_ids(file), 1);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(events_are_kept_in_order)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
