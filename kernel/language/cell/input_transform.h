/* What a cell's text goes through before it is Python: prompts and common indentation are stripped; magics, `!command` and
 * `name?` become calls on get_ipython(). */
#ifndef KERNEL_LANGUAGE_INPUT_TRANSFORM_H
#define KERNEL_LANGUAGE_INPUT_TRANSFORM_H

#include <stddef.h>

/* Owned and NUL-terminated (memory_release); NULL: no memory. */
char *input_transform(const char *source, size_t length);

#endif
