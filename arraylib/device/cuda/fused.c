/* Several elementwise operators in one kernel, and a reduction over them.
 *
 * The kernel is made of the operators' own CUDA spellings, and nothing is contracted across them, so that its results are
 * those of the operators one by one, to the bit: while it is still being built they are used, and nobody can tell.
 *
 * Axes are taken in the order of memory. Where all operands lie without gaps, a thread takes several elements at once, so
 * that it reads 16 bytes at a time; fewer with functions that are long, whose code is there as often. */
#include "arraylib/device/cuda/reduce.h"

#include <string.h>

enum {
    BLOCK = 256,
    OPERANDS_MAX = FUSION_INPUTS_MAX + FUSION_OUTPUTS_MAX,
    PARAMETER_BYTES_MAX = 3500, /* of a kernel's 4 KB */
};

typedef enum Access { ACCESS_CONTIGUOUS = 'c', ACCESS_SINGLE = 'k', ACCESS_STRIDED = 's', ACCESS_IMMEDIATE = 'i' } Access;

typedef struct FusedKernel {
    const FusedTask *task;
    const Operand *operands[OPERANDS_MAX]; /* inputs, then outputs */
    Access access[OPERANDS_MAX];
    int place[OPERANDS_MAX]; /* among the layout's operands */
    int count;
    bool is_strided, is_long; /* long: what the operators compute is more than a few instructions */
    int width;                /* elements that a thread takes at once */
    Layout layout;
    int dimensions; /* the shape in the order of memory */
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    int order[ARRAY_DIMENSIONS_MAX];
} FusedKernel;

/* A value's type in memory. */
static const Dtype *value_type(const FusedTask *task, int value) {
    if (value < task->input_count) return task->inputs[value].dtype;
    const FusionStep *step = &task->steps[value - task->input_count];
    return &dtypes[step->operator_row->loops[step->loop][step->operator_row->inputs]];
}

static bool is_long(const FusionStep *step) {
    return !(step->operator_row->traits & IS_BRIEF) && strchr(step->operator_row->cuda, '(');
}

static bool is_single(const FusedKernel *kernel, const Operand *operand) {
    for (int i = 0; i < kernel->dimensions; i++)
        if (operand->strides[kernel->order[i]]) return false;
    return true;
}

static void find_layout(FusedKernel *kernel) {
    int64_t strides[OPERANDS_MAX][ARRAY_DIMENSIONS_MAX];
    const int64_t *rows[OPERANDS_MAX];
    int placed = 0;
    for (int k = 0; k < kernel->count; k++) {
        const Operand *operand = kernel->operands[k];
        bool is_input = k < kernel->task->input_count;
        kernel->access[k] = operand->immediate ? ACCESS_IMMEDIATE
                            : is_input && is_single(kernel, operand) ? ACCESS_SINGLE : ACCESS_STRIDED;
        if (kernel->access[k] != ACCESS_STRIDED) continue;
        for (int i = 0; i < kernel->dimensions; i++) strides[placed][i] = operand->strides[kernel->order[i]];
        rows[placed] = strides[placed];
        kernel->place[k] = placed++;
    }
    layout_make(&kernel->layout, (Shape){kernel->dimensions, kernel->extents}, rows, placed);
    kernel->is_strided = kernel->layout.dimensions > 1;
    for (int k = 0; k < kernel->count && !kernel->is_strided; k++)
        if (kernel->access[k] == ACCESS_STRIDED) {
            if (layout_is_contiguous(&kernel->layout, kernel->place[k], kernel->operands[k]->dtype->item_size)) kernel->access[k] = ACCESS_CONTIGUOUS;
            else kernel->is_strided = true;
        }
    for (int k = 0; k < kernel->count && kernel->is_strided; k++)
        if (kernel->access[k] == ACCESS_CONTIGUOUS) kernel->access[k] = ACCESS_STRIDED;
}

static void find_width(FusedKernel *kernel) {
    int widest = 1;
    kernel->width = 1;
    if (kernel->is_strided || kernel->task->reduction) return;
    for (int k = 0; k < kernel->count; k++)
        if (kernel->access[k] == ACCESS_CONTIGUOUS && kernel->operands[k]->dtype->item_size > widest) widest = kernel->operands[k]->dtype->item_size;
    kernel->width = widest <= 2 ? 8 : 16 / widest;
    if (kernel->is_long) kernel->width = widest < 8 ? 2 : 1;
    for (int k = 0; k < kernel->count; k++) {
        int bytes = kernel->width * kernel->operands[k]->dtype->item_size, alignment = bytes < 16 ? bytes : 16;
        if (kernel->access[k] == ACCESS_CONTIGUOUS && (uintptr_t)kernel->operands[k]->data % (unsigned)alignment) kernel->width = 1;
    }
}

static void describe_kernel(FusedKernel *kernel, const FusedTask *task) {
    kernel->task = task;
    kernel->count = 0;
    kernel->is_long = false;
    for (int i = 0; i < task->input_count; i++) kernel->operands[kernel->count++] = &task->inputs[i];
    for (int i = 0; i < task->output_count; i++) kernel->operands[kernel->count++] = &task->outputs[i].operand;
    for (int i = 0; i < task->step_count; i++) kernel->is_long = kernel->is_long || is_long(&task->steps[i]);
    kernel->dimensions = layout_order_axes(task->shape, task->order_strides, kernel->order);
    for (int i = 0; i < kernel->dimensions; i++) kernel->extents[i] = task->shape.extents[kernel->order[i]];
    find_layout(kernel);
    find_width(kernel);
}

/* A number as a character that is not 0. */
static void append_number(TextBuffer *key, int number) { text_append_char(key, (char)(number + 1)); }

static void append_key(const FusedKernel *kernel, TextBuffer *key) {
    const FusedTask *task = kernel->task;
    text_append_char(key, kernel->layout.count > INT32_MAX / 2 ? 'F' : 'f');
    append_number(key, kernel->is_strided ? kernel->layout.dimensions : 0);
    append_number(key, kernel->width);
    append_number(key, task->input_count);
    append_number(key, task->output_count);
    for (int k = 0; k < kernel->count; k++) {
        text_append_char(key, kernel->operands[k]->dtype->code);
        text_append_char(key, (char)kernel->access[k]);
        if (k >= task->input_count) append_number(key, task->outputs[k - task->input_count].value);
    }
    for (int i = 0; i < task->step_count; i++) {
        const FusionStep *step = &task->steps[i];
        append_number(key, (int)step->operator_row->number);
        append_number(key, step->loop);
        for (int k = 0; k < step->operator_row->inputs; k++) append_number(key, step->operands[k]);
    }
}

/* ---- source ---- */

/* struct Results and compute(), which is handed the inputs' elements. */
static void append_compute(TextBuffer *source, const FusedKernel *kernel) {
    const FusedTask *task = kernel->task;
    text_append(source, "struct Results { ");
    for (int i = 0; i < task->output_count; i++) text_append_format(source, "%s r%d; ", cuda_type(task->outputs[i].operand.dtype), i);
    if (task->reduction) text_append_format(source, "%s reduced; ", cuda_type(value_type(task, task->reduction->value)));
    text_append_format(source, "};\n__device__ %s Results compute(", kernel->is_long && task->reduction ? "__noinline__" : "inline");
    for (int i = 0; i < task->input_count; i++)
        text_append_format(source, "%sconst %s v%d", i ? ", " : "", cuda_type(task->inputs[i].dtype), i);
    text_append(source, ") {\n");
    for (int i = 0; i < task->step_count; i++) {
        const FusionStep *step = &task->steps[i];
        const Operator *row = step->operator_row;
        const uint8_t *types = row->loops[step->loop];
        const char *stored = cuda_type(value_type(task, task->input_count + i));
        text_append_format(source, "    %s v%d;\n    {", stored, task->input_count + i);
        for (int k = 0; k < row->inputs; k++) {
            const char *type = cuda_loop_type((DtypeNumber)types[k]);
            text_append_format(source, " const %s in%d = convert<%s>(v%d);", type, k, type, step->operands[k]);
        }
        text_append_format(source, " %s out0; %s; v%d = convert<%s>(out0); }\n", cuda_loop_type((DtypeNumber)types[row->inputs]),
                           row->cuda, task->input_count + i, stored);
    }
    text_append(source, "    Results r;\n");
    for (int i = 0; i < task->output_count; i++)
        text_append_format(source, "    r.r%d = convert<%s>(v%d);\n", i, cuda_type(task->outputs[i].operand.dtype), task->outputs[i].value);
    if (task->reduction) text_append_format(source, "    r.reduced = v%d;\n", task->reduction->value);
    text_append(source, "    return r;\n}\n");
}

/* struct Fused: the geometry and the operands. */
static void append_operands(TextBuffer *source, const FusedKernel *kernel) {
    if (kernel->is_strided) layout_append_source(source, &kernel->layout);
    else text_append(source, "struct Geometry { long long count; };\n");
    text_append_format(source,
                       "struct alignas(16) Slot { char at[16]; };\nstruct Fused { Geometry g; Slot slots[%d]; };\n"
                       "template <typename T> __device__ inline T *pointer(const Fused &f, int k) { return *(T *const *)f.slots[k].at; }\n",
                       kernel->count);
}

static void append_place(TextBuffer *source, const FusedKernel *kernel, int k) {
    const char *type = cuda_type(kernel->operands[k]->dtype);
    switch (kernel->access[k]) {
    case ACCESS_IMMEDIATE: text_append_format(source, "*(const %s *)f.slots[%d].at", type, k); break;
    case ACCESS_SINGLE: text_append_format(source, "*pointer<const %s>(f, %d)", type, k); break;
    case ACCESS_CONTIGUOUS: text_append_format(source, "pointer<%s>(f, %d)[i]", type, k); break;
    case ACCESS_STRIDED: text_append_format(source, "*(%s *)(pointer<char>(f, %d) + o.of[%d])", type, k, kernel->place[k]); break;
    }
}

/* Element i: loaded, computed as `r`, its outputs stored. */
static void append_element(TextBuffer *source, const FusedKernel *kernel) {
    const FusedTask *task = kernel->task;
    if (kernel->is_strided) text_append(source, "        const Offsets o = offsets_of(f.g, i);\n");
    text_append(source, "        const Results r = compute(");
    for (int k = 0; k < task->input_count; k++) {
        text_append(source, k ? ", " : "");
        append_place(source, kernel, k);
    }
    text_append(source, ");\n");
    for (int k = task->input_count; k < kernel->count; k++) {
        text_append(source, "        ");
        append_place(source, kernel, k);
        text_append_format(source, " = r.r%d;\n", k - task->input_count);
    }
}

/* `width` elements at once. */
static void append_group(TextBuffer *source, const FusedKernel *kernel) {
    const FusedTask *task = kernel->task;
    for (int k = 0; k < kernel->count; k++) {
        const char *type = cuda_type(kernel->operands[k]->dtype);
        if (k >= task->input_count) text_append_format(source, "        Pack<%s> b%d;\n", type, k);
        else if (kernel->access[k] == ACCESS_CONTIGUOUS)
            text_append_format(source, "        const Pack<%s> b%d = pointer<const Pack<%s>>(f, %d)[j];\n", type, k, type, k);
    }
    text_append(source, "        #pragma unroll\n        for (int v = 0; v < WIDTH; v++) {\n            const Results r = compute(");
    for (int k = 0; k < task->input_count; k++) {
        text_append(source, k ? ", " : "");
        if (kernel->access[k] == ACCESS_CONTIGUOUS) text_append_format(source, "b%d.x[v]", k);
        else append_place(source, kernel, k);
    }
    text_append(source, ");\n");
    for (int k = task->input_count; k < kernel->count; k++)
        text_append_format(source, "            b%d.x[v] = r.r%d;\n", k, k - task->input_count);
    text_append(source, "        }\n");
    for (int k = task->input_count; k < kernel->count; k++)
        text_append_format(source, "        pointer<Pack<%s>>(f, %d)[j] = b%d;\n", cuda_type(kernel->operands[k]->dtype), k, k);
}

static void append_elementwise(TextBuffer *source, const FusedKernel *kernel) {
    append_operands(source, kernel);
    append_compute(source, kernel);
    text_append_format(source,
                       "typedef %s Index;\nenum { WIDTH = %d };\n"
                       "template <typename T> struct alignas(sizeof(T) * WIDTH < 16 ? sizeof(T) * WIDTH : 16) Pack { T x[WIDTH]; };\n"
                       "extern \"C\" __global__ void kernel(const __grid_constant__ Fused f) {\n"
                       "    const Index count = (Index)f.g.count, first = blockIdx.x * (Index)blockDim.x + threadIdx.x;\n"
                       "    const Index step = (Index)gridDim.x * blockDim.x;\n",
                       kernel->layout.count > INT32_MAX / 2 ? "long long" : "unsigned", kernel->width);
    if (kernel->width > 1) {
        text_append(source, "    const Index groups = count / WIDTH;\n    for (Index j = first; j < groups; j += step) {\n");
        append_group(source, kernel);
        text_append(source, "    }\n    for (Index i = groups * WIDTH + first; i < count; i += step) {\n");
    } else text_append(source, "    for (Index i = first; i < count; i += step) {\n");
    append_element(source, kernel);
    text_append(source, "    }\n}\n");
}

/* As a reduction's source: element i of a row is element base + i * step of the walk. */
static void append_source(TextBuffer *source, const void *context, const ReducePlan *plan) {
    const FusedKernel *kernel = context;
    (void)plan;
    text_append(source, "namespace fused {\n");
    append_operands(source, kernel);
    append_compute(source, kernel);
    text_append_format(source, "__device__ inline %s at(const Fused &f, long long i) {\n",
                       cuda_type(value_type(kernel->task, kernel->task->reduction->value)));
    append_element(source, kernel);
    text_append(source,
                "        return r.reduced;\n}\n}\nstruct Source { fused::Fused fused; long long base, step; };\n"
                "struct Row { const Source *source; long long base; };\n"
                "__device__ inline Row row_of(const Source &s, const kept::Geometry &k, long long row) { return {&s, row * s.base}; }\n"
                "__device__ inline bool skips(const Row &, const reduced::Geometry &, long long) { return false; }\n"
                "__device__ inline Input load(const Row &row, const reduced::Geometry &, long long i) {\n"
                "    return convert<Input>(fused::at(row.source->fused, row.base + i * row.source->step));\n}\n");
}

/* ---- parameters ---- */

typedef struct Parameters {
    _Alignas(16) char bytes[PARAMETER_BYTES_MAX];
    size_t size;
} Parameters;

/* struct Fused as the kernel has it. False: it is too large. */
static bool pack(const FusedKernel *kernel, Parameters *parameters) {
    const Layout *layout = &kernel->layout;
    int dimensions = layout->dimensions > 0 ? layout->dimensions : 1;
    size_t words = kernel->is_strided ? 1 + (size_t)dimensions * (size_t)(layout->operands + 1) : 1;
    size_t head = (words * sizeof(int64_t) + 15) / 16 * 16, size = head + 16 * (size_t)kernel->count;
    if (size > PARAMETER_BYTES_MAX) return false;
    if (kernel->is_strided) layout_pack(layout, (int64_t *)(void *)parameters->bytes);
    else memcpy(parameters->bytes, &layout->count, sizeof layout->count);
    for (int k = 0; k < kernel->count; k++) {
        const Operand *operand = kernel->operands[k];
        char *slot = parameters->bytes + head + 16 * (size_t)k;
        if (kernel->access[k] == ACCESS_IMMEDIATE) memcpy(slot, operand->data, operand->dtype->item_size);
        else memcpy(slot, &operand->data, sizeof operand->data);
    }
    parameters->size = size;
    return true;
}

/* ---- what does the work until the kernel is there ---- */

/* Are the operators' own kernels all built? `prepare`: what is not will be, beside the work, for other expressions take it. */
static bool singles_are_ready(Device *device, const FusedKernel *kernel, bool prepare) {
    const FusedTask *task = kernel->task;
    bool ready = true;
    Shape shape = {kernel->dimensions, kernel->extents};
    int64_t strides[4][ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < task->step_count; i++) {
        const FusionStep *step = &task->steps[i];
        ElementwiseTask single = {.operator_row = step->operator_row, .loop = step->loop, .shape = shape};
        for (int k = 0; k <= step->operator_row->inputs; k++) {
            int value = k < step->operator_row->inputs ? step->operands[k] : task->input_count + i;
            single.operands[k] = (Operand){.dtype = value_type(task, value), .strides = strides[k]};
            if (value >= task->input_count) {
                shape_c_strides(shape.dimensions, shape.extents, single.operands[k].dtype->item_size, strides[k]);
                continue;
            }
            single.operands[k].immediate = task->inputs[value].immediate;
            for (int axis = 0; axis < kernel->dimensions; axis++) strides[k][axis] = task->inputs[value].strides[kernel->order[axis]];
        }
        ready = cuda_elementwise_is_ready(device, &single, prepare) && ready;
    }
    return ready;
}

/* ---- running ---- */

static bool run_elementwise(Device *device, const FusedKernel *kernel, Error *error) {
    Parameters parameters;
    TextBuffer key = TEXT_BUFFER_EMPTY;
    if (!cuda_enter(device, error)) return false;
    if (!pack(kernel, &parameters)) return error_set(error, "NotImplementedError", "too many operands");
    append_key(kernel, &key);
    if (key.failed) return error_no_memory(error);
    CudaFunction function = cuda_function_find(device, key.bytes);
    if (!function && !cuda_function_is_asked(device, key.bytes)) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        append_elementwise(&source, kernel);
        bool have_singles = singles_are_ready(device, kernel, false);
        function = cuda_function_build(device, key.bytes, have_singles ? BUILD_BESIDE : BUILD_NOW, &source, error);
        if (!have_singles) singles_are_ready(device, kernel, true);
    }
    text_release(&key);
    if (!function) return error_set(error, "NotImplementedError", "it is being built");
    int64_t threads = (kernel->layout.count + kernel->width - 1) / kernel->width, blocks = (threads + BLOCK - 1) / BLOCK;
    int64_t most = (int64_t)cuda_state(device)->processor_count * 64;
    return cuda_launch(device, function, blocks < most ? blocks : most, BLOCK, (void *[]){parameters.bytes}, error);
}

typedef struct FusedRows { /* the reduction as one of an array that lies in memory */
    ReduceTask task;
    int64_t extents[2], input[2], output[2];
} FusedRows;

static void describe_rows(const FusedTask *fused, FusedRows *rows) {
    const FusedReduction *reduction = fused->reduction;
    const Dtype *type = value_type(fused, reduction->value);
    const Dtype *result = &dtypes[reduction->operator_row->loops[reduction->loop][2]];
    *rows = (FusedRows){.extents = {reduction->outer, reduction->inner}, .input = {reduction->inner * type->item_size, type->item_size}};
    rows->output[reduction->trailing ? 0 : 1] = result->item_size;
    rows->task = (ReduceTask){.operator_row = reduction->operator_row,
                              .loop = reduction->loop,
                              .shape = {2, rows->extents},
                              .input = {type, NULL, rows->input, false},
                              .output = {result, reduction->output, rows->output, false}};
}

/* Then the parts do the work until it is built. */
static bool parts_are_ready(Device *device, const void *context, bool prepare) {
    const FusedKernel *kernel = context;
    FusedRows rows;
    describe_rows(kernel->task, &rows);
    bool ready = singles_are_ready(device, kernel, prepare);
    return cuda_reduce_is_ready(device, &rows.task, prepare) && ready;
}

static bool run_reduction(Device *device, const FusedKernel *kernel, Error *error) {
    const FusedReduction *reduction = kernel->task->reduction;
    Parameters parameters;
    FusedRows rows;
    TextBuffer key = TEXT_BUFFER_EMPTY;
    if (!pack(kernel, &parameters) || parameters.size + 16 > PARAMETER_BYTES_MAX) return error_set(error, "NotImplementedError", "too many operands");
    int64_t steps[2] = {reduction->trailing ? reduction->inner : 1, reduction->trailing ? 1 : reduction->inner};
    memcpy(parameters.bytes + parameters.size, steps, sizeof steps);
    append_key(kernel, &key);
    append_number(&key, reduction->value);
    if (key.failed) return error_no_memory(error);
    describe_rows(kernel->task, &rows);
    ReduceSource from = {key.bytes, append_source, kernel, parameters.bytes};
    bool good = cuda_reduce_from(device, &rows.task, &from, parts_are_ready, error);
    text_release(&key);
    return good;
}

bool cuda_fused(Device *device, FusedTask *task, Error *error) {
    FusedKernel kernel;
    describe_kernel(&kernel, task);
    if (kernel.layout.count && !(task->reduction ? run_reduction : run_elementwise)(device, &kernel, error)) return false;
    memset(task->float_flags, 0, sizeof *task->float_flags * (size_t)task->step_count);
    if (task->reduction) task->reduction->float_flags = 0;
    return true;
}
