#include "models/load/superpose.h"

#include "models/base/time.h"

void sl_superpose_plan(const struct sl_kernel *k, const struct sl_knots *knots, int64_t latest_ns,
                       struct sl_planned *plan)
{
    int64_t t1_ns = k->t0_ns + (int64_t)k->steps * k->h_ns;
    for (size_t i = 1; i < knots->count; i++) {
        struct sl_planned *p = &plan[i - 1];
        p->t_ns = knots->items[i].t_ns;
        p->skewed = knots->items[i].skewed && latest_ns > 0;
        p->jump = sl_knot_jump(&knots->items[i - 1], &knots->items[i]);
        if (!p->skewed && p->t_ns >= k->t0_ns && p->t_ns < t1_ns) sl_kernel_tap_at(k, p->t_ns, &p->tap);
    }
}

static void add_barrier(const struct sl_kernel *k, const struct sl_planned *p, const struct sl_group *g,
                        int64_t t1_ns, struct sl_kernel_block *block, struct sl_kernel_anchor *anchor,
                        size_t lane)
{
    if (p->t_ns >= t1_ns) return;
    double jump_w = g->gain * p->jump.jump_w + g->gain_delay_s * p->jump.per_delay_w_per_s;
    double slope = g->gain * p->jump.slope_change_w_per_s;
    if (p->t_ns < k->t0_ns) {
        anchor->power_w[lane] += jump_w + slope * sl_s_from_ns(k->t0_ns - p->t_ns);
        anchor->slope_w_per_s[lane] += slope;
    } else {
        sl_kernel_deposit(k, block, lane, &p->tap, jump_w, slope);
    }
}

static void add_skewed(const struct sl_kernel *k, const struct sl_planned *p, const struct sl_member *members,
                       size_t count, int64_t t1_ns, struct sl_kernel_block *block,
                       struct sl_kernel_anchor *anchor, size_t lane)
{
    for (size_t i = 0; i < count; i++) {
        const struct sl_member *m = &members[i];
        int64_t t_ns = p->t_ns + m->delay_ns;
        if (t_ns >= t1_ns) return;
        double jump_w = m->gain * (p->jump.jump_w + p->jump.per_delay_w_per_s * sl_s_from_ns(m->delay_ns));
        double slope = m->gain * p->jump.slope_change_w_per_s;
        if (t_ns < k->t0_ns) {
            anchor->power_w[lane] += jump_w + slope * sl_s_from_ns(k->t0_ns - t_ns);
            anchor->slope_w_per_s[lane] += slope;
        } else {
            struct sl_kernel_tap tap;
            sl_kernel_tap_at(k, t_ns, &tap);
            sl_kernel_deposit(k, block, lane, &tap, jump_w, slope);
        }
    }
}

void sl_superpose(const struct sl_kernel *k, const struct sl_knot *base, const struct sl_planned *plan,
                  size_t plan_count, double idle_w, const struct sl_group *group,
                  const struct sl_member *members, struct sl_kernel_block *block,
                  struct sl_kernel_anchor *anchor)
{
    size_t lane = group->slot % SL_LANES;
    int64_t t1_ns = k->t0_ns + (int64_t)k->steps * k->h_ns;
    double since_s = sl_s_from_ns(k->t0_ns - base->t_ns);
    anchor->power_w[lane] += group->gain * (base->power_w - idle_w + base->slope_w_per_s * since_s);
    if (base->skewed) anchor->power_w[lane] -= group->gain_delay_s * base->slope_w_per_s;
    anchor->slope_w_per_s[lane] += group->gain * base->slope_w_per_s;
    for (size_t i = 0; i < plan_count; i++) {
        if (plan[i].skewed)
            add_skewed(k, &plan[i], members + group->first, group->count, t1_ns, block, anchor, lane);
        else
            add_barrier(k, &plan[i], group, t1_ns, block, anchor, lane);
    }
}
