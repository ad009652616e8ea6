/* plain: in kernels, elements of views become sums of addresses and loops that count become while loops, which is what kernels in
 * CUDA C are made of: lanes know no others. An element whose bounds are checked stays, and with it the kernel the interpreter's. */
#include "arraylib/ir/passes/passes.h"

typedef struct Plain {
    IrFunction *function;
    IrBuilder builder;
    bool failed;
} Plain;

static IrValue *whole(Plain *p, IrValue *value) { return ir_build_cast(&p->builder, IR_TYPE(INT64), value); }

static void lower_element(Plain *p, IrValue *value) {
    IrValue *view = value->operands[0], *place = NULL;
    if (view->operation != IR_VIEW) return;
    const IrType *type = view->type, *pointer = view->operands[0]->type;
    IrValue **extents = view->operands + 1, **strides = extents + type->rank;
    p->builder.block = value->block;
    p->builder.before = value;
    p->builder.line = value->line;
    for (int axis = 0; axis < type->rank; axis++) {
        IrValue *index = whole(p, value->operands[axis + 1]);
        if (!type->contiguous) index = ir_build_binary(&p->builder, IR_MUL, index, strides[axis]);
        else if (place) place = ir_build_binary(&p->builder, IR_MUL, place, extents[axis]);
        place = place ? ir_build_binary(&p->builder, IR_ADD, place, index) : index;
    }
    IrValue *address = view->operands[0];
    if (place && type->contiguous) address = ir_build_binary(&p->builder, IR_OFFSET, address, place);
    else if (place) {
        address = ir_build_bitcast(&p->builder, ir_pointer_type(p->function->module, IR_TYPE(INT8), pointer->space), address);
        address = ir_build_bitcast(&p->builder, pointer, ir_build_binary(&p->builder, IR_OFFSET, address, place));
    }
    p->failed = p->failed || !address;
    value->note = address;
    ir_block_remove(value);
}

/* What a view is made of, in the place of asking it. */
static void lower_part(IrValue *value) {
    IrValue *view = value->operands[0];
    if (view->operation != IR_VIEW) return;
    int at = value->operation == IR_DATA ? 0 : 1 + value->detail + (value->operation == IR_STRIDE ? view->type->rank : 0);
    if (at >= view->operand_count) return; /* the stride of a view without gaps */
    value->note = view->operands[at];
    ir_block_remove(value);
}

/* `continue` goes to the condition, so the step is made before it. Not that of an inner loop. */
static void step_before_continue(Plain *p, IrBlock *block, IrValue *counter, IrValue *step) {
    for (IrValue *value = block->first; value; value = value->next) {
        if (value->operation == IR_CONTINUE) {
            p->builder.block = block;
            p->builder.before = value;
            ir_build_set(&p->builder, counter, ir_build_binary(&p->builder, IR_ADD, ir_build_get(&p->builder, counter), step));
        }
        if (value->operation == IR_FOR || value->operation == IR_WHILE) continue;
        for (int i = 0; i < 2; i++)
            if (value->blocks[i]) step_before_continue(p, value->blocks[i], counter, step);
    }
}

static bool ends_in_jump(const IrBlock *block) { return block->last && pass_is_jump(block->last); }

static void lower_for(Plain *p, IrValue *loop) {
    IrBlock *body = loop->blocks[0];
    IrValue *start = loop->operands[0], *stop = loop->operands[1], *step = loop->operands[2], *going;
    const IrType *type = start->type;
    IrBuilder *b = &p->builder;
    b->block = loop->block;
    b->before = loop;
    b->line = loop->line;
    IrValue *counter = ir_build_var(b, start);
    ir_build_while(b);
    IrValue *now = ir_build_get(b, counter);
    if (ir_is_constant(step) && (ir_kind(type) == 'u' ? step->constant.u != 0 : step->constant.i > 0)) going = ir_build_binary(b, IR_LT, now, stop);
    else if (ir_is_constant(step) && step->constant.i < 0) going = ir_build_binary(b, IR_GT, now, stop);
    else {
        IrValue *zero = ir_integer(p->function->module, type, 0);
        IrValue *up = ir_build_binary(b, IR_AND, ir_build_binary(b, IR_GT, step, zero), ir_build_binary(b, IR_LT, now, stop));
        IrValue *down = ir_build_binary(b, IR_AND, ir_build_binary(b, IR_LT, step, zero), ir_build_binary(b, IR_GT, now, stop));
        going = ir_build_binary(b, IR_OR, up, down);
    }
    ir_build_test(b, going);
    IrValue *index = ir_build_get(b, counter);
    IrBlock *inside = b->block;
    p->failed = p->failed || !counter || !going || !index;
    if (p->failed) return;
    body->index->note = index;
    pass_move_values(body, inside, NULL);
    step_before_continue(p, inside, counter, step);
    b->block = inside;
    b->before = NULL;
    if (!ends_in_jump(inside)) ir_build_set(b, counter, ir_build_binary(b, IR_ADD, ir_build_get(b, counter), step));
    ir_block_remove(loop);
}

static void resolve(IrValue *value, void *context) {
    (void)context;
    pass_resolve(value);
}

static void visit(IrValue *value, void *context) {
    Plain *p = context;
    if (p->failed) return;
    if (value->operation == IR_ELEMENT) lower_element(p, value);
    if (value->operation == IR_SHAPE || value->operation == IR_STRIDE || value->operation == IR_DATA) lower_part(value);
}

static void find_loop(IrValue *value, void *context) {
    if (value->operation == IR_FOR) *(IrValue **)context = value;
}

bool pass_plain(IrFunction *function) {
    Plain p = {.function = function, .builder = ir_builder(function)};
    if (function->kind != IR_KERNEL) return true;
    ir_walk(function->body, visit, &p);
    ir_walk(function->body, resolve, NULL);
    for (;;) { /* each is seen anew, since bodies move */
        IrValue *loop = NULL;
        ir_walk(function->body, find_loop, &loop);
        if (!loop || p.failed) break;
        lower_for(&p, loop);
        ir_walk(function->body, resolve, NULL);
    }
    return !p.failed;
}
