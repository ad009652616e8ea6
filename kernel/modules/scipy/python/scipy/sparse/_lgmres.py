"""Linear systems by LGMRES: restarted minimal residuals whose space also holds the corrections of the
restarts before (Baker, Jessup and Manteuffel, A technique for accelerating the convergence of restarted
GMRES, 2005)."""

import numpy
from scipy.sparse._operator import aslinearoperator

__all__ = ['lgmres']

EPS = numpy.finfo(float).eps


class _Hessenberg:
    """A growing least squares problem |H y - e1|, kept as QR by Givens' rotations."""

    def __init__(self, kind):
        self.columns, self.turns, self.right, self.kind = [], [], [1.0], kind

    def add(self, column):
        """One more column, which is one longer than the last; the size of the residual."""
        column = column.copy()
        for k, (c, s) in enumerate(self.turns):
            a, b = column[k], column[k + 1]
            column[k], column[k + 1] = c * a + s * b, c * b - numpy.conj(s) * a
        a, b = column[-2], column[-1]
        size = numpy.hypot(abs(a), abs(b))
        if size == 0:
            c, s = 1.0, 0.0
        elif a == 0:
            c, s = 0.0, 1.0
        else:
            c, s = abs(a) / size, a / abs(a) * numpy.conj(b) / size
        column[-2] = c * a + s * b
        self.turns.append((c, s))
        self.columns.append(column[:-1])
        last = self.right[-1]
        self.right[-1] = c * last
        self.right.append(-numpy.conj(s) * last)
        return abs(self.right[-1])

    def solution(self):
        """The y with the least residual."""
        n = len(self.columns)
        r = numpy.zeros((n, n), self.kind)
        for j, column in enumerate(self.columns):
            r[:j + 1, j] = column
        return numpy.linalg.lstsq(r, numpy.array(self.right[:n], dtype=self.kind), rcond=None)[0]


def _space(multiply, before, start, limit, count, outer, outer_first):
    """Arnoldi's process over `count` new vectors and the old ones: (vectors, shares, residual)."""
    vectors, used, problem, residual = [start], [], _Hessenberg(start.dtype), numpy.nan
    extra = len(outer)
    for j in range(count + extra):
        product = None
        if outer_first and j < extra:
            z, product = outer[j]
        elif outer_first and j == extra:
            z = start
        elif not outer_first and j >= count:
            z, product = outer[j - count]
        else:
            z = vectors[-1]
        w = before(multiply(z)) if product is None else product.copy()
        size = numpy.linalg.norm(w)
        column = numpy.zeros(len(vectors) + 1, start.dtype)
        for k, v in enumerate(vectors):
            column[k] = numpy.vdot(v, w)
            w = w - column[k] * v
        rest = column[-1] = numpy.linalg.norm(w)
        with numpy.errstate(over='ignore', divide='ignore'):
            inverse = 1 / rest
        if numpy.isfinite(inverse):
            w = w * inverse
        stuck = not rest > EPS * size
        vectors.append(w)
        used.append(z)
        residual = problem.add(column)
        if residual < limit or stuck:
            break
    return used, problem.solution(), residual


def lgmres(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=1000, M=None, callback=None, inner_m=30, outer_k=3,
           outer_v=None,
           store_outer_Av=True, prepend_outer_v=False):
    """Restarted minimal residuals that remember: (x, 0), or (x, maxiter) where it did not converge.

    >>> sparse.linalg.lgmres(sparse.eye(2) * 2, np.array([2.0, 4.0]))[0].round(9)
    array([1., 2.])
    """
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'expected square matrix, but got shape={A.shape}')
    b = numpy.asarray(b).ravel()
    if not numpy.isfinite(b).all():
        raise ValueError('RHS must contain only finite numbers')
    b = b.astype(numpy.result_type(A.dtype or float, b.dtype, numpy.float64))
    x = numpy.zeros(len(b), b.dtype) if x0 is None else numpy.array(x0, dtype=b.dtype).ravel()
    before = (lambda v: v) if M is None else aslinearoperator(M).matvec
    outer_v = [] if outer_v is None else outer_v
    size = numpy.linalg.norm(b)
    if size == 0:
        return b, 0
    goal, most = max(float(atol), float(rtol) * size), 1.0
    for _ in range(maxiter):
        r = A.matvec(x) - b
        if callback is not None:
            callback(x)
        left = numpy.linalg.norm(r)
        if left <= goal:
            return x, 0
        start = -before(r)
        length = numpy.linalg.norm(start)
        if length == 0:
            raise RuntimeError(f'Preconditioner returned a zero vector; |v| ~ {left:.1g}, |M v| = 0')
        limit = min(most, goal / left)
        used, shares, residual = _space(A.matvec, before, start / length, limit, inner_m, outer_v,
                                        prepend_outer_v)
        shares = shares * length
        if not numpy.isfinite(shares).all():
            return x, maxiter
        most = min(1.0, 1.5 * most) if residual > limit else max(1e-16, 0.25 * most)
        step = sum(share * z for share, z in zip(shares, used))
        along = numpy.linalg.norm(step)
        if along > 0:
            outer_v.append((step / along, before(A.matvec(step)) / along if store_outer_Av else None))
        del outer_v[:max(0, len(outer_v) - outer_k)]
        x = x + step
    return x, maxiter
