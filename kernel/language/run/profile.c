/* The profiler behind cProfile, %prun and %lprun: the module _lsprof.
 *
 * It costs nothing while it is off. While it runs, `attention` stays set, so that every function that is entered comes
 * to thread_attend and from there here; a frame that was seen gets a frame object, and so its end comes here, too
 * (frame_detach_object). The call slots of the types of natives are replaced meanwhile. Only generators are asked for by
 * the VM itself, when one is resumed and when it is left.
 *
 * Lines are timed in code that was compiled for it (compile_lines): OP_LINE stands in front of every statement. */
#include "kernel/language/run/profile.h"

#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/pointer_table.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct Entry Entry;

/* How often and how long one was called by another. */
typedef struct Edge {
    const Entry *caller;
    int64_t calls, primitive;
    double own, all;
} Edge;

struct Entry {
    Code *code;             /* retained; or */
    Native *native;         /* retained */
    int64_t calls, primitive;
    double own, all;
    int depth;              /* of activations now */
    Edge *edges;
    size_t edge_count;
};

typedef struct Activation {
    Entry *entry;
    const Frame *frame; /* NULL: a native */
    double start, inside; /* inside: what was called */
} Activation;

typedef struct LineRecord {
    const Code *code;
    int line;
    int64_t hits;
    double seconds;
} LineRecord;

typedef struct LineActivation {
    const Frame *frame;
    LineRecord *record;
    double start;
} LineActivation;

struct Profiler {
    Object object;
    PointerTable entries; /* Code or NativeEntry -> Entry */
    Entry **order;
    size_t count;
    Activation *stack;
    size_t depth, capacity;
    double started, total;
    bool is_on, failed;
    Value (*native_call)(Thread *, Value, const Call *);
    Value (*method_call)(Thread *, Value, const Call *);
    /* lines */
    LineRecord **lines;
    size_t line_count;
    LineActivation *line_stack;
    size_t line_depth, line_capacity;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- entering and leaving ---- */

static Entry *entry_of(Profiler *profiler, const void *key, Code *code, Native *native) {
    Entry *entry = pointer_table_get(&profiler->entries, key);
    if (entry) return entry;
    if (!(profiler->count & (profiler->count - 1))) { /* 0, 1, 2, 4, ...: full */
        Entry **grown = memory_resize(profiler->order, (profiler->count ? 2 * profiler->count : 1) * sizeof *grown);
        if (!grown) return NULL;
        profiler->order = grown;
    }
    entry = memory_allocate_zeroed(1, sizeof *entry);
    if (!entry || !pointer_table_set(&profiler->entries, key, entry)) {
        memory_release(entry);
        return NULL;
    }
    entry->code = code ? object_retain(code) : NULL;
    entry->native = native ? object_retain(native) : NULL;
    profiler->order[profiler->count++] = entry;
    return entry;
}

static void enter(Profiler *profiler, Entry *entry, const Frame *frame) {
    if (!entry || profiler->failed) {
        profiler->failed = true;
        return;
    }
    if (profiler->depth == profiler->capacity) {
        size_t capacity = profiler->capacity ? 2 * profiler->capacity : 64;
        Activation *grown = memory_resize(profiler->stack, capacity * sizeof *grown);
        if (!grown) {
            profiler->failed = true;
            return;
        }
        profiler->stack = grown;
        profiler->capacity = capacity;
    }
    entry->depth++;
    profiler->stack[profiler->depth++] = (Activation){entry, frame, now(), 0};
}

static Edge *edge_of(Entry *entry, const Entry *caller) {
    for (size_t i = 0; i < entry->edge_count; i++)
        if (entry->edges[i].caller == caller) return &entry->edges[i];
    Edge *grown = memory_resize(entry->edges, (entry->edge_count + 1) * sizeof *grown);
    if (!grown) return NULL;
    entry->edges = grown;
    grown[entry->edge_count] = (Edge){.caller = caller};
    return &grown[entry->edge_count++];
}

static void leave_top(Profiler *profiler) {
    Activation *top = &profiler->stack[--profiler->depth];
    Entry *entry = top->entry;
    double all = now() - top->start, own = all - top->inside;
    bool is_outermost = --entry->depth == 0;
    entry->calls++;
    entry->own += own;
    if (is_outermost) entry->primitive++, entry->all += all;
    if (!profiler->depth) return;
    Activation *caller = &profiler->stack[profiler->depth - 1];
    caller->inside += all;
    Edge *edge = edge_of(entry, caller->entry);
    if (!edge) return;
    edge->calls++;
    edge->own += own;
    if (is_outermost) edge->primitive++, edge->all += all;
}

/* With everything that did not say that it ended. */
static void leave(Profiler *profiler, const Frame *frame) {
    size_t at = profiler->depth;
    while (at > 0 && profiler->stack[at - 1].frame != frame) at--;
    if (!at) return; /* it was entered before the profiler started */
    while (profiler->depth >= at) leave_top(profiler);
}

static bool is_on_top(const Profiler *profiler, const Frame *frame) {
    return profiler->depth && profiler->stack[profiler->depth - 1].frame == frame;
}

/* EVENT_ATTENTION: somebody may have entered a function. */
static bool attend(Thread *thread, void *context) {
    (void)context;
    Profiler *profiler = thread->interpreter->profiler;
    Frame *frame = thread->frame;
    const uint32_t makes_generator = CODE_GENERATOR | CODE_COROUTINE | CODE_ASYNC_GENERATOR;
    if (profiler && frame && !frame->generator && !(frame->code->flags & makes_generator) && frame->at == frame->code->words &&
        !is_on_top(profiler, frame)) {
        FrameObject *object = frame_get_object(thread, frame);
        if (!object) exception_clear(thread);
        else {
            object->profiler = profiler;
            object_release(object);
            enter(profiler, entry_of(profiler, frame->code, frame->code, NULL), frame);
        }
    }
    if (profiler) atomic_store(&thread->interpreter->attention, true);
    return true;
}

void profiler_frame_ended(Profiler *profiler, const Frame *frame) {
    if (profiler->is_on) leave(profiler, frame);
}

void profiler_generator_resumed(Profiler *profiler, const Frame *frame) {
    enter(profiler, entry_of(profiler, frame->code, frame->code, NULL), frame);
}

void profiler_generator_left(Profiler *profiler, const Frame *frame) { leave(profiler, frame); }

static Value profiled_call(Thread *thread, Value callable, const Call *call, bool is_method) {
    Profiler *profiler = thread->interpreter->profiler;
    Native *native = (Native *)callable.object;
    object_retain(profiler);
    size_t depth = profiler->depth;
    enter(profiler, entry_of(profiler, native->entry, NULL, native), NULL);
    Value result = is_method ? profiler->method_call(thread, callable, call) : profiler->native_call(thread, callable, call);
    if (profiler->is_on)
        while (profiler->depth > depth) leave_top(profiler);
    object_release(profiler);
    return result;
}

static Value profiled_native(Thread *thread, Value callable, const Call *call) { return profiled_call(thread, callable, call, false); }
static Value profiled_method(Thread *thread, Value callable, const Call *call) { return profiled_call(thread, callable, call, true); }

/* ---- on and off ---- */

static Profiler *profiler_of(Value self) { return (Profiler *)self.object; }

NATIVE(profiler_enable) {
    (void)native;
    Interpreter *interpreter = thread->interpreter;
    Profiler *profiler = profiler_of(arguments[0]);
    if (interpreter->profiler) return raise_value_error(thread, "Another profiling tool is already active");
    if (!interpreter_on(interpreter, EVENT_ATTENTION, attend, NULL)) return raise_no_memory(thread);
    Builtins *builtins = interpreter->builtins;
    profiler->native_call = builtins->type_native->call;
    profiler->method_call = builtins->type_method_descriptor->call;
    builtins->type_native->call = profiled_native;
    builtins->type_method_descriptor->call = profiled_method;
    interpreter->profiler = object_retain(profiler);
    profiler->is_on = true;
    profiler->started = now();
    atomic_store(&interpreter->attention, true);
    return VALUE_NONE;
}

NATIVE(profiler_disable) {
    (void)native;
    Interpreter *interpreter = thread->interpreter;
    Profiler *profiler = profiler_of(arguments[0]);
    if (interpreter->profiler != profiler) return VALUE_NONE;
    Builtins *builtins = interpreter->builtins;
    while (profiler->depth) leave_top(profiler);
    builtins->type_native->call = profiler->native_call;
    builtins->type_method_descriptor->call = profiler->method_call;
    interpreter_off(interpreter, EVENT_ATTENTION, attend, NULL);
    interpreter->profiler = NULL;
    profiler->is_on = false;
    profiler->total += now() - profiler->started;
    object_release(profiler);
    return profiler->failed ? raise_no_memory(thread) : VALUE_NONE;
}

/* ---- results ---- */

/* (file, line, name) as pstats has them. */
static Value key_of(Thread *thread, const Entry *entry) {
    Value items[3];
    if (entry->code) {
        items[0] = value_retain(entry->code->file);
        items[1] = value_from_int(entry->code->first_line);
        items[2] = value_from_object(object_retain(entry->code->name));
    } else {
        const Native *native = entry->native;
        items[0] = string_from_c(thread, "~");
        items[1] = value_from_int(0);
        const char *module = value_is_string(native->module) ? value_c_string(native->module) : NULL;
        if (native->owner) items[2] = string_format(thread, "<method '%s' of '%s' objects>", native->entry->name, native->owner->name);
        else if (module) items[2] = string_format(thread, "<built-in method %s.%s>", module, native->entry->name);
        else items[2] = string_format(thread, "<built-in method %s>", native->entry->name);
    }
    Value key = value_is_absent(items[0]) || value_is_absent(items[2]) ? VALUE_ABSENT : tuple_from_values(thread, items, 3);
    value_release(items[0]), value_release(items[2]);
    return key;
}

static Value numbers(Thread *thread, int64_t primitive, int64_t calls, double own, double all) {
    const Value items[] = {value_from_int(primitive), value_from_int(calls), value_from_float(own), value_from_float(all)};
    return tuple_from_values(thread, items, 4);
}

static bool add_entry(Thread *thread, List *list, const Entry *entry) {
    Value callers = dict_new(thread);
    bool good = !value_is_absent(callers);
    for (size_t i = 0; i < entry->edge_count && good; i++) {
        const Edge *edge = &entry->edges[i];
        Value key = key_of(thread, edge->caller), value = numbers(thread, edge->calls, edge->primitive, edge->own, edge->all);
        good = !value_is_absent(key) && !value_is_absent(value) && dict_set(thread, value_dict(callers), key, value);
        value_release(key), value_release(value);
    }
    Value items[] = {good ? key_of(thread, entry) : VALUE_ABSENT,
                     good ? numbers(thread, entry->primitive, entry->calls, entry->own, entry->all) : VALUE_ABSENT, callers};
    good = good && !value_is_absent(items[0]) && !value_is_absent(items[1]) &&
           list_append_owned(thread, list, tuple_from_values(thread, items, 3));
    for (int i = 0; i < 3; i++) value_release(items[i]);
    return good;
}

NATIVE(profiler_entries) {
    (void)native;
    const Profiler *profiler = profiler_of(arguments[0]);
    Value list = list_new(thread);
    for (size_t i = 0; i < profiler->count && !value_is_absent(list); i++)
        if (profiler->order[i]->calls && !add_entry(thread, value_list(list), profiler->order[i])) {
            value_release(list);
            return VALUE_ABSENT;
        }
    return list;
}

static void forget(Profiler *profiler) {
    for (size_t i = 0; i < profiler->count; i++) {
        object_release(profiler->order[i]->code);
        object_release(profiler->order[i]->native);
        memory_release(profiler->order[i]->edges);
        memory_release(profiler->order[i]);
    }
    for (size_t i = 0; i < profiler->line_count; i++) memory_release(profiler->lines[i]);
    memory_release(profiler->order), memory_release(profiler->lines);
    pointer_table_release(&profiler->entries);
    profiler->entries = (PointerTable){0};
    profiler->order = NULL, profiler->lines = NULL;
    profiler->count = profiler->line_count = profiler->depth = profiler->line_depth = 0;
}

NATIVE(profiler_clear) {
    (void)native;
    Profiler *profiler = profiler_of(arguments[0]);
    if (profiler->is_on) return raise_value_error(thread, "the profiler is running");
    forget(profiler);
    return VALUE_NONE;
}

/* ---- lines ---- */

static LineRecord *line_record(Profiler *profiler, const Code *code, int line) {
    for (size_t i = 0; i < profiler->line_count; i++)
        if (profiler->lines[i]->line == line && profiler->lines[i]->code == code) return profiler->lines[i];
    LineRecord **grown = memory_resize(profiler->lines, (profiler->line_count + 1) * sizeof *grown);
    if (!grown) return NULL;
    profiler->lines = grown;
    LineRecord *record = memory_allocate_zeroed(1, sizeof *record);
    if (!record) return NULL;
    *record = (LineRecord){.code = code, .line = line};
    grown[profiler->line_count++] = record;
    return record;
}

/* The statement at `line` of this frame begins; 0: the function ends. What came before has ended. */
static bool line_begins(Thread *thread, Frame *frame, int line, bool counted) {
    Profiler *profiler = thread->interpreter->line_profiler;
    double time = now();
    size_t at = profiler->line_depth;
    while (at > 0 && profiler->line_stack[at - 1].frame != frame) at--;
    if (at) {
        LineActivation *activation = &profiler->line_stack[at - 1];
        if (activation->record && activation->record->code == frame->code) activation->record->seconds += time - activation->start;
        profiler->line_depth = at - 1;
    }
    if (!line) return true;
    if (profiler->line_depth == profiler->line_capacity) {
        size_t capacity = profiler->line_capacity ? 2 * profiler->line_capacity : 64;
        LineActivation *grown = memory_resize(profiler->line_stack, capacity * sizeof *grown);
        if (!grown) return raise_no_memory(thread), false;
        profiler->line_stack = grown;
        profiler->line_capacity = capacity;
    }
    LineRecord *record = line_record(profiler, frame->code, line);
    if (!record) return raise_no_memory(thread), false;
    record->hits += counted;
    profiler->line_stack[profiler->line_depth++] = (LineActivation){frame, record, now()};
    return true;
}

NATIVE(profiler_enable_lines) {
    (void)native;
    Interpreter *interpreter = thread->interpreter;
    if (interpreter->line_profiler) return raise_value_error(thread, "another profiler times lines");
    interpreter->line_profiler = object_retain(profiler_of(arguments[0]));
    interpreter->line_hook = line_begins;
    return VALUE_NONE;
}

NATIVE(profiler_disable_lines) {
    (void)native, (void)arguments;
    Interpreter *interpreter = thread->interpreter;
    Profiler *profiler = interpreter->line_profiler;
    interpreter->line_profiler = NULL;
    interpreter->line_hook = NULL;
    if (profiler) profiler->line_depth = 0;
    object_release(profiler);
    return VALUE_NONE;
}

/* [(first line of the function, line, hits, seconds)] */
NATIVE(profiler_lines) {
    (void)native;
    const Profiler *profiler = profiler_of(arguments[0]);
    Value list = list_new(thread);
    for (size_t i = 0; i < profiler->line_count && !value_is_absent(list); i++) {
        const LineRecord *record = profiler->lines[i];
        const Value items[] = {value_from_int(record->code->first_line), value_from_int(record->line), value_from_int(record->hits),
                               value_from_float(record->seconds)};
        if (list_append_owned(thread, value_list(list), tuple_from_values(thread, items, 4))) continue;
        value_release(list);
        return VALUE_ABSENT;
    }
    return list;
}

NATIVE(compile_lines) {
    (void)native;
    if (!value_is_string(arguments[0]) || !value_is_string(arguments[1])) return raise_type_error(thread, "source and file must be str");
    return language_compile(thread, value_c_string(arguments[0]), value_string(arguments[0])->length, value_c_string(arguments[1]), "exec",
                            COMPILE_LINES | COMPILE_TOP_LEVEL_AWAIT);
}

/* ---- the type and the module ---- */

static Value profiler_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Profiler *profiler = object_new(thread, type);
    return profiler ? value_from_object(profiler) : VALUE_ABSENT;
}

static void profiler_destroy(Object *self) {
    Profiler *profiler = (Profiler *)self;
    forget(profiler);
    memory_release(profiler->stack);
    memory_release(profiler->line_stack);
}

static const NativeEntry profiler_methods[] = {
    {.name = "enable", .signature = "($self, subcalls=True, builtins=True)", .documentation = "Count calls from now on.", .code = profiler_enable},
    {.name = "disable", .signature = "($self)", .documentation = "Stop counting.", .code = profiler_disable},
    {.name = "clear", .signature = "($self)", .documentation = "Forget what was counted.", .code = profiler_clear},
    {.name = "_entries", .signature = "($self)", .documentation = "[(key, (primitive, calls, own, cumulative), callers)]", .code = profiler_entries},
    {.name = "_enable_lines", .signature = "($self)", .documentation = "Time lines from now on.", .code = profiler_enable_lines},
    {.name = "_disable_lines", .signature = "($self)", .documentation = "Stop timing lines.", .code = profiler_disable_lines},
    {.name = "_lines", .signature = "($self)", .documentation = "[(first line of the function, line, hits, seconds)]", .code = profiler_lines},
    {0}};

static const Type profiler_type = {.name = "_lsprof.Profiler",
                                   .documentation = "Counts calls and their time while it is enabled.",
                                   .signature = "(timer=None, timeunit=0.0, subcalls=True, builtins=True)",
                                   .flags = TYPE_BASE,
                                   .instance_size = sizeof(Profiler),
                                   .create = profiler_create,
                                   .destroy = profiler_destroy,
                                   .methods = profiler_methods};

static const NativeEntry profile_functions[] = {
    {.name = "compile_lines", .signature = "(source, file)", .documentation = "Code of a text whose lines can be timed.", .code = compile_lines},
    {0}};

static bool profile_initialize(Thread *thread, Value module) {
    Type *type = type_from_template(thread, &profiler_type);
    return type && module_add_type(thread, module, type);
}

const ModuleEntry profile_module = {.name = "_lsprof", .documentation = "The profiler behind cProfile.", .functions = profile_functions,
                                    .initialize = profile_initialize};
