/* Values: what they are made of, and turned into. */
#include "kernel/compile/private.h"

#include "base/memory.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"

#include <math.h>
#include <string.h>

CompileValue value_of(const CompileType *type, IrValue **parts) {
    return (CompileValue){.type = type, .parts = parts, .least = INT64_MIN};
}

static IrValue **one_part(Compilation *c, IrValue *part) {
    if (!c->emit) return NULL;
    IrValue **parts = compile_allocate(c, sizeof *parts);
    parts[0] = part;
    return parts;
}

CompileValue value_number(Compilation *c, DtypeNumber number, IrValue *part) {
    CompileValue value = value_of(number_type(c, number), one_part(c, part));
    if (dtypes[number].kind == 'u' || number == DTYPE_BOOL) value.least = 0;
    return value;
}

CompileValue value_int(Compilation *c, int64_t integer) {
    CompileValue value = value_number(c, DTYPE_INT64, code_integer(c, DTYPE_INT64, integer));
    value.constant = value_from_int(integer);
    value.least = integer;
    return value;
}

CompileValue value_bool(Compilation *c, bool truth) {
    CompileValue value = value_number(c, DTYPE_BOOL, code_integer(c, DTYPE_BOOL, truth));
    value.constant = value_from_bool(truth);
    return value;
}

CompileValue value_none(Compilation *c) {
    CompileValue value = value_of(c->types->none, NULL);
    value.constant = VALUE_NONE;
    return value;
}

CompileValue tuple_of(Compilation *c, const CompileValue *items, int count) {
    const CompileType **types = compile_allocate(c, (size_t)count * sizeof *types + 1);
    CompileValue *copies = compile_allocate(c, (size_t)count * sizeof *copies + 1);
    for (int i = 0; i < count; i++) {
        copies[i] = value_force(c, items[i]);
        types[i] = type_plain(copies[i].type) ? type_plain(copies[i].type) : copies[i].type;
    }
    CompileValue value = value_of(type_tuple(c->types, types, count), NULL);
    if (!value.type) fail_memory(c);
    value.items = copies;
    value.item_count = count;
    value.is_borrowed = true;
    for (int i = 0; i < count; i++) value.is_borrowed &= copies[i].is_borrowed || !copies[i].type->has_owner;
    return value;
}

CompileValue value_tuple_like(Compilation *c, const CompileType *type, const CompileValue *items) {
    CompileValue value = value_of(type, NULL);
    value.items = compile_allocate(c, (size_t)type->count * sizeof *items + 1);
    value.item_count = type->count;
    value.is_borrowed = true;
    for (int i = 0; i < type->count; i++) {
        value.items[i] = value_convert(c, items[i], type->items[i]);
        value.is_borrowed &= value.items[i].is_borrowed || !value.items[i].type->has_owner;
    }
    return value;
}

static IrValue *constant_part(Compilation *c, CompileValue *value) {
    DtypeNumber number = value->type->number;
    if (value->constant.tag == TAG_FLOAT) return code_float(c, number, value->constant.number);
    int64_t integer = value->constant.integer;
    if (value->constant.tag == TAG_OBJECT) {
        uint64_t large = 0;
        double real, imaginary;
        if (value_is_complex(value->constant) && value_to_own_complex(c->thread, value->constant, &real, &imaginary)) {
            IrScalar scalar = {.i = 0};
            if (number == DTYPE_COMPLEX64) scalar.c64 = (Complex64){(float)real, (float)imaginary};
            else scalar.c128 = (Complex128){real, imaginary};
            return ir_constant(c->module, ir_scalar_type(number), scalar);
        }
        int_to_uint64(value->constant, &large);
        integer = (int64_t)large;
    }
    if (dtypes[number].kind == 'f') return code_float(c, number, (double)integer);
    return code_integer(c, number, integer);
}

IrValue **value_parts(Compilation *c, CompileValue *value) {
    if (!c->emit) return NULL;
    if (value->expression) *value = value_force(c, *value);
    if (value->parts || !value->type->part_count) return value->parts;
    if (value->items && value->type->kind == TYPE_KIND_LIST) return value->parts = list_written(c, value);
    if (value->items) {
        IrValue **parts = compile_allocate(c, (size_t)value->type->part_count * sizeof *parts);
        int at = 0;
        for (int i = 0; i < value->item_count; i++) {
            IrValue **inner = value_parts(c, &value->items[i]);
            for (int k = 0; k < value->items[i].type->part_count; k++) parts[at++] = inner ? inner[k] : NULL;
        }
        return value->parts = parts;
    }
    if (value->type->kind == TYPE_KIND_NUMBER && !value_is_absent(value->constant)) return value->parts = one_part(c, constant_part(c, value));
    fail_kind(c, "SystemError", "a value of type %s has no code", value->type->name);
}

IrValue *value_part(Compilation *c, CompileValue value) {
    IrValue **parts = value_parts(c, &value);
    return parts ? parts[0] : NULL;
}

CompileValue value_item(Compilation *c, CompileValue tuple, int index) {
    if (tuple.items) return tuple.items[index];
    const CompileType *type = tuple.type;
    int at = 0;
    for (int i = 0; i < index; i++) at += type->items[i]->part_count;
    IrValue **parts = value_parts(c, &tuple);
    CompileValue item = value_of(type->items[index], parts ? parts + at : NULL);
    item.is_borrowed = tuple.is_borrowed;
    if (type_number_kind(item.type) == 'u' || (item.type->kind == TYPE_KIND_NUMBER && item.type->number == DTYPE_BOOL)) item.least = 0;
    return item;
}

/* ---- constants */

static CompileValue constant_of_type(Compilation *c, DtypeNumber number, Value value) {
    CompileValue result = value_of(number_type(c, number), NULL);
    result.constant = value;
    return result;
}

CompileValue value_from_constant(Compilation *c, const Node *node, const char *name, Value value) {
    CompileValue result;
    switch (value.tag) {
    case TAG_NONE: return value_none(c);
    case TAG_BOOL: return value_bool(c, value.integer);
    case TAG_INT: return value_int(c, value.integer);
    case TAG_FLOAT: return constant_of_type(c, DTYPE_FLOAT64, value);
    case TAG_ELLIPSIS: return value_of(c->types->ellipsis, NULL);
    default: break;
    }
    if (value.tag != TAG_OBJECT) fail_typing(c, node, NULL, "Untyped global name '%s': Cannot determine Numba type of this", name);
    const CompileHost *host = c->context->host;
    type_table_keep(c->types, value);
    if (value_is_complex(value) && !host->dtype(c->thread, value)) {
        const Dtype *dtype = NULL;
        IrScalar scalar;
        bool is_scalar = host->number(c->thread, value, &dtype, &scalar);
        return constant_of_type(c, is_scalar && dtype->number == DTYPE_COMPLEX64 ? DTYPE_COMPLEX64 : DTYPE_COMPLEX128, value);
    }
    uint64_t large;
    if (type_of(c->thread->interpreter, value) == thread_builtins(c->thread)->type_int) {
        if (int_to_uint64(value, &large)) return constant_of_type(c, DTYPE_UINT64, value);
        Value text = value_str(c->thread, value);
        compile_keep(c, text);
        fail_typing(c, node, NULL, "Int value is too large: %s", value_c_string(text));
    }
    const Dtype *dtype = NULL;
    IrScalar scalar;
    if (host->number(c->thread, value, &dtype, &scalar) && dtype->number < DTYPE_COUNT) {
        result = value_number(c, dtype->number, c->emit ? ir_constant(c->module, ir_scalar_type(dtype->number), scalar) : NULL);
        return result;
    }
    if (value_is_tuple(value)) {
        const Tuple *tuple = value_tuple(value);
        const CompileType *type = host->type_of(c->context, c->thread, value);
        CompileValue *items = compile_allocate(c, tuple->count * sizeof *items + 1);
        for (size_t i = 0; i < tuple->count; i++) items[i] = value_from_constant(c, node, name, tuple->items[i]);
        if (type && type->kind == TYPE_KIND_TUPLE && type->fields) return value_tuple_like(c, type, items);
        if (exception_is_set(c->thread)) fail_raised(c);
        return tuple_of(c, items, (int)tuple->count);
    }
    HostArray array;
    if (host->array(c->context, c->thread, value, &array)) {
        if (c->is_device) return cuda_constant_array(c, &array);
        IrValue *shape[64], *strides[64];
        for (int i = 0; i < array.type->rank; i++) {
            shape[i] = code_integer(c, DTYPE_INT64, array.shape[i]);
            strides[i] = code_integer(c, DTYPE_INT64, array.strides[i]);
        }
        const CompileType *type = type_array(c->types, array.type->item, array.type->rank, array.type->layout, false, array.type->is_aligned);
        IrValue *address = code_pointer(c, type->number, code_address(c, array.data));
        result = array_value(c, type, code_integer(c, DTYPE_INT64, 0), address, shape, strides);
        result.is_borrowed = true;
        return result;
    }
    if (exception_is_set(c->thread)) fail_raised(c);
    const CompileType *type = host->type_of(c->context, c->thread, value);
    if (type && type->kind == TYPE_KIND_CONSTANT && c->is_device && cuda_value(c, node, host_path_of(c, value), &result)) return result;
    if (type && (type->kind == TYPE_KIND_CONSTANT || type->kind == TYPE_KIND_STRING || !type->part_count)) {
        result = value_of(type, NULL);
        if (type->kind == TYPE_KIND_STRING) result.constant = value;
        return result;
    }
    if (exception_is_set(c->thread)) fail_raised(c);
    Value shown = value_repr(c->thread, value_from_object(type_of(c->thread->interpreter, value)));
    compile_keep(c, shown);
    fail_typing(c, node, NULL, "Untyped global name '%s': Cannot determine Numba type of %s", name, value_c_string(shown));
}

int value_known_truth(CompileValue value) {
    if (value.type->kind == TYPE_KIND_NONE) return 0;
    if (value.constant.tag == TAG_BOOL || value.constant.tag == TAG_INT) return value.constant.integer != 0;
    if (value.constant.tag == TAG_FLOAT) return value.constant.number != 0;
    if (value.type->kind == TYPE_KIND_TUPLE) return value.type->count != 0;
    return -1;
}

bool value_known_int(CompileValue value, int64_t *integer) {
    if (value.constant.tag != TAG_INT && value.constant.tag != TAG_BOOL) return false;
    *integer = value.constant.integer;
    return true;
}

const char *value_known_text(CompileValue value) {
    return value.type->kind == TYPE_KIND_STRING && value.constant.tag == TAG_OBJECT ? value_c_string(value.constant) : NULL;
}

CompileValue value_literal_type(Compilation *c, CompileValue value) {
    if (value.constant.tag == TAG_BOOL || (value.constant.tag == TAG_INT && value.type->number == DTYPE_INT64)) {
        const char *shown = value.constant.tag == TAG_INT ? compile_text(c, "%lld", (long long)value.constant.integer)
                            : value.constant.integer  ? "True" : "False";
        value.type = type_literal(c->types, value.type, value.constant, shown);
    } else if (value_known_text(value)) value.type = type_literal(c->types, value.type, value.constant, value_known_text(value));
    if (!value.type) fail_memory(c);
    return value;
}

/* ---- conversions */

IrValue *value_as(Compilation *c, CompileValue number, DtypeNumber wanted) {
    if (number.type->kind == TYPE_KIND_OPTIONAL) number = value_convert(c, number, number.type->item);
    if (number.type->kind != TYPE_KIND_NUMBER) fail_kind(c, "SystemError", "%s is no number", number.type->name);
    return code_cast(c, number.type->number, wanted, value_part(c, number));
}

static CompileValue to_optional(Compilation *c, CompileValue value, const CompileType *type) {
    CompileValue result = value_of(type, NULL);
    result.is_borrowed = value.is_borrowed || value.type->kind == TYPE_KIND_NONE;
    if (value.type->kind == TYPE_KIND_OPTIONAL) { /* of another item */
        IrValue **old = value_parts(c, &value);
        CompileValue item = value_convert(c, value_of(value.type->item, old ? old + 1 : NULL), type->item);
        if (!c->emit) return result;
        IrValue **inner = value_parts(c, &item);
        result.parts = compile_allocate(c, (size_t)type->part_count * sizeof *result.parts);
        result.parts[0] = old[0];
        for (int i = 0; i < type->item->part_count; i++) result.parts[i + 1] = inner[i];
        return result;
    }
    bool is_none = value.type->kind == TYPE_KIND_NONE || value.type->kind == TYPE_KIND_UNKNOWN;
    CompileValue item = is_none ? value : value_convert(c, value, type->item);
    if (!c->emit) return result;
    IrValue **inner = is_none ? NULL : value_parts(c, &item);
    result.parts = compile_allocate(c, (size_t)type->part_count * sizeof *result.parts);
    result.parts[0] = code_integer(c, DTYPE_BOOL, !is_none);
    for (int i = 0; i < type->item->part_count; i++) {
        TypePart part = type->item->parts[i];
        result.parts[i + 1] = inner            ? inner[i]
                              : part.is_pointer ? code_pointer(c, part.number, code_integer(c, DTYPE_INT64, 0))
                              : dtypes[part.number].kind == 'c'
                                  ? ir_constant(c->module, ir_scalar_type(part.number), (IrScalar){.c128 = {0, 0}})
                                  : code_integer(c, part.number, 0);
    }
    return result;
}

CompileValue value_convert(Compilation *c, CompileValue value, const CompileType *type) {
    value = value_force(c, value);
    if (type->kind == TYPE_KIND_LITERAL) type = type->item;
    if (value.type == type) return value;
    if (value.type->kind == TYPE_KIND_LITERAL) value.type = value.type->item;
    if (value.type == type) return value;
    if (type->kind == TYPE_KIND_OPTIONAL) return to_optional(c, value, type);
    if (value.type->kind == TYPE_KIND_OPTIONAL) {
        IrValue **parts = value_parts(c, &value);
        code_check(c, parts ? parts[0] : NULL, "TypeError", "expected a value, got None");
        return value_convert(c, value_of(value.type->item, parts ? parts + 1 : NULL), type);
    }
    if (type->kind == TYPE_KIND_NUMBER && value.type->kind == TYPE_KIND_NUMBER) {
        CompileValue result = value_number(c, type->number, code_cast(c, value.type->number, type->number, value_part(c, value)));
        if (strchr("iu", dtypes[type->number].kind) && value.constant.tag == TAG_INT && dtypes[type->number].item_size == 8) result.constant = value.constant;
        if (strchr("iu", dtypes[type->number].kind) && dtypes[type->number].item_size == 8 && type_is_integer(value.type) &&
            result.least < value.least)
            result.least = value.least;
        return result;
    }
    if (type->kind == TYPE_KIND_TUPLE && value.type->kind == TYPE_KIND_TUPLE && type->count == value.type->count) {
        CompileValue *items = compile_allocate(c, (size_t)type->count * sizeof *items + 1);
        for (int i = 0; i < type->count; i++) items[i] = value_item(c, value, i);
        return value_tuple_like(c, type, items);
    }
    if (type->kind == TYPE_KIND_ARRAY && value.type->kind == TYPE_KIND_ARRAY && value.type->item == type->item && value.type->rank == type->rank &&
        (type->layout == 'A' || type->layout == value.type->layout)) {
        IrValue *shape[64], *strides[64];
        for (int i = 0; i < type->rank; i++) {
            shape[i] = array_extent(c, value, i);
            strides[i] = array_stride(c, value, i);
        }
        CompileValue result = array_value(c, type, array_owner(c, value), array_first(c, value), shape, strides);
        result.is_borrowed = value.is_borrowed;
        return result;
    }
    if (type->kind == TYPE_KIND_LIST && value.type->kind == TYPE_KIND_LIST && (value.type->item == type->item || !c->emit)) {
        value_parts(c, &value);
        value.items = NULL;
        value.type = type;
        return value;
    }
    if ((type->kind == TYPE_KIND_SLICE && value.type->kind == TYPE_KIND_SLICE)) {
        value.type = type;
        value.items = NULL;
        return value;
    }
    if (type->kind == TYPE_KIND_RANGE && value.type->kind == TYPE_KIND_RANGE) {
        IrValue **old = value_parts(c, &value), **parts = c->emit ? compile_allocate(c, 3 * sizeof *parts) : NULL;
        for (int i = 0; parts && i < 3; i++) parts[i] = code_cast(c, value.type->number, type->number, old[i]);
        return value_of(type, parts);
    }
    if (value.type->kind == TYPE_KIND_UNKNOWN || (type->kind == TYPE_KIND_NONE && !type->part_count)) {
        CompileValue result = value_of(type, NULL);
        if (c->emit && type->part_count) {
            result.parts = compile_allocate(c, (size_t)type->part_count * sizeof *result.parts);
            for (int i = 0; i < type->part_count; i++) result.parts[i] = code_get(c, code_variable(c, type->parts[i]));
        }
        return result;
    }
    fail_typing(c, c->node, NULL, "Cannot cast %s to %s", value_shown(c, value), type->name);
}

/* ---- counting. The owners among the parts of a type, in order. */

static void each_owner(Compilation *c, const CompileType *type, IrValue **parts, bool retain) {
    if (!type->has_owner || !parts || c->is_device) return;
    switch (type->kind) {
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_ITERATOR:
    case TYPE_KIND_METHOD:
    case TYPE_KIND_CLOSURE:
        for (int i = 0, at = 0; i < type->count; at += type->items[i++]->part_count) each_owner(c, type->items[i], parts + at, retain);
        return;
    case TYPE_KIND_OPTIONAL: each_owner(c, type->item, parts + 1, retain); return;
    default: break;
    }
    if (code_is_zero(parts[0])) return;
    if (retain) code_external(c, "runtime_retain", runtime_retain, -1, parts, 1, false);
    else code_external(c, "runtime_release", runtime_release, -1, parts, 1, false);
}

void value_retain_code(Compilation *c, CompileValue value) {
    if (c->emit && value.type->has_owner) each_owner(c, value.type, value_parts(c, &value), true);
}

void value_release_code(Compilation *c, CompileValue value) {
    if (c->emit && value.type->has_owner) each_owner(c, value.type, value_parts(c, &value), false);
}

void temporary_add(Compilation *c, IrValue *owner) {
    if (!c->emit || c->is_device || code_is_zero(owner)) return;
    if (c->temporary_count == c->temporary_capacity) {
        int capacity = c->temporary_capacity ? 2 * c->temporary_capacity : 16;
        IrValue **grown = compile_allocate(c, (size_t)capacity * sizeof *grown);
        if (c->temporary_count) memcpy(grown, c->temporaries, (size_t)c->temporary_count * sizeof *grown);
        c->temporaries = grown;
        c->temporary_capacity = capacity;
    }
    c->temporaries[c->temporary_count++] = owner;
}

static void add_owners(Compilation *c, const CompileType *type, IrValue **parts) {
    if (!type->has_owner) return;
    if (type->kind == TYPE_KIND_TUPLE || type->kind == TYPE_KIND_ITERATOR || type->kind == TYPE_KIND_CLOSURE || type->kind == TYPE_KIND_METHOD) {
        for (int i = 0, at = 0; i < type->count; at += type->items[i++]->part_count) add_owners(c, type->items[i], parts + at);
    } else if (type->kind == TYPE_KIND_OPTIONAL) add_owners(c, type->item, parts + 1);
    else temporary_add(c, parts[0]);
}

void temporary_add_owners(Compilation *c, CompileValue value) {
    if (c->emit && value.type->has_owner) add_owners(c, value.type, value_parts(c, &value));
}

void temporaries_release(Compilation *c, int mark, bool forget) {
    for (int i = c->temporary_count - 1; c->emit && i >= mark; i--)
        code_external(c, "runtime_release", runtime_release, -1, &c->temporaries[i], 1, false);
    if (forget) c->temporary_count = mark;
}

/* ---- truth */

IrValue *value_truth_code(Compilation *c, const Node *node, CompileValue value) {
    int known = value_known_truth(value);
    if (known >= 0) return code_integer(c, DTYPE_BOOL, known);
    const CompileType *type = value.type;
    if (type->kind == TYPE_KIND_NUMBER) return code_truth(c, type->number, value_part(c, value));
    if (type->kind == TYPE_KIND_OPTIONAL) {
        IrValue **parts = value_parts(c, &value);
        IrValue *inner = value_truth_code(c, node, value_of(type->item, parts ? parts + 1 : NULL));
        return code_binary(c, IR_AND, parts ? parts[0] : NULL, inner);
    }
    if (type->kind == TYPE_KIND_ARRAY && type->rank == 0) {
        return value_truth_code(c, node, array_load(c, value, NULL, false));
    }
    if (type->kind == TYPE_KIND_STRING || type->kind == TYPE_KIND_BYTES || type->kind == TYPE_KIND_LIST || type->kind == TYPE_KIND_DICT ||
        type->kind == TYPE_KIND_SET) {
        CompileValue length = call_path(c, node, "builtins.len", &value, 1);
        return code_truth(c, DTYPE_INT64, value_part(c, length));
    }
    fail_no_implementation(c, node, "<class 'bool'>", &value, 1);
}
