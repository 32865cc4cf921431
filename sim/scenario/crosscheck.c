#include "sim/scenario/crosscheck.h"

#include "models/base/time.h"
#include "sim/scenario/calendar.h"
#include "sim/scenario/crosscheck_parts.h"
#include "sim/scenario/scenario_reader.h"

#include <stdio.h>
#include <unistd.h>

static void time_check(struct sl_document *doc, const struct sl_scenario *s)
{
    struct sl_calendar calendar;
    struct sl_error err = {0};
    if (sl_calendar_parse(s->time.start, &calendar, &err))
        sl_document_error(doc, "time.start", "%s", err.text);
    const struct sl_time_params *t = &s->time;
    int64_t step_ns = sl_step_ns(t);
    if (t->step_ms_ns != SL_NEVER && t->step_s_ns != SL_NEVER)
        sl_document_error(doc, "time.step_s",
                          "give step_ms (dynamic run) or step_s (planning run), not both");
    if (t->duration_ns % step_ns != 0)
        sl_document_error(doc, "time.duration_s", "must be a whole number of steps of %g s",
                          sl_s_from_ns(step_ns));
    if (t->control_ns != SL_NEVER && (t->control_ns < step_ns || t->control_ns % step_ns != 0))
        sl_document_error(doc, "time.control_ms", "must be a whole number of steps of %g s",
                          sl_s_from_ns(step_ns));
    if (t->control_ns == SL_NEVER && step_ns < 100 * SL_NS_PER_MS && (100 * SL_NS_PER_MS) % step_ns != 0)
        sl_document_error(
            doc, "time.step_ms",
            "the control period of 100 ms is not a whole number of steps; give time.control_ms as well");
    const struct sl_weather_params *w = &s->site.weather;
    if (!w->file && w->wet_bulb_degc > w->dry_bulb_degc)
        sl_document_error(doc, "site.weather.wet_bulb_degc", "cannot be above the dry bulb of %g degC",
                          w->dry_bulb_degc);
    if (s->site.frequency_hz != 50.0 && s->site.frequency_hz != 60.0)
        sl_document_error(doc, "site.frequency_hz", "must be 50 or 60");
}

static void limits_check(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_limit_params *limits = s->limits.items;
    for (size_t i = 0; i < s->limits.count; i++) {
        char path[SL_PATH_TEXT];
        snprintf(path, sizeof path, "limits[%zu].type", i);
        if (limits[i].type == SL_LIMIT_FLICKER && sl_is_planning(&s->time))
            sl_document_error(doc, path,
                              "a planning run has no flicker: its steps are longer; choose time.step_ms");
        if (limits[i].type == SL_LIMIT_RIDE_THROUGH && sl_is_planning(&s->time))
            sl_document_error(
                doc, path, "a planning run has no ride-through: its steps are longer; choose time.step_ms");
    }
}

/* A file that the scenario names must be there. */
static void file_check(struct sl_document *doc, const char *path, const char *file)
{
    if (!file) return;
    const char *resolved = sl_document_resolve(doc, path, file);
    if (resolved && access(resolved, R_OK) != 0)
        sl_document_error(doc, path, "cannot read the file %s", resolved);
}

int sl_scenario_crosscheck(struct sl_document *doc, const struct sl_scenario *s, struct sl_error *err)
{
    (void)err;
    time_check(doc, s);
    sl_crosscheck_workload(doc, s);
    sl_crosscheck_events(doc, s);
    sl_crosscheck_memory(doc, s);
    sl_crosscheck_plants(doc, s);
    limits_check(doc, s);
    sl_crosscheck_power(doc, s);
    sl_crosscheck_grid(doc, s);
    sl_crosscheck_record(doc, s);
    file_check(doc, "site.weather.file", s->site.weather.file);
    if (s->workload.has_replay) file_check(doc, "workload.replay.file", s->workload.replay.file);
    if (s->has_grid && s->grid.model == SL_GRID_PLAYBACK) file_check(doc, "grid.file", s->grid.file);
    return sl_document_errors(doc) ? SL_ERR_SCENARIO : SL_OK;
}
