/* Factors of sparse square matrices: L and U of a matrix whose columns are taken in an order that keeps them sparse.
 *
 * The order is one of least degree in the graph of A + A^T, or of A^T A, kept as a quotient graph: eliminated columns become cliques
 * that stand for the edges between their members. The factors are found column by column (Gilbert and Peierls): a column of L and U is
 * the solution of a triangular system whose pattern is what can be reached from the column's elements, found by a walk in depth. */
#include "arraylib/functions/compose.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

ARRAY_FAMILY(sparse_lu);

enum { POLL_EVERY = 256 };

/* Whole numbers that grow. */
typedef struct Numbers {
    int64_t *items, count, capacity;
} Numbers;

static bool numbers_reserve(ArrayCall *call, Numbers *numbers, int64_t more) {
    if (numbers->count + more <= numbers->capacity) return true;
    int64_t capacity = numbers->capacity * 2 + more + 64;
    int64_t *items = memory_resize(numbers->items, (size_t)capacity * sizeof *items);
    if (!items) return error_no_memory(call->error);
    numbers->items = items;
    numbers->capacity = capacity;
    return true;
}

/* An argument as int64 in a row, in memory of the call's. */
static const int64_t *places_argument(ArrayCall *call, size_t index, int64_t *count) {
    Array *a = call_array(call, index);
    if (a && (a->dimensions != 1 || !device_is_host(array_device(a)))) call_fail(call, "ValueError", "places must be in one row on the host");
    a = a && !error_is_set(call->error) ? call_contiguous(call, a, DTYPE(INT64)) : NULL;
    if (!a) return NULL;
    *count = array_size(a);
    return (const int64_t *)array_data(a);
}

static bool columns_are_sound(ArrayCall *call, const int64_t *begins, const int64_t *rows, int64_t n, int64_t count) {
    for (int64_t i = 0; i <= n; i++)
        if (begins[i] < (i ? begins[i - 1] : 0) || begins[i] > count) return call_fail(call, "ValueError", "columns must begin one after another");
    for (int64_t i = 0; i < count; i++)
        if (rows[i] < 0 || rows[i] >= n) return call_fail(call, "IndexError", "row %lld of %lld", (long long)rows[i], (long long)n);
    return true;
}

/* ---- the order ---- */

/* A node's list: first the cliques that it is in, then the other nodes that it is beside. Of a clique: its members. */
typedef struct Graph {
    int64_t n, *begin, *cliques, *length, *degree, *beyond, *mark, *next, *previous, *head, stamp;
    signed char *state; /* 0: to be eliminated; 1: a clique; 2: gone, into another node or clique */
    Numbers store;
} Graph;

static void unlink_node(Graph *graph, int64_t node) {
    int64_t before = graph->previous[node], after = graph->next[node];
    if (before >= 0) graph->next[before] = after;
    else if (graph->head[graph->degree[node]] == node) graph->head[graph->degree[node]] = after;
    if (after >= 0) graph->previous[after] = before;
    graph->next[node] = graph->previous[node] = -1;
}
static void link_node(Graph *graph, int64_t node, int64_t degree) {
    graph->degree[node] = degree;
    int64_t first = graph->head[degree];
    graph->next[node] = first;
    graph->previous[node] = -1;
    if (first >= 0) graph->previous[first] = node;
    graph->head[degree] = node;
}

/* Node p becomes a clique of all that it is beside; its members' degrees are bounded from above: what their other cliques have beyond
 * the new one is counted for each clique by itself. */
static bool eliminate(ArrayCall *call, Graph *graph, int64_t p) {
    unlink_node(graph, p);
    int64_t stamp = ++graph->stamp, total = graph->length[p];
    for (int64_t k = 0; k < graph->cliques[p]; k++) total += graph->length[graph->store.items[graph->begin[p] + k]];
    if (!numbers_reserve(call, &graph->store, total)) return false;
    int64_t *store = graph->store.items, start = graph->store.count;
    graph->mark[p] = stamp;
    for (int64_t k = 0; k < graph->length[p]; k++) {
        int64_t item = store[graph->begin[p] + k];
        bool is_clique = k < graph->cliques[p];
        int64_t from = is_clique ? graph->begin[item] : graph->begin[p] + k, count = is_clique ? graph->length[item] : 1;
        if (is_clique && graph->state[item] != 1) continue;
        for (int64_t m = 0; m < count; m++) {
            int64_t node = store[from + m];
            if (graph->state[node] || graph->mark[node] == stamp) continue;
            graph->mark[node] = stamp;
            store[graph->store.count++] = node;
        }
        if (is_clique) graph->state[item] = 2; /* taken in: its members are the new one's */
    }
    graph->begin[p] = start;
    graph->length[p] = graph->store.count - start;
    graph->cliques[p] = 0;
    graph->state[p] = 1;
    int64_t size = graph->length[p];
    for (int64_t k = 0; k < size; k++) {
        int64_t node = store[start + k];
        for (int64_t m = 0; m < graph->cliques[node]; m++) {
            int64_t clique = store[graph->begin[node] + m];
            if (graph->state[clique] != 1) continue;
            if (graph->mark[clique] != stamp) {
                graph->mark[clique] = stamp;
                graph->beyond[clique] = graph->length[clique];
            }
            graph->beyond[clique]--;
        }
    }
    for (int64_t k = 0; k < size; k++) {
        int64_t node = store[start + k], kept = 0, bound = size - 1, *list = store + graph->begin[node], length = graph->length[node];
        for (int64_t m = 0; m < graph->cliques[node]; m++) {
            int64_t clique = list[m];
            if (graph->state[clique] != 1) continue;
            if (!graph->beyond[clique]) {
                graph->state[clique] = 2;
                continue;
            }
            bound += graph->beyond[clique];
            list[kept++] = clique;
        }
        int64_t cliques = kept;
        for (int64_t m = graph->cliques[node]; m < length; m++)
            if (!graph->state[list[m]] && graph->mark[list[m]] != stamp) {
                bound++;
                list[kept++] = list[m];
            }
        /* The new clique takes the place of what it was made of: p itself or a clique of p's was in the list. */
        if (kept > cliques) list[kept] = list[cliques];
        list[cliques] = p;
        graph->cliques[node] = cliques + 1;
        graph->length[node] = kept + 1;
        unlink_node(graph, node);
        link_node(graph, node, bound < graph->n ? bound : graph->n - 1);
    }
    return true;
}

static bool least_degrees(ArrayCall *call, Graph *graph, int64_t *order) {
    int64_t least = 0;
    for (int64_t done = 0; done < graph->n; done++) {
        while (least < graph->n && graph->head[least] < 0) least++;
        int64_t p = graph->head[least];
        order[done] = p;
        if (!eliminate(call, graph, p)) return false;
        for (int64_t k = graph->begin[p]; k < graph->store.count; k++)
            if (graph->degree[graph->store.items[k]] < least) least = graph->degree[graph->store.items[k]];
        if (done % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return false;
    }
    return true;
}

/* The graph of a symmetric pattern given by columns. */
static bool graph_build(ArrayCall *call, Graph *graph, const int64_t *begins, const int64_t *rows, int64_t n) {
    *graph = (Graph){.n = n};
    int64_t **parts[] = {&graph->begin, &graph->cliques, &graph->length, &graph->degree, &graph->beyond, &graph->mark, &graph->next,
                         &graph->previous, &graph->head};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!(*parts[i] = memory_allocate_zeroed((size_t)n + 1, sizeof(int64_t)))) return error_no_memory(call->error);
    graph->state = memory_allocate_zeroed((size_t)n + 1, 1);
    if (!graph->state || !numbers_reserve(call, &graph->store, begins[n] + n + 64)) return error_is_set(call->error) ? false : error_no_memory(call->error);
    for (int64_t j = 0; j < n; j++) graph->next[j] = graph->previous[j] = graph->head[j] = -1;
    for (int64_t j = 0; j < n; j++) {
        graph->begin[j] = graph->store.count;
        for (int64_t p = begins[j]; p < begins[j + 1]; p++)
            if (rows[p] != j) graph->store.items[graph->store.count++] = rows[p];
        graph->length[j] = graph->store.count - graph->begin[j];
        graph->store.count++; /* room for one more: the first clique of a node that nothing leaves */
    }
    for (int64_t j = n - 1; j >= 0; j--) link_node(graph, j, graph->length[j] < n ? graph->length[j] : n - 1);
    return true;
}

static void graph_free(Graph *graph) {
    memory_release(graph->begin);
    memory_release(graph->cliques);
    memory_release(graph->length);
    memory_release(graph->degree);
    memory_release(graph->beyond);
    memory_release(graph->mark);
    memory_release(graph->next);
    memory_release(graph->previous);
    memory_release(graph->head);
    memory_release(graph->state);
    memory_release(graph->store.items);
}

ARRAY_FUNCTION_AT(sparse_least_degree, "sparse._sparsetools.least_degree", SCIPY | NO_DISPATCH, "(indptr, indices)",
                  "An order of the columns of a symmetric pattern, given by columns, in which elimination fills in little.\n\n"
                  ">>> sparse._sparsetools.least_degree(np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1]))\narray([0, 1, 2])\n") {
    int64_t begin_count, count;
    const int64_t *begins = places_argument(call, 0, &begin_count), *rows = begins ? places_argument(call, 1, &count) : NULL;
    if (!begins || !rows) return variant_absent();
    int64_t n = begin_count - 1;
    if (n < 0 || !columns_are_sound(call, begins, rows, n, count)) return variant_absent();
    Array *order = call_new(call, DTYPE(INT64), 1, &n);
    if (!order) return variant_absent();
    Graph graph;
    bool well = graph_build(call, &graph, begins, rows, n) && least_degrees(call, &graph, (int64_t *)array_data(order));
    graph_free(&graph);
    return well ? call_give(call, order) : variant_absent();
}

/* ---- the factors ---- */

typedef struct Factors {
    int64_t n;
    Numbers lower_rows, upper_rows; /* rows of L by their own numbers, of U by those of the pivots */
    int64_t *lower_begins, *upper_begins, *pivot_of; /* which pivot a row became; -1: none yet */
    void *lower, *upper;
    int64_t lower_room, upper_room;
} Factors;

static bool room_for(ArrayCall *call, Numbers *rows, void **data, int64_t *room, int64_t more, size_t size) {
    if (!numbers_reserve(call, rows, more)) return false;
    if (rows->count + more <= *room) return true;
    int64_t wanted = (rows->count + more) * 2;
    void *grown = memory_resize(*data, (size_t)wanted * size);
    if (!grown) return error_no_memory(call->error);
    *data = grown;
    *room = wanted;
    return true;
}

/* Which rows column j of the solution has, in an order in which each comes before those that it changes: their places in `found` from
 * the result on. */
static int64_t reach(const Factors *factors, const int64_t *rows, int64_t count, int64_t stamp, int64_t *mark, int64_t *found, int64_t *stack,
                     int64_t *where) {
    int64_t top = factors->n;
    for (int64_t k = 0; k < count; k++) {
        if (mark[rows[k]] == stamp) continue;
        int64_t depth = 0;
        stack[0] = rows[k];
        mark[rows[k]] = stamp;
        where[0] = factors->pivot_of[rows[k]] < 0 ? 0 : factors->lower_begins[factors->pivot_of[rows[k]]];
        while (depth >= 0) {
            int64_t row = stack[depth], pivot = factors->pivot_of[row], end = pivot < 0 ? 0 : factors->lower_begins[pivot + 1], p = where[depth];
            for (; p < end; p++)
                if (mark[factors->lower_rows.items[p]] != stamp) break;
            if (p >= end) {
                found[--top] = row;
                depth--;
                continue;
            }
            int64_t below = factors->lower_rows.items[p], its = factors->pivot_of[below];
            where[depth] = p + 1;
            mark[below] = stamp;
            stack[++depth] = below;
            where[depth] = its < 0 ? 0 : factors->lower_begins[its];
        }
    }
    return top;
}

static inline double real_size(double x) { return fabs(x); }
static inline double complex_size(Complex128 x) { return hypot(x.real, x.imaginary); }
#define REAL_LESS(sum, a, b) ((sum) -= (a) * (b))
#define COMPLEX_LESS(sum, a, b)                                                \
    ((sum).real -= (a).real * (b).real - (a).imaginary * (b).imaginary,         \
     (sum).imaginary -= (a).real * (b).imaginary + (a).imaginary * (b).real)
#define REAL_OVER(a, b) ((a) / (b))
static inline Complex128 complex_over(Complex128 a, Complex128 b) {
    double size = hypot(b.real, b.imaginary), c = b.real / size, s = b.imaginary / size;
    return (Complex128){(a.real * c + a.imaginary * s) / size, (a.imaginary * c - a.real * s) / size};
}
#define TYPES(X)                                                           \
    X(FLOAT64, double, REAL_LESS, REAL_OVER, real_size)                    \
    X(COMPLEX128, Complex128, COMPLEX_LESS, complex_over, complex_size)

/* Column j of the factors, of column `column` of the matrix. Its pivot is the row of the matrix's own diagonal where that is at least
 * `threshold` of the largest. False: there is none (0 only), or an error. */
#define X(NAME, type, less, over, size_of)                                                                                           \
    static bool factor_column_##NAME(ArrayCall *call, Factors *factors, int64_t j, int64_t column, const int64_t *begins,            \
                                     const int64_t *rows, const void *data, double threshold, int64_t *mark, int64_t *found,        \
                                     int64_t *stack, int64_t *where, void *work) {                                                   \
        type *x = work;                                                                                                              \
        int64_t n = factors->n, from = begins[column], to = begins[column + 1];                                                      \
        int64_t top = reach(factors, rows + from, to - from, j + 1, mark, found, stack, where);                                      \
        for (int64_t k = top; k < n; k++) memset(&x[found[k]], 0, sizeof *x);                                                        \
        for (int64_t p = from; p < to; p++) x[rows[p]] = ((const type *)data)[p];                                                    \
        if (!room_for(call, &factors->lower_rows, &factors->lower, &factors->lower_room, n - top + 1, sizeof(type)) ||               \
            !room_for(call, &factors->upper_rows, &factors->upper, &factors->upper_room, n - top + 1, sizeof(type)))                 \
            return false;                                                                                                            \
        type *lower = factors->lower, *upper = factors->upper;                                                                       \
        int64_t chosen = -1;                                                                                                         \
        double largest = 0;                                                                                                          \
        for (int64_t k = top; k < n; k++) {                                                                                          \
            int64_t row = found[k], pivot = factors->pivot_of[row];                                                                  \
            type value = x[row];                                                                                                     \
            if (pivot < 0) {                                                                                                         \
                double size = size_of(value);                                                                                        \
                if (size > largest || (size != size && chosen < 0)) largest = size, chosen = row;                                    \
                continue;                                                                                                            \
            }                                                                                                                        \
            factors->upper_rows.items[factors->upper_rows.count] = pivot;                                                            \
            upper[factors->upper_rows.count++] = value;                                                                              \
            for (int64_t p = factors->lower_begins[pivot], end = factors->lower_begins[pivot + 1]; p < end; p++)                     \
                less(x[factors->lower_rows.items[p]], lower[p], value);                                                              \
        }                                                                                                                            \
        if (chosen < 0 || largest == 0) return false;                                                                                \
        if (mark[column] == j + 1 && factors->pivot_of[column] < 0 && size_of(x[column]) >= threshold * largest) chosen = column;    \
        type divisor = x[chosen];                                                                                                    \
        factors->pivot_of[chosen] = j;                                                                                               \
        factors->upper_rows.items[factors->upper_rows.count] = j;                                                                    \
        upper[factors->upper_rows.count++] = divisor;                                                                                \
        for (int64_t k = top; k < n; k++) {                                                                                          \
            int64_t row = found[k];                                                                                                  \
            if (factors->pivot_of[row] >= 0) continue;                                                                               \
            factors->lower_rows.items[factors->lower_rows.count] = row;                                                              \
            lower[factors->lower_rows.count++] = over(x[row], divisor);                                                              \
        }                                                                                                                            \
        factors->lower_begins[j + 1] = factors->lower_rows.count;                                                                    \
        factors->upper_begins[j + 1] = factors->upper_rows.count;                                                                    \
        return true;                                                                                                                 \
    }
TYPES(X)
#undef X

static Array *array_of(ArrayCall *call, const Dtype *dtype, const void *bytes, int64_t count) {
    Array *array = call_new(call, dtype, 1, &count);
    if (array && count) memcpy(array_data(array), bytes, (size_t)count * (size_t)dtype->item_size);
    return array;
}

ARRAY_FUNCTION_AT(sparse_factors, "sparse._sparsetools.factors", SCIPY | NO_DISPATCH, "(indptr, indices, data, order, threshold)",
                  "L and U of a square matrix by columns (none of whose places is there twice), whose columns are taken in an order: (indptr, "
                  "indices, data) of L without its diagonal, the same of U, and the place that each row came to. A column whose pivots are all 0: "
                  "its number instead.\n\n"
                  ">>> one = np.array([0, 1, 3]), np.array([0, 0, 1]), np.array([2., 1., 4.])\n"
                  ">>> sparse._sparsetools.factors(*one, np.array([0, 1]), 1.0)[5]\narray([2., 1., 4.])\n") {
    int64_t begin_count, count, order_count;
    double threshold;
    const int64_t *begins = places_argument(call, 0, &begin_count), *rows = begins ? places_argument(call, 1, &count) : NULL;
    const int64_t *order = rows ? places_argument(call, 3, &order_count) : NULL;
    Array *data = order ? call_array(call, 2) : NULL;
    if (!data || !call_real(call, 4, &threshold)) return variant_absent();
    int64_t n = begin_count - 1;
    const Dtype *work = dtype_is_complex(data->dtype) ? DTYPE(COMPLEX128) : DTYPE(FLOAT64);
    data = call_contiguous(call, data, work);
    if (!data) return variant_absent();
    if (n < 0 || order_count != n || data->dimensions != 1 || array_size(data) != count) {
        call_fail(call, "ValueError", "a number for each place, and an order of the columns");
        return variant_absent();
    }
    if (!columns_are_sound(call, begins, rows, n, count) || begins[n] > count) return variant_absent();
    for (int64_t i = 0; i < n; i++)
        if (order[i] < 0 || order[i] >= n) {
            call_fail(call, "IndexError", "column %lld of %lld", (long long)order[i], (long long)n);
            return variant_absent();
        }
    Factors factors = {.n = n};
    int64_t *blocks = memory_allocate_zeroed((size_t)(7 * (n + 1)), sizeof *blocks);
    void *x = memory_allocate_zeroed((size_t)n + 1, (size_t)work->item_size);
    bool well = blocks && x;
    if (!well) error_no_memory(call->error);
    int64_t *mark = blocks, *found = blocks ? mark + n + 1 : NULL, *stack = blocks ? found + n + 1 : NULL, *where = blocks ? stack + n + 1 : NULL;
    int64_t singular = -1;
    if (well) {
        factors.lower_begins = where + n + 1;
        factors.upper_begins = factors.lower_begins + n + 1;
        factors.pivot_of = factors.upper_begins + n + 1;
        for (int64_t i = 0; i < n; i++) factors.pivot_of[i] = -1;
    }
    for (int64_t j = 0; well && j < n; j++) {
        switch (work->number) {
#define X(NAME, type, less, over, size_of)                                                                                               \
    case DTYPE_##NAME:                                                                                                                   \
        well = factor_column_##NAME(call, &factors, j, order[j], begins, rows, array_data(data), threshold, mark, found, stack, where, x); \
        break;
            TYPES(X)
#undef X
        default: break;
        }
        if (!well && !error_is_set(call->error)) singular = j;
        if (well && j % POLL_EVERY == 0) well = runtime_poll(call->runtime, call->error);
    }
    Variant result = variant_absent();
    if (singular >= 0) result = variant_integer(singular);
    else if (well) {
        for (int64_t k = 0; k < factors.lower_rows.count; k++) factors.lower_rows.items[k] = factors.pivot_of[factors.lower_rows.items[k]];
        int64_t lower_count = factors.lower_rows.count, upper_count = factors.upper_rows.count;
        Array *parts[] = {array_of(call, DTYPE(INT64), factors.lower_begins, n + 1), array_of(call, DTYPE(INT64), factors.lower_rows.items, lower_count),
                          array_of(call, work, factors.lower, lower_count),          array_of(call, DTYPE(INT64), factors.upper_begins, n + 1),
                          array_of(call, DTYPE(INT64), factors.upper_rows.items, upper_count), array_of(call, work, factors.upper, upper_count),
                          array_of(call, DTYPE(INT64), factors.pivot_of, n)};
        bool whole = true;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) whole = whole && parts[i];
        if (whole) result = call_give_list(call, parts, sizeof parts / sizeof *parts, true);
    }
    memory_release(factors.lower_rows.items);
    memory_release(factors.upper_rows.items);
    memory_release(factors.lower);
    memory_release(factors.upper);
    memory_release(blocks);
    memory_release(x);
    return result;
}

/* ---- triangular systems ---- */

/* x with L x = x or U x = x by columns, or by rows where the other matrix's columns are meant (transposed). In U the diagonal stands last
 * in a column; L's is 1 and not stored. */
#define X(NAME, type, less, over, size_of)                                                                                          \
    static void solve_##NAME(const int64_t *begins, const int64_t *rows, const void *data, int64_t n, bool is_upper, bool is_turned, \
                             int64_t across, void *out) {                                                                           \
        const type *values = data;                                                                                                  \
        type *x = out;                                                                                                              \
        bool is_down = is_upper == is_turned;                                                                                       \
        for (int64_t step = 0; step < n; step++) {                                                                                  \
            int64_t j = is_down ? step : n - 1 - step, from = begins[j], to = begins[j + 1] - is_upper;                             \
            for (int64_t k = 0; k < across; k++) {                                                                                  \
                type *line = x + k * n;                                                                                             \
                if (is_turned)                                                                                                      \
                    for (int64_t p = from; p < to; p++) less(line[j], values[p], line[rows[p]]);                                    \
                if (is_upper) line[j] = over(line[j], values[to]);                                                                  \
                if (!is_turned)                                                                                                     \
                    for (int64_t p = from; p < to; p++) less(line[rows[p]], values[p], line[j]);                                    \
            }                                                                                                                       \
        }                                                                                                                           \
    }
TYPES(X)
#undef X

ARRAY_FUNCTION_AT(sparse_triangle, "sparse._sparsetools.triangle", SCIPY | NO_DISPATCH, "(indptr, indices, data, x, is_upper, is_turned)",
                  "The solutions of a triangular system, for each row of x, of factors() as it gave them, or of its transpose.\n\n"
                  ">>> sparse._sparsetools.triangle(np.array([0, 1, 3]), np.array([0, 0, 1]), np.array([2., 1., 4.]), np.array([[4., 8.]]), True, "
                  "False)\narray([[1., 2.]])\n") {
    int64_t begin_count, count;
    const int64_t *begins = places_argument(call, 0, &begin_count), *rows = begins ? places_argument(call, 1, &count) : NULL;
    Array *data = rows ? call_array(call, 2) : NULL, *x = data ? call_array(call, 3) : NULL;
    bool is_upper, is_turned;
    if (!x || !call_truth(call, 4, &is_upper) || !call_truth(call, 5, &is_turned)) return variant_absent();
    const Dtype *work = dtype_is_complex(data->dtype) || dtype_is_complex(x->dtype) ? DTYPE(COMPLEX128) : DTYPE(FLOAT64);
    int64_t n = begin_count - 1;
    if (x->dimensions != 2 || x->shape[1] != n || n < 0 || array_size(data) != count) {
        call_fail(call, "ValueError", "rows of so many numbers");
        return variant_absent();
    }
    if (!columns_are_sound(call, begins, rows, n, count)) return variant_absent();
    for (int64_t j = 0; is_upper && j < n; j++)
        if (begins[j] == begins[j + 1]) {
            call_fail(call, "ValueError", "a column without a diagonal");
            return variant_absent();
        }
    data = call_contiguous(call, data, work);
    x = call_copy(call, call_cast(call, x, work), 'C');
    if (!data || !x) return variant_absent();
    switch (work->number) {
#define X(NAME, type, less, over, size_of) \
    case DTYPE_##NAME: solve_##NAME(begins, rows, array_data(data), n, is_upper, is_turned, x->shape[0], array_data(x)); break;
        TYPES(X)
#undef X
    default: break;
    }
    return call_give(call, x);
}
