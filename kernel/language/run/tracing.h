/* sys.settrace and sys.setprofile: a second VM, compiled from the same text, tells of calls, lines, returns and exceptions. */
#ifndef KERNEL_LANGUAGE_TRACING_H
#define KERNEL_LANGUAGE_TRACING_H

#include "kernel/language/run/frame.h"

/* What a thread is traced by: Thread.tracer, NULL for most. */
typedef struct Tracer {
    Value trace, profile; /* absent, or callables */
    int inside;           /* one of them runs: nothing is told */
    int held;             /* by those outside of a sys.call_tracing */
    bool installs[2];     /* a trace function, a profile function: the one before is going */
} Tracer;

/* Called by the traced VM. false: an exception is set, and tracing has ended. */
bool trace_step(Thread *thread, Frame *frame, const Word *pc); /* the instruction at pc is about to run */
bool trace_return(Thread *thread, Frame *frame, Value result);
bool trace_yield(Thread *thread, Frame *frame, Value result);
bool trace_exception(Thread *thread, Frame *frame); /* the one that is set, which stays set */
/* What the frame iterates or waits for has ended with this value, without an exception that anybody sees. */
bool trace_stop(Thread *thread, Frame *frame, const struct Generator *ended, Value value);
bool trace_unwind(Thread *thread, Frame *frame);    /* the frame ends with the exception that is set */

bool tracing_set(Thread *thread, Value function, bool is_profile); /* none: no longer */
Value tracing_get(const Thread *thread, bool is_profile);          /* owned; none when there is none */
Value tracing_call(Thread *thread, Value function, Tuple *arguments); /* told of, although a trace function calls it */
void tracing_end(Thread *thread);                                  /* the thread ends */

#endif
