#include "models/load/stream.h"

#include "models/base/time.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MS SL_NS_PER_MS
#define S SL_NS_PER_S

static const struct sl_accelerator_params acc = {.rated_power_w = 1000, .idle_power_w = 100};

static struct sl_job_params training(void)
{
    return (struct sl_job_params){.stop_ns = SL_NEVER,
                                  .program = {.model = SL_PROGRAM_ITERATION,
                                              .iteration_ns = 2 * S,
                                              .compute_power_fraction = 1.0,
                                              .exposed_power_fraction = 0.3,
                                              .exposed_time_fraction = 0.3}};
}

static void run_all(const struct sl_stream_params *p, struct sl_stream *s, int64_t end_ns, int64_t chunk_ns,
                    struct sl_knots *out, struct sl_knots *spread, struct sl_marks *marks)
{
    for (int64_t t = 0; t < end_ns; t += chunk_ns)
        assert_int_equal(
            sl_stream_run(p, s, t + chunk_ns < end_ns ? t + chunk_ns : end_ns, out, spread, marks, NULL), 0);
}

/* Start-up, barrier wait of 10 ms, iterations of 2.01 s, checkpoint after the iteration in which 5 s are over, stop. */
static void the_story_of_a_job(void **state)
{
    (void)state;
    struct sl_job_params job = training();
    job.has_startup = job.has_checkpoint = true;
    job.startup = (struct sl_startup_params){3 * S, 0.25};
    job.checkpoint = (struct sl_checkpoint_params){5 * S, 1 * S, 0.2};
    struct sl_stream_params p;
    struct sl_stream s;
    struct sl_knots out = {0};
    struct sl_marks marks = {0};
    assert_int_equal(sl_stream_setup(&p, &job, &acc, (struct sl_delays){10 * MS, 0}, 0, NULL), 0);
    sl_stream_start(&p, &s, 1 * S, 11500 * MS);
    run_all(&p, &s, 20 * S, 70 * MS, &out, NULL, &marks);
    const struct sl_knot want[] = {
        {1000 * MS, 250, 0, 1},                           /* start-up */
        {4010 * MS, 1000, 0, 0},  {5410 * MS, 300, 0, 1}, /* first iteration: 1.4 s of compute */
        {6020 * MS, 1000, 0, 0},  {7420 * MS, 300, 0, 1},  {8030 * MS, 1000, 0, 0},
        {9430 * MS, 300, 0, 1},   {10040 * MS, 200, 0, 0}, /* 6.03 s since 4.01 s: checkpoint */
        {11040 * MS, 1000, 0, 0}, {11500 * MS, 100, 0, 1}, /* stop */
    };
    assert_int_equal(out.count, sizeof want / sizeof want[0]);
    for (size_t i = 0; i < out.count; i++) {
        assert_int_equal(out.items[i].t_ns, want[i].t_ns);
        assert_true(fabs(out.items[i].power_w - want[i].power_w) < 1e-9 && out.items[i].slope_w_per_s == 0);
        assert_int_equal(out.items[i].skewed, want[i].skewed);
    }
    const struct sl_mark expect[] = {{1000 * MS, SL_JOB_START, 150},
                                     {10040 * MS, SL_JOB_CHECKPOINT_BEGIN, -100},
                                     {11040 * MS, SL_JOB_CHECKPOINT_END, 800},
                                     {11500 * MS, SL_JOB_STOP, -900}};
    assert_int_equal(marks.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(marks.items[i].t_ns == expect[i].t_ns && marks.items[i].type == expect[i].type);
        assert_true(fabs(marks.items[i].delta_w - expect[i].delta_w) < 1e-9);
    }
    assert_true(fabs(sl_stream_progress(&p, &s, 20 * S) - (3 + 0.46 / 2.01)) < 1e-12);
    sl_knots_free(&out), sl_marks_free(&marks), sl_stream_free(&p);
}

static void progress_needs_no_step(void **state)
{
    (void)state;
    struct sl_job_params job = training();
    struct sl_stream_params p;
    sl_stream_setup(&p, &job, &acc, (struct sl_delays){10 * MS, 0}, 0, NULL);
    const int64_t chunks[] = {100000, 5 * MS, 100 * MS, S};
    for (int i = 0; i < 4; i++) {
        struct sl_stream s;
        struct sl_knots out = {0};
        sl_stream_start(&p, &s, 0, SL_NEVER);
        run_all(&p, &s, 7 * S, chunks[i], &out, NULL, NULL);
        assert_true(fabs(sl_stream_progress(&p, &s, 7 * S) - 7 / 2.01) < 1e-12);
        sl_knots_free(&out);
    }
    sl_stream_free(&p);
}

static void phases_ramp_repeat_and_end(void **state)
{
    (void)state;
    struct sl_phase_params list[] = {{S, 0.5, 200 * MS}, {S, 0.1, 0}};
    struct sl_job_params job = {.stop_ns = SL_NEVER,
                                .program = {.model = SL_PROGRAM_PHASES, .phases = {list, 2}, .repeat = 2}};
    struct sl_stream_params p;
    struct sl_stream s;
    struct sl_knots out = {0};
    sl_stream_setup(&p, &job, &acc, (struct sl_delays){0, 0}, 0, NULL);
    sl_stream_start(&p, &s, 0, SL_NEVER);
    run_all(&p, &s, 10 * S, 330 * MS, &out, NULL, NULL);
    const struct sl_knot want[] = {{0, 100, 2000, 1},     {200 * MS, 500, 0, 1},  {S, 100, 0, 1},
                                   {2 * S, 100, 2000, 1}, {2200 * MS, 500, 0, 1}, {3 * S, 100, 0, 1},
                                   {4 * S, 100, 0, 1}};
    assert_int_equal(out.count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_true(out.items[i].t_ns == want[i].t_ns &&
                    fabs(out.items[i].power_w - want[i].power_w) < 1e-9 &&
                    fabs(out.items[i].slope_w_per_s - want[i].slope_w_per_s) < 1e-6);
    assert_true(s.end_ns == 4 * S && sl_stream_progress(&p, &s, 10 * S) == 2.0);
    sl_knots_free(&out), sl_stream_free(&p);
}

static void abort_ends_it(void **state)
{
    (void)state;
    struct sl_job_params job = training();
    struct sl_stream_params p;
    struct sl_stream s;
    struct sl_knots out = {0};
    struct sl_marks marks = {0};
    sl_stream_setup(&p, &job, &acc, (struct sl_delays){0, 0}, 0, NULL);
    sl_stream_start(&p, &s, 0, 50 * S);
    sl_stream_abort(&s, 1234567891);
    run_all(&p, &s, 10 * S, S, &out, NULL, &marks);
    assert_true(out.items[out.count - 1].t_ns == 1234567891 && out.items[out.count - 1].power_w == 100);
    assert_int_equal(marks.items[marks.count - 1].type, SL_JOB_ABORT);
    sl_knots_free(&out), sl_marks_free(&marks), sl_stream_free(&p);
}

/* load.md 2.2: two-level wave 1/0.3 at duty 0.7: mean 0.79, ac rms 0.3208. With a floor of 0.65: 0.895 and 0.1604. */
static void planning_keeps_mean_and_deviation(void **state)
{
    (void)state;
    struct sl_job_params job = training();
    struct sl_stream_params p;
    struct sl_stream s;
    struct sl_knots out = {0}, spread = {0};
    job.has_checkpoint = true;
    job.checkpoint = (struct sl_checkpoint_params){99 * S, 10 * S, 0.2};
    assert_int_equal(sl_stream_setup(&p, &job, &acc, (struct sl_delays){0, 0}, 1, NULL), 0);
    assert_true(fabs(p.mean.mean_w - 790) < 1e-9 && fabs(p.mean.deviation_w - 700 * sqrt(0.21)) < 1e-9);
    sl_stream_start(&p, &s, 0, SL_NEVER);
    run_all(&p, &s, 200 * S, 3 * S, &out, &spread, NULL);
    assert_int_equal(out.count, 3); /* run, checkpoint at the end of the 50th iteration, run */
    assert_true(out.items[1].t_ns == 100 * S && out.items[2].t_ns == 110 * S && out.items[1].power_w == 200);
    assert_true(fabs(spread.items[0].power_w - 320.8) < 0.05 && spread.items[1].power_w == 0);
    assert_true(fabs(sl_stream_progress(&p, &s, 151 * S) - (50 + 20.5)) < 1e-9);
    sl_stream_free(&p);
    job.has_smoothing = true;
    job.smoothing = (struct sl_smoothing_params){0.65, (double)NAN, (double)NAN, (double)NAN, 0};
    sl_stream_setup(&p, &job, &acc, (struct sl_delays){0, 0}, 1, NULL);
    assert_true(fabs(p.mean.mean_w - 895) < 1e-9 && fabs(p.mean.deviation_w - 350 * sqrt(0.21)) < 1e-9);
    assert_true(fabs(p.mean.burned_w - 105) < 1e-9); /* 13.3 % of 790 W: load.md row 39 */
    sl_knots_free(&out), sl_knots_free(&spread), sl_stream_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_story_of_a_job),
        cmocka_unit_test(progress_needs_no_step),
        cmocka_unit_test(phases_ramp_repeat_and_end),
        cmocka_unit_test(abort_ends_it),
        cmocka_unit_test(planning_keeps_mean_and_deviation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
