#include "sim/campus/racks.h"

#include "sim/scenario/scenario.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

enum { HALLS = 2, BLOCKS = 4, STEPS = 3 };

/* Two halls of 20 racks: two blocks each. A number of its own for each block and step. */
static double ac_w[BLOCKS * STEPS], dc_w[BLOCKS * STEPS], accelerator_w[BLOCKS * STEPS];

static struct sl_load load_make(void)
{
    struct sl_load load = {
        .steps = STEPS, .block_ac_w = ac_w, .block_dc_w = dc_w, .block_accelerator_w = accelerator_w};
    load.config.layout = sl_layout_of(HALLS, 20, 4);
    assert_int_equal(load.config.layout.blocks, BLOCKS);
    for (int b = 0; b < BLOCKS; b++)
        for (int k = 0; k < STEPS; k++) {
            ac_w[b * STEPS + k] =
                1000.0 * (1 << b) + k; /* powers of two: a block twice or not at all shows */
            dc_w[b * STEPS + k] = 900.0 * (1 << b);
            accelerator_w[b * STEPS + k] = 500.0 * (1 << b);
        }
    return load;
}

static void racks_make(struct sl_racks *racks, size_t sides, int mode)
{
    assert_int_equal(sl_racks_init(racks, HALLS, sides, mode, 0, NULL), 0);
    assert_int_equal(racks->feeds, HALLS * sides);
}

static void sums_are_those_of_the_step(void **state)
{
    (void)state;
    struct sl_load load = load_make();
    struct sl_racks racks;
    racks_make(&racks, 1, SL_FEED_SPLIT);
    for (size_t k = 0; k < STEPS; k++) {
        sl_racks_step(&racks, &load, k);
        double step = (double)k;
        NEAR(racks.feed_w[0], 3000 + 2 * step, 1e-9);
        NEAR(racks.feed_w[1], 12000 + 2 * step, 1e-9);
        NEAR(racks.out.it_w, 15000 + 4 * step, 1e-9);
        NEAR(racks.out.it_delivered_w, 13500, 1e-9);
        NEAR(racks.out.accelerator_w, 7500, 1e-9);
        NEAR(racks.out.psu_loss_w, racks.out.it_w - racks.out.it_delivered_w, 1e-9);
        assert_true(racks.out.racks_lost == 0.0);
    }
    sl_racks_free(&racks);
    assert_null(racks.feed_w);
}

/* Feed A of a hall, then its feed B: half each, or all on A. */
static void two_feeds_share_as_told(void **state)
{
    (void)state;
    struct sl_load load = load_make();
    struct sl_racks racks;
    racks_make(&racks, 2, SL_FEED_SPLIT);
    sl_racks_step(&racks, &load, 0);
    const double split_w[] = {1500, 1500, 6000, 6000};
    for (int f = 0; f < 4; f++) NEAR(racks.feed_w[f], split_w[f], 1e-9);
    NEAR(racks.out.it_w, 15000, 1e-9);
    sl_racks_free(&racks);
    racks_make(&racks, 2, SL_FEED_PREFER_A);
    sl_racks_step(&racks, &load, 0);
    const double prefer_w[] = {3000, 0, 12000, 0};
    for (int f = 0; f < 4; f++) NEAR(racks.feed_w[f], prefer_w[f], 1e-9);
    NEAR(racks.out.it_w, 15000, 1e-9);
    sl_racks_free(&racks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_the_step),
        cmocka_unit_test(two_feeds_share_as_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
