/* Values in SI, defaults, and every kind of message with its place. Offsets and values are counted by hand. */
#include "tests/sim/scenario/small_tables.h"

#define HEAD "{\"stepload\": 1, " /* 16 characters: what follows starts in column 17 */

static const char whole[] = HEAD
    "\"hold_ms\": 1.5, \"load_mw\": 2.5, \"on\": false, \"title\": \"x\", \"target\": \"a\",\n"
    "\"rack\": {\"rated_power_kw\": 132, \"psu\": {\"rated_kw\": 3, \"loss_kw\": [[0, 10], [0.5, 20]]}},\n"
    "\"jobs\": [{\"name\": \"a\", \"accelerators\": 8, \"start_s\": 0.1, \"kind\": \"training\", "
    "\"band_hz\": [0.1, 55]},\n"
    "  {\"name\": \"b\", \"accelerators\": 1}],\n"
    "\"buses\": {\"mv\": {\"voltage_kv\": 33}, \"lv\": {}},\n"
    "\"grid\": {\"model\": \"frequency\", \"power_mw\": 3},\n"
    "\"grids\": [{\"type\": \"stiff\"}, {\"type\": \"frequency\", \"power_mw\": 4}],\n"
    "\"place\": {\"latitude_deg\": -33}}";

static void values_are_stored_in_si(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = small_read(whole, &s, NULL, 0);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_int_equal(s.hold_ns, 1500000);
    assert_true(s.load_w == 2.5e6 && !s.on && s.limit_w == (double)INFINITY);
    assert_string_equal(s.title, "x");
    assert_string_equal(s.target, "a");
    assert_true(s.rack.rated_w == 132e3 && s.rack.psu.rated_w == 3e3 && s.rack.psu.efficiency == 0.9);
    assert_true(s.rack.psu.loss.count == 2 && s.rack.psu.loss.x[1] == 0.5 && s.rack.psu.loss.y[1] == 20e3);
    const struct job *jobs = s.jobs.items;
    assert_int_equal(s.jobs.count, 2);
    assert_true(jobs[0].accelerators == 8 && jobs[0].start_ns == 100000000 && jobs[0].kind == 3);
    assert_true(jobs[0].band.count == 2 && ((double *)jobs[0].band.items)[1] == 55);
    assert_true(jobs[1].start_ns == 2 * SL_NS_PER_S && jobs[1].kind == 4 && jobs[1].band.count == 0);
    const struct bus *buses = s.buses.items;
    assert_int_equal(s.buses.count, 2);
    assert_string_equal(buses[1].name, "lv");
    assert_true(buses[0].voltage_v == 33e3 && buses[1].voltage_v == 34.5e3);
    assert_true(s.grid.model == 8 && s.grid.power_w == 3e6 && s.grid.droop_pu == 0.05);
    const struct grid *grids = s.grids.items;
    assert_true(s.grids.count == 2 && grids[0].model == 7 && grids[0].scr == 5 && grids[1].power_w == 4e6);
    assert_true(s.has_place && s.place.latitude_deg == -33);
    sl_document_free(doc);
}

static void absent_keys_take_defaults(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = small_read("{\"stepload\": 1}", &s, NULL, 0);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_true(s.seed == 1 && s.on && s.load_w == 1e6 && s.hold_ns == SL_NEVER && !s.has_place && !s.target);
    assert_string_equal(s.title, "none");
    assert_true(s.grid.model == 7 && s.grid.scr == 5 && s.jobs.count == 0);
    assert_true(s.rack.psu.loss.count == 2 && s.rack.psu.loss.y[1] == 2500);
    size_t count;
    const struct sl_assumed *assumed = sl_document_assumed(doc, &count);
    assert_int_equal(count, 2); /* rack.psu.rated_kw, rack.psu.loss_kw */
    assert_string_equal(assumed[0].path, "rack.psu.rated_kw");
    assert_string_equal(assumed[0].value, "5");
    assert_string_equal(assumed[0].source, "assumed: typical");
    sl_document_free(doc);
}

static void keys_are_checked(void **state)
{
    (void)state;
    expect_error(HEAD "\"lod_mw\": 1}", 1,
                 "t.json:1:17: error: lod_mw: unknown key (did you mean \"load_mw\"?)");
    expect_error(HEAD "\"load_kw\": 25000}", 1,
                 "t.json:1:17: error: load_kw: did you mean \"load_mw\"? 25000 kW is 25 MW");
    expect_error(HEAD "\"rack\": {\"rated_power_kw\": 1, \"psu\": {\"efficiency_percent\": 96}}}", 1,
                 "rack.psu.efficiency_percent: did you mean \"efficiency_fraction\"? 96 % is 0.96");
    expect_error(HEAD "\"load\": 1}", 1, "load: unknown key (did you mean \"load_mw\"?)");
    expect_error(HEAD "\"load_mwh\": 1}", 1, "load_mwh: unknown key (did you mean \"load_mw\"?)");
    expect_error(HEAD "\"scr\": 1}", 1, "scr: unknown key (\"scr\" belongs under \"grid\")");
    expect_error(HEAD "\"place\": {\"latitude_deg\": 1, \"seed\": 2}}", 1,
                 "t.json:1:46: error: place.seed: unknown key (\"seed\" belongs at the top level)");
    /* a key that exists elsewhere goes before one that resembles (title, turtle: two letters) */
    expect_error(HEAD "\"place\": {\"latitude_deg\": 1, \"title\": 2}}", 1,
                 "place.title: unknown key (\"title\" belongs at the top level)");
    expect_error(HEAD "\"place\": {\"latitude_deg\": 1, \"titrle\": 2}}", 1, "(did you mean \"turtle\"?)");
    expect_error(HEAD "\"place\": {\"latitude_deg\": 1, \"zzzzzz\": 2}}", 1,
                 "unknown key (the keys are: latitude_deg, elevation_m, turtle)");
    expect_error(HEAD "\"rack\": {\"rated_power_kw\": 1, \"psu\": {\"efficency_fraction\": 1}}}", 1,
                 "t.json:1:55: error: rack.psu.efficency_fraction: unknown key (did you mean "
                 "\"efficiency_fraction\"?)");
    expect_error(HEAD "\"jobs\": [{\"name\": \"a\", \"accelerators\": 1, \"start_ms\": 5}]}", 1,
                 "jobs[0].start_ms: did you mean \"start_s\"? 5 ms is 0.005 s");
    expect_error("{}", 1, "t.json:1:1: error: required key \"stepload\" is missing");
    expect_error(HEAD "\"rack\": {}}", 1,
                 "t.json:1:17: error: rack: required key \"rated_power_kw\" is missing (rating)");
    expect_error(HEAD "\n\"jobs\": [{\"name\": \"a\"}]}", 1,
                 "t.json:2:10: error: jobs[0]: required key \"accelerators\"");
    expect_error("{\"stepload\": 2, \"new_in_2\": 1}", 1,
                 "t.json:1:14: error: stepload: format 2: this program reads format 1");
    expect_valid(HEAD "\"$schema\": \"x.json\"}");
}

static void types_are_checked(void **state)
{
    (void)state;
    expect_error(HEAD "\"load_mw\": \"25 MW\"}", 1,
                 "t.json:1:28: error: load_mw: must be a number, not a string; write the number alone");
    expect_error(HEAD "\"load_mw\": null}", 1, "load_mw: must be a number, not null; leave the key out");
    expect_error(HEAD "\"load_mw\": [1]}", 1, "load_mw: must be a number, not a list");
    expect_error(HEAD "\"on\": 1}", 1, "on: must be true or false, not a number");
    expect_error(HEAD "\"title\": 1}", 1, "title: must be a string, not a number");
    expect_error(HEAD "\"rack\": []}", 1, "t.json:1:25: error: rack: must be an object { ... }, not a list");
    expect_error(HEAD "\"jobs\": {}}", 1, "jobs: must be a list [ ... ], not an object");
    expect_error(HEAD "\"jobs\": [3]}", 1,
                 "t.json:1:26: error: jobs[0]: must be an object { ... }, not a number");
    expect_error(HEAD "\"buses\": []}", 1, "buses: must be an object of named entries, not a list");
    expect_error(HEAD "\"grid\": \"stiff\"}", 1, "grid: must be an object { ... }, not a string");
    expect_error(HEAD "\"seed\": 1.5}", 1, "seed: 1.5 must be a whole number");
    expect_error("[]", 1, "t.json:1:1: error: a scenario is an object { ... }, not a list");
    expect_error("{\"stepload\": \"1\"}", 1, "stepload: must be a number, not a string");
}

static void ranges_are_checked(void **state)
{
    (void)state;
    expect_error(HEAD "\"load_mw\": -3}", 1, "t.json:1:28: error: load_mw: -3 must be between 0 and 1000 MW");
    expect_error(HEAD "\"seed\": -1}", 1, "seed: -1 must be at least 0");
    expect_error(HEAD "\"buses\": {\"mv\": {\"voltage_kv\": 800}}}", 1,
                 "buses.mv.voltage_kv: 800 must be above 0 and below 800 kV");
    expect_error(HEAD "\"buses\": {\"mv\": {\"voltage_kv\": 0}}}", 1, "0 must be above 0 and below 800 kV");
    expect_error(HEAD "\"rack\": {\"rated_power_kw\": 1, \"psu\": {\"efficiency_fraction\": 96}}}", 1,
                 "96 must be between 0 and 1 (a fraction, not per cent: did you mean 0.96?)");
    expect_error(HEAD "\"jobs\": [{\"name\": \"a\", \"accelerators\": 1, \"band_hz\": [1, 200]}]}", 1,
                 "jobs[0].band_hz[1]: 200 must be between 0 and 100 Hz");
    expect_error(HEAD "\"jobs\": [{\"name\": \"a\", \"accelerators\": 1, \"kind\": \"trainig\"}]}", 1,
                 "\"trainig\" must be one of \"training\", \"inference\" (did you mean \"training\"?)");
    expect_valid(HEAD "\"load_mw\": 1000, \"seed\": 0}");
}

static void curves_are_checked(void **state)
{
    (void)state;
#define CURVE(points) HEAD "\"rack\": {\"rated_power_kw\": 1, \"psu\": {\"loss_kw\": " points "}}}"
    expect_error(CURVE("[]"), 1, "must hold 1 to 64 points");
    expect_error(CURVE("[1]"), 1, "rack.psu.loss_kw[0]: must be a pair of numbers [x, y]");
    expect_error(CURVE("[[0, 1], [0, 2]]"), 1,
                 "rack.psu.loss_kw[1]: x must grow from point to point: 0 follows 0");
    expect_error(CURVE("[[0, -1]]"), 1, "-1 must be at least 0 kW");
    expect_valid(CURVE("[[0, 0]]"));
}

static void variants_are_checked(void **state)
{
    (void)state;
    expect_error(HEAD "\"grid\": {\"model\": \"frequency\", \"power_mw\": 1, \"scr\": 3}}", 1,
                 "grid.scr: belongs to \"model\": \"stiff\", but here \"model\" is \"frequency\"");
    expect_error(HEAD "\"grid\": {\"droop_pu\": 0.1}}", 1,
                 "grid.droop_pu: belongs to \"model\": \"frequency\"");
    expect_error(
        HEAD "\"grid\": {\"model\": \"freqency\"}}", 1,
        "grid.model: \"freqency\" must be one of \"stiff\", \"frequency\" (did you mean \"frequency\"?)");
    expect_error(HEAD "\"grid\": {\"model\": 3}}", 1, "grid.model: must be one of");
    expect_error(HEAD "\"grids\": [{\"scr\": 1}]}", 1, "grids[0]: required key \"type\" is missing");
    expect_error(HEAD "\"grid\": {\"model\": \"frequency\"}}", 1,
                 "grid: required key \"power_mw\" is missing");
}

static void names_in_a_list_are_unique(void **state)
{
    (void)state;
    expect_error(
        HEAD "\"jobs\": [{\"name\": \"a\", \"accelerators\": 1}, {\"name\": \"a\", \"accelerators\": 1}]}", 1,
        "jobs[1].name: the name \"a\" is taken");
}

static void later_fields_are_told(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = small_read(HEAD "\"later\": 3}", &s, NULL, 0);
    assert_int_equal(sl_document_errors(doc), 0);
    assert_int_equal(sl_document_warnings(doc), 1);
    char *messages = messages_text(doc);
    assert_non_null(strstr(messages, "t.json:1:17: warning: \"later\": accepted, not simulated yet"));
    free(messages);
    sl_document_free(doc);
}

static void all_errors_come_at_once_and_twenty_are_shown(void **state)
{
    (void)state;
    char text[2000] = HEAD "\"jobs\": [";
    for (int i = 0; i < 25; i++) strcat(text, i ? ",\n 1" : "1");
    strcat(text, "]}");
    struct small s;
    struct sl_document *doc = small_read(text, &s, NULL, 0);
    char *messages = messages_text(doc);
    assert_int_equal(sl_document_errors(doc), 25);
    size_t shown = 0;
    for (const char *at = messages; (at = strstr(at, ": error: ")) != NULL; at++) shown++;
    assert_int_equal(shown, 20);
    assert_non_null(strstr(messages, "... and 5 more errors"));
    free(messages);
    sl_document_free(doc);
}

static void findings_stand_at_their_path(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = small_read(whole, &s, NULL, 0);
    sl_document_error(doc, "jobs[0].accelerators", "%d are too many", 8);
    sl_document_error(doc, "jobs[b].kind", "a default stands nowhere: the job is shown");
    sl_document_error(doc, "rack.psu", "an object is shown at its key");
    sl_document_warning(doc, "no.such.path", "shown at the top");
    char *messages = messages_text(doc);
    assert_non_null(strstr(messages, "t.json:3:40: error: jobs[0].accelerators: 8 are too many"));
    assert_non_null(strstr(messages, "t.json:4:3: error: jobs[b].kind: a default"));
    assert_non_null(strstr(messages, "t.json:2:33: error: rack.psu: an object"));
    assert_non_null(strstr(messages, "t.json:1:1: warning: no.such.path: shown at the top"));
    free(messages);
    sl_document_free(doc);
}

static void all_members_are_set_whatever_the_errors(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc =
        small_read("{\"stepload\": 1, \"load_mw\": \"x\", \"grid\": 3, \"seed\": }", &s, NULL, 0);
    assert_true(s.load_w == 1e6 && s.grid.model == 7 && s.grid.scr == 5 && s.on);
    sl_document_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_stored_in_si),
        cmocka_unit_test(absent_keys_take_defaults),
        cmocka_unit_test(keys_are_checked),
        cmocka_unit_test(types_are_checked),
        cmocka_unit_test(ranges_are_checked),
        cmocka_unit_test(curves_are_checked),
        cmocka_unit_test(variants_are_checked),
        cmocka_unit_test(names_in_a_list_are_unique),
        cmocka_unit_test(later_fields_are_told),
        cmocka_unit_test(all_errors_come_at_once_and_twenty_are_shown),
        cmocka_unit_test(findings_stand_at_their_path),
        cmocka_unit_test(all_members_are_set_whatever_the_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
