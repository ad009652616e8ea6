/* One lock, handed over at safepoints.
 *
 * A Thread may touch Values only while it holds the interpreter. One that waits for it asks for `attention` every few
 * milliseconds; the one that runs meets that at its next safepoint and hands over, and does not take the lock again before
 * somebody else had it. There is no lock at all until the second thread starts. */
#include "kernel/objects/system/threads.h"

#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/gc.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { SWITCH_NANOSECONDS = 5 * 1000 * 1000, THREAD_STACK_BYTES = 16 << 20, LEAST_STACK_BYTES = 4 << 20,
       STACKS_OF_A_LIMIT = 64 };

typedef struct InterpreterLock {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_held;
    size_t waiting;
    uint64_t turns; /* how often it was taken */
    size_t started; /* threads that have not ended yet, without the main one */
    long switch_nanoseconds;
} InterpreterLock;

static void deadline_after(struct timespec *deadline, long nanoseconds) {
    clock_gettime(CLOCK_MONOTONIC, deadline);
    deadline->tv_sec += nanoseconds / 1000000000;
    deadline->tv_nsec += nanoseconds % 1000000000;
    if (deadline->tv_nsec >= 1000000000) deadline->tv_nsec -= 1000000000, deadline->tv_sec++;
}

static InterpreterLock *lock_new(void) {
    InterpreterLock *lock = memory_allocate_zeroed(1, sizeof *lock);
    if (!lock) return NULL;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&lock->mutex, NULL);
    pthread_cond_init(&lock->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    lock->is_held = true;
    lock->switch_nanoseconds = SWITCH_NANOSECONDS;
    return lock;
}

void threads_release(Interpreter *interpreter) {
    InterpreterLock *lock = interpreter->lock;
    if (!lock || lock->started) return; /* threads that still run keep it */
    interpreter->lock = NULL;
    pthread_mutex_destroy(&lock->mutex);
    pthread_cond_destroy(&lock->changed);
    memory_release(lock);
}

void thread_block(Thread *thread) {
    InterpreterLock *lock = thread->interpreter->lock;
    if (!lock) return;
    pthread_mutex_lock(&lock->mutex);
    lock->is_held = false;
    pthread_cond_broadcast(&lock->changed);
    pthread_mutex_unlock(&lock->mutex);
}

static void take(InterpreterLock *lock, Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    lock->waiting++;
    while (lock->is_held) {
        struct timespec deadline;
        uint64_t turn = lock->turns;
        deadline_after(&deadline, lock->switch_nanoseconds);
        if (pthread_cond_timedwait(&lock->changed, &lock->mutex, &deadline) == ETIMEDOUT && turn == lock->turns)
            atomic_store(&interpreter->attention, true);
    }
    lock->waiting--;
    lock->is_held = true;
    lock->turns++;
    interpreter->running = thread;
    /* An interrupt is for the main thread: another may have seen the flag and passed it by. */
    if (thread == interpreter->main && (atomic_load(&interpreter->interrupted) || atomic_load(&interpreter->signal_arrived) ||
                                        atomic_load(&interpreter->has_posted)))
        atomic_store(&interpreter->attention, true);
    pthread_cond_broadcast(&lock->changed);
}

void thread_unblock(Thread *thread) {
    InterpreterLock *lock = thread->interpreter->lock;
    if (!lock) return;
    int error = errno;
    pthread_mutex_lock(&lock->mutex);
    take(lock, thread);
    pthread_mutex_unlock(&lock->mutex);
    errno = error;
}

void thread_hand_over(Thread *thread) {
    InterpreterLock *lock = thread->interpreter->lock;
    if (!lock) return;
    pthread_mutex_lock(&lock->mutex);
    if (lock->waiting) {
        uint64_t turn = lock->turns;
        lock->is_held = false;
        pthread_cond_broadcast(&lock->changed);
        while (lock->turns == turn && lock->waiting) pthread_cond_wait(&lock->changed, &lock->mutex);
        take(lock, thread);
    }
    pthread_mutex_unlock(&lock->mutex);
}

double threads_switch_interval(Interpreter *interpreter, double seconds) {
    InterpreterLock *lock = interpreter->lock;
    if (!lock && seconds > 0) lock = interpreter->lock = lock_new();
    if (!lock) return SWITCH_NANOSECONDS / 1e9;
    if (seconds > 0) lock->switch_nanoseconds = seconds < 1e-6 ? 1000 : seconds > 1 ? 1000000000 : (long)(seconds * 1e9);
    return (double)lock->switch_nanoseconds / 1e9;
}

size_t threads_started(const Interpreter *interpreter) { return interpreter->lock ? interpreter->lock->started : 0; }

/* ---- a new thread ---- */

typedef struct Start {
    Thread *thread;
    ThreadBody *body;
    void *context;
} Start;

static void *run(void *argument) {
    Start start = *(Start *)argument;
    memory_release(argument);
    Thread *thread = start.thread;
    Interpreter *interpreter = thread->interpreter;
    thread_find_stack(thread);
    thread_unblock(thread);
    start.body(thread, start.context);
    exception_clear(thread);
    thread_clear_values(thread);
    language_release_thread(thread);
    InterpreterLock *lock = interpreter->lock;
    pthread_mutex_lock(&lock->mutex);
    lock->started--;
    for (Thread **place = &interpreter->main->next; *place; place = &(*place)->next)
        if (*place == thread) {
            *place = thread->next;
            break;
        }
    lock->is_held = false;
    interpreter->running = interpreter->main;
    pthread_cond_broadcast(&lock->changed);
    memory_release(thread); /* before who waits for the last thread goes on and counts what is held */
    pthread_mutex_unlock(&lock->mutex);
    return NULL;
}

int threads_start(Thread *thread, ThreadBody *body, void *context) {
    Interpreter *interpreter = thread->interpreter;
    if (!interpreter->lock && !(interpreter->lock = lock_new())) return ENOMEM;
    Start *start = memory_allocate(sizeof *start);
    Thread *new = memory_allocate_zeroed(1, sizeof *new);
    if (!start || !new || !language_prepare_thread(new)) { /* who started it waits until it runs */
        memory_release(start);
        memory_release(new);
        return ENOMEM;
    }
    new->interpreter = interpreter;
    new->exception = new->handled = VALUE_ABSENT;
    new->output_owner = value_retain(thread->output_owner);
    *start = (Start){new, body, context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, memory_share(THREAD_STACK_BYTES, LEAST_STACK_BYTES, STACKS_OF_A_LIMIT));
    /* Signals are for the process's own waiting thread. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    new->next = interpreter->main->next;
    interpreter->main->next = new;
    interpreter->lock->started++;
    pthread_t handle;
    int error = pthread_create(&handle, &attributes, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (!error) return 0;
    interpreter->lock->started--;
    interpreter->main->next = new->next;
    value_release(new->output_owner);
    language_release_thread(new);
    memory_release(start);
    memory_release(new);
    return error;
}

/* ---- waiting ---- */

void thread_await_interrupt(Thread *thread, int milliseconds) {
    enum { STEPS_OF_A_MILLISECOND = 2, STEP_NANOSECONDS = 500 * 1000, MOST_STEPS = 2000 };
    Interpreter *interpreter = thread->interpreter;
    for (int i = 0, most = milliseconds * STEPS_OF_A_MILLISECOND; i < MOST_STEPS && !interpreter->is_copy; i++) {
        if (atomic_load(&interpreter->interrupted) || atomic_load(&interpreter->signal_arrived)) return;
        sigset_t pending;
        if (!sigpending(&pending) && sigismember(&pending, SIGINT) == 1) most = MOST_STEPS; /* it is there for sure */
        if (i >= most) return;
        struct timespec step = {0, STEP_NANOSECONDS};
        thread_block(thread);
        nanosleep(&step, NULL);
        thread_unblock(thread);
    }
}

bool thread_wait(Thread *thread, double seconds, ThreadReady *ready, void *context, bool *happened) {
    InterpreterLock *lock = thread->interpreter->lock;
    struct timespec now, end;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool forever = seconds < 0 || seconds > 1e9;
    double whole = forever ? 0 : seconds;
    end.tv_sec = now.tv_sec + (time_t)whole;
    end.tv_nsec = now.tv_nsec + (long)((whole - (double)(time_t)whole) * 1e9);
    if (end.tv_nsec >= 1000000000) end.tv_nsec -= 1000000000, end.tv_sec++;
    if (!lock && !(lock = thread->interpreter->lock = lock_new())) return raise_no_memory(thread), false;
    for (;;) {
        if ((*happened = ready(context))) return true;
        if (!thread_poll(thread)) return false;
        if ((*happened = ready(context))) return true;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (!forever && (now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec))) return true;
        struct timespec deadline;
        deadline_after(&deadline, 20 * 1000 * 1000);
        if (!forever && (end.tv_sec < deadline.tv_sec || (end.tv_sec == deadline.tv_sec && end.tv_nsec < deadline.tv_nsec))) deadline = end;
        pthread_mutex_lock(&lock->mutex);
        lock->is_held = false;
        pthread_cond_broadcast(&lock->changed);
        /* Whatever another thread does it does holding the lock, and letting it go wakes us. */
        uint64_t turn = lock->turns;
        while ((lock->is_held || lock->turns == turn) && pthread_cond_timedwait(&lock->changed, &lock->mutex, &deadline) == 0) {}
        take(lock, thread);
        pthread_mutex_unlock(&lock->mutex);
        if (thread != thread->interpreter->main) continue;
        thread_await_interrupt(thread, 0); /* workers may answer because they were interrupted, as we were */
        if (!thread_poll(thread)) return false;
    }
}
