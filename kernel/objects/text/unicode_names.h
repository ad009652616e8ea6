/* Characters by their Unicode names, names and numbers of characters. */
#ifndef KERNEL_OBJECTS_UNICODE_NAMES_H
#define KERNEL_OBJECTS_UNICODE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNICODE_SEQUENCE_SIZE = 4 };

/* UTF8_INVALID when there is no character of this name or alias. */
uint32_t unicode_from_name(const char *name, size_t length);
/* The same for named sequences, too: how many code points, 0 when nothing has this name. */
size_t unicode_sequence_from_name(const char *name, size_t length, uint32_t code_points[UNICODE_SEQUENCE_SIZE]);
/* The name of a character, never an alias; false when it has none, or nobody knows. */
bool unicode_name(uint32_t code_point, char *name, size_t capacity);
/* What number a character stands for. */
bool unicode_number(uint32_t code_point, double *number);

#endif
