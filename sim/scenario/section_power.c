/* The section "power": from the point of interconnection to the racks' feeds. */
#include "sim/scenario/scenario.h"

const struct sl_choice sl_redundancy_choices[] = {
    {"n", SL_REDUNDANCY_N, "no spare"},
    {"n+1", SL_REDUNDANCY_N_PLUS_1, "one spare unit shares the load"},
    {"2n", SL_REDUNDANCY_2N, "two full sides, A and B"},
    {NULL, 0, NULL},
};

const struct sl_choice sl_grouping_choices[] = {
    {"hall", SL_BY_HALL, "one group a hall"},
    {"site", SL_BY_SITE, "one group for the site"},
    {NULL, 0, NULL},
};

#define T struct sl_poi_params
static const struct sl_field poi_fields[] = {
    SL_F_REAL(T, voltage_v, "voltage_kv", 138, 0.4, 800, 0, "nominal line-to-line voltage", "assumed"),
    SL_F_REAL(T, import_limit_w, "import_limit_mw", 0, 0, 1e5, 0, "contracted import; a rating; 0: none",
              NULL),
    SL_F_REAL(T, export_limit_w, "export_limit_mw", 0, 0, 1e5, SL_LATER, "contracted export", NULL),
};
static const struct sl_table poi_table = SL_TABLE("poi", "The point of interconnection.", T, poi_fields);
#undef T

#define T struct sl_transformer_bank_params
static const struct sl_field bank_fields[] = {
    SL_F_INLINE(T, unit, &sl_transformer_table),
    SL_F_INT(T, count, "count", 1, 1, 1000, 0, "units in parallel, spare included", "assumed"),
    SL_F_ENUM(T, redundancy, "redundancy", sl_redundancy_choices, "n", 0,
              "n+1: the ratings are judged with one unit less", "assumed"),
};
static const struct sl_table bank_table =
    SL_TABLE("transformer_bank", "Equal transformers in parallel.", T, bank_fields);
#undef T

#define T struct sl_ups_input_params
static const struct sl_field ups_input_fields[] = {
    SL_F_REAL(T, undervoltage_pu, "undervoltage_pu", 0.88, 0, 1, SL_LATER, "goes to battery below",
              "assumed"),
    SL_F_REAL(T, undervoltage_spread_pu, "undervoltage_spread_pu", 0, 0, 0.2, SL_LATER, "module to module",
              "assumed"),
    SL_F_TIME(T, detect_ns, "detect_ms", 4, 0, 1000, SL_LATER, "dip longer than this counts", "assumed"),
    SL_F_TIME(T, requalify_ns, "requalify_s", 5, 0, 600, SL_LATER, "mains good for this long", "assumed"),
    SL_F_TIME(T, walk_in_ns, "walk_in_s", 15, 0, 600, SL_LATER, "ramp back to mains", "assumed"),
    SL_F_TIME(T, stagger_ns, "stagger_s", 0, 0, 3600, SL_LATER, "between groups", "assumed"),
    SL_F_INT(T, lock_after_dips, "lock_after_dips", 0, 0, 100, SL_LATER, "locks to battery; 0: never",
             "assumed"),
    SL_F_TIME(T, lock_window_ns, "lock_window_s", 60, 0, 3600, SL_LATER, "dips are counted in this window",
              "assumed"),
};
static const struct sl_table ups_input_table =
    SL_TABLE("ups_input", "How the UPS answers dips of its input.", T, ups_input_fields);
#undef T

#define T struct sl_battery_params
static const struct sl_field battery_fields[] = {
    SL_F_TIME(T, autonomy_ns, "autonomy_s", 300, 0, 36000, SL_LATER, "at rated load", "assumed"),
    SL_F_REAL(T, recharge_fraction, "recharge_fraction", 0.1, 0, 1, SL_LATER, "of the rating", "assumed"),
};
static const struct sl_table battery_table = SL_TABLE("battery", "UPS battery.", T, battery_fields);
#undef T

#define T struct sl_ups_group_params
static const struct sl_field ups_fields[] = {
    SL_F_INLINE(T, module, &sl_ups_table),
    SL_F_ENUM(T, redundancy, "redundancy", sl_redundancy_choices, "n", 0,
              "2n: sides A and B, each able to carry all", "assumed"),
    SL_F_ENUM(T, group_by, "group_by", sl_grouping_choices, "hall", 0, "what one group carries", "assumed"),
    SL_F_INT(T, modules_per_side, "modules_per_side", 0, 0, 10000, 0,
             "modules of a group; 0: as many as the rated load needs, one more for n+1", NULL),
    SL_F_OBJECT(T, input, "input", &ups_input_table, 0, "answer to dips of the input"),
    SL_F_OBJECT(T, battery, "battery", &battery_table, 0, "its battery"),
};
static const struct sl_table ups_group_table =
    SL_TABLE("ups_group", "UPS groups of equal modules.", T, ups_fields);
#undef T

#define T struct sl_power_params
static const struct sl_field power_fields[] = {
    SL_F_OBJECT(T, poi, "poi", &poi_table, 0, "the point of interconnection"),
    SL_F_OPTIONAL(T, main_transformer, has_main_transformer, "main_transformer", &bank_table, 0,
                  "POI to MV bus; absent: lossless"),
    SL_F_OPTIONAL(T, unit_transformer, has_unit_transformer, "unit_transformer", &bank_table, 0,
                  "MV to LV, one bank before each UPS group; absent: lossless"),
    SL_F_OPTIONAL(T, ups, has_ups, "ups", &ups_group_table, 0, "absent: racks on the mains, one feed a hall"),
    SL_F_OBJECT(T, feeder, "feeder", &sl_feeder_table, 0, "busway and distribution units of each feed"),
    SL_F_REAL(T, auxiliary_w, "auxiliary_mw", 0, 0, 1e4, 0, "lighting, security, offices on the MV bus",
              NULL),
    SL_F_REAL(T, motor_power_factor, "motor_power_factor", 0.95, 0.1, 1, 0,
              "displacement factor of cooling and auxiliaries, lagging", "assumed"),
};
const struct sl_table sl_power_table =
    SL_TABLE("power", "The electrical path from the grid to the racks.", T, power_fields);
#undef T
