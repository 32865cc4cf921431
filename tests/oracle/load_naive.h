/* The naive load loop: micro-steps of 1 us, a server at a time. It shares no formula with the kernel or the filter:
 * no event times, no superposition, no second differences. Exact when all instants lie on whole microseconds. */
#ifndef SL_ORACLE_LOAD_NAIVE_H
#define SL_ORACLE_LOAD_NAIVE_H

#include <stddef.h>
#include <stdint.h>

#include "models/load/filter.h"
#include "models/load/knot.h"

struct naive_server {
    int64_t delay_ns;
    double gain;
    size_t rack;
};

struct naive_run {
    const struct sl_knot *knots; /* what the work asks for; the first at or after t = 0 */
    size_t knot_count;
    double start_w;     /* asked and drawn before the first knot */
    int64_t release_ns; /* the floor goes, for a server without delay; SL_NEVER: it stays */
    const struct sl_filter_params *filter; /* of each server, on what it is asked for when it is */
    double tau_s;
    const struct naive_server *servers;
    size_t server_count;
    int64_t span_ns;
};

struct naive_energy {
    double asked_j, drawn_j, lost_j, burned_j;
};

/* mean_w[rack * steps + step] += gain-weighted mean of the lagged power, step = span / steps.
 * energy (may be NULL): of the first server, gain not counted. */
void naive_load(const struct naive_run *run, size_t steps, double *mean_w, struct naive_energy *energy);

#endif
