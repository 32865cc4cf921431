/* Lines and columns counted by hand; paths; the arena; numbers of paths. */
#include "sim/scenario/source.h"

#include "sim/scenario/value_path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void offsets_become_lines_and_columns(void **state)
{
    (void)state;
    struct sl_arena arena = {0};
    const char text[] =
        "ab\n\n\xc3\xa9x\ry\n"; /* e with accent: two bytes, one column; \r alone ends no line */
    const struct sl_source *s = sl_source_from_text(&arena, "t", text, strlen(text));
    const size_t wanted[][3] = {{0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {3, 2, 1},  {4, 3, 1},
                                {6, 3, 2}, {7, 3, 3}, {8, 3, 4}, {10, 4, 1}, {99, 4, 1}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        size_t line, column;
        sl_source_position(s, wanted[i][0], &line, &column);
        assert_int_equal(line, wanted[i][1]);
        assert_int_equal(column, wanted[i][2]);
    }
    sl_arena_free(&arena);
}

static void names_join(void **state)
{
    (void)state;
    struct sl_arena arena = {0};
    assert_string_equal(sl_path_folder(&arena, "a/b/c.json"), "a/b");
    assert_string_equal(sl_path_folder(&arena, "c.json"), ".");
    assert_string_equal(sl_path_folder(&arena, "/c.json"), "/");
    assert_string_equal(sl_path_join(&arena, "a/b", "../x"), "a/b/../x");
    assert_string_equal(sl_path_join(&arena, ".", "x"), "x");
    assert_string_equal(sl_path_join(&arena, "/", "x"), "/x");
    assert_string_equal(sl_path_join(&arena, "a", "/x"), "/x");
    sl_arena_free(&arena);
}

static void paths_fall_into_steps(void **state)
{
    (void)state;
    const char path[] = "workload.jobs[pre train][0].start_s";
    const char *const wanted[] = {"workload", "jobs", "pre train", "0", "start_s"};
    struct sl_step step;
    size_t at = 0, n = 0;
    while (sl_value_path_next(path, strlen(path), &at, &step) == 1) {
        assert_int_equal(step.length, strlen(wanted[n]));
        assert_memory_equal(step.text, wanted[n], step.length);
        assert_int_equal(step.bracket, n == 2 || n == 3);
        n++;
    }
    assert_int_equal(n, 5);
    const char *const malformed[] = {"", "[0]", "a.", "a..b", "a[", "a[]", "a[0]b", ".a"};
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        int more;
        at = 0;
        while ((more = sl_value_path_next(malformed[i], strlen(malformed[i]), &at, &step)) == 1) {
        }
        if (more != -1) fail_msg("%s passes", malformed[i]);
    }
}

static void the_arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    struct sl_arena arena = {0};
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        unsigned char *p = sl_arena_get(&arena, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
        memset(p, 0xAA, size);
    }
    assert_null(sl_arena_get(&arena, SIZE_MAX));
    assert_string_equal(sl_arena_format(&arena, "%s-%d", "a", 7), "a-7");
    assert_string_equal(sl_arena_copy(&arena, "abc", 2), "ab");
    sl_arena_free(&arena);
    assert_null(arena.last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_become_lines_and_columns),
        cmocka_unit_test(names_join),
        cmocka_unit_test(paths_fall_into_steps),
        cmocka_unit_test(the_arena_gives_zeroed_aligned_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
