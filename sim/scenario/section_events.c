/* The sections "events" and "record": what happens when, and what the result file holds. */
#include "sim/scenario/scenario.h"

#include "sim/scenario/trigger.h"

static const struct sl_choice event_choices[] = {
    {"job_abort", SL_EVENT_JOB_ABORT, "all servers of the job in `target` fall to idle at once"},
    {"job_stop", SL_EVENT_JOB_STOP, "the job in `target` ends"},
    {"voltage_dip", SL_EVENT_VOLTAGE_DIP, "the POI's `phases` fall to residual_pu for duration_ms"},
    {"generation_trip", SL_EVENT_GENERATION_TRIP,
     "the grid loses power_mw of generation; its inertia and governors stay"},
    {"ups_release", SL_EVENT_UPS_RELEASE, "a UPS that locked to battery returns (not simulated yet)"},
    {NULL, 0, NULL},
};

#define T struct sl_event_params
static const struct sl_field event_fields[] = {
    SL_F_TIME(T, at_ns, "at_s", 0, 0, 400 * 86400.0, SL_REQUIRED, "when, from the start of the run", NULL),
    SL_F_ENUM(T, type, "type", event_choices, NULL, SL_REQUIRED, "what happens", NULL),
    SL_F_REF(T, target, "target", 0, "the job or equipment that it happens to"),
    SL_F_STRING(T, at, "at", "poi", 0, "place of a dip; only \"poi\"", NULL),
    SL_F_STRING(T, phases, "phases", "abc", 0, "phases of a dip", NULL),
    SL_F_REAL(T, residual_pu, "residual_pu", 1, 0, 1.3, 0, "voltage of those phases during a dip", NULL),
    SL_F_TIME(T, duration_ns, "duration_ms", 0, 0, 600e3, 0, "length of a dip", NULL),
    SL_F_REAL(T, power_w, "power_mw", 0, 0, 1e5, 0, "generation lost", NULL),
};
const struct sl_table sl_event_table =
    SL_TABLE("event", "Something that happens at a given time.", T, event_fields);
#undef T

const struct sl_choice sl_trigger_choices[] = {
    {"job_start", SL_TRIGGER_JOB_START, NULL},
    {"job_stop", SL_TRIGGER_JOB_STOP, NULL},
    {"job_abort", SL_TRIGGER_JOB_ABORT, NULL},
    {"checkpoint", SL_TRIGGER_CHECKPOINT, NULL},
    {"voltage_dip", SL_TRIGGER_VOLTAGE_DIP, NULL},
    {"generation_trip", SL_TRIGGER_GENERATION_TRIP, NULL},
    {"ups_transfer", SL_TRIGGER_UPS_TRANSFER, "not simulated yet: never fires"},
    {NULL, 0, NULL},
};

#define T struct sl_window_params
static const struct sl_field window_fields[] = {
    SL_F_VALUES(T, on, "on", SL_ENUM, sl_trigger_choices, 0, 0, SL_REQUIRED, "events that open a window"),
    SL_F_TIME(T, before_ns, "before_s", 1, 0, 60, 0, "kept from before the event", "assumed"),
    SL_F_TIME(T, after_ns, "after_s", 5, 0, 600, 0, "kept after the event", "assumed"),
    SL_F_INT(T, count_max, "count_max", 20, 1, 1000, 0,
             "windows of this kind at most; more are counted, not kept", "assumed"),
};
static const struct sl_table window_table =
    SL_TABLE("window", "Full-rate capture of all racks around events.", T, window_fields);
#undef T

#define T struct sl_record_params
static const struct sl_field record_fields[] = {
    SL_F_TIME(T, site_ns, "site_ms", NAN, 0.1, 3600e3, SL_NO_DEFAULT, "interval of /site; absent: every step",
              NULL),
    SL_F_TIME(T, feed_ns, "feed_ms", NAN, 0.1, 3600e3, SL_NO_DEFAULT,
              "interval of /feed; absent: 100 ms, or the step if longer", NULL),
    SL_F_TIME(T, rack_ns, "rack_ms", NAN, 1, 3600e3, SL_NO_DEFAULT,
              "interval of /rack; absent: 1 s, or the control period if longer", NULL),
    SL_F_LIST(T, windows, "windows", &window_table, 0, "full-rate captures around events"),
    SL_F_VALUES(T, accelerators, "accelerators", SL_INT, NULL, 0, 9007199254740991.0, 0,
                "accelerators recorded by themselves in /site and the windows, by number in the fleet from "
                "0; at most 64"),
    SL_F_REAL(T, window_bytes_max, "window_bytes_max", 1e9, 0, 1e12, 0,
              "all windows together, bytes before compression; 0: none is kept", "assumed"),
};
const struct sl_table sl_record_table = SL_TABLE("record", "What the result file holds.", T, record_fields);
#undef T
