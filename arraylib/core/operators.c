#include "arraylib/core/operators.h"

#include <string.h>

/* Each row's loops, from its group. */
#define LOOP1(N, A, R) {DTYPE_##A, DTYPE_##R},
#define LOOP2(N, A, B, R) {DTYPE_##A, DTYPE_##B, DTYPE_##R},
#define LOOP3(N, A, B, C, R) {DTYPE_##A, DTYPE_##B, DTYPE_##C, DTYPE_##R},
#define LOOPS_OF(name, group, loop)                                                                          \
    static const uint8_t name##_loops[][OPERATOR_OPERANDS_MAX] = {group(loop, name)};
#define ROW1(name, group, ...) LOOPS_OF(name, group, LOOP1)
#define ROW2(name, group, ...) LOOPS_OF(name, group, LOOP2)
#define ROW3(name, group, ...) LOOPS_OF(name, group, LOOP3)
ELEMENTWISE_UNARY(ROW1)
ELEMENTWISE_BINARY(ROW2)
ELEMENTWISE_UNARY_PAIR(ROW2)
ELEMENTWISE_BINARY_PAIR(ROW3)
ELEMENTWISE_TERNARY(ROW3)
#undef ROW1
#undef ROW2
#undef ROW3

/* Whether the column `objects` says REFUSED. */
#define OBJECTS_REFUSED true
#define OBJECTS_BINARY(slot) false
#define OBJECTS_UNARY(slot) false
#define OBJECTS_COMPARED(slot) false
#define OBJECTS_OWN(function) false
#define OBJECTS_METHOD false
#define OBJECTS_MATH false
#define OBJECTS_EXTREME false

#define OPERATOR_ROW(inputs, outputs, name, group, identity, cuda, ir, objects, traits, documentation)           \
    {OPERATOR_##name,                                                                                        \
     #name,                                                                                                  \
     inputs,                                                                                                 \
     outputs,                                                                                                \
     IDENTITY_##identity,                                                                                    \
     sizeof name##_loops / sizeof *name##_loops,                                                             \
     name##_loops,                                                                                           \
     cuda,                                                                                                   \
     traits,                                                                                                 \
     OBJECTS_##objects,                                                                                      \
     documentation,                                                                                          \
     NULL},

const Operator operators[OPERATOR_COUNT] = {
#define ROW(name, ...) OPERATOR_ROW(1, 1, name, __VA_ARGS__)
    ELEMENTWISE_UNARY(ROW)
#undef ROW
#define ROW(name, ...) OPERATOR_ROW(2, 1, name, __VA_ARGS__)
    ELEMENTWISE_BINARY(ROW)
#undef ROW
#define ROW(name, ...) OPERATOR_ROW(1, 2, name, __VA_ARGS__)
    ELEMENTWISE_UNARY_PAIR(ROW)
#undef ROW
#define ROW(name, ...) OPERATOR_ROW(2, 2, name, __VA_ARGS__)
    ELEMENTWISE_BINARY_PAIR(ROW)
#undef ROW
#define ROW(name, ...) OPERATOR_ROW(3, 1, name, __VA_ARGS__)
    ELEMENTWISE_TERNARY(ROW)
#undef ROW
};

static const struct {
    const char *alias;
    OperatorNumber number;
} aliases[] = {
    {"abs", OPERATOR_absolute},       {"mod", OPERATOR_remainder},       {"true_divide", OPERATOR_divide},
    {"pow", OPERATOR_power},          {"conj", OPERATOR_conjugate},      {"bitwise_not", OPERATOR_invert},
    {"bitwise_invert", OPERATOR_invert}, {"acos", OPERATOR_arccos},      {"acosh", OPERATOR_arccosh},
    {"asin", OPERATOR_arcsin},        {"asinh", OPERATOR_arcsinh},       {"atan", OPERATOR_arctan},
    {"atan2", OPERATOR_arctan2},      {"atanh", OPERATOR_arctanh},
    {"bitwise_left_shift", OPERATOR_left_shift}, {"bitwise_right_shift", OPERATOR_right_shift},
};

const Dtype *operator_loop_type(const Operator *row, int loop, int operand) {
    const uint8_t *types = row->loops[loop];
    bool is_complex = false;
    if (!row->own) return &dtypes[types[operand]];
    for (int k = 0; k < row->inputs + row->outputs; k++) is_complex = is_complex || dtype_is_complex(&dtypes[types[k]]);
    return is_complex ? DTYPE(COMPLEX128) : DTYPE(FLOAT64);
}

const Operator *operator_find(const char *name) {
    for (int i = 0; i < OPERATOR_where_select; i++)
        if (!strcmp(operators[i].name, name)) return &operators[i];
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (!strcmp(aliases[i].alias, name)) return &operators[aliases[i].number];
    return NULL;
}

bool operator_refuse_types(const char *name, Casting casting, Error *error) {
    return error_set(error, "TypeError",
                     "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types "
                     "according to the casting rule ''%s''",
                     name, casting_name(casting));
}

bool operator_alias(size_t index, const char **alias, const Operator **operator_row) {
    if (index >= sizeof aliases / sizeof *aliases) return false;
    *alias = aliases[index].alias;
    *operator_row = &operators[aliases[index].number];
    return true;
}
