/* The IR on a real GPU: random kernels give the interpreter's bits, functions of mathematics stay within CUDA's bounds.
 * Built by `make check-programs`, run by tests/gpu/run:
 *
 *     build/tests/gpu/ir_kernels [COUNT [SEED]]
 */
#include "arraylib/device/cuda/driver.h"
#include "arraylib/ir/private.h"
#include "tests/unit/random_ir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Gpu {
    CudaDriver driver;
    Nvrtc nvrtc;
    CudaContext context;
    char architecture[32];
    uint64_t seed; /* of the random kernel under way */
} Gpu;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why ? why : "failed");
    exit(2);
}

static void need(int code, const char *what) {
    char text[40];
    snprintf(text, sizeof text, "CUDA error %d", code);
    if (code) stop(what, text);
}

/* False: there is none. */
static bool open_gpu(Gpu *gpu) {
    Error error = ERROR_NONE;
    int device, major, minor, count = 0;
    if (!cuda_driver_open(&gpu->driver, &error) || gpu->driver.initialize(0) != 0 || gpu->driver.device_count(&count) != 0 || !count) {
        error_clear(&error);
        return false;
    }
    if (!nvrtc_open(&gpu->nvrtc, &error)) stop("opening", error.message);
    need(gpu->driver.device_get(&device, 0), "cuDeviceGet");
    need(gpu->driver.device_attribute(&major, 75, device), "capability");
    need(gpu->driver.device_attribute(&minor, 76, device), "capability");
    need(gpu->driver.primary_context_retain(&gpu->context, device), "context");
    need(gpu->driver.context_set_current(gpu->context), "context");
    snprintf(gpu->architecture, sizeof gpu->architecture, "-arch=sm_%d", 10 * major + minor);
    return true;
}

/* Nothing contracted: then sums and products are the host's. */
static CudaFunction build(Gpu *gpu, IrModule *module, const char *name, CudaModule *loaded) {
    TextBuffer source = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    NvrtcProgram program;
    CudaFunction function;
    size_t size = 0;
    if (!ir_render_cuda(module, &source, &error)) stop("rendering", error.message);
    const char *options[] = {gpu->architecture, "-std=c++17", "-fmad=false", "-default-device"};
    need(gpu->nvrtc.create(&program, source.bytes, "kernel.cu", 0, NULL, NULL), "nvrtcCreateProgram");
    if (gpu->nvrtc.compile(program, 4, options) != 0) {
        gpu->nvrtc.log_size(program, &size);
        char *log = calloc(1, size + 1);
        gpu->nvrtc.log(program, log);
        stop("compiling", log);
    }
    gpu->nvrtc.image_size(program, &size);
    char *image = malloc(size);
    gpu->nvrtc.image(program, image);
    need(gpu->driver.module_load(loaded, image), "loading");
    need(gpu->driver.module_function(&function, *loaded, name), "the kernel");
    gpu->nvrtc.destroy(&program);
    free(image);
    text_release(&source);
    return function;
}

/* ---- random kernels, one thread ---- */

static void launch(Gpu *gpu, CudaFunction function, RandomArguments *arguments) {
    CudaAddress memory[10] = {0};
    struct { CudaAddress data; int64_t words[4]; } views[10];
    void *list[10];
    int count = arguments->function->parameter_count;
    for (int i = 0; i < count; i++) {
        list[i] = arguments->scalars[i];
        if (!arguments->memory[i]) continue;
        size_t size = (size_t)arguments->sizes[i];
        need(gpu->driver.memory_allocate(&memory[i], size), "memory");
        need(gpu->driver.copy_to_device(memory[i], arguments->memory[i], size), "copy");
        views[i].data = memory[i] + (CudaAddress)((unsigned char *)arguments->views[i].data - arguments->memory[i]);
        memcpy(views[i].words, arguments->views[i].words, sizeof views[i].words);
        list[i] = &views[i];
    }
    char what[40];
    snprintf(what, sizeof what, "running seed %llu", (unsigned long long)gpu->seed);
    need(gpu->driver.launch(function, 1, 1, 1, 1, 1, 1, 0, NULL, list, NULL), what);
    need(gpu->driver.context_synchronize(), what);
    for (int i = 0; i < count; i++) {
        if (!arguments->memory[i]) continue;
        need(gpu->driver.copy_to_host(arguments->memory[i], memory[i], (size_t)arguments->sizes[i]), "copy back");
        gpu->driver.memory_free(memory[i]);
    }
}

static bool compare(Gpu *gpu, uint64_t seed) {
    Error error = ERROR_NONE;
    RandomArguments wanted, got;
    IrRun run = {0};
    IrLaunch one = {{1, 1, 1}, {1, 1, 1}, 0};
    CudaModule loaded;
    IrModule *module = random_ir_module(seed, RANDOM_KERNEL | RANDOM_EXACT);
    gpu->seed = seed;
    if (!ir_verify(module, &error)) stop("verifying", error.message);
    IrFunction *kernel = ir_function_find(module, "f");
    random_arguments_prepare(&wanted, kernel, seed);
    random_arguments_prepare(&got, kernel, seed);
    if (!ir_interpret(kernel, wanted.list, &one, &run, &error)) stop("interpreting", error.message);
    if (seed % 2 && !ir_run_passes(module, IR_DEFAULT_PASSES, &error)) stop("passes", error.message);
    launch(gpu, build(gpu, module, "f", &loaded), &got);
    gpu->driver.module_unload(loaded);
    bool equal = random_arguments_equal(&wanted, &got, false);
    if (!equal) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        ir_module_print(module, &text);
        printf("not ok - seed %llu\n%s\n", (unsigned long long)seed, text.bytes);
        text_release(&text);
    }
    random_arguments_drop(&wanted), random_arguments_drop(&got);
    ir_module_destroy(module);
    return equal;
}

/* ---- mathematics ---- */

/* Units in the last place, as CUDA's guide states them: float, double. The host's own error is one more. */
static const struct { IrMath function; int single, twice; double low, high; } bounds[] = {
    {IR_MATH_sin, 2, 2, -50, 50}, {IR_MATH_cos, 2, 2, -50, 50}, {IR_MATH_tan, 4, 2, -50, 50}, {IR_MATH_asin, 2, 2, -1, 1},
    {IR_MATH_acos, 2, 2, -1, 1}, {IR_MATH_atan, 2, 2, -50, 50}, {IR_MATH_sinh, 3, 2, -20, 20}, {IR_MATH_cosh, 2, 1, -20, 20},
    {IR_MATH_tanh, 2, 1, -5, 5}, {IR_MATH_asinh, 3, 3, -50, 50}, {IR_MATH_acosh, 4, 3, 1, 50}, {IR_MATH_atanh, 3, 2, -1, 1},
    {IR_MATH_exp, 2, 1, -50, 50}, {IR_MATH_exp2, 2, 1, -50, 50}, {IR_MATH_expm1, 1, 1, -20, 20}, {IR_MATH_log, 1, 1, 0, 50},
    {IR_MATH_log2, 1, 1, 0, 50}, {IR_MATH_log10, 2, 1, 0, 50}, {IR_MATH_log1p, 1, 1, -1, 50}, {IR_MATH_cbrt, 1, 1, -50, 50},
    {IR_MATH_erf, 2, 2, -4, 4}, {IR_MATH_erfc, 4, 5, -4, 4}, {IR_MATH_tgamma, 5, 10, 0.1, 30}, {IR_MATH_pow, 4, 2, 0, 20},
    {IR_MATH_atan2, 3, 2, -50, 50}, {IR_MATH_hypot, 3, 2, -50, 50},
};
enum { POINTS = 20000 };

static IrModule *math_kernel(IrMath function, const IrType *type) {
    IrModule *module = ir_module_create();
    const IrType *array = ir_array_type(module, type->scalar, 1, true), *types[] = {array, array, array};
    IrFunction *f = ir_function_create(module, IR_KERNEL, "apply", ir_void_type(), types, (const char *[]){"x", "y", "z"}, 3);
    IrBuilder b = ir_builder(f);
    IrValue *block = ir_build_thread(&b, IR_BLOCK_INDEX, 0), *size = ir_build_thread(&b, IR_BLOCK_SIZE, 0);
    IrValue *base = ir_build_binary(&b, IR_MUL, block, size);
    IrValue *i = ir_build_cast(&b, IR_TYPE(INT64), ir_build_binary(&b, IR_ADD, base, ir_build_thread(&b, IR_THREAD_INDEX, 0)));
    ir_build_if(&b, ir_build_binary(&b, IR_LT, i, ir_build_shape(&b, f->parameters[0], 0)));
    IrValue *x[2];
    x[0] = ir_build_load(&b, ir_build_element(&b, f->parameters[0], &i, 1, false));
    x[1] = ir_build_load(&b, ir_build_element(&b, f->parameters[1], &i, 1, false));
    IrValue *y = ir_build_math(&b, function, x, ir_math_rows[function].operands);
    ir_build_store(&b, ir_build_element(&b, f->parameters[2], &i, 1, false), y);
    ir_build_end(&b);
    return module;
}

static double distance(const IrType *type, IrScalar wanted, IrScalar got) {
    bool single = type->scalar == DTYPE_FLOAT32;
    double a = single ? wanted.f32 : wanted.f64, b = single ? got.f32 : got.f64;
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : INFINITY;
    if (a == b) return 0;
    double unit = single ? (double)(nextafterf(fabsf(wanted.f32), INFINITY) - fabsf(wanted.f32)) : nextafter(fabs(a), INFINITY) - fabs(a);
    return fabs(a - b) / unit;
}

static bool check_math(Gpu *gpu, size_t row, bool is_double) {
    const IrType *type = is_double ? IR_TYPE(FLOAT64) : IR_TYPE(FLOAT32), *types[] = {type, type}, *from = IR_TYPE(FLOAT64);
    static char memory[3][POINTS * 8];
    CudaAddress places[3];
    CudaModule loaded;
    struct { CudaAddress data; int64_t words[2]; } views[3];
    void *list[3];
    RandomIr random = {.state = row};
    size_t size = POINTS * (size_t)type->size;
    IrModule *module = math_kernel(bounds[row].function, type);
    CudaFunction function = build(gpu, module, "apply", &loaded);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < POINTS; i++) {
            IrScalar value = {.f64 = bounds[row].low + (bounds[row].high - bounds[row].low) * ((double)random_below(&random, 1 << 30) / (1 << 30))};
            ir_evaluate(IR_CAST, 0, type, &from, &value, &value);
            ir_scalar_store(type, memory[k] + i * type->size, value);
        }
        need(gpu->driver.memory_allocate(&places[k], size), "memory");
        need(gpu->driver.copy_to_device(places[k], memory[k], size), "copy");
        views[k].data = places[k], views[k].words[0] = POINTS, views[k].words[1] = type->size;
        list[k] = &views[k];
    }
    need(gpu->driver.launch(function, (POINTS + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, list, NULL), "launch");
    need(gpu->driver.context_synchronize(), "running");
    need(gpu->driver.copy_to_host(memory[2], places[2], size), "copy back");
    double worst = 0;
    for (int i = 0; i < POINTS; i++) {
        IrScalar x[2] = {ir_scalar_load(type, memory[0] + i * type->size), ir_scalar_load(type, memory[1] + i * type->size)}, wanted;
        ir_evaluate(IR_MATH, (int)bounds[row].function, type, types, x, &wanted);
        double apart = distance(type, wanted, ir_scalar_load(type, memory[2] + i * type->size));
        if (apart > worst) worst = apart;
    }
    for (int k = 0; k < 3; k++) gpu->driver.memory_free(places[k]);
    gpu->driver.module_unload(loaded);
    ir_module_destroy(module);
    int allowed = (is_double ? bounds[row].twice : bounds[row].single) + 1;
    printf("%s - %s of %s: %.0f units of %d\n", worst <= allowed ? "ok" : "not ok", ir_math_rows[bounds[row].function].name,
           ir_dtype(type)->name, worst, allowed);
    return worst <= allowed;
}

int main(int count, char **words) {
    Gpu gpu = {0};
    uint64_t kernels = count > 1 ? (uint64_t)atoll(words[1]) : 300, first = count > 2 ? (uint64_t)atoll(words[2]) : 1;
    int failed = 0;
    if (!open_gpu(&gpu)) {
        puts("ok 1 - random kernels # SKIP there is no GPU here\n1..1");
        return 0;
    }
    for (size_t row = 0; row < sizeof bounds / sizeof *bounds; row++)
        for (int is_double = 0; is_double < 2; is_double++) failed += !check_math(&gpu, row, is_double);
    int differ = 0;
    for (uint64_t seed = first; seed < first + kernels && differ < 5; seed++) differ += !compare(&gpu, seed);
    printf("%s - %llu random kernels: %d differ\n", differ ? "not ok" : "ok", (unsigned long long)kernels, differ);
    return failed + differ ? 1 : 0;
}
