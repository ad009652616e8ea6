/* Extremes, their places, and truth, along contiguous runs and of rows laid over each other: once for any processor, once for AVX2.
 * Both do the same in the same order, so which zero of two signs wins does not depend on the processor. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector/vector_bits.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

enum { STRETCH = 512 /* elements that are searched for an extreme at a time */, COLUMNS = 512 };

#define LANES_INT64 8
#define LANES_INT32 16
#define LANES_UINT8 64
#define LANES_FLOAT64 8
#define LANES_FLOAT32 8
#define INDEX_UINT8 int32_t
#define INDEX_INT64 int64_t
#define INDEX_INT32 int32_t
#define INDEX_FLOAT64 int64_t
#define INDEX_FLOAT32 int32_t

/* Candidates side by side: eight, where the two zeros tell how many. */
#define VECTORS(NAME, whole)                                                                                  \
    typedef STORED_##NAME Vector16_##NAME __attribute__((vector_size(16)));                                   \
    typedef STORED_##NAME Vector32_##NAME __attribute__((vector_size(32)));                                   \
    typedef whole Mask16_##NAME __attribute__((vector_size(16)));                                             \
    typedef whole Mask32_##NAME __attribute__((vector_size(32)));
VECTORS(UINT8, int8_t)
VECTORS(INT32, int32_t)
VECTORS(INT64, int64_t)
VECTORS(FLOAT32, int32_t)
VECTORS(FLOAT64, int64_t)

/* here better lanes ? here : lanes, which for floats is one instruction of AVX2's processors. */
#define SELECT(Vector, Mask, here, better, lanes)                                                             \
    (Vector)(((here better lanes) & (Mask)here) | (~(here better lanes) & (Mask)lanes))
#define LARGER_FLOAT32(Vector, Mask, here, better, lanes) (Vector)_mm256_max_ps((__m256)here, (__m256)lanes)
#define LARGER_FLOAT64(Vector, Mask, here, better, lanes) (Vector)_mm256_max_pd((__m256d)here, (__m256d)lanes)
#define SMALLER_FLOAT32(Vector, Mask, here, better, lanes) (Vector)_mm256_min_ps((__m256)here, (__m256)lanes)
#define SMALLER_FLOAT64(Vector, Mask, here, better, lanes) (Vector)_mm256_min_pd((__m256d)here, (__m256d)lanes)
#define LARGER_UINT8 SELECT
#define LARGER_INT32 SELECT
#define LARGER_INT64 SELECT
#define SMALLER_UINT8 SELECT
#define SMALLER_INT32 SELECT
#define SMALLER_INT64 SELECT

/* False: there is a NaN. */
#define EXTREME(NAME, better, word, target, bytes, TAKE)                                                            \
    target static bool extreme_##word##_##NAME(const STORED_##NAME *items, int64_t count, STORED_##NAME *best) { \
        enum { PARTS = LANES_##NAME * (int)sizeof(STORED_##NAME) / bytes, EACH = LANES_##NAME / PARTS };      \
        Vector##bytes##_##NAME lanes[PARTS], here;                                                            \
        Mask##bytes##_##NAME strange = {0};                                                                   \
        STORED_##NAME found = *best;                                                                          \
        int64_t i = 0;                                                                                        \
        for (int part = 0; part < PARTS; part++)                                                              \
            for (int k = 0; k < EACH; k++) lanes[part][k] = found;                                            \
        for (; i + LANES_##NAME <= count; i += LANES_##NAME)                                                  \
            for (int part = 0; part < PARTS; part++) {                                                        \
                memcpy(&here, items + i + part * EACH, sizeof here);                                          \
                lanes[part] = TAKE(Vector##bytes##_##NAME, Mask##bytes##_##NAME, here, better, lanes[part]);  \
                strange |= here != here;                                                                      \
            }                                                                                                 \
        bool plain = true;                                                                                    \
        for (int part = 0; part < PARTS; part++)                                                              \
            for (int k = 0; k < EACH; k++) {                                                                  \
                found = lanes[part][k] better found ? lanes[part][k] : found;                                 \
                plain &= !strange[k];                                                                         \
            }                                                                                                 \
        for (; i < count; i++) {                                                                              \
            if (items[i] better found) found = items[i];                                                      \
            plain &= items[i] == items[i];                                                                    \
        }                                                                                                     \
        *best = found;                                                                                        \
        return plain;                                                                                         \
    }                                                                                                         \
    target static int64_t argument_##word##_##NAME(const STORED_##NAME *items, int64_t count) {               \
        STORED_##NAME best = items[0];                                                                        \
        int64_t at = 0;                                                                                       \
        if (best != best) return 0;                                                                           \
        for (int64_t from = 0; from < count; from += STRETCH) {                                               \
            int64_t piece = count - from < STRETCH ? count - from : STRETCH;                                  \
            STORED_##NAME found = best;                                                                       \
            if (!extreme_##word##_##NAME(items + from, piece, &found)) {                                      \
                while (items[from] == items[from]) from++;                                                    \
                return from;                                                                                  \
            }                                                                                                 \
            if (found better best) {                                                                          \
                best = found;                                                                                 \
                at = from;                                                                                    \
            }                                                                                                 \
        }                                                                                                     \
        for (; at + LANES_##NAME <= count; at += LANES_##NAME) {                                              \
            Vector##bytes##_##NAME here;                                                                      \
            Mask##bytes##_##NAME hits = {0};                                                                  \
            for (int part = 0; part < LANES_##NAME * (int)sizeof here[0] / bytes; part++) {                   \
                memcpy(&here, items + at + part * (bytes / (int)sizeof here[0]), sizeof here);                \
                hits |= here == best;                                                                         \
            }                                                                                                 \
            long long words[bytes / 8], any = 0;                                                              \
            memcpy(words, &hits, sizeof words);                                                               \
            for (int k = 0; k < bytes / 8; k++) any |= words[k];                                              \
            if (any) break;                                                                                   \
        }                                                                                                     \
        while (items[at] != best) at++;                                                                       \
        return at;                                                                                            \
    }                                                                                                         \
    target static void columns_##word##_##NAME(const char *in, int64_t step, int64_t length, int64_t count,   \
                                               int64_t *output) {                                             \
        STORED_##NAME best[COLUMNS];                                                                          \
        INDEX_##NAME place[COLUMNS];                                                                          \
        memcpy(best, in, (size_t)count * sizeof *best);                                                       \
        memset(place, 0, (size_t)count * sizeof *place);                                                      \
        for (int64_t i = 1; i < length; i++) {                                                                \
            const STORED_##NAME *row = (const STORED_##NAME *)(in + i * step);                                \
            for (int64_t k = 0; k < count; k++) {                                                             \
                bool takes = (row[k] better best[k]) | ((row[k] != row[k]) & (best[k] == best[k]));           \
                best[k] = takes ? row[k] : best[k];                                                           \
                place[k] = takes ? (INDEX_##NAME)i : place[k];                                                \
            }                                                                                                 \
        }                                                                                                     \
        for (int64_t k = 0; k < count; k++) output[k] = place[k];                                             \
    }

#define TRUTH(word, target)                                                                                   \
    target static bool any_##word(const char *in, int64_t count) {                                            \
        int64_t i = 0;                                                                                        \
        for (; i + 64 <= count; i += 64) {                                                                    \
            char hits = 0;                                                                                    \
            for (int k = 0; k < 64; k++) hits |= in[i + k];                                                   \
            if (hits) return true;                                                                            \
        }                                                                                                     \
        char hits = 0;                                                                                        \
        for (; i < count; i++) hits |= in[i];                                                                 \
        return hits != 0;                                                                                     \
    }                                                                                                         \
    target static void either_##word(char *out, const char *in, int64_t count) {                              \
        for (int64_t i = 0; i < count; i++) out[i] = (out[i] != 0) | (in[i] != 0);                            \
    }                                                                                                         \
    target static void both_##word(char *out, const char *in, int64_t count) {                                \
        for (int64_t i = 0; i < count; i++) out[i] = (out[i] != 0) & (in[i] != 0);                            \
    }

#define TYPES_OF(X) X(UINT8) X(INT32) X(INT64) X(FLOAT64) X(FLOAT32)

#define PLAIN
#define DEFINE_PLAIN(NAME) EXTREME(NAME, >, largest, PLAIN, 16, SELECT) EXTREME(NAME, <, least, PLAIN, 16, SELECT)
TYPES_OF(DEFINE_PLAIN)
TRUTH(plain, PLAIN)

#ifdef __x86_64__
#define WIDE __attribute__((target("avx2")))
#define DEFINE_WIDE(NAME) EXTREME(NAME, >, largest_wide, WIDE, 32, LARGER_##NAME) EXTREME(NAME, <, least_wide, WIDE, 32, SMALLER_##NAME)
TYPES_OF(DEFINE_WIDE)
TRUTH(wide, WIDE)
#define CHOOSE(what, word, NAME) (host_vector_bits() >= 256 ? what##_##word##_wide##NAME : what##_##word##NAME)
#define CHOOSE_TRUTH(what) (host_vector_bits() >= 256 ? what##_wide : what##_plain)
#else
#define CHOOSE(what, word, NAME) what##_##word##NAME
#define CHOOSE_TRUTH(what) what##_plain
#endif

bool host_extreme_run(bool maximum, const Dtype *type, char *out, const char *in, int64_t count) {
    switch (type->number) {
#define X(NAME)                                                                                               \
    case DTYPE_##NAME: {                                                                                      \
        STORED_##NAME best = *(STORED_##NAME *)out;                                                           \
        const STORED_##NAME *items = (const STORED_##NAME *)in;                                               \
        if (best != best) return true;                                                                        \
        if (!(maximum ? CHOOSE(extreme, largest, _##NAME) : CHOOSE(extreme, least, _##NAME))(items, count, &best)) \
            for (best = *items; best == best; best = *++items) continue; /* the NaN is the answer */          \
        *(STORED_##NAME *)out = best;                                                                         \
        return true;                                                                                          \
    }
        TYPES_OF(X)
#undef X
    default: return false;
    }
}

bool host_argument_run(bool maximum, DtypeNumber number, const char *in, int64_t count, int64_t *at) {
    switch (number) {
#define X(NAME)                                                                                               \
    case DTYPE_##NAME:                                                                                        \
        *at = (maximum ? CHOOSE(argument, largest, _##NAME) : CHOOSE(argument, least, _##NAME))((const STORED_##NAME *)in, count); \
        return true;
        TYPES_OF(X)
#undef X
    default: return false;
    }
}

bool host_argument_columns(bool maximum, DtypeNumber number, const char *in, int64_t step, int64_t length, int64_t count, int64_t *output) {
    if (length > INT32_MAX) return false;
    for (int64_t from = 0; from < count; from += COLUMNS) {
        int64_t piece = count - from < COLUMNS ? count - from : COLUMNS;
        switch (number) {
#define X(NAME)                                                                                               \
    case DTYPE_##NAME:                                                                                        \
        (maximum ? CHOOSE(columns, largest, _##NAME) : CHOOSE(columns, least, _##NAME))(in + from * (int64_t)sizeof(STORED_##NAME), \
                                                                                        step, length, piece, output + from); \
        break;
            TYPES_OF(X)
#undef X
        default: return false;
        }
    }
    return true;
}

bool host_any_of_run(const char *in, int64_t count) { return CHOOSE_TRUTH(any)(in, count); }

void host_truth_rows(bool all, char *out, const char *in, int64_t count) {
    if (all) CHOOSE_TRUTH(both)(out, in, count);
    else CHOOSE_TRUTH(either)(out, in, count);
}
