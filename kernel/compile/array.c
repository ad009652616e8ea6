/* Arrays: their parts, new ones, elements, loops over them. */
#include "kernel/compile/private.h"

#include <string.h>

int64_t item_size_of(const CompileType *item) { return item->kind == TYPE_KIND_NUMBER ? dtypes[item->number].item_size : item->other ? 0 : 8; }

IrValue *array_owner(Compilation *c, CompileValue array) {
    IrValue **parts = value_parts(c, &array);
    return parts ? parts[0] : NULL;
}

IrValue *array_first(Compilation *c, CompileValue array) {
    IrValue **parts = value_parts(c, &array);
    return parts ? parts[1] : NULL;
}

IrValue *array_extent(Compilation *c, CompileValue array, int axis) {
    IrValue **parts = value_parts(c, &array);
    return parts ? parts[2 + axis] : NULL;
}

IrValue *array_stride(Compilation *c, CompileValue array, int axis) {
    IrValue **parts = value_parts(c, &array);
    const CompileType *type = array.type;
    if (!parts) return NULL;
    if (type->layout == 'A') return parts[2 + type->rank + axis];
    IrValue *stride = code_integer(c, DTYPE_INT64, item_size_of(type->item));
    if (type->layout == 'C')
        for (int i = type->rank - 1; i > axis; i--) stride = code_binary(c, IR_MUL, stride, parts[2 + i]);
    else
        for (int i = 0; i < axis; i++) stride = code_binary(c, IR_MUL, stride, parts[2 + i]);
    return stride;
}

IrValue *array_count(Compilation *c, CompileValue array) {
    IrValue *count = code_integer(c, DTYPE_INT64, 1);
    for (int i = 0; i < array.type->rank; i++) count = code_binary(c, IR_MUL, count, array_extent(c, array, i));
    return count;
}

CompileValue array_value(Compilation *c, const CompileType *type, IrValue *owner, IrValue *address, IrValue *const *shape, IrValue *const *strides) {
    if (!type) fail_memory(c);
    CompileValue value = value_of(type, NULL);
    if (!c->emit) return value;
    value.parts = compile_allocate(c, (size_t)type->part_count * sizeof *value.parts);
    value.parts[0] = owner;
    value.parts[1] = address;
    for (int i = 0; i < type->rank; i++) value.parts[2 + i] = shape[i];
    for (int i = 0; type->layout == 'A' && i < type->rank; i++) value.parts[2 + type->rank + i] = strides[i];
    return value;
}

IrValue *array_view_of(Compilation *c, CompileValue *array) {
    if (!c->emit) return NULL;
    if (array->view) return array->view;
    const CompileType *type = array->type;
    IrValue *strides[IR_RANK_MAX];
    IrValue **parts = value_parts(c, array);
    for (int i = 0; type->layout != 'C' && i < type->rank; i++) strides[i] = array_stride(c, *array, i);
    return array->view = ir_build_view(&c->builder, parts[1], parts + 2, type->layout == 'C' ? NULL : strides, type->rank, type->layout == 'C');
}

CompileValue array_new(Compilation *c, const CompileType *item, int rank, IrValue *const *shape, char layout, bool zeroed) {
    const CompileType *type = type_array(c->types, item, rank, layout, true, true);
    if (!type) fail_memory(c);
    IrValue *count = code_integer(c, DTYPE_INT64, 1), *is_bad = NULL;
    for (int i = 0; c->emit && i < rank; i++) {
        if (!ir_is_constant(shape[i]) || shape[i]->constant.i < 0) {
            IrValue *negative = code_binary(c, IR_LT, shape[i], code_integer(c, DTYPE_INT64, 0));
            is_bad = is_bad ? code_binary(c, IR_OR, is_bad, negative) : negative;
        }
        count = code_binary(c, IR_MUL, count, shape[i]);
    }
    if (is_bad) code_check(c, code_unary(c, IR_NOT, is_bad), "ValueError", "negative dimensions not allowed");
    IrValue *arguments[2] = {code_binary(c, IR_MUL, count, code_integer(c, DTYPE_INT64, item_size_of(item))), code_integer(c, DTYPE_INT64, zeroed)};
    IrValue *owner = code_external(c, "runtime_array_new", runtime_array_new, DTYPE_INT64, arguments, 2, true);
    temporary_add(c, owner);
    IrValue *bytes = code_binary(c, IR_ADD, owner, code_integer(c, DTYPE_INT64, offsetof(HeapObject, bytes)));
    return array_value(c, type, owner, code_pointer(c, type->number, bytes), shape, NULL);
}

static IrValue *element(Compilation *c, CompileValue array, IrValue *const *indexes, bool checked) {
    if (!c->emit) return NULL;
    if (c->is_device) checked = checked && c->checks_all;
    return ir_build_element(&c->builder, array_view_of(c, &array), indexes, array.type->rank, checked);
}

CompileValue array_load(Compilation *c, CompileValue array, IrValue *const *indexes, bool checked) {
    const CompileType *item = array.type->item;
    if (item->kind != TYPE_KIND_NUMBER) fail_unsupported(c, c->node, "elements of type %s", item->name);
    return value_number(c, item->number, code_read(c, element(c, array, indexes, checked)));
}

void array_store(Compilation *c, CompileValue array, IrValue *const *indexes, CompileValue value, bool checked) {
    const CompileType *item = array.type->item;
    if (item->kind != TYPE_KIND_NUMBER) fail_unsupported(c, c->node, "elements of type %s", item->name);
    IrValue *converted = value_as(c, value, item->number);
    code_write(c, element(c, array, indexes, checked), converted);
}

void array_loops(Compilation *c, int rank, IrValue *const *extents, IrValue **indexes) {
    for (int i = 0; i < rank; i++)
        indexes[i] = code_for(c, code_integer(c, DTYPE_INT64, 0), extents[i], code_integer(c, DTYPE_INT64, 1));
}

void array_loops_end(Compilation *c, int rank) {
    for (int i = 0; i < rank; i++) code_end(c);
}

CompileValue array_copied(Compilation *c, CompileValue array, char layout) {
    IrValue *shape[IR_RANK_MAX], *indexes[IR_RANK_MAX];
    int rank = array.type->rank;
    for (int i = 0; i < rank; i++) shape[i] = array_extent(c, array, i);
    CompileValue copy = array_new(c, array.type->item, rank, shape, layout, false);
    array_view_of(c, &array);
    array_view_of(c, &copy);
    array_loops(c, rank, shape, indexes);
    array_store(c, copy, indexes, array_load(c, array, indexes, false), false);
    array_loops_end(c, rank);
    return copy;
}

/* target[...] = value, which is broadcast. */
void array_fill_from(Compilation *c, const Node *node, CompileValue target, CompileValue value) {
    int rank = target.type->rank;
    IrValue *shape[IR_RANK_MAX], *indexes[IR_RANK_MAX], *from[IR_RANK_MAX];
    value = value_force(c, value);
    if (value.type->kind == TYPE_KIND_ARRAY && value.type->rank == 0) value = array_load(c, value, NULL, false);
    for (int i = 0; i < rank; i++) shape[i] = array_extent(c, target, i);
    if (value.type->kind != TYPE_KIND_ARRAY) {
        if (!type_converts(value.type, target.type->item)) fail_no_implementation(c, node, "<built-in function setitem>", (CompileValue[]){target, value}, 2);
        CompileValue item = value_convert(c, value, target.type->item);
        value_parts(c, &item);
        array_view_of(c, &target);
        array_loops(c, rank, shape, indexes);
        array_store(c, target, indexes, item, false);
        array_loops_end(c, rank);
        return;
    }
    int missing = rank - value.type->rank;
    if (missing < 0 || !type_converts(value.type->item, target.type->item)) fail_no_implementation(c, node, "<built-in function setitem>", (CompileValue[]){target, value}, 2);
    IrValue *is_single[IR_RANK_MAX];
    for (int i = missing; i < rank; i++) {
        IrValue *extent = array_extent(c, value, i - missing);
        is_single[i] = code_binary(c, IR_EQ, extent, code_integer(c, DTYPE_INT64, 1));
        IrValue *fits = code_binary(c, IR_OR, is_single[i], code_binary(c, IR_EQ, extent, shape[i]));
        code_check(c, fits, "ValueError", "cannot assign slice of shape (non-broadcastable)");
    }
    /* What may overlap is copied first: both have an address range. */
    CompileValue source = value;
    array_view_of(c, &source);
    bool may_overlap = true;
    if (may_overlap && c->emit) {
        /* A target that lies apart from its source needs no copy; which of both is only known at run time. */
        IrValue *same = array_overlap_code(c, target, value);
        IrValue *address = code_variable(c, (TypePart){.number = DTYPE_INT64}), *owner = code_variable(c, (TypePart){.number = DTYPE_INT64});
        IrValue *strides[IR_RANK_MAX];
        code_set(c, address, code_pointer_bits(c, array_first(c, value)));
        code_set(c, owner, code_integer(c, DTYPE_INT64, 0));
        for (int i = 0; i < value.type->rank; i++) {
            strides[i] = code_variable(c, (TypePart){.number = DTYPE_INT64});
            code_set(c, strides[i], array_stride(c, value, i));
        }
        code_if(c, same);
        int mark = c->temporary_count;
        CompileValue copy = array_copied(c, value, 'C');
        c->temporary_count = mark;
        code_set(c, address, code_pointer_bits(c, array_first(c, copy)));
        code_set(c, owner, array_owner(c, copy));
        for (int i = 0; i < value.type->rank; i++) code_set(c, strides[i], array_stride(c, copy, i));
        code_end(c);
        IrValue *extents[IR_RANK_MAX];
        for (int i = 0; i < value.type->rank; i++) {
            extents[i] = array_extent(c, value, i);
            strides[i] = code_get(c, strides[i]);
        }
        IrValue *kept = code_get(c, owner);
        temporary_add(c, kept);
        const CompileType *type = type_array(c->types, value.type->item, value.type->rank, 'A', true, true);
        source = array_value(c, type, kept, code_pointer(c, type->number, code_get(c, address)), extents, strides);
        array_view_of(c, &source);
    }
    array_view_of(c, &target);
    array_loops(c, rank, shape, indexes);
    for (int i = missing; i < rank; i++) from[i - missing] = code_select(c, is_single[i], code_integer(c, DTYPE_INT64, 0), indexes[i]);
    array_store(c, target, indexes, array_load(c, source, from, false), false);
    array_loops_end(c, rank);
}

CompileValue array_transposed(Compilation *c, CompileValue array) {
    const CompileType *type = array.type;
    if (type->rank < 2) return array;
    IrValue *shape[IR_RANK_MAX], *strides[IR_RANK_MAX];
    for (int i = 0; i < type->rank; i++) {
        shape[i] = array_extent(c, array, type->rank - 1 - i);
        strides[i] = type->layout == 'A' ? array_stride(c, array, type->rank - 1 - i) : NULL;
    }
    char layout = type->layout == 'C' ? 'F' : type->layout == 'F' ? 'C' : 'A';
    const CompileType *turned = type_array(c->types, type->item, type->rank, layout, type->is_mutable, type->is_aligned);
    CompileValue value = array_value(c, turned, array_owner(c, array), array_first(c, array), shape, strides);
    value.is_borrowed = array.is_borrowed;
    return value;
}

/* Do the byte ranges meet, and are they not the same elements in the same places? */
IrValue *array_overlap_code(Compilation *c, CompileValue left, CompileValue right) {
    if (!c->emit) return NULL;
    IrValue *low[2], *high[2];
    const CompileValue *both[2] = {&left, &right};
    for (int k = 0; k < 2; k++) {
        low[k] = high[k] = code_pointer_bits(c, array_first(c, *both[k]));
        for (int i = 0; i < both[k]->type->rank; i++) {
            IrValue *last = code_binary(c, IR_SUB, array_extent(c, *both[k], i), code_integer(c, DTYPE_INT64, 1));
            IrValue *reach = code_binary(c, IR_MUL, last, array_stride(c, *both[k], i));
            IrValue *down = code_binary(c, IR_LT, reach, code_integer(c, DTYPE_INT64, 0));
            IrValue *zero = code_integer(c, DTYPE_INT64, 0);
            low[k] = code_binary(c, IR_ADD, low[k], code_select(c, down, reach, zero));
            high[k] = code_binary(c, IR_ADD, high[k], code_select(c, down, zero, reach));
        }
    }
    return code_binary(c, IR_AND, code_binary(c, IR_LE, low[0], high[1]), code_binary(c, IR_LE, low[1], high[0]));
}

CompileValue array_reshape_to(Compilation *c, const Node *node, CompileValue array, CompileValue *extents, int count) {
    if (array.type->layout == 'A') fail_typing(c, node, "call", "reshape() supports contiguous array only");
    IrValue *shape[IR_RANK_MAX], *known = code_integer(c, DTYPE_INT64, 1), *total = array_count(c, array);
    IrValue *minus = code_integer(c, DTYPE_INT64, -1), *open = code_integer(c, DTYPE_INT64, 0);
    for (int i = 0; i < count; i++) {
        shape[i] = value_as(c, extents[i], DTYPE_INT64);
        int64_t value;
        if (value_known_int(extents[i], &value) && value >= 0) {
            known = code_binary(c, IR_MUL, known, shape[i]);
            continue;
        }
        IrValue *is_open = code_binary(c, IR_EQ, shape[i], minus);
        open = code_binary(c, IR_ADD, open, code_cast(c, DTYPE_BOOL, DTYPE_INT64, is_open));
        known = code_binary(c, IR_MUL, known, code_select(c, is_open, code_integer(c, DTYPE_INT64, 1), shape[i]));
    }
    code_check(c, code_binary(c, IR_LE, open, code_integer(c, DTYPE_INT64, 1)), "ValueError", "multiple negative shape values");
    IrValue *is_zero = code_binary(c, IR_EQ, known, code_integer(c, DTYPE_INT64, 0));
    IrValue *divisor = code_select(c, is_zero, code_integer(c, DTYPE_INT64, 1), known);
    IrValue *rest = code_binary(c, IR_DIV, total, divisor), *product = code_integer(c, DTYPE_INT64, 1);
    for (int i = 0; i < count; i++) {
        int64_t value;
        if (!value_known_int(extents[i], &value) || value < 0) shape[i] = code_select(c, code_binary(c, IR_EQ, shape[i], minus), rest, shape[i]);
        product = code_binary(c, IR_MUL, product, shape[i]);
    }
    code_check(c, code_binary(c, IR_EQ, product, total), "ValueError", "total size of new array must be unchanged");
    const CompileType *type = type_array(c->types, array.type->item, count, array.type->layout, array.type->is_mutable, array.type->is_aligned);
    CompileValue result = array_value(c, type, array_owner(c, array), array_first(c, array), shape, NULL);
    result.is_borrowed = array.is_borrowed;
    return result;
}
