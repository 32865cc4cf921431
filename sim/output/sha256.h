/* SHA-256 (FIPS 180-4), to name a scenario and its data by their content. */
#ifndef SL_OUTPUT_SHA256_H
#define SL_OUTPUT_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SL_SHA256_HEX 65

struct sl_sha256 {
    uint32_t h[8];
    uint8_t block[64];
    uint64_t size;
};

void sl_sha256_begin(struct sl_sha256 *s);
void sl_sha256_add(struct sl_sha256 *s, const void *data, size_t size);
void sl_sha256_end(struct sl_sha256 *s, char hex[SL_SHA256_HEX]);

/* All at once. Writes 64 hexadecimal digits and a zero. */
void sl_sha256(const void *data, size_t size, char hex[SL_SHA256_HEX]);

#endif
