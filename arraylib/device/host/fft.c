/* Fourier transforms over the last axes, by FFTW. */
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
    int lengths[FFT_AXES_MAX], last = task->axes - 1;
    int64_t before = 1; /* the product of all lengths but the last */
    for (int i = 0; i < task->axes; i++) {
        if (!task->rows || !task->lengths[i]) return true;
        if (i < last) before *= task->lengths[i];
        if (task->lengths[i] > INT_MAX || task->rows > INT_MAX || before > INT_MAX / task->lengths[last])
            return error_set(error, "ValueError", "transform of %lld points is too long", (long long)task->lengths[i]);
        lengths[i] = (int)task->lengths[i];
    }
    LibraryFunction *make = fftw_function(device->runtime, wide, names[wide][task->kind], error);
    LibraryFunction *execute = make ? fftw_function(device->runtime, wide, names[wide][3], error) : NULL;
    LibraryFunction *destroy = execute ? fftw_function(device->runtime, wide, names[wide][4], error) : NULL;
    if (!destroy) return false;
    int rows = (int)task->rows, whole = (int)before * lengths[last], half = (int)before * (lengths[last] / 2 + 1);
    unsigned flags = FFTW_ESTIMATE_FLAG | FFTW_UNALIGNED_FLAG;
    void *plan;
    if (task->kind == FFT_COMPLEX)
        plan = ((PlanComplex *)make)(task->axes, lengths, rows, task->input, NULL, 1, whole, task->output, NULL, 1, whole,
                                     task->inverse ? FFTW_BACKWARD_SIGN : FFTW_FORWARD_SIGN, flags);
    else if (task->kind == FFT_REAL_TO_COMPLEX)
        plan = ((PlanReal *)make)(task->axes, lengths, rows, task->input, NULL, 1, whole, task->output, NULL, 1, half, flags);
    else
        plan = ((PlanReal *)make)(task->axes, lengths, rows, task->input, NULL, 1, half, task->output, NULL, 1, whole, flags);
    if (!plan) return error_no_memory(error);
    ((Execute *)execute)(plan);
    ((Execute *)destroy)(plan);
    return runtime_poll(device->runtime, error);
}
