/* A job: how many accelerators, when, and what they do. */
#ifndef SL_LOAD_JOB_H
#define SL_LOAD_JOB_H

#include "models/load/accelerator.h"
#include "models/load/filter.h"
#include "models/load/program.h"

#include <stdbool.h>

struct sl_startup_params {
    int64_t duration_ns; /* loading and compiling before the first iteration */
    double power_fraction;
};

struct sl_checkpoint_params {
    int64_t
        every_ns; /* from the start of one to the start of the next, at the end of the iteration then running */
    int64_t duration_ns; /* all wait */
    double power_fraction;
};

struct sl_smoothing_params {
    double floor_fraction, cap_fraction;       /* of the rated power; cap NAN: none */
    double ramp_up_w_per_s, ramp_down_w_per_s; /* of one accelerator; NAN: no limit */
    int64_t hold_ns;
};

struct sl_job_params {
    const char *name;
    int64_t accelerators;
    int64_t start_ns;
    int64_t stop_ns; /* SL_NEVER: runs until its program or the run ends */
    struct sl_program_params program;
    struct sl_startup_params startup;
    struct sl_checkpoint_params checkpoint;
    struct sl_smoothing_params smoothing;
    bool has_startup, has_checkpoint, has_smoothing;
};

extern const struct sl_table sl_job_table;

/* The filter of a job's accelerators. */
struct sl_filter_params sl_job_filter(const struct sl_job_params *job, double rated_w);

#endif
