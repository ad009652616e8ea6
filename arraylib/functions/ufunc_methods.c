/* The methods of ufuncs: reduce, accumulate, reduceat, outer, at. */
#include "arraylib/functions/ufunc.h"
#include "arraylib/graph/graph.h"

#include "base/memory.h"

#include <string.h>

static const UfuncOptions no_options;

const Dtype *reduction_dtype(const Operator *row, const Dtype *dtype) {
    if (row->traits & IS_WIDENED && (dtype->kind == 'b' || (dtype->kind == 'i' && dtype->item_size < 8))) return DTYPE(INT64);
    if (row->traits & IS_WIDENED && dtype->kind == 'u' && dtype->item_size < 8) return DTYPE(UINT64);
    return operator_is_logical(row->number) ? DTYPE(BOOL) : dtype;
}

/* The loop of a reduction: types equal all through. False: the operator does not reduce that type. */
static bool reduction_loop(const Operator *row, const Dtype *dtype, int *loop, Error *error) {
    if (row->own && dtype_is_inexact(dtype)) dtype = dtype_is_complex(dtype) ? DTYPE(COMPLEX128) : DTYPE(FLOAT64);
    *loop = row->inputs == 2 && row->outputs == 1 ? operator_loop_for(row, dtype) : -1;
    if (row->inputs != 2) return error_set(error, "ValueError", "reduce only supported for binary functions");
    if (*loop < 0 && dtype->kind == 'b' &&
        row->loops[0][0] != DTYPE_BOOL) /* float operators take bool as half */
        for (int i = 0; i < row->loop_count && *loop < 0; i++)
            if (dtype_can_cast(dtype, &dtypes[row->loops[i][0]], CASTING_SAFE)) *loop = i;
    if (*loop < 0 && row->traits & IS_BITWISE && dtype_is_inexact(dtype))
        return operator_refuse_types(row->name, CASTING_SAFE, error);
    if (*loop < 0 || row->loops[*loop][0] != row->loops[*loop][2])
        return error_set(
            error, "TypeError",
            "the resolved dtypes are not compatible with %s.reduce. Resolved (dtype(%s), dtype(%s), "
            "dtype('bool'))",
            row->name, dtype->shown, dtype->shown);
    return true;
}

/* Elements that are no numbers: the operator must give what it takes. */
static bool flexible_reduction(ArrayRuntime *runtime, const Operator *row, const Dtype *dtype, bool runs, FlexibleLoop *loop, Error *error) {
    if (row->inputs != 2) return error_set(error, "ValueError", "reduce only supported for binary functions");
    if (!flexible_resolve(runtime, row, (const Dtype *[]){dtype, dtype}, loop, error)) return false;
    if (loop->types[0] == dtype && loop->types[2] == dtype) return true;
    return error_set(error, "TypeError", "the resolved dtypes are not compatible with %s.%s. Resolved (dtype(%s), dtype(%s), dtype(%s))", row->name,
                     runs ? "accumulate" : "reduce", loop->types[0]->shown, loop->types[1]->shown, loop->types[2]->shown);
}

static bool is_logical(const Operator *row) { return operator_is_logical(row->number); }

/* What the loops take in place of *array, if anything: a straight copy, and where its elements are no numbers, the type that is
 * asked for (truths for the logical operators); *asked is cleared then. *made is to be released. The array itself gets no
 * reference more: pending work that nobody else holds is reduced in passing. */
static bool make_reducible(const Operator *row, Array **array, Array **made, bool truths, const Dtype **asked, Error *error) {
    Array *given = *array;
    const Dtype *wanted = NULL;
    *made = NULL;
    if (*asked) *asked = dtype_native(*asked);
    if (given->dtype->native) { /* as the machine has it first */
        Array *native = *array = array_cast(given, given->dtype->native, error);
        bool good = native && make_reducible(row, array, made, truths, asked, error);
        if (good && !*made) *made = native;
        else array_release(native);
        return good;
    }
    if (dtype_is_flexible(given->dtype) || (*asked && dtype_is_flexible(*asked)))
        wanted = truths && is_logical(row) && (given->dtype->kind != 'O' || *asked == DTYPE(BOOL)) ? DTYPE(BOOL) : *asked;
    if (wanted && (wanted != given->dtype || wanted == DTYPE(BOOL))) {
        *asked = NULL;
        *made = array_cast(given, wanted, error);
    } else if (given->is_crooked) {
        *made = array_copy(given, 'K', error);
    } else {
        return true;
    }
    *array = *made;
    return *made != NULL;
}

/* What a reduction or a scan runs: a loop of numbers, or one of other elements, whose step is set; and the type of its result. */
typedef struct RunningLoop {
    int number;
    FlexibleLoop flexible;
    const Dtype *type;
    bool accumulates; /* told in complaints */
} RunningLoop;

static bool find_loop(ArrayRuntime *runtime, const Operator *row, const Array *array, const Dtype *asked, RunningLoop *found, Error *error) {
    const Dtype *type = asked ? asked : reduction_dtype(row, array->dtype);
    bool is_host = device_is_host(array_device(array));
    if (type->kind == 'b' && row->number == OPERATOR_subtract && is_host)
        return error_set(error, "TypeError", "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the "
                         "logical_xor function instead.");
    if (!asked && type->kind == 'b' && row->number == OPERATOR_power && is_host) type = DTYPE(INT8);
    if (dtype_is_flexible(array->dtype) || dtype_is_flexible(type)) {
        found->type = array->dtype;
        return flexible_reduction(runtime, row, array->dtype, found->accumulates, &found->flexible, error);
    }
    if (!asked && !dtype_is_inexact(type) && operator_loop_for(row, type) < 0) type = dtype_inexact(type);
    if (!reduction_loop(row, type, &found->number, error)) return false;
    found->type = &dtypes[row->loops[found->number][0]];
    return true;
}

/* The order of the elements tells: several axes at once have none. */
static bool is_reorderable(const Operator *row) { return !row->own && !(row->traits & IS_ORDERED); }

/* What CuPy calls the kernels of reductions that nothing can be reduced by. */
static const char *name_on_device(const Operator *row, const char *name, bool whole) {
    switch (row->number) {
    case OPERATOR_maximum: return whole ? "CUPY_CUB_MAX" : "cupy_max";
    case OPERATOR_minimum: return whole ? "CUPY_CUB_MIN" : "cupy_min";
    case OPERATOR_fmax: return "cupy_nanmax";
    case OPERATOR_fmin: return "cupy_nanmin";
    default: return name;
    }
}

static Array *reduce_straight(ArrayRuntime *runtime, const Operator *row, Array *array, uint64_t axes, bool keep_dimensions, const Dtype *asked,
                              const Variant *initial, Array *where, const char *name, Error *error) {
    RunningLoop loop = {0};
    if (!find_loop(runtime, row, array, is_logical(row) ? NULL : asked, &loop, error)) return NULL;
    const Dtype *type = loop.type;
    int dimensions = array->dimensions, kept = 0;
    if (asked && device_is_host(array_device(array)) && !warn_complex_discarded(runtime, array->dtype, type, error)) return NULL;
    if (!axes && !initial && !where) { /* each element is all there is */
        Array *cast = array_cast(array, type, error), *copy = cast && cast->buffer == array->buffer ? array_copy(cast, 'K', error) : array_retain(cast);
        array_release(cast);
        return copy;
    }
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    bool empty = false;
    for (int i = 0; i < dimensions; i++) {
        bool reduced = axes >> i & 1;
        if (!reduced || keep_dimensions) shape[kept++] = reduced ? 1 : array->shape[i];
        empty = empty || (reduced && array->shape[i] == 0);
    }
    bool needs_initial = row->identity == IDENTITY_NONE && !initial;
    if (needs_initial && !axes && !where) /* nothing is combined */
        return array->dtype == type ? array_copy(array, 'K', error) : array_cast(array, type, error);
    Device *device = array_device(array);
    int64_t models[1][ARRAY_DIMENSIONS_MAX]; /* the axes that stay keep their order in memory */
    for (int i = 0, at = 0; i < dimensions; i++)
        if (!(axes >> i & 1)) models[0][at++] = array->shape[i] == 1 ? 0 : array->strides[i];
        else if (keep_dimensions) models[0][at++] = 0;
    Array *output = array_create_in_order(device, type, kept, shape, (const int64_t (*)[ARRAY_DIMENSIONS_MAX])models, 1, error);
    if (!output) return NULL;
    if (needs_initial && empty) {
        if (!device_is_host(device)) name = name_on_device(row, name, !kept || keep_dimensions);
        error_set(error, "ValueError", "zero-size array to reduction operation %s which has no identity", name);
        array_release(output);
        return NULL;
    }
    if (needs_initial && where) {
        error_set(error, "ValueError",
                  "reduction operation '%s' does not have an identity, so to use a where mask one has to "
                  "specify 'initial'",
                  name);
        array_release(output);
        return NULL;
    }
    if (!array_size(output)) return output;
    for (int i = 0, at = 0; i < dimensions; i++) {
        bool reduced = axes >> i & 1;
        strides[i] = reduced ? 0 : output->strides[at];
        if (!reduced || keep_dimensions) at++;
        if (!reduced && array->shape[i] == 1)
            strides[i] = type->item_size; /* any stride but 0, which says reduced */
    }
    if (!initial && !where && array->buffer->node && !row->own) {
        int done = graph_reduce(runtime, row, loop.number, array, axes, output, error);
        if (done > 0) return output;
        if (done < 0) {
            array_release(output);
            return NULL;
        }
    }
    if (!array_settle(array, error) || !array_settle(output, error) || (where && !array_settle(where, error))) {
        array_release(output);
        return NULL;
    }
    uint8_t bytes[16] = {0};
    int64_t where_strides[ARRAY_DIMENSIONS_MAX];
    Operand where_operand;
    ReduceTask task = {row,
                       loop.number,
                       {dimensions, array->shape},
                       array_operand(array),
                       {type, array_data(output), strides, false},
                       NULL,
                       NULL,
                       loop.flexible.step ? &loop.flexible : NULL};
    bool well = true;
    Variant identity = row->number == OPERATOR_multiply || row->number == OPERATOR_logical_and ? variant_integer(1) : variant_integer(0);
    if (loop.flexible.step && !initial && (empty || where)) initial = &identity; /* numbers' loops know theirs */
    if (initial) {
        well = type->item_size <= 16 ? element_store(runtime, *initial, type, bytes, error)
                                     : error_set(error, "TypeError", "an initial value of dtype(%s) is not supported", type->shown);
        task.initial = bytes;
    }
    if (where && well) {
        int extra = dimensions - where->dimensions;
        for (int i = 0; i < dimensions; i++) {
            bool single = i < extra || where->shape[i - extra] == 1;
            where_strides[i] = single ? 0 : where->strides[i - extra];
            if (extra < 0 || (!single && where->shape[i - extra] != array->shape[i]))
                well = error_set(error, "ValueError",
                                 "operands could not be broadcast together with the where mask");
        }
        where_operand = (Operand){DTYPE(BOOL), array_data(where), where_strides, false};
        task.where = &where_operand;
    }
    int flags = 0;
    well = well && device->operations->reduce(device, &task, &flags, error) &&
           runtime_float_errors(runtime, "reduce", flags, error);
    if (type->item_size <= 16) elements_clear(type, bytes, 1);
    if (well) return output;
    array_release(output);
    return NULL;
}

Array *array_reduce(ArrayRuntime *runtime, const Operator *row, Array *array, uint64_t axes,
                    bool keep_dimensions, const Dtype *dtype, const Variant *initial, Array *where,
                    const char *name, Error *error) {
    Array *made;
    if (!make_reducible(row, &array, &made, true, &dtype, error)) return NULL;
    Array *result = reduce_straight(runtime, row, array, axes, keep_dimensions, dtype, initial, where, name, error);
    array_release(made);
    return result;
}

static Device *device_for(ArrayRuntime *runtime, Variant variant, const UfuncOptions *options) {
    if (options->namespace == CUPY ||
        (variant.kind == VARIANT_ARRAY && !device_is_host(array_device(variant.array))))
        return runtime_current_device(runtime);
    return runtime->host;
}

/* The result, or its copy into `out`. Takes `array`. */
static Variant deliver(Array *array, const UfuncOptions *options, bool cupy, const char *name, Error *error) {
    if (!array) return variant_absent();
    Variant out = options->out;
    if (out.kind == VARIANT_SEQUENCE && out.list->count == 1) out = out.list->items[0];
    Variant result;
    if (out.kind == VARIANT_ARRAY) {
        if (out.array->dimensions != array->dimensions ||
            (array->dimensions &&
             memcmp(out.array->shape, array->shape, sizeof *array->shape * (size_t)array->dimensions))) {
            error_set(error, "ValueError", "output parameter for reduction operation %s has the wrong shape",
                      name);
            result = variant_absent();
        } else if (!out.array->writeable) {
            error_set(error, "ValueError", "output array is read-only");
            result = variant_absent();
        } else if (!dtype_can_cast(array->dtype, out.array->dtype, CASTING_SAME_KIND)) {
            error_set(
                error, "numpy._core._exceptions.UFuncTypeError",
                "Cannot cast ufunc '%s' output from dtype(%s) to dtype(%s) with casting rule 'same_kind'",
                name, array->dtype->shown, out.array->dtype->shown);
            result = variant_absent();
        } else {
            result = array_assign(out.array, array, error) ? variant_copy(out) : variant_absent();
        }
    } else {
        result = ufunc_result(array, cupy);
    }
    array_release(array);
    return result;
}

Variant ufunc_reduce(ArrayRuntime *runtime, const Operator *row, Variant variant, Variant axis,
                     bool keep_dimensions, Variant initial, const UfuncOptions *options, Error *error) {
    if (!options) options = &no_options;
    Device *device = device_for(runtime, variant, options);
    Array *array = array_from_variant(runtime, variant, NULL, device, false, error);
    if (!array) return variant_absent();
    Array *where = NULL, *result = NULL;
    uint64_t axes = 0;
    Array *reached = array_reach(array, device, error);
    array_release(array);
    if (!reached) return variant_absent();
    array = reached;
    bool well = true;
    if (axis.kind == VARIANT_ABSENT) axis = variant_integer(0);
    well = well && variant_to_axes(axis, array->dimensions, &axes, error);
    bool masked = options->where.kind != VARIANT_ABSENT && options->where.kind != VARIANT_NONE &&
                  !(options->where.kind == VARIANT_BOOL && options->where.integer);
    if (well && masked) {
        where = array_from_variant(runtime, options->where, DTYPE(BOOL), device, false, error);
        well = where != NULL;
    }
    bool has_initial = initial.kind != VARIANT_ABSENT && initial.kind != VARIANT_NONE;
    if (well && axes & (axes - 1) && device_is_host(device) && !is_reorderable(row))
        well = error_set(error, "ValueError", "reduction operation '%s' is not reorderable, so at most one axis may be specified", row->name);
    if (well)
        result = array_reduce(runtime, row, array, axes, keep_dimensions, options->dtype,
                              has_initial ? &initial : NULL, where, row->name, error);
    array_release(where);
    array_release(array);
    return deliver(result, options, !device_is_host(device), row->name, error);
}

static Array *part_of(Array *array, int axis, int64_t from, int64_t to, Error *error) {
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    memcpy(shape, array->shape, sizeof *shape * (size_t)array->dimensions);
    shape[axis] = to - from;
    return array_view(array, array->dtype, array->dimensions, shape, array->strides, from * array->strides[axis], error);
}

/* What runs along an axis as exponents, all but the first, must not be negative where whole numbers are raised. */
static bool check_exponents(ArrayRuntime *runtime, const Operator *row, Array *array, int axis, const Dtype *type, Error *error) {
    if (row->number != OPERATOR_power || type->kind != 'i' || array->dtype->kind != 'i' || !device_is_host(array_device(array)) ||
        array->shape[axis] < 2)
        return true;
    Array *exponents = part_of(array, axis, 1, array->shape[axis], error);
    bool well = exponents != NULL;
    if (well && array_size(exponents)) {
        Array *least = array_reduce(runtime, OPERATOR(minimum), exponents, array->dimensions >= 64 ? UINT64_MAX : (1ull << array->dimensions) - 1, false, NULL,
                                    NULL, NULL, "minimum", error);
        well = least && (variant_to_integer(array_scalar_at(least, 0, error)) >= 0 ||
                         error_set(error, "ValueError", "Integers to negative integer powers are not allowed."));
        array_release(least);
    }
    array_release(exponents);
    return well;
}

/* `model`: the array before it was converted, whose order in memory the result takes. */
static Array *accumulate_straight(ArrayRuntime *runtime, const Operator *row, Array *array, const Array *model, int axis, const RunningLoop *loop,
                                  Error *error) {
    int64_t models[1][ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < array->dimensions; i++) models[0][i] = array->shape[i] == 1 ? 0 : model->strides[i];
    Device *device = array_device(array);
    Array *output =
        array_create_in_order(device, loop->type, array->dimensions, array->shape, (const int64_t (*)[ARRAY_DIMENSIONS_MAX])models, 1, error);
    if (!output || !array_size(output)) return output;
    ScanTask task = {row,
                     loop->number,
                     {array->dimensions, array->shape},
                     axis,
                     array_operand(array),
                     array_operand(output),
                     loop->flexible.step ? &loop->flexible : NULL};
    int flags = 0;
    if (device->operations->scan(device, &task, &flags, error) &&
        runtime_float_errors(runtime, "accumulate", flags, error))
        return output;
    array_release(output);
    return NULL;
}

Array *array_accumulate(ArrayRuntime *runtime, const Operator *row, Array *array, int axis, const Dtype *dtype,
                        Error *error) {
    RunningLoop loop = {.accumulates = true};
    Array *made, *result = NULL;
    if (make_reducible(row, &array, &made, false, &dtype, error) && find_loop(runtime, row, array, dtype, &loop, error)) {
        /* What does not fit is told as of a cast. */
        bool told = !dtype || !device_is_host(array_device(array)) || warn_complex_discarded(runtime, array->dtype, loop.type, error);
        Array *fitting = !told                                                        ? NULL
                         : dtype_can_cast(array->dtype, loop.type, CASTING_SAFE) ? array_retain(array)
                                                                                 : array_cast(array, loop.type, error);
        result = fitting && check_exponents(runtime, row, fitting, axis, loop.type, error)
                     ? accumulate_straight(runtime, row, fitting, array, axis, &loop, error) : NULL;
        array_release(fitting);
    }
    array_release(made);
    return result;
}

Variant ufunc_accumulate(ArrayRuntime *runtime, const Operator *row, Variant variant, Variant axis,
                         const UfuncOptions *options, Error *error) {
    if (!options) options = &no_options;
    Device *device = device_for(runtime, variant, options);
    Array *array = array_from_variant(runtime, variant, NULL, device, false, error), *result = NULL;
    int64_t number = 0;
    int place;
    if (!array) return variant_absent();
    if (row->inputs != 2)
        error_set(error, "ValueError", "accumulate only supported for binary functions");
    else if (array->dimensions == 0)
        error_set(error, "TypeError", "cannot accumulate on a scalar");
    else if ((axis.kind == VARIANT_ABSENT || variant_to_index(axis, &number, error)) &&
             axis_normalise(number, array->dimensions, &place, NULL, error))
        result = array_accumulate(runtime, row, array, place, options->dtype, error);
    array_release(array);
    return deliver(result, options, !device_is_host(device), row->name, error);
}

/* As NumPy adds up floats here: the first, and the pairwise sum of the others. */
static Array *sum_of_run(ArrayRuntime *runtime, Array *part, int axis, const Dtype *type, Error *error) {
    int last = part->dimensions - 1;
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    for (int i = 0, at = 0; i <= last; i++) {
        if (i == axis) continue;
        shape[at] = part->shape[i];
        strides[at++] = part->strides[i];
    }
    shape[last] = part->shape[axis] - 1;
    strides[last] = part->strides[axis];
    Array *others = array_view(part, part->dtype, part->dimensions, shape, strides, part->strides[axis], error);
    const Dtype *wide_type = type == DTYPE(FLOAT16) ? DTYPE(FLOAT32) : type; /* halves are added up as floats, and rounded once */
    Array *run = others ? array_contiguous(others, wide_type, error) : NULL;
    Variant nothing = dtype_is_complex(type) ? variant_complex(-0.0, -0.0) : variant_float(-0.0); /* keeps the sign of zero */
    Array *sum = run ? array_reduce(runtime, OPERATOR(add), run, 1ull << last, false, wide_type, &nothing, NULL, "add", error) : NULL;
    Array *wide = NULL, *first = NULL;
    if (sum) {
        for (int i = 0, at = 0; i <= last; i++) {
            shape[i] = i == axis ? 1 : sum->shape[at];
            strides[i] = i == axis ? 0 : sum->strides[at++];
        }
        wide = array_view(sum, wide_type, part->dimensions, shape, strides, 0, error);
        first = part_of(part, axis, 0, 1, error);
    }
    Variant inputs[] = {{.kind = VARIANT_ARRAY, .array = first}, {.kind = VARIANT_ARRAY, .array = wide}};
    UfuncOptions options = {.dtype = wide_type};
    Variant result = wide && first ? ufunc_call(runtime, OPERATOR(add), inputs, 2, &options, error) : variant_absent();
    array_release(others);
    array_release(run);
    array_release(sum);
    array_release(wide);
    array_release(first);
    return result.kind == VARIANT_ARRAY ? result.array : NULL;
}

Variant ufunc_reduceat(ArrayRuntime *runtime, const Operator *row, Variant variant, Variant indices,
                       Variant axis, const UfuncOptions *options, Error *error) {
    if (!options) options = &no_options;
    Device *device = device_for(runtime, variant, options);
    Array *array = array_from_variant(runtime, variant, NULL, device, false, error);
    bool lies_there = indices.kind == VARIANT_ARRAY && !device_is_host(device) && !device_is_host(array_device(indices.array));
    Array *moved = array && lies_there ? array_on_host(indices.array, error) : NULL;
    if (moved) indices.array = moved;
    Array *given = array && (moved || !lies_there) ? array_from_variant(runtime, indices, DTYPE(INT64), runtime->host, false, error) : NULL;
    array_release(moved);
    Array *places = given ? array_contiguous(given, DTYPE(INT64), error) : NULL, *result = NULL;
    int64_t number = 0;
    int place = 0;
    bool well = places && (axis.kind == VARIANT_ABSENT || variant_to_index(axis, &number, error)) &&
                axis_normalise(number, array->dimensions, &place, NULL, error);
    if (well) {
        int64_t shape[ARRAY_DIMENSIONS_MAX], count = array_size(places), extent = array->shape[place];
        const int64_t *at = (const int64_t *)array_data(places);
        memcpy(shape, array->shape, sizeof *shape * (size_t)array->dimensions);
        shape[place] = count;
        for (int64_t i = 0; i < count && well; i++)
            if (at[i] < 0 || at[i] >= extent)
                well = error_set(error, "IndexError", "index %lld out-of-bounds in %s.reduceat [0, %lld)",
                                 (long long)at[i], row->name, (long long)extent);
        RunningLoop loop = {0};
        bool plain = dtype_is_flexible(array->dtype) || (options->dtype && dtype_is_flexible(options->dtype));
        well = well && (plain || find_loop(runtime, row, array, options->dtype, &loop, error));
        const Dtype *type = options->dtype; /* a type even where there was an error */
        if (!type) type = loop.type ? loop.type : reduction_dtype(row, array->dtype);
        int64_t models[1][ARRAY_DIMENSIONS_MAX]; /* the axis stays where the others leave it */
        for (int i = 0; i < array->dimensions; i++) models[0][i] = i == place ? 0 : array->shape[i] == 1 ? 0 : array->strides[i];
        result = well ? array_create_in_order(device, type, array->dimensions, shape, (const int64_t (*)[ARRAY_DIMENSIONS_MAX])models, 1, error) : NULL;
        FloatGathering gathering;
        /* The elements where runs begin, all at once: the results of runs of one. */
        Variant begins = result ? array_take_places(runtime, array, places, place, error) : variant_absent();
        well = begins.kind == VARIANT_ARRAY && array_assign(result, begins.array, error);
        variant_release(&begins);
        runtime_gather_floats(runtime, &gathering);
        bool pairwise = row->number == OPERATOR_add && dtype_is_inexact(type);
        for (int64_t i = 0; i < count && well; i++) {
            int64_t to = i + 1 < count ? at[i + 1] : extent;
            if (to <= at[i] + 1) continue;
            Array *part = part_of(array, place, at[i], to, error);
            if (part && !check_exponents(runtime, row, part, place, type, error)) {
                array_release(part);
                part = NULL;
            }
            Array *sum = part && pairwise ? sum_of_run(runtime, part, place, type, error)
                         : part ? array_reduce(runtime, row, part, 1ull << place, true, type, NULL, NULL, row->name, error) : NULL;
            Array *target = sum ? part_of(result, place, i, i + 1, error) : NULL;
            well = target && array_assign(target, sum, error) && runtime_poll(runtime, error);
            array_release(part);
            array_release(sum);
            array_release(target);
        }
        if (!runtime_end_gathering(runtime, &gathering, "reduceat", error) || !well) {
            array_release(result);
            result = NULL;
        }
    }
    array_release(array);
    array_release(given);
    array_release(places);
    return deliver(result, options, !device_is_host(device), row->name, error);
}

Variant ufunc_outer(ArrayRuntime *runtime, const Operator *row, Variant left, Variant right,
                    const UfuncOptions *options, Error *error) {
    if (!options) options = &no_options;
    if (row->inputs != 2) {
        error_set(error, "ValueError", "outer product only supported for binary functions");
        return variant_absent();
    }
    Device *device = device_for(runtime, left, options);
    Array *a = array_from_variant(runtime, left, NULL, device, false, error);
    Array *b = a ? array_from_variant(runtime, right, NULL, device, false, error) : NULL, *wide = NULL;
    Variant result = variant_absent();
    if (b && a->dimensions + b->dimensions <= ARRAY_DIMENSIONS_MAX) {
        int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX] = {0};
        int dimensions = a->dimensions + b->dimensions;
        for (int i = 0; i < dimensions; i++) shape[i] = i < a->dimensions ? a->shape[i] : 1;
        memcpy(strides, a->strides, sizeof *strides * (size_t)a->dimensions);
        wide = array_view(a, a->dtype, dimensions, shape, strides, 0, error);
        Variant inputs[] = {{.kind = VARIANT_ARRAY, .array = wide}, {.kind = VARIANT_ARRAY, .array = b}};
        if (wide) result = ufunc_call(runtime, row, inputs, 2, options, error);
    } else if (b) {
        error_set(error, "ValueError", "maximum supported dimension for an ndarray is currently 64, found %d",
                  a->dimensions + b->dimensions);
    }
    array_release(wide);
    array_release(a);
    array_release(b);
    return result;
}
