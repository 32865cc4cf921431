#include "models/base/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void blocks_are_kept_in_order(void **state)
{
    (void)state;
    struct sl_state s = {0};
    double a[3];
    int b[40][5];
    char names[100][16];
    assert_int_equal(sl_state_add(&s, "load.a", a, sizeof a[0], 3, NULL), 0);
    assert_int_equal(sl_state_add(&s, "load.b", b, sizeof b[0], 40, NULL), 0);
    for (size_t i = 0; i < 100; i++) { /* the registry grows past its first room */
        snprintf(names[i], sizeof names[i], "n%zu", i);
        assert_int_equal(sl_state_add(&s, names[i], a + i % 3, 1, i, NULL), 0);
    }
    assert_int_equal(s.count, 102);
    assert_true(s.cap >= s.count);
    assert_string_equal(s.blocks[0].name, "load.a");
    assert_ptr_equal(s.blocks[0].base, a);
    assert_int_equal(s.blocks[0].size, sizeof(double));
    assert_int_equal(s.blocks[0].count, 3);
    assert_ptr_equal(s.blocks[1].base, b);
    assert_int_equal(s.blocks[1].size, 5 * sizeof(int));
    assert_int_equal(s.blocks[1].count, 40);
    for (size_t i = 0; i < 100; i++) {
        assert_string_equal(s.blocks[2 + i].name, names[i]);
        assert_ptr_equal(s.blocks[2 + i].base, a + i % 3);
        assert_int_equal(s.blocks[2 + i].count, i);
    }
    sl_state_free(&s);
}

static void freed_is_empty_and_usable(void **state)
{
    (void)state;
    struct sl_state s = {0};
    double a;
    assert_int_equal(sl_state_add(&s, "a", &a, sizeof a, 1, NULL), 0);
    sl_state_free(&s);
    assert_null(s.blocks);
    assert_int_equal(s.count, 0);
    assert_int_equal(s.cap, 0);
    sl_state_free(&s);
    assert_int_equal(sl_state_add(&s, "b", &a, sizeof a, 1, NULL), 0);
    assert_int_equal(s.count, 1);
    sl_state_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_kept_in_order),
        cmocka_unit_test(freed_is_empty_and_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
