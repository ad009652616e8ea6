"""L-BFGS-B: minima within bounds with little memory (Byrd, Lu, Nocedal and Zhu, A limited memory algorithm
for bound constrained optimization, 1995; its code, version 3.0, with the subspace minimisation of Morales and
Nocedal, 2011). The line search is Moré's and Thuente's.

The approximation of the Hessian is theta - W M W' with W = [Y, theta S], of the last steps S and the changes
Y of the gradient.
"""

import warnings

import numpy as np
from scipy.optimize._bounds import limits
from scipy.optimize._line_search import MoreThuente
from scipy.optimize._objective import Objective, stops
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['lbfgsb']

EPS = np.finfo(float).eps


def _factor(a):
    """Cholesky's factor; ArithmeticError where a is not positive definite."""
    try:
        return np.linalg.cholesky(a)
    except np.linalg.LinAlgError as e:
        raise ArithmeticError from e


def _solved(factor, b):
    return np.linalg.solve(factor.T, np.linalg.solve(factor, b))


class _Memory:
    """The last pairs, and the matrices that they make.

    Products over the free and the held variables are kept from iteration to iteration, as in the published
    code: a pair's row is computed at its first subspace minimisation, later only what variables that entered
    or left change. Iterations without a free variable do neither; that belongs to the algorithm as it is
    used, and its counts depend on it.
    """

    def __init__(self, most):
        self.most, self.free = most, None
        self.changes_free, self.steps_held, self.crossed = (np.zeros((most, most)) for _ in range(3))
        self.forget()

    def forget(self):
        """Begin anew."""
        self.steps, self.changes, self.theta, self.W, self.added, self.is_new = [], [], 1.0, None, 0, False

    def add(self, s, y, theta):
        """One more pair; ArithmeticError where the matrices are no longer what they should be."""
        self.steps, self.changes = (self.steps + [s])[-self.most:], (self.changes + [y])[-self.most:]
        self.added += 1
        self.is_new = True
        self.theta = theta
        self.S, self.Y = np.array(self.steps).T, np.array(self.changes).T
        crossed = self.S.T @ self.Y
        self.lower, self.diagonal = np.tril(crossed, -1), np.diagonal(crossed)
        self.factor = _factor(theta * (self.S.T @ self.S) + self.lower / self.diagonal @ self.lower.T)
        self.W = np.hstack([self.Y, theta * self.S])

    def choose(self, free):
        """These variables are free now: (those that entered, those that left)."""
        before = free if self.free is None else self.free
        self.free = free
        self.moved = free & ~before, before & ~free

    def products(self):
        """The sums over free and held variables, brought up to date."""
        k, free, (entered, left) = len(self.steps), self.free, self.moved
        old = k - 1 if self.is_new else k
        if self.is_new:
            if self.added > self.most:
                for a in (self.changes_free, self.steps_held, self.crossed):
                    a[:-1, :-1] = a[1:, 1:].copy()
            S, Y, held = self.S[free], self.Y[free], ~free
            self.changes_free[old, :k] = self.changes_free[:k, old] = Y.T @ Y[:, -1]
            self.steps_held[old, :k] = self.steps_held[:k, old] = self.S[held].T @ self.S[held][:, -1]
            self.crossed[:k, old] = -(S.T @ Y[:, -1])
            self.crossed[old, :old] = self.S[held][:, -1] @ self.Y[held][:, :old]
        for chosen, sign in ((entered, 1.0), (left, -1.0)):
            if chosen.any() and old:
                S, Y = self.S[chosen][:, :old], self.Y[chosen][:, :old]
                self.changes_free[:old, :old] += sign * (Y.T @ Y)
                self.steps_held[:old, :old] -= sign * (S.T @ S)
                self.crossed[:old, :old] -= sign * (S.T @ Y)
        return self.changes_free[:k, :k], self.steps_held[:k, :k], self.crossed[:k, :k]

    def middle(self, v):
        """M v, where M is the inverse of [[-D, L'], [L, theta S'S]]."""
        k = len(self.steps)
        first = v[:k] / self.diagonal
        second = _solved(self.factor, v[k:] + self.lower @ first)
        return np.concatenate([self.lower.T @ second / self.diagonal - first, second])

    def reduced(self, v):
        """What solves (1/M - W'ZZ'W / theta) w = v, where Z chooses the free variables."""
        k = len(self.steps)
        changes, steps, crossed = self.products()
        first = _factor(np.diag(self.diagonal) + changes / self.theta)
        second = _factor(self.theta * steps + crossed @ _solved(first, crossed.T))
        w2 = _solved(second, v[k:] + crossed @ _solved(first, v[:k]))
        return np.concatenate([_solved(first, crossed.T @ w2 - v[:k]), w2])


def _cauchy(x, g, low, high, memory):
    """The first minimum of the model along the projected gradient: (place, W'(place - x) or None, which
    variables are free there).
    """
    distance = np.where(g < 0, high - x, x - low)
    with np.errstate(divide='ignore', invalid='ignore'):
        times = np.where(g != 0, distance / np.abs(g), np.inf)
    at_bound = ((g >= 0) & (x - low <= 0)) | ((g <= 0) & (high - x <= 0))
    fixed = low == high
    d = np.where(at_bound | fixed, 0.0, -g)
    free = ~(at_bound | fixed)
    place, theta, W = x.copy(), memory.theta, memory.W
    slope = -(d @ d)
    bend = first_bend = -theta * slope
    c = None
    if W is not None:
        p = W.T @ d
        c = np.zeros(len(p))
        bend -= p @ memory.middle(p)
    moving = free & (d != 0)
    if not moving.any():
        return place, c, free
    bounded = np.nonzero(moving & np.isfinite(times))[0]
    everything = len(bounded) == np.count_nonzero(moving)
    order = bounded[np.argsort(times[bounded], kind='stable')]
    rest, before, left = -slope / bend, 0.0, len(order)
    for b in order.tolist():
        dt = times[b] - before
        if rest < dt:
            break
        rest, before, left = rest, times[b], left - 1
        place[b] = high[b] if d[b] > 0 else low[b]
        free[b] = False
        z, part = place[b] - x[b], d[b]
        d[b] = 0.0
        slope += dt * bend + part * part - theta * part * z
        bend -= theta * part * part
        if W is not None:
            row = W[b]
            c = c + dt * p
            weighted = memory.middle(row)
            slope += part * (c @ weighted)
            bend += 2.0 * part * (p @ weighted) - part * part * (row @ weighted)
            p = p - part * row
        bend = max(EPS * first_bend, bend)
        rest = 0.0 if left == 0 and everything else -slope / bend
    rest = max(rest, 0.0)
    place[moving & free] += (before + rest) * d[moving & free]
    if W is not None:
        c = c + rest * p
    return place, c, free


def _subspace(x, g, place, c, free, low, high, memory, is_bounded):
    """The minimum of the model over the free variables, from the Cauchy point on, brought back between the
    bounds.
    """
    chosen = np.nonzero(free)[0]
    theta, W = memory.theta, memory.W
    if is_bounded:
        r = -(g + theta * (place - x) - W @ memory.middle(c))[chosen]
    else:
        r = -g
    rows = W[chosen]
    d = r / theta + rows @ memory.reduced(rows.T @ r) / theta ** 2
    start = place[chosen]
    l, u = low[chosen], high[chosen]
    result = place.copy()
    result[chosen] = np.clip(start + d, l, u)
    if ((result[chosen] == l) | (result[chosen] == u)).any() and (result - x) @ g > 0:
        # the projected step leads upwards: go straight, as far as the first bound
        with np.errstate(divide='ignore', invalid='ignore'):
            reach = np.where(d < 0, np.minimum(l - start, 0.0) / d,
                             np.where(d > 0, np.maximum(u - start, 0.0) / d, np.inf))
        hit = int(np.argmin(reach))
        share = min(1.0, reach[hit])
        result[chosen] = start + share * d
        if share < 1:
            result[chosen[hit]] = u[hit] if d[hit] > 0 else l[hit]
    return result


def _longest(x, d, low, high):
    """How far one may go along d."""
    with np.errstate(divide='ignore', invalid='ignore'):
        reach = np.where(d < 0, np.minimum(low - x, 0.0) / d,
                         np.where(d > 0, np.maximum(high - x, 0.0) / d, np.inf))
    return min(1e10, reach.min()) if len(reach) else 1e10


def _projected(x, g, low, high):
    """The size of the projected gradient."""
    return np.abs(np.where(g < 0, np.maximum(x - high, g), np.minimum(x - low, g))).max() if len(x) else 0.0


class _Stopped(Exception):
    """The line search found nothing."""


def _search(f, x, z, value, g, low, high, is_bounded, is_first, maxls):
    """A better place on the way to z: (place, value, gradient, step, slopes before and after)."""
    d = z - x
    slope = g @ d
    most = 1e10 if not is_bounded else 1.0 if is_first else _longest(x, d, low, high)
    step = 1.0
    if is_first and not (np.isfinite(low) & np.isfinite(high)).all():
        step = min(1.0 / np.linalg.norm(d), most)
    if slope >= 0:
        raise _Stopped
    search = MoreThuente(value, slope, step, 1e-3, 0.9, 0.1, 0.0, max(most, step))
    for _ in range(maxls):
        step = search.step
        new = z.copy() if step == 1 else step * d + x
        if is_bounded:
            new = np.clip(new, low, high)
        reached, g_new = f.both(new)
        slope_new = g_new @ d
        if search.advance(reached, slope_new):
            return new, reached, g_new, step, slope, slope_new
    raise _Stopped


def lbfgsb(fun, x0, args=(), jac=None, callback=None, bounds=None, maxcor=10, ftol=2.2204460492503131e-09,
           gtol=1e-5, eps=1e-8,
           maxfun=15000, maxiter=15000, maxls=20, finite_diff_rel_step=None, workers=None, disp=None,
           iprint=None, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    if disp is not None or iprint is not None:
        warnings.warn('scipy.optimize: The `disp` and `iprint` options of the L-BFGS-B solver are deprecated and will be removed in '
                      'SciPy 1.18.0.', DeprecationWarning, stacklevel=4)
    n = len(x0)
    low, high = limits(bounds, n)
    if not maxls > 0:
        raise ValueError('maxls must be positive.')
    is_bounded = bool((np.isfinite(low) | np.isfinite(high)).any())
    x = np.clip(x0, low, high)
    f = Objective(fun, x, args, jac, eps, low, high, finite_diff_rel_step)
    value, g = f.both(x)
    memory, rounds, flag, message = _Memory(maxcor), 0, 0, None
    if _projected(x, g, low, high) <= gtol:
        message = 'CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL'
    while message is None:
        try:
            place, c, free = (x, None, np.ones(n, bool)) if not is_bounded and memory.steps else _cauchy(x, g,
                                                                                                         low,
                                                                                                         high,
                                                                                                         memory)
            memory.choose(free)
            if memory.steps and free.any():
                place = _subspace(x, g, place, c, free, low, high, memory, is_bounded)
            new, reached, g_new, step, slope, slope_new = _search(f, x, place, value, g, low, high,
                                                                  is_bounded, rounds == 0, maxls)
        except (_Stopped, ArithmeticError, np.linalg.LinAlgError):
            if not memory.steps:
                flag, message = 2, 'ABNORMAL: '
                break
            memory.forget()
            continue
        s, y, before = step * (place - x), g_new - g, value
        x, g, value = new, g_new, reached
        rounds += 1
        if stops(callback, x, value):
            flag, message = 2, 'STOP: CALLBACK REQUESTED HALT'
        elif rounds >= maxiter:
            flag, message = 1, 'STOP: TOTAL NO. OF ITERATIONS REACHED LIMIT'
        elif f.nfev > maxfun:
            flag, message = 1, 'STOP: TOTAL NO. OF F,G EVALUATIONS EXCEEDS LIMIT'
        elif _projected(x, g, low, high) <= gtol:
            message = 'CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL'
        elif before - value <= ftol * max(abs(before), abs(value), 1):
            message = 'CONVERGENCE: RELATIVE REDUCTION OF F <= FACTR*EPSMCH'
        else:
            memory.is_new = False
            curvature = (slope_new - slope) * step
            if curvature > EPS * -slope * step:
                try:
                    memory.add(s, y, y @ y / curvature)
                except ArithmeticError:
                    memory.forget()
    from scipy.optimize._lbfgs_operator import LbfgsInvHessProduct
    inverse = LbfgsInvHessProduct(np.array(memory.steps).reshape(-1, n), np.array(memory.changes).reshape(-1, n))
    return OptimizeResult(fun=value, jac=g, nfev=f.nfev, njev=f.ngev, nit=rounds, status=flag, message=message,
                          x=x, success=flag == 0, hess_inv=inverse)
