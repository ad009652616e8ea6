/* Traceback objects: a chain from the outermost frame (where the exception was caught) to the innermost. */
#ifndef KERNEL_OBJECTS_TRACEBACK_H
#define KERNEL_OBJECTS_TRACEBACK_H

#include "kernel/objects/exception.h"

typedef struct Traceback Traceback;
struct Traceback {
    Object object;
    Traceback *next;      /* tb_next: one frame further in; NULL: the innermost */
    TracebackEntry entry; /* strings and code retained */
    Value frame;          /* tb_frame, or absent */
};

/* The frame that the exception set in `thread` now leaves: put in front of its traceback. Retains what entry and frame
 * hold; `frame` may be absent. Does nothing when memory runs out. */
void exception_add_traceback(Thread *thread, const TracebackEntry *entry, Value frame);
Value traceback_new(Thread *thread, Value next, const TracebackEntry *entry, Value frame); /* next may be none */
bool value_is_traceback(Value value);
size_t traceback_length(Value traceback); /* absent or none: 0 */

#endif
