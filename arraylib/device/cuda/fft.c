/* Fourier transforms over the last axes by cuFFT; a few plans are kept, without the memory they work in: that comes from the pool, as in
 * CuPy, and goes back when the transform is queued (a later user's work follows it on the stream). */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

#include <string.h>

enum { PLANS_MAX = 16, TYPE_C2C = 0x29, TYPE_R2C = 0x2a, TYPE_C2R = 0x2c, TYPE_Z2Z = 0x69, TYPE_D2Z = 0x6a, TYPE_Z2D = 0x6c };

struct FftPlan {
    int handle, type, axes;
    size_t work_size;
    int64_t rows, lengths[FFT_AXES_MAX];
};

static int plan_type(const FftTask *task) {
    bool is_double = task->complex_type->number == DTYPE_COMPLEX128;
    switch (task->kind) {
    case FFT_COMPLEX: return is_double ? TYPE_Z2Z : TYPE_C2C;
    case FFT_REAL_TO_COMPLEX: return is_double ? TYPE_D2Z : TYPE_R2C;
    default: return is_double ? TYPE_Z2D : TYPE_C2R;
    }
}

/* A plan for the task; the one not used for longest is dropped when there are too many. */
static bool find_plan(Device *device, const FftTask *task, struct FftPlan *plan, Error *error) {
    CudaState *state = cuda_state(device);
    Cufft *cufft = &state->system->cufft;
    int type = plan_type(task), lengths[FFT_AXES_MAX];
    for (int i = 0; i < task->axes; i++) lengths[i] = (int)task->lengths[i];
    if (!state->fft_plans && !(state->fft_plans = memory_allocate_zeroed(PLANS_MAX, sizeof *state->fft_plans)))
        return error_no_memory(error);
    struct FftPlan found = {0};
    size_t at = 0;
    for (; at < state->fft_plan_count; at++) {
        found = state->fft_plans[at];
        if (found.type == type && found.rows == task->rows && found.axes == task->axes &&
            !memcmp(found.lengths, task->lengths, sizeof *found.lengths * (size_t)task->axes))
            break;
    }
    if (at == state->fft_plan_count) {
        found = (struct FftPlan){.type = type, .axes = task->axes, .rows = task->rows};
        memcpy(found.lengths, task->lengths, sizeof found.lengths);
        int status = cufft->create(&found.handle);
        if (status == 0) {
            if ((status = cufft->set_auto_allocation(found.handle, 0)) == 0)
                status = cufft->make_plan(found.handle, task->axes, lengths, NULL, 1, 0, NULL, 1, 0, type, (int)task->rows, &found.work_size);
            if (status != 0) cufft->destroy(found.handle);
        }
        if (status != 0) return error_set(error, "cupy.cuda.cufft.CuFFTError", "cuFFT status %d for a plan", status);
        if (state->fft_plan_count == PLANS_MAX) cufft->destroy(state->fft_plans[--state->fft_plan_count].handle);
        at = state->fft_plan_count++;
    }
    for (; at > 0; at--) state->fft_plans[at] = state->fft_plans[at - 1];
    state->fft_plans[0] = found;
    *plan = found;
    return true;
}

void cuda_fft_release(Device *device) {
    CudaState *state = cuda_state(device);
    for (size_t i = 0; i < state->fft_plan_count; i++) state->system->cufft.destroy(state->fft_plans[i].handle);
    memory_release(state->fft_plans);
    state->fft_plans = NULL;
    state->fft_plan_count = 0;
}

bool cuda_fft(Device *device, const FftTask *task, Error *error) {
    struct FftPlan plan = {0};
    bool fits = task->rows <= INT32_MAX;
    if (task->rows == 0) return true;
    for (int i = 0; i < task->axes; i++) {
        if (task->lengths[i] == 0) return true;
        fits = fits && task->lengths[i] <= INT32_MAX;
    }
    if (!cuda_enter(device, error) || !cufft_open(&cuda_state(device)->system->cufft, error)) return false;
    if (!fits) return error_set(error, "ValueError", "the transform is too long for cuFFT");
    if (!find_plan(device, task, &plan, error)) return false;
    Cufft *cufft = &cuda_state(device)->system->cufft;
    bool is_double = task->complex_type->number == DTYPE_COMPLEX128;
    int direction = task->inverse ? 1 : -1;
    char *area = plan.work_size ? cuda_allocate(device, plan.work_size, error) : NULL;
    if (plan.work_size && !area) return false;
    int status = area ? cufft->set_work_area(plan.handle, area) : 0;
    if (status == 0) {
        switch (task->kind) {
        case FFT_COMPLEX:
            status = (is_double ? cufft->complex64 : cufft->complex32)(plan.handle, task->input, task->output, direction);
            break;
        case FFT_REAL_TO_COMPLEX:
            status = (is_double ? cufft->real_to_complex64 : cufft->real_to_complex32)(plan.handle, task->input, task->output);
            break;
        default: status = (is_double ? cufft->complex_to_real64 : cufft->complex_to_real32)(plan.handle, task->input, task->output);
        }
    }
    if (area) cuda_free(device, area, plan.work_size);
    return status == 0 || error_set(error, "cupy.cuda.cufft.CuFFTError", "cuFFT status %d", status);
}
