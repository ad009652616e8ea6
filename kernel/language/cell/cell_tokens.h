/* The tokens of a cell that is not yet Python, a list a logical line.
 *
 * This reader never fails on magics and the like: what it does not know becomes a CELL_ERROR token of one character,
 * as in Python's own tokenize module up to 3.11, whose habits IPython's rules were written for. */
#ifndef KERNEL_LANGUAGE_CELL_TOKENS_H
#define KERNEL_LANGUAGE_CELL_TOKENS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct CellLine {
    const char *text; /* with its line end */
    size_t length;
} CellLine;

typedef struct CellLines {
    CellLine *items;
    size_t count;
} CellLines;

typedef enum CellTokenKind {
    CELL_NAME,
    CELL_NUMBER,
    CELL_STRING,
    CELL_OPERATOR,
    CELL_COMMENT,
    CELL_NEWLINE, /* the end of a logical line */
    CELL_BREAK,   /* the end of another one: blank, comment, or inside brackets */
    CELL_INDENT,
    CELL_DEDENT,
    CELL_ERROR,
    CELL_END,
} CellTokenKind;

typedef struct CellToken {
    CellTokenKind kind;
    size_t line, column; /* both from 0, the column in bytes */
    const char *text;    /* of a string over several lines: its first line's part */
    size_t length;
} CellToken;

typedef struct CellTokenLine {
    CellToken *items;
    size_t count;
} CellTokenLine;

typedef struct CellTokens {
    CellTokenLine *lines; /* the last one may be unfinished */
    size_t count;
    bool is_open;     /* the text ended in a string or in brackets: there is no CELL_END */
    bool is_misaligned; /* a line goes back to an indentation that was never there: the tokens end before it */
} CellTokens;

/* In the arena; lines end in \n, \r\n or \r. False: no memory. */
bool cell_split(Arena *arena, const char *text, size_t length, CellLines *lines);
bool cell_tokenize(Arena *arena, const CellLines *lines, CellTokens *tokens);
bool cell_token_is(const CellToken *token, const char *text);

#endif
