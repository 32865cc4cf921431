/* SHA-256 (FIPS 180-4), to name a scenario by its content. */
#ifndef SL_OUTPUT_SHA256_H
#define SL_OUTPUT_SHA256_H

#include <stddef.h>

#define SL_SHA256_HEX 65

/* Writes 64 hexadecimal digits and a zero. */
void sl_sha256(const void *data, size_t size, char hex[SL_SHA256_HEX]);

#endif
