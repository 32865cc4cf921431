/* Place of the Sun, extraterrestrial irradiance and air mass.
 *
 * Position: heliocentric Earth by VSOP87 (libnova), precession, nutation, aberration, apparent sidereal time,
 * topocentric parallax and refraction as in the solar position algorithm (Reda and Andreas,
 * NREL/TP-560-34302, 2008): within 1e-4 degree of its worked example. libnova keeps the last Earth: call from
 * one thread at a time.
 * Time is UTC in nanoseconds since 1970-01-01; terrestrial time is a constant 69 s ahead (2015 to 2030 within
 * 3 s, which moves the Sun by 3e-5 degree; recalled). UT1 - UTC, below 0.9 s or 4e-3 degree of azimuth, is left
 * out. Angles in degrees; azimuth from north, clockwise.
 */
#ifndef SL_RENEWABLES_SUN_H
#define SL_RENEWABLES_SUN_H

#include <stdint.h>

#define SL_SUN_DELTA_T_S 69.0

struct sl_place {
    double latitude_deg;  /* north positive */
    double longitude_deg; /* east positive */
    double altitude_m;
};

struct sl_sun {
    double zenith_deg;          /* true, topocentric */
    double apparent_zenith_deg; /* with refraction */
    double azimuth_deg;
    double equation_of_time_min; /* apparent less mean solar time */
};

/* pressure_pa, temperature_degc: annual means of the place, for refraction only. */
struct sl_sun sl_sun_position(const struct sl_place *place, int64_t utc_ns, double delta_t_s,
                              double pressure_pa, double temperature_degc);

/* Spencer (1971): declination in degrees, equation of time in minutes, for a day of the year 1..366. */
double sl_sun_spencer_declination_deg(double day_of_year);
double sl_sun_spencer_equation_of_time_min(double day_of_year);

/* Irradiance on a plane normal to the rays outside the atmosphere, W/m2: Spencer's series on 1366.1 W/m2. */
double sl_sun_extraterrestrial_w_per_m2(double day_of_year);

/* Day of the year, 1..366, of a UTC time; whole. */
int sl_sun_day_of_year(int64_t utc_ns);

/* Kasten and Young (1989), from the apparent zenith; 0 below the horizon. Times p/101325 it is absolute. */
double sl_air_mass_relative(double apparent_zenith_deg);

/* Standard atmosphere at an altitude, Pa. */
double sl_standard_pressure_pa(double altitude_m);

#endif
