#include "sim/campus/solve.h"

#include "models/base/time.h"
#include "sim/scenario/scenario.h"

#include <math.h>

#define PASSES_MAX 60
#define VOLTAGE_TOLERANCE_PU 1e-10
#define BRACKET_SLACK_PU 1e-9 /* a mismatch may be off by this while the flow is within SETTLED_FLOW */
#define FLOW_TOLERANCE 1e-8   /* of the base: what storage control may be off its flow */

struct sl_dip sl_dips_at(const struct sl_sources *s, int64_t t_ns)
{
    struct sl_dip dip = {0};
    for (size_t i = 0; i < s->event_count; i++) {
        const struct sl_event_params *e = &s->events[i];
        if (e->type != SL_EVENT_VOLTAGE_DIP || t_ns < e->at_ns || t_ns >= e->at_ns + e->duration_ns) continue;
        for (const char *phase = e->phases; *phase; phase++) {
            int p = *phase - 'a';
            if (!dip.held[p]) dip.phases++;
            if (!dip.held[p] || e->residual_pu < dip.pu[p]) dip.pu[p] = e->residual_pu;
            dip.held[p] = true;
        }
    }
    return dip;
}

bool sl_sources_has_impedance(const struct sl_sources *s)
{
    return s->model == SL_GRID_THEVENIN || s->model == SL_GRID_FREQUENCY;
}

/* The POI's voltage for an import p + jq; non-zero when there is no operating point. */
static int source_voltage(struct sl_sources *s, const struct sl_dip *dip, double p_w, double q_var,
                          int64_t t_ns, struct sl_volt *v)
{
    int status = 0;
    double v_pu = s->schedule_pu;
    s->out.angle_deg = 0.0;
    if (s->model == SL_GRID_PLAYBACK) {
        *v = sl_playback_voltage(&s->playback, t_ns, t_ns + s->step_ns);
    } else {
        if (sl_sources_has_impedance(s) && dip->phases < 3)
            status = sl_poi_solve(&s->poi, p_w, q_var, &v_pu, &s->out.angle_deg);
        *v = sl_volt_balanced(status ? 0.5 * s->poi.e_pu : v_pu);
    }
    for (int p = 0; p < 3; p++)
        if (dip->held[p]) v->ph[p] = dip->pu[p];
    return status;
}

struct pass {
    double settled_flow; /* of the base: where settling the flow stops */
    double v_pu, mismatch_pu, flow_error_w;
    struct sl_volt poi; /* as the grid gives it */
    int no_point;
};

/* Of the base: where settling the flow stops, so that the mismatch is a smooth function of the voltage; at its current
 * limit storage multiplies what is left, so trials that do not end soon settle it to the last digits. */
#define SETTLED_FLOW 1e-10
#define SETTLED_FLOW_HARD 1e-15
#define TRIALS_EASY 5
#define FLOW_PASSES 12

/* Storage watches the flow that it changes: the flow settles at once but for the main transformer's loss (1 %). */
static void flow_settle(struct sl_sources *s, struct sl_path *path, struct sl_site *site, double mv_w,
                        double mv_var, struct pass *pass)
{
    for (int i = 0; i < FLOW_PASSES; i++) {
        sl_site_pass(site, s->out.p_w, pass->v_pu, s->step_s);
        path->node[SL_PATH_MV].load_w = mv_w - sl_site_injection_w(site);
        path->node[SL_PATH_MV].load_var = mv_var - sl_site_injection_var(site);
        sl_path_sum(path, pass->v_pu);
        s->out.p_w = path->node[0].in_w;
        s->out.q_var = path->node[0].in_var;
        pass->flow_error_w = sl_site_flow_error_w(site, s->out.p_w);
        s->passes++;
        if (pass->flow_error_w <= pass->settled_flow * s->base_va) break;
    }
}

/* Below this mean voltage a load of constant power has no meaning: losses are those of the floor. */
#define VOLTAGE_FLOOR_PU 0.5

/* One trial: what the POI must deliver and the voltage it must have for this MV voltage, against what the grid gives. */
static void pass_walk(struct sl_sources *s, struct sl_path *path, struct sl_site *site, double mv_w,
                      double mv_var, const struct sl_dip *dip, int64_t t_ns, struct pass *pass)
{
    flow_settle(s, path, site, mv_w, mv_var, pass);
    pass->no_point = source_voltage(s, dip, s->out.p_w, s->out.q_var, t_ns, &pass->poi) || path->failed;
    double given_pu = sl_volt_mean(pass->poi);
    pass->mismatch_pu = (given_pu > VOLTAGE_FLOOR_PU ? given_pu : VOLTAGE_FLOOR_PU) - path->poi_pu;
}

static bool pass_good(const struct sl_sources *s, const struct pass *pass)
{
    return !pass->no_point && fabs(pass->mismatch_pu) <= VOLTAGE_TOLERANCE_PU &&
           pass->flow_error_w <= FLOW_TOLERANCE * s->base_va;
}

struct search {
    double low, high, slope; /* the root lies between low and high */
    struct pass last;
    bool started;
};

/* The next voltage to try: a secant step, halved where it leaves the bracket or where the last one gained less than half
 * (a slope that a rounding error spoilt would else creep for ever). */
static double search_next(struct search *search, const struct pass *pass)
{
    if (pass->mismatch_pu > 0.0)
        search->low = pass->v_pu - BRACKET_SLACK_PU;
    else
        search->high = pass->v_pu + BRACKET_SLACK_PU;
    double dv = pass->v_pu - search->last.v_pu, slope = search->slope;
    if (search->started && fabs(dv) > 1e-12) slope = (pass->mismatch_pu - search->last.mismatch_pu) / dv;
    if (slope < -0.05 && isfinite(slope)) search->slope = slope;
    bool slow = search->started && fabs(pass->mismatch_pu) > 0.5 * fabs(search->last.mismatch_pu);
    search->started = true;
    search->last = *pass;
    double next = pass->v_pu - pass->mismatch_pu / search->slope;
    bool bracketed = search->low > 0.0 && search->high < 2.0;
    if (next > search->low && next < search->high && !(slow && bracketed)) return next;
    return 0.5 * (search->low + search->high);
}

static int overload(const struct sl_path *path, int64_t t_ns, struct sl_error *err)
{
    const struct sl_path_node *node = &path->node[path->failed];
    return sl_fail(
        err, SL_ERR_RUN,
        "t = %.6f s: no operating point: %s (%d units) is asked for %.2f MW and %.2f Mvar, more than its "
        "impedance lets through. Raise its rated_power_mva or count",
        sl_s_from_ns(t_ns), node->name, node->units, node->out_w * 1e-6, node->out_var * 1e-6);
}

/* The main transformer always has an answer from its MV side; far beyond its rating it is what the grid cannot feed. */
int sl_no_operating_point(const struct sl_sources *s, const struct sl_path *path, int64_t t_ns,
                          struct sl_error *err)
{
    const struct sl_path_node *mv = &path->node[SL_PATH_MV];
    double most_w = sl_poi_power_max_w(&s->poi, mv->out_w != 0.0 ? mv->out_var / mv->out_w : 0.0);
    return sl_fail(
        err, SL_ERR_RUN,
        "t = %.6f s: no operating point at the POI: the MV bus asks for %.4g MW and %.4g Mvar%s; a grid of "
        "%.4g MVA short-circuit power delivers at most %.4g MW at this power factor, less through a main "
        "transformer. Raise "
        "grid.short_circuit_mva, lower the load, or add voltage support (storage with voltage_control)",
        sl_s_from_ns(t_ns), mv->out_w * 1e-6, mv->out_var * 1e-6,
        mv->rated_w > 0.0 && mv->out_w > 2.0 * mv->rated_w
            ? " through a main transformer rated far below that"
            : "",
        s->base_va * 1e-6, most_w * 1e-6);
}

/* Before a grid's own impedance counts - it is stiff, or still settling - only the main transformer can refuse. */
static int main_overload(const struct sl_path *path, int64_t t_ns, struct sl_error *err)
{
    const struct sl_path_node *mv = &path->node[SL_PATH_MV];
    return sl_fail(
        err, SL_ERR_RUN,
        "t = %.6f s: no operating point: the MV bus asks for %.4g MW and %.4g Mvar, which the main "
        "transformer, rated %.4g MVA in all, does not let through at a voltage between 0 and 2 pu. Raise "
        "power.main_transformer, lower the load or the renewables (negative: they feed back)",
        sl_s_from_ns(t_ns), mv->out_w * 1e-6, mv->out_var * 1e-6, mv->rated_w * 1e-6);
}

static int not_solved(const struct sl_sources *s, const struct sl_path *path, const struct pass *pass,
                      int64_t t_ns, struct sl_error *err)
{
    bool storage_agrees =
        pass->flow_error_w <= FLOW_TOLERANCE * s->base_va; /* or there is none: it is the voltage */
    if (path->failed) return overload(path, t_ns, err);
    if ((pass->no_point || storage_agrees) && sl_sources_has_impedance(s))
        return sl_no_operating_point(s, path, t_ns, err);
    if (storage_agrees) return main_overload(path, t_ns, err);
    return sl_fail(
        err, SL_ERR_RUN,
        "t = %.6f s: voltage and storage control have no common answer: the POI's voltage is off by %.1e pu "
        "and storage by %.3g kW after %d trials. Check storage: a droop_pu or a capacity that is too small "
        "for its rating, or controls against each other",
        sl_s_from_ns(t_ns), pass->mismatch_pu, pass->flow_error_w * 1e-3, PASSES_MAX);
}

/* The slope at the end of the last step is where this one starts. */
int sl_solve(struct sl_sources *s, struct sl_path *path, struct sl_site *site, double mv_w, double mv_var,
             const struct sl_dip *dip, int64_t t_ns, struct sl_error *err)
{
    struct search search = {.low = 0.0, .high = 2.0, .slope = s->state.slope < -0.1 ? s->state.slope : -1.0};
    struct pass pass = {.v_pu = s->state.v_mv_pu, .settled_flow = SETTLED_FLOW};
    for (int i = 0; i < PASSES_MAX; i++) {
        if (i == TRIALS_EASY) { /* what was learnt so far may be off: the bracket starts anew */
            pass.settled_flow = SETTLED_FLOW_HARD;
            search.low = 0.0;
            search.high = 2.0;
        }
        pass_walk(s, path, site, mv_w, mv_var, dip, t_ns, &pass);
        if (pass_good(s, &pass)) {
            sl_path_spread(path, pass.poi);
            s->state.v_mv_pu = pass.v_pu;
            s->state.slope = search.slope;
            return 0;
        }
        if (i + 1 < PASSES_MAX) pass.v_pu = search_next(&search, &pass);
    }
    return not_solved(s, path, &pass, t_ns, err);
}
