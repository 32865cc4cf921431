#include "models/load/job.h"

#include <math.h>

#define T struct sl_startup_params
static const struct sl_field startup_fields[] = {
    SL_F_TIME(T, duration_ns, "duration_s", 30, 0, 86400, 0,
              "loading and compiling before the first iteration", "assumed"),
    SL_F_REAL(T, power_fraction, "power_fraction", 0.25, 0, 2, 0, "of the rated power", "assumed"),
};
static const struct sl_table startup_table =
    SL_TABLE("startup", "Before the first iteration.", T, startup_fields);
#undef T

#define T struct sl_checkpoint_params
static const struct sl_field checkpoint_fields[] = {
    SL_F_TIME(T, every_ns, "every_s", 1800, 0, 1e7, SL_ABOVE_MIN,
              "from the start of one to the start of the next, at the end of the iteration then running",
              "assumed"),
    SL_F_TIME(T, duration_ns, "duration_s", 30, 0, 86400, SL_ABOVE_MIN, "all accelerators wait for it",
              "open log of 8 H100: 16 to 32 s off"),
    SL_F_REAL(T, power_fraction, "power_fraction", 0.2, 0, 2, 0, "while waiting, of the rated power",
              "open log of 8 H100: 136 to 155 W of 700 W; others assumed"),
};
static const struct sl_table checkpoint_table =
    SL_TABLE("checkpoint", "A blocking write of the job's state.", T, checkpoint_fields);
#undef T

#define T struct sl_smoothing_params
static const struct sl_field smoothing_fields[] = {
    SL_F_REAL(T, floor_fraction, "floor_fraction", 0, 0, 1, 0,
              "power floor while the job runs, of the rated power",
              "none; NVIDIA power smoothing allows 0 to 0.9"),
    SL_F_REAL(T, cap_fraction, "cap_fraction", NAN, 0, 2, SL_NO_DEFAULT | SL_ABOVE_MIN,
              "power cap, of the rated power; absent: none", NULL),
    SL_F_REAL(T, ramp_up_w_per_s, "ramp_up_w_per_s", NAN, 0, 1e9, SL_NO_DEFAULT | SL_ABOVE_MIN,
              "largest rise of one accelerator; absent: no limit", NULL),
    SL_F_REAL(T, ramp_down_w_per_s, "ramp_down_w_per_s", NAN, 0, 1e9, SL_NO_DEFAULT | SL_ABOVE_MIN,
              "largest fall of one accelerator; absent: no limit", NULL),
    SL_F_TIME(T, hold_ns, "hold_ms", 0, 0, 600000, 0, "power is held so long before it falls", "none"),
};
static const struct sl_table smoothing_table =
    SL_TABLE("smoothing", "What each accelerator does to the power its work asks for.", T, smoothing_fields);
#undef T

#define T struct sl_job_params
static const struct sl_field job_fields[] = {
    SL_F_STRING(T, name, "name", NULL, SL_REQUIRED, "its name in events and results", NULL),
    SL_F_INT(T, accelerators, "accelerators", 0, 1, 1e8, SL_REQUIRED,
             "accelerators it takes, in whole servers", NULL),
    SL_F_TIME(T, start_ns, "start_s", 0, 0, 400 * 86400.0, 0, "not before; waits for free servers",
              "start of the run"),
    SL_F_TIME(T, stop_ns, "stop_s", NAN, 0, 400 * 86400.0, SL_NO_DEFAULT,
              "ends at this instant; absent: with its program or the run", NULL),
    SL_F_VARIANT(T, program, "program", sl_program_variants, "iteration", SL_REQUIRED,
                 "what its accelerators do"),
    SL_F_OPTIONAL(T, startup, has_startup, "startup", &startup_table, 0, "before the first iteration"),
    SL_F_OPTIONAL(T, checkpoint, has_checkpoint, "checkpoint", &checkpoint_table, 0, "blocking checkpoints"),
    SL_F_OPTIONAL(T, smoothing, has_smoothing, "smoothing", &smoothing_table, 0,
                  "power smoothing by the accelerators; absent: none"),
};
const struct sl_table sl_job_table = SL_TABLE("job", "A job on the accelerators.", T, job_fields);
#undef T

static double limit_or_none(double value, double scale)
{
    return isnan(value) ? (double)INFINITY : value * scale;
}

struct sl_filter_params sl_job_filter(const struct sl_job_params *job, double rated_w)
{
    const struct sl_smoothing_params *s = &job->smoothing;
    if (!job->has_smoothing) {
        double none = (double)INFINITY;
        return (struct sl_filter_params){.cap_w = none, .ramp_up_w_per_s = none, .ramp_down_w_per_s = none};
    }
    return (struct sl_filter_params){.floor_w = s->floor_fraction * rated_w,
                                     .cap_w = limit_or_none(s->cap_fraction, rated_w),
                                     .ramp_up_w_per_s = limit_or_none(s->ramp_up_w_per_s, 1.0),
                                     .ramp_down_w_per_s = limit_or_none(s->ramp_down_w_per_s, 1.0),
                                     .hold_ns = s->hold_ns};
}
