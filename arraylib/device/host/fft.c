/* Fourier transforms along the last axis, by FFTW. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/libraries.h"

#include <limits.h>

enum { FFTW_FORWARD_SIGN = -1, FFTW_BACKWARD_SIGN = 1, FFTW_ESTIMATE_FLAG = 1 << 6, FFTW_UNALIGNED_FLAG = 1 << 1 };

typedef void *PlanComplex(int rank, const int *length, int many, void *in, const int *, int in_stride,
                          int in_distance, void *out, const int *, int out_stride, int out_distance, int sign,
                          unsigned flags);
typedef void *PlanReal(int rank, const int *length, int many, void *in, const int *, int in_stride, int in_distance,
                       void *out, const int *, int out_stride, int out_distance, unsigned flags);
typedef void Execute(void *plan);

bool host_fft(Device *device, const FftTask *task, Error *error) {
    bool wide = task->complex_type->number == DTYPE_COMPLEX128;
    static const char *const names[2][5] = {
        {"fftwf_plan_many_dft", "fftwf_plan_many_dft_r2c", "fftwf_plan_many_dft_c2r", "fftwf_execute", "fftwf_destroy_plan"},
        {"fftw_plan_many_dft", "fftw_plan_many_dft_r2c", "fftw_plan_many_dft_c2r", "fftw_execute", "fftw_destroy_plan"}};
    if (task->length > INT_MAX || task->rows > INT_MAX)
        return error_set(error, "ValueError", "transform of %lld points is too long", (long long)task->length);
    LibraryFunction *make = fftw_function(device->runtime, wide, names[wide][task->kind], error);
    LibraryFunction *execute = make ? fftw_function(device->runtime, wide, names[wide][3], error) : NULL;
    LibraryFunction *destroy = execute ? fftw_function(device->runtime, wide, names[wide][4], error) : NULL;
    if (!destroy) return false;
    if (!task->rows || !task->length) return true;
    int length = (int)task->length, rows = (int)task->rows, half = length / 2 + 1;
    unsigned flags = FFTW_ESTIMATE_FLAG | FFTW_UNALIGNED_FLAG;
    void *plan;
    if (task->kind == FFT_COMPLEX)
        plan = ((PlanComplex *)make)(1, &length, rows, task->input, NULL, 1, length, task->output, NULL, 1, length,
                                     task->inverse ? FFTW_BACKWARD_SIGN : FFTW_FORWARD_SIGN, flags);
    else if (task->kind == FFT_REAL_TO_COMPLEX)
        plan = ((PlanReal *)make)(1, &length, rows, task->input, NULL, 1, length, task->output, NULL, 1, half, flags);
    else
        plan = ((PlanReal *)make)(1, &length, rows, task->input, NULL, 1, half, task->output, NULL, 1, length, flags);
    if (!plan) return error_no_memory(error);
    ((Execute *)execute)(plan);
    ((Execute *)destroy)(plan);
    return runtime_poll(device->runtime, error);
}
