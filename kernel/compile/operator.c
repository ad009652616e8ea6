/* Python's operators over numbers; what numba's types are, ints of 64 bits, floors, ZeroDivisionError. */
#include "kernel/compile/private.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *function, *method, *in_place;
    OperatorNumber row;
} binary_rows[AST_BINARY_OPERATOR_COUNT] = {
    [AST_BINARY_ADD] = {"add", "__add__", "iadd", OPERATOR_add},
    [AST_BINARY_SUBTRACT] = {"sub", "__sub__", "isub", OPERATOR_subtract},
    [AST_BINARY_MULTIPLY] = {"mul", "__mul__", "imul", OPERATOR_multiply},
    [AST_BINARY_MATRIX_MULTIPLY] = {"matmul", "__matmul__", "imatmul", OPERATOR_COUNT},
    [AST_BINARY_DIVIDE] = {"truediv", "__truediv__", "itruediv", OPERATOR_divide},
    [AST_BINARY_MODULO] = {"mod", "__mod__", "imod", OPERATOR_remainder},
    [AST_BINARY_POWER] = {"pow", "__pow__", "ipow", OPERATOR_power},
    [AST_BINARY_LEFT_SHIFT] = {"lshift", "__lshift__", "ilshift", OPERATOR_left_shift},
    [AST_BINARY_RIGHT_SHIFT] = {"rshift", "__rshift__", "irshift", OPERATOR_right_shift},
    [AST_BINARY_BIT_OR] = {"or_", "__or__", "ior", OPERATOR_bitwise_or},
    [AST_BINARY_BIT_XOR] = {"xor", "__xor__", "ixor", OPERATOR_bitwise_xor},
    [AST_BINARY_BIT_AND] = {"and_", "__and__", "iand", OPERATOR_bitwise_and},
    [AST_BINARY_FLOOR_DIVIDE] = {"floordiv", "__floordiv__", "ifloordiv", OPERATOR_floor_divide},
};

static _Noreturn void refuse(Compilation *c, const Node *node, const char *name, CompileValue left, CompileValue right) {
    fail_no_implementation(c, node, compile_text(c, "<built-in function %s>", name), (CompileValue[]){left, right}, 2);
}

/* ---- what is known */

static bool fold(AstBinaryOperator operator, int64_t a, int64_t b, int64_t *result) {
    switch (operator) {
    case AST_BINARY_ADD: return !__builtin_add_overflow(a, b, result);
    case AST_BINARY_SUBTRACT: return !__builtin_sub_overflow(a, b, result);
    case AST_BINARY_MULTIPLY: return !__builtin_mul_overflow(a, b, result);
    case AST_BINARY_FLOOR_DIVIDE:
        if (b == 0 || b == -1) return false;
        *result = a / b - ((a % b != 0) & ((a ^ b) < 0));
        return true;
    case AST_BINARY_MODULO:
        if (b == 0 || b == -1) return false;
        *result = a % b + (((a % b != 0) & ((a ^ b) < 0)) ? b : 0);
        return true;
    case AST_BINARY_POWER: {
        if (b < 0) return false;
        int64_t power = 1;
        for (int64_t i = 0; i < b; i++)
            if (i > 64 || __builtin_mul_overflow(power, a, &power)) return false;
        *result = power;
        return true;
    }
    case AST_BINARY_LEFT_SHIFT:
        if (b < 0 || b > 62 || a < 0 || a >> (62 - b)) return false;
        *result = a << b;
        return true;
    case AST_BINARY_RIGHT_SHIFT:
        if (b < 0 || b > 63) return false;
        *result = a >> b;
        return true;
    case AST_BINARY_BIT_AND: *result = a & b; return true;
    case AST_BINARY_BIT_OR: *result = a | b; return true;
    case AST_BINARY_BIT_XOR: *result = a ^ b; return true;
    default: return false;
    }
}

static int64_t least_of(AstBinaryOperator operator, CompileValue left, CompileValue right) {
    int64_t result, known;
    switch (operator) {
    case AST_BINARY_ADD:
        if (left.least == INT64_MIN || right.least == INT64_MIN) return INT64_MIN;
        return __builtin_add_overflow(left.least, right.least, &result) ? INT64_MIN : result;
    case AST_BINARY_SUBTRACT:
        if (left.least == INT64_MIN || !value_known_int(right, &known)) return INT64_MIN;
        return __builtin_sub_overflow(left.least, known, &result) ? INT64_MIN : result;
    case AST_BINARY_MULTIPLY:
    case AST_BINARY_FLOOR_DIVIDE:
    case AST_BINARY_RIGHT_SHIFT: return left.least >= 0 && right.least >= 0 ? 0 : INT64_MIN;
    case AST_BINARY_MODULO: return right.least >= 0 ? 0 : INT64_MIN;
    case AST_BINARY_BIT_AND: return left.least >= 0 || right.least >= 0 ? 0 : INT64_MIN;
    default: return INT64_MIN;
    }
}

/* ---- division */

static void check_divisor(Compilation *c, DtypeNumber number, IrValue *divisor, const char *message) {
    if (c->instance->options.has_numpy_errors || !c->emit) return;
    if (ir_is_constant(divisor) && dtypes[number].kind != 'c') {
        bool is_zero = dtypes[number].kind == 'f' ? (number == DTYPE_FLOAT64 ? divisor->constant.f64 == 0 : divisor->constant.f32 == 0) : divisor->constant.i == 0;
        if (!is_zero) return;
    }
    IrValue *good;
    if (dtypes[number].kind == 'c') good = code_truth(c, number, divisor);
    else good = code_binary(c, IR_NE, divisor, dtypes[number].kind == 'f' ? code_float(c, number, 0) : code_integer(c, number, 0));
    code_check(c, good, "ZeroDivisionError", message);
}

/* ---- powers */

/* base ** exponent for a known small exponent: as few products as squaring takes. */
static IrValue *known_power(Compilation *c, DtypeNumber number, IrValue *base, uint64_t exponent) {
    IrValue *result = NULL;
    if (exponent == 0) return dtypes[number].kind == 'f' ? code_float(c, number, 1) : code_integer(c, number, 1);
    for (;; base = code_binary(c, IR_MUL, base, base)) {
        if (exponent & 1) result = result ? code_binary(c, IR_MUL, result, base) : base;
        exponent >>= 1;
        if (!exponent) return result;
    }
}

/* By a loop over the exponent's bits; a negative one gives the quotient. */
static IrValue *looped_power(Compilation *c, DtypeNumber number, IrValue *base, IrValue *exponent, bool is_signed) {
    bool is_float = dtypes[number].kind == 'f';
    IrValue *zero = code_integer(c, DTYPE_INT64, 0), *one = code_integer(c, DTYPE_INT64, 1), *negative = NULL;
    IrValue *unit = is_float ? code_float(c, number, 1) : code_integer(c, number, 1);
    IrValue *left = code_variable(c, (TypePart){.number = DTYPE_INT64}), *square = code_variable(c, (TypePart){.number = number});
    IrValue *result = code_variable(c, (TypePart){.number = number});
    if (is_signed) {
        negative = code_binary(c, IR_LT, exponent, zero);
        exponent = code_select(c, negative, code_unary(c, IR_NEG, exponent), exponent);
    }
    code_set(c, left, exponent);
    code_set(c, square, base);
    code_set(c, result, unit);
    code_while(c);
    code_test(c, code_binary(c, IR_NE, code_get(c, left), zero));
    code_if(c, code_binary(c, IR_NE, code_binary(c, IR_AND, code_get(c, left), one), zero));
    code_set(c, result, code_binary(c, IR_MUL, code_get(c, result), code_get(c, square)));
    code_end(c);
    code_set(c, left, code_cast(c, DTYPE_UINT64, DTYPE_INT64, code_binary(c, IR_SHR, code_cast(c, DTYPE_INT64, DTYPE_UINT64, code_get(c, left)), code_integer(c, DTYPE_UINT64, 1))));
    code_set(c, square, code_binary(c, IR_MUL, code_get(c, square), code_get(c, square)));
    code_end(c);
    IrValue *power = code_get(c, result);
    if (!negative) return power;
    return code_select(c, negative, code_binary(c, IR_DIV, unit, power), power);
}

CompileValue number_power(Compilation *c, const Node *node, CompileValue base, CompileValue exponent) {
    (void)node;
    char from = type_number_kind(base.type), by = type_number_kind(exponent.type);
    int64_t known;
    DtypeNumber number = type_arithmetic(base.type->number, exponent.type->number);
    if (value_known_int(exponent, &known) && exponent.type->number == DTYPE_INT64 && from != 'c' && known >= -0x10000 && known <= 0x10000) {
        if (from != 'f') number = type_arithmetic(base.type->number, DTYPE_INT64);
        else number = base.type->number;
        IrValue *operand = value_as(c, base, number), *power = known_power(c, number, operand, (uint64_t)(known < 0 ? -known : known));
        if (known < 0) power = code_binary(c, IR_DIV, from == 'f' ? code_float(c, number, 1) : code_integer(c, number, 1), power);
        CompileValue result = value_number(c, number, power);
        if (known == 2 || (known > 0 && base.least >= 0)) result.least = 0;
        return result;
    }
    if (dtypes[number].kind == 'f' && from == 'f' && by != 'f') {
        number = base.type->number;
        IrValue *power = looped_power(c, number, value_as(c, base, number), value_as(c, exponent, by == 'u' ? DTYPE_UINT64 : DTYPE_INT64), by != 'u');
        return value_number(c, number, power);
    }
    if (dtypes[number].kind == 'i' || dtypes[number].kind == 'u') {
        IrValue *times = value_as(c, exponent, by == 'u' ? DTYPE_UINT64 : DTYPE_INT64);
        if (by == 'u') times = code_cast(c, DTYPE_UINT64, DTYPE_INT64, times);
        return value_number(c, number, looped_power(c, number, value_as(c, base, number), times, by != 'u'));
    }
    return value_number(c, number, code_math(c, IR_MATH_pow, value_as(c, base, number), value_as(c, exponent, number)));
}

CompileValue number_binary(Compilation *c, const Node *node, AstBinaryOperator operator, CompileValue left, CompileValue right) {
    int64_t a, b, folded;
    DtypeNumber number = type_arithmetic(left.type->number, right.type->number);
    char kind = dtypes[number].kind;
    if (left.type->number == DTYPE_INT64 && right.type->number == DTYPE_INT64 && value_known_int(left, &a) && value_known_int(right, &b) &&
        fold(operator, a, b, &folded))
        return value_int(c, folded);
    IrOperation operation;
    switch (operator) {
    case AST_BINARY_ADD: operation = IR_ADD; break;
    case AST_BINARY_SUBTRACT: operation = IR_SUB; break;
    case AST_BINARY_MULTIPLY: operation = IR_MUL; break;
    case AST_BINARY_POWER: return number_power(c, node, left, right);
    case AST_BINARY_DIVIDE: {
        if (kind == 'i' || kind == 'u') number = DTYPE_FLOAT64;
        IrValue *divisor = value_as(c, right, number);
        check_divisor(c, number, divisor, kind == 'c' ? "complex division by zero" : "division by zero");
        return value_number(c, number, code_binary(c, IR_DIV, value_as(c, left, number), divisor));
    }
    case AST_BINARY_FLOOR_DIVIDE:
    case AST_BINARY_MODULO: {
        bool is_floor = operator == AST_BINARY_FLOOR_DIVIDE;
        if (kind == 'c') refuse(c, node, binary_rows[operator].function, left, right);
        IrValue *divisor = value_as(c, right, number);
        check_divisor(c, number, divisor, kind == 'f' ? (is_floor ? "division by zero" : "modulo by zero")
                                                      : (is_floor ? "integer division by zero" : "integer modulo by zero"));
        bool is_plain = kind == 'i' && left.least >= 0 && right.least >= 0;
        IrOperation exact = is_floor ? (is_plain ? IR_DIV : IR_FLOOR_DIV) : is_plain ? IR_REM : IR_FLOOR_REM;
        CompileValue result = value_number(c, number, code_binary(c, exact, value_as(c, left, number), divisor));
        if (kind == 'i') result.least = least_of(operator, left, right);
        return result;
    }
    case AST_BINARY_LEFT_SHIFT:
    case AST_BINARY_RIGHT_SHIFT: {
        char first = type_number_kind(left.type), second = type_number_kind(right.type);
        if (strchr("fc", first) || strchr("fc", second)) refuse(c, node, binary_rows[operator].function, left, right);
        number = first == 'u' ? DTYPE_UINT64 : DTYPE_INT64;
        IrValue *shifted = code_binary(c, operator == AST_BINARY_LEFT_SHIFT ? IR_SHL : IR_SHR, value_as(c, left, number), value_as(c, right, number));
        CompileValue result = value_number(c, number, shifted);
        if (number == DTYPE_INT64) result.least = least_of(operator, left, right);
        return result;
    }
    case AST_BINARY_BIT_AND:
    case AST_BINARY_BIT_OR:
    case AST_BINARY_BIT_XOR:
        if (kind == 'f' || kind == 'c') refuse(c, node, binary_rows[operator].function, left, right);
        if (left.type->number == DTYPE_BOOL && right.type->number == DTYPE_BOOL) number = DTYPE_BOOL;
        operation = operator == AST_BINARY_BIT_AND ? IR_AND : operator == AST_BINARY_BIT_OR ? IR_OR : IR_XOR;
        break;
    default: refuse(c, node, binary_rows[operator].function, left, right);
    }
    CompileValue result = value_number(c, number, code_binary(c, operation, value_as(c, left, number), value_as(c, right, number)));
    if (number == DTYPE_INT64) result.least = least_of(operator, left, right);
    return result;
}

static CompileValue unwrapped(Compilation *c, CompileValue value) {
    return value.type->kind == TYPE_KIND_OPTIONAL ? value_convert(c, value, value.type->item) : value;
}

static bool by_method(Compilation *c, const Node *node, const char *method, CompileValue left, CompileValue right, CompileValue *result) {
    for (int k = 0; k < 2; k++) {
        const char *word = type_class_word((k ? right : left).type);
        const char *path = compile_text(c, k ? "%s.__r%s" : "%s.%s", word, k ? method + 2 : method);
        if (!path_is_known(c, path)) continue;
        CompileValue both[2] = {k ? right : left, k ? left : right};
        *result = call_path(c, node, path, both, 2);
        return true;
    }
    return false;
}

CompileValue operate_binary(Compilation *c, const Node *node, AstBinaryOperator operator, CompileValue left, CompileValue right) {
    left = unwrapped(c, left);
    right = unwrapped(c, right);
    if (left.type->kind == TYPE_KIND_NUMBER && right.type->kind == TYPE_KIND_NUMBER) return number_binary(c, node, operator, left, right);
    if (value_is_array_like(left) || value_is_array_like(right)) {
        if (operator == AST_BINARY_MATRIX_MULTIPLY) return call_path(c, node, "numpy.dot", (CompileValue[]){value_force(c, left), value_force(c, right)}, 2);
        bool both = (value_is_array_like(left) || left.type->kind == TYPE_KIND_NUMBER) && (value_is_array_like(right) || right.type->kind == TYPE_KIND_NUMBER);
        if (both) return operate_ufunc(c, node, &operators[binary_rows[operator].row], (CompileValue[]){left, right}, 2);
    }
    if (left.type->kind == TYPE_KIND_TUPLE && right.type->kind == TYPE_KIND_TUPLE && operator == AST_BINARY_ADD) {
        int count = left.type->count + right.type->count;
        CompileValue *items = compile_allocate(c, (size_t)count * sizeof *items + 1);
        for (int i = 0; i < left.type->count; i++) items[i] = value_item(c, left, i);
        for (int i = 0; i < right.type->count; i++) items[left.type->count + i] = value_item(c, right, i);
        return tuple_of(c, items, count);
    }
    int64_t times;
    CompileValue result;
    if (left.type->kind == TYPE_KIND_TUPLE && operator == AST_BINARY_MULTIPLY && value_known_int(right, &times)) {
        int count = times < 0 ? 0 : (int)times * left.type->count;
        CompileValue *items = compile_allocate(c, (size_t)count * sizeof *items + 1);
        for (int i = 0; i < count; i++) items[i] = value_item(c, left, i % left.type->count);
        return tuple_of(c, items, count);
    }
    if (by_method(c, node, binary_rows[operator].method, left, right, &result)) return result;
    refuse(c, node, binary_rows[operator].function, left, right);
}

CompileValue operate_in_place(Compilation *c, const Node *node, AstBinaryOperator operator, CompileValue left, CompileValue right) {
    if (left.type->kind == TYPE_KIND_ARRAY && operator != AST_BINARY_MATRIX_MULTIPLY) {
        CompileValue computed = operate_binary(c, node, operator, left, right);
        if (!left.type->is_mutable) fail_typing(c, node, NULL, "Cannot modify readonly array of type: %s", left.type->name);
        if (computed.type->rank > left.type->rank || !dtype_can_cast(&dtypes[computed.type->number], &dtypes[left.type->number], CASTING_SAME_KIND))
            fail_no_implementation(c, node, compile_text(c, "<built-in function %s>", binary_rows[operator].in_place), (CompileValue[]){left, right}, 2);
        array_fill_from(c, node, left, computed);
        return left;
    }
    if (left.type->kind != TYPE_KIND_NUMBER) {
        const char *path = compile_text(c, "%s.__i%s", type_class_word(left.type), binary_rows[operator].method + 2);
        CompileValue both[2] = {left, value_force(c, right)};
        if (path_is_known(c, path)) {
            call_path(c, node, path, both, 2);
            return left;
        }
    }
    return operate_binary(c, node, operator, left, right);
}

CompileValue operate_unary(Compilation *c, const Node *node, AstUnaryOperator operator, CompileValue operand) {
    if (operator == AST_UNARY_NOT) {
        operand = value_force(c, operand);
        int known = value_known_truth(operand);
        if (known >= 0) return value_bool(c, !known);
        return value_number(c, DTYPE_BOOL, code_unary(c, IR_NOT, value_truth_code(c, node, operand)));
    }
    static const char *const names[] = {[AST_UNARY_INVERT] = "invert", [AST_UNARY_PLUS] = "pos", [AST_UNARY_MINUS] = "neg"};
    operand = unwrapped(c, operand);
    if (value_is_array_like(operand)) {
        OperatorNumber number = operator == AST_UNARY_INVERT ? OPERATOR_invert : operator == AST_UNARY_PLUS ? OPERATOR_positive : OPERATOR_negative;
        return operate_ufunc(c, node, &operators[number], &operand, 1);
    }
    const char *function = compile_text(c, "<built-in function %s>", names[operator]);
    if (operand.type->kind != TYPE_KIND_NUMBER) {
        const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.__%s__", type_class_word(operand.type), names[operator]));
        Arguments arguments = {.values = &operand, .count = 1, .node = node};
        if (row) return call_builtin(c, node, row, &arguments);
        fail_no_implementation(c, node, function, &operand, 1);
    }
    DtypeNumber number = operand.type->number;
    char kind = dtypes[number].kind;
    int64_t integer;
    if (kind == 'b' && operator == AST_UNARY_INVERT) return value_number(c, DTYPE_BOOL, code_unary(c, IR_NOT, value_part(c, operand)));
    if (kind != 'f' && kind != 'c') number = kind == 'u' ? DTYPE_UINT64 : DTYPE_INT64;
    else if (operator == AST_UNARY_INVERT) fail_no_implementation(c, node, function, &operand, 1);
    if (number == DTYPE_INT64 && value_known_int(operand, &integer) && integer != INT64_MIN)
        return value_int(c, operator == AST_UNARY_MINUS ? -integer : operator == AST_UNARY_PLUS ? integer : ~integer);
    if (operator == AST_UNARY_MINUS && operand.constant.tag == TAG_FLOAT) {
        CompileValue negative = value_number(c, number, code_float(c, number, -operand.constant.number));
        negative.constant = value_from_float(-operand.constant.number);
        return negative;
    }
    IrValue *part = value_as(c, operand, number);
    if (operator == AST_UNARY_PLUS) return value_number(c, number, part);
    return value_number(c, number, code_unary(c, operator == AST_UNARY_INVERT ? IR_NOT : IR_NEG, part));
}

/* ---- comparisons */

static const struct {
    const char *function, *method;
    IrOperation operation;
    OperatorNumber row;
} compare_rows[] = {
    [AST_COMPARE_EQUAL] = {"eq", "__eq__", IR_EQ, OPERATOR_equal},
    [AST_COMPARE_NOT_EQUAL] = {"ne", "__ne__", IR_NE, OPERATOR_not_equal},
    [AST_COMPARE_LESS] = {"lt", "__lt__", IR_LT, OPERATOR_less},
    [AST_COMPARE_LESS_EQUAL] = {"le", "__le__", IR_LE, OPERATOR_less_equal},
    [AST_COMPARE_GREATER] = {"gt", "__gt__", IR_GT, OPERATOR_greater},
    [AST_COMPARE_GREATER_EQUAL] = {"ge", "__ge__", IR_GE, OPERATOR_greater_equal},
};

static CompileValue known_comparison(Compilation *c, AstCompareOperator operator, int64_t a, int64_t b) {
    bool truth = operator == AST_COMPARE_EQUAL       ? a == b
                 : operator == AST_COMPARE_NOT_EQUAL ? a != b
                 : operator == AST_COMPARE_LESS      ? a < b
                 : operator == AST_COMPARE_LESS_EQUAL ? a <= b
                 : operator == AST_COMPARE_GREATER   ? a > b
                                                     : a >= b;
    return value_bool(c, truth);
}

static CompileValue compare_numbers(Compilation *c, const Node *node, AstCompareOperator operator, CompileValue left, CompileValue right) {
    int64_t a, b;
    IrOperation operation = compare_rows[operator].operation;
    if (value_known_int(left, &a) && value_known_int(right, &b)) return known_comparison(c, operator, a, b);
    bool is_order = operator != AST_COMPARE_EQUAL && operator != AST_COMPARE_NOT_EQUAL;
    DtypeNumber number = dtype_promote(&dtypes[left.type->number], &dtypes[right.type->number])->number;
    char first = type_number_kind(left.type), second = type_number_kind(right.type);
    if (is_order && dtypes[number].kind == 'c') refuse(c, node, compare_rows[operator].function, left, right);
    if (dtypes[number].kind == 'f' && first != 'f' && second != 'f') {
        /* int64 and uint64: a negative number is below all of the others */
        bool is_left = first != 'u';
        IrValue *sides[2] = {value_as(c, left, DTYPE_UINT64), value_as(c, right, DTYPE_UINT64)};
        IrValue *plain = code_binary(c, operation, sides[0], sides[1]);
        CompileValue signed_one = is_left ? left : right;
        if (signed_one.least >= 0) return value_number(c, DTYPE_BOOL, plain);
        IrValue *negative = code_binary(c, IR_LT, value_as(c, signed_one, DTYPE_INT64), code_integer(c, DTYPE_INT64, 0));
        bool when_negative = operator == AST_COMPARE_NOT_EQUAL || (is_left ? operator == AST_COMPARE_LESS || operator == AST_COMPARE_LESS_EQUAL
                                                                          : operator == AST_COMPARE_GREATER || operator == AST_COMPARE_GREATER_EQUAL);
        return value_number(c, DTYPE_BOOL, code_select(c, negative, code_integer(c, DTYPE_BOOL, when_negative), plain));
    }
    return value_number(c, DTYPE_BOOL, code_binary(c, operation, value_as(c, left, number), value_as(c, right, number)));
}

/* `is`: None and the like by their types; numbers of one type by value, as numba does. */
static CompileValue compare_identity(Compilation *c, const Node *node, bool is_not, CompileValue left, CompileValue right) {
    if (left.type->kind == TYPE_KIND_NONE && right.type->kind == TYPE_KIND_NONE) return value_bool(c, !is_not);
    CompileValue other = right.type->kind == TYPE_KIND_NONE ? left : right;
    if (left.type->kind == TYPE_KIND_NONE || right.type->kind == TYPE_KIND_NONE) {
        if (other.type->kind == TYPE_KIND_OMITTED) return value_bool(c, value_is_none(other.type->constant) != is_not);
        if (other.type->kind != TYPE_KIND_OPTIONAL) return value_bool(c, is_not);
        IrValue **parts = value_parts(c, &other), *has = parts ? parts[0] : NULL;
        return value_number(c, DTYPE_BOOL, is_not ? has : code_unary(c, IR_NOT, has));
    }
    if (left.type->kind == TYPE_KIND_CONSTANT || right.type->kind == TYPE_KIND_CONSTANT) return value_bool(c, (left.type == right.type) != is_not);
    if (left.type->kind == TYPE_KIND_NUMBER && right.type->kind == TYPE_KIND_NUMBER) {
        if (left.type != right.type) return value_bool(c, is_not);
        return compare_numbers(c, node, is_not ? AST_COMPARE_NOT_EQUAL : AST_COMPARE_EQUAL, left, right);
    }
    if (left.type != right.type || !left.type->has_owner) return value_bool(c, is_not);
    IrValue **first = value_parts(c, &left), **second = value_parts(c, &right);
    int part = left.type->kind == TYPE_KIND_ARRAY;
    IrValue *a = first ? first[part] : NULL, *b = second ? second[part] : NULL;
    if (part) {
        a = code_pointer_bits(c, a);
        b = code_pointer_bits(c, b);
    }
    return value_number(c, DTYPE_BOOL, code_binary(c, is_not ? IR_NE : IR_EQ, a, b));
}

static CompileValue both_truths(Compilation *c, IrOperation operation, CompileValue left, CompileValue right) {
    int known = value_known_truth(left);
    if (known >= 0) return known == (operation == IR_AND) ? right : left;
    return value_number(c, DTYPE_BOOL, code_binary(c, operation, value_as(c, left, DTYPE_BOOL), value_as(c, right, DTYPE_BOOL)));
}

static CompileValue compare_tuples(Compilation *c, const Node *node, AstCompareOperator operator, CompileValue left, CompileValue right) {
    int count = left.type->count < right.type->count ? left.type->count : right.type->count;
    bool same_length = left.type->count == right.type->count;
    if (operator == AST_COMPARE_EQUAL || operator == AST_COMPARE_NOT_EQUAL) {
        if (!same_length) return value_bool(c, operator == AST_COMPARE_NOT_EQUAL);
        CompileValue result = value_bool(c, true);
        for (int i = 0; i < count; i++)
            result = both_truths(c, IR_AND, result, operate_compare(c, node, AST_COMPARE_EQUAL, value_item(c, left, i), value_item(c, right, i)));
        return operator == AST_COMPARE_EQUAL ? result : operate_unary(c, node, AST_UNARY_NOT, result);
    }
    CompileValue result = known_comparison(c, operator, left.type->count, right.type->count);
    AstCompareOperator strict = operator == AST_COMPARE_LESS_EQUAL ? AST_COMPARE_LESS : operator == AST_COMPARE_GREATER_EQUAL ? AST_COMPARE_GREATER : operator;
    for (int i = count - 1; i >= 0; i--) {
        CompileValue a = value_item(c, left, i), b = value_item(c, right, i);
        CompileValue equal = operate_compare(c, node, AST_COMPARE_EQUAL, a, b);
        result = both_truths(c, IR_OR, operate_compare(c, node, strict, a, b), both_truths(c, IR_AND, equal, result));
    }
    return result;
}

CompileValue operate_compare(Compilation *c, const Node *node, AstCompareOperator operator, CompileValue left, CompileValue right) {
    if (operator == AST_COMPARE_IS || operator == AST_COMPARE_IS_NOT)
        return compare_identity(c, node, operator == AST_COMPARE_IS_NOT, value_force(c, left), value_force(c, right));
    if (operator == AST_COMPARE_IN || operator == AST_COMPARE_NOT_IN) {
        left = value_force(c, left);
        right = value_force(c, right);
        CompileValue result = value_bool(c, false);
        if (right.type->kind == TYPE_KIND_TUPLE) {
            for (int i = 0; i < right.type->count; i++)
                result = both_truths(c, IR_OR, operate_compare(c, node, AST_COMPARE_EQUAL, left, value_item(c, right, i)), result);
        } else {
            const char *path = compile_text(c, "%s.__contains__", type_class_word(right.type));
            CompileValue both[2] = {right, left};
            if (!path_is_known(c, path)) fail_no_implementation(c, node, "<built-in function contains>", both, 2);
            result = call_path(c, node, path, both, 2);
        }
        return operator == AST_COMPARE_IN ? result : operate_unary(c, node, AST_UNARY_NOT, result);
    }
    bool is_equality = operator == AST_COMPARE_EQUAL || operator == AST_COMPARE_NOT_EQUAL;
    if (is_equality && (left.type->kind == TYPE_KIND_OPTIONAL || right.type->kind == TYPE_KIND_OPTIONAL || left.type->kind == TYPE_KIND_NONE ||
                        right.type->kind == TYPE_KIND_NONE)) {
        if (left.type->kind == TYPE_KIND_NONE || right.type->kind == TYPE_KIND_NONE)
            return compare_identity(c, node, operator == AST_COMPARE_NOT_EQUAL, left, right);
    }
    left = unwrapped(c, left);
    right = unwrapped(c, right);
    if (left.type->kind == TYPE_KIND_NUMBER && right.type->kind == TYPE_KIND_NUMBER) return compare_numbers(c, node, operator, left, right);
    if ((value_is_array_like(left) || left.type->kind == TYPE_KIND_NUMBER) && (value_is_array_like(right) || right.type->kind == TYPE_KIND_NUMBER))
        return operate_ufunc(c, node, &operators[compare_rows[operator].row], (CompileValue[]){left, right}, 2);
    left = value_force(c, left);
    right = value_force(c, right);
    if (left.type->kind == TYPE_KIND_TUPLE && right.type->kind == TYPE_KIND_TUPLE) return compare_tuples(c, node, operator, left, right);
    const char *a = value_known_text(left), *b = value_known_text(right);
    if (a && b) return known_comparison(c, operator, strcmp(a, b), 0);
    if (left.type->kind == TYPE_KIND_CONSTANT && right.type->kind == TYPE_KIND_CONSTANT && is_equality) {
        const Dtype *first = c->context->host->dtype(c->thread, left.type->constant), *second = c->context->host->dtype(c->thread, right.type->constant);
        bool same = left.type == right.type || (first && first == second);
        return value_bool(c, same == (operator == AST_COMPARE_EQUAL));
    }
    CompileValue result;
    if (by_method(c, node, compare_rows[operator].method, left, right, &result)) return result;
    if (operator == AST_COMPARE_NOT_EQUAL && by_method(c, node, "__eq__", left, right, &result)) return operate_unary(c, node, AST_UNARY_NOT, result);
    refuse(c, node, compare_rows[operator].function, left, right);
}
