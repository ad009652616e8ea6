/* The compiler's workshop: units, registers, labels, constants, variables, and the assembly of a code object. */
#include "kernel/language/compile/compiler.h"
#include "kernel/language/text/sources.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/objects/text/string.h"

#include <stdarg.h>
#include <string.h>

static bool unit_fail(Unit *unit) {
    if (!unit->compiler->failed) {
        unit->compiler->failed = true;
        if (!exception_is_set(unit->compiler->thread)) raise_no_memory(unit->compiler->thread);
    }
    return false;
}

/* Room for one more item in a growing array of the unit. */
static bool unit_reserve(Unit *unit, void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return true;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    void *grown = memory_resize(*(void **)array, wanted * size);
    if (!grown) return unit_fail(unit);
    *(void **)array = grown;
    *capacity = wanted;
    return true;
}

void unit_error(Unit *unit, const Node *node, const char *format, ...) {
    if (unit->compiler->failed) return;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list list;
    va_start(list, format);
    text_append_format_list(&text, format, list);
    va_end(list);
    Compiler *compiler = unit->compiler;
    SyntaxFault fault = {.kind = "SyntaxError", .message = text_string(&text), .line = node->line, .offset = node->column + 1,
                         .end_line = node->end_line, .end_offset = node->end_column + 1};
    raise_syntax_fault(compiler->thread, &fault, compiler->file, source_to_quote(compiler->file, compiler->source));
    text_release(&text);
    compiler->failed = true;
}

bool unit_deep(Unit *unit) {
    if (unit->compiler->failed) return true;
    Thread *thread = unit->compiler->thread;
    if ((char *)__builtin_frame_address(0) > thread->stack_limit) return false;
    raise_format(thread, thread_builtins(thread)->exception_RecursionError,
                 "maximum recursion depth exceeded during compilation");
    unit_fail(unit);
    return true;
}

/* ---- constants and names ---- */

static bool constant_same(Value left, Value right) {
    if (left.tag != right.tag) return false;
    if (left.tag != TAG_OBJECT) return left.integer == right.integer;
    if (left.object == right.object) return true;
    if (value_is_exact_string(left) && value_is_exact_string(right))
        return string_equals(value_string(left), value_string(right));
    return false;
}

uint32_t unit_constant(Unit *unit, Value value) {
    if (value_is_absent(value)) return unit_fail(unit);
    size_t searched = unit->constant_count < 256 ? unit->constant_count : 256;
    for (size_t i = 0; i < searched; i++)
        if (constant_same(unit->constants[i], value)) {
            value_release(value);
            return (uint32_t)i;
        }
    if (!unit_reserve(unit, &unit->constants, unit->constant_count, &unit->constant_capacity, sizeof(Value))) {
        value_release(value);
        return 0;
    }
    unit->constants[unit->constant_count] = value;
    return (uint32_t)unit->constant_count++;
}

Operand operand_constant(Unit *unit, Value value) { return (Operand){OPERAND_CONSTANT, unit_constant(unit, value)}; }
Operand operand_none(Unit *unit) { return operand_constant(unit, VALUE_NONE); }

uint16_t unit_name(Unit *unit, const char *name) {
    String *string = string_intern_text(unit->compiler->thread, name);
    if (!string) return unit_fail(unit);
    for (size_t i = 0; i < unit->name_count; i++)
        if (unit->names[i] == string) {
            object_release(string);
            return (uint16_t)i;
        }
    bool fits = unit->name_count < UINT16_MAX;
    if (!fits && !unit->compiler->failed) raise_overflow_error(unit->compiler->thread, "too many names in one block");
    if (!fits || !unit_reserve(unit, &unit->names, unit->name_count, &unit->name_capacity, sizeof(String *))) {
        object_release(string);
        return fits ? 0 : unit_fail(unit);
    }
    unit->names[unit->name_count] = string;
    return (uint16_t)unit->name_count++;
}

static const Identifier *unit_mangle(Unit *unit, const Identifier *name) {
    const Identifier *mangled = scope_mangle(unit->compiler->context, unit->scope->class_name, name);
    if (!mangled) unit_fail(unit);
    return mangled ? mangled : name;
}

uint16_t unit_identifier(Unit *unit, const Identifier *name) { return unit_name(unit, unit_mangle(unit, name)->bytes); }

/* ---- registers ---- */

uint16_t unit_temporaries(Unit *unit, unsigned count) {
    unsigned first = unit->top;
    if (first + count >= UINT16_MAX - 8) {
        if (!unit->compiler->failed) raise_overflow_error(unit->compiler->thread, "expression needs too many registers");
        unit_fail(unit);
        return 0;
    }
    unit->top = (uint16_t)(first + count);
    if (unit->top > unit->register_count) unit->register_count = unit->top;
    return (uint16_t)first;
}

uint16_t unit_temporary(Unit *unit) { return unit_temporaries(unit, 1); }

void mark_assigned(Unit *unit, uint16_t reg) {
    if (unit->assigned && reg < unit->local_count && !unit->uncertain[reg]) unit->assigned[reg] = 1;
}

uint8_t *assigned_save(Unit *unit) {
    if (!unit->assigned) return NULL;
    uint8_t *saved = memory_allocate(unit->local_count + 1u);
    if (saved) memcpy(saved, unit->assigned, unit->local_count);
    else unit_fail(unit);
    return saved;
}

void assigned_restore(Unit *unit, const uint8_t *saved) {
    if (saved) memcpy(unit->assigned, saved, unit->local_count);
}

void assigned_intersect(Unit *unit, const uint8_t *other) {
    if (!other) return;
    for (size_t i = 0; i < unit->local_count; i++) unit->assigned[i] &= other[i];
}

/* ---- emitting ---- */

static uint32_t append_word(Unit *unit, Word word, Position position) {
    size_t capacity = unit->word_capacity;
    if (unit->compiler->failed) return 0;
    if (!unit_reserve(unit, &unit->words, unit->word_count, &capacity, sizeof(Word))) return 0;
    size_t same = unit->word_capacity;
    if (!unit_reserve(unit, &unit->positions, unit->word_count, &same, sizeof(Position))) return 0;
    unit->word_capacity = capacity;
    unit->words[unit->word_count] = word;
    unit->positions[unit->word_count] = position;
    return (uint32_t)unit->word_count++;
}

static Position node_position(const Node *node) {
    if (!node || !node->line) return (Position){0, 0, -1, -1};
    return (Position){node->line, node->end_line, node->column, node->end_column};
}

uint32_t emit(Unit *unit, const Node *node, Opcode opcode, unsigned flags, unsigned a, unsigned b, unsigned c) {
    Word word = {.bits = 0};
    word.opcode = (uint8_t)opcode;
    word.flags = (uint8_t)flags;
    word.a = (uint16_t)a;
    word.b = (uint16_t)b;
    word.c = (uint16_t)c;
    Position position = node_position(node);
    uint32_t at = append_word(unit, word, position);
    for (unsigned i = 0; i < opcode_words[opcode]; i++) append_word(unit, (Word){.bits = 0}, position);
    return at;
}

/* In a chain over several lines an attribute, or the call of a method, belongs to the line with its name. The length
 * counts code points and the column bytes, as in CPython. */
void place_at_name(Unit *unit, uint32_t instruction, const Node *attribute) {
    if (unit->compiler->failed || attribute->line == attribute->end_line) return;
    const Identifier *name = attribute->attribute.attr;
    int32_t length = (int32_t)utf8_count(name->bytes, name->length);
    for (size_t i = instruction; i < unit->word_count; i++) {
        Position *position = &unit->positions[i];
        position->line = attribute->end_line;
        position->column = length <= attribute->end_column ? attribute->end_column - length : -1;
        if (position->column < 0) position->end_column = -1;
    }
}

/* The first word behind the instruction that was emitted last. */
void emit_word(Unit *unit, int64_t number) {
    if (unit->compiler->failed) return;
    size_t at = unit->word_count - 1;
    unit->words[at].number = number;
}

void emit_load_constant(Unit *unit, const Node *node, uint16_t target, uint32_t constant) {
    uint32_t at = emit(unit, node, OP_LOAD_CONSTANT, 0, target, 0, 0);
    if (!unit->compiler->failed) unit->words[at].distance = (int32_t)constant;
}

uint32_t unit_label(Unit *unit) {
    if (!unit_reserve(unit, &unit->labels, unit->label_count, &unit->label_capacity, sizeof(Label))) return 0;
    unit->labels[unit->label_count].at = -1;
    return (uint32_t)unit->label_count++;
}

void unit_place(Unit *unit, uint32_t label) {
    if (!unit->compiler->failed) unit->labels[label].at = (int32_t)unit->word_count;
}

static void add_jump(Unit *unit, uint32_t at, uint32_t label, bool in_next_word) {
    if (!unit_reserve(unit, &unit->jumps, unit->jump_count, &unit->jump_capacity, sizeof(Jump))) return;
    unit->jumps[unit->jump_count++] = (Jump){at, label, in_next_word};
}

void emit_jump(Unit *unit, const Node *node, Opcode opcode, uint16_t reg, uint32_t label) {
    add_jump(unit, emit(unit, node, opcode, 0, reg, 0, 0), label, false);
}

void emit_jump_word(Unit *unit, uint32_t instruction, uint32_t label) { add_jump(unit, instruction, label, true); }

void unit_open_range(Unit *unit, Block *block, uint32_t handler_label, uint16_t depth) {
    block->has_range = true;
    block->range_start = (uint32_t)unit->word_count;
    block->handler_label = handler_label;
    block->depth = depth;
}

void unit_close_range(Unit *unit, Block *block) {
    if (!block->has_range || block->range_start == unit->word_count) return;
    if (!unit_reserve(unit, &unit->handlers, unit->handler_count, &unit->handler_capacity, sizeof(PendingHandler))) return;
    unit->handlers[unit->handler_count++] =
        (PendingHandler){block->range_start, (uint32_t)unit->word_count, block->handler_label, block->depth};
}

void unit_leave_body(Unit *unit, const Node *node) { emit(unit, node, OP_FINISH_PENDING, 0, 0, 0, 0); }

/* ---- variables ---- */

static const Symbol *unit_symbol(Unit *unit, const Identifier *name, size_t *index) {
    const Symbol *symbol = scope_find(unit->scope, unit_mangle(unit, name));
    if (symbol) *index = (size_t)(symbol - unit->scope->symbols);
    return symbol;
}

uint16_t local_register(Unit *unit, const Identifier *name) {
    size_t index;
    const Symbol *symbol = unit->is_function ? unit_symbol(unit, name, &index) : NULL;
    return symbol && symbol->kind == VARIABLE_LOCAL ? unit->registers[index] : NO_REGISTER;
}

static uint16_t result_register(Unit *unit, uint16_t target) {
    return target == NO_REGISTER ? unit_temporary(unit) : target;
}

Operand compile_load_name(Unit *unit, const Node *node, const Identifier *name, uint16_t target) {
    size_t index = 0;
    const Symbol *symbol = unit_symbol(unit, name, &index);
    VariableKind kind = symbol ? symbol->kind : VARIABLE_GLOBAL_IMPLICIT;
    if (kind == VARIABLE_LOCAL && unit->is_function) {
        uint16_t reg = unit->registers[index];
        if (!unit->assigned[reg]) {
            emit(unit, node, OP_CHECK_LOCAL, 0, reg, 0, 0);
            mark_assigned(unit, reg);
        }
        return (Operand){OPERAND_LOCAL, reg};
    }
    uint16_t result = result_register(unit, target);
    if (kind == VARIABLE_CELL) {
        if (unit->scope->kind == SCOPE_CLASS)
            emit(unit, node, OP_LOAD_CLASS_CELL, 0, result, unit->registers[index], unit_identifier(unit, name));
        else emit(unit, node, OP_LOAD_CELL, 0, result, unit->registers[index], 0);
    } else if (kind == VARIABLE_FREE) {
        if (unit->scope->kind == SCOPE_CLASS)
            emit(unit, node, OP_LOAD_CLASS_FREE, 0, result, unit->registers[index], unit_identifier(unit, name));
        else emit(unit, node, OP_LOAD_FREE, 0, result, unit->registers[index], 0);
    } else if (kind == VARIABLE_GLOBAL_EXPLICIT || unit->is_function) {
        emit(unit, node, OP_LOAD_GLOBAL, 0, result, unit_identifier(unit, name), 0);
    } else {
        emit(unit, node, OP_LOAD_NAME, 0, result, unit_identifier(unit, name), 0);
    }
    return (Operand){OPERAND_TEMPORARY, result};
}

void compile_store_name(Unit *unit, const Node *node, const Identifier *name, Operand value) {
    size_t index = 0;
    const Symbol *symbol = unit_symbol(unit, name, &index);
    VariableKind kind = symbol ? symbol->kind : VARIABLE_GLOBAL_IMPLICIT;
    if (kind == VARIABLE_LOCAL && unit->is_function) {
        operand_into(unit, node, value, unit->registers[index]);
        mark_assigned(unit, unit->registers[index]);
        return;
    }
    uint16_t mark = unit->top;
    Operand source = operand_in_register(unit, node, value);
    unsigned temporary = source.kind == OPERAND_TEMPORARY;
    if (kind == VARIABLE_CELL)
        emit(unit, node, OP_STORE_CELL, temporary ? CONSUME_B : 0, unit->registers[index], source.index, 0);
    else if (kind == VARIABLE_FREE)
        emit(unit, node, OP_STORE_FREE, temporary ? CONSUME_B : 0, unit->registers[index], source.index, 0);
    else
        emit(unit, node, kind == VARIABLE_GLOBAL_EXPLICIT || unit->is_function ? OP_STORE_GLOBAL : OP_STORE_NAME,
             temporary ? CONSUME_A : 0, source.index, unit_identifier(unit, name), 0);
    unit->top = mark;
}

void compile_delete_name(Unit *unit, const Node *node, const Identifier *name) {
    size_t index = 0;
    const Symbol *symbol = unit_symbol(unit, name, &index);
    VariableKind kind = symbol ? symbol->kind : VARIABLE_GLOBAL_IMPLICIT;
    if (kind == VARIABLE_LOCAL && unit->is_function) {
        emit(unit, node, OP_DELETE_LOCAL, 0, unit->registers[index], 0, 0);
        unit->assigned[unit->registers[index]] = 0;
    } else if (kind == VARIABLE_CELL) emit(unit, node, OP_DELETE_CELL, 0, unit->registers[index], 0, 0);
    else if (kind == VARIABLE_FREE) emit(unit, node, OP_DELETE_FREE, 0, unit->registers[index], 0, 0);
    else
        emit(unit, node, kind == VARIABLE_GLOBAL_EXPLICIT || unit->is_function ? OP_DELETE_GLOBAL : OP_DELETE_NAME, 0, 0,
             unit_identifier(unit, name), 0);
}

/* ---- opening and closing ---- */

/* Whether a walrus stands in the block itself; names that are deleted or bound now and then are never certain. */
static bool scan_node(Node *node, void *data) {
    Unit *unit = data;
    const Identifier *name = NULL;
    switch (node->kind) {
    case NODE_FUNCTION:
        for (size_t i = 0; i < node->function.decorator_list.count; i++) scan_node(node->function.decorator_list.items[i], data);
        return scan_node(node->function.args, data);
    case NODE_ASYNC_FUNCTION:
        for (size_t i = 0; i < node->async_function.decorator_list.count; i++)
            scan_node(node->async_function.decorator_list.items[i], data);
        return scan_node(node->async_function.args, data);
    case NODE_LAMBDA: return scan_node(node->lambda.args, data);
    case NODE_NAMED_EXPRESSION:
        unit->has_walrus = true;
        if (node->named_expression.target->kind == NODE_NAME) name = node->named_expression.target->name.id;
        break;
    case NODE_NAME:
        if (node->name.ctx == CONTEXT_DELETE) name = node->name.id;
        break;
    case NODE_EXCEPT_HANDLER: name = node->except_handler.name; break;
    default: break;
    }
    if (name) {
        uint16_t reg = local_register(unit, name);
        if (reg != NO_REGISTER) unit->uncertain[reg] = 1;
    }
    return ast_visit_children(node, scan_node, data);
}

static void assign_registers(Unit *unit) {
    Scope *scope = unit->scope;
    uint16_t closure_index = 0;
    for (size_t i = 0; i < scope->symbol_count; i++) {
        const Symbol *symbol = &scope->symbols[i];
        if (symbol->kind == VARIABLE_CELL || (symbol->kind == VARIABLE_LOCAL && unit->is_function)) {
            unit->registers[i] = unit->local_count++;
            if (scope->kind == SCOPE_CLASS && !strcmp(symbol->name->bytes, "__class__"))
                unit->class_cell = unit->registers[i];
        }
        if (symbol->kind == VARIABLE_FREE || symbol->flags & SYMBOL_FREE_IN_CLASS) unit->registers[i] = closure_index++;
    }
    if (scope->needs_class_cell && unit->class_cell == NO_REGISTER) unit->class_cell = unit->local_count++;
    unit->register_count = unit->top = unit->local_count;
}

static void unit_free(Unit *unit) {
    for (size_t i = 0; i < unit->constant_count; i++) value_release(unit->constants[i]);
    memory_release(unit->constants);
    names_release(unit->names, unit->name_count);
    memory_release(unit->words);
    memory_release(unit->positions);
    memory_release(unit->labels);
    memory_release(unit->jumps);
    memory_release(unit->handlers);
    memory_release(unit->registers);
    memory_release(unit->assigned);
    memory_release(unit->uncertain);
    memory_release(unit);
}

Unit *unit_open(Compiler *compiler, Unit *outer, Scope *scope, const char *qualified_name) {
    Unit *unit = memory_allocate_zeroed(1, sizeof(Unit));
    if (!unit) return NULL;
    unit->compiler = compiler;
    unit->outer = outer;
    unit->scope = scope;
    unit->qualified_name = qualified_name;
    unit->class_cell = NO_REGISTER;
    unit->is_function = scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_LAMBDA || scope->kind == SCOPE_COMPREHENSION;
    unit->is_asynchronous_generator = scope->is_coroutine && scope->is_generator;
    size_t count = scope->symbol_count + 2;
    unit->registers = memory_allocate_zeroed(count, sizeof(uint16_t));
    unit->assigned = memory_allocate_zeroed(count, 1);
    unit->uncertain = memory_allocate_zeroed(count, 1);
    if (!unit->registers || !unit->assigned || !unit->uncertain || scope->symbol_count > UINT16_MAX - 64) {
        unit_free(unit);
        return NULL;
    }
    assign_registers(unit);
    if (unit->is_function) {
        ast_visit_children(scope->node, scan_node, unit);
        for (size_t i = 0; i < scope->parameter_count; i++) mark_assigned(unit, unit->registers[i]);
    }
    return unit;
}

static void resolve_jumps(Unit *unit) {
    for (size_t i = 0; i < unit->jump_count; i++) {
        Jump jump = unit->jumps[i];
        int64_t distance = (int64_t)unit->labels[jump.label].at - jump.at;
        if (jump.in_next_word) unit->words[jump.at + 1].number = distance;
        else unit->words[jump.at].distance = (int32_t)distance;
    }
}

static bool fill_handlers(Unit *unit, Code *code) {
    if (!unit->handler_count) return true;
    code->handlers = memory_allocate_zeroed(unit->handler_count, sizeof(Handler));
    if (!code->handlers) return false;
    code->handler_count = unit->handler_count;
    for (size_t i = 0; i < unit->handler_count; i++) {
        PendingHandler pending = unit->handlers[i];
        code->handlers[i] = (Handler){pending.start, pending.end, (uint32_t)unit->labels[pending.label].at, pending.depth};
    }
    return true;
}

/* The names of locals, cells and free variables. */
static bool fill_names(Unit *unit, Code *code) {
    Scope *scope = unit->scope;
    Thread *thread = unit->compiler->thread;
    size_t count = scope->symbol_count + 2;
    code->locals = memory_allocate_zeroed(count, sizeof(String *));
    code->cells = memory_allocate_zeroed(count, sizeof(String *));
    code->cell_registers = memory_allocate_zeroed(count, sizeof(uint16_t));
    code->free_names = memory_allocate_zeroed(count, sizeof(String *));
    if (!code->locals || !code->cells || !code->cell_registers || !code->free_names) return false;
    code->local_count = unit->local_count;
    for (size_t i = 0; i < scope->symbol_count; i++) {
        const Symbol *symbol = &scope->symbols[i];
        bool is_cell = symbol->kind == VARIABLE_CELL;
        bool is_free = symbol->kind == VARIABLE_FREE || symbol->flags & SYMBOL_FREE_IN_CLASS;
        bool is_local = is_cell || (symbol->kind == VARIABLE_LOCAL && unit->is_function);
        if (!is_local && !is_free) continue;
        String *name = string_intern_text(thread, symbol->name->bytes);
        if (!name) return false;
        if (is_local) code->locals[unit->registers[i]] = object_retain(name);
        if (is_cell) {
            code->cells[code->cell_count] = object_retain(name);
            code->cell_registers[code->cell_count++] = unit->registers[i];
        }
        if (is_free) code->free_names[code->free_count++] = object_retain(name);
        object_release(name);
    }
    if (unit->class_cell != NO_REGISTER && !code->locals[unit->class_cell]) {
        String *name = string_intern(thread, "__class__");
        if (!name) return false;
        code->locals[unit->class_cell] = object_retain(name);
        code->cells[code->cell_count] = object_retain(name);
        code->cell_registers[code->cell_count++] = unit->class_cell;
    }
    return true;
}

static void fill_parameters(Unit *unit, Code *code, const Node *arguments) {
    code->is_simple = true;
    if (unit->scope->kind == SCOPE_COMPREHENSION) code->argument_count = code->parameter_count = 1;
    if (!arguments) return;
    code->positional_only_count = (uint16_t)arguments->arguments.posonlyargs.count;
    code->argument_count = (uint16_t)(code->positional_only_count + arguments->arguments.args.count);
    code->keyword_only_count = (uint16_t)arguments->arguments.kwonlyargs.count;
    code->parameter_count = (uint16_t)(code->argument_count + code->keyword_only_count);
    if (arguments->arguments.vararg) code->flags |= CODE_STAR_ARGUMENTS, code->parameter_count++;
    if (arguments->arguments.kwarg) code->flags |= CODE_STAR_KEYWORDS, code->parameter_count++;
    code->is_simple = !code->keyword_only_count && !(code->flags & (CODE_STAR_ARGUMENTS | CODE_STAR_KEYWORDS));
}

/* What a growing array has too much of; code lives long. */
static void trim(void *array, size_t count, size_t capacity, size_t size) {
    void *trimmed = count && count < capacity ? memory_resize(*(void **)array, count * size) : NULL;
    if (trimmed) *(void **)array = trimmed;
}

static void trim_arrays(Unit *unit) {
    size_t capacity = unit->word_capacity;
    trim(&unit->words, unit->word_count, capacity, sizeof *unit->words);
    trim(&unit->positions, unit->word_count, capacity, sizeof *unit->positions);
    trim(&unit->constants, unit->constant_count, unit->constant_capacity, sizeof *unit->constants);
    trim(&unit->names, unit->name_count, unit->name_capacity, sizeof *unit->names);
}

static bool fill_code(Unit *unit, Code *code, const char *name) {
    Thread *thread = unit->compiler->thread;
    code->name = string_intern_text(thread, name);
    code->qualified_name = string_intern_text(thread, unit->qualified_name);
    if (!code->name || !code->qualified_name || !fill_names(unit, code) || !fill_handlers(unit, code)) return false;
    resolve_jumps(unit);
    trim_arrays(unit);
    code->words = unit->words;
    code->positions = unit->positions;
    code->word_count = unit->word_count;
    code->constants = unit->constants;
    code->constant_count = unit->constant_count;
    code->names = unit->names;
    code->name_count = unit->name_count;
    unit->words = NULL;
    unit->positions = NULL;
    unit->constants = NULL;
    unit->constant_count = 0;
    unit->names = NULL;
    unit->name_count = 0;
    code->register_count = (uint16_t)(unit->register_count + 2); /* spare ones: see CALL */
    code->file = value_retain(unit->compiler->file);
    code->source = source_retain(unit->compiler->source);
    return true;
}

static unsigned scope_flags(const Unit *unit) {
    const Scope *scope = unit->scope;
    unsigned flags = unit->is_function ? CODE_OPTIMIZED | CODE_NEW_LOCALS : 0;
    if (scope->is_nested) flags |= CODE_NESTED;
    if (scope->is_coroutine && scope->is_generator) flags |= CODE_ASYNC_GENERATOR;
    else if (scope->is_coroutine) flags |= CODE_COROUTINE;
    else if (scope->is_generator) flags |= CODE_GENERATOR;
    return flags;
}

Value unit_close(Unit *unit, const char *name, Value documentation, int first_line, int last_line, uint32_t flags,
                 const Node *arguments) {
    Value result = VALUE_ABSENT;
    if (!unit->compiler->failed) {
        Thread *thread = unit->compiler->thread;
        Code *code = object_new(thread, thread_builtins(thread)->type_code);
        if (code) {
            code->documentation = VALUE_NONE;
            code->flags = scope_flags(unit) | unit->compiler->context->futures | flags;
            code->first_line = first_line;
            code->last_line = last_line;
            code->is_class_body = unit->scope->kind == SCOPE_CLASS;
            code->is_hidden = unit->compiler->is_hidden;
            fill_parameters(unit, code, arguments);
            if (fill_code(unit, code, name)) {
                code->documentation = documentation;
                documentation = VALUE_ABSENT;
                result = value_from_object(code);
            } else {
                object_release(code);
            }
        }
        if (value_is_absent(result)) unit_fail(unit);
    }
    value_release(documentation);
    unit_free(unit);
    return result;
}
