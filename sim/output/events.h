/* /events: what happened, when, to what, why, and how much power it moved. Growing columns, written in batches so
 * that memory stays bounded. */
#ifndef SL_OUTPUT_EVENTS_H
#define SL_OUTPUT_EVENTS_H

#include "sim/output/recorder.h"

#define SL_EVENTS_BATCH 256

struct sl_events {
    int64_t group, column[5]; /* time, type, target, why, power_change */
    uint64_t written;
    size_t waiting;
    double time_s[SL_EVENTS_BATCH], delta_w[SL_EVENTS_BATCH];
    char *text[3][SL_EVENTS_BATCH]; /* owned: type, target, why */
};

int sl_events_create(struct sl_events *e, int64_t root, const char *epoch, bool open, struct sl_error *err);
bool sl_events_full(const struct sl_events *e);
/* Copies; the log must not be full. */
int sl_events_add(struct sl_events *e, const struct sl_event *event, int64_t start_ns, struct sl_error *err);
/* Writes what waits; HDF5 must be free to be used. */
int sl_events_write(struct sl_events *e, struct sl_error *err);
int sl_events_cut(struct sl_events *e, struct sl_error *err);
void sl_events_close(struct sl_events *e);

#endif
