/* An interpreter: made in one piece, so that a start costs little.
 *
 * The types come first, as bare copies of their templates in one block: strings and tuples can be made from then on.
 * Then the names, then each type is made ready (their members wait until they are asked for), then the builtins. */
#include "config.h"

#include "kernel/objects/core/interpreter.h"

#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/objects/builtin/builtin_functions.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/system/threads.h"
#include "kernel/objects/core/type_templates.h"
#include "kernel/objects/core/weak.h"
#include "kernel/objects/system/machine_library.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

enum { STACK_RESERVE = 256 * 1024, RECURSION_LIMIT = 1000 };

/* ---- the stack of the process ---- */
/* Everything below this address is kept for what runs after a RecursionError. */
static char *find_stack_limit(void) {
    pthread_attr_t attributes;
    void *address = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &address, &size);
        pthread_attr_destroy(&attributes);
    }
    if (address && size > 4 * STACK_RESERVE) return (char *)address + STACK_RESERVE;
    return (char *)__builtin_frame_address(0) - 512 * 1024;
}

void thread_clear_values(Thread *thread) {
    Value *const places[] = {&thread->handled, &thread->context, &thread->first_iteration, &thread->finalizer, &thread->output_owner};
    if (thread->tracer) thread->interpreter->language->end_tracing(thread);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) value_clear(places[i]);
    thread_clear_slots(thread);
}

void thread_find_stack(Thread *thread) { thread->stack_limit = find_stack_limit(); }

/* Room to raise and to handle: the limit is lifted while the error is made. */
static void raise_too_deep(Thread *thread, const char *where) {
    uint32_t limit = thread->interpreter->recursion_limit;
    char *stack_limit = thread->stack_limit;
    thread->interpreter->recursion_limit = UINT32_MAX;
    thread->stack_limit = stack_limit - STACK_RESERVE / 2;
    raise_format(thread, thread_builtins(thread)->exception_RecursionError, "maximum recursion depth exceeded%s", where);
    thread->interpreter->recursion_limit = limit;
    thread->stack_limit = stack_limit;
}

bool thread_enter(Thread *thread, const char *where) {
    if (++thread->depth <= thread->interpreter->recursion_limit && thread_has_stack(thread)) return true;
    raise_too_deep(thread, where);
    thread->depth--;
    return false;
}

bool raise_stack_exhausted(Thread *thread, const char *where) {
    raise_too_deep(thread, where);
    return false;
}

bool thread_attend(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    atomic_store(&interpreter->attention, false);
    if (interpreter->lock) thread_hand_over(thread);
    if (thread == interpreter->main && atomic_exchange(&interpreter->interrupted, false) && !interpreter_signal(interpreter, SIGINT)) {
        raise_format(thread, thread_builtins(thread)->exception_KeyboardInterrupt, "%s", "");
        if (exception_matches(thread, thread_builtins(thread)->exception_KeyboardInterrupt)) {
            Exception *exception = (Exception *)thread->exception.object;
            object_release(exception->arguments);
            exception->arguments = object_retain(thread_builtins(thread)->empty_tuple.object);
        }
        return false;
    }
    if (thread == interpreter->main && atomic_load(&interpreter->signal_arrived) && !interpreter_tell(thread, EVENT_SIGNAL)) return false;
    if (thread == interpreter->main && atomic_load(&interpreter->has_posted) && !interpreter_tell(thread, EVENT_POSTED)) return false;
    if (!interpreter_tell(thread, EVENT_ATTENTION)) return false;
    collector_attend(thread);
    if (thread->tracer) atomic_store(&interpreter->attention, true);
    return true;
}

/* ---- building ---- */
#define X(name) +1
enum { BUILTIN_TYPE_COUNT = BUILTIN_TYPES(X) };
#undef X

static bool copy_types(Interpreter *interpreter) {
    static const struct {
        const Type *type_template;
        size_t offset;
    } rows[] = {
#define X(name) {&name##_type_template, offsetof(Builtins, type_##name)},
        BUILTIN_TYPES(X)
#undef X
    };
    ObjectsState *state = interpreter->objects;
    Builtins *builtins = interpreter->builtins;
    state->static_types = memory_allocate_zeroed(BUILTIN_TYPE_COUNT + builtin_exception_count, sizeof(StaticType));
    if (!state->static_types) return false;
    /* The type of types is needed for the copies. */
    for (size_t i = 0; i < BUILTIN_TYPE_COUNT; i++)
        *(Type **)((char *)builtins + rows[i].offset) = &state->static_types[i].type;
    for (size_t i = 0; i < BUILTIN_TYPE_COUNT; i++)
        if (!static_type_copy(interpreter, &state->static_types[i], rows[i].type_template)) return false;
    for (size_t i = 0; i < BUILTIN_TYPE_COUNT; i++) {
        Type *type = &state->static_types[i].type;
        if (type->base) type->base = pointer_table_get(&state->types, type->base);
    }
    return exceptions_initialize(interpreter, state->static_types + BUILTIN_TYPE_COUNT);
}

static bool intern_names(Thread *thread) {
    Builtins *builtins = thread_builtins(thread);
#define X(name)                                                       \
    builtins->name_##name = string_intern(thread, #name);             \
    if (!builtins->name_##name) return false;
    BUILTIN_NAMES(X)
#undef X
    builtins->empty_tuple = tuple_new(thread, 0);
    builtins->empty_string = value_from_object(object_retain(string_intern(thread, "")));
    builtins->empty_bytes = bytes_new(thread, "", 0);
    return !value_is_absent(builtins->empty_tuple) && !value_is_absent(builtins->empty_string) &&
           !value_is_absent(builtins->empty_bytes);
}

static bool ready_types(Thread *thread) {
    Builtins *builtins = thread_builtins(thread);
    ObjectsState *state = thread->interpreter->objects;
    if (!type_ready(thread, builtins->type_object)) return false;
    for (size_t i = 0; i < BUILTIN_TYPE_COUNT; i++) {
        Type *type = &state->static_types[i].type;
        const char *dot = strrchr(type->name, '.');
        if (dot) {
            String *module = string_intern_bytes(thread, type->name, (size_t)(dot - type->name));
            if (!module) return false;
            type->module = value_from_object(module);
        }
        if (!type_ready(thread, type)) return false;
    }
    if (!exceptions_ready(thread)) return false;
    Value memory_error = {.tag = TAG_OBJECT, .object = &builtins->exception_MemoryError->object};
    builtins->no_memory_error = value_call_none(thread, memory_error);
    return !value_is_absent(builtins->no_memory_error);
}

static bool enter_type(Thread *thread, Dict *names, Type *type) {
    return dict_set_c(thread, names, type_short_name(type), (Value){.tag = TAG_OBJECT, .object = &type->object});
}

static bool fill_builtins(Thread *thread, Dict *names) {
    Builtins *builtins = thread_builtins(thread);
    Type *const types[] = {
        builtins->type_object,   builtins->type_type,       builtins->type_bool,         builtins->type_int,
        builtins->type_float,    builtins->type_complex,    builtins->type_string,       builtins->type_bytes,
        builtins->type_bytearray, builtins->type_memoryview, builtins->type_tuple,       builtins->type_list,
        builtins->type_dict,     builtins->type_set,        builtins->type_frozenset,    builtins->type_slice,
        builtins->type_range,    builtins->type_property,   builtins->type_staticmethod, builtins->type_classmethod,
        builtins->type_super,    builtins->type_enumerate,  builtins->type_zip,          builtins->type_map,
        builtins->type_filter,   builtins->type_reversed,
    };
    static const struct {
        const char *name;
        Value value;
    } constants[] = {
        {"None", {.tag = TAG_NONE}},
        {"True", {.tag = TAG_BOOL, .integer = 1}},
        {"False", {.tag = TAG_BOOL}},
        {"Ellipsis", {.tag = TAG_ELLIPSIS}},
        {"NotImplemented", {.tag = TAG_NOT_IMPLEMENTED}},
        {"__debug__", {.tag = TAG_BOOL, .integer = 1}},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!enter_type(thread, names, types[i])) return false;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (!dict_set_c(thread, names, constants[i].name, constants[i].value)) return false;
    if (!enter_type(thread, names, builtins->exception_BaseException) || !enter_type(thread, names, builtins->exception_ExceptionGroup))
        return false;
    const MachineLibrary *library = machine_library(thread->interpreter);
    bool is_later = library && library->minor >= 13; /* then there is _IncompleteInputError, too */
    for (size_t i = 0; exception_name_at(i); i++)
        if ((is_later || *exception_name_at(i) != '_') && !enter_type(thread, names, exception_find_built_in(builtins, exception_name_at(i)))) return false;
    Value os_error = {.tag = TAG_OBJECT, .object = &builtins->exception_OSError->object};
    return dict_set_c(thread, names, "IOError", os_error) && dict_set_c(thread, names, "EnvironmentError", os_error);
}

static const ModuleEntry builtins_entry = {
    .name = "builtins",
    .documentation = "The names that every program finds without an import: functions, types, exceptions and constants.",
};

static bool make_builtins_module(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    Value module = module_from_entry(thread, &builtins_entry, builtins_entry.name);
    if (value_is_absent(module)) return false;
    interpreter->builtin_names = object_retain(module_attributes(module));
    bool done = fill_builtins(thread, interpreter->builtin_names);
    for (size_t i = 0; done && builtin_functions[i]; i++) done = module_add_functions(thread, module, builtin_functions[i]);
    value_release(module);
    return done;
}

static bool build(Interpreter *interpreter, Thread *thread) {
    if (!copy_types(interpreter)) return false;
    interpreter->strings = string_table_new();
    if (!interpreter->strings || !intern_names(thread) || !slots_initialize(thread) || !ready_types(thread)) return false;
    interpreter->modules = value_dict(dict_new(thread));
    interpreter->path = value_list(list_new(thread));
    return interpreter->modules && interpreter->path && make_builtins_module(thread) && language_initialize(thread);
}

/* Memory ran short: cycles are collected at the next safe point. */
static bool relieve_pressure(void *context, size_t wanted) {
    (void)wanted;
    Interpreter *interpreter = context;
    interpreter->collector->wanted = true;
    atomic_store(&interpreter->attention, true);
    return true;
}

Interpreter *interpreter_new(const FrontEnd *front_end) {
    static const bool nothing_is_pending = false;
    Interpreter *interpreter = memory_allocate_zeroed(1, sizeof *interpreter);
    if (!interpreter) return NULL;
    interpreter->has_pending = &nothing_is_pending;
    Thread *thread = interpreter->main = interpreter->running = memory_allocate_zeroed(1, sizeof *thread);
    interpreter->objects = memory_allocate_zeroed(1, sizeof *interpreter->objects);
    interpreter->builtins = memory_allocate_zeroed(1, sizeof *interpreter->builtins);
    interpreter->collector = collector_new();
    if (interpreter->objects) pool_open(&interpreter->objects->pool);
    if (front_end) interpreter->front_end = *front_end;
    interpreter->recursion_limit = RECURSION_LIMIT;
    if (!thread || !interpreter->objects || !interpreter->builtins || !interpreter->collector) {
        interpreter_delete(&interpreter);
        return NULL;
    }
    thread->interpreter = interpreter;
    thread_find_stack(thread);
    if (!build(interpreter, thread)) {
        interpreter_delete(&interpreter);
        return NULL;
    }
    interpreter->objects->builtin_name_count = (size_t)dict_count(interpreter->builtin_names);
    memory_set_pressure_handler(relieve_pressure, interpreter);
    return interpreter;
}

/* ---- states and hooks ---- */
typedef struct ModuleState ModuleState;

struct ModuleState {
    const void *key;
    void *state;
    void (*release)(void *);
    bool is_lasting; /* released after those that are not */
    ModuleState *next;
};

double interpreter_turn_loop(Thread *thread) {
    const CellLoop *cells = &thread->interpreter->cell_loop;
    if (value_is_absent(cells->turn)) return -1;
    double seconds = -1;
    Value turn = value_retain(cells->turn), before = exception_take(thread), result = value_call_none(thread, turn);
    if (value_is_absent(result)) exception_report_unraisable(thread, turn);
    else if (result.tag == TAG_FLOAT) seconds = result.number;
    value_release(result), value_release(turn);
    if (!value_is_absent(before)) exception_restore(thread, before);
    return seconds;
}

void *interpreter_state(Interpreter *interpreter, const void *key) {
    for (ModuleState *state = interpreter->module_states; state; state = state->next)
        if (state->key == key) return state->state;
    return NULL;
}

bool interpreter_set_state(Interpreter *interpreter, const void *key, void *value, void (*release)(void *)) {
    for (ModuleState *state = interpreter->module_states; state; state = state->next)
        if (state->key == key) {
            state->state = value;
            state->release = release;
            return true;
        }
    ModuleState *state = memory_allocate(sizeof *state);
    if (!state) return false;
    *state = (ModuleState){.key = key, .state = value, .release = release, .next = interpreter->module_states};
    interpreter->module_states = state;
    return true;
}

bool interpreter_set_lasting_state(Interpreter *interpreter, const void *key, void *value, void (*release)(void *)) {
    if (!interpreter_set_state(interpreter, key, value, release)) return false;
    for (ModuleState *state = interpreter->module_states; state; state = state->next)
        if (state->key == key) state->is_lasting = true;
    return true;
}

/* ---- output ---- */
bool interpreter_write(Thread *thread, bool is_error, const char *text, size_t length) {
    Interpreter *interpreter = thread->interpreter;
    thread_finish_pending(thread); /* its warnings come first */
    if (value_is_module(interpreter->system_module)) {
        Dict *system = module_attributes(interpreter->system_module);
        Value stream = dict_get_c(thread, system, is_error ? "stderr" : "stdout");
        Value original = dict_get_c(thread, system, is_error ? "__stderr__" : "__stdout__");
        if (!value_is_absent(stream) && (interpreter->front_end.has_descriptors || !value_is(stream, original))) {
            if (value_is_none(stream)) return true;
            Value string = string_new(thread, text, length);
            if (value_is_absent(string)) return false;
            value_retain(stream);
            Value result = value_call_method(thread, stream, "write", &string, 1);
            value_release(stream);
            value_release(string);
            value_release(result);
            return !value_is_absent(result);
        }
    }
    if (interpreter->front_end.write) interpreter->front_end.write(interpreter->front_end.context, is_error, text, length);
    return true;
}

void interpreter_flush(Thread *thread) {
    static const char *const names[] = {"stdout", "stderr"};
    const FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->flush) front_end->flush(front_end->context);
    if (!front_end->has_descriptors || !value_is_module(thread->interpreter->system_module)) return;
    Value before = exception_take(thread);
    for (int i = 1; i >= 0; i--) { /* the errors first */
        Value stream = dict_get_c(thread, module_attributes(thread->interpreter->system_module), names[i]);
        if (value_is_absent(stream) || value_is_none(stream)) continue;
        value_retain(stream);
        Value result = value_call_method(thread, stream, "flush", NULL, 0);
        value_release(stream);
        value_release(result);
        exception_clear(thread);
    }
    if (!value_is_absent(before)) exception_restore(thread, before);
}

/* ---- the end ---- */
static void release_states(Interpreter *interpreter, bool lasting) {
    for (ModuleState **place = &interpreter->module_states; *place;) {
        ModuleState *state = *place;
        if (state->is_lasting != lasting) {
            place = &state->next;
            continue;
        }
        *place = state->next;
        if (state->release) state->release(state->state);
        memory_release(state);
        place = &interpreter->module_states; /* a release may look for others, or leave one */
    }
}

/* The streams are the first ones again, and what programs may have put into sys goes. */
static void restore_system(Interpreter *interpreter) {
    static const char *const forgotten[] = {"path", "argv", "ps1", "ps2", "last_type", "last_value", "last_traceback", "path_hooks",
                                            "path_importer_cache", "meta_path", "__interactivehook__"};
    static const char *const streams[][2] = {{"stdin", "__stdin__"}, {"stdout", "__stdout__"}, {"stderr", "__stderr__"}};
    if (!value_is_module(interpreter->system_module)) return;
    Thread *thread = interpreter->main;
    Dict *system = module_attributes(interpreter->system_module);
    for (size_t i = 0; i < sizeof forgotten / sizeof *forgotten; i++)
        if (!value_is_absent(dict_get_c(thread, system, forgotten[i]))) dict_set_c(thread, system, forgotten[i], VALUE_NONE);
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        Value first = dict_get_c(thread, system, streams[i][1]);
        if (!value_is_absent(first) && !value_is(first, dict_get_c(thread, system, streams[i][0]))) dict_set_c(thread, system, streams[i][0], first);
    }
    exception_clear(thread);
}

/* The names of a module become None: those with one underscore first, which nobody else should need. */
static void clear_namespace(Thread *thread, Dict *names) {
    for (int round = 0; round < 2; round++) {
        Value key, value;
        for (size_t at = 0; dict_next(names, &at, &key, &value);) {
            if (!value_is_string(key) || value_is_none(value)) continue;
            const char *name = value_c_string(key);
            if (round == 0 ? name[0] != '_' || name[1] == '_' : !strcmp(name, "__builtins__")) continue;
            value_retain(key);
            dict_set(thread, names, key, VALUE_NONE);
            value_release(key);
        }
    }
    exception_clear(thread);
}

/* What programs have put among the built-in names goes while those names are there for its last code. */
static void clear_added_names(Interpreter *interpreter) {
    Dict *names = interpreter->builtin_names;
    bool found = names;
    for (bool any = false; found; any = true) {
        size_t at = 0, index = 0;
        Value key;
        for (found = false; !found && dict_next(names, &at, &key, NULL); index++) found = index >= interpreter->objects->builtin_name_count;
        if (!found && any) collector_collect(interpreter->main, 1);
        if (!found) break;
        value_retain(key);
        if (dict_remove(interpreter->main, names, key) <= 0) found = false;
        value_release(key);
    }
    exception_clear(interpreter->main);
}

/* As CPython: no module is kept by sys.modules any more, and what nobody else needs goes as garbage, so that its __del__ may
 * still use all the names it knows: __main__, and what only __main__ used. Then the names of those modules that are left,
 * the last one that was imported first; sys and builtins stay to the end. */
static void clear_modules(Interpreter *interpreter) {
    Thread *thread = interpreter->main;
    Value key, module, left = list_new(thread);
    restore_system(interpreter);
    interpreter->is_ending = true;
    for (size_t at = 0; interpreter->modules && !value_is_absent(left) && dict_next(interpreter->modules, &at, &key, &module);) {
        if (!value_is_module(module) || !module_attributes(module) || module_attributes(module) == interpreter->builtin_names ||
            value_is(module, interpreter->system_module))
            continue;
        Value reference = weak_reference_new(thread, module, VALUE_ABSENT);
        if (value_is_absent(reference) || !list_append_owned(thread, value_list(left), reference)) break;
    }
    exception_clear(thread);
    if (interpreter->modules) dict_clear(interpreter->modules);
    clear_added_names(interpreter);
    collector_collect(thread, 1);
    if (interpreter->listeners[EVENT_MODULES_GONE]) {
        interpreter_tell(thread, EVENT_MODULES_GONE);
        collector_collect(thread, 1);
    }
    for (size_t i = value_is_absent(left) ? 0 : value_list(left)->count; i-- > 0;) {
        module = weak_reference_get(value_list(left)->items[i]);
        if (value_is_module(module) && module_attributes(module)) clear_namespace(thread, module_attributes(module));
        value_release(module);
    }
    value_release(left);
    collector_collect(thread, 1);
    if (value_is_module(interpreter->system_module)) clear_namespace(thread, module_attributes(interpreter->system_module));
    if (value_is_module(interpreter->system_module)) dict_clear(module_attributes(interpreter->system_module));
    value_clear(&interpreter->system_module);
    value_clear(&interpreter->first_display_hook);
    object_clear(&interpreter->path);
    exception_clear(thread);
}

static void release_types(Interpreter *interpreter) {
    ObjectsState *state = interpreter->objects;
    for (size_t i = 0; i < state->types.capacity; i++)
        if (state->types.keys[i]) type_release_members(state->types.values[i]);
    for (size_t i = 0; state->static_types && i < BUILTIN_TYPE_COUNT + builtin_exception_count; i++)
        type_release_members(&state->static_types[i].type);
}

static void free_types(Interpreter *interpreter) {
    ObjectsState *state = interpreter->objects;
    StaticType *first = state->static_types, *last = first + BUILTIN_TYPE_COUNT + builtin_exception_count;
    for (size_t i = 0; i < state->types.capacity; i++) {
        if (!state->types.keys[i]) continue;
        StaticType *place = (StaticType *)((char *)state->types.values[i] - offsetof(StaticType, type));
        if (place < first || place >= last) memory_release(place);
    }
    memory_release(first);
    pointer_table_release(&state->types);
}

static void release_objects(Interpreter *interpreter) {
    Thread *thread = interpreter->main;
    Builtins *builtins = interpreter->builtins;
    ObjectsState *state = interpreter->objects;
    exception_clear(thread);
    if (builtins->no_memory_error.tag == TAG_OBJECT) { /* a ring of frames may hang in it */
        value_clear(&((Exception *)builtins->no_memory_error.object)->traceback);
        value_clear(&((Exception *)builtins->no_memory_error.object)->context);
    }
    value_clear(&interpreter->cell_loop.loop);
    value_clear(&interpreter->cell_loop.turn);
    value_clear(&interpreter->cell_loop.wake);
    thread_clear_values(thread);
    interpreter_tell(thread, EVENT_END);
    clear_modules(interpreter);
    collector_collect(thread, 1);
    release_states(interpreter, false);
    if (interpreter->module_states) collector_collect(thread, 1); /* rings that a state held may need the lasting ones to die */
    release_states(interpreter, true);
    interpreter_release_listeners(interpreter);
    warnings_delete(interpreter);
    object_clear(&state->repr_stack);
    if (interpreter->builtin_names) dict_clear(interpreter->builtin_names);
    collector_collect(thread, 1); /* what dies now may still run code, which looks for names and modules */
    object_clear(&interpreter->builtin_names);
    object_clear(&interpreter->modules);
    exception_clear(thread);
    language_release_thread(thread);
    value_clear(&builtins->no_memory_error);
    signatures_release(interpreter);
    type_forget_lookups(interpreter);
    release_types(interpreter);
    value_clear(&builtins->empty_tuple);
    value_clear(&builtins->empty_string);
    value_clear(&builtins->empty_bytes);
    for (size_t i = 0; i < 256; i++) object_clear(&builtins->characters[i]);
    string_table_delete(&interpreter->strings);
    memory_release(state->slot_names);
    hash_release(&state->exception_kinds, NULL);
    free_types(interpreter);
}

void interpreter_delete(Interpreter **place) {
    Interpreter *interpreter = *place;
    if (!interpreter) return;
    *place = NULL;
    memory_set_pressure_handler(NULL, NULL);
    if (threads_started(interpreter)) return; /* daemon threads wait for it until the process ends */
    if (interpreter->main && interpreter->objects && interpreter->builtins && interpreter->collector) release_objects(interpreter);
    if (interpreter->collector) collector_delete(&interpreter->collector);
    if (interpreter->objects) pool_close(&interpreter->objects->pool);
    threads_release(interpreter);
    memory_release(interpreter->objects);
    memory_release(interpreter->builtins);
    memory_release(interpreter->main);
    memory_release(interpreter);
}
