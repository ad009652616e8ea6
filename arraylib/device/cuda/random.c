/* cuRAND's XORWOW in its default ordering: the very stream that CuPy draws from. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

enum { CURAND_XORWOW = 101 };

static CudaRandom *ready(Device *device, int stream, Error *error) {
    CudaState *state = cuda_state(device);
    if (!cuda_enter(device, error) || !curand_open(&state->system->curand, error)) return NULL;
    if (stream >= state->random_count) {
        CudaRandom *more = memory_resize(state->randoms, (size_t)(stream + 1) * sizeof *more);
        if (!more) {
            error_no_memory(error);
            return NULL;
        }
        state->randoms = more;
        while (state->random_count <= stream) more[state->random_count++] = (CudaRandom){0};
    }
    CudaRandom *random = &state->randoms[stream];
    if (random->generator || state->system->curand.create(&random->generator, CURAND_XORWOW) == 0) return random;
    random->generator = NULL;
    error_set(error, "RuntimeError", "cuRAND could not be initialised");
    return NULL;
}

void cuda_random_release(Device *device) {
    CudaState *state = cuda_state(device);
    for (int i = 0; i < state->random_count; i++)
        if (state->randoms[i].generator) state->system->curand.destroy(state->randoms[i].generator);
    memory_release(state->randoms);
    state->randoms = NULL;
    state->random_count = 0;
}

/* 32-bit draws that `count` values take. */
static uint64_t draws_of(const RandomTask *task) {
    uint64_t count = (uint64_t)task->count;
    return task->draw == DRAW_UNIFORM64 || task->draw == DRAW_NORMAL64 ? 2 * count : count;
}

bool cuda_random(Device *device, const RandomTask *task, Error *error) {
    if (task->count == 0) return true;
    CudaRandom *random = ready(device, task->stream, error);
    if (!random) return false;
    Curand *curand = &cuda_state(device)->system->curand;
    int status = 0;
    if (!random->is_seeded || random->seed != task->seed) {
        status = curand->set_seed(random->generator, task->seed);
        random->is_seeded = status == 0;
        random->seed = task->seed;
        random->position = UINT64_MAX;
    }
    if (status == 0 && random->position != task->offset) status = curand->set_offset(random->generator, task->offset);
    size_t count = (size_t)task->count;
    void *output = task->output;
    if (status == 0) {
        switch (task->draw) {
        case DRAW_BITS32: status = curand->bits(random->generator, output, count); break;
        case DRAW_UNIFORM32: status = curand->uniform32(random->generator, output, count); break;
        case DRAW_UNIFORM64: status = curand->uniform64(random->generator, output, count); break;
        case DRAW_NORMAL32:
            status = curand->normal32(random->generator, output, count, (float)task->mean, (float)task->deviation);
            break;
        case DRAW_NORMAL64: status = curand->normal64(random->generator, output, count, task->mean, task->deviation); break;
        }
    }
    random->position = task->offset + draws_of(task);
    if (status == 0) return true;
    random->is_seeded = false;
    return error_set(error, "cupy_backends.cuda.libs.curand.CURANDError", "cuRAND status %d", status);
}
