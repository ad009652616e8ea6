/* The signature and the source of anything callable, as text. */
#ifndef KERNEL_LANGUAGE_CALLABLE_TEXT_H
#define KERNEL_LANGUAGE_CALLABLE_TEXT_H

#include "kernel/objects/core/interpreter.h"

#include "base/text_buffer.h"

/* "(x, y=2, *args)" as str(inspect.signature(value)): of functions, methods (without self), classes, natives. False
 * when there is none; never leaves an exception set. */
bool callable_append_signature(Thread *thread, Value value, TextBuffer *out);
/* The text of the def or class statement, as inspect.getsource; false when it is not known. */
bool callable_append_source(Thread *thread, Value value, TextBuffer *out);
/* "File:" of IPython's inspection: a path or a cell's name; NULL when unknown. Borrowed from the code object. */
const char *callable_file(Value value);

#endif
