/* The values of number tokens. */
#include "kernel/language/text/parser_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The token's text without underscores, in the arena. */
static char *strip_underscores(Parser *parser, const Token *token, size_t *length) {
    char *text = parser_allocate(parser, token->length + 1);
    if (!text) return NULL;
    size_t out = 0;
    for (size_t i = 0; i < token->length; i++) {
        if (token->start[i] != '_') text[out++] = token->start[i];
    }
    text[out] = 0;
    *length = out;
    return text;
}

static bool set_integer(Parser *parser, Constant *value, const char *digits, size_t length, int base,
                        const Token *token) {
    errno = 0;
    long long number = strtoll(digits, NULL, base);
    if (!errno) {
        *value = (Constant){.kind = CONSTANT_INTEGER, .integer = number};
        return true;
    }
    int most_digits = parser->context->most_digits;
    if (base == 10 && most_digits && length > (size_t)most_digits) {
        parser_raise_range(
            parser, token->line, -1, token->line, -1,
            "Exceeds the limit (%d digits) for integer string conversion: value has %zu digits; use "
            "sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge "
            "integer literals to avoid decimal conversion limits.",
            most_digits, length);
        return false;
    }
    *value = (Constant){.kind = CONSTANT_BIG_INTEGER, .base = base, .bytes = digits, .length = length};
    return true;
}

Node *parse_number(Parser *parser, const Token *token) {
    size_t length;
    char *text = strip_underscores(parser, token, &length);
    Node *node = text ? parser_node(parser, NODE_CONSTANT, token) : NULL;
    if (!node) return NULL;
    Constant *value = &node->constant.value;
    char mark = length > 1 && text[0] == '0' ? (char)(text[1] | 32) : 0;
    if (mark == 'x' || mark == 'o' || mark == 'b') {
        int base = mark == 'x' ? 16 : mark == 'o' ? 8 : 2;
        return set_integer(parser, value, text + 2, length - 2, base, token) ? node : NULL;
    }
    char last = (char)(text[length - 1] | 32);
    if (last == 'j') {
        *value = (Constant){.kind = CONSTANT_COMPLEX, .number = strtod(text, NULL)};
    } else if (strpbrk(text, ".eE")) {
        *value = (Constant){.kind = CONSTANT_FLOAT, .number = strtod(text, NULL)};
    } else if (!set_integer(parser, value, text, length, 10, token)) {
        return NULL;
    }
    return node;
}
