/* A kernel's block as LLVM code over vectors of lanes: what lanes_render.c and its neighbours share. lanes.h tells the plan.
 *
 * Pointers are 64-bit numbers here. A mask is an integer of W bits in an i32; NULL means that every lane runs. */
#ifndef ARRAYLIB_IR_LANES_RENDER_H
#define ARRAYLIB_IR_LANES_RENDER_H

#include "arraylib/ir/lanes/lanes_help.h"

typedef struct LaneLoop { /* in a region */
    bool is_uniform;
    LlvmBlock next, exit;
    LlvmValue live, round; /* slots: lanes still in the loop, in this round */
    struct LaneLoop *outer;
} LaneLoop;

typedef struct BlockLoop { /* around barriers */
    bool is_uniform;
    LlvmBlock next, exit;
    int64_t live, round; /* masks in the scratch memory, a word for each vector */
    struct BlockLoop *outer;
} BlockLoop;

enum { LANE_TEAM_MAX = 8, LANE_ROOTS_MAX = 6 };
typedef struct LaneTeam { /* vectors that are rendered together */
    int size, load_count, store_count;
    const IrValue *loads[LANE_ROOTS_MAX], *stores[LANE_ROOTS_MAX]; /* what is read together, what is written behind that: pointers, one of each range */
    LlvmValue vector[LANE_TEAM_MAX];
    LaneInfo *info[LANE_TEAM_MAX], *own; /* each member has what was rendered for it; own: the plan's */
} LaneTeam;

typedef struct Lanes {
    LlvmRender *r;
    const Llvm *l;
    LanePlan *plan;
    LlvmValue call, run, kept, scratch, shared, dynamic, index[3], grid[3];
    LlvmValue *parameters, *low, *high, interrupt;
    LlvmBlock exit, fault;
    LlvmBlock side;   /* the end of the innermost side of a condition that lanes take apart, within the loop; NULL: in none */
    /* in a region */
    LlvmValue vector; /* its number, i64; NULL: between regions */
    int region;
    LlvmValue exec;   /* i32, or NULL */
    int context, contexts;
    LaneLoop *loop;
    LlvmValue alive;  /* slot of lanes that have not returned; NULL: none returns early */
    BlockLoop *block_loop;
    int64_t masks[IR_NESTING_MAX + 2]; /* in the scratch memory: what the structures around leave on */
    int mask_count;
    int64_t alive_at;
    LlvmBlock alone;  /* in a team: where an access goes that is not on its straight way; NULL: not in a team */
    bool went_alone;
} Lanes;

/* ---- small things ---- */

static inline LlvmType int_type(Lanes *n, int bits) { return n->l->IntTypeInContext(n->r->context, (unsigned)bits); }
static inline LlvmValue number(Lanes *n, int bits, int64_t value) { return n->l->ConstInt(int_type(n, bits), (uint64_t)value, 0); }
static inline LlvmBlock new_block(Lanes *n) { return n->l->AppendBasicBlockInContext(n->r->context, n->r->code, ""); }
static inline void go_to(Lanes *n, LlvmBlock block) { n->l->PositionBuilderAtEnd(n->r->builder, block); }
static inline bool is_open(Lanes *n) { return !n->l->GetBasicBlockTerminator(n->l->GetInsertBlock(n->r->builder)); }
static inline void branch(Lanes *n, LlvmBlock block) {
    if (is_open(n)) n->l->BuildBr(n->r->builder, block);
}
static inline void branch_if(Lanes *n, LlvmValue condition, LlvmBlock yes, LlvmBlock no) { n->l->BuildCondBr(n->r->builder, condition, yes, no); }
static inline LlvmValue binary(Lanes *n, int opcode, LlvmValue a, LlvmValue b) { return n->l->BuildBinOp(n->r->builder, opcode, a, b, ""); }
static inline LlvmValue convert(Lanes *n, int opcode, LlvmValue a, LlvmType type) { return n->l->BuildCast(n->r->builder, opcode, a, type, ""); }
static inline LlvmValue compare(Lanes *n, int predicate, LlvmValue a, LlvmValue b) { return n->l->BuildICmp(n->r->builder, predicate, a, b, ""); }
static inline LlvmValue choose(Lanes *n, LlvmValue c, LlvmValue a, LlvmValue b) { return n->l->BuildSelect(n->r->builder, c, a, b, ""); }
static inline LlvmValue slot(Lanes *n, LlvmType type) { return n->l->BuildAlloca(n->r->entry_builder, type, ""); }
static inline LlvmValue store(Lanes *n, LlvmValue value, LlvmValue place) {
    LlvmValue done = n->l->BuildStore(n->r->builder, value, place);
    n->l->SetAlignment(done, 1);
    return done;
}
static inline LlvmValue load(Lanes *n, LlvmType type, LlvmValue place) {
    LlvmValue value = n->l->BuildLoad2(n->r->builder, type, place, "");
    n->l->SetAlignment(value, 1);
    return value;
}
static inline LlvmValue as_pointer(Lanes *n, LlvmValue address, LlvmType type) { return convert(n, LLVM_INTTOPTR, address, n->l->PointerType(type, 0)); }
static inline LlvmValue bytes_of(Lanes *n, LlvmValue place) { return convert(n, LLVM_BITCAST, place, n->r->bytes); }

static inline LlvmType scalar_type(Lanes *n, const IrType *type) { return type->kind == IR_POINTER ? int_type(n, 64) : llvm_type(n->r, type); }
static inline LlvmType stored_type(Lanes *n, const IrType *type) { return type->kind == IR_POINTER ? int_type(n, 64) : llvm_memory_type(n->r, type); }
static inline LlvmType wide(Lanes *n, LlvmType type) { return n->l->VectorType(type, (unsigned)n->plan->width); }
static inline LaneInfo *info_of(Lanes *n, const IrValue *value) { return &n->plan->info[value->number]; }
static inline int full_mask(Lanes *n) { return n->plan->width == 32 ? -1 : (int)((1u << n->plan->width) - 1); }

static inline LlvmValue splat(Lanes *n, LlvmValue scalar) {
    LlvmValue vector = n->l->GetUndef(wide(n, n->l->TypeOf(scalar)));
    for (int i = 0; i < n->plan->width; i++) vector = n->l->BuildInsertElement(n->r->builder, vector, scalar, number(n, 32, i), "");
    return vector;
}

static inline LlvmValue ramp(Lanes *n, LlvmType type, int64_t stride) {
    LlvmValue vector = n->l->GetUndef(wide(n, type));
    for (int i = 0; i < n->plan->width; i++) vector = n->l->BuildInsertElement(n->r->builder, vector, n->l->ConstInt(type, (uint64_t)(i * stride), 0), number(n, 32, i), "");
    return vector;
}

static inline LlvmValue bits_of(Lanes *n, LlvmValue flags) { /* <W x i1> to i32 */
    LlvmValue bits = convert(n, LLVM_BITCAST, flags, int_type(n, n->plan->width));
    return n->plan->width == 32 ? bits : convert(n, LLVM_ZEXT, bits, int_type(n, 32));
}
static inline LlvmValue flags_of(Lanes *n, LlvmValue bits) {
    if (n->plan->width != 32) bits = convert(n, LLVM_TRUNC, bits, int_type(n, n->plan->width));
    return convert(n, LLVM_BITCAST, bits, wide(n, int_type(n, 1)));
}
static inline LlvmValue exec_bits(Lanes *n) { return n->exec ? n->exec : number(n, 32, full_mask(n)); }
static inline LlvmValue and_exec(Lanes *n, LlvmValue bits) { return n->exec ? binary(n, LLVM_AND, n->exec, bits) : bits; }

static inline LlvmValue scratch_at(Lanes *n, int64_t at, int64_t each) {
    LlvmValue address = binary(n, LLVM_ADD, n->scratch, number(n, 64, at));
    return each ? binary(n, LLVM_ADD, address, binary(n, LLVM_MUL, n->vector, number(n, 64, each))) : address;
}
/* A place of this vector that no pointer leads to. */
static inline LlvmValue kept_place(Lanes *n, int64_t at, int64_t each, LlvmType type) {
    LlvmValue bytes = number(n, 64, at);
    if (each) bytes = binary(n, LLVM_ADD, bytes, binary(n, LLVM_MUL, n->vector, number(n, 64, each)));
    LlvmValue place = n->l->BuildInBoundsGEP2(n->r->builder, int_type(n, 8), n->kept, &bytes, 1, "");
    return convert(n, LLVM_BITCAST, place, n->l->PointerType(type, 0));
}
static inline LlvmValue mask_place(Lanes *n, int64_t at) { return kept_place(n, at, 4, int_type(n, 32)); }
static inline LlvmValue pointer_constant(Lanes *n, const void *pointer) { return convert(n, LLVM_INTTOPTR, number(n, 64, (int64_t)(uintptr_t)pointer), n->r->bytes); }

void lanes_branch_likely(Lanes *n, LlvmValue condition, LlvmBlock yes, LlvmBlock no); /* lanes_operations.c */
static inline void fault_unless(Lanes *n, LlvmValue good) {
    LlvmBlock on = new_block(n);
    lanes_branch_likely(n, good, on, n->fault);
    go_to(n, on);
}

/* lanes_values.c */
LlvmValue lanes_stored_form(Lanes *n, const IrType *type, LlvmValue value, bool is_vector);
LlvmValue lanes_from_stored(Lanes *n, const IrType *type, LlvmValue value, bool is_vector);
LlvmValue lanes_spilled_place(Lanes *n, const IrValue *value, bool as_vector);
LlvmValue lanes_scalar(Lanes *n, const IrValue *value);
bool lanes_is_wide(Lanes *n, const IrValue *value);
LlvmValue lanes_vector(Lanes *n, const IrValue *value);
LlvmValue lanes_holds(Lanes *n, const IrValue *value); /* of a linear value: i1, NULL: it is linear in any case */
bool lanes_add_root(const IrValue **pointers, int *count, const IrValue *pointer); /* unless it is there; false: too many */
bool lanes_may_be_apart(const IrValue *load, const IrValue *store); /* the ranges that these pointers come with */
LlvmValue lanes_are_apart(Lanes *n, const IrValue *load, const IrValue *store); /* i1; NULL: surely */
void lanes_set_holds(Lanes *n, const IrValue *value);
void lanes_bring(Lanes *n, const IrValue *used); /* of another region, at the start of this one */
void lanes_set_scalar(Lanes *n, const IrValue *value, LlvmValue scalar);
void lanes_set_vector(Lanes *n, const IrValue *value, LlvmValue vector);
LlvmValue lanes_in_memory(Lanes *n, const IrType *type, LlvmValue vector);
LlvmValue lanes_from_memory(Lanes *n, const IrType *type, LlvmValue bytes);
LlvmValue lanes_room(Lanes *n, const IrType *type);
void lanes_render_place(Lanes *n, const IrValue *value);
void lanes_render_variable(Lanes *n, const IrValue *value);
void lanes_render_get(Lanes *n, const IrValue *value);
void lanes_render_set(Lanes *n, const IrValue *value);

/* lanes_operations.c */
LlvmValue lanes_intrinsic(Lanes *n, const char *function, const char *suffix, LlvmType result, LlvmValue *arguments, unsigned count);
LlvmValue lanes_narrow_pure(Lanes *n, const IrValue *value);
LlvmValue lanes_wide_pure(Lanes *n, const IrValue *value);

/* lanes_memory.c */
void lanes_render_access(Lanes *n, const IrValue *value);
bool lanes_may_be_straight(Lanes *n, const IrValue *load); /* not one that goes lane by lane in any case */
bool lanes_add_root(const IrValue **pointers, int *count, const IrValue *pointer); /* unless it is there; false: too many */
bool lanes_may_be_apart(const IrValue *load, const IrValue *store); /* the ranges that these pointers come with */
LlvmValue lanes_are_apart(Lanes *n, const IrValue *load, const IrValue *store); /* i1; NULL: surely */

/* lanes_effects.c */
void lanes_call(Lanes *n, void *address, LlvmValue *all, unsigned count, LlvmType result, LlvmValue *out);
void lanes_render_atomic(Lanes *n, const IrValue *value);
void lanes_render_shuffle(Lanes *n, const IrValue *value);
void lanes_render_vote(Lanes *n, const IrValue *value);
void lanes_render_print(Lanes *n, const IrValue *value);
void lanes_render_check(Lanes *n, const IrValue *value);
void lanes_render_poll(Lanes *n);
void lanes_raise_fault(Lanes *n, LlvmValue good, const IrValue *check);

/* lanes_control.c */
bool lanes_has_jump(const IrValue *value);
void lanes_render_value(Lanes *n, const IrValue *value);
void lanes_render_list(Lanes *n, const IrBlock *block);
void lanes_poll_loop(Lanes *n, const IrValue *loop);

/* lanes_teams.c */
void lanes_team_plan(Lanes *n, LaneTeam *team, const IrValue *const *items, int count); /* of a region; size 1: vector by vector */
int lanes_full_teams(const Lanes *n, int size);
LlvmValue lanes_team_apart(Lanes *n, const LaneTeam *team); /* i1; NULL: surely */
bool lanes_team_start(Lanes *n, LaneTeam *team, LlvmValue first);
void lanes_team_member(Lanes *n, const LaneTeam *team, int member); /* rendered is for this one from here on */
void lanes_team_render(Lanes *n, LaneTeam *team, const IrValue *const *items, int count);
void lanes_team_end(Lanes *n, const LaneTeam *team);

/* lanes_regions.c */
void lanes_render_block_list(Lanes *n, const IrBlock *block);
int64_t lanes_take_masks(Lanes *n); /* room in the scratch memory for a mask of each vector */

#endif
