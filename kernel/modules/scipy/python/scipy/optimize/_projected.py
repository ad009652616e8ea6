"""The parts of a step under linearised constraints: projections onto the null space of the Jacobian, the
dogleg
that reduces the constraints, conjugate gradients in the null space (Gould, Hribar and Nocedal, On the
solution of
equality constrained quadratic programming problems arising in optimization, SIAM J. Sci. Comput. 23,
2001)."""

import math
import warnings

import numpy as np

__all__ = ['Projections', 'normal_step', 'tangential_step', 'way_within']


class Projections:
    """What a matrix A of full row rank (or, by its singular values, of any) projects and solves."""

    def __init__(self, a, by_svd=False):
        self.a = a
        m, n = a.shape
        if not by_svd and m <= n:
            self.q, self.r = np.linalg.qr(a.T)
            if m and np.abs(np.diagonal(self.r)).min() <= 1e-14 * max(1e-300, np.abs(self.r).max()):
                by_svd = True
                warnings.warn('Singular Jacobian matrix. Using SVD decomposition to perform the '
                              'factorizations.', stacklevel=3)
        self.by_svd = by_svd or m > n
        if self.by_svd:
            u, s, vt = np.linalg.svd(a, full_matrices=False)
            kept = s > 1e-14
            self.u, self.s, self.vt = u[:, kept], s[kept], vt[kept]
            self.q = self.vt.T

    def null(self, x):
        """The part of x that A takes to 0; again, while rounding leaves more."""
        z = x - self.q @ (self.q.T @ x)
        size = np.linalg.norm(self.a) * np.linalg.norm(z)
        for _ in range(3):
            if size == 0 or not self.a.size or np.linalg.norm(self.a @ z) <= 1e-12 * size:
                break
            z = z - self.q @ (self.q.T @ z)
        return z

    def multipliers(self, x):
        """The v for which A'v is nearest to x."""
        if self.by_svd:
            return self.u @ ((self.vt @ x) / self.s)
        return np.linalg.solve(self.r, self.q.T @ x)

    def shortest(self, b):
        """The shortest x with Ax = b."""
        if self.by_svd:
            return self.vt.T @ ((self.u.T @ b) / self.s)
        return self.q @ np.linalg.solve(self.r.T, b)


def _inside(x, low, high):
    return bool((low <= x).all() and (x <= high).all())


def _box_part(z, d, low, high):
    """The (first, last) t with z + td within the box, or None."""
    if not d.any():
        return None
    still = d == 0
    if (z[still] < low[still]).any() or (z[still] > high[still]).any():
        return None
    moves = ~still
    ends = (low[moves] - z[moves]) / d[moves], (high[moves] - z[moves]) / d[moves]
    first, last = np.minimum(*ends).max(), np.maximum(*ends).min()
    return (first, last) if first <= last else None


def _sphere_part(z, d, radius):
    if not d.any():
        return None
    if np.isinf(radius):
        return -np.inf, np.inf
    a, b, c = d @ d, 2 * (z @ d), z @ z - radius ** 2
    under = b * b - 4 * a * c
    if under < 0:
        return None
    helper = b + math.copysign(math.sqrt(under), b)
    roots = -helper / (2 * a), (-2 * c / helper if helper else 0.0)
    return min(roots), max(roots)


def way_within(z, d, low, high, radius=np.inf, whole_line=False):
    """The (first, last) part of the way from z to z + d (of the whole line) that is in the box and the
    ball."""
    parts = _box_part(z, d, low, high), _sphere_part(z, d, radius)
    if None in parts:
        return None
    first, last = max(parts[0][0], parts[1][0]), min(parts[0][1], parts[1][1])
    if not whole_line:
        if last < 0 or first > 1:
            return None
        first, last = max(0.0, first), min(1.0, last)
    return (first, last) if first <= last else None


def normal_step(projections, b, radius, low, high):
    """The step that reduces Ax + b, within ball and box: towards the shortest solution, bent at Cauchy's
    point."""
    a = projections.a
    newton = -projections.shortest(b)
    if _inside(newton, low, high) and np.linalg.norm(newton) <= radius:
        return newton
    g = a.T @ b
    along = a @ g
    cauchy = -(g @ g) / (along @ along) * g
    origin = np.zeros(len(g))
    step = newton - cauchy
    part = way_within(cauchy, step, low, high, radius)
    if part:
        bent = cauchy + part[1] * step
    else:
        part = way_within(origin, cauchy, low, high, radius)
        bent = part[1] * cauchy
    straight = way_within(origin, newton, low, high, radius)[1] * newton
    return min(bent, straight, key=lambda x: np.linalg.norm(a @ x + b))


def tangential_step(product, c, projections, radius, low, high):
    """The least of x'Hx / 2 + c'x in the null space, within ball and box: (x, iterations, why it ended: 1
    enough iterations,
    2 the ball, 3 negative curvature, 4 small enough)."""
    n = len(c)
    x, last_inside = np.zeros(n), None
    r = projections.null(c)
    g = projections.null(r)
    p, squared = -g, r @ g
    if squared < 0:
        squared = 0.0
    tolerance = max(min(0.01 * math.sqrt(squared), 0.1 * squared), 1e-25)
    most, count, why, outside = n - len(projections.a), 0, 1, 0
    for _ in range(most):
        if squared < tolerance:
            why = 4
            break
        count += 1
        turned = product(p)
        curvature = p @ turned
        if curvature <= 0:
            part = way_within(x, p, low, high, radius, True)
            if part:
                x = x + part[1] * p
            why = 3
            break
        alpha = squared / curvature
        further = x + alpha * p
        if np.linalg.norm(further) >= radius:
            part = way_within(x, alpha * p, low, high, radius)
            if part:
                x = x + part[1] * alpha * p
            why = 2
            break
        outside = 0 if _inside(further, low, high) else outside + 1
        if outside:
            part = way_within(x, alpha * p, low, high)
            if part:
                last_inside, outside = x + part[1] * alpha * p, 0
        if outside > most:
            break
        fresh = projections.null(r + alpha * turned)
        g = projections.null(fresh)
        new = fresh @ g
        p = -g + new / squared * p
        x, r, squared = further, g, fresh @ g
    if not _inside(x, low, high) and last_inside is not None:
        x = last_inside
    return x, count, why
