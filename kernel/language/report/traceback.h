/* Traceback objects, and how an exception is shown: CPython's plain form and IPython's coloured one. */
#ifndef KERNEL_LANGUAGE_TRACEBACK_H
#define KERNEL_LANGUAGE_TRACEBACK_H

#include "base/text_buffer.h"
#include "kernel/language/run/frame.h"

/* A chain from the outermost frame (where the exception was caught) to the innermost. */
typedef struct Traceback Traceback;
struct Traceback {
    Object object;
    Traceback *next; /* one frame further in; NULL: the innermost */
    FrameObject *frame;
    int64_t last_instruction; /* twice the number of the word, or what Python code said */
    Position position;
};
static inline bool value_is_traceback(Value value) { return value_has_type(value, &traceback_type_template); }
TracebackEntry traceback_entry(const Traceback *traceback); /* everything borrowed */

/* Enter the frame at the front of the traceback of the exception that is set; `at` is the instruction. */
void traceback_add(Thread *thread, Frame *frame, const Word *at);
#ifdef CUPOLA_CHECK_STEPS
void traceback_report_left(Thread *thread, const Frame *frame, const Word *at); /* an exception that nobody returned; cleared */
#endif
const Word *traceback_place(Thread *thread, const Frame *frame); /* where in the frame the exception that is set arose */

/* As the interpreter prints an uncaught exception: "Traceback (most recent call last):" ... */
void traceback_format_plain(Thread *thread, Value exception, TextBuffer *out);
/* The same without what came before: the exception that nobody could handle. */
void traceback_format_unraisable(Thread *thread, Value exception, TextBuffer *out);
/* The stack part only: each frame as two lines; limit as traceback.format_tb's, INT64_MAX: all. */
void traceback_format_frames(Thread *thread, Value traceback, int64_t limit, TextBuffer *out);
/* The last line or lines: "NameError: name 'x' is not defined. Did you mean: 'y'?", SyntaxError's with the caret. */
void traceback_format_exception_only(Thread *thread, Value exception, TextBuffer *out);
/* As IPython shows it in a cell, mode "Context", "Plain", "Verbose", "Minimal" or "Exit" (that and no more), with ANSI colours; one string of
 * lines for each frame, owned by the caller. */
bool traceback_format_cell(Thread *thread, Value exception, const char *mode, char ***lines, size_t *count);
/* The hint behind a NameError, AttributeError or ImportError: the name meant, or NULL. Owned. */
char *suggest_name(Thread *thread, Value exception);
/* Text of a line of a file or cell, without its newline and owned; NULL: unknown. `code` may be NULL. */
char *source_find_line(Thread *thread, const Code *code, const char *file, int line);

#endif
