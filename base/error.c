#include "base/error.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <stdarg.h>

bool error_set(Error *error, const char *kind, const char *format, ...) {
    if (error->kind) return false;
    error->kind = kind;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    error->message = text_detach(&text);
    return false;
}

bool error_no_memory(Error *error) {
    if (!error->kind) error->kind = "MemoryError";
    return false;
}

bool error_is_set(const Error *error) { return error->kind != NULL; }

void error_clear(Error *error) {
    memory_release(error->message);
    *error = ERROR_NONE;
}
