/* What cupy.cuda.texture (python/texture.py) stands on where a device has textures of its own. */
#include "kernel/modules/cupy/device.h"

static Device *device_with_textures(Thread *thread, int64_t number) {
    int count = device_count(thread);
    if (count < 0) return NULL;
    if (number < 0) number = device_current(thread);
    Device *device = number >= 0 && number < count ? array_context(thread)->runtime->accelerators[number] : NULL;
    if (device && device->operations->textures) return device;
    raise_runtime_error(thread, "the device has no textures of its own");
    return NULL;
}

static bool read_numbers(Thread *thread, const Value *values, int64_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!value_to_int64(thread, values[i], &numbers[i])) return false;
    return true;
}

/* A handle is an int of 64 bits. */
static Value handle_value(uint64_t handle) { return value_from_int((int64_t)handle); }

/* _image_create(width, height, depth, format, channels, flags) */
NATIVE(image_create) {
    NATIVE_UNUSED;
    int64_t numbers[6];
    uint64_t handle;
    Error error = ERROR_NONE;
    Device *device = device_with_textures(thread, -1);
    if (!device || !read_numbers(thread, arguments, numbers, 6)) return VALUE_ABSENT;
    const ImageShape shape = {(size_t)numbers[0], (size_t)numbers[1], (size_t)numbers[2], (int)numbers[3], (int)numbers[4], (int)numbers[5]};
    if (device->operations->textures->image_create(device, &shape, &handle, &error)) return handle_value(handle);
    return raise_array_error(thread, &error);
}

/* _image_destroy(handle, device) */
NATIVE(image_destroy) {
    NATIVE_UNUSED;
    int64_t numbers[2];
    Device *device = read_numbers(thread, arguments, numbers, 2) ? device_with_textures(thread, numbers[1]) : NULL;
    if (!device) return VALUE_ABSENT;
    device->operations->textures->image_destroy(device, (uint64_t)numbers[0]);
    return VALUE_NONE;
}

/* _image_copy(handle, row_bytes, height, depth, array, into) */
NATIVE(image_copy) {
    NATIVE_UNUSED;
    int64_t numbers[4];
    Error error = ERROR_NONE;
    Device *device = device_with_textures(thread, -1);
    if (!device || !read_numbers(thread, arguments, numbers, 4)) return VALUE_ABSENT;
    if (!value_is_ndarray(arguments[4])) return raise_type_error(thread, "an array is wanted");
    Array *array = value_ndarray(arguments[4]);
    if (!array_is_c_contiguous(array) || array_byte_count(array) < numbers[1] * numbers[2] * numbers[3]) return raise_value_error(thread, "shape mismatch");
    Device *place = array_device(array);
    if (!device_is_host(place) && place != device) return raise_value_error(thread, "the array lies on another device");
    if (!graph_finish(device->runtime, &error) || !array_settle(array, &error)) return raise_array_error(thread, &error);
    const ImageCopy copy = {array_data(array), (size_t)numbers[1], (size_t)numbers[2], (size_t)numbers[3], device_is_host(place), value_truth(thread, arguments[5]) > 0};
    if (device->operations->textures->image_copy(device, (uint64_t)numbers[0], &copy, &error)) return VALUE_NONE;
    return raise_array_error(thread, &error);
}

/* _sampler_create((resource, address, format, channels, pitch, width, height, modes..., filter, flags, anisotropy, is_surface), border) */
NATIVE(sampler_create) {
    NATIVE_UNUSED;
    enum { NUMBERS = 14 };
    int64_t n[NUMBERS];
    double border[4];
    uint64_t handle;
    Error error = ERROR_NONE;
    Device *device = device_with_textures(thread, -1);
    if (!device) return VALUE_ABSENT;
    if (!value_is_tuple(arguments[0]) || value_tuple(arguments[0])->count != NUMBERS || !value_is_tuple(arguments[1]) || value_tuple(arguments[1])->count != 4)
        return raise_type_error(thread, "fourteen ints and four floats are wanted");
    for (int i = 0; i < 4; i++)
        if (!value_to_double(thread, value_tuple(arguments[1])->items[i], &border[i])) return VALUE_ABSENT;
    if (!read_numbers(thread, value_tuple(arguments[0])->items, n, NUMBERS)) return VALUE_ABSENT;
    const SamplerTask task = {(int)n[0], (uint64_t)n[1], (int)n[2], (int)n[3], (size_t)n[4], (size_t)n[5], (size_t)n[6], {(int)n[7], (int)n[8], (int)n[9]},
                              (int)n[10], (int)n[11], (int)n[12], {border[0], border[1], border[2], border[3]}, n[13] != 0};
    if (device->operations->textures->sampler_create(device, &task, &handle, &error)) return handle_value(handle);
    return raise_array_error(thread, &error);
}

/* _sampler_destroy(handle, is_surface, device) */
NATIVE(sampler_destroy) {
    NATIVE_UNUSED;
    int64_t handle, number;
    if (!value_to_int64(thread, arguments[0], &handle) || !value_to_int64(thread, arguments[2], &number)) return VALUE_ABSENT;
    Device *device = device_with_textures(thread, number);
    if (!device) return VALUE_ABSENT;
    device->operations->textures->sampler_destroy(device, (uint64_t)handle, value_truth(thread, arguments[1]) > 0);
    return VALUE_NONE;
}

const NativeEntry texture_functions[] = {
    {"_image_create", "(width, height, depth, format, channels, flags, /)", NULL, image_create, NULL, 0},
    {"_image_destroy", "(handle, device, /)", NULL, image_destroy, NULL, 0},
    {"_image_copy", "(handle, row_bytes, height, depth, array, into, /)", NULL, image_copy, NULL, 0},
    {"_sampler_create", "(numbers, border, /)", NULL, sampler_create, NULL, 0},
    {"_sampler_destroy", "(handle, is_surface, device, /)", NULL, sampler_destroy, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
