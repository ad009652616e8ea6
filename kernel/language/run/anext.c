/* The awaitable of anext(iterator, default): that of __anext__(), but its StopAsyncIteration becomes the default. */
#include "kernel/language/run/vm.h"

#include "kernel/language/run/generator.h"
#include "kernel/objects/core/gc.h"

typedef struct AnextAwaitable {
    Object object;
    Value awaitable, fallback;
} AnextAwaitable;

static bool anext_visit(Object *self, Visit *visit, void *context) {
    const AnextAwaitable *anext = (const AnextAwaitable *)self;
    return visit_value(anext->awaitable, visit, context) && visit_value(anext->fallback, visit, context);
}
static void anext_clear(Object *self) {
    value_clear(&((AnextAwaitable *)self)->awaitable);
    value_clear(&((AnextAwaitable *)self)->fallback);
}

/* What the wrapped awaitable did: a value yielded, or absent with an exception. */
static Value outcome(Thread *thread, Value self, Value result) {
    if (value_is_absent(result) && exception_matches(thread, thread_builtins(thread)->exception_StopAsyncIteration)) {
        exception_clear(thread);
        return raise_stop_iteration(thread, ((AnextAwaitable *)self.object)->fallback);
    }
    return result;
}

static Value forward(Thread *thread, Value self, const char *method, const Value *values, size_t count) {
    Value iterator = awaitable_iterator(thread, ((AnextAwaitable *)self.object)->awaitable), result = VALUE_ABSENT;
    if (value_is_absent(iterator)) return iterator;
    if (method) {
        result = value_call_method(thread, iterator, method, values, count);
    } else {
        Resumption how = iterator_send(thread, iterator, VALUE_NONE, &result);
        if (how == RESUMED_RETURN) {
            raise_stop_iteration(thread, result);
            value_release(result);
            result = VALUE_ABSENT;
        }
    }
    value_release(iterator);
    return outcome(thread, self, result);
}

static Value anext_next(Thread *thread, Value self) { return forward(thread, self, NULL, NULL, 0); }
static Value anext_self(Thread *thread, Value self) { return (void)thread, value_retain(self); }
NATIVE(anext_send) { return (void)native, forward(thread, arguments[0], "send", arguments + 1, 1); }
NATIVE(anext_throw) {
    (void)native;
    return forward(thread, arguments[0], "throw", arguments + 1, thrown_count(arguments + 1));
}
NATIVE(anext_close) { return (void)native, forward(thread, arguments[0], "close", NULL, 0); }
static const NativeEntry anext_methods[] = {
    {"send", "($self, arg, /)", "Go on, sending a value in.", anext_send, NULL, 0},
    {"throw", THROW_SIGNATURE, "Go on with an exception.", anext_throw, NULL, 0},
    {"close", "($self, /)", "End it.", anext_close, NULL, 0},
    {0},
};
static const Type anext_type = {
    .name = "anext_awaitable", .flags = TYPE_COLLECTED | TYPE_NO_CREATE | TYPE_IMMUTABLE, .instance_size = sizeof(AnextAwaitable),
    .destroy = anext_clear, .visit = anext_visit, .clear = anext_clear, .iterate = anext_self, .next = anext_next, .await = anext_self,
    .methods = anext_methods};

Value anext_with_default(Thread *thread, Value awaitable, Value fallback) {
    Type *type = type_from_template(thread, &anext_type);
    AnextAwaitable *anext = type ? object_new(thread, type) : NULL;
    if (!anext) return VALUE_ABSENT;
    anext->awaitable = value_retain(awaitable);
    anext->fallback = value_retain(fallback);
    return value_from_object(anext);
}
