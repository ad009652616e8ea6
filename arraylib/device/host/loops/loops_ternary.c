/* Operators of three operands, and the table of all that are not unary. */
#include "arraylib/device/host/loops/binary.h"

#define TERNARY_LOOP(function, A, B, C, R, expression)                                                       \
    static void function(char *const *data, const int64_t *strides, int64_t count) {                         \
        const char *first = data[0], *second = data[1], *third = data[2];                                    \
        char *out = data[3];                                                                                 \
        for (int64_t i = 0; i < count; i++) {                                                                \
            COMPUTED_##A a = LOAD_##A(*(const STORED_##A *)first);                                           \
            COMPUTED_##B b = LOAD_##B(*(const STORED_##B *)second);                                          \
            COMPUTED_##C c = LOAD_##C(*(const STORED_##C *)third);                                           \
            *(STORED_##R *)out = STORE_##R(expression(B, a, b, c));                                          \
            first += strides[0], second += strides[1], third += strides[2], out += strides[3];               \
        }                                                                                                    \
    }
#define clip_BOOLEAN(A, a, b, c) (((a) | (b)) & (c))
#define clip_SIGNED(A, a, b, c) clip_ordered(a, b, c)
#define clip_UNSIGNED clip_SIGNED
#define clip_ordered(a, b, c) ((a) < (b) ? ((b) > (c) ? (c) : (b)) : (a) > (c) ? (c) : (a))
#define clip_REAL(A, a, b, c) PASTE(A, _minimum)(PASTE(A, _maximum)(a, b), c)
#define clip_COMPLEX clip_REAL
#define SELECT(A, a, b, c) ((a) ? (b) : (c))
#define DEFINE_CLIP(name, A, B, C, R) TERNARY_LOOP(name##_##B, A, B, C, R, PASTE(clip_, KIND_##B))
#define DEFINE_SELECT(name, A, B, C, R) TERNARY_LOOP(name##_##B, A, B, C, R, SELECT)
GROUP_ALL3(DEFINE_CLIP, clip)
GROUP_SELECT3(DEFINE_SELECT, where_select)

#define ENTRY_TERNARY(name, A, B, C, R) name##_##B,
HostLoop *const host_loops_clip[] = {GROUP_ALL3(ENTRY_TERNARY, clip)};
HostLoop *const host_loops_where_select[] = {GROUP_SELECT3(ENTRY_TERNARY, where_select)};

#define ROW(name, group, ...) extern HostLoop *const host_loops_##name[];
ELEMENTWISE_BINARY(ROW)
ELEMENTWISE_BINARY_PAIR(ROW)
#undef ROW
#define ROW(name, group, ...) [OPERATOR_##name] = host_loops_##name,
HostLoop *const *const host_binary_tables[OPERATOR_COUNT] = {
    ELEMENTWISE_BINARY(ROW) ELEMENTWISE_BINARY_PAIR(ROW) ELEMENTWISE_TERNARY(ROW)};
#undef ROW
