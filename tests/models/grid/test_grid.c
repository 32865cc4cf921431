#include "models/grid/grid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* A grid without the short-circuit power would decide the answer silently: it must be required wherever it counts. */
static void impedance_is_required(void **state)
{
    (void)state;
    int models = 0;
    for (const struct sl_variant *v = sl_grid_variants; v->name; v++, models++) {
        assert_int_equal(v->table->size, sizeof(struct sl_grid_params));
        bool found = false;
        for (size_t i = 0; i < v->table->count; i++) {
            const struct sl_field *f = &v->table->fields[i];
            assert_true(f->offset < v->table->size);
            if (strcmp(f->key, "short_circuit_mva") == 0) found = f->flags & SL_REQUIRED;
        }
        assert_true(found == (v->value == SL_GRID_THEVENIN || v->value == SL_GRID_FREQUENCY));
    }
    assert_int_equal(models, 4);
}

/* Every default has a source. */
static void defaults_have_sources(void **state)
{
    (void)state;
    for (const struct sl_variant *v = sl_grid_variants; v->name; v++)
        for (size_t i = 0; i < v->table->count; i++) {
            const struct sl_field *f = &v->table->fields[i];
            if (f->type != SL_OBJECT && !(f->flags & (SL_REQUIRED | SL_NO_DEFAULT)))
                assert_non_null(f->source);
        }
    for (size_t i = 0; i < sl_frequency_table.count; i++)
        if (!(sl_frequency_table.fields[i].flags & (SL_REQUIRED | SL_NO_DEFAULT)))
            assert_non_null(sl_frequency_table.fields[i].source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impedance_is_required),
        cmocka_unit_test(defaults_have_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
