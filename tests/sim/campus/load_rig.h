/* Jobs and load stages on a small fleet, run period by period. */
#ifndef SL_TESTS_LOAD_RIG_H
#define SL_TESTS_LOAD_RIG_H

#include "models/base/error.h"
#include "models/base/time.h"
#include "sim/campus/jobs.h"
#include "sim/campus/load.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MS SL_NS_PER_MS
#define S SL_NS_PER_S

struct rig {
    struct sl_layout layout;
    struct sl_load_type type;
    struct sl_jobs jobs;
    struct sl_load load;
    struct sl_state state;
    struct sl_error err;
    int64_t h_ns, t_ns;
    size_t period;
};

static inline struct sl_accelerator_params rig_accelerator(void)
{
    return (struct sl_accelerator_params){.rated_power_w = 1200,
                                          .idle_power_w = 180,
                                          .accelerators_per_server = 4,
                                          .servers_per_rack = 18,
                                          .server_base_w = 150,
                                          .server_overhead_fraction = 0.3,
                                          .rack_base_w = 1000,
                                          .gain_spread_fraction = 0.015,
                                          .noise_fraction = 0.012,
                                          .noise_tau_ns = 100 * MS,
                                          .lag_ns = 3 * MS};
}

static inline struct sl_job_params rig_job(const char *name, int64_t accelerators)
{
    return (struct sl_job_params){.name = name,
                                  .accelerators = accelerators,
                                  .stop_ns = SL_NEVER,
                                  .program = {.model = SL_PROGRAM_ITERATION,
                                              .rank_skew_ns = 5 * MS,
                                              .iteration_ns = 2 * S,
                                              .compute_power_fraction = 0.92,
                                              .exposed_power_fraction = 0.35,
                                              .exposed_time_fraction = 0.18}};
}

static inline bool rig_start(struct rig *r, const struct sl_accelerator_params *a, size_t halls,
                             size_t racks_per_hall, const struct sl_job_params *jobs, size_t count,
                             int64_t h_ns, size_t period, uint64_t seed)
{
    *r = (struct rig){.h_ns = h_ns, .period = period};
    r->layout = sl_layout_of(halls, racks_per_hall, (size_t)a->servers_per_rack);
    r->type.accelerator = *a;
    struct sl_psu_params psu = {.rated_power_w = 1.2 * sl_rack_rated_dc_w(a), .power_factor = 0.99};
    if (sl_psu_init(&r->type.psu, &psu, &r->err)) return false;
    struct sl_jobs_config jc = {r->layout, &r->type.accelerator, jobs, count, seed, h_ns >= S};
    if (sl_jobs_init(&r->jobs, &jc, &r->err)) return false;
    struct sl_load_config lc = {.layout = r->layout,
                                .types = &r->type,
                                .type_count = 1,
                                .step_ns = h_ns,
                                .steps_max = period,
                                .seed = seed,
                                .gains = r->jobs.gains};
    if (sl_load_init(&r->load, &lc, &r->err)) return false;
    return !sl_jobs_register(&r->jobs, &r->state, &r->err) && !sl_load_register(&r->load, &r->state, &r->err);
}

static inline bool rig_period(struct rig *r)
{
    int64_t t1_ns = r->t_ns + (int64_t)r->period * r->h_ns;
    if (sl_jobs_step(&r->jobs, t1_ns, &r->err)) return false;
    if (sl_load_step(&r->load, &r->jobs, r->t_ns, r->period, &r->err)) return false;
    r->t_ns = t1_ns;
    return true;
}

static inline void rig_end(struct rig *r)
{
    sl_load_free(&r->load);
    sl_jobs_free(&r->jobs);
    sl_state_free(&r->state);
}

/* Sum over the blocks of one of load's [blocks][steps] arrays. */
static inline double rig_sum(const struct rig *r, const double *block_w, size_t step)
{
    double sum = 0;
    for (size_t b = 0; b < r->layout.blocks; b++) sum += block_w[b * r->load.steps + step];
    return sum;
}

#endif
