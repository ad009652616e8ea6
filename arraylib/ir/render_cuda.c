/* The IR as CUDA C++. Every value becomes a constant of its block, every variable a variable; addresses are char *.
 * preamble.cu holds the operations whose meaning C++ leaves open. */
#include "arraylib/ir/private.h"

#include "arraylib/ir/preamble_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct CudaRender {
    TextBuffer *text;
    IrFunction *function;
    const IrValue *refused; /* the first value that cannot be on a GPU */
} CudaRender;

static const char *scalar_name(const IrType *type) {
    static const char *const names[] = {
        [DTYPE_BOOL] = "bool", [DTYPE_INT8] = "signed char", [DTYPE_UINT8] = "unsigned char", [DTYPE_INT16] = "short",
        [DTYPE_UINT16] = "unsigned short", [DTYPE_INT32] = "int", [DTYPE_UINT32] = "unsigned", [DTYPE_INT64] = "long long",
        [DTYPE_UINT64] = "unsigned long long", [DTYPE_FLOAT16] = "ir_half", [DTYPE_FLOAT32] = "float",
        [DTYPE_FLOAT64] = "double", [DTYPE_COMPLEX64] = "ir_complex<float>", [DTYPE_COMPLEX128] = "ir_complex<double>"};
    return names[type->scalar];
}

static const char *type_name(const IrType *type) {
    return type->kind == IR_SCALAR ? scalar_name(type) : type->kind == IR_VOID ? "void" : "char *";
}

static bool is_half(const IrType *type) { return type == IR_TYPE(FLOAT16); }

/* ---- constants ---- */

static void append_float(TextBuffer *text, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (isfinite(number)) text_append_format(text, "%af", (double)number);
    else text_append_format(text, "__int_as_float(0x%" PRIx32 ")", bits);
}

static void append_double(TextBuffer *text, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (isfinite(number)) text_append_format(text, "%a", number);
    else text_append_format(text, "__longlong_as_double(0x%" PRIx64 "ll)", bits);
}

static void append_constant(TextBuffer *text, const IrType *type, IrScalar value) {
    text_append_char(text, '(');
    switch (type->scalar) {
    case DTYPE_BOOL: text_append(text, value.u ? "true" : "false"); break;
    case DTYPE_FLOAT16: text_append_format(text, "ir_half_bits(%u)", (unsigned)value.f16); break;
    case DTYPE_FLOAT32: append_float(text, value.f32); break;
    case DTYPE_FLOAT64: append_double(text, value.f64); break;
    case DTYPE_COMPLEX64:
        text_append(text, "ir_complex<float>{");
        append_float(text, value.c64.real);
        text_append(text, ", ");
        append_float(text, value.c64.imaginary);
        text_append_char(text, '}');
        break;
    case DTYPE_COMPLEX128:
        text_append(text, "ir_complex<double>{");
        append_double(text, value.c128.real);
        text_append(text, ", ");
        append_double(text, value.c128.imaginary);
        text_append_char(text, '}');
        break;
    case DTYPE_INT64: text_append_format(text, "(long long)0x%" PRIx64 "ull", value.u); break;
    case DTYPE_UINT64: text_append_format(text, "0x%" PRIx64 "ull", value.u); break;
    case DTYPE_INT32: text_append_format(text, "(int)0x%" PRIx32 "u", (uint32_t)value.u); break;
    case DTYPE_UINT32: text_append_format(text, "0x%" PRIx32 "u", (uint32_t)value.u); break;
    default: text_append_format(text, "(%s)%" PRId64, scalar_name(type), value.i);
    }
    text_append_char(text, ')');
}

/* ---- pieces of expressions ---- */

static void append_value(CudaRender *r, const IrValue *value) {
    if (value->operation == IR_CONSTANT) append_constant(r->text, value->type, value->constant);
    else text_append_format(r->text, "v%d", value->number);
}

static void append_operand(CudaRender *r, const IrValue *value, int number) { append_value(r, value->operands[number]); }

/* As the type that it is computed in. */
static void append_computed(CudaRender *r, const IrValue *value, int number) {
    if (is_half(value->operands[number]->type)) text_append(r->text, "(float)");
    append_operand(r, value, number);
}

static void append_call(CudaRender *r, const IrValue *value, const char *name) {
    text_append_format(r->text, "%s(", name);
    for (int i = 0; i < value->operand_count; i++) {
        text_append(r->text, i ? ", " : "");
        append_computed(r, value, i);
    }
    text_append_char(r->text, ')');
}

static void append_infix(CudaRender *r, const IrValue *value, const char *sign) {
    append_computed(r, value, 0);
    text_append_format(r->text, " %s ", sign);
    append_computed(r, value, 1);
}

static void append_arithmetic(CudaRender *r, const IrValue *value) {
    static const char *const signs[IR_OPERATION_COUNT] = {
        [IR_ADD] = "+", [IR_SUB] = "-", [IR_MUL] = "*", [IR_DIV] = "/", [IR_AND] = "&", [IR_OR] = "|", [IR_XOR] = "^",
        [IR_EQ] = "==", [IR_NE] = "!=", [IR_LT] = "<", [IR_LE] = "<=", [IR_GT] = ">", [IR_GE] = ">="};
    static const char *const names[IR_OPERATION_COUNT] = {
        [IR_ADD] = "ir_add", [IR_SUB] = "ir_sub", [IR_MUL] = "ir_mul", [IR_DIV] = "ir_div", [IR_REM] = "ir_rem",
        [IR_FLOOR_DIV] = "ir_floor_div", [IR_FLOOR_REM] = "ir_floor_rem", [IR_SHL] = "ir_shl", [IR_SHR] = "ir_shr",
        [IR_MIN] = "ir_min", [IR_MAX] = "ir_max", [IR_NEG] = "ir_neg", [IR_ABS] = "ir_abs"};
    const IrType *type = value->operands[0]->type;
    IrOperation operation = value->operation;
    bool whole = strchr("biu", ir_kind(type)) != NULL;
    if (operation == IR_NOT) {
        text_append(r->text, ir_kind(type) == 'b' ? "!" : "~");
        append_operand(r, value, 0);
    } else if (operation == IR_NEG && !whole) {
        text_append_char(r->text, '-');
        append_computed(r, value, 0);
    } else if (operation == IR_ABS && ir_kind(type) == 'f') append_call(r, value, "fabs");
    else if (operation == IR_ABS && ir_kind(type) == 'c') append_call(r, value, "ir_abs");
    else if (names[operation] && (whole || !signs[operation])) append_call(r, value, names[operation]);
    else append_infix(r, value, signs[operation]);
}

static void append_cast(CudaRender *r, const IrValue *value) {
    const IrType *from = value->operands[0]->type, *to = value->type;
    TextBuffer *text = r->text;
    if (ir_kind(to) == 'c') {
        const char *part = to->scalar == DTYPE_COMPLEX64 ? "float" : "double";
        text_append_format(text, "%s{(%s)", scalar_name(to), part);
        append_computed(r, value, 0);
        if (ir_kind(from) == 'c') {
            text_append_format(text, ".re, (%s)", part);
            append_operand(r, value, 0);
            text_append(text, ".im}");
        } else text_append(text, ", 0}");
    } else if (ir_kind(to) == 'b') {
        append_computed(r, value, 0);
        text_append(text, " != 0");
    } else if (ir_kind(from) == 'f' && ir_kind(to) != 'f') {
        text_append_format(text, "ir_from_float<%s>::of(", scalar_name(to));
        append_computed(r, value, 0);
        text_append_char(text, ')');
    } else if (is_half(to) && from != IR_TYPE(FLOAT32) && !is_half(from)) {
        text_append(text, "ir_half_from((double)");
        append_operand(r, value, 0);
        text_append_char(text, ')');
    } else {
        text_append_format(text, "(%s)", scalar_name(to));
        append_computed(r, value, 0);
    }
}

static void append_math(CudaRender *r, const IrValue *value) {
    char name[40];
    bool own = value->detail == IR_MATH_fmin || value->detail == IR_MATH_fmax || value->detail >= IR_MATH_popcount;
    snprintf(name, sizeof name, "%s%s", own ? "ir_" : "", ir_math_rows[value->detail].name);
    append_call(r, value, name);
}

/* ---- addresses ---- */

static void append_stride(CudaRender *r, const IrValue *array, int axis) {
    const IrType *type = array->type;
    if (!type->contiguous) {
        text_append_format(r->text, "v%d.strides[%d]", array->number, axis);
        return;
    }
    text_append_format(r->text, "%d", (int)type->element->size);
    for (int i = axis + 1; i < type->rank; i++) text_append_format(r->text, " * v%d.shape[%d]", array->number, i);
}

static void append_element(CudaRender *r, const IrValue *value) {
    const IrValue *array = value->operands[0];
    text_append_format(r->text, "v%d.data", array->number);
    for (int axis = 0; axis < array->type->rank; axis++) {
        text_append(r->text, " + (long long)");
        append_operand(r, value, axis + 1);
        text_append(r->text, " * (");
        append_stride(r, array, axis);
        text_append_char(r->text, ')');
    }
}

static void append_place(CudaRender *r, const IrValue *value, const IrType *type) {
    text_append_format(r->text, "*(%s *)", type->kind == IR_POINTER ? "char *" : scalar_name(type));
    append_operand(r, value, 0);
}

static void append_load(CudaRender *r, const IrValue *value) {
    if (value->type == IR_TYPE(BOOL)) append_call(r, value, "ir_load_bool");
    else append_place(r, value, value->type);
}

/* ---- what gives a value ---- */

static void append_warp(CudaRender *r, const IrValue *value) {
    if (value->operation == IR_VOTE) {
        append_call(r, value, ir_votes[value->detail].cuda);
        if (value->detail != IR_VOTE_BALLOT) text_append(r->text, " != 0");
        return;
    }
    text_append_format(r->text, "%s(", ir_shuffles[value->detail].cuda);
    for (int i = 0; i < 4; i++) {
        text_append(r->text, i ? ", " : "");
        append_operand(r, value, i);
    }
    text_append_char(r->text, ')');
}

static void append_called(CudaRender *r, const IrValue *value) {
    if (value->callee->kind == IR_EXTERNAL && !r->refused) r->refused = value;
    text_append_format(r->text, "f_%s(", value->callee->name);
    for (int i = 0; i < value->operand_count; i++) {
        text_append(r->text, i ? ", " : "");
        append_operand(r, value, i);
    }
    text_append_char(r->text, ')');
}

static void append_expression(CudaRender *r, const IrValue *value) {
    TextBuffer *text = r->text;
    switch (value->operation) {
    case IR_SELECT:
        append_operand(r, value, 0);
        text_append(text, " ? ");
        append_operand(r, value, 1);
        text_append(text, " : ");
        append_operand(r, value, 2);
        break;
    case IR_CUT:
    case IR_CAST: append_cast(r, value); break;
    case IR_BITCAST:
        if (value->type->kind == IR_POINTER) {
            text_append(text, value->operands[0]->type->kind == IR_POINTER ? "" : "(char *)");
            append_operand(r, value, 0);
        } else if (value->operands[0]->type->kind == IR_POINTER) {
            text_append_format(text, "(%s)", scalar_name(value->type));
            append_operand(r, value, 0);
        } else {
            text_append_format(text, "ir_bitcast<%s>(", scalar_name(value->type));
            append_operand(r, value, 0);
            text_append_char(text, ')');
        }
        break;
    case IR_COMPLEX:
        text_append_format(text, "%s{", scalar_name(value->type));
        append_operand(r, value, 0);
        text_append(text, ", ");
        append_operand(r, value, 1);
        text_append_char(text, '}');
        break;
    case IR_REAL:
    case IR_IMAG:
        append_operand(r, value, 0);
        text_append(text, value->operation == IR_REAL ? ".re" : ".im");
        break;
    case IR_MATH: append_math(r, value); break;
    case IR_SHAPE: text_append_format(text, "v%d.shape[%d]", value->operands[0]->number, value->detail); break;
    case IR_STRIDE: append_stride(r, value->operands[0], value->detail); break;
    case IR_DATA: text_append_format(text, "v%d.data", value->operands[0]->number); break;
    case IR_ELEMENT:
    case IR_ELEMENT_CHECKED: append_element(r, value); break;
    case IR_OFFSET:
    case IR_ITEM:
        append_operand(r, value, 0);
        text_append(text, " + (long long)");
        append_operand(r, value, 1);
        text_append_format(text, " * %lld", (long long)value->type->element->size);
        break;
    case IR_FIELD:
        text_append(text, value->operands[0]->type->kind == IR_STRUCT ? "(char *)&" : "");
        append_operand(r, value, 0);
        text_append_format(text, " + %lld", (long long)ir_field_of(value)->offset);
        break;
    case IR_GLOBAL: text_append_format(text, "(char *)%s%s", value->global->is_variable ? "" : "t_", value->global->name); break;
    case IR_THREAD: text_append_format(text, "(int)%s.%c", ir_places[value->detail / 3].cuda, 'x' + value->detail % 3); break;
    case IR_VAR:
    case IR_GET: append_operand(r, value, 0); break;
    case IR_LOCAL:
    case IR_SHARED: text_append_format(text, "m%d", value->number); break;
    case IR_DYNAMIC_SHARED: text_append(text, "ir_dynamic_shared"); break;
    case IR_LOAD: append_load(r, value); break;
    case IR_ATOMIC: {
        char name[40];
        snprintf(name, sizeof name, "ir_atomic_%s", ir_atomics[value->detail].word);
        append_call(r, value, name);
        break;
    }
    case IR_ATOMIC_CAS: append_call(r, value, "ir_atomic_cas"); break;
    case IR_BARRIER_COUNT: append_call(r, value, "__syncthreads_count"); break;
    case IR_BARRIER_AND: append_call(r, value, "0 != __syncthreads_and"); break;
    case IR_BARRIER_OR: append_call(r, value, "0 != __syncthreads_or"); break;
    case IR_SHUFFLE:
    case IR_VOTE: append_warp(r, value); break;
    case IR_ACTIVE_MASK: text_append(text, "__activemask()"); break;
    case IR_CALL: append_called(r, value); break;
    case IR_CLOCK: text_append(text, "(long long)clock64()"); break;
    default: append_arithmetic(r, value);
    }
}

/* ---- statements ---- */

static void render_block(CudaRender *r, const IrBlock *block);

static void indent(CudaRender *r, int depth) { text_append_repeated(r->text, ' ', 4 * (size_t)depth); }

static void render_inner(CudaRender *r, const IrBlock *block) {
    text_append(r->text, "{\n");
    render_block(r, block);
    indent(r, block->depth);
    text_append_char(r->text, '}');
}

static void render_for(CudaRender *r, const IrValue *value) {
    const IrValue *step = value->operands[2], *index = value->blocks[0]->index;
    const char *type = scalar_name(index->type);
    bool up = ir_is_constant(step) && step->constant.u == 1;
    bool down = ir_is_constant(step) && step->constant.i == -1 && ir_kind(index->type) == 'i';
    text_append_format(r->text, "for (%s v%d = ", type, index->number);
    append_operand(r, value, 0);
    if (up || down) {
        text_append_format(r->text, "; v%d %c ", index->number, up ? '<' : '>');
        append_operand(r, value, 1);
        text_append_format(r->text, "; v%d%s) ", index->number, up ? "++" : "--");
        render_inner(r, value->blocks[0]);
        return;
    }
    /* Two variables of two types: the count stands in a loop of its own around. */
    text_append_format(r->text, ", o%d = 1; o%d; o%d = 0) for (unsigned long long n%d = ir_trips<%s>(", index->number,
                       index->number, index->number, index->number, type);
    for (int i = 0; i < 3; i++) {
        text_append(r->text, i ? ", " : "");
        append_operand(r, value, i);
    }
    text_append_format(r->text, "); n%d; n%d--, v%d = ir_add<%s>(v%d, ", index->number, index->number, index->number, type,
                       index->number);
    append_value(r, step);
    text_append(r->text, ")) ");
    render_inner(r, value->blocks[0]);
}

static void render_while(CudaRender *r, const IrValue *value) {
    text_append(r->text, "for (;;) {\n");
    render_block(r, value->blocks[0]);
    render_block(r, value->blocks[1]);
    indent(r, value->block->depth + 1);
    text_append_char(r->text, '}');
}

/* Integers go as 64 bits, so that one length fits all. */
static void append_print(CudaRender *r, const IrValue *value) {
    const char *at = value->message;
    int number = 0;
    char letters[IR_PRINT_MAX] = "";
    text_append(r->text, "printf(\"");
    for (IrConversion conversion; ir_next_conversion(&at, &conversion);) {
        for (size_t i = 0; i < conversion.literal_length; i++) {
            unsigned char ch = (unsigned char)conversion.literal[i];
            if (ch == '%') text_append(r->text, "%%");
            else text_append_format(r->text, ch < 32 || ch > 126 || ch == '"' || ch == '\\' ? "\\%03o" : "%c", ch);
        }
        if (!conversion.letter || number >= value->operand_count) continue;
        letters[number] = conversion.letter;
        bool whole = ir_kind(value->operands[number++]->type) != 'f' && conversion.letter != 'c' && conversion.letter != 's';
        text_append_format(r->text, "%%%.*s%s%c", (int)conversion.flags_length, conversion.flags, whole ? "ll" : "", conversion.letter);
    }
    text_append_char(r->text, '"');
    for (int i = 0; i < value->operand_count; i++) {
        const IrType *type = value->operands[i]->type;
        text_append(r->text, letters[i] == 's' ? ", (const char *)" : ir_kind(type) == 'f' ? ", (double)" : ir_kind(type) == 'i' ? ", (long long)" : ", (unsigned long long)");
        append_computed(r, value, i);
    }
    text_append_char(r->text, ')');
}

static void render_statement(CudaRender *r, const IrValue *value) {
    TextBuffer *text = r->text;
    switch (value->operation) {
    case IR_IF:
        text_append(text, "if (");
        append_operand(r, value, 0);
        text_append(text, ") ");
        render_inner(r, value->blocks[0]);
        if (value->blocks[1]) {
            text_append(text, " else ");
            render_inner(r, value->blocks[1]);
        }
        return;
    case IR_FOR: render_for(r, value); return;
    case IR_WHILE: render_while(r, value); return;
    case IR_TEST:
        text_append(text, "if (!");
        append_operand(r, value, 0);
        text_append(text, ") break;");
        return;
    case IR_BREAK: text_append(text, "break;"); return;
    case IR_CONTINUE: text_append(text, "continue;"); return;
    case IR_RETURN:
        text_append(text, "return ");
        if (value->operand_count) append_operand(r, value, 0);
        break;
    case IR_SET:
        append_operand(r, value, 0);
        text_append(text, " = ");
        append_operand(r, value, 1);
        break;
    case IR_STORE:
        append_place(r, value, value->operands[1]->type);
        text_append(text, " = ");
        append_operand(r, value, 1);
        break;
    case IR_COPY:
        text_append(text, "memcpy(");
        append_operand(r, value, 0);
        text_append(text, ", ");
        append_operand(r, value, 1);
        text_append_format(text, ", %lld)", (long long)value->operands[0]->type->element->size);
        break;
    case IR_BARRIER: text_append(text, "__syncthreads()"); break;
    case IR_FENCE: text_append_format(text, "%s()", ir_fences[value->detail].cuda); break;
    case IR_SYNC_WARP: /* of no lane: those that are there keep step */
        if (ir_is_constant(value->operands[0]) && !value->operands[0]->constant.u) text_append(text, "__threadfence_block()");
        else append_call(r, value, "__syncwarp");
        break;
    case IR_CALL: append_called(r, value); break;
    case IR_PRINT: append_print(r, value); break;
    case IR_RAISE:
        if (value->operand_count) r->refused = value;
        text_append(text, "__trap()");
        break;
    case IR_TRY:
    case IR_PARALLEL: r->refused = value; break;
    case IR_CHECK:
        text_append(text, "if (!");
        append_operand(r, value, 0);
        text_append(text, ") __trap()");
        break;
    default: break; /* POLL: nobody interrupts a kernel */
    }
    text_append_char(text, ';');
}

/* An array of its own: its parts in order. */
static void render_view(CudaRender *r, const IrValue *value) {
    int rank = value->type->rank;
    text_append_format(r->text, "ir_array<%d> v%d; v%d.data = ", rank, value->number, value->number);
    append_operand(r, value, 0);
    for (int i = 1; i < value->operand_count; i++) {
        bool is_extent = i <= rank;
        text_append_format(r->text, "; v%d.%s[%d] = ", value->number, is_extent ? "shape" : "strides", is_extent ? i - 1 : i - 1 - rank);
        append_operand(r, value, i);
    }
    text_append(r->text, ";\n");
}

static void render_value(CudaRender *r, const IrValue *value) {
    indent(r, value->block->depth + 1);
    if (value->operation == IR_VIEW) {
        render_view(r, value);
        return;
    }
    if (!ir_gives_value(value)) render_statement(r, value);
    else {
        if (value->operation == IR_LOCAL || value->operation == IR_SHARED)
            text_append_format(r->text, "%s__align__(16) char m%d[%lld]; ", value->operation == IR_SHARED ? "__shared__ " : "",
                               value->number, (long long)value->type->element->size);
        text_append_format(r->text, "%s%s v%d = ", value->operation == IR_VAR || value->type->kind == IR_POINTER ? "" : "const ",
                           type_name(value->type), value->number);
        append_expression(r, value);
        text_append_char(r->text, ';');
    }
    text_append_char(r->text, '\n');
}

static void render_block(CudaRender *r, const IrBlock *block) {
    for (const IrValue *value = block->first; value; value = value->next) render_value(r, value);
}

/* ---- functions ---- */

static void render_head(CudaRender *r, const IrFunction *function) {
    TextBuffer *text = r->text;
    bool is_kernel = function->kind == IR_KERNEL;
    if (is_kernel) text_append_format(text, "extern \"C\" __global__ void %s(", function->name);
    else text_append_format(text, "static __device__ %s f_%s(", type_name(function->result), function->name);
    for (int i = 0; i < function->parameter_count; i++) {
        const IrType *type = function->parameters[i]->type;
        text_append(text, i ? ", " : "");
        if (type->kind == IR_ARRAY) text_append_format(text, "const ir_array<%d> %s", type->rank, is_kernel ? "" : "&");
        else if (type->kind == IR_STRUCT) text_append_format(text, "const s_%s ", type->name);
        else text_append_format(text, "%s%s ", type->kind == IR_POINTER ? "" : "const ", type_name(type));
        text_append_format(text, "v%d", i);
    }
    text_append_char(text, ')');
}

static void render_globals(IrModule *module, TextBuffer *text) {
    for (const IrType *type = module->types; type; type = type->next)
        if (type->kind == IR_STRUCT)
            text_append_format(text, "struct __align__(%d) s_%s { char bytes[%lld]; };\n", type->alignment, type->name,
                               (long long)type->size);
    for (const IrGlobal *global = module->globals; global; global = global->next) {
        const unsigned char *bytes = global->bytes;
        int64_t size = global->type->size, said = size;
        while (said > 1 && !bytes[said - 1]) said--; /* what is not said is zero */
        text_append_format(text, "%s __align__(16) unsigned char %s%s[%lld] = {", global->is_variable ? "extern \"C\" __device__" : "static __constant__",
                           global->is_variable ? "" : "t_", global->name, (long long)(size ? size : 1));
        for (int64_t i = 0; i < said; i++) text_append_format(text, "%s%d", i ? "," : "", bytes[i]);
        text_append(text, "};\n");
    }
}

bool ir_render_cuda(IrModule *module, TextBuffer *text, Error *error) {
    CudaRender render = {.text = text};
    size_t start = text->length;
    ir_dump(module);
    text_append(text, preamble_text);
    render_globals(module, text);
    for (IrFunction *function = module->functions; function; function = function->next) {
        if (function->kind != IR_FUNCTION) continue;
        render_head(&render, function);
        text_append(text, ";\n");
    }
    for (IrFunction *function = module->functions; function; function = function->next) {
        if (function->kind == IR_EXTERNAL) continue;
        ir_function_number(function);
        render.function = function;
        text_append_char(text, '\n');
        render_head(&render, function);
        text_append_char(text, ' ');
        render_inner(&render, function->body);
        text_append_char(text, '\n');
    }
    if (render.refused) {
        const IrValue *value = render.refused;
        bool calls = value->operation == IR_CALL;
        return error_set(error, "NotImplementedError", "@%s, line %d: %s%s is not there on a GPU", value->block->function->name, value->line,
                         calls ? "@" : "", calls ? value->callee->name : ir_operation_rows[value->operation].word);
    }
    if (!text->failed && ir_dump_wanted("source")) fputs(text->bytes + start, stderr);
    return !text->failed || error_no_memory(error);
}
