/* stepload describe: the keys of the scenario format. */
#include <getopt.h>
#include <stdio.h>

#include "models/base/error.h"
#include "sim/commands/commands.h"
#include "sim/scenario/describe.h"
#include "sim/scenario/scenario.h"

static void help_print(FILE *to)
{
    fputs("Usage: stepload describe [PATH]      (as in: stepload describe power.ups)\n\n"
          "  --markdown   the whole format as a page of Markdown\n"
          "  -h, --help   this text\n\n"
          "Each key is shown with its type and unit, range, default, meaning and [source of the default].\n",
          to);
}

int sl_command_describe(int argc, char **argv)
{
    static const struct option longs[] = {
        {"markdown", no_argument, NULL, 'm'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int c, markdown = 0;
    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        if (c == 'm') markdown = 1;
        if (c == 'h') {
            help_print(stdout);
            return SL_OK;
        }
        if (c == '?') return SL_ERR_USAGE;
    }
    if (optind < argc - 1) {
        fputs("stepload describe: one path at most; see stepload describe --help\n", stderr);
        return SL_ERR_USAGE;
    }
    if (markdown) {
        sl_describe_reference(&sl_scenario_table, stdout);
        return SL_OK;
    }
    struct sl_error err = {0};
    int status = sl_describe(&sl_scenario_table, argv[optind], stdout, &err);
    if (status != SL_OK) fprintf(stderr, "stepload: error: %s\n", err.text);
    return status;
}
