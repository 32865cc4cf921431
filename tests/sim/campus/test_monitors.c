#include "sim/campus/monitors.h"

#include "models/base/time.h"
#include "sim/campus/campus.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

#define S SL_NS_PER_S

/* A campus of which only what the monitors look at is there. */
struct bench {
    struct sl_campus c;
    struct sl_path_node poi;
    struct sl_monitors m;
};

static struct bench *bench_new(void)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->c.step_ns = S;
    b->c.duration_ns = 1000 * S;
    b->c.path.node = &b->poi;
    sl_monitors_init(&b->m, &b->c);
    return b;
}

static void step(struct bench *b, int64_t t_ns, double p_w, double v_pu, double f_hz)
{
    b->poi.v = sl_volt_balanced(v_pu);
    b->c.sources.out.p_w = p_w;
    b->c.sources.out.v_pu = b->c.sources.out.v_min_pu = v_pu;
    b->c.sources.out.f_hz = f_hz;
    b->c.racks.out.it_w = 0.5 * p_w;
    sl_monitors_step(&b->m, &b->c, t_ns);
}

static void expect(struct sl_extreme e, double value, int64_t t_ns)
{
    NEAR(e.value, value, 0.0);
    assert_true(e.t_ns == t_ns);
}

/* The first step that reaches it, at its end; export is a negative import. */
static void extremes_and_when_they_were(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    const double p_w[] = {5e6, 7e6, -2e6, 7e6, 1e6}, v_pu[] = {1.0, 0.95, 1.05, 0.95, 1.0},
                 f_hz[] = {60.0, 60.1, 59.8, 60.1, 59.8};
    for (int i = 0; i < 5; i++) step(b, (i + 1) * S, p_w[i], v_pu[i], f_hz[i]);
    expect(b->m.import_max, 7e6, 2 * S);
    expect(b->m.import_min, -2e6, 3 * S);
    expect(b->m.it_max, 3.5e6, 2 * S);
    expect(b->m.voltage_min, 0.95, 2 * S);
    expect(b->m.voltage_max, 1.05, 3 * S);
    expect(b->m.frequency_max, 60.1, 2 * S);
    expect(b->m.frequency_min, 59.8, 3 * S);
    free(b);
}

/* A step of 9 MW between two steps is a ramp of 9 MW in 1 s, up and down. */
static void ramps_are_of_the_import(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    struct sl_ramp_result r[SL_RAMP_WINDOWS];
    for (int i = 1; i <= 100; i++) step(b, i * S, i == 50 ? 10e6 : 1e6, 1.0, 60.0);
    sl_ramp_results(&b->m.ramp, r);
    bool found = false;
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        if (r[i].window_s < 1.0 || r[i].window_s > 1.0) continue;
        found = true;
        assert_true(r[i].assessed);
        NEAR(r[i].rise_w, 9e6, 1e-3);
        NEAR(r[i].fall_w, 9e6, 1e-3);
    }
    assert_true(found);
    free(b);
}

/* Jobs count from their start to before their end; waiting ones do not. */
static void jobs_are_counted_while_they_hold_accelerators(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    struct sl_job_params params[3] = {{.accelerators = 16}, {.accelerators = 100}, {.accelerators = 7}};
    struct sl_job_state *states = calloc(3, sizeof *states);
    struct sl_job_event event = {.type = SL_JOB_START};
    assert_non_null(states);
    b->c.jobs.config.jobs = params;
    b->c.jobs.config.count = 3;
    b->c.jobs.states = states;
    b->c.jobs.events = &event;
    b->c.jobs.event_count = 1; /* something happens: count anew */
    for (int i = 0; i < 3; i++) states[i].start_ns = states[i].end_ns = SL_NEVER;
    step(b, S, 1e6, 1.0, 60.0);
    NEAR(b->m.out.jobs_running, 0, 0);
    states[0].start_ns = 2 * S;
    states[1].start_ns = 3 * S;
    states[1].end_ns = 5 * S;
    const double running[] = {0, 1, 2, 2, 1}, busy[] = {0, 16, 116, 116, 16};
    for (int i = 0; i < 5; i++) {
        step(b, (i + 1) * S, 1e6, 1.0, 60.0);
        NEAR(b->m.out.jobs_running, running[i], 0);
        NEAR(b->m.out.accelerators_busy, busy[i], 0);
    }
    free(states);
    free(b);
}

static void storage_is_watched(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    const double soc[] = {0.5, 0.4, 0.8, 0.6};
    for (int i = 0; i < 4; i++) {
        b->c.site.out.storage_soc = soc[i];
        b->c.site.storage_cut = i == 1 || i == 3;
        step(b, (i + 1) * S, 1e6, 1.0, 60.0);
    }
    NEAR(b->m.soc_min, 0.4, 0.0);
    NEAR(b->m.soc_max, 0.8, 0.0);
    assert_true(b->m.storage_cut_ns == 2 * S);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extremes_and_when_they_were),
        cmocka_unit_test(ramps_are_of_the_import),
        cmocka_unit_test(jobs_are_counted_while_they_hold_accelerators),
        cmocka_unit_test(storage_is_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
