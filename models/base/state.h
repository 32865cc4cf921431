/* State registration. Everything that a run must remember is a block of plain data without pointers; saving and
 * resuming is one loop over the blocks, and another layout is refused by name, size and count. */
#ifndef SL_BASE_STATE_H
#define SL_BASE_STATE_H

#include <stddef.h>

struct sl_error;

struct sl_state_block {
    const char *name; /* static text, unique: "load.rack_noise" */
    void *base;
    size_t size, count; /* element size and number of elements */
};

struct sl_state {
    struct sl_state_block *blocks; /* owned */
    size_t count, cap;
};

/* Adds a block; base stays the caller's and must not move. */
int sl_state_add(struct sl_state *state, const char *name, void *base, size_t size, size_t count,
                 struct sl_error *err);
void sl_state_free(struct sl_state *state);

#endif
