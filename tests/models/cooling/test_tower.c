#include "models/cooling/tower.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "models/cooling/moist_air.h"

static struct sl_tower tower_1mw(void)
{
    struct sl_tower tower = {.air_design_kg_per_s = 30,
                             .water_design_w_per_k = 42.8 * 4180,
                             .wet_bulb_design_degc = 25.56,
                             .air_min = 0.2};
    assert_int_equal(sl_tower_size(&tower, 1e6, 3.9, SL_PRESSURE_SEA_PA), 0);
    return tower;
}

static double approach_k(const struct sl_tower *t, double air, double heat_w, double wet_bulb_degc)
{
    double k = sl_tower_conductance(t, air, 1.0, heat_w, wet_bulb_degc, SL_PRESSURE_SEA_PA);
    return heat_w * (1.0 / k - 1.0 / t->water_design_w_per_k);
}

/* At the design point the approach is the one asked for; it shrinks with load, and grows as air or wet bulb
 * falls. */
static void approach(void **state)
{
    (void)state;
    struct sl_tower tower = tower_1mw();
    assert_true(fabs(approach_k(&tower, 1, 1e6, 25.56) - 3.9) < 1e-9);
    /* half the heat: somewhat over half of the approach, since cooler air has a flatter saturation curve */
    double half_k = approach_k(&tower, 1, 0.5e6, 25.56);
    assert_true(half_k > 1.95 && half_k < 0.65 * 3.9);
    assert_true(approach_k(&tower, 0.6, 1e6, 25.56) > 5);
    assert_true(approach_k(&tower, 1, 1e6, 10) > 5);
    struct sl_tower tiny = tower;
    tiny.air_design_kg_per_s = 3;
    assert_int_equal(sl_tower_size(&tiny, 1e6, 3.9, SL_PRESSURE_SEA_PA), -1);
}

static void air_inverts_conductance(void **state)
{
    (void)state;
    struct sl_tower tower = tower_1mw();
    for (double air = 0.05; air < 1.0; air += 0.09) {
        double k = sl_tower_conductance(&tower, air, 0.8, 6e5, 18, 98000);
        assert_true(fabs(sl_tower_air(&tower, k, 0.8, 6e5, 18, 98000) - air) < 1e-10);
    }
    assert_true(sl_tower_air(&tower, 1e9, 0.8, 6e5, 18, 98000) == 1.0);
    assert_true(sl_tower_air(&tower, (double)INFINITY, 0.8, 6e5, 18, 98000) == 1.0);
    assert_true(sl_tower_air(&tower, 0, 0.8, 6e5, 18, 98000) == 0.0);
}

/* Below the least speed the fans run a part of the time: power in proportion, P(0.2) = 0.02 + 0.98 0.008. */
static void cycling(void **state)
{
    (void)state;
    struct sl_tower tower = tower_1mw();
    assert_true(fabs(sl_tower_fan_fraction(&tower, 0.1) - 0.5 * 0.02784) < 1e-12);
    assert_true(fabs(sl_tower_fan_fraction(&tower, 0.2) - 0.02784) < 1e-12);
    double k = sl_tower_conductance(&tower, 0.2, 1, 1e5, 18, 101325);
    assert_true(fabs(sl_tower_conductance(&tower, 0.1, 1, 1e5, 18, 101325) - k / 2) < 1e-9 * k);
}

/* EnergyPlus saturated-exit equations, evaluated with PsychroLib: 1 MW into 30 kg/s of air. */
static void evaporation(void **state)
{
    (void)state;
    const double points[][4] = {
        {30, 0.50, 101325, 0.3963443}, {10, 0.60, 101325, 0.2833605}, {35, 0.20, 97300, 0.4887358}};
    for (int i = 0; i < 3; i++) {
        double wet_degc = sl_wet_bulb_degc(points[i][0], points[i][1], points[i][2]);
        double e = sl_tower_evaporation_kg_per_s(1e6, 30, points[i][0], wet_degc, points[i][2]);
        assert_true(fabs(e / points[i][3] - 1) < 2e-4);
    }
    assert_true(sl_tower_evaporation_kg_per_s(0, 30, 30, 20, 101325) == 0.0);
}

/* EnergyPlus 9.2 trace of a variable-speed Merkel tower (UA0 2011.28668 W/K, 1.09181e-3 m3/s, L/G 1.61599,
 * design wet bulb 18.85 degC), rows with fan speed >= 0.2: leaving water rms <= 0.10 K, largest <= 0.15 K. */
static void matches_energyplus(void **state)
{
    (void)state;
    FILE *f = fopen("../shared/reference/data/cooling/tower_merkel_energyplus_9_2.dat", "r");
    if (!f) {
        print_message("no ../shared/reference/data/cooling: EnergyPlus trace not compared\n");
        skip();
        return;
    }
    char line[1024];
    double sum = 0, most = 0;
    int rows = 0;
    while (fgets(line, sizeof line, f)) {
        double c[10];
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", c, c + 1, c + 2, c + 3, c + 4, c + 5,
                   c + 6, c + 7, c + 8, c + 9) != 10 &&
            sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", c, c + 1, c + 2, c + 3, c + 4, c + 5,
                   c + 6, c + 7, c + 8, c + 9) != 10)
            continue;
        if (c[9] < 0.2 || c[5] <= 0) continue;
        double design_kg_per_s = 1.09181e-3 * 998.2, cp = 4184;
        struct sl_tower tower = {2011.28668, design_kg_per_s / 1.61599, design_kg_per_s * cp, 18.85, 0.2};
        double heat_w = c[6], out_degc = c[4], water = c[5] / design_kg_per_s;
        for (int i = 0; i < 40; i++) { /* the heat that these conditions give */
            double k = sl_tower_conductance(&tower, c[9], water, heat_w, c[2], SL_PRESSURE_SEA_PA);
            heat_w = 0.5 * heat_w + 0.5 * k * (c[3] - c[2]);
        }
        double error_k = c[3] - heat_w / (c[5] * cp) - out_degc;
        sum += error_k * error_k;
        most = fmax(most, fabs(error_k));
        rows++;
    }
    fclose(f);
    assert_true(rows > 1000);
    print_message("EnergyPlus Merkel tower: %d rows, leaving water rms %.3f K, largest %.3f K\n", rows,
                  sqrt(sum / rows), most);
    assert_true(sqrt(sum / rows) <= 0.10 && most <= 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(approach),    cmocka_unit_test(air_inverts_conductance), cmocka_unit_test(cycling),
        cmocka_unit_test(evaporation), cmocka_unit_test(matches_energyplus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
