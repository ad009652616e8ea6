/* The places of the largest and smallest elements along the last axis. */
#include "arraylib/device/cuda/cuda.h"

enum { BLOCK = 256 };

static const char arg_text[] =
    "struct Best { Loaded value; long long at; };\n"
    "__device__ inline bool beats(Best a, Best b) { // does b replace a?\n"
    "    if (b.at < 0) return false;\n    if (a.at < 0) return true;\n"
    "    bool a_nan = is_nan(a.value), b_nan = is_nan(b.value);\n"
    "    if (a_nan || b_nan) return a_nan && b_nan ? b.at < a.at : b_nan;\n"
    "    if (BEFORE(b.value, a.value)) return true;\n    if (BEFORE(a.value, b.value)) return false;\n    return b.at < a.at;\n}\n"
    "__device__ inline Best block_best(Best mine) {\n"
    "    __shared__ __align__(16) char memory[sizeof(Best) * 256];\n    Best *all = (Best *)memory;\n"
    "    all[threadIdx.x] = mine;\n    __syncthreads();\n"
    "    for (unsigned step = 128; step; step >>= 1) {\n"
    "        if (threadIdx.x < step && beats(all[threadIdx.x], all[threadIdx.x + step])) all[threadIdx.x] = all[threadIdx.x + step];\n"
    "        __syncthreads();\n    }\n    Best result = all[0];\n    __syncthreads();\n    return result;\n}\n"
    "extern \"C\" __global__ void kernel(const Geometry g, const char *input, char *output, long long stride, long long length, "
    "Best *partial, long long parts, int second) {\n"
    "    for (long long job = blockIdx.x; job < g.count * (second ? 1 : parts); job += gridDim.x) {\n"
    "        long long row = second ? job : job / parts, part = second ? 0 : job % parts;\n"
    "        Offsets o = offsets_of(g, row);\n        Best mine; mine.at = -1;\n"
    "        if (second) {\n"
    "            for (long long i = threadIdx.x; i < parts; i += blockDim.x) if (beats(mine, partial[row * parts + i])) mine = partial[row * parts + i];\n"
    "        } else {\n"
    "            long long from = length / parts * part, to = part == parts - 1 ? length : from + length / parts;\n"
    "            long long i = from + threadIdx.x;\n"
    "            for (; i + 7 * 256 < to; i += 8 * 256) { // eight loads under way at a time\n"
    "                Stored x[8];\n                #pragma unroll\n"
    "                for (int k = 0; k < 8; k++) x[k] = *(const Stored *)(input + o.of[0] + (i + k * 256) * stride);\n"
    "                #pragma unroll\n                for (int k = 0; k < 8; k++) {\n"
    "                    Best next; next.value = convert<Loaded>(x[k]); next.at = i + k * 256;\n"
    "                    if (beats(mine, next)) mine = next;\n                }\n            }\n"
    "            for (; i < to; i += blockDim.x) {\n"
    "                Best next; next.value = convert<Loaded>(*(const Stored *)(input + o.of[0] + i * stride)); next.at = i;\n"
    "                if (beats(mine, next)) mine = next;\n            }\n        }\n"
    "        mine = block_best(mine);\n"
    "        if (threadIdx.x == 0) { if (parts > 1 && !second) partial[job] = mine; else *(long long *)(output + o.of[1]) = mine.at; }\n"
    "    }\n}\n";

bool cuda_arg_reduce(Device *device, const ArgReduceTask *task, Error *error) {
    int last = task->shape.dimensions - 1;
    int64_t length = task->shape.extents[last], stride = task->input.strides[last], geometry[LAYOUT_BLOCK];
    Layout rows;
    const int64_t *strides[] = {task->input.strides, task->output.strides};
    layout_make(&rows, (Shape){last, task->shape.extents}, strides, 2);
    if (rows.count == 0) return true;
    if (!cuda_enter(device, error)) return false;
    TextBuffer key = TEXT_BUFFER_EMPTY;
    text_append_format(&key, "arg/%d/%c/%d%s", task->maximum, task->input.dtype->code, rows.dimensions,
                       rows.count > INT32_MAX ? "L" : "");
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        text_append_format(&source, "typedef %s Stored;\ntypedef %s Loaded;\n#define BEFORE(a, b) ((a) %s (b))\n",
                           cuda_type(task->input.dtype), cuda_loop_type(task->input.dtype->number), task->maximum ? ">" : "<");
        layout_append_source(&source, &rows);
        text_append(&source, arg_text);
        function = cuda_function_build(device, key.bytes, BUILD_NOW, &source, error);
    }
    text_release(&key);
    if (!function) return error_is_set(error) ? false : error_no_memory(error);
    layout_pack(&rows, geometry);
    int64_t wanted = (int64_t)cuda_state(device)->processor_count * 8, parts = 1;
    if (rows.count < wanted && length > 8192) parts = wanted / rows.count < length / 4096 ? wanted / rows.count : length / 4096;
    if (parts < 1) parts = 1;
    char *partial = NULL;
    size_t size = (size_t)(rows.count * parts) * 32;
    if (parts > 1 && !(partial = cuda_allocate(device, size, error))) return false;
    Operand input = task->input, output = task->output;
    int second = 0;
    void *parameters[] = {geometry, &input.data, &output.data, &stride, &length, &partial, &parts, &second};
    int64_t jobs = rows.count * parts;
    bool good = cuda_launch(device, function, jobs < 1 << 20 ? jobs : 1 << 20, BLOCK, parameters, error);
    second = 1;
    if (good && parts > 1) good = cuda_launch(device, function, rows.count, BLOCK, parameters, error);
    if (partial) cuda_free(device, partial, size);
    return good;
}
