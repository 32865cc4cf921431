/* The data files that a scenario names: weather, replay, playback. */
#ifndef SL_COMMANDS_INPUTS_H
#define SL_COMMANDS_INPUTS_H

#include "sim/commands/load.h"
#include "sim/output/sha256.h"

/* SHA-256 over a line "KEY SHA256-OF-THE-FILE\n" for each file, in the order above; of nothing if there is none. A
 * pipe can be read only once, so its line says "stream". Returns 0 or SL_ERR_IO. */
int sl_inputs_sha256(const struct sl_loaded *loaded, char hex[SL_SHA256_HEX], struct sl_error *err);

/* Refuses an output of which a name - its own or one beside it - is a file that the run reads: scenario, what it
 * extends, libraries, data. */
int sl_inputs_keep(const struct sl_loaded *loaded, const char *output, struct sl_error *err);

#endif
