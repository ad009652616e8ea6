/* Pixels as the bytes of a PNG file. */
#ifndef KERNEL_PLOT_PNG_H
#define KERNEL_PLOT_PNG_H

#include "base/error.h"
#include "base/text_buffer.h"

#include <stdint.h>

/* `rgba`: rows * columns * 4 bytes, not premultiplied. dpi 0: not said. */
bool png_encode(const uint8_t *rgba, size_t rows, size_t columns, double dpi, TextBuffer *out, Error *error);
/* The way back, for files of eight bits a channel that are not interlaced: rows * columns * channels bytes, which the
 * caller frees; 1 channel of grey ones, 3, or 4 where there is alpha or a palette. NULL without an error: another kind. */
uint8_t *png_decode(const char *bytes, size_t length, size_t *rows, size_t *columns, size_t *channels, Error *error);

#endif
