/* Where the fields of f-strings end since Python 3.12 (PEP 701): an expression may hold any token, also strings with the quotes
 * of the f-string itself, backslashes and comments. */
#ifndef KERNEL_LANGUAGE_FORMAT_FIELDS_H
#define KERNEL_LANGUAGE_FORMAT_FIELDS_H

#include <stdbool.h>

/* `at` stands behind the opening quotes; what is behind the closing ones, or NULL. */
const char *format_string_end(const char *at, const char *end, char quote, int quote_count, bool is_raw);
/* `at` stands behind a brace: the '=', '!', ':' or '}' behind the expression, or NULL. */
const char *format_expression_end(const char *at, const char *end);

#endif
