#include "models/renewables/irradiance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

static double cosd(double x)
{
    return cos(x * M_PI / 180);
}

/* pvlib: zenith 60, azimuth 240, tilt 30 to the south: 49.494650 degrees. */
static void incidence(void **state)
{
    (void)state;
    assert_near(acos(sl_cos_incidence(60, 240, 30, 180)) * 180 / M_PI, 49.494650, 1e-6);
    assert_near(sl_cos_incidence(30, 180, 30, 180), 1.0, 1e-15);
    assert_true(sl_cos_incidence(80, 0, 60, 180) < 0.0); /* from behind */
}

/* pvlib: global 500 W/m2, zenith 40, day 172 (1321.623593 W/m2): clearness 0.493865. */
static void erbs(void **state)
{
    (void)state;
    struct sl_irradiance sky = sl_decompose_erbs(500, cosd(40), 1321.623592774213);
    assert_near(sky.dni_w_per_m2, 214.185343, 1e-5);
    assert_near(sky.dhi_w_per_m2, 335.924508, 1e-5);
    assert_near(sky.dhi_w_per_m2 + sky.dni_w_per_m2 * cosd(40), 500.0, 1e-12);
    sky = sl_decompose_erbs(20, cosd(88), 1321.6);
    assert_true(sky.dni_w_per_m2 == 0.0 && sky.dhi_w_per_m2 == 20.0);
    sky = sl_decompose_erbs(-3, cosd(40), 1321.6);
    assert_true(sky.ghi_w_per_m2 == 0.0 && sky.dhi_w_per_m2 == 0.0);
    /* very clear: 16.5 % diffuse; very dull: 1 - 0.09 kt */
    assert_near(sl_decompose_erbs(0.85 * 1000, 1.0, 1000).dhi_w_per_m2, 0.165 * 850, 1e-12);
    assert_near(sl_decompose_erbs(100, 1.0, 1000).dhi_w_per_m2, 100 * (1 - 0.009), 1e-12);
}

/* pvlib: tilt 30 south, zenith 60, azimuth 240, DNI 700, GHI 450, DHI 100, albedo 0.25, I0 1367. */
static void transposition(void **state)
{
    (void)state;
    struct sl_irradiance sky = {450, 700, 100};
    double cos_aoi = sl_cos_incidence(60, 240, 30, 180);
    struct sl_plane_irradiance p =
        sl_transpose(&sky, cosd(60), cos_aoi, cosd(30), 0.25, 1367, SL_TRANSPOSE_ISOTROPIC);
    assert_near(p.beam_w_per_m2, 454.663337, 1e-6);
    assert_near(p.ground_w_per_m2, 7.536071, 1e-6);
    assert_near(p.sky_w_per_m2, 93.301270, 1e-6);
    p = sl_transpose(&sky, cosd(60), cos_aoi, cosd(30), 0.25, 1367, SL_TRANSPOSE_HAY_DAVIES);
    assert_near(p.sky_w_per_m2, 112.044341, 1e-6);
    assert_near(p.beam_w_per_m2 + p.sky_w_per_m2 + p.ground_w_per_m2, 574.243749, 1e-6);
    p = sl_transpose(&sky, cosd(60), -0.2, cosd(30), 0.25, 1367, SL_TRANSPOSE_HAY_DAVIES);
    assert_true(p.beam_w_per_m2 == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incidence),
        cmocka_unit_test(erbs),
        cmocka_unit_test(transposition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
