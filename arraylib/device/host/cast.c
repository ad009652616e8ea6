/* Conversions between every pair of types, as C loops generated from the table of types.
 *
 * Floats go to integers as NumPy's do on x86-64: truncated through int64, with the invalid flag when the number
 * does not fit; on emulated devices as CUDA's do. Complex to real drops the imaginary part (the caller warns). */
#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/walk.h"

#include <math.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

float16_bits host_store_half(double number) {
    float16_bits half = float16_from_double(number);
    if ((half & 0x7fff) == 0x7c00 && isfinite(number)) flags_raise(FE_OVERFLOW);
    return half;
}

/* What x86-64's own conversions give: the least number, and the flag, for what does not fit. */
static inline int64_t whole_number(double number) {
#ifdef __x86_64__
    return _mm_cvttsd_si64(_mm_set_sd(number));
#else
    if (number >= -0x1p63 && number < 0x1p63) return (int64_t)number;
    flags_raise(FE_INVALID);
    return INT64_MIN;
#endif
}

static inline uint64_t whole_unsigned(double number) {
    if (number > -1 && number < 0x1p64)
        return number < 0x1p63 ? (uint64_t)(int64_t)number : (uint64_t)(int64_t)(number - 0x1p63) ^ (1ull << 63);
    if (number >= 0x1p64) {
        flags_raise(FE_INVALID);
        return 0;
    }
    return (uint64_t)whole_number(number);
}

static inline int32_t whole_small(double number) {
#ifdef __x86_64__
    return _mm_cvttsd_si32(_mm_set_sd(number));
#else
    if (number > -2147483649.0 && number < 2147483648.0) return (int32_t)number;
    flags_raise(FE_INVALID);
    return INT32_MIN;
#endif
}

/* TO_target_from kind(value): the value in the target's storage. */
#define SMALL(type, x) ((type)whole_small(x))
#define TO_BOOL_WHOLE(x) ((x) != 0)
#define TO_BOOL_REAL(x) ((x) != 0)
#define TO_INT8_REAL(x) SMALL(int8_t, x)
#define TO_UINT8_REAL(x) SMALL(uint8_t, x)
#define TO_INT16_REAL(x) SMALL(int16_t, x)
#define TO_UINT16_REAL(x) SMALL(uint16_t, x)
#define TO_INT32_REAL(x) whole_small(x)
#define TO_UINT32_REAL(x) ((uint32_t)whole_number(x))
#define TO_INT64_REAL(x) whole_number(x)
#define TO_UINT64_REAL(x) whole_unsigned(x)
#define TO_FLOAT16_REAL(x) host_store_half(x)
#define TO_FLOAT32_REAL(x) ((float)(x))
#define TO_FLOAT64_REAL(x) ((double)(x))
#define TO_COMPLEX64_REAL(x) ((Complex64){(float)(x), 0})
#define TO_COMPLEX128_REAL(x) ((Complex128){(double)(x), 0})
#define TO_INT8_WHOLE(x) ((int8_t)(x))
#define TO_UINT8_WHOLE(x) ((uint8_t)(x))
#define TO_INT16_WHOLE(x) ((int16_t)(x))
#define TO_UINT16_WHOLE(x) ((uint16_t)(x))
#define TO_INT32_WHOLE(x) ((int32_t)(x))
#define TO_UINT32_WHOLE(x) ((uint32_t)(x))
#define TO_INT64_WHOLE(x) ((int64_t)(x))
#define TO_UINT64_WHOLE(x) ((uint64_t)(x))
#define TO_FLOAT16_WHOLE(x) host_store_half((double)(x))
#define TO_FLOAT32_WHOLE TO_FLOAT32_REAL
#define TO_FLOAT64_WHOLE TO_FLOAT64_REAL
#define TO_COMPLEX64_WHOLE TO_COMPLEX64_REAL
#define TO_COMPLEX128_WHOLE TO_COMPLEX128_REAL

#define CAST_LOOP(FROM, TO, conversion)                                                                       \
    static void cast_##FROM##_##TO(char *const *data, const int64_t *strides, int64_t count) {                \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        int64_t in_stride = strides[0], out_stride = strides[1];                                              \
        if (in_stride == sizeof(STORED_##FROM) && out_stride == sizeof(STORED_##TO) &&                        \
            (out + count * 16 <= in || in + count * 16 <= out)) {                                             \
            const STORED_##FROM *from = (const STORED_##FROM *)in;                                            \
            STORED_##TO *to = (STORED_##TO *)out;                                                             \
            INDEPENDENT_LOOP                                                                                  \
            for (int64_t i = 0; i < count; i++) {                                                             \
                COMPUTED_##FROM a = LOAD_##FROM(from[i]);                                                     \
                to[i] = conversion(a);                                                                        \
            }                                                                                                 \
            return;                                                                                           \
        }                                                                                                     \
        for (int64_t i = 0; i < count; i++, in += in_stride, out += out_stride) {                             \
            COMPUTED_##FROM a = LOAD_##FROM(*(const STORED_##FROM *)in);                                      \
            *(STORED_##TO *)out = conversion(a);                                                              \
        }                                                                                                     \
    }
#define FROM_WHOLE(FROM, TO) CAST_LOOP(FROM, TO, TO_##TO##_WHOLE)
#define FROM_REAL(FROM, TO) CAST_LOOP(FROM, TO, TO_##TO##_REAL)
#define COMPLEX_TO_REAL(TO, a) PASTE(TO_##TO, _REAL)((a).real)

#define TO_REAL_TYPES(EACH, FROM)                                                                             \
    EACH(FROM, INT8) EACH(FROM, UINT8) EACH(FROM, INT16) EACH(FROM, UINT16) EACH(FROM, INT32)                 \
    EACH(FROM, UINT32) EACH(FROM, INT64) EACH(FROM, UINT64) EACH(FROM, FLOAT16) EACH(FROM, FLOAT32)           \
    EACH(FROM, FLOAT64)
#define TO_ALL_TYPES(EACH, FROM)                                                                              \
    EACH(FROM, BOOL) TO_REAL_TYPES(EACH, FROM) EACH(FROM, COMPLEX64) EACH(FROM, COMPLEX128)

TO_ALL_TYPES(FROM_WHOLE, BOOL)
TO_ALL_TYPES(FROM_WHOLE, INT8)
TO_ALL_TYPES(FROM_WHOLE, UINT8)
TO_ALL_TYPES(FROM_WHOLE, INT16)
TO_ALL_TYPES(FROM_WHOLE, UINT16)
TO_ALL_TYPES(FROM_WHOLE, INT32)
TO_ALL_TYPES(FROM_WHOLE, UINT32)
TO_ALL_TYPES(FROM_WHOLE, INT64)
TO_ALL_TYPES(FROM_WHOLE, UINT64)
TO_ALL_TYPES(FROM_REAL, FLOAT16)
TO_ALL_TYPES(FROM_REAL, FLOAT32)
TO_ALL_TYPES(FROM_REAL, FLOAT64)

#define FROM_COMPLEX(FROM, TO)                                                                                \
    static void cast_##FROM##_##TO(char *const *data, const int64_t *strides, int64_t count) {                \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        for (int64_t i = 0; i < count; i++, in += strides[0], out += strides[1])                              \
            *(STORED_##TO *)out = COMPLEX_TO_REAL(TO, *(const STORED_##FROM *)in);                            \
    }
TO_REAL_TYPES(FROM_COMPLEX, COMPLEX64)
TO_REAL_TYPES(FROM_COMPLEX, COMPLEX128)
#define COMPLEX_TRUTH(a) ((a).real != 0 || (a).imaginary != 0)
#define TO_NARROW(a) ((Complex64){(float)(a).real, (float)(a).imaginary})
#define TO_WIDE(a) ((Complex128){(a).real, (a).imaginary})
CAST_LOOP(COMPLEX64, BOOL, COMPLEX_TRUTH)
CAST_LOOP(COMPLEX128, BOOL, COMPLEX_TRUTH)
CAST_LOOP(COMPLEX64, COMPLEX64, SAME)
CAST_LOOP(COMPLEX64, COMPLEX128, TO_WIDE)
CAST_LOOP(COMPLEX128, COMPLEX64, TO_NARROW)
CAST_LOOP(COMPLEX128, COMPLEX128, SAME)

#define ENTRY(FROM, TO) cast_##FROM##_##TO,
#define X(NAME, name, type, kind, code, class_name, string) {TO_ALL_TYPES(ENTRY, NAME)},
static HostLoop *const casts[DTYPE_COUNT][DTYPE_COUNT] = {DTYPES(X)};
#undef X

HostLoop *host_plain_cast(DtypeNumber from, DtypeNumber to) { return casts[from][to]; }

/* ---- as CUDA converts floats: to the nearest number of 32 or 64 bits, of which shorter integers keep the lower ones; NaN is zero, but
 * the least number (its bits, where there is no sign) to 64 bits and of float64 ---- */

#define NAN_32_FLOAT16 0
#define NAN_32_FLOAT32 0
#define NAN_32_FLOAT64 0x80000000u
#define NAN_32_COMPLEX64 0
#define NAN_32_COMPLEX128 0x80000000u
#define NEAREST(x, nan, type, least, most, end) \
    ((x) != (x) ? (type)(nan) : (x) >= (end) ? (type)(most) : (x) <= (least) ? (type)(least) : (type)(x))
#define NEAREST_INT32(FROM, x) NEAREST(x, NAN_32_##FROM, int32_t, -0x1p31, INT32_MAX, 0x1p31)
#define NEAREST_UINT32(FROM, x) NEAREST(x, NAN_32_##FROM, uint32_t, 0, UINT32_MAX, 0x1p32)
#define NEAREST_INT64(FROM, x) NEAREST(x, 1ull << 63, int64_t, -0x1p63, INT64_MAX, 0x1p63)
#define NEAREST_UINT64(FROM, x) NEAREST(x, 1ull << 63, uint64_t, 0, UINT64_MAX, 0x1p64)
#define NEAREST_INT8 NEAREST_INT32
#define NEAREST_UINT8 NEAREST_UINT32
#define NEAREST_INT16 NEAREST_INT32
#define NEAREST_UINT16 NEAREST_UINT32

#define NEAREST_LOOP(FROM, TO, real_part)                                                                     \
    static void nearest_##FROM##_##TO(char *const *data, const int64_t *strides, int64_t count) {             \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        for (int64_t i = 0; i < count; i++, in += strides[0], out += strides[1]) {                            \
            double x = real_part(LOAD_##FROM(*(const STORED_##FROM *)in));                                    \
            *(STORED_##TO *)out = (STORED_##TO)NEAREST_##TO(FROM, x);                                         \
        }                                                                                                     \
    }
#define EACH_INTEGER(EACH, FROM, ...)                                                                         \
    EACH(FROM, INT8, __VA_ARGS__) EACH(FROM, UINT8, __VA_ARGS__) EACH(FROM, INT16, __VA_ARGS__)               \
    EACH(FROM, UINT16, __VA_ARGS__) EACH(FROM, INT32, __VA_ARGS__) EACH(FROM, UINT32, __VA_ARGS__)            \
    EACH(FROM, INT64, __VA_ARGS__) EACH(FROM, UINT64, __VA_ARGS__)
#define REAL_PART(a) (a).real
EACH_INTEGER(NEAREST_LOOP, FLOAT16, SAME)
EACH_INTEGER(NEAREST_LOOP, FLOAT32, SAME)
EACH_INTEGER(NEAREST_LOOP, FLOAT64, SAME)
EACH_INTEGER(NEAREST_LOOP, COMPLEX64, REAL_PART)
EACH_INTEGER(NEAREST_LOOP, COMPLEX128, REAL_PART)

static HostLoop *nearest_loop(DtypeNumber from, DtypeNumber to) {
#define NEAREST_ENTRY(FROM, TO, ...) [DTYPE_##TO] = nearest_##FROM##_##TO,
#define NEAREST_ROW(FROM) [DTYPE_##FROM] = {EACH_INTEGER(NEAREST_ENTRY, FROM, )}
    static HostLoop *const loops[DTYPE_COUNT][DTYPE_COUNT] = {NEAREST_ROW(FLOAT16), NEAREST_ROW(FLOAT32), NEAREST_ROW(FLOAT64),
                                                              NEAREST_ROW(COMPLEX64), NEAREST_ROW(COMPLEX128)};
    return loops[from][to];
}

/* Same type: bytes move, half-precision NaNs and all. */
#define MOVE_LOOP(type)                                                                                       \
    static void move_##type(char *const *data, const int64_t *strides, int64_t count) {                       \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        int64_t in_stride = strides[0], out_stride = strides[1];                                              \
        if (in_stride == sizeof(type) && out_stride == sizeof(type)) {                                        \
            memmove(out, in, (size_t)count * sizeof(type));                                                   \
            return;                                                                                           \
        }                                                                                                     \
        for (int64_t i = 0; i < count; i++, in += in_stride, out += out_stride) *(type *)out = *(const type *)in; \
    }
MOVE_LOOP(uint8_t)
MOVE_LOOP(uint16_t)
MOVE_LOOP(uint32_t)
MOVE_LOOP(uint64_t)
MOVE_LOOP(Complex64) /* lies at multiples of 4 */
MOVE_LOOP(Complex128)

HostLoop *host_cast_loop(const Dtype *from, const Dtype *to) {
    if (from == to) switch (from->item_size) {
        case 1: return move_uint8_t;
        case 2: return move_uint16_t;
        case 4: return move_uint32_t;
        case 8: return from->number == DTYPE_COMPLEX64 ? move_Complex64 : move_uint64_t;
        default: return move_Complex128;
        }
    HostLoop *wide = host_wide_cast(from->number, to->number);
    return wide ? wide : casts[from->number][to->number];
}

HostLoop *device_cast_loop(const Device *device, const Dtype *from, const Dtype *to) {
    HostLoop *nearest = device->kind == DEVICE_EMULATED ? nearest_loop(from->number, to->number) : NULL;
    return nearest ? nearest : host_cast_loop(from, to);
}

typedef struct CastRun {
    HostLoop *loop;
} CastRun;

static bool run_cast(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    ((CastRun *)context)->loop(data, strides, count);
    return true;
}

/* Elements that do not lie at addresses of their alignment, as fields of records may. */
static bool is_crooked(Shape shape, const Operand *operand) {
    uintptr_t bits = (uintptr_t)operand->data;
    for (int i = 0; i < shape.dimensions; i++)
        if (shape.extents[i] > 1) bits |= (uintptr_t)operand->strides[i];
    return bits & (operand->dtype->alignment - 1u);
}

bool host_cast(Device *device, Shape shape, Operand input, Operand output, int *float_flags, Error *error) {
    Walk walk;
    bool by_element = dtype_is_flexible(input.dtype) || dtype_is_flexible(output.dtype) || is_crooked(shape, &input) || is_crooked(shape, &output);
    if (by_element) return flexible_cast(device, shape, input, output, error);
    CastRun run = {device_cast_loop(device, input.dtype, output.dtype)};
    const Operand *operands[] = {&input, &output};
    if (!walk_begin(&walk, shape, operands, 2, true)) return true;
    return walk_run_parallel(&walk, device->runtime, run_cast, &run,
                             input.dtype == output.dtype ? NULL : float_flags, error);
}

typedef struct FillRun {
    size_t size;
    const void *value;
} FillRun;

static bool run_fill(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    const FillRun *run = context;
    char *out = data[0];
    if (strides[0] == (int64_t)run->size) {
        bool zero = true;
        for (size_t i = 0; i < run->size; i++) zero = zero && !((const char *)run->value)[i];
        if (zero) {
            memset(out, 0, (size_t)count * run->size);
            return true;
        }
    }
    if (strides[0] == (int64_t)run->size && run->size == 1) {
        memset(out, *(const unsigned char *)run->value, (size_t)count);
    } else {
        switch (run->size) { /* a size that is known here is one instruction */
#define FILL(SIZE) case SIZE: for (int64_t i = 0; i < count; i++, out += strides[0]) memcpy(out, run->value, SIZE); break;
        FILL(1) FILL(2) FILL(4) FILL(8) FILL(16)
#undef FILL
        default: for (int64_t i = 0; i < count; i++, out += strides[0]) memcpy(out, run->value, run->size);
        }
    }
    return true;
}

bool host_fill(Device *device, Shape shape, Operand output, const void *value, Error *error) {
    Walk walk;
    if (output.dtype->has_objects) return flexible_fill(device, shape, output, value, error);
    FillRun run = {(size_t)output.dtype->item_size, value};
    const Operand *operands[] = {&output};
    if (!walk_begin(&walk, shape, operands, 1, true)) return true;
    return walk_run_parallel(&walk, device->runtime, run_fill, &run, NULL, error);
}

#define IOTA_REAL(NAME)                                                                        \
    case DTYPE_##NAME: {                                                                                      \
        COMPUTED_##NAME first = LOAD_##NAME(*(const STORED_##NAME *)start);                                   \
        COMPUTED_##NAME delta = LOAD_##NAME(*(const STORED_##NAME *)step);                                    \
        for (int64_t i = from; i < to; i++)                                                                   \
            ((STORED_##NAME *)out)[i] = STORE_##NAME(first + (COMPUTED_##NAME)i * delta);                     \
        break;                                                                                                \
    }
#define IOTA_INTEGER(NAME)                                                                                    \
    case DTYPE_##NAME: {                                                                                      \
        uint64_t first = (uint64_t)*(const STORED_##NAME *)start, delta = (uint64_t)*(const STORED_##NAME *)step; \
        for (int64_t i = from; i < to; i++)                                                                   \
            ((STORED_##NAME *)out)[i] = (STORED_##NAME)(first + (uint64_t)i * delta);                         \
        break;                                                                                                \
    }
#define IOTA_COMPLEX(NAME)                                                                                    \
    case DTYPE_##NAME: {                                                                                      \
        STORED_##NAME first = *(const STORED_##NAME *)start, delta = *(const STORED_##NAME *)step;            \
        for (int64_t i = from; i < to; i++)                                                                   \
            ((STORED_##NAME *)out)[i] =                                                                       \
                (STORED_##NAME){first.real + i * delta.real, first.imaginary + i * delta.imaginary};          \
        break;                                                                                                \
    }

static void iota_between(Operand output, int64_t from, int64_t to, const void *start, const void *step) {
    char *out = output.data;
    switch (output.dtype->number) {
        IOTA_INTEGER(BOOL)
        IOTA_INTEGER(INT8)
        IOTA_INTEGER(UINT8)
        IOTA_INTEGER(INT16)
        IOTA_INTEGER(UINT16)
        IOTA_INTEGER(INT32)
        IOTA_INTEGER(UINT32)
        IOTA_INTEGER(INT64)
        IOTA_INTEGER(UINT64)
        IOTA_REAL(FLOAT16)
        IOTA_REAL(FLOAT32)
        IOTA_REAL(FLOAT64)
        IOTA_COMPLEX(COMPLEX64)
        IOTA_COMPLEX(COMPLEX128)
    default: break;
    }
}

bool host_iota(Device *device, Operand output, int64_t count, const void *start, const void *step, Error *error) {
    enum { STRETCH = 1 << 20 }; /* elements between two looks at the interrupt flag */
    for (int64_t from = 0; from < count; from += STRETCH) {
        iota_between(output, from, count - from < STRETCH ? count : from + STRETCH, start, step);
        if (!runtime_poll(device->runtime, error)) return false;
    }
    return true;
}
