#include "sim/scenario/node.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct sl_arena arena;

static struct sl_node *number_of(const char *key, double value)
{
    struct sl_node *n = sl_node_new(&arena, SL_NODE_NUMBER, key);
    n->number = value;
    return n;
}

static struct sl_node *named(const char *name)
{
    struct sl_node *object = sl_node_new(&arena, SL_NODE_OBJECT, NULL),
                   *own = sl_node_new(&arena, SL_NODE_STRING, "name");
    own->string = name;
    sl_node_append(object, own);
    return object;
}

/* The keys of an object in order, as one text. */
static void expect_keys(const struct sl_node *object, const char *keys)
{
    char text[64] = "";
    size_t count = 0;
    const struct sl_node *last = NULL;
    for (const struct sl_node *c = object->child; c; c = c->next, count++) {
        strcat(text, c->key);
        last = c;
    }
    assert_string_equal(text, keys);
    assert_int_equal(object->count, count);
    assert_ptr_equal(object->last, last);
}

static void children_are_appended_and_removed(void **state)
{
    (void)state;
    struct sl_node *o = sl_node_new(&arena, SL_NODE_OBJECT, NULL);
    struct sl_node *a = number_of("a", 1), *b = number_of("b", 2), *c = number_of("c", 3);
    expect_keys(o, "");
    sl_node_append(o, a), sl_node_append(o, b), sl_node_append(o, c);
    expect_keys(o, "abc");
    sl_node_remove(o, c);
    expect_keys(o, "ab");
    sl_node_remove(o, c); /* no longer there */
    expect_keys(o, "ab");
    sl_node_append(o, c);
    sl_node_remove(o, b);
    expect_keys(o, "ac");
    sl_node_remove(o, a);
    expect_keys(o, "c");
    sl_node_remove(o, c);
    expect_keys(o, "");
    sl_node_append(o, b);
    expect_keys(o, "b");
}

static void children_are_found(void **state)
{
    (void)state;
    struct sl_node *o = sl_node_new(&arena, SL_NODE_OBJECT, NULL),
                   *list = sl_node_new(&arena, SL_NODE_ARRAY, "list");
    struct sl_node *a = number_of("a", 1), *ab = number_of("ab", 2);
    sl_node_append(o, a), sl_node_append(o, ab), sl_node_append(o, list);
    assert_ptr_equal(sl_node_find(o, "a"), a);
    assert_ptr_equal(sl_node_find(o, "ab"), ab);
    assert_null(sl_node_find(o, "abc"));
    assert_null(sl_node_find(NULL, "a"));
    assert_null(sl_node_find(list, "a"));
    struct sl_node *x = named("x"), *y = named("y"), *plain = number_of(NULL, 5);
    sl_node_append(list, x), sl_node_append(list, plain), sl_node_append(list, y);
    assert_ptr_equal(sl_node_element(list, 0), x);
    assert_ptr_equal(sl_node_element(list, 2), y);
    assert_null(sl_node_element(list, 3));
    assert_null(sl_node_element(list, 4));
    assert_null(sl_node_element(o, 0));
    assert_null(sl_node_element(NULL, 0));
    assert_ptr_equal(sl_node_named(list, "y"), y);
    assert_null(sl_node_named(list, "z"));
    assert_null(sl_node_named(o, "a"));
    assert_null(sl_node_named(NULL, "a"));
}

/* A copy has the value and the places, but neither children nor neighbours. */
static void copies_stand_alone(void **state)
{
    (void)state;
    struct sl_source source = {.name = "a.json"};
    struct sl_node *o = sl_node_new(&arena, SL_NODE_OBJECT, "o"), *v = number_of("v", 7.5);
    v->basis = "assumed";
    v->value_place = (struct sl_spot){&source, 12, 3};
    sl_node_append(o, v);
    sl_node_append(o, number_of("w", 1));
    struct sl_node *copy = sl_node_copy(&arena, v), *whole = sl_node_copy(&arena, o);
    assert_true(copy->number == 7.5 && copy->value_place.offset == 12 && copy->value_place.source == &source);
    assert_string_equal(copy->basis, "assumed");
    assert_null(copy->next);
    assert_non_null(v->next);
    assert_null(whole->child);
    assert_null(whole->last);
    assert_int_equal(whole->count, 0);
    assert_string_equal(whole->key, "o");
}

static void a_node_is_pointed_to_at_its_key(void **state)
{
    (void)state;
    struct sl_source source = {.name = "a.json"};
    struct sl_node n = {.value_place = {&source, 20, 1}};
    assert_int_equal(sl_node_place(&n).offset, 20);
    n.key_place = (struct sl_spot){&source, 10, 3};
    assert_int_equal(sl_node_place(&n).offset, 10);
}

static void types_have_names(void **state)
{
    (void)state;
    assert_string_equal(sl_node_type_name(SL_NODE_NULL), "null");
    assert_string_equal(sl_node_type_name(SL_NODE_BOOL), "true or false");
    assert_string_equal(sl_node_type_name(SL_NODE_NUMBER), "a number");
    assert_string_equal(sl_node_type_name(SL_NODE_STRING), "a string");
    assert_string_equal(sl_node_type_name(SL_NODE_ARRAY), "a list");
    assert_string_equal(sl_node_type_name(SL_NODE_OBJECT), "an object");
}

static int arena_free(void **state)
{
    (void)state;
    sl_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_are_appended_and_removed),
        cmocka_unit_test(children_are_found),
        cmocka_unit_test(copies_stand_alone),
        cmocka_unit_test(a_node_is_pointed_to_at_its_key),
        cmocka_unit_test(types_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, arena_free);
}
