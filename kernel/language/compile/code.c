/* Code objects and source texts: life, positions, the dump, and what Python sees of a code object. */
#include "kernel/language/compile/code.h"

#include "base/memory.h"
#include "kernel/language/compile/frozen.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <string.h>

/* ---- sources ---- */

/* The file as it is now: what has changed since it was compiled is shown, as Python shows it. */
static char *read_source(Source *source) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    FILE *file = fopen(source->path, "rbe");
    char block[8192];
    for (size_t count; file && (count = fread(block, 1, sizeof block, file)) > 0;) text_append_bytes(&text, block, count);
    memory_release(source->path);
    source->path = NULL;
    if (!file) return NULL;
    fclose(file);
    source->length = text.length;
    return text_detach(&text);
}

const char *source_contents(const Source *source) {
    if (source->text) return source->text;
    Source *changed = (Source *)source;
    changed->text = source->path ? read_source(changed) : source->packed ? pack_text(source->packed) : NULL;
    if (changed->text) return changed->text;
    changed->length = 0;
    return "";
}

static bool find_lines(Source *source) {
    const char *text = source_contents(source);
    size_t count = 1;
    for (size_t i = 0; i < source->length; i++) count += text[i] == '\n';
    source->lines = memory_allocate_zeroed(count, sizeof(size_t));
    if (!source->lines) return false;
    source->line_count = count;
    for (size_t i = 0, line = 0; i < source->length; i++)
        if (text[i] == '\n') source->lines[++line] = i + 1;
    return true;
}

Source *source_new(const char *text, size_t length) {
    Source *source = memory_allocate_zeroed(1, sizeof(Source));
    if (!source) return NULL;
    source->references = 1;
    source->length = length;
    source->text = memory_copy_bytes(text, length);
    if (source->text && find_lines(source)) return source;
    source_release(source);
    return NULL;
}

Source *source_new_packed(const PackRecord *module) {
    Source *source = memory_allocate_zeroed(1, sizeof(Source));
    if (source) *source = (Source){.references = 1, .length = module->text_length, .packed = module};
    return source;
}

Source *source_new_file(const char *path) {
    Source *source = memory_allocate_zeroed(1, sizeof(Source));
    if (!source) return NULL;
    source->references = 1;
    if ((source->path = memory_copy_string(path))) return source;
    source_release(source);
    return NULL;
}

size_t source_line_count(const Source *source) {
    return source->lines || find_lines((Source *)source) ? source->line_count : 0;
}

Source *source_retain(Source *source) {
    if (source) source->references++;
    return source;
}

void source_release(Source *source) {
    if (!source || --source->references) return;
    memory_release((char *)source->text);
    memory_release(source->lines);
    memory_release(source->path);
    memory_release(source);
}

const char *source_line(const Source *source, int line, size_t *length) {
    if (!source || line < 1 || (size_t)line > source_line_count(source)) return NULL;
    size_t start = source->lines[line - 1];
    size_t end = (size_t)line < source->line_count ? source->lines[line] - 1 : source->length;
    if ((size_t)line == source->line_count && start >= source->length) return NULL;
    if (end > start && source->text[end - 1] == '\r') end--;
    *length = end - start;
    return source->text + start;
}

/* ---- code ---- */

Position code_position(const Code *code, const Word *at) {
    if (at < code->words || at >= code->words + code->word_count) return (Position){code->first_line, code->first_line, -1, -1};
    if (!code->positions && code->kept && !code->frozen) code_unpack_positions((Code *)code);
    if (!code->positions) return (Position){code->first_line, code->first_line, -1, -1};
    Position position = code->positions[at - code->words];
    if (!position.line) position.line = position.end_line = code->first_line;
    return position;
}

int code_own_line(const Code *code, const Word *at) {
    if (at < code->words || at >= code->words + code->word_count) return 0;
    code_position(code, at); /* unpacks them */
    return code->positions ? code->positions[at - code->words].line : 0;
}

void names_release(String **names, size_t count) {
    for (size_t i = 0; names && i < count; i++) object_release(names[i]);
    memory_release(names);
}

static void code_destroy(Object *self) {
    Code *code = (Code *)self;
    for (size_t i = 0; i < code->constant_count; i++) value_release(code->constants[i]);
    memory_release(code->constants);
    if (code->frozen) frozen_release(code->frozen);
    else memory_release(code->words);
    frozen_release(code->kept);
    memory_release(code->positions);
    names_release(code->names, code->name_count);
    memory_release(code->handlers);
    names_release(code->locals, code->local_count);
    names_release(code->cells, code->cell_count);
    memory_release(code->cell_registers);
    names_release(code->free_names, code->free_count);
    object_release(code->name);
    object_release(code->qualified_name);
    value_release(code->documentation);
    value_release(code->file);
    source_release(code->source);
}

static const char *const opcode_names[] = {
#define X(name, format, words) #name,
    OPCODES(X)
#undef X
};
static const char *const opcode_formats[] = {
#define X(name, format, words) format,
    OPCODES(X)
#undef X
};
const unsigned char opcode_words[OPCODE_COUNT] = {
#define X(name, format, words) words,
    OPCODES(X)
#undef X
};

static void dump_constant(const Code *code, size_t index, TextBuffer *out) {
    Value value = index < code->constant_count ? code->constants[index] : VALUE_ABSENT;
    switch (value.tag) {
    case TAG_NONE: text_append(out, "None"); break;
    case TAG_BOOL: text_append(out, value.integer ? "True" : "False"); break;
    case TAG_ELLIPSIS: text_append(out, "..."); break;
    case TAG_INT: text_append_format(out, "%lld", (long long)value.integer); break;
    case TAG_FLOAT: text_append_double(out, value.number); break;
    case TAG_OBJECT:
        if (value_is_exact_string(value)) string_append_repr(out, value_c_string(value), value_string(value)->length, false);
        else text_append_format(out, "<%s>", value.object->type->name);
        break;
    default: text_append(out, "?");
    }
}

static void dump_operand(const Code *code, char format, unsigned operand, const Word *word, TextBuffer *out) {
    switch (format) {
    case 'W': case 'R': case 'X': case 'P':
        if (operand < code->local_count && code->locals[operand]) text_append_format(out, " %s", code->locals[operand]->bytes);
        else text_append_format(out, " r%u", operand);
        break;
    case 'K': text_append_char(out, ' '), dump_constant(code, operand, out); break;
    case 'k': text_append_char(out, ' '), dump_constant(code, (size_t)word->distance, out); break;
    case 'N': text_append_format(out, " .%s", operand < code->name_count ? code->names[operand]->bytes : "?"); break;
    case 'F': text_append_format(out, " ^%s", operand < code->free_count ? code->free_names[operand]->bytes : "?"); break;
    case 'j': text_append_format(out, " -> %td", word + word->distance - code->words); break;
    case 'U': case 'I': text_append_format(out, " %u", operand); break;
    default: break;
    }
}

void code_dump(const Code *code, TextBuffer *out) {
    text_append_format(out, "code %s (%u registers)\n", code->qualified_name->bytes, code->register_count);
    for (size_t i = 0; i < code->word_count; i += 1u + opcode_words[code->words[i].opcode]) {
        const Word *word = &code->words[i];
        const char *format = opcode_formats[word->opcode];
        text_append_format(out, "%5d %5zu %s", code_position(code, word).line, i, opcode_names[word->opcode]);
        dump_operand(code, format[0], word->a, word, out);
        dump_operand(code, format[1], word->b, word, out);
        if (format[1] != 'j' && format[1] != 'k') dump_operand(code, format[2], word->c, word, out);
        bool is_jump = !strncmp(opcode_names[word->opcode], "JUMP_", 5) || word->opcode == OP_FOR_NEXT;
        if (opcode_words[word->opcode] == 1 && is_jump) text_append_format(out, " -> %td", word + word[1].number - code->words);
        if (word->flags) text_append_format(out, " [%x]", word->flags);
        text_append_char(out, '\n');
    }
    for (size_t i = 0; i < code->handler_count; i++)
        text_append_format(out, "  handler %u..%u -> %u depth %u\n", code->handlers[i].start, code->handlers[i].end,
                           code->handlers[i].handler, code->handlers[i].depth);
    for (size_t i = 0; i < code->constant_count; i++)
        if (value_has_type(code->constants[i], &code_type_template)) code_dump(value_code(code->constants[i]), out);
}

/* ---- what Python sees ---- */

static Value code_repr(Thread *thread, Value self) {
    const Code *code = value_code(self);
    return string_format(thread, "<code object %s at %p, file \"%s\", line %d>", code->name->bytes, (void *)code,
                         value_c_string(code->file), code->first_line);
}

static Value names_tuple(Thread *thread, String *const *names, size_t count) {
    Value tuple = tuple_new(thread, count);
    if (value_is_absent(tuple)) return tuple;
    for (size_t i = 0; i < count; i++)
        value_tuple(tuple)->items[i] = value_retain(value_from_object(names[i]));
    return tuple;
}

#define CODE_NUMBER(name, expression)                     \
    static Value name(Thread *thread, Value self) {       \
        (void)thread;                                     \
        const Code *code = value_code(self);              \
        return value_from_int((int64_t)(expression));     \
    }
CODE_NUMBER(get_argument_count, code->argument_count)
CODE_NUMBER(get_positional_only_count, code->positional_only_count)
CODE_NUMBER(get_keyword_only_count, code->keyword_only_count)
CODE_NUMBER(get_local_count, code->local_count)
CODE_NUMBER(get_stack_size, code->register_count)
CODE_NUMBER(get_flags, code->flags)
CODE_NUMBER(get_first_line, code->first_line)

static Value get_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(value_code(self)->name));
}
static Value get_qualified_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(value_code(self)->qualified_name));
}
static Value get_file(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_code(self)->file);
}
/* co_varnames: without the cells that are no parameters. */
static Value get_variable_names(Thread *thread, Value self) {
    const Code *code = value_code(self);
    Value list = list_new(thread);
    if (value_is_absent(list)) return list;
    for (size_t i = 0; i < code->local_count; i++) {
        bool is_cell = false;
        for (size_t j = 0; j < code->cell_count; j++) is_cell |= code->cell_registers[j] == i;
        if (is_cell && i >= code->parameter_count) continue;
        if (!list_append(thread, value_list(list), value_from_object(code->locals[i]))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    Value tuple = tuple_from_iterable(thread, list);
    value_release(list);
    return tuple;
}
static Value get_names(Thread *thread, Value self) {
    if (!code_whole(thread, value_code(self))) return VALUE_ABSENT;
    return names_tuple(thread, value_code(self)->names, value_code(self)->name_count);
}
static Value get_cell_names(Thread *thread, Value self) {
    return names_tuple(thread, value_code(self)->cells, value_code(self)->cell_count);
}
static Value get_free_names(Thread *thread, Value self) {
    return names_tuple(thread, value_code(self)->free_names, value_code(self)->free_count);
}
static Value get_constants(Thread *thread, Value self) {
    const Code *code = value_code(self);
    if (!code_whole(thread, value_code(self))) return VALUE_ABSENT;
    /* A function's begin with its docstring or None; a comprehension's do not. */
    bool is_function = code->flags & CODE_OPTIMIZED && (*code->name->bytes != '<' || string_equals_c(code->name, "<lambda>"));
    if (!is_function) return tuple_from_values(thread, code->constants, code->constant_count);
    Value list = list_new(thread);
    bool done = !value_is_absent(list) && list_append(thread, value_list(list), code->documentation);
    for (size_t i = 0; done && i < code->constant_count; i++)
        done = value_is(code->constants[i], code->documentation) || list_append(thread, value_list(list), code->constants[i]);
    Value tuple = done ? tuple_from_values(thread, value_list(list)->items, value_list(list)->count) : VALUE_ABSENT;
    value_release(list);
    return tuple;
}
static Value get_bytes(Thread *thread, Value self) {
    if (!code_whole(thread, value_code(self))) return VALUE_ABSENT;
    return bytes_new(thread, value_code(self)->words, value_code(self)->word_count * sizeof(Word));
}

/* co_lines(): (start, end, line) for each run of words of one line, in the units of f_lasti and tb_lasti. */
NATIVE(code_lines) {
    NATIVE_UNUSED;
    Code *code = value_code(arguments[0]);
    if (!code_whole(thread, code)) return VALUE_ABSENT;
    Value list = list_new(thread);
    for (size_t start = 0, i = 1; i <= code->word_count && !value_is_absent(list); i++) {
        if (i < code->word_count && code_position(code, code->words + i).line == code_position(code, code->words + start).line) continue;
        Value items[3] = {value_from_int((int64_t)start * 2), value_from_int((int64_t)i * 2),
                          value_from_int(code_position(code, code->words + start).line)};
        if (!list_append_owned(thread, value_list(list), tuple_from_values(thread, items, 3))) {
            value_release(list);
            return VALUE_ABSENT;
        }
        start = i;
    }
    if (value_is_absent(list)) return list;
    Value iterator = value_iterate(thread, list);
    value_release(list);
    return iterator;
}

static bool copy_names(String ***copy, String **names, size_t count) {
    *copy = (String **)(void *)memory_copy_bytes((const char *)names, count * sizeof *names);
    for (size_t i = 0; *copy && i < count; i++)
        if (names[i]) object_retain(names[i]);
    return *copy != NULL;
}

/* replace(): a copy with some of the fields changed, those that do not touch the instructions. */
static bool copy_parts(const Code *code, Code *copy) {
#define COPY(field, count) ((copy->field = (void *)memory_copy_bytes((const char *)code->field, (count) * sizeof *code->field)) != NULL)
    size_t words = code->word_count;
    if (!COPY(words, words) || (code->positions && !COPY(positions, words)) || !COPY(constants, code->constant_count)) return false;
    copy->constant_count = code->constant_count;
    for (size_t i = 0; i < code->constant_count; i++) value_retain(copy->constants[i]);
    return COPY(handlers, code->handler_count) && COPY(cell_registers, code->cell_count) &&
           copy_names(&copy->names, code->names, code->name_count) && copy_names(&copy->locals, code->locals, code->local_count) &&
           copy_names(&copy->cells, code->cells, code->cell_count) && copy_names(&copy->free_names, code->free_names, code->free_count);
#undef COPY
}

static Code *code_copy(Thread *thread, const Code *code) {
    Code *copy = object_new(thread, thread_builtins(thread)->type_code);
    if (!copy) return NULL;
    Object header = copy->object;
    *copy = *code;
    copy->object = header;
    value_retain(copy->documentation);
    value_retain(copy->file);
    object_retain(copy->name), object_retain(copy->qualified_name);
    source_retain(copy->source);
    frozen_retain(copy->kept);
    copy->words = NULL, copy->positions = NULL, copy->constants = NULL, copy->names = NULL, copy->handlers = NULL;
    copy->locals = NULL, copy->cells = NULL, copy->cell_registers = NULL, copy->free_names = NULL;
    copy->constant_count = 0;
    if (copy_parts(code, copy)) return copy;
    object_release(copy);
    raise_no_memory(thread);
    return NULL;
}

static bool replace_name(Thread *thread, String **place, Value value, const char *parameter) {
    if (value_is_none(value)) return true;
    if (!value_is_string(value))
        return raise_type_error(thread, "replace() argument '%s' must be str, not %s", parameter, value_type_name(thread, value)), false;
    object_release(*place);
    return (*place = string_intern_object(thread, value_string(value))) != NULL;
}

NATIVE(code_replace) {
    (void)native;
    Code *code = value_code(arguments[0]);
    if (!code_whole(thread, code)) return VALUE_ABSENT;
    int64_t flags = code->flags, line = code->first_line;
    if (!value_is_none(arguments[1]) && !value_to_int64(thread, arguments[1], &flags)) return VALUE_ABSENT;
    if (!value_is_none(arguments[2]) && !value_to_int64(thread, arguments[2], &line)) return VALUE_ABSENT;
    if (!value_is_none(arguments[5]) && !value_is_string(arguments[5]))
        return raise_type_error(thread, "replace() argument 'co_filename' must be str, not %s", value_type_name(thread, arguments[5]));
    const uint32_t fixed = CODE_SUSPENDS | CODE_STAR_ARGUMENTS | CODE_STAR_KEYWORDS | CODE_OPTIMIZED;
    if (((uint32_t)flags ^ code->flags) & fixed) return raise_value_error(thread, "code: these flags cannot be replaced");
    Code *copy = code_copy(thread, code);
    if (!copy) return VALUE_ABSENT;
    copy->flags = (uint32_t)flags;
    copy->first_line = (int)line;
    if (!value_is_none(arguments[5])) value_replace(&copy->file, value_retain(arguments[5]));
    if (replace_name(thread, &copy->name, arguments[3], "co_name") &&
        replace_name(thread, &copy->qualified_name, arguments[4], "co_qualname"))
        return value_from_object(copy);
    object_release(copy);
    return VALUE_ABSENT;
}

static const PropertyEntry code_properties[] = {
    {"co_argcount", get_argument_count, NULL, NULL},
    {"co_posonlyargcount", get_positional_only_count, NULL, NULL},
    {"co_kwonlyargcount", get_keyword_only_count, NULL, NULL},
    {"co_nlocals", get_local_count, NULL, NULL},
    {"co_stacksize", get_stack_size, NULL, NULL},
    {"co_flags", get_flags, NULL, NULL},
    {"co_firstlineno", get_first_line, NULL, NULL},
    {"co_name", get_name, NULL, NULL},
    {"co_qualname", get_qualified_name, NULL, NULL},
    {"co_filename", get_file, NULL, NULL},
    {"co_varnames", get_variable_names, NULL, NULL},
    {"co_names", get_names, NULL, NULL},
    {"co_cellvars", get_cell_names, NULL, NULL},
    {"co_freevars", get_free_names, NULL, NULL},
    {"co_consts", get_constants, NULL, NULL},
    {"co_code", get_bytes, NULL, NULL},
    {0},
};
static const NativeEntry code_methods[] = {
    {"co_lines", "($self, /)", NULL, code_lines, NULL, 0},
    {"replace", "($self, /, *, co_flags=None, co_firstlineno=None, co_name=None, co_qualname=None, co_filename=None)",
     "The same code with other values in some of its fields.", code_replace, NULL, 0},
    {0},
};

const Type code_type_template = {
    .name = "code",
    .documentation = "Create a code object.  Not for mere mortals.",
    .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Code),
    .destroy = code_destroy,
    .repr = code_repr,
    .properties = code_properties,
    .methods = code_methods,
};
