#include "models/renewables/sun.h"

#include <libnova/sidereal_time.h>
#include <libnova/solar.h>
#include <math.h>
#include <stddef.h>

#define NS_PER_DAY INT64_C(86400000000000)

static const double rad = 0.017453292519943295;
static const double two_pi = 6.283185307179586;

static double cosd(double x)
{
    return cos(x * rad);
}

static double sind(double x)
{
    return sin(x * rad);
}

static double turn(double x) /* to 0..360 */
{
    x = fmod(x, 360.0);
    return x < 0.0 ? x + 360.0 : x;
}

struct nutation {
    double longitude, obliquity; /* of nutation, deg */
    double ecliptic;             /* true obliquity of the ecliptic, deg */
};

/* The largest terms of the IAU 1980 theory: multiples of D, M, M', F, Omega; longitude and obliquity in 0.0001 arc
 * second with their change per century. What is left out stays below 1e-5 degree. Meeus, Astronomical Algorithms,
 * 1998, chapter 22. libnova's own nutation is not used: it depends on what was asked before. */
static const struct {
    signed char d, m, mp, f, node;
    double longitude, longitude_t, obliquity, obliquity_t;
} nutation_terms[] = {
    {0, 0, 0, 0, 1, -171996, -174.2, 92025, 8.9},
    {-2, 0, 0, 2, 2, -13187, -1.6, 5736, -3.1},
    {0, 0, 0, 2, 2, -2274, -0.2, 977, -0.5},
    {0, 0, 0, 0, 2, 2062, 0.2, -895, 0.5},
    {0, 1, 0, 0, 0, 1426, -3.4, 54, -0.1},
    {0, 0, 1, 0, 0, 712, 0.1, -7, 0},
    {-2, 1, 0, 2, 2, -517, 1.2, 224, -0.6},
    {0, 0, 0, 2, 1, -386, -0.4, 200, 0},
    {0, 0, 1, 2, 2, -301, 0, 129, -0.1},
    {-2, -1, 0, 2, 2, 217, -0.5, -95, 0.3},
    {-2, 0, 1, 0, 0, -158, 0, 0, 0},
    {-2, 0, 0, 2, 1, 129, 0.1, -70, 0},
    {0, 0, -1, 2, 2, 123, 0, -53, 0},
};

static struct nutation nutation_of(double t) /* Julian centuries from J2000 */
{
    double d = 297.85036 + 445267.111480 * t, m = 357.52772 + 35999.050340 * t,
           mp = 134.96298 + 477198.867398 * t;
    double f = 93.27191 + 483202.017538 * t, node = 125.04452 - 1934.136261 * t;
    struct nutation n = {0};
    for (size_t i = 0; i < sizeof nutation_terms / sizeof nutation_terms[0]; i++) {
        double angle = nutation_terms[i].d * d + nutation_terms[i].m * m + nutation_terms[i].mp * mp +
                       nutation_terms[i].f * f + nutation_terms[i].node * node;
        n.longitude += (nutation_terms[i].longitude + nutation_terms[i].longitude_t * t) * sind(angle) / 36e6;
        n.obliquity += (nutation_terms[i].obliquity + nutation_terms[i].obliquity_t * t) * cosd(angle) / 36e6;
    }
    n.ecliptic =
        23.0 + (26.0 + (21.448 - t * (46.8150 + t * (0.00059 - t * 0.001813))) / 60.0) / 60.0 + n.obliquity;
    return n;
}

/* Ecliptic longitude and latitude from J2000, in which libnova gives them, to the ecliptic and equinox of date:
 * Meeus, Astronomical Algorithms, 1998, chapter 21; t in Julian centuries from J2000. */
static void precess(double t, double *lambda, double *beta)
{
    double eta = t * (47.0029 + t * (-0.03302 + t * 0.00006)) / 3600.0;
    double node = 174.876384 + t * (-869.8089 + t * 0.03536) / 3600.0;
    double p = t * (5029.0966 + t * (1.11113 - t * 0.000006)) / 3600.0;
    double a = cosd(eta) * cosd(*beta) * sind(node - *lambda) - sind(eta) * sind(*beta);
    double b = cosd(*beta) * cosd(node - *lambda);
    double c = cosd(eta) * sind(*beta) + sind(eta) * cosd(*beta) * sind(node - *lambda);
    *lambda = p + node - atan2(a, b) / rad;
    *beta = asin(c) / rad;
}

struct apparent { /* geocentric, of date */
    double right_ascension, declination, sidereal, distance_au, mean_longitude_gap;
};

static struct apparent apparent_of(double jd, double delta_t_s)
{
    double jde = jd + delta_t_s / 86400.0, t = (jde - 2451545.0) / 365250.0;
    struct ln_helio_posn sun;
    ln_get_solar_geom_coords(jde, &sun);
    struct nutation n = nutation_of(10.0 * t);
    double obliquity = n.ecliptic;
    double lambda = sun.L, beta = sun.B;
    precess(10.0 * t, &lambda, &beta);
    lambda += n.longitude - 20.4898 / 3600.0 / sun.R;
    double s = sind(lambda) * cosd(obliquity) - tan(beta * rad) * sind(obliquity);
    double ra = atan2(s, cosd(lambda)) / rad;
    double dec = asin(sind(beta) * cosd(obliquity) + cosd(beta) * sind(obliquity) * sind(lambda)) / rad;
    /* mean longitude of the Sun, Reda and Andreas equation A2, t in Julian millennia */
    double mean =
        280.4664567 +
        t * (360007.6982779 + t * (0.03032028 + t * (1.0 / 49931.0 - t * (1.0 / 15300.0 + t / 2000000.0))));
    return (struct apparent){
        .right_ascension = ra,
        .declination = dec,
        .sidereal = ln_get_mean_sidereal_time(jd) * 15.0 + n.longitude * cosd(obliquity),
        .distance_au = sun.R,
        .mean_longitude_gap = mean - 0.0057183 - ra + n.longitude * cosd(obliquity),
    };
}

/* Reda and Andreas section 3.14, equation 42: from the altitude without refraction, degrees. */
static double refraction_deg(double elevation, double pressure_pa, double temperature_degc)
{
    if (elevation < -(0.26667 + 0.5667)) return 0.0;
    return pressure_pa / 101000.0 * 283.0 / (273.0 + temperature_degc) * 1.02 /
           (60.0 * tan((elevation + 10.3 / (elevation + 5.11)) * rad));
}

/* Seen from the place instead of the Earth's centre: equations 34 to 38. Returns the topocentric declination and
 * lowers the hour angle by the parallax in right ascension. */
static double topocentric(const struct sl_place *place, const struct apparent *sun, double *hour_angle)
{
    double xi = 8.794 / (3600.0 * sun->distance_au);
    double phi = place->latitude_deg * rad, u = atan(0.99664719 * tan(phi));
    double x = cos(u) + place->altitude_m / 6378140.0 * cos(phi);
    double y = 0.99664719 * sin(u) + place->altitude_m / 6378140.0 * sin(phi);
    double bottom = cosd(sun->declination) - x * sind(xi) * cosd(*hour_angle);
    double shift = atan2(-x * sind(xi) * sind(*hour_angle), bottom);
    double declination = atan2((sind(sun->declination) - y * sind(xi)) * cos(shift), bottom) / rad;
    *hour_angle -= shift / rad;
    return declination;
}

struct sl_sun sl_sun_position(const struct sl_place *place, int64_t utc_ns, double delta_t_s,
                              double pressure_pa, double temperature_degc)
{
    int64_t day = utc_ns / NS_PER_DAY - (utc_ns % NS_PER_DAY < 0);
    double jd = 2440587.5 + (double)day + (double)(utc_ns - day * NS_PER_DAY) / (double)NS_PER_DAY;
    struct apparent sun = apparent_of(jd, delta_t_s);
    double h = turn(sun.sidereal + place->longitude_deg - sun.right_ascension);
    double declination = topocentric(place, &sun, &h);

    double sin_phi = sind(place->latitude_deg), cos_phi = cosd(place->latitude_deg);
    double elevation = asin(sin_phi * sind(declination) + cos_phi * cosd(declination) * cosd(h)) / rad;
    double west = atan2(sind(h), cosd(h) * sin_phi - tan(declination * rad) * cos_phi) / rad; /* from south */
    double gap = remainder(sun.mean_longitude_gap, 360.0);
    return (struct sl_sun){
        .zenith_deg = 90.0 - elevation,
        .apparent_zenith_deg = 90.0 - elevation - refraction_deg(elevation, pressure_pa, temperature_degc),
        .azimuth_deg = turn(west + 180.0),
        .equation_of_time_min = 4.0 * gap,
    };
}

double sl_sun_spencer_declination_deg(double day_of_year)
{
    double b = two_pi * (day_of_year - 1.0) / 365.0;
    return (0.006918 - 0.399912 * cos(b) + 0.070257 * sin(b) - 0.006758 * cos(2 * b) + 0.000907 * sin(2 * b) -
            0.002697 * cos(3 * b) + 0.00148 * sin(3 * b)) /
           rad;
}

double sl_sun_spencer_equation_of_time_min(double day_of_year)
{
    double b = two_pi * (day_of_year - 1.0) / 365.0;
    return 1440.0 / two_pi *
           (0.0000075 + 0.001868 * cos(b) - 0.032077 * sin(b) - 0.014615 * cos(2 * b) -
            0.040849 * sin(2 * b));
}

double sl_sun_extraterrestrial_w_per_m2(double day_of_year)
{
    double b = two_pi * (day_of_year - 1.0) / 365.0;
    return 1366.1 *
           (1.00011 + 0.034221 * cos(b) + 0.00128 * sin(b) + 0.000719 * cos(2 * b) + 7.7e-05 * sin(2 * b));
}

int sl_sun_day_of_year(int64_t utc_ns)
{
    int64_t day = utc_ns / NS_PER_DAY - (utc_ns % NS_PER_DAY < 0);
    /* days since 1 March of year 0, in eras of 400 years (Hinnant, chrono-compatible low-level date algorithms) */
    int64_t z = day + 719468, era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t from_march = doe - (365 * yoe + yoe / 4 - yoe / 100);
    if (from_march >= 306) return (int)(from_march - 306) + 1; /* January, February */
    int leap = (yoe % 4 == 0 && yoe % 100 != 0) || yoe == 0;
    return (int)from_march + 60 + leap;
}

double sl_air_mass_relative(double apparent_zenith_deg)
{
    if (apparent_zenith_deg >= 90.0) return 0.0;
    return 1.0 / (cosd(apparent_zenith_deg) + 0.50572 * pow(96.07995 - apparent_zenith_deg, -1.6364));
}

double sl_standard_pressure_pa(double altitude_m)
{
    return 100.0 * pow((44331.514 - altitude_m) / 11880.516, 1.0 / 0.1902632);
}
