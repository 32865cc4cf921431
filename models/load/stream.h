/* The knots of a job in the order of time, made piece by piece: start-up, cycles, checkpoints, stop.
 *
 * Start: the servers reach start-up power at start_s, each with its delay; without start-up the first iteration begins
 * at start_s for all. Checkpoint: at the first end of an iteration when every_s has passed since the last began. Stop or
 * abort: power falls to idle at that instant, each server with its delay; an unfinished iteration counts as its part.
 *
 * Left out: work lost to a cap or a ramp limit does not lengthen the iteration; it is counted (filter.h).
 *
 * Planning (steps of 1 s and more): all cycles between checkpoints are one knot of their mean, delays included, and a
 * second stream tells the coherent standard deviation of one accelerator around it, so that losses that are not linear
 * in power see the swing (cycle_mean.h). */
#ifndef SL_LOAD_STREAM_H
#define SL_LOAD_STREAM_H

#include "models/load/cycle_mean.h"
#include "models/load/job.h"
#include "models/load/knot.h"

enum sl_job_mark { SL_JOB_START, SL_JOB_CHECKPOINT_BEGIN, SL_JOB_CHECKPOINT_END, SL_JOB_STOP, SL_JOB_ABORT };

struct sl_mark {
    int64_t t_ns;
    int type;       /* enum sl_job_mark */
    double delta_w; /* change of the asked power of one accelerator */
};

struct sl_marks { /* owned */
    struct sl_mark *items;
    size_t count, cap;
};

struct sl_delays { /* of a job's servers */
    int64_t latest_ns, mean_ns;
};

struct sl_stream_params {
    struct sl_cycle cycle; /* owned */
    struct sl_cycle_mean mean;
    int planning;
    double idle_w, startup_w, checkpoint_w;
    int64_t startup_ns, checkpoint_ns, checkpoint_every_ns; /* every: SL_NEVER without checkpoints */
};

struct sl_stream {
    int stage, aborted;
    size_t entry;     /* next of the cycle */
    int64_t next_ns;  /* of the next knot; SL_NEVER when ended */
    int64_t cycle_ns; /* start of the cycle at hand; SL_NEVER outside */
    int64_t cycles;   /* complete before it */
    int64_t ahead;    /* cycles until the next decision: 1; more in planning runs */
    int64_t checkpoint_due_ns;
    int64_t stop_ns; /* SL_NEVER: not known yet */
    int64_t end_ns;  /* when it ended; SL_NEVER before */
    double power_w;  /* of the last knot */
};

int sl_stream_setup(struct sl_stream_params *p, const struct sl_job_params *job,
                    const struct sl_accelerator_params *acc, struct sl_delays delays, int planning,
                    struct sl_error *err);
void sl_stream_free(struct sl_stream_params *p);

void sl_stream_start(const struct sl_stream_params *p, struct sl_stream *s, int64_t t_ns, int64_t stop_ns);

/* Ends the job at t_ns (not before the last end_ns), unless it stops earlier. */
void sl_stream_abort(struct sl_stream *s, int64_t t_ns);

/* Appends the knots in [last end, end_ns) and the marks; in planning runs also `spread`, knots of the standard
 * deviation (may be NULL otherwise). */
int sl_stream_run(const struct sl_stream_params *p, struct sl_stream *s, int64_t end_ns, struct sl_knots *out,
                  struct sl_knots *spread, struct sl_marks *marks, struct sl_error *err);

/* Iterations done until t_ns, the part of the one at hand included: exact for any step. */
double sl_stream_progress(const struct sl_stream_params *p, const struct sl_stream *s, int64_t t_ns);

void sl_marks_free(struct sl_marks *marks);

#endif
