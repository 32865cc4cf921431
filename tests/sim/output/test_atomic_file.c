#include "sim/output/atomic_file.h"
#include "synthetic.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static void file_make(struct sl_atomic_file *f, const char *path, const char *text)
{
    unlink(path);
    assert_int_equal(sl_atomic_open(f, path, true, true), 0);
    assert_int_equal(sl_atomic_write(f, 0, text, strlen(text)), 0);
    assert_int_equal(sl_atomic_commit(f, false), 0);
}

static void expect_disk(const char *path, const char *want)
{
    char text[64] = "";
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    assert_int_equal(n, strlen(want));
    assert_string_equal(text, want);
}

/* Committed bytes change on disk at a commit only; new ones at once; a reader of the object sees both. */
static void committed_bytes_wait(void **state)
{
    (void)state;
    struct sl_atomic_file f;
    const char *path = syn_path("atomic");
    char text[16] = "";
    file_make(&f, path, "0123456789");
    assert_int_equal(sl_atomic_write(&f, 2, "ab", 2), 0);
    assert_int_equal(sl_atomic_write(&f, 8, "xyz", 3), 0); /* across the end */
    assert_int_equal(sl_atomic_write(&f, 3, "c", 1), 0);
    expect_disk(path, "0123456789z");
    assert_int_equal(sl_atomic_read(&f, 1, text, 10), 0);
    assert_string_equal(text, "1ac4567xyz");
    assert_int_equal(sl_atomic_commit(&f, true), 0);
    expect_disk(path, "01ac4567xyz");
    assert_int_equal(access(syn_path("atomic.redo"), F_OK), -1);
    sl_atomic_resize(&f, 4);
    expect_disk(path, "01ac4567xyz");
    assert_int_equal(sl_atomic_commit(&f, false), 0);
    expect_disk(path, "01ac");
    assert_int_equal(sl_atomic_write(&f, 0, "lost", 4), 0);
    sl_atomic_close(&f);
    expect_disk(path, "01ac");
}

static void redo_make(const char *path, const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    fclose(f);
}

/* A log under its final name was cut short by a kill while it was applied: opening finishes it. One that was never
 * renamed is ignored. */
static void an_interrupted_commit_is_finished(void **state)
{
    (void)state;
    struct sl_atomic_file f;
    const char *path = syn_path("redo");
    struct {
        char magic[8];
        uint64_t at, size;
        char data[8];
    } log = {"SLREDO0", 3, 4, "WXYZ"};
    log.magic[7] = '1';
    file_make(&f, path, "0123456789");
    sl_atomic_close(&f);
    redo_make(syn_path("redo.redo.tmp"), &log, 28);
    assert_int_equal(sl_atomic_open(&f, path, true, false), 0);
    sl_atomic_close(&f);
    expect_disk(path, "0123456789");
    redo_make(syn_path("redo.redo"), &log, 28);
    char text[11] = "";
    assert_int_equal(sl_atomic_open(&f, path, false, false),
                     0); /* a reader sees it finished, and changes nothing */
    assert_int_equal(sl_atomic_read(&f, 0, text, 10), 0);
    assert_string_equal(text, "012WXYZ789");
    sl_atomic_close(&f);
    expect_disk(path, "0123456789");
    assert_int_equal(sl_atomic_open(&f, path, true, false), 0);
    sl_atomic_close(&f);
    expect_disk(path, "012WXYZ789");
    assert_int_equal(access(syn_path("redo.redo"), F_OK), -1);
    redo_make(syn_path("redo.redo"), "rubbish!rubbish!", 16);
    assert_int_equal(sl_atomic_open(&f, path, true, false), EINVAL);
}

static void one_writer(void **state)
{
    (void)state;
    struct sl_atomic_file a, b;
    const char *path = syn_path("lock");
    file_make(&a, path, "x");
    assert_int_equal(sl_atomic_open(&b, path, true, false), EWOULDBLOCK);
    assert_int_equal(sl_atomic_open(&b, path, false, false), 0); /* readers are free */
    sl_atomic_close(&b);
    sl_atomic_close(&a);
    assert_int_equal(sl_atomic_open(&b, path, true, false), 0);
    sl_atomic_close(&b);
    assert_int_equal(sl_atomic_open(&b, path, true, true), EEXIST);
}

/* Under another name the file goes on, its redo log beside the new name; not while something waits. */
static void renamed_while_open(void **state)
{
    (void)state;
    struct sl_atomic_file f;
    char to[256];
    snprintf(to, sizeof to, "%s", syn_path("young"));
    file_make(&f, syn_path("born"), "0123456789");
    assert_int_equal(sl_atomic_rename(&f, syn_path("none/young")), ENOENT);
    assert_int_equal(sl_atomic_rename(&f, to), 0);
    assert_int_equal(access(syn_path("born"), F_OK), -1);
    assert_int_equal(sl_atomic_write(&f, 2, "ab", 2), 0);
    assert_int_equal(sl_atomic_rename(&f, syn_path("later")), EBUSY);
    /* a folder in the log's place shows where the log belongs */
    assert_int_equal(mkdir(syn_path("young.redo.tmp"), 0777), 0);
    assert_int_equal(sl_atomic_commit(&f, false), EISDIR);
    sl_atomic_close(&f);
    expect_disk(to, "0123456789");
}

/* After a failed write everything goes to memory, and closing leaves the last commit. */
static void a_dead_file_keeps_its_last_commit(void **state)
{
    (void)state;
    struct sl_atomic_file f;
    struct rlimit old, small;
    const char *path = syn_path("dead");
    char text[5] = "";
    signal(SIGXFSZ, SIG_IGN);
    file_make(&f, path, "0123456789");
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){12, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(sl_atomic_write(&f, 10, "abcd", 4), EFBIG);
    assert_int_equal(sl_atomic_write(&f, 14, "efgh", 4), 0);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(sl_atomic_read(&f, 14, text, 4), 0);
    assert_string_equal(text, "efgh");
    assert_int_equal(sl_atomic_commit(&f, false), EFBIG);
    sl_atomic_close(&f);
    expect_disk(path, "0123456789");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(committed_bytes_wait),
        cmocka_unit_test(an_interrupted_commit_is_finished),
        cmocka_unit_test(one_writer),
        cmocka_unit_test(renamed_while_open),
        cmocka_unit_test(a_dead_file_keeps_its_last_commit),
    };
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
