/* Calls of arraylib's functions by compiled code: a row of words tells name, arguments and where results go. */
#include "kernel/modules/numba/numba.h"

#include "kernel/modules/numpy/types.h"

#include <pthread.h>
#include <string.h>

enum { ARGUMENTS_MOST = 16 };

/* Threads of a parallel loop come one after another: arraylib's state is one interpreter's. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void keep_nothing(void *owner) { (void)owner; }

/* The argument that is told from `word` on; behind it. */
static const int64_t *read_argument(ArrayRuntime *runtime, const int64_t *word, Variant *argument, Error *error) {
    const double *real;
    switch (*word++) {
    case 's': *argument = variant_string((const char *)(intptr_t)*word, strlen((const char *)(intptr_t)*word)); return word + 1;
    case 'b': *argument = variant_bool(*word != 0); return word + 1;
    case 'i': *argument = variant_integer(*word); return word + 1;
    case 'f':
        real = (const double *)(intptr_t)*word;
        *argument = variant_float(*real);
        return word + 1;
    case 'c':
        real = (const double *)(intptr_t)*word;
        *argument = variant_complex(*real, *(const double *)(intptr_t)word[1]);
        return word + 2;
    case 'a': {
        int rank = (int)word[1];
        Array *array = array_from_memory(runtime->host, (void *)(intptr_t)word[2], &dtypes[word[0]], rank, word + 3, word + 3 + rank, NULL, keep_nothing, error);
        *argument = variant_array(array);
        return word + 3 + 2 * rank;
    }
    default: *argument = variant_none(); return word;
    }
}

static void store_results(ArrayRuntime *runtime, Variant result, const Variant *targets, size_t count, Error *error) {
    bool is_several = result.kind == VARIANT_SEQUENCE;
    Variant all = {.kind = VARIANT_ELLIPSIS};
    for (size_t i = 0; i < count && !error_is_set(error); i++) {
        if (targets[i].kind != VARIANT_ARRAY) continue;
        if (is_several && i >= result.list->count) break;
        array_set_item(runtime, targets[i].array, all, is_several ? result.list->items[i] : result, error);
    }
}

/* The run ends with what arraylib reported, in numba's words where they are others. */
static void leave(CompiledRun *whole, Error *error) {
    if (error->message && !strcmp(error->message, "Singular matrix")) {
        Error other = ERROR_NONE;
        error_set(&other, error->kind, "Matrix is singular to machine precision.");
        error_clear(error);
        *error = other;
    }
    raise_array_error(whole->thread, error);
    error_clear(error);
    value_release(whole->raised);
    whole->raised = exception_take(whole->thread);
    whole->run.fault.kind = IR_FAULT_RAISED;
    if (whole->raised.tag == TAG_OBJECT) whole->run.fault.raised = (int64_t)(intptr_t)whole->raised.object->type;
}

static void numeric_call_arrays(IrRun *run, int64_t address) {
    CompiledRun *whole = run->context;
    const int64_t *word = (const int64_t *)(intptr_t)address;
    const char *name = (const char *)(intptr_t)*word++;
    Error error = ERROR_NONE;
    pthread_mutex_lock(&gate);
    ArrayContext *context = array_context(whole->thread);
    ArrayRuntime *runtime = context ? context->runtime : NULL;
    Variant arguments[2][ARGUMENTS_MOST] = {{{.kind = VARIANT_ABSENT}}};
    size_t counts[2] = {0, 0};
    for (int side = 0; runtime && side < 2; side++) {
        size_t count = (size_t)*word++;
        for (size_t i = 0; i < count && i < ARGUMENTS_MOST; i++) word = read_argument(runtime, word, &arguments[side][counts[side]++], &error);
    }
    bool is_method = !strncmp(name, "array.", 6);
    const ArrayFunction *function = array_function_find(is_method ? name + 6 : name, is_method ? METHOD_ONLY : NUMPY);
    if (!function || !runtime) error_set(&error, "SystemError", "numpy.%s cannot be called", name);
    if (!error_is_set(&error)) {
        Variant result = array_function_call(runtime, function, NUMPY, NULL, arguments[0], counts[0], &error);
        if (!error_is_set(&error)) store_results(runtime, result, arguments[1], counts[1], &error);
        variant_release(&result);
    }
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < counts[side]; i++) variant_release(&arguments[side][i]);
    if (error_is_set(&error)) leave(whole, &error);
    pthread_mutex_unlock(&gate);
}

void *numba_c_function(const char *name) {
    if (!strcmp(name, "call_arrays")) return (void *)numeric_call_arrays;
    return NULL;
}
