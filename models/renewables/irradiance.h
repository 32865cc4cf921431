/* From global to direct and diffuse, and from horizontal to a tilted plane.
 * Erbs, Klein and Duffie (1982); isotropic sky (Liu and Jordan 1960); Hay and Davies (1980), as in pvlib.
 * cos_zenith and cos_aoi are cosines of the Sun's zenith and of its angle to the plane's normal, signed. */
#ifndef SL_RENEWABLES_IRRADIANCE_H
#define SL_RENEWABLES_IRRADIANCE_H

#include "models/renewables/clear_sky.h"

enum sl_transposition { SL_TRANSPOSE_ISOTROPIC, SL_TRANSPOSE_HAY_DAVIES };

struct sl_plane_irradiance { /* W/m2 of the plane */
    double beam_w_per_m2, sky_w_per_m2, ground_w_per_m2;
};

/* Cosine of the angle of incidence on a plane of this tilt and azimuth (180: south). */
double sl_cos_incidence(double zenith_deg, double azimuth_deg, double tilt_deg, double plane_azimuth_deg);

/* Direct and diffuse of a global irradiance; no direct above a zenith of 87 degrees. */
struct sl_irradiance sl_decompose_erbs(double ghi_w_per_m2, double cos_zenith,
                                       double extraterrestrial_w_per_m2);

struct sl_plane_irradiance sl_transpose(const struct sl_irradiance *sky, double cos_zenith, double cos_aoi,
                                        double cos_tilt, double albedo, double extraterrestrial_w_per_m2,
                                        int transposition);

#endif
