/* Reductions of many rows or runs in one call: rows laid over each other are combined eight at a time with what stays in registers, so
 * that the outputs are read and written once for eight rows; runs that follow one another are summed without a call for each. The order
 * of the operations is that of reduce.c, and so are the bits. Once for any processor, once for AVX2. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/vector/vector_bits.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

enum { TOGETHER = 8 };

/* Rows that follow one another and are longer than a few cache lines are one stream, which processors fetch ahead: eight streams at
 * once, each soon at its end, took up to three times as long (64 MB, rows of 512 to 4,000 bytes). */
static bool is_one_stream(int64_t step, int64_t row) { return step == row && row >= 512 && row < 4096; }

/* a = a op b, in forms that become vector instructions. Of equal numbers the first stays; a NaN is kept. */
#define STEP_add(NAME, a, b) a = (STORED_##NAME)((WRAPPING_##NAME)a + (WRAPPING_##NAME)b)
#define STEP_minimum(NAME, a, b)                                                                              \
    do {                                                                                                      \
        STORED_##NAME less = b < a ? b : a;                                                                   \
        a = b != b ? b : less;                                                                                \
    } while (0)
#define STEP_maximum(NAME, a, b)                                                                              \
    do {                                                                                                      \
        STORED_##NAME larger = b > a ? b : a;                                                                 \
        a = b != b ? b : larger;                                                                              \
    } while (0)
#define STEP_logical_or(NAME, a, b) a = (a != 0) | (b != 0)
#define STEP_logical_and(NAME, a, b) a = (a != 0) & (b != 0)

/* out[k] = out[k] op row 0 [k] op row 1 [k] ... */
#define ROW(NAME, j) const STORED_##NAME *row##j = (const STORED_##NAME *)(input + j * step);
#define ITEM(NAME, j) STORED_##NAME item##j = row##j[k];
#define OF_EIGHT(X, NAME) X(NAME, 0) X(NAME, 1) X(NAME, 2) X(NAME, 3) X(NAME, 4) X(NAME, 5) X(NAME, 6) X(NAME, 7)
#define ROWS(operator, NAME, word, target)                                                                    \
    target static void operator##_##NAME##_##word(char *output, const char *input, int64_t step, int64_t rows, int64_t count) { \
        STORED_##NAME *out = (STORED_##NAME *)output;                                                         \
        bool one_stream = is_one_stream(step, count * (int64_t)sizeof *out);                                  \
        for (; rows >= TOGETHER && !one_stream; rows -= TOGETHER, input += TOGETHER * step) {                 \
            OF_EIGHT(ROW, NAME)                                                                               \
            INDEPENDENT_LOOP                                                                                  \
            for (int64_t k = 0; k < count; k++) {                                                             \
                STORED_##NAME a = out[k];                                                                     \
                OF_EIGHT(ITEM, NAME)                                                                          \
                STEP_##operator(NAME, a, item0);                                                              \
                STEP_##operator(NAME, a, item1);                                                              \
                STEP_##operator(NAME, a, item2);                                                              \
                STEP_##operator(NAME, a, item3);                                                              \
                STEP_##operator(NAME, a, item4);                                                              \
                STEP_##operator(NAME, a, item5);                                                              \
                STEP_##operator(NAME, a, item6);                                                              \
                STEP_##operator(NAME, a, item7);                                                              \
                out[k] = a;                                                                                   \
            }                                                                                                 \
        }                                                                                                     \
        for (; rows > 0; rows--, input += step) {                                                             \
            const STORED_##NAME *row = (const STORED_##NAME *)input;                                          \
            INDEPENDENT_LOOP                                                                                  \
            for (int64_t k = 0; k < count; k++) {                                                             \
                STORED_##NAME a = out[k], item = row[k];                                                      \
                STEP_##operator(NAME, a, item);                                                               \
                out[k] = a;                                                                                   \
            }                                                                                                 \
        }                                                                                                     \
    }

#define TYPES_OF(X, operator) X(operator, FLOAT32) X(operator, FLOAT64) X(operator, INT32) X(operator, INT64)
#define ALL_ROWS(X)                                                                                           \
    TYPES_OF(X, add) TYPES_OF(X, maximum) TYPES_OF(X, minimum) X(maximum, UINT8) X(minimum, UINT8)            \
    X(logical_or, BOOL) X(logical_and, BOOL)

#define DEFINE_PLAIN(operator, NAME) ROWS(operator, NAME, plain, )
ALL_ROWS(DEFINE_PLAIN)
#ifdef __x86_64__
#define DEFINE_WIDE(operator, NAME) ROWS(operator, NAME, wide, __attribute__((target("avx2"))))
ALL_ROWS(DEFINE_WIDE)
#define CHOOSE(operator, NAME) (host_vector_bits() >= 256 ? operator##_##NAME##_wide : operator##_##NAME##_plain)
#else
#define CHOOSE(operator, NAME) operator##_##NAME##_plain
#endif

RowsLoop *host_rows_loop(OperatorNumber operator_number, DtypeNumber type) {
#define CASE(OPERATOR, NAME)                                                                                  \
    if (operator_number == OPERATOR_##OPERATOR && type == DTYPE_##NAME) return CHOOSE(OPERATOR, NAME);
    ALL_ROWS(CASE)
    return NULL;
}
