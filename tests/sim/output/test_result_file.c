#include "sim/output/result_file.h"
#include "synthetic.h"

static struct sl_recorder_options options_of(const char *name, bool force, bool resume)
{
    static char path[256]; /* syn_path's own are used again */
    snprintf(path, sizeof path, "%s", syn_path(name));
    struct sl_recorder_options o = syn_options(path, 100, 100);
    o.force = force;
    o.resume = resume;
    o.history = "2027-07-15T12:00:00Z: stepload run";
    o.scenario_path = "scenario.json";
    o.scenario_json = "{\"name\": \"synthetic\"}";
    o.scenario_sha256 = "abc";
    o.inputs_sha256 = "def";
    o.threads = 2;
    return o;
}

static void expect_refused(const struct sl_recorder_options *o, const char *says)
{
    struct sl_error err = {0};
    struct sl_result_file f;
    assert_int_equal(sl_result_open(&f, o, &err), SL_ERR_IO);
    if (!strstr(err.text, says)) fail_msg("\"%s\" does not say \"%s\"", err.text, says);
    sl_result_abandon(&f);
    sl_result_free(&f);
}

static void make(const char *name, const char *status, bool rename_final)
{
    struct sl_error err = {0};
    struct sl_result_file f;
    struct sl_recorder_options o = options_of(name, true, false);
    int e = sl_result_open(&f, &o, &err);
    if (!e) e = sl_result_describe(&f, &o, false, &err);
    if (!e) e = sl_h5_commit(f.id, false, &err);
    if (!e) e = sl_result_name(&f, &err);
    if (e || sl_result_close(&f, status, rename_final, &err)) fail_msg("%s", err.text);
    sl_result_free(&f);
}

static void touch(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static bool there(const char *name)
{
    return access(syn_path(name), F_OK) == 0;
}

static void expect_text(int64_t object, const char *name, const char *want)
{
    char text[8192];
    if (!sl_h5_get_text(object, name, text, sizeof text)) fail_msg("no attribute %s", name);
    assert_string_equal(text, want);
}

/* The three names of a file's life, and what it says of itself. */
static void from_new_to_final(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_result_file f;
    struct sl_recorder_options o = options_of("life.h5", false, false);
    assert_int_equal(sl_result_open(&f, &o, &err), 0);
    assert_true(there("life.h5.part.new") && !there("life.h5.part") && !there("life.h5"));
    assert_int_equal(sl_result_describe(&f, &o, false, &err), 0);
    assert_int_equal(sl_h5_commit(f.id, false, &err), 0);
    assert_int_equal(sl_result_name(&f, &err), 0);
    assert_int_equal(sl_result_name(&f, &err), 0); /* once is enough */
    assert_true(!there("life.h5.part.new") && there("life.h5.part") && !there("life.h5"));
    touch(syn_path("life.ckpt"), "SLCKPT\r\n of the run");
    assert_int_equal(sl_result_close(&f, "complete", true, &err), 0);
    sl_result_free(&f);
    assert_true(there("life.h5") && !there("life.h5.part") && !there("life.ckpt"));

    int64_t file, group, json;
    char **texts;
    double dt_s;
    assert_int_equal(sl_h5_open(syn_path("life.h5"), false, &file, &err), 0);
    expect_text(file, "run_status", "complete");
    expect_text(file, "scenario_sha256", "abc");
    expect_text(file, "inputs_sha256", "def");
    expect_text(file, "epoch", EPOCH);
    assert_true(sl_h5_get_real(file, "dt_s", &dt_s) && dt_s == 0.001);
    assert_int_equal(sl_h5_group(file, "provenance", &group, &err), 0);
    assert_int_equal(sl_h5_dataset_open(group, "scenario_json", &json, &err), 0);
    assert_int_equal(sl_h5_read_texts(json, 0, 1, &texts, &err), 0);
    assert_string_equal(texts[0], o.scenario_json);
    sl_h5_texts_free(texts, 1);
    sl_h5_release(json);
    sl_h5_release(group);
    assert_int_equal(sl_h5_close(file, &err), 0);
}

static void nothing_is_overwritten_unasked(void **state)
{
    (void)state;
    struct sl_recorder_options o = options_of("kept.h5", false, false);
    make("kept.h5", "interrupted", false);
    expect_refused(&o, "kept.h5.part exists");
    touch(syn_path("kept.ckpt"), "SLCKPT\r\n of the run");
    expect_refused(&o, "--resume");
    unlink(syn_path("kept.h5.part"));
    expect_refused(&o, "kept.ckpt exists"); /* perhaps not one of ours */
    touch(syn_path("kept.h5"), "precious");
    expect_refused(&o, "kept.h5 exists");
    assert_true(there("kept.h5") && there("kept.ckpt") && !there("kept.h5.part.new"));
    make("kept.h5", "complete",
         true); /* by force, and the old checkpoint is gone before it could be resumed from */
    assert_false(there("kept.ckpt"));
}

/* Not even force replaces a folder, a link or a pipe, under any of the names. */
static void only_regular_files_are_replaced(void **state)
{
    (void)state;
    struct sl_recorder_options o = options_of("odd.h5", true, false);
    const char *const names[] = {"odd.h5", "odd.h5.part", "odd.ckpt"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(mkdir(syn_path(names[i]), 0777), 0);
        expect_refused(&o, "is a folder");
        assert_int_equal(rmdir(syn_path(names[i])), 0);
        assert_int_equal(symlink("/dev/null", syn_path(names[i])), 0);
        expect_refused(&o, "is a symbolic link");
        assert_int_equal(unlink(syn_path(names[i])), 0);
        assert_int_equal(mkfifo(syn_path(names[i]), 0600), 0);
        expect_refused(&o, "is not a regular file");
        assert_int_equal(unlink(syn_path(names[i])), 0);
    }
}

/* A file that another run has just begun is neither taken nor removed. */
static void a_run_that_begins_is_left_alone(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_result_file f;
    struct sl_recorder_options o = options_of("two.h5", false, false);
    assert_int_equal(sl_result_open(&f, &o, &err), 0);
    o.force = true;
    expect_refused(&o, "another process is writing");
    assert_true(there("two.h5.part.new"));
    sl_result_abandon(&f); /* never committed: nothing stays */
    sl_result_free(&f);
    assert_false(there("two.h5.part.new"));
}

static void resuming(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_result_file f;
    struct sl_recorder_options o = options_of("again.h5", false, true);
    expect_refused(&o, "no such checkpoint");
    touch(syn_path("again.ckpt"), "SLCKPT\r\n of the run");
    expect_refused(&o, "nothing to resume");
    make("again.h5", "complete", true);
    touch(syn_path("again.ckpt"), "SLCKPT\r\n of the run");
    expect_refused(&o, "is complete");
    /* an interrupted result under its final name goes back to .part; abandoned, it returns */
    make("again.h5", "interrupted", true);
    touch(syn_path("again.ckpt"), "SLCKPT\r\n of the run");
    assert_int_equal(sl_result_open(&f, &o, &err), 0);
    assert_true(there("again.h5.part") && !there("again.h5"));
    sl_result_abandon(&f);
    sl_result_free(&f);
    assert_true(!there("again.h5.part") && there("again.h5"));
    assert_int_equal(sl_result_open(&f, &o, &err), 0);
    o.history = "later";
    assert_int_equal(sl_result_describe(&f, &o, true, &err), 0);
    expect_text(f.id, "run_status", "running");
    expect_text(f.id, "history", "2027-07-15T12:00:00Z: stepload run\nlater");
    assert_int_equal(sl_result_close(&f, "failed: x", false, &err), 0);
    sl_result_free(&f);
    assert_true(there("again.h5.part") && there("again.ckpt"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_new_to_final), cmocka_unit_test(nothing_is_overwritten_unasked),
        cmocka_unit_test(only_regular_files_are_replaced), cmocka_unit_test(a_run_that_begins_is_left_alone),
        cmocka_unit_test(resuming)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
