#include "sim/output/result_file.h"

#include "models/base/error.h"
#include "sim/output/checkpoint.h"
#include "sim/output/h5.h"
#include "sim/output/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEMA "stepload-result"
#define SCHEMA_VERSION "1.0"

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static int paths_make(struct sl_result_file *f, const char *path, struct sl_error *err)
{
    f->final = sl_path_with(path, "");
    f->part = sl_path_with(path, ".part");
    f->fresh = sl_path_with(path, ".part.new");
    f->checkpoint = sl_path_swap(path, ".h5", ".ckpt");
    return f->final && f->part && f->fresh && f->checkpoint ? 0 : sl_no_memory(err, "paths");
}

static int paths_check(const struct sl_result_file *f, struct sl_error *err)
{
    int e = sl_path_check(f->final, strlen(".part.redo.tmp"), err);
    if (!e) e = sl_path_check(f->part, 0, err);
    if (!e) e = sl_path_check(f->fresh, 0, err);
    return e ? e : sl_path_check(f->checkpoint, strlen(".tmp"), err);
}

static int refuse_existing(const struct sl_result_file *f, struct sl_error *err)
{
    const char *have = exists(f->final)        ? f->final
                       : exists(f->part)       ? f->part
                       : exists(f->checkpoint) ? f->checkpoint
                                               : NULL;
    if (!have) return 0;
    return sl_fail(err, SL_ERR_IO, "%s exists: choose another --output, or replace it with --force%s", have,
                   have == f->part && exists(f->checkpoint) ? ", or go on with --resume" : "");
}

/* Another run may still write the old file; opening it for writing tells. */
static int remove_old(const char *path, struct sl_error *err)
{
    int64_t id = 0;
    struct sl_error other = {0};
    if (!exists(path)) return 0;
    if (sl_h5_open(path, true, &id, &other) == 0)
        sl_h5_close(id, NULL);
    else if (strstr(other.text, "another process"))
        return sl_fail(err, SL_ERR_IO, "%s", other.text);
    char *redo = sl_path_with(path, ".redo");
    if (redo) unlink(redo);
    free(redo);
    return unlink(path) ? sl_fail(err, SL_ERR_IO, "%s: cannot replace: %s", path, strerror(errno)) : 0;
}

/* Whether what a file begins with is HDF5, or nothing yet: then a run of ours may have left it. */
static bool may_be_ours(const char *path)
{
    char head[8] = {0};
    FILE *f = fopen(path, "rb");
    if (!f) return !exists(path);
    size_t n = fread(head, 1, sizeof head, f);
    fclose(f);
    return n == 0 || memcmp(head, "\0\0\0\0\0\0\0\0", n) == 0 || memcmp(head, "\211HDF\r\n\032\n", n) == 0;
}

/* What a killed run left before its first commit goes without being asked; a checkpoint without its file is useless,
 * and would lie to a later --resume. */
static int remove_all_old(const struct sl_result_file *f, struct sl_error *err)
{
    if (exists(f->checkpoint) && !sl_checkpoint_is_one(f->checkpoint))
        return sl_fail(err, SL_ERR_IO,
                       "%s is not a checkpoint of this program and stays: choose another --output",
                       f->checkpoint);
    for (int i = 0; i < 2; i++) {
        const char *path = i ? f->fresh : f->part;
        if (!may_be_ours(path))
            return sl_fail(err, SL_ERR_IO, "%s is not of this program and stays: choose another --output",
                           path);
    }
    int e = remove_old(f->part, err);
    if (!e) e = remove_old(f->fresh, err);
    if (!e && unlink(f->checkpoint) && errno != ENOENT)
        e = sl_fail(err, SL_ERR_IO, "%s: cannot remove: %s", f->checkpoint, strerror(errno));
    return e;
}

static int take_back_interrupted(struct sl_result_file *f, struct sl_error *err)
{
    int64_t id = 0;
    char status[64];
    if (exists(f->part)) return 0;
    if (!exists(f->final)) return sl_fail(err, SL_ERR_IO, "%s: no such file, nothing to resume", f->part);
    int e = sl_h5_open(f->final, false, &id, err);
    if (e) return e;
    sl_h5_get_text(id, "run_status", status, sizeof status);
    e = sl_h5_close(id, err);
    if (!e && strcmp(status, "complete") == 0)
        return sl_fail(err, SL_ERR_IO, "%s is complete, nothing to resume", f->final);
    if (!e && rename(f->final, f->part))
        e = sl_fail(err, SL_ERR_IO, "%s: cannot rename: %s", f->final, strerror(errno));
    f->taken_back = !e;
    return e;
}

int sl_result_open(struct sl_result_file *f, const struct sl_recorder_options *options, struct sl_error *err)
{
    *f = (struct sl_result_file){0};
    int e = paths_make(f, options->path, err);
    if (!e) e = paths_check(f, err);
    if (!e && options->resume) {
        if (!exists(f->checkpoint))
            return sl_fail(err, SL_ERR_IO, "%s: no such checkpoint, nothing to resume", f->checkpoint);
        e = take_back_interrupted(f, err);
        f->named = true;
        return e ? e : sl_h5_open(f->part, true, &f->id, err);
    }
    if (!e && !options->force) e = refuse_existing(f, err);
    if (!e) e = remove_all_old(f, err);
    return e ? e : sl_h5_create(f->fresh, &f->id, err);
}

int sl_result_name(struct sl_result_file *f, struct sl_error *err)
{
    int e = f->named ? 0 : sl_h5_rename(f->id, f->part, err);
    f->named = !e;
    return e;
}

/* Description. */

static int history_append(int64_t id, const char *line, struct sl_error *err)
{
    char before[4096], text[8400];
    if (!line) return 0;
    sl_h5_get_text(id, "history", before, sizeof before);
    snprintf(text, sizeof text, "%s\n%s", before, line);
    return sl_h5_set_text(id, "history", text, err);
}

static int root_describe(int64_t id, const struct sl_recorder_options *o, struct sl_error *err)
{
    const struct {
        const char *name, *value;
    } text[] = {
        {"Conventions", "CF-1.10"},
        {"title", o->title},
        {"source", o->source},
        {"history", o->history},
        {"schema", SCHEMA},
        {"schema_version", SCHEMA_VERSION},
        {"run_status", "running"},
        {"program_version", o->program_version},
        {"git_hash", o->git_hash},
        {"scenario", o->scenario_path},
        {"scenario_sha256", o->scenario_sha256},
        {"inputs_sha256", o->inputs_sha256},
        {"epoch", o->epoch},
    };
    int e = 0;
    for (size_t i = 0; i < sizeof text / sizeof text[0] && !e; i++)
        e = sl_h5_set_text(id, text[i].name, text[i].value, err);
    if (!e) e = sl_h5_set_int(id, "seed", o->seed, err);
    if (!e) e = sl_h5_set_real(id, "dt_s", (double)o->step_ns / 1e9, err);
    if (!e) e = sl_h5_set_real(id, "control_period_s", (double)o->period_ns / 1e9, err);
    if (!e) e = sl_h5_set_real(id, "duration_s", (double)o->duration_ns / 1e9, err);
    if (!e) e = sl_h5_set_real(id, "start_s", (double)o->start_ns / 1e9, err);
    return e;
}

static int build_describe(int64_t group, const struct sl_recorder_options *o, struct sl_error *err)
{
    char hdf5[32];
    int64_t build = 0;
    sl_h5_version(hdf5, sizeof hdf5);
    int e = sl_h5_group(group, "build", &build, err);
    if (!e) e = sl_h5_set_text(build, "compiler", o->compiler, err);
    if (!e) e = sl_h5_set_text(build, "flags", o->flags, err);
    if (!e) e = sl_h5_set_text(build, "hdf5", hdf5, err);
    if (!e) e = sl_h5_set_int(build, "threads", o->threads, err);
    sl_h5_release(build);
    return e;
}

int sl_result_describe(struct sl_result_file *f, const struct sl_recorder_options *o, bool again,
                       struct sl_error *err)
{
    if (again) {
        int r = sl_h5_set_text(f->id, "run_status", "running", err);
        return r ? r : history_append(f->id, o->history, err);
    }
    int64_t group = 0, scenario = 0;
    int e = root_describe(f->id, o, err);
    if (!e) e = sl_h5_group(f->id, "provenance", &group, err);
    if (!e) e = build_describe(group, o, err);
    struct sl_h5_shape scalar = {.type = SL_H5_TEXT};
    if (!e && o->scenario_json) {
        e = sl_h5_dataset(group, "scenario_json", &scalar, &scenario, err);
        if (!e) e = sl_h5_write(scenario, 0, 1, &o->scenario_json, err);
        if (!e) e = sl_h5_set_text(scenario, "long_name", "effective scenario", err);
    }
    sl_h5_release(scenario);
    sl_h5_release(group);
    return e;
}

/* End. */

/* After a failed write the file went back to its last commit, which still says "running". */
static void part_mark(const struct sl_result_file *f, const char *status)
{
    int64_t id = 0;
    if (sl_h5_open(f->part, true, &id, NULL)) return;
    sl_h5_set_text(id, "run_status", status, NULL);
    sl_h5_close(id, NULL);
}

/* Of checkpoints and of commits that a kill cut short. */
static void leftovers_remove(const struct sl_result_file *f)
{
    char *temp[] = {sl_path_with(f->checkpoint, ".tmp"), sl_path_with(f->part, ".redo.tmp")};
    unlink(f->checkpoint);
    for (int i = 0; i < 2; i++) {
        if (temp[i]) unlink(temp[i]);
        free(temp[i]);
    }
}

int sl_result_close(struct sl_result_file *f, const char *run_status, bool rename_final, struct sl_error *err)
{
    if (f->id <= 0) return 0;
    int e = sl_h5_set_text(f->id, "run_status", run_status, err);
    struct sl_error close_error = {0};
    int c = sl_h5_close(f->id, &close_error);
    f->id = 0;
    if (!f->named) unlink(f->fresh); /* no commit: nothing in it can be read */
    if (c && !f->named) return sl_fail(err, SL_ERR_IO, "%s", close_error.text);
    if (c) { /* says why, better than what failed because of it */
        part_mark(f, "failed: the result could not be written");
        return sl_fail(err, SL_ERR_IO, "%s", close_error.text);
    }
    if (e || !rename_final || !f->named) return e;
    if (rename(f->part, f->final))
        return sl_fail(err, SL_ERR_IO, "%s: cannot rename to %s: %s", f->part, f->final, strerror(errno));
    sl_path_sync_folder(f->final);
    if (strcmp(run_status, "complete") == 0) leftovers_remove(f);
    return 0;
}

void sl_result_abandon(struct sl_result_file *f)
{
    if (f->id > 0) {
        sl_h5_abandon(f->id);
        if (!f->named) unlink(f->fresh);
    }
    f->id = 0;
    if (f->taken_back) rename(f->part, f->final);
}

void sl_result_free(struct sl_result_file *f)
{
    free(f->final);
    free(f->part);
    free(f->fresh);
    free(f->checkpoint);
    *f = (struct sl_result_file){0};
}
