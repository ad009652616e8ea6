/* What is wrong with a source text: the making of a SyntaxError. */
#ifndef KERNEL_LANGUAGE_SYNTAX_FAULT_H
#define KERNEL_LANGUAGE_SYNTAX_FAULT_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct SyntaxFault {
    const char *kind;    /* "SyntaxError", "IndentationError", "TabError", "MemoryError", "RecursionError",
                            "ValueError", "OverflowError"; NULL: none */
    const char *message; /* in the arena of the parse */
    int line, offset, end_line, end_offset; /* as the exception's attributes: from 1, offsets in code points; 0: none */
    bool at_end;         /* the source ended where more was wanted: more input may mend it */
} SyntaxFault;

#define SYNTAX_FAULT_NONE ((SyntaxFault){0})

#endif
