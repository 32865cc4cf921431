#include "sim/output/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct sl_packer {
    size_t bytes, room;
    uint8_t *planes, *packed; /* owned */
    z_stream stream;
};

struct sl_packer *sl_packer_create(size_t bytes)
{
    struct sl_packer *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->bytes = bytes;
    p->room = compressBound((uLong)bytes) + 1024; /* block ends between planes included */
    p->planes = malloc(bytes ? bytes : 1);
    p->packed = malloc(p->room);
    if (!p->planes || !p->packed ||
        deflateInit2(&p->stream, 1, Z_DEFLATED, 15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(p->planes);
        free(p->packed);
        free(p);
        return NULL;
    }
    return p;
}

void sl_packer_free(struct sl_packer *p)
{
    if (!p) return;
    deflateEnd(&p->stream);
    free(p->planes);
    free(p->packed);
    free(p);
}

static void shuffle(uint8_t *planes, const uint8_t *data, size_t count, size_t size)
{
    for (size_t b = 0; b < size; b++)
        for (size_t i = 0; i < count; i++) planes[b * count + i] = data[i * size + b];
}

enum effort { STORE, HUFFMAN, DEFLATE };

/* Repeats: places chosen by their own content (one in 64 by hash), so that a period of any length meets itself. */
static size_t repeats_count(const uint8_t *plane, size_t count, size_t *places)
{
    uint32_t seen[1024] = {0};
    size_t repeats = 0;
    *places = 0;
    for (size_t i = 0; i + 4 <= count; i++) {
        uint32_t word;
        memcpy(&word, plane + i, 4);
        uint32_t hash = word * 2654435761u;
        if (hash >> 26) continue;
        uint32_t *slot = &seen[hash >> 16 & 1023];
        repeats += *slot == (word ^ 0x5bd1e995u);
        *slot = word ^ 0x5bd1e995u;
        ++*places;
    }
    return repeats;
}

static enum effort effort_of(const uint8_t *plane, size_t count)
{
    if (count < 1024) return DEFLATE;
    uint64_t histogram[256] = {0}, square = 0;
    for (size_t i = 0; i < count; i++) histogram[plane[i]]++;
    for (int v = 0; v < 256; v++) square += histogram[v] * histogram[v];
    /* share of pairs of equal bytes; 1/256 + 1/count for noise */
    double pairs = (double)square / ((double)count * (double)count);
    if (pairs > 0.2) return DEFLATE;
    size_t places, repeats = repeats_count(plane, count, &places);
    if (8 * repeats > places) return DEFLATE;
    return pairs > 1.2 * (1.0 / 256.0 + 1.0 / (double)count) ? HUFFMAN : STORE;
}

static int plane_pack(z_stream *z, uint8_t *plane, size_t count)
{
    static const int level[] = {[STORE] = 0, [HUFFMAN] = 1, [DEFLATE] = 1};
    static const int strategy[] = {
        [STORE] = Z_DEFAULT_STRATEGY, [HUFFMAN] = Z_HUFFMAN_ONLY, [DEFLATE] = Z_DEFAULT_STRATEGY};
    enum effort effort = effort_of(plane, count);
    if (deflateParams(z, level[effort], strategy[effort]) != Z_OK) return -1;
    z->next_in = plane;
    z->avail_in = (uInt)count;
    return deflate(z, Z_NO_FLUSH) == Z_OK ? 0 : -1;
}

size_t sl_pack(struct sl_packer *p, const void *data, size_t count, size_t size, const void **packed)
{
    if (count * size > p->bytes || deflateReset(&p->stream) != Z_OK) return 0;
    shuffle(p->planes, data, count, size);
    p->stream.next_out = p->packed;
    p->stream.avail_out = (uInt)p->room;
    for (size_t b = 0; b < size; b++)
        if (plane_pack(&p->stream, p->planes + b * count, count)) return 0;
    p->stream.next_in = NULL;
    p->stream.avail_in = 0;
    if (deflate(&p->stream, Z_FINISH) != Z_STREAM_END) return 0;
    *packed = p->packed;
    return p->stream.total_out;
}
