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

/* Operator, name in C and in SLEEF. Roots and hypotenuses, asked for exact values at whole arguments, stay with the C library. */
#define VECTOR_FUNCTIONS(X)                                                                                   \
    X(sin, sin)                                                                                               \
    X(cos, cos)                                                                                               \
    X(tan, tan)                                                                                               \
    X(arcsin, asin)                                                                                           \
    X(arccos, acos)                                                                                           \
    X(arctan, atan)                                                                                           \
    X(exp, exp)                                                                                               \
    X(exp2, exp2)                                                                                             \
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

/* The same of two arguments. SLEEF's powers are within 0.7 ulp, so those that a number holds exactly are exact. */
#define VECTOR_FUNCTIONS2(X)                                                                                  \
    X(power, pow)                                                                                             \
    X(arctan2, atan2)

typedef enum VectorNumber {
#define X(name, c_name) VECTOR_##name,
    VECTOR_FUNCTIONS(X) VECTOR_FUNCTIONS2(X)
#undef X
        VECTOR_COUNT
} VectorNumber;

/* Addresses of a library's functions: the same for the whole process, found once, never changed. */
static struct VectorLibrary {
    ApplyDoubles *apply_doubles;
    ApplyFloats *apply_floats;
    ApplyDoubles2 *apply_doubles2;
    ApplyFloats2 *apply_floats2;
    WholeDoubles *whole_doubles; /* NULL: without fused multiply-add */
    WholeFloats *whole_floats;
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
    VECTOR_FUNCTIONS2(X)
#undef X
    return true;
}

#define USE_WIDTH(bytes)                                                                                      \
    library.apply_doubles = vector_apply_doubles_##bytes, library.apply_floats = vector_apply_floats_##bytes, \
    library.apply_doubles2 = vector_apply_doubles2_##bytes, library.apply_floats2 = vector_apply_floats2_##bytes, \
    library.whole_doubles = vector_whole_doubles_##bytes, library.whole_floats = vector_whole_floats_##bytes

bool vector_math_is_wanted(void) {
    const char *wanted = getenv("CUPOLA_VECTOR_MATH");
    return !wanted || strcmp(wanted, "0");
}

static void open_library(void) {
    void *handle = !vector_math_is_wanted() ? NULL : dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#if defined(__x86_64__)
    if (host_vector_bits() == 512) {
        USE_WIDTH(64);
        library.is_open = find_functions(handle, "finz", 64, "avx512f");
    }
    if (!library.is_open && host_vector_bits() >= 256) {
        USE_WIDTH(32);
        library.is_open = find_functions(handle, "finz", 32, "avx2");
    }
    const char *family = "cinz", *suffix = "sse2";
#else
    const char *family = "finz", *suffix = "advsimd";
#endif
    if (library.is_open) return;
    USE_WIDTH(16);
    if (*family == 'c') library.whole_doubles = NULL;
    library.is_open = find_functions(handle, family, 16, suffix);
}

enum { PIECE = VECTOR_PIECE };

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

/* Is b an exponent that is computed by products? 0: no. */
#define DEFINE_POWER(reals, real, c_function)                                                                 \
    static inline int power_##reals##_whole(real b) {                                                         \
        bool within = isgreaterequal(b, 2) & islessequal(b, VECTOR_WHOLE_MOST);                               \
        return within && b == (real)(int)b && (b == 2 || library.whole_##reals) ? (int)b : 0;                 \
    }                                                                                                         \
    static real power_##reals##_one(real a, real b) {                                                         \
        int whole = power_##reals##_whole(b);                                                                 \
        if (whole == 2) return a * a;                                                                         \
        if (!whole) return c_function(a, b);                                                                  \
        real result;                                                                                          \
        SavedFlags flags = flags_save();                                                                      \
        bool special = library.whole_##reals(&a, whole, &result, 1);                                          \
        flags_restore(flags);                                                                                 \
        return special ? c_function(a, b) : result;                                                           \
    }
DEFINE_POWER(doubles, double, pow)
DEFINE_POWER(floats, float, powf)
static inline int arctan2_doubles_whole(double b) { return (void)b, 0; }
static inline int arctan2_floats_whole(float b) { return (void)b, 0; }
static inline double arctan2_doubles_one(double a, double b) { return atan2(a, b); }
static inline float arctan2_floats_one(float a, float b) { return atan2f(a, b); }

/* A piece of an operand, one element after another. */
#define DEFINE_GATHER(gather, real)                                                                           \
    static const real *gather(const char *source, int64_t stride, int64_t count, real *gathered) {            \
        if (stride == sizeof(real)) return (const real *)source;                                              \
        if (!stride) {                                                                                        \
            real number = *(const real *)source;                                                              \
            for (int64_t i = 0; i < count; i++) gathered[i] = number;                                         \
        } else                                                                                                \
            for (int64_t i = 0; i < count; i++) gathered[i] = *(const real *)(source + i * stride);           \
        return gathered;                                                                                      \
    }
DEFINE_GATHER(gather_doubles, double)
DEFINE_GATHER(gather_floats, float)

/* May an element of the output lie where a later one of the input does, as running operators have it? Then they go one by one. */
static bool is_written_early(const char *in, int64_t in_stride, const char *out, int64_t out_stride, int64_t count,
                             int64_t size) {
    if (count < 2 || (in == out && in_stride == out_stride && out_stride)) return false;
    int64_t in_span = (count - 1) * in_stride, out_span = (count - 1) * out_stride;
    const char *in_low = in_span < 0 ? in + in_span : in, *out_low = out_span < 0 ? out + out_span : out;
    return in_low < out_low + llabs(out_span) + size && out_low < in_low + llabs(in_span) + size;
}

#define DEFINE_LOOP2(name, reals, real, MAX, MIN, SMALL, absolute)                                            \
    static inline bool name##_##reals##_is_special(real a, real b, real result) {                             \
        return !islessequal(absolute(result), MAX) || !islessequal(absolute(a), MAX) ||                       \
               !islessequal(absolute(b), MAX) || isless(absolute(result), MIN) ||                             \
               (name##_##reals##_whole(b) != 0);                                                              \
    }                                                                                                         \
    static void name##_##reals(char *const *data, const int64_t *strides, int64_t count) {                    \
        const char *left = data[0], *right = data[1];                                                         \
        char *target = data[2];                                                                               \
        bool is_running = is_written_early(data[0], strides[0], target, strides[2], count, sizeof(real)) ||   \
                          is_written_early(data[1], strides[1], target, strides[2], count, sizeof(real));     \
        const int64_t most = is_running ? 1 : PIECE;                                                          \
        while (count > 0) {                                                                                   \
            _Alignas(64) real lefts[PIECE], rights[PIECE], out[PIECE];                                        \
            int64_t piece = count < most ? count : most;                                                      \
            const real *a = gather_##reals(left, strides[0], piece, lefts);                                   \
            const real *b = gather_##reals(right, strides[1], piece, rights);                                 \
            int whole = name##_##reals##_whole(*b);                                                           \
            if (piece == 1 || !library.whole_##reals) whole = 0;                                              \
            for (int64_t i = 0; whole && strides[1] && i < piece; i++)                                        \
                if (b[i] != *b) whole = 0;                                                                    \
            SavedFlags flags = flags_save();                                                                  \
            const bool is_power = VECTOR_##name == VECTOR_power;                                              \
            VectorFunction *function = library.reals[VECTOR_##name];                                          \
            bool special = whole ? library.whole_##reals(a, whole, out, piece)                                \
                                 : library.apply_##reals##2(function, is_power, a, b, out, piece);            \
            flags_restore(flags);                                                                             \
            for (int64_t i = 0; special && i < piece; i++)                                                    \
                if (whole ? !islessequal(absolute(out[i]), MAX) || isless(absolute(out[i]), SMALL)            \
                          : name##_##reals##_is_special(a[i], b[i], out[i]))                                  \
                    out[i] = name##_##reals##_one(a[i], b[i]);                                                \
            if (strides[2] == sizeof(real)) memcpy(target, out, (size_t)piece * sizeof(real));                \
            else                                                                                              \
                for (int64_t i = 0; i < piece; i++) *(real *)(target + i * strides[2]) = out[i];              \
            left += piece * strides[0];                                                                       \
            right += piece * strides[1];                                                                      \
            target += piece * strides[2];                                                                     \
            count -= piece;                                                                                   \
        }                                                                                                     \
    }
#define X(name, c_name)                                                                                       \
    DEFINE_LOOP2(name, doubles, double, DBL_MAX, DBL_MIN, 0x1p-960, fabs)                                     \
    DEFINE_LOOP2(name, floats, float, FLT_MAX, FLT_MIN, FLT_MIN, fabsf)
VECTOR_FUNCTIONS2(X)
#undef X

HostLoop *vector_math_loop(const Operator *row, int loop) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint8_t type = row->loops[loop][0];
    if (type != DTYPE_FLOAT64 && type != DTYPE_FLOAT32) return NULL;
    HostLoop *found = NULL;
    switch (row->number) {
#define X(name, c_name)                                                                                       \
    case OPERATOR_##name: found = type == DTYPE_FLOAT64 ? name##_doubles : name##_floats; break;
    case OPERATOR_float_power: found = type == DTYPE_FLOAT64 ? power_doubles : power_floats; break;
        VECTOR_FUNCTIONS(X)
        VECTOR_FUNCTIONS2(X)
#undef X
    default: return NULL;
    }
    pthread_once(&once, open_library);
    return library.is_open ? found : NULL;
}
