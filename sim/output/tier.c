#include "sim/output/tier.h"

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/output/h5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 16 /* columns turned into series at once: a cache line of a row */

int sl_tier_variable(struct sl_tier *t, const char *name, const struct sl_variable *like,
                     struct sl_error *err)
{
    for (size_t i = 0; i < t->nvariables; i++)
        if (strcmp(t->variables[i].name, name) == 0)
            return sl_fail(err, SL_ERR_RUN, "channel %s is registered twice", name);
    struct sl_variable *grown = realloc(t->variables, (t->nvariables + 1) * sizeof *grown);
    if (!grown) return sl_no_memory(err, "channels");
    t->variables = grown;
    struct sl_variable *v = &grown[t->nvariables++];
    *v = *like;
    snprintf(v->name, sizeof v->name, "%s", name);
    v->first = t->width;
    v->dataset = 0;
    t->width += v->count;
    return 0;
}

static size_t column_stride(const struct sl_tier *t)
{
    return t->spec.chunk_rows + COLUMNS; /* not a power of two: the columns must not share cache sets */
}

int sl_tier_prepare(struct sl_tier *t, const struct sl_tier_spec *spec, struct sl_error *err)
{
    t->spec = *spec;
    size_t floats = COLUMNS * column_stride(t), chunk = spec->chunk_rows * spec->chunk_cols;
    if (chunk > floats) floats = chunk;
    for (int b = 0; b < 2; b++)
        t->block[b] = calloc(spec->chunk_rows * (t->width ? t->width : 1), sizeof(float));
    t->tile = malloc(floats * sizeof(float));
    t->packer =
        sl_packer_create((chunk > 4 * spec->chunk_rows ? chunk : 4 * spec->chunk_rows) * sizeof(float));
    return t->block[0] && t->block[1] && t->tile && t->packer ? 0
                                                              : sl_no_memory(err, "the recorder's buffers");
}

/* Schema. */

static double row_time_s(const struct sl_tier *t, uint64_t row)
{
    return (double)(t->spec.origin_ns + (int64_t)row * t->spec.row_ns) / 1e9;
}

static int time_attributes(struct sl_tier *t, int64_t ds, bool bounds, struct sl_error *err)
{
    char units[64];
    snprintf(units, sizeof units, "seconds since %s", t->spec.epoch);
    int e = sl_h5_set_text(ds, "units", units, err);
    if (!e) e = sl_h5_set_text(ds, "calendar", "proleptic_gregorian", err);
    if (!e)
        e = sl_h5_set_text(ds, "long_name",
                           bounds ? "begin and end of the interval" : "begin of the interval", err);
    if (e || bounds) return e;
    if (!e) e = sl_h5_set_text(ds, "standard_name", "time", err);
    if (!e) e = sl_h5_set_text(ds, "axis", "T", err);
    if (!e) e = sl_h5_set_real(ds, "dt_s", (double)t->spec.row_ns / 1e9, err);
    if (!e) e = sl_h5_set_real(ds, "t0_s", row_time_s(t, 0), err);
    if (!e && t->spec.bounds) e = sl_h5_set_text(ds, "bounds", "time_bounds", err);
    if (!e)
        e = sl_h5_set_text(ds, "comment", "means cover time to time + dt_s; point values hold at time + dt_s",
                           err);
    return e;
}

static int index_create(struct sl_tier *t, const char *name, size_t count, const char *long_name, int64_t *ds,
                        struct sl_error *err)
{
    struct sl_h5_shape shape = {.type = SL_H5_I32, .rank = 1, .rows = count};
    int32_t *index = malloc((count ? count : 1) * sizeof *index);
    if (!index) return sl_no_memory(err, name);
    for (size_t i = 0; i < count; i++) index[i] = (int32_t)i;
    int e = sl_h5_dataset(t->group, name, &shape, ds, err);
    if (!e) e = sl_h5_write(*ds, 0, count, index, err);
    if (!e) e = sl_h5_scale(*ds, name, err);
    if (!e) e = sl_h5_set_text(*ds, "units", "1", err);
    if (!e) e = sl_h5_set_text(*ds, "long_name", long_name, err);
    free(index);
    return e;
}

static int names_create(struct sl_tier *t, int64_t entity, struct sl_error *err)
{
    char name[SL_NAME_MAX];
    snprintf(name, sizeof name, "%s_name", t->spec.entity);
    struct sl_h5_shape shape = {.type = SL_H5_TEXT, .rank = 1, .rows = t->spec.entities};
    int64_t ds = 0;
    int e = sl_h5_dataset(t->group, name, &shape, &ds, err);
    if (!e) e = sl_h5_write(ds, 0, t->spec.entities, t->spec.names, err);
    if (!e) e = sl_h5_attach(ds, entity, 0, err);
    if (!e) e = sl_h5_set_text(ds, "long_name", name, err);
    sl_h5_release(ds);
    return e;
}

static int variable_create(struct sl_tier *t, struct sl_variable *v, int64_t entity, struct sl_error *err)
{
    bool two = v->entities;
    struct sl_h5_shape shape = {.type = SL_H5_F32,
                                .rank = two ? 2 : 1,
                                .cols = two ? v->count : 0,
                                .chunk_rows = t->spec.chunk_rows,
                                .chunk_cols = two ? t->spec.chunk_cols : 0,
                                .growing = true};
    char coordinates[SL_NAME_MAX];
    snprintf(coordinates, sizeof coordinates, "%s_name", t->spec.entity ? t->spec.entity : "");
    int e = sl_h5_dataset(t->group, v->name, &shape, &v->dataset, err);
    if (!e) e = sl_h5_set_text(v->dataset, "units", v->unit, err);
    if (!e) e = sl_h5_set_text(v->dataset, "long_name", v->long_name, err);
    if (!e) e = sl_h5_set_text(v->dataset, "cell_methods", v->cell_methods, err);
    if (!e) e = sl_h5_set_text(v->dataset, "positive", v->positive, err);
    if (!e) e = sl_h5_set_text(v->dataset, "identity", v->identity, err);
    if (!e && two && t->spec.names) e = sl_h5_set_text(v->dataset, "coordinates", coordinates, err);
    if (!e) e = sl_h5_set_fill(v->dataset, SL_H5_F32, err);
    if (!e) e = sl_h5_attach(v->dataset, t->time, 0, err);
    if (!e && two) e = sl_h5_attach(v->dataset, entity, 1, err);
    return e;
}

static int times_create(struct sl_tier *t, struct sl_error *err)
{
    struct sl_h5_shape shape = {
        .type = SL_H5_F64, .rank = 1, .chunk_rows = t->spec.chunk_rows, .growing = true};
    int64_t bnds = 0;
    int e = sl_h5_dataset(t->group, "time", &shape, &t->time, err);
    if (!e) e = sl_h5_scale(t->time, "time", err);
    if (!e) e = time_attributes(t, t->time, false, err);
    if (e || !t->spec.bounds) return e;
    shape.rank = 2, shape.cols = shape.chunk_cols = 2;
    e = index_create(t, "bnds", 2, "begin, end", &bnds, err);
    if (!e) e = sl_h5_dataset(t->group, "time_bounds", &shape, &t->bounds, err);
    if (!e) e = time_attributes(t, t->bounds, true, err);
    if (!e) e = sl_h5_attach(t->bounds, t->time, 0, err);
    if (!e) e = sl_h5_attach(t->bounds, bnds, 1, err);
    sl_h5_release(bnds);
    return e;
}

static int weights_create(struct sl_tier *t, struct sl_error *err)
{
    struct sl_h5_shape shape = {
        .type = SL_H5_I32, .rank = 1, .chunk_rows = t->spec.chunk_rows, .growing = true};
    int e = sl_h5_dataset(t->group, "count", &shape, &t->weights, err);
    if (!e) e = sl_h5_set_text(t->weights, "units", "1", err);
    if (!e) e = sl_h5_set_text(t->weights, "long_name", "steps in the interval", err);
    if (!e) e = sl_h5_attach(t->weights, t->time, 0, err);
    return e;
}

int sl_tier_create(struct sl_tier *t, int64_t parent, const char *name, struct sl_error *err)
{
    int64_t entity = 0;
    char long_name[SL_NAME_MAX];
    snprintf(long_name, sizeof long_name, "index of the %s", t->spec.entity ? t->spec.entity : "");
    int e = sl_h5_group(parent, name, &t->group, err);
    if (!e) e = times_create(t, err);
    if (!e && t->spec.weights) e = weights_create(t, err);
    if (!e && t->spec.entity) e = index_create(t, t->spec.entity, t->spec.entities, long_name, &entity, err);
    if (!e && t->spec.entity && t->spec.names) e = names_create(t, entity, err);
    for (size_t i = 0; i < t->nvariables && !e; i++) e = variable_create(t, &t->variables[i], entity, err);
    sl_h5_release(entity);
    return e;
}

int sl_tier_open(struct sl_tier *t, int64_t parent, const char *name, struct sl_error *err)
{
    if (!sl_h5_exists(parent, name))
        return sl_fail(err, SL_ERR_IO,
                       "the result file has no group %s: it cannot be resumed, start again with --force",
                       name);
    int e = sl_h5_group(parent, name, &t->group, err);
    if (!e) e = sl_h5_dataset_open(t->group, "time", &t->time, err);
    if (!e && t->spec.bounds) e = sl_h5_dataset_open(t->group, "time_bounds", &t->bounds, err);
    if (!e && t->spec.weights) e = sl_h5_dataset_open(t->group, "count", &t->weights, err);
    for (size_t i = 0; i < t->nvariables && !e; i++)
        e = sl_h5_dataset_open(t->group, t->variables[i].name, &t->variables[i].dataset, err);
    return e;
}

static int tier_rows(struct sl_tier *t, uint64_t rows, struct sl_error *err)
{
    int e = sl_h5_rows(t->time, rows, err);
    if (!e && t->bounds) e = sl_h5_rows(t->bounds, rows, err);
    if (!e && t->weights) e = sl_h5_rows(t->weights, rows, err);
    for (size_t i = 0; i < t->nvariables && !e; i++) e = sl_h5_rows(t->variables[i].dataset, rows, err);
    return e;
}

int sl_tier_cut(struct sl_tier *t, struct sl_error *err)
{
    return tier_rows(t, t->written, err);
}

/* Writing, on the writer's thread. */

static int chunk_write(struct sl_tier *t, int64_t ds, uint64_t row, uint64_t col, const void *data,
                       size_t count, size_t size, struct sl_error *err)
{
    const void *packed;
    size_t length = sl_pack(t->packer, data, count, size, &packed);
    if (!length) return sl_fail(err, SL_ERR_RUN, "cannot compress the results");
    return sl_h5_write_chunk(ds, row, col, packed, length, err);
}

static int times_write(struct sl_tier *t, uint64_t row, size_t rows, struct sl_error *err)
{
    size_t n = t->spec.chunk_rows;
    double *time = malloc(3 * n * sizeof *time), *bounds = time ? time + n : NULL;
    if (!time) return sl_no_memory(err, "a time axis");
    for (size_t i = 0; i < n; i++) {
        time[i] = bounds[2 * i] = i < rows ? row_time_s(t, row + i) : (double)NAN;
        bounds[2 * i + 1] = i < rows ? row_time_s(t, row + i + 1) : (double)NAN;
    }
    int64_t begin_ns = t->spec.origin_ns + (int64_t)(row + rows - 1) * t->spec.row_ns;
    if (t->short_ns && rows) bounds[2 * rows - 1] = (double)(begin_ns + t->short_ns) / 1e9;
    int e = chunk_write(t, t->time, row, 0, time, n, sizeof *time, err);
    if (!e && t->bounds) e = chunk_write(t, t->bounds, row, 0, bounds, 2 * n, sizeof *time, err);
    free(time);
    return e;
}

static int weights_write(struct sl_tier *t, uint64_t row, size_t rows, struct sl_error *err)
{
    size_t n = t->spec.chunk_rows;
    int32_t *count = malloc(n * sizeof *count);
    if (!count) return sl_no_memory(err, "counts");
    for (size_t i = 0; i < n; i++) count[i] = i < rows ? (int32_t)(t->spec.row_ns / t->spec.weight_ns) : 0;
    if (t->short_ns && rows) count[rows - 1] = (int32_t)(t->short_ns / t->spec.weight_ns);
    int e = chunk_write(t, t->weights, row, 0, count, n, sizeof *count, err);
    free(count);
    return e;
}

static size_t series_write(struct sl_tier *t, size_t first, const float *rows, uint64_t row, size_t count,
                           int *e, struct sl_error *err)
{
    size_t n = 0, stride = column_stride(t), width = t->width, column = t->variables[first].first;
    while (n < COLUMNS && first + n < t->nvariables && !t->variables[first + n].entities) n++;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < n; k++) t->tile[k * stride + i] = rows[i * width + column + k];
    for (size_t k = 0; k < n; k++)
        for (size_t i = count; i < t->spec.chunk_rows; i++) t->tile[k * stride + i] = NAN;
    for (size_t k = 0; k < n && !*e; k++)
        *e = chunk_write(t, t->variables[first + k].dataset, row, 0, t->tile + k * stride, t->spec.chunk_rows,
                         sizeof(float), err);
    return n;
}

static int plane_write(struct sl_tier *t, const struct sl_variable *v, const float *rows, uint64_t row,
                       size_t count, struct sl_error *err)
{
    size_t cols = t->spec.chunk_cols, all = t->spec.chunk_rows * cols;
    int e = 0;
    for (size_t c = 0; c < v->count && !e; c += cols) {
        size_t m = v->count - c < cols ? v->count - c : cols;
        if (count < t->spec.chunk_rows || m < cols)
            for (size_t i = 0; i < all; i++) t->tile[i] = NAN;
        for (size_t i = 0; i < count; i++)
            memcpy(t->tile + i * cols, rows + i * t->width + v->first + c, m * sizeof(float));
        e = chunk_write(t, v->dataset, row, c, t->tile, all, sizeof(float), err);
    }
    return e;
}

static int rows_write(struct sl_tier *t, const float *rows, uint64_t row, size_t count, struct sl_error *err)
{
    int e = tier_rows(t, row + count, err);
    if (!e) e = times_write(t, row, count, err);
    if (!e && t->weights) e = weights_write(t, row, count, err);
    for (size_t i = 0; i < t->nvariables && !e;) {
        if (t->variables[i].entities)
            e = plane_write(t, &t->variables[i++], rows, row, count, err);
        else
            i += series_write(t, i, rows, row, count, &e, err);
    }
    if (!e && t->after) e = t->after(t->context, rows, count, err);
    return e;
}

static int block_job(void *object, unsigned block, size_t block_index, struct sl_error *err)
{
    struct sl_tier *t = object;
    return rows_write(t, t->block[block], block_index * t->spec.chunk_rows, t->spec.chunk_rows, err);
}

float *sl_tier_row(struct sl_tier *t)
{
    return t->block[t->current] + t->fill * t->width;
}

int sl_tier_push(struct sl_tier *t, struct sl_writer *w, struct sl_error *err)
{
    if (++t->fill < t->spec.chunk_rows) return 0;
    size_t index = t->written / t->spec.chunk_rows;
    t->written += t->fill;
    t->fill = 0;
    if (!w) return block_job(t, t->current, index, err);
    int e = sl_writer_wait(w, t->ticket, err); /* the other block must be free again */
    if (!e) e = sl_writer_give(w, (struct sl_job){block_job, t, t->current, index}, &t->ticket, err);
    t->current = 1 - t->current;
    return e;
}

int sl_tier_finish(struct sl_tier *t, struct sl_error *err)
{
    return t->fill ? rows_write(t, t->block[t->current], t->written, t->fill, err) : 0;
}

/* State. */

int sl_tier_state(struct sl_tier *t, struct sl_state *state, const char *prefix, struct sl_error *err)
{
    snprintf(t->state_names[0], SL_NAME_MAX, "%s.written", prefix);
    snprintf(t->state_names[1], SL_NAME_MAX, "%s.fill", prefix);
    snprintf(t->state_names[2], SL_NAME_MAX, "%s.block", prefix);
    int e = sl_state_add(state, t->state_names[0], &t->written, sizeof t->written, 1, err);
    if (!e) e = sl_state_add(state, t->state_names[1], &t->fill, sizeof t->fill, 1, err);
    if (!e)
        e = sl_state_add(state, t->state_names[2], t->block[0], sizeof(float), t->spec.chunk_rows * t->width,
                         err);
    return e;
}

void sl_tier_settle(struct sl_tier *t)
{
    if (t->current) memcpy(t->block[0], t->block[1], t->fill * t->width * sizeof(float));
    t->current = 0;
}

void sl_tier_close(struct sl_tier *t)
{
    for (size_t i = 0; i < t->nvariables; i++) {
        sl_h5_release(t->variables[i].dataset);
        t->variables[i].dataset = 0;
    }
    sl_h5_release(t->time);
    sl_h5_release(t->bounds);
    sl_h5_release(t->weights);
    sl_h5_release(t->group);
    t->time = t->bounds = t->weights = t->group = 0;
}

void sl_tier_free(struct sl_tier *t)
{
    sl_tier_close(t);
    sl_packer_free(t->packer);
    free(t->tile);
    free(t->block[0]);
    free(t->block[1]);
    free(t->variables);
    *t = (struct sl_tier){0};
}
