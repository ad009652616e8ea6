/* Points in space, and which of them are near: k-d trees (Bentley, "Multidimensional Binary Search Trees Used for Associative
 * Searching", 1975), the bounds of their parts kept up step by step on the way down (Arya and Mount, 1993). On the host.
 *
 * A tree is three arrays that Python holds: `order`, the points' numbers so that each part's stand side by side; `nodes`, a row for
 * each part: where its points begin and end in `order`, the number of its greater half (the lesser is the next row; -1: it has
 * none) and the axis that divides it; `splits`, where on that axis. Every number of theirs is looked at before it is used. */
#include "arraylib/functions/compose.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ARRAY_FAMILY(nearest);

enum { DEPTH_MAX = 128, NODE_NUMBERS = 4, POLL_EVERY = 64 };

typedef struct Points {
    const double *rows;
    int64_t count, width;
} Points;

static bool points_of(ArrayCall *call, size_t index, int64_t width, Points *points) {
    Array *a = call_array(call, index);
    if (!a) return false;
    if (!device_is_host(array_device(a))) return call_fail(call, "TypeError", "on the host only");
    if (a->dimensions != 2 || (width >= 0 && a->shape[1] != width)) return call_fail(call, "ValueError", "points must be rows of a matrix");
    if (!(a = call_contiguous(call, a, DTYPE(FLOAT64)))) return false;
    *points = (Points){(const double *)array_data(a), a->shape[0], a->shape[1]};
    return true;
}

/* ---- Growing a tree */

typedef struct Growth {
    ArrayCall *call;
    Points points;
    int64_t leaf, *order, *nodes, node_count, node_room;
    double *splits;
} Growth;

static inline bool comes_before(const Growth *growth, int axis, int64_t a, int64_t b) {
    double x = growth->points.rows[a * growth->points.width + axis], y = growth->points.rows[b * growth->points.width + axis];
    return x < y || (x == y && a < b);
}

/* The one that belongs at `middle` is put there, none greater before it. Numbers differ, so that no two are equal. */
static void select_middle(Growth *growth, int axis, int64_t begin, int64_t end, int64_t middle) {
    int64_t *order = growth->order;
    while (end - begin > 1) {
        int64_t a = order[begin], b = order[begin + (end - begin) / 2], c = order[end - 1], pivot, low = begin, high = end - 1;
        if (comes_before(growth, axis, a, b)) pivot = comes_before(growth, axis, b, c) ? b : comes_before(growth, axis, a, c) ? c : a;
        else pivot = comes_before(growth, axis, a, c) ? a : comes_before(growth, axis, b, c) ? c : b;
        while (low <= high) {
            while (comes_before(growth, axis, order[low], pivot)) low++;
            while (comes_before(growth, axis, pivot, order[high])) high--;
            if (low > high) break;
            int64_t held = order[low];
            order[low++] = order[high];
            order[high--] = held;
        }
        if (middle <= high) end = high + 1;
        else if (middle >= low) begin = low;
        else return;
    }
}

static int widest_axis(const Growth *growth, int64_t begin, int64_t end, double *spread) {
    const Points *points = &growth->points;
    int widest = 0;
    *spread = 0;
    for (int64_t axis = 0; axis < points->width; axis++) {
        double least = INFINITY, most = -INFINITY;
        for (int64_t i = begin; i < end; i++) {
            double x = points->rows[growth->order[i] * points->width + axis];
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        if (most - least > *spread) {
            *spread = most - least;
            widest = (int)axis;
        }
    }
    return widest;
}

/* The part [begin, end) becomes the next node, its halves those after it. Halves, so the depth is the logarithm. */
static bool grow(Growth *growth, int64_t begin, int64_t end) {
    if (growth->node_count == growth->node_room) return call_fail(growth->call, "RuntimeError", "too many parts of a tree");
    int64_t here = growth->node_count++, *node = growth->nodes + here * NODE_NUMBERS, middle = begin + (end - begin) / 2;
    double spread;
    memcpy(node, (int64_t[]){begin, end, -1, 0}, NODE_NUMBERS * sizeof *node);
    growth->splits[here] = 0;
    if (end - begin <= growth->leaf) return true;
    int axis = widest_axis(growth, begin, end, &spread);
    if (!(spread > 0)) return true;
    select_middle(growth, axis, begin, end, middle);
    node[3] = axis;
    growth->splits[here] = growth->points.rows[growth->order[middle] * growth->points.width + axis];
    if (!grow(growth, begin, middle)) return false;
    node[2] = growth->node_count;
    return grow(growth, middle, end) && runtime_poll(growth->call->runtime, growth->call->error);
}

ARRAY_FUNCTION_AT(spatial_tree, "spatial._nearest.tree", SCIPY | NO_DISPATCH, "(points, leafsize)",
                  "A tree of points: (order, nodes, splits).\n\n"
                  ">>> spatial._nearest.tree(np.array([[5.0], [1.0], [3.0]]), 1)[0]\narray([1, 2, 0])\n") {
    Growth growth = {.call = call};
    if (!points_of(call, 0, -1, &growth.points) || !call_integer(call, 1, &growth.leaf)) return variant_absent();
    if (growth.leaf < 1) {
        call_fail(call, "ValueError", "leafsize must be at least 1");
        return variant_absent();
    }
    int64_t count = growth.points.count;
    growth.node_room = 1 + 2 * count; /* parts that are divided have two halves with points */
    Array *order = call_iota(call, count), *nodes = call_new(call, DTYPE(INT64), 2, (int64_t[]){growth.node_room, NODE_NUMBERS});
    Array *splits = call_new(call, DTYPE(FLOAT64), 1, &growth.node_room);
    if (!order || !nodes || !splits || !array_settle(order, call->error)) return variant_absent();
    growth.order = (int64_t *)array_data(order);
    growth.nodes = (int64_t *)array_data(nodes);
    growth.splits = (double *)array_data(splits);
    if (!grow(&growth, 0, count)) return variant_absent();
    Array *parts[] = {order, call_copy(call, call_slice(call, nodes, 0, 0, growth.node_count, 1), 'C'),
                      call_copy(call, call_slice(call, splits, 0, 0, growth.node_count, 1), 'C')};
    return call_give_list(call, parts, 3, true);
}

/* ---- Asking it */

typedef struct Tree {
    ArrayCall *call;
    Points points;
    const int64_t *order, *nodes;
    const double *splits;
    int64_t node_count;
    double power; /* of the distance's norm; INFINITY: the largest part */
} Tree;

/* Arguments 0 to 3: points, order, nodes, splits. */
static bool tree_of(ArrayCall *call, Tree *tree, size_t power) {
    Array *order = call_array(call, 1), *nodes = call_array(call, 2), *splits = call_array(call, 3);
    *tree = (Tree){.call = call};
    if (!order || !nodes || !splits || !points_of(call, 0, -1, &tree->points)) return false;
    if (order->dtype != DTYPE(INT64) || nodes->dtype != DTYPE(INT64) || splits->dtype != DTYPE(FLOAT64) || order->dimensions != 1 ||
        nodes->dimensions != 2 || splits->dimensions != 1 || nodes->shape[1] != NODE_NUMBERS || nodes->shape[0] != splits->shape[0] ||
        order->shape[0] != tree->points.count)
        return call_fail(call, "ValueError", "these are no parts of a tree");
    order = call_contiguous(call, order, NULL);
    nodes = call_contiguous(call, nodes, NULL);
    splits = call_contiguous(call, splits, NULL);
    Array *number = call_array_of(call, power, DTYPE(FLOAT64));
    if (!order || !nodes || !splits || !number) return false;
    tree->order = (const int64_t *)array_data(order);
    tree->nodes = (const int64_t *)array_data(nodes);
    tree->splits = (const double *)array_data(splits);
    tree->node_count = nodes->shape[0];
    tree->power = call_item(call, number, 0);
    if (!(tree->power >= 1)) return call_fail(call, "ValueError", "Only p-norms with 1<=p<=infinity permitted");
    return true;
}

static inline double term(const Tree *tree, double apart) {
    apart = fabs(apart);
    return tree->power == 2 ? apart * apart : tree->power == 1 || isinf(tree->power) ? apart : pow(apart, tree->power);
}
static inline double term_of_distance(const Tree *tree, double distance) {
    return isinf(distance) ? INFINITY : term(tree, distance);
}
static inline double distance_of_term(const Tree *tree, double sum) {
    return tree->power == 2 ? sqrt(sum) : tree->power == 1 || isinf(tree->power) ? sum : pow(sum, 1 / tree->power);
}
static inline double joined(const Tree *tree, double a, double b) { return isinf(tree->power) ? (a > b ? a : b) : a + b; }

static double term_between(const Tree *tree, const double *x, int64_t number) {
    const double *point = tree->points.rows + number * tree->points.width;
    double sum = 0;
    for (int64_t axis = 0; axis < tree->points.width; axis++) sum = joined(tree, sum, term(tree, x[axis] - point[axis]));
    return sum;
}

/* A visit: what is asked with each point of the parts that may be near enough. */
typedef struct Visit Visit;
struct Visit {
    const Tree *tree;
    const double *x;
    double *sides; /* along each axis, the term from x to the part that is looked at */
    double bound;  /* parts that are farther off are passed over */
    void (*meet)(Visit *visit, int64_t number, double sum);
};

static bool strange_tree(const Tree *tree) { return call_fail(tree->call, "ValueError", "these are no parts of a tree"); }

static bool visit_part(Visit *visit, int64_t here, double least, int depth) {
    const Tree *tree = visit->tree;
    const int64_t *node = tree->nodes + here * NODE_NUMBERS;
    if (node[0] < 0 || node[1] < node[0] || node[1] > tree->points.count || depth == DEPTH_MAX) return strange_tree(tree);
    if (node[2] < 0) {
        for (int64_t i = node[0]; i < node[1]; i++) {
            int64_t number = tree->order[i];
            if (number < 0 || number >= tree->points.count) return strange_tree(tree);
            double sum = term_between(tree, visit->x, number);
            if (sum <= visit->bound) visit->meet(visit, number, sum);
        }
        return true;
    }
    int64_t greater = node[2], axis = node[3], lesser = here + 1;
    if (greater <= lesser || greater >= tree->node_count || axis < 0 || axis >= tree->points.width) return strange_tree(tree);
    double beyond = visit->x[axis] - tree->splits[here], before = visit->sides[axis];
    int64_t near = beyond < 0 ? lesser : greater, far = beyond < 0 ? greater : lesser;
    if (!visit_part(visit, near, least, depth + 1)) return false;
    double side = term(tree, beyond), farther = isinf(tree->power) ? joined(tree, least, side) : least - before + side;
    /* rounding may have made the sum a little larger than it is */
    if (farther * (1 - 1e-12) > visit->bound) return true;
    visit->sides[axis] = side;
    bool well = visit_part(visit, far, farther, depth + 1);
    visit->sides[axis] = before;
    return well;
}

static bool visit_all(Visit *visit) {
    memset(visit->sides, 0, (size_t)visit->tree->points.width * sizeof *visit->sides);
    return !visit->tree->node_count || visit_part(visit, 0, 0, 0);
}

typedef struct Found {
    double sum;
    int64_t number;
} Found;

typedef struct Nearest {
    Visit visit;
    Found *heap; /* the farthest first */
    int64_t count, wanted;
    double limit;
} Nearest;

static inline bool is_farther(Found a, Found b) { return a.sum > b.sum || (a.sum == b.sum && a.number > b.number); }

static void sift(Found *heap, int64_t count, int64_t at, Found moving) {
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_farther(heap[child + 1], heap[child])) child++;
        if (!is_farther(heap[child], moving)) break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

static void keep_nearest(Visit *visit, int64_t number, double sum) {
    Nearest *nearest = (Nearest *)visit;
    Found found = {sum, number};
    if (!(sum < nearest->limit)) return;
    if (nearest->count < nearest->wanted) {
        int64_t at = nearest->count++;
        for (; at && is_farther(found, nearest->heap[(at - 1) / 2]); at = (at - 1) / 2) nearest->heap[at] = nearest->heap[(at - 1) / 2];
        nearest->heap[at] = found;
    } else if (is_farther(nearest->heap[0], found)) {
        sift(nearest->heap, nearest->count, 0, found);
    }
    if (nearest->count == nearest->wanted) visit->bound = nearest->heap[0].sum;
}

ARRAY_FUNCTION_AT(spatial_nearest, "spatial._nearest.nearest", SCIPY | NO_DISPATCH, "(points, order, nodes, splits, x, k, p, limit)",
                  "The k nearest points of each row of x, nearer than the limit: (distances, numbers); inf and the count of points where "
                  "there are fewer.\n\n"
                  ">>> points = np.array([[5.0], [1.0], [3.0]])\n"
                  ">>> spatial._nearest.nearest(points, *spatial._nearest.tree(points, 1), np.array([[2.5]]), 2, 2.0, np.inf)\n"
                  "(array([[0.5, 1.5]]), array([[2, 1]]))\n") {
    Tree tree;
    Points asked;
    int64_t wanted;
    if (!tree_of(call, &tree, 6) || !points_of(call, 4, tree.points.width, &asked) || !call_integer(call, 5, &wanted)) return variant_absent();
    Array *limit = call_array_of(call, 7, DTYPE(FLOAT64));
    if (!limit) return variant_absent();
    if (wanted < 1) {
        call_fail(call, "ValueError", "k must be a positive integer");
        return variant_absent();
    }
    int64_t kept = wanted < tree.points.count ? wanted : tree.points.count;
    int64_t shape[] = {asked.count, wanted};
    Array *distances = call_new(call, DTYPE(FLOAT64), 2, shape), *numbers = call_new(call, DTYPE(INT64), 2, shape);
    int64_t room = kept + 1, width = tree.points.width + 1;
    Array *space = call_new(call, DTYPE(FLOAT64), 1, &width);
    int64_t bytes = room * (int64_t)sizeof(Found);
    Array *heap = call_new(call, DTYPE(UINT8), 1, &bytes);
    if (!distances || !numbers || !space || !heap) return variant_absent();
    for (int64_t i = 0; i < asked.count; i++) {
        Nearest nearest = {{&tree, asked.rows + i * asked.width, (double *)array_data(space), INFINITY, keep_nearest},
                           (Found *)array_data(heap), 0, kept, term_of_distance(&tree, call_item(call, limit, 0))};
        nearest.visit.bound = nearest.limit;
        if ((kept && !visit_all(&nearest.visit)) || (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)))
            return variant_absent();
        double *distance = (double *)array_data(distances) + i * wanted;
        int64_t *number = (int64_t *)array_data(numbers) + i * wanted;
        for (int64_t j = nearest.count; j < wanted; j++) distance[j] = INFINITY, number[j] = tree.points.count;
        for (int64_t j = nearest.count - 1; j >= 0; j--) { /* the farthest goes last */
            distance[j] = distance_of_term(&tree, nearest.heap[0].sum);
            number[j] = nearest.heap[0].number;
            sift(nearest.heap, j, 0, nearest.heap[j]);
        }
    }
    return call_give_list(call, (Array *[]){distances, numbers}, 2, true);
}

typedef struct Within {
    Visit visit;
    int64_t *numbers, count, room;
    bool only_counts, failed;
} Within;

static void keep_within(Visit *visit, int64_t number, double sum) {
    (void)sum;
    Within *within = (Within *)visit;
    if (!within->only_counts && within->count == within->room) {
        int64_t room = within->room ? 2 * within->room : 64;
        int64_t *numbers = memory_resize(within->numbers, (size_t)room * sizeof *numbers);
        if (!numbers) {
            within->failed = true;
            return;
        }
        within->numbers = numbers;
        within->room = room;
    }
    if (!within->only_counts) within->numbers[within->count] = number;
    within->count++;
}

static int by_number(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

ARRAY_FUNCTION_AT(spatial_within, "spatial._nearest.within", SCIPY | NO_DISPATCH, "(points, order, nodes, splits, x, radii, p, counts)",
                  "The points at most so far from each row of x: (ends, numbers), the numbers of a row rising and ending before its end; with "
                  "counts=True their ends alone.\n\n"
                  ">>> points = np.array([[5.0], [1.0], [3.0]])\n"
                  ">>> spatial._nearest.within(points, *spatial._nearest.tree(points, 1), np.array([[2.0]]), np.array([1.0]), 2.0, False)\n"
                  "(array([2]), array([1, 2]))\n") {
    Tree tree;
    Points asked;
    if (!tree_of(call, &tree, 6) || !points_of(call, 4, tree.points.width, &asked)) return variant_absent();
    Array *radii = call_contiguous(call, call_array(call, 5), DTYPE(FLOAT64)), *ends = call_new(call, DTYPE(INT64), 1, &asked.count);
    int64_t width = tree.points.width + 1, only_counts = 0;
    Array *space = call_new(call, DTYPE(FLOAT64), 1, &width);
    if (!radii || !ends || !space || !call_integer(call, 7, &only_counts)) return variant_absent();
    if (array_size(radii) != asked.count) {
        call_fail(call, "ValueError", "a radius for each point");
        return variant_absent();
    }
    Within within = {.only_counts = only_counts != 0};
    Variant result = variant_absent();
    bool well = true;
    for (int64_t i = 0; i < asked.count && well; i++) {
        double radius = ((const double *)array_data(radii))[i];
        int64_t first = within.count;
        within.visit = (Visit){&tree, asked.rows + i * asked.width, (double *)array_data(space), term_of_distance(&tree, radius), keep_within};
        well = (!(radius >= 0) || visit_all(&within.visit)) && (i % POLL_EVERY || runtime_poll(call->runtime, call->error));
        if (within.failed) well = error_no_memory(call->error);
        if (well && !within.only_counts && within.count > first)
            qsort(within.numbers + first, (size_t)(within.count - first), sizeof *within.numbers, by_number);
        ((int64_t *)array_data(ends))[i] = within.count;
    }
    int64_t kept = within.only_counts ? 0 : within.count;
    Array *numbers = well ? call_new(call, DTYPE(INT64), 1, &kept) : NULL;
    if (numbers) {
        if (kept) memcpy(array_data(numbers), within.numbers, (size_t)kept * sizeof *within.numbers);
        result = call_give_list(call, (Array *[]){ends, numbers}, 2, true);
    }
    memory_release(within.numbers);
    return result;
}
