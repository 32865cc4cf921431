/* Stage "load": knots x servers -> rack power in each step of a control period, and its conversion at nominal voltage.
 *
 * Blocks of 16 racks are independent and run in parallel; sums are made in a fixed order, so the number of threads
 * changes no bit. Planning (steps of 1 s and more): no noise, and the conversion sees the swing of the jobs, load_swing.h.
 * Arrays are [block][step][lane]; padding lanes are zero in ac_w and weigh nothing in sums. */
#ifndef SL_CAMPUS_LOAD_H
#define SL_CAMPUS_LOAD_H

#include "models/base/series.h"
#include "models/base/state.h"
#include "models/load/accelerator.h"
#include "models/load/kernel.h"
#include "models/load/noise.h"
#include "models/power/psu.h"
#include "sim/campus/jobs.h"
#include "sim/campus/layout.h"

struct sl_load_type { /* of racks */
    struct sl_accelerator_params accelerator;
    struct sl_psu psu; /* of the whole rack */
};

struct sl_load_config {
    struct sl_layout layout;
    const struct sl_load_type *types;
    size_t type_count;
    const uint8_t *type_of_block; /* [blocks]; NULL: all of type 0 */
    int64_t step_ns;
    size_t steps_max; /* in a control period */
    uint64_t seed;
    const double *gains; /* [servers], of sl_jobs */
};

struct sl_load {
    struct sl_load_config config; /* arrays of it are kept, not copied */
    struct sl_kernel *kernels;    /* [type_count] */
    struct sl_noise_params *noise_params;
    bool planning; /* steps of 1 s and more: no noise, but the swing of the jobs */

    /* State, registered. */
    struct sl_kernel_state *lag; /* [blocks] */
    struct sl_noise *noise;      /* [blocks] */
    double *busy;                /* [slots] busy accelerators at the end of the period */

    /* Results of the period, means over each step. */
    size_t steps;
    int64_t t0_ns;
    double *ac_w;                /* [blocks][steps][SL_LANES] rack input at nominal voltage */
    double *dc_w;                /* [blocks][steps][SL_LANES] behind the PSUs */
    double *block_ac_w;          /* [blocks][steps] */
    double *block_dc_w;          /* [blocks][steps] */
    double *block_accelerator_w; /* [blocks][steps] */
    double *block_swing_dc_w,
        *block_swing_ac_w; /* planning: [blocks][steps] deviations of its racks, summed */
    double *rack_mean_w, *rack_min_w, *rack_max_w; /* [slots] of ac_w over the period */

    double *idle_w;                 /* [slots] accelerators of the rack, all idle */
    double *weight;                 /* [slots] 1; 0: padding */
    const struct sl_series *replay; /* [replay_count], W at rack inputs; NULL: none */
    size_t replay_count;
    double *replay_dc_w; /* [replay_count][steps_max] power of one rack of the group behind its supplies */
    double *replay_ac_w; /* the same as measured, before them */
    struct sl_load_job *parts; /* [part_cap] jobs of the period, planned */
    size_t part_count, part_cap;
    bool jobs_change; /* one starts or ends in the period */
};

int sl_load_init(struct sl_load *load, const struct sl_load_config *config, struct sl_error *err);
int sl_load_register(struct sl_load *load, struct sl_state *state, struct sl_error *err);
void sl_load_free(struct sl_load *load);

/* Measured power in place of jobs: racks in their order are cut into `count` equal groups, and series i is the power of
 * group i at its rack inputs. Its step means come out exactly: no lag, no noise. The series stay the caller's. */
int sl_load_replay(struct sl_load *load, const struct sl_series *series, size_t count, struct sl_error *err);

/* Steps from t0_ns on; jobs has been stepped to t0_ns + steps * step_ns. */
int sl_load_step(struct sl_load *load, const struct sl_jobs *jobs, int64_t t0_ns, size_t steps,
                 struct sl_error *err);

static inline const struct sl_load_type *sl_load_type_of(const struct sl_load *load, size_t block)
{
    return &load->config.types[load->config.type_of_block ? load->config.type_of_block[block] : 0];
}

static inline const double *sl_load_ac(const struct sl_load *load, size_t block, size_t step)
{
    return load->ac_w + (block * load->steps + step) * SL_LANES;
}

static inline const double *sl_load_dc(const struct sl_load *load, size_t block, size_t step)
{
    return load->dc_w + (block * load->steps + step) * SL_LANES;
}

#endif
