/* What stands before a cursor: for completion and inspection. Text in UTF-8; the cursor in code points, as Jupyter
 * counts it. */
#ifndef KERNEL_LANGUAGE_CURSOR_H
#define KERNEL_LANGUAGE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

typedef enum CursorKind {
    CURSOR_NAME,           /* rand|: a name, a keyword; `object` is empty */
    CURSOR_ATTRIBUTE,      /* cp.random.ra|: `object` is cp.random */
    CURSOR_IMPORT,         /* import nu|, from nu|, import numpy.li|: `object` is the package before the dot, or empty */
    CURSOR_IMPORT_MEMBER,  /* from numpy import li|: `object` is the module */
    CURSOR_KEY,            /* d["na|: `object` is d; the prefix follows the quote */
    CURSOR_MAGIC,          /* %tim|, %%tim|: the prefix includes the percent signs */
    CURSOR_PATH,           /* open("fold|, !cat fol|, %run fol|: the path so far */
    CURSOR_NOTHING,        /* in a comment, in a number */
} CursorKind;

typedef struct CursorText {
    const char *text; /* into the source; never NULL */
    size_t length;
} CursorText;

typedef struct CursorPlace {
    CursorKind kind;
    CursorText object; /* an expression of names, attributes, literal subscripts, calls and literals */
    CursorText prefix; /* what of the name is there already */
    size_t start, end; /* in code points: where a completion goes, from the prefix to the cursor */
    bool has_calls;    /* evaluating `object` would call something: complete without evaluating */
    CursorText callee; /* the function whose arguments the cursor stands among; empty when there is none */
    char quote;        /* CURSOR_KEY, CURSOR_PATH: the string's quote; 0: none */
} CursorPlace;

CursorPlace cursor_find(const char *source, size_t length, size_t cursor);

/* The expression to inspect: the dotted name at the cursor (also when the cursor stands inside it), else the callee
 * whose arguments the cursor stands among. Empty when there is neither. */
CursorText cursor_find_name(const char *source, size_t length, size_t cursor);

#endif
