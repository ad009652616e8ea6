/* String tokens: prefixes, escapes, neighbours joined, f-strings.
 *
 * The expression in an f-string's braces is cut out, put in parentheses and parsed by a parser of its own whose
 * positions start where the braces stand. That is how Python 3.11 does it, and why a backslash or a # cannot
 * stand there and why a nested string needs the other quotes. From 3.12 on (PEP 701) they can, and the quotes may be the same:
 * format_fields.c finds where such an expression ends.
 *
 * A t-string (PEP 750, from 3.14 on) is read alike, and turns into a call of _templates.template with its texts and fields. */
#include "kernel/language/text/format_fields.h"
#include "kernel/language/text/parser_generic.h"
#include "kernel/language/text/parser_state.h"
#include "kernel/objects/text/unicode_names.h"

#include "base/text_buffer.h"
#include "base/utf8.h"

#include <string.h>

typedef struct StringPart {
    const Token *token;
    const char *start, *end; /* between the quotes */
    bool is_bytes, is_raw, is_format, is_template;
} StringPart;

/* The values of the string so far: finished nodes and the text that follows them. */
typedef struct StringBuilder {
    Parser *parser;
    NodeVector values;
    TextBuffer text;
    const Token *first, *last; /* of the whole run of string tokens */
    const char *kind;
    bool is_template;
} StringBuilder;

static void split_token(const Token *token, StringPart *part) {
    *part = (StringPart){.token = token};
    const char *at = token->start;
    for (; *at != '"' && *at != '\''; at++) {
        switch (*at | 32) {
        case 'b': part->is_bytes = true; break;
        case 'r': part->is_raw = true; break;
        case 'f': part->is_format = true; break;
        case 't': part->is_format = part->is_template = true; break;
        default: break;
        }
    }
    const char *end = token->start + token->length;
    size_t quotes = end - at >= 6 && at[1] == at[0] && at[2] == at[0] ? 3 : 1;
    part->start = at + quotes;
    part->end = end - quotes;
}

/* ---- escapes ---- */

static int hexadecimal_value(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    if ((character | 32) >= 'a' && (character | 32) <= 'f') return (character | 32) - 'a' + 10;
    return -1;
}

/* Where a byte of the literal would stand after CPython has spelled every other character as \UXXXXXXXX. */
static size_t spelled_length(const char *start, const char *end) {
    size_t length = 0;
    for (const char *at = start; at < end; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x80) length++;
        else if ((byte & 0xC0) != 0x80) length += 10;
    }
    return length;
}

static bool raise_unicode(Parser *parser, const char *start, const char *escape, const char *end,
                          const char *reason) {
    size_t first = spelled_length(start, escape), last = first + spelled_length(escape, end) - 1;
    parser_raise(parser, "SyntaxError",
                 "(unicode error) 'unicodeescape' codec can't decode bytes in position %zu-%zu: %s", first,
                 last, reason);
    return false;
}

/* The digits of \x, \u and \U. */
static bool decode_hexadecimal(Parser *parser, const char *start, const char **at, const char *end,
                               TextBuffer *out) {
    const char *escape = *at, *digit = escape + 2;
    char letter = escape[1];
    int wanted = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
    uint32_t code_point = 0;
    for (int i = 0; i < wanted; i++, digit++) {
        int value = digit < end ? hexadecimal_value(*digit) : -1;
        if (value < 0) {
            return raise_unicode(parser, start, escape, digit,
                                 letter == 'x'   ? "truncated \\xXX escape"
                                 : letter == 'u' ? "truncated \\uXXXX escape"
                                                 : "truncated \\UXXXXXXXX escape");
        }
        code_point = code_point << 4 | (uint32_t)value;
    }
    if (code_point > 0x10FFFF) return raise_unicode(parser, start, escape, digit, "illegal Unicode character");
    text_append_code_point(out, code_point);
    *at = digit;
    return true;
}

static bool decode_name(Parser *parser, const char *start, const char **at, const char *end, TextBuffer *out) {
    const char *escape = *at, *name = escape + 3;
    if (name > end || escape[2] != '{') {
        return raise_unicode(parser, start, escape, escape + 2, "malformed \\N character escape");
    }
    const char *close = memchr(name, '}', (size_t)(end - name));
    if (!close || close == name) {
        return raise_unicode(parser, start, escape, close ? close : end, "malformed \\N character escape");
    }
    uint32_t code_point = unicode_from_name(name, (size_t)(close - name));
    if (code_point == UTF8_INVALID) {
        return raise_unicode(parser, start, escape, close + 1, "unknown Unicode character name");
    }
    text_append_code_point(out, code_point);
    *at = close + 1;
    return true;
}

/* The escapes that strings and bytes share; false when it is not one of them. */
static bool decode_simple(const char **at, const char *end, uint32_t *value) {
    static const char LETTERS[] = "\\'\"abfnrtv", VALUES[] = "\\'\"\a\b\f\n\r\t\v";
    char letter = (*at)[1];
    const char *found = strchr(LETTERS, letter);
    if (found && letter) {
        *value = (unsigned char)VALUES[found - LETTERS];
        *at += 2;
        return true;
    }
    if (letter < '0' || letter > '7') return false;
    const char *digit = *at + 1;
    *value = 0;
    for (int i = 0; i < 3 && digit < end && *digit >= '0' && *digit <= '7'; i++, digit++) {
        *value = *value << 3 | (uint32_t)(*digit - '0');
    }
    *at = digit;
    return true;
}

/* `sign`: what follows the backslash; `length` 3 for an octal number that is too large. */
static void note_escape(Parser *parser, const Token *token, const char *sign, size_t length) {
    AstContext *context = parser->context;
    if (context->silent || (unsigned char)*sign >= 0x80) return;
    SyntaxDoubt doubt = {.line = token->line, .column = token->column, .end_line = token->end_line, .end_column = token->end_column, .is_escape = true};
    syntax_doubt_add(&context->doubts, context->arena, doubt, "invalid %sescape sequence '\\%.*s'", length > 1 ? "octal " : "",
                     (int)length, sign);
}

static bool decode_text(Parser *parser, const Token *token, const char *start, const char *end, TextBuffer *out) {
    const char *wrong = NULL;
    for (const char *at = start; at < end;) {
        uint32_t value;
        if (*at != '\\') {
            const char *next = memchr(at, '\\', (size_t)(end - at));
            if (!next) next = end;
            text_append_bytes(out, at, (size_t)(next - at));
            at = next;
        } else if (at + 1 == end) { /* in front of a brace */
            if (!wrong) wrong = at;
            text_append_char(out, *at++);
        } else if (at[1] == '\n') {
            at += 2;
        } else if (at[1] == 'x' || at[1] == 'u' || at[1] == 'U') {
            if (!decode_hexadecimal(parser, start, &at, end, out)) return false;
        } else if (at[1] == 'N') {
            if (!decode_name(parser, start, &at, end, out)) return false;
        } else if (decode_simple(&at, end, &value)) {
            text_append_code_point(out, value);
            if (value > 0377 && !wrong) wrong = at - 4;
        } else {
            if (!wrong) wrong = at;
            text_append_char(out, *at++);
        }
    }
    if (wrong) note_escape(parser, token, wrong + 1, wrong[1] >= '0' && wrong[1] <= '7' ? 3 : 1);
    return true;
}

static bool decode_bytes(Parser *parser, const StringPart *part, TextBuffer *out) {
    for (const char *at = part->start; at < part->end; at++) {
        if ((unsigned char)*at >= 0x80) {
            parser_raise(parser, "SyntaxError", "bytes can only contain ASCII literal characters");
            return false;
        }
    }
    if (part->is_raw) {
        text_append_bytes(out, part->start, (size_t)(part->end - part->start));
        return true;
    }
    const char *wrong = NULL;
    for (const char *at = part->start; at < part->end;) {
        uint32_t value;
        if (*at != '\\' || at + 1 == part->end) {
            text_append_char(out, *at++);
        } else if (at[1] == '\n') {
            at += 2;
        } else if (at[1] == 'x') {
            int high = at + 2 < part->end ? hexadecimal_value(at[2]) : -1;
            int low = at + 3 < part->end ? hexadecimal_value(at[3]) : -1;
            if (high < 0 || low < 0) {
                parser_raise(parser, "SyntaxError", "(value error) invalid \\x escape at position %zd",
                             at - part->start);
                return false;
            }
            text_append_char(out, (char)(high << 4 | low));
            at += 4;
        } else if (decode_simple(&at, part->end, &value)) {
            text_append_char(out, (char)value);
            if (value > 0377 && !wrong) wrong = at - 4;
        } else {
            if (!wrong) wrong = at;
            text_append_char(out, *at++);
        }
    }
    if (wrong) note_escape(parser, part->token, wrong + 1, wrong[1] >= '0' && wrong[1] <= '7' ? 3 : 1);
    return true;
}

/* ---- nodes ---- */

static Node *make_node(Parser *parser, NodeKind kind, const Token *first, const Token *last) {
    Node *node = parser_node(parser, kind, first);
    if (!node) return NULL;
    node->end_line = last->end_line;
    node->end_column = last->end_column;
    return node;
}

/* The text so far as a constant; the text is empty afterwards. */
static Node *take_text(StringBuilder *builder, ConstantKind kind, const Token *first, const Token *last) {
    Parser *parser = builder->parser;
    Node *node = make_node(parser, NODE_CONSTANT, first, last);
    char *bytes = arena_copy(parser->arena, text_string(&builder->text), builder->text.length);
    if (!bytes || builder->text.failed) return parser_no_memory(parser);
    if (!node) return NULL;
    node->constant.value = (Constant){.kind = kind, .bytes = bytes, .length = builder->text.length};
    node->constant.kind = builder->kind;
    text_truncate(&builder->text, 0);
    return node;
}

static bool flush_text(StringBuilder *builder, const Token *first, const Token *last) {
    if (!builder->text.length && !builder->text.failed) return true;
    Node *node = take_text(builder, CONSTANT_STRING, first, last);
    return node && parser_push(builder->parser, &builder->values, node);
}

static Node *make_joined(StringBuilder *builder, const Token *first, const Token *last) {
    if (!flush_text(builder, first, last)) return NULL;
    Node *node = make_node(builder->parser, NODE_JOINED_STRING, first, last);
    if (node) node->joined_string.values = parser_list(&builder->values);
    return node;
}

/* ---- f-strings ---- */

static bool parse_format(StringBuilder *builder, const StringPart *part, const char **at, int nesting);

#define FORMAT_FAULT(...) (parser_raise(parser, "SyntaxError", "f-string" __VA_ARGS__), false)

static bool check_expression(Parser *parser, const char *start, const char *end) {
    for (const char *at = start; at < end; at++) {
        if (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\f') return true;
    }
    if (*end == '!' || *end == ':' || *end == '=') {
        return FORMAT_FAULT(": expression required before '%c'", *end);
    }
    return FORMAT_FAULT(": empty expression not allowed");
}

/* Where the brace before an expression stands: lines below the token's first, and the column to begin at. */
static void find_position(const Token *token, const char *brace, int *lines, int *column) {
    const char *text = token->start, *at = brace + 1;
    *lines = *column = 0;
    while (*at == ' ' || *at == '\t' || *at == '\f') at++;
    if (*at != '\n') {
        const char *start = memrchr(text, '\n', (size_t)(brace - text));
        *column = (int)(start ? brace - start - 1 : brace - text);
    }
    /* Long texts of many fields ask this often: by the fastest search. */
    for (at = text; at < brace && (at = memchr(at, '\n', (size_t)(brace - at))); at++) ++*lines;
}

static Node *parse_format_rule(Parser *parser) { return parse_star_expressions(parser); }

/* The text in [start, end), which a brace precedes, as an expression. */
static Node *parse_format_expression(Parser *outer, const Token *token, const char *start, const char *end) {
    size_t length = (size_t)(end - start);
    char *text = parser_allocate(outer, length + 4);
    if (!text || !check_expression(outer, start, end)) return NULL;
    text[0] = '(';
    memcpy(text + 1, start, length);
    text[length + 1] = ')';
    text[length + 2] = '\n';
    int lines, column;
    find_position(token, start - 1, &lines, &column);
    Lexer *lexer = parser_allocate(outer, sizeof *lexer);
    if (!lexer) return NULL;
    lexer_start(lexer, outer->arena, text, length + 3);
    lexer->minor = outer->lexer->minor;
    Parser parser;
    parser_start(&parser, outer->context, lexer, outer->flags, outer->fault);
    parser.in_format_string = true;
    parser.start_line = token->line + lines;
    parser.start_column = lines ? column : token->column + column;
    parser.depth = outer->depth;
    lexer->line = parser.start_line - 1;
    Node *node = outer->depth < PARSER_MAX_DEPTH - 50 ? parser_run(&parser, parse_format_rule)
                                                      : parser_no_memory(&parser);
    if (parser.failed) outer->failed = true;
    parser_stop(&parser);
    return node;
}

static bool close_matches(char open, char close) {
    return (open == '(' && close == ')') || (open == '[' && close == ']') || (open == '{' && close == '}');
}

/* Past the expression: to the '=', '!', ':' or '}' behind it. */
static bool skip_expression(Parser *parser, const char **at, const char *end) {
    char brackets[LEXER_MAX_BRACKETS], quote = 0;
    int depth = 0;
    bool triple = false;
    if (parser->lexer->minor >= 12) {
        const char *stop = format_expression_end(*at, end);
        return stop ? (*at = stop, true) : FORMAT_FAULT(": expecting '}'");
    }
    for (; *at < end; (*at)++) {
        char character = **at;
        bool thrice = *at + 2 < end && (*at)[1] == character && (*at)[2] == character;
        if (character == '\\') return FORMAT_FAULT(" expression part cannot include a backslash");
        if (quote) {
            if (character != quote || (triple && !thrice)) continue;
            if (triple) *at += 2;
            quote = 0;
            continue;
        }
        switch (character) {
        case '\'':
        case '"':
            quote = character;
            triple = thrice;
            if (triple) *at += 2;
            continue;
        case '(':
        case '[':
        case '{':
            if (depth >= LEXER_MAX_BRACKETS) return FORMAT_FAULT(": too many nested parenthesis");
            brackets[depth++] = character;
            continue;
        case '#': return FORMAT_FAULT(" expression part cannot include '#'");
        default: break;
        }
        if (!depth && strchr("!:}=<>", character)) {
            if (character != ':' && character != '}' && *at + 1 < end && (*at)[1] == '=') {
                (*at)++;
                continue;
            }
            if (character == '<' || character == '>') continue;
            break;
        }
        if (character == ')' || character == ']' || character == '}') {
            if (!depth) return FORMAT_FAULT(": unmatched '%c'", character);
            char open = brackets[--depth];
            if (!close_matches(open, character)) {
                return FORMAT_FAULT(": closing parenthesis '%c' does not match opening parenthesis '%c'",
                                    character, open);
            }
        }
    }
    if (quote) return FORMAT_FAULT(": unterminated string");
    if (depth) return FORMAT_FAULT(": unmatched '%c'", brackets[depth - 1]);
    if (*at >= end) return FORMAT_FAULT(": expecting '}'");
    return true;
}

/* Behind ':' : the format, a nested f-string. */
static Node *parse_format_spec(StringBuilder *builder, const StringPart *part, const char **at, int nesting) {
    StringBuilder inner = {
        .parser = builder->parser, .first = builder->first, .last = builder->last, .kind = builder->kind};
    Node *node = NULL;
    if (parse_format(&inner, part, at, nesting + 1)) node = make_joined(&inner, part->token, part->token);
    text_release(&inner.text);
    return node;
}

static Node *make_plain_text(StringBuilder *builder, const char *start, size_t length) {
    Node *node = make_node(builder->parser, NODE_CONSTANT, builder->first, builder->last);
    char *bytes = arena_copy(builder->parser->arena, start, length);
    if (!bytes) return parser_no_memory(builder->parser);
    if (node) node->constant.value = (Constant){.kind = CONSTANT_STRING, .bytes = bytes, .length = length};
    return node;
}

/* A field of a t-string: its value, its text, its conversion and its format, which is "" when there is none. */
static Node *make_interpolation(StringBuilder *builder, Node *value, const char *start, const char *end, int conversion, Node *format) {
    while (end > start && strchr(" \t\n\f\r=", end[-1])) end--;
    char letter = (char)conversion;
    Node *shown = make_plain_text(builder, &letter, 1);
    if (shown && conversion < 0) shown->constant.value = (Constant){.kind = CONSTANT_NONE};
    Node *const arguments[] = {value, make_plain_text(builder, start, (size_t)(end - start)), shown,
                               format ? format : make_plain_text(builder, "", 0)};
    return parser_module_call(builder->parser, builder->first, "_templates", "Interpolation", arguments, 4);
}

/* {expression[=][!conversion][:format]}; *at stands on the brace. */
static bool parse_replacement(StringBuilder *builder, const StringPart *part, const char **at, int nesting) {
    Parser *parser = builder->parser;
    const char *end = part->end, *start = ++*at;
    if (nesting >= (parser->lexer->minor >= 12 ? 100 : 2)) return FORMAT_FAULT(": expressions nested too deeply");
    if (!skip_expression(parser, at, end)) return false;
    Node *value = parse_format_expression(parser, part->token, start, *at);
    if (!value) {
        if (!parser->failed) return FORMAT_FAULT(": invalid syntax");
        return false;
    }
    const char *stop = *at;
    bool shows_text = **at == '=';
    if (shows_text) {
        ++*at;
        while (*at < end && strchr(" \t\n\v\f\r", **at)) ++*at;
        if (*at >= end) return FORMAT_FAULT(": expecting '}'");
        text_append_bytes(&builder->text, start, (size_t)(*at - start));
    }
    int conversion = -1;
    if (**at == '!') {
        if (++*at >= end) return FORMAT_FAULT(": expecting '}'");
        conversion = (unsigned char)*(*at)++;
        if (conversion != 's' && conversion != 'r' && conversion != 'a') {
            return FORMAT_FAULT(": invalid conversion character: expected 's', 'r', or 'a'");
        }
        if (*at >= end) return FORMAT_FAULT(": expecting '}'");
    }
    Node *format = NULL;
    if (**at == ':') {
        if (++*at >= end) return FORMAT_FAULT(": expecting '}'");
        format = parse_format_spec(builder, part, at, nesting);
        if (!format) return false;
    }
    if (*at >= end || **at != '}') return FORMAT_FAULT(": expecting '}'");
    ++*at;
    if (shows_text && !format && conversion == -1) conversion = 'r';
    if (!flush_text(builder, builder->first, builder->last)) return false;
    if (builder->is_template) {
        Node *field = make_interpolation(builder, value, start, stop, conversion, format);
        return field && parser_push(parser, &builder->values, field);
    }
    Node *node = make_node(parser, NODE_FORMATTED_VALUE, builder->first, builder->last);
    if (!node) return false;
    node->formatted_value.value = value;
    node->formatted_value.conversion = conversion;
    node->formatted_value.format_spec = format;
    return parser_push(parser, &builder->values, node);
}

/* The text up to the next brace. *again: it ended in a doubled brace, and more text follows. */
static bool parse_format_text(StringBuilder *builder, const StringPart *part, const char **at, int nesting,
                              bool *again) {
    Parser *parser = builder->parser;
    const char *start = *at, *end = part->end, *scan = start, *next = NULL;
    *again = false;
    while (scan < end) {
        char character = *scan++;
        if (!part->is_raw && character == '\\' && scan < end) {
            character = *scan++;
            if (character == 'N') {
                if (scan < end && *scan++ == '{') {
                    while (scan < end && *scan++ != '}') continue;
                }
                continue;
            }
        }
        if (character != '{' && character != '}') continue;
        if (nesting == 0 && scan < end && *scan == character) {
            next = scan + 1;
            *again = true;
            break;
        }
        if (nesting == 0 && character == '}') return FORMAT_FAULT(": single '}' is not allowed");
        scan--;
        break;
    }
    *at = next ? next : scan;
    if (!part->is_raw) return decode_text(parser, part->token, start, scan, &builder->text);
    text_append_bytes(&builder->text, start, (size_t)(scan - start));
    return true;
}

/* Text and replacements in turn, to the end of the string or, in a format, to the closing brace. */
static bool parse_format(StringBuilder *builder, const StringPart *part, const char **at, int nesting) {
    Parser *parser = builder->parser;
    for (;;) {
        bool again;
        if (!parse_format_text(builder, part, at, nesting, &again)) return false;
        if (again) continue;
        if (*at >= part->end || **at == '}') break;
        if (!parse_replacement(builder, part, at, nesting)) return false;
    }
    if (nesting && (*at >= part->end || **at != '}')) return FORMAT_FAULT(": expecting '}'");
    return true;
}

/* ---- the run of string tokens ---- */

static bool add_part(StringBuilder *builder, const StringPart *part) {
    if (part->is_bytes) return decode_bytes(builder->parser, part, &builder->text);
    if (part->is_format) {
        const char *at = part->start;
        return parse_format(builder, part, &at, 0);
    }
    if (!part->is_raw) return decode_text(builder->parser, part->token, part->start, part->end, &builder->text);
    text_append_bytes(&builder->text, part->start, (size_t)(part->end - part->start));
    return true;
}

static Node *join_parts(StringBuilder *builder, size_t first, size_t last) {
    Parser *parser = builder->parser;
    bool is_format = false, is_bytes = false;
    for (size_t i = first; i <= last; i++) {
        StringPart part;
        split_token(parser->tokens[i], &part);
        if (i > first && part.is_bytes != is_bytes) {
            return parser_raise(parser, "SyntaxError", "cannot mix bytes and nonbytes literals");
        }
        if (i > first && part.is_template != builder->is_template) {
            return parser_raise(parser, "SyntaxError", "cannot mix t-string literals with string or bytes literals");
        }
        is_bytes = part.is_bytes;
        is_format |= part.is_format;
        builder->is_template = part.is_template;
        if (!add_part(builder, &part)) return NULL;
    }
    if (is_bytes) builder->kind = NULL;
    if (builder->is_template) {
        if (!flush_text(builder, builder->first, builder->last)) return NULL;
        return parser_module_call(parser, builder->first, "_templates", "Template", builder->values.items, builder->values.count);
    }
    if (is_format) return make_joined(builder, builder->first, builder->last);
    return take_text(builder, is_bytes ? CONSTANT_BYTES : CONSTANT_STRING, builder->first, builder->last);
}

Node *parse_strings(Parser *parser) {
    size_t first = parser->mark;
    while (parser_accept(parser, TOKEN_STRING)) continue;
    if (parser->failed || parser->mark == first) return NULL;
    StringBuilder builder = {
        .parser = parser, .first = parser->tokens[first], .last = parser->tokens[parser->mark - 1]};
    builder.kind = *builder.first->start == 'u' ? "u" : NULL;
    bool again = parser->tokens[first]->was_decoded;
    parser->tokens[first]->was_decoded = true;
    parser->context->silent += again;
    Node *node = join_parts(&builder, first, parser->mark - 1);
    parser->context->silent -= again;
    text_release(&builder.text);
    return parser->failed ? NULL : node;
}
