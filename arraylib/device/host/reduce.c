/* Reductions and scans, in NumPy's order, so that sums print NumPy's digits.
 *
 * The input's axes are ordered by stride and joined. When the innermost axis is reduced, a sum adds each run
 * pairwise: runs of up to 128 with eight accumulators, longer ones halved; the run's sum is then added to its
 * output. When the innermost axis is kept, whole rows are combined with the output row, one after another. Input
 * of another type is converted in pieces of 8192 elements, each of which is then a run of its own. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/walk.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define CONVERTED_PIECE 8192

DEFINE_PAIRWISE(pairwise_FLOAT16, FLOAT16, float)
DEFINE_PAIRWISE(pairwise_FLOAT32, FLOAT32, float)
DEFINE_PAIRWISE(pairwise_FLOAT64, FLOAT64, double)

/* Complex numbers: NumPy counts their parts, so a block holds 64 of them and four accumulate side by side. */
#define DEFINE_PAIRWISE_COMPLEX(NAME, Number)                                                                 \
    static Number pairwise_##NAME(const char *in, int64_t count, int64_t stride) {                            \
        if (count < 4) {                                                                                      \
            Number sum = {(REAL_PART_##NAME)-0.0, (REAL_PART_##NAME)-0.0};                                    \
            for (int64_t i = 0; i < count; i++) sum = NAME##_add(sum, *(const Number *)(in + i * stride));    \
            return sum;                                                                                       \
        }                                                                                                     \
        if (count <= PAIRWISE_BLOCK / 2) {                                                                    \
            Number part[4];                                                                                   \
            for (int k = 0; k < 4; k++) part[k] = *(const Number *)(in + k * stride);                         \
            int64_t i = 4;                                                                                    \
            for (; i < count - count % 4; i += 4)                                                             \
                for (int k = 0; k < 4; k++) part[k] = NAME##_add(part[k], *(const Number *)(in + (i + k) * stride)); \
            Number sum = NAME##_add(NAME##_add(part[0], part[1]), NAME##_add(part[2], part[3]));              \
            for (; i < count; i++) sum = NAME##_add(sum, *(const Number *)(in + i * stride));                 \
            return sum;                                                                                       \
        }                                                                                                     \
        int64_t half = count;                                                                                 \
        half -= half % 8;                                                                                     \
        half /= 2;                                                                                            \
        return NAME##_add(pairwise_##NAME(in, half, stride),                                                  \
                          pairwise_##NAME(in + half * stride, count - half, stride));                         \
    }
DEFINE_PAIRWISE_COMPLEX(COMPLEX64, Complex64)
DEFINE_PAIRWISE_COMPLEX(COMPLEX128, Complex128)

/* *out = *out + sum of the run. False: the type is not summed pairwise. */
static bool add_run(const Dtype *type, char *out, const char *in, int64_t stride, int64_t count) {
    if (type->number == DTYPE_FLOAT16) {
        float16_bits *half = (float16_bits *)out;
        *half = host_store_half(float16_to_float(*half) + pairwise_FLOAT16(in, count, stride));
        return true;
    }
    _Alignas(16) char sum[16];
    if (!host_pairwise(type, in, stride, count, sum)) return false;
    host_add_sums(type, out, sum, out);
    return true;
}

/* Integer runs with an accumulator in a register, which the compiler can vectorise. */
#define INTEGER_RUN(NAME)                                                                                     \
    case DTYPE_##NAME: {                                                                                      \
        WRAPPING_##NAME total = (WRAPPING_##NAME) * (STORED_##NAME *)out;                                     \
        for (int64_t i = 0; i < count; i++) total += (WRAPPING_##NAME) * (const STORED_##NAME *)(in + i * stride); \
        *(STORED_##NAME *)out = (STORED_##NAME)total;                                                         \
        return true;                                                                                          \
    }
static bool add_integer_run(const Dtype *type, char *out, const char *in, int64_t stride, int64_t count) {
    switch (type->number) {
        INTEGER_RUN(INT32)
        INTEGER_RUN(UINT32)
        INTEGER_RUN(INT64)
        INTEGER_RUN(UINT64)
    default: return false;
    }
}

/* Strided runs, and types that runs.c has not. */
#define EXTREME_RUN(NAME, better)                                                                             \
    case DTYPE_##NAME: {                                                                                      \
        STORED_##NAME best = *(STORED_##NAME *)out;                                                           \
        for (int64_t i = 0; i < count; i++) {                                                                 \
            STORED_##NAME here = *(const STORED_##NAME *)(in + i * stride);                                   \
            if (here better best || (here != here && best == best)) best = here;                              \
        }                                                                                                     \
        *(STORED_##NAME *)out = best;                                                                         \
        return true;                                                                                          \
    }
static bool extreme_run(bool maximum, const Dtype *type, char *out, const char *in, int64_t stride, int64_t count) {
    if (stride == type->item_size && count >= 64 && host_extreme_run(maximum, type, out, in, count)) return true;
    if (maximum) switch (type->number) {
            EXTREME_RUN(INT64, >)
            EXTREME_RUN(INT32, >)
            EXTREME_RUN(UINT8, >)
            EXTREME_RUN(FLOAT64, >)
            EXTREME_RUN(FLOAT32, >)
        default: return false;
        }
    switch (type->number) {
        EXTREME_RUN(INT64, <)
        EXTREME_RUN(INT32, <)
        EXTREME_RUN(UINT8, <)
        EXTREME_RUN(FLOAT64, <)
        EXTREME_RUN(FLOAT32, <)
    default: return false;
    }
}

/* Truth: a run of bytes that are 0 or 1 (they were converted) is searched, not combined. */
static bool truth_run(OperatorNumber number, char *out, const char *in, int64_t stride, int64_t count) {
    if (number == OPERATOR_logical_or) {
        if (*out) return true;
        if (stride == 1) {
            *out = host_any_of_run(in, count);
            return true;
        }
        for (int64_t i = 0; i < count && !*out; i++) *out = in[i * stride] != 0;
        return true;
    }
    if (stride == 1 && *out) *out = !memchr(in, 0, (size_t)count);
    else
        for (int64_t i = 0; i < count && *out; i++) *out = in[i * stride] != 0;
    return true;
}

typedef struct ReduceRun {
    const Operator *operator_row;
    HostLoop *loop, *cast; /* cast: NULL when the input is of the loop's type */
    const Dtype *type;
    bool masked;
    Device *counting; /* NULL: no truths are added */
    /* Runs that are gathered before they are added: rows of a part of an array, up to CONVERTED_PIECE elements. */
    char *gathered, *gathered_for;
    int64_t gathered_count;
} ReduceRun;

static void combine(const ReduceRun *run, char *out, int64_t out_stride, const char *in, int64_t in_stride,
                    int64_t count) {
    if (out_stride == 0) {
        switch (run->operator_row->number) {
        case OPERATOR_add:
            if (add_run(run->type, out, in, in_stride, count)) return;
            if (add_integer_run(run->type, out, in, in_stride, count)) return;
            break;
        case OPERATOR_multiply: /* as NumPy: halves are multiplied as floats and rounded once */
            if (run->type->number == DTYPE_FLOAT16) {
                float product = float16_to_float(*(float16_bits *)out);
                for (int64_t i = 0; i < count; i++) product *= float16_to_float(*(const float16_bits *)(in + i * in_stride));
                *(float16_bits *)out = host_store_half(product);
                return;
            }
            break;
        case OPERATOR_logical_or:
        case OPERATOR_logical_and:
            if (run->type->number == DTYPE_BOOL && truth_run(run->operator_row->number, out, in, in_stride, count)) return;
            break;
        case OPERATOR_maximum:
        case OPERATOR_minimum:
            if (extreme_run(run->operator_row->number == OPERATOR_maximum, run->type, out, in, in_stride, count))
                return;
            break;
        default: break;
        }
    }
    bool is_or = run->operator_row->number == OPERATOR_logical_or;
    if (out_stride == 1 && in_stride == 1 && run->type->number == DTYPE_BOOL && (is_or || run->operator_row->number == OPERATOR_logical_and)) {
        host_truth_rows(!is_or, out, in, count);
        return;
    }
    run->loop((char *[]){out, (char *)in, out}, (int64_t[]){out_stride, in_stride, out_stride}, count);
}

/* Truths added are counted. In floating point, too, where any order of whole numbers gives the same sum. */
static bool count_run(const ReduceRun *run, char *out, const char *in, int64_t count) {
    if (run->type->number == DTYPE_INT64) {
        *(int64_t *)out = (int64_t)((uint64_t)*(int64_t *)out + (uint64_t)host_count_true(run->counting, in, count));
        return true;
    }
    double *sum = (double *)out;
    if (run->type->number != DTYPE_FLOAT64 || !islessequal(fabs(*sum), 0x1p52) || *sum != rint(*sum)) return false;
    *sum += (double)host_count_true(run->counting, in, count);
    return true;
}

static void combine_cast(const ReduceRun *run, char *out, int64_t out_stride, const char *in, int64_t in_stride,
                         int64_t count) {
    if (!run->cast) {
        combine(run, out, out_stride, in, in_stride, count);
        return;
    }
    if (run->counting && !out_stride && in_stride == 1 && count >= 32 && count_run(run, out, in, count)) return;
    _Alignas(16) char buffer[CONVERTED_PIECE * 16];
    int64_t size = run->type->item_size;
    bool stops = out_stride == 0 && run->type->number == DTYPE_BOOL &&
                 (run->operator_row->number == OPERATOR_logical_or || run->operator_row->number == OPERATOR_logical_and);
    for (int64_t from = 0; from < count; from += CONVERTED_PIECE) {
        if (stops && (*out != 0) == (run->operator_row->number == OPERATOR_logical_or)) return; /* decided */
        int64_t piece = count - from < CONVERTED_PIECE ? count - from : CONVERTED_PIECE;
        run->cast((char *[]){(char *)in + from * in_stride, buffer}, (int64_t[]){in_stride, size}, piece);
        combine(run, out + from * out_stride, out_stride, buffer, size, piece);
    }
}

static void add_gathered(ReduceRun *run) {
    if (run->gathered_count) combine(run, run->gathered_for, 0, run->gathered, run->type->item_size, run->gathered_count);
    run->gathered_count = 0;
}

static void gather_run(ReduceRun *run, char *out, char *in, int64_t in_stride, int64_t count) {
    int64_t size = run->type->item_size;
    if (run->gathered_for != out || run->gathered_count + count > CONVERTED_PIECE) add_gathered(run);
    run->gathered_for = out;
    HostLoop *move = run->cast ? run->cast : host_cast_loop(run->type, run->type);
    move((char *[]){in, run->gathered + run->gathered_count * size}, (int64_t[]){in_stride, size}, count);
    run->gathered_count += count;
}

/* Operands: output, input (and mask). The input comes last in the walk's ordering. */
static bool run_reduce(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    ReduceRun *run = context;
    if (run->gathered) {
        gather_run(run, data[1], data[2], strides[2], count);
        return true;
    }
    if (!run->masked) {
        combine_cast(run, data[1], strides[1], data[2], strides[2], count);
        return true;
    }
    const char *mask = data[0];
    for (int64_t from = 0; from < count;) {
        int64_t to = from;
        bool truth = mask[from * strides[0]] != 0;
        while (to < count && (mask[to * strides[0]] != 0) == truth) to++;
        if (truth)
            combine_cast(run, data[1] + from * strides[1], strides[1], data[2] + from * strides[2], strides[2],
                         to - from);
        from = to;
    }
    return true;
}

/* What one step of the outer axes takes: a run for each output, or (with a loop) rows that are laid over an output row. */
typedef struct Block {
    const ReduceRun *run;
    RowsLoop *loop;
    int64_t rows, step, count;
    ArrayRuntime *runtime;
} Block;

static bool reduce_blocks(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    enum { AT_A_TIME = 1 << 22 /* elements between two looks for interrupts */ };
    const Block *block = context;
    int64_t slice = AT_A_TIME / block->count / 8 * 8, done = 0;
    if (slice < 8) slice = 8;
    for (int64_t i = 0; i < count; i++) {
        char *out = data[1] + i * strides[1], *in = data[2] + i * strides[2];
        if (!block->loop) combine(block->run, out, 0, in, block->step, block->count);
        for (int64_t row = 0; block->loop && row < block->rows; row += slice) {
            block->loop(out, in + row * block->step, block->step, block->rows - row < slice ? block->rows - row : slice, block->count);
            if (row + slice < block->rows && !runtime_poll(block->runtime, error)) return false;
        }
        if ((done += block->rows * block->count) < AT_A_TIME) continue;
        done = 0;
        if (!runtime_poll(block->runtime, error)) return false;
    }
    return true;
}

/* The axes that a block takes leave the walk. False: the walk is to go run by run. */
static bool find_block(const ReduceRun *run, Walk *walk, Block *block) {
    int inner = walk->dimensions - 1, size = run->type->item_size;
    const int64_t *strides = walk->strides[inner];
    if (run->masked || run->cast || run->gathered || inner < 1 || strides[2] != size) return false;
    block->count = walk->shape[inner];
    if (strides[1] == size && !walk->strides[inner - 1][1]) {
        block->loop = host_rows_loop(run->operator_row->number, run->type->number);
        block->rows = walk->shape[inner - 1];
        block->step = walk->strides[inner - 1][2];
        if (!block->loop) return false;
        walk->dimensions -= 2;
    } else if (!strides[1]) {
        block->rows = 1;
        block->step = size;
        walk->dimensions--;
    } else {
        return false;
    }
    if (!walk->dimensions) {
        walk->dimensions = 1;
        walk->shape[0] = 1;
    }
    return true;
}

/* Seed the outputs from the first elements along the reduced axes and shorten one of them; more than one reduced
 * axis is seeded by taking the operator's own idempotence into account: only maximum and its like come here. */
static bool is_idempotent(const Operator *operator_row) { return operator_row->traits & IS_IDEMPOTENT; }

bool host_neutral_element(const Operator *operator_row, const Dtype *type, void *value) {
    double number;
    switch (operator_row->identity) {
    case IDENTITY_ZERO:
    case IDENTITY_FALSE: number = 0; break;
    case IDENTITY_ONE:
    case IDENTITY_TRUE: number = 1; break;
    case IDENTITY_MINUS_ONE: number = -1; break;
    case IDENTITY_MINUS_INFINITY: number = -INFINITY; break;
    default: return false;
    }
    host_cast_loop(DTYPE(FLOAT64), type)((char *[]){(char *)&number, value}, (int64_t[]){0, 0}, 1);
    return true;
}

/* Rows that do not follow evenly on one another and go into one sum are gathered first, as NumPy's buffers do. */
static bool sums_in_pieces(const ReduceTask *task, const Dtype *type, const Walk *walk) {
    int inner = walk->dimensions - 1;
    return task->operator_row->number == OPERATOR_add && dtype_is_inexact(type) && !task->where && inner > 0 &&
           !walk->strides[inner][1] && !walk->strides[inner - 1][1] && walk->shape[inner] < CONVERTED_PIECE;
}

bool host_reduce_alone(Device *device, const ReduceTask *task, int *float_flags, Error *error) {
    const Dtype *type = &dtypes[task->operator_row->loops[task->loop][0]];
    Operand output = task->output, input = task->input;
    if (output.dtype != type)
        return error_set(error, "RuntimeError", "reduction output of type %s, computed in %s", output.dtype->name,
                         type->name);
    int64_t extents[ARRAY_DIMENSIONS_MAX], first_extents[ARRAY_DIMENSIONS_MAX];
    int dimensions = task->shape.dimensions;
    bool empty = false;
    if (dimensions == 1 && task->shape.extents[0] > 1 && task->shape.extents[0] <= CONVERTED_PIECE && !output.strides[0] && !task->where &&
        !task->initial && input.dtype == type && task->operator_row->number == OPERATOR_add && type->kind == 'f') { /* one sum of few */
        memset(output.data, 0, type->item_size);
        if (float_flags) float_flags_clear();
        add_run(type, output.data, input.data, input.strides[0], task->shape.extents[0]);
        if (float_flags) *float_flags |= float_flags_read();
        return true;
    }
    for (int i = 0; i < dimensions; i++) {
        extents[i] = task->shape.extents[i];
        first_extents[i] = output.strides[i] ? extents[i] : 1;
        empty = empty || !extents[i];
    }
    Shape shape = {dimensions, extents}, seed_shape = {dimensions, first_extents};
    if (dimensions) /* kept axes of extent 1 may have any stride, reduced ones have 0: both seed one element */
        for (int i = 0; i < dimensions; i++)
            if (extents[i] == 0 && output.strides[i]) return true; /* no outputs */
    _Alignas(16) unsigned char value[16];
    const void *initial = task->initial;
    bool seeded = initial != NULL;
    if (!seeded && host_neutral_element(task->operator_row, type, value)) {
        initial = value;
        seeded = true;
    }
    if (seeded) {
        if (!host_fill(device, seed_shape, output, initial, error)) return false;
    } else {
        if (empty)
            return error_set(error, "ValueError", "zero-size array to reduction operation %s which has no identity",
                             task->operator_row->name);
        Shape first = {dimensions, first_extents};
        if (!host_cast(device, first, input, output, float_flags, error)) return false;
        if (!is_idempotent(task->operator_row)) { /* subtract, divide, ...: one axis only, its first is done */
            for (int i = 0; i < dimensions; i++)
                if (!output.strides[i] && extents[i] > 0) {
                    extents[i]--;
                    input.data += input.strides[i];
                    break;
                }
        }
    }
    ReduceRun run = {task->operator_row, host_loop(task->operator_row, task->loop),
                     input.dtype == type ? NULL : device_cast_loop(device, input.dtype, type), type,
                     task->where != NULL, NULL, NULL, NULL, 0};
    if (task->operator_row->number == OPERATOR_add && input.dtype == DTYPE(BOOL)) run.counting = device;
    Walk walk;
    const Operand *operands[] = {task->where ? task->where : &output, &output, &input};
    if (!walk_begin(&walk, shape, operands, 3, true)) return true;
    walk.whole_runs = true;
    if (sums_in_pieces(task, type, &walk) && !(run.gathered = memory_allocate(CONVERTED_PIECE * type->item_size)))
        return error_no_memory(error);
    if (float_flags) float_flags_clear();
    Block block = {.run = &run, .runtime = device->runtime};
    bool well = find_block(&run, &walk, &block) ? walk_run(&walk, device->runtime, reduce_blocks, &block, error)
                                                : walk_run(&walk, device->runtime, run_reduce, &run, error);
    if (run.gathered) add_gathered(&run);
    memory_release(run.gathered);
    if (float_flags && host_operator_has_flags(task->operator_row)) *float_flags |= float_flags_read();
    return well;
}

/* ---- For fused.c */

void host_combine(const Operator *operator_row, int loop, char *out, int64_t out_stride, const char *in, int64_t count) {
    const Dtype *type = &dtypes[operator_row->loops[loop][0]];
    ReduceRun run = {.operator_row = operator_row, .loop = host_loop(operator_row, loop), .type = type};
    combine(&run, out, out_stride, in, type->item_size, count);
}

bool host_pairwise(const Dtype *type, const char *in, int64_t stride, int64_t count, void *sum) {
    if (wide_pairwise(type, in, stride, count, sum)) return true;
    switch (type->number) {
    case DTYPE_FLOAT32: *(float *)sum = pairwise_FLOAT32(in, count, stride); return true;
    case DTYPE_FLOAT64: *(double *)sum = pairwise_FLOAT64(in, count, stride); return true;
    case DTYPE_COMPLEX64: *(Complex64 *)sum = pairwise_COMPLEX64(in, count, stride); return true;
    case DTYPE_COMPLEX128: *(Complex128 *)sum = pairwise_COMPLEX128(in, count, stride); return true;
    default: return false;
    }
}

void host_add_sums(const Dtype *type, const void *left, const void *right, void *sum) {
    switch (type->number) {
    case DTYPE_FLOAT32: *(float *)sum = *(const float *)left + *(const float *)right; return;
    case DTYPE_FLOAT64: *(double *)sum = *(const double *)left + *(const double *)right; return;
    case DTYPE_COMPLEX64: *(Complex64 *)sum = COMPLEX64_add(*(const Complex64 *)left, *(const Complex64 *)right); return;
    default: *(Complex128 *)sum = COMPLEX128_add(*(const Complex128 *)left, *(const Complex128 *)right); return;
    }
}

int64_t host_pairwise_half(const Dtype *type, int64_t count) {
    if (type->kind != 'c') return count / 2 - count / 2 % 8;
    return (count - count % 8) / 2;
}

typedef struct ScanRun {
    HostLoop *loop, *cast;
    const Dtype *type;
    int64_t length, in_stride, out_stride;
    bool is_sum;
} ScanRun;

/* Running sums with the last one in a register. */
#define RUNNING_SUM(NAME)                                                                                     \
    case DTYPE_##NAME: {                                                                                      \
        WRAPPING_##NAME sum = (WRAPPING_##NAME) * (const STORED_##NAME *)before;                              \
        for (int64_t i = 0; i < count; i++) {                                                                 \
            sum += (WRAPPING_##NAME) * (const STORED_##NAME *)(in + i * in_stride);                           \
            *(STORED_##NAME *)(out + i * out_stride) = (STORED_##NAME)sum;                                    \
        }                                                                                                     \
        return true;                                                                                          \
    }
static bool running_sum(DtypeNumber number, const char *before, const char *in, int64_t in_stride, char *out, int64_t out_stride, int64_t count) {
    switch (number) {
        RUNNING_SUM(INT64)
        RUNNING_SUM(FLOAT32)
        RUNNING_SUM(FLOAT64)
    default: return false;
    }
}

static bool run_scan(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    const ScanRun *run = context;
    for (int64_t row = 0; row < count; row++) {
        char *in = data[0] + row * strides[0], *out = data[1] + row * strides[1];
        _Alignas(16) char buffer[HOST_BLOCK * 16];
        for (int64_t from = 0; from < run->length;) {
            int64_t piece = run->length - from < HOST_BLOCK ? run->length - from : HOST_BLOCK;
            char *source = in + from * run->in_stride, *target = out + from * run->out_stride;
            int64_t stride = run->in_stride, size = run->type->item_size;
            run->cast((char *[]){source, buffer}, (int64_t[]){stride, size}, piece);
            int64_t skip = from == 0;
            if (skip) memcpy(target, buffer, (size_t)size);
            if (run->is_sum && running_sum(run->type->number, target - (1 - skip) * run->out_stride, buffer + skip * size, size,
                                           target + skip * run->out_stride, run->out_stride, piece - skip)) {
                from += piece;
                continue;
            }
            run->loop((char *[]){target - (1 - skip) * run->out_stride, buffer + skip * size,
                                 target + skip * run->out_stride},
                      (int64_t[]){run->out_stride, size, run->out_stride}, piece - skip);
            from += piece;
        }
    }
    return true;
}

bool host_scan(Device *device, const ScanTask *task, int *float_flags, Error *error) {
    if (task->flexible) return flexible_scan(device, task, error);
    const Dtype *type = &dtypes[task->operator_row->loops[task->loop][0]];
    if (task->output.dtype != type)
        return error_set(error, "RuntimeError", "scan output of type %s, computed in %s", task->output.dtype->name,
                         type->name);
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    memcpy(extents, task->shape.extents, sizeof *extents * (size_t)task->shape.dimensions);
    ScanRun run = {host_loop(task->operator_row, task->loop), device_cast_loop(device, task->input.dtype, type), type,
                   extents[task->axis], task->input.strides[task->axis], task->output.strides[task->axis],
                   task->operator_row->number == OPERATOR_add};
    if (!run.length) return true;
    extents[task->axis] = 1;
    Shape rows = {task->shape.dimensions, extents};
    Walk walk;
    const Operand *operands[] = {&task->input, &task->output};
    if (!walk_begin(&walk, rows, operands, 2, true)) return true;
    walk.weight = run.length;
    return walk_run_parallel(&walk, device->runtime, run_scan, &run, host_operator_has_flags(task->operator_row) ? float_flags : NULL, error);
}

/* The first of the largest (or smallest); the first NaN ends the search. */
#define ARG_CASE(NAME, better, is_nan)                                                                        \
    case DTYPE_##NAME: {                                                                                      \
        COMPUTED_##NAME best = LOAD_##NAME(*(const STORED_##NAME *)in);                                       \
        int64_t found = 0;                                                                                    \
        for (int64_t i = 0; i < length; i++) {                                                                \
            COMPUTED_##NAME here = LOAD_##NAME(*(const STORED_##NAME *)(in + i * stride));                    \
            if (is_nan(here)) return i;                                                                       \
            if (better(here, best)) {                                                                         \
                best = here;                                                                                  \
                found = i;                                                                                    \
            }                                                                                                 \
        }                                                                                                     \
        return found;                                                                                         \
    }
#define NEVER(x) 0
#define REAL_NAN(x) ((x) != (x))
#define COMPLEX_NAN(x) (isnan((x).real) || isnan((x).imaginary))
#define GREATER(a, b) ((a) > (b))
#define LESS(a, b) ((a) < (b))
#define COMPLEX_GREATER(a, b) ((a).real > (b).real || ((a).real == (b).real && (a).imaginary > (b).imaginary))
#define COMPLEX_LESS(a, b) COMPLEX_GREATER(b, a)
#define ARG_FUNCTION(function, REAL, COMPLEX)                                                                 \
    static int64_t function(DtypeNumber number, const char *in, int64_t stride, int64_t length) {             \
        switch (number) {                                                                                     \
            ARG_CASE(BOOL, REAL, NEVER)                                                                       \
            ARG_CASE(INT8, REAL, NEVER)                                                                       \
            ARG_CASE(UINT8, REAL, NEVER)                                                                      \
            ARG_CASE(INT16, REAL, NEVER)                                                                      \
            ARG_CASE(UINT16, REAL, NEVER)                                                                     \
            ARG_CASE(INT32, REAL, NEVER)                                                                      \
            ARG_CASE(UINT32, REAL, NEVER)                                                                     \
            ARG_CASE(INT64, REAL, NEVER)                                                                      \
            ARG_CASE(UINT64, REAL, NEVER)                                                                     \
            ARG_CASE(FLOAT16, REAL, REAL_NAN)                                                                 \
            ARG_CASE(FLOAT32, REAL, REAL_NAN)                                                                 \
            ARG_CASE(FLOAT64, REAL, REAL_NAN)                                                                 \
            ARG_CASE(COMPLEX64, COMPLEX, COMPLEX_NAN)                                                         \
            ARG_CASE(COMPLEX128, COMPLEX, COMPLEX_NAN)                                                        \
        default: return 0;                                                                                    \
        }                                                                                                     \
    }
ARG_FUNCTION(argument_of_maximum, GREATER, COMPLEX_GREATER)
ARG_FUNCTION(argument_of_minimum, LESS, COMPLEX_LESS)

int64_t host_argument(bool maximum, DtypeNumber number, const char *in, int64_t stride, int64_t length) {
    int64_t at;
    if (length && stride == dtypes[number].item_size && host_argument_run(maximum, number, in, length, &at)) return at;
    return (maximum ? argument_of_maximum : argument_of_minimum)(number, in, stride, length);
}

typedef struct ArgRun {
    const ArgReduceTask *task;
    int64_t length, stride;
} ArgRun;

static bool run_arg(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    (void)error;
    const ArgRun *run = context;
    const Dtype *type = run->task->input.dtype;
    if (count > 1 && strides[0] == type->item_size && strides[1] == sizeof(int64_t) && run->stride != strides[0] &&
        host_argument_columns(run->task->maximum, type->number, data[0], run->stride, run->length, count, (int64_t *)data[1]))
        return true;
    for (int64_t i = 0; i < count; i++) {
        const char *in = data[0] + i * strides[0];
        *(int64_t *)(data[1] + i * strides[1]) = host_argument(run->task->maximum, run->task->input.dtype->number, in, run->stride, run->length);
    }
    return true;
}

bool host_arg_reduce_rows(Device *device, const ArgReduceTask *task, Error *error) {
    int last = task->shape.dimensions - 1;
    ArgRun run = {task, task->shape.extents[last], task->input.strides[last]};
    Shape rows = {last, task->shape.extents};
    Walk walk;
    const Operand *operands[] = {&task->input, &task->output};
    if (!walk_begin(&walk, rows, operands, 2, true)) return true;
    walk.weight = run.length;
    return walk_run_parallel(&walk, device->runtime, run_arg, &run, NULL, error);
}
