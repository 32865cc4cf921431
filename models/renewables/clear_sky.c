#include "models/renewables/clear_sky.h"

#include <math.h>

static const double rad = 0.017453292519943295;

double sl_clear_sky_haurwitz_w_per_m2(double apparent_zenith_deg)
{
    double c = cos(apparent_zenith_deg * rad);
    return c > 0.0 ? 1098.0 * c * exp(-0.059 / c) : 0.0;
}

struct sl_irradiance sl_clear_sky_ineichen(double apparent_zenith_deg, double air_mass,
                                           double linke_turbidity, double altitude_m,
                                           double extraterrestrial_w_per_m2)
{
    double c = cos(apparent_zenith_deg * rad);
    if (c <= 0.0 || air_mass <= 0.0) return (struct sl_irradiance){0};
    double fh1 = exp(-altitude_m / 8000.0), fh2 = exp(-altitude_m / 1250.0);
    double cg1 = 5.09e-05 * altitude_m + 0.868, cg2 = 3.92e-05 * altitude_m + 0.0387;
    double haze = linke_turbidity - 1.0;
    double ghi = cg1 * extraterrestrial_w_per_m2 * c * exp(-cg2 * air_mass * (fh1 + fh2 * haze));
    double dni = extraterrestrial_w_per_m2 * (0.664 + 0.163 / fh1) * exp(-0.09 * air_mass * haze);
    double cap = ghi * (1.0 - (0.1 - 0.2 * exp(-linke_turbidity)) / (0.1 + 0.882 / fh1)) / c;
    if (dni > cap) dni = cap;
    return (struct sl_irradiance){ghi, dni, ghi - dni * c};
}
