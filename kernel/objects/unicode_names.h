/* Characters by their Unicode names, names and numbers of characters. */
#ifndef KERNEL_OBJECTS_UNICODE_NAMES_H
#define KERNEL_OBJECTS_UNICODE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* UTF8_INVALID when there is no character of this name. */
uint32_t unicode_from_name(const char *name, size_t length);
/* The name of a character; false when it has none, or nobody knows. */
bool unicode_name(uint32_t code_point, char *name, size_t capacity);
/* What number a character stands for. */
bool unicode_number(uint32_t code_point, double *number);

#endif
