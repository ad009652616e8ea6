/* Random IR functions: the text comes back, the verifier agrees, and the interpreter and LLVM compute the same bits.
 * Passes change nothing of it. CUPOLA_TEST_COUNT functions (300), from seed CUPOLA_TEST_SEED (1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arraylib/ir/private.h"
#include "tests/unit/random_ir.h"

enum { LONG = 2500, MARGIN = 64 };

/* The arguments of one call: the same from the same seed. */
typedef struct Arguments {
    IrFunction *function;
    void *list[10];
    unsigned char scalars[10][16];
    struct { void *data; int64_t words[4]; } views[10];
    unsigned char *memory[10];
    int64_t sizes[10];
} Arguments;

static void fill(RandomIr *random, const IrType *type, unsigned char *bytes, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        IrScalar value = {.u = random_next(random)};
        const IrType *from = IR_TYPE(INT64);
        if (type == IR_TYPE(BOOL)) value.u &= 1;
        else if (random_below(random, 3)) { /* small numbers more often than any bits */
            value.i = random_below(random, 200) - 100;
            ir_evaluate(IR_CAST, 0, type, &from, &value, &value);
        } else if (type->size == 16) value.c128.imaginary = 0.5;
        ir_scalar_store(type, bytes + i * type->size, value);
    }
}

static void prepare(Arguments *arguments, IrFunction *function, uint64_t seed) {
    RandomIr random = {.state = seed};
    memset(arguments, 0, sizeof *arguments);
    arguments->function = function;
    for (int i = 0; i <= function->parameter_count; i++) {
        const IrType *type = i < function->parameter_count ? function->parameters[i]->type : function->result;
        arguments->list[i] = arguments->scalars[i];
        if (type->kind == IR_SCALAR) fill(&random, type, arguments->scalars[i], 1);
        if (type->kind != IR_ARRAY) continue;
        const IrType *element = type->element;
        int64_t rows = type->rank == 2 ? 1 + random_below(&random, 4) : 1, columns = 1 + random_below(&random, seed % 8 ? 20 : LONG);
        int64_t gap = type->contiguous ? 1 : 1 + random_below(&random, 2), *words = arguments->views[i].words;
        arguments->sizes[i] = rows * columns * gap * element->size + MARGIN;
        arguments->memory[i] = calloc((size_t)arguments->sizes[i], 1);
        fill(&random, element, arguments->memory[i], rows * columns * gap);
        arguments->views[i].data = arguments->memory[i];
        int64_t strides[2] = {columns * gap * element->size, gap * element->size}, extents[2] = {rows, columns};
        if (!type->contiguous && random_below(&random, 3) == 0) { /* backwards */
            arguments->views[i].data = arguments->memory[i] + (columns - 1) * strides[1];
            strides[1] = -strides[1];
        }
        for (int axis = 0; axis < type->rank; axis++) {
            words[axis] = extents[axis + 2 - type->rank];
            words[type->rank + axis] = strides[axis + 2 - type->rank];
        }
        arguments->list[i] = &arguments->views[i];
    }
}

static void drop(Arguments *arguments) {
    for (int i = 0; i < 10; i++) free(arguments->memory[i]);
}

/* False: something differs, told to stderr. The result counts only where both calls ended well. */
static bool are_equal(const Arguments *left, const Arguments *right, bool with_result) {
    const IrFunction *function = left->function;
    for (int i = 0; i < function->parameter_count; i++) {
        const IrType *type = function->parameters[i]->type;
        if (type->kind != IR_ARRAY) continue;
        for (int64_t at = 0; at + type->element->size <= left->sizes[i]; at += type->element->size)
            if (!ir_scalar_equal(type->element, ir_scalar_load(type->element, left->memory[i] + at),
                                 ir_scalar_load(type->element, right->memory[i] + at))) {
                fprintf(stderr, "%%%s differs at byte %lld\n", function->parameters[i]->name, (long long)at);
                return false;
            }
    }
    const void *a = left->scalars[function->parameter_count], *b = right->scalars[function->parameter_count];
    if (function->result->kind != IR_SCALAR || !with_result) return true;
    if (ir_scalar_equal(function->result, ir_scalar_load(function->result, a), ir_scalar_load(function->result, b))) return true;
    fprintf(stderr, "the result differs\n");
    return false;
}

static char *print(IrModule *module) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    ir_module_print(module, &text);
    return text_detach(&text);
}

static long from_environment(const char *name, long otherwise) {
    const char *value = getenv(name);
    return value ? atol(value) : otherwise;
}

static void failed(IrModule *module, uint64_t seed, const char *what) {
    char *text = print(module);
    fprintf(stderr, "%s\n", text);
    fail_msg("seed %llu: %s", (unsigned long long)seed, what);
}

static IrModule *make(uint64_t seed) {
    Error error = ERROR_NONE;
    IrModule *module = random_ir_module(seed, false);
    if (!ir_verify(module, &error)) failed(module, seed, error.message);
    return module;
}

static void texts_come_back(void **state) {
    (void)state;
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 300);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        Error error = ERROR_NONE;
        IrModule *module = random_ir_module(seed, seed % 3 == 0);
        if (!ir_verify(module, &error)) failed(module, seed, error.message);
        char *text = print(module);
        IrModule *again = ir_module_parse(text, strlen(text), &error);
        if (!again) failed(module, seed, error.message);
        char *text_again = print(again);
        if (strcmp(text, text_again) != 0) failed(module, seed, "the text differs after parsing");
        free(text), free(text_again);
        ir_module_destroy(module);
        ir_module_destroy(again);
    }
}

/* Some of the passes, or those that every function gets. */
static void run_passes(IrModule *module, uint64_t seed) {
    RandomIr random = {.state = seed};
    Error error = ERROR_NONE;
    if (seed % 3 == 0) {
        if (!ir_run_passes(module, IR_DEFAULT_PASSES, &error) || !ir_verify(module, &error)) failed(module, seed, error.message);
        return;
    }
    for (int i = 0; i < 4; i++) {
        const IrPass *pass = &ir_passes[random_below(&random, (int)ir_pass_count)];
        if (ir_run_passes(module, pass->name, &error) && ir_verify(module, &error)) continue;
        fprintf(stderr, "after %s\n", pass->name);
        failed(module, seed, error.message);
    }
}

/* One seed: interpreted as it is and after passes. */
static void compare_passes(uint64_t seed) {
    Error error = ERROR_NONE, other_error = ERROR_NONE;
    Arguments wanted, got;
    IrRun run = {0}, other_run = {0};
    IrModule *module = make(seed);
    IrFunction *function = ir_function_find(module, "f");
    prepare(&wanted, function, seed);
    prepare(&got, function, seed);
    bool good = ir_interpret(function, wanted.list, NULL, &run, &error);
    run_passes(module, seed);
    bool other_good = ir_interpret(function, got.list, NULL, &other_run, &other_error);
    if (good != other_good) failed(module, seed, good ? other_error.message : error.message);
    if (!good && strcmp(error.message, other_error.message) != 0) failed(module, seed, "another fault after passes");
    if (!are_equal(&wanted, &got, good)) failed(module, seed, "passes change what it computes");
    drop(&wanted), drop(&got);
    error_clear(&error), error_clear(&other_error);
    ir_module_destroy(module);
}

static void passes_change_nothing(void **state) {
    (void)state;
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 300);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) compare_passes(seed);
}

/* One seed: interpreted, and compiled by LLVM after passes. */
static void compare(IrCompiler *compiler, uint64_t seed) {
    Error error = ERROR_NONE, other_error = ERROR_NONE;
    Arguments wanted, got;
    IrRun run = {0}, other_run = {0};
    IrModule *module = make(seed);
    IrFunction *function = ir_function_find(module, "f");
    prepare(&wanted, function, seed);
    prepare(&got, function, seed);
    bool good = ir_interpret(function, wanted.list, NULL, &run, &error);
    if (!good && !run.fault.kind) failed(module, seed, error.message);
    if (seed % 4) run_passes(module, seed);
    IrCompileOptions options = {.no_vectors = seed % 2};
    IrProgram *program = ir_compile(compiler, module, &options, &other_error);
    if (!program) failed(module, seed, other_error.message);
    bool other_good = ir_call(ir_program_entry(program, "f"), got.list, &other_run, &other_error);
    if (good != other_good) failed(module, seed, good ? other_error.message : error.message);
    if (!good && strcmp(error.message, other_error.message) != 0) failed(module, seed, "another fault");
    if (!are_equal(&wanted, &got, good)) failed(module, seed, "LLVM and the interpreter differ");
    ir_program_destroy(program);
    drop(&wanted), drop(&got);
    error_clear(&error), error_clear(&other_error);
    ir_module_destroy(module);
}

static void compiled_and_interpreted_are_equal(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrCompiler *compiler = ir_compiler_create(&error);
    if (!compiler) {
        print_message("%s\n", error.message);
        error_clear(&error);
        skip();
    }
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 300) / 3;
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) compare(compiler, seed);
    ir_compiler_destroy(compiler);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(passes_change_nothing),
        cmocka_unit_test(compiled_and_interpreted_are_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
