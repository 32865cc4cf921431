/* The stream of knots: a piecewise-linear power of one nominal accelerator at exact nanoseconds.
 *
 * A knot tells power and slope right after its instant, as absolute values, so that a stream cannot drift. A server
 * whose delay is d sees a skewed knot at t_ns + d and a barrier knot (skewed = 0) at t_ns: in between, members of a
 * job drift apart and meet again. With w = 0 or 1 for barrier or skewed, knot k happens at t_k + w_k d and jumps by
 *
 *     J_k(d) = P_k - (P_(k-1) + S_(k-1) (t_k - t_(k-1) + (w_k - w_(k-1)) d)),
 *
 * linear in d, so that the sum over any mix of servers stays on the absolute values at every later time. */
#ifndef SL_LOAD_KNOT_H
#define SL_LOAD_KNOT_H

#include <stddef.h>
#include <stdint.h>

struct sl_error;

struct sl_knot {
    int64_t t_ns;
    double power_w;       /* right after t_ns */
    double slope_w_per_s; /* from t_ns on */
    int64_t skewed;       /* 1: each server is late by its own delay; 0: at the same instant for all */
};

struct sl_knots { /* owned; zero before the first push */
    struct sl_knot *items;
    size_t count, cap;
};

int sl_knots_push(struct sl_knots *knots, struct sl_knot knot, struct sl_error *err);
void sl_knots_clear(struct sl_knots *knots);              /* keeps the memory */
void sl_knots_drop(struct sl_knots *knots, size_t count); /* the first `count` */
void sl_knots_free(struct sl_knots *knots);

/* The jump of knot b after knot a for a server without delay, W, and its change with the delay, W/s. */
struct sl_jump {
    double jump_w, per_delay_w_per_s, slope_change_w_per_s;
};

struct sl_jump sl_knot_jump(const struct sl_knot *a, const struct sl_knot *b);

#endif
