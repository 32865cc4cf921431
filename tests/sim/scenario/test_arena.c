#include "sim/scenario/arena.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Whatever was asked before, memory is zero, aligned for any type, and nobody else's: each piece is filled with its own
 * number and still holds it when all are there. */
static void pieces_are_zero_aligned_and_apart(void **state)
{
    (void)state;
    struct sl_arena arena = {0};
    static unsigned char *piece[3000];
    static size_t size[3000];
    for (size_t i = 0; i < 3000; i++) {
        size[i] = 1 + i * 7919 % 300 + (i % 500 == 499 ? 200000 : 0); /* some are larger than a block */
        piece[i] = sl_arena_get(&arena, size[i]);
        assert_non_null(piece[i]);
        assert_true((uintptr_t)piece[i] % alignof(max_align_t) == 0);
        for (size_t k = 0; k < size[i]; k++) assert_true(piece[i][k] == 0);
        memset(piece[i], (int)(i % 251) + 1, size[i]);
    }
    for (size_t i = 0; i < 3000; i++)
        for (size_t k = 0; k < size[i]; k++) assert_true(piece[i][k] == i % 251 + 1);
    sl_arena_free(&arena);
    assert_null(arena.last);
}

static void texts_are_copied_with_their_end(void **state)
{
    (void)state;
    struct sl_arena arena = {0};
    assert_string_equal(sl_arena_copy(&arena, "abcdef", 3), "abc");
    assert_string_equal(sl_arena_copy(&arena, NULL, 0), "");
    assert_memory_equal(sl_arena_copy(&arena, "a\0b", 3), "a\0b", 4);
    assert_string_equal(sl_arena_format(&arena, "%s[%d]", "jobs", 17), "jobs[17]");
    char long_text[100001];
    memset(long_text, 'x', 100000);
    long_text[100000] = '\0';
    const char *copy = sl_arena_format(&arena, "<%s>", long_text);
    assert_int_equal(strlen(copy), 100002);
    assert_true(copy[0] == '<' && copy[100001] == '>');
    sl_arena_free(&arena);
}

/* A size that overflows is short memory, not a small piece. */
static void absurd_sizes_are_refused(void **state)
{
    (void)state;
    struct sl_arena arena = {0};
    assert_null(sl_arena_get(&arena, SIZE_MAX));
    assert_null(sl_arena_get(&arena, SIZE_MAX - 20));
    assert_non_null(sl_arena_get(&arena, 0));
    sl_arena_free(&arena);
    sl_arena_free(&arena);
    assert_non_null(sl_arena_get(&arena, 8));
    sl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zero_aligned_and_apart),
        cmocka_unit_test(texts_are_copied_with_their_end),
        cmocka_unit_test(absurd_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
