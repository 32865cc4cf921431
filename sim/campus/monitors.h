/* The monitor stage: extremes, ramps, ratings and the log of what happens. It reads, it never acts. */
#ifndef SL_CAMPUS_MONITORS_H
#define SL_CAMPUS_MONITORS_H

#include "models/base/channel.h"
#include "models/base/error.h"
#include "models/base/state.h"
#include "models/quality/ramp.h"

#include <stdint.h>

struct sl_campus;
struct sl_recorder;

struct sl_extreme {
    double value;
    int64_t t_ns;
};

struct sl_monitors_out {
    double jobs_running, accelerators_busy;
};

struct sl_monitors { /* plain state */
    struct sl_extreme import_max, import_min, it_max, voltage_min, voltage_max, frequency_min, frequency_max;
    struct sl_ramp ramp;     /* of poi_power */
    double soc_min, soc_max; /* of all storages together */
    int64_t storage_cut_ns;  /* time in which a limit cut what storage control wanted */
    struct sl_monitors_out out;
};

extern const struct sl_channel sl_monitors_channels[2];

void sl_monitors_init(struct sl_monitors *monitors, const struct sl_campus *campus);

/* Tells the recorder what happens in [t0, t1): jobs and the scenario's events. */
int sl_monitors_events(const struct sl_campus *campus, struct sl_recorder *recorder, int64_t t0_ns,
                       int64_t t1_ns, struct sl_error *err);

/* Looks at a solved step that ends at t_ns. */
void sl_monitors_step(struct sl_monitors *monitors, const struct sl_campus *campus, int64_t t_ns);

#endif
