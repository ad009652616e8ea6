/* Functions, lambdas, comprehensions, classes, and whole trees. */
#include "kernel/language/text/ast_unparse.h"
#include "kernel/language/compile/compiler.h"
#include "kernel/language/compile/evaluate.h"

#include "base/memory.h"
#include "kernel/objects/text/string.h"

#include <string.h>

static const char *qualified_name(Unit *outer, const char *name) {
    while (outer->outer && ast_is_around_generic(outer->scope->node)) outer = outer->outer;
    Compiler *compiler = outer->compiler;
    const char *between = NULL;
    if (outer->outer || outer->scope->kind == SCOPE_CLASS)
        between = outer->scope->kind == SCOPE_CLASS || outer->scope->kind == SCOPE_COMPREHENSION ? "." : ".<locals>.";
    const Identifier *identifier = ast_identifier(compiler->context, name, strlen(name));
    const Symbol *symbol = identifier ? scope_find(outer->scope, identifier) : NULL;
    if (symbol && symbol->kind == VARIABLE_GLOBAL_EXPLICIT) between = NULL;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (between) text_append_format(&text, "%s%s", outer->qualified_name, between);
    text_append(&text, name);
    const char *copy = text.failed ? NULL : arena_copy(compiler->context->arena, text_string(&text), text.length);
    text_release(&text);
    if (copy) return copy;
    compiler->failed = true;
    if (!exception_is_set(compiler->thread)) raise_no_memory(compiler->thread);
    return name;
}

/* What every function's code begins with. */
static void emit_prologue(Unit *unit, const Node *node) {
    Position start = {node->line, node->line, node->column, -1};
    Node where = {.kind = NODE_PASS, .line = start.line, .column = start.column, .end_line = start.line, .end_column = start.column};
    if (unit->scope->is_generator || unit->scope->is_coroutine) emit(unit, &where, OP_START_GENERATOR, 0, 0, 0, 0);
    for (size_t i = 0; i < unit->scope->symbol_count; i++)
        if (unit->scope->symbols[i].kind == VARIABLE_CELL) emit(unit, &where, OP_MAKE_CELL, 0, unit->registers[i], 0, 0);
    if (unit->scope->kind == SCOPE_CLASS && unit->class_cell != NO_REGISTER) {
        const Identifier *name = ast_identifier(unit->compiler->context, "__class__", 9);
        const Symbol *symbol = name ? scope_find(unit->scope, name) : NULL;
        if (!symbol || symbol->kind != VARIABLE_CELL) emit(unit, &where, OP_MAKE_CELL, 0, unit->class_cell, 0, 0);
    }
}

/* A last statement that does nothing gives its place to the return: otherwise no tracer would see it. */
static void emit_return_none(Unit *unit, NodeList body) {
    const Node *last = body.count ? body.items[body.count - 1] : NULL;
    if (last && last->kind != NODE_PASS &&
        !(last->kind == NODE_EXPRESSION_STATEMENT && last->expression_statement.value->kind == NODE_CONSTANT && body.count == 1))
        last = NULL;
    Operand none = operand_in_register(unit, NULL, operand_none(unit));
    if (unit->compiler->flags & COMPILE_LINES) emit(unit, NULL, OP_LINE, 0, 0, 0, 0);
    emit(unit, last, OP_RETURN, CONSUME_A, none.index, 0, unit->local_count);
}

static Value body_documentation(Unit *unit, NodeList body) {
    bool is_wanted = unit->compiler->thread->interpreter->optimization < 2;
    if (!is_wanted || !body.count || body.items[0]->kind != NODE_EXPRESSION_STATEMENT) return VALUE_NONE;
    const Node *value = body.items[0]->expression_statement.value;
    if (value->kind != NODE_CONSTANT || value->constant.value.kind != CONSTANT_STRING) return VALUE_NONE;
    return string_new(unit->compiler->thread, value->constant.value.bytes, value->constant.value.length);
}

/* ---- making the function object ---- */

/* The cells that the inner code wants, as a tuple in the next temporary. */
static bool compile_closure(Unit *unit, const Node *node, const Code *code) {
    if (!code->free_count) return false;
    uint16_t mark = unit_temporary(unit);
    unit->top = mark;
    for (size_t i = 0; i < code->free_count; i++) {
        const char *name = code->free_names[i]->bytes;
        uint16_t reg = unit_temporary(unit);
        if (unit->class_cell != NO_REGISTER && !strcmp(name, "__class__")) {
            emit(unit, node, OP_MOVE, 0, reg, unit->class_cell, 0);
            continue;
        }
        const Identifier *identifier = ast_identifier(unit->compiler->context, name, strlen(name));
        const Symbol *symbol = identifier ? scope_find(unit->scope, identifier) : NULL;
        if (!symbol) continue;
        size_t index = (size_t)(symbol - unit->scope->symbols);
        if (symbol->kind == VARIABLE_CELL) emit(unit, node, OP_MOVE, 0, reg, unit->registers[index], 0);
        else emit(unit, node, OP_LOAD_CLOSURE, 0, reg, unit->registers[index], 0);
    }
    emit(unit, node, OP_BUILD_TUPLE, 0, mark, mark, (unsigned)code->free_count);
    unit->top = (uint16_t)(mark + 1);
    return true;
}

static void emit_make_function(Unit *unit, const Node *node, Value code, uint16_t code_register, unsigned flags,
                               uint16_t target) {
    if (value_is_absent(code)) return;
    const Code *inner = value_code(code);
    if (compile_closure(unit, node, inner)) flags |= FUNCTION_CLOSURE;
    emit_load_constant(unit, node, code_register, unit_constant(unit, code));
    emit(unit, node, OP_MAKE_FUNCTION, flags, target, code_register, code_register + 1u);
}

static void compile_annotation_name(Unit *unit, const Node *node, const Identifier *name, const char *text) {
    uint16_t reg = unit_temporary(unit);
    if (name) name = scope_mangle(unit->compiler->context, unit->scope->class_name, name);
    String *string = string_intern_text(unit->compiler->thread, name ? name->bytes : text);
    emit_load_constant(unit, node, reg, unit_constant(unit, value_from_object(string)));
}

/* The text of an expression, as `from __future__ import annotations` keeps it. */
static Value annotation_text(Unit *unit, const Node *node) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    ast_unparse(node, &text);
    Value value = string_new(unit->compiler->thread, text_string(&text), text.length);
    text_release(&text);
    return value;
}

void compile_annotation(Unit *unit, const Node *annotation, uint16_t target) {
    if (unit->compiler->context->futures & FUTURE_ANNOTATIONS)
        emit_load_constant(unit, annotation, target, unit_constant(unit, annotation_text(unit, annotation)));
    else if (annotation->kind == NODE_STARRED) { /* *args: *Ts */
        uint16_t mark = unit->top, source = compile_temporary(unit, annotation->starred.value);
        emit(unit, annotation, OP_UNPACK, CONSUME_B, target, source, 1);
        unit->top = mark;
    } else compile_into(unit, annotation, target);
}

static void compile_parameter_annotation(Unit *unit, const Node *parameter) {
    if (!parameter || !parameter->argument.annotation) return;
    compile_annotation_name(unit, parameter, parameter->argument.arg, NULL);
    compile_annotation(unit, parameter->argument.annotation, unit_temporary(unit));
}

static bool compile_annotations(Unit *unit, const Node *node, const Node *arguments, const Node *returns) {
    uint16_t mark = unit->top;
    NodeList lists[3] = {arguments->arguments.posonlyargs, arguments->arguments.args, arguments->arguments.kwonlyargs};
    for (size_t i = 0; i < lists[0].count; i++) compile_parameter_annotation(unit, lists[0].items[i]);
    for (size_t i = 0; i < lists[1].count; i++) compile_parameter_annotation(unit, lists[1].items[i]);
    compile_parameter_annotation(unit, arguments->arguments.vararg);
    for (size_t i = 0; i < lists[2].count; i++) compile_parameter_annotation(unit, lists[2].items[i]);
    compile_parameter_annotation(unit, arguments->arguments.kwarg);
    if (returns) {
        compile_annotation_name(unit, returns, NULL, "return");
        compile_annotation(unit, returns, unit_temporary(unit));
    }
    unsigned count = (unsigned)(unit->top - mark);
    if (!count) return false;
    emit(unit, node, OP_BUILD_TUPLE, 0, mark, mark, count);
    unit->top = (uint16_t)(mark + 1);
    return true;
}

/* Defaults and annotations into temporaries behind `code_register`; the flags of MAKE_FUNCTION. */
static unsigned compile_function_extras(Unit *unit, const Node *node, const Node *arguments, const Node *returns) {
    unsigned flags = 0;
    if (arguments->arguments.defaults.count) {
        Node tuple = {.kind = NODE_TUPLE, .line = node->line, .column = node->column, .end_line = node->end_line,
                      .end_column = node->end_column};
        tuple.tuple.elts = arguments->arguments.defaults;
        compile_temporary(unit, &tuple);
        flags |= FUNCTION_DEFAULTS;
    }
    uint16_t mark = unit->top;
    NodeList keyword_only = arguments->arguments.kwonlyargs, values = arguments->arguments.kw_defaults;
    for (size_t i = 0; i < values.count; i++) {
        if (!values.items[i]) continue;
        compile_annotation_name(unit, node, keyword_only.items[i]->argument.arg, NULL);
        compile_temporary(unit, values.items[i]);
    }
    if (unit->top > mark) {
        emit(unit, node, OP_BUILD_DICT, 0, mark, mark, (unit->top - mark) / 2u);
        unit->top = (uint16_t)(mark + 1);
        flags |= FUNCTION_KEYWORD_DEFAULTS;
    }
    if (compile_annotations(unit, node, arguments, returns)) flags |= FUNCTION_ANNOTATIONS;
    return flags;
}

/* ---- def and lambda ---- */

static uint16_t compile_decorators(Unit *unit, NodeList decorators) {
    uint16_t first = unit->top;
    for (size_t i = 0; i < decorators.count; i++) compile_temporary(unit, decorators.items[i]);
    return first;
}

/* The thing decorated lies behind the decorators; the result ends up at `first`. */
static void apply_decorators(Unit *unit, NodeList decorators, uint16_t first) {
    for (size_t i = decorators.count; i-- > 0;) {
        uint16_t base = (uint16_t)(first + i);
        emit(unit, decorators.items[i], OP_CALL, 0, base, base, 1);
    }
    unit->top = (uint16_t)(first + 1);
}

static int first_line(const Node *node, NodeList decorators) {
    return decorators.count && decorators.items[0]->line < node->line ? decorators.items[0]->line : node->line;
}

static Value compile_function_code(Unit *outer, const Node *node, const char *name, NodeList decorators) {
    Compiler *compiler = outer->compiler;
    Unit *unit = unit_open(compiler, outer, node->function.scope, qualified_name(outer, name));
    if (!unit) {
        compiler->failed = true;
        raise_no_memory(compiler->thread);
        return VALUE_ABSENT;
    }
    Value documentation = body_documentation(unit, node->function.body);
    emit_prologue(unit, node);
    NodeList body = node->function.body;
    bool passes_last = body.count && body.items[body.count - 1]->kind == NODE_PASS && !(unit->compiler->flags & COMPILE_LINES);
    compile_body(unit, (NodeList){body.items, body.count - passes_last}); /* the return stands in its place */
    emit_return_none(unit, body);
    return unit_close(unit, name, documentation, first_line(node, decorators), node->end_line, 0, node->function.args);
}

void compile_function_definition(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    NodeList decorators = node->function.decorator_list;
    uint16_t first = compile_decorators(unit, decorators);
    uint16_t code_register = unit_temporary(unit);
    unsigned flags = compile_function_extras(unit, node, node->function.args, node->function.returns);
    Value code = compile_function_code(unit, node, ast_definition_name(node->function.name), decorators);
    emit_make_function(unit, node, code, code_register, flags, code_register);
    apply_decorators(unit, decorators, first);
    compile_store_name(unit, node, node->function.name, (Operand){OPERAND_TEMPORARY, first});
    unit->top = mark;
}

void compile_lambda(Unit *outer, const Node *node, uint16_t target) {
    uint16_t mark = outer->top;
    uint16_t code_register = unit_temporary(outer);
    unsigned flags = compile_function_extras(outer, node, node->lambda.args, NULL);
    Unit *unit = unit_open(outer->compiler, outer, node->lambda.scope, qualified_name(outer, "<lambda>"));
    if (!unit) {
        outer->compiler->failed = true;
        raise_no_memory(outer->compiler->thread);
        return;
    }
    emit_prologue(unit, node);
    Operand value = compile_register(unit, node->lambda.body);
    emit(unit, node->lambda.body, OP_RETURN, value.kind == OPERAND_TEMPORARY ? CONSUME_A : 0, value.index, 0, unit->local_count);
    Value code = unit_close(unit, "<lambda>", VALUE_NONE, node->line, node->end_line, 0, node->lambda.args);
    emit_make_function(outer, node, code, code_register, flags, target);
    outer->top = mark;
}

/* ---- comprehensions ---- */

typedef struct Comprehension {
    const Node *node, *element, *value;
    NodeList generators;
    uint16_t result;
} Comprehension;

static void compile_generators(Unit *unit, const Comprehension *comprehension, size_t index);

static void compile_element(Unit *unit, const Comprehension *comprehension) {
    uint16_t mark = unit->top;
    const Node *element = comprehension->element;
    switch (comprehension->node->kind) {
    case NODE_GENERATOR: {
        Operand value = compile_register(unit, element);
        uint16_t sent = unit_temporary(unit);
        emit(unit, element, OP_YIELD, value.kind == OPERAND_TEMPORARY ? CONSUME_B : 0, sent, value.index, 0);
        emit(unit, element, OP_CLEAR, 0, sent, 0, 0);
        break;
    }
    case NODE_DICT_COMPREHENSION: {
        uint16_t key = compile_temporary(unit, element), value = compile_temporary(unit, comprehension->value);
        emit(unit, element, OP_DICT_ADD, CONSUME_B | CONSUME_C, comprehension->result, key, value);
        break;
    }
    default: {
        Operand value = compile_register(unit, element);
        emit(unit, element, comprehension->node->kind == NODE_SET_COMPREHENSION ? OP_SET_ADD : OP_LIST_APPEND,
             value.kind == OPERAND_TEMPORARY ? CONSUME_B : 0, comprehension->result, value.index, 0);
    }
    }
    unit->top = mark;
}

static void compile_generator_inside(Unit *unit, const Comprehension *comprehension, size_t index, uint32_t next) {
    const Node *generator = comprehension->generators.items[index];
    uint8_t *before = assigned_save(unit);
    for (size_t i = 0; i < generator->comprehension.ifs.count; i++)
        compile_condition(unit, generator->comprehension.ifs.items[i], next, false);
    if (index + 1 < comprehension->generators.count) compile_generators(unit, comprehension, index + 1);
    else compile_element(unit, comprehension);
    assigned_restore(unit, before);
    memory_release(before);
}

/* The source of the first `for` is the parameter; it is used up. */
static Operand generator_source(Unit *unit, const Node *generator, size_t index) {
    if (index) return compile_register(unit, generator->comprehension.iter);
    return (Operand){OPERAND_TEMPORARY, 0};
}

static void compile_async_generator(Unit *unit, const Comprehension *comprehension, size_t index) {
    uint16_t mark = unit->top;
    const Node *generator = comprehension->generators.items[index], *where = generator->comprehension.iter;
    uint32_t next = unit_label(unit), handler = unit_label(unit);
    Operand source = generator_source(unit, generator, index);
    unit->top = mark;
    uint16_t iterator = unit_temporary(unit);
    emit(unit, where, OP_GET_ASYNC_ITERATOR, source.kind == OPERAND_TEMPORARY && source.index != iterator ? CONSUME_B : 0,
         iterator, source.index, 0);
    unit_place(unit, next);
    Block guard = {.kind = BLOCK_TRY, .outer = unit->block, .node = where};
    uint16_t item = unit_temporary(unit);
    unit_open_range(unit, &guard, handler, item);
    emit(unit, where, OP_GET_ASYNC_NEXT, 0, item, iterator, 0);
    compile_await(unit, where, item, NO_REGISTER);
    unit_close_range(unit, &guard);
    compile_store(unit, generator->comprehension.target, (Operand){OPERAND_TEMPORARY, item});
    unit->top = item;
    compile_generator_inside(unit, comprehension, index, next);
    emit_jump(unit, where, OP_JUMP, 0, next);
    unit_place(unit, handler);
    emit(unit, where, OP_END_ASYNC_FOR, 0, item, 0, 0);
    emit(unit, where, OP_CLEAR, 0, iterator, 0, 0);
    unit->top = mark;
}

static void compile_generators(Unit *unit, const Comprehension *comprehension, size_t index) {
    const Node *generator = comprehension->generators.items[index], *where = comprehension->node;
    if (generator->comprehension.is_async) {
        compile_async_generator(unit, comprehension, index);
        return;
    }
    uint16_t mark = unit->top;
    uint32_t body = unit_label(unit), next = unit_label(unit);
    Operand source = generator_source(unit, generator, index);
    unit->top = mark;
    uint16_t state = unit_temporaries(unit, 3);
    emit(unit, where, OP_GET_ITERATOR, source.kind == OPERAND_TEMPORARY && source.index != state ? CONSUME_B : 0, state,
         source.index, 0);
    const Node *target = generator->comprehension.target;
    uint16_t item = target->kind == NODE_NAME ? local_register(unit, target->name.id) : NO_REGISTER;
    bool direct = item != NO_REGISTER;
    if (!direct) item = unit_temporary(unit);
    emit_jump(unit, where, OP_JUMP, 0, next);
    unit_place(unit, body);
    uint8_t *before = assigned_save(unit);
    if (direct) mark_assigned(unit, item);
    else compile_store(unit, target, (Operand){OPERAND_TEMPORARY, item});
    compile_generator_inside(unit, comprehension, index, next);
    unit_place(unit, next);
    uint32_t at = emit(unit, where, OP_FOR_NEXT, 0, item, state, 0);
    emit_jump_word(unit, at, body);
    assigned_restore(unit, before);
    memory_release(before);
    unit->top = mark;
}

static const char *comprehension_name(NodeKind kind) {
    switch (kind) {
    case NODE_LIST_COMPREHENSION: return "<listcomp>";
    case NODE_SET_COMPREHENSION: return "<setcomp>";
    case NODE_DICT_COMPREHENSION: return "<dictcomp>";
    default: return "<genexpr>";
    }
}

static Comprehension comprehension_parts(const Node *node) {
    switch (node->kind) {
    case NODE_LIST_COMPREHENSION:
        return (Comprehension){node, node->list_comprehension.elt, NULL, node->list_comprehension.generators, 0};
    case NODE_SET_COMPREHENSION:
        return (Comprehension){node, node->set_comprehension.elt, NULL, node->set_comprehension.generators, 0};
    case NODE_DICT_COMPREHENSION:
        return (Comprehension){node, node->dict_comprehension.key, node->dict_comprehension.value,
                               node->dict_comprehension.generators, 0};
    default: return (Comprehension){node, node->generator.elt, NULL, node->generator.generators, 0};
    }
}

void compile_comprehension(Unit *outer, const Node *node, uint16_t target) {
    uint16_t mark = outer->top;
    const char *name = comprehension_name(node->kind);
    Comprehension comprehension = comprehension_parts(node);
    Scope *scope = scope_of(node);
    Unit *unit = unit_open(outer->compiler, outer, scope, qualified_name(outer, name));
    if (!unit) {
        outer->compiler->failed = true;
        raise_no_memory(outer->compiler->thread);
        return;
    }
    emit_prologue(unit, node);
    bool is_generator = node->kind == NODE_GENERATOR;
    comprehension.result = is_generator ? 0 : unit_temporary(unit);
    if (!is_generator) {
        Opcode build = node->kind == NODE_LIST_COMPREHENSION  ? OP_BUILD_LIST
                       : node->kind == NODE_SET_COMPREHENSION ? OP_BUILD_SET
                                                              : OP_BUILD_DICT;
        emit(unit, node, build, 0, comprehension.result, comprehension.result, 0);
    }
    compile_generators(unit, &comprehension, 0);
    if (is_generator) emit_return_none(unit, (NodeList){0});
    else emit(unit, node, OP_RETURN, CONSUME_A, comprehension.result, 0, unit->local_count);
    bool awaited = scope->is_coroutine && !is_generator;
    Value code = unit_close(unit, name, VALUE_NONE, node->line, node->end_line, 0, NULL);
    uint16_t base = unit_temporary(outer);
    emit_make_function(outer, node, code, base, 0, base);
    outer->top = (uint16_t)(base + 1);
    const Node *first = comprehension.generators.items[0], *iterable = first->comprehension.iter;
    uint16_t argument = compile_temporary(outer, iterable);
    if (!first->comprehension.is_async) emit(outer, node, OP_GET_ITERABLE, 0, argument, argument, 0);
    if (!awaited) {
        emit(outer, node, OP_CALL, 0, target, base, 1);
    } else {
        emit(outer, node, OP_CALL, 0, base, base, 1);
        emit(outer, node, OP_GET_AWAITABLE, 0, base, base, 0);
        outer->top = (uint16_t)(base + 1);
        compile_await(outer, node, base, target);
    }
    outer->top = mark;
}

/* ---- classes ---- */

static void store_class_constant(Unit *unit, const Node *node, const char *name, Value value) {
    uint16_t mark = unit->top, reg = unit_temporary(unit);
    emit_load_constant(unit, node, reg, unit_constant(unit, value));
    emit(unit, node, OP_STORE_NAME, CONSUME_A, reg, unit_name(unit, name), 0);
    unit->top = mark;
}

static Value compile_class_code(Unit *outer, const Node *node, const char *name) {
    Compiler *compiler = outer->compiler;
    Unit *unit = unit_open(compiler, outer, node->class_definition.scope, qualified_name(outer, name));
    if (!unit) {
        compiler->failed = true;
        raise_no_memory(compiler->thread);
        return VALUE_ABSENT;
    }
    emit_prologue(unit, node);
    uint16_t module = unit_temporary(unit);
    emit(unit, node, OP_LOAD_NAME, 0, module, unit_name(unit, "__name__"), 0);
    emit(unit, node, OP_STORE_NAME, CONSUME_A, module, unit_name(unit, "__module__"), 0);
    unit->top = module;
    store_class_constant(unit, node, "__qualname__", string_from_c(compiler->thread, unit->qualified_name));
    if (unit->scope->has_annotations) emit(unit, node, OP_SET_UP_ANNOTATIONS, 0, 0, 0, 0);
    Value documentation = body_documentation(unit, node->class_definition.body);
    if (!value_is_none(documentation)) store_class_constant(unit, node, "__doc__", documentation);
    compile_body(unit, node->class_definition.body);
    if (unit->class_cell != NO_REGISTER) {
        emit(unit, NULL, OP_STORE_NAME, 0, unit->class_cell, unit_name(unit, "__classcell__"), 0);
        emit(unit, NULL, OP_RETURN, 0, unit->class_cell, 0, unit->local_count);
    } else {
        emit_return_none(unit, node->class_definition.body);
    }
    return unit_close(unit, name, VALUE_NONE, first_line(node, node->class_definition.decorator_list), node->end_line, 0, NULL);
}

void compile_class_definition(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    NodeList decorators = node->class_definition.decorator_list;
    const char *name = ast_definition_name(node->class_definition.name);
    uint16_t first = compile_decorators(unit, decorators);
    uint16_t base = unit_temporary(unit);
    emit(unit, node, OP_LOAD_BUILD_CLASS, 0, base, 0, 0);
    uint16_t body = unit_temporary(unit);
    emit_make_function(unit, node, compile_class_code(unit, node, name), body, 0, body);
    unit->top = (uint16_t)(body + 1);
    uint16_t name_register = unit_temporary(unit);
    emit_load_constant(unit, node, name_register, unit_constant(unit, string_from_c(unit->compiler->thread, name)));
    compile_call_arguments(unit, node, node->class_definition.bases, node->class_definition.keywords, base, false, base);
    apply_decorators(unit, decorators, first);
    compile_store_name(unit, node, node->class_definition.name, (Operand){OPERAND_TEMPORARY, first});
    unit->top = mark;
}

/* ---- a whole tree ---- */

static void compile_module(Unit *unit, Node *tree) {
    NodeList body = tree->kind == NODE_MODULE ? tree->module.body : tree->interactive.body;
    if (tree->kind == NODE_INTERACTIVE) unit->compiler->flags |= COMPILE_SHOW_ALL;
    bool show_last = unit->compiler->flags & COMPILE_SHOW_LAST;
    if (unit->scope->has_annotations) emit(unit, NULL, OP_SET_UP_ANNOTATIONS, 0, 0, 0, 0);
    if (tree->kind == NODE_MODULE && !show_last && !(unit->compiler->flags & COMPILE_SHOW_ALL)) {
        Value documentation = body_documentation(unit, body);
        if (!value_is_none(documentation)) store_class_constant(unit, body.items[0], "__doc__", documentation);
    }
    for (size_t i = 0; i < body.count; i++) {
        if (show_last && i + 1 == body.count && body.items[i]->kind == NODE_EXPRESSION_STATEMENT)
            compile_show(unit, body.items[i]);
        else compile_statement(unit, body.items[i]);
    }
    emit_return_none(unit, body);
}

Value compile_tree(Thread *thread, AstContext *context, Node *tree, Source *source, Value file, unsigned flags) {
    Compiler compiler = {.thread = thread, .context = context, .file = file, .source = source, .flags = flags,
                         .is_hidden = value_is_string(file) && !strncmp(value_c_string(file), "<native ", 8)};
    Scope *scope = scope_of(tree);
    Unit *unit = unit_open(&compiler, NULL, scope, "<module>");
    if (!unit) return raise_no_memory(thread);
    emit_prologue(unit, tree);
    if (tree->kind == NODE_EXPRESSION) {
        Operand value = compile_register(unit, tree->expression.body);
        emit(unit, tree->expression.body, OP_RETURN, value.kind == OPERAND_TEMPORARY ? CONSUME_A : 0, value.index, 0,
             unit->local_count);
    } else {
        compile_module(unit, tree);
    }
    return unit_close(unit, "<module>", VALUE_NONE, 1, (int)source_line_count(source), 0, NULL);
}
