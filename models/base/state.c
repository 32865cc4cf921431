#include "models/base/state.h"

#include "models/base/error.h"

#include <stdlib.h>

int sl_state_add(struct sl_state *state, const char *name, void *base, size_t size, size_t count,
                 struct sl_error *err)
{
    if (state->count == state->cap) {
        size_t cap = state->cap ? 2 * state->cap : 32;
        struct sl_state_block *grown = realloc(state->blocks, cap * sizeof *grown);
        if (!grown) return sl_no_memory(err, "the state registry");
        state->blocks = grown;
        state->cap = cap;
    }
    state->blocks[state->count++] = (struct sl_state_block){name, base, size, count};
    return 0;
}

void sl_state_free(struct sl_state *state)
{
    free(state->blocks);
    *state = (struct sl_state){0};
}
