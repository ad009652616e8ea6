#include "arraylib/device/device.h"

#include "base/arena.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

typedef struct Step Step;
struct Step {
    Step *next;
    const char *name;
    bool (*run)(Device *device, void *context, void *caller, Error *error);
    void (*release)(void *context);
    void *context;
};

struct DeviceCapture {
    size_t references;
    Device *device;
    const DeviceOperations *real; /* the device's own table */
    DeviceOperations recording;
    Arena arena; /* of the steps and their tasks */
    Step *first, **last;
    size_t count;
    Buffer **kept;
    size_t kept_count, kept_capacity;
    bool fails; /* there was no memory for a part of the task at hand */
    bool is_broken;
};

/* ---- copies of tasks ---- */

static void *take(DeviceCapture *capture, size_t size) {
    void *bytes = arena_allocate(&capture->arena, size ? size : 1);
    if (!bytes) capture->fails = true;
    return bytes;
}

static void *copy_bytes(DeviceCapture *capture, const void *bytes, size_t size) {
    void *copy = bytes ? take(capture, size) : NULL;
    if (copy) memcpy(copy, bytes, size);
    return copy;
}

/* Keep the memory at an address; what is not the device's own is its owner's business. */
static char *keep(DeviceCapture *capture, const char *address) {
    Buffer *buffer = capture->device->buffers;
    while (buffer && (!buffer->bytes || address < buffer->bytes || (size_t)(address - buffer->bytes) > buffer->size ||
                      ((size_t)(address - buffer->bytes) == buffer->size && buffer->size)))
        buffer = buffer->next;
    if (!buffer || !address) return (char *)address;
    if (capture->kept_count == capture->kept_capacity) {
        size_t capacity = capture->kept_capacity ? 2 * capture->kept_capacity : 16;
        Buffer **more = memory_resize(capture->kept, capacity * sizeof *more);
        if (!more) {
            capture->fails = true;
            return (char *)address;
        }
        capture->kept = more;
        capture->kept_capacity = capacity;
    }
    buffer->is_shared = true; /* its address is written down */
    capture->kept[capture->kept_count++] = buffer_retain(buffer);
    return (char *)address;
}

static const int64_t *copy_numbers(DeviceCapture *capture, const int64_t *numbers, int count) {
    return copy_bytes(capture, numbers, (size_t)count * sizeof *numbers);
}

static Shape copy_shape(DeviceCapture *capture, Shape shape) {
    return (Shape){shape.dimensions, copy_numbers(capture, shape.extents, shape.dimensions)};
}

static Operand copy_operand(DeviceCapture *capture, Operand operand, int dimensions) {
    operand.strides = copy_numbers(capture, operand.strides, dimensions);
    operand.data = operand.immediate ? copy_bytes(capture, operand.data, (size_t)operand.dtype->item_size) : keep(capture, operand.data);
    return operand;
}

static const Operand *copy_operands(DeviceCapture *capture, const Operand *operands, int count, int dimensions) {
    Operand *copies = copy_bytes(capture, operands, (size_t)count * sizeof *copies);
    for (int i = 0; copies && i < count; i++) copies[i] = copy_operand(capture, operands[i], dimensions);
    return copies;
}

/* ---- writing down ---- */

static bool append(DeviceCapture *capture, const Step *step, Error *error) {
    Step *copy = capture->fails ? NULL : copy_bytes(capture, step, sizeof *step);
    const char *name = copy ? arena_copy(&capture->arena, step->name, strlen(step->name)) : NULL;
    capture->fails = false;
    if (!name) return error_no_memory(error);
    copy->name = name;
    copy->next = NULL;
    *capture->last = copy;
    capture->last = &copy->next;
    capture->count++;
    return true;
}

static DeviceCapture *capture_of(Device *device) { return device->capture; }

static void name_of(char name[64], const Operator *row) { snprintf(name, 64, "cupy_%s", row->name); }

static bool run_elementwise(Device *device, void *task, void *caller, Error *error) {
    int flags = 0;
    (void)caller;
    return device->operations->elementwise(device, task, &flags, error);
}
static bool record_elementwise(Device *device, const ElementwiseTask *task, int *flags, Error *error) {
    DeviceCapture *capture = capture_of(device);
    ElementwiseTask *copy = copy_bytes(capture, task, sizeof *task);
    char name[64];
    *flags = 0;
    if (task->flexible) return error_set(error, "TypeError", "elements of such a type are not recorded");
    if (!copy) return error_no_memory(error);
    int dimensions = task->shape.dimensions;
    copy->shape = copy_shape(capture, task->shape);
    for (int i = 0; i < task->operator_row->inputs + task->operator_row->outputs; i++)
        copy->operands[i] = copy_operand(capture, task->operands[i], dimensions);
    copy->where = copy_operands(capture, task->where, 1, dimensions);
    if (task->call_name) copy->call_name = copy_bytes(capture, task->call_name, strlen(task->call_name) + 1);
    name_of(name, task->operator_row);
    return append(capture, &(Step){.name = name, .run = run_elementwise, .context = copy}, error);
}

static const Dtype *result_type(const FusionStep *step) { return &dtypes[step->operator_row->loops[step->loop][step->operator_row->inputs]]; }

static bool reduce_rows(Device *device, const FusedTask *task, Operand value, Error *error) {
    const FusedReduction *reduction = task->reduction;
    const int64_t extents[2] = {reduction->outer, reduction->inner};
    const Dtype *result = &dtypes[reduction->operator_row->loops[reduction->loop][2]];
    int64_t input[2] = {reduction->inner * value.dtype->item_size, value.dtype->item_size}, output[2] = {0, 0};
    int flags = 0;
    output[reduction->trailing ? 0 : 1] = result->item_size;
    ReduceTask rows = {.operator_row = reduction->operator_row,
                       .loop = reduction->loop,
                       .shape = {2, extents},
                       .input = {value.dtype, value.data, input, false},
                       .output = {result, reduction->output, output, false}};
    return device->operations->reduce(device, &rows, &flags, error);
}

/* The device puts it not together, or not yet. Results that nobody asked for lie in memory meanwhile. */
static bool run_one_by_one(Device *device, const FusedTask *task, Error *error) {
    Operand values[FUSION_INPUTS_MAX + FUSION_STEPS_MAX];
    char *scratch[FUSION_STEPS_MAX] = {NULL};
    int64_t strides[FUSION_STEPS_MAX][ARRAY_DIMENSIONS_MAX], count = 1;
    bool good = true;
    memcpy(values, task->inputs, (size_t)task->input_count * sizeof *values);
    for (int i = 0; i < task->shape.dimensions; i++) count *= task->shape.extents[i];
    for (int i = 0; i < task->step_count && good; i++) {
        const FusionStep *step = &task->steps[i];
        const Dtype *type = result_type(step);
        const int inputs = step->operator_row->inputs, value = task->input_count + i;
        int flags = 0, output = 0;
        while (output < task->output_count && task->outputs[output].value != value) output++;
        if (output < task->output_count && (!task->reduction || task->reduction->value != value)) {
            values[value] = task->outputs[output].operand;
        } else {
            shape_c_strides(task->shape.dimensions, task->shape.extents, type->item_size, strides[i]);
            if (!(scratch[i] = device->operations->allocate(device, (size_t)(count * type->item_size), error))) good = false;
            values[value] = (Operand){type, scratch[i], strides[i], false};
        }
        ElementwiseTask single = {.operator_row = step->operator_row, .loop = step->loop, .shape = task->shape, .call_name = step->operator_row->name};
        for (int k = 0; k < inputs; k++) single.operands[k] = values[step->operands[k]];
        single.operands[inputs] = values[value];
        good = good && device->operations->elementwise(device, &single, &flags, error);
        if (good && output < task->output_count && scratch[i])
            good = device->operations->cast(device, task->shape, values[value], task->outputs[output].operand, &flags, error);
    }
    if (good && task->reduction) good = reduce_rows(device, task, values[task->reduction->value], error);
    for (int i = 0; i < task->step_count; i++)
        if (scratch[i]) device->operations->free(device, scratch[i], (size_t)(count * result_type(&task->steps[i])->item_size));
    return good;
}

static bool run_fused(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    if (device->operations->fused(device, task, error)) return true;
    if (!error->kind || strcmp(error->kind, "NotImplementedError")) return false;
    error_clear(error);
    return run_one_by_one(device, task, error);
}
static bool record_fused(Device *device, FusedTask *task, Error *error) {
    DeviceCapture *capture = capture_of(device);
    FusedTask *copy;
    memset(task->float_flags, 0, sizeof task->float_flags);
    if (task->reduction) task->reduction->float_flags = 0;
    copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    int dimensions = task->shape.dimensions;
    copy->shape = copy_shape(capture, task->shape);
    for (int i = 0; i < task->input_count; i++) copy->inputs[i] = copy_operand(capture, task->inputs[i], dimensions);
    for (int i = 0; i < task->output_count; i++) copy->outputs[i].operand = copy_operand(capture, task->outputs[i].operand, dimensions);
    copy->order_strides = copy_numbers(capture, task->order_strides, dimensions);
    copy->reduction = copy_bytes(capture, task->reduction, sizeof *task->reduction);
    if (copy->reduction) copy->reduction->output = keep(capture, task->reduction->output);
    TextBuffer name = TEXT_BUFFER_EMPTY;
    text_append(&name, "cupy");
    for (int i = 0; i < task->step_count; i++) text_append_format(&name, "_%s", task->steps[i].operator_row->name);
    if (task->reduction) text_append_format(&name, "_%s", task->reduction->operator_row->name);
    bool good = append(capture, &(Step){.name = text_string(&name), .run = run_fused, .context = copy}, error);
    text_release(&name);
    return good;
}

typedef struct Plain { /* what the primitives without a struct of their own take */
    Shape shape;
    Operand input, output;
    const void *value, *step;
    int64_t count;
    char *target;
    const char *source;
} Plain;

static bool append_plain(DeviceCapture *capture, const char *name, bool (*run)(Device *, void *, void *, Error *), const Plain *plain, Error *error) {
    Plain *copy = copy_bytes(capture, plain, sizeof *plain);
    return copy ? append(capture, &(Step){.name = name, .run = run, .context = copy}, error) : error_no_memory(error);
}

static bool run_cast(Device *device, void *context, void *caller, Error *error) {
    const Plain *plain = context;
    int flags = 0;
    (void)caller;
    return device->operations->cast(device, plain->shape, plain->input, plain->output, &flags, error);
}
static bool record_cast(Device *device, Shape shape, Operand input, Operand output, int *flags, Error *error) {
    DeviceCapture *capture = capture_of(device);
    *flags = 0;
    Plain plain = {.shape = copy_shape(capture, shape),
                   .input = copy_operand(capture, input, shape.dimensions),
                   .output = copy_operand(capture, output, shape.dimensions)};
    return append_plain(capture, "cupy_copy", run_cast, &plain, error);
}

static bool run_fill(Device *device, void *context, void *caller, Error *error) {
    const Plain *plain = context;
    (void)caller;
    return device->operations->fill(device, plain->shape, plain->output, plain->value, error);
}
static bool record_fill(Device *device, Shape shape, Operand output, const void *value, Error *error) {
    DeviceCapture *capture = capture_of(device);
    Plain plain = {.shape = copy_shape(capture, shape),
                   .output = copy_operand(capture, output, shape.dimensions),
                   .value = copy_bytes(capture, value, (size_t)output.dtype->item_size)};
    return append_plain(capture, "cupy_fill", run_fill, &plain, error);
}

static bool run_iota(Device *device, void *context, void *caller, Error *error) {
    const Plain *plain = context;
    (void)caller;
    return device->operations->iota(device, plain->output, plain->count, plain->value, plain->step, error);
}
static bool record_iota(Device *device, Operand output, int64_t count, const void *start, const void *step, Error *error) {
    DeviceCapture *capture = capture_of(device);
    size_t size = (size_t)output.dtype->item_size;
    Plain plain = {.output = copy_operand(capture, output, output.strides ? 1 : 0),
                   .count = count,
                   .value = copy_bytes(capture, start, size),
                   .step = copy_bytes(capture, step, size)};
    return append_plain(capture, "cupy_arange", run_iota, &plain, error);
}

static bool run_reduce(Device *device, void *task, void *caller, Error *error) {
    int flags = 0;
    (void)caller;
    return device->operations->reduce(device, task, &flags, error);
}
static bool record_reduce(Device *device, const ReduceTask *task, int *flags, Error *error) {
    DeviceCapture *capture = capture_of(device);
    ReduceTask *copy = copy_bytes(capture, task, sizeof *task);
    char name[64];
    *flags = 0;
    if (!copy) return error_no_memory(error);
    int dimensions = task->shape.dimensions;
    copy->shape = copy_shape(capture, task->shape);
    copy->input = copy_operand(capture, task->input, dimensions);
    copy->output = copy_operand(capture, task->output, dimensions);
    copy->initial = copy_bytes(capture, task->initial, (size_t)operator_loop_type(task->operator_row, task->loop, 0)->item_size);
    copy->where = copy_operands(capture, task->where, 1, dimensions);
    snprintf(name, sizeof name, "cupy_reduce_%s", task->operator_row->name);
    return append(capture, &(Step){.name = name, .run = run_reduce, .context = copy}, error);
}

static bool run_scan(Device *device, void *task, void *caller, Error *error) {
    int flags = 0;
    (void)caller;
    return device->operations->scan(device, task, &flags, error);
}
static bool record_scan(Device *device, const ScanTask *task, int *flags, Error *error) {
    DeviceCapture *capture = capture_of(device);
    ScanTask *copy = copy_bytes(capture, task, sizeof *task);
    char name[64];
    *flags = 0;
    if (!copy) return error_no_memory(error);
    copy->shape = copy_shape(capture, task->shape);
    copy->input = copy_operand(capture, task->input, task->shape.dimensions);
    copy->output = copy_operand(capture, task->output, task->shape.dimensions);
    snprintf(name, sizeof name, "cupy_scan_%s", task->operator_row->name);
    return append(capture, &(Step){.name = name, .run = run_scan, .context = copy}, error);
}

static bool run_arg_reduce(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->arg_reduce(device, task, error);
}
static bool record_arg_reduce(Device *device, const ArgReduceTask *task, Error *error) {
    DeviceCapture *capture = capture_of(device);
    ArgReduceTask *copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    copy->shape = copy_shape(capture, task->shape);
    copy->input = copy_operand(capture, task->input, task->shape.dimensions);
    copy->output = copy_operand(capture, task->output, task->shape.dimensions - 1);
    return append(capture, &(Step){.name = task->maximum ? "cupy_argmax" : "cupy_argmin", .run = run_arg_reduce, .context = copy}, error);
}

static bool run_gather(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->gather(device, task, error);
}
static bool run_scatter(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->scatter(device, task, error);
}
static bool record_index(Device *device, const GatherTask *task, bool scatters, Error *error) {
    DeviceCapture *capture = capture_of(device);
    GatherTask *copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    int dimensions = task->shape.dimensions, count = task->index_count;
    copy->shape = copy_shape(capture, task->shape);
    copy->indexed = copy_operand(capture, task->indexed, dimensions);
    copy->other = copy_operand(capture, task->other, dimensions);
    copy->indexes = copy_operands(capture, task->indexes, count, dimensions);
    copy->index_strides = copy_numbers(capture, task->index_strides, count);
    copy->index_sizes = copy_numbers(capture, task->index_sizes, count);
    copy->index_axes = copy_bytes(capture, task->index_axes, (size_t)count * sizeof *task->index_axes);
    copy->float_flags = NULL;
    return append(capture, &(Step){.name = scatters ? "cupy_scatter" : "cupy_take", .run = scatters ? run_scatter : run_gather, .context = copy}, error);
}
static bool record_gather(Device *device, const GatherTask *task, Error *error) { return record_index(device, task, false, error); }
static bool record_scatter(Device *device, const GatherTask *task, Error *error) { return record_index(device, task, true, error); }

static bool run_sort(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->sort(device, task, error);
}
static bool record_sort(Device *device, const SortTask *task, Error *error) {
    DeviceCapture *capture = capture_of(device);
    SortTask *copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    keep(capture, task->data);
    keep(capture, (const char *)task->indexes);
    return append(capture, &(Step){.name = task->indexes ? "cupy_argsort" : "cupy_sort", .run = run_sort, .context = copy}, error);
}

static bool run_search(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->search(device, task, error);
}
static bool record_search(Device *device, const SearchTask *task, Error *error) {
    DeviceCapture *capture = capture_of(device);
    SearchTask *copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    keep(capture, task->sorted);
    keep(capture, task->values);
    keep(capture, (const char *)task->output);
    keep(capture, (const char *)task->sorter);
    return append(capture, &(Step){.name = "cupy_searchsorted", .run = run_search, .context = copy}, error);
}

static bool run_convolve(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->convolve(device, task, error);
}
static bool record_convolve(Device *device, const ConvolveTask *task, Error *error) {
    DeviceCapture *capture = capture_of(device);
    ConvolveTask *copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    keep(capture, task->input);
    keep(capture, task->kernel);
    keep(capture, task->output);
    copy->fill_value = copy_bytes(capture, task->fill_value, (size_t)task->dtype->item_size);
    return append(capture, &(Step){.name = "cupy_convolve", .run = run_convolve, .context = copy}, error);
}

static bool run_fft(Device *device, void *task, void *caller, Error *error) {
    (void)caller;
    return device->operations->fft(device, task, error);
}
static bool record_fft(Device *device, const FftTask *task, Error *error) {
    DeviceCapture *capture = capture_of(device);
    FftTask *copy = copy_bytes(capture, task, sizeof *task);
    if (!copy) return error_no_memory(error);
    keep(capture, task->input);
    keep(capture, task->output);
    return append(capture, &(Step){.name = "cufft", .run = run_fft, .context = copy}, error);
}

static bool run_copy_within(Device *device, void *context, void *caller, Error *error) {
    const Plain *plain = context;
    (void)caller;
    return device->operations->copy_within(device, plain->target, plain->source, (size_t)plain->count, error);
}
static bool record_copy_within(Device *device, char *target, const char *source, size_t size, Error *error) {
    DeviceCapture *capture = capture_of(device);
    Plain plain = {.target = keep(capture, target), .source = keep(capture, source), .count = (int64_t)size};
    return append_plain(capture, "memcpy_device_to_device", run_copy_within, &plain, error);
}

static bool run_copy_from_host(Device *device, void *context, void *caller, Error *error) {
    const Plain *plain = context;
    (void)caller;
    return device->operations->copy_from_host(device, plain->target, plain->source, (size_t)plain->count, error);
}
static bool record_copy_from_host(Device *device, char *target, const void *source, size_t size, Error *error) {
    DeviceCapture *capture = capture_of(device);
    Plain plain = {.target = keep(capture, target), .source = copy_bytes(capture, source, size), .count = (int64_t)size};
    return append_plain(capture, "memcpy_host_to_device", run_copy_from_host, &plain, error);
}

/* ---- what is not recorded ---- */

static bool refuse(Error *error) {
    return error_set(error, "RuntimeError", "the current stream is capturing, so D2H transfers are disallowed");
}
static bool refuse_library(Error *error, const char *name) {
    return error_set(error, "NotImplementedError", "calling %s API during stream capture is currently unsupported", name);
}
static bool refuse_copy_to_host(Device *device, void *target, const char *source, size_t size, Error *error) {
    return (void)device, (void)target, (void)source, (void)size, refuse(error);
}
static bool refuse_copy_peer(Device *device, char *target, Device *from, const char *source, size_t size, Error *error) {
    return (void)device, (void)target, (void)from, (void)source, (void)size, refuse(error);
}
static bool refuse_count(Device *device, Shape shape, Operand input, int64_t *count, Error *error) {
    return (void)device, (void)shape, (void)input, *count = 0, refuse(error);
}
static bool refuse_nonzero(Device *device, Shape shape, Operand input, int64_t count, int64_t *output, Error *error) {
    return (void)device, (void)shape, (void)input, (void)count, (void)output, refuse(error);
}
static bool refuse_matmul(Device *device, const MatmulTask *task, int *flags, Error *error) {
    return (void)device, (void)task, *flags = 0, refuse_library(error, "cuBLAS");
}
static bool refuse_random(Device *device, const RandomTask *task, Error *error) {
    return (void)device, (void)task, refuse_library(error, "cuRAND");
}
static bool refuse_solve(Device *device, const SolverTask *task, Error *error) {
    return (void)device, (void)task, refuse_library(error, "cuSOLVER");
}
static bool refuse_call(Device *device, const LibraryTask *task, Error *error) {
    return (void)device, (void)task, refuse_library(error, "cuSOLVER");
}
/* cudaDeviceSynchronize waits for all streams, the one that records among them. */
static bool refuse_synchronize(Device *device, Error *error) {
    capture_break(device->capture);
    return error_set(error, "cupy_backends.cuda.api.runtime.CUDARuntimeError",
                     "cudaErrorStreamCaptureUnsupported: operation not permitted when stream is capturing");
}

static DeviceOperations recording_table(const DeviceOperations *real) {
    DeviceOperations table = *real;
    table.copy_from_host = record_copy_from_host;
    table.copy_to_host = refuse_copy_to_host;
    table.copy_within = record_copy_within;
    table.copy_peer = refuse_copy_peer;
    table.synchronize = refuse_synchronize;
    table.elementwise = record_elementwise;
    if (real->fused) table.fused = record_fused;
    table.cast = record_cast;
    table.fill = record_fill;
    table.iota = record_iota;
    table.reduce = record_reduce;
    table.scan = record_scan;
    table.arg_reduce = record_arg_reduce;
    table.gather = record_gather;
    table.scatter = record_scatter;
    table.count_nonzero = refuse_count;
    table.compress = NULL;
    table.expand = NULL;
    table.nonzero = refuse_nonzero;
    table.sort = record_sort;
    table.search = record_search;
    table.matmul = refuse_matmul;
    table.convolve = record_convolve;
    table.random = refuse_random;
    table.fft = record_fft;
    table.solve = refuse_solve;
    if (real->call_library) table.call_library = refuse_call;
    return table;
}

/* ---- the public face ---- */

DeviceCapture *capture_create(Device *device, Error *error) {
    DeviceCapture *capture = memory_allocate_zeroed(1, sizeof *capture);
    if (!capture) {
        error_no_memory(error);
        return NULL;
    }
    capture->references = 1;
    capture->device = device;
    capture->real = device->capture ? device->capture->real : device->operations;
    capture->recording = recording_table(capture->real);
    capture->last = &capture->first;
    return capture;
}

DeviceCapture *capture_retain(DeviceCapture *capture) {
    capture->references++;
    return capture;
}

void capture_release(DeviceCapture *capture) {
    if (!capture || --capture->references) return;
    if (capture->device->capture == capture) capture_select(capture->device, NULL);
    for (Step *step = capture->first; step; step = step->next)
        if (step->release) step->release(step->context);
    for (size_t i = 0; i < capture->kept_count; i++) buffer_release(capture->kept[i]);
    memory_release(capture->kept);
    arena_release(&capture->arena);
    memory_release(capture);
}

void capture_select(Device *device, DeviceCapture *capture) {
    if (device->capture) device->operations = device->capture->real;
    device->capture = capture;
    if (capture) device->operations = &capture->recording;
}

bool capture_add(DeviceCapture *capture, const CaptureWork *work, Error *error) {
    if (append(capture, &(Step){.name = work->name, .run = work->run, .release = work->release, .context = work->context}, error)) return true;
    if (work->release) work->release(work->context);
    return false;
}

static bool run_capture(Device *device, void *context, void *caller, Error *error) {
    (void)device;
    return capture_run(context, caller, error);
}
static void release_capture(void *context) { capture_release(context); }

bool capture_add_capture(DeviceCapture *capture, DeviceCapture *other, Error *error) {
    return capture_add(capture, &(CaptureWork){"graph", run_capture, release_capture, capture_retain(other)}, error);
}

bool capture_run(DeviceCapture *capture, void *caller, Error *error) {
    Device *device = capture->device;
    DeviceCapture *selected = device->capture;
    bool good = true;
    capture_retain(capture);
    capture_select(device, NULL);
    for (Step *step = capture->first; step && good; step = step->next) good = step->run(device, step->context, caller, error);
    capture_select(device, selected);
    capture_release(capture);
    return good;
}

void capture_break(DeviceCapture *capture) { capture->is_broken = true; }
bool capture_is_broken(const DeviceCapture *capture) { return capture->is_broken; }

size_t capture_count(const DeviceCapture *capture) { return capture->count; }

Device *capture_device(const DeviceCapture *capture) { return capture->device; }

void capture_append_names(const DeviceCapture *capture, TextBuffer *names) {
    for (const Step *step = capture->first; step; step = step->next) text_append_format(names, "%s\n", step->name);
}
