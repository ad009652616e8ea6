/* Colours of text that may be shown on a terminal. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* The descriptor is a terminal, and nobody asked for text without colours (NO_COLOR, any text but an empty one). */
bool terminal_shows_colour(int descriptor);
/* The line and its end; without its colours (sequences ESC [ numbers m) if they are not wanted. */
void terminal_write_line(FILE *file, const char *line, bool with_colour);

#endif
