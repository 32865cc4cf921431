#include "sim/scenario/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct inner {
    double loss_w, share;
};
struct outer {
    int64_t count;
    struct inner inner;
    double temperature_degc;
};

static const struct sl_field inner_fields[] = {
    SL_F_REAL(struct inner, loss_w, "loss_kw", 2.5, 0, 10, SL_ABOVE_MIN | SL_BELOW_MAX, "loss", NULL),
    SL_F_REAL(struct inner, share, "share_fraction", 0.5, 0, 1, 0, "share", NULL),
};
static const struct sl_table inner_table = SL_TABLE("inner", "Inlined.", struct inner, inner_fields);

static const struct sl_field outer_fields[] = {
    SL_F_INT(struct outer, count, "count", 3, 1, SL_UNBOUNDED, 0, "how many", NULL),
    SL_F_INLINE(struct outer, inner, &inner_table),
    SL_F_REAL(struct outer, temperature_degc, "temperature_degc", NAN, -SL_UNBOUNDED, 90, SL_NO_DEFAULT,
              "hot", NULL),
};
static const struct sl_table outer_table = SL_TABLE("outer", "Outer.", struct outer, outer_fields);

static void inlined_rows_are_rows_of_the_outer_table(void **state)
{
    (void)state;
    assert_ptr_equal(sl_table_find(&outer_table, "count"), &outer_fields[0]);
    assert_ptr_equal(sl_table_find(&outer_table, "share_fraction"), &inner_fields[1]);
    assert_ptr_equal(sl_table_find(&outer_table, "temperature_degc"), &outer_fields[2]);
    assert_null(sl_table_find(&outer_table, "share"));
    assert_true(sl_table_is_kind(&outer_table, "outer") && sl_table_is_kind(&outer_table, "inner"));
    assert_false(sl_table_is_kind(&outer_table, "other") || sl_table_is_kind(&inner_table, "outer"));
}

struct visited {
    char keys[128];
    size_t place[8], count;
};

static void visit(void *context, const struct sl_field *field, size_t from)
{
    struct visited *v = context;
    strcat(strcat(v->keys, field->key), " ");
    v->place[v->count++] = from + field->offset;
}

/* In the order of the rows, each at its true place in the outer struct. */
static void rows_are_visited_at_their_places(void **state)
{
    (void)state;
    struct visited v = {.count = 0};
    sl_table_each(&outer_table, visit, &v);
    assert_string_equal(v.keys, "count loss_kw share_fraction temperature_degc ");
    assert_int_equal(v.place[0], offsetof(struct outer, count));
    assert_int_equal(v.place[1], offsetof(struct outer, inner.loss_w));
    assert_int_equal(v.place[2], offsetof(struct outer, inner.share));
    assert_int_equal(v.place[3], offsetof(struct outer, temperature_degc));
}

static void expect_range(const struct sl_field *field, const char *wanted)
{
    char text[96];
    sl_field_range(text, sizeof text, field);
    assert_string_equal(text, wanted);
}

static struct sl_field ranged(const char *key, double min, double max, unsigned flags)
{
    return (struct sl_field){.key = key, .type = SL_REAL, .min = min, .max = max, .flags = flags};
}

static void ranges_read_like_sentences(void **state)
{
    (void)state;
    struct sl_field f = ranged("loss_kw", 0, 10, 0);
    expect_range(&f, "between 0 and 10 kW");
    f.flags = SL_ABOVE_MIN;
    expect_range(&f, "above 0 and at most 10 kW");
    f.flags = SL_BELOW_MAX;
    expect_range(&f, "at least 0 and below 10 kW");
    f = ranged("loss_kw", 0, SL_UNBOUNDED, SL_ABOVE_MIN);
    expect_range(&f, "above 0 kW");
    f = ranged("loss_kw", -SL_UNBOUNDED, 5, 0);
    expect_range(&f, "at most 5 kW");
    f = ranged("loss_kw", -SL_UNBOUNDED, SL_UNBOUNDED, 0);
    expect_range(&f, "");
    f = ranged("share_fraction", 0, 1, 0); /* shares have no symbol */
    expect_range(&f, "between 0 and 1");
    f = ranged("names", 0, 0, 0); /* any */
    expect_range(&f, "");
    f.type = SL_STRING;
    f.max = 5;
    expect_range(&f, "");
}

static void defaults_are_json(void **state)
{
    (void)state;
    char text[64] = "";
    assert_true(sl_field_default(text, sizeof text, &inner_fields[0]));
    assert_string_equal(text, "2.5");
    assert_true(sl_field_default(text, sizeof text, &outer_fields[0]));
    assert_string_equal(text, "3");
    assert_false(sl_field_default(text, sizeof text, &outer_fields[2]));
    struct sl_field f = {.key = "mode", .type = SL_ENUM, .text = "split"};
    assert_true(sl_field_default(text, sizeof text, &f));
    assert_string_equal(text, "\"split\"");
    f = (struct sl_field){.key = "on", .type = SL_BOOL, .initial = 1};
    assert_true(sl_field_default(text, sizeof text, &f));
    assert_string_equal(text, "true");
    f = (struct sl_field){
        .key = "limit_mw", .type = SL_REAL, .initial = INFINITY}; /* no such number in JSON */
    assert_false(sl_field_default(text, sizeof text, &f));
    f = (struct sl_field){.key = "name", .type = SL_STRING, .text = "x", .flags = SL_REQUIRED};
    assert_false(sl_field_default(text, sizeof text, &f));
}

static void units_come_from_the_key(void **state)
{
    (void)state;
    assert_string_equal(sl_field_symbol(&inner_fields[0]), "kW");
    assert_string_equal(sl_field_symbol(&inner_fields[1]), "");
    assert_string_equal(sl_field_symbol(&outer_fields[0]), "");
    assert_true(sl_field_scale(&inner_fields[0]) == 1e3 && sl_field_scale(&outer_fields[0]) == 1.0);
    const struct sl_field text = {.key = "name_kw", .type = SL_STRING};
    assert_string_equal(sl_field_symbol(&text), "");
}

static void variants_are_found_by_name(void **state)
{
    (void)state;
    const struct sl_variant variants[] = {
        {"a", 1, &inner_table, ""}, {"b", 2, &outer_table, ""}, {NULL, 0, NULL, NULL}};
    assert_ptr_equal(sl_variant_find(variants, "b"), &variants[1]);
    assert_null(sl_variant_find(variants, "c"));
    assert_null(sl_variant_find(NULL, "a"));
    const struct sl_field plain = {.key = "grid", .type = SL_VARIANT},
                          tagged = {.key = "limits", .type = SL_LIST, .item = SL_VARIANT, .tag = "type"};
    assert_string_equal(sl_field_tag(&plain), "model");
    assert_string_equal(sl_field_tag(&tagged), "type");
    assert_false(sl_field_has_table(&plain) || sl_field_has_table(&tagged) ||
                 sl_field_has_table(&outer_fields[0]));
    const struct sl_field list = {.key = "jobs", .type = SL_LIST, .item = SL_OBJECT}, map = {.type = SL_MAP};
    assert_true(sl_field_has_table(&list) && sl_field_has_table(&map));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inlined_rows_are_rows_of_the_outer_table),
        cmocka_unit_test(rows_are_visited_at_their_places),
        cmocka_unit_test(ranges_read_like_sentences),
        cmocka_unit_test(defaults_are_json),
        cmocka_unit_test(units_come_from_the_key),
        cmocka_unit_test(variants_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
