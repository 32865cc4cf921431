#include "sim/campus/path.h"

#include "sim/scenario/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sl_channel sl_path_channels[4] = {
    {"ups_loss", "W", "loss of the UPS groups", SL_CELL_MEAN, NULL, NULL,
     offsetof(struct sl_path_out, ups_loss_w)},
    {"transformer_loss", "W", "loss of the transformers", SL_CELL_MEAN, NULL, NULL,
     offsetof(struct sl_path_out, transformer_loss_w)},
    {"distribution_loss", "W", "loss of busways and distribution units", SL_CELL_MEAN, NULL, NULL,
     offsetof(struct sl_path_out, distribution_loss_w)},
    {"auxiliary_power", "W", "lighting, security, offices", SL_CELL_MEAN, "consumption", NULL,
     offsetof(struct sl_path_out, auxiliary_w)},
};

const struct sl_channel sl_feed_channels[3] = {
    {"feed_power", "W", "power of the racks on the feed", SL_CELL_MEAN, "consumption", NULL,
     offsetof(struct sl_feed_out, power_w)},
    {"feed_voltage", "1", "voltage at the racks, per unit, mean of the phases", SL_CELL_POINT, NULL, NULL,
     offsetof(struct sl_feed_out, voltage_pu)},
    {"feed_ups_power", "W", "output of the UPS group that carries the feed", SL_CELL_MEAN, "consumption",
     NULL, offsetof(struct sl_feed_out, ups_w)},
};

static double parent_pu(const struct sl_path *path, const struct sl_path_node *n)
{
    return sl_volt_mean(path->node[n->parent].v);
}

static void pass_through(struct sl_path *path, struct sl_path_node *n)
{
    (void)path;
    n->in_w = n->out_w;
    n->in_var = n->out_var;
}

static void main_input(struct sl_path *path, struct sl_path_node *n)
{
    sl_transformer_sending(&path->main, n->units, n->out_w, n->out_var, sl_volt_mean(n->v), &n->in_w,
                           &n->in_var, &path->poi_pu);
}

static void unit_input(struct sl_path *path, struct sl_path_node *n)
{
    double v_out_pu;
    if (sl_transformer_step(&path->unit, n->units, n->out_w, n->out_var, parent_pu(path, n), &n->in_w,
                            &n->in_var, &v_out_pu))
        path->failed = (size_t)(n - path->node);
    n->v = sl_volt_balanced(v_out_pu);
}

static void ups_input(struct sl_path *path, struct sl_path_node *n)
{
    n->in_w = sl_ups_input_w(&path->ups, n->units, n->out_w);
    n->in_var = n->in_w * path->ups_tan_phi;
}

static void feed_input(struct sl_path *path, struct sl_path_node *n)
{
    n->in_w = sl_feeder_input_w(&path->feeder, n->out_w);
    n->in_var = n->out_var;
}

void sl_path_load(struct sl_path *path, const double *feed_w)
{
    for (size_t f = 0; f < path->feeds; f++) {
        struct sl_path_node *n = &path->node[path->first_feed + f];
        n->load_w = feed_w[f];
        n->load_var = feed_w[f] * path->tan_phi;
    }
}

void sl_path_swing(struct sl_path *path, const double *feed_swing_w)
{
    struct sl_swing *of_feed = path->swing + path->first_feed * path->jobs;
    for (size_t i = 0; i < path->feeds * path->jobs; i++)
        of_feed[i] = (struct sl_swing){feed_swing_w[i], feed_swing_w[i] * path->tan_phi};
}

/* The mean over m - s and m + s; half the difference is the deviation at the input. */
static struct sl_swing input_two_points(struct sl_path *path, struct sl_path_node *n)
{
    double out_w = n->out_w, out_var = n->out_var;
    n->out_w = out_w - n->swing_w;
    n->out_var = out_var - n->swing_var;
    path->input[n->kind](path, n);
    const struct sl_path_node low = *n;
    double low_pu = path->poi_pu;
    n->out_w = out_w + n->swing_w;
    n->out_var = out_var + n->swing_var;
    path->input[n->kind](path, n);
    struct sl_swing up = {0.5 * (n->in_w - low.in_w), 0.5 * (n->in_var - low.in_var)};
    n->out_w = out_w;
    n->out_var = out_var;
    n->in_w = 0.5 * (n->in_w + low.in_w);
    n->in_var = 0.5 * (n->in_var + low.in_var);
    for (int p = 0; p < 3; p++) n->v.ph[p] = 0.5 * (n->v.ph[p] + low.v.ph[p]);
    path->poi_pu = 0.5 * (path->poi_pu + low_pu);
    return up;
}

/* Jobs are independent: their variances add. */
static void swing_gather(struct sl_path *path, size_t i)
{
    const struct sl_swing *job = path->swing + i * path->jobs;
    double w2 = 0.0, var2 = 0.0;
    for (size_t j = 0; j < path->jobs; j++) {
        w2 += job[j].w * job[j].w;
        var2 += job[j].var * job[j].var;
    }
    path->node[i].swing_w = sqrt(w2);
    path->node[i].swing_var = sqrt(var2);
}

/* Within a job the deviations of the halls add: a share of the input's deviation goes to the parent. */
static void input_swinging(struct sl_path *path, size_t i)
{
    struct sl_path_node *n = &path->node[i];
    const struct sl_swing *job = path->swing + i * path->jobs;
    struct sl_swing *parent = path->swing + (size_t)n->parent * path->jobs;
    swing_gather(path, i);
    struct sl_swing up = input_two_points(path, n);
    for (size_t j = 0; j < path->jobs && n->swing_w > 0.0; j++) {
        double share = job[j].w / n->swing_w;
        parent[j].w += share * up.w;
        parent[j].var += share * up.var;
    }
}

void sl_path_sum(struct sl_path *path, double v_mv_pu)
{
    struct sl_path_node *node = path->node;
    path->failed = 0;
    path->poi_pu = v_mv_pu;
    node[SL_PATH_MV].v = sl_volt_balanced(v_mv_pu);
    for (size_t i = 0; i < path->count; i++) {
        node[i].out_w = node[i].load_w;
        node[i].out_var = node[i].load_var;
    }
    if (path->jobs > 0) memset(path->swing, 0, path->first_feed * path->jobs * sizeof *path->swing);
    for (size_t i = path->count - 1; i > 0; i--) {
        struct sl_path_node *n = &node[i];
        if (path->jobs > 0)
            input_swinging(path, i);
        else
            path->input[n->kind](path, n);
        n->loss_w = n->in_w - n->out_w;
        node[n->parent].out_w += n->in_w;
        node[n->parent].out_var += n->in_var;
    }
    if (path->jobs > 0) swing_gather(path, 0);
    node[0].in_w = node[0].out_w;
    node[0].in_var = node[0].out_var;
}

/* A transformer scales all phases alike, by the ratio of its means; a UPS gives a regulated 1 pu. */
void sl_path_spread(struct sl_path *path, struct sl_volt poi)
{
    double mv_ratio = sl_volt_mean(path->node[SL_PATH_MV].v) / path->poi_pu;
    double mv_pu = sl_volt_mean(path->node[SL_PATH_MV].v);
    path->node[0].v = poi;
    for (size_t i = 1; i < path->count; i++) {
        struct sl_path_node *n = &path->node[i];
        double ratio = 1.0;
        if (n->kind == SL_NODE_MAIN) ratio = mv_ratio;
        if (path->input[n->kind] == unit_input) ratio = sl_volt_mean(n->v) / mv_pu;
        n->v = path->node[n->parent].v;
        for (int p = 0; p < 3; p++) n->v.ph[p] *= ratio;
        if (path->input[n->kind] == ups_input) n->v = sl_volt_balanced(1.0);
    }
}

/* What is held against a rating: power, in transformers the current (IEC 60076-7: the load factor is one of currents). */
static double carried_by(const struct sl_path_node *n)
{
    if (n->kind != SL_NODE_MAIN && n->kind != SL_NODE_UNIT) return n->out_w;
    double v_pu = sl_volt_mean(n->v);
    return v_pu > 0.0 ? hypot(n->out_w, n->out_var) / v_pu : 0.0;
}

static void note_loading(const struct sl_path *path, struct sl_path_node *n, int64_t t_ns)
{
    if (n->rated_w <= 0.0) return;
    double carried = carried_by(n);
    double firm = (carried + (n->twin ? carried_by(&path->node[n->twin]) : 0.0)) / n->firm_w;
    if (carried > n->worst_fraction * n->rated_w) n->worst_fraction = carried / n->rated_w;
    if (firm > n->firm_fraction) {
        n->firm_fraction = firm;
        n->worst_ns = t_ns;
    }
}

void sl_path_losses(struct sl_path *path)
{
    double loss[SL_NODE_KINDS] = {0};
    for (size_t i = 1; i < path->count; i++) loss[path->node[i].kind] += path->node[i].loss_w;
    path->out = (struct sl_path_out){loss[SL_NODE_UPS], loss[SL_NODE_MAIN] + loss[SL_NODE_UNIT],
                                     loss[SL_NODE_FEED], path->auxiliary_w};
}

void sl_path_finish(struct sl_path *path, int64_t t_ns)
{
    sl_path_losses(path);
    for (size_t i = 1; i < path->count; i++) note_loading(path, &path->node[i], t_ns);
    for (size_t f = 0; f < path->feeds; f++) {
        const struct sl_path_node *n = &path->node[path->first_feed + f];
        path->feed[f] = (struct sl_feed_out){n->out_w, sl_volt_mean(n->v), path->node[n->parent].out_w};
    }
}

/* Building. */

int sl_path_sides(const struct sl_power_params *params)
{
    return params->has_ups && params->ups.redundancy == SL_REDUNDANCY_2N ? 2 : 1;
}

static struct sl_path_node *node_add(struct sl_path *path, int kind, int parent, int units)
{
    struct sl_path_node *n = &path->node[path->count++];
    *n = (struct sl_path_node){.kind = kind, .parent = parent, .units = units};
    n->v = sl_volt_balanced(1.0);
    return n;
}

/* Rates a node of equal units; n+1 keeps one of them for the loss of another. */
static void node_rate(struct sl_path_node *n, double unit_w, int redundancy)
{
    n->rated_w = unit_w * n->units;
    n->firm_w = unit_w * (redundancy == SL_REDUNDANCY_N_PLUS_1 ? n->units - 1 : n->units);
}

/* A node and the one `apart` before it are the two sides of a 2n path. */
static void node_pair(struct sl_path *path, size_t index, size_t apart)
{
    path->node[index].twin = (int)(index - apart);
    path->node[index - apart].twin = (int)index;
}

/* Modules of a group that carries rated_w: as asked, or as many as needed and a spare for n+1. */
static int group_modules(const struct sl_ups_group_params *ups, double module_w, double rated_w)
{
    if (ups->modules_per_side > 0) return (int)ups->modules_per_side;
    int needed = (int)ceil(rated_w / module_w - 1e-9);
    return (needed < 1 ? 1 : needed) + (ups->redundancy == SL_REDUNDANCY_N_PLUS_1 ? 1 : 0);
}

/* One branch of the MV bus: unit transformer and UPS group; returns the index of the group. */
static int branch_add(struct sl_path *path, const struct sl_power_params *params, double rated_w, int side,
                      const char *name)
{
    int parent = SL_PATH_MV;
    size_t nodes = params->has_unit_transformer ? 2 : 1;
    if (params->has_unit_transformer) {
        const struct sl_transformer_bank_params *bank = &params->unit_transformer;
        struct sl_path_node *unit = node_add(path, SL_NODE_UNIT, parent, (int)bank->count);
        node_rate(unit, path->unit.rated_va, bank->redundancy);
        snprintf(unit->name, sizeof unit->name, "unit_transformer_%s", name);
        parent = (int)path->count - 1;
        if (side == 1) node_pair(path, path->count - 1, nodes);
    }
    int units = params->has_ups ? group_modules(&params->ups, path->ups.rated_w, rated_w) : 1;
    struct sl_path_node *group = node_add(path, SL_NODE_UPS, parent, units);
    if (params->has_ups) node_rate(group, path->ups.rated_w, params->ups.redundancy);
    snprintf(group->name, sizeof group->name, "ups_%s", name);
    if (side == 1) node_pair(path, path->count - 1, nodes);
    return (int)path->count - 1;
}

static int models_init(struct sl_path *path, const struct sl_power_params *params, double hall_rated_w,
                       struct sl_error *err)
{
    for (int kind = 0; kind < SL_NODE_KINDS; kind++) path->input[kind] = pass_through;
    path->input[SL_NODE_FEED] = feed_input;
    path->feeder = params->feeder;
    if (isnan(path->feeder.rated_power_w)) path->feeder.rated_power_w = hall_rated_w;
    if (params->has_ups) {
        path->input[SL_NODE_UPS] = ups_input;
        sl_ups_init(&path->ups, &params->ups.module);
        path->ups_tan_phi = tan(acos(path->ups.power_factor));
    }
    if (params->has_main_transformer) {
        path->input[SL_NODE_MAIN] = main_input;
        if (sl_transformer_init(&path->main, &params->main_transformer.unit, err))
            return sl_context(err, "power.main_transformer");
    }
    if (params->has_unit_transformer) {
        path->input[SL_NODE_UNIT] = unit_input;
        if (sl_transformer_init(&path->unit, &params->unit_transformer.unit, err))
            return sl_context(err, "power.unit_transformer");
    }
    return 0;
}

static void tree_build(struct sl_path *path, const struct sl_power_params *params, int halls,
                       double hall_rated_w, int *group_of)
{
    struct sl_path_node *poi = node_add(path, SL_NODE_POI, -1, 1);
    snprintf(poi->name, sizeof poi->name, "poi");
    struct sl_path_node *mains = node_add(path, SL_NODE_MAIN, 0, 1);
    snprintf(mains->name, sizeof mains->name, "main_transformer");
    if (params->has_main_transformer) {
        mains->units = (int)params->main_transformer.count;
        node_rate(mains, path->main.rated_va, params->main_transformer.redundancy);
    }
    int sides = sl_path_sides(params);
    int groups = params->has_ups && params->ups.group_by == SL_BY_SITE ? 1 : halls;
    for (int i = 0; i < groups * sides; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d%c", i / sides + 1, "ab"[i % sides]);
        group_of[i] = branch_add(path, params, hall_rated_w * (halls / groups), i % sides, name);
    }
    path->first_feed = path->count;
    for (int f = 0; f < halls * sides; f++) {
        struct sl_path_node *feed = node_add(path, SL_NODE_FEED, group_of[groups == 1 ? f % sides : f], 1);
        node_rate(feed, path->feeder.rated_power_w, SL_REDUNDANCY_N);
        snprintf(feed->name, sizeof feed->name, "feed_%d%c", f / sides + 1, "ab"[f % sides]);
        if (f % sides == 1) node_pair(path, path->count - 1, 1);
    }
}

int sl_path_init(struct sl_path *path, const struct sl_power_params *params, int halls, double hall_rated_w,
                 double rack_power_factor, struct sl_error *err)
{
    memset(path, 0, sizeof *path);
    path->feeds = (size_t)(halls * sl_path_sides(params));
    path->node = calloc(2 + 3 * path->feeds, sizeof *path->node);
    path->feed = calloc(path->feeds, sizeof *path->feed);
    int *group_of = calloc(path->feeds, sizeof *group_of);
    if (!path->node || !path->feed || !group_of) {
        free(group_of);
        return sl_no_memory(err, "the electrical path");
    }
    int status = models_init(path, params, hall_rated_w, err);
    if (status) {
        free(group_of);
        return status;
    }
    path->auxiliary_w = params->auxiliary_w;
    path->tan_phi = tan(acos(rack_power_factor));
    tree_build(path, params, halls, hall_rated_w, group_of);
    free(group_of);
    return 0;
}

int sl_path_swing_init(struct sl_path *path, size_t jobs, struct sl_error *err)
{
    path->swing = calloc(path->count * jobs + 1, sizeof *path->swing);
    path->jobs = jobs;
    return path->swing ? 0 : sl_no_memory(err, "the swing of the path");
}

void sl_path_free(struct sl_path *path)
{
    free(path->swing);
    free(path->node);
    free(path->feed);
    *path = (struct sl_path){0};
}
