/* What cupy's kernels in Python (python/kernels.py) stand on: compile a text, launch a kernel of it, reach its variables. */
#include "kernel/modules/cupy/device.h"

#include "kernel/objects/core/interpreter.h"

#include <string.h>

enum { ARGUMENTS_MAX = 256, STRINGS_MAX = 256 };

typedef struct KernelObject {
    Object object;
    KernelText *text;
} KernelObject;

static void kernel_destroy(Object *self) { kernel_text_release(((KernelObject *)self)->text); }

static const Type kernel_type_template = {
    .name = "cupy._kernels.Text",
    .documentation = "A compiled text of kernels.",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(KernelObject),
    .destroy = kernel_destroy,
};

static bool refuse(Value absent) { return !value_is_absent(absent); }

static bool read_strings(Thread *thread, Value value, const char **strings, int *count) {
    *count = 0;
    if (value_is_none(value)) return true;
    if (!value_is_tuple(value) || value_tuple(value)->count > STRINGS_MAX)
        return refuse(raise_type_error(thread, "a tuple of str is wanted"));
    for (size_t i = 0; i < value_tuple(value)->count; i++) {
        Value item = value_tuple(value)->items[i];
        if (!value_is_string(item)) return refuse(raise_type_error(thread, "a tuple of str is wanted"));
        strings[(*count)++] = value_c_string(item);
    }
    return true;
}

/* What went wrong as (kind, message), so that Python raises CuPy's own exceptions. */
static Value failure(Thread *thread, Error *error) {
    if (!error->kind || !strcmp(error->kind, "MemoryError") || !strcmp(error->kind, "KeyboardInterrupt") || error->kind == ERROR_ALREADY_RAISED)
        return raise_array_error(thread, error);
    Value both[] = {string_from_c(thread, error->kind), string_from_c(thread, error->message ? error->message : "")};
    error_clear(error);
    return tuple_from_owned(thread, both, 2);
}

NATIVE(kernel_compile) {
    NATIVE_UNUSED;
    const char *options[STRINGS_MAX], *names[STRINGS_MAX];
    int option_count, name_count;
    Error error = ERROR_NONE;
    ArrayContext *context = array_context(thread);
    if (!context || !array_devices_ready(thread)) return VALUE_ABSENT;
    KernelSource source = {.is_image = value_is_bytes(arguments[0])};
    if (source.is_image) {
        const Bytes *bytes = (const Bytes *)arguments[0].object;
        source.text = bytes->bytes, source.length = bytes->length;
    } else if (value_is_string(arguments[0])) {
        source.text = value_string(arguments[0])->bytes, source.length = value_string(arguments[0])->length;
    } else return raise_type_error(thread, "a kernel's code must be a str");
    if (!read_strings(thread, arguments[1], options, &option_count) || !read_strings(thread, arguments[2], names, &name_count)) return VALUE_ABSENT;
    Type *type = type_from_template(thread, &kernel_type_template);
    if (!type) return VALUE_ABSENT;
    source.options = options, source.option_count = option_count;
    source.names = names, source.name_count = name_count;
    KernelText *text = kernel_text_compile(context->runtime, &source, &error);
    if (!text) return failure(thread, &error);
    KernelObject *object = (KernelObject *)object_new(thread, type);
    if (object) object->text = text;
    else kernel_text_release(text);
    return object ? value_from_object(&object->object) : VALUE_ABSENT;
}

/* (PTX, compiled image, names in it): bytes, None where the options ask for none, and str; or (kind, message). */
NATIVE(kernel_translate) {
    NATIVE_UNUSED;
    const char *options[STRINGS_MAX], *names[STRINGS_MAX];
    KernelSource source = {.options = options, .names = names};
    KernelImages images;
    Error error = ERROR_NONE;
    if (!value_is_string(arguments[0]) || !value_is_string(arguments[1])) return raise_type_error(thread, "a kernel's code must be a str");
    if (!read_strings(thread, arguments[2], options, &source.option_count) || !read_strings(thread, arguments[3], names, &source.name_count)) return VALUE_ABSENT;
    source.text = value_string(arguments[0])->bytes, source.length = value_string(arguments[0])->length;
    if (!kernel_images_make(&source, value_c_string(arguments[1]), &images, &error)) return failure(thread, &error);
    Value lowered = list_new(thread);
    bool good = !value_is_absent(lowered);
    const char *name = text_string(&images.names);
    for (int i = 0; i < source.name_count && good; i++, name += strlen(name) + 1)
        good = list_append_owned(thread, value_list(lowered), string_from_c(thread, name));
    Value all[] = {images.ptx ? bytes_new(thread, images.ptx, images.ptx_size) : VALUE_NONE,
                   images.cubin ? bytes_new(thread, images.cubin, images.cubin_size) : VALUE_NONE, good ? value_retain(lowered) : VALUE_ABSENT};
    value_release(lowered);
    kernel_images_release(&images);
    return tuple_from_owned(thread, all, 3);
}

static KernelText *text_of(Thread *thread, Value value) {
    if (value.tag == TAG_OBJECT && value.object->type->origin == &kernel_type_template) return ((KernelObject *)value.object)->text;
    raise_type_error(thread, "a compiled text is wanted");
    return NULL;
}

/* The sizes of a grid or block; none is less than one. */
static bool read_size(Thread *thread, Value value, uint32_t *size) {
    for (int i = 0; i < 3; i++) {
        int64_t number = 1;
        if (!value_is_tuple(value) || value_tuple(value)->count > 3)
            return refuse(raise_type_error(thread, "a tuple of up to three ints is wanted"));
        if ((size_t)i < value_tuple(value)->count && !value_to_int64(thread, value_tuple(value)->items[i], &number)) return false;
        size[i] = number < 1 ? 1 : number > UINT32_MAX ? 0 : (uint32_t)number;
    }
    return true;
}

/* As read_size, but what is less than one stays: the device refuses it. */
static bool read_extents(Thread *thread, Value value, uint32_t *size) {
    if (!read_size(thread, value, size)) return false;
    for (size_t i = 0; i < value_tuple(value)->count; i++) {
        int64_t number;
        if (!value_to_int64(thread, value_tuple(value)->items[i], &number)) return false;
        if (number < 1) size[i] = 0;
    }
    return true;
}

typedef union Scalar { int64_t integer; double number; Complex128 complex; } Scalar;

static bool read_argument(Thread *thread, Value value, Scalar *scalar, KernelArgument *argument) {
    const Dtype *dtype = value_scalar(value, &argument->bytes);
    if (value_is_ndarray(value)) {
        Array *array = value_ndarray(value);
        if (array_library(array) == LIBRARY_CUPY) {
            argument->array = array;
            return true;
        }
        if (array_size(array) != 1) {
            char shape[SHAPE_TEXT_SIZE];
            return refuse(raise_type_error(thread,
                                           "You are trying to pass a numpy.ndarray of shape %s as a kernel parameter. Only numpy.ndarrays of "
                                           "size one can be passed by value. If you meant to pass a pointer to __global__ memory, you need "
                                           "to pass a cupy.ndarray instead.",
                                           shape_text(array->dimensions, array->shape, shape)));
        }
        if (!array_ready(thread, array)) return false;
        argument->bytes = array_data(array);
        argument->size = array->dtype->item_size;
        return true;
    }
    if (dtype) {
        argument->size = dtype->item_size;
        return true;
    }
    argument->bytes = scalar;
    argument->size = 8;
    if (value_is_int(value)) return value_to_int64(thread, value, &scalar->integer);
    if (value_is_float(value)) return value_to_double(thread, value, &scalar->number);
    if (value_is_complex(value)) {
        argument->size = sizeof scalar->complex;
        return value_to_complex(thread, value, &scalar->complex.real, &scalar->complex.imaginary);
    }
    if (value_is_bytes(value)) { /* a struct */
        const Bytes *bytes = (const Bytes *)value.object;
        argument->bytes = bytes->bytes;
        argument->size = bytes->length;
        return true;
    }
    if (value_is_none(value)) return scalar->integer = 0, true;
    const char *type_name = value_type_name(thread, value);
    if (!strcmp(type_name, "TextureObject") || !strcmp(type_name, "SurfaceObject")) { /* by its handle */
        Value handle = value_get_attribute_c(thread, value, "ptr");
        bool good = !value_is_absent(handle) && value_to_int64(thread, handle, &scalar->integer);
        value_release(handle);
        return good;
    }
    if (!strcmp(type_name, "MemoryPointer")) { /* it keeps the array of its bytes */
        Value bytes = value_get_attribute_c(thread, value, "_bytes");
        bool good = !value_is_absent(bytes) && value_is_ndarray(bytes);
        if (good) argument->array = value_ndarray(bytes);
        if (!value_is_absent(bytes)) value_release(bytes);
        return good;
    }
    return refuse(raise_type_error(thread, "Unsupported type <class '%s'>", value_type_name(thread, value)));
}

static void print_text(void *context, const char *text, size_t length) { interpreter_write(context, false, text, length); }

NATIVE(kernel_launch_text) {
    NATIVE_UNUSED;
    KernelText *text = text_of(thread, arguments[0]);
    KernelArgument all[ARGUMENTS_MAX];
    Scalar scalars[ARGUMENTS_MAX];
    Error error = ERROR_NONE;
    int64_t shared = 0;
    KernelLaunch launch = {.print = print_text, .print_context = thread};
    if (!text || !value_is_string(arguments[1]) || !read_size(thread, arguments[2], launch.grid) || !read_size(thread, arguments[3], launch.block)) return VALUE_ABSENT;
    if (!value_is_tuple(arguments[4]) || value_tuple(arguments[4])->count > ARGUMENTS_MAX)
        return raise_type_error(thread, "arguments must be a tuple");
    if (!value_to_int64(thread, arguments[5], &shared)) return VALUE_ABSENT;
    int count = (int)value_tuple(arguments[4])->count;
    for (int i = 0; i < count; i++) {
        all[i] = (KernelArgument){.array = NULL};
        if (!read_argument(thread, value_tuple(arguments[4])->items[i], &scalars[i], &all[i])) return VALUE_ABSENT;
    }
    launch.shared = shared < 0 ? 0 : (size_t)shared;
    if (!kernel_launch(text, value_c_string(arguments[1]), &launch, all, count, &error)) return failure(thread, &error);
    return VALUE_NONE;
}

/* ---- launches as PyCUDA and cuda.core do them: arguments have sizes ---- */

/* An attribute of the instance or its class, absent (and no exception) where there is none. */
static Value quiet_attribute(Thread *thread, Value value, const char *name) {
    if (value.tag != TAG_OBJECT) return VALUE_ABSENT;
    Value found = value_get_attribute_c(thread, value, name);
    if (value_is_absent(found)) exception_clear(thread);
    return found;
}

/* Memory of a device: an array of cupy's, or what holds one as `_device_array`. `held` is for the caller to release. */
static bool take_device_memory(Thread *thread, Value value, KernelArgument *argument, Value *held) {
    *held = value_is_ndarray(value) ? value_retain(value) : quiet_attribute(thread, value, "_device_array");
    if (!value_is_absent(*held) && value_is_ndarray(*held) && array_library(value_ndarray(*held)) == LIBRARY_CUPY) {
        argument->array = value_ndarray(*held);
        return true;
    }
    value_release(*held);
    *held = VALUE_ABSENT;
    return false;
}

/* Without a format: what tells its size by itself. */
static bool take_sized(Thread *thread, Value value, KernelArgument *argument, Value *held) {
    const Dtype *dtype = value_scalar(value, &argument->bytes);
    if (dtype) {
        argument->size = dtype->item_size;
        return true;
    }
    if (value_is_bytes(value)) {
        const Bytes *bytes = (const Bytes *)value.object;
        argument->bytes = bytes->bytes, argument->size = bytes->length;
        return true;
    }
    return take_device_memory(thread, value, argument, held);
}

/* With one of the struct module's letters: a number is made that wide. */
static bool take_formatted(Thread *thread, Value value, char format, Scalar *scalar, KernelArgument *argument, Value *held) {
    static const struct {
        char letter, size;
    } integers[] = {{'b', 1}, {'B', 1}, {'?', 1}, {'h', 2}, {'H', 2}, {'i', 4}, {'I', 4}, {'l', 8}, {'L', 8}, {'q', 8}, {'Q', 8}, {'n', 8}, {'N', 8}, {'P', 8}};
    argument->bytes = scalar;
    if (format == 'P' && take_device_memory(thread, value, argument, held)) return true;
    if (format == 'V') return take_sized(thread, value, argument, held);
    if (format == 'f' || format == 'd') {
        double number;
        if (!value_to_double(thread, value, &number)) return false;
        const float narrow = (float)number;
        if (format == 'd') scalar->number = number;
        else memcpy(scalar, &narrow, sizeof narrow);
        argument->size = format == 'd' ? sizeof number : sizeof narrow;
        return true;
    }
    if (format == 'F' || format == 'D') {
        double real, imaginary;
        if (!value_to_complex(thread, value, &real, &imaginary)) return false;
        const float narrow[] = {(float)real, (float)imaginary};
        if (format == 'D') scalar->complex = (Complex128){real, imaginary};
        else memcpy(scalar, narrow, sizeof narrow);
        argument->size = format == 'D' ? sizeof scalar->complex : sizeof narrow;
        return true;
    }
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (integers[i].letter == format) {
            argument->size = (size_t)integers[i].size;
            return !value_is_float(value) && value_to_int64(thread, value, &scalar->integer);
        }
    return false;
}

/* None, (kind, message) of a failure, or the number of the first argument that Python must look at. */
NATIVE(kernel_launch_sized) {
    NATIVE_UNUSED;
    KernelText *text = text_of(thread, arguments[0]);
    KernelArgument all[ARGUMENTS_MAX];
    Scalar scalars[ARGUMENTS_MAX];
    Value held[ARGUMENTS_MAX];
    Error error = ERROR_NONE;
    int64_t shared = 0;
    KernelLaunch launch = {.print = print_text, .print_context = thread};
    if (!text || !value_is_string(arguments[1]) || !read_extents(thread, arguments[2], launch.grid) || !read_extents(thread, arguments[3], launch.block)) return VALUE_ABSENT;
    if (!value_is_tuple(arguments[4]) || value_tuple(arguments[4])->count > ARGUMENTS_MAX) return raise_type_error(thread, "arguments must be a tuple");
    const int count = (int)value_tuple(arguments[4])->count;
    const char *formats = value_is_string(arguments[5]) ? value_c_string(arguments[5]) : NULL;
    if (formats && strlen(formats) != (size_t)count) return raise_type_error(thread, "%zu arguments are wanted", strlen(formats));
    if (!value_to_int64(thread, arguments[6], &shared)) return VALUE_ABSENT;
    int taken = 0;
    bool good = true;
    for (; taken < count && good; taken++) {
        const Value value = value_tuple(arguments[4])->items[taken];
        all[taken] = (KernelArgument){.array = NULL};
        held[taken] = VALUE_ABSENT;
        scalars[taken] = (Scalar){.complex = {0, 0}};
        good = formats ? take_formatted(thread, value, formats[taken], &scalars[taken], &all[taken], &held[taken])
                       : take_sized(thread, value, &all[taken], &held[taken]);
    }
    launch.shared = shared < 0 ? 0 : (size_t)shared;
    Value result = VALUE_NONE;
    if (!good) {
        exception_clear(thread);
        result = value_from_int(taken - 1);
    } else if (!kernel_launch(text, value_c_string(arguments[1]), &launch, all, count, &error)) result = failure(thread, &error);
    for (int i = 0; i < taken; i++) value_release(held[i]);
    return result;
}

NATIVE(kernel_has) {
    NATIVE_UNUSED;
    Error error = ERROR_NONE;
    KernelText *text = text_of(thread, arguments[0]);
    if (!text || !value_is_string(arguments[1])) return VALUE_ABSENT;
    return kernel_exists(text, value_c_string(arguments[1]), &error) ? VALUE_NONE : failure(thread, &error);
}

/* (bytes of each parameter), None where the device does not tell, or (kind, message). */
NATIVE(kernel_parameters) {
    NATIVE_UNUSED;
    KernelText *text = text_of(thread, arguments[0]);
    uint32_t sizes[ARGUMENTS_MAX];
    Error error = ERROR_NONE;
    if (!text || !value_is_string(arguments[1])) return VALUE_ABSENT;
    int count = kernel_parameter_sizes(text, value_c_string(arguments[1]), sizes, ARGUMENTS_MAX, &error);
    if (error_is_set(&error)) return failure(thread, &error);
    if (count < 0 || count > ARGUMENTS_MAX) return VALUE_NONE;
    Value all[ARGUMENTS_MAX];
    for (int i = 0; i < count; i++) all[i] = value_from_int(sizes[i]);
    return tuple_from_values(thread, all, (size_t)count);
}

/* A number, or None where the device has none. */
NATIVE(kernel_attribute_text) {
    NATIVE_UNUSED;
    Error error = ERROR_NONE;
    KernelText *text = text_of(thread, arguments[0]);
    int64_t attribute, wanted;
    int value = 0;
    if (!text || !value_is_string(arguments[1]) || !value_to_int64(thread, arguments[2], &attribute)) return VALUE_ABSENT;
    const char *name = value_c_string(arguments[1]);
    if (value_is_none(arguments[3])) {
        if (kernel_attribute(text, name, (int)attribute, &value, &error)) return value_from_int(value);
    } else {
        if (!value_to_int64(thread, arguments[3], &wanted)) return VALUE_ABSENT;
        kernel_set_attribute(text, name, (int)attribute, (int)wanted, &error);
    }
    return error_is_set(&error) ? failure(thread, &error) : VALUE_NONE;
}

static void release_text(void *owner) { object_release(owner); }

/* An array over a variable's bytes, which it keeps. */
NATIVE(kernel_variable_array) {
    NATIVE_UNUSED;
    KernelText *text = text_of(thread, arguments[0]);
    Error error = ERROR_NONE;
    char *bytes;
    size_t size;
    Device *device;
    ArrayContext *context = array_context(thread);
    if (!text || !context || !value_is_string(arguments[1])) return VALUE_ABSENT;
    if (!kernel_variable(text, value_c_string(arguments[1]), &device, &bytes, &size, &error))
        return error_is_set(&error) ? failure(thread, &error) : VALUE_NONE;
    int64_t count = (int64_t)size;
    Array *array = array_from_memory(device, bytes, DTYPE(UINT8), 1, &count, NULL, object_retain(arguments[0].object), release_text, &error);
    if (array) return value_from_array(thread, array);
    object_release(arguments[0].object);
    return raise_array_error(thread, &error);
}

const NativeEntry kernel_functions[] = {
    {"_kernel_compile", "(source, options, names)", "Compile a text of kernels.", kernel_compile, NULL, 0},
    {"_kernel_translate", "(source, file, options, names)", "What NVRTC makes of a text.", kernel_translate, NULL, 0},
    {"_kernel_launch", "(text, name, grid, block, arguments, shared)", "Launch a kernel.", kernel_launch_text, NULL, 0},
    {"_kernel_launch_sized", "(text, name, grid, block, arguments, formats, shared, /)", NULL, kernel_launch_sized, NULL, 0},
    {"_kernel_parameters", "(text, name, /)", NULL, kernel_parameters, NULL, 0},
    {"_kernel_has", "(text, name)", "Look for a kernel.", kernel_has, NULL, 0},
    {"_kernel_attribute", "(text, name, attribute, value)", "Ask for or (unless value is None) set an attribute of a kernel.",
     kernel_attribute_text, NULL, 0},
    {"_kernel_variable_array", "(text, name)", "A variable's bytes as an array, or None.", kernel_variable_array, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
