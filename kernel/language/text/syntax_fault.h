/* What is wrong with a source text: the making of a SyntaxError. */
#ifndef KERNEL_LANGUAGE_SYNTAX_FAULT_H
#define KERNEL_LANGUAGE_SYNTAX_FAULT_H

#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>

enum { NO_OFFSET = -(1 << 30) }; /* None */

typedef struct SyntaxFault {
    const char *kind;    /* "SyntaxError", "IndentationError", "TabError", "MemoryError", "RecursionError",
                            "ValueError", "OverflowError"; NULL: none */
    const char *message; /* in the arena of the parse */
    int line, offset, end_line, end_offset; /* the exception's attributes: from 1, offsets in code points; or NO_OFFSET */
    const char *text;    /* the exception's attribute: the line at fault, with or without its newline; NULL: not known */
    bool at_end;         /* the source ended where more was wanted: more input may mend it */
} SyntaxFault;

#define SYNTAX_FAULT_NONE ((SyntaxFault){0})

/* What is read as it stands, but with a warning: a backslash in front of a character that makes no escape with it (the
 * first one in a text), a number that runs into a keyword. */
typedef struct SyntaxDoubt {
    struct SyntaxDoubt *next;
    int line, column, end_line, end_column; /* columns in bytes */
    bool is_escape;                         /* DeprecationWarning; others: SyntaxWarning */
    const char *message;
} SyntaxDoubt;
typedef struct SyntaxDoubts {
    SyntaxDoubt *first, *last;
} SyntaxDoubts;

/* In the arena, as the message, which is formatted; nothing happens without memory. */
void syntax_doubt_add(SyntaxDoubts *doubts, Arena *arena, SyntaxDoubt doubt, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Set *fault, unless it is set already, with a formatted message in the arena. */
void syntax_fault_set(SyntaxFault *fault, Arena *arena, const char *kind, int line, int offset, int end_line,
                      int end_offset, const char *format, ...) __attribute__((format(printf, 8, 9)));
void syntax_fault_set_list(SyntaxFault *fault, Arena *arena, const char *kind, int line, int offset, int end_line,
                           int end_offset, const char *format, va_list arguments)
    __attribute__((format(printf, 8, 0)));

#endif
