#include "sim/scenario/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *sl_path_folder(struct sl_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return sl_arena_copy(arena, ".", 1);
    return sl_arena_copy(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

char *sl_path_join(struct sl_arena *arena, const char *folder, const char *file)
{
    if (file[0] == '/' || strcmp(folder, ".") == 0) return sl_arena_copy(arena, file, strlen(file));
    return sl_arena_format(arena, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", file);
}

static bool lines_index(struct sl_arena *arena, struct sl_source *source)
{
    size_t count = 1;
    for (size_t i = 0; i < source->length; i++) count += source->text[i] == '\n';
    size_t *starts = sl_arena_get(arena, count * sizeof *starts);
    if (!starts) return false;
    size_t line = 1;
    for (size_t i = 0; i < source->length; i++)
        if (source->text[i] == '\n') starts[line++] = i + 1;
    source->line_starts = starts;
    source->line_count = count;
    return true;
}

static struct sl_source *source_new(struct sl_arena *arena, const char *name, const char *text, size_t length)
{
    struct sl_source *source = sl_arena_get(arena, sizeof *source);
    if (!source) return NULL;
    source->name = sl_arena_copy(arena, name, strlen(name));
    source->folder = sl_path_folder(arena, name);
    source->text = text;
    source->length = length;
    if (!source->name || !source->folder || !lines_index(arena, source)) return NULL;
    return source;
}

struct sl_source *sl_source_from_text(struct sl_arena *arena, const char *name, const char *text,
                                      size_t length)
{
    char *copy = sl_arena_copy(arena, text, length);
    return copy ? source_new(arena, name, copy, length) : NULL;
}

/* Reads up to limit bytes; the buffer grows with what is there, so that pipes work too. */
static char *stream_read(FILE *file, size_t limit, size_t *length)
{
    size_t room = 64 * 1024;
    char *text = malloc(room + 1);
    *length = 0;
    while (text) {
        *length += fread(text + *length, 1, room - *length, file);
        if (*length < room || room >= limit) break;
        room = 2 * room < limit ? 2 * room : limit;
        char *wider = realloc(text, room + 1);
        if (!wider) free(text);
        text = wider;
    }
    return text;
}

static FILE *file_open(const char *path, struct sl_error *err)
{
    if (strcmp(path, "-") == 0) return stdin;
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (!file) {
        sl_fail(err, SL_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
    } else if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        sl_fail(err, SL_ERR_IO, "%s: is a folder, not a scenario file", path);
        fclose(file);
        file = NULL;
    }
    return file;
}

struct sl_source *sl_source_read(struct sl_arena *arena, const char *path, struct sl_error *err)
{
    FILE *file = file_open(path, err);
    if (!file) return NULL;
    size_t length;
    char *text = stream_read(file, SL_SOURCE_BYTES_MAX + 1, &length);
    bool broken = ferror(file) != 0;
    int reason = errno;
    if (file != stdin) fclose(file);
    struct sl_source *source = NULL;
    if (broken) {
        sl_fail(err, SL_ERR_IO, "%s: cannot be read: %s", path, strerror(reason));
    } else if (text) {
        source = sl_source_from_text(arena, strcmp(path, "-") == 0 ? "<stdin>" : path, text, length);
        if (!source) sl_no_memory(err, path);
    } else {
        sl_no_memory(err, path);
    }
    free(text);
    return source;
}

void sl_source_position(const struct sl_source *source, size_t offset, size_t *line, size_t *column)
{
    if (offset > source->length) offset = source->length;
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (source->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    *line = low + 1;
    *column = 1;
    size_t start = source->line_starts[low];
    /* a byte order mark is no column */
    if (start == 0 && source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0) start = 3;
    for (size_t i = start; i < offset; i++) *column += ((unsigned char)source->text[i] & 0xC0) != 0x80;
}
