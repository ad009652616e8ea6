/* Every kind of generated CUDA kernel compiles. NVRTC needs no GPU: the driver below only pretends, and counts what
 * would have been launched. CUPOLA_TEST_ALL_KERNELS=1 compiles every loop of every operator, not a sample. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

#include "arraylib/device/cuda/cuda.h"
#include "arraylib/functions/ufunc.h"
#include "arraylib/device/pool.h"
#include "base/memory.h"

static int launches;

static int pretend_module_load(CudaModule *module, const void *image) {
    assert_memory_equal(image, "\177ELF", 4); /* a real image for the processor */
    *module = (CudaModule)(uintptr_t)1;
    return 0;
}
static int pretend_module_function(CudaFunction *function, CudaModule module, const char *name) {
    (void)module;
    assert_string_equal(name, "kernel");
    *function = (CudaFunction)(uintptr_t)1;
    return 0;
}
static int pretend_launch(CudaFunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, CudaStream stream, void **parameters, void **extra) {
    (void)function, (void)shared, (void)stream, (void)parameters, (void)extra;
    assert_true(gx && gy && gz && bx * by * bz <= 1024);
    launches++;
    return 0;
}
static int pretend_set(CudaAddress target, unsigned char byte, size_t count, CudaStream stream) {
    (void)target, (void)byte, (void)count, (void)stream;
    launches++;
    return 0;
}
static int pretend_to_host(void *target, CudaAddress source, size_t size) {
    (void)source;
    memset(target, 0, size);
    return 0;
}
static bool copy_to_host(Device *device, void *target, const char *source, size_t size, Error *error) {
    (void)device, (void)error;
    return pretend_to_host(target, cuda_address(source), size) == 0;
}
static bool copy_within(Device *device, char *target, const char *source, size_t size, Error *error) {
    (void)device, (void)target, (void)source, (void)size, (void)error;
    launches++;
    return true;
}

typedef struct Fixture {
    CudaSystem system;
    CudaState state;
    DeviceOperations operations;
    ArrayRuntime runtime;
    Device device;
} Fixture;

static int set_up(void **state) {
    Fixture *f = calloc(1, sizeof *f);
    setenv("CUPOLA_CACHE_DIR", "/dev/null", 1); /* compile, do not remember */
    cuda_driver_pretend(&f->system.driver);
    f->system.driver.module_load = pretend_module_load;
    f->system.driver.module_function = pretend_module_function;
    f->system.driver.launch = pretend_launch;
    f->system.driver.set_bytes_async = pretend_set;
    f->system.driver.copy_to_host = pretend_to_host;
    f->state = (CudaState){.system = &f->system, .context = (CudaContext)(uintptr_t)1, .capability = 80, .processor_count = 8, .shared_most = 163 * 1024};
    f->operations.copy_to_host = copy_to_host;
    f->operations.copy_within = copy_within;
    Error error = ERROR_NONE;
    DevicePool *pool = pool_create(&cuda_pool_backing, &f->device, &error);
    f->device = (Device){.operations = &f->operations, .runtime = &f->runtime, .kind = DEVICE_CUDA, .pool = pool, .taking = pool, .state = &f->state};
    *state = f;
    return !pool;
}

static int tear_down(void **state) {
    Fixture *f = *state;
    cuda_pool_trim(&f->device, NULL);
    pool_destroy(f->device.pool);
    cuda_compiler_stop(&f->system);
    hash_release(&f->state.jobs, cuda_job_release);
    hash_release(&f->state.functions, NULL);
    free(f);
    return 0;
}

static void need_compiler(Fixture *f) {
    Error error = ERROR_NONE;
    bool there = nvrtc_open(&f->system.nvrtc, &error);
    error_clear(&error);
    if (!there) {
        print_message("NVRTC is not installed\n");
        skip();
    }
}

static void check(bool good, Error *error, const char *what) {
    if (!good) fail_msg("%s: %s: %s", what, error->kind ? error->kind : "?", error->message ? error->message : "?");
    error_clear(error);
}

static char memory[4096];
static const int64_t extents[] = {6, 5}, c_strides[] = {80, 16}, zero_strides[] = {0, 0};

static Operand operand(DtypeNumber number, const int64_t *strides) {
    return (Operand){.dtype = &dtypes[number], .data = memory, .strides = strides};
}

static void elementwise_kernels_compile(void **state) {
    Fixture *f = *state;
    Error error = ERROR_NONE;
    need_compiler(f);
    bool all = getenv("CUPOLA_TEST_ALL_KERNELS") != NULL;
    for (int number = 0; number < OPERATOR_COUNT; number++) {
        const Operator *row = &operators[number];
        int sample[2] = {0, row->loop_count - 1};
        for (int loop = 0; loop < row->loop_count; loop++) {
            if (!all && loop != sample[number % 2]) continue;
            ElementwiseTask task = {.operator_row = row, .loop = loop, .shape = {2, extents}, .call_name = row->name};
            for (int k = 0; k < row->inputs + row->outputs; k++) task.operands[k] = operand(row->loops[loop][k], c_strides);
            task.operands[0].immediate = row->inputs > 1 && number % 3 == 0; /* a number in place of an array */
            int flags, before = launches;
            check(cuda_elementwise(&f->device, &task, &flags, &error), &error, row->name);
            assert_int_equal(launches, before + 1);
        }
    }
}

static void casts_between_all_types_compile(void **state) {
    Fixture *f = *state;
    Error error = ERROR_NONE;
    need_compiler(f);
    bool all = getenv("CUPOLA_TEST_ALL_KERNELS") != NULL;
    for (int from = 0; from < DTYPE_COUNT; from++) {
        for (int to = 0; to < DTYPE_COUNT; to++) {
            int flags;
            if (!all && (from * 5 + to) % 9) continue;
            check(cuda_cast(&f->device, (Shape){2, extents}, operand(from, c_strides), operand(to, c_strides), &flags, &error),
                  &error, dtypes[from].name);
        }
    }
}

static void reductions_and_scans_compile(void **state) {
    static const OperatorNumber rows[] = {OPERATOR_add, OPERATOR_maximum, OPERATOR_logical_or, OPERATOR_multiply};
    static const int64_t many[] = {3, 100000}, out[] = {8, 0}, each[] = {8, 8};
    static const int64_t tall[] = {100000, 320}, columns_out[] = {0, 8};
    Fixture *f = *state;
    Error error = ERROR_NONE;
    need_compiler(f);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Operator *row = &operators[rows[i]];
        for (int loop = i ? row->loop_count - 3 : 0; loop < row->loop_count; loop++) {
            char initial[16] = {0};
            int flags;
            DtypeNumber from = row->loops[loop][0], to = row->loops[loop][2];
            int64_t size = dtypes[from].item_size, in[] = {100000 * size, size}, columns_in[] = {320 * size, size};
            ReduceTask task = {.operator_row = row, .loop = loop, .shape = {2, many}, .input = operand(from, in),
                               .output = operand(to, out), .initial = i ? initial : NULL};
            check(cuda_reduce(&f->device, &task, &flags, &error), &error, row->name);
            ReduceTask columns = {.operator_row = row, .loop = loop, .shape = {2, tall}, .input = operand(from, columns_in),
                                  .output = operand(to, columns_out)};
            if (loop % 4 == 1) check(cuda_reduce(&f->device, &columns, &flags, &error), &error, row->name);
            ScanTask scan = {.operator_row = row, .loop = loop, .shape = {2, extents}, .axis = 1,
                             .input = operand(from, each), .output = operand(to, each)};
            if (loop % 3 == 0) check(cuda_scan(&f->device, &scan, &flags, &error), &error, row->name);
        }
    }
    Operand mask = operand(DTYPE_BOOL, c_strides);
    char initial[16] = {0};
    int flags;
    ReduceTask masked = {.operator_row = OPERATOR(add), .loop = 11, .shape = {2, extents}, .input = operand(DTYPE_FLOAT64, c_strides),
                         .output = operand(DTYPE_FLOAT64, zero_strides), .initial = initial, .where = &mask};
    check(cuda_reduce(&f->device, &masked, &flags, &error), &error, "masked add");
    ScanTask subtract = {.operator_row = OPERATOR(subtract), .loop = 10, .shape = {2, extents}, .axis = 0,
                         .input = operand(DTYPE_FLOAT64, each), .output = operand(DTYPE_FLOAT64, each)};
    check(cuda_scan(&f->device, &subtract, &flags, &error), &error, "subtract.accumulate");
}

/* Tasks of steps over operands of one type each: what fused.c makes of them compiles. */
enum { FUSED_COUNT = 5000 };
static const int64_t fused_extents[] = {50, 100};

typedef struct Fused {
    FusedTask task;
    FusedReduction reduction;
    int64_t strides[4][2];
} Fused;

static Operand fused_input(Fused *fused, int number, DtypeNumber type, char layout) {
    int64_t size = dtypes[type].item_size, *strides = fused->strides[number];
    strides[0] = layout == 'c' ? 100 * size : layout == 's' ? 300 * size : 0;
    strides[1] = layout == 'k' || layout == 'i' ? 0 : size;
    return (Operand){&dtypes[type], memory, strides, layout == 'i'};
}

/* (in0 op in1) then function; layouts: of the two inputs and of the output. */
static void make_fused(Fused *fused, OperatorNumber operation, OperatorNumber function, DtypeNumber type, const char *layouts) {
    FusedTask *task = &fused->task;
    memset(task, 0, sizeof *task);
    const Operator *rows[] = {&operators[operation], &operators[function]};
    task->shape = (Shape){2, fused_extents};
    task->input_count = 2;
    for (int i = 0; i < 2; i++) task->inputs[i] = fused_input(fused, i, type, layouts[i]);
    task->steps[0] = (FusionStep){rows[0], operator_loop_for(rows[0], &dtypes[type]), {0, 1, 0}};
    task->steps[1] = (FusionStep){rows[1], operator_loop_for(rows[1], &dtypes[type]), {2, 2, 0}};
    assert_true(task->steps[0].loop >= 0 && task->steps[1].loop >= 0);
    task->step_count = 2;
    task->output_count = 1;
    task->outputs[0].operand = fused_input(fused, 2, rows[1]->loops[task->steps[1].loop][rows[1]->inputs], layouts[2]);
    task->outputs[0].value = 3;
    task->order_strides = fused->strides[2];
}

static void fused_kernels_compile(void **state) {
    static const struct { OperatorNumber operation, function; DtypeNumber type; const char *layouts; } rows[] = {
        {OPERATOR_add, OPERATOR_square, DTYPE_FLOAT32, "ccc"},      {OPERATOR_multiply, OPERATOR_absolute, DTYPE_COMPLEX128, "cic"},
        {OPERATOR_subtract, OPERATOR_negative, DTYPE_FLOAT16, "kcc"}, {OPERATOR_add, OPERATOR_sin, DTYPE_FLOAT64, "scc"},
        {OPERATOR_maximum, OPERATOR_isnan, DTYPE_FLOAT32, "csc"},   {OPERATOR_floor_divide, OPERATOR_sign, DTYPE_INT8, "ccc"},
        {OPERATOR_bitwise_or, OPERATOR_invert, DTYPE_BOOL, "ccs"},  {OPERATOR_power, OPERATOR_logical_not, DTYPE_INT64, "cis"},
        {OPERATOR_divide, OPERATOR_exp, DTYPE_FLOAT16, "ccc"},      {OPERATOR_divide, OPERATOR_conjugate, DTYPE_COMPLEX64, "scs"},
    };
    Fixture *f = *state;
    Error error = ERROR_NONE;
    need_compiler(f);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Fused fused;
        int before = launches;
        make_fused(&fused, rows[i].operation, rows[i].function, rows[i].type, rows[i].layouts);
        check(cuda_fused(&f->device, &fused.task, &error), &error, operators[rows[i].operation].name);
        assert_int_equal(launches, before + 1);
        check(cuda_fused(&f->device, &fused.task, &error), &error, operators[rows[i].operation].name);
        if (rows[i].function == OPERATOR_isnan || rows[i].function == OPERATOR_logical_not) continue;
        /* the sum of all, of rows, of columns; with the elements written too, and without */
        int kind = (int)i % 3;
        fused.reduction = (FusedReduction){.operator_row = OPERATOR(add), .value = 3, .output = memory, .trailing = kind < 2,
                                           .outer = kind ? fused_extents[0] : 1, .inner = kind ? fused_extents[1] : FUSED_COUNT};
        fused.reduction.loop = operator_loop_for(OPERATOR(add), fused.task.outputs[0].operand.dtype);
        fused.task.reduction = &fused.reduction;
        fused.task.output_count = (int)i % 2;
        check(cuda_fused(&f->device, &fused.task, &error), &error, operators[rows[i].operation].name);
    }
}

static void a_fused_kernel_is_built_beside_the_work(void **state) {
    Fixture *f = *state;
    Error error = ERROR_NONE;
    Fused fused;
    need_compiler(f);
    make_fused(&fused, OPERATOR_add, OPERATOR_square, DTYPE_FLOAT64, "cic");
    for (int i = 0; i < 2; i++) { /* the operators alone, as they would be called without fusion */
        const FusionStep *step = &fused.task.steps[i];
        ElementwiseTask single = {.operator_row = step->operator_row, .loop = step->loop, .shape = fused.task.shape};
        for (int k = 0; k <= step->operator_row->inputs; k++) single.operands[k] = fused.task.outputs[0].operand;
        if (!i) single.operands[1] = fused.task.inputs[1];
        int flags;
        check(cuda_elementwise(&f->device, &single, &flags, &error), &error, step->operator_row->name);
    }
    int before = launches, asked = 0;
    for (; !cuda_fused(&f->device, &fused.task, &error); asked++) {
        assert_string_equal(error.kind, "NotImplementedError");
        error_clear(&error);
        assert_true(asked < 6000);
        usleep(10000);
    }
    assert_true(asked > 0);
    assert_int_equal(launches, before + 1);
}

static void indexing_and_sorting_compile(void **state) {
    Fixture *f = *state;
    Error error = ERROR_NONE;
    need_compiler(f);
    for (int number = 0; number < DTYPE_COUNT; number++) {
        ArgReduceTask extremum = {.maximum = number % 2, .shape = {2, extents}, .input = operand(number, c_strides),
                                  .output = operand(DTYPE_INT64, c_strides)};
        if (number % 2) check(cuda_arg_reduce(&f->device, &extremum, &error), &error, "argmax");
        const Operand indexes[] = {operand(DTYPE_INT64, c_strides), operand(DTYPE_INT64, zero_strides)};
        static const int64_t strides[] = {8, 8}, sizes[] = {5, 6};
        static const int axes[] = {0, 1};
        GatherTask task = {.shape = {2, extents}, .indexed = operand(number, zero_strides), .other = operand(number, c_strides),
                           .index_count = 2, .indexes = indexes, .index_strides = strides, .index_sizes = sizes, .index_axes = axes};
        if (number % 4 == 0) check(cuda_gather(&f->device, &task, &error), &error, "gather");
        task.accumulate = OPERATOR(add);
        check(cuda_scatter(&f->device, &task, &error), &error, "scatter");
        SearchTask search = {.dtype = &dtypes[number], .sorted = memory, .length = 4, .values = memory, .count = 4,
                             .output = (int64_t *)memory};
        if (number % 3 == 0) check(cuda_search(&f->device, &search, &error), &error, "search");
        if (dtypes[number].kind == 'c') continue;
        int64_t wide[] = {40, 50}, in_rows[] = {50 * dtypes[number].item_size, dtypes[number].item_size},
                in_columns[] = {dtypes[number].item_size, 40 * dtypes[number].item_size};
        Operand rows = {&dtypes[number], memory, in_rows, false}, columns = {&dtypes[number], memory, in_columns, false};
        int flags;
        check(cuda_cast(&f->device, (Shape){2, wide}, rows, columns, &flags, &error), &error, "transpose");
        SortTask sort = {.dtype = &dtypes[number], .rows = 2, .length = 20, .data = memory};
        check(cuda_sort(&f->device, &sort, &error), &error, "short sort");
        char *many = calloc(5000, 8);
        int64_t *places = calloc(5000, 8);
        sort = (SortTask){.dtype = &dtypes[number], .rows = 1, .length = 5000, .data = many, .indexes = places};
        check(cuda_sort(&f->device, &sort, &error), &error, "radix sort");
        free(many), free(places);
        if (dtypes[number].item_size < 4) continue;
        int before = launches;
        sort = (SortTask){.dtype = &dtypes[number], .rows = 1, .length = 1 << 20, .data = calloc(1 << 20, 8)};
        check(cuda_sort(&f->device, &sort, &error), &error, "sort by spreading");
        assert_int_equal(launches - before, 1 + 4 + 1 + 1 + dtypes[number].item_size); /* clearing, stages; and the radix sort's */
        free(sort.data);
    }
    for (size_t size = 1; size <= 16; size *= 2)
        check(cuda_compress(&f->device, memory, memory, size, 20000, memory, &error), &error, "compress");
    int64_t count;
    check(cuda_count_nonzero(&f->device, (Shape){2, extents}, operand(DTYPE_BOOL, c_strides), &count, &error), &error, "nonzero");
}

static void convolutions_products_and_fills_compile(void **state) {
    Fixture *f = *state;
    Error error = ERROR_NONE;
    need_compiler(f);
    for (int number = 0; number < DTYPE_COUNT; number++) {
        for (int boundary = 0; boundary < 3; boundary++) {
            for (int64_t rows = 1; rows < 3; rows++) {
                char fill[16] = {0};
                ConvolveTask task = {.dtype = &dtypes[number], .input_shape = {rows, 9}, .kernel_shape = {rows, 3},
                                     .output_shape = {rows, 9}, .input = memory, .kernel = memory, .output = memory,
                                     .boundary = boundary, .fill_value = fill};
                if ((number + boundary + rows) % 3 == 0) check(cuda_convolve(&f->device, &task, &error), &error, "convolve");
            }
        }
        char value[16] = {1}, step[16] = {1};
        check(cuda_fill(&f->device, (Shape){2, extents}, operand(number, c_strides), value, &error), &error, "fill");
        check(cuda_iota(&f->device, operand(number, NULL), 10, value, step, &error), &error, "iota");
    }
    static const int64_t item[] = {8, 8};
    MatmulTask product = {.dtype = DTYPE(INT64), .rows = 2, .inner = 2, .columns = 2, .batch = {1, extents},
                          .left = operand(DTYPE_INT64, item), .right = operand(DTYPE_INT64, item), .output = operand(DTYPE_INT64, item),
                          .left_strides = {16, 8}, .right_strides = {16, 8}, .output_strides = {16, 8}};
    check(cuda_matmul(&f->device, &product, NULL, &error), &error, "integer matmul");
}

static int version_twelve(int *major, int *minor) { return *major = 12, *minor = 4, 0; }
static int version_thirteen(int *major, int *minor) { return *major = 13, *minor = 0, 0; }

/* The cache gives back what was written, notices what was torn, and keeps its size. */
static void the_cache_keeps_its_size(void **state) {
    (void)state;
    char folder[] = "/tmp/cupola-cache-XXXXXX", image[1000], name[20];
    assert_non_null(mkdtemp(folder));
    setenv("CUPOLA_CACHE_DIR", folder, 1);
    setenv("CUPOLA_CACHE_LIMIT", "20000", 1);
    memset(image, 'x', sizeof image);
    TextBuffer path = TEXT_BUFFER_EMPTY;
    Nvrtc compiler = {.version = version_twelve}, other = {.version = version_thirteen};
    int kept = 0;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "program %d", i);
        assert_null(cuda_cache_find(&other, name, strlen(name), &path, NULL)); /* what another compiler makes is another's */
        assert_null(cuda_cache_find(&compiler, name, strlen(name), &path, NULL));
        assert_memory_equal(path.bytes, folder, strlen(folder));
        cuda_cache_write(path.bytes, image, sizeof image);
        size_t size = 0;
        char *back = cuda_cache_read(path.bytes, &size);
        if (!back) continue; /* a look at the folder may have come between */
        assert_int_equal(size, sizeof image);
        assert_memory_equal(back, image, size);
        memory_release(back);
    }
    FILE *torn = fopen(path.bytes, "r+b");
    if (torn) {
        fseek(torn, 100, SEEK_SET);
        fputc('y', torn);
        fclose(torn);
        assert_null(cuda_cache_read(path.bytes, NULL));
    }
    char parts[2][80]; /* what a killed process left long ago, and what one writes now */
    for (int i = 0; i < 2; i++) {
        snprintf(parts[i], sizeof parts[i], "%s/cuda/%d.part", folder, i);
        FILE *part = fopen(parts[i], "w");
        assert_non_null(part);
        fclose(part);
    }
    struct utimbuf old = {.actime = 0, .modtime = 1};
    assert_int_equal(utime(parts[0], &old), 0);
    cuda_cache_trim();
    assert_int_not_equal(access(parts[0], F_OK), 0);
    assert_int_equal(unlink(parts[1]), 0);
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "program %d", i);
        char *back = cuda_cache_find(&compiler, name, strlen(name), &path, NULL);
        if (back) kept++;
        memory_release(back);
        unlink(path.bytes);
    }
    assert_true(kept >= 10 && kept <= 19);
    assert_true(cuda_cache_claim("once"));
    assert_false(cuda_cache_claim("once"));
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    unsetenv("CUPOLA_CACHE_LIMIT");
    setenv("CUPOLA_CACHE_DIR", "/dev/null", 1);
    assert_null(cuda_cache_find(&compiler, name, strlen(name), &path, NULL));
    assert_int_equal(path.length, 0); /* there is no cache: what is written goes nowhere */
    cuda_cache_write(path.bytes, image, sizeof image);
    text_release(&path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cache_keeps_its_size),
        cmocka_unit_test_setup_teardown(elementwise_kernels_compile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(casts_between_all_types_compile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reductions_and_scans_compile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fused_kernels_compile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fused_kernel_is_built_beside_the_work, set_up, tear_down),
        cmocka_unit_test_setup_teardown(indexing_and_sorting_compile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(convolutions_products_and_fills_compile, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
