#include "tests/sim/campus/load_rig.h"

#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct sl_job_params short_job(const char *name, int64_t accelerators, int64_t start_ns,
                                      int64_t stop_ns)
{
    struct sl_job_params j = rig_job(name, accelerators);
    j.program.rank_skew_ns = 0;
    j.start_ns = start_ns, j.stop_ns = stop_ns;
    return j;
}

/* One hall of 2 racks, 36 servers, 144 accelerators. */
static void start_jobs(struct rig *r, const struct sl_job_params *jobs, size_t count, int64_t h_ns,
                       size_t period)
{
    static struct sl_accelerator_params a;
    a = rig_accelerator();
    assert_true(rig_start(r, &a, 1, 2, jobs, count, h_ns, period, 1));
}

static void first_fit_in_rack_order(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("late", 8, S, 9 * S), short_job("a", 10, 0, 9 * S),
                                   short_job("b", 72, 0, 2 * S)};
    struct rig r;
    start_jobs(&r, jobs, 3, MS, 100);
    for (int i = 0; i < 11; i++) assert_true(rig_period(&r));
    /* a: 10 accelerators are 3 servers; b: the next 18; late: the next 2 */
    for (int i = 0; i < 36; i++) assert_int_equal(r.jobs.owner[i], i < 3 ? 1 : i < 21 ? 2 : i < 23 ? 0 : -1);
    assert_int_equal(r.jobs.jobs[1].group_count, 1);
    assert_true(r.jobs.jobs[1].groups[0].accelerators == 10);
    assert_true(fabs(r.jobs.jobs[1].members[2].gain / 2.0 - 1.0) < 0.07 ||
                fabs(r.jobs.jobs[1].members[0].gain / 2.0 - 1.0) < 0.07);
    assert_int_equal(r.jobs.jobs[2].group_count, 2); /* 15 servers of rack 0 and 3 of rack 1 */
    assert_true(r.jobs.jobs[2].groups[0].accelerators == 60 && r.jobs.jobs[2].groups[1].accelerators == 12);
    assert_int_equal(sl_jobs_running(&r.jobs), 3);
    assert_true(sl_jobs_busy_accelerators(&r.jobs) == 90);
    assert_int_equal(sl_jobs_find(&r.jobs, "b"), 2);
    assert_int_equal(sl_jobs_find(&r.jobs, "c"), -1);
    rig_end(&r);
}

/* A job that does not fit starts the very nanosecond at which the servers are free, for any control period. */
static void waits_for_free_servers(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("a", 100, 0, 1234567891), short_job("b", 100, S, 3 * S),
                                   short_job("c", 4, 1500 * MS, 4 * S)};
    const size_t periods[] = {10, 100, 700};
    for (int i = 0; i < 3; i++) {
        struct rig r;
        start_jobs(&r, jobs, 3, MS, periods[i]);
        while (r.t_ns < 2100 * MS) assert_true(rig_period(&r));
        assert_int_equal(r.jobs.states[1].start_ns, 1234567891);
        assert_int_equal(r.jobs.states[2].start_ns, 1500 * MS); /* nor before those ahead of it */
        rig_end(&r);
    }
}

/* The head of the queue holds those behind it until its own end comes, to the nanosecond, for any step and period. */
static void a_head_that_never_starts_holds_the_queue(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("a", 72, 0, SL_NEVER), short_job("b", 144, S, 5950000001),
                                   short_job("c", 72, 2 * S, SL_NEVER)};
    const struct {
        int64_t h_ns;
        size_t period;
    } runs[] = {{MS, 1}, {MS, 100}, {10 * MS, 100}, {MS, 3000}, {S, 1}, {S, 7}};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct rig r;
        start_jobs(&r, jobs, 3, runs[i].h_ns, runs[i].period);
        bool told = false;
        while (r.t_ns < 8 * S) {
            assert_true(rig_period(&r));
            for (size_t e = 0; e < r.jobs.event_count; e++) {
                const struct sl_job_event *event = &r.jobs.events[e];
                if (event->type != SL_JOB_DROP) continue;
                assert_true(event->job == 1 && event->t_ns == 5950000001 && event->cause == SL_CAUSE_PROGRAM);
                told = true;
            }
        }
        assert_true(told);
        assert_int_equal(r.jobs.states[1].status, SL_JOB_DROPPED);
        assert_int_equal(r.jobs.states[1].start_ns, SL_NEVER);
        assert_int_equal(r.jobs.states[1].end_ns, 5950000001);
        assert_int_equal(r.jobs.states[2].start_ns, 5950000001);
        rig_end(&r);
    }
}

/* Events end running, waiting and coming jobs, and say so; on a job that is over they have no effect. */
static void events_tell_their_cause(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("own", 36, 0, 300 * MS), short_job("stopped", 36, 0, 900 * MS),
                                   short_job("waits", 144, 100 * MS, SL_NEVER),
                                   short_job("comes", 4, 5 * S, SL_NEVER)};
    struct rig r;
    start_jobs(&r, jobs, 4, MS, 1000);
    sl_jobs_stop(&r.jobs, 1, 600 * MS);
    sl_jobs_abort(&r.jobs, 2, 500 * MS);
    sl_jobs_abort(&r.jobs, 3, 700 * MS);
    sl_jobs_abort(&r.jobs, 0, 800 * MS);
    assert_true(rig_period(&r));
    const struct sl_job_event want[] = {
        {0, SL_JOB_START, 0, SL_CAUSE_PROGRAM, 0},        {0, SL_JOB_START, 1, SL_CAUSE_PROGRAM, 0},
        {300 * MS, SL_JOB_STOP, 0, SL_CAUSE_PROGRAM, 0},  {500 * MS, SL_JOB_DROP, 2, SL_CAUSE_SCENARIO, 0},
        {600 * MS, SL_JOB_STOP, 1, SL_CAUSE_SCENARIO, 0}, {700 * MS, SL_JOB_DROP, 3, SL_CAUSE_SCENARIO, 0},
    };
    assert_int_equal(r.jobs.event_count, 6);
    for (size_t i = 0; i < 6; i++) {
        const struct sl_job_event *e = &r.jobs.events[i];
        assert_true(e->t_ns == want[i].t_ns && e->type == want[i].type && e->job == want[i].job &&
                    e->cause == want[i].cause);
    }
    assert_true(sl_jobs_over(&r.jobs, 0, 800 * MS));
    assert_false(sl_jobs_over(&r.jobs, 1, 600 * MS));
    assert_true(sl_jobs_over(&r.jobs, 1, 600 * MS + 1));
    assert_false(sl_jobs_over(&r.jobs, 3, 700 * MS));
    rig_end(&r);
}

static void smoothing_keeps_the_servers(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("a", 144, 0, S), short_job("b", 144, S, 5 * S)};
    jobs[0].has_smoothing = true; /* from 0.92 x 1200 W to 180 W at 1000 W/s: 0.924 s */
    jobs[0].smoothing = (struct sl_smoothing_params){0, (double)NAN, (double)NAN, 1000, 0};
    struct rig r;
    start_jobs(&r, jobs, 2, MS, 100);
    while (r.t_ns < 3 * S) assert_true(rig_period(&r));
    assert_int_equal(r.jobs.states[0].end_ns, S);
    assert_int_equal(r.jobs.states[1].start_ns, S + 924 * MS);
    rig_end(&r);
}

static void events_are_told_in_order(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("a", 40, 250 * MS, SL_NEVER),
                                   short_job("b", 40, 120 * MS, 800 * MS)};
    struct rig r;
    start_jobs(&r, jobs, 2, MS, 1000);
    sl_jobs_abort(&r.jobs, 0, 765 * MS);
    assert_true(rig_period(&r));
    assert_int_equal(r.jobs.event_count, 4);
    const struct sl_job_event *e = r.jobs.events;
    assert_true(e[0].t_ns == 120 * MS && e[0].type == SL_JOB_START && e[0].job == 1);
    assert_true(fabs(e[0].delta_w - 40 * (0.92 * 1200 - 180)) < 1e-6);
    assert_true(e[1].t_ns == 250 * MS && e[1].type == SL_JOB_START && e[1].job == 0);
    assert_true(e[2].t_ns == 765 * MS && e[2].type == SL_JOB_ABORT && e[2].job == 0);
    assert_true(e[3].t_ns == 800 * MS && e[3].type == SL_JOB_STOP && e[3].job == 1);
    assert_true(fabs(e[3].delta_w + 40 * (0.92 * 1200 - 180)) < 1e-6);
    assert_true(rig_period(&r));
    assert_int_equal(r.jobs.event_count, 0);
    assert_int_equal(sl_jobs_running(&r.jobs), 0);
    rig_end(&r);
}

static void cap_throttles_and_lifts(void **state)
{
    (void)state;
    struct sl_job_params jobs[] = {short_job("a", 144, 0, SL_NEVER)};
    jobs[0].program.exposed_time_fraction = 0;
    struct rig r;
    start_jobs(&r, jobs, 1, MS, 1000);
    assert_true(rig_period(&r));
    sl_jobs_cap(&r.jobs, 0, 960);
    assert_true(rig_period(&r));
    sl_jobs_cap(&r.jobs, 0, (double)INFINITY);
    assert_true(rig_period(&r));
    struct sl_filter_energy e = sl_jobs_energy(&r.jobs, 0);
    assert_true(fabs(e.lost_j - 144 * (0.92 * 1200 - 960)) < 1e-6);
    assert_true(fabs(e.asked_j - 144 * 0.92 * 1200 * 3) < 1e-6);
    rig_end(&r);
}

/* A planning run tells the same energies as a dynamic one: 30 and 25 iterations with floor, ramps and hold, two
 * checkpoints; iterations wait for the latest server in both. */
static void planning_tells_the_same_energies(void **state)
{
    (void)state;
    struct sl_filter_energy e[2];
    double progress[2];
    for (int planning = 0; planning < 2; planning++) {
        struct sl_job_params jobs[] = {short_job("a", 144, 0, SL_NEVER)};
        jobs[0].program.rank_skew_ns = 5 * MS;
        jobs[0].has_smoothing = jobs[0].has_checkpoint = true;
        jobs[0].smoothing = (struct sl_smoothing_params){0.6, 0.9, 5000, 3000, 100 * MS};
        jobs[0].checkpoint = (struct sl_checkpoint_params){59 * S, 10 * S, 0.2};
        struct rig r;
        start_jobs(&r, jobs, 1, planning ? 10 * S : 10 * MS, planning ? 1 : 100);
        while (r.t_ns < 130 * S) assert_true(rig_period(&r));
        e[planning] = sl_jobs_energy(&r.jobs, 0);
        progress[planning] = sl_jobs_progress(&r.jobs, 0);
        rig_end(&r);
    }
    assert_true(progress[0] == progress[1] && progress[0] == 55.0);
    /* what differs is the edges: the rise from idle, holds into and out of checkpoints */
    assert_true(fabs(e[1].asked_j / e[0].asked_j - 1) < 1e-12);
    assert_true(fabs(e[1].drawn_j / e[0].drawn_j - 1) < 1e-3);
    assert_true(fabs(e[1].burned_j / e[0].burned_j - 1) < 0.01);
}

static void too_large_a_job_is_refused(void **state)
{
    (void)state;
    struct sl_accelerator_params a = rig_accelerator();
    struct sl_job_params jobs[] = {short_job("big", 145, 0, SL_NEVER)};
    struct rig r;
    assert_false(rig_start(&r, &a, 1, 2, jobs, 1, MS, 100, 1));
    assert_int_equal(r.err.code, SL_ERR_SCENARIO);
    assert_non_null(strstr(r.err.text, "\"big\" asks for 145 accelerators, the fleet has 144"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_fit_in_rack_order),
        cmocka_unit_test(waits_for_free_servers),
        cmocka_unit_test(a_head_that_never_starts_holds_the_queue),
        cmocka_unit_test(events_tell_their_cause),
        cmocka_unit_test(smoothing_keeps_the_servers),
        cmocka_unit_test(events_are_told_in_order),
        cmocka_unit_test(cap_throttles_and_lifts),
        cmocka_unit_test(planning_tells_the_same_energies),
        cmocka_unit_test(too_large_a_job_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
