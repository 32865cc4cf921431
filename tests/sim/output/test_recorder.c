#include "synthetic.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static int64_t open_read(const char *path)
{
    struct sl_error err = {0};
    int64_t file = 0;
    if (sl_h5_open(path, false, &file, &err)) fail_msg("%s", err.text);
    return file;
}

static void close_read(int64_t file)
{
    assert_int_equal(sl_h5_ids(file), 1); /* the file itself: nothing has leaked */
    assert_int_equal(sl_h5_close(file, NULL), 0);
}

static void expect_text(int64_t object, const char *name, const char *want)
{
    char text[256];
    if (!sl_h5_get_text(object, name, text, sizeof text)) fail_msg("no attribute %s", name);
    assert_string_equal(text, want);
}

/* /site holds every step, as float, stamped by begin + k dt exactly. */
static void site_holds_every_step(void **state)
{
    (void)state;
    struct syn s = {.options = syn_options(syn_path("site.h5"), 40000, 100)};
    syn_whole(&s);
    int64_t f = open_read(s.options.path);
    struct sl_h5_shape shape;
    double *power = syn_read(f, "site/it_power", &shape), *time = syn_read(f, "site/time", &shape);
    assert_int_equal(shape.rows, 40000);
    for (uint64_t k = 0; k < shape.rows; k++) {
        assert_true(power[k] == (double)(float)syn_site_at(k).power_w);
        assert_true(time[k] == (3600000.0 + (double)k) / 1000.0);
    }
    free(power);
    free(time);
    close_read(f);
}

static void variables_describe_themselves(void **state)
{
    (void)state;
    struct syn s = {.options = syn_options(syn_path("meta.h5"), 1000, 100)};
    s.options.axis[SL_DIM_RACK].every_ns = 500 * MS;
    syn_whole(&s);
    int64_t f = open_read(s.options.path);
    struct sl_h5_shape shape;
    int64_t power = syn_dataset(f, "site/it_power", &shape), time = syn_dataset(f, "site/time", &shape);
    assert_true(sl_h5_attached(power, time, 0));
    expect_text(power, "units", "W");
    expect_text(power, "long_name", "power of the IT equipment");
    expect_text(power, "cell_methods", "time: mean");
    expect_text(power, "positive", "consuming");
    expect_text(time, "units", "seconds since " EPOCH);
    expect_text(time, "axis", "T");
    sl_h5_release(power);
    sl_h5_release(time);
    int64_t soc = syn_dataset(f, "site/storage_soc", &shape),
            ramp = syn_dataset(f, "site/ramp_power", &shape);
    expect_text(soc, "cell_methods", "time: point");
    expect_text(ramp, "identity", "it_power - it_power");
    sl_h5_release(soc);
    sl_h5_release(ramp);
    int64_t low = syn_dataset(f, "rack/rack_power_min", &shape), rack = syn_dataset(f, "rack/rack", &shape);
    expect_text(low, "cell_methods", "time: minimum");
    assert_true(sl_h5_attached(low, rack, 1));
    sl_h5_release(low);
    sl_h5_release(rack);
    expect_text(f, "run_status", "complete");
    expect_text(f, "Conventions", "CF-1.10");
    close_read(f);
}

/* Naive means and extremes of the rows [first, end) of the feeds. */
static void expect_feed_row(const double *mean, const double *min, const double *max, uint64_t first,
                            uint64_t end)
{
    for (int f = 0; f < FEEDS; f++) {
        double sum = 0, lo = INFINITY, hi = -INFINITY;
        for (uint64_t k = first; k < end; k++) {
            double v = syn_feed_at(k, f).power_w;
            sum += v;
            lo = fmin(lo, v);
            hi = fmax(hi, v);
        }
        assert_true(fabs(mean[f] - sum / (double)(end - first)) < 1e-7 * sum / (double)(end - first));
        assert_true(min[f] == (double)(float)lo);
        assert_true(max[f] == (double)(float)hi);
    }
}

/* 1050 steps in rows of 100: the last row is short and its bounds say so. */
static void coarse_tiers_are_true_means(void **state)
{
    (void)state;
    struct syn s = {.options = syn_options(syn_path("tiers.h5"), 1050, 50)};
    s.options.axis[SL_DIM_FEED].every_ns = 100 * MS;
    s.options.axis[SL_DIM_RACK].every_ns = 200 * MS;
    syn_whole(&s);
    int64_t f = open_read(s.options.path);
    struct sl_h5_shape shape;
    double *mean = syn_read(f, "feed/feed_power", &shape), *min = syn_read(f, "feed/feed_power_min", &shape);
    double *max = syn_read(f, "feed/feed_power_max", &shape),
           *bounds = syn_read(f, "feed/time_bounds", &shape);
    assert_int_equal(shape.rows, 11);
    for (uint64_t r = 0; r < 11; r++) {
        expect_feed_row(mean + FEEDS * r, min + FEEDS * r, max + FEEDS * r, 100 * r,
                        r < 10 ? 100 * r + 100 : 1050);
        assert_true(bounds[2 * r] == 3600.0 + 0.1 * (double)r ||
                    fabs(bounds[2 * r] - 3600.0 - 0.1 * (double)r) < 1e-9);
    }
    assert_true(bounds[21] == 3601.05);
    free(mean);
    free(min);
    free(max);
    free(bounds);
    double *rack = syn_read(f, "rack/rack_power", &shape), *heat = syn_read(f, "rack/rack_heat_max", &shape);
    assert_int_equal(shape.rows, 6);
    /* steps 0..199 average 99.5; the last row is steps 1000..1049, values 0..49 */
    assert_true(rack[5] == (double)(float)(1e5 + 50.0 + 99.5));
    assert_true(rack[5 * RACKS + 5] == (double)(float)(1e5 + 50.0 + 24.5));
    assert_true(heat[5] == 1e5 + 50.0 + 199.0);
    free(rack);
    free(heat);
    close_read(f);
}

/* A site coarser than the step stores mean, min and max too. */
static void coarse_site(void **state)
{
    (void)state;
    struct syn s = {.options = syn_options(syn_path("coarse.h5"), 2000, 100)};
    s.options.axis[SL_DIM_SITE].every_ns = 10 * MS;
    syn_whole(&s);
    int64_t f = open_read(s.options.path);
    struct sl_h5_shape shape;
    double *mean = syn_read(f, "site/ramp_power", &shape), *max = syn_read(f, "site/ramp_power_max", &shape);
    assert_int_equal(shape.rows, 200);
    assert_true(mean[7] == 3.0 * 74.5);
    assert_true(max[7] == 3.0 * 79.0);
    double *top = syn_read(f, "overview/site/L1/ramp_power_max", &shape),
           *count = syn_read(f, "overview/site/L1/count", &shape);
    assert_int_equal(shape.rows, 7);
    assert_true(top[0] == 3.0 * 319.0);
    assert_true(count[0] == 320.0 && count[6] == 2000.0 - 6 * 320.0);
    free(mean);
    free(max);
    free(top);
    free(count);
    close_read(f);
}

static void refuses_what_is_there(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct syn s = {.options = syn_options(syn_path("there.h5"), 100, 100)};
    syn_whole(&s);
    struct syn again = {.options = s.options};
    assert_int_equal(sl_recorder_open(&again.rec, &s.options, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "there.h5 exists"));
    s.options.force = true;
    s.step = 0;
    syn_whole(&s);
    /* a part file of a run that is still going is not taken even by force */
    struct syn first = {.options = syn_options(syn_path("busy.h5"), 100, 100)};
    assert_int_equal(syn_open(&first, &err), 0);
    struct syn second = {.options = first.options};
    second.options.force = true;
    assert_int_equal(sl_recorder_open(&second.rec, &second.options, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "another process is writing"));
    assert_int_equal(syn_close(&first, "interrupted", true, &err), 0);
}

/* A file called .part always opens: until its first commit the file has another name, and what a process killed
 * before that has left behind is in nobody's way. */
static void the_part_is_born_whole(void **state)
{
    (void)state;
    struct sl_error err = {0};
    for (int round = 0; round < 2; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct syn s = {.options = syn_options(syn_path("born.h5"), 100, 100)};
            _exit(syn_open(&s, NULL) ? 3 : 0); /* as a kill: nothing is closed */
        }
        int status;
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        assert_int_equal(access(syn_path("born.h5.part"), F_OK), -1);
        assert_int_equal(access(syn_path("born.h5.part.new"), F_OK), 0);
    }
    struct syn s = {.options = syn_options(syn_path("born.h5"), 200, 100)};
    if (syn_open(&s, &err) || syn_run(&s, 100, &err)) fail_msg("%s", err.text);
    assert_int_equal(access(syn_path("born.h5.part.new"), F_OK), -1);
    close_read(open_read(syn_path("born.h5.part")));
    if (syn_run(&s, s.steps, &err) || syn_close(&s, "complete", true, &err)) fail_msg("%s", err.text);
}

static void unwritable_folder(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct sl_recorder *rec;
    struct sl_recorder_options o = syn_options("/nonexistent/run.h5", 100, 100);
    assert_int_equal(sl_recorder_open(&rec, &o, &err), SL_ERR_IO);
    assert_string_equal(err.text,
                        "/nonexistent/run.h5: the folder /nonexistent does not exist: make it first");
    assert_null(rec);
    char folder[256];
    snprintf(folder, sizeof folder, "%s", syn_path("locked"));
    mkdir(folder, 0555);
    if (geteuid() == 0) return; /* root may write everywhere */
    o.path = syn_path("locked/run.h5");
    assert_int_equal(sl_recorder_open(&rec, &o, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "Permission denied"));
}

/* A size limit stands for a full disk: the error says so, nothing has the final name, and what is left opens. */
static void full_disk(void **state)
{
    (void)state;
    static const char *const types[] = {"job_start"};
    static const struct sl_window_spec window = {types, 1, 300 * MS, 900 * MS, 16};
    const rlim_t limits[] = {1000, 30000, 200000, 700000};
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct sl_error err = {0}, close_err = {0};
        struct syn s = {.options = syn_options(syn_path("full.h5"), 200000, 100), .event_every = 100};
        s.options.force = true;
        s.options.windows = &window;
        s.options.nwindows = 1;
        s.options.window_bytes = 1 << 28;
        s.options.flush_wall_s = 1e-3;
        struct rlimit old, small;
        getrlimit(RLIMIT_FSIZE, &old);
        small = (struct rlimit){limits[i], old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        int e = syn_open(&s, &err);
        if (!e) e = syn_run(&s, s.steps, &err);
        int c = s.rec ? syn_close(&s, e ? "failed: disk full" : "complete", true, &close_err) : SL_ERR_IO;
        setrlimit(RLIMIT_FSIZE, &old);
        assert_int_equal(c, SL_ERR_IO);
        assert_non_null(strstr(e ? err.text : close_err.text, strerror(EFBIG)));
        assert_int_equal(access(syn_path("full.h5"), F_OK), -1);
        assert_int_equal(access(syn_path("full.h5.part.new"), F_OK), -1);
        if (access(syn_path("full.h5.part"), F_OK) != 0) { /* not even the first commit fitted */
            assert_true(limits[i] < 200000);
            continue;
        }
        int64_t f = open_read(syn_path("full.h5.part"));
        char status[64];
        assert_true(sl_h5_get_text(f, "run_status", status, sizeof status));
        /* "failed" needs a few bytes more than the last commit; without them it stays as it was */
        assert_true(strncmp(status, "failed", 6) == 0 || strcmp(status, "running") == 0);
        close_read(f);
    }
}

static struct syn long_run(const char *name)
{
    static const char *const types[] = {"job_start"};
    static const struct sl_window_spec windows[] = {{types, 1, 300 * MS, 900 * MS, 16}};
    struct syn s = {.options = syn_options(syn_path(name), 60000, 10), .event_every = 770};
    s.options.axis[SL_DIM_FEED].every_ns = 20 * MS;
    s.options.windows = windows;
    s.options.nwindows = 1;
    s.options.window_bytes = 1 << 28;
    s.options.scenario_sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    s.options.flush_wall_s = 1e-4;
    return s;
}

static void long_run_reference(void)
{
    struct syn whole = long_run("whole.h5");
    whole.options.force = true;
    syn_whole(&whole);
}

static void tables_write(struct syn *s)
{
    const double energy[] = {1.0, 2.0};
    const char *const names[] = {"a", NULL};
    const int64_t count[] = {3, 4};
    const struct sl_column cols[] = {{"energy", "J", "energy", SL_COLUMN_REAL, energy},
                                     {"name", NULL, "name", SL_COLUMN_TEXT, names},
                                     {"count", "1", "count", SL_COLUMN_INT, count}};
    assert_int_equal(sl_recorder_table(s->rec, "jobs", cols, 3, 2, NULL), 0);
    assert_int_equal(sl_recorder_table(s->rec, "summary", cols, 3, SL_SCALARS, NULL), 0);
}

/* Killed before the first flush was due by the clock: the first whole chunk of each group is there. */
static void the_first_chunk_does_not_wait(void **state)
{
    (void)state;
    struct sl_h5_shape shape;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct syn s = {.options = syn_options(syn_path("early.h5"), 100000, 100)};
        s.options.axis[SL_DIM_FEED].every_ns = 100 * MS;
        s.options.flush_wall_s = 1e6;
        int e = syn_open(&s, NULL);
        if (!e) e = syn_run(&s, 17000, NULL);
        tables_write(&s); /* waits for the writer's thread; is not committed itself */
        _exit(e ? 3 : 0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    int64_t f = open_read(syn_path("early.h5.part"));
    double *site = syn_read(f, "site/it_power", &shape);
    assert_int_equal(shape.rows, 16384);
    assert_true(site[16383] == (double)(float)syn_site_at(16383).power_w);
    free(site);
    free(syn_read(f, "feed/feed_power", &shape));
    assert_true(shape.rows == 64 || shape.rows == 128); /* the second came along with the site's, or not */
    free(syn_read(f, "rack/rack_power", &shape));
    assert_true(shape.rows == 64 || shape.rows == 128);
    close_read(f);
}

/* A run stopped in order, its file closed with tables, then resumed: equal to the unbroken one. */
static void interrupted_and_resumed(void **state)
{
    (void)state;
    struct sl_error err = {0};
    long_run_reference();
    struct syn s = long_run("stop.h5");
    assert_int_equal(syn_open(&s, &err), 0);
    assert_int_equal(syn_run(&s, 23450, &err), 0);
    assert_int_equal(sl_recorder_checkpoint(s.rec, &s.model, &err), 0);
    uint64_t memory = s.model_memory;
    assert_int_equal(syn_run(&s, 31000, &err), 0);
    tables_write(&s);
    assert_int_equal(syn_close(&s, "interrupted", true, &err), 0);
    struct syn again = long_run("stop.h5");
    int64_t t_ns;
    again.options.resume = true;
    again.options.history = "resumed";
    if (syn_open(&again, &err) || sl_recorder_resume(again.rec, &again.model, &t_ns, &err))
        fail_msg("%s", err.text);
    assert_int_equal(t_ns, 23450 * MS);
    assert_true(again.model_memory == memory);
    again.step = 23450;
    if (syn_run(&again, again.steps, &err) || syn_close(&again, "complete", true, &err))
        fail_msg("%s", err.text);
    assert_true(syn_compare(syn_path("stop.h5"), syn_path("whole.h5")) > 40);
    assert_int_equal(access(syn_path("stop.ckpt"), F_OK), -1);
    struct syn third = long_run("stop.h5");
    third.options.resume = true;
    assert_int_equal(syn_open(&third, &err), SL_ERR_IO);
}

/* Another layout or scenario is refused by name, and the files stay as they were. */
static void other_layout_is_refused(void **state)
{
    (void)state;
    struct sl_error err = {0};
    int64_t t_ns, extra = 0;
    struct syn s = long_run("layout.h5");
    assert_int_equal(syn_open(&s, &err), 0);
    assert_int_equal(syn_run(&s, 2000, &err), 0);
    assert_int_equal(sl_recorder_checkpoint(s.rec, &s.model, &err), 0);
    assert_int_equal(syn_close(&s, "interrupted", true, &err), 0);
    for (int kind = 0; kind < 2; kind++) {
        struct syn again = long_run("layout.h5");
        again.options.resume = true;
        if (kind == 1) { /* with datasets that the file does not have */
            again.options.scenario_sha256 = "other";
            again.options.axis[SL_DIM_SITE].every_ns = 10 * MS;
        }
        assert_int_equal(syn_open(&again, &err), 0);
        if (kind == 0)
            assert_int_equal(sl_state_add(&again.model, "test.extra", &extra, sizeof extra, 1, &err), 0);
        assert_int_equal(sl_recorder_resume(again.rec, &again.model, &t_ns, &err), SL_ERR_IO);
        assert_non_null(strstr(err.text, kind == 0 ? "test.extra" : "another scenario"));
        assert_int_equal(syn_close(&again, "failed: resume", true, NULL), 0);
        int64_t f = open_read(syn_path("layout.h5"));
        expect_text(f, "run_status", "interrupted");
        close_read(f);
    }
}

/* The child of the kill test: begins or goes on, with many commits and checkpoints. */
static void child_run(void)
{
    struct sl_error err = {0};
    struct syn s = long_run("kill.h5");
    int64_t t_ns = 0;
    s.options.resume = access(syn_path("kill.ckpt"), F_OK) == 0;
    s.options.force = !s.options.resume;
    int e = syn_open(&s, &err);
    if (!e && s.options.resume) e = sl_recorder_resume(s.rec, &s.model, &t_ns, &err);
    s.step = (uint64_t)(t_ns / MS);
    while (!e && s.step < s.steps) {
        e = syn_run(&s, s.step + 500, &err);
        if (!e) e = sl_recorder_checkpoint(s.rec, &s.model, &err);
    }
    if (!e) e = syn_close(&s, "complete", true, &err);
    if (e) fprintf(stderr, "child: %s\n", err.text);
    _exit(e ? 3 : 0);
}

static void part_must_open(void)
{
    struct sl_error err = {0};
    int64_t f = 0;
    struct sl_h5_shape shape;
    if (sl_h5_open(syn_path("kill.h5.part"), false, &f, &err)) fail_msg("after a kill: %s", err.text);
    double *power = syn_read(f, "site/it_power", &shape);
    for (uint64_t k = 0; k < shape.rows; k++) assert_true(power[k] == (double)(float)syn_site_at(k).power_w);
    free(power);
    close_read(f);
}

/* One run from the start, killed at most `most` times at random moments; returns the number of kills. */
static int run_through_kills(int most, uint64_t *seed, int *opened)
{
    int kills = 0, status = -1;
    unlink(syn_path("kill.h5"));
    while (access(syn_path("kill.h5"), F_OK) != 0) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) child_run();
        /* every other kill falls into the beginning, where the file is made */
        double most_ns = *seed % 2 ? 6e7 : 6e6;
        struct timespec pause = {0, (long)(1e6 + most_ns * syn_noise((*seed)++, 5))};
        if (kills < most) nanosleep(&pause, NULL);
        if (kills < most) kill(child, SIGKILL);
        waitpid(child, &status, 0);
        if (WIFEXITED(status)) {
            assert_int_equal(WEXITSTATUS(status), 0);
            continue;
        }
        kills++;
        if (access(syn_path("kill.h5.part"), F_OK) != 0) continue;
        part_must_open();
        *opened += access(syn_path("kill.ckpt"), F_OK) == 0;
    }
    unlink(syn_path("kill.ckpt")); /* left by a kill between the last two steps */
    return kills;
}

/* SIGKILL at random moments, each time going on from the checkpoint; at the end every dataset equals an unbroken
 * run's, and after each kill the part file opens. */
static void killed_at_any_moment(void **state)
{
    (void)state;
    int kills = 0, opened = 0;
    uint64_t seed = 1;
    if (access(syn_path("whole.h5"), F_OK)) long_run_reference();
    for (int round = 0; round < 10 && opened < 25; round++) {
        kills += run_through_kills(40, &seed, &opened);
        assert_true(syn_compare(syn_path("kill.h5"), syn_path("whole.h5")) > 40);
    }
    print_message("%d kills, opened after %d\n", kills, opened);
    assert_true(opened > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(site_holds_every_step),
        cmocka_unit_test(variables_describe_themselves),
        cmocka_unit_test(coarse_tiers_are_true_means),
        cmocka_unit_test(coarse_site),
        cmocka_unit_test(refuses_what_is_there),
        cmocka_unit_test(the_part_is_born_whole),
        cmocka_unit_test(the_first_chunk_does_not_wait),
        cmocka_unit_test(unwritable_folder),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(interrupted_and_resumed),
        cmocka_unit_test(other_layout_is_refused),
        cmocka_unit_test(killed_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
