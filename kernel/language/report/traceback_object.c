/* The traceback object: made by the VM as frames unwind. */
#include "kernel/language/report/traceback.h"
#include "kernel/language/run/vm.h"

#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/value_support.h"

#include <stdio.h>

void traceback_add(Thread *thread, Frame *frame, const Word *at) {
    frame->at = at;
    if (!exception_is_set(thread)) { /* a function of ours has forgotten it */
#ifdef CUPOLA_CHECK_STEPS
        fprintf(stderr, "@forgotten exception at %s:%d\n", value_c_string(frame->code->file), code_position(frame->code, at).line);
#endif
        raise_format(thread, thread_builtins(thread)->exception_SystemError, "error return without exception set");
    }
    if (frame->code->is_hidden) return;
    Value exception = exception_take(thread); /* nothing below should see it */
    FrameObject *object = frame_get_object(thread, frame);
    Traceback *traceback = object ? object_new(thread, thread_builtins(thread)->type_traceback) : NULL;
    exception_clear(thread);
    exception_restore(thread, exception);
    if (!traceback) {
        object_release(object);
        if (!exception_matches(thread, thread_builtins(thread)->exception_MemoryError)) raise_no_memory(thread);
        return;
    }
    traceback->frame = object;
    traceback->last_instruction = (at - frame->code->words) * 2;
    traceback->position = code_position(frame->code, at);
    Exception *raised = (Exception *)exception.object;
    if (raised->traceback.tag == TAG_OBJECT) traceback->next = (Traceback *)raised->traceback.object;
    raised->traceback = value_from_object(traceback);
}

#ifdef CUPOLA_CHECK_STEPS
void traceback_report_left(Thread *thread, const Frame *frame, const Word *at) {
    Value exception = exception_take(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    traceback_format_exception_only(thread, exception, &text);
    exception_clear(thread);
    fprintf(stderr, "@exception left behind at %s:%d: %s\n", value_c_string(frame->code->file), code_position(frame->code, at).line,
            text.bytes ? text.bytes : "");
    text_release(&text);
    value_release(exception);
}
#endif

const Word *traceback_place(Thread *thread, const Frame *frame) {
    Value traceback = ((Exception *)thread->exception.object)->traceback;
    if (traceback.tag != TAG_OBJECT) return frame->at;
    const Traceback *entry = (Traceback *)traceback.object;
    size_t at = (size_t)(entry->last_instruction / 2);
    return entry->frame->frame == frame && at < frame->code->word_count ? frame->code->words + at : frame->at;
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
    return value_from_int(((Traceback *)self.object)->last_instruction);
}
static const PropertyEntry traceback_properties[] = {
    {"tb_next", get_next, change_next, NULL},
    {"tb_frame", get_frame, NULL, NULL},
    {"tb_lineno", get_line, NULL, NULL},
    {"tb_lasti", get_last_instruction, NULL, NULL},
    {0},
};

/* The columns of an instruction on that line. At instruction 0 CPython's functions have not begun yet: no columns. */
static Position position_on_line(const Code *code, int64_t last_instruction, int line) {
    Position position = {line, line, -1, -1};
    if (last_instruction < 0 || last_instruction / 2 >= (int64_t)code->word_count) return position;
    Position found = code_position(code, code->words + last_instruction / 2);
    if (found.line == line) return found;
    if (!last_instruction && line == code->first_line) position.column = position.end_column = 0;
    return position;
}

/* types.TracebackType(tb_next, tb_frame, tb_lasti, tb_lineno) */
static Traceback *create(Thread *thread, Type *type, const Value *arguments) {
    int64_t last_instruction, line;
    if (!value_is_none(arguments[0]) && !value_is_traceback(arguments[0])) {
        raise_type_error(thread, "expected traceback object or None, got '%s'", value_type_name(thread, arguments[0]));
        return NULL;
    }
    if (!value_has_type(arguments[1], &frame_type_template)) {
        raise_type_error(thread, "TracebackType() argument 'tb_frame' must be frame, not %s", value_type_name(thread, arguments[1]));
        return NULL;
    }
    if (!value_to_c_int(thread, arguments[2], &last_instruction) || !value_to_c_int(thread, arguments[3], &line)) return NULL;
    Traceback *traceback = object_new(thread, type);
    if (!traceback) return NULL;
    traceback->frame = object_retain(arguments[1].object);
    traceback->last_instruction = last_instruction;
    traceback->position = position_on_line(traceback->frame->code, last_instruction, (int)line);
    if (value_is_traceback(arguments[0])) traceback->next = object_retain(arguments[0].object);
    return traceback;
}

static Value traceback_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[4];
    if (!native_match(thread, "TracebackType", "(tb_next, tb_frame, tb_lasti, tb_lineno)", call, arguments, 4)) return VALUE_ABSENT;
    Traceback *traceback = create(thread, type, arguments);
    native_release_arguments(arguments, 4);
    return traceback ? value_from_object(traceback) : VALUE_ABSENT;
}

const Type traceback_type_template = {
    .name = "traceback",
    .documentation = "A step of a traceback: a frame, its line, and the step after it.",
    .signature = "(tb_next, tb_frame, tb_lasti, tb_lineno)",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(Traceback),
    .create = traceback_create,
    .destroy = traceback_clear,
    .visit = traceback_visit,
    .clear = traceback_clear,
    .properties = traceback_properties,
};
