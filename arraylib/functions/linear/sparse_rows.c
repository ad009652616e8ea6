/* Rows of sparse matrices as scipy.sparse keeps them (indptr, indices, data; places of int32 or int64): joined element by element,
 * times vectors, turned into columns. On the host; every place is looked at before it is used. */
#include "arraylib/functions/compose.h"

#include <string.h>

ARRAY_FAMILY(sparse_rows);

enum { POLL_EVERY = 1 << 14 };

/* Places as they lie: of 32 or of 64 bits. */
typedef struct Places {
    const void *items;
    int64_t count;
    bool is_wide;
} Places;

static inline int64_t place_at(const Places *places, int64_t i) {
    return places->is_wide ? ((const int64_t *)places->items)[i] : ((const int32_t *)places->items)[i];
}
static inline void put_place(void *items, bool is_wide, int64_t i, int64_t place) {
    if (is_wide) ((int64_t *)items)[i] = place;
    else ((int32_t *)items)[i] = (int32_t)place;
}

static bool places_of(ArrayCall *call, size_t index, Places *places) {
    Array *a = call_array(call, index);
    if (!a) return false;
    if (!device_is_host(array_device(a))) return call_fail(call, "TypeError", "on the host only");
    if (a->dimensions != 1) return call_fail(call, "ValueError", "places must be in one row");
    bool is_narrow = a->dtype == DTYPE(INT32);
    a = call_contiguous(call, a, is_narrow ? DTYPE(INT32) : DTYPE(INT64));
    if (!a) return false;
    *places = (Places){array_data(a), array_size(a), !is_narrow};
    return true;
}

/* What numbers of a type are computed in; whole ones wrap around in all alike. NULL: by the chain of array operations. */
static const Dtype *work_type(const Dtype *dtype) {
    if (dtype_is_integer(dtype)) return DTYPE(INT64);
    bool known = dtype->number == DTYPE_FLOAT32 || dtype->number == DTYPE_FLOAT64 || dtype->number == DTYPE_COMPLEX64 ||
                 dtype->number == DTYPE_COMPLEX128;
    return known ? dtype : NULL;
}

typedef struct Rows {
    int64_t count;
    Places begins, columns;
    const char *data;
    Array *array;
} Rows;

/* Three arguments from `index` on; the columns are less than `width`. */
static bool rows_of(ArrayCall *call, size_t index, int64_t width, Rows *rows) {
    Array *data = call_array(call, index + 2);
    if (!data || !places_of(call, index, &rows->begins) || !places_of(call, index + 1, &rows->columns)) return false;
    if (!device_is_host(array_device(data))) return call_fail(call, "TypeError", "on the host only");
    rows->count = rows->begins.count - 1;
    if (rows->count < 0 || data->dimensions != 1 || array_size(data) != rows->columns.count)
        return call_fail(call, "ValueError", "a number for each place");
    rows->array = data;
    int64_t last = 0;
    for (int64_t i = 0; i <= rows->count; i++) {
        int64_t begin = place_at(&rows->begins, i);
        if (begin < last || begin > rows->columns.count) return call_fail(call, "ValueError", "rows must begin one after another");
        last = begin;
    }
    for (int64_t i = 0; i < rows->columns.count; i++) {
        int64_t column = place_at(&rows->columns, i);
        if (column < 0 || column >= width) return call_fail(call, "IndexError", "place %lld of %lld", (long long)column, (long long)width);
    }
    return true;
}

static bool rows_data(ArrayCall *call, Rows *rows, const Dtype *work) {
    Array *data = call_contiguous(call, rows->array, work);
    rows->data = data ? array_data(data) : NULL;
    return data;
}

static bool rise(const Rows *rows) {
    for (int64_t i = 0; i < rows->count; i++)
        for (int64_t p = place_at(&rows->begins, i) + 1, end = place_at(&rows->begins, i + 1); p < end; p++)
            if (place_at(&rows->columns, p) <= place_at(&rows->columns, p - 1)) return false;
    return true;
}

/* ---- element by element ---- */

typedef enum Joining { JOIN_ADD, JOIN_SUBTRACT, JOIN_MULTIPLY, JOIN_COUNT } Joining;
static const char *const joinings[JOIN_COUNT] = {"add", "subtract", "multiply"};

static inline Complex64 join_complex64(Joining how, Complex64 a, Complex64 b) {
    if (how == JOIN_MULTIPLY)
        return (Complex64){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
    float sign = how == JOIN_ADD ? 1 : -1;
    return (Complex64){a.real + sign * b.real, a.imaginary + sign * b.imaginary};
}
static inline Complex128 join_complex128(Joining how, Complex128 a, Complex128 b) {
    if (how == JOIN_MULTIPLY)
        return (Complex128){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
    double sign = how == JOIN_ADD ? 1 : -1;
    return (Complex128){a.real + sign * b.real, a.imaginary + sign * b.imaginary};
}
#define REAL_JOIN(how, a, b) ((how) == JOIN_ADD ? (a) + (b) : (how) == JOIN_SUBTRACT ? (a) - (b) : (a) * (b))
#define REAL_IS_ZERO(a) ((a) == 0)
#define WHOLE_IS_ZERO(a) (((a) & bits) == 0)
#define COMPLEX_IS_ZERO(a) ((a).real == 0 && (a).imaginary == 0)
#define TYPES(X)                                            \
    X(INT64, uint64_t, REAL_JOIN, WHOLE_IS_ZERO)            \
    X(FLOAT32, float, REAL_JOIN, REAL_IS_ZERO)              \
    X(FLOAT64, double, REAL_JOIN, REAL_IS_ZERO)             \
    X(COMPLEX64, Complex64, join_complex64, COMPLEX_IS_ZERO) \
    X(COMPLEX128, Complex128, join_complex128, COMPLEX_IS_ZERO)

/* Row i of both as one, from `next` on; what is 0 is left out. Where the row ends. */
#define X(NAME, type, join, is_zero)                                                                                       \
    static int64_t join_##NAME(Joining how, const Rows *a, const Rows *b, int64_t i, int64_t next, void *columns, bool is_wide, \
                               uint64_t bits, void *out) {                                                                 \
        (void)bits;                                                                                                        \
        const type *one = (const type *)a->data, *two = (const type *)b->data, nothing = {0};                              \
        int64_t p = place_at(&a->begins, i), p_end = place_at(&a->begins, i + 1);                                          \
        int64_t q = place_at(&b->begins, i), q_end = place_at(&b->begins, i + 1);                                          \
        while (p < p_end || q < q_end) {                                                                                   \
            int64_t left = p < p_end ? place_at(&a->columns, p) : INT64_MAX, right = q < q_end ? place_at(&b->columns, q) : INT64_MAX; \
            int64_t column = left < right ? left : right;                                                                  \
            type value = join(how, left == column ? one[p] : nothing, right == column ? two[q] : nothing);                 \
            p += left == column;                                                                                           \
            q += right == column;                                                                                          \
            if (is_zero(value)) continue;                                                                                  \
            put_place(columns, is_wide, next, column);                                                                     \
            ((type *)out)[next++] = value;                                                                                 \
        }                                                                                                                  \
        return next;                                                                                                       \
    }
TYPES(X)
#undef X

ARRAY_FUNCTION_AT(sparse_joined, "sparse._sparsetools.joined", SCIPY | NO_DISPATCH,
                  "(how, indptr, indices, data, other_indptr, other_indices, other_data, width)",
                  "Two matrices element by element ('add', 'subtract', 'multiply'), by rows: (indptr, indices, data) without zeros. None where "
                  "a row's columns do not rise, or for other types than these numbers'.\n\n"
                  ">>> one = np.array([0, 1, 2]), np.array([1, 0]), np.array([2., 3.])\n"
                  ">>> sparse._sparsetools.joined('add', *one, *one, 2)\n(array([0, 1, 2]), array([1, 0]), array([4., 6.]))\n") {
    const char *name;
    int64_t width;
    Rows a, b;
    if (!call_text(call, 0, &name) || !call_integer(call, 7, &width) || !rows_of(call, 1, width, &a) || !rows_of(call, 4, width, &b))
        return variant_absent();
    Joining how = JOIN_ADD;
    while (how < JOIN_COUNT && strcmp(joinings[how], name)) how++;
    const Dtype *dtype = dtype_promote(a.array->dtype, b.array->dtype), *work = dtype ? work_type(dtype) : NULL;
    if (how == JOIN_COUNT || !work || a.count != b.count || !rise(&a) || !rise(&b)) return variant_none();
    if (!rows_data(call, &a, work) || !rows_data(call, &b, work)) return variant_absent();
    bool is_wide = a.columns.is_wide || b.columns.is_wide || a.begins.is_wide || b.begins.is_wide ||
                   a.columns.count + b.columns.count > INT32_MAX;
    const Dtype *kind = is_wide ? DTYPE(INT64) : DTYPE(INT32);
    int64_t begin_count = a.count + 1, most = a.columns.count + b.columns.count, next = 0;
    Array *begins = call_new(call, kind, 1, &begin_count), *columns = call_new(call, kind, 1, &most), *data = call_new(call, work, 1, &most);
    if (!begins || !columns || !data) return variant_absent();
    uint64_t bits = dtype->item_size < 8 ? ((uint64_t)1 << (8 * dtype->item_size)) - 1 : UINT64_MAX; /* what stays of a whole number */
    put_place(array_data(begins), is_wide, 0, 0);
    for (int64_t i = 0; i < a.count; i++) {
        switch (work->number) {
#define X(NAME, type, join, is_zero) \
    case DTYPE_##NAME: next = join_##NAME(how, &a, &b, i, next, array_data(columns), is_wide, bits, array_data(data)); break;
            TYPES(X)
#undef X
        default: break;
        }
        put_place(array_data(begins), is_wide, i + 1, next);
        if (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    if (next < most) { /* no more memory is kept than is used */
        columns = call_copy(call, call_slice(call, columns, 0, 0, next, 1), 'C');
        data = columns ? call_copy(call, call_slice(call, data, 0, 0, next, 1), 'C') : NULL;
    }
    Array *parts[] = {begins, columns, data ? call_cast(call, data, dtype) : NULL};
    return parts[2] ? call_give_list(call, parts, 3, true) : variant_absent();
}

/* Row i of both over the columns of either, from `next` on; 0 stands where one has nothing. Where the row ends. */
#define SIZES(X) X(1, uint8_t) X(2, uint16_t) X(4, uint32_t) X(8, uint64_t) X(16, Complex128)
#define X(size, type)                                                                                                      \
    static int64_t align_##size(const Rows *a, const Rows *b, int64_t i, int64_t next, void *columns, bool is_wide, char *const out[2]) { \
        const type *one = (const type *)a->data, *two = (const type *)b->data, nothing = {0};                              \
        int64_t p = place_at(&a->begins, i), p_end = place_at(&a->begins, i + 1);                                          \
        int64_t q = place_at(&b->begins, i), q_end = place_at(&b->begins, i + 1);                                          \
        for (; p < p_end || q < q_end; next++) {                                                                           \
            int64_t left = p < p_end ? place_at(&a->columns, p) : INT64_MAX, right = q < q_end ? place_at(&b->columns, q) : INT64_MAX; \
            int64_t column = left < right ? left : right;                                                                  \
            ((type *)out[0])[next] = left == column ? one[p] : nothing;                                                    \
            ((type *)out[1])[next] = right == column ? two[q] : nothing;                                                   \
            p += left == column;                                                                                           \
            q += right == column;                                                                                          \
            put_place(columns, is_wide, next, column);                                                                     \
        }                                                                                                                  \
        return next;                                                                                                       \
    }
SIZES(X)
#undef X

ARRAY_FUNCTION_AT(sparse_aligned, "sparse._sparsetools.aligned", SCIPY | NO_DISPATCH,
                  "(indptr, indices, data, other_indptr, other_indices, other_data, width)",
                  "Two matrices over the places of either: (indptr, indices, data, other_data), with 0 where one has nothing, in the type of "
                  "both. None where a row's columns do not rise, or where elements are no numbers.\n\n"
                  ">>> one, two = (np.array([0, 1]), np.array([0]), np.array([2])), (np.array([0, 1]), np.array([1]), np.array([3]))\n"
                  ">>> sparse._sparsetools.aligned(*one, *two, 2)\n(array([0, 2]), array([0, 1]), array([2, 0]), array([0, 3]))\n") {
    int64_t width;
    Rows a, b;
    if (!call_integer(call, 6, &width) || !rows_of(call, 0, width, &a) || !rows_of(call, 3, width, &b)) return variant_absent();
    bool are_numbers = !dtype_is_flexible(a.array->dtype) && !dtype_is_flexible(b.array->dtype);
    const Dtype *dtype = are_numbers ? dtype_promote(a.array->dtype, b.array->dtype) : NULL;
    if (!dtype || a.count != b.count || !rise(&a) || !rise(&b)) return variant_none();
    if (!rows_data(call, &a, dtype) || !rows_data(call, &b, dtype)) return variant_absent();
    bool is_wide = a.columns.is_wide || b.columns.is_wide || a.begins.is_wide || b.begins.is_wide ||
                   a.columns.count + b.columns.count > INT32_MAX;
    const Dtype *kind = is_wide ? DTYPE(INT64) : DTYPE(INT32);
    int64_t begin_count = a.count + 1, most = a.columns.count + b.columns.count, next = 0;
    Array *parts[] = {call_new(call, kind, 1, &begin_count), call_new(call, kind, 1, &most), call_new(call, dtype, 1, &most),
                      call_new(call, dtype, 1, &most)};
    for (int k = 0; k < 4; k++)
        if (!parts[k]) return variant_absent();
    char *const out[2] = {array_data(parts[2]), array_data(parts[3])};
    put_place(array_data(parts[0]), is_wide, 0, 0);
    for (int64_t i = 0; i < a.count; i++) {
        switch (dtype->item_size) {
#define X(size, type) \
    case size: next = align_##size(&a, &b, i, next, array_data(parts[1]), is_wide, out); break;
            SIZES(X)
#undef X
        default: return variant_none();
        }
        put_place(array_data(parts[0]), is_wide, i + 1, next);
        if (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    for (int k = 1; k < 4; k++)
        if (!(parts[k] = call_slice(call, parts[k], 0, 0, next, 1))) return variant_absent();
    return call_give_list(call, parts, 4, true);
}

/* ---- times a vector, or several ---- */

#define REAL_PRODUCT(sum, a, b) ((sum) += (a) * (b))
#define COMPLEX_PRODUCT(sum, a, b)                                             \
    ((sum).real += (a).real * (b).real - (a).imaginary * (b).imaginary,         \
     (sum).imaginary += (a).real * (b).imaginary + (a).imaginary * (b).real)
#define PRODUCT_TYPES(X)                         \
    X(INT64, uint64_t, REAL_PRODUCT)             \
    X(FLOAT32, float, REAL_PRODUCT)              \
    X(FLOAT64, double, REAL_PRODUCT)             \
    X(COMPLEX64, Complex64, COMPLEX_PRODUCT)     \
    X(COMPLEX128, Complex128, COMPLEX_PRODUCT)

#define X(NAME, type, product)                                                                                                     \
    static void row_times_##NAME(const Rows *a, int64_t i, const void *x, int64_t across, void *out) {                             \
        const type *factors = (const type *)a->data, *vectors = x;                                                                 \
        type *sums = (type *)out + i * across;                                                                                     \
        int64_t end = place_at(&a->begins, i + 1);                                                                                 \
        if (across == 1) {                                                                                                         \
            type sum = {0};                                                                                                        \
            for (int64_t p = place_at(&a->begins, i); p < end; p++) product(sum, factors[p], vectors[place_at(&a->columns, p)]); \
            *sums = sum;                                                                                                           \
            return;                                                                                                                \
        }                                                                                                                          \
        for (int64_t p = place_at(&a->begins, i); p < end; p++) {                                                                  \
            const type *vector = vectors + place_at(&a->columns, p) * across;                                                     \
            for (int64_t k = 0; k < across; k++) product(sums[k], factors[p], vector[k]);                                         \
        }                                                                                                                          \
    }
PRODUCT_TYPES(X)
#undef X

ARRAY_FUNCTION_AT(sparse_rows_times, "sparse._sparsetools.rows_times", SCIPY | NO_DISPATCH, "(indptr, indices, data, x)",
                  "The product of a matrix by rows with the array x of one or two axes. None for other types than numbers of 32 bits or more.\n\n"
                  ">>> one = np.array([0, 1, 2]), np.array([1, 0]), np.array([2., 3.])\n"
                  ">>> sparse._sparsetools.rows_times(*one, np.array([10., 1.]))\narray([ 2., 30.])\n") {
    Array *x = call_array(call, 3);
    if (!x) return variant_absent();
    if (x->dimensions < 1 || x->dimensions > 2 || !device_is_host(array_device(x))) {
        call_fail(call, "ValueError", "one or two axes, on the host");
        return variant_absent();
    }
    Rows a;
    if (!rows_of(call, 0, x->shape[0], &a)) return variant_absent();
    const Dtype *dtype = dtype_promote(a.array->dtype, x->dtype), *work = dtype ? work_type(dtype) : NULL;
    if (!work) return variant_none();
    int64_t shape[] = {a.count, x->dimensions == 2 ? x->shape[1] : 1};
    x = call_contiguous(call, x, work);
    Array *out = call_filled(call, work, x ? x->dimensions : 1, shape, variant_integer(0));
    if (!x || !out || !rows_data(call, &a, work)) return variant_absent();
    for (int64_t i = 0; i < a.count; i++) {
        switch (work->number) {
#define X(NAME, type, product) \
    case DTYPE_##NAME: row_times_##NAME(&a, i, array_data(x), shape[1], array_data(out)); break;
            PRODUCT_TYPES(X)
#undef X
        default: break;
        }
        if (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, call_cast(call, out, dtype));
}

/* ---- rows into columns ---- */

ARRAY_FUNCTION_AT(sparse_turned, "sparse._sparsetools.turned", SCIPY | NO_DISPATCH, "(indptr, indices, data, width)",
                  "A matrix by rows as one by columns: (indptr, indices, data), the elements of a column in the order of their rows. None for "
                  "objects.\n\n"
                  ">>> sparse._sparsetools.turned(np.array([0, 1, 2]), np.array([1, 0]), np.array([2., 3.]), 2)\n"
                  "(array([0, 1, 2]), array([1, 0]), array([3., 2.]))\n") {
    int64_t width;
    Rows a;
    if (!call_integer(call, 3, &width) || !rows_of(call, 0, width, &a)) return variant_absent();
    const Dtype *dtype = a.array->dtype;
    if (dtype->has_objects) return variant_none();
    if (!rows_data(call, &a, dtype)) return variant_absent();
    bool is_wide = a.columns.is_wide || a.begins.is_wide;
    const Dtype *kind = is_wide ? DTYPE(INT64) : DTYPE(INT32);
    int64_t begin_count = width + 1, count = a.columns.count;
    Array *begins = call_new(call, kind, 1, &begin_count), *rows = call_new(call, kind, 1, &count), *data = call_new(call, dtype, 1, &count),
          *next_array = call_filled(call, DTYPE(INT64), 1, &begin_count, variant_integer(0));
    if (!begins || !rows || !data || !next_array) return variant_absent();
    int64_t *next = (int64_t *)array_data(next_array);
    size_t size = (size_t)dtype->item_size;
    for (int64_t i = 0; i < count; i++) next[place_at(&a.columns, i) + 1]++;
    for (int64_t k = 0; k < width; k++) next[k + 1] += next[k];
    for (int64_t k = 0; k <= width; k++) put_place(array_data(begins), is_wide, k, next[k]);
    char *out = array_data(data);
    for (int64_t i = 0; i < a.count; i++) {
        for (int64_t p = place_at(&a.begins, i), end = place_at(&a.begins, i + 1); p < end; p++) {
            int64_t to = next[place_at(&a.columns, p)]++;
            put_place(array_data(rows), is_wide, to, i);
            if (size == 8) memcpy(out + to * 8, a.data + p * 8, 8);
            else memcpy(out + (size_t)to * size, a.data + (size_t)p * size, size);
        }
        if (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    Array *parts[] = {begins, rows, data};
    return call_give_list(call, parts, 3, true);
}
