#include "sim/output/checkpoint.h"
#include "synthetic.h"

struct memory {
    double a[3];
    int64_t b;
};

static void state_make(struct sl_state *state, struct memory *m, size_t count_a, const char *name_b)
{
    *state = (struct sl_state){0};
    assert_int_equal(sl_state_add(state, "model.a", m->a, sizeof(double), count_a, NULL), 0);
    assert_int_equal(sl_state_add(state, name_b, &m->b, sizeof m->b, 1, NULL), 0);
}

static void write_one(const char *path)
{
    struct memory m = {{1.0, 2.0, 3.0}, 4};
    struct sl_state state;
    const struct sl_state *states[] = {&state};
    struct sl_checkpoint head = {.scenario_sha256 = "abc", .inputs_sha256 = "def", .step = 12, .t_ns = 12000};
    state_make(&state, &m, 3, "model.b");
    assert_int_equal(sl_checkpoint_write(path, &head, states, 1, NULL), 0);
    sl_state_free(&state);
}

static int read_one(const char *path, struct memory *m, size_t count_a, const char *name_b, const char *sha,
                    struct sl_checkpoint *head, struct sl_error *err)
{
    struct sl_state state;
    const struct sl_state *states[] = {&state};
    *head = (struct sl_checkpoint){0};
    snprintf(head->scenario_sha256, sizeof head->scenario_sha256, "%s", sha);
    snprintf(head->inputs_sha256, sizeof head->inputs_sha256, "def");
    state_make(&state, m, count_a, name_b);
    int e = sl_checkpoint_read(path, head, states, 1, err);
    sl_state_free(&state);
    return e;
}

static void comes_back(void **state)
{
    (void)state;
    struct sl_error err = {0};
    struct memory m = {0};
    struct sl_checkpoint head;
    write_one(syn_path("a.ckpt"));
    assert_int_equal(read_one(syn_path("a.ckpt"), &m, 3, "model.b", "abc", &head, &err), 0);
    assert_true(m.a[0] == 1.0 && m.a[2] == 3.0 && m.b == 4 && head.step == 12 && head.t_ns == 12000);
    assert_int_equal(access(syn_path("a.ckpt.tmp"), F_OK), -1);
}

/* Every refusal names what differs and changes nothing in memory. */
static void refuses_by_name(void **state)
{
    (void)state;
    const struct {
        size_t count_a;
        const char *name_b, *sha, *says;
    } cases[] = {{2, "model.b", "abc", "\"model.a\""},
                 {3, "model.c", "abc", "\"model.c\""},
                 {3, "model.b", "xyz", "another scenario"}};
    write_one(syn_path("b.ckpt"));
    for (size_t i = 0; i < 3; i++) {
        struct sl_error err = {0};
        struct memory m = {0};
        struct sl_checkpoint head;
        assert_int_equal(
            read_one(syn_path("b.ckpt"), &m, cases[i].count_a, cases[i].name_b, cases[i].sha, &head, &err),
            SL_ERR_IO);
        assert_non_null(strstr(err.text, cases[i].says));
        assert_true(m.a[0] == 0.0 && m.b == 0);
    }
}

/* The hashes alone, without any state: another scenario, or the same with other data, is told as such. */
static void hashes_come_first(void **state)
{
    (void)state;
    const struct {
        const char *sha, *inputs, *says;
    } cases[] = {
        {"xyz", "def", "another scenario"}, {"abc", "xyz", "data file"}, {"xyz", "xyz", "another scenario"}};
    struct sl_checkpoint head = {.scenario_sha256 = "abc", .inputs_sha256 = "def"}, open = {0};
    struct sl_error err = {0};
    write_one(syn_path("h.ckpt"));
    assert_int_equal(sl_checkpoint_check(syn_path("h.ckpt"), &head, &err), 0);
    assert_int_equal(sl_checkpoint_check(syn_path("h.ckpt"), &open, &err), 0);
    for (size_t i = 0; i < 3; i++) {
        snprintf(head.scenario_sha256, sizeof head.scenario_sha256, "%s", cases[i].sha);
        snprintf(head.inputs_sha256, sizeof head.inputs_sha256, "%s", cases[i].inputs);
        assert_int_equal(sl_checkpoint_check(syn_path("h.ckpt"), &head, &err), SL_ERR_IO);
        assert_non_null(strstr(err.text, cases[i].says));
    }
}

/* One flipped bit anywhere, or a cut anywhere, is noticed. */
static void damage_is_noticed(void **state)
{
    (void)state;
    unsigned char data[4096];
    write_one(syn_path("c.ckpt"));
    FILE *f = fopen(syn_path("c.ckpt"), "rb");
    size_t n = fread(data, 1, sizeof data, f);
    fclose(f);
    for (size_t i = 0; i < 2 * n; i += 3) {
        struct sl_error err = {0};
        struct memory m = {0};
        struct sl_checkpoint head;
        bool cut = i >= n;
        if (!cut) data[i] ^= 4;
        f = fopen(syn_path("d.ckpt"), "wb");
        fwrite(data, 1, cut ? i - n : n, f);
        fclose(f);
        if (!cut) data[i] ^= 4;
        assert_int_equal(read_one(syn_path("d.ckpt"), &m, 3, "model.b", "abc", &head, &err), SL_ERR_IO);
        assert_true(m.b == 0);
    }
    struct memory m = {0};
    struct sl_checkpoint head;
    struct sl_error err = {0};
    assert_int_equal(read_one(syn_path("none.ckpt"), &m, 3, "model.b", "abc", &head, &err), SL_ERR_IO);
    assert_non_null(strstr(err.text, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_back), cmocka_unit_test(refuses_by_name),
                                       cmocka_unit_test(hashes_come_first),
                                       cmocka_unit_test(damage_is_noticed)};
    return cmocka_run_group_tests(tests, NULL, syn_cleanup);
}
