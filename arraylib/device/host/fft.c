/* Fourier transforms over the last axes, by FFTW. Plans are kept: for short transforms making one takes longer than using it. */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/libraries.h"

#include "base/memory.h"

#include <limits.h>
#include <string.h>

enum { FFTW_FORWARD_SIGN = -1, FFTW_BACKWARD_SIGN = 1, FFTW_ESTIMATE_FLAG = 1 << 6, FFTW_UNALIGNED_FLAG = 1 << 1, PLANS = 16 };

typedef void *PlanComplex(int rank, const int *length, int many, void *in, const int *, int in_stride,
                          int in_distance, void *out, const int *, int out_stride, int out_distance, int sign,
                          unsigned flags);
typedef void *PlanReal(int rank, const int *length, int many, void *in, const int *, int in_stride, int in_distance,
                       void *out, const int *, int out_stride, int out_distance, unsigned flags);
typedef void Execute(void *plan, void *in, void *out);
typedef void Destroy(void *plan);

typedef struct PlanKey {
    FftKind kind;
    bool is_wide, inverse, in_place;
    int axes, rows, lengths[FFT_AXES_MAX];
} PlanKey;

struct FftPlans {
    struct {
        PlanKey key;
        void *plan;
        Destroy *destroy;
    } kept[PLANS];
    int next; /* the oldest */
};

static void *find_plan(const FftPlans *plans, const PlanKey *key) {
    for (int i = 0; plans && i < PLANS; i++)
        if (plans->kept[i].plan && !memcmp(&plans->kept[i].key, key, sizeof *key)) return plans->kept[i].plan;
    return NULL;
}

static void keep_plan(FftPlans *plans, const PlanKey *key, void *plan, Destroy *destroy) {
    int at = plans->next;
    if (plans->kept[at].plan) plans->kept[at].destroy(plans->kept[at].plan);
    plans->kept[at].key = *key;
    plans->kept[at].plan = plan;
    plans->kept[at].destroy = destroy;
    plans->next = (at + 1) % PLANS;
}

void fft_plans_destroy(FftPlans *plans) {
    for (int i = 0; plans && i < PLANS; i++)
        if (plans->kept[i].plan) plans->kept[i].destroy(plans->kept[i].plan);
    memory_release(plans);
}

static void *make_plan(LibraryFunction *make, const FftTask *task, const PlanKey *key) {
    int before = 1;
    for (int i = 0; i < key->axes - 1; i++) before *= key->lengths[i];
    int whole = before * key->lengths[key->axes - 1], half = before * (key->lengths[key->axes - 1] / 2 + 1);
    unsigned flags = FFTW_ESTIMATE_FLAG | FFTW_UNALIGNED_FLAG;
    if (task->kind == FFT_COMPLEX)
        return ((PlanComplex *)make)(key->axes, key->lengths, key->rows, task->input, NULL, 1, whole, task->output, NULL, 1, whole,
                                     task->inverse ? FFTW_BACKWARD_SIGN : FFTW_FORWARD_SIGN, flags);
    if (task->kind == FFT_REAL_TO_COMPLEX)
        return ((PlanReal *)make)(key->axes, key->lengths, key->rows, task->input, NULL, 1, whole, task->output, NULL, 1, half, flags);
    return ((PlanReal *)make)(key->axes, key->lengths, key->rows, task->input, NULL, 1, half, task->output, NULL, 1, whole, flags);
}

enum { SMALL_BYTES = 64 << 10 }; /* FFTW has them on the stack */

bool host_fft(Device *device, const FftTask *task, Error *error) {
    bool wide = task->complex_type->number == DTYPE_COMPLEX128;
    static const char *const makers[2][3] = {{"fftwf_plan_many_dft", "fftwf_plan_many_dft_r2c", "fftwf_plan_many_dft_c2r"},
                                             {"fftw_plan_many_dft", "fftw_plan_many_dft_r2c", "fftw_plan_many_dft_c2r"}};
    static const char *const executors[2][3] = {{"fftwf_execute_dft", "fftwf_execute_dft_r2c", "fftwf_execute_dft_c2r"},
                                                {"fftw_execute_dft", "fftw_execute_dft_r2c", "fftw_execute_dft_c2r"}};
    PlanKey key;
    memset(&key, 0, sizeof key);
    int last = task->axes - 1;
    int64_t before = 1; /* the product of all lengths but the last */
    for (int i = 0; i < task->axes; i++) {
        if (!task->rows || !task->lengths[i]) return true;
        if (i < last) before *= task->lengths[i];
        if (task->lengths[i] > INT_MAX || task->rows > INT_MAX || before > INT_MAX / task->lengths[last])
            return error_set(error, "ValueError", "transform of %lld points is too long", (long long)task->lengths[i]);
        key.lengths[i] = (int)task->lengths[i];
    }
    key.kind = task->kind;
    key.is_wide = wide;
    key.inverse = task->inverse;
    key.in_place = task->input == task->output;
    key.axes = task->axes;
    key.rows = (int)task->rows;
    LibraryFunction *execute = fftw_function(device->runtime, wide, executors[wide][task->kind], error);
    if (!execute) return false;
    size_t bytes = (size_t)before * (size_t)task->lengths[last] * (size_t)task->complex_type->item_size;
    FftPlans **plans = fft_plans(device->runtime);
    void *plan = find_plan(*plans, &key);
    if ((!plan || bytes > SMALL_BYTES) && !fftw_has_room(bytes, error)) return false;
    if (!plan) {
        LibraryFunction *make = fftw_function(device->runtime, wide, makers[wide][task->kind], error);
        LibraryFunction *destroy = make ? fftw_function(device->runtime, wide, wide ? "fftw_destroy_plan" : "fftwf_destroy_plan", error) : NULL;
        if (!destroy) return false;
        if (!*plans && !(*plans = memory_allocate_zeroed(1, sizeof **plans))) return error_no_memory(error);
        plan = make_plan(make, task, &key);
        if (!plan) return error_no_memory(error);
        keep_plan(*plans, &key, plan, (Destroy *)destroy);
    }
    ((Execute *)execute)(plan, task->input, task->output);
    return runtime_poll(device->runtime, error);
}
