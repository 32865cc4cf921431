/* The electrical path: one array of nodes sorted from the root, each with a parent.
 *
 *   POI -> main transformer (its output is the MV bus) -> unit transformer -> UPS group -> feed -> racks
 *
 * Power sums from the leaves to the root, voltage spreads from the root to the leaves; each node turns its output
 * into its input by its own model and computes its loss once, so input = output + loss. 2N, N+1 and N are only
 * different lists of feeds. Voltage reaches the leaves but changes no load yet: racks take constant power.
 *
 * Planning: each node's output also swings around its mean (load_swing.h), s^2 = sum over jobs of (sum over the halls
 * below of the job's deviation)^2. Inputs and losses are means by the two-point rule, (f(m + s) + f(m - s))/2; half the
 * difference goes on up, shared among the jobs. Left out: what storage does to the swing, and loadings beyond means. */
#ifndef SL_CAMPUS_PATH_H
#define SL_CAMPUS_PATH_H

#include "models/base/channel.h"
#include "models/base/error.h"
#include "models/base/volt.h"
#include "models/power/feeder.h"
#include "models/power/transformer.h"
#include "models/power/ups.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sl_node_kind { SL_NODE_POI, SL_NODE_MAIN, SL_NODE_UNIT, SL_NODE_UPS, SL_NODE_FEED, SL_NODE_KINDS };

#define SL_NODE_NAME 40

struct sl_path_node { /* plain state */
    int kind, parent;
    int units;      /* transformers or modules that share the load */
    double rated_w; /* of all units; 0: not rated. W, for transformers VA */
    double firm_w;  /* without the promised spare: a unit less with n+1 */
    int twin;       /* this node on the other side of a 2n path, whose load it must take over; 0: none */
    double load_w,
        load_var; /* own load at the output, besides the children: cooling and sources on the MV bus */
    double out_w, out_var;
    double in_w, in_var;
    double loss_w;
    double swing_w, swing_var; /* standard deviation of the output in a planning run; else 0 */
    struct sl_volt v;          /* at the output */
    double worst_fraction;     /* largest loading of the run, of rated_w */
    double firm_fraction;      /* largest with the spare out of service: twin's load taken over, of firm_w */
    int64_t worst_ns;          /* when that was */
    char name[SL_NODE_NAME];
};

struct sl_swing { /* standard deviation of one job's power */
    double w, var;
};

struct sl_feed_out {
    double power_w;    /* racks on this feed */
    double voltage_pu; /* at the racks, mean of the phases */
    double ups_w;      /* output of the UPS group (or of the MV branch) that carries it */
};

struct sl_path_out {
    double ups_loss_w, transformer_loss_w, distribution_loss_w, auxiliary_w;
};

struct sl_path {
    size_t count, feeds, first_feed; /* feed f is node first_feed + f */
    struct sl_path_node *node;       /* owned */
    struct sl_feed_out *feed;        /* owned, one a feed */
    size_t jobs;                     /* planning: most that may swing; else 0 */
    struct sl_swing *swing;          /* owned [count][jobs]: of each at each node's output */
    struct sl_transformer main, unit;
    struct sl_ups ups;
    struct sl_feeder_params feeder;
    void (*input[SL_NODE_KINDS])(struct sl_path *,
                                 struct sl_path_node *); /* output -> input of each kind of node */
    double poi_pu;                                       /* mean POI voltage that goes with the last sum */
    size_t failed; /* a transformer asked for more than it can transfer in the last sum; 0: none */
    double auxiliary_w;
    double tan_phi, ups_tan_phi; /* reactive over active power of racks and of UPS inputs */
    struct sl_path_out out;
};

#define SL_PATH_MV 1 /* the node whose output is the MV bus */

struct sl_power_params;

/* Builds the tree for `halls` equal halls whose racks are rated hall_rated_w at their inputs.
 * rack_power_factor: displacement factor of the racks. */
int sl_path_init(struct sl_path *path, const struct sl_power_params *params, int halls, double hall_rated_w,
                 double rack_power_factor, struct sl_error *err);
void sl_path_free(struct sl_path *path);

/* Feeds of a hall: 2 with a 2n UPS, else 1. Feed of side s of hall h is h * sides + s. */
int sl_path_sides(const struct sl_power_params *params);

/* Takes what the racks ask of each feed, W. */
void sl_path_load(struct sl_path *path, const double *feed_w);

/* Planning: takes what each job's power on each feed deviates, [feeds][jobs] in W; none before the first call. */
int sl_path_swing_init(struct sl_path *path, size_t jobs, struct sl_error *err);
void sl_path_swing(struct sl_path *path, const double *feed_swing_w);

/* Leaves to root at a mean MV voltage of v_mv_pu (> 0). The main transformer is taken from its MV side, so that all of
 * this is a plain function of v_mv_pu: node[0].in_w + j in_var is what the POI must deliver, poi_pu the voltage that it
 * must have to do so. */
void sl_path_sum(struct sl_path *path, double v_mv_pu);

/* Root to leaves from the POI's phases, once v_mv_pu of the last sum is the solution. */
void sl_path_spread(struct sl_path *path, struct sl_volt poi);

/* Fills out from the last sum. */
void sl_path_losses(struct sl_path *path);

/* Fills out, feed[] and the worst loadings after a solved step that ends at t_ns. */
void sl_path_finish(struct sl_path *path, int64_t t_ns);

extern const struct sl_channel sl_path_channels[4];
extern const struct sl_channel sl_feed_channels[3];

#endif
