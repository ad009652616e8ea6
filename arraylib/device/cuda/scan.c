/* Running sums, products and the like along an axis. */
#include "arraylib/device/cuda/reduce.h"

enum { BLOCK = 256 };

/* Tiles of 2,048 elements: fold each (stage 0), run over the tiles' folds (stage 1), run within each from there (2). */
static const char scan_text[] =
    "enum { TILE = 2048, EACH = 8 };\n"
    "__device__ inline Accumulator load(const char *input, long long stride, long long i) {\n"
    "    return element(convert<Input>(*(const Stored *)(input + i * stride)));\n}\n"
    "__device__ inline Fold inclusive(Fold mine) {\n"
    "    __shared__ __align__(16) char memory[sizeof(Fold) * 256];\n    Fold *folds = (Fold *)memory;\n"
    "    folds[threadIdx.x] = mine;\n    __syncthreads();\n"
    "    for (unsigned step = 1; step < 256; step <<= 1) {\n"
    "        Fold before; before.has = false;\n        if (threadIdx.x >= step) before = folds[threadIdx.x - step];\n"
    "        __syncthreads();\n        mine = join(before, mine);\n        folds[threadIdx.x] = mine;\n        __syncthreads();\n"
    "    }\n    Fold left; left.has = false;\n    if (threadIdx.x) left = folds[threadIdx.x - 1];\n    __syncthreads();\n    return left;\n}\n"
    "extern \"C\" __global__ void kernel(const Geometry g, const char *input, char *output, long long in_stride, long long "
    "out_stride, long long length, Fold *tiles, long long tile_count, int stage) {\n"
    "    if (stage == 1) { // a block a row: exclusive folds over the row's tiles\n"
    "        __shared__ __align__(16) char last[sizeof(Fold)];\n"
    "        for (long long row = blockIdx.x; row < g.count; row += gridDim.x) {\n"
    "            Fold *own = tiles + row * tile_count, running; running.has = false;\n"
    "            for (long long from = 0; from < tile_count; from += 256) {\n"
    "                long long at = from + threadIdx.x;\n                Fold mine; mine.has = false;\n"
    "                if (at < tile_count) mine = own[at];\n"
    "                Fold before = join(running, inclusive(mine));\n                if (at < tile_count) own[at] = before;\n"
    "                if (threadIdx.x == 255) *(Fold *)last = join(before, mine);\n"
    "                __syncthreads();\n                running = *(Fold *)last;\n                __syncthreads();\n"
    "            }\n        }\n        return;\n    }\n"
    "    for (long long job = blockIdx.x; job < g.count * tile_count; job += gridDim.x) {\n"
    "        long long row = job / tile_count, tile = job % tile_count;\n"
    "        Offsets o = offsets_of(g, row);\n        const char *in = input + o.of[0];\n        char *out = output + o.of[1];\n"
    "        long long from = tile * TILE + threadIdx.x * EACH, to = from + EACH < length ? from + EACH : length;\n"
    "        Fold mine; mine.has = false;\n"
    "        for (long long i = from; i < to; i++) { Fold next; next.value = load(in, in_stride, i); next.has = true; mine = join(mine, next); }\n"
    "        if (stage == 0) {\n            Fold all = block_fold_ordered(mine);\n            if (threadIdx.x == 0) tiles[job] = all;\n            continue;\n        }\n"
    "        Fold before = inclusive(mine);\n        if (tile_count > 1) before = join(tiles[job], before);\n"
    "        for (long long i = from; i < to; i++) {\n"
    "            Fold next; next.value = load(in, in_stride, i); next.has = true; before = join(before, next);\n"
    "            *(Output *)(out + i * out_stride) = convert<Output>(before.value);\n        }\n    }\n}\n";

static const char ordered_fold_text[] =
    "__device__ inline Fold block_fold_ordered(Fold mine) {\n"
    "    __shared__ __align__(16) char memory[sizeof(Fold) * 256];\n    Fold *folds = (Fold *)memory;\n"
    "    folds[threadIdx.x] = mine;\n    __syncthreads();\n"
    "    for (unsigned step = 1; step < 256; step <<= 1) {\n"
    "        if ((threadIdx.x & (2 * step - 1)) == 0) folds[threadIdx.x] = join(folds[threadIdx.x], folds[threadIdx.x + step]);\n"
    "        __syncthreads();\n    }\n    Fold result = folds[0];\n    __syncthreads();\n    return result;\n}\n";

static const char sequential_scan_text[] =
    "extern \"C\" __global__ void kernel(const Geometry g, const char *input, char *output, long long in_stride, long long "
    "out_stride, long long length, Fold *, long long, int) {\n"
    "    for (long long row = blockIdx.x * (long long)blockDim.x + threadIdx.x; row < g.count; row += (long long)gridDim.x * blockDim.x) {\n"
    "        Offsets o = offsets_of(g, row);\n        Accumulator running;\n"
    "        for (long long i = 0; i < length; i++) {\n"
    "            Accumulator x = element(convert<Input>(*(const Stored *)(input + o.of[0] + i * in_stride)));\n"
    "            running = i ? combine(running, x) : x;\n"
    "            *(Output *)(output + o.of[1] + i * out_stride) = convert<Output>(running);\n        }\n    }\n}\n";

static CudaFunction scan_function(Device *device, const ScanTask *task, const Layout *rows, Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    text_append_format(&key, "scan/%s/%d/%c%c/%d%s", task->operator_row->name, task->loop, task->input.dtype->code,
                       task->output.dtype->code, rows->dimensions, rows->count > INT32_MAX ? "L" : "");
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        cuda_append_fold(&source, task->operator_row, task->loop);
        text_append(&source, ordered_fold_text);
        layout_append_source(&source, rows);
        text_append_format(&source, "typedef %s Stored;\ntypedef %s Output;\n", cuda_type(task->input.dtype),
                           cuda_type(task->output.dtype));
        text_append(&source, (task->operator_row->traits & IS_ASSOCIATIVE) ? scan_text : sequential_scan_text);
        function = cuda_function_build(device, key.bytes, BUILD_NOW, &source, error);
    }
    if (key.failed) error_no_memory(error);
    text_release(&key);
    return function;
}

bool cuda_scan(Device *device, const ScanTask *task, int *float_flags, Error *error) {
    int64_t extents[ARRAY_DIMENSIONS_MAX], in[ARRAY_DIMENSIONS_MAX], out[ARRAY_DIMENSIONS_MAX], geometry[LAYOUT_BLOCK];
    int dimensions = 0;
    int64_t length = task->shape.extents[task->axis];
    int64_t in_stride = task->input.strides[task->axis], out_stride = task->output.strides[task->axis];
    for (int d = 0; d < task->shape.dimensions; d++) {
        if (d == task->axis) continue;
        extents[dimensions] = task->shape.extents[d];
        in[dimensions] = task->input.strides[d];
        out[dimensions++] = task->output.strides[d];
    }
    Layout rows;
    const int64_t *strides[] = {in, out};
    layout_make(&rows, (Shape){dimensions, extents}, strides, 2);
    *float_flags = 0;
    if (rows.count == 0 || length == 0) return true;
    if (!cuda_enter(device, error)) return false;
    CudaFunction function = scan_function(device, task, &rows, error);
    if (!function) return false;
    layout_pack(&rows, geometry);
    Operand input = task->input, output = task->output;
    int64_t tile_count = (length + 2047) / 2048, jobs = rows.count * tile_count;
    char *tiles = NULL;
    int stage = 0;
    void *parameters[] = {geometry, &input.data, &output.data, &in_stride, &out_stride, &length, &tiles, &tile_count, &stage};
    int64_t row_blocks = (rows.count + BLOCK - 1) / BLOCK;
    if (!(task->operator_row->traits & IS_ASSOCIATIVE)) return cuda_launch(device, function, row_blocks, BLOCK, parameters, error);
    size_t size = (size_t)jobs * 32;
    if (!(tiles = cuda_allocate(device, size, error))) return false;
    int64_t grid = jobs < 1 << 20 ? jobs : 1 << 20;
    bool good = true;
    if (tile_count > 1) {
        good = cuda_launch(device, function, grid, BLOCK, parameters, error);
        stage = 1;
        good = good && cuda_launch(device, function, rows.count < 1 << 20 ? rows.count : 1 << 20, BLOCK, parameters, error);
    }
    stage = 2;
    good = good && cuda_launch(device, function, grid, BLOCK, parameters, error);
    cuda_free(device, tiles, size);
    return good;
}

