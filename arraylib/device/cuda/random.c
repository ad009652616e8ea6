/* cuRAND's XORWOW in its default ordering: the very stream that CuPy draws from. */
#include "arraylib/device/cuda/cuda.h"

enum { CURAND_XORWOW = 101 };

static bool ready(Device *device, Error *error) {
    CudaState *state = cuda_state(device);
    if (!cuda_enter(device, error)) return false;
    if (state->curand) return true;
    if (!curand_open(&state->system->curand, error)) return false;
    if (state->system->curand.create(&state->curand, CURAND_XORWOW) == 0) return true;
    state->curand = NULL;
    return error_set(error, "RuntimeError", "cuRAND could not be initialised");
}

/* 32-bit draws that `count` values take. */
static uint64_t draws_of(const RandomTask *task) {
    uint64_t count = (uint64_t)task->count;
    return task->draw == DRAW_UNIFORM64 || task->draw == DRAW_NORMAL64 ? 2 * count : count;
}

bool cuda_random(Device *device, const RandomTask *task, Error *error) {
    CudaState *state = cuda_state(device);
    if (task->count == 0) return true;
    if (!ready(device, error)) return false;
    Curand *curand = &state->system->curand;
    int status = 0;
    if (!state->random_seeded || state->random_seed != task->seed) {
        status = curand->set_seed(state->curand, task->seed);
        state->random_seeded = status == 0;
        state->random_seed = task->seed;
        state->random_position = UINT64_MAX;
    }
    if (status == 0 && state->random_position != task->offset) status = curand->set_offset(state->curand, task->offset);
    size_t count = (size_t)task->count;
    void *output = task->output;
    if (status == 0) {
        switch (task->draw) {
        case DRAW_BITS32: status = curand->bits(state->curand, output, count); break;
        case DRAW_UNIFORM32: status = curand->uniform32(state->curand, output, count); break;
        case DRAW_UNIFORM64: status = curand->uniform64(state->curand, output, count); break;
        case DRAW_NORMAL32:
            status = curand->normal32(state->curand, output, count, (float)task->mean, (float)task->deviation);
            break;
        case DRAW_NORMAL64: status = curand->normal64(state->curand, output, count, task->mean, task->deviation); break;
        }
    }
    state->random_position = task->offset + draws_of(task);
    if (status == 0) return true;
    state->random_seeded = false;
    return error_set(error, "cupy_backends.cuda.libs.curand.CURANDError", "cuRAND status %d", status);
}
