/* Fills the real numbers of a parameter struct from its table, as the scenario reader does: default times the
 * unit of the key. */
#ifndef SL_TESTS_DEFAULTS_H
#define SL_TESTS_DEFAULTS_H

#include <string.h>

#include "models/base/field.h"
#include "models/base/units.h"

static inline void defaults_fill(const struct sl_table *table, void *params)
{
    memset(params, 0, table->size);
    for (size_t i = 0; i < table->count; i++) {
        const struct sl_field *f = &table->fields[i];
        if (f->type != SL_REAL) continue;
        const struct sl_unit *unit = sl_unit_of_key(f->key);
        double value = f->initial * (unit ? unit->scale : 1.0);
        memcpy((char *)params + f->offset, &value, sizeof value);
    }
}

#endif
