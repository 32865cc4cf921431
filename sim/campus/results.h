/* What a finished run says: scalars, jobs, ratings and ramps, as tables of the result file and for the summary. */
#ifndef SL_CAMPUS_RESULTS_H
#define SL_CAMPUS_RESULTS_H

#include "sim/campus/campus.h"
#include "sim/output/recorder.h"

#include <stddef.h>

struct sl_result {
    const char *name, *unit, *long_name;
    double value; /* NAN: the run cannot show it */
};

#define SL_RESULTS_MAX 64

/* The scalars of a run that has reached t_ns; returns their number. */
size_t sl_results_scalars(const struct sl_campus *campus, int64_t t_ns, struct sl_result out[SL_RESULTS_MAX]);

/* Value of a scalar by name; NAN if there is none. */
double sl_results_value(const struct sl_result *results, size_t count, const char *name);

/* Writes /summary, /jobs, /ratings and /ramps. */
int sl_results_write(const struct sl_campus *campus, int64_t t_ns, struct sl_recorder *recorder,
                     struct sl_error *err);

#endif
