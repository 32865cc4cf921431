#include "models/load/program.h"

#include "models/base/error.h"
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
#define S SL_NS_PER_S

static void iteration_compiles(void **state)
{
    (void)state;
    struct sl_program_params p = {.model = SL_PROGRAM_ITERATION,
                                  .iteration_ns = 2 * S,
                                  .compute_power_fraction = 0.9,
                                  .exposed_power_fraction = 0.4,
                                  .exposed_time_fraction = 0.25,
                                  .overshoot_fraction = 0.4,
                                  .overshoot_ns = 50 * MS};
    struct sl_cycle c;
    assert_int_equal(sl_program_compile(&p, 1000, 20 * MS, &c, NULL), 0);
    assert_int_equal(c.count, 3);
    assert_true(c.entries[0].offset_ns == 0 && fabs(c.entries[0].power_w - 1300) < 1e-9 &&
                !c.entries[0].skewed);
    assert_true(c.entries[1].offset_ns == 50 * MS && fabs(c.entries[1].power_w - 900) < 1e-9 &&
                !c.entries[1].skewed);
    assert_true(c.entries[2].offset_ns == 1500 * MS && fabs(c.entries[2].power_w - 400) < 1e-9 &&
                c.entries[2].skewed);
    assert_int_equal(c.length_ns, 2020 * MS); /* the latest arrival holds all */
    sl_cycle_free(&c);
    p.overshoot_fraction = 0, p.exposed_time_fraction = 0;
    assert_int_equal(sl_program_compile(&p, 1000, 0, &c, NULL), 0);
    assert_int_equal(c.count, 1);
    sl_cycle_free(&c);
}

static void phases_compile(void **state)
{
    (void)state;
    struct sl_phase_params list[] = {{S, 0.5, 200 * MS}, {2 * S, 0.1, 0}, {S, 0.9, 5 * S}};
    struct sl_program_params p = {.model = SL_PROGRAM_PHASES, .phases = {list, 3}, .repeat = 2};
    struct sl_cycle c;
    assert_int_equal(sl_program_compile(&p, 1000, 20 * MS, &c, NULL), 0);
    assert_true(c.count == 5 && c.length_ns == 4 * S && c.repeat == 2 && !c.barrier);
    assert_true(c.entries[1].offset_ns == 200 * MS && c.entries[2].offset_ns == S &&
                c.entries[3].ramp_ns == S);
    sl_cycle_free(&c);
    struct sl_error err = {0};
    p.phases.count = 0;
    assert_int_equal(sl_program_compile(&p, 1000, 0, &c, &err), SL_ERR_SCENARIO);
}

/* Half-normal: mean sigma sqrt(2/pi), mean square sigma^2; the largest of N is near sigma sqrt(2 ln N) (load.md 2.2). */
static void delays_are_half_normal(void **state)
{
    (void)state;
    struct sl_program_params p = {.rank_skew_ns = 5 * MS};
    double sum = 0, squares = 0, most = 0;
    const int n = 16384;
    for (int i = 0; i < n; i++) {
        double d = (double)sl_program_delay_ns(&p, 1, (uint64_t)i, 2) / 5e6;
        assert_true(d >= 0);
        sum += d, squares += d * d, most = fmax(most, d);
    }
    assert_true(fabs(sum / n - sqrt(2 / M_PI)) < 4 * 0.603 / sqrt(n));
    assert_true(fabs(squares / n - 1) < 4 * sqrt(2.0 / n));
    assert_true(most > 3.4 && most < 5.2); /* sqrt(2 ln 16384) = 4.4 */
    p.rank_skew_ns = 0;
    assert_int_equal(sl_program_delay_ns(&p, 1, 3, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iteration_compiles),
        cmocka_unit_test(phases_compile),
        cmocka_unit_test(delays_are_half_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
