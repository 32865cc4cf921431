/* The checks between parts of a scenario, by the part that they are about. Each adds what it finds to the document. */
#ifndef SL_SCENARIO_CROSSCHECK_PARTS_H
#define SL_SCENARIO_CROSSCHECK_PARTS_H

#include "sim/scenario/scenario.h"
#include "sim/scenario/scenario_reader.h"

#define SL_PATH_TEXT 96 /* bytes of a path such as "storage[3].ramp_limiter.of" */

void sl_crosscheck_workload(struct sl_document *doc, const struct sl_scenario *s);
void sl_crosscheck_events(struct sl_document *doc, const struct sl_scenario *s);
void sl_crosscheck_plants(struct sl_document *doc, const struct sl_scenario *s);
void sl_crosscheck_power(struct sl_document *doc, const struct sl_scenario *s);
void sl_crosscheck_grid(struct sl_document *doc, const struct sl_scenario *s);
void sl_crosscheck_record(struct sl_document *doc, const struct sl_scenario *s);
void sl_crosscheck_memory(struct sl_document *doc, const struct sl_scenario *s);

#endif
