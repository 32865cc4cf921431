#include "models/load/job.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void smoothing_scales_with_the_rating(void **state)
{
    (void)state;
    struct sl_job_params job = {.has_smoothing = true,
                                .smoothing = {.floor_fraction = 0.6,
                                              .cap_fraction = (double)NAN,
                                              .ramp_up_w_per_s = 200,
                                              .ramp_down_w_per_s = (double)NAN,
                                              .hold_ns = 5}};
    struct sl_filter_params f = sl_job_filter(&job, 1200);
    assert_true(fabs(f.floor_w - 720) < 1e-9 && isinf(f.cap_w) && f.ramp_up_w_per_s == 200 &&
                isinf(f.ramp_down_w_per_s));
    assert_int_equal(f.hold_ns, 5);
    job.smoothing.cap_fraction = 0.8; /* GB200 at 80 % is 960 W: load.md 1.1 */
    assert_true(fabs(sl_job_filter(&job, 1200).cap_w - 960) < 1e-9);
    job.has_smoothing = false;
    f = sl_job_filter(&job, 1200);
    assert_true(f.floor_w == 0 && isinf(f.cap_w) && isinf(f.ramp_up_w_per_s));
}

/* Every row lies in its struct, names its unit's default source or none where there is no default. */
static void table_is_whole(void **state)
{
    (void)state;
    assert_int_equal(sl_job_table.size, sizeof(struct sl_job_params));
    for (size_t i = 0; i < sl_job_table.count; i++) {
        const struct sl_field *f = &sl_job_table.fields[i];
        assert_true(f->offset < sl_job_table.size);
        assert_non_null(f->doc);
        if (f->table)
            for (size_t k = 0; k < f->table->count; k++)
                assert_true(f->table->fields[k].source ||
                            f->table->fields[k].flags & (SL_REQUIRED | SL_NO_DEFAULT));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothing_scales_with_the_rating),
        cmocka_unit_test(table_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
