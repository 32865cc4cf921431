#include "sim/output/overview.h"
#include "synthetic.h"

static void expect_bucket(const double *mean, const double *min, const double *max, uint64_t bucket,
                          uint64_t first, uint64_t end)
{
    double sum = 0, lo = INFINITY, hi = -INFINITY;
    for (uint64_t k = first; k < end; k++) {
        double v = (double)(float)syn_site_at(k).power_w;
        sum += v;
        lo = fmin(lo, v);
        hi = fmax(hi, v);
    }
    assert_true(mean[bucket] == (double)(float)(sum / (double)(end - first)));
    assert_true(min[bucket] == lo);
    assert_true(max[bucket] == hi);
}

static void expect_level(int64_t file, int level, uint64_t steps, uint64_t bucket_steps)
{
    char name[4][96];
    const char *what[] = {"it_power_mean", "it_power_min", "it_power_max", "count"};
    struct sl_h5_shape shape;
    double *v[4];
    for (int i = 0; i < 4; i++) {
        snprintf(name[i], sizeof name[i], "overview/site/L%d/%s", level, what[i]);
        v[i] = syn_read(file, name[i], &shape);
        assert_int_equal(shape.rows, (steps + bucket_steps - 1) / bucket_steps);
    }
    for (uint64_t b = 0; b < shape.rows; b++) {
        uint64_t end = (b + 1) * bucket_steps < steps ? (b + 1) * bucket_steps : steps;
        expect_bucket(v[0], v[1], v[2], b, b * bucket_steps, end);
        assert_true(v[3][b] == (double)(end - b * bucket_steps));
    }
    for (int i = 0; i < 4; i++) free(v[i]);
}

/* Lengths around blocks (16384) and buckets (32, 1024, 32768); the last bucket may be short. */
static void pyramid_is_mean_min_max_of_the_site(void **state)
{
    (void)state;
    const uint64_t steps[] = {1, 31, 33, 16384, 16385, 40000, 1200000};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct sl_error err = {0};
        int64_t file;
        struct syn s = {.options = syn_options(syn_path("overview.h5"), steps[i], 1000)};
        s.options.force = true;
        s.options.axis[SL_DIM_RACK].every_ns = 1000000 * MS;
        s.options.axis[SL_DIM_FEED].every_ns = 1000 * MS;
        syn_whole(&s);
        assert_int_equal(sl_h5_open(s.options.path, false, &file, &err), 0);
        expect_level(file, 1, steps[i], 32);
        /* a level above one of more than 1024 points */
        assert_int_equal(sl_h5_exists(file, "overview/site/L2"), steps[i] > 1024 * 32);
        if (steps[i] > 1024 * 32) expect_level(file, 2, steps[i], 1024);
        assert_int_equal(sl_h5_exists(file, "overview/site/L3"), steps[i] > 1024 * 1024);
        if (steps[i] > 1024 * 1024) expect_level(file, 3, steps[i], 32768);
        assert_int_equal(sl_h5_close(file, &err), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pyramid_is_mean_min_max_of_the_site)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
