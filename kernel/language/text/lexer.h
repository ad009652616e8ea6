/* From source text to tokens, one at a time, as CPython's tokenizer makes them. */
#ifndef KERNEL_LANGUAGE_LEXER_H
#define KERNEL_LANGUAGE_LEXER_H

#include "kernel/language/text/syntax_fault.h"

#include "base/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* Kinds without a spelling come first, then operators, then keywords. */
#define TOKEN_OPERATORS(OPERATOR)                                                                              \
    OPERATOR(LEFT_PARENTHESIS, "(")                                                                            \
    OPERATOR(RIGHT_PARENTHESIS, ")")                                                                           \
    OPERATOR(LEFT_BRACKET, "[")                                                                                \
    OPERATOR(RIGHT_BRACKET, "]")                                                                               \
    OPERATOR(LEFT_BRACE, "{")                                                                                  \
    OPERATOR(RIGHT_BRACE, "}")                                                                                 \
    OPERATOR(COLON, ":")                                                                                       \
    OPERATOR(COMMA, ",")                                                                                       \
    OPERATOR(SEMICOLON, ";")                                                                                   \
    OPERATOR(PLUS, "+")                                                                                        \
    OPERATOR(MINUS, "-")                                                                                       \
    OPERATOR(STAR, "*")                                                                                        \
    OPERATOR(SLASH, "/")                                                                                       \
    OPERATOR(BAR, "|")                                                                                         \
    OPERATOR(AMPERSAND, "&")                                                                                   \
    OPERATOR(LESS, "<")                                                                                        \
    OPERATOR(GREATER, ">")                                                                                     \
    OPERATOR(EQUAL, "=")                                                                                       \
    OPERATOR(DOT, ".")                                                                                         \
    OPERATOR(PERCENT, "%")                                                                                     \
    OPERATOR(TILDE, "~")                                                                                       \
    OPERATOR(CIRCUMFLEX, "^")                                                                                  \
    OPERATOR(AT, "@")                                                                                          \
    OPERATOR(DOUBLE_EQUAL, "==")                                                                               \
    OPERATOR(NOT_EQUAL, "!=")                                                                                  \
    OPERATOR(LESS_EQUAL, "<=")                                                                                 \
    OPERATOR(GREATER_EQUAL, ">=")                                                                              \
    OPERATOR(LEFT_SHIFT, "<<")                                                                                 \
    OPERATOR(RIGHT_SHIFT, ">>")                                                                                \
    OPERATOR(DOUBLE_STAR, "**")                                                                                \
    OPERATOR(DOUBLE_SLASH, "//")                                                                               \
    OPERATOR(ARROW, "->")                                                                                      \
    OPERATOR(COLON_EQUAL, ":=")                                                                                \
    OPERATOR(ELLIPSIS, "...")                                                                                  \
    OPERATOR(PLUS_EQUAL, "+=")                                                                                 \
    OPERATOR(MINUS_EQUAL, "-=")                                                                                \
    OPERATOR(STAR_EQUAL, "*=")                                                                                 \
    OPERATOR(SLASH_EQUAL, "/=")                                                                                \
    OPERATOR(PERCENT_EQUAL, "%=")                                                                              \
    OPERATOR(AMPERSAND_EQUAL, "&=")                                                                            \
    OPERATOR(BAR_EQUAL, "|=")                                                                                  \
    OPERATOR(CIRCUMFLEX_EQUAL, "^=")                                                                           \
    OPERATOR(AT_EQUAL, "@=")                                                                                   \
    OPERATOR(LEFT_SHIFT_EQUAL, "<<=")                                                                          \
    OPERATOR(RIGHT_SHIFT_EQUAL, ">>=")                                                                         \
    OPERATOR(DOUBLE_STAR_EQUAL, "**=")                                                                         \
    OPERATOR(DOUBLE_SLASH_EQUAL, "//=")

#define TOKEN_KEYWORDS(KEYWORD)                                                                                \
    KEYWORD(FALSE, "False")                                                                                    \
    KEYWORD(NONE, "None")                                                                                      \
    KEYWORD(TRUE, "True")                                                                                      \
    KEYWORD(AND, "and")                                                                                        \
    KEYWORD(AS, "as")                                                                                          \
    KEYWORD(ASSERT, "assert")                                                                                  \
    KEYWORD(ASYNC, "async")                                                                                    \
    KEYWORD(AWAIT, "await")                                                                                    \
    KEYWORD(BREAK, "break")                                                                                    \
    KEYWORD(CLASS, "class")                                                                                    \
    KEYWORD(CONTINUE, "continue")                                                                              \
    KEYWORD(DEF, "def")                                                                                        \
    KEYWORD(DEL, "del")                                                                                        \
    KEYWORD(ELIF, "elif")                                                                                      \
    KEYWORD(ELSE, "else")                                                                                      \
    KEYWORD(EXCEPT, "except")                                                                                  \
    KEYWORD(FINALLY, "finally")                                                                                \
    KEYWORD(FOR, "for")                                                                                        \
    KEYWORD(FROM, "from")                                                                                      \
    KEYWORD(GLOBAL, "global")                                                                                  \
    KEYWORD(IF, "if")                                                                                          \
    KEYWORD(IMPORT, "import")                                                                                  \
    KEYWORD(IN, "in")                                                                                          \
    KEYWORD(IS, "is")                                                                                          \
    KEYWORD(LAMBDA, "lambda")                                                                                  \
    KEYWORD(NONLOCAL, "nonlocal")                                                                              \
    KEYWORD(NOT, "not")                                                                                        \
    KEYWORD(OR, "or")                                                                                          \
    KEYWORD(PASS, "pass")                                                                                      \
    KEYWORD(RAISE, "raise")                                                                                    \
    KEYWORD(RETURN, "return")                                                                                  \
    KEYWORD(TRY, "try")                                                                                        \
    KEYWORD(WHILE, "while")                                                                                    \
    KEYWORD(WITH, "with")                                                                                      \
    KEYWORD(YIELD, "yield")

#define TOKEN_ENUM(name, text) TOKEN_##name,
typedef enum TokenKind {
    TOKEN_END,   /* the end of the source */
    TOKEN_ERROR, /* see the lexer's fault */
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING, /* with its prefix and quotes */
    TOKEN_NEWLINE,
    TOKEN_INDENT,
    TOKEN_DEDENT,
    TOKEN_UNKNOWN, /* $, ? or ! */
    TOKEN_OPERATORS(TOKEN_ENUM) TOKEN_KEYWORDS(TOKEN_ENUM) TOKEN_KIND_COUNT
} TokenKind;
#undef TOKEN_ENUM

typedef struct Token {
    TokenKind kind;
    int level;                              /* open brackets after this token */
    int line, column, end_line, end_column; /* columns in bytes; -1 for INDENT, DEDENT and END */
    const char *start;
    size_t length;
    struct ParserMemo *memo; /* the parser's */
    bool was_decoded;        /* a string whose wrong escapes are noted */
} Token;

#define LEXER_MAX_INDENT 100
#define LEXER_MAX_BRACKETS 200

typedef struct LexerBracket {
    char character;
    int line, column;
} LexerBracket;

typedef struct Lexer {
    Arena *arena; /* for messages */
    const char *source, *end, *cursor;
    const char *line_start, *line_end; /* the physical line that is being read */
    const char *buffer_start;          /* the line where the token began that goes on in this one, else line_start */
    bool in_token;
    int line;
    bool at_line_start, at_end, failed;
    int minor; /* of the language's version 3.minor where it is later than 3.11; else 0 */
    int indent, pending; /* pending: INDENT tokens still to give when positive, DEDENT when negative */
    int columns[LEXER_MAX_INDENT], alternate_columns[LEXER_MAX_INDENT];
    int level;
    LexerBracket brackets[LEXER_MAX_BRACKETS];
    SyntaxFault fault;
    SyntaxDoubts *doubts;              /* NULL: nobody wants them */
    bool fault_is_quiet; /* it gives way to an earlier fault of the parser: indentation, end of the source */
} Lexer;

/* `source` ends in a newline (lexer_normalise sees to it) and must outlive the tokens. */
void lexer_start(Lexer *lexer, Arena *arena, const char *source, size_t length);
Token lexer_next(Lexer *lexer);

/* "'(' was never closed" for the innermost open bracket. */
void lexer_report_unclosed(Lexer *lexer, SyntaxFault *fault);

/* The source with a byte order mark removed, line ends made \n, and a newline at the end; in the arena. NULL with
 * *fault set when it is not UTF-8 or holds NUL. */
const char *lexer_normalise(Arena *arena, const char *source, size_t length, size_t *normal_length,
                            SyntaxFault *fault);

/* One line a token: position, kind, text. */
void lexer_dump(const char *source, size_t length, TextBuffer *out);

const char *token_text(TokenKind kind);      /* "(", "def"; NULL for kinds without a spelling */
bool token_is_keyword(TokenKind kind);

/* The offset that Python reports for a byte column of a line: code points from 1. */
int syntax_offset(const char *line_start, int column);

/* May the code point begin or continue an identifier (XID_Start, XID_Continue)? */
bool identifier_starts(unsigned code_point);
bool identifier_continues(unsigned code_point);

#endif
