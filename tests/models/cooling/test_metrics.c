#include "models/cooling/metrics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* IT 20 MW; CDU 211.825, hot water pumps 300, tower pumps 400, towers 250 kW: 1.05809125. */
static void pue_of_parts(void **state)
{
    (void)state;
    struct sl_site_meter meter = {0};
    sl_site_meter_add(&meter, 20e6 + 211.825e3 + 300e3 + 400e3 + 250e3, 20e6, 10.0, 3600);
    assert_true(fabs(sl_site_meter_pue(&meter) - 1.05809125) < 1e-12);
    /* 36,000 kg in 20,000 kWh */
    assert_true(fabs(sl_site_meter_wue_l_per_kwh(&meter) - 1.8) < 1e-12);
}

/* 100 kWh at 1.2 and 900 kWh at 1.05: 1.065, not the mean 1.125. */
static void pue_is_energy_weighted(void **state)
{
    (void)state;
    struct sl_site_meter meter = {0};
    sl_site_meter_add(&meter, 1.2 * 100e3, 100e3, 0, 3600);
    sl_site_meter_add(&meter, 1.05 * 300e3, 300e3, 0, 3 * 3600);
    assert_true(fabs(sl_site_meter_pue(&meter) - 1.065) < 1e-12);
}

static void nothing_metered_is_no_number(void **state)
{
    (void)state;
    struct sl_site_meter meter = {0};
    assert_true(isnan(sl_site_meter_pue(&meter)) && isnan(sl_site_meter_wue_l_per_kwh(&meter)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pue_of_parts),
        cmocka_unit_test(pue_is_energy_weighted),
        cmocka_unit_test(nothing_metered_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
