/* Each check between parts of a scenario: it speaks, at the right path, just beyond the edge, and is silent on it. */
#include "sim/scenario/crosscheck.h"

#include "sim/scenario/document.h"
#include "sim/scenario/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two halls of 10 racks with 4 servers of 8 accelerators: 640 accelerators, racks of 40.8 kW. */
static const char base[] =
    "{ \"stepload\": 1, \"time\": { \"start\": \"2027-07-15T13:00:00Z\", \"duration_s\": 60, \"step_ms\": 1 "
    "},\n"
    "  \"site\": { \"frequency_hz\": 60 },\n"
    "  \"fleet\": { \"halls\": 2, \"racks_per_hall\": 10, \"rack\": { \"use\": \"h100_8gpu\" } },\n"
    "  \"workload\": { \"jobs\": [ { \"name\": \"train\", \"accelerators\": 640, \"program\": { \"use\": "
    "\"llm_dense_70b\" } } ] },\n"
    "  \"storage\": [ { \"name\": \"bess\", \"use\": \"lfp_grid_following\", \"rated_power_mw\": 1, "
    "\"capacity_mwh\": 1 } ],\n"
    "  \"grid\": { \"model\": \"frequency\", \"short_circuit_mva\": 100, \"x_over_r\": 8 } }\n";

#define SETS_MAX 3

struct found {
    struct sl_document *doc;
    struct sl_scenario scenario;
    int status;
};

static void check_sets(struct found *f, const char *const sets[SETS_MAX])
{
    struct sl_error err = {0};
    size_t count = 0;
    while (count < SETS_MAX && sets[count]) count++;
    setenv("STEPLOAD_LIBRARY", "scenarios/library", 1);
    f->doc = sl_document_open_text("scenarios/t.json", base, sizeof base - 1, sets, count, &err);
    assert_non_null(f->doc);
    int bound = sl_document_bind(f->doc, &sl_scenario_table, &f->scenario);
    if (bound) sl_document_print_messages(f->doc, stderr);
    assert_int_equal(bound, 0);
    f->status = sl_scenario_crosscheck(f->doc, &f->scenario, &err);
}

static const struct sl_message *message_at(const struct found *f, enum sl_severity severity, const char *path)
{
    for (size_t i = 0; i < f->doc->messages.kept_count; i++) {
        const struct sl_message *m = &f->doc->messages.kept[i];
        if (m->severity == severity && strcmp(m->path, path) == 0) return m;
    }
    return NULL;
}

static const char *of(const char *const sets[SETS_MAX])
{
    return sets[0] ? sets[0] : "the plain scenario";
}

/* An error at this path, and at no other. */
static void expect_error(const char *const sets[SETS_MAX], const char *path)
{
    struct found f;
    check_sets(&f, sets);
    size_t elsewhere = 0;
    for (size_t i = 0; i < f.doc->messages.kept_count; i++) {
        const struct sl_message *m = &f.doc->messages.kept[i];
        elsewhere += m->severity == SL_SEVERITY_ERROR && strcmp(m->path, path) != 0;
    }
    if (!message_at(&f, SL_SEVERITY_ERROR, path) || elsewhere || f.status != SL_ERR_SCENARIO) {
        sl_document_print_messages(f.doc, stderr);
        fail_msg("%s: no error at %s alone", of(sets), path);
    }
    sl_document_free(f.doc);
}

static void expect_valid(const char *const sets[SETS_MAX])
{
    struct found f;
    check_sets(&f, sets);
    if (sl_document_errors(f.doc) || f.status != SL_OK) {
        sl_document_print_messages(f.doc, stderr);
        fail_msg("%s: should be valid", of(sets));
    }
    sl_document_free(f.doc);
}

static const struct {
    const char *path; /* of the error; NULL: valid */
    const char *sets[SETS_MAX];
} cases[] = {
    {NULL, {NULL}},
    /* time */
    {"time.start", {"time.start=\"2027-02-30T00:00:00Z\""}},
    {"time.step_s", {"time.step_s=1"}},
    {"time.duration_s", {"time.duration_s=60.0005"}},
    {NULL, {"time.duration_s=60.001"}},
    {"time.control_ms", {"time.control_ms=1.5"}},
    {NULL, {"time.control_ms=2"}},
    {"time.control_ms", {"time.step_ms=4", "time.control_ms=2"}},
    {"time.step_ms", {"time.step_ms=3"}}, /* 100 ms are not whole steps of 3 ms */
    {NULL, {"time.step_ms=3", "time.control_ms=30"}},
    {"site.frequency_hz", {"site.frequency_hz=55"}},
    {"site.weather.wet_bulb_degc", {"site.weather.dry_bulb_degc=20", "site.weather.wet_bulb_degc=20.5"}},
    {NULL, {"site.weather.dry_bulb_degc=20", "site.weather.wet_bulb_degc=20"}},
    {"site.weather.file", {"site.weather.file=\"nowhere.csv\""}},
    /* workload */
    {"workload.jobs[0].accelerators", {"workload.jobs[0].accelerators=641"}},
    {"workload.jobs[0].start_s", {"workload.jobs[0].start_s=60"}},
    {NULL, {"workload.jobs[0].start_s=59.999"}},
    {"workload.jobs[0].stop_s", {"workload.jobs[0].start_s=5", "workload.jobs[0].stop_s=5"}},
    {NULL, {"workload.jobs[0].start_s=5", "workload.jobs[0].stop_s=5.001"}},
    {"workload.replay", {"workload.replay={\"file\":\"scenarios/quickstart.json\"}"}},
    {"workload.replay.file", {"workload.jobs=[]", "workload.replay={\"file\":\"nowhere.csv\"}"}},
    /* events */
    {"events[0].at_s", {"events=[{\"at_s\":60,\"type\":\"job_abort\",\"target\":\"train\"}]"}},
    {NULL, {"events=[{\"at_s\":59.9,\"type\":\"job_abort\",\"target\":\"train\"}]"}},
    {"events[0].target", {"events=[{\"at_s\":1,\"type\":\"job_abort\",\"target\":\"trian\"}]"}},
    {"events[0].target", {"events=[{\"at_s\":1,\"type\":\"job_stop\"}]"}},
    {"events[0].power_mw", {"events=[{\"at_s\":1,\"type\":\"generation_trip\"}]"}},
    {NULL, {"events=[{\"at_s\":1,\"type\":\"generation_trip\",\"power_mw\":1}]"}},
    {"events[0].duration_ms",
     {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"residual_pu\":0.7,\"duration_ms\":0.5}]"}},
    {NULL, {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"residual_pu\":0.7,\"duration_ms\":1}]"}},
    {"events[0].phases",
     {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"phases\":\"aa\",\"residual_pu\":0.7,\"duration_ms\":"
      "100}]"}},
    {"events[0].phases",
     {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"phases\":\"d\",\"residual_pu\":0.7,\"duration_ms\":100}"
      "]"}},
    {NULL,
     {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"phases\":\"cb\",\"residual_pu\":0.7,\"duration_ms\":"
      "100}]"}},
    {"events[0].at",
     {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"at\":\"mv\",\"residual_pu\":0.7,\"duration_ms\":100}"
      "]"}},
    {"events[0].type",
     {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"residual_pu\":0.7,\"duration_ms\":5000}]",
      "time={\"duration_s\":60,\"step_s\":1}"}},
    /* plants */
    {"storage[0]", {"storage[0].soc_min_fraction=0.6"}}, /* it starts at 0.5 */
    {"storage[0].bus", {"storage[0].bus=\"poi\""}},
    {"storage[0].ramp_limiter.of", {"storage[0].ramp_limiter={\"of\":\"it_power\"}"}},
    {"storage[0].high_pass.of", {"storage[0].high_pass={\"of\":\"it_power\"}"}},
    {"renewables.solar[0].bus",
     {"renewables.solar=[{\"name\":\"pv\",\"rated_power_mw\":1,\"bus\":\"poi\"}]"}},
    {"renewables.wind[0].bus", {"renewables.wind=[{\"name\":\"w\",\"rated_power_mw\":1,\"bus\":\"poi\"}]"}},
    {"renewables.wind[0]",
     {"renewables.wind=[{\"name\":\"w\",\"rated_power_mw\":1,\"restart_m_per_s\":25.1}]"}}, /* cut-out 25 */
    {NULL, {"renewables.wind=[{\"name\":\"w\",\"rated_power_mw\":1,\"restart_m_per_s\":25}]"}},
    /* power: a hall of 10 racks is 0.408 MW */
    {"power.feeder.rated_power_mw", {"power.feeder.rated_power_mw=0.4"}},
    {NULL, {"power.feeder.rated_power_mw=0.41"}},
    {"power.main_transformer.redundancy",
     {"power.main_transformer={\"rated_power_mva\":5,\"count\":1,\"redundancy\":\"n+1\"}"}},
    {NULL, {"power.main_transformer={\"rated_power_mva\":5,\"count\":2,\"redundancy\":\"n+1\"}"}},
    {"power.main_transformer.redundancy",
     {"power.main_transformer={\"rated_power_mva\":5,\"count\":2,\"redundancy\":\"2n\"}"}},
    {"power.ups.modules_per_side",
     {"power.ups={\"module_rated_power_mw\":0.2,\"group_by\":\"hall\",\"modules_per_side\":2}"}},
    {NULL, {"power.ups={\"module_rated_power_mw\":0.2,\"group_by\":\"hall\",\"modules_per_side\":3}"}},
    {"power.ups.modules_per_side",
     {"power.ups={\"module_rated_power_mw\":0.2,\"group_by\":\"hall\",\"redundancy\":\"n+1\",\"modules_per_"
      "side\":3}"}},
    {NULL,
     {"power.ups={\"module_rated_power_mw\":0.2,\"group_by\":\"hall\",\"redundancy\":\"n+1\",\"modules_per_"
      "side\":4}"}},
    {"power.ups.modules_per_side",
     {"power.ups={\"module_rated_power_mw\":0.2,\"group_by\":\"site\",\"modules_per_side\":4}"}},
    {NULL, {"power.ups={\"module_rated_power_mw\":0.2,\"group_by\":\"site\",\"modules_per_side\":5}"}},
    /* grid */
    {"grid.frequency_response", {"grid.frequency_response={\"use\":\"gb\"}"}}, /* 50 Hz */
    {NULL, {"grid.frequency_response={\"use\":\"gb\"}", "site.frequency_hz=50"}},
    {"grid.file", {"grid={\"model\":\"playback\",\"file\":\"nowhere.csv\",\"voltage_column\":\"v\"}"}},
    {"grid", {"grid={\"model\":\"playback\",\"file\":\"scenarios/quickstart.json\"}"}},
    /* record */
    {"record.site_ms", {"record.site_ms=1.5"}},
    {NULL, {"record.site_ms=2"}},
    {"record.rack_ms", {"record.rack_ms=150"}}, /* not whole control periods */
    {NULL, {"record.rack_ms=200"}},
    {"record.accelerators", {"record.accelerators=[640]"}},
    {NULL, {"record.accelerators=[639]"}},
    {"record.accelerators", {"record.accelerators=[5,6,5]"}},
    {"fleet.racks_per_hall", {"fleet.racks_per_hall=100000", "fleet.halls=1000"}},
};

static void each_check_speaks_beyond_its_edge(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cases[i].path)
            expect_error(cases[i].sets, cases[i].path);
        else
            expect_valid(cases[i].sets);
    }
}

/* What has no effect, or less than it seems, is a warning: the run goes on. */
static void what_is_not_simulated_is_a_warning(void **state)
{
    (void)state;
    static const struct {
        const char *path, *sets[SETS_MAX];
    } warnings[] = {
        {"workload.jobs[0].accelerators", {"workload.jobs[0].accelerators=639"}},
        {"events[0].type", {"events=[{\"at_s\":1,\"type\":\"ups_release\",\"target\":\"ups\"}]"}},
        {"events[0].type",
         {"events=[{\"at_s\":1,\"type\":\"voltage_dip\",\"residual_pu\":0.7,\"duration_ms\":100}]"}},
        {"events[0].type",
         {"events=[{\"at_s\":1,\"type\":\"generation_trip\",\"power_mw\":1}]", "grid={\"model\":\"stiff\"}"}},
    };
    struct found f;
    for (size_t i = 0; i < sizeof warnings / sizeof warnings[0]; i++) {
        check_sets(&f, warnings[i].sets);
        if (!message_at(&f, SL_SEVERITY_WARNING, warnings[i].path))
            fail_msg("%s: no warning at %s", of(warnings[i].sets), warnings[i].path);
        assert_int_equal(f.status, SL_OK);
        sl_document_free(f.doc);
    }
    const char *const plain[SETS_MAX] = {NULL};
    check_sets(&f, plain);
    assert_null(message_at(&f, SL_SEVERITY_WARNING, "workload.jobs[0].accelerators"));
    assert_int_equal(sl_document_warnings(f.doc), 0);
    sl_document_free(f.doc);
}

/* Findings of several checks come together. */
static void all_findings_come_at_once(void **state)
{
    (void)state;
    const char *const sets[SETS_MAX] = {"site.frequency_hz=55", "workload.jobs[0].accelerators=641",
                                        "record.site_ms=1.5"};
    struct found f;
    check_sets(&f, sets);
    assert_non_null(message_at(&f, SL_SEVERITY_ERROR, "site.frequency_hz"));
    assert_non_null(message_at(&f, SL_SEVERITY_ERROR, "workload.jobs[0].accelerators"));
    assert_non_null(message_at(&f, SL_SEVERITY_ERROR, "record.site_ms"));
    sl_document_free(f.doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_check_speaks_beyond_its_edge),
        cmocka_unit_test(what_is_not_simulated_is_a_warning),
        cmocka_unit_test(all_findings_come_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
