/* Captures at full rate around events: /window/0001 ... with the site's channels and the racks' AC power.
 *
 * The last control periods lie in a ring, as floats in the order they came, so that a capture can begin before its
 * trigger. A trigger inside an open capture extends it; one after it opens the next. Captures are bounded in number
 * and bytes. A capture begins no earlier than the ring does, and ends with the run. */
#ifndef SL_OUTPUT_WINDOWS_H
#define SL_OUTPUT_WINDOWS_H

#include "sim/output/recorder.h"
#include "sim/output/tier.h"

#define SL_TRIGGERS 256 /* in one control period; more are counted as skipped */

struct sl_trigger {
    uint64_t step;
    uint64_t specs; /* a bit for each spec that its event belongs to */
    char type[48], target[64], why[128];
};

struct sl_slot {
    uint64_t first, steps; /* first is a multiple of the period; steps 0: empty */
    uint64_t racks;        /* 1 if the racks' power is there */
};

/* What is remembered of the captures. */
struct sl_captures {
    uint64_t open, next, end, first; /* steps: next to be written, end and first of the open capture */
    uint64_t count, skipped, cut, triggers, bytes;
    uint64_t opened[SL_WINDOW_SPECS]; /* captures that count for a spec */
    struct sl_trigger trigger;        /* that opened it */
};

struct sl_windows {
    const struct sl_recorder_options *options;
    size_t site_count, racks, blocks, period_steps, slots, row_bytes;
    float *site, *rack;   /* owned: [slot][step][channel]; [slot][block][step][lane] */
    struct sl_slot *slot; /* owned */
    struct sl_captures captures;
    struct sl_trigger trigger[SL_TRIGGERS];
    size_t triggers;
    struct sl_tier tier; /* of the open capture */
    int64_t group;       /* /window */
};

/* After the site's tier has its variables; the first site_count are at full rate. */
int sl_windows_plan(struct sl_windows *w, const struct sl_recorder_options *options,
                    const struct sl_channel *const *site, size_t site_count, struct sl_error *err);
int sl_windows_create(struct sl_windows *w, int64_t root, struct sl_error *err);
bool sl_windows_wants(const struct sl_windows *w);

/* The site's values in step `step`. */
void sl_windows_site(struct sl_windows *w, uint64_t step, const double *value);
void sl_windows_event(struct sl_windows *w, const struct sl_event *event);
/* The control period [first, end) is over: keeps the racks' power, opens, writes and closes captures. */
int sl_windows_period(struct sl_windows *w, uint64_t first, uint64_t end, const double *rack_ac_w,
                      struct sl_writer *writer, struct sl_error *err);

/* Ends an open capture. */
int sl_windows_finish(struct sl_windows *w, struct sl_writer *writer, struct sl_error *err);
int sl_windows_state(struct sl_windows *w, struct sl_state *state, struct sl_error *err);
/* Reopens the capture that was open at the checkpoint and removes later ones. */
int sl_windows_resume(struct sl_windows *w, struct sl_error *err);
void sl_windows_free(struct sl_windows *w);

#endif
