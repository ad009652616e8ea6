/* _operator: the operators as functions. */
#include "kernel/library/operator.h"

#include "kernel/objects/container/containers.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/descriptor/native.h"

#define FUNCTION(name, expression) \
    NATIVE(operator_##name) {      \
        NATIVE_UNUSED;             \
        return expression;         \
    }
static Value from_truth(int truth) { return truth < 0 ? VALUE_ABSENT : value_from_bool(truth); }
static Value from_done(bool done) { return done ? VALUE_NONE : VALUE_ABSENT; }

/* name in Python, name in C, in-place name, symbol */
#define BINARY(X)                                                                                                       \
    X(add, ADD, iadd, "+") X(sub, SUBTRACT, isub, "-") X(mul, MULTIPLY, imul, "*")                                      \
    X(matmul, MATRIX_MULTIPLY, imatmul, "@") X(truediv, TRUE_DIVIDE, itruediv, "/")                                     \
    X(floordiv, FLOOR_DIVIDE, ifloordiv, "//") X(mod, REMAINDER, imod, "%") X(pow, POWER, ipow, "**")                   \
    X(lshift, LEFT_SHIFT, ilshift, "<<") X(rshift, RIGHT_SHIFT, irshift, ">>") X(and_, AND, iand, "&")                  \
    X(xor, XOR, ixor, "^") X(or_, OR, ior, "|")
#define UNARY(X)                                                                                                        \
    X(neg, NEGATIVE, "-a.") X(pos, POSITIVE, "+a.") X(invert, INVERT, "~a.") X(abs, ABSOLUTE, "abs(a).")
#define COMPARE(X) X(lt, LT, "<") X(le, LE, "<=") X(eq, EQ, "==") X(ne, NE, "!=") X(gt, GT, ">") X(ge, GE, ">=")

#define X(name, operator, augmented, symbol)                                                          \
    FUNCTION(name, value_binary(thread, BINARY_##operator, arguments[0], arguments[1]))       \
    FUNCTION(augmented, value_in_place(thread, BINARY_##operator, arguments[0], arguments[1]))
BINARY(X)
#undef X
#define X(name, operator, text) FUNCTION(name, value_unary(thread, UNARY_##operator, arguments[0]))
UNARY(X)
#undef X
#define X(name, comparison, symbol) FUNCTION(name, value_compare(thread, arguments[0], arguments[1], COMPARE_##comparison))
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
#define X(name, operator, augmented, symbol)                                                     \
    {#name, "(a, b, /)", "a " symbol " b.", operator_##name, NULL, 0},                                   \
    {#augmented, "(a, b, /)", "What a " symbol "= b makes of a.", operator_##augmented, NULL, 0},
    BINARY(X)
#undef X
#define X(name, operator, text) {#name, "(a, /)", text, operator_##name, NULL, 0},
    UNARY(X)
#undef X
#define X(name, comparison, symbol) {#name, "(a, b, /)", "What a " symbol " b tells.", operator_##name, NULL, 0},
    COMPARE(X)
#undef X
    {"truth", "(a, /)", "Whether a counts as true.", operator_truth, NULL, 0},
    {"not_", "(a, /)", "Whether a counts as false.", operator_not, NULL, 0},
    {"is_", "(a, b, /)", "Whether both are one object.", operator_is_, NULL, 0},
    {"is_not", "(a, b, /)", "Whether they are two objects.", operator_is_not, NULL, 0},
    {"contains", "(a, b, /)", "Whether b in a: the container comes first.", operator_contains, NULL, 0},
    {"getitem", "(a, b, /)", "What a[b] gives.", operator_getitem, NULL, 0},
    {"setitem", "(a, b, c, /)", "What a[b] = c does.", operator_setitem, NULL, 0},
    {"delitem", "(a, b, /)", "What del a[b] does.", operator_delitem, NULL, 0},
    {"index", "(a, /)", "The integer that a.__index__() gives.", operator_index, NULL, 0},
    {"concat", "(a, b, /)", "Two sequences in a row, a + b.", operator_concat, NULL, 0},
    {"iconcat", "(a, b, /)", "What a += b does to a sequence.", operator_iconcat, NULL, 0},
    {"countOf", "(a, b, /)", "How many items of a are or equal b.", operator_count_of, NULL, 0},
    {"indexOf", "(a, b, /)", "Index of the first item of a that is or equals b.", operator_index_of, NULL, 0},
    {"call", "(obj, /, *args, **kwargs)", "obj(*args, **kwargs).", NULL, (const void *)operator_call, NATIVE_RAW},
    {0},
};

const ModuleEntry library__operator = {.name = "_operator", .functions = operator_functions, .initialize = operator_add_types};
