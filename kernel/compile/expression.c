/* Expressions. */
#include "kernel/compile/private.h"

#include "kernel/objects/text/string.h"

#include <string.h>

static CompileValue constant_value(Compilation *c, const Node *node) {
    const Constant *constant = &node->constant.value;
    switch (constant->kind) {
    case CONSTANT_NONE: return value_none(c);
    case CONSTANT_TRUE: return value_bool(c, true);
    case CONSTANT_FALSE: return value_bool(c, false);
    case CONSTANT_ELLIPSIS: return value_of(c->types->ellipsis, NULL);
    case CONSTANT_INTEGER: return value_int(c, constant->integer);
    case CONSTANT_FLOAT: return value_from_constant(c, node, "", value_from_float(constant->number));
    case CONSTANT_COMPLEX: return value_from_constant(c, node, "", compile_keep(c, complex_new(c->thread, 0, constant->number)));
    case CONSTANT_BIG_INTEGER:
        return value_from_constant(c, node, "", compile_keep(c, int_from_text(c->thread, constant->bytes, constant->length, constant->base)));
    case CONSTANT_STRING: return value_from_constant(c, node, "", compile_keep(c, string_new(c->thread, constant->bytes, constant->length)));
    case CONSTANT_BYTES: return value_from_constant(c, node, "", compile_keep(c, bytes_new(c->thread, constant->bytes, constant->length)));
    }
    fail_unsupported(c, node, "constant");
}

/* A name that is no variable of the function: caught by a closure, a cell, a global, a builtin. */
static CompileValue outer_name(Compilation *c, const Node *node) {
    const char *name = node->name.id->bytes;
    Instance *instance = c->instance;
    for (int i = 0; i < instance->caught_count; i++)
        if (instance->caught_names[i] == node->name.id) {
            /* its value stands behind the names, where instance.c has put it */
            return instance->bindings[instance->name_count - instance->caught_count + i].value;
        }
    Function *function = instance->function;
    for (size_t i = 0; function->closure && i < function->code->free_count; i++) {
        if (strcmp(function->code->free_names[i]->bytes, name) != 0) continue;
        Value value = ((Cell *)function->closure->items[i].object)->value;
        if (value_is_absent(value)) fail_typing(c, node, NULL, "NameError: name '%s' is not defined", name);
        return value_from_constant(c, node, name, value);
    }
    String *key = string_intern_text(c->thread, name);
    if (!key) fail_raised(c);
    compile_keep(c, value_from_object(key));
    Value value = dict_get_string(function->globals, key);
    if (value_is_absent(value)) value = dict_get_string(c->thread->interpreter->builtin_names, key);
    if (value_is_absent(value)) fail_typing(c, node, NULL, "NameError: name '%s' is not defined", name);
    return value_from_constant(c, node, name, value);
}

static CompileValue name_value(Compilation *c, const Node *node) {
    int name = variable_find(c, node->name.id);
    return name >= 0 ? variable_read(c, node, name) : outer_name(c, node);
}

/* The rounds of `yes if condition else no`, `and`, `or`: both sides are joined in variables. */
typedef struct Chosen {
    const CompileType *type;
    IrValue **variables;
    bool is_borrowed;
} Chosen;

static void choose(Compilation *c, Chosen *chosen, CompileValue value) {
    value = value_convert(c, value, chosen->type);
    chosen->is_borrowed &= value.is_borrowed;
    if (!c->emit) return;
    IrValue **parts = value_parts(c, &value);
    value_retain_code(c, value);
    for (int i = 0; i < chosen->type->part_count; i++) code_set(c, chosen->variables[i], parts[i]);
}

static Chosen chosen_of(Compilation *c, const CompileType *type) {
    Chosen chosen = {.type = type, .is_borrowed = true};
    if (c->emit) {
        chosen.variables = compile_allocate(c, (size_t)type->part_count * sizeof *chosen.variables + 1);
        for (int i = 0; i < type->part_count; i++) chosen.variables[i] = code_variable(c, type->parts[i]);
    }
    return chosen;
}

static CompileValue chosen_value(Compilation *c, Chosen *chosen) {
    CompileValue value = value_of(chosen->type, NULL);
    value.is_borrowed = chosen->is_borrowed;
    if (!c->emit) return value;
    value.parts = compile_allocate(c, (size_t)chosen->type->part_count * sizeof *value.parts + 1);
    for (int i = 0; i < chosen->type->part_count; i++) value.parts[i] = code_get(c, chosen->variables[i]);
    temporary_add_owners(c, value);
    return value;
}

/* The type of an expression, by walking it dry: nothing of it stays. */
static const CompileType *type_of_expression(Compilation *c, const Node *node, CompileValue *value) {
    Instance *instance = c->instance;
    bool emit = c->emit;
    int depth = c->depth;
    Binding *bindings = instance->bindings;
    jmp_buf here, *outer = c->pending;
    instance->bindings = bindings_copy(c, bindings);
    if (_setjmp(here) == 0) {
        c->pending = emit ? outer : &here;
        c->emit = false;
        *value = walk(c, node);
    } else { /* it waits for the type of a recursive call */
        c->instance = instance;
        *value = value_of(NULL, NULL);
    }
    c->depth = depth;
    c->pending = outer;
    c->emit = emit;
    instance->bindings = bindings;
    return value->type;
}

CompileValue conditional_value(Compilation *c, const Node *node, CompileValue condition, const Node *yes, const Node *no) {
    int known = value_known_truth(condition);
    if (known >= 0) return walk(c, known ? yes : no);
    CompileValue dry[2];
    const CompileType *types[2] = {type_of_expression(c, yes, &dry[0]), type_of_expression(c, no, &dry[1])};
    for (int side = 0; side < 2; side++)
        if (!types[side]) { /* for now its type is that of the other side */
            if (!types[!side]) fail_pending(c);
            instance_waits(c);
            return value_of(types[!side], NULL);
        }
    const CompileType *type = type_unify(c->types, type_plain(types[0]) ? type_plain(types[0]) : types[0], type_plain(types[1]) ? type_plain(types[1]) : types[1]);
    if (!type)
        fail_typing(c, node, "assignment", "Cannot unify %s and %s for '$phi', defined at %s (%d)", value_shown(c, dry[0]), value_shown(c, dry[1]),
                    c->instance->tree->file, node->line);
    Chosen chosen = chosen_of(c, type);
    Join *join = join_find(c, node, JOIN_AFTER);
    Binding *before = c->instance->bindings;
    code_if(c, value_truth_code(c, node, condition));
    for (int side = 0; side < 2; side++) {
        if (side) code_else(c);
        int mark = c->temporary_count;
        c->instance->bindings = bindings_copy(c, before);
        choose(c, &chosen, walk(c, side ? no : yes));
        temporaries_release(c, mark, true);
        join_flow(c, join);
    }
    code_end(c);
    join_take(c, join);
    return chosen_value(c, &chosen);
}

/* a and b, a or b: the left one is the result, or the right. */
static CompileValue boolean_value(Compilation *c, const Node *node, size_t at) {
    NodeList values = node->boolean_operation.values;
    bool is_and = node->boolean_operation.op == BOOLEAN_AND;
    CompileValue left = walk(c, values.items[at]);
    if (at + 1 == values.count) return left;
    int known = value_known_truth(left);
    if (known >= 0 && known == is_and) return boolean_value(c, node, at + 1);
    if (known >= 0) return left;
    CompileValue right;
    bool emit = c->emit;
    Binding *bindings = c->instance->bindings;
    c->instance->bindings = bindings_copy(c, bindings);
    c->emit = false;
    right = boolean_value(c, node, at + 1);
    c->emit = emit;
    c->instance->bindings = bindings;
    const CompileType *type = type_unify(c->types, left.type, right.type);
    if (!type)
        fail_typing(c, node, "assignment", "Cannot unify %s and %s for '$phi', defined at %s (%d)", value_shown(c, left), value_shown(c, right),
                    c->instance->tree->file, node->line);
    Chosen chosen = chosen_of(c, type);
    Join *join = join_find(c, values.items[at], JOIN_AFTER);
    Binding *before = bindings_copy(c, c->instance->bindings);
    IrValue *condition = value_truth_code(c, node, left);
    choose(c, &chosen, left);
    code_if(c, is_and ? condition : code_unary(c, IR_NOT, condition));
    int mark = c->temporary_count;
    if (type->has_owner && c->emit) { /* the left one's count goes */
        CompileValue old = chosen_value(c, &chosen);
        c->temporary_count = mark;
        value_release_code(c, old);
    }
    choose(c, &chosen, boolean_value(c, node, at + 1));
    temporaries_release(c, mark, true);
    join_flow(c, join);
    code_end(c);
    c->instance->bindings = before;
    join_flow(c, join);
    join_take(c, join);
    return chosen_value(c, &chosen);
}

static CompileValue compare_value(Compilation *c, const Node *node) {
    NodeList right = node->compare.comparators;
    if (right.count == 1) {
        CompileValue left = walk_open(c, node->compare.left);
        return operate_compare(c, node, node->compare.ops.items[0], left, walk_open(c, right.items[0]));
    }
    /* a < b < c: later operands are computed when the earlier ones compare true */
    Chosen chosen = chosen_of(c, number_type(c, DTYPE_BOOL));
    CompileValue left = walk(c, node->compare.left);
    Join *join = join_find(c, node, JOIN_AFTER);
    int opened = 0;
    CompileValue known = value_bool(c, true);
    choose(c, &chosen, known);
    int mark = c->temporary_count;
    for (size_t i = 0; i < right.count; i++) {
        CompileValue next = walk(c, right.items[i]);
        CompileValue truth = operate_compare(c, node, node->compare.ops.items[i], left, next);
        choose(c, &chosen, value_number(c, DTYPE_BOOL, value_truth_code(c, node, truth)));
        if (i + 1 == right.count) break;
        Binding *now = bindings_copy(c, c->instance->bindings);
        join_flow(c, join);
        c->instance->bindings = now;
        code_if(c, value_truth_code(c, node, truth));
        opened++;
        left = next;
    }
    temporaries_release(c, mark, true);
    join_flow(c, join);
    while (opened--) code_end(c);
    join_take(c, join);
    return chosen_value(c, &chosen);
}

static CompileValue slice_value(Compilation *c, const Node *node) {
    const Node *parts[3] = {node->slice.lower, node->slice.upper, node->slice.step};
    CompileValue value = value_of(parts[2] ? c->types->slice3 : c->types->slice, NULL);
    value.items = compile_allocate(c, 3 * sizeof *value.items);
    value.item_count = 3;
    for (int i = 0; i < 3; i++) {
        value.items[i] = parts[i] ? walk(c, parts[i]) : value_none(c);
        if (value.items[i].type->kind == TYPE_KIND_OPTIONAL) value.items[i] = value_convert(c, value.items[i], value.items[i].type->item);
        if (value.items[i].type->kind != TYPE_KIND_NONE && !type_is_integer(value.items[i].type) && type_number_kind(value.items[i].type) != 'b')
            fail_no_implementation(c, node, "<class 'slice'>", value.items, 3);
    }
    return value;
}

static CompileValue tuple_value(Compilation *c, NodeList nodes) {
    CompileValue *items = compile_allocate(c, 64 * sizeof *items);
    int count = 0;
    for (size_t i = 0; i < nodes.count; i++) {
        const Node *node = nodes.items[i];
        CompileValue value = walk(c, node->kind == NODE_STARRED ? node->starred.value : node);
        bool is_starred = node->kind == NODE_STARRED;
        if (is_starred && value.type->kind != TYPE_KIND_TUPLE) fail_unsupported(c, node, "*%s in a tuple", value.type->name);
        for (int k = 0; k < (is_starred ? value.type->count : 1); k++) {
            if (count == 64) fail_unsupported(c, node, "a tuple of more than 64 items");
            items[count++] = is_starred ? value_item(c, value, k) : value;
        }
    }
    return tuple_of(c, items, count);
}

/* A list's items, known one by one until somebody needs the list itself. */
static CompileValue list_value(Compilation *c, const Node *node) {
    CompileValue items = tuple_value(c, node->list.elts);
    const BuiltinRow *row = builtin_find(c, "numba._library.list_of");
    Arguments arguments = {.values = items.items, .count = items.item_count, .node = node};
    if (row) return call_builtin(c, node, row, &arguments);
    const CompileType *item = items.item_count ? items.items[0].type : c->types->unknown;
    for (int i = 1; item && i < items.item_count; i++) item = type_unify(c->types, item, items.items[i].type);
    if (!item) fail_no_implementation(c, node, "<class 'list'>", items.items, items.item_count);
    CompileValue value = value_of(type_list(c->types, item, "list(%s)<iv=None>"), NULL);
    value.items = items.items;
    value.item_count = items.item_count;
    return value;
}

/* "%s" of f-strings and the like: by the containers' room, when it is there. */
static CompileValue by_row(Compilation *c, const Node *node, const char *path, NodeList nodes, const char *what) {
    const BuiltinRow *row = builtin_find(c, path);
    if (!row) fail_unsupported(c, node, "%s", what);
    CompileValue values = tuple_value(c, nodes);
    Arguments arguments = {.values = values.items, .count = values.item_count, .node = node};
    return call_builtin(c, node, row, &arguments);
}

static CompileValue dict_value(Compilation *c, const Node *node) {
    const BuiltinRow *row = builtin_find(c, "numba._library.dict_of");
    if (!row) fail_unsupported(c, node, "Use of unsupported opcode (BUILD_MAP) found");
    size_t count = node->dict.keys.count;
    CompileValue *values = compile_allocate(c, 2 * count * sizeof *values + 1);
    for (size_t i = 0; i < count; i++) {
        if (!node->dict.keys.items[i]) fail_unsupported(c, node, "Use of unsupported opcode (DICT_UPDATE) found");
        values[2 * i] = walk(c, node->dict.keys.items[i]);
        values[2 * i + 1] = walk(c, node->dict.values.items[i]);
    }
    Arguments arguments = {.values = values, .count = (int)(2 * count), .node = node};
    return call_builtin(c, node, row, &arguments);
}

static CompileValue joined_value(Compilation *c, const Node *node) {
    const BuiltinRow *row = builtin_find(c, "numba._library.str_join");
    if (!row) fail_unsupported(c, node, "Use of unsupported opcode (BUILD_STRING) found");
    NodeList parts = node->joined_string.values;
    CompileValue *values = compile_allocate(c, parts.count * sizeof *values + 1);
    for (size_t i = 0; i < parts.count; i++) {
        const Node *part = parts.items[i];
        if (part->kind == NODE_FORMATTED_VALUE) {
            if (part->formatted_value.format_spec) fail_unsupported(c, node, "format spec in f-strings not supported yet");
            CompileValue value = walk(c, part->formatted_value.value);
            values[i] = call_path(c, node, "builtins.str", &value, 1);
        } else values[i] = walk(c, part);
    }
    Arguments arguments = {.values = values, .count = (int)parts.count, .node = node};
    return call_builtin(c, node, row, &arguments);
}

CompileValue walk_open(Compilation *c, const Node *node) {
    c->node = node;
    if (++c->depth > 400) fail_kind(c, "RecursionError", "maximum recursion depth exceeded");
    if (c->emit) c->builder.line = node->line;
    CompileValue value, left;
    switch (node->kind) {
    case NODE_CONSTANT: value = constant_value(c, node); break;
    case NODE_NAME: value = name_value(c, node); break;
    case NODE_BINARY_OPERATION:
        left = walk_open(c, node->binary_operation.left);
        value = walk_open(c, node->binary_operation.right);
        c->node = node;
        value = operate_binary(c, node, node->binary_operation.op, left, value);
        break;
    case NODE_UNARY_OPERATION:
        value = walk_open(c, node->unary_operation.operand);
        c->node = node;
        value = operate_unary(c, node, node->unary_operation.op, value);
        break;
    case NODE_COMPARE: value = compare_value(c, node); break;
    case NODE_BOOLEAN_OPERATION: value = boolean_value(c, node, 0); break;
    case NODE_CONDITIONAL: value = conditional_value(c, node, walk(c, node->conditional.test), node->conditional.body, node->conditional.orelse); break;
    case NODE_ATTRIBUTE:
        left = walk(c, node->attribute.value);
        c->node = node;
        value = attribute_get(c, node, left, node->attribute.attr->bytes);
        break;
    case NODE_SUBSCRIPT:
        left = walk(c, node->subscript.value);
        value = node->subscript.slice->kind == NODE_SLICE ? slice_value(c, node->subscript.slice) : walk(c, node->subscript.slice);
        c->node = node;
        value = index_get(c, node, left, value);
        break;
    case NODE_SLICE: value = slice_value(c, node); break;
    case NODE_TUPLE: value = tuple_value(c, node->tuple.elts); break;
    case NODE_LIST: value = list_value(c, node); break;
    case NODE_SET: value = by_row(c, node, "numba._library.set_of", node->set.elts, "Use of unsupported opcode (BUILD_SET) found"); break;
    case NODE_DICT: value = dict_value(c, node); break;
    case NODE_CALL: value = walk_call(c, node); break;
    case NODE_LAMBDA: value = closure_make(c, node); break;
    case NODE_JOINED_STRING: value = joined_value(c, node); break;
    case NODE_LIST_COMPREHENSION:
    case NODE_SET_COMPREHENSION:
    case NODE_DICT_COMPREHENSION:
    case NODE_GENERATOR: value = walk_comprehension(c, node); break;
    case NODE_NAMED_EXPRESSION:
        value = walk(c, node->named_expression.value);
        walk_assign(c, node->named_expression.target, value);
        break;
    case NODE_YIELD:
    case NODE_YIELD_FROM: fail_unsupported(c, node, "The use of yield in a closure is unsupported.");
    default: fail_unsupported(c, node, "Use of unsupported opcode (%s) found", ast_kind_name(node->kind));
    }
    c->depth--;
    return value;
}

CompileValue walk(Compilation *c, const Node *node) { return value_force(c, walk_open(c, node)); }
