/* asm: the instructions of PTX that documentation shows become CUDA C, which is read in their place. Operands are variables
 * of a scope around it, __asm0 and so on; registers that the text declares are variables, too. */
#include "arraylib/cudac/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS_MAX = 30, PARTS_MAX = 8, WORD_MAX = 120 };

typedef struct Register { char name[40]; const char *type; } Register;

typedef struct Assembly {
    Cudac *c;
    int line;
    const char *operands[OPERANDS_MAX]; /* their types in C */
    int operand_count;
    Register registers[OPERANDS_MAX];
    int register_count;
    TextBuffer text;
    const char *instruction; /* for complaints */
} Assembly;

static _Noreturn void refuse(Assembly *a, const char *what) {
    char words[200];
    snprintf(words, sizeof words, "%.150s", a->instruction ? a->instruction : "");
    text_release(&a->text);
    cudac_refuse(a->c, a->line, "assembly (%s%s%s)", what, *words ? ": " : "", words);
}

/* ---- types and operands ---- */

static const char *type_of(const char *suffix) {
    static const struct { const char *suffix, *type; } rows[] = {
        {"u32", "unsigned int"}, {"s32", "int"}, {"b32", "unsigned int"}, {"u64", "unsigned long long"}, {"s64", "long long"}, {"b64", "unsigned long long"},
        {"f32", "float"}, {"f64", "double"}, {"u16", "unsigned short"}, {"s16", "short"}, {"b16", "unsigned short"}, {"u8", "unsigned char"}, {"s8", "signed char"},
        {"b8", "unsigned char"}, {"pred", "bool"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].suffix, suffix)) return rows[i].type;
    return NULL;
}

static const char *special(const char *name) {
    static const struct { const char *name, *text; } rows[] = {
        {"laneid", "__lane_id()"}, {"lanemask_lt", "__lanemask_lt()"}, {"lanemask_le", "__lanemask_le()"}, {"lanemask_eq", "__lanemask_eq()"},
        {"lanemask_gt", "__lanemask_gt()"}, {"lanemask_ge", "__lanemask_ge()"}, {"warpid", "__ptx_warp()"}, {"nwarpid", "__ptx_warps()"},
        {"clock", "clock64()"}, {"clock64", "clock64()"}, {"clock_hi", "(clock64() >> 32)"}, {"globaltimer", "clock64()"}, {"globaltimer_lo", "clock64()"},
        {"globaltimer_hi", "(clock64() >> 32)"}, {"smid", "0"}, {"nsmid", "1"}, {"gridid", "0"}, {"tid.x", "threadIdx.x"}, {"tid.y", "threadIdx.y"}, {"tid.z", "threadIdx.z"},
        {"ntid.x", "blockDim.x"}, {"ntid.y", "blockDim.y"}, {"ntid.z", "blockDim.z"}, {"ctaid.x", "blockIdx.x"}, {"ctaid.y", "blockIdx.y"}, {"ctaid.z", "blockIdx.z"},
        {"nctaid.x", "gridDim.x"}, {"nctaid.y", "gridDim.y"}, {"nctaid.z", "gridDim.z"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name)) return rows[i].text;
    return NULL;
}

/* What an operand is called in C, and its type; NULL: a number. */
static const char *operand_name(Assembly *a, const char *word, char *name, const char **type) {
    *type = NULL;
    if (*word == '%' && word[1] >= '0' && word[1] <= '9') {
        char *end;
        long number = strtol(word + 1, &end, 10);
        if (*end || number >= a->operand_count) refuse(a, "an operand that is not there");
        *type = a->operands[number];
        snprintf(name, WORD_MAX, "__asm%ld", number);
        return name;
    }
    for (int i = 0; i < a->register_count; i++)
        if (!strcmp(a->registers[i].name, word)) {
            *type = a->registers[i].type;
            snprintf(name, WORD_MAX, "__reg%d", i);
            return name;
        }
    while (*word == '%') word++;
    if (special(word)) {
        *type = "unsigned long long";
        return special(word);
    }
    return NULL;
}

static bool is_real(const char *type) { return !strcmp(type, "float") || !strcmp(type, "double"); }

/* A value as `type`: bits stay what they are between a float and a whole number of its size. */
static void put_value(Assembly *a, const char *word, const char *type) {
    char name[WORD_MAX];
    const char *own, *text = operand_name(a, word, name, &own);
    if (!text) { /* a number: 0f3F800000 are the bits of a float */
        if (word[0] == '0' && (word[1] == 'f' || word[1] == 'F')) text_append_format(&a->text, "__uint_as_float(0x%.8s)", word + 2);
        else if (word[0] == '0' && (word[1] == 'd' || word[1] == 'D')) text_append_format(&a->text, "__longlong_as_double(0x%.16s)", word + 2);
        else if ((*word >= '0' && *word <= '9') || (*word == '-' && word[1] >= '0' && word[1] <= '9')) {
            if (word[strspn(word, "-+.0123456789abcdefABCDEFxXUeE")]) refuse(a, "an operand");
            text_append_format(&a->text, "((%s)(%s))", type, word);
        } else refuse(a, "an operand");
    } else if (is_real(own) && !is_real(type)) text_append_format(&a->text, "((%s)%s(%s))", type, *own == 'f' ? "__float_as_uint" : "__double_as_longlong", text);
    else if (!is_real(own) && is_real(type)) text_append_format(&a->text, "%s(%s)", *type == 'f' ? "__uint_as_float" : "__longlong_as_double", text);
    else text_append_format(&a->text, "((%s)(%s))", type, text);
}

/* "d = (" of a result of `type`; what closes it comes back. */
static const char *put_target(Assembly *a, const char *word, const char *type) {
    char name[WORD_MAX];
    const char *own, *text = operand_name(a, word, name, &own);
    if (!text || special(word + (*word == '%'))) refuse(a, "a result");
    text_append_format(&a->text, "%s = ", text);
    if (is_real(own) && !is_real(type)) return text_append(&a->text, *own == 'f' ? "__uint_as_float(" : "__longlong_as_double("), ");";
    if (!is_real(own) && is_real(type)) return text_append(&a->text, *type == 'f' ? "__float_as_uint(" : "__double_as_longlong("), ");";
    return text_append_format(&a->text, "(%s)(", type), ");";
}

/* ---- instructions ---- */

typedef struct Row { const char *opcode, *text; int parts; } Row; /* $n: an operand as the type; #n: as a count */
static const Row rows[] = {
    {"mov", "$1", 2}, {"add", "$1 + $2", 3}, {"sub", "$1 - $2", 3}, {"mul", "$1 * $2", 3}, {"mul.lo", "$1 * $2", 3}, {"mul24.lo", "$1 * $2", 3}, {"mul.hi", "__ptx_high($1, $2)", 3},
    {"mad", "$1 * $2 + $3", 4}, {"mad.lo", "$1 * $2 + $3", 4}, {"mad.hi", "__ptx_high($1, $2) + $3", 4}, {"fma", "fma($1, $2, $3)", 4}, {"div", "$1 / $2", 3}, {"rem", "$1 % $2", 3},
    {"min", "min($1, $2)", 3}, {"max", "max($1, $2)", 3}, {"abs", "abs($1)", 2}, {"neg", "-$1", 2}, {"and", "$1 & $2", 3}, {"or", "$1 | $2", 3}, {"xor", "$1 ^ $2", 3},
    {"not", "~$1", 2}, {"shl", "$1 << #2", 3}, {"shr", "$1 >> #2", 3}, {"bfe", "__ptx_bfe($1, #2, #3)", 4}, {"bfi", "__ptx_bfi($1, $2, #3, #4)", 5},
    {"bfind", "__ptx_bfind($1)", 2}, {"lop3", "__ptx_lop3($1, $2, $3, #4)", 5}, {"prmt", "__byte_perm($1, $2, #3)", 4}, {"brev", "__brev($1)", 2}, {"sad", "__usad($1, $2, $3)", 4},
    {"sqrt", "sqrt($1)", 2}, {"rsqrt", "rsqrt($1)", 2}, {"rcp", "1 / $1", 2}, {"ex2", "exp2($1)", 2}, {"lg2", "log2($1)", 2}, {"sin", "sin($1)", 2}, {"cos", "cos($1)", 2},
    {"tanh", "tanh($1)", 2}, {"copysign", "copysign($2, $1)", 3}, {"shf.l", "__funnelshift_l($1, $2, #3)", 4}, {"shf.r", "__funnelshift_r($1, $2, #3)", 4}};
static const Row effects[] = { /* without a result */
    {"membar.gl", "__threadfence();", 0}, {"membar.cta", "__threadfence_block();", 0}, {"membar.sys", "__threadfence_system();", 0}, {"bar.sync", "__syncthreads();", 1},
    {"barrier.sync", "__syncthreads();", 1}, {"bar.warp", "__syncwarp(#0);", 1}, {"trap", "__trap();", 0}, {"brkpt", ";", 0}, {"nanosleep", ";", 1}, {"prefetch", ";", 1},
    {"prefetchu", ";", 1}, {"discard", ";", 2}, {"fence", "__threadfence_system();", 0}, {"exit", "return;", 0}, {"ret", "return;", 0}};

static void put_row(Assembly *a, const Row *row, char **parts, const char *type) {
    for (const char *p = row->text; *p; p++) {
        if (*p == '$' || *p == '#') {
            put_value(a, parts[p[1] - '0'], *p == '$' ? type : "unsigned int");
            p++;
        } else text_append_char(&a->text, *p);
    }
}

/* Does the opcode begin with these words? */
static bool begins(const char *opcode, const char *words) {
    size_t length = strlen(words);
    return !strncmp(opcode, words, length) && (opcode[length] == '.' || opcode[length] == '\0');
}

static const char *last_type(Assembly *a, const char *opcode) {
    const char *dot = strrchr(opcode, '.'), *type = dot ? type_of(dot + 1) : NULL;
    if (!type) refuse(a, "an instruction");
    return type;
}

static void put_address(Assembly *a, char *word, const char *type) {
    size_t length = strlen(word);
    if (length < 3 || word[0] != '[' || word[length - 1] != ']') refuse(a, "an address");
    word[length - 1] = '\0';
    char *plus = strpbrk(word + 1, "+"), *rest;
    long offset = plus ? strtol(plus + 1, &rest, 10) : 0;
    if (plus) *plus = '\0';
    text_append_format(&a->text, "*(%s *)(", type);
    put_value(a, word + 1, "unsigned long long");
    text_append_format(&a->text, " + %ldLL)", offset);
}

static void put_memory(Assembly *a, const char *opcode, char **parts, int count) {
    static const char *const operations[][2] = {{".add", "atomicAdd"}, {".min", "atomicMin"}, {".max", "atomicMax"}, {".and", "atomicAnd"}, {".or", "atomicOr"}, {".xor", "atomicXor"}, {".exch", "atomicExch"}};
    const char *type = last_type(a, opcode), *end = NULL;
    if (strstr(opcode, ".shared") || strstr(opcode, ".local") || strstr(opcode, ".param") || strstr(opcode, ".v2") || strstr(opcode, ".v4")) refuse(a, "an instruction");
    if (begins(opcode, "ld") && count == 2) {
        end = put_target(a, parts[0], type);
        put_address(a, parts[1], type);
        text_append(&a->text, end);
    } else if (begins(opcode, "st") && count == 2) {
        put_address(a, parts[0], type);
        text_append(&a->text, " = ");
        put_value(a, parts[1], type);
        text_append_char(&a->text, ';');
    } else { /* atom, red */
        bool gives = begins(opcode, "atom");
        int first = gives ? 1 : 0;
        const char *name = NULL;
        for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
            if (strstr(opcode, operations[i][0])) name = operations[i][1];
        if (!name || count != first + 2) refuse(a, "an instruction");
        if (gives) end = put_target(a, parts[0], type);
        text_append_format(&a->text, "%s(&", name);
        put_address(a, parts[first], type);
        text_append(&a->text, ", ");
        put_value(a, parts[first + 1], type);
        text_append(&a->text, gives ? ")" : ");");
        if (gives) text_append(&a->text, end);
    }
}

static void put_wide(Assembly *a, char **parts, int count, const char *type, bool adds) {
    const char *wide = !strcmp(type, "int") ? "long long" : !strcmp(type, "unsigned int") ? "unsigned long long" : !strcmp(type, "short") ? "int" : "unsigned int";
    if (count != (adds ? 4 : 3)) refuse(a, "an instruction");
    const char *end = put_target(a, parts[0], wide);
    text_append_format(&a->text, "(%s)", wide);
    put_value(a, parts[1], type);
    text_append_format(&a->text, " * (%s)", wide);
    put_value(a, parts[2], type);
    if (adds) text_append(&a->text, " + "), put_value(a, parts[3], wide);
    text_append(&a->text, end);
}

static void put_conversion(Assembly *a, const char *opcode, char **parts, int count) {
    char copy[WORD_MAX];
    snprintf(copy, sizeof copy, "%s", opcode);
    char *dot = strrchr(copy, '.');
    if (!dot) refuse(a, "an instruction");
    const char *from = type_of(dot + 1);
    *dot = '\0';
    const char *to = strrchr(copy, '.') ? type_of(strrchr(copy, '.') + 1) : NULL;
    if (!from || !to || count != 2) refuse(a, "an instruction");
    const char *end = put_target(a, parts[0], to);
    const char *round = !is_real(from) || strstr(opcode, ".rzi") ? "" : strstr(opcode, ".rni") ? "rint" : strstr(opcode, ".rmi") ? "floor" : strstr(opcode, ".rpi") ? "ceil" : "";
    text_append_format(&a->text, "(%s)%s(", to, round);
    put_value(a, parts[1], from);
    text_append_format(&a->text, ")%s", end);
}

static void put_comparison(Assembly *a, const char *opcode, char **parts, int count) {
    static const char *const signs[][2] = {{".eq", "=="}, {".ne", "!="}, {".lt", "<"}, {".le", "<="}, {".gt", ">"}, {".ge", ">="}, {".lo.", "<"}, {".ls", "<="}, {".hi", ">"}, {".hs", ">="}};
    const char *type = last_type(a, opcode), *sign = NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !sign; i++)
        if (strstr(opcode, signs[i][0])) sign = signs[i][1];
    if (!sign || count != 3) refuse(a, "an instruction");
    const char *end = put_target(a, parts[0], "bool");
    put_value(a, parts[1], type);
    text_append_format(&a->text, " %s ", sign);
    put_value(a, parts[2], type);
    text_append(&a->text, end);
}

static void put_counted(Assembly *a, const char *opcode, char **parts, int count) {
    const char *type = last_type(a, opcode);
    if (count != 2) refuse(a, "an instruction");
    const char *end = put_target(a, parts[0], "unsigned int");
    text_append_format(&a->text, "__%.*s%s(", (int)strcspn(opcode, "."), opcode, strstr(type, "long") ? "ll" : "");
    put_value(a, parts[1], type);
    text_append_format(&a->text, ")%s", end);
}

static void put_instruction(Assembly *a, const char *opcode, char **parts, int count) {
    const Row *found = NULL;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        if (begins(opcode, effects[i].opcode)) {
            if (effects[i].parts && strchr(effects[i].text, '#') && count < 1) refuse(a, "an instruction");
            put_row(a, &effects[i], parts, "unsigned int");
            return;
        }
    if (begins(opcode, "ld") || begins(opcode, "st") || begins(opcode, "atom") || begins(opcode, "red")) put_memory(a, opcode, parts, count);
    else if (begins(opcode, "mul.wide") || begins(opcode, "mad.wide")) put_wide(a, parts, count, last_type(a, opcode), opcode[1] == 'a');
    else if (begins(opcode, "cvt")) put_conversion(a, opcode, parts, count);
    else if (begins(opcode, "setp")) put_comparison(a, opcode, parts, count);
    else if (begins(opcode, "popc") || begins(opcode, "clz")) put_counted(a, opcode, parts, count);
    else if (begins(opcode, "activemask") && count == 1) {
        const char *end = put_target(a, parts[0], "unsigned int");
        text_append_format(&a->text, "__activemask()%s", end);
    } else if (begins(opcode, "selp") && count == 4) {
        const char *type = last_type(a, opcode), *end = put_target(a, parts[0], type);
        put_value(a, parts[3], "bool");
        text_append(&a->text, " ? ");
        put_value(a, parts[1], type);
        text_append(&a->text, " : ");
        put_value(a, parts[2], type);
        text_append(&a->text, end);
    } else {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) /* the longest one that fits */
            if (begins(opcode, rows[i].opcode) && (!found || strlen(rows[i].opcode) > strlen(found->opcode))) found = &rows[i];
        if (!found || count != found->parts || strstr(opcode, ".cc") || strstr(opcode, ".sat") || strstr(opcode, "x2")) refuse(a, "an instruction");
        const char *type = last_type(a, opcode), *end = put_target(a, parts[0], type);
        put_row(a, found, parts, type);
        text_append(&a->text, end);
    }
}

static void declare_registers(Assembly *a, const char *type, char **parts, int count) {
    for (int i = 0; i < count; i++) {
        if (a->register_count == OPERANDS_MAX || strlen(parts[i]) >= sizeof a->registers->name || strchr(parts[i], '<')) refuse(a, "registers");
        Register *r = &a->registers[a->register_count];
        snprintf(r->name, sizeof r->name, "%s", parts[i] + strspn(parts[i], "%"));
        if (parts[i][0] == '%') snprintf(r->name, sizeof r->name, "%s", parts[i]);
        r->type = type;
        text_append_format(&a->text, "%s __reg%d = 0;", type, a->register_count++);
    }
}

/* One instruction, without its semicolon. */
static void translate(Assembly *a, char *text) {
    char *parts[PARTS_MAX], *word = text + strspn(text, " \t\r\n{}");
    int count = 0, depth = 0;
    size_t length = strlen(word);
    while (length && strchr(" \t\r\n}", word[length - 1])) word[--length] = '\0';
    if (!length) return;
    a->instruction = word;
    char *opcode = word, *at = word + strcspn(word, " \t");
    bool guarded = *word == '@', negated = guarded && word[1] == '!';
    if (guarded) {
        char *condition = word + (negated ? 2 : 1);
        opcode = at + strspn(at, " \t");
        if (*at) *at = '\0';
        text_append_format(&a->text, "if (%s", negated ? "!" : "");
        put_value(a, condition, "bool");
        text_append(&a->text, ") {");
        at = opcode + strcspn(opcode, " \t");
    }
    char kept[WORD_MAX];
    snprintf(kept, sizeof kept, "%.*s", (int)(at - opcode), opcode);
    if (!strcmp(kept, ".reg")) { /* .reg .u32 a, b */
        at += strspn(at, " \t");
        size_t type = strcspn(at, " \t");
        snprintf(kept, sizeof kept, ".reg%.*s", (int)(type > 20 ? 20 : type), at);
        at += type;
    }
    for (at += strspn(at, " \t"); *at; ) { /* operands, at commas outside of brackets */
        if (count == PARTS_MAX) refuse(a, "an instruction");
        parts[count++] = at;
        for (; *at && (depth || *at != ','); at++) {
            if (*at == '[' || *at == '{') depth++;
            if (*at == ']' || *at == '}') depth--;
        }
        char *end = at;
        if (*at) *at++ = '\0';
        while (end > parts[count - 1] && strchr(" \t\r\n", end[-1])) *--end = '\0';
        at += strspn(at, " \t\r\n");
    }
    char shown[WORD_MAX];
    snprintf(shown, sizeof shown, "%s", kept);
    a->instruction = shown;
    if (!strncmp(kept, ".reg.", 5)) {
        const char *type = type_of(kept + 5);
        if (!type || guarded) refuse(a, "registers");
        declare_registers(a, type, parts, count);
    } else put_instruction(a, kept, parts, count);
    if (guarded) text_append_char(&a->text, '}');
    text_append_char(&a->text, '\n');
    a->instruction = NULL;
}

/* ---- the statement ---- */

static const char *constraint_type(Assembly *a, const char *constraint, bool *reads) {
    *reads = *constraint != '=';
    while (*constraint == '=' || *constraint == '+' || *constraint == '&') constraint++;
    switch (*constraint) {
    case 'r': return "unsigned int";
    case 'l': return "unsigned long long";
    case 'f': return "float";
    case 'd': return "double";
    case 'h': return "unsigned short";
    case 'n': return "unsigned long long";
    default: refuse(a, "a constraint of an operand");
    }
}

static void parse_operand(Assembly *a, Statement ***end, bool is_output) {
    Cudac *c = a->c;
    bool reads;
    if (cudac_accept(c, "[")) cudac_refuse(c, a->line, "assembly (a name of an operand)");
    if (cudac_peek(c)->kind != TOKEN_STRING) cudac_fail(c, a->line, "expected a string");
    if (a->operand_count == OPERANDS_MAX) refuse(a, "so many operands");
    const char *type = constraint_type(a, cudac_take(c)->text, &reads);
    cudac_expect(c, "(");
    Expression *e = cudac_parse_expression(c);
    cudac_expect(c, ")");
    Variable *variable = cudac_allocate(c, sizeof *variable);
    *variable = (Variable){.kind = VARIABLE_LOCAL, .name = cudac_format(c, "__asm%d", a->operand_count), .line = a->line, .owner = c->function};
    e = cudac_expression_decayed(c, e);
    if (is_output) {
        if (!e->is_place) cudac_fail(c, a->line, "an asm operand must be a modifiable lvalue");
        variable->is_reference = true;
        variable->type = e->type;
        variable->initial = cudac_expression_address(c, e, a->line);
    } else {
        DtypeNumber number = *type == 'f' ? DTYPE_FLOAT32 : *type == 'd' ? DTYPE_FLOAT64 : strstr(type, "long") ? DTYPE_UINT64 : strstr(type, "short") ? DTYPE_UINT16 : DTYPE_UINT32;
        variable->type = cudac_type_scalar(number);
        variable->initial = cudac_expression_cast(c, e, variable->type, a->line);
    }
    cudac_declare(c, DECLARED_VARIABLE, variable->name)->variable = variable;
    a->operands[a->operand_count++] = type;
    **end = cudac_declaration_of(c, variable);
    *end = &(**end)->next;
}

/* Behind the word asm, to behind the semicolon: what it does goes to `end`. */
void cudac_parse_assembly(Cudac *c, Statement **end, int line) {
    Assembly a = {.c = c, .line = line, .text = TEXT_BUFFER_EMPTY};
    const char *code = "";
    while (cudac_accept(c, "volatile") || cudac_accept(c, "__volatile__") || cudac_accept(c, "goto")) continue;
    cudac_expect(c, "(");
    if (cudac_peek(c)->kind != TOKEN_STRING) cudac_fail(c, line, "expected a string");
    while (cudac_peek(c)->kind == TOKEN_STRING) {
        const Token *token = cudac_take(c);
        char *joined = cudac_allocate(c, strlen(code) + token->length + 1);
        code = strcat(strcpy(joined, code), token->text);
    }
    cudac_scope_push(c);
    for (int part = 0; part < 3; ) { /* "::" is two colons */
        if (cudac_accept(c, "::")) part += 2;
        else if (cudac_accept(c, ":")) part++;
        else break;
        while (!cudac_next_is(c, ":") && !cudac_next_is(c, "::") && !cudac_next_is(c, ")")) {
            if (part == 3 && cudac_peek(c)->kind == TOKEN_STRING) c->at++;
            else if (part < 3) parse_operand(&a, &end, part == 1);
            else cudac_fail(c, line, "expected a string");
            if (!cudac_accept(c, ",")) break;
        }
    }
    cudac_expect(c, ")");
    cudac_expect(c, ";");
    char *copy = cudac_copy(c, code, strlen(code));
    for (char *p = copy; (p = strstr(p, "//"));) memset(p, ' ', strcspn(p, "\n"));
    for (char *p = copy; *p;) {
        size_t length = strcspn(p, ";");
        bool more = p[length] == ';';
        p[length] = '\0';
        translate(&a, p);
        p += length + (more ? 1 : 0);
    }
    size_t at = c->at, first;
    TokenList lexed = {0};
    char *text = cudac_copy(c, text_string(&a.text), a.text.length);
    text_release(&a.text);
    cudac_lex(c, text, strlen(text), true, &lexed);
    first = c->tokens.count;
    for (size_t i = 0; i < lexed.count; i++) {
        Token token = lexed.tokens[i];
        token.line = line;
        if (token_is(&token, ">>")) { /* as everywhere: two signs */
            token.text = ">";
            token.length = 1;
            cudac_token_append(c, &c->tokens, token);
            token.space_before = false;
        }
        cudac_token_append(c, &c->tokens, token);
    }
    size_t last = c->tokens.count;
    cudac_token_append(c, &c->tokens, (Token){TOKEN_END, "", 0, line, true, true, false});
    for (c->at = first; c->at < last;) {
        *end = cudac_parse_statement(c);
        end = &(*end)->next;
    }
    cudac_scope_pop(c);
    c->at = at;
}
