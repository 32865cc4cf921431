#include "sim/campus/load_rows.h"

/* The same source for the baseline instruction set. */
#define SL_NO_CLONES
#define sl_rows_add plain_add
#define sl_rows_sum plain_sum
#define sl_rows_scale plain_scale
#define sl_rows_range plain_range
void plain_add(double (*restrict p)[SL_LANES], size_t steps, const double *restrict level, double share);
void plain_sum(double (*restrict p)[SL_LANES], size_t steps, double *restrict sum_w);
void plain_scale(double (*restrict p)[SL_LANES], size_t steps, double base_w, double factor,
                 const double *restrict weight);
void plain_range(double (*restrict ac)[SL_LANES], size_t steps, const double *restrict weight,
                 double *restrict mean_w, double *restrict min_w, double *restrict max_w);
#include "sim/campus/load_rows.c"
#undef sl_rows_add
#undef sl_rows_sum
#undef sl_rows_scale
#undef sl_rows_range

#include "models/base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define STEPS 101

struct rows {
    _Alignas(64) double p[STEPS][SL_LANES];
    _Alignas(64) double weight[SL_LANES];
    _Alignas(64) double level[SL_LANES], mean[SL_LANES], least[SL_LANES], most[SL_LANES], sum[STEPS];
};

static void fill(struct rows *r)
{
    memset(r, 0, sizeof *r);
    for (size_t k = 0; k < STEPS; k++)
        for (size_t i = 0; i < SL_LANES; i++)
            r->p[k][i] = 1e5 + 1e4 * sl_random_normal(1, SL_RANDOM_TEST, i, k);
    for (size_t i = 0; i < SL_LANES; i++) r->weight[i] = i < 13, r->level[i] = 10.0 * (double)i;
}

static void loops_do_what_they_say(void **state)
{
    (void)state;
    static struct rows r, was;
    fill(&r), fill(&was);
    sl_rows_add(r.p, STEPS, r.level, 0.5);
    sl_rows_scale(r.p, STEPS, 700.0, 1.25, r.weight);
    sl_rows_sum(r.p, STEPS, r.sum);
    sl_rows_range(r.p, STEPS, r.weight, r.mean, r.least, r.most);
    for (size_t i = 0; i < SL_LANES; i++) {
        double sum = 0, least = INFINITY, most = -INFINITY;
        for (size_t k = 0; k < STEPS; k++) {
            double want = i < 13 ? 700.0 + 1.25 * (was.p[k][i] + 5.0 * (double)i) : 0.0;
            assert_true(fabs(r.p[k][i] - want) < 1e-9);
            sum += want, least = fmin(least, want), most = fmax(most, want);
        }
        assert_true(fabs(r.mean[i] - sum / STEPS) < 1e-8);
        assert_true(fabs(r.least[i] - least) < 1e-9 && fabs(r.most[i] - most) < 1e-9);
    }
    for (size_t k = 0; k < STEPS; k++) {
        double sum = 0;
        for (size_t i = 0; i < SL_LANES; i++) sum += r.p[k][i];
        assert_true(fabs(r.sum[k] - sum) < 1e-8);
    }
}

static void clones_give_the_same_bits(void **state)
{
    (void)state;
    static struct rows a, b;
    fill(&a), fill(&b);
    sl_rows_add(a.p, STEPS, a.level, 0.3), plain_add(b.p, STEPS, b.level, 0.3);
    sl_rows_scale(a.p, STEPS, 700.1, 1.3, a.weight), plain_scale(b.p, STEPS, 700.1, 1.3, b.weight);
    sl_rows_sum(a.p, STEPS, a.sum), plain_sum(b.p, STEPS, b.sum);
    sl_rows_range(a.p, STEPS, a.weight, a.mean, a.least, a.most);
    plain_range(b.p, STEPS, b.weight, b.mean, b.least, b.most);
    assert_memory_equal(&a, &b, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_do_what_they_say),
        cmocka_unit_test(clones_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
