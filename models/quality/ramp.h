/* Ramps: the worst rise and fall of a power within a window, for windows from 1 ms to 1 h at once.
 *
 *   rise(W) = max over t of P(t) - min of P over [t - W, t];  fall likewise
 * so a swing counts whatever its length up to W, the curve never falls with W, and a periodic load does not
 * hide behind a window of its own period. A constant slope gives slope times W. Exact for windows of up to
 * 65,534 steps (a minute at 1 ms). Longer ones compare least and largest values of blocks of a 500th of the
 * window: never less than the exact figure, never more than that of a window 0.4 % longer. Memory is bounded;
 * a step costs a comparison a window. Windows shorter than the step or longer than the run are not assessed. */
#ifndef SL_QUALITY_RAMP_H
#define SL_QUALITY_RAMP_H

#include <stdbool.h>
#include <stdint.h>

#define SL_RAMP_WINDOWS 22
#define SL_RAMP_TRAIL 65536 /* a power of two above the longest exact window + 1, steps */
#define SL_RAMP_BLOCKS 512  /* a power of two above the blocks of a longer window */

/* The values that can still be the extreme of a window, oldest and most extreme first: one for all exact windows,
 * each of which begins at its own place. */
struct sl_ramp_trail {
    double value[SL_RAMP_TRAIL];
    int64_t step[SL_RAMP_TRAIL];
    uint64_t tail;                   /* count of all that were ever queued */
    uint64_t front[SL_RAMP_WINDOWS]; /* place of the extreme of the window */
};

struct sl_ramp_queue { /* the same for a single window of blocks */
    double value[SL_RAMP_BLOCKS];
    int64_t block[SL_RAMP_BLOCKS];
    uint32_t head, tail;
};

struct sl_ramp_window {
    double asked_s, window_s; /* as asked; as a whole number of steps */
    bool assessed;
    int64_t steps;
    int64_t block_steps, blocks;  /* block length, 0: exact; blocks in the window */
    int64_t filled, done;         /* steps in the open block; closed blocks */
    double least, most;           /* of the open block */
    double rise_w, fall_w;        /* both >= 0 */
    int64_t rise_step, fall_step; /* end of the worst one, steps since the start */
    struct sl_ramp_queue low, high;
};

struct sl_ramp { /* plain state, about 2.5 MB */
    double step_s;
    int64_t steps;
    int longest; /* of the exact windows; -1: none */
    struct sl_ramp_trail low, high;
    struct sl_ramp_window window[SL_RAMP_WINDOWS];
};

struct sl_ramp_result {
    double window_s;
    bool assessed;
    const char *why_not; /* NULL if assessed */
    double rise_w, fall_w;
    double rise_at_s, fall_at_s; /* end of the worst one since the start */
};

void sl_ramp_init(struct sl_ramp *r, double step_s, double duration_s);
void sl_ramp_add(struct sl_ramp *r, double p_w);

/* result[SL_RAMP_WINDOWS], windows ascending. */
void sl_ramp_results(const struct sl_ramp *r, struct sl_ramp_result *result);

#endif
