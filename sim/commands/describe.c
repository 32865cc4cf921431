/* stepload describe: the keys of the scenario format. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "models/base/error.h"
#include "sim/commands/commands.h"
#include "sim/scenario/describe.h"
#include "sim/scenario/library_page.h"
#include "sim/scenario/scenario.h"

static void help_print(FILE *to)
{
    fputs("Usage: stepload describe [PATH]              keys of the format (as in: stepload describe "
          "power.ups)\n"
          "       stepload describe library [NAME]      entries for \"use\", as a scenario in this folder "
          "finds them\n\n"
          "  --markdown   the whole format as a page of Markdown\n"
          "  -h, --help   this text\n\n"
          "Each key is shown with its type and unit, range, default, meaning and [source of the default].\n",
          to);
}

/* Library pages, or a page of the format that also names the entries that fit. */
static int page_print(const char *path, const char *entry)
{
    struct sl_error err = {0};
    struct sl_document *library = sl_library_open(".", &err);
    const bool asks_library = path && strcmp(path, "library") == 0;
    int status = err.code;
    if (library && entry)
        status = sl_library_print_entry(library, &sl_scenario_table, entry, stdout, &err);
    else if (library && asks_library)
        sl_library_print(library, &sl_scenario_table, stdout);
    else if (library)
        status = sl_describe(&sl_scenario_table, path, library, stdout, &err);
    if (status != SL_OK) fprintf(stderr, "stepload: error: %s\n", err.text);
    /* a page of the format does not depend on the library being sound */
    if (library && asks_library && sl_document_errors(library)) {
        sl_document_print_messages(library, stderr);
        if (status == SL_OK) status = SL_ERR_SCENARIO;
    }
    sl_document_free(library);
    return status;
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
    const char *path = argv[optind], *entry = path ? argv[optind + 1] : NULL;
    if (optind < argc - 2 || (entry && strcmp(path, "library") != 0)) {
        fputs("stepload describe: one path at most; see stepload describe --help\n", stderr);
        return SL_ERR_USAGE;
    }
    if (markdown) {
        sl_describe_reference(&sl_scenario_table, stdout);
        return SL_OK;
    }
    return page_print(path, entry);
}
