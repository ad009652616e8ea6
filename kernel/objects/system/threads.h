/* Python threads: they take turns under one lock. */
#ifndef KERNEL_OBJECTS_THREADS_H
#define KERNEL_OBJECTS_THREADS_H

#include "kernel/objects/core/interpreter.h"

typedef void ThreadBody(Thread *thread, void *context); /* runs with the interpreter held */
/* A new thread of the interpreter: an errno, 0 when it was started. */
int threads_start(Thread *thread, ThreadBody *body, void *context);
/* At a safepoint: let somebody else run who waits for it. */
void thread_hand_over(Thread *thread);
/* Wait until ready() (asked while the interpreter is held) or for `seconds` (negative: for ever): *happened says which. false:
 * interrupted, with the exception set. */
typedef bool ThreadReady(void *context);
bool thread_wait(Thread *thread, double seconds, ThreadReady *ready, void *context, bool *happened);
/* What was waited for may have ended by the interrupt that this process got too, where another thread is about to tell of it: wait
 * for that, so that it is not taken for a later one. At most `milliseconds` where nothing is known to have come. */
void thread_await_interrupt(Thread *thread, int milliseconds);
double threads_switch_interval(Interpreter *interpreter, double seconds); /* 0: only ask */
size_t threads_started(const Interpreter *interpreter);                  /* alive, without the main one */
void threads_release(Interpreter *interpreter);

#endif
