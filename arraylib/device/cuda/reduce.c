/* Reductions.
 *
 * A reduction puts the kept dimensions first and the reduced ones last. Rows are then folded by whole blocks; one
 * long row is cut into parts whose results are folded by a second launch; short rows get a thread each. Operators
 * need not have an identity: a fold starts from its first element. */
#include "arraylib/device/cuda/reduce.h"

#include "arraylib/core/element.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 256 };

static bool is_logical(const Operator *row, int loop) { return row->loops[loop][0] != row->loops[loop][2]; }

/* Fold of a block through shared memory; `has` says whether a thread saw an element. The result is in thread 0. */
static const char block_fold_text[] =
    "struct Fold { Accumulator value; bool has; };\n"
    "__device__ inline Fold join(Fold a, Fold b) {\n"
    "    if (!b.has) return a;\n    if (!a.has) return b;\n    return {combine(a.value, b.value), true};\n}\n"
    "__device__ inline Fold block_fold(Fold mine) {\n"
    "    __shared__ __align__(16) char memory[sizeof(Fold) * 256];\n    Fold *folds = (Fold *)memory;\n"
    "    folds[threadIdx.x] = mine;\n    __syncthreads();\n"
    "    #pragma unroll 1\n    for (unsigned step = 128; step; step >>= 1) {\n"
    "        if (threadIdx.x < step) folds[threadIdx.x] = join(folds[threadIdx.x], folds[threadIdx.x + step]);\n"
    "        __syncthreads();\n    }\n    Fold result = folds[0];\n    __syncthreads();\n    return result;\n}\n";

void cuda_append_fold(TextBuffer *source, const Operator *row, int loop) {
    const char *accumulator = cuda_loop_type((DtypeNumber)row->loops[loop][2]);
    text_append_format(source,
                       "typedef %s Input;\ntypedef %s Accumulator;\n"
                       "__device__ inline Accumulator combine(const Accumulator in0, const Accumulator in1) {\n"
                       "    Accumulator out0; { %s; } return out0;\n}\n"
                       "__device__ inline Accumulator element(Input x) { return %s; }\n",
                       cuda_loop_type((DtypeNumber)row->loops[loop][0]), accumulator, row->cuda,
                       is_logical(row, loop) ? "truth(x)" : "(Accumulator)x");
    text_append(source, block_fold_text);
}

static void plan_reduce(Device *device, const ReduceTask *task, ReducePlan *plan) {
    int64_t kept_extents[ARRAY_DIMENSIONS_MAX], reduced_extents[ARRAY_DIMENSIONS_MAX];
    int64_t kept_strides[3][ARRAY_DIMENSIONS_MAX], reduced_strides[3][ARRAY_DIMENSIONS_MAX];
    int kept = 0, reduced = 0, order[ARRAY_DIMENSIONS_MAX];
    int count = layout_order_axes(task->shape, task->input.strides, order); /* as they lie in memory */
    for (int i = 0; i < count; i++) {
        int d = order[i];
        int64_t where = task->where ? task->where->strides[d] : 0;
        if (task->output.strides[d] == 0) {
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

/* Elements that lie in memory. */
typedef struct MemorySource {
    const ReduceTask *task;
    struct { char *input, *mask; } parameter;
} MemorySource;

static void append_memory(TextBuffer *source, const void *context, const ReducePlan *plan) {
    const ReduceTask *task = ((const MemorySource *)context)->task;
    text_append_format(source,
                       "typedef %s Stored;\nstruct Source { const char *input, *mask; };\nstruct Row { const char *data, *mask; };\n"
                       "__device__ inline Row row_of(const Source &s, const kept::Geometry &k, long long row) {\n"
                       "    kept::Offsets o = kept::offsets_of(k, row);\n    return {s.input + o.of[0], s.mask + o.of[1]};\n}\n"
                       "__device__ inline bool skips(const Row &row, const reduced::Geometry &r, long long i) { return %s; }\n"
                       "__device__ inline Input load(const Row &row, const reduced::Geometry &r, long long i) {\n"
                       "    return convert<Input>(%s);\n}\n",
                       cuda_type(task->input.dtype),
                       task->where ? "!*(const bool *)(row.mask + reduced::offsets_of(r, i).of[1])" : "false",
                       plan->contiguous ? "((const Stored *)row.data)[i]"
                                        : "*(const Stored *)(row.data + reduced::offsets_of(r, i).of[0])");
}

/* finish(): what a row's fold gives is stored, after the initial value where that counts always (1) or for no elements only (2). */
static void append_finish(TextBuffer *source, const ReduceTask *task) {
    text_append_format(source,
                       "typedef %s Output;\n"
                       "__device__ inline void finish(Fold fold, char *output, int has_initial, Accumulator initial) {\n"
                       "    if (has_initial == 1 || (has_initial && !fold.has)) fold.value = fold.has ? combine(initial, fold.value) : initial;\n"
                       "    *(Output *)output = convert<Output>(fold.value);\n}\n",
                       cuda_type(task->output.dtype));
}

static void append_reduce(TextBuffer *source, const ReduceTask *task, const ReducePlan *plan, const ReduceSource *from) {
    cuda_append_fold(source, task->operator_row, task->loop);
    append_two_layouts(source, plan);
    from->append(source, from->context, plan);
    append_finish(source, task);
    text_append(source,
                "__device__ inline void take(Fold &fold, const Row &row, const reduced::Geometry &r, long long i) {\n"
                "    if (skips(row, r, i)) return;\n    Accumulator x = element(load(row, r, i));\n"
                "    fold.value = fold.has ? combine(fold.value, x) : x;\n    fold.has = true;\n}\n"
                "extern \"C\" __global__ void kernel(const kept::Geometry k, const reduced::Geometry r, const "
                "__grid_constant__ Source source, char *output, char *partial, long long parts, int has_initial, "
                "Accumulator initial) {\n");
    if (plan->per_thread) {
        text_append(source,
                    "    for (long long number = blockIdx.x * (long long)blockDim.x + threadIdx.x; number < k.count; number += "
                    "(long long)gridDim.x * blockDim.x) {\n"
                    "        Row row = row_of(source, k, number);\n        Fold fold; fold.has = false;\n"
                    "        for (long long i = 0; i < r.count; i++) take(fold, row, r, i);\n"
                    "        finish(fold, output + kept::offsets_of(k, number).of[2], has_initial, initial);\n    }\n}\n");
        return;
    }
    if (plan->columns) {
        text_append(source,
                    "    __shared__ __align__(16) char memory[sizeof(Fold) * 256];\n    Fold *folds = (Fold *)memory;\n"
                    "    long long groups = (k.count + 31) / 32;\n    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
                    "    #pragma unroll 1\n    for (long long job = blockIdx.x; job < groups * parts; job += gridDim.x) {\n"
                    "        long long number = job / parts * 32 + lane, part = job % parts;\n"
                    "        long long from = r.count / parts * part, to = part == parts - 1 ? r.count : from + r.count / parts;\n"
                    "        bool inside = number < k.count;\n        Row row = row_of(source, k, inside ? number : 0);\n"
                    "        Fold fold; fold.has = false;\n        long long i = from + warp;\n"
                    "        for (; inside && i + 3 * 8 < to; i += 4 * 8) { // four loads under way at a time\n            Input x[4];\n"
                    "            #pragma unroll\n            for (int j = 0; j < 4; j++) x[j] = load(row, r, i + j * 8);\n"
                    "            Accumulator both = combine(combine(element(x[0]), element(x[1])), combine(element(x[2]), "
                    "element(x[3])));\n"
                    "            fold.value = fold.has ? combine(fold.value, both) : both;\n            fold.has = true;\n        }\n"
                    "        for (; inside && i < to; i += 8) take(fold, row, r, i);\n"
                    "        folds[threadIdx.x] = fold;\n        __syncthreads();\n"
                    "        if (warp == 0 && inside) {\n"
                    "            for (int w = 1; w < 8; w++) fold = join(fold, folds[w * 32 + lane]);\n"
                    "            if (parts > 1) ((Fold *)partial)[number * parts + part] = fold;\n"
                    "            else finish(fold, output + kept::offsets_of(k, number).of[2], has_initial, initial);\n        }\n"
                    "        __syncthreads();\n    }\n}\n");
        return;
    }
    text_append(source,
                "    #pragma unroll 1\n    for (long long job = blockIdx.x; job < k.count * parts; job += gridDim.x) {\n"
                "        long long number = job / parts, part = job % parts;\n"
                "        long long from = r.count / parts * part, to = part == parts - 1 ? r.count : from + r.count / parts;\n"
                "        Row row = row_of(source, k, number);\n        Fold fold; fold.has = false;\n"
                "        long long i = from + threadIdx.x;\n");
    /* Eight loads under way at a time, four running values: one alone waits for memory most of its time. Nothing else is
     * unrolled: the compiler takes half the time for it. */
    if (plan->contiguous)
        text_append(source,
                    "        if (i + 7 * 256 < to) {\n            Accumulator running[4];\n            bool begun = false;\n"
                    "            #pragma unroll 1\n            for (; i + 7 * 256 < to; i += 8 * 256) {\n                Input x[8];\n"
                    "                #pragma unroll\n                for (int k = 0; k < 8; k++) x[k] = load(row, r, i + k * 256);\n"
                    "                #pragma unroll\n                for (int k = 0; k < 4; k++) {\n"
                    "                    Accumulator both = combine(element(x[k]), element(x[k + 4]));\n"
                    "                    running[k] = begun ? combine(running[k], both) : both;\n                }\n"
                    "                begun = true;\n            }\n"
                    "            fold.value = combine(combine(running[0], running[1]), combine(running[2], running[3]));\n"
                    "            fold.has = true;\n        }\n");
    text_append(source,
                "        #pragma unroll 1\n        for (; i < to; i += blockDim.x) take(fold, row, r, i);\n"
                "        fold = block_fold(fold);\n"
                "        if (threadIdx.x == 0) {\n"
                "            if (parts > 1) ((Fold *)partial)[job] = fold;\n"
                "            else finish(fold, output + kept::offsets_of(k, number).of[2], has_initial, initial);\n        }\n    }\n}\n");
}

/* The second launch: a block folds the parts of a row. */
static void append_parts(TextBuffer *source, const ReduceTask *task, const ReducePlan *plan) {
    cuda_append_fold(source, task->operator_row, task->loop);
    text_append(source, "namespace kept {\n");
    layout_append_source(source, &plan->kept);
    text_append(source, "}\n");
    append_finish(source, task);
    text_append(source,
                "extern \"C\" __global__ void kernel(const kept::Geometry k, char *output, const "
                "char *partial, long long parts, int has_initial, Accumulator initial) {\n"
                "    for (long long row = blockIdx.x; row < k.count; row += gridDim.x) {\n"
                "        Fold fold; fold.has = false;\n"
                "        for (long long i = threadIdx.x; i < parts; i += blockDim.x) fold = join(fold, ((const Fold "
                "*)partial)[row * parts + i]);\n"
                "        fold = block_fold(fold);\n"
                "        if (threadIdx.x == 0) finish(fold, output + kept::offsets_of(k, row).of[2], has_initial, initial);\n"
                "    }\n}\n");
}

static bool function_key(const ReduceTask *task, const ReducePlan *plan, const ReduceSource *from, bool second, TextBuffer *key) {
    text_append_format(key, "reduce%d/%s/%d/%c%c/%d/%d%s%s%s%s%s%s", second, task->operator_row->name, task->loop,
                       task->input.dtype->code, task->output.dtype->code, plan->kept.dimensions, plan->reduced.dimensions,
                       plan->per_thread ? "t" : "", plan->contiguous ? "c" : "", plan->columns ? "k" : "", task->where ? "w" : "",
                       plan->rows > INT32_MAX ? "L" : "", plan->length > INT32_MAX ? "l" : "");
    if (!second) text_append(key, from->key);
    return !key->failed;
}

/* `parts_are_ready`, where there is one, chooses between now and beside the work. */
static CudaFunction reduce_function(Device *device, const ReduceTask *task, const ReducePlan *plan, const ReduceSource *from,
                                    bool second, CudaBuild how, ReducePartsAreReady *parts_are_ready, Error *error) {
    TextBuffer key = TEXT_BUFFER_EMPTY;
    if (!function_key(task, plan, from, second, &key)) {
        error_no_memory(error);
        return NULL;
    }
    CudaFunction function = cuda_function_find(device, key.bytes);
    bool waits = how == BUILD_NOW && !parts_are_ready;
    if (!function && (waits || !cuda_function_is_asked(device, key.bytes))) {
        bool have_parts = parts_are_ready && parts_are_ready(device, from->context, false);
        TextBuffer source = TEXT_BUFFER_EMPTY;
        if (second) append_parts(&source, task, plan);
        else append_reduce(&source, task, plan, from);
        function = cuda_function_build(device, key.bytes, have_parts ? BUILD_BESIDE : how, &source, error);
        if (parts_are_ready && !have_parts) parts_are_ready(device, from->context, true);
    }
    if (!function) error_set(error, "NotImplementedError", "it is being built");
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

/* What an operator's reduction begins with when nothing else is given; false: with its first element. */
static bool identity_value(Device *device, const Operator *row, int loop, char bytes[16], Error *error) {
    Variant number = variant_integer(0);
    switch (row->identity) {
    case IDENTITY_NONE: return false;
    case IDENTITY_ONE:
    case IDENTITY_TRUE: number = variant_integer(1); break;
    case IDENTITY_MINUS_ONE: break; /* all bits, whatever the type */
    case IDENTITY_MINUS_INFINITY: number = variant_float(-INFINITY); break;
    default: break;
    }
    const Dtype *dtype = &dtypes[row->loops[loop][2]];
    memset(bytes, row->identity == IDENTITY_MINUS_ONE ? 0xff : 0, 16);
    if (row->identity == IDENTITY_MINUS_ONE && dtype->kind == 'b') bytes[0] = 1;
    return row->identity == IDENTITY_MINUS_ONE || variant_store(device->runtime, number, dtype, bytes, error);
}

/* Nothing is reduced: every element of the output is the initial value. */
static bool fill_with(Device *device, const ReduceTask *task, const void *initial, Error *error) {
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < task->shape.dimensions; i++) extents[i] = task->output.strides[i] ? task->shape.extents[i] : 1;
    return cuda_fill(device, (Shape){task->shape.dimensions, extents}, task->output, initial, error);
}

bool cuda_reduce_from(Device *device, const ReduceTask *task, const ReduceSource *from, ReducePartsAreReady *parts_are_ready,
                      Error *error) {
    ReducePlan plan;
    int64_t kept[LAYOUT_BLOCK], reduced[LAYOUT_BLOCK];
    _Alignas(16) char initial[16];
    char *partial = NULL, identity[16];
    const void *given = task->initial;
    Operand output = task->output;
    if (!cuda_enter(device, error)) return false;
    if (!given && identity_value(device, task->operator_row, task->loop, identity, error)) given = identity;
    if (error_is_set(error)) return false;
    /* 2: only where there is nothing to reduce. Sums begin with their zero, which takes the sign from -0. */
    int has_initial = !given ? 0 : task->initial || task->operator_row->number == OPERATOR_add ? 1 : 2;
    plan_reduce(device, task, &plan);
    if (plan.rows == 0) return true;
    if (plan.length == 0) return fill_with(device, task, given, error);
    loop_value(task->operator_row, task->loop, given, initial);
    layout_pack(&plan.kept, kept);
    layout_pack(&plan.reduced, reduced);
    CudaFunction first = reduce_function(device, task, &plan, from, false, BUILD_NOW, parts_are_ready, error);
    CudaFunction second = first && plan.parts > 1 ? reduce_function(device, task, &plan, from, true, BUILD_NOW, NULL, error) : NULL;
    if (!first || (plan.parts > 1 && !second)) return false;
    size_t partial_size = plan.parts > 1 ? (size_t)(plan.rows * plan.parts) * 32 : 0;
    if (partial_size && !(partial = cuda_allocate(device, partial_size, error))) return false;
    void *parameters[] = {kept, reduced, from->parameter, &output.data, &partial, &plan.parts, &has_initial, initial};
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

bool cuda_reduce(Device *device, const ReduceTask *task, int *float_flags, Error *error) {
    MemorySource memory = {task, {task->input.data, task->where ? task->where->data : NULL}};
    ReduceSource from = {"", append_memory, &memory, &memory.parameter};
    *float_flags = 0;
    return cuda_reduce_from(device, task, &from, NULL, error);
}

bool cuda_reduce_is_ready(Device *device, const ReduceTask *task, bool prepare) {
    MemorySource memory = {task, {NULL, NULL}};
    ReduceSource from = {"", append_memory, &memory, NULL};
    ReducePlan plan;
    bool ready = true;
    plan_reduce(device, task, &plan);
    for (int second = 0; second < (plan.parts > 1 ? 2 : 1); second++) {
        TextBuffer key = TEXT_BUFFER_EMPTY;
        Error ignored = ERROR_NONE;
        bool found = function_key(task, &plan, &from, second, &key) && cuda_function_find(device, key.bytes);
        text_release(&key);
        if (!found) found = reduce_function(device, task, &plan, &from, second, prepare ? BUILD_PATIENTLY : BUILD_NEVER, NULL, &ignored) != NULL;
        error_clear(&ignored);
        ready = ready && found;
    }
    return ready;
}
