/* The inner loops of the elementwise operators, one function a row and type combination.
 *
 * loops_unary.c and, for each list of binary operators, loops_<list>.c (binary.h) define them from the groups of
 * core/operators.h and small expressions, one for each kind of type; each exports the tables of its operators. */
#ifndef ARRAYLIB_DEVICE_HOST_LOOPS_H
#define ARRAYLIB_DEVICE_HOST_LOOPS_H

#include "arraylib/core/operators.h"
#include "arraylib/device/host/complex.h"
#include "arraylib/device/host/types.h"

/* What computes the operator's type combination `loop`. */
HostLoop *host_loop(const Operator *operator_row, int loop);

extern HostLoop *const *const host_unary_tables[], *const *const host_binary_tables[];

/* The same for processors with wider vectors: loops_wide.c. NULL, false: not for this one. */
HostLoop *wide_loop(const Operator *operator_row, int loop);
HostLoop *complex_loop(const Operator *operator_row, int loop); /* loops_complex.c */
HostLoop *divide_loop(const Operator *operator_row, int loop);  /* loops_divide.c */
bool wide_pairwise(const Dtype *type, const char *in, int64_t stride, int64_t count, void *sum);

/* Does the operator report floating-point errors? (comparisons, tests and selections do not) */
bool host_operator_has_flags(const Operator *operator_row);
bool host_loop_has_flags(const Operator *operator_row, int loop); /* the same of one of its loops */

/* Loop functions. In a run of evenly stored elements that do not overlap (or are the very same) the compiler may
 * vectorise; elsewhere elements go one after another, which running operators rely on. */
#define APART(a, b, A, B, a_count, b_count)                                                                   \
    ((a) == (b) || (a) + (a_count) * (int64_t)sizeof(STORED_##A) <= (b) ||                                    \
     (b) + (b_count) * (int64_t)sizeof(STORED_##B) <= (a))

#define UNARY_LOOP(function, A, R, expression)                                                                \
    static void function(char *const *data, const int64_t *strides, int64_t count) {                          \
        if (strides[0] == sizeof(STORED_##A) && strides[1] == sizeof(STORED_##R) &&                           \
            APART(data[0], data[1], A, R, count, count)) {                                                    \
            const STORED_##A *in = (const STORED_##A *)data[0];                                               \
            STORED_##R *out = (STORED_##R *)data[1];                                                          \
            INDEPENDENT_LOOP                                                                                  \
            for (int64_t i = 0; i < count; i++) {                                                             \
                COMPUTED_##A a = LOAD_##A(in[i]);                                                             \
                out[i] = STORE_##R(expression(A, a));                                                         \
            }                                                                                                 \
            return;                                                                                           \
        }                                                                                                     \
        const char *in = data[0];                                                                             \
        char *out = data[1];                                                                                  \
        for (int64_t i = 0; i < count; i++, in += strides[0], out += strides[1]) {                            \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)in);                                               \
            *(STORED_##R *)out = STORE_##R(expression(A, a));                                                 \
        }                                                                                                     \
    }

#define BINARY_LOOP(function, A, B, R, expression)                                                            \
    static void function(char *const *data, const int64_t *strides, int64_t count) {                          \
        const char *left = data[0], *right = data[1];                                                         \
        char *out = data[2];                                                                                  \
        if (strides[2] == sizeof(STORED_##R) && APART(out, left, R, A, count, strides[0] ? count : 1) &&      \
            APART(out, right, R, B, count, strides[1] ? count : 1)) {                                         \
            STORED_##R *results = (STORED_##R *)out;                                                          \
            const STORED_##A *lefts = (const STORED_##A *)left;                                               \
            const STORED_##B *rights = (const STORED_##B *)right;                                             \
            if (strides[0] == sizeof(STORED_##A) && strides[1] == sizeof(STORED_##B)) {                       \
                INDEPENDENT_LOOP                                                                              \
                for (int64_t i = 0; i < count; i++) {                                                         \
                    COMPUTED_##A a = LOAD_##A(lefts[i]);                                                      \
                    COMPUTED_##B b = LOAD_##B(rights[i]);                                                     \
                    results[i] = STORE_##R(expression(A, a, b));                                              \
                }                                                                                             \
                return;                                                                                       \
            }                                                                                                 \
            if (strides[0] == sizeof(STORED_##A) && strides[1] == 0 && right != out) {                        \
                COMPUTED_##B b = LOAD_##B(*rights);                                                           \
                INDEPENDENT_LOOP                                                                              \
                for (int64_t i = 0; i < count; i++) {                                                         \
                    COMPUTED_##A a = LOAD_##A(lefts[i]);                                                      \
                    results[i] = STORE_##R(expression(A, a, b));                                              \
                }                                                                                             \
                return;                                                                                       \
            }                                                                                                 \
            if (strides[0] == 0 && strides[1] == sizeof(STORED_##B) && left != out) {                         \
                COMPUTED_##A a = LOAD_##A(*lefts);                                                            \
                INDEPENDENT_LOOP                                                                              \
                for (int64_t i = 0; i < count; i++) {                                                         \
                    COMPUTED_##B b = LOAD_##B(rights[i]);                                                     \
                    results[i] = STORE_##R(expression(A, a, b));                                              \
                }                                                                                             \
                return;                                                                                       \
            }                                                                                                 \
        }                                                                                                     \
        for (int64_t i = 0; i < count; i++, left += strides[0], right += strides[1], out += strides[2]) {     \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)left);                                             \
            COMPUTED_##B b = LOAD_##B(*(const STORED_##B *)right);                                            \
            *(STORED_##R *)out = STORE_##R(expression(A, a, b));                                              \
        }                                                                                                     \
    }

/* NumPy's pairwise sum of a run: up to a block with eight accumulators, longer ones halved. */
#define PAIRWISE_BLOCK 128
#define DEFINE_PAIRWISE(function, NAME, real)                                                                 \
    static real function(const char *in, int64_t count, int64_t stride) {                                     \
        if (count < 8) {                                                                                      \
            real sum = (real)-0.0;                                                                            \
            for (int64_t i = 0; i < count; i++) sum += LOAD_##NAME(*(const STORED_##NAME *)(in + i * stride)); \
            return sum;                                                                                       \
        }                                                                                                     \
        if (count <= PAIRWISE_BLOCK) {                                                                        \
            real part[8];                                                                                     \
            for (int k = 0; k < 8; k++) part[k] = LOAD_##NAME(*(const STORED_##NAME *)(in + k * stride));     \
            int64_t i = 8;                                                                                    \
            for (; i < count - count % 8; i += 8)                                                             \
                for (int k = 0; k < 8; k++)                                                                   \
                    part[k] += LOAD_##NAME(*(const STORED_##NAME *)(in + (i + k) * stride));                  \
            real sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7])); \
            for (; i < count; i++) sum += LOAD_##NAME(*(const STORED_##NAME *)(in + i * stride));             \
            return sum;                                                                                       \
        }                                                                                                     \
        int64_t half = count / 2;                                                                             \
        half -= half % 8;                                                                                     \
        return function(in, half, stride) + function(in + half * stride, count - half, stride);               \
    }

#endif
