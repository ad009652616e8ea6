/* CUDA C to IR: messages of errors, the corpus of tests/kernels (printed and read back; compiled by NVRTC as it stands and as
 * re-rendered, where there is NVRTC), and small kernels run by the interpreter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arraylib/cudac/cudac.h"
#include "arraylib/device/cuda/cuda.h"
#include "base/memory.h"

static IrModule *compiled(const char *source) {
    Error error = ERROR_NONE;
    IrModule *module = cudac_compile(source, strlen(source), NULL, &error);
    if (!module) fail_msg("%s: %s", error.kind, error.message);
    return module;
}

/* ---- errors: what stands in the message ---- */

static const struct { const char *source, *kind, *message; } errors[] = {
    {"__global__ void k() { x = 1; }", "CompileException", "kernel.cu(1): error: identifier \"x\" is undefined"},
    {"__global__ void k() { int x = 1 }", "CompileException", "error: expected a \";\""},
    {"\n\n__global__ void k(int *p) { p[0] = ; }", "CompileException", "kernel.cu(3): error: expected an expression"},
    {"__global__ void k(const int *p) { p[0] = 1; }", "CompileException", "expression must be a modifiable lvalue"},
    {"__global__ int k() { return 1; }", "CompileException", "a __global__ function must have a void return type"},
    {"#include \"nowhere.h\"\n", "CompileException", "could not open source file \"nowhere.h\""},
    {"#error stop here\n", "CompileException", "#error directive: stop here"},
    {"#if 1\n", "CompileException", "#endif"},
    {"__device__ int f(int a) { return a; } __global__ void k() { f(); }", "CompileException", "too few arguments in function call"},
    {"__device__ int f(int *a) { return *a; } __global__ void k() { float x; f(&x); }", "CompileException",
     "argument of type \"float *\" is incompatible with parameter of type \"int *\""},
    {"struct S { int a; }; __global__ void k() { S s; s.b = 1; }", "CompileException", "class \"S\" has no member \"b\""},
    {"__global__ void k() { break; }", "CompileException", "a break statement may only be used within a loop or switch"},
    {"__global__ void k() { float x = 1.5; x % 2; }", "CompileException", "expression must have integral or unscoped enum type"},
    {"__global__ void k(int n) { int a[n]; }", "CompileException", "expression must have a constant value"},
    {"__global__ void k() { /* never closed", "CompileException", "comment unclosed at end of file"},
    {"__global__ void k() { asm(\"nop;\"); }", "NotImplementedError", "a GPU would run it"},
    {"#include <cooperative_groups.h>\n\n__global__ void k() { cooperative_groups::this_grid().sync(); }", "NotImplementedError", "kernel.cu(3): a grid that waits for itself"},
    {"struct A { virtual __device__ int f() { return 1; } };", "NotImplementedError", "a virtual function"},
    {"texture<float, 1> t;", "NotImplementedError", "texture references"},
    {"__global__ void k(int n) { auto f = [](int a) { return a + n; }; f(1); }", "CompileException", "unless it is in the capture list"},
};

static void errors_name_line_and_construct(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        Error error = ERROR_NONE;
        IrModule *module = cudac_compile(errors[i].source, strlen(errors[i].source), NULL, &error);
        if (module) fail_msg("accepted: %s", errors[i].source);
        if (strcmp(error.kind, errors[i].kind) != 0 || !strstr(error.message, errors[i].message))
            fail_msg("%s\n%s: %s\nexpected %s: %s", errors[i].source, error.kind, error.message, errors[i].kind, errors[i].message);
        error_clear(&error);
    }
}

/* ---- values: kernel k(double *out) under the interpreter ---- */

static const struct { const char *body; double value; } values[] = {
    {"*out = 7 / 2 + 7 % 4 + (-7) / 2;", 3 + 3 - 3},
    {"unsigned int a = 1; int b = -2; *out = a + b > 0;", 1},
    {"unsigned char c = 250; c += 10; *out = c;", 4},
    {"char c = (char)200; *out = c;", -56},
    {"*out = 1u << 31;", 2147483648.0},
    {"*out = -1 >> 1;", -1},
    {"int x = 5; int y = x++ + ++x; *out = y * 10 + x;", 127},
    {"int a[4] = {1, 2, 3}; int *p = a + 3; p--; *out = *p + (p - a) * 10 + a[3];", 23},
    {"float f = 1.0f / 3; *out = f == 1.0 / 3;", 0},
    {"*out = true ? 1 : 2.5;", 1},
    {"int s = 0; for (int i = 0, j = 10; i < j; i++, j--) s += i * j; *out = s;", 9 + 16 + 21 + 24 + 0},
    {"int n = 0; while (true) { if (++n > 9) break; if (n & 1) continue; n += 2; } *out = n;", 10},
    {"struct P { int x; struct { float a, b; } q; } p = {1, {2, 3}}, r = p; r.q.b += 4; *out = r.x + r.q.a * 10 + r.q.b * 100;", 721},
    {"union { float f; unsigned int u; } v; v.f = 1.0f; *out = v.u;", 1065353216.0},
    {"*out = sizeof(float4) + sizeof(long) * 100 + sizeof(int[3]) * 10000;", 16 + 800 + 120000},
    {"int &r = *(new_value() ? &g : &g); r = 4; g++; *out = g;", 5},
    {"auto x = 3.5f; auto p = &x; *p *= 2; *out = x;", 7},
    {"int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int s = 0; for (int i = 0; i < 6; i++) s = s * 7 + (&m[0][0])[i]; *out = s;", 22875},
    {"*out = min(3.0, 2.5) + max(1u, 2u) + abs(-4) + fabsf(-0.5f);", 9},
    {"*out = 0x1F + 010 + 0b101 + 'A' + 1e2 + .5f;", 31 + 8 + 5 + 65 + 100 + 0.5},
    {"long long big = 1LL << 40; *out = (double)(big >> 38);", 4},
    {"*out = ADD(2, 3) * TWICE(4) + CAT(1, 2);", 52},
    {"*out = (int)3.99 + (int)-3.99 + (unsigned char)300;", 44},
    {"half h = __float2half(1.5f); h = h * h; *out = (double)(float)h;", 2.25},
    {"float4 v = make_float4(1, 2, 3, 4); float *p = &v.x; *out = p[2];", 3},
    {"int x = 3; x <<= 2; x |= 1; x ^= 5; x >>= 1; *out = x;", 4},
    {"const int N = 3; int a[N * 2] = {0}; a[N]++; *out = a[3];", 1},
    {"switch (2) { case 1: *out = 1; case 2: *out = 2; case 3: *out += 10; break; default: *out = 99; }", 12},
    {"int k = 0; do k += 2; while (k < 7); *out = k;", 8},
    {"*out = pair<int>(3).second() + pair<float>(2.5f).twice;", 3 * 3 + 5},
    {"int i = 0; int r = (i++ && i++) || (i += 10); *out = i * 10 + r;", 111},
    {"double r; { double r2 = 3; r = r2; } *out = r, *out += 1;", 4},
};

static const char before[] =
    "#define ADD(a, b) ((a) + (b))\n#define TWICE(x) ADD(x, x)\n#define CAT(a, b) a##b\n"
    "__device__ int g = 1;\n__device__ bool new_value() { return true; }\n"
    "template <class T> struct pair { T first, twice; __device__ pair(T x) : first(x), twice(x + x) {} __device__ T second() { return first * first; } };\n"
    "extern \"C\" __global__ void k(double *out) { *out = -1;\n";

static double run(IrModule *module) {
    Error error = ERROR_NONE;
    double out = -2, *place = &out;
    IrRange range = {(uintptr_t)&out, (uintptr_t)(&out + 1)};
    IrMemory memory = {&range, 1};
    IrRun run = {.memory = &memory};
    IrLaunch launch = {{1, 1, 1}, {1, 1, 1}, 0};
    if (!ir_interpret(ir_function_find(module, "k"), (void *[]){&place}, &launch, &run, &error)) fail_msg("%s: %s", error.kind, error.message);
    return out;
}

static void values_are_cs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        text_append_format(&source, "%s%s }\n", before, values[i].body);
        IrModule *module = compiled(source.bytes);
        double value = run(module);
        if (value != values[i].value) fail_msg("%s\ngave %g, not %g", values[i].body, value, values[i].value);
        Error error = ERROR_NONE;
        assert_true(ir_run_passes(module, IR_DEFAULT_PASSES, &error));
        value = run(module);
        if (value != values[i].value) fail_msg("after passes: %s\ngave %g, not %g", values[i].body, value, values[i].value);
        ir_module_destroy(module);
        text_release(&source);
    }
}

static void wrong_addresses_are_noticed(void **state) {
    (void)state;
    static const char *const bodies[] = {"out[1] = 1;", "out[-1] = 1;", "double x = out[100000000]; out[0] = x;", "*(int *)0 = 1;", "int a[4]; a[4] = out[0]; out[0] = a[0];",
                                         "*(double *)((char *)out + 1) = 1;"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        TextBuffer source = TEXT_BUFFER_EMPTY;
        Error error = ERROR_NONE;
        text_append_format(&source, "%s%s }\n", before, bodies[i]);
        IrModule *module = compiled(source.bytes);
        double out[2] = {0, 0}, *place = out;
        IrRange range = {(uintptr_t)out, (uintptr_t)(out + 1)};
        IrMemory memory = {&range, 1};
        IrRun run = {.memory = &memory};
        IrLaunch launch = {{1, 1, 1}, {1, 1, 1}, 0};
        bool good = ir_interpret(ir_function_find(module, "k"), (void *[]){&place}, &launch, &run, &error);
        if (good || run.fault.kind != IR_FAULT_POINTER) fail_msg("%s went unnoticed", bodies[i]);
        error_clear(&error);
        ir_module_destroy(module);
        text_release(&source);
    }
}

static void catch_text(void *context, const char *text, size_t length) { text_append_bytes(context, text, length); }

static void printf_prints(void **state) {
    (void)state;
    IrModule *module = compiled("extern \"C\" __global__ void k(double *out) { printf(\"%d|%5.2f|%u|%lld|%x|%c|%%|%s\\n\", -3, 2.5f, 7u, 1LL << 40, 255, 'x'); }");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    IrRun run = {.print = catch_text, .print_context = &text};
    double *place = NULL;
    assert_true(ir_interpret(ir_function_find(module, "k"), (void *[]){&place}, &(IrLaunch){{1, 1, 1}, {1, 1, 1}, 0}, &run, &error));
    assert_string_equal(text_string(&text), "-3| 2.50|7|1099511627776|ff|x|%|%s\n");
    text_release(&text);
    ir_module_destroy(module);
}

static void names_become_kernels(void **state) {
    (void)state;
    static const char source[] = "template <typename T> __global__ void scale(T *x, T a) { x[threadIdx.x] *= a; }\n__global__ void plain() {}";
    static const char *const names[] = {"scale<float>", "scale<double>", "plain"};
    Error error = ERROR_NONE;
    CudacOptions options = {.names = names, .name_count = 3};
    IrModule *module = cudac_compile(source, strlen(source), &options, &error);
    if (!module) fail_msg("%s", error.message);
    for (int i = 0; i < 3; i++) {
        char symbol[100];
        cudac_symbol(symbol, sizeof symbol, names[i], i);
        assert_non_null(ir_function_find(module, symbol));
    }
    ir_module_destroy(module);
}

/* ---- the corpus ---- */

static void compile_by_nvrtc(Nvrtc *nvrtc, const char *source, const char *what) {
    Error error = ERROR_NONE;
    size_t size;
    char *image = cuda_compile(nvrtc, source, 80, true, &size, &error);
    if (!image) fail_msg("%s: %.2000s", what, error.message);
    memory_release(image);
}

/* The text as a CUDA device compiles it: with the headers that it includes. */
static void compile_as_it_stands(Nvrtc *nvrtc, const char *source, size_t length, const char *what) {
    Error error = ERROR_NONE;
    TextBuffer lowered = TEXT_BUFFER_EMPTY;
    size_t size;
    KernelSource text = {.text = source, .length = length};
    char *image = cuda_kernel_text_compile(nvrtc, &text, 80, &lowered, &size, &error);
    if (!image) fail_msg("%s: %.2000s", what, error.message);
    memory_release(image);
    text_release(&lowered);
}

static void check_file(Nvrtc *nvrtc, const char *path, const char *source, size_t length) {
    Error error = ERROR_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY, again_text = TEXT_BUFFER_EMPTY, cuda = TEXT_BUFFER_EMPTY;
    IrModule *module = cudac_compile(source, length, NULL, &error);
    if (!module) fail_msg("%s: %s", path, error.message);
    ir_module_print(module, &text);
    IrModule *again = ir_module_parse(text.bytes, text.length, &error);
    if (!again) fail_msg("%s: %s", path, error.message);
    ir_module_print(again, &again_text);
    assert_string_equal(text.bytes, again_text.bytes);
    assert_true(ir_run_passes(module, IR_DEFAULT_PASSES, &error));
    assert_true(ir_render_cuda(module, &cuda, &error));
    if (nvrtc) {
        compile_as_it_stands(nvrtc, source, length, path);
        compile_by_nvrtc(nvrtc, cuda.bytes, path);
    }
    ir_module_destroy(module);
    ir_module_destroy(again);
    text_release(&text), text_release(&again_text), text_release(&cuda);
}

static void the_corpus_compiles(void **state) {
    const char *folder = getenv("CUPOLA_SOURCE");
    char path[1200];
    int count = 0;
    snprintf(path, sizeof path, "%s/tests/kernels/corpus", folder ? folder : "..");
    DIR *entries = opendir(path);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (!strstr(entry->d_name, ".cu")) continue;
        snprintf(path, sizeof path, "%s/tests/kernels/corpus/%s", folder ? folder : "..", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        char *source = calloc(1 << 17, 1);
        size_t length = fread(source, 1, (1 << 17) - 1, file);
        fclose(file);
        check_file(*state, entry->d_name, source, length);
        free(source);
        count++;
    }
    closedir(entries);
    assert_true(count >= 8);
}

/* The headers that come with Cupola, and templates by their name expressions. */
static void texts_compile_with_their_headers(void **state) {
    Nvrtc *nvrtc = *state;
    Error error = ERROR_NONE;
    TextBuffer lowered = TEXT_BUFFER_EMPTY;
    size_t size;
    if (!nvrtc) skip();
    static const char source[] =
        "#include <cupy/complex.cuh>\n#include <cupy/carray.cuh>\n#include <math.h>\n#include <cstdint>\n#include <assert.h>\n#include <stdio.h>\n"
        "template <typename T> __global__ void scale(T *x, T by) { x[threadIdx.x] *= by; }\n"
        "extern \"C\" __global__ void mixed(complex<float> *z, double *y, float16 *h, int32_t n) {\n"
        "    int i = threadIdx.x;\n    assert(i < n);\n"
        "    z[i] = z[i] * 2.0f + exp(z[i]) / 3.0f + conj(pow(z[i], 2.0f)) * sqrt(z[i]);\n    z[i] += 1;\n"
        "    y[i] = std::sqrt(y[i]) * M_PI + abs(z[i]) + norm(z[i]) + arg(z[i]);\n"
        "    h[i] = h[i] * h[i] + 1.0f;\n    if (isnan(z[i])) z[i] = complex<double>(1, 2);\n    printf(\"%d\\n\", i);\n}\n";
    static const char *const names[] = {"scale<float>", "scale<double>"}, *const options[] = {"-O3", "-arch", "sm_35", "-DN=3", "--std=c++14"};
    KernelSource text = {source, sizeof source - 1, false, options, 5, names, 2};
    char *image = cuda_kernel_text_compile(nvrtc, &text, 90, &lowered, &size, &error);
    if (!image) fail_msg("%.2000s", error.message);
    assert_string_equal(lowered.bytes, "_Z5scaleIfEvPT_S0_");
    assert_string_equal(lowered.bytes + strlen(lowered.bytes) + 1, "_Z5scaleIdEvPT_S0_");
    memory_release(image);
    text_release(&lowered);
    text.text = "__global__ void broken() { x = 1; }";
    text.length = strlen(text.text);
    text.name_count = 0;
    assert_null(cuda_kernel_text_compile(nvrtc, &text, 90, &lowered, &size, &error));
    assert_non_null(strstr(error.message, "kernel.cu(1): error: identifier \"x\" is undefined"));
    error_clear(&error);
}

static int open_compiler(void **state) {
    static Nvrtc nvrtc;
    Error error = ERROR_NONE;
    *state = nvrtc_open(&nvrtc, &error) ? &nvrtc : NULL;
    error_clear(&error);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_line_and_construct), cmocka_unit_test(values_are_cs), cmocka_unit_test(wrong_addresses_are_noticed),
        cmocka_unit_test(printf_prints), cmocka_unit_test(names_become_kernels), cmocka_unit_test_setup(the_corpus_compiles, open_compiler),
        cmocka_unit_test_setup(texts_compile_with_their_headers, open_compiler)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
