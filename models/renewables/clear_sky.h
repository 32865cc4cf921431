/* Irradiance of a cloudless sky.
 * Haurwitz (1945): global only, from the zenith alone. Ineichen and Perez (2002) with the Linke turbidity:
 * global, direct and diffuse, as pvlib computes it (without the Perez enhancement). Valid for apparent zenith
 * below 90 degrees, 0 beyond; Linke turbidity 1..10, altitude 0..4000 m. */
#ifndef SL_RENEWABLES_CLEAR_SKY_H
#define SL_RENEWABLES_CLEAR_SKY_H

struct sl_irradiance {
    double ghi_w_per_m2; /* global horizontal */
    double dni_w_per_m2; /* direct normal */
    double dhi_w_per_m2; /* diffuse horizontal */
};

double sl_clear_sky_haurwitz_w_per_m2(double apparent_zenith_deg);

/* air_mass: absolute, i.e. pressure-corrected. extraterrestrial_w_per_m2: normal to the rays. */
struct sl_irradiance sl_clear_sky_ineichen(double apparent_zenith_deg, double air_mass,
                                           double linke_turbidity, double altitude_m,
                                           double extraterrestrial_w_per_m2);

#endif
