/* What numpy can be told about itself: floating-point errors (errstate) and printing (printoptions). */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/objects/core/gc.h"

#include <limits.h>
#include <math.h>
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
        raise_value_error(thread, "invalid error mode %s", value_c_string(text));
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
/* A function, an object with write(), or None. */
static bool check_callback(Thread *thread, Value callback) {
    if (value_is_none(callback) || value_is_callable(thread->interpreter, callback)) return true;
    Value writer = value_find_attribute_c(thread, callback, "write");
    bool writes = !value_is_absent(writer) && value_is_callable(thread->interpreter, writer);
    value_release(writer);
    if (!writes && !exception_is_set(thread)) raise_type_error(thread, "python object must be callable or have a callable write method");
    return writes;
}

NATIVE(np_seterrcall) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context || !check_callback(thread, arguments[0])) return VALUE_ABSENT;
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
    static const char *const names[] = {"all", "divide", "over", "under", "invalid", "call"};
    Value arguments[6];
    if (call->positional_count)
        return raise_type_error(thread, "errstate.__init__() takes 1 positional argument but %zu were given", 1 + call->positional_count);
    for (size_t i = 0; call->names && i < call->names->count; i++) {
        bool known = false;
        for (size_t k = 0; k < 6; k++) known = known || !strcmp(names[k], value_c_string(call->names->items[i]));
        if (!known)
            return raise_type_error(thread, "errstate.__init__() got an unexpected keyword argument '%s'", value_c_string(call->names->items[i]));
    }
    if (!native_match(thread, "errstate", "(*, all=None, divide=None, over=None, under=None, invalid=None, call=<no value>)",
                      call, arguments, 6))
        return VALUE_ABSENT;
    ErrorStateObject *self = object_new(thread, type);
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
    ErrorState checked = context->runtime->error_state;
    if (!state_from_values(thread, self->modes, &checked)) return false;
    if (!value_is_absent(self->callback) && !check_callback(thread, self->callback)) return false;
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
    .documentation = "with: what divisions by zero and overflows do inside.",
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

/* The options as they are set: what arraylib knows, and what is the language's own. */
typedef struct PrintState {
    PrintOptions options;
    Value formatter, override; /* absent or None: there is none */
} PrintState;

static PrintState print_state_take(const ArrayContext *context) {
    return (PrintState){context->runtime->print_options, value_retain(context->print_formatter), value_retain(context->override_repr)};
}
static void print_state_release(PrintState *state) {
    value_clear(&state->formatter);
    value_clear(&state->override);
}
/* Takes what the state holds. */
static void print_state_set(ArrayContext *context, PrintState *state) {
    context->runtime->print_options = state->options;
    context->runtime->print_options.formatter = value_is_dict(state->formatter) ? state->formatter.object : NULL;
    value_replace(&context->print_formatter, state->formatter);
    value_replace(&context->override_repr, state->override);
    state->formatter = state->override = VALUE_ABSENT;
}

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
static bool set_threshold(Thread *thread, Value value, int *target) {
    if (value_is_none(value)) return true;
    if (value_is_string(value) || value_is_bytes(value)) {
        raise_type_error(thread, "threshold must be numeric");
        return false;
    }
    double number;
    if (!value_to_double(thread, value, &number)) return false;
    if (isnan(number)) {
        raise_value_error(thread, "threshold must be non-NAN, try sys.maxsize for untruncated representation");
        return false;
    }
    *target = number >= INT_MAX ? INT_MAX : number < -1 ? -1 : (int)floor(number);
    return true;
}
static bool set_precision(Thread *thread, Value value, int *target) {
    int64_t number;
    if (value_is_none(value)) return true;
    if (!value_to_int64(thread, value, &number)) {
        exception_clear(thread);
        raise_type_error(thread, "precision must be an integer");
        return false;
    }
    *target = number > INT_MAX ? INT_MAX : number < INT_MIN ? INT_MIN : (int)number;
    return true;
}
static void set_text(Value value, char text[16]) {
    if (value_is_string(value)) snprintf(text, 16, "%s", value_c_string(value));
}

static const struct {
    const char *name;
    int number;
} legacy_modes[] = {{"1.13", 113}, {"1.21", 121}, {"1.25", 125}, {"2.1", 201}, {"2.2", 202}};

static bool set_legacy(Thread *thread, Value value, int *target) {
    if (value_is_none(value) || value_is_absent(value)) return true;
    for (size_t i = 0; value_is_string(value) && i < sizeof legacy_modes / sizeof *legacy_modes; i++)
        if (string_equals_c(value_string(value), legacy_modes[i].name)) {
            *target = legacy_modes[i].number;
            return true;
        }
    if (value.tag == TAG_BOOL && !value_truth(thread, value)) {
        *target = PRINT_NOT_LEGACY;
        return true;
    }
    return warn_format(thread, thread_builtins(thread)->exception_UserWarning, "legacy printing option can currently only be '1.13', '1.21', '1.25', '2.1', '2.2' or `False`");
}

/* What is given of the options is set; the rest stays. */
static bool print_options_set(Thread *thread, const Value *arguments, PrintOptions *options) {
    static const char *const float_modes[] = {[FLOAT_MODE_MAXPREC] = "maxprec", [FLOAT_MODE_UNIQUE] = "unique",
                                              [FLOAT_MODE_FIXED] = "fixed",
                                              [FLOAT_MODE_MAXPREC_EQUAL] = "maxprec_equal"};
    bool known_mode = value_is_none(arguments[9]);
    for (size_t i = 0; value_is_string(arguments[9]) && i < sizeof float_modes / sizeof *float_modes; i++)
        if (string_equals_c(value_string(arguments[9]), float_modes[i])) {
            options->float_mode = (FloatMode)i;
            known_mode = true;
        }
    if (!known_mode) {
        raise_value_error(thread, "floatmode option must be one of \"fixed\", \"unique\", \"maxprec\", \"maxprec_equal\"");
        return false;
    }
    if (!value_is_none(arguments[8])) {
        const String *sign = value_is_string(arguments[8]) ? value_string(arguments[8]) : NULL;
        if (!sign || sign->length != 1 || !strchr("-+ ", sign->bytes[0])) {
            raise_value_error(thread, "sign option must be one of ' ', '+', or '-'");
            return false;
        }
        options->sign = sign->bytes[0];
    }
    if (!set_legacy(thread, arguments[10], &options->legacy) || !set_threshold(thread, arguments[1], &options->threshold) ||
        !set_precision(thread, arguments[0], &options->precision) || !set_count(thread, arguments[2], &options->edge_items) ||
        !set_count(thread, arguments[3], &options->line_width))
        return false;
    if (!value_is_none(arguments[4])) {
        int suppress = value_truth(thread, arguments[4]);
        if (suppress < 0) return false;
        options->suppress = suppress;
    }
    set_text(arguments[5], options->nan_text);
    set_text(arguments[6], options->infinity_text);
    return true;
}

/* The state that set_printoptions(arguments) leads to. */
static bool print_state_read(Thread *thread, const ArrayContext *context, const Value *arguments, PrintState *state) {
    *state = (PrintState){context->runtime->print_options, VALUE_ABSENT, VALUE_ABSENT};
    if (!print_options_set(thread, arguments, &state->options)) return false;
    if (state->options.legacy <= 113) state->options.sign = '-';
    state->formatter = value_retain(arguments[7]);
    state->override = value_is_absent(arguments[11]) ? VALUE_NONE : value_retain(arguments[11]);
    return true;
}

static Value print_options_dict(Thread *thread, const ArrayContext *context) {
    static const char *const float_modes[] = {"maxprec", "unique", "fixed", "maxprec_equal"};
    const PrintOptions *options = &context->runtime->print_options;
    Value dict = dict_new(thread), legacy = VALUE_FALSE;
    if (value_is_absent(dict)) return dict;
    for (size_t i = 0; i < sizeof legacy_modes / sizeof *legacy_modes; i++)
        if (legacy_modes[i].number == options->legacy) legacy = string_from_c(thread, legacy_modes[i].name);
    Dict *d = value_dict(dict);
    Value formatter = value_is_absent(context->print_formatter) ? VALUE_NONE : context->print_formatter;
    Value override = value_is_absent(context->override_repr) ? VALUE_NONE : context->override_repr;
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
                  dict_set_c(thread, d, "formatter", formatter) && dict_set_c_owned(thread, d, "legacy", legacy) &&
                  dict_set_c(thread, d, "override_repr", override);
    if (!filled) value_replace(&dict, VALUE_ABSENT);
    return dict;
}

NATIVE(np_set_printoptions) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    PrintState state;
    if (!context || !print_state_read(thread, context, arguments, &state)) return VALUE_ABSENT;
    print_state_set(context, &state);
    return VALUE_NONE;
}
NATIVE(np_get_printoptions) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    return context ? print_options_dict(thread, context) : VALUE_ABSENT;
}

typedef struct PrintOptionsObject {
    Object object;
    PrintState wanted, saved;
} PrintOptionsObject;
static Value printoptions_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[PRINT_PARAMETERS];
    ArrayContext *context = array_context(thread);
    if (!context || !native_match(thread, "printoptions", "(" PRINT_SIGNATURE, call, arguments, PRINT_PARAMETERS))
        return VALUE_ABSENT;
    PrintOptionsObject *self = object_new(thread, type);
    if (self && !print_state_read(thread, context, arguments, &self->wanted)) {
        object_release(self);
        self = NULL;
    }
    native_release_arguments(arguments, PRINT_PARAMETERS);
    return value_from_object(self);
}
static bool printoptions_visit(Object *object, Visit *visit, void *context) {
    const PrintOptionsObject *self = (const PrintOptionsObject *)object;
    return visit_value(self->wanted.formatter, visit, context) && visit_value(self->wanted.override, visit, context) &&
           visit_value(self->saved.formatter, visit, context) && visit_value(self->saved.override, visit, context);
}
static void printoptions_destroy(Object *object) {
    PrintOptionsObject *self = (PrintOptionsObject *)object;
    print_state_release(&self->wanted);
    print_state_release(&self->saved);
}
NATIVE(printoptions_enter) {
    NATIVE_UNUSED;
    PrintOptionsObject *self = (PrintOptionsObject *)arguments[0].object;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    print_state_release(&self->saved);
    self->saved = print_state_take(context);
    print_state_set(context, &self->wanted);
    return print_options_dict(thread, context);
}
NATIVE(printoptions_exit) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    print_state_set(context, &((PrintOptionsObject *)arguments[0].object)->saved);
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
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(PrintOptionsObject),
    .create = printoptions_create,
    .destroy = printoptions_destroy,
    .visit = printoptions_visit,
    .clear = printoptions_destroy,
    .methods = printoptions_methods,
};
Value make_printoptions(Thread *thread) {
    Type *type = type_from_template(thread, &printoptions_type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

/* Back after a call's own; functions that were set meanwhile stay. */
static void print_options_restore(ArrayContext *context, const PrintOptions *saved) {
    context->runtime->print_options = *saved;
    context->runtime->print_options.formatter = value_is_dict(context->print_formatter) ? context->print_formatter.object : NULL;
}

/* np.array2string: the options of the call, and a separator or functions for the elements. */
static Value text_of_array(Thread *thread, Value value, const Value *settings, const char *separator, const char *prefix, const char *suffix) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    PrintOptions saved = context->runtime->print_options, wanted = saved;
    if (!print_options_set(thread, settings, &wanted)) return VALUE_ABSENT;
    if (!value_is_none(settings[7])) wanted.formatter = value_is_dict(settings[7]) ? settings[7].object : NULL;
    Array *array = array_from_value_any(thread, value, NULL);
    if (!array) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    Value held = value_retain(context->print_formatter); /* what elements do when they are shown may set another */
    context->runtime->print_options = wanted;
    bool shown = array_to_text(context->runtime, array, &wanted, separator, prefix, suffix, &text, &error);
    print_options_restore(context, &saved);
    value_release(held);
    array_release(array);
    if (shown) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return raise_array_error(thread, &error);
}
static const char *text_or(Value value, const char *otherwise) { return value_is_string(value) ? value_c_string(value) : otherwise; }

NATIVE(np_array2string) {
    NATIVE_UNUSED;
    /* a, max_line_width, precision, suppress_small, separator, prefix, formatter, threshold, edgeitems, sign, floatmode, suffix, legacy */
    Value settings[PRINT_PARAMETERS] = {arguments[2], arguments[7],  arguments[8], arguments[1], arguments[3],  VALUE_NONE,
                                        VALUE_NONE,   arguments[6], arguments[9], arguments[10], arguments[12], VALUE_NONE};
    return text_of_array(thread, arguments[0], settings, text_or(arguments[4], " "), text_or(arguments[5], ""), text_or(arguments[11], ""));
}
/* The options of one call. */
static Value with_settings(Thread *thread, const Value *arguments, Value (*show)(Thread *, Value)) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    PrintOptions saved = context->runtime->print_options, wanted = saved;
    Value settings[PRINT_PARAMETERS];
    for (int i = 0; i < PRINT_PARAMETERS; i++) settings[i] = VALUE_NONE;
    settings[0] = arguments[2];
    settings[3] = arguments[1];
    settings[4] = arguments[3];
    if (!print_options_set(thread, settings, &wanted)) return VALUE_ABSENT;
    context->runtime->print_options = wanted;
    Value result = show(thread, arguments[0]);
    print_options_restore(context, &saved);
    return result;
}
NATIVE(np_array_str) {
    NATIVE_UNUSED;
    return with_settings(thread, arguments, value_is_ndarray(arguments[0]) ? ndarray_str : value_str);
}
NATIVE(np_array_repr) {
    NATIVE_UNUSED;
    return with_settings(thread, arguments, value_is_ndarray(arguments[0]) ? ndarray_repr : value_repr);
}

const NativeEntry state_functions[] = {
    {"geterr", "()", "How floating-point errors are handled.", np_geterr, NULL, NATIVE_ASKS_NOBODY},
    {"seterr", "(all=None, divide=None, over=None, under=None, invalid=None)",
     "Set how floating-point errors are handled; the old settings are returned.", np_seterr, NULL, NATIVE_ASKS_NOBODY},
    {"geterrcall", "()", "The function or object that handles errors.", np_geterrcall, NULL, NATIVE_ASKS_NOBODY},
    {"seterrcall", "(func)", "Set the function or object that handles errors.", np_seterrcall, NULL, NATIVE_ASKS_NOBODY},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry print_functions[] = {
    {"set_printoptions", "(" PRINT_SIGNATURE, "Set how arrays are printed.", np_set_printoptions, NULL, NATIVE_ASKS_NOBODY},
    {"get_printoptions", "()", "How arrays are printed.", np_get_printoptions, NULL, NATIVE_ASKS_NOBODY},
    {"array2string",
     "(a, max_line_width=None, precision=None, suppress_small=None, separator=' ', prefix='', *, formatter=None, "
     "threshold=None, edgeitems=None, sign=None, floatmode=None, suffix='', legacy=None)",
     "The array as text.", np_array2string, NULL, 0},
    {"array_str", "(a, max_line_width=None, precision=None, suppress_small=None)", "The array as str() shows it.",
     np_array_str, NULL, 0},
    {"array_repr", "(arr, max_line_width=None, precision=None, suppress_small=None)", "The array as repr() shows it.",
     np_array_repr, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
