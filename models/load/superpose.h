/* Many servers on one stream of knots: their powers superpose, lagged, in a rack's lane of the kernel.
 *
 * Barrier knots are deposited once a rack, with the summed gain and the summed gain * delay (a jump is linear in the
 * delay, knot.h); skewed ones once a server. What happened before the span goes into its anchor in the same way, so
 * that anchor and deposits agree whatever the order in which a server sees barrier and skewed knots. */
#ifndef SL_LOAD_SUPERPOSE_H
#define SL_LOAD_SUPERPOSE_H

#include "models/load/kernel.h"
#include "models/load/knot.h"

struct sl_member { /* a server of a job */
    int64_t delay_ns;
    double gain; /* of the server, times its accelerators in the job */
};

struct sl_group { /* the servers of a job in one rack: members[first .. first + count), by rising delay */
    size_t slot;  /* of the rack */
    size_t first, count;
    double gain, gain_delay_s; /* sums of gain and of gain * delay */
    double accelerators;
};

struct sl_planned { /* a knot and what it does, once for all racks */
    int64_t t_ns;
    int skewed;
    struct sl_jump jump;
    struct sl_kernel_tap tap; /* of a barrier knot inside the span */
};

/* Plans knots[1..] (knots[0], the base, has been seen by all members) for the kernel's span into plan[count - 1].
 * latest_ns: the largest delay of any member; without delays every knot is a barrier. */
void sl_superpose_plan(const struct sl_kernel *k, const struct sl_knots *knots, int64_t latest_ns,
                       struct sl_planned *plan);

/* Adds the group's power less idle_w an accelerator. plan_count = knots - 1. */
void sl_superpose(const struct sl_kernel *k, const struct sl_knot *base, const struct sl_planned *plan,
                  size_t plan_count, double idle_w, const struct sl_group *group,
                  const struct sl_member *members, struct sl_kernel_block *block,
                  struct sl_kernel_anchor *anchor);

#endif
