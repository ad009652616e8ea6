#include "arraylib/functions/compose.h"

#include "base/memory.h"

#include <string.h>

static Array *hold_variant(ArrayCall *call, Variant result) {
    if (result.kind == VARIANT_ARRAY) return call_hold(call, result.array);
    if (result.kind == VARIANT_SCALAR)
        return call_hold(call, array_filled(call->device, result.dtype, 0, NULL, result.scalar, call->error));
    if (result.kind == VARIANT_RECORD) return call_hold(call, result.array);
    bool is_element = result.kind == VARIANT_CALLABLE || result.kind == VARIANT_NONE || result.kind == VARIANT_STRING || result.kind == VARIANT_BYTES;
    Array *array = is_element ? call_hold(call, array_from_variant(call->runtime, result, result.dtype, call->device, false, call->error)) : NULL;
    variant_release(&result);
    return array;
}

static Array *apply(ArrayCall *call, const Operator *row, const Variant *inputs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (inputs[i].kind == VARIANT_ABSENT) return NULL;
    if (error_is_set(call->error)) return NULL;
    UfuncOptions options = {.namespace = call->namespace};
    return hold_variant(call, ufunc_call(call->runtime, row, inputs, count, &options, call->error));
}

Array *call_apply1(ArrayCall *call, const Operator *row, Array *a) {
    Variant input = of_array(a);
    return apply(call, row, &input, 1);
}

Array *call_apply2(ArrayCall *call, const Operator *row, Variant a, Variant b) {
    Variant inputs[] = {a, b};
    return apply(call, row, inputs, 2);
}

Array *call_apply3(ArrayCall *call, const Operator *row, Variant a, Variant b, Variant c) {
    Variant inputs[] = {a, b, c};
    return apply(call, row, inputs, 3);
}

static uint64_t all_axes(const Array *a, uint64_t axes) {
    return a->dimensions >= 64 ? axes : axes & ((1ull << a->dimensions) - 1);
}

Array *call_reduce(ArrayCall *call, const Operator *row, Array *a, uint64_t axes, bool keep_dimensions,
                   const Dtype *dtype) {
    if (!a) return NULL;
    return call_hold(call, array_reduce(call->runtime, row, a, all_axes(a, axes), keep_dimensions, dtype, NULL,
                                        NULL, row->name, call->error));
}

Array *call_accumulate(ArrayCall *call, const Operator *row, Array *a, int axis, const Dtype *dtype) {
    return a ? call_hold(call, array_accumulate(call->runtime, row, a, axis, dtype, call->error)) : NULL;
}

Array *call_cast(ArrayCall *call, Array *a, const Dtype *dtype) {
    return a ? call_hold(call, array_cast(a, dtype, call->error)) : NULL;
}

Array *call_contiguous(ArrayCall *call, Array *a, const Dtype *dtype) {
    return a ? call_hold(call, array_contiguous(a, dtype ? dtype : a->dtype, call->error)) : NULL;
}

Array *call_copy(ArrayCall *call, Array *a, char order) {
    return a ? call_hold(call, array_copy(a, order, call->error)) : NULL;
}

Array *call_on_host(ArrayCall *call, Array *a) {
    return a ? call_hold(call, array_on_host(a, call->error)) : NULL;
}

Array *call_on_device(ArrayCall *call, Array *a) {
    return a ? call_hold(call, array_to_device(a, call->device, call->error)) : NULL;
}

Array *call_new(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape) {
    if (error_is_set(call->error)) return NULL;
    return call_hold(call, array_create(call->device, dtype, dimensions, shape, call->error));
}

Array *call_filled(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape, Variant number) {
    uint8_t bytes[16];
    if (dtype == &dtype_object) /* the number itself, as a value of the language */
        return call_cast(call, call_filled(call, number.kind == VARIANT_FLOAT ? DTYPE(FLOAT64) : DTYPE(INT64), dimensions, shape, number), dtype);
    bool is_blank = dtype_is_text(dtype) || (dtype->kind == 'V' && !dtype->has_objects);
    if (is_blank && number.kind == VARIANT_INTEGER && !number.integer) return call_new(call, dtype, dimensions, shape); /* it is made of zeros */
    if (error_is_set(call->error) || !variant_store(call->runtime, number, dtype, bytes, call->error))
        return NULL;
    return call_hold(call, array_filled(call->device, dtype, dimensions, shape, bytes, call->error));
}

Array *call_number(ArrayCall *call, const Dtype *dtype, Variant number) {
    return call_filled(call, dtype, 0, NULL, number);
}

Array *call_iota(ArrayCall *call, int64_t count) {
    static const int64_t zero = 0, one = 1;
    Array *a = call_new(call, DTYPE(INT64), 1, &count);
    if (!a || !call->device->operations->iota(call->device, array_operand(a), count, &zero, &one, call->error))
        return NULL;
    return a;
}

Array *call_integers(ArrayCall *call, int64_t count, const int64_t *numbers) {
    Array *a = call_new(call, DTYPE(INT64), 1, &count);
    if (!a || !call->device->operations->copy_from_host(call->device, array_data(a), numbers,
                                                        (size_t)count * sizeof *numbers, call->error))
        return NULL;
    return a;
}

Array *call_laid_out(ArrayCall *call, Array *a, const Array *model) {
    if (!a || a->dimensions < 2 || a->dimensions != model->dimensions) return a;
    if (array_is_c_contiguous(a) && array_is_c_contiguous(model)) return a;
    Array *result = call_hold(call, array_create_like_shaped(array_device(a), a->dtype, model, a->shape, call->error));
    return call_assign(call, result, a) ? result : NULL;
}

bool call_assign(ArrayCall *call, Array *target, Array *source) {
    return target && source && array_assign(target, source, call->error);
}

Array *call_view(ArrayCall *call, Array *a, int dimensions, const int64_t *shape, const int64_t *strides,
                 int64_t offset) {
    if (!a) return NULL;
    if (dimensions > ARRAY_DIMENSIONS_MAX) {
        call_fail(call, "ValueError", "maximum supported dimension for an ndarray is currently 64, found %d",
                  dimensions);
        return NULL;
    }
    return call_hold(call, array_view(a, a->dtype, dimensions, shape, strides, offset, call->error));
}

Array *call_reshape(ArrayCall *call, Array *a, int dimensions, const int64_t *shape) {
    return a ? call_hold(call, array_reshape(a, dimensions, shape, 'C', call->error)) : NULL;
}

Array *call_flat(ArrayCall *call, Array *a) {
    if (!a) return NULL;
    int64_t size = array_size(a);
    return a->dimensions == 1 ? a : call_reshape(call, a, 1, &size);
}

Array *call_transpose(ArrayCall *call, Array *a, const int *axes) {
    return a ? call_hold(call, array_transpose(a, axes, call->error)) : NULL;
}

Array *call_move_axis(ArrayCall *call, Array *a, int from, int to) {
    int axes[ARRAY_DIMENSIONS_MAX];
    if (!a || from == to) return a;
    for (int i = 0, next = 0; i < a->dimensions; i++) {
        if (next == from) next++;
        axes[i] = i == to ? from : next++;
    }
    return call_transpose(call, a, axes);
}

Array *call_slice(ArrayCall *call, Array *a, int axis, int64_t start, int64_t count, int64_t step) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (!a) return NULL;
    memcpy(shape, a->shape, sizeof *shape * (size_t)a->dimensions);
    memcpy(strides, a->strides, sizeof *strides * (size_t)a->dimensions);
    shape[axis] = count < 0 ? 0 : count;
    strides[axis] *= step;
    return call_view(call, a, a->dimensions, shape, strides, shape[axis] ? start * a->strides[axis] : 0);
}

Array *call_expand(ArrayCall *call, Array *a, int axis) {
    int64_t shape[ARRAY_DIMENSIONS_MAX + 1], strides[ARRAY_DIMENSIONS_MAX + 1];
    if (!a) return NULL;
    for (int i = 0, from = 0; i <= a->dimensions; i++) {
        shape[i] = i == axis ? 1 : a->shape[from];
        strides[i] = i == axis ? 0 : a->strides[from];
        from += i != axis;
    }
    return call_view(call, a, a->dimensions + 1, shape, strides, 0);
}

Array *call_drop_axis(ArrayCall *call, Array *a, int axis) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (!a) return NULL;
    for (int i = 0, to = 0; i < a->dimensions; i++) {
        if (i == axis) continue;
        shape[to] = a->shape[i];
        strides[to++] = a->strides[i];
    }
    return call_view(call, a, a->dimensions - 1, shape, strides, 0);
}

Array *call_broadcast(ArrayCall *call, Array *a, int dimensions, const int64_t *shape) {
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    if (!a) return NULL;
    int extra = dimensions - a->dimensions;
    bool fits = extra >= 0;
    for (int i = 0; i < dimensions && fits; i++) {
        bool single = i < extra || (a->shape[i - extra] == 1 && shape[i] != 1);
        strides[i] = single ? 0 : a->strides[i - extra];
        fits = single || a->shape[i - extra] == shape[i];
    }
    if (!fits) {
        char from[SHAPE_TEXT_SIZE], to[SHAPE_TEXT_SIZE];
        if (!device_is_host(array_device(a))) {
            if (extra < 0) call_fail(call, "ValueError", "input operand has more dimensions than allowed by the axis remapping");
            else
                call_fail(call, "ValueError", "operands could not be broadcast together with shape %s and requested shape %s",
                          shape_text(a->dimensions, a->shape, from), shape_text(dimensions, shape, to));
            return NULL;
        }
        call_fail(call, "ValueError",
                  "operands could not be broadcast together with remapped shapes [original->remapped]: %s  and "
                  "requested "
                  "shape %s",
                  shape_text_tight(a->dimensions, a->shape, from), shape_text_tight(dimensions, shape, to));
        return NULL;
    }
    Array *view = call_view(call, a, dimensions, shape, strides, 0);
    if (view) view->writeable = false;
    return view;
}

Array *call_at_least(ArrayCall *call, Array *a, int dimensions) {
    while (a && a->dimensions < dimensions) a = call_expand(call, a, 0);
    return a;
}

Array *call_get(ArrayCall *call, Array *a, Variant index) {
    return a && index.kind != VARIANT_ABSENT
               ? hold_variant(call, array_get_item(call->runtime, a, index, call->error))
               : NULL;
}

bool call_set(ArrayCall *call, Array *a, Variant index, Variant value) {
    return a && value.kind != VARIANT_ABSENT && index.kind != VARIANT_ABSENT &&
           array_set_item(call->runtime, a, index, value, call->error);
}

Array *call_take(ArrayCall *call, Array *a, Array *indexes, int axis) {
    return a && indexes ? hold_variant(call, array_take_places(call->runtime, a, indexes, axis, call->error)) : NULL;
}

Array *call_mask(ArrayCall *call, Array *a, Array *mask) { return call_get(call, a, of_array(mask)); }

Array *call_where(ArrayCall *call, Array *condition, Variant a, Variant b) {
    return call_apply3(call, OPERATOR(where_select), of_array(condition), a, b);
}

Array *call_sort(ArrayCall *call, Array *a, int axis) { return a ? call_sort_by(call, a, axis, a->dtype) : NULL; }

Array *call_sort_by(ArrayCall *call, Array *a, int axis, const Dtype *by) { return call_partition_by(call, a, axis, by, -1, -1); }

Array *call_partition_by(ArrayCall *call, Array *a, int axis, const Dtype *by, int64_t first, int64_t last_place) {
    if (!a) return NULL;
    int last = a->dimensions - 1;
    Array *copy = call_copy(call, call_move_axis(call, a, axis, last), 'C');
    if (!copy || !array_size(copy)) return copy ? call_move_axis(call, copy, last, axis) : NULL;
    SortTask task = {.dtype = by, .length = copy->shape[last], .data = array_data(copy), .partition = first, .partition_end = last_place};
    task.rows = array_size(copy) / task.length;
    if (!call->device->operations->sort(call->device, &task, call->error)) return NULL;
    if (axis == last) return copy;
    return call_copy(call, call_move_axis(call, copy, last, axis), 'C');
}

Array *call_argsort(ArrayCall *call, Array *a, int axis) { return a ? call_argsort_by(call, a, axis, a->dtype) : NULL; }

Array *call_argsort_by(ArrayCall *call, Array *a, int axis, const Dtype *by) { return call_argpartition_by(call, a, axis, by, -1); }

Array *call_argpartition_by(ArrayCall *call, Array *a, int axis, const Dtype *by, int64_t place) {
    if (!a) return NULL;
    int last = a->dimensions - 1;
    Array *rows = call_contiguous(call, call_move_axis(call, a, axis, last), NULL);
    Array *order = rows ? call_new(call, DTYPE(INT64), rows->dimensions, rows->shape) : NULL;
    if (!order) return NULL;
    if (array_size(rows)) {
        SortTask task = {.dtype = by,
                         .length = rows->shape[last],
                         .data = array_data(rows),
                         .indexes = (int64_t *)array_data(order),
                         .stable = true,
                         .partition = place};
        task.rows = array_size(rows) / task.length;
        if (!call->device->operations->sort(call->device, &task, call->error)) return NULL;
    }
    return axis == last ? order : call_copy(call, call_move_axis(call, order, last, axis), 'C');
}

Array *call_search(ArrayCall *call, Array *sorted, Array *values, bool right) {
    if (!sorted || !values) return NULL;
    const Dtype *dtype = dtype_promote(sorted->dtype, values->dtype);
    if (!dtype_check_common(sorted->dtype, values->dtype, call->error)) return NULL;
    sorted = call_contiguous(call, sorted, dtype);
    values = call_contiguous(call, values, dtype);
    Array *places = values ? call_new(call, DTYPE(INT64), values->dimensions, values->shape) : NULL;
    if (!sorted || !places) return NULL;
    SearchTask task = {.dtype = dtype,
                       .sorted = array_data(sorted),
                       .length = array_size(sorted),
                       .values = array_data(values),
                       .count = array_size(values),
                       .output = (int64_t *)array_data(places),
                       .right = right};
    return call->device->operations->search(call->device, &task, call->error) ? places : NULL;
}

Array *call_stack_axis(ArrayCall *call, Array *const *arrays, size_t count, int axis) {
    const Dtype *dtype = arrays[0] ? arrays[0]->dtype : NULL;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    for (size_t i = 0; i < count; i++) {
        if (!arrays[i] || !dtype_check_common(dtype, arrays[i]->dtype, call->error)) return NULL;
        dtype = dtype_promote(dtype, arrays[i]->dtype);
    }
    for (size_t i = 0; i < count && dtype && dtype->kind == 'M'; i++)
        if (arrays[i]->dtype->kind == 'm') {
            call_fail(call, "TypeError", "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule 'same_kind'",
                      arrays[i]->dtype->shown, dtype->shown);
            return NULL;
        }
    memcpy(shape, arrays[0]->shape, sizeof *shape * (size_t)arrays[0]->dimensions);
    shape[axis] = 0;
    for (size_t i = 0; i < count; i++) shape[axis] += arrays[i]->shape[axis];
    int64_t models[16][ARRAY_DIMENSIONS_MAX]; /* the first arrays say how the result lies in memory */
    int model_count = 0, dimensions = arrays[0]->dimensions;
    for (size_t i = 0; i < count && model_count < 16; i++)
        if (dimensions) {
            for (int k = 0; k < dimensions; k++) models[model_count][k] = arrays[i]->shape[k] == 1 ? 0 : arrays[i]->strides[k] ? 2 * arrays[i]->strides[k] : 1; /* a repeated axis lies innermost */
            model_count++;
        }
    Array *result = call_hold(call, array_create_in_order(call->device, dtype, dimensions, shape,
                                                          (const int64_t (*)[ARRAY_DIMENSIONS_MAX])models, model_count, call->error));
    int64_t at = 0;
    for (size_t i = 0; i < count && result; i++) {
        Array *part = call_slice(call, result, axis, at, arrays[i]->shape[axis], 1);
        if (!call_assign(call, part, arrays[i])) return NULL;
        at += arrays[i]->shape[axis];
    }
    return result;
}

int64_t call_count_nonzero(ArrayCall *call, Array *a) {
    int64_t count;
    Array *truth = call_cast(call, a, DTYPE(BOOL));
    if (!truth ||
        !call->device->operations->count_nonzero(call->device, (Shape){truth->dimensions, truth->shape},
                                                 array_operand(truth), &count, call->error))
        return -1;
    return count;
}

bool call_all_true(ArrayCall *call, Array *a, bool *all) {
    int64_t count = call_count_nonzero(call, a);
    *all = count >= 0 && count == array_size(a);
    return count >= 0;
}

double call_item(ArrayCall *call, Array *a, int64_t position) {
    Variant scalar = a ? array_scalar_at(a, position, call->error) : variant_absent();
    if (scalar.kind == VARIANT_SCALAR) return variant_to_double(scalar);
    variant_release(&scalar);
    return 0;
}

int64_t call_item_integer(ArrayCall *call, Array *a, int64_t position) {
    Variant scalar = a ? array_scalar_at(a, position, call->error) : variant_absent();
    return scalar.kind == VARIANT_SCALAR ? variant_to_integer(scalar) : 0;
}

ArrayCall call_inner_begin(const ArrayCall *call, const Variant *arguments, size_t count) {
    ArrayCall inner = *call;
    inner.arguments = arguments;
    inner.count = count;
    return inner;
}

void call_inner_end(ArrayCall *call, const ArrayCall *inner) {
    call->held = inner->held;
    call->held_count = inner->held_count;
    call->held_capacity = inner->held_capacity;
}

Variant call_function(ArrayCall *call, const char *path, const Variant *arguments, size_t count) {
    const ArrayFunction *function = error_is_set(call->error) ? NULL : array_function_find(path, call->namespace);
    Variant all[BLOCK_PARAMETERS_MAX] = {{0}};
    if (!function || count > BLOCK_PARAMETERS_MAX) return variant_absent();
    memcpy(all, arguments, count * sizeof *all);
    return array_function_call(call->runtime, function, call->namespace, NULL, all, BLOCK_PARAMETERS_MAX, call->error);
}

Array *call_function_array(ArrayCall *call, const char *path, const Variant *arguments, size_t count) {
    Variant result = call_function(call, path, arguments, count);
    if (result.kind == VARIANT_ARRAY) return call_hold(call, result.array);
    variant_release(&result);
    return NULL;
}

Variant call_give(ArrayCall *call, Array *a) {
    (void)call;
    return variant_array(array_retain(a));
}

Variant call_give_item(ArrayCall *call, Array *a) {
    return a ? ufunc_result(a, call->namespace == CUPY) : variant_absent();
}

Variant call_give_out(ArrayCall *call, Array *a, size_t index) {
    if (!a || !call_is_given(call, index)) return call_give_item(call, a);
    Variant out = call->arguments[index];
    if (out.kind != VARIANT_ARRAY) {
        call_fail(call, "TypeError", "return arrays must be of ArrayType");
        return variant_absent();
    }
    bool fits = out.array->dimensions == a->dimensions;
    for (int i = 0; i < a->dimensions && fits; i++) fits = out.array->shape[i] == a->shape[i];
    if (!fits && call->namespace == CUPY) return call_fail(call, "ValueError", "Out shape is mismatched"), variant_absent();
    if (!fits) {
        char from[SHAPE_TEXT_SIZE], to[SHAPE_TEXT_SIZE];
        call_fail(call, "ValueError", "output array has wrong shape: %s instead of %s",
                  shape_text(out.array->dimensions, out.array->shape, from),
                  shape_text(a->dimensions, a->shape, to));
        return variant_absent();
    }
    if (!out.array->writeable) {
        call_fail(call, "ValueError", "output array is read-only");
        return variant_absent();
    }
    if (!dtype_can_cast(a->dtype, out.array->dtype, CASTING_SAME_KIND)) {
        call_fail(call, "TypeError",
                  "Cannot cast array data from dtype(%s) to dtype(%s) according to the rule 'same_kind'",
                  a->dtype->shown, out.array->dtype->shown);
        return variant_absent();
    }
    return array_assign(out.array, a, call->error) ? variant_copy(out) : variant_absent();
}

Variant call_give_list(ArrayCall *call, Array *const *arrays, size_t count, bool is_tuple) {
    Variant list = variant_list(count, is_tuple);
    if (list.kind == VARIANT_ABSENT) {
        error_no_memory(call->error);
        return list;
    }
    for (size_t i = 0; i < count; i++) {
        if (!arrays[i]) {
            variant_release(&list);
            return list;
        }
        list.list->items[i] = variant_array(array_retain(arrays[i]));
    }
    return list;
}

Array **call_array_list(ArrayCall *call, size_t index, size_t *count) {
    Variant variant = call->arguments[index];
    *count = variant.kind == VARIANT_SEQUENCE                                 ? variant.list->count
             : variant.kind == VARIANT_ARRAY && variant.array->dimensions > 0 ? (size_t)variant.array->shape[0]
                                                                              : 0;
    if (variant.kind != VARIANT_SEQUENCE && variant.kind != VARIANT_ARRAY) {
        call_fail(call, "TypeError", "a sequence of arrays is expected, not '%s'", variant_type_name(variant));
        return NULL;
    }
    /* The block is memory of an array of the call's, so that it goes with it. */
    int64_t words = (int64_t)*count + 1;
    Array *block = call_hold(call, array_create(call->runtime->host, DTYPE(UINT64), 1, &words, call->error));
    if (!block) return NULL;
    Array **arrays = (Array **)array_data(block);
    for (size_t i = 0; i < *count; i++) {
        if (variant.kind == VARIANT_ARRAY) {
            arrays[i] = call_drop_axis(call, call_slice(call, call_array(call, index), 0, (int64_t)i, 1, 1), 0);
        } else {
            Variant item = variant.list->items[i];
            if (call->namespace == CUPY && item.kind != VARIANT_ARRAY) {
                if (strcmp(call->function->path, "stack")) call_fail(call, "TypeError", "Only cupy arrays can be concatenated");
                else
                    call_fail(call, "TypeError", "Argument 'a' has incorrect type (expected cupy._core.core._ndarray_base, got %s)",
                              variant_type_name(item));
                return NULL;
            }
            arrays[i] = call_hold(call, item.kind == VARIANT_ARRAY && array_device(item.array) != call->device
                                            ? array_reach(item.array, call->device, call->error)
                                            : array_from_variant(call->runtime, item, NULL, call->device, false, call->error));
        }
        if (!arrays[i]) return NULL;
    }
    return arrays;
}

bool call_order(ArrayCall *call, size_t index, char *order) {
    const char *text;
    VariantKind kind = call->arguments[index].kind;
    if (kind != VARIANT_ABSENT && kind != VARIANT_NONE && kind != VARIANT_STRING && call->namespace != CUPY)
        return call_fail(call, "TypeError", "order must be str, not %s", variant_type_name(call->arguments[index]));
    if (!call_string(call, index, &text)) return false;
    if (!text) return true;
    if (strlen(text) != 1 || !strchr("CFAKcfak", *text))
        return call_fail(call, "ValueError", "order must be one of 'C', 'F', 'A', or 'K' (got '%s')", text);
    *order = (char)(*text & ~0x20);
    return true;
}
