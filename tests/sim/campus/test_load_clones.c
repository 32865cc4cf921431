/* The load stage built for the baseline instruction set gives the bits of the build that the loader picks. */
#include "tests/sim/campus/load_rig.h"

#define SL_NO_CLONES
#undef SL_BASE_CLONES_H
#undef SL_CLONES
#define sl_load_init plain_load_init
#define sl_load_register plain_load_register
#define sl_load_free plain_load_free
#define sl_load_replay plain_load_replay
#define sl_load_step plain_load_step
int plain_load_init(struct sl_load *load, const struct sl_load_config *config, struct sl_error *err);
int plain_load_register(struct sl_load *load, struct sl_state *state, struct sl_error *err);
void plain_load_free(struct sl_load *load);
int plain_load_replay(struct sl_load *load, const struct sl_series *series, size_t count,
                      struct sl_error *err);
int plain_load_step(struct sl_load *load, const struct sl_jobs *jobs, int64_t t0_ns, size_t steps,
                    struct sl_error *err);
#include "sim/campus/load.c"
#undef sl_load_init
#undef sl_load_register
#undef sl_load_free
#undef sl_load_replay
#undef sl_load_step

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void clones_give_the_same_bits(void **state)
{
    (void)state;
    struct sl_accelerator_params a = rig_accelerator();
    struct sl_job_params job = rig_job("a", 39 * 72);
    struct rig r;
    struct sl_load plain;
    assert_true(rig_start(&r, &a, 2, 20, &job, 1, MS, 100, 11));
    assert_int_equal(plain_load_init(&plain, &r.load.config, &r.err), 0);
    for (int i = 0; i < 25; i++) {
        int64_t t0 = r.t_ns;
        assert_true(rig_period(&r));
        assert_int_equal(plain_load_step(&plain, &r.jobs, t0, 100, &r.err), 0);
        size_t cells = r.layout.slots * 100;
        assert_memory_equal(plain.ac_w, r.load.ac_w, cells * sizeof(double));
        assert_memory_equal(plain.dc_w, r.load.dc_w, cells * sizeof(double));
        assert_memory_equal(plain.block_ac_w, r.load.block_ac_w, r.layout.blocks * 100 * sizeof(double));
        assert_memory_equal(plain.rack_min_w, r.load.rack_min_w, r.layout.slots * sizeof(double));
        assert_memory_equal(plain.rack_mean_w, r.load.rack_mean_w, r.layout.slots * sizeof(double));
    }
    plain_load_free(&plain);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clones_give_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
