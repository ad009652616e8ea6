/* contextvars: variables whose values belong to a context, which tasks and callbacks of asyncio carry along.
 *
 * A context keeps its values in a dict that copies share: whoever sets a variable while others hold the dict takes a copy
 * first. So copy_context() costs one small object, and an iterator goes over the values as they were. */
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include <stddef.h>

typedef struct Context {
    Object object;
    struct WeakReference *weak_references;
    Dict *values;   /* shared with copies */
    Value previous; /* the thread's context before run(); absent: not entered */
    Value owner;    /* of the output in it, where it was copied; or absent */
} Context;

typedef struct Variable {
    Object object;
    struct WeakReference *weak_references;
    Value name, fallback;
} Variable;

typedef struct Token {
    Object object;
    struct WeakReference *weak_references;
    Value context, variable, old;
    bool is_used;
} Token;

static const Type context_type, variable_type, token_type, missing_type;

static Context *context_of(Value value) { return (Context *)value.object; }
static Variable *variable_of(Value value) { return (Variable *)value.object; }
static Token *token_of(Value value) { return (Token *)value.object; }

/* ---- contexts ---- */

static Context *context_new(Thread *thread, Dict *values) {
    Type *type = type_from_template(thread, &context_type);
    Context *context = type ? object_new(thread, type) : NULL;
    if (!context) return NULL;
    Value fresh = values ? value_from_object(object_retain(values)) : dict_new(thread);
    if (value_is_absent(fresh)) {
        object_release(context);
        return NULL;
    }
    context->values = value_dict(fresh);
    return context;
}

/* The thread's context, made at the first use; borrowed. */
static Context *current_context(Thread *thread) {
    if (value_is_absent(thread->context)) thread->context = value_from_object(context_new(thread, NULL));
    return value_is_absent(thread->context) ? NULL : context_of(thread->context);
}

/* Before a change. */
static bool own_values(Thread *thread, Context *context) {
    if (context->values->object.references == 1) return true;
    Value copy = dict_copy(thread, context->values);
    if (value_is_absent(copy)) return false;
    object_release(context->values);
    context->values = value_dict(copy);
    return true;
}

static bool context_visit(Object *self, Visit *visit, void *data) {
    Context *context = (Context *)self;
    return visit_object(context->values, visit, data) && visit_value(context->previous, visit, data);
}
static void context_clear(Object *self) {
    Context *context = (Context *)self;
    object_clear(&context->values);
    value_clear(&context->previous);
    value_clear(&context->owner);
}

static Value context_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    if (call->positional_count || call->names) return raise_type_error(thread, "Context() does not accept any arguments");
    return value_from_object(context_new(thread, NULL));
}

static bool check_key(Thread *thread, Value key) {
    if (value_has_type(key, &variable_type)) return true;
    Value text = value_repr(thread, key);
    if (!value_is_absent(text)) raise_type_error(thread, "a ContextVar key was expected, got %s", value_c_string(text));
    value_release(text);
    return false;
}

static Value context_find(Thread *thread, Value self, Value key) { /* borrowed */
    const Context *context = context_of(self);
    return context->values && check_key(thread, key) ? dict_get(thread, context->values, key) : VALUE_ABSENT;
}

static Value context_get_item(Thread *thread, Value self, Value key) {
    Value found = context_find(thread, self, key);
    if (!value_is_absent(found) || exception_is_set(thread)) return value_retain(found);
    return raise_key_error(thread, key);
}
NATIVE(context_get) {
    (void)native;
    Value found = context_find(thread, arguments[0], arguments[1]);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return value_retain(value_is_absent(found) ? arguments[2] : found);
}
static int context_contains(Thread *thread, Value self, Value key) {
    Value found = context_find(thread, self, key);
    return exception_is_set(thread) ? -1 : !value_is_absent(found);
}
static int64_t context_length(Thread *thread, Value self) {
    (void)thread;
    return context_of(self)->values ? dict_count(context_of(self)->values) : 0;
}
static Value context_iterate(Thread *thread, Value self) {
    Context *context = context_of(self);
    return context->values ? value_iterate(thread, value_from_object(context->values)) : raise_runtime_error(thread, "the context is gone");
}
static Value context_view(Thread *thread, const Native *native, const Value *arguments) {
    Value self = value_from_object(context_of(arguments[0])->values);
    Value view = value_is_absent(self) ? raise_runtime_error(thread, "the context is gone")
                                       : value_call_method(thread, self, native->entry->name, NULL, 0);
    if (value_is_absent(view)) return view;
    Value iterator = value_iterate(thread, view);
    value_release(view);
    return iterator;
}
NATIVE(context_copy) {
    (void)native;
    Context *copy = context_new(thread, context_of(arguments[0])->values);
    if (copy) copy->owner = value_retain(context_of(arguments[0])->owner);
    return value_from_object(copy);
}
static Value context_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(right, &context_type)) return VALUE_NOT_IMPLEMENTED;
    Dict *ours = context_of(left)->values, *theirs = context_of(right)->values;
    if (!ours || !theirs) return value_from_bool((ours == theirs) == (comparison == COMPARE_EQ));
    return value_compare(thread, value_from_object(ours), value_from_object(theirs), comparison);
}

static Value context_run(Thread *thread, const Native *native, const Call *call) {
    (void)native;
    if (call->positional_count < 2) return raise_type_error(thread, "run() missing 1 required positional argument");
    Value self = value_retain(call->values[0]);
    Context *context = context_of(self);
    if (!value_is_absent(context->previous)) {
        Value text = value_repr(thread, self);
        if (!value_is_absent(text)) raise_runtime_error(thread, "cannot enter context: %s is already entered", value_c_string(text));
        value_release(text), value_release(self);
        return VALUE_ABSENT;
    }
    context->previous = value_is_absent(thread->context) ? VALUE_NONE : thread->context;
    thread->context = value_retain(self);
    Value owner = thread->output_owner; /* what is copied in one cell and run in another writes into the first */
    thread->output_owner = value_retain(value_is_absent(context->owner) ? owner : context->owner);
    Call inner = {call->values + 2, call->positional_count - 2, call->names};
    Value result = value_call(thread, call->values[1], &inner);
    value_replace(&thread->output_owner, owner);
    Value before = context->previous;
    context->previous = VALUE_ABSENT;
    if (value_is_none(before)) before = VALUE_ABSENT;
    value_replace(&thread->context, before);
    value_release(self);
    return result;
}

static const NativeEntry context_methods[] = {
    {"run", "($self, callable, /, *args, **kwargs)", "Call a function in this context.", NULL, (const void *)context_run, NATIVE_RAW},
    {"copy", "($self, /)", "A copy with the same values.", context_copy, NULL, 0},
    {"get", "($self, key, default=None, /)", "The value of a variable in this context, or the default.", context_get, NULL, 0},
    {"keys", "($self, /)", "The variables that have a value in this context.", context_view, NULL, 0},
    {"values", "($self, /)", "The values in this context.", context_view, NULL, 0},
    {"items", "($self, /)", "The variables of this context with their values.", context_view, NULL, 0},
    {0}};
static const Type context_type = {
    .name = "_contextvars.Context", .documentation = "What the context variables are, in one line of execution.",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE, .instance_size = sizeof(Context),
    .weak_offset = offsetof(Context, weak_references), .create = context_create, .destroy = context_clear, .visit = context_visit,
    .clear = context_clear, .get_item = context_get_item, .contains = context_contains, .length = context_length,
    .iterate = context_iterate, .compare = context_compare, .methods = context_methods};

NATIVE(copy_context) {
    (void)native, (void)arguments;
    Context *context = current_context(thread);
    Context *copy = context ? context_new(thread, context->values) : NULL;
    if (copy) copy->owner = value_retain(thread->output_owner);
    return value_from_object(copy);
}

/* ---- tokens ---- */

static bool token_visit(Object *self, Visit *visit, void *data) {
    Token *token = (Token *)self;
    return visit_value(token->context, visit, data) && visit_value(token->variable, visit, data) && visit_value(token->old, visit, data);
}
static void token_clear(Object *self) {
    Token *token = (Token *)self;
    value_clear(&token->context);
    value_clear(&token->variable);
    value_clear(&token->old);
}
static Value token_create(Thread *thread, Type *type, const Call *call) {
    (void)type, (void)call;
    return raise_runtime_error(thread, "Tokens can only be created by ContextVars");
}
static Value token_repr(Thread *thread, Value self) {
    const Token *token = token_of(self);
    Value inner = value_repr(thread, token->variable);
    if (value_is_absent(inner)) return inner;
    Value text = string_format(thread, "<Token%s var=%s at %p>", token->is_used ? " used" : "", value_c_string(inner), (const void *)token);
    value_release(inner);
    return text;
}
static Value missing_repr(Thread *thread, Value self) {
    (void)self;
    return string_from_c(thread, "<Token.MISSING>");
}
static void missing_destroy(Object *self) { (void)self; }
static const Type missing_type = {.name = "Token.MISSING", .flags = TYPE_IMMUTABLE | TYPE_NO_CREATE, .instance_size = sizeof(Object),
                                  .destroy = missing_destroy, .repr = missing_repr};

/* Token.MISSING, borrowed. */
static Value missing_value(Thread *thread) {
    Type *type = type_from_template(thread, &token_type);
    Dict *attributes = type ? type_attributes(thread, type) : NULL;
    return attributes ? dict_get_c(thread, attributes, "MISSING") : VALUE_ABSENT;
}

static Value token_get_variable(Thread *thread, Value self) {
    (void)thread;
    return value_retain(token_of(self)->variable);
}
static Value token_get_old(Thread *thread, Value self) {
    return value_retain(value_is_absent(token_of(self)->old) ? missing_value(thread) : token_of(self)->old);
}
static const PropertyEntry token_properties[] = {{"var", token_get_variable, NULL, "The variable that was set."},
                                                 {"old_value", token_get_old, NULL, "What the variable was before, or Token.MISSING."},
                                                 {0}};
NATIVE(class_get_item) {
    (void)native;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}
static const NativeEntry token_methods[] = {
    {"__class_getitem__", "($cls, item, /)", "The class with a type argument, for annotations.", class_get_item, NULL, NATIVE_CLASS}, {0}};
static const Type token_type = {.name = "_contextvars.Token", .documentation = "What set() gives and reset() takes: the value before.",
                                .flags = TYPE_COLLECTED | TYPE_IMMUTABLE, .instance_size = sizeof(Token),
                                .weak_offset = offsetof(Token, weak_references), .create = token_create, .destroy = token_clear,
                                .visit = token_visit, .clear = token_clear, .repr = token_repr, .methods = token_methods,
                                .properties = token_properties};

/* ---- variables ---- */

static bool variable_visit(Object *self, Visit *visit, void *data) {
    Variable *variable = (Variable *)self;
    return visit_value(variable->name, visit, data) && visit_value(variable->fallback, visit, data);
}
static void variable_clear(Object *self) { value_clear(&((Variable *)self)->fallback); }
static void variable_destroy(Object *self) {
    variable_clear(self);
    value_clear(&((Variable *)self)->name);
}

static Value variable_create(Thread *thread, Type *type, const Call *call) {
    Value given[2] = {VALUE_ABSENT, VALUE_ABSENT};
    if (!native_match(thread, "ContextVar", "(name, /, *, default=<unrepresentable>)", call, given, 2)) return VALUE_ABSENT;
    Variable *variable = NULL;
    if (!value_is_string(given[0])) raise_type_error(thread, "context variable name must be a str");
    else if ((variable = object_new(thread, type))) {
        variable->name = value_retain(given[0]);
        variable->fallback = value_retain(given[1]);
    }
    native_release_arguments(given, 2);
    return value_from_object(variable);
}

static Value variable_repr(Thread *thread, Value self) {
    const Variable *variable = variable_of(self);
    Value name = value_repr(thread, variable->name), fallback = VALUE_ABSENT, text = VALUE_ABSENT;
    if (value_is_absent(name)) return name;
    if (value_is_absent(variable->fallback)) {
        text = string_format(thread, "<ContextVar name=%s at %p>", value_c_string(name), (const void *)variable);
    } else if (thread_enter(thread, " while getting the repr of an object")) { /* the default may hold the variable */
        fallback = value_repr(thread, variable->fallback);
        thread_leave(thread);
        if (!value_is_absent(fallback))
            text = string_format(thread, "<ContextVar name=%s default=%s at %p>", value_c_string(name), value_c_string(fallback), (const void *)variable);
    }
    value_release(name), value_release(fallback);
    return text;
}

static bool identity_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = (int64_t)((uintptr_t)self.object >> 4);
    return true;
}

NATIVE(variable_get) {
    (void)native;
    if (!value_is_absent(thread->context)) {
        Value found = dict_get(thread, context_of(thread->context)->values, arguments[0]);
        if (!value_is_absent(found) || exception_is_set(thread)) return value_retain(found);
    }
    const Variable *variable = variable_of(arguments[0]);
    if (!value_is_absent(arguments[1])) return value_retain(arguments[1]);
    if (!value_is_absent(variable->fallback)) return value_retain(variable->fallback);
    Value error = value_call_one(thread, value_from_object(thread_builtins(thread)->exception_LookupError), arguments[0]);
    if (!value_is_absent(error)) raise_instance(thread, error);
    value_release(error);
    return VALUE_ABSENT;
}

NATIVE(variable_set) {
    (void)native;
    Context *context = current_context(thread);
    Type *type = type_from_template(thread, &token_type);
    if (!context || !type || !own_values(thread, context)) return VALUE_ABSENT;
    Token *token = object_new(thread, type);
    if (!token) return VALUE_ABSENT;
    token->context = value_retain(thread->context);
    token->variable = value_retain(arguments[0]);
    token->old = value_retain(dict_get(thread, context->values, arguments[0]));
    if (dict_set(thread, context->values, arguments[0], arguments[1])) return value_from_object(token);
    object_release(token);
    return VALUE_ABSENT;
}

static Value refuse_token(Thread *thread, Type *type, Value token, const char *why) {
    Value text = value_repr(thread, token);
    if (!value_is_absent(text)) raise_format(thread, type, "%s %s", value_c_string(text), why);
    value_release(text);
    return VALUE_ABSENT;
}

NATIVE(variable_reset) {
    (void)native;
    const Builtins *builtins = thread_builtins(thread);
    if (!value_has_type(arguments[1], &token_type)) {
        Value text = value_repr(thread, arguments[1]);
        if (!value_is_absent(text)) raise_type_error(thread, "expected an instance of Token, got %s", value_c_string(text));
        value_release(text);
        return VALUE_ABSENT;
    }
    Token *token = token_of(arguments[1]);
    if (token->is_used) return refuse_token(thread, builtins->exception_RuntimeError, arguments[1], "has already been used once");
    if (!value_is(token->variable, arguments[0]))
        return refuse_token(thread, builtins->exception_ValueError, arguments[1], "was created by a different ContextVar");
    Context *context = current_context(thread);
    if (!context) return VALUE_ABSENT;
    if (!value_is(token->context, thread->context))
        return refuse_token(thread, builtins->exception_ValueError, arguments[1], "was created in a different Context");
    token->is_used = true;
    if (!own_values(thread, context)) return VALUE_ABSENT;
    bool done = value_is_absent(token->old) ? dict_remove(thread, context->values, arguments[0]) >= 0
                                            : dict_set(thread, context->values, arguments[0], token->old);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

static Value variable_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(variable_of(self)->name);
}
static const PropertyEntry variable_properties[] = {{"name", variable_name, NULL, "The variable's name."}, {0}};
static const NativeEntry variable_methods[] = {
    {"get", "($self, default=<unrepresentable>, /)", "The value in the current context, else the default given here, else the variable's own.",
     variable_get, NULL, 0},
    {"set", "($self, value, /)", "Give the variable a value in the current context: a token for reset().", variable_set, NULL, 0},
    {"reset", "($self, token, /)", "Give the variable the value again that it had before the set() that gave the token.", variable_reset, NULL, 0},
    {"__class_getitem__", "($cls, item, /)", "The class with a type argument, for annotations.", class_get_item, NULL, NATIVE_CLASS},
    {0}};
static const Type variable_type = {.name = "_contextvars.ContextVar", .documentation = "A variable with a value for each task or thread.",
                                   .flags = TYPE_COLLECTED | TYPE_IMMUTABLE, .instance_size = sizeof(Variable),
                                   .weak_offset = offsetof(Variable, weak_references), .create = variable_create,
                                   .destroy = variable_destroy, .visit = variable_visit, .clear = variable_clear, .repr = variable_repr,
                                   .hash = identity_hash, .methods = variable_methods, .properties = variable_properties};

static const NativeEntry functions[] = {{"copy_context", "()", "A copy of the current context.", copy_context, NULL, 0}, {0}};

static bool initialize(Thread *thread, Value module) {
    Type *context = type_from_template(thread, &context_type), *variable = type_from_template(thread, &variable_type);
    Type *token = type_from_template(thread, &token_type), *missing = type_from_template(thread, &missing_type);
    Dict *attributes = token ? type_attributes(thread, token) : NULL;
    if (!context || !variable || !missing || !attributes) return false;
    const char *const names[] = {"Context", "ContextVar", "Token", "copy_context"};
    Value all = tuple_new(thread, 4);
    for (size_t i = 0; i < 4 && !value_is_absent(all); i++)
        if (value_is_absent(value_tuple(all)->items[i] = string_from_c(thread, names[i]))) return value_release(all), false;
    return !value_is_absent(all) && dict_set_c_owned(thread, attributes, "MISSING", value_from_object(object_new(thread, missing))) &&
           module_add_type(thread, module, context) && module_add_type(thread, module, variable) &&
           module_add_type(thread, module, token) && module_add(thread, module, "__all__", all);
}

const ModuleEntry library_contextvars = {.name = "contextvars", .documentation = "Variables whose values belong to a context.",
                                         .functions = functions, .initialize = initialize};
