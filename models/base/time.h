/* Time is an int64_t count of nanoseconds since the start of the run; seconds exist only at the edges. */
#ifndef SL_BASE_TIME_H
#define SL_BASE_TIME_H

#include <math.h>
#include <stdint.h>

#define SL_NS_PER_S INT64_C(1000000000)
#define SL_NS_PER_MS INT64_C(1000000)
#define SL_NEVER INT64_MAX /* later than any run */

static inline int64_t sl_ns_from_s(double s)
{
    return llround(s * 1e9);
}

/* The double nearest to t_ns nanoseconds (up to 2^53 of them, 104 days): 1e9 is exact, 1e-9 is not. */
static inline double sl_s_from_ns(int64_t t_ns)
{
    return (double)t_ns / 1e9;
}

#endif
