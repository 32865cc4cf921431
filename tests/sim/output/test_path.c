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

static void expect_refused(const char *path, size_t longer, const char *says)
{
    struct sl_error err = {0};
    assert_int_equal(sl_path_check(path, longer, &err), SL_ERR_IO);
    if (!strstr(err.text, says)) fail_msg("\"%s\" does not say \"%s\"", err.text, says);
}

/* Nothing, or a regular file, in a folder that is there. */
static void what_may_become_a_result(void **state)
{
    (void)state;
    struct sl_error err = {0};
    char path[256];
    snprintf(path, sizeof path, "%s", syn_path("file.h5"));
    assert_int_equal(sl_path_check(path, 14, &err), 0);
    fclose(fopen(path, "w"));
    assert_int_equal(sl_path_check(path, 14, &err), 0);
    assert_int_equal(sl_path_check("file-in-this-folder.h5", 14, &err), 0);
    assert_int_equal(sl_path_check("/file-in-the-root.h5", 14, &err), 0);
    expect_refused("", 0, "has no name");
    expect_refused("/dev/null", 0, "/dev/null is not a regular file");
    expect_refused("/tmp", 0, "/tmp is a folder");
    expect_refused(syn_path("none/"), 0, "names a folder");
    expect_refused(syn_path("none/run.h5"), 0, "/none does not exist: make it first");
    expect_refused("/none-in-the-root/run.h5", 0, "the folder /none-in-the-root does not exist");
    expect_refused(syn_path("file.h5/run.h5"), 0, "file.h5 is not a folder");
    assert_int_equal(mkfifo(syn_path("pipe"), 0600), 0);
    expect_refused(syn_path("pipe"), 0, "not a regular file");
    assert_int_equal(symlink(path, syn_path("link")), 0);
    expect_refused(syn_path("link"), 0, "symbolic link");
    assert_int_equal(symlink("nowhere", syn_path("dangling")), 0);
    expect_refused(syn_path("dangling"), 0, "symbolic link");
}

/* Linux: 255 bytes a name, 4096 a path with its zero (limits.h). What is put behind the name counts. */
static void names_too_long(void **state)
{
    (void)state;
    struct sl_error err = {0};
    char name[5000];
    memset(name, 'n', sizeof name);
    name[241] = 0;
    assert_int_equal(sl_path_check(name, 14, &err), 0);
    expect_refused(name, 15, "1 characters too long");
    name[241] = 'n', name[300] = 0;
    expect_refused(name, 0, "45 characters too long");
    name[300] = 'n', name[sizeof name - 1] = 0;
    expect_refused(name, 0, "too long");
    for (size_t i = 0; i < 4090; i += 2) memcpy(name + i, "./", 2);
    memcpy(name + 4090, "run", 4);
    assert_int_equal(sl_path_check(name, 2, &err), 0);
    expect_refused(name, 3, "1 characters too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_beside_a_result),
                                       cmocka_unit_test(what_may_become_a_result),
                                       cmocka_unit_test(names_too_long)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
