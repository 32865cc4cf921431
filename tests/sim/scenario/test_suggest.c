#include "sim/scenario/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void distances_are_known(void **state)
{
    (void)state;
    /* kitten/sitting: the textbook example of Levenshtein; ca/abc = 3 is the optimal string alignment variant */
    assert_int_equal(sl_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(sl_edit_distance("ca", "abc"), 3);
    assert_int_equal(sl_edit_distance("teh", "the"), 1);
    assert_int_equal(sl_edit_distance("", "abc"), 3);
    assert_int_equal(sl_edit_distance("Power", "power"), 0);
    assert_int_equal(sl_edit_distance("effciency", "efficiency"), 1);
}

static void near_words_are_found_and_far_ones_not(void **state)
{
    (void)state;
    struct sl_nearest n = sl_nearest_to("effciency");
    sl_nearest_offer(&n, "frequency");
    sl_nearest_offer(&n, "efficiency");
    sl_nearest_offer(&n, "deficiency");
    assert_string_equal(n.best, "efficiency");
    n = sl_nearest_to("seed");
    sl_nearest_offer(&n, "site");
    assert_null(n.best);
    n = sl_nearest_to("x");
    sl_nearest_offer(&n, "y");
    assert_null(n.best);
}

static void units_convert_within_a_quantity(void **state)
{
    (void)state;
    char text[96];
    assert_true(sl_unit_convert(text, sizeof text, "load_kw", "load_mw", 25000));
    assert_string_equal(text, "25000 kW is 25 MW");
    assert_true(sl_unit_convert(text, sizeof text, "x_min", "x_s", 1.5));
    assert_string_equal(text, "1.5 min is 90 s");
    assert_true(sl_unit_convert(text, sizeof text, "r_mw_per_s", "r_mw_per_min", 2));
    assert_string_equal(text, "2 MW/s is 120 MW/min");
    assert_false(sl_unit_convert(text, sizeof text, "load_mwh", "load_mw", 1));
    assert_true(sl_keys_share_base("load_kw", "load_mw"));
    assert_true(sl_keys_share_base("load", "load_mw"));
    assert_false(sl_keys_share_base("loads_kw", "load_mw"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_known),
        cmocka_unit_test(near_words_are_found_and_far_ones_not),
        cmocka_unit_test(units_convert_within_a_quantity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
