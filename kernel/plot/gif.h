/* Pixels as the frames of a GIF file (Graphics Interchange Format, version 89a, 1990). */
#ifndef KERNEL_PLOT_GIF_H
#define KERNEL_PLOT_GIF_H

#include "base/error.h"
#include "base/text_buffer.h"

#include <stdint.h>

/* The file's beginning; `loops`: how often it is shown, 0 for ever, -1 once. */
void gif_begin(TextBuffer *out, size_t rows, size_t columns, int loops);
/* One frame with a palette of its own, rows * columns pixels of `channels` (1, 3 or 4) bytes; alpha is shown
 * over white. `delay`: hundredths of a second. */
bool gif_append(TextBuffer *out, const uint8_t *pixels, size_t rows, size_t columns, size_t channels,
                int delay, Error *error);
void gif_end(TextBuffer *out);

#endif
