/* Units: the suffix of a key names its unit, once, for parsing, messages and documentation. */
#ifndef SL_BASE_UNITS_H
#define SL_BASE_UNITS_H

struct sl_unit {
    const char *suffix;   /* as in a key: "mw" in "load_mw" */
    const char *symbol;   /* as people write it: "MW" */
    const char *quantity; /* units of one quantity convert into each other: "power" */
    double scale;         /* SI value = file value * scale */
};

/* The unit that ends `key` after an underscore (the longest suffix that fits: mw_per_min before min), or NULL. */
const struct sl_unit *sl_unit_of_key(const char *key);

/* All units, ending with a NULL suffix. */
extern const struct sl_unit sl_units[];

#endif
