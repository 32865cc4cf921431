#include "sim/campus/results.h"

#include "models/base/time.h"
#include "models/cooling/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof((ARRAY)[0]))
#define PUE_SPAN_NS (3600 * SL_NS_PER_S) /* a ratio of energies over less says nothing about a campus */

struct list {
    struct sl_result *items;
    size_t count;
};

static void put(struct list *l, const char *name, const char *unit, const char *long_name, double value)
{
    if (l->count < SL_RESULTS_MAX) l->items[l->count++] = (struct sl_result){name, unit, long_name, value};
}

static void put_extreme(struct list *l, const char *name, const char *at_name, const char *unit,
                        const char *long_name, const struct sl_extreme *e)
{
    put(l, name, unit, long_name, e->value);
    put(l, at_name, "s", "end of the step in which it happened, from the start of the run",
        sl_s_from_ns(e->t_ns));
}

static void energies_put(struct list *l, const struct sl_campus *c)
{
    static const struct {
        enum sl_ledger_item item;
        const char *name, *long_name;
    } rows[] = {
        {SL_LEDGER_NET_IMPORT, "net_import_energy", "energy at the POI, import less export"},
        {SL_LEDGER_IMPORT, "import_energy", "energy imported at the POI, export not counted"},
        {SL_LEDGER_EXPORT, "export_energy", "energy exported at the POI"},
        {SL_LEDGER_IT, "it_energy", "energy at the IT equipment's AC input"},
        {SL_LEDGER_ACCELERATOR, "accelerator_energy", "energy of the accelerators"},
        {SL_LEDGER_OVERHEAD, "server_overhead_energy",
         "energy of servers and racks besides the accelerators"},
        {SL_LEDGER_PSU_LOSS, "psu_loss_energy", "loss of the server supplies"},
        {SL_LEDGER_UPS_LOSS, "ups_loss_energy", "loss of the UPS groups"},
        {SL_LEDGER_TRANSFORMER_LOSS, "transformer_loss_energy", "loss of the transformers"},
        {SL_LEDGER_DISTRIBUTION_LOSS, "distribution_loss_energy", "loss of the distribution"},
        {SL_LEDGER_COOLING, "cooling_energy", "electrical energy of cooling"},
        {SL_LEDGER_AUXILIARY, "auxiliary_energy", "energy of auxiliaries"},
        {SL_LEDGER_SOLAR, "solar_energy", "energy of the solar plants"},
        {SL_LEDGER_WIND, "wind_energy", "energy of the wind plants"},
        {SL_LEDGER_STORAGE, "storage_energy", "energy injected by storage, net of what it took"},
        {SL_LEDGER_STORAGE_LOSS, "storage_loss_energy", "loss of storage"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        put(l, rows[i].name, "J", rows[i].long_name, sl_balance_energy_j(&c->balance, rows[i].item));
}

/* Import, solar, wind and storage together: what the campus consumed. */
static double facility_energy_j(const struct sl_balance *b)
{
    return sl_balance_energy_j(b, SL_LEDGER_NET_IMPORT) + sl_balance_energy_j(b, SL_LEDGER_SOLAR) +
           sl_balance_energy_j(b, SL_LEDGER_WIND) + sl_balance_energy_j(b, SL_LEDGER_STORAGE);
}

static void extremes_put(struct list *l, const struct sl_campus *c)
{
    const struct sl_monitors *m = &c->monitors;
    put_extreme(l, "import_max", "import_max_at", "W",
                "largest import, mean over a step (planning: iteration means, the swing within iterations is "
                "not in it)",
                &m->import_max);
    put_extreme(l, "import_min", "import_min_at", "W",
                "smallest import, mean over a step (planning: iteration means)", &m->import_min);
    put_extreme(l, "it_power_max", "it_power_max_at", "W",
                "largest IT power, mean over a step (planning: iteration means)", &m->it_max);
    struct sl_extreme v_min = m->voltage_min, v_max = m->voltage_max, f_min = m->frequency_min,
                      f_max = m->frequency_max;
    if (!c->sources.assessed) v_min.value = v_max.value = (double)NAN;
    if (!c->sources.assessed || c->planning) f_min.value = f_max.value = (double)NAN;
    put_extreme(l, "voltage_min", "voltage_min_at", "1", "lowest phase voltage at the POI, per unit", &v_min);
    put_extreme(l, "voltage_max", "voltage_max_at", "1", "highest voltage at the POI, per unit", &v_max);
    put_extreme(l, "frequency_min", "frequency_min_at", "Hz", "lowest frequency", &f_min);
    put_extreme(l, "frequency_max", "frequency_max_at", "Hz", "highest frequency", &f_max);
}

static void ratios_put(struct list *l, const struct sl_campus *c, int64_t t_ns)
{
    double facility_j = facility_energy_j(&c->balance);
    /* what storage loses is energy that the site consumes, but facility_power does not hold it */
    struct sl_site_meter meter = {.facility_j =
                                      facility_j + sl_balance_energy_j(&c->balance, SL_LEDGER_STORAGE_LOSS),
                                  .it_j = sl_balance_energy_j(&c->balance, SL_LEDGER_IT),
                                  .water_kg = sl_sum_of(&c->cooling.ledger.water_kg)};
    bool assessed = t_ns >= PUE_SPAN_NS && c->cooling.present;
    put(l, "facility_energy", "J", "all consumption of the campus but losses of storage", facility_j);
    put(l, "water", "kg", "evaporation, blowdown and drift of cooling", meter.water_kg);
    put(l, "pue", "1",
        "energy of the site, losses of storage included, over IT energy at the equipment input (ISO/IEC "
        "30134-2, "
        "category 3); not assessed below an hour or without cooling",
        assessed ? sl_site_meter_pue(&meter) : (double)NAN);
    put(l, "wue", "L kWh-1", "site water over IT energy (ISO/IEC 30134-9)",
        assessed ? sl_site_meter_wue_l_per_kwh(&meter) : (double)NAN);
    put(l, "set_point_excess_max", "K", "facility water above its set point at the worst",
        c->cooling.gather.excess_max_k);
}

static void storage_put(struct list *l, const struct sl_campus *c)
{
    bool any = c->site.storage_count > 0;
    put(l, "storage_soc_min", "1", "lowest state of charge of all storage together",
        any ? c->monitors.soc_min : (double)NAN);
    put(l, "storage_soc_max", "1", "highest state of charge of all storage together",
        any ? c->monitors.soc_max : (double)NAN);
    put(l, "storage_cut_time", "s",
        "time in which power, current or energy limits cut what storage control wanted",
        any ? sl_s_from_ns(c->monitors.storage_cut_ns) : (double)NAN);
}

static void residuals_put(struct list *l, const struct sl_campus *c)
{
    struct sl_residuals r = sl_balance_residuals(&c->balance, c);
    put(l, "residual_electrical", "1", "electrical energy not accounted for, over consumption", r.electrical);
    put(l, "residual_server", "1", "server energy not accounted for, over IT energy", r.server);
    put(l, "residual_storage", "1", "storage energy not accounted for, over its throughput", r.storage);
    put(l, "residual_heat", "1", "heat not accounted for, over heat", r.heat);
    put(l, "residual_water", "1", "water not accounted for, over water", r.water);
    put(l, "residual_accelerator_hours", "1", "accelerators not accounted for, over the fleet",
        r.accelerator_hours);
}

size_t sl_results_scalars(const struct sl_campus *campus, int64_t t_ns, struct sl_result out[SL_RESULTS_MAX])
{
    struct list l = {out, 0};
    put(&l, "simulated_time", "s", "time simulated", sl_s_from_ns(t_ns));
    energies_put(&l, campus);
    ratios_put(&l, campus, t_ns);
    extremes_put(&l, campus);
    storage_put(&l, campus);
    residuals_put(&l, campus);
    return l.count;
}

double sl_results_value(const struct sl_result *results, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(results[i].name, name) == 0) return results[i].value;
    return (double)NAN;
}

static int summary_write(const struct sl_campus *c, int64_t t_ns, struct sl_recorder *recorder,
                         struct sl_error *err)
{
    struct sl_result results[SL_RESULTS_MAX];
    struct sl_column columns[SL_RESULTS_MAX];
    size_t n = sl_results_scalars(c, t_ns, results);
    for (size_t i = 0; i < n; i++)
        columns[i] = (struct sl_column){results[i].name, results[i].unit, results[i].long_name,
                                        SL_COLUMN_REAL, &results[i].value};
    return sl_recorder_table(recorder, "summary", columns, n, SL_SCALARS, err);
}

static const char *job_outcome(const struct sl_job_state *s, int64_t t_ns)
{
    if (s->status == SL_JOB_DROPPED) return "never started";
    if (s->start_ns > t_ns) return "waiting";
    if (s->end_ns > t_ns) return "running";
    return s->stream.aborted ? "aborted" : "stopped";
}

static double seconds_or_nan(int64_t t_ns)
{
    return t_ns == SL_NEVER ? (double)NAN : sl_s_from_ns(t_ns);
}

enum job_real { JOB_ASKED, JOB_START, JOB_END, JOB_ITERATIONS, JOB_DRAWN, JOB_LOST, JOB_BURNED, JOB_REALS };

static int jobs_write(const struct sl_campus *c, int64_t t_ns, struct sl_recorder *recorder,
                      struct sl_error *err)
{
    size_t n = c->jobs.config.count;
    double *real = calloc(JOB_REALS * n + 1, sizeof *real);
    int64_t *accelerators = calloc(n + 1, sizeof *accelerators);
    const char **text = calloc(2 * n + 1, sizeof *text);
    if (!real || !accelerators || !text) {
        free(real);
        free(accelerators);
        free(text);
        return sl_no_memory(err, "the table of jobs");
    }
    for (size_t i = 0; i < n; i++) {
        const struct sl_job_params *p = &c->jobs.config.jobs[i];
        const struct sl_job_state *s = &c->jobs.states[i];
        struct sl_filter_energy e = sl_jobs_energy(&c->jobs, (int)i);
        text[i] = p->name ? p->name : "";
        text[n + i] = job_outcome(s, t_ns);
        accelerators[i] = p->accelerators;
        const double row[JOB_REALS] = {sl_s_from_ns(p->start_ns),
                                       seconds_or_nan(s->start_ns),
                                       seconds_or_nan(s->end_ns),
                                       sl_jobs_progress(&c->jobs, (int)i),
                                       e.drawn_j,
                                       e.lost_j,
                                       e.burned_j};
        for (int k = 0; k < JOB_REALS; k++) real[(size_t)k * n + i] = row[k];
    }
    const struct sl_column columns[] = {
        {"name", NULL, "name", SL_COLUMN_TEXT, text},
        {"outcome", NULL, "waiting, never started, running, stopped or aborted at the end of the run",
         SL_COLUMN_TEXT, text + n},
        {"accelerators", "1", "accelerators", SL_COLUMN_INT, accelerators},
        {"asked_start", "s", "start asked for", SL_COLUMN_REAL, real + JOB_ASKED * n},
        {"start", "s", "start", SL_COLUMN_REAL, real + JOB_START * n},
        {"end", "s", "end", SL_COLUMN_REAL, real + JOB_END * n},
        {"iterations", "1", "iterations done, the unfinished one as its part", SL_COLUMN_REAL,
         real + JOB_ITERATIONS * n},
        {"accelerator_energy", "J", "drawn by its accelerators at nominal gain", SL_COLUMN_REAL,
         real + JOB_DRAWN * n},
        {"lost_energy", "J", "asked for and not drawn (cap and ramp limits)", SL_COLUMN_REAL,
         real + JOB_LOST * n},
        {"burned_energy", "J", "drawn and not asked for (floor, hold and ramp limits)", SL_COLUMN_REAL,
         real + JOB_BURNED * n},
    };
    int status = sl_recorder_table(recorder, "jobs", columns, COUNT(columns), n, err);
    free(real);
    free(accelerators);
    free(text);
    return status;
}

enum rating_real {
    RATING_RATED,
    RATING_FIRM,
    RATING_LOADING,
    RATING_WITHOUT_SPARE,
    RATING_WHEN,
    RATING_MARGIN,
    RATING_REALS
};

static void rating_fill(double *real, size_t cap, size_t row, const struct sl_path_node *node)
{
    const double values[RATING_REALS] = {[RATING_RATED] = node->rated_w,
                                         [RATING_FIRM] = node->firm_w,
                                         [RATING_LOADING] = node->worst_fraction,
                                         [RATING_WITHOUT_SPARE] = node->firm_fraction,
                                         [RATING_WHEN] = sl_s_from_ns(node->worst_ns),
                                         [RATING_MARGIN] = 1.0 - node->firm_fraction};
    for (size_t k = 0; k < RATING_REALS; k++) real[k * cap + row] = values[k];
}

static int ratings_table(const char **name, const double *real, size_t cap, size_t n,
                         struct sl_recorder *recorder, struct sl_error *err)
{
    const struct sl_column columns[] = {
        {"name", NULL, "what is rated", SL_COLUMN_TEXT, name},
        {"rated", "W",
         "rating of all units (transformers: apparent power, V A, that is current at nominal voltage)",
         SL_COLUMN_REAL, real + RATING_RATED * cap},
        {"firm", "W", "rating without the promised spare: with n+1 a unit less", SL_COLUMN_REAL,
         real + RATING_FIRM * cap},
        {"worst_loading", "1", "largest loading, of rated (planning: of iteration means)", SL_COLUMN_REAL,
         real + RATING_LOADING * cap},
        {"worst_without_spare", "1",
         "largest loading with the spare out of service, of firm: with 2n one side carries both",
         SL_COLUMN_REAL, real + RATING_WITHOUT_SPARE * cap},
        {"when", "s", "end of the step in which that happened", SL_COLUMN_REAL, real + RATING_WHEN * cap},
        {"margin", "1", "1 - worst_without_spare", SL_COLUMN_REAL, real + RATING_MARGIN * cap},
    };
    return sl_recorder_table(recorder, "ratings", columns, COUNT(columns), n, err);
}

/* Rated nodes of the path, and the import limit in the place of the root. */
static int ratings_write(const struct sl_campus *c, struct sl_recorder *recorder, struct sl_error *err)
{
    size_t cap = c->path.count, n = 0;
    const char **name = calloc(cap, sizeof *name);
    double *real = calloc(RATING_REALS * cap, sizeof *real);
    double limit_w = c->scenario->power.poi.import_limit_w;
    struct sl_path_node poi = {.name = "poi_import", .rated_w = limit_w, .firm_w = limit_w};
    poi.worst_fraction = poi.firm_fraction = limit_w > 0.0 ? c->monitors.import_max.value / limit_w : 0.0;
    poi.worst_ns = c->monitors.import_max.t_ns;
    for (size_t i = 0; name && real && i < cap; i++) {
        const struct sl_path_node *node = i == 0 ? &poi : &c->path.node[i];
        if (node->rated_w <= 0.0) continue;
        name[n] = node->name;
        rating_fill(real, cap, n++, node);
    }
    int status = name && real ? ratings_table(name, real, cap, n, recorder, err)
                              : sl_no_memory(err, "the table of ratings");
    free(name);
    free(real);
    return status;
}

static int ramps_write(const struct sl_campus *c, struct sl_recorder *recorder, struct sl_error *err)
{
    struct sl_ramp_result r[SL_RAMP_WINDOWS];
    double real[5][SL_RAMP_WINDOWS];
    const char *note[SL_RAMP_WINDOWS];
    sl_ramp_results(&c->monitors.ramp, r);
    for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
        double missing = r[i].assessed ? 0.0 : (double)NAN;
        real[0][i] = r[i].window_s;
        real[1][i] = r[i].rise_w + missing;
        real[2][i] = r[i].fall_w + missing;
        real[3][i] = r[i].rise_at_s + missing;
        real[4][i] = r[i].fall_at_s + missing;
        note[i] = r[i].assessed ? "assessed" : r[i].why_not;
        if (r[i].assessed && r[i].window_s < 1.5 * c->monitors.ramp.step_s)
            note[i] = "between means of one step: a jump inside a step can show as half";
    }
    const struct sl_column columns[] = {
        {"window", "s", "window", SL_COLUMN_REAL, real[0]},
        {"worst_up", "W", "largest rise of poi_power within the window", SL_COLUMN_REAL, real[1]},
        {"worst_down", "W", "largest fall of poi_power within the window", SL_COLUMN_REAL, real[2]},
        {"worst_up_time", "s", "end of the largest rise", SL_COLUMN_REAL, real[3]},
        {"worst_down_time", "s", "end of the largest fall", SL_COLUMN_REAL, real[4]},
        {"note", NULL, "assessed, or why not", SL_COLUMN_TEXT, note},
    };
    return sl_recorder_table(recorder, "ramps", columns, COUNT(columns), SL_RAMP_WINDOWS, err);
}

int sl_results_write(const struct sl_campus *campus, int64_t t_ns, struct sl_recorder *recorder,
                     struct sl_error *err)
{
    int status = summary_write(campus, t_ns, recorder, err);
    if (!status) status = jobs_write(campus, t_ns, recorder, err);
    if (!status) status = ratings_write(campus, recorder, err);
    if (!status) status = ramps_write(campus, recorder, err);
    return status;
}
