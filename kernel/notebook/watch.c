#include "kernel/notebook/watch.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* ---- the watchdog ---- */

static void *watch(void *argument) {
    Watchdog *watchdog = argument;
    pthread_mutex_lock(&watchdog->lock);
    while (!watchdog->stopping) {
        if (!watchdog->armed) {
            pthread_cond_wait(&watchdog->changed, &watchdog->lock);
            continue;
        }
        int status = pthread_cond_timedwait(&watchdog->changed, &watchdog->lock, &watchdog->deadline);
        if (status != 0 && watchdog->armed) { /* and again: a cell may catch it, or the end of a program be all it does */
            watchdog->deadline.tv_sec++;
            watchdog->fired = true;
            interpreter_interrupt(watchdog->interpreter);
        }
    }
    pthread_mutex_unlock(&watchdog->lock);
    return NULL;
}

void watchdog_start(Watchdog *watchdog, Interpreter *interpreter) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&watchdog->lock, NULL);
    pthread_cond_init(&watchdog->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    watchdog->interpreter = interpreter;
    sigset_t all, mask; /* signals are for the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    watchdog->running = pthread_create(&watchdog->thread, NULL, watch, watchdog) == 0;
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

void watchdog_arm(Watchdog *watchdog, double seconds) {
    if (!watchdog->running) return;
    pthread_mutex_lock(&watchdog->lock);
    clock_gettime(CLOCK_MONOTONIC, &watchdog->deadline);
    watchdog->deadline.tv_sec += (time_t)seconds;
    watchdog->deadline.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (watchdog->deadline.tv_nsec >= 1000000000) {
        watchdog->deadline.tv_nsec -= 1000000000;
        watchdog->deadline.tv_sec++;
    }
    watchdog->armed = true;
    watchdog->fired = false;
    pthread_cond_signal(&watchdog->changed);
    pthread_mutex_unlock(&watchdog->lock);
}

bool watchdog_disarm(Watchdog *watchdog) {
    if (!watchdog->running) return false;
    pthread_mutex_lock(&watchdog->lock);
    watchdog->armed = false;
    bool fired = watchdog->fired;
    pthread_cond_signal(&watchdog->changed);
    pthread_mutex_unlock(&watchdog->lock);
    return fired;
}

void watchdog_stop(Watchdog *watchdog) {
    if (!watchdog->running) return;
    pthread_mutex_lock(&watchdog->lock);
    watchdog->stopping = true;
    pthread_cond_signal(&watchdog->changed);
    pthread_mutex_unlock(&watchdog->lock);
    pthread_join(watchdog->thread, NULL);
    pthread_cond_destroy(&watchdog->changed);
    pthread_mutex_destroy(&watchdog->lock);
}

/* ---- the signals that end a run ---- */

/* UNNOTICED_SECONDS: so long after a signal an interrupt that nobody has noticed stands for a call that does not end.
 * HEEDED_SECONDS: so long a cell may take to tidy up; one that a hand at the keyboard interrupts may take as long as it likes. */
enum { MOST_SIGNALS = 2, UNNOTICED_SECONDS = 3, HEEDED_SECONDS = 10 };

static void give_up(const Stopper *stopper, int number) {
    stopper->give_up(stopper->context, number);
    _exit(128 + number);
}

static void wait_a_second(const Stopper *stopper, int seconds) {
    int number = atomic_load(&stopper->number);
    bool is_unnoticed = atomic_load(&stopper->interpreter->interrupted);
    if ((is_unnoticed && seconds >= UNNOTICED_SECONDS) || (number != SIGINT && seconds >= HEEDED_SECONDS)) give_up(stopper, number);
}

static void *wait_for_signals(void *argument) {
    Stopper *stopper = argument;
    for (int count = 0, seconds = 0;;) {
        const struct timespec second = {.tv_sec = 1};
        int number = count ? sigtimedwait(&stopper->signals, NULL, &second) : sigwaitinfo(&stopper->signals, NULL);
        if (number < 0) {
            if (errno == EAGAIN) wait_a_second(stopper, ++seconds);
            continue;
        }
        if (interpreter_signal(stopper->interpreter, number)) continue; /* the program deals with it */
        if (++count > MOST_SIGNALS) give_up(stopper, number);
        seconds = 0;
        atomic_store(&stopper->number, number);
        atomic_store(&stopper->interpreter->interrupted, true);
        atomic_store(&stopper->interpreter->attention, true);
    }
    return NULL;
}

void stopper_start(Stopper *stopper, Interpreter *interpreter) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    stopper->interpreter = interpreter;
    sigemptyset(&stopper->signals);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action; /* what is ignored from the start stays so */
        if (sigaction(numbers[i], NULL, &action) || action.sa_handler != SIG_IGN) sigaddset(&stopper->signals, numbers[i]);
    }
    sigset_t all, mask;
    pthread_sigmask(SIG_BLOCK, &stopper->signals, &stopper->before);
    sigfillset(&all); /* the others are for the main thread */
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    stopper->running = pthread_create(&stopper->thread, NULL, wait_for_signals, stopper) == 0;
    pthread_sigmask(SIG_SETMASK, stopper->running ? &mask : &stopper->before, NULL);
}

void stopper_stop(Stopper *stopper) {
    if (!stopper->running) return;
    pthread_cancel(stopper->thread);
    pthread_join(stopper->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &stopper->before, NULL);
}
