#include "models/quality/ramp.h"

#include <math.h>
#include <string.h>

#define MASK (SL_RAMP_BLOCKS - 1)
#define BLOCKS_A_WINDOW 100

static const double windows_s[SL_RAMP_WINDOWS] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,
                                                  0.5,   1,     2,     5,    10,   20,   30,  60,
                                                  120,   300,   600,   900,  1800, 3600};

static const char too_short[] = "shorter than the step";
static const char too_long[] = "longer than the run";

void sl_ramp_init(struct sl_ramp *r, double step_s, double duration_s)
{
    memset(r, 0, sizeof *r);
    r->step_s = step_s;
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        struct sl_ramp_window *w = &r->window[i];
        w->asked_s = windows_s[i];
        int64_t steps = llround(windows_s[i] / step_s);
        w->block_steps = steps <= BLOCKS_A_WINDOW ? 1 : (steps + BLOCKS_A_WINDOW - 1) / BLOCKS_A_WINDOW;
        w->blocks = (steps + w->block_steps / 2) / w->block_steps;
        w->window_s = (double)(w->blocks * w->block_steps) * step_s;
        w->assessed = windows_s[i] >= step_s * (1.0 - 1e-9) && windows_s[i] < duration_s;
    }
}

/* Drops what left the window and what the new value beats, then queues it: the front stays the extreme. */
static void queue_push(struct sl_ramp_queue *q, int64_t block, int64_t blocks, double value, double sign)
{
    while (q->head != q->tail && q->block[q->head & MASK] < block - blocks) q->head++;
    while (q->head != q->tail && sign * (q->value[(q->tail - 1) & MASK] - value) >= 0.0) q->tail--;
    q->value[q->tail & MASK] = value;
    q->block[q->tail & MASK] = block;
    q->tail++;
}

static void block_close(struct sl_ramp_window *w, int64_t steps)
{
    double p = w->block_steps == 1 ? w->sum : w->sum / (double)w->block_steps;
    w->sum = 0.0;
    w->filled = 0;
    queue_push(&w->low, w->done, w->blocks, p, 1.0);
    queue_push(&w->high, w->done, w->blocks, p, -1.0);
    w->done++;
    double rise = p - w->low.value[w->low.head & MASK], fall = w->high.value[w->high.head & MASK] - p;
    if (rise > w->rise_w) {
        w->rise_w = rise;
        w->rise_step = steps;
    }
    if (fall > w->fall_w) {
        w->fall_w = fall;
        w->fall_step = steps;
    }
}

void sl_ramp_add(struct sl_ramp *r, double p_w)
{
    r->steps++;
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        struct sl_ramp_window *w = &r->window[i];
        if (!w->assessed) continue;
        w->sum += p_w;
        if (++w->filled == w->block_steps) block_close(w, r->steps);
    }
}

void sl_ramp_results(const struct sl_ramp *r, struct sl_ramp_result *result)
{
    struct sl_ramp_result worst = {0};
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        const struct sl_ramp_window *w = &r->window[i];
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
