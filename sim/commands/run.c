/* stepload run: simulate a scenario and write its result file. */
#include "sim/commands/commands.h"
#include "sim/commands/complain.h"
#include "sim/commands/load.h"
#include "sim/commands/session.h"

#include "models/base/error.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static void help_print(FILE *to)
{
    fputs("Usage: stepload run [OPTIONS] FILE      (FILE \"-\": standard input)\n\n"
          "  -o, --output FILE        result (default: output/NAME.h5); its folder must exist\n"
          "  -f, --force              replace an existing result (a regular file: no link, no device)\n"
          "      --set PATH=VALUE     change a value of the scenario; repeatable\n"
          "      --resume             go on from the result's last checkpoint (X.ckpt beside X.h5.part)\n"
          "      --checkpoint-every S wall seconds between checkpoints (default 60; 0: none)\n"
          "      --checkpoint-sim S   checkpoint after every S simulated seconds as well\n"
          "  -j, --threads N          threads (default: all processors); no bit of the result depends on it\n"
          "      --json               summary as JSON on standard output\n"
          "      --progress KIND      auto, none\n"
          "  -q, --quiet              no progress and no summary\n"
          "      --fail-on limits     exit 5 when a limit is broken (limits are not judged yet)\n"
          "  -h, --help               this text\n\n"
          "Exit codes: 0 done, 1 simulation failed, 2 usage, 3 scenario invalid, 4 I/O, 128+n ended by "
          "signal n\n",
          to);
}

enum { OPT_SET = 256, OPT_RESUME, OPT_EVERY, OPT_SIM, OPT_JSON, OPT_PROGRESS, OPT_FAIL };

static const struct option long_options[] = {{"output", required_argument, NULL, 'o'},
                                             {"force", no_argument, NULL, 'f'},
                                             {"set", required_argument, NULL, OPT_SET},
                                             {"resume", no_argument, NULL, OPT_RESUME},
                                             {"checkpoint-every", required_argument, NULL, OPT_EVERY},
                                             {"checkpoint-sim", required_argument, NULL, OPT_SIM},
                                             {"threads", required_argument, NULL, 'j'},
                                             {"json", no_argument, NULL, OPT_JSON},
                                             {"progress", required_argument, NULL, OPT_PROGRESS},
                                             {"quiet", no_argument, NULL, 'q'},
                                             {"fail-on", required_argument, NULL, OPT_FAIL},
                                             {"help", no_argument, NULL, 'h'},
                                             {NULL, 0, NULL, 0}};

static int usage_error(const char *what, const char *value)
{
    fprintf(stderr, "stepload run: %s \"%s\"; see stepload run --help\n", what, value);
    return SL_ERR_USAGE;
}

static int number_parse(const char *text, double min, double max, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value >= min && *value <= max ? 0 : -1;
}

/* One option; returns -1 to go on, else an exit code. */
static int option_take(struct sl_run_options *o, int option, const char *value)
{
    double number = 0.0;
    switch (option) {
    case 'o':
        o->output = value;
        break;
    case 'f':
        o->force = true;
        break;
    case OPT_SET:
        o->sets[o->set_count++] = value;
        break;
    case OPT_RESUME:
        o->resume = true;
        break;
    case OPT_JSON:
        o->json = true;
        break;
    case 'q':
        o->quiet = true;
        break;
    case OPT_PROGRESS:
        if (strcmp(value, "auto") != 0 && strcmp(value, "none") != 0)
            return usage_error("--progress takes auto or none, not", value);
        o->no_progress = strcmp(value, "none") == 0;
        break;
    case OPT_FAIL:
        if (strcmp(value, "limits") != 0) return usage_error("--fail-on takes limits, not", value);
        break;
    case OPT_EVERY:
        if (number_parse(value, 0, 1e9, &o->checkpoint_wall_s))
            return usage_error("--checkpoint-every takes seconds, not", value);
        break;
    case OPT_SIM:
        if (number_parse(value, 0, 1e9, &o->checkpoint_sim_s))
            return usage_error("--checkpoint-sim takes seconds, not", value);
        break;
    case 'j':
        if (number_parse(value, 1, 1024, &number) || number != (int)number)
            return usage_error("--threads takes 1 to 1024, not", value);
        o->threads = (int)number;
        break;
    case 'h':
        help_print(stdout);
        return SL_OK;
    default:
        return SL_ERR_USAGE;
    }
    return -1;
}

static int options_parse(struct sl_run_options *o, int argc, char **argv)
{
    int option;
    while ((option = getopt_long(argc, argv, "o:fj:qh", long_options, NULL)) != -1) {
        int status = option_take(o, option, optarg);
        if (status >= 0) return status;
    }
    if (optind != argc - 1) {
        fputs("stepload run: one scenario file is needed; see stepload run --help\n", stderr);
        return SL_ERR_USAGE;
    }
    o->file = argv[optind];
    return -1;
}

int sl_command_run(int argc, char **argv)
{
    struct sl_error err = {0};
    struct sl_run_options o = {.checkpoint_wall_s = 60.0, .argc = argc, .argv = argv};
    o.sets = calloc((size_t)argc + 1, sizeof *o.sets);
    struct sl_loaded *loaded = calloc(1, sizeof *loaded);
    int status = o.sets && loaded ? options_parse(&o, argc, argv) : sl_no_memory(&err, "the run");
    if (status < 0) {
        status = sl_loaded_open(loaded, o.file, o.sets, o.set_count, &err);
        if (loaded->doc && (status || !o.quiet)) sl_document_print_messages(loaded->doc, stderr);
        if (!status) status = sl_session_run(loaded, &o, &err);
        sl_loaded_free(loaded);
    }
    sl_complain(stderr, &err);
    free(loaded);
    free(o.sets);
    return status;
}
