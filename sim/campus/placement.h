/* Which servers a job gets, and what they are to it: delays, gains, groups by rack. */
#ifndef SL_CAMPUS_PLACEMENT_H
#define SL_CAMPUS_PLACEMENT_H

#include "sim/campus/jobs.h"

/* Servers that a job takes. */
size_t sl_placement_size(const struct sl_jobs *jobs, size_t job);

/* The earliest instant >= t_ns and < end_ns at which `count` servers are free; SL_NEVER: none; < 0: no memory. */
int64_t sl_placement_fits(const struct sl_jobs *jobs, size_t count, int64_t t_ns, int64_t end_ns);

/* Takes the first free servers in the order of racks. They must be there. */
void sl_placement_take(struct sl_jobs *jobs, size_t job, int64_t t_ns);

/* Its servers are free from t_ns on. */
void sl_placement_release(struct sl_jobs *jobs, size_t job, int64_t t_ns);

/* Time of all servers in and out of jobs until t_ns, a time not before any server last changed hands (s). */
void sl_placement_time(const struct sl_jobs *jobs, int64_t t_ns, double *busy_s, double *idle_s);

/* Makes members, groups, stream and filter parameters of a job from `owner`. */
int sl_placement_build(struct sl_jobs *jobs, size_t job, struct sl_error *err);
void sl_placement_drop(struct sl_job *job);

#endif
