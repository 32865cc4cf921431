#include "sim/output/recorder.h"

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/output/checkpoint.h"
#include "sim/output/events.h"
#include "sim/output/h5.h"
#include "sim/output/overview.h"
#include "sim/output/result_file.h"
#include "sim/output/sampler.h"
#include "sim/output/table.h"
#include "sim/output/windows.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SITE_ROWS 16384 /* 64 KiB a channel and chunk */
#define PLANE_ROWS 64
#define PLANE_COLS 256

static const char *const group_names[SL_DIM_COUNT] = {"site", "feed", "rack", "source", "machine"};

/* Counters that a checkpoint keeps. */
struct counters {
    uint64_t step, period_first, events;
};

struct sl_recorder {
    struct sl_recorder_options options;
    struct sl_result_file file;
    struct sl_writer *writer;
    struct sl_sampler sampler[SL_DIM_COUNT];
    struct sl_overview overview;
    struct sl_windows windows;
    struct sl_events events;
    struct counters counters;
    struct sl_state state;
    bool started, ready; /* begun; with success */
    bool restored;       /* or not a resumed run */
    double committed_s;  /* wall clock of the last commit */
    uint64_t blocks;     /* rows given to the writer until then */
    unsigned begun;      /* bit d: rows of dimension d were among them */
};

static double wall_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Opening. */

static int options_check(const struct sl_recorder_options *o, struct sl_error *err)
{
    bool good =
        o->path && o->epoch && o->step_ns > 0 && o->period_ns >= o->step_ns && o->period_ns % o->step_ns == 0;
    for (int d = 0; d < SL_DIM_COUNT && good; d++) {
        int64_t least = d == SL_DIM_RACK ? o->period_ns : o->step_ns;
        good = o->axis[d].every_ns >= 0 && o->axis[d].every_ns % least == 0;
    }
    return good ? 0
                : sl_fail(err, SL_ERR_RUN,
                          "record: intervals must be multiples of the step (racks: of the control period)");
}

int sl_recorder_open(struct sl_recorder **recorder, const struct sl_recorder_options *options,
                     struct sl_error *err)
{
    *recorder = NULL;
    int e = options_check(options, err);
    if (e) return e;
    struct sl_recorder *rec = calloc(1, sizeof *rec);
    if (!rec) return sl_no_memory(err, "the recorder");
    rec->options = *options;
    rec->restored = !options->resume;
    e = sl_result_open(&rec->file, options, err);
    if (!e) e = sl_writer_create(&rec->writer, err);
    if (!e) {
        *recorder = rec;
        return 0;
    }
    sl_result_abandon(&rec->file);
    sl_result_free(&rec->file);
    free(rec);
    return e;
}

static int register_check(const struct sl_recorder *rec, enum sl_dim dim, size_t count, struct sl_error *err)
{
    size_t want = dim == SL_DIM_SITE ? 1 : rec->options.axis[dim].count;
    if (rec->started)
        return sl_fail(err, SL_ERR_RUN, "channels of the %s come after the first step", group_names[dim]);
    if (count == want) return 0;
    return sl_fail(err, SL_ERR_RUN, "channels of the %s: %zu entities, the axis has %zu", group_names[dim],
                   count, want);
}

int sl_recorder_register(struct sl_recorder *rec, enum sl_dim dim, const struct sl_channel *rows,
                         size_t nrows, const void *base, size_t stride, size_t count, struct sl_error *err)
{
    int e = dim == SL_DIM_RACK ? sl_fail(err, SL_ERR_RUN, "racks are registered by the control period")
                               : register_check(rec, dim, count, err);
    for (size_t i = 0; i < nrows && count && !e; i++)
        e = sl_sampler_add(&rec->sampler[dim], &rows[i], base, stride, count, err);
    return e;
}

int sl_recorder_register_racks(struct sl_recorder *rec, const struct sl_channel *row, const double *mean,
                               const double *min, const double *max, struct sl_error *err)
{
    size_t racks = rec->options.axis[SL_DIM_RACK].count;
    struct sl_rack_source source = {mean, min, max};
    int e = register_check(rec, SL_DIM_RACK, racks, err);
    rec->sampler[SL_DIM_RACK].lane = rec->options.rack_lane;
    return e || !racks ? e : sl_sampler_add_racks(&rec->sampler[SL_DIM_RACK], row, &source, racks, err);
}

/* Starting: at the first step, when all channels are known. */

static size_t rows_expected(const struct sl_recorder *rec, int64_t row_ns)
{
    int64_t rows = (rec->options.duration_ns + row_ns - 1) / row_ns;
    return rows > 0 ? (size_t)rows : 1;
}

static int sampler_start(struct sl_recorder *rec, enum sl_dim dim, struct sl_error *err)
{
    const struct sl_recorder_options *o = &rec->options;
    const struct sl_recorder_axis *axis = &o->axis[dim];
    struct sl_sampler *s = &rec->sampler[dim];
    if (!s->nchannels) return 0;
    int64_t least = dim == SL_DIM_RACK ? o->period_ns : o->step_ns,
            every = axis->every_ns ? axis->every_ns : least;
    size_t most = dim == SL_DIM_SITE ? SITE_ROWS : PLANE_ROWS, rows = rows_expected(rec, every);
    struct sl_tier_spec spec = {.origin_ns = o->start_ns,
                                .row_ns = every,
                                .epoch = o->epoch,
                                .chunk_rows = rows < most ? rows : most,
                                .chunk_cols = axis->count < PLANE_COLS ? axis->count : PLANE_COLS,
                                .bounds = every > o->step_ns};
    if (dim != SL_DIM_SITE) {
        spec.entity = group_names[dim];
        spec.entities = axis->count;
        spec.names = axis->names;
    }
    int e = sl_sampler_plan(s, &spec, (uint64_t)(every / o->step_ns), err);
    if (e) return e;
    return o->resume ? sl_tier_open(&s->tier, rec->file.id, group_names[dim], err)
                     : sl_tier_create(&s->tier, rec->file.id, group_names[dim], err);
}

static int state_start(struct sl_recorder *rec, struct sl_error *err)
{
    static const char *const prefix[SL_DIM_COUNT] = {"recorder.site", "recorder.feed", "recorder.rack",
                                                     "recorder.source", "recorder.machine"};
    int e = sl_state_add(&rec->state, "recorder.counters", &rec->counters, sizeof rec->counters, 1, err);
    if (!e)
        e = sl_state_add(&rec->state, "recorder.events", &rec->events.written, sizeof rec->events.written, 1,
                         err);
    for (int d = 0; d < SL_DIM_COUNT && !e; d++)
        if (rec->sampler[d].nchannels) e = sl_sampler_state(&rec->sampler[d], &rec->state, prefix[d], err);
    if (!e) e = sl_overview_state(&rec->overview, &rec->state, err);
    return e ? e : sl_windows_state(&rec->windows, &rec->state, err);
}

static int overview_start(struct sl_recorder *rec, struct sl_error *err)
{
    struct sl_sampler *site = &rec->sampler[SL_DIM_SITE];
    if (!site->nchannels) return 0;
    int e = sl_overview_plan(&rec->overview, &site->tier, site->nchannels,
                             rows_expected(rec, site->tier.spec.row_ns), rec->options.step_ns, err);
    return e ? e : sl_overview_create(&rec->overview, rec->file.id, rec->options.resume, err);
}

static int recorder_start(struct sl_recorder *rec, struct sl_error *err)
{
    struct sl_sampler *site = &rec->sampler[SL_DIM_SITE];
    if (rec->started) return sl_fail(err, SL_ERR_RUN, "the recorder failed before");
    rec->started = true;
    int e = rec->options.resume ? 0 : sl_result_describe(&rec->file, &rec->options, false, err);
    for (int d = 0; d < SL_DIM_COUNT && !e; d++) e = sampler_start(rec, d, err);
    if (!e) e = overview_start(rec, err);
    if (!e) e = sl_windows_plan(&rec->windows, &rec->options, site->channels, site->nchannels, err);
    if (!e) e = sl_windows_create(&rec->windows, rec->file.id, err);
    if (!e) e = sl_events_create(&rec->events, rec->file.id, rec->options.epoch, rec->options.resume, err);
    if (!e) e = state_start(rec, err);
    if (!e && !rec->options.resume) e = sl_h5_commit(rec->file.id, false, err);
    if (!e) e = sl_result_name(&rec->file, err);
    rec->committed_s = wall_s();
    rec->ready = !e;
    return e;
}

/* Recording. */

int sl_recorder_step(struct sl_recorder *rec, struct sl_error *err)
{
    int e = rec->ready ? 0 : recorder_start(rec, err);
    for (int d = 0; d < SL_DIM_COUNT && !e; d++)
        if (d != SL_DIM_RACK && rec->sampler[d].nchannels)
            e = sl_sampler_step(&rec->sampler[d], rec->writer, err);
    if (e) return e;
    if (rec->options.nwindows)
        sl_windows_site(&rec->windows, rec->counters.step, rec->sampler[SL_DIM_SITE].value);
    rec->counters.step++;
    return 0;
}

static int commit_job(void *object, unsigned block, size_t rows, struct sl_error *err)
{
    struct sl_recorder *rec = object;
    (void)block, (void)rows;
    return sl_h5_commit(rec->file.id, false, err);
}

static uint64_t rows_given(const struct sl_recorder *rec)
{
    uint64_t rows = 0;
    for (int d = 0; d < SL_DIM_COUNT; d++) rows += rec->sampler[d].tier.written;
    return rows;
}

static unsigned dims_given(const struct sl_recorder *rec)
{
    unsigned dims = 0;
    for (int d = 0; d < SL_DIM_COUNT; d++)
        if (rec->sampler[d].tier.written) dims |= 1u << d;
    return dims;
}

static void committed_note(struct sl_recorder *rec)
{
    rec->committed_s = wall_s();
    rec->blocks = rows_given(rec);
    rec->begun = dims_given(rec);
}

/* Only whole chunks have been given away, so a commit never compresses one twice. The first chunk of a group does not
 * wait: a short run that is killed has then left more than an empty file. */
static bool commit_is_due(const struct sl_recorder *rec)
{
    double wait_s = rec->options.flush_wall_s > 0.0 ? rec->options.flush_wall_s : 5.0;
    if (dims_given(rec) != rec->begun) return true;
    return (rows_given(rec) != rec->blocks || rec->events.waiting) && wall_s() - rec->committed_s >= wait_s;
}

static int commit_when_due(struct sl_recorder *rec, struct sl_error *err)
{
    uint64_t ticket;
    if (!commit_is_due(rec)) return 0;
    committed_note(rec);
    int e = sl_writer_drain(rec->writer, err);
    if (!e) e = sl_events_write(&rec->events, err);
    return e ? e
             : sl_writer_give(rec->writer, (struct sl_job){.run = commit_job, .object = rec}, &ticket, err);
}

int sl_recorder_period(struct sl_recorder *rec, const double *rack_ac_w, struct sl_error *err)
{
    struct counters *c = &rec->counters;
    uint64_t steps = c->step - c->period_first;
    int e = 0;
    if (!steps) return 0;
    if (rec->sampler[SL_DIM_RACK].nchannels)
        e = sl_sampler_period(&rec->sampler[SL_DIM_RACK], steps, rec->writer, err);
    if (!e && rec->options.nwindows)
        e = sl_windows_period(&rec->windows, c->period_first, c->step, rack_ac_w, rec->writer, err);
    c->period_first = c->step;
    return e ? e : commit_when_due(rec, err);
}

bool sl_recorder_wants_racks(const struct sl_recorder *rec)
{
    return rec->options.nwindows && !rec->options.window_site_only &&
           (!rec->ready || sl_windows_wants(&rec->windows));
}

int sl_recorder_event(struct sl_recorder *rec, const struct sl_event *event, struct sl_error *err)
{
    int e = rec->ready ? 0 : recorder_start(rec, err);
    if (!e && sl_events_full(&rec->events)) {
        e = sl_writer_drain(rec->writer, err);
        if (!e) e = sl_events_write(&rec->events, err);
    }
    if (!e) e = sl_events_add(&rec->events, event, rec->options.start_ns, err);
    if (!e) sl_windows_event(&rec->windows, event);
    rec->counters.events++;
    return e;
}

int sl_recorder_table(struct sl_recorder *rec, const char *group, const struct sl_column *cols, size_t ncols,
                      size_t nrows, struct sl_error *err)
{
    int e = rec->ready ? 0 : recorder_start(rec, err);
    if (!e) e = sl_writer_drain(rec->writer, err);
    return e ? e : sl_table_write(rec->file.id, group, cols, ncols, nrows, err);
}

struct sl_recorder_counts sl_recorder_counts(const struct sl_recorder *rec)
{
    const struct sl_captures *c = &rec->windows.captures;
    return (struct sl_recorder_counts){rec->counters.events, c->count, c->skipped, c->cut};
}

/* Checkpoint and resume. */

static void head_fill(const struct sl_recorder *rec, struct sl_checkpoint *head)
{
    *head = (struct sl_checkpoint){.step = rec->counters.step,
                                   .t_ns = (int64_t)rec->counters.step * rec->options.step_ns};
    if (rec->options.scenario_sha256) strncpy(head->scenario_sha256, rec->options.scenario_sha256, 64);
    if (rec->options.inputs_sha256) strncpy(head->inputs_sha256, rec->options.inputs_sha256, 64);
}

int sl_recorder_checkpoint(struct sl_recorder *rec, const struct sl_state *model, struct sl_error *err)
{
    struct sl_checkpoint head;
    const struct sl_state *const states[] = {model, &rec->state};
    if (rec->counters.period_first != rec->counters.step)
        return sl_fail(err, SL_ERR_RUN, "a checkpoint lies at the end of a control period");
    int e = rec->ready ? 0 : recorder_start(rec, err);
    if (!e) e = sl_writer_drain(rec->writer, err);
    if (!e) e = sl_events_write(&rec->events, err);
    if (!e) e = sl_h5_commit(rec->file.id, true, err);
    if (e) return e;
    committed_note(rec);
    for (int d = 0; d < SL_DIM_COUNT; d++) sl_tier_settle(&rec->sampler[d].tier);
    sl_overview_settle(&rec->overview);
    sl_tier_settle(&rec->windows.tier);
    head_fill(rec, &head);
    return sl_checkpoint_write(rec->file.checkpoint, &head, states, 2, err);
}

static int remove_later_group(int64_t root, const char *name, bool is_group, void *err)
{
    static const char *const streamed[] = {"site",     "feed",   "rack",   "source",    "machine",
                                           "overview", "window", "events", "provenance"};
    for (size_t i = 0; i < sizeof streamed / sizeof streamed[0]; i++)
        if (strcmp(name, streamed[i]) == 0) return 0;
    (void)is_group;
    return sl_h5_remove(root, name, err) ? SL_ERR_IO : 1; /* one at a time: the iteration ends */
}

static int cut_back(struct sl_recorder *rec, struct sl_error *err)
{
    int e = 0;
    for (int d = 0; d < SL_DIM_COUNT && !e; d++)
        if (rec->sampler[d].nchannels) e = sl_tier_cut(&rec->sampler[d].tier, err);
    if (!e) e = sl_overview_cut(&rec->overview, err);
    if (!e) e = sl_windows_resume(&rec->windows, err);
    if (!e) e = sl_events_cut(&rec->events, err);
    int more = e ? 0 : 1;
    while (more == 1) more = sl_h5_each(rec->file.id, remove_later_group, err);
    if (more) e = SL_ERR_IO;
    if (!e) e = sl_result_describe(&rec->file, &rec->options, true, err);
    return e ? e : sl_h5_commit(rec->file.id, true, err);
}

int sl_recorder_resume(struct sl_recorder *rec, struct sl_state *model, int64_t *t_ns, struct sl_error *err)
{
    struct sl_checkpoint head;
    const struct sl_state *const states[] = {model, &rec->state};
    head_fill(rec, &head);
    int e = sl_checkpoint_check(rec->file.checkpoint, &head, err);
    if (!e) e = recorder_start(rec, err);
    if (!e) e = sl_checkpoint_read(rec->file.checkpoint, &head, states, 2, err);
    if (!e) e = cut_back(rec, err);
    committed_note(rec);
    rec->restored = !e;
    *t_ns = e ? 0 : head.t_ns;
    return e;
}

/* Closing. */

static int recorder_finish(struct sl_recorder *rec, struct sl_error *err)
{
    int e = rec->ready ? sl_writer_drain(rec->writer, err) : recorder_start(rec, err);
    if (!e && rec->counters.period_first != rec->counters.step) e = sl_recorder_period(rec, NULL, err);
    if (!e) e = sl_writer_drain(rec->writer, err);
    if (!e) e = sl_windows_finish(&rec->windows, rec->writer, err);
    if (!e) e = sl_writer_drain(rec->writer, err);
    for (int d = 0; d < SL_DIM_COUNT && !e; d++)
        if (rec->sampler[d].nchannels) e = sl_sampler_finish(&rec->sampler[d], rec->options.step_ns, err);
    if (!e) e = sl_overview_finish(&rec->overview, err);
    return e ? e : sl_events_write(&rec->events, err);
}

static void recorder_free(struct sl_recorder *rec)
{
    sl_result_free(&rec->file);
    sl_state_free(&rec->state);
    free(rec);
}

int sl_recorder_close(struct sl_recorder *rec, const char *run_status, bool rename_final,
                      struct sl_error *err)
{
    struct sl_error finish_error = {0};
    if (!rec) return 0;
    int e = rec->restored ? recorder_finish(rec, &finish_error) : 0;
    sl_writer_free(rec->writer);
    sl_windows_free(&rec->windows);
    sl_events_close(&rec->events);
    sl_overview_free(&rec->overview);
    for (int d = 0; d < SL_DIM_COUNT; d++) sl_sampler_free(&rec->sampler[d]);
    if (!rec->restored) sl_result_abandon(&rec->file);
    int c = sl_result_close(&rec->file, e ? "failed: the result could not be written" : run_status,
                            rename_final && !e, err);
    if (!c && e && err) *err = finish_error;
    recorder_free(rec);
    return c ? c : e;
}
