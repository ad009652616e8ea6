/* The lexer.
 *
 * It reads the way CPython's tokenizer does, character by character with a notion of the current physical line,
 * because the positions in SyntaxErrors are those of that reader: the line number moves on only when a
 * character of the next line is read, and at the end of the source it stays on the last line.
 *
 * An error makes a TOKEN_ERROR and is sticky: its SyntaxFault stays in the lexer and every further call gives
 * TOKEN_ERROR again. The end of the source inside brackets is such an error too, but one that the parser words.
 */
#include "kernel/language/text/lexer.h"

#include "kernel/language/text/format_fields.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <string.h>
#include <utf8proc.h>

enum { END_OF_SOURCE = -1, TAB_SIZE = 8 };

static const char *const TOKEN_TEXTS[TOKEN_KIND_COUNT] = {
#define TOKEN_TEXT(name, text) [TOKEN_##name] = text,
    TOKEN_OPERATORS(TOKEN_TEXT) TOKEN_KEYWORDS(TOKEN_TEXT)
#undef TOKEN_TEXT
};

const char *token_text(TokenKind kind) { return kind < TOKEN_KIND_COUNT ? TOKEN_TEXTS[kind] : NULL; }

bool token_is_keyword(TokenKind kind) { return kind >= TOKEN_FALSE && kind <= TOKEN_YIELD; }

/* ---- faults ---- */

void syntax_fault_set_list(SyntaxFault *fault, Arena *arena, const char *kind, int line, int offset,
                           int end_line, int end_offset, const char *format, va_list arguments) {
    if (fault->kind) return;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format_list(&text, format, arguments);
    char *message = text.failed ? NULL : arena_copy(arena, text_string(&text), text.length);
    text_release(&text);
    if (!message) {
        *fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
        return;
    }
    *fault = (SyntaxFault){.kind = kind,
                           .message = message,
                           .line = line,
                           .offset = offset,
                           .end_line = end_line,
                           .end_offset = end_offset};
}

void syntax_fault_set(SyntaxFault *fault, Arena *arena, const char *kind, int line, int offset, int end_line,
                      int end_offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_fault_set_list(fault, arena, kind, line, offset, end_line, end_offset, format, arguments);
    va_end(arguments);
}

void syntax_doubt_add(SyntaxDoubts *doubts, Arena *arena, SyntaxDoubt doubt, const char *format, ...) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    SyntaxDoubt *kept = text.failed ? NULL : arena_allocate(arena, sizeof *kept);
    doubt.message = kept ? arena_copy(arena, text_string(&text), text.length) : NULL;
    text_release(&text);
    if (!doubt.message) return;
    *kept = doubt;
    if (doubts->last) doubts->last->next = kept;
    else doubts->first = kept;
    doubts->last = kept;
}

int syntax_offset(const char *line_start, int column) {
    return column <= 0 ? column + 1 : (int)utf8_count(line_start, (size_t)column) + 1;
}

/* ---- characters ---- */

static bool category_in(unsigned code_point, unsigned categories) {
    if (code_point > 0x10FFFF) return false;
    return categories >> utf8proc_category((utf8proc_int32_t)code_point) & 1;
}

#define CATEGORY(name) (1u << UTF8PROC_CATEGORY_##name)
#define LETTERS (CATEGORY(LU) | CATEGORY(LL) | CATEGORY(LT) | CATEGORY(LM) | CATEGORY(LO) | CATEGORY(NL))

bool identifier_starts(unsigned code_point) {
    if (code_point < 128) {
        return code_point == '_' || (code_point | 32) - 'a' < 26;
    }
    /* Letters whose compatibility form does not begin an identifier (the X of XID_Start). */
    if (code_point == 0x037A || code_point == 0x0E33 || code_point == 0x0EB3 || code_point == 0x2E2F ||
        (code_point >= 0xFC5E && code_point <= 0xFC63) || code_point == 0xFDFA || code_point == 0xFDFB ||
        code_point == 0xFF9E || code_point == 0xFF9F) {
        return false;
    }
    if (code_point >= 0xFE70 && code_point <= 0xFE7E && code_point % 2 == 0) return false;
    if (code_point == 0x1885 || code_point == 0x1886 || code_point == 0x2118 || code_point == 0x212E ||
        code_point == 0x309B || code_point == 0x309C) {
        return code_point < 0x309B; /* Other_ID_Start; the last two are undone by the X rule */
    }
    return category_in(code_point, LETTERS);
}

bool identifier_continues(unsigned code_point) {
    if (code_point < 128) {
        return code_point == '_' || (code_point | 32) - 'a' < 26 || code_point - '0' < 10;
    }
    if (identifier_starts(code_point)) return true;
    switch (code_point) {
    case 0x037A:
    case 0x2E2F:
    case 0x309B:
    case 0x309C:
    case 0xFDFA:
    case 0xFDFB: return false;
    case 0x00B7:
    case 0x0387:
    case 0x19DA:
    case 0x0E33:
    case 0x0EB3:
    case 0xFF9E:
    case 0xFF9F: return true;
    default: break;
    }
    if (code_point >= 0x1369 && code_point <= 0x1371) return true;
    if (code_point >= 0xFC5E && code_point <= 0xFC63) return false;
    if (code_point >= 0xFE70 && code_point <= 0xFE7E) return code_point != 0xFE75 && code_point % 2 != 0;
    return category_in(code_point, CATEGORY(MN) | CATEGORY(MC) | CATEGORY(ND) | CATEGORY(PC));
}

static bool is_printable(unsigned code_point) {
    if (code_point == ' ') return true;
    return !category_in(code_point, CATEGORY(CN) | CATEGORY(CC) | CATEGORY(CF) | CATEGORY(CS) | CATEGORY(CO) |
                                        CATEGORY(ZL) | CATEGORY(ZP) | CATEGORY(ZS));
}

static bool is_digit(int character) { return character >= '0' && character <= '9'; }

static bool is_hexadecimal(int character) {
    return is_digit(character) || ((character | 32) >= 'a' && (character | 32) <= 'f');
}

static bool may_start_identifier(int character) {
    return character == '_' || ((character | 32) >= 'a' && (character | 32) <= 'z') || character >= 128;
}

static bool may_continue_identifier(int character) {
    return may_start_identifier(character) || is_digit(character);
}

/* ---- reading ---- */

void lexer_start(Lexer *lexer, Arena *arena, const char *source, size_t length) {
    *lexer = (Lexer){.arena = arena,
                     .source = source,
                     .end = source + length,
                     .cursor = source,
                     .line_start = source,
                     .line_end = source,
                     .buffer_start = source,
                     .at_line_start = true};
}

static int read_character(Lexer *lexer) {
    if (lexer->cursor == lexer->line_end) {
        if (lexer->at_end || lexer->failed) return END_OF_SOURCE;
        if (lexer->cursor >= lexer->end) {
            lexer->at_end = true;
            return END_OF_SOURCE;
        }
        const char *newline = memchr(lexer->cursor, '\n', (size_t)(lexer->end - lexer->cursor));
        lexer->line_start = lexer->cursor;
        if (!lexer->in_token) lexer->buffer_start = lexer->cursor;
        lexer->line_end = newline ? newline + 1 : lexer->end;
        lexer->line++;
    }
    return (unsigned char)*lexer->cursor++;
}

static void unread(Lexer *lexer, int character) {
    if (character != END_OF_SOURCE) lexer->cursor--;
}

/* ---- errors ---- */

static Token error_token(Lexer *lexer) {
    lexer->failed = true;
    return (Token){
        .kind = TOKEN_ERROR, .line = lexer->line, .column = -1, .end_line = lexer->line, .end_column = -1};
}

static void show_line(Lexer *lexer) {
    const char *newline = memchr(lexer->line_start, '\n', (size_t)(lexer->end - lexer->line_start));
    const char *end = newline ? newline : lexer->end;
    lexer->fault.text = arena_copy(lexer->arena, lexer->line_start, (size_t)(end - lexer->line_start));
}

/* At the character read last. */
__attribute__((format(printf, 2, 3))) static Token fail_here(Lexer *lexer, const char *format, ...) {
    int offset = (int)utf8_count(lexer->line_start, (size_t)(lexer->cursor - lexer->line_start));
    va_list arguments;
    va_start(arguments, format);
    syntax_fault_set_list(&lexer->fault, lexer->arena, "SyntaxError", lexer->line, offset, lexer->line, offset,
                          format, arguments);
    va_end(arguments);
    show_line(lexer);
    return error_token(lexer);
}

/* For the faults that CPython's parser reports for its tokenizer: the text from the start of its buffer. */
static void show_buffer(Lexer *lexer) {
    lexer->fault.text =
        arena_copy(lexer->arena, lexer->buffer_start, (size_t)(lexer->line_end - lexer->buffer_start));
}

static Token fail_indentation(Lexer *lexer, const char *kind, const char *message) {
    lexer->cursor = lexer->line_end;
    lexer->fault_is_quiet = true;
    syntax_fault_set(&lexer->fault, lexer->arena, kind, lexer->line, 1, lexer->line, 0, "%s", message);
    show_buffer(lexer);
    return error_token(lexer);
}

static Token fail_dedent(Lexer *lexer) {
    lexer->fault_is_quiet = true;
    lexer->cursor = lexer->line_end;
    int offset = (int)utf8_count(lexer->line_start, (size_t)(lexer->cursor - lexer->line_start));
    syntax_fault_set(&lexer->fault, lexer->arena, "IndentationError", lexer->line, offset, lexer->line, -1,
                     "unindent does not match any outer indentation level");
    show_buffer(lexer);
    return error_token(lexer);
}

void lexer_report_unclosed(Lexer *lexer, SyntaxFault *fault) {
    LexerBracket *bracket = &lexer->brackets[lexer->level - 1];
    const char *line = lexer->source;
    for (int i = 1; i < bracket->line; i++) {
        const char *newline = memchr(line, '\n', (size_t)(lexer->end - line));
        if (!newline) break;
        line = newline + 1;
    }
    syntax_fault_set(fault, lexer->arena, "SyntaxError", bracket->line, syntax_offset(line, bracket->column),
                     bracket->line, 0, "'%c' was never closed", bracket->character);
    fault->at_end = true;
    const char *newline = memchr(line, '\n', (size_t)(lexer->end - line)),
               *end = newline ? newline : lexer->end;
    if (bracket->line >= lexer->line) {
        line = lexer->buffer_start;
        end = lexer->line_end;
    }
    fault->text = arena_copy(lexer->arena, line, (size_t)(end - line));
}

/* ---- tokens ---- */

static Token make_token(Lexer *lexer, TokenKind kind, const char *start, const char *end) {
    return (Token){.kind = kind,
                   .level = lexer->level,
                   .line = lexer->line,
                   .end_line = lexer->line,
                   .column = start ? (int)(start - lexer->line_start) : -1,
                   .end_column = end ? (int)(end - lexer->line_start) : -1,
                   .start = start,
                   .length = start ? (size_t)(end - start) : 0};
}

/* After a backslash: the next line goes on. False with the fault set. */
static bool continue_line(Lexer *lexer) {
    int character = read_character(lexer);
    if (character != '\n') {
        lexer->fault_is_quiet = true;
        /* CPython counts from the start of its buffer here. */
        int offset = (int)utf8_count(lexer->buffer_start, (size_t)(lexer->cursor - lexer->buffer_start));
        syntax_fault_set(&lexer->fault, lexer->arena, "SyntaxError", lexer->line, offset, lexer->line, 0,
                         "unexpected character after line continuation character");
        show_buffer(lexer);
        return false;
    }
    character = read_character(lexer);
    if (character == END_OF_SOURCE) {
        lexer->fault_is_quiet = true;
        if (lexer->level > 0) {
            lexer_report_unclosed(lexer, &lexer->fault);
            return false;
        }
        size_t width = (size_t)(lexer->cursor - lexer->line_start);
        int offset = (int)utf8_count(lexer->line_start, width);
        syntax_fault_set(&lexer->fault, lexer->arena, "SyntaxError", lexer->line, offset, lexer->line, -1,
                         "unexpected EOF while parsing");
        show_buffer(lexer);
        lexer->fault.at_end = true;
        return false;
    }
    unread(lexer, character);
    return true;
}

/* The indentation of a new logical line. Sets lexer->pending; false with the fault set (token in *error). */
static bool read_indentation(Lexer *lexer, bool *blank, Token *error) {
    int column = 0, alternate = 0, continued = 0, character;
    for (;;) {
        character = read_character(lexer);
        if (character == ' ') {
            column++;
            alternate++;
        } else if (character == '\t') {
            column = (column / TAB_SIZE + 1) * TAB_SIZE;
            alternate++;
        } else if (character == '\f') {
            column = alternate = 0;
        } else if (character == '\\') {
            if (!continued) continued = column;
            if (!continue_line(lexer)) {
                *error = error_token(lexer);
                return false;
            }
        } else {
            break;
        }
    }
    unread(lexer, character);
    *blank = character == '#' || character == '\n';
    if (*blank || lexer->level > 0) return true;
    if (continued) column = alternate = continued;
    int *columns = lexer->columns, *alternates = lexer->alternate_columns;
    static const char INCONSISTENT[] = "inconsistent use of tabs and spaces in indentation";
    if (column > columns[lexer->indent]) {
        if (lexer->indent + 1 >= LEXER_MAX_INDENT) {
            *error = fail_indentation(lexer, "IndentationError", "too many levels of indentation");
            return false;
        }
        if (alternate <= alternates[lexer->indent]) {
            *error = fail_indentation(lexer, "TabError", INCONSISTENT);
            return false;
        }
        lexer->pending++;
        columns[++lexer->indent] = column;
        alternates[lexer->indent] = alternate;
        return true;
    }
    while (lexer->indent > 0 && column < columns[lexer->indent]) {
        lexer->pending--;
        lexer->indent--;
    }
    if (column != columns[lexer->indent]) {
        *error = fail_dedent(lexer);
        return false;
    }
    if (alternate != alternates[lexer->indent]) {
        *error = fail_indentation(lexer, "TabError", INCONSISTENT);
        return false;
    }
    return true;
}

/* The identifier in [start, cursor) has characters beyond ASCII: are they letters? */
static bool verify_identifier(Lexer *lexer, const char *start) {
    const char *end = lexer->cursor;
    for (const char *at = start; at < end;) {
        size_t size;
        unsigned code_point = utf8_decode(at, (size_t)(end - at), &size);
        if (code_point == UTF8_INVALID ||
            !(at == start ? identifier_starts(code_point) : identifier_continues(code_point))) {
            lexer->cursor = at + size;
            if (code_point != UTF8_INVALID && is_printable(code_point)) {
                fail_here(lexer, "invalid character '%.*s' (U+%04X)", (int)size, at, code_point);
            } else {
                fail_here(lexer, "invalid non-printable character U+%04X", code_point);
            }
            return false;
        }
        at += size;
    }
    return true;
}

static TokenKind find_keyword(const char *bytes, size_t length) {
    if (length < 2 || length > 8) return TOKEN_NAME;
    for (TokenKind kind = TOKEN_FALSE; kind <= TOKEN_YIELD; kind++) {
        const char *text = TOKEN_TEXTS[kind];
        if (text[0] == bytes[0] && !strncmp(text, bytes, length) && !text[length]) return kind;
    }
    return TOKEN_NAME;
}

/* ---- numbers ---- */

/* A number may be followed at once by a keyword (`1if x else 2`), with a warning, not by other letters. */
static bool verify_number_end(Lexer *lexer, int character, const char *name) {
    if (character == END_OF_SOURCE || !may_continue_identifier(character)) return true;
    static const char *const FOLLOWERS[] = {"and", "else", "for", "if", "in", "is", "not", "or"};
    const char *at = lexer->cursor - 1;
    for (size_t i = 0; i < sizeof FOLLOWERS / sizeof *FOLLOWERS; i++) {
        size_t length = strlen(FOLLOWERS[i]);
        /* CPython looks at the first letters only, so `1ifx` is a number and a name. */
        if ((size_t)(lexer->end - at) < length || strncmp(at, FOLLOWERS[i], length)) continue;
        int column = (int)(at - lexer->line_start) - 1;
        SyntaxDoubt doubt = {.line = lexer->line, .column = column, .end_line = lexer->line, .end_column = column};
        if (lexer->doubts) syntax_doubt_add(lexer->doubts, lexer->arena, doubt, "invalid %s literal", name);
        return true;
    }
    unread(lexer, character); /* whatever lies beyond ASCII might be a letter */
    fail_here(lexer, "invalid %s literal", name);
    return false;
}

/* Digits with single underscores between them. Returns the character after them, or -2 with the fault set. */
static int read_decimal_tail(Lexer *lexer) {
    for (;;) {
        int character;
        do {
            character = read_character(lexer);
        } while (is_digit(character));
        if (character != '_') return character;
        character = read_character(lexer);
        if (!is_digit(character)) {
            unread(lexer, character);
            fail_here(lexer, "invalid decimal literal");
            return -2;
        }
    }
}

static bool is_digit_of(int character, int base) {
    return base == 16 ? is_hexadecimal(character) : character >= '0' && character < '0' + base;
}

static Token read_based_number(Lexer *lexer, const char *start, int base) {
    const char *name = base == 16 ? "hexadecimal" : base == 8 ? "octal" : "binary";
    int character = read_character(lexer);
    do {
        if (character == '_') character = read_character(lexer);
        if (!is_digit_of(character, base)) {
            if (base != 16 && is_digit(character))
                return fail_here(lexer, "invalid digit '%c' in %s literal", character, name);
            unread(lexer, character);
            return fail_here(lexer, "invalid %s literal", name);
        }
        do {
            character = read_character(lexer);
        } while (is_digit_of(character, base));
    } while (character == '_');
    if (base != 16 && is_digit(character))
        return fail_here(lexer, "invalid digit '%c' in %s literal", character, name);
    if (!verify_number_end(lexer, character, name)) return error_token(lexer);
    unread(lexer, character);
    return make_token(lexer, TOKEN_NUMBER, start, lexer->cursor);
}

/* After the digits before the point; `character` is the one read last. */
static Token read_fraction(Lexer *lexer, const char *start, int character, bool has_point) {
    if (character == '.' && !has_point) {
        has_point = true;
        character = read_character(lexer);
    }
    if (has_point && is_digit(character)) {
        character = read_decimal_tail(lexer);
        if (character == -2) return error_token(lexer);
    }
    if (character == 'e' || character == 'E') {
        int exponent = character;
        character = read_character(lexer);
        if (character == '+' || character == '-') {
            character = read_character(lexer);
            if (!is_digit(character)) {
                unread(lexer, character);
                return fail_here(lexer, "invalid decimal literal");
            }
        } else if (!is_digit(character)) {
            unread(lexer, character);
            if (!verify_number_end(lexer, exponent, "decimal")) return error_token(lexer);
            unread(lexer, exponent);
            return make_token(lexer, TOKEN_NUMBER, start, lexer->cursor);
        }
        character = read_decimal_tail(lexer);
        if (character == -2) return error_token(lexer);
        has_point = true;
    }
    if (character == 'j' || character == 'J') {
        character = read_character(lexer);
        if (!verify_number_end(lexer, character, "imaginary")) return error_token(lexer);
    } else if (!verify_number_end(lexer, character, "decimal")) {
        return error_token(lexer);
    }
    unread(lexer, character);
    return make_token(lexer, TOKEN_NUMBER, start, lexer->cursor);
}

static Token read_number_after_zero(Lexer *lexer, const char *start) {
    int character = read_character(lexer);
    switch (character | 32) {
    case 'x':
        return character == END_OF_SOURCE ? make_token(lexer, TOKEN_NUMBER, start, lexer->cursor)
                                          : read_based_number(lexer, start, 16);
    case 'o': return read_based_number(lexer, start, 8);
    case 'b': return read_based_number(lexer, start, 2);
    default: break;
    }
    bool nonzero = false;
    for (;;) { /* 00 and 0_0 are zero */
        if (character == '_') {
            character = read_character(lexer);
            if (!is_digit(character)) {
                unread(lexer, character);
                return fail_here(lexer, "invalid decimal literal");
            }
        }
        if (character != '0') break;
        character = read_character(lexer);
    }
    const char *zeros_end = lexer->cursor - (character != END_OF_SOURCE);
    if (is_digit(character)) {
        nonzero = true;
        character = read_decimal_tail(lexer);
        if (character == -2) return error_token(lexer);
    }
    if (character == '.' || (character | 32) == 'e' || (character | 32) == 'j') {
        return read_fraction(lexer, start, character, false);
    }
    if (nonzero) { /* old octal */
        unread(lexer, character);
        int first = (int)utf8_count(lexer->line_start, (size_t)(start - lexer->line_start)) + 1;
        int last = (int)utf8_count(lexer->line_start, (size_t)(zeros_end - lexer->line_start)) + 1;
        syntax_fault_set(
            &lexer->fault, lexer->arena, "SyntaxError", lexer->line, first, lexer->line, last,
            "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal "
            "integers");
        show_line(lexer);
        return error_token(lexer);
    }
    if (!verify_number_end(lexer, character, "decimal")) return error_token(lexer);
    unread(lexer, character);
    return make_token(lexer, TOKEN_NUMBER, start, lexer->cursor);
}

static Token read_number(Lexer *lexer, const char *start, int character) {
    if (character == '0') return read_number_after_zero(lexer, start);
    character = read_decimal_tail(lexer);
    if (character == -2) return error_token(lexer);
    return read_fraction(lexer, start, character, false);
}

/* ---- strings ---- */

/* The cursor stands after the first quote; `start` is where the prefix begins. */
static Token read_string(Lexer *lexer, const char *start, int quote, bool is_format, bool is_raw) {
    int first_line = lexer->line;
    const char *first_line_start = lexer->line_start;
    int quote_count = 1, closing = 0;
    int character = read_character(lexer);
    if (character == quote) {
        character = read_character(lexer);
        if (character == quote) {
            quote_count = 3;
        } else {
            closing = 1; /* the empty string */
        }
    }
    if (character != quote) unread(lexer, character);
    if (is_format && lexer->minor >= 12 && closing != quote_count) {
        const char *behind = format_string_end(lexer->cursor, lexer->end, (char)quote, quote_count, is_raw);
        while (behind && lexer->cursor < behind && read_character(lexer) != END_OF_SOURCE) continue;
        if (behind) closing = quote_count;
    }
    while (closing != quote_count) {
        character = read_character(lexer);
        if (character == END_OF_SOURCE || (quote_count == 1 && character == '\n')) {
            int last_line = lexer->line;
            lexer->cursor = start + 1;
            lexer->line_start = first_line_start;
            lexer->line = first_line;
            if (quote_count == 3) {
                fail_here(lexer, "unterminated triple-quoted string literal (detected at line %d)", last_line);
                lexer->fault.at_end = true;
            } else {
                fail_here(lexer, "unterminated string literal (detected at line %d)", last_line);
            }
            lexer->line_end = lexer->cursor;
            return error_token(lexer);
        }
        if (character == quote) {
            closing++;
        } else {
            closing = 0;
            if (character == '\\') read_character(lexer);
        }
    }
    Token token = make_token(lexer, TOKEN_STRING, start, lexer->cursor);
    token.line = first_line;
    token.column = (int)(start - first_line_start);
    return token;
}

/* A name, a keyword or a string with a prefix. */
static Token read_word(Lexer *lexer, const char *start, int character) {
    bool saw_b = false, saw_r = false, saw_u = false, saw_f = false, saw_t = false, ascii = true;
    for (;;) { /* the letters of a string prefix, each once */
        int letter = character | 32;
        if (letter == 'b' && !(saw_b || saw_u || saw_f || saw_t)) saw_b = true;
        else if (letter == 'u' && !(saw_b || saw_u || saw_r || saw_f || saw_t)) saw_u = true;
        else if (letter == 'r' && !(saw_r || saw_u)) saw_r = true;
        else if (letter == 'f' && !(saw_f || saw_b || saw_u || saw_t)) saw_f = true;
        else if (letter == 't' && lexer->minor >= 14 && !(saw_t || saw_f || saw_b || saw_u)) saw_t = true;
        else break;
        character = read_character(lexer);
        if (character == '"' || character == '\'') return read_string(lexer, start, character, saw_f || saw_t, saw_r);
    }
    while (character != END_OF_SOURCE && may_continue_identifier(character)) {
        if (character >= 128) ascii = false;
        character = read_character(lexer);
    }
    unread(lexer, character);
    if (!ascii && !verify_identifier(lexer, start)) return error_token(lexer);
    size_t length = (size_t)(lexer->cursor - start);
    return make_token(lexer, find_keyword(start, length), start, lexer->cursor);
}

/* ---- operators ---- */

static Token read_operator(Lexer *lexer, const char *start) {
    size_t left = (size_t)(lexer->line_end - start), longest = 0;
    TokenKind kind = TOKEN_UNKNOWN;
    for (TokenKind candidate = TOKEN_LEFT_PARENTHESIS; candidate <= TOKEN_DOUBLE_SLASH_EQUAL; candidate++) {
        const char *text = TOKEN_TEXTS[candidate];
        if (text[0] != start[0]) continue;
        size_t length = strlen(text);
        if (length > longest && length <= left && !memcmp(text, start, length)) {
            longest = length;
            kind = candidate;
        }
    }
    if (start[0] == '<' && left > 1 && start[1] == '>') { /* right only under barry_as_FLUFL: the parser knows */
        longest = 2;
        kind = TOKEN_UNKNOWN;
    }
    if (!longest) longest = 1;
    lexer->cursor = start + longest;
    return make_token(lexer, kind, start, lexer->cursor);
}

static bool open_bracket(Lexer *lexer, const char *start, char character) {
    if (lexer->level >= LEXER_MAX_BRACKETS) {
        fail_here(lexer, "too many nested parentheses");
        return false;
    }
    lexer->brackets[lexer->level++] =
        (LexerBracket){.character = character, .line = lexer->line, .column = (int)(start - lexer->line_start)};
    return true;
}

static bool close_bracket(Lexer *lexer, char character) {
    if (!lexer->level) {
        fail_here(lexer, "unmatched '%c'", character);
        return false;
    }
    LexerBracket bracket = lexer->brackets[--lexer->level];
    char wanted = bracket.character == '(' ? ')' : bracket.character == '[' ? ']' : '}';
    if (character == wanted) return true;
    if (bracket.line != lexer->line) {
        fail_here(lexer, "closing parenthesis '%c' does not match opening parenthesis '%c' on line %d",
                  character, bracket.character, bracket.line);
    } else {
        fail_here(lexer, "closing parenthesis '%c' does not match opening parenthesis '%c'", character,
                  bracket.character);
    }
    return false;
}

/* ---- the whole ---- */

static Token read_end(Lexer *lexer) {
    if (lexer->level > 0) {
        lexer->fault_is_quiet = true;
        lexer_report_unclosed(lexer, &lexer->fault);
        return error_token(lexer);
    }
    return make_token(lexer, TOKEN_END, NULL, NULL);
}

Token lexer_next(Lexer *lexer) {
    if (lexer->failed) return error_token(lexer);
    for (;;) {
        bool blank = false;
        lexer->in_token = false;
        if (lexer->at_line_start) {
            Token error;
            lexer->at_line_start = false;
            if (!read_indentation(lexer, &blank, &error)) return error;
        }
        if (lexer->pending) {
            bool indent = lexer->pending > 0;
            lexer->pending += indent ? -1 : 1;
            return make_token(lexer, indent ? TOKEN_INDENT : TOKEN_DEDENT, NULL, NULL);
        }
        for (;;) {
            int character;
            lexer->in_token = false;
            do {
                character = read_character(lexer);
            } while (character == ' ' || character == '\t' || character == '\f');
            lexer->in_token = true;
            if (character == END_OF_SOURCE) return read_end(lexer);
            const char *start = lexer->cursor - 1;
            if (character == '#') {
                while (character != END_OF_SOURCE && character != '\n') character = read_character(lexer);
                if (character == END_OF_SOURCE) return read_end(lexer);
            }
            if (character == '\n') {
                lexer->at_line_start = true;
                if (blank || lexer->level > 0) break;
                return make_token(lexer, TOKEN_NEWLINE, start, lexer->cursor - 1);
            }
            if (may_start_identifier(character)) return read_word(lexer, start, character);
            if (is_digit(character)) return read_number(lexer, start, character);
            if (character == '.' && is_digit(*lexer->cursor)) {
                return read_fraction(lexer, start, read_character(lexer), true);
            }
            if (character == '\'' || character == '"') return read_string(lexer, start, character, false, false);
            if (character == '\\') {
                if (!continue_line(lexer)) return error_token(lexer);
                continue;
            }
            if (strchr("([{", character) && !open_bracket(lexer, start, (char)character))
                return error_token(lexer);
            if (strchr(")]}", character) && !close_bracket(lexer, (char)character)) return error_token(lexer);
            if (!is_printable((unsigned)character)) {
                return fail_here(lexer, "invalid non-printable character U+%04X", (unsigned)character);
            }
            return read_operator(lexer, start);
        }
    }
}

/* ---- bytes that are not UTF-8 ---- */

/* A line with U+FFFD for every wrong byte. */
static void append_replaced(const char *at, const char *end, TextBuffer *out) {
    for (size_t size; at < end; at += size) {
        bool good = utf8_decode(at, (size_t)(end - at), &size) != UTF8_INVALID;
        if (!good) size = 1;
        text_append_bytes(out, good ? at : "\xEF\xBF\xBD", good ? size : 3);
    }
}

/* CPython decodes a string when it has seen the token behind it: that is where it points. */
static void report_bad_byte(SyntaxFault *fault, Arena *arena, const char *source, size_t length, size_t bad) {
    const char *at = source + bad, *start = source, *end, *inside = NULL;
    int line = 1;
    for (const char *next; (next = memchr(start, '\n', (size_t)(at - start))); start = next + 1) line++;
    end = memchr(at, '\n', length - bad);
    if (!end) end = source + length;
    for (const char *quote = start; quote < at; quote++) {
        if (inside ? *quote == inside[-1] : *quote == '"' || *quote == '\'') inside = inside ? NULL : quote + 1;
        else if (inside && *quote == '\\') quote++;
    }
    int offset = 1, end_offset = -1;
    const char *content_end = end;
    size_t position = 0;
    if (inside) {
        const char *close = memchr(at, inside[-1], (size_t)(end - at)), *token = close ? close + 1 : end;
        if (close) content_end = close;
        while (token < end && (*token == ' ' || *token == '\t')) token++;
        offset = (int)(token - start) + 1; /* bytes, as there */
        end_offset = offset + (token < end);
        position = (size_t)(at - inside);
    }
    size_t size;
    const char *reason = "";
    utf8_decode_strict((const unsigned char *)at, (size_t)(content_end - at), &size, &reason);
    if (size == 1)
        syntax_fault_set(fault, arena, "SyntaxError", line, offset, line, end_offset,
                         "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %zu: %s", (unsigned char)*at,
                         position, reason);
    else
        syntax_fault_set(fault, arena, "SyntaxError", line, offset, line, end_offset,
                         "(unicode error) 'utf-8' codec can't decode bytes in position %zu-%zu: %s", position,
                         position + size - 1, reason);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_replaced(start, end, &text);
    text_append_char(&text, '\n');
    if (!text.failed) fault->text = arena_copy(arena, text_string(&text), text.length);
    text_release(&text);
}

/* What a comment is written in does not matter. Where a text of several lines may have begun, nothing is known to be one. */
static bool blank_comment(char *source, size_t length, size_t bad) {
    char *start = memrchr(source, '\n', bad), *end = memchr(source + bad, '\n', length - bad);
    start = start ? start + 1 : source;
    for (const char *at = source; at + 2 < start; at++)
        if ((*at == '"' || *at == '\'') && at[1] == *at && at[2] == *at) return false;
    char quote = 0;
    for (const char *at = start; at < source + bad; at++) {
        if (!quote && *at == '#') {
            for (char *next = source + bad; next < (end ? end : source + length); next++)
                if ((unsigned char)*next >= 0x80) *next = '?';
            return true;
        }
        if (quote ? *at == quote : *at == '"' || *at == '\'') quote = quote ? 0 : *at;
        else if (quote && *at == '\\') at++;
    }
    return false;
}

const char *lexer_normalise(Arena *arena, const char *source, size_t length, size_t *normal_length,
                            SyntaxFault *fault) {
    if (length >= 3 && !memcmp(source, "\xEF\xBB\xBF", 3)) {
        source += 3;
        length -= 3;
    }
    if (length && memchr(source, 0, length)) {
        syntax_fault_set(fault, arena, "ValueError", 0, 0, 0, 0,
                         "source code string cannot contain null bytes");
        return NULL;
    }
    char *normal = arena_allocate(arena, length + 2);
    if (!normal) {
        *fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
        return NULL;
    }
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        if (source[i] == '\r') {
            normal[out++] = '\n';
            if (i + 1 < length && source[i + 1] == '\n') i++;
        } else {
            normal[out++] = source[i];
        }
    }
    if (!out || normal[out - 1] != '\n') normal[out++] = '\n';
    for (size_t bad; !utf8_is_strict(normal, out, &bad);) {
        if (blank_comment(normal, out, bad)) continue;
        report_bad_byte(fault, arena, normal, out, bad);
        return NULL;
    }
    *normal_length = out;
    return normal;
}

static const char *kind_name(TokenKind kind) {
    switch (kind) {
    case TOKEN_END: return "END";
    case TOKEN_ERROR: return "ERROR";
    case TOKEN_NUMBER: return "NUMBER";
    case TOKEN_STRING: return "STRING";
    case TOKEN_NEWLINE: return "NEWLINE";
    case TOKEN_INDENT: return "INDENT";
    case TOKEN_DEDENT: return "DEDENT";
    case TOKEN_NAME: return "NAME";
    default: return token_is_keyword(kind) ? "KEYWORD" : "OPERATOR";
    }
}

void lexer_dump(const char *source, size_t length, TextBuffer *out) {
    Arena arena = ARENA_EMPTY;
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    size_t normal_length;
    const char *normal = lexer_normalise(&arena, source, length, &normal_length, &fault);
    if (normal) {
        Lexer lexer;
        lexer_start(&lexer, &arena, normal, normal_length);
        Token token;
        do {
            token = lexer_next(&lexer);
            text_append_format(out, "%d,%d-%d,%d: %s", token.line, token.column, token.end_line,
                               token.end_column, kind_name(token.kind));
            if (token.length) text_append_format(out, " %.*s", (int)token.length, token.start);
            text_append_char(out, '\n');
        } while (token.kind != TOKEN_END && token.kind != TOKEN_ERROR);
        fault = lexer.fault;
    }
    if (fault.kind) text_append_format(out, "%s: %s\n", fault.kind, fault.message);
    arena_release(&arena);
}
