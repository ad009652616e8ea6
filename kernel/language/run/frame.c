/* The stack of a thread, frames as Python sees them, and what natives ask of the innermost one. */
#include "kernel/language/run/vm.h"

#include "base/memory.h"
#include "kernel/language/text/ast.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/run/profile.h"
#include "kernel/language/report/traceback.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/core/gc.h"

#include <string.h>
#include <sys/mman.h>

enum { STACK_BYTES = 64 << 20, LEAST_STACK_BYTES = 4 << 20, STACKS_OF_A_LIMIT = 64 };

/* Reserved whole, used page by page: the system gives memory only for what is touched. */
bool language_prepare_thread(Thread *thread) {
    size_t size = memory_share(STACK_BYTES, LEAST_STACK_BYTES, STACKS_OF_A_LIMIT);
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return false;
    thread->stack = block;
    thread->stack_size = size / sizeof(Value);
    return true;
}

bool thread_make_stack(Thread *thread) {
    if (language_prepare_thread(thread)) return true;
    raise_no_memory(thread);
    return false;
}

void language_release_thread(Thread *thread) {
    if (thread->stack) munmap(thread->stack, thread->stack_size * sizeof(Value));
    thread->stack = NULL;
    thread->stack_size = 0;
}

bool raise_recursion(Thread *thread) {
    raise_format(thread, thread_builtins(thread)->exception_RecursionError, "maximum recursion depth exceeded");
    return false;
}

bool thread_reserve(Thread *thread, size_t registers, Value **base, Frame **frame) {
    if (!thread->stack && !thread_make_stack(thread)) return false;
    Frame *top = thread->frame;
    *base = top ? top->stack_top : thread->stack;
    *frame = top ? top->frame_top : (Frame *)(thread->stack + thread->stack_size) - 1;
    if ((char *)(*base + registers + 4) > (char *)(*frame - 1)) return raise_recursion(thread);
    if ((char *)__builtin_frame_address(0) < thread->stack_limit) return raise_recursion(thread);
    return true;
}

/* ---- frame objects ---- */

FrameObject *frame_get_object(Thread *thread, Frame *frame) {
    if (!frame->object) {
        FrameObject *object = object_new(thread, thread_builtins(thread)->type_frame);
        if (!object) return NULL;
        object->frame = frame;
        object->code = object_retain(frame->code);
        object->globals = object_retain(frame->globals);
        object->names = value_retain(frame->names);
        if (frame->function && frame->function->closure) object->closure = object_retain(frame->function->closure);
        object->at = frame->at;
        frame->object = object;
    }
    return object_retain(frame->object);
}

/* The object of the frame that called one; NULL: nobody did, or no memory, which is not worth an error here. */
static FrameObject *caller_object(Thread *thread, const Frame *frame) {
    Frame *caller = frame->previous;
    while (caller && caller->code->is_hidden) caller = caller->previous;
    if (!caller || caller->object) return caller ? object_retain(caller->object) : NULL;
    Value exception = exception_take(thread);
    FrameObject *object = frame_get_object(thread, caller);
    exception_clear(thread);
    exception_restore(thread, exception);
    return object;
}

/* The variables move into the object when somebody still holds it. */
void frame_detach_object(Thread *thread, Frame *frame) {
    FrameObject *object = frame->object;
    if (object->profiler) profiler_frame_ended(object->profiler, frame);
    frame->object = NULL;
    object->frame = NULL;
    object->at = frame->at;
    if (object->object.references > 1) {
        size_t count = frame->code->local_count;
        object->variables = count <= FRAME_FEW ? object->few : memory_allocate(count * sizeof(Value));
        if (object->variables)
            for (size_t i = 0; i < count; i++) {
                object->variables[i] = frame->registers[i];
                frame->registers[i].tag = TAG_ABSENT;
            }
        if (!frame->generator) object->back = caller_object(thread, frame);
    }
    object_release(object);
}

static const Word *frame_object_at(const FrameObject *object) { return object->frame ? object->frame->at : object->at; }

int frame_object_line(const FrameObject *object) {
    if (object->begins) return object->code->first_line;
    if (object->traced_line > 0 && object->frame && !code_own_line(object->code, object->frame->at)) return object->traced_line;
    return code_position(object->code, frame_object_at(object)).line;
}

static Value variable_value(const Code *code, Value value, size_t reg) {
    for (size_t i = 0; i < code->cell_count; i++)
        if (code->cell_registers[i] == reg)
            return value_is_cell(value) ? ((Cell *)value.object)->value : VALUE_ABSENT;
    return value;
}

/* Registers and closure into a dict; unset variables are taken out of it. */
static bool collect_locals(Thread *thread, const Code *code, const Value *registers, const Tuple *closure, Dict *dict) {
    for (size_t i = 0; registers && i < code->local_count; i++) {
        if (!code->locals[i] || code->locals[i]->bytes[0] == '.') continue;
        Value value = variable_value(code, registers[i], i);
        if (value_is_absent(value)) {
            if (dict_remove(thread, dict, value_from_object(code->locals[i])) < 0) return false;
        } else if (!dict_set_string(thread, dict, code->locals[i], value)) {
            return false;
        }
    }
    for (size_t i = 0; closure && i < code->free_count && i < closure->count; i++) {
        Value value = ((Cell *)closure->items[i].object)->value;
        if (!value_is_absent(value) && !dict_set_string(thread, dict, code->free_names[i], value)) return false;
    }
    return true;
}

Value frame_object_locals(Thread *thread, FrameObject *object) {
    if (!value_is_absent(object->names)) return value_retain(object->names);
    if (!(object->code->flags & CODE_OPTIMIZED)) return value_retain(value_from_object(object->globals));
    if (value_is_absent(object->locals)) {
        object->locals = dict_new(thread);
        if (value_is_absent(object->locals)) return VALUE_ABSENT;
    }
    const Value *registers = object->frame ? object->frame->registers : object->variables;
    if (!collect_locals(thread, object->code, registers, object->closure, value_dict(object->locals))) return VALUE_ABSENT;
    return value_retain(object->locals);
}

static void take_local(FrameObject *object, String *name, Value *place) {
    int64_t index = dict_find_index(value_dict(object->locals), name);
    if (index < 0) return;
    Value value = value_dict(object->locals)->entries[index].value;
    if (value_is_cell(*place)) place = &((Cell *)place->object)->value;
    if (!value_is(*place, value)) value_replace(place, value_retain(value));
}

void frame_object_take_locals(FrameObject *object) {
    if (!object->frame || !(object->code->flags & CODE_OPTIMIZED) || !value_is_exact_dict(object->locals)) return;
    const Code *code = object->code;
    Value locals = value_retain(object->locals); /* replaced values may do anything when they go */
    for (size_t i = 0; i < code->local_count && object->frame && value_is(object->locals, locals); i++)
        if (code->locals[i] && code->locals[i]->bytes[0] != '.') take_local(object, code->locals[i], &object->frame->registers[i]);
    for (size_t i = 0; object->closure && i < code->free_count && i < object->closure->count && value_is(object->locals, locals); i++)
        take_local(object, code->free_names[i], &object->closure->items[i]);
    value_release(locals);
}

static bool frame_visit(Object *self, Visit *visit, void *context) {
    FrameObject *object = (FrameObject *)self;
    if (object->variables && !visit_values(object->variables, object->code->local_count, visit, context)) return false;
    return visit_object(object->globals, visit, context) && visit_value(object->names, visit, context) &&
           visit_object(object->closure, visit, context) && visit_object(object->back, visit, context) &&
           visit_value(object->locals, visit, context) && visit_value(object->trace, visit, context);
}

static void frame_clear(Object *self) {
    FrameObject *object = (FrameObject *)self;
    if (object->variables) {
        for (size_t i = 0; i < object->code->local_count; i++) value_clear(&object->variables[i]);
        if (object->variables != object->few) memory_release(object->variables);
        object->variables = NULL;
    }
    value_clear(&object->locals);
    value_clear(&object->trace);
    object_clear(&object->back);
    object_clear(&object->closure);
}

static void frame_destroy(Object *self) {
    FrameObject *object = (FrameObject *)self;
    frame_clear(self);
    value_clear(&object->names);
    object_clear(&object->globals);
    object_clear(&object->code);
}

static Value frame_repr(Thread *thread, Value self) {
    const FrameObject *object = (FrameObject *)self.object;
    return string_format(thread, "<frame at %p, file '%s', line %d, code %s>", (void *)object,
                         value_c_string(object->code->file), frame_object_line(object), object->code->name->bytes);
}

static Value get_back(Thread *thread, Value self) {
    FrameObject *object = (FrameObject *)self.object;
    if (!object->frame) return object->back ? value_retain(value_from_object(object->back)) : VALUE_NONE;
    if (object->frame->generator && object->frame->generator->state != GENERATOR_RUNNING) return VALUE_NONE; /* nobody has called it */
    FrameObject *caller = caller_object(thread, object->frame);
    return caller ? value_from_object(caller) : VALUE_NONE;
}
static Value get_code(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((FrameObject *)self.object)->code));
}
static Value get_globals(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((FrameObject *)self.object)->globals));
}
static Value get_builtins(Thread *thread, Value self) {
    return value_retain(globals_builtins(thread, ((FrameObject *)self.object)->globals));
}
static Value get_locals(Thread *thread, Value self) { return frame_object_locals(thread, (FrameObject *)self.object); }
static Value get_line(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(frame_object_line((FrameObject *)self.object));
}
static Value get_last_instruction(Thread *thread, Value self) {
    (void)thread;
    FrameObject *object = (FrameObject *)self.object;
    return value_from_int((int64_t)(frame_object_at(object) - object->code->words) * 2);
}
static Value get_trace(Thread *thread, Value self) {
    (void)thread;
    Value trace = ((FrameObject *)self.object)->trace;
    return value_is_absent(trace) ? VALUE_NONE : value_retain(trace);
}
static bool set_trace(Thread *thread, Value self, Value value) {
    FrameObject *object = (FrameObject *)self.object;
    bool is_none = value_is_absent(value) || value_is_none(value);
    value_replace(&object->trace, is_none ? VALUE_ABSENT : value_retain(value));
    if (!is_none && object->frame) { /* it runs already: its next line is told */
        object->traced_line = frame_object_line(object);
        object->traced_at = object->frame->at;
        object->is_traced = true;
    }
    (void)thread;
    return true;
}
static Value get_trace_lines(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(!((FrameObject *)self.object)->tells_no_lines);
}
static bool set_trace_lines(Thread *thread, Value self, Value value) {
    int truth = value_is_absent(value) ? 1 : value_truth(thread, value);
    if (truth >= 0) ((FrameObject *)self.object)->tells_no_lines = !truth;
    return truth >= 0;
}
NATIVE(frame_clear_method) {
    NATIVE_UNUSED;
    FrameObject *object = (FrameObject *)arguments[0].object;
    Generator *generator = object->frame ? object->frame->generator : NULL;
    if (generator && generator->state != GENERATOR_RUNNING) {
        Value self = {.tag = TAG_OBJECT, .object = &generator->object};
        if (generator->state == GENERATOR_CREATED && generator->object.type->finalize) /* it warns */
            if (!generator->object.type->finalize(thread, self)) exception_report_unraisable(thread, self);
        return generator_close(thread, generator) ? VALUE_NONE : VALUE_ABSENT;
    }
    if (object->frame) return raise_runtime_error(thread, "cannot clear an executing frame");
    frame_clear(&object->object);
    return VALUE_NONE;
}

static const PropertyEntry frame_properties[] = {
    {"f_back", get_back, NULL, NULL},
    {"f_code", get_code, NULL, NULL},
    {"f_globals", get_globals, NULL, NULL},
    {"f_builtins", get_builtins, NULL, NULL},
    {"f_locals", get_locals, NULL, NULL},
    {"f_lineno", get_line, NULL, NULL},
    {"f_lasti", get_last_instruction, NULL, NULL},
    {"f_trace", get_trace, set_trace, NULL},
    {"f_trace_lines", get_trace_lines, set_trace_lines, NULL},
    {0},
};
static const NativeEntry frame_methods[] = {
    {"clear", "($self, /)", "F.clear(): let go of what the frame's variables hold", frame_clear_method, NULL, 0},
    {0},
};
const Type frame_type_template = {
    .name = "frame",
    .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE | TYPE_COLLECTED,
    .instance_size = sizeof(FrameObject),
    .destroy = frame_destroy,
    .visit = frame_visit,
    .clear = frame_clear,
    .repr = frame_repr,
    .properties = frame_properties,
    .methods = frame_methods,
};

/* ---- what natives ask ---- */

Frame *thread_frame(Thread *thread, int depth) {
    for (Frame *frame = thread->frame; frame; frame = frame->previous)
        if (!frame->code->is_hidden && depth-- <= 0) return frame;
    return NULL;
}

Value thread_frame_value(Thread *thread, int64_t depth) {
    Frame *frame = depth > INT32_MAX ? NULL : thread_frame(thread, depth < 0 ? 0 : (int)depth);
    return frame ? value_from_object(frame_get_object(thread, frame)) : VALUE_NONE;
}

Value globals_builtins(Thread *thread, Dict *globals) {
    Value standard = value_from_object(thread->interpreter->builtin_names);
    Value own = globals ? dict_get_string(globals, thread_builtins(thread)->name___builtins__) : VALUE_ABSENT;
    if (value_is_absent(own)) return standard;
    if (!value_is_module(own)) return own;
    Dict *names = module_attributes(own);
    return names ? value_from_object(names) : standard;
}

Value globals_builtin(Thread *thread, Dict *globals, String *name) {
    Value builtins = globals_builtins(thread, globals);
    if (value_is_exact_dict(builtins)) return value_retain(dict_get_string(value_dict(builtins), name));
    value_retain(builtins);
    Value found = value_get_item(thread, builtins, value_from_object(name));
    value_release(builtins);
    if (value_is_absent(found) && exception_matches(thread, thread_builtins(thread)->exception_KeyError)) exception_clear(thread);
    return found;
}

Dict *thread_globals(Thread *thread) { return thread->frame ? thread->frame->globals : NULL; }

unsigned thread_futures(const Thread *thread) { return thread->frame ? thread->frame->code->flags & FUTURE_ALL : 0; }

Value thread_locals(Thread *thread) {
    Frame *frame = thread->frame;
    if (!frame) return dict_new(thread);
    if (frame->names.tag == TAG_OBJECT) return value_retain(frame->names);
    if (!(frame->code->flags & CODE_OPTIMIZED)) return value_retain(value_from_object(frame->globals));
    /* One dict a frame: what exec() adds to it is there the next time. */
    FrameObject *object = frame_get_object(thread, frame);
    if (!object) return VALUE_ABSENT;
    Value locals = frame_object_locals(thread, object);
    object_release(object);
    return locals;
}

int thread_line(Thread *thread) {
    return thread->frame ? code_position(thread->frame->code, thread->frame->at).line : 0;
}

Value thread_file(Thread *thread) { return thread->frame ? thread->frame->code->file : VALUE_ABSENT; }

bool thread_super_arguments(Thread *thread, Value *class_value, Value *self) {
    Frame *frame = thread->frame;
    if (!frame) return raise_runtime_error(thread, "super(): no current frame"), false;
    const Code *code = frame->code;
    if (!code->argument_count && !(code->flags & CODE_STAR_ARGUMENTS))
        return raise_runtime_error(thread, "super(): no arguments"), false;
    *self = variable_value(code, frame->registers[0], 0);
    if (value_is_absent(*self)) return raise_runtime_error(thread, "super(): arg[0] deleted"), false;
    for (size_t i = 0; i < code->free_count; i++) {
        if (code->free_names[i] != thread_builtins(thread)->name___class__) continue;
        *class_value = ((Cell *)frame->function->closure->items[i].object)->value;
        if (value_is_absent(*class_value)) return raise_runtime_error(thread, "super(): empty __class__ cell"), false;
        return true;
    }
    return raise_runtime_error(thread, "super(): __class__ cell not found"), false;
}
