/* Elementwise kernels: one for each operator, loop, stored types and kind of layout; also casts, fills and ranges. */
#include "arraylib/device/cuda/cuda.h"

#include <string.h>

enum { BLOCK = 256, OPERANDS_MAX = 7 };

/* Blocks for `count` threads; kernels stride over the grid, so the number is bounded. */
static int64_t grid_for(Device *device, int64_t count) {
    int64_t blocks = (count + BLOCK - 1) / BLOCK, most = (int64_t)cuda_state(device)->processor_count * 64;
    return blocks < most ? blocks : most;
}

typedef enum Access { ACCESS_CONTIGUOUS = 'c', ACCESS_CONSTANT = 'k', ACCESS_STRIDED = 's', ACCESS_IMMEDIATE = 'i' } Access;

typedef struct Kernel {
    Layout layout;
    const Operand *operands[OPERANDS_MAX];
    const char *loop_types[OPERANDS_MAX];
    Access access[OPERANDS_MAX];
    int count, inputs; /* operands, inputs first; a where mask is the last */
    bool has_where, is_strided;
} Kernel;

static void begin(Kernel *kernel, int inputs) {
    kernel->count = 0;
    kernel->inputs = inputs;
    kernel->has_where = false;
}

static void add_operand(Kernel *kernel, const Operand *operand, const char *loop_type) {
    kernel->loop_types[kernel->count] = loop_type;
    kernel->operands[kernel->count++] = operand;
}

static void find_layout(Kernel *kernel, Shape shape) {
    const int64_t *strides[OPERANDS_MAX];
    for (int k = 0; k < kernel->count; k++) strides[k] = kernel->operands[k]->strides;
    layout_make(&kernel->layout, shape, strides, kernel->count);
    kernel->is_strided = false;
    for (int k = 0; k < kernel->count; k++) {
        bool contiguous = layout_is_contiguous(&kernel->layout, k, kernel->operands[k]->dtype->item_size);
        kernel->access[k] = kernel->operands[k]->immediate          ? ACCESS_IMMEDIATE
                            : layout_is_constant(&kernel->layout, k) ? ACCESS_CONSTANT
                            : contiguous                             ? ACCESS_CONTIGUOUS
                                                                     : ACCESS_STRIDED;
        if (kernel->access[k] == ACCESS_STRIDED) kernel->is_strided = true;
    }
    if (kernel->layout.dimensions > 1) {
        kernel->is_strided = true;
        for (int k = 0; k < kernel->count; k++)
            if (kernel->access[k] == ACCESS_CONTIGUOUS) kernel->access[k] = ACCESS_STRIDED;
    }
}

static void make_key(const Kernel *kernel, const char *name, int loop, TextBuffer *key) {
    text_append(key, name);
    text_append_char(key, '/');
    text_append_char(key, (char)(loop + 1));
    text_append_char(key, (char)(kernel->is_strided ? kernel->layout.dimensions + 1 : 1));
    text_append_char(key, kernel->layout.count > INT32_MAX ? 'L' : 'l');
    for (int k = 0; k < kernel->count; k++) {
        text_append_char(key, kernel->operands[k]->dtype->code);
        text_append_char(key, (char)kernel->access[k]);
    }
    if (kernel->has_where) text_append_char(key, 'w');
}

static void append_place(const Kernel *kernel, int k, TextBuffer *source) {
    const char *type = cuda_type(kernel->operands[k]->dtype);
    switch (kernel->access[k]) {
    case ACCESS_CONSTANT: text_append_format(source, "*(%s *)p%d", type, k); break;
    case ACCESS_IMMEDIATE: text_append_format(source, "p%d", k); break;
    case ACCESS_CONTIGUOUS: text_append_format(source, "((%s *)p%d)[i]", type, k); break;
    case ACCESS_STRIDED: text_append_format(source, "*(%s *)(p%d + o.of[%d])", type, k, k); break;
    }
}

static void append_kernel(const Kernel *kernel, const char *statement, TextBuffer *source) {
    int outputs_end = kernel->count - (kernel->has_where ? 1 : 0);
    const char *index = kernel->layout.count > INT32_MAX / 2 ? "long long" : "unsigned";
    if (kernel->is_strided) layout_append_source(source, &kernel->layout);
    text_append(source, "extern \"C\" __global__ void kernel(");
    text_append(source, kernel->is_strided ? "const Geometry g" : "long long n");
    for (int k = 0; k < kernel->count; k++) {
        if (kernel->access[k] == ACCESS_IMMEDIATE)
            text_append_format(source, ", const %s p%d", cuda_type(kernel->operands[k]->dtype), k);
        else text_append_format(source, ", char *__restrict__ p%d", k);
    }
    text_append_format(source,
                       ") {\n    %s count = (%s)%s;\n    for (%s i = blockIdx.x * (%s)blockDim.x + threadIdx.x; i < count; "
                       "i += (%s)gridDim.x * blockDim.x) {\n",
                       index, index, kernel->is_strided ? "g.count" : "n", index, index, index);
    if (kernel->is_strided) text_append(source, "        Offsets o = offsets_of(g, i);\n");
    if (kernel->has_where) {
        text_append(source, "        if (!");
        append_place(kernel, kernel->count - 1, source);
        text_append(source, ") continue;\n");
    }
    for (int k = 0; k < kernel->inputs; k++) {
        text_append_format(source, "        const %s in%d = convert<%s>(", kernel->loop_types[k], k, kernel->loop_types[k]);
        append_place(kernel, k, source);
        text_append(source, ");\n");
    }
    for (int k = kernel->inputs; k < outputs_end; k++)
        text_append_format(source, "        %s out%d;\n", kernel->loop_types[k], k - kernel->inputs);
    text_append_format(source, "        { %s; }\n", statement);
    for (int k = kernel->inputs; k < outputs_end; k++) {
        text_append(source, "        ");
        append_place(kernel, k, source);
        text_append_format(source, " = convert<%s>(out%d);\n", cuda_type(kernel->operands[k]->dtype), k - kernel->inputs);
    }
    text_append(source, "    }\n}\n");
}

static bool run_kernel(Device *device, const Kernel *kernel, const char *name, int loop, const char *statement,
                       Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    if (kernel->layout.count == 0) return true;
    if (!cuda_enter(device, error)) return false;
    make_key(kernel, name, loop, &key);
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        append_kernel(kernel, statement, &source);
        function = cuda_function_build(device, key.bytes, BUILD_NOW, &source, error);
    }
    bool good = function != NULL || (error_is_set(error) ? false : error_no_memory(error));
    text_release(&key);
    if (!good) return false;
    int64_t geometry[LAYOUT_BLOCK];
    char *addresses[OPERANDS_MAX];
    void *parameters[OPERANDS_MAX + 1];
    layout_pack(&kernel->layout, geometry); /* its first word is the count: what the plain form takes */
    parameters[0] = geometry;
    for (int k = 0; k < kernel->count; k++) {
        addresses[k] = kernel->operands[k]->data;
        parameters[k + 1] = kernel->access[k] == ACCESS_IMMEDIATE ? (void *)kernel->operands[k]->data : &addresses[k];
    }
    return cuda_launch(device, function, grid_for(device, kernel->layout.count), BLOCK, parameters, error);
}

static void describe(Kernel *kernel, const ElementwiseTask *task) {
    const Operator *row = task->operator_row;
    begin(kernel, row->inputs);
    for (int k = 0; k < row->inputs + row->outputs; k++)
        add_operand(kernel, &task->operands[k], cuda_loop_type((DtypeNumber)row->loops[task->loop][k]));
    if (task->where) add_operand(kernel, task->where, "bool");
    kernel->has_where = task->where != NULL;
    find_layout(kernel, task->shape);
}

bool cuda_elementwise(Device *device, const ElementwiseTask *task, int *float_flags, Error *error) {
    Kernel kernel;
    describe(&kernel, task);
    *float_flags = 0;
    return run_kernel(device, &kernel, task->operator_row->name, task->loop, task->operator_row->cuda, error);
}

bool cuda_elementwise_is_ready(Device *device, const ElementwiseTask *task, bool prepare) {
    Kernel kernel;
    TextBuffer key = TEXT_BUFFER_EMPTY;
    Error ignored = ERROR_NONE;
    describe(&kernel, task);
    make_key(&kernel, task->operator_row->name, task->loop, &key);
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!key.failed && !function && !cuda_function_is_asked(device, key.bytes)) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        append_kernel(&kernel, task->operator_row->cuda, &source);
        function = cuda_function_build(device, key.bytes, prepare ? BUILD_PATIENTLY : BUILD_NEVER, &source, &ignored);
    }
    error_clear(&ignored);
    text_release(&key);
    return function != NULL;
}

bool cuda_cast(Device *device, Shape shape, Operand input, Operand output, int *float_flags, Error *error) {
    Kernel kernel;
    begin(&kernel, 1);
    *float_flags = 0;
    /* Through the stored types themselves: half to half keeps its bits. */
    add_operand(&kernel, &input, cuda_type(input.dtype));
    add_operand(&kernel, &output, cuda_type(output.dtype));
    find_layout(&kernel, shape);
    if (!kernel.is_strided && input.dtype == output.dtype && kernel.access[0] == ACCESS_CONTIGUOUS &&
        kernel.access[1] == ACCESS_CONTIGUOUS)
        return device->operations->copy_within(device, output.data, input.data,
                                               (size_t)(kernel.layout.count * input.dtype->item_size), error);
    if (kernel.is_strided && input.dtype == output.dtype) {
        int done = cuda_transpose(device, shape, &input, &output, error);
        if (done) return done > 0;
    }
    TextBuffer statement = TEXT_BUFFER_EMPTY;
    text_append_format(&statement, "out0 = convert<%s>(in0)", cuda_type(output.dtype));
    bool good = statement.failed ? error_no_memory(error) : run_kernel(device, &kernel, "cast", 0, statement.bytes, error);
    text_release(&statement);
    return good;
}

/* A kernel over one output and values that travel as arguments. */
static bool run_with_values(Device *device, const char *name, Operand output, const Layout *layout, const char *body,
                            void *const *values, int value_count, Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    const char *type = cuda_type(output.dtype);
    if (layout->count == 0) return true;
    if (!cuda_enter(device, error)) return false;
    text_append_format(&key, "%s/%c/%d%s", name, output.dtype->code, layout->dimensions,
                       layout->count > INT32_MAX ? "L" : "");
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        layout_append_source(&source, layout);
        text_append_format(&source, "typedef %s T;\nextern \"C\" __global__ void kernel(const Geometry g, char *p0", type);
        for (int k = 0; k < value_count; k++) text_append_format(&source, ", T v%d", k);
        text_append_format(&source,
                           ") {\n    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < g.count; i += "
                           "(long long)gridDim.x * blockDim.x) {\n        T &out = *(T *)(p0 + offsets_of(g, i).of[0]);\n"
                           "        %s;\n    }\n}\n",
                           body);
        function = cuda_function_build(device, key.bytes, BUILD_NOW, &source, error);
    }
    bool good = function != NULL || (error_is_set(error) ? false : error_no_memory(error));
    text_release(&key);
    if (!good) return false;
    int64_t geometry[LAYOUT_BLOCK];
    void *parameters[4] = {geometry, &output.data};
    layout_pack(layout, geometry);
    for (int k = 0; k < value_count; k++) parameters[2 + k] = values[k];
    return cuda_launch(device, function, grid_for(device, layout->count), BLOCK, parameters, error);
}

static bool is_zero(const void *value, size_t size) {
    const unsigned char *bytes = value;
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

bool cuda_fill(Device *device, Shape shape, Operand output, const void *value, Error *error) {
    Layout layout;
    const int64_t *strides[] = {output.strides};
    layout_make(&layout, shape, strides, 1);
    if (layout.count && layout_is_contiguous(&layout, 0, output.dtype->item_size) &&
        is_zero(value, output.dtype->item_size)) {
        if (!cuda_enter(device, error)) return false;
        size_t size = (size_t)(layout.count * output.dtype->item_size);
        return cuda_check(device, cuda_state(device)->system->driver.set_bytes_async(cuda_address(output.data), 0, size, NULL),
                          error);
    }
    void *values[] = {(void *)value};
    return run_with_values(device, "fill", output, &layout, "out = v0", values, 1, error);
}

bool cuda_iota(Device *device, Operand output, int64_t count, const void *start, const void *step, Error *error) {
    Layout layout;
    int64_t stride = output.dtype->item_size;
    const int64_t *strides[] = {&stride};
    layout_make(&layout, (Shape){1, &count}, strides, 1);
    const char *body = "out = (T)(v0 + (T)i * v1)";
    if (output.dtype->kind == 'c') body = "out = v0 + T(i) * v1";
    if (output.dtype->number == DTYPE_FLOAT16) body = "out = half((float)v0 + (float)i * (float)v1)";
    if (output.dtype->kind == 'b') body = "out = i ? v1 : v0";
    void *values[] = {(void *)start, (void *)step};
    return run_with_values(device, "iota", output, &layout, body, values, 2, error);
}
