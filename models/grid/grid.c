#include "models/grid/grid.h"

#include "models/base/series.h"

#define P struct sl_grid_params

static const struct sl_choice between[] = {
    {"linear", SL_BETWEEN_LINEAR, "linear between the rows"},
    {"hold", SL_BETWEEN_HOLD, "each row holds until the next"},
    {NULL, 0, NULL},
};

#define SCHEDULE                                                                                             \
    SL_F_REAL(P, voltage_schedule_pu, "voltage_schedule_pu", 1, 0.8, 1.2, 0,                                 \
              "Voltage at the POI at the start of the run, on its nominal voltage.", "assumed")
#define IMPEDANCE                                                                                            \
    SL_F_REAL(P, short_circuit_va, "short_circuit_mva", 0, 0, 1e6, SL_REQUIRED | SL_ABOVE_MIN,               \
              "Three-phase short-circuit power at the POI without the campus.", NULL),                       \
        SL_F_REAL(P, x_over_r, "x_over_r", 10, 0, 200, 0,                                                    \
                  "Reactance over resistance of the grid's impedance.",                                      \
                  "5 to 20 on transmission (recalled)"),                                                     \
        SL_F_REAL(P, companion_load_w, "companion_load_mw", 0, 0, 1e6, SL_LATER,                             \
                  "Neighbouring load that leaves and returns as the campus does.", "assumed: none")

static const struct sl_field stiff_fields[] = {SCHEDULE};

static const struct sl_field thevenin_fields[] = {SCHEDULE, IMPEDANCE};

static const struct sl_field frequency_fields[] = {
    SCHEDULE,
    IMPEDANCE,
    SL_F_OBJECT(P, frequency_response, "frequency_response", &sl_frequency_table, 0,
                "Inertia, governors and load damping of the interconnection."),
};

static const struct sl_field playback_fields[] = {
    SL_F_STRING(P, file, "file", NULL, SL_REQUIRED, "CSV file of the voltage and frequency at the POI.",
                NULL),
    SL_F_STRING(P, time_column, "time_column", NULL, SL_NO_DEFAULT,
                "Column of the time since the start of the run; found by its name if left out.", NULL),
    SL_F_STRING(P, voltage_column, "voltage_column", NULL, SL_NO_DEFAULT,
                "Column of the voltage of all three phases.", NULL),
    SL_F_STRING(P, voltage_columns[0], "voltage_a_column", NULL, SL_NO_DEFAULT, "Column of phase a.", NULL),
    SL_F_STRING(P, voltage_columns[1], "voltage_b_column", NULL, SL_NO_DEFAULT, "Column of phase b.", NULL),
    SL_F_STRING(P, voltage_columns[2], "voltage_c_column", NULL, SL_NO_DEFAULT, "Column of phase c.", NULL),
    SL_F_STRING(P, frequency_column, "frequency_column", NULL, SL_NO_DEFAULT, "Column of the frequency, Hz.",
                NULL),
    SL_F_REAL(P, voltage_scale, "voltage_scale", 1, 0, 1e6, SL_ABOVE_MIN,
              "What a value of the file is multiplied with to become pu.", "assumed: the file is in pu"),
    SL_F_ENUM(P, between, "between", between, "linear", 0, "What holds between two rows.", "assumed"),
    SCHEDULE,
};

static const struct sl_table stiff_table =
    SL_TABLE("grid", "Constant voltage and frequency.", P, stiff_fields);
static const struct sl_table thevenin_table =
    SL_TABLE("grid", "A source behind an impedance, constant frequency.", P, thevenin_fields);
static const struct sl_table frequency_table =
    SL_TABLE("grid", "A source behind an impedance with aggregate frequency response.", P, frequency_fields);
static const struct sl_table playback_table =
    SL_TABLE("grid", "Voltage and frequency from a file, whatever the campus does.", P, playback_fields);

const struct sl_variant sl_grid_variants[] = {
    {"stiff", SL_GRID_STIFF, &stiff_table, "constant voltage and frequency; no verdict on voltage"},
    {"thevenin", SL_GRID_THEVENIN, &thevenin_table, "a source behind an impedance, constant frequency"},
    {"frequency", SL_GRID_FREQUENCY, &frequency_table, "the same with aggregate frequency response"},
    {"playback", SL_GRID_PLAYBACK, &playback_table, "voltage and frequency from a file"},
    {NULL, 0, NULL, NULL},
};
