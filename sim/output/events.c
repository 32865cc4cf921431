#include "sim/output/events.h"

#include "models/base/error.h"
#include "sim/output/h5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *unit, *long_name;
    enum sl_h5_type type;
} columns[] = {
    {"time", NULL, "when it happened", SL_H5_F64},
    {"type", NULL, "what happened", SL_H5_TEXT},
    {"target", NULL, "to what", SL_H5_TEXT},
    {"why", NULL, "why", SL_H5_TEXT},
    {"power_change", "W",
     "nominal change that it is: DC power of a job's accelerators, or generation of the grid", SL_H5_F64},
};
enum { TIME, TYPE, TARGET, WHY, POWER, COLUMNS };

static int column_create(struct sl_events *e, int c, int64_t axis, const char *epoch, struct sl_error *err)
{
    struct sl_h5_shape shape = {
        .type = columns[c].type, .rank = 1, .chunk_rows = SL_EVENTS_BATCH, .growing = true};
    char units[64];
    snprintf(units, sizeof units, "seconds since %s", epoch);
    int r = sl_h5_dataset(e->group, columns[c].name, &shape, &e->column[c], err);
    if (!r) r = sl_h5_set_text(e->column[c], "units", c == TIME ? units : columns[c].unit, err);
    if (!r) r = sl_h5_set_text(e->column[c], "long_name", columns[c].long_name, err);
    if (!r && c == TIME) r = sl_h5_set_text(e->column[c], "calendar", "proleptic_gregorian", err);
    if (!r && c == POWER) r = sl_h5_set_fill(e->column[c], SL_H5_F64, err);
    if (!r) r = sl_h5_attach(e->column[c], axis, 0, err);
    return r;
}

/* netCDF wants a scale on every axis; the events' number is theirs. */
static int axis_create(struct sl_events *e, int64_t *axis, struct sl_error *err)
{
    struct sl_h5_shape shape = {.type = SL_H5_I32, .rank = 1, .chunk_rows = SL_EVENTS_BATCH, .growing = true};
    int r = sl_h5_dataset(e->group, "event", &shape, axis, err);
    if (!r) r = sl_h5_scale(*axis, "event", err);
    if (!r) r = sl_h5_set_text(*axis, "units", "1", err);
    if (!r) r = sl_h5_set_text(*axis, "long_name", "index of the event", err);
    return r;
}

int sl_events_create(struct sl_events *e, int64_t root, const char *epoch, bool open, struct sl_error *err)
{
    int64_t axis = 0;
    int r = sl_h5_group(root, "events", &e->group, err);
    if (!r && !open) r = axis_create(e, &axis, err);
    for (int c = 0; c < COLUMNS && !r; c++)
        r = open ? sl_h5_dataset_open(e->group, columns[c].name, &e->column[c], err)
                 : column_create(e, c, axis, epoch, err);
    sl_h5_release(axis);
    return r;
}

bool sl_events_full(const struct sl_events *e)
{
    return e->waiting == SL_EVENTS_BATCH;
}

int sl_events_add(struct sl_events *e, const struct sl_event *event, int64_t start_ns, struct sl_error *err)
{
    const char *text[3] = {event->type, event->target, event->why};
    size_t i = e->waiting;
    for (int k = 0; k < 3; k++) {
        e->text[k][i] = strdup(text[k] ? text[k] : "");
        if (!e->text[k][i]) {
            while (k-- > 0) free(e->text[k][i]);
            return sl_no_memory(err, "an event");
        }
    }
    e->time_s[i] = (double)(start_ns + event->t_ns) / 1e9;
    e->delta_w[i] = event->delta_w;
    e->waiting++;
    return 0;
}

static int rows_set(struct sl_events *e, uint64_t rows, struct sl_error *err)
{
    int64_t axis = 0;
    int r = sl_h5_dataset_open(e->group, "event", &axis, err);
    if (!r) r = sl_h5_rows(axis, rows, err);
    for (int c = 0; c < COLUMNS && !r; c++) r = sl_h5_rows(e->column[c], rows, err);
    int32_t number[SL_EVENTS_BATCH];
    for (uint64_t i = e->written; i < rows; i++) number[i - e->written] = (int32_t)i;
    if (!r && rows > e->written) r = sl_h5_write(axis, e->written, rows - e->written, number, err);
    sl_h5_release(axis);
    return r;
}

static void waiting_drop(struct sl_events *e)
{
    for (size_t i = 0; i < e->waiting; i++)
        for (int k = 0; k < 3; k++) free(e->text[k][i]);
    e->waiting = 0;
}

int sl_events_write(struct sl_events *e, struct sl_error *err)
{
    if (!e->waiting) return 0;
    int r = rows_set(e, e->written + e->waiting, err);
    if (!r) r = sl_h5_write(e->column[TIME], e->written, e->waiting, e->time_s, err);
    for (int k = 0; k < 3 && !r; k++)
        r = sl_h5_write(e->column[TYPE + k], e->written, e->waiting, e->text[k], err);
    if (!r) r = sl_h5_write(e->column[POWER], e->written, e->waiting, e->delta_w, err);
    if (!r) e->written += e->waiting;
    waiting_drop(e);
    return r;
}

int sl_events_cut(struct sl_events *e, struct sl_error *err)
{
    return rows_set(e, e->written, err);
}

void sl_events_close(struct sl_events *e)
{
    waiting_drop(e);
    for (int c = 0; c < COLUMNS; c++) sl_h5_release(e->column[c]);
    sl_h5_release(e->group);
    memset(e->column, 0, sizeof e->column);
    e->group = 0;
}
