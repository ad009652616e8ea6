/* DLPack: arrays lent to other libraries, and taken from them, in capsules. The structures are those of dlpack.h 1.0. */
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/modules.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/modules/cupy/device.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { DLPACK_CPU = 1, DLPACK_CUDA = 2, DLPACK_READ_ONLY = 1 };

typedef struct DlTensor {
    void *data;
    struct {
        int32_t type, number;
    } device;
    int32_t dimensions;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape, *strides; /* strides in elements; NULL: C order */
    uint64_t byte_offset;
} DlTensor;

typedef struct DlManaged {
    DlTensor tensor;
    void *context;
    void (*deleter)(struct DlManaged *self);
} DlManaged;

typedef struct DlVersioned {
    struct {
        uint32_t major, minor;
    } version;
    void *context;
    void (*deleter)(struct DlVersioned *self);
    uint64_t flags;
    DlTensor tensor;
} DlVersioned;

/* ---- capsules ---- */

static const char plain_name[] = "dltensor", versioned_name[] = "dltensor_versioned";
static const char used_plain[] = "used_dltensor", used_versioned[] = "used_dltensor_versioned";
static const char taken_plain[] = "numpy_dltensor", taken_versioned[] = "numpy_dltensor_versioned";

typedef struct Capsule {
    Object object;
    const char *name;
    void *pointer;
} Capsule;

static void capsule_destroy(Object *self) {
    Capsule *capsule = (Capsule *)self;
    if (!strcmp(capsule->name, "array_struct")) array_release(capsule->pointer);
    else if (capsule->name == plain_name || capsule->name == taken_plain) {
        DlManaged *managed = capsule->pointer;
        if (managed && managed->deleter) managed->deleter(managed);
    } else if (capsule->name == versioned_name || capsule->name == taken_versioned) {
        DlVersioned *managed = capsule->pointer;
        if (managed && managed->deleter) managed->deleter(managed);
    }
}

static Value capsule_repr(Thread *thread, Value self) {
    const Capsule *capsule = (const Capsule *)self.object;
    char text[100];
    snprintf(text, sizeof text, "<capsule object \"%s\" at %p>", capsule->name, (const void *)capsule);
    return string_from_c(thread, text);
}

static const Type capsule_type_template = {
    .name = "PyCapsule",
    .documentation = "A pointer, under a name, for other libraries.",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(Capsule),
    .destroy = capsule_destroy,
    .repr = capsule_repr,
    .str = capsule_repr,
};

static Value capsule_new(Thread *thread, const char *name, void *pointer) {
    Type *type = type_from_template(thread, &capsule_type_template);
    Capsule *capsule = type ? object_new(thread, type) : NULL;
    if (!capsule) return VALUE_ABSENT;
    capsule->name = name;
    capsule->pointer = pointer;
    return value_from_object(capsule);
}

static const char array_struct_name[] = "array_struct";

Value array_capsule_new(Thread *thread, Array *array) {
    Value capsule = capsule_new(thread, array_struct_name, array_retain(array));
    if (value_is_absent(capsule)) array_release(array);
    return capsule;
}

Array *array_in_capsule(Thread *thread, Value value) {
    Type *type = type_from_template(thread, &capsule_type_template);
    if (!type || value.tag != TAG_OBJECT || value.object->type != type) return NULL;
    const Capsule *capsule = (const Capsule *)value.object;
    if (strcmp(capsule->name, array_struct_name)) return NULL;
    Array *source = capsule->pointer;
    Error error = ERROR_NONE;
    Array *view = array_view(source, source->dtype, source->dimensions, source->shape, source->strides, 0, &error);
    if (!view) raise_array_error(thread, &error);
    return view;
}

/* ---- lending ---- */

static Value raise_buffer_error(Thread *thread, const char *text) {
    return raise_format(thread, thread_builtins(thread)->exception_BufferError, "%s", text);
}

static void delete_plain(DlManaged *managed) {
    array_release(managed->context);
    memory_release(managed);
}
static void delete_versioned(DlVersioned *managed) {
    array_release(managed->context);
    memory_release(managed);
}

static bool describe(Thread *thread, const Array *array, DlTensor *tensor, int64_t *extents) {
    int64_t item = array->dtype->item_size;
    if (dtype_is_flexible(array->dtype) && array->dtype->native) return raise_buffer_error(thread, "DLPack only supports native byte order."), false;
    const char *kinds = "iufcb", *kind = dtype_is_flexible(array->dtype) ? NULL : strchr(kinds, array->dtype->kind);
    static const uint8_t codes[] = {0, 1, 2, 5, 6};
    if (!kind)
        return raise_buffer_error(thread, "DLPack only supports signed/unsigned integers, float and complex dtypes."), false;
    for (int d = 0; d < array->dimensions; d++) {
        if (array->strides[d] % item)
            return raise_buffer_error(thread, "DLPack only supports strides which are a multiple of itemsize."), false;
        extents[d] = array->shape[d];
        extents[array->dimensions + d] = array->strides[d] / item;
    }
    const Device *device = array_device(array);
    *tensor = (DlTensor){.data = array_data(array), .dimensions = array->dimensions, .shape = extents, .strides = extents + array->dimensions};
    tensor->device.type = device_is_host(device) ? DLPACK_CPU : DLPACK_CUDA;
    tensor->device.number = device_is_host(device) ? 0 : device->number;
    tensor->dtype.code = codes[kind - kinds];
    tensor->dtype.bits = (uint8_t)(8 * item);
    tensor->dtype.lanes = 1;
    array->buffer->is_shared = true;
    return true;
}

static Value lend(Thread *thread, Array *array, bool is_versioned) {
    size_t extents = 2 * (size_t)array->dimensions * sizeof(int64_t);
    size_t head = is_versioned ? sizeof(DlVersioned) : sizeof(DlManaged);
    char *block = memory_allocate_zeroed(1, head + extents);
    if (!block) return raise_no_memory(thread);
    DlTensor *tensor = is_versioned ? &((DlVersioned *)block)->tensor : &((DlManaged *)block)->tensor;
    if (!describe(thread, array, tensor, (int64_t *)(void *)(block + head))) {
        memory_release(block);
        return VALUE_ABSENT;
    }
    if (is_versioned) {
        DlVersioned *managed = (DlVersioned *)block;
        managed->version.major = 1;
        managed->context = array_retain(array);
        managed->deleter = delete_versioned;
        managed->flags = array->writeable ? 0 : DLPACK_READ_ONLY;
    } else {
        DlManaged *managed = (DlManaged *)block;
        managed->context = array_retain(array);
        managed->deleter = delete_plain;
    }
    Value capsule = capsule_new(thread, is_versioned ? versioned_name : plain_name, block);
    if (value_is_absent(capsule)) {
        array_release(array);
        memory_release(block);
    }
    return capsule;
}

/* A pair of whole numbers; false with an exception. */
static bool pair_of(Thread *thread, Value value, const char *text, int64_t pair[2]) {
    if (!value_is_tuple(value) || value_tuple(value)->count != 2) return raise_type_error(thread, "%s", text), false;
    return value_to_int64(thread, value_tuple(value)->items[0], &pair[0]) && value_to_int64(thread, value_tuple(value)->items[1], &pair[1]);
}

/* __dlpack__(stream, max_version, dl_device, copy) */
Value ndarray_dlpack(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    Array *array = value_ndarray(arguments[0]);
    bool is_host = device_is_host(array_device(array)), copies = false;
    int64_t version[2] = {0, 0}, device[2];
    Error error = ERROR_NONE;
    if (is_host && !value_is_none(arguments[1]))
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "NumPy only supports stream=None.");
    if (!value_is_none(arguments[2]) && !pair_of(thread, arguments[2], "max_version must be None or a tuple with two elements.", version))
        return VALUE_ABSENT;
    bool to_host = false;
    if (!value_is_none(arguments[3])) {
        if (!pair_of(thread, arguments[3], "dl_device must be None or a tuple with two elements.", device)) return VALUE_ABSENT;
        to_host = device[0] == DLPACK_CPU && device[1] == 0;
        bool is_own = is_host ? to_host : device[0] == DLPACK_CUDA && device[1] == array_device(array)->number;
        if (!is_own && !to_host) return raise_buffer_error(thread, "unsupported device requested");
        to_host = to_host && !is_host;
    }
    if (!value_is_none(arguments[4])) {
        int truth = value_truth(thread, arguments[4]);
        if (truth < 0) return VALUE_ABSENT;
        copies = truth;
        if (!copies && to_host) return raise_value_error(thread, "GPU memory cannot be exported to CPU without making a copy");
    }
    if (!array_ready(thread, array)) return VALUE_ABSENT;
    if (!array->writeable && version[0] < 1 && !copies)
        return raise_buffer_error(thread, "Cannot export readonly array since signalling readonly is unsupported by DLPack "
                                          "(supported by newer DLPack version).");
    Array *lent = to_host  ? array_to_device(array, array_context(thread)->runtime->host, &error)
                  : copies ? array_copy(array, 'K', &error)
                           : array_retain(array);
    if (!lent) return raise_array_error(thread, &error);
    if (!is_host && !device_wait(thread, array_device(array))) {
        array_release(lent);
        return VALUE_ABSENT;
    }
    Value capsule = lend(thread, lent, version[0] >= 1);
    array_release(lent);
    return capsule;
}

Value ndarray_dlpack_device(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    const Device *device = array_device(value_ndarray(arguments[0]));
    const Value pair[2] = {value_from_int(device_is_host(device) ? DLPACK_CPU : DLPACK_CUDA),
                           value_from_int(device_is_host(device) ? 0 : device->number)};
    return tuple_from_values(thread, pair, 2);
}

/* ---- taking ---- */

static const Dtype *dtype_of(const DlTensor *tensor) {
    static const struct {
        uint8_t code, bits;
        const Dtype *dtype;
    } rows[] = {{0, 8, DTYPE(INT8)},     {0, 16, DTYPE(INT16)},    {0, 32, DTYPE(INT32)},    {0, 64, DTYPE(INT64)},
                {1, 8, DTYPE(UINT8)},    {1, 16, DTYPE(UINT16)},   {1, 32, DTYPE(UINT32)},   {1, 64, DTYPE(UINT64)},
                {2, 16, DTYPE(FLOAT16)}, {2, 32, DTYPE(FLOAT32)},  {2, 64, DTYPE(FLOAT64)},  {5, 64, DTYPE(COMPLEX64)},
                {6, 8, DTYPE(BOOL)},     {5, 128, DTYPE(COMPLEX128)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].code == tensor->dtype.code && rows[i].bits == tensor->dtype.bits && tensor->dtype.lanes == 1) return rows[i].dtype;
    return NULL;
}

static void release_capsule(void *owner) {
    value_release(*(Value *)owner);
    memory_release(owner);
}

static Device *device_of(Thread *thread, const DlTensor *tensor, bool on_device) {
    if (!on_device && tensor->device.type == DLPACK_CPU) return array_context(thread)->runtime->host;
    int count = on_device && tensor->device.type == DLPACK_CUDA ? device_count(thread) : 0;
    if (count > 0 && tensor->device.number >= 0 && tensor->device.number < count)
        return array_context(thread)->runtime->accelerators[tensor->device.number];
    if (!exception_is_set(thread))
        raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "Unsupported device in DLTensor.");
    return NULL;
}

/* The array in a capsule, which is used up: _array_of_capsule(capsule, on_device). */
NATIVE(array_of_capsule) {
    NATIVE_UNUSED;
    Type *type = type_from_template(thread, &capsule_type_template);
    if (!type) return VALUE_ABSENT;
    Capsule *capsule = (Capsule *)arguments[0].object;
    if (!value_is_object(arguments[0]) || capsule->object.type != type)
        return raise_value_error(thread, "PyCapsule_GetPointer called with invalid PyCapsule object");
    bool is_versioned = capsule->name == versioned_name;
    if (!is_versioned && capsule->name != plain_name) return raise_value_error(thread, "PyCapsule_GetPointer called with incorrect name");
    const DlTensor *tensor = is_versioned ? &((DlVersioned *)capsule->pointer)->tensor : &((DlManaged *)capsule->pointer)->tensor;
    Device *device = device_of(thread, tensor, value_truth(thread, arguments[1]) == 1);
    const Dtype *dtype = dtype_of(tensor);
    if (!device) return VALUE_ABSENT;
    if (!dtype) return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "Unsupported dtype in DLTensor.");
    if (tensor->dimensions > ARRAY_DIMENSIONS_MAX)
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "maxdims of DLPack tensor is higher than the supported maxdims.");
    int64_t strides[ARRAY_DIMENSIONS_MAX];
    for (int d = 0; d < tensor->dimensions && tensor->strides; d++) strides[d] = tensor->strides[d] * dtype->item_size;
    Value *owner = memory_allocate(sizeof *owner);
    if (!owner) return raise_no_memory(thread);
    bool read_only = is_versioned && ((DlVersioned *)capsule->pointer)->flags & DLPACK_READ_ONLY;
    *owner = capsule_new(thread, is_versioned ? taken_versioned : taken_plain, capsule->pointer);
    if (value_is_absent(*owner)) {
        memory_release(owner);
        return VALUE_ABSENT;
    }
    capsule->name = is_versioned ? used_versioned : used_plain;
    Error error = ERROR_NONE;
    Array *array = array_from_memory(device, (char *)tensor->data + tensor->byte_offset, dtype, tensor->dimensions, tensor->shape,
                                     tensor->strides ? strides : NULL, owner, release_capsule, &error);
    if (!array) {
        release_capsule(owner);
        return raise_array_error(thread, &error);
    }
    array->writeable = !read_only;
    Value base = value_retain(*owner), result = value_from_array(thread, array);
    if (!value_is_absent(result)) ((NdArray *)result.object)->base = base;
    else value_release(base);
    return result;
}

const NativeEntry dlpack_functions[] = {
    {"_array_of_capsule", "(capsule, on_device)", "The array that a capsule holds.", array_of_capsule, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
