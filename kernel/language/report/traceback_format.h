/* Pieces that both forms of a traceback are made of. */
#ifndef KERNEL_LANGUAGE_TRACEBACK_FORMAT_H
#define KERNEL_LANGUAGE_TRACEBACK_FORMAT_H

#include "base/text_buffer.h"
#include "kernel/objects/error/exception.h"

/* In a failing expression of one line: the operator or the subscript, as byte offsets. */
typedef struct CaretAnchors {
    bool found;
    size_t left, right;
} CaretAnchors;
CaretAnchors caret_anchors(const char *segment, size_t length);
void exception_append_type(Thread *thread, Value exception, TextBuffer *out);  /* "module.Name" */
void exception_append_text(Thread *thread, Value exception, TextBuffer *out);  /* str(), whatever happens */
void exception_append_notes(Thread *thread, Value exception, TextBuffer *out); /* a line each */
/* The line of a SyntaxError without its indentation, and its caret below. */
void append_syntax_caret(Thread *thread, Value exception, const char *text, const char *indent, TextBuffer *out);

#endif
