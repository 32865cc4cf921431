/* Chosen accelerators, each by itself: the power that the rack sums are made of, before noise (which belongs to the
 * rack). An accelerator follows the knots of the job that holds its server, with its server's delay and gain, through
 * the same kernel as the racks; recorded as a site channel a step. */
#ifndef SL_CAMPUS_PROBES_H
#define SL_CAMPUS_PROBES_H

#include "models/base/channel.h"
#include "models/base/state.h"
#include "sim/campus/load.h"

#define SL_PROBES_MAX 64

struct sl_probe {        /* plain state */
    int64_t accelerator; /* counted over the fleet from 0 */
    int32_t owner;       /* job that holds its server since the last period; -1: none */
    int32_t before;      /* job that held it in the period before */
    int idle;            /* its server is shared and this accelerator is not the owner's */
};

struct sl_probes {
    size_t count, blocks;
    struct sl_probe *probe;               /* owned */
    struct sl_kernel_state *lag;          /* owned [blocks] */
    double *power_w;                      /* owned [count]: in the step at hand */
    double *d, *e;                        /* owned [blocks][steps][SL_LANES] */
    struct sl_channel *channels;          /* owned [count] */
    char (*names)[40], (*long_names)[64]; /* owned [count] */
};

/* accelerators[count]: numbers in the fleet. */
int sl_probes_init(struct sl_probes *probes, const int64_t *accelerators, size_t count, size_t steps_max,
                   struct sl_error *err);
int sl_probes_register(struct sl_probes *probes, struct sl_state *state, struct sl_error *err);
void sl_probes_free(struct sl_probes *probes);

/* After the load's step over the same period. A replay has no accelerators of its own: 0. */
void sl_probes_period(struct sl_probes *probes, const struct sl_load *load, const struct sl_jobs *jobs);
/* Takes step k of the period. */
void sl_probes_step(struct sl_probes *probes, const struct sl_load *load, size_t k);

#endif
