/* An expression back as text, as CPython writes annotations that are kept as text. */
#ifndef KERNEL_LANGUAGE_AST_UNPARSE_H
#define KERNEL_LANGUAGE_AST_UNPARSE_H

#include "kernel/language/text/ast.h"

void ast_unparse(const Node *expression, TextBuffer *out); /* a failed allocation shows in out->failed */

#endif
