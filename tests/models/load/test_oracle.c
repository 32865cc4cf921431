/* Random programs through filter, superposition and kernel against the naive loop of tests/oracle/load_naive.h. */
#include "models/load/filter.h"
#include "models/load/superpose.h"

#include "models/base/error.h"
#include "models/base/random.h"
#include "models/base/time.h"
#include "tests/oracle/load_naive.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SPAN_NS INT64_C(200000000)
#define US INT64_C(1000)
#define IDLE_W 256.0
#define RACKS 2
#define SERVERS 5

struct rng {
    uint64_t key, n;
};

static int64_t pick(struct rng *r, int64_t lo, int64_t hi) /* lo .. hi inclusive */
{
    return lo + (int64_t)(sl_random_uniform(r->key, SL_RANDOM_TEST, 1, r->n++) * (double)(hi - lo + 1));
}

static double chosen(struct rng *r, const double *of, int64_t n)
{
    return of[pick(r, 0, n - 1)];
}

/* So that every instant of the law lies on a whole microsecond, two moving lines must meet on one:
 * STEPS  jumps of whole watts at multiples of 16 us, ramp limits 2^-k W/us down to 1/16
 * RAMPS  asked ramps 2^-k W/us, no ramp limit
 * BOTH   all ramps 1/4 W/us, instants and powers multiples of 1024 us and 256 W, halved when two ramps meet
 * MIXED  barrier and skewed knots with ramps, no filter */
enum kind { STEPS, RAMPS, BOTH, MIXED };

static size_t random_knots(struct rng *r, struct sl_knot *k, enum kind kind)
{
    size_t n = 0;
    int64_t t = 0, unit = kind == BOTH ? 1024 * US : kind == STEPS ? 16 * US : US, scale = unit / US;
    double w = IDLE_W;
    while (n < 60) {
        t += pick(r, 1 + 2000 / scale, 9000 / scale) * unit;
        if (t > SPAN_NS - 50000 * US) break;
        int skewed = kind == MIXED ? (int)pick(r, 0, 1) : 1;
        double to = kind == BOTH ? (double)pick(r, 0, 6) * 256.0 : (double)pick(r, 4, 60) * 16.0;
        if (kind != STEPS && pick(r, 0, 2) && to != w) { /* a ramp, 1/8 to 1/2 W a us */
            int64_t per_w = INT64_C(1) << (kind == BOTH ? 2 : pick(r, 1, 3));
            k[n++] = (struct sl_knot){t, w, (to > w ? 1e6 : -1e6) / (double)per_w, skewed};
            t += (int64_t)fabs(to - w) * per_w * US;
            /* a ramp may begin with the delays and end at a barrier behind the latest, or the other way round */
            if (kind == MIXED && (int64_t)fabs(to - w) * per_w > 2000) skewed = (int)pick(r, 0, 1);
        } else if (kind == MIXED && pick(r, 0, 1)) {
            t += 1000 * US; /* a barrier comes after the latest arrival */
        }
        k[n++] = (struct sl_knot){t, to, 0.0, skewed};
        w = to;
    }
    return n;
}

static struct sl_filter_params random_filter(struct rng *r, enum kind kind)
{
    const double steps[] = {INFINITY, 1e6, 0.5e6, 0.25e6, 0.125e6, 0.0625e6},
                 both[] = {INFINITY, 0.25e6, 0.25e6};
    struct sl_filter_params p = {
        .cap_w = INFINITY, .ramp_up_w_per_s = INFINITY, .ramp_down_w_per_s = INFINITY};
    if (kind == MIXED) { /* a late server may run past the end of a ramp, below nothing */
        p.floor_w = -1e9;
        return p;
    }
    if (kind == STEPS) p.ramp_up_w_per_s = chosen(r, steps, 6), p.ramp_down_w_per_s = chosen(r, steps, 6);
    if (kind == BOTH) p.ramp_up_w_per_s = chosen(r, both, 3), p.ramp_down_w_per_s = chosen(r, both, 3);
    double unit_w = kind == BOTH ? 256.0 : 16.0;
    if (pick(r, 0, 1)) p.floor_w = unit_w * (double)(kind == BOTH ? pick(r, 1, 3) : pick(r, 5, 30));
    if (pick(r, 0, 1)) p.cap_w = unit_w * (double)(kind == BOTH ? pick(r, 4, 5) : pick(r, 30, 55));
    if (pick(r, 0, 1)) p.hold_ns = kind == BOTH ? pick(r, 0, 6) * 1024 * US : pick(r, 0, 400) * 16 * US;
    return p;
}

struct members {
    struct sl_member items[RACKS * SERVERS];
    struct sl_group groups[RACKS];
    struct naive_server naive[RACKS * SERVERS];
};

static int by_delay(const void *a, const void *b)
{
    const struct sl_member *x = a, *y = b;
    return (x->delay_ns > y->delay_ns) - (x->delay_ns < y->delay_ns);
}

static void random_members(struct rng *r, struct members *m, int64_t latest_us)
{
    for (size_t i = 0; i < RACKS * SERVERS; i++)
        m->items[i] = (struct sl_member){pick(r, 0, latest_us) * US, 0.5 + (double)pick(r, 0, 1000) * 1e-3};
    for (size_t g = 0; g < RACKS; g++) {
        struct sl_group *group = &m->groups[g];
        *group = (struct sl_group){.slot = g * 7, .first = g * SERVERS, .count = SERVERS};
        qsort(m->items + group->first, SERVERS, sizeof m->items[0], by_delay);
        for (size_t i = group->first; i < group->first + SERVERS; i++) {
            group->gain += m->items[i].gain;
            group->gain_delay_s += m->items[i].gain * (double)m->items[i].delay_ns * 1e-9;
            m->naive[i] = (struct naive_server){m->items[i].delay_ns, m->items[i].gain, g};
        }
    }
}

/* The whole stream through the kernel in spans of `chunk` steps; mean_w[rack * steps + step]. */
static void by_kernel(const struct sl_knots *stream, const struct members *m, int64_t latest_ns, int64_t h_ns,
                      double tau_s, size_t chunk, double *mean_w)
{
    size_t steps = (size_t)(SPAN_NS / h_ns), base = 0;
    struct sl_kernel k;
    struct sl_kernel_state state = {{0}};
    struct sl_planned *plan = calloc(stream->count, sizeof *plan);
    double(*d)[SL_LANES] = calloc(chunk, sizeof *d), (*e)[SL_LANES] = calloc(chunk, sizeof *e);
    sl_kernel_init(&k, h_ns, tau_s);
    for (size_t s0 = 0; s0 < steps; s0 += chunk) {
        struct sl_kernel_block block = {.d = d, .e = tau_s > 0 ? e : NULL};
        struct sl_kernel_anchor anchor = {{0}, {0}};
        sl_kernel_span(&k, (int64_t)s0 * h_ns, chunk < steps - s0 ? chunk : steps - s0);
        sl_kernel_begin(&k, &block);
        while (base + 1 < stream->count &&
               stream->items[base + 1].t_ns + (stream->items[base + 1].skewed ? latest_ns : 0) < k.t0_ns)
            base++; /* all have seen it */
        struct sl_knots rest = {stream->items + base, stream->count - base, 0};
        sl_superpose_plan(&k, &rest, latest_ns, plan);
        for (size_t g = 0; g < RACKS; g++)
            sl_superpose(&k, &rest.items[0], plan, rest.count - 1, 0.0, &m->groups[g], m->items, &block,
                         &anchor);
        sl_kernel_finish(&k, &block, &anchor, &state);
        for (size_t g = 0; g < RACKS; g++)
            for (size_t i = 0; i < k.steps; i++)
                mean_w[g * steps + s0 + i] = d[i][m->groups[g].slot % SL_LANES];
    }
    free(plan), free(d), free(e);
}

static void compare(const double *a, const double *b, size_t n, uint64_t program)
{
    double peak = 0, worst = 0, sum_a = 0, sum_b = 0;
    for (size_t i = 0; i < n; i++) {
        peak = fmax(peak, fabs(b[i]));
        worst = fmax(worst, fabs(a[i] - b[i]));
        sum_a += a[i];
        sum_b += b[i];
    }
    if (worst > 1e-6 * peak || fabs(sum_a - sum_b) > 1e-9 * fabs(sum_b))
        fail_msg("program %d: worst %.3g of peak, energy %.3g", (int)program, worst / peak,
                 sum_a / sum_b - 1);
}

static void check_program(uint64_t program, enum kind kind, double tau_s, int64_t h_ns, size_t chunk)
{
    struct rng r = {program, 0};
    struct sl_knot knots[64];
    size_t count = random_knots(&r, knots, kind), steps = (size_t)(SPAN_NS / h_ns);
    struct sl_filter_params p = random_filter(&r, kind);
    int64_t latest_us = kind == MIXED ? 1900 : 7000, latest_ns = latest_us * US;
    struct members m;
    random_members(&r, &m, latest_us);

    struct sl_filter f;
    struct sl_knots stream = {0};
    double start_w = fmax(IDLE_W, p.floor_w); /* settled on the floor before the first knot */
    struct sl_knot base = {0, start_w, 0.0, 0};
    int64_t release_ns = kind == MIXED ? SL_NEVER : knots[count - 1].t_ns + 5120 * US;
    sl_knots_push(&stream, base, NULL);
    sl_filter_start(&f, 0, start_w);
    sl_filter_run(&p, &f, knots, count, kind == MIXED ? SPAN_NS : release_ns, &stream, NULL);
    if (kind != MIXED) {
        knots[count++] = (struct sl_knot){release_ns, IDLE_W, 0.0, 1};
        sl_filter_release(&p, &f, release_ns, IDLE_W, &stream, NULL);
        sl_filter_run(&p, &f, NULL, 0, SPAN_NS, &stream, NULL);
    }
    double *fast = calloc(RACKS * steps, sizeof *fast), *slow = calloc(RACKS * steps, sizeof *slow);
    by_kernel(&stream, &m, latest_ns, h_ns, tau_s, chunk, fast);
    struct naive_energy energy = {0};
    struct naive_run run = {knots, count, start_w, release_ns, &p, tau_s, m.naive, RACKS * SERVERS, SPAN_NS};
    naive_load(&run, steps, slow, &energy);
    compare(fast, slow, RACKS * steps, program);
    free(fast), free(slow);
    sl_knots_free(&stream);

    /* Energies of the filter: an undelayed server in the naive loop. */
    struct naive_server one = {0, 1.0, 0};
    double *unused = calloc(steps, sizeof *unused);
    run.servers = &one, run.server_count = 1;
    energy = (struct naive_energy){0};
    naive_load(&run, steps, unused, &energy);
    struct sl_filter_energy got = sl_filter_energy_at(&f, SPAN_NS);
    free(unused);
    assert_true(fabs(got.asked_j - energy.asked_j) < 1e-9 * energy.asked_j);
    assert_true(fabs(got.drawn_j - energy.drawn_j) < 1e-9 * energy.drawn_j);
    assert_true(fabs(got.lost_j - energy.lost_j) < 1e-9 * energy.drawn_j);
    assert_true(fabs(got.burned_j - energy.burned_j) < 1e-9 * energy.drawn_j);
}

static void check_programs(enum kind kind)
{
    const int64_t h_ns[] = {100000, 500000, 1000000, 2000000, 5000000};
    const double tau_s[] = {0.0, 0.001, 0.005, 0.02};
    for (uint64_t i = 0; i < 40; i++)
        check_program(1000 * (kind + 1) + i, kind, tau_s[i % 4], h_ns[i % 5], i % 3 ? 100 : 13);
}

static void jumps_under_ramp_limits_match(void **state)
{
    (void)state;
    check_programs(STEPS);
}

static void ramps_match(void **state)
{
    (void)state;
    check_programs(RAMPS);
}

static void ramps_under_ramp_limits_match(void **state)
{
    (void)state;
    check_programs(BOTH);
}

static void barriers_match(void **state)
{
    (void)state;
    check_programs(MIXED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_under_ramp_limits_match),
        cmocka_unit_test(ramps_match),
        cmocka_unit_test(ramps_under_ramp_limits_match),
        cmocka_unit_test(barriers_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
