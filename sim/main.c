/* The command table. */
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "models/base/error.h"
#include "sim/commands/commands.h"
#include "sim/scenario/suggest.h"
#include "sim/threads.h"
#include "sim/version.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *doc;
} commands[] = {
    {"run", sl_command_run, "simulate a scenario and write its result file"},
    {"check", sl_command_check, "say whether a scenario is valid, and print what holds"},
    {"describe", sl_command_describe, "keys of the scenario format: unit, default, range, source"},
    {"schema", sl_command_schema, "JSON Schema (draft-07) of the scenario format, for editors"},
    {"info", sl_command_info, "what a result file holds"},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void help_print(FILE *to)
{
    fputs("stepload simulates an AI data-centre campus from the accelerator to the grid.\n\n"
          "  stepload run scenarios/quickstart.json -o output/quickstart.h5\n"
          "  stepload check my.json --set grid.model=stiff --effective\n"
          "  stepload describe power.ups\n\n"
          "Usage: stepload COMMAND [OPTIONS] [FILE]\n\n",
          to);
    for (size_t i = 0; i < COMMAND_COUNT; i++) fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].doc);
    fputs(
        "\n  -h, --help     this text; COMMAND --help: its options\n"
        "  -V, --version  version and build\n\n"
        "Exit codes: 0 done, 1 simulation failed, 2 usage, 3 scenario invalid, 4 file not read or written,\n"
        "            5 a limit broken (--fail-on=limits), 128+n ended by signal n\n",
        to);
}

static int unknown_command(const char *name)
{
    struct sl_nearest nearest = sl_nearest_to(name);
    for (size_t i = 0; i < COMMAND_COUNT; i++) sl_nearest_offer(&nearest, commands[i].name);
    fprintf(stderr, "stepload: unknown command \"%s\"", name);
    if (nearest.best) fprintf(stderr, " (did you mean \"%s\"?)", nearest.best);
    fputs("; see stepload --help\n", stderr);
    return SL_ERR_USAGE;
}

/* Results that did not reach their reader are no success: a full disk shows only when stdout is flushed. */
static int output_finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    fputs("stepload: error: standard output cannot be written\n", stderr);
    return code == SL_OK ? SL_ERR_IO : code;
}

int main(int argc, char **argv)
{
    sl_threads_wait_passively(argv);
    gsl_set_error_handler_off();
    if (argc < 2) {
        help_print(stderr);
        return SL_ERR_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "help") == 0) {
        help_print(stdout);
        return output_finish(SL_OK);
    }
    if (strcmp(name, "-V") == 0 || strcmp(name, "--version") == 0) {
        printf("stepload %s (%s; %s)\n", sl_version, sl_git_hash, sl_build_flags);
        return output_finish(SL_OK);
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0) return output_finish(commands[i].run(argc - 1, argv + 1));
    return unknown_command(name);
}
