#include "sim/output/writer.h"
#include "synthetic.h"

#include <time.h>

struct log {
    unsigned seen[100];
    size_t count, fail_at;
};

static int note(void *object, unsigned block, size_t rows, struct sl_error *err)
{
    struct log *log = object;
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
    log->seen[log->count++] = block;
    return rows && log->count == log->fail_at ? sl_fail(err, SL_ERR_IO, "job %u", block) : 0;
}

static void jobs_run_in_order(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_writer *w;
    struct log log = {0};
    uint64_t ticket = 0;
    assert_int_equal(sl_writer_create(&w, &err), 0);
    for (unsigned i = 0; i < 100; i++) /* more than the queue holds */
        assert_int_equal(sl_writer_give(w, (struct sl_job){note, &log, i, 1}, &ticket, &err), 0);
    assert_int_equal(ticket, 100);
    assert_int_equal(sl_writer_wait(w, 50, &err), 0);
    assert_true(log.count >= 50);
    assert_int_equal(sl_writer_drain(w, &err), 0);
    for (unsigned i = 0; i < 100; i++) assert_int_equal(log.seen[i], i);
    sl_writer_free(w);
}

static void a_failure_stops_the_rest(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_writer *w;
    struct log log = {.fail_at = 3};
    uint64_t ticket;
    assert_int_equal(sl_writer_create(&w, &err), 0);
    for (unsigned i = 0; i < 10; i++) sl_writer_give(w, (struct sl_job){note, &log, i, 1}, &ticket, NULL);
    assert_int_equal(sl_writer_drain(w, &err), SL_ERR_IO);
    assert_string_equal(err.text, "job 2");
    assert_int_equal(log.count, 3);
    assert_int_equal(sl_writer_give(w, (struct sl_job){note, &log, 11, 1}, &ticket, &err), SL_ERR_IO);
    sl_writer_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(jobs_run_in_order),
                                       cmocka_unit_test(a_failure_stops_the_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
