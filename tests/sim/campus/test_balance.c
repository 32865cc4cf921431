#include "sim/campus/balance.h"

#include "models/base/time.h"
#include "sim/campus/campus.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))
#define S SL_NS_PER_S

/* One rack of two servers of 4 accelerators: 1000 W for the rack, 200 W a server, 0.1 of the accelerators' power. */
static struct sl_campus *campus_new(void)
{
    struct sl_campus *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->rack.accelerator = (struct sl_accelerator_params){.accelerators_per_server = 4,
                                                         .servers_per_rack = 2,
                                                         .server_base_w = 200,
                                                         .server_overhead_fraction = 0.1,
                                                         .rack_base_w = 1000};
    c->layout = sl_layout_of(1, 1, 2);
    const struct sl_jobs_config config = {
        .layout = c->layout, .accelerator = &c->rack.accelerator, .seed = 1};
    assert_int_equal(sl_jobs_init(&c->jobs, &config, NULL), 0);
    sl_balance_init(&c->balance, c);
    return c;
}

static void campus_free(struct sl_campus *c)
{
    sl_jobs_free(&c->jobs);
    free(c);
}

/* Each item is its own stage's power times the step: numbers that differ. */
static void items_are_the_stages_powers(void **state)
{
    (void)state;
    struct sl_campus *c = campus_new();
    c->sources.out.p_w = -7.0; /* export */
    c->site.out.solar_w = 11.0;
    c->site.out.wind_w = 13.0;
    c->site.out.storage_w = 17.0;
    c->site.out.storage_loss_w = 23.0;
    c->racks.out.it_w = 29.0;
    c->racks.out.accelerator_w = 31.0;
    c->racks.out.psu_loss_w = 37.0;
    c->path.out.ups_loss_w = 41.0;
    c->path.out.transformer_loss_w = 43.0;
    c->path.out.distribution_loss_w = 47.0;
    c->cooling.out.cooling_power_w = 53.0;
    c->path.out.auxiliary_w = 59.0;
    for (int i = 0; i < 4; i++) sl_balance_step(&c->balance, c, 0.25);
    c->sources.out.p_w = 5.0; /* and import: 2 s of it */
    sl_balance_step(&c->balance, c, 2.0);
    const double expected[SL_LEDGER_ITEMS] = {
        [SL_LEDGER_NET_IMPORT] = -7 + 10,
        [SL_LEDGER_IMPORT] = 10,
        [SL_LEDGER_EXPORT] = 7,
        [SL_LEDGER_SOLAR] = 3 * 11,
        [SL_LEDGER_WIND] = 3 * 13,
        [SL_LEDGER_STORAGE] = 3 * 17,
        [SL_LEDGER_STORAGE_LOSS] = 3 * 23,
        [SL_LEDGER_IT] = 3 * 29,
        [SL_LEDGER_ACCELERATOR] = 3 * 31,
        [SL_LEDGER_OVERHEAD] = 3 * (1000 + 2 * 200 + 0.1 * 31), /* for the racks and servers, busy or not */
        [SL_LEDGER_PSU_LOSS] = 3 * 37,
        [SL_LEDGER_UPS_LOSS] = 3 * 41,
        [SL_LEDGER_TRANSFORMER_LOSS] = 3 * 43,
        [SL_LEDGER_DISTRIBUTION_LOSS] = 3 * 47,
        [SL_LEDGER_COOLING] = 3 * 53,
        [SL_LEDGER_AUXILIARY] = 3 * 59};
    for (int i = 0; i < SL_LEDGER_ITEMS; i++)
        NEAR(sl_balance_energy_j(&c->balance, (enum sl_ledger_item)i), expected[i], 1e-9);
    campus_free(c);
}

/* 1e7 steps of 0.1 J are 1e6 J to the last digit: a plain sum would be 1.6e-4 off. */
static void long_runs_keep_their_digits(void **state)
{
    (void)state;
    struct sl_campus *c = campus_new();
    c->site.out.solar_w = 100.0;
    for (int i = 0; i < 10000000; i++) sl_balance_step(&c->balance, c, 0.001);
    NEAR(sl_balance_energy_j(&c->balance, SL_LEDGER_SOLAR), 1e6, 1e-9);
    campus_free(c);
}

/* A measured rack tells its power behind the supplies: the overhead is what the accelerators do not take. */
static void replay_leaves_the_rest_to_the_servers(void **state)
{
    (void)state;
    struct sl_campus *c = campus_new();
    struct sl_series series = {0};
    c->replay = &series;
    c->racks.out.it_delivered_w = 900.0;
    c->racks.out.accelerator_w = 650.0;
    sl_balance_step(&c->balance, c, 2.0);
    NEAR(sl_balance_energy_j(&c->balance, SL_LEDGER_OVERHEAD), 500.0, 1e-9);
    campus_free(c);
}

/* 8 J came from the bus, 2 J were lost, two buckets hold 5 J and 1 J more: nothing is missing. With 1 J less in a bucket
 * a tenth of the 8 + 2 J is. */
static void storage_is_held_against_its_buckets(void **state)
{
    (void)state;
    struct sl_campus *c = campus_new();
    struct sl_storage_state buckets[2] = {{.start_j = 10.0, .energy_j = 15.0},
                                          {.start_j = 7.0, .energy_j = 8.0}};
    c->site.storage_count = 2;
    c->site.storage_state = buckets;
    c->site.out.storage_w = -8.0;
    c->site.out.storage_loss_w = 2.0;
    sl_balance_step(&c->balance, c, 1.0);
    NEAR(sl_balance_residuals(&c->balance, c).storage, 0.0, 1e-15);
    buckets[1].energy_j = 7.0;
    NEAR(sl_balance_residuals(&c->balance, c).storage, 0.1, 1e-15);
    campus_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_the_stages_powers),
        cmocka_unit_test(long_runs_keep_their_digits),
        cmocka_unit_test(storage_is_held_against_its_buckets),
        cmocka_unit_test(replay_leaves_the_rest_to_the_servers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
