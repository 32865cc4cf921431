#include "sim/output/sampler.h"

#include "models/base/error.h"
#include "models/base/state.h"

#include <stdio.h>
#include <stdlib.h>

static int channel_add(struct sl_sampler *s, const struct sl_channel *row, size_t count, struct sl_error *err)
{
    for (size_t i = 0; i < s->nchannels; i++)
        if (s->channels[i] == row)
            return sl_fail(err, SL_ERR_RUN, "channel %s is registered twice", row->name);
    const struct sl_channel **channels = realloc(s->channels, (s->nchannels + 1) * sizeof *channels);
    if (!channels) return sl_no_memory(err, "channels");
    s->channels = channels;
    channels[s->nchannels++] = row;
    s->entities = count;
    s->width += count;
    return 0;
}

int sl_sampler_add(struct sl_sampler *s, const struct sl_channel *row, const void *base, size_t stride,
                   size_t count, struct sl_error *err)
{
    const double **source = realloc(s->source, (s->width + count) * sizeof *source);
    if (!source) return sl_no_memory(err, "channels");
    s->source = source;
    for (size_t i = 0; i < count; i++)
        source[s->width + i] = (const double *)(const void *)((const char *)base + i * stride + row->offset);
    return channel_add(s, row, count, err);
}

int sl_sampler_add_racks(struct sl_sampler *s, const struct sl_channel *row,
                         const struct sl_rack_source *source, size_t racks, struct sl_error *err)
{
    struct sl_rack_source *grown = realloc(s->racks, (s->nchannels + 1) * sizeof *grown);
    if (!grown) return sl_no_memory(err, "channels");
    s->racks = grown;
    grown[s->nchannels] = *source;
    return channel_add(s, row, racks, err);
}

static int variables_plan(struct sl_sampler *s, bool entities, struct sl_error *err)
{
    static const char *const ending[] = {"", "_min", "_max"};
    static const char *const cells[] = {"time: mean", "time: minimum", "time: maximum"};
    int e = 0, kinds = s->row_steps > 1 ? 3 : 1;
    for (int k = 0; k < kinds; k++)
        for (size_t i = 0; i < s->nchannels && !e; i++) {
            const struct sl_channel *c = s->channels[i];
            char name[SL_NAME_MAX];
            struct sl_variable v = {.unit = c->unit,
                                    .long_name = c->long_name,
                                    .positive = c->positive,
                                    .identity = c->identity,
                                    .cell_methods = cells[k],
                                    .entities = entities,
                                    .count = s->entities};
            if (kinds == 1 && c->cell == SL_CELL_POINT) v.cell_methods = "time: point";
            snprintf(name, sizeof name, "%s%s", c->name, ending[k]);
            e = sl_tier_variable(&s->tier, name, &v, err);
        }
    return e;
}

int sl_sampler_plan(struct sl_sampler *s, const struct sl_tier_spec *spec, uint64_t row_steps,
                    struct sl_error *err)
{
    s->row_steps = row_steps;
    s->value = calloc(s->width + 1, sizeof *s->value);
    if (!s->value || sl_stats_create(&s->stats, s->width)) return sl_no_memory(err, "channels");
    int e = variables_plan(s, spec->entity != NULL, err);
    return e ? e : sl_tier_prepare(&s->tier, spec, err);
}

static int row_end(struct sl_sampler *s, struct sl_writer *w, struct sl_error *err)
{
    sl_stats_row(&s->stats, sl_tier_row(&s->tier));
    sl_stats_reset(&s->stats);
    return sl_tier_push(&s->tier, w, err);
}

int sl_sampler_step(struct sl_sampler *s, struct sl_writer *w, struct sl_error *err)
{
    const double *const *source = s->source;
    double *restrict value = s->value;
    size_t n = s->width;
    for (size_t i = 0; i < n; i++) value[i] = *source[i];
    if (s->row_steps == 1) {
        float *restrict row = sl_tier_row(&s->tier);
        for (size_t i = 0; i < n; i++) row[i] = (float)value[i];
        return sl_tier_push(&s->tier, w, err);
    }
    sl_stats_add(&s->stats, value);
    return s->stats.weight < s->row_steps ? 0 : row_end(s, w, err);
}

static inline double value_of(const double *array, const uint32_t *lane, size_t r)
{
    return array[lane ? lane[r] : r];
}

static void racks_add(struct sl_sampler *s, uint64_t steps)
{
    double w = (double)steps;
    for (size_t c = 0; c < s->nchannels; c++) {
        const struct sl_rack_source *from = &s->racks[c];
        const double *least = from->min ? from->min : from->mean, *most = from->max ? from->max : from->mean;
        double *sum = s->stats.sum + c * s->entities, *min = s->stats.min + c * s->entities;
        double *max = s->stats.max + c * s->entities;
        for (size_t r = 0; r < s->entities; r++) {
            double lo = value_of(least, s->lane, r), hi = value_of(most, s->lane, r);
            sum[r] += w * value_of(from->mean, s->lane, r);
            min[r] = lo < min[r] ? lo : min[r];
            max[r] = hi > max[r] ? hi : max[r];
        }
    }
    s->stats.weight += steps;
}

int sl_sampler_period(struct sl_sampler *s, uint64_t steps, struct sl_writer *w, struct sl_error *err)
{
    if (s->row_steps == 1) {
        float *row = sl_tier_row(&s->tier);
        for (size_t c = 0; c < s->nchannels; c++)
            for (size_t r = 0; r < s->entities; r++)
                row[c * s->entities + r] = (float)value_of(s->racks[c].mean, s->lane, r);
        return sl_tier_push(&s->tier, w, err);
    }
    racks_add(s, steps);
    return s->stats.weight < s->row_steps ? 0 : row_end(s, w, err);
}

int sl_sampler_finish(struct sl_sampler *s, int64_t step_ns, struct sl_error *err)
{
    int e = 0;
    if (s->stats.weight) {
        s->tier.short_ns = (int64_t)s->stats.weight * step_ns;
        e = row_end(s, NULL, err);
    }
    return e ? e : sl_tier_finish(&s->tier, err);
}

int sl_sampler_state(struct sl_sampler *s, struct sl_state *state, const char *prefix, struct sl_error *err)
{
    snprintf(s->state_names[0], SL_NAME_MAX, "%s.weight", prefix);
    snprintf(s->state_names[1], SL_NAME_MAX, "%s.stats", prefix);
    int e = sl_tier_state(&s->tier, state, prefix, err);
    if (!e) e = sl_state_add(state, s->state_names[0], &s->stats.weight, sizeof s->stats.weight, 1, err);
    if (!e) e = sl_state_add(state, s->state_names[1], s->stats.sum, sizeof(double), 3 * s->width, err);
    return e;
}

void sl_sampler_free(struct sl_sampler *s)
{
    sl_tier_free(&s->tier);
    sl_stats_free(&s->stats);
    free(s->channels);
    free(s->source);
    free(s->racks);
    free(s->value);
    *s = (struct sl_sampler){0};
}
