/* Kernels without arrays, for blocks of threads in vectors: an array parameter becomes its address, extents and strides, each
 * a parameter of its own, and an element an address that is computed. So lanes_*.c see pointers alone. */
#include "arraylib/ir/passes/passes.h"

#include <stdio.h>
#include <string.h>

typedef struct Flattening {
    IrFunction *kernel, *flat;
    int at[IR_PARAMETERS_MAX]; /* of a kernel's parameter: where its first part is among the flat one's */
    IrBuilder b;
} Flattening;

static int parts_of(const IrType *type) { return type->kind != IR_ARRAY ? 1 : 1 + (type->contiguous ? 1 : 2) * type->rank; }

static const IrType *part_type(IrModule *module, const IrType *type, int part) {
    if (type->kind != IR_ARRAY) return type;
    return part ? IR_TYPE(INT64) : ir_pointer_type(module, type->element, IR_GLOBAL_SPACE);
}

/* Part 0 is the address, then extents, then strides: of a parameter, or as a view has them. */
static IrValue *part(const Flattening *f, const IrValue *array, int number) {
    return array->operation == IR_PARAMETER ? f->flat->parameters[f->at[array->number] + number] : array->operands[number];
}

static IrValue *stride(Flattening *f, const IrValue *array, int axis) {
    const IrType *type = array->type;
    if (!type->contiguous) return part(f, array, 1 + type->rank + axis);
    IrValue *size = ir_integer(f->flat->module, IR_TYPE(INT64), type->element->size);
    for (int i = axis + 1; i < type->rank; i++) size = ir_build_binary(&f->b, IR_MUL, size, part(f, array, 1 + i));
    return size;
}

static IrValue *wide(Flattening *f, IrValue *index) { return ir_build_cast(&f->b, IR_TYPE(INT64), index); }

static IrValue *element(Flattening *f, const IrValue *value) {
    const IrValue *array = value->operands[0];
    const IrType *type = array->type;
    IrValue *address = part(f, array, 0), *distance = NULL;
    IrBuilder *b = &f->b;
    if (!type->rank) return address;
    if (type->contiguous) { /* in elements */
        if (type->rank == 1) return ir_build_binary(b, IR_OFFSET, address, value->operands[1]);
        distance = wide(f, value->operands[1]);
        for (int axis = 1; axis < type->rank; axis++)
            distance = ir_build_binary(b, IR_ADD, ir_build_binary(b, IR_MUL, distance, part(f, array, 1 + axis)), wide(f, value->operands[axis + 1]));
        return ir_build_binary(b, IR_OFFSET, address, distance);
    }
    for (int axis = 0; axis < type->rank; axis++) {
        IrValue *one = ir_build_binary(b, IR_MUL, wide(f, value->operands[axis + 1]), stride(f, array, axis));
        distance = distance ? ir_build_binary(b, IR_ADD, distance, one) : one;
    }
    IrValue *bytes = ir_build_bitcast(b, ir_pointer_type(f->flat->module, IR_TYPE(INT8), IR_GLOBAL_SPACE), address);
    return ir_build_bitcast(b, value->type, ir_build_binary(b, IR_OFFSET, bytes, distance));
}

static void lower(IrValue *value, void *context) {
    Flattening *f = context;
    IrValue *other;
    pass_resolve(value);
    f->b = (IrBuilder){.module = f->flat->module, .block = value->block, .before = value, .line = value->line};
    switch (value->operation) {
    case IR_DATA: other = part(f, value->operands[0], 0); break;
    case IR_SHAPE: other = part(f, value->operands[0], 1 + value->detail); break;
    case IR_STRIDE: other = stride(f, value->operands[0], value->detail); break;
    case IR_ELEMENT:
    case IR_ELEMENT_CHECKED: other = element(f, value); break;
    default: return;
    }
    value->note = other;
    ir_block_remove(value);
}

static void find_array(IrValue *value, void *context) {
    bool *found = context;
    for (int i = 0; i < value->operand_count; i++)
        if (value->operands[i]->type->kind == IR_ARRAY) found[value->operation == IR_CALL] = true;
    if (value->operation == IR_VIEW) found[0] = true;
}

static void append_flat_name(const IrFunction *kernel, char *name, size_t size) { snprintf(name, size, "flat_%.200s", kernel->name); }

static IrFunction *create(Flattening *f) {
    IrModule *module = f->kernel->module;
    const IrType *types[IR_PARAMETERS_MAX];
    const char *names[IR_PARAMETERS_MAX];
    char texts[IR_PARAMETERS_MAX][8], name[220];
    int count = 0;
    for (int i = 0; i < f->kernel->parameter_count; i++) {
        const IrType *type = f->kernel->parameters[i]->type;
        f->at[i] = count;
        if (count + parts_of(type) > IR_PARAMETERS_MAX) return NULL;
        for (int k = 0; k < parts_of(type); k++) types[count++] = part_type(module, type, k);
    }
    for (int i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "p%d", i);
        names[i] = texts[i];
    }
    append_flat_name(f->kernel, name, sizeof name);
    return ir_function_find(module, name) ? NULL : ir_function_create(module, IR_KERNEL, name, ir_void_type(), types, names, count);
}

/* What another launcher of the module has made. */
static IrFunction *flat_before(const IrFunction *kernel) {
    char name[220];
    append_flat_name(kernel, name, sizeof name);
    IrFunction *flat = ir_function_find(kernel->module, name);
    return flat && flat->kind == IR_KERNEL && flat->is_internal ? flat : NULL;
}

IrFunction *ir_flatten(IrFunction *kernel) {
    Flattening f = {.kernel = kernel};
    bool found[2] = {false, false};
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->type->kind == IR_ARRAY) found[0] = true;
    ir_walk(kernel->body, find_array, found);
    if (!found[0]) return kernel;
    if (found[1]) return NULL; /* a call that was not taken in */
    if ((f.flat = flat_before(kernel))) return f.flat;
    if (!(f.flat = create(&f))) return NULL;
    pass_clear_notes(kernel);
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->type->kind != IR_ARRAY) kernel->parameters[i]->note = f.flat->parameters[f.at[i]];
    bool good = pass_copy_block(kernel->body, f.flat->body);
    f.flat->small = kernel->small;
    pass_clear_notes(kernel);
    if (!good) return NULL;
    pass_clear_notes(f.flat);
    ir_walk(f.flat->body, lower, &f);
    bool (*const passes[])(IrFunction *) = {pass_fold, pass_common, pass_dead};
    for (size_t i = 0; i < sizeof passes / sizeof *passes && good; i++) {
        pass_clear_notes(f.flat);
        good = passes[i](f.flat);
    }
    pass_clear_notes(f.flat);
    f.flat->is_internal = good && !ir_module_failed(kernel->module); /* it is whole */
    return f.flat->is_internal ? f.flat : NULL;
}

int ir_flatten_arguments(const IrFunction *kernel, void *const *arguments, void **flat) {
    int count = 0;
    for (int i = 0; i < kernel->parameter_count; i++) {
        const IrType *type = kernel->parameters[i]->type;
        IrArrayView *view = arguments[i];
        flat[count++] = type->kind == IR_ARRAY ? (void *)&view->data : arguments[i];
        for (int k = 1; k < parts_of(type); k++) flat[count++] = &view->words[k - 1];
    }
    return count;
}
