/* The array library from inside: types, arrays, ufuncs, indexing, printing, the table of functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "arraylib/array.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static ArrayRuntime *runtime;
static Error error;

static int set_up(void **state) {
    (void)state;
    runtime = runtime_create(&error);
    return runtime ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    error_clear(&error);
    runtime_destroy(runtime);
    return 0;
}

static Array *range(const Dtype *dtype, int dimensions, const int64_t *shape) {
    Variant arguments[] = {variant_integer(1), variant_none(), variant_integer(1), variant_none(), variant_none(), variant_none()};
    int64_t size;
    assert_true(shape_size(dimensions, shape, dtype->item_size, &size, &error));
    arguments[0] = variant_integer(size);
    Variant line = array_function_call(runtime, array_function_find("arange", NUMPY), NUMPY, NULL, arguments, 6, &error);
    assert_int_equal(line.kind, VARIANT_ARRAY);
    Array *typed = array_cast(line.array, dtype, &error);
    Array *shaped = array_reshape(typed, dimensions, shape, 'C', &error);
    assert_non_null(shaped);
    array_release(typed);
    variant_release(&line);
    return shaped;
}

static Variant array_variant(Array *array) { return (Variant){.kind = VARIANT_ARRAY, .array = array}; }

static void prints_as(Array *array, const char *expected) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    assert_true(array_repr(runtime, array, &text, &error));
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

static void fails_with(const char *kind, const char *message) {
    assert_true(error_is_set(&error));
    assert_string_equal(error.kind, kind);
    assert_string_equal(error.message, message);
    error_clear(&error);
}

static void test_promotion(void **state) {
    (void)state;
    assert_ptr_equal(dtype_promote(DTYPE(INT8), DTYPE(UINT8)), DTYPE(INT16));
    assert_ptr_equal(dtype_promote(DTYPE(INT64), DTYPE(UINT64)), DTYPE(FLOAT64));
    assert_ptr_equal(dtype_promote(DTYPE(INT16), DTYPE(FLOAT16)), DTYPE(FLOAT32));
    assert_ptr_equal(dtype_promote(DTYPE(FLOAT64), DTYPE(COMPLEX64)), DTYPE(COMPLEX128));
    const Dtype *types[] = {DTYPE(FLOAT32), NULL};
    WeakKind weak[] = {WEAK_NONE, WEAK_FLOAT};
    assert_ptr_equal(dtype_result(types, weak, 2), DTYPE(FLOAT32));
    types[0] = DTYPE(INT8);
    assert_ptr_equal(dtype_result(types, weak, 2), DTYPE(FLOAT64));
    for (int from = 0; from < DTYPE_COUNT; from++)
        for (int to = 0; to < DTYPE_COUNT; to++) { /* promotion is symmetric, and what is promoted to is safe */
            const Dtype *common = dtype_promote(&dtypes[from], &dtypes[to]);
            assert_ptr_equal(common, dtype_promote(&dtypes[to], &dtypes[from]));
            assert_true(dtype_can_cast(&dtypes[from], common, CASTING_SAFE));
        }
}

static void test_half_precision(void **state) {
    (void)state;
    for (uint32_t bits = 0; bits < 65536; bits++) {
        float number = float16_to_float((float16_bits)bits);
        if (!isnan(number)) assert_int_equal(float16_from_float(number), bits);
    }
    assert_int_equal(float16_from_double(65520), 0x7c00);
    assert_int_equal(float16_from_double(1e-10), 0);
}

static void test_every_operator_has_loops(void **state) {
    (void)state;
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        const Operator *row = &operators[i];
        assert_int_equal(row->number, i);
        assert_true(row->loop_count > 0 && row->documentation[0] && row->cuda[0]);
        Array *array = range(&dtypes[row->loops[row->loop_count - 1][0]], 1, (int64_t[]){3});
        Array *other = range(&dtypes[row->loops[row->loop_count - 1][1]], 1, (int64_t[]){3});
        Variant inputs[] = {array_variant(array), array_variant(row->inputs == 2 ? other : array), array_variant(array)};
        Variant result = ufunc_call(runtime, row, inputs, (size_t)row->inputs, NULL, &error);
        if (i == OPERATOR_isnat) { /* numbers are no times */
            assert_int_equal(result.kind, VARIANT_ABSENT);
            assert_string_equal(error.kind, "TypeError");
            error_clear(&error);
        } else {
            assert_int_not_equal(result.kind, VARIANT_ABSENT);
        }
        variant_release(&result);
        array_release(array);
        array_release(other);
    }
}

static void test_views_share_memory(void **state) {
    (void)state;
    Array *array = range(DTYPE(INT64), 2, (int64_t[]){3, 4});
    Variant step = variant_slice(variant_none(), variant_none(), variant_integer(-1)), index = variant_list(2, true);
    index.list->items[0] = step;
    index.list->items[1] = variant_integer(1);
    Variant column = array_get_item(runtime, array, index, &error);
    assert_int_equal(column.kind, VARIANT_ARRAY);
    prints_as(column.array, "array([9, 5, 1])");
    assert_ptr_equal(column.array->buffer, array->buffer);
    assert_true(array_set_item(runtime, column.array, variant_integer(0), variant_integer(-7), &error));
    prints_as(array, "array([[ 0,  1,  2,  3],\n       [ 4,  5,  6,  7],\n       [ 8, -7, 10, 11]])");
    /* An operator whose output overlaps its input behaves as if the input had been copied first. */
    UfuncOptions options = {.out = column};
    Variant shifted[] = {column, variant_integer(1)}, result = ufunc_call(runtime, OPERATOR(add), shifted, 2, &options, &error);
    assert_ptr_equal(result.array, column.array);
    variant_release(&result);
    prints_as(column.array, "array([-6,  6,  2])");
    variant_release(&column);
    variant_release(&index);
    array_release(array);
}

static void test_errors_have_numpys_words(void **state) {
    (void)state;
    Array *array = range(DTYPE(INT64), 2, (int64_t[]){3, 4}), *other = range(DTYPE(INT64), 1, (int64_t[]){3});
    assert_int_equal(array_get_item(runtime, array, variant_integer(5), &error).kind, VARIANT_ABSENT);
    fails_with("IndexError", "index 5 is out of bounds for axis 0 with size 3");
    Variant pair[] = {array_variant(array), array_variant(other)};
    assert_int_equal(ufunc_call(runtime, OPERATOR(add), pair, 2, NULL, &error).kind, VARIANT_ABSENT);
    fails_with("ValueError", "operands could not be broadcast together with shapes (3,4) (3,) ");
    assert_null(array_reshape(array, 1, (int64_t[]){5}, 'C', &error));
    fails_with("ValueError", "cannot reshape array of size 12 into shape (5,)");
    array->writeable = false;
    assert_false(array_set_item(runtime, array, variant_integer(0), variant_integer(1), &error));
    fails_with("ValueError", "assignment destination is read-only");
    array_release(array);
    array_release(other);
}

/* NumPy's order of summation: blocks of 128 with eight accumulators. */
static void test_sum_is_pairwise(void **state) {
    (void)state;
    int64_t count = 1000;
    Array *array = array_create(runtime->host, DTYPE(FLOAT64), 1, &count, &error);
    double *numbers = (double *)array_data(array), one_by_one = 0;
    for (int i = 0; i < count; i++) one_by_one += numbers[i] = 0.1;
    Variant sum = ufunc_reduce(runtime, OPERATOR(add), array_variant(array), variant_none(), false, variant_absent(), NULL, &error);
    assert_int_equal(sum.kind, VARIANT_SCALAR);
    double total = variant_to_double(sum);
    assert_true(total == 100.00000000000001);
    assert_true(total != one_by_one);
    array_release(array);
}

static void test_printing(void **state) {
    (void)state;
    double numbers[] = {1, 1e-5, NAN, -INFINITY, 0.1 + 0.2, 1e10};
    int64_t count = 5;
    Array *array = array_from_memory(runtime->host, numbers, DTYPE(FLOAT64), 1, &count, NULL, NULL, NULL, &error);
    prints_as(array, "array([1.e+00, 1.e-05,    nan,   -inf, 3.e-01])");
    array_release(array);
    count = 0;
    array = array_from_memory(runtime->host, numbers, DTYPE(FLOAT32), 1, &count, NULL, NULL, NULL, &error);
    prints_as(array, "array([], dtype=float32)");
    array_release(array);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    scalar_repr(&runtime->print_options, DTYPE(FLOAT64), &numbers[4], &text);
    assert_string_equal(text_string(&text), "np.float64(0.30000000000000004)");
    text_release(&text);
}

static void test_every_function_is_described(void **state) {
    (void)state;
    size_t count;
    const ArrayFunction *const *functions = array_functions(&count);
    assert_true(count > 300);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(functions[i]->signature);
        assert_true(functions[i]->path[0] && functions[i]->docstring[0] && functions[i]->namespaces);
        assert_true(functions[i]->signature[0] == '(' && functions[i]->signature[length - 1] == ')');
    }
    assert_non_null(array_function_find("linalg.svd", NUMPY));
    assert_null(array_function_find("no.such", NUMPY));
}

/* A failed allocation, whichever it is, is a MemoryError and not a crash. */
static void test_memory_runs_out(void **state) {
    (void)state;
    int64_t huge[] = {1ll << 40, 1ll << 20};
    assert_null(array_create(runtime->host, DTYPE(FLOAT64), 2, huge, &error));
    assert_true(error_is_set(&error));
    error_clear(&error);
    int64_t large[] = {1ll << 55};
    assert_null(array_create(runtime->host, DTYPE(FLOAT64), 1, large, &error));
    assert_string_equal(error.kind, "numpy._core._exceptions._ArrayMemoryError");
    error_clear(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_half_precision),
        cmocka_unit_test(test_every_operator_has_loops),
        cmocka_unit_test(test_views_share_memory),
        cmocka_unit_test(test_errors_have_numpys_words),
        cmocka_unit_test(test_sum_is_pairwise),
        cmocka_unit_test(test_printing),
        cmocka_unit_test(test_every_function_is_described),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
