/* Asynchronous generators: async def with yield. Their methods give awaitables; one of those resumes the body. What the
 * body yields ends the awaitable (as StopIteration); what it awaits goes through to whoever drives it. */
#include "kernel/language/run/vm.h"

#include "kernel/objects/core/gc.h"

#include <stddef.h>

typedef enum StepKind { STEP_SEND, STEP_THROW, STEP_CLOSE } StepKind;
typedef enum StepState { STEP_INITIAL, STEP_UNDER_WAY, STEP_DONE } StepState;

/* The awaitable of asend(), athrow(), aclose() and __anext__(). */
typedef struct Step {
    Object object;
    StepKind kind;
    StepState state;
    Generator *generator;
    Value value; /* to send, or the tuple of throw()'s arguments */
} Step;

static bool step_visit(Object *self, Visit *visit, void *context) {
    Step *step = (Step *)self;
    return visit_object(step->generator, visit, context) && visit_value(step->value, visit, context);
}
static void step_clear(Object *self) {
    Step *step = (Step *)self;
    object_clear(&step->generator);
    value_clear(&step->value);
}

static Value step_finish(Thread *thread, Step *step, bool stopped) {
    step->state = STEP_DONE;
    if (!stopped) return raise_stop_iteration(thread, VALUE_NONE);
    Value exception = value_call_none(thread, value_from_object(thread_builtins(thread)->exception_StopAsyncIteration));
    if (!value_is_absent(exception)) exception_restore(thread, exception);
    return VALUE_ABSENT;
}

/* What the generator did, as the awaitable's send() tells it. */
static Value step_outcome(Thread *thread, Step *step, Resumption how, Value result) {
    Generator *generator = step->generator;
    Builtins *builtins = thread_builtins(thread);
    if (how == RESUMED_YIELD && generator->frame.at->opcode == OP_DELEGATE) return result; /* it awaits something */
    step->state = STEP_DONE;
    generator->is_running_async = false;
    if (how == RESUMED_YIELD) {
        if (step->kind == STEP_CLOSE) {
            value_release(result);
            return raise_runtime_error(thread, "async generator ignored GeneratorExit");
        }
        raise_stop_iteration(thread, result);
        value_release(result);
        return VALUE_ABSENT;
    }
    if (how == RESUMED_RETURN) {
        value_release(result);
        return step_finish(thread, step, step->kind != STEP_CLOSE);
    }
    if (step->kind == STEP_CLOSE && (exception_matches(thread, builtins->exception_StopAsyncIteration) ||
                                     exception_matches(thread, builtins->exception_GeneratorExit))) {
        exception_clear(thread);
        return raise_stop_iteration(thread, VALUE_NONE);
    }
    return VALUE_ABSENT;
}

static Value raise_reused(Thread *thread, const Step *step) {
    return raise_runtime_error(thread, "cannot reuse already awaited %s",
                               step->kind == STEP_SEND ? "__anext__()/asend()" : "aclose()/athrow()");
}

static Value step_send(Thread *thread, Step *step, Value value) {
    Generator *generator = step->generator;
    if (step->state == STEP_DONE) return raise_reused(thread, step);
    Value result;
    Resumption how;
    if (step->state == STEP_UNDER_WAY) {
        how = generator_resume(thread, generator, value, &result);
        return step_outcome(thread, step, how, result);
    }
    if (generator->is_running_async) {
        step->state = STEP_DONE;
        return raise_runtime_error(thread, "%s: asynchronous generator is already running",
                                   step->kind == STEP_SEND ? "anext()" : step->kind == STEP_THROW ? "athrow()" : "aclose()");
    }
    if (generator->state == GENERATOR_CLOSED) {
        return step_finish(thread, step, step->kind == STEP_SEND);
    }
    step->state = STEP_UNDER_WAY;
    generator->is_running_async = true;
    if (step->kind == STEP_SEND) {
        how = generator_resume(thread, generator, value_is_none(value) ? step->value : value, &result);
    } else {
        if (step->kind == STEP_CLOSE && generator->state == GENERATOR_CREATED) {
            generator_finished(thread, generator);
            generator->is_running_async = false;
            return step_finish(thread, step, false);
        }
        result = VALUE_ABSENT;
        const Tuple *thrown = value_tuple(step->value);
        how = generator_throw_resume(thread, generator, thrown->items, thrown->count, &result);
    }
    return step_outcome(thread, step, how, result);
}

static Value step_next(Thread *thread, Value self) { return step_send(thread, (Step *)self.object, VALUE_NONE); }
static Value step_self(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self);
}
NATIVE(step_send_method) {
    NATIVE_UNUSED;
    return step_send(thread, (Step *)arguments[0].object, arguments[1]);
}
NATIVE(step_throw_method) {
    NATIVE_UNUSED;
    Step *step = (Step *)arguments[0].object;
    if (step->state == STEP_DONE) return raise_reused(thread, step);
    Value result;
    step->state = STEP_UNDER_WAY;
    Resumption how = generator_throw_resume(thread, step->generator, arguments + 1, thrown_count(arguments + 1), &result);
    return step_outcome(thread, step, how, result);
}
NATIVE(step_close_method) {
    NATIVE_UNUSED;
    ((Step *)arguments[0].object)->state = STEP_DONE;
    return VALUE_NONE;
}
static const NativeEntry step_methods[] = {
    {"send", "($self, arg, /)", NULL, step_send_method, NULL, 0},
    {"throw", THROW_SIGNATURE, NULL, step_throw_method, NULL, 0},
    {"close", "($self, /)", NULL, step_close_method, NULL, 0},
    {0},
};
#define STEP_TYPE(identifier, type_name)                     \
    static const Type identifier = {                         \
        .name = type_name,                                   \
        .flags = TYPE_COLLECTED | TYPE_NO_CREATE | TYPE_IMMUTABLE, \
        .instance_size = sizeof(Step),                       \
        .destroy = step_clear,                               \
        .visit = step_visit,                                 \
        .clear = step_clear,                                 \
        .iterate = step_self,                                \
        .next = step_next,                                   \
        .await = step_self,                                  \
        .methods = step_methods,                             \
    };
STEP_TYPE(async_send_type_template, "async_generator_asend")
STEP_TYPE(async_throw_type_template, "async_generator_athrow")

/* Before the first step: what is to be told of the generator is, and whoever finishes it in the end is noted. */
static bool tell_of_start(Thread *thread, Generator *generator) {
    if (!value_is_absent(generator->origin)) return true;
    generator->origin = value_is_absent(thread->finalizer) ? VALUE_NONE : value_retain(thread->finalizer);
    if (value_is_absent(thread->first_iteration)) return true;
    Value first = value_retain(thread->first_iteration), told = value_call_one(thread, first, value_from_object(generator));
    value_release(first), value_release(told);
    return !value_is_absent(told);
}

static Value step_new(Thread *thread, Value generator, StepKind kind, Value value) {
    Type *type = type_from_template(thread, kind == STEP_SEND ? &async_send_type_template : &async_throw_type_template);
    if (!type || !tell_of_start(thread, (Generator *)generator.object)) return VALUE_ABSENT;
    Step *step = object_new(thread, type);
    if (!step) return VALUE_ABSENT;
    step->kind = kind;
    step->generator = object_retain(generator.object);
    step->value = value_retain(value);
    return value_from_object(step);
}

static Value generator_anext(Thread *thread, Value self) { return step_new(thread, self, STEP_SEND, VALUE_NONE); }
NATIVE(async_next) {
    NATIVE_UNUSED;
    return generator_anext(thread, arguments[0]);
}
NATIVE(async_iterate) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}
NATIVE(async_send) {
    NATIVE_UNUSED;
    return step_new(thread, arguments[0], STEP_SEND, arguments[1]);
}
static Value step_throwing(Thread *thread, Value generator, StepKind kind, const Value *thrown, size_t count) {
    Value all = tuple_from_values(thread, thrown, count);
    Value step = value_is_absent(all) ? all : step_new(thread, generator, kind, all);
    value_release(all);
    return step;
}
NATIVE(async_throw) {
    NATIVE_UNUSED;
    return step_throwing(thread, arguments[0], STEP_THROW, arguments + 1, thrown_count(arguments + 1));
}
NATIVE(async_close) {
    NATIVE_UNUSED;
    Value exception = value_call_none(thread, value_from_object(thread_builtins(thread)->exception_GeneratorExit));
    if (value_is_absent(exception)) return exception;
    Value step = step_throwing(thread, arguments[0], STEP_CLOSE, &exception, 1);
    value_release(exception);
    return step;
}
static const NativeEntry async_methods[] = {
    {"__aiter__", "($self, /)", "The generator itself.", async_iterate, NULL, 0},
    {"__anext__", "($self, /)", "An awaitable for the next value; it raises StopAsyncIteration at the end.", async_next, NULL, 0},
    {"asend", "($self, arg, /)", "asend(v) -> an awaitable: the pending yield has the value v, and the next one "
                                 "is the result.", async_send, NULL, 0},
    {"athrow", THROW_SIGNATURE,
     "athrow(typ[,val[,tb]]) -> an awaitable: the pending yield raises the exception.", async_throw, NULL, 0},
    {"aclose", "($self, /)", "aclose() -> an awaitable that ends the generator, its finally clauses included.", async_close, NULL, 0},
    {0},
};

static bool async_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((Generator *)self)->origin, visit, context) && generator_type_template.visit(self, visit, context);
}
static void async_clear(Object *self) {
    value_clear(&((Generator *)self)->origin);
    generator_type_template.clear(self);
}
/* Under way and let go of: the loop closes it, which takes steps. */
static bool async_finalize(Thread *thread, Value self) {
    Generator *generator = (Generator *)self.object;
    if (generator->state != GENERATOR_SUSPENDED || value_is_absent(generator->origin) || value_is_none(generator->origin)) return true;
    Value finalizer = generator->origin;
    generator->origin = VALUE_NONE;
    Value told = value_call_one(thread, finalizer, self);
    value_release(finalizer), value_release(told);
    return !value_is_absent(told);
}
static void async_destroy(Object *self) {
    value_clear(&((Generator *)self)->origin);
    generator_type_template.destroy(self);
}
static Value async_repr(Thread *thread, Value self) { return generator_type_template.repr(thread, self); }
static Value get_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Generator *)self.object)->name);
}
static Value get_qualified_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Generator *)self.object)->qualified_name);
}
static Value get_running(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Generator *)self.object)->is_running_async);
}
static Value get_code(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((Generator *)self.object)->code));
}
static Value get_frame(Thread *thread, Value self) {
    Generator *generator = (Generator *)self.object;
    if (generator->state == GENERATOR_CLOSED) return VALUE_NONE;
    return value_from_object(frame_get_object(thread, &generator->frame));
}
static Value get_awaited(Thread *thread, Value self) {
    (void)thread;
    return generator_delegate((Generator *)self.object);
}
static const PropertyEntry async_properties[] = {
    {"ag_frame", get_frame, NULL, NULL},     {"ag_await", get_awaited, NULL, NULL},
    {"__name__", get_name, NULL, NULL},      {"__qualname__", get_qualified_name, NULL, NULL},
    {"ag_running", get_running, NULL, NULL}, {"ag_code", get_code, NULL, NULL},
    {0},
};

const Type async_generator_type_template = {
    .name = "async_generator",
    .flags = TYPE_COLLECTED | TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Generator),
    .weak_offset = offsetof(Generator, weak_references),
    .destroy = async_destroy,
    .visit = async_visit,
    .clear = async_clear,
    .finalize = async_finalize,
    .repr = async_repr,
    .methods = async_methods,
    .properties = async_properties,
};
