/* Launching: kernel[grid, block](arguments). The types of the arguments choose among what was compiled; what is not compiled yet,
 * lies on the host, or wants a look of its own goes to dispatcher.py.
 *
 * An argument has a code: its type as a number, so that choosing is comparing numbers. A value that has none here has code 0. */
#include "kernel/modules/numba/cuda.h"

#include "kernel/modules/cupy/device.h"
#include "kernel/objects/core/interpreter.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MOST = 96, PARTS_MOST = 256, KERNEL_NAME_SIZE = 96 };
enum { CODE_NUMBER = 1, CODE_ARRAY, CODE_RECORDS, CODE_NONE, CODE_TUPLE };
typedef enum Layout { LAYOUT_C, LAYOUT_F, LAYOUT_ANY } Layout;

/* ---- compiled kernels ---- */

typedef struct CudaKernel {
    Object object;
    KernelText *text;
    char name[KERNEL_NAME_SIZE];
} CudaKernel;

static void kernel_destroy(Object *self) { kernel_text_release(((CudaKernel *)self)->text); }

static const Type kernel_type_template = {
    .name = "numba.cuda._launch.Kernel",
    .documentation = "A compiled kernel.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_NO_CREATE,
    .instance_size = sizeof(CudaKernel),
    .destroy = kernel_destroy,
};

Value cuda_kernel_object(Thread *thread, KernelText *owned, const char *name) {
    Type *type = type_from_template(thread, &kernel_type_template);
    CudaKernel *kernel = type ? object_new(thread, type) : NULL;
    if (!kernel) {
        kernel_text_release(owned);
        return VALUE_ABSENT;
    }
    kernel->text = owned;
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    return value_from_object(kernel);
}

KernelText *cuda_kernel_text(Value kernel) { return value_has_type(kernel, &kernel_type_template) ? ((CudaKernel *)kernel.object)->text : NULL; }

/* ---- dispatchers ---- */

typedef struct Specialization {
    uint64_t *codes;
    size_t count;
    Value kernel;
} Specialization;

typedef struct Dispatcher {
    Object object;
    Specialization *all;
    size_t count;
    Value function; /* of the language */
    bool is_closed; /* has signatures of the user's: nothing is compiled for other types */
} Dispatcher;

typedef struct Configuration { /* kernel[grid, block, stream, shared] */
    Object object;
    Value dispatcher, stream;
    uint32_t grid[3], block[3];
    int64_t shared;
} Configuration;

static bool dispatcher_visit(Object *self, Visit *visit, void *context) { /* kernels hold nothing of the language's */
    Value function = ((const Dispatcher *)self)->function;
    return function.tag != TAG_OBJECT || visit(function.object, context);
}

static void dispatcher_forget(Dispatcher *self) {
    for (size_t i = 0; i < self->count; i++) {
        value_release(self->all[i].kernel);
        memory_release(self->all[i].codes);
    }
    memory_release(self->all);
    self->all = NULL;
    self->count = 0;
}

static void dispatcher_destroy(Object *self) {
    dispatcher_forget((Dispatcher *)self);
    value_release(((Dispatcher *)self)->function);
}

/* ---- codes ---- */

static uint64_t array_code(const Array *array) {
    const Dtype *dtype = array->dtype;
    Layout layout = array_is_c_contiguous(array) ? LAYOUT_C : array_is_f_contiguous(array) ? LAYOUT_F : LAYOUT_ANY;
    if (array->dimensions > 15) return 0;
    uint64_t shape = (uint64_t)array->dimensions << 2 | (uint64_t)layout;
    if (dtype->number < DTYPE_COUNT) return (uint64_t)CODE_ARRAY << 56 | (uint64_t)dtype->number << 8 | shape;
    return (uint64_t)CODE_RECORDS << 56 | ((uint64_t)(uintptr_t)dtype & 0xffffffffffff) << 8 | shape;
}

/* The array that an argument lies in, borrowed from the argument; NULL: it is none of a device's (no exception). */
static Array *device_array_of(Thread *thread, Value value, String *inside) {
    if (value.tag != TAG_OBJECT) return NULL;
    if (value_is_ndarray(value)) return array_library(value_ndarray(value)) == LIBRARY_CUPY ? value_ndarray(value) : NULL;
    if (!(value.object->type->flags & TYPE_HEAP) || strcmp(type_short_name(value.object->type), "DeviceNDArray") != 0) return NULL;
    Value array = value_get_attribute(thread, value, inside);
    if (value_is_absent(array)) return exception_clear(thread), NULL;
    Array *found = value_is_ndarray(array) ? value_ndarray(array) : NULL;
    value_release(array); /* the argument keeps it */
    return found;
}

static uint64_t code_of(Thread *thread, Value value, String *inside, Array **array) {
    const void *bytes;
    *array = NULL;
    switch (value.tag) {
    case TAG_INT: return (uint64_t)CODE_NUMBER << 56 | DTYPE_INT64;
    case TAG_FLOAT: return (uint64_t)CODE_NUMBER << 56 | DTYPE_FLOAT64;
    case TAG_BOOL: return (uint64_t)CODE_NUMBER << 56 | DTYPE_BOOL;
    case TAG_NONE: return (uint64_t)CODE_NONE << 56;
    case TAG_OBJECT: break;
    default: return 0;
    }
    const Dtype *dtype = value_scalar(value, &bytes);
    if (dtype) return dtype->number < DTYPE_COUNT ? (uint64_t)CODE_NUMBER << 56 | dtype->number : 0;
    if (value_is_int(value)) { /* over int64 */
        uint64_t number;
        return int_to_uint64(value, &number) ? (uint64_t)CODE_NUMBER << 56 | DTYPE_UINT64 : 0;
    }
    if (value_is_float(value)) return (uint64_t)CODE_NUMBER << 56 | DTYPE_FLOAT64;
    if (value_is_complex(value)) return (uint64_t)CODE_NUMBER << 56 | DTYPE_COMPLEX128;
    if (value_is_tuple(value) && !(value.object->type->flags & TYPE_HEAP)) {
        uint64_t mixed = value_tuple(value)->count;
        for (size_t i = 0; i < value_tuple(value)->count; i++) {
            Array *ignored;
            uint64_t code = code_of(thread, value_tuple(value)->items[i], inside, &ignored);
            if (!code) return 0;
            mixed = (mixed ^ code) * 0x9e3779b97f4a7c15u;
            mixed ^= mixed >> 29;
        }
        return (uint64_t)CODE_TUPLE << 56 | (mixed >> 8);
    }
    *array = device_array_of(thread, value, inside);
    return *array ? array_code(*array) : 0;
}

static unsigned kind_of(uint64_t code) { return (unsigned)(code >> 56); }

/* May a value of one type be given where the other is wanted? As numba: any number for a number (but no complex one for a real one), an
 * array of the layout or of any. */
static bool code_converts(uint64_t given, uint64_t wanted) {
    if (given == wanted) return true;
    if (kind_of(given) != kind_of(wanted)) return false;
    if (kind_of(given) == CODE_NUMBER) return dtypes[wanted & 0xff].kind == 'c' || dtypes[given & 0xff].kind != 'c';
    bool is_array = kind_of(given) == CODE_ARRAY || kind_of(given) == CODE_RECORDS;
    return is_array && (wanted & 3) == LAYOUT_ANY && given >> 2 == wanted >> 2;
}

/* ---- the parts of arguments ---- */

typedef struct Parts {
    KernelArgument all[PARTS_MOST];
    union { int64_t integer; unsigned char bytes[16]; } space[PARTS_MOST];
    int count;
} Parts;

static bool add_int(Parts *parts, int64_t integer) {
    if (parts->count >= PARTS_MOST) return false;
    parts->space[parts->count].integer = integer;
    parts->all[parts->count] = (KernelArgument){.bytes = &parts->space[parts->count], .size = 8};
    parts->count++;
    return true;
}

static bool add_number(Thread *thread, Parts *parts, Value value, DtypeNumber wanted) {
    const void *bytes;
    if (parts->count >= PARTS_MOST) return false;
    unsigned char *place = parts->space[parts->count].bytes;
    const Dtype *dtype = value_scalar(value, &bytes), *target = &dtypes[wanted];
    if (dtype && dtype->number == wanted) memcpy(place, bytes, (size_t)target->item_size);
    else if (value.tag == TAG_INT && wanted == DTYPE_INT64) memcpy(place, &value.integer, 8);
    else if (value.tag == TAG_FLOAT && wanted == DTYPE_FLOAT64) memcpy(place, &value.number, 8);
    else if (value.tag == TAG_BOOL && wanted == DTYPE_BOOL) place[0] = (unsigned char)value.integer;
    else if (target->kind == 'c') {
        Complex128 both;
        if (!value_to_complex(thread, value, &both.real, &both.imaginary)) return false;
        if (wanted == DTYPE_COMPLEX128) memcpy(place, &both, sizeof both);
        else memcpy(place, &(Complex64){(float)both.real, (float)both.imaginary}, sizeof(Complex64));
    } else if (target->kind == 'f') {
        double number;
        if (!value_to_double(thread, value, &number)) return false;
        if (wanted == DTYPE_FLOAT64) memcpy(place, &number, 8);
        else if (wanted == DTYPE_FLOAT32) memcpy(place, &(float){(float)number}, 4);
        else {
            float16_bits half = float16_from_double(number);
            memcpy(place, &half, 2);
        }
    } else if (wanted == DTYPE_BOOL) {
        int truth = value_truth(thread, value);
        if (truth < 0) return false;
        place[0] = (unsigned char)truth;
    } else { /* cut and wrapped, as C's casts */
        uint64_t whole;
        double number;
        if (value_is_int(value) && int_to_uint64(value, &whole)) memcpy(place, &whole, 8);
        else if (value_is_int(value) || (dtype && dtype->kind != 'f')) {
            int64_t integer;
            if (!value_to_int64(thread, value, &integer)) return false;
            memcpy(place, &integer, 8);
        } else {
            if (!value_to_double(thread, value, &number)) return false;
            int64_t integer = number >= 9.2233720368547758e18 || number != number ? INT64_MIN : number < -9.2233720368547758e18 ? INT64_MIN : (int64_t)number;
            memcpy(place, &integer, 8);
        }
    }
    parts->all[parts->count] = (KernelArgument){.bytes = place, .size = (size_t)target->item_size};
    parts->count++;
    return true;
}

static bool add_array(Parts *parts, Array *array, uint64_t wanted) {
    if (parts->count + 2 + 2 * array->dimensions > PARTS_MOST) return false;
    add_int(parts, 0); /* nobody counts its memory on a device */
    parts->all[parts->count++] = (KernelArgument){.array = array};
    for (int i = 0; i < array->dimensions; i++) add_int(parts, array->shape[i]);
    for (int i = 0; (wanted & 3) == LAYOUT_ANY && i < array->dimensions; i++) add_int(parts, array->strides[i]);
    return true;
}

/* The parts of a value as the kernel wants them. */
static bool add_value(Thread *thread, Parts *parts, Value value, Array *array, uint64_t wanted, String *inside) {
    if (kind_of(wanted) == CODE_NONE) return true;
    if (kind_of(wanted) == CODE_NUMBER) return add_number(thread, parts, value, (DtypeNumber)(wanted & 0xff));
    if (array) return add_array(parts, array, wanted);
    for (size_t i = 0; i < value_tuple(value)->count; i++) {
        Value item = value_tuple(value)->items[i];
        uint64_t code = code_of(thread, item, inside, &array);
        if (!add_value(thread, parts, item, array, code, inside)) return false;
    }
    return true;
}

/* ---- launching ---- */

static void print_text(void *context, const char *text, size_t length) { interpreter_write(context, false, text, length); }

static Value raise_launch_error(Thread *thread, Error *error) {
    bool is_ours = error->kind == ERROR_ALREADY_RAISED || !error->kind || (strncmp(error->kind, "CUDA_ERROR", 10) && strncmp(error->kind, "cudaError", 9));
    if (is_ours) return raise_array_error(thread, error);
    Value both[] = {string_from_c(thread, error->kind), string_from_c(thread, error->message ? error->message : "")};
    error_clear(error);
    Value function = array_module_member(thread, "numba.cuda._errors", "raise_driver_error");
    Value result = value_is_absent(function) ? VALUE_ABSENT : value_call_values(thread, function, both, 2);
    value_release(function), value_release(both[0]), value_release(both[1]);
    value_release(result);
    return VALUE_ABSENT;
}

static Value launch(Thread *thread, const Configuration *configuration, const Specialization *chosen, const Value *values, Array *const *arrays, size_t count, String *inside) {
    Parts parts;
    parts.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (add_value(thread, &parts, values[i], arrays[i], chosen->codes[i], inside)) continue;
        return exception_is_set(thread) ? VALUE_ABSENT : raise_type_error(thread, "too many arguments for a kernel");
    }
    if (!add_int(&parts, configuration->shared)) return raise_type_error(thread, "too many arguments for a kernel");
    KernelLaunch size = {.shared = configuration->shared < 0 ? 0 : (size_t)configuration->shared, .print = print_text, .print_context = thread};
    memcpy(size.grid, configuration->grid, sizeof size.grid);
    memcpy(size.block, configuration->block, sizeof size.block);
    Error error = ERROR_NONE;
    Value kept = value_retain(chosen->kernel);
    const CudaKernel *kernel = (const CudaKernel *)kept.object;
    bool good = kernel_launch(kernel->text, kernel->name, &size, parts.all, parts.count, &error);
    value_release(kept);
    return good ? VALUE_NONE : raise_launch_error(thread, &error);
}

static const Specialization *choose(const Dispatcher *self, const uint64_t *codes, size_t count, bool converts) {
    for (size_t i = 0; i < self->count; i++) {
        const Specialization *one = &self->all[i];
        size_t k = 0;
        if (one->count != count) continue;
        while (k < count && (converts ? code_converts(codes[k], one->codes[k]) : codes[k] == one->codes[k])) k++;
        if (k == count) return one;
    }
    return NULL;
}

static Value launch_in_python(Thread *thread, Value self, const Call *call) {
    Value dispatcher = ((const Configuration *)self.object)->dispatcher;
    Value arguments = tuple_from_values(thread, call->values, call->positional_count);
    Value values[] = {self, arguments};
    Value result = value_is_absent(arguments) ? arguments : value_call_method(thread, dispatcher, "_launch", values, 2);
    value_release(arguments);
    return result;
}

/* Absent without an exception: dispatcher.py must look at it. */
static Value launch_quickly(Thread *thread, const Configuration *configuration, const Value *values, size_t count) {
    const Dispatcher *dispatcher = (const Dispatcher *)configuration->dispatcher.object;
    uint64_t codes[ARGUMENTS_MOST] = {0};
    Array *arrays[ARGUMENTS_MOST];
    String *inside = string_intern(thread, "_array");
    if (!inside || count > ARGUMENTS_MOST) return VALUE_ABSENT;
    for (size_t i = 0; i < count; i++)
        if (!(codes[i] = code_of(thread, values[i], inside, &arrays[i]))) return VALUE_ABSENT;
    const Specialization *chosen = choose(dispatcher, codes, count, false);
    if (!chosen && dispatcher->is_closed) chosen = choose(dispatcher, codes, count, true);
    return chosen ? launch(thread, configuration, chosen, values, arrays, count, inside) : VALUE_ABSENT;
}

static Value configuration_call(Thread *thread, Value self, const Call *call) {
    if (call->names && call->names->count) return raise_type_error(thread, "kernels take no keyword arguments");
    if (!array_devices_ready(thread)) return VALUE_ABSENT;
    Value result = launch_quickly(thread, (const Configuration *)self.object, call->values, call->positional_count);
    return !value_is_absent(result) || exception_is_set(thread) ? result : launch_in_python(thread, self, call);
}

/* ---- configurations ---- */

static bool configuration_visit(Object *self, Visit *visit, void *context) {
    const Configuration *one = (const Configuration *)self;
    return (one->dispatcher.tag != TAG_OBJECT || visit(one->dispatcher.object, context)) && (one->stream.tag != TAG_OBJECT || visit(one->stream.object, context));
}

static void configuration_destroy(Object *self) {
    value_release(((Configuration *)self)->dispatcher);
    value_release(((Configuration *)self)->stream);
}

static bool read_size(Value value, uint32_t *size) { /* false: Python says what is wrong */
    size[1] = size[2] = 1;
    if (value.tag == TAG_INT && value.integer >= 0 && value.integer <= UINT32_MAX) return size[0] = (uint32_t)value.integer, true;
    if (!value_is_tuple(value) || value_tuple(value)->count > 3 || !value_tuple(value)->count) return false;
    for (size_t i = 0; i < value_tuple(value)->count; i++) {
        Value item = value_tuple(value)->items[i];
        if (item.tag != TAG_INT || item.integer < 0 || item.integer > UINT32_MAX) return false;
        size[i] = (uint32_t)item.integer;
    }
    return true;
}

static Value size_tuple(Thread *thread, const uint32_t *size) {
    const Value all[3] = {value_from_int(size[0]), value_from_int(size[1]), value_from_int(size[2])};
    return tuple_from_values(thread, all, 3);
}
static Value configuration_get_grid(Thread *thread, Value self) { return size_tuple(thread, ((const Configuration *)self.object)->grid); }
static Value configuration_get_block(Thread *thread, Value self) { return size_tuple(thread, ((const Configuration *)self.object)->block); }
static Value configuration_get_shared(Thread *thread, Value self) { return (void)thread, value_from_int(((const Configuration *)self.object)->shared); }
static Value configuration_get_stream(Thread *thread, Value self) { return (void)thread, value_retain(((const Configuration *)self.object)->stream); }
static Value configuration_get_dispatcher(Thread *thread, Value self) { return (void)thread, value_retain(((const Configuration *)self.object)->dispatcher); }

static const PropertyEntry configuration_properties[] = {
    {"griddim", configuration_get_grid, NULL, "How many blocks: three numbers."},
    {"blockdim", configuration_get_block, NULL, "How many threads a block has: three numbers."},
    {"sharedmem", configuration_get_shared, NULL, "Bytes of dynamic shared memory."},
    {"stream", configuration_get_stream, NULL, "The stream, or 0."},
    {"dispatcher", configuration_get_dispatcher, NULL, "The kernel."},
    {NULL, NULL, NULL, NULL}};

static const Type configuration_type_template = {
    .name = "numba.cuda.dispatcher._LaunchConfiguration",
    .documentation = "A kernel with the sizes of its grid and blocks: kernel[grid, block, stream, shared]. Calling it launches.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_COLLECTED | TYPE_NO_CREATE,
    .instance_size = sizeof(Configuration),
    .destroy = configuration_destroy,
    .visit = configuration_visit,
    .call = configuration_call,
    .properties = configuration_properties,
};

/* kernel[grid, block, stream, shared] */
static Value dispatcher_get_item(Thread *thread, Value self, Value key) {
    uint32_t grid[3], block[3];
    bool is_plain = value_is_tuple(key) && value_tuple(key)->count >= 2 && value_tuple(key)->count <= 4 && read_size(value_tuple(key)->items[0], grid) &&
                    read_size(value_tuple(key)->items[1], block);
    size_t count = is_plain ? value_tuple(key)->count : 0;
    Value shared = count == 4 ? value_tuple(key)->items[3] : value_from_int(0);
    is_plain = is_plain && shared.tag == TAG_INT && (uint64_t)grid[0] * grid[1] * grid[2] >= 128;
    if (!is_plain) { /* sizes of other kinds, mistakes, and the warning about small grids */
        Value checked = value_call_method(thread, self, "_checked", &key, 1);
        bool good = value_is_tuple(checked) && value_tuple(checked)->count == 4 && read_size(value_tuple(checked)->items[0], grid) &&
                    read_size(value_tuple(checked)->items[1], block) && value_tuple(checked)->items[3].tag == TAG_INT;
        if (!good) {
            if (!value_is_absent(checked)) raise_value_error(thread, "grid and block are numbers of blocks and threads");
            value_release(checked);
            return VALUE_ABSENT;
        }
        shared = value_tuple(checked)->items[3];
        value_release(checked);
    }
    Type *type = type_from_template(thread, &configuration_type_template);
    Configuration *made = type ? object_new(thread, type) : NULL;
    if (!made) return VALUE_ABSENT;
    memcpy(made->grid, grid, sizeof grid);
    memcpy(made->block, block, sizeof block);
    made->shared = shared.integer;
    made->dispatcher = value_retain(self);
    made->stream = value_is_tuple(key) && value_tuple(key)->count > 2 ? value_retain(value_tuple(key)->items[2]) : value_from_int(0);
    return value_from_object(made);
}

/* ---- what dispatcher.py asks for ---- */

/* The code that the type of this value has; the value stands for its type (an array may be empty). */
static bool read_codes(Thread *thread, Value values, uint64_t *codes, size_t *count) {
    String *inside = string_intern(thread, "_array");
    Array *ignored;
    if (!value_is_tuple(values) || value_tuple(values)->count > ARGUMENTS_MOST) return raise_type_error(thread, "a tuple is wanted"), false;
    *count = value_tuple(values)->count;
    for (size_t i = 0; i < *count; i++) codes[i] = code_of(thread, value_tuple(values)->items[i], inside, &ignored);
    return inside != NULL;
}

/* _add(samples, layouts, kernel): a kernel for arguments of the types that these values have; of 'A' where a layout says so. */
NATIVE(dispatcher_add) {
    NATIVE_UNUSED;
    Dispatcher *self = (Dispatcher *)arguments[0].object;
    uint64_t codes[ARGUMENTS_MOST] = {0};
    size_t count;
    if (!read_codes(thread, arguments[1], codes, &count)) return VALUE_ABSENT;
    if (!value_is_string(arguments[2]) || value_string(arguments[2])->length != count || !cuda_kernel_text(arguments[3]))
        return raise_type_error(thread, "samples, layouts and a kernel are wanted");
    for (size_t i = 0; i < count; i++)
        if (value_string(arguments[2])->bytes[i] == 'A') codes[i] = (codes[i] & ~(uint64_t)3) | LAYOUT_ANY;
        else if (value_string(arguments[2])->bytes[i] == 'F') codes[i] = (codes[i] & ~(uint64_t)3) | LAYOUT_F;
    Specialization *more = memory_resize(self->all, (self->count + 1) * sizeof *more);
    if (!more) return raise_no_memory(thread);
    self->all = more;
    uint64_t *kept = memory_allocate((count + 1) * sizeof *kept);
    if (!kept) return raise_no_memory(thread);
    memcpy(kept, codes, count * sizeof *kept);
    self->all[self->count++] = (Specialization){kept, count, value_retain(arguments[3])};
    return VALUE_NONE;
}

/* _try(configuration, arguments): True, launched; False: nothing was compiled for these, or dispatcher.py must bring them first. */
NATIVE(dispatcher_try) {
    NATIVE_UNUSED;
    if (!value_has_type(arguments[1], &configuration_type_template) || !value_is_tuple(arguments[2])) return raise_type_error(thread, "a configuration and a tuple are wanted");
    const Tuple *values = value_tuple(arguments[2]);
    Value result = launch_quickly(thread, (const Configuration *)arguments[1].object, values->items, values->count);
    if (value_is_absent(result)) return exception_is_set(thread) ? result : VALUE_FALSE;
    return VALUE_TRUE;
}

/* _keep(function): what kernels that call it compile. */
NATIVE(dispatcher_keep) {
    NATIVE_UNUSED;
    value_replace(&((Dispatcher *)arguments[0].object)->function, value_retain(arguments[1]));
    return VALUE_NONE;
}

NATIVE(dispatcher_close) {
    NATIVE_UNUSED;
    ((Dispatcher *)arguments[0].object)->is_closed = true;
    return VALUE_NONE;
}

NATIVE(dispatcher_clear) {
    NATIVE_UNUSED;
    dispatcher_forget((Dispatcher *)arguments[0].object);
    return VALUE_NONE;
}

static const NativeEntry dispatcher_methods[] = {
    {"_add", "($self, samples, layouts, kernel, /)", "Keep a compiled kernel.", dispatcher_add, NULL, 0},
    {"_try", "($self, configuration, arguments, /)", "Launch what was compiled.", dispatcher_try, NULL, 0},
    {"_keep", "($self, function, /)", "Say which function it is of.", dispatcher_keep, NULL, 0},
    {"_close", "($self)", "Compile for no other types.", dispatcher_close, NULL, 0},
    {"_clear", "($self)", "Forget what was compiled.", dispatcher_clear, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

static Value dispatcher_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return value_from_object(object_new(thread, type));
}

static const Type cuda_dispatcher_type_template = {
    .name = "numba.cuda._launch.Dispatcher",
    .documentation = "What was compiled of a kernel, by the types of arguments.",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE | TYPE_COLLECTED,
    .instance_size = sizeof(Dispatcher),
    .create = dispatcher_create,
    .destroy = dispatcher_destroy,
    .visit = dispatcher_visit,
    .get_item = dispatcher_get_item,
    .methods = dispatcher_methods,
};

Value cuda_dispatcher_function(Value value) {
    return value_has_type(value, &cuda_dispatcher_type_template) ? ((const Dispatcher *)value.object)->function : VALUE_ABSENT;
}

/* _source(kernel): its CUDA C, or None. */
NATIVE(kernel_source) {
    NATIVE_UNUSED;
    const KernelText *text = cuda_kernel_text(arguments[0]);
    if (!text) return raise_type_error(thread, "a kernel is wanted");
    const char *source = kernel_text_source(text);
    return source ? string_from_c(thread, source) : VALUE_NONE;
}

/* _attribute(kernel, number): CUfunction_attribute's; None where the device has none. */
NATIVE(kernel_get_attribute) {
    NATIVE_UNUSED;
    KernelText *text = cuda_kernel_text(arguments[0]);
    Error error = ERROR_NONE;
    int64_t number;
    int value = 0;
    if (!text) return raise_type_error(thread, "a kernel is wanted");
    if (!value_to_int64(thread, arguments[1], &number)) return VALUE_ABSENT;
    if (kernel_attribute(text, ((const CudaKernel *)arguments[0].object)->name, (int)number, &value, &error)) return value_from_int(value);
    return error_is_set(&error) ? raise_launch_error(thread, &error) : VALUE_NONE;
}

static const NativeEntry launch_functions[] = {
    {"_source", "(kernel, /)", "The CUDA C of a kernel.", kernel_source, NULL, 0},
    {"_attribute", "(kernel, number, /)", "An attribute of a kernel.", kernel_get_attribute, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

static bool launch_initialize(Thread *thread, Value module) {
    Type *type = type_from_template(thread, &cuda_dispatcher_type_template);
    return type && module_add_type(thread, module, type) && module_add_functions(thread, module, cuda_random_functions) &&
           module_add_functions(thread, module, cuda_compile_functions);
}

const ModuleEntry module_numba_cuda_launch = {"numba.cuda._launch", "Launching kernels.", launch_functions, launch_initialize, NULL};
