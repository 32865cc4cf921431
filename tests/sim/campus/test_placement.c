#include "sim/campus/placement.h"

#include "tests/sim/campus/load_rig.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* One hall of 2 racks, 36 servers of 4 accelerators. */
static void jobs_make(struct sl_jobs *jobs, const struct sl_job_params *params, size_t count)
{
    static struct sl_accelerator_params a;
    a = rig_accelerator();
    const struct sl_jobs_config config = {
        .layout = sl_layout_of(1, 2, 18), .accelerator = &a, .jobs = params, .count = count, .seed = 1};
    assert_int_equal(sl_jobs_init(jobs, &config, NULL), 0);
}

static void whole_servers_are_taken(void **state)
{
    (void)state;
    const struct sl_job_params params[] = {rig_job("a", 1), rig_job("b", 4), rig_job("c", 5),
                                           rig_job("d", 144)};
    const size_t servers[] = {1, 1, 2, 36};
    struct sl_jobs jobs;
    jobs_make(&jobs, params, 4);
    for (size_t i = 0; i < 4; i++) assert_int_equal(sl_placement_size(&jobs, i), servers[i]);
    sl_jobs_free(&jobs);
}

/* The count-th server to become free decides, if that is before the end that is asked for. */
static void the_earliest_time_with_room_is_found(void **state)
{
    (void)state;
    const struct sl_job_params params[] = {rig_job("a", 4)};
    struct sl_jobs jobs;
    jobs_make(&jobs, params, 1);
    for (int i = 0; i < 36; i++) jobs.free_ns[i] = SL_NEVER;
    jobs.free_ns[7] = 0;
    jobs.free_ns[30] = 100;
    jobs.free_ns[3] = 40;
    jobs.free_ns[12] = 70;
    assert_true(sl_placement_fits(&jobs, 1, 0, 1000) == 0);
    assert_true(sl_placement_fits(&jobs, 1, 35, 1000) == 35);
    assert_true(sl_placement_fits(&jobs, 2, 35, 1000) == 40);
    assert_true(sl_placement_fits(&jobs, 2, 40, 1000) == 40);
    assert_true(sl_placement_fits(&jobs, 3, 0, 1000) == 70);
    assert_true(sl_placement_fits(&jobs, 4, 0, 1000) == 100);
    assert_true(sl_placement_fits(&jobs, 4, 0, 100) == SL_NEVER);
    assert_true(sl_placement_fits(&jobs, 4, 0, 101) == 100);
    assert_true(sl_placement_fits(&jobs, 5, 0, 1000) == SL_NEVER);
    sl_jobs_free(&jobs);
}

/* First free servers in order; who is free later is left alone. */
static void the_first_free_servers_are_taken_and_given_back(void **state)
{
    (void)state;
    const struct sl_job_params params[] = {rig_job("a", 8), rig_job("b", 12)};
    struct sl_jobs jobs;
    jobs_make(&jobs, params, 2);
    jobs.free_ns[0] = 50;
    sl_placement_take(&jobs, 0, 10); /* servers 1 and 2 */
    sl_placement_take(&jobs, 1, 60); /* 0 by now, 3 and 4 */
    const int owner[] = {1, 0, 0, 1, 1, -1};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(jobs.owner[i], owner[i]);
        assert_true((jobs.free_ns[i] == SL_NEVER) == (owner[i] >= 0));
    }
    sl_placement_release(&jobs, 0, 90);
    assert_true(jobs.free_ns[1] == 90 && jobs.free_ns[2] == 90);
    assert_true(jobs.free_ns[0] == SL_NEVER && jobs.free_ns[3] == SL_NEVER);
    sl_jobs_free(&jobs);
}

/* 36 servers for 10 s are 360 s: 2 held from 1 s to 4 s, 3 from 2 s on. */
static void time_in_and_out_of_jobs_is_all_time(void **state)
{
    (void)state;
    const struct sl_job_params params[] = {rig_job("a", 8), rig_job("b", 12)};
    struct sl_jobs jobs;
    double busy_s, idle_s;
    jobs_make(&jobs, params, 2);
    sl_placement_take(&jobs, 0, S);
    sl_placement_take(&jobs, 1, 2 * S);
    sl_placement_release(&jobs, 0, 4 * S);
    sl_placement_time(&jobs, 10 * S, &busy_s, &idle_s);
    assert_true(fabs(busy_s - (2 * 3 + 3 * 8)) < 1e-9);
    assert_true(fabs(idle_s - (360 - 30)) < 1e-9);
    sl_jobs_free(&jobs);
}

/* 75 accelerators are 19 servers: 18 of the first rack and one of the second with 3 of its 4. */
static void groups_are_racks_and_the_last_server_is_shared(void **state)
{
    (void)state;
    const struct sl_job_params params[] = {rig_job("a", 75)};
    struct sl_jobs jobs;
    jobs_make(&jobs, params, 1);
    sl_placement_take(&jobs, 0, 0);
    assert_int_equal(sl_placement_build(&jobs, 0, NULL), 0);
    const struct sl_job *job = &jobs.jobs[0];
    assert_int_equal(job->member_count, 19);
    assert_int_equal(job->group_count, 2);
    assert_true(job->groups[0].count == 18 && job->groups[0].accelerators == 72.0);
    assert_true(job->groups[1].count == 1 && job->groups[1].accelerators == 3.0);
    assert_true(job->groups[0].slot == 0 && job->groups[1].slot == 1);
    double gain = 0.0, servers_gain = 0.0, latest_ns = 0.0;
    for (size_t i = 0; i < 18; i++) {
        gain += job->members[i].gain;
        servers_gain += 4.0 * jobs.gains[i];
        if (i > 0)
            assert_true(job->members[i].delay_ns >= job->members[i - 1].delay_ns); /* in order of arrival */
        latest_ns = fmax(latest_ns, (double)job->members[i].delay_ns);
    }
    latest_ns = fmax(latest_ns, (double)job->members[18].delay_ns);
    assert_true(fabs(gain - servers_gain) < 1e-9);
    assert_true(fabs(job->groups[0].gain - servers_gain) < 1e-9);
    assert_true(fabs(job->groups[1].gain - 3.0 * jobs.gains[18]) < 1e-12);
    assert_true((double)job->latest_ns == latest_ns && latest_ns > 0.0);
    assert_int_equal(job->block_first[0], 0);
    assert_int_equal(job->block_first[1], 2);
    sl_placement_drop(&jobs.jobs[0]);
    assert_false(jobs.jobs[0].placed);
    assert_int_equal(jobs.jobs[0].member_count, 0);
    sl_jobs_free(&jobs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_servers_are_taken),
        cmocka_unit_test(the_earliest_time_with_room_is_found),
        cmocka_unit_test(the_first_free_servers_are_taken_and_given_back),
        cmocka_unit_test(time_in_and_out_of_jobs_is_all_time),
        cmocka_unit_test(groups_are_racks_and_the_last_server_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
