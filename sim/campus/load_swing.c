#include "sim/campus/load_swing.h"

#include "models/base/error.h"
#include "models/base/time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int allocate(const struct sl_load *l, struct sl_load_job *part, struct sl_error *err)
{
    if (!part->variance) part->variance = calloc(l->config.steps_max, sizeof *part->variance);
    if (!part->hall_gain) part->hall_gain = calloc(l->config.layout.halls, sizeof *part->hall_gain);
    return part->variance && part->hall_gain ? 0 : sl_no_memory(err, "the swing of a job");
}

/* Deviations are held from knot to knot. */
static void variance_means(const struct sl_load *l, const struct sl_knots *spread, double *variance)
{
    int64_t h_ns = l->config.step_ns;
    size_t at = 0;
    for (size_t k = 0; k < l->steps; k++) {
        int64_t t_ns = l->t0_ns + (int64_t)k * h_ns, end_ns = t_ns + h_ns;
        double sum = 0.0;
        while (t_ns < end_ns) {
            while (at + 1 < spread->count && spread->items[at + 1].t_ns <= t_ns) at++;
            int64_t to_ns = at + 1 < spread->count ? spread->items[at + 1].t_ns : end_ns;
            if (to_ns > end_ns) to_ns = end_ns;
            sum += spread->items[at].power_w * spread->items[at].power_w * (double)(to_ns - t_ns);
            t_ns = to_ns;
        }
        variance[k] = sum / (double)h_ns;
    }
}

int sl_load_swing_plan(const struct sl_load *l, struct sl_load_job *part, struct sl_error *err)
{
    const struct sl_layout *layout = &l->config.layout;
    int code = allocate(l, part, err);
    if (code) return code;
    variance_means(l, &part->job->spread, part->variance);
    memset(part->hall_gain, 0, layout->halls * sizeof *part->hall_gain);
    for (size_t g = 0; g < part->job->group_count; g++) {
        const struct sl_group *group = &part->job->groups[g];
        part->hall_gain[sl_layout_hall_of_block(layout, group->slot / SL_LANES)] += group->gain;
    }
    return 0;
}

void sl_load_swing_drop(struct sl_load_job *part)
{
    free(part->variance);
    free(part->hall_gain);
    part->variance = part->hall_gain = NULL;
}

static double overhead_factor(const struct sl_load *l, size_t block)
{
    return 1.0 + sl_load_type_of(l, block)->accelerator.server_overhead_fraction;
}

/* Of each rack of the block, no more than its power. */
static void deviations(const struct sl_load *l, size_t block, size_t k, const double *dc, double *s)
{
    memset(s, 0, SL_LANES * sizeof *s);
    for (size_t i = 0; i < l->part_count; i++) {
        const struct sl_job *job = l->parts[i].job;
        for (size_t g = job->block_first[block]; g < job->block_first[block + 1]; g++) {
            double gain = job->groups[g].gain;
            s[job->groups[g].slot % SL_LANES] += gain * gain * l->parts[i].variance[k];
        }
    }
    for (size_t i = 0; i < SL_LANES; i++) s[i] = fmin(overhead_factor(l, block) * sqrt(s[i]), dc[i]);
}

void sl_load_swing_convert(struct sl_load *l, size_t block, double (*dc)[SL_LANES], double (*ac)[SL_LANES])
{
    const struct sl_psu *psu = &sl_load_type_of(l, block)->psu;
    for (size_t k = 0; k < l->steps; k++) {
        double s[SL_LANES], low[SL_LANES], high[SL_LANES], in_low[SL_LANES], in_high[SL_LANES];
        double swing_dc_w = 0.0, swing_ac_w = 0.0;
        deviations(l, block, k, dc[k], s);
        for (size_t i = 0; i < SL_LANES; i++) {
            low[i] = dc[k][i] - s[i];
            high[i] = dc[k][i] + s[i];
        }
        sl_psu_convert(psu, low, in_low, SL_LANES);
        sl_psu_convert(psu, high, in_high, SL_LANES);
        for (size_t i = 0; i < SL_LANES; i++) {
            ac[k][i] = 0.5 * (in_low[i] + in_high[i]);
            swing_dc_w += s[i];
            swing_ac_w += 0.5 * (in_high[i] - in_low[i]);
        }
        l->block_swing_dc_w[block * l->steps + k] = swing_dc_w;
        l->block_swing_ac_w[block * l->steps + k] = swing_ac_w;
    }
}

double sl_load_swing_w(const struct sl_load *l, size_t part, size_t hall, size_t k)
{
    const struct sl_load_job *p = &l->parts[part];
    return overhead_factor(l, hall * l->config.layout.blocks_per_hall) * p->hall_gain[hall] *
           sqrt(p->variance[k]);
}
