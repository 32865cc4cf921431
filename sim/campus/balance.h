/* Ledgers: electrical energy, server power, storage, heat, water and accelerator-hours. Each is summed from its own
 * parts, compensated, so that a residual shows what was lost between them. Accelerator-hours: the servers' own times in
 * and out of jobs against the fleet's, by the clock of the steps, and against the jobs' starts and ends. */
#ifndef SL_CAMPUS_BALANCE_H
#define SL_CAMPUS_BALANCE_H

#include "models/base/error.h"
#include "models/base/state.h"
#include "models/base/sum.h"

#include <stddef.h>

struct sl_campus;

enum sl_ledger_item {
    SL_LEDGER_NET_IMPORT, /* at the POI, export counts negative */
    SL_LEDGER_IMPORT,     /* what is imported alone, step by step */
    SL_LEDGER_EXPORT,     /* and what is exported, positive */
    SL_LEDGER_SOLAR,
    SL_LEDGER_WIND,
    SL_LEDGER_STORAGE, /* injected */
    SL_LEDGER_STORAGE_LOSS,
    SL_LEDGER_IT,
    SL_LEDGER_ACCELERATOR,
    SL_LEDGER_OVERHEAD, /* servers and racks besides the accelerators */
    SL_LEDGER_PSU_LOSS,
    SL_LEDGER_UPS_LOSS,
    SL_LEDGER_TRANSFORMER_LOSS,
    SL_LEDGER_DISTRIBUTION_LOSS,
    SL_LEDGER_COOLING,
    SL_LEDGER_AUXILIARY,
    SL_LEDGER_ITEMS
};

struct sl_balance { /* plain state */
    struct sl_sum energy_j[SL_LEDGER_ITEMS];
    struct sl_sum elapsed_s;
    double overhead_base_w; /* of all racks: constant */
    double overhead_fraction;
};

void sl_balance_init(struct sl_balance *balance, const struct sl_campus *campus);
void sl_balance_step(struct sl_balance *balance, const struct sl_campus *campus, double h_s);
double sl_balance_energy_j(const struct sl_balance *balance, enum sl_ledger_item item);

/* What is missing over what went in; 0 for a perfect ledger. */
struct sl_residuals {
    double electrical, server, storage, heat, water, accelerator_hours;
};
struct sl_residuals sl_balance_residuals(const struct sl_balance *balance, const struct sl_campus *campus);

#endif
