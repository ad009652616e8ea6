/* A kernel's block as one function of LLVM's: what it is called with, and the way out. */
#include "arraylib/ir/lanes/lanes_render.h"

#include <stddef.h>
#include <string.h>

static LlvmValue call_field(Lanes *n, int64_t offset, LlvmType type) {
    LlvmValue place = binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, n->call, int_type(n, 64)), number(n, 64, offset));
    return load(n, type, as_pointer(n, place, type));
}

static void read_parameters(Lanes *n) {
    const IrFunction *kernel = n->plan->kernel;
    LlvmType i64 = int_type(n, 64);
    LlvmValue list = call_field(n, offsetof(LaneCall, arguments), i64), ranges = call_field(n, offsetof(LaneCall, ranges), i64);
    for (int i = 0; i < kernel->parameter_count; i++) {
        const IrType *type = kernel->parameters[i]->type;
        LlvmValue place = load(n, i64, as_pointer(n, binary(n, LLVM_ADD, list, number(n, 64, 8 * i)), i64));
        if (type->kind == IR_STRUCT) {
            n->parameters[i] = n->low[i] = place;
            n->high[i] = binary(n, LLVM_ADD, place, number(n, 64, type->size));
            continue;
        }
        LlvmType stored = stored_type(n, type);
        n->parameters[i] = lanes_from_stored(n, type, load(n, stored, as_pointer(n, place, stored)), false);
        n->low[i] = load(n, i64, as_pointer(n, binary(n, LLVM_ADD, ranges, number(n, 64, (int64_t)sizeof(IrRange) * i)), i64));
        n->high[i] = load(n, i64, as_pointer(n, binary(n, LLVM_ADD, ranges, number(n, 64, (int64_t)sizeof(IrRange) * i + 8)), i64));
    }
}

static void start_alive(Lanes *n) {
    if (!n->plan->returns_early) return;
    n->alive_at = lanes_take_masks(n);
    for (int i = 0; i < n->plan->vectors; i++)
        store(n, number(n, 32, full_mask(n)), kept_place(n, n->alive_at + 4 * i, 0, int_type(n, 32)));
}

static void add_text(LlvmRender *r, const char *name, const char *value) {
    r->l->AddAttributeAtIndex(r->code, (unsigned)LLVM_FUNCTION_ATTRIBUTES,
                              r->l->CreateStringAttribute(r->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

bool lanes_render(LlvmRender *r, LanePlan *plan) {
    Lanes lanes = {.r = r, .l = r->l, .plan = plan}, *n = &lanes;
    const Llvm *l = r->l;
    size_t count = (size_t)plan->kernel->parameter_count + 1;
    r->bytes = l->PointerType(l->IntTypeInContext(r->context, 8), 0);
    LlvmType types[] = {r->bytes, r->bytes, r->bytes};
    r->code = l->AddFunction(r->target, "entry.lanes", l->FunctionType(int_type(n, 32), types, 3, 0));
    l->AddAttributeAtIndex(r->code, 3, l->CreateEnumAttribute(r->context, l->GetEnumAttributeKindForName("noalias", 7), 0));
    llvm_add_attribute(r, r->code, "nounwind");
    add_text(r, "target-cpu", r->processor);
    add_text(r, "target-features", r->features);
    if (strstr(r->features, "+avx512f")) add_text(r, "prefer-vector-width", "512");
    n->parameters = arena_allocate(&r->arena, count * sizeof *n->parameters);
    n->low = arena_allocate(&r->arena, count * sizeof *n->low);
    n->high = arena_allocate(&r->arena, count * sizeof *n->high);
    if (!n->parameters || !n->low || !n->high) return false;
    LlvmBlock entry = new_block(n), start = new_block(n);
    n->exit = new_block(n);
    n->fault = new_block(n);
    l->PositionBuilderAtEnd(r->entry_builder, entry);
    go_to(n, start);
    n->call = l->GetParam(r->code, 0);
    n->run = l->GetParam(r->code, 1);
    n->kept = l->GetParam(r->code, 2);
    for (int i = 0; i < 3; i++) {
        n->index[i] = call_field(n, (int64_t)offsetof(LaneCall, index) + 4 * i, int_type(n, 32));
        n->grid[i] = call_field(n, (int64_t)offsetof(LaneCall, grid) + 4 * i, int_type(n, 32));
    }
    n->shared = call_field(n, offsetof(LaneCall, shared), int_type(n, 64));
    n->dynamic = call_field(n, offsetof(LaneCall, dynamic), int_type(n, 64));
    n->scratch = call_field(n, offsetof(LaneCall, scratch), int_type(n, 64));
    LlvmValue where = binary(n, LLVM_ADD, convert(n, LLVM_PTRTOINT, n->run, int_type(n, 64)), number(n, 64, offsetof(IrRun, interrupt)));
    n->interrupt = load(n, r->bytes, as_pointer(n, where, r->bytes));
    read_parameters(n);
    start_alive(n);
    lanes_render_block_list(n, plan->kernel->body);
    branch(n, n->exit);
    go_to(n, n->exit);
    l->BuildRet(r->builder, number(n, 32, 0));
    go_to(n, n->fault);
    l->BuildRet(r->builder, number(n, 32, 1));
    l->BuildBr(r->entry_builder, start);
    return !r->failed;
}
