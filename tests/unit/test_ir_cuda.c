/* What render_cuda writes compiles. NVRTC needs no GPU. CUPOLA_TEST_COUNT kernels (20), from seed CUPOLA_TEST_SEED (1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arraylib/device/cuda/cuda.h"
#include "base/memory.h"
#include "tests/unit/random_ir.h"

static long from_environment(const char *name, long otherwise) {
    const char *value = getenv(name);
    return value ? atol(value) : otherwise;
}

static void compile(Nvrtc *nvrtc, IrModule *module, const char *what) {
    TextBuffer source = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    size_t size;
    assert_true(ir_verify(module, &error));
    assert_true(ir_render_cuda(module, &source, &error));
    if (getenv("CUPOLA_TEST_SOURCE")) fprintf(stderr, "%s\n", source.bytes);
    char *image = cuda_compile(nvrtc, source.bytes, 80, false, &size, &error);
    if (!image) fail_msg("%s: %.3000s", what, error.message);
    memory_release(image);
    text_release(&source);
}

static int open_compiler(void **state) {
    static Nvrtc nvrtc;
    Error error = ERROR_NONE;
    *state = nvrtc_open(&nvrtc, &error) ? &nvrtc : NULL;
    error_clear(&error);
    return 0;
}

static const char all_sorts[] =
    "struct pair { first: float32, second: [4 x int64] }\n"
    "constant @table: [2 x [3 x float16]] = { { 1.0, 2.5, -0.0 }, { inf, 0x7e01, 1.0 } }\n"
    "function @fib(%n: int64, %a: array<float16, 0>) -> int64 {\n"
    "    %2: bool = lt %n, int64 2\n"
    "    if %2 { return %n }\n"
    "    %3: int64 = sub %n, int64 1\n"
    "    %4: int64 = call @fib, %3, %a\n"
    "    return %4\n"
    "}\n"
    "kernel @all(%p: pointer<struct pair, global>, %q: struct pair, %a: array<float16, 0>, %b: array<bool, 3, contiguous>) {\n"
    "    %2: pointer<[4 x int64], global> = field %p, 1\n"
    "    %3: pointer<int64, global> = item %2, int32 3\n"
    "    %5: int64 = call @fib, int64 7, %a\n"
    "    %6: int64 = atomic.add %3, %5\n"
    "    %7: pointer<float32, local> = field %q, 0\n"
    "    %8: float32 = load %7\n"
    "    %20: pointer<struct pair, local> = local\n"
    "    copy %20, %p\n"
    "    %21: pointer<float32, shared> = dynamic_shared\n"
    "    store %21, %8\n"
    "    %22: pointer<[2 x [3 x float16]], constant> = global @table\n"
    "    %23: pointer<[3 x float16], constant> = item %22, int32 0\n"
    "    %24: pointer<float16, constant> = item %23, int64 2\n"
    "    %25: float16 = load %24\n"
    "    %26: pointer<float16, global> = element %a\n"
    "    store %26, %25\n"
    "    %27: pointer<bool, global> = element.checked %b, int32 1, int64 0, uint32 2\n"
    "    %28: bool = load %27\n"
    "    for %30: int64 = int64 0 to %5 step %6 { for %31: uint32 = uint32 9 to uint32 3 step uint32 4 { break } continue }\n"
    "    %32: uint32 = active_mask\n"
    "    sync_warp %32\n"
    "    check %28, \"ValueError\", \"no\"\n"
    "    poll\n"
    "    %33: complex128 = math.pow complex128 (1.0 inf), complex128 (0.5 -2.0)\n"
    "    %34: complex64 = cast %33\n"
    "    %35: float32 = abs %34\n"
    "    %36: float32 = abs complex64 (1.0 2.0)\n"
    "}\n";

static void every_construct_compiles(void **state) {
    Error error = ERROR_NONE;
    if (!*state) skip();
    IrModule *module = ir_module_parse(all_sorts, strlen(all_sorts), &error);
    if (!module) fail_msg("%s", error.message);
    compile(*state, module, "all sorts");
    ir_module_destroy(module);
}

/* Every function of mathematics and every arithmetic operation over every type that it takes. */
static void every_operation_compiles(void **state) {
    if (!*state) skip();
    IrModule *module = ir_module_create();
    for (int number = 0; number < DTYPE_COUNT; number++) {
        const IrType *type = ir_scalar_type((DtypeNumber)number), *types[] = {type, type, type};
        char name[40];
        snprintf(name, sizeof name, "f%d", number);
        IrFunction *f = ir_function_create(module, IR_KERNEL, name, ir_void_type(), types, (const char *[]){"a", "b", "c"}, 3);
        IrBuilder b = ir_builder(f);
#define X(function, operands, result, kinds)                                                                         \
    if (strchr(kinds, ir_kind(type)) && !(number == DTYPE_FLOAT16 && IR_MATH_##function == IR_MATH_nextafter))       \
        ir_build_math(&b, IR_MATH_##function, f->parameters, operands);
        IR_MATH_FUNCTIONS(X)
#undef X
        static const struct { IrOperation operation; int operands; const char *kinds; } rows[] = {
#define X(NAME, word, operands, rule, kinds, trait) {IR_##NAME, operands, kinds},
            IR_OPERATIONS(X)
#undef X
        };
        for (int i = IR_NEG; i <= IR_GE; i++)
            if (strchr(rows[i].kinds, ir_kind(type))) ir_build(&b, rows[i].operation, 0, f->parameters, rows[i].operands);
        for (int to = 0; to < DTYPE_COUNT; to++)
            if (ir_kind(type) != 'c' || dtypes[to].kind == 'c') ir_build_cast(&b, ir_scalar_type((DtypeNumber)to), f->parameters[0]);
    }
    compile(*state, module, "operations");
    ir_module_destroy(module);
}

static void random_kernels_compile(void **state) {
    if (!*state) skip();
    uint64_t first = (uint64_t)from_environment("CUPOLA_TEST_SEED", 1);
    long count = from_environment("CUPOLA_TEST_COUNT", 20);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        char what[60];
        IrModule *module = random_ir_module(seed, seed % 4 ? RANDOM_DEVICE : RANDOM_NO_TRY);
        snprintf(what, sizeof what, "seed %llu", (unsigned long long)seed);
        compile(*state, module, what);
        ir_module_destroy(module);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_construct_compiles, open_compiler),
        cmocka_unit_test_setup(every_operation_compiles, open_compiler),
        cmocka_unit_test_setup(random_kernels_compile, open_compiler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
