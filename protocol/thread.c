#include "protocol/thread.h"

#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { STACK_SIZE = 1 << 20 };

bool thread_start(pthread_t *thread, void *(*function)(void *), void *argument) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return false;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(thread, &attributes, function, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return status == 0;
}

bool wakeup_open(Wakeup *wakeup) {
    wakeup->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return wakeup->descriptor >= 0;
}

void wakeup_signal(Wakeup *wakeup) {
    uint64_t one = 1;
    /* It can only fail when the counter is full, and then the reader is woken anyway. */
    if (write(wakeup->descriptor, &one, sizeof one) < 0) return;
}

void wakeup_clear(Wakeup *wakeup) {
    uint64_t count;
    if (read(wakeup->descriptor, &count, sizeof count) < 0) return;
}

void wakeup_close(Wakeup *wakeup) {
    if (wakeup->descriptor >= 0) close(wakeup->descriptor);
    wakeup->descriptor = -1;
}

double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
