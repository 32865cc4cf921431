/* A job in the load's period: its knots with what each deposits, worked out once for all racks. */
#ifndef SL_CAMPUS_LOAD_JOB_H
#define SL_CAMPUS_LOAD_JOB_H

#include "models/load/superpose.h"
#include "sim/campus/jobs.h"

struct sl_load_job {
    const struct sl_job *job;
    const struct sl_job_state *state;
    struct sl_planned *plan, *spread_plan; /* owned by the load stage */
    size_t count, spread_count, cap, spread_cap;
};

#endif
