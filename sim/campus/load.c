#include "sim/campus/load.h"

#include "models/base/error.h"
#include "models/base/time.h"
#include "sim/campus/load_job.h"
#include "sim/campus/load_rows.h"
#include "sim/campus/load_swing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLANNING_STEP_NS SL_NS_PER_S

static size_t type_index(const struct sl_load *l, size_t block)
{
    return (size_t)(sl_load_type_of(l, block) - l->config.types);
}

/* Aligned to cache lines, zero. */
static double *new_doubles(size_t count)
{
    size_t bytes = (count * sizeof(double) + 63) / 64 * 64;
    double *p = aligned_alloc(64, bytes ? bytes : 64);
    if (p) memset(p, 0, bytes);
    return p;
}

static int allocate(struct sl_load *l)
{
    const struct sl_load_config *c = &l->config;
    size_t blocks = c->layout.blocks, slots = c->layout.slots, cells = slots * c->steps_max;
    l->kernels = calloc(c->type_count, sizeof *l->kernels);
    l->noise_params = calloc(c->type_count, sizeof *l->noise_params);
    l->lag = calloc(blocks, sizeof *l->lag);
    l->noise = calloc(blocks, sizeof *l->noise);
    l->ac_w = new_doubles(cells);
    l->dc_w = new_doubles(cells);
    if (l->planning) {
        l->block_swing_dc_w = new_doubles(blocks * c->steps_max);
        l->block_swing_ac_w = new_doubles(blocks * c->steps_max);
    }
    l->block_ac_w = new_doubles(blocks * c->steps_max);
    l->block_dc_w = new_doubles(blocks * c->steps_max);
    l->block_accelerator_w = new_doubles(blocks * c->steps_max);
    l->rack_mean_w = new_doubles(slots);
    l->rack_min_w = new_doubles(slots);
    l->rack_max_w = new_doubles(slots);
    l->idle_w = new_doubles(slots);
    l->weight = new_doubles(slots);
    l->busy = new_doubles(slots);
    return l->kernels && l->noise_params && l->lag && l->noise && l->ac_w && l->dc_w && l->block_ac_w &&
           l->block_dc_w && l->block_accelerator_w && l->rack_mean_w && l->rack_min_w && l->rack_max_w &&
           l->idle_w && l->weight && l->busy &&
           (!l->planning || (l->block_swing_dc_w && l->block_swing_ac_w));
}

static void init_block(struct sl_load *l, size_t block, size_t first_rack)
{
    const struct sl_accelerator_params *a = &sl_load_type_of(l, block)->accelerator;
    size_t servers = l->config.layout.servers_per_rack;
    sl_noise_start(&l->noise_params[type_index(l, block)], &l->noise[block], block);
    for (size_t lane = 0; lane < sl_layout_lanes(&l->config.layout, block); lane++) {
        size_t slot = block * SL_LANES + lane, rack = first_rack + lane;
        l->weight[slot] = 1.0;
        for (size_t s = 0; s < servers; s++)
            l->idle_w[slot] +=
                (double)a->accelerators_per_server * l->config.gains[rack * servers + s] * a->idle_power_w;
    }
}

int sl_load_init(struct sl_load *load, const struct sl_load_config *config, struct sl_error *err)
{
    *load = (struct sl_load){.config = *config, .planning = config->step_ns >= PLANNING_STEP_NS};
    if (!allocate(load)) {
        sl_load_free(load);
        return sl_no_memory(err, "rack power");
    }
    for (size_t i = 0; i < config->type_count; i++) {
        const struct sl_accelerator_params *a = &config->types[i].accelerator;
        double sigma_w = load->planning ? 0.0 : a->noise_fraction * a->rated_power_w;
        sl_kernel_init(&load->kernels[i], config->step_ns, sl_s_from_ns(a->lag_ns));
        sl_noise_init(&load->noise_params[i], sigma_w, a->noise_tau_ns, config->seed);
    }
    for (size_t i = 1; i < config->type_count; i++) {
        if (config->types[i].accelerator.lag_ns == config->types[0].accelerator.lag_ns) continue;
        sl_load_free(load);
        return sl_fail(err, SL_ERR_SCENARIO, "all rack types of a fleet must have the same lag_ms");
    }
    size_t rack = 0;
    for (size_t b = 0; b < config->layout.blocks; b++) {
        init_block(load, b, rack);
        rack += sl_layout_lanes(&config->layout, b);
    }
    return 0;
}

int sl_load_register(struct sl_load *load, struct sl_state *state, struct sl_error *err)
{
    const struct sl_layout *layout = &load->config.layout;
    int code = sl_state_add(state, "load.lag", load->lag, sizeof *load->lag, layout->blocks, err);
    if (!code)
        code = sl_state_add(state, "load.noise", load->noise, sizeof *load->noise, layout->blocks, err);
    if (!code) code = sl_state_add(state, "load.busy", load->busy, sizeof *load->busy, layout->slots, err);
    return code;
}

void sl_load_free(struct sl_load *l)
{
    for (size_t i = 0; i < l->part_cap; i++) free(l->parts[i].plan), sl_load_swing_drop(&l->parts[i]);
    free(l->parts), free(l->kernels), free(l->noise_params), free(l->lag), free(l->noise);
    free(l->ac_w), free(l->dc_w), free(l->block_swing_dc_w), free(l->block_swing_ac_w), free(l->block_ac_w),
        free(l->block_dc_w);
    free(l->block_accelerator_w), free(l->rack_mean_w), free(l->rack_min_w), free(l->rack_max_w);
    free(l->idle_w), free(l->weight), free(l->busy), free(l->replay_dc_w), free(l->replay_ac_w);
    *l = (struct sl_load){0};
}

int sl_load_replay(struct sl_load *load, const struct sl_series *series, size_t count, struct sl_error *err)
{
    if (count == 0 || count > load->config.layout.racks)
        return sl_fail(err, SL_ERR_SCENARIO, "replay has %zu rack groups, the fleet %zu racks", count,
                       load->config.layout.racks);
    load->replay_dc_w = new_doubles(count * load->config.steps_max);
    load->replay_ac_w = new_doubles(count * load->config.steps_max);
    if (!load->replay_dc_w || !load->replay_ac_w) return sl_no_memory(err, "the replay");
    load->replay = series;
    load->replay_count = count;
    return 0;
}

static int plan_knots(const struct sl_kernel *k, const struct sl_knots *knots, int64_t latest_ns,
                      struct sl_planned **plan, size_t *cap, size_t *count, struct sl_error *err)
{
    *count = knots->count - 1;
    if (*count > *cap) {
        struct sl_planned *grown = realloc(*plan, 2 * *count * sizeof *grown);
        if (!grown) return sl_no_memory(err, "the knots of a job");
        *plan = grown;
        *cap = 2 * *count;
    }
    sl_superpose_plan(k, knots, latest_ns, *plan);
    return 0;
}

static bool changes(const struct sl_job_state *st, int64_t t0_ns)
{
    return st->start_ns >= t0_ns || (st->end_ns >= t0_ns && st->end_ns != SL_NEVER);
}

static int plan_jobs(struct sl_load *l, const struct sl_jobs *jobs, struct sl_error *err)
{
    l->part_count = 0;
    l->jobs_change = false;
    if (l->part_cap < jobs->config.count) {
        struct sl_load_job *grown = calloc(jobs->config.count, sizeof *grown);
        if (!grown) return sl_no_memory(err, "jobs");
        if (l->part_cap) memcpy(grown, l->parts, l->part_cap * sizeof *grown);
        free(l->parts);
        l->parts = grown;
        l->part_cap = jobs->config.count;
    }
    for (size_t i = 0; i < jobs->config.count; i++) {
        if (!jobs->jobs[i].placed) continue;
        struct sl_load_job *part = &l->parts[l->part_count++];
        part->job = &jobs->jobs[i];
        part->state = &jobs->states[i];
        if (changes(part->state, l->t0_ns)) l->jobs_change = true;
        int code = plan_knots(&l->kernels[0], &part->job->knots, part->job->latest_ns, &part->plan,
                              &part->cap, &part->count, err);
        if (!code && l->planning) code = sl_load_swing_plan(l, part, err);
        if (code) return code;
    }
    return 0;
}

static void superpose_jobs(const struct sl_load *l, const struct sl_kernel *k, size_t block,
                           struct sl_kernel_block *b, struct sl_kernel_anchor *anchor)
{
    double idle_w = sl_load_type_of(l, block)->accelerator.idle_power_w;
    memcpy(anchor->power_w, l->idle_w + block * SL_LANES, sizeof anchor->power_w);
    for (size_t i = 0; i < l->part_count; i++) {
        const struct sl_load_job *part = &l->parts[i];
        const struct sl_job *job = part->job;
        for (size_t g = job->block_first[block]; g < job->block_first[block + 1]; g++)
            sl_superpose(k, &job->knots.items[0], part->plan, part->count, idle_w, &job->groups[g],
                         job->members, b, anchor);
    }
}

/* Accelerators at work in each rack of the block at t. */
static void busy_at(const struct sl_load *l, size_t block, int64_t t_ns, double *busy)
{
    memset(busy, 0, SL_LANES * sizeof *busy);
    for (size_t i = 0; i < l->part_count; i++) {
        const struct sl_load_job *part = &l->parts[i];
        if (t_ns < part->state->start_ns || t_ns >= part->state->end_ns) continue;
        for (size_t g = part->job->block_first[block]; g < part->job->block_first[block + 1]; g++)
            busy[part->job->groups[g].slot % SL_LANES] += part->job->groups[g].accelerators;
    }
}

/* Adds the noise of the span to accelerator power, tick by tick; a step over a tick's end gets its shares of both. */
static void add_noise(struct sl_load *l, const struct sl_kernel *k, size_t block, double (*p)[SL_LANES])
{
    const struct sl_noise_params *params = &l->noise_params[type_index(l, block)];
    struct sl_noise *noise = &l->noise[block];
    int64_t h_ns = k->h_ns, t1_ns = k->t0_ns + (int64_t)k->steps * h_ns;
    bool first = true;
    for (int64_t t_ns = k->t0_ns; t_ns < t1_ns;) {
        int64_t tick = t_ns / SL_NOISE_TICK_NS, end_ns = (tick + 1) * SL_NOISE_TICK_NS;
        if (t_ns % SL_NOISE_TICK_NS == 0) {
            if (first || l->jobs_change) busy_at(l, block, t_ns, l->busy + block * SL_LANES);
            first = false;
            sl_noise_tick(params, noise, block, tick, l->busy + block * SL_LANES);
        }
        if (end_ns > t1_ns) end_ns = t1_ns;
        while (t_ns < end_ns) {
            size_t step = (size_t)((t_ns - k->t0_ns) / h_ns), whole = (size_t)((end_ns - t_ns) / h_ns);
            int64_t step_end_ns = k->t0_ns + ((int64_t)step + 1) * h_ns;
            if (step_end_ns - t_ns == h_ns && whole > 0) {
                sl_rows_add(p + step, whole, noise->level_w, 1.0);
                t_ns += (int64_t)whole * h_ns;
            } else {
                int64_t until_ns = step_end_ns < end_ns ? step_end_ns : end_ns;
                sl_rows_add(p + step, 1, noise->level_w, (double)(until_ns - t_ns) / (double)h_ns);
                t_ns = until_ns;
            }
        }
    }
}

/* Replayed racks: their power in place of what jobs would draw. */
/* The input is what was measured, also below the supplies' own loss without load: a rack may be off. */
static void put_replay(const struct sl_load *l, size_t block, double (*dc)[SL_LANES], double (*ac)[SL_LANES],
                       double *accelerators_w)
{
    const struct sl_layout *layout = &l->config.layout;
    const struct sl_accelerator_params *a = &sl_load_type_of(l, block)->accelerator;
    size_t hall = sl_layout_hall_of_block(layout, block);
    size_t first = hall * layout->racks_per_hall + block % layout->blocks_per_hall * SL_LANES;
    memset(accelerators_w, 0, l->steps * sizeof *accelerators_w);
    for (size_t lane = 0; lane < sl_layout_lanes(layout, block); lane++) {
        size_t group = (first + lane) * l->replay_count / layout->racks;
        const double *from = l->replay_dc_w + group * l->config.steps_max;
        const double *from_ac = l->replay_ac_w + group * l->config.steps_max;
        for (size_t k = 0; k < l->steps; k++) {
            dc[k][lane] = from[k];
            ac[k][lane] = from_ac[k];
            accelerators_w[k] += fmax(0.0, sl_rack_accelerators_w(a, from[k]));
        }
    }
}

static void run_block(struct sl_load *l, size_t block)
{
    const struct sl_load_type *type = sl_load_type_of(l, block);
    const struct sl_kernel *k = &l->kernels[type_index(l, block)];
    double(*dc)[SL_LANES] = (double(*)[SL_LANES])l->dc_w + block * l->steps;
    double(*ac)[SL_LANES] = (double(*)[SL_LANES])l->ac_w + block * l->steps;
    double *accelerators_w = l->block_accelerator_w + block * l->steps;
    const double *weight = l->weight + block * SL_LANES;
    if (l->replay) {
        put_replay(l, block, dc, ac, accelerators_w);
    } else { /* the input's array is free until the conversion: it holds E */
        struct sl_kernel_block b = {.d = dc, .e = k->tau_s > 0.0 ? ac : NULL};
        struct sl_kernel_anchor anchor = {{0}, {0}};
        sl_kernel_begin(k, &b);
        superpose_jobs(l, k, block, &b, &anchor);
        sl_kernel_finish(k, &b, &anchor, &l->lag[block]);
        if (l->noise_params[type_index(l, block)].sigma_w > 0.0) add_noise(l, k, block, dc);
        sl_rows_sum(dc, l->steps, accelerators_w);
        sl_rows_scale(dc, l->steps, sl_rack_dc_w(&type->accelerator, 0.0),
                      1.0 + type->accelerator.server_overhead_fraction, weight);
    }
    if (l->planning && !l->replay)
        sl_load_swing_convert(l, block, dc, ac);
    else if (!l->replay)
        sl_psu_convert(&type->psu, dc[0], ac[0], l->steps * SL_LANES);
    sl_rows_range(ac, l->steps, weight, l->rack_mean_w + block * SL_LANES, l->rack_min_w + block * SL_LANES,
                  l->rack_max_w + block * SL_LANES);
    sl_rows_sum(ac, l->steps, l->block_ac_w + block * l->steps);
    sl_rows_sum(dc, l->steps, l->block_dc_w + block * l->steps);
}

static size_t racks_in_group(const struct sl_load *l, size_t group)
{
    size_t racks = l->config.layout.racks, n = l->replay_count;
    /* rack r belongs to group floor(r n / racks) */
    return ((group + 1) * racks + n - 1) / n - (group * racks + n - 1) / n;
}

/* The output that draws the series' step mean at the input; the racks of a group share it. */
static void plan_replay(struct sl_load *l, int64_t t0_ns)
{
    const struct sl_psu *psu = &l->config.types[0].psu;
    int64_t h_ns = l->config.step_ns;
    for (size_t g = 0; g < l->replay_count; g++) {
        double *dc_w = l->replay_dc_w + g * l->config.steps_max, last_w = NAN;
        double *in_w = l->replay_ac_w + g * l->config.steps_max;
        double racks = (double)racks_in_group(l, g);
        for (size_t k = 0; k < l->steps; k++) {
            int64_t t_ns = t0_ns + (int64_t)k * h_ns;
            double ac_w = sl_series_mean(&l->replay[g], t_ns, t_ns + h_ns) / racks;
            dc_w[k] = ac_w == last_w ? dc_w[k - 1] : sl_psu_output_w(psu, ac_w);
            in_w[k] = last_w = ac_w;
        }
    }
}

int sl_load_step(struct sl_load *load, const struct sl_jobs *jobs, int64_t t0_ns, size_t steps,
                 struct sl_error *err)
{
    load->t0_ns = t0_ns;
    load->steps = steps;
    for (size_t i = 0; i < load->config.type_count; i++) sl_kernel_span(&load->kernels[i], t0_ns, steps);
    int code = load->replay ? 0 : plan_jobs(load, jobs, err);
    if (code) return code;
    if (load->replay) plan_replay(load, t0_ns);
    ptrdiff_t blocks = (ptrdiff_t)load->config.layout.blocks;
#pragma omp parallel for schedule(static)
    for (ptrdiff_t block = 0; block < blocks; block++) run_block(load, (size_t)block);
    return 0;
}
