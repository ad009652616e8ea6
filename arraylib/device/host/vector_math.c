#include "arraylib/device/host/vector_math.h"

#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/vector_bits.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Operator, name in C and in SLEEF. Those that are asked for exact values at whole arguments (powers, roots, hypotenuses)
 * stay with the C library. */
#define VECTOR_FUNCTIONS(X)                                                                                   \
    X(sin, sin)                                                                                               \
    X(cos, cos)                                                                                               \
    X(tan, tan)                                                                                               \
    X(arcsin, asin)                                                                                           \
    X(arccos, acos)                                                                                           \
    X(arctan, atan)                                                                                           \
    X(exp, exp)                                                                                               \
    X(expm1, expm1)                                                                                           \
    X(log, log)                                                                                               \
    X(log2, log2)                                                                                             \
    X(log10, log10)                                                                                           \
    X(log1p, log1p)                                                                                           \
    X(sinh, sinh)                                                                                             \
    X(cosh, cosh)                                                                                             \
    X(tanh, tanh)                                                                                             \
    X(arcsinh, asinh)                                                                                         \
    X(arccosh, acosh)                                                                                         \
    X(arctanh, atanh)

typedef enum VectorNumber {
#define X(name, c_name) VECTOR_##name,
    VECTOR_FUNCTIONS(X)
#undef X
        VECTOR_COUNT
} VectorNumber;

/* Addresses of a library's functions: the same for the whole process, found once, never changed. */
static struct VectorLibrary {
    ApplyDoubles *apply_doubles;
    ApplyFloats *apply_floats;
    VectorFunction *doubles[VECTOR_COUNT], *floats[VECTOR_COUNT];
    bool is_open;
} library;

static bool find_functions(void *handle, const char *family, int bytes, const char *suffix) {
#define X(name, c_name)                                                                                       \
    {                                                                                                         \
        char symbol[64];                                                                                      \
        snprintf(symbol, sizeof symbol, "Sleef_%s_%sd%d_u10%s", family, #c_name, bytes / 8, suffix);          \
        void *address = dlsym(handle, symbol);                                                                \
        memcpy(&library.doubles[VECTOR_##name], &address, sizeof address);                                    \
        snprintf(symbol, sizeof symbol, "Sleef_%s_%sf%d_u10%s", family, #c_name, bytes / 4, suffix);          \
        address = dlsym(handle, symbol);                                                                      \
        memcpy(&library.floats[VECTOR_##name], &address, sizeof address);                                     \
        if (!library.doubles[VECTOR_##name] || !address) return false;                                        \
    }
    VECTOR_FUNCTIONS(X)
#undef X
    return true;
}

static void open_library(void) {
    const char *wanted = getenv("CUPOLA_VECTOR_MATH");
    void *handle = wanted && !strcmp(wanted, "0") ? NULL : dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#if defined(__x86_64__)
    if (host_vector_bits() == 512) {
        library.apply_doubles = vector_apply_doubles_64;
        library.apply_floats = vector_apply_floats_64;
        library.is_open = find_functions(handle, "finz", 64, "avx512f");
    }
    if (!library.is_open && host_vector_bits() >= 256) {
        library.apply_doubles = vector_apply_doubles_32;
        library.apply_floats = vector_apply_floats_32;
        library.is_open = find_functions(handle, "finz", 32, "avx2");
    }
    const char *family = "cinz", *suffix = "sse2";
#else
    const char *family = "finz", *suffix = "advsimd";
#endif
    if (library.is_open) return;
    library.apply_doubles = vector_apply_doubles_16;
    library.apply_floats = vector_apply_floats_16;
    library.is_open = find_functions(handle, family, 16, suffix);
}

enum { PIECE = 256 };

/* The comparisons are the quiet ones: those of the operators raise a flag for NaN. */
#define DEFINE_RUN(run, real, MAX, MIN, absolute, apply, functions)                                           \
    static inline int is_special_##real(real x, real result) {                                                \
        return !islessequal(absolute(result), MAX) | !islessequal(absolute(x), MAX) |                         \
               (isless(absolute(result), MIN) & (x != 0));                                                    \
    }                                                                                                         \
    static void run(VectorNumber number, real (*c_function)(real), char *const *data, const int64_t *strides, \
                    int64_t count) {                                                                          \
        const char *source = data[0];                                                                         \
        char *target = data[1];                                                                               \
        bool even_source = strides[0] == sizeof(real), even_target = strides[1] == sizeof(real);              \
        while (count > 0) {                                                                                   \
            _Alignas(64) real gathered[PIECE], out[PIECE];                                                    \
            const real *in = (const real *)source;                                                            \
            int64_t piece = count < PIECE ? count : PIECE;                                                    \
            if (!even_source) {                                                                               \
                for (int64_t i = 0; i < piece; i++) gathered[i] = *(const real *)(source + i * strides[0]);   \
                in = gathered;                                                                                \
            }                                                                                                 \
            SavedFlags flags = flags_save(); /* those of vector functions mean nothing */                     \
            bool special = library.apply(library.functions[number], in, out, piece);                          \
            flags_restore(flags);                                                                             \
            for (int64_t i = 0; special && i < piece; i++)                                                    \
                if (is_special_##real(in[i], out[i])) out[i] = c_function(in[i]);                             \
            if (even_target) memcpy(target, out, (size_t)piece * sizeof(real));                               \
            else                                                                                              \
                for (int64_t i = 0; i < piece; i++) *(real *)(target + i * strides[1]) = out[i];              \
            source += piece * strides[0];                                                                     \
            target += piece * strides[1];                                                                     \
            count -= piece;                                                                                   \
        }                                                                                                     \
    }
DEFINE_RUN(run_doubles, double, DBL_MAX, DBL_MIN, fabs, apply_doubles, doubles)
DEFINE_RUN(run_floats, float, FLT_MAX, FLT_MIN, fabsf, apply_floats, floats)

#define X(name, c_name)                                                                                       \
    static void name##_doubles(char *const *data, const int64_t *strides, int64_t count) {                    \
        run_doubles(VECTOR_##name, c_name, data, strides, count);                                             \
    }                                                                                                         \
    static void name##_floats(char *const *data, const int64_t *strides, int64_t count) {                     \
        run_floats(VECTOR_##name, c_name##f, data, strides, count);                                           \
    }
VECTOR_FUNCTIONS(X)
#undef X

HostLoop *vector_math_loop(const Operator *row, int loop) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint8_t type = row->loops[loop][0];
    if (type != DTYPE_FLOAT64 && type != DTYPE_FLOAT32) return NULL;
    HostLoop *found = NULL;
    switch (row->number) {
#define X(name, c_name)                                                                                       \
    case OPERATOR_##name: found = type == DTYPE_FLOAT64 ? name##_doubles : name##_floats; break;
        VECTOR_FUNCTIONS(X)
#undef X
    default: return NULL;
    }
    pthread_once(&once, open_library);
    return library.is_open ? found : NULL;
}
