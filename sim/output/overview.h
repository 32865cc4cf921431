/* The pyramid over /site: level L holds mean, minimum and maximum of 32^L steps, so that a plot of any span reads a
 * few thousand points. Means are of the stored values; the last bucket of a level may be short and its `count` says
 * so. Computed on the writer's thread from each block of the site. */
#ifndef SL_OUTPUT_OVERVIEW_H
#define SL_OUTPUT_OVERVIEW_H

#include "sim/output/stats.h"
#include "sim/output/tier.h"

#define SL_OVERVIEW_FACTOR 32
#define SL_OVERVIEW_LEVELS 6
#define SL_OVERVIEW_POINTS 1024 /* a level longer than this gets one above it */

struct sl_overview_level {
    struct sl_tier tier;
    struct sl_stats stats;
    uint64_t full; /* steps in a whole bucket */
    char name[16];
};

struct sl_overview {
    const struct sl_tier *site;
    struct sl_overview_level level[SL_OVERVIEW_LEVELS];
    int levels;
    size_t width;
    uint64_t row_steps;
    int64_t step_ns, group;
    bool extremes; /* site rows hold mean, min and max */
    char state_names[SL_OVERVIEW_LEVELS][2][SL_NAME_MAX];
};

/* For a prepared site of about total_rows rows of `channels` columns (or three times, with min and max). */
int sl_overview_plan(struct sl_overview *o, struct sl_tier *site, size_t channels, uint64_t total_rows,
                     int64_t step_ns, struct sl_error *err);
int sl_overview_create(struct sl_overview *o, int64_t root, bool open, struct sl_error *err);
/* Writes what is left, short buckets too, after the site is finished. */
int sl_overview_finish(struct sl_overview *o, struct sl_error *err);
int sl_overview_state(struct sl_overview *o, struct sl_state *state, struct sl_error *err);
void sl_overview_settle(struct sl_overview *o);
int sl_overview_cut(struct sl_overview *o, struct sl_error *err);
void sl_overview_close(struct sl_overview *o);
void sl_overview_free(struct sl_overview *o);

#endif
