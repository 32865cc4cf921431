#include "sim/output/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* NIST, FIPS 180-4 examples (csrc.nist.gov, SHA256.pdf) and the long message of FIPS 180-2 appendix B.3. */
static void fips_180_vectors(void **state)
{
    (void)state;
    char hex[SL_SHA256_HEX];
    sl_sha256("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sl_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *a = malloc(1000000);
    assert_non_null(a);
    memset(a, 'a', 1000000);
    sl_sha256(a, 1000000, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(a);
    /* NIST CAVP SHA256ShortMsg, Len = 0 */
    sl_sha256("", 0, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

/* The same whatever the pieces, over every length of the padding. */
static void pieces_make_the_whole(void **state)
{
    (void)state;
    unsigned char data[200];
    char whole[SL_SHA256_HEX], pieces[SL_SHA256_HEX];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)(i * 37);
    for (size_t n = 0; n <= sizeof data; n++) {
        struct sl_sha256 s;
        sl_sha256(data, n, whole);
        sl_sha256_begin(&s);
        for (size_t at = 0, piece = 1; at < n; at += piece, piece = piece % 70 + 23)
            sl_sha256_add(&s, data + at, piece < n - at ? piece : n - at);
        sl_sha256_end(&s, pieces);
        assert_string_equal(whole, pieces);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fips_180_vectors),
                                       cmocka_unit_test(pieces_make_the_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
