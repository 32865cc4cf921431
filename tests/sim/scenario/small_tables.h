/* A small scenario format for the reader's tests: every type of row once, and helpers to read text with it. */
#ifndef SL_TEST_SMALL_TABLES_H
#define SL_TEST_SMALL_TABLES_H

#include "models/base/curve.h"
#include "models/base/time.h"
#include "sim/scenario/scenario_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct psu {
    double rated_w, efficiency;
    struct sl_curve loss;
};
struct rack {
    double rated_w;
    struct psu psu;
};
struct job {
    const char *name;
    int64_t accelerators, start_ns;
    int kind;
    struct sl_list band; /* double */
};
struct grid {
    int model;
    double scr, droop_pu, power_w;
};
struct bus {
    const char *name;
    double voltage_v;
};
struct place {
    double latitude_deg, elevation_m;
    const char *turtle;
};
struct small {
    int64_t format, seed, hold_ns, later;
    struct rack rack;
    struct sl_list jobs, buses, grids;
    struct grid grid;
    struct place place;
    bool has_place, on;
    double load_w, limit_w;
    const char *title, *target;
};

static const struct sl_field psu_fields[] = {
    SL_F_REAL(struct psu, rated_w, "rated_kw", 5, 0, 100, SL_ABOVE_MIN, "rating", "assumed: typical"),
    SL_F_REAL(struct psu, efficiency, "efficiency_fraction", 0.9, 0, 1, 0, "efficiency", "80 PLUS"),
    {.key = "loss_kw",
     .type = SL_CURVE,
     .offset = offsetof(struct psu, loss),
     .min = 0,
     .max = SL_UNBOUNDED,
     .text = "[[0, 1], [1, 2.5]]",
     .present = SL_UNTOLD,
     .doc = "loss",
     .source = "assumed"},
};
static const struct sl_table psu_table = SL_TABLE("psu", "A supply.", struct psu, psu_fields);

static const struct sl_field rack_fields[] = {
    SL_F_REAL(struct rack, rated_w, "rated_power_kw", 0, 0, 1000, SL_REQUIRED, "rating", NULL),
    SL_F_OBJECT(struct rack, psu, "psu", &psu_table, 0, "supplies"),
};
static const struct sl_table rack_table = SL_TABLE("rack", "A rack.", struct rack, rack_fields);

static const struct sl_choice kind_choices[] = {{"training", 3, "t"}, {"inference", 4, "i"}, {NULL, 0, NULL}};
static const struct sl_field job_fields[] = {
    SL_F_STRING(struct job, name, "name", NULL, SL_REQUIRED, "name", NULL),
    SL_F_INT(struct job, accelerators, "accelerators", 0, 1, 1e6, SL_REQUIRED, "how many", NULL),
    SL_F_TIME(struct job, start_ns, "start_s", 2, 0, 1e6, 0, "start", "assumed"),
    SL_F_ENUM(struct job, kind, "kind", kind_choices, "inference", 0, "kind", NULL),
    SL_F_VALUES(struct job, band, "band_hz", SL_REAL, NULL, 0, 100, 0, "band"),
};
static const struct sl_table job_table = SL_TABLE("job", "A job.", struct job, job_fields);

static const struct sl_field stiff_fields[] = {
    SL_F_REAL(struct grid, scr, "scr", 5, 0, 100, 0, "strength", NULL)};
static const struct sl_field frequency_fields[] = {
    SL_F_REAL(struct grid, droop_pu, "droop_pu", 0.05, 0, 1, 0, "droop", NULL),
    SL_F_REAL(struct grid, power_w, "power_mw", 1, 0, 10, SL_REQUIRED, "power", NULL)};
static const struct sl_table stiff_table = SL_TABLE("grid_stiff", "Stiff.", struct grid, stiff_fields);
static const struct sl_table frequency_table =
    SL_TABLE("grid_frequency", "Swings.", struct grid, frequency_fields);
static const struct sl_variant grid_variants[] = {
    {"stiff", 7, &stiff_table, "stiff"}, {"frequency", 8, &frequency_table, "swings"}, {NULL, 0, NULL, NULL}};

static const struct sl_field bus_fields[] = {SL_F_REAL(struct bus, voltage_v, "voltage_kv", 34.5, 0, 800,
                                                       SL_ABOVE_MIN | SL_BELOW_MAX, "voltage", "assumed")};
static const struct sl_table bus_table = SL_TABLE("bus", "A bus.", struct bus, bus_fields);

static const struct sl_field place_fields[] = {
    SL_F_REAL(struct place, latitude_deg, "latitude_deg", 0, -90, 90, SL_REQUIRED, "north", NULL),
    SL_F_REAL(struct place, elevation_m, "elevation_m", 0, 0, 9000, 0, "height", "assumed"),
    SL_F_STRING(struct place, turtle, "turtle", NULL, 0, "two letters from title", NULL)};
static const struct sl_table place_table = SL_TABLE("place", "A place.", struct place, place_fields);

static const struct sl_field small_fields[] = {
    SL_F_INT(struct small, format, "stepload", 1, 1, 1, SL_REQUIRED, "format", NULL),
    SL_F_INT(struct small, seed, "seed", 1, 0, SL_UNBOUNDED, 0, "seed", NULL),
    SL_F_TIME(struct small, hold_ns, "hold_ms", NAN, 0, 1e6, SL_NO_DEFAULT, "hold", NULL),
    SL_F_INT(struct small, later, "later", 0, 0, 9, SL_LATER, "later", "assumed"),
    SL_F_OBJECT(struct small, rack, "rack", &rack_table, 0, "rack"),
    SL_F_LIST(struct small, jobs, "jobs", &job_table, 0, "jobs"),
    SL_F_MAP(struct small, buses, "buses", &bus_table, 0, "buses"),
    SL_F_VARIANT(struct small, grid, "grid", grid_variants, "stiff", 0, "grid"),
    SL_F_VARIANTS(struct small, grids, "grids", "type", grid_variants, 0, "grids"),
    SL_F_OPTIONAL(struct small, place, has_place, "place", &place_table, 0, "place"),
    SL_F_BOOL(struct small, on, "on", 1, 0, "switch", NULL),
    SL_F_REAL(struct small, load_w, "load_mw", 1, 0, 1000, 0, "load", NULL),
    SL_F_REAL(struct small, limit_w, "limit_mw", INFINITY, 0, SL_UNBOUNDED, 0, "limit", NULL),
    SL_F_STRING(struct small, title, "title", "none", 0, "title", NULL),
    SL_F_REF(struct small, target, "target", 0, "target"),
};
static const struct sl_table small_table = SL_TABLE("small", "A small format.", struct small, small_fields);

/* Reads and binds; the caller frees the document. */
static inline struct sl_document *small_read(const char *text, struct small *small, const char *const *sets,
                                             size_t set_count)
{
    struct sl_error err = {0};
    struct sl_document *doc = sl_document_open_text("t.json", text, strlen(text), sets, set_count, &err);
    assert_non_null(doc);
    sl_document_bind(doc, &small_table, small);
    return doc;
}

__attribute__((noinline, unused)) static char *messages_text(const struct sl_document *doc)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    sl_document_print_messages(doc, to);
    fclose(to);
    return text;
}

/* The text gives this message line (from its start: file:line:col) and `errors` errors in all. */
static inline void expect_error(const char *text, size_t errors, const char *message)
{
    struct small small;
    struct sl_document *doc = small_read(text, &small, NULL, 0);
    char *messages = messages_text(doc);
    if (!strstr(messages, message) || sl_document_errors(doc) != errors)
        fail_msg("%s\nwanted (%zu errors): %s\ngot: %s", text, errors, message, messages);
    free(messages);
    sl_document_free(doc);
}

static inline void expect_valid(const char *text)
{
    struct small small;
    struct sl_document *doc = small_read(text, &small, NULL, 0);
    char *messages = messages_text(doc);
    if (sl_document_errors(doc)) fail_msg("%s\nshould be valid: %s", text, messages);
    free(messages);
    sl_document_free(doc);
}

#endif
