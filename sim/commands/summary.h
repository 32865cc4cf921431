/* The short summary that ends a run: for people on stderr, as JSON on stdout. */
#ifndef SL_COMMANDS_SUMMARY_H
#define SL_COMMANDS_SUMMARY_H

#include "sim/commands/load.h"
#include "sim/output/recorder.h"

#include <stdio.h>

struct sl_run_facts {
    const char *status; /* complete, interrupted */
    const char *path;   /* of the result */
    int64_t t_ns;
    double wall_s;
    struct sl_recorder_counts counts;
};

void sl_summary_print(const struct sl_loaded *loaded, const struct sl_run_facts *facts, FILE *to);
void sl_summary_print_json(const struct sl_loaded *loaded, const struct sl_run_facts *facts, FILE *to);

#endif
