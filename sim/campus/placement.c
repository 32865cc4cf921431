#include "sim/campus/placement.h"

#include "models/base/error.h"
#include "models/base/time.h"

#include <math.h>
#include <stdlib.h>

size_t sl_placement_size(const struct sl_jobs *jobs, size_t job)
{
    int64_t per_server = jobs->config.accelerator->accelerators_per_server;
    return (size_t)((jobs->config.jobs[job].accelerators + per_server - 1) / per_server);
}

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t sl_placement_fits(const struct sl_jobs *jobs, size_t count, int64_t t_ns, int64_t end_ns)
{
    size_t now = 0, soon = 0, servers = jobs->config.layout.servers;
    for (size_t i = 0; i < servers; i++) {
        now += jobs->free_ns[i] <= t_ns;
        soon += jobs->free_ns[i] < end_ns;
    }
    if (now >= count) return t_ns;
    if (soon < count) return SL_NEVER;
    int64_t *times = malloc(soon * sizeof *times);
    if (!times) return -1;
    size_t n = 0;
    for (size_t i = 0; i < servers; i++)
        if (jobs->free_ns[i] < end_ns) times[n++] = jobs->free_ns[i];
    qsort(times, n, sizeof *times, by_time);
    int64_t fits_ns = times[count - 1];
    free(times);
    return fits_ns;
}

void sl_placement_take(struct sl_jobs *jobs, size_t job, int64_t t_ns)
{
    size_t left = sl_placement_size(jobs, job);
    for (size_t i = 0; i < jobs->config.layout.servers && left > 0; i++) {
        if (jobs->free_ns[i] > t_ns) continue;
        sl_sum_add(&jobs->time->idle_s, sl_s_from_ns(t_ns - jobs->free_ns[i]));
        jobs->owner[i] = (int32_t)job;
        jobs->free_ns[i] = SL_NEVER;
        jobs->taken_ns[i] = t_ns;
        left--;
    }
}

void sl_placement_release(struct sl_jobs *jobs, size_t job, int64_t t_ns)
{
    for (size_t i = 0; i < jobs->config.layout.servers; i++) {
        if (jobs->owner[i] != (int32_t)job || jobs->free_ns[i] != SL_NEVER) continue;
        jobs->free_ns[i] = t_ns;
        sl_sum_add(&jobs->time->busy_s, sl_s_from_ns(t_ns - jobs->taken_ns[i]));
    }
}

/* A server that is free from a coming instant on has its time until then in the sum already: what has yet to come is
 * taken back. */
void sl_placement_time(const struct sl_jobs *jobs, int64_t t_ns, double *busy_s, double *idle_s)
{
    struct sl_sum busy = jobs->time->busy_s, idle = jobs->time->idle_s;
    for (size_t i = 0; i < jobs->config.layout.servers; i++) {
        if (jobs->free_ns[i] == SL_NEVER)
            sl_sum_add(&busy, sl_s_from_ns(t_ns - jobs->taken_ns[i]));
        else
            sl_sum_add(jobs->free_ns[i] > t_ns ? &busy : &idle, sl_s_from_ns(t_ns - jobs->free_ns[i]));
    }
    *busy_s = sl_sum_of(&busy);
    *idle_s = sl_sum_of(&idle);
}

static int by_delay(const void *a, const void *b)
{
    const struct sl_member *x = a, *y = b;
    if (x->delay_ns != y->delay_ns) return x->delay_ns < y->delay_ns ? -1 : 1;
    return (x->gain > y->gain) - (x->gain < y->gain);
}

/* Members in the order of servers; their racks' slots go to slots[]. */
static void fill_members(struct sl_jobs *jobs, size_t index, struct sl_job *job, size_t *slots)
{
    const struct sl_jobs_config *c = &jobs->config;
    const struct sl_job_params *p = &c->jobs[index];
    int64_t per_server = c->accelerator->accelerators_per_server, left = p->accelerators;
    for (size_t i = 0; i < c->layout.servers && job->member_count < sl_placement_size(jobs, index); i++) {
        if (jobs->owner[i] != (int32_t)index) continue;
        int64_t taken = left < per_server ? left : per_server;
        int64_t delay_ns = sl_program_delay_ns(&p->program, c->seed, i, index);
        job->members[job->member_count] = (struct sl_member){delay_ns, (double)taken * jobs->gains[i]};
        slots[job->member_count++] = sl_layout_slot(&c->layout, i / c->layout.servers_per_rack);
        if (delay_ns > job->latest_ns) job->latest_ns = delay_ns;
        left -= taken;
    }
}

static void fill_groups(const struct sl_jobs *jobs, size_t index, struct sl_job *job, const size_t *slots)
{
    int64_t per_server = jobs->config.accelerator->accelerators_per_server;
    int64_t left = jobs->config.jobs[index].accelerators;
    for (size_t first = 0; first < job->member_count;) {
        size_t end = first;
        while (end < job->member_count && slots[end] == slots[first]) end++;
        struct sl_group *g = &job->groups[job->group_count++];
        int64_t most = (int64_t)(end - first) * per_server, taken = left < most ? left : most;
        *g = (struct sl_group){
            .slot = slots[first], .first = first, .count = end - first, .accelerators = (double)taken};
        qsort(job->members + first, g->count, sizeof *job->members, by_delay);
        for (size_t i = first; i < end; i++) {
            g->gain += job->members[i].gain;
            g->gain_delay_s += job->members[i].gain * sl_s_from_ns(job->members[i].delay_ns);
        }
        left -= taken;
        first = end;
    }
    size_t group = 0;
    for (size_t block = 0; block <= jobs->config.layout.blocks; block++) {
        while (group < job->group_count && job->groups[group].slot < block * SL_LANES) group++;
        job->block_first[block] = group;
    }
}

static struct sl_delays delays_of(const struct sl_job *job)
{
    double gain = 0.0, gain_delay_s = 0.0;
    for (size_t i = 0; i < job->group_count; i++) {
        gain += job->groups[i].gain;
        gain_delay_s += job->groups[i].gain_delay_s;
    }
    return (struct sl_delays){job->latest_ns, sl_ns_from_s(gain_delay_s / gain)};
}

int sl_placement_build(struct sl_jobs *jobs, size_t index, struct sl_error *err)
{
    struct sl_job *job = &jobs->jobs[index];
    const struct sl_jobs_config *c = &jobs->config;
    size_t size = sl_placement_size(jobs, index);
    size_t *slots = calloc(size, sizeof *slots);
    int code = 0;
    job->members = calloc(size, sizeof *job->members);
    job->groups = calloc(size, sizeof *job->groups);
    job->block_first = calloc(c->layout.blocks + 1, sizeof *job->block_first);
    job->member_count = job->group_count = 0;
    job->latest_ns = 0;
    job->placed = true;
    if (!slots || !job->members || !job->groups || !job->block_first) {
        code = sl_no_memory(err, "the servers of a job");
        goto done;
    }
    fill_members(jobs, index, job, slots);
    fill_groups(jobs, index, job, slots);
    job->filter = sl_job_filter(&c->jobs[index], c->accelerator->rated_power_w);
    code = sl_stream_setup(&job->stream, &c->jobs[index], c->accelerator, delays_of(job), c->planning, err);
done:
    free(slots);
    return code;
}

void sl_placement_drop(struct sl_job *job)
{
    free(job->members), free(job->groups), free(job->block_first);
    job->members = NULL, job->groups = NULL, job->block_first = NULL;
    job->member_count = job->group_count = 0;
    sl_stream_free(&job->stream);
    sl_knots_clear(&job->knots), sl_knots_clear(&job->spread);
    job->placed = false;
}
