/* inline: functions taken into kernels; promote: local memory that is only read and written in place becomes variables.
 * For kernels on the host (lanes_*.c); what cannot be taken in (recursion) stays a call. */
#include "arraylib/ir/passes/passes.h"

#include <string.h>

enum { INLINE_DEPTH_MAX = 24, VALUES_MAX = 60000 };

typedef struct Inlining {
    IrModule *module;
    IrBuilder builder;
    IrValue *result, *done; /* variables of the call at hand; done NULL: one return, at the end */
    const IrFunction *stack[INLINE_DEPTH_MAX];
    int depth, count;
    bool failed;
} Inlining;

static void find_return(IrValue *value, void *context) {
    if (value->operation == IR_RETURN) ++*(int *)context;
}

static int returns_in(const IrValue *value) {
    int count = 0;
    for (int i = 0; i < 2; i++)
        if (value->blocks[i]) ir_walk(value->blocks[i], find_return, &count);
    return count;
}

static IrValue *mapped(IrValue *value) { return !ir_is_constant(value) && value->note ? value->note : value; }

static void copy_list(Inlining *in, IrValue *first, bool in_loop);

static IrValue *place_copy(Inlining *in, const IrValue *value) {
    IrValue *copy = ir_value_create(in->module, value->operation, value->detail, value->type, value->operands, value->operand_count);
    if (!copy || ++in->count > VALUES_MAX) {
        in->failed = true;
        return NULL;
    }
    for (int i = 0; i < copy->operand_count; i++) copy->operands[i] = mapped(copy->operands[i]);
    copy->line = value->line;
    copy->loop_hint = value->loop_hint;
    copy->callee = value->callee;
    copy->message = value->message;
    ir_block_insert(in->builder.block, in->builder.before, copy);
    return copy;
}

static void copy_blocks(Inlining *in, const IrValue *value, IrValue *copy, bool in_loop) {
    IrBuilder outer = in->builder;
    bool loop = value->operation == IR_FOR || value->operation == IR_WHILE;
    for (int i = 0; i < 2 && !in->failed; i++) {
        if (!value->blocks[i]) continue;
        if (outer.block->depth >= IR_NESTING_MAX - 2 || !(copy->blocks[i] = ir_block_create(outer.block->function, copy, outer.block->depth + 1))) {
            in->failed = true;
            return;
        }
        if (value->blocks[i]->index) {
            IrValue *index = ir_value_create(in->module, IR_INDEX, 0, value->blocks[i]->index->type, NULL, 0);
            if (!index) {
                in->failed = true;
                return;
            }
            index->block = copy->blocks[i];
            copy->blocks[i]->index = index;
            value->blocks[i]->index->note = index;
        }
        in->builder.block = copy->blocks[i];
        in->builder.before = NULL;
        copy_list(in, value->blocks[i]->first, in_loop || loop);
    }
    in->builder = outer;
}

static bool is_on_stack(const Inlining *in, const IrFunction *function) {
    for (int i = 0; i < in->depth; i++)
        if (in->stack[i] == function) return true;
    return in->depth == INLINE_DEPTH_MAX;
}

static IrValue *zero_value(Inlining *in, const IrType *type) {
    if (type->kind == IR_POINTER) return ir_build_bitcast(&in->builder, type, ir_integer(in->module, IR_TYPE(UINT64), 0));
    return ir_integer(in->module, type, 0);
}

static void copy_call(Inlining *in, IrValue *value) {
    IrFunction *callee = value->callee;
    if (is_on_stack(in, callee)) {
        value->note = place_copy(in, value);
        return;
    }
    IrValue *result = in->result, *done = in->done, *arguments[IR_PARAMETERS_MAX];
    int returns = 0;
    for (int i = 0; i < value->operand_count; i++) arguments[i] = mapped(value->operands[i]);
    ir_walk(callee->body, find_return, &returns);
    bool plain = returns == 0 || (returns == 1 && callee->body->last && callee->body->last->operation == IR_RETURN);
    pass_clear_notes(callee);
    for (int i = 0; i < callee->parameter_count; i++) callee->parameters[i]->note = arguments[i];
    in->result = callee->result->kind == IR_VOID || plain ? NULL : ir_build_var(&in->builder, zero_value(in, callee->result));
    in->done = plain ? NULL : ir_build_var(&in->builder, ir_integer(in->module, IR_TYPE(BOOL), 0));
    in->stack[in->depth++] = callee;
    IrValue *last = NULL;
    if (plain && returns) { /* all but the return */
        last = callee->body->last;
        for (IrValue *part = callee->body->first, *next; part != last && !in->failed; part = next) {
            next = part->next;
            IrValue *stop = part->next;
            part->next = NULL;
            copy_list(in, part, false);
            part->next = stop;
        }
        value->note = last->operand_count ? mapped(last->operands[0]) : NULL;
    } else {
        copy_list(in, callee->body->first, false);
        value->note = in->result ? ir_build_get(&in->builder, in->result) : NULL;
    }
    in->depth--;
    in->result = result;
    in->done = done;
}

/* A list of the callee's values at the builder. Where a part may return, what follows it depends on `done`. */
static void copy_list(Inlining *in, IrValue *first, bool in_loop) {
    for (IrValue *value = first, *next; value && !in->failed; value = next) {
        next = value->next;
        in->builder.line = value->line;
        if (value->operation == IR_RETURN && in->depth) {
            if (in->result && value->operand_count) ir_build_set(&in->builder, in->result, mapped(value->operands[0]));
            if (in->done) ir_build_set(&in->builder, in->done, ir_integer(in->module, IR_TYPE(BOOL), 1));
            if (in_loop) ir_build(&in->builder, IR_BREAK, 0, NULL, 0);
            return;
        }
        if (value->operation == IR_CALL && value->callee->kind == IR_FUNCTION) {
            copy_call(in, value);
            continue;
        }
        IrValue *copy = place_copy(in, value);
        if (!copy) return;
        value->note = copy;
        copy_blocks(in, value, copy, in_loop);
        if (!in->depth || !in->done || !returns_in(value) || (!next && !in_loop)) continue;
        if (in_loop && (value->operation == IR_IF || value->operation == IR_TRY)) continue; /* whoever returned there has left the loop */
        IrValue *done = ir_build_get(&in->builder, in->done);
        if (in_loop) {
            ir_build_if(&in->builder, done);
            ir_build(&in->builder, IR_BREAK, 0, NULL, 0);
            ir_build_end(&in->builder);
            continue;
        }
        IrBuilder outer = in->builder;
        ir_build_if(&in->builder, ir_build_unary(&in->builder, IR_NOT, done));
        if (ir_module_failed(in->module)) {
            in->failed = true;
            return;
        }
        copy_list(in, next, in_loop);
        in->builder = outer;
        return;
    }
}

bool pass_inline(IrFunction *function) {
    bool any = false;
    for (IrValue *value = function->body->first; value && !any; value = value->next) any = true;
    if (function->kind != IR_KERNEL || !any) return true;
    IrModule *module = function->module;
    IrBlock *body = ir_block_create(function, NULL, 0);
    Inlining in = {.module = module, .builder = {.module = module, .block = body}};
    if (!body) return false;
    copy_list(&in, function->body->first, false);
    if (in.failed || ir_module_failed(module)) return !ir_module_failed(module); /* as it was */
    function->body = body;
    pass_clear_notes(function);
    return true;
}

/* ---- promote ---- */

enum { LEAVES_MAX = 64 };

typedef struct Leaf {
    int64_t offset;
    const IrType *type;
    IrValue *variable;
} Leaf;

typedef struct Promotion {
    IrValue *root;
    Leaf leaves[LEAVES_MAX];
    int count;
    bool good;
} Promotion;

/* Does the address lead to `root` by known steps? Its offset from there. */
static bool path_to(const IrValue *address, const IrValue *root, int64_t *offset) {
    *offset = 0;
    for (;;) {
        if (address == root) return true;
        switch (address->operation) {
        case IR_FIELD:
            if (address->operands[0]->operation == IR_PARAMETER) return false;
            *offset += ir_field_of(address)->offset;
            break;
        case IR_ITEM:
        case IR_OFFSET:
            if (!ir_is_constant(address->operands[1])) return false;
            if (address->operands[1]->constant.i < 0 || address->operands[1]->constant.i > 1 << 20) return false;
            *offset += address->operands[1]->constant.i * address->type->element->size;
            break;
        case IR_BITCAST:
            if (address->operands[0]->type->kind != IR_POINTER) return false;
            break;
        default: return false;
        }
        address = address->operands[0];
    }
}

static bool leads_to(const IrValue *address, const IrValue *root) {
    for (;;) {
        if (address == root) return true;
        if (address->operation != IR_FIELD && address->operation != IR_ITEM && address->operation != IR_OFFSET && address->operation != IR_BITCAST) return false;
        if (!address->operand_count) return false;
        address = address->operands[0];
    }
}

static void look_at_use(IrValue *value, void *context) {
    Promotion *p = context;
    for (int i = 0; i < value->operand_count && p->good; i++) {
        int64_t offset;
        if (!leads_to(value->operands[i], p->root)) continue;
        bool step = i == 0 && (value->operation == IR_FIELD || value->operation == IR_ITEM || value->operation == IR_OFFSET ||
                               (value->operation == IR_BITCAST && value->type->kind == IR_POINTER));
        bool access = i == 0 && (value->operation == IR_LOAD || value->operation == IR_STORE);
        if (step) continue;
        if (!access || !path_to(value->operands[0], p->root, &offset)) {
            p->good = false;
            return;
        }
        const IrType *type = value->operation == IR_LOAD ? value->type : value->operands[1]->type;
        int k = 0;
        for (; k < p->count; k++) {
            if (p->leaves[k].offset == offset && p->leaves[k].type == type) break;
            if (offset < p->leaves[k].offset + p->leaves[k].type->size && p->leaves[k].offset < offset + type->size) p->good = false;
        }
        if (offset + type->size > p->root->type->element->size) p->good = false;
        if (k < p->count) continue;
        if (p->count == LEAVES_MAX) p->good = false;
        else p->leaves[p->count++] = (Leaf){offset, type, NULL};
    }
}

static void replace_use(IrValue *value, void *context) {
    Promotion *p = context;
    int64_t offset;
    pass_resolve(value);
    if ((value->operation != IR_LOAD && value->operation != IR_STORE) || !path_to(value->operands[0], p->root, &offset)) return;
    bool load = value->operation == IR_LOAD;
    const IrType *type = load ? value->type : value->operands[1]->type;
    for (int k = 0; k < p->count; k++) {
        if (p->leaves[k].offset != offset || p->leaves[k].type != type) continue;
        value->operation = load ? IR_GET : IR_SET;
        value->operands[0] = p->leaves[k].variable;
        return;
    }
}

typedef struct Locals {
    IrValue *items[1024];
    int count;
} Locals;

static void collect_local(IrValue *value, void *context) {
    Locals *list = context;
    if (value->operation == IR_LOCAL && list->count < 1024 && value->type->element->size <= 1024) list->items[list->count++] = value;
}

bool pass_promote(IrFunction *function) {
    Locals list = {.count = 0};
    IrModule *module = function->module;
    if (function->kind != IR_KERNEL) return true;
    ir_walk(function->body, collect_local, &list);
    for (int i = 0; i < list.count; i++) {
        Promotion p = {.root = list.items[i], .good = true};
        ir_walk(function->body, look_at_use, &p);
        if (!p.good) continue;
        Inlining zero = {.module = module, .builder = {.module = module, .block = p.root->block, .before = p.root, .line = p.root->line}};
        for (int k = 0; k < p.count; k++)
            if (!(p.leaves[k].variable = ir_build_var(&zero.builder, zero_value(&zero, p.leaves[k].type)))) return false;
        ir_walk(function->body, replace_use, &p);
    }
    return !ir_module_failed(module);
}
