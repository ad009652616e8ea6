"""Constrained optimisation by linear approximation, without derivatives: M. J. D. Powell, A direct search
optimization method that models the objective and constraint functions by linear interpolation (Advances in
Optimization and Numerical Analysis, 1994, 51-67).

The functions are interpolated at the corners of a simplex. Either the linear models say where to go within
the radius, or a corner moves to keep the simplex from becoming flat; the radius shrinks when neither
helps."""

import math

import numpy as np
from scipy.optimize._bounds import limits
from scipy.optimize._objective import takes_result
from scipy.optimize._result import OptimizeResult, tell_unknown
from scipy.optimize._slsqp import constraint_list, quadratic_step

__all__ = ['cobyla']

FLAT, LONG, MOVE, FAR = 0.25, 2.1, 0.5, 1.1  # Powell's alpha, beta, gamma and delta
HUGE = 1e30
FEASIBLE = math.sqrt(np.finfo(float).eps)
ENDS = {0: 'the trust region radius reaches its lower bound.', 1: 'the target function value is achieved.',
        3: 'the objective function has been evaluated MAXFUN times.',
        30: 'the callback function requested termination'}


def _least_violation(slopes, values, radius):
    """(d, v): within the radius, with all of slopes @ d + values at least -v for the least v."""
    n = slopes.shape[1]
    none, empty, identity = np.zeros((0, n)), np.zeros(0), np.eye(n)

    def nearest(v):
        found = quadratic_step(identity, np.zeros(n), none, empty, slopes, values + v)
        return None if found is None or np.linalg.norm(found[0]) > radius * (1 + 1e-9) else found[0]

    d = nearest(0.0)
    if d is not None:
        return d, 0.0
    low, high, d = 0.0, max(0.0, -values.min()), np.zeros(n)
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        found = nearest(middle)
        if found is None:
            low = middle
        else:
            high, d = middle, found
    return d, high


def _linear_step(g, slopes, values, radius):
    """The d within the radius that makes g @ d least among those with which the greatest violation of the
    linear constraints is least."""
    size = np.linalg.norm(g)
    if not len(values):
        return -radius / size * g if size else np.zeros(len(g))
    d, allowed = _least_violation(slopes, values, radius)
    if size == 0 or np.linalg.norm(d) >= radius * (1 - 1e-9):
        return d
    none, empty, identity = np.zeros((0, len(g))), np.zeros(0), np.eye(len(g))
    low, high, reached = 0.0, radius / size, False
    for _ in range(60):
        # d(t), the point of the polyhedron that is nearest to -t g, grows with t until it meets the sphere.
        t = (low + high) / 2 if reached else high
        found = quadratic_step(identity, t * g, none, empty, slopes, values + allowed * (1 + 1e-10))
        if found is None:
            break
        length = np.linalg.norm(found[0])
        if length <= radius:
            gain = np.linalg.norm(found[0] - d)
            low, d = t, found[0]
            if not reached:
                high *= 4
            if radius - length <= 1e-8 * radius or (not reached and t > radius / size
                                                    and gain <= 1e-10 * radius):
                break
        else:
            high, reached = t, True
        if reached and high - low <= 1e-9 * high:
            break
    return d


class _Simplex:
    """The best corner, the edges to the others, and what the functions are at each (f first, the corner's
    row 0)."""

    def __init__(self, x, row):
        self.base, self.edges, self.rows, self.weight = x, np.zeros((len(x), len(x))), [row], 0.0

    def violations(self):
        """How much each corner violates its worst constraint."""
        rows = np.array(self.rows)
        return np.maximum(0.0, -rows[:, 1:].min(axis=1)) if rows.shape[1] > 1 else np.zeros(len(rows))

    def merits(self):
        """f + weight times the violation, at each corner."""
        return np.array([row[0] for row in self.rows]) + self.weight * self.violations()

    def make_base(self, j):
        """Corner j (from 1) becomes the base."""
        edge = self.edges[j - 1].copy()
        self.edges -= edge
        self.edges[j - 1] = -edge
        self.base = self.base + edge
        self.rows[0], self.rows[j] = self.rows[j], self.rows[0]

    def choose_base(self):
        """The corner of the least merit becomes the base; whether it is another."""
        merits, violations = self.merits(), self.violations()
        best = 0
        for j in range(1, len(merits)):
            if merits[j] < merits[best] or (merits[j] == merits[best] and self.weight == 0
                                            and violations[j] < violations[best]):
                best = j
        if best:
            self.make_base(best)
        return best > 0

    def models(self):
        """The slopes of all functions, one a row; the normals of the faces opposite to the corners."""
        self.normals = np.linalg.inv(self.edges)
        rows = np.array(self.rows)
        return (self.normals @ (rows[1:] - rows[0])).T

    def heights(self):
        """How far each corner is from the face of the others, and how long its edge is."""
        return 1 / np.sqrt((self.normals ** 2).sum(axis=0)), np.sqrt((self.edges ** 2).sum(axis=1))

    def leaving(self, d, improves, radius):
        """Which corner a point at the base + d replaces (from 1), or 0."""
        shares = np.abs(d @ self.normals)
        heights, _ = self.heights()
        threshold, chosen = (0.0 if improves else 1.0), 0
        for j, share in enumerate(shares):
            if share > threshold:
                threshold, chosen = share, j + 1
        farthest = FAR * radius
        for j, share in enumerate(shares):
            if share * heights[j] >= FLAT * radius or share >= 1:
                distance = np.linalg.norm(self.edges[j] - d) if improves else np.linalg.norm(self.edges[j])
                if share > 0 and distance > farthest:
                    farthest, chosen = distance, j + 1
        return chosen

    def relax(self):
        """A smaller weight where the ranges of the functions at the corners allow it."""
        if self.weight == 0:
            return
        rows = np.array(self.rows)
        low, high = rows.min(axis=0), rows.max(axis=0)
        spans = [max(high[k], 0.0) - low[k] for k in range(1, len(low)) if low[k] < high[k] / 2]
        if not spans:
            self.weight = 0.0
        elif high[0] - low[0] < self.weight * min(spans):
            self.weight = (high[0] - low[0]) / min(spans)


class _Ended(Exception):
    """No more calls; the argument says why."""


class _Functions:
    """The function and its constraints as one row of numbers; the best point so far."""

    def __init__(self, fun, args, parts, low, high, maxiter, catol, target, callback):
        self.fun, self.args, self.parts, self.low, self.high = fun, args, parts, low, high
        self.maxiter, self.catol, self.target, self.callback = maxiter, catol, target, callback
        self.calls, self.best = 0, None

    def row(self, x):
        """f and all that is to be 0 or positive, at x."""
        value = self.fun(np.copy(x), *self.args)
        if not np.isscalar(value):
            try:
                value = np.asarray(value).item()
            except (TypeError, ValueError) as e:
                raise ValueError('The user-provided objective function must return a scalar value.') from e
        value = np.float64(HUGE if np.isnan(value) else min(value, HUGE))
        parts = [[value], (x - self.low)[np.isfinite(self.low)], (self.high - x)[np.isfinite(self.high)]]
        for is_equal, function, _ in self.parts:
            numbers = function(x)
            parts.extend([numbers, -numbers] if is_equal else [numbers])
        row = np.concatenate(parts)
        return np.clip(np.where(np.isnan(row), -HUGE, row), -HUGE, HUGE)

    def __call__(self, x):
        if self.calls >= self.maxiter:
            raise _Ended(3)
        self.calls += 1
        row = self.row(x)
        lack = _lack(row)
        rank = (max(lack, self.catol), row[0], lack)
        if self.best is None or rank < self.best[0]:
            self.best = rank, x, row
        if row[0] <= self.target and lack <= self.catol:
            raise _Ended(1)
        if self.calls >= self.maxiter:
            raise _Ended(3)
        return row

    def tell(self):
        """The callback hears of the best point."""
        if self.callback is None:
            return
        try:
            if takes_result(self.callback):
                self.callback(intermediate_result=OptimizeResult(x=np.copy(self.best[1]),
                                                                 fun=self.best[2][0]))
            else:
                self.callback(np.copy(self.best[1]))
        except StopIteration:
            raise _Ended(30) from None


def _start(f, x, radius):
    """The simplex of x and of steps along each axis; its base is its best corner."""
    s = _Simplex(x, f(x))
    for j in range(len(x)):
        s.edges[j, j] = radius
        s.rows.append(f(s.base + s.edges[j]))
        if s.rows[-1][0] < s.rows[0][0]:
            edge = s.edges[j].copy()
            s.edges[:j + 1] -= edge
            s.edges[j] = -edge
            s.base = s.base + edge
            s.rows[0], s.rows[-1] = s.rows[-1], s.rows[0]
    return s


def _repair(f, s, slopes, radius):
    """Move the corner that makes the simplex worst; false: it is good."""
    heights, lengths = s.heights()
    if lengths.max() > LONG * radius:
        j = int(np.argmax(lengths))
    elif heights.min() < FLAT * radius:
        j = int(np.argmin(heights))
    else:
        return False
    d = MOVE * radius * heights[j] * s.normals[:, j]

    def merit(step):
        row = s.rows[0] + slopes @ step
        return row[0] + s.weight * _lack(row)

    if merit(-d) < merit(d):
        d = -d
    s.rows[j + 1] = f(s.base + d)
    s.edges[j] = d
    return True


def _lack(row):
    """How much the worst constraint of a row is violated."""
    return max(0.0, -row[1:].min()) if len(row) > 1 else 0.0


def _step(f, s, slopes, radius):
    """One step where the linear models lead; whether it was good (None: the base changed, so that the models
    are to be made anew)."""
    d = _linear_step(slopes[0], slopes[1:], s.rows[0][1:], radius)
    if np.linalg.norm(d) < radius / 2:
        return False
    eased, rise = _lack(s.rows[0]) - _lack(s.rows[0] + slopes @ d), slopes[0] @ d
    if eased <= 1e-9 * _lack(s.rows[0]):
        eased = 0.0  # the rest of what was searched for: a weight that outgrows it would hide the function
    least = rise / eased if rise > 0 and eased > 0 else 0.0
    if s.weight < 1.5 * least:
        s.weight = 2 * least
        if s.choose_base():
            return None
    row = f(s.base + d)
    before = s.rows[0]
    gain = before[0] - row[0] + s.weight * (_lack(before) - _lack(row))
    promised = s.weight * eased - rise
    if s.weight == 0 and row[0] == before[0]:
        gain, promised = _lack(before) - _lack(row), eased
    j = s.leaving(d, gain > 0, radius)
    if j:
        s.edges[j - 1], s.rows[j] = d, row
    f.tell()
    return gain > 0 and gain >= 0.1 * promised


def _descend(f, s, radius, last):
    """Steps and repairs until the radius is the last one and nothing helps."""
    repairs = False
    while True:
        s.choose_base()
        slopes = s.models()
        if repairs and _repair(f, s, slopes, radius):
            repairs = False
            continue
        good = _step(f, s, slopes, radius)
        repairs = False
        if good is None or good:
            continue
        heights, lengths = s.heights()
        if heights.min() < FLAT * radius or lengths.max() > LONG * radius:
            repairs = True
        elif radius <= last:
            return
        else:
            radius = radius / 2 if radius > 3 * last else last
            s.relax()


def cobyla(fun, x0, args=(), callback=None, bounds=None, constraints=(), rhobeg=1.0, tol=1e-4, maxiter=1000,
           disp=0,
           catol=None, f_target=-np.inf, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    low, high = limits(bounds, len(x0))
    parts = constraint_list(constraints, x0)
    catol = FEASIBLE if catol is None else catol
    f = _Functions(fun, args, parts, low, high, maxiter, catol, f_target, callback)
    status = 0
    try:
        simplex = _start(f, np.clip(x0, low, high), float(rhobeg))
        _descend(f, simplex, float(rhobeg), min(tol, rhobeg))
        x, row = simplex.base, simplex.rows[0]
        if _lack(row) > catol:
            _, x, row = f.best
    except _Ended as end:
        status = end.args[0]
        _, x, row = f.best
    lack = _lack(row)
    message = 'Return from COBYLA because ' + ENDS[status]
    if disp:
        print(message)
        print(f'Number of function values = {f.calls}   Least value of F = {row[0]}   '
              f'Constraint violation = {lack}')
        print(f'The corresponding X is: {x}')
        if len(row) > 1:
            print(f'The constraint value is:\n{-row[1:]}')
        print()
    success = status in (0, 1) and lack <= catol
    if lack > catol:
        message = ('Did not converge to a solution satisfying the constraints. See `maxcv` for the '
                   'magnitude of the violation.')
    return OptimizeResult(x=x, status=status, success=bool(success), message=message, nfev=f.calls,
                          fun=row[0], maxcv=float(lack))
