#include "arraylib/device/host/vector/vector_math.h"

#include "arraylib/core/roots.h"
#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/vector/vector_bits.h"
#include "base/library.h"

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

/* Addresses of a library's functions: the same for the whole process, found once, never changed. */
static struct VectorLibrary {
    ApplyDoubles *doubles[VECTOR_COUNT]; /* NULL: there is none */
    ApplyDoubles2 *doubles2[VECTOR_COUNT];
    ApplyFloats *floats[VECTOR_COUNT];
    ApplyFloats2 *floats2[VECTOR_COUNT];
    WholeDoubles *whole_doubles; /* NULL: without fused multiply-add */
    WholeFloats *whole_floats;
    VectorFunction *functions[VECTOR_COUNT]; /* SLEEF's, which some of the above call */
} library;

static VectorFunction *find_function(void *handle, const char *family, const char *name, int bytes, const char *suffix) {
    char symbol[64];
    snprintf(symbol, sizeof symbol, "Sleef_%s_%sd%d_u10%s", family, name, bytes / 8, suffix);
    void *address = dlsym(handle, symbol);
    VectorFunction *function;
    memcpy(&function, &address, sizeof address);
    return function;
}

/* Functions of float64: our own, and SLEEF's, all or none. */
static bool find_functions(void *handle, const char *family, int bytes, const char *suffix, ApplyDoubles *apply, ApplyDoubles2 *apply2,
                           ApplyDoubles *const *own, ApplyDoubles2 *const *own2) {
    bool found = handle != NULL;
#define X(name, c_name) \
    found = found && (library.functions[VECTOR_##name] = find_function(handle, family, #c_name, bytes, suffix)) != NULL;
    VECTOR_FUNCTIONS(X)
    VECTOR_FUNCTIONS2(X)
#undef X
#define X(name, c_name) library.doubles[VECTOR_##name] = own[VECTOR_##name] ? own[VECTOR_##name] : found ? apply : NULL;
    VECTOR_FUNCTIONS(X)
#undef X
#define X(name, c_name) library.doubles2[VECTOR_##name] = own2[VECTOR_##name] ? own2[VECTOR_##name] : found ? apply2 : NULL;
    VECTOR_FUNCTIONS2(X)
#undef X
    return found;
}

#define USE_WIDTH(bytes, family, suffix)                                                                      \
    (memcpy(library.floats, vector_floats_##bytes, sizeof library.floats),                                    \
     memcpy(library.floats2, vector_floats2_##bytes, sizeof library.floats2),                                 \
     library.whole_doubles = vector_whole_doubles_##bytes, library.whole_floats = vector_whole_floats_##bytes, \
     find_functions(handle, family, bytes, suffix, vector_apply_doubles_##bytes, vector_apply_doubles2_##bytes, \
                    vector_doubles_##bytes, vector_doubles2_##bytes))

bool vector_math_is_wanted(void) {
    const char *wanted = getenv("CUPOLA_VECTOR_MATH");
    return !wanted || strcmp(wanted, "0");
}

static void open_library(void) {
    if (!vector_math_is_wanted()) return;
    void *handle = library_open(LIBRARY_SLEEF, NULL);
#if defined(__x86_64__)
    if (host_vector_bits() == 512 && USE_WIDTH(64, "finz", "avx512f")) return;
    if (host_vector_bits() >= 256) {
        if (!USE_WIDTH(32, "finz", "avx2") && host_vector_bits() == 512) USE_WIDTH(64, "finz", "avx512f");
        return;
    }
    USE_WIDTH(16, "cinz", "sse2");
    library.whole_doubles = NULL;
#else
    USE_WIDTH(16, "finz", "advsimd");
#endif
}

/* Elements that are computed at once: few flags to put back, and all in the nearest cache. */
enum { PIECE = 1024 };

static bool is_apart(const char *a, const char *b, int64_t bytes) { return a + bytes <= b || b + bytes <= a; }

/* The comparisons are the quiet ones: those of the operators raise a flag for NaN. */
#define DEFINE_RUN(run, real, MAX, MIN, absolute, reals)                                                       \
    static inline int is_special_##real(real x, real result) {                                                \
        return !islessequal(absolute(result), MAX) | !islessequal(absolute(x), MAX) |                         \
               (isless(absolute(result), MIN) & (x != 0));                                                    \
    }                                                                                                         \
    static void run(VectorNumber number, real (*c_function)(real), char *const *data, const int64_t *strides, \
                    int64_t count) {                                                                          \
        const char *source = data[0];                                                                         \
        char *target = data[1];                                                                               \
        bool even_source = strides[0] == sizeof(real), even_target = strides[1] == sizeof(real);              \
        bool is_direct = even_source && even_target && is_apart(source, target, count * (int64_t)sizeof(real)); \
        SavedFlags flags = flags_save(); /* those of vector functions mean nothing */                         \
        while (count > 0) {                                                                                   \
            _Alignas(64) real gathered[PIECE], held[PIECE];                                                   \
            const real *in = (const real *)source;                                                            \
            real *out = is_direct ? (real *)target : held;                                                    \
            int64_t piece = count < PIECE ? count : PIECE;                                                    \
            if (!even_source) {                                                                               \
                for (int64_t i = 0; i < piece; i++) gathered[i] = *(const real *)(source + i * strides[0]);   \
                in = gathered;                                                                                \
            }                                                                                                 \
            if (library.reals[number](library.functions[number], in, out, piece)) {                           \
                flags_restore(flags);                                                                         \
                for (int64_t i = 0; i < piece; i++)                                                           \
                    if (is_special_##real(in[i], out[i])) out[i] = c_function(in[i]);                         \
                flags = flags_save();                                                                         \
            }                                                                                                 \
            if (!is_direct && even_target) memcpy(target, out, (size_t)piece * sizeof(real));                 \
            else if (!is_direct)                                                                              \
                for (int64_t i = 0; i < piece; i++) *(real *)(target + i * strides[1]) = out[i];              \
            source += piece * strides[0];                                                                     \
            target += piece * strides[1];                                                                     \
            count -= piece;                                                                                   \
        }                                                                                                     \
        flags_restore(flags);                                                                                 \
    }
DEFINE_RUN(run_doubles, double, DBL_MAX, DBL_MIN, fabs, doubles)
DEFINE_RUN(run_floats, float, FLT_MAX, FLT_MIN, fabsf, floats)

/* The C library's tanf is off by more than 1 ulp far from 0. */
static float near_tanf(float x) { return (float)tan(x); }
#define tanf near_tanf

#define X(name, c_name)                                                                                       \
    static void name##_doubles(char *const *data, const int64_t *strides, int64_t count) {                    \
        run_doubles(VECTOR_##name, c_name, data, strides, count);                                             \
    }                                                                                                         \
    static void name##_floats(char *const *data, const int64_t *strides, int64_t count) {                     \
        run_floats(VECTOR_##name, c_name##f, data, strides, count);                                           \
    }
VECTOR_FUNCTIONS(X)
#undef X
#undef tanf
static void cbrt_floats(char *const *data, const int64_t *strides, int64_t count) {
    run_floats(VECTOR_cbrt, real_cbrtf, data, strides, count);
}

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
        const int64_t bytes = count * (int64_t)sizeof(real);                                                  \
        bool is_direct = !is_running && strides[2] == sizeof(real) && strides[0] >= 0 && strides[1] >= 0 &&   \
                         strides[0] <= strides[2] && strides[1] <= strides[2] && is_apart(left, target, bytes) && \
                         is_apart(right, target, bytes);                                                      \
        const bool is_power = VECTOR_##name == VECTOR_power;                                                  \
        VectorFunction *function = library.functions[VECTOR_##name];                                          \
        SavedFlags flags = flags_save();                                                                      \
        while (count > 0) {                                                                                   \
            _Alignas(64) real lefts[PIECE], rights[PIECE], held[PIECE];                                       \
            int whole = library.whole_##reals ? name##_##reals##_whole(*(const real *)right) : 0;             \
            const int64_t most = is_running ? 1 : whole ? VECTOR_PIECE : PIECE;                               \
            int64_t piece = count < most ? count : most;                                                      \
            const real *a = gather_##reals(left, strides[0], piece, lefts);                                   \
            const real *b = gather_##reals(right, strides[1], piece, rights);                                 \
            real *out = is_direct ? (real *)target : held;                                                    \
            if (piece == 1) whole = 0;                                                                        \
            for (int64_t i = 0; whole && strides[1] && i < piece; i++)                                        \
                if (b[i] != *b) whole = 0;                                                                    \
            bool special = whole ? library.whole_##reals(a, whole, out, piece)                                \
                                 : library.reals##2[VECTOR_##name](function, is_power, a, b, out, piece);     \
            if (special) {                                                                                    \
                flags_restore(flags);                                                                         \
                for (int64_t i = 0; i < piece; i++)                                                           \
                    if (whole ? !islessequal(absolute(out[i]), MAX) || isless(absolute(out[i]), SMALL)        \
                              : name##_##reals##_is_special(a[i], b[i], out[i]))                              \
                        out[i] = name##_##reals##_one(a[i], b[i]);                                            \
                flags = flags_save();                                                                         \
            }                                                                                                 \
            if (!is_direct && strides[2] == sizeof(real)) memcpy(target, out, (size_t)piece * sizeof(real));  \
            else if (!is_direct)                                                                              \
                for (int64_t i = 0; i < piece; i++) *(real *)(target + i * strides[2]) = out[i];              \
            left += piece * strides[0];                                                                       \
            right += piece * strides[1];                                                                      \
            target += piece * strides[2];                                                                     \
            count -= piece;                                                                                   \
        }                                                                                                     \
        flags_restore(flags);                                                                                 \
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
    pthread_once(&once, open_library);
    const bool is_double = type == DTYPE_FLOAT64;
#define FOUND(name, twice) \
    (is_double ? library.doubles##twice[VECTOR_##name] ? name##_doubles : NULL : library.floats##twice[VECTOR_##name] ? name##_floats : NULL)
    switch (row->number) {
#define X(name, c_name) \
    case OPERATOR_##name: return FOUND(name, );
        VECTOR_FUNCTIONS(X)
#undef X
    case OPERATOR_power:
    case OPERATOR_float_power: return FOUND(power, 2);
    case OPERATOR_arctan2: return FOUND(arctan2, 2);
    case OPERATOR_cbrt: return !is_double && library.floats[VECTOR_cbrt] ? cbrt_floats : NULL;
    default: return NULL;
    }
}
