/* What is wrong with a source text: the making of a SyntaxError. */
#ifndef KERNEL_LANGUAGE_SYNTAX_FAULT_H
#define KERNEL_LANGUAGE_SYNTAX_FAULT_H

#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>

typedef struct SyntaxFault {
    const char *kind;    /* "SyntaxError", "IndentationError", "TabError", "MemoryError", "RecursionError",
                            "ValueError", "OverflowError"; NULL: none */
    const char *message; /* in the arena of the parse */
    int line, offset, end_line, end_offset; /* the exception's attributes: from 1, offsets in code points */
    const char *text;    /* the exception's attribute: the line at fault, with or without its newline; NULL: not known */
    bool at_end;         /* the source ended where more was wanted: more input may mend it */
} SyntaxFault;

#define SYNTAX_FAULT_NONE ((SyntaxFault){0})

/* Set *fault, unless it is set already, with a formatted message in the arena. */
void syntax_fault_set(SyntaxFault *fault, Arena *arena, const char *kind, int line, int offset, int end_line,
                      int end_offset, const char *format, ...) __attribute__((format(printf, 8, 9)));
void syntax_fault_set_list(SyntaxFault *fault, Arena *arena, const char *kind, int line, int offset, int end_line,
                           int end_offset, const char *format, va_list arguments)
    __attribute__((format(printf, 8, 0)));

#endif
