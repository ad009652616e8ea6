/* The loops of scipy.sparse that no chain of array operations does as well: elements put in order, products with vectors and with
 * matrices. On the host; places are int64. Every place is looked at before it is used. */
#include "arraylib/functions/compose.h"

#include <string.h>

ARRAY_FAMILY(sparse);

enum { POLL_EVERY = 1 << 16 };

/* An argument on the host. */
static Array *host_argument(ArrayCall *call, size_t index) {
    Array *a = call_array(call, index);
    if (a && !device_is_host(array_device(a))) call_fail(call, "TypeError", "on the host only");
    return a && device_is_host(array_device(a)) ? a : NULL;
}

/* An argument as whole numbers in a row. */
static Array *places_argument(ArrayCall *call, size_t index) {
    Array *a = host_argument(call, index);
    if (a && a->dimensions != 1) call_fail(call, "ValueError", "places must be in one row");
    return a && a->dimensions == 1 ? call_contiguous(call, a, DTYPE(INT64)) : NULL;
}

static const int64_t *numbers_of(const Array *a) { return (const int64_t *)array_data(a); }

static bool within(ArrayCall *call, const Array *places, int64_t limit) {
    const int64_t *place = numbers_of(places);
    for (int64_t i = 0, count = array_size(places); i < count; i++)
        if (place[i] < 0 || place[i] >= limit) return call_fail(call, "IndexError", "place %lld of %lld", (long long)place[i], (long long)limit);
    return true;
}

/* ---- order ---- */

/* Stably: the elements that `order` names (NULL: as they stand), by their places. `ends` has room for limit + 1. */
static void sort_by_counting(const int64_t *place, const int64_t *order, int64_t count, int64_t limit, int64_t *ends, int64_t *sorted) {
    memset(ends, 0, (size_t)(limit + 1) * sizeof *ends);
    for (int64_t i = 0; i < count; i++) ends[place[i] + 1]++;
    for (int64_t k = 0; k < limit; k++) ends[k + 1] += ends[k];
    for (int64_t i = 0; i < count; i++) {
        int64_t from = order ? order[i] : i;
        sorted[ends[place[from]]++] = from;
    }
}

ARRAY_FUNCTION_AT(sparse_order, "sparse._sparsetools.order", SCIPY | NO_DISPATCH, "(major, minor, height, width)",
                  "The stable order of elements by (major, minor), both less than height and width.\n\n"
                  ">>> sparse._sparsetools.order(np.array([1, 0, 1]), np.array([2, 5, 0]), 2, 6)\narray([1, 2, 0])\n") {
    Array *major = places_argument(call, 0), *minor = places_argument(call, 1);
    int64_t height, width;
    if (!major || !minor || !call_integer(call, 2, &height) || !call_integer(call, 3, &width)) return variant_absent();
    int64_t count = array_size(major);
    if (array_size(minor) != count) {
        call_fail(call, "ValueError", "as many places of rows as of columns");
        return variant_absent();
    }
    if (!within(call, major, height) || !within(call, minor, width)) return variant_absent();
    if (height > 8 * count + POLL_EVERY || width > 8 * count + POLL_EVERY) { /* more counters than elements */
        Array *key = APPLY2(add, APPLY2_NUMBER(multiply, major, variant_integer(width)), minor);
        return call_give(call, call_argsort(call, key, 0));
    }
    int64_t limit = (height > width ? height : width) + 1;
    Array *ends = call_new(call, DTYPE(INT64), 1, &limit), *first = call_new(call, DTYPE(INT64), 1, &count),
          *order = call_new(call, DTYPE(INT64), 1, &count);
    if (!ends || !first || !order) return variant_absent();
    sort_by_counting(numbers_of(minor), NULL, count, width, (int64_t *)array_data(ends), (int64_t *)array_data(first));
    if (!runtime_poll(call->runtime, call->error)) return variant_absent();
    sort_by_counting(numbers_of(major), numbers_of(first), count, height, (int64_t *)array_data(ends), (int64_t *)array_data(order));
    return call_give(call, order);
}

/* ---- arithmetic ---- */

#define REAL_TIMES(a, b) ((a) * (b))
#define REAL_ADD(sum, x) (*(sum) += (x))
#define WHOLE_TIMES(a, b) ((uint64_t)(a) * (uint64_t)(b))
#define TRUTH_TIMES(a, b) ((a) && (b))
#define TRUTH_ADD(sum, x) (*(sum) |= (x))
static inline Complex64 times_complex64(Complex64 a, Complex64 b) {
    return (Complex64){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}
static inline Complex128 times_complex128(Complex128 a, Complex128 b) {
    return (Complex128){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}
#define COMPLEX_ADD(sum, x) ((sum)->real += (x).real, (sum)->imaginary += (x).imaginary)

#define TYPES(X)                                                   \
    X(BOOL, bool, TRUTH_TIMES, TRUTH_ADD)                          \
    X(INT64, uint64_t, WHOLE_TIMES, REAL_ADD)                      \
    X(FLOAT32, float, REAL_TIMES, REAL_ADD)                        \
    X(FLOAT64, double, REAL_TIMES, REAL_ADD)                       \
    X(COMPLEX64, Complex64, times_complex64, COMPLEX_ADD)          \
    X(COMPLEX128, Complex128, times_complex128, COMPLEX_ADD)

/* What numbers of a type are computed in: whole ones wrap around in all alike. */
static const Dtype *work_type(const Dtype *dtype) {
    if (dtype_is_integer(dtype)) return DTYPE(INT64);
    return dtype->kind == 'b' || dtype->number == DTYPE_FLOAT32 || dtype->kind == 'c' ? dtype : DTYPE(FLOAT64);
}

/* out[row] += data * x[column] for elements from..to, where a row of x and of out has `across` numbers. */
#define X(NAME, type, times, add)                                                                                                 \
    static void times_##NAME(const int64_t *row, const int64_t *column, const void *data, const void *x, int64_t across, int64_t from, \
                             int64_t to, void *out) {                                                                             \
        const type *factors = data, *vectors = x;                                                                                 \
        for (int64_t i = from; i < to; i++) {                                                                                     \
            const type *vector = vectors + column[i] * across;                                                                    \
            type *sums = (type *)out + row[i] * across;                                                                           \
            for (int64_t k = 0; k < across; k++) add(&sums[k], times(factors[i], vector[k]));                                     \
        }                                                                                                                         \
    }
TYPES(X)
#undef X

ARRAY_FUNCTION_AT(sparse_times, "sparse._sparsetools.times", SCIPY | NO_DISPATCH, "(row, column, data, x, height)",
                  "The product of a matrix, given by its elements, with the array x: sums in the elements' order.\n\n"
                  ">>> sparse._sparsetools.times(np.array([0, 0]), np.array([0, 2]), np.array([2., 3.]), np.array([1., 5., 10.]), 2)\n"
                  "array([32.,  0.])\n") {
    Array *row = places_argument(call, 0), *column = places_argument(call, 1), *data = host_argument(call, 2), *x = host_argument(call, 3);
    int64_t height;
    if (!row || !column || !data || !x || !call_integer(call, 4, &height)) return variant_absent();
    int64_t count = array_size(row);
    if (array_size(column) != count || data->dimensions != 1 || array_size(data) != count || x->dimensions < 1 || x->dimensions > 2 || height < 0) {
        call_fail(call, "ValueError", "a row, a column and a number for each element");
        return variant_absent();
    }
    const Dtype *dtype = dtype_promote(data->dtype, x->dtype), *work = work_type(dtype);
    int64_t shape[] = {height, x->dimensions == 2 ? x->shape[1] : 1};
    if (!within(call, row, height) || !within(call, column, x->shape[0])) return variant_absent();
    Array *out = call_filled(call, work, x->dimensions, shape, variant_integer(0));
    data = call_contiguous(call, data, work);
    x = call_contiguous(call, x, work);
    if (!out || !data || !x) return variant_absent();
    int64_t step = 1 + POLL_EVERY / (shape[1] + 1);
    for (int64_t from = 0; from < count; from += step) {
        int64_t to = count - from < step ? count : from + step;
        switch (work->number) {
#define X(NAME, type, times, add)                                                                                                  \
    case DTYPE_##NAME:                                                                                                             \
        times_##NAME(numbers_of(row), numbers_of(column), array_data(data), array_data(x), shape[1], from, to, array_data(out)); \
        break;
            TYPES(X)
#undef X
        default: break;
        }
        if (!runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, call_cast(call, out, dtype));
}

/* ---- the product of two matrices ---- */

/* Rows one after another; the second matrix has as many rows as the first one's places allow. */
typedef struct Rows {
    int64_t count;
    const int64_t *begins, *columns;
    const void *data;
} Rows;

/* Which columns row i of the product has: `seen` tells the row that each was last met in. Their number. */
static int64_t count_columns(const Rows *a, const Rows *b, int64_t i, int64_t *seen) {
    int64_t found = 0;
    for (int64_t p = a->begins[i]; p < a->begins[i + 1]; p++)
        for (int64_t q = b->begins[a->columns[p]], end = b->begins[a->columns[p] + 1]; q < end; q++)
            if (seen[b->columns[q]] != i) {
                seen[b->columns[q]] = i;
                found++;
            }
    return found;
}

/* Row i of the product, from its end on: the column that comes first stands last, as SciPy has them. `seen` tells the place in the
 * product that a column was last given; places rise from row to row. */
#define X(NAME, type, times, add)                                                                                          \
    static void multiply_##NAME(const Rows *a, const Rows *b, int64_t i, int64_t *seen, const int64_t *begins, int64_t *columns, \
                                void *out) {                                                                               \
        type *sums = out;                                                                                                  \
        int64_t begin = begins[i], next = begins[i + 1];                                                                   \
        for (int64_t p = a->begins[i]; p < a->begins[i + 1]; p++) {                                                        \
            type factor = ((const type *)a->data)[p];                                                                      \
            for (int64_t q = b->begins[a->columns[p]], end = b->begins[a->columns[p] + 1]; q < end; q++) {                 \
                int64_t column = b->columns[q], place = seen[column];                                                      \
                if (place < begin) {                                                                                       \
                    place = seen[column] = --next;                                                                         \
                    columns[place] = column;                                                                               \
                    memset(&sums[place], 0, sizeof *sums);                                                                 \
                }                                                                                                          \
                add(&sums[place], times(factor, ((const type *)b->data)[q]));                                              \
            }                                                                                                              \
        }                                                                                                                  \
    }
TYPES(X)
#undef X

/* Three arguments from `index` on: begins, columns and data of a matrix whose columns are less than `width`. */
static bool rows_argument(ArrayCall *call, size_t index, int64_t width, const Dtype *work, Rows *rows) {
    Array *begins = places_argument(call, index), *columns = places_argument(call, index + 1), *data = host_argument(call, index + 2);
    if (!begins || !columns || !data) return false;
    rows->count = array_size(begins) - 1;
    if (rows->count < 0 || data->dimensions != 1 || array_size(data) != array_size(columns))
        return call_fail(call, "ValueError", "a number for each place");
    if (!within(call, begins, array_size(columns) + 1) || !within(call, columns, width)) return false;
    rows->begins = numbers_of(begins);
    for (int64_t i = 0; i < rows->count; i++)
        if (rows->begins[i] > rows->begins[i + 1]) return call_fail(call, "ValueError", "rows must begin one after another");
    data = call_contiguous(call, data, work);
    if (!data) return false;
    rows->columns = numbers_of(columns);
    rows->data = array_data(data);
    return true;
}

ARRAY_FUNCTION_AT(sparse_product, "sparse._sparsetools.product", SCIPY | NO_DISPATCH,
                  "(indptr, indices, data, other_indptr, other_indices, other_data, width)",
                  "The product of two matrices by rows, the second of so many columns: (indptr, indices, data). A row's columns come in the "
                  "order in which they were met, the last first.\n\n"
                  ">>> one = np.array([0, 1, 2]), np.array([1, 0]), np.array([2., 3.])\n"
                  ">>> sparse._sparsetools.product(*one, *one, 2)\n(array([0, 1, 2]), array([0, 1]), array([6., 6.]))\n") {
    Array *one = host_argument(call, 2), *two = host_argument(call, 5);
    int64_t width;
    if (!one || !two || !call_integer(call, 6, &width)) return variant_absent();
    const Dtype *dtype = dtype_promote(one->dtype, two->dtype), *work = work_type(dtype);
    Rows a, b;
    if (!rows_argument(call, 3, width, work, &b) || !rows_argument(call, 0, b.count, work, &a)) return variant_absent();
    int64_t begin_count = a.count + 1;
    Array *seen_array = call_filled(call, DTYPE(INT64), 1, &width, variant_integer(-1));
    Array *begins_array = call_filled(call, DTYPE(INT64), 1, &begin_count, variant_integer(0));
    if (!seen_array || !begins_array) return variant_absent();
    int64_t *seen = (int64_t *)array_data(seen_array), *begins = (int64_t *)array_data(begins_array);
    for (int64_t i = 0; i < a.count; i++) {
        begins[i + 1] = begins[i] + count_columns(&a, &b, i, seen);
        if (!runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    int64_t total = begins[a.count];
    Array *columns = call_new(call, DTYPE(INT64), 1, &total), *data = call_new(call, work, 1, &total);
    if (!columns || !data) return variant_absent();
    for (int64_t k = 0; k < width; k++) seen[k] = -1;
    for (int64_t i = 0; i < a.count; i++) {
        switch (work->number) {
#define X(NAME, type, times, add)                                                                                   \
    case DTYPE_##NAME: multiply_##NAME(&a, &b, i, seen, begins, (int64_t *)array_data(columns), array_data(data)); break;
            TYPES(X)
#undef X
        default: break;
        }
        if (!runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    Array *parts[] = {begins_array, columns, call_cast(call, data, dtype)};
    return parts[2] ? call_give_list(call, parts, 3, true) : variant_absent();
}
