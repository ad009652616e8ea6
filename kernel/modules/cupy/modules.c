/* The modules cupy, cupy.cuda, cupyx and what lies below them. Most functions come from arraylib's table. */
#include "kernel/modules/cupy/device.h"
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"

/* ---- Functions of cupy itself ---- */

static bool value_is_device_array(Value value) {
    return value_is_ndarray(value) && array_library(value_ndarray(value)) == LIBRARY_CUPY;
}

NATIVE(cupy_asnumpy) {
    NATIVE_UNUSED;
    if (value_is_device_array(arguments[0]))
        return value_call_method(thread, arguments[0], "get", &arguments[1], 3);
    return call_numpy_one(thread, "asarray", arguments[0]);
}

NATIVE(cupy_get_array_module) {
    NATIVE_UNUSED;
    const Tuple *values = value_tuple(arguments[0]);
    for (size_t i = 0; i < values->count; i++)
        if (value_is_device_array(values->items[i])) return import_module(thread, "cupy");
    return import_module(thread, "numpy");
}

/* Written in Python (cupy._members), in the place of numpy's own, which came with the functions that both have. */
NATIVE(cupy_in_python) {
    Value function = array_module_member(thread, "cupy._members", native->entry->name);
    Value result = value_is_absent(function) ? function
                                             : value_call_unpacked(thread, function, value_tuple(arguments[0]), value_dict(arguments[1]));
    value_release(function);
    return result;
}

/* Written in Python under the same name, in the module that the entry names; in the place of the block that numpy has.
 * It gets an Ellipsis for a default that is no literal. */
NATIVE(cupy_function_in_python) {
    enum { MOST = 8 };
    Value values[MOST], function = array_module_member(thread, native->entry->data, native->entry->name);
    size_t count = native_parameter_count(native->entry->signature);
    for (size_t i = 0; i < count && i < MOST; i++) values[i] = value_is_absent(arguments[i]) ? VALUE_ELLIPSIS : arguments[i];
    Value result = value_is_absent(function) ? function : value_call_values(thread, function, values, count < MOST ? count : MOST);
    value_release(function);
    return result;
}

NATIVE(cupy_block) {
    NATIVE_UNUSED;
    if (!value_is_string(arguments[0]) || !value_is_string(arguments[1])) return raise_type_error(thread, "two names are wanted");
    Value block = array_table_member(thread, value_c_string(arguments[0]), value_c_string(arguments[1]));
    if (!value_is_absent(block) || exception_is_set(thread)) return block;
    return raise_value_error(thread, "there is no such block");
}

/* _tell_solvers(tells): whether devices' solvers raise, in this thread. */
NATIVE(cupy_tell_solvers) {
    NATIVE_UNUSED;
    Value raises = arguments[0].integer ? VALUE_TRUE : VALUE_ABSENT;
    return thread_set_slot(thread, &array_solvers_raise, raises) ? VALUE_NONE : VALUE_ABSENT;
}

/* _tell_waiting(may): whether this thread may wait for devices' numbers. */
NATIVE(cupy_tell_waiting) {
    NATIVE_UNUSED;
    Value never = arguments[0].integer ? VALUE_ABSENT : VALUE_TRUE;
    return thread_set_slot(thread, &array_never_waits, never) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(cupy_emulates) {
    NATIVE_UNUSED;
    int number = device_current(thread);
    return number < 0 ? VALUE_ABSENT : value_from_bool(array_context(thread)->runtime->accelerators[number]->kind == DEVICE_EMULATED);
}

NATIVE(cupy_is_available) {
    NATIVE_UNUSED;
    int count = device_count(thread);
    if (count < 0) exception_clear(thread);
    return value_from_bool(count > 0);
}

/* Functions that read files or call functions of Python work on the host; their array goes to the device. */
NATIVE(cupy_from_host) {
    Value function = array_module_member(thread, "numpy", native->entry->name);
    Value made = value_is_absent(function) ? VALUE_ABSENT
                                           : value_call_unpacked(thread, function, value_tuple(arguments[0]),
                                                                 value_dict(arguments[1]));
    Value result = value_is_absent(made) ? VALUE_ABSENT : call_library(thread, LIBRARY_CUPY, "asarray", &made, 1);
    value_release(function);
    value_release(made);
    return result;
}
#define FROM_HOST(name, text) {name, "(*args, **kwargs)", text, cupy_from_host, NULL, 0}

const NativeEntry cupy_functions[] = {
    FROM_HOST("loadtxt", "Load numbers from a text file."),
    FROM_HOST("genfromtxt", "Load numbers from a text file in which some may be missing."),
    FROM_HOST("fromfile", "An array from a file's bytes or text."),
    FROM_HOST("fromstring", "A 1-D array from text."),
    FROM_HOST("fromiter", "A 1-D array from an iterable."),
    FROM_HOST("fromfunction", "An array whose elements are a function of their indexes."),
    {"asnumpy", "(a, stream=None, order='C', out=None, *, blocking=True)",
     "Return the array on the host.\n\n>>> asnumpy(arange(3))\narray([0, 1, 2])\n", cupy_asnumpy, NULL, 0},
    {"get_array_module", "(*args)", "numpy or cupy: the module of the arguments' arrays.", cupy_get_array_module, NULL, 0},
    {"_tell_solvers", "(tells, /)", NULL, cupy_tell_solvers, NULL, 0},
    {"_emulates", "()", NULL, cupy_emulates, NULL, 0},
    {"_tell_waiting", "(may, /)", NULL, cupy_tell_waiting, NULL, 0},
    {"_block", "(module, name, /)", "A function of a module as arraylib has it.", cupy_block, NULL, 0},
    {"is_available", "()", "Whether there is a device.", cupy_is_available, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

/* ---- Lazy members ---- */

static Value class_of(Thread *thread, const Type *type_template) {
    Type *type = type_from_template(thread, type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}
static Value make_ndarray(Thread *thread) {
    ArrayContext *context = array_context(thread);
    return context ? value_from_object(object_retain(context->array_types[LIBRARY_CUPY])) : VALUE_ABSENT;
}
static Value make_version(Thread *thread) { return string_from_c(thread, CUPY_VERSION); }
static Value make_device(Thread *thread) { return class_of(thread, &device_type_template); }
static Value make_event(Thread *thread) { return class_of(thread, &event_type_template); }
static Value make_memory_pool(Thread *thread) { return class_of(thread, &memory_pool_type_template); }
static Value make_pinned_pool(Thread *thread) { return class_of(thread, &pinned_memory_pool_type_template); }
static Value make_ufunc(Thread *thread) { return class_of(thread, &cupy_ufunc_type_template); }
static Value make_false(Thread *thread) { return (void)thread, VALUE_FALSE; }

static const LazyMember cupy_members[] = {{"ndarray", make_ndarray},
                                          {"ufunc", make_ufunc},
                                          {"__version__", make_version},
                                          {"s_", make_cupy_s_},
                                          {"index_exp", make_cupy_index_exp},
                                          {"mgrid", make_cupy_mgrid},
                                          {"ogrid", make_cupy_ogrid},
                                          {"printoptions", make_printoptions},
                                          NUMPY_SHARED_MEMBERS,
                                          {NULL, NULL}};
static const LazyMember cuda_members[] = {{"Device", make_device},
                                          {"Stream", stream_class},
                                          {"Event", make_event},
                                          {"MemoryPool", make_memory_pool},
                                          {"PinnedMemoryPool", make_pinned_pool},
                                          {"OutOfMemoryError", cuda_memory_error_class},
                                          {NULL, NULL}};
static const LazyMember runtime_members[] = {{"CUDARuntimeError", cuda_runtime_error_class},
                                             {"is_hip", make_false},
                                             {NULL, NULL}};
static const LazyMember driver_members[] = {{"CUDADriverError", cuda_driver_error_class}, {NULL, NULL}};
static const LazyMember stream_members[] = {{"Stream", stream_class}, {"Event", make_event}, {NULL, NULL}};
static const LazyMember device_members[] = {{"Device", make_device}, {NULL, NULL}};
static const LazyMember profiler_members[] = {{"time_range", profiler_range_class}, {NULL, NULL}};

#define IN_PYTHON(name, text) {name, "(*args, **kwargs)", text, cupy_in_python, NULL, 0}
static const NativeEntry python_functions[] = {
    IN_PYTHON("show_config", "Print versions and devices."),
    IN_PYTHON("array2string", "The text of an array."),
    {NULL, NULL, NULL, NULL, NULL, 0}};

static bool cupy_initialize(Thread *thread, Value module) {
    Value driver_error = cuda_driver_error_class(thread), memory_error = cuda_memory_error_class(thread);
    bool good = !value_is_absent(driver_error) && !value_is_absent(memory_error);
    value_release(driver_error), value_release(memory_error);
    return good && array_module_initialize(thread, module) && module_add_functions(thread, module, memory_functions) &&
           module_add_functions(thread, module, kernel_functions) && module_add_functions(thread, module, graph_functions) &&
           module_add_functions(thread, module, texture_functions) && module_add_functions(thread, module, nvml_functions) &&
           module_add_functions(thread, module, device_functions) &&
           module_add_functions(thread, module, print_functions) &&
           module_add_functions(thread, module, type_functions) &&
           module_add_functions(thread, module, cupy_index_functions) && module_add_functions(thread, module, python_functions);
}

static bool cuda_initialize(Thread *thread, Value module) {
    return array_module_initialize(thread, module) && module_add_functions(thread, module, allocator_functions) &&
           module_add_functions(thread, module, allocation_functions);
}

const ArrayModule cupy_module = {
    {"cupy", "NumPy's functions on devices.", cupy_functions, cupy_initialize, array_module_get_attribute}, cupy_members};
const ArrayModule cupy_cuda_module = {
    {"cupy.cuda", "Devices, streams, events.", cuda_functions, cuda_initialize, array_module_get_attribute}, cuda_members};
const ArrayModule cupy_cuda_runtime_module = {
    {"cupy.cuda.runtime", "Functions of the CUDA runtime.", cuda_runtime_functions, array_module_initialize, array_module_get_attribute},
    runtime_members};
const ArrayModule cupy_cuda_driver_module = {
    {"cupy.cuda.driver", "The CUDA driver's errors.", NULL, array_module_initialize, array_module_get_attribute}, driver_members};
const ArrayModule cupy_cuda_stream_module = {
    {"cupy.cuda.stream", "Streams and events.", NULL, array_module_initialize, array_module_get_attribute}, stream_members};
const ArrayModule cupy_cuda_device_module = {
    {"cupy.cuda.device", "Devices.", NULL, array_module_initialize, array_module_get_attribute}, device_members};
const ArrayModule cupy_cuda_nvtx_module = {
    {"cupy.cuda.nvtx", "Named ranges for profilers.", nvtx_functions, array_module_initialize, array_module_get_attribute}, NULL};
static const NativeEntry fft_functions[] = {
    {"fft", "(a, n=None, axis=-1, norm=None)", "The Fourier transform along an axis.\n\n>>> fft.fft(ones(2))\narray([2.+0.j, 0.+0.j])\n", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"ifft", "(a, n=None, axis=-1, norm=None)", "The inverse of fft().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"rfft", "(a, n=None, axis=-1, norm=None)", "The Fourier transform of real values: its first half.", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"irfft", "(a, n=None, axis=-1, norm=None)", "The inverse of rfft().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"hfft", "(a, n=None, axis=-1, norm=None)", "The Fourier transform of values that are symmetric: it is real.", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"ihfft", "(a, n=None, axis=-1, norm=None)", "The inverse of hfft().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"fft2", "(a, s=None, axes=(-2, -1), norm=None)", "The Fourier transform over two axes.", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"ifft2", "(a, s=None, axes=(-2, -1), norm=None)", "The inverse of fft2().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"rfft2", "(a, s=None, axes=(-2, -1), norm=None)", "The Fourier transform of real values over two axes.", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"irfft2", "(a, s=None, axes=(-2, -1), norm=None)", "The inverse of rfft2().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"fftn", "(a, s=None, axes=None, norm=None)", "The Fourier transform over several axes.", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"ifftn", "(a, s=None, axes=None, norm=None)", "The inverse of fftn().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"rfftn", "(a, s=None, axes=None, norm=None)", "The Fourier transform of real values over several axes.", cupy_function_in_python, "cupy.fft._transforms", 0},
    {"irfftn", "(a, s=None, axes=None, norm=None)", "The inverse of rfftn().", cupy_function_in_python, "cupy.fft._transforms", 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const ArrayModule cupy_fft_module = {
    {"cupy.fft", "Discrete Fourier transforms on devices.", fft_functions, array_module_initialize, array_module_get_attribute}, NULL};
const ArrayModule cupyx_profiler_module = {
    {"cupyx.profiler", "Timing functions on devices.", profiler_functions, array_module_initialize, array_module_get_attribute},
    profiler_members};
const ArrayModule cupyx_time_module = {
    {"cupyx.time", "Timing functions on devices (now in cupyx.profiler).", time_functions, array_module_initialize,
     array_module_get_attribute},
    NULL};
