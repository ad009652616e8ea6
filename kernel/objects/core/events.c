/* Who hears of what: the listeners of an interpreter's events; and what modules keep for each thread. */
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/error/exception.h"

#include "base/memory.h"

/* In the order in which they came. One that has gone stays in the list without its function, since it may go while it is
 * being called; who comes anew takes the place. */
typedef struct EventListener EventListener;
struct EventListener {
    EventFunction *function;
    void *context;
    EventListener *next;
};

bool interpreter_on(Interpreter *interpreter, InterpreterEvent event, EventFunction *function, void *context) {
    EventListener **end = &interpreter->listeners[event];
    for (; *end; end = &(*end)->next)
        if ((*end)->function == function && (*end)->context == context) return true;
    for (EventListener *listener = interpreter->listeners[event]; listener; listener = listener->next)
        if (!listener->function) {
            listener->context = context;
            listener->function = function;
            return true;
        }
    *end = memory_allocate(sizeof **end);
    if (!*end) return false;
    **end = (EventListener){.function = function, .context = context};
    return true;
}

void interpreter_off(Interpreter *interpreter, InterpreterEvent event, EventFunction *function, void *context) {
    for (EventListener *listener = interpreter->listeners[event]; listener; listener = listener->next)
        if (listener->function == function && listener->context == context) listener->function = NULL;
}

bool interpreter_tell_listeners(Thread *thread, InterpreterEvent event) {
    for (const EventListener *listener = thread->interpreter->listeners[event]; listener; listener = listener->next)
        if (listener->function && !listener->function(thread, listener->context)) return false;
    return true;
}

void interpreter_release_listeners(Interpreter *interpreter) {
    for (int event = 0; event < EVENT_COUNT; event++)
        while (interpreter->listeners[event]) {
            EventListener *listener = interpreter->listeners[event];
            interpreter->listeners[event] = listener->next;
            memory_release(listener);
        }
}

/* ---- Slots of threads ---- */

typedef struct ThreadSlot ThreadSlot;
struct ThreadSlot {
    const void *key;
    Value value;
    ThreadSlot *next;
};

Value thread_slot(const Thread *thread, const void *key) {
    for (const ThreadSlot *slot = thread->slots; slot; slot = slot->next)
        if (slot->key == key) return slot->value;
    return VALUE_ABSENT;
}

bool thread_set_slot(Thread *thread, const void *key, Value value) {
    ThreadSlot *slot = thread->slots;
    while (slot && slot->key != key) slot = slot->next;
    if (!slot) {
        slot = memory_allocate(sizeof *slot);
        if (!slot) {
            value_release(value);
            raise_no_memory(thread);
            return false;
        }
        *slot = (ThreadSlot){key, VALUE_ABSENT, thread->slots};
        thread->slots = slot;
    }
    value_replace(&slot->value, value);
    return true;
}

void thread_clear_slots(Thread *thread) {
    while (thread->slots) {
        ThreadSlot *slot = thread->slots;
        thread->slots = slot->next;
        value_release(slot->value);
        memory_release(slot);
    }
}
