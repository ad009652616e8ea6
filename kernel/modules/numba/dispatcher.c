/* Dispatchers: what jit() makes of a function. A call looks for the code that was made for its arguments' types. */
#include "kernel/modules/numba/numba.h"

#include "kernel/modules/numpy/numpy.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/core/type_templates.h"

#include "base/memory.h"

#include <string.h>

enum { ARGUMENTS_MOST = 64, PARTS_MOST = 256 };

static DispatcherObject *dispatcher_of(Value value) { return (DispatcherObject *)value.object; }

static void specializations_release(DispatcherObject *self) {
    while (self->first) {
        Specialization *next = self->first->next;
        compiled_destroy(self->first->compiled);
        memory_release(self->first);
        self->first = next;
    }
    self->last = NULL;
}

static void dispatcher_destroy(Object *object) {
    DispatcherObject *self = (DispatcherObject *)object;
    specializations_release(self);
    value_release(self->function);
    value_release(self->failed);
}

static bool dispatcher_visit(Object *object, Visit *visit, void *context) {
    DispatcherObject *self = (DispatcherObject *)object;
    if (self->function.tag == TAG_OBJECT && !visit(self->function.object, context)) return false;
    return self->failed.tag != TAG_OBJECT || visit(self->failed.object, context);
}

static void dispatcher_clear(Object *object) {
    DispatcherObject *self = (DispatcherObject *)object;
    value_replace(&self->function, VALUE_ABSENT);
    value_replace(&self->failed, VALUE_ABSENT);
}

static Value dispatcher_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[8];
    if (!native_match(thread, "Dispatcher", "(py_func, parallel=False, fastmath=False, error_model='python', inline=False, debug=False, interpreted=False, failed=None)",
                      call, arguments, 8))
        return VALUE_ABSENT;
    DispatcherObject *self = object_new(thread, type);
    if (self) {
        self->function = value_retain(arguments[0]);
        self->options.is_parallel = value_truth(thread, arguments[1]) > 0;
        self->options.fast_math = value_truth(thread, arguments[2]) > 0;
        self->options.has_numpy_errors = value_is_string(arguments[3]) && !strcmp(value_c_string(arguments[3]), "numpy");
        self->options.is_inline = value_truth(thread, arguments[4]) > 0;
        self->options.keeps_text = value_truth(thread, arguments[5]) > 0;
        self->is_interpreted = value_truth(thread, arguments[6]) > 0;
        self->failed = value_is_none(arguments[7]) ? VALUE_ABSENT : value_retain(arguments[7]);
    }
    native_release_arguments(arguments, 8);
    return value_from_object(self);
}

/* ---- calls */

static inline __attribute__((always_inline)) bool fits(Thread *thread, Value value, const CompileType *type) {
    if (__builtin_expect(type->kind == TYPE_KIND_NUMBER, 1)) {
        if (value.tag == TAG_INT) return type->number == DTYPE_INT64;
        if (value.tag == TAG_FLOAT) return type->number == DTYPE_FLOAT64;
    }
    return value_fits_type(thread, value, type);
}

static inline bool all_fit(Thread *thread, const Specialization *s, const Value *values) {
    for (int i = 0; i < s->count; i++)
        if (!fits(thread, values[i], s->types[i])) return false;
    return true;
}

/* Lists that were passed: what has been done to them is seen by the caller, also when the call ends by an exception. */
static bool reflect(Thread *thread, const Specialization *s, const PartMemory *parts, const Value *values) {
    Value error = exception_is_set(thread) ? exception_take(thread) : VALUE_ABSENT;
    bool good = true;
    for (int i = 0, at = 0; i < s->count && good; i++) {
        const CompileType *type = s->types[i];
        if (type->kind == TYPE_KIND_OMITTED || type->kind == TYPE_KIND_LITERAL) continue;
        good = value_reflect(thread, type, parts + at, values, (size_t)s->count);
        at += type->part_count;
    }
    if (!value_is_absent(error)) {
        if (exception_is_set(thread)) exception_clear(thread);
        exception_restore(thread, error);
    }
    return good;
}

static Value run(Thread *thread, Specialization *s, const Value *values) {
    const Compiled *compiled = s->compiled;
    PartMemory parts[PARTS_MOST];
    void *pointers[PARTS_MOST + 1];
    int at = 0, results = compiled->result->part_count;
    CompiledRun whole;
    compiled_run_begin(&whole, thread);
    s->calls++;
    for (int i = 0; i < s->count; i++) {
        const CompileType *type = s->types[i];
        if (__builtin_expect(type->kind == TYPE_KIND_NUMBER && (values[i].tag == TAG_INT || values[i].tag == TAG_FLOAT) && type->part_count == 1, 1) &&
            ((values[i].tag == TAG_INT && type->number == DTYPE_INT64) || (values[i].tag == TAG_FLOAT && type->number == DTYPE_FLOAT64))) {
            parts[at].i = values[i].integer;
            pointers[at] = &parts[at];
            at++;
            continue;
        }
        if (type->kind == TYPE_KIND_OMITTED || type->kind == TYPE_KIND_LITERAL) continue;
        if (at + type->part_count + results > PARTS_MOST) return raise_type_error(thread, "too many arguments");
        if (!value_unbox(thread, &whole, values[i], type, parts + at)) {
            compiled_run_end(&whole);
            return exception_is_set(thread) ? VALUE_ABSENT : raise_type_error(thread, "can't unbox the argument as %s", type->name);
        }
        for (int k = 0; k < type->part_count; k++, at++) pointers[at] = &parts[at];
    }
    PartMemory *result = parts + at;
    void *places[PARTS_MOST];
    if (results == 1) pointers[at] = result;
    else
        for (int i = 0; i < results; i++) { /* parameters that are pointers to the places of the results */
            places[i] = &result[i];
            pointers[at + i] = &places[i];
        }
    Value value = VALUE_ABSENT;
    if (compiled_run_call(&whole, compiled, pointers)) value = value_box(thread, compiled->result, result, values, (size_t)s->count);
    if (whole.live && !reflect(thread, s, parts, values)) value_replace(&value, VALUE_ABSENT);
    if (whole.live || whole.printed.bytes || whole.raised.tag != TAG_ABSENT) compiled_run_end(&whole);
    return value;
}

/* The arguments in the places of the parameters; what was left out is absent. */
static bool match(Thread *thread, DispatcherObject *self, const Call *call, Value *values, int *count, Value *star) {
    const Function *function = value_function(self->function);
    const Code *code = function->code;
    size_t positional = code->argument_count, keyword = code->keyword_only_count, named = call->names ? call->names->count : 0;
    bool has_star = code->flags & CODE_STAR_ARGUMENTS;
    size_t all = positional + keyword + has_star, defaults = function->defaults ? function->defaults->count : 0;
    *star = VALUE_ABSENT;
    if (all > ARGUMENTS_MOST || code->flags & CODE_STAR_KEYWORDS) return raise_type_error(thread, "too many parameters"), false;
    if (call->positional_count > positional && !has_star) {
        raise_type_error(thread, "too many arguments: expected %zu, got %zu", positional, call->positional_count + named);
        return false;
    }
    for (size_t i = 0; i < all; i++) values[i] = i < call->positional_count && i < positional ? call->values[i] : VALUE_ABSENT;
    for (size_t i = 0; i < named; i++) {
        const String *name = value_string(call->names->items[i]);
        size_t at = 0;
        while (at < positional + keyword && code->locals[at] != name && !string_equals(code->locals[at], name)) at++;
        if (at == positional + keyword) return raise_type_error(thread, "some keyword arguments unexpected"), false;
        values[at] = call->values[call->positional_count + i];
    }
    for (size_t i = 0; i < positional + keyword; i++) {
        if (!value_is_absent(values[i])) continue;
        bool has_default = i < positional ? i + defaults >= positional
                                          : function->keyword_defaults && !value_is_absent(dict_get_string(function->keyword_defaults, code->locals[i]));
        if (has_default) continue;
        if (named) raise_type_error(thread, "missing argument '%s'", code->locals[i]->bytes);
        else raise_type_error(thread, "not enough arguments: expected at least %zu, got %zu", positional - defaults, call->positional_count);
        return false;
    }
    if (has_star) {
        size_t extra = call->positional_count > positional ? call->positional_count - positional : 0;
        *star = tuple_from_values(thread, extra ? call->values + positional : NULL, extra);
        if (value_is_absent(*star)) return false;
        values[positional + keyword] = *star;
    }
    *count = (int)all;
    return true;
}

static Value default_of(const DispatcherObject *self, int at) {
    const Function *function = value_function(self->function);
    size_t positional = function->code->argument_count;
    if ((size_t)at < positional) return function->defaults->items[(size_t)at + function->defaults->count - positional];
    return dict_get_string(function->keyword_defaults, function->code->locals[at]);
}

static Specialization *add(Thread *thread, DispatcherObject *self, Compiled *compiled) {
    Specialization *s = memory_allocate_zeroed(1, sizeof *s), **end = &self->first;
    if (!s) {
        compiled_destroy(compiled);
        raise_no_memory(thread);
        return NULL;
    }
    *s = (Specialization){.compiled = compiled, .types = compiled->types, .count = compiled->count};
    while (*end) end = &(*end)->next;
    return *end = s;
}

/* An error about arguments of which no type is known, as numba words it. */
static void raise_untyped(Thread *thread, const DispatcherObject *self, const Value *values, int count) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const Code *code = value_function(self->function)->code;
    const char *file = value_is_string(code->file) ? value_c_string(code->file) : "";
    const char *base = strrchr(file, '/');
    size_t length = 0;
    const char *line = code->source ? source_line(code->source, code->first_line, &length) : NULL;
    text_append_format(&text, "Failed in nopython mode pipeline (step: nopython frontend)\nnon-precise type pyobject\nDuring: typing of argument at %s (%d)\n",
                       file, code->first_line);
    text_append_format(&text, "\nFile \"%s\", line %d:\n%.*s\n^\n\nDuring: Pass nopython_type_inference \n\nThis error may have been caused by the following argument(s):\n",
                       base ? base + 1 : file, code->first_line, (int)length, line ? line : "");
    CompileContext *context = compile_context(thread, &numba_host);
    for (int i = 0; context && i < count; i++) {
        if (value_is_absent(values[i]) || numba_type_of(context, thread, values[i])) continue;
        Value shown = value_repr(thread, value_from_object(type_of(thread->interpreter, values[i])));
        text_append_format(&text, "- argument %d: Cannot determine Numba type of %s\n", i, value_is_string(shown) ? value_c_string(shown) : "?");
        value_release(shown);
    }
    Value module = import_module(thread, "numba.core.errors");
    Value type = value_is_absent(module) ? VALUE_ABSENT : value_get_attribute_c(thread, module, "TypingError");
    Value message = string_new(thread, text_string(&text), text.length);
    Value made = value_is_absent(type) || value_is_absent(message) ? VALUE_ABSENT : value_call_one(thread, type, message);
    if (!value_is_absent(made)) raise_instance(thread, made);
    value_release(made);
    value_release(message);
    value_release(type);
    value_release(module);
    text_release(&text);
}

static Specialization *specialize(Thread *thread, DispatcherObject *self, const Value *values, int count) {
    CompileContext *context = compile_context(thread, &numba_host);
    const CompileType *types[ARGUMENTS_MOST];
    if (!context || !array_context(thread)) return NULL;
    for (int i = 0; i < count; i++) {
        if (value_is_absent(values[i])) {
            Value fallback = default_of(self, i), shown = value_repr(thread, fallback);
            if (value_is_absent(shown)) return NULL;
            types[i] = type_omitted(compile_types(context), fallback, value_c_string(shown));
            value_release(shown);
            continue;
        }
        types[i] = numba_type_of(context, thread, values[i]);
        if (!types[i] || (types[i]->kind == TYPE_KIND_CONSTANT && value_is_function(values[i]))) {
            if (!exception_is_set(thread)) raise_untyped(thread, self, values, count);
            return NULL;
        }
    }
    Compiled *compiled = compile_function(context, thread, value_function(self->function), types, count, NULL, &self->options);
    return compiled ? add(thread, self, compiled) : NULL;
}

/* Of the signatures that were given, the first into which the arguments can be turned; exact ones before. */
static Specialization *convertible(Thread *thread, DispatcherObject *self, const Value *values, int count) {
    CompileContext *context = compile_context(thread, &numba_host);
    Specialization *best = NULL;
    int best_cost = 1 << 30;
    for (Specialization *s = self->first; context && s; s = s->next) {
        int cost = 0;
        if (s->count != count) continue;
        for (int i = 0; i < count && cost >= 0; i++) {
            const CompileType *own = value_is_absent(values[i]) ? NULL : numba_type_of(context, thread, values[i]);
            if (!own || !type_converts(own, s->types[i])) cost = -1;
            else if (own != s->types[i]) {
                cost += 1;
                if (own->kind == TYPE_KIND_NUMBER && s->types[i]->kind == TYPE_KIND_NUMBER &&
                    !dtype_can_cast(&dtypes[own->number], &dtypes[s->types[i]->number], CASTING_SAFE)) cost += 100;
            }
        }
        if (cost >= 0 && cost < best_cost) {
            best = s;
            best_cost = cost;
        }
    }
    return best;
}

static Value refuse_types(Thread *thread, DispatcherObject *self, const Value *values, int count) {
    CompileContext *context = compile_context(thread, &numba_host);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < count; i++) {
        const CompileType *type = numba_type_of(context, thread, values[i]);
        text_append_format(&text, "%s%s", i ? ", " : "", type ? type->name : "pyobject");
    }
    raise_type_error(thread, "No matching definition for argument type(s) %s", text_string(&text));
    text_release(&text);
    (void)self;
    return VALUE_ABSENT;
}

static Value call_python(Thread *thread, DispatcherObject *self, const Call *call) { return value_call(thread, self->function, call); }

static __attribute__((noinline)) Value call_slowly(Thread *thread, DispatcherObject *self, const Call *call) {
    Value values[ARGUMENTS_MOST], star, result = VALUE_ABSENT;
    int count = 0;
    const char *why;
    CompileContext *context = compile_context(thread, &numba_host);
    if (!context) return VALUE_ABSENT;
    if (self->is_interpreted || !value_is_function(self->function)) return call_python(thread, self, call);
    if (!self->first && !compile_is_possible(context, &why)) {
        self->is_interpreted = true;
        Value warned = value_call_method(thread, value_from_object(self), "_warn_interpreted", NULL, 0);
        if (value_is_absent(warned)) return VALUE_ABSENT;
        value_release(warned);
        return call_python(thread, self, call);
    }
    if (!match(thread, self, call, values, &count, &star)) return VALUE_ABSENT;
    Specialization *s = self->first;
    while (s && (s->count != count || !all_fit(thread, s, values))) s = s->next;
    if (!s && self->is_closed && !exception_is_set(thread)) {
        s = convertible(thread, self, values, count);
        if (!s) refuse_types(thread, self, values, count);
    } else if (!s && !exception_is_set(thread)) {
        s = specialize(thread, self, values, count);
        if (!s && !value_is_absent(self->failed) && exception_is_set(thread)) { /* object mode: interpreted from now on */
            Value error = exception_take(thread), told = value_call_two(thread, self->failed, value_from_object(self), error);
            value_release(error);
            value_release(star);
            if (value_is_absent(told)) return told;
            value_release(told);
            self->is_interpreted = true;
            return call_python(thread, self, call);
        }
    }
    if (s) {
        self->last = s;
        result = run(thread, s, values);
    }
    value_release(star);
    return result;
}

static Value dispatcher_call(Thread *thread, Value value, const Call *call) {
    DispatcherObject *self = dispatcher_of(value);
    Specialization *s = self->last;
    if (__builtin_expect(s && !call->names && (size_t)s->count == call->positional_count && all_fit(thread, s, call->values), 1)) return run(thread, s, call->values);
    return call_slowly(thread, self, call);
}

static Value dispatcher_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    return value_is_absent(instance) || value_is_none(instance) ? value_retain(self) : bound_method_new(thread, self, instance);
}

/* ---- what Python asks */

static Value function_of(Thread *thread, Value self) {
    (void)thread;
    return value_retain(dispatcher_of(self)->function);
}

static Value types_as_texts(Thread *thread, const Specialization *s) {
    Value tuple = tuple_new(thread, (size_t)s->count);
    for (int i = 0; !value_is_absent(tuple) && i < s->count; i++) {
        Value text = string_from_c(thread, s->types[i]->name);
        if (value_is_absent(text)) {
            value_release(tuple);
            return VALUE_ABSENT;
        }
        value_tuple(tuple)->items[i] = text;
    }
    return tuple;
}

/* [(("int64", "float64"), "float64", calls, text or None), ...] */
NATIVE(dispatcher_list) {
    (void)native;
    Value list = list_new(thread);
    for (const Specialization *s = dispatcher_of(arguments[0])->first; !value_is_absent(list) && s; s = s->next) {
        Value items[4] = {types_as_texts(thread, s), string_from_c(thread, s->compiled->result->name), value_from_int(s->calls),
                          s->compiled->text ? string_from_c(thread, s->compiled->text) : VALUE_NONE};
        Value entry = tuple_from_owned(thread, items, 4);
        if (value_is_absent(entry) || !list_append_owned(thread, value_list(list), entry)) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

/* _compile(arguments' types as texts, result as text or None): False where it is there already. */
NATIVE(dispatcher_compile) {
    (void)native;
    DispatcherObject *self = dispatcher_of(arguments[0]);
    CompileContext *context = compile_context(thread, &numba_host);
    if (!context || !array_context(thread)) return VALUE_ABSENT;
    const CompileType *types[ARGUMENTS_MOST], *result = NULL;
    const Tuple *texts = value_is_tuple(arguments[1]) ? value_tuple(arguments[1]) : NULL;
    if (!texts || texts->count > ARGUMENTS_MOST || !value_is_function(self->function)) return raise_type_error(thread, "a tuple of texts is wanted");
    for (size_t i = 0; i < texts->count; i++) {
        const char *text = value_is_string(texts->items[i]) ? value_c_string(texts->items[i]) : "";
        if (!(types[i] = type_parse(compile_types(context), text, strlen(text)))) return raise_type_error(thread, "no type: %s", text);
    }
    if (value_is_string(arguments[2])) {
        const char *text = value_c_string(arguments[2]);
        if (!(result = type_parse(compile_types(context), text, strlen(text)))) return raise_type_error(thread, "no type: %s", text);
    }
    for (const Specialization *s = self->first; s; s = s->next)
        if (s->count == (int)texts->count && !memcmp(s->types, types, texts->count * sizeof *types)) return VALUE_FALSE;
    const char *why;
    if (!compile_is_possible(context, &why)) {
        self->is_interpreted = true;
        return VALUE_FALSE;
    }
    Compiled *compiled = compile_function(context, thread, value_function(self->function), types, (int)texts->count, result, &self->options);
    return compiled && add(thread, self, compiled) ? VALUE_TRUE : VALUE_ABSENT;
}

NATIVE(dispatcher_forget) {
    NATIVE_UNUSED;
    specializations_release(dispatcher_of(arguments[0]));
    return VALUE_NONE;
}

static Value is_closed_get(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(dispatcher_of(self)->is_closed);
}
static bool is_closed_set(Thread *thread, Value self, Value value) {
    int truth = value_is_absent(value) ? 0 : value_truth(thread, value);
    dispatcher_of(self)->is_closed = truth > 0;
    return truth >= 0;
}
static Value keeps_text_get(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(dispatcher_of(self)->options.keeps_text);
}
static bool keeps_text_set(Thread *thread, Value self, Value value) {
    int truth = value_is_absent(value) ? 0 : value_truth(thread, value);
    dispatcher_of(self)->options.keeps_text = truth > 0;
    return truth >= 0;
}

static const NativeEntry methods[] = {
    {"_list", "($self)", "The specialisations: types, result, calls, text.", dispatcher_list, NULL, 0},
    {"_compile", "($self, types, result=None, /)", "Compile for these types.", dispatcher_compile, NULL, 0},
    {"_forget", "($self)", "Give all code back.", dispatcher_forget, NULL, 0},
    {0},
};
static const PropertyEntry properties[] = {
    {"py_func", function_of, NULL, "The function as it was given."},
    {"_is_closed", is_closed_get, is_closed_set, "Is nothing more compiled?"},
    {"_keeps_text", keeps_text_get, keeps_text_set, "Is the text of the code kept?"},
    {0},
};

const Type dispatcher_type_template = {
    .name = "numba._compile.Dispatcher",
    .documentation = "A function that is compiled for the types of its arguments.",
    .signature = "(py_func, parallel=False, fastmath=False, error_model='python', inline=False, debug=False, interpreted=False, failed=None)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE | TYPE_COLLECTED,
    .instance_size = sizeof(DispatcherObject),
    .attributes_offset = offsetof(DispatcherObject, attributes),
    .weak_offset = offsetof(DispatcherObject, weak_references),
    .create = dispatcher_create,
    .destroy = dispatcher_destroy,
    .visit = dispatcher_visit,
    .clear = dispatcher_clear,
    .call = dispatcher_call,
    .descriptor_get = dispatcher_get,
    .methods = methods,
    .properties = properties,
};

/* ---- the module */

NATIVE(type_text) {
    (void)native;
    CompileContext *context = compile_context(thread, &numba_host);
    const CompileType *type = context && array_context(thread) ? numba_type_of(context, thread, arguments[0]) : NULL;
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return type ? string_from_c(thread, type->name) : VALUE_NONE;
}

static const NativeEntry functions[] = {{"type_text", "(value, /)", "The type of a value as text, or None.", type_text, NULL, 0}, {0}};

static bool initialize(Thread *thread, Value module) {
    Type *type = type_from_template(thread, &dispatcher_type_template);
    return type && module_add_type(thread, module, type);
}

const ModuleEntry module_numba_compile = {"numba._compile", "Compiled functions, below numba's own names.", functions, initialize, NULL};
