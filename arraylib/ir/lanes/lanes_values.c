/* Where a value is while lanes run: a scalar, a vector, a slot, a place in the scratch memory; places of threads; variables. */
#include "arraylib/ir/lanes/lanes_render.h"

/* In its stored form: bools of vectors are bytes. */
LlvmValue lanes_stored_form(Lanes *n, const IrType *type, LlvmValue value, bool is_vector) {
    if (type != IR_TYPE(BOOL)) return value;
    return convert(n, LLVM_ZEXT, value, is_vector ? wide(n, int_type(n, 8)) : int_type(n, 8));
}
LlvmValue lanes_from_stored(Lanes *n, const IrType *type, LlvmValue value, bool is_vector) {
    if (type != IR_TYPE(BOOL)) return value;
    LlvmValue zero = n->l->ConstNull(n->l->TypeOf(value));
    (void)is_vector;
    return compare(n, LLVM_INT_NE, value, zero);
}

LlvmValue lanes_spilled_place(Lanes *n, const IrValue *value, bool as_vector) {
    LlvmType type = stored_type(n, value->type);
    return kept_place(n, info_of(n, value)->slot, 8 * n->plan->width, as_vector ? wide(n, type) : type);
}

/* What each region computes for itself, or takes from memory. */
void lanes_bring(Lanes *n, const IrValue *used) {
    if (ir_is_constant(used) || used->operation == IR_PARAMETER) return;
    LaneInfo *info = info_of(n, used);
    if (info->at_block || info->region == n->region || info->vector_region == n->region) return;
    if (info->is_again) {
        for (int i = 0; i < used->operand_count; i++) lanes_bring(n, used->operands[i]);
        info->vector_region = n->region;
        lanes_render_value(n, used);
        return;
    }
    if (!info->is_spilled) return;
    LlvmType type = stored_type(n, used->type);
    info->scalar = lanes_from_stored(n, used->type, load(n, type, lanes_spilled_place(n, used, false)), false);
    if (info->level == LEVEL_LANE) info->vector = lanes_from_stored(n, used->type, load(n, wide(n, type), lanes_spilled_place(n, used, true)), true);
    if (info->is_conditional) info->holds = number(n, 1, 0); /* not kept */
    info->scalar_region = info->vector_region = n->region;
}

/* The value of a vector's lanes when it is the same, or the first lane's when it is linear. */
LlvmValue lanes_scalar(Lanes *n, const IrValue *value) {
    if (ir_is_constant(value)) return llvm_constant(n->r, value->type, value->constant);
    if (value->operation == IR_PARAMETER) return n->parameters[value->number];
    LaneInfo *info = info_of(n, value);
    if (info->at_block || info->region == n->region || !info->is_spilled || info->scalar_region == n->region) return info->scalar;
    LlvmType type = stored_type(n, value->type);
    return lanes_from_stored(n, value->type, load(n, type, lanes_spilled_place(n, value, false)), false);
}

bool lanes_is_wide(Lanes *n, const IrValue *value) { return !ir_is_constant(value) && value->operation != IR_PARAMETER && info_of(n, value)->level == LEVEL_LANE; }

LlvmValue lanes_vector(Lanes *n, const IrValue *value) {
    if (!lanes_is_wide(n, value)) return splat(n, lanes_scalar(n, value));
    LaneInfo *info = info_of(n, value);
    if (info->is_lazy) { /* where it is needed, which is hardly ever on the straight way */
        if (info->is_conditional || info->holds) return lanes_wide_pure(n, value);
        LlvmValue first = info->scalar;
        return binary(n, LLVM_ADD, splat(n, first), ramp(n, n->l->TypeOf(first), info->stride));
    }
    if (info->region == n->region || info->vector_region == n->region) return info->vector;
    LlvmType type = wide(n, stored_type(n, value->type));
    return lanes_from_stored(n, value->type, load(n, type, lanes_spilled_place(n, value, true)), true);
}

void lanes_set_scalar(Lanes *n, const IrValue *value, LlvmValue scalar) {
    LaneInfo *info = info_of(n, value);
    info->scalar = scalar;
    if (info->is_spilled && !info->at_block && info->level < LEVEL_LANE)
        store(n, lanes_stored_form(n, value->type, scalar, false), lanes_spilled_place(n, value, false));
}
void lanes_set_vector(Lanes *n, const IrValue *value, LlvmValue vector) {
    LaneInfo *info = info_of(n, value);
    info->vector = vector;
    if (info->is_spilled) store(n, lanes_stored_form(n, value->type, vector, true), lanes_spilled_place(n, value, true));
}

/* Is a linear value's vector surely what its first lane and stride say? NULL: yes. */
LlvmValue lanes_holds(Lanes *n, const IrValue *value) {
    return lanes_is_wide(n, value) ? info_of(n, value)->holds : NULL;
}

static LlvmValue both(Lanes *n, LlvmValue a, LlvmValue b) { return a && b ? binary(n, LLVM_AND, a, b) : a ? a : b; }

/* After its scalar: under which condition the value is linear. */
void lanes_set_holds(Lanes *n, const IrValue *value) {
    LaneInfo *info = info_of(n, value);
    info->holds = NULL;
    for (int i = 0; i < value->operand_count; i++) info->holds = both(n, info->holds, lanes_holds(n, value->operands[i]));
    if (!info->needs_look) return;
    const IrValue *narrow = value->operands[value->operation == IR_CAST ? 0 : 1];
    int bits = 8 * (int)narrow->type->size;
    bool is_signed = ir_kind(narrow->type) == 'i';
    int64_t reach = info_of(n, narrow)->stride * (n->plan->width - 1), low = is_signed ? -((int64_t)1 << (bits - 1)) : 0;
    int64_t high = is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
    int predicate = reach >= 0 ? (is_signed ? LLVM_INT_SLE : LLVM_INT_ULE) : is_signed ? LLVM_INT_SGE : LLVM_INT_UGE;
    LlvmValue good = compare(n, predicate, lanes_scalar(n, narrow), number(n, bits, reach >= 0 ? high - reach : low - reach));
    info->holds = both(n, info->holds, good);
}

/* A vector in memory for a helper. */
LlvmValue lanes_in_memory(Lanes *n, const IrType *type, LlvmValue vector) {
    LlvmValue place = slot(n, wide(n, stored_type(n, type)));
    store(n, lanes_stored_form(n, type, vector, true), place);
    return bytes_of(n, place);
}
LlvmValue lanes_from_memory(Lanes *n, const IrType *type, LlvmValue bytes) {
    LlvmType stored = wide(n, stored_type(n, type));
    return lanes_from_stored(n, type, load(n, stored, convert(n, LLVM_BITCAST, bytes, n->l->PointerType(stored, 0))), true);
}
LlvmValue lanes_room(Lanes *n, const IrType *type) { return bytes_of(n, slot(n, wide(n, stored_type(n, type)))); }

/* ---- where a thread is ---- */

void lanes_render_place(Lanes *n, const IrValue *value) {
    int axis = value->detail % 3, place = value->detail / 3;
    const int *block = n->plan->block;
    if (place == IR_BLOCK_INDEX) lanes_set_scalar(n, value, n->index[axis]);
    else if (place == IR_GRID_SIZE) lanes_set_scalar(n, value, n->grid[axis]);
    else if (place == IR_BLOCK_SIZE) lanes_set_scalar(n, value, number(n, 32, block[axis]));
    else if (block[axis] == 1) lanes_set_scalar(n, value, number(n, 32, 0));
    else {
        LlvmValue first = convert(n, LLVM_TRUNC, binary(n, LLVM_MUL, n->vector, number(n, 64, n->plan->width)), int_type(n, 32));
        LlvmValue divisor = number(n, 32, axis == 0 ? 1 : axis == 1 ? block[0] : block[0] * block[1]), size = number(n, 32, block[axis]);
        LlvmValue scalar = binary(n, LLVM_UREM, binary(n, LLVM_UDIV, first, divisor), size);
        if (n->plan->lanes_along_x && axis == 0 && block[1] * block[2] == 1) scalar = first;
        if (info_of(n, value)->level < LEVEL_LANE) lanes_set_scalar(n, value, scalar);
        else if (n->plan->lanes_along_x) {
            info_of(n, value)->scalar = scalar;
            lanes_set_vector(n, value, binary(n, LLVM_ADD, splat(n, scalar), ramp(n, int_type(n, 32), 1)));
        } else {
            LlvmValue all = binary(n, LLVM_ADD, splat(n, first), ramp(n, int_type(n, 32), 1));
            lanes_set_vector(n, value, binary(n, LLVM_UREM, binary(n, LLVM_UDIV, all, splat(n, divisor)), splat(n, size)));
        }
    }
}

/* ---- variables ---- */

static LlvmValue variable_place(Lanes *n, const IrValue *variable) {
    LaneInfo *info = info_of(n, variable);
    if (!info->is_array || info->at_block || info->vector_region == n->region) return info->level == LEVEL_LANE ? info->vector : info->scalar;
    return lanes_spilled_place(n, variable, info->level == LEVEL_LANE);
}

void lanes_render_variable(Lanes *n, const IrValue *value) {
    LaneInfo *info = info_of(n, value);
    bool lanes = info->level == LEVEL_LANE;
    LlvmType type = lanes ? wide(n, stored_type(n, value->type)) : stored_type(n, value->type);
    if (!info->is_array || info->at_block) {
        LlvmValue place = slot(n, type);
        if (lanes) info->vector = place;
        else info->scalar = place;
    }
    info->context = n->context;
    if (info->stepped && (!lanes_is_wide(n, value->operands[0]) || info_of(n, value->operands[0])->is_linear)) {
        info->first = slot(n, scalar_type(n, value->type));
        store(n, lanes_scalar(n, value->operands[0]), info->first);
        info->holds = lanes_holds(n, value->operands[0]);
    }
    LlvmValue first = lanes ? lanes_vector(n, value->operands[0]) : lanes_scalar(n, value->operands[0]);
    store(n, lanes_stored_form(n, value->type, first, lanes), variable_place(n, value));
}

void lanes_render_get(Lanes *n, const IrValue *value) {
    const IrValue *variable = value->operands[0];
    bool lanes = info_of(n, variable)->level == LEVEL_LANE;
    LlvmType type = lanes ? wide(n, stored_type(n, value->type)) : stored_type(n, value->type);
    LlvmValue got = lanes_from_stored(n, value->type, load(n, type, variable_place(n, variable)), lanes);
    if (lanes) lanes_set_vector(n, value, got);
    else lanes_set_scalar(n, value, got);
    if (!lanes || !info_of(n, value)->is_linear) return;
    info_of(n, value)->scalar = load(n, scalar_type(n, value->type), info_of(n, variable)->first);
    info_of(n, value)->holds = info_of(n, variable)->holds;
}

void lanes_render_set(Lanes *n, const IrValue *value) {
    const IrValue *variable = value->operands[0];
    LaneInfo *info = info_of(n, variable);
    LlvmValue place = variable_place(n, variable);
    if (info->level < LEVEL_LANE) {
        store(n, lanes_stored_form(n, variable->type, lanes_scalar(n, value->operands[1]), false), place);
        return;
    }
    if (info->stepped && lanes_is_wide(n, value->operands[1]) && info_of(n, value->operands[1])->is_linear) store(n, lanes_scalar(n, value->operands[1]), info->first);
    LlvmValue given = lanes_stored_form(n, variable->type, lanes_vector(n, value->operands[1]), true);
    if (n->exec && !(info->context == n->context && info->region == n->region)) {
        LlvmValue old = load(n, wide(n, stored_type(n, variable->type)), place);
        given = choose(n, flags_of(n, n->exec), given, old);
    }
    store(n, given, place);
}
