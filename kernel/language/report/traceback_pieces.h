#ifndef KERNEL_LANGUAGE_TRACEBACK_PIECES_H
#define KERNEL_LANGUAGE_TRACEBACK_PIECES_H

#include "kernel/language/compile/code.h"

typedef struct Piece {
    int start, end; /* lines; end is behind the last */
} Piece;
/* The piece with the line of `failing` and its neighbours in the same function; *pieces owned. false: no such line, or no
 * memory. `failing` grows to the whole of a chain over several lines, of which it is the last link. */
bool pieces_around(const Source *source, Position *failing, int before, int after, Piece **pieces, size_t *count,
                   size_t *executing);

/* The lines that the code was made from: all for a program, for a comprehension those of the function around it. */
Piece traceback_block(const Code *code, const Source *source, int line);

#endif
