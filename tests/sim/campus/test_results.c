#include "sim/campus/results.h"

#include "models/base/time.h"

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
#define HOUR (3600 * S)

/* A campus of which only what the results ask for is there: ledgers, extremes, no jobs. */
struct bench {
    struct sl_storage_state bucket;
    struct sl_campus c;
    struct sl_accelerator_params accelerator;
    struct sl_result r[SL_RESULTS_MAX];
    size_t count;
};

static void item_set(struct bench *b, enum sl_ledger_item item, double joule)
{
    b->c.balance.energy_j[item] = (struct sl_sum){joule, 0.0};
}

/* What goes in and what is used agree: 90 + 20 + 10 - 5 = 115 = 100 + 5 + 4 + 1 + 4 + 1 MJ. */
static struct bench *bench_new(void)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->accelerator = (struct sl_accelerator_params){.accelerators_per_server = 4, .servers_per_rack = 2};
    const struct sl_jobs_config config = {
        .layout = sl_layout_of(1, 1, 2), .accelerator = &b->accelerator, .seed = 1};
    assert_int_equal(sl_jobs_init(&b->c.jobs, &config, NULL), 0);
    b->c.sources.assessed = true;
    b->c.cooling.present = true;
    item_set(b, SL_LEDGER_NET_IMPORT, 90e6);
    item_set(b, SL_LEDGER_IMPORT, 93e6);
    item_set(b, SL_LEDGER_EXPORT, 3e6);
    item_set(b, SL_LEDGER_SOLAR, 20e6);
    item_set(b, SL_LEDGER_WIND, 10e6);
    item_set(b, SL_LEDGER_STORAGE, -5e6);
    b->bucket.energy_j = 3e6;
    b->c.site.storage_count = 1;
    b->c.site.storage_state = &b->bucket;
    item_set(b, SL_LEDGER_STORAGE_LOSS, 2e6);
    item_set(b, SL_LEDGER_IT, 100e6);
    item_set(b, SL_LEDGER_ACCELERATOR, 70e6);
    item_set(b, SL_LEDGER_OVERHEAD, 25e6);
    item_set(b, SL_LEDGER_PSU_LOSS, 5e6);
    item_set(b, SL_LEDGER_UPS_LOSS, 5e6);
    item_set(b, SL_LEDGER_TRANSFORMER_LOSS, 4e6);
    item_set(b, SL_LEDGER_DISTRIBUTION_LOSS, 1e6);
    item_set(b, SL_LEDGER_COOLING, 4e6);
    item_set(b, SL_LEDGER_AUXILIARY, 1e6);
    b->c.cooling.ledger.water_kg.sum = 50.0;
    return b;
}

static void bench_free(struct bench *b)
{
    sl_jobs_free(&b->c.jobs);
    free(b);
}

static double value_of(struct bench *b, int64_t t_ns, const char *name)
{
    b->count = sl_results_scalars(&b->c, t_ns, b->r);
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->r[i].name, name) == 0) return sl_results_value(b->r, b->count, name);
    fail_msg("no \"%s\"", name);
    return 0.0;
}

static void energies_are_those_of_the_ledger(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    const struct {
        const char *name;
        double value;
    } cases[] = {{"simulated_time", 60},
                 {"net_import_energy", 90e6},
                 {"import_energy", 93e6},
                 {"export_energy", 3e6},
                 {"solar_energy", 20e6},
                 {"wind_energy", 10e6},
                 {"storage_energy", -5e6},
                 {"storage_loss_energy", 2e6},
                 {"it_energy", 100e6},
                 {"accelerator_energy", 70e6},
                 {"server_overhead_energy", 25e6},
                 {"psu_loss_energy", 5e6},
                 {"ups_loss_energy", 5e6},
                 {"transformer_loss_energy", 4e6},
                 {"distribution_loss_energy", 1e6},
                 {"cooling_energy", 4e6},
                 {"auxiliary_energy", 1e6},
                 {"facility_energy", 115e6},
                 {"water", 50}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        NEAR(value_of(b, 60 * S, cases[i].name), cases[i].value, 1e-6);
    bench_free(b);
}

/* ISO/IEC 30134-2: all energy of the site over that of IT, here with what storage loses, 117/100; -9: litres a kWh, 50
 * over 100/3.6. Neither below an hour, nor without the cooling. */
static void ratios_need_an_hour_and_cooling(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    NEAR(value_of(b, HOUR, "pue"), 1.17, 1e-12);
    NEAR(value_of(b, HOUR, "wue"), 50 / (100 / 3.6), 1e-12);
    assert_true(isnan(value_of(b, HOUR - S, "pue")) && isnan(value_of(b, HOUR - S, "wue")));
    b->c.cooling.present = false;
    assert_true(isnan(value_of(b, HOUR, "pue")) && isnan(value_of(b, HOUR, "wue")));
    bench_free(b);
}

/* Without a grid section nobody knows the voltage, in a planning run nobody the frequency: not a number, no verdict. */
static void what_a_run_cannot_show_is_not_a_number(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    b->c.monitors.voltage_min = (struct sl_extreme){0.91, 7 * S};
    b->c.monitors.frequency_min = (struct sl_extreme){59.7, 8 * S};
    b->c.monitors.import_max = (struct sl_extreme){5e6, 9 * S};
    NEAR(value_of(b, S, "voltage_min"), 0.91, 0.0);
    NEAR(value_of(b, S, "voltage_min_at"), 7.0, 1e-12);
    NEAR(value_of(b, S, "frequency_min"), 59.7, 0.0);
    NEAR(value_of(b, S, "import_max"), 5e6, 0.0);
    NEAR(value_of(b, S, "import_max_at"), 9.0, 1e-12);
    b->c.planning = true;
    NEAR(value_of(b, S, "voltage_min"), 0.91, 0.0);
    assert_true(isnan(value_of(b, S, "frequency_min")) && isnan(value_of(b, S, "frequency_max")));
    b->c.sources.assessed = false;
    assert_true(isnan(value_of(b, S, "voltage_min")) && isnan(value_of(b, S, "voltage_max")));
    NEAR(value_of(b, S, "import_max"), 5e6, 0.0);
    b->c.site.storage_count = 0;
    assert_true(isnan(value_of(b, S, "storage_soc_min")) && isnan(value_of(b, S, "storage_cut_time")));
    b->c.site.storage_count = 1;
    b->c.monitors.soc_min = 0.25;
    b->c.monitors.storage_cut_ns = 3 * S;
    NEAR(value_of(b, S, "storage_soc_min"), 0.25, 0.0);
    NEAR(value_of(b, S, "storage_cut_time"), 3.0, 1e-12);
    bench_free(b);
}

/* Ledgers that agree leave nothing; 1 MJ that goes missing is told over its scale. */
static void residuals_tell_what_is_missing(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    const char *names[] = {"residual_electrical", "residual_server", "residual_storage"};
    for (int i = 0; i < 3; i++) NEAR(value_of(b, S, names[i]), 0.0, 1e-15);
    item_set(b, SL_LEDGER_TRANSFORMER_LOSS, 3e6);
    NEAR(fabs(value_of(b, S, "residual_electrical")), 1.0 / 114.0, 1e-12);
    item_set(b, SL_LEDGER_PSU_LOSS, 4e6);
    NEAR(fabs(value_of(b, S, "residual_server")), 1.0 / 100.0, 1e-12);
    item_set(b, SL_LEDGER_STORAGE_LOSS, 1e6);
    NEAR(fabs(value_of(b, S, "residual_storage")), 1.0 / 6.0, 1e-12); /* over what went in and the loss */
    bench_free(b);
}

static void names_stand_once_and_unknown_ones_are_not_a_number(void **state)
{
    (void)state;
    struct bench *b = bench_new();
    size_t n = sl_results_scalars(&b->c, S, b->r);
    assert_true(n > 40 && n < SL_RESULTS_MAX); /* at the limit one would have been dropped */
    for (size_t i = 0; i < n; i++) {
        assert_true(b->r[i].name[0] && b->r[i].unit[0] && b->r[i].long_name[0]);
        for (size_t j = 0; j < i; j++) assert_string_not_equal(b->r[i].name, b->r[j].name);
    }
    assert_true(isnan(sl_results_value(b->r, n, "nonsense")));
    assert_true(isnan(sl_results_value(b->r, 0, "simulated_time")));
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_are_those_of_the_ledger),
        cmocka_unit_test(ratios_need_an_hour_and_cooling),
        cmocka_unit_test(what_a_run_cannot_show_is_not_a_number),
        cmocka_unit_test(residuals_tell_what_is_missing),
        cmocka_unit_test(names_stand_once_and_unknown_ones_are_not_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
