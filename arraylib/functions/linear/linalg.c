/* Linear algebra over the device's dense solvers.
 *
 * LAPACK takes matrices column by column. A stack of matrices is therefore copied with its last two axes
 * swapped (call_columns), and results are views of such copies, swapped back. */
#include "arraylib/functions/compose.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

ARRAY_FAMILY(linalg);

#define LINALG_ERROR "numpy.linalg.LinAlgError"

/* What a matrix is computed in: NumPy takes doubles for float32, too, and rounds the results (`rounded`). */
static const Dtype *solver_type(ArrayCall *call, const Array *a) {
    if (a->dtype->number == DTYPE_FLOAT16) {
        call_fail(call, "TypeError", "%sfloat16 is unsupported in linalg", call->namespace == CUPY ? "" : "array type ");
        return NULL;
    }
    const Dtype *dtype = dtype_inexact(a->dtype);
    if (call->namespace != NUMPY) return dtype;
    return dtype == DTYPE(FLOAT32) ? DTYPE(FLOAT64) : dtype == DTYPE(COMPLEX64) ? DTYPE(COMPLEX128) : dtype;
}

/* A result of a function of `a`, and of `b` when that is not NULL: single when they are. */
static Array *rounded(ArrayCall *call, Array *result, const Array *a, const Array *b) {
    if (!result || !a) return NULL;
    bool is_single = dtype_real(a->dtype) == DTYPE(FLOAT32) && (!b || dtype_real(b->dtype) == DTYPE(FLOAT32));
    if (!is_single || dtype_real(result->dtype) != DTYPE(FLOAT64)) return result;
    return call_cast(call, result, dtype_is_complex(result->dtype) ? DTYPE(COMPLEX64) : DTYPE(FLOAT32));
}

/* The same for an operand of the ufunc that NumPy calls `name` (`place`: which; -1: the only one), which takes numbers alone. */
static const Dtype *numbers_type(ArrayCall *call, const Array *a, const char *name, int place) {
    static const char *const places[] = {"", " 0", " 1"};
    if (dtype_is_flexible(dtype_native(a->dtype))) {
        error_set(call->error, "numpy._core._exceptions._UFuncInputCastingError",
                  "Cannot cast ufunc '%s' input%s from dtype(%s) to dtype('float64') with casting rule 'same_kind'", name, places[place + 1],
                  a->dtype->shown);
        return NULL;
    }
    return solver_type(call, a);
}

static bool is_stack(ArrayCall *call, const Array *a) {
    if (!a) return false;
    return a->dimensions >= 2 ||
           call_fail(call, LINALG_ERROR, "%d-dimensional array given. Array must be at least two-dimensional",
                     a->dimensions);
}

static bool is_square(ArrayCall *call, const Array *a) {
    return is_stack(call, a) &&
           (a->shape[a->dimensions - 1] == a->shape[a->dimensions - 2] ||
            call_fail(call, LINALG_ERROR, "Last 2 dimensions of the array must be square"));
}

static Array *swapped(ArrayCall *call, Array *a) {
    int order[ARRAY_DIMENSIONS_MAX];
    if (!a) return NULL;
    for (int i = 0; i < a->dimensions; i++) order[i] = i;
    order[a->dimensions - 1] = a->dimensions - 2;
    order[a->dimensions - 2] = a->dimensions - 1;
    return call_transpose(call, a, order);
}

/* New matrices. Behind complex ones lies one more column: OpenBLAS's complex gemv looks ahead to the next element of a row, also where
 * there is none (0.3.21, AVX2 and AVX-512). */
static Array *new_matrices(ArrayCall *call, const Dtype *dtype, int dimensions, const int64_t *shape) {
    int64_t size, strides[ARRAY_DIMENSIONS_MAX];
    if (!dtype_is_complex(dtype)) return call_new(call, dtype, dimensions, shape);
    if (!shape_size(dimensions, shape, dtype->item_size, &size, call->error)) return NULL;
    size += shape[dimensions - 1];
    shape_c_strides(dimensions, shape, dtype->item_size, strides);
    return call_view(call, call_new(call, dtype, 1, &size), dimensions, shape, strides, 0);
}

/* A fresh copy, matrices column by column. */
static Array *columns_of(ArrayCall *call, Array *a, const Dtype *dtype) {
    Array *turned = swapped(call, a);
    Array *copy = turned ? new_matrices(call, dtype, turned->dimensions, turned->shape) : NULL;
    return call_assign(call, copy, turned) ? copy : NULL;
}

static int64_t batch_of(const Array *a) {
    int64_t batch = 1;
    for (int i = 0; i < a->dimensions - 2; i++) batch *= a->shape[i];
    return batch;
}

/* An array over the batch's shape with other last axes (-1: none). */
static Array *beside(ArrayCall *call, const Array *a, const Dtype *dtype, int64_t rows, int64_t columns) {
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    int dimensions = a->dimensions - 2;
    memcpy(shape, a->shape, sizeof *shape * (size_t)dimensions);
    if (rows >= 0) shape[dimensions++] = rows;
    if (columns >= 0) shape[dimensions++] = columns;
    return columns >= 0 ? new_matrices(call, dtype, dimensions, shape) : call_new(call, dtype, dimensions, shape);
}

/* Run a solver; `info` (batch of them) is handed back in a block of the call's, NULL on failure. */
static int *run_solver(ArrayCall *call, SolverTask *task) {
    int64_t words = task->batch + 1;
    Array *block = call_hold(call, array_create(call->runtime->host, DTYPE(INT64), 1, &words, call->error));
    if (!block) return NULL;
    task->info = (int *)array_data(block);
    memset(task->info, 0, (size_t)words * 8);
    return call->device->operations->solve(call->device, task, call->error) ? task->info : NULL;
}

/* cuSOLVER's names of the routines that CuPy calls for one matrix and for several; a letter for the type stands before. */
static const char *const device_routines[][2] = {[SOLVER_LU_SOLVE] = {"getrf", "getrfBatched"}, [SOLVER_CHOLESKY] = {"potrf", "potrfBatched"},
                                                 [SOLVER_QR] = {"geqrf", "geqrfBatched"},       [SOLVER_EIGH] = {"syevd", "syevjBatched"},
                                                 [SOLVER_EIG] = {"geev", "geev"},               [SOLVER_SVD] = {"gesvd", "gesvdjBatched"},
                                                 [SOLVER_LEAST_SQUARES] = {"gesvd", "gesvd"}};

/* In CuPy's words: which routine, and what it said of each matrix. */
static bool fail_on_device(ArrayCall *call, const SolverTask *task, int64_t batch) {
    bool several = batch > 1, is_blas = several && task->kind == SOLVER_LU_SOLVE, is_wide = task->dtype->item_size / (dtype_is_complex(task->dtype) ? 2 : 1) == 8;
    char letter = dtype_is_complex(task->dtype) ? is_wide ? 'z' : 'c' : is_wide ? 'd' : 's';
    const char *routine = task->kind == SOLVER_EIGH && dtype_is_complex(task->dtype) ? several ? "heevjBatched" : "heevd" : device_routines[task->kind][several];
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int64_t i = 0; i < batch; i++) text_append_format(&text, i ? " %d" : "%d", task->info[i]);
    call_fail(call, LINALG_ERROR, "Error reported by %c%s in %s. %s = [%s]. Please refer to the %s documentation.", letter, routine,
              is_blas ? "cuBLAS" : "cuSOLVER", is_blas ? "infoArray/devInfoArray" : "devInfo", text_string(&text), is_blas ? "cuBLAS" : "cuSOLVER");
    text_release(&text);
    return false;
}

static bool all_well(ArrayCall *call, const SolverTask *task, const int *info, int64_t batch, const char *message) {
    if (!info) return false;
    for (int64_t i = 0; i < batch; i++) {
        if (!info[i]) continue;
        if (call->namespace != CUPY) return call_fail(call, LINALG_ERROR, "%s", message);
        const ArrayHooks *hooks = &call->runtime->hooks;
        return !hooks->solvers_raise || !hooks->solvers_raise(call->runtime->hook_context) || fail_on_device(call, task, batch);
    }
    return true;
}

static Variant named(ArrayCall *call, Array *const *arrays, size_t count, const char *name,
                     const char *const *fields) {
    Variant result = call_give_list(call, arrays, count, true);
    if (result.kind == VARIANT_SEQUENCE && call->namespace == NUMPY) {
        result.list->type_name = name;
        result.list->field_names = fields;
    }
    return result;
}

/* ---- Solving. */

/* `info`: what the solver said of each matrix; not NULL: a singular one is no error. */
static Array *solve_told(ArrayCall *call, Array *a, Array *b, int **info) {
    if (!is_square(call, a) || !b) return NULL;
    const Array *one = a, *two = b;
    bool vector = b->dimensions == 1;
    const char *name = vector ? "solve1" : "solve";
    const Dtype *a_type = numbers_type(call, a, name, 0), *b_type = a_type ? numbers_type(call, b, name, 1) : NULL;
    if (!a_type || !b_type) return NULL;
    const Dtype *dtype = dtype_promote(a_type, b_type);
    if (vector) b = call_expand(call, b, 1);
    int64_t n = a->shape[a->dimensions - 1];
    if (!b || b->shape[b->dimensions - 2] != n) {
        call_fail(call, "ValueError",
                  "solve%s: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature %s "
                  "(size %lld is "
                  "different from %lld)",
                  vector ? "1" : "", vector ? "(m,m),(m)->(m)" : "(m,m),(m,n)->(m,n)",
                  b ? (long long)b->shape[b->dimensions - 2] : 0, (long long)n);
        return NULL;
    }
    /* Both over one batch. */
    int64_t batch[ARRAY_DIMENSIONS_MAX], shape[ARRAY_DIMENSIONS_MAX];
    int dimensions = 0;
    if (!shape_broadcast(a->dimensions - 2, a->shape, &dimensions, batch) ||
        !shape_broadcast(b->dimensions - 2, b->shape, &dimensions, batch)) {
        call_fail(call, "ValueError", "operands could not be broadcast together");
        return NULL;
    }
    memcpy(shape, batch, sizeof shape);
    shape[dimensions] = shape[dimensions + 1] = n;
    a = call_broadcast(call, a, dimensions + 2, shape);
    shape[dimensions + 1] = b->shape[b->dimensions - 1];
    b = call_broadcast(call, b, dimensions + 2, shape);
    Array *left = columns_of(call, a, dtype), *right = columns_of(call, b, dtype);
    if (!left || !right) return NULL;
    int64_t count = batch_of(a);
    SolverTask task = {.kind = SOLVER_LU_SOLVE,
                       .dtype = dtype,
                       .rows = n,
                       .columns = n,
                       .right_columns = shape[dimensions + 1],
                       .batch = count,
                       .a = array_data(left),
                       .b = array_data(right)};
    int *told = run_solver(call, &task);
    if (!told || (!info && !all_well(call, &task, told, count, "Singular matrix"))) return NULL;
    if (info) *info = told;
    Array *result = rounded(call, call_copy(call, swapped(call, right), 'C'), one, two);
    return vector && result ? call_drop_axis(call, result, result->dimensions - 1) : result;
}

static Array *solve(ArrayCall *call, Array *a, Array *b) { return solve_told(call, a, b, NULL); }

ARRAY_FUNCTION_AT(
    linalg_solve, "linalg.solve", NUMPY | CUPY, "(a, b)",
    "Solve a linear system.\n\n>>> linalg.solve([[2., 0.], [0., 4.]], [2., 4.])\narray([1., 1.])\n",
                  .traits = CLASS_SECOND) {
    return call_give(call, solve(call, call_array(call, 0), call_array(call, 1)));
}

static Array *unit_matrix(ArrayCall *call, int64_t n, const Dtype *dtype) {
    Array *line = call_iota(call, n), *ones = line ? call_cast(call, APPLY2(equal, line, call_expand(call, line, 1)), DTYPE(INT8)) : NULL;
    return ones ? call_cast(call, ones, dtype) : NULL; /* of objects: 1 and 0, not True and False */
}

ARRAY_FUNCTION_AT(linalg_inv, "linalg.inv", NUMPY | CUPY, "(a)",
                  "Inverse of a matrix.\n\n>>> linalg.inv([[2., 0.], [0., 4.]])\narray([[0.5 , 0.  ],\n       "
                  "[0.  , 0.25]])\n") {
    Array *a = call_array(call, 0);
    if (!is_square(call, a)) return variant_absent();
    const Dtype *dtype = numbers_type(call, a, "inv", -1);
    return dtype ? call_give(call, solve(call, a, unit_matrix(call, a->shape[a->dimensions - 1], dtype_inexact(a->dtype))))
                 : variant_absent();
}

/* The inverses of a stack of matrices; singular ones have NaN everywhere. */
static Array *inverse_or_nan(ArrayCall *call, Array *a) {
    int *info, dimensions = a->dimensions - 2;
    int64_t shape[ARRAY_DIMENSIONS_MAX], count = batch_of(a);
    Array *inverse = solve_told(call, a, unit_matrix(call, a->shape[a->dimensions - 1], dtype_inexact(a->dtype)), &info);
    if (!inverse) return NULL;
    int64_t *numbers = memory_allocate((size_t)(count ? count : 1) * sizeof *numbers);
    if (!numbers) {
        error_no_memory(call->error);
        return NULL;
    }
    for (int64_t i = 0; i < count; i++) numbers[i] = info[i];
    Array *told = call_integers(call, count, numbers);
    memory_release(numbers);
    memcpy(shape, a->shape, (size_t)dimensions * sizeof *shape);
    shape[dimensions] = shape[dimensions + 1] = 1;
    Array *is_singular = told ? APPLY2_NUMBER(not_equal, call_reshape(call, told, dimensions + 2, shape), variant_integer(0)) : NULL;
    return is_singular ? call_where(call, is_singular, variant_float(NAN), of_array(inverse)) : NULL;
}

static Complex128 complex_product(Complex128 a, Complex128 b) {
    return (Complex128){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

/* Of factors that the process can read, one after the other as NumPy has it: sign and logarithm in the type's precision; the
 * determinant is sign * exp(logarithm). */
static bool accumulate_diagonals(ArrayCall *call, Array *a, Array *lu, Array *pivots, Array **sign, Array **logarithm, Array **value) {
    const Dtype *dtype = lu->dtype, *real = dtype_real(dtype);
    int64_t n = a->shape[a->dimensions - 1], batch = batch_of(a);
    bool is_single = real == DTYPE(FLOAT32), is_complex = dtype_is_complex(dtype);
    Array *results[3] = {beside(call, a, dtype, -1, -1), beside(call, a, real, -1, -1), beside(call, a, dtype, -1, -1)};
    if (!results[0] || !results[1] || !results[2] || !array_settle(lu, call->error)) return false;
    for (int64_t k = 0; k < batch; k++) {
        const int32_t *pivot = (const int32_t *)array_data(pivots) + k * n;
        const char *matrix = array_data(lu) + k * n * n * dtype->item_size;
        Complex128 direction = {1, 0};
        double log_sum = 0;
        for (int64_t i = 0; i < n; i++)
            if (pivot[i] != i + 1) direction.real = -direction.real;
        for (int64_t i = 0; i < n; i++) {
            Complex128 element = variant_to_complex(variant_scalar(dtype, matrix + i * (n + 1) * dtype->item_size));
            double size = is_complex ? is_single ? (double)hypotf((float)element.real, (float)element.imaginary) : hypot(element.real, element.imaginary)
                                     : fabs(element.real);
            if (size == 0) {
                direction = (Complex128){0, 0};
                log_sum = -INFINITY;
                break;
            }
            direction = complex_product(direction, (Complex128){element.real / size, element.imaginary / size});
            log_sum += is_single ? (double)logf((float)size) : log(size);
            if (is_single) log_sum = (double)(float)log_sum;
        }
        double growth = is_single ? (double)expf((float)log_sum) : exp(log_sum);
        Complex128 whole = complex_product(direction, (Complex128){growth, 0});
        Variant parts[3] = {variant_complex(direction.real, direction.imaginary), variant_float(log_sum), variant_complex(whole.real, whole.imaginary)};
        for (int r = 0; r < 3; r++) {
            const Dtype *type = results[r]->dtype;
            if (!dtype_is_complex(type) && parts[r].kind == VARIANT_COMPLEX) parts[r] = variant_float(parts[r].real);
            char *place = array_data(results[r]) + k * type->item_size;
            if (type == DTYPE(FLOAT32)) *(float *)place = (float)parts[r].real;
            else if (type == DTYPE(COMPLEX64)) *(Complex64 *)place = (Complex64){(float)parts[r].real, (float)parts[r].imaginary};
            else if (type == DTYPE(COMPLEX128)) *(Complex128 *)place = (Complex128){parts[r].real, parts[r].imaginary};
            else *(double *)place = parts[r].real;
        }
        bool overflows = value && isinf(growth) && isfinite(log_sum);
        if (overflows && !runtime_float_errors(call->runtime, "det", FLOAT_OVERFLOW, call->error)) return false;
    }
    *sign = rounded(call, results[0], a, NULL);
    *logarithm = rounded(call, results[1], a, NULL);
    if (value) *value = rounded(call, results[2], a, NULL);
    return *sign && *logarithm && (!value || *value);
}

/* Sign and logarithm of the determinant from an LU factorisation, and it. */
static bool determinant(ArrayCall *call, Array *a, Array **sign, Array **logarithm, Array **value) {
    if (!is_square(call, a)) return false;
    const Dtype *dtype = numbers_type(call, a, value ? "det" : "slogdet", -1);
    Array *lu = dtype ? columns_of(call, a, dtype) : NULL;
    if (!lu) return false;
    int64_t n = a->shape[a->dimensions - 1], batch = batch_of(a);
    Array *pivots = beside(call, a, DTYPE(INT32), n, -1);
    if (!pivots) return false;
    SolverTask task = {.kind = SOLVER_LU_FACTOR,
                       .dtype = dtype,
                       .rows = n,
                       .columns = n,
                       .batch = batch,
                       .a = array_data(lu),
                       .pivots = (int32_t *)array_data(pivots)};
    if (!run_solver(call, &task)) return false;
    if (device_is_addressable(call->device)) return accumulate_diagonals(call, a, lu, pivots, sign, logarithm, value);
    /* The diagonal, and whether the row exchanges are odd. */
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    int last = lu->dimensions - 2;
    memcpy(shape, lu->shape, sizeof *shape * (size_t)lu->dimensions);
    memcpy(strides, lu->strides, sizeof *strides * (size_t)lu->dimensions);
    strides[last] = lu->strides[last] + lu->strides[last + 1];
    Array *diagonal = call_view(call, lu, last + 1, shape, strides, 0);
    Array *exchanged = APPLY2(not_equal, pivots, APPLY2_NUMBER(add, call_iota(call, n), variant_integer(1)));
    Array *odd =
        call_apply2(call, OPERATOR(remainder),
                    of_array(call_reduce(call, OPERATOR(add), exchanged, 1ull << last, false, DTYPE(INT64))),
                    variant_integer(2));
    Array *parity =
        odd ? NUMBER_APPLY2(subtract, variant_integer(1), APPLY2_NUMBER(multiply, odd, variant_integer(2)))
            : NULL;
    parity = call_cast(call, parity, dtype);
    Array *size = diagonal ? APPLY1(absolute, diagonal) : NULL;
    Array *divisor = size ? call_where(call, APPLY2_NUMBER(equal, size, variant_integer(0)), variant_integer(1), of_array(size)) : NULL;
    Array *direction = divisor ? APPLY2(divide, diagonal, call_cast(call, divisor, dtype)) : NULL;
    *sign =
        APPLY2(multiply, call_reduce(call, OPERATOR(multiply), direction, 1ull << last, false, NULL), parity);
    *logarithm = call_reduce(call, OPERATOR(add), size ? APPLY1(log, size) : NULL, 1ull << last, false, NULL);
    if (value && *logarithm) *value = APPLY2(multiply, *sign, call_cast(call, APPLY1(exp, *logarithm), dtype));
    return *sign && *logarithm && (!value || *value);
}

ARRAY_FUNCTION_AT(linalg_det, "linalg.det", NUMPY | CUPY, "(a)",
                  "Determinant.\n\n>>> linalg.det([[2., 0.], [0., 4.]])\nnp.float64(7.999999999999998)\n",
                  .traits = CLASS_PLAIN) {
    Array *sign, *logarithm, *value;
    return determinant(call, call_array(call, 0), &sign, &logarithm, &value) ? call_give_item(call, value) : variant_absent();
}
ARRAY_FUNCTION_AT(linalg_slogdet, "linalg.slogdet", NUMPY | CUPY, "(a)",
                  "Sign and logarithm of the determinant.") {
    static const char *const fields[] = {"sign", "logabsdet"};
    Array *parts[2];
    Array *a = call_array(call, 0);
    if (!a || !determinant(call, a, &parts[0], &parts[1], NULL)) return variant_absent();
    Variant result = named(call, parts, 2, "SlogdetResult", fields);
    for (int i = 0; i < 2 && result.kind == VARIANT_SEQUENCE; i++) {
        variant_release(&result.list->items[i]);
        result.list->items[i] = call_give_item(call, parts[i]);
    }
    return result;
}

ARRAY_FUNCTION_AT(linalg_cholesky, "linalg.cholesky", NUMPY | CUPY, "(a, /, *, upper=False)",
                  "Cholesky factor, a lower triangle.\n\n>>> linalg.cholesky([[4., 0.], [0., "
                  "9.]])\narray([[2., 0.],\n       [0., 3.]])\n") {
    Array *a = call_array(call, 0);
    bool upper;
    if (!is_square(call, a) || !call_truth(call, 1, &upper)) return variant_absent();
    const Dtype *dtype = numbers_type(call, a, upper ? "cholesky_up" : "cholesky_lo", -1);
    Array *given = a;
    if (upper && dtype && !(a = swapped(call, a))) return variant_absent(); /* conjugate to what is asked for, as its factor is */
    Array *factor = dtype ? columns_of(call, a, dtype) : NULL;
    if (!factor) return variant_absent();
    int64_t n = a->shape[a->dimensions - 1], batch = batch_of(a);
    SolverTask task = {.kind = SOLVER_CHOLESKY,
                       .dtype = dtype,
                       .rows = n,
                       .columns = n,
                       .batch = batch,
                       .a = array_data(factor)};
    if (!all_well(call, &task, run_solver(call, &task), batch, "Matrix is not positive definite"))
        return variant_absent();
    Array *line = call_iota(call, n),
          *lower = line ? APPLY2(less_equal, line, call_expand(call, line, 1)) : NULL;
    Array *result = call_where(call, lower, of_array(swapped(call, factor)),
                               of_array(call_number(call, dtype, variant_integer(0))));
    if (upper && result) result = swapped(call, result);
    return call_give(call, rounded(call, result, given, NULL));
}

ARRAY_FUNCTION_AT(linalg_qr, "linalg.qr", NUMPY | CUPY, "(a, mode='reduced')",
                  "QR factorisation. mode: 'reduced', 'complete', 'r' (R alone), 'raw' (Householder's vectors and their factors, as LAPACK's "
                  "geqrf leaves them).\n\n>>> linalg.qr(array([[2., 1.], [0., 3.]]), 'r').shape\n(2, 2)\n") {
    static const char *const fields[] = {"Q", "R"};
    Array *a = call_array(call, 0);
    const char *mode;
    if (!is_stack(call, a) || !call_text(call, 1, &mode)) return variant_absent();
    bool complete = !strcmp(mode, "complete"), only_r = !strcmp(mode, "r"), raw = !strcmp(mode, "raw");
    bool economic = !strcmp(mode, "e") || !strcmp(mode, "economic"), full = !strcmp(mode, "f") || !strcmp(mode, "full");
    if ((economic && !runtime_warn(call->runtime, "DeprecationWarning", call->error, "The 'economic' option is deprecated.")) ||
        (full && !runtime_warn(call->runtime, "DeprecationWarning", call->error,
                               "The 'full' option is deprecated in favor of 'reduced'.\nFor backward compatibility let mode default.")))
        return variant_absent();
    if (!complete && !only_r && !raw && !economic && !full && strcmp(mode, "reduced")) {
        call_fail(call, "ValueError", "Unrecognized mode '%s'", mode);
        return variant_absent();
    }
    const Dtype *dtype = solver_type(call, a);
    Array *work = dtype ? columns_of(call, a, dtype) : NULL;
    if (!work) return variant_absent();
    int64_t m = a->shape[a->dimensions - 2], n = a->shape[a->dimensions - 1], least = m < n ? m : n,
            width = complete ? m : least;
    bool without_q = only_r || raw || economic;
    Array *q = without_q ? NULL : beside(call, a, dtype, width, m), *factors = raw ? beside(call, a, dtype, least, -1) : NULL;
    if ((!q && !without_q) || (!factors && raw)) return variant_absent();
    SolverTask task = {.kind = SOLVER_QR,
                       .dtype = dtype,
                       .rows = m,
                       .columns = n,
                       .batch = batch_of(a),
                       .full = complete,
                       .a = array_data(work),
                       .q = q ? array_data(q) : NULL,
                       .values = raw ? array_data(factors) : NULL};
    if (!all_well(call, &task, run_solver(call, &task), task.batch, "QR factorization failed"))
        return variant_absent();
    if (raw) {
        Array *both[] = {rounded(call, work, a, NULL), rounded(call, factors, a, NULL)};
        return call_give_list(call, both, 2, true);
    }
    Array *r = swapped(call, work);
    if (economic) return call_give(call, rounded(call, call_copy(call, r, 'C'), a, NULL));
    r = r ? call_slice(call, r, r->dimensions - 2, 0, width, 1) : NULL;
    Array *i = call_expand(call, call_iota(call, width), 1), *j = call_iota(call, n);
    r = call_where(call, i && j ? APPLY2(less_equal, i, j) : NULL, of_array(r),
                   of_array(call_number(call, dtype, variant_integer(0))));
    r = rounded(call, r, a, NULL);
    if (only_r) return call_give(call, r);
    if (!n && complete) { /* nothing was factored: Q is any basis */
        Array *unit = unit_matrix(call, m, dtype);
        q = unit ? call_broadcast(call, unit, q->dimensions, q->shape) : NULL;
        if (!q) return variant_absent();
    }
    Array *parts[] = {rounded(call, call_copy(call, swapped(call, q), 'C'), a, NULL), r};
    return parts[0] && r ? named(call, parts, 2, "QRResult", fields) : variant_absent();
}

/* ---- Eigenvalues. */

/* Eigenvalues, and (`vectors`) eigenvectors, of one triangle. */
static bool eigh_of(ArrayCall *call, Array *a, bool upper, bool vectors, Array *parts[2]) {
    if (!is_square(call, a)) return false;
    const Dtype *dtype = numbers_type(call, a, vectors ? upper ? "eigh_up" : "eigh_lo" : upper ? "eigvalsh_up" : "eigvalsh_lo", -1);
    if (!dtype) return false;
    Array *source = a;
    if (upper) { /* the lower triangle of the conjugate transpose */
        source = swapped(call, a);
        if (source && dtype_is_complex(dtype)) source = APPLY1(conjugate, source);
    }
    Array *work = source ? columns_of(call, source, dtype) : NULL;
    int64_t n = a->shape[a->dimensions - 1];
    Array *values = work ? beside(call, a, dtype_real(dtype), n, -1) : NULL;
    if (!values) return false;
    SolverTask task = {.kind = SOLVER_EIGH,
                       .dtype = dtype,
                       .rows = n,
                       .columns = n,
                       .batch = batch_of(a),
                       .vectors = vectors,
                       .a = array_data(work),
                       .values = array_data(values)};
    if (!all_well(call, &task, run_solver(call, &task), task.batch, "Eigenvalues did not converge")) return false;
    parts[0] = rounded(call, values, a, NULL);
    parts[1] = vectors ? rounded(call, call_copy(call, swapped(call, work), 'C'), a, NULL) : NULL;
    return parts[0] && (!vectors || parts[1]);
}

static Variant eigh(ArrayCall *call, bool vectors) {
    static const char *const fields[] = {"eigenvalues", "eigenvectors"};
    Array *a = call_array(call, 0), *parts[2];
    const char *triangle;
    if (!is_square(call, a) || !call_text(call, 1, &triangle)) return variant_absent();
    if (triangle && strcmp(triangle, "L") && strcmp(triangle, "U") && strcmp(triangle, "l") &&
        strcmp(triangle, "u")) {
        call_fail(call, "ValueError", "UPLO argument must be 'L' or 'U'");
        return variant_absent();
    }
    if (!eigh_of(call, a, triangle && (*triangle == 'U' || *triangle == 'u'), vectors, parts)) return variant_absent();
    return vectors ? named(call, parts, 2, "EighResult", fields) : call_give(call, parts[0]);
}
ARRAY_FUNCTION_AT(linalg_eigh, "linalg.eigh", NUMPY | CUPY, "(a, UPLO='L')",
                  "Eigenvalues and vectors of a Hermitian matrix.",
                  .traits = CLASS_VECTORS) {
    return eigh(call, true);
}
ARRAY_FUNCTION_AT(
    linalg_eigvalsh, "linalg.eigvalsh", NUMPY | CUPY, "(a, UPLO='L')",
    "Eigenvalues of a Hermitian matrix.\n\n>>> linalg.eigvalsh([[2., 0.], [0., 1.]])\narray([1., 2.])\n") {
    return eigh(call, false);
}

static Variant eig(ArrayCall *call, bool vectors) {
    static const char *const fields[] = {"eigenvalues", "eigenvectors"};
    Array *a = call_array(call, 0);
    if (!is_square(call, a)) return variant_absent();
    bool finite = false;
    if (!call_all_true(call, APPLY1(isfinite, a), &finite)) return variant_absent();
    if (!finite) {
        call_fail(call, LINALG_ERROR, "Array must not contain infs or NaNs");
        return variant_absent();
    }
    const Dtype *dtype = numbers_type(call, a, vectors ? "eig" : "eigvals", -1);
    Array *work = dtype ? columns_of(call, a, dtype) : NULL;
    int64_t n = a->shape[a->dimensions - 1];
    const Dtype *complex_type = dtype ? dtype_complex(dtype) : NULL;
    Array *values = work ? beside(call, a, complex_type, n, -1) : NULL,
          *turned = values ? beside(call, a, complex_type, n, n) : NULL;
    if (!turned) return variant_absent();
    SolverTask task = {.kind = SOLVER_EIG,
                       .dtype = dtype,
                       .rows = n,
                       .columns = n,
                       .batch = batch_of(a),
                       .vectors = vectors,
                       .a = array_data(work),
                       .values = array_data(values),
                       .q = vectors ? array_data(turned) : NULL};
    if (!all_well(call, &task, run_solver(call, &task), task.batch, "Eigenvalues did not converge"))
        return variant_absent();
    if (!dtype_is_complex(dtype)) { /* all real: shown as real numbers */
        Array *imaginary = call_hold(call, array_imaginary_part(values, call->error));
        if (call_count_nonzero(call, imaginary) == 0) {
            values = call_copy(call, call_hold(call, array_real_part(values, call->error)), 'C');
            turned = call_copy(call, call_hold(call, array_real_part(turned, call->error)), 'C');
        }
    }
    values = rounded(call, values, a, NULL);
    if (!vectors) return call_give(call, values);
    Array *parts[] = {values, rounded(call, call_copy(call, swapped(call, turned), 'C'), a, NULL)};
    return values && parts[1] ? named(call, parts, 2, "EigResult", fields) : variant_absent();
}
ARRAY_FUNCTION_AT(linalg_eig, "linalg.eig", NUMPY, "(a)", "Eigenvalues and right eigenvectors.",
                  .traits = CLASS_VECTORS) {
    return eig(call, true);
}
ARRAY_FUNCTION_AT(linalg_eigvals, "linalg.eigvals", NUMPY, "(a)",
                  "Eigenvalues.\n\n>>> linalg.eigvals([[1., 0.], [0., 2.]])\narray([1., 2.])\n",
                  .traits = CLASS_PLAIN) {
    return eig(call, false);
}

/* ---- Singular values. */

static bool svd(ArrayCall *call, Array *a, bool full, bool vectors, Array *parts[3]) {
    if (!is_stack(call, a)) return false;
    const Dtype *dtype = numbers_type(call, a, !vectors ? "svd" : full ? "svd_f" : "svd_s", -1);
    Array *work = dtype ? columns_of(call, a, dtype) : NULL;
    if (!work) return false;
    int64_t m = a->shape[a->dimensions - 2], n = a->shape[a->dimensions - 1], least = m < n ? m : n;
    Array *values = beside(call, a, dtype_real(dtype), least, -1);
    Array *u = vectors ? beside(call, a, dtype, full ? m : least, m) : NULL,
          *vt = vectors ? beside(call, a, dtype, n, full ? n : least) : NULL;
    if (!values || (vectors && (!u || !vt))) return false;
    SolverTask task = {.kind = SOLVER_SVD,
                       .dtype = dtype,
                       .rows = m,
                       .columns = n,
                       .batch = batch_of(a),
                       .vectors = vectors,
                       .full = full,
                       .a = array_data(work),
                       .q = vectors ? array_data(u) : NULL,
                       .b = vectors ? array_data(vt) : NULL,
                       .values = array_data(values)};
    if (!all_well(call, &task, run_solver(call, &task), task.batch, "SVD did not converge")) return false;
    if (!(parts[1] = rounded(call, values, a, NULL))) return false;
    if (vectors && full && !least) { /* nothing to be decomposed: any bases */
        Array *left = unit_matrix(call, m, dtype), *right = unit_matrix(call, n, dtype);
        u = left ? call_broadcast(call, left, u->dimensions, u->shape) : NULL;
        vt = right ? call_broadcast(call, right, vt->dimensions, vt->shape) : NULL;
        if (!u || !vt) return false;
    }
    if (vectors) {
        parts[0] = rounded(call, call_copy(call, swapped(call, u), 'C'), a, NULL);
        parts[2] = rounded(call, call_copy(call, swapped(call, vt), 'C'), a, NULL);
    }
    return !vectors || (parts[0] && parts[2]);
}

/* The last axis the other way round. */
static Array *reversed(ArrayCall *call, Array *a) {
    int last = a ? a->dimensions - 1 : 0;
    int64_t count = a ? a->shape[last] : 0;
    return count ? call_slice(call, a, last, count - 1, count, -1) : a;
}

static Array *take_along(ArrayCall *call, Array *a, Array *places) {
    if (!a || !places) return NULL;
    return call_function_array(call, "take_along_axis", (Variant[]){of_array(a), of_array(places), variant_integer(a->dimensions - 1)}, 3);
}

/* Of Hermitian matrices, out of the lower triangle: eigenvalues without their signs, the largest first. */
static bool svd_hermitian(ArrayCall *call, Array *a, bool vectors, Array *parts[3]) {
    Array *found[2];
    if (!eigh_of(call, a, false, vectors, found)) return false;
    Array *size = APPLY1(absolute, found[0]);
    int last = found[0]->dimensions - 1;
    if (!vectors) return (parts[1] = size ? reversed(call, call_sort(call, size, last)) : NULL) != NULL;
    Array *order = size ? reversed(call, call_argsort(call, size, last)) : NULL;
    Array *sign = order ? take_along(call, NUMBER_APPLY2(copysign, variant_float(1), found[0]), order) : NULL;
    parts[1] = take_along(call, size, order);
    parts[0] = order ? take_along(call, found[1], call_broadcast(call, call_expand(call, order, last), found[1]->dimensions, found[1]->shape)) : NULL;
    Array *right = parts[0] && sign ? swapped(call, APPLY2(multiply, parts[0], call_expand(call, sign, last))) : NULL;
    parts[2] = right && dtype_is_complex(right->dtype) ? APPLY1(conjugate, right) : right;
    return parts[1] && parts[2];
}

ARRAY_FUNCTION_AT(linalg_svd, "linalg.svd", NUMPY | CUPY,
                  "(a, full_matrices=True, compute_uv=True, hermitian=False)",
                  "Singular value decomposition. hermitian: of Hermitian matrices, of which the lower triangle is read.\n\n"
                  ">>> linalg.svd(array([[0., 5.], [2., 0.]]), hermitian=True)[1]\narray([2., 2.])\n",
                  .traits = CLASS_VECTORS) {
    static const char *const fields[] = {"U", "S", "Vh"};
    Array *a = call_array(call, 0), *parts[3];
    bool full, vectors, hermitian;
    if (!a || !call_truth(call, 1, &full) || !call_truth(call, 2, &vectors) || !call_truth(call, 3, &hermitian) ||
        !(hermitian ? svd_hermitian(call, a, vectors, parts) : svd(call, a, full, vectors, parts)))
        return variant_absent();
    return vectors ? named(call, parts, 3, "SVDResult", fields) : call_give(call, parts[1]);
}
ARRAY_FUNCTION_AT(linalg_svdvals, "linalg.svdvals", NUMPY, "(x, /)",
                  "Singular values.\n\n>>> linalg.svdvals([[3., 0.], [0., 4.]])\narray([4., 3.])\n") {
    Array *parts[3];
    return svd(call, call_array(call, 0), false, false, parts) ? call_give(call, parts[1]) : variant_absent();
}

static double epsilon_of(const Dtype *dtype) {
    return dtype_real(dtype)->item_size == 4 ? FLT_EPSILON : DBL_EPSILON;
}

ARRAY_FUNCTION_AT(
    linalg_matrix_rank, "linalg.matrix_rank", NUMPY | CUPY, "(A, tol=None, hermitian=False, *, rtol=None)",
    "Rank of a matrix by its singular values.\n\n>>> linalg.matrix_rank([[1., 0.], [0., 0.]])\nnp.int64(1)\n") {
    Array *a = call_array(call, 0), *parts[3];
    if (!a) return variant_absent();
    bool has_tolerance = call_is_given(call, 1), is_relative = call_is_given(call, 3);
    if (has_tolerance && is_relative) {
        call_fail(call, "ValueError", "`tol` and `rtol` can't be both set.");
        return variant_absent();
    }
    if (a->dimensions < 2) return variant_integer(call_count_nonzero(call, a) > 0);
    bool hermitian;
    if (!call_truth(call, 2, &hermitian) || !(hermitian ? svd_hermitian(call, a, false, parts) : svd(call, a, false, false, parts)))
        return variant_absent();
    Array *values = parts[1], *limit;
    int last = values->dimensions - 1;
    int64_t m = a->shape[a->dimensions - 2], n = a->shape[a->dimensions - 1];
    if (!values->shape[last]) /* no singular values at all */
        return call_give_item(call, call_reduce(call, OPERATOR(add), values, 1ull << last, false, DTYPE(INT64)));
    Array *given = has_tolerance || is_relative ? call_array(call, has_tolerance ? 1 : 3) : NULL;
    if (given && given->dimensions) given = call_expand(call, given, given->dimensions);
    if (has_tolerance) limit = given;
    else {
        limit = call_reduce(call, OPERATOR(maximum), values, 1ull << last, true, NULL);
        if (is_relative) limit = given ? APPLY2(multiply, limit, given) : NULL;
        else limit = APPLY2_NUMBER(multiply, limit, variant_float((double)(m > n ? m : n) * epsilon_of(values->dtype)));
    }
    Array *counted = limit ? APPLY2(greater, values, limit) : NULL;
    return call_give_item(call, call_reduce(call, OPERATOR(add), counted, 1ull << last, false, DTYPE(INT64)));
}

ARRAY_FUNCTION_AT(linalg_pinv, "linalg.pinv", NUMPY | CUPY,
                  "(a, rcond=None, hermitian=False, *, rtol=<no value>)", "Pseudo-inverse.") {
    Array *a = call_array(call, 0), *parts[3];
    if (call_is_given(call, 1) && call_is_given(call, 3)) {
        call_fail(call, "ValueError", "`rtol` and `rcond` can't be both set.");
        return variant_absent();
    }
    if (!is_stack(call, a)) return variant_absent();
    int64_t m = a->shape[a->dimensions - 2], n = a->shape[a->dimensions - 1];
    if (dtype_is_flexible(a->dtype) && a->dtype->kind != 'O') {
        call_fail(call, "TypeError", "cannot conjugate non-numeric dtype");
        return variant_absent();
    }
    if (!m || !n) {
        const Dtype *dtype = solver_type(call, a) ? dtype_inexact(a->dtype) : NULL;
        return dtype ? call_give(call, call_copy(call, swapped(call, call_cast(call, a, dtype)), 'C')) : variant_absent();
    }
    bool hermitian;
    if (!call_truth(call, 2, &hermitian) || !(hermitian ? svd_hermitian(call, a, true, parts) : svd(call, a, false, true, parts)))
        return variant_absent();
    int last = parts[1]->dimensions - 1;
    Array *limit = call_reduce(call, OPERATOR(maximum), parts[1], 1ull << last, true, NULL);
    if (call_is_given(call, 1) || call_is_given(call, 3)) {
        Array *relative = call_array(call, call_is_given(call, 1) ? 1 : 3);
        if (relative && relative->dimensions) relative = call_expand(call, relative, relative->dimensions);
        limit = relative && limit ? APPLY2(multiply, limit, relative) : NULL;
    } else {
        double factor = call->arguments[3].kind == VARIANT_NONE ? (double)(m > n ? m : n) * epsilon_of(parts[1]->dtype) : 1e-15;
        limit = APPLY2_NUMBER(multiply, limit, variant_float(factor));
    }
    Array *large = limit ? APPLY2(greater, parts[1], limit) : NULL;
    Array *safe = call_where(call, large, of_array(parts[1]), variant_float(1));
    Array *inverse =
        call_where(call, large, of_array(safe ? APPLY1(reciprocal, safe) : NULL), variant_float(0));
    if (!inverse) return variant_absent();
    Array *v = swapped(call, parts[2]), *ut = swapped(call, parts[0]);
    if (dtype_is_complex(parts[0]->dtype)) {
        v = v ? APPLY1(conjugate, v) : NULL;
        ut = ut ? APPLY1(conjugate, ut) : NULL;
    }
    return call_give(
        call, call_matmul(call, v, APPLY2(multiply, call_expand(call, inverse, inverse->dimensions), ut)));
}

ARRAY_FUNCTION_AT(linalg_lstsq, "linalg.lstsq", NUMPY | CUPY, "(a, b, rcond=None)",
                  "Least-squares solution of a linear system: solution, residuals, rank, singular values.") {
    Array *a = call_array(call, 0), *b = call_array(call, 1);
    if (!a || !b) return variant_absent();
    if (a->dimensions != 2) {
        call_fail(call, LINALG_ERROR, "%d-dimensional array given. Array must be two-dimensional",
                  a->dimensions);
        return variant_absent();
    }
    if (b->dimensions < 1 || b->dimensions > 2) {
        call_fail(call, LINALG_ERROR, "%d-dimensional array given. Array must be one or two-dimensional",
                  b->dimensions);
        return variant_absent();
    }
    bool vector = b->dimensions == 1;
    if (vector) b = call_expand(call, b, 1);
    if (!b || b->shape[0] != a->shape[0]) {
        call_fail(call, LINALG_ERROR, "Incompatible dimensions");
        return variant_absent();
    }
    const Dtype *one = numbers_type(call, a, "lstsq", 0), *two = one ? numbers_type(call, b, "lstsq", 1) : NULL;
    if (!one || !two) return variant_absent();
    const Dtype *dtype = dtype_promote(one, two);
    int64_t m = a->shape[0], n = a->shape[1], columns = b->shape[1], most = m > n ? m : n,
            least = m < n ? m : n;
    double tolerance = epsilon_of(dtype) * (double)most;
    if (call_is_given(call, 2) && !call_real(call, 2, &tolerance)) return variant_absent();
    Array *left = columns_of(call, a, dtype);
    Array *right = call_filled(call, dtype, 2, (int64_t[]){columns, most}, variant_integer(0));
    Array *values = call_new(call, dtype_real(dtype), 1, &least);
    if (!left || !right || !values ||
        !call_assign(call, call_slice(call, right, 1, 0, m, 1), call_transpose(call, b, NULL)))
        return variant_absent();
    int rank = 0;
    SolverTask task = {.kind = SOLVER_LEAST_SQUARES,
                       .dtype = dtype,
                       .rows = m,
                       .columns = n,
                       .right_columns = columns,
                       .batch = 1,
                       .tolerance = tolerance,
                       .a = array_data(left),
                       .b = array_data(right),
                       .values = array_data(values),
                       .rank = &rank};
    if (!all_well(call, &task, run_solver(call, &task), 1, "SVD did not converge in Linear Least Squares"))
        return variant_absent();
    Array *turned = call_transpose(call, right, NULL),
          *x = call_copy(call, call_slice(call, turned, 0, 0, n, 1), 'C');
    Array *residuals;
    if (rank == n && m > n) {
        Array *rest = call_slice(call, turned, 0, n, m - n, 1);
        Array *size = rest ? APPLY1(absolute, rest) : NULL;
        residuals = call_reduce(call, OPERATOR(add), APPLY2(multiply, size, size), 1, false, NULL);
    } else {
        residuals = call_new(call, dtype_real(dtype), 1, (int64_t[]){0});
    }
    if (vector && x) x = call_drop_axis(call, x, 1);
    Array *parts[] = {rounded(call, x, a, b), rounded(call, residuals, a, b), rounded(call, values, a, b), NULL};
    parts[3] = parts[2];
    Variant result = call_give_list(call, parts, 4, true);
    if (result.kind == VARIANT_SEQUENCE) {
        variant_release(&result.list->items[2]);
        int32_t count = rank;
        result.list->items[2] = call->namespace == CUPY ? call_give(call, call_number(call, DTYPE(INT32), variant_integer(count)))
                                                        : variant_scalar(DTYPE(INT32), &count);
        if (result.list->items[2].kind == VARIANT_ABSENT) variant_release(&result);
    }
    return result;
}

ARRAY_FUNCTION_AT(linalg_matrix_power, "linalg.matrix_power", NUMPY | CUPY, "(a, n)",
                  "A square matrix to an integer power.\n\n>>> linalg.matrix_power(array([[1, 1], [0, 1]]), "
                  "3)\narray([[1, 3],\n       [0, 1]])\n") {
    Array *a = call_array(call, 0);
    int64_t n;
    if (!is_square(call, a)) return variant_absent();
    Variant large = call->arguments[1];
    if (large.kind == VARIANT_BIG && large.digits && *large.digits->bytes != '-') { /* its bits from the top */
        Array *result = NULL;
        for (const char *at = large.digits->bytes; *at; at++)
            for (int bit = 3, digit = *at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10; bit >= 0; bit--) {
                if (result && !(result = call_matmul(call, result, result))) return variant_absent();
                if (digit >> bit & 1 && !(result = result ? call_matmul(call, result, a) : a)) return variant_absent();
            }
        return call_give(call, result);
    }
    if (call->namespace == NUMPY && !variant_is_integral(large) && large.kind != VARIANT_ARRAY && large.kind != VARIANT_BIG) {
        call_fail(call, "TypeError", "exponent must be an integer");
        return variant_absent();
    }
    if (!call_integer(call, 1, &n)) return variant_absent();
    if (n < 0) {
        a = solve(call, a, unit_matrix(call, a->shape[a->dimensions - 1], dtype_inexact(a->dtype)));
        n = -n;
    }
    Array *result = NULL, *power = a;
    if (n == 0 && a) {
        Array *unit = unit_matrix(call, a->shape[a->dimensions - 1], a->dtype);
        return call_give(call, call_laid_out(call, call_copy(call, call_broadcast(call, unit, a->dimensions, a->shape), 'C'), a));
    }
    for (; n && power; n >>= 1) {
        if (n & 1) result = result ? call_matmul(call, result, power) : power;
        if (n > 1) power = call_matmul(call, power, power);
    }
    return call_give(call, power ? result : NULL);
}

/* Where a chain of matrices is split so that it costs least (Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, 15.2). */
static void plan_chain(const int64_t *edges, size_t count, double *costs, int64_t *cuts) {
    for (size_t i = 0; i < count; i++) costs[i * count + i] = 0;
    for (size_t span = 1; span < count; span++)
        for (size_t i = 0; i + span < count; i++) {
            size_t j = i + span;
            double *best = &costs[i * count + j];
            *best = INFINITY;
            for (size_t k = i; k < j; k++) {
                double cost = costs[i * count + k] + costs[(k + 1) * count + j] +
                              (double)edges[i] * (double)edges[k + 1] * (double)edges[j + 1];
                if (cost < *best) {
                    *best = cost;
                    cuts[i * count + j] = (int64_t)k;
                }
            }
        }
}

/* As dot does, whose words of shapes are its own; what it gives of two vectors is no array. */
static Array *multiply_two(ArrayCall *call, Array *a, Array *b) {
    if (a->dimensions == 1 && b->dimensions == 1) return call_matmul(call, a, b);
    return call_function_array(call, "dot", (Variant[]){of_array(a), of_array(b)}, 2);
}

static Array *multiply_chain(ArrayCall *call, Array **arrays, const int64_t *cuts, size_t count, size_t i, size_t j) {
    if (i == j) return arrays[i];
    size_t k = (size_t)cuts[i * count + j];
    Array *left = multiply_chain(call, arrays, cuts, count, i, k);
    Array *right = left ? multiply_chain(call, arrays, cuts, count, k + 1, j) : NULL;
    return right ? multiply_two(call, left, right) : NULL;
}

/* Matrices, but for the first and the last, which may be vectors; two are multiplied whatever they are. */
static bool are_matrices(ArrayCall *call, Array *const *arrays, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int dimensions = arrays[i]->dimensions;
        if (dimensions == 2 || (dimensions == 1 && (i == 0 || i == count - 1))) continue;
        return call_fail(call, LINALG_ERROR, "%d-dimensional array given. Array must be two-dimensional", dimensions);
    }
    return true;
}

/* The product in the cheapest order; NULL: failed. */
static Array *multiply_cheaply(ArrayCall *call, Array **arrays, size_t count) {
    int64_t squared = (int64_t)(count * count), words = (int64_t)count + 1 + squared;
    Device *host = call->runtime->host;
    Array *whole = call_hold(call, array_create(host, DTYPE(INT64), 1, &words, call->error));
    Array *real = whole ? call_hold(call, array_create(host, DTYPE(FLOAT64), 1, &squared, call->error)) : NULL;
    if (!real) return NULL;
    int64_t *edges = (int64_t *)array_data(whole), *cuts = edges + count + 1;
    double *costs = (double *)array_data(real);
    for (size_t i = 0; i < count; i++) edges[i] = arrays[i]->dimensions == 1 && i == 0 ? 1 : arrays[i]->shape[0];
    const Array *last = arrays[count - 1];
    edges[count] = last->dimensions == 1 ? 1 : last->shape[1];
    plan_chain(edges, count, costs, cuts);
    return multiply_chain(call, arrays, cuts, count, 0, count - 1);
}

ARRAY_FUNCTION_AT(linalg_multi_dot, "linalg.multi_dot", NUMPY, "(arrays, *, out=None)",
                  "Product of several matrices, in the order that costs least. The first and the last may be vectors.\n\n"
                  ">>> np.linalg.multi_dot([np.eye(2), np.ones((2, 3)), np.ones(3)])\narray([3., 3.])\n",
                  .traits = ASKS_LISTS) {
    size_t count;
    Array **arrays = call_array_list(call, 0, &count), *result = NULL;
    if (arrays && count < 2) {
        call_fail(call, "ValueError", "Expecting at least two arrays.");
        return variant_absent();
    }
    if (!arrays) return variant_absent();
    if (count == 2) result = multiply_two(call, arrays[0], arrays[1]);
    else if (are_matrices(call, arrays, count)) result = multiply_cheaply(call, arrays, count);
    if (!result) return variant_absent();
    return call_is_given(call, 1) ? call_give_out(call, result, 1) : call_give_item(call, result);
}

/* ---- Norms. */

static Array *sum_over(ArrayCall *call, Array *a, uint64_t axes, bool keep) {
    return call_reduce(call, OPERATOR(add), a, axes, keep, NULL);
}

static Array *euclidean(ArrayCall *call, Array *x, uint64_t axes, bool keep) {
    Array *squares;
    if (!x) return NULL;
    if (dtype_is_complex(x->dtype)) {
        Array *real = call_hold(call, array_real_part(x, call->error)),
              *imaginary = call_hold(call, array_imaginary_part(x, call->error));
        squares = APPLY2(add, APPLY2(multiply, real, real), APPLY2(multiply, imaginary, imaginary));
    } else {
        squares = APPLY2(multiply, x, x);
    }
    Array *sum = sum_over(call, squares, axes, keep);
    return sum ? APPLY1(sqrt, sum) : NULL;
}

/* The 2-norm of all elements goes through dot, whose digits NumPy prints. */
static Array *whole_norm(ArrayCall *call, Array *x) {
    Array *flat = call_flat(call, x), *square;
    if (!flat) return NULL;
    if (dtype_is_complex(x->dtype)) {
        Array *real = call_hold(call, array_real_part(flat, call->error)),
              *imaginary = call_hold(call, array_imaginary_part(flat, call->error));
        square = APPLY2(add, call_matmul(call, real, real), call_matmul(call, imaginary, imaginary));
    } else {
        square = call_matmul(call, flat, flat);
    }
    return square ? APPLY1(sqrt, square) : NULL;
}

/* The largest of sizes; of none it is 0, as their sum is (CuPy refuses). */
static Array *largest_over(ArrayCall *call, Array *sizes, uint64_t axes, bool keep) {
    bool is_empty = false;
    for (int i = 0; sizes && i < sizes->dimensions; i++) is_empty |= (axes >> i & 1) && !sizes->shape[i];
    if (is_empty && call->namespace == NUMPY) return sum_over(call, sizes, axes, keep);
    return call_reduce(call, OPERATOR(maximum), sizes, axes, keep, NULL);
}

static Array *vector_norm(ArrayCall *call, Array *x, double order, int axis, bool keep) {
    uint64_t axes = 1ull << axis;
    Array *size = x ? APPLY1(absolute, x) : NULL;
    if (order == INFINITY) return largest_over(call, size, axes, keep);
    if (order == -INFINITY) return call_reduce(call, OPERATOR(minimum), size, axes, keep, NULL);
    if (order == 0)
        return sum_over(call,
                        call_cast(call, x ? APPLY2_NUMBER(not_equal, x, variant_integer(0)) : NULL,
                                  size ? size->dtype : DTYPE(FLOAT64)),
                        axes, keep);
    if (order == 1) return sum_over(call, size, axes, keep);
    if (order == 2) return euclidean(call, x, axes, keep);
    Array *sum = sum_over(call, size ? APPLY2_NUMBER(power, size, variant_float(order)) : NULL, axes, keep);
    return sum ? APPLY2_NUMBER(power, sum, variant_float(1 / order)) : NULL;
}

static Array *matrix_norm(ArrayCall *call, Array *x, double order, const char *name, int row, int column,
                          bool keep) {
    if (!name) { /* a number */
        bool largest = order > 0;
        if (fabs(order) == 2) {
            int axes[ARRAY_DIMENSIONS_MAX], at = 0;
            for (int i = 0; i < x->dimensions; i++)
                if (i != row && i != column) axes[at++] = i;
            axes[at++] = row;
            axes[at] = column;
            Array *parts[3];
            if (!svd(call, call_transpose(call, x, axes), false, false, parts)) return NULL;
            uint64_t last = 1ull << (parts[1]->dimensions - 1);
            Array *result = largest ? largest_over(call, parts[1], last, false) : call_reduce(call, OPERATOR(minimum), parts[1], last, false, NULL);
            for (int i = 0; keep && result && i < x->dimensions; i++)
                if (i == row || i == column) result = call_expand(call, result, i);
            return result;
        }
        bool by_rows = fabs(order) == INFINITY;
        if (!by_rows && fabs(order) != 1) {
            call_fail(call, "ValueError", "Invalid norm order for matrices.");
            return NULL;
        }
        int sum_axis = by_rows ? column : row, pick_axis = by_rows ? row : column;
        Array *sums = sum_over(call, APPLY1(absolute, x), 1ull << sum_axis, true);
        Array *result = largest ? largest_over(call, sums, 1ull << pick_axis, true) : call_reduce(call, OPERATOR(minimum), sums, 1ull << pick_axis, true, NULL);
        if (keep || !result) return result;
        int high = row > column ? row : column, low = row > column ? column : row;
        return call_drop_axis(call, call_drop_axis(call, result, high), low);
    }
    if (!strcmp(name, "fro")) return euclidean(call, x, 1ull << row | 1ull << column, keep);
    if (!strcmp(name, "nuc")) {
        int axes[ARRAY_DIMENSIONS_MAX], at = 0;
        for (int i = 0; i < x->dimensions; i++)
            if (i != row && i != column) axes[at++] = i;
        axes[at++] = row;
        axes[at] = column;
        Array *parts[3];
        if (!svd(call, call_transpose(call, x, axes), false, false, parts)) return NULL;
        Array *sums = sum_over(call, parts[1], 1ull << (parts[1]->dimensions - 1), false);
        int first = row < column ? row : column, second = row < column ? column : row;
        return keep ? call_expand(call, call_expand(call, sums, first), second) : sums;
    }
    call_fail(call, "ValueError", "Invalid norm order for matrices.");
    return NULL;
}

ARRAY_FUNCTION_AT(linalg_norm, "linalg.norm", NUMPY | CUPY, "(x, ord=None, axis=None, keepdims=False)",
                  "Norm of a vector or matrix.\n\n>>> linalg.norm([3., 4.])\nnp.float64(5.0)\n",
                  .traits = CUPY_TAKES_HOST | CLASS_PLAIN) {
    Array *x = call_array(call, 0);
    bool keep;
    if (!x || !call_truth(call, 3, &keep)) return variant_absent();
    bool has_order = call_is_given(call, 1);
    bool keeps = x->dtype->kind == 'O' && has_order && call->arguments[1].kind != VARIANT_STRING; /* values of the language stay such */
    if (!dtype_is_inexact(x->dtype) && !keeps) x = call_cast(call, x, DTYPE(FLOAT64));
    const char *name = NULL;
    double order = 2;
    if (has_order && call->arguments[1].kind == VARIANT_STRING)
        name = call->arguments[1].text->bytes;
    else if (has_order && !call_real(call, 1, &order))
        return variant_absent();
    if (!x) return variant_absent();
    int axes[ARRAY_DIMENSIONS_MAX], count = 0;
    if (!call_is_given(call, 2)) {
        if (!has_order || (x->dimensions == 2 && name && !strcmp(name, "fro")) ||
            (x->dimensions == 1 && order == 2 && !name)) {
            Array *result = whole_norm(call, x->dtype->kind == 'O' ? call_cast(call, x, DTYPE(FLOAT64)) : x);
            for (int i = 0; keep && result && i < x->dimensions; i++) result = call_expand(call, result, 0);
            return call_give_item(call, result);
        }
        count = x->dimensions;
        for (int i = 0; i < count; i++) axes[i] = i;
    } else {
        Variant given = call->arguments[2], single[1] = {given};
        const Variant *items = given.kind == VARIANT_SEQUENCE ? given.list->items : single;
        count = given.kind == VARIANT_SEQUENCE ? (int)given.list->count : 1;
        for (int i = 0; i < count && i < 3; i++) {
            int64_t number;
            if (!variant_to_index(items[i], &number, call->error) ||
                !axis_normalise(number, x->dimensions, &axes[i], NULL, call->error))
                return variant_absent();
        }
    }
    if (count == 1) {
        if (name) {
            call_fail(call, "ValueError", "Invalid norm order '%s' for vectors", name);
            return variant_absent();
        }
        return call_give_item(call, vector_norm(call, x, order, axes[0], keep));
    }
    if (count == 2) {
        if (axes[0] == axes[1]) {
            call_fail(call, "ValueError", "Duplicate axes given.");
            return variant_absent();
        }
        return call_give_item(call,
                              matrix_norm(call, x, order, has_order ? name : "fro", axes[0], axes[1], keep));
    }
    call_fail(call, "ValueError", "Improper number of dimensions to norm.");
    return variant_absent();
}

/* The largest and the least singular value's quotient; or of the least and the largest. */
static Array *condition_by_values(ArrayCall *call, Array *x, bool of_largest) {
    Array *parts[3];
    if (!svd(call, x, false, false, parts)) return NULL;
    int last = parts[1]->dimensions - 1;
    int64_t count = parts[1]->shape[last];
    Array *first = call_drop_axis(call, call_slice(call, parts[1], last, 0, 1, 1), last);
    Array *least = call_drop_axis(call, call_slice(call, parts[1], last, count - 1, 1, 1), last);
    return of_largest ? APPLY2(divide, first, least) : APPLY2(divide, least, first);
}

static Array *condition_by_inverse(ArrayCall *call, Array *x, double order, const char *name) {
    const Dtype *dtype = is_square(call, x) ? numbers_type(call, x, "inv", -1) : NULL;
    if (!dtype) return NULL;
    int row = x->dimensions - 2, column = x->dimensions - 1;
    const Array *given = x;
    Array *wide = call_cast(call, x, dtype), *inverse = wide ? inverse_or_nan(call, wide) : NULL;
    if (!dtype_is_inexact(x->dtype)) x = wide;
    Array *one = x ? matrix_norm(call, x, order, name, row, column, false) : NULL,
          *two = inverse && one ? matrix_norm(call, inverse, order, name, row, column, false) : NULL;
    return two ? rounded(call, APPLY2(multiply, one, two), given, NULL) : NULL;
}

ARRAY_FUNCTION_AT(linalg_cond, "linalg.cond", NUMPY | CUPY, "(x, p=None)",
                  "Condition number of a matrix; of a singular one it is infinite.\n\n"
                  ">>> linalg.cond([[2., 0.], [0., 1.]])\nnp.float64(2.0)\n") {
    Array *x = call_array(call, 0), *result;
    if (!x) return variant_absent();
    double order = 2;
    const char *name = NULL;
    if (call_is_given(call, 1)) {
        if (call->arguments[1].kind == VARIANT_STRING)
            name = call->arguments[1].text->bytes;
        else if (!call_real(call, 1, &order))
            return variant_absent();
    }
    if (!is_stack(call, x)) return variant_absent();
    if (array_size(x) == 0 && x->shape[x->dimensions - 1] * x->shape[x->dimensions - 2] == 0) {
        call_fail(call, LINALG_ERROR, "cond is not defined on empty arrays");
        return variant_absent();
    }
    FloatGathering gathering;
    runtime_gather_floats(call->runtime, &gathering);
    bool by_values = !name && fabs(order) == 2;
    result = by_values ? condition_by_values(call, x, order > 0) : condition_by_inverse(call, x, order, name);
    Array *is_undefined = result ? APPLY1(isnan, result) : NULL;
    if (is_undefined) { /* unless there was NaN in the matrix */
        Array *holes = call_reduce(call, OPERATOR(logical_or), APPLY1(isnan, x), 3ull << (x->dimensions - 2), false, NULL);
        is_undefined = holes ? APPLY2(logical_and, is_undefined, APPLY1(logical_not, holes)) : NULL;
    }
    result = is_undefined ? call_cast(call, call_where(call, is_undefined, variant_float(INFINITY), of_array(result)), result->dtype) : NULL;
    gathering.flags = 0;
    return runtime_end_gathering(call->runtime, &gathering, "cond", call->error) ? call_give_item(call, result) : variant_absent();
}
