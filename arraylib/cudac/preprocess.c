/* Directives and macros. */
#include "arraylib/cudac/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Macro {
    bool is_function, is_variadic, is_active;
    bool is_gone;   /* #undef */
    bool is_header; /* not there before a header is included */
    const char **parameters;
    int parameter_count;
    TokenList body;
} Macro;

static void expand(Cudac *c, const Token *tokens, size_t count, TokenList *out);

/* ---- headers: what they declare is built in ---- */

static bool is_known_header(const char *name) {
    static const char *const names[] = {
        "cuda_runtime.h", "cuda.h", "cuda_runtime_api.h", "device_launch_parameters.h", "math.h", "cmath",
        "stdio.h", "cstdio", "stdlib.h", "cstdlib", "stdint.h", "cstdint", "stddef.h", "cstddef", "limits.h", "climits", "float.h",
        "cfloat", "limits", "assert.h", "cassert", "math_constants.h", "cuComplex.h", "complex", "vector_types.h", "vector_functions.h",
        "string.h", "cstring", "type_traits", "device_functions.h", "sm_30_intrinsics.h", "device_atomic_functions.h",
        "cupy/complex.cuh", "cupy/carray.cuh", "cupy/math_constants.h", "thrust/complex.h", "stdbool.h", "algorithm", "utility",
        "math_functions.h", "builtin_types.h", "host_defines.h", "driver_types.h", "cuda/std/limits", "cuda/std/cstdint", "iostream",
        "time.h", "ctime", "cuda/std/complex", "cuda/std/type_traits", "new", "cuda/std/utility", "cuda/std/cstddef", "cuda/std/cmath", "cuda/std/climits", "cuda/std/cfloat", "sm_20_atomic_functions.h", "cupy/atomics.cuh"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

/* ---- macros ---- */

/* A header whose text comes to the prelude. */
static bool adds_header(Cudac *c, const char *name) {
    static const struct { const char *name; CudacText text; } rows[] = {
        {"cooperative_groups.h", TEXT_GROUPS}, {"cooperative_groups/reduce.h", TEXT_GROUPS}, {"cuda_bf16.h", TEXT_BFLOAT}, {"cuda_bf16.hpp", TEXT_BFLOAT},
        {"curand_kernel.h", TEXT_RANDOM}, {"cupola/random.cuh", TEXT_RANDOM}, {"curand.h", TEXT_RANDOM}, {"cuda_pipeline.h", TEXT_PIPELINE}, {"cuda_pipeline_primitives.h", TEXT_PIPELINE},
        {"cuda/atomic", TEXT_ATOMIC}, {"cuda/std/atomic", TEXT_ATOMIC}, {"mma.h", TEXT_MATRIX},
        {"cuda_fp16.h", TEXT_HALF}, {"cuda_fp16.hpp", TEXT_HALF}, {"helper_math.h", TEXT_VECTORS}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        c->texts |= 1u << rows[i].text;
        if (rows[i].text == TEXT_RANDOM) c->texts |= 1u << TEXT_SELDOM; /* it takes sines of turns */
        return true;
    }
    return false;
}

static Macro *find_macro(Cudac *c, const Token *token) {
    if (token->kind != TOKEN_NAME) return NULL;
    Macro *macro = c->is_own ? hash_get(&c->own_macros, token->text) : NULL;
    if (macro) return macro->is_gone ? NULL : macro;
    macro = hash_get(&c->macros, token->text);
    return macro && macro->is_header && c->is_own && !c->has_headers ? NULL : macro;
}

static bool same_place(const Token *token, const char *text) { return token->kind == TOKEN_SIGN && token_is(token, text); }

static void define_macro(Cudac *c, const Token *line, size_t count) {
    if (!count || line->kind != TOKEN_NAME) cudac_fail(c, count ? line->line : 0, "expected an identifier");
    Macro *macro = cudac_allocate(c, sizeof *macro);
    size_t at = 1;
    macro->parameters = cudac_allocate(c, (count + 1) * sizeof *macro->parameters);
    if (at < count && same_place(&line[at], "(") && !line[at].space_before) {
        macro->is_function = true;
        for (at++; at < count && !same_place(&line[at], ")"); at++) {
            if (same_place(&line[at], ",")) continue;
            if (same_place(&line[at], "...")) {
                macro->is_variadic = true;
                macro->parameters[macro->parameter_count++] = "__VA_ARGS__";
            } else if (line[at].kind == TOKEN_NAME) macro->parameters[macro->parameter_count++] = line[at].text;
            else cudac_fail(c, line[at].line, "expected an identifier");
        }
        if (at == count) cudac_fail(c, line->line, "expected a \")\"");
        at++;
    }
    for (; at < count; at++) cudac_token_append(c, &macro->body, line[at]);
    macro->is_header = c->is_header;
    if (!hash_set(c->is_own ? &c->own_macros : &c->macros, line->text, macro)) cudac_no_memory(c);
}

void cudac_preprocess_define(Cudac *c, const char *definition) {
    TokenList list = {0};
    const char *equals = strchr(definition, '=');
    size_t name = equals ? (size_t)(equals - definition) : strlen(definition);
    char *text = cudac_format(c, "%.*s %.400s", (int)(name > 150 ? 150 : name), definition, equals ? equals + 1 : "1");
    cudac_lex(c, text, strlen(text), true, &list);
    define_macro(c, list.tokens, list.count);
}

static int parameter_number(const Macro *macro, const Token *token) {
    for (int i = 0; token->kind == TOKEN_NAME && i < macro->parameter_count; i++)
        if (!strcmp(macro->parameters[i], token->text)) return i;
    return -1;
}

static Token stringified(Cudac *c, const TokenList *argument, int line) {
    size_t length = 0;
    for (size_t i = 0; i < argument->count; i++) length += argument->tokens[i].length + 3;
    char *bytes = cudac_allocate(c, length + 1), *to = bytes;
    for (size_t i = 0; i < argument->count; i++) {
        const Token *token = &argument->tokens[i];
        const char *quote = token->kind == TOKEN_STRING ? "\"" : token->kind == TOKEN_CHARACTER ? "'" : "";
        to += sprintf(to, "%s%s", i && token->space_before ? " " : "", quote);
        memcpy(to, token->text, token->length);
        to += token->length;
        to += sprintf(to, "%s", quote);
    }
    return (Token){TOKEN_STRING, bytes, (size_t)(to - bytes), line, false, true, false};
}

static Token pasted(Cudac *c, const Token *left, const Token *right) {
    TokenList list = {0};
    size_t length = left->length + right->length;
    char *text = cudac_allocate(c, length + 1);
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    cudac_lex(c, text, length, false, &list);
    if (list.count != 1) return *right;
    list.tokens[0].line = left->line;
    list.tokens[0].starts_line = false;
    list.tokens[0].space_before = left->space_before;
    return list.tokens[0];
}

static void append_all(Cudac *c, TokenList *out, const TokenList *list, int line) {
    for (size_t i = 0; i < list->count; i++) {
        Token token = list->tokens[i];
        if (line) token.line = line;
        cudac_token_append(c, out, token);
    }
}

/* The body with its parameters replaced, `#` and `##` done. */
static void substitute(Cudac *c, const Macro *macro, const TokenList *raw, const TokenList *expanded, int line, TokenList *out) {
    const TokenList *body = &macro->body;
    for (size_t i = 0; i < body->count; i++) {
        Token token = body->tokens[i];
        token.line = line ? line : token.line;
        bool pastes = i + 1 < body->count && same_place(&body->tokens[i + 1], "##");
        if (same_place(&token, "#") && macro->is_function && i + 1 < body->count && parameter_number(macro, &body->tokens[i + 1]) >= 0) {
            cudac_token_append(c, out, stringified(c, &raw[parameter_number(macro, &body->tokens[i + 1])], line));
            i++;
        } else if (same_place(&token, "##") && i + 1 < body->count) {
            const Token *next = &body->tokens[++i];
            int number = parameter_number(macro, next);
            TokenList right = {0};
            if (number >= 0) append_all(c, &right, &raw[number], line);
            else cudac_token_append(c, &right, *next);
            if (out->count && right.count) {
                out->tokens[out->count - 1] = pasted(c, &out->tokens[out->count - 1], &right.tokens[0]);
                for (size_t k = 1; k < right.count; k++) cudac_token_append(c, out, right.tokens[k]);
            } else append_all(c, out, &right, line);
        } else if (parameter_number(macro, &token) >= 0)
            append_all(c, out, pastes ? &raw[parameter_number(macro, &token)] : &expanded[parameter_number(macro, &token)], line);
        else cudac_token_append(c, out, token);
    }
}

/* The arguments behind a function-like macro's name; returns the token behind them, or 0 when there are none. */
static size_t collect_arguments(Cudac *c, const Macro *macro, const Token *tokens, size_t count, size_t at, TokenList *raw) {
    int depth = 0, number = 0, line = tokens[at - 1].line;
    if (at >= count || !same_place(&tokens[at], "(")) return 0;
    for (at++; at < count; at++) {
        const Token *token = &tokens[at];
        if (same_place(token, "(")) depth++;
        if (same_place(token, ")") && depth-- == 0) {
            if (number + 1 < macro->parameter_count && !(macro->is_variadic && number + 2 == macro->parameter_count))
                cudac_fail(c, line, "too few arguments in invocation of macro \"%s\"", tokens[0].text);
            return at + 1;
        }
        bool rest = macro->is_variadic && number == macro->parameter_count - 1;
        if (same_place(token, ",") && depth == 0 && !rest) {
            if (++number >= macro->parameter_count) cudac_fail(c, line, "too many arguments in macro invocation");
            continue;
        }
        if (macro->parameter_count) cudac_token_append(c, &raw[number], *token);
    }
    cudac_fail(c, line, "unterminated argument list of a macro");
}

static size_t expand_macro(Cudac *c, Macro *macro, const Token *tokens, size_t count, size_t at, TokenList *out) {
    TokenList *raw = NULL, *expanded = NULL, body = {0};
    size_t after = at + 1;
    int line = tokens[at].line;
    if (macro->is_function) {
        raw = cudac_allocate(c, (size_t)(macro->parameter_count + 1) * sizeof *raw);
        expanded = cudac_allocate(c, (size_t)(macro->parameter_count + 1) * sizeof *raw);
        after = collect_arguments(c, macro, tokens, count, at + 1, raw);
        if (!after) {
            cudac_token_append(c, out, tokens[at]);
            return at + 1;
        }
        for (int i = 0; i < macro->parameter_count; i++) expand(c, raw[i].tokens, raw[i].count, &expanded[i]);
    }
    substitute(c, macro, raw, expanded, line, &body);
    macro->is_active = true;
    expand(c, body.tokens, body.count, out);
    macro->is_active = false;
    return after;
}

static void expand(Cudac *c, const Token *tokens, size_t count, TokenList *out) {
    cudac_deeper(c, count ? tokens->line : 0);
    for (size_t at = 0; at < count;) {
        Macro *macro = tokens[at].is_painted ? NULL : find_macro(c, &tokens[at]);
        Token token = tokens[at];
        if (token.kind == TOKEN_NAME && !strcmp(token.text, "_Pragma") && at + 3 < count && tokens[at + 2].kind == TOKEN_STRING) {
            at += 4;
            continue;
        }
        if (macro && macro->is_active) token.is_painted = true;
        else if (macro) {
            at = expand_macro(c, macro, tokens, count, at, out);
            continue;
        } else if (token.kind == TOKEN_NAME && !strcmp(token.text, "__LINE__")) {
            token.kind = TOKEN_NUMBER;
            token.text = cudac_format(c, "%d", token.line);
            token.length = strlen(token.text);
        } else if (token.kind == TOKEN_NAME && !strcmp(token.text, "__FILE__")) {
            token.kind = TOKEN_STRING;
            token.text = c->file_name;
            token.length = strlen(token.text);
        }
        cudac_token_append(c, out, token);
        at++;
    }
    c->depth--;
}

/* ---- #if ---- */

typedef struct Condition {
    Cudac *c;
    const Token *tokens;
    size_t count, at;
    int line;
} Condition;

static int64_t condition_ternary(Condition *in);

static bool condition_accept(Condition *in, const char *sign) {
    if (in->at >= in->count || in->tokens[in->at].kind != TOKEN_SIGN || !token_is(&in->tokens[in->at], sign)) return false;
    in->at++;
    return true;
}

static int64_t condition_primary(Condition *in) {
    cudac_deeper(in->c, in->line);
    int64_t value = 0;
    if (condition_accept(in, "!")) value = !condition_primary(in);
    else if (condition_accept(in, "-")) value = (int64_t)(0 - (uint64_t)condition_primary(in));
    else if (condition_accept(in, "+")) value = condition_primary(in);
    else if (condition_accept(in, "~")) value = ~condition_primary(in);
    else if (condition_accept(in, "(")) {
        value = condition_ternary(in);
        if (!condition_accept(in, ")")) cudac_fail(in->c, in->line, "expected a \")\"");
    } else {
        if (in->at >= in->count) cudac_fail(in->c, in->line, "expected an expression");
        const Token *token = &in->tokens[in->at++];
        if (token->kind == TOKEN_NUMBER) value = (int64_t)strtoull(token->text, NULL, 0);
        else if (token->kind == TOKEN_CHARACTER) value = token->length ? token->text[0] : 0;
        else if (token->kind == TOKEN_NAME) value = !strcmp(token->text, "true");
        else cudac_fail(in->c, in->line, "expected an expression");
        if (token->kind == TOKEN_NAME && condition_accept(in, "(")) /* __has_include(...) and the like: no */
            while (in->at < in->count && !condition_accept(in, ")")) in->at++;
    }
    in->c->depth--;
    return value;
}

static int64_t condition_apply(Condition *in, const char *sign, int64_t a, int64_t b) {
    switch (sign[0]) {
    case '*': return (int64_t)((uint64_t)a * (uint64_t)b);
    case '/':
    case '%':
        if (b == 0) cudac_fail(in->c, in->line, "division by zero");
        if (b == -1) return sign[0] == '/' ? (int64_t)(0 - (uint64_t)a) : 0;
        return sign[0] == '/' ? a / b : a % b;
    case '+': return (int64_t)((uint64_t)a + (uint64_t)b);
    case '-': return (int64_t)((uint64_t)a - (uint64_t)b);
    case '<': return sign[1] == '<' ? (int64_t)((uint64_t)a << (b & 63)) : sign[1] ? a <= b : a < b;
    case '>': return sign[1] == '>' ? a >> (b & 63) : sign[1] ? a >= b : a > b;
    case '=': return a == b;
    case '!': return a != b;
    case '&': return sign[1] ? a && b : a & b;
    case '|': return sign[1] ? a || b : a | b;
    default: return a ^ b;
    }
}

static int64_t condition_binary(Condition *in, int level) {
    static const char *const levels[][5] = {{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    if (level == (int)(sizeof levels / sizeof *levels)) return condition_primary(in);
    int64_t value = condition_binary(in, level + 1);
    for (;;) {
        int i = 0;
        while (i < 5 && levels[level][i] && !condition_accept(in, levels[level][i])) i++;
        if (i == 5 || !levels[level][i]) return value;
        value = condition_apply(in, levels[level][i], value, condition_binary(in, level + 1));
    }
}

static int64_t condition_ternary(Condition *in) {
    int64_t value = condition_binary(in, 0);
    if (!condition_accept(in, "?")) return value;
    cudac_deeper(in->c, in->line);
    int64_t yes = condition_ternary(in);
    if (!condition_accept(in, ":")) cudac_fail(in->c, in->line, "expected a \":\"");
    int64_t no = condition_ternary(in);
    in->c->depth--;
    return value ? yes : no;
}

static bool condition_holds(Cudac *c, const Token *tokens, size_t count, int line) {
    TokenList known = {0}, expanded = {0};
    for (size_t i = 0; i < count; i++) { /* defined X, defined(X) before macros are expanded */
        Token token = tokens[i];
        if (token.kind == TOKEN_NAME && !strcmp(token.text, "defined")) {
            bool paren = i + 1 < count && same_place(&tokens[i + 1], "(");
            size_t name = i + (paren ? 2 : 1);
            if (name >= count || tokens[name].kind != TOKEN_NAME) cudac_fail(c, line, "expected an identifier");
            token.kind = TOKEN_NUMBER;
            token.text = find_macro(c, &tokens[name]) ? "1" : "0";
            token.length = 1;
            i = name + (paren ? 1 : 0);
        }
        cudac_token_append(c, &known, token);
    }
    expand(c, known.tokens, known.count, &expanded);
    Condition in = {c, expanded.tokens, expanded.count, 0, line};
    int64_t value = condition_ternary(&in);
    if (in.at != in.count) cudac_fail(c, line, "extra text after expected end of preprocessing directive");
    return value != 0;
}

/* ---- directives ---- */

enum { CONDITIONALS_MAX = 100 };
typedef struct Conditional { bool taken, now, outer, had_else; } Conditional;

typedef struct Preprocessor {
    Cudac *c;
    Conditional stack[CONDITIONALS_MAX];
    int depth;
    bool active;
} Preprocessor;

/* Headers of the compiler's alone, which bring none of C's names. */
static bool is_plain_header(const char *name) {
    static const char *const plain[] = {"cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "cuda_fp16.h", "cuda_fp16.hpp", "cuda_bf16.h", "cuda_bf16.hpp",
                                        "cuComplex.h", "vector_types.h", "vector_functions.h", "device_functions.h", "math_functions.h", "mma.h", "sm_20_atomic_functions.h"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(plain[i], name)) return true;
    return false;
}

static void include(Cudac *c, const Token *line, size_t count, int number) {
    char name[200] = "";
    if (count && line[0].kind == TOKEN_STRING) snprintf(name, sizeof name, "%s", line[0].text);
    else
        for (size_t i = 1; i < count && !same_place(&line[i], ">"); i++)
            if (strlen(name) + line[i].length < sizeof name) strcat(name, line[i].text);
    c->has_headers = c->has_headers || !is_plain_header(name);
    c->has_cupy = c->has_cupy || !strncmp(name, "cupy/", 5);
    if (!is_known_header(name) && !adds_header(c, name)) {
        if (!strncmp(name, "cub/", 4) || !strncmp(name, "thrust/", 7) || !strncmp(name, "cooperative_groups", 18) || !strncmp(name, "cuda/", 5) ||
            !strncmp(name, "curand", 6) || !strcmp(name, "mma.h") || !strcmp(name, "cuda_bf16.h"))
            cudac_refuse(c, number, "the header \"%.100s\"", name);
        cudac_fail(c, number, "could not open source file \"%.150s\" (no directory in which to search for the source files)", name);
    }
}

static void open_conditional(Preprocessor *p, bool holds, int line) {
    if (p->depth == CONDITIONALS_MAX) cudac_fail(p->c, line, "excessive nesting");
    p->stack[p->depth++] = (Conditional){holds, holds, p->active, false};
    p->active = p->active && holds;
}

static void switch_conditional(Preprocessor *p, const char *word, const Token *rest, size_t count, int line) {
    if (!p->depth) cudac_fail(p->c, line, "#%s without #if", word);
    Conditional *top = &p->stack[p->depth - 1];
    if (!strcmp(word, "endif")) {
        p->active = top->outer;
        p->depth--;
        return;
    }
    if (top->had_else) cudac_fail(p->c, line, "#%s after #else", word);
    top->had_else = !strcmp(word, "else");
    bool holds = !top->taken && top->outer && (top->had_else || condition_holds(p->c, rest, count, line));
    top->taken = top->taken || holds;
    p->active = top->outer && holds;
}

static void directive(Preprocessor *p, const Token *line, size_t count) {
    Cudac *c = p->c;
    if (!count) return;
    const char *word = line->text;
    const Token *rest = line + 1;
    size_t left = count - 1;
    int number = line->line;
    if (line->kind != TOKEN_NAME) {
        if (p->active && line->kind != TOKEN_NUMBER) cudac_fail(c, number, "unrecognized preprocessing directive");
        return;
    }
    if (!strcmp(word, "ifdef") || !strcmp(word, "ifndef")) {
        if (p->active && (!left || rest->kind != TOKEN_NAME)) cudac_fail(c, number, "expected an identifier");
        open_conditional(p, p->active && (find_macro(c, rest) != NULL) == !strcmp(word, "ifdef"), number);
    } else if (!strcmp(word, "if")) open_conditional(p, p->active && condition_holds(c, rest, left, number), number);
    else if (!strcmp(word, "elif") || !strcmp(word, "else") || !strcmp(word, "endif")) switch_conditional(p, word, rest, left, number);
    else if (!p->active) return;
    else if (!strcmp(word, "define")) define_macro(c, rest, left);
    else if (!strcmp(word, "undef")) {
        if (left && c->is_own) {
            Macro *gone = cudac_allocate(c, sizeof *gone);
            *gone = (Macro){.is_gone = true};
            if (!hash_set(&c->own_macros, rest->text, gone)) cudac_no_memory(c);
        } else if (left) hash_remove(&c->macros, rest->text);
    } else if (!strcmp(word, "include")) include(c, rest, left, number);
    else if (!strcmp(word, "error")) {
        TokenList text = {0};
        append_all(c, &text, &(TokenList){(Token *)rest, left, left}, 0);
        cudac_fail(c, number, "#error directive: %.500s", stringified(c, &text, number).text);
    } else if (!strcmp(word, "pragma") && !c->is_own && left == 2 && token_is(rest, "header")) c->is_header = token_is(rest + 1, "begins");
    else if (strcmp(word, "pragma") != 0 && strcmp(word, "line") != 0 && strcmp(word, "warning") != 0)
        cudac_fail(c, number, "unrecognized preprocessing directive");
}

void cudac_preprocess(Cudac *c, const TokenList *in, TokenList *out) {
    Preprocessor p = {.c = c, .active = true};
    TokenList text = {0};
    for (size_t at = 0; at < in->count;) {
        size_t end = at + 1;
        while (end < in->count && !in->tokens[end].starts_line) end++;
        if (same_place(&in->tokens[at], "#")) {
            expand(c, text.tokens, text.count, out);
            text.count = 0;
            directive(&p, &in->tokens[at + 1], end - at - 1);
        } else if (p.active)
            for (size_t i = at; i < end; i++) cudac_token_append(c, &text, in->tokens[i]);
        at = end;
    }
    if (p.depth) cudac_fail(c, in->tokens[in->count - 1].line, "the #endif for this directive is missing");
    expand(c, text.tokens, text.count, out);
}
