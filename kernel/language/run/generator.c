/* Generators and coroutines. A generator function's frame moves to the heap when the function is called; each resumption
 * links it above the frame that resumes it. What is delegated to (yield from, await) lies in a register of the frame:
 * throw() and close() look there. */
#include "kernel/language/report/traceback.h"
#include "kernel/language/run/vm.h"

#include "base/memory.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/error/warnings.h"

#include <stddef.h>
#include <string.h>

static const char *kind_name(const Generator *generator) {
    if (generator->code->flags & CODE_ASYNC_GENERATOR) return "async generator";
    return generator->code->flags & CODE_COROUTINE ? "coroutine" : "generator";
}

Generator *generator_from_frame(Thread *thread, Frame *frame) {
    Builtins *builtins = thread_builtins(thread);
    Code *code = frame->code;
    Type *type = code->flags & CODE_ASYNC_GENERATOR ? builtins->type_async_generator
                 : code->flags & CODE_COROUTINE     ? builtins->type_coroutine
                                                    : builtins->type_generator;
    Generator *generator = object_new_sized(thread, type, sizeof(Generator) + code->register_count * sizeof(Value));
    if (!generator) return NULL;
    generator->code = object_retain(code);
    generator->globals = object_retain(frame->globals);
    generator->name = value_retain(frame->function ? frame->function->name : value_from_object(code->name));
    generator->qualified_name =
        value_retain(frame->function ? frame->function->qualified_name : value_from_object(code->qualified_name));
    generator->frame = *frame;
    generator->frame.object = NULL;
    generator->frame.generator = generator;
    generator->frame.registers = generator->registers;
    generator->frame.previous = NULL;
    for (size_t i = 0; i < code->register_count; i++) {
        generator->registers[i] = frame->registers[i];
        frame->registers[i].tag = TAG_ABSENT;
    }
    generator->function = frame->registers[-1];
    frame->registers[-1].tag = TAG_ABSENT;
    if (!value_is_absent(frame->names)) generator->frame.names = value_retain(frame->names);
    return generator;
}

void generator_finished(Thread *thread, Generator *generator) {
    (void)thread;
    generator->state = GENERATOR_CLOSED;
    registers_release(generator->registers, 0, generator->code->register_count);
    Value function = generator->function, names = generator->frame.names;
    generator->function = generator->frame.names = VALUE_ABSENT;
    generator->frame.function = NULL;
    value_release(function);
    value_release(names);
}

void generator_abandon(Thread *thread, Generator *generator) {
    if (generator->frame.object) frame_detach_object(thread, &generator->frame);
    generator->frame.handled_depth = 0;
    value_clear(&generator->handled);
    generator_finished(thread, generator);
}

void generator_fix_exception(Thread *thread, const Generator *generator) {
    Builtins *builtins = thread_builtins(thread);
    const char *what = NULL;
    if (exception_matches(thread, builtins->exception_StopIteration)) what = "StopIteration";
    else if (generator->code->flags & CODE_ASYNC_GENERATOR && exception_matches(thread, builtins->exception_StopAsyncIteration))
        what = "StopAsyncIteration";
    if (!what) return;
    Value cause = exception_take(thread);
    raise_runtime_error(thread, "%s raised %s", kind_name(generator), what);
    Value raised = exception_take(thread);
    Exception *exception = (Exception *)raised.object;
    value_replace(&exception->cause, value_retain(cause));
    value_replace(&exception->context, cause);
    exception->suppress_context = true;
    exception_restore(thread, raised);
}

/* ---- sending and throwing ---- */

/* The value of a StopIteration that is set (and cleared); owned. Absent with MemoryError. */
static Value take_stop_value(Thread *thread) {
    Value exception = exception_take(thread);
    Value value = value_get_attribute(thread, exception, thread_builtins(thread)->name_value);
    value_release(exception);
    if (value_is_absent(value)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_MemoryError)) return value;
        exception_clear(thread);
        return VALUE_NONE;
    }
    return value;
}

/* What a call of send, __next__ or throw on a foreign iterator amounts to. */
static Resumption resumption_of(Thread *thread, Value result_of_call, Value *result) {
    *result = result_of_call;
    if (!value_is_absent(result_of_call)) return RESUMED_YIELD;
    if (exception_is_set(thread) && !exception_matches(thread, thread_builtins(thread)->exception_StopIteration)) return RESUMED_ERROR;
    *result = exception_is_set(thread) ? take_stop_value(thread) : VALUE_NONE;
    return value_is_absent(*result) ? RESUMED_ERROR : RESUMED_RETURN;
}

Resumption iterator_send(Thread *thread, Value iterator, Value value, Value *result) {
    const Builtins *builtins = thread_builtins(thread);
    Type *type = iterator.object->type;
    if (type == builtins->type_generator || type == builtins->type_coroutine)
        return generator_resume(thread, (Generator *)iterator.object, value, result);
    if (value_is_none(value) && type->next) {
        Value item = type->next(thread, iterator);
        return resumption_of(thread, item, result);
    }
    return resumption_of(thread, value_call_method(thread, iterator, "send", &value, 1), result);
}

static Value delegated_to(const Generator *generator) {
    if (generator->state != GENERATOR_SUSPENDED || generator->frame.at->opcode != OP_DELEGATE) return VALUE_ABSENT;
    return generator->registers[generator->frame.at->b];
}

/* Go on behind a DELEGATE whose iterator has ended with `value` (taken over). */
static void finish_delegation(Generator *generator, Value value) {
    const Word *at = generator->frame.at;
    value_release(generator->registers[at->b]);
    generator->registers[at->b].tag = TAG_ABSENT;
    value_replace(&generator->registers[at->c], value);
}

static bool close_iterator(Thread *thread, Value iterator) {
    if (value_is_generator(iterator) || value_is_coroutine(iterator)) return generator_close(thread, (Generator *)iterator.object);
    Value close = value_find_attribute(thread, iterator, thread_builtins(thread)->name_close);
    if (value_is_absent(close)) return !exception_is_set(thread);
    Value result = value_call_none(thread, close);
    value_release(close);
    value_release(result);
    return !value_is_absent(result);
}

/* Throw into what the generator delegates to. RESUMED_ERROR without an exception set: it has no throw(). */
static Resumption throw_to_delegate(Thread *thread, Value iterator, const Value *thrown, size_t count, Value *result) {
    if (value_is_generator(iterator) || value_is_coroutine(iterator))
        return generator_throw_resume(thread, (Generator *)iterator.object, thrown, count, result);
    Value throw = value_find_attribute(thread, iterator, thread_builtins(thread)->name_throw);
    if (value_is_absent(throw)) return RESUMED_ERROR;
    Value returned = value_call_values(thread, throw, thrown, count);
    value_release(throw);
    return resumption_of(thread, returned, result);
}

/* Seen among the frames while what it delegates to runs. */
static void link_frame(Thread *thread, Generator *generator) {
    Frame *frame = &generator->frame, *previous = thread->frame;
    frame->previous = previous;
    frame->stack_top = previous ? previous->stack_top : thread->stack;
    frame->frame_top = previous ? previous->frame_top : (Frame *)(thread->stack + thread->stack_size) - 1;
    thread->frame = frame;
}

/* The context is what the generator itself is handling, not what its caller is. */
static Resumption resume_raising(Thread *thread, Generator *generator, Value exception, Value *result) {
    if (generator->state == GENERATOR_SUSPENDED && generator->frame.handled_depth) {
        Value outer = thread->handled;
        thread->handled = generator->handled;
        raise_instance(thread, exception);
        thread->handled = outer;
    } else {
        exception_restore(thread, value_retain(exception));
    }
    return generator_resume(thread, generator, VALUE_ABSENT, result);
}

static bool is_exception_class(Thread *thread, Value value) {
    return value_is_type(value) && type_is_subtype(value_type(value), thread_builtins(thread)->exception_BaseException);
}

/* Of throw(instance), throw(type), throw(type, value): the instance, owned. */
static Value thrown_instance(Thread *thread, Value what, Value value) {
    Type *base = thread_builtins(thread)->exception_BaseException;
    if (is_exception_class(thread, what)) {
        if (value_is_instance(thread->interpreter, value, value_type(what))) return value_retain(value);
        Value made = value_is_none(value)    ? value_call_none(thread, what)
                     : value_is_tuple(value) ? value_call_unpacked(thread, what, value_tuple(value), NULL)
                                             : value_call_one(thread, what, value);
        if (value_is_absent(made) || value_is_instance(thread->interpreter, made, base)) return made;
        Value shown = value_repr(thread, what);
        if (!value_is_absent(shown))
            raise_type_error(thread, "calling %s should have returned an instance of BaseException, not %s",
                             value_c_string(shown), value_type_name(thread, made));
        value_release(shown);
        value_release(made);
        return VALUE_ABSENT;
    }
    if (value_is_instance(thread->interpreter, what, base)) {
        if (!value_is_none(value)) return raise_type_error(thread, "instance exception may not have a separate value");
        return value_retain(what);
    }
    return raise_type_error(thread, "exceptions must be classes or instances deriving from BaseException, not %s",
                            value_type_name(thread, what));
}

/* The arguments of throw() make an exception, which the generator's own body gets. */
static Resumption throw_here(Thread *thread, Generator *generator, const Value *thrown, size_t count, Value *result) {
    *result = VALUE_ABSENT;
    Value traceback = count > 2 ? thrown[2] : VALUE_NONE;
    if (!value_is_none(traceback) && !value_is_traceback(traceback)) {
        raise_type_error(thread, "throw() third argument must be a traceback object");
        return RESUMED_ERROR;
    }
    Value exception = thrown_instance(thread, thrown[0], count > 1 ? thrown[1] : VALUE_NONE);
    /* What goes wrong while the exception is made is raised inside, too. */
    if (value_is_absent(exception) && is_exception_class(thread, thrown[0])) exception = exception_take(thread);
    if (value_is_absent(exception)) return RESUMED_ERROR;
    if (!value_is_none(traceback)) value_replace(&((Exception *)exception.object)->traceback, value_retain(traceback));
    Resumption how = resume_raising(thread, generator, exception, result);
    value_release(exception);
    return how;
}

static bool throws_exit(Thread *thread, Value thrown) {
    Type *exit = thread_builtins(thread)->exception_GeneratorExit;
    return value_is_type(thrown) ? type_is_subtype(value_type(thrown), exit) : value_is_instance(thread->interpreter, thrown, exit);
}

Resumption generator_throw_resume(Thread *thread, Generator *generator, const Value *thrown, size_t count, Value *result) {
    *result = VALUE_ABSENT;
    Value iterator = value_retain(delegated_to(generator));
    if (!value_is_absent(iterator)) {
        if (!thread->stack && !thread_make_stack(thread)) return RESUMED_ERROR;
        generator->state = GENERATOR_RUNNING;
        Resumption how = RESUMED_ERROR;
        if (throws_exit(thread, thrown[0])) {
            close_iterator(thread, iterator); /* what it raises is seen below */
        } else {
            link_frame(thread, generator);
            how = throw_to_delegate(thread, iterator, thrown, count, result);
            thread->frame = generator->frame.previous;
            generator->frame.previous = NULL;
        }
        generator->state = GENERATOR_SUSPENDED;
        value_release(iterator);
        if (how == RESUMED_YIELD) return how;
        if (how == RESUMED_RETURN) {
            /* resume behind the instruction: the value goes where DELEGATE would have put it */
            const Word *at = generator->frame.at;
            finish_delegation(generator, VALUE_NONE);
            value_replace(&generator->registers[at->a], *result);
            *result = VALUE_ABSENT;
            generator->frame.at = at + 1;
            return generator_continue(thread, generator, result);
        }
        if (exception_is_set(thread)) {
            Value raised = exception_take(thread);
            how = resume_raising(thread, generator, raised, result);
            value_release(raised);
            return how;
        }
    }
    return throw_here(thread, generator, thrown, count, result);
}

/* StopIteration(value), without arguments for None. */
static void raise_stop(Thread *thread, Value value) {
    if (!value_is_none(value)) {
        raise_stop_iteration(thread, value);
        return;
    }
    Value exception = value_call_none(thread, value_from_object(thread_builtins(thread)->exception_StopIteration));
    if (!value_is_absent(exception)) raise_instance(thread, exception);
    value_release(exception);
}

/* Turn what a resumption gave into what send(), __next__() and throw() return. */
static Value resumption_result(Thread *thread, Resumption how, Value result, bool is_next) {
    if (how == RESUMED_YIELD || how == RESUMED_ERROR) return result;
    if (!is_next || !value_is_none(result)) raise_stop(thread, result);
    value_release(result);
    return VALUE_ABSENT;
}

bool generator_close(Thread *thread, Generator *generator) {
    if (generator->state == GENERATOR_CREATED) {
        generator_finished(thread, generator);
        return true;
    }
    if (generator->state == GENERATOR_CLOSED) return true;
    Builtins *builtins = thread_builtins(thread);
    Value leave = value_call_none(thread, value_from_object(builtins->exception_GeneratorExit));
    if (value_is_absent(leave)) return false;
    Value result;
    Resumption how = generator_throw_resume(thread, generator, &leave, 1, &result);
    value_release(leave);
    if (how == RESUMED_YIELD) {
        value_release(result);
        raise_runtime_error(thread, "%s ignored GeneratorExit", kind_name(generator));
        return false;
    }
    if (how == RESUMED_RETURN) {
        value_release(result);
        return true;
    }
    if (exception_matches(thread, builtins->exception_GeneratorExit) || exception_matches(thread, builtins->exception_StopIteration)) {
        exception_clear(thread);
        return true;
    }
    return false;
}

/* ---- the life of one ---- */

static bool generator_visit(Object *self, Visit *visit, void *context) {
    Generator *generator = (Generator *)self;
    return (!generator->code || visit_values(generator->registers, generator->code->register_count, visit, context)) &&
           visit_value(generator->function, visit, context) && visit_object(generator->globals, visit, context) &&
           visit_value(generator->handled, visit, context) && visit_value(generator->frame.names, visit, context) &&
           visit_object(generator->frame.object, visit, context);
}

static void generator_clear(Object *self) {
    Generator *generator = (Generator *)self;
    if (generator->state == GENERATOR_RUNNING || !generator->code) return;
    generator->state = GENERATOR_CLOSED;
    registers_release(generator->registers, 0, generator->code->register_count);
    value_clear(&generator->function);
    generator->frame.function = NULL;
    value_clear(&generator->handled);
    value_clear(&generator->frame.names);
}

static void generator_destroy(Object *self) {
    Generator *generator = (Generator *)self;
    if (generator->frame.object) frame_detach_object(NULL, &generator->frame);
    generator_clear(self);
    object_clear(&generator->globals);
    value_clear(&generator->name);
    value_clear(&generator->qualified_name);
    object_clear(&generator->code);
}

static bool generator_finalize(Thread *thread, Value self) {
    Generator *generator = (Generator *)self.object;
    if (generator->state == GENERATOR_CREATED && generator->code->flags & CODE_COROUTINE) {
        Value message = string_format(thread, "coroutine '%s' was never awaited", value_c_string(generator->qualified_name));
        bool fine = !value_is_absent(message) && warn_about(thread, self, message, thread_builtins(thread)->exception_RuntimeWarning, 1);
        value_release(message);
        return fine;
    }
    if (generator->state != GENERATOR_SUSPENDED || generator->code->flags & CODE_ASYNC_GENERATOR) return true;
    if (!generator->code->handler_count && value_is_absent(delegated_to(generator))) return true;
    return generator_close(thread, generator);
}

static Value generator_repr(Thread *thread, Value self) {
    Generator *generator = (Generator *)self.object;
    return string_format(thread, "<%s object %s at %p>", self.object->type->name, value_c_string(generator->qualified_name),
                         (void *)generator);
}

/* ---- methods ---- */

Value generator_stop(Thread *thread, Value returned) {
    return value_is_none(returned) ? VALUE_ABSENT : resumption_result(thread, RESUMED_RETURN, returned, true);
}

static Value generator_next(Thread *thread, Value self) {
    Value result;
    if (generator_next_quickly(thread, (Generator *)self.object, &result)) return result;
    Resumption how = generator_resume(thread, (Generator *)self.object, VALUE_NONE, &result);
    return resumption_result(thread, how, result, true);
}

Value generator_send_value(Thread *thread, Generator *generator, Value value) {
    Value result;
    Resumption how = generator_resume(thread, generator, value, &result);
    return resumption_result(thread, how, result, false);
}

NATIVE(generator_send) {
    NATIVE_UNUSED;
    return generator_send_value(thread, (Generator *)arguments[0].object, arguments[1]);
}
NATIVE(generator_next_method) {
    NATIVE_UNUSED;
    return generator_send_value(thread, (Generator *)arguments[0].object, VALUE_NONE);
}

size_t thrown_count(const Value *thrown) {
    return value_is_absent(thrown[1]) ? 1 : value_is_absent(thrown[2]) ? 2 : 3;
}

NATIVE(generator_throw_method) {
    NATIVE_UNUSED;
    Value result;
    Resumption how =
        generator_throw_resume(thread, (Generator *)arguments[0].object, arguments + 1, thrown_count(arguments + 1), &result);
    return resumption_result(thread, how, result, false);
}

NATIVE(generator_close_method) {
    NATIVE_UNUSED;
    return generator_close(thread, (Generator *)arguments[0].object) ? VALUE_NONE : VALUE_ABSENT;
}

static Value get_self(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self);
}

static Value get_frame(Thread *thread, Value self) {
    Generator *generator = (Generator *)self.object;
    if (generator->state == GENERATOR_CLOSED) return VALUE_NONE;
    return value_from_object(frame_get_object(thread, &generator->frame));
}
static Value get_running(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Generator *)self.object)->state == GENERATOR_RUNNING);
}
static Value get_suspended(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Generator *)self.object)->state == GENERATOR_SUSPENDED);
}
static Value get_code(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((Generator *)self.object)->code));
}
Value generator_delegate(const Generator *generator) {
    Value delegate = delegated_to(generator);
    return value_is_absent(delegate) ? VALUE_NONE : value_retain(delegate);
}
static Value get_delegate(Thread *thread, Value self) {
    (void)thread;
    return generator_delegate((Generator *)self.object);
}
static Value get_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Generator *)self.object)->name);
}
static Value get_qualified_name(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Generator *)self.object)->qualified_name);
}
static bool set_text(Thread *thread, Value *place, Value value, const char *name) {
    if (!value_is_string(value)) return raise_type_error(thread, "%s must be set to a string object", name), false;
    value_replace(place, value_retain(value));
    return true;
}
static bool set_name(Thread *thread, Value self, Value value) {
    return set_text(thread, &((Generator *)self.object)->name, value, "__name__");
}
static bool set_qualified_name(Thread *thread, Value self, Value value) {
    return set_text(thread, &((Generator *)self.object)->qualified_name, value, "__qualname__");
}

#define GENERATOR_METHODS(kind)                                                                                             \
    {"send", "($self, arg, /)", "Go on with arg as the value of the yield; the next value, or StopIteration.\n\nsend(arg): arg goes into " kind ".", \
     generator_send, NULL, 0},                                                                                              \
    {"throw", THROW_SIGNATURE, "Raise an exception in " kind "; the next value, or StopIteration.", \
     generator_throw_method, NULL, 0},                                                                                      \
    {"close", "($self, /)", "End the " kind ", its finally clauses included.", generator_close_method, NULL, 0}

static const NativeEntry coroutine_methods[] = {GENERATOR_METHODS("coroutine"), {0}};
static const NativeEntry generator_methods[] = {
    GENERATOR_METHODS("generator"), {"__next__", "($self, /)", "The next value; StopIteration at the end.", generator_next_method, NULL, 0}, {0}};
#define GENERATOR_PROPERTIES(prefix, delegate)                                   \
    {"__name__", get_name, set_name, NULL},                                     \
    {"__qualname__", get_qualified_name, set_qualified_name, NULL},             \
    {prefix "_frame", get_frame, NULL, NULL},                                   \
    {prefix "_running", get_running, NULL, NULL},                               \
    {prefix "_suspended", get_suspended, NULL, NULL},                           \
    {prefix "_code", get_code, NULL, NULL},                                     \
    {prefix "_" delegate, get_delegate, NULL, NULL}

static const PropertyEntry generator_properties[] = {GENERATOR_PROPERTIES("gi", "yieldfrom"), {0}};
/* Where a coroutine was made is not kept, as there without sys.set_coroutine_origin_tracking_depth(). */
static Value get_origin(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }
static const PropertyEntry coroutine_properties[] = {GENERATOR_PROPERTIES("cr", "await"), {"cr_origin", get_origin, NULL, NULL}, {0}};

const Type generator_type_template = {
    .name = "generator",
    .flags = TYPE_COLLECTED | TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Generator),
    .weak_offset = offsetof(Generator, weak_references),
    .destroy = generator_destroy,
    .visit = generator_visit,
    .clear = generator_clear,
    .finalize = generator_finalize,
    .repr = generator_repr,
    .iterate = get_self,
    .next = generator_next,
    .methods = generator_methods,
    .properties = generator_properties,
};

/* ---- coroutines ---- */

/* coroutine.__await__(): an iterator over the coroutine. */
typedef struct CoroutineWrapper {
    Object object;
    Value coroutine;
} CoroutineWrapper;

static bool wrapper_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((CoroutineWrapper *)self)->coroutine, visit, context);
}
static void wrapper_clear(Object *self) { value_clear(&((CoroutineWrapper *)self)->coroutine); }
static Value wrapper_next(Thread *thread, Value self) {
    return generator_next(thread, ((CoroutineWrapper *)self.object)->coroutine);
}
NATIVE(wrapper_send) {
    Value inner[2] = {((CoroutineWrapper *)arguments[0].object)->coroutine, arguments[1]};
    return generator_send(thread, native, inner);
}
NATIVE(wrapper_throw) {
    Value inner[4] = {((CoroutineWrapper *)arguments[0].object)->coroutine, arguments[1], arguments[2], arguments[3]};
    return generator_throw_method(thread, native, inner);
}
NATIVE(wrapper_close) {
    return generator_close_method(thread, native, &((CoroutineWrapper *)arguments[0].object)->coroutine);
}
static const NativeEntry wrapper_methods[] = {
    {"send", "($self, arg, /)", NULL, wrapper_send, NULL, 0},
    {"throw", THROW_SIGNATURE, NULL, wrapper_throw, NULL, 0},
    {"close", "($self, /)", NULL, wrapper_close, NULL, 0},
    {0},
};
static const Type coroutine_wrapper_type_template = {
    .name = "coroutine_wrapper",
    .flags = TYPE_COLLECTED | TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(CoroutineWrapper),
    .destroy = wrapper_clear,
    .visit = wrapper_visit,
    .clear = wrapper_clear,
    .iterate = get_self,
    .next = wrapper_next,
    .methods = wrapper_methods,
};

static Value coroutine_await(Thread *thread, Value self) {
    Type *type = type_from_template(thread, &coroutine_wrapper_type_template);
    CoroutineWrapper *wrapper = type ? object_new(thread, type) : NULL;
    if (!wrapper) return VALUE_ABSENT;
    wrapper->coroutine = value_retain(self);
    return value_from_object(wrapper);
}

const Type coroutine_type_template = {
    .name = "coroutine",
    .flags = TYPE_COLLECTED | TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Generator),
    .weak_offset = offsetof(Generator, weak_references),
    .destroy = generator_destroy,
    .visit = generator_visit,
    .clear = generator_clear,
    .finalize = generator_finalize,
    .repr = generator_repr,
    .await = coroutine_await,
    .methods = coroutine_methods,
    .properties = coroutine_properties,
};

Value awaitable_iterator(Thread *thread, Value value) {
    if (value_is_coroutine(value)) {
        Generator *generator = (Generator *)value.object;
        if (!value_is_absent(delegated_to(generator))) return raise_runtime_error(thread, "coroutine is being awaited already");
        return value_retain(value);
    }
    if (value_is_generator(value) && ((Generator *)value.object)->code->flags & CODE_ITERABLE_COROUTINE) return value_retain(value);
    Type *type = type_of(thread->interpreter, value);
    if (!type->await) return raise_type_error(thread, "object %s can't be used in 'await' expression", value_type_name(thread, value));
    Value iterator = type->await(thread, value);
    if (value_is_absent(iterator)) return iterator;
    if (value_is_coroutine(iterator)) {
        value_release(iterator);
        return raise_type_error(thread, "__await__() returned a coroutine");
    }
    if (!type_of(thread->interpreter, iterator)->next) {
        raise_type_error(thread, "__await__() returned non-iterator of type '%s'", value_type_name(thread, iterator));
        value_release(iterator);
        return VALUE_ABSENT;
    }
    return iterator;
}
