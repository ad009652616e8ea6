/* The primitives over elements that are no numbers: values of the language, text, dates, records.
 *
 * Element by element, by the calling thread: such elements may be counted references, and to compare or combine them may run the
 * language. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/walk.h"

#include "arraylib/core/datetime.h"
#include "arraylib/device/host/dates.h"
#include "base/memory.h"

#include <string.h>

/* ---- Copies and conversions ---- */

typedef struct FlexibleCast {
    ArrayRuntime *runtime;
    const Dtype *from, *to;
} FlexibleCast;

/* A date as text, whole or not at all. */
static bool date_to_text(const FlexibleCast *run, const char *in, char *out, Error *error) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    int64_t length = run->to->item_size / (run->to->kind == 'U' ? 4 : 1), date = date_read(in);
    datetime_append(&text, date, run->from);
    bool well = !text.failed || error_no_memory(error);
    if (well && (int64_t)text.length > length && date != NOT_A_TIME)
        well = error_set(error, "RuntimeError", "The string provided for NumPy ISO datetime formatting was too short, with length %lld", (long long)length);
    Variant value = well ? variant_string(text_string(&text), text.length) : variant_absent();
    text_release(&text);
    if (!well) return false;
    well = value.kind == VARIANT_ABSENT ? error_no_memory(error) : element_store(run->runtime, value, run->to, out, error);
    variant_release(&value);
    return well;
}

static bool run_cast(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const FlexibleCast *run = context;
    int64_t done;
    if (run->from != run->to && dates_cast(run->from, run->to, data, strides, count, &done))
        return done == count || error_set(error, "OverflowError", "Overflow when converting between NumPy datetime units");
    for (int64_t i = 0; i < count; i++) {
        const char *in = data[0] + i * strides[0];
        char *out = data[1] + i * strides[1];
        if (run->from == run->to) {
            element_copy(run->to, out, in);
            continue;
        }
        if (run->to == DTYPE(BOOL) && run->from->kind == 'V') {
            bool truth;
            if (!element_truth(run->runtime, run->from, in, &truth, error)) return false;
            *(uint8_t *)out = truth;
            continue;
        }
        if (run->to->kind == 'O' && dtype_is_date(run->from) && run->runtime->hooks.date) { /* datetime's own objects */
            VariantHandle *made;
            if (!run->runtime->hooks.date(run->runtime->hook_context, run->from, date_read(in), &made, error)) return false;
            handle_put(out, made);
            continue;
        }
        if (run->from->kind == 'M' && (run->to->kind == 'U' || run->to->kind == 'S')) {
            if (!date_to_text(run, in, out, error)) return false;
            continue;
        }
        bool plain = (run->to->kind == 'O' || (run->to->kind == 'V' && run->to->has_objects)) &&
                     !dtype_is_date(run->from); /* objects are Python's own numbers and text */
        Variant value = plain ? scalar_to_variant(run->from, in) : element_load(run->from, in);
        if (value.kind == VARIANT_ABSENT) return error_no_memory(error);
        bool well = element_store(run->runtime, value, run->to, out, error);
        variant_release(&value);
        if (!well) return false;
    }
    return true;
}

bool flexible_cast(Device *device, Shape shape, Operand input, Operand output, Error *error) {
    FlexibleCast run = {device->runtime, input.dtype, output.dtype};
    const Operand *operands[] = {&input, &output};
    Walk walk;
    FloatGathering gathering;
    if (!walk_begin(&walk, shape, operands, 2, true)) return true;
    if (!dtype_is_date(output.dtype) || dtype_is_flexible(input.dtype)) return walk_run(&walk, device->runtime, run_cast, &run, error);
    runtime_gather_floats(device->runtime, &gathering); /* numbers that are too large are told of once */
    walk_run(&walk, device->runtime, run_cast, &run, error);
    return runtime_end_gathering(device->runtime, &gathering, "cast", error);
}

typedef struct FlexibleFill {
    const Dtype *dtype;
    const void *value;
} FlexibleFill;

static bool run_fill(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    const FlexibleFill *run = context;
    for (int64_t i = 0; i < count; i++) element_copy(run->dtype, data[0] + i * strides[0], run->value);
    return true;
}

bool flexible_fill(Device *device, Shape shape, Operand output, const void *value, Error *error) {
    FlexibleFill run = {output.dtype, value};
    const Operand *operands[] = {&output};
    Walk walk;
    return !walk_begin(&walk, shape, operands, 1, true) || walk_run(&walk, device->runtime, run_fill, &run, error);
}

/* ---- Operators ---- */

typedef struct FlexibleRun {
    const FlexibleLoop *loop;
    int operands;
    bool masked;
} FlexibleRun;

static bool run_elementwise(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const FlexibleRun *run = context;
    char *element[5];
    if (!run->masked && (dates_operate(run->loop, data, strides, count) || texts_compare(run->loop, data, strides, count))) return true;
    for (int64_t i = 0; i < count; i++) {
        if (run->masked && !data[run->operands][i * strides[run->operands]]) continue;
        for (int k = 0; k < run->operands; k++) element[k] = data[k] + i * strides[k];
        if (!run->loop->step(run->loop, element, error)) return false;
    }
    return true;
}

bool flexible_elementwise(Device *device, const ElementwiseTask *task, Error *error) {
    const Operator *row = task->operator_row;
    FlexibleLoop loop = *task->flexible;
    FlexibleRun run = {&loop, row->inputs + row->outputs, task->where != NULL};
    int flags = 0;
    loop.flags = &flags;
    loop.one_divisor = row->inputs == 2;
    for (int i = 0; i < task->shape.dimensions && loop.one_divisor; i++) loop.one_divisor = !task->operands[1].strides[i];
    const Operand *operands[6];
    int count = run.operands;
    for (int k = 0; k < count; k++) operands[k] = &task->operands[k];
    if (run.masked) operands[count++] = task->where;
    Walk walk;
    if (!walk_begin(&walk, task->shape, operands, count, true)) return true;
    return walk_run(&walk, device->runtime, run_elementwise, &run, error) && runtime_float_errors(device->runtime, row->name, flags, error);
}

/* ---- Reductions ---- */

typedef struct FlexibleReduction {
    const FlexibleLoop *loop;
    const Dtype *type;
    bool seeds; /* the pass that puts the first elements */
    bool masked;
} FlexibleReduction;

/* Elements into `out`; the outputs hold their first elements already. */
static bool run_reduce(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const FlexibleReduction *run = context;
    if (!run->seeds && !run->masked && !strides[1] && dates_reduce(run->loop, data[1], data[0], strides[0], count)) return true;
    if (!run->seeds && !run->masked && strides[1] &&
        dates_operate(run->loop, (char *[]){data[1], data[0], data[1]}, (int64_t[]){strides[1], strides[0], strides[1]}, count))
        return true;
    for (int64_t i = 0; i < count; i++) {
        char *in = data[0] + i * strides[0], *out = data[1] + i * strides[1];
        if (run->masked && !data[2][i * strides[2]]) continue;
        if (run->seeds) element_copy(run->type, out, in);
        else if (!run->loop->step(run->loop, (char *[]){out, in, out}, error)) return false;
    }
    return true;
}

/* All elements but the first along the reduced axes, in C order: the part behind the first of one axis, then, where that axis is
 * at its first, of the next. */
static bool reduce_below(Device *device, const ReduceTask *task, FlexibleReduction *run, Error *error) {
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    Operand input = task->input;
    memcpy(extents, task->shape.extents, sizeof *extents * (size_t)task->shape.dimensions);
    const Operand *operands[] = {&input, &task->output};
    for (int axis = 0; axis < task->shape.dimensions; axis++) { /* only the first elements: seeds */
        if (!task->output.strides[axis]) extents[axis] = extents[axis] ? 1 : 0;
    }
    Walk walk;
    run->seeds = true;
    if (!walk_begin(&walk, (Shape){task->shape.dimensions, extents}, operands, 2, false)) return true;
    if (!walk_run(&walk, device->runtime, run_reduce, run, error)) return false;
    run->seeds = false;
    for (int axis = task->shape.dimensions - 1; axis >= 0; axis--) {
        if (task->output.strides[axis]) continue;
        extents[axis] = task->shape.extents[axis] - 1;
        input.data = task->input.data + task->input.strides[axis];
        if (extents[axis] && walk_begin(&walk, (Shape){task->shape.dimensions, extents}, operands, 2, false) &&
            !walk_run(&walk, device->runtime, run_reduce, run, error))
            return false;
        extents[axis]++;
    }
    return true;
}

bool flexible_reduce(Device *device, const ReduceTask *task, Error *error) {
    FlexibleReduction run = {.loop = task->flexible, .type = task->output.dtype};
    if (!task->initial) return reduce_below(device, task, &run, error);
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    for (int axis = 0; axis < task->shape.dimensions; axis++) extents[axis] = task->output.strides[axis] ? task->shape.extents[axis] : 1;
    if (!flexible_fill(device, (Shape){task->shape.dimensions, extents}, task->output, task->initial, error)) return false;
    const Operand *operands[] = {&task->input, &task->output, task->where};
    run.masked = task->where != NULL;
    Walk walk;
    return !walk_begin(&walk, task->shape, operands, run.masked ? 3 : 2, false) || walk_run(&walk, device->runtime, run_reduce, &run, error);
}

typedef struct FlexibleScan {
    const FlexibleLoop *loop;
    int64_t length, in_stride, out_stride;
} FlexibleScan;

static bool run_scan(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const FlexibleScan *run = context;
    for (int64_t i = 0; i < count; i++) {
        const char *in = data[0] + i * strides[0];
        char *out = data[1] + i * strides[1];
        element_copy(run->loop->types[2], out, in);
        for (int64_t k = 1; k < run->length; k++)
            if (!run->loop->step(run->loop, (char *[]){out + (k - 1) * run->out_stride, (char *)in + k * run->in_stride, out + k * run->out_stride}, error))
                return false;
    }
    return true;
}

bool flexible_scan(Device *device, const ScanTask *task, Error *error) {
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    memcpy(extents, task->shape.extents, sizeof *extents * (size_t)task->shape.dimensions);
    FlexibleScan run = {task->flexible, extents[task->axis], task->input.strides[task->axis], task->output.strides[task->axis]};
    if (!run.length) return true;
    extents[task->axis] = 1;
    const Operand *operands[] = {&task->input, &task->output};
    Walk walk;
    return !walk_begin(&walk, (Shape){task->shape.dimensions, extents}, operands, 2, false) ||
           walk_run(&walk, device->runtime, run_scan, &run, error);
}

typedef struct FlexibleExtreme {
    ArrayRuntime *runtime;
    const Dtype *dtype;
    bool maximum;
    int64_t length, stride;
} FlexibleExtreme;

static bool run_extreme(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const FlexibleExtreme *run = context;
    for (int64_t i = 0; i < count; i++) {
        const char *row = data[0] + i * strides[0];
        int64_t best = dtype_is_date(run->dtype) ? dates_extreme(row, run->stride, run->length, run->maximum) : 0;
        for (int64_t k = 0; k < run->length && !dtype_is_date(run->dtype); k++) {
            const char *here = row + k * run->stride;
            int order;
            if (!element_compare(run->runtime, run->dtype, here, row + best * run->stride, &order, error)) return false;
            if (run->maximum ? order > 0 : order < 0) best = k;
        }
        *(int64_t *)(data[1] + i * strides[1]) = best;
    }
    return true;
}

bool flexible_arg_reduce(Device *device, const ArgReduceTask *task, Error *error) {
    int last = task->shape.dimensions - 1;
    FlexibleExtreme run = {device->runtime, task->input.dtype, task->maximum, task->shape.extents[last], task->input.strides[last]};
    const Operand *operands[] = {&task->input, &task->output};
    Walk walk;
    return !walk_begin(&walk, (Shape){last, task->shape.extents}, operands, 2, false) || walk_run(&walk, device->runtime, run_extreme, &run, error);
}

/* ---- Order ---- */

typedef struct Merge {
    ArrayRuntime *runtime;
    const Dtype *dtype;
    const char *data;
    int64_t *order, *space;
    Error *error;
} Merge;

/* Stable: runs of one, two, four ... are merged. A comparison may raise: then what is there stays a permutation. */
static bool merge_sort(const Merge *merge, int64_t count) {
    int64_t *from = merge->order, *to = merge->space;
    bool well = true;
    for (int64_t width = 1; width < count && well; width *= 2) {
        for (int64_t start = 0; start < count; start += 2 * width) {
            int64_t middle = start + width < count ? start + width : count, end = middle + width < count ? middle + width : count;
            int64_t left = start, right = middle;
            for (int64_t at = start; at < end; at++) {
                int order = -1;
                if (left < middle && right < end && well)
                    well = element_compare(merge->runtime, merge->dtype, merge->data + from[right] * merge->dtype->item_size,
                                           merge->data + from[left] * merge->dtype->item_size, &order, merge->error);
                bool takes_right = left >= middle || (right < end && well && order < 0);
                to[at] = from[takes_right ? right++ : left++];
            }
        }
        int64_t *held = from;
        from = to;
        to = held;
        well = well && runtime_poll(merge->runtime, merge->error);
    }
    if (from != merge->order) memcpy(merge->order, from, (size_t)count * sizeof *from);
    return well;
}

bool flexible_sort(Device *device, const SortTask *task, Error *error) {
    if (dtype_is_date(task->dtype)) return dates_sort(device, task, error);
    size_t size = (size_t)task->dtype->item_size;
    int64_t *places = memory_allocate(2 * (size_t)task->length * sizeof *places);
    char *moved = task->indexes ? NULL : memory_allocate((size_t)task->length * size);
    bool well = (places && (moved || task->indexes)) || error_no_memory(error);
    for (int64_t row = 0; row < task->rows && well; row++) {
        char *data = task->data + row * task->length * (int64_t)size;
        int64_t *order = task->indexes ? task->indexes + row * task->length : places + task->length;
        for (int64_t i = 0; i < task->length; i++) order[i] = i;
        Merge merge = {device->runtime, task->dtype, data, order, places, error};
        if (dtype_is_text(task->dtype)) well = texts_order(device, task->dtype, data, order, task->length, error);
        else well = merge_sort(&merge, task->length);
        if (task->indexes || !well) continue;
        for (int64_t i = 0; i < task->length; i++) memcpy(moved + i * (int64_t)size, data + order[i] * (int64_t)size, size);
        memcpy(data, moved, (size_t)task->length * size); /* references change places only */
    }
    memory_release(places);
    memory_release(moved);
    return well;
}

bool flexible_search(Device *device, const SearchTask *task, Error *error) {
    int64_t size = task->dtype->item_size;
    for (int64_t i = 0; i < task->count; i++) {
        int64_t low = 0, high = task->length;
        while (low < high) {
            int64_t middle = low + (high - low) / 2, at = task->sorter ? task->sorter[middle] : middle;
            int order;
            if (!element_compare(device->runtime, task->dtype, task->sorted + at * size, task->values + i * size, &order, error)) return false;
            if (order < 0 || (task->right && order == 0)) low = middle + 1;
            else high = middle;
        }
        task->output[i] = low;
    }
    return runtime_poll(device->runtime, error);
}
