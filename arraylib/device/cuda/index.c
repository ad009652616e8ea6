/* Gather, scatter, the places of true elements, and searchsorted. Indexes wrap around as CuPy's do. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

#include <string.h>

enum { BLOCK = 256, INDEXES_MAX = LAYOUT_OPERANDS - 2 };

static int64_t grid_for(int64_t count) {
    int64_t blocks = (count + BLOCK - 1) / BLOCK;
    return blocks < 1 << 20 ? blocks : 1 << 20;
}

/* ---- gather and scatter ---- */

/* An update that other threads may be making at the same place: compare and swap on the word that holds it. */
static const char accumulate_text[] =
    "template <int SIZE> struct word;\n"
    "template <> struct word<4> { typedef unsigned type; };\n"
    "template <> struct word<8> { typedef unsigned long long type; };\n"
    "__device__ inline void accumulate(Stored *place, Loaded value) {\n"
    "    if constexpr (sizeof(Stored) == 4 || sizeof(Stored) == 8) {\n"
    "        typedef typename word<sizeof(Stored) == 8 ? 8 : 4>::type Word;\n"
    "        Word *address = (Word *)place, before = *address, seen;\n"
    "        do {\n            seen = before;\n            Stored old; memcpy(&old, &seen, sizeof old);\n"
    "            Stored next = convert<Stored>(combine(convert<Loaded>(old), value));\n"
    "            Word bits; memcpy(&bits, &next, sizeof bits);\n            before = atomicCAS(address, seen, bits);\n"
    "        } while (before != seen);\n"
    "    } else if constexpr (sizeof(Stored) < 4) {\n"
    "        unsigned *address = (unsigned *)((unsigned long long)place & ~3ull), shift = ((unsigned long long)place & 3) * 8;\n"
    "        unsigned mask = (sizeof(Stored) == 1 ? 0xffu : 0xffffu) << shift, before = *address, seen;\n"
    "        do {\n            seen = before;\n            unsigned part = (seen & mask) >> shift;\n"
    "            Stored old; memcpy(&old, &part, sizeof old);\n"
    "            Stored next = convert<Stored>(combine(convert<Loaded>(old), value));\n"
    "            unsigned bits = 0; memcpy(&bits, &next, sizeof next);\n"
    "            before = atomicCAS(address, seen, (seen & ~mask) | (bits << shift));\n        } while (before != seen);\n"
    "    } else {\n"
    "        typedef unsigned long long Wide;\n        Wide *half_place = (Wide *)place;\n"
    "        for (int part = 0; part < 2; part++) { // complex128: its halves one after the other, for sums\n"
    "            double more; memcpy(&more, (char *)&value + 8 * part, 8);\n            atomicAdd((double *)(half_place + part), more);\n        }\n"
    "    }\n}\n";

static CudaFunction index_function(Device *device, const GatherTask *task, const Layout *layout, bool scatters, Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    text_append_format(&key, "%s/%s/%c%c/%d/%d%s", scatters ? "scatter" : "gather",
                       scatters && task->accumulate ? task->accumulate->name : "", task->indexed.dtype->code,
                       task->other.dtype->code, task->index_count, layout->dimensions, layout->count > INT32_MAX ? "L" : "");
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        layout_append_source(&source, layout);
        text_append_format(&source, "typedef %s Stored;\ntypedef %s Other;\ntypedef %s Loaded;\n", cuda_type(task->indexed.dtype),
                           cuda_type(task->other.dtype), cuda_loop_type(task->indexed.dtype->number));
        if (scatters && task->accumulate) {
            text_append_format(&source, "__device__ inline Loaded combine(Loaded in0, Loaded in1) { Loaded out0; { %s; } return out0; }\n",
                               task->accumulate->cuda);
            text_append(&source, accumulate_text);
        }
        text_append_format(&source,
                           "enum { INDEXES = %d };\nstruct Indexes { const char *data[INDEXES]; long long strides[INDEXES], sizes[INDEXES]; };\n"
                           "extern \"C\" __global__ void kernel(const Geometry g, char *indexed, char *other, const Indexes x) {\n"
                           "    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < g.count; i += (long long)gridDim.x * blockDim.x) {\n"
                           "        Offsets o = offsets_of(g, i);\n        char *place = indexed + o.of[0];\n"
                           "        #pragma unroll\n        for (int k = 0; k < INDEXES; k++) {\n"
                           "            long long at = *(const long long *)(x.data[k] + o.of[2 + k]);\n"
                           "            if (x.sizes[k] > 0) { if (at < 0 || at >= x.sizes[k]) { at %%= x.sizes[k]; if (at < 0) at += x.sizes[k]; } }\n"
                           "            place += at * x.strides[k];\n        }\n        %s\n    }\n}\n",
                           task->index_count > 0 ? task->index_count : 1,
                           !scatters           ? "*(Other *)(other + o.of[1]) = convert<Other>(*(Stored *)place);"
                           : task->accumulate ? "accumulate((Stored *)place, convert<Loaded>(*(Other *)(other + o.of[1])));"
                                              : "*(Stored *)place = convert<Stored>(*(Other *)(other + o.of[1]));");
        function = cuda_function_build(device, key.bytes, BUILD_NOW, &source, error);
    }
    if (key.failed) error_no_memory(error);
    text_release(&key);
    return function;
}

static bool run_index(Device *device, const GatherTask *task, bool scatters, Error *error) {
    const int64_t *strides[LAYOUT_OPERANDS];
    int64_t geometry[LAYOUT_BLOCK];
    int count = task->index_count;
    if (count > INDEXES_MAX)
        return error_set(error, "NotImplementedError", "indexing with more than %d arrays at once on a CUDA device", INDEXES_MAX);
    if (scatters && task->accumulate && task->indexed.dtype->item_size == 16 && task->accumulate->number != OPERATOR_add)
        return error_set(error, "NotImplementedError", "ufunc.at of %s for complex128 on a CUDA device", task->accumulate->name);
    strides[0] = task->indexed.strides;
    strides[1] = task->other.strides;
    for (int k = 0; k < count; k++) strides[2 + k] = task->indexes[k].strides;
    Layout layout;
    layout_make(&layout, task->shape, strides, count + 2);
    if (layout.count == 0) return true;
    if (!cuda_enter(device, error)) return false;
    CudaFunction function = index_function(device, task, &layout, scatters, error);
    if (!function) return false;
    layout_pack(&layout, geometry);
    int64_t indexes[3 * INDEXES_MAX];
    int room = count > 0 ? count : 1;
    for (int k = 0; k < count; k++) {
        indexes[k] = (int64_t)(uintptr_t)task->indexes[k].data;
        indexes[room + k] = task->index_strides[k];
        indexes[2 * room + k] = task->index_sizes[k];
    }
    Operand indexed = task->indexed, other = task->other;
    void *parameters[] = {geometry, &indexed.data, &other.data, indexes};
    return cuda_launch(device, function, grid_for(layout.count), BLOCK, parameters, error);
}

bool cuda_gather(Device *device, const GatherTask *task, Error *error) { return run_index(device, task, false, error); }
bool cuda_scatter(Device *device, const GatherTask *task, Error *error) { return run_index(device, task, true, error); }

/* ---- true elements: counted by tiles, tiles summed, places written ---- */

static const char nonzero_text[] =
    "enum { TILE = 2048 };\n"
    "extern \"C\" __global__ void kernel(const Geometry g, const char *input, long long *tiles, long long tile_count, long long *output, "
    "long long total, const Shape shape, int stage) {\n"
    "    __shared__ long long sums[256];\n"
    "    if (stage == 1) { // one block: exclusive sums over the tiles, their total at the end\n"
    "        long long each = (tile_count + 255) / 256, from = threadIdx.x * each, to = from + each < tile_count ? from + each : tile_count, mine = 0;\n"
    "        for (long long t = from; t < to; t++) mine += tiles[t];\n        sums[threadIdx.x] = mine;\n        __syncthreads();\n"
    "        if (threadIdx.x == 0) { long long running = 0; for (int t = 0; t < 256; t++) { long long here = sums[t]; sums[t] = running; running += here; } tiles[tile_count] = running; }\n"
    "        __syncthreads();\n        long long running = sums[threadIdx.x];\n"
    "        for (long long t = from; t < to; t++) { long long here = tiles[t]; tiles[t] = running; running += here; }\n        return;\n    }\n"
    "    for (long long tile = blockIdx.x; tile < tile_count; tile += gridDim.x) {\n"
    "        long long from = tile * TILE + threadIdx.x * 8;\n        unsigned flags = 0;\n"
    "        for (int k = 0; k < 8; k++) if (from + k < g.count && *(const bool *)(input + offsets_of(g, from + k).of[0])) flags |= 1u << k;\n"
    "        sums[threadIdx.x] = __popc(flags);\n        __syncthreads();\n"
    "        for (unsigned step = 1; step < 256; step <<= 1) {\n"
    "            long long before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;\n            __syncthreads();\n"
    "            sums[threadIdx.x] += before;\n            __syncthreads();\n        }\n"
    "        if (stage == 0) { if (threadIdx.x == 255) tiles[tile] = sums[255]; }\n"
    "        else {\n            long long at = tiles[tile] + sums[threadIdx.x] - __popc(flags);\n"
    "            for (int k = 0; k < 8; k++) if (flags >> k & 1) {\n                long long rest = from + k;\n"
    "                for (int d = DIMENSIONS - 1; d >= 0; d--) { output[d * total + at] = rest % shape.extents[d]; rest /= shape.extents[d]; }\n"
    "                at++;\n            }\n        }\n        __syncthreads();\n    }\n}\n";

typedef struct NonzeroRun {
    CudaFunction function;
    int64_t geometry[LAYOUT_BLOCK], extents[ARRAY_DIMENSIONS_MAX];
    int64_t tile_count, total;
    char *input, *tiles, *output;
    size_t tiles_size;
    int stage;
} NonzeroRun;

static bool launch_nonzero(Device *device, NonzeroRun *run, int stage, Error *error) {
    void *parameters[] = {run->geometry, &run->input, &run->tiles, &run->tile_count, &run->output, &run->total, run->extents, &run->stage};
    run->stage = stage;
    return cuda_launch(device, run->function, stage == 1 ? 1 : run->tile_count < 1 << 20 ? run->tile_count : 1 << 20, BLOCK, parameters, error);
}

/* Count the tiles and sum them; the tiles' memory stays for the writing. */
static bool begin_nonzero(Device *device, Shape shape, const Operand *input, NonzeroRun *run, Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    Layout layout;
    const int64_t *strides[] = {input->strides};
    layout_make(&layout, shape, strides, 1);
    if (!cuda_enter(device, error)) return false;
    text_append_format(&key, "nonzero/%d/%d%s", shape.dimensions, layout.dimensions, layout.count > INT32_MAX ? "L" : "");
    run->function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!run->function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        layout_append_source(&source, &layout);
        text_append_format(&source, "enum { DIMENSIONS = %d };\nstruct Shape { long long extents[%d]; };\n", shape.dimensions,
                           shape.dimensions > 0 ? shape.dimensions : 1);
        text_append(&source, nonzero_text);
        run->function = cuda_function_build(device, key.bytes, BUILD_NOW, &source, error);
    }
    text_release(&key);
    if (!run->function) return error_is_set(error) ? false : error_no_memory(error);
    layout_pack(&layout, run->geometry);
    run->extents[0] = 1;
    memcpy(run->extents, shape.extents, (size_t)shape.dimensions * sizeof *run->extents);
    run->input = input->data;
    run->tile_count = (layout.count + 2047) / 2048;
    run->tiles_size = (size_t)(run->tile_count + 1) * 8;
    if (!(run->tiles = cuda_allocate(device, run->tiles_size, error))) return false;
    return launch_nonzero(device, run, 0, error) && launch_nonzero(device, run, 1, error);
}

static bool shape_is_empty(Shape shape) {
    for (int d = 0; d < shape.dimensions; d++)
        if (shape.extents[d] == 0) return true;
    return false;
}

bool cuda_count_nonzero(Device *device, Shape shape, Operand input, int64_t *count, Error *error) {
    NonzeroRun run = {0};
    Layout layout;
    const int64_t *strides[] = {input.strides};
    *count = 0;
    if (shape_is_empty(shape)) return true;
    layout_make(&layout, shape, strides, 1);
    if (layout_is_contiguous(&layout, 0, 1)) return cuda_count_true(device, input.data, layout.count, count, error);
    bool good = begin_nonzero(device, shape, &input, &run, error) &&
                device->operations->copy_to_host(device, count, run.tiles + run.tile_count * 8, sizeof *count, error);
    cuda_free(device, run.tiles, run.tiles_size);
    return good;
}

bool cuda_nonzero(Device *device, Shape shape, Operand input, int64_t count, int64_t *output, Error *error) {
    NonzeroRun run = {.total = count, .output = (char *)output};
    if (count == 0 || shape_is_empty(shape)) return true;
    bool good = begin_nonzero(device, shape, &input, &run, error) && launch_nonzero(device, &run, 2, error);
    cuda_free(device, run.tiles, run.tiles_size);
    return good;
}

/* ---- searchsorted ---- */

static const char search_text[] =
    "template <typename T> __device__ inline bool below(T a, T b) { return !is_nan(a) && (is_nan(b) || a < b); } // NaN sorts last\n"
    "extern \"C\" __global__ void kernel(const Stored *sorted, long long length, const Stored *values, long long count, long long *output, int right, const long long *sorter) {\n"
    "    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x) {\n"
    "        Loaded value = convert<Loaded>(values[i]);\n        long long low = 0, high = length;\n"
    "        while (low < high) {\n            long long middle = low + (high - low) / 2;\n"
    "            Loaded here = convert<Loaded>(sorted[sorter ? sorter[middle] : middle]);\n"
    "            if (right ? !below(value, here) : below(here, value)) low = middle + 1; else high = middle;\n        }\n"
    "        output[i] = low;\n    }\n}\n";

bool cuda_search(Device *device, const SearchTask *task, Error *error) {
    char key[16] = "search/?";
    key[7] = task->dtype->code;
    if (task->count == 0) return true;
    if (!cuda_enter(device, error)) return false;
    CudaFunction function = cuda_function_find(device, key);
    if (!function) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        text_append_format(&source, "typedef %s Stored;\ntypedef %s Loaded;\n%s", cuda_type(task->dtype),
                           cuda_loop_type(task->dtype->number), search_text);
        function = cuda_function_build(device, key, BUILD_NOW, &source, error);
    }
    if (!function) return false;
    SearchTask copy = *task;
    int right = task->right;
    void *parameters[] = {&copy.sorted, &copy.length, &copy.values, &copy.count, &copy.output, &right, &copy.sorter};
    return cuda_launch(device, function, grid_for(task->count), BLOCK, parameters, error);
}
