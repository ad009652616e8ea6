"""Factors of small matrices by Householder's reflections and by rotations, packed as MINPACK's user guide
tells (Moré, Garbow and Hillstrom, ANL-80-74, 1980): what the methods for nonlinear equations and least
squares are built of."""

import math

import numpy as np

__all__ = ['householder', 'orthogonal', 'rotation', 'rank_one', 'with_diagonal']

EPS = np.finfo(float).eps


def householder(a, pivots):
    """Reflections that make a upper triangular, in place: (diagonal of R, norms of a's columns, order of the
    columns or None).

    Above its diagonal a holds R, on and below it the vectors of the reflections. With `pivots` the largest
    remaining column comes first in each step.
    """
    m, n = a.shape
    first = np.sqrt(np.add.reduce(a * a, axis=0)) if a.size else np.zeros(n)
    diagonal, held = first.copy(), first.copy()
    order = np.arange(n) if pivots else None
    for j in range(min(m, n)):
        if pivots:
            largest = j + int(np.argmax(diagonal[j:]))
            if largest != j:
                a[:, [j, largest]] = a[:, [largest, j]]
                diagonal[largest], held[largest] = diagonal[j], held[j]
                order[j], order[largest] = order[largest], order[j]
        size = math.sqrt(a[j:, j] @ a[j:, j])
        if size == 0:
            diagonal[j] = -0.0
            continue
        if a[j, j] < 0:
            size = -size
        a[j:, j] /= size
        a[j, j] += 1.0
        v = a[j:, j]
        if j + 1 < n:
            rest = a[j:, j + 1:]
            rest -= np.outer(v, (v @ rest) / v[0])
        if pivots:
            for k in range(j + 1, n):
                if diagonal[k] != 0:
                    share = a[j, k] / diagonal[k]
                    diagonal[k] *= math.sqrt(max(0.0, 1.0 - share * share))
                    if 0.05 * (diagonal[k] / held[k]) ** 2 <= EPS:
                        diagonal[k] = held[k] = math.sqrt(a[j + 1:, k] @ a[j + 1:, k])
        diagonal[j] = -size
    return diagonal, first, order


def reflect(a, b):
    """Q'b in place of b, with the vectors that `householder` left in a."""
    for j in range(min(a.shape)):
        if a[j, j] != 0:
            v = a[j:, j]
            b[j:] -= v * ((v @ b[j:]) / v[0])


def orthogonal(a):
    """The square Q of the reflections in a."""
    q = np.eye(len(a))
    for j in range(min(a.shape) - 1, -1, -1):
        if a[j, j] != 0:
            v = a[j:, j]
            rows = q[j:, j:]
            rows -= np.outer(v, (v @ rows) / v[0])
    return q


def rotation(a, b):
    """Cosine and sine of the turn that takes (a, b) to (anything, 0)."""
    if abs(a) < abs(b):
        ratio = a / b
        sine = 0.5 / math.sqrt(0.25 + 0.25 * ratio * ratio)
        return sine * ratio, sine
    ratio = b / a
    cosine = 0.5 / math.sqrt(0.25 + 0.25 * ratio * ratio)
    return cosine, cosine * ratio


def rank_one(q, r, qtf, u, v):
    """The factors of QR + Q u v' in place of Q and R, and qtf turned with them: the last element of u takes
    up the others, then the row that this fills is emptied again."""
    n, u, columns = len(u), u.copy(), q.T

    def turn(j, cosine, sine):
        for rows in (r, columns):
            upper, lower = rows[j], rows[-1]
            rows[j], rows[-1] = cosine * upper + sine * lower, cosine * lower - sine * upper
        qtf[j], qtf[-1] = cosine * qtf[j] + sine * qtf[-1], cosine * qtf[-1] - sine * qtf[j]

    for j in range(n - 2, -1, -1):
        if u[j] != 0:
            cosine, sine = rotation(u[-1], u[j])
            u[-1] = sine * u[j] + cosine * u[-1]
            turn(j, cosine, -sine)
    r[-1] += u[-1] * v
    for j in range(n - 1):
        if r[-1, j] != 0:
            cosine, sine = rotation(r[j, j], r[-1, j])
            turn(j, cosine, sine)
            r[-1, j] = 0.0


def with_diagonal(r, order, d, qtb):
    """The x that solves Ax = b and Dx = 0 in the sense of least squares, when R and Q'b are known; (x,
    diagonal of S). The factor S of A'A + DD is left below the diagonal of r."""
    n = len(qtb)
    for j in range(n):
        r[j:, j] = r[j, j:]
    kept, right = np.diagonal(r).copy(), qtb.copy()
    diagonal = np.zeros(n)
    for j in range(n):
        if d[order[j]] != 0:
            row = np.zeros(n)
            row[j] = d[order[j]]
            extra = 0.0
            for k in range(j, n):
                if row[k] == 0:
                    continue
                cosine, sine = rotation(r[k, k], row[k])
                column = r[k + 1:, k].copy()
                r[k, k] = cosine * r[k, k] + sine * row[k]
                right[k], extra = cosine * right[k] + sine * extra, cosine * extra - sine * right[k]
                r[k + 1:, k] = cosine * column + sine * row[k + 1:]
                row[k + 1:] = cosine * row[k + 1:] - sine * column
        diagonal[j] = r[j, j]
        r[j, j] = kept[j]
    singular = np.nonzero(diagonal == 0)[0]
    rank = int(singular[0]) if len(singular) else n
    right[rank:] = 0.0
    for j in range(rank - 1, -1, -1):
        right[j] = (right[j] - r[j + 1:rank, j] @ right[j + 1:rank]) / diagonal[j]
    x = np.empty(n)
    x[order] = right
    return x, diagonal
