#include "arraylib/functions/kernels.h"

#include "arraylib/functions/kernel_options.h"

#include "arraylib/cudac/cudac.h"
#include "arraylib/device/device.h"
#include "arraylib/graph/graph.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct KernelText {
    size_t references;
    ArrayRuntime *runtime;
    KernelSource source; /* its strings are the text's own */
    bool is_ir;          /* came as a module */
    IrModule *module;    /* for emulated devices; NULL: not compiled for them yet */
    IrLauncher *launcher;
    struct Built {
        Device *device;
        DeviceProgram *program;
    } *built;
    size_t built_count;
};

/* ---- compiling ---- */

static bool copy_strings(const char *const **place, int *count, const char *const *strings, int wanted) {
    const char **copies = memory_allocate_zeroed((size_t)wanted + 1, sizeof *copies);
    *place = copies;
    for (*count = 0; copies && *count < wanted; ++*count)
        if (!(copies[*count] = memory_copy_string(strings[*count]))) return false;
    return copies != NULL;
}

static void release_strings(const char *const *strings, int count) {
    for (int i = 0; i < count; i++) memory_release((char *)strings[i]);
    memory_release((char **)strings);
}

static bool copy_source(KernelSource *copy, const KernelSource *source) {
    char *text = memory_allocate(source->length + 1);
    copy->text = text;
    copy->length = source->length;
    copy->is_image = source->is_image;
    if (!text) return false;
    memcpy(text, source->text, source->length);
    text[source->length] = '\0';
    return copy_strings(&copy->options, &copy->option_count, source->options, source->option_count) &&
           copy_strings(&copy->names, &copy->name_count, source->names, source->name_count);
}

enum { DEFINITIONS_MAX = 64 };

enum { SHARED_STATIC_MAX = 48 << 10, SHARED_MAX = 227 << 10 };

static bool check_shared(const IrModule *module, Error *error) {
    for (const IrFunction *function = module->functions; function; function = function->next) {
        int64_t bytes = function->kind == IR_KERNEL ? ir_shared_bytes(function) : 0;
        if (bytes > SHARED_STATIC_MAX)
            return error_set(error, "CompileException", "ptxas error   : Entry function '%s' uses too much shared data (0x%llx bytes, 0x%x max)\n",
                             function->name, (unsigned long long)bytes, SHARED_STATIC_MAX);
    }
    return true;
}

static bool compile_emulated(KernelText *text, Error *error) {
    if (text->module) { /* came as IR */
        text->launcher = check_shared(text->module, error) ? ir_launcher_create(text->module, error) : NULL;
        return text->launcher != NULL;
    }
    const KernelSource *source = &text->source;
    const char *definitions[DEFINITIONS_MAX];
    CudacOptions settings = {.definitions = definitions, .names = source->names, .name_count = source->name_count};
    if (source->is_image) return error_set(error, "NotImplementedError", "a compiled module (path=) needs a GPU");
    if (!kernel_options_read(source, &settings, definitions, DEFINITIONS_MAX, error)) return false;
    text->module = cudac_compile(source->text, source->length, &settings, error);
    if (!text->module || !check_shared(text->module, error)) return false;
    text->launcher = text->module ? ir_launcher_create(text->module, error) : NULL;
    return text->launcher != NULL;
}

static bool render(KernelText *text, Error *error) {
    TextBuffer rendered = TEXT_BUFFER_EMPTY;
    bool good = ir_render_cuda(text->module, &rendered, error);
    text->source.text = good ? memory_copy_string(text_string(&rendered)) : NULL;
    text->source.length = rendered.length;
    text_release(&rendered);
    return text->source.text || (good && error_no_memory(error));
}

/* The current device, and what it has made of the text: NULL for an emulated one. */
static bool prepare(KernelText *text, Device **device, DeviceProgram **program, Error *error) {
    *program = NULL;
    if (!(*device = runtime_current_device(text->runtime))) return error_set(error, "RuntimeError", "there is no device");
    if (!(*device)->operations->program_build) return text->launcher || compile_emulated(text, error);
    for (size_t i = 0; i < text->built_count && !*program; i++) {
        if (text->built[i].device != *device) continue;
        *program = text->built[i].program;
        if (!(*device)->operations->program_is_stale || !(*device)->operations->program_is_stale(*program)) continue;
        (*device)->operations->program_release(*program);
        *program = NULL;
        text->built[i--] = text->built[--text->built_count];
    }
    if (*program) return true;
    struct Built *more = memory_resize(text->built, (text->built_count + 1) * sizeof *more);
    if (!more) return error_no_memory(error);
    text->built = more;
    if (!text->source.text && !render(text, error)) return false;
    *program = (*device)->operations->program_build(*device, &text->source, error);
    if (*program) text->built[text->built_count++] = (struct Built){*device, *program};
    return *program != NULL;
}

KernelText *kernel_text_compile(ArrayRuntime *runtime, const KernelSource *source, Error *error) {
    KernelText *text = memory_allocate_zeroed(1, sizeof *text);
    Device *device;
    DeviceProgram *program;
    if (text) text->runtime = runtime, text->references = 1;
    if (!text || !copy_source(&text->source, source)) error_no_memory(error);
    else if (prepare(text, &device, &program, error)) return text;
    kernel_text_release(text);
    return NULL;
}

KernelText *kernel_text_from_module(ArrayRuntime *runtime, IrModule *module, const char *const *options, int option_count, Error *error) {
    KernelText *text = memory_allocate_zeroed(1, sizeof *text);
    Device *device;
    DeviceProgram *program;
    if (text) text->runtime = runtime, text->references = 1, text->module = module, text->is_ir = true;
    else ir_module_destroy(module);
    if (!text || !copy_strings(&text->source.options, &text->source.option_count, options, option_count)) error_no_memory(error);
    else if (prepare(text, &device, &program, error)) return text;
    kernel_text_release(text);
    return NULL;
}

const char *kernel_text_source(const KernelText *text) { return text->source.text; }

void kernel_text_release(KernelText *text) {
    if (!text || --text->references) return;
    for (size_t i = 0; i < text->built_count; i++) text->built[i].device->operations->program_release(text->built[i].program);
    memory_release(text->built);
    ir_launcher_destroy(text->launcher);
    ir_module_destroy(text->module);
    release_strings(text->source.names, text->source.name_count);
    release_strings(text->source.options, text->source.option_count);
    memory_release((char *)text->source.text);
    memory_release(text);
}

/* ---- finding ---- */

/* "_Z5scalePfi" of "scale": what the types add is not compared. */
static IrFunction *find_mangled(const KernelText *text, const char *name) {
    char plain[160];
    char *rest;
    long length = !strncmp(name, "_Z", 2) ? strtol(name + 2, &rest, 10) : 0;
    if (length <= 0 || length >= (long)sizeof plain || (size_t)length > strlen(rest)) return NULL;
    snprintf(plain, sizeof plain, "%.*s", (int)length, rest);
    IrFunction *function = ir_function_find(text->module, plain);
    return function && function->is_mangled ? function : NULL;
}

static IrFunction *find_emulated(const KernelText *text, const char *name, Error *error) {
    IrFunction *function = ir_function_find(text->module, name);
    if (function && function->is_mangled) function = NULL; /* its plain name must be among the name expressions */
    if (!function) function = find_mangled(text, name);
    for (int i = 0; i < text->source.name_count && !function; i++) {
        char symbol[160];
        if (strcmp(text->source.names[i], name) != 0) continue;
        cudac_symbol(symbol, sizeof symbol, name, i);
        const char *last = strrchr(name, ':'); /* "space::scale" */
        function = ir_function_find(text->module, symbol);
        if (!function) function = ir_function_find(text->module, last ? last + 1 : name);
    }
    if (function && function->kind == IR_KERNEL) return function;
    error_set(error, "CUDA_ERROR_NOT_FOUND", "named symbol not found");
    return NULL;
}

bool kernel_exists(KernelText *text, const char *name, Error *error) {
    Device *device;
    DeviceProgram *program;
    if (!prepare(text, &device, &program, error)) return false;
    return program ? device->operations->program_kernel(program, name, error) != NULL : find_emulated(text, name, error) != NULL;
}

bool kernel_variable(KernelText *text, const char *name, Device **device, char **bytes, size_t *size, Error *error) {
    DeviceProgram *program;
    if (!prepare(text, device, &program, error)) return false;
    if (program) return (*device)->operations->program_variable(program, name, bytes, size);
    const IrGlobal *global = ir_global_find(text->module, name);
    if (!global || !global->is_variable) return false;
    *bytes = global->bytes;
    *size = (size_t)global->type->size;
    return true;
}

bool kernel_attribute(KernelText *text, const char *name, int attribute, int *value, Error *error) {
    Device *device;
    DeviceProgram *program;
    if (!prepare(text, &device, &program, error) || !program) return false;
    DeviceKernel *kernel = device->operations->program_kernel(program, name, error);
    return kernel && device->operations->kernel_attribute(program, kernel, attribute, value, error);
}

int kernel_parameter_sizes(KernelText *text, const char *name, uint32_t *sizes, int most, Error *error) {
    Device *device;
    DeviceProgram *program;
    if (!prepare(text, &device, &program, error)) return -1;
    if (program) {
        DeviceKernel *kernel = device->operations->program_kernel(program, name, error);
        return kernel ? device->operations->kernel_parameter_sizes(kernel, sizes, most) : -1;
    }
    const IrFunction *kernel = find_emulated(text, name, error);
    if (!kernel) return -1;
    for (int i = 0; i < kernel->parameter_count && i < most; i++) sizes[i] = (uint32_t)kernel->parameters[i]->type->size;
    return kernel->parameter_count;
}

bool kernel_set_attribute(KernelText *text, const char *name, int attribute, int value, Error *error) {
    Device *device;
    DeviceProgram *program;
    if (!prepare(text, &device, &program, error) || !program) return false;
    DeviceKernel *kernel = device->operations->program_kernel(program, name, error);
    return kernel && device->operations->kernel_set_attribute(program, kernel, attribute, value, error);
}

/* ---- launching ---- */

static int compare_ranges(const void *left, const void *right) {
    const IrRange *a = left, *b = right;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* In order, what touches or overlaps put together only when it overlaps: two arrays side by side stay two. */
static size_t arrange(IrRange *ranges, size_t count) {
    size_t kept = 0;
    qsort(ranges, count, sizeof *ranges, compare_ranges);
    for (size_t i = 0; i < count; i++) {
        if (kept && ranges[i].start < ranges[kept - 1].end) {
            if (ranges[i].end > ranges[kept - 1].end) ranges[kept - 1].end = ranges[i].end;
        } else ranges[kept++] = ranges[i];
    }
    return kept;
}

static bool check_launch(const IrFunction *kernel, const KernelLaunch *launch, int count, Error *error) {
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    bool good = threads && threads <= 1024 && launch->block[0] <= 1024 && launch->block[1] <= 1024 && launch->block[2] <= 64 && launch->grid[0] &&
                launch->grid[1] && launch->grid[2] && launch->grid[0] <= INT32_MAX && launch->grid[1] <= 65535 && launch->grid[2] <= 65535 && launch->shared <= SHARED_MAX;
    if (!good) return error_set(error, "CUDA_ERROR_INVALID_VALUE", "invalid argument");
    if (count < kernel->parameter_count)
        return error_set(error, "CUDA_ERROR_INVALID_VALUE", "%s takes %d arguments, not %d", kernel->name, kernel->parameter_count, count);
    return true;
}

/* What a launch passes: places of values, numbers in 16 bytes of their own. */
typedef struct Passed {
    void **places;
    size_t *sizes;
    union { char bytes[16]; void *address; } *values;
    IrRange *ranges; /* the arrays' memory */
    size_t range_count;
} Passed;

static bool pass(Passed *passed, Device *device, const KernelArgument *arguments, int count, Error *error) {
    passed->places = memory_allocate_zeroed((size_t)count + 1, sizeof *passed->places);
    passed->sizes = memory_allocate_zeroed((size_t)count + 1, sizeof *passed->sizes);
    passed->values = memory_allocate_zeroed((size_t)count + 1, sizeof *passed->values);
    passed->ranges = memory_allocate_zeroed((size_t)count + 1, sizeof *passed->ranges);
    if (!passed->places || !passed->sizes || !passed->values || !passed->ranges) return error_no_memory(error);
    for (int i = 0; i < count; i++) {
        const KernelArgument *argument = &arguments[i];
        passed->places[i] = &passed->values[i];
        passed->sizes[i] = argument->array ? sizeof(void *) : argument->size;
        if (argument->array) {
            Device *own = array_device(argument->array);
            if ((own->kind == DEVICE_CUDA) != (device->kind == DEVICE_CUDA))
                return error_set(error, "ValueError", "Array device must be same as the current device: array device = %d while current = %d",
                                 own->number, device->number);
            Buffer *buffer = argument->array->buffer;
            if (!array_settle(argument->array, error)) return false;
            passed->values[i].address = array_data(argument->array);
            passed->ranges[passed->range_count++] = (IrRange){(uintptr_t)buffer->bytes, (uintptr_t)buffer->bytes + buffer->size};
        } else if (argument->size > sizeof passed->values[i]) passed->places[i] = (void *)(uintptr_t)argument->bytes;
        else memcpy(&passed->values[i], argument->bytes, argument->size);
    }
    return true;
}

static bool lies_within(const IrMemory *memory, IrRange range) {
    return range.start >= range.end || ir_memory_holds(memory, (const void *)range.start, range.end - range.start);
}

/* All that is allocated on the device may be touched: a kernel may find pointers in memory. Arrays over memory from elsewhere
 * (a module's variable, another device) come to it. `all` is for the caller to release. */
static bool known_memory(Device *device, const Passed *passed, IrMemory *memory, IrRange **all, Error *error) {
    *memory = (IrMemory){NULL, 0};
    *all = NULL;
    if (device->operations->living) memory->count = device->operations->living(device, &memory->ranges);
    size_t i = 0, living = memory->count;
    while (i < passed->range_count && lies_within(memory, passed->ranges[i])) i++;
    if (i == passed->range_count) return true;
    if (!(*all = memory_allocate_zeroed(living + passed->range_count, sizeof **all))) return error_no_memory(error);
    if (living) memcpy(*all, memory->ranges, living * sizeof **all);
    memcpy(*all + living, passed->ranges, passed->range_count * sizeof **all);
    *memory = (IrMemory){*all, arrange(*all, living + passed->range_count)};
    return true;
}

/* An access beside an array of a kernel that came as IR is an index out of its bounds: whose, is a guess by the address. */
static void name_index(const IrFunction *kernel, const KernelArgument *arguments, int count, const IrFault *fault, Error *error) {
    const Array *nearest = NULL;
    const char *name = NULL;
    uintptr_t address = (uintptr_t)fault->index, least = UINTPTR_MAX;
    for (int i = 0; i < count && i < kernel->parameter_count; i++) {
        const Array *array = arguments[i].array;
        if (!array || !kernel->parameters[i]->message) continue;
        uintptr_t start = (uintptr_t)array->buffer->bytes, end = start + array->buffer->size;
        uintptr_t distance = address < start ? start - address : address >= end ? address - end : 0;
        if (distance < least) least = distance, nearest = array, name = kernel->parameters[i]->message;
    }
    char where[160], index[160] = "";
    snprintf(where, sizeof where, "line %d, thread (%d, %d, %d) of block (%d, %d, %d)", (int)fault->line, (int)fault->thread[0], (int)fault->thread[1],
             (int)fault->thread[2], (int)fault->block[0], (int)fault->block[1], (int)fault->block[2]);
    error_clear(error);
    if (!nearest || least > (uintptr_t)1 << 30) {
        error_set(error, "IndexError", "%s outside of all arrays: %s", fault->writes ? "a write" : "a read", where);
        return;
    }
    int64_t item = nearest->dtype->item_size, elements = ((int64_t)address - (int64_t)(uintptr_t)array_data(nearest)) / (item ? item : 1);
    if ((int64_t)address < (int64_t)(uintptr_t)array_data(nearest) && elements * item != (int64_t)address - (int64_t)(uintptr_t)array_data(nearest)) elements--;
    if (nearest->dimensions == 1 && nearest->strides[0]) elements = ((int64_t)address - (int64_t)(uintptr_t)array_data(nearest)) / nearest->strides[0];
    int64_t all[8], rest = elements;
    int axes = nearest->dimensions < 8 ? nearest->dimensions : 0;
    for (int axis = axes - 1; axis > 0; axis--) {
        int64_t extent = nearest->shape[axis] > 0 ? nearest->shape[axis] : 1;
        all[axis] = (rest % extent + extent) % extent;
        rest = (rest - all[axis]) / extent;
    }
    if (axes) all[0] = rest;
    size_t length = 0;
    for (int axis = 0; axis < axes; axis++) length += (size_t)snprintf(index + length, sizeof index - length, "%s%lld", axis ? ", " : "", (long long)all[axis]);
    char shape[SHAPE_TEXT_SIZE];
    error_set(error, "IndexError", "%s[%s] is out of bounds, its shape is %s: %s", name, index, shape_text(nearest->dimensions, nearest->shape, shape), where);
}

static bool launch_emulated(KernelText *text, Device *device, IrFunction *kernel, const KernelLaunch *launch, Passed *passed, const KernelArgument *arguments,
                            int count, Error *error) {
    if (!check_launch(kernel, launch, count, error)) return false;
    for (int i = 0; i < kernel->parameter_count; i++) {
        size_t wanted = (size_t)kernel->parameters[i]->type->size;
        if (wanted > sizeof *passed->values && passed->sizes[i] < wanted)
            return error_set(error, "TypeError", "argument %d of %s needs %zu bytes", i, kernel->name, wanted);
    }
    IrMemory memory;
    IrRange *all;
    if (!known_memory(device, passed, &memory, &all, error)) return false;
    IrRun run = {.interrupt = text->runtime->interrupt, .memory = &memory, .print = launch->print, .print_context = launch->print_context};
    IrLaunch size = {{launch->grid[0], launch->grid[1], launch->grid[2]}, {launch->block[0], launch->block[1], launch->block[2]}, launch->shared};
    bool good = ir_launch(text->launcher, text->runtime, kernel, passed->places, &size, &run, error);
    if (!good && run.fault.kind == IR_FAULT_POINTER && text->is_ir) name_index(kernel, arguments, count, &run.fault, error);
    memory_release(all);
    return good;
}

/* ---- writing down a launch ---- */

typedef struct RecordedLaunch {
    KernelText *text;
    char *name;
    KernelLaunch launch;
    KernelArgument *arguments; /* its arrays and bytes are its own */
    int count;
} RecordedLaunch;

static void release_recorded(void *context) {
    RecordedLaunch *recorded = context;
    for (int i = 0; i < recorded->count; i++) {
        array_release(recorded->arguments[i].array);
        memory_release((void *)recorded->arguments[i].bytes);
    }
    memory_release(recorded->arguments);
    memory_release(recorded->name);
    kernel_text_release(recorded->text);
    memory_release(recorded);
}

static bool run_recorded(Device *device, void *context, void *caller, Error *error) {
    RecordedLaunch *recorded = context;
    ArrayRuntime *runtime = device->runtime;
    const size_t current = runtime->current_accelerator;
    KernelLaunch launch = recorded->launch;
    if (launch.print) launch.print_context = caller;
    for (size_t i = 0; i < runtime->accelerator_count; i++)
        if (runtime->accelerators[i] == device) runtime->current_accelerator = i;
    bool good = kernel_launch(recorded->text, recorded->name, &launch, recorded->arguments, recorded->count, error);
    runtime->current_accelerator = current;
    return good;
}

static bool record(KernelText *text, DeviceCapture *capture, const char *name, const KernelLaunch *launch, const KernelArgument *arguments, int count,
                   Error *error) {
    RecordedLaunch *recorded = memory_allocate_zeroed(1, sizeof *recorded);
    if (!recorded) return error_no_memory(error);
    text->references++;
    *recorded = (RecordedLaunch){.text = text, .name = memory_copy_string(name), .launch = *launch,
                                 .arguments = memory_allocate_zeroed((size_t)count + 1, sizeof *arguments)};
    bool good = recorded->name && recorded->arguments;
    for (; good && recorded->count < count; recorded->count++) {
        const KernelArgument *argument = &arguments[recorded->count];
        KernelArgument *copy = &recorded->arguments[recorded->count];
        if (argument->array) {
            copy->array = array_retain(argument->array);
            argument->array->buffer->is_shared = true; /* its address is written down */
            continue;
        }
        void *bytes = memory_allocate(argument->size + 1);
        if (!(good = bytes != NULL)) break;
        memcpy(bytes, argument->bytes, argument->size);
        *copy = (KernelArgument){.bytes = bytes, .size = argument->size};
    }
    if (good) return capture_add(capture, &(CaptureWork){name, run_recorded, release_recorded, recorded}, error);
    release_recorded(recorded);
    return error_no_memory(error);
}

bool kernel_launch(KernelText *text, const char *name, const KernelLaunch *launch, const KernelArgument *arguments, int count, Error *error) {
    Device *device;
    DeviceProgram *program;
    Passed passed = {0};
    if (!prepare(text, &device, &program, error)) return false;
    IrFunction *emulated = program ? NULL : find_emulated(text, name, error);
    DeviceKernel *kernel = program ? device->operations->program_kernel(program, name, error) : NULL;
    bool good = (emulated || kernel) && graph_finish(text->runtime, error) && /* pointers may lead to what pending work reads */
                pass(&passed, device, arguments, count, error);
    if (good && device->capture) {
        good = (!emulated || check_launch(emulated, launch, count, error)) && record(text, device->capture, name, launch, arguments, count, error);
    } else if (good && kernel)
        good = device->operations->kernel_launch(program, kernel, launch, passed.places, passed.sizes, count, error);
    else if (good) good = launch_emulated(text, device, emulated, launch, &passed, arguments, count, error);
    memory_release(passed.places);
    memory_release(passed.sizes);
    memory_release(passed.values);
    memory_release(passed.ranges);
    return good;
}
