/* Reductions, scans, and the places of extrema.
 *
 * A reduction puts the kept dimensions first and the reduced ones last. Rows are then folded by whole blocks; one
 * long row is cut into parts whose results are folded by a second launch; short rows get a thread each. Operators
 * need not have an identity: a fold starts from its first element. */
#include "arraylib/device/cuda/cuda.h"

#include <string.h>

enum { BLOCK = 256 };

/* ---- the common text: `combine` over the accumulator, `element` from the loop's input type ---- */

static bool is_logical(const Operator *row, int loop) { return row->loops[loop][0] != row->loops[loop][2]; }

static void append_fold(TextBuffer *source, const Operator *row, int loop) {
    const char *accumulator = cuda_loop_type((DtypeNumber)row->loops[loop][2]);
    text_append_format(source,
                       "typedef %s Input;\ntypedef %s Accumulator;\n"
                       "__device__ inline Accumulator combine(const Accumulator in0, const Accumulator in1) {\n"
                       "    Accumulator out0; { %s; } return out0;\n}\n"
                       "__device__ inline Accumulator element(Input x) { return %s; }\n",
                       cuda_loop_type((DtypeNumber)row->loops[loop][0]), accumulator, row->cuda,
                       is_logical(row, loop) ? "truth(x)" : "(Accumulator)x");
}

/* Fold of a block through shared memory; `has` says whether a thread saw an element. The result is in thread 0. */
static const char block_fold_text[] =
    "struct Fold { Accumulator value; bool has; };\n"
    "__device__ inline Fold join(Fold a, Fold b) {\n"
    "    if (!b.has) return a;\n    if (!a.has) return b;\n    return {combine(a.value, b.value), true};\n}\n"
    "__device__ inline Fold block_fold(Fold mine) {\n"
    "    __shared__ __align__(16) char memory[sizeof(Fold) * 256];\n    Fold *folds = (Fold *)memory;\n"
    "    folds[threadIdx.x] = mine;\n    __syncthreads();\n"
    "    for (unsigned step = 128; step; step >>= 1) {\n"
    "        if (threadIdx.x < step) folds[threadIdx.x] = join(folds[threadIdx.x], folds[threadIdx.x + step]);\n"
    "        __syncthreads();\n    }\n    Fold result = folds[0];\n    __syncthreads();\n    return result;\n}\n";

typedef struct ReducePlan {
    Layout kept, reduced; /* operands: input, output (kept only), mask */
    int64_t rows, length, parts;
    bool per_thread; /* a thread folds a row */
    bool contiguous; /* the elements of a row follow on each other, and none is masked */
    bool columns;    /* the first elements of the rows do, as in a sum over axis 0: a warp reads 32 rows at a time */
} ReducePlan;

static void plan_reduce(Device *device, const ReduceTask *task, ReducePlan *plan) {
    int64_t kept_extents[ARRAY_DIMENSIONS_MAX], reduced_extents[ARRAY_DIMENSIONS_MAX];
    int64_t kept_strides[3][ARRAY_DIMENSIONS_MAX], reduced_strides[3][ARRAY_DIMENSIONS_MAX];
    int kept = 0, reduced = 0;
    for (int d = 0; d < task->shape.dimensions; d++) {
        bool is_reduced = task->output.strides[d] == 0 && task->shape.extents[d] != 1;
        int64_t where = task->where ? task->where->strides[d] : 0;
        if (is_reduced) {
            reduced_strides[0][reduced] = task->input.strides[d];
            reduced_strides[1][reduced] = where;
            reduced_extents[reduced++] = task->shape.extents[d];
        } else {
            kept_strides[0][kept] = task->input.strides[d];
            kept_strides[1][kept] = where;
            kept_strides[2][kept] = task->output.strides[d];
            kept_extents[kept++] = task->shape.extents[d];
        }
    }
    const int64_t *kept_list[] = {kept_strides[0], kept_strides[1], kept_strides[2]};
    const int64_t *reduced_list[] = {reduced_strides[0], reduced_strides[1]};
    layout_make(&plan->kept, (Shape){kept, kept_extents}, kept_list, 3);
    layout_make(&plan->reduced, (Shape){reduced, reduced_extents}, reduced_list, 2);
    plan->rows = plan->kept.count;
    plan->length = plan->reduced.count;
    int64_t wanted = (int64_t)cuda_state(device)->processor_count * 8;
    bool row_is_contiguous = layout_is_contiguous(&plan->reduced, 0, task->input.dtype->item_size);
    plan->contiguous = row_is_contiguous && !task->where;
    plan->per_thread = plan->length <= 32 || (!row_is_contiguous && plan->rows >= wanted * 32);
    int last = plan->kept.dimensions - 1;
    plan->columns = !plan->per_thread && !row_is_contiguous && !task->where && last >= 0 && plan->kept.extents[last] >= 32 &&
                    plan->kept.strides[0][last] == task->input.dtype->item_size;
    plan->parts = 1;
    if (plan->columns) {
        plan->parts = wanted / ((plan->rows + 31) / 32);
        if (plan->parts > plan->length / 64) plan->parts = plan->length / 64;
        if (plan->parts < 1) plan->parts = 1;
    } else if (!plan->per_thread && plan->rows < wanted && plan->length > 4096) {
        plan->parts = (wanted + plan->rows - 1) / plan->rows;
        int64_t most = (plan->length + 2047) / 2048;
        if (plan->parts > most) plan->parts = most;
        if (plan->parts > 4096) plan->parts = 4096;
    }
}

static void append_two_layouts(TextBuffer *source, const ReducePlan *plan) {
    text_append(source, "namespace kept {\n");
    layout_append_source(source, &plan->kept);
    text_append(source, "}\nnamespace reduced {\n");
    layout_append_source(source, &plan->reduced);
    text_append(source, "}\n");
}

static void append_reduce(TextBuffer *source, const ReduceTask *task, const ReducePlan *plan) {
    const char *input = cuda_type(task->input.dtype), *output = cuda_type(task->output.dtype);
    append_fold(source, task->operator_row, task->loop);
    text_append(source, block_fold_text);
    append_two_layouts(source, plan);
    text_append_format(source,
                       "typedef %s Stored;\ntypedef %s Output;\n"
                       "__device__ inline void take(Fold &fold, const char *input, const char *mask, const reduced::Geometry &r, "
                       "long long i) {\n    reduced::Offsets o = reduced::offsets_of(r, i);\n",
                       input, output);
    if (task->where) text_append(source, "    if (!*(const bool *)(mask + o.of[1])) return;\n");
    text_append(source,
                "    Accumulator x = element(convert<Input>(*(const Stored *)(input + o.of[0])));\n"
                "    fold.value = fold.has ? combine(fold.value, x) : x;\n    fold.has = true;\n}\n"
                "__device__ inline void finish(Fold fold, char *output, bool has_initial, Accumulator initial) {\n"
                "    if (has_initial) fold.value = fold.has ? combine(initial, fold.value) : initial;\n"
                "    *(Output *)output = convert<Output>(fold.value);\n}\n"
                "extern \"C\" __global__ void kernel(const kept::Geometry k, const reduced::Geometry r, const char *input, "
                "const char *mask, char *output, char *partial, long long parts, int has_initial, Accumulator initial) {\n");
    if (plan->per_thread) {
        text_append(source,
                    "    for (long long row = blockIdx.x * (long long)blockDim.x + threadIdx.x; row < k.count; row += (long "
                    "long)gridDim.x * blockDim.x) {\n"
                    "        kept::Offsets o = kept::offsets_of(k, row);\n        Fold fold; fold.has = false;\n"
                    "        for (long long i = 0; i < r.count; i++) take(fold, input + o.of[0], mask + o.of[1], r, i);\n"
                    "        finish(fold, output + o.of[2], has_initial, initial);\n    }\n}\n");
        return;
    }
    if (plan->columns) {
        text_append(source,
                    "    __shared__ __align__(16) char memory[sizeof(Fold) * 256];\n    Fold *folds = (Fold *)memory;\n"
                    "    long long groups = (k.count + 31) / 32;\n    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
                    "    for (long long job = blockIdx.x; job < groups * parts; job += gridDim.x) {\n"
                    "        long long row = job / parts * 32 + lane, part = job % parts;\n"
                    "        long long from = r.count / parts * part, to = part == parts - 1 ? r.count : from + r.count / parts;\n"
                    "        bool inside = row < k.count;\n        kept::Offsets o = kept::offsets_of(k, inside ? row : 0);\n"
                    "        Fold fold; fold.has = false;\n        long long i = from + warp;\n"
                    "        for (; inside && i + 3 * 8 < to; i += 4 * 8) { // four loads under way at a time\n            Stored x[4];\n"
                    "            #pragma unroll\n            for (int j = 0; j < 4; j++) x[j] = *(const Stored *)(input + o.of[0] + "
                    "reduced::offsets_of(r, i + j * 8).of[0]);\n"
                    "            Accumulator both = combine(combine(element(convert<Input>(x[0])), element(convert<Input>(x[1]))), "
                    "combine(element(convert<Input>(x[2])), element(convert<Input>(x[3]))));\n"
                    "            fold.value = fold.has ? combine(fold.value, both) : both;\n            fold.has = true;\n        }\n"
                    "        for (; inside && i < to; i += 8) take(fold, input + o.of[0], mask, r, i);\n"
                    "        folds[threadIdx.x] = fold;\n        __syncthreads();\n"
                    "        if (warp == 0 && inside) {\n"
                    "            for (int w = 1; w < 8; w++) fold = join(fold, folds[w * 32 + lane]);\n"
                    "            if (parts > 1) ((Fold *)partial)[row * parts + part] = fold;\n"
                    "            else finish(fold, output + o.of[2], has_initial, initial);\n        }\n"
                    "        __syncthreads();\n    }\n}\n");
        return;
    }
    text_append(source,
                "    for (long long job = blockIdx.x; job < k.count * parts; job += gridDim.x) {\n"
                "        long long row = job / parts, part = job % parts;\n"
                "        long long from = r.count / parts * part, to = part == parts - 1 ? r.count : from + r.count / parts;\n"
                "        kept::Offsets o = kept::offsets_of(k, row);\n        Fold fold; fold.has = false;\n"
                "        long long i = from + threadIdx.x;\n");
    /* Eight loads under way at a time, four running values: one alone waits for memory most of its time. */
    if (plan->contiguous)
        text_append(source,
                    "        const Stored *data = (const Stored *)(input + o.of[0]);\n"
                    "        if (i + 7 * 256 < to) {\n            Accumulator running[4];\n            bool begun = false;\n"
                    "            for (; i + 7 * 256 < to; i += 8 * 256) {\n                Stored x[8];\n"
                    "                #pragma unroll\n                for (int k = 0; k < 8; k++) x[k] = data[i + k * 256];\n"
                    "                #pragma unroll\n                for (int k = 0; k < 4; k++) {\n"
                    "                    Accumulator both = combine(element(convert<Input>(x[k])), element(convert<Input>(x[k + 4])));\n"
                    "                    running[k] = begun ? combine(running[k], both) : both;\n                }\n"
                    "                begun = true;\n            }\n"
                    "            fold.value = combine(combine(running[0], running[1]), combine(running[2], running[3]));\n"
                    "            fold.has = true;\n        }\n");
    text_append(source,
                "        for (; i < to; i += blockDim.x) take(fold, input + o.of[0], mask + o.of[1], r, i);\n"
                "        fold = block_fold(fold);\n"
                "        if (threadIdx.x == 0) {\n"
                "            if (parts > 1) ((Fold *)partial)[job] = fold;\n"
                "            else finish(fold, output + o.of[2], has_initial, initial);\n        }\n    }\n}\n");
}

/* The second launch: a block folds the parts of a row. */
static void append_parts(TextBuffer *source, const ReduceTask *task, const ReducePlan *plan) {
    append_fold(source, task->operator_row, task->loop);
    text_append(source, block_fold_text);
    text_append(source, "namespace kept {\n");
    layout_append_source(source, &plan->kept);
    text_append_format(source,
                       "}\ntypedef %s Output;\nextern \"C\" __global__ void kernel(const kept::Geometry k, char *output, const "
                       "char *partial, long long parts, int has_initial, Accumulator initial) {\n"
                       "    for (long long row = blockIdx.x; row < k.count; row += gridDim.x) {\n"
                       "        Fold fold; fold.has = false;\n"
                       "        for (long long i = threadIdx.x; i < parts; i += blockDim.x) fold = join(fold, ((const Fold "
                       "*)partial)[row * parts + i]);\n"
                       "        fold = block_fold(fold);\n        if (threadIdx.x == 0) {\n"
                       "            if (has_initial) fold.value = fold.has ? combine(initial, fold.value) : initial;\n"
                       "            *(Output *)(output + kept::offsets_of(k, row).of[2]) = convert<Output>(fold.value);\n"
                       "        }\n    }\n}\n",
                       cuda_type(task->output.dtype));
}

static CudaFunction reduce_function(Device *device, const ReduceTask *task, const ReducePlan *plan, bool second,
                                    Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    text_append_format(&key, "reduce%d/%s/%d/%c%c/%d/%d%s%s%s%s%s%s", second, task->operator_row->name, task->loop,
                       task->input.dtype->code, task->output.dtype->code, plan->kept.dimensions, plan->reduced.dimensions,
                       plan->per_thread ? "t" : "", plan->contiguous ? "c" : "", plan->columns ? "k" : "", task->where ? "w" : "", plan->rows > INT32_MAX ? "L" : "",
                       plan->length > INT32_MAX ? "l" : "");
    CudaFunction function = key.failed ? NULL : cuda_function_find(device, key.bytes);
    if (!function && !key.failed) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        if (second) append_parts(&source, task, plan);
        else append_reduce(&source, task, plan);
        function = cuda_function_build(device, key.bytes, &source, error);
    }
    if (key.failed) error_no_memory(error);
    text_release(&key);
    return function;
}

/* A loop's value as the kernels take it: half travels as float. */
static void loop_value(const Operator *row, int loop, const void *value, char bytes[16]) {
    DtypeNumber number = (DtypeNumber)row->loops[loop][2];
    memset(bytes, 0, 16);
    if (!value) return;
    if (number == DTYPE_FLOAT16) {
        float number32 = float16_to_float(*(const float16_bits *)value);
        memcpy(bytes, &number32, sizeof number32);
    } else {
        memcpy(bytes, value, dtypes[number].item_size);
    }
}

bool cuda_reduce(Device *device, const ReduceTask *task, int *float_flags, Error *error) {
    ReducePlan plan;
    int64_t kept[LAYOUT_BLOCK], reduced[LAYOUT_BLOCK];
    _Alignas(16) char initial[16];
    char *partial = NULL, *mask = task->where ? task->where->data : NULL;
    int has_initial = task->initial != NULL;
    Operand input = task->input, output = task->output;
    *float_flags = 0;
    if (!cuda_enter(device, error)) return false;
    plan_reduce(device, task, &plan);
    if (plan.rows == 0) return true;
    if (plan.length == 0) return cuda_fill(device, (Shape){task->shape.dimensions, task->shape.extents}, output, task->initial, error);
    loop_value(task->operator_row, task->loop, task->initial, initial);
    layout_pack(&plan.kept, kept);
    layout_pack(&plan.reduced, reduced);
    CudaFunction first = reduce_function(device, task, &plan, false, error);
    CudaFunction second = first && plan.parts > 1 ? reduce_function(device, task, &plan, true, error) : NULL;
    if (!first || (plan.parts > 1 && !second)) return false;
    size_t partial_size = plan.parts > 1 ? (size_t)(plan.rows * plan.parts) * 32 : 0;
    if (partial_size && !(partial = cuda_allocate(device, partial_size, error))) return false;
    void *parameters[] = {kept, reduced, &input.data, &mask, &output.data, &partial, &plan.parts, &has_initial, initial};
    int64_t grid = plan.per_thread ? (plan.rows + BLOCK - 1) / BLOCK
                   : plan.columns  ? (plan.rows + 31) / 32 * plan.parts
                                   : plan.rows * plan.parts;
    bool good = cuda_launch(device, first, grid < 1 << 20 ? grid : 1 << 20, BLOCK, parameters, error);
    if (good && partial) {
        void *more[] = {kept, &output.data, &partial, &plan.parts, &has_initial, initial};
        good = cuda_launch(device, second, plan.rows < 1 << 20 ? plan.rows : 1 << 20, BLOCK, more, error);
    }
    if (partial) cuda_free(device, partial, partial_size);
    return good;
}

/* ---- scans ---- */

/* Operators whose running result may be computed in parts. */
static bool is_associative(const Operator *row) {
    static const OperatorNumber associative[] = {
        OPERATOR_add,        OPERATOR_multiply,   OPERATOR_maximum,     OPERATOR_minimum,    OPERATOR_fmax,
        OPERATOR_fmin,       OPERATOR_logical_and, OPERATOR_logical_or, OPERATOR_logical_xor, OPERATOR_bitwise_and,
        OPERATOR_bitwise_or, OPERATOR_bitwise_xor, OPERATOR_gcd,        OPERATOR_lcm,        OPERATOR_logaddexp,
        OPERATOR_logaddexp2, OPERATOR_hypot};
    for (size_t i = 0; i < sizeof associative / sizeof *associative; i++)
        if (row->number == associative[i]) return true;
    return false;
}

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
        append_fold(&source, task->operator_row, task->loop);
        text_append(&source, block_fold_text);
        text_append(&source, ordered_fold_text);
        layout_append_source(&source, rows);
        text_append_format(&source, "typedef %s Stored;\ntypedef %s Output;\n", cuda_type(task->input.dtype),
                           cuda_type(task->output.dtype));
        text_append(&source, is_associative(task->operator_row) ? scan_text : sequential_scan_text);
        function = cuda_function_build(device, key.bytes, &source, error);
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
    if (!is_associative(task->operator_row)) return cuda_launch(device, function, row_blocks, BLOCK, parameters, error);
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

/* ---- the place of the largest or smallest ---- */

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
        function = cuda_function_build(device, key.bytes, &source, error);
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
