/* Chunks as HDF5's shuffle and deflate filters would leave them, made outside of HDF5: faster than its pipeline,
 * and on any thread.
 *
 * Shuffling sorts a chunk into byte planes: of noisy floats the low mantissa planes cannot be compressed and the high
 * ones can. A plane that holds neither repeats nor a skewed histogram is stored, one without repeats is only
 * Huffman coded, others are deflated; all in one ordinary zlib stream. The same data always give the same bytes. */
#ifndef SL_OUTPUT_PACK_H
#define SL_OUTPUT_PACK_H

#include <stddef.h>

struct sl_packer;

/* For chunks of up to `bytes`. NULL: out of memory. */
struct sl_packer *sl_packer_create(size_t bytes);
void sl_packer_free(struct sl_packer *p);

/* Packs `count` elements of `size` bytes (count * size <= bytes); *packed is valid until the next call. Returns its
 * length, 0 if zlib failed. */
size_t sl_pack(struct sl_packer *p, const void *data, size_t count, size_t size, const void **packed);

#endif
