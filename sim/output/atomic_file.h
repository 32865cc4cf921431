/* A file that is either as it was at the last commit or as it is at this one, wherever the process was killed.
 *
 * Bytes that were there at the last commit are not overwritten at once: such writes wait in memory, and a commit
 * puts them first into a redo log (PATH.redo, renamed into place when whole), then into the file, then removes the
 * log. Whoever opens the file next finishes an interrupted commit. New bytes beyond the committed end are written at
 * once: nothing committed refers to them.
 *
 * After a failed write the file is dead: the failure is kept, later writes only go to memory (so that the library
 * above can close in peace), and closing leaves the last commit. */
#ifndef SL_OUTPUT_ATOMIC_FILE_H
#define SL_OUTPUT_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sl_patch {
    uint64_t at;
    size_t size;
    uint8_t *data; /* owned */
};

struct sl_atomic_file {
    int fd;
    bool writable;
    char *path; /* owned */
    uint64_t committed, end;
    struct sl_patch *patches; /* owned, in order of writing */
    size_t count, cap;
    int failure; /* errno of the first failed write; 0: alive */
};

/* Opens or creates PATH; finishes an interrupted commit (a reader in memory only). Returns 0 or an errno: EEXIST (create),
 * EWOULDBLOCK (another process writes it). */
int sl_atomic_open(struct sl_atomic_file *f, const char *path, bool writable, bool create);

/* Reads what was written, waiting or not; zeros beyond the end. 0 or an errno. */
int sl_atomic_read(const struct sl_atomic_file *f, uint64_t at, void *data, size_t size);

int sl_atomic_write(struct sl_atomic_file *f, uint64_t at, const void *data, size_t size);

/* Makes the file `end` long: at once if longer, at the next commit if shorter. */
void sl_atomic_resize(struct sl_atomic_file *f, uint64_t end);

/* durable: also on disk, for a power cut. */
int sl_atomic_commit(struct sl_atomic_file *f, bool durable);

/* Gives the file another name in the same file system, when nothing waits. */
int sl_atomic_rename(struct sl_atomic_file *f, const char *path);

/* Without a commit: what waits is lost. */
void sl_atomic_close(struct sl_atomic_file *f);

#endif
