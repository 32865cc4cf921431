/* Playback: voltage and frequency at the POI from measured or simulated series, whatever the campus does.
 * The voltage of a step is the mean over the step (averaged, never decimated), the frequency the value at its
 * end. A dip shorter than the step therefore shows shallower: choose the step below the shortest dip. */
#ifndef SL_GRID_PLAYBACK_H
#define SL_GRID_PLAYBACK_H

#include "models/base/series.h"
#include "models/base/volt.h"

struct sl_playback {
    struct sl_series v[3]; /* pu, by phase; a single series is put into all three; empty: `voltage_pu` */
    struct sl_series f;    /* Hz; empty: `nominal_hz` */
    double voltage_pu, nominal_hz;
};

/* Values for the step [t0, t1), t1 > t0, nanoseconds since the start of the run. */
struct sl_volt sl_playback_voltage(const struct sl_playback *p, int64_t t0_ns, int64_t t1_ns);
double sl_playback_frequency(const struct sl_playback *p, int64_t t_ns);

#endif
