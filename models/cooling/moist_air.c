#include "models/cooling/moist_air.h"

#include <math.h>

#define KELVIN 273.15
#define TRIPLE_DEGC 0.01
#define MASS_RATIO 0.621945 /* molar mass of water over that of dry air */
#define AIR_GAS 287.042     /* J/(kg K) */

/* ASHRAE 2017 ch. 1 eq. 5 (ice) and 6 (water), and d ln p/dT. */
static double ln_saturation(double t_degc, double *slope)
{
    double t = t_degc + KELVIN;
    if (t_degc <= TRIPLE_DEGC) {
        *slope = 5674.5359 / (t * t) - 9.677843e-3 + 2.0 * 6.2215701e-7 * t + 3.0 * 2.0747825e-9 * t * t -
                 4.0 * 9.484024e-13 * t * t * t + 4.1635019 / t;
        return -5674.5359 / t + 6.3925247 - 9.677843e-3 * t + 6.2215701e-7 * t * t +
               2.0747825e-9 * t * t * t - 9.484024e-13 * t * t * t * t + 4.1635019 * log(t);
    }
    *slope = 5800.2206 / (t * t) - 0.048640239 + 2.0 * 4.1764768e-5 * t - 3.0 * 1.4452093e-8 * t * t +
             6.5459673 / t;
    return -5800.2206 / t + 1.3914993 - 0.048640239 * t + 4.1764768e-5 * t * t - 1.4452093e-8 * t * t * t +
           6.5459673 * log(t);
}

double sl_saturation_pressure_pa(double t_degc)
{
    double slope;
    return exp(ln_saturation(t_degc, &slope));
}

double sl_saturation_humidity_ratio(double t_degc, double pressure_pa)
{
    double vapour_pa = sl_saturation_pressure_pa(t_degc);
    return MASS_RATIO * vapour_pa / (pressure_pa - vapour_pa);
}

double sl_saturation_enthalpy_j_per_kg(double t_degc, double pressure_pa)
{
    return sl_enthalpy_j_per_kg(t_degc, sl_saturation_humidity_ratio(t_degc, pressure_pa));
}

double sl_humidity_ratio_of_rh(double t_degc, double relative_humidity, double pressure_pa)
{
    double vapour_pa = relative_humidity * sl_saturation_pressure_pa(t_degc);
    return MASS_RATIO * vapour_pa / (pressure_pa - vapour_pa);
}

/* ASHRAE 2017 ch. 1 eq. 33 (water) and 35 (ice). */
double sl_humidity_ratio_of_wet_bulb(double t_degc, double wet_bulb_degc, double pressure_pa)
{
    double b = wet_bulb_degc, ws = sl_saturation_humidity_ratio(b, pressure_pa);
    if (b >= 0.0)
        return ((2501.0 - 2.326 * b) * ws - 1.006 * (t_degc - b)) / (2501.0 + 1.86 * t_degc - 4.186 * b);
    return ((2830.0 - 0.24 * b) * ws - 1.006 * (t_degc - b)) / (2830.0 + 1.86 * t_degc - 2.1 * b);
}

double sl_relative_humidity(double t_degc, double humidity_ratio, double pressure_pa)
{
    double vapour_pa = pressure_pa * humidity_ratio / (MASS_RATIO + humidity_ratio);
    return vapour_pa / sl_saturation_pressure_pa(t_degc);
}

double sl_enthalpy_j_per_kg(double t_degc, double humidity_ratio)
{
    return 1006.0 * t_degc + humidity_ratio * (2501000.0 + 1860.0 * t_degc);
}

double sl_specific_volume_m3_per_kg(double t_degc, double humidity_ratio, double pressure_pa)
{
    return AIR_GAS * (t_degc + KELVIN) * (1.0 + 1.607858 * humidity_ratio) / pressure_pa;
}

double sl_moist_air_density_kg_per_m3(double t_degc, double humidity_ratio, double pressure_pa)
{
    return (1.0 + humidity_ratio) / sl_specific_volume_m3_per_kg(t_degc, humidity_ratio, pressure_pa);
}

/* W(wet bulb) rises with the wet bulb; completely dry air bounds it from below. */
double sl_wet_bulb_degc(double t_degc, double relative_humidity, double pressure_pa)
{
    double w = sl_humidity_ratio_of_rh(t_degc, relative_humidity, pressure_pa);
    double low = t_degc - 60.0, high = t_degc;
    while (high - low > 1e-9) {
        double mid = 0.5 * (low + high);
        if (sl_humidity_ratio_of_wet_bulb(t_degc, mid, pressure_pa) < w)
            low = mid;
        else
            high = mid;
    }
    return 0.5 * (low + high);
}

double sl_saturation_temperature_degc(double enthalpy_j_per_kg, double pressure_pa, double start_degc)
{
    double t = start_degc;
    for (int i = 0; i < 50; i++) {
        double slope, vapour_pa = exp(ln_saturation(t, &slope));
        double w = MASS_RATIO * vapour_pa / (pressure_pa - vapour_pa);
        double dw = w * slope * pressure_pa / (pressure_pa - vapour_pa);
        double error = sl_enthalpy_j_per_kg(t, w) - enthalpy_j_per_kg;
        double step = error / (1006.0 + 1860.0 * w + (2501000.0 + 1860.0 * t) * dw);
        t -= fmin(fmax(step, -20.0), 20.0);
        if (fabs(step) < 1e-11 * (1.0 + fabs(t))) break;
    }
    return t;
}

/* ASHRAE 2017 ch. 1 eq. 3. */
double sl_moist_air_pressure_pa(double altitude_m)
{
    return 101325.0 * pow(1.0 - 2.25577e-5 * altitude_m, 5.2559);
}
