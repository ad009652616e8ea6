/* Convolution of one or two dimensions, directly.
 *
 * The input is laid into a frame that is as much larger as the kernel reaches over its edges, filled as the
 * boundary says; then every output row gathers the kernel's taps one after another, each tap a multiply-add over
 * the whole row, which the compiler vectorises. An output element thus sums its taps in the order of the kernel's
 * positions, whatever the sizes. */
#include "arraylib/device/host/complex.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/types.h"
#include "arraylib/device/host/vector/vector_bits.h"

#include "base/memory.h"

#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

typedef struct Frame {
    char *bytes;
    int64_t rows, columns;
} Frame;

/* The input's index that position `at` (possibly outside) stands for, or -1: the fill value. */
static int64_t source_index(int64_t at, int64_t extent, ConvolveBoundary boundary) {
    if (at >= 0 && at < extent) return at;
    if (boundary == BOUNDARY_FILL || !extent) return -1;
    int64_t period = boundary == BOUNDARY_WRAP ? extent : 2 * extent;
    at %= period;
    if (at < 0) at += period;
    return at < extent ? at : period - 1 - at;
}

static bool make_frame(const ConvolveTask *task, Frame *frame, Error *error) {
    int64_t size = task->dtype->item_size;
    frame->rows = task->output_shape[0] + task->kernel_shape[0] - 1;
    frame->columns = task->output_shape[1] + task->kernel_shape[1] - 1;
    int64_t bytes;
    if (__builtin_mul_overflow(frame->rows, frame->columns, &bytes) || __builtin_mul_overflow(bytes, size, &bytes))
        return error_no_memory(error);
    frame->bytes = memory_allocate((size_t)bytes);
    if (!frame->bytes) return error_no_memory(error);
    int64_t top = task->origin[0] - (task->kernel_shape[0] - 1), left = task->origin[1] - (task->kernel_shape[1] - 1);
    for (int64_t i = 0; i < frame->rows; i++) {
        char *row = frame->bytes + i * frame->columns * size;
        int64_t from_row = source_index(i + top, task->input_shape[0], task->boundary);
        const char *source = task->input + from_row * task->input_shape[1] * size;
        for (int64_t j = 0; j < frame->columns; j++) {
            int64_t from = source_index(j + left, task->input_shape[1], task->boundary);
            if (from_row < 0 || from < 0) {
                memcpy(row + j * size, task->fill_value, (size_t)size);
            } else if (j + left == from) { /* the inside goes in one piece */
                int64_t run = task->input_shape[1] - from;
                if (run > frame->columns - j) run = frame->columns - j;
                memcpy(row + j * size, source + from * size, (size_t)(run * size));
                j += run - 1;
            } else {
                memcpy(row + j * size, source + from * size, (size_t)size);
            }
        }
    }
    return true;
}

/* `count` outputs of a row from column `first`: out[j] += kernel[m, n] * frame[i + kernel_rows - 1 - m, j + kernel_columns - 1 - n]. */
#define ROW_REAL(NAME, Number)                                                                                \
    static void row_##NAME(const ConvolveTask *task, const Frame *frame, int64_t i, int64_t first,             \
                           int64_t count, char *output) {                                                     \
        Number *restrict out = (Number *)output;                                                              \
        const Number *kernel = (const Number *)task->kernel;                                                  \
        int64_t rows = task->kernel_shape[0], columns = task->kernel_shape[1];                                 \
        for (int64_t m = 0; m < rows; m++)                                                                    \
            for (int64_t n = 0; n < columns; n++) {                                                           \
                Number weight = kernel[m * columns + n];                                                      \
                const Number *restrict in =                                                                   \
                    (const Number *)frame->bytes + (i + rows - 1 - m) * frame->columns + columns - 1 - n + first;     \
                for (int64_t j = 0; j < count; j++) out[j] += weight * in[j];                                 \
            }                                                                                                 \
    }
ROW_REAL(INT8, uint8_t)
ROW_REAL(INT16, uint16_t)
ROW_REAL(INT32, uint32_t)
ROW_REAL(INT64, uint64_t)
ROW_REAL(FLOAT32, float)
ROW_REAL(FLOAT64, double)

/* The same with the sums of eight vectors in registers, for rows that hold as many; the last ones of a row are computed twice where
 * they do not come out even. */
#define ROW_VECTORS(NAME, Number, width, target)                                                              \
    target static void row_##NAME##_##width(const ConvolveTask *task, const Frame *frame, int64_t i,          \
                                            int64_t first, int64_t count, char *output) {                     \
        typedef Number Vector __attribute__((vector_size(width)));                                            \
        enum { VECTORS = 8, LANES = width / sizeof(Number), STRETCH = VECTORS * LANES };                      \
        if (count < STRETCH) {                                                                                \
            row_##NAME(task, frame, i, first, count, output);                                                 \
            return;                                                                                           \
        }                                                                                                     \
        int64_t rows = task->kernel_shape[0], columns = task->kernel_shape[1];                                \
        for (int64_t from = 0; from < count; from += STRETCH) {                                               \
            if (count - from < STRETCH) from = count - STRETCH;                                               \
            Vector sums[VECTORS];                                                                             \
            memset(sums, 0, sizeof sums);                                                                     \
            for (int64_t m = 0; m < rows; m++) {                                                              \
                const Number *weights = (const Number *)task->kernel + m * columns;                           \
                const Number *in = (const Number *)frame->bytes + (i + rows - 1 - m) * frame->columns + columns - 1 + first + from; \
                for (int64_t n = 0; n < columns; n++, in--)                                                   \
                    for (int k = 0; k < VECTORS; k++) {                                                       \
                        Vector here;                                                                          \
                        memcpy(&here, in + k * LANES, sizeof here);                                           \
                        sums[k] += weights[n] * here;                                                         \
                    }                                                                                         \
            }                                                                                                 \
            memcpy((Number *)output + from, sums, sizeof sums);                                               \
        }                                                                                                     \
    }
#ifdef __x86_64__
ROW_VECTORS(FLOAT32, float, 64, __attribute__((target("avx512f"))))
ROW_VECTORS(FLOAT64, double, 64, __attribute__((target("avx512f"))))
ROW_VECTORS(FLOAT32, float, 32, __attribute__((target("avx2"))))
ROW_VECTORS(FLOAT64, double, 32, __attribute__((target("avx2"))))
#endif

#define ROW_OTHER(NAME, add_product)                                                                          \
    static void row_##NAME(const ConvolveTask *task, const Frame *frame, int64_t i, int64_t first,             \
                           int64_t count, char *output) {                                                     \
        STORED_##NAME *out = (STORED_##NAME *)output;                                                         \
        const STORED_##NAME *kernel = (const STORED_##NAME *)task->kernel;                                    \
        int64_t rows = task->kernel_shape[0], columns = task->kernel_shape[1];                                 \
        for (int64_t m = 0; m < rows; m++)                                                                    \
            for (int64_t n = 0; n < columns; n++) {                                                           \
                COMPUTED_##NAME weight = LOAD_##NAME(kernel[m * columns + n]);                                \
                const STORED_##NAME *in =                                                                     \
                    (const STORED_##NAME *)frame->bytes + (i + rows - 1 - m) * frame->columns + columns - 1 - n + first; \
                for (int64_t j = 0; j < count; j++) {                                                         \
                    COMPUTED_##NAME sum = LOAD_##NAME(out[j]), a = LOAD_##NAME(in[j]);                        \
                    out[j] = STORE_##NAME(add_product);                                                       \
                }                                                                                             \
            }                                                                                                 \
    }
ROW_OTHER(BOOL, sum | (a & weight))
ROW_OTHER(FLOAT16, sum + a * weight)
ROW_OTHER(COMPLEX64, COMPLEX64_add(sum, COMPLEX64_multiply(weight, a)))
ROW_OTHER(COMPLEX128, COMPLEX128_add(sum, COMPLEX128_multiply(weight, a)))

typedef void ConvolveRow(const ConvolveTask *task, const Frame *frame, int64_t i, int64_t first, int64_t count,
                         char *output);
static ConvolveRow *const rows_of[DTYPE_COUNT] = {
    [DTYPE_BOOL] = row_BOOL,       [DTYPE_INT8] = row_INT8,           [DTYPE_UINT8] = row_INT8,
    [DTYPE_INT16] = row_INT16,     [DTYPE_UINT16] = row_INT16,        [DTYPE_INT32] = row_INT32,
    [DTYPE_UINT32] = row_INT32,    [DTYPE_INT64] = row_INT64,         [DTYPE_UINT64] = row_INT64,
    [DTYPE_FLOAT16] = row_FLOAT16, [DTYPE_FLOAT32] = row_FLOAT32,     [DTYPE_FLOAT64] = row_FLOAT64,
    [DTYPE_COMPLEX64] = row_COMPLEX64, [DTYPE_COMPLEX128] = row_COMPLEX128,
};

static ConvolveRow *row_of(DtypeNumber number) {
#ifdef __x86_64__
    if (number == DTYPE_FLOAT64 && host_vector_bits() >= 256) return host_vector_bits() >= 512 ? row_FLOAT64_64 : row_FLOAT64_32;
    if (number == DTYPE_FLOAT32 && host_vector_bits() >= 256) return host_vector_bits() >= 512 ? row_FLOAT32_64 : row_FLOAT32_32;
#endif
    return rows_of[number];
}

/* A row goes in blocks of columns, so that a long one is shared among workers, stays in the cache, and never runs
 * for long without a look at the interrupt flag. */
enum { BLOCK_COLUMNS = 4096, BLOCK_COLUMNS_LEAST = 16, BLOCK_PRODUCTS = 1 << 26 };

typedef struct ConvolveRun {
    const ConvolveTask *task;
    Frame frame;
    ArrayRuntime *runtime;
    ConvolveRow *row;
    int64_t block_columns, blocks;
} ConvolveRun;

static void run_blocks(void *context, int64_t from, int64_t to) {
    const ConvolveRun *run = context;
    int64_t columns = run->task->output_shape[1], size = run->task->dtype->item_size;
    for (int64_t at = from; at < to; at++) {
        if (run->runtime->interrupt && *run->runtime->interrupt) return;
        int64_t row = at / run->blocks, first = at % run->blocks * run->block_columns;
        int64_t count = columns - first < run->block_columns ? columns - first : run->block_columns;
        char *output = run->task->output + (row * columns + first) * size;
        memset(output, 0, (size_t)(count * size));
        run->row(run->task, &run->frame, row, first, count, output);
    }
}

bool host_convolve(Device *device, const ConvolveTask *task, Error *error) {
    ConvolveRun run = {.task = task, .runtime = device->runtime, .row = row_of(task->dtype->number)};
    if (!task->output_shape[0] || !task->output_shape[1]) return true;
    if (!make_frame(task, &run.frame, error)) return false;
    int64_t taps = task->kernel_shape[0] * task->kernel_shape[1];
    run.block_columns = BLOCK_PRODUCTS / (taps + 1);
    if (run.block_columns > BLOCK_COLUMNS) run.block_columns = BLOCK_COLUMNS;
    if (run.block_columns < BLOCK_COLUMNS_LEAST) run.block_columns = BLOCK_COLUMNS_LEAST;
    if (run.block_columns > task->output_shape[1]) run.block_columns = task->output_shape[1];
    run.blocks = (task->output_shape[1] + run.block_columns - 1) / run.block_columns;
    runtime_parallel_for(device->runtime, task->output_shape[0] * run.blocks, 65536 / (run.block_columns * taps + 1) + 1,
                         run_blocks, &run);
    memory_release(run.frame.bytes);
    return runtime_poll(device->runtime, error);
}
