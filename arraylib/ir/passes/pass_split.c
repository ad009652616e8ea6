/* hoist: what is the same in every round of a loop is computed before it. split: the rare ways of inner loops leave the function.
 *
 *     for i = start to stop step s { ... a[i + 3] checked ... }
 *
 * becomes
 *
 *     if start < stop {
 *         if stop - start is no great number, and the indexes of the first and last rounds are inside {
 *             for i = start to stop step s { ... a[i + 3] ... }
 *         } else rare_f(start, stop, s, what the loop uses)
 *     }
 *
 * The loop that is left neither checks nor polls, and there is no second one beside it for LLVM to work on: the function
 * `rare_f` has the loop as it was, and is not compiled before it is called. There `strip` cuts it. That the number of rounds is
 * limited keeps the loop short of 100 ms, so that it needs no poll, and its indexes from wrapping around. */
#include "arraylib/ir/passes/passes.h"

#include <stdio.h>
#include <string.h>

enum {
    WEIGHT_ALL = 1 << 27, /* simple operations between two polls, at most */
    WEIGHT_MATH = 40,
    WEIGHT_QUOTIENT = 12,
    WEIGHT_FAR = 100,     /* what may not be in a cache */
    FEW_ROUNDS = 16,      /* of a constant number: not worth a look at their ends */
    LIVE_MAX = 200
};

/* ---- hoist ---- */

typedef struct Hoisting {
    IrValue *loop;
} Hoisting;

static bool is_inside(const IrValue *value, const IrValue *loop) {
    return (loop->blocks[0] && loop_holds(value, loop->blocks[0])) || (loop->blocks[1] && loop_holds(value, loop->blocks[1]));
}

static void note_set(IrValue *value, void *context) {
    if (value->operation == IR_SET) value->operands[0]->note = context;
}

static void forget_set(IrValue *value, void *context) {
    (void)context;
    if (value->operation == IR_SET) value->operands[0]->note = NULL;
}

/* Variables that the loop sets carry it as their note. */
static bool is_fixed(const Hoisting *h, const IrValue *value) {
    bool reads = value->operation == IR_GET && value->operands[0]->note != h->loop;
    if (!reads && (ir_trait(value) != TRAIT_P || !ir_gives_value(value))) return false;
    bool is_dear = value->operation == IR_MATH || value->operation == IR_DIV || value->operation == IR_REM ||
                   value->operation == IR_FLOOR_DIV || value->operation == IR_FLOOR_REM;
    if (is_dear && value->block != h->loop->blocks[0] && value->block != h->loop->blocks[1]) return false; /* perhaps it is never asked for */
    for (int i = 0; i < value->operand_count; i++)
        if (is_inside(value->operands[i], h->loop)) return false;
    return true;
}

static void hoist_value(IrValue *value, void *context) {
    Hoisting *h = context;
    if (!is_fixed(h, value)) return;
    ir_block_remove(value);
    ir_block_insert(h->loop->block, h->loop, value);
}

static void hoist_block(IrBlock *block) {
    for (IrValue *value = block->first; value; value = value->next) {
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) hoist_block(value->blocks[i]); /* inner loops first: theirs may go on from here */
        if (value->operation != IR_FOR && value->operation != IR_WHILE) continue;
        Hoisting h = {.loop = value};
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) ir_walk(value->blocks[i], note_set, value);
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) ir_walk(value->blocks[i], hoist_value, &h);
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) ir_walk(value->blocks[i], forget_set, NULL);
    }
}

bool pass_hoist(IrFunction *function) {
    hoist_block(function->body);
    return true;
}

/* ---- what a loop is like ---- */

typedef struct Split {
    LoopChecks checks;
    int64_t weight;
    bool possible, returns;
    IrValue *live[LIVE_MAX];       /* used inside, made outside: values, and variables that are not set */
    IrValue *variables[LIVE_MAX];  /* set inside */
    int live_count, variable_count;
    IrFunction *rare;
    const IrType *frame;
    int variables_at; /* in the frame */
} Split;

static void add_once(Split *s, IrValue **list, int *count, IrValue *value) {
    for (int i = 0; i < *count; i++)
        if (list[i] == value) return;
    if (*count == LIVE_MAX) s->possible = false;
    else list[(*count)++] = value;
}

static void find_sets(IrValue *value, void *context) {
    Split *s = context;
    if (value->operation == IR_SET && !loop_holds(value->operands[0], s->checks.body))
        add_once(s, s->variables, &s->variable_count, value->operands[0]);
}

static bool is_variable_of(const Split *s, const IrValue *value) {
    for (int i = 0; i < s->variable_count; i++)
        if (s->variables[i] == value) return true;
    return false;
}

/* Was the address one of the elements whose indexes follow the loop's? (What was there is looked at first.) */
static bool follows_loop(const Split *s, const IrValue *pointer) {
    if (!loop_holds(pointer, s->checks.body)) return true;
    for (int i = 0; i < s->checks.check_count; i++)
        if (s->checks.checks[i] == pointer) return true;
    return false;
}

static void look(IrValue *value, void *context) {
    Split *s = context;
    switch (value->operation) {
    case IR_FOR:
    case IR_WHILE:
    case IR_CALL: /* it may take any time */
    case IR_PARALLEL:
    case IR_CAUGHT:
    case IR_PRINT: s->possible = false; break;
    case IR_RETURN: s->returns = true; break;
    case IR_MATH: s->weight += WEIGHT_MATH; break;
    case IR_ATOMIC:
    case IR_ATOMIC_CAS: s->weight += WEIGHT_FAR; break;
    case IR_DIV:
    case IR_REM:
    case IR_FLOOR_DIV:
    case IR_FLOOR_REM: s->weight += WEIGHT_QUOTIENT; break;
    case IR_LOAD: s->weight += follows_loop(s, value->operands[0]) ? 2 : WEIGHT_FAR; break;
    default: s->weight += ir_kind(value->type) == 'c' ? 4 : 1;
    }
    checks_add(&s->checks, value);
    for (int i = 0; i < value->operand_count; i++) {
        IrValue *used = value->operands[i];
        if (ir_is_constant(used) || loop_holds(used, s->checks.body) || is_variable_of(s, used)) continue;
        if (used->operation == IR_CAUGHT) s->possible = false;
        add_once(s, s->live, &s->live_count, used);
    }
}

/* ---- the function of the rare ways ---- */

static const char *new_name(IrModule *module, const char *base, char *place, size_t size) {
    for (int i = 1;; i++) {
        snprintf(place, size, "rare%d_%.150s", i, base);
        if (!ir_function_find(module, place)) return place;
    }
}

/* What a rare function is given: one frame of words, for start, stop, step, what is alive (of an array its parts), the
 * variables that are set, and a returned value. It gives whether the loop has returned. */
enum { WORD = 8 };

static int words_of(const IrType *type) {
    if (type->kind == IR_ARRAY) return 1 + (type->contiguous ? 1 : 2) * type->rank;
    return type->size > WORD ? 2 : 1;
}

typedef struct Frame {
    IrBuilder *b;
    IrValue *memory;
    int at;
} Frame;

/* The place of the next words, as one of the type. */
static IrValue *next_place(Frame *frame, const IrType *type) {
    IrModule *module = frame->b->module;
    IrValue *place = ir_build_binary(frame->b, IR_ITEM, frame->memory, ir_integer(module, IR_TYPE(INT64), frame->at));
    frame->at += words_of(type);
    if (!place || type == IR_TYPE(INT64)) return place;
    return ir_build_bitcast(frame->b, ir_pointer_type(module, type, IR_LOCAL_SPACE), place);
}

static void put(Frame *frame, IrValue *value) { ir_build_store(frame->b, next_place(frame, value->type), value); }
static IrValue *take(Frame *frame, const IrType *type) { return ir_build_load(frame->b, next_place(frame, type)); }

static void put_array(Frame *frame, IrValue *array) {
    const IrType *type = array->type;
    put(frame, ir_build_unary(frame->b, IR_DATA, array));
    for (int axis = 0; axis < type->rank; axis++) put(frame, ir_build_shape(frame->b, array, axis));
    for (int axis = 0; axis < type->rank && !type->contiguous; axis++) put(frame, ir_build(frame->b, IR_STRIDE, axis, &array, 1));
}

static IrValue *take_array(Frame *frame, const IrType *type) {
    IrValue *parts[2 * IR_RANK_MAX];
    IrValue *data = take(frame, ir_pointer_type(frame->b->module, type->element, IR_GLOBAL_SPACE));
    for (int i = 0; i < words_of(type) - 1; i++) parts[i] = take(frame, IR_TYPE(INT64));
    return ir_build_view(frame->b, data, parts, parts + type->rank, type->rank, type->contiguous);
}

static bool create_rare(Split *s) {
    IrFunction *function = s->checks.function;
    IrModule *module = function->module;
    char name[200];
    int words = 0;
    for (int i = 0; i < s->live_count; i++) words += words_of(s->live[i]->type);
    for (int i = 0; i < s->variable_count; i++) words += words_of(s->variables[i]->type);
    words += function->result->kind == IR_VOID ? 0 : words_of(function->result);
    s->frame = ir_fixed_type(module, IR_TYPE(INT64), words + 3);
    const IrType *pointer = s->frame ? ir_pointer_type(module, s->frame, IR_LOCAL_SPACE) : NULL;
    if (!pointer) return false;
    s->rare = ir_function_create(module, IR_FUNCTION, new_name(module, function->name, name, sizeof name), IR_TYPE(BOOL), &pointer,
                                 (const char *[]){"frame"}, 1);
    if (!s->rare) return false;
    s->rare->is_rare = s->rare->is_internal = true;
    s->rare->fast_math = function->fast_math;
    return true;
}

/* Where variable `number` is kept in the frame. */
static IrValue *variable_place(Split *s, IrBuilder *b, IrValue *memory, int number) {
    Frame frame = {b, memory, s->variables_at};
    for (int i = 0; i < number; i++) frame.at += words_of(s->variables[i]->type);
    return next_place(&frame, s->variables[number]->type);
}

static IrValue *result_place(Split *s, IrBuilder *b, IrValue *memory) {
    Frame frame = {b, memory, s->variables_at};
    for (int i = 0; i < s->variable_count; i++) frame.at += words_of(s->variables[i]->type);
    return next_place(&frame, s->checks.function->result);
}

static void save_variables(Split *s, IrBuilder *b, IrValue *const *copies) {
    for (int i = 0; i < s->variable_count; i++)
        ir_build_store(b, variable_place(s, b, s->rare->parameters[0], i), ir_build_get(b, copies[i]));
}

typedef struct Returns {
    IrValue *found[64];
    int count;
    bool too_many;
} Returns;

static void find_return(IrValue *value, void *context) {
    Returns *returns = context;
    if (value->operation != IR_RETURN) return;
    if (returns->count == 64) returns->too_many = true;
    else returns->found[returns->count++] = value;
}

/* The variables must be as they are now, where a fault goes to a handler, too: so each SET is a STORE as well. */
typedef struct Mirror {
    Split *split;
    IrValue **copies;
} Mirror;

static void mirror_set(IrValue *value, void *context) {
    Mirror *m = context;
    if (value->operation != IR_SET) return;
    for (int i = 0; i < m->split->variable_count; i++) {
        if (m->copies[i] != value->operands[0]) continue;
        IrBuilder b = {.module = m->split->rare->module, .block = value->block, .before = value->next, .line = value->line};
        ir_build_store(&b, variable_place(m->split, &b, m->split->rare->parameters[0], i), value->operands[1]);
    }
}

static bool stands_in_try(const IrValue *value) {
    for (const IrBlock *block = value->block; block->owner; block = block->owner->block)
        if (block->owner->operation == IR_TRY) return true;
    return false;
}

static bool fill_rare(Split *s) {
    IrModule *module = s->rare->module;
    IrValue *memory = s->rare->parameters[0], *copies[LIVE_MAX], *bounds[3];
    IrBuilder b = ir_builder(s->rare);
    Frame frame = {&b, memory, 0};
    b.line = s->checks.loop->line;
    for (int i = 0; i < 3; i++) {
        IrValue *bound = s->checks.loop->operands[i];
        bounds[i] = ir_is_constant(bound) ? bound : take(&frame, bound->type);
    }
    for (int i = 0; i < s->live_count; i++) {
        const IrType *type = s->live[i]->type;
        IrValue *value = type->kind == IR_ARRAY ? take_array(&frame, type) : take(&frame, type);
        s->live[i]->note = s->live[i]->operation == IR_VAR ? ir_build_var(&b, value) : value;
    }
    s->variables_at = frame.at;
    for (int i = 0; i < s->variable_count; i++)
        s->variables[i]->note = copies[i] = ir_build_var(&b, ir_build_load(&b, variable_place(s, &b, memory, i)));
    IrValue *index = ir_build_for(&b, bounds[0], bounds[1], bounds[2]);
    if (!index) return false;
    IrBlock *body = b.block;
    s->checks.index->note = index;
    bool good = pass_copy_block(s->checks.body, body);
    pass_clear_notes(s->checks.function);
    s->checks.index->note = NULL;
    if (!good) return false;
    if (stands_in_try(s->checks.loop)) {
        Mirror mirror = {s, copies};
        ir_walk(body, mirror_set, &mirror);
    }
    Returns returns = {.count = 0};
    ir_walk(body, find_return, &returns);
    if (returns.too_many) return false;
    for (int i = 0; i < returns.count; i++) {
        IrValue *found = returns.found[i];
        IrBuilder at = {.module = module, .block = found->block, .before = found, .line = found->line};
        save_variables(s, &at, copies);
        if (found->operand_count) ir_build_store(&at, result_place(s, &at, memory), found->operands[0]);
        ir_build_return(&at, ir_integer(module, IR_TYPE(BOOL), 1));
        ir_block_remove(found);
    }
    ir_build_end(&b);
    save_variables(s, &b, copies);
    ir_build_return(&b, ir_integer(module, IR_TYPE(BOOL), 0));
    return !ir_module_failed(module);
}

/* ---- the loop that is left ---- */

static void call_rare(Split *s, IrBuilder *b) {
    IrModule *module = s->rare->module;
    IrFunction *function = s->checks.function;
    IrValue *memory = ir_build_storage(b, IR_LOCAL, s->frame);
    Frame frame = {b, memory, 0};
    for (int i = 0; i < 3; i++)
        if (!ir_is_constant(s->checks.loop->operands[i])) put(&frame, s->checks.loop->operands[i]);
    for (int i = 0; i < s->live_count; i++) {
        IrValue *value = s->live[i];
        if (value->type->kind == IR_ARRAY) put_array(&frame, value);
        else put(&frame, value->operation == IR_VAR ? ir_build_get(b, value) : value);
    }
    for (int i = 0; i < s->variable_count; i++) put(&frame, ir_build_get(b, s->variables[i]));
    bool guarded = stands_in_try(s->checks.loop) && s->variable_count;
    IrValue *returned = ir_build_var(b, ir_integer(module, IR_TYPE(BOOL), 0));
    if (guarded) ir_build_try(b);
    ir_build_set(b, returned, ir_build_call(b, s->rare, &memory, 1));
    if (guarded) { /* the handler around sees the variables as the fault left them */
        IrValue *caught = ir_build_catch(b);
        for (int i = 0; i < s->variable_count; i++) ir_build_set(b, s->variables[i], ir_build_load(b, variable_place(s, b, memory, i)));
        ir_build_raise_again(b, caught);
        ir_build_end(b);
    }
    for (int i = 0; i < s->variable_count; i++) ir_build_set(b, s->variables[i], ir_build_load(b, variable_place(s, b, memory, i)));
    if (!s->returns) return;
    ir_build_if(b, ir_build_get(b, returned));
    ir_build_return(b, function->result->kind == IR_VOID ? NULL : ir_build_load(b, result_place(s, b, memory)));
    ir_build_end(b);
}

static IrValue *both(IrBuilder *b, IrValue *left, IrValue *right) { return right ? ir_build_binary(b, IR_AND, left, right) : left; }

static void resolve(IrValue *value, void *context) {
    (void)context;
    pass_resolve(value);
}

static bool split(Split *s) {
    IrValue *loop = s->checks.loop, *start = loop->operands[0], *stop = loop->operands[1], *step = loop->operands[2];
    IrModule *module = s->checks.function->module;
    const IrType *type = start->type;
    bool down = ir_is_constant(step) && step->constant.i < 0;
    if (!create_rare(s) || !fill_rare(s)) return false;
    IrBuilder *b = &s->checks.builder;
    *b = (IrBuilder){.module = module, .block = loop->block, .before = loop, .line = loop->line};
    IrValue *one = ir_integer(module, type, 1);
    IrValue *good = ir_build_binary(b, down ? IR_GT : IR_LT, start, stop);
    if (!ir_is_constant(step)) good = both(b, ir_build_binary(b, IR_GT, step, ir_integer(module, type, 0)), good);
    else if (ir_build_if(b, good)) good = NULL;
    IrValue *rounds = down ? ir_build_binary(b, IR_SUB, start, stop) : ir_build_binary(b, IR_SUB, stop, start);
    IrValue *limit = ir_integer(module, IR_TYPE(UINT64), WEIGHT_ALL / (s->weight + 1));
    IrValue *few = ir_build_binary(b, IR_LE, ir_build_cast(b, IR_TYPE(UINT64), rounds), limit);
    good = both(b, few, good);
    IrValue *last = down ? ir_build_binary(b, IR_ADD, stop, one) : ir_build_binary(b, IR_SUB, stop, one);
    if (ir_is_constant(step) && step->constant.i > 1) { /* where it ends in truth */
        IrValue *past = ir_build_binary(b, IR_REM, ir_build_binary(b, IR_SUB, last, start), step);
        last = ir_build_binary(b, IR_SUB, last, past);
    }
    good = both(b, good, checks_hold(&s->checks, start, last));
    if (!ir_build_if(b, good)) return false;
    IrValue *index = ir_build_for(b, start, stop, step);
    if (!index) return false;
    IrBlock *body = b->block;
    body->owner->loop_hint = 1;
    ir_build_end(b);
    ir_build_else(b);
    call_rare(s, b);
    ir_build_end(b);
    if (ir_module_failed(module)) return false;
    checks_drop(&s->checks);
    pass_move_values(s->checks.body, body, NULL);
    s->checks.index->note = index;
    ir_walk(body, resolve, NULL);
    s->checks.index->note = NULL;
    ir_block_remove(loop);
    return true;
}

static bool has_few_rounds(const IrValue *loop) {
    for (int i = 0; i < 3; i++)
        if (!ir_is_constant(loop->operands[i])) return false;
    return ir_trip_count(loop->operands[0]->type, loop->operands[0]->constant, loop->operands[1]->constant, loop->operands[2]->constant) <= FEW_ROUNDS;
}

static bool split_for(IrFunction *function, IrValue *loop) {
    Split s = {.checks = {.function = function, .loop = loop, .body = loop->blocks[0], .index = loop->blocks[0]->index}, .possible = true};
    const IrValue *step = loop->operands[2];
    bool usual = !ir_is_constant(step) || step->constant.i == -1 || (step->constant.i > 0 && step->constant.i <= 1 << 16);
    if (loop->loop_hint || loop->operands[0]->type != IR_TYPE(INT64) || !usual) return true;
    ir_walk(s.checks.body, find_sets, &s);
    ir_walk(s.checks.body, look, &s);
    if (s.possible && has_few_rounds(loop)) {
        loop->loop_hint = 1; /* nor is a poll */
        return true;
    }
    if (!s.possible || loop->block->depth + 6 > IR_NESTING_MAX) return true;
    return split(&s);
}

static bool split_block(IrFunction *function, IrBlock *block) {
    for (IrValue *value = block->first, *next; value; value = next) {
        next = value->next;
        bool good = true;
        for (int i = 0; i < 2 && good; i++)
            if (value->blocks[i]) good = split_block(function, value->blocks[i]);
        if (good && value->operation == IR_FOR) good = split_for(function, value);
        if (!good) return false;
    }
    return true;
}

bool pass_split(IrFunction *function) {
    if (function->kind != IR_FUNCTION || function->is_rare || function->small) return true;
    return split_block(function, function->body) && !ir_module_failed(function->module);
}
