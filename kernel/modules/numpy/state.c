/* What numpy can be told about itself: floating-point errors (errstate) and printing (printoptions). */
#include "kernel/modules/numpy/modules.h"
#include "kernel/objects/gc.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- Floating-point errors ---- */

static const char *const mode_names[] = {[FLOAT_ERROR_IGNORE] = "ignore", [FLOAT_ERROR_WARN] = "warn",
                                         [FLOAT_ERROR_RAISE] = "raise",   [FLOAT_ERROR_CALL] = "call",
                                         [FLOAT_ERROR_PRINT] = "print",   [FLOAT_ERROR_LOG] = "log"};
static const char *const error_kinds[] = {"divide", "over", "under", "invalid"};
enum { ERROR_KINDS = 4 };

static FloatErrorMode *error_mode(ErrorState *state, int kind) {
    FloatErrorMode *const modes[] = {&state->divide, &state->over, &state->under, &state->invalid};
    return modes[kind];
}

static bool mode_from_value(Thread *thread, Value value, FloatErrorMode *mode) {
    for (size_t i = 0; value_is_string(value) && i < sizeof mode_names / sizeof *mode_names; i++)
        if (string_equals_c(value_string(value), mode_names[i])) {
            *mode = (FloatErrorMode)i;
            return true;
        }
    Value text = value_repr(thread, value);
    if (!value_is_absent(text))
        raise_value_error(thread, "invalid error mode %s, must be one of: 'ignore', 'warn', 'raise', 'call', 'print', or 'log'",
                          value_c_string(text));
    value_release(text);
    return false;
}

/* arguments: all, divide, over, under, invalid; None or absent leaves a mode as it is. */
static bool state_from_values(Thread *thread, const Value *arguments, ErrorState *state) {
    for (int kind = 0; kind < ERROR_KINDS; kind++) {
        Value value = arguments[1 + kind];
        if (value_is_none(value) || value_is_absent(value)) value = arguments[0];
        if (value_is_none(value) || value_is_absent(value)) continue;
        if (!mode_from_value(thread, value, error_mode(state, kind))) return false;
    }
    return true;
}

static Value state_to_dict(Thread *thread, ErrorState state) {
    Value dict = dict_new(thread);
    for (int kind = 0; kind < ERROR_KINDS && !value_is_absent(dict); kind++)
        if (!dict_set_c_owned(thread, value_dict(dict), error_kinds[kind],
                              string_from_c(thread, mode_names[*error_mode(&state, kind)])))
            value_replace(&dict, VALUE_ABSENT);
    return dict;
}

NATIVE(np_geterr) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    return context ? state_to_dict(thread, context->runtime->error_state) : VALUE_ABSENT;
}
NATIVE(np_seterr) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    ErrorState state = context->runtime->error_state;
    if (!state_from_values(thread, arguments, &state)) return VALUE_ABSENT;
    Value old = state_to_dict(thread, context->runtime->error_state);
    thread_finish_pending(thread);
    if (!value_is_absent(old)) context->runtime->error_state = state;
    return old;
}
NATIVE(np_seterrcall) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    if (!value_is_none(arguments[0]) && !value_is_callable(thread->interpreter, arguments[0])) {
        Value writer = value_find_attribute_c(thread, arguments[0], "write");
        if (value_is_absent(writer)) {
            if (exception_is_set(thread)) return VALUE_ABSENT;
            return raise_value_error(thread, "Only callable can be used as callback");
        }
        value_release(writer);
    }
    Value old = value_is_absent(context->error_callback) ? VALUE_NONE : context->error_callback;
    context->error_callback = value_retain(arguments[0]);
    return old;
}
NATIVE(np_geterrcall) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    return value_is_absent(context->error_callback) ? VALUE_NONE : value_retain(context->error_callback);
}

/* with np.errstate(...): and @np.errstate(...) */
typedef struct ErrorStateObject {
    Object object;
    Value modes[1 + ERROR_KINDS]; /* as given: all, divide, over, under, invalid */
    Value callback;
    ErrorState saved;
    Value saved_callback;
    bool entered;
} ErrorStateObject;

static Value errstate_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[6];
    if (!native_match(thread, "errstate", "(*, all=None, divide=None, over=None, under=None, invalid=None, call=<no value>)",
                      call, arguments, 6))
        return VALUE_ABSENT;
    ErrorState checked = {0};
    ErrorStateObject *self = state_from_values(thread, arguments, &checked) ? object_new(thread, type) : NULL;
    if (self) {
        for (int i = 0; i <= ERROR_KINDS; i++) self->modes[i] = value_retain(arguments[i]);
        self->callback = value_retain(arguments[5]);
    }
    native_release_arguments(arguments, 6);
    return value_from_object(self);
}
static bool errstate_visit(Object *object, Visit *visit, void *context) {
    const ErrorStateObject *self = (const ErrorStateObject *)object;
    return visit_values(self->modes, 1 + ERROR_KINDS, visit, context) && visit_value(self->callback, visit, context) &&
           visit_value(self->saved_callback, visit, context);
}
static void errstate_destroy(Object *object) {
    ErrorStateObject *self = (ErrorStateObject *)object;
    for (int i = 0; i <= ERROR_KINDS; i++) value_clear(&self->modes[i]);
    value_clear(&self->callback);
    value_clear(&self->saved_callback);
}
static bool errstate_begin(Thread *thread, ErrorStateObject *self) {
    ArrayContext *context = array_context(thread);
    if (!context) return false;
    if (self->entered) {
        raise_type_error(thread, "Cannot enter `np.errstate` twice.");
        return false;
    }
    self->entered = true;
    thread_finish_pending(thread);
    self->saved = context->runtime->error_state;
    if (!value_is_absent(self->callback)) {
        self->saved_callback = context->error_callback;
        context->error_callback = value_retain(self->callback);
    }
    return state_from_values(thread, self->modes, &context->runtime->error_state);
}
static void errstate_end(Thread *thread, ErrorStateObject *self) {
    ArrayContext *context = array_context(thread);
    if (!context || !self->entered) return;
    self->entered = false;
    thread_finish_pending(thread);
    context->runtime->error_state = self->saved;
    if (!value_is_absent(self->callback)) {
        value_replace(&context->error_callback, self->saved_callback);
        self->saved_callback = VALUE_ABSENT;
    }
}
NATIVE(errstate_enter) {
    NATIVE_UNUSED;
    return errstate_begin(thread, (ErrorStateObject *)arguments[0].object) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(errstate_exit) {
    NATIVE_UNUSED;
    errstate_end(thread, (ErrorStateObject *)arguments[0].object);
    return VALUE_NONE;
}
/* A function that runs inside the state, with the name and the documentation of the one that is decorated. */
static Value errstate_call(Thread *thread, Value self, const Call *call) {
    if (call->positional_count != 1) return raise_type_error(thread, "errstate() decorates one function");
    const ErrorStateObject *state = (const ErrorStateObject *)self.object;
    static const char *const names[] = {"all", "divide", "over", "under", "invalid", "call"};
    Value keywords = dict_new(thread), wrap = array_module_member(thread, "numpy._inside", "inside_errstate");
    bool made = !value_is_absent(keywords) && !value_is_absent(wrap);
    for (int i = 0; i < 6 && made; i++) {
        Value value = i <= ERROR_KINDS ? state->modes[i] : state->callback;
        if (value_is_absent(value)) continue;
        Value name = string_from_c(thread, names[i]);
        made = !value_is_absent(name) && dict_set(thread, value_dict(keywords), name, value);
        value_release(name);
    }
    Value result = made ? value_call_two(thread, wrap, call->values[0], keywords) : VALUE_ABSENT;
    value_release(keywords);
    value_release(wrap);
    return result;
}
static const NativeEntry errstate_methods[] = {{"__enter__", "($self)", NULL, errstate_enter, NULL, 0},
                                               {"__exit__", "($self, *args)", NULL, errstate_exit, NULL, 0},
                                               {NULL, NULL, NULL, NULL, NULL, 0}};
static const Type errstate_type_template = {
    .name = "numpy.errstate",
    .documentation = "Context manager for floating-point error handling.",
    .signature = "(*, call=<no value>, all=None, divide=None, over=None, under=None, invalid=None)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(ErrorStateObject),
    .create = errstate_create,
    .destroy = errstate_destroy,
    .visit = errstate_visit,
    .clear = errstate_destroy,
    .call = errstate_call,
    .methods = errstate_methods,
};
Value make_errstate(Thread *thread) {
    Type *type = type_from_template(thread, &errstate_type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

/* ---- Printing ---- */

#define PRINT_SIGNATURE                                                                                       \
    "precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, " \
    "formatter=None, sign=None, floatmode=None, *, legacy=None, override_repr=None)"
enum { PRINT_PARAMETERS = 12 };

static bool set_count(Thread *thread, Value value, int *target) {
    int64_t number;
    if (value_is_none(value)) return true;
    if (value_is_float(value) && float_number(value) > INT_MAX) {
        *target = INT_MAX;
        return true;
    }
    if (!value_to_int64(thread, value, &number)) return false;
    *target = number > INT_MAX ? INT_MAX : number < 0 ? 0 : (int)number;
    return true;
}
static void set_text(Value value, char text[16]) {
    if (value_is_string(value)) snprintf(text, 16, "%s", value_c_string(value));
}

static bool print_options_set(Thread *thread, const Value *arguments, PrintOptions *options) {
    static const char *const float_modes[] = {[FLOAT_MODE_MAXPREC] = "maxprec", [FLOAT_MODE_UNIQUE] = "unique",
                                              [FLOAT_MODE_FIXED] = "fixed",
                                              [FLOAT_MODE_MAXPREC_EQUAL] = "maxprec_equal"};
    if (!set_count(thread, arguments[0], &options->precision) || !set_count(thread, arguments[1], &options->threshold) ||
        !set_count(thread, arguments[2], &options->edge_items) || !set_count(thread, arguments[3], &options->line_width))
        return false;
    if (!value_is_none(arguments[4])) {
        int suppress = value_truth(thread, arguments[4]);
        if (suppress < 0) return false;
        options->suppress = suppress;
    }
    set_text(arguments[5], options->nan_text);
    set_text(arguments[6], options->infinity_text);
    if (value_is_string(arguments[8])) {
        char sign = value_c_string(arguments[8])[0];
        if (sign != '-' && sign != '+' && sign != ' ') {
            raise_value_error(thread, "sign option must be one of ' ', '+', or '-'");
            return false;
        }
        options->sign = sign;
    }
    if (value_is_none(arguments[9])) return true;
    for (size_t i = 0; value_is_string(arguments[9]) && i < sizeof float_modes / sizeof *float_modes; i++)
        if (string_equals_c(value_string(arguments[9]), float_modes[i])) {
            options->float_mode = (FloatMode)i;
            return true;
        }
    raise_value_error(thread, "floatmode option must be one of fixed, unique, maxprec, maxprec_equal");
    return false;
}

static Value print_options_dict(Thread *thread, const PrintOptions *options) {
    static const char *const float_modes[] = {"maxprec", "unique", "fixed", "maxprec_equal"};
    Value dict = dict_new(thread);
    if (value_is_absent(dict)) return dict;
    Dict *d = value_dict(dict);
    bool filled = dict_set_c(thread, d, "edgeitems", value_from_int(options->edge_items)) &&
                  dict_set_c(thread, d, "threshold", value_from_int(options->threshold == INT_MAX ? INT64_MAX
                                                                                                  : options->threshold)) &&
                  dict_set_c_owned(thread, d, "floatmode", string_from_c(thread, float_modes[options->float_mode])) &&
                  dict_set_c(thread, d, "precision", value_from_int(options->precision)) &&
                  dict_set_c(thread, d, "suppress", value_from_bool(options->suppress)) &&
                  dict_set_c(thread, d, "linewidth", value_from_int(options->line_width)) &&
                  dict_set_c_owned(thread, d, "nanstr", string_from_c(thread, options->nan_text)) &&
                  dict_set_c_owned(thread, d, "infstr", string_from_c(thread, options->infinity_text)) &&
                  dict_set_c_owned(thread, d, "sign", string_new(thread, &options->sign, 1)) &&
                  dict_set_c(thread, d, "formatter", VALUE_NONE) && dict_set_c(thread, d, "legacy", VALUE_FALSE) &&
                  dict_set_c(thread, d, "override_repr", VALUE_NONE);
    if (!filled) value_replace(&dict, VALUE_ABSENT);
    return dict;
}

NATIVE(np_set_printoptions) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    PrintOptions options = context->runtime->print_options;
    if (!print_options_set(thread, arguments, &options)) return VALUE_ABSENT;
    context->runtime->print_options = options;
    return VALUE_NONE;
}
NATIVE(np_get_printoptions) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    return context ? print_options_dict(thread, &context->runtime->print_options) : VALUE_ABSENT;
}

typedef struct PrintOptionsObject {
    Object object;
    PrintOptions wanted, saved;
} PrintOptionsObject;
static Value printoptions_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[PRINT_PARAMETERS];
    ArrayContext *context = array_context(thread);
    if (!context || !native_match(thread, "printoptions", "(" PRINT_SIGNATURE, call, arguments, PRINT_PARAMETERS))
        return VALUE_ABSENT;
    PrintOptionsObject *self = object_new(thread, type);
    if (self) {
        self->wanted = context->runtime->print_options;
        if (!print_options_set(thread, arguments, &self->wanted)) {
            object_release(self);
            self = NULL;
        }
    }
    native_release_arguments(arguments, PRINT_PARAMETERS);
    return value_from_object(self);
}
NATIVE(printoptions_enter) {
    NATIVE_UNUSED;
    PrintOptionsObject *self = (PrintOptionsObject *)arguments[0].object;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    self->saved = context->runtime->print_options;
    context->runtime->print_options = self->wanted;
    return print_options_dict(thread, &self->wanted);
}
NATIVE(printoptions_exit) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    context->runtime->print_options = ((PrintOptionsObject *)arguments[0].object)->saved;
    return VALUE_NONE;
}
static const NativeEntry printoptions_methods[] = {{"__enter__", "($self)", NULL, printoptions_enter, NULL, 0},
                                                   {"__exit__", "($self, *args)", NULL, printoptions_exit, NULL, 0},
                                                   {NULL, NULL, NULL, NULL, NULL, 0}};
static const Type printoptions_type_template = {
    .name = "numpy.printoptions",
    .documentation = "Context manager for print options.",
    .signature = "(" PRINT_SIGNATURE,
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(PrintOptionsObject),
    .create = printoptions_create,
    .methods = printoptions_methods,
};
Value make_printoptions(Thread *thread) {
    Type *type = type_from_template(thread, &printoptions_type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

/* np.array2string: the options of the call, and a separator or a formatter for the elements. */
static Value formatted_element(Thread *thread, Value formatter, Value element) {
    static const char *const keys[] = {"float_kind", "int_kind", "complex_kind", "bool", "float", "int", "all"};
    const void *bytes;
    const Dtype *dtype = value_scalar(element, &bytes);
    char kind = dtype ? dtype->kind : 'f';
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool fits = i == 6 || (kind == 'f' && (i == 0 || i == 4)) || ((kind == 'i' || kind == 'u') && (i == 1 || i == 5)) ||
                    (kind == 'c' && i == 2) || (kind == 'b' && i == 3);
        if (!fits) continue;
        Value function = dict_get_c(thread, value_dict(formatter), keys[i]);
        if (!value_is_absent(function) && !value_is_none(function)) return value_call_one(thread, function, element);
    }
    return value_str(thread, element);
}

static bool append_formatted(Thread *thread, TextBuffer *text, Value array, Value formatter, const char *separator,
                             int indent) {
    if (!value_is_ndarray(array)) {
        Value element = formatted_element(thread, formatter, array);
        if (value_is_absent(element)) return false;
        if (value_is_string(element)) text_append(text, value_c_string(element));
        value_release(element);
        return true;
    }
    const Array *data = value_ndarray(array);
    if (!data->dimensions) {
        Value key = tuple_new(thread, 0), element = value_is_absent(key) ? key : value_get_item(thread, array, key);
        bool appended = !value_is_absent(element) && append_formatted(thread, text, element, formatter, separator, indent);
        value_release(key);
        value_release(element);
        return appended;
    }
    text_append(text, "[");
    for (int64_t i = 0; i < data->shape[0]; i++) {
        if (i) {
            text_append(text, separator);
            if (data->dimensions > 1) {
                while (text->length && text->bytes[text->length - 1] == ' ') text_truncate(text, text->length - 1);
                text_append_repeated(text, '\n', (size_t)data->dimensions - 1);
                text_append_repeated(text, ' ', (size_t)indent + 1);
            }
        }
        Value item = value_get_item(thread, array, value_from_int(i));
        bool appended = !value_is_absent(item) && append_formatted(thread, text, item, formatter, separator, indent + 1);
        value_release(item);
        if (!appended) return false;
    }
    text_append(text, "]");
    return true;
}

NATIVE(np_array2string) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    /* a, max_line_width, precision, suppress_small, separator, prefix, formatter, threshold, edgeitems, sign, floatmode */
    Value settings[PRINT_PARAMETERS];
    if (!context) return VALUE_ABSENT;
    for (int i = 0; i < PRINT_PARAMETERS; i++) settings[i] = VALUE_NONE;
    settings[0] = arguments[2];
    settings[1] = arguments[7];
    settings[2] = arguments[8];
    settings[3] = arguments[1];
    settings[4] = arguments[3];
    settings[8] = arguments[9];
    settings[9] = arguments[10];
    PrintOptions saved = context->runtime->print_options, wanted = saved;
    if (!print_options_set(thread, settings, &wanted)) return VALUE_ABSENT;
    const char *separator = value_is_string(arguments[4]) ? value_c_string(arguments[4]) : " ";
    Array *array = array_from_value_any(thread, arguments[0], NULL);
    if (!array) return VALUE_ABSENT;
    Value object = value_from_array(thread, array), result = VALUE_ABSENT;
    context->runtime->print_options = wanted;
    if (value_is_absent(object)) {
        result = VALUE_ABSENT;
    } else if (value_is_dict(arguments[6])) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        if (append_formatted(thread, &text, object, arguments[6], separator, 0))
            result = string_from_text_buffer(thread, &text);
        else
            text_release(&text);
    } else {
        const char *prefix = value_is_string(arguments[5]) ? value_c_string(arguments[5]) : "";
        TextBuffer text = TEXT_BUFFER_EMPTY;
        Error error = ERROR_NONE;
        if (array_to_text(context->runtime, value_ndarray(object), &wanted, separator, prefix, "", &text, &error)) {
            result = string_from_text_buffer(thread, &text);
        } else {
            text_release(&text);
            raise_array_error(thread, &error);
        }
    }
    context->runtime->print_options = saved;
    value_release(object);
    return result;
}
NATIVE(np_array_str) {
    NATIVE_UNUSED;
    Value arguments_all[11] = {arguments[0], arguments[1], arguments[2], arguments[3]};
    for (int i = 4; i < 11; i++) arguments_all[i] = VALUE_NONE;
    return np_array2string(thread, native, arguments_all);
}
NATIVE(np_array_repr) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    Value settings[PRINT_PARAMETERS];
    if (!context) return VALUE_ABSENT;
    for (int i = 0; i < PRINT_PARAMETERS; i++) settings[i] = VALUE_NONE;
    settings[0] = arguments[2];
    settings[3] = arguments[1];
    settings[4] = arguments[3];
    PrintOptions saved = context->runtime->print_options;
    Value result = print_options_set(thread, settings, &context->runtime->print_options)
                       ? value_repr(thread, arguments[0])
                       : VALUE_ABSENT;
    context->runtime->print_options = saved;
    return result;
}

const NativeEntry state_functions[] = {
    {"geterr", "()", "How floating-point errors are handled.", np_geterr, NULL, 0},
    {"seterr", "(all=None, divide=None, over=None, under=None, invalid=None)",
     "Set how floating-point errors are handled; the old settings are returned.", np_seterr, NULL, 0},
    {"geterrcall", "()", "The function or object that handles errors.", np_geterrcall, NULL, 0},
    {"seterrcall", "(func)", "Set the function or object that handles errors.", np_seterrcall, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry print_functions[] = {
    {"set_printoptions", "(" PRINT_SIGNATURE, "Set how arrays are printed.", np_set_printoptions, NULL, 0},
    {"get_printoptions", "()", "How arrays are printed.", np_get_printoptions, NULL, 0},
    {"array2string",
     "(a, max_line_width=None, precision=None, suppress_small=None, separator=' ', prefix='', formatter=None, "
     "threshold=None, edgeitems=None, sign=None, floatmode=None, suffix='', *, legacy=None)",
     "The array as text.", np_array2string, NULL, 0},
    {"array_str", "(a, max_line_width=None, precision=None, suppress_small=None)", "The array as str() shows it.",
     np_array_str, NULL, 0},
    {"array_repr", "(arr, max_line_width=None, precision=None, suppress_small=None)", "The array as repr() shows it.",
     np_array_repr, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
