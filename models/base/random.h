/* Counter-based randomness (Philox4x32-10 of Random123, Salmon et al., SC'11). A draw is a pure function of
 * (seed, purpose, entity, counter): no state, no order, the same for any number of threads or racks.
 * Every draw takes one uniform, and a normal is its inverse distribution function (Wichura, AS 241, 1988). */
#ifndef SL_BASE_RANDOM_H
#define SL_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* What a draw is for. Append only: a number in use must never change its meaning. */
enum sl_purpose {
    SL_RANDOM_RACK_NOISE = 1, /* entity: rack, counter: noise tick */
    SL_RANDOM_SKEW = 2,       /* entity: server, counter: job */
    SL_RANDOM_GAIN = 3,       /* entity: server */
    SL_RANDOM_TEST = 99
};

/* Uniform in (0, 1), 53 bits; never 0 nor 1. */
double sl_random_uniform(uint64_t seed, uint32_t purpose, uint64_t entity, uint64_t counter);

/* Standard normal. */
double sl_random_normal(uint64_t seed, uint32_t purpose, uint64_t entity, uint64_t counter);

/* Inverse of the standard normal distribution function for 0 < p < 1; relative accuracy about 1e-15. */
double sl_normal_quantile(double p);

/* out[i] = a standard normal of 32-bit resolution for entity `first + i`, i < count, at `counter`: the cheap bulk
 * draw, four entities a Philox block. first must be a multiple of 4. */
void sl_random_normals(uint64_t seed, uint32_t purpose, uint64_t first, size_t count, uint64_t counter,
                       double *out);

#endif
