/* Calling C functions: arguments are matched against the function's signature.
 *
 * A call that gives exactly one value for each parameter by position needs no matching: the caller's array is
 * handed on. Otherwise an array of parameters is filled, borrowed except for the tuple of *args and the dict of
 * **kwargs. Errors use CPython's words, of which there are two sets: those of its C functions (for natives of the
 * builtins and methods of built-in types) and those of functions written in Python (for all else). */
#include "kernel/objects/descriptor/native.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/report/callable_text.h"
#include "kernel/language/run/function.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/descriptor/signature.h"

#include <string.h>

enum { INLINE_ARGUMENTS = 24 };

typedef struct Matching {
    Thread *thread;
    const Signature *signature;
    Native *native;       /* NULL: a constructor */
    const char *name;
    bool is_constructor;  /* of a built-in type: no "takes exactly one argument" */
    const String *unexpected; /* the first keyword that no parameter has; told of after what is missing */
    Value self;           /* goes to the first parameter; absent: none */
    const Call *call;
    Value *arguments;
} Matching;

/* ---- errors ---- */
/* Modules that are C in CPython: their functions speak as C functions do there. */
static bool is_c_module(Value module) {
    static const char *const names[] = {"_bisect", "_collections", "_functools", "_hashlib", "_heapq", "_io", "_operator", "_random",
                                        "_struct", "_thread", "_warnings", "_weakref", "binascii", "builtins", "cmath", "collections",
                                        "functools", "gc", "itertools", "math", "operator", "os", "struct", "sys", "time",
                                        "unicodedata", "zlib"};
    if (module.tag != TAG_OBJECT || !value_is_string(module)) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (string_equals_c(value_string(module), names[i])) return true;
    return false;
}
/* Functions that Cython made speak in a third way. */
static bool is_cython_module(Value module) {
    return module.tag == TAG_OBJECT && value_is_string(module) && !strncmp(value_c_string(module), "numpy.random", 12);
}
static bool is_generator_class(const Type *type) {
    static const char *const names[] = {"Generator", "RandomState", "BitGenerator", "SeedSequence", "PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"};
    const char *name = type_short_name(type);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}
enum { STYLE_UNKNOWN, STYLE_C, STYLE_PYTHON, STYLE_CYTHON };
static bool native_is_python_style(Native *native) {
    if (native->style != STYLE_UNKNOWN) return native->style != STYLE_C;
    Value module = native->owner ? native->owner->module : native->module;
    bool by_cython = is_cython_module(module) || (native->owner && is_generator_class(native->owner));
    native->style = by_cython ? STYLE_CYTHON : is_c_module(module) ? STYLE_C : STYLE_PYTHON;
    return native->style != STYLE_C;
}
static bool is_parsed(const Matching *m) { return m->native && m->native->entry->flags & NATIVE_PARSED; }
static bool is_stack_style(const Matching *m) { return m->native && m->native->entry->flags & NATIVE_STACK; }
static bool is_python_style(const Matching *m) { return m->native && native_is_python_style(m->native); }
static bool is_cython_style(const Matching *m) { return is_python_style(m) && m->native->style == STYLE_CYTHON; }

/* What stands before the name in some messages: the class of a bound method's receiver (or the receiver, a class), else the
 * owner; the module of a function in C. NULL: nothing. */
static const char *prefix_of(const Matching *m) {
    const Native *native = m->native;
    if (!native) return NULL;
    if (!native->owner) {
        bool is_bare = native->module.tag != TAG_OBJECT || string_equals_c(value_string(native->module), "builtins");
        if (is_bare || is_python_style(m)) return NULL;
        const char *module = value_c_string(native->module);
        return !strcmp(module, "os") ? "posix" : !strcmp(module, "struct") ? "_struct" : module;
    }
    if (is_python_style(m) || value_is_absent(native->self)) return type_short_name(native->owner);
    const Type *type = value_is_type(native->self) ? value_type(native->self) : type_of(m->thread->interpreter, native->self);
    return type->qualified_name ? type->qualified_name->bytes : type_short_name(type);
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

/* "find() takes at least 1 argument (0 given)" */
static bool error_parsed(const Matching *m, size_t given, size_t least, size_t most) {
    size_t named = given < least ? least : most;
    raise_type_error(m->thread, "%s() takes %s %zu argument%s (%zu given)", m->name,
                     least == most ? "exactly" : given < least ? "at least" : "at most", named, plural(named), given);
    return false;
}

/* "binomial() takes at least 2 positional arguments (1 given)" */
static bool error_cython(const Matching *m, size_t given) {
    const Signature *s = m->signature;
    size_t hidden = s->has_self ? 1 : 0, most = s->positional_count - hidden, least = s->required_count > hidden ? s->required_count - hidden : 0;
    given -= hidden;
    size_t told = given < least ? least : most;
    raise_type_error(m->thread, "%s() takes %s %zu positional argument%s (%zu given)", m->name,
                     least == most ? "exactly" : given < least ? "at least" : "at most", told, plural(told), given);
    return false;
}

static bool error_too_many(const Matching *m, size_t given) {
    if (is_cython_style(m)) return error_cython(m, given);
    const Signature *s = m->signature;
    size_t hidden = s->has_self && !is_python_style(m) ? 1 : 0;
    size_t most = s->positional_count - hidden, least = s->required_count > hidden ? s->required_count - hidden : 0;
    const char *prefix = prefix_of(m), *dot = prefix ? "." : "";
    if (!prefix) prefix = "";
    given -= hidden;
    if (is_parsed(m)) return error_parsed(m, given, least, most);
    if (is_python_style(m)) {
        if (least == most)
            raise_type_error(m->thread, "%s%s%s() takes %zu positional argument%s but %zu %s given", prefix, dot, m->name,
                             most, plural(most), given, given == 1 ? "was" : "were");
        else
            raise_type_error(m->thread, "%s%s%s() takes from %zu to %zu positional arguments but %zu %s given", prefix, dot,
                             m->name, least, most, given, given == 1 ? "was" : "were");
        return false;
    }
    if (s->positional_only_count != s->positional_count || !s->is_simple)
        raise_type_error(m->thread, most == 0 ? "%s() takes no positional arguments"
                                    : least == most ? "%s() takes exactly %zu positional argument%s (%zu given)"
                                                    : "%s() takes at most %zu argument%s (%zu given)",
                         m->name, most, plural(most), given);
    else if (most == 0 && !m->is_constructor)
        raise_type_error(m->thread, "%s%s%s() takes no arguments (%zu given)", prefix, dot, m->name, given);
    else if (most == 1 && least == 1 && !m->is_constructor)
        raise_type_error(m->thread, "%s%s%s() takes exactly one argument (%zu given)", prefix, dot, m->name, given);
    else
        raise_type_error(m->thread, "%s expected %s%zu argument%s, got %zu", m->name, least == most ? "" : "at most ", most,
                         plural(most), given);
    return false;
}

static bool is_missing(const Matching *m, size_t i) {
    const Parameter *parameter = &m->signature->parameters[i];
    return value_is_absent(m->arguments[i]) && !parameter->has_default && parameter->kind != PARAMETER_LIST &&
           parameter->kind != PARAMETER_DICT;
}

/* "f() missing 2 required positional arguments: 'a' and 'b'" */
static bool error_missing_python(const Matching *m) {
    const Signature *s = m->signature;
    bool keyword_only = true;
    for (size_t i = 0; i < s->count; i++)
        if (is_missing(m, i) && s->parameters[i].kind != PARAMETER_KEYWORD_ONLY) keyword_only = false;
    size_t count = 0, at = 0;
    for (size_t i = 0; i < s->count; i++)
        count += is_missing(m, i) && (s->parameters[i].kind == PARAMETER_KEYWORD_ONLY) == keyword_only;
    TextBuffer names = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < s->count; i++) {
        if (!is_missing(m, i) || (s->parameters[i].kind == PARAMETER_KEYWORD_ONLY) != keyword_only) continue;
        at++;
        text_append_format(&names, "%s'%s'", at == 1 ? "" : at < count ? ", " : count == 2 ? " and " : ", and ",
                           s->parameters[i].name->bytes);
    }
    const char *prefix = prefix_of(m);
    raise_type_error(m->thread, "%s%s%s() missing %zu required %s argument%s: %s", prefix ? prefix : "",
                     prefix ? "." : "", m->name, count, keyword_only ? "keyword-only" : "positional", plural(count),
                     text_string(&names));
    text_release(&names);
    return false;
}

static bool error_missing(const Matching *m, size_t index, size_t given) {
    const Signature *s = m->signature;
    if (is_cython_style(m) && m->signature->parameters[index].kind != PARAMETER_KEYWORD_ONLY) return error_cython(m, index);
    if (is_python_style(m)) return error_missing_python(m);
    size_t hidden = s->has_self ? 1 : 0;
    given -= hidden;
    size_t most = s->positional_count - hidden, least = s->required_count > hidden ? s->required_count - hidden : 0;
    if (is_parsed(m)) return error_parsed(m, given, least, most);
    const char *prefix = prefix_of(m), *dot = prefix ? "." : "";
    if (!prefix) prefix = "";
    const Parameter *parameter = &s->parameters[index];
    if (parameter->kind == PARAMETER_POSITIONAL_ONLY && s->positional_only_count == s->positional_count) {
        if (most == 1 && least == 1 && s->is_simple && !m->is_constructor)
            raise_type_error(m->thread, "%s%s%s() takes exactly one argument (%zu given)", prefix, dot, m->name, given);
        else if (s->is_simple || s->dict_index < 0)
            raise_type_error(m->thread, "%s expected %s%zu argument%s, got %zu", m->name,
                             least == most && s->list_index < 0 ? "" : "at least ", least, plural(least), given);
        else
            raise_type_error(m->thread, "%s() takes at least %zu positional argument%s (%zu given)", m->name, least,
                             plural(least), given);
    } else if (parameter->kind == PARAMETER_POSITIONAL_ONLY) {
        raise_type_error(m->thread, "%s() takes at least %zu positional argument%s (%zu given)", m->name, least,
                         plural(least), given);
    } else {
        raise_type_error(m->thread, "%s() missing required argument '%s' (pos %zu)", m->name, parameter->name->bytes,
                         index + 1 - hidden);
    }
    return false;
}

static bool error_unexpected(const Matching *m, const String *name) {
    const char *prefix = is_cython_style(m) ? NULL : prefix_of(m);
    if (is_python_style(m))
        raise_type_error(m->thread, "%s%s%s() got an unexpected keyword argument '%s'", prefix ? prefix : "",
                         prefix ? "." : "", m->name, name->bytes);
    else
        raise_type_error(m->thread, "'%s' is an invalid keyword argument for %s()", name->bytes, m->name);
    return false;
}

static bool error_twice(const Matching *m, size_t index) {
    const char *prefix = prefix_of(m);
    const char *name = m->signature->parameters[index].name->bytes;
    if (is_cython_style(m)) raise_type_error(m->thread, "%s() got multiple values for keyword argument '%s'", m->name, name);
    else if (is_python_style(m))
        raise_type_error(m->thread, "%s%s%s() got multiple values for argument '%s'", prefix ? prefix : "",
                         prefix ? "." : "", m->name, name);
    else
        raise_type_error(m->thread, "argument for %s() given by name ('%s') and position (%zu)", m->name, name,
                         index + 1 - (m->signature->has_self ? 1 : 0));
    return false;
}

/* ---- matching ---- */
/* What CPython's functions in C look at first, in its order: keywords where none are taken, too many in all, too many by
 * position, too few of those that come by position only. */
static bool check_counts(const Matching *m, size_t given) {
    const Signature *s = m->signature;
    size_t hidden = s->has_self ? 1 : 0, names = m->call->names ? m->call->names->count : 0;
    if (!s->takes_keywords) {
        if (!names) return true;
        const char *prefix = is_parsed(m) && !(s->has_self && value_is_absent(m->self)) ? NULL : prefix_of(m);
        raise_type_error(m->thread, "%s%s%s() takes no keyword arguments", prefix ? prefix : "", prefix ? "." : "", m->name);
        return false;
    }
    if (s->dict_index >= 0) return true;
    size_t by_position = s->positional_count - hidden, all = s->count - hidden - (s->list_index >= 0);
    if (given < hidden) return true;
    given -= hidden;
    if (is_stack_style(m) && given != by_position) {
        raise_type_error(m->thread, "%s expected %zu argument%s, got %zu", m->name, by_position, plural(by_position), given);
        return false;
    }
    if (s->list_index < 0 && given + names > all) {
        raise_type_error(m->thread, "%s() takes at most %zu %sargument%s (%zu given)", m->name, all, given ? "" : "keyword ", plural(all),
                         given + names);
        return false;
    }
    if (s->list_index < 0 && given > by_position) {
        size_t least = s->required_count > hidden ? s->required_count - hidden : 0;
        if (!by_position) raise_type_error(m->thread, "%s() takes no positional arguments", m->name);
        else
            raise_type_error(m->thread, "%s() takes %s %zu positional argument%s (%zu given)", m->name,
                             least < by_position ? "at most" : "exactly", by_position, plural(by_position), given);
        return false;
    }
    size_t least = s->required_count < s->positional_only_count ? s->required_count : s->positional_only_count;
    least = least > hidden ? least - hidden : 0;
    if (given >= least) return true;
    if (s->list_index >= 0)
        raise_type_error(m->thread, "%s expected at least %zu argument%s, got %zu", m->name, least, plural(least), given);
    else
        raise_type_error(m->thread, "%s() takes %s %zu positional argument%s (%zu given)", m->name,
                         least < by_position ? "at least" : "exactly", least, plural(least), given);
    return false;
}

static bool match_keywords(Matching *m) {
    const Signature *s = m->signature;
    const Call *call = m->call;
    for (size_t k = 0; k < call->names->count; k++) {
        String *name = value_string(call->names->items[k]);
        Value value = call->values[call->positional_count + k];
        size_t i = s->count;
        for (size_t p = 0; p < s->count && i == s->count; p++) {
            const Parameter *parameter = &s->parameters[p];
            if (parameter->kind != PARAMETER_ORDINARY && parameter->kind != PARAMETER_KEYWORD_ONLY) continue;
            if (parameter->name == name || string_equals(parameter->name, name)) i = p;
        }
        if (i == s->count) {
            if (s->dict_index < 0) {
                if (is_python_style(m)) return error_unexpected(m, name);
                if (!m->unexpected) m->unexpected = name;
                continue;
            }
            if (!dict_set(m->thread, value_dict(m->arguments[s->dict_index]), call->names->items[k], value)) return false;
            continue;
        }
        if (!value_is_absent(m->arguments[i])) return error_twice(m, i);
        m->arguments[i] = value;
    }
    return true;
}

/* Fills m->arguments; the entries of *args and **kwargs are owned, all others borrowed. After a failure too. */
static bool match_arguments(Matching *m) {
    const Signature *s = m->signature;
    const Call *call = m->call;
    for (size_t i = 0; i < s->count; i++) m->arguments[i] = VALUE_ABSENT;
    size_t first = value_is_absent(m->self) ? 0 : 1;
    size_t given = first + call->positional_count;
    if (!is_python_style(m) && !check_counts(m, given)) return false;
    if (s->dict_index >= 0) {
        m->arguments[s->dict_index] = dict_new(m->thread);
        if (value_is_absent(m->arguments[s->dict_index])) return false;
    }
    if (first && s->count) m->arguments[0] = m->self;
    for (size_t i = first; i < given && i < s->positional_count; i++) m->arguments[i] = call->values[i - first];
    if (s->list_index >= 0) {
        size_t rest = given > s->positional_count ? given - s->positional_count : 0;
        Value list = rest ? tuple_from_values(m->thread, call->values + call->positional_count - rest, rest)
                          : value_retain(thread_builtins(m->thread)->empty_tuple);
        if (value_is_absent(list)) return false;
        m->arguments[s->list_index] = list;
    }
    bool too_many = s->list_index < 0 && given > s->positional_count, speaks_first = is_cython_style(m) || !is_python_style(m);
    if (too_many && speaks_first) return error_too_many(m, given);
    if (call->names && call->names->count && !match_keywords(m)) return false;
    if (too_many) return error_too_many(m, given);
    for (size_t i = 0; i < s->count; i++) {
        if (!value_is_absent(m->arguments[i])) continue;
        if (is_missing(m, i)) return error_missing(m, i, given);
        m->arguments[i] = s->parameters[i].default_value;
    }
    return !m->unexpected || error_unexpected(m, m->unexpected);
}

static void release_collected(const Signature *signature, Value *arguments) {
    if (signature->list_index >= 0) value_release(arguments[signature->list_index]);
    if (signature->dict_index >= 0) value_release(arguments[signature->dict_index]);
}

static Value native_call_matched(Thread *thread, Native *native, const Signature *signature, Value self,
                                 const Call *call) {
    Value space[INLINE_ARGUMENTS];
    Value *arguments = space;
    if (signature->count > INLINE_ARGUMENTS) {
        arguments = memory_allocate(signature->count * sizeof *arguments);
        if (!arguments) return raise_no_memory(thread);
    }
    Matching matching = {.thread = thread, .signature = signature, .name = native->entry->name, .self = self,
                         .native = native, .call = call, .arguments = arguments};
    Value result = VALUE_ABSENT;
    if (match_arguments(&matching)) result = native->entry->code(thread, native, arguments);
    release_collected(signature, arguments);
    if (arguments != space) memory_release(arguments);
    return result;
}

enum { SIMPLE_ARGUMENTS = 8 };

/* Positional arguments only, the rest from the defaults: filled in without further ado. */
static inline bool fill_simple(const Signature *signature, Value self, const Call *call, Value *arguments) {
    size_t first = value_is_absent(self) ? 0 : 1, given = call->positional_count + first;
    if (call->names || !signature->is_simple || signature->count > SIMPLE_ARGUMENTS || given > signature->count ||
        given < signature->required_count)
        return false;
    if (first) arguments[0] = self;
    for (size_t i = 0; i < call->positional_count; i++) arguments[first + i] = call->values[i];
    for (size_t i = given; i < signature->count; i++) arguments[i] = signature->parameters[i].default_value;
    return true;
}

static NativeRawCode *native_raw_code(const Native *native) { return (NativeRawCode *)(uintptr_t)native->entry->data; }

uint8_t native_find_direct_count(Thread *thread, Native *native) {
    const Signature *signature = native_signature(thread, native);
    if (!signature) {
        exception_clear(thread);
        return DIRECT_NONE;
    }
    bool has_self = signature->has_self && !value_is_absent(native->self); /* which is not among the call's values */
    bool is_direct = signature->is_simple && signature->count > 0 && signature->count < DIRECT_NONE && !has_self && !native->before &&
                     !(native->entry->flags & (NATIVE_RAW | NATIVE_CLASS));
    return native->direct_count = is_direct ? (uint8_t)signature->count : DIRECT_NONE;
}

/* The call slot of builtin_function_or_method: module functions and bound methods. */
static Value native_call(Thread *thread, Value callable, const Call *call) {
    Native *native = (Native *)callable.object;
    const Signature *signature = native->signature ? native->signature : native_signature(thread, native);
    if (!signature) return VALUE_ABSENT;
    if (native->before) {
        Value result = native->before(thread, native, call);
        if (!value_is_absent(result) || exception_is_set(thread)) return result;
    }
    Value self = signature->has_self ? native->self : VALUE_ABSENT;
    if (native->entry->flags & NATIVE_RAW) {
        if (value_is_absent(self)) return native_raw_code(native)(thread, native, call);
        Value space[INLINE_ARGUMENTS];
        Call with_self;
        if (!call_prepend(thread, self, call, space, INLINE_ARGUMENTS, &with_self)) return VALUE_ABSENT;
        Value result = native_raw_code(native)(thread, native, &with_self);
        if (with_self.values != space) memory_release((void *)with_self.values);
        return result;
    }
    if (!call->names && signature->is_simple && value_is_absent(self) && call->positional_count == signature->count)
        return native->entry->code(thread, native, call->values);
    if (native->entry->flags & NATIVE_QUICK && !call->names) {
        Value result = native_raw_code(native)(thread, native, call);
        if (!value_is_absent(result) || exception_is_set(thread)) return result;
    }
    Value arguments[SIMPLE_ARGUMENTS];
    if (fill_simple(signature, self, call, arguments)) return native->entry->code(thread, native, arguments);
    return native_call_matched(thread, native, signature, self, call);
}

/* The call slot of method_descriptor: self is the first argument, and must be an instance of the owner. */
static Value method_descriptor_call(Thread *thread, Value callable, const Call *call) {
    Native *native = (Native *)callable.object;
    bool is_raw = native->entry->flags & NATIVE_RAW; /* its signature is for help(): reading it might want memory */
    const Signature *signature = native->signature || is_raw ? native->signature : native_signature(thread, native);
    if (!signature && !is_raw) return VALUE_ABSENT;
    if (call->positional_count == 0)
        return raise_type_error(thread, "unbound method %s.%s() needs an argument", type_short_name(native->owner),
                                native->entry->name);
    if (native->entry->flags & NATIVE_CLASS) {
        if (!value_is_type(call->values[0]) || !type_is_subtype(value_type(call->values[0]), native->owner))
            return raise_type_error(thread, "descriptor '%s' requires a subtype of '%s'", native->entry->name,
                                    native->owner->name);
    } else {
        Type *type = type_of(thread->interpreter, call->values[0]);
        if (type != native->owner && !type_is_subtype(type, native->owner))
            return raise_type_error(thread, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
                                    native->entry->name, native->owner->name, type->name);
    }
    if (is_raw) return native_raw_code(native)(thread, native, call);
    if (!call->names && signature->is_simple && call->positional_count == signature->count)
        return native->entry->code(thread, native, call->values);
    Value arguments[SIMPLE_ARGUMENTS];
    if (fill_simple(signature, VALUE_ABSENT, call, arguments)) return native->entry->code(thread, native, arguments);
    return native_call_matched(thread, native, signature, VALUE_ABSENT, call);
}

/* ---- outside of a Native ---- */
bool native_match(Thread *thread, const char *function_name, const char *signature_text, const Call *call,
                  Value *arguments, size_t capacity) {
    const Signature *signature = signature_get(thread, signature_text);
    if (!signature) return false;
    if (signature->count > capacity) {
        raise_format(thread, thread_builtins(thread)->exception_SystemError, "%s: no room for the arguments of %s",
                     function_name, signature_text);
        return false;
    }
    Matching matching = {.thread = thread, .signature = signature, .name = function_name, .self = VALUE_ABSENT,
                         .is_constructor = true, .call = call, .arguments = arguments};
    if (!match_arguments(&matching)) {
        release_collected(signature, arguments);
        for (size_t i = 0; i < signature->count; i++) arguments[i] = VALUE_ABSENT;
        return false;
    }
    for (size_t i = 0; i < signature->count; i++)
        if ((int)i != signature->list_index && (int)i != signature->dict_index) value_retain(arguments[i]);
    return true;
}

size_t native_parameter_count(const char *signature) {
    size_t count = 0;
    int depth = 0;
    bool in_parameter = false;
    for (const char *at = signature; at && *at; at++) {
        if (*at == '\'' || *at == '"') {
            char quote = *at++;
            while (*at && *at != quote) at += *at == '\\' && at[1] ? 2 : 1;
            if (!*at) break;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (strchr(")]}", *at)) {
            if (--depth == 0) break;
        } else if (depth == 1 && *at == ',') {
            in_parameter = false;
        } else if (depth == 1 && !in_parameter && *at != ' ' && *at != '/' &&
                   !(*at == '*' && (at[1] == ',' || at[1] == ' '))) {
            in_parameter = true;
            count++;
        }
    }
    return count;
}

void native_release_arguments(Value *arguments, size_t count) {
    for (size_t i = 0; i < count; i++) value_clear(&arguments[i]);
}

/* ---- making them ---- */
static Native *native_make(Thread *thread, Type *type, const NativeEntry *entry) {
    Native *native = object_new(thread, type);
    if (native) native->entry = entry;
    return native;
}

Value native_new(Thread *thread, const NativeEntry *entry, Value module_name) {
    Native *native = native_make(thread, thread_builtins(thread)->type_native, entry);
    if (!native) return VALUE_ABSENT;
    native->module = value_retain(module_name);
    return value_from_object(native);
}

Value native_new_bound(Thread *thread, const NativeEntry *entry, Value self, Type *owner) {
    Native *native = native_make(thread, thread_builtins(thread)->type_native, entry);
    if (!native) return VALUE_ABSENT;
    native->self = value_retain(self);
    native->owner = owner;
    return value_from_object(native);
}

Value native_new_method(Thread *thread, const NativeEntry *entry, Type *owner) {
    Builtins *builtins = thread_builtins(thread);
    bool is_static = entry->flags & NATIVE_STATIC, is_class = entry->flags & NATIVE_CLASS;
    Type *type = is_static  ? builtins->type_native
                 : is_class ? builtins->type_classmethod_descriptor
                            : builtins->type_method_descriptor;
    Native *native = native_make(thread, type, entry);
    if (!native) return VALUE_ABSENT;
    native->owner = owner;
    Value method = value_from_object(native);
    if (is_static) {
        Value wrapped = staticmethod_new(thread, method);
        value_release(method);
        return wrapped;
    }
    return method;
}

static Value method_descriptor_get(Thread *thread, Value self, Value instance, Value owner) {
    Native *method = (Native *)self.object;
    bool is_class = method->entry->flags & NATIVE_CLASS;
    Value receiver = is_class ? owner : instance;
    if (is_class && value_is_absent(owner)) receiver = value_from_object(type_of(thread->interpreter, instance));
    if (value_is_absent(receiver)) return value_retain(self);
    if (is_class && !value_is_type(receiver))
        return raise_type_error(thread, "descriptor '%s' for type '%s' needs a type, not a '%s' as arg 2", method->entry->name,
                                method->owner->name, value_type_name(thread, receiver));
    if (is_class && !type_is_subtype(value_type(receiver), method->owner))
        return raise_type_error(thread, "descriptor '%s' requires a subtype of '%s' but received '%s'", method->entry->name,
                                method->owner->name, value_type(receiver)->name);
    Type *type = type_of(thread->interpreter, receiver);
    if (!is_class && type != method->owner && !type_is_subtype(type, method->owner))
        return raise_type_error(thread, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
                                method->entry->name, method->owner->name, type->name);
    Value bound = native_new_bound(thread, method->entry, receiver, method->owner);
    if (!value_is_absent(bound)) ((Native *)bound.object)->signature = method->signature;
    return bound;
}

static Value call_python(Thread *thread, const Native *native, const Call *call) {
    return value_call(thread, native->self, call);
}

bool native_is_function(Value value) { return value_is_function(value); }

bool native_function_takes(Value function, const char *parameter) {
    const Code *code = value_function(function)->code;
    for (size_t i = 0; i < code->parameter_count; i++)
        if (!strcmp(code->locals[i]->bytes, parameter)) return true;
    return false;
}

bool native_is_hidden_function(Value value) { return value_is_function(value) && value_function(value)->code->is_hidden; }

Value native_new_python(Thread *thread, Value value) {
    Function *function = value_function(value);
    NativeEntry *entry = memory_allocate(sizeof *entry);
    Native *native = entry ? native_make(thread, thread_builtins(thread)->type_native, entry) : NULL;
    if (!native) {
        memory_release(entry);
        return entry ? VALUE_ABSENT : raise_no_memory(thread);
    }
    /* The texts are those of the code and the docstring, which the function keeps. */
    *entry = (NativeEntry){.name = function->code->name->bytes,
                           .signature = "(*args, **kwargs)",
                           .documentation = value_is_string(function->documentation) ? value_c_string(function->documentation) : NULL,
                           .data = (const void *)(uintptr_t)call_python,
                           .flags = NATIVE_RAW};
    native->is_python = true;
    function->code->is_hidden = true;
    native->self = value_retain(value);
    native->module = value_retain(function->module);
    return value_from_object(native);
}

/* ---- members ---- */
static void native_destroy(Object *self) {
    Native *native = (Native *)self;
    if (native->is_python) memory_release((void *)native->entry);
    value_clear(&native->self);
    value_clear(&native->module);
}

static bool native_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((Native *)self)->self, visit, context);
}

static void native_clear(Object *self) { value_clear(&((Native *)self)->self); }

static Value native_repr(Thread *thread, Value self) {
    Native *native = (Native *)self.object;
    if (native->is_python && !native->before) return string_format(thread, "<built-in function %s>", native->entry->name);
    if (!native->is_python && !value_is_absent(native->self) && !value_is_module(native->self))
        return native->self.tag == TAG_OBJECT
                   ? string_format(thread, "<built-in method %s of %s object at %p>", native->entry->name,
                                   value_type_name(thread, native->self), (void *)native->self.object)
                   : string_format(thread, "<built-in method %s of %s object at 0x%llx>", native->entry->name,
                                   value_type_name(thread, native->self), (unsigned long long)native->self.integer);
    if (native_is_python_style(native))
        return string_format(thread, "<function %s at %p>", native->entry->name, (void *)native);
    return string_format(thread, "<built-in function %s>", native->entry->name);
}

static Value method_descriptor_repr(Thread *thread, Value self) {
    Native *native = (Native *)self.object;
    return string_format(thread, native_is_python_style(native) ? "<function %2$s.%1$s at %3$p>"
                                                                : "<method '%1$s' of '%2$s' objects>",
                         native->entry->name, native->owner->name, (void *)native);
}

static Value native_get_name(Thread *thread, Value self) {
    return string_from_c(thread, ((Native *)self.object)->entry->name);
}

static Value native_get_qualified_name(Thread *thread, Value self) {
    Native *native = (Native *)self.object;
    if (!native->owner) return string_from_c(thread, native->entry->name);
    if (value_is_absent(native->self) || native_is_python_style(native))
        return string_format(thread, "%s.%s", type_short_name(native->owner), native->entry->name);
    const Type *type = value_is_type(native->self) ? value_type(native->self) : type_of(thread->interpreter, native->self);
    const char *name = type->qualified_name ? type->qualified_name->bytes : type_short_name(type);
    return string_format(thread, "%s.%s", name, native->entry->name);
}

static Value native_get_documentation(Thread *thread, Value self) {
    const char *text = ((Native *)self.object)->entry->documentation;
    return text ? string_from_c(thread, text) : VALUE_NONE;
}

static Value native_get_signature(Thread *thread, Value self) {
    const Native *native = (Native *)self.object;
    if (native->is_python) {
        TextBuffer out = TEXT_BUFFER_EMPTY;
        callable_append_signature(thread, native->self, &out);
        Value signature = string_new(thread, text_string(&out), out.length);
        text_release(&out);
        return signature;
    }
    const char *text = ((Native *)self.object)->entry->signature;
    return text ? string_from_c(thread, text) : VALUE_NONE;
}

static Value native_get_module(Thread *thread, Value self) {
    (void)thread;
    Native *native = (Native *)self.object;
    if (native->owner || value_is_absent(native->module)) return VALUE_NONE;
    return value_retain(native->module);
}

static Value native_get_self(Thread *thread, Value self) {
    const Native *native = (Native *)self.object;
    if (native->is_python) {
        Value module = value_is_string(native->module) ? dict_get_string(thread->interpreter->modules, value_string(native->module))
                                                       : VALUE_ABSENT;
        return value_is_absent(module) ? VALUE_NONE : value_retain(module);
    }
    Value bound = native->self;
    return value_is_absent(bound) ? VALUE_NONE : value_retain(bound);
}

static Value native_get_owner(Thread *thread, Value self) {
    (void)thread;
    Type *owner = ((Native *)self.object)->owner;
    return owner ? value_from_object(object_retain(owner)) : VALUE_NONE;
}

static bool native_hash(Thread *thread, Value self, int64_t *hash) {
    const Native *native = (Native *)self.object;
    int64_t self_hash = 0;
    if (native->self.tag == TAG_OBJECT)
        self_hash = (int64_t)((uintptr_t)native->self.object >> 4);
    else if (!value_is_absent(native->self) && !value_hash(thread, native->self, &self_hash))
        return false;
    *hash = self_hash ^ (int64_t)((uintptr_t)native->entry >> 4);
    if (*hash == -1) *hash = -2;
    return true;
}

static Value native_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(left, &native_type_template) ||
        !value_has_type(right, &native_type_template))
        return VALUE_NOT_IMPLEMENTED;
    Native *a = (Native *)left.object, *b = (Native *)right.object;
    bool equal = a == b || (a->entry == b->entry && !value_is_absent(a->self) && value_is(a->self, b->self));
    return value_from_bool(equal == (comparison == COMPARE_EQ));
}

NATIVE(native_reduce) {
    NATIVE_UNUSED;
    return native_get_qualified_name(thread, arguments[0]);
}

static const NativeEntry native_methods[] = {
    {"__reduce__", "($self, /)", NULL, native_reduce, NULL, 0},
    {0},
};

static const PropertyEntry native_properties[] = {
    {"__name__", native_get_name, NULL, NULL},
    {"__qualname__", native_get_qualified_name, NULL, NULL},
    {"__doc__", native_get_documentation, NULL, NULL},
    {"__text_signature__", native_get_signature, NULL, NULL},
    {"__module__", native_get_module, NULL, NULL},
    {"__self__", native_get_self, NULL, NULL},
    {0},
};

static const PropertyEntry method_descriptor_properties[] = {
    {"__name__", native_get_name, NULL, NULL},
    {"__qualname__", native_get_qualified_name, NULL, NULL},
    {"__doc__", native_get_documentation, NULL, NULL},
    {"__text_signature__", native_get_signature, NULL, NULL},
    {"__objclass__", native_get_owner, NULL, NULL},
    {0},
};

const Type native_type_template = {
    .name = "builtin_function_or_method",
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(Native),
    .attributes_offset = offsetof(Native, attributes),
    .weak_offset = offsetof(Native, weak_references),
    .destroy = native_destroy,
    .visit = native_visit,
    .clear = native_clear,
    .repr = native_repr,
    .hash = native_hash,
    .compare = native_compare,
    .call = native_call,
    .methods = native_methods,
    .properties = native_properties,
};

const Type method_descriptor_type_template = {
    .name = "method_descriptor",
    .flags = TYPE_COLLECTED | TYPE_METHOD,
    .instance_size = sizeof(Native),
    .attributes_offset = offsetof(Native, attributes),
    .weak_offset = offsetof(Native, weak_references),
    .destroy = native_destroy,
    .visit = native_visit,
    .clear = native_clear,
    .repr = method_descriptor_repr,
    .call = method_descriptor_call,
    .descriptor_get = method_descriptor_get,
    .methods = native_methods,
    .properties = method_descriptor_properties,
};

const Type classmethod_descriptor_type_template = {
    .name = "classmethod_descriptor",
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(Native),
    .attributes_offset = offsetof(Native, attributes),
    .weak_offset = offsetof(Native, weak_references),
    .destroy = native_destroy,
    .visit = native_visit,
    .clear = native_clear,
    .repr = method_descriptor_repr,
    .call = method_descriptor_call,
    .descriptor_get = method_descriptor_get,
    .methods = native_methods,
    .properties = method_descriptor_properties,
};
