/* What a copy of this process does with signals (signal.c). */
#ifndef KERNEL_LIBRARY_SIGNALS_H
#define KERNEL_LIBRARY_SIGNALS_H

#include "kernel/objects/core/interpreter.h"

/* In a copy, which has none of the threads that waited for signals: they come to its only thread, SIGINT raises
 * KeyboardInterrupt there, and handlers in Python are called as before. */
void signals_begin_copy(Interpreter *interpreter);

#endif
