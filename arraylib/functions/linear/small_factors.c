/* Factors of small matrices as the methods for nonlinear equations and least squares keep them (Moré, Garbow
 * and Hillstrom, User guide for
 * MINPACK-1, ANL-80-74, 1980): reflections packed below R, a change of rank one, a diagonal put below R.
 * Python composes the methods of
 * these; a step is a few hundred multiplications, so that what counts is to come here once. */
#include "arraylib/functions/compose.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>

ARRAY_FAMILY(small_factors);

/* An argument as float64 in C order that this call may write, with so many dimensions; NULL: refused. */
static Array *own_numbers(ArrayCall *call, size_t index, int dimensions) {
    Array *a = call_array(call, index);
    if (a && (a->dimensions != dimensions || !device_is_host(array_device(a)))) {
        call_fail(call, "ValueError", "argument %zu must be an array of %d dimensions on the host", index,
                  dimensions);
        return NULL;
    }
    return a ? call_copy(call, call_cast(call, a, DTYPE(FLOAT64)), 'C') : NULL;
}

static double *numbers_of(const Array *a) { return (double *)array_data(a); }

static Array *row_of_numbers(ArrayCall *call, int64_t count, double **numbers) {
    Array *a = call_new(call, DTYPE(FLOAT64), 1, &count);
    *numbers = a ? numbers_of(a) : NULL;
    return a;
}

/* A matrix in C order. */
typedef struct Matrix {
    double *numbers;
    int64_t rows, columns;
} Matrix;

static inline double *at(Matrix m, int64_t i, int64_t j) { return m.numbers + i * m.columns + j; }

static double column_norm(Matrix m, int64_t from, int64_t j) {
    double sum = 0;
    for (int64_t i = from; i < m.rows; i++) sum += *at(m, i, j) * *at(m, i, j);
    return sqrt(sum);
}

/* Column j and what comes behind it, reflected so that column j has nothing below its diagonal; the diagonal
 * of R is the result. */
static double reflect_column(Matrix m, int64_t j, double *sums) {
    double size = column_norm(m, j, j);
    if (size == 0) return -0.0;
    if (*at(m, j, j) < 0) size = -size;
    for (int64_t i = j; i < m.rows; i++) *at(m, i, j) /= size;
    *at(m, j, j) += 1;
    for (int64_t k = j + 1; k < m.columns; k++) sums[k] = 0;
    for (int64_t i = j; i < m.rows; i++)
        for (int64_t k = j + 1; k < m.columns; k++) sums[k] += *at(m, i, j) * *at(m, i, k);
    for (int64_t k = j + 1; k < m.columns; k++) sums[k] /= *at(m, j, j);
    for (int64_t i = j; i < m.rows; i++)
        for (int64_t k = j + 1; k < m.columns; k++) *at(m, i, k) -= sums[k] * *at(m, i, j);
    return -size;
}

/* The largest column that is left comes to place j. */
static void choose_pivot(Matrix m, int64_t j, double *diagonal, double *held, int64_t *order) {
    int64_t largest = j;
    for (int64_t k = j + 1; k < m.columns; k++)
        if (diagonal[k] > diagonal[largest]) largest = k;
    if (largest == j) return;
    for (int64_t i = 0; i < m.rows; i++) {
        double kept = *at(m, i, j);
        *at(m, i, j) = *at(m, i, largest);
        *at(m, i, largest) = kept;
    }
    diagonal[largest] = diagonal[j];
    held[largest] = held[j];
    int64_t kept = order[j];
    order[j] = order[largest];
    order[largest] = kept;
}

/* The norms of what is left of the columns behind j, without row j; computed anew where too much has been
 * taken off. */
static void shorten_columns(Matrix m, int64_t j, double *diagonal, double *held) {
    for (int64_t k = j + 1; k < m.columns; k++) {
        if (diagonal[k] == 0) continue;
        double share = *at(m, j, k) / diagonal[k];
        diagonal[k] *= sqrt(fmax(0, 1 - share * share));
        double left = diagonal[k] / held[k];
        if (0.05 * left * left <= DBL_EPSILON) diagonal[k] = held[k] = column_norm(m, j + 1, k);
    }
}

ARRAY_FUNCTION_AT(linalg_packed_qr, "linalg._packed_qr", NUMPY | NO_DISPATCH, "(a, pivots)",
                  "(packed, diagonal of R, norms of the columns, order of the columns): R above the "
                  "diagonal, on and below it the reflections.\n\n"
                  "With pivots the largest column that is left comes first in each step.\n\n"
                  ">>> np.linalg._packed_qr(np.array([[3.0], [4.0]]), False)[1]\narray([-5.])\n") {
    Array *a = own_numbers(call, 0, 2);
    bool pivots;
    if (!a || !call_truth(call, 1, &pivots)) return variant_absent();
    Matrix m = {numbers_of(a), a->shape[0], a->shape[1]};
    double *diagonal, *norms, *held;
    Array *results[] = {a, row_of_numbers(call, m.columns, &diagonal),
                        row_of_numbers(call, m.columns, &norms), call_iota(call, m.columns)};
    Array *work = row_of_numbers(call, 2 * m.columns, &held);
    if (!results[1] || !results[2] || !results[3] || !work) return variant_absent();
    int64_t *order = (int64_t *)array_data(results[3]);
    for (int64_t k = 0; k < m.columns; k++) diagonal[k] = norms[k] = held[k] = column_norm(m, 0, k);
    for (int64_t j = 0; j < m.columns && j < m.rows; j++) {
        if (pivots) choose_pivot(m, j, diagonal, held, order);
        double found = reflect_column(m, j, held + m.columns);
        if (pivots && found != 0) shorten_columns(m, j, diagonal, held);
        diagonal[j] = found;
    }
    return call_give_list(call, results, 4, true);
}

ARRAY_FUNCTION_AT(linalg_packed_orthogonal, "linalg._packed_orthogonal", NUMPY | NO_DISPATCH, "(packed)",
                  "The square Q of the reflections that _packed_qr left.\n\n"
                  ">>> np.linalg._packed_orthogonal(np.linalg._packed_qr(np.array([[3.0], [4.0]]), "
                  "False)[0]).round(3)\n"
                  "array([[-0.6, -0.8],\n       [-0.8,  0.6]])\n") {
    Array *a = own_numbers(call, 0, 2), *work;
    if (!a) return variant_absent();
    Matrix m = {numbers_of(a), a->shape[0], a->shape[1]};
    Array *q = call_filled(call, DTYPE(FLOAT64), 2, (int64_t[]){m.rows, m.rows}, variant_float(0));
    double *sums;
    work = row_of_numbers(call, m.rows, &sums);
    if (!q || !work) return variant_absent();
    Matrix into = {numbers_of(q), m.rows, m.rows};
    for (int64_t i = 0; i < m.rows; i++) *at(into, i, i) = 1;
    for (int64_t j = (m.rows < m.columns ? m.rows : m.columns) - 1; j >= 0; j--) {
        double head = *at(m, j, j);
        if (head == 0) continue;
        for (int64_t k = j; k < m.rows; k++) sums[k] = 0;
        for (int64_t i = j; i < m.rows; i++)
            for (int64_t k = j; k < m.rows; k++) sums[k] += *at(m, i, j) * *at(into, i, k);
        for (int64_t i = j; i < m.rows; i++)
            for (int64_t k = j; k < m.rows; k++) *at(into, i, k) -= sums[k] / head * *at(m, i, j);
    }
    return call_give(call, q);
}

typedef struct Turn {
    double cosine, sine;
} Turn;

/* What turns (a, b) to (anything, 0); b is not 0. */
static Turn turn_of(double a, double b) {
    if (fabs(a) < fabs(b)) {
        double ratio = a / b, sine = 0.5 / sqrt(0.25 + 0.25 * ratio * ratio);
        return (Turn){sine * ratio, sine};
    }
    double ratio = b / a, cosine = 0.5 / sqrt(0.25 + 0.25 * ratio * ratio);
    return (Turn){cosine, cosine * ratio};
}

static inline void turn_pair(Turn turn, double *upper, double *lower) {
    double kept = *upper;
    *upper = turn.cosine * kept + turn.sine * *lower;
    *lower = turn.cosine * *lower - turn.sine * kept;
}

/* Rows j and the last of R, columns of Q, elements of Q'f. */
static void turn_all(Matrix r, Matrix q, double *qtf, int64_t j, Turn turn) {
    int64_t last = r.rows - 1;
    for (int64_t k = 0; k < r.columns; k++) turn_pair(turn, at(r, j, k), at(r, last, k));
    for (int64_t i = 0; i < q.rows; i++) turn_pair(turn, at(q, i, j), at(q, i, last));
    turn_pair(turn, qtf + j, qtf + last);
}

ARRAY_FUNCTION_AT(linalg_rank_one, "linalg._rank_one", NUMPY | NO_DISPATCH, "(q, r, qtf, u, v)",
                  "(Q, R, Q'f) of QR + Q u v': the last element of u takes up the others, then the row that "
                  "this fills is emptied again.\n\n"
                  ">>> one = np.eye(1)\n>>> np.linalg._rank_one(one, one, np.ones(1), np.ones(1), "
                  "np.ones(1))[1]\narray([[2.]])\n") {
    Array *q = own_numbers(call, 0, 2), *r = own_numbers(call, 1, 2), *qtf = own_numbers(call, 2, 1),
          *u = own_numbers(call, 3, 1), *v = own_numbers(call, 4, 1);
    if (!q || !r || !qtf || !u || !v) return variant_absent();
    int64_t n = r->shape[0];
    if (n < 1 || r->shape[1] != n || q->shape[0] != n || q->shape[1] != n || qtf->shape[0] != n ||
        u->shape[0] != n || v->shape[0] != n) {
        call_fail(call, "ValueError", "square matrices and vectors of one size");
        return variant_absent();
    }
    Matrix right = {numbers_of(r), n, n}, left = {numbers_of(q), n, n};
    double *f = numbers_of(qtf), *change = numbers_of(u), *row = numbers_of(v);
    for (int64_t j = n - 2; j >= 0; j--) {
        if (change[j] == 0) continue;
        Turn turn = turn_of(change[n - 1], change[j]);
        change[n - 1] = turn.sine * change[j] + turn.cosine * change[n - 1];
        turn.sine = -turn.sine;
        turn_all(right, left, f, j, turn);
    }
    for (int64_t k = 0; k < n; k++) *at(right, n - 1, k) += change[n - 1] * row[k];
    for (int64_t j = 0; j < n - 1; j++) {
        if (*at(right, n - 1, j) == 0) continue;
        turn_all(right, left, f, j, turn_of(*at(right, j, j), *at(right, n - 1, j)));
        *at(right, n - 1, j) = 0;
    }
    return call_give_list(call, (Array *[]){q, r, qtf}, 3, true);
}

/* ---- Marquardt's parameter ---- */

/* What a step is computed of: R with the order of its columns, the variables' scales, Q'b; and room for the
 * work, n numbers each. */
typedef struct Step {
    Matrix r;
    const int64_t *order;
    const double *scales, *qtb;
    double *x, *right, *diagonal, *kept, *row;
} Step;

static double norm_of(const double *x, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double scaled_norm(const double *scales, const double *x, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += scales[i] * x[i] * (scales[i] * x[i]);
    return sqrt(sum);
}

static void put_in_order(const Step *s) {
    for (int64_t j = 0; j < s->r.columns; j++) s->x[s->order[j]] = s->right[j];
}

/* x solves Ax = b and Dx = 0 in the sense of least squares, D being `factor` times the scales. Of A'A + DD
 * the factor S is left below the
 * diagonal of r, as rows of its transpose, with `diagonal`. */
static void solve_damped(const Step *s, double factor) {
    Matrix m = s->r;
    int64_t n = m.columns, rank = 0;
    for (int64_t j = 0; j < n; j++) {
        s->kept[j] = *at(m, j, j);
        s->right[j] = s->qtb[j];
        for (int64_t i = j + 1; i < n; i++) *at(m, i, j) = *at(m, j, i);
    }
    for (int64_t j = 0; j < n; j++) {
        double weight = factor * s->scales[s->order[j]], extra = 0;
        for (int64_t k = j; k < n; k++) s->row[k] = 0;
        s->row[j] = weight;
        for (int64_t k = j; k < n && weight != 0; k++) {
            if (s->row[k] == 0) continue;
            Turn turn = turn_of(*at(m, k, k), s->row[k]);
            *at(m, k, k) = turn.cosine * *at(m, k, k) + turn.sine * s->row[k];
            turn_pair(turn, s->right + k, &extra);
            for (int64_t i = k + 1; i < n; i++) turn_pair(turn, at(m, i, k), s->row + i);
        }
        s->diagonal[j] = *at(m, j, j);
        *at(m, j, j) = s->kept[j];
    }
    while (rank < n && s->diagonal[rank] != 0) rank++;
    for (int64_t j = rank; j < n; j++) s->right[j] = 0;
    for (int64_t j = rank - 1; j >= 0; j--) {
        double sum = 0;
        for (int64_t i = j + 1; i < rank; i++) sum += *at(m, i, j) * s->right[i];
        s->right[j] = (s->right[j] - sum) / s->diagonal[j];
    }
    put_in_order(s);
}

/* x is the step of Gauss and Newton, 0 where R is singular; its rank. */
static int64_t solve_undamped(const Step *s) {
    Matrix m = s->r;
    int64_t n = m.columns, rank = 0;
    while (rank < n && *at(m, rank, rank) != 0) rank++;
    for (int64_t j = 0; j < n; j++) s->right[j] = j < rank ? s->qtb[j] : 0;
    for (int64_t j = rank - 1; j >= 0; j--) {
        s->right[j] /= *at(m, j, j);
        for (int64_t i = 0; i < j; i++) s->right[i] -= *at(m, i, j) * s->right[j];
    }
    put_in_order(s);
    return rank;
}

/* The direction of x, scaled twice, in the order of the columns. */
static void turn_gradient(const Step *s, double length) {
    for (int64_t j = 0; j < s->r.columns; j++) {
        int64_t k = s->order[j];
        s->right[j] = s->scales[k] * (s->scales[k] * s->x[k] / length);
    }
}

/* The bounds between which the parameter lies: (low, high); `excess` is how much too long the undamped step
 * is. */
static void bound_parameter(const Step *s, double excess, double length, double radius, int64_t rank,
                            double *low, double *high, double *steepest) {
    Matrix m = s->r;
    int64_t n = m.columns;
    *low = 0;
    if (rank == n) {
        turn_gradient(s, length);
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t i = 0; i < j; i++) sum += *at(m, i, j) * s->right[i];
            s->right[j] = (s->right[j] - sum) / *at(m, j, j);
        }
        double size = norm_of(s->right, n);
        *low = excess / radius / size / size;
    }
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t i = 0; i <= j; i++) sum += *at(m, i, j) * s->qtb[i];
        s->right[j] = sum / s->scales[s->order[j]];
    }
    *steepest = norm_of(s->right, n);
    *high = *steepest / radius;
    if (*high == 0) *high = DBL_MIN / fmin(radius, 0.1);
}

/* The parameter with which the step is about as long as the radius; x is the step. */
static double find_parameter(const Step *s, double radius, double parameter) {
    int64_t n = s->r.columns, rank = solve_undamped(s);
    double length = scaled_norm(s->scales, s->x, n), excess = length - radius, low, high, steepest;
    if (excess <= 0.1 * radius) return 0;
    bound_parameter(s, excess, length, radius, rank, &low, &high, &steepest);
    parameter = fmin(fmax(parameter, low), high);
    if (parameter == 0) parameter = steepest / length;
    for (int round = 1;; round++) {
        if (parameter == 0) parameter = fmax(DBL_MIN, 0.001 * high);
        solve_damped(s, sqrt(parameter));
        length = scaled_norm(s->scales, s->x, n);
        double before = excess;
        excess = length - radius;
        if (!(fabs(excess) > 0.1 * radius) || (low == 0 && excess <= before && before < 0) || round == 10)
            return parameter;
        turn_gradient(s, length);
        for (int64_t j = 0; j < n; j++) {
            s->right[j] /= s->diagonal[j];
            for (int64_t i = j + 1; i < n; i++) s->right[i] -= *at(s->r, i, j) * s->right[j];
        }
        double size = norm_of(s->right, n), change = excess / radius / size / size;
        if (excess > 0)
            low = fmax(low, parameter);
        else if (excess < 0)
            high = fmin(high, parameter);
        parameter = fmax(low, parameter + change);
    }
}

ARRAY_FUNCTION_AT(
    linalg_marquardt, "linalg._marquardt", NUMPY | NO_DISPATCH, "(r, order, scales, qtb, radius, parameter)",
    "(parameter, x): Marquardt's parameter, with which the step x is about as long as the radius, when "
    "R and Q'b are known.\n\n"
    ">>> np.linalg._marquardt(np.eye(1), np.arange(1), np.ones(1), np.ones(1), 2.0, 0.0)[1]\n"
    "array([1.])\n") {
    Array *r = own_numbers(call, 0, 2), *places = call_array_of(call, 1, DTYPE(INT64)),
          *scales = own_numbers(call, 2, 1), *b = own_numbers(call, 3, 1);
    double radius, parameter, *x, *work;
    places = places ? call_contiguous(call, places, NULL) : NULL;
    if (!r || !places || !scales || !b || !call_real(call, 4, &radius) || !call_real(call, 5, &parameter))
        return variant_absent();
    int64_t n = r->shape[1];
    bool fits = r->shape[0] >= n && places->dimensions == 1 && places->shape[0] == n &&
                scales->shape[0] == n && b->shape[0] == n;
    const int64_t *order = (const int64_t *)array_data(places);
    for (int64_t j = 0; fits && j < n; j++) fits = order[j] >= 0 && order[j] < n;
    if (!fits) {
        call_fail(call, "ValueError", "a matrix and vectors of as many numbers as it has columns");
        return variant_absent();
    }
    Array *solution = row_of_numbers(call, n, &x), *room = row_of_numbers(call, 4 * n, &work);
    if (!solution || !room) return variant_absent();
    for (int64_t j = 0; j < n; j++) x[j] = 0;
    Step step = {{numbers_of(r), n, n}, order,       numbers_of(scales), numbers_of(b), x, work, work + n,
                 work + 2 * n,          work + 3 * n};
    double found = find_parameter(&step, radius, parameter);
    Array *results[] = {call_number(call, DTYPE(FLOAT64), variant_float(found)), solution};
    return results[0] ? call_give_list(call, results, 2, true) : variant_absent();
}

/* ---- Powell's dogleg ---- */

/* x becomes Newton's step: R x = Q'f, a pivot that is 0 being taken for a small one. */
static void solve_newton(Matrix r, const double *qtf, double *x) {
    for (int64_t j = r.columns - 1; j >= 0; j--) {
        double pivot = *at(r, j, j), sum = 0, largest = 0;
        for (int64_t i = 0; pivot == 0 && i <= j; i++) largest = fmax(largest, fabs(*at(r, i, j)));
        if (pivot == 0) pivot = largest == 0 ? DBL_EPSILON : DBL_EPSILON * largest;
        for (int64_t k = j + 1; k < r.columns; k++) sum += *at(r, j, k) * x[k];
        x[j] = (qtf[j] - sum) / pivot;
    }
}

/* How far to go from the gradient's end towards Newton's. */
static double dogleg_share(double size, double qtf_size, double length, double radius, double at_gradient) {
    if (at_gradient >= radius) return 0;
    double ratio = radius / length, low = at_gradient / radius,
           part = qtf_size / size * (qtf_size / length) * low;
    part = part - ratio * low * low +
           sqrt((part - ratio) * (part - ratio) + (1 - ratio * ratio) * (1 - low * low));
    return ratio * (1 - low * low) / part;
}

ARRAY_FUNCTION_AT(linalg_dogleg, "linalg._dogleg", NUMPY | NO_DISPATCH, "(r, scales, qtf, radius)",
                  "The step within the radius between the gradient's direction and Newton's; r is upper "
                  "triangular.\n\n"
                  ">>> np.linalg._dogleg(np.eye(2), np.ones(2), np.array([3.0, 4.0]), 2.5)\narray([1.5, 2. "
                  "])\n") {
    Array *matrix = own_numbers(call, 0, 2), *weights = own_numbers(call, 1, 1),
          *right = own_numbers(call, 2, 1);
    double radius, *step, *gradient;
    if (!matrix || !weights || !right || !call_real(call, 3, &radius)) return variant_absent();
    int64_t n = matrix->shape[0];
    if (matrix->shape[1] != n || weights->shape[0] != n || right->shape[0] != n) {
        call_fail(call, "ValueError", "a square matrix and vectors of its size");
        return variant_absent();
    }
    Array *result = row_of_numbers(call, n, &step), *room = row_of_numbers(call, n, &gradient);
    if (!result || !room) return variant_absent();
    Matrix r = {numbers_of(matrix), n, n};
    const double *scales = numbers_of(weights), *qtf = numbers_of(right);
    solve_newton(r, qtf, step);
    double length = scaled_norm(scales, step, n);
    if (length <= radius) return call_give(call, result);
    for (int64_t j = 0; j < n; j++) gradient[j] = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i; j < n; j++) gradient[j] += *at(r, i, j) * qtf[i];
    for (int64_t j = 0; j < n; j++) gradient[j] /= scales[j];
    double size = norm_of(gradient, n), at_gradient = 0, share = radius / length;
    if (size != 0) {
        double slopes = 0;
        for (int64_t j = 0; j < n; j++) gradient[j] = gradient[j] / size / scales[j];
        for (int64_t i = 0; i < n; i++) {
            double sum = 0;
            for (int64_t j = i; j < n; j++) sum += *at(r, i, j) * gradient[j];
            slopes += sum * sum;
        }
        double slope = sqrt(slopes);
        at_gradient = size / slope / slope;
        share = dogleg_share(size, norm_of(qtf, n), length, radius, at_gradient);
    }
    double along = (1 - share) * fmin(at_gradient, radius);
    for (int64_t j = 0; j < n; j++) step[j] = along * gradient[j] + share * step[j];
    return call_give(call, result);
}

ARRAY_FUNCTION_AT(linalg_reflected, "linalg._reflected", NUMPY | NO_DISPATCH, "(packed, b)",
                  "Q'b, with the reflections that _packed_qr left.\n\n"
                  ">>> np.linalg._reflected(np.linalg._packed_qr(np.array([[3.0], [4.0]]), False)[0], "
                  "np.array([3.0, 4.0]))[0]\n"
                  "np.float64(-5.0)\n") {
    Array *a = own_numbers(call, 0, 2), *result = own_numbers(call, 1, 1);
    if (!a || !result) return variant_absent();
    Matrix m = {numbers_of(a), a->shape[0], a->shape[1]};
    if (result->shape[0] != m.rows) {
        call_fail(call, "ValueError", "as many numbers as the matrix has rows");
        return variant_absent();
    }
    double *b = numbers_of(result);
    for (int64_t j = 0; j < m.rows && j < m.columns; j++) {
        double head = *at(m, j, j), sum = 0;
        if (head == 0) continue;
        for (int64_t i = j; i < m.rows; i++) sum += *at(m, i, j) * b[i];
        for (int64_t i = j; i < m.rows; i++) b[i] -= *at(m, i, j) * (sum / head);
    }
    return call_give(call, result);
}
