/* The protocol's helper threads and the way to wake one that polls. */
#ifndef PROTOCOL_THREAD_H
#define PROTOCOL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* A thread with a small stack that takes no signals. False: none could be made. */
bool thread_start(pthread_t *thread, void *(*function)(void *), void *argument);

/* A descriptor that polls readable after wakeup_signal, until wakeup_clear. */
typedef struct Wakeup {
    int descriptor; /* -1: not open */
} Wakeup;

bool wakeup_open(Wakeup *wakeup);
void wakeup_signal(Wakeup *wakeup); /* from any thread or signal handler */
void wakeup_clear(Wakeup *wakeup);
void wakeup_close(Wakeup *wakeup);

/* Seconds on a clock that never jumps. */
double clock_seconds(void);

#endif
