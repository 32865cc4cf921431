/* The scenario as checked parameters: what the file says, in SI, with defaults filled in. One struct a section;
 * sections.c holds the tables that bind them. Everything here is read-only after the reader is done with it. */
#ifndef SL_SCENARIO_SCENARIO_H
#define SL_SCENARIO_SCENARIO_H

#include "models/base/field.h"
#include "models/base/volt.h"
#include "models/cooling/plant.h"
#include "models/grid/grid.h"
#include "models/load/accelerator.h"
#include "models/load/job.h"
#include "models/power/feeder.h"
#include "models/power/psu.h"
#include "models/power/storage.h"
#include "models/power/transformer.h"
#include "models/power/ups.h"
#include "models/renewables/solar_plant.h"
#include "models/renewables/wind_plant.h"

#include <stdbool.h>
#include <stdint.h>

struct sl_time_params {
    const char *start; /* ISO 8601 with offset */
    int64_t duration_ns;
    int64_t step_ms_ns; /* SL_NEVER when absent: exactly one of the two steps is given */
    int64_t step_s_ns;
    int64_t control_ns; /* control period; SL_NEVER: 100 ms, or the step in planning runs */
    int64_t test_span_ns;
};

struct sl_weather_params {
    const char *file; /* .epw or .csv; NULL: constant */
    double dry_bulb_degc, wet_bulb_degc, wind_speed_m_per_s;
};

struct sl_site_params {
    double latitude_deg, longitude_deg, elevation_m, frequency_hz;
    struct sl_weather_params weather;
};

enum sl_feed_mode { SL_FEED_SPLIT, SL_FEED_PREFER_A };

struct sl_rack_params {
    double rated_power_w; /* at the rack's AC input; 0: sum of the parts */
    struct sl_accelerator_params accelerator;
    struct sl_psu_params psu;
    int feed_mode; /* enum sl_feed_mode */
    int64_t restart_spread_ns;
};

struct sl_fleet_params {
    int64_t halls, racks_per_hall;
    struct sl_rack_params rack;
};

struct sl_replay_params {
    const char *file;
    const char *time_column;
    struct sl_list columns; /* const char *; empty: every other column */
    int between;            /* enum sl_between */
    double scale;
};

struct sl_workload_params {
    struct sl_list jobs; /* struct sl_job_params */
    struct sl_replay_params replay;
    bool has_replay;
};

enum sl_redundancy { SL_REDUNDANCY_N, SL_REDUNDANCY_N_PLUS_1, SL_REDUNDANCY_2N };
enum sl_grouping { SL_BY_HALL, SL_BY_SITE };

struct sl_poi_params {
    double voltage_v, import_limit_w, export_limit_w;
};

struct sl_transformer_bank_params {
    struct sl_transformer_params unit;
    int64_t count; /* units in service and spare together */
    int redundancy;
};

struct sl_ups_input_params {
    double undervoltage_pu, undervoltage_spread_pu;
    int64_t detect_ns, requalify_ns, walk_in_ns, stagger_ns, lock_after_dips, lock_window_ns;
};

struct sl_battery_params {
    int64_t autonomy_ns;
    double recharge_fraction;
};

struct sl_ups_group_params {
    struct sl_ups_params module;
    int redundancy, group_by;
    int64_t modules_per_side; /* 0: as many as the rated load needs, one more for n+1 */
    struct sl_ups_input_params input;
    struct sl_battery_params battery;
};

struct sl_power_params {
    struct sl_poi_params poi;
    struct sl_transformer_bank_params main_transformer;
    struct sl_transformer_bank_params unit_transformer; /* MV to LV, one bank before each UPS group */
    struct sl_ups_group_params ups;
    struct sl_feeder_params feeder;
    bool has_main_transformer, has_unit_transformer, has_ups;
    double auxiliary_w;        /* lighting, security, offices */
    double motor_power_factor; /* of cooling and auxiliaries */
};

struct sl_cooling_section {
    struct sl_cooling_params plant;
    int redundancy, pumps_on, chillers_on;
    int64_t restart_ns;
};

struct sl_renewables_params {
    struct sl_list solar; /* struct sl_solar_params */
    struct sl_list wind;  /* struct sl_wind_params */
};

struct sl_generator_params {
    const char *name;
    int group_by;
    int64_t count, start_ns;
    double rated_power_w, fuel_s;
};

enum sl_event_type {
    SL_EVENT_JOB_ABORT,
    SL_EVENT_JOB_STOP,
    SL_EVENT_VOLTAGE_DIP,
    SL_EVENT_GENERATION_TRIP,
    SL_EVENT_UPS_RELEASE
};

struct sl_event_params {
    int64_t at_ns, duration_ns;
    int type;           /* enum sl_event_type */
    const char *target; /* job of job_abort and job_stop; equipment of ups_release */
    const char *at;     /* place of a dip: "poi" */
    const char *phases; /* "abc", "a", "bc" ... */
    double residual_pu;
    double power_w; /* generation lost in the grid */
};

enum sl_limit_type {
    SL_LIMIT_RAMP,
    SL_LIMIT_PEAK_TO_PEAK,
    SL_LIMIT_STEP_CHANGE,
    SL_LIMIT_FLICKER,
    SL_LIMIT_RIDE_THROUGH
};

struct sl_limit_params {
    const char *name, *of, *id, *date, *source;
    int type, status;
    double limit_w_per_s, limit_w, limit_pu, limit_pst;
    int64_t window_ns;
    struct sl_list band_hz; /* double */
    struct sl_list except;  /* const char * */
};

struct sl_tariff_params {
    double energy_usd_per_j;
};

struct sl_cost_params {
    const char *currency;
    int64_t price_year;
    struct sl_tariff_params tariff;
};

struct sl_window_params {
    struct sl_list on; /* int, enum sl_trigger */
    int64_t before_ns, after_ns, count_max;
};

struct sl_record_params {
    int64_t site_ns, feed_ns, rack_ns; /* SL_NEVER: every step, 100 ms, 1 s, or the step if that is longer */
    struct sl_list windows;            /* struct sl_window_params */
    struct sl_list accelerators;       /* int64_t, numbers in the fleet */
    double window_bytes_max;
};

struct sl_scenario {
    int64_t format;
    const char *name, *description;
    int64_t seed;
    struct sl_time_params time;
    struct sl_site_params site;
    struct sl_fleet_params fleet;
    struct sl_workload_params workload;
    struct sl_power_params power;
    struct sl_cooling_section cooling;
    bool has_cooling;
    struct sl_list storage; /* struct sl_storage_params */
    struct sl_renewables_params renewables;
    struct sl_list generation; /* struct sl_generator_params */
    struct sl_grid_params grid;
    bool has_grid;
    struct sl_list events; /* struct sl_event_params */
    struct sl_list limits; /* struct sl_limit_params */
    struct sl_cost_params cost;
    struct sl_record_params record;
};

extern const struct sl_table sl_scenario_table;
extern const struct sl_table sl_power_table; /* section_power.c */
extern const struct sl_table sl_event_table; /* section_events.c */
extern const struct sl_table sl_record_table;
extern const struct sl_table sl_generator_table; /* section_later.c: accepted, not simulated yet */
extern const struct sl_table sl_limit_table;
extern const struct sl_table sl_cost_table;
extern const struct sl_choice sl_redundancy_choices[], sl_grouping_choices[], sl_trigger_choices[];

static inline int64_t sl_step_ns(const struct sl_time_params *t)
{
    return t->step_s_ns != INT64_MAX ? t->step_s_ns : t->step_ms_ns != INT64_MAX ? t->step_ms_ns : 1000000;
}

static inline bool sl_is_planning(const struct sl_time_params *t)
{
    return sl_step_ns(t) >= INT64_C(1000000000);
}

#endif
