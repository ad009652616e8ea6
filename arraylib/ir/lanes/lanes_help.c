/* What compiled lanes call for the rare and the wide: an operation lane by lane, memory out of the straight way. */
#include "arraylib/ir/lanes/lanes_help.h"

#include <string.h>

static const char *at(const void *values, const IrType *type, int lane) { return (const char *)values + (int64_t)lane * (type->kind == IR_POINTER ? 8 : type->size); }

void lanes_generic(const IrValue *value, const void *a, const void *b, const void *c, void *out, uint32_t mask, int32_t width) {
    const void *sources[] = {a, b, c};
    for (int lane = 0; lane < width; lane++) {
        IrScalar operands[3] = {{.u = 0}, {.u = 0}, {.u = 0}}, result;
        const IrType *types[3];
        if (!(mask >> lane & 1)) continue;
        for (int i = 0; i < value->operand_count; i++) {
            types[i] = value->operands[i]->type;
            operands[i] = ir_scalar_load(types[i], at(sources[i], types[i], lane));
        }
        ir_evaluate(value->operation, value->detail, value->type, types, operands, &result);
        ir_scalar_store(value->type, (void *)(uintptr_t)at(out, value->type, lane), result);
    }
}

void lanes_math_f32(float (*function)(float), const float *x, float *out, uint32_t mask, int32_t width) {
    for (int lane = 0; lane < width; lane++)
        if (mask >> lane & 1) out[lane] = function(x[lane]);
}

void lanes_math_f64(double (*function)(double), const double *x, double *out, uint32_t mask, int32_t width) {
    for (int lane = 0; lane < width; lane++)
        if (mask >> lane & 1) out[lane] = function(x[lane]);
}

static bool lies_in(uint64_t start, uint64_t size, uint64_t address, uint64_t length) {
    return address >= start && address - start < size && length <= size - (address - start);
}

static bool is_known(const LaneCall *call, uint64_t address, uint64_t size) {
    const IrFunction *kernel = call->plan->kernel;
    if (call->memory && ir_memory_holds(call->memory, (const void *)(uintptr_t)address, size)) return true;
    if (lies_in((uintptr_t)call->shared, (uint64_t)call->shared_size, address, size)) return true;
    if (lies_in((uintptr_t)call->dynamic, (uint64_t)call->dynamic_size, address, size)) return true;
    if (lies_in((uintptr_t)call->scratch, (uint64_t)call->plan->locals, address, size)) return true;
    for (const IrGlobal *global = kernel->module->globals; global; global = global->next)
        if (lies_in((uintptr_t)global->bytes, (uint64_t)global->type->size, address, size)) return true;
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->type->kind == IR_STRUCT && lies_in((uintptr_t)call->arguments[i], (uint64_t)kernel->parameters[i]->type->size, address, size)) return true;
    return !call->memory;
}

static bool may_touch(const LaneCall *call, IrRun *run, const IrValue *value, uint64_t address, uint64_t low, uint64_t high, int64_t thread) {
    const IrType *type = value->operands[0]->type->element;
    uint64_t size = (uint64_t)type->size;
    if (address % (uint64_t)type->alignment == 0 && ((address >= low && address < high && size <= high - address) || is_known(call, address, size))) return true;
    const int *block = call->plan->block;
    run->fault = (IrFault){.kind = IR_FAULT_POINTER, .index = (int64_t)address, .size = type->size, .line = value->line, .writes = value->operation != IR_LOAD,
                           .thread = {(int32_t)(thread % block[0]), (int32_t)(thread / block[0] % block[1]), (int32_t)(thread / block[0] / block[1])}};
    memcpy(run->fault.block, call->index, sizeof call->index);
    return false;
}

int32_t lanes_access(const LaneCall *call, IrRun *run, const IrValue *value, const uint64_t *addresses, void *data, uint32_t mask, uint64_t low, uint64_t high, int64_t vector) {
    const IrType *type = value->operands[0]->type->element;
    size_t size = (size_t)type->size;
    char *bytes = data;
    int width = call->plan->width;
    for (int lane = 0; lane < width; lane++) {
        if (!(mask >> lane & 1)) continue;
        if (!may_touch(call, run, value, addresses[lane], low, high, vector * width + lane)) return 1;
        char *memory = (char *)(uintptr_t)addresses[lane], *own = bytes + (size_t)lane * size;
        if (value->operation == IR_STORE) {
            if (size == 4) memcpy(memory, own, 4);
            else if (size == 8) memcpy(memory, own, 8);
            else memcpy(memory, own, size);
        } else if (size == 4) memcpy(own, memory, 4);
        else if (size == 8) memcpy(own, memory, 8);
        else memcpy(own, memory, size);
    }
    return 0;
}

static IrScalar exchange(IrScalar expected_or_value, const IrValue *value, void *memory, IrScalar second) {
    const IrType *type = value->type;
    uint64_t before = 0, after, swap;
    bool done;
    if (type->size == 4) before = __atomic_load_n((uint32_t *)memory, __ATOMIC_RELAXED);
    else before = __atomic_load_n((uint64_t *)memory, __ATOMIC_RELAXED);
    do {
        IrScalar old = ir_scalar_load(type, &before), result;
        if (value->operation == IR_ATOMIC_CAS) {
            uint64_t wanted = 0;
            ir_scalar_store(type, &wanted, expected_or_value);
            if (memcmp(&wanted, &before, (size_t)type->size) != 0) return old;
            result = second;
        } else result = ir_atomic_combine((IrAtomic)value->detail, type, old, expected_or_value);
        after = 0;
        ir_scalar_store(type, &after, result);
        if (type->size == 4) {
            uint32_t expected = (uint32_t)before;
            done = __atomic_compare_exchange_n((uint32_t *)memory, &expected, (uint32_t)after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
            swap = expected;
        } else {
            swap = before;
            done = __atomic_compare_exchange_n((uint64_t *)memory, &swap, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        }
        if (!done) before = swap;
    } while (!done);
    return ir_scalar_load(type, &before);
}

int32_t lanes_atomic(const LaneCall *call, IrRun *run, const IrValue *value, const uint64_t *addresses, const void *first, const void *second, void *out, uint32_t mask,
                     int64_t vector) {
    const IrType *type = value->type;
    bool simple = value->operation == IR_ATOMIC && value->detail == IR_ATOMIC_ADD && type->size == 4 && ir_kind(type) != 'f';
    int width = call->plan->width;
    for (int lane = 0; lane < width; lane++) {
        if (!(mask >> lane & 1)) continue;
        if (!may_touch(call, run, value, addresses[lane], 1, 0, vector * width + lane)) return 1;
        void *memory = (void *)(uintptr_t)addresses[lane];
        if (simple) {
            ((uint32_t *)out)[lane] = __atomic_fetch_add((uint32_t *)memory, ((const uint32_t *)first)[lane], __ATOMIC_RELAXED);
            continue;
        }
        IrScalar old = exchange(ir_scalar_load(type, at(first, type, lane)), value, memory, ir_scalar_load(type, at(second, type, lane)));
        ir_scalar_store(type, (void *)(uintptr_t)at(out, type, lane), old);
    }
    return 0;
}

void lanes_shuffle(const IrValue *value, const uint32_t *masks, const void *values, const int32_t *by, const int32_t *widths, void *out, uint32_t exec) {
    const IrType *type = value->type;
    size_t size = (size_t)type->size;
    for (int lane = 0; lane < IR_WARP_SIZE; lane++) {
        if (!(exec >> lane & 1)) continue;
        int from = ir_source_lane((IrShuffle)value->detail, lane, by[lane], widths[lane]);
        if (!(exec >> from & 1) || !(masks[lane] >> from & 1)) from = lane;
        memcpy((char *)out + (size_t)lane * size, (const char *)values + (size_t)from * size, size);
    }
}

void lanes_print(IrRun *run, const IrValue *value, const void *const *values, uint32_t mask, int32_t width) {
    const IrType *types[IR_PRINT_MAX];
    IrScalar scalars[IR_PRINT_MAX];
    for (int lane = 0; lane < width; lane++) {
        if (!(mask >> lane & 1)) continue;
        for (int i = 0; i < value->operand_count; i++) {
            types[i] = value->operands[i]->type;
            scalars[i] = ir_scalar_load(types[i], at(values[i], types[i], lane));
        }
        ir_print_values(run, value->block->function->module, value->message, types, scalars, value->operand_count);
    }
}

void lanes_fault(IrRun *run, const IrValue *check) {
    run->fault = check ? (IrFault){.kind = IR_FAULT_CHECK, .line = check->line, .class_name = check->name, .message = check->message} : (IrFault){.kind = IR_FAULT_INTERRUPT};
}
