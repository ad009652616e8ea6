/* Indexing with what stands between the brackets.
 *
 * The index is laid out into one entry for each axis: integers, slices, new axes, index arrays (a boolean mask
 * of k axes becomes k of them). Without index arrays the result is a view. With them, integers count as index
 * arrays too; the arrays are broadcast together, and their shape stands where they stood if they were side by
 * side, else at the front. Gather reads the elements, scatter writes them. */
#include "arraylib/functions/ufunc.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INDEX_ITEMS_MAX = 2 * ARRAY_DIMENSIONS_MAX, INDEX_ARRAYS_MAX = 8 };

typedef enum IndexKind { INDEX_INTEGER, INDEX_SLICE, INDEX_NEW_AXIS, INDEX_ARRAY } IndexKind;

typedef struct IndexItem {
    IndexKind kind;
    int64_t start, count, step; /* INTEGER: start; SLICE: all three */
    Array *array;               /* owned: int64, on the array's device */
    int axis;                   /* of the indexed array; NEW_AXIS: none */
} IndexItem;

typedef struct Index {
    ArrayRuntime *runtime;
    Array *array; /* borrowed: what is indexed */
    Error *error;
    IndexItem items[INDEX_ITEMS_MAX];
    int count, axis; /* axis: the next to be consumed */
    int array_count;
    int mask_axes; /* of the last mask; 0: there is none */
    bool has_ellipsis;
    /* The result */
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    int64_t strides[ARRAY_DIMENSIONS_MAX]; /* of the view's axes; 0 along the index arrays' */
    int64_t offset;
    int broadcast_dimensions, broadcast_at; /* where the index arrays' shape stands in the result */
} Index;

static void index_release(Index *index) {
    for (int i = 0; i < index->count; i++) array_release(index->items[i].array);
}

static bool too_many(Index *index, int wanted) {
    return error_set(index->error, "IndexError",
                     "too many indices for array: array is %d-dimensional, but %d were indexed",
                     index->array->dimensions, wanted);
}

static IndexItem *next_item(Index *index, IndexKind kind) {
    if (index->count >= INDEX_ITEMS_MAX) {
        error_set(index->error, "IndexError", "too many indices for array");
        return NULL;
    }
    IndexItem *item = &index->items[index->count++];
    *item = (IndexItem){.kind = kind, .axis = -1};
    return item;
}

/* How many axes an entry consumes: masks as many as they have, None none. */
static int axes_consumed(Variant variant) {
    if (variant.kind == VARIANT_NONE || variant.kind == VARIANT_ELLIPSIS || variant.kind == VARIANT_BOOL)
        return 0;
    if (variant.kind == VARIANT_SCALAR && variant.dtype->kind == 'b') return 0;
    if (variant.kind == VARIANT_ARRAY && variant.array->dtype->kind == 'b') return variant.array->dimensions;
    if (variant.kind == VARIANT_SEQUENCE && variant.list->count) { /* a list of lists of bools is a mask */
        int depth = 0;
        while (variant.kind == VARIANT_SEQUENCE && variant.list->count) {
            depth++;
            variant = variant.list->items[0];
        }
        if (variant.kind == VARIANT_BOOL) return depth;
    }
    return 1;
}

static bool index_is_on_device(const Index *index) { return !device_is_host(array_device(index->array)); }

static bool slice_bound(const Index *index, Variant variant, int64_t *number) {
    Error *error = index->error;
    double real = variant.kind == VARIANT_FLOAT ? variant.real : 0;
    if (variant.kind == VARIANT_FLOAT && index_is_on_device(index) && fabs(real) < 9e18) return *number = (int64_t)real, true;
    if (variant.kind == VARIANT_SCALAR || variant.kind == VARIANT_ARRAY) {
        if (!variant_to_index(variant, number, error))
            return error_set(error, "TypeError",
                             "slice indices must be integers or None or have an __index__ method");
        return true;
    }
    if (variant.kind == VARIANT_INTEGER || variant.kind == VARIANT_BOOL)
        *number = variant.integer;
    else if (variant.kind == VARIANT_UNSIGNED)
        *number = INT64_MAX;
    else if (variant.kind == VARIANT_BIG)
        *number = variant.real < 0 ? INT64_MIN : INT64_MAX;
    else
        return error_set(error, "TypeError",
                         "slice indices must be integers or None or have an __index__ method");
    return true;
}

/* As Python's slice.indices: start, number of elements, step. */
static bool take_slice(Index *index, Variant slice, int64_t extent, IndexItem *item) {
    int64_t step = 1, start, stop;
    const Variant *bounds = slice.list->items;
    if (bounds[2].kind != VARIANT_NONE && !slice_bound(index, bounds[2], &step)) return false;
    if (step == 0)
        return error_set(index->error, "ValueError", "%s",
                         index_is_on_device(index) ? "Slice step must be nonzero." : "slice step cannot be zero");
    if (step == INT64_MIN) step++;
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? extent - 1 : extent;
    start = step < 0 ? high : low;
    stop = step < 0 ? low : high;
    for (int k = 0; k < 2; k++) {
        int64_t *bound = k ? &stop : &start, number;
        if (bounds[k].kind == VARIANT_NONE) continue;
        if (!slice_bound(index, bounds[k], &number)) return false;
        if (number < 0) number = number < -extent ? low : number + extent;
        if (number < low) number = low;
        *bound = number > high ? high : number;
    }
    int64_t span = step > 0 ? stop - start : start - stop;
    item->start = start;
    item->step = step;
    item->count = span <= 0 ? 0 : (span - 1) / (step > 0 ? step : -step) + 1;
    if (item->count == 0) item->start = 0, item->step = 1;
    return true;
}

/* The positions of a mask's true elements, one index array for each of its axes. */
static bool take_mask(Index *index, Array *mask) {
    Device *device = array_device(mask);
    for (int i = 0; i < mask->dimensions; i++) {
        int64_t extent = index->array->shape[index->axis + i];
        if (mask->shape[i] != extent && index_is_on_device(index))
            return error_set(index->error, "IndexError",
                             "boolean index did not match indexed array along dimension %d; dimension is %lld but corresponding boolean "
                             "dimension is %lld",
                             index->axis + i, (long long)extent, (long long)mask->shape[i]);
        if (mask->shape[i] != extent)
            return error_set(
                index->error, "IndexError",
                "boolean index did not match indexed array along axis %d; size of axis is %lld but size of "
                "corresponding boolean axis is %lld",
                index->axis + i, (long long)extent, (long long)mask->shape[i]);
    }
    int64_t count;
    Shape shape = {mask->dimensions, mask->shape};
    if (!device->operations->count_nonzero(device, shape, array_operand(mask), &count, index->error))
        return false;
    int parts = mask->dimensions ? mask->dimensions : 1;
    Array *all = array_create(device, DTYPE(INT64), 2, (int64_t[]){parts, count}, index->error);
    if (!all) return false;
    static const int64_t zero = 0;
    bool well = mask->dimensions ? device->operations->nonzero(device, shape, array_operand(mask), count,
                                                               (int64_t *)array_data(all), index->error)
                                 : device->operations->fill(device, (Shape){2, all->shape}, array_operand(all),
                                                            &zero, index->error);
    for (int i = 0; i < parts && well; i++) {
        IndexItem *item = next_item(index, INDEX_ARRAY);
        item->array =
            item ? array_view(all, DTYPE(INT64), 1, &count, all->strides + 1, i * all->strides[0], index->error)
                 : NULL;
        well = item && item->array;
        if (mask->dimensions && well) item->axis = index->axis++;
        index->array_count++;
    }
    index->mask_axes = mask->dimensions;
    array_release(all);
    return well;
}

static bool not_an_index(Index *index);

/* Of the machine's byte order: takes `given`, gives it back or its copy. NULL passes through, and stands for an error. */
static Array *take_native(Array *given, Error *error) {
    if (!given || !given->dtype->native) return given;
    Array *native = array_cast(given, given->dtype->native, error);
    array_release(given);
    return native;
}

static bool take_array(Index *index, Variant variant) {
    Device *device = array_device(index->array);
    Array *given = array_from_variant(index->runtime, variant, NULL, device, false, index->error);
    if (!given && variant.kind == VARIANT_SEQUENCE && device_is_host(device) && index->error->kind && !strcmp(index->error->kind, "TypeError")) {
        error_clear(index->error);
        return not_an_index(index); /* a list of what no array holds */
    }
    if (!given) return false;
    bool well = true;
    if (variant.kind == VARIANT_SEQUENCE && !array_size(given) && given->dtype->kind == 'f') {
        Array *empty = array_cast(given, DTYPE(INT64), index->error);
        array_release(given);
        if (!(given = empty)) return false;
    }
    if (!(given = take_native(given, index->error))) return false;
    if (given->dtype->kind == 'b') {
        well = take_mask(index, given);
    } else if (!dtype_is_integer(given->dtype)) {
        if (variant.kind == VARIANT_SEQUENCE && device_is_host(array_device(index->array))) well = not_an_index(index);
        else if (device_is_host(array_device(index->array)))
            well = error_set(index->error, "IndexError", "arrays used as indices must be of integer (or boolean) type");
        else
            well = error_set(index->error, "IndexError", "arrays used as indices must be of integer or boolean type. (actual: <class 'numpy.%s'>)",
                             given->dtype->name);
    } else {
        IndexItem *item = next_item(index, INDEX_ARRAY);
        bool is_own = given->buffer == index->array->buffer; /* an assignment must not change where it goes */
        if (item)
            item->array = !is_own                                 ? array_cast(given, DTYPE(INT64), index->error)
                          : given->dtype->number == DTYPE_INT64 ? array_copy(given, 'C', index->error)
                                                                  : array_contiguous(given, DTYPE(INT64), index->error);
        well = item && item->array;
        if (well) item->axis = index->axis++;
        index->array_count++;
    }
    array_release(given);
    return well;
}

static bool take_integer(Index *index, int64_t number) {
    int64_t extent = index->array->shape[index->axis];
    if (number < -extent || number >= extent)
        return error_set(index->error, "IndexError", "%sndex %lld is out of bounds for axis %d with size %lld",
                         device_is_host(array_device(index->array)) ? "i" : "I", (long long)number, index->axis,
                         (long long)extent);
    IndexItem *item = next_item(index, INDEX_INTEGER);
    if (!item) return false;
    item->start = number < 0 ? number + extent : number;
    item->axis = index->axis++;
    return true;
}

static bool take_whole_axes(Index *index, int count) {
    for (; count > 0; count--) {
        IndexItem *item = next_item(index, INDEX_SLICE);
        if (!item) return false;
        item->step = 1;
        item->count = index->array->shape[index->axis];
        item->axis = index->axis++;
    }
    return true;
}

static bool not_an_index(Index *index) {
    return error_set(
        index->error, "IndexError",
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
        "are valid indices");
}

/* What CuPy makes an int of: numbers with a fraction, and texts that show whole numbers. */
static bool take_as_int(Index *index, Variant variant) {
    if (variant.kind != VARIANT_STRING) {
        double number = variant_to_double(variant);
        if (isnan(number)) return error_set(index->error, "ValueError", "cannot convert float NaN to integer");
        if (isinf(number)) return error_set(index->error, "OverflowError", "cannot convert float infinity to integer");
        return take_integer(index, fabs(number) < 9e18 ? (int64_t)number : INT64_MAX);
    }
    const char *text = variant.text->bytes;
    char *end;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end) return error_set(index->error, "ValueError", "invalid literal for int() with base 10: '%s'", text);
    return take_integer(index, number);
}

static bool take_item(Index *index, Variant variant) {
    IndexItem *item;
    bool is_real = variant.kind == VARIANT_FLOAT || (variant.kind == VARIANT_SCALAR && variant.dtype->kind == 'f');
    if ((is_real || variant.kind == VARIANT_STRING) && index_is_on_device(index)) return take_as_int(index, variant);
    switch (variant.kind) {
    case VARIANT_NONE:
        return next_item(index, INDEX_NEW_AXIS) != NULL;
    case VARIANT_SLICE:
        item = next_item(index, INDEX_SLICE);
        if (!item || !take_slice(index, variant, index->array->shape[index->axis], item)) return false;
        item->axis = index->axis++;
        return true;
    case VARIANT_INTEGER:
        return take_integer(index, variant.integer);
    case VARIANT_UNSIGNED:
    case VARIANT_BIG:
        break;
    case VARIANT_SCALAR:
        if (dtype_is_integer(variant.dtype)) return take_integer(index, variant_to_integer(variant));
        if (variant.dtype->kind == 'b') return take_array(index, variant);
        break;
    case VARIANT_ARRAY:
        if (variant.array->dimensions == 0 && dtype_is_integer(variant.array->dtype) &&
            device_is_host(array_device(variant.array))) {
            int64_t number;
            return variant_to_index(variant, &number, index->error) && take_integer(index, number);
        }
        return take_array(index, variant);
    case VARIANT_BOOL:
    case VARIANT_SEQUENCE:
        return take_array(index, variant);
    case VARIANT_CALLABLE:
        if (variant_has_index(variant)) return take_integer(index, variant.index);
        break;
    default:
        break;
    }
    return not_an_index(index);
}

static bool parse_index(Index *index, Variant variant) {
    Variant single[1] = {variant};
    const Variant *items = single;
    size_t count = 1;
    if (variant.kind == VARIANT_SEQUENCE && variant.list->is_tuple) {
        items = variant.list->items;
        count = variant.list->count;
    }
    int wanted = 0, dimensions = index->array->dimensions;
    for (size_t i = 0; i < count; i++) {
        wanted += axes_consumed(items[i]);
        if (items[i].kind != VARIANT_ELLIPSIS) continue;
        if (index->has_ellipsis)
            return error_set(index->error, "IndexError", "an index can only have a single ellipsis ('...')");
        index->has_ellipsis = true;
    }
    for (size_t i = 0; i < count && wanted > dimensions && !index_is_on_device(index); i++) /* what is no index at all is told first */
        if (items[i].kind == VARIANT_STRING || items[i].kind == VARIANT_FLOAT || items[i].kind == VARIANT_BYTES) return not_an_index(index);
    if (wanted > dimensions) return too_many(index, wanted);
    for (size_t i = 0; i < count; i++)
        if (items[i].kind == VARIANT_ELLIPSIS ? !take_whole_axes(index, dimensions - wanted)
                                              : !take_item(index, items[i]))
            return false;
    return take_whole_axes(index, dimensions - index->axis);
}

static bool add_axis(Index *index, int64_t extent, int64_t stride) {
    if (index->dimensions >= ARRAY_DIMENSIONS_MAX)
        return error_set(index->error, "IndexError",
                         "number of dimensions must be within [0, 64], indexing result would have %d",
                         index->dimensions + 1);
    index->shape[index->dimensions] = extent;
    index->strides[index->dimensions++] = stride;
    return true;
}

static bool lay_out_view(Index *index) {
    for (int i = 0; i < index->count; i++) {
        const IndexItem *item = &index->items[i];
        int64_t stride = item->axis >= 0 ? index->array->strides[item->axis] : 0;
        if (item->kind == INDEX_INTEGER)
            index->offset += item->start * stride;
        else if (item->kind == INDEX_NEW_AXIS) {
            if (!add_axis(index, 1, 0)) return false;
        } else {
            if (item->count) index->offset += item->start * stride;
            if (!add_axis(index, item->count, item->step * stride)) return false;
        }
    }
    return true;
}

static bool broadcast_failed(Index *index) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < index->count; i++) {
        const IndexItem *item = &index->items[i];
        if (item->kind != INDEX_ARRAY) continue;
        text_append_char(&text, '(');
        for (int axis = 0; axis < item->array->dimensions; axis++)
            text_append_format(&text, axis ? ",%lld" : "%lld", (long long)item->array->shape[axis]);
        text_append(&text, item->array->dimensions == 1 ? ",) " : ") ");
    }
    error_set(index->error, "IndexError",
              "shape mismatch: indexing arrays could not be broadcast together with shapes %s",
              text_string(&text));
    text_release(&text);
    return false;
}

/* The result's shape with index arrays: their common shape among the view's axes. */
static bool lay_out_arrays(Index *index) {
    int64_t common[ARRAY_DIMENSIONS_MAX];
    int dimensions = 0, first = -1, last = -1, members = 0;
    for (int i = 0; i < index->count; i++) {
        IndexItem *item = &index->items[i];
        if (item->kind == INDEX_ARRAY || item->kind == INDEX_INTEGER) {
            if (first < 0) first = i;
            last = i;
            members++;
        }
        if (item->kind == INDEX_ARRAY &&
            !shape_broadcast(item->array->dimensions, item->array->shape, &dimensions, common))
            return broadcast_failed(index);
    }
    bool together = last - first + 1 == members;
    index->broadcast_dimensions = dimensions;
    for (int i = 0; i <= index->count; i++) {
        if (i == (together ? first : 0)) {
            index->broadcast_at = index->dimensions;
            for (int axis = 0; axis < dimensions; axis++)
                if (!add_axis(index, common[axis], 0)) return false;
        }
        if (i == index->count) break;
        const IndexItem *item = &index->items[i];
        int64_t stride = item->axis >= 0 ? index->array->strides[item->axis] : 0;
        if (item->kind == INDEX_INTEGER)
            index->offset += item->start * stride;
        else if (item->kind == INDEX_NEW_AXIS) {
            if (!add_axis(index, 1, 0)) return false;
        } else if (item->kind == INDEX_SLICE) {
            if (item->count) index->offset += item->start * stride;
            if (!add_axis(index, item->count, item->step * stride)) return false;
        }
    }
    return true;
}

typedef struct IndexTask {
    GatherTask task;
    Operand operands[INDEX_ARRAYS_MAX];
    int64_t strides[INDEX_ARRAYS_MAX][ARRAY_DIMENSIONS_MAX], steps[INDEX_ARRAYS_MAX], sizes[INDEX_ARRAYS_MAX];
    int axes[INDEX_ARRAYS_MAX];
} IndexTask;

/* An index array's strides over the result. */
static void spread(const Index *index, const IndexItem *item, int64_t *strides) {
    int first = index->broadcast_at + index->broadcast_dimensions - item->array->dimensions;
    memset(strides, 0, ARRAY_DIMENSIONS_MAX * sizeof *strides);
    for (int axis = 0; axis < item->array->dimensions; axis++)
        if (item->array->shape[axis] != 1) strides[first + axis] = item->array->strides[axis];
}

static bool make_task(const Index *index, IndexTask *made) {
    if (!array_settle(index->array, index->error)) return false;
    GatherTask *task = &made->task;
    *task = (GatherTask){
        .shape = {index->dimensions, index->shape},
        .indexed = {index->array->dtype, array_data(index->array) + index->offset, index->strides, false},
        .indexes = made->operands,
        .index_strides = made->steps,
        .index_sizes = made->sizes,
        .index_axes = made->axes};
    for (int i = 0; i < index->count; i++) {
        const IndexItem *item = &index->items[i];
        if (item->kind != INDEX_ARRAY) continue;
        int k = task->index_count++;
        if (k >= INDEX_ARRAYS_MAX)
            return error_set(index->error, "IndexError", "more than %d index arrays", INDEX_ARRAYS_MAX);
        int64_t *strides = made->strides[k];
        spread(index, item, strides);
        if (!array_settle(item->array, index->error)) return false;
        made->operands[k] = (Operand){DTYPE(INT64), array_data(item->array), strides, false};
        made->steps[k] = item->axis >= 0 ? index->array->strides[item->axis] : 0;
        made->sizes[k] = item->axis >= 0 ? index->array->shape[item->axis] : 1;
        made->axes[k] = item->axis;
    }
    return true;
}

static bool read_index(Index *index, Variant variant) {
    return parse_index(index, variant) && (index->array_count ? lay_out_arrays(index) : lay_out_view(index));
}

/* In memory the axes of the index arrays come first, then those of the array in their order; axes along which it repeats itself
 * come last. Without axes of the array the result lies as the index arrays do. */
static Array *create_picked(const Index *index, Device *device) {
    int64_t models[INDEX_ARRAYS_MAX][ARRAY_DIMENSIONS_MAX], largest = 0;
    int count = 0;
    for (int i = 0; i < index->count && count < INDEX_ARRAYS_MAX && index->dimensions == index->broadcast_dimensions; i++)
        if (index->items[i].kind == INDEX_ARRAY) spread(index, &index->items[i], models[count++]);
    if (count)
        return array_create_in_order(device, index->array->dtype, index->dimensions, index->shape,
                                     (const int64_t (*)[ARRAY_DIMENSIONS_MAX])models, count, index->error);
    for (int axis = 0; axis < index->dimensions; axis++) {
        models[0][axis] = index->shape[axis] > 1 ? 2 * llabs(index->strides[axis]) + 1 : 0;
        if (models[0][axis] > largest) largest = models[0][axis];
    }
    for (int axis = 0; axis < index->broadcast_dimensions; axis++)
        models[0][index->broadcast_at + axis] = largest + index->broadcast_dimensions - axis;
    return array_create_in_order(device, index->array->dtype, index->dimensions, index->shape,
                                 (const int64_t (*)[ARRAY_DIMENSIONS_MAX])models, 1, index->error);
}

/* Are all indexes within their axes? Looked at array by array, as NumPy does, whatever of them is used. */
static bool check_indexes(const Index *index) {
    for (int i = 0; i < index->count; i++) {
        const IndexItem *item = &index->items[i];
        if (item->kind != INDEX_ARRAY || item->axis < 0) continue;
        Array *places = array_contiguous(item->array, DTYPE(INT64), index->error);
        if (!places) return false;
        const int64_t *numbers = (const int64_t *)array_data(places);
        int64_t count = array_size(places), extent = index->array->shape[item->axis], at = 0;
        while (at < count && numbers[at] >= -extent && numbers[at] < extent) at++;
        if (at < count) {
            error_clear(index->error);
            error_set(index->error, "IndexError", "index %lld is out of bounds for axis %d with size %lld", (long long)numbers[at],
                      item->axis, (long long)extent);
        }
        array_release(places);
        if (at < count) return false;
    }
    return true;
}

/* Gather or scatter. Where no element is met the indexes are looked at all the same, unless there are none. */
static bool run_task(const Index *index, const GatherTask *task, bool scatter) {
    Device *device = array_device(index->array);
    bool picks = true, empty = false;
    for (int axis = 0; axis < index->dimensions; axis++) {
        if (index->shape[axis]) continue;
        empty = true;
        if (axis >= index->broadcast_at && axis < index->broadcast_at + index->broadcast_dimensions) picks = false;
    }
    if (empty) return !picks || !device_is_host(device) || check_indexes(index);
    for (int i = 0; i < index->count; i++) /* a device that wraps places around has none to wrap to */
        if (!device_is_host(device) && index->items[i].kind == INDEX_ARRAY && index->items[i].axis >= 0 && !index->array->shape[index->items[i].axis])
            return error_set(index->error, "IndexError", "cannot do a non-empty take from an empty axes.");
    if (scatter ? device->operations->scatter(device, task, index->error) : device->operations->gather(device, task, index->error))
        return true;
    if (device_is_host(device) && index->error->kind && !strcmp(index->error->kind, "IndexError")) check_indexes(index);
    return false;
}

/* ---- Records: a field, or several. */

static bool names_fields(const Array *array, Variant index) {
    if (!array->dtype->field_count && !device_is_host(array_device(array))) return false; /* texts are made numbers of there */
    if (index.kind == VARIANT_STRING) return true;
    return array->dtype->kind == 'V' && index.kind == VARIANT_SEQUENCE && !index.list->is_tuple && index.list->count &&
           index.list->items[0].kind == VARIANT_STRING;
}

/* A field that holds an array has its axes behind those of the records. */
static Array *field_view(Array *array, const DtypeField *field, Error *error) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    const Dtype *dtype = field->dtype;
    int dimensions = array->dimensions;
    if (dimensions + dtype->base_dimensions > ARRAY_DIMENSIONS_MAX) {
        error_set(error, "ValueError", "maximum supported dimension for an ndarray is currently 64, found %d", dimensions + dtype->base_dimensions);
        return NULL;
    }
    memcpy(shape, array->shape, sizeof *shape * (size_t)dimensions);
    memcpy(strides, array->strides, sizeof *strides * (size_t)dimensions);
    if (dtype->base) {
        memcpy(shape + dimensions, dtype->base_shape, sizeof *shape * (size_t)dtype->base_dimensions);
        shape_c_strides(dtype->base_dimensions, dtype->base_shape, dtype->base->item_size, strides + dimensions);
        dimensions += dtype->base_dimensions;
        dtype = dtype->base;
    }
    return array_view(array, dtype, dimensions, shape, strides, field->offset, error);
}

static const DtypeField *find_field(const Array *array, Variant name, Error *error) {
    const DtypeField *field = name.kind == VARIANT_STRING ? dtype_field(array->dtype, name.text->bytes, name.text->length) : NULL;
    if (!field && !array->dtype->field_count)
        error_set(error, "IndexError",
                  "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices");
    else if (!field) error_set(error, name.kind == VARIANT_STRING ? "ValueError" : "IndexError", "no field of name %s", name.kind == VARIANT_STRING ? name.text->bytes : "");
    return field;
}

Array *array_fields(Array *array, Variant index, Error *error) {
    if (index.kind == VARIANT_STRING) {
        const DtypeField *field = find_field(array, index, error);
        return field ? field_view(array, field, error) : NULL;
    }
    size_t count = index.list->count;
    DtypeField *fields = memory_allocate(count * sizeof *fields);
    bool well = fields || error_no_memory(error);
    for (size_t i = 0; i < count && well; i++) {
        const DtypeField *field = find_field(array, index.list->items[i], error);
        if (field && strcmp(field->name, index.list->items[i].text->bytes)) well = error_set(error, "KeyError", "cannot use field titles in multi-field index");
        if (!(well = well && field)) break;
        for (size_t k = 0; k < i && well; k++)
            if (!strcmp(fields[k].name, field->name)) well = error_set(error, "ValueError", "duplicate field of name '%s'", field->name);
        fields[i] = *field;
    }
    const Dtype *dtype = well ? dtype_record(array->dtype->table, fields, (int)count, array->dtype->item_size, false) : NULL;
    memory_release(fields);
    if (!dtype) {
        if (well) error_no_memory(error);
        return NULL;
    }
    return array_view(array, dtype, array->dimensions, array->shape, array->strides, 0, error);
}

Variant array_get_item(ArrayRuntime *runtime, Array *array, Variant variant, Error *error) {
    return array_pick(runtime, array, variant, false, error);
}

/* Do the numbers of the array lie side by side, and a mask for each of them? */
static bool is_even_mask(const Array *array, const Array *mask) {
    return mask->dtype->kind == 'b' && array_device(mask) == array_device(array) && !dtype_is_flexible(array->dtype) && array_is_aligned(array) &&
           array->dimensions && mask->dimensions == array->dimensions &&
           !memcmp(mask->shape, array->shape, (size_t)array->dimensions * sizeof *mask->shape) && array_is_c_contiguous(array) &&
           array_is_c_contiguous(mask);
}

/* x[mask] of numbers that lie side by side, the mask over all of them. Absent without an error: another case. */
static Variant pick_by_mask(Array *array, const Array *mask, Error *error) {
    Device *device = array_device(array);
    if (!device->operations->compress || !is_even_mask(array, mask)) return variant_absent();
    int64_t size = array_size(array), count;
    if (!array_settle(mask, error) || !device->operations->count_nonzero(device, (Shape){mask->dimensions, mask->shape}, array_operand(mask), &count, error))
        return variant_absent();
    Array *output = array_create(device, array->dtype, 1, &count, error);
    if (output && device->operations->compress(device, array_data(mask), array_data(array), (size_t)array->dtype->item_size, size, array_data(output), error))
        return variant_array(output);
    array_release(output);
    return variant_absent();
}

Variant array_pick(ArrayRuntime *runtime, Array *array, Variant variant, bool c_order, Error *error) {
    Index index = {.runtime = runtime, .array = array, .error = error};
    Variant result = variant_absent();
    if (!graph_observe(array, error)) return result;
    Device *device = array_device(array);
    if (names_fields(array, variant)) return variant_array(array_fields(array, variant, error));
    if (variant.kind == VARIANT_ARRAY) {
        result = pick_by_mask(array, variant.array, error);
        if (result.kind != VARIANT_ABSENT || error_is_set(error)) return result;
    }
    if (read_index(&index, variant)) {
        if (index.array_count) {
            IndexTask made;
            Array *output = c_order ? array_create(device, array->dtype, index.dimensions, index.shape, error) : create_picked(&index, device);
            if (output && make_task(&index, &made)) {
                made.task.other = array_operand(output);
                if (run_task(&index, &made.task, false)) result = variant_array(array_retain(output));
            }
            array_release(output);
        } else if (index.dimensions == 0 && !index.has_ellipsis && device_is_host(device)) {
            if (array->dtype->kind == 'V') {
                Array *record = array_view(array, array->dtype, 0, NULL, NULL, index.offset, error);
                if (record) result = (Variant){.kind = VARIANT_RECORD, .array = record};
            } else {
                result = variant_scalar(array->dtype, array_data(array) + index.offset);
            }
        } else {
            result = variant_array(array_view(array, array->dtype, index.dimensions, index.shape, index.strides,
                                              index.offset, error));
        }
    }
    index_release(&index);
    if (!runtime_had_elements(runtime, error)) variant_release(&result);
    return result;
}

Variant array_take_places(ArrayRuntime *runtime, Array *array, Array *places, int axis, Error *error) {
    Variant index = variant_list((size_t)axis + 1, true);
    bool made = index.kind == VARIANT_SEQUENCE;
    for (int i = 0; i < axis && made; i++) {
        index.list->items[i] = variant_slice(variant_none(), variant_none(), variant_none());
        made = index.list->items[i].kind == VARIANT_SLICE;
    }
    Variant taken = variant_absent();
    if (made) {
        index.list->items[axis] = variant_array(array_retain(places));
        taken = array_pick(runtime, array, index, true, error);
    } else
        error_no_memory(error);
    variant_release(&index);
    return taken;
}

/* The value to be stored, as an array on the device, of the array's type. Lists have `most` axes. */
static Array *value_array(const Index *index, Variant value, int most) {
    const Dtype *dtype = index->array->dtype;
    Device *device = array_device(index->array);
    if (value.kind == VARIANT_ARRAY && array_device(value.array) == device) return array_retain(value.array);
    if (value.kind == VARIANT_ARRAY && device_is_host(device) != device_is_host(array_device(value.array)) &&
        device_is_host(device)) {
        array_check_device(value.array, device, index->error);
        return NULL;
    }
    bool is_limited = value.kind == VARIANT_SEQUENCE && most < ARRAY_DIMENSIONS_MAX && device_is_host(device);
    if (is_limited) return array_from_sequence(index->runtime, value, dtype, most, index->error);
    return array_from_variant(index->runtime, value, dtype, device, false, index->error);
}

/* One value into elements that are no numbers: what is a list for numbers may be a single value of theirs. */
static bool is_one_element(const Index *index, const Array *target, Variant value) {
    const Dtype *dtype = target->dtype;
    if (!dtype_is_flexible(dtype)) return false;
    if (value.kind == VARIANT_ARRAY) return dtype->kind == 'O' && !target->dimensions && !index->has_ellipsis;
    if (value.kind == VARIANT_SEQUENCE) return (dtype->kind == 'O' && !target->dimensions && !index->has_ellipsis) || (dtype->kind == 'V' && value.list->is_tuple);
    return true;
}

static bool assign_element(Index *index, Array *target, Variant value) {
    Array *single = array_create(array_device(target), target->dtype, 0, NULL, index->error);
    bool well = single && element_store(index->runtime, value, single->dtype, array_data(single), index->error) && array_assign(target, single, index->error);
    array_release(single);
    return well;
}

static bool assign_view(Index *index, Variant value) {
    Array *target = array_view(index->array, index->array->dtype, index->dimensions, index->shape,
                               index->strides, index->offset, index->error);
    if (!target) return false;
    bool well;
    Device *device = array_device(target);
    bool is_element = !target->dimensions && !index->has_ellipsis && device_is_host(device);
    if (is_element && value.kind == VARIANT_SEQUENCE && (dtype_is_text(target->dtype) || !dtype_is_flexible(target->dtype))) {
        well = target->dtype->kind == 'b' ? assign_view(index, variant_bool(value.list->count > 0))
                                          : sequence_refuse(value, target->dtype, index->error);
    } else if (is_element && value.kind == VARIANT_SEQUENCE && !value.list->is_tuple && target->dtype->field_count) {
        well = sequence_refuse(value, target->dtype->fields[0].dtype, index->error); /* a list is no record: its first field refuses it */
    } else if (is_one_element(index, target, value)) {
        well = assign_element(index, target, value);
    } else if (variant_is_number(value)) {
        uint8_t bytes[16];
        well = (device_is_host(device) ? variant_set : variant_store)(index->runtime, value, target->dtype, bytes, index->error) &&
               device->operations->fill(device, (Shape){target->dimensions, target->shape},
                                        array_operand(target), bytes, index->error);
    } else {
        Array *source = value_array(index, value, target->dimensions);
        well = source != NULL;
        well = well && warn_complex_discarded(index->runtime, source->dtype, target->dtype, index->error);
        if (well && value.kind == VARIANT_ARRAY && !target->dimensions && !index->has_ellipsis && source->dimensions && device_is_host(device))
            well = dtype_is_complex(target->dtype)
                       ? error_set(index->error, "TypeError", "only 0-dimensional arrays can be converted to Python scalars")
                       : error_set(index->error, "ValueError", "setting an array element with a sequence.");
        /* Leading axes of extent 1 of the value are dropped, as NumPy does. */
        while (well && source->dimensions > target->dimensions && source->shape[0] == 1) {
            Array *less = array_view(source, source->dtype, source->dimensions - 1, source->shape + 1,
                                     source->strides + 1, 0, index->error);
            array_release(source);
            source = less;
            well = less != NULL;
        }
        if (well && value.kind == VARIANT_SEQUENCE && target->dimensions == 0 && source->dimensions)
            well = error_set(index->error, "ValueError", "setting an array element with a sequence.");
        well = well && array_assign(target, source, index->error);
        array_release(source);
    }
    array_release(target);
    return well;
}

/* A single mask over all of the array. */
static bool is_one_mask(const Index *index) {
    return index->mask_axes && index->mask_axes == index->array->dimensions && index->array_count == index->mask_axes && !index->has_ellipsis;
}

static bool value_does_not_fit(const Index *index, const Array *values) {
    char from[SHAPE_TEXT_SIZE], to[SHAPE_TEXT_SIZE];
    if (is_one_mask(index) && index_is_on_device(index))
        return error_set(index->error, "ValueError", "operands could not be broadcast together with shape %s and requested shape %s",
                         shape_text(values->dimensions, values->shape, from), shape_text(1, index->shape, to));
    if (is_one_mask(index))
        return error_set(
            index->error, "ValueError",
            "NumPy boolean array indexing assignment cannot assign %lld input values to the %lld output values "
            "where the mask is true",
            (long long)array_size(values), (long long)index->shape[0]);
    return error_set(
        index->error, "ValueError",
        "shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s",
        shape_text_tight(values->dimensions, values->shape, from), shape_text_tight(index->dimensions, index->shape, to));
}

/* Write `values`, as elements of `dtype`, to the indexed elements, or combine them by the operator. */
static bool scatter_values(Index *index, Array *values, const Dtype *dtype, const Operator *accumulate, int loop, int *float_flags) {
    IndexTask made;
    if (!make_task(index, &made)) return false;
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    int extra = index->dimensions - values->dimensions;
    bool fits = true;
    for (int axis = 0; axis < -extra; axis++) fits = fits && values->shape[axis] == 1 && !accumulate;
    for (int axis = extra > 0 ? extra : 0; axis < index->dimensions && fits; axis++)
        fits = values->shape[axis - extra] == 1 || values->shape[axis - extra] == index->shape[axis];
    if (!fits && accumulate) return error_set(index->error, "ValueError", "array is not broadcastable to correct shape");
    if (!fits) return value_does_not_fit(index, values);
    if (!accumulate && is_one_mask(index) && !index->shape[0]) return true; /* nothing is converted */
    Array *cast = array_may_overlap(index->array, values)
                      ? array_copy(values, 'K', index->error)
                      : array_cast(values, dtype, index->error);
    Array *ready = cast ? array_cast(cast, dtype, index->error) : NULL;
    array_release(cast);
    if (!ready || !array_settle(ready, index->error)) {
        array_release(ready);
        return false;
    }
    for (int axis = 0; axis < index->dimensions; axis++)
        strides[axis] = axis < extra || ready->shape[axis - extra] == 1 ? 0 : ready->strides[axis - extra];
    made.task.other = (Operand){ready->dtype, array_data(ready), strides, false};
    made.task.accumulate = accumulate;
    made.task.loop = loop;
    made.task.float_flags = float_flags;
    bool well = run_task(index, &made.task, true);
    array_release(ready);
    return well;
}

static bool assign_arrays(Index *index, Variant value) {
    Array *values = variant_is_number(value)
                        ? array_from_variant(index->runtime, value, index->array->dtype,
                                             array_device(index->array), false, index->error)
                        : value_array(index, value, index->array->dtype->kind == 'O' && !is_one_mask(index) ? index->dimensions : ARRAY_DIMENSIONS_MAX);
    bool well = values != NULL;
    if (well && values->dimensions > 1 && is_one_mask(index) && device_is_host(array_device(index->array)))
        well = error_set(index->error, "TypeError",
                         "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has %d dimensions", values->dimensions);
    if (well && value.kind == VARIANT_ARRAY && device_is_host(array_device(index->array)))
        well = warn_complex_discarded(index->runtime, values->dtype, index->array->dtype, index->error);
    well = well && scatter_values(index, values, index->array->dtype, NULL, 0, NULL);
    array_release(values);
    return well;
}

/* x[mask] = value of numbers that lie side by side. false without an error: another case, nothing is written. */
static bool put_by_mask(Index *index, const Array *mask, Variant value) {
    Array *array = index->array;
    Device *device = array_device(array);
    bool is_number = variant_is_number(value), is_array = value.kind == VARIANT_ARRAY;
    if (!device->operations->expand || (!is_number && !is_array) || !is_even_mask(array, mask) || array_may_overlap(array, mask)) return false;
    if (is_array && (value.array->dimensions > 1 || array_device(value.array) != device || dtype_is_flexible(value.array->dtype) ||
                     (value.array->dtype->kind == 'c' && array->dtype->kind != 'c') || array_may_overlap(array, value.array)))
        return false;
    int64_t size = array_size(array), count;
    if (!array_settle(mask, index->error) ||
        !device->operations->count_nonzero(device, (Shape){mask->dimensions, mask->shape}, array_operand(mask), &count, index->error))
        return false;
    if (is_array && (!count || (array_size(value.array) != 1 && array_size(value.array) != count))) return false;
    Array *values = is_number ? array_from_variant(index->runtime, value, array->dtype, device, false, index->error)
                              : array_cast(value.array, array->dtype, index->error);
    bool well = values && array_settle(values, index->error) &&
                device->operations->expand(device, array_data(mask), array_data(values), array_size(values) == 1 ? 0 : values->strides[0],
                                           (size_t)array->dtype->item_size, size, array_data(array), index->error);
    array_release(values);
    return well;
}

/* x[mask] = number while work is written down, when nobody can count: every element is chosen anew. -1: it failed; 0: another case. */
static int put_by_choice(Index *index, Array *mask, Variant value) {
    Array *array = index->array;
    Device *device = array_device(array);
    if (!device->capture || !variant_is_number(value) || array_device(mask) != device || mask->dtype->kind != 'b' || mask->dimensions != array->dimensions ||
        memcmp(mask->shape, array->shape, sizeof *mask->shape * (size_t)mask->dimensions))
        return 0;
    Array *number = array_from_variant(index->runtime, value, array->dtype, device, false, index->error);
    if (!number) return -1;
    Variant choice[] = {variant_array(mask), variant_array(number), variant_array(array)};
    Variant chosen = ufunc_call(index->runtime, OPERATOR(where_select), choice, 3, NULL, index->error);
    array_release(number);
    if (chosen.kind == VARIANT_ABSENT) return -1;
    Array *values = array_from_variant(index->runtime, chosen, array->dtype, device, false, index->error);
    bool well = values && array_assign(array, values, index->error);
    array_release(values);
    variant_release(&chosen);
    return well ? 1 : -1;
}

bool array_set_item(ArrayRuntime *runtime, Array *array, Variant variant, Variant value, Error *error) {
    Index index = {.runtime = runtime, .array = array, .error = error};
    if (!array->writeable) return error_set(error, "ValueError", "assignment destination is read-only");
    if (!array_settle(array, error)) return false;
    if (names_fields(array, variant)) {
        Array *view = array_fields(array, variant, error);
        bool stored = view && array_set_item(runtime, view, VARIANT_OF_KIND(VARIANT_ELLIPSIS), value, error);
        array_release(view);
        return stored;
    }
    const int chosen = variant.kind == VARIANT_ARRAY ? put_by_choice(&index, variant.array, value) : 0;
    if (chosen) return chosen > 0;
    if (variant.kind == VARIANT_ARRAY && put_by_mask(&index, variant.array, value)) return runtime_had_elements(runtime, error);
    bool well = !error_is_set(error) && read_index(&index, variant) &&
                (index.array_count ? assign_arrays(&index, value) : assign_view(&index, value));
    index_release(&index);
    return runtime_had_elements(runtime, error) && well;
}

/* target = row(target, other) element by element, in the type that the two make together, as NumPy has it. */
static bool combine_at(Index *index, const Operator *row, Array *other) {
    Array *array = index->array;
    int loop, flags = 0;
    if (!ufunc_resolve(index->runtime, row, array, other, &loop, index->error)) return false;
    const Dtype *from[] = {array->dtype, other->dtype};
    bool plain = array->dimensions == 1 && index->array_count == 1 && other->dimensions <= 1;
    for (int i = 0; i < 3; i++) plain = plain && &dtypes[row->loops[loop][i]] == from[i == 1];
    const Dtype *result = &dtypes[row->loops[loop][2]];
    if (!warn_complex_discarded(index->runtime, result, array->dtype, index->error)) return false;
    return scatter_values(index, other, &dtypes[row->loops[loop][1]], row, loop, &flags) &&
           runtime_float_errors(index->runtime, plain ? row->name : "at", flags, index->error);
}

/* Kernels know one type only: the array's. */
static bool combine_on_device(Index *index, const Operator *row, Array *other) {
    const Dtype *dtype = index->array->dtype;
    int loop = operator_loop_for(row, dtype);
    if (loop < 0 || &dtypes[row->loops[loop][2]] != dtype || !dtype_can_cast(other->dtype, dtype, CASTING_SAME_KIND))
        return error_set(index->error, "numpy._core._exceptions.UFuncTypeError",
                         "Cannot cast ufunc '%s' output from dtype(%s) to dtype(%s) with casting rule 'same_kind'", row->name,
                         loop < 0 ? "float64" : other->dtype->shown, dtype->shown);
    return scatter_values(index, other, dtype, row, loop, NULL);
}

bool ufunc_at(ArrayRuntime *runtime, const Operator *row, Variant variant, Variant indices, Variant values,
              Error *error) {
    if (variant.kind != VARIANT_ARRAY) return error_set(error, "TypeError", "first operand must be array");
    Array *array = variant.array;
    if (!array->writeable) {
        bool copies = values.kind == VARIANT_ARRAY && values.array->dimensions && array_may_overlap(array, values.array);
        return error_set(error, "ValueError", copies ? "WRITEBACKIFCOPY base is read-only" : "operand array with iterator write flag set is read-only");
    }
    if (array->dtype->native) { /* of the other byte order: aside, as the machine has it */
        Array *straight = array_cast(array, array->dtype->native, error);
        bool put = straight && ufunc_at(runtime, row, variant_array(straight), indices, values, error) && array_assign(array, straight, error);
        array_release(straight);
        return put;
    }
    if (row->inputs == 1 || row->outputs != 1) {
        Variant picked = array_get_item(runtime, array, indices, error);
        Variant computed =
            picked.kind == VARIANT_ABSENT ? picked : ufunc_call(runtime, row, &picked, 1, NULL, error);
        bool well = computed.kind != VARIANT_ABSENT && array_set_item(runtime, array, indices, computed, error);
        variant_release(&picked);
        variant_release(&computed);
        return well;
    }
    Index index = {.runtime = runtime, .array = array, .error = error};
    bool well = parse_index(&index, indices);
    if (well && index.array_count) {
        bool host = device_is_host(array_device(array));
        well = lay_out_arrays(&index);
        Array *other = well ? array_from_variant(runtime, values, variant_is_number(values) && !host ? array->dtype : NULL,
                                                 array_device(array), false, error)
                            : NULL;
        other = take_native(other, error);
        well = other && (host ? combine_at(&index, row, other) : combine_on_device(&index, row, other));
        array_release(other);
    } else if (well && lay_out_view(&index)) {
        Array *view =
            array_view(array, array->dtype, index.dimensions, index.shape, index.strides, index.offset, error);
        Variant inputs[] = {{.kind = VARIANT_ARRAY, .array = view}, values};
        UfuncOptions options = {.out = {.kind = VARIANT_ARRAY, .array = view}};
        Variant result = view ? ufunc_call(runtime, row, inputs, 2, &options, error) : variant_absent();
        well = result.kind != VARIANT_ABSENT;
        variant_release(&result);
        array_release(view);
    }
    index_release(&index);
    return well;
}
