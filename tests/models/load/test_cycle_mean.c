#include "models/load/cycle_mean.h"

#include "models/base/time.h"
#include "models/load/stream.h"
#include "models/load/superpose.h"

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
#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

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

static struct sl_cycle_mean mean_of(const struct sl_job_params *job, int64_t latest_ns, int64_t mean_ns)
{
    struct sl_stream_params p;
    assert_int_equal(sl_stream_setup(&p, job, &acc, (struct sl_delays){latest_ns, mean_ns}, 1, NULL), 0);
    sl_stream_free(&p);
    return p.mean;
}

/* By hand: 2 s and a wait of 10 ms; a server late by 4 ms computes 1.404 s of 2.01 s at 1000 W, else 300 W. */
static void a_late_server_computes_longer(void **state)
{
    (void)state;
    struct sl_job_params job = training();
    struct sl_cycle_mean m = mean_of(&job, 10 * MS, 4 * MS);
    double duty = 1.404 / 2.01;
    NEAR(m.mean_w, 300 + 700 * duty, 1e-9);
    NEAR(m.deviation_w, 700 * sqrt(duty * (1 - duty)), 1e-9);
    NEAR(m.late_w, 700 * 0.004 / 2.01, 1e-9);
    assert_true(m.lost_w == 0 && m.burned_w == 0);
    m = mean_of(&job, 10 * MS, 0);
    NEAR(m.mean_w, 300 + 700 * 1.4 / 2.01, 1e-9);
    assert_true(m.late_w == 0);
}

/* Late throughout: no more than shifted. */
static void phases_do_not_know_delays(void **state)
{
    (void)state;
    struct sl_phase_params list[] = {{S, 0.8, 0}, {S, 0.2, 200 * MS}};
    struct sl_job_params job = {.stop_ns = SL_NEVER,
                                .program = {.model = SL_PROGRAM_PHASES, .phases = {list, 2}}};
    struct sl_cycle_mean m = mean_of(&job, 5 * S, 3 * S);
    NEAR(m.mean_w, 0.5 * (800 + 200 + 0.2 * 0.5 * 600), 1e-9);
    assert_true(m.late_w == 0);
}

/* The same late server through the kernel, in steps of 0.1 ms, where every edge is smoothed and held: the racks' way. */
static void agrees_with_the_racks_way(void **state)
{
    (void)state;
    enum { CYCLES = 12, STEPS = 20100 };
    struct sl_job_params job = training();
    job.has_smoothing = true;
    job.smoothing = (struct sl_smoothing_params){0.5, 0.95, 4000, 1500, 30 * MS};
    struct sl_cycle_mean m = mean_of(&job, 10 * MS, 4 * MS);
    struct sl_stream_params p;
    struct sl_stream s;
    struct sl_filter f;
    struct sl_filter_params filter = sl_job_filter(&job, acc.rated_power_w);
    struct sl_knots asked = {0}, drawn = {0};
    int64_t length_ns = 2010 * MS, end_ns = CYCLES * length_ns;
    sl_stream_setup(&p, &job, &acc, (struct sl_delays){10 * MS, 4 * MS}, 0, NULL);
    sl_stream_start(&p, &s, 0, SL_NEVER);
    sl_filter_start(&f, 0, 100);
    sl_knots_push(&drawn, (struct sl_knot){-1, 100, 0, 0}, NULL);
    assert_int_equal(sl_stream_run(&p, &s, end_ns, &asked, NULL, NULL, NULL), 0);
    assert_int_equal(sl_filter_run(&filter, &f, asked.items, asked.count, end_ns, &drawn, NULL), 0);
    struct sl_kernel k;
    struct sl_kernel_anchor anchor = {{0}, {0}};
    struct sl_kernel_block block = {.d = aligned_alloc(64, STEPS * sizeof *block.d)};
    struct sl_planned *plan = calloc(drawn.count, sizeof *plan);
    struct sl_member member = {4 * MS, 1};
    struct sl_group group = {.count = 1, .gain = 1, .gain_delay_s = 0.004, .accelerators = 1};
    sl_kernel_init(&k, MS / 10, 0);
    sl_kernel_span(&k, end_ns - length_ns, STEPS);
    sl_kernel_begin(&k, &block);
    sl_superpose_plan(&k, &drawn, 4 * MS, plan);
    sl_superpose(&k, drawn.items, plan, drawn.count - 1, 0, &group, &member, &block, &anchor);
    sl_kernel_finish(&k, &block, &anchor, NULL);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < STEPS; i++) sum += block.d[i][0], squares += block.d[i][0] * block.d[i][0];
    NEAR(m.mean_w, sum / STEPS, 1e-9 * m.mean_w);
    NEAR(m.deviation_w, sqrt(squares / STEPS - sum / STEPS * sum / STEPS), 1e-4 * m.deviation_w);
    assert_true(m.late_w > 0.1 && m.lost_w > 1 && m.burned_w > 1);
    free(block.d), free(plan);
    sl_knots_free(&asked), sl_knots_free(&drawn), sl_stream_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_server_computes_longer),
        cmocka_unit_test(phases_do_not_know_delays),
        cmocka_unit_test(agrees_with_the_racks_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
