/* A growing run of bytes with formatted appends.
 *
 * Invariants: `bytes` is NULL or NUL-terminated at `length`; `length < capacity` once allocated. A failed
 * allocation sets `failed` and drops the append: check it once, at the end. */
#ifndef BASE_TEXT_BUFFER_H
#define BASE_TEXT_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TextBuffer {
    char *bytes;
    size_t length;
    size_t capacity;
    bool failed;
} TextBuffer;

#define TEXT_BUFFER_EMPTY ((TextBuffer){0})

bool text_reserve(TextBuffer *text, size_t extra);
void text_append(TextBuffer *text, const char *string);
void text_append_bytes(TextBuffer *text, const char *bytes, size_t length);
void text_append_char(TextBuffer *text, char character);
void text_append_repeated(TextBuffer *text, char character, size_t count);
void text_append_code_point(TextBuffer *text, uint32_t code_point); /* as UTF-8 */
void text_append_format(TextBuffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_append_format_list(TextBuffer *text, const char *format, va_list arguments);
void text_truncate(TextBuffer *text, size_t length);
const char *text_string(const TextBuffer *text); /* never NULL; valid until the next append */
char *text_detach(TextBuffer *text);             /* the caller frees with memory_release; NULL when failed */
void text_release(TextBuffer *text);             /* frees and empties */

/* Python's repr of a double: the shortest digits that read back as the same value. Float32 likewise. */
void text_append_double(TextBuffer *text, double number); /* 1.0, 1e+16, nan, inf */
void text_append_float(TextBuffer *text, float number);

#endif
