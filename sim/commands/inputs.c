#include "sim/commands/inputs.h"

#include "models/base/error.h"
#include "sim/output/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define INPUTS 3

struct input {
    const char *key, *path; /* path NULL: not named */
};

static const char *resolved(const struct sl_loaded *loaded, const char *key, const char *file)
{
    return file ? sl_document_resolve(loaded->doc, key, file) : NULL;
}

static void inputs_list(const struct sl_loaded *loaded, struct input inputs[INPUTS])
{
    const struct sl_scenario *s = &loaded->scenario;
    const char *const keys[INPUTS] = {"site.weather.file", "workload.replay.file", "grid.file"};
    const char *const files[INPUTS] = {
        s->site.weather.file, s->workload.has_replay ? s->workload.replay.file : NULL,
        s->has_grid && s->grid.model == SL_GRID_PLAYBACK ? s->grid.file : NULL};
    for (int i = 0; i < INPUTS; i++) inputs[i] = (struct input){keys[i], resolved(loaded, keys[i], files[i])};
}

static int file_sha256(const char *path, char hex[SL_SHA256_HEX], struct sl_error *err)
{
    char data[65536];
    struct sl_sha256 sum;
    struct stat st;
    size_t n;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        snprintf(hex, SL_SHA256_HEX, "stream");
        return 0;
    }
    FILE *f = fopen(path, "rb");
    if (!f) return sl_fail(err, SL_ERR_IO, "%s: cannot read: %s", path, strerror(errno));
    sl_sha256_begin(&sum);
    while ((n = fread(data, 1, sizeof data, f)) > 0) sl_sha256_add(&sum, data, n);
    sl_sha256_end(&sum, hex);
    int e = ferror(f) ? sl_fail(err, SL_ERR_IO, "%s: cannot read: %s", path, strerror(errno)) : 0;
    fclose(f);
    return e;
}

int sl_inputs_sha256(const struct sl_loaded *loaded, char hex[SL_SHA256_HEX], struct sl_error *err)
{
    struct input inputs[INPUTS];
    struct sl_sha256 sum;
    int e = 0;
    inputs_list(loaded, inputs);
    sl_sha256_begin(&sum);
    for (int i = 0; i < INPUTS && !e; i++) {
        char one[SL_SHA256_HEX], line[SL_SHA256_HEX + 64];
        if (!inputs[i].path) continue;
        e = file_sha256(inputs[i].path, one, err);
        if (!e) sl_sha256_add(&sum, line, (size_t)snprintf(line, sizeof line, "%s %s\n", inputs[i].key, one));
    }
    sl_sha256_end(&sum, hex);
    return e;
}

static bool same_file(const char *a, const char *b)
{
    struct stat sa, sb;
    return a && b && stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

static bool is_same_file(const char *name, void *path)
{
    return same_file(name, path);
}

static int keep(const struct sl_loaded *loaded, char *path, struct sl_error *err)
{
    struct input inputs[INPUTS];
    if (!path) return sl_no_memory(err, "paths");
    inputs_list(loaded, inputs);
    bool read = sl_document_each_source(loaded->doc, is_same_file, path);
    for (int i = 0; i < INPUTS; i++) read = read || same_file(inputs[i].path, path);
    return read ? sl_fail(err, SL_ERR_IO, "%s is read by this run: choose another --output", path) : 0;
}

int sl_inputs_keep(const struct sl_loaded *loaded, const char *output, struct sl_error *err)
{
    static const char *const beside[] = {
        "", ".part", ".part.new", ".part.redo", ".part.redo.tmp", ".part.new.redo", ".part.new.redo.tmp"};
    static const char *const checkpoints[] = {".ckpt", ".ckpt.tmp"};
    int e = 0;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0] && !e; i++) {
        char *path = sl_path_with(output, beside[i]);
        e = keep(loaded, path, err);
        free(path);
    }
    for (size_t i = 0; i < sizeof checkpoints / sizeof checkpoints[0] && !e; i++) {
        char *path = sl_path_swap(output, ".h5", checkpoints[i]);
        e = keep(loaded, path, err);
        free(path);
    }
    return e;
}
