/* Products of matrices: BLAS for float32, float64 and complex, plain loops for the other types. */
#include "arraylib/device/host/complex.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/libraries.h"
#include "arraylib/device/host/walk.h"

#include "base/memory.h"

#include <limits.h>
#include <string.h>

/* Smaller matrices, in elements, meet a vector on one thread: what two would gain, waiting for the other loses (a step takes three
 * times as long when the machine is busy). */
enum { GEMV_ALONE = 1 << 17 };
enum { CBLAS_ROW_MAJOR = 101, CBLAS_NO_TRANSPOSE = 111, CBLAS_TRANSPOSE = 112 };

typedef struct MatmulRun {
    const MatmulTask *task;
    ArrayRuntime *runtime;
    LibraryFunction *gemm;   /* NULL: plain loops */
    LibraryFunction *vector; /* dot of two vectors */
    LibraryFunction *gemv;   /* matrix times vector */
    LibraryFunction *syrk;   /* a matrix times its transpose */
} MatmulRun;

/* A matrix as BLAS takes it: unit stride one way, at least the extent the other way. */
static bool blas_layout(const int64_t strides[2], int64_t rows, int64_t columns, int64_t size, int *transpose,
                        int *leading) {
    if ((columns == 1 || strides[1] == size) &&
        (rows == 1 || (strides[0] >= columns * size && strides[0] % size == 0))) {
        *transpose = CBLAS_NO_TRANSPOSE;
        *leading = (int)(rows == 1 ? columns : strides[0] / size);
        return true;
    }
    if ((rows == 1 || strides[0] == size) &&
        (columns == 1 || (strides[1] >= rows * size && strides[1] % size == 0))) {
        *transpose = CBLAS_TRANSPOSE;
        *leading = (int)(columns == 1 ? rows : strides[1] / size);
        return true;
    }
    return false;
}

typedef void GemmSingle(int, int, int, int, int, int, float, const void *, int, const void *, int, float,
                        void *, int);
typedef void GemmDouble(int, int, int, int, int, int, double, const void *, int, const void *, int, double,
                        void *, int);
typedef void GemmComplex(int, int, int, int, int, int, const void *, const void *, int, const void *, int,
                         const void *, void *, int);
typedef double DotDouble(int, const void *, int, const void *, int);
typedef float DotSingle(int, const void *, int, const void *, int);

static void call_gemm(const MatmulRun *run, int left_transpose, int right_transpose, const char *left,
                      int left_leading, const char *right, int right_leading, char *out, int out_leading) {
    static const double one[2] = {1, 0}, zero[2] = {0, 0};
    static const float one_single[2] = {1, 0}, zero_single[2] = {0, 0};
    const MatmulTask *task = run->task;
    int m = (int)task->rows, n = (int)task->columns, k = (int)task->inner;
    switch (task->dtype->number) {
    case DTYPE_FLOAT32:
        ((GemmSingle *)run->gemm)(CBLAS_ROW_MAJOR, left_transpose, right_transpose, m, n, k, 1, left,
                                  left_leading, right, right_leading, 0, out, out_leading);
        break;
    case DTYPE_FLOAT64:
        ((GemmDouble *)run->gemm)(CBLAS_ROW_MAJOR, left_transpose, right_transpose, m, n, k, 1, left,
                                  left_leading, right, right_leading, 0, out, out_leading);
        break;
    case DTYPE_COMPLEX64:
        ((GemmComplex *)run->gemm)(CBLAS_ROW_MAJOR, left_transpose, right_transpose, m, n, k, one_single, left,
                                   left_leading, right, right_leading, zero_single, out, out_leading);
        break;
    default:
        ((GemmComplex *)run->gemm)(CBLAS_ROW_MAJOR, left_transpose, right_transpose, m, n, k, one, left,
                                   left_leading, right, right_leading, zero, out, out_leading);
    }
}

/* A matrix that BLAS cannot take is copied; NULL: no memory. */
static char *packed(const char *data, const int64_t strides[2], int64_t rows, int64_t columns, int64_t size) {
    char *copy = memory_allocate((size_t)(rows * columns * size));
    if (!copy) return NULL;
    char *to = copy;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++, to += size)
            memcpy(to, data + i * strides[0] + j * strides[1], (size_t)size);
    return copy;
}

/* Vector times vector: BLAS's dot; real types, whole strides. */
static bool multiply_vectors(const MatmulRun *run, const char *left, const char *right, char *out) {
    const MatmulTask *task = run->task;
    int64_t size = task->dtype->item_size, left_step = task->left_strides[1],
            right_step = task->right_strides[0];
    if (task->rows != 1 || task->columns != 1 || !run->vector || left_step % size || right_step % size ||
        left_step <= 0 || right_step <= 0 || left_step / size > INT_MAX || right_step / size > INT_MAX)
        return false;
    int steps[] = {(int)(left_step / size), (int)(right_step / size)}, count = (int)task->inner;
    if (task->dtype->number == DTYPE_FLOAT64)
        *(double *)out = ((DotDouble *)run->vector)(count, left, steps[0], right, steps[1]);
    else
        *(float *)out = ((DotSingle *)run->vector)(count, left, steps[0], right, steps[1]);
    return true;
}

typedef void GemvSingle(int, int, int, int, float, const void *, int, const void *, int, float, void *, int);
typedef void GemvDouble(int, int, int, int, double, const void *, int, const void *, int, double, void *, int);

/* A step between elements as BLAS takes it. */
static bool blas_step(int64_t stride, int64_t count, int64_t size, int *step) {
    *step = count == 1 ? 1 : (int)(stride / size);
    return count == 1 || (stride > 0 && stride % size == 0 && stride / size <= INT_MAX);
}

/* Matrix times vector, or vector times matrix, on the strides as they are; real types. */
static bool multiply_matrix_vector(const MatmulRun *run, const char *left, const char *right, char *out) {
    const MatmulTask *task = run->task;
    int64_t size = task->dtype->item_size, inner = task->inner, outputs = task->columns == 1 ? task->rows : task->columns;
    if (!run->gemv || (task->columns != 1 && task->rows != 1)) return false;
    bool is_right = task->columns == 1; /* the vector */
    const char *matrix = is_right ? left : right, *vector = is_right ? right : left;
    int64_t strides[2] = {is_right ? task->left_strides[0] : task->right_strides[1], is_right ? task->left_strides[1] : task->right_strides[0]};
    int transpose, leading, vector_step, out_step;
    if (!blas_layout(strides, outputs, inner, size, &transpose, &leading) ||
        !blas_step(is_right ? task->right_strides[0] : task->left_strides[1], inner, size, &vector_step) ||
        !blas_step(is_right ? task->output_strides[0] : task->output_strides[1], outputs, size, &out_step))
        return false;
    /* as stored, row by row */
    int rows = (int)(transpose == CBLAS_NO_TRANSPOSE ? outputs : inner), columns = (int)(transpose == CBLAS_NO_TRANSPOSE ? inner : outputs);
    bool alone = outputs * inner < GEMV_ALONE;
    if (alone) blas_alone(run->runtime, true);
    if (task->dtype->number == DTYPE_FLOAT64)
        ((GemvDouble *)run->gemv)(CBLAS_ROW_MAJOR, transpose, rows, columns, 1, matrix, leading, vector, vector_step, 0, out, out_step);
    else
        ((GemvSingle *)run->gemv)(CBLAS_ROW_MAJOR, transpose, rows, columns, 1, matrix, leading, vector, vector_step, 0, out, out_step);
    if (alone) blas_alone(run->runtime, false);
    return true;
}

typedef void SyrkSingle(int, int, int, int, int, float, const void *, int, float, void *, int);
typedef void SyrkDouble(int, int, int, int, int, double, const void *, int, double, void *, int);

/* A @ A.T and A.T @ A: half of the work, and symmetric to the last digit; real types. */
static bool multiply_by_own_transpose(const MatmulRun *run, const char *left, const char *right, char *out) {
    enum { CBLAS_UPPER = 121 };
    const MatmulTask *task = run->task;
    int64_t size = task->dtype->item_size, n = task->rows;
    if (!run->syrk || left != right || n != task->columns || n < 2 || task->inner < 2 || task->left_strides[0] != task->right_strides[1] ||
        task->left_strides[1] != task->right_strides[0] || task->output_strides[1] != size || task->output_strides[0] < n * size)
        return false;
    int transpose, leading;
    if (!blas_layout(task->left_strides, n, task->inner, size, &transpose, &leading)) return false;
    int step = (int)(task->output_strides[0] / size);
    if (task->dtype->number == DTYPE_FLOAT64) {
        ((SyrkDouble *)run->syrk)(CBLAS_ROW_MAJOR, CBLAS_UPPER, transpose, (int)n, (int)task->inner, 1, left, leading, 0, out, step);
        for (int64_t i = 1; i < n; i++)
            for (int64_t j = 0; j < i; j++) ((double *)out)[i * step + j] = ((double *)out)[j * step + i];
    } else {
        ((SyrkSingle *)run->syrk)(CBLAS_ROW_MAJOR, CBLAS_UPPER, transpose, (int)n, (int)task->inner, 1, left, leading, 0, out, step);
        for (int64_t i = 1; i < n; i++)
            for (int64_t j = 0; j < i; j++) ((float *)out)[i * step + j] = ((float *)out)[j * step + i];
    }
    return true;
}

static bool multiply_blas(const MatmulRun *run, const char *left, const char *right, char *out, Error *error) {
    const MatmulTask *task = run->task;
    int64_t size = task->dtype->item_size, packed_strides[2];
    if (multiply_vectors(run, left, right, out) || multiply_matrix_vector(run, left, right, out) ||
        multiply_by_own_transpose(run, left, right, out))
        return true;
    int left_transpose, right_transpose, out_transpose, left_leading, right_leading, out_leading;
    char *left_copy = NULL, *right_copy = NULL, *out_copy = NULL;
    bool well = true;
    if (!blas_layout(task->left_strides, task->rows, task->inner, size, &left_transpose, &left_leading)) {
        well = (left = left_copy = packed(left, task->left_strides, task->rows, task->inner, size)) != NULL;
        left_transpose = CBLAS_NO_TRANSPOSE;
        left_leading = (int)task->inner;
    }
    if (well &&
        !blas_layout(task->right_strides, task->inner, task->columns, size, &right_transpose, &right_leading)) {
        well =
            (right = right_copy = packed(right, task->right_strides, task->inner, task->columns, size)) != NULL;
        right_transpose = CBLAS_NO_TRANSPOSE;
        right_leading = (int)task->columns;
    }
    char *target = out;
    if (well &&
        (!blas_layout(task->output_strides, task->rows, task->columns, size, &out_transpose, &out_leading) ||
         out_transpose != CBLAS_NO_TRANSPOSE)) {
        well = (target = out_copy = memory_allocate((size_t)(task->rows * task->columns * size))) != NULL;
        out_leading = (int)task->columns;
    }
    if (well)
        call_gemm(run, left_transpose, right_transpose, left, left_leading, right, right_leading, target,
                  out_leading);
    if (well && out_copy) {
        HostLoop *move = host_cast_loop(task->dtype, task->dtype);
        packed_strides[0] = size;
        packed_strides[1] = task->output_strides[1];
        for (int64_t i = 0; i < task->rows; i++)
            move((char *[]){out_copy + i * task->columns * size, out + i * task->output_strides[0]},
                 packed_strides, task->columns);
    }
    memory_release(left_copy);
    memory_release(right_copy);
    memory_release(out_copy);
    return well || error_no_memory(error);
}

#define PLAIN_CASE(NAME, Sum, add_product)                                                                     \
    case DTYPE_##NAME:                                                                                         \
        for (int64_t i = 0; i < task->rows; i++)                                                               \
            for (int64_t j = 0; j < task->columns; j++) {                                                      \
                Sum sum = {0};                                                                                 \
                for (int64_t k = 0; k < task->inner; k++) {                                                    \
                    COMPUTED_##NAME a = LOAD_##NAME(*(                                                         \
                        const STORED_##NAME *)(left + i * task->left_strides[0] + k * task->left_strides[1])); \
                    COMPUTED_##NAME b =                                                                        \
                        LOAD_##NAME(*(const STORED_##NAME *)(right + k * task->right_strides[0] +              \
                                                             j * task->right_strides[1]));                     \
                    add_product;                                                                               \
                }                                                                                              \
                *(STORED_##NAME *)(out + i * task->output_strides[0] + j * task->output_strides[1]) =          \
                    STORE_##NAME(sum);                                                                         \
            }                                                                                                  \
        break;
#define WHOLE_SUM(NAME) PLAIN_CASE(NAME, uint64_t, sum += (uint64_t)a * (uint64_t)b)

static void multiply_plain(const MatmulTask *task, const char *left, const char *right, char *out) {
    switch (task->dtype->number) {
        PLAIN_CASE(BOOL, uint8_t, sum |= a & b)
        WHOLE_SUM(INT8)
        WHOLE_SUM(UINT8)
        WHOLE_SUM(INT16)
        WHOLE_SUM(UINT16)
        WHOLE_SUM(INT32)
        WHOLE_SUM(UINT32)
        WHOLE_SUM(INT64)
        WHOLE_SUM(UINT64)
        PLAIN_CASE(FLOAT16, float, sum += a * b)
        PLAIN_CASE(FLOAT32, float, sum += a * b)
        PLAIN_CASE(FLOAT64, double, sum += a * b)
        PLAIN_CASE(COMPLEX64, Complex64, sum = COMPLEX64_add(sum, COMPLEX64_multiply(a, b)))
        PLAIN_CASE(COMPLEX128, Complex128, sum = COMPLEX128_add(sum, COMPLEX128_multiply(a, b)))
    default:
        break;
    }
}

static bool run_matmul(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error) {
    const MatmulRun *run = context;
    for (int64_t i = 0; i < count; i++) {
        const char *left = data[0] + i * strides[0], *right = data[1] + i * strides[1];
        char *out = data[2] + i * strides[2];
        if (run->gemm) {
            if (!multiply_blas(run, left, right, out, error)) return false;
        } else {
            multiply_plain(run->task, left, right, out);
        }
        if (!runtime_poll(run->runtime, error)) return false;
    }
    return true;
}

bool host_matmul(Device *device, const MatmulTask *task, int *float_flags, Error *error) {
    MatmulRun run = {.task = task, .runtime = device->runtime};
    bool fits = task->rows < INT_MAX && task->columns < INT_MAX && task->inner < INT_MAX && task->inner > 0;
    static const char *const names[DTYPE_COUNT] = {[DTYPE_FLOAT32] = "cblas_sgemm",
                                                   [DTYPE_FLOAT64] = "cblas_dgemm",
                                                   [DTYPE_COMPLEX64] = "cblas_cgemm",
                                                   [DTYPE_COMPLEX128] = "cblas_zgemm"};
    static const char *const dots[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = "cblas_sdot", [DTYPE_FLOAT64] = "cblas_ddot"};
    static const char *const gemvs[DTYPE_COUNT] = {[DTYPE_FLOAT32] = "cblas_sgemv", [DTYPE_FLOAT64] = "cblas_dgemv"};
    static const char *const syrks[DTYPE_COUNT] = {[DTYPE_FLOAT32] = "cblas_ssyrk", [DTYPE_FLOAT64] = "cblas_dsyrk"};
    if (names[task->dtype->number] && fits) {
        Error missing = ERROR_NONE; /* without BLAS the loops do */
        run.gemm = blas_function(device->runtime, names[task->dtype->number], &missing);
        DtypeNumber number = task->dtype->number;
        if (dots[number] && task->rows == 1 && task->columns == 1) run.vector = blas_function(device->runtime, dots[number], &missing);
        else if (gemvs[number] && (task->rows == 1 || task->columns == 1)) run.gemv = blas_function(device->runtime, gemvs[number], &missing);
        else if (syrks[number] && task->rows == task->columns) run.syrk = blas_function(device->runtime, syrks[number], &missing);
        error_clear(&missing);
    }
    Walk walk;
    const Operand *operands[] = {&task->left, &task->right, &task->output};
    if (!task->rows || !task->columns || !walk_begin(&walk, task->batch, operands, 3, false)) return true;
    float_flags_clear(); /* as NumPy does, we hear of what BLAS meets on this thread */
    bool well = walk_run(&walk, device->runtime, run_matmul, &run, error);
    if (dtype_is_inexact(task->dtype)) *float_flags |= float_flags_read();
    return well;
}
