/* What ends a cell from outside: its time, and signals.
 *
 * A watchdog thread only sets the interrupt flag when a cell's time is over; the cell then ends with KeyboardInterrupt as it
 * would under a hand at the keyboard, and is reported as timed out. A stopper's thread waits for the signals that end a run:
 * the cell is interrupted, what ran is saved, and nothing more is begun. A cell that does not notice (it is within one call of a
 * library), or that goes on all the same, is given up. */
#ifndef KERNEL_NOTEBOOK_WATCH_H
#define KERNEL_NOTEBOOK_WATCH_H

#include "kernel/objects/core/interpreter.h"

#include <pthread.h>

typedef struct Watchdog {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timespec deadline;
    Interpreter *interpreter;
    bool running, armed, stopping, fired;
} Watchdog;

typedef struct Stopper {
    pthread_t thread;
    sigset_t signals, before;
    Interpreter *interpreter;
    bool running;
    atomic_int number; /* the signal that came, or 0 */
    void (*give_up)(void *context, int number); /* in the stopper's thread: save; then the process ends */
    void *context;
} Stopper;

void watchdog_start(Watchdog *watchdog, Interpreter *interpreter);
void watchdog_arm(Watchdog *watchdog, double seconds);
bool watchdog_disarm(Watchdog *watchdog); /* true when it fired */
void watchdog_stop(Watchdog *watchdog);

/* What it calls when it gives up is in the stopper already. */
void stopper_start(Stopper *stopper, Interpreter *interpreter);
void stopper_stop(Stopper *stopper);

#endif
