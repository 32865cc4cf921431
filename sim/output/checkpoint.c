#include "sim/output/checkpoint.h"

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/output/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define FORMAT 2

struct header {
    char magic[8];
    uint32_t format, pointer_bytes;
    struct sl_checkpoint run;
    uint64_t blocks;
};

struct block {
    char name[96];
    uint64_t size, count;
};

static const char magic[8] = "SLCKPT\r\n"; /* a text-mode copy would break it visibly */

static void header_fill(struct header *h, const struct sl_checkpoint *run,
                        const struct sl_state *const *states, size_t nstates)
{
    memset(h, 0, sizeof *h);
    memcpy(h->magic, magic, sizeof magic);
    h->format = FORMAT;
    h->pointer_bytes = sizeof(void *);
    h->run = *run;
    for (size_t s = 0; s < nstates; s++) h->blocks += states[s]->count;
}

static void block_fill(struct block *b, const struct sl_state_block *from)
{
    memset(b, 0, sizeof *b);
    snprintf(b->name, sizeof b->name, "%s", from->name);
    b->size = from->size;
    b->count = from->count;
}

static int put(FILE *f, uLong *sum, const void *data, size_t size)
{
    *sum = crc32_z(*sum, data, size);
    return size && fwrite(data, 1, size, f) != size ? errno : 0;
}

static int blocks_put(FILE *f, const struct header *h, const struct sl_state *const *states, size_t nstates)
{
    uLong sum = crc32(0, NULL, 0);
    int e = put(f, &sum, h, sizeof *h);
    for (size_t s = 0; s < nstates; s++)
        for (size_t i = 0; i < states[s]->count && !e; i++) {
            const struct sl_state_block *from = &states[s]->blocks[i];
            struct block b;
            block_fill(&b, from);
            e = put(f, &sum, &b, sizeof b);
            if (!e) e = put(f, &sum, from->base, from->size * from->count);
        }
    uint64_t check = sum;
    return e ? e : put(f, &sum, &check, sizeof check);
}

int sl_checkpoint_write(const char *path, const struct sl_checkpoint *head,
                        const struct sl_state *const *states, size_t nstates, struct sl_error *err)
{
    struct header h;
    header_fill(&h, head, states, nstates);
    char *temp = sl_path_with(path, ".tmp");
    if (!temp) return sl_no_memory(err, "a path");
    FILE *f = fopen(temp, "wb");
    int e = f ? blocks_put(f, &h, states, nstates) : errno;
    if (f && (fflush(f) || fdatasync(fileno(f))) && !e) e = errno;
    if (f && fclose(f) && !e) e = errno;
    if (!e && rename(temp, path)) e = errno;
    if (e) unlink(temp);
    free(temp);
    if (e) return sl_fail(err, SL_ERR_IO, "%s: cannot write the checkpoint: %s", path, strerror(e));
    sl_path_sync_folder(path);
    return 0;
}

/* Reading. */

struct view {
    const char *path;
    const uint8_t *data;
    size_t size;
};

static const char *const damaged = "%s: the checkpoint is damaged or not one";

bool sl_checkpoint_is_one(const char *path)
{
    char begin[sizeof magic];
    FILE *f = fopen(path, "rb");
    bool is_one =
        f && fread(begin, 1, sizeof begin, f) == sizeof begin && memcmp(begin, magic, sizeof magic) == 0;
    if (f) fclose(f);
    return is_one;
}

static int header_check(const struct view *v, const struct header *h, const struct header *want,
                        struct sl_error *err)
{
    if (v->size < sizeof *h + sizeof(uint64_t) || memcmp(h->magic, magic, sizeof magic) != 0)
        return sl_fail(err, SL_ERR_IO, damaged, v->path);
    if (h->format != FORMAT || h->pointer_bytes != want->pointer_bytes)
        return sl_fail(err, SL_ERR_IO, "%s: checkpoint format %u, this program reads %u", v->path, h->format,
                       FORMAT);
    uint64_t check;
    memcpy(&check, v->data + v->size - sizeof check, sizeof check);
    if (check != crc32_z(crc32(0, NULL, 0), v->data, v->size - sizeof check))
        return sl_fail(err, SL_ERR_IO, damaged, v->path);
    if (want->run.scenario_sha256[0] && strcmp(h->run.scenario_sha256, want->run.scenario_sha256) != 0)
        return sl_fail(err, SL_ERR_IO, "%s: the checkpoint belongs to another scenario (or --set differs)",
                       v->path);
    if (want->run.inputs_sha256[0] && strcmp(h->run.inputs_sha256, want->run.inputs_sha256) != 0)
        return sl_fail(err, SL_ERR_IO,
                       "%s: a data file of the scenario (weather, replay or playback) has changed since the "
                       "checkpoint",
                       v->path);
    return 0;
}

/* One pass over the blocks: checks, or with `load` copies. */
static int blocks_pass(const struct view *v, const struct sl_state *const *states, size_t nstates, bool load,
                       struct sl_error *err)
{
    size_t at = sizeof(struct header), end = v->size - sizeof(uint64_t);
    for (size_t s = 0; s < nstates; s++)
        for (size_t i = 0; i < states[s]->count; i++) {
            const struct sl_state_block *to = &states[s]->blocks[i];
            struct block have = {0}, want;
            block_fill(&want, to);
            if (end - at >= sizeof have) memcpy(&have, v->data + at, sizeof have);
            have.name[sizeof have.name - 1] = 0;
            size_t bytes = to->size * to->count;
            if (memcmp(&have, &want, sizeof have) != 0 || bytes > end - at - sizeof have)
                return sl_fail(
                    err, SL_ERR_IO,
                    "%s: the checkpoint's layout differs at block \"%s\" (%llu x %llu bytes; there: \"%s\", "
                    "%llu x %llu): it was written by another version or scenario",
                    v->path, want.name, (unsigned long long)want.count, (unsigned long long)want.size,
                    have.name, (unsigned long long)have.count, (unsigned long long)have.size);
            at += sizeof have;
            if (load && bytes) memcpy(to->base, v->data + at, bytes);
            at += bytes;
        }
    return at == end ? 0 : sl_fail(err, SL_ERR_IO, damaged, v->path);
}

static int view_check(const struct view *v, const struct sl_checkpoint *head, struct header *have,
                      struct sl_error *err)
{
    struct header want;
    header_fill(&want, head, NULL, 0);
    *have = (struct header){0};
    if (v->size >= sizeof *have) memcpy(have, v->data, sizeof *have);
    return header_check(v, have, &want, err);
}

static int view_open(struct view *v, const char *path, struct sl_error *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st)) {
        int e = errno;
        if (fd >= 0) close(fd);
        return sl_fail(err, SL_ERR_IO, "%s: cannot read the checkpoint: %s", path, strerror(e));
    }
    *v = (struct view){path, NULL, (size_t)st.st_size};
    void *map = v->size ? mmap(NULL, v->size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (map == MAP_FAILED) return sl_fail(err, SL_ERR_IO, damaged, path);
    v->data = map;
    return 0;
}

static void view_close(struct view *v)
{
    munmap((void *)(uintptr_t)v->data, v->size);
}

int sl_checkpoint_check(const char *path, const struct sl_checkpoint *head, struct sl_error *err)
{
    struct view v;
    struct header have;
    int e = view_open(&v, path, err);
    if (e) return e;
    e = view_check(&v, head, &have, err);
    view_close(&v);
    return e;
}

int sl_checkpoint_read(const char *path, struct sl_checkpoint *head, const struct sl_state *const *states,
                       size_t nstates, struct sl_error *err)
{
    struct view v;
    struct header have;
    int e = view_open(&v, path, err);
    if (e) return e;
    e = view_check(&v, head, &have, err);
    if (!e) e = blocks_pass(&v, states, nstates, false, err);
    if (!e) e = blocks_pass(&v, states, nstates, true, err);
    if (!e) *head = have.run;
    view_close(&v);
    return e;
}
