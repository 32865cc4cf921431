#include "sim/output/pack.h"
#include "synthetic.h"

#include <zlib.h>

#define N 16384

/* What HDF5's filters do on reading: inflate, then unshuffle. */
static void unpack(const void *packed, size_t length, void *out, size_t count, size_t size)
{
    uint8_t *planes = malloc(count * size), *to = out;
    uLongf got = (uLongf)(count * size);
    assert_int_equal(uncompress(planes, &got, packed, (uLong)length), Z_OK);
    assert_int_equal(got, count * size);
    for (size_t b = 0; b < size; b++)
        for (size_t i = 0; i < count; i++) to[i * size + b] = planes[b * count + i];
    free(planes);
}

static double kind_value(int kind, uint64_t i)
{
    switch (kind) {
    case 0:
        return 0.0;
    case 1:
        return 1e8 * (1.0 + 0.01 * syn_noise(i, 3));
    case 2:
        return i % 2500 < 1800 ? 1.2e8 - 8e7 * exp(-(double)(i % 2500) / 40.0) : 4e7;
    case 3:
        return (double)i * 13.7;
    default:
        return i % 5000 < 100 ? (double)NAN : floor((double)i / 300.0);
    }
}

/* Whatever the effort chosen for each plane, zlib's own inflate gives the data back; sizes stay sensible. */
static void round_trip(void **state)
{
    (void)state;
    static float x[N], back[N];
    /* least compression: zeros; 1 % noise (about 10 of 32 bits are regular); a repeated exact period; a line; steps */
    const double ratio[] = {100.0, 1.3, 10.0, 2.0, 50.0};
    struct sl_packer *p = sl_packer_create(sizeof x);
    for (int kind = 0; kind < 5; kind++) {
        for (uint64_t i = 0; i < N; i++) x[i] = (float)kind_value(kind, i);
        const void *packed;
        size_t n = sl_pack(p, x, N, sizeof *x, &packed);
        unpack(packed, n, back, N, sizeof *x);
        assert_memory_equal(x, back, sizeof x);
        assert_true((double)sizeof x / (double)n > ratio[kind]);
    }
    sl_packer_free(p);
}

static void any_size(void **state)
{
    (void)state;
    double x[300], back[300];
    struct sl_packer *p = sl_packer_create(sizeof x);
    for (uint64_t i = 0; i < 300; i++) x[i] = syn_noise(i, 9);
    for (size_t n = 1; n <= 300; n += 13) {
        const void *packed;
        size_t length = sl_pack(p, x, n, sizeof *x, &packed);
        unpack(packed, length, back, n, sizeof *x);
        assert_memory_equal(x, back, n * sizeof *x);
    }
    const void *packed;
    assert_int_equal(sl_pack(p, x, 301, sizeof *x, &packed), 0);
    sl_packer_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(any_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
