#include "models/grid/frequency.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* Anderson and Mirheydar's base set: R 0.05, H 4, Km 0.95, FH 0.3, TR 8, D 1 on a load of 1 W. */
static struct sl_frequency_params base_set(void)
{
    return (struct sl_frequency_params){
        .kinetic_energy_j = 4.0,
        .load_w = 1.0,
        .droop_pu = 0.05,
        .responsive_fraction = 0.95,
        .deadband_kind = SL_DEADBAND_NONE,
        .damping_pu = 1.0,
        .high_pressure_fraction = 0.3,
        .reheat_s = 8.0,
        .reserve_up_fraction = 1e9,
        .reserve_down_fraction = 1e9,
    };
}

/* The governor TGOV1 with R 0.05, T1 0.5, T2 3, T3 10: FH = T2/T3, TR = T3; H 4, D 1; from 0.8 pu, 0 to 1.2. */
static struct sl_frequency_params tgov1(void)
{
    struct sl_frequency_params p = base_set();
    p.responsive_fraction = 1.0;
    p.governor_s = 0.5;
    p.high_pressure_fraction = 0.3;
    p.reheat_s = 10.0;
    p.reserve_up_fraction = 0.4;
    p.reserve_down_fraction = 0.8;
    return p;
}

struct run {
    double nadir_hz, nadir_s, last_hz, first_rate_hz_per_s;
};

/* Load `size` pu, reached by a ramp of ramp_s (0: a step), given as means over the steps. */
static struct run run_of(const struct sl_frequency_params *params, double step_s, double span_s, double size,
                         double ramp_s)
{
    struct sl_frequency model;
    struct sl_frequency_state s;
    sl_frequency_init(&model, &s, params, 60.0, step_s);
    struct run run = {0};
    long steps = lround(span_s / step_s);
    for (long k = 0; k < steps; k++) {
        double middle = ((double)k + 0.5) * step_s;
        sl_frequency_step(&model, &s, middle < ramp_s ? size * middle / ramp_s : size);
        double df = s.f_hz - 60.0;
        if (k == 0) run.first_rate_hz_per_s = df / step_s;
        if (fabs(df) > fabs(run.nadir_hz)) {
            run.nadir_hz = df;
            run.nadir_s = (double)(k + 1) * step_s;
        }
    }
    run.last_hz = s.f_hz - 60.0;
    return run;
}

/* f0 dP/(2H) = 60 0.1/8 = 0.75 Hz/s, whatever the governor: the limit of short steps. */
static void initial_rate(void **state)
{
    (void)state;
    struct sl_frequency_params p = base_set();
    p.damping_pu = 0.0;
    p.responsive_fraction = 0.0;
    assert_near(run_of(&p, 0.001, 0.001, 0.1, 0).first_rate_hz_per_s, -0.75, 1e-9);
    p = base_set();
    assert_near(run_of(&p, 1e-9, 1e-9, 0.1, 0).first_rate_hz_per_s, -0.75, 1e-6);
}

/* Closed form of the response (two-argument arctangent), checked against an adaptive integration to 1e-13. */
static void nadirs_of_the_closed_form(void **state)
{
    (void)state;
    struct sl_frequency_params p = base_set();
    struct run r = run_of(&p, 0.001, 120, 0.1, 0);
    assert_near(r.nadir_hz, -0.649906, 1e-5);
    assert_near(r.nadir_s, 2.368832, 1e-3);
    assert_near(r.last_hz, -0.300000, 1e-6);
    assert_near(run_of(&p, 0.001, 10, 0.2, 0).nadir_hz, -1.299812, 1e-5);
    assert_near(run_of(&p, 0.001, 10, -0.05, 0).nadir_hz, 0.324953, 1e-5);
    p.damping_pu = 0.0;
    r = run_of(&p, 0.001, 200, 0.1, 0);
    assert_near(r.nadir_hz, -0.720507, 1e-5);
    assert_near(r.nadir_s, 2.497357, 1e-3);
    assert_near(r.last_hz, -0.315789, 1e-6);
    p = base_set();
    p.droop_pu = 0.10;
    assert_near(run_of(&p, 0.001, 20, 0.1, 0).nadir_hz, -1.056219, 1e-5);
    p = base_set();
    p.kinetic_energy_j = 3.0;
    assert_near(run_of(&p, 0.001, 20, 0.1, 0).nadir_hz, -0.679449, 1e-5);
    /* zeta = 1.07: the closed form has no real value, the model has */
    p = base_set();
    p.high_pressure_fraction = 0.4;
    assert_near(run_of(&p, 0.001, 20, 0.1, 0).nadir_hz, -0.558676, 1e-5);
}

/* Adaptive integration of the same equations (RK45, relative tolerance 1e-12). */
static void ramped_pick_up(void **state)
{
    (void)state;
    struct sl_frequency_params p = base_set();
    const double row[][2] = {
        {1, -0.645402}, {5, -0.562726}, {10, -0.455022}, {30, -0.351481}, {60, -0.325740}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_near(run_of(&p, 0.001, 80, 0.1, row[i][0]).nadir_hz, row[i][1], 1.5e-6);
    /* any step sees the ramp, as the load enters as its mean */
    assert_near(run_of(&p, 0.1, 80, 0.1, 10).nadir_hz, -0.455022, 1e-4);
}

/* |w/P| of the linear system at 0.1 and 1 Hz: 0.131206, 0.019822. */
static void gain_at(double hz, double expected)
{
    struct sl_frequency_params p = base_set();
    struct sl_frequency model;
    struct sl_frequency_state s;
    double step = 0.001, re = 0, im = 0, size = 1e-3;
    sl_frequency_init(&model, &s, &p, 60.0, step);
    long start = lround(100 / step), end = start + lround(20 / step);
    for (long k = 0; k < end; k++) {
        double t1 = (double)(k + 1) * step, omega = 2 * M_PI * hz;
        /* mean of a sine over the step */
        sl_frequency_step(&model, &s,
                          size * (cos(omega * (double)k * step) - cos(omega * t1)) / (omega * step));
        if (k < start) continue;
        re += s.w_pu * cos(omega * t1);
        im += s.w_pu * sin(omega * t1);
    }
    assert_near(2 * hypot(re, im) / (double)(end - start) / size, expected, 1e-5);
}

static void frequency_response(void **state)
{
    (void)state;
    gain_at(0.1, 0.131206);
    gain_at(1.0, 0.019822);
}

/* Exact w(2 s) = -0.010692243825 and the trapezoidal rule's error by step; halving the step quarters it. */
static void second_order(void **state)
{
    (void)state;
    struct sl_frequency_params p = base_set();
    const double row[][2] = {{0.2, -1.471e-5}, {0.1, -3.675e-6}, {0.05, -9.184e-7}, {0.025, -2.296e-7}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        double error = run_of(&p, row[i][0], 2.0, 0.1, 0).last_hz / 60 + 0.010692243825;
        assert_near(error / row[i][1], 1.0, 1e-3);
    }
}

/* TGOV1 on one lumped machine, integrated by RK4 at 1 ms elsewhere; times there count from 1 s before the step. */
static void governor_lag_and_deadband(void **state)
{
    (void)state;
    struct sl_frequency_params p = tgov1();
    struct run r = run_of(&p, 0.001, 60, 0.1, 0);
    assert_near(r.nadir_hz, -0.77518, 1e-4);
    assert_near(r.nadir_s, 2.098, 2e-3);
    assert_near(r.last_hz, -0.28571, 1e-4);
    assert_near(run_of(&p, 0.001, 1, 0.1, 0).last_hz, -0.59179, 1e-4);
    assert_near(run_of(&p, 0.001, 4, 0.1, 0).last_hz, -0.58449, 1e-4);
    p.deadband_hz = 0.036;
    p.deadband_kind = SL_DEADBAND_NON_STEP;
    r = run_of(&p, 0.001, 100, 0.1, 0);
    assert_near(r.nadir_hz, -0.80653, 1e-4);
    assert_near(r.last_hz, -0.32000, 1e-5);
    r = run_of(&p, 0.001, 100, 0.003, 0);
    assert_near(r.nadir_hz, -0.05460, 1e-4);
    assert_near(r.last_hz, -0.04286, 1e-4);
    /* with a step deadband the frequency settles where it would without one: 0.1/21 pu */
    p.deadband_kind = SL_DEADBAND_STEP;
    assert_near(run_of(&p, 0.001, 100, 0.1, 0).last_hz, -0.285714, 1e-5);
}

/* Vmax 0.85: only 0.05 pu of reserve, non-windup. RK45 at a tolerance of 1e-12 with the limit (reached at 0.54368 s) as
 * an event. */
static void reserve_runs_out(void **state)
{
    (void)state;
    struct sl_frequency_params p = tgov1();
    p.reserve_up_fraction = 0.05;
    struct run r = run_of(&p, 0.001, 200, 0.1, 0);
    assert_near(r.nadir_hz, -3.339451, 1e-5);
    assert_near(r.nadir_s, 18.5676, 1e-3);
    assert_near(run_of(&p, 0.001, 4, 0.1, 0).last_hz, -1.896525, 1e-5);
    assert_near(r.last_hz, -3.0, 1e-4); /* (0.1 - 0.05)/D */
    p.governor_s = 0.0;                 /* at once, and within the reserve in the same step */
    assert_near(run_of(&p, 0.001, 200, 0.1, 0).last_hz, -3.0, 1e-4);
}

/* A load that damping alone would carry to just outside a step deadband, where the governor pushes back inside:
 * the frequency rests on the band's edge (sliding), it does not chatter. D 1, band 0.0006 pu, load 0.001 pu: between
 * 0.0006 D and 0.0006 (D + Km/R). */
static void step_deadband_holds_on_its_edge(void **state)
{
    (void)state;
    struct sl_frequency_params p = base_set();
    p.deadband_hz = 0.036;
    p.deadband_kind = SL_DEADBAND_STEP;
    p.high_pressure_fraction = 1.0;
    p.reheat_s = 0.0;
    struct sl_frequency model;
    struct sl_frequency_state s;
    sl_frequency_init(&model, &s, &p, 60.0, 0.001);
    for (int k = 0; k < 100000; k++) {
        sl_frequency_step(&model, &s, 0.001);
        if (k > 50000) assert_near(s.w_pu, -0.0006, 1e-15);
    }
    /* governor and damping share the load; the trapezoidal rule fixes the mean of two ends */
    double valve = s.valve_pu;
    sl_frequency_step(&model, &s, 0.001);
    assert_near(0.5 * (valve + s.valve_pu) * 0.95, 0.001 - 0.0006, 1e-12);
}

/* The settled value is where a long run ends, for each kind of deadband, and with the reserve spent. */
static void settled_value(void **state)
{
    (void)state;
    struct sl_frequency_params p = tgov1();
    p.deadband_hz = 0.036;
    const double sizes[] = {0.1, 0.003, -0.04, 0.0003, 0.6};
    for (int kind = SL_DEADBAND_NONE; kind <= SL_DEADBAND_NON_STEP; kind++) {
        p.deadband_kind = kind;
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct sl_frequency model;
            struct sl_frequency_state s;
            sl_frequency_init(&model, &s, &p, 60.0, 0.01);
            double settled = sl_frequency_settled_hz(&model, sizes[i]);
            assert_near(run_of(&p, 0.01, 600, sizes[i], 0).last_hz, settled - 60.0, 2e-4);
        }
    }
    p.damping_pu = 0.0;
    struct sl_frequency model;
    struct sl_frequency_state s;
    sl_frequency_init(&model, &s, &p, 60.0, 0.01);
    assert_true(isinf(sl_frequency_settled_hz(&model, 0.6)));
    assert_true(sl_frequency_settled_hz(&model, 0.0) == 60.0);
}

/* Square wave +-0.05 pu of 1 s on TGOV1, peak to peak by RK4 at 1 ms with the switches on its steps; above the limit
 * f0 a (T/2)/(2H) = 187.5 mHz of a system without governor. */
static void square_wave(void **state)
{
    (void)state;
    struct sl_frequency_params p = tgov1();
    struct sl_frequency model;
    struct sl_frequency_state s;
    sl_frequency_init(&model, &s, &p, 60.0, 0.001);
    double low = 1e9, high = -1e9;
    for (int k = 0; k < 200000; k++) {
        sl_frequency_step(&model, &s, k / 500 % 2 ? -0.05 : 0.05);
        if (k < 180000) continue;
        low = fmin(low, s.f_hz);
        high = fmax(high, s.f_hz);
    }
    assert_near(1e3 * (high - low), 192.9359, 1e-3);
}

static void undisturbed_is_flat(void **state)
{
    (void)state;
    struct sl_frequency_params p = tgov1();
    struct sl_frequency model;
    struct sl_frequency_state s;
    sl_frequency_init(&model, &s, &p, 50.0, 0.001);
    for (int k = 0; k < 1000; k++) sl_frequency_step(&model, &s, 0.0);
    assert_true(s.f_hz == 50.0 && s.w_pu == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(initial_rate),        cmocka_unit_test(nadirs_of_the_closed_form),
        cmocka_unit_test(ramped_pick_up),      cmocka_unit_test(frequency_response),
        cmocka_unit_test(second_order),        cmocka_unit_test(governor_lag_and_deadband),
        cmocka_unit_test(reserve_runs_out),    cmocka_unit_test(step_deadband_holds_on_its_edge),
        cmocka_unit_test(settled_value),       cmocka_unit_test(square_wave),
        cmocka_unit_test(undisturbed_is_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
