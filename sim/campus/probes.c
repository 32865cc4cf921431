#include "sim/campus/probes.h"

#include "models/base/error.h"
#include "models/base/time.h"
#include "models/load/program.h"
#include "sim/campus/load_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sl_probes_init(struct sl_probes *p, const int64_t *accelerators, size_t count, size_t steps_max,
                   struct sl_error *err)
{
    memset(p, 0, sizeof *p);
    p->count = count;
    p->blocks = (count + SL_LANES - 1) / SL_LANES;
    if (count == 0) return 0;
    size_t cells = p->blocks * steps_max * SL_LANES;
    p->probe = calloc(count, sizeof *p->probe);
    p->lag = calloc(p->blocks, sizeof *p->lag);
    p->power_w = calloc(count, sizeof *p->power_w);
    p->d = aligned_alloc(64, cells * sizeof *p->d);
    p->e = aligned_alloc(64, cells * sizeof *p->e);
    p->channels = calloc(count, sizeof *p->channels);
    p->names = calloc(count, sizeof *p->names);
    p->long_names = calloc(count, sizeof *p->long_names);
    if (!p->probe || !p->lag || !p->power_w || !p->d || !p->e || !p->channels || !p->names || !p->long_names)
        return sl_no_memory(err, "the chosen accelerators");
    for (size_t i = 0; i < count; i++) {
        p->probe[i] = (struct sl_probe){.accelerator = accelerators[i], .owner = -1, .before = -1};
        snprintf(p->names[i], sizeof p->names[i], "accelerator_%lld_power", (long long)accelerators[i]);
        snprintf(p->long_names[i], sizeof p->long_names[i], "power of accelerator %lld, without noise",
                 (long long)accelerators[i]);
        p->channels[i] = (struct sl_channel){.name = p->names[i],
                                             .unit = "W",
                                             .long_name = p->long_names[i],
                                             .cell = SL_CELL_MEAN,
                                             .positive = "consumption",
                                             .offset = i * sizeof(double)};
    }
    return 0;
}

int sl_probes_register(struct sl_probes *p, struct sl_state *state, struct sl_error *err)
{
    if (p->count == 0) return 0;
    int status = sl_state_add(state, "probes.probe", p->probe, sizeof *p->probe, p->count, err);
    return status ? status : sl_state_add(state, "probes.lag", p->lag, sizeof *p->lag, p->blocks, err);
}

void sl_probes_free(struct sl_probes *p)
{
    free(p->probe), free(p->lag), free(p->power_w), free(p->d), free(p->e);
    free(p->channels), free(p->names), free(p->long_names);
    *p = (struct sl_probes){0};
}

static size_t server_of(const struct sl_jobs *jobs, const struct sl_probe *probe)
{
    return (size_t)(probe->accelerator / jobs->config.accelerator->accelerators_per_server);
}

/* A job of an uneven number of accelerators leaves the last ones of its last server idle. */
static int left_idle(const struct sl_jobs *jobs, const struct sl_probe *probe, int32_t job)
{
    int64_t per_server = jobs->config.accelerator->accelerators_per_server;
    int64_t rest = job < 0 ? 0 : jobs->config.jobs[job].accelerators % per_server;
    if (rest == 0 || probe->accelerator % per_server < rest) return 0;
    for (size_t s = server_of(jobs, probe) + 1; s < jobs->config.layout.servers; s++)
        if (jobs->owner[s] == job) return 0;
    return 1;
}

static void follow(const struct sl_load *load, const struct sl_jobs *jobs, const struct sl_probe *probe,
                   size_t lane, int32_t job, struct sl_kernel_block *block, struct sl_kernel_anchor *anchor)
{
    for (size_t i = 0; i < load->part_count; i++) {
        const struct sl_load_job *part = &load->parts[i];
        if (part->job != &jobs->jobs[job]) continue;
        size_t server = server_of(jobs, probe);
        struct sl_member member = {
            sl_program_delay_ns(&jobs->config.jobs[job].program, jobs->config.seed, server, (uint64_t)job),
            jobs->gains[server]};
        struct sl_group group = {.slot = lane, .count = 1, .gain = member.gain, .accelerators = 1.0};
        group.gain_delay_s = member.gain * sl_s_from_ns(member.delay_ns);
        sl_superpose(&load->kernels[0], &part->job->knots.items[0], part->plan, part->count,
                     jobs->config.accelerator->idle_power_w, &group, &member, block, anchor);
    }
}

static void owner_update(const struct sl_jobs *jobs, struct sl_probe *probe)
{
    int32_t now = jobs->owner[server_of(jobs, probe)];
    probe->before = probe->owner;
    if (now != probe->owner) probe->idle = left_idle(jobs, probe, now);
    probe->owner = now;
}

void sl_probes_period(struct sl_probes *p, const struct sl_load *load, const struct sl_jobs *jobs)
{
    const struct sl_kernel *k = &load->kernels[0];
    for (size_t b = 0; b < p->blocks && !load->replay; b++) {
        size_t at = b * load->steps * SL_LANES;
        struct sl_kernel_block block = {.d = (double(*)[SL_LANES])(p->d + at),
                                        .e = k->tau_s > 0.0 ? (double(*)[SL_LANES])(p->e + at) : NULL};
        struct sl_kernel_anchor anchor = {{0}, {0}};
        sl_kernel_begin(k, &block);
        for (size_t lane = 0; lane < SL_LANES && b * SL_LANES + lane < p->count; lane++) {
            struct sl_probe *probe = &p->probe[b * SL_LANES + lane];
            owner_update(jobs, probe);
            anchor.power_w[lane] =
                jobs->gains[server_of(jobs, probe)] * jobs->config.accelerator->idle_power_w;
            if (probe->owner >= 0 && !probe->idle)
                follow(load, jobs, probe, lane, probe->owner, &block, &anchor);
            if (probe->before >= 0 && probe->before != probe->owner)
                follow(load, jobs, probe, lane, probe->before, &block, &anchor);
        }
        sl_kernel_finish(k, &block, &anchor, &p->lag[b]);
    }
}

void sl_probes_step(struct sl_probes *p, const struct sl_load *load, size_t k)
{
    for (size_t i = 0; i < p->count; i++)
        p->power_w[i] = load->replay ? 0.0 : p->d[(i / SL_LANES * load->steps + k) * SL_LANES + i % SL_LANES];
}
