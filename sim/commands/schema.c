/* stepload schema: the scenario format as a JSON Schema. */
#include <getopt.h>
#include <stdio.h>

#include "models/base/error.h"
#include "sim/commands/commands.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/schema.h"

static void help_print(FILE *to)
{
    fputs(
        "Usage: stepload schema > scenario.schema.json\n\n"
        "A scenario that says \"$schema\": \"scenario.schema.json\" gets completion and hover in editors.\n\n"
        "  -h, --help   this text\n",
        to);
}

int sl_command_schema(int argc, char **argv)
{
    static const struct option longs[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        if (c == 'h') {
            help_print(stdout);
            return SL_OK;
        }
        if (c == '?') return SL_ERR_USAGE;
    }
    if (optind < argc) {
        fputs("stepload schema: takes no file; see stepload schema --help\n", stderr);
        return SL_ERR_USAGE;
    }
    return sl_schema_print(&sl_scenario_table, stdout);
}
