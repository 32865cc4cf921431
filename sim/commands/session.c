#include "sim/commands/session.h"

#include "models/base/time.h"
#include "sim/campus/engine.h"
#include "sim/campus/results.h"
#include "sim/commands/inputs.h"
#include "sim/commands/summary.h"
#include "sim/output/progress.h"
#include "sim/output/sha256.h"
#include "sim/version.h"

#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

/* The one thing that a signal handler may touch: which signal asked for the end. */
static volatile sig_atomic_t signal_seen;

static void signal_note(int number)
{
    if (signal_seen) { /* the second one does not wait */
        signal(number, SIG_DFL);
        raise(number);
    }
    signal_seen = number;
}

static void signals_set(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGXFSZ,
           SIG_IGN); /* a file that may not grow is then an error of the write, told like a full disk */
    signal_seen = 0;
}

static double wall_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define TEXT 4096
#define SITE_CHANNELS 40 /* about: for the estimate of the result's size */

struct session {
    struct sl_loaded *loaded;
    const struct sl_run_options *options;
    struct sl_recorder *recorder;
    const char *path; /* of the result */
    char default_path[PATH_MAX + 1], source[128], history[TEXT], sha[SL_SHA256_HEX],
        inputs_sha[SL_SHA256_HEX];
    const char **rack_names, **feed_names;
    char *name_text;
    uint32_t *rack_lane;
    struct sl_window_spec *windows;
    struct sl_progress progress;
};

/* NAME with what a file system dislikes turned into underscores. */
static const char *default_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "output/%s.h5", name);
    for (char *c = path + strlen("output/"); *c; c++)
        if (*c == '/' || *c == ' ' || (unsigned char)*c < 0x20) *c = '_';
    return path;
}

static void history_write(struct session *s)
{
    char when[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    size_t at = (size_t)snprintf(s->history, sizeof s->history, "%s: stepload", when);
    for (int i = 0; i < s->options->argc && at < sizeof s->history; i++)
        at += (size_t)snprintf(s->history + at, sizeof s->history - at, " %s", s->options->argv[i]);
}

#define NAME_WIDTH 48

static int names_make(struct session *s, struct sl_error *err)
{
    const struct sl_campus *c = &s->loaded->campus;
    const struct sl_layout *l = &c->layout;
    s->rack_names = calloc(l->racks, sizeof *s->rack_names);
    s->feed_names = calloc(c->path.feeds, sizeof *s->feed_names);
    s->name_text = calloc(l->racks, NAME_WIDTH);
    s->rack_lane = calloc(l->racks, sizeof *s->rack_lane);
    s->windows = calloc(c->scenario->record.windows.count + 1, sizeof *s->windows);
    if (!s->rack_names || !s->feed_names || !s->name_text || !s->rack_lane || !s->windows)
        return sl_no_memory(err, "names of racks");
    for (size_t r = 0; r < l->racks; r++) {
        char *name = s->name_text + r * NAME_WIDTH;
        snprintf(name, NAME_WIDTH, "h%zu_r%zu", r / l->racks_per_hall + 1, r % l->racks_per_hall + 1);
        s->rack_names[r] = name;
        s->rack_lane[r] = (uint32_t)sl_layout_slot(l, r);
    }
    for (size_t f = 0; f < c->path.feeds; f++) s->feed_names[f] = c->path.node[c->path.first_feed + f].name;
    return 0;
}

/* Names of the triggers of a window, from the choices of its table. */
static int windows_make(struct session *s, struct sl_error *err)
{
    const struct sl_list *list = &s->loaded->scenario.record.windows;
    const struct sl_window_params *windows = list->items;
    for (size_t i = 0; i < list->count; i++) {
        const char **types = calloc(windows[i].on.count + 1, sizeof *types);
        if (!types) return sl_no_memory(err, "windows");
        for (size_t k = 0; k < windows[i].on.count; k++)
            types[k] = sl_trigger_choices[((const int *)windows[i].on.items)[k]].name;
        s->windows[i] = (struct sl_window_spec){types, windows[i].on.count, windows[i].before_ns,
                                                windows[i].after_ns, (size_t)windows[i].count_max};
    }
    return 0;
}

static int64_t interval_or_default(int64_t given_ns, int64_t default_ns, int64_t shortest_ns)
{
    if (given_ns != SL_NEVER) return given_ns;
    return default_ns > shortest_ns ? default_ns / shortest_ns * shortest_ns : shortest_ns;
}

/* As many windows as are allowed, none extended by later triggers; uncompressed. */
static double window_bytes(const struct session *s)
{
    const struct sl_record_params *r = &s->loaded->scenario.record;
    const struct sl_window_params *windows = r->windows.items;
    double row_bytes = ((double)s->loaded->campus.layout.racks + SITE_CHANNELS) * 4.0, rows = 0.0;
    for (size_t i = 0; i < r->windows.count; i++)
        rows += (double)windows[i].count_max * (double)(windows[i].before_ns + windows[i].after_ns) /
                (double)s->loaded->campus.step_ns;
    return fmin(rows * row_bytes, r->window_bytes_max);
}

/* Refuses a result that cannot fit: a quarter of its plain size is less than compression ever left of noisy power. */
static int disk_check(const struct session *s, struct sl_error *err)
{
    const struct sl_campus *c = &s->loaded->campus;
    const struct sl_record_params *r = &s->loaded->scenario.record;
    int64_t site_ns = interval_or_default(r->site_ns, c->step_ns, c->step_ns);
    int64_t feed_ns = interval_or_default(r->feed_ns, 100 * SL_NS_PER_MS, c->step_ns);
    int64_t rack_ns = interval_or_default(r->rack_ns, SL_NS_PER_S, c->period_ns);
    double span = (double)c->duration_ns;
    double plain = span / (double)site_ns * (SITE_CHANNELS * 4 + 8) +
                   span / (double)feed_ns * (double)c->path.feeds * 36 +
                   span / (double)rack_ns * (double)c->layout.racks * 12 + window_bytes(s);
    char folder[PATH_MAX + 1];
    struct statvfs disk;
    snprintf(folder, sizeof folder, "%s", s->path);
    if (statvfs(dirname(folder), &disk) != 0) return 0; /* opening says what is wrong with the folder */
    double free_bytes = (double)disk.f_bavail * (double)disk.f_frsize;
    if (0.25 * plain <= free_bytes) return 0;
    return sl_fail(
        err, SL_ERR_IO,
        "%s: the result needs about %.3g GB, the disk has %.3g GB free; record less often (record.site_ms, "
        "rack_ms), less of record.windows, or choose another folder with -o",
        s->path, 0.5e-9 * plain, free_bytes * 1e-9);
}

static int recorder_open(struct session *s, struct sl_error *err)
{
    struct sl_campus *c = &s->loaded->campus;
    const struct sl_scenario *scenario = &s->loaded->scenario;
    int status = sl_inputs_keep(s->loaded, s->path, err);
    if (!status) status = sl_inputs_sha256(s->loaded, s->inputs_sha, err);
    if (!status) status = disk_check(s, err);
    if (!status) status = names_make(s, err);
    if (!status) status = windows_make(s, err);
    if (status) return status;
    const char *json = sl_document_effective_text(s->loaded->doc);
    if (!json) return sl_no_memory(err, "the effective scenario");
    sl_sha256(json, strlen(json), s->sha);
    history_write(s);
    snprintf(s->source, sizeof s->source, "stepload %s (%s)", sl_version, sl_git_hash);
    struct sl_recorder_options o = {
        .path = s->path,
        .force = s->options->force,
        .resume = s->options->resume,
        .step_ns = c->step_ns,
        .period_ns = c->period_ns,
        .duration_ns = c->duration_ns,
        .epoch = c->calendar.epoch,
        .start_ns = c->calendar.start_ns,
        .rack_lane = s->rack_lane,
        .windows = s->windows,
        .nwindows = scenario->record.windows.count,
        .window_bytes = (uint64_t)scenario->record.window_bytes_max,
        .title = scenario->name,
        .source = s->source,
        .history = s->history,
        .program_version = sl_version,
        .git_hash = sl_git_hash,
        .compiler = __VERSION__,
        .flags = sl_build_flags,
        .scenario_path = s->options->file,
        .scenario_json = json,
        .scenario_sha256 = s->sha,
        .inputs_sha256 = s->inputs_sha,
        .seed = scenario->seed,
        .threads = omp_get_max_threads(),
    };
    o.axis[SL_DIM_SITE].every_ns = interval_or_default(scenario->record.site_ns, c->step_ns, c->step_ns);
    o.axis[SL_DIM_FEED] = (struct sl_recorder_axis){
        c->path.feeds, s->feed_names,
        interval_or_default(scenario->record.feed_ns, 100 * SL_NS_PER_MS, c->step_ns)};
    o.axis[SL_DIM_RACK] =
        (struct sl_recorder_axis){c->layout.racks, s->rack_names,
                                  interval_or_default(scenario->record.rack_ns, SL_NS_PER_S, c->period_ns)};
    status = sl_recorder_open(&s->recorder, &o, err);
    return status ? status : sl_engine_register(c, s->recorder, err);
}

/* Whether a checkpoint is due at t; keeps the times of the last one. */
static bool checkpoint_due(const struct sl_run_options *o, int64_t t_ns, double *last_wall_s,
                           int64_t *last_sim_ns)
{
    bool due = (o->checkpoint_wall_s > 0.0 && wall_s() - *last_wall_s >= o->checkpoint_wall_s) ||
               (o->checkpoint_sim_s > 0.0 && t_ns - *last_sim_ns >= sl_ns_from_s(o->checkpoint_sim_s));
    if (due) {
        *last_wall_s = wall_s();
        *last_sim_ns = t_ns;
    }
    return due;
}

static int loop(struct session *s, int64_t *t_ns, struct sl_error *err)
{
    struct sl_campus *c = &s->loaded->campus;
    double last_wall_s = wall_s();
    int64_t last_sim_ns = *t_ns;
    bool shows = !s->options->quiet && !s->options->no_progress;
    if (shows) sl_progress_start(&s->progress, stderr, *t_ns, c->duration_ns);
    int status = 0;
    while (*t_ns < c->duration_ns && !signal_seen && !status) {
        status = sl_engine_period(c, s->recorder, *t_ns, t_ns, err);
        if (!status && *t_ns < c->duration_ns &&
            checkpoint_due(s->options, *t_ns, &last_wall_s, &last_sim_ns))
            status = sl_recorder_checkpoint(s->recorder, &c->state, err);
        if (shows) sl_progress_show(&s->progress, *t_ns);
    }
    if (!status && signal_seen) status = sl_recorder_checkpoint(s->recorder, &c->state, err);
    if (shows) sl_progress_end(&s->progress);
    return status;
}

/* Ends the file whatever happened; the first error wins. */
static int finish(struct session *s, int status, int64_t t_ns, double begin_s, struct sl_error *err)
{
    struct sl_campus *c = &s->loaded->campus;
    bool interrupted = !status && t_ns < c->duration_ns;
    char run_status[512] = "complete";
    struct sl_error second = {0};
    struct sl_run_facts facts = {interrupted ? "interrupted" : "complete", s->path, t_ns, 0.0, {0}};
    if (interrupted) snprintf(run_status, sizeof run_status, "interrupted");
    if (!status) status = sl_results_write(c, t_ns, s->recorder, err);
    if (status) snprintf(run_status, sizeof run_status, "failed: %.400s", err->text);
    facts.counts = sl_recorder_counts(s->recorder);
    int closed = sl_recorder_close(s->recorder, run_status, !status && !interrupted, status ? &second : err);
    s->recorder = NULL;
    if (status || closed) return status ? status : closed;
    facts.wall_s = wall_s() - begin_s;
    char part[PATH_MAX + 8];
    snprintf(part, sizeof part, "%s.part", s->path);
    if (interrupted) facts.path = part;
    if (!s->options->quiet) sl_summary_print(s->loaded, &facts, stderr);
    if (s->options->json) sl_summary_print_json(s->loaded, &facts, stdout);
    if (interrupted && !s->options->quiet)
        fprintf(stderr, "interrupted at %.3f s; go on with --resume\n", sl_s_from_ns(t_ns));
    return interrupted ? 128 + (int)signal_seen : SL_OK;
}

static void session_free(struct session *s)
{
    for (size_t i = 0; s->windows && i < s->loaded->scenario.record.windows.count; i++)
        free((void *)(uintptr_t)s->windows[i].types);
    free(s->windows);
    free(s->rack_names);
    free(s->feed_names);
    free(s->name_text);
    free(s->rack_lane);
}

int sl_session_run(struct sl_loaded *loaded, const struct sl_run_options *options, struct sl_error *err)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s) return sl_no_memory(err, "the run");
    s->loaded = loaded;
    s->options = options;
    double begin_s = wall_s();
    int64_t t_ns = 0;
    if (options->threads) omp_set_num_threads(options->threads);
    if (options->output)
        s->path = options->output;
    else {
        s->path = default_path(s->default_path, sizeof s->default_path, loaded->scenario.name);
        mkdir("output", 0777);
    }
    signals_set(signal_note);
    int status = recorder_open(s, err);
    if (!status && options->resume) {
        status = sl_recorder_resume(s->recorder, &loaded->campus.state, &t_ns, err);
        if (!status) status = sl_engine_resumed(&loaded->campus, t_ns, err);
    }
    if (!status) status = loop(s, &t_ns, err);
    if (s->recorder) status = finish(s, status, t_ns, begin_s, err);
    signals_set(SIG_DFL);
    session_free(s);
    free(s);
    return status;
}
