/* A job in the load's period: its knots with what each deposits, worked out once for all racks. */
#ifndef SL_CAMPUS_LOAD_JOB_H
#define SL_CAMPUS_LOAD_JOB_H

#include "models/load/superpose.h"
#include "sim/campus/jobs.h"

struct sl_load_job {
    const struct sl_job *job;
    const struct sl_job_state *state;
    struct sl_planned *plan; /* owned by the load stage, as all below */
    size_t count, cap;
    double *variance;  /* planning: [steps] of one accelerator of gain 1, mean over the step, W^2 */
    double *hall_gain; /* planning: [halls] of the job's accelerators there, summed */
};

#endif
