/* Checks between parts of a scenario, after its values have been checked one by one. */
#ifndef SL_SCENARIO_CROSSCHECK_H
#define SL_SCENARIO_CROSSCHECK_H

#include "models/base/error.h"

struct sl_document;
struct sl_scenario;

/* Adds what it finds to the document's errors and warnings. Returns 0, SL_ERR_SCENARIO if the document has errors,
 * or another code with a message in err. */
int sl_scenario_crosscheck(struct sl_document *doc, const struct sl_scenario *scenario, struct sl_error *err);

#endif
