/* Bytes made smaller and back by zlib, which is opened at the first use. */
#ifndef BASE_INFLATE_H
#define BASE_INFLATE_H

#include <stddef.h>

/* `length` bytes that were deflated to `packed_length` at `packed`, with a NUL behind them; owned. NULL: no memory, no libz, or
 * the bytes are damaged. */
char *bytes_inflate(const void *packed, size_t packed_length, size_t length);

/* The bytes deflated, with a level from 1 (fast) to 9 (small); owned, *packed_length long. NULL: no memory or no libz. */
unsigned char *bytes_deflate(const void *bytes, size_t length, int level, size_t *packed_length);

#endif
