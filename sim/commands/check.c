/* stepload check: is a scenario valid, and what holds? */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/commands/commands.h"
#include "sim/commands/complain.h"
#include "sim/commands/load.h"

struct options {
    const char *file;
    const char **sets;
    size_t set_count;
    bool effective, json;
};

static void help_print(FILE *to)
{
    fputs(
        "Usage: stepload check [OPTIONS] FILE      (FILE \"-\": standard input)\n\n"
        "  --set PATH=VALUE   change a value, as in --set 'workload.jobs[pretrain].accelerators=8192'; "
        "repeatable\n"
        "  --effective        print the merged scenario with every default and where each value comes from\n"
        "  --json             verdict and messages as JSON; with --effective the plain merged scenario too\n"
        "  -h, --help         this text\n\n"
        "Exit codes: 0 valid, 2 usage, 3 invalid, 4 file not read\n",
        to);
}

/* Returns -1 to go on, else the exit code. */
static int options_parse(struct options *o, int argc, char **argv)
{
    static const struct option longs[] = {{"set", required_argument, NULL, 's'},
                                          {"effective", no_argument, NULL, 'e'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        if (c == 's') o->sets[o->set_count++] = optarg;
        if (c == 'e') o->effective = true;
        if (c == 'j') o->json = true;
        if (c == 'h') {
            help_print(stdout);
            return SL_OK;
        }
        if (c == '?') return SL_ERR_USAGE;
    }
    if (optind != argc - 1) {
        fputs("stepload check: one scenario file is needed; see stepload check --help\n", stderr);
        return SL_ERR_USAGE;
    }
    o->file = argv[optind];
    return -1;
}

static void json_print(struct sl_document *doc, bool valid, bool effective)
{
    printf("{\n\"valid\": %s,\n\"messages\": ", valid ? "true" : "false");
    sl_document_print_messages_json(doc, stdout);
    if (effective && valid) {
        fputs(",\n\"scenario\": ", stdout);
        sl_document_print_effective(doc, stdout, false);
    }
    fputs("}\n", stdout);
}

/* Prints the findings; `status` is what opening said. */
static int verdict_print(const struct sl_loaded *loaded, const struct options *o, int status)
{
    const bool valid = status == SL_OK;
    if (o->json) {
        json_print(loaded->doc, valid, o->effective);
    } else {
        sl_document_print_messages(loaded->doc, stderr);
        if (valid && o->effective) sl_document_print_effective(loaded->doc, stdout, true);
        if (valid && !o->effective) printf("%s: valid\n", sl_document_name(loaded->doc));
    }
    return status;
}

int sl_command_check(int argc, char **argv)
{
    struct options o = {0};
    struct sl_error err = {0};
    o.sets = calloc((size_t)argc + 1, sizeof *o.sets);
    if (!o.sets) return SL_ERR_RUN;
    int status = options_parse(&o, argc, argv);
    struct sl_loaded *loaded = calloc(1, sizeof *loaded);
    if (!loaded) status = sl_no_memory(&err, "the scenario");
    if (status < 0) {
        status = sl_loaded_open(loaded, o.file, o.sets, o.set_count, &err);
        if (loaded->doc && o.json && err.code) sl_document_error(loaded->doc, "", "%s", err.text);
        if (loaded->doc) status = verdict_print(loaded, &o, status);
        sl_loaded_free(loaded);
    }
    free(loaded);
    sl_complain(stderr, &err);
    free(o.sets);
    return status;
}
