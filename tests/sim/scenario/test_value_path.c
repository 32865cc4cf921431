#include "sim/scenario/value_path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Steps of a path joined by '|', brackets marked; "!" and the place where it is malformed. */
static void expect_steps(const char *path, const char *wanted)
{
    char got[128] = "";
    struct sl_step step;
    size_t at = 0;
    int more;
    while ((more = sl_value_path_next(path, strlen(path), &at, &step)) == 1) {
        size_t used = strlen(got);
        assert_memory_equal(step.text, path + step.offset, step.length);
        snprintf(got + used, sizeof got - used, "%s%s%.*s", used ? "|" : "", step.bracket ? "[" : "",
                 (int)step.length, step.text);
    }
    if (more < 0) snprintf(got + strlen(got), sizeof got - strlen(got), "!%zu", at);
    assert_string_equal(got, wanted);
}

static void paths_are_cut_into_steps(void **state)
{
    (void)state;
    expect_steps("seed", "seed");
    expect_steps("workload.jobs[pretrain].accelerators", "workload|jobs|[pretrain|accelerators");
    expect_steps("a[0][12].b", "a|[0|[12|b");
    expect_steps("a[x.y]", "a|[x.y"); /* a name may hold a dot */
}

static void malformed_paths_are_told_where(void **state)
{
    (void)state;
    expect_steps("", "!0");
    expect_steps(".a", "!0");
    expect_steps("[0]", "!0");
    expect_steps("a..b", "a!2");
    expect_steps("a.", "a!2");
    expect_steps("a[]", "a!1");
    expect_steps("a[0", "a!1");
    expect_steps("a[0]b", "a!4");
}

static struct sl_arena arena;

static struct sl_node *add(struct sl_node *parent, enum sl_node_type type, const char *key)
{
    struct sl_node *n = sl_node_new(&arena, type, key);
    if (parent) sl_node_append(parent, n);
    return n;
}

static struct sl_node *job_add(struct sl_node *jobs, const char *name)
{
    struct sl_node *job = add(jobs, SL_NODE_OBJECT, NULL);
    add(job, SL_NODE_STRING, "name")->string = name;
    add(job, SL_NODE_NUMBER, "start_s");
    return job;
}

static struct sl_node *child_of(const struct sl_node *node, const char *text, bool bracket)
{
    struct sl_step step = {text, 0, strlen(text), bracket};
    return sl_value_path_child(&arena, node, &step);
}

/* By index, by name; a name that looks like an index counts where there is no such index. */
static void steps_name_children(void **state)
{
    (void)state;
    struct sl_node *root = add(NULL, SL_NODE_OBJECT, NULL), *jobs = add(root, SL_NODE_ARRAY, "jobs");
    struct sl_node *a = job_add(jobs, "a"), *b = job_add(jobs, "70"), *c = job_add(jobs, "0");
    assert_ptr_equal(child_of(root, "jobs", false), jobs);
    assert_null(child_of(root, "job", false));
    assert_ptr_equal(child_of(jobs, "0", true), a);
    assert_ptr_equal(child_of(jobs, "2", true), c);
    assert_ptr_equal(child_of(jobs, "a", true), a);
    assert_ptr_equal(child_of(jobs, "70", true), b);
    assert_null(child_of(jobs, "3", true));
    assert_null(child_of(jobs, "+1", true));
    assert_null(child_of(jobs, "1x", true));
}

/* As far as the path goes; placed: the last that stands in a text, as defaults stand nowhere. */
static void the_nearest_ancestor_is_found(void **state)
{
    (void)state;
    struct sl_source source = {.name = "a.json"};
    struct sl_node *root = add(NULL, SL_NODE_OBJECT, NULL), *jobs = add(root, SL_NODE_ARRAY, "jobs");
    struct sl_node *a = job_add(jobs, "a"), *start = sl_node_find(a, "start_s");
    root->value_place = jobs->key_place = a->value_place = (struct sl_spot){&source, 5, 1};
    const struct sl_node *placed;
    assert_ptr_equal(sl_value_path_nearest(&arena, root, "jobs[a].start_s", &placed), start);
    assert_ptr_equal(placed, a); /* start_s is a default */
    start->value_place = (struct sl_spot){&source, 9, 1};
    assert_ptr_equal(sl_value_path_nearest(&arena, root, "jobs[0].start_s", &placed), start);
    assert_ptr_equal(placed, start);
    assert_ptr_equal(sl_value_path_nearest(&arena, root, "jobs[7].start_s", &placed), jobs);
    assert_ptr_equal(placed, jobs);
    assert_ptr_equal(sl_value_path_nearest(&arena, root, "nothing.here", &placed), root);
    assert_ptr_equal(placed, root);
}

static void trails_are_written_out(void **state)
{
    (void)state;
    const struct sl_trail workload = {NULL, "workload", 0}, jobs = {&workload, "jobs", 0},
                          third = {&jobs, NULL, 2}, start = {&third, "start_s", 0}, first = {NULL, NULL, 0};
    assert_string_equal(sl_trail_text(&arena, &start), "workload.jobs[2].start_s");
    assert_string_equal(sl_trail_text(&arena, &workload), "workload");
    assert_string_equal(sl_trail_text(&arena, &first), "[0]");
    assert_string_equal(sl_trail_text(&arena, NULL), "");
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
        cmocka_unit_test(paths_are_cut_into_steps), cmocka_unit_test(malformed_paths_are_told_where),
        cmocka_unit_test(steps_name_children),      cmocka_unit_test(the_nearest_ancestor_is_found),
        cmocka_unit_test(trails_are_written_out),
    };
    return cmocka_run_group_tests(tests, NULL, arena_free);
}
