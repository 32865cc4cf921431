/* The loop as a whole, without a recorder: flat when undisturbed, ledgers that notice a loss, no hidden state. */
#include "sim/campus/engine.h"

#include "models/base/time.h"
#include "sim/commands/load.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

static struct sl_loaded *open_scenario(const char *file, const char *const *sets, size_t count)
{
    struct sl_loaded *l = calloc(1, sizeof *l);
    struct sl_error err = {0};
    assert_non_null(l);
    if (sl_loaded_open(l, file, sets, count, &err)) {
        print_error("%s\n", err.text);
        sl_document_print_messages(l->doc, stderr);
        fail();
    }
    return l;
}

static void close_scenario(struct sl_loaded *l)
{
    sl_loaded_free(l);
    free(l);
}

static void run_until(struct sl_loaded *l, int64_t end_ns)
{
    struct sl_error err = {0};
    for (int64_t t = 0; t < end_ns;)
        if (sl_engine_period(&l->campus, NULL, t, &t, &err)) {
            print_error("%s\n", err.text);
            fail();
        }
}

/* No job, no noise (idle racks have none), no sun: nothing may move, from the accelerator to the frequency. */
static void undisturbed_run_is_flat(void **state)
{
    (void)state;
    const char *sets[] = {"workload.jobs=[]", "events=[]", "renewables.solar=[]", "time.duration_s=10"};
    struct sl_loaded *l = open_scenario("scenarios/quickstart.json", sets, 4);
    run_until(l, 10 * SL_NS_PER_S);
    const struct sl_monitors *m = &l->campus.monitors;
    NEAR(m->import_max.value, m->import_min.value, 1e-6 * m->import_max.value);
    NEAR(m->voltage_min.value, m->voltage_max.value, 1e-8);
    NEAR(m->frequency_min.value, 60.0, 1e-9);
    NEAR(m->frequency_max.value, 60.0, 1e-9);
    close_scenario(l);
}

/* A checkpoint of t = 0 is the campus as built: going on from it computes nothing twice. */
static void resuming_at_the_start_changes_nothing(void **state)
{
    (void)state;
    const char *sets[] = {"workload.jobs[0].start_s=0", "time.duration_s=120"};
    struct sl_loaded *a = open_scenario("scenarios/quickstart.json", sets, 2);
    struct sl_loaded *b = open_scenario("scenarios/quickstart.json", sets, 2);
    assert_int_equal(sl_engine_resumed(&b->campus, 0, NULL), 0);
    run_until(a, SL_NS_PER_S);
    run_until(b, SL_NS_PER_S);
    for (int i = 0; i < SL_LEDGER_ITEMS; i++)
        assert_true(sl_balance_energy_j(&a->campus.balance, (enum sl_ledger_item)i) ==
                    sl_balance_energy_j(&b->campus.balance, (enum sl_ledger_item)i));
    close_scenario(a);
    close_scenario(b);
}

static double worst_residual(const struct sl_campus *c)
{
    struct sl_residuals r = sl_balance_residuals(&c->balance, c);
    const double all[] = {r.electrical, r.server, r.storage, r.heat, r.water, r.accelerator_hours};
    double worst = 0.0;
    for (size_t i = 0; i < 6; i++) worst = fmax(worst, fabs(all[i]));
    return worst;
}

/* power.md row 61 over the whole chain: 1e-9 relative. And a ledger that cannot fail would be no ledger: a share of 1e-5
 * of any item that goes missing must show. */
static void ledgers_close_and_notice_a_loss(void **state)
{
    (void)state;
    struct sl_loaded *l = open_scenario("scenarios/renewables_day.json", NULL, 0);
    struct sl_campus *c = &l->campus;
    run_until(l, c->duration_ns);
    assert_true(worst_residual(c) < 1e-9);
    for (int i = 0; i < SL_LEDGER_ITEMS; i++) {
        struct sl_balance kept = c->balance;
        double item_j = sl_balance_energy_j(&c->balance, (enum sl_ledger_item)i);
        sl_sum_add(&c->balance.energy_j[i], 1e-5 * item_j);
        if (item_j != 0.0) assert_true(worst_residual(c) > 1e-9);
        c->balance = kept;
    }
    struct sl_cooling_ledger kept = c->cooling.ledger;
    sl_sum_add(&c->cooling.ledger.rejected_j, 1e-6 * sl_sum_of(&kept.rejected_j));
    assert_true(worst_residual(c) > 1e-7);
    c->cooling.ledger = kept;
    sl_sum_add(&c->cooling.ledger.electric_j, 1e-6 * sl_sum_of(&kept.electric_j));
    assert_true(worst_residual(c) > 1e-7);
    c->cooling.ledger = kept;
    sl_sum_add(&c->cooling.ledger.evaporation_kg, 1e-6 * sl_sum_of(&kept.evaporation_kg));
    assert_true(worst_residual(c) > 1e-7);
    close_scenario(l);
}

/* Accelerator-hours: two jobs come and go, one runs at the end, one drains. A server forgotten, held twice or given back
 * at another time than its job's must show: 1 s of one of 128 servers in 20 s is 4e-4. */
static void accelerator_hours_close_and_notice_a_loss(void **state)
{
    (void)state;
    const char *sets[] = {
        "time.duration_s=20", "fleet.rack.accelerator.noise_fraction=0",
        "workload.jobs=[{\"name\":\"a\",\"accelerators\":64,\"start_s\":1.2345,\"stop_s\":8,"
        "\"program\":{\"use\":\"llm_dense_70b\"}},"
        "{\"name\":\"b\",\"accelerators\":1000,\"start_s\":5,\"program\":"
        "{\"use\":\"llm_dense_70b\"}},"
        "{\"name\":\"c\",\"accelerators\":8,\"start_s\":9,\"stop_s\":19.9995,"
        "\"program\":{\"use\":\"llm_dense_70b\",\"rank_skew_ms\":50}}]"};
    struct sl_loaded *l = open_scenario("scenarios/quickstart.json", sets, 3);
    struct sl_campus *c = &l->campus;
    struct sl_jobs *jobs = &c->jobs;
    const int64_t second = SL_NS_PER_S;
    run_until(l, 20 * second);
    assert_true(fabs(sl_balance_residuals(&c->balance, c).accelerator_hours) < 1e-12);
    size_t held = 0, idle = 0;
    while (jobs->free_ns[held] != SL_NEVER) held++;
    while (jobs->owner[idle] >= 0) idle++;
    int64_t *const times[] = {&jobs->free_ns[idle], &jobs->taken_ns[held], &jobs->states[0].start_ns,
                              &jobs->states[0].free_ns, &jobs->states[1].start_ns};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        *times[i] += second;
        assert_true(sl_balance_residuals(&c->balance, c).accelerator_hours > 0.9 / 2560);
        *times[i] -= second;
    }
    jobs->free_ns[held] = 19 * second; /* given back behind the job's back */
    assert_true(sl_balance_residuals(&c->balance, c).accelerator_hours > 1e-4);
    close_scenario(l);
}

/* Two campuses in one process, stepped in turn, equal two stepped alone, to the last bit of every state block. */
static void campuses_do_not_know_of_each_other(void **state)
{
    (void)state;
    const char *sets[] = {"time.duration_s=12"};
    struct sl_loaded *a = open_scenario("scenarios/quickstart.json", sets, 1);
    const char *other[] = {"time.duration_s=12", "events=[]"};
    struct sl_loaded *b = open_scenario("scenarios/weak_grid.json", other, 2);
    struct sl_loaded *alone = open_scenario("scenarios/quickstart.json", sets, 1);
    for (int64_t ta = 0, tb = 0; ta < 12 * SL_NS_PER_S;) {
        assert_int_equal(sl_engine_period(&a->campus, NULL, ta, &ta, NULL), 0);
        assert_int_equal(sl_engine_period(&b->campus, NULL, tb, &tb, NULL), 0);
    }
    run_until(alone, 12 * SL_NS_PER_S);
    assert_int_equal(a->campus.state.count, alone->campus.state.count);
    for (size_t i = 0; i < a->campus.state.count; i++) {
        const struct sl_state_block *x = &a->campus.state.blocks[i], *y = &alone->campus.state.blocks[i];
        assert_string_equal(x->name, y->name);
        if (memcmp(x->base, y->base, x->size * x->count) != 0) fail_msg("block %s differs", x->name);
    }
    close_scenario(a);
    close_scenario(b);
    close_scenario(alone);
}

/* power.md row 6 through the chain: racks on the mains at 0.7 pu draw the same power, so the current is 1/0.7. */
static void constant_power_raises_the_current_in_a_dip(void **state)
{
    (void)state;
    const char *sets[] = {
        "workload.jobs=[]", "time.duration_s=1", "grid={\"model\":\"stiff\"}",
        "events=[{\"at_s\":0.5,\"type\":\"voltage_dip\",\"residual_pu\":0.7,\"duration_ms\":200}]"};
    struct sl_loaded *l = open_scenario("scenarios/quickstart.json", sets, 4);
    struct sl_campus *c = &l->campus;
    run_until(l, SL_NS_PER_S / 2);
    double before_a = c->sources.out.current_a, before_w = c->racks.out.it_w,
           s_va = hypot(c->sources.out.p_w, c->sources.out.q_var);
    int64_t t = SL_NS_PER_S / 2;
    assert_int_equal(sl_engine_period(c, NULL, t, &t, NULL), 0);
    NEAR(c->sources.out.v_pu, 0.7, 1e-9);
    NEAR(c->racks.out.it_w, before_w, 1e-6 * before_w);
    /* the campus' own losses change a little with its current; the law itself is exact */
    NEAR(c->sources.out.current_a / before_a, 1.4286 * hypot(c->sources.out.p_w, c->sources.out.q_var) / s_va,
         1e-4);
    close_scenario(l);
}

/* 64 accelerators of two racks, each by itself, add up to the racks' sum in every step, without noise: over start, skew,
 * checkpoints, an abort, a job that takes the servers over, and one that leaves half a server idle. */
static void chosen_accelerators_add_up(void **state)
{
    (void)state;
    char chosen[512] = "record.accelerators=[0";
    for (int i = 1; i < 64; i++) sprintf(chosen + strlen(chosen), ",%d", i);
    strcat(chosen, "]");
    const char *sets[] = {"fleet.racks_per_hall=2",
                          "fleet.rack.accelerator.noise_fraction=0",
                          "time.duration_s=30",
                          chosen,
                          "workload.jobs=[{\"name\":\"a\",\"accelerators\":64,\"start_s\":1.2345,\"program\":"
                          "{\"use\":\"llm_dense_70b\"},"
                          "\"checkpoint\":{\"every_s\":4,\"duration_s\":1}},"
                          "{\"name\":\"b\",\"accelerators\":28,\"start_s\":5,\"stop_s\":25,\"program\":{"
                          "\"use\":\"llm_dense_70b\"}}]",
                          "events=[{\"at_s\":12.3456,\"type\":\"job_abort\",\"target\":\"a\"}]"};
    struct sl_loaded *l = open_scenario("scenarios/quickstart.json", sets, 6);
    struct sl_campus *c = &l->campus;
    for (int64_t t = 0; t < 30 * SL_NS_PER_S;) {
        assert_int_equal(sl_engine_period(c, NULL, t, &t, NULL), 0);
        for (size_t k = 0; k < c->load.steps; k++) {
            double sum_w = 0.0, racks_w = 0.0;
            sl_probes_step(&c->probes, &c->load, k);
            for (size_t i = 0; i < c->probes.count; i++) sum_w += c->probes.power_w[i];
            for (size_t b = 0; b < c->layout.blocks; b++)
                racks_w += c->load.block_accelerator_w[b * c->load.steps + k];
            if (fabs(sum_w - racks_w) > 1e-9 * racks_w)
                fail_msg("%.9f s: %.9f W of %.9f W", (double)t * 1e-9, sum_w, racks_w);
        }
    }
    close_scenario(l);
}

/* Losses of two jobs that share a hall, whole iterations of 1.2 and 0.5 s, which do not beat. means: without the swing. */
static void losses_of(const char *time, bool means, double loss_j[4])
{
    const char *sets[] = {
        time,
        "fleet={\"halls\":2,\"racks_per_hall\":32,\"rack\":{\"use\":\"h100_8gpu\"}}",
        "fleet.rack.accelerator.noise_fraction=0",
        "workload.jobs=[{\"name\":\"a\",\"accelerators\":1400,\"program\":{\"model\":\"iteration\","
        "\"iteration_s\":1.2,"
        "\"exposed_power_fraction\":0.2,\"exposed_time_fraction\":0.4,\"rank_skew_ms\":0}},"
        "{\"name\":\"b\",\"accelerators\":600,\"program\":{\"model\":\"iteration\",\"iteration_s\":0.5,"
        "\"exposed_power_fraction\":0.2,\"exposed_time_fraction\":0.5,\"rank_skew_ms\":0}}]",
        "power={\"main_transformer\":{\"rated_power_mva\":4,\"count\":1},"
        "\"unit_transformer\":{\"rated_power_mva\":2,\"count\":1},\"ups\":{\"use\":\"double_conversion_"
        "1m5w\"}}",
        "storage=[]",
        "grid={\"model\":\"stiff\"}",
        "events=[]",
        "record={}"};
    struct sl_loaded *l = open_scenario("scenarios/quickstart.json", sets, sizeof sets / sizeof sets[0]);
    struct sl_campus *c = &l->campus;
    if (means) c->path.jobs = 0;
    run_until(l, c->duration_ns);
    for (int i = 0; i < 4; i++)
        loss_j[i] = sl_balance_energy_j(&c->balance, (enum sl_ledger_item)(SL_LEDGER_PSU_LOSS + i));
    assert_true(worst_residual(c) < 1e-9);
    close_scenario(l);
}

/* performance.md 11: a program of means misses the losses of the swing; with it planning is near a dynamic run. */
static void planning_loses_what_a_dynamic_run_loses(void **state)
{
    (void)state;
    double dynamic_j[4], planning_j[4], means_j[4];      /* PSU, UPS, transformers, distribution */
    const double within[] = {0.01, 0.005, 0.005, 0.005}; /* left: bent PSU curve, voltage that swings along */
    losses_of("time={\"duration_s\":60,\"step_ms\":10}", false, dynamic_j);
    losses_of("time={\"duration_s\":60,\"step_s\":10}", false, planning_j);
    losses_of("time={\"duration_s\":60,\"step_s\":10}", true, means_j);
    for (int i = 0; i < 4; i++) NEAR(planning_j[i], dynamic_j[i], within[i] * dynamic_j[i]);
    assert_true(means_j[3] < 0.95 * dynamic_j[3] && means_j[2] < 0.98 * dynamic_j[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undisturbed_run_is_flat),
        cmocka_unit_test(resuming_at_the_start_changes_nothing),
        cmocka_unit_test(ledgers_close_and_notice_a_loss),
        cmocka_unit_test(accelerator_hours_close_and_notice_a_loss),
        cmocka_unit_test(campuses_do_not_know_of_each_other),
        cmocka_unit_test(constant_power_raises_the_current_in_a_dip),
        cmocka_unit_test(chosen_accelerators_add_up),
        cmocka_unit_test(planning_loses_what_a_dynamic_run_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
