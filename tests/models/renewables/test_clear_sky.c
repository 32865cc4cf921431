#include "models/renewables/clear_sky.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* Test values of pvlib by elevation. */
static void haurwitz(void **state)
{
    (void)state;
    const double row[][2] = {{5, 48.6298687941956},
                             {10, 135.741748091813},
                             {30, 487.894132885425},
                             {50, 778.766689344363},
                             {90, 1035.09203253450}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_near(sl_clear_sky_haurwitz_w_per_m2(90 - row[i][0]), row[i][1], 1e-9);
    assert_true(sl_clear_sky_haurwitz_w_per_m2(95) == 0.0);
}

static void assert_sky(struct sl_irradiance sky, double ghi, double dni, double dhi)
{
    assert_near(sky.ghi_w_per_m2, ghi, 1e-8);
    assert_near(sky.dni_w_per_m2, dni, 1e-8);
    assert_near(sky.dhi_w_per_m2, dhi, 1e-8);
}

/* Test values of pvlib: zenith, air mass, turbidity 3, altitude, extraterrestrial 1364 W/m2. */
static void ineichen(void **state)
{
    (void)state;
    assert_sky(sl_clear_sky_ineichen(10, 1, 3, 0, 1364), 1038.159219497756, 942.2081860378344,
               110.26529293612793);
    assert_sky(sl_clear_sky_ineichen(60, 1.995, 3, 0, 1364), 469.583716906, 787.707048163, 75.730192825);
    assert_sky(sl_clear_sky_ineichen(60, 1.995, 3, 1500, 1364), 487.525518332, 819.725416271, 77.662810196);
    assert_sky(sl_clear_sky_ineichen(91, 0, 3, 0, 1364), 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(haurwitz), cmocka_unit_test(ineichen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
