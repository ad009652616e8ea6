/* Random IR functions: the text comes back, the verifier agrees, and the interpreter and LLVM compute the same bits.
 * Passes change nothing of it. CUPOLA_TEST_COUNT functions (150), from seed CUPOLA_TEST_SEED (1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/random_ir.h"

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
    IrModule *module = random_ir_module(seed, 0);
    if (!ir_verify(module, &error)) failed(module, seed, error.message);
    return module;
}

static void texts_come_back(void **state) {
    (void)state;
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 150);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        Error error = ERROR_NONE;
        IrModule *module = random_ir_module(seed, seed % 3 == 0 ? RANDOM_DEVICE : 0);
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
        if (!ir_run_passes(module, seed % 2 ? IR_DEFAULT_PASSES : IR_FUNCTION_PASSES, &error) || !ir_verify(module, &error)) failed(module, seed, error.message);
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
    RandomArguments wanted, got;
    IrRun run = {0}, other_run = {0};
    IrModule *module = make(seed);
    IrFunction *function = ir_function_find(module, "f");
    random_arguments_prepare(&wanted, function, seed);
    random_arguments_prepare(&got, function, seed);
    bool good = ir_interpret(function, wanted.list, NULL, &run, &error);
    run_passes(module, seed);
    bool other_good = ir_interpret(function, got.list, NULL, &other_run, &other_error);
    if (good != other_good) failed(module, seed, good ? other_error.message : error.message);
    if (!good && strcmp(error.message, other_error.message) != 0) failed(module, seed, "another fault after passes");
    if (!random_arguments_equal(&wanted, &got, good)) failed(module, seed, "passes change what it computes");
    random_arguments_drop(&wanted), random_arguments_drop(&got);
    error_clear(&error), error_clear(&other_error);
    ir_module_destroy(module);
}

static void passes_change_nothing(void **state) {
    (void)state;
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 150);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) compare_passes(seed);
}

/* One seed: interpreted, and compiled by LLVM after passes. */
static void compare(IrCompiler *compiler, uint64_t seed) {
    Error error = ERROR_NONE, other_error = ERROR_NONE;
    RandomArguments wanted, got;
    IrRun run = {0}, other_run = {0};
    IrModule *module = make(seed);
    IrFunction *function = ir_function_find(module, "f");
    random_arguments_prepare(&wanted, function, seed);
    random_arguments_prepare(&got, function, seed);
    bool good = ir_interpret(function, wanted.list, NULL, &run, &error);
    if (!good && !run.fault.kind) failed(module, seed, error.message);
    if (seed % 4) run_passes(module, seed);
    IrCompileOptions options = {.no_vectors = seed % 2};
    IrProgram *program = ir_compile(compiler, module, &options, &other_error);
    if (!program) failed(module, seed, other_error.message);
    bool other_good = ir_call(ir_program_entry(program, "f"), got.list, &other_run, &other_error);
    if (good != other_good) failed(module, seed, good ? other_error.message : error.message);
    if (!good && strcmp(error.message, other_error.message) != 0) failed(module, seed, "another fault");
    if (!random_arguments_equal(&wanted, &got, good)) failed(module, seed, "LLVM and the interpreter differ");
    ir_program_destroy(program);
    random_arguments_drop(&wanted), random_arguments_drop(&got);
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
    long count = from_environment("CUPOLA_TEST_COUNT", 150) / 3;
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) compare(compiler, seed);
    ir_compiler_destroy(compiler);
}

/* One seed: a kernel's grid interpreted, and its blocks compiled as functions. */
static void compare_blocks(IrCompiler *compiler, uint64_t seed) {
    Error error = ERROR_NONE;
    RandomArguments wanted, got;
    IrRun run = {0};
    IrModule *module = random_ir_module(seed, RANDOM_THREADS);
    IrFunction *kernel = ir_function_find(module, "f"), *block = NULL;
    IrLaunch launch = {{1 + seed % 3, 1 + seed % 2, 1}, {1 + seed % 7, 1 + seed % 4, 1 + seed % 3}, 0};
    random_arguments_prepare(&wanted, kernel, seed);
    random_arguments_prepare(&got, kernel, seed);
    if (!ir_verify(module, &error) || !ir_interpret(kernel, wanted.list, &launch, &run, &error)) failed(module, seed, error.message);
    block = ir_emulate(module, kernel);
    if (!block || !ir_run_passes(module, IR_DEFAULT_PASSES, &error) || !ir_verify(module, &error))
        failed(module, seed, block ? error.message : "it cannot be emulated");
    IrProgram *program = ir_compile(compiler, module, NULL, &error);
    if (!program) failed(module, seed, error.message);
    IrEntry *entry = ir_program_entry(program, block->name);
    int32_t places[9];
    for (int i = 0; i < 9; i++) got.list[kernel->parameter_count + i] = &places[i];
    for (int i = 0; i < 3; i++) places[3 + i] = (int32_t)launch.block[i], places[6 + i] = (int32_t)launch.grid[i];
    places[2] = 0;
    for (places[1] = 0; places[1] < places[7]; places[1]++)
        for (places[0] = 0; places[0] < places[6]; places[0]++)
            if (!ir_call(entry, got.list, &run, &error)) failed(module, seed, error.message);
    if (!random_arguments_equal(&wanted, &got, false)) failed(module, seed, "blocks on the host differ");
    ir_program_destroy(program);
    random_arguments_drop(&wanted), random_arguments_drop(&got);
    ir_module_destroy(module);
}

static void blocks_are_as_interpreted(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrCompiler *compiler = ir_compiler_create(&error);
    error_clear(&error);
    if (!compiler) skip();
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 150) / 6;
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++)
        compare_blocks(compiler, 8 * seed + 1); /* no long arrays: over those the interpreter's threads take turns */
    ir_compiler_destroy(compiler);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(passes_change_nothing),
        cmocka_unit_test(compiled_and_interpreted_are_equal),
        cmocka_unit_test(blocks_are_as_interpreted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
