#include "arraylib/functions/kernels.h"

#include "arraylib/cudac/cudac.h"
#include "arraylib/device/device.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct KernelText {
    ArrayRuntime *runtime;
    IrModule *module;
    IrLauncher *launcher;
    char **names; /* expressions */
    int name_count;
};

enum { DEFINITIONS_MAX = 64 };

static bool keep_names(KernelText *text, const char *const *names, int count) {
    text->names = memory_allocate_zeroed((size_t)count + 1, sizeof *text->names);
    for (; text->names && text->name_count < count; text->name_count++)
        if (!(text->names[text->name_count] = memory_copy_string(names[text->name_count]))) return false;
    return text->names != NULL;
}

KernelText *kernel_text_compile(ArrayRuntime *runtime, const char *source, size_t length, const char *const *options, int option_count,
                                const char *const *names, int name_count, Error *error) {
    const char *definitions[DEFINITIONS_MAX];
    CudacOptions settings = {.definitions = definitions, .names = names, .name_count = name_count};
    for (int i = 0; i < option_count && settings.definition_count < DEFINITIONS_MAX; i++) {
        const char *option = options[i];
        if (strncmp(option, "-D", 2) != 0) continue;
        option += 2;
        if (!*option && i + 1 < option_count) option = options[++i];
        definitions[settings.definition_count++] = option;
    }
    KernelText *text = memory_allocate_zeroed(1, sizeof *text);
    if (!text || !keep_names(text, names, name_count)) error_no_memory(error);
    else {
        text->runtime = runtime;
        text->module = cudac_compile(source, length, &settings, error);
        text->launcher = text->module ? ir_launcher_create(text->module, error) : NULL;
        if (text->launcher) return text;
    }
    kernel_text_release(text);
    return NULL;
}

void kernel_text_release(KernelText *text) {
    if (!text) return;
    ir_launcher_destroy(text->launcher);
    ir_module_destroy(text->module);
    for (int i = 0; i < text->name_count; i++) memory_release(text->names[i]);
    memory_release(text->names);
    memory_release(text);
}

static IrFunction *find_kernel(const KernelText *text, const char *name) {
    IrFunction *function = ir_function_find(text->module, name);
    for (int i = 0; i < text->name_count && !function; i++) {
        char symbol[160];
        if (strcmp(text->names[i], name) != 0) continue;
        cudac_symbol(symbol, sizeof symbol, name, i);
        function = ir_function_find(text->module, symbol);
    }
    return function && function->kind == IR_KERNEL ? function : NULL;
}

int kernel_parameter_count(const KernelText *text, const char *name) {
    const IrFunction *function = find_kernel(text, name);
    return function ? function->parameter_count : -1;
}

bool kernel_variable(const KernelText *text, const char *name, char **bytes, size_t *size) {
    const IrGlobal *global = ir_global_find(text->module, name);
    if (!global || !global->is_variable) return false;
    *bytes = global->bytes;
    *size = (size_t)global->type->size;
    return true;
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
                launch->grid[1] && launch->grid[2] && launch->grid[0] <= INT32_MAX && launch->grid[1] <= 65535 && launch->grid[2] <= 65535;
    if (!good) return error_set(error, "CUDA_ERROR_INVALID_VALUE", "invalid argument");
    if (count < kernel->parameter_count)
        return error_set(error, "CUDA_ERROR_INVALID_VALUE", "%s takes %d arguments, not %d", kernel->name, kernel->parameter_count, count);
    return true;
}

bool kernel_launch(KernelText *text, const char *name, const KernelLaunch *launch, const KernelArgument *arguments, int count, Error *error) {
    union { char bytes[16]; void *address; double number; } *values;
    IrFunction *kernel = find_kernel(text, name);
    if (!kernel) return error_set(error, "CUDA_ERROR_NOT_FOUND", "named symbol not found");
    if (!check_launch(kernel, launch, count, error)) return false;
    void **places = memory_allocate_zeroed((size_t)count + 1, sizeof *places);
    IrRange *ranges = memory_allocate_zeroed((size_t)count + 1, sizeof *ranges);
    values = memory_allocate_zeroed((size_t)count + 1, sizeof *values);
    size_t range_count = 0;
    bool good = places && ranges && values;
    if (!good) error_no_memory(error);
    for (int i = 0; i < count && good; i++) {
        const KernelArgument *argument = &arguments[i];
        size_t wanted = i < kernel->parameter_count ? (size_t)kernel->parameters[i]->type->size : 0;
        places[i] = &values[i];
        if (argument->array && !device_is_addressable(array_device(argument->array)))
            good = error_set(error, "NotImplementedError",
                             "kernels of one's own do not run on CUDA devices yet: with CUDA_VISIBLE_DEVICES= they run emulated");
        else if (argument->array) {
            Buffer *buffer = argument->array->buffer;
            values[i].address = array_data(argument->array);
            ranges[range_count++] = (IrRange){(uintptr_t)buffer->bytes, (uintptr_t)buffer->bytes + buffer->size};
        } else if (argument->size > sizeof values[i]) places[i] = (void *)(uintptr_t)argument->bytes;
        else memcpy(&values[i], argument->bytes, argument->size);
        if (wanted > sizeof values[i] && argument->size < wanted)
            good = error_set(error, "TypeError", "argument %d of %s needs %zu bytes", i, kernel->name, wanted);
    }
    if (good) {
        IrMemory memory = {ranges, arrange(ranges, range_count)};
        IrRun run = {.interrupt = text->runtime->interrupt, .memory = &memory, .print = launch->print, .print_context = launch->print_context};
        IrLaunch size = {{launch->grid[0], launch->grid[1], launch->grid[2]}, {launch->block[0], launch->block[1], launch->block[2]}, launch->shared};
        good = ir_launch(text->launcher, text->runtime, kernel, places, &size, &run, error);
    }
    memory_release(places);
    memory_release(ranges);
    memory_release(values);
    return good;
}
