/* Statements to instructions; loops, and what leaving a block early must undo. */
#include "kernel/language/compile/compiler.h"
#include "kernel/language/compile/evaluate.h"

#include "base/memory.h"
#include "kernel/objects/text/string.h"

#include <string.h>

/* ---- storing ---- */

/* Targets that are all local variables are unpacked into their registers, without temporaries: two of them always, more
 * when the registers follow each other. */
static bool store_into_locals(Unit *unit, const Node *target, NodeList items, Operand source) {
    if (items.count < 2 || items.count > 250) return false;
    uint16_t first = 0, second = 0;
    bool consecutive = true;
    for (size_t i = 0; i < items.count; i++) {
        uint16_t reg = items.items[i]->kind == NODE_NAME ? local_register(unit, items.items[i]->name.id) : NO_REGISTER;
        if (reg == NO_REGISTER) return false;
        if (i == 0) first = reg;
        if (i == 1) second = reg;
        if (reg != first + i || reg == source.index) consecutive = false;
    }
    if (items.count > 2 && !consecutive) return false;
    bool temporary = source.kind == OPERAND_TEMPORARY;
    if (items.count == 2) emit(unit, target, OP_UNPACK_PAIR, temporary ? CONSUME_C : 0, first, second, source.index);
    else emit(unit, target, OP_UNPACK, temporary ? CONSUME_B : 0, first, source.index, (unsigned)items.count);
    for (size_t i = 0; i < items.count; i++) mark_assigned(unit, local_register(unit, items.items[i]->name.id));
    return true;
}

static void store_sequence(Unit *unit, const Node *target, NodeList items, Operand value) {
    uint16_t mark = unit->top;
    Operand source = operand_in_register(unit, target, value);
    if (store_into_locals(unit, target, items, source)) {
        unit->top = mark;
        return;
    }
    size_t star = items.count;
    for (size_t i = 0; i < items.count; i++)
        if (items.items[i]->kind == NODE_STARRED) star = i;
    if (items.count > 20000) {
        unit_error(unit, target, "too many targets in assignment");
        return;
    }
    uint16_t first = unit_temporaries(unit, (unsigned)items.count);
    unsigned flags = source.kind == OPERAND_TEMPORARY ? CONSUME_B : 0;
    if (star == items.count) {
        emit(unit, target, OP_UNPACK, flags, first, source.index, (unsigned)items.count);
    } else {
        emit(unit, target, OP_UNPACK_STAR, flags, first, source.index, (unsigned)star);
        emit_word(unit, (int64_t)(items.count - star - 1));
    }
    for (size_t i = 0; i < items.count; i++) {
        const Node *item = items.items[i]->kind == NODE_STARRED ? items.items[i]->starred.value : items.items[i];
        compile_store(unit, item, (Operand){OPERAND_TEMPORARY, (uint32_t)(first + i)});
    }
    unit->top = mark;
}

void compile_store(Unit *unit, const Node *target, Operand value) {
    if (unit_deep(unit)) return;
    uint16_t mark = unit->top;
    switch (target->kind) {
    case NODE_NAME: compile_store_name(unit, target, target->name.id, value); break;
    case NODE_ATTRIBUTE: {
        Operand source = operand_in_register(unit, target, value);
        Operand object = compile_register(unit, target->attribute.value);
        unsigned flags = (object.kind == OPERAND_TEMPORARY ? CONSUME_A : 0) | (source.kind == OPERAND_TEMPORARY ? CONSUME_B : 0);
        uint32_t at = emit(unit, target, OP_STORE_ATTRIBUTE, flags, object.index, source.index,
                           unit_identifier(unit, target->attribute.attr));
        place_at_name(unit, at, target);
        break;
    }
    case NODE_SUBSCRIPT: {
        bool constant = value.kind == OPERAND_CONSTANT && value.index <= UINT16_MAX;
        Operand source = constant ? value : operand_in_register(unit, target, value);
        Operand container = compile_register(unit, target->subscript.value);
        if (container.kind == OPERAND_LOCAL && unit->has_walrus) {
            uint16_t copy = unit_temporary(unit);
            operand_into(unit, target, container, copy);
            container = (Operand){OPERAND_TEMPORARY, copy};
        }
        Operand key = compile_register(unit, target->subscript.slice);
        unsigned flags = (container.kind == OPERAND_TEMPORARY ? CONSUME_A : 0) |
                         (key.kind == OPERAND_TEMPORARY ? CONSUME_B : 0) | (source.kind == OPERAND_TEMPORARY ? CONSUME_C : 0);
        emit(unit, target, constant ? OP_SET_ITEM_K : OP_SET_ITEM, flags, container.index, key.index, source.index);
        break;
    }
    case NODE_TUPLE: store_sequence(unit, target, target->tuple.elts, value); break;
    case NODE_LIST: store_sequence(unit, target, target->list.elts, value); break;
    case NODE_STARRED: compile_store(unit, target->starred.value, value); break;
    default: unit_error(unit, target, "cannot assign to expression");
    }
    unit->top = mark;
}

/* a, b = b, a and the like: no tuple is made. */
static bool assign_in_parallel(Unit *unit, const Node *target, const Node *value) {
    if (target->kind != NODE_TUPLE || value->kind != NODE_TUPLE) return false;
    NodeList targets = target->tuple.elts, values = value->tuple.elts;
    if (targets.count != values.count || targets.count < 2 || targets.count > 8) return false;
    for (size_t i = 0; i < targets.count; i++)
        if (targets.items[i]->kind == NODE_STARRED || values.items[i]->kind == NODE_STARRED) return false;
    uint16_t mark = unit->top;
    /* the last value may go straight into its variable when the other targets are variables too */
    size_t direct = targets.count - 1;
    uint16_t last = NO_REGISTER;
    for (size_t i = 0; i < targets.count; i++) {
        last = targets.items[i]->kind == NODE_NAME ? local_register(unit, targets.items[i]->name.id) : NO_REGISTER;
        if (last == NO_REGISTER) break;
        if (i < direct && targets.items[i]->name.id == targets.items[direct]->name.id) {
            last = NO_REGISTER;
            break;
        }
    }
    if (last == NO_REGISTER || targets.items[direct]->kind != NODE_NAME) direct = targets.count;
    for (size_t i = 0; i < values.count; i++)
        if (i != direct) compile_temporary(unit, values.items[i]);
    if (direct < targets.count) {
        compile_into(unit, values.items[direct], last);
        mark_assigned(unit, last);
    }
    for (size_t i = 0; i < direct && i < targets.count; i++)
        compile_store(unit, targets.items[i], (Operand){OPERAND_TEMPORARY, (uint32_t)(mark + i)});
    unit->top = mark;
    return true;
}

static void compile_assign(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    NodeList targets = node->assign.targets;
    if (targets.count == 1 && targets.items[0]->kind == NODE_NAME) {
        uint16_t reg = local_register(unit, targets.items[0]->name.id);
        if (reg != NO_REGISTER) {
            compile_into(unit, node->assign.value, reg);
            mark_assigned(unit, reg);
            return;
        }
    }
    if (targets.count == 1 && assign_in_parallel(unit, targets.items[0], node->assign.value)) return;
    Operand value = compile_operand(unit, node->assign.value, NO_REGISTER);
    /* several targets, or a target whose own expressions may rebind the local */
    if (value.kind == OPERAND_LOCAL && targets.count > 1) {
        uint16_t copy = unit_temporary(unit);
        operand_into(unit, node, value, copy);
        value = (Operand){OPERAND_TEMPORARY, copy};
    }
    for (size_t i = 0; i < targets.count; i++) {
        Operand source = value;
        if (i + 1 < targets.count && source.kind == OPERAND_TEMPORARY) source.kind = OPERAND_LOCAL;
        compile_store(unit, targets.items[i], source);
    }
    unit->top = mark;
}

static void emit_in_place(Unit *unit, const Node *node, uint16_t target, uint32_t left, Operand right) {
    static const Opcode opcodes[BINARY_OPERATOR_COUNT] = {
#define X(name) [BINARY_##name] = OP_##name,
        OPCODE_BINARY(X)
#undef X
    };
    Opcode opcode = opcodes[binary_operator_from_ast(node->augmented_assign.op)];
    if (right.kind == OPERAND_CONSTANT && right.index > UINT16_MAX) right = operand_in_register(unit, node, right);
    if (right.kind == OPERAND_CONSTANT) emit(unit, node, opcode + 1, IN_PLACE, target, left, right.index);
    else
        emit(unit, node, opcode, IN_PLACE | (right.kind == OPERAND_TEMPORARY ? CONSUME_C : 0), target, left, right.index);
}

static void compile_augmented(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    const Node *target = node->augmented_assign.target, *value = node->augmented_assign.value;
    if (target->kind == NODE_NAME) {
        Operand left = compile_load_name(unit, target, target->name.id, NO_REGISTER);
        if (left.kind == OPERAND_LOCAL && unit->has_walrus && value->kind != NODE_NAME && value->kind != NODE_CONSTANT) {
            uint16_t copy = unit_temporary(unit);
            operand_into(unit, target, left, copy);
            left = (Operand){OPERAND_TEMPORARY, copy};
        }
        Operand right = compile_operand(unit, value, NO_REGISTER);
        emit_in_place(unit, node, (uint16_t)left.index, left.index, right);
        if (left.kind == OPERAND_TEMPORARY) compile_store_name(unit, target, target->name.id, left);
    } else if (target->kind == NODE_ATTRIBUTE) {
        Operand object = compile_register(unit, target->attribute.value);
        uint16_t current = unit_temporary(unit), name = unit_identifier(unit, target->attribute.attr);
        place_at_name(unit, emit(unit, target, OP_LOAD_ATTRIBUTE, 0, current, object.index, name), target);
        emit_in_place(unit, node, current, current, compile_operand(unit, value, NO_REGISTER));
        unsigned flags = CONSUME_B | (object.kind == OPERAND_TEMPORARY ? CONSUME_A : 0);
        place_at_name(unit, emit(unit, target, OP_STORE_ATTRIBUTE, flags, object.index, current, name), target);
    } else {
        Operand container = compile_register(unit, target->subscript.value);
        if (container.kind == OPERAND_LOCAL && unit->has_walrus) container = (Operand){OPERAND_TEMPORARY, compile_temporary(unit, target->subscript.value)};
        Operand key = compile_register(unit, target->subscript.slice);
        uint16_t current = unit_temporary(unit);
        emit(unit, target, OP_GET_ITEM, 0, current, container.index, key.index);
        emit_in_place(unit, node, current, current, compile_operand(unit, value, NO_REGISTER));
        unsigned flags = CONSUME_C | (container.kind == OPERAND_TEMPORARY ? CONSUME_A : 0) |
                         (key.kind == OPERAND_TEMPORARY ? CONSUME_B : 0);
        emit(unit, target, OP_SET_ITEM, flags, container.index, key.index, current);
    }
    unit->top = mark;
}

static void compile_annotated(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    const Node *target = node->annotated_assign.target;
    if (node->annotated_assign.value) {
        uint16_t reg = target->kind == NODE_NAME ? local_register(unit, target->name.id) : NO_REGISTER;
        if (reg != NO_REGISTER) {
            compile_into(unit, node->annotated_assign.value, reg);
            mark_assigned(unit, reg);
        } else {
            compile_store(unit, target, compile_operand(unit, node->annotated_assign.value, NO_REGISTER));
        }
        unit->top = mark;
    } else if (target->kind == NODE_ATTRIBUTE) {
        compile_effect(unit, target->attribute.value);
    } else if (target->kind == NODE_SUBSCRIPT) {
        compile_effect(unit, target->subscript.value);
        compile_effect(unit, target->subscript.slice);
    }
    if (unit->is_function) return;
    if (target->kind == NODE_NAME && node->annotated_assign.simple) {
        uint16_t annotation = unit_temporary(unit);
        compile_annotation(unit, node->annotated_assign.annotation, annotation);
        uint16_t dict = unit_temporary(unit), key = unit_temporary(unit);
        emit(unit, node, OP_LOAD_NAME, 0, dict, unit_name(unit, "__annotations__"), 0);
        const Identifier *name = scope_mangle(unit->compiler->context, unit->scope->class_name, target->name.id);
        String *text = string_intern_text(unit->compiler->thread, (name ? name : target->name.id)->bytes);
        emit_load_constant(unit, node, key, unit_constant(unit, value_from_object(text)));
        emit(unit, node, OP_SET_ITEM, CONSUME_A | CONSUME_B | CONSUME_C, dict, key, annotation);
    } else if (!(unit->compiler->context->futures & FUTURE_ANNOTATIONS)) {
        compile_effect(unit, node->annotated_assign.annotation);
    }
    unit->top = mark;
}

static void compile_delete(Unit *unit, const Node *target) {
    uint16_t mark = unit->top;
    switch (target->kind) {
    case NODE_NAME: compile_delete_name(unit, target, target->name.id); break;
    case NODE_ATTRIBUTE: {
        Operand object = compile_register(unit, target->attribute.value);
        uint32_t at = emit(unit, target, OP_DELETE_ATTRIBUTE, object.kind == OPERAND_TEMPORARY ? CONSUME_A : 0, object.index, 0,
                           unit_identifier(unit, target->attribute.attr));
        place_at_name(unit, at, target);
        break;
    }
    case NODE_SUBSCRIPT: {
        Operand container = compile_register(unit, target->subscript.value);
        Operand key = compile_register(unit, target->subscript.slice);
        emit(unit, target, OP_DELETE_ITEM,
             (container.kind == OPERAND_TEMPORARY ? CONSUME_A : 0) | (key.kind == OPERAND_TEMPORARY ? CONSUME_B : 0),
             container.index, key.index, 0);
        break;
    }
    case NODE_TUPLE: case NODE_LIST: {
        NodeList items = target->kind == NODE_TUPLE ? target->tuple.elts : target->list.elts;
        for (size_t i = 0; i < items.count; i++) compile_delete(unit, items.items[i]);
        break;
    }
    default: unit_error(unit, target, "cannot delete expression");
    }
    unit->top = mark;
}

/* ---- leaving blocks ---- */

/* Undo one block: its handler does not cover what is emitted here. */
static void unwind_block(Unit *unit, const Node *node, Block *block) {
    uint16_t mark = unit->top;
    if (block->kind == BLOCK_TRY || block->kind == BLOCK_FINALLY || block->kind == BLOCK_WITH || block->kind == BLOCK_ASYNC_WITH)
        unit_leave_body(unit, node);
    unit_close_range(unit, block);
    bool had_range = block->has_range;
    block->has_range = false;
    Block *saved = unit->block;
    unit->block = block->outer;
    switch (block->kind) {
    case BLOCK_FOR: case BLOCK_ASYNC_FOR: case BLOCK_TEMPORARY: emit(unit, node, OP_CLEAR, 0, block->reg, 0, 0); break;
    case BLOCK_FINALLY: {
        uint8_t *assigned = assigned_save(unit);
        compile_body(unit, block->final_body);
        assigned_restore(unit, assigned);
        memory_release(assigned);
        break;
    }
    case BLOCK_HANDLER:
        emit(unit, node, OP_POP_HANDLED, 0, block->reg + 1u, 0, 0);
        emit(unit, node, OP_CLEAR, 0, block->reg, 0, 0);
        break;
    case BLOCK_HANDLER_NAME:
        compile_store_name(unit, node, block->name, operand_none(unit));
        compile_delete_name(unit, node, block->name);
        break;
    case BLOCK_WITH: case BLOCK_ASYNC_WITH: {
        uint16_t result = unit_temporary(unit);
        emit(unit, block->node, OP_EXIT_WITH, HAS_FORMAT, result, block->reg, 0);
        if (block->kind == BLOCK_ASYNC_WITH) {
            emit(unit, block->node, OP_GET_AWAITABLE, 0, result, result, 2);
            compile_await(unit, block->node, result, NO_REGISTER);
        }
        emit(unit, block->node, OP_CLEAR, 0, result, 0, 0);
        emit(unit, block->node, OP_CLEAR, 0, block->reg, 0, 0);
        break;
    }
    case BLOCK_WHILE: case BLOCK_TRY: break;
    }
    unit->block = saved;
    block->has_range = had_range;
    unit->top = mark;
}

/* Blocks from the innermost out to, but without, `until`; then their ranges open again for what follows. */
void compile_unwind(Unit *unit, const Node *node, Block *until) {
    for (Block *block = unit->block; block != until; block = block->outer) unwind_block(unit, node, block);
    for (Block *block = unit->block; block != until; block = block->outer) block->range_start = UINT32_MAX;
}

static void reopen_ranges(Unit *unit, Block *until) {
    for (Block *block = unit->block; block != until; block = block->outer)
        if (block->has_range) block->range_start = (uint32_t)unit->word_count;
}

static void unreachable_from_here(Unit *unit) {
    if (!unit->assigned) return;
    for (size_t i = 0; i < unit->local_count; i++) unit->assigned[i] = !unit->uncertain[i];
}

static bool must_run_code(const Block *block) {
    for (; block; block = block->outer)
        if (block->kind == BLOCK_FINALLY || block->kind == BLOCK_HANDLER_NAME || block->kind == BLOCK_WITH ||
            block->kind == BLOCK_ASYNC_WITH)
            return true;
    return false;
}

/* For timing lines: the line's number; counted: it is one more run of it. */
static void emit_line(Unit *unit, const Node *node, bool counted) {
    if (!(unit->compiler->flags & COMPILE_LINES)) return;
    emit(unit, node, OP_LINE, 0, (uint16_t)node->line, (uint16_t)(node->line >> 16), counted);
}

static void emit_line_end(Unit *unit, const Node *node) {
    if (unit->compiler->flags & COMPILE_LINES) emit(unit, node, OP_LINE, 0, 0, 0, 0);
}

static void compile_return_value(Unit *unit, const Node *node, const Node *value);

/* return a if test else b, where nothing is to be undone: two returns. */
static void compile_return_conditional(Unit *unit, const Node *node, const Node *value) {
    uint32_t otherwise = unit_label(unit);
    compile_condition(unit, value->conditional.test, otherwise, false);
    uint8_t *saved = assigned_save(unit);
    compile_return_value(unit, node, value->conditional.body);
    unit_place(unit, otherwise);
    assigned_restore(unit, saved);
    compile_return_value(unit, node, value->conditional.orelse);
    memory_release(saved);
}

static void compile_return_value(Unit *unit, const Node *node, const Node *value) {
    uint16_t mark = unit->top;
    if (value->kind == NODE_CONDITIONAL && !unit_deep(unit)) {
        compile_return_conditional(unit, node, value);
        return;
    }
    Operand result = operand_in_register(unit, node, compile_operand(unit, value, NO_REGISTER));
    emit_line_end(unit, node);
    emit(unit, node, OP_RETURN, result.kind == OPERAND_TEMPORARY ? CONSUME_A : 0, result.index, 0, mark);
    unreachable_from_here(unit);
    unit->top = mark;
}

static void compile_return(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    if (!unit->block && node->return_statement.value) {
        compile_return_value(unit, node, node->return_statement.value);
        return;
    }
    Operand value = node->return_statement.value ? compile_operand(unit, node->return_statement.value, NO_REGISTER)
                                                 : operand_none(unit);
    if (value.kind == OPERAND_CONSTANT && must_run_code(unit->block)) {
        /* loaded afterwards */
    } else if (value.kind == OPERAND_LOCAL && must_run_code(unit->block)) {
        uint16_t copy = unit_temporary(unit);
        operand_into(unit, node, value, copy);
        value = (Operand){OPERAND_TEMPORARY, copy};
    }
    compile_unwind(unit, node, NULL);
    value = operand_in_register(unit, node, value);
    emit_line_end(unit, node);
    emit(unit, node, OP_RETURN, value.kind == OPERAND_TEMPORARY ? CONSUME_A : 0, value.index, 0, mark);
    reopen_ranges(unit, NULL);
    unreachable_from_here(unit);
    unit->top = mark;
}

static Block *innermost_loop(Unit *unit) {
    Block *block = unit->block;
    while (block && block->kind != BLOCK_WHILE && block->kind != BLOCK_FOR && block->kind != BLOCK_ASYNC_FOR)
        block = block->outer;
    return block;
}

static void compile_break(Unit *unit, const Node *node, bool is_continue) {
    Block *loop = innermost_loop(unit);
    if (!loop) {
        unit_error(unit, node, is_continue ? "'continue' not properly in loop" : "'break' outside loop");
        return;
    }
    Block *until = is_continue ? loop : loop->outer;
    compile_unwind(unit, node, until);
    emit_jump(unit, node, OP_JUMP, 0, is_continue ? loop->continue_label : loop->break_label);
    reopen_ranges(unit, until);
    unreachable_from_here(unit);
}

/* ---- loops and branches ---- */

static void compile_if(Unit *unit, const Node *node) {
    uint32_t otherwise = unit_label(unit), end = unit_label(unit);
    int truth = constant_truth(unit, node->if_statement.test);
    compile_condition(unit, node->if_statement.test, otherwise, false);
    uint8_t *before = assigned_save(unit);
    if (truth != 0) compile_body(unit, node->if_statement.body);
    uint8_t *after = assigned_save(unit);
    if (node->if_statement.orelse.count) {
        emit_jump(unit, NULL, OP_JUMP, 0, end); /* no line of its own */
        unit_place(unit, otherwise);
        assigned_restore(unit, before);
        if (truth != 1) compile_body(unit, node->if_statement.orelse);
    } else {
        unit_place(unit, otherwise);
        assigned_restore(unit, before);
    }
    unit_place(unit, end);
    assigned_intersect(unit, after);
    memory_release(before);
    memory_release(after);
}

static void compile_while(Unit *unit, const Node *node) {
    int truth = constant_truth(unit, node->while_statement.test);
    uint32_t body = unit_label(unit), test = unit_label(unit), end = unit_label(unit);
    uint8_t *before = assigned_save(unit);
    if (truth != 0) {
        Block block = {.kind = BLOCK_WHILE, .outer = unit->block, .break_label = end, .continue_label = test, .node = node};
        if (truth < 0) emit_jump(unit, node->while_statement.test, OP_JUMP, 0, test);
        else emit(unit, node->while_statement.test, OP_NOP, 0, 0, 0, 0);
        unit_place(unit, body);
        unit->block = &block;
        compile_body(unit, node->while_statement.body);
        unit->block = block.outer;
        unit_place(unit, test);
        emit_line(unit, node, true);
        assigned_restore(unit, before);
        compile_condition(unit, node->while_statement.test, body, true);
    }
    assigned_restore(unit, before);
    compile_body(unit, node->while_statement.orelse);
    unit_place(unit, end);
    assigned_restore(unit, before);
    memory_release(before);
}

static void compile_for(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    const Node *iterable = node->for_statement.iter, *target = node->for_statement.target;
    uint32_t body = unit_label(unit), next = unit_label(unit), end = unit_label(unit);
    Operand source = compile_operand(unit, iterable, NO_REGISTER);
    source = operand_in_register(unit, iterable, source);
    unit->top = mark;
    uint16_t state = unit_temporaries(unit, 3);
    emit(unit, node, OP_GET_ITERATOR, source.kind == OPERAND_TEMPORARY && source.index != state ? CONSUME_B : 0, state,
         source.index, 0);
    uint16_t item = target->kind == NODE_NAME ? local_register(unit, target->name.id) : NO_REGISTER;
    bool direct = item != NO_REGISTER;
    if (!direct) item = unit_temporary(unit);
    Block block = {.kind = BLOCK_FOR, .outer = unit->block, .break_label = end, .continue_label = next, .reg = state,
                   .node = node};
    uint8_t *before = assigned_save(unit);
    emit_jump(unit, node, OP_JUMP, 0, next);
    unit_place(unit, body);
    if (direct) mark_assigned(unit, item);
    else compile_store(unit, target, (Operand){OPERAND_TEMPORARY, item});
    unit->block = &block;
    compile_body(unit, node->for_statement.body);
    unit->block = block.outer;
    unit_place(unit, next);
    emit_line(unit, node, true);
    uint32_t at = emit(unit, node, OP_FOR_NEXT, 0, item, state, 0);
    emit_jump_word(unit, at, body);
    assigned_restore(unit, before);
    compile_body(unit, node->for_statement.orelse);
    unit_place(unit, end);
    assigned_restore(unit, before);
    memory_release(before);
    unit->top = mark;
}

static void compile_async_for(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    const Node *iterable = node->async_for.iter;
    uint32_t next = unit_label(unit), end = unit_label(unit), handler = unit_label(unit), otherwise = unit_label(unit);
    Operand source = compile_register(unit, iterable);
    unit->top = mark;
    uint16_t iterator = unit_temporary(unit);
    emit(unit, iterable, OP_GET_ASYNC_ITERATOR, source.kind == OPERAND_TEMPORARY && source.index != iterator ? CONSUME_B : 0,
         iterator, source.index, 0);
    uint8_t *before = assigned_save(unit);
    Block block = {.kind = BLOCK_ASYNC_FOR, .outer = unit->block, .break_label = end, .continue_label = next,
                   .reg = iterator, .node = node};
    unit_place(unit, next);
    Block guard = {.kind = BLOCK_TRY, .outer = unit->block, .node = node};
    uint16_t item = unit_temporary(unit);
    unit->block = &guard;
    unit_open_range(unit, &guard, handler, item);
    emit(unit, iterable, OP_GET_ASYNC_NEXT, 0, item, iterator, 0);
    compile_await(unit, iterable, item, NO_REGISTER);
    unit_close_range(unit, &guard);
    unit->block = &block;
    compile_store(unit, node->async_for.target, (Operand){OPERAND_TEMPORARY, item});
    unit->top = item;
    compile_body(unit, node->async_for.body);
    unit->block = block.outer;
    emit_jump(unit, node, OP_JUMP, 0, next);
    unit_place(unit, handler);
    emit(unit, iterable, OP_END_ASYNC_FOR, 0, item, 0, 0);
    emit(unit, iterable, OP_CLEAR, 0, iterator, 0, 0);
    unit_place(unit, otherwise);
    assigned_restore(unit, before);
    compile_body(unit, node->async_for.orelse);
    unit_place(unit, end);
    assigned_restore(unit, before);
    memory_release(before);
    unit->top = mark;
}

/* ---- simple statements ---- */

static void compile_raise(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    unsigned count = 0, flags = 0;
    Operand exception = {0}, cause = {0};
    if (node->raise.exc) {
        exception = compile_register(unit, node->raise.exc);
        if (exception.kind == OPERAND_TEMPORARY) flags |= CONSUME_A;
        count = 1;
    }
    if (node->raise.cause) {
        cause = compile_register(unit, node->raise.cause);
        if (cause.kind == OPERAND_TEMPORARY) flags |= CONSUME_B;
        count = 2;
    }
    emit(unit, node, OP_RAISE, flags, exception.index, cause.index, count);
    unreachable_from_here(unit);
    unit->top = mark;
}

static void compile_assert(Unit *unit, const Node *node) {
    if (unit->compiler->thread->interpreter->optimization) return warn_of_assertion(unit, node);
    uint16_t mark = unit->top;
    uint32_t end = unit_label(unit);
    warn_of_assertion(unit, node);
    compile_condition(unit, node->assert_statement.test, end, true);
    uint16_t error = unit_temporary(unit);
    emit(unit, node, OP_ASSERTION_ERROR, 0, error, 0, 0);
    if (node->assert_statement.msg) {
        compile_temporary(unit, node->assert_statement.msg);
        emit(unit, node, OP_CALL, 0, error, error, 1);
    }
    /* CPython points at the test */
    bool constant = constant_truth(unit, node->assert_statement.test) >= 0;
    emit(unit, constant ? node : node->assert_statement.test, OP_RAISE, CONSUME_A, error, 0, 1);
    unit_place(unit, end);
    unit->top = mark;
}

static void emit_import(Unit *unit, const Node *node, const char *name, Value wanted, int level, uint16_t target) {
    uint16_t mark = unit->top;
    uint16_t list = unit_temporary(unit);
    emit_load_constant(unit, node, list, unit_constant(unit, wanted));
    emit(unit, node, OP_IMPORT, CONSUME_C, target, unit_name(unit, name), list);
    emit_word(unit, level);
    unit->top = mark;
}

static void compile_import(Unit *unit, const Node *node) {
    AstContext *context = unit->compiler->context;
    for (size_t i = 0; i < node->import.names.count; i++) {
        uint16_t mark = unit->top;
        const Node *alias = node->import.names.items[i];
        const char *name = alias->alias.name->bytes;
        uint16_t module = unit_temporary(unit);
        emit_import(unit, node, name, VALUE_NONE, 0, module);
        const char *dot = strchr(name, '.');
        const Identifier *target = alias->alias.asname;
        if (target && dot) {
            while (dot) {
                const char *next = strchr(dot + 1, '.');
                const Identifier *part = ast_identifier(context, dot + 1, next ? (size_t)(next - dot - 1) : strlen(dot + 1));
                if (part) emit(unit, node, OP_IMPORT_FROM, CONSUME_B, module, module, unit_name(unit, part->bytes));
                dot = next;
            }
        } else if (!target) {
            target = dot ? ast_identifier(context, name, (size_t)(dot - name)) : alias->alias.name;
        }
        if (target) compile_store_name(unit, node, target, (Operand){OPERAND_TEMPORARY, module});
        unit->top = mark;
    }
}

static void compile_import_from(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    Thread *thread = unit->compiler->thread;
    NodeList names = node->import_from.names;
    Value wanted = tuple_new(thread, names.count);
    for (size_t i = 0; !value_is_absent(wanted) && i < names.count; i++) {
        String *name = string_intern_text(thread, names.items[i]->alias.name->bytes);
        if (name) value_tuple(wanted)->items[i] = value_from_object(name);
    }
    uint16_t module = unit_temporary(unit);
    emit_import(unit, node, node->import_from.module ? node->import_from.module->bytes : "", wanted, node->import_from.level,
                module);
    if (names.count == 1 && !strcmp(names.items[0]->alias.name->bytes, "*")) {
        emit(unit, node, OP_IMPORT_STAR, CONSUME_A, module, 0, 0);
        unit->top = mark;
        return;
    }
    for (size_t i = 0; i < names.count; i++) {
        const Node *alias = names.items[i];
        uint16_t item = unit_temporary(unit);
        emit(unit, node, OP_IMPORT_FROM, 0, item, module, unit_name(unit, alias->alias.name->bytes));
        compile_store_name(unit, node, alias->alias.asname ? alias->alias.asname : alias->alias.name,
                           (Operand){OPERAND_TEMPORARY, item});
        unit->top = (uint16_t)(module + 1);
    }
    emit(unit, node, OP_CLEAR, 0, module, 0, 0);
    unit->top = mark;
}

void compile_show(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    Operand value = compile_register(unit, node->expression_statement.value);
    emit(unit, node, OP_SHOW, value.kind == OPERAND_TEMPORARY ? CONSUME_A : 0, value.index, 0, 0);
    unit->top = mark;
}

static void compile_expression_statement(Unit *unit, const Node *node) {
    if (!unit->outer && unit->compiler->flags & COMPILE_SHOW_ALL) {
        compile_show(unit, node);
        return;
    }
    const Node *value = node->expression_statement.value;
    if (value->kind == NODE_CONSTANT) return;
    compile_effect(unit, value);
}

void compile_body(Unit *unit, NodeList body) {
    for (size_t i = 0; i < body.count && !unit->compiler->failed; i++) compile_statement(unit, body.items[i]);
}

void compile_statement(Unit *unit, const Node *node) {
    if (unit_deep(unit)) return;
    emit_line(unit, node, node->kind != NODE_FOR && node->kind != NODE_WHILE);
    switch (node->kind) {
    case NODE_EXPRESSION_STATEMENT: compile_expression_statement(unit, node); break;
    case NODE_ASSIGN: compile_assign(unit, node); break;
    case NODE_AUGMENTED_ASSIGN: compile_augmented(unit, node); break;
    case NODE_ANNOTATED_ASSIGN: compile_annotated(unit, node); break;
    case NODE_DELETE:
        for (size_t i = 0; i < node->delete_statement.targets.count; i++)
            compile_delete(unit, node->delete_statement.targets.items[i]);
        break;
    case NODE_RETURN: compile_return(unit, node); break;
    case NODE_BREAK: compile_break(unit, node, false); break;
    case NODE_CONTINUE: compile_break(unit, node, true); break;
    case NODE_IF: compile_if(unit, node); break;
    case NODE_WHILE: compile_while(unit, node); break;
    case NODE_FOR: compile_for(unit, node); break;
    case NODE_ASYNC_FOR: compile_async_for(unit, node); break;
    case NODE_RAISE: compile_raise(unit, node); break;
    case NODE_ASSERT: compile_assert(unit, node); break;
    case NODE_IMPORT: compile_import(unit, node); break;
    case NODE_IMPORT_FROM: compile_import_from(unit, node); break;
    case NODE_TRY: case NODE_TRY_STAR:
        emit(unit, node, OP_NOP, 0, 0, 0, 0);
        (node->kind == NODE_TRY ? compile_try : compile_try_star)(unit, node);
        break;
    case NODE_WITH: case NODE_ASYNC_WITH: compile_with(unit, node); break;
    case NODE_MATCH: compile_match(unit, node); break;
    case NODE_FUNCTION: case NODE_ASYNC_FUNCTION: compile_function_definition(unit, node); break;
    case NODE_CLASS: compile_class_definition(unit, node); break;
    case NODE_PASS: emit(unit, node, OP_NOP, 0, 0, 0, 0); break; /* a line to stop at */
    case NODE_GLOBAL: case NODE_NONLOCAL: break;
    default: unit_error(unit, node, "invalid syntax");
    }
}
