/* Characters by their Unicode names, for \N{...}. */
#ifndef KERNEL_OBJECTS_UNICODE_NAMES_H
#define KERNEL_OBJECTS_UNICODE_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* UTF8_INVALID when there is no character of this name. */
uint32_t unicode_from_name(const char *name, size_t length);

#endif
