#include "models/quality/ramp.h"

#include <math.h>
#include <string.h>

#define BLOCK_MASK (SL_RAMP_BLOCKS - 1)
#define TRAIL_MASK (SL_RAMP_TRAIL - 1)
#define BLOCKS_A_WINDOW 500

static const double windows_s[SL_RAMP_WINDOWS] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,
                                                  0.5,   1,     2,     5,    10,   20,   30,  60,
                                                  120,   300,   600,   900,  1800, 3600};

static const char too_short[] = "shorter than the step";
static const char too_long[] = "longer than the run";

void sl_ramp_init(struct sl_ramp *r, double step_s, double duration_s)
{
    memset(r, 0, sizeof *r);
    r->step_s = step_s;
    r->longest = -1;
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        struct sl_ramp_window *w = &r->window[i];
        w->asked_s = windows_s[i];
        w->steps = llround(windows_s[i] / step_s);
        if (w->steps > SL_RAMP_TRAIL - 2) {
            w->block_steps = (w->steps + BLOCKS_A_WINDOW - 1) / BLOCKS_A_WINDOW;
            w->blocks = (w->steps + w->block_steps - 1) / w->block_steps;
        }
        w->window_s = (double)w->steps * step_s;
        w->assessed = windows_s[i] >= step_s * (1.0 - 1e-9) && windows_s[i] < duration_s;
        if (w->assessed && !w->block_steps) r->longest = i;
    }
}

/* Queues a value after dropping those that it beats: sign 1 keeps the least first, -1 the largest. What lies before
 * the front of the longest window has left it and may have been overwritten. */
static void trail_push(struct sl_ramp_trail *q, int longest, int64_t step, double value, double sign)
{
    while (q->tail > q->front[longest] && sign * (q->value[(q->tail - 1) & TRAIL_MASK] - value) >= 0.0)
        q->tail--;
    q->value[q->tail & TRAIL_MASK] = value;
    q->step[q->tail & TRAIL_MASK] = step;
    q->tail++;
}

/* The extreme of the window that began at `first`. */
static double trail_extreme(struct sl_ramp_trail *q, int window, int64_t first)
{
    uint64_t *front = &q->front[window];
    if (*front >= q->tail) *front = q->tail - 1;
    while (q->step[*front & TRAIL_MASK] < first) (*front)++;
    return q->value[*front & TRAIL_MASK];
}

/* The same in one: what left the window goes too. */
static void queue_push(struct sl_ramp_queue *q, int64_t block, int64_t blocks, double value, double sign)
{
    while (q->head != q->tail && q->block[q->head & BLOCK_MASK] <= block - blocks) q->head++;
    while (q->head != q->tail && sign * (q->value[(q->tail - 1) & BLOCK_MASK] - value) >= 0.0) q->tail--;
    q->value[q->tail & BLOCK_MASK] = value;
    q->block[q->tail & BLOCK_MASK] = block;
    q->tail++;
}

static void note(struct sl_ramp_window *w, double rise, double fall, int64_t steps)
{
    if (rise > w->rise_w) {
        w->rise_w = rise;
        w->rise_step = steps;
    }
    if (fall > w->fall_w) {
        w->fall_w = fall;
        w->fall_step = steps;
    }
}

/* The open block against those before; what happens inside a block, a shorter window has seen. */
static void block_compare(struct sl_ramp_window *w, int64_t steps)
{
    if (w->done > 0 && w->filled > 0)
        note(w, w->most - w->low.value[w->low.head & BLOCK_MASK],
             w->high.value[w->high.head & BLOCK_MASK] - w->least, steps);
}

static void block_close(struct sl_ramp_window *w, int64_t steps)
{
    block_compare(w, steps);
    queue_push(&w->low, w->done, w->blocks, w->least, 1.0);
    queue_push(&w->high, w->done, w->blocks, w->most, -1.0);
    w->filled = 0;
    w->done++;
}

static void block_add(struct sl_ramp_window *w, double p_w, int64_t steps)
{
    w->least = w->filled ? fmin(w->least, p_w) : p_w;
    w->most = w->filled ? fmax(w->most, p_w) : p_w;
    if (++w->filled == w->block_steps) block_close(w, steps);
}

void sl_ramp_add(struct sl_ramp *r, double p_w)
{
    const int64_t t = r->steps++;
    if (r->longest >= 0) {
        trail_push(&r->low, r->longest, t, p_w, 1.0);
        trail_push(&r->high, r->longest, t, p_w, -1.0);
    }
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        struct sl_ramp_window *w = &r->window[i];
        if (!w->assessed) continue;
        if (w->block_steps)
            block_add(w, p_w, r->steps);
        else
            note(w, p_w - trail_extreme(&r->low, i, t - w->steps),
                 trail_extreme(&r->high, i, t - w->steps) - p_w, r->steps);
    }
}

void sl_ramp_results(const struct sl_ramp *r, struct sl_ramp_result *result)
{
    struct sl_ramp_result worst = {0};
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        struct sl_ramp_window open = r->window[i], *w = &open;
        if (w->block_steps) block_compare(w, r->steps);
        if (w->assessed && w->rise_w > worst.rise_w) {
            worst.rise_w = w->rise_w;
            worst.rise_at_s = (double)w->rise_step * r->step_s;
        }
        if (w->assessed && w->fall_w > worst.fall_w) {
            worst.fall_w = w->fall_w;
            worst.fall_at_s = (double)w->fall_step * r->step_s;
        }
        result[i] = w->assessed ? worst : (struct sl_ramp_result){.rise_w = NAN, .fall_w = NAN};
        result[i].assessed = w->assessed;
        result[i].window_s = w->assessed ? w->window_s : w->asked_s;
        if (!w->assessed) result[i].why_not = w->asked_s < r->step_s ? too_short : too_long;
    }
}
