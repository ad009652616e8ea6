/* Bytes to tokens. A backslash at a line's end and comments are white space. */
#include "arraylib/cudac/private.h"

#include <string.h>

typedef struct Lexer {
    Cudac *c;
    const char *at, *end;
    int line;
    bool is_prelude, starts_line, space_before;
    TokenList *list;
} Lexer;

void cudac_token_append(Cudac *c, TokenList *list, Token token) {
    if (list->count >= TOKENS_MAX) cudac_fail(c, token.line, "the text is too long after its macros are expanded");
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        Token *tokens = cudac_allocate(c, capacity * sizeof *tokens);
        if (list->count) memcpy(tokens, list->tokens, list->count * sizeof *tokens);
        list->tokens = tokens;
        list->capacity = capacity;
    }
    list->tokens[list->count++] = token;
}

static bool is_letter(char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || ch == '$'; }
static bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }
static int line_of(const Lexer *l) { return l->is_prelude ? 0 : l->line; }
static char ahead(const Lexer *l, size_t count) { return (size_t)(l->end - l->at) > count ? l->at[count] : '\0'; }

static void skip_comment(Lexer *l) {
    int line = line_of(l);
    for (l->at += 2; l->at < l->end; l->at++) {
        if (*l->at == '\n') l->line++;
        if (*l->at == '*' && ahead(l, 1) == '/') {
            l->at += 2;
            return;
        }
    }
    cudac_fail(l->c, line, "comment unclosed at end of file");
}

static void skip_space(Lexer *l) {
    while (l->at < l->end) {
        char ch = *l->at;
        if (ch == '\n') {
            l->line++;
            l->starts_line = true;
            l->at++;
        } else if (ch == ' ' || ch == '\t' || ch == '\r' || ch == '\f' || ch == '\v') l->at++;
        else if (ch == '\\' && ahead(l, 1) == '\n') {
            l->line++;
            l->at += 2;
        } else if (ch == '\\' && ahead(l, 1) == '\r' && ahead(l, 2) == '\n') {
            l->line++;
            l->at += 3;
        } else if (ch == '/' && ahead(l, 1) == '/') {
            while (l->at < l->end && *l->at != '\n') {
                if (*l->at == '\\' && ahead(l, 1) == '\n') {
                    l->line++;
                    l->at++;
                }
                l->at++;
            }
        } else if (ch == '/' && ahead(l, 1) == '*') skip_comment(l);
        else return;
        l->space_before = true;
    }
}

static void add(Lexer *l, TokenKind kind, const char *text, size_t length, int line) {
    cudac_token_append(l->c, l->list, (Token){kind, cudac_copy(l->c, text, length), length, line, l->starts_line, l->space_before, false});
    l->starts_line = l->space_before = false;
}

/* The character behind a backslash. */
static char escaped(Lexer *l) {
    unsigned value = 0;
    char ch = ahead(l, 0);
    l->at++;
    switch (ch) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'x':
        for (; l->at < l->end; l->at++) {
            char d = *l->at;
            unsigned digit = is_digit(d) ? (unsigned)(d - '0') : d >= 'a' && d <= 'f' ? (unsigned)(d - 'a') + 10 : d >= 'A' && d <= 'F' ? (unsigned)(d - 'A') + 10 : 99;
            if (digit > 15) break;
            value = value * 16 + digit;
        }
        return (char)value;
    default:
        if (ch < '0' || ch > '7') return ch;
        value = (unsigned)(ch - '0');
        for (int i = 0; i < 2 && ahead(l, 0) >= '0' && ahead(l, 0) <= '7'; i++) value = value * 8 + (unsigned)(*l->at++ - '0');
        return (char)value;
    }
}

static void lex_quoted(Lexer *l, char quote) {
    int line = line_of(l);
    size_t length = 0, capacity = 64;
    char *text = cudac_allocate(l->c, capacity);
    for (l->at++;; ) {
        if (l->at >= l->end || *l->at == '\n') cudac_fail(l->c, line, "missing closing quote");
        char ch = *l->at++;
        if (ch == quote) break;
        if (ch == '\\') {
            if (ahead(l, 0) == '\n') {
                l->at++;
                l->line++;
                continue;
            }
            if (l->at >= l->end) cudac_fail(l->c, line, "missing closing quote");
            ch = escaped(l);
        }
        if (length + 1 >= capacity) {
            char *larger = cudac_allocate(l->c, capacity * 2);
            memcpy(larger, text, length);
            text = larger;
            capacity *= 2;
        }
        text[length++] = ch;
    }
    add(l, quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER, text, length, line);
}

/* A preprocessing number: digits, letters, points, and signs behind an exponent's letter. */
static void lex_number(Lexer *l) {
    const char *start = l->at;
    bool is_hex = *start == '0' && (ahead(l, 1) == 'x' || ahead(l, 1) == 'X');
    while (l->at < l->end) {
        char ch = *l->at, before = l->at > start ? l->at[-1] : '\0';
        bool exponent = is_hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
        bool separates = ch == '\'' && (is_letter(ahead(l, 1)) || is_digit(ahead(l, 1))); /* 1'000 */
        if (!is_letter(ch) && !is_digit(ch) && ch != '.' && !separates && !((ch == '+' || ch == '-') && exponent)) break;
        l->at++;
    }
    size_t length = (size_t)(l->at - start), kept = 0;
    char *text = cudac_allocate(l->c, length + 1);
    for (size_t i = 0; i < length; i++)
        if (start[i] != '\'') text[kept++] = start[i];
    add(l, TOKEN_NUMBER, text, kept, line_of(l));
}

static void lex_sign(Lexer *l) {
    static const char *const signs[] = {"<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                                        "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};
    size_t length = 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t size = strlen(signs[i]);
        if ((size_t)(l->end - l->at) < size || memcmp(l->at, signs[i], size) != 0) continue;
        length = size;
        break;
    }
    if (length == 1 && !strchr("+-*/%&|^~!<>=?:;,.()[]{}#@\\", *l->at))
        cudac_fail(l->c, line_of(l), "unrecognized token");
    if (*l->at == '\0') cudac_fail(l->c, line_of(l), "unrecognized token");
    const char *start = l->at;
    l->at += length;
    add(l, TOKEN_SIGN, start, length, line_of(l));
}

void cudac_lex(Cudac *c, const char *text, size_t length, bool is_prelude, TokenList *list) {
    Lexer lexer = {c, text, text + length, 1, is_prelude, true, false, list}, *l = &lexer;
    for (skip_space(l); l->at < l->end; skip_space(l)) {
        const char *start = l->at;
        if (is_letter(*start)) {
            while (l->at < l->end && (is_letter(*l->at) || is_digit(*l->at))) l->at++;
            if (l->at < l->end && *l->at == '"' && l->at - start == 1 && (*start == 'L' || *start == 'u')) continue;
            add(l, TOKEN_NAME, start, (size_t)(l->at - start), line_of(l));
        } else if (is_digit(*start) || (*start == '.' && is_digit(ahead(l, 1)))) lex_number(l);
        else if (*start == '"' || *start == '\'') lex_quoted(l, *start);
        else lex_sign(l);
    }
}
