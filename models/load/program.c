#include "models/load/program.h"

#include "models/base/error.h"
#include "models/base/random.h"
#include "models/base/time.h"

#include <math.h>
#include <stdlib.h>

#define T struct sl_program_params
#define RANK_SKEW                                                                                            \
    SL_F_TIME(                                                                                               \
        T, rank_skew_ns, "rank_skew_ms", 5, 0, 10000, 0,                                                     \
        "sigma of the half-normal time by which a server ends its computing late; all begin together at "    \
        "the barrier",                                                                                       \
        "assumed; 0.02 s of a 9.5 s step is the published jitter of whole steps (NVIDIA recipe, 256 GB200)")
static const struct sl_field iteration_fields[] = {
    SL_F_TIME(T, iteration_ns, "iteration_s", 0, 1e-3, 36000, SL_REQUIRED,
              "length of an iteration without delays", NULL),
    SL_F_REAL(T, compute_power_fraction, "compute_power_fraction", 0.9, 0, 2, 0,
              "while computing, of the rated power",
              "H100 in training: 0.78 to 0.95 measured; others assumed"),
    SL_F_REAL(T, exposed_power_fraction, "exposed_power_fraction", 0.4, 0, 2, 0,
              "while waiting for exposed communication, of the rated power", "assumed: 0.3 to 0.5"),
    SL_F_REAL(T, exposed_time_fraction, "exposed_time_fraction", 0.15, 0, 1, SL_BELOW_MAX,
              "exposed communication, of the iteration", "assumed"),
    SL_F_REAL(
        T, overshoot_fraction, "overshoot_fraction", 0, 0, 1.5, 0,
        "on top of compute power when computing begins, of the rated power",
        "assumed: none; excursions to 1.4 of the rating for up to 50 ms are within server specifications"),
    SL_F_TIME(T, overshoot_ns, "overshoot_ms", 20, 0, 10000, 0, "length of the overshoot", "assumed"),
    RANK_SKEW,
};
static const struct sl_table iteration_table =
    SL_TABLE("iteration", "Synchronous training: compute, then exposed communication, then a barrier.", T,
             iteration_fields);

#define P struct sl_phase_params
static const struct sl_field phase_fields[] = {
    SL_F_TIME(P, duration_ns, "duration_s", 0, 1e-6, 1e7, SL_REQUIRED, "length of the phase", NULL),
    SL_F_REAL(P, power_fraction, "power_fraction", 0, 0, 2, SL_REQUIRED, "of the rated power", NULL),
    SL_F_TIME(P, ramp_ns, "ramp_s", 0, 0, 1e7, 0,
              "straight line from the power before, within the phase; 0: a jump", "assumed"),
};
static const struct sl_table phase_table = SL_TABLE("phase", "A stretch of constant power.", P, phase_fields);
#undef P

static const struct sl_field phases_fields[] = {
    SL_F_LIST(T, phases, "phases", &phase_table, SL_REQUIRED,
              "one after the other, then again from the first"),
    SL_F_INT(T, repeat, "repeat", 1, 0, 1e9, 0, "times; the job ends after them; 0: until stop_s", "assumed"),
    RANK_SKEW,
};
static const struct sl_table phases_table =
    SL_TABLE("phases", "An explicit list of phases.", T, phases_fields);
#undef T

const struct sl_variant sl_program_variants[] = {
    {"iteration", SL_PROGRAM_ITERATION, &iteration_table, "synchronous training by its iteration"},
    {"phases", SL_PROGRAM_PHASES, &phases_table, "an explicit list of powers and durations"},
    {NULL, 0, NULL, NULL},
};

int64_t sl_program_delay_ns(const struct sl_program_params *p, uint64_t seed, uint64_t server, uint64_t job)
{
    if (p->rank_skew_ns <= 0) return 0;
    return llround((double)p->rank_skew_ns * fabs(sl_random_normal(seed, SL_RANDOM_SKEW, server, job)));
}

static void compile_iteration(const struct sl_program_params *p, double rated_w, struct sl_cycle *c)
{
    int64_t compute_ns = llround((double)p->iteration_ns * (1.0 - p->exposed_time_fraction));
    int64_t over_ns = p->overshoot_fraction > 0.0 ? p->overshoot_ns : 0;
    double compute_w = p->compute_power_fraction * rated_w;
    if (over_ns > compute_ns) over_ns = compute_ns;
    if (over_ns > 0)
        c->entries[c->count++] =
            (struct sl_cycle_entry){0, compute_w + p->overshoot_fraction * rated_w, 0, 0};
    if (over_ns < compute_ns) c->entries[c->count++] = (struct sl_cycle_entry){over_ns, compute_w, 0, 0};
    if (compute_ns < p->iteration_ns || c->barrier_ns > 0)
        c->entries[c->count++] =
            (struct sl_cycle_entry){compute_ns, p->exposed_power_fraction * rated_w, 0, 1};
    c->length_ns = p->iteration_ns + c->barrier_ns;
}

static void compile_phases(const struct sl_program_params *p, double rated_w, struct sl_cycle *c)
{
    const struct sl_phase_params *phase = p->phases.items;
    for (size_t i = 0; i < p->phases.count; i++, phase++) {
        double power_w = phase->power_fraction * rated_w;
        int64_t ramp_ns = phase->ramp_ns < phase->duration_ns ? phase->ramp_ns : phase->duration_ns;
        c->entries[c->count++] = (struct sl_cycle_entry){c->length_ns, power_w, ramp_ns, 1};
        if (ramp_ns > 0)
            c->entries[c->count++] = (struct sl_cycle_entry){c->length_ns + ramp_ns, power_w, 0, 1};
        c->length_ns += phase->duration_ns;
    }
}

int sl_program_compile(const struct sl_program_params *p, double rated_w, int64_t latest_ns,
                       struct sl_cycle *cycle, struct sl_error *err)
{
    int iterates = p->model == SL_PROGRAM_ITERATION;
    size_t most = iterates ? 3 : 2 * p->phases.count;
    if (most == 0) return sl_fail(err, SL_ERR_SCENARIO, "a program of phases needs at least one phase");
    *cycle = (struct sl_cycle){.barrier = iterates,
                               .barrier_ns = iterates ? latest_ns : 0,
                               .repeat = iterates ? 0 : p->repeat,
                               .entries = calloc(most, sizeof *cycle->entries)};
    if (!cycle->entries) return sl_no_memory(err, "a job's program");
    if (iterates)
        compile_iteration(p, rated_w, cycle);
    else
        compile_phases(p, rated_w, cycle);
    return 0;
}

void sl_cycle_free(struct sl_cycle *cycle)
{
    free(cycle->entries);
    *cycle = (struct sl_cycle){0};
}
