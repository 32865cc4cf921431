#include "sim/output/path.h"
#include "synthetic.h"

static void expect(char *path, const char *want)
{
    assert_string_equal(path, want);
    free(path);
}

static void names_beside_a_result(void **state)
{
    (void)state;
    expect(sl_path_with("a/run.h5", ".part"), "a/run.h5.part");
    expect(sl_path_swap("a/run.h5", ".h5", ".ckpt"), "a/run.ckpt");
    expect(sl_path_swap("a.h5/run", ".h5", ".ckpt"), "a.h5/run.ckpt");
    expect(sl_path_swap(".h5", ".h5", ".ckpt"), ".h5.ckpt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_beside_a_result)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
