/* Building IR, or nothing in a dry walk. */
#include "kernel/compile/private.h"

#include <string.h>

const IrType *code_type(Compilation *c, TypePart part) {
    return part.is_pointer ? ir_pointer_type(c->module, ir_scalar_type(part.number), IR_GLOBAL_SPACE) : ir_scalar_type(part.number);
}

IrValue *code_integer(Compilation *c, DtypeNumber number, int64_t value) {
    return c->emit ? ir_integer(c->module, ir_scalar_type(number), value) : NULL;
}

IrValue *code_float(Compilation *c, DtypeNumber number, double value) {
    return c->emit ? ir_float(c->module, ir_scalar_type(number), value) : NULL;
}

IrValue *code_unary(Compilation *c, IrOperation operation, IrValue *operand) {
    return c->emit ? ir_build_unary(&c->builder, operation, operand) : NULL;
}

static bool is_integer_constant(const IrValue *value) {
    return value && ir_is_constant(value) && (ir_kind(value->type) == 'i' || ir_kind(value->type) == 'u');
}

IrValue *code_binary(Compilation *c, IrOperation operation, IrValue *left, IrValue *right) {
    if (!c->emit) return NULL;
    if (is_integer_constant(left) && is_integer_constant(right) && left->type == right->type) {
        uint64_t a = left->constant.u, b = right->constant.u;
        if (operation == IR_ADD) return ir_integer(c->module, left->type, (int64_t)(a + b));
        if (operation == IR_SUB) return ir_integer(c->module, left->type, (int64_t)(a - b));
        if (operation == IR_MUL) return ir_integer(c->module, left->type, (int64_t)(a * b));
    }
    if (is_integer_constant(right)) {
        if (right->constant.i == 0 && (operation == IR_ADD || operation == IR_SUB)) return left;
        if (right->constant.i == 1 && operation == IR_MUL) return left;
    }
    if (is_integer_constant(left)) {
        if (left->constant.i == 0 && operation == IR_ADD) return right;
        if (left->constant.i == 1 && operation == IR_MUL) return right;
    }
    return ir_build_binary(&c->builder, operation, left, right);
}

IrValue *code_select(Compilation *c, IrValue *condition, IrValue *yes, IrValue *no) {
    return c->emit ? ir_build_select(&c->builder, condition, yes, no) : NULL;
}

IrValue *code_truth(Compilation *c, DtypeNumber from, IrValue *value) {
    if (!c->emit) return NULL;
    if (dtypes[from].kind != 'c') return ir_build_cast(&c->builder, IR_TYPE(BOOL), value);
    IrValue *real = ir_build_cast(&c->builder, IR_TYPE(BOOL), ir_build_unary(&c->builder, IR_REAL, value));
    IrValue *imaginary = ir_build_cast(&c->builder, IR_TYPE(BOOL), ir_build_unary(&c->builder, IR_IMAG, value));
    return ir_build_binary(&c->builder, IR_OR, real, imaginary);
}

IrValue *code_cast(Compilation *c, DtypeNumber from, DtypeNumber to, IrValue *value) {
    if (!c->emit || from == to) return value;
    if (to == DTYPE_BOOL) return code_truth(c, from, value);
    if (dtypes[from].kind == 'c' && dtypes[to].kind != 'c') value = ir_build_unary(&c->builder, IR_REAL, value);
    if (is_integer_constant(value) && strchr("iu", dtypes[to].kind) && dtypes[to].item_size == 8)
        return ir_integer(c->module, ir_scalar_type(to), value->constant.i);
    return ir_build_cast(&c->builder, ir_scalar_type(to), value);
}

IrValue *code_math(Compilation *c, IrMath function, IrValue *first, IrValue *second) {
    IrValue *operands[2] = {first, second};
    return c->emit ? ir_build_math(&c->builder, function, operands, second ? 2 : 1) : NULL;
}

void code_check(Compilation *c, IrValue *condition, const char *kind, const char *message) {
    if (c->is_device) cuda_code_check(c, condition, kind, message);
    else if (c->emit) ir_build_check(&c->builder, condition, kind, message);
}

IrValue *code_get(Compilation *c, IrValue *variable) { return c->emit ? ir_build_get(&c->builder, variable) : NULL; }
void code_set(Compilation *c, IrValue *variable, IrValue *value) {
    if (c->emit) ir_build_set(&c->builder, variable, value);
}
IrValue *code_read(Compilation *c, IrValue *pointer) { return c->emit ? ir_build_load(&c->builder, pointer) : NULL; }
void code_write(Compilation *c, IrValue *pointer, IrValue *value) {
    if (c->emit) ir_build_store(&c->builder, pointer, value);
}
IrValue *code_offset(Compilation *c, IrValue *pointer, IrValue *count) {
    if (!c->emit || code_is_zero(count)) return pointer;
    return ir_build_binary(&c->builder, IR_OFFSET, pointer, count);
}

IrValue *code_retype(Compilation *c, DtypeNumber number, IrValue *pointer) {
    return c->emit ? ir_build_bitcast(&c->builder, ir_pointer_type(c->module, ir_scalar_type(number), IR_GLOBAL_SPACE), pointer) : NULL;
}

IrValue *code_byte_offset(Compilation *c, IrValue *pointer, IrValue *bytes) {
    if (!c->emit || code_is_zero(bytes)) return pointer;
    IrValue *plain = code_retype(c, DTYPE_INT8, pointer);
    IrValue *moved = ir_build_binary(&c->builder, IR_OFFSET, plain, bytes);
    return ir_build_bitcast(&c->builder, pointer->type, moved);
}

IrValue *code_pointer(Compilation *c, DtypeNumber number, IrValue *address) {
    return c->emit ? ir_build_bitcast(&c->builder, ir_pointer_type(c->module, ir_scalar_type(number), IR_GLOBAL_SPACE), address) : NULL;
}

IrValue *code_pointer_bits(Compilation *c, IrValue *pointer) {
    return c->emit ? ir_build_bitcast(&c->builder, IR_TYPE(INT64), pointer) : NULL;
}

IrValue *code_address(Compilation *c, const void *address) { return code_integer(c, DTYPE_INT64, (int64_t)(intptr_t)address); }

static IrValue *zero_of(Compilation *c, TypePart part) {
    if (part.is_pointer) return code_pointer(c, part.number, code_integer(c, DTYPE_INT64, 0));
    if (dtypes[part.number].kind == 'c') {
        IrScalar zero = {.i = 0};
        zero.c128 = (Complex128){0, 0};
        return ir_constant(c->module, ir_scalar_type(part.number), zero);
    }
    return ir_integer(c->module, ir_scalar_type(part.number), 0);
}

IrValue *code_variable(Compilation *c, TypePart part) {
    if (!c->emit) return NULL;
    IrBuilder before = c->builder;
    c->builder.block = c->instance->ir->body;
    c->builder.before = c->instance->anchor;
    IrValue *variable = ir_build_var(&c->builder, zero_of(c, part));
    c->builder = before;
    return variable;
}

IrValue *code_local(Compilation *c, TypePart part, int64_t count) {
    if (!c->emit) return NULL;
    IrBuilder before = c->builder;
    c->builder.block = c->instance->ir->body;
    c->builder.before = c->instance->anchor;
    const IrType *item = code_type(c, part);
    IrValue *memory = ir_build_storage(&c->builder, IR_LOCAL, ir_fixed_type(c->module, item, count));
    IrValue *first = memory ? ir_build_bitcast(&c->builder, ir_pointer_type(c->module, item, IR_GLOBAL_SPACE), memory) : NULL;
    c->builder = before;
    return first;
}

void code_if(Compilation *c, IrValue *condition) {
    if (c->emit) ir_build_if(&c->builder, condition);
}
void code_else(Compilation *c) {
    if (c->emit) ir_build_else(&c->builder);
}
IrValue *code_for(Compilation *c, IrValue *start, IrValue *stop, IrValue *step) {
    return c->emit ? ir_build_for(&c->builder, start, stop, step) : NULL;
}
void code_while(Compilation *c) {
    if (c->emit) ir_build_while(&c->builder);
}
void code_test(Compilation *c, IrValue *condition) {
    if (c->emit) ir_build_test(&c->builder, condition);
}
void code_end(Compilation *c) {
    if (c->emit) ir_build_end(&c->builder);
}
void code_break(Compilation *c) {
    if (c->emit) ir_build(&c->builder, IR_BREAK, 0, NULL, 0);
}
void code_continue(Compilation *c) {
    if (c->emit) ir_build(&c->builder, IR_CONTINUE, 0, NULL, 0);
}

IrValue *code_external(Compilation *c, const char *name, void *address, int result, IrValue *const *arguments, int count, bool can_fault) {
    if (c->is_device) fail_unsupported(c, c->node, "%s in a kernel", name);
    if (!c->emit) return NULL;
    IrFunction *function = ir_function_find(c->module, name);
    if (!function) {
        const IrType *types[16];
        for (int i = 0; i < count && i < 16; i++) {
            if (!arguments[i]) return ir_build_call(&c->builder, NULL, arguments, count);
            types[i] = arguments[i]->type;
        }
        function = ir_external_create(c->module, name, address, result < 0 ? ir_void_type() : ir_scalar_type((DtypeNumber)result), types, count, can_fault);
    }
    return function ? ir_build_call(&c->builder, function, arguments, count) : NULL;
}
