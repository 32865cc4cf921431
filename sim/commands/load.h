/* Opening a scenario for a command: read, bind, cross-check, build. */
#ifndef SL_COMMANDS_LOAD_H
#define SL_COMMANDS_LOAD_H

#include "sim/campus/campus.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/scenario_reader.h"

struct sl_loaded {
    struct sl_document *doc;
    struct sl_scenario scenario;
    struct sl_campus campus;
};

/* Returns 0, or a code: SL_ERR_SCENARIO with the findings in doc (err empty unless the build failed), SL_ERR_IO or
 * SL_ERR_RUN with a message in err. doc may be NULL. Always followed by sl_loaded_free. */
int sl_loaded_open(struct sl_loaded *loaded, const char *file, const char *const *sets, size_t set_count,
                   struct sl_error *err);
void sl_loaded_free(struct sl_loaded *loaded);

#endif
