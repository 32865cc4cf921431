#include "models/base/random.h"

#include "models/base/clones.h"

#include <Random123/philox.h>
#include <math.h>
#include <string.h>

static philox4x32_ctr_t philox_block(uint64_t seed, uint32_t purpose, uint64_t entity, uint64_t counter)
{
    philox4x32_ctr_t ctr = {{(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)entity,
                             (uint32_t)(entity >> 32) ^ (purpose << 16)}};
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    return philox4x32(ctr, key);
}

double sl_random_uniform(uint64_t seed, uint32_t purpose, uint64_t entity, uint64_t counter)
{
    philox4x32_ctr_t r = philox_block(seed, purpose, entity, counter);
    uint64_t bits = ((uint64_t)r.v[0] << 32 | r.v[1]) >> 12; /* 52 bits, so that the half keeps away from 1 */
    return ((double)bits + 0.5) * 0x1p-52;
}

/* Rational approximations of AS 241 (PPND16); coefficients from the paper, highest power first. */
static double central(double q)
{
    double r = 0.180625 - q * q;
    double n =
        (((((((2.5090809287301226727e3 * r + 3.3430575583588128105e4) * r + 6.7265770927008700853e4) * r +
             4.5921953931549871457e4) *
                r +
            1.3731693765509461125e4) *
               r +
           1.9715909503065514427e3) *
              r +
          1.3314166789178437745e2) *
             r +
         3.3871328727963666080e0);
    double d =
        (((((((5.2264952788528545610e3 * r + 2.8729085735721942674e4) * r + 3.9307895800092710610e4) * r +
             2.1213794301586595867e4) *
                r +
            5.3941960214247511077e3) *
               r +
           6.8718700749205790830e2) *
              r +
          4.2313330701600911252e1) *
             r +
         1.0);
    return q * n / d;
}

/* r = sqrt(-log p) up to 5: p down to 1.4e-11. */
static double near_tail(double r)
{
    r -= 1.6;
    double n =
        (((((((7.74545014278341407640e-4 * r + 2.27238449892691845833e-2) * r + 2.41780725177450611770e-1) *
                 r +
             1.27045825245236838258e0) *
                r +
            3.64784832476320460504e0) *
               r +
           5.76949722146069140550e0) *
              r +
          4.63033784615654529590e0) *
             r +
         1.42343711074968357734e0);
    double d =
        (((((((1.05075007164441684324e-9 * r + 5.47593808499534494600e-4) * r + 1.51986665636164571966e-2) *
                 r +
             1.48103976427480074590e-1) *
                r +
            6.89767334985100004550e-1) *
               r +
           1.67638483018380384940e0) *
              r +
          2.05319162663775882187e0) *
             r +
         1.0);
    return n / d;
}

static double tail(double p)
{
    double r = sqrt(-log(p));
    if (r <= 5.0) return near_tail(r);
    r -= 5.0;
    double n =
        (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 1.24266094738807843860e-3) *
                 r +
             2.65321895265761230930e-2) *
                r +
            2.96560571828504891230e-1) *
               r +
           1.78482653991729133580e0) *
              r +
          5.46378491116411436990e0) *
             r +
         6.65790464350110377720e0);
    double d =
        (((((((2.04426310338993978564e-15 * r + 1.42151175831644588870e-7) * r + 1.84631831751005468180e-5) *
                 r +
             7.86869131145613259100e-4) *
                r +
            1.48753612908506148525e-2) *
               r +
           1.36929880922735805310e-1) *
              r +
          5.99832206555887937690e-1) *
             r +
         1.0);
    return n / d;
}

double sl_normal_quantile(double p)
{
    double q = p - 0.5;
    if (fabs(q) <= 0.425) return central(q);
    return q < 0.0 ? -tail(p) : tail(1.0 - p);
}

double sl_random_normal(uint64_t seed, uint32_t purpose, uint64_t entity, uint64_t counter)
{
    return sl_normal_quantile(sl_random_uniform(seed, purpose, entity, counter));
}

#define BATCH 16

/* -log p of normal positive p, without the C library, whose last bit depends on the machine: p = 2^e m with m within
 * [0.6875, 1.375), log m = 2 artanh((m - 1)/(m + 1)) by its series, error below 1e-15. No comparison: it vectorises. */
static inline void minus_logs(const double *restrict p, double *restrict out)
{
    const uint64_t low = UINT64_C(0x3fe6000000000000), bias = UINT64_C(1024) << 52; /* low: 0.6875 */
    uint64_t bits[BATCH], exponents[BATCH];
    double m[BATCH], e[BATCH];
    memcpy(bits, p, sizeof bits);
    for (size_t i = 0; i < BATCH; i++) {
        uint64_t above = bits[i] - low + bias;
        exponents[i] = above >> 52 | UINT64_C(0x4330000000000000); /* as a double: 2^52 + 1024 + e */
        bits[i] = bits[i] - ((above - bias) & UINT64_C(0xfff0000000000000));
    }
    memcpy(m, bits, sizeof m);
    memcpy(e, exponents, sizeof e);
    for (size_t i = 0; i < BATCH; i++) {
        double s = (m[i] - 1.0) / (m[i] + 1.0), t = s * s;
        double series =
            (((((((t * (1.0 / 17) + 1.0 / 15) * t + 1.0 / 13) * t + 1.0 / 11) * t + 1.0 / 9) * t + 1.0 / 7) *
                  t +
              1.0 / 5) *
                 t +
             1.0 / 3) *
                t +
            1.0;
        out[i] = -((e[i] - (0x1p52 + 1024.0)) * 0x1.62e42fefa39efp-1 + 2.0 * s * series);
    }
}

/* A whole batch: both parts of the distribution for all, then the right one. p is never below 2^-33. */
SL_CLONES
static void quantile_batch(const uint32_t *restrict bits, double *restrict z)
{
    double q[BATCH], p[BATCH], logs[BATCH], middle[BATCH], outer[BATCH];
    for (size_t i = 0; i < BATCH; i++) {
        q[i] = ((double)(int32_t)(bits[i] ^ 0x80000000u) + 0.5) * 0x1p-32;
        p[i] = 0.5 - fabs(q[i]);
    }
    minus_logs(p, logs);
    for (size_t i = 0; i < BATCH; i++) middle[i] = central(q[i]);
    for (size_t i = 0; i < BATCH; i++) outer[i] = copysign(near_tail(sqrt(logs[i])), q[i]);
    for (size_t i = 0; i < BATCH; i++) z[i] = fabs(q[i]) <= 0.425 ? middle[i] : outer[i];
}

void sl_random_normals(uint64_t seed, uint32_t purpose, uint64_t first, size_t count, uint64_t counter,
                       double *out)
{
    for (size_t at = 0; at < count; at += BATCH) {
        size_t here = count - at < BATCH ? count - at : BATCH;
        uint32_t bits[BATCH] = {0};
        double z[BATCH];
        for (size_t i = 0; i < here; i += 4) {
            philox4x32_ctr_t r = philox_block(seed, purpose, (first + at + i) >> 2, counter);
            for (size_t lane = 0; lane < 4; lane++) bits[i + lane] = r.v[lane];
        }
        quantile_batch(bits, z);
        memcpy(out + at, z, here * sizeof *z);
    }
}
