/* What compiled functions of the host have beside arithmetic: functions of C, views, try and raise, parallel loops. Each
 * text is run by the interpreter and as LLVM's code, before and after passes. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "arraylib/ir.h"

/* ---- functions of C ---- */

static int64_t sum_of_eight(IrRun *run, int8_t a, uint16_t b, int32_t c, int64_t d, bool e, void *f, uint8_t g, int16_t h) {
    (void)run;
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * *(int64_t *)f + 7 * g + 8 * h;
}
static double mixed(IrRun *run, double a, int64_t b, float c, int32_t d, double e) {
    (void)run;
    return a + 10 * (double)b + 100 * c + 1000 * d + 10000 * e;
}
static float single(IrRun *run, float x) { return (void)run, x / 3; }
static bool is_odd(IrRun *run, int64_t x) { return (void)run, x & 1; }
static int8_t low_byte(IrRun *run, int64_t x) { return (void)run, (int8_t)x; }
static void note(IrRun *run, int64_t x) { *(int64_t *)run->context = *(int64_t *)run->context * 10 + x; }
static int64_t refuse(IrRun *run, int64_t x) {
    if (x > 2) run->fault = (IrFault){.kind = IR_FAULT_RAISED, .raised = x};
    return 2 * x;
}
static int64_t class_of(IrRun *run, void *caught) {
    (void)run;
    const IrFault *fault = caught;
    return fault->kind == IR_FAULT_CHECK ? 100 + fault->class_name[0] : fault->kind;
}

static const char heads[] =
    "external @sum_of_eight(%a: int8, %b: uint16, %c: int32, %d: int64, %e: bool, %f: pointer<int64, global>, %g: uint8, %h: int16) -> int64\n"
    "external @mixed(%a: float64, %b: int64, %c: float32, %d: int32, %e: float64) -> float64\n"
    "external @single(%a: float32) -> float32\n"
    "external @is_odd(%a: int64) -> bool\n"
    "external @low_byte(%a: int64) -> int8\n"
    "external @note(%a: int64)\n"
    "external @refuse(%a: int64) -> int64 faults\n"
    "external @class_of(%a: pointer<int64, global>) -> int64\n"
    "external @missing()\n";

static void connect(IrModule *module) {
    static const struct { const char *name; void *address; } functions[] = {
        {"sum_of_eight", (void *)sum_of_eight}, {"mixed", (void *)mixed}, {"single", (void *)single}, {"is_odd", (void *)is_odd},
        {"low_byte", (void *)low_byte}, {"note", (void *)note}, {"refuse", (void *)refuse}, {"class_of", (void *)class_of},
        {"missing", (void *)note}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) ir_function_find(module, functions[i].name)->address = functions[i].address;
}

/* ---- running in every way ---- */

typedef enum Way { INTERPRETED, INTERPRETED_AFTER_PASSES, COMPILED, COMPILED_AFTER_PASSES, WAY_COUNT } Way;

static IrCompiler *compiler;
static ArrayRuntime *runtime;

static IrModule *prepare(const char *body, Way way) {
    Error error = ERROR_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, heads);
    text_append(&text, body);
    IrModule *module = ir_module_parse(text.bytes, text.length, &error);
    text_release(&text);
    if (!module) fail_msg("%s", error.message);
    connect(module);
    bool passes = way == INTERPRETED_AFTER_PASSES || way == COMPILED_AFTER_PASSES;
    if (passes && (!ir_run_passes(module, IR_DEFAULT_PASSES, &error) || !ir_verify(module, &error))) fail_msg("%s", error.message);
    return module;
}

/* Calls @f; its message when a fault ended it, else NULL. */
static char *call(const char *body, Way way, void *const *arguments, IrRun *run) {
    Error error = ERROR_NONE;
    IrModule *module = prepare(body, way);
    bool good;
    if (way < COMPILED) good = ir_interpret(ir_function_find(module, "f"), arguments, NULL, run, &error);
    else {
        IrProgram *program = ir_compile(compiler, module, NULL, &error);
        if (!program) fail_msg("%s", error.message);
        good = ir_call(ir_program_entry(program, "f"), arguments, run, &error);
        ir_program_destroy(program);
    }
    TextBuffer message = TEXT_BUFFER_EMPTY;
    if (!good) text_append_format(&message, "%s: %s", error.kind, error.message);
    error_clear(&error);
    ir_module_destroy(module);
    return good ? NULL : text_detach(&message);
}

/* @f(%x: int64) -> int64 */
static void check_number(const char *body, int64_t x, int64_t wanted, const char *message, int64_t noted) {
    for (Way way = 0; way < (compiler ? WAY_COUNT : COMPILED); way++) {
        int64_t notes = 0, result = 0;
        IrRun run = {.context = &notes, .runtime = runtime};
        char *got = call(body, way, (void *[]){&x, &result}, &run);
        if (message) assert_string_equal(got ? got : "nothing", message);
        else if (got) fail_msg("way %d: %s", way, got);
        else assert_int_equal(result, wanted);
        assert_int_equal(notes, noted);
        free(got);
    }
}

static void functions_of_c_are_called(void **state) {
    (void)state;
    check_number("function @f(%x: int64) -> int64 {\n"
                 "    %1: pointer<int64, local> = local\n"
                 "    store %1, %x\n"
                 "    %2: pointer<int64, global> = bitcast %1\n"
                 "    %3: int64 = call @sum_of_eight, int8 -3, uint16 65535, int32 -70000, %x, bool true, %2, uint8 255, int16 -9\n"
                 "    return %3\n}\n",
                 11, -3 + 2 * 65535 - 3 * 70000 + 44 + 5 + 66 + 7 * 255 - 72, NULL, 0);
    check_number("function @f(%x: int64) -> int64 {\n"
                 "    %1: int32 = cast %x\n"
                 "    %2: float32 = call @single, float32 7.5\n"
                 "    %3: float64 = call @mixed, float64 0.5, %x, %2, %1, float64 -2.0\n"
                 "    %4: float64 = mul %3, float64 2.0\n"
                 "    %5: int64 = cast %4\n"
                 "    call @note, int64 4\n"
                 "    call @note, int64 2\n"
                 "    return %5\n}\n",
                 3, 2 * 3030 + 1 - 40000 + 500, NULL, 42);
    check_number("function @f(%x: int64) -> int64 {\n"
                 "    %1: bool = call @is_odd, %x\n"
                 "    %2: int8 = call @low_byte, %x\n"
                 "    %3: int64 = cast %2\n"
                 "    %4: int64 = select %1, %3, int64 0\n"
                 "    return %4\n}\n",
                 0x1ff, -1, NULL, 0);
}

static void faults_of_functions_of_c_end_the_call(void **state) {
    (void)state;
    static const char text[] = "function @g(%x: int64) -> int64 { %1: int64 = call @refuse, %x call @note, %x return %1 }\n"
                               "function @f(%x: int64) -> int64 { %1: int64 = call @g, %x return %1 }\n";
    check_number(text, 2, 4, NULL, 2);
    check_number(text, 3, 0, "RuntimeError: exception number 3", 0);
}

/* ---- try and raise ---- */

static void handlers_get_what_their_bodies_raise(void **state) {
    (void)state;
    static const char text[] =
        "function @g(%x: int64) -> int64 {\n"
        "    %1: bool = eq %x, int64 1\n"
        "    if %1 { raise \"ValueError\", \"one\" !7 }\n"
        "    %2: bool = eq %x, int64 2\n"
        "    if %2 { raise int64 222 }\n"
        "    %3: bool = ne %x, int64 3\n"
        "    check %3, \"KeyError\", \"three\"\n"
        "    %4: int64 = call @refuse, %x\n"
        "    return %4\n"
        "}\n"
        "function @f(%x: int64) -> int64 {\n"
        "    %1: int64 = var int64 5\n"
        "    try {\n"
        "        set %1, int64 6\n"
        "        %2: int64 = call @g, %x\n"
        "        set %1, %2\n"
        "    } catch {\n"
        "        %3: pointer<int64, local> = caught\n"
        "        %4: pointer<int64, global> = bitcast %3\n"
        "        %5: int64 = call @class_of, %4\n"
        "        call @note, int64 1\n"
        "        %6: int64 = get %1\n"
        "        %7: int64 = mul %6, int64 1000\n"
        "        %8: int64 = add %7, %5\n"
        "        set %1, %8\n"
        "        %9: bool = eq %x, int64 9\n"
        "        if %9 { raise %3 }\n"
        "    }\n"
        "    call @note, int64 2\n"
        "    %10: int64 = get %1\n"
        "    return %10\n"
        "}\n";
    check_number(text, 0, 0, NULL, 2);
    check_number(text, 1, 6000 + 100 + 'V', NULL, 12);
    check_number(text, 2, 6000 + IR_FAULT_RAISED, NULL, 12);
    check_number(text, 3, 6000 + 100 + 'K', NULL, 12);
    check_number(text, 4, 6000 + IR_FAULT_RAISED, NULL, 12);
    check_number(text, 9, 0, "RuntimeError: exception number 9", 1);
}

static void handlers_nest_and_loops_go_through_them(void **state) {
    (void)state;
    static const char text[] =
        "function @f(%x: int64) -> int64 {\n"
        "    %1: int64 = var int64 0\n"
        "    for %2: int64 = int64 0 to int64 6 step int64 1 {\n"
        "        try {\n"
        "            try {\n"
        "                %3: bool = eq %2, int64 1\n"
        "                if %3 { continue }\n"
        "                %4: bool = eq %2, %x\n"
        "                if %4 { break }\n"
        "                %5: int64 = call @refuse, %2\n"
        "            } catch {\n"
        "                %6: pointer<int64, local> = caught\n"
        "                call @note, %2\n"
        "                %7: bool = eq %2, int64 4\n"
        "                if %7 { raise \"IndexError\", \"inner\" }\n"
        "                raise %6\n"
        "            }\n"
        "            %8: int64 = get %1\n"
        "            %9: int64 = add %8, int64 1\n"
        "            set %1, %9\n"
        "        } catch {\n"
        "            %10: pointer<int64, local> = caught\n"
        "            %11: pointer<int64, global> = bitcast %10\n"
        "            %12: int64 = call @class_of, %11\n"
        "            %13: int64 = get %1\n"
        "            %14: int64 = add %13, %12\n"
        "            set %1, %14\n"
        "        }\n"
        "    }\n"
        "    %15: int64 = get %1\n"
        "    return %15\n"
        "}\n";
    check_number(text, 100, 2 + IR_FAULT_RAISED + 100 + 'I' + IR_FAULT_RAISED, NULL, 345);
    check_number(text, 4, 2 + IR_FAULT_RAISED, NULL, 3);
}

static void bounds_and_recursion_are_caught(void **state) {
    (void)state;
    check_number("constant @t: [3 x int64] = { 10, 20, 30 }\n"
                 "function @deep(%x: int64) -> int64 { %1: int64 = add %x, int64 1 %2: int64 = call @deep, %1 %3: int64 = add %2, %1 return %3 }\n"
                 "function @f(%x: int64) -> int64 {\n"
                 "    %1: int64 = var int64 0\n"
                 "    %2: pointer<[3 x int64], local> = local\n"
                 "    %3: pointer<int64, local> = item %2, int64 0\n"
                 "    %4: pointer<int64, global> = bitcast %3\n"
                 "    %5: array<int64, 1> = view %4, int64 3, int64 8\n"
                 "    try { %6: pointer<int64, global> = element.checked %5, %x store %6, int64 1 }\n"
                 "    catch { %7: pointer<int64, local> = caught %8: pointer<int32, local> = bitcast %7 %9: int32 = load %8 %10: int64 = cast %9 set %1, %10 }\n"
                 "    try { %11: int64 = call @deep, int64 0 }\n"
                 "    catch { %12: pointer<int64, local> = caught call @note, int64 7 }\n"
                 "    %13: int64 = get %1\n"
                 "    return %13\n}\n",
                 3, IR_FAULT_BOUNDS, NULL, 7);
}

static void raise_may_end_a_function(void **state) {
    (void)state;
    static const char text[] = "function @f(%x: int64) -> int64 {\n"
                               "    %1: bool = gt %x, int64 0\n"
                               "    if %1 { return %x } else { raise \"ZeroDivisionError\", \"division by zero\" }\n}\n";
    check_number(text, 5, 5, NULL, 0);
    check_number(text, 0, 0, "ZeroDivisionError: division by zero", 0);
    check_number("function @f(%x: int64) -> int64 { %1: int64 = call @refuse, %x check bool false, \"ValueError\", \"never\" return %1 }\n", 1, 0,
                 "ValueError: never", 0);
}

static atomic_bool stop_now = true;
static void interrupts_are_not_caught(void **state) {
    (void)state;
    static const char text[] = "function @f(%x: int64) -> int64 {\n"
                               "    try { while { poll test bool true } do { call @note, int64 1 } }\n"
                               "    catch { %1: pointer<int64, local> = caught }\n"
                               "    return %x\n}\n";
    for (Way way = 0; way < (compiler ? WAY_COUNT : COMPILED); way++) {
        int64_t notes = 0, x = 0, result = 0;
        IrRun run = {.context = &notes, .interrupt = &stop_now};
        char *got = call(text, way, (void *[]){&x, &result}, &run);
        assert_string_equal(got, "KeyboardInterrupt: ");
        free(got);
    }
}

/* ---- views ---- */

static void views_are_arrays(void **state) {
    (void)state;
    /* Every second row of a, backwards; through a function; and a contiguous one of its first row. */
    static const char text[] =
        "function @total(%a: array<float64, 2>) -> float64 {\n"
        "    %1: float64 = var float64 0.0\n"
        "    %2: int64 = shape %a, 0\n"
        "    %3: int64 = shape %a, 1\n"
        "    for %4: int64 = int64 0 to %2 step int64 1 {\n"
        "        %5: pointer<float64, global> = data %a\n"
        "        %6: int64 = stride %a, 0\n"
        "        %7: int64 = mul %4, %6\n"
        "        %8: pointer<int8, global> = bitcast %5\n"
        "        %9: pointer<int8, global> = offset %8, %7\n"
        "        %10: pointer<float64, global> = bitcast %9\n"
        "        %11: int64 = stride %a, 1\n"
        "        %12: array<float64, 1> = view %10, %3, %11\n"
        "        for %13: int64 = int64 0 to %3 step int64 1 {\n"
        "            %14: pointer<float64, global> = element.checked %12, %13\n"
        "            %15: float64 = load %14\n"
        "            %16: float64 = get %1\n"
        "            %17: float64 = mul %16, float64 0.5\n"
        "            %18: float64 = add %17, %15\n"
        "            set %1, %18\n"
        "        }\n"
        "    }\n"
        "    %19: float64 = get %1\n"
        "    return %19\n"
        "}\n"
        "function @row(%a: array<float64, 2, contiguous>, %i: int64) -> float64 {\n"
        "    %2: pointer<float64, global> = element.checked %a, %i, int64 1\n"
        "    %3: float64 = load %2\n"
        "    %4: int64 = stride %a, 0\n"
        "    %5: float64 = cast %4\n"
        "    %6: float64 = add %3, %5\n"
        "    return %6\n"
        "}\n"
        "function @f(%a: array<float64, 2, contiguous>, %i: int64) -> float64 {\n"
        "    %2: int64 = shape %a, 0\n"
        "    %3: int64 = sub %2, int64 1\n"
        "    %4: pointer<float64, global> = element %a, %3, int64 0\n"
        "    %5: int64 = stride %a, 0\n"
        "    %6: int64 = mul %5, int64 -2\n"
        "    %7: int64 = add %2, int64 1\n"
        "    %8: int64 = div %7, int64 2\n"
        "    %9: int64 = shape %a, 1\n"
        "    %10: array<float64, 2> = view %4, %8, %9, %6, int64 8\n"
        "    %11: float64 = call @total, %10\n"
        "    %12: pointer<float64, global> = data %a\n"
        "    %13: array<float64, 2, contiguous> = view %12, int64 2, %9\n"
        "    %14: float64 = call @row, %13, %i\n"
        "    %15: float64 = add %11, %14\n"
        "    return %15\n"
        "}\n";
    double numbers[5][3], wanted = 0;
    for (int i = 0; i < 15; i++) numbers[i / 3][i % 3] = i * i;
    for (int i = 4; i >= 0; i -= 2)
        for (int k = 0; k < 3; k++) wanted = wanted * 0.5 + numbers[i][k];
    wanted += numbers[1][1] + 24;
    for (int64_t i = 1; i < 3; i++)
        for (Way way = 0; way < (compiler ? WAY_COUNT : COMPILED); way++) {
            IrArrayView view = {numbers, {5, 3, 24, 8}};
            double result = 0;
            IrRun run = {0};
            char *got = call(text, way, (void *[]){&view, &i, &result}, &run);
            if (i == 1) assert_null(got);
            if (i == 1) assert_true(result == wanted);
            else assert_string_equal(got, "IndexError: index 2 is out of bounds for axis 0 with size 2");
            free(got);
        }
}

/* ---- parallel loops ---- */

static const char parallel_text[] =
    "function @inner(%start: int64, %stop: int64, %part: int64, %context: pointer<int64, global>) {\n"
    "    %4: pointer<int64, global> = offset %context, int64 100\n"
    "    for %5: int64 = %start to %stop step int64 1 { %6: int64 = atomic.add %4, int64 1 }\n"
    "}\n"
    "function @body(%start: int64, %stop: int64, %part: int64, %context: pointer<int64, global>) {\n"
    "    %4: int64 = var int64 0\n"
    "    for %5: int64 = %start to %stop step int64 1 {\n"
    "        %6: int64 = get %4\n"
    "        %7: int64 = add %6, %5\n"
    "        set %4, %7\n"
    "        %8: int64 = load %context\n"
    "        %9: bool = ne %5, %8\n"
    "        check %9, \"ValueError\", \"found\"\n"
    "    }\n"
    "    parallel @inner, int64 0, int64 10, int64 3, %context\n"
    "    %10: int64 = add %part, int64 1\n"
    "    %11: pointer<int64, global> = offset %context, %10\n"
    "    %12: int64 = get %4\n"
    "    store %11, %12\n"
    "}\n"
    "function @f(%x: int64) -> int64 {\n"
    "    %1: pointer<[101 x int64], local> = local\n"
    "    %2: pointer<int64, local> = item %1, int64 0\n"
    "    %3: pointer<int64, global> = bitcast %2\n"
    "    store %3, %x\n"
    "    %4: pointer<int64, global> = offset %3, int64 100\n"
    "    store %4, int64 0\n"
    "    parallel @body, int64 -5, int64 1000, int64 7, %3\n"
    "    %5: int64 = var int64 0\n"
    "    for %6: int64 = int64 0 to int64 7 step int64 1 {\n"
    "        %7: int64 = add %6, int64 1\n"
    "        %8: pointer<int64, global> = offset %3, %7\n"
    "        %9: int64 = load %8\n"
    "        %10: int64 = get %5\n"
    "        %11: int64 = mul %10, int64 3\n"
    "        %12: int64 = add %11, %9\n"
    "        set %5, %12\n"
    "    }\n"
    "    %13: int64 = get %5\n"
    "    %14: int64 = load %4\n"
    "    %15: int64 = mul %14, int64 1000000000\n"
    "    %16: int64 = add %13, %15\n"
    "    return %16\n"
    "}\n";

static void parts_of_a_loop_run_on_the_workers(void **state) {
    (void)state;
    int64_t wanted = 0;
    for (int part = 0, at = -5; part < 7; part++) {
        int64_t sum = 0;
        for (int end = at + 143 + (part < 4); at < end; at++) sum += at; /* 1005 = 7 * 143 + 4 */
        wanted = 3 * wanted + sum;
    }
    for (int round = 0; round < 20; round++) check_number(parallel_text, 5000, wanted + 70 * 1000000000LL, NULL, 0);
    check_number(parallel_text, 998, 0, "ValueError: found", 0);
    check_number("function @body(%start: int64, %stop: int64, %part: int64, %context: pointer<int64, global>) { raise %start }\n"
                 "function @f(%x: int64) -> int64 {\n"
                 "    %1: pointer<int64, local> = local\n"
                 "    %2: pointer<int64, global> = bitcast %1\n"
                 "    try { parallel @body, int64 40, int64 80, int64 8, %2 }\n"
                 "    catch { %3: pointer<int64, local> = caught %4: pointer<int64, local> = offset %3, int64 4 %5: int64 = load %4 return %5 }\n"
                 "    return %x\n}\n",
                 0, 40, NULL, 0);
}

/* Sums in another order: near, and several times as fast; in order without the flag. */
static void fast_math_is_by_function(void **state) {
    (void)state;
    static const char text[] =
        "function @f(%a: array<float64, 1, contiguous>) -> float64 fast 127 {\n"
        "    %1: float64 = var float64 0.0\n"
        "    %2: int64 = shape %a, 0\n"
        "    for %3: int64 = int64 0 to %2 step int64 1 {\n"
        "        %4: pointer<float64, global> = element %a, %3\n"
        "        %5: float64 = load %4\n"
        "        %6: float64 = get %1\n"
        "        %7: float64 = add %6, %5\n"
        "        set %1, %7\n"
        "    }\n"
        "    %8: float64 = get %1\n"
        "    return %8\n"
        "}\n";
    if (!compiler) skip();
    for (int fast = 0; fast < 2; fast++) {
        Error error = ERROR_NONE;
        TextBuffer source = TEXT_BUFFER_EMPTY;
        IrModule *module = prepare(text, INTERPRETED);
        ir_function_find(module, "f")->fast_math = fast ? IR_FAST_ALL : 0;
        if (!ir_run_passes(module, IR_FUNCTION_PASSES, &error)) fail_msg("%s", error.message);
        IrCompileOptions options = {.source = &source};
        IrProgram *program = ir_compile(compiler, module, &options, &error);
        if (!program) fail_msg("%s", error.message);
        double numbers[1000], sum = 0, result = 0;
        for (int i = 0; i < 1000; i++) sum += numbers[i] = 1.0 / (i + 1);
        IrRun run = {0};
        assert_true(ir_call(ir_program_entry(program, "f"), (void *[]){&(IrArrayView){numbers, {1000}}, &result}, &run, &error));
        if (fast) assert_true(result > sum - 1e-12 && result < sum + 1e-12);
        else assert_true(result == sum);
        const char *after = strstr(text_string(&source), "; ---- after its passes");
        assert_non_null(after);
        assert_int_equal(strstr(after, "fadd fast <") != NULL, fast);
        text_release(&source);
        ir_program_destroy(program);
        ir_module_destroy(module);
    }
}

/* What runs where our own loader does not know the machine. */
static void llvms_loader_does_the_same(void **state) {
    (void)state;
    setenv("CUPOLA_LOADER", "llvm", 1);
    functions_of_c_are_called(state);
    parts_of_a_loop_run_on_the_workers(state);
    unsetenv("CUPOLA_LOADER");
}

static void *interrupt_soon(void *flag) {
    struct timespec wait = {0, 30000000};
    nanosleep(&wait, NULL);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

static void endless_parts_are_interrupted(void **state) {
    (void)state;
    static const char text[] =
        "function @body(%start: int64, %stop: int64, %part: int64, %context: pointer<int64, global>) {\n"
        "    while { %4: int64 = load %context %5: bool = ge %4, int64 0 test %5 } do { store %context, %start }\n"
        "}\n"
        "function @f(%x: int64) -> int64 {\n"
        "    %1: pointer<int64, local> = local\n"
        "    %2: pointer<int64, global> = bitcast %1\n"
        "    store %2, int64 0\n"
        "    parallel @body, int64 0, int64 4, int64 4, %2\n"
        "    return %x\n}\n";
    if (!compiler) skip();
    atomic_bool flag = false;
    int64_t x = 0, result = 0;
    IrRun run = {.interrupt = &flag, .runtime = runtime};
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt_soon, &flag);
    char *got = call(text, COMPILED_AFTER_PASSES, (void *[]){&x, &result}, &run);
    pthread_join(thread, NULL);
    assert_string_equal(got, "KeyboardInterrupt: ");
    free(got);
}

/* ---- kernels with arrays ---- */

static const char kernel_text[] =
    "function @at(%a: array<float32, 2>, %i: int32, %j: int32) -> float32 {\n"
    "    %3: pointer<float32, global> = element.checked %a, %i, %j\n"
    "    %4: float32 = load %3\n"
    "    return %4\n"
    "}\n"
    "kernel @k(%a: array<float32, 2>, %b: array<float32, 2, contiguous>, %c: array<float32, 2, contiguous>) {\n"
    "    %3: pointer<[256 x float32], shared> = shared\n"
    "    %4: int32 = thread_index.x\n"
    "    %5: int32 = thread_index.y\n"
    "    %6: int32 = block_index.x\n"
    "    %7: int32 = mul %6, int32 16\n"
    "    %8: int32 = add %7, %4\n"
    "    %9: float32 = call @at, %a, %5, %8\n"
    "    %10: int32 = mul %5, int32 16\n"
    "    %11: int32 = add %10, %4\n"
    "    %12: pointer<float32, shared> = item %3, %11\n"
    "    store %12, %9\n"
    "    barrier\n"
    "    %14: int64 = cast %8\n"
    "    %15: int64 = shape %b, 1\n"
    "    %16: bool = lt %14, %15\n"
    "    if %16 {\n"
    "        %17: pointer<float32, global> = data %b\n"
    "        %18: int64 = stride %b, 0\n"
    "        %19: array<float32, 1> = view %17, %15, int64 4\n"
    "        %20: pointer<float32, global> = element %19, %14\n"
    "        %21: float32 = load %20\n"
    "        %22: float32 = cast %18\n"
    "        %23: float32 = add %21, %22\n"
    "        %24: int32 = mul %4, int32 16\n"
    "        %25: int32 = add %24, %5\n"
    "        %26: pointer<float32, shared> = item %3, %25\n"
    "        %27: float32 = load %26\n"
    "        %28: float32 = mul %23, %27\n"
    "        %29: pointer<float32, global> = element.checked %c, %5, %8\n"
    "        store %29, %28\n"
    "    }\n"
    "}\n";

static void kernels_with_arrays_run_in_vectors(void **state) {
    (void)state;
    enum { ROWS = 16, COLUMNS = 48 };
    static float a[COLUMNS][ROWS], b[ROWS][COLUMNS], c[2][ROWS][COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) a[i / ROWS][i % ROWS] = (float)i / 7, b[i / COLUMNS][i % COLUMNS] = (float)(i * i % 101);
    for (int way = 0; way < 2; way++) {
        Error error = ERROR_NONE;
        IrModule *module = ir_module_parse(kernel_text, strlen(kernel_text), &error);
        if (!module) fail_msg("%s", error.message);
        IrArrayView views[3] = {{a, {ROWS, COLUMNS, sizeof(float), ROWS * sizeof(float)}}, {b, {ROWS, COLUMNS - 5}}, {c[way], {ROWS, COLUMNS}}};
        void *arguments[] = {&views[0], &views[1], &views[2]};
        IrLaunch launch = {{3, 1, 1}, {16, 16, 1}, 0};
        IrRange ranges[3];
        void *starts[] = {a, b, c};
        size_t sizes[] = {sizeof a, sizeof b, sizeof c}, count = 0;
        for (size_t done = 0; done < 3; done++) { /* in order of their addresses */
            int least = -1;
            for (int i = 0; i < 3; i++)
                if ((!count || (uintptr_t)starts[i] > ranges[count - 1].start) && (least < 0 || starts[i] < starts[least])) least = i;
            ranges[count++] = (IrRange){(uintptr_t)starts[least], (uintptr_t)starts[least] + sizes[least]};
        }
        IrMemory memory = {ranges, count};
        IrRun run = {.memory = &memory};
        IrLauncher *launcher = ir_launcher_create(module, &error);
        bool good = way ? ir_launch(launcher, runtime, ir_function_find(module, "k"), arguments, &launch, &run, &error)
                        : ir_interpret(ir_function_find(module, "k"), arguments, &launch, &run, &error);
        if (!good) fail_msg("%s", error.message);
        if (way && compiler) assert_non_null(ir_function_find(module, "flat_k"));
        ir_launcher_destroy(launcher);
        ir_module_destroy(module);
    }
    assert_true(c[0][3][5] != 0);
    assert_memory_equal(c[0], c[1], sizeof c[0]);
}

/* ---- what is refused ---- */

static void what_a_gpu_lacks_is_refused_by_name(void **state) {
    (void)state;
    static const struct { const char *text, *message; } cases[] = {
        {"external @get(%x: int64) -> int64\nkernel @k(%x: int64) { %1: int64 = call @get, %x !12 }", "@k, line 12: @get is not there on a GPU"},
        {"function @g(%x: int64) { try { raise %x } catch { %1: pointer<int64, local> = caught } !4 }", "@g, line 4: try is not there on a GPU"},
        {"function @g(%x: int64) { raise %x !5 }", "@g, line 5: raise is not there on a GPU"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = ERROR_NONE;
        TextBuffer source = TEXT_BUFFER_EMPTY;
        IrModule *module = ir_module_parse(cases[i].text, strlen(cases[i].text), &error);
        if (!module) fail_msg("%s", error.message);
        assert_false(ir_render_cuda(module, &source, &error));
        assert_string_equal(error.message, cases[i].message);
        error_clear(&error);
        text_release(&source);
        ir_module_destroy(module);
    }
}

static void refusals_say_why(void **state) {
    (void)state;
    static const struct { const char *text, *message; } cases[] = {
        {"external @g(%x: complex64)", "line 1: @g: argument 0 cannot go to C"},
        {"external @g(%x: int64) -> complex64", "line 1: @g: its result cannot come from C"},
        {"external @g(%a: int8, %b: int8, %c: int8, %d: int8, %e: int8, %f: int8, %g: int8, %h: int8, %i: int8)", "line 1: @g takes too many arguments"},
        {"kernel @k() { try { } catch { %1: pointer<int64, local> = caught } }", "@k: try stands in a kernel"},
        {"function @f() { try { } catch { } }", "@f: try has a handler that does not begin with caught"},
        {"function @f() { %1: pointer<int64, local> = caught }", "@f, %0: caught does not begin a handler"},
        {"function @f() { raise int64 1 return }", "@f: raise has something behind it that is never reached"},
        {"function @f(%x: int32) { raise %x }", "line 1: raise raises an int64 or what was caught, not int32"},
        {"function @f(%p: pointer<int8, global>) { %1: array<int16, 1> = view %p, int64 1, int64 1 }", "line 1: view cannot be of what lies at pointer<int8, global>"},
        {"function @f(%p: pointer<int8, global>) { %1: array<int8, 1> = view %p, int64 1 }",
         "line 1: view needs an address, and an extent and a stride for each axis"},
        {"function @f(%p: pointer<int8, global>) { parallel @f, int64 0, int64 1, int64 2, %p }", "line 1: parallel needs a function of start, stop, part and context"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = ERROR_NONE;
        IrModule *module = ir_module_parse(cases[i].text, strlen(cases[i].text), &error);
        assert_null(module);
        assert_string_equal(error.message, cases[i].message);
        error_clear(&error);
    }
    for (Way way = INTERPRETED; way <= (compiler ? COMPILED : INTERPRETED); way += COMPILED) {
        Error error = ERROR_NONE;
        static const char text[] = "external @missing()\nfunction @f() { call @missing }";
        IrModule *module = ir_module_parse(text, strlen(text), &error);
        IrRun run = {0};
        if (way == COMPILED) assert_null(ir_compile(compiler, module, NULL, &error));
        else assert_false(ir_interpret(ir_function_find(module, "f"), NULL, NULL, &run, &error));
        assert_string_equal(error.message, "@missing is not there");
        error_clear(&error);
        ir_module_destroy(module);
    }
}

/* ---- building ---- */

static void building_gives_the_same_as_text(void **state) {
    (void)state;
    Error error = ERROR_NONE;
    IrModule *module = ir_module_create();
    const IrType *number = IR_TYPE(INT64), *bytes = ir_pointer_type(module, IR_TYPE(INT8), IR_GLOBAL_SPACE);
    IrFunction *external = ir_external_create(module, "refuse", (void *)refuse, number, &number, 1, true);
    IrFunction *body = ir_function_create(module, IR_FUNCTION, "body", ir_void_type(), (const IrType *[]){number, number, number, bytes},
                                          (const char *[]){"start", "stop", "part", "context"}, 4);
    IrFunction *f = ir_function_create(module, IR_FUNCTION, "f", number, (const IrType *[]){number, bytes}, (const char *[]){"n", "p"}, 2);
    IrBuilder b = ir_builder(body);
    ir_build_raise_number(&b, body->parameters[0]);
    b = ir_builder(f);
    f->fast_math = IR_FAST_REASSOC | IR_FAST_NNAN;
    ir_build_try(&b);
    ir_build_parallel(&b, body, ir_integer(module, number, 3), f->parameters[0], ir_integer(module, number, 2), f->parameters[1]);
    IrValue *caught = ir_build_catch(&b);
    IrValue *view = ir_build_view(&b, f->parameters[1], &f->parameters[0], NULL, 1, true);
    ir_build_element(&b, view, (IrValue *[]){ir_integer(module, number, 0)}, 1, true);
    ir_build_if(&b, ir_build_binary(&b, IR_EQ, ir_build_caught_kind(&b, caught), ir_integer(module, IR_TYPE(INT32), IR_FAULT_RAISED)));
    ir_build_return(&b, ir_build_call(&b, external, (IrValue *[]){ir_build_caught_number(&b, caught)}, 1));
    ir_build_end(&b);
    ir_build_raise_again(&b, caught);
    ir_build_end(&b);
    ir_build_raise(&b, "ValueError", "not a fault");
    if (!ir_verify(module, &error)) fail_msg("%s", error.message);
    TextBuffer text = TEXT_BUFFER_EMPTY, again = TEXT_BUFFER_EMPTY;
    ir_module_print(module, &text);
    IrModule *parsed = ir_module_parse(text.bytes, text.length, &error);
    if (!parsed) fail_msg("%s\n%s", text_string(&text), error.message);
    ir_module_print(parsed, &again);
    assert_string_equal(text_string(&text), text_string(&again));
    char memory[4] = {0};
    void *address = memory;
    int64_t n = 4, result = 0;
    IrRun run = {0};
    if (!ir_interpret(f, (void *[]){&n, &address, &result}, NULL, &run, &error)) { /* part 0 raises 3: refuse raises in turn */
        assert_int_equal(run.fault.kind, IR_FAULT_RAISED);
        assert_int_equal(run.fault.raised, 3);
    } else fail();
    error_clear(&error);
    text_release(&text), text_release(&again);
    ir_module_destroy(parsed);
    ir_module_destroy(module);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_c_are_called),
        cmocka_unit_test(faults_of_functions_of_c_end_the_call),
        cmocka_unit_test(handlers_get_what_their_bodies_raise),
        cmocka_unit_test(handlers_nest_and_loops_go_through_them),
        cmocka_unit_test(bounds_and_recursion_are_caught),
        cmocka_unit_test(raise_may_end_a_function),
        cmocka_unit_test(interrupts_are_not_caught),
        cmocka_unit_test(views_are_arrays),
        cmocka_unit_test(parts_of_a_loop_run_on_the_workers),
        cmocka_unit_test(fast_math_is_by_function),
        cmocka_unit_test(llvms_loader_does_the_same),
        cmocka_unit_test(endless_parts_are_interrupted),
        cmocka_unit_test(kernels_with_arrays_run_in_vectors),
        cmocka_unit_test(what_a_gpu_lacks_is_refused_by_name),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(building_gives_the_same_as_text),
    };
    Error error = ERROR_NONE;
    compiler = ir_compiler_create(&error);
    error_clear(&error);
    runtime = runtime_create(&error);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    runtime_destroy(runtime);
    ir_compiler_destroy(compiler);
    return failed;
}
