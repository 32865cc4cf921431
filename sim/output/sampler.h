/* The channels of one dimension: where their values lie, and the tier that they are recorded into. A row of one step
 * is stored as it is; a longer one as mean, minimum and maximum. */
#ifndef SL_OUTPUT_SAMPLER_H
#define SL_OUTPUT_SAMPLER_H

#include "sim/output/recorder.h"
#include "sim/output/stats.h"
#include "sim/output/tier.h"

struct sl_rack_source {
    const double *mean, *min, *max; /* by lane */
};

struct sl_sampler {
    const struct sl_channel **channels; /* owned array */
    size_t nchannels, entities;
    const double **source;        /* owned: a value each, channel by channel (not for racks) */
    struct sl_rack_source *racks; /* owned: a channel each */
    const uint32_t *lane;         /* of a rack, or NULL */
    double *value;                /* owned: this step's values */
    size_t width;                 /* channels x entities */
    uint64_t row_steps;
    struct sl_stats stats;
    struct sl_tier tier;
    char state_names[2][SL_NAME_MAX];
};

int sl_sampler_add(struct sl_sampler *s, const struct sl_channel *row, const void *base, size_t stride,
                   size_t count, struct sl_error *err);
int sl_sampler_add_racks(struct sl_sampler *s, const struct sl_channel *row,
                         const struct sl_rack_source *source, size_t racks, struct sl_error *err);

/* Variables and buffers of the tier for rows of row_steps steps. */
int sl_sampler_plan(struct sl_sampler *s, const struct sl_tier_spec *spec, uint64_t row_steps,
                    struct sl_error *err);

/* One step: reads all sources into `value` and records it. */
int sl_sampler_step(struct sl_sampler *s, struct sl_writer *w, struct sl_error *err);
/* `steps` steps of racks at once. */
int sl_sampler_period(struct sl_sampler *s, uint64_t steps, struct sl_writer *w, struct sl_error *err);
/* Writes a short last row and what is buffered; drained. */
int sl_sampler_finish(struct sl_sampler *s, int64_t step_ns, struct sl_error *err);

int sl_sampler_state(struct sl_sampler *s, struct sl_state *state, const char *prefix, struct sl_error *err);
void sl_sampler_free(struct sl_sampler *s);

#endif
