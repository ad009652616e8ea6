/* Classes that handle numpy's functions themselves: the protocol of __array_function__ (NEP 18) and of like= (NEP 35).
 *
 * Each public function of the modules numpy, numpy.linalg and numpy.fft that takes part has a hook (Native.before), which sees the
 * arguments as they were given. Only objects of the user's own classes are looked at closer, so that other calls pay for a glance at
 * tags alone. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/container/dict.h"

#include <string.h>

enum { KINDS_MAX = 32 };

/* What of a call is asked: one argument of each class, derived classes before those that they come from. */
typedef struct Overrides {
    Value arguments[KINDS_MAX]; /* borrowed */
    size_t count;
    bool is_needed; /* there is one that is not ndarray's own */
} Overrides;

/* The __array_function__ of an object's class, borrowed; absent: it has none. */
static Value handler_of(Thread *thread, Value value) {
    if (value.tag != TAG_OBJECT) return VALUE_ABSENT;
    bool is_array = value_is_ndarray(value);
    if (!is_array && !(value.object->type->flags & TYPE_HEAP)) return VALUE_ABSENT;
    if (is_array && array_library(value_ndarray(value)) == LIBRARY_CUPY && !(value.object->type->flags & TYPE_HEAP)) return VALUE_ABSENT;
    String *name = string_intern(thread, "__array_function__");
    return name ? type_lookup(value.object->type, name) : VALUE_ABSENT;
}

static Value plain_handler(Thread *thread) {
    ArrayContext *context = array_context(thread);
    String *name = context ? string_intern(thread, "__array_function__") : NULL;
    return name ? type_lookup(context->array_types[LIBRARY_NUMPY], name) : VALUE_ABSENT;
}

static void overrides_add(Thread *thread, Overrides *overrides, Value value, Value plain) {
    Value handler = handler_of(thread, value);
    if (value_is_absent(handler)) return;
    size_t place = overrides->count;
    for (size_t i = 0; i < overrides->count; i++) {
        if (overrides->arguments[i].object->type == value.object->type) return;
        if (place == overrides->count && type_is_subtype(value.object->type, overrides->arguments[i].object->type)) place = i;
    }
    if (overrides->count == KINDS_MAX) return;
    memmove(&overrides->arguments[place + 1], &overrides->arguments[place], (overrides->count - place) * sizeof *overrides->arguments);
    overrides->arguments[place] = value;
    overrides->count++;
    if (handler.tag != plain.tag || handler.object != plain.object) overrides->is_needed = true;
}

/* Is there an object in it, or in lists of them, whose class may have a say? */
static bool is_of_user_class(Value value) { return value.tag == TAG_OBJECT && value.object->type->flags & TYPE_HEAP; }

static const Value *items_of(Value value, size_t *count) {
    bool is_list = value_is_list(value), is_tuple = !is_list && value_is_tuple(value);
    *count = is_list ? value_list(value)->count : is_tuple ? value_tuple(value)->count : 0;
    return is_list ? value_list(value)->items : is_tuple ? value_tuple(value)->items : NULL;
}

static bool is_concerned(Value value, int depth) {
    if (value.tag != TAG_OBJECT) return false;
    if (value.object->type->flags & TYPE_HEAP) return true;
    if (!depth || !(value.object->type->flags & (TYPE_LIST | TYPE_TUPLE))) return false;
    size_t count;
    const Value *items = items_of(value, &count);
    for (size_t i = 0; i < count; i++) {
        if (items[i].tag != TAG_OBJECT && !i) return false; /* a list of numbers */
        if (is_concerned(items[i], depth - 1)) return true;
    }
    return false;
}

static void overrides_collect(Thread *thread, Overrides *overrides, Value value, int depth, Value plain) {
    size_t count;
    const Value *items = depth && !is_of_user_class(value) ? items_of(value, &count) : NULL;
    if (!items) {
        overrides_add(thread, overrides, value, plain);
        return;
    }
    for (size_t i = 0; i < count; i++) overrides_collect(thread, overrides, items[i], depth - 1, plain);
}

/* "numpy.linalg.norm" */
static Value public_name(Thread *thread, const Native *native) {
    const char *module = value_is_string(native->module) ? value_c_string(native->module) : "numpy";
    return string_format(thread, "%s.%s", module, native->entry->name);
}

static Value raise_none_found(Thread *thread, const Native *native, Value types) {
    Value name = public_name(thread, native), list = list_from_iterable(thread, types);
    Value shown = value_is_absent(list) ? VALUE_ABSENT : value_repr(thread, list);
    if (!value_is_absent(name) && !value_is_absent(shown))
        raise_type_error(thread, "no implementation found for '%s' on types that implement __array_function__: %s", value_c_string(name),
                         value_c_string(shown));
    value_release(name);
    value_release(list);
    value_release(shown);
    return VALUE_ABSENT;
}

/* Keywords of a call as a dict, without `left_out` (may be NULL). */
static Value keywords_of(Thread *thread, const Call *call, const char *left_out) {
    Value keywords = dict_new(thread);
    for (size_t i = 0; call->names && i < call->names->count && !value_is_absent(keywords); i++) {
        if (left_out && !strcmp(value_c_string(call->names->items[i]), left_out)) continue;
        if (!dict_set(thread, value_dict(keywords), call->names->items[i], call->values[call->positional_count + i]))
            value_replace(&keywords, VALUE_ABSENT);
    }
    return keywords;
}

/* Ask each in turn: its class's handler is given the function, the classes and the arguments. */
static Value overrides_ask(Thread *thread, const Overrides *overrides, const Native *native, const Call *call, const char *left_out) {
    Value types = tuple_new(thread, overrides->count), result = VALUE_NOT_IMPLEMENTED;
    Value positional = tuple_from_values(thread, call->values, call->positional_count), keywords = keywords_of(thread, call, left_out);
    if (value_is_absent(types) || value_is_absent(positional) || value_is_absent(keywords)) result = VALUE_ABSENT;
    for (size_t i = 0; i < overrides->count && !value_is_absent(types); i++)
        value_tuple(types)->items[i] = value_from_object(object_retain(overrides->arguments[i].object->type));
    Value function = {.tag = TAG_OBJECT, .object = (Object *)(uintptr_t)&native->object};
    for (size_t i = 0; i < overrides->count && result.tag == TAG_NOT_IMPLEMENTED; i++) {
        const Value arguments[] = {function, types, positional, keywords};
        Value method = value_get_attribute_c(thread, overrides->arguments[i], "__array_function__");
        result = value_is_absent(method) ? VALUE_ABSENT : value_call_values(thread, method, arguments, 4);
        value_release(method);
    }
    if (result.tag == TAG_NOT_IMPLEMENTED) result = raise_none_found(thread, native, types);
    value_release(types);
    value_release(positional);
    value_release(keywords);
    return result;
}

/* Was the function called by ndarray.__array_function__, which wants what it does itself? */
static inline bool is_implementation_wanted(Thread *thread) {
    ArrayContext *context = thread->interpreter->arrays;
    bool wanted = context && context->wants_implementation;
    if (wanted) context->wants_implementation = false;
    return wanted;
}

static Value override_within(Thread *thread, const Native *native, const Call *call, int depth) {
    size_t count = call->positional_count + (call->names ? call->names->count : 0);
    bool any = false;
    if (is_implementation_wanted(thread)) return VALUE_ABSENT;
    for (size_t i = 0; i < count && !any; i++) any = is_concerned(call->values[i], depth);
    if (!any) return VALUE_ABSENT;
    Overrides overrides = {.count = 0};
    Value plain = plain_handler(thread);
    for (size_t i = 0; i < count && !value_is_absent(plain); i++) overrides_collect(thread, &overrides, call->values[i], depth, plain);
    if (exception_is_set(thread) || !overrides.is_needed) return VALUE_ABSENT;
    return overrides_ask(thread, &overrides, native, call, NULL);
}

static Value override_plain(Thread *thread, const Native *native, const Call *call) { return override_within(thread, native, call, 0); }
static Value override_lists(Thread *thread, const Native *native, const Call *call) { return override_within(thread, native, call, 1); }
static Value override_nested(Thread *thread, const Native *native, const Call *call) { return override_within(thread, native, call, 16); }

/* like=: an array such as the reference has. */
static Value override_like(Thread *thread, const Native *native, const Call *call) {
    Value like = VALUE_ABSENT;
    if (is_implementation_wanted(thread)) return like;
    for (size_t i = 0; call->names && i < call->names->count; i++)
        if (!strcmp(value_c_string(call->names->items[i]), "like")) like = call->values[call->positional_count + i];
    if (value_is_absent(like) || value_is_none(like)) return VALUE_ABSENT;
    if (value_is_ndarray(like) && array_library(value_ndarray(like)) == LIBRARY_CUPY) {
        Value positional = tuple_from_values(thread, call->values, call->positional_count), keywords = keywords_of(thread, call, "like");
        Value function = array_module_member(thread, "cupy", native->entry->name), result = VALUE_ABSENT;
        if (!value_is_absent(positional) && !value_is_absent(keywords) && !value_is_absent(function))
            result = value_call_unpacked(thread, function, value_tuple(positional), value_dict(keywords));
        value_release(positional);
        value_release(keywords);
        value_release(function);
        return result;
    }
    if (value_is_absent(handler_of(thread, like)))
        return exception_is_set(thread)
                   ? VALUE_ABSENT
                   : raise_type_error(thread, "The `like` argument must be an array-like that implements the `__array_function__` protocol.");
    Overrides overrides = {.arguments = {like}, .count = 1};
    return overrides_ask(thread, &overrides, native, call, "like");
}

/* ---- Which functions ask whom ---- */

static bool takes_part(const char *module) {
    static const char *const modules[] = {"numpy", "numpy.linalg", "numpy.fft", "numpy.lib.stride_tricks"};
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (!strcmp(module, modules[i])) return true;
    return false;
}

static OverrideHook *hook_of(unsigned traits, bool has_like) {
    return traits & ASKS_NOBODY   ? NULL
           : has_like             ? override_like
           : traits & ASKS_NESTED ? override_nested
           : traits & ASKS_LISTS  ? override_lists
                                  : override_plain;
}

OverrideHook *array_override_of(const char *module, const ArrayFunction *function) {
    if (!takes_part(module)) return NULL;
    return hook_of(function->traits, array_function_parameter(function, "like") >= 0);
}

/* What numpy/_dispatch.py's decorators say. */
static unsigned traits_of_python(Thread *thread, Value function) {
    Value word = value_find_attribute_c(thread, function, "__asks__");
    const char *text = value_is_string(word) ? value_c_string(word) : "";
    unsigned traits = !strcmp(text, "nobody") ? ASKS_NOBODY : !strcmp(text, "lists") ? ASKS_LISTS : !strcmp(text, "nested") ? ASKS_NESTED : 0;
    value_release(word);
    return traits;
}

/* A member in Python becomes a function of the module that asks, too; others stay as they are. Takes it over. */
Value array_overridable_member(Thread *thread, const char *module, const char *name, Value member) {
    if (*name == '_' || !takes_part(module) || !native_is_function(member)) return member;
    OverrideHook *hook = hook_of(traits_of_python(thread, member), native_function_takes(member, "like"));
    if (!hook || exception_is_set(thread)) return member;
    Value native = native_new_python(thread, member), module_name = string_from_c(thread, module);
    value_release(member);
    if (!value_is_absent(native) && !value_is_absent(module_name)) {
        ((Native *)native.object)->before = hook;
        value_replace(&((Native *)native.object)->module, value_retain(module_name));
    }
    value_release(module_name);
    return native;
}

static OverrideHook *hook_of_native(const char *module, const NativeEntry *entry) {
    if (!takes_part(module) || *entry->name == '_') return NULL;
    return hook_of(entry->flags & NATIVE_ASKS_NOBODY  ? ASKS_NOBODY
                   : entry->flags & NATIVE_ASKS_LISTS ? ASKS_LISTS
                                                      : 0,
                   strstr(entry->signature, " like=") != NULL);
}

/* The functions of a module that were added from tables of its own. */
void array_override_functions(Thread *thread, Value module, const char *module_name) {
    Value name, value;
    for (size_t at = 0; dict_next(module_attributes(module), &at, &name, &value);)
        if (value_is_string(name) && value.tag == TAG_OBJECT && value.object->type == thread_builtins(thread)->type_native)
            ((Native *)value.object)->before = hook_of_native(module_name, ((Native *)value.object)->entry);
}

/* ---- What ndarray has of the protocol ---- */

/* The function as it is, for arrays and classes derived from them. */
Value ndarray_array_function(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    Value function = arguments[1], types = context ? list_from_iterable(thread, arguments[2]) : VALUE_ABSENT, result = VALUE_ABSENT;
    if (value_is_absent(types)) return types;
    bool are_arrays = true;
    for (size_t i = 0; i < value_list(types)->count; i++) are_arrays = are_arrays && value_is_array_class(value_list(types)->items[i]);
    value_release(types);
    if (!are_arrays) return VALUE_NOT_IMPLEMENTED;
    if (!value_is_tuple(arguments[3])) return raise_type_error(thread, "args must be a tuple.");
    if (!value_is_dict(arguments[4])) return raise_type_error(thread, "kwargs must be a dict.");
    bool is_native = function.tag == TAG_OBJECT && function.object->type == thread_builtins(thread)->type_native;
    if (!is_native) {
        function = value_get_attribute_c(thread, function, "_implementation");
        if (value_is_absent(function)) return function;
    }
    context->wants_implementation = is_native && ((Native *)function.object)->before;
    result = value_call_unpacked(thread, function, value_tuple(arguments[3]), value_dict(arguments[4]));
    context->wants_implementation = false;
    if (!is_native) value_release(function);
    return result;
}
