#include "models/load/knot.h"

#include "models/base/error.h"
#include "models/base/time.h"

#include <stdlib.h>
#include <string.h>

int sl_knots_push(struct sl_knots *knots, struct sl_knot knot, struct sl_error *err)
{
    if (knots->count == knots->cap) {
        size_t cap = knots->cap ? 2 * knots->cap : 64;
        struct sl_knot *grown = realloc(knots->items, cap * sizeof *grown);
        if (!grown) return sl_no_memory(err, "knots of a job");
        knots->items = grown;
        knots->cap = cap;
    }
    knots->items[knots->count++] = knot;
    return 0;
}

void sl_knots_clear(struct sl_knots *knots)
{
    knots->count = 0;
}

void sl_knots_drop(struct sl_knots *knots, size_t count)
{
    if (count == 0) return;
    memmove(knots->items, knots->items + count, (knots->count - count) * sizeof *knots->items);
    knots->count -= count;
}

void sl_knots_free(struct sl_knots *knots)
{
    free(knots->items);
    *knots = (struct sl_knots){0};
}

struct sl_jump sl_knot_jump(const struct sl_knot *a, const struct sl_knot *b)
{
    double dt_s = sl_s_from_ns(b->t_ns - a->t_ns);
    int dw = (b->skewed != 0) - (a->skewed != 0);
    return (struct sl_jump){.jump_w = b->power_w - (a->power_w + a->slope_w_per_s * dt_s),
                            .per_delay_w_per_s = dw ? -a->slope_w_per_s * dw : 0.0,
                            .slope_change_w_per_s = b->slope_w_per_s - a->slope_w_per_s};
}
