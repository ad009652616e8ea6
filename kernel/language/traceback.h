/* Traceback objects, and how an exception is shown. */
#ifndef KERNEL_LANGUAGE_TRACEBACK_H
#define KERNEL_LANGUAGE_TRACEBACK_H

#include "kernel/language/frame.h"

typedef struct Traceback {
    Object object;
    Value next;         /* towards where it was raised: a traceback, or none */
    FrameObject *frame;
    const Word *at;     /* the instruction */
    Position position;
} Traceback;

/* Enter the running frame at the front of the traceback of the exception that is set. */
void traceback_add(Thread *thread, Frame *frame);
static inline bool value_is_traceback(Value value) { return value_has_type(value, &traceback_type_template); }

/* As the interpreter prints an uncaught exception: "Traceback (most recent call last):" ... */
void traceback_format_plain(Thread *thread, Value exception, TextBuffer *out);
/* The stack part only: each frame as two lines; limit as traceback.format_tb's, INT64_MAX: all. */
void traceback_format_frames(Thread *thread, Value traceback, int64_t limit, TextBuffer *out);
/* The last line or lines: "NameError: name 'x' is not defined. Did you mean: 'y'?", SyntaxError's with the caret. */
void traceback_format_exception_only(Thread *thread, Value exception, TextBuffer *out);
/* As IPython shows it in a cell, mode "Context", "Plain", "Verbose" or "Minimal", with ANSI colours; one string of
 * lines for each frame. */
void traceback_format_cell(Thread *thread, Value exception, const char *mode, bool colours, char ***lines, size_t *count);
/* The hint behind a NameError, AttributeError or ImportError: the name meant, or NULL. Owned. */
char *suggest_name(Thread *thread, Value exception);

#endif
