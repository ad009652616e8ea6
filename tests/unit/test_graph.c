/* The graph's books: nothing is computed twice, nothing is left out, what belongs together is one launch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arraylib/array.h"
#include "arraylib/functions/ufunc.h"

enum { SIZE = 10000 };

static ArrayRuntime *runtime;

static int set_up(void **state) {
    Error error = ERROR_NONE;
    (void)state;
    unsetenv("CUPOLA_EAGER");
    runtime = runtime_create(&error);
    return runtime && graph_attach(runtime) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    graph_detach(runtime);
    runtime_destroy(runtime);
    return 0;
}

static Array *numbers(double from) {
    Error error = ERROR_NONE;
    int64_t shape[] = {SIZE};
    Array *array = array_create(runtime->host, DTYPE(FLOAT64), 1, shape, &error);
    for (int i = 0; i < SIZE; i++) ((double *)array_data(array))[i] = from + i;
    return array;
}

static Array *apply(const Operator *row, Array *left, Array *right) {
    Error error = ERROR_NONE;
    Variant inputs[] = {{.kind = VARIANT_ARRAY, .array = left}, {.kind = VARIANT_ARRAY, .array = right}};
    Variant result = ufunc_call(runtime, row, inputs, right ? 2 : 1, NULL, &error);
    assert_int_equal(result.kind, VARIANT_ARRAY);
    return result.array;
}

static double sum(Array *array) {
    Error error = ERROR_NONE;
    Array *total = array_reduce(runtime, OPERATOR(add), array, 1, false, NULL, NULL, NULL, "add", &error);
    assert_non_null(total);
    double value = *(const double *)array_data(total);
    array_release(total);
    return value;
}

static double at(const Array *array, int64_t i) { return ((const double *)array_data(array))[i]; }

#define DROP(array) (array_release(array), array = NULL)

static void a_chain_is_one_launch_and_its_temporaries_have_no_memory(void **state) {
    (void)state;
    GraphCounts before = graph_counts(runtime);
    Array *x = numbers(0), *y = numbers(1);
    Array *a = apply(OPERATOR(add), x, y), *b = apply(OPERATOR(multiply), a, x), *c = apply(OPERATOR(subtract), b, y);
    Buffer *temporary = a->buffer;
    DROP(a);
    assert_null(temporary->bytes);
    DROP(b);
    assert_true(at(c, 3) == (3 + 4) * 3 - 4);
    GraphCounts after = graph_counts(runtime);
    assert_int_equal(after.deferred - before.deferred, 3);
    assert_int_equal(after.steps - before.steps, 3);
    assert_int_equal(after.launches - before.launches, 1);
    DROP(c), DROP(x), DROP(y);
}

static void what_a_name_holds_is_written_on_the_way(void **state) {
    (void)state;
    Array *x = numbers(0);
    GraphCounts before = graph_counts(runtime);
    Array *a = apply(OPERATOR(add), x, x), *b = apply(OPERATOR(multiply), a, a), *c = apply(OPERATOR(square), a, NULL);
    assert_true(at(b, 5) == 100); /* computes a and b in one go; c waits */
    GraphCounts after = graph_counts(runtime);
    assert_int_equal(after.launches - before.launches, 1);
    assert_true(at(a, 5) == 10);
    assert_true(at(c, 5) == 100);
    after = graph_counts(runtime);
    assert_int_equal(after.steps - before.steps, 3);
    DROP(a), DROP(b), DROP(c), DROP(x);
}

static void a_reduction_takes_its_operands_in_passing(void **state) {
    (void)state;
    Array *x = numbers(0);
    GraphCounts before = graph_counts(runtime);
    Array *a = apply(OPERATOR(add), x, x);
    assert_true(sum(a) == (double)SIZE * (SIZE - 1));
    GraphCounts after = graph_counts(runtime);
    assert_int_equal(after.launches - before.launches, 1);
    assert_non_null(a->buffer->node); /* nobody else held it: not written */
    array_retain(a);
    assert_true(sum(a) == (double)SIZE * (SIZE - 1));
    assert_null(a->buffer->node); /* held by another: written with the sum */
    array_release(a);
    DROP(a);
    after = graph_counts(runtime);
    Array *b = apply(OPERATOR(add), x, x);
    sum(b);
    DROP(b); /* used: nothing is left to do */
    GraphCounts end = graph_counts(runtime);
    assert_int_equal(end.launches - after.launches, 1);
    DROP(x);
}

static void nothing_is_left_out(void **state) {
    (void)state;
    Array *x = numbers(0);
    GraphCounts before = graph_counts(runtime);
    Array *a = apply(OPERATOR(add), x, x);
    DROP(a);
    GraphCounts after = graph_counts(runtime);
    assert_int_equal(after.steps - before.steps, 1);
    Array *b = apply(OPERATOR(add), x, x), *c = apply(OPERATOR(add), b, x);
    DROP(c);
    after = graph_counts(runtime);
    assert_int_equal(after.steps - before.steps, 3);
    assert_null(b->buffer->node);
    DROP(b), DROP(x);
}

static void a_write_waits_for_its_readers(void **state) {
    (void)state;
    Array *x = numbers(0), *a = apply(OPERATOR(add), x, x);
    Error error = ERROR_NONE;
    double value = 7;
    int64_t shape[] = {SIZE};
    assert_true(runtime->host->operations->fill(runtime->host, (Shape){1, shape}, array_operand(x), &value, &error));
    assert_true(at(a, 9) == 18);
    assert_true(at(x, 9) == 7);
    DROP(a), DROP(x);
}

static void long_chains_are_cut(void **state) {
    (void)state;
    Array *x = numbers(0), *a = array_retain(x);
    for (int i = 0; i < 500; i++) {
        Array *next = apply(OPERATOR(add), a, x);
        array_release(a);
        a = next;
    }
    assert_true(at(a, 2) == 1002);
    Array *b = numbers(1); /* doubling: a tree of 2^20 without sharing */
    for (int i = 0; i < 20; i++) {
        Array *next = apply(OPERATOR(add), b, b);
        array_release(b);
        b = next;
    }
    assert_true(at(b, 0) == 1 << 20);
    DROP(a), DROP(b), DROP(x);
}

static const struct {
    uint64_t axes;
    const char *name;
} reductions[] = {{1, "0"}, {2, "1"}, {4, "2"}, {3, "0, 1"}, {6, "1, 2"}, {7, "all"}, {5, "0, 2"}};

/* Every axis and type: with a graph and without, bit for bit. */
static void reductions_are_as_at_once(void **state) {
    (void)state;
    static const OperatorNumber rows[] = {OPERATOR_add, OPERATOR_multiply, OPERATOR_maximum, OPERATOR_minimum, OPERATOR_logical_or};
    static const DtypeNumber types[] = {DTYPE_FLOAT64, DTYPE_FLOAT32, DTYPE_FLOAT16, DTYPE_INT64, DTYPE_INT8, DTYPE_COMPLEX128, DTYPE_BOOL};
    static const int64_t shapes[][3] = {{3, 70, 600}, {600, 4, 33}, {1, 1, 200000}, {9, 1000, 1}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
                for (size_t k = 0; k < sizeof reductions / sizeof *reductions; k++) {
                    Error error = ERROR_NONE;
                    Array *x = array_create(runtime->host, &dtypes[types[t]], 3, shapes[s], &error);
                    unsigned char *bytes = (unsigned char *)array_data(x);
                    for (int64_t i = 0; i < array_byte_count(x); i++) bytes[i] = (unsigned char)(i * 2654435761u >> 13);
                    Array *plain = array_create(runtime->host, DTYPE(INT16), 3, shapes[s], &error);
                    for (int64_t i = 0; i < array_size(plain); i++) ((int16_t *)array_data(plain))[i] = (int16_t)(i * 40503u >> 3) % 1000;
                    assert_true(array_assign(x, plain, &error));
                    const Operator *twice = types[t] == DTYPE_BOOL ? OPERATOR(logical_or) : OPERATOR(add);
                    Array *pending = apply(twice, x, x), *done = apply(twice, x, x), *results[2];
                    assert_true(graph_observe(done, &error));
                    assert_non_null(pending->buffer->node);
                    results[0] = array_reduce(runtime, &operators[rows[r]], pending, reductions[k].axes, false, NULL, NULL, NULL, "x", &error);
                    results[1] = array_reduce(runtime, &operators[rows[r]], done, reductions[k].axes, false, NULL, NULL, NULL, "x", &error);
                    assert_true(results[0] && results[1]);
                    if (memcmp(array_data(results[0]), array_data(results[1]), (size_t)array_byte_count(results[1])))
                        fail_msg("%s of %s over axes %s, shape %zu", operators[rows[r]].name, dtypes[types[t]].name, reductions[k].name, s);
                    array_release(results[0]), array_release(results[1]);
                    DROP(pending), DROP(done), DROP(x), DROP(plain);
                }
}

static Array *numbers_of_size(int64_t size) {
    Error error = ERROR_NONE;
    Array *array = array_create(runtime->host, DTYPE(FLOAT64), 1, &size, &error);
    for (int64_t i = 0; i < size; i++) ((double *)array_data(array))[i] = (double)i;
    return array;
}

static void small_arrays_are_computed_at_once(void **state) {
    (void)state;
    for (int64_t size = 4095; size <= 4096; size++) {
        Array *x = numbers_of_size(size), *a = apply(OPERATOR(add), x, x);
        assert_int_equal(a->buffer->node != NULL, size == 4096);
        assert_int_equal(runtime->has_pending, size == 4096);
        assert_true(at(a, 7) == 14);
        assert_false(runtime->has_pending);
        DROP(a), DROP(x);
    }
}

static void so_many_wait_and_no_more(void **state) {
    (void)state;
    enum { PENDING_MAX = 256 };
    Array *x = numbers_of_size(4096), *waiting[PENDING_MAX + 1];
    for (int i = 0; i < PENDING_MAX; i++) waiting[i] = apply(OPERATOR(add), x, x);
    assert_non_null(waiting[0]->buffer->node);
    waiting[PENDING_MAX] = apply(OPERATOR(add), x, x); /* one too many: those before are done */
    for (int i = 0; i < PENDING_MAX; i++) assert_null(waiting[i]->buffer->node);
    assert_non_null(waiting[PENDING_MAX]->buffer->node);
    for (int i = 0; i <= PENDING_MAX; i++) {
        assert_true(at(waiting[i], 3) == 6);
        DROP(waiting[i]);
    }
    DROP(x);
}

static void so_many_bytes_wait_and_no_more(void **state) {
    (void)state;
    enum { WAITING = 5 };
    graph_detach(runtime);
    setenv("CUPOLA_PENDING_LIMIT", "163840", 1); /* five times 4096 doubles */
    assert_true(graph_attach(runtime));
    Array *x = numbers_of_size(4096), *waiting[WAITING + 1];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < WAITING; i++) waiting[i] = apply(OPERATOR(add), x, x);
        for (int i = 0; i < WAITING; i++) assert_non_null(waiting[i]->buffer->node);
        waiting[WAITING] = apply(OPERATOR(add), x, x); /* too much: what waits is done */
        for (int i = 0; i < WAITING; i++) assert_null(waiting[i]->buffer->node);
        assert_non_null(waiting[WAITING]->buffer->node);
        for (int i = 0; i <= WAITING; i++) {
            assert_true(at(waiting[i], 3) == 6);
            DROP(waiting[i]);
        }
    }
    Array *large = numbers_of_size(40000), *alone = apply(OPERATOR(add), large, large); /* more than the limit by itself */
    assert_true(at(alone, 39999) == 2 * 39999);
    DROP(alone), DROP(large), DROP(x);
    graph_detach(runtime);
    unsetenv("CUPOLA_PENDING_LIMIT");
    assert_true(graph_attach(runtime));
}

static void a_tree_has_so_many_operands_and_no_more(void **state) {
    (void)state;
    enum { COUNT = 40 };
    Array *operands[COUNT];
    for (int i = 0; i < COUNT; i++) operands[i] = numbers_of_size(4096);
    GraphCounts before = graph_counts(runtime);
    Array *total = array_retain(operands[0]);
    for (int i = 1; i < COUNT; i++) {
        Array *next = apply(OPERATOR(add), total, operands[i]);
        DROP(total);
        total = next;
    }
    assert_true(at(total, 5) == 5 * COUNT);
    GraphCounts after = graph_counts(runtime);
    assert_in_range(after.launches - before.launches, 2, 4);
    DROP(total);
    for (int i = 0; i < COUNT; i++) DROP(operands[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_is_one_launch_and_its_temporaries_have_no_memory),
        cmocka_unit_test(what_a_name_holds_is_written_on_the_way),
        cmocka_unit_test(a_reduction_takes_its_operands_in_passing),
        cmocka_unit_test(nothing_is_left_out),
        cmocka_unit_test(a_write_waits_for_its_readers),
        cmocka_unit_test(long_chains_are_cut),
        cmocka_unit_test(small_arrays_are_computed_at_once),
        cmocka_unit_test(so_many_wait_and_no_more),
        cmocka_unit_test(so_many_bytes_wait_and_no_more),
        cmocka_unit_test(a_tree_has_so_many_operands_and_no_more),
        cmocka_unit_test(reductions_are_as_at_once),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
