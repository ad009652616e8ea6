/* Kernels as code of the host that runs a vector of threads ("lanes") at once: what lanes_*.c share.
 *
 * A block's threads are cut into vectors of W lanes that follow each other along x. What is the same for all lanes of a
 * vector is a scalar; the rest are LLVM vectors, under a mask where lanes have parted. At barriers the code is cut into
 * regions, each a loop over the block's vectors; what lives across regions lies in memory, a place for each vector. */
#ifndef ARRAYLIB_IR_LANES_H
#define ARRAYLIB_IR_LANES_H

#include "arraylib/ir/render_llvm.h"

enum { LEVEL_BLOCK, LEVEL_VECTOR, LEVEL_LANE };

typedef struct LaneInfo { /* of a value, by number */
    uint8_t level;
    bool is_common;      /* the same for a block's vectors when they go through its region step by step together */
    bool must_agree;     /* lanes_teams.c, IF: all lanes of a team go the same way */
    bool is_carried;     /* VAR: a team's loop sets it */
    bool is_tail;        /* from here on a team's members act one after the other */
    bool is_linear;      /* lane i has the first lane's value plus i * stride, modulo 2**bits */
    bool is_exact;       /* and nothing wraps */
    bool needs_look;     /* linear when a narrower number does not wrap, which the code looks at */
    bool is_conditional; /* linear when `holds` */
    bool is_ranged, is_bounded; /* lanes_ranges.c: low to high for all lanes, least to most for those that run */
    bool is_spilled, is_array, at_block;
    bool is_lazy;        /* its vector is made of its first lane where one is wanted */
    uint8_t lazy_depth;
    bool is_again;       /* computed again in each region that needs it, rather than kept in memory */
    uint8_t cost;        /* of that */
    int64_t stride, low, high, least, most;
    const IrValue *loop; /* VAR: that counts it; least and most are those of its body, before it steps */
    int64_t rounds;      /* of that loop at most */
    const IrValue *stepped; /* VAR of lanes: the loop that steps it, by the same for all */
    bool steps_casts;    /* in unsigned numbers */
    const IrValue *set;  /* VAR: one that sets it */
    int sets;
    int region;
    int64_t slot;     /* in the scratch memory, when spilled or an array of variables */
    LlvmValue scalar; /* of the first lane, when linear */
    LlvmValue vector;
    LlvmValue holds;  /* i1, or NULL: is linear in any case */
    LlvmValue first;  /* VAR that is stepped: slot of what the first lane has, or would have were it still there */
    int scalar_region, vector_region; /* where these were made */
    int context;      /* VAR: the mask's number when it was declared */
} LaneInfo;

typedef struct LanePlan {
    IrFunction *kernel;
    int block[3];
    int width, vectors, threads; /* lanes in a vector, vectors in a block */
    bool has_partial;            /* the last vector is not full */
    bool lanes_along_x;          /* y and z are the same in a vector */
    bool returns_early;
    LaneInfo *info;
    int region_count;
    int64_t scratch;             /* bytes for each block that runs */
    int64_t locals;              /* the first of them: local memory, which pointers may lead to */
    int64_t shared;              /* bytes of static shared memory */
    int64_t *shared_at;          /* by number */
} LanePlan;

/* What a block's code is called with. */
typedef struct LaneCall {
    void *const *arguments;
    const IrRange *ranges; /* by parameter: what its pointer may reach */
    int32_t index[3], grid[3];
    char *shared, *dynamic, *scratch;
    int64_t dynamic_size, shared_size;
    const IrMemory *memory;
    const LanePlan *plan;
} LaneCall;
/* The scratch memory is given apart, for what pointers do not lead to: nothing else changes that. */
typedef int32_t LaneEntry(const LaneCall *call, IrRun *run, char *scratch);

/* False: this kernel is not for lanes (or no memory): the interpreter runs it. */
bool lanes_analyse(LanePlan *plan, IrFunction *kernel, const uint32_t *block, Arena *arena);
/* lanes_ranges.c */
void lanes_find_ranges(LanePlan *plan);
bool lanes_is_inside(const LanePlan *plan, const IrValue *pointer); /* surely, for lanes that run */
int64_t lanes_rounds(const LanePlan *plan, const IrValue *loop);    /* at most; INT64_MAX: unknown */
bool lanes_has_barrier(const IrValue *value);
bool lanes_at_block(const LanePlan *plan, const IrValue *value); /* computed once a block, between regions */
/* Renders the entry "lanes" into r->target. */
IrProgram *ir_compile_lanes(IrCompiler *compiler, LanePlan *plan, Error *error);
bool lanes_render(LlvmRender *r, LanePlan *plan);

#endif
