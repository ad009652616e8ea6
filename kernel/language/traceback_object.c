/* The traceback object: made by the VM as frames unwind. */
#include "kernel/language/traceback.h"
#include "kernel/language/vm.h"

#include "kernel/objects/gc.h"
#include "kernel/objects/native.h"

void traceback_add(Thread *thread, Frame *frame, const Word *at) {
    frame->at = at;
    if (frame->code->is_hidden) return;
    Value exception = exception_take(thread); /* nothing below should see it */
    FrameObject *object = frame_get_object(thread, frame);
    Traceback *traceback = object ? object_new(thread, thread_builtins(thread)->type_traceback) : NULL;
    exception_clear(thread);
    exception_restore(thread, exception);
    if (!traceback) {
        object_release(object);
        return;
    }
    traceback->frame = object;
    traceback->at = at;
    traceback->position = code_position(frame->code, at);
    Exception *raised = (Exception *)exception.object;
    if (raised->traceback.tag == TAG_OBJECT) traceback->next = (Traceback *)raised->traceback.object;
    raised->traceback = value_from_object(traceback);
}

static bool traceback_visit(Object *self, Visit *visit, void *context) {
    Traceback *traceback = (Traceback *)self;
    return visit_object(traceback->next, visit, context) && visit_object(traceback->frame, visit, context);
}

static void traceback_clear(Object *self) {
    Traceback *traceback = (Traceback *)self;
    object_clear(&traceback->next);
    object_clear(&traceback->frame);
}

static Value get_next(Thread *thread, Value self) {
    (void)thread;
    Traceback *next = ((Traceback *)self.object)->next;
    return next ? value_retain(value_from_object(next)) : VALUE_NONE;
}
static bool change_next(Thread *thread, Value self, Value value) {
    if (!value_is_none(value) && !value_is_traceback(value))
        return raise_type_error(thread, "expected traceback object, got '%s'", value_type_name(thread, value)), false;
    Traceback *traceback = (Traceback *)self.object;
    for (Traceback *at = value_is_none(value) ? NULL : (Traceback *)value.object; at; at = at->next)
        if (at == traceback) return raise_value_error(thread, "traceback loop detected"), false;
    Traceback *old = traceback->next;
    traceback->next = value_is_none(value) ? NULL : object_retain(value.object);
    object_release(old);
    return true;
}
static Value get_frame(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((Traceback *)self.object)->frame));
}
static Value get_line(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(((Traceback *)self.object)->position.line);
}
static Value get_last_instruction(Thread *thread, Value self) {
    (void)thread;
    const Traceback *traceback = (const Traceback *)self.object;
    return value_from_int((int64_t)(traceback->at - traceback->frame->code->words) * 2);
}
static const PropertyEntry traceback_properties[] = {
    {"tb_next", get_next, change_next, NULL},
    {"tb_frame", get_frame, NULL, NULL},
    {"tb_lineno", get_line, NULL, NULL},
    {"tb_lasti", get_last_instruction, NULL, NULL},
    {0},
};

/* types.TracebackType(tb_next, tb_frame, tb_lasti, tb_lineno) */
static Value traceback_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[4];
    if (!native_match(thread, "traceback", "(tb_next, tb_frame, tb_lasti, tb_lineno)", call, arguments, 4)) return VALUE_ABSENT;
    Traceback *traceback = NULL;
    if (!value_has_type(arguments[1], &frame_type_template))
        raise_type_error(thread, "traceback() argument 'tb_frame' must be frame, not %s", value_type_name(thread, arguments[1]));
    else traceback = object_new(thread, type);
    if (traceback) {
        traceback->frame = object_retain(arguments[1].object);
        traceback->at = traceback->frame->code->words;
        traceback->position = (Position){(int)arguments[3].integer, (int)arguments[3].integer, -1, -1};
        if (value_is_traceback(arguments[0])) traceback->next = object_retain(arguments[0].object);
    }
    native_release_arguments(arguments, 4);
    return value_from_object(traceback);
}

const Type traceback_type_template = {
    .name = "traceback",
    .documentation = "Create a new traceback object.",
    .signature = "(tb_next, tb_frame, tb_lasti, tb_lineno)",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(Traceback),
    .create = traceback_create,
    .destroy = traceback_clear,
    .visit = traceback_visit,
    .clear = traceback_clear,
    .properties = traceback_properties,
};
