/* The parser's place in the tokens, and the entry of a compilation. */
#include "arraylib/cudac/private.h"

#include <stdio.h>
#include <string.h>

Token *cudac_peek(Cudac *c) { return &c->tokens.tokens[c->at]; }

Token *cudac_peek_ahead(Cudac *c, size_t count) {
    size_t at = c->at + count;
    return &c->tokens.tokens[at < c->tokens.count ? at : c->tokens.count - 1];
}

Token *cudac_take(Cudac *c) {
    Token *token = cudac_peek(c);
    if (token->kind != TOKEN_END) c->at++;
    return token;
}

bool cudac_next_is(Cudac *c, const char *text) { return token_is(cudac_peek(c), text); }

bool cudac_accept(Cudac *c, const char *text) {
    if (!cudac_next_is(c, text)) return false;
    c->at++;
    return true;
}

void cudac_expect(Cudac *c, const char *text) {
    if (!cudac_accept(c, text)) cudac_fail(c, cudac_peek(c)->line, "expected a \"%s\"", text);
}

const char *cudac_take_name(Cudac *c) {
    Token *token = cudac_peek(c);
    if (token->kind != TOKEN_NAME) cudac_fail(c, token->line, "expected an identifier");
    c->at++;
    return token->text;
}

void cudac_skip_braces(Cudac *c, const char *open, const char *close) {
    int depth = 0, line = cudac_peek(c)->line;
    do {
        Token *token = cudac_take(c);
        if (token->kind == TOKEN_END) cudac_fail(c, line, "expected a \"%s\"", close);
        if (token->kind == TOKEN_SIGN && token_is(token, open)) depth++;
        if (token->kind == TOKEN_SIGN && token_is(token, close)) depth--;
    } while (depth);
}

bool cudac_closes_block(Cudac *c) {
    if (cudac_accept(c, "}")) return true;
    if (cudac_peek(c)->kind == TOKEN_END || cudac_peek(c)->kind == TOKEN_PLACE) cudac_fail(c, cudac_peek(c)->line, "expected a \"}\"");
    return false;
}

/* "a >> b" reads as two signs, since they may close two lists of a template; a shift has no space between them. */
static void split_shifts(Cudac *c, const TokenList *in, TokenList *out) {
    for (size_t i = 0; i < in->count; i++) {
        Token token = in->tokens[i];
        if (token.kind == TOKEN_SIGN && (token_is(&token, ">>") || token_is(&token, ">>="))) {
            Token second = token;
            second.text = token.text + 1;
            second.length--;
            second.space_before = false;
            token.text = ">";
            token.length = 1;
            cudac_token_append(c, out, token);
            cudac_token_append(c, out, second);
        } else cudac_token_append(c, out, token);
    }
}

/* What only few texts need comes to the prelude when they need it. */
static void add_prelude(Cudac *c, const char *source) {
    TokenList text = {0}, ready = {0};
    cudac_lex(c, source, strlen(source), true, &text);
    cudac_preprocess(c, &text, &ready);
    split_shifts(c, &ready, &c->tokens);
}

static bool is_texture_word(const char *word) {
    static const char *const words[] = {"cudaTextureObject_t", "cudaSurfaceObject_t", "tex1D", "tex2D", "tex3D", "tex1Dfetch", "surf1Dread", "surf2Dread",
                                        "surf3Dread", "surf1Dwrite", "surf2Dwrite", "surf3Dwrite"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i])) return true;
    return false;
}

static bool is_seldom_word(const char *word) {
    static const char *const starts[] = {"sinpi", "cospi", "sincospi", "erfcx", "erfinv", "erfcinv", "normcdfinv", "logb", "ilogb", "rem", "norm", "rnorm", "scalbln", "modf"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(word, starts[i], strlen(starts[i]))) return true;
    return false;
}

/* Names that the prelude knows and a GPU's compiler does not, or not without a header: the text may have its own. */
static bool is_hidden(const Cudac *c, const char *word) {
    static const char *const never[] = {"uint", "uchar", "ushort", "ulong", "longlong", "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__ballot", "__any", "__all"};
    static const char *const brought[] = {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "intptr_t", "uintptr_t", "ssize_t"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (!strcmp(word, never[i])) return !(c->texts >> TEXT_VECTORS & 1);
    for (size_t i = 0; i < sizeof brought / sizeof *brought; i++)
        if (!strcmp(word, brought[i])) return !c->has_headers;
    return false;
}

static void refuse_hidden(Cudac *c, const TokenList *text) {
    const Token *first = NULL;
    HashTable own = {0}; /* names that the text makes types of */
    bool is_declared = false, good = true;
    for (size_t i = 0; i < text->count && good; i++) {
        const Token *token = &text->tokens[i], *before = i ? token - 1 : token;
        if (token->kind != TOKEN_NAME) {
            is_declared = is_declared && !token_is(token, ";");
            continue;
        }
        is_declared = is_declared || token_is(token, "typedef") || token_is(token, "using");
        bool names_type = is_declared || token_is(before, "struct") || token_is(before, "class") || token_is(before, "enum") || token_is(before, "typename");
        bool is_function = i + 1 < text->count && token_is(token + 1, "(") && before->kind == TOKEN_NAME && !token_is(before, "return") && !token_is(before, "else");
        if (names_type || is_function) good = hash_set(&own, token->text, &own);
        else if (!first && is_hidden(c, token->text) && !hash_get(&own, token->text)) first = token;
    }
    hash_release(&own, NULL);
    if (!good) cudac_no_memory(c);
    if (first) cudac_fail(c, first->line, "identifier \"%s\" is undefined", first->text);
}

/* Words that bring a part of the prelude. */
static void find_words(Cudac *c, const TokenList *text) {
    static const struct { const char *word; CudacText text; } rows[] = {
        {"asm", TEXT_PTX}, {"__asm__", TEXT_PTX}, {"__asm", TEXT_PTX}, {"malloc", TEXT_HEAP}, {"free", TEXT_HEAP}, {"new", TEXT_HEAP}, {"delete", TEXT_HEAP}, {"j0", TEXT_BESSEL}, {"j1", TEXT_BESSEL}, {"jn", TEXT_BESSEL},
        {"j0f", TEXT_BESSEL}, {"j1f", TEXT_BESSEL}, {"jnf", TEXT_BESSEL}, {"cyl_bessel_i0", TEXT_BESSEL}, {"cyl_bessel_i1", TEXT_BESSEL},
        {"cyl_bessel_i0f", TEXT_BESSEL}, {"cyl_bessel_i1f", TEXT_BESSEL}};
    for (size_t i = 0; i < text->count; i++) {
        const Token *token = &text->tokens[i];
        if (token->kind != TOKEN_NAME) continue;
        if (!strncmp(token->text, "__v", 3)) c->texts |= 1u << TEXT_SIMD;
        if (is_seldom_word(token->text)) c->texts |= 1u << TEXT_SELDOM;
        if (is_texture_word(token->text)) c->texts |= 1u << TEXT_TEXTURE;
        if (token_is(token, "delete") && i && token_is(token - 1, "=")) continue;
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
            if (token_is(token, rows[k].word)) c->texts |= 1u << rows[k].text;
    }
}

static void compile(Cudac *c, const char *source, size_t length, const CudacOptions *options) {
    TokenList prelude = {0}, text = {0}, ready = {0};
    cudac_lex(c, cudac_prelude, strlen(cudac_prelude), true, &prelude);
    cudac_preprocess(c, &prelude, &ready);
    split_shifts(c, &ready, &c->tokens);
    ready = (TokenList){0};
    c->is_own = true;
    for (int i = 0; i < options->definition_count; i++) cudac_preprocess_define(c, options->definitions[i]);
    cudac_lex(c, source, length, false, &text);
    cudac_preprocess(c, &text, &ready);
    c->is_own = false;
    find_words(c, &ready);
    refuse_hidden(c, &ready);
    for (int i = 0; i < TEXT_COUNT; i++)
        if (c->texts >> i & 1) add_prelude(c, cudac_texts[i]);
    c->prelude_end = c->tokens.count;
    for (int i = 0; i < options->name_count; i++) { /* read where the text ends, each as a type or a use of a name */
        TokenList name = {0};
        cudac_lex(c, options->names[i], strlen(options->names[i]), false, &name);
        cudac_token_append(c, &ready, (Token){TOKEN_PLACE, options->names[i], (size_t)i, 0, true, true, false});
        for (size_t k = 0; k < name.count; k++) cudac_token_append(c, &ready, name.tokens[k]);
    }
    split_shifts(c, &ready, &c->tokens);
    cudac_token_append(c, &c->tokens, (Token){TOKEN_END, "", 0, c->tokens.tokens[c->tokens.count - 1].line, true, true, false});
    c->module = ir_module_create();
    if (!c->module) cudac_no_memory(c);
    cudac_scope_push(c);
    cudac_parse_module(c);
    cudac_lower_all(c);
}

void cudac_symbol(char *symbol, size_t size, const char *expression, int position) {
    size_t length = strspn(expression, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (expression[length] == '\0') snprintf(symbol, size, "%s", expression);
    else snprintf(symbol, size, "%.*s_%d", (int)(length > 100 ? 100 : length), expression, position);
}

/* The jump comes back into this function: it has no variables that change. */
static bool try_compile(Cudac *c, const char *source, size_t length, const CudacOptions *options) {
    if (setjmp(c->escape)) return false;
    compile(c, source, length, options);
    return true;
}

IrModule *cudac_compile(const char *source, size_t length, const CudacOptions *options, Error *error) {
    static const CudacOptions none = {0};
    Cudac c = {.file_name = options && options->file_name ? options->file_name : "kernel.cu", .error = error, .contracts = !options || !options->is_not_contracted};
    bool good = try_compile(&c, source, length, options ? options : &none) && ir_verify(c.module, error);
    if (!good) ir_module_destroy(c.module);
    hash_release(&c.macros, NULL);
    hash_release(&c.own_macros, NULL);
    for (Scope *scope = c.scopes; scope; scope = scope->chain) hash_release(&scope->names, NULL);
    arena_release(&c.arena);
    return good ? c.module : NULL;
}
