/* One run from an opened scenario to a closed result file: recorder, loop, checkpoints, signals. */
#ifndef SL_COMMANDS_SESSION_H
#define SL_COMMANDS_SESSION_H

#include "sim/commands/load.h"

#include <stdbool.h>
#include <stddef.h>

struct sl_run_options {
    const char *file, *output; /* output NULL: output/NAME.h5 */
    const char **sets;
    size_t set_count;
    bool force, resume, json, quiet, no_progress;
    double checkpoint_wall_s, checkpoint_sim_s; /* 0: none */
    int threads;                                /* 0: all processors */
    int argc;
    char **argv;
};

/* Returns an exit code: 0, SL_ERR_* with a message in err, or 128 + n after signal n. */
int sl_session_run(struct sl_loaded *loaded, const struct sl_run_options *options, struct sl_error *err);

#endif
