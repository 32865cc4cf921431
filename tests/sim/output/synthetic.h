/* A synthetic run for the recorder's tests: channels are functions of the step alone, so that a run can begin
 * anywhere; plus comparing two result files and reading from one. */
#ifndef TESTS_SYNTHETIC_H
#define TESTS_SYNTHETIC_H

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/output/h5.h"
#include "sim/output/recorder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define FEEDS 3
#define RACKS 37
#define BLOCKS ((RACKS + SL_RACK_LANES - 1) / SL_RACK_LANES)
#define MS INT64_C(1000000)
#define EPOCH "2027-07-15 00:00:00"

struct syn_site {
    double power_w, soc, ramp_w;
};
struct syn_feed {
    double power_w, voltage;
};

static const struct sl_channel syn_site_rows[] = {
    {"it_power", "W", "power of the IT equipment", SL_CELL_MEAN, "consuming", NULL,
     offsetof(struct syn_site, power_w)},
    {"storage_soc", "1", "state of charge", SL_CELL_POINT, NULL, NULL, offsetof(struct syn_site, soc)},
    {"ramp_power", "W", "a ramp", SL_CELL_MEAN, NULL, "it_power - it_power",
     offsetof(struct syn_site, ramp_w)},
};
static const struct sl_channel syn_feed_rows[] = {
    {"feed_power", "W", "power of the feed", SL_CELL_MEAN, NULL, NULL, offsetof(struct syn_feed, power_w)},
    {"feed_voltage", "1", "voltage of the feed", SL_CELL_POINT, NULL, NULL,
     offsetof(struct syn_feed, voltage)},
};
static const struct sl_channel syn_rack_row = {"rack_power", "W", "power of the rack", SL_CELL_MEAN, NULL,
                                               NULL,         0};
static const struct sl_channel syn_heat_row = {"rack_heat", "W", "heat of the rack", SL_CELL_POINT, NULL,
                                               NULL,        0};

/* splitmix64: noise that depends on its arguments only, in [0, 1) */
static inline double syn_noise(uint64_t a, uint64_t b)
{
    uint64_t z = (a * 1000003u + b) * UINT64_C(0x9e3779b97f4a7c15) + 12345;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static inline struct syn_site syn_site_at(uint64_t step)
{
    return (struct syn_site){1e8 + 1e5 * syn_noise(step, 1), (double)(step % 7919) / 7919.0,
                             3.0 * (double)step};
}

static inline struct syn_feed syn_feed_at(uint64_t step, int feed)
{
    return (struct syn_feed){1e6 * (feed + 1) + 1e3 * syn_noise(step, (uint64_t)feed + 10),
                             1.0 - 1e-3 * feed};
}

static inline double syn_rack_at(uint64_t step, size_t rack)
{
    return 1e5 + 10.0 * (double)rack + (double)(step % 1000);
}

struct syn {
    struct sl_recorder *rec;
    struct sl_recorder_options options;
    struct syn_site site;
    struct syn_feed feed[FEEDS];
    double rack[BLOCKS * SL_RACK_LANES], rack_min[BLOCKS * SL_RACK_LANES], rack_max[BLOCKS * SL_RACK_LANES];
    double heat[BLOCKS * SL_RACK_LANES];
    double *ac; /* [block][step][lane] */
    uint64_t step, steps, period;
    uint64_t event_every; /* steps */
    struct sl_state model;
    uint64_t model_memory; /* a sum over steps, to prove that the model comes back */
};

static const char *const syn_feed_names[FEEDS] = {"a", "b", "c"};

static inline struct sl_recorder_options syn_options(const char *path, uint64_t steps, uint64_t period)
{
    struct sl_recorder_options o = {.path = path,
                                    .step_ns = MS,
                                    .period_ns = (int64_t)period * MS,
                                    .duration_ns = (int64_t)steps * MS,
                                    .epoch = EPOCH,
                                    .start_ns = 3600 * INT64_C(1000000000),
                                    .title = "synthetic",
                                    .seed = 7};
    o.axis[SL_DIM_FEED].count = FEEDS;
    o.axis[SL_DIM_FEED].names = syn_feed_names;
    o.axis[SL_DIM_RACK].count = RACKS;
    return o;
}

static inline int syn_open(struct syn *s, struct sl_error *err)
{
    int e = sl_recorder_open(&s->rec, &s->options, err);
    if (e) return e;
    s->period = (uint64_t)(s->options.period_ns / s->options.step_ns);
    s->steps = (uint64_t)(s->options.duration_ns / s->options.step_ns);
    s->ac = calloc(BLOCKS * s->period * SL_RACK_LANES, sizeof *s->ac);
    e = sl_recorder_register(s->rec, SL_DIM_SITE, syn_site_rows, 3, &s->site, sizeof s->site, 1, err);
    if (!e)
        e = sl_recorder_register(s->rec, SL_DIM_FEED, syn_feed_rows, 2, s->feed, sizeof s->feed[0], FEEDS,
                                 err);
    if (!e) e = sl_recorder_register_racks(s->rec, &syn_rack_row, s->rack, s->rack_min, s->rack_max, err);
    if (!e) e = sl_recorder_register_racks(s->rec, &syn_heat_row, s->heat, NULL, NULL, err);
    if (!e) e = sl_state_add(&s->model, "test.memory", &s->model_memory, sizeof s->model_memory, 1, err);
    return e;
}

static inline void syn_racks(struct syn *s, uint64_t first, uint64_t end)
{
    for (size_t r = 0; r < RACKS; r++) {
        double sum = 0.0, min = INFINITY, max = -INFINITY;
        for (uint64_t k = first; k < end; k++) {
            double v = syn_rack_at(k, r);
            s->ac[(r / 16 * s->period + (k - first)) * 16 + r % 16] = v;
            sum += v;
            min = fmin(min, v);
            max = fmax(max, v);
        }
        s->rack[r] = sum / (double)(end - first);
        s->rack_min[r] = min;
        s->rack_max[r] = max;
        s->heat[r] = syn_rack_at(end - 1, r);
    }
}

/* Runs to step `to`, a control period at a time. */
static inline int syn_run(struct syn *s, uint64_t to, struct sl_error *err)
{
    int e = 0;
    while (s->step < to && !e) {
        uint64_t first = s->step, end = first + s->period < s->steps ? first + s->period : s->steps;
        for (; s->step < end && !e; s->step++) {
            s->site = syn_site_at(s->step);
            for (int f = 0; f < FEEDS; f++) s->feed[f] = syn_feed_at(s->step, f);
            s->model_memory = s->model_memory * 31 + s->step;
            e = sl_recorder_step(s->rec, err);
            if (!e && s->event_every && s->step % s->event_every == 0) {
                struct sl_event event = {(int64_t)s->step * MS,
                                         s->step % (3 * s->event_every) ? "small" : "job_start", "pretrain",
                                         NULL, 1e3 * (double)s->step};
                e = sl_recorder_event(s->rec, &event, err);
            }
        }
        syn_racks(s, first, end);
        if (!e) e = sl_recorder_period(s->rec, s->ac, err);
    }
    return e;
}

static inline int syn_close(struct syn *s, const char *status, bool rename_final, struct sl_error *err)
{
    int e = sl_recorder_close(s->rec, status, rename_final, err);
    free(s->ac);
    sl_state_free(&s->model);
    s->rec = NULL;
    s->ac = NULL;
    return e;
}

/* A whole run under `path`; fails the test on an error. */
static inline void syn_whole(struct syn *s)
{
    struct sl_error err = {0};
    if (syn_open(s, &err) || syn_run(s, s->steps, &err) || syn_close(s, "complete", true, &err))
        fail_msg("%s", err.text);
}

/* A path in a folder of the test's own under TMPDIR. */
static inline const char *syn_path(const char *name)
{
    static char path[8][256];
    static int turn;
    static char folder[200]; /* made once: children use their parent's */
    const char *tmp = getenv("TMPDIR");
    if (!*folder) snprintf(folder, sizeof folder, "%s/stepload-test-%ld", tmp ? tmp : "/tmp", (long)getpid());
    mkdir(folder, 0777);
    turn = (turn + 1) % 8;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static inline int syn_cleanup(void **state)
{
    (void)state;
    char command[300];
    const char *path = syn_path("");
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    return system(command);
}

/* Reading. */

static inline int64_t syn_dataset(int64_t file, const char *path, struct sl_h5_shape *shape)
{
    struct sl_error err = {0};
    int64_t ds = 0;
    if (sl_h5_dataset_open(file, path, &ds, &err) || sl_h5_shape(ds, shape, &err))
        fail_msg("%s: %s", path, err.text);
    return ds;
}

/* All values as doubles, to be freed. */
static inline double *syn_read(int64_t file, const char *path, struct sl_h5_shape *shape)
{
    struct sl_error err = {0};
    int64_t ds = syn_dataset(file, path, shape);
    size_t n = shape->rank ? shape->rows * (shape->rank > 1 ? shape->cols : 1) : 1;
    double *value = calloc(n + 1, sizeof *value);
    void *raw = calloc(n + 1, sizeof *value);
    assert_int_not_equal(shape->type, SL_H5_TEXT);
    if (sl_h5_read(ds, 0, shape->rank ? shape->rows : 1, raw, &err)) fail_msg("%s", err.text);
    for (size_t i = 0; i < n; i++)
        value[i] = shape->type == SL_H5_F64   ? ((double *)raw)[i]
                   : shape->type == SL_H5_F32 ? (double)((float *)raw)[i]
                   : shape->type == SL_H5_I32 ? ((int32_t *)raw)[i]
                                              : (double)((int64_t *)raw)[i];
    free(raw);
    sl_h5_release(ds);
    return value;
}

/* Comparing. */

struct syn_pair {
    int64_t other;
    char path[256];
    size_t datasets;
};

static inline void syn_compare_data(int64_t a, int64_t b, const char *path)
{
    struct sl_error err = {0};
    struct sl_h5_shape sa, sb;
    int64_t da = 0, db = 0;
    if (sl_h5_dataset_open(a, path, &da, &err) || sl_h5_dataset_open(b, path, &db, &err))
        fail_msg("%s", err.text);
    if (sl_h5_shape(da, &sa, &err) || sl_h5_shape(db, &sb, &err)) fail_msg("%s", err.text);
    if (sa.type != sb.type || sa.rank != sb.rank || sa.rows != sb.rows || sa.cols != sb.cols)
        fail_msg("%s: %llu rows, not %llu", path, (unsigned long long)sa.rows, (unsigned long long)sb.rows);
    uint64_t rows = sa.rank ? sa.rows : 1;
    size_t n = rows * (sa.rank > 1 ? sa.cols : 1),
           size = sa.type == SL_H5_F32 || sa.type == SL_H5_I32 ? 4 : 8;
    if (sa.type == SL_H5_TEXT) {
        char **ta, **tb;
        if (sl_h5_read_texts(da, 0, rows, &ta, &err) || sl_h5_read_texts(db, 0, rows, &tb, &err))
            fail_msg("%s", err.text);
        for (uint64_t i = 0; i < rows; i++) assert_string_equal(ta[i], tb[i]);
        sl_h5_texts_free(ta, rows);
        sl_h5_texts_free(tb, rows);
    } else {
        char *va = calloc(n + 1, size), *vb = calloc(n + 1, size);
        if (sl_h5_read(da, 0, rows, va, &err) || sl_h5_read(db, 0, rows, vb, &err)) fail_msg("%s", err.text);
        for (size_t i = 0; i < n; i++)
            if (memcmp(va + i * size, vb + i * size, size) != 0) fail_msg("%s differs at value %zu", path, i);
        free(va);
        free(vb);
    }
    sl_h5_release(da);
    sl_h5_release(db);
}

static inline int syn_compare_visit(int64_t parent, const char *name, bool is_group, void *context)
{
    struct syn_pair *p = context, inner = {0};
    if (!sl_h5_exists(p->other, name)) fail_msg("%s/%s is missing in the other file", p->path, name);
    if (!is_group) {
        p->datasets++;
        syn_compare_data(parent, p->other, name);
        return 0;
    }
    int64_t a = 0, b = 0;
    assert_int_equal(sl_h5_group(parent, name, &a, NULL), 0);
    assert_int_equal(sl_h5_group(p->other, name, &b, NULL), 0);
    inner.other = b;
    snprintf(inner.path, sizeof inner.path, "%.150s/%.90s", p->path, name);
    sl_h5_each(a, syn_compare_visit, &inner);
    p->datasets += inner.datasets;
    sl_h5_release(a);
    sl_h5_release(b);
    return 0;
}

/* Every dataset of either file is in the other, bit for bit. Returns their number. */
static inline size_t syn_compare(const char *a, const char *b)
{
    struct sl_error err = {0};
    int64_t fa = 0, fb = 0;
    if (sl_h5_open(a, false, &fa, &err) || sl_h5_open(b, false, &fb, &err)) fail_msg("%s", err.text);
    struct syn_pair ab = {.other = fb}, ba = {.other = fa};
    sl_h5_each(fa, syn_compare_visit, &ab);
    sl_h5_each(fb, syn_compare_visit, &ba);
    assert_int_equal(ab.datasets, ba.datasets);
    assert_int_equal(sl_h5_close(fa, &err), 0);
    assert_int_equal(sl_h5_close(fb, &err), 0);
    return ab.datasets;
}

#endif
