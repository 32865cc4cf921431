#include "sim/campus/site.h"

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

struct bench {
    struct sl_scenario s;
    struct sl_storage_params storage[2];
    struct sl_solar_params solar[2];
    struct sl_wind_params wind[2];
    struct sl_weather weather;
    struct sl_site site;
};

/* 2027-07-15, midnight at 97 degrees west is 06:28 UTC. */
#define NIGHT_UTC_NS (INT64_C(1815632880) * S)

static const struct sl_weather_params windy = {
    .dry_bulb_degc = 15, .wet_bulb_degc = 10, .wind_speed_m_per_s = 12};

static struct sl_storage_params lossless(double power_w, double capacity_j)
{
    struct sl_storage_params p;
    defaults_fill(&sl_storage_table, &p);
    p.rated_power_w = p.rated_apparent_va = power_w;
    p.capacity_j = capacity_j;
    p.charge_efficiency = p.discharge_efficiency = 1.0;
    p.idle_loss_fraction = 0.0;
    return p;
}

static void bench_init(struct bench *b, size_t storages, size_t solars, size_t winds)
{
    b->s.site.latitude_deg = 32.9;
    b->s.site.longitude_deg = -97.0;
    b->s.storage = (struct sl_list){b->storage, storages};
    b->s.renewables.solar = (struct sl_list){b->solar, solars};
    b->s.renewables.wind = (struct sl_list){b->wind, winds};
    struct sl_calendar calendar = {0};
    assert_int_equal(sl_weather_init(&b->weather, &windy, NULL, 0.0, &calendar, S, NULL), 0);
    assert_int_equal(sl_site_init(&b->site, &b->s, NIGHT_UTC_NS, NULL), 0);
}

static void bench_free(struct bench *b)
{
    sl_site_free(&b->site);
    sl_weather_free(&b->weather);
}

/* Alike turbines whose hub is where the wind is measured, without losses, and whose curve is a straight line to rated
 * power at 15 m/s: 12 m/s give 0.8 of it. */
static struct sl_wind_params plain_wind(double rated_w)
{
    return (struct sl_wind_params){.rated_power_w = rated_w,
                                   .power_curve = {.count = 2, .x = {5, 15}, .y = {0.1, 1.1}},
                                   .interpolation = SL_WIND_LINEAR,
                                   .cut_out_m_per_s = 25,
                                   .restart_m_per_s = 22,
                                   .hub_height_m = 10,
                                   .measured_height_m = 10,
                                   .roughness_m = 0.1,
                                   .hellman_exponent = (double)NAN};
}

static void plants_add_up(void **state)
{
    (void)state;
    struct bench b = {0};
    b.wind[0] = plain_wind(10e6);
    b.wind[1] = plain_wind(20e6);
    defaults_fill(&sl_solar_table, &b.solar[0]);
    b.solar[0].rated_power_w = 5e6;
    b.solar[1] = b.solar[0];
    b.solar[1].rated_power_w = 7e6;
    bench_init(&b, 0, 2, 2);
    sl_site_period(&b.site, &b.weather, 0, 60 * S);
    NEAR(b.site.out.wind_w, 0.8 * 30e6, 1e-6);
    assert_true(b.site.out.wind_available_w == b.site.out.wind_w);
    assert_true(b.site.out.solar_w == 0.0); /* midnight */
    NEAR(sl_site_injection_w(&b.site), 24e6, 1e-6);
    int64_t noon_ns = 12 * 3600 * S; /* later: noon by the Sun, high in July */
    sl_site_period(&b.site, &b.weather, noon_ns, noon_ns + 60 * S);
    assert_true(b.site.out.solar_w > 0.6 * 12e6 && b.site.out.solar_w <= 12e6);
    /* the same plant alone, by hand */
    struct sl_place place = {.latitude_deg = 32.9, .longitude_deg = -97.0, .altitude_m = 0.0};
    struct sl_solar_weather sky = {(double)NAN, (double)NAN, (double)NAN, 15, 12};
    struct sl_solar_plant plant;
    struct sl_solar_state plant_state;
    sl_solar_plant_init(&plant, &plant_state, &b.solar[0], &place);
    double alone_w = sl_solar_plant_power(&plant, &plant_state, NIGHT_UTC_NS + noon_ns, 60 * S, &sky);
    NEAR(b.site.out.solar_w, alone_w * 12.0 / 5.0, 1e-6 * alone_w);
    assert_true(b.site.out.solar_available_w == b.site.out.solar_w);
    NEAR(sl_site_injection_w(&b.site), 24e6 + b.site.out.solar_w, 1e-3);
    bench_free(&b);
}

/* Two storages in a chain, each a high pass: the first sees the step of 10 MW, the second what the first let through.
 * The mean of a lag over its first h is (1 - m), m = tau/h (1 - e^(-h/tau)), so the storage gives 10 MW times m. */
static void storages_stand_in_a_chain(void **state)
{
    (void)state;
    struct bench b = {0};
    for (int i = 0; i < 2; i++) {
        b.storage[i] = lossless(20e6, 1e10);
        b.storage[i].has_high_pass = true;
        b.storage[i].high_pass = (struct sl_storage_high_pass){"poi_power", i ? 0.5 : 0.2, 0.5, 0};
    }
    bench_init(&b, 2, 0, 0);
    const double h_s = 0.1, m0 = 2.0 * -expm1(-0.5), m1 = 5.0 * -expm1(-0.2);
    sl_site_settle(&b.site, 30e6);
    sl_site_pass(&b.site, 30e6, 1.0, h_s); /* nothing has happened */
    NEAR(sl_site_injection_w(&b.site), 0.0, 1e-6);
    sl_site_pass(&b.site, 40e6, 1.0, h_s);
    NEAR(b.site.storage_w[0], 10e6 * m0, 1e-3);
    NEAR(b.site.storage_w[1], 10e6 * (1 - m0) * m1, 1e-3);
    double flow_w = 40e6 - sl_site_injection_w(&b.site);
    NEAR(sl_site_flow_error_w(&b.site, flow_w), 0.0, 1e-6);
    NEAR(sl_site_flow_error_w(&b.site, flow_w + 7.0), 7.0, 1e-6);
    sl_site_pass(&b.site, flow_w, 1.0, h_s); /* the import without storage is still 40 MW: the same answer */
    NEAR(b.site.storage_w[0], 10e6 * m0, 1e-3);
    NEAR(b.site.storage_w[1], 10e6 * (1 - m0) * m1, 1e-3);
    sl_site_commit(&b.site, h_s);
    double given_w = 10e6 * m0 + 10e6 * (1 - m0) * m1;
    NEAR(b.site.out.storage_w, given_w, 1e-3);
    NEAR(sl_storage_gained_j(&b.site.storage_state[0]) + sl_storage_gained_j(&b.site.storage_state[1]),
         -given_w * h_s, 1e-3);
    assert_true(b.site.out.storage_loss_w == 0.0);
    NEAR(b.site.out.storage_soc, 0.5 - given_w * h_s / 2e10, 1e-12);
    bench_free(&b);
}

/* Half of a droop of 0.02 pu below the set point asks for half of 20 MVA; and idle losses come from the bus. */
static void reactive_power_and_losses_add_up(void **state)
{
    (void)state;
    struct bench b = {0};
    for (int i = 0; i < 2; i++) {
        b.storage[i] = lossless(20e6, 1e10);
        b.storage[i].idle_loss_fraction = 0.01;
        b.storage[i].has_voltage_control = true;
        b.storage[i].voltage_control = (struct sl_storage_voltage_control){1.0, 0.02};
    }
    bench_init(&b, 2, 0, 0);
    sl_site_settle(&b.site, 30e6);
    sl_site_pass(&b.site, 30e6, 0.99, 1.0);
    NEAR(sl_site_injection_var(&b.site), 20e6, 1e-3);
    NEAR(sl_site_injection_w(&b.site), -0.4e6, 1e-6);
    sl_site_commit(&b.site, 1.0);
    NEAR(b.site.out.storage_var, 20e6, 1e-3);
    NEAR(b.site.out.storage_loss_w, 0.4e6, 1e-6);
    NEAR(sl_storage_gained_j(&b.site.storage_state[0]), 0.0, 1e-6);
    NEAR(b.site.out.storage_soc, 0.5, 1e-15);
    bench_free(&b);
}

static void contradictions_name_the_storage(void **state)
{
    (void)state;
    struct bench b = {0};
    struct sl_error err = {0};
    b.storage[0] = b.storage[1] = lossless(20e6, 1e10);
    b.storage[1].soc_min = 0.9;
    b.s.storage = (struct sl_list){b.storage, 2};
    assert_int_equal(sl_site_init(&b.site, &b.s, 0, &err), SL_ERR_SCENARIO);
    assert_non_null(strstr(err.text, "storage[1]"));
    sl_site_free(&b.site);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plants_add_up),
        cmocka_unit_test(storages_stand_in_a_chain),
        cmocka_unit_test(reactive_power_and_losses_add_up),
        cmocka_unit_test(contradictions_name_the_storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
