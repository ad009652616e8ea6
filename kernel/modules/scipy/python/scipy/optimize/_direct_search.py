"""Methods that call only the function: the simplex of Nelder and Mead (1965) and Powell's directions
(1964).
"""

import warnings

import numpy as np
from scipy.optimize._bounds import limits
from scipy.optimize._lines import BracketError, _bounded, _brent
from scipy.optimize._objective import Counted, Enough, TEXTS, stops, tell
from scipy.optimize._result import OptimizeResult, OptimizeWarning, tell_unknown

__all__ = ['nelder_mead', 'powell']


def _check_start(x, low, high):
    if (x < low).any() or (x > high).any():
        warnings.warn('Initial guess is not within the specified bounds', OptimizeWarning, stacklevel=4)


def nelder_mead(fun, x0, args=(), callback=None, bounds=None, maxiter=None, maxfev=None, disp=False,
                return_all=False,
                initial_simplex=None, xatol=1e-4, fatol=1e-4, adaptive=False, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    n = len(x0)
    low, high = limits(bounds, n) if bounds is not None else (None, None)
    grow, expand, shrink_to, shrink_all = 1, 2, 0.5, 0.5
    if adaptive:
        expand, shrink_to, shrink_all = 1 + 2 / n, 0.75 - 1 / (2 * n), 1 - 1 / n
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
    f = Counted(fun, args, maxfev)
    values = np.full(n + 1, np.inf)
    try:
        for k in range(n + 1):
            values[k] = f(simplex[k])
    except Enough:
        pass
    order = np.argsort(values, kind='stable')
    simplex, values = simplex[order], values[order]
    path = [simplex[0].copy()]
    rounds = 1
    while f.calls < maxfev and rounds < maxiter:
        try:
            spread = np.max(np.abs(values[0] - values[1:]))
            if np.max(np.abs(simplex[1:] - simplex[0])) <= xatol and spread <= fatol:
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
        except Enough:
            pass
        finally:
            order = np.argsort(values, kind='stable')
            simplex, values = simplex[order], values[order]
            path.append(simplex[0].copy())
        if stops(callback, simplex[0], values[0]):
            break
    x, value = simplex[0], np.min(values)
    flag, message = 0, TEXTS['success']
    if f.calls >= maxfev:
        flag, message = 1, TEXTS['calls']
    elif rounds >= maxiter:
        flag, message = 2, TEXTS['rounds']
    if disp and flag:
        warnings.warn(message, RuntimeWarning, stacklevel=4)
    else:
        tell(disp, flag, message, value, rounds, f.calls)
    result = OptimizeResult(fun=value, nit=rounds, nfev=f.calls, status=flag, success=flag == 0,
                            message=message, x=x,
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
        found = _bounded(lambda angle: phi(np.tan(angle)), (np.arctan(least), np.arctan(most)),
                         xatol=tolerance / 100)
        direction = np.tan(found.x) * direction
    return found.fun, x + direction, direction


def powell(fun, x0, args=(), callback=None, bounds=None, xtol=1e-4, ftol=1e-4, maxiter=None, maxfev=None,
           disp=False,
           direc=None, return_all=False, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    x = x0
    n = len(x)
    if maxiter is None and maxfev is None:
        maxiter = maxfev = n * 1000
    elif maxiter is None:
        maxiter = n * 1000 if maxfev == np.inf else np.inf
    elif maxfev is None:
        maxfev = n * 1000 if maxiter == np.inf else np.inf
    low, high = limits(bounds, n) if bounds is not None else (None, None)
    if low is not None:
        _check_start(x, low, high)
    directions = np.eye(n, dtype=float) if direc is None else np.array(direc, dtype=float)
    f = Counted(fun, args, maxfev)
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
            if stops(callback, x, value):
                break
            if 2.0 * (first - value) <= ftol * (np.abs(first) + np.abs(value)) + 1e-20:
                break
            if f.calls >= maxfev or rounds >= maxiter or (np.isnan(first) and np.isnan(value)):
                break
            whole = x - start
            start = x.copy()
            most = 1 if low is None else _reach(x, whole, low, high)[1]
            beyond = f(x + min(most, 1) * whole)
            if first > beyond:
                t = 2.0 * (first + beyond - 2.0 * value) * (first - value - drop) ** 2
                t -= drop * (first - beyond) ** 2
                if t < 0.0:
                    value, x, whole = _along(f, x, whole, xtol * 100, value, low, high)
                    if np.any(whole):
                        directions[largest] = directions[-1]
                        directions[-1] = whole
        except Enough:
            break
    flag, message = 0, TEXTS['success']
    if low is not None and (np.any(low > x) or np.any(x > high)):
        flag, message = 4, TEXTS['outside']
    elif f.calls >= maxfev:
        flag, message = 1, TEXTS['calls']
    elif rounds >= maxiter:
        flag, message = 2, TEXTS['rounds']
    elif np.isnan(value) or np.isnan(x).any():
        flag, message = 3, TEXTS['nan']
    tell(disp, flag, message, value, rounds, f.calls)
    result = OptimizeResult(fun=value, direc=directions, nit=rounds, nfev=f.calls, status=flag, success=flag == 0, message=message, x=x)
    if return_all:
        result['allvecs'] = path
    return result
