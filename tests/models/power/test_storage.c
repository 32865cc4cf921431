#include "models/power/storage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/base/random.h"
#include "tests/models/defaults.h"

#define MWH 3.6e9

/* Lossless, 0..1, no return of the state of charge: the control alone. */
static struct sl_storage_params ideal(double power_w, double capacity_j)
{
    struct sl_storage_params p;
    defaults_fill(&sl_storage_table, &p);
    p.rated_power_w = power_w;
    p.capacity_j = capacity_j;
    p.charge_efficiency = p.discharge_efficiency = 1.0;
    p.idle_loss_fraction = 0.0;
    p.soc_min = 0.0;
    p.soc_max = 1.0;
    return p;
}

static struct sl_storage_output step_at(const struct sl_storage_params *p, struct sl_storage_state *s,
                                        double u_w, double v_pu, double h_s)
{
    struct sl_storage_output o;
    double request_w = sl_storage_request_w(p, s, u_w, h_s);
    double power_w = sl_storage_limit_w(p, s, request_w, v_pu, 0.0, h_s);
    sl_storage_commit(p, s, u_w, power_w, h_s, &o);
    return o;
}

/* 100 MW step behind 20 MW/min: 5 min, dP^2/(2r) = 4.1667 MWh, and never steeper; for any step. */
static void ramp_limit_of_a_step(void **state)
{
    (void)state;
    const double steps_s[] = {0.001, 0.1, 1, 7, 60, 300};
    for (int k = 0; k < 6; k++) {
        struct sl_storage_params p = ideal(100e6, 40 * MWH);
        p.has_ramp_limiter = true;
        p.ramp_limiter = (struct sl_storage_ramp_limiter){"poi_power", 20e6 / 60, 0.5, 0};
        struct sl_storage_state s;
        double h_s = steps_s[k], energy_j = 0, done_s = 0, before_w = 10e6, steepest = 0;
        sl_storage_init(&p, &s, 10e6);
        for (double t_s = 0; t_s < 420; t_s += h_s) {
            double power_w = step_at(&p, &s, 110e6, 1.0, h_s).power_w, flow_w = 110e6 - power_w;
            energy_j += power_w * h_s;
            steepest = fmax(steepest, (flow_w - before_w) / h_s);
            if (power_w > 1.0) done_s = t_s + h_s;
            before_w = flow_w;
        }
        assert_true(fabs(energy_j / MWH - 100.0 * 100.0 / (2 * 20) / 60) < 1e-9 * 4.1667);
        assert_true(fabs(done_s - 300.0) <= h_s);
        assert_true(steepest <= 20e6 / 60 * (1 + 1e-9));
        if (h_s < 1) assert_true(steepest > 20e6 / 60 * (1 - 1e-9));
        assert_true(fabs(s.energy_j - (20 * MWH - energy_j)) < 1e-9 * MWH);
    }
}

/* High pass, tau 10 s, 100 MW step: dP tau = 1000 MJ; after t: 1000 (1 - e^(-t/tau)) MJ, for any step. */
static void high_pass_of_a_step(void **state)
{
    (void)state;
    const double steps_s[] = {0.001, 0.25, 5, 25};
    for (int k = 0; k < 4; k++) {
        struct sl_storage_params p = ideal(100e6, 1 * MWH);
        p.has_high_pass = true;
        p.high_pass = (struct sl_storage_high_pass){"poi_power", 10, 0.5, 0};
        struct sl_storage_state s;
        double energy_j = 0;
        sl_storage_init(&p, &s, 0);
        for (int i = 0, n = (int)lround(50 / steps_s[k]); i < n; i++)
            energy_j += step_at(&p, &s, 100e6, 1.0, steps_s[k]).power_w * steps_s[k];
        assert_true(fabs(energy_j - 1e9 * -expm1(-5.0)) < 1e-9 * 1e9);
    }
}

/* Perfect smoothing of a 30 MW peak-to-peak square wave of 1 Hz: the energy swings by A T/4 = 7.5 MJ. */
static void square_wave_swing(void **state)
{
    (void)state;
    struct sl_storage_params p = ideal(50e6, 100e6);
    p.has_high_pass = true;
    p.high_pass = (struct sl_storage_high_pass){"poi_power", 86400, 0.5, 0};
    struct sl_storage_state s;
    sl_storage_init(&p, &s, 15e6);
    double low_j = s.energy_j, high_j = s.energy_j;
    for (int i = 0; i < 5000; i++) {
        step_at(&p, &s, i % 1000 < 500 ? 30e6 : 0.0, 1.0, 0.001);
        low_j = fmin(low_j, s.energy_j);
        high_j = fmax(high_j, s.energy_j);
    }
    assert_true(fabs(high_j - low_j - 7.5e6) < 7.5e3);
}

/* Whether 65 J an accelerator flattens a two-level wave of period T, high for `duty` of it: the storage is asked for the
 * load less its mean and must never be cut. Returns the worst shortfall, W, of a wave that starts with the storage where
 * the wave's own swing begins. */
static double shortfall_w(double period_s, double *energy_error_j)
{
    const double high_w = 1400.0, low_w = 0.3 * 1400.0, duty = 0.7,
                 mean_w = duty * high_w + (1 - duty) * low_w;
    struct sl_storage_params p = ideal(2000.0, 65.0);
    struct sl_storage_state s;
    double worst_w = 0.0, given_j = 0.0, h_s = period_s / 1000.0;
    p.initial_soc = 1.0; /* the high phase comes first and empties it */
    sl_storage_init(&p, &s, mean_w);
    for (int i = 0; i < 20000; i++) {
        double wanted_w = (i % 1000 < 700 ? high_w : low_w) - mean_w;
        double possible_w = sl_storage_limit_w(&p, &s, wanted_w, 1.0, 0.0, h_s);
        struct sl_storage_output out;
        sl_storage_commit(&p, &s, mean_w + wanted_w, possible_w, h_s, &out);
        given_j += out.power_w * h_s;
        worst_w = fmax(worst_w, fabs(wanted_w - possible_w));
    }
    *energy_error_j = fabs(given_j - (65.0 - s.energy_j));
    return worst_w;
}

/* GB300 rack storage, load.md row 37: full flattening only up to T = E/(dP d (1 - d)) = 65/(980 * 0.21) = 0.3158 s; the
 * energy balances to 1e-9 on both sides of it. */
static void rack_storage_flattens_short_swings_only(void **state)
{
    (void)state;
    double error_j;
    assert_true(shortfall_w(0.3158 * 0.999, &error_j) < 1e-6);
    assert_true(error_j < 1e-9 * 65.0);
    assert_true(shortfall_w(0.3158 * 1.01, &error_j) > 100.0);
    assert_true(error_j < 1e-9 * 65.0);
}

/* OpenDSS bucket: 50 kWh, 90/90 %, 1 % idle of 25 kW; an hour of 25 kW takes (25 + 0.25)/0.9 = 28.0556
 * kWh. */
static void bucket_with_losses(void **state)
{
    (void)state;
    struct sl_storage_params p = ideal(25.25e3, 50 * 3.6e6);
    p.charge_efficiency = p.discharge_efficiency = 0.9;
    p.idle_loss_fraction = 0.25 / 25.25;
    p.initial_soc = 0.9;
    struct sl_storage_state s;
    struct sl_storage_output o;
    sl_storage_init(&p, &s, 0);
    double power_w = sl_storage_limit_w(&p, &s, 25e3, 1.0, 0.0, 3600);
    assert_true(fabs(power_w - 25e3) < 1e-9);
    sl_storage_commit(&p, &s, 0, power_w, 3600, &o);
    assert_true(fabs((0.9 * 50 - s.energy_j / 3.6e6) - 28.0555556) < 1e-6);
    /* charging stores (25 - 0.25) 0.9 */
    double before_j = s.energy_j;
    sl_storage_commit(&p, &s, 0, sl_storage_limit_w(&p, &s, -25e3, 1.0, 0.0, 3600), 3600, &o);
    assert_true(fabs((s.energy_j - before_j) / 3.6e6 - 24.75 * 0.9) < 1e-9);
}

/* A day of noise through every limit: what came from the grid is stored or lost, and the window holds. */
static void energy_balances_over_a_day(void **state)
{
    (void)state;
    struct sl_storage_params p = ideal(40e6, 3 * MWH);
    p.charge_efficiency = 0.93;
    p.discharge_efficiency = 0.95;
    p.idle_loss_fraction = 0.01;
    p.soc_min = 0.1;
    p.soc_max = 0.8;
    p.has_ramp_limiter = true;
    p.ramp_limiter = (struct sl_storage_ramp_limiter){"poi_power", 5e6 / 60, 0.5, 1800};
    struct sl_storage_state s;
    sl_storage_init(&p, &s, 60e6);
    double start_j = s.energy_j, in_j = 0, lost_j = 0, through_j = 0;
    bool empty = false, full = false;
    for (int i = 0; i < 86400; i++) {
        double u_w = 60e6 + 40e6 * sl_random_normal(3, SL_RANDOM_TEST, 1, (uint64_t)(i / 600));
        double v_pu = i % 1000 < 5 ? 0.3 : 1.02;
        struct sl_storage_output o = step_at(&p, &s, u_w, v_pu, 1.0);
        in_j -= o.power_w;
        lost_j += o.loss_w;
        through_j += fabs(o.power_w);
        assert_true(s.energy_j >= p.soc_min * p.capacity_j && s.energy_j <= p.soc_max * p.capacity_j);
        assert_true(o.loss_w >= 0.4e6 - 1e-6);
        if (v_pu < 1) assert_true(fabs(o.power_w) <= 0.3 * 40e6 * (1 + 1e-12));
        empty |= s.energy_j == p.soc_min * p.capacity_j;
        full |= s.energy_j == p.soc_max * p.capacity_j;
    }
    assert_true(empty && full); /* the test did reach both edges */
    assert_true(fabs(in_j - lost_j - (s.energy_j - start_j)) < 1e-12 * through_j);
}

static void an_undisturbed_storage_is_flat(void **state)
{
    (void)state;
    struct sl_storage_params p = ideal(100e6, 40 * MWH);
    p.idle_loss_fraction = 0.01;
    p.charge_efficiency = p.discharge_efficiency = 0.94;
    p.has_ramp_limiter = true;
    p.ramp_limiter = (struct sl_storage_ramp_limiter){"poi_power", 20e6 / 60, 0.5, 3600};
    struct sl_storage_state s;
    sl_storage_init(&p, &s, 128e6);
    for (int i = 0; i < 1000; i++) {
        struct sl_storage_output o = step_at(&p, &s, 128e6, 1.0, 0.001);
        assert_true(o.power_w == -1e6 && o.loss_w == 1e6 && o.soc == 0.5);
    }
}

/* Back to the target with the time constant asked for: e^-2 of the deviation is left after two hours, any
 * step. */
static void soc_returns_exponentially(void **state)
{
    (void)state;
    const double steps_s[] = {1, 60, 3600};
    for (int k = 0; k < 3; k++) {
        struct sl_storage_params p = ideal(100e6, 40 * MWH);
        p.charge_efficiency = 0.9;
        p.initial_soc = 0.4;
        p.has_ramp_limiter = true;
        p.ramp_limiter = (struct sl_storage_ramp_limiter){"poi_power", 1e9, 0.5, 3600};
        struct sl_storage_state s;
        sl_storage_init(&p, &s, 50e6);
        for (double t_s = 0; t_s < 7200; t_s += steps_s[k]) step_at(&p, &s, 50e6, 1.0, steps_s[k]);
        /* the limiter's own lag (a few ms of ramp) is all that remains */
        assert_true(fabs(s.energy_j / p.capacity_j - (0.5 - 0.1 * exp(-2.0))) < 1e-6);
    }
}

/* The return itself must not break the ramp limit: 2 MWh in one hour at 1 MW/min takes a while to start. */
static void soc_return_stays_inside_the_ramp(void **state)
{
    (void)state;
    struct sl_storage_params p = ideal(100e6, 40 * MWH);
    p.initial_soc = 0.2;
    p.has_ramp_limiter = true;
    p.ramp_limiter = (struct sl_storage_ramp_limiter){"poi_power", 1e6 / 60, 0.5, 3600};
    struct sl_storage_state s;
    sl_storage_init(&p, &s, 50e6);
    double before_w = 50e6;
    for (int i = 0; i < 7200; i++) {
        double flow_w = 50e6 - step_at(&p, &s, 50e6, 1.0, 1.0).power_w;
        assert_true(fabs(flow_w - before_w) <= 1e6 / 60 * (1 + 1e-9));
        before_w = flow_w;
    }
    assert_true(s.energy_j > 0.3 * p.capacity_j);
}

/* Emptied inside a step: the energy is exact for any step; when it ran out is known to within the step, so
 * that the first moment of the power is off by no more than P h^2. */
static void running_empty_converges_with_the_step(void **state)
{
    (void)state;
    double late[3];
    const double steps_s[] = {16, 8, 4};
    for (int k = 0; k < 3; k++) {
        struct sl_storage_params p = ideal(100e6, 4 * MWH); /* half of it lasts into the 5 min ramp */
        p.has_ramp_limiter = true;
        p.ramp_limiter = (struct sl_storage_ramp_limiter){"poi_power", 20e6 / 60, 0.5, 0};
        struct sl_storage_state s;
        double energy_j = 0, moment = 0, h_s = steps_s[k];
        sl_storage_init(&p, &s, 0);
        for (double t_s = 0; t_s < 400; t_s += h_s) {
            double power_w = step_at(&p, &s, 100e6, 1.0, h_s).power_w;
            energy_j += power_w * h_s;
            moment += power_w * h_s * (t_s + h_s / 2);
        }
        assert_true(fabs(energy_j - 2 * MWH) < 1e-12 * MWH);
        /* exact: 100 t - t^2/6 = 7200 MJ at t = 300 - sqrt(90000 - 43200) = 83.667 s; moment 50 t^2 - t^3/9
         * MJ s */
        double t = 300 - sqrt(46800.0);
        late[k] = fabs(moment - (50 * t * t - t * t * t / 9) * 1e6);
    }
    for (int k = 0; k < 3; k++) assert_true(late[k] < 100e6 * steps_s[k] * steps_s[k]);
}

/* Buckets so large, converters so small and returns so slow that a step's energy has no digits left in the stored
 * energy: what went in is there all the same, and the edges hold. */
static void nothing_is_lost_in_a_large_bucket(void **state)
{
    (void)state;
    const struct {
        double power_w, capacity_j, return_s, h_s;
    } cases[] = {{1.0, 40 * MWH, 3600, 1e-3},     {1.0, 1e5 * MWH, 3.6e6, 1e-4},
                 {100e6, 1e5 * MWH, 3600, 1e-3},  {100e6, 40 * MWH, 3.6e6, 1e-3},
                 {100e6, 0.001 * MWH, 10, 0.1}, /* from edge to edge */
                 {1e10, 1e5 * MWH, 3.6e6, 3600.0}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct sl_storage_params p;
        defaults_fill(&sl_storage_table, &p);
        p.rated_power_w = p.rated_apparent_va = cases[k].power_w;
        p.capacity_j = cases[k].capacity_j;
        p.has_high_pass = true;
        p.high_pass = (struct sl_storage_high_pass){"poi_power", 10, 0.6, cases[k].return_s};
        struct sl_storage_state s;
        long double stored_j = 0, moved_j = 0;
        sl_storage_init(&p, &s, 60e6);
        assert_true(sl_storage_gained_j(&s) == 0.0);
        for (uint64_t i = 0; i < 20000; i++) {
            double u_w = 60e6 + cases[k].power_w * (sl_random_uniform(7, SL_RANDOM_TEST, i / 50, 0) - 0.5);
            struct sl_storage_output o = step_at(&p, &s, u_w, 1.0, cases[k].h_s);
            assert_true(fabs(o.power_w + o.stored_w + o.loss_w) <= 1e-15 * (fabs(o.power_w) + o.loss_w));
            assert_true(s.energy_j >= p.soc_min * p.capacity_j && s.energy_j <= p.soc_max * p.capacity_j);
            stored_j += (long double)o.stored_w * cases[k].h_s;
            moved_j += fabsl((long double)o.power_w) * cases[k].h_s;
        }
        long double gained_j = ((long double)s.energy_j - p.initial_soc * p.capacity_j) + s.rest_j;
        assert_true(fabsl(gained_j - stored_j) <= 1e-12L * moved_j);
        assert_true(fabsl(sl_storage_gained_j(&s) - stored_j) <= 1e-12L * moved_j);
    }
}

static void current_limit_and_droop(void **state)
{
    (void)state;
    struct sl_storage_params p = ideal(100e6, 40 * MWH);
    p.rated_apparent_va = 120e6;
    p.has_voltage_control = true;
    p.voltage_control = (struct sl_storage_voltage_control){1.0, 0.02};
    struct sl_storage_state s;
    sl_storage_init(&p, &s, 0);
    assert_true(sl_storage_limit_w(&p, &s, 150e6, 1.0, 0, 1) == 100e6);
    assert_true(fabs(sl_storage_limit_w(&p, &s, 150e6, 0.5, 0, 1) - 60e6) < 1e-6);
    assert_true(fabs(sl_storage_limit_w(&p, &s, -150e6, 1.0, 96e6, 1) + 72e6) < 1e-6); /* 72, 96, 120 */
    assert_true(sl_storage_limit_w(&p, &s, 50e6, 0.0, 0, 1) == 0.0);
    assert_true(fabs(sl_storage_reactive_var(&p, 0.99, 0) - 60e6) < 1e-3); /* half of the droop */
    assert_true(fabs(sl_storage_reactive_var(&p, 1.01, 0) + 60e6) < 1e-3);
    assert_true(fabs(sl_storage_reactive_var(&p, 0.90, 72e6) - sqrt(108e6 * 108e6 - 72e6 * 72e6)) < 1e-3);
    p.has_voltage_control = false;
    assert_true(sl_storage_reactive_var(&p, 0.9, 0) == 0.0);
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    struct sl_error err;
    struct sl_storage_params p = ideal(100e6, 40 * MWH);
    assert_int_equal(sl_storage_check(&p, &err), 0);
    p.rated_apparent_va = 90e6;
    assert_int_equal(sl_storage_check(&p, &err), SL_ERR_SCENARIO);
    p.rated_apparent_va = 120e6;
    p.soc_min = 0.6;
    assert_int_equal(sl_storage_check(&p, &err), SL_ERR_SCENARIO);
    p.soc_min = 0.1;
    p.has_ramp_limiter = p.has_high_pass = true;
    assert_int_equal(sl_storage_check(&p, &err), SL_ERR_SCENARIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ramp_limit_of_a_step),
        cmocka_unit_test(high_pass_of_a_step),
        cmocka_unit_test(square_wave_swing),
        cmocka_unit_test(rack_storage_flattens_short_swings_only),
        cmocka_unit_test(bucket_with_losses),
        cmocka_unit_test(energy_balances_over_a_day),
        cmocka_unit_test(an_undisturbed_storage_is_flat),
        cmocka_unit_test(soc_returns_exponentially),
        cmocka_unit_test(soc_return_stays_inside_the_ramp),
        cmocka_unit_test(running_empty_converges_with_the_step),
        cmocka_unit_test(nothing_is_lost_in_a_large_bucket),
        cmocka_unit_test(current_limit_and_droop),
        cmocka_unit_test(contradictions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
