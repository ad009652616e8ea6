/* Dense solvers: cuSOLVER's 64-bit interface for LU, Cholesky, symmetric eigenvalues and singular values; the host's
 * LAPACK for what it does not have (general eigenvalues, QR and least squares are rarely large here). */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

#include <float.h>
#include <string.h>

static bool ready(Device *device, Error *error) {
    CudaState *state = cuda_state(device);
    if (!cuda_enter(device, error)) return false;
    if (state->cusolver) return true;
    if (!cusolver_open(&state->system->cusolver, error)) return false;
    Cusolver *cusolver = &state->system->cusolver;
    if (cusolver->create(&state->cusolver) == 0 && cusolver->create_parameters(&state->cusolver_parameters) == 0) return true;
    state->cusolver = NULL;
    return error_set(error, "RuntimeError", "cuSOLVER could not be initialised");
}

static int data_type(const Dtype *dtype) {
    return dtype->number == DTYPE_FLOAT32 ? 0 : dtype->number == DTYPE_FLOAT64 ? 1 : dtype->number == DTYPE_COMPLEX64 ? 4 : 5;
}

/* Work space of a call: on the device and on the host, and the device's info word at the end of the first. */
typedef struct Work {
    size_t device_size, host_size;
    char *device, *host;
    int *info;
} Work;

static bool work_make(Device *device, Work *work, Error *error) {
    work->device = cuda_allocate(device, work->device_size + 256, error);
    work->host = memory_allocate(work->host_size);
    if (!work->device) return false;
    if (!work->host) return error_no_memory(error);
    work->info = (int *)(work->device + (work->device_size + 15) / 16 * 16);
    return true;
}

static void work_release(Device *device, Work *work) {
    cuda_free(device, work->device, work->device_size + 256);
    memory_release(work->host);
    work->device = work->host = NULL;
}

static bool solver_failed(int status, const char *what, Error *error) {
    return error_set(error, "cupy_backends.cuda.libs.cusolver.CUSOLVERError", "cuSOLVER status %d in %s", status, what);
}

/* LU: factors in `a`, pivots 64-bit in a buffer of their own; solves for `b` when there are right-hand sides. */
static bool run_lu(Device *device, const SolverTask *task, char *a, char *b, int32_t *pivots, int *info, Error *error) {
    CudaState *state = cuda_state(device);
    Cusolver *s = &state->system->cusolver;
    LibraryHandle h = state->cusolver, p = state->cusolver_parameters;
    int type = data_type(task->dtype);
    int64_t n = task->columns, m = task->rows, least = m < n ? m : n;
    Work work = {0};
    size_t pivot_size = (size_t)(least > 0 ? least : 1) * 8;
    char *wide = NULL;
    int status = s->lu_size(h, p, m, n, type, a, m, type, &work.device_size, &work.host_size);
    bool good = status == 0 ? work_make(device, &work, error) : solver_failed(status, "getrf", error);
    good = good && (wide = cuda_allocate(device, pivot_size, error)) != NULL;
    if (good) {
        status = s->lu(h, p, m, n, type, a, m, (int64_t *)wide, type, work.device, work.device_size, work.host, work.host_size, work.info);
        good = status == 0 ? device->operations->copy_to_host(device, info, (char *)work.info, sizeof *info, error)
                           : solver_failed(status, "getrf", error);
    }
    if (good && pivots) {
        int64_t extent = least, from = 8, to = 4;
        int flags;
        good = cuda_cast(device, (Shape){1, &extent}, (Operand){.dtype = DTYPE(INT64), .data = wide, .strides = &from},
                         (Operand){.dtype = DTYPE(INT32), .data = (char *)pivots, .strides = &to}, &flags, error);
    }
    if (good && b) {
        status = s->lu_solve(h, p, 0, n, task->right_columns, type, a, m, (int64_t *)wide, type, b, n, work.info);
        good = status == 0 || solver_failed(status, "getrs", error);
    }
    cuda_free(device, wide, pivot_size);
    work_release(device, &work);
    return good;
}

static bool run_cholesky(Device *device, const SolverTask *task, char *a, int *info, Error *error) {
    CudaState *state = cuda_state(device);
    Cusolver *s = &state->system->cusolver;
    int type = data_type(task->dtype);
    Work work = {0};
    int status = s->cholesky_size(state->cusolver, state->cusolver_parameters, 0, task->rows, type, a, task->rows, type,
                                  &work.device_size, &work.host_size);
    bool good = status == 0 ? work_make(device, &work, error) : solver_failed(status, "potrf", error);
    if (good) {
        status = s->cholesky(state->cusolver, state->cusolver_parameters, 0, task->rows, type, a, task->rows, type, work.device,
                             work.device_size, work.host, work.host_size, work.info);
        good = status == 0 ? device->operations->copy_to_host(device, info, (char *)work.info, sizeof *info, error)
                           : solver_failed(status, "potrf", error);
    }
    work_release(device, &work);
    return good;
}

static bool run_eigen(Device *device, const SolverTask *task, char *a, char *values, int *info, Error *error) {
    CudaState *state = cuda_state(device);
    Cusolver *s = &state->system->cusolver;
    int type = data_type(task->dtype), real = data_type(dtype_real(task->dtype)), vectors = task->vectors ? 1 : 0;
    Work work = {0};
    int status = s->eigen_size(state->cusolver, state->cusolver_parameters, vectors, 0, task->rows, type, a, task->rows, real, values,
                               type, &work.device_size, &work.host_size);
    bool good = status == 0 ? work_make(device, &work, error) : solver_failed(status, "syevd", error);
    if (good) {
        status = s->eigen(state->cusolver, state->cusolver_parameters, vectors, 0, task->rows, type, a, task->rows, real, values,
                          type, work.device, work.device_size, work.host, work.host_size, work.info);
        good = status == 0 ? device->operations->copy_to_host(device, info, (char *)work.info, sizeof *info, error)
                           : solver_failed(status, "syevd", error);
    }
    work_release(device, &work);
    return good;
}

/* The fast way: by the polar decomposition, a quarter of gesvd's time (31 ms for 121 at 1000 x 1000 float64). Of matrices whose rank is not full it
 * perturbs the singular values (by 1e-7 for Hilbert's); it tells by how much, and unless that is rounding
 * nothing is `done`, with `a` as it was. Singular values alone are gesvd's. */
static bool run_polar_svd(Device *device, const SolverTask *task, char *a, char *u, char *values, char *vt, bool *done, Error *error) {
    CudaState *state = cuda_state(device);
    Cusolver *s = &state->system->cusolver;
    int type = data_type(task->dtype), vectors = 1, economic = task->full ? 0 : 1, info = 0, flags;
    int64_t m = task->rows, n = task->columns, item = task->dtype->item_size;
    size_t a_size = (size_t)(m * n * item), v_size = (size_t)(n * n * item);
    Work work = {0};
    char *copy = cuda_allocate(device, a_size, error), *v = copy ? cuda_allocate(device, v_size, error) : NULL;
    double perturbation = 1;
    union {
        double wide;
        float narrow;
    } largest;
    bool good = v && device->operations->copy_within(device, copy, a, a_size, error);
    if (good && s->polar_svd_size(state->cusolver, state->cusolver_parameters, vectors, economic, m, n, type, copy, m, type, values,
                                  type, u, m, type, v, n, type, &work.device_size, &work.host_size) == 0) {
        good = work_make(device, &work, error);
        if (good && s->polar_svd(state->cusolver, state->cusolver_parameters, vectors, economic, m, n, type, copy, m, type, values, type, u, m,
                                 type, v, n, type, work.device, work.device_size, work.host, work.host_size, work.info, &perturbation) == 0) {
            good = device->operations->copy_to_host(device, &info, (char *)work.info, sizeof info, error) &&
                   device->operations->copy_to_host(device, &largest, values, (size_t)item, error);
            double bound = item == 8 ? DBL_EPSILON * largest.wide : (double)(FLT_EPSILON * largest.narrow);
            *done = good && info == 0 && perturbation <= bound;
        }
    }
    if (*done && vt) { /* v is V by columns, vt wants its transpose by columns */
        int64_t extents[] = {n, n}, from[] = {item, n * item}, to[] = {n * item, item};
        good = cuda_cast(device, (Shape){2, extents}, (Operand){task->dtype, v, from, false}, (Operand){task->dtype, vt, to, false}, &flags, error);
    }
    work_release(device, &work);
    cuda_free(device, v, v_size);
    cuda_free(device, copy, a_size);
    return good;
}

enum { POLAR_FROM = 64 }; /* columns */

/* cuSOLVER's gesvd wants rows >= columns: a wide matrix is handed to the host's LAPACK by the caller instead. */
static bool run_svd(Device *device, const SolverTask *task, char *a, char *u, char *values, char *vt, int *info, Error *error) {
    CudaState *state = cuda_state(device);
    Cusolver *s = &state->system->cusolver;
    int type = data_type(task->dtype), real = data_type(dtype_real(task->dtype));
    signed char job = !task->vectors ? 'N' : task->full ? 'A' : 'S';
    int64_t m = task->rows, n = task->columns;
    Work work = {0};
    bool done = false;
    *info = 0;
    if (task->vectors && n >= POLAR_FROM && task->dtype->kind == 'f' && (!run_polar_svd(device, task, a, u, values, vt, &done, error) || done)) return done;
    int status = s->svd_size(state->cusolver, state->cusolver_parameters, job, job, m, n, type, a, m, real, values, type, u, m, type,
                             vt, n, type, &work.device_size, &work.host_size);
    bool good = status == 0 ? work_make(device, &work, error) : solver_failed(status, "gesvd", error);
    if (good) {
        status = s->svd(state->cusolver, state->cusolver_parameters, job, job, m, n, type, a, m, real, values, type, u, m, type, vt,
                        n, type, work.device, work.device_size, work.host, work.host_size, work.info);
        good = status == 0 ? device->operations->copy_to_host(device, info, (char *)work.info, sizeof *info, error)
                           : solver_failed(status, "gesvd", error);
    }
    work_release(device, &work);
    return good;
}

/* ---- through the host ---- */

typedef struct Mirror { /* a device operand's copy on the host */
    char **place, *device;
    size_t size;
} Mirror;

static bool solve_on_host(Device *device, const SolverTask *task, Error *error) {
    SolverTask copy = *task;
    size_t item = task->dtype->item_size, real = dtype_real(task->dtype)->item_size, batch = (size_t)task->batch;
    size_t m = (size_t)task->rows, n = (size_t)task->columns, least = m < n ? m : n, most = m < n ? n : m;
    size_t q_columns = task->kind == SOLVER_SVD || task->kind == SOLVER_QR ? (task->full ? m : least) : n;
    size_t b_size = task->kind == SOLVER_SVD ? (task->full ? n : least) * n * item : most * (size_t)task->right_columns * item;
    size_t value_size = task->kind == SOLVER_EIG ? n * 2 * real : least * (task->kind == SOLVER_QR ? item : real);
    char *pivots = (char *)task->pivots;
    Mirror mirrors[] = {{&copy.a, task->a, m * n * item * batch},
                        {&copy.b, task->b, b_size * batch},
                        {&copy.q, task->q, m * q_columns * (task->kind == SOLVER_EIG ? 2 * real : item) * batch},
                        {&copy.values, task->values, value_size * batch},
                        {(char **)&copy.pivots, pivots, least * 4 * batch}};
    bool good = true;
    for (size_t i = 0; i < 5; i++) {
        if (!mirrors[i].device) continue;
        *mirrors[i].place = memory_allocate(mirrors[i].size);
        if (!*mirrors[i].place) good = error_no_memory(error);
        good = good && device->operations->copy_to_host(device, *mirrors[i].place, mirrors[i].device, mirrors[i].size, error);
    }
    Device *host = device->runtime->host;
    good = good && host->operations->solve(host, &copy, error);
    for (size_t i = 0; i < 5; i++) {
        if (!mirrors[i].device) continue;
        good = good && device->operations->copy_from_host(device, mirrors[i].device, *mirrors[i].place, mirrors[i].size, error);
        memory_release(*mirrors[i].place);
    }
    return good;
}

bool cuda_solve(Device *device, const SolverTask *task, Error *error) {
    bool on_host = task->kind == SOLVER_EIG || task->kind == SOLVER_QR || task->kind == SOLVER_LEAST_SQUARES ||
                   (task->kind == SOLVER_SVD && task->rows < task->columns) || task->rows == 0 || task->columns == 0;
    if (!cuda_enter(device, error)) return false;
    if (on_host) return solve_on_host(device, task, error);
    if (!ready(device, error)) return false;
    int64_t item = task->dtype->item_size, real = dtype_real(task->dtype)->item_size;
    int64_t m = task->rows, n = task->columns, least = m < n ? m : n;
    bool good = true;
    for (int64_t i = 0; i < task->batch && good; i++) {
        char *a = task->a + i * m * n * item;
        char *values = task->values ? task->values + i * least * real : NULL;
        switch (task->kind) {
        case SOLVER_LU_SOLVE:
            good = run_lu(device, task, a, task->b + i * n * task->right_columns * item, NULL, &task->info[i], error);
            break;
        case SOLVER_LU_FACTOR:
            good = run_lu(device, task, a, NULL, task->pivots + i * least, &task->info[i], error);
            break;
        case SOLVER_CHOLESKY: good = run_cholesky(device, task, a, &task->info[i], error); break;
        case SOLVER_EIGH: good = run_eigen(device, task, a, values, &task->info[i], error); break;
        default:
            good = run_svd(device, task, a, task->q ? task->q + i * m * (task->full ? m : least) * item : NULL, values,
                           task->b ? task->b + i * (task->full ? n : least) * n * item : NULL, &task->info[i], error);
        }
        good = good && runtime_poll(device->runtime, error);
    }
    return good;
}
