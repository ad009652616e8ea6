/* The typed IR: text there and back, what the verifier refuses, what the interpreter computes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arraylib/ir.h"

static IrModule *parse(const char *text) {
    Error error = ERROR_NONE;
    IrModule *module = ir_module_parse(text, strlen(text), &error);
    if (!module) fail_msg("%s: %s", error.kind, error.message);
    return module;
}

static char *print(IrModule *module) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    ir_module_print(module, &text);
    return text_detach(&text);
}

/* ---- texts ---- */

static const char *const all_texts[] = {
    "function @scale(%n: int64, %a: float32, %x: array<float32, 1>, %y: array<float32, 1, contiguous>) {\n"
    "    for %5: int64 = int64 0 to %n step int64 1 {\n"
    "        %6: pointer<float32, global> = element.checked %x, %5\n"
    "        %7: float32 = load %6\n"
    "        %8: float32 = mul %7, %a\n"
    "        %9: pointer<float32, global> = element %y, %5\n"
    "        store %9, %8\n"
    "    }\n"
    "}\n",
    "struct pair { first: float32, second: [4 x int64] }\n"
    "constant @table: [2 x [3 x float16]] = { { 1.0, 2.5, -0.0 }, { inf, 0x7e01, 5.9604645e-08 } }\n"
    "variable @heap: [8388608 x int8] = { zeros 8388608 }\n"
    "variable @few: [20 x [2 x int32]] = { { 0, 0 }, { 1, 0 }, zeros 9, { 0, 2 }, zeros 8 }\n"
    "\n"
    "kernel @k(%p: pointer<struct pair, global>, %q: struct pair) small {\n"
    "    %2: pointer<[4 x int64], global> = field %p, 1\n"
    "    %3: pointer<int64, global> = item %2, int32 3\n"
    "    %4: int32 = thread_index.x\n"
    "    %5: int64 = cast %4\n"
    "    %6: int64 = atomic.add %3, %5\n"
    "    %7: pointer<float32, local> = field %q, 0\n"
    "    %8: float32 = load %7\n"
    "    %9: bool = lt %8, float32 0.1\n"
    "    %10: int32 = barrier_count %9\n"
    "    %11: uint32 = vote.ballot uint32 4294967295, %9\n"
    "    %12: int32 = shuffle.down uint32 4294967295, %10, int32 1, int32 32\n"
    "    %13: pointer<[8 x complex64], shared> = shared\n"
    "    %14: pointer<complex64, shared> = item %13, %4\n"
    "    store %14, complex64 (1.5 -inf)\n"
    "    fence.block !7\n"
    "    barrier\n"
    "    %18: pointer<[2 x [3 x float16]], constant> = global @table\n"
    "    %19: pointer<[3 x float16], constant> = item %18, int32 0\n"
    "}\n",
    "function @count(%n: int64) -> int64 {\n"
    "    %1: int64 = var int64 0\n"
    "    %2: int64 = var %n\n"
    "    while {\n"
    "        poll\n"
    "        %5: int64 = get %2\n"
    "        %6: bool = gt %5, int64 0\n"
    "        test %6\n"
    "    } do {\n"
    "        %8: int64 = get %2\n"
    "        %9: int64 = floor_rem %8, int64 3\n"
    "        %10: int64 = sub %8, int64 1\n"
    "        set %2, %10\n"
    "        %12: bool = eq %9, int64 0\n"
    "        if %12 {\n"
    "            continue\n"
    "        } else {\n"
    "            %15: bool = gt %8, int64 100\n"
    "            if %15 {\n"
    "                break\n"
    "            }\n"
    "        }\n"
    "        %18: int64 = get %1\n"
    "        %19: int64 = add %18, %8\n"
    "        set %1, %19\n"
    "    }\n"
    "    %21: int64 = get %1\n"
    "    check %6x, \"ValueError\", \"too \\\"long\\\"\\x0a\"\n"
    "    return %21\n"
    "}\n",
    "function @fib(%n: int64) -> int64 small inline {\n"
    "    %1: bool = lt %n, int64 2 !3\n"
    "    if %1 {\n"
    "        return %n\n"
    "    } !3\n"
    "    %4: int64 = sub %n, int64 1\n"
    "    %5: int64 = call @fib, %4\n"
    "    %6: int64 = sub %n, int64 2\n"
    "    %7: int64 = call @fib, %6\n"
    "    %8: int64 = add %5, %7\n"
    "    return %8\n"
    "}\n",
};

static char *text_of(size_t number) {
    /* The third text uses a value that is not visible, until this repairs it. */
    char *text = strdup(all_texts[number]), *wrong = strstr(text, "%6x");
    if (wrong) {
        TextBuffer buffer = TEXT_BUFFER_EMPTY;
        text_append_bytes(&buffer, text, (size_t)(wrong - text));
        text_append(&buffer, "bool true");
        text_append(&buffer, wrong + 3);
        free(text);
        text = strdup(text_string(&buffer));
        text_release(&buffer);
    }
    return text;
}

static void texts_come_back(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof all_texts / sizeof *all_texts; i++) {
        char *text = text_of(i);
        IrModule *module = parse(text);
        char *printed = print(module);
        assert_string_equal(printed, text);
        ir_module_destroy(module);
        free(printed);
        free(text);
    }
}

static void refusals_say_why(void **state) {
    (void)state;
    static const struct { const char *text, *message; } cases[] = {
        {"nonsense", "line 1: expected struct, constant, variable, function, kernel or external"},
        {"function @f() { return int64 1 }", "@f: return gives another type than the function"},
        {"function @f() -> int64 { }", "@f: does not return on every way through it"},
        {"function @f() -> int64 { if bool true { return int64 1 } }", "@f: does not return on every way through it"},
        {"function @f(%x: int64) {\n %1: int64 = add %x, int32 1\n}", "line 2: add operands differ in type: int64 and int32"},
        {"function @f(%x: bool) { %1: bool = add %x, %x }", "line 1: add does not take bool"},
        {"function @f(%x: int64) { %1: int32 = add %x, %x }", "line 1: add gives int64"},
        {"function @f() { break }", "@f: break stands in no loop"},
        {"function @f() { while { break test bool true } do { } }",
         "@f: break stands in no loop"},
        {"function @f() { for %1: int64 = int64 0 to int64 4 step int64 0 { } }", "@f: for has a step of 0"},
        {"function @f() { if bool true { %1: int64 = add int64 1, int64 2 } %2: int64 = add %1, %1 }",
         "@f, %2: add uses a value that is not visible there"},
        {"function @f() { return return }", "@f: return has something behind it that is never reached"},
        {"function @f() { %1: float64 = load %x }", "line 1: there is no parameter %x"},
        {"function @f(%p: pointer<float64, constant>) { store %p, float64 1.0 }", "line 1: store cannot write constant memory"},
        {"function @f(%a: array<int8, 2>) { %1: pointer<int8, global> = element %a, int64 0 }",
         "line 1: element needs as many indexes as the array has axes"},
        {"function @f() { %1: pointer<[999999999 x int8], local> = local }", "line 1: local is too large"},
        {"function @f(%x: int8) { call @g, %x } kernel @g(%x: int8) { }", "line 1: call cannot call a kernel"},
        {"function @f(%x: float64) { %1: int64 = atomic.xor %x, int64 1 }",
         "line 1: atomic needs a pointer into global or shared memory, not float64"},
        {"function @f() { } function @f() { }", "line 1: @f is defined twice"},
        {"function @f(%x: complex64) { %1: float32 = cast %x }", "line 1: cast takes no complex number: use real first"},
        {"function @f(%x: int8) { %1: int8 = cast int8 300 }", "line 1: 300 is no int8"},
        {"function @f() { while { } do { } }", "@f: while has a condition that does not end in test"},
        {"function @f() {", "line 1: expected a body in braces"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = ERROR_NONE;
        IrModule *module = ir_module_parse(cases[i].text, strlen(cases[i].text), &error);
        assert_null(module);
        assert_non_null(error.message);
        assert_string_equal(error.message, cases[i].message);
        error_clear(&error);
    }
}

/* ---- building ---- */

static void building_gives_the_same_as_text(void **state) {
    (void)state;
    IrModule *module = ir_module_create();
    const IrType *integer = IR_TYPE(INT64);
    IrFunction *f = ir_function_create(module, IR_FUNCTION, "triangle", integer, &integer, (const char *[]){"n"}, 1);
    IrBuilder b = ir_builder(f);
    IrValue *sum = ir_build_var(&b, ir_integer(module, integer, 0));
    IrValue *i = ir_build_for(&b, ir_integer(module, integer, 0), f->parameters[0], ir_integer(module, integer, 1));
    IrValue *odd = ir_build_binary(&b, IR_EQ, ir_build_binary(&b, IR_AND, i, ir_integer(module, integer, 1)), ir_integer(module, integer, 1));
    ir_build_if(&b, odd);
    ir_build_set(&b, sum, ir_build_binary(&b, IR_ADD, ir_build_get(&b, sum), i));
    ir_build_else(&b);
    ir_build_set(&b, sum, ir_build_binary(&b, IR_SUB, ir_build_get(&b, sum), i));
    ir_build_end(&b);
    ir_build_end(&b);
    ir_build_return(&b, ir_build_get(&b, sum));
    Error error = ERROR_NONE;
    assert_true(ir_verify(module, &error));
    char *text = print(module);
    IrModule *again = parse(text);
    char *text_again = print(again);
    assert_string_equal(text, text_again);
    int64_t n = 10, result = 0;
    IrRun run = {0};
    assert_true(ir_interpret(f, (void *[]){&n, &result}, NULL, &run, &error));
    assert_int_equal(result, 5);
    /* A mistake is remembered, and what follows does nothing. */
    assert_null(ir_build_binary(&b, IR_ADD, f->parameters[0], ir_float(module, IR_TYPE(FLOAT64), 1)));
    assert_null(ir_build_return(&b, NULL));
    assert_string_equal(module->error.message, "add operands differ in type: int64 and float64");
    free(text), free(text_again);
    ir_module_destroy(again);
    ir_module_destroy(module);
}

/* ---- running ---- */

static bool interpret(IrModule *module, const char *name, void **arguments, const IrLaunch *launch, Error *error) {
    IrRun run = {0};
    return ir_interpret(ir_function_find(module, name), arguments, launch, &run, error);
}

static void functions_run(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    char *text = text_of(2);
    IrModule *module = parse(text);
    int64_t n = 10, result = 0;
    assert_true(interpret(module, "count", (void *[]){&n, &result}, NULL, &error));
    assert_int_equal(result, 1 + 2 + 4 + 5 + 7 + 8 + 10);
    ir_module_destroy(module);
    free(text);
    module = parse(all_texts[3]);
    n = 15;
    assert_true(interpret(module, "fib", (void *[]){&n, &result}, NULL, &error));
    assert_int_equal(result, 610);
    n = 100000; /* too deep */
    assert_false(interpret(module, "fib", (void *[]){&n, &result}, NULL, &error));
    assert_string_equal(error.kind, "RecursionError");
    error_clear(&error);
    ir_module_destroy(module);
}

static void bounds_are_checked(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    float x[3] = {1, 2, 3}, y[8] = {0}, a = 2;
    struct { void *data; int64_t words[2]; } x_view = {x, {3, 4}}, y_view = {y, {8, 4}};
    int64_t n = 3;
    IrModule *module = parse(all_texts[0]);
    assert_true(interpret(module, "scale", (void *[]){&n, &a, &x_view, &y_view}, NULL, &error));
    assert_true(y[0] == 2 && y[2] == 6 && y[3] == 0);
    n = 4;
    assert_false(interpret(module, "scale", (void *[]){&n, &a, &x_view, &y_view}, NULL, &error));
    assert_string_equal(error.message, "index 3 is out of bounds for axis 0 with size 3");
    error_clear(&error);
    ir_module_destroy(module);
}

static const char block_sum[] =
    "kernel @block_sum(%x: pointer<int32, global>, %out: pointer<int32, global>) {\n"
    "    %1: pointer<[64 x int32], shared> = shared\n"
    "    %2: int32 = thread_index.x\n"
    "    %3: int32 = block_index.x\n"
    "    %4: int32 = block_size.x\n"
    "    %5: int32 = mul %3, %4\n"
    "    %6: int32 = add %5, %2\n"
    "    %7: pointer<int32, global> = offset %x, %6\n"
    "    %8: int32 = load %7\n"
    "    %9: pointer<int32, shared> = item %1, %2\n"
    "    store %9, %8\n"
    "    barrier\n"
    "    %10: int32 = var int32 32\n"
    "    while { %11: int32 = get %10  %12: bool = gt %11, int32 0  test %12 } do {\n"
    "        %13: int32 = get %10\n"
    "        %14: bool = lt %2, %13\n"
    "        if %14 {\n"
    "            %15: int32 = add %2, %13\n"
    "            %16: pointer<int32, shared> = item %1, %15\n"
    "            %17: int32 = load %16\n"
    "            %18: int32 = load %9\n"
    "            %19: int32 = add %17, %18\n"
    "            store %9, %19\n"
    "        }\n"
    "        barrier\n"
    "        %20: int32 = shr %13, int32 1\n"
    "        set %10, %20\n"
    "    }\n"
    "    %21: int32 = load %9\n"
    "    %22: bool = eq %2, int32 0\n"
    "    if %22 { %23: int32 = atomic.add %out, %21 }\n"
    "}\n"
    "kernel @warp_sum(%out: pointer<int32, global>) {\n"
    "    %1: int32 = thread_index.x\n"
    "    %2: int32 = var %1\n"
    "    %3: int32 = var int32 16\n"
    "    while { %4: int32 = get %3  %5: bool = gt %4, int32 0  test %5 } do {\n"
    "        %6: int32 = get %3\n"
    "        %7: int32 = get %2\n"
    "        %8: int32 = shuffle.xor uint32 4294967295, %7, %6, int32 32\n"
    "        %9: int32 = add %7, %8\n"
    "        set %2, %9\n"
    "        %10: int32 = shr %6, int32 1\n"
    "        set %3, %10\n"
    "    }\n"
    "    %11: pointer<int32, global> = offset %out, %1\n"
    "    %12: int32 = get %2\n"
    "    store %11, %12\n"
    "}\n"
    "kernel @stuck() {\n"
    "    %1: int32 = thread_index.x\n"
    "    %2: bool = eq %1, int32 0\n"
    "    if %2 { barrier } else { sync_warp uint32 3 }\n"
    "}\n";

static void kernels_run(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrModule *module = parse(block_sum);
    int32_t x[256], sum = 0, lanes[64], *x_pointer = x, *sum_pointer = &sum, *lanes_pointer = lanes;
    for (int i = 0; i < 256; i++) x[i] = i * i;
    IrLaunch launch = {{4, 1, 1}, {64, 1, 1}, 0};
    assert_true(interpret(module, "block_sum", (void *[]){&x_pointer, &sum_pointer}, &launch, &error));
    assert_int_equal(sum, 255 * 256 * 511 / 6);
    launch.grid[0] = 1;
    assert_true(interpret(module, "warp_sum", (void *[]){&lanes_pointer}, &launch, &error));
    assert_int_equal(lanes[0], 31 * 32 / 2);
    assert_int_equal(lanes[63], 31 * 32 / 2 + 32 * 32);
    launch.block[0] = 2;
    assert_false(interpret(module, "stuck", NULL, &launch, &error));
    assert_string_equal(error.message, "threads of a block wait for each other for ever");
    error_clear(&error);
    ir_module_destroy(module);
}

static void interrupts_stop_it(void **state) {
    (void)state;
    atomic_bool interrupt = true;
    Error error = ERROR_NONE;
    IrRun run = {.interrupt = &interrupt};
    IrModule *module = parse("function @spin() { while { test bool true } do { } }");
    assert_false(ir_interpret(module->functions, NULL, NULL, &run, &error));
    assert_string_equal(error.kind, "KeyboardInterrupt");
    error_clear(&error);
    ir_module_destroy(module);
}

static void values_are_as_defined(void **state) {
    static const struct { const char *type, *expression; int64_t wanted; } cases[] = {
        {"int8", "div int8 -128, int8 -1", -128},
        {"int8", "div int8 5, int8 0", 0},
        {"int32", "floor_div int32 -7, int32 2", -4},
        {"int32", "floor_rem int32 -7, int32 2", 1},
        {"int32", "rem int32 -7, int32 2", -1},
        {"int16", "shl int16 1, int16 16", 0},
        {"int16", "shr int16 -5, int16 -1", -1},
        {"uint8", "sub uint8 3, uint8 5", 254},
        {"int32", "cast float64 3e10", 2147483647},
        {"int8", "cast float32 -1000.5", -128},
        {"uint64", "cast float64 -1.0", 0},
        {"int64", "cast float64 0x7ff8000000000000", 0},
        {"int32", "cast uint64 18446744073709551615", -1},
        {"uint32", "bitcast float32 1.0", 0x3f800000},
        {"bool", "math.isnan float16 0x7e00", 1},
        {"bool", "lt float64 0x7ff8000000000000, float64 1.0", 0},
        {"bool", "ne float64 0x7ff8000000000000, float64 1.0", 1},
        {"uint8", "math.reverse_bits uint8 3", 192},
        {"int16", "math.clz int16 1", 15},
        {"bool", "eq complex128 (1.0 2.0), complex128 (1.0 2.0)", 1},
        {"bool", "cast float64 0x7ff8000000000000", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        int64_t result = 0;
        Error error = ERROR_NONE;
        snprintf(text, sizeof text, "function @f() -> %s { %%1: %s = %s return %%1 }", cases[i].type, cases[i].type, cases[i].expression);
        IrModule *module = parse(text);
        const IrType *type = module->functions->result;
        char memory[16] = {0};
        assert_true(interpret(module, "f", (void *[]){memory}, NULL, &error));
        memcpy(&result, memory, (size_t)type->size);
        int shift = 64 - 8 * (int)type->size;
        if (ir_kind(type) == 'i') result = (int64_t)((uint64_t)result << shift) >> shift;
        if (result != cases[i].wanted) fail_msg("%s gives %lld", cases[i].expression, (long long)result);
        ir_module_destroy(module);
    }
}

/* ---- passes ---- */

static void check_passes(const char *text, const char *passes, const char *wanted) {
    Error error = ERROR_NONE;
    IrModule *module = parse(text);
    if (!ir_run_passes(module, passes, &error) || !ir_verify(module, &error)) fail_msg("%s", error.message);
    char *printed = print(module);
    assert_string_equal(printed, wanted);
    free(printed);
    ir_module_destroy(module);
}

static void passes_simplify(void **state) {
    (void)state;
    check_passes("function @f(%x: int64) -> int64 {\n"
                 "    %1: int64 = mul int64 6, int64 7\n"
                 "    %2: int64 = add %x, %1\n"
                 "    %3: int64 = add %x, int64 42\n"
                 "    %4: bool = lt int64 1, int64 2\n"
                 "    %5: int64 = var %3\n"
                 "    if %4 { set %5, %2 } else { return %x }\n"
                 "    %6: float64 = math.sin float64 0.5\n"
                 "    %7: int64 = mul %3, %2\n"
                 "    for %8: int32 = int32 5 to int32 2 step int32 1 { set %5, %7 }\n"
                 "    return %7\n"
                 "}\n",
                 "fold cse dead",
                 "function @f(%x: int64) -> int64 {\n"
                 "    %1: int64 = add %x, int64 42\n"
                 "    %2: int64 = mul %1, %1\n"
                 "    return %2\n"
                 "}\n");
    check_passes("function @f(%x: float64) -> float64 {\n"
                 "    %1: float64 = add %x, float64 0.0\n" /* -0.0 + 0.0 is 0.0: it stays */
                 "    if bool false { return float64 1.0 }\n"
                 "    return %1\n"
                 "}\n",
                 "fold cse dead",
                 "function @f(%x: float64) -> float64 {\n"
                 "    %1: float64 = add %x, float64 0.0\n"
                 "    return %1\n"
                 "}\n");
    Error error = ERROR_NONE;
    IrModule *module = ir_module_create();
    assert_false(ir_run_passes(module, "fold hopes", &error));
    assert_string_equal(error.message, "there is no pass hopes");
    error_clear(&error);
    ir_module_destroy(module);
}

static void passes_narrow_indexes(void **state) {
    (void)state;
    check_passes("kernel @k(%a: array<float32, 1, contiguous>) small {\n"
                 "    %1: int32 = block_index.x\n"
                 "    %2: int64 = cast %1\n"
                 "    %3: int32 = block_size.x\n"
                 "    %4: int64 = cast %3\n"
                 "    %5: int64 = mul %2, %4\n"
                 "    %6: int32 = thread_index.x\n"
                 "    %7: int64 = cast %6\n"
                 "    %8: int64 = add %5, %7\n"
                 "    %9: pointer<float32, global> = element %a, %8\n"
                 "    store %9, float32 1.0\n"
                 "}\n",
                 "narrow dead",
                 "kernel @k(%a: array<float32, 1, contiguous>) small {\n"
                 "    %1: int32 = block_index.x\n"
                 "    %2: int32 = block_size.x\n"
                 "    %3: int32 = mul %1, %2\n"
                 "    %4: int32 = thread_index.x\n"
                 "    %5: int32 = add %3, %4\n"
                 "    %6: pointer<float32, global> = element %a, %5\n"
                 "    store %6, float32 1.0\n"
                 "}\n");
}

static void passes_cut_strips(void **state) {
    (void)state;
    check_passes("function @f(%n: int64, %a: array<float32, 1>) {\n"
                 "    for %1: int64 = int64 0 to %n step int64 1 {\n"
                 "        %2: pointer<float32, global> = element.checked %a, %1\n"
                 "        store %2, float32 1.0\n"
                 "    }\n"
                 "}\n",
                 "strip cse dead",
                 "function @f(%n: int64, %a: array<float32, 1>) {\n"
                 "    for %3: int64 = int64 0 to %n step int64 1024 {\n"
                 "        poll\n"
                 "        %5: int64 = sub %n, %3\n"
                 "        %6: uint64 = cast %5\n"
                 "        %7: uint64 = min %6, uint64 1024\n"
                 "        %8: int64 = cast %7\n"
                 "        %9: int64 = add %3, %8\n"
                 "        %10: int64 = sub %9, int64 1\n"
                 "        %11: int64 = shape %a, 0\n"
                 "        %12: uint64 = cast %3\n"
                 "        %13: uint64 = cast %11\n"
                 "        %14: bool = lt %12, %13\n"
                 "        %15: uint64 = cast %10\n"
                 "        %16: bool = lt %15, %13\n"
                 "        %17: bool = and %14, %16\n"
                 "        if %17 {\n"
                 "            for %20: int64 = %3 to %9 step int64 1 strip {\n"
                 "                %21: pointer<float32, global> = element %a, %20\n"
                 "                store %21, float32 1.0\n"
                 "            }\n"
                 "        } else {\n"
                 "            for %24: int64 = %3 to %9 step int64 1 strip {\n"
                 "                %25: pointer<float32, global> = element.checked %a, %24\n"
                 "                store %25, float32 1.0\n"
                 "            }\n"
                 "        }\n"
                 "    }\n"
                 "}\n");
}

/* ---- compiled ---- */

typedef struct Compiled {
    IrModule *module;
    IrCompiler *compiler;
    IrProgram *program;
} Compiled;

static Compiled compile(const char *text, const IrCompileOptions *options) {
    Error error = ERROR_NONE;
    Compiled compiled = {parse(text), ir_compiler_create(&error), NULL};
    if (!compiled.compiler) {
        print_message("%s\n", error.message);
        error_clear(&error);
        ir_module_destroy(compiled.module);
        skip();
    }
    if (!ir_run_passes(compiled.module, IR_DEFAULT_PASSES, &error)) fail_msg("%s", error.message);
    compiled.program = ir_compile(compiled.compiler, compiled.module, options, &error);
    if (!compiled.program) fail_msg("%s", error.message);
    return compiled;
}

static bool call(const Compiled *compiled, const char *name, void **arguments, IrRun *run, Error *error) {
    IrEntry *entry = ir_program_entry(compiled->program, name);
    assert_non_null(entry);
    return ir_call(entry, arguments, run, error);
}

static void drop(Compiled *compiled) {
    ir_program_destroy(compiled->program);
    ir_compiler_destroy(compiled->compiler);
    ir_module_destroy(compiled->module);
}

static void compiled_functions_end_well(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrRun run = {0};
    Compiled compiled = compile(all_texts[3], NULL);
    int64_t n = 20, result = 0;
    assert_true(call(&compiled, "fib", (void *[]){&n, &result}, &run, &error));
    assert_int_equal(result, 6765);
    n = 10000000;
    assert_false(call(&compiled, "fib", (void *[]){&n, &result}, &run, &error));
    assert_string_equal(error.kind, "RecursionError");
    error_clear(&error);
    assert_null(ir_program_entry(compiled.program, "nothing"));
    drop(&compiled);
    atomic_bool interrupt = true;
    run.interrupt = &interrupt;
    compiled = compile("function @spin() { while { test bool true } do { } }", NULL);
    assert_false(call(&compiled, "spin", NULL, &run, &error));
    assert_string_equal(error.kind, "KeyboardInterrupt");
    error_clear(&error);
    drop(&compiled);
}

static void compiled_loops_check_bounds(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrRun run = {0};
    static float x[3000], y[3000];
    for (int i = 0; i < 3000; i++) x[i] = (float)i;
    struct { void *data; int64_t words[2]; } x_view = {x, {2500, 4}}, y_view = {y, {3000, 4}};
    int64_t n = 3000;
    float a = 2;
    Compiled compiled = compile(all_texts[0], NULL);
    assert_false(call(&compiled, "scale", (void *[]){&n, &a, &x_view, &y_view}, &run, &error));
    assert_string_equal(error.message, "index 2500 is out of bounds for axis 0 with size 2500");
    assert_true(y[2499] == 4998 && y[2500] == 0); /* all that came before was done */
    error_clear(&error);
    drop(&compiled);
}

static const char sines[] =
    "function @sines(%x: array<float64, 1, contiguous>, %y: array<float64, 1, contiguous>) {\n"
    "    %1: int64 = shape %x, 0\n"
    "    for %2: int64 = int64 0 to %1 step int64 1 {\n"
    "        %3: pointer<float64, global> = element %x, %2\n"
    "        %4: float64 = load %3\n"
    "        %5: float64 = math.sin %4\n"
    "        %6: pointer<float64, global> = element %y, %2\n"
    "        store %6, %5\n"
    "    }\n"
    "}\n";

/* Within a few units of the last place of libm's, and the same for an element whatever its position. */
static void vector_math_is_the_same_everywhere(void **state) {
    (void)state;
    enum { COUNT = 1003 };
    Error error = ERROR_NONE;
    IrRun run = {0};
    TextBuffer source = TEXT_BUFFER_EMPTY;
    double x[COUNT], y[COUNT], shifted[COUNT];
    for (int i = 0; i < COUNT; i++) x[i] = i * 0.37 - 100;
    Compiled compiled = compile(sines, &(IrCompileOptions){.vector_math = true, .source = &source});
    for (int64_t from = 0; from < 9; from++) {
        struct { void *data; int64_t words[2]; } x_view = {x + from, {COUNT - from, 8}}, y_view = {shifted + from, {COUNT - from, 8}};
        if (from == 0) y_view.data = y;
        assert_true(call(&compiled, "sines", (void *[]){&x_view, &y_view}, &run, &error));
        if (from) assert_memory_equal(shifted + from, y + from, (size_t)(COUNT - from) * sizeof(double));
    }
    for (int i = 0; i < COUNT; i++) assert_true(fabs(y[i] - sin(x[i])) <= 4 * 1.2e-16);
    assert_non_null(strstr(text_string(&source), "after its passes"));
#if defined(__x86_64__)
    if (strstr(text_string(&source), "lane0_sin")) assert_non_null(strstr(strstr(source.bytes, "after its passes"), "x double> @_ZGV"));
#endif
    text_release(&source);
    drop(&compiled);
}

/* Views, loops that count up, down and by a step that is not known, `continue` within them: the same sums afterwards. */
static void passes_make_kernels_plain(void **state) {
    (void)state;
    const char *text =
        "kernel @k(%p: pointer<float32, global>, %n: int64, %m: int64, %s: int64, %out: pointer<float32, global>) {\n"
        "    %1: array<float32, 2, contiguous> = view %p, %n, %m\n"
        "    %2: array<float32, 2> = view %p, %m, %n, int64 4, int64 28\n"
        "    %3: array<float32, 1, contiguous> = view %out, %n\n"
        "    %4: int64 = shape %2, 0\n"
        "    %5: int64 = stride %2, 1\n"
        "    for %6: int64 = int64 0 to %n step int64 1 {\n"
        "        %7: float32 = var float32 0.0\n"
        "        for %8: int64 = %4 to int64 -1 step int64 -1 {\n"
        "            %9: bool = ge %8, %4\n"
        "            if %9 { continue }\n"
        "            %10: pointer<float32, global> = element %1, %6, %8\n"
        "            %11: pointer<float32, global> = element %2, %8, %6\n"
        "            %12: float32 = load %10\n"
        "            %13: float32 = load %11\n"
        "            %14: float32 = mul %12, %13\n"
        "            %15: float32 = get %7\n"
        "            %16: float32 = add %15, %14\n"
        "            set %7, %16\n"
        "            %17: bool = eq %8, int64 1\n"
        "            if %17 { break }\n"
        "        }\n"
        "        for %18: int64 = %s to %5 step %s {\n"
        "            %19: float32 = cast %18\n"
        "            %20: float32 = get %7\n"
        "            %21: float32 = add %20, %19\n"
        "            set %7, %21\n"
        "        }\n"
        "        %22: pointer<float32, global> = element %3, %6\n"
        "        %23: float32 = get %7\n"
        "        store %22, %23\n"
        "    }\n"
        "}\n";
    for (int64_t step = -5; step <= 5; step++) {
        float x[35], out[2][5];
        int64_t rows = 5, columns = 7;
        for (int i = 0; i < 35; i++) x[i] = (float)(i * i % 11);
        for (int plain = 0; plain < 2; plain++) {
            Error error = ERROR_NONE;
            IrModule *module = parse(text);
            float *in = x, *to = out[plain];
            if (plain && (!ir_run_passes(module, "plain fold cse dead", &error) || !ir_verify(module, &error))) fail_msg("%s", error.message);
            char *printed = print(module);
            assert_int_equal(strstr(printed, "for ") || strstr(printed, "view"), !plain);
            free(printed);
            IrLaunch launch = {{1, 1, 1}, {1, 1, 1}, 0};
            assert_true(interpret(module, "k", (void *[]){&in, &rows, &columns, &step, &to}, &launch, &error));
            ir_module_destroy(module);
        }
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        assert_true(out[0][1] != 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(building_gives_the_same_as_text),
        cmocka_unit_test(functions_run),
        cmocka_unit_test(bounds_are_checked),
        cmocka_unit_test(kernels_run),
        cmocka_unit_test(interrupts_stop_it),
        cmocka_unit_test(values_are_as_defined),
        cmocka_unit_test(passes_simplify),
        cmocka_unit_test(passes_narrow_indexes),
        cmocka_unit_test(passes_cut_strips),
        cmocka_unit_test(passes_make_kernels_plain),
        cmocka_unit_test(compiled_functions_end_well),
        cmocka_unit_test(compiled_loops_check_bounds),
        cmocka_unit_test(vector_math_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
