/* Arrays put together from nested blocks, shapes that broadcast, and numbers written as digits or bits. */
#include "arraylib/functions/compose.h"
#include "base/memory.h"

#include "base/text_buffer.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

ARRAY_FAMILY(assemble);

/* ---- block ---- */

static int block_depth(Variant value) {
    if (value.kind != VARIANT_SEQUENCE) return 0;
    return 1 + (variant_count(value) ? block_depth(variant_items(value)[0]) : 0);
}

/* Arrays of every list joined: the innermost along the last axis, those around them along the axes before. */
static Array *block_join(ArrayCall *call, Variant value, int depth, int dimensions) {
    if (value.kind != VARIANT_SEQUENCE) {
        if (depth) {
            call_fail(call, "ValueError", "List depths are mismatched.");
            return NULL;
        }
        Array *array = call_hold(call, array_from_variant(call->runtime, value, NULL, call->device, false, call->error));
        return array ? call_at_least(call, array, dimensions) : NULL;
    }
    if (!depth || !variant_count(value)) {
        call_fail(call, "ValueError", depth ? "List at arrays cannot be empty" : "List depths are mismatched.");
        return NULL;
    }
    enum { PARTS_MAX = 256 };
    Array *parts[PARTS_MAX];
    size_t count = variant_count(value);
    if (count > PARTS_MAX) {
        call_fail(call, "ValueError", "too many blocks");
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        if (!(parts[i] = block_join(call, variant_items(value)[i], depth - 1, dimensions))) return NULL;
    return call_stack_axis(call, parts, count, dimensions - depth);
}

static int block_dimensions(ArrayCall *call, Variant value) {
    int most = 0;
    if (value.kind == VARIANT_ARRAY) return value.array->dimensions;
    for (size_t i = 0; value.kind == VARIANT_SEQUENCE && i < variant_count(value); i++) {
        int own = block_dimensions(call, variant_items(value)[i]);
        if (own > most) most = own;
    }
    return most;
}

ARRAY_FUNCTION(block, CUPY, "(arrays)",
               "Assemble an array from nested lists of blocks.\n\n>>> block([[eye(2), ones((2, 1))]])\n"
               "array([[1., 0., 1.],\n       [0., 1., 1.]])\n",
               .traits = CLASS_PLAIN | CLASS_JOINS | ASKS_NESTED) {
    Variant arrays = call->arguments[0];
    int depth = block_depth(arrays), dimensions = block_dimensions(call, arrays);
    if (depth > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "too many dimensions");
        return variant_absent();
    }
    return call_give(call, block_join(call, arrays, depth, depth > dimensions ? depth : dimensions));
}

/* ---- broadcast_shapes ---- */

ARRAY_FUNCTION(broadcast_shapes, NUMPY | CUPY, "(*args)",
               "The shape that several shapes broadcast to.\n\n>>> broadcast_shapes((1, 2), (3, 1))\n(3, 2)\n",
               .traits = ASKS_NOBODY) {
    Variant given = call->arguments[0];
    size_t count = variant_count(given);
    int dimensions = 0, *counts = memory_allocate(count * sizeof *counts);
    int64_t result[ARRAY_DIMENSIONS_MAX], (*extents)[ARRAY_DIMENSIONS_MAX] = memory_allocate(count * sizeof *extents);
    const int64_t **shapes = memory_allocate(count * sizeof *shapes);
    bool succeeded = (counts && extents && shapes) || error_no_memory(call->error);
    for (size_t i = 0; i < count && succeeded; i++) {
        shapes[i] = extents[i];
        succeeded = variant_to_shape(variant_items(given)[i], &counts[i], extents[i], call->error);
        for (int k = 0; succeeded && k < counts[i]; k++)
            if (extents[i][k] < 0) succeeded = call_fail(call, "ValueError", "negative dimensions are not allowed");
    }
    succeeded = succeeded && shapes_check_broadcast(count, counts, shapes, call->error);
    for (size_t i = 0; i < count && succeeded; i++) shape_broadcast(counts[i], shapes[i], &dimensions, result);
    memory_release(counts);
    memory_release(extents);
    memory_release(shapes);
    if (!succeeded) return variant_absent();
    Variant tuple = variant_list((size_t)dimensions, true);
    for (int i = 0; i < dimensions && tuple.kind != VARIANT_ABSENT; i++)
        variant_items(tuple)[i] = variant_integer(result[i]);
    return tuple;
}

/* ---- Digits ---- */

static Variant digits_of(ArrayCall *call, int64_t number, int64_t base, int64_t least) {
    char digits[72];
    int at = (int)sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do digits[--at] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % (uint64_t)base];
    while (rest /= (uint64_t)base);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (number < 0) text_append_char(&text, '-');
    int64_t width = (int64_t)sizeof digits - at;
    if (least > width) text_append_repeated(&text, '0', (size_t)(least - width));
    text_append_bytes(&text, digits + at, (size_t)width);
    Variant result = text.failed ? variant_absent() : variant_string(text.bytes, text.length);
    text_release(&text);
    if (result.kind == VARIANT_ABSENT) error_no_memory(call->error);
    return result;
}

enum { WIDTH_MAX = 1 << 20 };

ARRAY_FUNCTION(binary_repr, NUMPY | CUPY, "(num, width=None)",
               "A number in binary digits; with a width, a negative one as its two's complement.\n\n>>> binary_repr(5)\n'101'\n",
               .traits = ASKS_NOBODY) {
    int64_t number = 0, width = 0;
    if (!call_integer(call, 0, &number) || (call_is_given(call, 1) && !call_integer(call, 1, &width))) return variant_absent();
    if (width < 0 || width > WIDTH_MAX) {
        call_fail(call, "ValueError", "the width is out of range");
        return variant_absent();
    }
    int needed = number < 0 ? 1 : 0; /* digits */
    for (uint64_t rest = number < 0 ? (uint64_t)~number : (uint64_t)number; rest; rest >>= 1) needed++;
    if (width && needed > width) {
        call_fail(call, "ValueError", "Insufficient bit width=%lld provided for binwidth=%d", (long long)width, needed);
        return variant_absent();
    }
    if (number >= 0 || !width) return digits_of(call, number, 2, width);
    if (width < 64 && number < -((int64_t)1 << (width - 1))) {
        call_fail(call, "ValueError", "Insufficient bit width=%lld provided for binwidth", (long long)width);
        return variant_absent();
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int64_t bit = width - 1; bit >= 0; bit--) text_append_char(&text, bit > 62 || number >> bit & 1 ? '1' : '0');
    Variant result = text.failed ? variant_absent() : variant_string(text.bytes, text.length);
    text_release(&text);
    if (result.kind == VARIANT_ABSENT) error_no_memory(call->error);
    return result;
}

ARRAY_FUNCTION(base_repr, NUMPY | CUPY, "(number, base=2, padding=0)",
               "A number in the digits of a base.\n\n>>> base_repr(5, 3)\n'12'\n",
               .traits = ASKS_NOBODY) {
    int64_t number = 0, base = 2, padding = 0;
    if (!call_integer(call, 0, &number) || !call_integer(call, 1, &base) || !call_integer(call, 2, &padding))
        return variant_absent();
    if (base < 2 || base > 36) {
        call_fail(call, "ValueError", base < 2 ? "Bases less than 2 not handled in base_repr."
                                               : "Bases greater than 36 not handled in base_repr.");
        return variant_absent();
    }
    if (padding < 0 || padding > WIDTH_MAX) {
        call_fail(call, "ValueError", "the padding is out of range");
        return variant_absent();
    }
    int64_t width = 1;
    for (uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number; rest /= (uint64_t)base;) width++;
    return digits_of(call, number, base, width + padding);
}

/* ---- Bits ---- */

static bool bit_order(ArrayCall *call, size_t index, bool *little) {
    const char *order = NULL;
    if (!call_string(call, index, &order)) return false;
    *little = order && *order == 'l';
    return true;
}

/* Laid out as the first argument: the one way round or the other. */
static Array *bits_in_order(ArrayCall *call, Array *bits) {
    const Array *a = call_array(call, 0);
    if (!a || !bits || a->dimensions < 2) return bits;
    bool turned = array_is_f_contiguous(a) && !array_is_c_contiguous(a);
    return (turned ? array_is_f_contiguous : array_is_c_contiguous)(bits) ? bits : call_copy(call, bits, turned ? 'F' : 'C');
}

/* Eight truths at a time: a word of them, the first in its lowest byte. */
#define EACH_BYTE 0x0101010101010101ull
#define BITS_UPWARDS 0x8040201008040201ull /* byte i has bit i */
#define BITS_DOWNWARDS 0x0102040810204080ull

/* 1 in each byte that is not 0. */
static inline uint64_t truths_of(uint64_t word) {
    return ((((word & 0x7f * EACH_BYTE) + 0x7f * EACH_BYTE) | word) >> 7) & EACH_BYTE;
}

/* A sum of shifted words moves each truth to its bit of the highest byte; no two truths meet anywhere. */
static inline uint8_t packed_byte(uint64_t word, uint64_t shifts) { return (uint8_t)((truths_of(word) * shifts) >> 56); }

#ifdef __SSE2__
/* The bits of each byte turned around. */
static inline uint64_t turned_bytes(uint64_t word) {
    word = (word >> 1 & 0x55 * EACH_BYTE) | (word & 0x55 * EACH_BYTE) << 1;
    word = (word >> 2 & 0x33 * EACH_BYTE) | (word & 0x33 * EACH_BYTE) << 2;
    return (word >> 4 & 0x0f * EACH_BYTE) | (word & 0x0f * EACH_BYTE) << 4;
}

/* Sixty-four truths as eight bytes. */
static inline uint64_t packed_word(const uint8_t *source, bool little) {
    uint64_t word = 0;
    for (int i = 0; i < 4; i++) {
        __m128i empty = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(source + 16 * i)), _mm_setzero_si128());
        word |= (uint64_t)(uint16_t)~_mm_movemask_epi8(empty) << 16 * i;
    }
    return little ? word : turned_bytes(word);
}
#endif

static void pack_truths(const uint8_t *source, int64_t count, bool little, uint8_t *target) {
    const uint64_t shifts = little ? BITS_DOWNWARDS : BITS_UPWARDS;
    uint64_t word = 0;
#ifdef __SSE2__
    for (; count >= 64; count -= 64, source += 64, target += 8) {
        word = packed_word(source, little);
        memcpy(target, &word, sizeof word);
    }
#endif
    for (; count >= 8; count -= 8, source += 8) {
        memcpy(&word, source, sizeof word);
        *target++ = packed_byte(word, shifts);
    }
    word = 0;
    memcpy(&word, source, (size_t)count);
    if (count) *target = packed_byte(word, shifts);
}

/* `count` bits of `bytes` bytes; what is beyond them is zero. */
static void unpack_bits(const uint8_t *source, int64_t bytes, bool little, uint8_t *target, int64_t count) {
    const uint64_t places = little ? BITS_UPWARDS : BITS_DOWNWARDS;
#ifdef __SSE2__
    const __m128i each = _mm_set1_epi64x((int64_t)places), one = _mm_set1_epi8(1);
    for (; count >= 16 && bytes > 1; count -= 16, bytes -= 2, source += 2, target += 16) {
        __m128i both = _mm_cvtsi32_si128(source[0] | source[1] << 8); /* each of the two bytes eight times */
        both = _mm_shufflelo_epi16(_mm_unpacklo_epi8(both, both), 0x50);
        both = _mm_and_si128(_mm_unpacklo_epi32(both, both), each);
        _mm_storeu_si128((__m128i *)target, _mm_and_si128(_mm_cmpeq_epi8(both, each), one));
    }
#endif
    for (; count >= 8 && bytes > 0; count -= 8, bytes--, target += 8) {
        uint64_t word = truths_of(*source++ * EACH_BYTE & places);
        memcpy(target, &word, sizeof word);
    }
    uint64_t word = bytes > 0 ? truths_of(*source * EACH_BYTE & places) : 0;
    int64_t left = count < 8 ? count : 8;
    memcpy(target, &word, (size_t)left);
    memset(target + left, 0, (size_t)(count - left));
}

ARRAY_FUNCTION(packbits, NUMPY | CUPY, "(a, /, axis=None, bitorder='big')",
               "Eight truths as the bits of a byte.\n\n>>> packbits(array([1, 0, 1]))\narray([160], dtype=uint8)\n") {
    bool little = false;
    Array *a = call_array(call, 0);
    if (!a || !bit_order(call, 2, &little)) return variant_absent();
    if (dtype_is_inexact(a->dtype)) {
        call_fail(call, "TypeError", "Expected an input array of integer or boolean data type");
        return variant_absent();
    }
    int axis = 0;
    if (!call_is_given(call, 1)) a = call_flat(call, a);
    else if (!call_axis(call, 1, a->dimensions, &axis)) return variant_absent();
    if (a && a->dtype->item_size > 1) a = APPLY2_NUMBER(not_equal, a, variant_integer(0));
    a = a ? call_move_axis(call, a, axis, a->dimensions - 1) : NULL;
    a = a ? call_contiguous(call, call_on_host(call, a), a->dtype) : NULL;
    if (!a) return variant_absent();
    int last = a->dimensions - 1;
    int64_t length = a->shape[last], bytes = (length + 7) / 8, rows = length ? array_size(a) / length : 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < last; i++) shape[i] = a->shape[i];
    shape[last] = bytes;
    Array *packed = call_hold(call, array_create(call->runtime->host, DTYPE(UINT8), a->dimensions, shape, call->error));
    if (!packed) return variant_absent();
    const uint8_t *source = (const uint8_t *)array_data(a);
    uint8_t *target = (uint8_t *)array_data(packed);
    for (int64_t row = 0; row < rows; row++, source += length, target += bytes)
        pack_truths(source, length, little, target);
    return call_give(call, bits_in_order(call, call_move_axis(call, call_on_device(call, packed), last, axis)));
}

ARRAY_FUNCTION(unpackbits, NUMPY | CUPY, "(a, /, axis=None, count=None, bitorder='big')",
               "The bits of each byte.\n\n>>> unpackbits(array([5], dtype='uint8'))\n"
               "array([0, 0, 0, 0, 0, 1, 0, 1], dtype=uint8)\n") {
    bool little = false;
    Array *a = call_array(call, 0);
    if (!a || !bit_order(call, 3, &little)) return variant_absent();
    if (a->dtype != DTYPE(UINT8)) {
        call_fail(call, "TypeError", "Expected an input array of unsigned byte data type");
        return variant_absent();
    }
    int axis = 0;
    if (!call_is_given(call, 1)) a = call_flat(call, a);
    else if (!call_axis(call, 1, a->dimensions, &axis)) return variant_absent();
    a = a ? call_move_axis(call, a, axis, a->dimensions - 1) : NULL;
    a = call_contiguous(call, call_on_host(call, a), DTYPE(UINT8));
    if (!a) return variant_absent();
    int last = a->dimensions - 1;
    int64_t shape[ARRAY_DIMENSIONS_MAX], bytes = a->shape[last], count = bytes * 8;
    if (call_is_given(call, 2)) {
        int64_t wanted;
        if (!call_integer(call, 2, &wanted)) return variant_absent();
        count = wanted < 0 ? count + wanted : wanted;
        if (count < 0) {
            call_fail(call, "ValueError", "-ve count too large");
            return variant_absent();
        }
    }
    for (int i = 0; i < last; i++) shape[i] = a->shape[i];
    shape[last] = count;
    Array *bits = call_hold(call, array_create(call->runtime->host, DTYPE(UINT8), a->dimensions, shape, call->error));
    if (!bits) return variant_absent();
    uint8_t *target = (uint8_t *)array_data(bits);
    const uint8_t *source = (const uint8_t *)array_data(a);
    for (int64_t row = 0, rows = count ? array_size(bits) / count : 0; row < rows; row++, source += bytes, target += count)
        unpack_bits(source, bytes, little, target, count);
    return call_give(call, bits_in_order(call, call_move_axis(call, call_on_device(call, bits), last, axis)));
}
