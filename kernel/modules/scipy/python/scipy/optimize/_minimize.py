"""Minima of functions of several variables."""

import math
import warnings

import numpy as np
from scipy.optimize._lines import BracketError, _bounded, _brent, more_thuente, wolfe_step
from scipy.optimize._result import OptimizeResult, OptimizeWarning

__all__ = ['minimize', 'fmin', 'fmin_powell', 'fmin_cg', 'fmin_bfgs', 'fmin_l_bfgs_b', 'fmin_slsqp', 'brute', 'basinhopping', 'Bounds',
           'LinearConstraint', 'NonlinearConstraint', 'approx_fprime', 'check_grad', 'rosen', 'rosen_der', 'rosen_hess']

EPSILON = math.sqrt(np.finfo(float).eps)
TEXTS = {'success': 'Optimization terminated successfully.', 'calls': 'Maximum number of function evaluations has been exceeded.',
         'rounds': 'Maximum number of iterations has been exceeded.',
         'loss': 'Desired error not necessarily achieved due to precision loss.', 'nan': 'NaN result encountered.',
         'outside': 'The result is outside of the provided bounds.'}


class Bounds:
    """Bounds of variables: lb <= x <= ub.

    >>> optimize.Bounds(0, 1)
    Bounds(array([0]), array([1]))
    """

    __module__ = 'scipy.optimize'

    def __init__(self, lb=-np.inf, ub=np.inf, keep_feasible=False):
        self.lb, self.ub = np.atleast_1d(lb), np.atleast_1d(ub)
        self.keep_feasible = np.atleast_1d(keep_feasible).astype(bool)
        if len(np.broadcast_shapes(self.lb.shape, self.ub.shape)) > 1:
            raise ValueError('`lb`, `ub`, and `keep_feasible` must be broadcastable.')

    def __repr__(self):
        end = '' if not self.keep_feasible.any() else f', keep_feasible={self.keep_feasible!r}'
        return f'Bounds({self.lb!r}, {self.ub!r}{end})'

    def residual(self, x):
        """How far x is from the bounds."""
        return x - self.lb, self.ub - x


class LinearConstraint:
    """lb <= A @ x <= ub."""

    __module__ = 'scipy.optimize'

    def __init__(self, A, lb=-np.inf, ub=np.inf, keep_feasible=False):
        self.A = np.atleast_2d(A).astype(float)
        self.lb, self.ub = np.atleast_1d(lb).astype(float), np.atleast_1d(ub).astype(float)
        self.keep_feasible = np.atleast_1d(keep_feasible).astype(bool)

    def residual(self, x):
        """How far A @ x is from the bounds."""
        return self.A @ x - self.lb, self.ub - self.A @ x


class NonlinearConstraint:
    """lb <= fun(x) <= ub."""

    __module__ = 'scipy.optimize'

    def __init__(self, fun, lb, ub, jac='2-point', hess=None, keep_feasible=False, finite_diff_rel_step=None, finite_diff_jac_sparsity=None):
        self.fun, self.lb, self.ub, self.jac, self.hess, self.keep_feasible = fun, lb, ub, jac, hess, keep_feasible


def _limits(bounds, n):
    if bounds is None:
        return np.full(n, -np.inf), np.full(n, np.inf)
    if isinstance(bounds, Bounds):
        low, high = bounds.lb, bounds.ub
    else:
        if len(bounds) != n:
            raise ValueError('length of x0 != length of bounds')
        low = [-np.inf if pair[0] is None else pair[0] for pair in bounds]
        high = [np.inf if pair[1] is None else pair[1] for pair in bounds]
    low, high = np.broadcast_to(np.asarray(low, float), (n,)), np.broadcast_to(np.asarray(high, float), (n,))
    if (low > high).any():
        raise ValueError('An upper bound is less than the corresponding lower bound.')
    return low, high


class _Objective:
    """A function and its gradient; each is remembered for the last place. Without one given, the gradient is of differences."""

    def __init__(self, fun, x, args, jac, eps=EPSILON, low=None, high=None):
        self.function, self.args, self.eps = fun, args, eps
        self.low, self.high = low, high
        self.jac = jac if callable(jac) else None
        self.together = jac is True
        self.central = jac == '3-point'
        self.nfev = self.ngev = 0
        self.at = self.value = self.gradient_at = None

    def call(self, x):
        self.nfev += 1
        value = self.function(np.copy(x), *self.args)
        if self.together:
            self.slope_at, self.slope = x, np.asarray(value[1], dtype=float)
            value = value[0]
        if not np.isscalar(value):
            try:
                value = np.asarray(value).item()
            except (TypeError, ValueError) as e:
                raise ValueError('The user-provided objective function must return a scalar value.') from e
        return value

    def fun(self, x):
        if self.at is None or not np.array_equal(x, self.at):
            self.at = np.copy(x)
            self.value = self.call(self.at)
        return self.value

    def grad(self, x):
        if self.gradient_at is not None and np.array_equal(x, self.gradient_at):
            return self.gradient
        if self.together:
            self.fun(x)
            self.gradient = np.atleast_1d(self.slope)
        elif self.jac:
            self.gradient = np.atleast_1d(np.asarray(self.jac(np.copy(x), *self.args), dtype=float))
        else:
            self.gradient = self.differences(x)
        self.ngev += 1
        self.gradient_at = np.copy(x)
        return self.gradient

    def differences(self, x):
        base = self.fun(x)
        g = np.empty(len(x))
        for i in range(len(x)):
            held, step = x[i], self.eps
            if held + step - held == 0:
                step = math.copysign(self.eps * max(1.0, abs(held)), held)
            if self.high is not None and held + step > self.high[i] and held - step >= self.low[i]:
                step = -step
            moved = np.copy(x)
            moved[i] = held + step
            if self.central:
                back = np.copy(x)
                back[i] = held - step
                g[i] = (self.call(moved) - self.call(back)) / (moved[i] - back[i])
            else:
                g[i] = (self.call(moved) - base) / (moved[i] - held)
        return g


def _tell(disp, flag, message, value, rounds, calls, gradients=None):
    if not disp:
        return
    if flag:
        warnings.warn(message, OptimizeWarning if gradients is not None else RuntimeWarning, stacklevel=4)
    else:
        print(message)
    print(f'         Current function value: {value:f}')
    print(f'         Iterations: {rounds:d}')
    print(f'         Function evaluations: {calls:d}')
    if gradients is not None:
        print(f'         Gradient evaluations: {gradients:d}')


def _stops(callback, x, value):
    """Tell the caller of an iteration; true: it wants no more."""
    if callback is None:
        return False
    try:
        if getattr(callback, '__code__', None) is not None and callback.__code__.co_varnames[:1] == ('intermediate_result',):
            callback(intermediate_result=OptimizeResult(x=np.copy(x), fun=value))
        else:
            callback(np.copy(x))
    except StopIteration:
        return True
    return False


def _size(g, norm):
    return np.max(np.abs(g)) if norm == np.inf else np.min(np.abs(g)) if norm == -np.inf else np.sum(np.abs(g) ** norm) ** (1.0 / norm)


def _bfgs(fun, x0, args, jac, callback, bounds=None, constraints=(), gtol=1e-5, norm=np.inf, eps=EPSILON, maxiter=None, disp=False,
          return_all=False, xrtol=0, c1=1e-4, c2=0.9, hess_inv0=None, **ignored):
    x = x0
    n = len(x)
    maxiter = n * 200 if maxiter is None else maxiter
    f = _Objective(fun, x, args, jac, eps)
    value, g = f.fun(x), f.grad(x)
    before = value + np.linalg.norm(g) / 2
    identity = np.eye(n, dtype=int)
    inverse = identity if hess_inv0 is None else np.asarray(hess_inv0)
    rounds, flag, path = 0, 0, [x]
    size = _size(g, norm)
    while size > gtol and rounds < maxiter:
        direction = -(inverse @ g)
        step, reached, g_new = wolfe_step(f.fun, f.grad, x, direction, g, value, before, c1, c2)
        if step is None:
            flag = 2
            break
        before, value = value, reached
        s = step * direction
        x = x + s
        path.append(x)
        if g_new is None:
            g_new = f.grad(x)
        y = g_new - g
        g = g_new
        rounds += 1
        if _stops(callback, x, value):
            break
        size = _size(g, norm)
        if size <= gtol or step * _size(direction, 2) <= xrtol * (xrtol + _size(x, 2)):
            break
        if not np.isfinite(value):
            flag = 2
            break
        curvature = y @ s
        rho = 1000.0 if curvature == 0 else 1.0 / curvature
        left = identity - np.outer(s, y) * rho
        inverse = left @ (inverse @ (identity - np.outer(y, s) * rho)) + rho * np.outer(s, s)
    if flag == 2:
        message = TEXTS['loss']
    elif rounds >= maxiter:
        flag, message = 1, TEXTS['rounds']
    elif np.isnan(size) or np.isnan(value) or np.isnan(x).any():
        flag, message = 3, TEXTS['nan']
    else:
        message = TEXTS['success']
    _tell(disp, flag, message, value, rounds, f.nfev, f.ngev)
    result = OptimizeResult(fun=value, jac=g, hess_inv=inverse, nfev=f.nfev, njev=f.ngev, status=flag, success=flag == 0,
                            message=message, x=x, nit=rounds)
    if return_all:
        result['allvecs'] = path
    return result


def _cg(fun, x0, args, jac, callback, bounds=None, constraints=(), gtol=1e-5, norm=np.inf, eps=EPSILON, maxiter=None, disp=False,
        return_all=False, c1=1e-4, c2=0.4, **ignored):
    x = x0
    maxiter = len(x) * 200 if maxiter is None else maxiter
    f = _Objective(fun, x, args, jac, eps)
    value, g = f.fun(x), f.grad(x)
    before = value + np.linalg.norm(g) / 2
    direction = -g
    rounds, flag, path = 0, 0, [x]
    size = _size(g, norm)
    while size > gtol and rounds < maxiter:
        squared = g @ g

        def following(g_new):
            beta = max(0, (g_new - g) @ g_new / squared)
            return -g_new + beta * direction

        def descends(step, place, reached, g_new):
            if _size(g_new, norm) <= gtol:
                return True
            return following(g_new) @ g_new <= -0.01 * (g_new @ g_new)

        step, reached, g_new = wolfe_step(f.fun, f.grad, x, direction, g, value, before, c1, c2, descends)
        if step is None:
            flag = 2
            break
        before, value = value, reached
        x = x + step * direction
        if g_new is None:
            g_new = f.grad(x)
        direction, g = following(g_new), g_new
        size = _size(g, norm)
        path.append(x)
        rounds += 1
        if _stops(callback, x, value):
            break
    if flag == 2:
        message = TEXTS['loss']
    elif rounds >= maxiter:
        flag, message = 1, TEXTS['rounds']
    elif np.isnan(size) or np.isnan(value) or np.isnan(x).any():
        flag, message = 3, TEXTS['nan']
    else:
        message = TEXTS['success']
    _tell(disp, flag, message, value, rounds, f.nfev, f.ngev)
    result = OptimizeResult(fun=value, jac=g, nfev=f.nfev, njev=f.ngev, status=flag, success=flag == 0, message=message, x=x, nit=rounds)
    if return_all:
        result['allvecs'] = path
    return result


def _check_start(x, low, high):
    if (x < low).any() or (x > high).any():
        warnings.warn('Initial guess is not within the specified bounds', OptimizeWarning, stacklevel=4)


class _Enough(Exception):
    pass


def _nelder_mead(fun, x0, args, jac=None, callback=None, bounds=None, constraints=(), maxiter=None, maxfev=None, disp=False,
                 return_all=False, initial_simplex=None, xatol=1e-4, fatol=1e-4, adaptive=False, **ignored):
    n = len(x0)
    low, high = _limits(bounds, n) if bounds is not None else (None, None)
    grow, expand, shrink_to, shrink_all = (1, 1 + 2 / n, 0.75 - 1 / (2 * n), 1 - 1 / n) if adaptive else (1, 2, 0.5, 0.5)
    inside = (lambda x: np.clip(x, low, high)) if low is not None else (lambda x: x)
    if low is not None:
        _check_start(x0, low, high)
        x0 = np.clip(x0, low, high)
    if initial_simplex is None:
        simplex = np.empty((n + 1, n))
        simplex[0] = x0
        for k in range(n):
            corner = np.array(x0, copy=True)
            corner[k] = 1.05 * corner[k] if corner[k] != 0 else 0.00025
            simplex[k + 1] = corner
    else:
        simplex = np.array(np.atleast_2d(initial_simplex), dtype=float)
        if simplex.ndim != 2 or simplex.shape[0] != simplex.shape[1] + 1:
            raise ValueError('`initial_simplex` should be an array of shape (N+1,N)')
        n = simplex.shape[1]
    if maxiter is None and maxfev is None:
        maxiter = maxfev = n * 200
    elif maxiter is None:
        maxiter = n * 200 if maxfev == np.inf else np.inf
    elif maxfev is None:
        maxfev = n * 200 if maxiter == np.inf else np.inf
    if low is not None:
        over = simplex > high
        simplex = np.where(over, 2 * high - simplex, simplex)
        simplex = np.clip(simplex, low, high)
    calls = 0

    def f(x):
        nonlocal calls
        if calls >= maxfev:
            raise _Enough
        calls += 1
        value = fun(np.copy(x), *args)
        return value if np.isscalar(value) else np.asarray(value).item()

    values = np.full(n + 1, np.inf)
    try:
        for k in range(n + 1):
            values[k] = f(simplex[k])
    except _Enough:
        pass
    order = np.argsort(values, kind='stable')
    simplex, values = simplex[order], values[order]
    path = [simplex[0].copy()]
    rounds = 1
    while calls < maxfev and rounds < maxiter:
        try:
            if np.max(np.abs(simplex[1:] - simplex[0])) <= xatol and np.max(np.abs(values[0] - values[1:])) <= fatol:
                break
            middle = np.add.reduce(simplex[:-1], 0) / n
            reflected = inside((1 + grow) * middle - grow * simplex[-1])
            value = f(reflected)
            shrinks = False
            if value < values[0]:
                further = inside((1 + grow * expand) * middle - grow * expand * simplex[-1])
                value_further = f(further)
                if value_further < value:
                    simplex[-1], values[-1] = further, value_further
                else:
                    simplex[-1], values[-1] = reflected, value
            elif value < values[-2]:
                simplex[-1], values[-1] = reflected, value
            elif value < values[-1]:
                nearer = inside((1 + shrink_to * grow) * middle - shrink_to * grow * simplex[-1])
                value_nearer = f(nearer)
                if value_nearer <= value:
                    simplex[-1], values[-1] = nearer, value_nearer
                else:
                    shrinks = True
            else:
                nearer = inside((1 - shrink_to) * middle + shrink_to * simplex[-1])
                value_nearer = f(nearer)
                if value_nearer < values[-1]:
                    simplex[-1], values[-1] = nearer, value_nearer
                else:
                    shrinks = True
            if shrinks:
                for j in range(1, n + 1):
                    simplex[j] = inside(simplex[0] + shrink_all * (simplex[j] - simplex[0]))
                    values[j] = f(simplex[j])
            rounds += 1
        except _Enough:
            pass
        finally:
            order = np.argsort(values, kind='stable')
            simplex, values = simplex[order], values[order]
            path.append(simplex[0].copy())
        if _stops(callback, simplex[0], values[0]):
            break
    x, value = simplex[0], np.min(values)
    flag, message = 0, TEXTS['success']
    if calls >= maxfev:
        flag, message = 1, TEXTS['calls']
    elif rounds >= maxiter:
        flag, message = 2, TEXTS['rounds']
    _tell(disp, flag, message, value, rounds, calls)
    result = OptimizeResult(fun=value, nit=rounds, nfev=calls, status=flag, success=flag == 0, message=message, x=x,
                            final_simplex=(simplex, values))
    if return_all:
        result['allvecs'] = path
    return result


def _reach(x, direction, low, high):
    """How far one may go along a direction without leaving the bounds: (least, most)."""
    moves = np.nonzero(direction)[0]
    if not len(moves):
        return 0.0, 0.0
    x, direction = x[moves], direction[moves]
    below, above = (low[moves] - x) / direction, (high[moves] - x) / direction
    least = np.max(np.where(direction > 0, below, above))
    most = np.min(np.where(direction > 0, above, below))
    return (least, most) if most >= least else (0.0, 0.0)


def _along(f, x, direction, tolerance, value, low, high):
    if not np.any(direction):
        return value, x, direction
    phi = lambda step: f(x + step * direction)
    least, most = (-np.inf, np.inf) if low is None else _reach(x, direction, low, high)
    if np.isneginf(least) and np.isposinf(most):
        try:
            found = _brent(phi, None, (), xtol=tolerance)
            step, value = found.x, found.fun
        except BracketError as e:
            places, values = np.array(e.data[:3]), np.array(e.data[3:6])
            best = int(np.argmin(values)) if not np.isnan(values).any() else 0
            step, value = places[best], values[best]
        direction = step * direction
        return value, x + direction, direction
    if not np.isneginf(least) and not np.isposinf(most):
        found = _bounded(phi, (least, most), xatol=tolerance / 100)
        direction = found.x * direction
    else:
        found = _bounded(lambda angle: phi(np.tan(angle)), (np.arctan(least), np.arctan(most)), xatol=tolerance / 100)
        direction = np.tan(found.x) * direction
    return found.fun, x + direction, direction


def _powell(fun, x0, args, jac=None, callback=None, bounds=None, constraints=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfev=None,
            disp=False, direc=None, return_all=False, **ignored):
    x = x0
    n = len(x)
    if maxiter is None and maxfev is None:
        maxiter = maxfev = n * 1000
    elif maxiter is None:
        maxiter = n * 1000 if maxfev == np.inf else np.inf
    elif maxfev is None:
        maxfev = n * 1000 if maxiter == np.inf else np.inf
    low, high = _limits(bounds, n) if bounds is not None else (None, None)
    if low is not None:
        _check_start(x, low, high)
    directions = np.eye(n, dtype=float) if direc is None else np.array(direc, dtype=float)
    calls = 0

    def f(x):
        nonlocal calls
        if calls >= maxfev:
            raise _Enough
        calls += 1
        value = fun(np.copy(x), *args)
        return value if np.isscalar(value) else np.asarray(value).item()

    value = f(x)
    start, rounds, path = x.copy(), 0, [x]
    while True:
        try:
            first, largest, drop = value, 0, 0.0
            for i in range(n):
                held = value
                value, x, _ = _along(f, x, directions[i], xtol * 100, value, low, high)
                if held - value > drop:
                    drop, largest = held - value, i
            rounds += 1
            path.append(x)
            if _stops(callback, x, value):
                break
            if 2.0 * (first - value) <= ftol * (np.abs(first) + np.abs(value)) + 1e-20:
                break
            if calls >= maxfev or rounds >= maxiter or (np.isnan(first) and np.isnan(value)):
                break
            whole = x - start
            start = x.copy()
            most = 1 if low is None else _reach(x, whole, low, high)[1]
            beyond = f(x + min(most, 1) * whole)
            if first > beyond:
                t = 2.0 * (first + beyond - 2.0 * value) * (first - value - drop) ** 2 - drop * (first - beyond) ** 2
                if t < 0.0:
                    value, x, whole = _along(f, x, whole, xtol * 100, value, low, high)
                    if np.any(whole):
                        directions[largest] = directions[-1]
                        directions[-1] = whole
        except _Enough:
            break
    flag, message = 0, TEXTS['success']
    if low is not None and (np.any(low > x) or np.any(x > high)):
        flag, message = 4, TEXTS['outside']
    elif calls >= maxfev:
        flag, message = 1, TEXTS['calls']
    elif rounds >= maxiter:
        flag, message = 2, TEXTS['rounds']
    elif np.isnan(value) or np.isnan(x).any():
        flag, message = 3, TEXTS['nan']
    _tell(disp, flag, message, value, rounds, calls)
    result = OptimizeResult(fun=value, direc=directions, nit=rounds, nfev=calls, status=flag, success=flag == 0, message=message, x=x)
    if return_all:
        result['allvecs'] = path
    return result


class _InverseHessian:
    """The inverse Hessian that pairs of steps and gradients' changes stand for."""

    def __init__(self, steps, changes, n):
        self.sk, self.yk, self.n_corrs, self.shape = np.array(steps).reshape(-1, n), np.array(changes).reshape(-1, n), len(steps), (n, n)
        self.dtype = np.dtype(float)

    def __repr__(self):
        return f'<{self.shape[0]}x{self.shape[1]} LbfgsInvHessProduct with dtype=float64>'

    def matvec(self, x):
        """The product with a vector."""
        q, shares = np.array(x, dtype=float), []
        for s, y in zip(self.sk[::-1], self.yk[::-1]):
            shares.append(s @ q / (y @ s))
            q = q - shares[-1] * y
        for (s, y), share in zip(zip(self.sk, self.yk), shares[::-1]):
            q = q + s * (share - y @ q / (y @ s))
        return q

    dot = matvec

    def todense(self):
        """The whole matrix."""
        return np.array([self.matvec(row) for row in np.eye(self.shape[0])])


def _lbfgsb(fun, x0, args, jac, callback, bounds=None, constraints=(), maxcor=10, ftol=2.2204460492503131e-09, gtol=1e-5, eps=1e-8,
            maxfun=15000, maxiter=15000, maxls=20, disp=None, **ignored):
    n = len(x0)
    low, high = _limits(bounds, n)
    x = np.clip(x0, low, high)
    f = _Objective(fun, x, args, jac, eps, low, high)
    value, g = f.fun(x), f.grad(x)
    projected = lambda x, g: np.max(np.abs(np.clip(x - g, low, high) - x)) if n else 0.0
    steps, changes = [], []
    rounds, flag, message = 0, 0, None
    if projected(x, g) <= gtol:
        message = 'CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL'
    while message is None:
        held = ((x <= low) & (g > 0)) | ((x >= high) & (g < 0))
        free = ~held
        q, shares, pairs = np.where(free, g, 0.0), [], []
        for s, y in zip(steps, changes):
            s, y = np.where(free, s, 0.0), np.where(free, y, 0.0)
            if s @ y > np.finfo(float).eps * (y @ y):
                pairs.append((s, y, 1.0 / (s @ y)))
        for s, y, rho in pairs[::-1]:
            shares.append(rho * (s @ q))
            q = q - shares[-1] * y
        if pairs:
            s, y, rho = pairs[-1]
            q = q / (rho * (y @ y))
        for (s, y, rho), share in zip(pairs, shares[::-1]):
            q = q + s * (share - rho * (y @ q))
        direction = np.clip(x - q, low, high) - x
        d0 = direction @ g
        if d0 >= 0:
            if not steps:
                flag, message = 2, 'ABNORMAL: '
                break
            steps, changes = [], []
            continue
        most = _reach(x, direction, low, high)[1] if bounds is not None else 1e10
        most = min(max(most, 1.0), 1e10)
        first = min(1.0 / np.linalg.norm(direction), most) if rounds == 0 and not np.isfinite(np.where(free, np.minimum(x - low, high - x), np.inf)).all() else min(1.0, most)
        latest = {}

        def phi(step):
            return f.fun(x + step * direction)

        def slope(step):
            latest['x'] = x + step * direction
            latest['gradient'] = f.grad(latest['x'])
            return latest['gradient'] @ direction

        step, reached = more_thuente(phi, slope, first, value, d0, 1e-3, 0.9, 0.1, 0.0, most, maxls)
        if step is None:
            if steps:
                steps, changes = [], []
                continue
            flag, message = 2, 'ABNORMAL: '
            break
        new = np.clip(latest['x'], low, high)
        s, y = new - x, latest['gradient'] - g
        before, value = value, reached
        x, g = new, latest['gradient']
        rounds += 1
        if s @ y > np.finfo(float).eps * -(d0 * step):
            steps, changes = (steps + [s])[-maxcor:], (changes + [y])[-maxcor:]
        if _stops(callback, x, value):
            flag, message = 2, 'STOP: CALLBACK REQUESTED HALT'
        elif rounds >= maxiter:
            flag, message = 1, 'STOP: TOTAL NO. OF ITERATIONS REACHED LIMIT'
        elif f.nfev > maxfun:
            flag, message = 1, 'STOP: TOTAL NO. OF F,G EVALUATIONS EXCEEDS LIMIT'
        elif projected(x, g) <= gtol:
            message = 'CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL'
        elif before - value <= ftol * max(abs(before), abs(value), 1):
            message = 'CONVERGENCE: RELATIVE REDUCTION OF F <= FACTR*EPSMCH'
    return OptimizeResult(fun=value, jac=g, nfev=f.nfev, njev=f.ngev, nit=rounds, status=flag, message=message, x=x, success=flag == 0,
                          hess_inv=_InverseHessian(steps, changes, n))


def _newton_cg(fun, x0, args, jac, callback, bounds=None, constraints=(), hess=None, hessp=None, xtol=1e-5, eps=EPSILON, maxiter=None,
               disp=False, return_all=False, c1=1e-4, c2=0.9, **ignored):
    if jac is None:
        raise ValueError('Jacobian is required for Newton-CG method')
    x = x0
    n = len(x)
    maxiter = n * 200 if maxiter is None else maxiter
    f = _Objective(fun, x, args, jac, eps)
    value, before, products = f.fun(x), None, 0
    limit, change, rounds, flag = n * xtol, 2 * n * xtol, 0, 0
    message = TEXTS['success']
    while change > limit:
        if rounds >= maxiter:
            flag, message = 1, TEXTS['rounds']
            break
        g = f.grad(x)
        size = np.sum(np.abs(g))
        enough = min(0.5, math.sqrt(size)) * size
        z, r = np.zeros(n), g
        p, squared, i = -r, r @ r, 0
        matrix = None
        if hess is not None:
            matrix = np.asarray(hess(np.copy(x), *args), dtype=float)
            products += 1
        for _ in range(20 * n):
            if np.sum(np.abs(r)) <= enough:
                break
            if matrix is not None:
                product = matrix @ p
            elif hessp is not None:
                product = np.asarray(hessp(x, p, *args))
                products += 1
            else:
                product = (f.grad(x + eps * p) - g) / eps
                f.gradient_at = None
            curvature = p @ product
            if 0 <= curvature <= 3 * np.finfo(float).eps:
                break
            if curvature < 0:
                if i == 0:
                    z = squared / -curvature * -g
                break
            share = squared / curvature
            z = z + share * p
            r = r + share * product
            fresh = r @ r
            p, squared = -r + fresh / squared * p, fresh
            i += 1
        step, reached, _ = wolfe_step(f.fun, f.grad, x, z, g, value, before, c1, c2)
        if step is None:
            flag, message = 2, 'Warning: ' + TEXTS['loss']
            break
        before, value = value, reached
        change = np.sum(np.abs(step * z))
        x = x + step * z
        rounds += 1
        if _stops(callback, x, value):
            break
    _tell(disp, flag, message, value, rounds, f.nfev, f.ngev)
    return OptimizeResult(fun=value, jac=f.grad(x), nfev=f.nfev, njev=f.ngev, nhev=products, status=flag, success=flag == 0,
                          message=message, x=x, nit=rounds)


# ---- constraints ----

def _quadratic_step(hessian, g, equal, equal_value, unequal, unequal_value):
    """The d that minimises d'Hd / 2 + g'd where equal @ d + equal_value is 0 and unequal @ d + unequal_value >= 0, by Goldfarb's and
    Idnani's dual method: (d, multipliers) or None."""
    n = len(g)
    inverse = np.linalg.inv(hessian)
    rows = np.vstack([equal, unequal]).reshape(-1, n)
    values = np.concatenate([equal_value, unequal_value])
    count = len(equal_value)
    d = -inverse @ g
    active, u, signs = [], np.zeros(0), {}
    for _ in range(60 + 10 * len(values)):
        slack = rows @ d + values
        worst, place = -1e-11, None
        for k in range(count):
            if k not in active and abs(slack[k]) > 1e-13:
                place = k
                break
        if place is None:
            for k in range(count, len(values)):
                if k not in active and slack[k] < worst * (1 + np.abs(rows[k]).sum()):
                    worst, place = slack[k], k
        missing = [k for k in range(count) if k not in active]
        if place is None:
            if missing and len(active) < n:
                place = None
            break
        sign = -1.0 if place < count and slack[place] > 0 else 1.0
        normal = sign * rows[place]
        add = 0.0
        while True:
            if active:
                basis = np.array([signs[k] * rows[k] for k in active])
                gram = basis @ inverse @ basis.T
                try:
                    r = np.linalg.solve(gram, basis @ inverse @ normal)
                except np.linalg.LinAlgError:
                    return None
                z = inverse @ (normal - basis.T @ r)
            else:
                r, z = np.zeros(0), inverse @ normal
            part, leaving = np.inf, None
            for i, k in enumerate(active):
                if k >= count and r[i] > 1e-14 and u[i] / r[i] < part:
                    part, leaving = u[i] / r[i], i
            curvature = z @ normal
            here = sign * (rows[place] @ d + values[place])
            full = -here / curvature if curvature > 1e-14 else np.inf
            t = min(part, full)
            if np.isinf(t):
                return None
            u = u - t * r
            add += t
            if np.isfinite(full):
                d = d + t * z
            if t == full:
                active.append(place)
                signs[place] = sign
                u = np.append(u, add)
                break
            del active[leaving]
            u = np.delete(u, leaving)
    multipliers = np.zeros(len(values))
    for i, k in enumerate(active):
        multipliers[k] = signs[k] * u[i]
    return d, multipliers


def _constraint_list(constraints, x0):
    """Each as (is an equality, function, Jacobian or None), as values that are to be 0 or positive."""
    if isinstance(constraints, (dict, LinearConstraint, NonlinearConstraint)):
        constraints = [constraints]
    found = []
    for place, one in enumerate(constraints):
        if isinstance(one, dict):
            try:
                kind = one['type'].lower()
            except KeyError as e:
                raise KeyError(f'Constraint {place} has no type defined.') from e
            if kind not in ('eq', 'ineq'):
                raise ValueError(f"Unknown constraint type '{one['type']}'.")
            if 'fun' not in one:
                raise ValueError(f'Constraint {place} has no function defined.')
            more = one.get('args', ())
            jac = one.get('jac')
            found.append((kind == 'eq', lambda x, f=one['fun'], a=more: np.atleast_1d(np.asarray(f(x, *a), dtype=float)).ravel(),
                          (lambda x, f=jac, a=more: np.atleast_2d(np.asarray(f(x, *a), dtype=float))) if callable(jac) else None))
            continue
        if isinstance(one, LinearConstraint):
            fun, jac = (lambda x, A=one.A: A @ x), (lambda x, A=one.A: A)
        else:
            fun = lambda x, f=one.fun: np.atleast_1d(np.asarray(f(x), dtype=float)).ravel()
            jac = (lambda x, f=one.jac: np.atleast_2d(np.asarray(f(x), dtype=float))) if callable(one.jac) else None
        low, high = one.lb, one.ub

        def pick(sign, bound, chosen, fun=fun, jac=jac):
            value = lambda x: sign * (fun(x) - bound)[chosen]
            slope = (lambda x: sign * jac(x)[chosen]) if jac else None
            return value, slope

        low, high = np.asarray(low, float), np.asarray(high, float)
        size = len(fun(x0))
        low, high = np.broadcast_to(low, (size,)), np.broadcast_to(high, (size,))
        same = low == high
        for is_equal, sign, bound, chosen in ((True, 1.0, low, same), (False, 1.0, low, ~same & np.isfinite(low)),
                                              (False, -1.0, high, ~same & np.isfinite(high))):
            if chosen.any():
                value, slope = pick(sign, np.where(np.isfinite(bound), bound, 0.0), chosen)
                found.append((is_equal, value, slope))
    return found


def _slsqp(fun, x0, args, jac, callback, bounds=None, constraints=(), maxiter=100, ftol=1e-6, eps=EPSILON, disp=False, **ignored):
    n = len(x0)
    low, high = _limits(bounds, n)
    parts = _constraint_list(constraints, x0)
    x = np.clip(x0, low, high)
    f = _Objective(fun, x, args, jac, eps, low, high)

    def gather(x, wants_equal):
        values = [value(x) for is_equal, value, _ in parts if is_equal == wants_equal]
        return np.concatenate(values) if values else np.zeros(0)

    def slopes(x, wants_equal):
        rows = [np.zeros((0, n))]
        for is_equal, value, slope in parts:
            if is_equal != wants_equal:
                continue
            if slope:
                rows.append(slope(x))
                continue
            base = value(x)
            block = np.empty((len(base), n))
            for i in range(n):
                moved = np.copy(x)
                step = eps if x[i] + eps <= high[i] else -eps
                moved[i] += step
                block[:, i] = (value(moved) - base) / (moved[i] - x[i])
            rows.append(block)
        return np.vstack(rows)

    value, g = f.fun(x), f.grad(x)
    equal, unequal = gather(x, True), gather(x, False)
    a_equal, a_unequal = slopes(x, True), slopes(x, False)
    if len(equal) > n:
        return OptimizeResult(x=x, fun=value, jac=g, nit=1, nfev=f.nfev, njev=f.ngev, status=2,
                              message='More equality constraints than independent variables', success=False)
    hessian, penalty = np.eye(n), np.zeros(len(equal) + len(unequal))
    has_low, has_high = np.isfinite(low), np.isfinite(high)
    box = np.vstack([np.eye(n)[has_low], -np.eye(n)[has_high]])
    rounds, status, multipliers, resets = 0, 9, np.zeros(len(penalty)), 0
    while rounds < maxiter:
        rounds += 1
        limits = np.concatenate([(x - low)[has_low], (high - x)[has_high]])
        solved = _quadratic_step(hessian, g, a_equal, equal, np.vstack([a_unequal, box]), np.concatenate([unequal, limits]))
        if solved is None:  # the linearised constraints contradict each other: relaxed by one more variable
            wide = np.zeros((n + 1, n + 1))
            wide[:n, :n] = hessian
            wide[n, n] = 1e4
            sol = _quadratic_step(wide, np.append(g, 0.0), np.hstack([a_equal, -equal[:, None]]),
                                  equal, np.vstack([np.hstack([a_unequal, np.maximum(-unequal, 0)[:, None]]),
                                                    np.hstack([box, np.zeros((len(box), 1))]), np.eye(n + 1)[n:], -np.eye(n + 1)[n:]]),
                                  np.concatenate([unequal, limits, [0.0, 1.0]]))
            if sol is None:
                status = 4
                break
            solved = sol[0][:n], sol[1]
        d, multipliers = solved[0], solved[1][:len(penalty)]
        violation = np.concatenate([np.abs(equal), np.maximum(-unequal, 0)])
        penalty = np.maximum(np.abs(multipliers), (penalty + np.abs(multipliers)) / 2)
        merit = lambda value, equal, unequal: value + penalty @ np.concatenate([np.abs(equal), np.maximum(-unequal, 0)])
        now = merit(value, equal, unequal)
        slope = g @ d - penalty @ violation
        descent = abs(g @ d) + np.abs(multipliers) @ violation
        if descent < ftol and violation.sum() < ftol:
            status = 0
            break
        if slope >= 0:
            resets += 1
            hessian = np.eye(n)
            if resets > 5:
                status = 0 if descent < 10 * ftol and violation.sum() < 10 * ftol else 8
                break
            continue
        step = 1.0
        for _ in range(11):
            new = np.clip(x + step * d, low, high)
            new_value = f.fun(new)
            new_equal, new_unequal = gather(new, True), gather(new, False)
            gain = merit(new_value, new_equal, new_unequal) - now
            if gain <= slope * step / 10:
                break
            step *= max(slope * step / (2.0 * (slope * step - gain)), 0.1) if np.isfinite(gain) else 0.1
        old_value, old_g, old_equal_slopes, old_unequal_slopes = value, g, a_equal, a_unequal
        s = new - x
        x, value, equal, unequal = new, new_value, new_equal, new_unequal
        violated = np.abs(equal).sum() + np.maximum(-unequal, 0).sum()
        if (abs(value - old_value) < ftol or np.linalg.norm(s) < ftol) and violated < ftol:
            g = f.grad(x)
            status = 0
            if _stops(callback, x, value):
                break
            break
        g = f.grad(x)
        a_equal, a_unequal = slopes(x, True), slopes(x, False)
        if _stops(callback, x, value):
            break
        every, every_old = np.vstack([a_equal, a_unequal]), np.vstack([old_equal_slopes, old_unequal_slopes])
        y = (g - every.T @ multipliers) - (old_g - every_old.T @ multipliers)
        product = hessian @ s
        curvature, stretch = s @ y, s @ product
        if stretch <= 0:
            continue
        if curvature < 0.2 * stretch:  # Powell's damping
            share = 0.8 * stretch / (stretch - curvature)
            y = share * y + (1 - share) * product
            curvature = s @ y
        hessian = hessian + np.outer(y, y) / curvature - np.outer(product, product) / stretch
    message = {0: 'Optimization terminated successfully', 4: 'Inequality constraints incompatible',
               8: 'Positive directional derivative for linesearch', 9: 'Iteration limit reached'}[status]
    if disp:
        print(f'{message}    (Exit mode {status})')
        print('            Current function value:', value)
        print('            Iterations:', rounds)
        print('            Function evaluations:', f.nfev)
        print('            Gradient evaluations:', f.ngev)
    return OptimizeResult(x=x, fun=value, jac=g, nit=rounds, nfev=f.nfev, njev=f.ngev, status=status, message=message,
                          success=status == 0, multipliers=multipliers)


def _trust_exact(fun, x0, args, jac, callback, **options):
    return _newton_cg(fun, x0, args, jac, callback, **options)


METHODS = {'nelder-mead': _nelder_mead, 'powell': _powell, 'cg': _cg, 'bfgs': _bfgs, 'newton-cg': _newton_cg, 'l-bfgs-b': _lbfgsb,
           'tnc': _lbfgsb, 'slsqp': _slsqp, 'cobyla': _slsqp, 'cobyqa': _slsqp, 'trust-constr': _slsqp, 'dogleg': _trust_exact,
           'trust-ncg': _trust_exact, 'trust-exact': _trust_exact, 'trust-krylov': _trust_exact}
TOLERANCES = {'nelder-mead': ('xatol', 'fatol'), 'newton-cg': ('xtol',), 'powell': ('xtol', 'ftol'), 'tnc': ('ftol', 'gtol'),
              'slsqp': ('ftol',), 'l-bfgs-b': ('ftol', 'gtol'), 'bfgs': ('gtol',), 'cg': ('gtol',)}


def minimize(fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None,
             options=None):
    """A minimum of a function of several variables, near x0, as an OptimizeResult.

    method: 'Nelder-Mead', 'Powell', 'CG', 'BFGS' (the default), 'Newton-CG', 'L-BFGS-B' (the default with bounds), 'SLSQP' (with
    constraints); the others that SciPy names are done by the nearest of these.

    >>> optimize.minimize(lambda x: (x[0] - 1)**2, [0.0]).x.round(4)
    array([1.])
    """
    x0 = np.atleast_1d(np.asarray(x0))
    if x0.ndim != 1:
        raise ValueError("'x0' must only have one dimension.")
    x0 = x0.astype(float)
    args = args if isinstance(args, tuple) else (args,)
    if method is None:
        method = 'SLSQP' if constraints else 'L-BFGS-B' if bounds is not None else 'BFGS'
    options = dict(options or {})
    if callable(method):
        return method(fun, x0, args=args, jac=jac, hess=hess, hessp=hessp, bounds=bounds, constraints=constraints, callback=callback,
                      **options)
    name = method.lower()
    if name not in METHODS:
        raise ValueError(f'Unknown solver {method}')
    if name in ('nelder-mead', 'powell') and jac:
        warnings.warn(f'Method {method} does not use gradient information (jac).', RuntimeWarning, stacklevel=2)
    if name not in ('newton-cg', 'dogleg', 'trust-ncg', 'trust-constr', 'trust-krylov', 'trust-exact', '_custom') and hess is not None:
        warnings.warn(f'Method {method} does not use Hessian information (hess).', RuntimeWarning, stacklevel=2)
    if name in ('bfgs', 'cg', 'newton-cg', 'dogleg', 'trust-ncg') and (bounds is not None or np.any(constraints)):
        warnings.warn(f'Method {method} cannot handle constraints nor bounds.' if np.any(constraints)
                      else f'Method {method} cannot handle bounds.', RuntimeWarning, stacklevel=2)
    if tol is not None:
        for key in TOLERANCES.get(name, ('gtol',)):
            options.setdefault(key, tol)
    if METHODS[name] is _newton_cg or METHODS[name] is _trust_exact:
        options.update(hess=hess, hessp=hessp)
    if name in ('bfgs', 'cg', 'newton-cg'):
        bounds = None
    if not (callable(jac) or jac is True or jac == '3-point'):
        jac = None
    if bounds is not None and not isinstance(bounds, Bounds):
        _limits(bounds, len(x0))
    result = METHODS[name](fun, x0, args, jac, callback, bounds=bounds, constraints=constraints, **options)
    return result


def _full(result, names, full_output, retall):
    if full_output:
        found = tuple(result[name] for name in names)
        return found + ((result['allvecs'],) if retall else ())
    return (result['x'], result['allvecs']) if retall else result['x']


def fmin(func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0, callback=None,
         initial_simplex=None):
    """A minimum by the downhill simplex of Nelder and Mead.

    >>> optimize.fmin(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(3)
    array([1.])
    """
    args = args if isinstance(args, tuple) else (args,)
    result = _nelder_mead(func, np.atleast_1d(x0).astype(float).ravel(), args, None, callback, maxiter=maxiter, maxfev=maxfun, disp=disp,
                          return_all=retall, initial_simplex=initial_simplex, xatol=xtol, fatol=ftol)
    return _full(result, ('x', 'fun', 'nit', 'nfev', 'status'), full_output, retall)


def fmin_powell(func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0, callback=None,
                direc=None):
    """A minimum by Powell's method of directions.

    >>> optimize.fmin_powell(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(3)
    array([1.])
    """
    args = args if isinstance(args, tuple) else (args,)
    result = _powell(func, np.atleast_1d(x0).astype(float).ravel(), args, None, callback, xtol=xtol, ftol=ftol, maxiter=maxiter,
                     maxfev=maxfun, disp=disp, direc=direc, return_all=retall)
    return _full(result, ('x', 'fun', 'direc', 'nit', 'nfev', 'status'), full_output, retall)


def fmin_cg(f, x0, fprime=None, args=(), gtol=1e-5, norm=np.inf, epsilon=EPSILON, maxiter=None, full_output=0, disp=1, retall=0,
            callback=None, c1=1e-4, c2=0.4):
    """A minimum by conjugate gradients.

    >>> optimize.fmin_cg(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(4)
    array([1.])
    """
    args = args if isinstance(args, tuple) else (args,)
    result = _cg(f, np.atleast_1d(x0).astype(float).ravel(), args, fprime, callback, gtol=gtol, norm=norm, eps=epsilon, maxiter=maxiter,
                 disp=disp, return_all=retall, c1=c1, c2=c2)
    return _full(result, ('x', 'fun', 'nfev', 'njev', 'status'), full_output, retall)


def fmin_bfgs(f, x0, fprime=None, args=(), gtol=1e-5, norm=np.inf, epsilon=EPSILON, maxiter=None, full_output=0, disp=1, retall=0,
              callback=None, xrtol=0, c1=1e-4, c2=0.9, hess_inv0=None):
    """A minimum by the method of Broyden, Fletcher, Goldfarb and Shanno.

    >>> optimize.fmin_bfgs(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(4)
    array([1.])
    """
    args = args if isinstance(args, tuple) else (args,)
    result = _bfgs(f, np.atleast_1d(x0).astype(float).ravel(), args, fprime, callback, gtol=gtol, norm=norm, eps=epsilon, maxiter=maxiter,
                   disp=disp, return_all=retall, xrtol=xrtol, c1=c1, c2=c2, hess_inv0=hess_inv0)
    return _full(result, ('x', 'fun', 'jac', 'hess_inv', 'nfev', 'njev', 'status'), full_output, retall)


def fmin_l_bfgs_b(func, x0, fprime=None, args=(), approx_grad=0, bounds=None, m=10, factr=1e7, pgtol=1e-5, epsilon=1e-8, maxfun=15000,
                  maxiter=15000, callback=None, maxls=20):
    """A minimum within bounds: (x, value, details).

    >>> optimize.fmin_l_bfgs_b(lambda x: (x[0] - 1)**2, [0.0], approx_grad=True)[0].round(4)
    array([1.])
    """
    jac = None if approx_grad else fprime if fprime is not None else True
    result = _lbfgsb(func, np.atleast_1d(x0).astype(float).ravel(), args if isinstance(args, tuple) else (args,), jac, callback, bounds,
                     maxcor=m, ftol=factr * np.finfo(float).eps, gtol=pgtol, eps=epsilon, maxfun=maxfun, maxiter=maxiter, maxls=maxls)
    return result.x, result.fun, {'grad': result.jac, 'task': result.message, 'funcalls': result.nfev, 'nit': result.nit,
                                  'warnflag': result.status}


def fmin_slsqp(func, x0, eqcons=(), f_eqcons=None, ieqcons=(), f_ieqcons=None, bounds=(), fprime=None, fprime_eqcons=None,
               fprime_ieqcons=None, args=(), iter=100, acc=1e-6, iprint=1, disp=None, full_output=0, epsilon=EPSILON, callback=None):
    """A minimum under constraints, by sequential quadratic programming.

    >>> optimize.fmin_slsqp(lambda x: (x[0] - 1)**2, [0.0], iprint=0).round(4)
    array([1.])
    """
    constraints = [{'type': 'eq', 'fun': c, 'args': args} for c in eqcons] + [{'type': 'ineq', 'fun': c, 'args': args} for c in ieqcons]
    if f_eqcons:
        constraints.append({'type': 'eq', 'fun': f_eqcons, 'jac': fprime_eqcons, 'args': args})
    if f_ieqcons:
        constraints.append({'type': 'ineq', 'fun': f_ieqcons, 'jac': fprime_ieqcons, 'args': args})
    result = minimize(func, x0, args, 'SLSQP', fprime, bounds=bounds if len(bounds) else None, constraints=constraints, callback=callback,
                      options={'maxiter': iter, 'ftol': acc, 'disp': iprint > 0 if disp is None else disp, 'eps': epsilon})
    return (result.x, result.fun, result.nit, result.status, result.message) if full_output else result.x


def brute(func, ranges, args=(), Ns=20, full_output=0, finish=fmin, disp=False, workers=1):
    """The least value over a grid, made better by `finish`.

    >>> optimize.brute(lambda x: (x[0] - 1)**2, (slice(0, 2, 0.5),), finish=None)
    np.float64(1.0)
    """
    n = len(ranges)
    places = []
    for one in ranges:
        one = one if isinstance(one, slice) else slice(one[0], one[1], complex(0, Ns) if len(one) < 3 else one[2])
        places.append(one)
    grid = np.mgrid[tuple(places)]
    points = grid.reshape(n, -1).T
    args = args if isinstance(args, tuple) else (args,)
    values = np.array([np.asarray(func(point if n > 1 else point, *args)).item() for point in points]).reshape(grid.shape[1:])
    best = np.unravel_index(np.argmin(values), values.shape)
    x = np.array([grid[(k,) + tuple(best)] for k in range(n)])
    value = values[best]
    if n == 1:
        grid, x = grid[0], x[0]
    if callable(finish):
        if finish is fmin:
            found = fmin(func, x, args=args, full_output=1, disp=disp)
            x, value, success = found[0], found[1], found[-1] == 0
        else:
            found = finish(func, x, args=args)
            x, value, success = (found.x, found.fun, found.success) if isinstance(found, OptimizeResult) else (found[0], found[1], True)
        if not success and disp:
            warnings.warn('Either final optimization did not succeed or `finish` does not return `statuscode` as its last argument.',
                          RuntimeWarning, stacklevel=2)
    return (x, value, grid, values) if full_output else x


def basinhopping(func, x0, niter=100, T=1.0, stepsize=0.5, minimizer_kwargs=None, take_step=None, accept_test=None, callback=None,
                 interval=50, disp=False, niter_success=None, rng=None, *, seed=None, target_accept_rate=0.5, stepwise_factor=0.9):
    """A minimum among many: local searches from places that are displaced at random.

    >>> optimize.basinhopping(lambda x: (x[0] - 1)**2, [0.0], niter=2, rng=0).x.round(4)
    array([1.])
    """
    generator = np.random.default_rng(rng if rng is not None else seed)
    settings = dict(minimizer_kwargs or {})
    x = np.array(x0, dtype=float)
    found = minimize(func, x, **settings)
    x, value, best = found.x, found.fun, found
    calls, gradients, failures, same, accepted = found.nfev, found.get('njev', 0), int(not found.success), 0, 0
    if callback is not None:
        callback(best.x, best.fun, True)
    message = ['requested number of basinhopping iterations completed successfully']
    rounds = 0
    for rounds in range(1, niter + 1):
        trial = take_step(np.copy(x)) if take_step else x + generator.uniform(-stepsize, stepsize, np.shape(x))
        found = minimize(func, trial, **settings)
        calls, gradients, failures = calls + found.nfev, gradients + found.get('njev', 0), failures + (not found.success)
        chance = 1.0 if found.fun <= value else math.exp(min(0, -(found.fun - value) / T)) if T else 0.0
        accept = generator.uniform() <= chance
        if accept_test is not None and not accept_test(f_new=found.fun, x_new=found.x, f_old=value, x_old=x):
            accept = False
        if accept:
            x, value = found.x, found.fun
            accepted += 1
        if take_step is None and rounds % interval == 0:
            stepsize = stepsize / stepwise_factor if accepted / rounds > target_accept_rate else stepsize * stepwise_factor
        same += 1
        if accept and found.fun < best.fun:
            best, same = found, 0
        if callback is not None and callback(found.x, found.fun, accept):
            message = ['callback function requested stop early by returning True']
            break
        if niter_success is not None and same > niter_success:
            message = ['success condition satisfied']
            break
    return OptimizeResult(nit=rounds, nfev=calls, njev=gradients, minimization_failures=failures, lowest_optimization_result=best,
                          x=np.copy(best.x), fun=best.fun, message=message, success=best.success)


def approx_fprime(xk, f, epsilon=EPSILON, *args):
    """The gradient by differences.

    >>> optimize.approx_fprime(np.array([1.0]), lambda x: x[0]**2).round(6)
    array([2.])
    """
    xk = np.asarray(xk, dtype=float)
    base = f(xk, *args)
    steps = np.broadcast_to(epsilon, xk.shape)
    columns = []
    for i in range(xk.size):
        moved = np.copy(xk)
        moved[i] += steps[i]
        columns.append((f(moved, *args) - base) / (moved[i] - xk[i]))
    return np.array(columns) if np.ndim(base) == 0 else np.array(columns).T


def check_grad(func, grad, x0, *args, epsilon=EPSILON, direction='all', seed=None):
    """How far a gradient is from one by differences.

    >>> bool(optimize.check_grad(lambda x: x[0]**2, lambda x: 2 * x, np.array([1.0])) < 1e-6)
    True
    """
    return np.sqrt(np.sum((np.asarray(grad(x0, *args)) - approx_fprime(x0, func, epsilon, *args)) ** 2))


def rosen(x):
    """Rosenbrock's function.

    >>> optimize.rosen(np.ones(3))
    np.float64(0.0)
    """
    x = np.asarray(x)
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0, axis=0, dtype=x.dtype)


def rosen_der(x):
    """The gradient of Rosenbrock's function.

    >>> optimize.rosen_der(np.ones(2))
    array([0., 0.])
    """
    x = np.asarray(x)
    slope = np.zeros_like(x)
    slope[1:-1] = 200 * (x[1:-1] - x[:-2] ** 2) - 400 * (x[2:] - x[1:-1] ** 2) * x[1:-1] - 2 * (1 - x[1:-1])
    slope[0] = -400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0])
    slope[-1] = 200 * (x[-1] - x[-2] ** 2)
    return slope


def rosen_hess(x):
    """The Hessian of Rosenbrock's function.

    >>> optimize.rosen_hess(np.ones(2))
    array([[ 802., -400.],
           [-400.,  200.]])
    """
    x = np.atleast_1d(x)
    matrix = np.diag(-400 * x[:-1], 1) - np.diag(400 * x[:-1], -1)
    main = np.zeros(len(x), dtype=x.dtype)
    main[0] = 1200 * x[0] ** 2 - 400 * x[1] + 2
    main[-1] = 200
    main[1:-1] = 202 + 1200 * x[1:-1] ** 2 - 400 * x[2:]
    return matrix + np.diag(main)
