/* Expressions to instructions. */
#include "kernel/language/compile/compiler.h"

#include "base/memory.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/text/string.h"

#include <string.h>

/* ---- operands ---- */

void operand_into(Unit *unit, const Node *node, Operand operand, uint16_t target) {
    if (operand.kind == OPERAND_CONSTANT) emit_load_constant(unit, node, target, operand.index);
    else if (operand.index != target)
        emit(unit, node, OP_MOVE, operand.kind == OPERAND_TEMPORARY ? CONSUME_B : 0, target, operand.index, 0);
}

Operand operand_in_register(Unit *unit, const Node *node, Operand operand) {
    if (operand.kind != OPERAND_CONSTANT) return operand;
    uint16_t reg = unit_temporary(unit);
    emit_load_constant(unit, node, reg, operand.index);
    return (Operand){OPERAND_TEMPORARY, reg};
}

void operand_drop(Unit *unit, const Node *node, Operand operand) {
    if (operand.kind == OPERAND_TEMPORARY) emit(unit, node, OP_CLEAR, 0, operand.index, 0, 0);
}

static Operand temporary(uint16_t reg) { return (Operand){OPERAND_TEMPORARY, reg}; }

/* Everything above `mark` is done with; the result's register. */
static uint16_t finish(Unit *unit, uint16_t mark, uint16_t target) {
    unit->top = mark;
    return target == NO_REGISTER ? unit_temporary(unit) : target;
}

static unsigned consume(Operand operand, unsigned flag, uint16_t result) {
    return operand.kind == OPERAND_TEMPORARY && operand.index != result ? flag : 0;
}

void compile_into(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    operand_into(unit, node, compile_operand(unit, node, target), target);
    unit->top = mark;
}

uint16_t compile_temporary(Unit *unit, const Node *node) {
    uint16_t reg = unit_temporary(unit);
    compile_into(unit, node, reg);
    return reg;
}

Operand compile_register(Unit *unit, const Node *node) {
    return operand_in_register(unit, node, compile_operand(unit, node, NO_REGISTER));
}

/* An operand whose value must last while `next` is evaluated: a local that a walrus may rebind is copied. */
static Operand compile_before(Unit *unit, const Node *node, const Node *next, bool constant_allowed) {
    Operand operand = compile_operand(unit, node, NO_REGISTER);
    if (operand.kind == OPERAND_LOCAL && unit->has_walrus && next->kind != NODE_NAME && next->kind != NODE_CONSTANT) {
        uint16_t reg = unit_temporary(unit);
        operand_into(unit, node, operand, reg);
        return temporary(reg);
    }
    return constant_allowed ? operand : operand_in_register(unit, node, operand);
}

void compile_effect(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    operand_drop(unit, node, compile_operand(unit, node, NO_REGISTER));
    unit->top = mark;
}

/* ---- operators ---- */

static const Opcode binary_opcodes[BINARY_OPERATOR_COUNT] = {
#define X(name) [BINARY_##name] = OP_##name,
    OPCODE_BINARY(X)
#undef X
};

static Operand emit_binary(Unit *unit, const Node *node, AstBinaryOperator ast_operator, Operand left, Operand right,
                           uint16_t result, unsigned flags) {
    Opcode opcode = binary_opcodes[binary_operator_from_ast(ast_operator)];
    if (right.kind == OPERAND_CONSTANT && right.index <= UINT16_MAX)
        emit(unit, node, opcode + 1, flags | consume(left, CONSUME_B, result), result, left.index, right.index);
    else if (left.kind == OPERAND_CONSTANT && left.index <= UINT16_MAX)
        emit(unit, node, opcode + 2, flags | consume(right, CONSUME_C, result), result, left.index, right.index);
    else
        emit(unit, node, opcode, flags | consume(left, CONSUME_B, result) | consume(right, CONSUME_C, result), result,
             left.index, right.index);
    return temporary(result);
}

static Operand compile_binary(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    const Node *right_node = node->binary_operation.right;
    Operand left = compile_before(unit, node->binary_operation.left, right_node, true);
    Operand right = compile_operand(unit, right_node, NO_REGISTER);
    if ((left.kind == OPERAND_CONSTANT && right.kind == OPERAND_CONSTANT) ||
        (left.kind == OPERAND_CONSTANT && left.index > UINT16_MAX))
        left = operand_in_register(unit, node, left);
    if (right.kind == OPERAND_CONSTANT && right.index > UINT16_MAX) right = operand_in_register(unit, node, right);
    return emit_binary(unit, node, node->binary_operation.op, left, right, finish(unit, mark, target), 0);
}

static Operand compile_unary(Unit *unit, const Node *node, uint16_t target) {
    static const UnaryOperator table[] = {[AST_UNARY_INVERT] = UNARY_INVERT, [AST_UNARY_PLUS] = UNARY_POSITIVE,
                                          [AST_UNARY_MINUS] = UNARY_NEGATIVE};
    uint16_t mark = unit->top;
    Operand operand = compile_register(unit, node->unary_operation.operand);
    uint16_t result = finish(unit, mark, target);
    unsigned flags = consume(operand, CONSUME_B, result);
    if (node->unary_operation.op == AST_UNARY_NOT) emit(unit, node, OP_NOT, flags, result, operand.index, 0);
    else emit(unit, node, OP_UNARY, flags, result, operand.index, table[node->unary_operation.op]);
    return temporary(result);
}

/* x in [1, 2] searches a tuple; in {1, 2} a frozenset. */
static Operand compile_container(Unit *unit, const Node *node) {
    NodeList items = {0};
    if (node->kind == NODE_LIST) items = node->list.elts;
    else if (node->kind == NODE_SET) items = node->set.elts;
    else return compile_register(unit, node);
    Node tuple = {.kind = NODE_TUPLE};
    tuple.tuple.elts = items;
    tuple.tuple.ctx = CONTEXT_LOAD;
    Value value;
    if (!constant_fold(unit, &tuple, &value)) return compile_register(unit, node);
    if (node->kind == NODE_SET) {
        Thread *thread = unit->compiler->thread;
        Value set = set_new(thread, true);
        for (size_t i = 0; !value_is_absent(set) && i < value_tuple(value)->count; i++)
            if (!set_add(thread, set, value_tuple(value)->items[i])) {
                value_release(set);
                set = VALUE_ABSENT;
            }
        value_release(value);
        value = set;
    }
    return operand_in_register(unit, node, operand_constant(unit, value));
}

static Opcode compare_opcode(AstCompareOperator operator) {
    switch (operator) {
    case AST_COMPARE_LESS: return OP_LT;
    case AST_COMPARE_LESS_EQUAL: return OP_LE;
    case AST_COMPARE_EQUAL: return OP_EQ;
    case AST_COMPARE_NOT_EQUAL: return OP_NE;
    case AST_COMPARE_GREATER: return OP_GT;
    case AST_COMPARE_GREATER_EQUAL: return OP_GE;
    case AST_COMPARE_IS: case AST_COMPARE_IS_NOT: return OP_IS;
    default: return OP_CONTAINS;
    }
}

static bool compare_negated(AstCompareOperator operator) {
    return operator == AST_COMPARE_IS_NOT || operator == AST_COMPARE_NOT_IN;
}

/* The right operand of a comparison; constants stay constants where the instruction takes one. */
static Operand compile_comparand(Unit *unit, const Node *node, AstCompareOperator operator, bool for_jump) {
    Opcode opcode = compare_opcode(operator);
    if (opcode == OP_CONTAINS) return compile_container(unit, node);
    Operand operand = compile_operand(unit, node, NO_REGISTER);
    bool takes_constant = opcode != OP_IS || for_jump;
    if (operand.kind == OPERAND_CONSTANT && (!takes_constant || operand.index > UINT16_MAX))
        operand = operand_in_register(unit, node, operand);
    return operand;
}

static void emit_compare(Unit *unit, const Node *node, AstCompareOperator operator, Operand left, Operand right,
                         uint16_t result) {
    Opcode opcode = compare_opcode(operator);
    unsigned flags = compare_negated(operator) ? NEGATE : 0;
    if (right.kind == OPERAND_CONSTANT) opcode += 1;
    else flags |= consume(right, CONSUME_C, result);
    emit(unit, node, opcode, flags | consume(left, CONSUME_B, result), result, left.index, right.index);
}

static Operand compile_compare(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    warn_of_comparison(unit, node);
    size_t count = node->compare.ops.count;
    NodeList comparators = node->compare.comparators;
    Operand left = compile_before(unit, node->compare.left, comparators.items[0], false);
    if (count == 1) {
        Operand right = compile_comparand(unit, comparators.items[0], node->compare.ops.items[0], false);
        uint16_t result = finish(unit, mark, target);
        emit_compare(unit, node, node->compare.ops.items[0], left, right, result);
        return temporary(result);
    }
    /* a < b < c: the middle operand is evaluated once; the first comparison that is false is the result. */
    unit->top = mark;
    uint16_t result = unit_temporary(unit), middle = unit_temporary(unit);
    if (left.kind == OPERAND_TEMPORARY && left.index == result) {
        emit(unit, node, OP_MOVE, CONSUME_B, middle, left.index, 0);
        left = temporary(middle);
    }
    uint32_t end = unit_label(unit), early = unit_label(unit);
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        AstCompareOperator operator = node->compare.ops.items[i];
        uint16_t inner = unit->top;
        if (last) {
            Operand right = compile_comparand(unit, comparators.items[i], operator, false);
            emit_compare(unit, node, operator, left, right, result);
        } else {
            uint16_t next = compile_temporary(unit, comparators.items[i]);
            emit_compare(unit, node, operator, left, (Operand){OPERAND_LOCAL, next}, result);
            emit(unit, node, OP_MOVE, CONSUME_B, middle, next, 0);
            emit_jump(unit, node, OP_JUMP_IF_FALSE, result, early);
            left = temporary(middle);
        }
        unit->top = inner;
    }
    emit_jump(unit, node, OP_JUMP, 0, end);
    unit_place(unit, early);
    emit(unit, node, OP_CLEAR, 0, middle, 0, 0);
    unit_place(unit, end);
    unit->top = mark;
    if (target != NO_REGISTER) {
        emit(unit, node, OP_MOVE, CONSUME_B, target, result, 0);
        return temporary(target);
    }
    return temporary(unit_temporary(unit));
}

/* The value into `result`; where its truth is `sense`, on at the label with it. An `and` within an `or` is asked once: what
 * decides it is known to be false. */
static void compile_boolean_operand(Unit *unit, const Node *node, uint16_t result, bool sense, uint32_t label) {
    if (node->kind != NODE_BOOLEAN_OPERATION || unit_deep(unit)) {
        compile_into(unit, node, result);
        emit_jump(unit, node, sense ? OP_JUMP_IF_TRUE : OP_JUMP_IF_FALSE, result, label);
        return;
    }
    bool deciding = node->boolean_operation.op == BOOLEAN_OR;
    NodeList values = node->boolean_operation.values;
    uint32_t through = unit_label(unit);
    uint8_t *saved = NULL;
    for (size_t i = 0; i < values.count; i++) {
        bool leaves = i + 1 == values.count || deciding == sense;
        compile_boolean_operand(unit, values.items[i], result, leaves ? sense : deciding, leaves ? label : through);
        if (i == 0) saved = assigned_save(unit);
    }
    unit_place(unit, through);
    assigned_restore(unit, saved);
    memory_release(saved);
}

static Operand compile_boolean(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top, result = unit_temporary(unit);
    bool deciding = node->boolean_operation.op == BOOLEAN_OR;
    NodeList values = node->boolean_operation.values;
    uint32_t end = unit_label(unit);
    uint8_t *saved = NULL;
    for (size_t i = 0; i < values.count; i++) {
        if (i + 1 < values.count) compile_boolean_operand(unit, values.items[i], result, deciding, end);
        else compile_into(unit, values.items[i], result);
        if (i == 0) saved = assigned_save(unit);
    }
    unit_place(unit, end);
    assigned_restore(unit, saved);
    memory_release(saved);
    if (target == NO_REGISTER) return temporary(result);
    emit(unit, node, OP_MOVE, CONSUME_B, target, result, 0);
    unit->top = mark;
    return temporary(target);
}

static Operand compile_conditional(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    uint32_t otherwise = unit_label(unit), end = unit_label(unit);
    compile_condition(unit, node->conditional.test, otherwise, false);
    uint16_t result = finish(unit, mark, target);
    uint8_t *saved = assigned_save(unit);
    compile_into(unit, node->conditional.body, result);
    emit_jump(unit, node, OP_JUMP, 0, end);
    unit_place(unit, otherwise);
    assigned_restore(unit, saved);
    compile_into(unit, node->conditional.orelse, result);
    unit_place(unit, end);
    assigned_restore(unit, saved);
    memory_release(saved);
    return temporary(result);
}

/* ---- conditions ---- */

static void compile_compare_condition(Unit *unit, const Node *node, uint32_t label, bool sense) {
    static const Opcode jumps[] = {[OP_LT] = OP_JUMP_LT, [OP_LE] = OP_JUMP_LE, [OP_EQ] = OP_JUMP_EQ, [OP_NE] = OP_JUMP_NE,
                                   [OP_GT] = OP_JUMP_GT, [OP_GE] = OP_JUMP_GE, [OP_IS] = OP_JUMP_IS,
                                   [OP_CONTAINS] = OP_JUMP_CONTAINS};
    uint16_t mark = unit->top;
    warn_of_comparison(unit, node);
    AstCompareOperator operator = node->compare.ops.items[0];
    Operand left = compile_before(unit, node->compare.left, node->compare.comparators.items[0], false);
    Operand right = compile_comparand(unit, node->compare.comparators.items[0], operator, true);
    Opcode opcode = jumps[compare_opcode(operator)];
    /* a and b are the operands here: CONSUME_A and CONSUME_B */
    unsigned flags = left.kind == OPERAND_TEMPORARY ? CONSUME_A : 0;
    if (right.kind == OPERAND_CONSTANT) opcode += 1;
    else if (right.kind == OPERAND_TEMPORARY) flags |= CONSUME_B;
    uint32_t at = emit(unit, node, opcode, flags, left.index, right.index, compare_negated(operator) ? !sense : sense);
    emit_jump_word(unit, at, label);
    unit->top = mark;
}

static void compile_boolean_condition(Unit *unit, const Node *node, uint32_t label, bool sense) {
    NodeList values = node->boolean_operation.values;
    bool is_and = node->boolean_operation.op == BOOLEAN_AND;
    uint8_t *saved = NULL;
    uint32_t through = unit_label(unit);
    for (size_t i = 0; i < values.count; i++) {
        bool last = i + 1 == values.count;
        /* and: a false operand decides; or: a true one. */
        if (last) compile_condition(unit, values.items[i], label, sense);
        else if (is_and == !sense) compile_condition(unit, values.items[i], label, sense);
        else compile_condition(unit, values.items[i], through, !sense);
        if (i == 0) saved = assigned_save(unit);
    }
    unit_place(unit, through);
    assigned_restore(unit, saved);
    memory_release(saved);
}

void compile_condition(Unit *unit, const Node *node, uint32_t label, bool sense) {
    if (unit_deep(unit)) return;
    int truth = constant_truth(unit, node);
    if (truth >= 0) {
        if (truth == sense) emit_jump(unit, node, OP_JUMP, 0, label);
        return;
    }
    if (node->kind == NODE_UNARY_OPERATION && node->unary_operation.op == AST_UNARY_NOT) {
        compile_condition(unit, node->unary_operation.operand, label, !sense);
    } else if (node->kind == NODE_COMPARE && node->compare.ops.count == 1) {
        compile_compare_condition(unit, node, label, sense);
    } else if (node->kind == NODE_BOOLEAN_OPERATION) {
        compile_boolean_condition(unit, node, label, sense);
    } else {
        uint16_t mark = unit->top;
        Operand operand = compile_register(unit, node);
        uint32_t at = (uint32_t)unit->word_count;
        emit_jump(unit, node, sense ? OP_JUMP_IF_TRUE : OP_JUMP_IF_FALSE, (uint16_t)operand.index, label);
        if (operand.kind == OPERAND_TEMPORARY && !unit->compiler->failed) unit->words[at].flags |= CONSUME_A;
        unit->top = mark;
    }
}

/* ---- displays ---- */

enum { DISPLAY_CHUNK = 32 };

static bool has_star(NodeList items) {
    for (size_t i = 0; i < items.count; i++)
        if (items.items[i]->kind == NODE_STARRED) return true;
    return false;
}

/* A list or set that grows item by item: for stars and for long displays. */
static void compile_growing(Unit *unit, const Node *node, NodeList items, bool is_set, uint16_t result) {
    size_t first = 0;
    while (first < items.count && first < DISPLAY_CHUNK && items.items[first]->kind != NODE_STARRED) first++;
    uint16_t base = unit->top;
    for (size_t i = 0; i < first; i++) compile_temporary(unit, items.items[i]);
    emit(unit, node, is_set ? OP_BUILD_SET : OP_BUILD_LIST, 0, result, base, (unsigned)first);
    unit->top = base;
    for (size_t i = first; i < items.count; i++) {
        const Node *item = items.items[i];
        bool star = item->kind == NODE_STARRED;
        Operand operand = compile_register(unit, star ? item->starred.value : item);
        Opcode opcode = is_set ? (star ? OP_SET_UPDATE : OP_SET_ADD) : (star ? OP_LIST_EXTEND : OP_LIST_APPEND);
        emit(unit, item, opcode, operand.kind == OPERAND_TEMPORARY ? CONSUME_B : 0, result, operand.index, 0);
        unit->top = base;
    }
}

static Operand compile_display(Unit *unit, const Node *node, NodeList items, Opcode opcode, uint16_t target) {
    uint16_t mark = unit->top;
    Value folded;
    Node as_tuple = {.kind = NODE_TUPLE};
    as_tuple.tuple.elts = items;
    as_tuple.tuple.ctx = CONTEXT_LOAD;
    if (opcode != OP_BUILD_TUPLE && items.count >= 3 && constant_fold(unit, &as_tuple, &folded)) {
        uint16_t result = unit_temporary(unit), constant = unit_temporary(unit);
        emit(unit, node, opcode, 0, result, constant, 0);
        emit_load_constant(unit, node, constant, unit_constant(unit, folded));
        emit(unit, node, opcode == OP_BUILD_SET ? OP_SET_UPDATE : OP_LIST_EXTEND, CONSUME_B, result, constant, 0);
        unit->top = mark + 1;
        if (target == NO_REGISTER) return temporary(result);
        emit(unit, node, OP_MOVE, CONSUME_B, target, result, 0);
        unit->top = mark;
        return temporary(target);
    }
    if (items.count <= DISPLAY_CHUNK && !has_star(items)) {
        for (size_t i = 0; i < items.count; i++) compile_temporary(unit, items.items[i]);
        uint16_t result = finish(unit, mark, target);
        emit(unit, node, opcode, 0, result, mark, (unsigned)items.count);
        return temporary(result);
    }
    uint16_t result = unit_temporary(unit);
    compile_growing(unit, node, items, opcode == OP_BUILD_SET, result);
    if (opcode == OP_BUILD_TUPLE) emit(unit, node, OP_LIST_TO_TUPLE, 0, result, 0, 0);
    if (target == NO_REGISTER) return temporary(result);
    emit(unit, node, OP_MOVE, CONSUME_B, target, result, 0);
    unit->top = mark;
    return temporary(target);
}

static Operand compile_dict(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    NodeList keys = node->dict.keys, values = node->dict.values;
    size_t plain = 0;
    while (plain < keys.count && plain < DISPLAY_CHUNK / 2 && keys.items[plain]) plain++;
    bool whole = plain == keys.count;
    uint16_t result = whole && target != NO_REGISTER ? target : unit_temporary(unit);
    uint16_t base = unit->top;
    for (size_t i = 0; i < plain; i++) {
        compile_temporary(unit, keys.items[i]);
        compile_temporary(unit, values.items[i]);
    }
    emit(unit, node, OP_BUILD_DICT, 0, result, base, (unsigned)plain);
    unit->top = base;
    for (size_t i = plain; i < keys.count; i++) {
        if (keys.items[i]) {
            uint16_t key = compile_temporary(unit, keys.items[i]);
            uint16_t value = compile_temporary(unit, values.items[i]);
            emit(unit, node, OP_DICT_ADD, CONSUME_B | CONSUME_C, result, key, value);
        } else {
            uint16_t mapping = compile_temporary(unit, values.items[i]);
            emit(unit, node, OP_DICT_UPDATE, CONSUME_B, result, mapping, 0);
        }
        unit->top = base;
    }
    if (result == target) {
        unit->top = mark;
        return temporary(target);
    }
    if (target == NO_REGISTER) return temporary(result);
    emit(unit, node, OP_MOVE, CONSUME_B, target, result, 0);
    unit->top = mark;
    return temporary(target);
}

/* ---- strings ---- */

static Operand compile_formatted(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    const Node *format = node->formatted_value.format_spec;
    Operand value = format ? compile_before(unit, node->formatted_value.value, format, false)
                           : compile_register(unit, node->formatted_value.value);
    Operand specification = {OPERAND_LOCAL, 0};
    if (format) specification = compile_register(unit, format);
    uint16_t result = finish(unit, mark, target);
    unsigned flags = consume(value, CONSUME_B, result);
    if (format) flags |= HAS_FORMAT | consume(specification, CONSUME_C, result);
    emit(unit, node, OP_FORMAT, flags, result, value.index, specification.index);
    emit_word(unit, node->formatted_value.conversion > 0 ? node->formatted_value.conversion : 0);
    return temporary(result);
}

static Operand compile_joined(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    NodeList values = node->joined_string.values;
    if (!values.count) return operand_constant(unit, string_from_c(unit->compiler->thread, ""));
    if (values.count == 1) return compile_operand(unit, values.items[0], target);
    uint16_t base = unit->top;
    for (size_t i = 0; i < values.count; i++) {
        compile_temporary(unit, values.items[i]);
        if (unit->top - base >= DISPLAY_CHUNK && i + 1 < values.count) {
            emit(unit, node, OP_BUILD_STRING, 0, base, base, unit->top - base);
            unit->top = base + 1;
        }
    }
    unsigned count = unit->top - base;
    uint16_t result = finish(unit, mark, target);
    emit(unit, node, OP_BUILD_STRING, 0, result, base, count);
    return temporary(result);
}

/* ---- attributes, items, calls ---- */

static Operand compile_attribute(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    Operand object = compile_register(unit, node->attribute.value);
    uint16_t result = finish(unit, mark, target);
    uint32_t at = emit(unit, node, OP_LOAD_ATTRIBUTE, consume(object, CONSUME_B, result), result, object.index,
                       unit_identifier(unit, node->attribute.attr));
    place_at_name(unit, at, node);
    return temporary(result);
}

static Operand compile_slice(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    const Node *parts[3] = {node->slice.lower, node->slice.upper, node->slice.step};
    unsigned count = parts[2] ? 3 : 2;
    for (unsigned i = 0; i < count; i++) {
        uint16_t reg = unit_temporary(unit);
        if (parts[i]) compile_into(unit, parts[i], reg);
        else operand_into(unit, node, operand_none(unit), reg);
    }
    uint16_t result = finish(unit, mark, target);
    emit(unit, node, OP_BUILD_SLICE, 0, result, mark, count);
    return temporary(result);
}

static Operand compile_subscript(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    warn_of_subscript(unit, node);
    Operand container = compile_before(unit, node->subscript.value, node->subscript.slice, false);
    Operand key = compile_operand(unit, node->subscript.slice, NO_REGISTER);
    if (key.kind == OPERAND_CONSTANT && key.index > UINT16_MAX) key = operand_in_register(unit, node, key);
    uint16_t result = finish(unit, mark, target);
    unsigned flags = consume(container, CONSUME_B, result);
    if (key.kind == OPERAND_CONSTANT) emit(unit, node, OP_GET_ITEM_K, flags, result, container.index, key.index);
    else emit(unit, node, OP_GET_ITEM, flags | consume(key, CONSUME_C, result), result, container.index, key.index);
    return temporary(result);
}

/* The names of keyword arguments, a constant tuple. */
static uint32_t keyword_names(Unit *unit, NodeList keywords) {
    Thread *thread = unit->compiler->thread;
    Value names = tuple_new(thread, keywords.count);
    for (size_t i = 0; !value_is_absent(names) && i < keywords.count; i++) {
        /* names of keywords are not mangled */
        String *name = string_intern_text(thread, keywords.items[i]->keyword.arg->bytes);
        if (name) value_tuple(names)->items[i] = value_from_object(name);
        else value_clear(&names);
    }
    return unit_constant(unit, names);
}

/* f(*a, b, **c): the positional ones into a list at base + 1, the keywords into a dict at base + 2. */
static uint32_t compile_unpacked_call(Unit *unit, const Node *node, NodeList arguments, NodeList keywords, uint16_t base,
                                  unsigned placed, uint16_t target) {
    uint16_t list = (uint16_t)(base + 1), dict = (uint16_t)(base + 2);
    if (!placed && arguments.count == 1 && arguments.items[0]->kind == NODE_STARRED) {
        unit->top = list;
        compile_temporary(unit, arguments.items[0]->starred.value);
    } else {
        if (placed) emit(unit, node, OP_BUILD_LIST, 0, list, list, placed);
        unit->top = (uint16_t)(list + 1);
        if (unit->top > unit->register_count) unit->register_count = unit->top;
        if (!placed) emit(unit, node, OP_BUILD_LIST, 0, list, list, 0);
        for (size_t i = 0; i < arguments.count; i++) {
            const Node *item = arguments.items[i];
            bool star = item->kind == NODE_STARRED;
            uint16_t mark = unit->top;
            Operand operand = compile_register(unit, star ? item->starred.value : item);
            emit(unit, item, star ? OP_LIST_EXTEND : OP_LIST_APPEND, operand.kind == OPERAND_TEMPORARY ? CONSUME_B : 0, list,
                 operand.index, 1);
            unit->top = mark;
        }
    }
    unit->top = (uint16_t)(list + 1);
    unit_temporary(unit);
    if (!keywords.count) emit(unit, node, OP_CLEAR, 0, dict, 0, 0);
    else emit(unit, node, OP_BUILD_DICT, 0, dict, dict, 0);
    for (size_t i = 0; i < keywords.count; i++) {
        const Node *keyword = keywords.items[i];
        uint16_t mark = unit->top;
        uint16_t mapping = unit_temporary(unit);
        if (keyword->keyword.arg) {
            /* consecutive names go through one small dict, so that a repetition is noticed as with ** */
            String *name = string_intern_text(unit->compiler->thread, keyword->keyword.arg->bytes);
            uint16_t key = unit_temporaries(unit, 2);
            emit_load_constant(unit, keyword, key, unit_constant(unit, value_from_object(name)));
            compile_into(unit, keyword->keyword.value, (uint16_t)(key + 1));
            emit(unit, keyword, OP_BUILD_DICT, 0, mapping, key, 1);
        } else {
            compile_into(unit, keyword->keyword.value, mapping);
        }
        emit(unit, node, OP_DICT_MERGE, CONSUME_B, dict, mapping, base);
        unit->top = mark;
    }
    return emit(unit, node, OP_CALL_UNPACKED, 0, target, base, 0);
}

/* The callable is at base (a method: its self at base + 1); `unit->top` behind it and behind arguments placed already.
 * Returns where the call is. */
uint32_t compile_call_arguments(Unit *unit, const Node *node, NodeList arguments, NodeList keywords, uint16_t base,
                            bool is_method, uint16_t target) {
    unsigned placed = unit->top - base - (is_method ? 2u : 1u);
    bool unpacked = has_star(arguments) || arguments.count + keywords.count > 200;
    for (size_t i = 0; i < keywords.count; i++) unpacked |= !keywords.items[i]->keyword.arg;
    if (unpacked) return compile_unpacked_call(unit, node, arguments, keywords, base, placed, target);
    for (size_t i = 0; i < arguments.count; i++) compile_temporary(unit, arguments.items[i]);
    for (size_t i = 0; i < keywords.count; i++) compile_temporary(unit, keywords.items[i]->keyword.value);
    unsigned count = placed + (unsigned)arguments.count;
    if (keywords.count) {
        uint32_t at = emit(unit, node, OP_CALL_KEYWORDS, is_method ? OF_METHOD : 0, target, base, count);
        emit_word(unit, keyword_names(unit, keywords));
        return at;
    }
    return emit(unit, node, is_method ? OP_CALL_METHOD : OP_CALL, 0, target, base, count);
}

static bool call_is_unpacked(const Node *node) {
    if (has_star(node->call.args) || node->call.args.count + node->call.keywords.count > 200) return true;
    for (size_t i = 0; i < node->call.keywords.count; i++)
        if (!node->call.keywords.items[i]->keyword.arg) return true;
    return false;
}

/* super() without arguments, where it is the built-in's name. */
static bool is_plain_super(Unit *unit, const Node *node) {
    if (node->kind != NODE_CALL || node->call.args.count || node->call.keywords.count || node->call.func->kind != NODE_NAME)
        return false;
    const Identifier *name = node->call.func->name.id;
    if (name->length != 5 || memcmp(name->bytes, "super", 5) || !unit->is_function) return false;
    const Symbol *symbol = scope_find(unit->scope, name);
    return symbol && symbol->kind == VARIABLE_GLOBAL_IMPLICIT && unit->scope->kind == SCOPE_FUNCTION;
}

static Operand compile_call(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    warn_of_call(unit, node);
    const Node *callee = node->call.func;
    bool is_method = callee->kind == NODE_ATTRIBUTE && !call_is_unpacked(node);
    uint16_t base;
    if (is_method && is_plain_super(unit, callee->attribute.value)) {
        base = unit_temporaries(unit, 2);
        unit->top = base;
        compile_temporary(unit, callee->attribute.value->call.func);
        unit->top = (uint16_t)(base + 2);
        uint32_t at = emit(unit, callee, OP_LOAD_SUPER_METHOD, 0, base, 0, unit_identifier(unit, callee->attribute.attr));
        place_at_name(unit, at, callee);
    } else if (is_method) {
        base = unit_temporaries(unit, 2);
        unit->top = base;
        Operand self = compile_register(unit, callee->attribute.value);
        unit->top = (uint16_t)(base + 2);
        unsigned flags = self.kind == OPERAND_TEMPORARY && self.index != base ? CONSUME_B : 0;
        uint32_t at = emit(unit, callee, OP_LOAD_METHOD, flags, base, self.index,
                           unit_identifier(unit, callee->attribute.attr));
        place_at_name(unit, at, callee);
    } else {
        base = compile_temporary(unit, callee);
    }
    uint16_t result = target == NO_REGISTER ? mark : target;
    uint32_t at = compile_call_arguments(unit, node, node->call.args, node->call.keywords, base, is_method, result);
    size_t given = node->call.args.count + node->call.keywords.count + (node->call.keywords.count > 0);
    if (is_method && given < 30) place_at_name(unit, at, callee); /* CPython's calls of methods take no more */
    finish(unit, mark, target);
    return temporary(result);
}

/* ---- generators and coroutines ---- */

Operand compile_await(Unit *unit, const Node *node, uint16_t awaitable, uint16_t target) {
    uint16_t sent = unit_temporary(unit);
    operand_into(unit, node, operand_none(unit), sent);
    uint16_t result = target == NO_REGISTER ? awaitable : target;
    emit(unit, node, OP_DELEGATE, 0, result, awaitable, sent);
    unit->top = (uint16_t)(awaitable + (target == NO_REGISTER));
    return temporary(result);
}

static Operand compile_yield(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    Operand value = node->yield.value ? compile_register(unit, node->yield.value)
                                      : operand_in_register(unit, node, operand_none(unit));
    uint16_t result = finish(unit, mark, target);
    emit(unit, node, OP_YIELD, consume(value, CONSUME_B, result), result, value.index, 0);
    return temporary(result);
}

static Operand compile_yield_from(Unit *unit, const Node *node, const Node *value, Opcode opcode, uint16_t target) {
    uint16_t mark = unit->top;
    Operand source = compile_register(unit, value);
    unit->top = mark;
    uint16_t iterator = unit_temporary(unit);
    emit(unit, node, opcode, consume(source, CONSUME_B, iterator), iterator, source.index, 0);
    return compile_await(unit, node, iterator, target);
}

static Operand compile_walrus(Unit *unit, const Node *node, uint16_t target) {
    uint16_t mark = unit->top;
    uint16_t result = target == NO_REGISTER ? unit_temporary(unit) : target;
    compile_into(unit, node->named_expression.value, result);
    compile_store(unit, node->named_expression.target, (Operand){OPERAND_LOCAL, result});
    unit->top = target == NO_REGISTER ? (uint16_t)(mark + 1) : mark;
    return temporary(result);
}

Operand compile_operand(Unit *unit, const Node *node, uint16_t target) {
    if (unit_deep(unit)) return (Operand){OPERAND_LOCAL, 0};
    Value folded;
    if ((node->kind == NODE_BINARY_OPERATION || node->kind == NODE_UNARY_OPERATION || node->kind == NODE_TUPLE ||
         node->kind == NODE_CONSTANT || node->kind == NODE_NAME) &&
        constant_fold(unit, node, &folded))
        return operand_constant(unit, folded);
    uint16_t mark = unit->top;
    switch (node->kind) {
    case NODE_NAME: return compile_load_name(unit, node, node->name.id, target);
    case NODE_BINARY_OPERATION: return compile_binary(unit, node, target);
    case NODE_UNARY_OPERATION: return compile_unary(unit, node, target);
    case NODE_BOOLEAN_OPERATION: return compile_boolean(unit, node, target);
    case NODE_COMPARE: return compile_compare(unit, node, target);
    case NODE_CONDITIONAL: return compile_conditional(unit, node, target);
    case NODE_NAMED_EXPRESSION: return compile_walrus(unit, node, target);
    case NODE_CALL: return compile_call(unit, node, target);
    case NODE_ATTRIBUTE: return compile_attribute(unit, node, target);
    case NODE_SUBSCRIPT: return compile_subscript(unit, node, target);
    case NODE_SLICE: return compile_slice(unit, node, target);
    case NODE_TUPLE: return compile_display(unit, node, node->tuple.elts, OP_BUILD_TUPLE, target);
    case NODE_LIST: return compile_display(unit, node, node->list.elts, OP_BUILD_LIST, target);
    case NODE_SET: return compile_display(unit, node, node->set.elts, OP_BUILD_SET, target);
    case NODE_DICT: return compile_dict(unit, node, target);
    case NODE_JOINED_STRING: return compile_joined(unit, node, target);
    case NODE_FORMATTED_VALUE: return compile_formatted(unit, node, target);
    case NODE_YIELD: return compile_yield(unit, node, target);
    case NODE_YIELD_FROM: return compile_yield_from(unit, node, node->yield_from.value, OP_GET_DELEGATE, target);
    case NODE_AWAIT: return compile_yield_from(unit, node, node->await.value, OP_GET_AWAITABLE, target);
    case NODE_LAMBDA: case NODE_LIST_COMPREHENSION: case NODE_SET_COMPREHENSION: case NODE_DICT_COMPREHENSION:
    case NODE_GENERATOR: {
        uint16_t result = finish(unit, mark, target);
        if (node->kind == NODE_LAMBDA) compile_lambda(unit, node, result);
        else compile_comprehension(unit, node, result);
        unit->top = target == NO_REGISTER ? (uint16_t)(mark + 1) : mark;
        return temporary(result);
    }
    default:
        unit_error(unit, node, "invalid syntax");
        return (Operand){OPERAND_LOCAL, 0};
    }
}
