#include "models/base/units.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static double scale_of(const char *key)
{
    const struct sl_unit *u = sl_unit_of_key(key);
    if (!u) fail_msg("%s has no unit", key);
    return u->scale;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-15 * fabs(b);
}

/* SI Brochure: W h = 3600 J, 1 min = 60 s, 1 d = 86400 s, L = 1e-3 m3. */
static void values_become_si(void **state)
{
    (void)state;
    assert_true(near(scale_of("rated_power_mw"), 1e6));
    assert_true(near(scale_of("module_rated_power_mva"), 1e6));
    assert_true(near(scale_of("capacity_mwh"), 3.6e9));
    assert_true(near(scale_of("capacity_kwh"), 3.6e6));
    assert_true(near(scale_of("kinetic_energy_gws"), 1e9));
    assert_true(near(scale_of("limit_mw_per_min"), 1e6 / 60));
    assert_true(near(scale_of("soc_return_h"), 3600));
    assert_true(near(scale_of("every_d"), 86400));
    assert_true(near(scale_of("skew_us"), 1e-6));
    assert_true(near(scale_of("flow_l_per_min_per_kw"), 1e-3 / 60 / 1e3));
    assert_true(near(scale_of("volume_l_per_kw"), 1e-3 / 1e3));
    assert_true(near(scale_of("mass_kj_per_k_per_kw"), 1.0));
    assert_true(near(scale_of("fan_w_per_kw"), 1e-3));
    assert_true(near(scale_of("energy_usd_per_mwh"), 1.0 / 3.6e9));
    assert_true(near(scale_of("energy_usd_per_kwh"), 1.0 / 3.6e6));
    assert_true(near(scale_of("supply_degc"), 1.0)); /* temperatures stay in degrees Celsius */
}

/* MW/min is no time, m/s neither; what ends in mhz is millihertz. */
static void the_longest_suffix_names_the_unit(void **state)
{
    (void)state;
    assert_string_equal(sl_unit_of_key("limit_mw_per_min")->symbol, "MW/min");
    assert_string_equal(sl_unit_of_key("wait_min")->symbol, "min");
    assert_string_equal(sl_unit_of_key("cut_out_m_per_s")->symbol, "m/s");
    assert_string_equal(sl_unit_of_key("heat_loss_w_per_m2_k")->symbol, "W/(m2 K)");
    assert_string_equal(sl_unit_of_key("deadband_mhz")->quantity, "frequency");
    assert_true(near(scale_of("deadband_mhz"), 1e-3));
}

/* A unit needs an underscore and a word before it. */
static void words_that_end_like_units_have_none(void **state)
{
    (void)state;
    const char *plain[] = {
        "", "s", "mw", "_mw", "racks", "name", "halls", "servers_per_rack", "power_factor", "mw_"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) assert_null(sl_unit_of_key(plain[i]));
}

/* Each row is found by its own suffix, and a suffix stands once. */
static void every_row_is_reachable(void **state)
{
    (void)state;
    size_t count = 0;
    for (const struct sl_unit *u = sl_units; u->suffix; u++, count++) {
        char key[64] = "quantity_";
        strcat(key, u->suffix);
        assert_ptr_equal(sl_unit_of_key(key), u);
        assert_true(u->scale > 0.0 && u->symbol[0] && u->quantity[0]);
    }
    assert_true(count > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_become_si),
        cmocka_unit_test(the_longest_suffix_names_the_unit),
        cmocka_unit_test(words_that_end_like_units_have_none),
        cmocka_unit_test(every_row_is_reachable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
