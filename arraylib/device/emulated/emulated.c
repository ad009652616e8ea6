/* An emulated accelerator: the host's primitives over memory that is the device's own by the books, and cuRAND's
 * generator, so that what a notebook draws does not depend on whether there is a GPU. */
#include "arraylib/device/device.h"

#include "arraylib/device/emulated/xorwow.h"
#include "arraylib/device/pool.h"
#include "arraylib/ir.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct EmulatedState {
    DeviceOperations operations; /* the host's, with what differs replaced */
    Xorwow **generators;         /* of each stream, made at its first draw */
    int generator_count;
    IrRange *living;         /* what is allocated, by address: kernels may touch all of it and nothing else */
    uintptr_t *places;       /* where each of these is in the pool, which is books alone: its addresses are nobody's */
    size_t living_count, living_capacity;
    uintptr_t last_block;
} EmulatedState;

static uintptr_t take_block(void *context, size_t size, Error *error) {
    EmulatedState *state = ((Device *)context)->state;
    (void)error;
    uintptr_t address = state->last_block;
    state->last_block += size;
    return address;
}
static void give_block(void *context, uintptr_t address, size_t size) { (void)context, (void)address, (void)size; }
static const PoolBacking pool_backing = {take_block, give_block};

/* ---- memory ---- */

/* How many living allocations begin before `address`. */
static size_t count_before(const EmulatedState *state, uintptr_t address) {
    size_t low = 0, high = state->living_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (state->living[middle].start < address) low = middle + 1;
        else high = middle;
    }
    return low;
}

static char *emulated_allocate(Device *device, size_t size, Error *error) {
    EmulatedState *state = device->state;
    if (state->living_count == state->living_capacity) {
        size_t capacity = state->living_capacity ? 2 * state->living_capacity : 64;
        IrRange *more = memory_resize(state->living, capacity * sizeof *more);
        if (more) state->living = more;
        uintptr_t *places = more ? memory_resize(state->places, capacity * sizeof *places) : NULL;
        if (!places) {
            error_no_memory(error);
            return NULL;
        }
        state->places = places;
        state->living_capacity = capacity;
    }
    uintptr_t place = size ? pool_take(device->taking, size, error) : 0;
    if (size && !place) return NULL;
    Error none = ERROR_NONE;
    char *bytes = host_operations.allocate(device, size, &none);
    error_clear(&none);
    if (!bytes) {
        if (place) pool_give(device->pool, place);
        pool_trim_all(device->pool);
        pool_out_of_memory(device->taking, size, error);
    }
    if (!bytes || !size) return bytes;
    size_t at = count_before(state, (uintptr_t)bytes);
    memmove(&state->living[at + 1], &state->living[at], (state->living_count - at) * sizeof *state->living);
    memmove(&state->places[at + 1], &state->places[at], (state->living_count - at) * sizeof *state->places);
    state->living[at] = (IrRange){(uintptr_t)bytes, (uintptr_t)bytes + size};
    state->places[at] = place;
    state->living_count++;
    return bytes;
}

static void emulated_free(Device *device, char *bytes, size_t size) {
    EmulatedState *state = device->state;
    size_t at = count_before(state, (uintptr_t)bytes);
    if (at < state->living_count && state->living[at].start == (uintptr_t)bytes) {
        state->living_count--;
        pool_give(device->pool, state->places[at]);
        memmove(&state->living[at], &state->living[at + 1], (state->living_count - at) * sizeof *state->living);
        memmove(&state->places[at], &state->places[at + 1], (state->living_count - at) * sizeof *state->places);
    }
    host_operations.free(device, bytes, size);
}

static void emulated_trim(Device *device, DevicePool *pool) {
    if (pool) pool_trim(pool);
    else pool_trim_all(device->pool);
    host_operations.trim(device, NULL);
}

static size_t emulated_living(Device *device, const IrRange **ranges) {
    const EmulatedState *state = device->state;
    *ranges = state->living;
    return state->living_count;
}

static bool emulated_holds(Device *device, const char *bytes, size_t size) {
    const EmulatedState *state = device->state;
    size_t at = count_before(state, (uintptr_t)bytes + 1);
    return at > 0 && size <= state->living[at - 1].end - state->living[at - 1].start && (uintptr_t)bytes <= state->living[at - 1].end - size;
}

static bool emulated_random(Device *device, const RandomTask *task, Error *error) {
    EmulatedState *state = device->state;
    if (task->stream >= state->generator_count) {
        Xorwow **more = memory_resize(state->generators, (size_t)(task->stream + 1) * sizeof *more);
        if (!more) return error_no_memory(error);
        state->generators = more;
        while (state->generator_count <= task->stream) more[state->generator_count++] = NULL;
    }
    Xorwow **generator = &state->generators[task->stream];
    if (!*generator && !(*generator = xorwow_create(error))) return false;
    return xorwow_generate(*generator, device->runtime, task, error);
}

static bool emulated_describe(Device *device, char *name, size_t size) {
    (void)device;
    return snprintf(name, size, "Emulated device") > 0;
}

/* 90 for 9.0: as CUPOLA_EMULATED_CAPABILITY says, for lessons and tests of older devices. */
static int capability(void) {
    const char *text = getenv("CUPOLA_EMULATED_CAPABILITY");
    int number = text ? atoi(text) : 0;
    return number >= 10 && number < 1000 ? number : 90;
}

/* The driver's numbers of attributes, and what kernels may count on here: a device of compute capability 9.0. */
static bool emulated_attribute(Device *device, int attribute, int *value) {
    static const int facts[][2] = {{0, 13000}, {1, 1024},  {2, 1024},    {3, 1024},   {4, 64},    {5, 2147483647}, {6, 65535}, {7, 65535},
                                   {8, 49152}, {9, 65536},   {10, 32},    {12, 65536}, {13, 1000000},  {16, 1},    {31, 1},
                                   {36, 0},    {37, 0},      {38, 0},     {39, 2048}, {40, 0},         {41, 1},    {50, 0},
                                   {34, 0},    {83, 1}};
    if (attribute == 33) { /* the bus number tells devices apart */
        *value = device->number + 1;
        return true;
    }
    if (attribute == 75 || attribute == 76) {
        *value = attribute == 75 ? capability() / 10 : capability() % 10;
        return true;
    }
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i][0] == attribute) {
            *value = facts[i][1];
            return true;
        }
    return false;
}

/* ---- TF32: what CUPY_TF32=1 does to float32 products on a GPU, by rounding their inputs ---- */

/* To the nearest number of ten mantissa bits, halves away from zero, as the tensor cores' converters do. */
static void round_to_tf32(float *numbers, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        if ((bits & 0x7f800000u) != 0x7f800000u) bits = (bits + 0x1000u) & ~0x1fffu;
        memcpy(&numbers[i], &bits, sizeof bits);
    }
}

typedef struct Rounded { /* a contiguous, rounded copy of an operand and its strides */
    float *numbers;
    int64_t batch_strides[ARRAY_DIMENSIONS_MAX + 2];
} Rounded;

static bool round_operand(Device *device, const MatmulTask *task, const Operand *operand, const int64_t strides[2], int64_t rows,
                          int64_t columns, Rounded *rounded, Error *error) {
    int64_t extents[ARRAY_DIMENSIONS_MAX + 2], from[ARRAY_DIMENSIONS_MAX + 2], count = rows * columns;
    int batch = task->batch.dimensions, flags;
    if (batch + 2 > ARRAY_DIMENSIONS_MAX) return error_set(error, "ValueError", "too many dimensions for a matrix product");
    for (int d = 0; d < batch; d++) {
        extents[d] = task->batch.extents[d];
        from[d] = operand->strides[d];
        count *= extents[d];
    }
    extents[batch] = rows, from[batch] = strides[0];
    extents[batch + 1] = columns, from[batch + 1] = strides[1];
    shape_c_strides(batch + 2, extents, task->dtype->item_size, rounded->batch_strides);
    rounded->numbers = memory_allocate((size_t)count * task->dtype->item_size);
    if (!rounded->numbers) return error_no_memory(error);
    Operand source = {.dtype = task->dtype, .data = operand->data, .strides = from};
    Operand target = {.dtype = task->dtype, .data = (char *)rounded->numbers, .strides = rounded->batch_strides};
    if (!host_operations.cast(device, (Shape){batch + 2, extents}, source, target, &flags, error)) return false;
    round_to_tf32(rounded->numbers, count * (task->dtype->item_size / 4));
    return true;
}

static bool multiply_matrices(Device *device, const MatmulTask *task, int *float_flags, Error *error) {
    const char *text = getenv("CUPY_TF32");
    bool is_single = task->dtype->number == DTYPE_FLOAT32 || task->dtype->number == DTYPE_COMPLEX64;
    if (!is_single || !text || !*text || !strcmp(text, "0")) return host_operations.matmul(device, task, float_flags, error);
    if (capability() < 80) {
        return runtime_warn(device->runtime, "UserWarning", error,
                            "COMPUTE_TYPE_BF16 and COMPUTE_TYPE_TF32 are only available on GPUs with compute capability 8.0 or higher. "
                            "COMPUTE_TYPE_DEFAULT will be used instead.") &&
               host_operations.matmul(device, task, float_flags, error);
    }
    Rounded left = {0}, right = {0};
    bool good = round_operand(device, task, &task->left, task->left_strides, task->rows, task->inner, &left, error) &&
                round_operand(device, task, &task->right, task->right_strides, task->inner, task->columns, &right, error);
    if (good) {
        MatmulTask copy = *task;
        int batch = task->batch.dimensions;
        copy.left = (Operand){.dtype = task->dtype, .data = (char *)left.numbers, .strides = left.batch_strides};
        copy.right = (Operand){.dtype = task->dtype, .data = (char *)right.numbers, .strides = right.batch_strides};
        memcpy(copy.left_strides, left.batch_strides + batch, sizeof copy.left_strides);
        memcpy(copy.right_strides, right.batch_strides + batch, sizeof copy.right_strides);
        good = host_operations.matmul(device, &copy, float_flags, error);
    }
    memory_release(left.numbers);
    memory_release(right.numbers);
    return good;
}

static bool emulated_matmul(Device *device, const MatmulTask *task, int *float_flags, Error *error) {
    bool good = multiply_matrices(device, task, float_flags, error);
    *float_flags = 0;
    return good;
}

/* ---- the host's primitives, which meet floating-point errors; a GPU tells of none, and nor does CuPy ---- */
static bool emulated_elementwise(Device *device, const ElementwiseTask *task, int *float_flags, Error *error) {
    bool good = host_operations.elementwise(device, task, float_flags, error);
    *float_flags = 0;
    return good;
}

static bool emulated_fused(Device *device, FusedTask *task, Error *error) {
    bool good = host_operations.fused(device, task, error);
    memset(task->float_flags, 0, sizeof task->float_flags);
    if (task->reduction) task->reduction->float_flags = 0;
    return good;
}

static bool emulated_cast(Device *device, Shape shape, Operand input, Operand output, int *float_flags, Error *error) {
    bool good = host_operations.cast(device, shape, input, output, float_flags, error);
    *float_flags = 0;
    return good;
}

static bool emulated_reduce(Device *device, const ReduceTask *task, int *float_flags, Error *error) {
    bool good = host_operations.reduce(device, task, float_flags, error);
    *float_flags = 0;
    return good;
}

static bool emulated_scan(Device *device, const ScanTask *task, int *float_flags, Error *error) {
    bool good = host_operations.scan(device, task, float_flags, error);
    *float_flags = 0;
    return good;
}

static bool emulated_scatter(Device *device, const GatherTask *task, Error *error) {
    GatherTask silent = *task;
    silent.float_flags = NULL;
    return host_operations.scatter(device, &silent, error);
}

/* For tests: CUPOLA_EMULATED_PEERS=1 has devices see each other's memory, as GPUs of one machine often do. */
static bool emulated_reaches(Device *device, Device *other) {
    const char *wanted = getenv("CUPOLA_EMULATED_PEERS");
    return wanted && !strcmp(wanted, "1") && device->kind == other->kind;
}

static void emulated_destroy(Device *device) {
    EmulatedState *state = device->state;
    for (int i = 0; i < state->generator_count; i++) xorwow_destroy(state->generators[i]);
    memory_release(state->generators);
    memory_release(state->living);
    memory_release(state->places);
    pool_destroy(device->pool);
    memory_release(state);
    memory_release(device);
}

Device *emulated_device_create(ArrayRuntime *runtime, int number, Error *error) {
    Device *device = memory_allocate(sizeof *device);
    EmulatedState *state = memory_allocate_zeroed(1, sizeof *state);
    DevicePool *pool = device && state ? pool_create(&pool_backing, device, error) : NULL;
    if (!pool) {
        memory_release(device);
        memory_release(state);
        if (!error_is_set(error)) error_no_memory(error);
        return NULL;
    }
    state->last_block = 1 << 20; /* 0 says that there is none */
    state->operations = host_operations;
    state->operations.name = "emulated";
    state->operations.random = emulated_random;
    state->operations.elementwise = emulated_elementwise;
    state->operations.fused = emulated_fused;
    state->operations.cast = emulated_cast;
    state->operations.reduce = emulated_reduce;
    state->operations.scan = emulated_scan;
    state->operations.scatter = emulated_scatter;
    state->operations.allocate = emulated_allocate;
    state->operations.free = emulated_free;
    state->operations.trim = emulated_trim;
    state->operations.living = emulated_living;
    state->operations.holds = emulated_holds;
    state->operations.matmul = emulated_matmul;
    state->operations.reaches = emulated_reaches;
    state->operations.describe = emulated_describe;
    state->operations.attribute = emulated_attribute;
    state->operations.destroy = emulated_destroy;
    *device = (Device){.operations = &state->operations, .runtime = runtime, .kind = DEVICE_EMULATED, .number = number, .pool = pool, .taking = pool, .state = state};
    size_t unused, total;
    if (device->operations->memory_info(device, &unused, &total, error) && pool_heed_environment(pool, total, error)) return device;
    emulated_destroy(device);
    return NULL;
}
