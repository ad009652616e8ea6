/* The text form back into a module. Function heads are read first, bodies then, so that calls may go forward. */
#include "arraylib/ir/private.h"

#include "base/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_DEPTH_MAX = 40, WORD_MAX = 200 };

typedef struct Parser {
    const char *at, *end;
    int line;
    IrModule *module;
    Error *error;
    IrBuilder builder;
    IrFunction *function;
    IrValue **values; /* by their numbers in the text */
    size_t value_capacity, value_end; /* none is set from value_end on */
    char word[WORD_MAX + 1];
} Parser;

typedef struct Body {
    IrFunction *function;
    const char *at;
    int line;
    struct Body *next;
} Body;

static bool fail(Parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(Parser *parser, const char *format, ...) {
    char message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    return error_set(parser->error, "SyntaxError", "line %d: %s", parser->line, message);
}

/* What the module found wrong, with the line. */
static bool fail_module(Parser *parser) {
    const Error *error = &parser->module->error;
    if (error->kind && !strcmp(error->kind, "MemoryError")) return error_no_memory(parser->error);
    return fail(parser, "%s", error->message ? error->message : "out of memory");
}

/* ---- characters and words ---- */

static void skip_blanks(Parser *parser) {
    for (; parser->at < parser->end; parser->at++) {
        char c = *parser->at;
        if (c == '\n') parser->line++;
        else if (c == '#') {
            while (parser->at + 1 < parser->end && parser->at[1] != '\n') parser->at++;
        } else if (c != ' ' && c != '\t' && c != '\r') return;
    }
}

static char peek(Parser *parser) {
    skip_blanks(parser);
    return parser->at < parser->end ? *parser->at : '\0';
}

static bool accept(Parser *parser, char c) {
    if (peek(parser) != c || parser->at >= parser->end) return false;
    parser->at++;
    return true;
}

static bool expect(Parser *parser, char c) { return accept(parser, c) || fail(parser, "expected '%c'", c); }

static bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Into parser->word; empty at anything else. */
static const char *read_word(Parser *parser) {
    size_t length = 0;
    skip_blanks(parser);
    while (parser->at < parser->end && is_word_char(*parser->at)) {
        if (length < WORD_MAX) parser->word[length++] = *parser->at;
        parser->at++;
    }
    parser->word[length] = '\0';
    return parser->word;
}

static bool expect_word(Parser *parser, const char *word) {
    return !strcmp(read_word(parser), word) || fail(parser, "expected '%s'", word);
}

/* The next word without taking it. */
static bool next_word_is(Parser *parser, const char *word) {
    skip_blanks(parser);
    size_t length = strlen(word);
    return (size_t)(parser->end - parser->at) >= length && !memcmp(parser->at, word, length) &&
           ((size_t)(parser->end - parser->at) == length || !is_word_char(parser->at[length]));
}

static bool accept_word(Parser *parser, const char *word) {
    if (!next_word_is(parser, word)) return false;
    parser->at += strlen(word);
    return true;
}

/* A number's characters into parser->word. */
static bool read_number(Parser *parser) {
    size_t length = 0;
    skip_blanks(parser);
    for (; parser->at < parser->end; parser->at++) {
        char c = *parser->at;
        if (!is_word_char(c) && c != '-' && c != '+') break;
        if (length >= 60) return fail(parser, "the number is too long");
        parser->word[length++] = c;
    }
    parser->word[length] = '\0';
    return length || fail(parser, "expected a number");
}

static bool read_integer(Parser *parser, int64_t lowest, int64_t highest, int64_t *number) {
    char *rest;
    if (!read_number(parser)) return false;
    errno = 0;
    *number = strtoll(parser->word, &rest, 10);
    if (*rest || errno || *number < lowest || *number > highest) return fail(parser, "%s is no number for this place", parser->word);
    return true;
}

static char *read_string(Parser *parser) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool good = expect(parser, '"');
    while (good && parser->at < parser->end && *parser->at != '"' && *parser->at != '\n') {
        char c = *parser->at++;
        if (c == '\\' && parser->at < parser->end) {
            c = *parser->at++;
            unsigned code = 0;
            if (c == 'x') {
                char digits[3] = {0};
                for (int i = 0; i < 2 && parser->at < parser->end; i++) digits[i] = *parser->at++;
                char *rest;
                code = (unsigned)strtoul(digits, &rest, 16);
                if (*rest || !code) good = fail(parser, "a \\x without two hexadecimal digits");
                c = (char)code;
            }
        }
        if (c) text_append_char(&text, c);
        else good = fail(parser, "a string holds a NUL");
    }
    good = good && expect(parser, '"');
    if (good && !text.length) text_append(&text, ""), text_reserve(&text, 1);
    char *string = good ? arena_copy(&parser->module->arena, text_string(&text), text.length) : NULL;
    if (good && !string) error_no_memory(parser->error);
    text_release(&text);
    return string;
}

/* ---- types ---- */

static const IrType *parse_type(Parser *parser, int depth);

static const IrType *parse_pointer(Parser *parser, int depth) {
    static const char *const spaces[] = {"global", "shared", "constant", "local"};
    const IrType *element;
    if (!expect(parser, '<') || !(element = parse_type(parser, depth + 1)) || !expect(parser, ',')) return NULL;
    read_word(parser);
    for (int i = 0; i < 4; i++)
        if (!strcmp(parser->word, spaces[i]) && expect(parser, '>'))
            return ir_pointer_type(parser->module, element, (IrSpace)i);
    fail(parser, "'%s' is no memory space", parser->word);
    return NULL;
}

static const IrType *parse_array(Parser *parser, int depth) {
    const IrType *element;
    int64_t rank;
    if (!expect(parser, '<') || !(element = parse_type(parser, depth + 1)) || !expect(parser, ',') ||
        !read_integer(parser, 0, IR_RANK_MAX, &rank))
        return NULL;
    bool contiguous = accept(parser, ',');
    if (contiguous && !expect_word(parser, "contiguous")) return NULL;
    if (!expect(parser, '>')) return NULL;
    if (element->kind != IR_SCALAR) {
        fail(parser, "arrays hold scalars");
        return NULL;
    }
    return ir_array_type(parser->module, element->scalar, (int)rank, contiguous);
}

static const IrType *parse_fixed(Parser *parser, int depth) {
    int64_t count;
    const IrType *element;
    if (!read_integer(parser, 1, INT64_MAX, &count) || !expect_word(parser, "x") ||
        !(element = parse_type(parser, depth + 1)) || !expect(parser, ']'))
        return NULL;
    return ir_fixed_type(parser->module, element, count);
}

static const IrType *find_scalar(const char *word) {
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (!strcmp(dtypes[i].name, word)) return ir_scalar_type((DtypeNumber)i);
    return NULL;
}

static const IrType *parse_type(Parser *parser, int depth) {
    const IrType *type;
    if (depth > TYPE_DEPTH_MAX) fail(parser, "the type is nested too deeply");
    else if (accept(parser, '[')) type = parse_fixed(parser, depth);
    else {
        read_word(parser);
        if (!strcmp(parser->word, "pointer")) type = parse_pointer(parser, depth);
        else if (!strcmp(parser->word, "array")) type = parse_array(parser, depth);
        else if (!strcmp(parser->word, "void")) type = ir_void_type();
        else if (!strcmp(parser->word, "struct")) {
            type = ir_struct_find(parser->module, read_word(parser));
            if (!type) fail(parser, "there is no struct '%s'", parser->word);
        } else {
            type = find_scalar(parser->word);
            if (!type) fail(parser, "'%s' is no type", parser->word);
        }
        if (!type && ir_module_failed(parser->module)) fail_module(parser);
        return type;
    }
    if (depth > TYPE_DEPTH_MAX) return NULL;
    if (!type && ir_module_failed(parser->module)) fail_module(parser);
    return type;
}

/* ---- numbers of a type ---- */

static bool parse_double(Parser *parser, double *number) {
    char *rest;
    if (!read_number(parser)) return false;
    if (!strncmp(parser->word, "0x", 2)) {
        uint64_t bits = strtoull(parser->word, &rest, 16);
        memcpy(number, &bits, sizeof bits);
    } else *number = strtod(parser->word, &rest);
    return !*rest || fail(parser, "%s is no number", parser->word);
}

static bool parse_float(Parser *parser, float *number) {
    char *rest;
    if (!read_number(parser)) return false;
    if (!strncmp(parser->word, "0x", 2)) {
        uint32_t bits = (uint32_t)strtoull(parser->word, &rest, 16);
        memcpy(number, &bits, sizeof bits);
    } else *number = strtof(parser->word, &rest);
    return !*rest || fail(parser, "%s is no number", parser->word);
}

static bool parse_half(Parser *parser, float16_bits *number) {
    float wide;
    skip_blanks(parser);
    if (parser->end - parser->at > 2 && !memcmp(parser->at, "0x", 2)) {
        char *rest;
        if (!read_number(parser)) return false;
        *number = (float16_bits)strtoul(parser->word, &rest, 16);
        return !*rest || fail(parser, "%s is no number", parser->word);
    }
    if (!parse_float(parser, &wide)) return false;
    *number = float16_from_float(wide);
    return true;
}

static bool parse_whole(Parser *parser, const IrType *type, IrScalar *value) {
    char *rest;
    int bits = 8 * (int)type->size;
    if (!read_number(parser)) return false;
    errno = 0;
    bool negative = parser->word[0] == '-', fits;
    if (ir_kind(type) == 'i') {
        value->i = strtoll(parser->word, &rest, 10);
        fits = value->i >> (bits - 1) == 0 || value->i >> (bits - 1) == -1;
    } else {
        value->u = strtoull(parser->word, &rest, 10);
        fits = !negative && (bits == 64 || value->u >> bits == 0);
    }
    if (*rest || errno || !fits) return fail(parser, "%s is no %s", parser->word, ir_dtype(type)->name);
    return true;
}

static bool parse_number(Parser *parser, const IrType *type, IrScalar *value) {
    *value = (IrScalar){.c128 = {0, 0}};
    switch (type->scalar) {
    case DTYPE_BOOL:
        read_word(parser);
        value->u = !strcmp(parser->word, "true");
        return value->u || !strcmp(parser->word, "false") || fail(parser, "expected true or false");
    case DTYPE_FLOAT16: return parse_half(parser, &value->f16);
    case DTYPE_FLOAT32: return parse_float(parser, &value->f32);
    case DTYPE_FLOAT64: return parse_double(parser, &value->f64);
    case DTYPE_COMPLEX64:
        return expect(parser, '(') && parse_float(parser, &value->c64.real) && parse_float(parser, &value->c64.imaginary) &&
               expect(parser, ')');
    case DTYPE_COMPLEX128:
        return expect(parser, '(') && parse_double(parser, &value->c128.real) &&
               parse_double(parser, &value->c128.imaginary) && expect(parser, ')');
    default: return parse_whole(parser, type, value);
    }
}

/* ---- operands ---- */

static bool read_value_number(Parser *parser, int64_t *number) {
    /* A text cannot define more values than it has characters. */
    return read_integer(parser, 0, (int64_t)parser->value_capacity - 1, number);
}

static IrValue *parse_operand(Parser *parser) {
    int64_t number;
    if (accept(parser, '%')) {
        if (parser->at < parser->end && *parser->at >= '0' && *parser->at <= '9') {
            if (!read_value_number(parser, &number)) return NULL;
            if (!parser->values[number]) fail(parser, "%%%lld is not defined here", (long long)number);
            return parser->values[number];
        }
        read_word(parser);
        for (int i = 0; i < parser->function->parameter_count; i++)
            if (!strcmp(parser->function->parameters[i]->name, parser->word)) return parser->function->parameters[i];
        fail(parser, "there is no parameter %%%s", parser->word);
        return NULL;
    }
    const IrType *type = find_scalar(read_word(parser));
    IrScalar value;
    if (!type) fail(parser, "expected a value, not '%s'", parser->word);
    if (!type || !parse_number(parser, type, &value)) return NULL;
    IrValue *constant = ir_constant(parser->module, type, value);
    if (!constant) fail_module(parser);
    return constant;
}

/* ---- values ---- */

static bool define(Parser *parser, int64_t number, IrValue *value) {
    if (parser->values[number]) return fail(parser, "%%%lld is defined twice", (long long)number);
    parser->values[number] = value;
    if ((size_t)number >= parser->value_end) parser->value_end = (size_t)number + 1;
    return true;
}

static bool find_operation(const char *word, IrOperation *operation, int *detail) {
    *detail = 0;
    for (int i = 0; i < IR_OPERATION_COUNT; i++) {
        const char *name = ir_operation_rows[i].word;
        size_t length = strlen(name);
        int count;
        *operation = (IrOperation)i;
        if (i == IR_THREAD) continue;
        const IrWord *words = ir_detail_words(*operation, &count);
        if (!words && i != IR_MATH) {
            if (!strcmp(word, name)) return true;
            continue;
        }
        if (strncmp(word, name, length) || word[length] != '.') continue;
        if (i == IR_MATH) count = IR_MATH_COUNT;
        for (int k = 0; k < count; k++) {
            *detail = k;
            if (!strcmp(word + length + 1, i == IR_MATH ? ir_math_rows[k].name : words[k].word)) return true;
        }
    }
    *operation = IR_THREAD;
    for (int i = 0; i < 3 * IR_PLACE_COUNT; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s.%c", ir_places[i / 3].word, 'x' + i % 3);
        *detail = i;
        if (!strcmp(word, name)) return true;
    }
    return false;
}

static bool parse_line_mark(Parser *parser, IrValue *value) {
    int64_t line;
    if (!accept(parser, '!')) return true;
    if (!read_integer(parser, 0, INT32_MAX, &line)) return false;
    value->line = (int)line;
    return true;
}

/* What stands behind the word, but for blocks. */
typedef struct Operands {
    IrValue *values[IR_PARAMETERS_MAX];
    int count;
    int64_t detail;
    IrFunction *callee;
    IrGlobal *global;
    char *name, *message;
} Operands;

static bool parse_target(Parser *parser, IrOperation operation, Operands *operands) {
    if (operation != IR_CALL && operation != IR_PARALLEL && operation != IR_GLOBAL) return true;
    if (!expect(parser, '@')) return false;
    read_word(parser);
    if (operation != IR_GLOBAL) operands->callee = ir_function_find(parser->module, parser->word);
    else operands->global = ir_global_find(parser->module, parser->word);
    return operands->callee || operands->global || fail(parser, "there is no @%s", parser->word);
}

static bool parse_operands(Parser *parser, IrOperation operation, Operands *operands) {
    int wanted = ir_operation_rows[operation].operands;
    bool has_number = operation == IR_SHAPE || operation == IR_STRIDE || operation == IR_FIELD, first = true;
    if (!parse_target(parser, operation, operands)) return false;
    if (operation == IR_CALL || operation == IR_PARALLEL || operation == IR_GLOBAL) first = false;
    if (operation == IR_RAISE && peek(parser) == '"')
        return (operands->name = read_string(parser)) && expect(parser, ',') && (operands->message = read_string(parser));
    if (operation == IR_RAISE) wanted = 1;
    if (operation == IR_PRINT) {
        if (!(operands->message = read_string(parser))) return false;
        first = false;
    }
    for (;;) {
        if (wanted >= 0 && operands->count == wanted) break;
        /* A value that is one of several comes behind a comma; the first one where a value can begin. */
        if (!first && !accept(parser, ',')) break;
        if (first && wanted < 0 && peek(parser) != '%' && operation == IR_RETURN) {
            read_word(parser);
            bool is_value = find_scalar(parser->word) != NULL;
            parser->at -= strlen(parser->word);
            if (!is_value) break;
        }
        if (operands->count == IR_PARAMETERS_MAX) return fail(parser, "too many operands");
        if (!(operands->values[operands->count] = parse_operand(parser))) return false;
        operands->count++;
        first = false;
    }
    if (has_number && (!expect(parser, ',') || !read_integer(parser, 0, INT32_MAX, &operands->detail))) return false;
    if (operation == IR_CHECK)
        return expect(parser, ',') && (operands->name = read_string(parser)) && expect(parser, ',') &&
               (operands->message = read_string(parser));
    return true;
}

static IrValue *parse_plain(Parser *parser, IrOperation operation, int detail, const IrType *declared) {
    Operands operands = {.detail = detail};
    TextBuffer why = TEXT_BUFFER_EMPTY;
    if (!parse_operands(parser, operation, &operands)) return NULL;
    IrValue *value = ir_value_create(parser->module, operation, (int)operands.detail, ir_void_type(), operands.values, operands.count);
    if (!value) {
        fail_module(parser);
        return NULL;
    }
    if (operation == IR_CALL || operation == IR_PARALLEL) value->callee = operands.callee;
    if (operation == IR_GLOBAL) value->global = operands.global;
    if (operation == IR_CHECK || operation == IR_RAISE) value->name = operands.name;
    if (operation == IR_CHECK || operation == IR_RAISE || operation == IR_PRINT) value->message = operands.message;
    value->type = ir_infer(parser->module, value, declared, &why);
    bool good = value->type == declared;
    if (!value->type) fail(parser, "%s %s", ir_operation_rows[operation].word, text_string(&why));
    else if (!good) {
        text_append_format(&why, "%s gives ", ir_operation_rows[operation].word);
        ir_type_append(&why, value->type);
        fail(parser, "%s", text_string(&why));
    }
    text_release(&why);
    if (good) ir_block_insert(parser->builder.block, NULL, value);
    return good ? value : NULL;
}

static bool parse_block(Parser *parser);

static bool parse_if(Parser *parser) {
    IrValue *condition = parse_operand(parser), *value = condition ? ir_build_if(&parser->builder, condition) : NULL;
    if (!value) return condition ? fail_module(parser) : false;
    if (!parse_block(parser)) return false;
    if (accept_word(parser, "else")) {
        ir_build_else(&parser->builder);
        if (ir_module_failed(parser->module)) return fail_module(parser);
        if (!parse_block(parser)) return false;
    }
    ir_build_end(&parser->builder);
    return parse_line_mark(parser, value);
}

static bool parse_for(Parser *parser) {
    int64_t number;
    const IrType *type;
    IrValue *start, *stop, *step;
    if (!expect(parser, '%') || !read_value_number(parser, &number) || !expect(parser, ':') ||
        !(type = parse_type(parser, 0)) || !expect(parser, '=') || !(start = parse_operand(parser)) ||
        !expect_word(parser, "to") || !(stop = parse_operand(parser)) || !expect_word(parser, "step") ||
        !(step = parse_operand(parser)))
        return false;
    bool strip = accept_word(parser, "strip");
    IrValue *index = ir_build_for(&parser->builder, start, stop, step);
    if (!index) return fail_module(parser);
    if (index->type != type) return fail(parser, "the index has another type than its range");
    IrValue *value = parser->builder.block->owner;
    value->loop_hint = strip;
    if (!define(parser, number, index) || !parse_block(parser)) return false;
    ir_build_end(&parser->builder);
    return parse_line_mark(parser, value);
}

static bool parse_while(Parser *parser) {
    ir_build_while(&parser->builder);
    if (ir_module_failed(parser->module)) return fail_module(parser);
    IrValue *value = parser->builder.block->owner;
    if (!parse_block(parser) || !expect_word(parser, "do")) return false;
    parser->builder.block = value->blocks[1];
    if (!parse_block(parser)) return false;
    ir_build_end(&parser->builder);
    return parse_line_mark(parser, value);
}

static bool parse_try(Parser *parser) {
    ir_build_try(&parser->builder);
    if (ir_module_failed(parser->module)) return fail_module(parser);
    IrValue *value = parser->builder.block->owner;
    if (!parse_block(parser) || !expect_word(parser, "catch")) return false;
    parser->builder.block = value->blocks[1];
    if (!parse_block(parser)) return false;
    ir_build_end(&parser->builder);
    return parse_line_mark(parser, value);
}

static bool parse_statement(Parser *parser) {
    int64_t number = -1;
    const IrType *declared = ir_void_type();
    IrOperation operation;
    int detail;
    if (accept(parser, '%')) {
        if (!read_value_number(parser, &number) || !expect(parser, ':') || !(declared = parse_type(parser, 0)) ||
            !expect(parser, '='))
            return false;
        if (declared->kind == IR_VOID) return fail(parser, "a value of type void has no name");
    } else {
        if (accept_word(parser, "if")) return parse_if(parser);
        if (accept_word(parser, "for")) return parse_for(parser);
        if (accept_word(parser, "while")) return parse_while(parser);
        if (accept_word(parser, "try")) return parse_try(parser);
    }
    read_word(parser);
    if (!find_operation(parser->word, &operation, &detail) || operation <= IR_INDEX || operation == IR_IF ||
        operation == IR_FOR || operation == IR_WHILE || operation == IR_TRY)
        return fail(parser, "'%s' is no operation", parser->word);
    /* A call's result may be left unused, but is named all the same. */
    IrValue *value = parse_plain(parser, operation, detail, declared);
    return value && parse_line_mark(parser, value) && (number < 0 || define(parser, number, value));
}

static bool parse_block(Parser *parser) {
    IrBlock *block = parser->builder.block;
    if (!expect(parser, '{')) return false;
    while (!accept(parser, '}')) {
        if (parser->at >= parser->end) return fail(parser, "the text ends inside a block");
        if (!parse_statement(parser)) return false;
        parser->builder.block = block;
        parser->builder.before = NULL;
    }
    return true;
}

/* ---- items of a module ---- */

static bool parse_struct(Parser *parser) {
    IrField fields[IR_PARAMETERS_MAX];
    char name[WORD_MAX + 1];
    int count = 0;
    strcpy(name, read_word(parser));
    if (!expect(parser, '{')) return false;
    do {
        if (count == IR_PARAMETERS_MAX) return fail(parser, "struct %s has too many fields", name);
        read_word(parser);
        fields[count].name = arena_copy(&parser->module->arena, parser->word, strlen(parser->word));
        if (!fields[count].name) return error_no_memory(parser->error);
        if (!expect(parser, ':') || !(fields[count].type = parse_type(parser, 0))) return false;
        count++;
    } while (accept(parser, ','));
    if (!expect(parser, '}')) return false;
    return ir_struct_type(parser->module, name, fields, count) || fail_module(parser);
}

static bool parse_table(Parser *parser, const IrType *type, char *bytes) {
    IrScalar value;
    if (type->kind == IR_SCALAR) {
        if (!parse_number(parser, type, &value)) return false;
        ir_scalar_store(type, bytes, value);
        return true;
    }
    if (type->kind == IR_POINTER) {
        if (!parse_number(parser, IR_TYPE(UINT64), &value)) return false;
        memcpy(bytes, &value, sizeof value.u);
        return true;
    }
    if (!expect(parser, '{')) return false;
    if (type->kind == IR_STRUCT) {
        for (int i = 0; i < type->field_count; i++)
            if ((i && !expect(parser, ',')) || !parse_table(parser, type->fields[i].type, bytes + type->fields[i].offset)) return false;
        return expect(parser, '}');
    }
    if (type->kind != IR_FIXED) return fail(parser, "tables hold numbers");
    for (int64_t i = 0, count; i < type->count; i += count) {
        count = 1;
        if (i && !expect(parser, ',')) return false;
        if (accept_word(parser, "zeros")) { /* the bytes are zero already */
            if (!read_integer(parser, 1, type->count - i, &count)) return false;
        } else if (!parse_table(parser, type->element, bytes + i * type->element->size)) return false;
    }
    return expect(parser, '}');
}

static bool parse_table_item(Parser *parser, bool is_variable) {
    char name[WORD_MAX + 1];
    const IrType *type;
    if (!expect(parser, '@')) return false;
    strcpy(name, read_word(parser));
    if (!expect(parser, ':') || !(type = parse_type(parser, 0)) || !expect(parser, '=')) return false;
    if (type->size > (is_variable ? 1 << 26 : 1 << 20)) return fail(parser, "the table is too large");
    char *bytes = memory_allocate_zeroed((size_t)type->size + 1, 1);
    if (!bytes) return error_no_memory(parser->error);
    bool good = parse_table(parser, type, bytes);
    if (good && !(is_variable ? ir_variable_create : ir_global_create)(parser->module, name, type, bytes)) good = fail_module(parser);
    memory_release(bytes);
    return good;
}

static bool skip_body(Parser *parser) {
    int depth = 0;
    bool in_string = false;
    while (peek(parser), parser->at < parser->end) {
        char c = *parser->at++;
        if (c == '\n') parser->line++;
        if (c == '"') {
            in_string = true;
            while (in_string && parser->at < parser->end && *parser->at != '\n') {
                if (*parser->at == '\\' && parser->at + 1 < parser->end) parser->at++;
                else if (*parser->at == '"') in_string = false;
                if (*parser->at != '\n') parser->at++;
            }
        } else if (c == '{') depth++;
        else if (c == '}' && --depth == 0) return true;
        else if (depth <= 0) break;
    }
    return fail(parser, "expected a body in braces");
}

static IrFunction *parse_head(Parser *parser, IrFunctionKind kind) {
    const IrType *types[IR_PARAMETERS_MAX], *result = ir_void_type();
    const char *names[IR_PARAMETERS_MAX];
    char name[WORD_MAX + 1];
    int count = 0;
    if (!expect(parser, '@')) return NULL;
    strcpy(name, read_word(parser));
    if (!expect(parser, '(')) return NULL;
    while (!accept(parser, ')')) {
        if (count == IR_PARAMETERS_MAX) {
            fail(parser, "@%s has too many parameters", name);
            return NULL;
        }
        if ((count && !expect(parser, ',')) || !expect(parser, '%')) return NULL;
        read_word(parser);
        names[count] = arena_copy(&parser->module->arena, parser->word, strlen(parser->word));
        if (!names[count]) error_no_memory(parser->error);
        if (!names[count] || !expect(parser, ':') || !(types[count] = parse_type(parser, 0))) return NULL;
        count++;
    }
    if (accept(parser, '-') && (!expect(parser, '>') || !(result = parse_type(parser, 0)))) return NULL;
    int64_t fast = 0;
    IrFunction *function = kind == IR_EXTERNAL ? ir_external_create(parser->module, name, NULL, result, types, count, false)
                                               : ir_function_create(parser->module, kind, name, result, types, names, count);
    if (!function) fail_module(parser);
    else {
        function->small = accept_word(parser, "small");
        function->always_inline = accept_word(parser, "inline");
        function->is_internal = accept_word(parser, "internal");
        function->is_rare = accept_word(parser, "rare");
        if (accept_word(parser, "fast") && !read_integer(parser, 1, IR_FAST_ALL, &fast)) return NULL;
        function->fast_math = (unsigned)fast;
        function->can_fault = kind == IR_EXTERNAL && accept_word(parser, "faults");
    }
    return function;
}

static bool parse_function(Parser *parser, IrFunctionKind kind, Body ***last) {
    IrFunction *function = parse_head(parser, kind);
    if (!function) return false;
    Body *body = arena_allocate(&parser->module->arena, sizeof *body);
    if (!body) return error_no_memory(parser->error);
    *body = (Body){function, parser->at, parser->line, NULL};
    **last = body;
    *last = &body->next;
    return skip_body(parser);
}

static bool parse_items(Parser *parser, Body **bodies) {
    Body **last = bodies;
    while (peek(parser), parser->at < parser->end) {
        read_word(parser);
        bool good = !strcmp(parser->word, "struct")     ? parse_struct(parser)
                    : !strcmp(parser->word, "constant") ? parse_table_item(parser, false)
                    : !strcmp(parser->word, "variable") ? parse_table_item(parser, true)
                    : !strcmp(parser->word, "function") ? parse_function(parser, IR_FUNCTION, &last)
                    : !strcmp(parser->word, "kernel")   ? parse_function(parser, IR_KERNEL, &last)
                    : !strcmp(parser->word, "external") ? parse_head(parser, IR_EXTERNAL) != NULL
                                                        : fail(parser, "expected struct, constant, variable, function, kernel or external");
        if (!good) return false;
    }
    return true;
}

static bool parse_bodies(Parser *parser, const Body *body) {
    for (; body; body = body->next) {
        parser->at = body->at;
        parser->line = body->line;
        parser->function = body->function;
        parser->builder = ir_builder(body->function);
        memset(parser->values, 0, parser->value_end * sizeof *parser->values);
        parser->value_end = 0;
        if (!parse_block(parser)) return false;
    }
    return true;
}

IrModule *ir_module_parse(const char *text, size_t length, Error *error) {
    Parser parser = {.at = text, .end = text + length, .line = 1, .error = error, .module = ir_module_create()};
    Body *bodies = NULL;
    parser.value_capacity = length < (1 << 20) ? length + 1 : 1 << 20;
    parser.values = memory_allocate_zeroed(parser.value_capacity, sizeof *parser.values);
    bool good = parser.module && parser.values;
    if (!good) error_no_memory(error);
    good = good && parse_items(&parser, &bodies) && parse_bodies(&parser, bodies) && ir_verify(parser.module, error);
    memory_release(parser.values);
    if (good) return parser.module;
    ir_module_destroy(parser.module);
    return NULL;
}
