/* The scenario's section "grid": which source stands at the POI.
 *   stiff      constant voltage and frequency: no verdict on voltage can be given
 *   thevenin   a source behind an impedance (poi.h), constant frequency
 *   frequency  the same with aggregate frequency response (frequency.h)
 *   playback   voltage and frequency from a file (playback.h) */
#ifndef SL_GRID_GRID_H
#define SL_GRID_GRID_H

#include "models/grid/frequency.h"

enum sl_grid_model { SL_GRID_STIFF, SL_GRID_THEVENIN, SL_GRID_FREQUENCY, SL_GRID_PLAYBACK };

struct sl_grid_params {
    int model; /* enum sl_grid_model */
    double voltage_schedule_pu;
    double short_circuit_va, x_over_r;
    double companion_load_w;
    struct sl_frequency_params frequency_response;
    const char *file, *time_column;
    const char *voltage_column;     /* balanced; or one a phase: */
    const char *voltage_columns[3]; /* NULL when absent */
    const char *frequency_column;   /* NULL when absent */
    double voltage_scale;           /* column value * scale = pu */
    int between;                    /* enum sl_between */
};

/* For SL_F_VARIANT(..., "grid", sl_grid_variants, "stiff", ...). */
extern const struct sl_variant sl_grid_variants[];

#endif
