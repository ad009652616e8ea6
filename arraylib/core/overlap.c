/* Whether two arrays have a byte in common: whether sum(coefficient * x) = distance has a solution with every x between 0 and its bound.
 *
 * The unknowns are the indexes along the axes of both arrays (axes that go backwards are turned round) and the byte within an element
 * of each. The largest coefficient is chosen first; what is left over must be divisible by the rest's greatest common divisor and within
 * the rest's reach, which leaves few values to try for arrays as programs have them. */
#include "arraylib/core/array.h"

#include <stdlib.h>

typedef struct Term {
    int64_t coefficient, bound;
} Term;
enum { TERMS_MAX = 2 * ARRAY_DIMENSIONS_MAX + 1 };

typedef struct Search {
    Term terms[TERMS_MAX];
    int64_t divisor[TERMS_MAX + 1], reach[TERMS_MAX + 1]; /* of the terms from here on */
    int count;
    int64_t work, most; /* steps made and allowed; most < 0: as many as it takes */
} Search;

static int64_t greatest_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int by_coefficient(const void *left, const void *right) {
    int64_t a = ((const Term *)left)->coefficient, b = ((const Term *)right)->coefficient;
    return a < b ? 1 : a > b ? -1 : 0;
}

static Overlap search(Search *now, int at, int64_t distance) {
    if (distance < 0 || distance > now->reach[at]) return OVERLAP_NONE;
    if (distance == 0) return OVERLAP_SHARED;
    if (distance % now->divisor[at]) return OVERLAP_NONE;
    const Term *term = &now->terms[at];
    if (at == now->count - 1) return OVERLAP_SHARED; /* within reach and divisible */
    int64_t most = distance / term->coefficient, below = distance - now->reach[at + 1];
    if (most > term->bound) most = term->bound;
    int64_t least = below > 0 ? (below + term->coefficient - 1) / term->coefficient : 0;
    for (int64_t x = most; x >= least; x--) {
        int64_t rest = distance - x * term->coefficient;
        if (now->most >= 0 && ++now->work > now->most) return OVERLAP_UNKNOWN;
        if (rest % now->divisor[at + 1]) continue;
        Overlap found = search(now, at + 1, rest);
        if (found != OVERLAP_NONE) return found;
    }
    return OVERLAP_NONE;
}

/* The array's axes as terms; returns how far its lowest byte lies below its first. */
static int64_t add_axes(Search *now, const Array *array, int64_t *reach) {
    int64_t lowest = 0;
    *reach = array->dtype->item_size - 1;
    for (int i = 0; i < array->dimensions; i++) {
        int64_t stride = array->strides[i], bound = array->shape[i] - 1;
        if (!stride || !bound) continue;
        if (stride < 0) lowest += stride * bound;
        now->terms[now->count++] = (Term){stride < 0 ? -stride : stride, bound};
        *reach += (stride < 0 ? -stride : stride) * bound;
    }
    return lowest;
}

Overlap array_overlap(const Array *left, const Array *right, int64_t most_work) {
    if (!array_may_overlap(left, right) || !left->dtype->item_size || !right->dtype->item_size) return OVERLAP_NONE;
    if (most_work == 0) return OVERLAP_UNKNOWN;
    Search now = {.most = most_work};
    int64_t left_reach, right_reach, left_low = add_axes(&now, left, &left_reach), right_low = add_axes(&now, right, &right_reach);
    now.terms[now.count++] = (Term){1, left->dtype->item_size - 1 + right->dtype->item_size - 1};
    /* left_low + x = right_low + (right_reach - y) */
    int64_t distance = (array_address(right) + right_low + right_reach) - (array_address(left) + left_low);
    qsort(now.terms, (size_t)now.count, sizeof *now.terms, by_coefficient);
    int count = 0; /* terms of one coefficient are one */
    for (int i = 0; i < now.count; i++) {
        if (count && now.terms[count - 1].coefficient == now.terms[i].coefficient) now.terms[count - 1].bound += now.terms[i].bound;
        else now.terms[count++] = now.terms[i];
    }
    while (count > 1 && !now.terms[count - 1].bound) count--; /* elements of one byte */
    now.count = count;
    for (int i = count - 1; i >= 0; i--) {
        now.divisor[i] = greatest_divisor(now.terms[i].coefficient, now.divisor[i + 1]);
        now.reach[i] = now.reach[i + 1] + now.terms[i].coefficient * now.terms[i].bound;
    }
    return search(&now, 0, distance);
}
