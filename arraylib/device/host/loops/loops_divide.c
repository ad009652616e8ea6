/* Whole numbers divided by one and the same number, x // 7 and x % 7: no division for each.
 *
 * Types of up to 32 bits are multiplied by the divisor's reciprocal in floating point, four or eight at a time: half is added
 * first, so that quotients lie as far from whole numbers as they can, farther than what rounding moves them. Those of 64 bits are
 * multiplied by a whole reciprocal of 128 bits (Granlund and Montgomery, "Division by Invariant Integers using Multiplication",
 * 1994). Anything else, and divisors that may raise flags (0, -1), is the plain loops'. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/vector/vector_bits.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* X(type, floating type that holds it); bytes are multiplied by a whole reciprocal of 16 bits */
#define SHORT_TYPES(X) X(INT8, float) X(INT16, float) X(UINT16, float) X(INT32, double)
#define LONG_TYPES(X) X(UINT32) X(INT64) X(UINT64)
#define IS_NEGATIVE(x) ((x) < 1 && (x) != 0)

enum { /* where the plain loops stand */
#define LOOP(name, A, B, R) name##_##A##_loop,
    GROUP_REAL_NO_BOOL2(LOOP, floor_divide)
#undef LOOP
};

#define DEFINE_SHORT_FOR(A, real, name, TARGET)                                                               \
    TARGET static void quotients_##name(const STORED_##A *in, STORED_##A *out, int64_t count, STORED_##A divisor) { \
        const real sign = IS_NEGATIVE(divisor) ? (real)-1 : (real)1, reciprocal = 1 / ((real)divisor * sign); \
        for (int64_t i = 0; i < count; i++) {                                                                 \
            real quotient = ((real)in[i] * sign + (real)0.5) * reciprocal;                                    \
            int32_t towards_zero = (int32_t)quotient;                                                         \
            out[i] = (STORED_##A)(towards_zero - ((real)towards_zero > quotient));                            \
        }                                                                                                     \
    }                                                                                                         \
    TARGET static void rests_##name(const STORED_##A *in, STORED_##A *out, int64_t count, STORED_##A divisor) { \
        const real sign = IS_NEGATIVE(divisor) ? (real)-1 : (real)1, reciprocal = 1 / ((real)divisor * sign); \
        for (int64_t i = 0; i < count; i++) {                                                                 \
            real quotient = ((real)in[i] * sign + (real)0.5) * reciprocal;                                    \
            int32_t towards_zero = (int32_t)quotient;                                                         \
            uint32_t floored = (uint32_t)towards_zero - ((real)towards_zero > quotient);                      \
            out[i] = (STORED_##A)((uint32_t)in[i] - floored * (uint32_t)divisor);                             \
        }                                                                                                     \
    }
#define NO_TARGET
#ifdef __x86_64__
#define WIDE_TARGET __attribute__((target("avx2")))
#define CHOSEN(run, A) (host_vector_bits() >= 256 ? run##_wide_##A : run##_narrow_##A)
#define DEFINE_SHORT(A, real) DEFINE_SHORT_FOR(A, real, narrow_##A, NO_TARGET) DEFINE_SHORT_FOR(A, real, wide_##A, WIDE_TARGET)
#else
#define CHOSEN(run, A) run##_narrow_##A
#define DEFINE_SHORT(A, real) DEFINE_SHORT_FOR(A, real, narrow_##A, NO_TARGET)
#endif
SHORT_TYPES(DEFINE_SHORT)

/* The reciprocal is too large by at most 1 of 65536, a product with it by less than 1/256: too little to reach the next quotient. */
#define DEFINE_BYTES_FOR(name, TARGET)                                                                        \
    TARGET static void quotients_##name(const uint8_t *in, uint8_t *out, int64_t count, uint8_t divisor) {    \
        const uint16_t reciprocal = (uint16_t)(65536 / divisor + 1);                                          \
        for (int64_t i = 0; i < count; i++) out[i] = (uint8_t)(((uint32_t)in[i] * reciprocal) >> 16);         \
    }                                                                                                         \
    TARGET static void rests_##name(const uint8_t *in, uint8_t *out, int64_t count, uint8_t divisor) {        \
        const uint16_t reciprocal = (uint16_t)(65536 / divisor + 1);                                          \
        for (int64_t i = 0; i < count; i++)                                                                   \
            out[i] = (uint8_t)(in[i] - (((uint32_t)in[i] * reciprocal) >> 16) * divisor);                     \
    }
DEFINE_BYTES_FOR(narrow_UINT8, NO_TARGET)
#ifdef __x86_64__
DEFINE_BYTES_FOR(wide_UINT8, WIDE_TARGET)
#endif

typedef struct Reciprocal {
    uint64_t multiplier;
    int shift;
} Reciprocal;

/* For a divisor of at least 2. */
static Reciprocal reciprocal_of(uint64_t divisor) {
    int bits = 64 - __builtin_clzll(divisor - 1); /* the least that 2**bits >= divisor with */
    unsigned __int128 power = bits == 64 ? 0 : (unsigned __int128)1 << bits;
    unsigned __int128 above = (bits == 64 ? ((unsigned __int128)1 << 64) - divisor : power - divisor) << 64;
    return (Reciprocal){(uint64_t)(above / divisor) + 1, bits - 1};
}

static inline uint64_t divide_by(Reciprocal by, uint64_t number) {
    uint64_t high = (uint64_t)(((unsigned __int128)by.multiplier * number) >> 64);
    return (high + ((number - high) >> 1)) >> by.shift;
}

#define DEFINE_LONG(A)                                                                                        \
    static inline STORED_##A quotient_##A(STORED_##A number, STORED_##A divisor, Reciprocal by) {             \
        bool turned = IS_NEGATIVE(number) != IS_NEGATIVE(divisor);                                            \
        uint64_t size = IS_NEGATIVE(number) ? -(uint64_t)number : (uint64_t)number;                           \
        /* the floor of -size / divisor is -1 - (size - 1) / divisor */                                       \
        return (STORED_##A)(turned && size ? ~divide_by(by, size - 1) : divide_by(by, size));                 \
    }                                                                                                         \
    static void quotients_##A(const STORED_##A *in, STORED_##A *out, int64_t count, STORED_##A divisor) {     \
        Reciprocal by = reciprocal_of(IS_NEGATIVE(divisor) ? -(uint64_t)divisor : (uint64_t)divisor);         \
        for (int64_t i = 0; i < count; i++) out[i] = quotient_##A(in[i], divisor, by);                        \
    }                                                                                                         \
    static void rests_##A(const STORED_##A *in, STORED_##A *out, int64_t count, STORED_##A divisor) {         \
        Reciprocal by = reciprocal_of(IS_NEGATIVE(divisor) ? -(uint64_t)divisor : (uint64_t)divisor);         \
        for (int64_t i = 0; i < count; i++)                                                                   \
            out[i] = (STORED_##A)((uint64_t)in[i] - (uint64_t)quotient_##A(in[i], divisor, by) * (uint64_t)divisor); \
    }
LONG_TYPES(DEFINE_LONG)

/* Of 64 bits once more for processors with AVX2: pieces whose numbers are all below 2**50 in size go by the reciprocal in floating point, as
 * those of 32 bits do. Whole numbers up to 2**51 become doubles by the bits of 2**52 * 1.5. */
#ifdef __x86_64__
enum { LONG_PIECE = 256 };
#define LONG_MOST ((int64_t)1 << 50)
#define LONG_MAGIC 0x1.8p52
#define LONG_BITS 0x4338000000000000
typedef double Four __attribute__((vector_size(32)));
typedef int64_t FourWhole __attribute__((vector_size(32)));
typedef uint64_t FourBits __attribute__((vector_size(32)));
typedef int64_t FourLoose __attribute__((vector_size(32), aligned(8), may_alias));

__attribute__((target("avx2"))) static bool divide_small(const int64_t *in, int64_t *out, int64_t count, int64_t divisor, bool is_signed, bool rests) {
    const uint64_t lift = is_signed ? LONG_MOST : 0, above = ~(is_signed ? 2 * (uint64_t)LONG_MOST - 1 : (uint64_t)LONG_MOST - 1);
    FourBits any = {0};
    for (int64_t i = 0; i < count; i += 4) any |= (FourBits)*(const FourLoose *)(in + i) + lift;
    if ((any[0] | any[1] | any[2] | any[3]) & above) return false;
    const double sign = divisor < 0 ? -1 : 1, by = (double)divisor, reciprocal = 1 / (by * sign);
    for (int64_t i = 0; i < count; i += 4) {
        Four number = (Four)(*(const FourLoose *)(in + i) + LONG_BITS) - LONG_MAGIC;
        Four result = (Four)_mm256_floor_pd((__m256d)((number * sign + 0.5) * reciprocal));
        if (rests) result = number - result * by;
        *(FourLoose *)(out + i) = (FourWhole)(result + LONG_MAGIC) - LONG_BITS;
    }
    return true;
}
#endif
#define DEFINE_LONG_RUN(A, run, is_rests)                                                                     \
    static void run##_run_##A(const STORED_##A *in, STORED_##A *out, int64_t count, STORED_##A divisor) {     \
        LONG_PIECES(A, run, is_rests)                                                                         \
        run##_##A(in, out, count, divisor);                                                                   \
    }
#ifdef __x86_64__
#define LONG_PIECES(A, run, is_rests)                                                                         \
    const int64_t by = (int64_t)divisor;                                                                      \
    const bool is_signed = (STORED_##A)-1 < (STORED_##A)1;                                                    \
    bool is_small = by > (is_signed ? -LONG_MOST : 0) && by < LONG_MOST && host_vector_bits() >= 256;         \
    for (; is_small && count >= LONG_PIECE; count -= LONG_PIECE, in += LONG_PIECE, out += LONG_PIECE)         \
        if (!divide_small((const int64_t *)in, (int64_t *)out, LONG_PIECE, by, is_signed, is_rests)) run##_##A(in, out, LONG_PIECE, divisor); \
    if (is_small && divide_small((const int64_t *)in, (int64_t *)out, count & ~3, by, is_signed, is_rests))              \
        in += count & ~3, out += count & ~3, count &= 3;
#else
#define LONG_PIECES(A, run, is_rests)
#endif
DEFINE_LONG_RUN(INT64, quotients, false)
DEFINE_LONG_RUN(INT64, rests, true)
DEFINE_LONG_RUN(UINT64, quotients, false)
DEFINE_LONG_RUN(UINT64, rests, true)

#define DEFINE_LOOPS_OF(A, operator, RUN)                                                                     \
    static void operator##_##A(char *const *data, const int64_t *strides, int64_t count) {                    \
        const int64_t size = (int64_t)sizeof(STORED_##A), bytes = count * size;                               \
        bool apart = data[2] == data[0] || data[2] + bytes <= data[0] || data[0] + bytes <= data[2];          \
        bool is_one = count > 8 && !strides[1] && strides[0] == size && strides[2] == size && apart;          \
        STORED_##A divisor = is_one ? *(const STORED_##A *)data[1] : 0;                                       \
        bool beside = data[1] + size <= data[2] || data[2] + bytes <= data[1];                                \
        if (!is_one || !beside || divisor == 0 || divisor == 1 || divisor == (STORED_##A)-1)                  \
            host_binary_tables[OPERATOR_##operator][floor_divide_##A##_loop](data, strides, count);           \
        else                                                                                                  \
            (RUN)((const STORED_##A *)data[0], (STORED_##A *)data[2], count, divisor);                        \
    }
#define DEFINE_SHORT_LOOPS(A, real) DEFINE_LOOPS_OF(A, floor_divide, CHOSEN(quotients, A)) DEFINE_LOOPS_OF(A, remainder, CHOSEN(rests, A))
#define DEFINE_LONG_LOOPS(A, quotients, rests) DEFINE_LOOPS_OF(A, floor_divide, quotients##_##A) DEFINE_LOOPS_OF(A, remainder, rests##_##A)
SHORT_TYPES(DEFINE_SHORT_LOOPS)
DEFINE_SHORT_LOOPS(UINT8, )
DEFINE_LONG_LOOPS(UINT32, quotients, rests)
DEFINE_LONG_LOOPS(INT64, quotients_run, rests_run)
DEFINE_LONG_LOOPS(UINT64, quotients_run, rests_run)

HostLoop *divide_loop(const Operator *operator_row, int loop) {
    bool is_quotient = operator_row->number == OPERATOR_floor_divide;
    if (!is_quotient && operator_row->number != OPERATOR_remainder) return NULL;
    switch ((DtypeNumber)operator_row->loops[loop][0]) {
#define CASE(A, ...)                                                                                          \
    case DTYPE_##A: return is_quotient ? floor_divide_##A : remainder_##A;
        SHORT_TYPES(CASE)
        CASE(UINT8)
        LONG_TYPES(CASE)
    default: return NULL;
    }
}
