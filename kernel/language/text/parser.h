/* From source text to syntax tree. */
#ifndef KERNEL_LANGUAGE_PARSER_H
#define KERNEL_LANGUAGE_PARSER_H

#include "kernel/language/text/ast.h"
#include "kernel/language/text/syntax_fault.h"

typedef enum ParseMode {
    PARSE_MODULE,      /* compile(..., 'exec'): NODE_MODULE */
    PARSE_EXPRESSION,  /* 'eval': NODE_EXPRESSION */
    PARSE_INTERACTIVE, /* 'single': NODE_INTERACTIVE */
} ParseMode;

/* Flags for parse_source and syntax_check. */
enum {
    PARSE_TOP_LEVEL_AWAIT = 1 << 0, /* await, async for and async with may stand outside a function */
    PARSE_VERSION = 1 << 8,         /* times the N of a language 3.N: what 3.11 does not read is tried as that */
    PARSE_NEWEST = 14 * PARSE_VERSION,
    /* and FUTURE_...: features that are on from the start */
};

/* Parse `length` bytes of UTF-8. The tree lives in `arena`; `context` is initialised here and is wanted again by
 * scopes_build and syntax_check. Returns NULL with *fault set. */
/* Where no version is named, the newest is tried. */
Node *parse_source(AstContext *context, Arena *arena, const char *source, size_t length, ParseMode mode,
                   unsigned flags, SyntaxFault *fault);
/* With another limit than 4,300 to the digits of a decimal number; 0: none. */
Node *parse_source_limited(AstContext *context, Arena *arena, const char *source, size_t length, ParseMode mode,
                           unsigned flags, int most_digits, SyntaxFault *fault);

/* The rules that neither grammar nor scopes know: return outside a function, break outside a loop, stars in the
 * wrong place, patterns that can never match... Run after scopes_build; the compiler may rely on it. */
bool syntax_check(AstContext *context, Node *tree, unsigned flags, SyntaxFault *fault);
bool is_future_import(const Node *node);

#endif
