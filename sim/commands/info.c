/* stepload info: what a result file holds. */
#include <stdio.h>

#include "models/base/error.h"
#include "sim/commands/commands.h"

int sl_command_info(int argc, char **argv)
{
    (void)argc;
    fprintf(stderr, "stepload %s: not available yet\n", argv[0]);
    return SL_ERR_USAGE;
}
