/* The recorder: the one face of the result file that the engine sees.
 *
 * A run calls open, register (once an array), then step after every electrical step, period after every control
 * period, event whenever something happens, table at the end and close. Registered arrays are read where they lie,
 * so they must not move. The file is X.h5.part until close renames it to X.h5; X.ckpt lets a killed run go on.
 * The file opens whenever it is called .part, and holds whole chunks: the first of each group at once, then those of at
 * most flush_wall_s ago. A chunk of /site is 16384 rows (16 s at 1 ms), of the others 64; a run killed sooner has left
 * nothing of that group but in its checkpoint.
 * Compression and file access run on a thread of the recorder's own; the contents do not depend on it.
 *
 * Groups: /site (time), /feed /source /machine (time, entity) sampled after every step; /rack (time, rack) sampled
 * after every control period; a group whose interval is longer than its sampling holds true mean, min and max
 * (name, name_min, name_max). /overview/site/L1.. factor 32; /window/0001.. full rate around triggers; /events;
 * tables; /provenance. Rows are stamped with the start of their interval: a mean covers [time, time + dt_s), a point
 * value holds at time + dt_s.
 *
 * Every function returns 0 or an sl_code with a message; after a failure only close is useful. */
#ifndef SL_OUTPUT_RECORDER_H
#define SL_OUTPUT_RECORDER_H

#include "models/base/channel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sl_error;
struct sl_state;
struct sl_recorder;

#define SL_RACK_LANES 16 /* racks in a block of the rack power buffer [block][step][lane] */

enum sl_dim { SL_DIM_SITE, SL_DIM_FEED, SL_DIM_RACK, SL_DIM_SOURCE, SL_DIM_MACHINE, SL_DIM_COUNT };

struct sl_recorder_axis {
    size_t count;             /* entities; ignored for the site */
    const char *const *names; /* count names, or NULL */
    int64_t every_ns; /* a row covers this long: a multiple of the step, for racks of the control period;
                                 0: the shortest allowed */
};

#define SL_WINDOW_SPECS 32

/* A capture is opened by an event of one of `types` and reaches from before_ns before it to after_ns after the last
 * trigger inside it. An event of several specs opens one capture with their longest times, and counts for each. */
struct sl_window_spec {
    const char *const *types; /* event types */
    size_t ntypes;
    int64_t before_ns, after_ns;
    size_t count_max; /* captures that this spec may open; its triggers inside an open one only extend it */
};

/* Strings and arrays stay the caller's and must live until close. */
struct sl_recorder_options {
    const char *path; /* final name, "output/run.h5"; its folder must exist */
    bool force;       /* replace X.h5 and X.h5.part */
    bool resume;      /* continue X.h5.part from X.ckpt: call sl_recorder_resume after registering */
    int64_t step_ns, period_ns /* control period, a multiple of the step */, duration_ns;
    const char *epoch; /* "2027-07-15 00:00:00": zero seconds, so that every reader decodes it */
    int64_t start_ns;  /* the run's start after the epoch */
    struct sl_recorder_axis axis[SL_DIM_COUNT];
    const uint32_t *rack_lane; /* lane of each rack in rack arrays; NULL: rack r is lane r */

    const struct sl_window_spec *windows;
    size_t nwindows;       /* at most SL_WINDOW_SPECS */
    uint64_t window_bytes; /* of all captures, uncompressed; 0: none is kept */
    bool window_site_only; /* leave out the racks' AC power */

    /* provenance; NULL leaves an attribute out */
    const char *title, *source /* program, version, hash */, *history /* UTC time: command line */;
    const char *program_version, *git_hash, *compiler, *flags;
    const char *scenario_path, *scenario_json /* effective, any length */, *scenario_sha256;
    const char *inputs_sha256; /* of the data files that the scenario names */
    int64_t seed;
    int threads;

    double flush_wall_s; /* after the first of each group at most one flush in this many seconds; 0: 5 s */
};

struct sl_event {
    int64_t t_ns;
    const char *type;   /* "job_start" */
    const char *target; /* "pretrain"; may be NULL */
    const char *why;    /* cause; may be NULL */
    double delta_w;     /* change of power; NAN if unknown */
};

enum sl_column_type { SL_COLUMN_REAL, SL_COLUMN_INT, SL_COLUMN_TEXT };

struct sl_column {
    const char *name, *unit /* NULL for text */, *long_name;
    enum sl_column_type type;
    const void *data; /* nrows of double, int64_t or const char * */
};

/* Creates X.h5.part, or with `resume` opens it. Refuses existing files without `force`. */
int sl_recorder_open(struct sl_recorder **rec, const struct sl_recorder_options *options,
                     struct sl_error *err);

/* Channels of `count` structs, `stride` bytes apart from `base`; count is the axis' count (1 for the site).
 * Any number of calls before the first step; names are unique in a dimension. Not for SL_DIM_RACK. */
int sl_recorder_register(struct sl_recorder *rec, enum sl_dim dim, const struct sl_channel *rows,
                         size_t nrows, const void *base, size_t stride, size_t count, struct sl_error *err);

/* A rack channel: mean, min and max over the control period, each by lane. min and max NULL: a value that is
 * constant over the period or a state at its end. */
int sl_recorder_register_racks(struct sl_recorder *rec, const struct sl_channel *row, const double *mean,
                               const double *min, const double *max, struct sl_error *err);

/* Samples all but the racks. */
int sl_recorder_step(struct sl_recorder *rec, struct sl_error *err);

/* Closes a control period (the last may be shorter). rack_ac_w: [block][step][SL_RACK_LANES] with
 * period_ns / step_ns steps a block, for the windows; NULL if there is none. */
int sl_recorder_period(struct sl_recorder *rec, const double *rack_ac_w, struct sl_error *err);

/* True while rack_ac_w is wanted (a window is open or can still open). */
bool sl_recorder_wants_racks(const struct sl_recorder *rec);

/* Logs an event of the current control period (copied) and may trigger a capture. */
int sl_recorder_event(struct sl_recorder *rec, const struct sl_event *event, struct sl_error *err);

#define SL_SCALARS SIZE_MAX

/* A write-once table /group of equally long columns; replaces one of an earlier close. nrows SL_SCALARS: one value
 * a column, stored as scalars (/summary). */
int sl_recorder_table(struct sl_recorder *rec, const char *group, const struct sl_column *cols, size_t ncols,
                      size_t nrows, struct sl_error *err);

/* Writes X.ckpt at the end of a control period: the model's blocks and the recorder's own state. */
int sl_recorder_checkpoint(struct sl_recorder *rec, const struct sl_state *model, struct sl_error *err);

/* After open with `resume` and all registrations: restores the model's blocks and the recorder, cuts the file back
 * to the checkpoint; *t_ns is the time to go on from. */
int sl_recorder_resume(struct sl_recorder *rec, struct sl_state *model, int64_t *t_ns, struct sl_error *err);

/* Writes what is buffered, sets run_status ("complete", "interrupted", "failed: ..."), closes, syncs and, with
 * rename_final, renames to X.h5 (and removes X.ckpt if complete). Frees rec in any case; rec may be NULL. */
int sl_recorder_close(struct sl_recorder *rec, const char *run_status, bool rename_final,
                      struct sl_error *err);

/* Captures taken and triggers that found the caps used up. */
struct sl_recorder_counts {
    size_t events, windows, windows_skipped, windows_cut;
};
struct sl_recorder_counts sl_recorder_counts(const struct sl_recorder *rec);

#endif
