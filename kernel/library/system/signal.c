/* _signal: Python functions as handlers of signals, and the timers that send them.
 *
 * The system's handler only notes that a signal came and asks for attention; Python's handler runs in the main thread at the
 * next place where interrupts are polled. What the process itself waits for in a thread of its own (SIGINT; in a kernel
 * SIGTERM and SIGHUP, too) is blocked everywhere and comes here through interpreter_signal(). Handlers are set with
 * SA_RESTART: no call of the system elsewhere ends early, since whatever waits for long does so in short steps. */
#include "kernel/library/system/signals.h"

#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SIGNALS = 65, SLICE_NANOSECONDS = 20 * 1000 * 1000 };
enum { HANDLER_DEFAULT = 0, HANDLER_IGNORE = 1 }; /* signal.SIG_DFL and SIG_IGN */

typedef struct SignalState {
    Interpreter *interpreter;
    Value handlers[SIGNALS]; /* absent: never set here */
    struct sigaction before[SIGNALS];
    bool is_installed[SIGNALS];
    atomic_bool pending[SIGNALS], calls_python[SIGNALS];
    atomic_int wakeup;
    uint64_t handled; /* how many handlers ran */
} SignalState;

/* What a signal does is a matter of the whole process, and its handler gets nothing but a number: this is how it finds
 * the interpreter. Set at the first import, cleared when the interpreter goes. */
static _Atomic(SignalState *) process_state;

static const char state_key;

static void note(SignalState *state, int number) {
    atomic_store(&state->pending[number], true);
    atomic_store(&state->interpreter->signal_arrived, true);
    atomic_store(&state->interpreter->attention, true);
    int descriptor = atomic_load(&state->wakeup);
    if (descriptor < 0) return;
    unsigned char byte = (unsigned char)number;
    if (write(descriptor, &byte, 1) < 0) return; /* full: whoever reads it wakes up anyway */
}

static void on_signal(int number) {
    int error = errno;
    SignalState *state = atomic_load(&process_state);
    if (state) note(state, number);
    errno = error;
}

/* From any thread: true when a function in Python deals with it, or it is ignored. */
static bool take_signal(Interpreter *interpreter, int number) {
    SignalState *state = atomic_load(&process_state);
    if (!state || state->interpreter != interpreter || number <= 0 || number >= SIGNALS || !atomic_load(&state->calls_python[number])) return false;
    note(state, number);
    return true;
}

static bool call_handler(Thread *thread, SignalState *state, int number) {
    Value handler = value_retain(state->handlers[number]);
    if (!value_is_callable(thread->interpreter, handler)) { /* set to something else meanwhile */
        value_release(handler);
        return true;
    }
    Value frame = thread_frame_value(thread, 0);
    Value result = value_is_absent(frame) ? frame : value_call_two(thread, handler, value_from_int(number), frame);
    state->handled++;
    value_release(frame), value_release(handler), value_release(result);
    return !value_is_absent(result);
}

/* ---- in a copy of the process ---- */

/* As process_state: all that a handler finds its interpreter by. Set once, in the copy. */
static _Atomic(Interpreter *) copied_interpreter;

static void on_copied_interrupt(int number) {
    int error = errno;
    (void)number;
    Interpreter *interpreter = atomic_load(&copied_interpreter);
    if (interpreter) interpreter_interrupt(interpreter);
    errno = error;
}

static void take_again(SignalState *state, int number) {
    struct sigaction action;
    bool was_set = state && !value_is_absent(state->handlers[number]);
    if (!was_set && !sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN) return; /* so from the start */
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    Value handler = state ? state->handlers[number] : VALUE_ABSENT;
    bool ignores = handler.tag == TAG_INT && handler.integer == HANDLER_IGNORE;
    bool calls = state && atomic_load(&state->calls_python[number]) && !ignores;
    action.sa_handler = ignores ? SIG_IGN : calls ? on_signal : number == SIGINT ? on_copied_interrupt : SIG_DFL;
    sigaction(number, &action, NULL);
    if (state) atomic_store(&state->pending[number], false);
}

void signals_begin_copy(Interpreter *interpreter) {
    static const int waited_for[] = {SIGINT, SIGTERM, SIGHUP};
    SignalState *state = interpreter_state(interpreter, &state_key);
    sigset_t none;
    atomic_store(&copied_interpreter, interpreter);
    interpreter->is_copy = true;
    for (size_t i = 0; i < sizeof waited_for / sizeof *waited_for; i++) take_again(state, waited_for[i]);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* In the main thread, at a safepoint. */
static bool handle_signals(Thread *thread, void *context) {
    (void)context;
    SignalState *state = interpreter_state(thread->interpreter, &state_key);
    atomic_store(&thread->interpreter->signal_arrived, false);
    for (int number = 1; state && number < SIGNALS; number++) {
        if (!atomic_exchange(&state->pending[number], false) || call_handler(thread, state, number)) continue;
        for (int rest = 1; rest < SIGNALS; rest++)
            if (atomic_load(&state->pending[rest])) {
                atomic_store(&thread->interpreter->signal_arrived, true);
                atomic_store(&thread->interpreter->attention, true);
            }
        return false;
    }
    return true;
}

static void state_release(void *context) {
    SignalState *state = context;
    atomic_store(&process_state, NULL);
    struct itimerval none = {0};
    for (int number = 1; number < SIGNALS; number++) {
        if (number == SIGALRM && state->is_installed[number]) setitimer(ITIMER_REAL, &none, NULL);
        if (state->is_installed[number]) sigaction(number, &state->before[number], NULL);
        value_release(state->handlers[number]);
    }
    memory_release(state);
}

/* The program ends: its handlers go while all that they may use is there. */
static bool forget_signals(Thread *thread, void *context) {
    SignalState *state = interpreter_state(thread->interpreter, &state_key);
    (void)context;
    for (int number = 1; state && number < SIGNALS; number++) {
        if (state->is_installed[number]) sigaction(number, &state->before[number], NULL);
        state->is_installed[number] = false;
        value_replace(&state->handlers[number], VALUE_ABSENT);
    }
    return true;
}

static SignalState *state_of(Thread *thread) {
    SignalState *state = interpreter_state(thread->interpreter, &state_key);
    if (state) return state;
    state = memory_allocate_zeroed(1, sizeof *state);
    if (!state || !interpreter_on(thread->interpreter, EVENT_SIGNAL, handle_signals, NULL) ||
        !interpreter_on(thread->interpreter, EVENT_END, forget_signals, NULL) ||
        !interpreter_set_state(thread->interpreter, &state_key, state, state_release)) {
        memory_release(state);
        raise_no_memory(thread);
        return NULL;
    }
    state->interpreter = thread->interpreter;
    atomic_store(&state->wakeup, -1);
    atomic_store(&process_state, state);
    thread->interpreter->take_signal = take_signal;
    return state;
}

static bool number_from(Thread *thread, Value value, int *number) {
    int64_t given;
    if (!value_to_int64(thread, value, &given)) return false;
    *number = (int)given;
    return (given > 0 && given < SIGNALS) || (raise_value_error(thread, "signal number out of range"), false);
}

static bool is_blocked_here(int number) {
    sigset_t mask;
    return !pthread_sigmask(SIG_BLOCK, NULL, &mask) && sigismember(&mask, number) == 1;
}

/* ---- handlers ---- */

static bool is_constant(Value value, int64_t which) { return value.tag == TAG_INT && value.integer == which; }

/* The plain number of a handler that is an enumeration's member; else the handler. */
static Value handler_from(Thread *thread, Value value) {
    if (!value_is_int(value)) return value_retain(value);
    int64_t number;
    return value_to_int64(thread, value, &number) ? value_from_int(number) : VALUE_ABSENT;
}

static Value found_handler(Thread *thread, SignalState *state, int number) {
    if (!value_is_absent(state->handlers[number])) return value_retain(state->handlers[number]);
    struct sigaction action;
    (void)thread;
    if (sigaction(number, NULL, &action) < 0) return VALUE_NONE;
    if (action.sa_handler == on_copied_interrupt) return value_from_int(HANDLER_DEFAULT);
    return action.sa_handler == SIG_IGN ? value_from_int(HANDLER_IGNORE) : action.sa_handler == SIG_DFL ? value_from_int(HANDLER_DEFAULT) : VALUE_NONE;
}

NATIVE(signal_getsignal) {
    (void)native;
    int number;
    SignalState *state = state_of(thread);
    return state && number_from(thread, arguments[0], &number) ? found_handler(thread, state, number) : VALUE_ABSENT;
}

static bool install(Thread *thread, SignalState *state, int number, void (*handler)(int)) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, &before) < 0) return raise_os_error(thread, errno, NULL), false;
    if (!state->is_installed[number]) state->before[number] = before;
    return state->is_installed[number] = true;
}

/* second argument: 0, 1, a callable, or the default_int_handler together with a true third one */
NATIVE(signal_signal) {
    (void)native;
    int number;
    if (!number_from(thread, arguments[0], &number)) return VALUE_ABSENT;
    if (thread != thread->interpreter->main) return raise_value_error(thread, "signal only works in main thread of the main interpreter");
    SignalState *state = state_of(thread);
    Value handler = state ? handler_from(thread, arguments[1]) : VALUE_ABSENT;
    if (value_is_absent(handler)) return handler;
    bool is_default = is_constant(handler, HANDLER_DEFAULT), ignores = is_constant(handler, HANDLER_IGNORE);
    int raises = value_truth(thread, arguments[2]);
    Value result = VALUE_ABSENT;
    if (raises < 0) goto end;
    if (!is_default && !ignores && !value_is_callable(thread->interpreter, handler)) {
        raise_type_error(thread, "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object");
        goto end;
    }
    /* Blocked signals reach us through a thread that waits for them, whatever their action is. */
    bool waits = is_blocked_here(number) && (number == SIGINT || number == SIGTERM || number == SIGHUP);
    if (!waits && !install(thread, state, number, is_default ? SIG_DFL : ignores ? SIG_IGN : on_signal)) goto end;
    result = found_handler(thread, state, number);
    value_replace(&state->handlers[number], value_retain(handler));
    atomic_store(&state->calls_python[number], !is_default && !raises);
end:
    value_release(handler);
    return result;
}

/* ---- sending ---- */

/* A function of C is not bound to a class that keeps it, as debuggers do. */
NATIVE(signal_interrupted) {
    (void)native, (void)arguments;
    return raise_format(thread, thread_builtins(thread)->exception_KeyboardInterrupt, "%s", "");
}
NATIVE(signal_raise) {
    (void)native;
    int64_t given;
    if (!value_to_int64(thread, arguments[0], &given)) return VALUE_ABSENT;
    int number = given < 0 || given >= SIGNALS ? SIGNALS : (int)given;
    if (!interpreter_signal(thread->interpreter, number)) {
        if (number == SIGINT) interpreter_interrupt(thread->interpreter);
        else if (kill(getpid(), number) < 0) return raise_os_error(thread, errno, NULL);
    }
    return thread_poll(thread) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(signal_pthread_kill) {
    (void)native;
    int64_t handle;
    int number = 0;
    if (!value_to_int64(thread, arguments[0], &handle)) return VALUE_ABSENT;
    if (!is_constant(arguments[1], 0) && !number_from(thread, arguments[1], &number)) return VALUE_ABSENT;
    if ((pthread_t)handle != pthread_self()) { /* another one: it is enough that the process gets it */
        if (number && kill(getpid(), number) < 0) return raise_os_error(thread, errno, NULL);
        return VALUE_NONE;
    }
    const Value again[1] = {arguments[1]};
    return number ? signal_raise(thread, native, again) : VALUE_NONE;
}

/* ---- timers ---- */

static struct timeval time_from(double seconds) {
    double whole = floor(seconds);
    struct timeval time = {(time_t)whole, (suseconds_t)((seconds - whole) * 1e6)};
    if (seconds > 0 && !time.tv_sec && !time.tv_usec) time.tv_usec = 1;
    return time;
}
/* An alarm counts the time that work takes: what was called before it is set or stopped is done before. */
static bool do_before(Thread *thread) {
    thread_finish_pending(thread);
    return thread_poll(thread);
}
static Value timer_tuple(Thread *thread, const struct itimerval *timer) {
    const Value pair[2] = {value_from_float((double)timer->it_value.tv_sec + (double)timer->it_value.tv_usec / 1e6),
                           value_from_float((double)timer->it_interval.tv_sec + (double)timer->it_interval.tv_usec / 1e6)};
    return tuple_from_values(thread, pair, 2);
}

NATIVE(signal_setitimer) {
    (void)native;
    int64_t which;
    double seconds, interval;
    struct itimerval before;
    if (!value_to_int64(thread, arguments[0], &which) || !value_to_double(thread, arguments[1], &seconds) ||
        !value_to_double(thread, arguments[2], &interval)) return VALUE_ABSENT;
    if (isnan(seconds) || isnan(interval)) return raise_value_error(thread, "Invalid value NaN (not a number)");
    if (fabs(seconds) > 9e9 || fabs(interval) > 9e9) return raise_overflow_error(thread, "timestamp too large to convert to C _PyTime_t");
    const struct itimerval timer = {time_from(interval), time_from(seconds)};
    if (!do_before(thread)) return VALUE_ABSENT;
    if (setitimer((int)which, &timer, &before) < 0) return raise_os_error(thread, errno, NULL);
    return timer_tuple(thread, &before);
}
NATIVE(signal_getitimer) {
    (void)native;
    int64_t which;
    struct itimerval timer;
    if (!value_to_int64(thread, arguments[0], &which) || !do_before(thread)) return VALUE_ABSENT;
    return getitimer((int)which, &timer) < 0 ? raise_os_error(thread, errno, NULL) : timer_tuple(thread, &timer);
}
NATIVE(signal_alarm) {
    (void)native;
    int64_t seconds;
    if (!value_to_int64(thread, arguments[0], &seconds) || !do_before(thread)) return VALUE_ABSENT;
    return value_from_int(alarm((unsigned)seconds));
}

NATIVE(signal_pause) {
    (void)native, (void)arguments;
    SignalState *state = state_of(thread);
    if (!state) return VALUE_ABSENT;
    for (uint64_t handled = state->handled; handled == state->handled;) {
        struct timespec slice = {0, SLICE_NANOSECONDS};
        thread_block(thread);
        nanosleep(&slice, NULL);
        thread_unblock(thread);
        if (!thread_poll(thread)) return VALUE_ABSENT;
    }
    return VALUE_NONE;
}

/* ---- sets of signals ---- */

static bool set_from(Thread *thread, Value value, sigset_t *set) {
    Value list = list_from_iterable(thread, value);
    if (value_is_absent(list)) return false;
    bool good = true;
    sigemptyset(set);
    for (size_t i = 0; good && i < value_list(list)->count; i++) {
        int64_t number;
        good = value_to_int64(thread, value_list(list)->items[i], &number);
        if (good && (number <= 0 || number >= SIGNALS))
            good = (raise_value_error(thread, "signal number %lld out of range [1; %d]", (long long)number, SIGNALS - 1), false);
        if (good) sigaddset(set, (int)number);
    }
    value_release(list);
    return good;
}
static Value set_list(Thread *thread, const sigset_t *set) {
    Value list = list_new(thread);
    for (int number = 1; number < SIGNALS && !value_is_absent(list); number++)
        if (sigismember(set, number) == 1 && !list_append(thread, value_list(list), value_from_int(number))) value_release(list), list = VALUE_ABSENT;
    return list;
}

NATIVE(signal_pthread_sigmask) {
    (void)native;
    int64_t how;
    sigset_t set, before;
    if (!value_to_int64(thread, arguments[0], &how) || !set_from(thread, arguments[1], &set)) return VALUE_ABSENT;
    int error = pthread_sigmask((int)how, &set, &before);
    if (error) return raise_os_error(thread, error, NULL);
    return thread_poll(thread) ? set_list(thread, &before) : VALUE_ABSENT;
}
NATIVE(signal_sigpending) {
    (void)native, (void)arguments;
    sigset_t set;
    return sigpending(&set) < 0 ? raise_os_error(thread, errno, NULL) : set_list(thread, &set);
}
/* The signal's number, or None when the time is over. */
NATIVE(signal_sigtimedwait) {
    (void)native;
    sigset_t set;
    double left;
    if (!set_from(thread, arguments[0], &set) || !value_to_double(thread, arguments[1], &left)) return VALUE_ABSENT;
    for (bool forever = left < 0;; left -= SLICE_NANOSECONDS / 1e9) {
        struct timespec slice = {0, forever || left * 1e9 > SLICE_NANOSECONDS ? SLICE_NANOSECONDS : left > 0 ? (long)(left * 1e9) : 0};
        thread_block(thread);
        int number = sigtimedwait(&set, NULL, &slice), error = errno;
        thread_unblock(thread);
        if (number > 0) return value_from_int(number);
        if (error != EAGAIN && error != EINTR) return raise_os_error(thread, error, NULL);
        if (!thread_poll(thread)) return VALUE_ABSENT;
        if (!forever && left <= 0) return VALUE_NONE;
    }
}
NATIVE(signal_set_wakeup) {
    (void)native;
    int64_t descriptor;
    SignalState *state = state_of(thread);
    if (!state || !value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    return value_from_int(atomic_exchange(&state->wakeup, (int)descriptor));
}
NATIVE(signal_strsignal) {
    (void)native;
    int number;
    if (!number_from(thread, arguments[0], &number)) return VALUE_ABSENT;
    const char *text = sigdescr_np(number);
    return text ? string_from_c(thread, text) : VALUE_NONE;
}

static const NativeEntry functions[] = {
    {"signal", "(signalnum, handler, raises, /)", "Set the handler of a signal: what it was.", signal_signal, NULL, 0},
    {"default_int_handler", "(signalnum, frame, /)", "Raise KeyboardInterrupt: what is done on SIGINT as long as nothing else was set.",
     signal_interrupted, NULL, 0},
    {"getsignal", "(signalnum, /)", "The handler of a signal.", signal_getsignal, NULL, 0},
    {"raise_signal", "(signalnum, /)", "Send this process a signal.", signal_raise, NULL, 0},
    {"pthread_kill", "(thread_id, signalnum, /)", "Send a thread a signal.", signal_pthread_kill, NULL, 0},
    {"setitimer", "(which, seconds, interval=0.0, /)", "Start a timer that sends a signal: what was left of the one before, and its interval.", signal_setitimer, NULL, 0},
    {"getitimer", "(which, /)", "What is left of a timer, and its interval.", signal_getitimer, NULL, 0},
    {"alarm", "(seconds, /)", "Send SIGALRM after so many seconds: what was left of the alarm before.", signal_alarm, NULL, 0},
    {"pause", "()", "Wait until a signal's handler has run.", signal_pause, NULL, 0},
    {"pthread_sigmask", "(how, mask, /)", "Change the signals that this thread blocks: those that it blocked.", signal_pthread_sigmask, NULL, 0},
    {"sigpending", "()", "The signals that wait to be let through.", signal_sigpending, NULL, 0},
    {"sigtimedwait", "(sigset, seconds, /)", "Wait for one of some signals; a negative time is for ever.", signal_sigtimedwait, NULL, 0},
    {"set_wakeup_fd", "(fd, /)", "The descriptor that gets a byte for each signal: what it was.", signal_set_wakeup, NULL, 0},
    {"strsignal", "(signalnum, /)", "What a signal means.", signal_strsignal, NULL, 0},
    {0}};

static bool initialize(Thread *thread, Value module) {
    (void)module;
    return state_of(thread) != NULL;
}

const ModuleEntry library__signal = {.name = "_signal", .documentation = "Handlers of signals.", .functions = functions, .initialize = initialize};
