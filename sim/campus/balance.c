#include "sim/campus/balance.h"

#include "models/base/time.h"
#include "sim/campus/campus.h"
#include "sim/campus/placement.h"

#include <math.h>
#include <string.h>

void sl_balance_init(struct sl_balance *balance, const struct sl_campus *campus)
{
    const struct sl_accelerator_params *a = &campus->rack.accelerator;
    memset(balance, 0, sizeof *balance);
    balance->overhead_base_w = (double)campus->layout.racks * sl_rack_dc_w(a, 0.0);
    balance->overhead_fraction = a->server_overhead_fraction;
}

void sl_balance_step(struct sl_balance *balance, const struct sl_campus *c, double h_s)
{
    const struct sl_racks_out *racks = &c->racks.out;
    const struct sl_path_out *path = &c->path.out;
    const struct sl_site_out *site = &c->site.out;
    double overhead_w = balance->overhead_base_w + balance->overhead_fraction * racks->accelerator_w;
    if (c->replay)
        overhead_w = racks->it_delivered_w - racks->accelerator_w; /* measured racks: what is left */
    const double w[SL_LEDGER_ITEMS] = {
        [SL_LEDGER_NET_IMPORT] = c->sources.out.p_w,
        [SL_LEDGER_IMPORT] = fmax(c->sources.out.p_w, 0.0),
        [SL_LEDGER_EXPORT] = fmax(-c->sources.out.p_w, 0.0),
        [SL_LEDGER_SOLAR] = site->solar_w,
        [SL_LEDGER_WIND] = site->wind_w,
        [SL_LEDGER_STORAGE] = site->storage_w,
        [SL_LEDGER_STORAGE_LOSS] = site->storage_loss_w,
        [SL_LEDGER_IT] = racks->it_w,
        [SL_LEDGER_ACCELERATOR] = racks->accelerator_w,
        [SL_LEDGER_OVERHEAD] = overhead_w,
        [SL_LEDGER_PSU_LOSS] = racks->psu_loss_w,
        [SL_LEDGER_UPS_LOSS] = path->ups_loss_w,
        [SL_LEDGER_TRANSFORMER_LOSS] = path->transformer_loss_w,
        [SL_LEDGER_DISTRIBUTION_LOSS] = path->distribution_loss_w,
        [SL_LEDGER_COOLING] = c->cooling.out.cooling_power_w,
        [SL_LEDGER_AUXILIARY] = path->auxiliary_w,
    };
    for (int i = 0; i < SL_LEDGER_ITEMS; i++) sl_sum_add(&balance->energy_j[i], w[i] * h_s);
    sl_sum_add(&balance->elapsed_s, h_s);
}

double sl_balance_energy_j(const struct sl_balance *balance, enum sl_ledger_item item)
{
    return sl_sum_of(&balance->energy_j[item]);
}

static double residual(double missing, double scale)
{
    return scale > 0.0 ? missing / scale : missing;
}

/* From start to the instant at which the job's servers are free, s of a server. */
static double held_s(const struct sl_jobs *jobs, int64_t t_ns)
{
    struct sl_sum sum = {0};
    for (size_t i = 0; i < jobs->config.count; i++) {
        const struct sl_job_state *st = &jobs->states[i];
        if (st->start_ns >= t_ns) continue;
        int64_t until_ns = st->free_ns < t_ns ? st->free_ns : t_ns;
        sl_sum_add(&sum, (double)sl_placement_size(jobs, i) * sl_s_from_ns(until_ns - st->start_ns));
    }
    return sl_sum_of(&sum);
}

/* All accelerators of a server share its time. */
static double accelerator_hours_residual(const struct sl_balance *balance, const struct sl_campus *c)
{
    double fleet_s = (double)c->layout.servers * sl_sum_of(&balance->elapsed_s), busy_s, idle_s;
    sl_placement_time(&c->jobs, c->jobs.t1_ns, &busy_s, &idle_s);
    return residual(fabs(fleet_s - busy_s - idle_s) + fabs(busy_s - held_s(&c->jobs, c->jobs.t1_ns)),
                    fleet_s);
}

/* Electrical energy that the racks and the losses in the halls turned into heat, and that the plant did not take in. */
static double heat_missed_j(const struct sl_cooling_stage *cooling, const double *energy_j)
{
    if (!cooling->present) return 0.0;
    double taken_j =
        sl_sum_of(&cooling->ledger.electric_j) + cooling->gather.it_j + cooling->gather.hall_loss_j;
    return fabs(energy_j[SL_LEDGER_IT] + energy_j[SL_LEDGER_UPS_LOSS] +
                energy_j[SL_LEDGER_DISTRIBUTION_LOSS] - taken_j);
}

/* By the levels of the buckets, not by what flowed. */
static double gained_j(const struct sl_site *site)
{
    struct sl_sum sum = {0};
    for (size_t i = 0; i < site->storage_count; i++)
        sl_sum_add(&sum, sl_storage_gained_j(&site->storage_state[i]));
    return sl_sum_of(&sum);
}

struct sl_residuals sl_balance_residuals(const struct sl_balance *balance, const struct sl_campus *c)
{
    double e[SL_LEDGER_ITEMS];
    for (int i = 0; i < SL_LEDGER_ITEMS; i++) e[i] = sl_balance_energy_j(balance, (enum sl_ledger_item)i);
    double in_j = e[SL_LEDGER_NET_IMPORT] + e[SL_LEDGER_SOLAR] + e[SL_LEDGER_WIND] + e[SL_LEDGER_STORAGE];
    double split_j = e[SL_LEDGER_NET_IMPORT] - e[SL_LEDGER_IMPORT] + e[SL_LEDGER_EXPORT];
    double used_j = e[SL_LEDGER_IT] + e[SL_LEDGER_UPS_LOSS] + e[SL_LEDGER_TRANSFORMER_LOSS] +
                    e[SL_LEDGER_DISTRIBUTION_LOSS] + e[SL_LEDGER_COOLING] + e[SL_LEDGER_AUXILIARY];
    double it_j = e[SL_LEDGER_ACCELERATOR] + e[SL_LEDGER_OVERHEAD] + e[SL_LEDGER_PSU_LOSS];
    double storage_j = -e[SL_LEDGER_STORAGE] - gained_j(&c->site) - e[SL_LEDGER_STORAGE_LOSS];
    const struct sl_cooling_ledger *heat = &c->cooling.ledger;
    double heat_j = sl_sum_of(&heat->heat_in_j);
    double water_kg = sl_sum_of(&heat->water_kg);
    return (struct sl_residuals){
        .electrical = residual(fabs(in_j - used_j) + fabs(split_j), used_j),
        .server = residual(e[SL_LEDGER_IT] - it_j, e[SL_LEDGER_IT]),
        .storage = residual(storage_j, fabs(e[SL_LEDGER_STORAGE]) + e[SL_LEDGER_STORAGE_LOSS]),
        .heat = residual(fabs(heat_j - sl_sum_of(&heat->rejected_j) - sl_sum_of(&heat->stored_j)) +
                             heat_missed_j(&c->cooling, e),
                         heat_j),
        .water = residual(water_kg - sl_sum_of(&heat->evaporation_kg) - sl_sum_of(&heat->blowdown_kg) -
                              sl_sum_of(&heat->drift_kg),
                          water_kg),
        .accelerator_hours = accelerator_hours_residual(balance, c),
    };
}
