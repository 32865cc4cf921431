#include "sim/output/overview.h"

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/output/h5.h"

#include <stdio.h>
#include <string.h>

static int bucket_end(struct sl_overview *o, int level, struct sl_error *err)
{
    struct sl_overview_level *l = &o->level[level];
    sl_stats_row(&l->stats, sl_tier_row(&l->tier));
    int e = sl_tier_push(&l->tier, NULL, err);
    if (!e && level + 1 < o->levels) {
        struct sl_overview_level *above = &o->level[level + 1];
        sl_stats_merge(&above->stats, &l->stats);
        if (above->stats.weight >= above->full) e = bucket_end(o, level + 1, err);
    }
    sl_stats_reset(&l->stats);
    return e;
}

static int site_rows(void *context, const float *rows, size_t count, struct sl_error *err)
{
    struct sl_overview *o = context;
    size_t n = o->width, low = o->extremes ? n : 0, high = o->extremes ? 2 * n : 0;
    int e = 0;
    for (size_t i = 0; i < count && !e; i++) {
        const float *row = rows + i * o->site->width;
        bool cut = o->site->short_ns && i + 1 == count;
        uint64_t steps = cut ? (uint64_t)(o->site->short_ns / o->step_ns) : o->row_steps;
        sl_stats_add_rows(&o->level[0].stats, row, row + low, row + high, steps);
        if (o->level[0].stats.weight >= o->level[0].full) e = bucket_end(o, 0, err);
    }
    return e;
}

static int level_variables(struct sl_overview *o, struct sl_tier *t, struct sl_error *err)
{
    static const char *const ending[] = {"_mean", "_min", "_max"};
    static const char *const cells[] = {"time: mean", "time: minimum", "time: maximum"};
    int e = 0;
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < o->width && !e; i++) {
            struct sl_variable v = o->site->variables[i];
            char name[SL_NAME_MAX + 8];
            snprintf(name, sizeof name, "%s%s", o->site->variables[i].name, ending[k]);
            v.cell_methods = cells[k];
            v.identity = NULL; /* it names channels of /site and does not hold between extremes */
            e = sl_tier_variable(t, name, &v, err);
        }
    return e;
}

int sl_overview_plan(struct sl_overview *o, struct sl_tier *site, size_t channels, uint64_t total_rows,
                     int64_t step_ns, struct sl_error *err)
{
    int64_t row_ns = site->spec.row_ns;
    int e = 0;
    o->site = site;
    o->width = channels;
    o->step_ns = step_ns;
    o->row_steps = (uint64_t)(row_ns / step_ns);
    o->extremes = site->width > channels;
    uint64_t rows = total_rows, full = o->row_steps;
    while (!e && o->levels < SL_OVERVIEW_LEVELS && (o->levels == 0 || rows > SL_OVERVIEW_POINTS)) {
        struct sl_overview_level *l = &o->level[o->levels];
        rows = (rows + SL_OVERVIEW_FACTOR - 1) / SL_OVERVIEW_FACTOR;
        row_ns *= SL_OVERVIEW_FACTOR;
        l->full = full *= SL_OVERVIEW_FACTOR;
        snprintf(l->name, sizeof l->name, "L%d", ++o->levels);
        struct sl_tier_spec spec = site->spec;
        spec.row_ns = row_ns;
        spec.chunk_rows = rows < 1024 ? (rows ? rows : 1) : 1024;
        spec.bounds = spec.weights = true;
        spec.weight_ns = step_ns;
        e = level_variables(o, &l->tier, err);
        if (!e) e = sl_tier_prepare(&l->tier, &spec, err);
        if (!e && sl_stats_create(&l->stats, channels)) e = sl_no_memory(err, "the overview");
    }
    site->after = site_rows;
    site->context = o;
    return e;
}

int sl_overview_create(struct sl_overview *o, int64_t root, bool open, struct sl_error *err)
{
    int64_t overview = 0;
    int e = sl_h5_group(root, "overview", &overview, err);
    if (!e) e = sl_h5_group(overview, "site", &o->group, err);
    for (int i = 0; i < o->levels && !e; i++) {
        struct sl_overview_level *l = &o->level[i];
        e = open ? sl_tier_open(&l->tier, o->group, l->name, err)
                 : sl_tier_create(&l->tier, o->group, l->name, err);
        if (e || open) continue;
        e = sl_h5_set_text(l->tier.group, "source_group", "/site", err);
        if (!e) e = sl_h5_set_int(l->tier.group, "factor", (int64_t)(l->full / o->row_steps), err);
    }
    sl_h5_release(overview);
    return e;
}

int sl_overview_finish(struct sl_overview *o, struct sl_error *err)
{
    int e = 0;
    for (int i = 0; i < o->levels && !e; i++) {
        struct sl_overview_level *l = &o->level[i];
        if (l->stats.weight) {
            l->tier.short_ns = (int64_t)l->stats.weight * o->step_ns;
            uint64_t fill = l->tier.fill, chunk = l->tier.spec.chunk_rows;
            e = bucket_end(o, i, err);
            if (fill + 1 == chunk) continue; /* the push has written it */
        }
        if (!e) e = sl_tier_finish(&l->tier, err);
    }
    return e;
}

int sl_overview_state(struct sl_overview *o, struct sl_state *state, struct sl_error *err)
{
    int e = 0;
    for (int i = 0; i < o->levels && !e; i++) {
        struct sl_overview_level *l = &o->level[i];
        char prefix[SL_NAME_MAX];
        snprintf(prefix, sizeof prefix, "recorder.overview.L%d", i + 1);
        snprintf(o->state_names[i][0], SL_NAME_MAX, "recorder.overview.L%d.weight", i + 1);
        snprintf(o->state_names[i][1], SL_NAME_MAX, "recorder.overview.L%d.stats", i + 1);
        e = sl_tier_state(&l->tier, state, prefix, err);
        if (!e)
            e = sl_state_add(state, o->state_names[i][0], &l->stats.weight, sizeof l->stats.weight, 1, err);
        if (!e)
            e = sl_state_add(state, o->state_names[i][1], l->stats.sum, sizeof(double), 3 * o->width, err);
    }
    return e;
}

void sl_overview_settle(struct sl_overview *o)
{
    for (int i = 0; i < o->levels; i++) sl_tier_settle(&o->level[i].tier);
}

int sl_overview_cut(struct sl_overview *o, struct sl_error *err)
{
    int e = 0;
    for (int i = 0; i < o->levels && !e; i++) e = sl_tier_cut(&o->level[i].tier, err);
    return e;
}

void sl_overview_close(struct sl_overview *o)
{
    for (int i = 0; i < o->levels; i++) sl_tier_close(&o->level[i].tier);
    sl_h5_release(o->group);
    o->group = 0;
}

void sl_overview_free(struct sl_overview *o)
{
    for (int i = 0; i < o->levels; i++) {
        sl_tier_free(&o->level[i].tier);
        sl_stats_free(&o->level[i].stats);
    }
    sl_h5_release(o->group);
    *o = (struct sl_overview){0};
}
