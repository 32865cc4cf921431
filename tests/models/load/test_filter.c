#include "models/load/filter.h"

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
#define NONE ((double)INFINITY)

static const struct sl_filter_params pass = {
    .cap_w = NONE, .ramp_up_w_per_s = NONE, .ramp_down_w_per_s = NONE};

/* n periods of a two-level wave: high for the first part of each. */
static size_t wave(struct sl_knot *k, int n, double period_s, double duty, double high_w, double low_w)
{
    size_t count = 0;
    for (int i = 0; i < n; i++) {
        k[count++] = (struct sl_knot){sl_ns_from_s(i * period_s), high_w, 0, 1};
        k[count++] = (struct sl_knot){sl_ns_from_s((i + duty) * period_s), low_w, 0, 1};
    }
    return count;
}

static void assert_knots(const struct sl_knots *got, const struct sl_knot *want, size_t count)
{
    assert_int_equal(got->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(got->items[i].t_ns, want[i].t_ns);
        assert_true(got->items[i].power_w == want[i].power_w &&
                    got->items[i].slope_w_per_s == want[i].slope_w_per_s);
        assert_int_equal(got->items[i].skewed, want[i].skewed);
    }
}

static void nothing_set_nothing_changed(void **state)
{
    (void)state;
    struct sl_knot in[20];
    size_t n = wave(in, 10, 2.0, 0.7, 1200, 360);
    struct sl_filter f;
    struct sl_knots out = {0};
    sl_filter_start(&f, 0, 100);
    assert_int_equal(sl_filter_run(&pass, &f, in, n, 20 * SL_NS_PER_S, &out, NULL), 0);
    assert_knots(&out, in, n);
    struct sl_filter_energy e = sl_filter_energy_at(&f, 20 * SL_NS_PER_S);
    assert_true(e.lost_j == 0 && e.burned_j == 0);
    assert_true(fabs(e.drawn_j - 20 * (0.7 * 1200 + 0.3 * 360)) < 1e-9); /* mean of the wave */
    sl_knots_free(&out);
}

/* load.md table 7 row 39: two-level wave 1 / 0.3 at duty 0.7, mean 0.79; energy on top by the floor, +-0.1 point. */
static void floor_overhead(void **state)
{
    (void)state;
    const double floors[] = {0.5, 0.65, 0.8, 0.9}, overhead[] = {0.076, 0.133, 0.190, 0.228};
    for (int i = 0; i < 4; i++) {
        struct sl_knot in[20];
        size_t n = wave(in, 10, 2.0, 0.7, 1.0, 0.3);
        struct sl_filter_params p = pass;
        struct sl_filter f;
        struct sl_knots out = {0};
        p.floor_w = floors[i];
        sl_filter_start(&f, 0, 1.0);
        sl_filter_run(&p, &f, in, n, 20 * SL_NS_PER_S, &out, NULL);
        struct sl_filter_energy e = sl_filter_energy_at(&f, 20 * SL_NS_PER_S);
        assert_true(fabs(e.burned_j / e.asked_j - overhead[i]) < 0.001);
        assert_true(fabs(e.asked_j - 20 * 0.79) < 1e-9);
        assert_true(fabs(e.drawn_j - e.asked_j - e.burned_j) < 1e-9);
        sl_knots_free(&out);
    }
}

/* load.md table 7 row 40: ramp rates and hold time are kept. */
static void ramps_and_hold(void **state)
{
    (void)state;
    struct sl_filter_params p = {
        .cap_w = NONE, .ramp_up_w_per_s = 2000, .ramp_down_w_per_s = 1000, .hold_ns = 300 * MS};
    struct sl_knot in[] = {{1000 * MS, 900, 0, 1}, {2000 * MS, 100, 0, 1}};
    struct sl_filter f;
    struct sl_knots out = {0};
    sl_filter_start(&f, 0, 100);
    sl_filter_run(&p, &f, in, 2, 5000 * MS, &out, NULL);
    const struct sl_knot want[] = {{1000 * MS, 100, 2000, 1},
                                   {1400 * MS, 900, 0, 1}, /* 800 W at 2 kW/s */
                                   {2300 * MS, 900, -1000, 1},
                                   {3100 * MS, 100, 0, 1}}; /* held 300 ms, then 1 kW/s */
    assert_knots(&out, want, 4);
    struct sl_filter_energy e = sl_filter_energy_at(&f, 5000 * MS);
    assert_true(fabs(e.lost_j - 0.5 * 800 * 0.4) < 1e-9);                 /* triangle over the rise */
    assert_true(fabs(e.burned_j - (800 * 0.3 + 0.5 * 800 * 0.8)) < 1e-9); /* hold and triangle */
    assert_true(sl_filter_settled(&f));
    sl_knots_free(&out);
}

static void a_short_dip_is_held_over(void **state)
{
    (void)state;
    struct sl_filter_params p = pass;
    p.hold_ns = 300 * MS;
    struct sl_knot in[] = {{1000 * MS, 100, 0, 1}, {1299 * MS, 900, 0, 1}, {2000 * MS, 100, 0, 1}};
    struct sl_filter f;
    struct sl_knots out = {0};
    sl_filter_start(&f, 0, 900);
    sl_filter_run(&p, &f, in, 3, 5000 * MS, &out, NULL);
    assert_int_equal(out.count, 1); /* only the second dip, 300 ms after it began */
    assert_true(out.items[0].t_ns == 2300 * MS && out.items[0].power_w == 100);
    sl_knots_free(&out);
}

static void cap_wins_and_counts_lost_work(void **state)
{
    (void)state;
    struct sl_filter_params p = pass;
    p.cap_w = 800;
    p.floor_w = 900;
    struct sl_knot in[] = {{0, 1000, 0, 1}};
    struct sl_filter f;
    struct sl_knots out = {0};
    sl_filter_start(&f, 0, 0);
    sl_filter_run(&p, &f, in, 1, SL_NS_PER_S, &out, NULL);
    assert_true(out.items[0].power_w == 800);
    assert_true(fabs(sl_filter_energy_at(&f, SL_NS_PER_S).lost_j - 200) < 1e-9);
    p.cap_w = 700; /* throttled */
    sl_filter_change(&p, &f, SL_NS_PER_S, &out, NULL);
    assert_true(out.items[1].power_w == 700 && out.items[1].t_ns == SL_NS_PER_S);
    sl_knots_free(&out);
}

static void release_ramps_down_to_idle(void **state)
{
    (void)state;
    struct sl_filter_params p = {
        .floor_w = 600, .cap_w = NONE, .ramp_up_w_per_s = NONE, .ramp_down_w_per_s = 500};
    struct sl_knot in[] = {{0, 300, 0, 1}};
    struct sl_filter f;
    struct sl_knots out = {0};
    sl_filter_start(&f, 0, 100);
    sl_filter_run(&p, &f, in, 1, SL_NS_PER_S, &out, NULL);
    assert_true(f.drawn_w == 600 && !sl_filter_settled(&f));
    sl_filter_release(&p, &f, SL_NS_PER_S, 100, &out, NULL);
    sl_filter_run(&p, &f, NULL, 0, 3 * SL_NS_PER_S, &out, NULL);
    assert_true(sl_filter_settled(&f));
    assert_true(out.items[out.count - 1].t_ns == 2 * SL_NS_PER_S); /* 500 W at 500 W/s */
    assert_true(out.items[out.count - 1].power_w == 100);
    sl_knots_free(&out);
}

/* Crossings of a sloping line with floor and cap: asked 0 to 1000 W in 1 s, floor 250, cap 750. */
static void bounds_are_met_on_time(void **state)
{
    (void)state;
    struct sl_filter_params p = pass;
    p.floor_w = 250, p.cap_w = 750;
    struct sl_knot in[] = {{0, 0, 1000, 1}, {SL_NS_PER_S, 1000, -1000, 1}, {2 * SL_NS_PER_S, 0, 0, 1}};
    struct sl_filter f;
    struct sl_knots out = {0};
    sl_filter_start(&f, 0, 250);
    sl_filter_run(&p, &f, in, 3, 3 * SL_NS_PER_S, &out, NULL);
    const struct sl_knot want[] = {
        {250 * MS, 250, 1000, 1}, {750 * MS, 750, 0, 1}, {1250 * MS, 750, -1000, 1}, {1750 * MS, 250, 0, 1}};
    assert_knots(&out, want, 4);
    sl_knots_free(&out);
}

static void pieces_equal_the_whole(void **state)
{
    (void)state;
    struct sl_filter_params p = {.floor_w = 500,
                                 .cap_w = 1000,
                                 .ramp_up_w_per_s = 3000,
                                 .ramp_down_w_per_s = 1700,
                                 .hold_ns = 77 * MS};
    struct sl_knot in[40];
    size_t n = wave(in, 20, 0.731, 0.613, 1100, 333);
    for (size_t i = 0; i < n; i += 3) in[i].slope_w_per_s = -123.4;
    struct sl_filter whole, f;
    struct sl_knots all = {0}, parts = {0};
    sl_filter_start(&whole, 0, 90), sl_filter_start(&f, 0, 90);
    sl_filter_run(&p, &whole, in, n, 16 * SL_NS_PER_S, &all, NULL);
    size_t at = 0;
    for (int64_t t = 0; t < 16 * SL_NS_PER_S;) {
        size_t from = at;
        t += 13 * MS + 7;
        if (t > 16 * SL_NS_PER_S) t = 16 * SL_NS_PER_S;
        while (at < n && in[at].t_ns < t) at++;
        sl_filter_run(&p, &f, in + from, at - from, t, &parts, NULL);
    }
    assert_int_equal(all.count, parts.count);
    for (size_t i = 0; i < all.count; i++) {
        assert_true(all.items[i].t_ns == parts.items[i].t_ns &&
                    all.items[i].power_w == parts.items[i].power_w);
        assert_true(all.items[i].slope_w_per_s == parts.items[i].slope_w_per_s);
    }
    struct sl_filter_energy a = sl_filter_energy_at(&whole, 16 * SL_NS_PER_S),
                            b = sl_filter_energy_at(&f, 16 * SL_NS_PER_S);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(fabs(a.drawn_j - a.asked_j - a.burned_j + a.lost_j) < 1e-9 * a.drawn_j);
    sl_knots_free(&all), sl_knots_free(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_set_nothing_changed),
        cmocka_unit_test(floor_overhead),
        cmocka_unit_test(ramps_and_hold),
        cmocka_unit_test(a_short_dip_is_held_over),
        cmocka_unit_test(cap_wins_and_counts_lost_work),
        cmocka_unit_test(release_ramps_down_to_idle),
        cmocka_unit_test(bounds_are_met_on_time),
        cmocka_unit_test(pieces_equal_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
