/* Channel tables: one row an output. A struct array is registered with the recorder once and is then recorded
 * without more code (sim/output/recorder.h). */
#ifndef SL_BASE_CHANNEL_H
#define SL_BASE_CHANNEL_H

#include <stddef.h>

enum sl_cell {
    SL_CELL_MEAN, /* mean over the step: powers, so that energy is the sum of P dt */
    SL_CELL_POINT /* value at the step's end: states */
};

struct sl_channel {
    const char *name;      /* it_power */
    const char *unit;      /* UDUNITS: W, 1, Hz, degC, "V A" ... */
    const char *long_name; /* one phrase */
    enum sl_cell cell;
    const char *positive; /* what a positive value means; NULL if plain */
    const char *identity; /* how a derived channel follows from others; NULL if none */
    size_t offset;        /* of a double in the registered struct */
};

#endif
