#include "sim/commands/summary.h"

#include "models/base/time.h"
#include "sim/campus/results.h"

#include <math.h>
#include <string.h>

static void energy_print(const struct sl_result *r, size_t n, FILE *to)
{
    double mwh = 1.0 / 3.6e9;
    double export_j = sl_results_value(r, n, "export_energy");
    fprintf(to, "  energy     import %.4g MWh", sl_results_value(r, n, "import_energy") * mwh);
    if (export_j > 0.0) fprintf(to, " and export %.4g MWh", export_j * mwh);
    fprintf(to, ", IT %.4g MWh, accelerators %.4g MWh, cooling %.4g MWh",
            sl_results_value(r, n, "it_energy") * mwh, sl_results_value(r, n, "accelerator_energy") * mwh,
            sl_results_value(r, n, "cooling_energy") * mwh);
    double renewable = sl_results_value(r, n, "solar_energy") + sl_results_value(r, n, "wind_energy");
    if (renewable > 0.0) fprintf(to, ", sun and wind %.4g MWh", renewable * mwh);
    double pue = sl_results_value(r, n, "pue");
    if (isnan(pue))
        fputs("; PUE not assessed (below an hour, or no cooling)\n", to);
    else
        fprintf(to, "; PUE %.4f, WUE %.3f L/kWh\n", pue, sl_results_value(r, n, "wue"));
}

static void peaks_print(const struct sl_loaded *loaded, const struct sl_result *r, size_t n, FILE *to)
{
    fprintf(to, "  import     max %.4f MW at %.3f s, min %.4f MW at %.3f s\n",
            sl_results_value(r, n, "import_max") * 1e-6, sl_results_value(r, n, "import_max_at"),
            sl_results_value(r, n, "import_min") * 1e-6, sl_results_value(r, n, "import_min_at"));
    if (!loaded->campus.sources.assessed) {
        fputs("  grid       stiff: voltage and frequency not assessed\n", to);
        return;
    }
    fprintf(to, "  grid       voltage %.4f to %.4f pu (lowest at %.3f s), ",
            sl_results_value(r, n, "voltage_min"), sl_results_value(r, n, "voltage_max"),
            sl_results_value(r, n, "voltage_min_at"));
    if (loaded->campus.planning)
        fputs("frequency not assessed in a planning run\n", to);
    else
        fprintf(to, "frequency %.4f to %.4f Hz (lowest at %.3f s)\n", sl_results_value(r, n, "frequency_min"),
                sl_results_value(r, n, "frequency_max"), sl_results_value(r, n, "frequency_min_at"));
}

static void ramps_print(const struct sl_campus *c, FILE *to)
{
    static const double shown_s[] = {0.01, 1.0, 60.0, 3600.0};
    struct sl_ramp_result r[SL_RAMP_WINDOWS];
    sl_ramp_results(&c->monitors.ramp, r);
    fputs("  ramps     ", to);
    const char *separator = "";
    for (size_t k = 0; k < sizeof shown_s / sizeof shown_s[0]; k++) {
        for (int i = 0; i < SL_RAMP_WINDOWS; i++) {
            if (!r[i].assessed || fabs(r[i].window_s - shown_s[k]) > 0.01 * shown_s[k]) continue;
            fprintf(to, "%s %+.4f/%+.4f MW in %g s", separator, r[i].rise_w * 1e-6, -r[i].fall_w * 1e-6,
                    r[i].window_s);
            separator = ",";
        }
    }
    fprintf(to, "%s\n", *separator ? "" : " not assessed at this step");
}

static void ratings_print(const struct sl_campus *c, FILE *to)
{
    const struct sl_path_node *worst = NULL;
    for (size_t i = 1; i < c->path.count; i++)
        if (c->path.node[i].rated_w > 0.0 && (!worst || c->path.node[i].firm_fraction > worst->firm_fraction))
            worst = &c->path.node[i];
    fputs("  ratings   ", to);
    if (worst)
        fprintf(to, " %s at %.1f %% with its promised spare out, at %.3f s%s", worst->name,
                worst->firm_fraction * 100.0, sl_s_from_ns(worst->worst_ns),
                worst->firm_fraction > 1.0 ? " (EXCEEDED)" : "");
    double limit_w = c->scenario->power.poi.import_limit_w;
    if (limit_w > 0.0)
        fprintf(to, "%s import limit %.1f %% used%s", worst ? "," : "",
                c->monitors.import_max.value / limit_w * 100.0,
                c->monitors.import_max.value > limit_w ? " (EXCEEDED)" : "");
    fputs("\n", to);
    if (c->cooling.gather.excess_max_k > 0.05)
        fprintf(to,
                "  cooling    facility water up to %.2f K above its set point: the tower is at its limit\n",
                c->cooling.gather.excess_max_k);
}

static void storage_print(const struct sl_result *r, size_t n, FILE *to)
{
    double low = sl_results_value(r, n, "storage_soc_min"),
           cut_s = sl_results_value(r, n, "storage_cut_time");
    if (isnan(low)) return;
    fprintf(to, "  storage    state of charge %.1f to %.1f %%, losses %.4g MWh", low * 100.0,
            sl_results_value(r, n, "storage_soc_max") * 100.0,
            sl_results_value(r, n, "storage_loss_energy") / 3.6e9);
    if (cut_s > 0.0) fprintf(to, "; AT A LIMIT for %g s: its control was cut", cut_s);
    fputs("\n", to);
}

/* Jobs that did not start when they were asked to. */
static void jobs_print(const struct sl_campus *c, int64_t t_ns, FILE *to)
{
    for (size_t i = 0; i < c->jobs.config.count; i++) {
        const struct sl_job_params *p = &c->jobs.config.jobs[i];
        const struct sl_job_state *s = &c->jobs.states[i];
        if (p->start_ns >= t_ns || s->start_ns == p->start_ns) continue;
        fprintf(to, "  job        %s, asked for %g s, ", p->name ? p->name : "(no name)",
                sl_s_from_ns(p->start_ns));
        if (s->start_ns == SL_NEVER)
            fputs("NEVER STARTED: no free accelerators\n", to);
        else
            fprintf(to, "WAITED until %g s for free accelerators\n", sl_s_from_ns(s->start_ns));
    }
}

static void residuals_print(const struct sl_result *r, size_t n, FILE *to)
{
    fputs("  residuals ", to);
    for (size_t i = 0; i < n; i++)
        if (strncmp(r[i].name, "residual_", 9) == 0) fprintf(to, " %s %.1e", r[i].name + 9, fabs(r[i].value));
    fputs("\n", to);
}

static void assumed_print(const struct sl_loaded *loaded, FILE *to)
{
    size_t count;
    const struct sl_assumed *a = sl_document_assumed(loaded->doc, &count);
    if (count == 0) return;
    fprintf(to, "  assumed    %zu defaults, such as", count);
    for (size_t i = 0; i < count && i < 4; i++)
        fprintf(to, "%s %s = %s", i ? "," : "", a[i].path, a[i].value);
    fputs(count > 4 ? " ... (check --effective lists all)\n" : "\n", to);
}

void sl_summary_print(const struct sl_loaded *loaded, const struct sl_run_facts *facts, FILE *to)
{
    const struct sl_campus *c = &loaded->campus;
    struct sl_result r[SL_RESULTS_MAX];
    size_t n = sl_results_scalars(c, facts->t_ns, r);
    double t_s = sl_s_from_ns(facts->t_ns);
    fprintf(to, "%s: %s, %g s simulated in %.2f s (%.0f times real time)\n", loaded->scenario.name,
            facts->status, t_s, facts->wall_s, facts->wall_s > 0.0 ? t_s / facts->wall_s : 0.0);
    energy_print(r, n, to);
    peaks_print(loaded, r, n, to);
    ramps_print(c, to);
    storage_print(r, n, to);
    ratings_print(c, to);
    jobs_print(c, facts->t_ns, to);
    if (loaded->scenario.limits.count)
        fprintf(to, "  limits     %zu given, not assessed: rules are not judged yet\n",
                loaded->scenario.limits.count);
    residuals_print(r, n, to);
    assumed_print(loaded, to);
    fprintf(to, "  result     %s (%zu events, %zu windows", facts->path, facts->counts.events,
            facts->counts.windows);
    if (facts->counts.windows_skipped)
        fprintf(to, ", %zu more windows not kept: caps", facts->counts.windows_skipped);
    fputs(")\n", to);
}

static void number_print(double value, FILE *to)
{
    if (isfinite(value))
        fprintf(to, "%.17g", value);
    else
        fputs("null", to);
}

static void text_print(const char *text, FILE *to)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(to, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(to, "\\u%04x", *text);
        else
            fputc(*text, to);
    }
    fputc('"', to);
}

void sl_summary_print_json(const struct sl_loaded *loaded, const struct sl_run_facts *facts, FILE *to)
{
    struct sl_result r[SL_RESULTS_MAX];
    size_t n = sl_results_scalars(&loaded->campus, facts->t_ns, r), assumed_count;
    fputs("{\n  \"name\": ", to);
    text_print(loaded->scenario.name, to);
    fputs(",\n  \"status\": ", to);
    text_print(facts->status, to);
    fputs(",\n  \"result\": ", to);
    text_print(facts->path, to);
    fprintf(to, ",\n  \"events\": %zu,\n  \"windows\": %zu,\n  \"windows_skipped\": %zu",
            facts->counts.events, facts->counts.windows, facts->counts.windows_skipped);
    fputs(",\n  \"summary\": {", to);
    for (size_t i = 0; i < n; i++) {
        fprintf(to, "%s\n    \"%s\": {\"value\": ", i ? "," : "", r[i].name);
        number_print(r[i].value, to);
        fprintf(to, ", \"units\": \"%s\"}", r[i].unit);
    }
    fputs("\n  },\n  \"assumed\": [", to);
    const struct sl_assumed *a = sl_document_assumed(loaded->doc, &assumed_count);
    for (size_t i = 0; i < assumed_count; i++) {
        fputs(i ? ", " : "", to);
        text_print(a[i].path, to);
    }
    fputs("]\n}\n", to);
}
