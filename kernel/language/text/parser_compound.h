/* Between parser_statements.c and parser_compound.c. */
#ifndef KERNEL_LANGUAGE_PARSER_COMPOUND_H
#define KERNEL_LANGUAGE_PARSER_COMPOUND_H

#include "kernel/language/text/parser_state.h"

Node *parse_compound(Parser *parser); /* NULL when none starts at the mark */
bool parser_at_augmented(Parser *parser);
/* While diagnosing, behind a statement's header: a NEWLINE instead of ':' (when `wants_colon`), or no indented
 * block after it. `what` is "'if' statement" or "function definition". */
void diagnose_header_end(Parser *parser, bool wants_colon, const char *what, int line);

#endif
