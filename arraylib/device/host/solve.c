/* Dense solvers by LAPACK's Fortran interface, one matrix of the batch after another. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/libraries.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* Fortran functions of each solver; %c is the type's letter (s, d, c, z). */
static LibraryFunction *lapack(ArrayRuntime *runtime, const Dtype *dtype, const char *pattern, Error *error) {
    static const char letters[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = 's', [DTYPE_FLOAT64] = 'd', [DTYPE_COMPLEX64] = 'c', [DTYPE_COMPLEX128] = 'z'};
    char name[32];
    snprintf(name, sizeof name, pattern, letters[dtype->number]);
    return blas_function(runtime, name, error);
}

/* What one solver needs: sizes as Fortran wants them, and work space that grows as LAPACK asks. */
typedef struct Solver {
    const SolverTask *task;
    ArrayRuntime *runtime;
    Error *error;
    int rows, columns, right_columns, least, leading;
    bool is_complex;
    size_t size, real_size;
    char *work, *real_work;
    int work_size, *integers;
} Solver;

/* LAPACK answers a query for the size of its work space with a number of its own type. */
static double queried_size(const Solver *solver, const void *answer) {
    float narrow;
    double wide;
    memcpy(&narrow, answer, sizeof narrow);
    memcpy(&wide, answer, sizeof wide);
    return solver->real_size == sizeof narrow ? narrow : wide;
}

static bool make_work(Solver *solver, const void *query, size_t real_count, size_t integer_count) {
    double size = queried_size(solver, query);
    size_t ahead = solver->is_complex ? (size_t)(solver->rows > solver->columns ? solver->rows : solver->columns) : 0; /* see columns_of */
    solver->work_size = size < 1 ? 1 : (int)size;
    memory_release(solver->work);
    memory_release(solver->real_work);
    memory_release(solver->integers);
    solver->work = memory_allocate(((size_t)solver->work_size + ahead) * solver->size);
    solver->real_work = memory_allocate((real_count + 1) * solver->real_size);
    solver->integers = memory_allocate((integer_count + 1) * sizeof(int));
    return (solver->work && solver->real_work && solver->integers) || error_no_memory(solver->error);
}

static bool solve_linear(Solver *s, LibraryFunction *function, char *a, char *b, int32_t *pivots, int *info) {
    typedef void Gesv(int *, int *, void *, int *, int32_t *, void *, int *, int *);
    (void)pivots;
    if (!s->integers && !(s->integers = memory_allocate(((size_t)s->rows + 1) * sizeof(int))))
        return error_no_memory(s->error);
    ((Gesv *)function)(&s->rows, &s->right_columns, a, &s->leading, s->integers, b, &s->leading, info);
    if (*info <= 0) return true;
    /* Singular: what dividing by zero gives is there for those who do not ask, as cuSOLVER has it. */
    typedef void Getrs(const char *, int *, int *, void *, int *, int32_t *, void *, int *, int *, size_t);
    LibraryFunction *solve = lapack(s->runtime, s->task->dtype, "%cgetrs_", s->error);
    int ignored = 0;
    if (solve) ((Getrs *)solve)("N", &s->rows, &s->right_columns, a, &s->leading, s->integers, b, &s->leading, &ignored, 1);
    return solve != NULL;
}

static bool factor_lu(Solver *s, LibraryFunction *function, char *a, int32_t *pivots, int *info) {
    typedef void Getrf(int *, int *, void *, int *, int32_t *, int *);
    ((Getrf *)function)(&s->rows, &s->columns, a, &s->leading, pivots, info);
    return true;
}

static bool factor_cholesky(Solver *s, LibraryFunction *function, char *a, int *info) {
    typedef void Potrf(const char *, int *, void *, int *, int *, size_t);
    ((Potrf *)function)("L", &s->rows, a, &s->leading, info, 1);
    return true;
}

static bool factor_qr(Solver *s, LibraryFunction *function, char *a, char *q, char *factors, int *info) {
    typedef void Geqrf(int *, int *, void *, int *, void *, void *, int *, int *);
    typedef void Orgqr(int *, int *, int *, void *, int *, void *, void *, int *, int *);
    int query = -1, q_columns = s->task->full ? s->rows : s->least;
    double answer[2];
    char *tau = memory_allocate(((size_t)s->least + 1) * s->size);
    if (!tau) return error_no_memory(s->error);
    ((Geqrf *)function)(&s->rows, &s->columns, a, &s->leading, tau, answer, &query, info);
    bool well = make_work(s, answer, 0, 0);
    if (well) ((Geqrf *)function)(&s->rows, &s->columns, a, &s->leading, tau, s->work, &s->work_size, info);
    if (well && q) {
        int copied = s->least < q_columns ? s->least : q_columns;
        memcpy(q, a, (size_t)s->rows * (size_t)copied * s->size);
        LibraryFunction *generate =
            lapack(s->runtime, s->task->dtype, s->is_complex ? "%cungqr_" : "%corgqr_", s->error);
        well = generate != NULL;
        if (well)
            ((Orgqr *)generate)(&s->rows, &q_columns, &s->least, q, &s->leading, tau, answer, &query, info);
        well = well && make_work(s, answer, 0, 0);
        if (well)
            ((Orgqr *)generate)(&s->rows, &q_columns, &s->least, q, &s->leading, tau, s->work, &s->work_size,
                                info);
    }
    if (well && factors) memcpy(factors, tau, (size_t)s->least * s->size);
    memory_release(tau);
    return well;
}

static bool solve_eigh(Solver *s, LibraryFunction *function, char *a, char *values, int *info) {
    typedef void Syevd(const char *, const char *, int *, void *, int *, void *, void *, int *, int *, int *,
                       int *, size_t, size_t);
    typedef void Heevd(const char *, const char *, int *, void *, int *, void *, void *, int *, void *, int *,
                       int *, int *, int *, size_t, size_t);
    const char *job = s->task->vectors ? "V" : "N";
    int query = -1, integer_size = 0, real_size = 0;
    double answer[2], real_answer[2];
    if (s->is_complex) {
        ((Heevd *)function)(job, "L", &s->rows, a, &s->leading, values, answer, &query, real_answer, &query,
                            &integer_size, &query, info, 1, 1);
        real_size = (int)queried_size(s, real_answer);
        if (!make_work(s, answer, (size_t)real_size, (size_t)integer_size)) return false;
        ((Heevd *)function)(job, "L", &s->rows, a, &s->leading, values, s->work, &s->work_size, s->real_work,
                            &real_size, s->integers, &integer_size, info, 1, 1);
    } else {
        ((Syevd *)function)(job, "L", &s->rows, a, &s->leading, values, answer, &query, &integer_size, &query,
                            info, 1, 1);
        if (!make_work(s, answer, 0, (size_t)integer_size)) return false;
        ((Syevd *)function)(job, "L", &s->rows, a, &s->leading, values, s->work, &s->work_size, s->integers,
                            &integer_size, info, 1, 1);
    }
    return true;
}

/* Real LAPACK gives pairs of conjugates as (real, imaginary) columns: make them complex numbers. */
#define JOIN_PAIRS(real, Complex)                                                                              \
    do {                                                                                                       \
        const real *parts = (const real *)values_real, *other = (const real *)values_imaginary;                \
        Complex *value = (Complex *)values, *out = (Complex *)q;                                               \
        for (int64_t i = 0; i < n; i++) value[i] = (Complex){parts[i], other[i]};                              \
        for (int64_t j = 0; q && j < n; j++) {                                                                 \
            const real *column = (const real *)vectors + j * n;                                                \
            bool pair = other[j] != 0 && j + 1 < n;                                                            \
            for (int64_t i = 0; i < n; i++) {                                                                  \
                out[j * n + i] = (Complex){column[i], pair ? column[n + i] : 0};                               \
                if (pair) out[(j + 1) * n + i] = (Complex){column[i], -column[n + i]};                         \
            }                                                                                                  \
            j += pair;                                                                                         \
        }                                                                                                      \
    } while (0)

static bool solve_eig(Solver *s, LibraryFunction *function, char *a, char *q, char *values, int *info) {
    typedef void GeevReal(const char *, const char *, int *, void *, int *, void *, void *, void *, int *,
                          void *, int *, void *, int *, int *, size_t, size_t);
    typedef void GeevComplex(const char *, const char *, int *, void *, int *, void *, void *, int *, void *,
                             int *, void *, int *, void *, int *, size_t, size_t);
    const char *job = q ? "V" : "N";
    int query = -1, one = 1;
    int64_t n = s->rows;
    double answer[2], unused[2];
    if (s->is_complex) {
        char *vectors = q ? q : (char *)unused;
        if (!make_work(s, (double[2]){1, 1}, 2 * (size_t)n, 0)) return false; /* a query writes into it, too */
        ((GeevComplex *)function)("N", job, &s->rows, a, &s->leading, values, unused, &one, vectors,
                                  &s->leading, answer, &query, s->real_work, info, 1, 1);
        if (!make_work(s, answer, 2 * (size_t)n, 0)) return false;
        ((GeevComplex *)function)("N", job, &s->rows, a, &s->leading, values, unused, &one, vectors,
                                  &s->leading, s->work, &s->work_size, s->real_work, info, 1, 1);
        return true;
    }
    char *values_real = memory_allocate(((size_t)n + 1) * s->size),
         *values_imaginary = memory_allocate(((size_t)n + 1) * s->size);
    char *vectors = memory_allocate((size_t)(n * n + 1) * s->size);
    bool well = (values_real && values_imaginary && vectors) || error_no_memory(s->error);
    if (well) {
        ((GeevReal *)function)("N", job, &s->rows, a, &s->leading, values_real, values_imaginary, unused, &one,
                               vectors, &s->leading, answer, &query, info, 1, 1);
        well = make_work(s, answer, 0, 0);
    }
    if (well) {
        ((GeevReal *)function)("N", job, &s->rows, a, &s->leading, values_real, values_imaginary, unused, &one,
                               vectors, &s->leading, s->work, &s->work_size, info, 1, 1);
        if (s->size == 4)
            JOIN_PAIRS(float, Complex64);
        else
            JOIN_PAIRS(double, Complex128);
    }
    memory_release(values_real);
    memory_release(values_imaginary);
    memory_release(vectors);
    return well;
}

static bool solve_svd(Solver *s, LibraryFunction *function, char *a, char *u, char *vt, char *values,
                      int *info) {
    typedef void GesddReal(const char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
                           void *, int *, int *, int *, size_t);
    typedef void GesddComplex(const char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
                              void *, int *, void *, int *, int *, size_t);
    const char *job = !s->task->vectors ? "N" : s->task->full ? "A" : "S";
    int query = -1, vt_leading = s->task->full ? s->columns : s->least;
    if (vt_leading < 1) vt_leading = 1;
    double answer[2];
    size_t least = (size_t)s->least, most = (size_t)(s->rows > s->columns ? s->rows : s->columns);
    size_t real_count = 5 * least * least + 7 * least, other = 2 * most * least + 2 * least * least + least;
    if (real_count < other) real_count = other;
    if (s->is_complex)
        ((GesddComplex *)function)(job, &s->rows, &s->columns, a, &s->leading, values, u, &s->leading, vt,
                                   &vt_leading, answer, &query, NULL, NULL, info, 1);
    else
        ((GesddReal *)function)(job, &s->rows, &s->columns, a, &s->leading, values, u, &s->leading, vt,
                                &vt_leading, answer, &query, NULL, info, 1);
    if (!make_work(s, answer, s->is_complex ? real_count : 0, 8 * least)) return false;
    if (s->is_complex)
        ((GesddComplex *)function)(job, &s->rows, &s->columns, a, &s->leading, values, u, &s->leading, vt,
                                   &vt_leading, s->work, &s->work_size, s->real_work, s->integers, info, 1);
    else
        ((GesddReal *)function)(job, &s->rows, &s->columns, a, &s->leading, values, u, &s->leading, vt,
                                &vt_leading, s->work, &s->work_size, s->integers, info, 1);
    return true;
}

static bool solve_least_squares(Solver *s, LibraryFunction *function, char *a, char *b, char *values, int *rank,
                                int *info) {
    typedef void GelsdReal(int *, int *, int *, void *, int *, void *, int *, void *, void *, int *, void *,
                           int *, int *, int *);
    typedef void GelsdComplex(int *, int *, int *, void *, int *, void *, int *, void *, void *, int *, void *,
                              int *, void *, int *, int *);
    int query = -1, integer_size = 0, most = s->rows > s->columns ? s->rows : s->columns;
    if (most < 1) most = 1;
    double answer[2], real_answer[2], tolerance = s->task->tolerance;
    float tolerance_single = (float)tolerance;
    void *limit = s->real_size == 4 ? (void *)&tolerance_single : (void *)&tolerance;
    if (s->is_complex) {
        ((GelsdComplex *)function)(&s->rows, &s->columns, &s->right_columns, a, &s->leading, b, &most, values,
                                   limit, rank, answer, &query, real_answer, &integer_size, info);
        int real_size = (int)queried_size(s, real_answer);
        if (!make_work(s, answer, (size_t)real_size, (size_t)integer_size)) return false;
        ((GelsdComplex *)function)(&s->rows, &s->columns, &s->right_columns, a, &s->leading, b, &most, values,
                                   limit, rank, s->work, &s->work_size, s->real_work, s->integers, info);
    } else {
        ((GelsdReal *)function)(&s->rows, &s->columns, &s->right_columns, a, &s->leading, b, &most, values,
                                limit, rank, answer, &query, &integer_size, info);
        if (!make_work(s, answer, 0, (size_t)integer_size)) return false;
        ((GelsdReal *)function)(&s->rows, &s->columns, &s->right_columns, a, &s->leading, b, &most, values,
                                limit, rank, s->work, &s->work_size, s->integers, info);
    }
    return true;
}

enum { SMALL_MATRIX = 40000 }; /* elements */

/* Work that goes in many small steps, where threads wait for each other more than they compute. */
static bool is_small_steps(const SolverTask *task) {
    bool is_iterative = task->kind == SOLVER_EIGH || task->kind == SOLVER_EIG || task->kind == SOLVER_SVD || task->kind == SOLVER_LEAST_SQUARES;
    bool is_mostly_products = task->kind == SOLVER_EIGH && task->vectors && task->rows > 400; /* eigenvectors: 500x500 by two threads takes .79 of one's time */
    if (is_iterative) return !is_mostly_products && task->rows <= 1000 && task->columns <= 1000;
    /* OpenBLAS wakes its threads for a system of ten equations: 14 us for 5, and 12 ms where another process has the processor. */
    return task->rows * task->columns < SMALL_MATRIX && task->rows * task->right_columns < SMALL_MATRIX;
}

bool host_solve(Device *device, const SolverTask *task, Error *error) {
    Solver s = {.task = task, .runtime = device->runtime, .error = error};
    s.rows = (int)task->rows;
    s.columns = (int)task->columns;
    s.right_columns = (int)task->right_columns;
    s.least = s.rows < s.columns ? s.rows : s.columns;
    s.leading = s.rows > 0 ? s.rows : 1;
    s.is_complex = dtype_is_complex(task->dtype);
    s.size = task->dtype->item_size;
    s.real_size = dtype_real(task->dtype)->item_size;
    static const char *const patterns[] = {
        [SOLVER_LU_SOLVE] = "%cgesv_", [SOLVER_LU_FACTOR] = "%cgetrf_",    [SOLVER_CHOLESKY] = "%cpotrf_",
        [SOLVER_QR] = "%cgeqrf_",      [SOLVER_EIGH] = "%csyevd_",         [SOLVER_EIG] = "%cgeev_",
        [SOLVER_SVD] = "%cgesdd_",     [SOLVER_LEAST_SQUARES] = "%cgelsd_"};
    const char *pattern = task->kind == SOLVER_EIGH && s.is_complex ? "%cheevd_" : patterns[task->kind];
    LibraryFunction *function = lapack(device->runtime, task->dtype, pattern, error);
    if (!function) return false;
    size_t m = (size_t)s.rows, n = (size_t)s.columns, least = (size_t)s.least;
    size_t a_step = m * n * s.size, q_step = 0, b_step = 0, value_step = least * s.real_size;
    size_t most = m > n ? m : n;
    switch (task->kind) {
    case SOLVER_QR:
        q_step = m * (task->full ? m : least) * s.size;
        value_step = least * s.size;
        break;
    case SOLVER_EIG:
        q_step = n * n * s.real_size * 2;
        value_step = n * s.real_size * 2;
        break;
    case SOLVER_SVD:
        q_step = m * (task->full ? m : least) * s.size;
        b_step = (task->full ? n : least) * n * s.size;
        break;
    case SOLVER_LU_SOLVE:
        b_step = m * (size_t)s.right_columns * s.size;
        break;
    case SOLVER_LEAST_SQUARES:
        b_step = most * (size_t)s.right_columns * s.size;
        break;
    default:
        break;
    }
    bool well = true, alone = is_small_steps(task);
    if (alone) blas_alone(device->runtime, true);
    for (int64_t i = 0; i < task->batch && well; i++) {
        size_t at = (size_t)i;
        char *a = task->a + at * a_step, *b = task->b ? task->b + at * b_step : NULL;
        char *q = task->q ? task->q + at * q_step : NULL,
             *values = task->values ? task->values + at * value_step : NULL;
        int32_t *pivots = task->pivots ? task->pivots + at * least : NULL;
        int *info = task->info + i;
        *info = 0;
        if (!m || !n) continue;
        switch (task->kind) {
        case SOLVER_LU_SOLVE:
            well = solve_linear(&s, function, a, b, pivots, info);
            break;
        case SOLVER_LU_FACTOR:
            well = factor_lu(&s, function, a, pivots, info);
            break;
        case SOLVER_CHOLESKY:
            well = factor_cholesky(&s, function, a, info);
            break;
        case SOLVER_QR:
            well = factor_qr(&s, function, a, q, values, info);
            break;
        case SOLVER_EIGH:
            well = solve_eigh(&s, function, a, values, info);
            break;
        case SOLVER_EIG:
            well = solve_eig(&s, function, a, q, values, info);
            break;
        case SOLVER_SVD:
            well = solve_svd(&s, function, a, q, b, values, info);
            break;
        case SOLVER_LEAST_SQUARES:
            well = solve_least_squares(&s, function, a, b, values, task->rank + i, info);
            break;
        }
        well = well && runtime_poll(device->runtime, error);
    }
    if (alone) blas_alone(device->runtime, false);
    memory_release(s.work);
    memory_release(s.real_work);
    memory_release(s.integers);
    return well;
}

/* Called with more words than it takes, as the conventions of x86-64 and aarch64 allow: whoever calls takes them off the stack. */
bool host_call_library(Device *device, const LibraryTask *task, Error *error) {
    enum { LENGTHS_MAX = 4 };
    uintptr_t w[LIBRARY_ARGUMENTS_MAX + LENGTHS_MAX] = {0};
    typedef void Words(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                       uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                       uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    LibraryFunction *function = blas_function(device->runtime, task->name, error);
    if (!function) return false;
    for (size_t i = 0; i < task->count; i++) w[i] = (uintptr_t)task->arguments[i];
    for (size_t i = 0; i < task->letters && i < LENGTHS_MAX; i++) w[task->count + i] = 1;
    if (task->is_small) blas_alone(device->runtime, true);
    ((Words *)function)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15], w[16], w[17], w[18], w[19],
                        w[20], w[21], w[22], w[23], w[24], w[25], w[26], w[27], w[28], w[29], w[30], w[31], w[32], w[33], w[34], w[35]);
    if (task->is_small) blas_alone(device->runtime, false);
    return runtime_poll(device->runtime, error);
}
