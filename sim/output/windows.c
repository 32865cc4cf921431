#include "sim/output/windows.h"

#include "models/base/error.h"
#include "models/base/state.h"
#include "sim/output/h5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_ROWS 512
#define CHUNK_COLS 64

/* Plan. */

static int variables_plan(struct sl_windows *w, const struct sl_channel *const *site, struct sl_error *err)
{
    int e = 0;
    for (size_t i = 0; i < w->site_count && !e; i++) {
        struct sl_variable v = {.unit = site[i]->unit,
                                .long_name = site[i]->long_name,
                                .positive = site[i]->positive,
                                .identity = site[i]->identity,
                                .count = 1,
                                .cell_methods = site[i]->cell == SL_CELL_MEAN ? "time: mean" : "time: point"};
        e = sl_tier_variable(&w->tier, site[i]->name, &v, err);
    }
    struct sl_variable power = {.unit = "W",
                                .long_name = "AC power of the rack",
                                .cell_methods = "time: mean",
                                .entities = true,
                                .count = w->racks};
    return e || !w->racks ? e : sl_tier_variable(&w->tier, "rack_power", &power, err);
}

int sl_windows_plan(struct sl_windows *w, const struct sl_recorder_options *options,
                    const struct sl_channel *const *site, size_t site_count, struct sl_error *err)
{
    const struct sl_recorder_axis *rack = &options->axis[SL_DIM_RACK];
    int64_t before_ns = 0;
    w->options = options;
    if (!options->nwindows) return 0;
    if (options->nwindows > SL_WINDOW_SPECS)
        return sl_fail(err, SL_ERR_RUN, "record: %zu kinds of windows, at most %d are possible",
                       options->nwindows, SL_WINDOW_SPECS);
    for (size_t i = 0; i < options->nwindows && options->window_bytes; i++)
        if (options->windows[i].before_ns > before_ns) before_ns = options->windows[i].before_ns;
    w->site_count = site_count;
    w->racks = options->window_site_only ? 0 : rack->count;
    for (size_t r = 0; r < w->racks; r++) {
        size_t lane = options->rack_lane ? options->rack_lane[r] : r;
        if (lane / SL_RACK_LANES >= w->blocks) w->blocks = lane / SL_RACK_LANES + 1;
    }
    w->period_steps = (size_t)(options->period_ns / options->step_ns);
    w->slots = (size_t)((before_ns + options->period_ns - 1) / options->period_ns) + 2;
    w->row_bytes = (w->site_count + w->racks) * sizeof(float);
    w->slot = calloc(w->slots, sizeof *w->slot);
    w->site = calloc(w->slots * w->period_steps * w->site_count + 1, sizeof(float));
    w->rack = calloc(w->slots * w->blocks * w->period_steps * SL_RACK_LANES + 1, sizeof(float));
    if (!w->slot || !w->site || !w->rack) return sl_no_memory(err, "the ring before triggers");
    int e = variables_plan(w, site, err);
    struct sl_tier_spec spec = {.row_ns = options->step_ns,
                                .epoch = options->epoch,
                                .chunk_rows = CHUNK_ROWS,
                                .chunk_cols = w->racks < CHUNK_COLS ? w->racks : CHUNK_COLS,
                                .entity = w->racks ? "rack" : NULL,
                                .entities = w->racks,
                                .names = rack->names};
    return e ? e : sl_tier_prepare(&w->tier, &spec, err);
}

int sl_windows_create(struct sl_windows *w, int64_t root, struct sl_error *err)
{
    return w->options->nwindows ? sl_h5_group(root, "window", &w->group, err) : 0;
}

/* Ring. */

static bool has_bytes(const struct sl_windows *w)
{
    return w->captures.bytes + w->row_bytes <= w->options->window_bytes;
}

/* Those of `specs` that may open another capture. */
static uint64_t specs_with_room(const struct sl_windows *w, uint64_t specs)
{
    uint64_t room = 0;
    if (!has_bytes(w)) return 0;
    for (size_t i = 0; i < w->options->nwindows; i++)
        if (w->captures.opened[i] < w->options->windows[i].count_max) room |= UINT64_C(1) << i;
    return room & specs;
}

bool sl_windows_wants(const struct sl_windows *w)
{
    return w->options->nwindows && (w->captures.open || specs_with_room(w, UINT64_MAX));
}

static struct sl_slot *slot_of(const struct sl_windows *w, uint64_t step, size_t *index)
{
    *index = (size_t)(step / w->period_steps % w->slots);
    return &w->slot[*index];
}

void sl_windows_site(struct sl_windows *w, uint64_t step, const double *value)
{
    size_t index, i = (size_t)(step % w->period_steps);
    struct sl_slot *slot = slot_of(w, step, &index);
    if (i == 0 || slot->first != step - i) *slot = (struct sl_slot){.first = step - i};
    float *row = w->site + (index * w->period_steps + i) * w->site_count;
    for (size_t k = 0; k < w->site_count; k++) row[k] = (float)value[k];
    slot->steps = i + 1;
}

static void racks_keep(struct sl_windows *w, uint64_t first, const double *rack_ac_w)
{
    size_t index, count = w->blocks * w->period_steps * SL_RACK_LANES;
    struct sl_slot *slot = slot_of(w, first, &index);
    float *restrict kept = w->rack + index * count;
    if (rack_ac_w)
        for (size_t i = 0; i < count; i++) kept[i] = (float)rack_ac_w[i];
    slot->racks = rack_ac_w != NULL;
}

static void racks_copy(const struct sl_windows *w, size_t index, size_t i, float *row)
{
    const float *kept = w->rack + index * w->blocks * w->period_steps * SL_RACK_LANES + i * SL_RACK_LANES;
    const uint32_t *lanes = w->options->rack_lane;
    for (size_t r = 0; r < w->racks; r++) {
        size_t lane = lanes ? lanes[r] : r;
        row[r] = kept[lane / SL_RACK_LANES * w->period_steps * SL_RACK_LANES + lane % SL_RACK_LANES];
    }
}

/* Captures. */

struct reach {
    uint64_t before, after; /* steps */
};

static uint64_t steps_of(const struct sl_windows *w, int64_t ns)
{
    return ns > 0 ? (uint64_t)((ns + w->options->step_ns - 1) / w->options->step_ns) : 0;
}

/* The longest of several specs; at least the step of the trigger. */
static struct reach reach_of(const struct sl_windows *w, uint64_t specs)
{
    struct reach reach = {0, 1};
    for (size_t i = 0; i < w->options->nwindows; i++) {
        if (!(specs >> i & 1)) continue;
        uint64_t before = steps_of(w, w->options->windows[i].before_ns);
        uint64_t after = steps_of(w, w->options->windows[i].after_ns);
        if (before > reach.before) reach.before = before;
        if (after > reach.after) reach.after = after;
    }
    return reach;
}

static int rows_write(struct sl_windows *w, uint64_t end, struct sl_writer *writer, struct sl_error *err)
{
    struct sl_captures *c = &w->captures;
    int e = 0;
    while (c->next < end && !e && has_bytes(w)) {
        size_t index, i = (size_t)(c->next % w->period_steps);
        struct sl_slot *slot = slot_of(w, c->next, &index);
        float *row = sl_tier_row(&w->tier);
        memcpy(row, w->site + (index * w->period_steps + i) * w->site_count, w->site_count * sizeof *row);
        if (slot->racks)
            racks_copy(w, index, i, row + w->site_count);
        else
            for (size_t r = 0; r < w->racks; r++) row[w->site_count + r] = NAN;
        e = sl_tier_push(&w->tier, writer, err);
        c->next++;
        c->bytes += w->row_bytes;
    }
    return e;
}

static void capture_name(const struct sl_windows *w, uint64_t number, char name[16])
{
    (void)w;
    snprintf(name, 16, "%04llu", (unsigned long long)(number % 100000000));
}

static double seconds_of(const struct sl_windows *w, uint64_t step)
{
    return (double)(w->options->start_ns + (int64_t)step * w->options->step_ns) / 1e9;
}

static int capture_open(struct sl_windows *w, const struct sl_trigger *t, struct reach reach, uint64_t first,
                        struct sl_writer *writer, struct sl_error *err)
{
    struct sl_captures *c = &w->captures;
    char name[16];
    c->open = 1;
    c->triggers = 1;
    c->count++;
    c->next = c->first = first;
    c->end = t->step + reach.after;
    c->trigger = *t;
    w->tier.written = w->tier.fill = 0;
    w->tier.spec.origin_ns = w->options->start_ns + (int64_t)first * w->options->step_ns;
    capture_name(w, c->count, name);
    int e = sl_writer_drain(writer, err);
    if (!e) e = sl_tier_create(&w->tier, w->group, name, err);
    if (!e) e = sl_h5_set_text(w->tier.group, "trigger", t->type, err);
    if (!e) e = sl_h5_set_text(w->tier.group, "trigger_target", t->target, err);
    if (!e) e = sl_h5_set_text(w->tier.group, "trigger_why", t->why, err);
    if (!e) e = sl_h5_set_real(w->tier.group, "trigger_time_s", seconds_of(w, t->step), err);
    return e;
}

static int capture_close(struct sl_windows *w, struct sl_writer *writer, struct sl_error *err)
{
    struct sl_captures *c = &w->captures;
    const char *cut = c->next >= c->end ? NULL : !has_bytes(w) ? "size limit" : "end of run";
    int e = sl_writer_drain(writer, err);
    if (!e) e = sl_tier_finish(&w->tier, err);
    if (!e) e = sl_h5_set_int(w->tier.group, "triggers", (int64_t)c->triggers, err);
    if (!e) e = sl_h5_set_text(w->tier.group, "cut_short", cut, err);
    c->cut += cut != NULL;
    c->open = 0;
    sl_tier_close(&w->tier);
    return e;
}

static uint64_t oldest(const struct sl_windows *w, uint64_t end)
{
    uint64_t first = (end - 1) / w->period_steps * w->period_steps;
    while (first >= w->period_steps) {
        size_t index;
        struct sl_slot *s = slot_of(w, first - w->period_steps, &index);
        if (s->first != first - w->period_steps || s->steps < w->period_steps) break;
        first -= w->period_steps;
    }
    return first;
}

static int trigger_take(struct sl_windows *w, const struct sl_trigger *t, uint64_t end,
                        struct sl_writer *writer, struct sl_error *err)
{
    struct sl_captures *c = &w->captures;
    int e = 0;
    if (c->open && t->step < c->end) {
        uint64_t last = t->step + reach_of(w, t->specs).after;
        if (last > c->end) c->end = last;
        c->triggers++;
        return 0;
    }
    if (c->open) e = rows_write(w, c->end < end ? c->end : end, writer, err);
    if (!e && c->open) e = capture_close(w, writer, err);
    if (e) return e;
    uint64_t specs = specs_with_room(w, t->specs);
    if (!specs) {
        c->skipped++;
        return 0;
    }
    for (size_t i = 0; i < w->options->nwindows; i++) c->opened[i] += specs >> i & 1;
    struct reach reach = reach_of(w, specs);
    uint64_t first = t->step > reach.before ? t->step - reach.before : 0, from = oldest(w, end);
    return capture_open(w, t, reach, first > from ? first : from, writer, err);
}

static void trigger_add(struct sl_windows *w, uint64_t specs, const struct sl_event *event)
{
    if (w->triggers == SL_TRIGGERS) {
        w->captures.skipped++;
        return;
    }
    struct sl_trigger t = {.step = event->t_ns > 0 ? (uint64_t)(event->t_ns / w->options->step_ns) : 0,
                           .specs = specs};
    snprintf(t.type, sizeof t.type, "%s", event->type);
    snprintf(t.target, sizeof t.target, "%s", event->target ? event->target : "");
    snprintf(t.why, sizeof t.why, "%s", event->why ? event->why : "");
    size_t i = w->triggers++;
    for (; i > 0 && w->trigger[i - 1].step > t.step; i--) w->trigger[i] = w->trigger[i - 1];
    w->trigger[i] = t;
}

void sl_windows_event(struct sl_windows *w, const struct sl_event *event)
{
    uint64_t specs = 0;
    for (size_t i = 0; i < w->options->nwindows; i++)
        for (size_t k = 0; k < w->options->windows[i].ntypes; k++)
            if (strcmp(w->options->windows[i].types[k], event->type) == 0) specs |= UINT64_C(1) << i;
    if (specs) trigger_add(w, specs, event);
}

int sl_windows_period(struct sl_windows *w, uint64_t first, uint64_t end, const double *rack_ac_w,
                      struct sl_writer *writer, struct sl_error *err)
{
    struct sl_captures *c = &w->captures;
    int e = 0;
    if (sl_windows_wants(w) && w->racks) racks_keep(w, first, rack_ac_w);
    for (size_t i = 0; i < w->triggers && !e; i++) e = trigger_take(w, &w->trigger[i], end, writer, err);
    w->triggers = 0;
    if (e || !c->open) return e;
    e = rows_write(w, c->end < end ? c->end : end, writer, err);
    bool over = c->next >= c->end || !has_bytes(w);
    return e || !over ? e : capture_close(w, writer, err);
}

int sl_windows_finish(struct sl_windows *w, struct sl_writer *writer, struct sl_error *err)
{
    if (!w->options->nwindows) return 0;
    int e = w->captures.open ? capture_close(w, writer, err) : 0;
    if (!e) e = sl_h5_set_int(w->group, "captures", (int64_t)w->captures.count, err);
    if (!e) e = sl_h5_set_int(w->group, "triggers_skipped", (int64_t)w->captures.skipped, err);
    if (!e) e = sl_h5_set_int(w->group, "captures_cut_short", (int64_t)w->captures.cut, err);
    return e;
}

/* State. */

int sl_windows_state(struct sl_windows *w, struct sl_state *state, struct sl_error *err)
{
    if (!w->options->nwindows) return 0;
    size_t site = w->slots * w->period_steps * w->site_count;
    size_t rack = w->slots * w->blocks * w->period_steps * SL_RACK_LANES;
    int e = sl_state_add(state, "recorder.window.captures", &w->captures, sizeof w->captures, 1, err);
    if (!e) e = sl_state_add(state, "recorder.window.slots", w->slot, sizeof *w->slot, w->slots, err);
    if (!e) e = sl_state_add(state, "recorder.window.site", w->site, sizeof(float), site, err);
    if (!e) e = sl_state_add(state, "recorder.window.rack", w->rack, sizeof(float), rack, err);
    return e ? e : sl_tier_state(&w->tier, state, "recorder.window.tier", err);
}

int sl_windows_resume(struct sl_windows *w, struct sl_error *err)
{
    struct sl_captures *c = &w->captures;
    char name[16];
    int e = 0;
    if (!w->options->nwindows) return 0;
    for (uint64_t k = c->count + 1; !e; k++) {
        capture_name(w, k, name);
        if (!sl_h5_exists(w->group, name)) break;
        e = sl_h5_remove(w->group, name, err);
    }
    if (e || !c->open) return e;
    w->tier.spec.origin_ns = w->options->start_ns + (int64_t)c->first * w->options->step_ns;
    capture_name(w, c->count, name);
    e = sl_tier_open(&w->tier, w->group, name, err);
    return e ? e : sl_tier_cut(&w->tier, err);
}

void sl_windows_free(struct sl_windows *w)
{
    sl_tier_free(&w->tier);
    sl_h5_release(w->group);
    free(w->slot);
    free(w->site);
    free(w->rack);
    *w = (struct sl_windows){0};
}
