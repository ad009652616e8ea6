/* Between input_transform.c, input_cleanup.c, input_magics.c and is_complete.c. */
#ifndef KERNEL_LANGUAGE_INPUT_STATE_H
#define KERNEL_LANGUAGE_INPUT_STATE_H

#include "kernel/language/cell/cell_tokens.h"

/* Change the lines in place. False: no memory. */
bool input_clean(Arena *arena, CellLines *lines);
bool input_transform_cell_magic(Arena *arena, CellLines *lines);
bool input_transform_magics(Arena *arena, CellLines *lines); /* %line, !command, name? wherever they stand */

bool cell_line_is_blank(const CellLine *line);
char *cell_lines_join(Arena *arena, const CellLines *lines, size_t *length); /* NUL-terminated; NULL: no memory */

#endif
