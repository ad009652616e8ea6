/* What the rest of the front end does otherwise in kernels: there is no heap, no exception object and no printer of Python's. */
#include "kernel/compile/private.h"

#include "kernel/objects/error/exception.h"

#include <math.h>
#include <string.h>

/* A failed check ends an emulated kernel with the exception. On a GPU a thread cannot raise: that of the kernel itself stops. */
void cuda_code_check(Compilation *c, IrValue *condition, const char *kind, const char *message) {
    if (!c->emit) return;
    if (c->is_emulated) ir_build_check(&c->builder, condition, kind, message);
    else if (c->instance->ir == c->kernel) {
        code_if(c, code_unary(c, IR_NOT, condition));
        ir_build_return(&c->builder, NULL);
        code_end(c);
    }
}

void cuda_raise(Compilation *c, Value class_value, const char *text) {
    if (!c->emit) return;
    const char *name = ((Type *)class_value.object)->name;
    if (c->is_emulated) ir_build_check(&c->builder, code_integer(c, DTYPE_BOOL, 0), compile_text(c, "%s", name), compile_text(c, "%s", text ? text : ""));
    const CompileType *result = c->instance->result;
    bool gives_one = result && result->part_count == 1 && c->instance->ir != c->kernel;
    ir_build_return(&c->builder, gives_one ? code_get(c, code_variable(c, result->parts[0])) : NULL);
}

const char *host_path_of(Compilation *c, Value value) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    const char *text = value.tag == TAG_OBJECT && c->context->host->path(c->thread, value, &path) ? compile_text(c, "%s", text_string(&path)) : "";
    text_release(&path);
    return text;
}

/* ---- print: one line of C's printf, so that lines of threads do not mix ---- */

typedef struct Line {
    TextBuffer format;
    IrValue *values[IR_PRINT_MAX];
    int count;
} Line;

static void add_plain(Line *line, const char *text) {
    for (; *text; text++) text_append_format(&line->format, *text == '%' ? "%%%%" : "%c", *text);
}

static void add_number(Line *line, const char *conversion, IrValue *value) {
    text_append_format(&line->format, "%s", conversion);
    if (line->count < IR_PRINT_MAX) line->values[line->count++] = value;
}

static void add_value(Compilation *c, const Node *node, Line *line, CompileValue value) {
    value = value_force(c, value);
    const char *known = value_known_text(value);
    const CompileType *type = type_plain(value.type);
    char kind = type_number_kind(type);
    if (known) add_plain(line, known);
    else if (type->kind == TYPE_KIND_NONE) add_plain(line, "None");
    else if (kind == 'b' || kind == 'i') add_number(line, "%lld", value_as(c, value, DTYPE_INT64));
    else if (kind == 'u') add_number(line, "%llu", value_as(c, value, DTYPE_UINT64));
    else if (kind == 'f') add_number(line, "%f", value_as(c, value, DTYPE_FLOAT64));
    else if (type->kind == TYPE_KIND_TUPLE && !type->fields) {
        for (int i = 0; i < type->count; i++) {
            if (i) add_plain(line, " ");
            add_value(c, node, line, value_item(c, value, i));
        }
    } else {
        text_release(&line->format);
        fail_no_implementation(c, node, "<built-in function print>", &value, 1);
    }
}

CompileValue cuda_print(Compilation *c, const Node *node, Arguments *arguments) {
    Line line = {.format = TEXT_BUFFER_EMPTY};
    for (int i = 0; i < arguments->count; i++) {
        if (i) add_plain(&line, " ");
        add_value(c, node, &line, arguments->values[i]);
    }
    text_append_format(&line.format, "\n");
    const char *format = compile_text(c, "%s", text_string(&line.format));
    text_release(&line.format);
    if (c->emit) ir_build_print(&c->builder, format, line.values, line.count);
    return value_none(c);
}

/* round(x, digits): by a power of ten, a half to the even digit. */
CompileValue cuda_round(Compilation *c, CompileValue value, int64_t digits) {
    DtypeNumber number = value.type->number == DTYPE_FLOAT32 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    IrValue *x = value_as(c, value, DTYPE_FLOAT64);
    if (digits > 300 || digits < -300) return value_number(c, number, value_as(c, value, number));
    IrValue *power = code_float(c, DTYPE_FLOAT64, pow(10, (double)(digits < 0 ? -digits : digits)));
    IrValue *moved = code_binary(c, digits < 0 ? IR_DIV : IR_MUL, x, power);
    IrValue *cut = code_math(c, IR_MATH_rint, moved, NULL);
    IrValue *back = code_binary(c, digits < 0 ? IR_MUL : IR_DIV, cut, power);
    IrValue *usable = code_math(c, IR_MATH_isfinite, moved, NULL);
    return value_number(c, number, code_cast(c, DTYPE_FLOAT64, number, code_select(c, usable, back, x)));
}

/* The elements of an array of the host, packed, as a table of the module. */
CompileValue cuda_constant_array(Compilation *c, const HostArray *array) {
    const CompileType *given = array->type;
    int64_t count = 1, size = item_size_of(given->item);
    IrValue *shape[IR_RANK_MAX];
    for (int i = 0; i < given->rank; i++) {
        shape[i] = code_integer(c, DTYPE_INT64, array->shape[i]);
        count *= array->shape[i];
    }
    if (given->item->kind != TYPE_KIND_NUMBER) fail_unsupported(c, c->node, "constant arrays of %s", given->item->name);
    const CompileType *type = type_array(c->types, given->item, given->rank, 'C', false, true);
    IrValue *address = NULL;
    if (c->emit) {
        char *bytes = compile_allocate(c, (size_t)(count * size) + 1);
        for (int64_t i = 0; i < count; i++) {
            int64_t rest = i, place = 0;
            for (int axis = given->rank - 1; axis >= 0; axis--) {
                place += rest % array->shape[axis] * array->strides[axis];
                rest /= array->shape[axis];
            }
            memcpy(bytes + i * size, array->data + place, (size_t)size);
        }
        const IrType *item = ir_scalar_type(given->number);
        IrGlobal *table = ir_global_create(c->module, compile_text(c, "constant_%d", c->name_number++), ir_fixed_type(c->module, item, count ? count : 1), bytes);
        IrValue *first = table ? ir_build_global(&c->builder, table) : NULL;
        address = first ? ir_build_bitcast(&c->builder, ir_pointer_type(c->module, item, IR_GLOBAL_SPACE), first) : NULL;
    }
    CompileValue result = array_value(c, type, code_integer(c, DTYPE_INT64, 0), address, shape, NULL);
    result.is_borrowed = true;
    return result;
}
