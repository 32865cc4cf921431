/* Stage "jobs": the jobs of the campus, from start to stop, each as a stream of knots behind its filter.
 *
 * A job takes whole servers, the first free ones in the order of racks, at its start time; jobs are served in the order
 * of start time, then of the scenario, and one that does not fit waits, and those behind it with it, until it starts or
 * its end comes first: then it is dropped and never starts. Servers are free again when the power of the job's last
 * server is back at idle. All instants are exact: the control period decides only how far a step looks ahead. */
#ifndef SL_CAMPUS_JOBS_H
#define SL_CAMPUS_JOBS_H

#include "models/base/state.h"
#include "models/base/sum.h"
#include "models/load/accelerator.h"
#include "models/load/filter.h"
#include "models/load/job.h"
#include "models/load/stream.h"
#include "models/load/superpose.h"
#include "sim/campus/layout.h"

#define SL_JOB_CARRY 256 /* knots that not all servers of a job have seen yet */

#define SL_JOB_DROP (SL_JOB_ABORT + 1) /* behind enum sl_job_mark: its end came before it could start */

enum sl_job_cause { SL_CAUSE_PROGRAM, SL_CAUSE_SCENARIO }; /* the job's own parameters, or an event */

struct sl_job_event {
    int64_t t_ns;
    int type; /* enum sl_job_mark, or SL_JOB_DROP */
    int job;
    int cause;      /* enum sl_job_cause */
    double delta_w; /* change of the job's asked accelerator power at the event, W */
};

enum sl_job_status { SL_JOB_WAITING, SL_JOB_RUNNING, SL_JOB_DRAINING, SL_JOB_DONE, SL_JOB_DROPPED };

struct sl_job_state {
    int status;         /* enum sl_job_status */
    int filter_changed; /* cap_w has been set since the last step */
    int64_t start_ns;   /* when it really started; SL_NEVER before */
    int64_t end_ns;     /* stopped, aborted or dropped; SL_NEVER before */
    int64_t free_ns;    /* servers free again; SL_NEVER before */
    int64_t abort_ns;   /* asked for by an event; SL_NEVER: not */
    int64_t stop_ns;    /* the job's own, or earlier by an event; SL_NEVER: none */
    double cap_w;       /* of one accelerator, besides the job's own; INFINITY: none. Planning: of means */
    double progress;    /* iterations at the end of the period */
    double cycles_s;    /* planning: time spent in cycles, of `mean` each */
    struct sl_cycle_mean mean;
    struct sl_stream stream;
    struct sl_filter filter;
    struct sl_knot base, spread_base; /* all servers have seen it */
    size_t carried;
    struct sl_knot carry[SL_JOB_CARRY];
};

/* What a job draws in the period at hand; made anew by each step and after a resume. */
struct sl_job {
    struct sl_knots knots;   /* knots[0] is the base; the others as carried, then new */
    struct sl_knots spread;  /* planning: of the standard deviation; spread[0] is the base */
    struct sl_group *groups; /* by slot */
    size_t group_count;
    size_t *block_first;       /* [blocks + 1] index into groups */
    struct sl_member *members; /* by rack, then by delay */
    size_t member_count;
    int64_t latest_ns; /* the largest delay */
    struct sl_stream_params stream;
    struct sl_filter_params filter;
    bool placed; /* all of the above is there */
};

/* Time of all servers together, in jobs and out of them, summed as they change hands: what has ended by then is in. */
struct sl_server_time {
    struct sl_sum busy_s, idle_s;
};

struct sl_jobs_config {
    struct sl_layout layout;
    const struct sl_accelerator_params *accelerator; /* kept, not copied */
    const struct sl_job_params *jobs;                /* kept, not copied */
    size_t count;
    uint64_t seed;
    bool planning; /* steps of 1 s and more */
};

struct sl_jobs {
    struct sl_jobs_config config;
    int64_t t0_ns, t1_ns;        /* period at hand */
    double *gains;               /* [servers] */
    int32_t *owner;              /* [servers] job, -1: free */
    int64_t *free_ns;            /* [servers] free from then on; SL_NEVER: taken */
    int64_t *taken_ns;           /* [servers] when it was taken last */
    struct sl_server_time *time; /* [1] */
    struct sl_job_state *states; /* [count] */
    struct sl_job *jobs;         /* [count] */
    size_t *order;               /* by start time */
    size_t *head;                /* [1] first of order that has not started */
    struct sl_job_event *events; /* of the period at hand, by time */
    size_t event_count, event_cap;
    struct sl_knots scratch;
    struct sl_marks marks;
};

int sl_jobs_init(struct sl_jobs *jobs, const struct sl_jobs_config *config, struct sl_error *err);
int sl_jobs_register(struct sl_jobs *jobs, struct sl_state *state, struct sl_error *err);
/* After the state blocks have been filled from a checkpoint taken at t_ns. */
int sl_jobs_resumed(struct sl_jobs *jobs, int64_t t_ns, struct sl_error *err);
void sl_jobs_free(struct sl_jobs *jobs);

/* Advances all jobs from the last end to t1_ns. */
int sl_jobs_step(struct sl_jobs *jobs, int64_t t1_ns, struct sl_error *err);

/* Events of the scenario, told at any time before they happen. By index; sl_jobs_find gives it, or -1. */
int sl_jobs_find(const struct sl_jobs *jobs, const char *name);
void sl_jobs_abort(struct sl_jobs *jobs, int job, int64_t t_ns);
void sl_jobs_stop(struct sl_jobs *jobs, int job, int64_t t_ns);
/* Is there nothing left for an abort or a stop at t_ns to end? For t_ns in the period at hand. */
bool sl_jobs_over(const struct sl_jobs *jobs, int job, int64_t t_ns);
/* A cap on one accelerator's power from the next step on (throttling); INFINITY lifts it. */
void sl_jobs_cap(struct sl_jobs *jobs, int job, double cap_w);

/* At the end of the period. */
int sl_jobs_running(const struct sl_jobs *jobs);
double sl_jobs_busy_accelerators(const struct sl_jobs *jobs);
double sl_jobs_progress(const struct sl_jobs *jobs, int job); /* iterations */
/* Of all accelerators of the job, J; at nominal gain and without delay: a server late by d computes d longer. */
struct sl_filter_energy sl_jobs_energy(const struct sl_jobs *jobs, int job);

#endif
