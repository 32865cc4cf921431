/* What no single key can tell: jobs fit the fleet, events lie inside the run, feeds carry their racks, series cover
 * the run. */
#ifndef SL_SCENARIO_CROSSCHECK_H
#define SL_SCENARIO_CROSSCHECK_H

#include "models/base/error.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/scenario_reader.h"

/* Adds errors and warnings to the document, at the paths that they concern. Returns 0, SL_ERR_SCENARIO after errors,
 * or SL_ERR_IO with err if a file that the scenario names cannot be read. */
int sl_scenario_crosscheck(struct sl_document *doc, struct sl_scenario *scenario, struct sl_error *err);

#endif
