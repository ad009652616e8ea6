/* The text form. What it prints, ir/parse.c reads back to the same text. */
#include "arraylib/ir/private.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append_double(TextBuffer *text, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (isnan(number)) text_append_format(text, "0x%" PRIx64, bits);
    else text_append_double(text, number);
}

static void append_float(TextBuffer *text, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (isnan(number)) text_append_format(text, "0x%" PRIx32, bits);
    else text_append_float(text, number);
}

static void append_number(TextBuffer *text, const IrType *type, IrScalar value) {
    switch (type->scalar) {
    case DTYPE_BOOL: text_append(text, value.u ? "true" : "false"); break;
    case DTYPE_FLOAT16:
        if (isnan(float16_to_float(value.f16))) text_append_format(text, "0x%x", (unsigned)value.f16);
        else text_append_float(text, float16_to_float(value.f16));
        break;
    case DTYPE_FLOAT32: append_float(text, value.f32); break;
    case DTYPE_FLOAT64: append_double(text, value.f64); break;
    case DTYPE_COMPLEX64:
        text_append_char(text, '(');
        append_float(text, value.c64.real);
        text_append_char(text, ' ');
        append_float(text, value.c64.imaginary);
        text_append_char(text, ')');
        break;
    case DTYPE_COMPLEX128:
        text_append_char(text, '(');
        append_double(text, value.c128.real);
        text_append_char(text, ' ');
        append_double(text, value.c128.imaginary);
        text_append_char(text, ')');
        break;
    default:
        if (ir_kind(type) == 'i') text_append_format(text, "%" PRId64, value.i);
        else text_append_format(text, "%" PRIu64, value.u);
    }
}

static void append_string(TextBuffer *text, const char *string) {
    text_append_char(text, '"');
    for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
        if (*c == '"' || *c == '\\') text_append_format(text, "\\%c", *c);
        else if (*c < ' ' || *c == 127) text_append_format(text, "\\x%02x", *c);
        else text_append_char(text, (char)*c);
    }
    text_append_char(text, '"');
}

static void append_operand(TextBuffer *text, const IrValue *value) {
    if (value->operation == IR_CONSTANT) {
        text_append_format(text, "%s ", dtypes[value->type->scalar].name);
        append_number(text, value->type, value->constant);
    } else if (value->operation == IR_PARAMETER) text_append_format(text, "%%%s", value->name);
    else text_append_format(text, "%%%d", value->number);
}

static void append_word(TextBuffer *text, const IrValue *value) {
    int count;
    const IrWord *words = ir_detail_words(value->operation, &count);
    if (value->operation == IR_MATH) text_append_format(text, "math.%s", ir_math_rows[value->detail].name);
    else if (value->operation == IR_THREAD)
        text_append_format(text, "%s.%c", ir_places[value->detail / 3].word, 'x' + value->detail % 3);
    else if (words) text_append_format(text, "%s.%s", ir_operation_rows[value->operation].word, words[value->detail].word);
    else text_append(text, ir_operation_rows[value->operation].word);
}

static void print_block(TextBuffer *text, const IrBlock *block);

static void indent(TextBuffer *text, int depth) { text_append_repeated(text, ' ', 4 * (size_t)depth); }

/* "{", the block, "}" */
static void print_inner(TextBuffer *text, const IrBlock *block) {
    text_append(text, "{\n");
    print_block(text, block);
    indent(text, block->depth);
    text_append_char(text, '}');
}

static void print_operands(TextBuffer *text, const IrValue *value) {
    bool first = true;
    if (value->operation == IR_CALL || value->operation == IR_PARALLEL || value->operation == IR_GLOBAL) {
        text_append_format(text, " @%s", value->operation != IR_GLOBAL ? value->callee->name : value->global->name);
        first = false;
    }
    if (value->operation == IR_PRINT) {
        text_append_char(text, ' ');
        append_string(text, value->message);
        first = false;
    }
    for (int i = 0; i < value->operand_count; i++, first = false) {
        text_append(text, first ? " " : ", ");
        append_operand(text, value->operands[i]);
    }
    if (value->operation == IR_SHAPE || value->operation == IR_STRIDE || value->operation == IR_FIELD)
        text_append_format(text, ", %d", value->detail);
    if (value->operation == IR_CHECK || (value->operation == IR_RAISE && !value->operand_count)) {
        text_append(text, value->operand_count ? ", " : " ");
        append_string(text, value->name);
        text_append(text, ", ");
        append_string(text, value->message);
    }
}

static void print_value(TextBuffer *text, const IrValue *value) {
    if (ir_gives_value(value)) {
        text_append_format(text, "%%%d: ", value->number);
        ir_type_append(text, value->type);
        text_append(text, " = ");
    }
    switch (value->operation) {
    case IR_FOR:
        text_append_format(text, "for %%%d: ", value->blocks[0]->index->number);
        ir_type_append(text, value->operands[0]->type);
        text_append(text, " = ");
        append_operand(text, value->operands[0]);
        text_append(text, " to ");
        append_operand(text, value->operands[1]);
        text_append(text, " step ");
        append_operand(text, value->operands[2]);
        text_append(text, value->loop_hint ? " strip " : " ");
        print_inner(text, value->blocks[0]);
        break;
    case IR_WHILE:
        text_append(text, "while ");
        print_inner(text, value->blocks[0]);
        text_append(text, " do ");
        print_inner(text, value->blocks[1]);
        break;
    case IR_TRY:
        text_append(text, "try ");
        print_inner(text, value->blocks[0]);
        text_append(text, " catch ");
        print_inner(text, value->blocks[1]);
        break;
    case IR_IF:
        text_append(text, "if ");
        append_operand(text, value->operands[0]);
        text_append_char(text, ' ');
        print_inner(text, value->blocks[0]);
        if (!value->blocks[1]) break;
        text_append(text, " else ");
        print_inner(text, value->blocks[1]);
        break;
    default:
        append_word(text, value);
        print_operands(text, value);
    }
    if (value->line) text_append_format(text, " !%d", value->line);
}

static void print_block(TextBuffer *text, const IrBlock *block) {
    for (const IrValue *value = block->first; value; value = value->next) {
        indent(text, block->depth + 1);
        print_value(text, value);
        text_append_char(text, '\n');
    }
}

void ir_function_print(IrFunction *function, TextBuffer *text) {
    ir_function_number(function);
    static const char *const kinds[] = {"function", "kernel", "external"};
    text_append_format(text, "%s @%s(", kinds[function->kind], function->name);
    for (int i = 0; i < function->parameter_count; i++) {
        text_append_format(text, "%s%%%s: ", i ? ", " : "", function->parameters[i]->name);
        ir_type_append(text, function->parameters[i]->type);
    }
    text_append_char(text, ')');
    if (function->result->kind != IR_VOID) {
        text_append(text, " -> ");
        ir_type_append(text, function->result);
    }
    text_append_format(text, "%s%s%s", function->small ? " small" : "", function->always_inline ? " inline" : "", function->is_internal ? " internal" : "");
    text_append(text, function->is_rare ? " rare" : "");
    if (function->fast_math) text_append_format(text, " fast %u", function->fast_math);
    if (function->kind == IR_EXTERNAL) text_append(text, function->can_fault ? " faults" : "");
    else {
        text_append_char(text, ' ');
        print_inner(text, function->body);
    }
    text_append_char(text, '\n');
}

static void print_struct(TextBuffer *text, const IrType *type) {
    text_append_format(text, "struct %s { ", type->name);
    for (int i = 0; i < type->field_count; i++) {
        text_append_format(text, "%s%s: ", i ? ", " : "", type->fields[i].name);
        ir_type_append(text, type->fields[i].type);
    }
    text_append(text, " }\n");
}

/* In the order of their making: a struct may hold earlier ones. */
static void print_structs(TextBuffer *text, const IrType *type) {
    size_t count = 0;
    for (const IrType *at = type; at; at = at->next) count++;
    for (size_t i = count; i > 0; i--) {
        const IrType *at = type;
        for (size_t k = 1; k < i; k++) at = at->next;
        if (at->kind == IR_STRUCT) print_struct(text, at);
    }
}

enum { ZEROS_LEAST = 8 }; /* a shorter run of zeros is written out */

/* How many elements from here on are all zero bytes. */
static int64_t count_zeros(const char *bytes, int64_t count, int64_t size) {
    int64_t length = count * size, at = 0;
    while (at < length && !bytes[at]) at++;
    return at / size;
}

/* Long runs of zeros as "zeros 4096". */
static void print_table(TextBuffer *text, const IrType *type, const char *bytes) {
    if (type->kind == IR_FIXED) {
        text_append(text, "{ ");
        for (int64_t i = 0; i < type->count;) {
            const char *element = bytes + i * type->element->size;
            int64_t zeros = *element ? 0 : count_zeros(element, type->count - i, type->element->size);
            text_append(text, i ? ", " : "");
            if (zeros >= ZEROS_LEAST) {
                text_append_format(text, "zeros %" PRId64, zeros);
                i += zeros;
            } else {
                print_table(text, type->element, element);
                i++;
            }
        }
        text_append(text, " }");
    } else if (type->kind == IR_STRUCT) {
        text_append(text, "{ ");
        for (int i = 0; i < type->field_count; i++) {
            text_append(text, i ? ", " : "");
            print_table(text, type->fields[i].type, bytes + type->fields[i].offset);
        }
        text_append(text, " }");
    } else if (type->kind == IR_SCALAR) append_number(text, type, ir_scalar_load(type, bytes));
    else append_number(text, IR_TYPE(UINT64), ir_scalar_load(IR_TYPE(UINT64), bytes)); /* an address */
}

void ir_module_print(IrModule *module, TextBuffer *text) {
    print_structs(text, module->types);
    for (const IrGlobal *global = module->globals; global; global = global->next) {
        text_append_format(text, "%s @%s: ", global->is_variable ? "variable" : "constant", global->name);
        ir_type_append(text, global->type);
        text_append(text, " = ");
        print_table(text, global->type, global->bytes);
        text_append_char(text, '\n');
    }
    for (IrFunction *function = module->functions; function; function = function->next) {
        if (text->length) text_append_char(text, '\n');
        ir_function_print(function, text);
    }
}

bool ir_dump_wanted(const char *noun) {
    const char *wanted = getenv("CUPOLA_DUMP");
    return wanted && strstr(wanted, noun) != NULL;
}

void ir_dump(IrModule *module) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!ir_dump_wanted("ir")) return;
    ir_module_print(module, &text);
    fputs(text_string(&text), stderr);
    text_release(&text);
}
