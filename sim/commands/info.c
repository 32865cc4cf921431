/* stepload info: what a result file holds. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "models/base/error.h"
#include "sim/commands/commands.h"
#include "sim/output/h5.h"

#define DEPTH_MAX 8

struct info {
    bool json, first; /* first: no comma yet */
    const char *path; /* of the group being listed */
    int depth;        /* of it; links of a foreign file may go round in circles */
};

static void help_print(FILE *to)
{
    fputs("Usage: stepload info [OPTIONS] RESULT.h5\n\n"
          "What a result file (or the .part of a run that goes on) holds: its origin, its groups, their time "
          "and shape.\n\n"
          "      --json   for machines, with every variable and its unit\n"
          "  -h, --help   this text\n",
          to);
}

static void json_text(const char *text)
{
    putchar('"');
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p == '"' || *p == '\\')
            printf("\\%c", *p);
        else if (*p < 0x20)
            printf("\\u%04x", *p);
        else
            putchar(*p);
    }
    putchar('"');
}

static void json_key(struct info *info, const char *key)
{
    if (!info->first) printf(", ");
    info->first = false;
    json_text(key);
    printf(": ");
}

/* Origin. */

static const char *const texts[] = {"title",         "run_status", "source",        "program_version",
                                    "git_hash",      "history",    "scenario",      "scenario_sha256",
                                    "inputs_sha256", "epoch",      "schema_version"};
static const char *const reals[] = {"dt_s", "duration_s", "start_s"};

static void text_print(struct info *info, int64_t file, const char *name)
{
    char text[4096];
    if (!sl_h5_get_text(file, name, text, sizeof text)) return;
    if (!info->json) {
        printf("%-16s %s\n", name, text);
        return;
    }
    json_key(info, name);
    json_text(text);
}

static void origin_print(struct info *info, int64_t file)
{
    int64_t seed;
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) text_print(info, file, texts[i]);
    if (sl_h5_get_int(file, "seed", &seed)) {
        if (info->json) json_key(info, "seed");
        printf(info->json ? "%lld" : "seed             %lld\n", (long long)seed);
    }
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        if (!sl_h5_get_real(file, reals[i], &value)) continue;
        if (info->json) json_key(info, reals[i]);
        if (info->json)
            printf(isfinite(value) ? "%.17g" : "null", value);
        else
            printf("%-16s %.12g\n", reals[i], value);
    }
}

/* Groups. */

struct group {
    struct info *info;
    size_t variables;
    struct sl_h5_shape widest;
};

static void variable_json(struct group *g, int64_t ds, const char *name, const struct sl_h5_shape *shape)
{
    char text[512];
    json_key(g->info, name);
    printf("{\"shape\": [");
    if (shape->rank > 0) printf("%llu", (unsigned long long)shape->rows);
    if (shape->rank > 1) printf(", %llu", (unsigned long long)shape->cols);
    printf("]");
    const char *const keys[] = {"units", "long_name", "cell_methods"};
    for (size_t i = 0; i < 3; i++) {
        if (!sl_h5_get_text(ds, keys[i], text, sizeof text)) continue;
        printf(", \"%s\": ", keys[i]);
        json_text(text);
    }
    printf("}");
}

static int variable_visit(int64_t parent, const char *name, bool is_group, void *context)
{
    struct group *g = context;
    struct sl_h5_shape shape;
    int64_t ds = 0;
    if (is_group || sl_h5_dataset_open(parent, name, &ds, NULL)) return 0;
    if (sl_h5_shape(ds, &shape, NULL) == 0) {
        if (g->info->json) variable_json(g, ds, name, &shape);
        if (shape.rank > g->widest.rank && strcmp(name, "time_bounds") != 0) g->widest = shape;
        g->variables++;
    }
    sl_h5_release(ds);
    return 0;
}

/* Begin of the first and of the last row in seconds after the epoch. */
static bool span_read(int64_t group, double *first_s, double *last_s, double *dt_s)
{
    struct sl_h5_shape shape;
    int64_t time = 0;
    if (!sl_h5_exists(group, "time") || sl_h5_dataset_open(group, "time", &time, NULL)) return false;
    bool ok = sl_h5_shape(time, &shape, NULL) == 0 && shape.type == SL_H5_F64 && shape.rows > 0 &&
              sl_h5_read(time, 0, 1, first_s, NULL) == 0 &&
              sl_h5_read(time, shape.rows - 1, 1, last_s, NULL) == 0 && isfinite(*first_s) &&
              isfinite(*last_s);
    if (!sl_h5_get_real(time, "dt_s", dt_s)) *dt_s = (double)NAN;
    sl_h5_release(time);
    return ok;
}

static void group_line(const struct group *g, const char *path, int64_t group)
{
    double first_s, last_s, dt_s;
    char shape[64] = "";
    if (g->widest.rank > 0) snprintf(shape, sizeof shape, "%llu", (unsigned long long)g->widest.rows);
    if (g->widest.rank > 1)
        snprintf(shape, sizeof shape, "%llu x %llu", (unsigned long long)g->widest.rows,
                 (unsigned long long)g->widest.cols);
    printf("%-24s %3zu variables  %-16s", path, g->variables, shape);
    if (span_read(group, &first_s, &last_s, &dt_s)) {
        printf(" %.9g to %.9g s", first_s, last_s);
        if (isfinite(dt_s)) printf(" every %.9g s", dt_s);
    }
    putchar('\n');
}

static void group_json(struct group *g, const char *path, int64_t group)
{
    double first_s, last_s, dt_s;
    json_key(g->info, path);
    printf("{");
    if (span_read(group, &first_s, &last_s, &dt_s)) {
        printf("\"first_s\": %.17g, \"last_s\": %.17g, ", first_s, last_s);
        if (isfinite(dt_s)) printf("\"dt_s\": %.17g, ", dt_s);
    }
    printf("\"variables\": {");
    g->info->first = true;
    sl_h5_each(group, variable_visit, g);
    printf("}}");
    g->info->first = false;
}

static int group_visit(int64_t parent, const char *name, bool is_group, void *context)
{
    struct info *info = context;
    struct group g = {.info = info};
    char path[512];
    int64_t group = 0;
    if (!is_group || sl_h5_group(parent, name, &group, NULL)) return 0;
    snprintf(path, sizeof path, "%.400s/%.100s", info->path, name);
    if (info->json)
        group_json(&g, path, group);
    else {
        sl_h5_each(group, variable_visit, &g);
        if (g.variables) group_line(&g, path, group);
    }
    const char *above = info->path;
    info->path = path;
    if (++info->depth < DEPTH_MAX) sl_h5_each(group, group_visit, info);
    info->depth--;
    info->path = above;
    sl_h5_release(group);
    return 0;
}

static int info_print(const char *path, bool json)
{
    struct sl_error err = {0};
    struct info info = {.json = json, .first = true, .path = ""};
    int64_t file = 0;
    if (sl_h5_open(path, false, &file, &err)) {
        fprintf(stderr, "stepload info: error: %s\n", err.text);
        return err.code;
    }
    if (json) printf("{");
    origin_print(&info, file);
    if (json)
        json_key(&info, "groups"), printf("{");
    else
        putchar('\n');
    info.first = true;
    sl_h5_each(file, group_visit, &info);
    if (json) printf("}}\n");
    if (sl_h5_close(file, &err) == 0) return SL_OK;
    fprintf(stderr, "stepload info: error: %s\n", err.text);
    return err.code;
}

int sl_command_info(int argc, char **argv)
{
    static const struct option longs[] = {
        {"help", no_argument, NULL, 'h'}, {"json", no_argument, NULL, 'j'}, {NULL, 0, NULL, 0}};
    bool json = false;
    int c;
    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        if (c == 'h') {
            help_print(stdout);
            return SL_OK;
        }
        if (c == '?') return SL_ERR_USAGE;
        json = true;
    }
    if (optind + 1 != argc) {
        fputs("stepload info: name one result file; see stepload info --help\n", stderr);
        return SL_ERR_USAGE;
    }
    return info_print(argv[optind], json);
}
