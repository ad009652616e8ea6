/* What CUDA C has built in: one table of functions on numbers, and the families that a rule names.
 *
 * A call becomes a tree of kind BUILTIN that carries the operation of the IR and its detail; builtin_lower builds it. What
 * can be written in CUDA C itself stands in prelude.cu. */
#include "arraylib/cudac/private.h"
#include "arraylib/ir/private.h"

#include <stdio.h>
#include <string.h>

/* Types: g as the operands say (integers as double), f float, d double, h half, i int, u unsigned, l long long, v unsigned
 * long long, c common type of the operands. */
typedef struct NumberRow {
    const char *name;
    IrOperation operation;
    int detail, operands;
    char type;
} NumberRow;

static const NumberRow numbers[] = {
#define MATH(name, math, operands, type) {#name, IR_MATH, IR_MATH_##math, operands, type},
    MATH(__sinf, sin, 1, 'f') MATH(__cosf, cos, 1, 'f') MATH(__tanf, tan, 1, 'f') MATH(__expf, exp, 1, 'f') MATH(__logf, log, 1, 'f')
    MATH(__log2f, log2, 1, 'f') MATH(__log10f, log10, 1, 'f') MATH(__powf, pow, 2, 'f') MATH(__fsqrt_rn, sqrt, 1, 'f')
    MATH(__fsqrt_rz, sqrt, 1, 'f') MATH(__dsqrt_rn, sqrt, 1, 'd') MATH(__fmaf_rn, fma, 3, 'f') MATH(__fmaf_rz, fma, 3, 'f')
    MATH(__fma_rn, fma, 3, 'd') MATH(nearbyint, rint, 1, 'g') MATH(nearbyintf, rint, 1, 'f') MATH(hsin, sin, 1, 'h')
    MATH(hcos, cos, 1, 'h') MATH(hexp, exp, 1, 'h') MATH(hexp2, exp2, 1, 'h') MATH(hlog, log, 1, 'h') MATH(hlog2, log2, 1, 'h')
    MATH(hlog10, log10, 1, 'h') MATH(hsqrt, sqrt, 1, 'h') MATH(hfloor, floor, 1, 'h') MATH(hceil, ceil, 1, 'h')
    MATH(htrunc, trunc, 1, 'h') MATH(hrint, rint, 1, 'h') MATH(__hfma, fma, 3, 'h') MATH(__hisnan, isnan, 1, 'h')
    MATH(__hmin, fmin, 2, 'h') MATH(__hmax, fmax, 2, 'h') MATH(__popc, popcount, 1, 'u') MATH(__popcll, popcount, 1, 'v')
    MATH(__clz, clz, 1, 'i') MATH(__clzll, clz, 1, 'l') MATH(__brev, reverse_bits, 1, 'u') MATH(__brevll, reverse_bits, 1, 'v')
    MATH(__isnan, isnan, 1, 'g') MATH(__isnanf, isnan, 1, 'f') MATH(__isinf, isinf, 1, 'g') MATH(__isinff, isinf, 1, 'f')
    MATH(__finite, isfinite, 1, 'g') MATH(__finitef, isfinite, 1, 'f')
    MATH(fminf, fmin, 2, 'f') MATH(fmaxf, fmax, 2, 'f') MATH(__signbit, signbit, 1, 'g')
#undef MATH
#define PLAIN(name, operation, operands, type) {#name, IR_##operation, 0, operands, type},
    PLAIN(fabs, ABS, 1, 'g') PLAIN(fabsf, ABS, 1, 'f') PLAIN(__habs, ABS, 1, 'h') PLAIN(abs, ABS, 1, 'c') PLAIN(labs, ABS, 1, 'l')
    PLAIN(llabs, ABS, 1, 'l') PLAIN(fmod, REM, 2, 'g') PLAIN(fmodf, REM, 2, 'f') PLAIN(__fadd_rn, ADD, 2, 'f') PLAIN(__fsub_rn, SUB, 2, 'f')
    PLAIN(__fmul_rn, MUL, 2, 'f') PLAIN(__fdiv_rn, DIV, 2, 'f') PLAIN(__fdividef, DIV, 2, 'f') PLAIN(fdividef, DIV, 2, 'f')
    PLAIN(__fadd_rz, ADD, 2, 'f') PLAIN(__fmul_rz, MUL, 2, 'f') PLAIN(__dadd_rn, ADD, 2, 'd') PLAIN(__dsub_rn, SUB, 2, 'd')
    PLAIN(__dmul_rn, MUL, 2, 'd') PLAIN(__ddiv_rn, DIV, 2, 'd') PLAIN(__hadd, ADD, 2, 'h') PLAIN(__hsub, SUB, 2, 'h')
    PLAIN(__hmul, MUL, 2, 'h') PLAIN(__hdiv, DIV, 2, 'h') PLAIN(__hneg, NEG, 1, 'h') PLAIN(__heq, EQ, 2, 'h') PLAIN(__hne, NE, 2, 'h')
    PLAIN(__hlt, LT, 2, 'h') PLAIN(__hle, LE, 2, 'h') PLAIN(__hgt, GT, 2, 'h') PLAIN(__hge, GE, 2, 'h') PLAIN(__mul24, MUL, 2, 'i')
    PLAIN(__umul24, MUL, 2, 'u') PLAIN(umin, MIN, 2, 'u') PLAIN(umax, MAX, 2, 'u') PLAIN(llmin, MIN, 2, 'l') PLAIN(llmax, MAX, 2, 'l')
    PLAIN(ullmin, MIN, 2, 'v') PLAIN(ullmax, MAX, 2, 'v')
#undef PLAIN
};

typedef struct BitsRow { const char *name; DtypeNumber from, to; } BitsRow;
static const BitsRow bits[] = {
    {"__float_as_int", DTYPE_FLOAT32, DTYPE_INT32}, {"__float_as_uint", DTYPE_FLOAT32, DTYPE_UINT32}, {"__int_as_float", DTYPE_INT32, DTYPE_FLOAT32},
    {"__uint_as_float", DTYPE_UINT32, DTYPE_FLOAT32}, {"__double_as_longlong", DTYPE_FLOAT64, DTYPE_INT64},
    {"__longlong_as_double", DTYPE_INT64, DTYPE_FLOAT64}, {"__half_as_short", DTYPE_FLOAT16, DTYPE_INT16},
    {"__half_as_ushort", DTYPE_FLOAT16, DTYPE_UINT16}, {"__short_as_half", DTYPE_INT16, DTYPE_FLOAT16}, {"__ushort_as_half", DTYPE_UINT16, DTYPE_FLOAT16}};

static Expression *node(Cudac *c, IrOperation operation, int detail, const Type *type, Expression **arguments, int count, int line) {
    Expression *e = cudac_expression_create(c, EXPRESSION_BUILTIN, type, line);
    e->operation = operation;
    e->detail = detail;
    e->arguments = cudac_allocate(c, (size_t)(count + 1) * sizeof *e->arguments);
    if (count) memcpy(e->arguments, arguments, (size_t)count * sizeof *arguments);
    e->argument_count = count;
    return cudac_expression_finish(c, e);
}

Expression *cudac_builtin_place(Cudac *c, int place, int axis, int line) { return node(c, IR_THREAD, 3 * place + axis, SCALAR(UINT32), NULL, 0, line); }

static void want(Cudac *c, int count, int least, int most, int line) {
    if (count < least) cudac_fail(c, line, "too few arguments in function call");
    if (count > most) cudac_fail(c, line, "too many arguments in function call");
}

/* ---- functions on numbers ---- */

static const NumberRow *find_number(const char *name, NumberRow *made) {
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(numbers[i].name, name)) return &numbers[i];
    for (int i = 0; i < IR_MATH_popcount; i++) { /* sin, and sinf */
        const char *base = ir_math_rows[i].name;
        bool single = length && name[length - 1] == 'f' && strlen(base) == length - 1 && !memcmp(base, name, length - 1);
        if (strcmp(base, name) != 0 && !single) continue;
        *made = (NumberRow){base, IR_MATH, i, ir_math_rows[i].operands, single ? 'f' : 'g'};
        return made;
    }
    return NULL;
}

/* C++ finds functions of float and of double for whole numbers, and for one of each. */
static bool is_of_prelude(const Cudac *c) { return cudac_is_prelude(c, c->function->declared); }

static void ambiguous(Cudac *c, const char *name, int line) {
    cudac_fail(c, line, "more than one instance of overloaded function \"%s\" matches the argument list:", name);
}

static const Type *operand_type(Cudac *c, const NumberRow *row, Expression **arguments, int line) {
    static const struct { char letter; DtypeNumber number; } fixed[] = {{'f', DTYPE_FLOAT32}, {'d', DTYPE_FLOAT64}, {'h', DTYPE_FLOAT16}, {'i', DTYPE_INT32},
                                                                       {'u', DTYPE_UINT32}, {'l', DTYPE_INT64}, {'v', DTYPE_UINT64}};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].letter == row->type) return cudac_type_scalar(fixed[i].number);
    const Type *type = NULL;
    bool whole = true, single = false, twice = false;
    for (int i = 0; i < row->operands; i++) {
        single = single || type_is(arguments[i]->type, DTYPE_FLOAT32);
        twice = twice || type_is(arguments[i]->type, DTYPE_FLOAT64);
        if (arguments[i]->type->kind != TYPE_SCALAR) cudac_fail(c, line, "argument of type \"%s\" is incompatible with parameter of type \"double\"", cudac_type_name(c, arguments[i]->type));
        if (!cudac_type_is_integer(arguments[i]->type)) whole = false;
        type = type ? cudac_type_common(type, arguments[i]->type) : cudac_type_promoted(arguments[i]->type);
    }
    if (row->type == 'g' && (whole || (single && twice)) && !c->has_cupy && c->function && !is_of_prelude(c)) ambiguous(c, row->name, line);
    if (row->type == 'g' && whole) return SCALAR(FLOAT64);
    if (row->type == 'g') /* an integer beside a float counts as a double in C++ */
        for (int i = 0; i < row->operands; i++)
            if (cudac_type_is_integer(arguments[i]->type) && type_letter(type) == 'f' && row->detail != IR_MATH_pow) type = SCALAR(FLOAT64);
    return type;
}

static Expression *number_call(Cudac *c, const NumberRow *row, Expression **arguments, int count, int line) {
    Expression *converted[3];
    want(c, count, row->operands, row->operands, line);
    const Type *type = operand_type(c, row, arguments, line);
    const char *kinds = row->operation == IR_MATH ? ir_math_rows[row->detail].kinds : ir_operation_rows[row->operation].kinds;
    if (!strchr(kinds, type_letter(type))) cudac_fail(c, line, "no instance of overloaded function \"%s\" matches the argument list", row->name);
    for (int i = 0; i < count; i++) converted[i] = cudac_expression_cast(c, arguments[i], type, line);
    const Type *result = type;
    if (row->operation == IR_MATH && ir_math_rows[row->detail].result == 'B') result = SCALAR(BOOL);
    if (row->operation >= IR_EQ && row->operation <= IR_GE) result = SCALAR(BOOL);
    if (row->operation == IR_ABS) result = cudac_type_scalar(dtype_real(&dtypes[type->scalar])->number);
    if (row->operation == IR_MATH && row->detail >= IR_MATH_popcount && row->detail <= IR_MATH_ctz) result = SCALAR(INT32);
    return node(c, row->operation, row->detail, result, converted, count, line);
}

static Expression *extreme_call(Cudac *c, bool is_max, Expression **arguments, int count, int line) {
    want(c, count, 2, 2, line);
    if (arguments[0]->type->kind != TYPE_SCALAR || arguments[1]->type->kind != TYPE_SCALAR || type_letter(arguments[0]->type) == 'c' || type_letter(arguments[1]->type) == 'c')
        cudac_fail(c, line, "no instance of overloaded function \"%s\" matches the argument list", is_max ? "max" : "min");
    const Type *type = cudac_type_common(arguments[0]->type, arguments[1]->type);
    bool mixed = cudac_type_is_integer(arguments[0]->type) != cudac_type_is_integer(arguments[1]->type);
    if (mixed && !c->has_cupy && c->function && !is_of_prelude(c)) ambiguous(c, is_max ? "max" : "min", line);
    Expression *both[] = {cudac_expression_cast(c, arguments[0], type, line), cudac_expression_cast(c, arguments[1], type, line)};
    if (type_letter(type) == 'f') return node(c, IR_MATH, is_max ? IR_MATH_fmax : IR_MATH_fmin, type, both, 2, line);
    return node(c, is_max ? IR_MAX : IR_MIN, 0, type, both, 2, line);
}

/* __float2int_rn and its relations: from, to, and how to round. */
static bool read_word(const char **text, const Type **type) {
    static const struct { const char *word; DtypeNumber number; } words[] = {
        {"float", DTYPE_FLOAT32}, {"double", DTYPE_FLOAT64}, {"half", DTYPE_FLOAT16}, {"int", DTYPE_INT32}, {"uint", DTYPE_UINT32},
        {"ll", DTYPE_INT64}, {"ull", DTYPE_UINT64}, {"short", DTYPE_INT16}, {"ushort", DTYPE_UINT16}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        char next;
        if (strncmp(*text, words[i].word, length) != 0) continue;
        next = (*text)[length];
        if (next != '2' && next != '_' && next != '\0') continue;
        *text += length;
        *type = cudac_type_scalar(words[i].number);
        return true;
    }
    return false;
}

static bool read_conversion(const char *name, const Type **from, const Type **to, char *mode) {
    const char *text = name + 2;
    if (strncmp(name, "__", 2) != 0 || !read_word(&text, from) || *text++ != '2' || !read_word(&text, to)) return false;
    *mode = 'n';
    if (*text == '\0') return true;
    if (text[0] != '_' || text[1] != 'r' || !text[2] || !strchr("nzud", text[2]) || text[3]) return false;
    *mode = text[2];
    return true;
}

static Expression *conversion_call(Cudac *c, const char *name, Expression **arguments, int count, int line) {
    const Type *from, *to;
    char mode;
    if (!read_conversion(name, &from, &to, &mode)) return NULL;
    want(c, count, 1, 1, line);
    Expression *e = cudac_expression_cast(c, arguments[0], from, line);
    if (type_letter(from) == 'f' && type_letter(to) != 'f' && mode != 'z') {
        int math = mode == 'n' ? IR_MATH_rint : mode == 'u' ? IR_MATH_ceil : IR_MATH_floor;
        e = node(c, IR_MATH, math, from, &e, 1, line);
    }
    return cudac_expression_cast(c, e, to, line);
}

/* ---- memory ---- */

static const Type *pointed(Cudac *c, Expression **pointer, int line) {
    *pointer = cudac_expression_decayed(c, *pointer);
    if ((*pointer)->type->kind != TYPE_POINTER || (*pointer)->type->element->kind == TYPE_VOID)
        cudac_fail(c, line, "argument of type \"%s\" is incompatible with a parameter that is a pointer", cudac_type_name(c, (*pointer)->type));
    return (*pointer)->type->element;
}

static Expression *atomic_call(Cudac *c, const char *name, Expression **arguments, int count, int line) {
    static const struct { const char *name; int detail; } rows[] = {
        {"Add", IR_ATOMIC_ADD}, {"Sub", IR_ATOMIC_SUB}, {"Min", IR_ATOMIC_MIN}, {"Max", IR_ATOMIC_MAX}, {"And", IR_ATOMIC_AND}, {"Or", IR_ATOMIC_OR},
        {"Xor", IR_ATOMIC_XOR}, {"Exch", IR_ATOMIC_EXCHANGE}, {"Inc", IR_ATOMIC_INC}, {"Dec", IR_ATOMIC_DEC}, {"CAS", -1}};
    size_t length = strcspn(name + 6, "_");
    int detail = -2;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == length && !memcmp(rows[i].name, name + 6, length)) detail = rows[i].detail;
    if (detail == -2) return NULL;
    if (count != (detail == -1 ? 3 : 2) || (arguments[0]->type->kind != TYPE_POINTER && arguments[0]->type->kind != TYPE_ARRAY))
        cudac_fail(c, line, "no instance of overloaded function \"%s\" matches the argument list", name);
    const Type *type = pointed(c, &arguments[0], line);
    bool whole = cudac_type_is_integer(type) && dtypes[type->scalar].item_size >= 4, bitwise = detail >= IR_ATOMIC_AND && detail <= IR_ATOMIC_XOR;
    bool real = type_is(type, DTYPE_FLOAT32) || type_is(type, DTYPE_FLOAT64);
    if (type->kind == TYPE_SCALAR && !whole && !real) cudac_refuse(c, line, "%s on \"%s\"", name, cudac_type_name(c, type));
    if ((!whole && !real) || type->is_const || (real && (bitwise || detail == IR_ATOMIC_INC || detail == IR_ATOMIC_DEC)) ||
        ((detail == IR_ATOMIC_INC || detail == IR_ATOMIC_DEC) && !type_is(type, DTYPE_UINT32)))
        cudac_fail(c, line, "no instance of overloaded function \"%s\" matches the argument list\n            argument types are: (%s, %s)", name,
                   cudac_type_name(c, arguments[0]->type), cudac_type_name(c, arguments[1]->type));
    type = cudac_type_plain(c, type);
    for (int i = 1; i < count; i++) arguments[i] = cudac_expression_converted(c, arguments[i], type, line);
    return node(c, detail == -1 ? IR_ATOMIC_CAS : IR_ATOMIC, detail == -1 ? 0 : detail, type, arguments, count, line);
}

/* ---- warps and barriers ---- */

static Expression *full_mask(Cudac *c, int line) { return cudac_expression_integer(c, SCALAR(UINT32), 0xffffffff, line); }

static Expression *shuffle_call(Cudac *c, const char *name, Expression **arguments, int count, int line) {
    bool sync = strstr(name, "_sync") != NULL;
    const char *kind = name + strlen("__shfl");
    int detail = !strncmp(kind, "_up", 3) ? IR_SHUFFLE_UP : !strncmp(kind, "_down", 5) ? IR_SHUFFLE_DOWN : !strncmp(kind, "_xor", 4) ? IR_SHUFFLE_XOR : IR_SHUFFLE_INDEX;
    int first = sync ? 1 : 0;
    want(c, count, first + 2, first + 3, line);
    const Type *type = cudac_type_plain(c, arguments[first]->type), *wide = type;
    if (type->kind != TYPE_SCALAR || type_letter(type) == 'c') cudac_refuse(c, line, "%s on \"%s\"", name, cudac_type_name(c, type));
    if (dtypes[type->scalar].item_size < 4) wide = type_letter(type) == 'f' ? SCALAR(FLOAT32) : SCALAR(INT32);
    Expression *all[] = {sync ? cudac_expression_cast(c, arguments[0], SCALAR(UINT32), line) : full_mask(c, line),
                         cudac_expression_cast(c, arguments[first], wide, line), cudac_expression_cast(c, arguments[first + 1], SCALAR(INT32), line),
                         count > first + 2 ? cudac_expression_cast(c, arguments[first + 2], SCALAR(INT32), line) : cudac_expression_integer(c, SCALAR(INT32), 32, line)};
    return cudac_expression_cast(c, node(c, IR_SHUFFLE, detail, wide, all, 4, line), type, line);
}

static Expression *vote_call(Cudac *c, const char *name, Expression **arguments, int count, int line) {
    static const struct { const char *name; int detail; } rows[] = {{"__all", IR_VOTE_ALL}, {"__any", IR_VOTE_ANY}, {"__ballot", IR_VOTE_BALLOT}};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(rows[i].name);
        bool sync = !strcmp(name + (strncmp(name, rows[i].name, length) ? 0 : length), "_sync");
        if (strncmp(name, rows[i].name, length) != 0 || (name[length] && !sync)) continue;
        want(c, count, sync ? 2 : 1, sync ? 2 : 1, line);
        Expression *all[] = {sync ? cudac_expression_cast(c, arguments[0], SCALAR(UINT32), line) : full_mask(c, line), cudac_expression_truth(c, arguments[sync ? 1 : 0])};
        return node(c, IR_VOTE, rows[i].detail, rows[i].detail == IR_VOTE_BALLOT ? SCALAR(UINT32) : SCALAR(INT32), all, 2, line);
    }
    return NULL;
}

static Expression *barrier_call(Cudac *c, const char *name, Expression **arguments, int count, int line) {
    static const struct { const char *name; IrOperation operation; int detail; } rows[] = {
        {"__syncthreads", IR_BARRIER, 0}, {"__threadfence_block", IR_FENCE, IR_FENCE_BLOCK}, {"__threadfence", IR_FENCE, IR_FENCE_DEVICE},
        {"__threadfence_system", IR_FENCE, IR_FENCE_SYSTEM}};
    static const struct { const char *name; IrOperation operation; } votes[] = {
        {"__syncthreads_count", IR_BARRIER_COUNT}, {"__syncthreads_and", IR_BARRIER_AND}, {"__syncthreads_or", IR_BARRIER_OR}};
    for (int i = 0; i < 4; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        want(c, count, 0, 0, line);
        return node(c, rows[i].operation, rows[i].detail, &cudac_type_void, NULL, 0, line);
    }
    for (int i = 0; i < 3; i++) {
        if (strcmp(votes[i].name, name) != 0) continue;
        want(c, count, 1, 1, line);
        Expression *vote = cudac_expression_truth(c, arguments[0]);
        return node(c, votes[i].operation, 0, SCALAR(INT32), &vote, 1, line);
    }
    if (!strcmp(name, "__syncwarp")) {
        want(c, count, 0, 1, line);
        Expression *mask = count ? cudac_expression_cast(c, arguments[0], SCALAR(UINT32), line) : full_mask(c, line);
        return node(c, IR_SYNC_WARP, 0, &cudac_type_void, &mask, 1, line);
    }
    if (!strcmp(name, "__activemask")) return want(c, count, 0, 0, line), node(c, IR_ACTIVE_MASK, 0, SCALAR(UINT32), NULL, 0, line);
    return NULL;
}

/* ---- printf, assert ---- */

/* Each conversion wants a type: what is passed becomes int64, double or a pointer. */
static Expression *print_call(Cudac *c, Expression **arguments, int count, int line) {
    want(c, count, 1, 32, line);
    if (arguments[0]->kind != EXPRESSION_STRING) cudac_refuse(c, line, "printf with a format that is no literal");
    Expression *all[32];
    for (int i = 1; i < count; i++) {
        Expression *e = cudac_expression_decayed(c, arguments[i]);
        if (e->type->kind == TYPE_POINTER) e = cudac_expression_cast(c, e, SCALAR(UINT64), line);
        else if (e->type->kind != TYPE_SCALAR || type_letter(e->type) == 'c') cudac_fail(c, line, "printf cannot take a value of type \"%s\"", cudac_type_name(c, e->type));
        else if (type_letter(e->type) == 'f') e = cudac_expression_cast(c, e, SCALAR(FLOAT64), line);
        else e = cudac_expression_cast(c, e, cudac_type_promoted(e->type), line);
        all[i - 1] = e;
    }
    Expression *e = node(c, IR_PRINT, 0, SCALAR(INT32), all, count - 1, line);
    e->text = arguments[0]->text;
    return e;
}

static Expression *assert_call(Cudac *c, Expression **arguments, int count, int line) {
    want(c, count, 1, 1, line);
    Expression *condition = cudac_expression_truth(c, arguments[0]);
    Expression *e = node(c, IR_CHECK, 0, &cudac_type_void, &condition, 1, line);
    e->text = cudac_format(c, "%s(%d): assertion failed", c->file_name, line);
    return e;
}

Expression *cudac_builtin_call(Cudac *c, const char *name, Expression **arguments, int count, int line) {
    NumberRow made;
    const NumberRow *row = find_number(name, &made);
    Expression *e;
    for (int i = 0; i < count; i++)
        if (arguments[i]->type->kind == TYPE_STRUCT && row) return NULL;
    if (row) return number_call(c, row, arguments, count, line);
    if (!strcmp(name, "min") || !strcmp(name, "max")) return extreme_call(c, name[1] == 'a', arguments, count, line);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        if (strcmp(bits[i].name, name) != 0) continue;
        want(c, count, 1, 1, line);
        e = cudac_expression_cast(c, arguments[0], cudac_type_scalar(bits[i].from), line);
        return node(c, IR_BITCAST, 0, cudac_type_scalar(bits[i].to), &e, 1, line);
    }
    if (!strncmp(name, "atomic", 6) && (e = atomic_call(c, name, arguments, count, line))) return e;
    if (!strncmp(name, "__shfl", 6)) return shuffle_call(c, name, arguments, count, line);
    if ((e = vote_call(c, name, arguments, count, line)) || (e = barrier_call(c, name, arguments, count, line))) return e;
    if ((e = conversion_call(c, name, arguments, count, line))) return e;
    if (!strcmp(name, "real") || !strcmp(name, "imag")) {
        want(c, count, 1, 1, line);
        if (type_letter(arguments[0]->type) != 'c') return *name == 'r' ? arguments[0] : cudac_expression_cast(c, cudac_expression_integer(c, SCALAR(INT32), 0, line), arguments[0]->type, line);
        const Type *part = cudac_type_scalar(dtype_real(&dtypes[arguments[0]->type->scalar])->number);
        return node(c, *name == 'r' ? IR_REAL : IR_IMAG, 0, part, arguments, 1, line);
    }
    if (!strncmp(name, "__ld", 4)) {
        want(c, count, 1, 1, line);
        pointed(c, &arguments[0], line);
        return cudac_expression_dereference(c, arguments[0], line);
    }
    if (!strncmp(name, "__st", 4)) {
        want(c, count, 2, 2, line);
        pointed(c, &arguments[0], line);
        return cudac_expression_assign(c, "=", cudac_expression_dereference(c, arguments[0], line), arguments[1], line);
    }
    if (!strcmp(name, "__refuse") && count == 1 && c->function && arguments[0]->kind == EXPRESSION_STRING) cudac_refuse(c, c->function->used_at, "%s", arguments[0]->text);
    if (!strcmp(name, "printf")) return print_call(c, arguments, count, line);
    if (!strcmp(name, "assert")) return assert_call(c, arguments, count, line);
    if (!strcmp(name, "clock64") || !strcmp(name, "clock")) return node(c, IR_CLOCK, 0, SCALAR(INT64), NULL, 0, line);
    return NULL;
}

bool cudac_builtin_exists(const char *name) {
    static const char *const names[] = {"min", "max", "real", "imag", "printf", "assert", "clock", "clock64", "__syncthreads", "__syncwarp", "__activemask"};
    NumberRow made;
    const Type *from, *to;
    char mode;
    if (find_number(name, &made) || read_conversion(name, &from, &to, &mode)) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (!strcmp(bits[i].name, name)) return true;
    return !strncmp(name, "atomic", 6) || !strncmp(name, "__shfl", 6) || !strncmp(name, "__ldg", 5) || !strncmp(name, "__all", 5) || !strncmp(name, "__any", 5) ||
           !strncmp(name, "__ballot", 8) || !strncmp(name, "__syncthreads_", 14) || !strncmp(name, "__threadfence", 13) || !strncmp(name, "__ldc", 5) ||
           !strncmp(name, "__stc", 5) || !strncmp(name, "__stw", 5);
}

/* ---- lowering ---- */

IrValue *cudac_builtin_lower(Cudac *c, Expression *e) {
    IrBuilder *b = builder_of(c);
    IrValue *operands[33];
    for (int i = 0; i < e->argument_count; i++) operands[i] = cudac_lower_value(c, e->arguments[i]);
    IrValue *value;
    if (e->operation == IR_CHECK) return ir_build_check(b, operands[0], "AssertionError", e->text), NULL;
    if (e->operation == IR_PRINT) {
        ir_build_print(b, e->text, operands, e->argument_count);
        return ir_integer(c->module, IR_TYPE(INT32), e->argument_count);
    }
    if (e->operation == IR_BITCAST) value = ir_build_bitcast(b, cudac_type_ir(c, e->type, e->line), operands[0]);
    else value = ir_build(b, e->operation, e->detail, operands, e->argument_count);
    if (!value || e->type->kind == TYPE_VOID) return value;
    return cudac_lower_cast(c, value, e->type, e->line);
}
