#include "sim/campus/path.h"

#include "sim/scenario/scenario.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

/* Two halls of 10 MW, 2n UPS with a loss of 1 % + 1 % x + 1 % x^2 of its rating, lossless otherwise. */
static struct sl_power_params ups_2n(void)
{
    struct sl_power_params p = {.has_ups = true, .motor_power_factor = 1.0};
    p.ups.module = (struct sl_ups_params){.module_rated_power_w = 1e6,
                                          .loss_constant = 0.01,
                                          .loss_linear = 0.01,
                                          .loss_quadratic = 0.01,
                                          .input_power_factor = 1.0};
    p.ups.redundancy = SL_REDUNDANCY_2N;
    p.ups.group_by = SL_BY_HALL;
    p.feeder = (struct sl_feeder_params){.rated_power_w = (double)NAN, .loss_fraction = 0.0};
    return p;
}

static void two_n_makes_two_feeds_a_hall(void **state)
{
    (void)state;
    struct sl_power_params p = ups_2n();
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 2, 10e6, 1.0, NULL), 0);
    assert_int_equal(path.feeds, 4);
    assert_int_equal(path.count, 2 + 4 + 4);
    for (size_t i = 1; i < path.count; i++)
        assert_true(path.node[i].parent < (int)i); /* sorted from the root */
    assert_string_equal(path.node[path.first_feed + 3].name, "feed_2b");
    assert_int_equal(path.node[path.node[path.first_feed].parent].units,
                     10); /* each side carries the whole hall */
    sl_path_free(&path);
}

/* Each side at 40 %: loss = 10 MW (0.01 + 0.01 * 0.4 + 0.01 * 0.16) = 0.156 MW, by hand. */
static void ups_loss_by_hand(void **state)
{
    (void)state;
    struct sl_power_params p = ups_2n();
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 2, 10e6, 1.0, NULL), 0);
    const double feed_w[4] = {4e6, 4e6, 4e6, 4e6};
    sl_path_load(&path, feed_w);
    sl_path_sum(&path, 1.0);
    sl_path_finish(&path, 1);
    NEAR(path.out.ups_loss_w, 4 * 0.156e6, 1e-6);
    NEAR(path.node[0].in_w, 16e6 + 4 * 0.156e6, 1e-6);
    /* 40 % each; with a side lost the other carries 80 % (2n: power.md 5.1) */
    NEAR(path.node[path.node[path.first_feed].parent].worst_fraction, 0.4, 1e-12);
    NEAR(path.node[path.node[path.first_feed].parent].firm_fraction, 0.8, 1e-12);
    sl_path_free(&path);
}

/* Input = output + loss at every node, and the root's input is the sum of leaves and losses. */
static void nothing_is_lost_in_the_tree(void **state)
{
    (void)state;
    struct sl_power_params p = ups_2n();
    p.feeder.loss_fraction = 0.008;
    p.has_main_transformer = p.has_unit_transformer = true;
    const struct sl_transformer_params t = {.rated_power_va = 30e6,
                                            .no_load_loss_fraction = 0.0006,
                                            .load_loss_fraction = 0.004,
                                            .no_load_loss_w = (double)NAN,
                                            .load_loss_w = (double)NAN,
                                            .efficiency = (double)NAN,
                                            .efficiency_load = (double)NAN,
                                            .impedance_pu = 0.09,
                                            .x_over_r = (double)NAN};
    p.main_transformer = (struct sl_transformer_bank_params){t, 2, SL_REDUNDANCY_N_PLUS_1};
    p.unit_transformer = (struct sl_transformer_bank_params){t, 1, SL_REDUNDANCY_N};
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 2, 10e6, 0.98, NULL), 0);
    const double feed_w[4] = {4e6, 3e6, 2e6, 1e6};
    sl_path_load(&path, feed_w);
    sl_path_sum(&path, 0.97);
    sl_path_spread(&path, sl_volt_balanced(path.poi_pu));
    sl_path_finish(&path, 0);
    double losses = path.out.ups_loss_w + path.out.transformer_loss_w + path.out.distribution_loss_w;
    NEAR(path.node[0].in_w, 10e6 + losses, 1e-6);
    NEAR(path.node[SL_PATH_MV].v.ph[0], 0.97, 1e-12);
    assert_true(path.poi_pu > 0.97);                            /* the main transformer drops */
    NEAR(sl_volt_mean(path.node[path.first_feed].v), 1.0, 0.0); /* behind the UPS it is regulated */
    assert_true(path.node[SL_PATH_MV].rated_w == 60e6 &&
                path.node[SL_PATH_MV].firm_w == 30e6); /* n+1: one of two is spare */
    /* the load factor is one of currents, S/V: IEC 60076-7 */
    const struct sl_path_node *main_bank = &path.node[SL_PATH_MV];
    NEAR(main_bank->worst_fraction, hypot(main_bank->out_w, main_bank->out_var) / 0.97 / 60e6, 1e-12);
    sl_path_free(&path);
}

/* By hand: feeders of 10 MW lose 1 % at full load, 0.1 MW x^2; each carries 6 MW, job a swings by 2 MW in hall 1 and 1 MW
 * in hall 2, job b by 1.5 MW in hall 2. A mean of x^2 is m^2 + s^2, and a swing grows by 1 + 2 * 0.01 * 0.6. */
static void swing_by_hand(void **state)
{
    (void)state;
    struct sl_power_params p = {.motor_power_factor = 1.0};
    p.feeder = (struct sl_feeder_params){.rated_power_w = 10e6, .loss_fraction = 0.01};
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 2, 10e6, 1.0, NULL), 0);
    assert_int_equal(sl_path_swing_init(&path, 2, NULL), 0);
    const double feed_w[2] = {6e6, 6e6}, swing_w[4] = {2e6, 0, 1e6, 1.5e6};
    sl_path_load(&path, feed_w);
    sl_path_swing(&path, swing_w);
    for (int i = 0; i < 2; i++) sl_path_sum(&path, 1.0); /* the second as the first */
    const struct sl_path_node *feed = &path.node[path.first_feed];
    NEAR(feed[0].loss_w, 0.1e6 * (0.36 + 0.04), 1e-6);
    NEAR(feed[1].loss_w, 0.1e6 * (0.36 + 0.01 + 0.0225), 1e-6);
    NEAR(feed[1].in_w, feed[1].out_w + feed[1].loss_w, 1e-6);
    NEAR(path.node[0].swing_w, 1.012 * sqrt(3e6 * 3e6 + 1.5e6 * 1.5e6), 1e-6);
    const double none_w[4] = {0};
    sl_path_swing(&path, none_w);
    sl_path_sum(&path, 1.0);
    NEAR(feed[0].loss_w, 0.1e6 * 0.36, 1e-6);
    assert_true(path.node[0].swing_w == 0.0);
    sl_path_free(&path);
}

/* Two sides of a UPS group share a hall's swing: 5 +- 3 MW each of 10 MW, loss 10 MW (0.01 + 0.01 x + 0.01 x^2). */
static void swing_reaches_both_sides(void **state)
{
    (void)state;
    struct sl_power_params p = ups_2n();
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 1, 10e6, 0.95, NULL), 0);
    assert_int_equal(sl_path_swing_init(&path, 1, NULL), 0);
    const double feed_w[2] = {5e6, 5e6}, swing_w[2] = {3e6, 3e6};
    sl_path_load(&path, feed_w);
    sl_path_swing(&path, swing_w);
    sl_path_sum(&path, 1.0);
    sl_path_finish(&path, 1);
    NEAR(path.out.ups_loss_w, 2 * 1e7 * (0.01 + 0.005 + 0.01 * (0.25 + 0.09)), 1e-6);
    NEAR(path.node[path.first_feed].swing_var, 3e6 * tan(acos(0.95)), 1e-6);
    NEAR(path.node[0].swing_w, 2 * 3e6 * (1 + 0.01 + 2 * 0.01 * 0.5), 1e-6); /* one job: sides add */
    sl_path_free(&path);
}

/* Without UPS a dip of one phase reaches the racks' feed in that phase. */
static void dip_reaches_the_feed_by_phase(void **state)
{
    (void)state;
    struct sl_power_params p = {.motor_power_factor = 1.0};
    p.feeder = (struct sl_feeder_params){.rated_power_w = (double)NAN, .loss_fraction = 0.0};
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 1, 10e6, 1.0, NULL), 0);
    assert_int_equal(path.feeds, 1);
    const double feed_w[1] = {1e6};
    sl_path_load(&path, feed_w);
    sl_path_sum(&path, 1.0);
    sl_path_spread(&path, (struct sl_volt){{0.3, 1.0, 1.0}});
    NEAR(path.node[path.first_feed].v.ph[0], 0.3, 0.0);
    NEAR(path.node[path.first_feed].v.ph[1], 1.0, 0.0);
    sl_path_free(&path);
}

static void one_group_for_the_site(void **state)
{
    (void)state;
    struct sl_power_params p = ups_2n();
    p.ups.group_by = SL_BY_SITE;
    struct sl_path path;
    assert_int_equal(sl_path_init(&path, &p, 3, 10e6, 1.0, NULL), 0);
    assert_int_equal(path.count, 2 + 2 + 6);
    assert_int_equal(path.node[2].units, 30);
    for (size_t f = 0; f < path.feeds; f++)
        assert_int_equal(path.node[path.first_feed + f].parent, 2 + (int)(f % 2));
    sl_path_free(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_n_makes_two_feeds_a_hall), cmocka_unit_test(ups_loss_by_hand),
        cmocka_unit_test(nothing_is_lost_in_the_tree),  cmocka_unit_test(dip_reaches_the_feed_by_phase),
        cmocka_unit_test(one_group_for_the_site),       cmocka_unit_test(swing_by_hand),
        cmocka_unit_test(swing_reaches_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
