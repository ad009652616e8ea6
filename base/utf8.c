#include "base/utf8.h"

#include <string.h>

size_t utf8_encode(uint32_t code_point, char bytes[4]) {
    unsigned char *out = (unsigned char *)bytes;
    if (code_point < 0x80) {
        out[0] = (unsigned char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (unsigned char)(0xC0 | code_point >> 6);
        out[1] = (unsigned char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (unsigned char)(0xE0 | code_point >> 12);
        out[1] = (unsigned char)(0x80 | (code_point >> 6 & 0x3F));
        out[2] = (unsigned char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    out[0] = (unsigned char)(0xF0 | code_point >> 18);
    out[1] = (unsigned char)(0x80 | (code_point >> 12 & 0x3F));
    out[2] = (unsigned char)(0x80 | (code_point >> 6 & 0x3F));
    out[3] = (unsigned char)(0x80 | (code_point & 0x3F));
    return 4;
}

uint32_t utf8_decode(const char *bytes, size_t length, size_t *size) {
    const unsigned char *in = (const unsigned char *)bytes;
    *size = 1;
    if (in[0] < 0x80) return in[0];
    size_t extra = in[0] >= 0xF0 ? 3 : in[0] >= 0xE0 ? 2 : 1;
    if (in[0] < 0xC2 || in[0] > 0xF4 || extra >= length) return UTF8_INVALID;
    uint32_t code_point = in[0] & (0x3F >> extra);
    for (size_t i = 1; i <= extra; i++) {
        if ((in[i] & 0xC0) != 0x80) return UTF8_INVALID;
        code_point = code_point << 6 | (in[i] & 0x3F);
    }
    static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
    if (code_point < smallest[extra] || code_point > 0x10FFFF) return UTF8_INVALID;
    *size = extra + 1;
    return code_point;
}

uint32_t utf8_decode_strict(const unsigned char *in, size_t length, size_t *size, const char **reason) {
    *size = 1;
    if (in[0] < 0x80) return in[0];
    size_t extra = in[0] >= 0xF0 ? 3 : in[0] >= 0xE0 ? 2 : 1;
    if (in[0] < 0xC2 || in[0] > 0xF4) {
        *reason = "invalid start byte";
        return UTF8_INVALID;
    }
    unsigned char low = in[0] == 0xE0 ? 0xA0 : in[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char high = in[0] == 0xED ? 0x9F : in[0] == 0xF4 ? 0x8F : 0xBF;
    uint32_t code_point = in[0] & (0x3Fu >> extra);
    for (size_t i = 1; i <= extra; i++) {
        if (i >= length) {
            *size = length;
            *reason = "unexpected end of data";
            return UTF8_INVALID;
        }
        if (in[i] < low || in[i] > high) {
            *size = i;
            *reason = "invalid continuation byte";
            return UTF8_INVALID;
        }
        low = 0x80, high = 0xBF;
        code_point = code_point << 6 | (in[i] & 0x3F);
    }
    *size = extra + 1;
    return code_point;
}

size_t utf8_count(const char *bytes, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    return count;
}

size_t utf8_offset(const char *bytes, size_t length, size_t code_points) {
    size_t offset = 0;
    while (offset < length && code_points > 0) {
        offset++;
        while (offset < length && ((unsigned char)bytes[offset] & 0xC0) == 0x80) offset++;
        code_points--;
    }
    return offset;
}

bool utf8_is_ascii(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80) return false;
    return true;
}

bool utf8_is_strict(const char *bytes, size_t length, size_t *first_bad) {
    const char *reason;
    for (size_t i = 0, size; i < length; i += size) {
        if (utf8_decode_strict((const unsigned char *)bytes + i, length - i, &size, &reason) != UTF8_INVALID) continue;
        if (first_bad) *first_bad = i;
        return false;
    }
    return true;
}

bool utf8_is_valid(const char *bytes, size_t length, size_t *first_bad) {
    for (size_t i = 0; i < length;) {
        size_t size;
        if (utf8_decode(bytes + i, length - i, &size) == UTF8_INVALID) {
            if (first_bad) *first_bad = i;
            return false;
        }
        i += size;
    }
    return true;
}
