/* From a function and the types of its arguments to a kernel: what dispatcher.py and compiler.py ask for. */
#include "kernel/modules/numba/cuda.h"
#include "kernel/modules/numba/numba.h"

#include "kernel/modules/cupy/device.h"

#include <string.h>

enum { TYPES_MOST = 96, OPTIONS_MOST = 32 };
enum { FLAG_FAST = 1, FLAG_DEBUG = 2, FLAG_LINES = 4 };

/* "array(Record(...), 1d, C)", where the front end has no structures: what nobody looks into, but the random generators. */
static const CompileType *opaque_array(TypeTable *table, const char *text) {
    const char *start = strstr(text, "array(Record("), *end = strrchr(text, ')');
    if (!start || !end || end - text < 8 || strncmp(end - 4, "d, ", 3) != 0) return NULL;
    const char *comma = end - 7;
    char name[600];
    start += 6;
    if (*comma != ',' || comma - start >= (long)sizeof name) return NULL;
    memcpy(name, start, (size_t)(comma - start));
    name[comma - start] = '\0';
    const CompileType *item = type_other(table, TYPE_KIND_RECORD, "record", name, NULL, 0, false, NULL, table->none);
    return item ? type_array(table, item, end[-5] - '0', end[-1], true, true) : NULL;
}

static bool read_types(Thread *thread, CompileContext *context, Value texts, const CompileType **types, int *count) {
    if (!value_is_tuple(texts) || value_tuple(texts)->count > TYPES_MOST) return raise_type_error(thread, "a tuple of types is wanted"), false;
    *count = (int)value_tuple(texts)->count;
    for (int i = 0; i < *count; i++) {
        Value text = value_tuple(texts)->items[i];
        types[i] = value_is_string(text) ? type_parse(compile_types(context), value_string(text)->bytes, value_string(text)->length) : NULL;
        if (!types[i] && value_is_string(text)) types[i] = opaque_array(compile_types(context), value_c_string(text));
        if (!types[i]) return raise_type_error(thread, "kernels take no arguments of type %s", value_is_string(text) ? value_c_string(text) : "?"), false;
    }
    return true;
}

static bool on_emulated(Thread *thread) {
    int number = device_current(thread);
    return number >= 0 && array_context(thread)->runtime->accelerators[number]->kind == DEVICE_EMULATED;
}

static CompileOptions options_of(int64_t flags, bool is_emulated) {
    return (CompileOptions){.target = COMPILE_CUDA, .is_emulated = is_emulated, .is_debug = flags & FLAG_DEBUG, .fast_math = flags & FLAG_FAST, .has_numpy_errors = true};
}

static Compiled *compile_for(Thread *thread, const Value *arguments, bool is_emulated, bool keeps_text) {
    CompileContext *context = compile_context(thread, &numba_host);
    const CompileType *types[TYPES_MOST];
    int64_t flags;
    int count;
    if (!context || !read_types(thread, context, arguments[1], types, &count) || !value_to_int64(thread, arguments[2], &flags)) return NULL;
    if (!value_is_function(arguments[0])) return raise_type_error(thread, "a function is wanted"), NULL;
    CompileOptions options = options_of(flags, is_emulated);
    options.keeps_text = keeps_text;
    return compile_function(context, thread, value_function(arguments[0]), types, count, NULL, &options);
}

static bool read_options(Thread *thread, Value value, const char **options, int *count) {
    *count = 0;
    for (size_t i = 0; value_is_tuple(value) && i < value_tuple(value)->count && *count < OPTIONS_MOST; i++) {
        if (!value_is_string(value_tuple(value)->items[i])) return raise_type_error(thread, "options are str"), false;
        options[(*count)++] = value_c_string(value_tuple(value)->items[i]);
    }
    return true;
}

/* _compile(function, types, flags, options): (kernel, its name). */
NATIVE(cuda_compile) {
    NATIVE_UNUSED;
    const char *options[OPTIONS_MOST];
    int option_count;
    Error error = ERROR_NONE;
    if (!array_devices_ready(thread) || !read_options(thread, arguments[3], options, &option_count)) return VALUE_ABSENT;
    Compiled *compiled = compile_for(thread, arguments, on_emulated(thread), false);
    if (!compiled) return VALUE_ABSENT;
    char name[96];
    strncpy(name, compiled->function->name, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    IrModule *module = compiled->module;
    compiled->module = NULL;
    compiled_destroy(compiled);
    KernelText *text = kernel_text_from_module(array_context(thread)->runtime, module, options, option_count, &error);
    if (!text) return raise_array_error(thread, &error);
    Value both[] = {cuda_kernel_object(thread, text, name), string_from_c(thread, name)};
    return tuple_from_owned(thread, both, 2);
}

/* _infer(function, types, flags): the type of the result, as text. */
NATIVE(cuda_infer) {
    NATIVE_UNUSED;
    CompileContext *context = compile_context(thread, &numba_host);
    const CompileType *types[TYPES_MOST];
    int64_t flags;
    int count;
    if (!context || !read_types(thread, context, arguments[1], types, &count) || !value_to_int64(thread, arguments[2], &flags)) return VALUE_ABSENT;
    if (!value_is_function(arguments[0])) return raise_type_error(thread, "a function is wanted");
    CompileOptions options = options_of(flags, false);
    const CompileType *result = compile_infer(context, thread, value_function(arguments[0]), types, count, &options);
    return result ? string_from_c(thread, result->name) : VALUE_ABSENT;
}

/* _show(function, types, flags, kind): the IR ("ir") or CUDA C ("cuda") of the kernel. */
NATIVE(cuda_show) {
    NATIVE_UNUSED;
    const char *kind = value_is_string(arguments[3]) ? value_c_string(arguments[3]) : "";
    bool is_ir = !strcmp(kind, "ir");
    Compiled *compiled = compile_for(thread, arguments, false, is_ir);
    Error error = ERROR_NONE;
    if (!compiled) return VALUE_ABSENT;
    Value result;
    if (is_ir) result = string_from_c(thread, compiled->text ? compiled->text : "");
    else {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        result = ir_render_cuda(compiled->module, &text, &error) ? string_new(thread, text_string(&text), text.length) : raise_array_error(thread, &error);
        text_release(&text);
    }
    compiled_destroy(compiled);
    return result;
}

const NativeEntry cuda_compile_functions[] = {
    {"_compile", "(function, types, flags, options, /)", "Make a kernel.", cuda_compile, NULL, 0},
    {"_infer", "(function, types, flags, /)", "The type of a result.", cuda_infer, NULL, 0},
    {"_show", "(function, types, flags, kind, /)", "The text of a kernel.", cuda_show, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
