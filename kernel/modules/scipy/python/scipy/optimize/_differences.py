"""Derivatives by differences: forward, central (or of second order to one side, where a bound is near), or
along the imaginary axis.
"""

import math

import numpy as np

__all__ = ['approx_fprime', 'check_grad', 'derivative', 'KINDS']

EPS = np.finfo(float).eps
EPSILON = math.sqrt(EPS)
KINDS = ('2-point', '3-point', 'cs')


def _steps(x, kind, absolute, relative):
    sign = np.where(x >= 0, 1.0, -1.0)
    usual = (EPS ** (1 / 3) if kind == '3-point' else EPSILON) * sign * np.maximum(1.0, np.abs(x))
    if absolute is not None:
        h = np.broadcast_to(np.asarray(absolute, dtype=float), x.shape)
    elif relative is not None:
        h = relative * sign * np.abs(x)
    else:
        return usual
    return np.where((x + h) - x == 0, usual, h)


def _inside(x, h, kind, low, high):
    """Steps that stay between the bounds, and which are to be taken to one side only."""
    one_sided = np.full(x.shape, kind == '2-point')
    if kind == 'cs' or (np.isneginf(low).all() and np.isposinf(high).all()):
        return h, one_sided
    below, above = x - low, high - x
    if kind == '2-point':
        leaves = (x + h < low) | (x + h > high)
        fits = np.abs(h) <= np.maximum(below, above)
        h = np.where(leaves & fits, -h, h)
        return np.where(fits, h, np.where(above >= below, above, -below)), one_sided
    h = np.abs(h)
    central = (below >= h) & (above >= h)
    up = (above >= below) & ~central
    down = (above < below) & ~central
    h = np.where(up, np.minimum(h, 0.5 * above), np.where(down, -np.minimum(h, 0.5 * below), h))
    nearest = np.minimum(above, below)
    wide = ~central & (np.abs(h) <= nearest)
    return np.where(wide, nearest, h), ~central & ~wide


def derivative(f, x, kind, fx, low=-np.inf, high=np.inf, absolute=None, relative=None):
    """The gradient (a Jacobian, where f gives vectors) at x, where f is fx already."""
    x = np.asarray(x, dtype=float)
    h, one_sided = _inside(x, _steps(x, kind, absolute, relative), kind, low, high)
    rows = []
    for i in range(x.size):
        if kind == 'cs':
            moved = x.astype(complex)
            moved[i] += h[i] * 1j
            rows.append(np.imag(f(moved)) / h[i])
            continue
        moved = x.copy()
        moved[i] = x[i] + h[i]
        if kind == '2-point':
            rows.append((f(moved) - fx) / (moved[i] - x[i]))
            continue
        other = x.copy()
        if one_sided[i]:
            other[i] = x[i] + 2 * h[i]
            change = -3.0 * fx + 4 * f(moved) - f(other)
        else:
            moved[i], other[i] = x[i] - h[i], x[i] + h[i]
            first = f(moved)
            change = f(other) - first
        rows.append(change / (other[i] - (x[i] if one_sided[i] else moved[i])))
    return np.array(rows).T


def approx_fprime(xk, f, epsilon=EPSILON, *args):
    """The gradient by forward differences.

    >>> optimize.approx_fprime(np.array([1.0]), lambda x: x[0]**2).round(6)
    array([2.])
    """
    xk = np.asarray(xk, dtype=float)
    function = lambda x: np.asarray(f(x, *args), dtype=float)
    return derivative(function, np.atleast_1d(xk), '2-point', function(xk), absolute=epsilon)


def check_grad(func, grad, x0, *args, epsilon=EPSILON, direction='all', rng=None, seed=None):
    """How far a gradient is from one by differences.

    >>> bool(optimize.check_grad(lambda x: x[0]**2, lambda x: 2 * x, np.array([1.0])) < 1e-6)
    True
    """
    x0 = np.asarray(x0)
    if direction == 'random':
        slope = np.asarray(grad(x0, *args))
        if slope.ndim > 1:
            raise ValueError("'random' can only be used with scalar valued func")
        seed = rng if rng is not None else seed
        draw = np.random.default_rng(seed) if not hasattr(seed, 'standard_normal') else seed
        along = draw.standard_normal(size=x0.shape)
        place, line, exact = np.zeros(1), (lambda t, *a: func(x0 + t * along, *a)), slope @ along
    elif direction == 'all':
        place, line, exact = x0, func, grad(x0, *args)
    else:
        raise ValueError(f'{direction} is not a valid string for ``direction`` argument')
    return np.sqrt(np.sum(np.abs((np.asarray(exact) - approx_fprime(place, line, epsilon, *args)) ** 2)))
