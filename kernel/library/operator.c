/* _operator: the operators as functions. */
#include "kernel/library/operator.h"

#include "kernel/objects/containers.h"
#include "kernel/objects/int.h"
#include "kernel/objects/native.h"

#define FUNCTION(name, expression) \
    NATIVE(operator_##name) {      \
        NATIVE_UNUSED;             \
        return expression;         \
    }
static Value from_truth(int truth) { return truth < 0 ? VALUE_ABSENT : value_from_bool(truth); }
static Value from_done(bool done) { return done ? VALUE_NONE : VALUE_ABSENT; }

/* name in Python, name in C, in-place name */
#define BINARY(X)                                                                                                       \
    X(add, ADD, iadd) X(sub, SUBTRACT, isub) X(mul, MULTIPLY, imul) X(matmul, MATRIX_MULTIPLY, imatmul)                 \
    X(truediv, TRUE_DIVIDE, itruediv) X(floordiv, FLOOR_DIVIDE, ifloordiv) X(mod, REMAINDER, imod) X(pow, POWER, ipow)  \
    X(lshift, LEFT_SHIFT, ilshift) X(rshift, RIGHT_SHIFT, irshift) X(and_, AND, iand) X(xor, XOR, ixor) X(or_, OR, ior)
#define UNARY(X) X(neg, NEGATIVE) X(pos, POSITIVE) X(invert, INVERT) X(abs, ABSOLUTE)
#define COMPARE(X) X(lt, LT) X(le, LE) X(eq, EQ) X(ne, NE) X(gt, GT) X(ge, GE)

#define X(name, operator, augmented)                                                          \
    FUNCTION(name, value_binary(thread, BINARY_##operator, arguments[0], arguments[1]))       \
    FUNCTION(augmented, value_in_place(thread, BINARY_##operator, arguments[0], arguments[1]))
BINARY(X)
#undef X
#define X(name, operator) FUNCTION(name, value_unary(thread, UNARY_##operator, arguments[0]))
UNARY(X)
#undef X
#define X(name, comparison) FUNCTION(name, value_compare(thread, arguments[0], arguments[1], COMPARE_##comparison))
COMPARE(X)
#undef X
FUNCTION(truth, from_truth(value_truth(thread, arguments[0])))
FUNCTION(is_, value_from_bool(value_is(arguments[0], arguments[1])))
FUNCTION(is_not, value_from_bool(!value_is(arguments[0], arguments[1])))
FUNCTION(contains, from_truth(value_contains(thread, arguments[0], arguments[1])))
FUNCTION(getitem, value_get_item(thread, arguments[0], arguments[1]))
FUNCTION(setitem, from_done(value_set_item(thread, arguments[0], arguments[1], arguments[2])))
FUNCTION(delitem, from_done(value_delete_item(thread, arguments[0], arguments[1])))

NATIVE(operator_index) {
    (void)native;
    Value index = value_index(thread, arguments[0]), plain = value_is_absent(index) ? index : int_plain(thread, index);
    value_release(index);
    return plain;
}

NATIVE(operator_not) {
    (void)native;
    int truth = value_truth(thread, arguments[0]);
    return truth < 0 ? VALUE_ABSENT : value_from_bool(!truth);
}

static const NativeEntry operator_functions[] = {
#define X(name, operator, augmented)                                                     \
    {#name, "(a, b, /)", NULL, operator_##name, NULL, 0}, {#augmented, "(a, b, /)", NULL, operator_##augmented, NULL, 0},
    BINARY(X)
#undef X
#define X(name, operator) {#name, "(a, /)", NULL, operator_##name, NULL, 0},
    UNARY(X)
#undef X
#define X(name, comparison) {#name, "(a, b, /)", NULL, operator_##name, NULL, 0},
    COMPARE(X)
#undef X
    {"truth", "(a, /)", "Return True if a is true, False otherwise.", operator_truth, NULL, 0},
    {"not_", "(a, /)", "Same as not a.", operator_not, NULL, 0},
    {"is_", "(a, b, /)", "Same as a is b.", operator_is_, NULL, 0},
    {"is_not", "(a, b, /)", "Same as a is not b.", operator_is_not, NULL, 0},
    {"contains", "(a, b, /)", "Same as b in a (note reversed operands).", operator_contains, NULL, 0},
    {"getitem", "(a, b, /)", "Same as a[b].", operator_getitem, NULL, 0},
    {"setitem", "(a, b, c, /)", "Same as a[b] = c.", operator_setitem, NULL, 0},
    {"delitem", "(a, b, /)", "Same as del a[b].", operator_delitem, NULL, 0},
    {"index", "(a, /)", "Same as a.__index__()", operator_index, NULL, 0},
    {"concat", "(a, b, /)", "Same as a + b, for a and b sequences.", operator_concat, NULL, 0},
    {"iconcat", "(a, b, /)", "Same as a += b, for a and b sequences.", operator_iconcat, NULL, 0},
    {"countOf", "(a, b, /)", "How many items of a are or equal b.", operator_count_of, NULL, 0},
    {"indexOf", "(a, b, /)", "Index of the first item of a that is or equals b.", operator_index_of, NULL, 0},
    {"call", "(obj, /, *args, **kwargs)", "Same as obj(*args, **kwargs).", NULL, (const void *)operator_call, NATIVE_RAW},
    {0},
};

const ModuleEntry library__operator = {.name = "_operator", .functions = operator_functions, .initialize = operator_add_types};
