/* Python's own functions. */
#include "kernel/compile/private.h"

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/text/string.h"

#include <string.h>

/* ---- length, ranges, iterators */

static CompileValue code_len(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue value = value_force(c, a->values[0]), result;
    if (value.type->kind == TYPE_KIND_OPTIONAL) value = value_convert(c, value, value.type->item);
    if (value.type->kind == TYPE_KIND_TUPLE) return value_int(c, value.type->count);
    const BuiltinRow *row = builtin_find(c, compile_text(c, "builtins.len:%s", type_class_word(value.type)));
    if (row) {
        Arguments one = {.values = &value, .count = 1, .node = node};
        result = call_builtin(c, node, row, &one);
        result.least = 0;
        return result;
    }
    if (value.type->kind != TYPE_KIND_ARRAY || value.type->rank == 0) fail_no_implementation(c, node, "<built-in function len>", a->values, 1);
    result = value_number(c, DTYPE_INT64, array_extent(c, value, 0));
    result.least = 0;
    return result;
}

static CompileValue code_range(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count < 1 || a->count > 3) fail_no_implementation(c, node, "<class 'range'>", a->values, a->count);
    CompileValue values[3] = {value_int(c, 0), value_int(c, 0), value_int(c, 1)};
    for (int i = 0; i < a->count; i++) values[a->count == 1 ? 1 : i] = value_force(c, a->values[i]);
    DtypeNumber number = DTYPE_INT32;
    bool is_unsigned = false, is_wide = false, is_literal_only = true;
    for (int i = 0; i < 3; i++) {
        if (values[i].type->kind == TYPE_KIND_OPTIONAL) values[i] = value_convert(c, values[i], values[i].type->item);
        char kind = type_number_kind(values[i].type);
        if (kind == 'b') values[i] = value_convert(c, values[i], number_type(c, DTYPE_INT64));
        else if (kind != 'i' && kind != 'u') fail_no_implementation(c, node, "<class 'range'>", a->values, a->count);
        if (i < (a->count == 1 ? 2 : a->count) && !(a->count == 1 && i == 0)) {
            is_unsigned |= values[i].type->number == DTYPE_UINT64;
            is_wide |= dtypes[values[i].type->number].item_size > 4 || values[i].type->number == DTYPE_UINT32;
            is_literal_only = false;
        }
    }
    number = is_unsigned ? DTYPE_UINT64 : is_wide || is_literal_only ? DTYPE_INT64 : DTYPE_INT32;
    CompileValue range = value_of(type_range(c->types, number), NULL);
    range.items = compile_allocate(c, 3 * sizeof *range.items);
    range.item_count = 3;
    for (int i = 0; i < 3; i++) {
        int64_t known, least = values[i].least;
        bool is_known = value_known_int(values[i], &known);
        range.items[i] = value_convert(c, values[i], number_type(c, number));
        if (is_known) range.items[i].constant = value_from_int(known);
        if (type_is_integer(values[i].type) && least > range.items[i].least) range.items[i].least = least;
    }
    return range;
}

static CompileValue code_range_len(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    (void)node;
    CompileValue range = a->values[0];
    IrValue **parts = range.items ? NULL : value_parts(c, &range), *all[3];
    for (int i = 0; i < 3; i++) all[i] = code_cast(c, range.type->number, DTYPE_INT64, range.items ? value_part(c, range.items[i]) : parts ? parts[i] : NULL);
    IrValue *zero = code_integer(c, DTYPE_INT64, 0), *one = code_integer(c, DTYPE_INT64, 1);
    IrValue *is_back = code_binary(c, IR_LT, all[2], zero);
    IrValue *span = code_select(c, is_back, code_binary(c, IR_SUB, all[0], all[1]), code_binary(c, IR_SUB, all[1], all[0]));
    IrValue *size = code_select(c, is_back, code_unary(c, IR_NEG, all[2]), all[2]);
    IrValue *count = code_binary(c, IR_DIV, code_binary(c, IR_ADD, span, code_binary(c, IR_SUB, size, one)), size);
    return value_number(c, DTYPE_INT64, code_select(c, code_binary(c, IR_GT, span, zero), count, zero));
}

static CompileValue code_range_attribute(Compilation *c, const Node *node, CompileValue self, const void *data) {
    (void)node;
    int part = (int)(intptr_t)data;
    IrValue **parts = self.items ? NULL : value_parts(c, &self);
    return self.items ? self.items[part] : value_number(c, self.type->number, parts ? parts[part] : NULL);
}

/* enumerate, zip, reversed: their sources, until a loop takes them up. */
static CompileValue code_iterator(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    CompileValue *items = compile_allocate(c, (size_t)a->count * sizeof *items + 1);
    const CompileType **types = compile_allocate(c, (size_t)a->count * sizeof *types + 1);
    int count = 0;
    bool is_borrowed = true;
    for (int i = 0; i < a->count; i++) {
        if (!argument_is_given(a->values[i])) continue;
        items[count] = value_force(c, a->values[i]);
        types[count] = items[count].type;
        is_borrowed &= items[count].is_borrowed || !types[count]->has_owner;
        count++;
    }
    CompileValue value = value_of(type_iterator(c->types, data, types, count), NULL);
    if (!value.type) fail_memory(c);
    value.items = items;
    value.item_count = count;
    value.is_borrowed = is_borrowed;
    return value;
}

/* ---- numbers */

static CompileValue code_abs(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue value = a->values[0];
    if (value_is_array_like(value)) return operate_ufunc(c, node, OPERATOR(absolute), &value, 1);
    char kind = type_number_kind(value.type);
    if (kind == '-') fail_no_implementation(c, node, "<built-in function abs>", a->values, 1);
    DtypeNumber number = kind == 'b' ? DTYPE_INT8 : value.type->number;
    IrValue *part = value_as(c, value, number);
    DtypeNumber result = number == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : number == DTYPE_COMPLEX128 ? DTYPE_FLOAT64 : number;
    if (kind == 'u') return value_number(c, number, part);
    CompileValue made = value_number(c, result, code_unary(c, IR_ABS, part));
    if (kind == 'i') made.least = 0;
    return made;
}

static CompileValue extreme_of(Compilation *c, const Node *node, CompileValue left, CompileValue right, bool largest) {
    char first = type_number_kind(left.type), second = type_number_kind(right.type);
    if (first == 'c' || second == 'c' || first == '-' || second == '-')
        fail_no_implementation(c, node, largest ? "<built-in function max>" : "<built-in function min>", (CompileValue[]){left, right}, 2);
    DtypeNumber number = dtype_promote(&dtypes[left.type->number], &dtypes[right.type->number])->number;
    IrValue *a = value_as(c, left, number), *b = value_as(c, right, number);
    /* As Python does: the first one, unless the second is beyond it. */
    IrValue *beyond = code_binary(c, largest ? IR_GT : IR_LT, b, a);
    IrValue *chosen = dtypes[number].kind == 'f' ? code_select(c, beyond, b, a) : code_binary(c, largest ? IR_MAX : IR_MIN, a, b);
    CompileValue result = value_number(c, number, chosen);
    if (number == DTYPE_INT64) {
        int64_t low = left.least, other = right.least;
        result.least = largest ? (low > other ? low : other) : low < other ? low : other;
    }
    return result;
}

static CompileValue code_extreme(Compilation *c, const Node *node, Arguments *a, const void *data) {
    bool largest = data != NULL;
    const char *name = largest ? "<built-in function max>" : "<built-in function min>";
    CompileValue *values = a->values;
    int count = a->count;
    if (count == 1) {
        CompileValue only = value_force(c, values[0]);
        if (only.type->kind == TYPE_KIND_TUPLE && only.type->count) {
            values = compile_allocate(c, (size_t)only.type->count * sizeof *values);
            count = only.type->count;
            for (int i = 0; i < count; i++) values[i] = value_item(c, only, i);
        } else if (only.type->kind == TYPE_KIND_NUMBER || only.type->kind == TYPE_KIND_TUPLE) fail_no_implementation(c, node, name, a->values, 1);
        else return call_path(c, node, largest ? "numba._library.max_of" : "numba._library.min_of", &only, 1);
    }
    if (count < 1 || a->name_count) fail_no_implementation(c, node, name, a->values, a->count);
    CompileValue result = value_force(c, values[0]);
    if (count > 1 && result.type->kind != TYPE_KIND_NUMBER) {
        const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.%s", largest ? "builtins.max:" : "builtins.min:", type_class_word(result.type)));
        Arguments all = {.values = values, .count = count, .node = node};
        if (row) return call_builtin(c, node, row, &all);
    }
    for (int i = 1; i < count; i++) result = extreme_of(c, node, result, value_force(c, values[i]), largest);
    return result;
}

static CompileValue code_int(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count == 0) return value_int(c, 0);
    CompileValue value = value_force(c, a->values[0]);
    if (value.type->kind == TYPE_KIND_OPTIONAL) value = value_convert(c, value, value.type->item);
    char kind = type_number_kind(value.type);
    if (kind == '-' || kind == 'c') {
        const BuiltinRow *row = builtin_find(c, compile_text(c, "builtins.int:%s", type_class_word(value.type)));
        if (!row) fail_no_implementation(c, node, "<class 'int'>", a->values, a->count);
        return call_builtin(c, node, row, a);
    }
    if (kind == 'i' || kind == 'u') return value;
    return value_number(c, DTYPE_INT64, value_as(c, value, DTYPE_INT64));
}

static CompileValue code_float_of(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count == 0) return value_from_constant(c, node, "", value_from_float(0));
    CompileValue value = value_force(c, a->values[0]);
    if (value.type->kind == TYPE_KIND_OPTIONAL) value = value_convert(c, value, value.type->item);
    char kind = type_number_kind(value.type);
    const char *text = value_known_text(value);
    if (text) { /* float('inf') and the like */
        Value made = compile_keep(c, value_call_one(c->thread, value_from_object(thread_builtins(c->thread)->type_float), value.constant));
        return value_from_constant(c, node, "", made);
    }
    if (kind == '-' || kind == 'c') fail_no_implementation(c, node, "<class 'float'>", a->values, a->count);
    DtypeNumber number = kind == 'f' ? value.type->number : DTYPE_FLOAT64;
    return value_number(c, number, value_as(c, value, number));
}

static CompileValue code_bool_of(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count == 0) return value_bool(c, false);
    CompileValue value = value_force(c, a->values[0]);
    int known = value_known_truth(value);
    if (known >= 0) return value_bool(c, known);
    return value_number(c, DTYPE_BOOL, value_truth_code(c, node, value));
}

static CompileValue code_complex(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = DTYPE_COMPLEX128;
    for (int i = 0; i < a->count; i++)
        if (type_number_kind(a->values[i].type) == '-') fail_no_implementation(c, node, "<class 'complex'>", a->values, a->count);
    if (a->count == 1 && type_number_kind(a->values[0].type) == 'c') return value_number(c, number, value_as(c, a->values[0], number));
    bool is_single = a->count > 0;
    for (int i = 0; i < a->count; i++) is_single &= a->values[i].type->number == DTYPE_FLOAT32;
    DtypeNumber part = is_single ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    if (is_single) number = DTYPE_COMPLEX64;
    IrValue *real = a->count ? value_as(c, a->values[0], part) : code_float(c, part, 0);
    return value_number(c, number, code_binary(c, IR_COMPLEX, real, a->count > 1 ? value_as(c, a->values[1], part) : code_float(c, part, 0)));
}

static CompileValue code_round(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue value = value_force(c, a->values[0]);
    char kind = type_number_kind(value.type);
    if (kind == '-' || kind == 'c') fail_no_implementation(c, node, "<built-in function round>", a->values, 1);
    if (!argument_is_given(a->values[1]) || a->values[1].type->kind == TYPE_KIND_NONE) {
        DtypeNumber number = value.type->number == DTYPE_FLOAT32 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
        return value_number(c, DTYPE_INT64, code_cast(c, number, DTYPE_INT64, code_math(c, IR_MATH_rint, value_as(c, value, number), NULL)));
    }
    DtypeNumber number = value.type->number == DTYPE_FLOAT32 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    int64_t digits;
    if (c->is_device && value_known_int(a->values[1], &digits)) return cuda_round(c, value, digits);
    IrValue *arguments[2] = {value_as(c, value, DTYPE_FLOAT64), value_as(c, a->values[1], DTYPE_INT64)};
    IrValue *rounded = code_external(c, number == DTYPE_FLOAT32 ? "runtime_round_single" : "runtime_round_digits",
                                     number == DTYPE_FLOAT32 ? (void *)runtime_round_single : (void *)runtime_round_digits, DTYPE_FLOAT64, arguments, 2, false);
    return value_number(c, number, code_cast(c, DTYPE_FLOAT64, number, rounded));
}

static CompileValue code_divmod(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue both[2] = {operate_binary(c, node, AST_BINARY_FLOOR_DIVIDE, a->values[0], a->values[1]),
                            operate_binary(c, node, AST_BINARY_MODULO, a->values[0], a->values[1])};
    return tuple_of(c, both, 2);
}

static CompileValue code_pow(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return operate_binary(c, node, AST_BINARY_POWER, a->values[0], a->values[1]);
}

/* ---- types */

static bool is_instance(Compilation *c, const Node *node, CompileValue value, CompileValue wanted) {
    if (wanted.type->kind == TYPE_KIND_TUPLE) {
        for (int i = 0; i < wanted.type->count; i++)
            if (is_instance(c, node, value, value_item(c, wanted, i))) return true;
        return false;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool has_path = wanted.type->kind == TYPE_KIND_CONSTANT && c->context->host->path(c->thread, wanted.type->constant, &text);
    const char *path = has_path ? compile_text(c, "%s", text_string(&text)) : "";
    text_release(&text);
    const CompileType *type = value.type->kind == TYPE_KIND_LITERAL ? value.type->item : value.type;
    char kind = type_number_kind(type);
    if (!strcmp(path, "builtins.int")) return kind == 'i' || kind == 'u';
    if (!strcmp(path, "builtins.float")) return kind == 'f';
    if (!strcmp(path, "builtins.complex")) return kind == 'c';
    if (!strcmp(path, "builtins.bool")) return kind == 'b';
    if (!strcmp(path, "builtins.str")) return type->kind == TYPE_KIND_STRING;
    if (!strcmp(path, "builtins.bytes")) return type->kind == TYPE_KIND_BYTES;
    if (!strcmp(path, "builtins.tuple")) return type->kind == TYPE_KIND_TUPLE;
    if (!strcmp(path, "builtins.list")) return type->kind == TYPE_KIND_LIST;
    if (!strcmp(path, "builtins.dict")) return type->kind == TYPE_KIND_DICT;
    if (!strcmp(path, "builtins.set")) return type->kind == TYPE_KIND_SET;
    if (!strcmp(path, "builtins.range")) return type->kind == TYPE_KIND_RANGE;
    if (!strcmp(path, "builtins.slice")) return type->kind == TYPE_KIND_SLICE;
    if (!strcmp(path, "numpy.ndarray")) return type->kind == TYPE_KIND_ARRAY;
    const Dtype *dtype = c->context->host->dtype(c->thread, wanted.type->constant);
    if (dtype) return type->kind == TYPE_KIND_NUMBER && type->number == dtype->number;
    if (type->kind == TYPE_KIND_TUPLE && type->fields) return wanted.type->constant.object == type->constant.object;
    fail_typing(c, node, "call", "isinstance() cannot determine the type of variable");
}

static CompileValue code_isinstance(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    return value_bool(c, is_instance(c, node, a->values[0], a->values[1]));
}

static CompileValue code_tuple_of(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count == 0) return tuple_of(c, NULL, 0);
    CompileValue value = value_force(c, a->values[0]);
    if (value.type->kind == TYPE_KIND_TUPLE && !value.type->fields) return value;
    if (value.items && value.type->kind == TYPE_KIND_LIST) return tuple_of(c, value.items, value.item_count);
    fail_no_implementation(c, node, "<class 'tuple'>", a->values, a->count);
}

static CompileValue code_slice_of(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->count < 1 || a->count > 3) fail_no_implementation(c, node, "<class 'slice'>", a->values, a->count);
    CompileValue value = value_of(a->count == 3 ? c->types->slice3 : c->types->slice, NULL);
    value.items = compile_allocate(c, 3 * sizeof *value.items);
    value.item_count = 3;
    for (int i = 0; i < 3; i++) value.items[i] = value_none(c);
    if (a->count == 1) value.items[1] = a->values[0];
    else memcpy(value.items, a->values, (size_t)a->count * sizeof *a->values);
    return value;
}

/* ---- print */

static void print_text(Compilation *c, const char *text, size_t length) {
    if (!c->emit || !length) return;
    Value kept = string_new(c->thread, text, length);
    compile_keep(c, kept);
    type_table_keep(c->types, kept);
    IrValue *arguments[2] = {code_address(c, value_c_string(kept)), code_integer(c, DTYPE_INT64, (int64_t)length)};
    code_external(c, "runtime_print_text", runtime_print_text, -1, arguments, 2, false);
}

static void print_value(Compilation *c, const Node *node, CompileValue value) {
    value = value_force(c, value);
    const CompileType *type = value.type;
    const char *known = value_known_text(value);
    if (known) {
        print_text(c, known, value_string(value.constant)->length);
        return;
    }
    if (type->kind == TYPE_KIND_NONE) {
        print_text(c, "None", 4);
        return;
    }
    char kind = type_number_kind(type);
    if (kind == 'b') {
        code_if(c, value_part(c, value));
        print_text(c, "True", 4);
        code_else(c);
        print_text(c, "False", 5);
        code_end(c);
    } else if (kind == 'i' || kind == 'u' || kind == 'f' || kind == 'c') {
        const char *name = kind == 'i' ? "runtime_print_integer" : kind == 'u' ? "runtime_print_unsigned" : kind == 'c' ? "runtime_print_complex" : "runtime_print_float";
        void *address = kind == 'i' ? (void *)runtime_print_integer : kind == 'u' ? (void *)runtime_print_unsigned : kind == 'c' ? (void *)runtime_print_complex : (void *)runtime_print_float;
        if (kind == 'c') {
            IrValue *part = value_as(c, value, DTYPE_COMPLEX128);
            IrValue *both[2] = {code_unary(c, IR_REAL, part), code_unary(c, IR_IMAG, part)};
            code_external(c, name, address, -1, both, 2, false);
        } else {
            IrValue *part = value_as(c, value, kind == 'i' ? DTYPE_INT64 : kind == 'u' ? DTYPE_UINT64 : DTYPE_FLOAT64);
            code_external(c, name, address, -1, &part, 1, false);
        }
    } else if (type->kind == TYPE_KIND_TUPLE) {
        print_text(c, "(", 1);
        for (int i = 0; i < type->count; i++) {
            if (i) print_text(c, ", ", 2);
            print_value(c, node, value_item(c, value, i));
        }
        print_text(c, type->count == 1 ? ",)" : ")", type->count == 1 ? 2 : 1);
    } else if (type->kind == TYPE_KIND_OPTIONAL) {
        IrValue **parts = value_parts(c, &value);
        code_if(c, parts ? parts[0] : NULL);
        print_value(c, node, value_of(type->item, parts ? parts + 1 : NULL));
        code_else(c);
        print_text(c, "None", 4);
        code_end(c);
    } else {
        const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.<print>", type_class_word(type)));
        if (!row) fail_no_implementation(c, node, "<built-in function print>", &value, 1);
        Arguments one = {.values = &value, .count = 1, .node = node};
        call_builtin(c, node, row, &one);
    }
}

static CompileValue code_print(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->name_count) fail_no_implementation(c, node, "<built-in function print>", a->values, a->count);
    if (c->is_device) return cuda_print(c, node, a);
    for (int i = 0; i < a->count; i++) {
        if (i) print_text(c, " ", 1);
        print_value(c, node, a->values[i]);
    }
    code_external(c, "runtime_print_end", runtime_print_end, -1, NULL, 0, true);
    return value_none(c);
}

static const BuiltinRow rows[] = {
    {"builtins.len", "obj", code_len, NULL},
    {"builtins.len:range", "obj", code_range_len, NULL},
    {"builtins.range", NULL, code_range, NULL},
    {"numba.prange", NULL, code_range, NULL},
    {"builtins.enumerate", "iterable start=", code_iterator, "enumerate"},
    {"builtins.zip", NULL, code_iterator, "zip"},
    {"builtins.reversed", "sequence", code_iterator, "reversed"},
    {"builtins.abs", "x", code_abs, NULL},
    {"builtins.max", NULL, code_extreme, "max"},
    {"builtins.min", NULL, code_extreme, NULL},
    {"builtins.int", NULL, code_int, NULL},
    {"builtins.float", NULL, code_float_of, NULL},
    {"builtins.bool", NULL, code_bool_of, NULL},
    {"builtins.complex", NULL, code_complex, NULL},
    {"builtins.round", "number ndigits=", code_round, NULL},
    {"builtins.divmod", "a b", code_divmod, NULL},
    {"builtins.pow", "a b", code_pow, NULL},
    {"builtins.isinstance", "obj class", code_isinstance, NULL},
    {"builtins.tuple", NULL, code_tuple_of, NULL},
    {"builtins.slice", NULL, code_slice_of, NULL},
    {"builtins.print", NULL, code_print, NULL},
    {0},
};

static const AttributeRow attributes[] = {
    {"range.start", code_range_attribute, (void *)0},
    {"range.stop", code_range_attribute, (void *)1},
    {"range.step", code_range_attribute, (void *)2},
    {0},
};

const BuiltinRow *const builtin_rows = rows;
const AttributeRow *const builtin_attributes = attributes;
