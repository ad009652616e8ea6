/* Constants: of the source, and what can be computed from them beforehand. */
#include "kernel/language/compile/compiler.h"

#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"

#include <ctype.h>

static bool looks_like_identifier(const char *bytes, size_t length) {
    if (length > 64) return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)bytes[i]) && bytes[i] != '_') return false;
    return true;
}

Value constant_value(Thread *thread, const Constant *constant) {
    switch (constant->kind) {
    case CONSTANT_NONE: return VALUE_NONE;
    case CONSTANT_TRUE: return VALUE_TRUE;
    case CONSTANT_FALSE: return VALUE_FALSE;
    case CONSTANT_ELLIPSIS: return VALUE_ELLIPSIS;
    case CONSTANT_INTEGER: return value_from_int(constant->integer);
    case CONSTANT_BIG_INTEGER: return int_from_text(thread, constant->bytes, constant->length, constant->base);
    case CONSTANT_FLOAT: return value_from_float(constant->number);
    case CONSTANT_COMPLEX: return complex_new(thread, 0.0, constant->number);
    case CONSTANT_STRING:
        if (looks_like_identifier(constant->bytes, constant->length))
            return value_from_object(string_intern_bytes(thread, constant->bytes, constant->length));
        return string_new(thread, constant->bytes, constant->length);
    case CONSTANT_BYTES: return bytes_new(thread, constant->bytes, constant->length);
    }
    return VALUE_ABSENT;
}

BinaryOperator binary_operator_from_ast(AstBinaryOperator operator) {
    static const BinaryOperator table[AST_BINARY_OPERATOR_COUNT] = {
        [AST_BINARY_ADD] = BINARY_ADD, [AST_BINARY_SUBTRACT] = BINARY_SUBTRACT,
        [AST_BINARY_MULTIPLY] = BINARY_MULTIPLY, [AST_BINARY_MATRIX_MULTIPLY] = BINARY_MATRIX_MULTIPLY,
        [AST_BINARY_DIVIDE] = BINARY_TRUE_DIVIDE, [AST_BINARY_MODULO] = BINARY_REMAINDER,
        [AST_BINARY_POWER] = BINARY_POWER, [AST_BINARY_LEFT_SHIFT] = BINARY_LEFT_SHIFT,
        [AST_BINARY_RIGHT_SHIFT] = BINARY_RIGHT_SHIFT, [AST_BINARY_BIT_OR] = BINARY_OR,
        [AST_BINARY_BIT_XOR] = BINARY_XOR, [AST_BINARY_BIT_AND] = BINARY_AND,
        [AST_BINARY_FLOOR_DIVIDE] = BINARY_FLOOR_DIVIDE,
    };
    return table[operator];
}

static bool is_plain_number(Value value) { return value.tag == TAG_INT || value.tag == TAG_FLOAT || value.tag == TAG_BOOL; }

/* Only what is cheap and small: the rest waits until it runs. */
static bool fold_allowed(BinaryOperator operator, Value left, Value right) {
    if (value_is_complex(left) || value_is_complex(right)) {
        bool others = (is_plain_number(left) || value_is_complex(left)) && (is_plain_number(right) || value_is_complex(right));
        return others && operator != BINARY_POWER;
    }
    if (is_plain_number(left) && is_plain_number(right)) {
        bool integers = left.tag != TAG_FLOAT && right.tag != TAG_FLOAT;
        if (operator == BINARY_POWER && integers) return right.integer >= 0 && right.integer <= 64;
        if (operator == BINARY_LEFT_SHIFT && integers) return right.integer >= 0 && right.integer <= 128;
        return operator != BINARY_MATRIX_MULTIPLY;
    }
    if (value_is_exact_string(left) && value_is_exact_string(right))
        return operator == BINARY_ADD && value_string(left)->length + value_string(right)->length <= 4096;
    if (value_is_exact_string(left) && right.tag == TAG_INT)
        return operator == BINARY_MULTIPLY && right.integer >= 0 && right.integer <= 4096 &&
               value_string(left)->length * (size_t)right.integer <= 4096;
    return false;
}

static bool fold_binary(Unit *unit, const Node *node, Value *value) {
    Value right, left;
    if (!constant_fold(unit, node->binary_operation.right, &right)) return false;
    if (!constant_fold(unit, node->binary_operation.left, &left)) {
        value_release(right);
        return false;
    }
    BinaryOperator operator = binary_operator_from_ast(node->binary_operation.op);
    Value result = VALUE_ABSENT;
    if (fold_allowed(operator, left, right)) {
        result = value_binary(unit->compiler->thread, operator, left, right);
        if (value_is_absent(result)) exception_clear(unit->compiler->thread); /* said when it runs */
    }
    value_release(left);
    value_release(right);
    *value = result;
    return !value_is_absent(result);
}

static bool fold_unary(Unit *unit, const Node *node, Value *value) {
    Value operand;
    if (!constant_fold(unit, node->unary_operation.operand, &operand)) return false;
    Value result = VALUE_ABSENT;
    Thread *thread = unit->compiler->thread;
    bool is_number = is_plain_number(operand) || value_is_int(operand) || value_is_complex(operand);
    switch (node->unary_operation.op) {
    case AST_UNARY_NOT:
        if (operand.tag != TAG_OBJECT && operand.tag != TAG_NOT_IMPLEMENTED) {
            int truth = value_truth(thread, operand);
            if (truth >= 0) result = value_from_bool(!truth);
        }
        break;
    case AST_UNARY_MINUS: if (is_number) result = value_unary(thread, UNARY_NEGATIVE, operand); break;
    case AST_UNARY_PLUS: if (is_number) result = value_unary(thread, UNARY_POSITIVE, operand); break;
    default:
        if (operand.tag == TAG_INT) result = value_from_int(~operand.integer);
    }
    if (exception_is_set(thread)) exception_clear(thread);
    value_release(operand);
    *value = result;
    return !value_is_absent(result);
}

static bool fold_tuple(Unit *unit, NodeList items, Value *value) {
    if (items.count > 4096) return false;
    for (size_t i = 0; i < items.count; i++) {
        NodeKind kind = items.items[i]->kind;
        if (kind != NODE_CONSTANT && kind != NODE_TUPLE && kind != NODE_UNARY_OPERATION && kind != NODE_BINARY_OPERATION)
            return false;
    }
    Value tuple = tuple_new(unit->compiler->thread, items.count);
    if (value_is_absent(tuple)) {
        exception_clear(unit->compiler->thread);
        return false;
    }
    for (size_t i = 0; i < items.count; i++)
        if (!constant_fold(unit, items.items[i], &value_tuple(tuple)->items[i])) {
            value_release(tuple);
            return false;
        }
    *value = tuple;
    return true;
}

bool constant_fold(Unit *unit, const Node *node, Value *value) {
    *value = VALUE_ABSENT;
    if (unit_deep(unit)) return false;
    switch (node->kind) {
    case NODE_CONSTANT:
        *value = constant_value(unit->compiler->thread, &node->constant.value);
        if (value_is_absent(*value)) unit->compiler->failed = true;
        return !value_is_absent(*value);
    case NODE_BINARY_OPERATION: return fold_binary(unit, node, value);
    case NODE_UNARY_OPERATION: return fold_unary(unit, node, value);
    case NODE_TUPLE: return node->tuple.ctx == CONTEXT_LOAD && fold_tuple(unit, node->tuple.elts, value);
    case NODE_NAME:
        if (node->name.ctx != CONTEXT_LOAD || node->name.id->length != 9) return false;
        if (!__builtin_memcmp(node->name.id->bytes, "__debug__", 9)) {
            *value = value_from_bool(!unit->compiler->thread->interpreter->optimization);
            return true;
        }
        return false;
    default: return false;
    }
}

int constant_truth(Unit *unit, const Node *node) {
    if (node->kind != NODE_CONSTANT && node->kind != NODE_NAME && node->kind != NODE_UNARY_OPERATION) return -1;
    Value value;
    if (!constant_fold(unit, node, &value)) return -1;
    int truth = value_truth(unit->compiler->thread, value);
    value_release(value);
    return truth;
}
