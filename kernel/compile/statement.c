/* Statements. */
#include "kernel/compile/private.h"

#include <string.h>

static void assign_tuple(Compilation *c, const Node *target, NodeList targets, CompileValue value) {
    value = value_force(c, value);
    int starred = -1;
    for (size_t i = 0; i < targets.count; i++)
        if (targets.items[i]->kind == NODE_STARRED) starred = (int)i;
    if (starred >= 0) fail_unsupported(c, target, "Use of unsupported opcode (UNPACK_EX) found");
    int count = (int)targets.count;
    if (value.type->kind == TYPE_KIND_TUPLE || value.items) {
        int have = value.items ? value.item_count : value.type->count;
        if (have < count) fail_kind(c, "ValueError", "not enough values to unpack (expected %d, got %d)", count, have);
        if (have > count) fail_kind(c, "ValueError", "too many values to unpack (expected %d)", count);
        CompileValue *items = compile_allocate(c, (size_t)count * sizeof *items + 1);
        for (int i = 0; i < count; i++) items[i] = value_item(c, value, i);
        for (int i = 0; i < count; i++) walk_assign(c, targets.items[i], items[i]);
        return;
    }
    if (value.type->kind == TYPE_KIND_ARRAY) {
        IrValue *extent = array_extent(c, value, 0), *wanted = code_integer(c, DTYPE_INT64, count);
        code_check(c, code_binary(c, IR_EQ, extent, wanted), "ValueError", "unpacking count mismatch");
        CompileValue *items = compile_allocate(c, (size_t)count * sizeof *items + 1);
        for (int i = 0; i < count; i++) items[i] = index_get(c, target, value, value_int(c, i));
        for (int i = 0; i < count; i++) walk_assign(c, targets.items[i], items[i]);
        return;
    }
    const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.__getitem__", type_class_word(value.type)));
    if (!row) fail_typing(c, target, "exhaust iter", "failed to unpack %s", value.type->name);
    CompileValue *items = compile_allocate(c, (size_t)count * sizeof *items + 1);
    CompileValue length = call_path(c, target, "builtins.len", &value, 1);
    code_check(c, code_binary(c, IR_EQ, value_part(c, length), code_integer(c, DTYPE_INT64, count)), "ValueError", "unpacking count mismatch");
    for (int i = 0; i < count; i++) items[i] = index_get(c, target, value, value_int(c, i));
    for (int i = 0; i < count; i++) walk_assign(c, targets.items[i], items[i]);
}

void walk_assign(Compilation *c, const Node *target, CompileValue value) {
    CompileValue container, index;
    switch (target->kind) {
    case NODE_NAME: {
        int name = variable_find(c, target->name.id);
        if (name < 0) fail_unsupported(c, target, "Use of unsupported opcode (STORE_GLOBAL) found");
        variable_assign(c, name, value);
        return;
    }
    case NODE_TUPLE:
    case NODE_LIST: assign_tuple(c, target, target->tuple.elts, value); return;
    case NODE_SUBSCRIPT:
        container = walk(c, target->subscript.value);
        index = walk(c, target->subscript.slice);
        c->node = target;
        if (c->emit) c->builder.line = target->line;
        index_set(c, target, container, index, value);
        return;
    case NODE_ATTRIBUTE: {
        container = walk(c, target->attribute.value);
        const char *name = target->attribute.attr->bytes;
        const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.%s=", type_class_word(container.type), name));
        if (!row) row = builtin_find(c, compile_text(c, "%s.=", type_class_word(container.type)));
        if (!row)
            fail_typing(c, target, compile_text(c, "set attribute '%s'", name), "Cannot resolve setattr: (%s).%s = %s", container.type->name, name,
                        value_shown(c, value));
        CompileValue both[3] = {container, value_force(c, value), value_from_constant(c, target, name, compile_keep(c, string_from_c(c->thread, name)))};
        Arguments arguments = {.values = both, .count = 2 + (row->path[strlen(row->path) - 2] == '.'), .node = target};
        call_builtin(c, target, row, &arguments);
        return;
    }
    default: fail_unsupported(c, target, "assignment to this");
    }
}

static void walk_augmented(Compilation *c, const Node *node) {
    const Node *target = node->augmented_assign.target;
    CompileValue container, index, value;
    if (target->kind == NODE_SUBSCRIPT) {
        container = walk(c, target->subscript.value);
        index = walk(c, target->subscript.slice);
        value = index_get(c, target, container, index);
        value = operate_in_place(c, node, node->augmented_assign.op, value, walk_open(c, node->augmented_assign.value));
        if (value.type->kind == TYPE_KIND_ARRAY && !value.expression) return; /* done in the view */
        index_set(c, target, container, index, value);
        return;
    }
    if (target->kind == NODE_ATTRIBUTE) {
        container = walk(c, target->attribute.value);
        value = attribute_get(c, target, container, target->attribute.attr->bytes);
        walk_assign(c, target, operate_in_place(c, node, node->augmented_assign.op, value, walk_open(c, node->augmented_assign.value)));
        return;
    }
    int name = variable_find(c, target->name.id);
    if (name < 0) fail_unsupported(c, target, "Use of unsupported opcode (STORE_GLOBAL) found");
    value = variable_read(c, target, name);
    variable_assign(c, name, operate_in_place(c, node, node->augmented_assign.op, value, walk_open(c, node->augmented_assign.value)));
}

static void walk_if(Compilation *c, const Node *node) {
    CompileValue condition = walk(c, node->if_statement.test);
    int known = value_known_truth(condition);
    if (known >= 0) {
        walk_statements(c, known ? node->if_statement.body : node->if_statement.orelse);
        return;
    }
    IrValue *truth = value_truth_code(c, node, condition);
    Join *join = join_find(c, node, JOIN_AFTER);
    Binding *before = bindings_copy(c, c->instance->bindings);
    code_if(c, truth);
    walk_statements(c, node->if_statement.body);
    join_flow(c, join);
    c->instance->bindings = before;
    if (node->if_statement.orelse.count) {
        code_else(c);
        walk_statements(c, node->if_statement.orelse);
    } else {
        code_else(c); /* a conversion may be wanted on this way, too */
    }
    join_flow(c, join);
    code_end(c);
    join_take(c, join);
}

void walk_return(Compilation *c, const Node *node, CompileValue value) {
    Instance *instance = c->instance;
    value = value_force(c, value);
    const CompileType *type = type_plain(value.type) ? type_plain(value.type) : value.type;
    if (!c->emit) {
        const CompileType *before = instance->result;
        if (instance->wanted_result) instance->result = instance->wanted_result;
        else {
            const CompileType *sofar = instance->walk_result ? type_unify(c->types, instance->walk_result, type) : type;
            instance->walk_result = sofar;
            const CompileType *joined = before && sofar ? type_unify(c->types, before, sofar) : sofar;
            if (sofar && !joined) { /* a list that has been found to hold something else than a walk before had seen */
                joined = sofar;
                instance->has_changed = true;
            }
            instance->result = joined;
        }
        if (!instance->result) {
            instance->result = before;
            fail_typing(c, node, NULL, "Can't unify return type from the following types: %s, %s", instance->return_shown, value_shown(c, value));
        }
        if (!before || !instance->return_shown) instance->return_shown = value_shown(c, value);
        if (instance->wanted_result && !type_converts(type, instance->wanted_result))
            fail_typing(c, node, NULL, "No conversion from %s to %s for '$return_value', defined at None", value_shown(c, value), instance->wanted_result->name);
        instance->bindings = NULL;
        return;
    }
    value = value_convert(c, value, instance->result);
    IrValue **parts = value_parts(c, &value);
    value_retain_code(c, value);
    temporaries_release(c, 0, false);
    slots_release(c);
    int count = instance->result->part_count;
    for (int i = 0; count > 1 && i < count; i++) code_write(c, instance->results[i], parts[i]);
    ir_build_return(&c->builder, count == 1 ? parts[0] : NULL);
    instance->bindings = NULL;
}

static void walk_break(Compilation *c, const Node *node) {
    Loop *loop = c->instance->loop;
    if (!loop) fail_unsupported(c, node, "break outside of a loop");
    temporaries_release(c, loop->temporaries, false);
    if (node->kind == NODE_BREAK) {
        if (loop->broken) code_set(c, loop->broken, code_integer(c, DTYPE_BOOL, 1));
        join_flow(c, loop->exit);
        code_break(c);
    } else {
        join_flow(c, loop->head);
        code_continue(c);
    }
}

static void walk_delete(Compilation *c, const Node *node) {
    for (size_t i = 0; i < node->delete_statement.targets.count; i++) {
        const Node *target = node->delete_statement.targets.items[i];
        int name = target->kind == NODE_NAME ? variable_find(c, target->name.id) : -1;
        if (name < 0 && target->kind == NODE_SUBSCRIPT) {
            CompileValue both[2] = {walk(c, target->subscript.value), walk(c, target->subscript.slice)};
            const char *path = compile_text(c, "%s.__delitem__", type_class_word(both[0].type));
            if (!path_is_known(c, path)) fail_no_implementation(c, node, "<built-in function delitem>", both, 2);
            call_path(c, node, path, both, 2);
            continue;
        }
        c->node = node;
        fail_kind(c, "numba.core.errors.CompilerError", "Failed in nopython mode pipeline (step: analyzing bytecode)\nIllegal IR, del found at: del %s",
                  target->kind == NODE_NAME ? target->name.id->bytes : "");
    }
}

static void walk_statement(Compilation *c, const Node *node) {
    c->node = node;
    if (c->emit) c->builder.line = node->line;
    switch (node->kind) {
    case NODE_EXPRESSION_STATEMENT:
        if (node->expression_statement.value->kind == NODE_CONSTANT) return; /* a docstring */
        walk(c, node->expression_statement.value);
        return;
    case NODE_ASSIGN: {
        CompileValue value = walk_open(c, node->assign.value);
        if (node->assign.targets.count > 1 || node->assign.targets.items[0]->kind != NODE_SUBSCRIPT) value = value_force(c, value);
        if (value.type->kind == TYPE_KIND_LIST && node->assign.targets.items[0]->kind != NODE_TUPLE) value_parts(c, &value); /* one list for all */
        for (size_t i = 0; i < node->assign.targets.count; i++) walk_assign(c, node->assign.targets.items[i], value);
        return;
    }
    case NODE_ANNOTATED_ASSIGN:
        if (node->annotated_assign.value) walk_assign(c, node->annotated_assign.target, walk(c, node->annotated_assign.value));
        return;
    case NODE_AUGMENTED_ASSIGN: walk_augmented(c, node); return;
    case NODE_IF: walk_if(c, node); return;
    case NODE_FOR: walk_for(c, node); return;
    case NODE_WHILE: walk_while(c, node); return;
    case NODE_RETURN: {
        CompileValue value = node->return_statement.value ? walk(c, node->return_statement.value) : value_none(c);
        walk_return(c, node, value);
        return;
    }
    case NODE_BREAK:
    case NODE_CONTINUE: walk_break(c, node); return;
    case NODE_PASS: return;
    case NODE_RAISE: walk_raise(c, node); return;
    case NODE_ASSERT: walk_assert(c, node); return;
    case NODE_TRY: walk_try(c, node); return;
    case NODE_DELETE: walk_delete(c, node); return;
    case NODE_FUNCTION: {
        CompileValue closure = closure_make(c, node);
        int name = variable_find(c, node->function.name);
        if (name >= 0) variable_assign(c, name, closure);
        return;
    }
    case NODE_IMPORT:
    case NODE_IMPORT_FROM: fail_unsupported(c, node, "Use of unsupported opcode (IMPORT_NAME) found");
    case NODE_WITH:
        fail_kind(c, "numba.core.errors.UnsupportedBytecodeError", "The 'with (context manager) as (variable):' construct is not supported.");
    case NODE_CLASS: fail_unsupported(c, node, "Use of unsupported opcode (LOAD_BUILD_CLASS) found");
    case NODE_GLOBAL:
    case NODE_NONLOCAL: return;
    default: fail_unsupported(c, node, "Use of unsupported opcode (%s) found", ast_kind_name(node->kind));
    }
}

void walk_statements(Compilation *c, NodeList body) {
    for (volatile size_t i = 0; i < body.count && is_reached(c); i++) {
        int mark = c->temporary_count;
        if (c->emit) {
            walk_statement(c, body.items[i]);
            if (is_reached(c)) temporaries_release(c, mark, true);
            else c->temporary_count = mark;
            continue;
        }
        /* In a dry walk a statement may have to wait for the type of a recursive call. */
        jmp_buf here, *outer = c->pending;
        Instance *instance = c->instance;
        Binding *before = instance->bindings;
        Loop *loop = instance->loop;
        int depth = c->depth;
        if (_setjmp(here) == 0) {
            c->pending = &here;
            walk_statement(c, body.items[i]);
        } else {
            c->instance = instance;
            instance->loop = loop;
            instance->bindings = before;
            c->depth = depth;
            instance->is_recursive = true;
            if (body.items[i]->kind == NODE_RETURN) instance->bindings = NULL;
        }
        c->pending = outer;
        c->temporary_count = mark;
    }
}
