/* Maps the sections of a scenario to their tables: the root, and the small sections that no model owns. */
#include "sim/scenario/scenario.h"

#include "models/base/series.h"

#define T struct sl_time_params
static const struct sl_field time_fields[] = {
    SL_F_STRING(T, start, "start", "2026-01-01T00:00:00+00:00", 0,
                "local date and time of the first step with its offset from UTC", "assumed"),
    SL_F_TIME(T, duration_ns, "duration_s", 0, 0, 400 * 86400.0, SL_REQUIRED | SL_ABOVE_MIN,
              "length of the run", NULL),
    SL_F_TIME(T, step_ms_ns, "step_ms", NAN, 0.1, 10, SL_NO_DEFAULT,
              "step of a dynamic run; 1 ms when neither step is given", "dynamic runs: 0.1 to 10 ms"),
    SL_F_TIME(T, step_s_ns, "step_s", NAN, 1, 3600, SL_NO_DEFAULT,
              "step of a planning run: quasi-steady voltage and frequency, job power at its iteration mean",
              "planning runs: 1 s to 1 h"),
    SL_F_TIME(
        T, control_ns, "control_ms", NAN, 1, 3600e3, SL_NO_DEFAULT,
        "control period: jobs, throttling and the scheduler decide at its end; 100 ms, or the step if longer",
        "assumed"),
    SL_F_TIME(T, test_span_ns, "test_span_s", NAN, 0, 400 * 86400.0, SL_NO_DEFAULT,
              "the part of a long scenario that the project's own tests run", NULL),
};
static const struct sl_table time_table =
    SL_TABLE("time", "Length, step and start of the run.", T, time_fields);
#undef T

#define T struct sl_weather_params
static const struct sl_field weather_fields[] = {
    SL_F_STRING(
        T, file, "file", NULL, 0,
        "weather series: .epw, or .csv with time_s and dry_bulb_degc, wet_bulb_degc, wind_speed_m_per_s, "
        "ghi_w_per_m2, dni_w_per_m2, dhi_w_per_m2; relative to the scenario",
        NULL),
    SL_F_REAL(T, dry_bulb_degc, "dry_bulb_degc", 25, -60, 60, 0, "constant outdoor dry bulb without a file",
              "assumed"),
    SL_F_REAL(T, wet_bulb_degc, "wet_bulb_degc", 18, -60, 45, 0, "constant outdoor wet bulb without a file",
              "assumed"),
    SL_F_REAL(T, wind_speed_m_per_s, "wind_speed_m_per_s", 2, 0, 60, 0,
              "constant wind speed at 10 m without a file (cell temperature, wind plants)", "assumed"),
};
static const struct sl_table weather_table =
    SL_TABLE("weather", "Outdoor weather: constant values or a file.", T, weather_fields);
#undef T

#define T struct sl_site_params
static const struct sl_field site_fields[] = {
    SL_F_REAL(T, latitude_deg, "latitude_deg", 39.0, -90, 90, 0, "north positive; decides the Sun",
              "assumed"),
    SL_F_REAL(T, longitude_deg, "longitude_deg", -77.5, -180, 180, 0, "east positive; decides the Sun",
              "assumed"),
    SL_F_REAL(T, elevation_m, "elevation_m", 0, -400, 5000, 0, "above sea level", "assumed"),
    SL_F_REAL(T, frequency_hz, "frequency_hz", 60, 50, 60, SL_REQUIRED, "nominal grid frequency: 50 or 60",
              NULL),
    SL_F_OBJECT(T, weather, "weather", &weather_table, 0, "outdoor weather"),
};
static const struct sl_table site_table = SL_TABLE("site", "Where the campus stands.", T, site_fields);
#undef T

static const struct sl_choice feed_mode_choices[] = {
    {"split", SL_FEED_SPLIT, "half of the load on each feed"},
    {"prefer_a", SL_FEED_PREFER_A, "all load on feed A while it is good"},
    {NULL, 0, NULL},
};

#define T struct sl_rack_params
static const struct sl_field rack_fields[] = {
    SL_F_REAL(T, rated_power_w, "rated_power_kw", 0, 0, 5000, 0,
              "rating of the rack at its AC input, for capacity checks and cooling design; 0: full power of "
              "its parts",
              NULL),
    SL_F_OBJECT(T, accelerator, "accelerator", &sl_accelerator_table, 0,
                "accelerators and the servers around them"),
    SL_F_OBJECT(T, psu, "psu", &sl_psu_table, 0, "power supplies of one rack together"),
    SL_F_ENUM(T, feed_mode, "feed_mode", feed_mode_choices, "split", 0,
              "how a rack with two feeds shares its load", "assumed"),
    SL_F_TIME(T, restart_spread_ns, "restart_spread_s", 0, 0, 3600, SL_LATER,
              "racks restart over this time after a loss of power", "assumed"),
};
static const struct sl_table rack_table = SL_TABLE("rack", "One rack of accelerators.", T, rack_fields);
#undef T

#define T struct sl_fleet_params
static const struct sl_field fleet_fields[] = {
    SL_F_INT(T, halls, "halls", 1, 1, 1000, 0, "data halls", "assumed"),
    SL_F_INT(T, racks_per_hall, "racks_per_hall", 0, 1, 100000, SL_REQUIRED, "racks in each hall", NULL),
    SL_F_OBJECT(T, rack, "rack", &rack_table, SL_REQUIRED, "the rack type of the fleet"),
};
static const struct sl_table fleet_table =
    SL_TABLE("fleet", "Halls, racks and what is in a rack.", T, fleet_fields);
#undef T

static const struct sl_choice between_choices[] = {
    {"hold", SL_BETWEEN_HOLD, "a value is the mean until the next time"},
    {"linear", SL_BETWEEN_LINEAR, "values are instants, straight lines between"},
    {NULL, 0, NULL},
};

#define T struct sl_replay_params
static const struct sl_field replay_fields[] = {
    SL_F_STRING(T, file, "file", NULL, SL_REQUIRED, "CSV of measured power, relative to the scenario", NULL),
    SL_F_STRING(T, time_column, "time_column", "time", 0, "its column of seconds since the start of the run",
                "assumed"),
    SL_F_VALUES(T, columns, "columns", SL_STRING, NULL, 0, 0, 0,
                "its power columns in W at the rack inputs, one a rack group; all but the time when absent"),
    SL_F_ENUM(T, between, "between", between_choices, "hold", 0, "what a value means until the next",
              "assumed"),
    SL_F_REAL(T, scale, "scale", 1, 0, 1e6, SL_ABOVE_MIN, "multiplies every value", "assumed"),
};
static const struct sl_table replay_table =
    SL_TABLE("replay", "Measured power of rack groups, replayed; averaged over a step, never decimated.", T,
             replay_fields);
#undef T

#define T struct sl_workload_params
static const struct sl_field workload_fields[] = {
    SL_F_LIST(T, jobs, "jobs", &sl_job_table, 0, "the jobs that run"),
    SL_F_OPTIONAL(T, replay, has_replay, "replay", &replay_table, 0, "measured power in place of jobs"),
};
static const struct sl_table workload_table =
    SL_TABLE("workload", "What the accelerators do.", T, workload_fields);
#undef T

#define T struct sl_renewables_params
static const struct sl_field renewables_fields[] = {
    SL_F_LIST(T, solar, "solar", &sl_solar_table, 0, "solar plants on the MV bus"),
    SL_F_LIST(T, wind, "wind", &sl_wind_table, 0, "wind plants on the MV bus"),
};
static const struct sl_table renewables_table =
    SL_TABLE("renewables", "Sun and wind behind the point of interconnection.", T, renewables_fields);
#undef T

static const struct sl_choice supply_choices[] = {{"ups", 0, "behind the UPS"},
                                                  {"mains", 1, "on the MV bus"},
                                                  {"generator", 2, "on the generator bus"},
                                                  {NULL, 0, NULL}};

#define T struct sl_cooling_section
static const struct sl_field cooling_fields[] = {
    SL_F_INLINE(T, plant, &sl_cooling_table),
    SL_F_ENUM(T, redundancy, "redundancy", sl_redundancy_choices, "n", SL_LATER, "spare cooling units",
              "assumed"),
    SL_F_ENUM(T, pumps_on, "pumps_on", supply_choices, "mains", SL_LATER, "what feeds the pumps", "assumed"),
    SL_F_ENUM(T, chillers_on, "chillers_on", supply_choices, "mains", SL_LATER, "what feeds the chillers",
              "assumed"),
    SL_F_TIME(T, restart_ns, "restart_s", 0, 0, 3600, SL_LATER, "cooling is back this long after its power",
              "assumed"),
};
static const struct sl_table cooling_section_table =
    SL_TABLE("cooling", "The cooling plant and what feeds it.", T, cooling_fields);
#undef T

#define T struct sl_scenario
static const struct sl_field scenario_fields[] = {
    SL_F_INT(T, format, "stepload", 1, 1, 1, SL_REQUIRED, "format of this file: 1", NULL),
    SL_F_STRING(T, name, "name", "unnamed", 0, "short name, also of the result file", NULL),
    SL_F_STRING(T, description, "description", "", 0, "the question that the scenario answers", NULL),
    SL_F_INT(T, seed, "seed", 1, 0, 9007199254740992.0, 0, "of all random draws", "assumed"),
    SL_F_OBJECT(T, time, "time", &time_table, SL_REQUIRED, "length, step and start of the run"),
    SL_F_OBJECT(T, site, "site", &site_table, SL_REQUIRED, "where the campus stands"),
    SL_F_OBJECT(T, fleet, "fleet", &fleet_table, SL_REQUIRED, "halls, racks and what is in a rack"),
    SL_F_OBJECT(T, workload, "workload", &workload_table, 0, "what the accelerators do; absent: idle"),
    SL_F_OBJECT(T, power, "power", &sl_power_table, 0, "the electrical path from the grid to the racks"),
    SL_F_OPTIONAL(T, cooling, has_cooling, "cooling", &cooling_section_table, 0, "absent: no cooling power"),
    SL_F_LIST(T, storage, "storage", &sl_storage_table, 0, "batteries on the MV bus"),
    SL_F_OBJECT(T, renewables, "renewables", &renewables_table, 0, "sun and wind"),
    SL_F_LIST(T, generation, "generation", &sl_generator_table, SL_LATER, "on-site generator sets"),
    {.key = "grid",
     .type = SL_VARIANT,
     .offset = offsetof(T, grid),
     .text = "stiff",
     .variants = sl_grid_variants,
     .present = offsetof(T, has_grid),
     .doc = "the grid behind the POI; absent: stiff, and no verdict on voltage or frequency is given"},
    SL_F_LIST(T, events, "events", &sl_event_table, 0, "what happens when"),
    SL_F_LIST(T, limits, "limits", &sl_limit_table, SL_LATER, "rules to judge the run by"),
    SL_F_OBJECT(T, cost, "cost", &sl_cost_table, SL_LATER, "prices"),
    SL_F_OBJECT(T, record, "record", &sl_record_table, 0, "what the result file holds"),
};
const struct sl_table sl_scenario_table =
    SL_TABLE("scenario", "A campus, what it does and the grid that it meets.", T, scenario_fields);
#undef T
