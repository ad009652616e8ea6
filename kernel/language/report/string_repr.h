/* Python's repr of a string or of bytes. */
#ifndef KERNEL_LANGUAGE_STRING_REPR_H
#define KERNEL_LANGUAGE_STRING_REPR_H

#include "base/text_buffer.h"

/* UTF-8; lone surrogates may stand in it as three bytes. */
void text_append_string_repr(TextBuffer *out, const char *bytes, size_t length);
void text_append_bytes_repr(TextBuffer *out, const char *bytes, size_t length);

#endif
