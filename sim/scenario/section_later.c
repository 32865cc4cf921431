/* Sections that are accepted and checked, and simulated by later versions: their keys have their place here, and
 * `check` and `run` say that they do nothing yet. */
#include "sim/scenario/scenario.h"

#define T struct sl_generator_params
static const struct sl_field generator_fields[] = {
    SL_F_STRING(T, name, "name", "generator", 0, "unique name", NULL),
    SL_F_ENUM(T, group_by, "group_by", sl_grouping_choices, "site", SL_LATER, "what one group carries",
              "assumed"),
    SL_F_INT(T, count, "count", 1, 1, 1000, SL_LATER, "sets of a group", "assumed"),
    SL_F_REAL(T, rated_power_w, "rated_power_mw", 2.5, 0, 1000, SL_LATER | SL_ABOVE_MIN, "of one set",
              "assumed"),
    SL_F_TIME(T, start_ns, "start_s", 10, 0, 3600, SL_LATER, "from loss of utility to ready",
              "NFPA 110 type 10"),
    SL_F_REAL(T, fuel_s, "fuel_h", 24, 0, 1000, SL_LATER, "fuel on site at rated power", "assumed"),
};
const struct sl_table sl_generator_table =
    SL_TABLE("generator", "On-site generator sets.", T, generator_fields);
#undef T

static const struct sl_choice limit_choices[] = {
    {"ramp", SL_LIMIT_RAMP, "slope over a window"},
    {"peak_to_peak", SL_LIMIT_PEAK_TO_PEAK, "swing in a band over a window"},
    {"step_change", SL_LIMIT_STEP_CHANGE, "rapid change"},
    {"flicker", SL_LIMIT_FLICKER, "Pst"},
    {"ride_through", SL_LIMIT_RIDE_THROUGH, "voltage against time, and recovery"},
    {NULL, 0, NULL},
};
static const struct sl_choice status_choices[] = {{"in_force", 0, NULL},
                                                  {"draft", 1, NULL},
                                                  {"proposed", 2, NULL},
                                                  {"own", 3, "the scenario's own"},
                                                  {NULL, 0, NULL}};

#define T struct sl_limit_params
static const struct sl_field limit_fields[] = {
    SL_F_STRING(T, name, "name", NULL, 0, "name of the verdict", NULL),
    SL_F_ENUM(T, type, "type", limit_choices, "ride_through", SL_LATER, "kind of rule", NULL),
    SL_F_STRING(T, of, "of", NULL, SL_LATER, "the channel that is judged", NULL),
    SL_F_REAL(T, limit_w_per_s, "limit_mw_per_min", NAN, 0, 1e6, SL_LATER | SL_NO_DEFAULT, "of a ramp", NULL),
    SL_F_REAL(T, limit_w, "limit_mw", NAN, 0, 1e6, SL_LATER | SL_NO_DEFAULT, "of a swing", NULL),
    SL_F_REAL(T, limit_pu, "limit_pu", NAN, 0, 2, SL_LATER | SL_NO_DEFAULT, "of a voltage change", NULL),
    SL_F_REAL(T, limit_pst, "limit_pst", NAN, 0, 10, SL_LATER | SL_NO_DEFAULT, "of flicker", NULL),
    SL_F_TIME(T, window_ns, "window_s", NAN, 0, 86400, SL_LATER | SL_NO_DEFAULT, "the rule's window", NULL),
    SL_F_VALUES(T, band_hz, "band_hz", SL_REAL, NULL, 0, 1000, SL_LATER, "band of a swing"),
    SL_F_VALUES(T, except, "except", SL_STRING, NULL, 0, 0, SL_LATER, "situations that do not count"),
    SL_F_STRING(T, id, "id", NULL, SL_LATER, "identifier of the rule", NULL),
    SL_F_STRING(T, date, "date", NULL, SL_LATER, "date of the rule", NULL),
    SL_F_STRING(T, source, "source", NULL, SL_LATER, "where the rule is written", NULL),
    SL_F_ENUM(T, status, "status", status_choices, "own", SL_LATER, "in force, draft or proposed", NULL),
};
const struct sl_table sl_limit_table = SL_TABLE("limit", "A rule to judge the run by.", T, limit_fields);
#undef T

#define T struct sl_tariff_params
static const struct sl_field tariff_fields[] = {
    SL_F_REAL(T, energy_usd_per_j, "energy_usd_per_mwh", 60, -1000, 10000, SL_LATER, "price of energy",
              "assumed"),
};
static const struct sl_table tariff_table = SL_TABLE("tariff", "What energy costs.", T, tariff_fields);
#undef T

#define T struct sl_cost_params
static const struct sl_field cost_fields[] = {
    SL_F_STRING(T, currency, "currency", "usd", SL_LATER, "of all prices", "assumed"),
    SL_F_INT(T, price_year, "price_year", 2026, 1990, 2100, SL_LATER, "of all prices", "assumed"),
    SL_F_OBJECT(T, tariff, "tariff", &tariff_table, 0, "the tariff"),
};
const struct sl_table sl_cost_table = SL_TABLE("cost", "Prices.", T, cost_fields);
#undef T
