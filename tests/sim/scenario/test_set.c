/* --set by key, index and name, and its errors with their column in the argument. */
#include "tests/sim/scenario/small_tables.h"

static const char text[] =
    "{\"stepload\": 1, \"load_mw\": 2, \"jobs\": [{\"name\": \"a\", \"accelerators\": 8},\n"
    " {\"name\": \"b\", \"accelerators\": 9}], \"title\": \"t\"}";

static struct sl_document *with(struct small *s, const char *set)
{
    return small_read(text, s, &set, 1);
}

static void values_are_replaced(void **state)
{
    (void)state;
    struct small s;
    const char *const sets[] = {
        "load_mw=7", "jobs[b].accelerators=10", "jobs[0].accelerators=11", "title=007",
        "on=false",  "place.latitude_deg=-5",   "jobs[a].band_hz=[1, 2]",  "load_mw=8",
        "target=a=b"};
    struct sl_document *doc = small_read(text, &s, sets, sizeof sets / sizeof sets[0]);
    assert_int_equal(sl_document_errors(doc), 0);
    const struct job *jobs = s.jobs.items;
    assert_true(s.load_w == 8e6 && jobs[1].accelerators == 10 && jobs[0].accelerators == 11 && !s.on);
    assert_string_equal(s.title, "007"); /* not a number of JSON, so a string */
    assert_string_equal(s.target, "a=b");
    assert_true(s.has_place && s.place.latitude_deg == -5);
    assert_int_equal(jobs[0].band.count, 2);
    sl_document_free(doc);
}

static void whole_sections_can_be_set(void **state)
{
    (void)state;
    struct small s;
    struct sl_document *doc = with(&s, "grid={\"model\": \"frequency\", \"power_mw\": 2}");
    assert_int_equal(sl_document_errors(doc), 0);
    assert_true(s.grid.model == 8 && s.grid.power_w == 2e6);
    sl_document_free(doc);
}

static void errors_stand_in_the_argument(void **state)
{
    (void)state;
    const struct {
        const char *set, *message;
    } cases[] = {
        {"grid.scx=3", "--set:1:6: error: grid.scx: unknown key (did you mean \"scr\"?)"},
        {"lod_mw=3", "--set:1:1: error: lod_mw: unknown key (did you mean \"load_mw\"?)"},
        {"load_kw=3000", "--set:1:1: error: load_kw: did you mean \"load_mw\"? 3000 kW is 3 MW"},
        {"load_mw=-1", "--set:1:9: error: load_mw: -1 must be between 0 and 1000 MW"},
        {"load_mw=big", "--set:1:9: error: load_mw: must be a number, not a string"},
        {"jobs[c].accelerators=1",
         "--set:1:6: error: jobs[c]: the list has 2 elements (from [0]) named a, b"},
        {"jobs[2].accelerators=1", "--set:1:6: error: jobs[2]: the list has 2 elements"},
        {"load_mw.x=1", "--set:1:9: error: load_mw.x: there is a number above it"},
        {"jobs.a=1", "--set:1:6: error: jobs.a: there is a list above it"},
        {"load_mw", "--set:1:1: error: must read path=value"},
        {"a..b=1", "the path is malformed"},
        {"=1", "the path is malformed"},
        {"jobs[=1", "the path is malformed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct small s;
        struct sl_document *doc = with(&s, cases[i].set);
        char *messages = messages_text(doc);
        if (sl_document_errors(doc) != 1 || !strstr(messages, cases[i].message))
            fail_msg("%s: %s", cases[i].set, messages);
        free(messages);
        sl_document_free(doc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_replaced),
        cmocka_unit_test(whole_sections_can_be_set),
        cmocka_unit_test(errors_stand_in_the_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
