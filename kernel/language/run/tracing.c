/* What sys.settrace and sys.setprofile are told.
 *
 * While nobody traces, nothing of this costs anything: the ordinary VM only looks, where somebody wants attention anyway,
 * whether it should hand its frame to the VM that traces (vm_traced.c). A thread that is traced keeps `attention` set, so
 * that the functions which it enters come there. */
#include "kernel/language/run/tracing.h"

#include "base/memory.h"
#include "kernel/language/run/generator.h"
#include "kernel/language/run/vm.h"

void tracing_end(Thread *thread) {
    Tracer *tracer = thread->tracer;
    if (!tracer) return;
    thread->tracer = NULL;
    value_release(tracer->trace), value_release(tracer->profile);
    memory_release(tracer);
}

static void end_if_unused(Thread *thread) {
    const Tracer *tracer = thread->tracer;
    if (tracer && !tracer->inside && !tracer->held && value_is_absent(tracer->trace) && value_is_absent(tracer->profile)) tracing_end(thread);
}

Value tracing_call(Thread *thread, Value function, Tuple *arguments) {
    Tracer *tracer = thread->tracer;
    if (!tracer) return value_call_unpacked(thread, function, arguments, NULL);
    int inside = tracer->inside;
    tracer->inside = 0;
    tracer->held++;
    Value result = value_call_unpacked(thread, function, arguments, NULL);
    tracer->inside = inside;
    tracer->held--;
    end_if_unused(thread);
    return result;
}

bool tracing_set(Thread *thread, Value function, bool is_profile) {
    if (!thread->tracer) {
        if (value_is_none(function)) return true;
        thread->tracer = memory_allocate_zeroed(1, sizeof(Tracer));
        if (!thread->tracer) return raise_no_memory(thread), false;
        thread->tracer->trace = thread->tracer->profile = VALUE_ABSENT;
    }
    Tracer *tracer = thread->tracer;
    if (tracer->installs[is_profile])
        return raise_runtime_error(thread, "Cannot install a %s function while another %s function is being installed",
                                   is_profile ? "profile" : "trace", is_profile ? "profile" : "trace"), false;
    tracer->installs[is_profile] = true; /* the one before may do anything as it goes */
    tracer->held++;
    value_replace(is_profile ? &tracer->profile : &tracer->trace, value_is_none(function) ? VALUE_ABSENT : value_retain(function));
    tracer->held--;
    tracer->installs[is_profile] = false;
    /* One that is inside is needed until its function has returned. */
    end_if_unused(thread);
    atomic_store(&thread->interpreter->attention, true);
    return true;
}

Value tracing_get(const Thread *thread, bool is_profile) {
    const Tracer *tracer = thread->tracer;
    Value function = !tracer ? VALUE_ABSENT : is_profile ? tracer->profile : tracer->trace;
    return value_is_absent(function) ? VALUE_NONE : value_retain(function);
}

/* What the function returns, owned; absent with an exception, and tracing is over. */
static Value tell(Thread *thread, Value function, FrameObject *object, const char *event, Value argument, bool is_profile) {
    Tracer *tracer = thread->tracer;
    bool has_locals = !value_is_absent(object->locals) && object->code->flags & CODE_OPTIMIZED;
    if (has_locals) { /* the one who has them already sees them as they are */
        Value locals = frame_object_locals(thread, object);
        if (value_is_absent(locals)) exception_clear(thread);
        value_release(locals);
    }
    Value name = string_from_c(thread, event), result = VALUE_ABSENT;
    value_retain(function);
    tracer->inside++;
    if (!value_is_absent(name)) {
        Value values[] = {value_from_object(object), name, argument};
        const Call call = {.values = values, .positional_count = 3};
        result = value_call(thread, function, &call);
    }
    tracer->inside--;
    value_release(name), value_release(function);
    if (!value_is_absent(object->locals)) frame_object_take_locals(object);
    if (value_is_absent(result)) value_replace(is_profile ? &tracer->profile : &tracer->trace, VALUE_ABSENT);
    end_if_unused(thread);
    return result;
}

/* To the frame's own function, which may name another. */
static bool tell_frame(Thread *thread, FrameObject *object, const char *event, Value argument) {
    if (value_is_absent(object->trace) || !thread->tracer || value_is_absent(thread->tracer->trace)) return true;
    object_retain(object);
    Value result = tell(thread, object->trace, object, event, argument, false);
    bool good = !value_is_absent(result);
    if (good && !value_is_none(result)) value_replace(&object->trace, value_retain(result));
    if (!good) value_clear(&object->trace);
    value_release(result);
    object_release(object);
    return good;
}

static bool tell_profile(Thread *thread, FrameObject *object, const char *event, Value argument) {
    if (!thread->tracer || value_is_absent(thread->tracer->profile)) return true;
    Value result = tell(thread, thread->tracer->profile, object, event, argument, true);
    value_release(result);
    return !value_is_absent(result);
}

static bool begin(Thread *thread, Frame *frame) {
    FrameObject *object = frame_get_object(thread, frame);
    if (!object) return false;
    bool is_first = !object->is_traced, good = true;
    object->is_traced = true;
    object->is_suspended = false;
    if (is_first) object->traced_line = frame->code->first_line;
    object->traced_at = NULL;
    object->begins = is_first;
    if (thread->tracer && !value_is_absent(thread->tracer->trace)) {
        Value result = tell(thread, thread->tracer->trace, object, "call", VALUE_NONE, false);
        good = !value_is_absent(result);
        if (good && !value_is_none(result)) value_replace(&object->trace, value_retain(result)); /* else one that goes on keeps its own */
        value_release(result);
    }
    good = good && tell_profile(thread, object, "call", VALUE_NONE);
    if (is_first) object->traced_line = -1;
    object->begins = false;
    object_release(object);
    return good;
}

static bool is_beginning(const Frame *frame, const Word *pc) {
    const Word *first = frame->code->words;
    if (frame->object && frame->object->is_traced) return frame->object->is_suspended;
    return pc == first || (frame->generator && pc == first + 1 && first->opcode == OP_START_GENERATOR);
}

bool trace_step(Thread *thread, Frame *frame, const Word *pc) {
    if (thread->tracer->inside || frame->code->is_hidden || pc->opcode == OP_UNFOLD || pc->opcode == OP_START_GENERATOR ||
        pc->opcode == OP_FINISH_PENDING)
        return true;
    if (is_beginning(frame, pc) && !begin(thread, frame)) return false;
    if (pc->opcode == OP_MAKE_CELL) return true; /* still the call */
    FrameObject *object = frame->object;
    if (!object || value_is_absent(object->trace) || !thread->tracer) return true;
    int line = code_own_line(frame->code, pc);
    if (line <= 0) return true;
    bool is_back = object->traced_at && pc < object->traced_at;
    object->traced_at = pc;
    if (line == object->traced_line && !is_back) return true;
    object->traced_line = line;
    if (!object->tells_no_lines && !tell_frame(thread, object, "line", VALUE_NONE)) return false;
    return true;
}

static bool tells(const Thread *thread, const Frame *frame) {
    return thread->tracer && !thread->tracer->inside && frame->object && frame->object->is_traced;
}

bool trace_return(Thread *thread, Frame *frame, Value result) {
    if (!tells(thread, frame)) return true;
    FrameObject *object = object_retain(frame->object);
    value_retain(result);
    bool good = tell_frame(thread, object, "return", result) && tell_profile(thread, object, "return", result);
    value_release(result);
    object_release(object);
    return good;
}

/* With it those pause that delegate to it. */
bool trace_yield(Thread *thread, Frame *frame, Value result) {
    for (;; frame = frame->previous) {
        if (thread->tracer && !trace_return(thread, frame, result)) return false;
        if (frame->object && frame->object->is_traced) frame->object->is_suspended = true;
        if (frame->kind != FRAME_DELEGATED) return true;
    }
}

bool trace_exception(Thread *thread, Frame *frame) {
    if (!tells(thread, frame) || value_is_absent(frame->object->trace)) return true;
    FrameObject *object = object_retain(frame->object);
    Value exception = exception_take(thread), traceback = ((const Exception *)exception.object)->traceback;
    const Value items[] = {value_from_object(exception.object->type), exception, value_is_absent(traceback) ? VALUE_NONE : traceback};
    Value argument = tuple_from_values(thread, items, 3);
    bool good = !value_is_absent(argument) && tell_frame(thread, object, "exception", argument);
    value_release(argument);
    if (good) exception_restore(thread, exception);
    else value_release(exception);
    object_release(object);
    return good;
}

bool trace_stop(Thread *thread, Frame *frame, const Generator *ended, Value value) {
    if (!tells(thread, frame) || value_is_absent(frame->object->trace)) return true;
    if (value_is_none(value) && !(ended->code->flags & CODE_COROUTINE)) return true; /* that one simply ends */
    FrameObject *object = object_retain(frame->object);
    raise_stop_iteration(thread, value_is_none(value) ? VALUE_ABSENT : value);
    Value exception = exception_take(thread);
    const Value items[] = {value_from_object(exception.object->type), exception, VALUE_NONE};
    Value argument = tuple_from_values(thread, items, 3);
    bool good = !value_is_absent(argument) && tell_frame(thread, object, "exception", argument);
    value_release(argument);
    value_release(exception);
    object_release(object);
    return good;
}

bool trace_unwind(Thread *thread, Frame *frame) {
    if (!tells(thread, frame)) return true;
    Value exception = exception_take(thread);
    bool good = trace_return(thread, frame, VALUE_NONE);
    if (good) exception_restore(thread, exception);
    else value_release(exception);
    return good;
}
