#include "arraylib/core/runtime.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

const char ERROR_ALREADY_RAISED[] = "already raised";

const PrintOptions print_options_default = {
    .precision = 8,
    .threshold = 1000,
    .edge_items = 3,
    .line_width = 75,
    .sign = '-',
    .float_mode = FLOAT_MODE_MAXPREC,
    .nan_text = "nan",
    .infinity_text = "inf",
    .legacy = PRINT_NOT_LEGACY,
};

bool runtime_poll(ArrayRuntime *runtime, Error *error) {
    if (!runtime->interrupt || !atomic_load_explicit(runtime->interrupt, memory_order_relaxed)) return true;
    return error_set(error, "KeyboardInterrupt", "%s", "");
}

bool runtime_had_elements(ArrayRuntime *runtime, Error *error) {
    if (!runtime->failure) return true;
    if (!error_is_set(error)) error->kind = runtime->failure; /* without memory for a message, perhaps */
    runtime->failure = NULL;
    return false;
}

bool runtime_warn(ArrayRuntime *runtime, const char *category, Error *error, const char *format, ...) {
    if (!runtime->hooks.warn) return true;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    bool going_on = runtime->hooks.warn(runtime->hook_context, category, text_string(&text), error);
    text_release(&text);
    return going_on;
}

static bool act_on_flag(ArrayRuntime *runtime, const char *name, int flags, const char *word, FloatErrorMode mode,
                        Error *error) {
    switch (mode) {
    case FLOAT_ERROR_IGNORE: return true;
    case FLOAT_ERROR_WARN: return runtime_warn(runtime, "RuntimeWarning", error, "%s encountered in %s", word, name);
    case FLOAT_ERROR_RAISE: return error_set(error, "FloatingPointError", "%s encountered in %s", word, name);
    case FLOAT_ERROR_PRINT:
    case FLOAT_ERROR_CALL:
    case FLOAT_ERROR_LOG:
        if (!runtime->hooks.float_error) return true;
        return runtime->hooks.float_error(runtime->hook_context, word, name, flags, mode, error); /* all that were met */
    }
    return true;
}

void runtime_gather_floats(ArrayRuntime *runtime, FloatGathering *gathering) {
    *gathering = (FloatGathering){0, runtime->gathering};
    runtime->gathering = gathering;
    runtime->composing++;
}

bool runtime_end_gathering(ArrayRuntime *runtime, const FloatGathering *gathering, const char *name, Error *error) {
    runtime->gathering = gathering->outer;
    runtime->composing--;
    return !error_is_set(error) && runtime_float_errors(runtime, name, gathering->flags, error);
}

bool runtime_float_errors(ArrayRuntime *runtime, const char *name, int flags, Error *error) {
    const ErrorState *state = &runtime->error_state;
    if (!flags) return true;
    if (runtime->gathering) {
        runtime->gathering->flags |= flags;
        return true;
    }
    if (flags & FLOAT_DIVIDE && !act_on_flag(runtime, name, flags, "divide by zero", state->divide, error))
        return false;
    if (flags & FLOAT_OVERFLOW && !act_on_flag(runtime, name, flags, "overflow", state->over, error))
        return false;
    if (flags & FLOAT_UNDERFLOW && !act_on_flag(runtime, name, flags, "underflow", state->under, error))
        return false;
    return !(flags & FLOAT_INVALID) ||
           act_on_flag(runtime, name, flags, "invalid value", state->invalid, error);
}
