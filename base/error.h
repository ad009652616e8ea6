/* An error as the rooms below the language report it: the name of an exception class and a message.
 * arraylib, plot, protocol and notebook fill one; kernel/modules turns it into a Python exception. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
    const char *kind; /* NULL: no error. A static string: "ValueError", "numpy.exceptions.AxisError", ... */
    char *message;    /* owned; may be NULL when memory ran out */
} Error;

#define ERROR_NONE ((Error){0})

/* Set the error (an earlier one is kept: the first cause counts). Always returns false, so that a failing
 * function can `return error_set(...)`. */
bool error_set(Error *error, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool error_no_memory(Error *error); /* kind "MemoryError" */
bool error_is_set(const Error *error);
void error_clear(Error *error);

#endif
