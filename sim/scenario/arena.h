/* Memory that is given back all at once: everything a document holds lives and ends with it. */
#ifndef SL_SCENARIO_ARENA_H
#define SL_SCENARIO_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct sl_arena_block;

struct sl_arena {
    struct sl_arena_block *last;
};

/* `size` bytes, zeroed and aligned for any type; NULL if memory is short. */
void *sl_arena_get(struct sl_arena *arena, size_t size);

/* A copy of `length` bytes with a NUL after them; NULL if memory is short. */
char *sl_arena_copy(struct sl_arena *arena, const char *text, size_t length);

/* A formatted text; NULL if memory is short. */
char *sl_arena_format(struct sl_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *sl_arena_vformat(struct sl_arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

void sl_arena_free(struct sl_arena *arena);

#endif
