#include "sim/campus/cooling.h"

#include "models/base/time.h"
#include "sim/scenario/scenario.h"
#include "tests/models/defaults.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(A, B, TOLERANCE) assert_true(fabs((A) - (B)) <= (TOLERANCE))

#define S SL_NS_PER_S
#define MS SL_NS_PER_MS

static const struct sl_weather_params warm = {
    .dry_bulb_degc = 30, .wet_bulb_degc = 20, .wind_speed_m_per_s = 3};

struct bench {
    struct sl_cooling_section section;
    struct sl_weather weather;
    struct sl_cooling_stage stage;
};

/* 10 MW of design heat, of which 5 are there. */
static void bench_init(struct bench *b, bool present, double interval_s, int64_t period_ns)
{
    struct sl_calendar calendar = {0};
    struct sl_error err = {0};
    *b = (struct bench){0};
    defaults_fill(&sl_cooling_table, &b->section.plant);
    b->section.plant.interval_s = interval_s;
    const struct sl_heat heat = {4.8e6, 0.2e6, 900};
    assert_int_equal(sl_weather_init(&b->weather, &warm, NULL, 0.0, &calendar, S, NULL), 0);
    if (sl_cooling_stage_init(&b->stage, &b->section, present, 10e6, &heat, &b->weather, period_ns, &err))
        fail_msg("%s", err.text);
}

/* The plant's own interval, but whole control periods, and at least one. */
static void the_interval_is_whole_periods(void **state)
{
    (void)state;
    const struct {
        double interval_s;
        int64_t period_ns, expected_ns;
    } cases[] = {{1.0, 100 * MS, S},
                 {1.0, 300 * MS, 1200 * MS},
                 {1.0, S, S},
                 {1.0, 60 * S, 60 * S},
                 {2.5, 2 * S, 4 * S}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        bench_init(&b, true, cases[i].interval_s, cases[i].period_ns);
        assert_true(b.stage.interval_ns == cases[i].expected_ns);
        sl_weather_free(&b.weather);
    }
}

/* Settled: the same heat changes nothing. */
static void an_undisturbed_plant_is_flat(void **state)
{
    (void)state;
    struct bench b;
    const struct sl_heat heat = {4.8e6, 0.2e6, 900};
    bench_init(&b, true, 1.0, 100 * MS);
    const struct sl_cooling_output start = b.stage.out;
    assert_true(start.cooling_power_w > 0.0);
    for (int64_t t = 100 * MS; t <= 60 * S; t += 100 * MS) {
        for (int k = 0; k < 100; k++) sl_cooling_stage_gather(&b.stage, &heat, 1e-3);
        sl_cooling_stage_step(&b.stage, &b.weather, t);
    }
    NEAR(b.stage.out.cooling_power_w, start.cooling_power_w, 1e-6 * start.cooling_power_w);
    NEAR(b.stage.out.coolant_supply_degc, start.coolant_supply_degc, 1e-6);
    NEAR(b.stage.out.accelerator_max_degc, start.accelerator_max_degc, 1e-6);
    sl_weather_free(&b.weather);
}

/* Over an interval the plant sees the mean heat and the hottest accelerator, and holds its power until then: heat of
 * 4 + k MW in the steps k = 0 to 9 of 0.2 s is 8.5 MW. */
static void the_plant_sees_means_and_the_hottest(void **state)
{
    (void)state;
    struct bench b;
    bench_init(&b, true, 2.0, 200 * MS);
    const struct sl_cooling_output start = b.stage.out;
    for (int k = 0; k < 10; k++) {
        const struct sl_heat heat = {(4.0 + k) * 1e6, 0.1e6 * k, k == 3 ? 1100 : 800};
        assert_memory_equal(&b.stage.out, &start, sizeof start);
        sl_cooling_stage_gather(&b.stage, &heat, 0.2);
        sl_cooling_stage_step(&b.stage, &b.weather, (k + 1) * 200 * MS);
    }
    NEAR(b.stage.out.heat_it_w, 8.5e6, 1e-3);
    NEAR(b.stage.out.heat_other_w, 0.45e6, 1e-3);
    /* liquid cooling: R P above the mean of coolant supply and return (plant.h) */
    double around_degc = 0.5 * (b.stage.out.coolant_supply_degc + b.stage.out.coolant_return_degc);
    NEAR(b.stage.out.accelerator_max_degc - around_degc,
         1100 * b.section.plant.accelerator_resistance_k_per_w, 1e-9);
    assert_true(b.stage.gather.it_j == 0.0 && b.stage.gather.hottest_w == 0.0 &&
                b.stage.gather.since_ns == 2 * S);
    NEAR(sl_sum_of(&b.stage.ledger.rejected_j) + sl_sum_of(&b.stage.ledger.stored_j),
         sl_sum_of(&b.stage.ledger.heat_in_j), 1e-3);
    NEAR(sl_sum_of(&b.stage.ledger.heat_in_j),
         2 * (8.95e6 + b.stage.out.heat_pump_w + b.stage.out.heat_fan_w), 1e-2);
    sl_weather_free(&b.weather);
}

/* The end of the run ends an interval too, whatever is left of it: 3 s of an interval of 10 s at 5 MW; once. */
static void the_last_interval_counts(void **state)
{
    (void)state;
    struct bench b;
    const struct sl_heat heat = {4.8e6, 0.2e6, 900};
    bench_init(&b, true, 10.0, S);
    for (int k = 1; k <= 3; k++) {
        sl_cooling_stage_gather(&b.stage, &heat, 1.0);
        sl_cooling_stage_step(&b.stage, &b.weather, k * S);
    }
    assert_true(sl_sum_of(&b.stage.ledger.electric_j) == 0.0);
    for (int i = 0; i < 2; i++) sl_cooling_stage_end(&b.stage, &b.weather, 3 * S);
    NEAR(sl_sum_of(&b.stage.ledger.electric_j), 15e6, 1e-3);
    sl_weather_free(&b.weather);
}

/* Heat and water over an hour of swings: 1e-12 of what went in. */
static void ledgers_close(void **state)
{
    (void)state;
    struct bench b;
    bench_init(&b, true, 5.0, S);
    double it_j = 0.0, hall_j = 0.0;
    for (int k = 1; k <= 3600; k++) {
        const struct sl_heat heat = {5e6 + 4e6 * sin(k * 0.05), 0.2e6 + 0.1e6 * cos(k * 0.31), 900};
        it_j += heat.it_w;
        hall_j += heat.hall_loss_w;
        sl_cooling_stage_gather(&b.stage, &heat, 1.0);
        sl_cooling_stage_step(&b.stage, &b.weather, k * S);
    }
    const struct sl_cooling_ledger *l = &b.stage.ledger;
    double in_j = sl_sum_of(&l->heat_in_j), water_kg = sl_sum_of(&l->water_kg);
    assert_true(in_j > it_j + hall_j); /* pumps and fans heat too */
    NEAR(sl_sum_of(&l->rejected_j) + sl_sum_of(&l->stored_j), in_j, 1e-12 * in_j);
    assert_true(water_kg > 0.0);
    NEAR(sl_sum_of(&l->evaporation_kg) + sl_sum_of(&l->blowdown_kg) + sl_sum_of(&l->drift_kg), water_kg,
         1e-12 * water_kg);
    /* 2430 kJ/kg evaporate at most what the heat can: 0.41 kg a MJ */
    assert_true(sl_sum_of(&l->evaporation_kg) < 0.45e-6 * in_j &&
                sl_sum_of(&l->evaporation_kg) > 0.2e-6 * in_j);
    sl_weather_free(&b.weather);
}

static void without_cooling_only_the_weather_is_told(void **state)
{
    (void)state;
    struct bench b;
    bench_init(&b, false, 1.0, S);
    const struct sl_heat heat = {4.8e6, 0.2e6, 900};
    for (int k = 1; k <= 3; k++) {
        assert_true(b.stage.out.outdoor_dry_bulb_degc == 30 && b.stage.out.outdoor_wet_bulb_degc == 20);
        assert_true(isnan(b.stage.out.coolant_supply_degc) && isnan(b.stage.out.accelerator_max_degc));
        assert_true(b.stage.out.cooling_power_w == 0.0);
        sl_cooling_stage_gather(&b.stage, &heat, 1.0);
        sl_cooling_stage_step(&b.stage, &b.weather, k * S);
    }
    assert_true(sl_sum_of(&b.stage.ledger.heat_in_j) == 0.0);
    sl_weather_free(&b.weather);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_is_whole_periods),
        cmocka_unit_test(an_undisturbed_plant_is_flat),
        cmocka_unit_test(the_plant_sees_means_and_the_hottest),
        cmocka_unit_test(the_last_interval_counts),
        cmocka_unit_test(ledgers_close),
        cmocka_unit_test(without_cooling_only_the_weather_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
