/* The state of the array faces and the way out of arraylib: warnings, callbacks, exceptions. */
#include "kernel/modules/numpy/numpy.h"

#include "base/memory.h"
#include "kernel/modules/numpy/modules.h"
#include "kernel/objects/error/warnings.h"

#include <stdio.h>
#include <string.h>

/* ---- Exceptions ---- */

static Type *category_find(Thread *thread, const char *name) {
    Value found = dict_get_c(thread, thread->interpreter->builtin_names, name);
    if (value_is_absent(found)) exception_clear(thread);
    if (!value_is_absent(found) && value_is_type(found)) return value_type(found);
    const char *dot = strrchr(name, '.');
    Value member = array_module_member(thread, strncmp(name, "cupy.", 5) ? "numpy.exceptions" : "cupy._util", dot ? dot + 1 : name);
    if (value_is_absent(member)) {
        exception_clear(thread);
        return thread_builtins(thread)->exception_RuntimeWarning;
    }
    Type *type = value_type(member);
    value_release(member); /* the module keeps it */
    return type;
}

Value raise_array_error(Thread *thread, Error *error) {
    if (error->kind == ERROR_ALREADY_RAISED && exception_is_set(thread)) {
        error_clear(error);
        return VALUE_ABSENT;
    }
    if (!error_is_set(error)) {
        if (!exception_is_set(thread)) raise_no_memory(thread);
        return VALUE_ABSENT;
    }
    if (!strcmp(error->kind, "KeyboardInterrupt") && !thread_attend(thread)) { /* the signal is dealt with: it comes once */
        error_clear(error);
        return VALUE_ABSENT;
    }
    return raise_error(thread, error);
}

/* ---- The hooks ---- */

/* Where pending work was called: its warnings come from there. */
static void *hook_take_place(void *context) { return warning_place_take(((ArrayContext *)context)->thread); }

static void hook_release_place(void *context, void *place) {
    (void)context;
    warning_place_release(place);
}

static void hook_at_place(void *context, void *place) { ((ArrayContext *)context)->place = place; }

static bool hook_warnings_raise(void *context) { return warnings_may_raise(((ArrayContext *)context)->thread); }

static void hook_report(void *context) {
    Thread *thread = ((ArrayContext *)context)->thread;
    if (exception_is_set(thread)) exception_report_unraisable(thread, VALUE_NONE);
}

static bool hook_warn(void *context, const char *category, const char *message, Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    Value held = exception_take(thread); /* an array may die while one is on its way */
    Type *type = category_find(thread, category);
    void *place = arrays->place;
    bool going_on;
    arrays->place = NULL; /* what the user's own code does now has its own */
    if (place) {
        Value text = string_from_c(thread, message);
        going_on = !value_is_absent(text) && warn_at(thread, place, type, text);
        value_release(text);
    } else {
        going_on = warn_format(thread, type, "%s", message);
    }
    arrays->place = place;
    if (!value_is_absent(held)) {
        if (!going_on) exception_report_unraisable(thread, VALUE_NONE);
        exception_restore(thread, held);
        return true;
    }
    if (going_on) return true;
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

static bool hook_invoke(void *context, Variant *callable, const Variant *arguments, size_t count, Variant *result,
                        Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    *result = variant_absent();
    Value *values = memory_allocate_zeroed(count ? count : 1, sizeof *values);
    if (!values) return error_no_memory(error);
    bool succeeded = true;
    for (size_t i = 0; i < count && succeeded; i++) {
        values[i] = value_from_variant(thread, variant_copy(arguments[i]), NULL, 0);
        succeeded = !value_is_absent(values[i]);
    }
    if (succeeded) {
        Value returned = value_call_values(thread, *(Value *)callable->handle->value, values, count);
        succeeded = !value_is_absent(returned) && variant_from_value(thread, returned, result);
        value_release(returned);
    }
    for (size_t i = 0; i < count; i++) value_release(values[i]);
    memory_release(values);
    arrays->thread = thread;
    if (succeeded) return true;
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

/* np.seterrcall: a function gets (kind, flags), an object with write() gets a line; lines that are printed go to the error stream. */
static bool hook_float_error(void *context, const char *kind, const char *name, int flags, FloatErrorMode mode, Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    Value callback = arrays->error_callback, result;
    if (mode == FLOAT_ERROR_PRINT) {
        char text[160];
        int length = snprintf(text, sizeof text, "Warning: %s encountered in %s\n", kind, name);
        if (!interpreter_write(thread, true, text, (size_t)length)) exception_clear(thread);
        return true;
    }
    if (value_is_absent(callback) || value_is_none(callback))
        return mode == FLOAT_ERROR_CALL
                   ? error_set(error, "NameError", "python callback specified for %s (in  %s) but no function found.", kind, name)
                   : error_set(error, "NameError", "log specified for %s (in %s) but no object with write method found.", kind, name);
    thread_finish_pending(thread); /* its warnings come first */
    if (mode == FLOAT_ERROR_CALL) {
        Value text = string_from_c(thread, kind);
        result = value_is_absent(text) ? VALUE_ABSENT
                                       : value_call_two(thread, callback, text, value_from_int(flags));
        value_release(text);
    } else {
        Value line = string_format(thread, "Warning: %s encountered in %s\n", kind, name);
        result = value_is_absent(line) ? VALUE_ABSENT : value_call_method(thread, callback, "write", &line, 1);
        value_release(line);
    }
    if (!value_is_absent(result)) {
        value_release(result);
        return true;
    }
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

/* ---- The context ---- */

static const char context_key = 0;
static const bool nothing_is_pending = false;
const char array_solvers_raise, array_never_waits;

static EventFunction finish_pending, finish_here, give_memory_back, forget_elements;

/* What the context of arrays, which is `context` to all of them, wants to hear of. */
static const struct {
    InterpreterEvent event;
    EventFunction *function;
} listening[] = {{EVENT_LOOK, finish_pending},
                 {EVENT_BODY_END, finish_here},
                 {EVENT_IDLE, give_memory_back},
                 {EVENT_MODULES_GONE, forget_elements}};

static void release_object(void *object) { object_release(object); }

/* What the user's code hangs on goes before the arrays do: it may hold some. */
static const char callbacks_key = 0;

static void callbacks_release(void *state) {
    ArrayContext *context = state;
    value_replace(&context->error_callback, VALUE_ABSENT);
    value_replace(&context->print_formatter, VALUE_ABSENT);
    value_replace(&context->override_repr, VALUE_ABSENT);
    Value *const memories[] = {&context->allocation, &context->memory_pool, &context->plain_memory, &context->pinned_pool};
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) value_replace(memories[i], VALUE_ABSENT);
}

static void context_release(void *state) {
    ArrayContext *context = state;
    for (int i = 0; i < LIBRARY_COUNT; i++) hash_release(&context->ufuncs[i], release_object);
    hash_release(&context->object_types, release_object);
    hash_release(&context->result_types, release_object);
    for (int i = 0; i < DTYPE_COUNT; i++) value_release(context->dtypes[i]);
    for (int i = 0; i < DTYPE_NUMBERS_END; i++) object_release(context->dtype_classes[i]);
    for (int i = 0; i < 2; i++) value_release(context->bools[i]);
    value_release(context->error_callback);
    value_release(context->print_formatter);
    value_release(context->override_repr);
    for (size_t i = 0; i < sizeof listening / sizeof *listening; i++)
        interpreter_off(context->interpreter, listening[i].event, listening[i].function, context);
    context->interpreter->has_pending = &nothing_is_pending;
    if (context->runtime) graph_detach(context->runtime);
    runtime_destroy(context->runtime);
    arena_release(&context->arena);
    context->interpreter->arrays = NULL;
    memory_release(context);
}

static bool give_memory_back(Thread *thread, void *own) {
    ArrayContext *context = own;
    (void)thread;
    runtime_trim(context->runtime);
    return true;
}

static bool forget_elements(Thread *thread, void *own) {
    ArrayContext *context = own;
    context->thread = thread;
    runtime_forget_references(context->runtime);
    return true;
}

/* Work that was put off is done now. What goes wrong is nobody's call any more: an interrupt is raised by the language at
 * the next instruction. */
static bool finish_pending(Thread *thread, void *own) {
    ArrayContext *context = own;
    Error error = ERROR_NONE;
    context->thread = thread;
    Value held = exception_take(thread); /* a cell may end, or a clock be read, while one is on its way */
    if (!graph_finish(context->runtime, &error) && error.kind == ERROR_ALREADY_RAISED) hook_report(context);
    error_clear(&error);
    if (!value_is_absent(held)) exception_restore(thread, held);
    return true;
}

/* The same where somebody may handle what goes wrong. A handler of signals in Python may also let the work go on. */
static bool finish_here(Thread *thread, void *own) {
    ArrayContext *context = own;
    Error error = ERROR_NONE;
    context->thread = thread;
    while (!graph_finish(context->runtime, &error)) {
        if (!error.kind || strcmp(error.kind, "KeyboardInterrupt")) return raise_array_error(thread, &error), false;
        error_clear(&error);
        if (!thread_attend(thread)) return false;
        context->thread = thread;
    }
    return true;
}

static bool hook_may_wait(void *context, Error *error) {
    Thread *thread = ((const ArrayContext *)context)->thread;
    if (value_is_absent(thread_slot(thread, &array_never_waits))) return true;
    Value class = array_module_member(thread, "cupyx._members", "DeviceSynchronized");
    Value exception = value_is_absent(class) ? class : value_call_none(thread, class);
    value_release(class);
    if (!value_is_absent(exception)) exception_restore(thread, exception);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

static bool hook_solvers_raise(void *context) {
    return !value_is_absent(thread_slot(((const ArrayContext *)context)->thread, &array_solvers_raise));
}

static ArrayContext *context_make(Thread *thread) {
    Error error = ERROR_NONE;
    ArrayContext *context = memory_allocate_zeroed(1, sizeof *context);
    if (!context) {
        raise_no_memory(thread);
        return NULL;
    }
    context->interpreter = thread->interpreter;
    context->thread = thread;
    context->runtime = runtime_create(&error);
    if (!context->runtime) {
        memory_release(context);
        raise_array_error(thread, &error);
        return NULL;
    }
    context->runtime->hooks = (ArrayHooks){.warn = hook_warn,
                                           .invoke = hook_invoke,
                                           .float_error = hook_float_error,
                                           .take_place = hook_take_place,
                                           .release_place = hook_release_place,
                                           .at_place = hook_at_place,
                                           .warnings_raise = hook_warnings_raise,
                                           .solvers_raise = hook_solvers_raise,
                                           .may_wait = hook_may_wait,
                                           .report = hook_report};
    element_hooks_set(&context->runtime->hooks);
    context->runtime->hook_context = context;
    context->runtime->interrupt = &thread->interpreter->interrupted;
    if (!interpreter_set_lasting_state(thread->interpreter, &context_key, context, context_release)) {
        context_release(context);
        raise_no_memory(thread);
        return NULL;
    }
    thread->interpreter->arrays = context;
    interpreter_set_state(thread->interpreter, &callbacks_key, context, callbacks_release); /* or later, with the context */
    return context;
}

/* What the context needs beside itself. Where memory runs out in between, the next call goes on. */
static bool context_complete(Thread *thread, ArrayContext *context) {
    if (context->completeness) return true; /* or it is being completed: binding methods asks for it */
    context->completeness = BEING_COMPLETED;
    bool done = context->runtime->graph || graph_attach(context->runtime);
    if (!done) raise_no_memory(thread);
    for (size_t i = 0; done && i < sizeof listening / sizeof *listening; i++) {
        done = interpreter_on(thread->interpreter, listening[i].event, listening[i].function, context);
        if (!done) raise_no_memory(thread);
    }
    if (done) thread->interpreter->has_pending = &context->runtime->has_pending;
    done = done && numpy_exceptions_make(thread) && scalar_types_make(thread, context) && array_types_make(thread, context);
    context->completeness = done ? COMPLETE : INCOMPLETE;
    return done;
}

ArrayContext *array_context_enter(Thread *thread) {
    ArrayContext *context = thread->interpreter->arrays;
    if (!context) context = context_make(thread);
    if (!context) return NULL;
    bool has_changed = context->thread_changed && context->thread != thread;
    context->thread = thread;
    context->runtime->interrupt = thread == thread->interpreter->main ? &thread->interpreter->interrupted : NULL; /* signals are the main thread's */
    if (!context_complete(thread, context)) return NULL;
    if (has_changed) context->thread_changed(context, thread);
    if (context->completeness == COMPLETE) context->entered = thread;
    return context;
}
