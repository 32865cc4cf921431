#include "models/renewables/irradiance.h"

#include <math.h>

static const double rad = 0.017453292519943295;

double sl_cos_incidence(double zenith_deg, double azimuth_deg, double tilt_deg, double plane_azimuth_deg)
{
    return cos(tilt_deg * rad) * cos(zenith_deg * rad) +
           sin(tilt_deg * rad) * sin(zenith_deg * rad) * cos((azimuth_deg - plane_azimuth_deg) * rad);
}

/* Erbs, Klein and Duffie: diffuse share against clearness. */
static double diffuse_share(double kt)
{
    if (kt <= 0.22) return 1.0 - 0.09 * kt;
    if (kt > 0.8) return 0.165;
    return 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)));
}

struct sl_irradiance sl_decompose_erbs(double ghi_w_per_m2, double cos_zenith,
                                       double extraterrestrial_w_per_m2)
{
    const double cos_87 = 0.05233595624294383, cos_min = 0.065; /* as pvlib */
    double ghi = ghi_w_per_m2 > 0.0 ? ghi_w_per_m2 : 0.0;
    double kt = ghi / (extraterrestrial_w_per_m2 * (cos_zenith > cos_min ? cos_zenith : cos_min));
    double dhi = diffuse_share(kt < 1.0 ? kt : 1.0) * ghi;
    if (cos_zenith < cos_87) return (struct sl_irradiance){ghi, 0.0, ghi};
    return (struct sl_irradiance){ghi, (ghi - dhi) / cos_zenith, dhi};
}

struct sl_plane_irradiance sl_transpose(const struct sl_irradiance *sky, double cos_zenith, double cos_aoi,
                                        double cos_tilt, double albedo, double extraterrestrial_w_per_m2,
                                        int transposition)
{
    const double cos_89 = 0.01745; /* keeps the circumsolar part finite at the horizon, as pvlib */
    double facing = cos_aoi > 0.0 ? cos_aoi : 0.0;
    double sky_view = 0.5 * (1.0 + cos_tilt);
    struct sl_plane_irradiance p = {.beam_w_per_m2 = sky->dni_w_per_m2 * facing,
                                    .sky_w_per_m2 = sky->dhi_w_per_m2 * sky_view,
                                    .ground_w_per_m2 = sky->ghi_w_per_m2 * albedo * 0.5 * (1.0 - cos_tilt)};
    if (transposition == SL_TRANSPOSE_HAY_DAVIES) {
        double anisotropy = sky->dni_w_per_m2 / extraterrestrial_w_per_m2;
        double rb = facing / (cos_zenith > cos_89 ? cos_zenith : cos_89);
        p.sky_w_per_m2 = sky->dhi_w_per_m2 * (anisotropy * rb + (1.0 - anisotropy) * sky_view);
    }
    return p;
}
