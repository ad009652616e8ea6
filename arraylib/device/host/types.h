/* What the host's loop macros know of a type token such as FLOAT32: its storage, the type it is computed in,
 * how to load and store it, its kind, and the suffix of its functions in libm. */
#ifndef ARRAYLIB_DEVICE_HOST_TYPES_H
#define ARRAYLIB_DEVICE_HOST_TYPES_H

#include "arraylib/core/dtype.h"

typedef void HostLoop(char *const *data, const int64_t *strides, int64_t count);

#define STORED_BOOL uint8_t
#define STORED_INT8 int8_t
#define STORED_UINT8 uint8_t
#define STORED_INT16 int16_t
#define STORED_UINT16 uint16_t
#define STORED_INT32 int32_t
#define STORED_UINT32 uint32_t
#define STORED_INT64 int64_t
#define STORED_UINT64 uint64_t
#define STORED_FLOAT16 float16_bits
#define STORED_FLOAT32 float
#define STORED_FLOAT64 double
#define STORED_COMPLEX64 Complex64
#define STORED_COMPLEX128 Complex128

#define COMPUTED_BOOL uint8_t
#define COMPUTED_INT8 int8_t
#define COMPUTED_UINT8 uint8_t
#define COMPUTED_INT16 int16_t
#define COMPUTED_UINT16 uint16_t
#define COMPUTED_INT32 int32_t
#define COMPUTED_UINT32 uint32_t
#define COMPUTED_INT64 int64_t
#define COMPUTED_UINT64 uint64_t
#define COMPUTED_FLOAT16 float
#define COMPUTED_FLOAT32 float
#define COMPUTED_FLOAT64 double
#define COMPUTED_COMPLEX64 Complex64
#define COMPUTED_COMPLEX128 Complex128

#define SAME(x) (x)
#define LOAD_BOOL(x) ((x) != 0)
#define LOAD_INT8 SAME
#define LOAD_UINT8 SAME
#define LOAD_INT16 SAME
#define LOAD_UINT16 SAME
#define LOAD_INT32 SAME
#define LOAD_UINT32 SAME
#define LOAD_INT64 SAME
#define LOAD_UINT64 SAME
#define LOAD_FLOAT16 float16_to_float
#define LOAD_FLOAT32 SAME
#define LOAD_FLOAT64 SAME
#define LOAD_COMPLEX64 SAME
#define LOAD_COMPLEX128 SAME

#define STORE_BOOL(x) ((uint8_t)(x))
#define STORE_INT8(x) ((int8_t)(x))
#define STORE_UINT8(x) ((uint8_t)(x))
#define STORE_INT16(x) ((int16_t)(x))
#define STORE_UINT16(x) ((uint16_t)(x))
#define STORE_INT32(x) ((int32_t)(x))
#define STORE_UINT32(x) ((uint32_t)(x))
#define STORE_INT64(x) ((int64_t)(x))
#define STORE_UINT64(x) ((uint64_t)(x))
#define STORE_FLOAT16(x) host_store_half(x)
#define STORE_FLOAT32(x) ((float)(x))
#define STORE_FLOAT64(x) ((double)(x))
#define STORE_COMPLEX64 SAME
#define STORE_COMPLEX128 SAME

#define KIND_BOOL BOOLEAN
#define KIND_INT8 SIGNED
#define KIND_UINT8 UNSIGNED
#define KIND_INT16 SIGNED
#define KIND_UINT16 UNSIGNED
#define KIND_INT32 SIGNED
#define KIND_UINT32 UNSIGNED
#define KIND_INT64 SIGNED
#define KIND_UINT64 UNSIGNED
#define KIND_FLOAT16 REAL
#define KIND_FLOAT32 REAL
#define KIND_FLOAT64 REAL
#define KIND_COMPLEX64 COMPLEX
#define KIND_COMPLEX128 COMPLEX

/* Unsigned type wide enough that C does not promote it to a signed one: where integers wrap around. */
#define WRAPPING_INT8 uint32_t
#define WRAPPING_UINT8 uint32_t
#define WRAPPING_INT16 uint32_t
#define WRAPPING_UINT16 uint32_t
#define WRAPPING_INT32 uint32_t
#define WRAPPING_UINT32 uint32_t
#define WRAPPING_INT64 uint64_t
#define WRAPPING_UINT64 uint64_t
#define WRAPPING_FLOAT32 float
#define WRAPPING_FLOAT64 double

#define REAL_PART_COMPLEX64 float
#define REAL_PART_COMPLEX128 double

/* MATH(FLOAT32, sin) is sinf. Half precision computes in float. */
#define MATH_FLOAT16(function) function##f
#define MATH_FLOAT32(function) function##f
#define MATH_FLOAT64(function) function
#define MATH_COMPLEX64(function) function##f
#define MATH_COMPLEX128(function) function
#define MATH(TYPE, function) MATH_##TYPE(function)

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

#if defined(__GNUC__) && !defined(__clang__)
#define INDEPENDENT_LOOP _Pragma("GCC ivdep")
#else
#define INDEPENDENT_LOOP
#endif

/* Half precision overflows where float does not: raise the flag that NumPy warns by. */
float16_bits host_store_half(double number);

#endif
