#include "sim/scenario/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)64 * 1024)

struct sl_arena_block {
    struct sl_arena_block *before;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

static struct sl_arena_block *block_add(struct sl_arena *arena, size_t size)
{
    if (size > SIZE_MAX - sizeof(struct sl_arena_block)) return NULL;
    struct sl_arena_block *block = calloc(1, sizeof *block + size);
    if (!block) return NULL;
    block->size = size;
    block->before = arena->last;
    arena->last = block;
    return block;
}

void *sl_arena_get(struct sl_arena *arena, size_t size)
{
    const size_t grain = alignof(max_align_t);
    if (size > SIZE_MAX - grain) return NULL;
    size = (size + grain - 1) / grain * grain;
    struct sl_arena_block *block = arena->last;
    if (!block || block->size - block->used < size) {
        block = block_add(arena, size > BLOCK_BYTES ? size : BLOCK_BYTES);
        if (!block) return NULL;
    }
    void *at = block->bytes + block->used;
    block->used += size;
    return at;
}

char *sl_arena_copy(struct sl_arena *arena, const char *text, size_t length)
{
    char *copy = sl_arena_get(arena, length + 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *sl_arena_vformat(struct sl_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = length < 0 ? NULL : sl_arena_get(arena, (size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *sl_arena_format(struct sl_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = sl_arena_vformat(arena, format, args);
    va_end(args);
    return text;
}

void sl_arena_free(struct sl_arena *arena)
{
    while (arena->last) {
        struct sl_arena_block *block = arena->last;
        arena->last = block->before;
        free(block);
    }
}
