/* container[index] and container[index] = value. */
#include "kernel/compile/private.h"

#include <string.h>

static IrValue *zero(Compilation *c) { return code_integer(c, DTYPE_INT64, 0); }

/* An index from the end counts back from the extent. */
static IrValue *wrapped(Compilation *c, CompileValue index, IrValue *extent) {
    IrValue *place = value_as(c, index, DTYPE_INT64);
    int64_t known;
    if (value_known_int(index, &known)) return known < 0 ? code_binary(c, IR_ADD, extent, place) : place;
    if (index.least >= 0 || type_number_kind(index.type) == 'u') return place;
    return code_select(c, code_binary(c, IR_LT, place, zero(c)), code_binary(c, IR_ADD, place, extent), place);
}

IrValue *index_wrapped(Compilation *c, CompileValue index, IrValue *extent) { return wrapped(c, index, extent); }

static bool is_index_number(CompileValue value) {
    return type_is_integer(value.type) || (value.type->kind == TYPE_KIND_OPTIONAL && type_is_integer(value.type->item));
}

typedef struct Cut { /* of a slice over an axis */
    IrValue *start, *step, *length;
    bool is_whole;
} Cut;

static bool part_is_known(CompileValue slice, int part, int64_t *value) {
    return slice.items && slice.items[part].type->kind != TYPE_KIND_NONE && value_known_int(slice.items[part], value);
}

static bool is_left_out(CompileValue slice, int part) { return slice.items && slice.items[part].type->kind == TYPE_KIND_NONE; }

/* start or stop within 0..extent (or -1..extent-1 for steps back). */
static IrValue *clipped(Compilation *c, CompileValue slice, int part, IrValue *place, IrValue *extent, IrValue *is_back) {
    bool may_be_negative = !slice.items || slice.items[part].least < 0;
    IrValue *low = zero(c), *high = extent;
    if (is_back) {
        low = code_select(c, is_back, code_integer(c, DTYPE_INT64, -1), low);
        high = code_select(c, is_back, code_binary(c, IR_SUB, extent, code_integer(c, DTYPE_INT64, 1)), extent);
    }
    if (may_be_negative) {
        IrValue *negative = code_binary(c, IR_LT, place, zero(c));
        place = code_select(c, negative, code_binary(c, IR_ADD, place, extent), place);
        place = code_binary(c, IR_MAX, place, low);
    }
    return code_binary(c, IR_MIN, place, high);
}

static Cut cut_of(Compilation *c, CompileValue slice, IrValue *extent) {
    Cut cut = {.start = zero(c), .step = code_integer(c, DTYPE_INT64, 1)};
    int64_t step = 1;
    IrValue **parts = slice.items ? NULL : value_parts(c, &slice), *stop = extent;
    bool is_plain = slice.items ? is_left_out(slice, 2) || (part_is_known(slice, 2, &step) && step == 1) : slice.type == c->types->slice;
    if (is_plain) {
        cut.is_whole = is_left_out(slice, 0) && is_left_out(slice, 1);
        if (!is_left_out(slice, 0)) cut.start = clipped(c, slice, 0, slice.items ? value_as(c, slice.items[0], DTYPE_INT64) : parts ? parts[0] : NULL, extent, NULL);
        if (!is_left_out(slice, 1)) stop = clipped(c, slice, 1, slice.items ? value_as(c, slice.items[1], DTYPE_INT64) : parts ? parts[1] : NULL, extent, NULL);
        cut.length = cut.is_whole ? extent : is_left_out(slice, 0) ? stop : code_binary(c, IR_SUB, stop, cut.start);
        if (!is_left_out(slice, 0)) cut.length = code_binary(c, IR_MAX, cut.length, zero(c));
        return cut;
    }
    cut.step = slice.items ? value_as(c, slice.items[2], DTYPE_INT64) : parts ? parts[2] : NULL;
    code_check(c, code_binary(c, IR_NE, cut.step, zero(c)), "ValueError", "slice step cannot be zero");
    IrValue *is_back = code_binary(c, IR_LT, cut.step, zero(c)), *one = code_integer(c, DTYPE_INT64, 1);
    IrValue *last = code_binary(c, IR_SUB, extent, one), *minus = code_integer(c, DTYPE_INT64, -1);
    if (is_left_out(slice, 0)) cut.start = code_select(c, is_back, last, zero(c));
    else cut.start = clipped(c, slice, 0, slice.items ? value_as(c, slice.items[0], DTYPE_INT64) : parts ? parts[0] : NULL, extent, is_back);
    if (is_left_out(slice, 1)) stop = code_select(c, is_back, minus, extent);
    else stop = clipped(c, slice, 1, slice.items ? value_as(c, slice.items[1], DTYPE_INT64) : parts ? parts[1] : NULL, extent, is_back);
    /* (|stop - start| + |step| - 1) / |step|, not below 0 */
    IrValue *span = code_select(c, is_back, code_binary(c, IR_SUB, cut.start, stop), code_binary(c, IR_SUB, stop, cut.start));
    IrValue *size = code_select(c, is_back, code_unary(c, IR_NEG, cut.step), cut.step);
    IrValue *rounded = code_binary(c, IR_DIV, code_binary(c, IR_ADD, span, code_binary(c, IR_SUB, size, one)), size);
    cut.length = code_select(c, code_binary(c, IR_GT, span, zero(c)), rounded, zero(c));
    return cut;
}

void slice_cut(Compilation *c, CompileValue slice, IrValue *extent, CompileValue *bounds) {
    Cut cut = cut_of(c, slice, extent);
    bounds[0] = value_number(c, DTYPE_INT64, cut.start);
    bounds[1] = value_number(c, DTYPE_INT64, cut.step);
    bounds[2] = value_number(c, DTYPE_INT64, cut.length);
}

/* The single indexes that stand in the brackets. */
static int index_list(Compilation *c, CompileValue index, CompileValue *list, int most) {
    int count = 0;
    if (index.type->kind != TYPE_KIND_TUPLE) {
        list[0] = index;
        return 1;
    }
    for (int i = 0; i < index.type->count && count < most; i++) list[count++] = value_item(c, index, i);
    return count;
}

static bool is_mask(CompileValue value) { return value.type->kind == TYPE_KIND_ARRAY && value.type->number == DTYPE_BOOL; }

typedef struct Basic {
    bool is_element, is_fancy, is_bad;
    int fancy;   /* which index */
    int rank, consumed;
} Basic;

static Basic classify(const CompileValue *list, int count, int rank) {
    Basic basic = {.is_element = true};
    int ellipses = 0, made = 0;
    for (int i = 0; i < count; i++) {
        TypeKind kind = list[i].type->kind;
        if (is_index_number(list[i])) basic.consumed++;
        else if (kind == TYPE_KIND_SLICE) {
            basic.consumed++;
            made++;
        } else if (kind == TYPE_KIND_ELLIPSIS) ellipses++;
        else if (kind == TYPE_KIND_NONE) made++;
        else if (kind == TYPE_KIND_ARRAY && (is_mask(list[i]) || dtype_is_integer(&dtypes[list[i].type->number]))) {
            if (basic.is_fancy) basic.is_bad = true;
            basic.is_fancy = true;
            basic.fancy = i;
            basic.consumed += is_mask(list[i]) ? list[i].type->rank : 1;
        } else basic.is_bad = true;
    }
    basic.is_element = !ellipses && !made && !basic.is_fancy && basic.consumed == rank;
    basic.rank = made + rank - basic.consumed;
    basic.is_bad |= basic.consumed > rank || ellipses > 1;
    return basic;
}

/* An axis' index that is kept in the same place in memory: the layout that is left. */
static char layout_left(const CompileType *type, const CompileValue *list, int count) {
    bool has_ellipsis = false;
    if (type->layout == 'A') return 'A';
    for (int i = 0; i < count; i++) {
        TypeKind kind = list[i].type->kind;
        if (kind == TYPE_KIND_NONE) continue;
        if (kind == TYPE_KIND_ELLIPSIS) has_ellipsis = true;
        else if (has_ellipsis) return 'A';
        if (type->layout == 'F' && kind != TYPE_KIND_ELLIPSIS) {
            /* only a whole array, or one cut along its last axis */
            return count == 1 && kind == TYPE_KIND_SLICE && type->rank == 1 && (!list[i].items || list[i].items[2].type->kind == TYPE_KIND_NONE) ? 'C' : 'A';
        }
        bool is_last = true;
        for (int k = i + 1; k < count; k++) is_last &= list[k].type->kind == TYPE_KIND_NONE;
        bool has_step = kind == TYPE_KIND_SLICE && (list[i].items ? list[i].items[2].type->kind != TYPE_KIND_NONE : false);
        if (kind == TYPE_KIND_SLICE && (!is_last || has_step)) return 'A';
    }
    return type->layout;
}

static CompileValue basic_view(Compilation *c, CompileValue array, const CompileValue *list, int count, const Basic *basic) {
    const CompileType *type = array.type;
    IrValue *shape[IR_RANK_MAX], *strides[IR_RANK_MAX], *address = array_first(c, array);
    char layout = layout_left(type, list, count);
    int axis = 0, made = 0;
    bool has_ellipsis = false;
    for (int i = 0; i < count; i++) has_ellipsis |= list[i].type->kind == TYPE_KIND_ELLIPSIS;
    for (int i = 0; i < count; i++) {
        CompileValue index = list[i];
        if (index.type->kind == TYPE_KIND_NONE) {
            shape[made] = code_integer(c, DTYPE_INT64, 1);
            strides[made++] = code_integer(c, DTYPE_INT64, item_size_of(type->item));
        } else if (index.type->kind == TYPE_KIND_ELLIPSIS) {
            for (int rest = type->rank - basic->consumed; rest > 0; rest--, axis++) {
                shape[made] = array_extent(c, array, axis);
                strides[made++] = array_stride(c, array, axis);
            }
        } else if (index.type->kind == TYPE_KIND_SLICE) {
            IrValue *stride = array_stride(c, array, axis);
            Cut cut = cut_of(c, index, array_extent(c, array, axis++));
            address = code_byte_offset(c, address, code_binary(c, IR_MUL, cut.start, stride));
            shape[made] = cut.length;
            strides[made++] = code_binary(c, IR_MUL, stride, cut.step);
        } else {
            IrValue *extent = array_extent(c, array, axis), *place = wrapped(c, index, extent);
            IrValue *inside = code_binary(c, IR_LT, place, extent);
            int64_t known;
            if (index.least < 0 || value_known_int(index, &known)) inside = code_binary(c, IR_AND, inside, code_binary(c, IR_GE, place, zero(c)));
            code_check(c, inside, "IndexError", "index is out of bounds");
            address = code_byte_offset(c, address, code_binary(c, IR_MUL, place, array_stride(c, array, axis++)));
        }
    }
    for (; axis < type->rank; axis++) {
        shape[made] = array_extent(c, array, axis);
        strides[made++] = array_stride(c, array, axis);
    }
    const CompileType *result = type_array(c->types, type->item, made, made == 0 ? 'C' : layout, type->is_mutable, type->is_aligned);
    CompileValue view = array_value(c, result, array_owner(c, array), address, shape, strides);
    view.is_borrowed = array.is_borrowed;
    return view;
}

static IrValue *element_indexes(Compilation *c, CompileValue array, const CompileValue *list, IrValue **indexes) {
    for (int i = 0; i < array.type->rank; i++) indexes[i] = wrapped(c, list[i], array_extent(c, array, i));
    return NULL;
}

/* One array among the indexes: picked along its axis (or along those of a mask) into a new array, in loops. */
static CompileValue fancy_get(Compilation *c, const Node *node, CompileValue array, CompileValue *list, int count, const Basic *basic) {
    CompileValue picker = list[basic->fancy];
    const CompileType *type = array.type;
    if (is_mask(picker)) {
        if (picker.type->rank != type->rank || count != 1) {
            if (picker.type->rank != 1) fail_no_implementation(c, node, "<built-in function getitem>", (CompileValue[]){array, picker}, 2);
            picker = list[basic->fancy] = call_path(c, node, "numba._library.flatnonzero", &picker, 1);
        } else return call_path(c, node, "numba._library.mask_get", (CompileValue[]){array, picker}, 2);
    }
    if (picker.type->rank != 1) {
        if (count != 1) fail_no_implementation(c, node, "<built-in function getitem>", (CompileValue[]){array, picker}, 2);
        return call_path(c, node, "numba._library.take_any", (CompileValue[]){array, picker}, 2);
    }
    /* The other indexes give a view, with the axis whole; then along that axis. */
    CompileValue whole = value_of(c->types->slice, NULL);
    whole.items = compile_allocate(c, 3 * sizeof *whole.items);
    for (int i = 0; i < 3; i++) whole.items[i] = value_none(c);
    whole.item_count = 3;
    CompileValue others[IR_RANK_MAX];
    memcpy(others, list, (size_t)count * sizeof *others);
    others[basic->fancy] = whole;
    int axis = 0;
    for (int i = 0; i < basic->fancy; i++) {
        if (list[i].type->kind == TYPE_KIND_ELLIPSIS) axis += type->rank - basic->consumed;
        else if (!is_index_number(list[i])) axis++;
    }
    Basic view_kind = classify(others, count, type->rank);
    CompileValue view = count == 1 ? array : basic_view(c, array, others, count, &view_kind);
    IrValue *shape[IR_RANK_MAX], *indexes[IR_RANK_MAX], *from[IR_RANK_MAX];
    int rank = view.type->rank;
    for (int i = 0; i < rank; i++) shape[i] = i == axis ? array_extent(c, picker, 0) : array_extent(c, view, i);
    CompileValue result = array_new(c, type->item, rank, shape, 'C', false);
    array_view_of(c, &view);
    array_view_of(c, &result);
    array_view_of(c, &picker);
    IrValue *extent = array_extent(c, view, axis);
    array_loops(c, rank, shape, indexes);
    memcpy(from, indexes, sizeof from);
    CompileValue place = array_load(c, picker, &indexes[axis], false);
    from[axis] = wrapped(c, place, extent);
    array_store(c, result, indexes, array_load(c, view, from, true), false);
    array_loops_end(c, rank);
    return result;
}

static CompileValue array_get(Compilation *c, const Node *node, CompileValue array, CompileValue index) {
    CompileValue list[IR_RANK_MAX + 1];
    int count = index_list(c, index, list, IR_RANK_MAX);
    for (int i = 0; i < count; i++) list[i] = value_force(c, list[i]);
    Basic basic = classify(list, count, array.type->rank);
    if (basic.is_bad) fail_no_implementation(c, node, "<built-in function getitem>", (CompileValue[]){array, index}, 2);
    if (basic.is_fancy) return fancy_get(c, node, array, list, count, &basic);
    if (!basic.is_element) return basic_view(c, array, list, count, &basic);
    IrValue *indexes[IR_RANK_MAX];
    element_indexes(c, array, list, indexes);
    return array_load(c, array, indexes, true);
}

static CompileValue tuple_get(Compilation *c, const Node *node, CompileValue tuple, CompileValue index) {
    int64_t known;
    const CompileType *type = tuple.type;
    if (value_known_int(index, &known)) {
        if (known < 0) known += type->count;
        if (known < 0 || known >= type->count) fail_typing(c, node, "static-get-item", "tuple index out of range");
        return value_item(c, tuple, (int)known);
    }
    if (index.type->kind == TYPE_KIND_SLICE && index.items) {
        int64_t bounds[3] = {0, type->count, 1};
        for (int i = 0; i < 3; i++)
            if (!is_left_out(index, i) && !part_is_known(index, i, &bounds[i])) fail_no_implementation(c, node, "<built-in function getitem>", (CompileValue[]){tuple, index}, 2);
        int64_t step = bounds[2], count = 0;
        if (step == 0) fail_typing(c, node, NULL, "slice step cannot be zero");
        if (step < 0 && is_left_out(index, 0)) bounds[0] = type->count - 1;
        for (int i = 0; i < 2; i++) {
            if (is_left_out(index, i)) continue;
            if (bounds[i] < 0) bounds[i] += type->count;
            int64_t low = step < 0 ? -1 : 0, high = step < 0 ? type->count - 1 : type->count;
            bounds[i] = bounds[i] < low ? low : bounds[i] > high ? high : bounds[i];
        }
        if (step < 0 && is_left_out(index, 1)) bounds[1] = -1;
        CompileValue items[64];
        for (int64_t at = bounds[0]; (step > 0 ? at < bounds[1] : at > bounds[1]) && count < 64; at += step) items[count++] = value_item(c, tuple, (int)at);
        return tuple_of(c, items, (int)count);
    }
    if (!is_index_number(index) || !type->is_uniform) fail_no_implementation(c, node, "<built-in function getitem>", (CompileValue[]){tuple, index}, 2);
    IrValue *place = wrapped(c, index, code_integer(c, DTYPE_INT64, type->count));
    IrValue *inside = code_binary(c, IR_LT, code_cast(c, DTYPE_INT64, DTYPE_UINT64, place), code_integer(c, DTYPE_UINT64, type->count));
    code_check(c, inside, "IndexError", "tuple index out of range");
    CompileValue first = value_item(c, tuple, 0), result = value_of(first.type, NULL);
    result.is_borrowed = tuple.is_borrowed;
    result.least = first.least;
    for (int i = 1; i < type->count; i++) {
        CompileValue item = value_item(c, tuple, i);
        if (item.least < result.least) result.least = item.least;
    }
    if (!c->emit) return result;
    IrValue **parts = value_parts(c, &first);
    result.parts = compile_allocate(c, (size_t)first.type->part_count * sizeof *parts + 1);
    for (int k = 0; k < first.type->part_count; k++) {
        IrValue *chosen = parts[k];
        for (int i = 1; i < type->count; i++) {
            CompileValue item = value_item(c, tuple, i);
            IrValue *is_it = code_binary(c, IR_EQ, place, code_integer(c, DTYPE_INT64, i));
            chosen = code_select(c, is_it, value_parts(c, &item)[k], chosen);
        }
        result.parts[k] = chosen;
    }
    return result;
}

CompileValue index_get(Compilation *c, const Node *node, CompileValue container, CompileValue index) {
    container = value_force(c, container);
    index = value_force(c, index);
    if (container.type->kind == TYPE_KIND_OPTIONAL) container = value_convert(c, container, container.type->item);
    if (container.type->kind == TYPE_KIND_ARRAY) return array_get(c, node, container, index);
    if (container.type->kind == TYPE_KIND_TUPLE) return tuple_get(c, node, container, index);
    const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.__getitem__", type_class_word(container.type)));
    if (row) {
        CompileValue both[2] = {container, index};
        Arguments arguments = {.values = both, .count = 2, .node = node};
        return call_builtin(c, node, row, &arguments);
    }
    fail_no_implementation(c, node, "<built-in function getitem>", (CompileValue[]){container, index}, 2);
}

void index_set(Compilation *c, const Node *node, CompileValue container, CompileValue index, CompileValue value) {
    if (container.type->kind == TYPE_KIND_OPTIONAL) container = value_convert(c, container, container.type->item);
    index = value_force(c, index);
    if (container.type->kind != TYPE_KIND_ARRAY) {
        CompileValue all[3] = {container, index, value_force(c, value)};
        const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.__setitem__", type_class_word(container.type)));
        if (!row) fail_no_implementation(c, node, "<built-in function setitem>", all, 3);
        Arguments arguments = {.values = all, .count = 3, .node = node};
        call_builtin(c, node, row, &arguments);
        return;
    }
    CompileValue list[IR_RANK_MAX + 1];
    if (!container.type->is_mutable) fail_typing(c, node, "setitem", "Cannot modify readonly array of type: %s", container.type->name);
    int count = index_list(c, index, list, IR_RANK_MAX);
    Basic basic = classify(list, count, container.type->rank);
    if (basic.is_bad) fail_no_implementation(c, node, "<built-in function setitem>", (CompileValue[]){container, index, value}, 3);
    if (basic.is_fancy) {
        value = value_force(c, value);
        call_path(c, node, is_mask(list[basic.fancy]) && count == 1 ? "numba._library.mask_set" : "numba._library.put_any",
                  (CompileValue[]){container, count == 1 ? list[0] : index, value}, 3);
        return;
    }
    if (basic.is_element) {
        IrValue *indexes[IR_RANK_MAX];
        value = value_force(c, value);
        if (value.type->kind == TYPE_KIND_ARRAY && value.type->rank == 0) value = array_load(c, value, NULL, false);
        if (!type_converts(value.type, container.type->item)) fail_no_implementation(c, node, "<built-in function setitem>", (CompileValue[]){container, index, value}, 3);
        element_indexes(c, container, list, indexes);
        array_store(c, container, indexes, value, true);
        return;
    }
    array_fill_from(c, node, basic_view(c, container, list, count, &basic), value);
}
