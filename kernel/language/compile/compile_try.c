/* try, try with except*, and with.
 *
 * There is no cost on the way in: a table says which instructions a handler covers. A handler finds the exception in
 * the register at its depth; PUSH_HANDLED makes it the one being handled and keeps the earlier one in the next
 * register; POP_HANDLED puts that back. What goes wrong inside a handler ends in its cleanup, which does the same and
 * raises on.
 *
 * Where a body is left whose handlers, final body or __exit__ may have to do with what goes wrong, array work that was put
 * off in it is done (FINISH_PENDING). */
#include "kernel/language/compile/compiler.h"

#include "base/memory.h"

#include <string.h>

static void after_handler(Unit *unit, const Node *node, uint16_t exception) {
    emit(unit, node, OP_POP_HANDLED, 0, exception + 1u, 0, 0);
    emit(unit, node, OP_CLEAR, 0, exception, 0, 0);
}

/* The cleanup behind a handler whose exception is in `exception`: forget what it handled, raise the new one on. */
static void emit_cleanup(Unit *unit, const Node *node, uint32_t label, uint16_t exception) {
    (void)node;
    unit_place(unit, label);
    emit(unit, NULL, OP_POP_HANDLED, 0, exception + 1u, 0, 0);
    emit(unit, NULL, OP_RERAISE, KEEPS_PLACE, exception + 2u, 0, 0);
}

/* Begin a handler: two registers for the exception and what was handled before, and a block around it. */
static uint16_t begin_handler(Unit *unit, const Node *node, Block *block, uint32_t cleanup) {
    uint16_t exception = unit_temporaries(unit, 3); /* the third is the cleanup's */
    unit->top = (uint16_t)(exception + 2);
    emit(unit, NULL, OP_PUSH_HANDLED, 0, exception + 1u, exception, 0);
    *block = (Block){.kind = BLOCK_HANDLER, .outer = unit->block, .reg = exception, .node = node};
    unit->block = block;
    unit_open_range(unit, block, cleanup, (uint16_t)(exception + 2));
    return exception;
}

static void end_handler(Unit *unit, Block *block) {
    unit_close_range(unit, block);
    unit->block = block->outer;
}

/* ---- try ... finally ---- */

static const Node *last_of(NodeList body) { return body.count ? body.items[body.count - 1] : NULL; }

typedef void BodyCompiler(Unit *unit, const Node *node);

static void compile_with_finally(Unit *unit, const Node *node, BodyCompiler *compile_rest, NodeList final_body) {
    uint16_t mark = unit->top;
    uint32_t handler = unit_label(unit), cleanup = unit_label(unit), end = unit_label(unit);
    uint8_t *before = assigned_save(unit);
    Block block = {.kind = BLOCK_FINALLY, .outer = unit->block, .final_body = final_body, .node = node};
    unit->block = &block;
    unit_open_range(unit, &block, handler, mark);
    compile_rest(unit, node);
    unit_leave_body(unit, last_of(node->kind == NODE_TRY ? node->try_statement.body : node->try_star.body));
    unit_close_range(unit, &block);
    unit->block = block.outer;
    compile_body(unit, final_body);
    emit_jump(unit, NULL, OP_JUMP, 0, end);
    uint8_t *after = assigned_save(unit);

    unit_place(unit, handler);
    assigned_restore(unit, before);
    Block inside;
    uint16_t exception = begin_handler(unit, node, &inside, cleanup);
    compile_body(unit, final_body);
    end_handler(unit, &inside);
    emit(unit, NULL, OP_POP_HANDLED, 0, exception + 1u, 0, 0);
    emit(unit, final_body.items[final_body.count - 1], OP_RERAISE, 0, exception, 0, 0);
    emit_cleanup(unit, node, cleanup, exception);
    unit_place(unit, end);
    assigned_restore(unit, after);
    memory_release(before);
    memory_release(after);
    unit->top = mark;
}

/* ---- try ... except ---- */

/* `except E as name:`: the name goes at the end of the handler, however that comes. */
static void compile_handler_body(Unit *unit, const Node *handler, uint16_t exception) {
    const Identifier *name = handler->except_handler.name;
    if (!name) {
        compile_body(unit, handler->except_handler.body);
        return;
    }
    uint16_t mark = unit->top;
    uint32_t cleanup = unit_label(unit), end = unit_label(unit);
    compile_store_name(unit, handler, name, (Operand){OPERAND_LOCAL, exception});
    Block block = {.kind = BLOCK_HANDLER_NAME, .outer = unit->block, .name = name, .node = handler};
    unit->block = &block;
    unit_open_range(unit, &block, cleanup, mark);
    compile_body(unit, handler->except_handler.body);
    unit_close_range(unit, &block);
    unit->block = block.outer;
    compile_store_name(unit, NULL, name, operand_none(unit));
    compile_delete_name(unit, NULL, name);
    emit_jump(unit, NULL, OP_JUMP, 0, end);
    unit_place(unit, cleanup);
    uint16_t raised = unit_temporary(unit);
    compile_store_name(unit, NULL, name, operand_none(unit));
    compile_delete_name(unit, NULL, name);
    emit(unit, NULL, OP_RERAISE, KEEPS_PLACE, raised, 0, 0);
    unit_place(unit, end);
    unit->top = mark;
}

static void compile_except(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    uint32_t handler_label = unit_label(unit), cleanup = unit_label(unit), end = unit_label(unit);
    uint8_t *before = assigned_save(unit);
    Block block = {.kind = BLOCK_TRY, .outer = unit->block, .node = node};
    unit->block = &block;
    unit_open_range(unit, &block, handler_label, mark);
    compile_body(unit, node->try_statement.body);
    unit_leave_body(unit, last_of(node->try_statement.body));
    unit_close_range(unit, &block);
    unit->block = block.outer;
    compile_body(unit, node->try_statement.orelse);
    emit_jump(unit, NULL, OP_JUMP, 0, end);
    uint8_t *after = assigned_save(unit);

    unit_place(unit, handler_label);
    Block inside;
    assigned_restore(unit, before);
    uint16_t exception = begin_handler(unit, node, &inside, cleanup);
    for (size_t i = 0; i < node->try_statement.handlers.count; i++) {
        const Node *handler = node->try_statement.handlers.items[i];
        uint32_t next = unit_label(unit);
        assigned_restore(unit, before);
        if (handler->except_handler.type) {
            uint16_t matched = compile_temporary(unit, handler->except_handler.type);
            emit(unit, handler->except_handler.type, OP_MATCH_EXCEPTION, 0, matched, exception, matched);
            emit_jump(unit, handler, OP_JUMP_IF_FALSE, matched, next);
            unit->top = matched;
        }
        compile_handler_body(unit, handler, exception);
        unit_close_range(unit, &inside);
        after_handler(unit, NULL, exception);
        emit_jump(unit, NULL, OP_JUMP, 0, end);
        inside.range_start = (uint32_t)unit->word_count;
        assigned_intersect(unit, after);
        if (after) memcpy(after, unit->assigned, unit->local_count);
        unit_place(unit, next);
    }
    const NodeList handlers = node->try_statement.handlers;
    end_handler(unit, &inside);
    emit(unit, NULL, OP_POP_HANDLED, 0, exception + 1u, 0, 0);
    emit(unit, handlers.items[handlers.count - 1], OP_RERAISE, 0, exception, 0, 0);
    emit_cleanup(unit, node, cleanup, exception);
    unit_place(unit, end);
    assigned_restore(unit, after);
    memory_release(before);
    memory_release(after);
    unit->top = mark;
}

static void compile_try_body(Unit *unit, const Node *node) { compile_body(unit, node->try_statement.body); }

void compile_try(Unit *unit, const Node *node) {
    if (!node->try_statement.finalbody.count) compile_except(unit, node);
    else if (node->try_statement.handlers.count) compile_with_finally(unit, node, compile_except, node->try_statement.finalbody);
    else compile_with_finally(unit, node, compile_try_body, node->try_statement.finalbody);
}

/* ---- except* ---- */

/* The registers: exception, handled before, (cleanup), list of what the handlers raised, matched part, the rest. */
static void compile_star_handlers(Unit *unit, const Node *node, uint16_t exception, uint32_t end, Block *inside) {
    uint16_t raised = unit_temporaries(unit, 3), matched = (uint16_t)(raised + 1), rest = (uint16_t)(raised + 2);
    emit(unit, node, OP_BUILD_LIST, 0, raised, raised, 0);
    emit(unit, node, OP_MOVE, 0, rest, exception, 0);
    for (size_t i = 0; i < node->try_star.handlers.count; i++) {
        const Node *handler = node->try_star.handlers.items[i];
        uint32_t next = unit_label(unit), caught = unit_label(unit), failed = unit_label(unit);
        uint16_t class_register = compile_temporary(unit, handler->except_handler.type);
        emit(unit, handler->except_handler.type, OP_SPLIT_GROUP, CONSUME_C, matched, rest, class_register);
        unit->top = class_register;
        uint32_t none = unit_constant(unit, VALUE_NONE);
        uint32_t at = emit(unit, handler, OP_JUMP_IS_K, 0, matched, none, 1);
        emit_jump_word(unit, at, next);
        uint16_t saved = unit_temporaries(unit, 2);
        emit(unit, NULL, OP_PUSH_HANDLED, 0, saved, matched, 0);
        Block guard = {.kind = BLOCK_TRY, .outer = unit->block, .node = handler};
        unit->block = &guard;
        unit_open_range(unit, &guard, failed, (uint16_t)(saved + 1));
        compile_handler_body(unit, handler, matched);
        unit_close_range(unit, &guard);
        unit->block = guard.outer;
        emit_jump(unit, NULL, OP_JUMP, 0, caught);
        unit_place(unit, failed);
        emit(unit, NULL, OP_LIST_APPEND, CONSUME_B, raised, saved + 1u, 0);
        unit_place(unit, caught);
        emit(unit, NULL, OP_POP_HANDLED, 0, saved, 0, 0);
        emit(unit, NULL, OP_CLEAR, 0, matched, 0, 0);
        unit->top = class_register;
        unit_place(unit, next);
    }
    uint32_t quiet = unit_label(unit);
    emit(unit, NULL, OP_LIST_APPEND, CONSUME_B, raised, rest, 0);
    emit(unit, NULL, OP_JOIN_GROUP, CONSUME_C, matched, exception, raised);
    uint32_t at = emit(unit, NULL, OP_JUMP_IS_K, 0, matched, unit_constant(unit, VALUE_NONE), 1);
    emit_jump_word(unit, at, quiet);
    emit(unit, NULL, OP_RERAISE, 0, matched, 0, 0);
    unit_place(unit, quiet);
    end_handler(unit, inside);
    after_handler(unit, NULL, exception);
    emit_jump(unit, NULL, OP_JUMP, 0, end);
}

static void compile_except_star(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    uint32_t handler_label = unit_label(unit), cleanup = unit_label(unit), end = unit_label(unit);
    uint8_t *before = assigned_save(unit);
    Block block = {.kind = BLOCK_TRY, .outer = unit->block, .node = node}, inside;
    unit->block = &block;
    unit_open_range(unit, &block, handler_label, mark);
    compile_body(unit, node->try_star.body);
    unit_leave_body(unit, last_of(node->try_star.body));
    unit_close_range(unit, &block);
    unit->block = block.outer;
    compile_body(unit, node->try_star.orelse);
    emit_jump(unit, NULL, OP_JUMP, 0, end);
    unit_place(unit, handler_label);
    assigned_restore(unit, before);
    uint16_t exception = begin_handler(unit, node, &inside, cleanup);
    compile_star_handlers(unit, node, exception, end, &inside);
    emit_cleanup(unit, node, cleanup, exception);
    unit_place(unit, end);
    assigned_restore(unit, before);
    memory_release(before);
    unit->top = mark;
}

void compile_try_star(Unit *unit, const Node *node) {
    if (node->try_star.finalbody.count) compile_with_finally(unit, node, compile_except_star, node->try_star.finalbody);
    else compile_except_star(unit, node);
}

/* ---- with ---- */

static void await_result(Unit *unit, const Node *node, uint16_t result, unsigned kind) {
    emit(unit, node, OP_GET_AWAITABLE, 0, result, result, kind);
    compile_await(unit, node, result, NO_REGISTER);
}

static void compile_with_item(Unit *unit, const Node *node, NodeList items, size_t index, NodeList body, bool is_async) {
    if (index == items.count) {
        compile_body(unit, body);
        return;
    }
    uint16_t mark = unit->top;
    const Node *item = items.items[index], *manager = item->with_item.context_expr;
    uint32_t handler = unit_label(unit), cleanup = unit_label(unit), end = unit_label(unit), swallowed = unit_label(unit);
    Operand source = compile_register(unit, manager);
    unit->top = mark;
    uint16_t leave = unit_temporaries(unit, 2), entered = (uint16_t)(leave + 1);
    emit(unit, node, is_async ? OP_ENTER_ASYNC_WITH : OP_ENTER_WITH,
         source.kind == OPERAND_TEMPORARY && source.index != leave ? CONSUME_B : 0, leave, source.index, 0);
    if (is_async) await_result(unit, node, entered, 1);
    unit->top = (uint16_t)(entered + 1);
    uint8_t *before = assigned_save(unit);
    Block block = {.kind = is_async ? BLOCK_ASYNC_WITH : BLOCK_WITH, .outer = unit->block, .reg = leave, .node = node};
    unit->block = &block;
    unit_open_range(unit, &block, handler, entered);
    if (item->with_item.optional_vars)
        compile_store(unit, item->with_item.optional_vars, (Operand){OPERAND_TEMPORARY, entered});
    else emit(unit, node, OP_CLEAR, 0, entered, 0, 0);
    unit->top = entered;
    compile_with_item(unit, node, items, index + 1, body, is_async);
    unit_leave_body(unit, last_of(body));
    unit_close_range(unit, &block);
    unit->block = block.outer;
    uint16_t result = unit_temporary(unit);
    emit(unit, node, OP_EXIT_WITH, HAS_FORMAT, result, leave, 0);
    if (is_async) await_result(unit, node, result, 2);
    emit(unit, node, OP_CLEAR, 0, result, 0, 0);
    emit_jump(unit, node, OP_JUMP, 0, end);

    unit->top = entered;
    unit_place(unit, handler);
    Block inside;
    uint16_t exception = begin_handler(unit, node, &inside, cleanup);
    result = unit_temporary(unit);
    emit(unit, node, OP_EXIT_WITH, 0, result, leave, exception);
    if (is_async) await_result(unit, node, result, 2);
    unit->top = (uint16_t)(result + 1);
    emit_jump(unit, node, OP_JUMP_IF_TRUE, result, swallowed);
    emit(unit, node, OP_RERAISE, KEEPS_PLACE, exception, 0, 0);
    unit_place(unit, swallowed);
    emit(unit, node, OP_CLEAR, 0, result, 0, 0);
    end_handler(unit, &inside);
    after_handler(unit, node, exception);
    emit_jump(unit, node, OP_JUMP, 0, end);
    emit_cleanup(unit, node, cleanup, exception);
    unit_place(unit, end);
    emit(unit, node, OP_CLEAR, 0, leave, 0, 0);
    assigned_restore(unit, before);
    memory_release(before);
    unit->top = mark;
}

void compile_with(Unit *unit, const Node *node) {
    if (node->kind == NODE_WITH) compile_with_item(unit, node, node->with_statement.items, 0, node->with_statement.body, false);
    else compile_with_item(unit, node, node->async_with.items, 0, node->async_with.body, true);
}
