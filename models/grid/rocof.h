/* Rate of change of frequency over a stated window: (f(t) - f(t - window)) / window, as relays and grid codes
 * measure it. The window is a whole number of steps, at least one and at most SL_ROCOF_STEPS. */
#ifndef SL_GRID_ROCOF_H
#define SL_GRID_ROCOF_H

#define SL_ROCOF_STEPS 8192

struct sl_rocof {    /* plain state */
    int count;       /* steps in the window */
    int next;        /* oldest entry */
    double window_s; /* as realised */
    double value_hz_per_s;
    double f_hz[SL_ROCOF_STEPS];
};

/* Starts settled at f_hz. */
void sl_rocof_init(struct sl_rocof *r, double window_s, double step_s, double f_hz);

/* Takes the frequency at the end of a step and returns the rate, Hz/s. */
double sl_rocof_step(struct sl_rocof *r, double f_hz);

#endif
