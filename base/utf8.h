/* UTF-8: encoding, decoding, counting, and the step between code points and byte offsets. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_INVALID UINT32_MAX

size_t utf8_encode(uint32_t code_point, char bytes[4]); /* bytes written, 1 to 4; surrogates pass through */
/* The code point at `bytes`, its size in *size (1 when invalid, result UTF8_INVALID). `length` > 0. */
uint32_t utf8_decode(const char *bytes, size_t length, size_t *size);
/* Without surrogates; of what is invalid *size is the length of the wrong part, *reason what is wrong in Python's words. */
uint32_t utf8_decode_strict(const unsigned char *bytes, size_t length, size_t *size, const char **reason);
size_t utf8_count(const char *bytes, size_t length);    /* code points in valid UTF-8 */
size_t utf8_offset(const char *bytes, size_t length, size_t code_points); /* byte offset, at most length */
bool utf8_is_ascii(const char *bytes, size_t length);
bool utf8_is_valid(const char *bytes, size_t length, size_t *first_bad);  /* surrogates are fine */
bool utf8_is_strict(const char *bytes, size_t length, size_t *first_bad); /* they are not */

#endif
