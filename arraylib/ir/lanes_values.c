/* Where a value is while lanes run: a scalar, a vector, a slot, a place in the scratch memory; places of threads; variables. */
#include "arraylib/ir/lanes_render.h"

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
    return as_pointer(n, scratch_at(n, info_of(n, value)->slot, 8 * n->plan->width), as_vector ? wide(n, type) : type);
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
}

void lanes_render_set(Lanes *n, const IrValue *value) {
    const IrValue *variable = value->operands[0];
    LaneInfo *info = info_of(n, variable);
    LlvmValue place = variable_place(n, variable);
    if (info->level < LEVEL_LANE) {
        store(n, lanes_stored_form(n, variable->type, lanes_scalar(n, value->operands[1]), false), place);
        return;
    }
    LlvmValue given = lanes_stored_form(n, variable->type, lanes_vector(n, value->operands[1]), true);
    if (n->exec && !(info->context == n->context && info->region == n->region)) {
        LlvmValue old = load(n, wide(n, stored_type(n, variable->type)), place);
        given = choose(n, flags_of(n, n->exec), given, old);
    }
    store(n, given, place);
}
