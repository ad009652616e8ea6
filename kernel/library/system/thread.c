/* _thread: starting threads, and locks. What programs use is threading, written in Python over this.
 *
 * A lock is a flag: whoever looks at it holds the interpreter. Waiting for one lets the interpreter go. */
#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/system/threads.h"
#include "kernel/objects/core/type.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TIMEOUT_MOST 9223372036.0

typedef struct Lock {
    Object object;
    struct WeakReference *weak_references;
    bool is_reentrant;
    int64_t count; /* 0: free */
    Thread *owner;
} Lock;

static Lock *lock_of(Value self) { return (Lock *)self.object; }

/* ---- acquiring ---- */

typedef struct Claim {
    Lock *lock;
    Thread *thread;
} Claim;

static bool claim(void *context) {
    Claim *wanted = context;
    Lock *lock = wanted->lock;
    if (lock->count && !(lock->is_reentrant && lock->owner == wanted->thread)) return false;
    lock->count++;
    lock->owner = wanted->thread;
    return true;
}

NATIVE(lock_acquire) {
    (void)native;
    int blocking = value_truth(thread, arguments[1]);
    double timeout;
    if (blocking < 0 || !value_to_double(thread, arguments[2], &timeout)) return VALUE_ABSENT;
    if (isnan(timeout)) return raise_value_error(thread, "Invalid value NaN (not a number)");
    if (!blocking && timeout != -1) return raise_value_error(thread, "can't specify a timeout for a non-blocking call");
    if (timeout < 0 && timeout != -1) return raise_value_error(thread, "timeout value must be positive");
    if (timeout > TIMEOUT_MOST) return raise_overflow_error(thread, "timestamp too large to convert to C _PyTime_t");
    Claim wanted = {lock_of(arguments[0]), thread};
    bool got = claim(&wanted);
    if (got || !blocking || timeout == 0) return value_from_bool(got);
    object_retain(wanted.lock);
    bool good = thread_wait(thread, timeout, claim, &wanted, &got);
    object_release(wanted.lock);
    return good ? value_from_bool(got) : VALUE_ABSENT;
}

NATIVE(lock_release) {
    (void)native;
    Lock *lock = lock_of(arguments[0]);
    if (lock->is_reentrant && (!lock->count || lock->owner != thread)) return raise_runtime_error(thread, "cannot release un-acquired lock");
    if (!lock->count) return raise_runtime_error(thread, "release unlocked lock");
    if (--lock->count == 0) lock->owner = NULL;
    return VALUE_NONE;
}

NATIVE(lock_locked) {
    (void)native, (void)thread;
    return value_from_bool(lock_of(arguments[0])->count > 0);
}

NATIVE(lock_enter) {
    Value given[3] = {arguments[0], VALUE_TRUE, value_from_int(-1)};
    return lock_acquire(thread, native, given);
}
/* As the call comes: a tuple of the arguments would want memory, and where there is none the lock must be let go of, too. */
static Value lock_exit(Thread *thread, Native *native, const Call *call) {
    if (call->names && call->names->count) return raise_type_error(thread, "lock.__exit__() takes no keyword arguments");
    return lock_release(thread, native, call->values);
}

NATIVE(lock_is_owned) {
    (void)native;
    const Lock *lock = lock_of(arguments[0]);
    return value_from_bool(lock->count > 0 && lock->owner == thread);
}

/* For Condition: let go of all of a reentrant lock, and take it again as often. */
NATIVE(lock_release_save) {
    (void)native;
    Lock *lock = lock_of(arguments[0]);
    if (!lock->count) return raise_runtime_error(thread, "cannot release un-acquired lock");
    const Value items[] = {value_from_int(lock->count), VALUE_NONE};
    lock->count = 0;
    lock->owner = NULL;
    return tuple_from_values(thread, items, 2);
}
NATIVE(lock_acquire_restore) {
    (void)native;
    int64_t count = 1;
    if (value_is_tuple(arguments[1]) && value_tuple(arguments[1])->count && !value_to_int64(thread, value_tuple(arguments[1])->items[0], &count)) return VALUE_ABSENT;
    Claim wanted = {lock_of(arguments[0]), thread};
    bool got = claim(&wanted);
    if (!got) {
        /* An interrupt meanwhile is told once the lock is there again: whoever waits relies on having it. */
        Value interrupt = VALUE_ABSENT;
        while (!got) {
            if (thread_wait(thread, -1, claim, &wanted, &got)) continue;
            value_replace(&interrupt, exception_take(thread));
        }
        if (!value_is_absent(interrupt)) exception_restore(thread, interrupt);
    }
    wanted.lock->count = count;
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(lock_at_fork) {
    (void)native, (void)thread;
    lock_of(arguments[0])->count = 0;
    return VALUE_NONE;
}

static Value lock_repr(Thread *thread, Value self) {
    const Lock *lock = lock_of(self);
    const char *state = lock->count ? "locked" : "unlocked";
    if (lock->is_reentrant)
        return string_format(thread, "<%s %s object owner=%lld count=%lld at 0x%llx>", state, self.object->type->name, (long long)(uintptr_t)lock->owner,
                             (long long)lock->count, (unsigned long long)(uintptr_t)lock);
    return string_format(thread, "<%s %s object at 0x%llx>", state, self.object->type->name, (unsigned long long)(uintptr_t)lock);
}

static Value lock_create(Thread *thread, Type *type, bool is_reentrant) {
    Lock *lock = object_new(thread, type);
    if (lock) lock->is_reentrant = is_reentrant;
    return value_from_object(lock);
}
static Value reentrant_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return lock_create(thread, type, true);
}
static void lock_destroy(Object *self) { (void)self; }

#define LOCK_METHODS                                                                                                        \
    {"acquire", "($self, blocking=True, timeout=-1)", "Take the lock, waiting for it: whether it was taken.", lock_acquire, NULL, 0}, \
    {"release", "($self)", "Let go of the lock.", lock_release, NULL, 0},                                                    \
    {"__enter__", "($self)", NULL, lock_enter, NULL, 0},                                                                    \
    {"__exit__", "($self, *exception)", NULL, NULL, (const void *)lock_exit, NATIVE_RAW},                                                          \
    {"_at_fork_reinit", "($self)", "Free it.", lock_at_fork, NULL, 0}
static const NativeEntry lock_methods[] = {LOCK_METHODS,
                                           {"locked", "($self)", "Is it taken?", lock_locked, NULL, 0},
                                           {"acquire_lock", "($self, blocking=True, timeout=-1)", "As acquire().", lock_acquire, NULL, 0},
                                           {"release_lock", "($self)", "As release().", lock_release, NULL, 0},
                                           {"locked_lock", "($self)", "As locked().", lock_locked, NULL, 0},
                                           {0}};
static const NativeEntry reentrant_methods[] = {LOCK_METHODS,
                                                {"_is_owned", "($self)", "Does this thread hold it?", lock_is_owned, NULL, 0},
                                                {"_release_save", "($self)", "Let go of all of it.", lock_release_save, NULL, 0},
                                                {"_acquire_restore", "($self, state, /)", "Take it again.", lock_acquire_restore, NULL, 0},
                                                {0}};
static const Type lock_type = {.name = "_thread.lock", .documentation = "A lock.", .instance_size = sizeof(Lock), .flags = TYPE_NO_CREATE,
                               .weak_offset = offsetof(Lock, weak_references), .destroy = lock_destroy, .repr = lock_repr, .methods = lock_methods};
static const Type reentrant_type = {.name = "_thread.RLock", .documentation = "A lock that its holder may take again.",
                                    .instance_size = sizeof(Lock), .flags = TYPE_BASE, .weak_offset = offsetof(Lock, weak_references),
                                    .create = reentrant_create, .destroy = lock_destroy, .repr = lock_repr, .methods = reentrant_methods};

NATIVE(thread_allocate_lock) {
    (void)native, (void)arguments;
    Type *type = type_from_template(thread, &lock_type);
    return type ? lock_create(thread, type, false) : VALUE_ABSENT;
}

/* ---- threads ---- */

typedef struct Boot {
    Value function, positional, keywords;
} Boot;

static void run_thread(Thread *thread, void *context) {
    Boot *boot = context;
    Value result = value_call_unpacked(thread, boot->function, value_tuple(boot->positional), value_is_dict(boot->keywords) ? value_dict(boot->keywords) : NULL);
    if (value_is_absent(result)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_SystemExit)) exception_clear(thread);
        else exception_report_unraisable(thread, boot->function);
    }
    value_release(result);
    value_release(boot->function), value_release(boot->positional), value_release(boot->keywords);
    memory_release(boot);
}

NATIVE(thread_start_new) {
    (void)native;
    if (!value_is_callable(thread->interpreter, arguments[0])) return raise_type_error(thread, "first arg must be callable");
    if (!value_is_tuple(arguments[1])) return raise_type_error(thread, "2nd arg must be a tuple");
    if (!value_is_none(arguments[2]) && !value_is_dict(arguments[2])) return raise_type_error(thread, "optional 3rd arg must be a dictionary");
    Boot *boot = memory_allocate(sizeof *boot);
    if (!boot) return raise_no_memory(thread);
    *boot = (Boot){value_retain(arguments[0]), value_retain(arguments[1]), value_retain(arguments[2])};
    int error = threads_start(thread, run_thread, boot);
    if (!error) return value_from_int(0);
    value_release(boot->function), value_release(boot->positional), value_release(boot->keywords);
    memory_release(boot);
    return raise_runtime_error(thread, "can't start new thread");
}

NATIVE(thread_get_ident) {
    NATIVE_UNUSED;
    return value_from_int((int64_t)(uintptr_t)pthread_self());
}
NATIVE(thread_get_native_id) {
    NATIVE_UNUSED;
    return value_from_int(syscall(SYS_gettid));
}
NATIVE(thread_count) {
    (void)native, (void)arguments;
    return value_from_int((int64_t)threads_started(thread->interpreter));
}
NATIVE(thread_interrupt_main) {
    (void)native, (void)arguments;
    interpreter_interrupt(thread->interpreter);
    return VALUE_NONE;
}
NATIVE(thread_stack_size) {
    (void)native;
    int64_t size;
    if (!value_to_int64(thread, arguments[0], &size)) return VALUE_ABSENT;
    if (size && size < 32768) return raise_value_error(thread, "size not valid: %lld bytes", (long long)size);
    return value_from_int(0);
}
NATIVE(thread_exit) {
    (void)native, (void)arguments;
    Value instance = value_call_none(thread, value_from_object(thread_builtins(thread)->exception_SystemExit));
    if (value_is_absent(instance)) return instance;
    raise_instance(thread, instance);
    value_release(instance);
    return VALUE_ABSENT;
}

static const NativeEntry thread_functions[] = {
    {"start_new_thread", "(function, args, kwargs=None, /)", "Run a function in a new thread.", thread_start_new, NULL, 0},
    {"allocate_lock", "()", "A new lock.", thread_allocate_lock, NULL, 0},
    {"get_ident", "()", "The number of this thread.", thread_get_ident, NULL, 0},
    {"get_native_id", "()", "The system's number of this thread.", thread_get_native_id, NULL, 0},
    {"_count", "()", "How many threads were started and run.", thread_count, NULL, 0},
    {"interrupt_main", "(signum=2, /)", "Raise KeyboardInterrupt in the main thread.", thread_interrupt_main, NULL, 0},
    {"stack_size", "(size=0, /)", "The stack of new threads: 0, chosen by the system.", thread_stack_size, NULL, 0},
    {"exit", "()", "End this thread by raising SystemExit.", thread_exit, NULL, 0},
    {0}};

static bool thread_initialize(Thread *thread, Value module) {
    Type *plain = type_from_template(thread, &lock_type), *reentrant = type_from_template(thread, &reentrant_type);
    return plain && reentrant && module_add_type(thread, module, reentrant) &&
           module_add(thread, module, "LockType", value_from_object(object_retain(plain))) &&
           module_add(thread, module, "error", value_from_object(object_retain(thread_builtins(thread)->exception_RuntimeError))) &&
           module_add(thread, module, "TIMEOUT_MAX", value_from_float(floor(TIMEOUT_MOST)));
}

const ModuleEntry library__thread = {.name = "_thread", .documentation = "Threads and locks.", .functions = thread_functions,
                                     .initialize = thread_initialize};
