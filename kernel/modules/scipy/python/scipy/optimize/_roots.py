"""Roots of functions of one variable (bisection, Brent's, Ridder's and Newton's methods)."""

import math
import operator
import warnings

import numpy as np
from scipy.optimize._result import RootResults

__all__ = ['bisect', 'brentq', 'brenth', 'ridder', 'newton', 'root_scalar', 'fixed_point']

XTOL, RTOL, ITERATIONS = 2e-12, 4 * np.finfo(float).eps, 100


class _Counted:
    """A function of one variable with its arguments; counts its calls."""

    def __init__(self, f, args):
        if not callable(f):
            raise TypeError(f'{type(f).__name__!r} object is not callable')
        self.f, self.calls = f, 0
        self.args = args if isinstance(args, tuple) else (args,)

    def __call__(self, x):
        self.calls += 1
        value = self.f(x, *self.args)
        if isinstance(value, np.ndarray) and value.ndim:
            value = value.item()
        if math.isnan(value):
            raise ValueError(f'The function value at x={x} is NaN; solver cannot continue.')
        return float(value)


def _give(x, iterations, f, converged, method, full_output, disp):
    if not converged and disp:
        raise RuntimeError(f'Failed to converge after {iterations} iterations.')
    if full_output:
        return x, RootResults(x, iterations, f.calls, 0 if converged else -2, method)
    return x


def _begin(f, a, b, args, xtol, rtol, maxiter):
    maxiter = operator.index(maxiter)
    if xtol <= 0:
        raise ValueError(f'xtol too small ({xtol:g} <= 0)')
    if rtol < RTOL:
        raise ValueError(f'rtol too small ({rtol:g} < {RTOL:g})')
    if maxiter < 0:
        raise ValueError('maxiter must be >= 0')
    f = _Counted(f, args)
    a, b = float(a), float(b)
    fa, fb = f(a), f(b)
    if fa != 0 and fb != 0 and (fa < 0) == (fb < 0):
        raise ValueError('f(a) and f(b) must have different signs')
    return f, a, b, fa, fb


def bisect(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by halving the interval.

    >>> optimize.bisect(lambda x: x**2 - 1, 0, 2)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    if fa == 0 or fb == 0:
        return _give(a if fa == 0 else b, 0, f, True, 'bisect', full_output, disp)
    width = b - a
    for i in range(1, maxiter + 1):
        width *= 0.5
        x = a + width
        value = f(x)
        if value != 0 and (value < 0) == (fa < 0):
            a = x
        if value == 0 or abs(width) < xtol + rtol * abs(x):
            return _give(x, i, f, True, 'bisect', full_output, disp)
    return _give(a, maxiter, f, False, 'bisect', full_output, disp)


def _brent(f, a, b, fa, fb, xtol, rtol, maxiter, hyperbolic):
    """Brent's method: interpolation where it goes on quickly enough, else bisection. (root, iterations,
    converged)
    """
    before, now, f_before, f_now = a, b, fa, fb
    other = f_other = last = step = 0.0
    if f_before == 0:
        return before, 0, True
    if f_now == 0:
        return now, 0, True
    for i in range(1, maxiter + 1):
        if f_before != 0 and f_now != 0 and (f_before < 0) != (f_now < 0):
            other, f_other = before, f_before
            last = step = now - before
        if abs(f_other) < abs(f_now):
            before, now, other = now, other, now
            f_before, f_now, f_other = f_now, f_other, f_now
        tolerance = (xtol + rtol * abs(now)) / 2
        half = (other - now) / 2
        if f_now == 0 or abs(half) < tolerance:
            return now, i, True
        if abs(last) > tolerance and abs(f_now) < abs(f_before):
            if before == other:
                trial = -f_now * (now - before) / (f_now - f_before)
            else:
                slope = (f_before - f_now) / (before - now)
                slope_other = (f_other - f_now) / (other - now)
                if hyperbolic:
                    trial = -f_now * (f_other - f_before) / (f_other * slope - f_before * slope_other)
                else:
                    trial = -f_now * (f_other * slope_other - f_before * slope) / (slope_other * slope
                                                                                   * (f_other - f_before))
            if 2 * abs(trial) < min(abs(last), 3 * abs(half) - tolerance):
                last, step = step, trial
            else:
                last = step = half
        else:
            last = step = half
        before, f_before = now, f_now
        if abs(step) > tolerance:
            now += step
        else:
            now += tolerance if half > 0 else -tolerance
        f_now = f(now)
    return now, maxiter, False


def brentq(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by Brent's method with quadratic interpolation.

    >>> optimize.brentq(lambda x: x**2 - 1, 0, 2)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    x, i, converged = _brent(f, a, b, fa, fb, xtol, rtol, maxiter, False)
    return _give(x, i, f, converged, 'brentq', full_output, disp)


def brenth(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by Brent's method with hyperbolic interpolation.

    >>> round(optimize.brenth(lambda x: x**2 - 1, 0, 2), 9)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    x, i, converged = _brent(f, a, b, fa, fb, xtol, rtol, maxiter, True)
    return _give(x, i, f, converged, 'brenth', full_output, disp)


def ridder(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by Ridder's method.

    >>> round(optimize.ridder(lambda x: x**2 - 1, 0, 2), 9)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    if fa == 0 or fb == 0:
        return _give(a if fa == 0 else b, 0, f, True, 'ridder', full_output, disp)
    x = a
    for i in range(1, maxiter + 1):
        half = 0.5 * (b - a)
        middle = a + half
        fm = f(middle)
        # the new place stays inside the interval
        step = fm / math.sqrt(fm * fm - fa * fb) * half * (1 if fa - fb > 0 else -1)
        x = middle + math.copysign(min(abs(step), abs(half) - 0.5 * (xtol + rtol * abs(middle))), step)
        fx = f(x)
        if fx != 0 and fm != 0 and (fx < 0) != (fm < 0):
            a, fa, b, fb = x, fx, middle, fm
        elif fx != 0 and fa != 0 and (fx < 0) != (fa < 0):
            b, fb = x, fx
        else:
            a, fa = x, fx
        if fx == 0 or abs(b - a) < xtol + rtol * abs(x):
            return _give(x, i, f, True, 'ridder', full_output, disp)
    return _give(x, maxiter, f, False, 'ridder', full_output, disp)


def newton(func, x0, fprime=None, args=(), tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0,
           full_output=False, disp=True):
    """A root near x0: by Newton's method, Halley's (with fprime2) or the secant method (without fprime).

    >>> round(float(optimize.newton(lambda x: x**3 - 1, 1.5)), 9)
    1.0
    """
    if tol <= 0:
        raise ValueError(f'tol too small ({tol:g} <= 0)')
    maxiter = operator.index(maxiter)
    if maxiter < 1:
        raise ValueError('maxiter must be greater than 0')
    if np.size(x0) > 1:
        return _newton_array(func, x0, fprime, args, tol, maxiter, fprime2, full_output)
    p0 = np.asarray(x0)[()] * 1.0
    calls = 0
    close = lambda a, b: abs(a - b) <= tol + rtol * abs(b)

    def give(root, iterations, flag, method):
        return (root, RootResults(root, iterations, calls, flag, method)) if full_output else root

    if fprime is not None:
        method = 'newton' if fprime2 is None else 'halley'
        for i in range(maxiter):
            value = func(p0, *args)
            calls += 1
            if value == 0:
                return give(p0, i, 0, method)
            slope = fprime(p0, *args)
            calls += 1
            if slope == 0:
                message = 'Derivative was zero.'
                if disp:
                    raise RuntimeError(f'{message} Failed to converge after {i + 1} iterations, value is {p0}.')
                warnings.warn(message, RuntimeWarning, stacklevel=2)
                return give(p0, i + 1, -2, method)
            step = value / slope
            if fprime2:
                bend = fprime2(p0, *args)
                calls += 1
                adjusted = step * bend / slope / 2
                if abs(adjusted) < 1:
                    step /= 1.0 - adjusted
            p = p0 - step
            if close(p, p0):
                return give(p, i + 1, 0, method)
            p0 = p
        p = p0
    else:
        method = 'secant'
        if x1 is not None:
            if x1 == x0:
                raise ValueError('x1 and x0 must be different')
            p1 = x1
        else:
            p1 = p0 * (1 + 1e-4)
            p1 += 1e-4 if p1 >= 0 else -1e-4
        q0, q1 = func(p0, *args), func(p1, *args)
        calls += 2
        if abs(q1) < abs(q0):
            p0, p1, q0, q1 = p1, p0, q1, q0
        for i in range(maxiter):
            if q1 == q0:
                if p1 != p0:
                    message = f'Tolerance of {p1 - p0} reached.'
                    if disp:
                        raise RuntimeError(f'{message} Failed to converge after {i + 1} iterations, value is {p1}.')
                    warnings.warn(message, RuntimeWarning, stacklevel=2)
                return give((p1 + p0) / 2.0, i + 1, -2 if p1 != p0 else 0, method)
            if abs(q1) > abs(q0):
                p = (-q0 / q1 * p1 + p0) / (1 - q0 / q1)
            else:
                p = (-q1 / q0 * p0 + p1) / (1 - q1 / q0)
            if close(p, p1):
                return give(p, i + 1, 0, method)
            p0, q0 = p1, q1
            p1 = p
            q1 = func(p1, *args)
            calls += 1
    if disp:
        raise RuntimeError(f'Failed to converge after {maxiter} iterations, value is {p}.')
    return give(p, maxiter, -2, method)


def _newton_array(func, x0, fprime, args, tol, maxiter, fprime2, full_output):
    """Newton's or the secant method for each element."""
    p = np.array(x0, dtype=float)
    if fprime is None:
        step = np.finfo(float).eps ** 0.33
        p1 = p * (1 + step) + np.where(p >= 0, step, -step)
        q0, q1 = np.asarray(func(p, *args)), np.asarray(func(p1, *args))
        for _ in range(maxiter):
            moves = (q1 != q0)
            if not moves.any():
                break
            gap = np.where(moves, q1 - q0, 1)
            new = np.where(moves, p1 - q1 * (p1 - p) / gap, p1)
            p, q0, done = p1, q1, np.abs(new - p1) <= tol
            p1, q1 = new, np.asarray(func(new, *args))
            if done.all():
                break
        p = p1
        converged = np.abs(q1) < np.inf
        zero = ~converged
    else:
        for _ in range(maxiter):
            value = np.asarray(func(p, *args))
            slope = np.asarray(fprime(p, *args))
            zero = slope == 0
            step = np.where(zero, 0, value / np.where(zero, 1, slope))
            if fprime2 is not None:
                step = step / (1.0 - 0.5 * step * np.asarray(fprime2(p, *args)) / np.where(zero, 1, slope))
            p = p - step
            converged = np.abs(step) <= tol
            if converged.all():
                break
        zero = zero & (value != 0)
    return (p, converged, zero) if full_output else p


def root_scalar(f, args=(), method=None, bracket=None, fprime=None, fprime2=None, x0=None, x1=None, xtol=None,
                rtol=None, maxiter=None,
                options=None):
    """A root of a function of one variable, by the method named or one that fits what is given; a
    RootResults.

    >>> optimize.root_scalar(lambda x: x**3 - 1, bracket=[0, 3], method='bisect').converged
    True
    """
    if not isinstance(args, tuple):
        args = (args,)
    if fprime is True:
        both = f
        f, fprime = (lambda x, *a: both(x, *a)[0]), (lambda x, *a: both(x, *a)[1])
    if not method:
        if bracket is not None:
            method = 'brentq'
        elif x0 is not None:
            method = 'halley' if fprime and fprime2 else 'newton' if fprime else 'secant' if x1 is not None else 'newton'
    if not method:
        raise ValueError('Unable to select a solver as neither bracket nor starting point provided.')
    settings = {k: v for k, v in (('xtol', xtol), ('rtol', rtol), ('maxiter', maxiter)) if v is not None}
    settings.update(options or {})
    bracketing = {'bisect': bisect, 'ridder': ridder, 'brentq': brentq, 'brenth': brenth}
    name = method.lower()
    if name in bracketing:
        if bracket is None or len(bracket) != 2:
            raise ValueError(f'Bracket needed for {method}')
        return bracketing[name](f, bracket[0], bracket[1], args=args, full_output=True, disp=False,
                                **settings)[1]
    if name not in ('newton', 'halley', 'secant'):
        raise ValueError(f'Unknown solver {method}')
    if x0 is None:
        raise ValueError(f'x0 must not be None for {method}')
    if 'xtol' in settings:
        settings['tol'] = settings.pop('xtol')
    if name == 'newton' and not fprime:
        base = f

        def fprime(x, *a):
            step = 1.4901161193847656e-08 * max(1.0, abs(x))
            return (base(x + step, *a) - base(x, *a)) / step
    return newton(f, x0, fprime=None if name == 'secant' else fprime,
                  fprime2=fprime2 if name == 'halley' else None, args=args, x1=x1,
                  full_output=True, disp=False, **settings)[1]


def fixed_point(func, x0, args=(), xtol=1e-8, maxiter=500, method='del2'):
    """Where func(x) is x, by Steffensen's acceleration of the iteration.

    >>> optimize.fixed_point(lambda x: x / 2 + 1, 1.0)
    array(2.)
    """
    p0 = np.asarray(x0, dtype=float)
    for _ in range(maxiter):
        p1 = func(p0, *args)
        if method == 'del2':
            p2 = func(p1, *args)
            bend = p2 - 2.0 * p1 + p0
            flat = bend == 0
            p = np.where(flat, p2, p0 - (p1 - p0) ** 2 / np.where(flat, 1, bend))
        else:
            p = np.asarray(p1)
        error = np.where(p0 == 0, p, (p - p0) / np.where(p0 == 0, 1, p0))
        if np.all(np.abs(error) < xtol):
            return p
        p0 = p
    raise RuntimeError(f'Failed to converge after {maxiter} iterations, value is {p}')
