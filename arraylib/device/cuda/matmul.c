/* Matrix products: cuBLAS for floats and complex numbers, a tiled kernel for integers and for small matrices, where it is cuBLAS's preparations that
 * take the time (6 us of 9; half a second to open it at first, and 70 MiB of the device).
 *
 * cuBLAS is column-major: output = left @ right in C order is output' = right' @ left' to it. CUPY_TF32=1 lets float32
 * products run in TF32 where the device has it (compute capability 8.0); it is read at every product. */
#include "arraylib/device/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wants_tf32(Device *device, Error *error, bool *tf32) {
    const char *text = getenv("CUPY_TF32");
    *tf32 = text && *text && strcmp(text, "0") != 0;
    if (!*tf32 || cuda_state(device)->capability >= 80) return true;
    *tf32 = false;
    return runtime_warn(device->runtime, "UserWarning", error,
                        "COMPUTE_TYPE_BF16 and COMPUTE_TYPE_TF32 are only available on GPUs with compute capability 8.0 or "
                        "higher. COMPUTE_TYPE_DEFAULT will be used instead.");
}

typedef struct Gemm { /* one operand for cuBLAS */
    int transpose, leading;
    int64_t stride; /* of the batch, in elements */
    const char *data;
    char *copy; /* packed, when the strides fit nothing; freed after */
    size_t copy_size;
} Gemm;

/* Which stride is one item: 'C' the columns', 'F' the rows', 0 neither. */
static char order_of(const int64_t strides[2], int64_t rows, int64_t columns, int64_t item) {
    bool row_fits = strides[0] % item == 0 && strides[0] / item >= (columns > 1 ? columns : 1) && strides[0] / item <= INT32_MAX;
    bool column_fits = strides[1] % item == 0 && strides[1] / item >= (rows > 1 ? rows : 1) && strides[1] / item <= INT32_MAX;
    if ((strides[1] == item || columns == 1) && (row_fits || rows == 1)) return 'C';
    if ((strides[0] == item || rows == 1) && (column_fits || columns == 1)) return 'F';
    return 0;
}

/* A batch with one constant step; a batch of several dimensions is merged where it can be. */
static bool batch_stride(const MatmulTask *task, const Operand *operand, int64_t item, int64_t *stride) {
    Layout layout;
    const int64_t *strides[] = {operand->strides};
    layout_make(&layout, task->batch, strides, 1);
    *stride = layout.dimensions ? layout.strides[0][0] / item : 0;
    return layout.dimensions <= 1 && (!layout.dimensions || layout.strides[0][0] % item == 0);
}

static bool prepare(Device *device, const MatmulTask *task, const Operand *operand, const int64_t strides[2], int64_t rows,
                    int64_t columns, Gemm *gemm, Error *error) {
    int64_t item = task->dtype->item_size;
    char order = order_of(strides, rows, columns, item);
    *gemm = (Gemm){.data = operand->data};
    if (order && batch_stride(task, operand, item, &gemm->stride)) {
        gemm->transpose = order == 'F';
        int64_t leading = order == 'C' ? strides[0] / item : strides[1] / item;
        int64_t least = order == 'C' ? columns : rows;
        gemm->leading = (int)(leading < least ? least : leading);
        if (gemm->leading < 1) gemm->leading = 1;
        return true;
    }
    int64_t extents[ARRAY_DIMENSIONS_MAX + 2], from[ARRAY_DIMENSIONS_MAX + 2], to[ARRAY_DIMENSIONS_MAX + 2], size = 1;
    int dimensions = task->batch.dimensions + 2, flags;
    if (dimensions > ARRAY_DIMENSIONS_MAX) return error_set(error, "ValueError", "too many dimensions for a matrix product");
    for (int d = 0; d < task->batch.dimensions; d++) {
        extents[d] = task->batch.extents[d];
        from[d] = operand->strides[d];
    }
    extents[dimensions - 2] = rows, from[dimensions - 2] = strides[0];
    extents[dimensions - 1] = columns, from[dimensions - 1] = strides[1];
    shape_c_strides(dimensions, extents, item, to);
    for (int d = 0; d < dimensions; d++) size *= extents[d];
    gemm->copy_size = (size_t)(size * item);
    if (!(gemm->copy = cuda_allocate(device, gemm->copy_size, error))) return false;
    gemm->data = gemm->copy;
    gemm->leading = (int)(columns > 1 ? columns : 1);
    gemm->stride = rows * columns;
    return cuda_cast(device, (Shape){dimensions, extents}, (Operand){task->dtype, operand->data, from, false},
                     (Operand){task->dtype, gemm->copy, to, false}, &flags, error);
}

static bool ready(Device *device, Error *error) {
    CudaState *state = cuda_state(device);
    if (!cuda_enter(device, error)) return false;
    if (state->cublas) return true;
    if (!cublas_open(&state->system->cublas, error)) return false;
    if (state->system->cublas.create(&state->cublas) == 0) return true;
    state->cublas = NULL;
    return error_set(error, "RuntimeError", "cuBLAS could not be initialised");
}

static bool multiply(Device *device, const MatmulTask *task, const Gemm *left, const Gemm *right, int64_t output_stride,
                     Error *error) {
    /* cudaDataType and cublasComputeType of the dtypes that cuBLAS multiplies. */
    static const double one[2] = {1, 0}, zero[2] = {0, 0};
    static const float one32[2] = {1, 0}, zero32[2] = {0, 0};
    bool is_double = task->dtype->number == DTYPE_FLOAT64 || task->dtype->number == DTYPE_COMPLEX128, tf32 = false;
    int type = task->dtype->number == DTYPE_FLOAT16     ? 2
               : task->dtype->number == DTYPE_FLOAT32   ? 0
               : task->dtype->number == DTYPE_FLOAT64   ? 1
               : task->dtype->number == DTYPE_COMPLEX64 ? 4
                                                        : 5;
    if ((type == 0 || type == 4) && !wants_tf32(device, error, &tf32)) return false;
    int compute = is_double ? 70 : tf32 ? 77 : 68; /* 64F, 32F_FAST_TF32, 32F */
    int64_t batch = 1;
    for (int d = 0; d < task->batch.dimensions; d++) batch *= task->batch.extents[d];
    if (task->rows > INT32_MAX || task->columns > INT32_MAX || task->inner > INT32_MAX || batch > INT32_MAX)
        return error_set(error, "ValueError", "the matrices are too large for cuBLAS");
    CudaState *state = cuda_state(device);
    int status = state->system->cublas.multiply(
        state->cublas, right->transpose, left->transpose, (int)task->columns, (int)task->rows, (int)task->inner,
        is_double ? (const void *)one : one32, right->data, type, right->leading, right->stride, left->data, type, left->leading,
        left->stride, is_double ? (const void *)zero : zero32, task->output.data, type, (int)(task->columns > 1 ? task->columns : 1),
        output_stride, (int)batch, compute, -1);
    if (status == 0) return true;
    return error_set(error, "cupy_backends.cuda.libs.cublas.CUBLASError", "cuBLAS status %d in a matrix product", status);
}

/* ---- integers, bools, and what is small ---- */

static const char tile_text[] =
    "extern \"C\" __global__ void kernel(const Geometry g, const char *left, const char *right, char *output, long long rows, long long inner, "
    "long long columns, long long l0, long long l1, long long r0, long long r1, long long o0, long long o1) {\n"
    "    __shared__ T a[16][17], b[16][17];\n"
    "    for (long long item = blockIdx.z; item < g.count; item += gridDim.z) {\n        Offsets o = offsets_of(g, item);\n"
    "        for (long long ty = blockIdx.y; ty * 16 < rows; ty += gridDim.y) for (long long tx = blockIdx.x; tx * 16 < columns; tx += gridDim.x) {\n"
    "            long long y = ty * 16 + threadIdx.y, x = tx * 16 + threadIdx.x;\n            T sum = 0;\n"
    "            for (long long k0 = 0; k0 < inner; k0 += 16) {\n"
    "                long long ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;\n"
    "                a[threadIdx.y][threadIdx.x] = y < rows && ka < inner ? *(const T *)(left + o.of[0] + y * l0 + ka * l1) : (T)0;\n"
    "                b[threadIdx.y][threadIdx.x] = kb < inner && x < columns ? *(const T *)(right + o.of[1] + kb * r0 + x * r1) : (T)0;\n"
    "                __syncthreads();\n                for (int k = 0; k < 16; k++) sum = add(sum, (T)(a[threadIdx.y][k] * b[k][threadIdx.x]));\n"
    "                __syncthreads();\n            }\n"
    "            if (y < rows && x < columns) *(T *)(output + o.of[2] + y * o0 + x * o1) = sum;\n        }\n    }\n}\n";

static bool multiply_by_tiles(Device *device, const MatmulTask *task, Error *error) {
    Layout layout;
    int64_t geometry[LAYOUT_BLOCK];
    const int64_t *strides[] = {task->left.strides, task->right.strides, task->output.strides};
    char key[64];
    layout_make(&layout, task->batch, strides, 3);
    if (layout.count == 0 || !cuda_enter(device, error)) return layout.count == 0;
    snprintf(key, sizeof key, "matmul/%c/%d", task->dtype->code, layout.dimensions);
    CudaFunction function = cuda_function_find(device, key);
    if (!function) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        layout_append_source(&source, &layout);
        text_append_format(&source, "typedef %s T;\n%s", cuda_type(task->dtype), tile_text);
        function = cuda_function_build(device, key, BUILD_CONTRACTED, &source, error);
    }
    if (!function) return false;
    MatmulTask t = *task;
    layout_pack(&layout, geometry);
    void *parameters[] = {geometry, &t.left.data, &t.right.data, &t.output.data, &t.rows, &t.inner, &t.columns, &t.left_strides[0],
                          &t.left_strides[1], &t.right_strides[0], &t.right_strides[1], &t.output_strides[0], &t.output_strides[1]};
    int64_t x = (t.columns + 15) / 16, y = (t.rows + 15) / 16;
    return cuda_launch_grid(device, function, (unsigned)(x < 32768 ? x : 32768), (unsigned)(y < 32768 ? y : 32768),
                            (unsigned)(layout.count < 32768 ? layout.count : 32768), 16, 16, parameters, error);
}

/* Is it less work than to ask cuBLAS? */
static bool is_small(const MatmulTask *task) {
    enum { SMALL_INNER = 256, SMALL = 1 << 20 };
    const char *tf32 = getenv("CUPY_TF32");
    bool is_plain = task->dtype->number == DTYPE_FLOAT64 || (task->dtype->number == DTYPE_FLOAT32 && (!tf32 || !*tf32 || strcmp(tf32, "0") == 0));
    if (!is_plain || task->inner == 0 || task->inner > SMALL_INNER || task->rows > SMALL || task->columns > SMALL) return false;
    int64_t results = task->rows * task->columns;
    for (int d = 0; d < task->batch.dimensions && results <= SMALL; d++) results *= task->batch.extents[d];
    return results * task->inner <= SMALL;
}

bool cuda_matmul(Device *device, const MatmulTask *task, int *float_flags, Error *error) {
    (void)float_flags; /* a GPU does not tell */
    int64_t output_stride = 0, item = task->dtype->item_size;
    if (task->rows == 0 || task->columns == 0) return true;
    bool fits = dtype_is_inexact(task->dtype) && task->inner > 0 && (task->columns == 1 || task->output_strides[1] == item) &&
                (task->rows == 1 || task->output_strides[0] == item * task->columns) &&
                batch_stride(task, &task->output, item, &output_stride);
    if ((!fits && !dtype_is_inexact(task->dtype)) || is_small(task)) return multiply_by_tiles(device, task, error);
    if (!fits && task->inner > 0)
        return error_set(error, "NotImplementedError", "a matrix product into a strided output on a CUDA device");
    if (task->inner == 0) { /* an empty sum: zeros */
        static const char zeros[16];
        int64_t extents[ARRAY_DIMENSIONS_MAX + 2], strides[ARRAY_DIMENSIONS_MAX + 2];
        int count = task->batch.dimensions;
        for (int d = 0; d < count; d++) extents[d] = task->batch.extents[d], strides[d] = task->output.strides[d];
        extents[count] = task->rows, strides[count] = task->output_strides[0];
        extents[count + 1] = task->columns, strides[count + 1] = task->output_strides[1];
        return cuda_fill(device, (Shape){count + 2, extents}, (Operand){task->dtype, task->output.data, strides, false}, zeros, error);
    }
    Gemm left = {0}, right = {0};
    bool good = ready(device, error) &&
                prepare(device, task, &task->left, task->left_strides, task->rows, task->inner, &left, error) &&
                prepare(device, task, &task->right, task->right_strides, task->inner, task->columns, &right, error) &&
                multiply(device, task, &left, &right, output_stride, error);
    cuda_free(device, left.copy, left.copy_size);
    cuda_free(device, right.copy, right.copy_size);
    return good;
}
