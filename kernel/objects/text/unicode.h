/* Properties of Unicode characters, and their changes of case. */
#ifndef KERNEL_OBJECTS_UNICODE_H
#define KERNEL_OBJECTS_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool unicode_is_alpha(uint32_t code_point);
bool unicode_is_digit(uint32_t code_point);   /* decimal digits, superscripts and the like */
bool unicode_is_numeric(uint32_t code_point);
int unicode_decimal(uint32_t code_point);     /* 0 to 9, or -1 */
bool unicode_is_space(uint32_t code_point);
bool unicode_is_line_break(uint32_t code_point);
bool unicode_is_upper(uint32_t code_point);
bool unicode_is_lower(uint32_t code_point);
bool unicode_is_title(uint32_t code_point);
bool unicode_is_cased(uint32_t code_point);
bool unicode_is_case_ignorable(uint32_t code_point);
bool unicode_is_printable(uint32_t code_point);
bool unicode_is_identifier_start(uint32_t code_point);
bool unicode_is_identifier_part(uint32_t code_point);
/* The full mappings: up to three code points into `mapped`, how many returned. */
size_t unicode_to_upper(uint32_t code_point, uint32_t mapped[3]);
size_t unicode_to_lower(uint32_t code_point, uint32_t mapped[3]);
size_t unicode_to_title(uint32_t code_point, uint32_t mapped[3]);
size_t unicode_fold_case(uint32_t code_point, uint32_t mapped[3]);
const char *unicode_category(uint32_t code_point); /* "Lu" */
bool unicode_is_assigned(uint32_t code_point); /* in Unicode 14 */
/* Digits and spaces of any script as ASCII, '?' for the rest; owned, NULL: no memory. */
char *unicode_numeric_text(const char *text, size_t length, size_t *ascii_length);

#endif
