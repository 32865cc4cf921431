/* The rack stage: what the racks ask of their feeds in a step. At nominal voltage a rack is a constant-power load, so
 * this is a sum over the blocks of the load stage; hold-up, backup and lost racks have their place here. */
#ifndef SL_CAMPUS_RACKS_H
#define SL_CAMPUS_RACKS_H

#include "models/base/channel.h"
#include "models/base/error.h"
#include "sim/campus/load.h"

#include <stddef.h>

struct sl_racks_out {
    double it_w, it_delivered_w, accelerator_w, psu_loss_w, racks_lost;
};

struct sl_racks {
    size_t sides, feeds;
    double share[2]; /* of a rack's power on feeds A and B */
    double *feed_w;  /* owned [feeds] */
    size_t jobs;     /* planning: most that may swing; else 0 */
    double *swing_w; /* owned [feeds][jobs]: deviation of each on each feed (load_swing.h) */
    struct sl_racks_out out;
};

extern const struct sl_channel sl_racks_channels[5];

/* feed_mode: enum sl_feed_mode, for two sides. jobs: of a planning run, else 0. */
int sl_racks_init(struct sl_racks *racks, size_t halls, size_t sides, int feed_mode, size_t jobs,
                  struct sl_error *err);
void sl_racks_free(struct sl_racks *racks);

/* Sums step k of the load's period, in the order of the blocks. */
void sl_racks_step(struct sl_racks *racks, const struct sl_load *load, size_t k);

#endif
