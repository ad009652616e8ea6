/* What sys.stdin, sys.stdout and sys.stderr may be. */
#ifndef KERNEL_LIBRARY_STANDARD_STREAMS_H
#define KERNEL_LIBRARY_STANDARD_STREAMS_H

#include "kernel/objects/core/interpreter.h"

/* A stream to (0: from) the front end. */
Value sys_front_end_stream(Thread *thread, int number);
/* A stream of io over this process's own descriptor; None when that is closed. */
Value io_standard_stream(Thread *thread, int number);

#endif
