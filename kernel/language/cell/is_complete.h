/* Is a cell ready to run? The door for others is session_check_complete. */
#ifndef KERNEL_LANGUAGE_IS_COMPLETE_H
#define KERNEL_LANGUAGE_IS_COMPLETE_H

#include <stddef.h>

typedef enum Completeness { CELL_COMPLETE, CELL_INCOMPLETE, CELL_INVALID } Completeness;

/* *indent: for CELL_INCOMPLETE, how far to indent the next line. */
Completeness check_complete(const char *source, size_t length, int *indent);

#endif
