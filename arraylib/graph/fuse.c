#include "arraylib/graph/fuse.h"

#include <stdio.h>
#include <string.h>

enum { VALUES_MAX = FUSION_INPUTS_MAX + 2 * FUSION_STEPS_MAX };

typedef struct Fuser {
    const Fusion *fusion;
    IrModule *module;
    IrBuilder builder;
    IrFunction *function;
    IrValue **inputs, **outputs; /* parameters */
    IrValue *values[VALUES_MAX];
    int value_count;
    IrValue *indexes[IR_RANK_MAX];
    Error *error;
} Fuser;

void fusion_append_key(TextBuffer *key, const Fusion *fusion) {
    text_append_format(key, "%d%s|", fusion->rank, fusion->small ? "s" : "");
    for (int i = 0; i < fusion->input_count; i++)
        text_append_format(key, "%c%c", fusion->inputs[i].dtype->code, fusion->inputs[i].layout);
    for (int i = 0; i < fusion->step_count; i++) {
        const FusionStep *step = &fusion->steps[i];
        text_append_format(key, "|%s/%d", step->operator_row->name, step->loop);
        for (int k = 0; k < step->operator_row->inputs; k++) text_append_format(key, ",%d", step->operands[k]);
    }
    for (int i = 0; i < fusion->output_count; i++)
        text_append_format(key, ">%d%c%c", fusion->outputs[i].value, fusion->outputs[i].dtype->code, fusion->outputs[i].layout);
}

/* A cast that means the same in IR and in the host's loops. */
static IrValue *converted(Fuser *f, IrValue *value, const Dtype *dtype) {
    char from = ir_kind(value->type), to = dtype->kind;
    if ((from == 'c' && to != 'c') || (from == 'f' && (to == 'i' || to == 'u'))) {
        error_set(f->error, "NotImplementedError", "a cast from %s to %s is not fused", ir_dtype(value->type)->name, dtype->name);
        return NULL;
    }
    return ir_build_cast(&f->builder, ir_scalar_type(dtype->number), value);
}

static IrValue *place_of(Fuser *f, IrValue *array) {
    return ir_build_element(&f->builder, array, f->indexes, array->type->rank, false);
}

static bool render_step(Fuser *f, const FusionStep *step) {
    const Operator *row = step->operator_row;
    IrValue *operands[3];
    for (int i = 0; i < row->inputs; i++) {
        if (step->operands[i] < 0 || step->operands[i] >= f->value_count)
            return error_set(f->error, "SystemError", "a step uses a value that is not there");
        operands[i] = converted(f, f->values[step->operands[i]], &dtypes[row->loops[step->loop][i]]);
        if (!operands[i]) return false;
    }
    IrValue *result = ir_build_operator(&f->builder, row, step->loop, operands);
    if (!result) return error_set(f->error, "NotImplementedError", "%s is not fused", row->name);
    f->values[f->value_count++] = result;
    return true;
}

/* Everything for the element at f->indexes. */
static bool render_element(Fuser *f) {
    const Fusion *fusion = f->fusion;
    for (int i = 0; i < fusion->input_count; i++)
        if (fusion->inputs[i].layout != FUSION_SINGLE) f->values[i] = ir_build_load(&f->builder, place_of(f, f->inputs[i]));
    f->value_count = fusion->input_count;
    for (int i = 0; i < fusion->step_count; i++)
        if (ir_module_failed(f->module) || !render_step(f, &fusion->steps[i])) return false;
    for (int i = 0; i < fusion->output_count; i++) {
        if (fusion->outputs[i].value < 0 || fusion->outputs[i].value >= f->value_count)
            return error_set(f->error, "SystemError", "an output names a value that is not there");
        IrValue *value = converted(f, f->values[fusion->outputs[i].value], fusion->outputs[i].dtype);
        if (!value) return false;
        ir_build_store(&f->builder, place_of(f, f->outputs[i]), value);
    }
    return true;
}

/* What is one element for all, before the loops. */
static void load_singles(Fuser *f) {
    for (int i = 0; i < f->fusion->input_count; i++)
        if (f->fusion->inputs[i].layout == FUSION_SINGLE)
            f->values[i] = ir_build_load(&f->builder, ir_build_element(&f->builder, f->inputs[i], NULL, 0, false));
}

/* Axis within axis; the first from `from` to `to`. */
static bool render_host(Fuser *f) {
    const IrType *type = IR_TYPE(INT64);
    IrValue *zero = ir_integer(f->module, type, 0), *one = ir_integer(f->module, type, 1);
    load_singles(f);
    for (int axis = 0; axis < f->fusion->rank; axis++) {
        IrValue *start = axis ? zero : f->function->parameters[0];
        IrValue *stop = axis ? ir_build_shape(&f->builder, f->outputs[0], axis) : f->function->parameters[1];
        f->indexes[axis] = ir_build_for(&f->builder, start, stop, one);
    }
    return render_element(f);
}

/* Thread t takes elements t, t + threads, t + 2 * threads, ... in C order. */
static bool render_kernel(Fuser *f) {
    IrBuilder *b = &f->builder;
    const IrType *type = IR_TYPE(INT64);
    load_singles(f);
    IrValue *block = ir_build_cast(b, type, ir_build_thread(b, IR_BLOCK_INDEX, 0));
    IrValue *size = ir_build_cast(b, type, ir_build_thread(b, IR_BLOCK_SIZE, 0));
    IrValue *thread = ir_build_cast(b, type, ir_build_thread(b, IR_THREAD_INDEX, 0));
    IrValue *blocks = ir_build_cast(b, type, ir_build_thread(b, IR_GRID_SIZE, 0));
    IrValue *start = ir_build_binary(b, IR_ADD, ir_build_binary(b, IR_MUL, block, size), thread);
    IrValue *step = ir_build_binary(b, IR_MUL, blocks, size);
    IrValue *rest = ir_build_for(b, start, f->function->parameters[0], step);
    for (int axis = f->fusion->rank - 1; axis > 0; axis--) {
        IrValue *extent = ir_build_shape(b, f->outputs[0], axis);
        f->indexes[axis] = ir_build_binary(b, IR_REM, rest, extent);
        rest = ir_build_binary(b, IR_DIV, rest, extent);
    }
    f->indexes[0] = rest;
    return render_element(f);
}

static const IrType *operand_type(const Fuser *f, const FusionOperand *operand) {
    if (operand->layout == FUSION_SINGLE) return ir_array_type(f->module, operand->dtype->number, 0, true);
    return ir_array_type(f->module, operand->dtype->number, f->fusion->rank, operand->layout == FUSION_CONTIGUOUS);
}

static bool make_function(Fuser *f, IrFunctionKind kind) {
    enum { PARAMETERS_MAX = 2 + FUSION_INPUTS_MAX + FUSION_OUTPUTS_MAX };
    const Fusion *fusion = f->fusion;
    const IrType *types[PARAMETERS_MAX];
    char texts[PARAMETERS_MAX][16];
    const char *names[PARAMETERS_MAX];
    int count = kind == IR_KERNEL ? 1 : 2, first = count;
    for (int i = 0; i < count; i++) {
        types[i] = IR_TYPE(INT64);
        snprintf(texts[i], sizeof texts[i], "%s", kind == IR_KERNEL ? "count" : i ? "to" : "from");
    }
    for (int i = 0; i < fusion->input_count; i++, count++) {
        types[count] = operand_type(f, &fusion->inputs[i]);
        snprintf(texts[count], sizeof texts[count], "in%d", i);
    }
    for (int i = 0; i < fusion->output_count; i++, count++) {
        types[count] = operand_type(f, &fusion->outputs[i]);
        snprintf(texts[count], sizeof texts[count], "out%d", i);
    }
    for (int i = 0; i < count; i++) names[i] = texts[i];
    if (ir_module_failed(f->module)) return false;
    f->function = ir_function_create(f->module, kind, "fused", ir_void_type(), types, names, count);
    if (!f->function) return false;
    f->function->small = fusion->small;
    f->inputs = f->function->parameters + first;
    f->outputs = f->inputs + fusion->input_count;
    f->builder = ir_builder(f->function);
    return true;
}

IrModule *fusion_render(const Fusion *fusion, IrFunctionKind kind, Error *error) {
    Fuser fuser = {.fusion = fusion, .module = ir_module_create(), .error = error};
    if (!fuser.module) {
        error_no_memory(error);
        return NULL;
    }
    bool good = fusion->rank >= 1 && fusion->rank <= IR_RANK_MAX && fusion->input_count <= FUSION_INPUTS_MAX &&
                fusion->step_count <= FUSION_STEPS_MAX && fusion->output_count >= 1 && fusion->output_count <= FUSION_OUTPUTS_MAX;
    if (!good) error_set(error, "SystemError", "this is no fusion");
    good = good && make_function(&fuser, kind) && (kind == IR_KERNEL ? render_kernel(&fuser) : render_host(&fuser));
    good = (good || error_is_set(error)) && !error_is_set(error) && ir_verify(fuser.module, error);
    if (good) return fuser.module;
    if (!error_is_set(error)) ir_verify(fuser.module, error); /* the builder's own words */
    if (!error_is_set(error)) error_no_memory(error);
    ir_module_destroy(fuser.module);
    return NULL;
}
