/* The cooling plant, lumped: racks -> coolant loop (TCS) and room air -> facility water -> tower -> outdoors.
 *
 *   C1 dT1/dt = liquid heat + CDU pump shaft         - K1 (T1 - T2)      T1: coolant returning from the racks
 *   C3 dT3/dt = air heat + hall losses + room fans   - K3 (T3 - T2)      T3: air returning to the coils
 *   C2 dT2/dt = K1 (T1 - T2) + K3 (T3 - T2) + facility and tower pump shaft - Q
 *                                                                        T2: facility supply (basin)
 *   Q  = K4 (T2 + (K1 (T1 - T2) + K3 (T3 - T2) + facility pump shaft)/C_facility - Twb)
 * K1 = eps Cmin of the CDU (counterflow), K3 of the coils (crossflow), K4 that of plate exchanger and tower
 * in series, 1/K4 = 1/K_plate + 1/K_tower - 1/C_tower (tower.h). So every approach shrinks with load by
 * itself. Flows, fan speed and weather are held over an interval; the linear system is then stepped exactly
 * (any interval).
 *
 * Control: each pump and the room fans follow their heat down to a least flow through a first-order lag;
 * tower fans run at the speed that holds the facility set point at the heat now arriving, through a lag, full
 * speed if that is not enough. Without a chiller the set point is then exceeded and `set_point_excess_k` says
 * by how much: no guess.
 *
 * Ledger: IT + hall losses + pump shaft + CDU motor loss + room fan heat = rejected + stored, means over the
 * interval. Motor losses of facility and tower pumps and tower fans go to the outdoor air directly and are
 * not in it. Water: evaporation (saturated exit), blowdown B = E/(COC - 1) - D, drift D = d m_water y.
 *
 * Every size is relative to the design heat, so one library entry fits 1 MW and 150 MW.
 * Convergence: exact in the interval for held inputs, flows and fan speed; first order through control and
 * the tower's dependence on heat. Left out: pipe delay, chiller, staging of pumps and cells, cold plate and
 * chip thermal mass (accelerator temperature is quasi-steady), fouling, humidity of the room. */
#ifndef SL_COOLING_PLANT_H
#define SL_COOLING_PLANT_H

#include "models/base/channel.h"
#include "models/base/error.h"
#include "models/base/field.h"
#include "models/cooling/tower.h"

struct sl_cooling_params {
    double interval_s; /* between steps of the plant in dynamic runs */
    double liquid_fraction;
    double hall_loss_fraction;   /* of design heat: losses inside the hall */
    double facility_supply_degc; /* set point */
    double coolant_flow_m3_per_s_per_w, facility_flow_m3_per_s_per_w, tower_flow_m3_per_s_per_w;
    double coolant_volume_m3_per_w, facility_volume_m3_per_w;
    double room_capacity_j_per_k_per_w; /* air and mass, per W of design heat */
    double cdu_approach_k, plate_approach_k, coil_approach_k, air_range_k; /* at design heat */
    double tower_approach_k, tower_wet_bulb_degc;                          /* design point of the tower */
    double tower_water_air_ratio;                                          /* kg water per kg air, design */
    double cdu_pump_w_per_w, facility_pump_w_per_w,
        tower_pump_w_per_w;   /* of design heat; CDU: of its liquid part */
    double room_fan_w_per_w;  /* of design air heat */
    double tower_fan_w_per_w; /* of design heat */
    double pump_static_fraction, pump_shaft_fraction;
    double flow_min_fraction, fan_min_fraction;
    double flow_response_s, fan_response_s;
    double cycles_of_concentration, drift_fraction;
    double accelerator_resistance_k_per_w;
};
extern const struct sl_table sl_cooling_table;

struct sl_cooling_input {
    double it_heat_w;           /* at the IT equipment's AC input: all of it ends in the rack */
    double other_heat_w;        /* losses inside the hall: UPS, PDU, lights */
    double accelerator_power_w; /* of the hottest accelerator; 0: its temperature reads as the coolant's */
    double wet_bulb_degc, dry_bulb_degc;
    double pressure_pa; /* 0: sea level */
    double interval_s;
};

/* What follows from parameters and design heat; constant over a run. */
struct sl_cooling {
    double design_heat_w;
    double coolant_rate_w_per_k, facility_rate_w_per_k, tower_rate_w_per_k,
        air_rate_w_per_k; /* design flows */
    double cdu_ua_w_per_k, coil_ua_w_per_k, plate_ua_w_per_k;
    double capacity_j_per_k[3]; /* C1, C2, C3 */
    struct sl_tower tower;
};

struct sl_cooling_state {
    double t_degc[3]; /* T1 coolant return, T2 facility supply, T3 room return air */
    double coolant_flow, facility_flow, tower_flow, air_flow; /* of design, lagged */
    double tower_air;                                         /* of design, lagged */
    double rejected_w;                                        /* mean over the last interval */
};

struct sl_cooling_output {
    double pump_power_w, fan_power_w, chiller_power_w, cooling_power_w; /* electric; cooling = their sum */
    double cdu_pump_w, facility_pump_w, tower_pump_w, room_fan_w, tower_fan_w;
    double coolant_supply_degc, coolant_return_degc, facility_supply_degc, facility_return_degc;
    double room_supply_degc, room_return_degc, accelerator_max_degc; /* ends of the interval */
    double
        set_point_excess_k; /* facility supply above its set point while the tower is at its limit; else 0 */
    double tower_air;       /* relative air flow */
    double evaporation_kg_per_s, blowdown_kg_per_s, drift_kg_per_s,
        water_flow_kg_per_s;                                 /* water = their sum */
    double heat_it_w, heat_other_w, heat_pump_w, heat_fan_w; /* in */
    double heat_rejected_w, heat_stored_w;                   /* out */
    double heat_residual_w;                                  /* in - out */
    double outdoor_wet_bulb_degc, outdoor_dry_bulb_degc;
};

#define SL_COOLING_CHANNELS 9
extern const struct sl_channel sl_cooling_channels[SL_COOLING_CHANNELS];

/* Sizes the plant for design_heat_w (IT rating and hall losses, W) and settles it at `input` (its heat,
 * weather): a following step with the same input changes nothing. Fills *output as such a step would. Fails
 * (SL_ERR_SCENARIO) if the sizes contradict each other. output may be NULL. */
int sl_cooling_init(struct sl_cooling *plant, const struct sl_cooling_params *params, double design_heat_w,
                    const struct sl_cooling_input *input, struct sl_cooling_state *state,
                    struct sl_cooling_output *output, struct sl_error *err);

/* Advances by input->interval_s (> 0). */
void sl_cooling_step(const struct sl_cooling *plant, const struct sl_cooling_params *params,
                     struct sl_cooling_state *state, const struct sl_cooling_input *input,
                     struct sl_cooling_output *output);

/* The highest wet bulb at which the set point is held at heat_w of total heat and full flows. */
double sl_cooling_wet_bulb_limit_degc(const struct sl_cooling *plant, const struct sl_cooling_params *params,
                                      double heat_w);

#endif
