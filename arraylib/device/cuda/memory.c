/* The device's memory pool: blocks in size classes, four classes to a power of two, kept when they are given back.
 * A new block costs a call of the driver that waits for the device; a reused one costs nothing. */
#include "arraylib/device/cuda/cuda.h"

#include "base/memory.h"

struct PoolBlock {
    PoolBlock *next;
    CudaAddress address;
    size_t size;
};

enum { SMALLEST = 512 };

/* The class of a size and the class's own size: 512, 640, 768, 896, 1024, 1280, ... */
static unsigned size_class(size_t size, size_t *rounded) {
    if (size <= SMALLEST) {
        *rounded = SMALLEST;
        return 0;
    }
    unsigned power = 63 - (unsigned)__builtin_clzll((unsigned long long)size - 1);
    size_t step = (size_t)1 << (power - 2);
    size_t quarters = (size - 1) / step + 1; /* 5 to 8 */
    *rounded = quarters * step;
    return (power - 9) * 4 + (unsigned)(quarters - 4);
}

static unsigned pool_index(unsigned class) { return class % 64; }

void cuda_pool_trim(Device *device) {
    CudaState *state = cuda_state(device);
    for (size_t i = 0; i < sizeof state->pool / sizeof *state->pool; i++) {
        while (state->pool[i]) {
            PoolBlock *block = state->pool[i];
            state->pool[i] = block->next;
            state->system->driver.memory_free(block->address);
            memory_release(block);
        }
    }
    state->pool_bytes = 0;
}

static char *out_of_memory(Device *device, size_t size, Error *error) {
    CudaState *state = cuda_state(device);
    error_set(error, "cupy.cuda.memory.OutOfMemoryError",
              "Out of memory allocating %'zu bytes (allocated so far: %'zu bytes).", size, state->used_bytes);
    return NULL;
}

char *cuda_allocate(Device *device, size_t size, Error *error) {
    CudaState *state = cuda_state(device);
    size_t rounded;
    if (!cuda_enter(device, error)) return NULL;
    if (size > (size_t)1 << 50) return out_of_memory(device, size, error);
    unsigned class = size_class(size, &rounded);
    for (PoolBlock **place = &state->pool[pool_index(class)]; *place; place = &(*place)->next) {
        if ((*place)->size != rounded) continue;
        PoolBlock *block = *place;
        CudaAddress address = block->address;
        *place = block->next;
        state->pool_bytes -= rounded;
        state->used_bytes += rounded;
        memory_release(block);
        return (char *)(uintptr_t)address;
    }
    CudaAddress address;
    int status = state->system->driver.memory_allocate(&address, rounded);
    if (status == 2) { /* out of memory: give the pool back, try again */
        cuda_pool_trim(device);
        status = state->system->driver.memory_allocate(&address, rounded);
        if (status == 2) return out_of_memory(device, size, error);
    }
    if (!cuda_check(device, status, error)) return NULL;
    state->used_bytes += rounded;
    return (char *)(uintptr_t)address;
}

void cuda_free(Device *device, char *bytes, size_t size) {
    CudaState *state = cuda_state(device);
    Error ignored = ERROR_NONE;
    size_t rounded;
    if (!bytes) return;
    unsigned class = size_class(size, &rounded);
    state->used_bytes -= rounded;
    PoolBlock *block = memory_allocate(sizeof *block);
    if (block) {
        *block = (PoolBlock){state->pool[pool_index(class)], cuda_address(bytes), rounded};
        state->pool[pool_index(class)] = block;
        state->pool_bytes += rounded;
    } else if (cuda_enter(device, &ignored)) {
        state->system->driver.memory_free(cuda_address(bytes));
    }
    error_clear(&ignored);
}
