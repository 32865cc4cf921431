/* The cooling stage: gathers heat over the plant's interval, steps the plant at its end, and holds the plant's
 * power over the next interval. */
#ifndef SL_CAMPUS_COOLING_H
#define SL_CAMPUS_COOLING_H

#include "models/base/state.h"
#include "models/base/sum.h"
#include "models/cooling/plant.h"
#include "sim/campus/weather.h"

#include <stdbool.h>

struct sl_cooling_section;

struct sl_heat { /* what becomes heat in a step, W */
    double it_w, hall_loss_w, accelerator_max_w;
};

struct sl_cooling_gather {               /* plain state */
    int64_t since_ns;                    /* start of the open interval */
    double it_j, hall_loss_j, hottest_w; /* gathered since then */
    double excess_max_k;                 /* worst excess over the set point so far */
};

struct sl_cooling_ledger {    /* plain state, J and kg */
    struct sl_sum electric_j; /* IT and hall losses, as the plant took them in */
    struct sl_sum heat_in_j, rejected_j, stored_j, water_kg, evaporation_kg, blowdown_kg, drift_kg;
};

struct sl_cooling_stage {
    bool present;
    struct sl_cooling_params params;
    struct sl_cooling plant;
    int64_t interval_ns;
    struct sl_cooling_state state;
    struct sl_cooling_output out;
    struct sl_cooling_gather gather;
    struct sl_cooling_ledger ledger;
};

/* Sizes the plant for design_it_w + design_loss_w and settles it at `heat`. interval: the plant's own, at least a
 * control period and a multiple of it. Without a cooling section the stage only reports the weather. */
int sl_cooling_stage_init(struct sl_cooling_stage *stage, const struct sl_cooling_section *section,
                          bool present, double design_w, const struct sl_heat *heat,
                          const struct sl_weather *weather, int64_t period_ns, struct sl_error *err);

/* Adds the heat of one step of h_s. */
void sl_cooling_stage_gather(struct sl_cooling_stage *stage, const struct sl_heat *heat, double h_s);

/* At the end of a control period at t_ns: steps the plant when its interval is over. */
void sl_cooling_stage_step(struct sl_cooling_stage *stage, const struct sl_weather *weather, int64_t t_ns);

/* At the end of the run: steps the plant for what is left of an interval. */
void sl_cooling_stage_end(struct sl_cooling_stage *stage, const struct sl_weather *weather, int64_t t_ns);

int sl_cooling_stage_state(struct sl_cooling_stage *stage, struct sl_state *state, struct sl_error *err);

#endif
