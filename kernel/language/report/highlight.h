/* Colours for a line of source in a traceback: IPython's. */
#ifndef KERNEL_LANGUAGE_HIGHLIGHT_H
#define KERNEL_LANGUAGE_HIGHLIGHT_H

#include "base/text_buffer.h"

typedef struct HighlightState {
    char quote; /* inside a triple-quoted string: its quote; else 0 */
} HighlightState;

/* One line from byte `from` on; [mark_from, mark_to) is the failing expression (SIZE_MAX: none). */
void highlight_line(HighlightState *state, const char *line, size_t length, size_t from, size_t mark_from, size_t mark_to,
                    TextBuffer *out);

#endif
