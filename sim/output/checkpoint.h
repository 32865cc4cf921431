/* X.ckpt: the state blocks of a run, by name, size and count. Written to a temporary file, synced and renamed, so
 * that there is always a whole one; a file of another layout is refused before anything is changed. */
#ifndef SL_OUTPUT_CHECKPOINT_H
#define SL_OUTPUT_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sl_error;
struct sl_state;

struct sl_checkpoint {
    char scenario_sha256[65], inputs_sha256[65]; /* empty: not asked */
    uint64_t step;
    int64_t t_ns;
};

int sl_checkpoint_write(const char *path, const struct sl_checkpoint *head,
                        const struct sl_state *const *states, size_t nstates, struct sl_error *err);

/* Whether the file begins as a checkpoint does; others use the same ending. */
bool sl_checkpoint_is_one(const char *path);

/* Refuses a file that is no whole checkpoint of this program, and other hashes than head's (unless empty). Needs no
 * state, so it can come before anything is built on the scenario. */
int sl_checkpoint_check(const char *path, const struct sl_checkpoint *head, struct sl_error *err);

/* Checks the same, refuses any block that differs, and fills head and the states. */
int sl_checkpoint_read(const char *path, struct sl_checkpoint *head, const struct sl_state *const *states,
                       size_t nstates, struct sl_error *err);

#endif
