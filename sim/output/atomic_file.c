#include "sim/output/atomic_file.h"

#include "sim/output/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char redo_magic[8] = "SLREDO01";

static int pwrite_all(int fd, const void *data, size_t size, uint64_t at)
{
    const uint8_t *p = data;
    while (size) {
        ssize_t n = pwrite(fd, p, size, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : ENOSPC;
        p += n, at += (uint64_t)n, size -= (size_t)n;
    }
    return 0;
}

static int pread_all(int fd, void *data, size_t size, uint64_t at)
{
    uint8_t *p = data;
    while (size) {
        ssize_t n = pread(fd, p, size, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (n == 0) {
            memset(p, 0, size);
            return 0;
        }
        p += n, at += (uint64_t)n, size -= (size_t)n;
    }
    return 0;
}

static int patch_add(struct sl_atomic_file *f, uint64_t at, const void *data, size_t size)
{
    if (f->count == f->cap) {
        size_t cap = f->cap ? 2 * f->cap : 64;
        struct sl_patch *grown = realloc(f->patches, cap * sizeof *grown);
        if (!grown) return ENOMEM;
        f->patches = grown;
        f->cap = cap;
    }
    uint8_t *copy = malloc(size);
    if (!copy) return ENOMEM;
    memcpy(copy, data, size);
    f->patches[f->count++] = (struct sl_patch){at, size, copy};
    return 0;
}

/* Applies the log's records, for a reader in memory only; a log under its final name is whole. */
static int redo_apply(struct sl_atomic_file *f, int log)
{
    char magic[sizeof redo_magic];
    uint64_t at = sizeof magic, head[2];
    struct stat st;
    if (fstat(log, &st)) return errno;
    int e = pread_all(log, magic, sizeof magic, 0);
    if (e) return e;
    if (memcmp(magic, redo_magic, sizeof magic) != 0) return EINVAL;
    while (!e && at + sizeof head <= (uint64_t)st.st_size) {
        e = pread_all(log, head, sizeof head, at);
        if (e) break;
        at += sizeof head;
        if (head[1] > (uint64_t)st.st_size - at) return EINVAL;
        void *data = malloc(head[1]);
        if (!data) return ENOMEM;
        e = pread_all(log, data, head[1], at);
        if (!e)
            e = f->writable ? pwrite_all(f->fd, data, head[1], head[0])
                            : patch_add(f, head[0], data, head[1]);
        free(data);
        at += head[1];
    }
    return e;
}

static int redo_finish(struct sl_atomic_file *f)
{
    char *path = sl_path_with(f->path, ".redo");
    if (!path) return ENOMEM;
    int e = 0, log = open(path, O_RDONLY | O_CLOEXEC);
    if (log >= 0) {
        e = redo_apply(f, log);
        close(log);
        if (!e && f->writable && unlink(path)) e = errno;
    } else if (errno != ENOENT) {
        e = errno;
    }
    free(path);
    return e;
}

static int redo_write_records(int log, const struct sl_atomic_file *f, bool durable)
{
    uint64_t at = sizeof redo_magic;
    int e = pwrite_all(log, redo_magic, sizeof redo_magic, 0);
    for (size_t i = 0; i < f->count && !e; i++) {
        uint64_t head[2] = {f->patches[i].at, f->patches[i].size};
        e = pwrite_all(log, head, sizeof head, at);
        if (!e) e = pwrite_all(log, f->patches[i].data, f->patches[i].size, at + sizeof head);
        at += sizeof head + f->patches[i].size;
    }
    if (!e && durable && fdatasync(log)) e = errno;
    return e;
}

static int redo_write(const struct sl_atomic_file *f, bool durable)
{
    char *path = sl_path_with(f->path, ".redo"), *temp = sl_path_with(f->path, ".redo.tmp");
    int e = path && temp ? 0 : ENOMEM;
    int log = e ? -1 : open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (!e && log < 0) e = errno;
    if (!e) e = redo_write_records(log, f, durable);
    if (log >= 0 && close(log) && !e) e = errno;
    if (!e && rename(temp, path)) e = errno;
    if (e && temp) unlink(temp);
    free(path);
    free(temp);
    return e;
}

/* One writer at a time; readers are not kept out, they find the last commit. */
static int writer_lock(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_OFD_SETLK, &lock) == 0) return 0;
    return errno == EACCES || errno == EAGAIN ? EWOULDBLOCK
                                              : 0; /* a file system without locks is no reason to stop */
}

int sl_atomic_open(struct sl_atomic_file *f, const char *path, bool writable, bool create)
{
    struct stat st;
    int flags = (writable ? O_RDWR : O_RDONLY) | (create ? O_CREAT | O_EXCL : 0) | O_CLOEXEC, e = 0;
    *f = (struct sl_atomic_file){.fd = open(path, flags, 0666), .writable = writable};
    if (f->fd < 0) return errno;
    f->path = sl_path_with(path, "");
    if (!f->path) e = ENOMEM;
    if (!e && writable) e = writer_lock(f->fd);
    if (!e && !create) e = redo_finish(f);
    if (!e && fstat(f->fd, &st)) e = errno;
    if (!e) f->committed = f->end = (uint64_t)st.st_size;
    if (e) sl_atomic_close(f);
    return e;
}

int sl_atomic_read(const struct sl_atomic_file *f, uint64_t at, void *data, size_t size)
{
    int e = pread_all(f->fd, data, size, at);
    for (size_t i = 0; i < f->count && !e; i++) {
        const struct sl_patch *p = &f->patches[i];
        uint64_t from = p->at > at ? p->at : at;
        uint64_t to = p->at + p->size < at + size ? p->at + p->size : at + size;
        if (from < to) memcpy((uint8_t *)data + (from - at), p->data + (from - p->at), to - from);
    }
    return e;
}

int sl_atomic_write(struct sl_atomic_file *f, uint64_t at, const void *data, size_t size)
{
    if (size == 0) return 0;
    uint64_t keep = f->failure ? UINT64_MAX : f->committed;
    size_t old = at >= keep ? 0 : keep - at < size ? (size_t)(keep - at) : size;
    int e = 0;
    if (old) e = patch_add(f, at, data, old);
    if (!e && old < size) e = pwrite_all(f->fd, (const uint8_t *)data + old, size - old, at + old);
    if (at + size > f->end) f->end = at + size;
    if (e && !f->failure) f->failure = e;
    return e;
}

void sl_atomic_resize(struct sl_atomic_file *f, uint64_t end)
{
    if (!f->failure && end > f->committed && ftruncate(f->fd, (off_t)end)) f->failure = errno;
    f->end = end;
}

static void patches_drop(struct sl_atomic_file *f)
{
    for (size_t i = 0; i < f->count; i++) free(f->patches[i].data);
    f->count = 0;
}

static int patches_apply(struct sl_atomic_file *f, bool durable)
{
    int e = redo_write(f, durable);
    for (size_t i = 0; i < f->count && !e; i++)
        e = pwrite_all(f->fd, f->patches[i].data, f->patches[i].size, f->patches[i].at);
    if (!e && durable && fdatasync(f->fd)) e = errno;
    if (!e) {
        char *path = sl_path_with(f->path, ".redo");
        if (!path || unlink(path)) e = ENOMEM;
        free(path);
    }
    return e;
}

int sl_atomic_commit(struct sl_atomic_file *f, bool durable)
{
    if (f->failure || !f->writable) return f->failure;
    int e = 0;
    if (durable && fdatasync(f->fd)) e = errno; /* what the new state refers to comes first */
    if (!e && f->count) e = patches_apply(f, durable);
    if (!e && f->end < f->committed && ftruncate(f->fd, (off_t)f->end)) e = errno;
    if (!e) {
        patches_drop(f);
        f->committed = f->end;
    }
    return f->failure = e;
}

int sl_atomic_rename(struct sl_atomic_file *f, const char *path)
{
    char *copy = f->count ? NULL : sl_path_with(path, "");
    if (!copy) return f->count ? EBUSY : ENOMEM;
    if (rename(f->path, path)) {
        int e = errno;
        free(copy);
        return e;
    }
    free(f->path);
    f->path = copy;
    return 0;
}

void sl_atomic_close(struct sl_atomic_file *f)
{
    if (f->failure && f->writable && ftruncate(f->fd, (off_t)f->committed)) f->failure = errno;
    patches_drop(f);
    free(f->patches);
    free(f->path);
    if (f->fd >= 0) close(f->fd);
    f->fd = -1;
    f->path = NULL;
    f->patches = NULL;
}
