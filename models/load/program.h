/* The power program of a job: what one nominal accelerator asks for, over and over. Two ways to tell it:
 *
 * phases:    a list of durations and powers, each reached at once or by a straight ramp; repeated. No barrier: a late
 *            server is late throughout.
 * iteration: a step of synchronous training. All start at a barrier: [overshoot,] compute; then each arrives with its own
 *            delay at the exposed communication and waits, until the latest has arrived and the communication is done.
 *            So an iteration lasts iteration_s plus the largest delay in the job.
 *
 * The delay of a server is static: the size of a normal draw (half-normal) of sigma rank_skew_ms, SL_RANDOM_SKEW.
 * A straggler's delay changes from step to step in reality; the mean of the largest, sigma sqrt(2 ln N), is kept.
 * Both compile to a cycle: entries at exact offsets. */
#ifndef SL_LOAD_PROGRAM_H
#define SL_LOAD_PROGRAM_H

#include "models/base/field.h"

#include <stddef.h>
#include <stdint.h>

struct sl_error;

enum sl_program_model { SL_PROGRAM_ITERATION, SL_PROGRAM_PHASES };

struct sl_phase_params {
    int64_t duration_ns;
    double power_fraction; /* of the rated power */
    int64_t ramp_ns;       /* within the duration; 0: at once */
};

struct sl_program_params {
    int model; /* enum sl_program_model */
    int64_t rank_skew_ns;
    /* iteration */
    int64_t iteration_ns;
    double compute_power_fraction, exposed_power_fraction, exposed_time_fraction;
    double overshoot_fraction; /* on top of compute_power_fraction, of the rated power */
    int64_t overshoot_ns;
    /* phases */
    struct sl_list phases; /* struct sl_phase_params */
    int64_t repeat;        /* the job ends after so many; 0: until stop_s */
};

extern const struct sl_variant sl_program_variants[];

struct sl_cycle_entry {
    int64_t offset_ns;
    double power_w;  /* reached at once, or at the end of the ramp */
    int64_t ramp_ns; /* > 0: a straight line from the power before; the next entry stands at its end */
    int skewed;
};

struct sl_cycle { /* owned */
    struct sl_cycle_entry *entries;
    size_t count;
    int64_t length_ns;
    int64_t barrier_ns; /* waited for the latest server at each barrier; 0 without barriers */
    int barrier;        /* cycles start at a barrier */
    int64_t repeat;     /* 0: for ever */
};

/* latest_ns: the largest delay among the job's servers. */
int sl_program_compile(const struct sl_program_params *p, double rated_w, int64_t latest_ns,
                       struct sl_cycle *cycle, struct sl_error *err);
void sl_cycle_free(struct sl_cycle *cycle);

/* Delay of a server (counted over the fleet) in a job, ns >= 0. */
int64_t sl_program_delay_ns(const struct sl_program_params *p, uint64_t seed, uint64_t server, uint64_t job);

#endif
