/* What kernels may name: numba.cuda's places, memory, barriers, warps and atomic operations. */
#include "kernel/compile/private.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void wants_kernel(Compilation *c, const Node *node, const char *name) {
    if (!c->is_device) fail_typing(c, node, NULL, "numba.cuda.%s is for kernels alone", name);
}

static CompileValue at_least_zero(CompileValue value) {
    value.least = 0;
    return value;
}

/* ---- places ---- */

static IrValue *place(Compilation *c, IrPlace where, int axis) { return c->emit ? ir_build_thread(&c->builder, where, axis) : NULL; }

/* threadIdx.x: `data` is 3 * place + axis, and one. */
static CompileValue attribute_place(Compilation *c, const Node *node, CompileValue self, const void *data) {
    int number = (int)(intptr_t)data - 1;
    (void)self;
    wants_kernel(c, node, "threadIdx");
    return at_least_zero(value_number(c, DTYPE_INT32, place(c, (IrPlace)(number / 3), number % 3)));
}

static IrValue *place64(Compilation *c, IrPlace where, int axis) { return code_cast(c, DTYPE_INT32, DTYPE_INT64, place(c, where, axis)); }

/* grid(n), gridsize(n): a number, or a tuple of them. */
static CompileValue code_grid(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    bool is_size = data != NULL;
    int64_t count;
    CompileValue items[3];
    wants_kernel(c, node, is_size ? "gridsize" : "grid");
    if (!value_known_int(arguments->values[0], &count)) fail_typing(c, node, "call", "RequireLiteralValue: %s(ndim) wants a constant", is_size ? "gridsize" : "grid");
    if (count < 1 || count > 3) fail_typing(c, node, "call", "argument can only be 1, 2, 3");
    for (int axis = 0; axis < count; axis++) {
        IrValue *size = place64(c, IR_BLOCK_SIZE, axis);
        IrValue *first = is_size ? place64(c, IR_GRID_SIZE, axis) : place64(c, IR_BLOCK_INDEX, axis);
        IrValue *found = code_binary(c, IR_MUL, first, size);
        if (!is_size) found = code_binary(c, IR_ADD, found, place64(c, IR_THREAD_INDEX, axis));
        items[axis] = at_least_zero(value_number(c, DTYPE_INT64, found));
    }
    return count == 1 ? items[0] : tuple_of(c, items, (int)count);
}

static CompileValue attribute_lane(Compilation *c, const Node *node, CompileValue self, const void *data) {
    (void)self;
    wants_kernel(c, node, "laneid");
    if (data) return at_least_zero(value_number(c, DTYPE_INT32, code_integer(c, DTYPE_INT32, IR_WARP_SIZE)));
    IrValue *row = code_binary(c, IR_ADD, place(c, IR_THREAD_INDEX, 1), code_binary(c, IR_MUL, place(c, IR_THREAD_INDEX, 2), place(c, IR_BLOCK_SIZE, 1)));
    IrValue *thread = code_binary(c, IR_ADD, place(c, IR_THREAD_INDEX, 0), code_binary(c, IR_MUL, row, place(c, IR_BLOCK_SIZE, 0)));
    return at_least_zero(value_number(c, DTYPE_INT32, code_binary(c, IR_AND, thread, code_integer(c, DTYPE_INT32, IR_WARP_SIZE - 1))));
}

/* ---- barriers and fences ---- */

static IrValue *operation(Compilation *c, IrOperation which, int detail, IrValue *const *operands, int count) {
    return c->emit ? ir_build(&c->builder, which, detail, operands, count) : NULL;
}

static CompileValue code_barrier(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    IrOperation which = (IrOperation)(intptr_t)data;
    wants_kernel(c, node, "syncthreads");
    if (which == IR_BARRIER) {
        operation(c, which, 0, NULL, 0);
        return value_none(c);
    }
    IrValue *truth = value_truth_code(c, node, arguments->values[0]), *result = operation(c, which, 0, &truth, 1);
    if (which != IR_BARRIER_COUNT) result = code_cast(c, DTYPE_BOOL, DTYPE_INT32, result);
    return at_least_zero(value_number(c, DTYPE_INT32, result));
}

static CompileValue code_fence(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)arguments;
    wants_kernel(c, node, "threadfence");
    operation(c, IR_FENCE, (int)(intptr_t)data, NULL, 0);
    return value_none(c);
}

/* ---- warps ---- */

static IrValue *mask_of(Compilation *c, CompileValue value) { return value_as(c, value, DTYPE_UINT32); }

static CompileValue code_sync_warp(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)data;
    wants_kernel(c, node, "syncwarp");
    IrValue *mask = argument_is_given(arguments->values[0]) ? mask_of(c, arguments->values[0]) : code_integer(c, DTYPE_UINT32, 0xffffffff);
    operation(c, IR_SYNC_WARP, 0, &mask, 1);
    return value_none(c);
}

static IrValue *shuffle(Compilation *c, IrShuffle kind, IrValue *mask, IrValue *value, IrValue *by) {
    IrValue *all[] = {mask, value, by, code_integer(c, DTYPE_INT32, IR_WARP_SIZE)};
    return operation(c, IR_SHUFFLE, kind, all, 4);
}

static CompileValue wide_number(Compilation *c, const Node *node, const char *name, Arguments *arguments, int which) {
    CompileValue value = value_force(c, arguments->values[which]);
    if (value.type->kind == TYPE_KIND_LITERAL) value = value_convert(c, value, value.type->item);
    bool good = value.type->kind == TYPE_KIND_NUMBER && type_number_kind(value.type) != 'c';
    if (!good) fail_no_implementation(c, node, compile_text(c, "<%s>", name), arguments->values, arguments->count);
    if (dtypes[value.type->number].item_size >= 4) return value;
    return value_number(c, DTYPE_INT32, value_as(c, value, DTYPE_INT32));
}

static CompileValue code_shuffle(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    wants_kernel(c, node, "shfl_sync");
    CompileValue value = wide_number(c, node, "shfl_sync", arguments, 1);
    IrValue *result = shuffle(c, (IrShuffle)((intptr_t)data - 1), mask_of(c, arguments->values[0]), value_part(c, value), value_as(c, arguments->values[2], DTYPE_INT32));
    return value_number(c, value.type->number, result);
}

static IrValue *vote(Compilation *c, IrVote kind, IrValue *mask, IrValue *truth) { return operation(c, IR_VOTE, kind, (IrValue *[]){mask, truth}, 2); }

static CompileValue code_vote(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    int kind = (int)(intptr_t)data - 1;
    wants_kernel(c, node, "ballot_sync");
    IrValue *mask = mask_of(c, arguments->values[0]), *truth = value_truth_code(c, node, arguments->values[1]);
    if (kind == IR_VOTE_BALLOT) return at_least_zero(value_number(c, DTYPE_UINT32, vote(c, IR_VOTE_BALLOT, mask, truth)));
    if (kind < IR_VOTE_COUNT) return value_number(c, DTYPE_BOOL, vote(c, (IrVote)kind, mask, truth));
    IrValue *yes = vote(c, IR_VOTE_ALL, mask, truth), *no = vote(c, IR_VOTE_ANY, mask, truth); /* eq_sync: all or none */
    return value_number(c, DTYPE_BOOL, code_binary(c, IR_OR, yes, code_unary(c, IR_NOT, no)));
}

static IrValue *bits_of(Compilation *c, CompileValue value) {
    const Dtype *dtype = &dtypes[value.type->number];
    DtypeNumber whole = dtype->item_size == 8 ? DTYPE_UINT64 : DTYPE_UINT32;
    return c->emit ? ir_build_bitcast(&c->builder, ir_scalar_type(whole), value_part(c, value)) : NULL;
}

/* The threads of a mask that there are. */
static IrValue *those_here(Compilation *c, CompileValue mask) { return code_binary(c, IR_AND, mask_of(c, mask), operation(c, IR_ACTIVE_MASK, 0, NULL, 0)); }

/* The threads whose value has the same bits, looked at one by one. */
static CompileValue code_match_any(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)data;
    wants_kernel(c, node, "match_any_sync");
    CompileValue value = wide_number(c, node, "match_any_sync", arguments, 1);
    IrValue *mask = those_here(c, arguments->values[0]), *bits = bits_of(c, value), *result = code_integer(c, DTYPE_UINT32, 0);
    for (int lane = 0; lane < IR_WARP_SIZE; lane++) {
        IrValue *other = shuffle(c, IR_SHUFFLE_INDEX, mask, bits, code_integer(c, DTYPE_INT32, lane));
        IrValue *bit = code_binary(c, IR_AND, mask, code_integer(c, DTYPE_UINT32, (int64_t)(1u << lane)));
        result = code_binary(c, IR_OR, result, code_select(c, code_binary(c, IR_EQ, other, bits), bit, code_integer(c, DTYPE_UINT32, 0)));
    }
    return at_least_zero(value_number(c, DTYPE_INT32, code_cast(c, DTYPE_UINT32, DTYPE_INT32, result)));
}

static CompileValue code_match_all(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)data;
    wants_kernel(c, node, "match_all_sync");
    CompileValue value = wide_number(c, node, "match_all_sync", arguments, 1);
    IrValue *mask = those_here(c, arguments->values[0]), *bits = bits_of(c, value);
    IrValue *first = code_cast(c, DTYPE_UINT32, DTYPE_INT32, code_math(c, IR_MATH_ctz, mask, NULL));
    IrValue *same = vote(c, IR_VOTE_ALL, mask, code_binary(c, IR_EQ, bits, shuffle(c, IR_SHUFFLE_INDEX, mask, bits, first)));
    IrValue *found = code_select(c, same, mask, code_integer(c, DTYPE_UINT32, 0));
    CompileValue items[2] = {value_number(c, DTYPE_INT32, code_cast(c, DTYPE_UINT32, DTYPE_INT32, found)), value_number(c, DTYPE_BOOL, same)};
    return tuple_of(c, items, 2);
}

static CompileValue code_active_mask(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)arguments, (void)data;
    wants_kernel(c, node, "activemask");
    return at_least_zero(value_number(c, DTYPE_UINT32, operation(c, IR_ACTIVE_MASK, 0, NULL, 0)));
}

static CompileValue code_lanes_before(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)arguments, (void)data;
    IrValue *lane = value_part(c, attribute_lane(c, node, value_none(c), NULL));
    IrValue *one = code_integer(c, DTYPE_UINT32, 1);
    IrValue *bit = code_binary(c, IR_SHL, one, code_cast(c, DTYPE_INT32, DTYPE_UINT32, lane));
    return at_least_zero(value_number(c, DTYPE_UINT32, code_binary(c, IR_SUB, bit, one)));
}

/* ---- numbers ---- */

/* popc, clz, brev, ffs: of the bits of whole numbers. */
static CompileValue code_bits(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    const char *name = data;
    CompileValue value = value_force(c, arguments->values[0]);
    bool reverses = !strcmp(name, "brev"), finds = !strcmp(name, "ffs");
    if (!type_is_integer(value.type)) fail_no_implementation(c, node, compile_text(c, "<class 'numba.cuda.stubs.%s'>", name), arguments->values, arguments->count);
    DtypeNumber number = value.type->number, wide = dtypes[number].item_size == 8 ? DTYPE_UINT64 : DTYPE_UINT32;
    IrValue *bits = value_as(c, value, dtypes[number].item_size < 4 && dtypes[number].kind == 'i' ? DTYPE_INT32 : wide);
    if (dtypes[number].item_size < 4 && dtypes[number].kind == 'i') bits = code_cast(c, DTYPE_INT32, DTYPE_UINT32, bits);
    if (reverses) return at_least_zero(value_number(c, wide, code_math(c, IR_MATH_reverse_bits, bits, NULL)));
    if (finds) {
        IrValue *found = code_binary(c, IR_ADD, code_cast(c, wide, DTYPE_UINT32, code_math(c, IR_MATH_ctz, bits, NULL)), code_integer(c, DTYPE_UINT32, 1));
        IrValue *none = code_binary(c, IR_EQ, bits, code_integer(c, wide, 0));
        return at_least_zero(value_number(c, DTYPE_UINT32, code_select(c, none, code_integer(c, DTYPE_UINT32, 0), found)));
    }
    IrValue *count = code_math(c, strcmp(name, "popc") ? IR_MATH_clz : IR_MATH_popcount, bits, NULL);
    return at_least_zero(value_number(c, number, code_cast(c, wide, number, count)));
}

static DtypeNumber float_of(const CompileType *type) { return type->number == DTYPE_FLOAT32 || type->number == DTYPE_FLOAT16 ? DTYPE_FLOAT32 : DTYPE_FLOAT64; }

static CompileValue code_fma(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    DtypeNumber number = DTYPE_FLOAT32;
    (void)node, (void)data;
    for (int i = 0; i < 3; i++) {
        arguments->values[i] = value_force(c, arguments->values[i]);
        if (arguments->values[i].type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<class 'numba.cuda.stubs.fma'>", arguments->values, 3);
        if (float_of(arguments->values[i].type) == DTYPE_FLOAT64) number = DTYPE_FLOAT64;
    }
    IrValue *all[3];
    for (int i = 0; i < 3; i++) all[i] = value_as(c, arguments->values[i], number);
    return value_number(c, number, c->emit ? ir_build_math(&c->builder, IR_MATH_fma, all, 3) : NULL);
}

static CompileValue code_cube_root(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    CompileValue value = value_force(c, arguments->values[0]);
    (void)data;
    if (value.type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<class 'numba.cuda.stubs.cbrt'>", arguments->values, 1);
    DtypeNumber number = float_of(value.type);
    return value_number(c, number, code_math(c, IR_MATH_cbrt, value_as(c, value, number), NULL));
}

static CompileValue code_choose(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)data;
    CompileValue yes = value_force(c, arguments->values[1]), no = value_force(c, arguments->values[2]);
    const CompileType *type = type_unify(c->types, type_plain(yes.type), type_plain(no.type));
    if (!type || type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<class 'numba.cuda.stubs.selp'>", arguments->values, 3);
    IrValue *result = code_select(c, value_truth_code(c, node, arguments->values[0]), value_as(c, yes, type->number), value_as(c, no, type->number));
    return value_number(c, type->number, result);
}

static CompileValue code_nothing(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)node, (void)arguments, (void)data;
    return value_none(c);
}

/* ---- 16-bit floats: fp16.hadd and its kin ---- */

typedef struct HalfRow {
    const char *name;
    int count;
    IrOperation operation; /* of float16s; IR_MATH: `function` of float32s */
    IrMath function;
    bool compares;
} HalfRow;
static const HalfRow halves[] = {
    {"hadd", 2, IR_ADD, 0, false}, {"hsub", 2, IR_SUB, 0, false}, {"hmul", 2, IR_MUL, 0, false}, {"hdiv", 2, IR_DIV, 0, false},
    {"hneg", 1, IR_NEG, 0, false}, {"habs", 1, IR_ABS, 0, false}, {"heq", 2, IR_EQ, 0, true}, {"hne", 2, IR_NE, 0, true},
    {"hge", 2, IR_GE, 0, true}, {"hgt", 2, IR_GT, 0, true}, {"hle", 2, IR_LE, 0, true}, {"hlt", 2, IR_LT, 0, true},
    {"hmax", 2, IR_MATH, IR_MATH_fmax, false}, {"hmin", 2, IR_MATH, IR_MATH_fmin, false}, {"hsin", 1, IR_MATH, IR_MATH_sin, false},
    {"hcos", 1, IR_MATH, IR_MATH_cos, false}, {"hlog", 1, IR_MATH, IR_MATH_log, false}, {"hlog10", 1, IR_MATH, IR_MATH_log10, false},
    {"hlog2", 1, IR_MATH, IR_MATH_log2, false}, {"hexp", 1, IR_MATH, IR_MATH_exp, false}, {"hexp2", 1, IR_MATH, IR_MATH_exp2, false},
    {"hfloor", 1, IR_MATH, IR_MATH_floor, false}, {"hceil", 1, IR_MATH, IR_MATH_ceil, false}, {"hsqrt", 1, IR_MATH, IR_MATH_sqrt, false},
    {"hrint", 1, IR_MATH, IR_MATH_rint, false}, {"htrunc", 1, IR_MATH, IR_MATH_trunc, false}, {"hfma", 3, IR_MATH, IR_MATH_fma, false}};

static CompileValue code_half(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    const HalfRow *row = data;
    IrValue *all[3];
    bool is_math = row->operation == IR_MATH, is_exact = row->function == IR_MATH_fma;
    DtypeNumber inner = !is_math ? DTYPE_FLOAT16 : is_exact ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
    for (int i = 0; i < arguments->count; i++) arguments->values[i] = value_force(c, arguments->values[i]);
    bool good = arguments->count == row->count;
    for (int i = 0; good && i < row->count; i++) good = type_plain(arguments->values[i].type)->kind == TYPE_KIND_NUMBER;
    if (!good) fail_no_implementation(c, node, compile_text(c, "<class 'numba.cuda.stubs.fp16.%s'>", row->name), arguments->values, arguments->count);
    for (int i = 0; i < row->count; i++)
        all[i] = code_cast(c, DTYPE_FLOAT16, inner, value_as(c, arguments->values[i], DTYPE_FLOAT16));
    if (!c->emit) return value_number(c, row->compares ? DTYPE_BOOL : DTYPE_FLOAT16, NULL);
    IrValue *result = is_math ? ir_build_math(&c->builder, row->function, all, row->count) : ir_build(&c->builder, row->operation, 0, all, row->count);
    if (row->compares) return value_number(c, DTYPE_BOOL, result);
    return value_number(c, DTYPE_FLOAT16, code_cast(c, inner, DTYPE_FLOAT16, result));
}

/* hrcp, hrsqrt, hexp10: of what there is. */
static CompileValue code_half_made(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    const char *name = data;
    CompileValue value = value_force(c, arguments->values[0]);
    if (type_plain(value.type)->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, compile_text(c, "<class 'numba.cuda.stubs.fp16.%s'>", name), arguments->values, 1);
    IrValue *x = code_cast(c, DTYPE_FLOAT16, DTYPE_FLOAT32, value_as(c, value, DTYPE_FLOAT16)), *one = code_float(c, DTYPE_FLOAT32, 1);
    if (!strcmp(name, "hexp10")) x = code_math(c, IR_MATH_pow, code_float(c, DTYPE_FLOAT32, 10), x);
    else x = code_binary(c, IR_DIV, one, strcmp(name, "hrsqrt") ? x : code_math(c, IR_MATH_sqrt, x, NULL));
    return value_number(c, DTYPE_FLOAT16, code_cast(c, DTYPE_FLOAT32, DTYPE_FLOAT16, x));
}

/* ---- random numbers: numba.cuda.random ---- */

static IrValue *rotate_left(Compilation *c, IrValue *word, int by) {
    IrValue *high = code_binary(c, IR_SHL, word, code_integer(c, DTYPE_UINT64, by));
    return code_binary(c, IR_OR, high, code_binary(c, IR_SHR, word, code_integer(c, DTYPE_UINT64, 64 - by)));
}

static IrValue *random_next(Compilation *c, IrValue *place) {
    IrValue *second = code_offset(c, place, code_integer(c, DTYPE_INT64, 1));
    IrValue *low = code_read(c, place), *high = code_read(c, second), *sum = code_binary(c, IR_ADD, low, high), *mixed = code_binary(c, IR_XOR, high, low);
    IrValue *moved = code_binary(c, IR_SHL, mixed, code_integer(c, DTYPE_UINT64, 14));
    code_write(c, place, code_binary(c, IR_XOR, code_binary(c, IR_XOR, rotate_left(c, low, 55), mixed), moved));
    code_write(c, second, rotate_left(c, mixed, 36));
    return sum;
}

static IrValue *random_unit(Compilation *c, IrValue *place) { /* [0, 1) in 53 bits */
    IrValue *bits = code_binary(c, IR_SHR, random_next(c, place), code_integer(c, DTYPE_UINT64, 11));
    return code_binary(c, IR_MUL, code_cast(c, DTYPE_UINT64, DTYPE_FLOAT64, bits), code_float(c, DTYPE_FLOAT64, 0x1p-53));
}

/* `data`: 'n' the next word; 'u', 'U' uniform, 'g', 'G' normal numbers of float32 and float64. */
static CompileValue code_random(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    char what = *(const char *)data;
    CompileValue states = value_force(c, arguments->values[0]), index = value_force(c, arguments->values[1]);
    bool good = states.type->kind == TYPE_KIND_ARRAY && states.type->rank == 1 && type_is_integer(type_plain(index.type)) && item_size_of(states.type->item) != 8;
    wants_kernel(c, node, "random");
    if (!good) fail_no_implementation(c, node, "<function xoroshiro128p>", arguments->values, 2);
    IrValue *at = index_wrapped(c, index, array_extent(c, states, 0));
    IrValue *place = code_offset(c, code_retype(c, DTYPE_UINT64, array_first(c, states)), code_binary(c, IR_MUL, at, code_integer(c, DTYPE_INT64, 2)));
    if (what == 'n') return at_least_zero(value_number(c, DTYPE_UINT64, random_next(c, place)));
    DtypeNumber number = what == 'u' || what == 'g' ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    IrValue *first = code_cast(c, DTYPE_FLOAT64, number, random_unit(c, place));
    if (what == 'u' || what == 'U') return value_number(c, number, first);
    IrValue *second = code_cast(c, DTYPE_FLOAT64, number, random_unit(c, place)); /* Box and Muller's first */
    IrValue *radius = code_math(c, IR_MATH_sqrt, code_binary(c, IR_MUL, code_float(c, number, -2), code_math(c, IR_MATH_log, first, NULL)), NULL);
    double turn = number == DTYPE_FLOAT32 ? (double)(float)6.283185307179586 : 6.283185307179586;
    IrValue *angle = code_math(c, IR_MATH_cos, code_binary(c, IR_MUL, code_float(c, number, turn), second), NULL);
    return value_number(c, number, code_binary(c, IR_MUL, radius, angle));
}

/* ---- arrays in shared and local memory ---- */

static int known_extents(Compilation *c, const Node *node, const char *name, CompileValue shape, int64_t *extents) {
    int count = shape.type->kind == TYPE_KIND_TUPLE ? shape.type->count : 1;
    for (int i = 0; i < count; i++) {
        CompileValue one = shape.type->kind == TYPE_KIND_TUPLE ? value_item(c, shape, i) : shape;
        if (count > IR_RANK_MAX || !value_known_int(one, &extents[i]))
            fail_typing(c, node, "call", "No implementation of function Function(<function %s>) found for signature:\n \n >>> array(%s)\n \nthe shape must be constant", name,
                        value_shown(c, shape));
        if (extents[i] < 0) fail_typing(c, node, "call", "negative shape");
    }
    return count;
}

/* Storage stands at the function's head: one for each place in the text, however often it is passed. */
static IrValue *storage(Compilation *c, IrOperation where, DtypeNumber number, int64_t count) {
    if (!c->emit) return NULL;
    IrBuilder before = c->builder;
    c->builder.block = c->instance->ir->body;
    c->builder.before = c->instance->anchor;
    const IrType *item = ir_scalar_type(number);
    IrValue *memory = ir_build_storage(&c->builder, where, where == IR_DYNAMIC_SHARED ? item : ir_fixed_type(c->module, item, count ? count : 1));
    IrValue *first = memory ? ir_build_bitcast(&c->builder, ir_pointer_type(c->module, item, IR_GLOBAL_SPACE), memory) : NULL;
    c->builder = before;
    return first;
}

static CompileValue code_memory(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    bool is_shared = data != NULL;
    int64_t extents[IR_RANK_MAX + 1], count = 1;
    IrValue *shape[IR_RANK_MAX];
    wants_kernel(c, node, is_shared ? "shared.array" : "local.array");
    int rank = known_extents(c, node, is_shared ? "shared.array" : "local.array", value_force(c, arguments->values[0]), extents);
    DtypeNumber number = argument_dtype(c, node, arguments->values[1]);
    for (int i = 0; i < rank; i++) count *= extents[i];
    bool is_dynamic = is_shared && rank == 1 && !count;
    if (!is_dynamic && count * dtypes[number].item_size > IR_LOCAL_BYTES_MAX) fail_typing(c, node, "call", "the array is too large");
    for (int i = 0; i < rank; i++) shape[i] = code_integer(c, DTYPE_INT64, extents[i]);
    if (is_dynamic) { /* as much as the launch says: the kernel's last parameter */
        IrValue *bytes = c->emit && c->dynamic_bytes && c->instance->ir == c->kernel ? c->dynamic_bytes : code_integer(c, DTYPE_INT64, INT32_MAX);
        shape[0] = code_binary(c, IR_DIV, bytes, code_integer(c, DTYPE_INT64, dtypes[number].item_size));
    }
    IrValue *address = storage(c, !is_shared ? IR_LOCAL : is_dynamic ? IR_DYNAMIC_SHARED : IR_SHARED, number, count);
    const CompileType *type = type_array(c->types, number_type(c, number), rank, 'C', true, true);
    CompileValue result = array_value(c, type, code_integer(c, DTYPE_INT64, 0), address, shape, NULL);
    result.is_borrowed = true;
    return result;
}

/* const.array_like(array): its elements, as a table of the kernel's own. */
static CompileValue code_constant_array(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)data;
    CompileValue array = value_force(c, arguments->values[0]);
    if (array.type->kind != TYPE_KIND_ARRAY) fail_no_implementation(c, node, "<function const.array_like>", arguments->values, 1);
    return array;
}

/* ---- atomic operations ---- */

typedef enum AtomicKind { ATOMIC_PLAIN, ATOMIC_EXTREME, ATOMIC_SKIPS_NAN, ATOMIC_CAS_AT, ATOMIC_CAS_FIRST } AtomicKind;
typedef struct AtomicRow {
    const char *name, *kinds; /* of the elements */
    AtomicKind kind;
    IrAtomic operation;
} AtomicRow;
static const AtomicRow atomics[] = {
    {"add", "iuf", ATOMIC_PLAIN, IR_ATOMIC_ADD},           {"sub", "iuf", ATOMIC_PLAIN, IR_ATOMIC_SUB},
    {"and_", "iu", ATOMIC_PLAIN, IR_ATOMIC_AND},           {"or_", "iu", ATOMIC_PLAIN, IR_ATOMIC_OR},
    {"xor", "iu", ATOMIC_PLAIN, IR_ATOMIC_XOR},            {"exch", "iu", ATOMIC_PLAIN, IR_ATOMIC_EXCHANGE},
    {"inc", "u", ATOMIC_PLAIN, IR_ATOMIC_INC},             {"dec", "u", ATOMIC_PLAIN, IR_ATOMIC_DEC},
    {"max", "iuf", ATOMIC_EXTREME, IR_ATOMIC_MAX},         {"min", "iuf", ATOMIC_EXTREME, IR_ATOMIC_MIN},
    {"nanmax", "iuf", ATOMIC_SKIPS_NAN, IR_ATOMIC_MAX},    {"nanmin", "iuf", ATOMIC_SKIPS_NAN, IR_ATOMIC_MIN},
    {"cas", "iu", ATOMIC_CAS_AT, IR_ATOMIC_EXCHANGE},      {"compare_and_swap", "iu", ATOMIC_CAS_FIRST, IR_ATOMIC_EXCHANGE}};

/* The address of array[index]. */
static IrValue *element_address(Compilation *c, const Node *node, const AtomicRow *row, CompileValue array, CompileValue index, Arguments *arguments) {
    IrValue *indexes[IR_RANK_MAX];
    int rank = array.type->rank, count = index.type->kind == TYPE_KIND_TUPLE ? index.type->count : 1;
    if (count != rank) fail_no_implementation(c, node, compile_text(c, "<class 'numba.cuda.stubs.atomic.%s'>", row->name), arguments->values, arguments->count);
    for (int i = 0; i < rank; i++) {
        CompileValue one = index.type->kind == TYPE_KIND_TUPLE ? value_item(c, index, i) : index;
        if (!type_is_integer(type_plain(one.type)) && type_plain(one.type)->number != DTYPE_BOOL)
            fail_no_implementation(c, node, compile_text(c, "<class 'numba.cuda.stubs.atomic.%s'>", row->name), arguments->values, arguments->count);
        indexes[i] = index_wrapped(c, one, array_extent(c, array, i));
    }
    return c->emit ? ir_build_element(&c->builder, array_view_of(c, &array), indexes, rank, c->checks_all) : NULL;
}

static IrValue *as_other(Compilation *c, DtypeNumber number, IrValue *value) { return c->emit ? ir_build_bitcast(&c->builder, ir_scalar_type(number), value) : NULL; }

/* A loop of compare and exchange over the bits: what the hardware has not in one step. */
static IrValue *exchange_loop(Compilation *c, IrValue *address, DtypeNumber number, IrValue *(*combine)(Compilation *c, DtypeNumber number, IrAtomic operation, IrValue *old, IrValue *value),
                              IrAtomic what, IrValue *value) {
    if (!c->emit) return NULL;
    DtypeNumber bits = dtypes[number].item_size == 8 ? DTYPE_UINT64 : DTYPE_UINT32;
    IrValue *place = code_retype(c, bits, address), *seen = code_variable(c, (TypePart){.number = bits}), *done = code_variable(c, (TypePart){.number = DTYPE_BOOL});
    code_set(c, seen, code_read(c, place));
    code_set(c, done, code_integer(c, DTYPE_BOOL, 0));
    code_while(c);
    code_test(c, code_unary(c, IR_NOT, code_get(c, done)));
    IrValue *before = code_get(c, seen), *old = as_other(c, number, before);
    IrValue *after = as_other(c, bits, combine(c, number, what, old, value));
    IrValue *got = operation(c, IR_ATOMIC_CAS, 0, (IrValue *[]){place, before, after}, 3);
    code_set(c, done, code_binary(c, IR_EQ, got, before));
    code_set(c, seen, got);
    code_end(c);
    return as_other(c, number, code_get(c, seen));
}

static IrValue *without_nan(Compilation *c, DtypeNumber number, IrAtomic what, IrValue *old, IrValue *value) {
    (void)number;
    return code_math(c, what == IR_ATOMIC_MAX ? IR_MATH_fmax : IR_MATH_fmin, old, value);
}

static IrValue *up_or_down(Compilation *c, DtypeNumber number, IrAtomic what, IrValue *old, IrValue *value) {
    IrValue *zero = code_integer(c, number, 0), *one = code_integer(c, number, 1);
    if (what == IR_ATOMIC_INC) return code_select(c, code_binary(c, IR_GE, old, value), zero, code_binary(c, IR_ADD, old, one));
    IrValue *wraps = code_binary(c, IR_OR, code_binary(c, IR_EQ, old, zero), code_binary(c, IR_GT, old, value));
    return code_select(c, wraps, value, code_binary(c, IR_SUB, old, one));
}

static CompileValue code_atomic(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    const AtomicRow *row = data;
    int wanted = row->kind == ATOMIC_CAS_AT ? 4 : 3;
    wants_kernel(c, node, "atomic");
    const char *name = compile_text(c, "<class 'numba.cuda.stubs.atomic.%s'>", row->name);
    for (int i = 0; i < arguments->count; i++) arguments->values[i] = value_force(c, arguments->values[i]);
    CompileValue array = arguments->values[0];
    bool good = arguments->count == wanted && array.type->kind == TYPE_KIND_ARRAY && array.type->item->kind == TYPE_KIND_NUMBER;
    DtypeNumber number = good ? array.type->number : DTYPE_BOOL;
    good = good && strchr(row->kinds, dtypes[number].kind) && dtypes[number].item_size >= 4 && dtypes[number].item_size <= 8;
    for (int i = row->kind == ATOMIC_CAS_FIRST ? 1 : 2; good && i < wanted; i++) good = type_plain(arguments->values[i].type)->kind == TYPE_KIND_NUMBER;
    if (!good) fail_no_implementation(c, node, name, arguments->values, arguments->count);
    CompileValue index = row->kind == ATOMIC_CAS_FIRST ? value_int(c, 0) : arguments->values[1];
    IrValue *address = element_address(c, node, row, array, index, arguments), *result;
    bool is_float = dtypes[number].kind == 'f';
    if (row->kind >= ATOMIC_CAS_AT) {
        int at = row->kind == ATOMIC_CAS_AT ? 2 : 1;
        IrValue *all[] = {address, value_as(c, arguments->values[at], number), value_as(c, arguments->values[at + 1], number)};
        return value_number(c, number, operation(c, IR_ATOMIC_CAS, 0, all, 3));
    }
    IrValue *value = value_as(c, arguments->values[2], number);
    bool is_wide_count = number == DTYPE_UINT64 && (row->operation == IR_ATOMIC_INC || row->operation == IR_ATOMIC_DEC);
    if (row->kind == ATOMIC_SKIPS_NAN && is_float) result = exchange_loop(c, address, number, without_nan, row->operation, value);
    else if (is_wide_count) result = exchange_loop(c, address, number, up_or_down, row->operation, value);
    else {
        if (row->kind == ATOMIC_EXTREME && is_float) { /* a nan leaves the element as it is */
            IrValue *least = code_float(c, number, row->operation == IR_ATOMIC_MAX ? -INFINITY : INFINITY);
            value = code_select(c, code_math(c, IR_MATH_isnan, value, NULL), least, value);
        }
        result = operation(c, IR_ATOMIC, row->operation, (IrValue *[]){address, value}, 2);
    }
    CompileValue old = value_number(c, number, result);
    return dtypes[number].kind == 'u' ? at_least_zero(old) : old;
}

/* ---- libdevice ---- */

typedef struct MathRow {
    const char *name; /* without the f of its twin over float32 */
    IrMath function;
    int count;
} MathRow;
static const MathRow library[] = {
    {"sin", IR_MATH_sin, 1},     {"cos", IR_MATH_cos, 1},     {"tan", IR_MATH_tan, 1},     {"asin", IR_MATH_asin, 1},   {"acos", IR_MATH_acos, 1},
    {"atan", IR_MATH_atan, 1},   {"sinh", IR_MATH_sinh, 1},   {"cosh", IR_MATH_cosh, 1},   {"tanh", IR_MATH_tanh, 1},   {"asinh", IR_MATH_asinh, 1},
    {"acosh", IR_MATH_acosh, 1}, {"atanh", IR_MATH_atanh, 1}, {"exp", IR_MATH_exp, 1},     {"exp2", IR_MATH_exp2, 1},   {"expm1", IR_MATH_expm1, 1},
    {"log", IR_MATH_log, 1},     {"log2", IR_MATH_log2, 1},   {"log10", IR_MATH_log10, 1}, {"log1p", IR_MATH_log1p, 1}, {"sqrt", IR_MATH_sqrt, 1},
    {"cbrt", IR_MATH_cbrt, 1},   {"erf", IR_MATH_erf, 1},     {"erfc", IR_MATH_erfc, 1},   {"tgamma", IR_MATH_tgamma, 1}, {"lgamma", IR_MATH_lgamma, 1},
    {"floor", IR_MATH_floor, 1}, {"ceil", IR_MATH_ceil, 1},   {"trunc", IR_MATH_trunc, 1}, {"rint", IR_MATH_rint, 1},   {"nearbyint", IR_MATH_rint, 1},
    {"round", IR_MATH_round, 1}, {"pow", IR_MATH_pow, 2},     {"atan2", IR_MATH_atan2, 2}, {"hypot", IR_MATH_hypot, 2}, {"copysign", IR_MATH_copysign, 2},
    {"nextafter", IR_MATH_nextafter, 2}, {"fmin", IR_MATH_fmin, 2}, {"fmax", IR_MATH_fmax, 2}, {"fma", IR_MATH_fma, 3},
    {"fast_sin", IR_MATH_sin, -1}, {"fast_cos", IR_MATH_cos, -1}, {"fast_tan", IR_MATH_tan, -1}, {"fast_exp", IR_MATH_exp, -1}, {"fast_log", IR_MATH_log, -1},
    {"fast_log2", IR_MATH_log2, -1}, {"fast_log10", IR_MATH_log10, -1}, {"fast_pow", IR_MATH_pow, -2}};

/* numba.cuda.libdevice.sinf and its kin, by name. */
CompileValue cuda_call_library(Compilation *c, const Node *node, const char *name, Arguments *arguments) {
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
        const MathRow *row = &library[i];
        bool is_single = length && name[length - 1] == 'f' && strlen(row->name) == length - 1 && !strncmp(row->name, name, length - 1);
        if (!is_single && (row->count < 0 || strcmp(row->name, name) != 0)) continue;
        int count = row->count < 0 ? -row->count : row->count;
        DtypeNumber number = is_single ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
        IrValue *all[3];
        if (arguments->count != count) break;
        for (int k = 0; k < count; k++) {
            arguments->values[k] = value_force(c, arguments->values[k]);
            if (arguments->values[k].type->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, compile_text(c, "<function %s>", name), arguments->values, count);
            all[k] = value_as(c, arguments->values[k], number);
        }
        return value_number(c, number, c->emit ? ir_build_math(&c->builder, row->function, all, count) : NULL);
    }
    fail_no_implementation(c, node, compile_text(c, "<function %s>", name), arguments->values, arguments->count);
}

/* ---- names that are numbers ---- */

bool cuda_value(Compilation *c, const Node *node, const char *path, CompileValue *value) {
    bool is_size = !strcmp(path, "numba.cuda.stubs.warpsize");
    if (!is_size && strcmp(path, "numba.cuda.stubs.laneid") != 0) return false;
    *value = attribute_lane(c, node, value_none(c), is_size ? "" : NULL);
    return true;
}

/* ---- the tables ---- */

#define STUB "numba.cuda.stubs."
#define RANDOM "numba.cuda.random.xoroshiro128p_"
#define HALF(i, name) {STUB "fp16." name, NULL, code_half, &halves[i]}
#define ATOMIC(i, name) {STUB "atomic." name, NULL, code_atomic, &atomics[i]}
static const BuiltinRow rows[] = {
    {STUB "grid", "ndim", code_grid, NULL},
    {STUB "gridsize", "ndim", code_grid, ""},
    {STUB "syncthreads", "", code_barrier, (void *)(intptr_t)IR_BARRIER},
    {STUB "syncthreads_count", "predicate", code_barrier, (void *)(intptr_t)IR_BARRIER_COUNT},
    {STUB "syncthreads_and", "predicate", code_barrier, (void *)(intptr_t)IR_BARRIER_AND},
    {STUB "syncthreads_or", "predicate", code_barrier, (void *)(intptr_t)IR_BARRIER_OR},
    {STUB "threadfence", "", code_fence, (void *)(intptr_t)IR_FENCE_DEVICE},
    {STUB "threadfence_block", "", code_fence, (void *)(intptr_t)IR_FENCE_BLOCK},
    {STUB "threadfence_system", "", code_fence, (void *)(intptr_t)IR_FENCE_SYSTEM},
    {STUB "syncwarp", "mask=", code_sync_warp, NULL},
    {STUB "shfl_sync", "mask value src_lane", code_shuffle, (void *)(intptr_t)(IR_SHUFFLE_INDEX + 1)},
    {STUB "shfl_up_sync", "mask value delta", code_shuffle, (void *)(intptr_t)(IR_SHUFFLE_UP + 1)},
    {STUB "shfl_down_sync", "mask value delta", code_shuffle, (void *)(intptr_t)(IR_SHUFFLE_DOWN + 1)},
    {STUB "shfl_xor_sync", "mask value lane_mask", code_shuffle, (void *)(intptr_t)(IR_SHUFFLE_XOR + 1)},
    {STUB "all_sync", "mask predicate", code_vote, (void *)(intptr_t)(IR_VOTE_ALL + 1)},
    {STUB "any_sync", "mask predicate", code_vote, (void *)(intptr_t)(IR_VOTE_ANY + 1)},
    {STUB "ballot_sync", "mask predicate", code_vote, (void *)(intptr_t)(IR_VOTE_BALLOT + 1)},
    {STUB "eq_sync", "mask predicate", code_vote, (void *)(intptr_t)(IR_VOTE_COUNT + 1)},
    {STUB "match_any_sync", "mask value", code_match_any, NULL},
    {STUB "match_all_sync", "mask value", code_match_all, NULL},
    {STUB "activemask", "", code_active_mask, NULL},
    {STUB "lanemask_lt", "", code_lanes_before, NULL},
    {STUB "popc", "x", code_bits, "popc"},
    {STUB "clz", "x", code_bits, "clz"},
    {STUB "brev", "x", code_bits, "brev"},
    {STUB "ffs", "x", code_bits, "ffs"},
    {STUB "fma", "a b c", code_fma, NULL},
    {STUB "cbrt", "x", code_cube_root, NULL},
    {STUB "selp", "a b c", code_choose, NULL},
    {STUB "nanosleep", "ns", code_nothing, NULL},
    {STUB "shared.array", "shape dtype", code_memory, ""},
    {STUB "local.array", "shape dtype", code_memory, NULL},
    {STUB "const.array_like", "ndarray", code_constant_array, NULL},
    ATOMIC(0, "add"), ATOMIC(1, "sub"), ATOMIC(2, "and_"), ATOMIC(3, "or_"), ATOMIC(4, "xor"), ATOMIC(5, "exch"), ATOMIC(6, "inc"), ATOMIC(7, "dec"),
    ATOMIC(8, "max"), ATOMIC(9, "min"), ATOMIC(10, "nanmax"), ATOMIC(11, "nanmin"), ATOMIC(12, "cas"), ATOMIC(13, "compare_and_swap"),
    HALF(0, "hadd"), HALF(1, "hsub"), HALF(2, "hmul"), HALF(3, "hdiv"), HALF(4, "hneg"), HALF(5, "habs"), HALF(6, "heq"), HALF(7, "hne"), HALF(8, "hge"),
    HALF(9, "hgt"), HALF(10, "hle"), HALF(11, "hlt"), HALF(12, "hmax"), HALF(13, "hmin"), HALF(14, "hsin"), HALF(15, "hcos"), HALF(16, "hlog"),
    HALF(17, "hlog10"), HALF(18, "hlog2"), HALF(19, "hexp"), HALF(20, "hexp2"), HALF(21, "hfloor"), HALF(22, "hceil"), HALF(23, "hsqrt"), HALF(24, "hrint"),
    HALF(25, "htrunc"), HALF(26, "hfma"),
    {STUB "fp16.hrcp", "a", code_half_made, "hrcp"},
    {STUB "fp16.hrsqrt", "a", code_half_made, "hrsqrt"},
    {STUB "fp16.hexp10", "a", code_half_made, "hexp10"},
    {RANDOM "next", "states index", code_random, "n"},
    {RANDOM "uniform_float32", "states index", code_random, "u"},
    {RANDOM "uniform_float64", "states index", code_random, "U"},
    {RANDOM "normal_float32", "states index", code_random, "g"},
    {RANDOM "normal_float64", "states index", code_random, "G"},
    {NULL, NULL, NULL, NULL},
};

#define PLACES(name, number)                                                              \
    {STUB name ".x", attribute_place, (void *)(intptr_t)(3 * (number) + 1)},              \
        {STUB name ".y", attribute_place, (void *)(intptr_t)(3 * (number) + 2)},          \
        {STUB name ".z", attribute_place, (void *)(intptr_t)(3 * (number) + 3)}
static const AttributeRow attributes[] = {
    PLACES("threadIdx", IR_THREAD_INDEX), PLACES("blockIdx", IR_BLOCK_INDEX), PLACES("blockDim", IR_BLOCK_SIZE), PLACES("gridDim", IR_GRID_SIZE),
    {NULL, NULL, NULL},
};

const BuiltinRow *const cuda_rows = rows;
const AttributeRow *const cuda_attributes = attributes;
