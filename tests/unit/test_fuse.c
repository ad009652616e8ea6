/* Fusion: every operator that has a spelling in IR computes what the host's own loop does; random trees of them, over
 * mixed types and layouts, give the same bits fused (by LLVM where it is there) and one by one; as kernels they compile.
 * CUPOLA_TEST_COUNT trees (25), from seed CUPOLA_TEST_SEED (1). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arraylib/device/cuda/cuda.h"
#include "arraylib/device/device.h"
#include "arraylib/graph/fuse.h"
#include "arraylib/ir/private.h"
#include "base/memory.h"
#include "tests/unit/random_ir.h"

enum { COUNT = 60, SIZE = 8192 };

static ArrayRuntime *runtime;

static int set_up(void **state) {
    Error error = ERROR_NONE;
    (void)state;
    setenv("CUPOLA_VECTOR_MATH", "0", 1); /* compiled code calls the C library's functions */
    runtime = runtime_create(&error);
    return runtime ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    runtime_destroy(runtime);
    return 0;
}

static long from_environment(const char *name, long otherwise) {
    const char *value = getenv(name);
    return value ? atol(value) : otherwise;
}

/* Numbers of the type, small ones and special ones. */
static void fill(RandomIr *random, const Dtype *dtype, char *bytes, int64_t count) {
    static const double special[] = {0.0, -0.0, 1, -1, 2, 0.5, -3.7, 1e4, -7e4, 0x1p-20, 1e-300};
    const IrType *type = ir_scalar_type(dtype->number), *from = IR_TYPE(FLOAT64);
    for (int64_t i = 0; i < count; i++) {
        IrScalar value = {.f64 = random_below(random, 3) ? (random_below(random, 4000) - 2000) / 64.0 : special[random_below(random, 11)]};
        if (dtype->kind == 'f' && random_below(random, 20) == 0) value.f64 = random_below(random, 2) ? INFINITY : NAN;
        ir_evaluate(IR_CAST, 0, type, &from, &value, &value);
        if (dtype->number == DTYPE_COMPLEX64) value.c64.imaginary = (float)random_below(random, 50) / 8 - 3;
        if (dtype->number == DTYPE_COMPLEX128) value.c128.imaginary = random_below(random, 50) / 8.0 - 3;
        ir_scalar_store(type, bytes + i * dtype->item_size, value);
    }
}

static bool are_equal(const Dtype *dtype, const char *left, const char *right, int64_t count, int64_t *where) {
    const IrType *type = ir_scalar_type(dtype->number);
    for (int64_t i = 0; i < count; i++) {
        *where = i;
        if (!ir_scalar_equal(type, ir_scalar_load(type, left + i * dtype->item_size), ir_scalar_load(type, right + i * dtype->item_size)))
            return false;
    }
    return true;
}

/* ---- one operator ---- */

static void check_operator(const Operator *row, int loop, int *spelled) {
    Fusion fusion = {.rank = 1, .input_count = row->inputs, .step_count = 1, .output_count = 1};
    RandomIr random = {.state = (uint64_t)row->number * 100 + (uint64_t)loop};
    struct { void *data; int64_t words[2]; } views[4];
    static _Alignas(16) char memory[4][SIZE], wanted[SIZE];
    int64_t extent = COUNT, from = 0, strides[4];
    void *arguments[6] = {&from, &extent};
    Error error = ERROR_NONE;
    ElementwiseTask task = {.operator_row = row, .loop = loop, .shape = {1, &extent}, .call_name = row->name};
    for (int k = 0; k < row->inputs + 1; k++) {
        const Dtype *dtype = &dtypes[row->loops[loop][k]];
        strides[k] = dtype->item_size;
        if (k < row->inputs) {
            fusion.inputs[k] = (FusionOperand){dtype, FUSION_CONTIGUOUS, 0};
            fill(&random, dtype, memory[k], COUNT);
        } else fusion.outputs[0] = (FusionOperand){dtype, FUSION_CONTIGUOUS, row->inputs};
        task.operands[k] = (Operand){.dtype = dtype, .data = k < row->inputs ? memory[k] : wanted, .strides = &strides[k]};
        views[k].data = memory[k], views[k].words[0] = COUNT, views[k].words[1] = strides[k];
        arguments[k + 2] = &views[k];
    }
    fusion.steps[0] = (FusionStep){row, loop, {0, 1, 2}};
    IrModule *module = row->outputs == 1 ? fusion_render(&fusion, IR_FUNCTION, &error) : NULL;
    if (!module) {
        if (row->outputs == 1) assert_string_equal(error.kind, "NotImplementedError");
        error_clear(&error);
        return;
    }
    int flags;
    int64_t where;
    IrRun run = {0};
    ++*spelled;
    assert_true(runtime->host->operations->elementwise(runtime->host, &task, &flags, &error));
    if (!ir_interpret(module->functions, arguments, NULL, &run, &error)) fail_msg("%s: %s", row->name, error.message);
    const Dtype *dtype = &dtypes[row->loops[loop][row->inputs]];
    if (!are_equal(dtype, wanted, memory[row->inputs], COUNT, &where))
        fail_msg("%s of %s differs at %lld", row->name, dtypes[row->loops[loop][0]].name, (long long)where);
    ir_module_destroy(module);
}

static void operators_are_as_on_the_host(void **state) {
    (void)state;
    int spelled = 0, all = 0;
    for (int number = 0; number < OPERATOR_COUNT; number++)
        for (int loop = 0; loop < operators[number].loop_count; loop++, all++) check_operator(&operators[number], loop, &spelled);
    print_message("%d of %d loops have a spelling\n", spelled, all);
    assert_true(spelled > all / 2);
}

/* ---- trees ---- */

/* A tree, and its values computed one after the other by the host. */
typedef struct Tree {
    Fusion fusion;
    int64_t shape[3], elements;
    char *inputs[FUSION_INPUTS_MAX]; /* memory, laid out as the operand says */
    char *origins[FUSION_INPUTS_MAX];
    int64_t strides[FUSION_INPUTS_MAX][3];
    const Dtype *dtypes[FUSION_INPUTS_MAX + FUSION_STEPS_MAX]; /* of the values */
    char *values[FUSION_INPUTS_MAX + FUSION_STEPS_MAX];        /* contiguous; of the steps */
    int value_count;
} Tree;

static void c_strides(const Tree *tree, int64_t item, int64_t *strides) {
    for (int axis = tree->fusion.rank - 1; axis >= 0; axis--) {
        strides[axis] = item;
        item *= tree->shape[axis];
    }
}

static void add_input(Tree *tree, RandomIr *random) {
    Fusion *fusion = &tree->fusion;
    int k = fusion->input_count++;
    const Dtype *dtype = &dtypes[random_below(random, DTYPE_COUNT)];
    FusionLayout layouts[] = {FUSION_CONTIGUOUS, FUSION_CONTIGUOUS, FUSION_STRIDED, FUSION_SINGLE};
    FusionLayout layout = layouts[random_below(random, 4)];
    int64_t gap = layout == FUSION_STRIDED ? 1 + random_below(random, 2) : 1, *strides = tree->strides[k];
    fusion->inputs[k] = (FusionOperand){dtype, layout, 0};
    tree->dtypes[tree->value_count++] = dtype;
    tree->inputs[k] = tree->origins[k] = calloc((size_t)(tree->elements * gap + 4), dtype->item_size);
    fill(random, dtype, tree->inputs[k], tree->elements * gap);
    c_strides(tree, dtype->item_size * gap, strides);
    for (int axis = 0; axis < fusion->rank; axis++) {
        if (layout == FUSION_SINGLE) strides[axis] = 0;
        int way = layout == FUSION_STRIDED ? random_below(random, 5) : 0;
        if (way == 1) strides[axis] = 0; /* broadcast */
        if (way != 2) continue;
        tree->origins[k] += (tree->shape[axis] - 1) * strides[axis]; /* backwards */
        strides[axis] = -strides[axis];
    }
}

/* May this operator stand above values that are computed? Where a NaN's sign shows, it may not. */
static bool is_usable(const Operator *row, int loop) {
    if (row->outputs != 1 || row->number == OPERATOR_signbit || row->number == OPERATOR_copysign) return false;
    return dtypes[row->loops[loop][0]].kind != 'c' || row->number == OPERATOR_add || row->number == OPERATOR_multiply ||
           row->number == OPERATOR_equal || row->number == OPERATOR_less;
}

static bool can_convert(const Dtype *from, const Dtype *to) {
    return !(from->kind == 'c' && to->kind != 'c') && !(from->kind == 'f' && dtype_is_integer(to)) && to->kind != 'b';
}

/* A step that the fusion can spell, or nothing; its value by the host's own loop. */
static void add_step(Tree *tree, RandomIr *random) {
    Fusion *fusion = &tree->fusion;
    const Operator *row = &operators[random_below(random, OPERATOR_COUNT)];
    int loop = random_below(random, row->loop_count), flags;
    Error error = ERROR_NONE;
    int64_t strides[4][3];
    if (!is_usable(row, loop)) return;
    FusionStep step = {row, loop, {0, 0, 0}};
    ElementwiseTask task = {.operator_row = row, .loop = loop, .shape = {fusion->rank, tree->shape}, .call_name = row->name};
    for (int k = 0; k < row->inputs; k++) {
        int value = random_below(random, tree->value_count);
        const Dtype *dtype = tree->dtypes[value], *wanted = &dtypes[row->loops[loop][k]];
        if (dtype != wanted && !can_convert(dtype, wanted)) return;
        step.operands[k] = value;
        c_strides(tree, dtype->item_size, strides[k]);
        bool is_input = value < fusion->input_count;
        task.operands[k] = (Operand){.dtype = dtype, .data = is_input ? tree->origins[value] : tree->values[value],
                                     .strides = is_input ? tree->strides[value] : strides[k]};
    }
    Fusion alone = {.rank = 1, .input_count = row->inputs, .step_count = 1, .output_count = 1, .steps = {{row, loop, {0, 1, 2}}}};
    for (int k = 0; k < row->inputs; k++) alone.inputs[k] = (FusionOperand){&dtypes[row->loops[loop][k]], FUSION_CONTIGUOUS, 0};
    const Dtype *result = &dtypes[row->loops[loop][row->inputs]];
    alone.outputs[0] = (FusionOperand){result, FUSION_CONTIGUOUS, row->inputs};
    IrModule *module = fusion_render(&alone, IR_FUNCTION, &error);
    error_clear(&error);
    if (!module) return;
    ir_module_destroy(module);
    char *memory = calloc((size_t)tree->elements, result->item_size);
    c_strides(tree, result->item_size, strides[3]);
    task.operands[row->inputs] = (Operand){.dtype = result, .data = memory, .strides = strides[3]};
    assert_true(runtime->host->operations->elementwise(runtime->host, &task, &flags, &error));
    fusion->steps[fusion->step_count++] = step;
    tree->dtypes[tree->value_count] = result;
    tree->values[tree->value_count++] = memory;
}

static Tree *make_tree(uint64_t seed) {
    RandomIr random = {.state = seed};
    Tree *tree = calloc(1, sizeof *tree);
    Fusion *fusion = &tree->fusion;
    fusion->rank = 1 + random_below(&random, 3);
    fusion->small = random_below(&random, 2);
    tree->elements = 1;
    for (int axis = 0; axis < fusion->rank; axis++) {
        tree->shape[axis] = fusion->rank == 1 ? 1 + random_below(&random, 2000) : 1 + random_below(&random, 12);
        tree->elements *= tree->shape[axis];
    }
    for (int i = 1 + random_below(&random, 4); i > 0; i--) add_input(tree, &random);
    for (int attempt = 0; attempt < 4000 && fusion->step_count < 10; attempt++) add_step(tree, &random);
    for (int i = 0; i < 3 && fusion->step_count; i++) {
        int value = i ? fusion->input_count + random_below(&random, fusion->step_count) : tree->value_count - 1;
        fusion->outputs[fusion->output_count++] = (FusionOperand){tree->dtypes[value], FUSION_CONTIGUOUS, value};
    }
    return tree;
}

static void drop_tree(Tree *tree) {
    for (int i = 0; i < FUSION_INPUTS_MAX; i++) free(tree->inputs[i]);
    for (int i = 0; i < tree->value_count; i++) free(tree->values[i]);
    free(tree);
}

static void run_fused(IrCompiler *compiler, IrModule *module, const Tree *tree, void **arguments) {
    Error error = ERROR_NONE;
    IrRun run = {0};
    if (!ir_run_passes(module, IR_DEFAULT_PASSES, &error)) fail_msg("%s", error.message);
    if (!compiler) {
        if (!ir_interpret(module->functions, arguments, NULL, &run, &error)) fail_msg("%s", error.message);
        return;
    }
    IrProgram *program = ir_compile(compiler, module, NULL, &error);
    if (!program) fail_msg("%s", error.message);
    int64_t middle = tree->shape[0] / 2, zero = 0; /* in two pieces, as threads would */
    void *end = arguments[1];
    arguments[1] = &middle;
    assert_true(ir_call(ir_program_entry(program, "fused"), arguments, &run, &error));
    arguments[0] = &middle, arguments[1] = end;
    assert_true(ir_call(ir_program_entry(program, "fused"), arguments, &run, &error));
    arguments[0] = &zero;
    ir_program_destroy(program);
}

static void check_tree(IrCompiler *compiler, uint64_t seed) {
    Error error = ERROR_NONE;
    Tree *tree = make_tree(seed);
    const Fusion *fusion = &tree->fusion;
    struct { void *data; int64_t words[6]; } views[FUSION_INPUTS_MAX + FUSION_OUTPUTS_MAX];
    void *arguments[2 + FUSION_INPUTS_MAX + FUSION_OUTPUTS_MAX];
    char *results[FUSION_OUTPUTS_MAX];
    int64_t zero = 0, where;
    if (!fusion->output_count) {
        drop_tree(tree);
        return;
    }
    IrModule *module = fusion_render(fusion, IR_FUNCTION, &error);
    if (!module) fail_msg("seed %llu: %s", (unsigned long long)seed, error.message);
    arguments[0] = &zero, arguments[1] = &tree->shape[0];
    for (int k = 0; k < fusion->input_count + fusion->output_count; k++) {
        bool is_input = k < fusion->input_count;
        int64_t strides[3], *words = views[k].words;
        if (is_input) memcpy(strides, tree->strides[k], sizeof strides);
        else {
            int i = k - fusion->input_count;
            c_strides(tree, fusion->outputs[i].dtype->item_size, strides);
            results[i] = calloc((size_t)tree->elements, fusion->outputs[i].dtype->item_size);
        }
        views[k].data = is_input ? tree->origins[k] : results[k - fusion->input_count];
        for (int axis = 0; axis < fusion->rank; axis++) words[axis] = tree->shape[axis], words[fusion->rank + axis] = strides[axis];
        arguments[2 + k] = &views[k];
    }
    run_fused(compiler, module, tree, arguments);
    for (int i = 0; i < fusion->output_count; i++) {
        const FusionOperand *output = &fusion->outputs[i];
        if (!are_equal(output->dtype, tree->values[output->value], results[i], tree->elements, &where)) {
            TextBuffer key = TEXT_BUFFER_EMPTY;
            fusion_append_key(&key, fusion);
            fail_msg("seed %llu: output %d differs at %lld: %s", (unsigned long long)seed, i, (long long)where, key.bytes);
        }
        free(results[i]);
    }
    ir_module_destroy(module);
    drop_tree(tree);
}

static void trees_are_as_one_by_one(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrCompiler *compiler = ir_compiler_create(&error);
    error_clear(&error);
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 25);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) check_tree(compiler, seed);
    ir_compiler_destroy(compiler);
}

static void kernels_compile(void **state) {
    static Nvrtc nvrtc;
    (void)state;
    Error error = ERROR_NONE;
    if (!nvrtc_open(&nvrtc, &error)) {
        error_clear(&error);
        skip();
    }
    for (uint64_t seed = 1; seed < 8; seed++) {
        Tree *tree = make_tree(seed);
        IrModule *module = tree->fusion.output_count ? fusion_render(&tree->fusion, IR_KERNEL, &error) : NULL;
        TextBuffer source = TEXT_BUFFER_EMPTY;
        size_t size;
        if (module) {
            assert_true(ir_run_passes(module, IR_DEFAULT_PASSES, &error));
            assert_true(ir_render_cuda(module, &source, &error));
            char *image = cuda_compile(&nvrtc, source.bytes, 80, false, &size, &error);
            if (!image) fail_msg("seed %llu: %.2000s", (unsigned long long)seed, error.message);
            memory_release(image);
        }
        text_release(&source);
        ir_module_destroy(module);
        drop_tree(tree);
    }
}

static void keys_and_refusals(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    TextBuffer key = TEXT_BUFFER_EMPTY;
    Fusion fusion = {.rank = 1, .input_count = 2, .step_count = 1, .output_count = 1, .small = true,
                     .inputs = {{DTYPE(FLOAT64), FUSION_CONTIGUOUS, 0}, {DTYPE(INT8), FUSION_SINGLE, 0}},
                     .outputs = {{DTYPE(FLOAT64), FUSION_STRIDED, 2}},
                     .steps = {{OPERATOR(add), 11, {0, 1, 0}}}};
    fusion_append_key(&key, &fusion);
    assert_string_equal(key.bytes, "1s|dcbk|add/11,0,1>2ds");
    text_release(&key);
    fusion.steps[0] = (FusionStep){OPERATOR(gcd), 0, {1, 1, 0}};
    assert_null(fusion_render(&fusion, IR_FUNCTION, &error));
    assert_string_equal(error.message, "gcd is not fused");
    error_clear(&error);
    fusion.steps[0] = (FusionStep){OPERATOR(add), 1, {0, 1, 0}};
    assert_null(fusion_render(&fusion, IR_FUNCTION, &error));
    assert_string_equal(error.message, "a cast from float64 to int8 is not fused");
    error_clear(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_are_as_on_the_host),
        cmocka_unit_test(trees_are_as_one_by_one),
        cmocka_unit_test(kernels_compile),
        cmocka_unit_test(keys_and_refusals),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
