#include "sim/campus/load_swing.h"

#include "tests/sim/campus/load_rig.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

/* Two halls of a rack of 72: job a has 100 accelerators, 72 and 28, and starts in the middle of the first step of 10 s;
 * job b has 20 beside it in hall 2. By hand: a wave of 1104 W and 420 W at duty 0.82 deviates by 684 sqrt(0.82 * 0.18) W;
 * racks draw 1.3 of it. */
static void deviations_by_hand(void **state)
{
    (void)state;
    struct sl_accelerator_params a = rig_accelerator();
    struct sl_job_params jobs[] = {rig_job("a", 100), rig_job("b", 20)};
    struct rig r;
    a.gain_spread_fraction = 0;
    for (int i = 0; i < 2; i++) {
        jobs[i].program.rank_skew_ns = 0;
        jobs[i].start_ns = 5 * S;
    }
    assert_true(rig_start(&r, &a, 2, 1, jobs, 2, 10 * S, 2, 1));
    assert_true(rig_period(&r));
    double s_w = 1.3 * 684 * sqrt(0.82 * 0.18);
    NEAR(sl_load_swing_w(&r.load, 0, 0, 1), 72 * s_w, 1e-6);
    NEAR(sl_load_swing_w(&r.load, 0, 1, 1), 28 * s_w, 1e-6);
    NEAR(sl_load_swing_w(&r.load, 1, 0, 1), 0, 0);
    NEAR(sl_load_swing_w(&r.load, 1, 1, 1), 20 * s_w, 1e-6);
    NEAR(sl_load_swing_w(&r.load, 0, 0, 0), 72 * s_w * sqrt(0.5), 1e-6); /* half a step of it */
    double rack_w = sqrt(28.0 * 28.0 + 20.0 * 20.0) * s_w;               /* independent jobs */
    NEAR(r.load.block_swing_dc_w[1 * 2 + 1], rack_w, 1e-6);
    double m = r.load.block_dc_w[1 * 2 + 1], low = sl_psu_input_w(&r.type.psu, m - rack_w),
           high = sl_psu_input_w(&r.type.psu, m + rack_w);
    NEAR(r.load.block_ac_w[1 * 2 + 1], 0.5 * (low + high), 1e-6);
    NEAR(r.load.block_swing_ac_w[1 * 2 + 1], 0.5 * (high - low), 1e-6);
    rig_end(&r);
}

/* Without work, and with constant work, nothing swings and the conversion is that of the mean. */
static void constant_power_does_not_swing(void **state)
{
    (void)state;
    struct sl_accelerator_params a = rig_accelerator();
    struct sl_job_params job = rig_job("a", 72);
    struct rig r;
    job.program.exposed_time_fraction = 0, job.program.rank_skew_ns = 0;
    assert_true(rig_start(&r, &a, 1, 2, &job, 1, 10 * S, 1, 1));
    assert_true(rig_period(&r) && rig_period(&r));
    NEAR(r.load.block_swing_dc_w[0], 0.0, 1e-3);
    double in_w = sl_psu_input_w(&r.type.psu, sl_load_dc(&r.load, 0, 0)[0]);
    NEAR(sl_load_ac(&r.load, 0, 0)[0], in_w, 1e-9 * in_w);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deviations_by_hand),
        cmocka_unit_test(constant_power_does_not_swing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
