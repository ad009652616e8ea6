"""Minima of functions of one variable: brackets, Brent's and the golden section's search."""

import math

import numpy as np
from scipy.optimize._result import OptimizeResult

__all__ = ['bracket', 'brent', 'golden', 'fminbound', 'minimize_scalar', 'BracketError']

GOLDEN = 1.618034


class BracketError(RuntimeError):
    """No three places with the least value in the middle were found."""


def _bracket(func, xa, xb, args=(), grow_limit=110.0, maxiter=1000):
    xa, xb = np.asarray([xa, xb])
    fa, fb = func(xa, *args), func(xb, *args)
    if fa < fb:
        xa, xb, fa, fb = xb, xa, fb, fa
    xc = xb + GOLDEN * (xb - xa)
    fc = func(xc, *args)
    calls, rounds = 3, 0
    while fc < fb:
        left, right = (xb - xa) * (fb - fc), (xb - xc) * (fb - fa)
        bend = right - left
        divisor = 2e-21 if abs(bend) < 1e-21 else 2.0 * bend
        w = xb - ((xb - xc) * right - (xb - xa) * left) / divisor
        limit = xb + grow_limit * (xc - xb)
        if rounds > maxiter:
            raise RuntimeError('No valid bracket was found before the iteration limit was reached. Consider trying different initial '
                               'points or increasing `maxiter`.')
        rounds += 1
        if (w - xc) * (xb - w) > 0.0:  # the parabola's place lies between
            fw = func(w, *args)
            calls += 1
            if fw < fc:
                xa, xb, fa, fb = xb, w, fb, fw
                break
            if fw > fb:
                xc, fc = w, fw
                break
            w = xc + GOLDEN * (xc - xb)
            fw = func(w, *args)
            calls += 1
        elif (w - limit) * (limit - xc) >= 0.0:
            w = limit
            fw = func(w, *args)
            calls += 1
        elif (w - limit) * (xc - w) > 0.0:
            fw = func(w, *args)
            calls += 1
            if fw < fc:
                xb, xc, fb, fc = xc, w, fc, fw
                w = xc + GOLDEN * (xc - xb)
                fw = func(w, *args)
                calls += 1
        else:
            w = xc + GOLDEN * (xc - xb)
            fw = func(w, *args)
            calls += 1
        xa, xb, xc, fa, fb, fc = xb, xc, w, fb, fc, fw
    return xa, xb, xc, fa, fb, fc, calls


def bracket(func, xa=0.0, xb=1.0, args=(), grow_limit=110.0, maxiter=1000):
    """Three places around a minimum, the function's values there, and how often it was called.

    >>> optimize.bracket(lambda x: x**2, 1, 0.5)[0]
    np.float64(1.0)
    """
    found = _bracket(func, xa, xb, args if isinstance(args, tuple) else (args,), grow_limit, maxiter)
    xa, xb, xc, fa, fb, fc, calls = found
    least = (fb < fc and fb <= fa) or (fb < fa and fb <= fc)
    if not (least and (xa < xb < xc or xc < xb < xa) and np.isfinite([xa, xb, xc]).all()):
        error = BracketError('The algorithm terminated without finding a valid bracket. Consider trying different initial points.')
        error.data = found
        raise error
    return found


def _begin(func, brack, args):
    if brack is None:
        return bracket(func, args=args)
    if len(brack) == 2:
        return bracket(func, brack[0], brack[1], args=args)
    if len(brack) != 3:
        raise ValueError('Bracketing interval must be length 2 or 3 sequence.')
    xa, xb, xc = brack
    if xa > xc:
        xa, xc = xc, xa
    if not (xa < xb < xc):
        raise ValueError('Bracketing values (xa, xb, xc) do not fulfill this requirement: (xa < xb) and (xb < xc)')
    fa, fb, fc = func(xa, *args), func(xb, *args), func(xc, *args)
    if not (fb < fa and fb < fc):
        raise ValueError('Bracketing values (xa, xb, xc) do not fulfill this requirement: (f(xb) < f(xa)) and (f(xb) < f(xc))')
    return xa, xb, xc, fa, fb, fc, 3


def _brent(func, brack=None, args=(), xtol=1.48e-8, maxiter=500, disp=0, **ignored):
    if xtol < 0:
        raise ValueError(f'tolerance should be >= 0, got {xtol!r}')
    xa, xb, xc, fa, fb, fc, calls = _begin(func, brack, args)
    x = w = v = xb
    fx = fw = fv = fb
    a, b = (xa, xc) if xa < xc else (xc, xa)
    last, rounds, ratio, step = 0.0, 0, 0.3819660, 0.0
    while rounds < maxiter:
        tolerance = xtol * abs(x) + 1e-11
        double = 2.0 * tolerance
        middle = 0.5 * (a + b)
        if abs(x - middle) < double - 0.5 * (b - a):
            break
        if abs(last) <= tolerance:
            last = a - x if x >= middle else b - x
            step = ratio * last
        else:
            r, q = (x - w) * (fx - fv), (x - v) * (fx - fw)
            p = (x - v) * q - (x - w) * r
            q = 2.0 * (q - r)
            if q > 0.0:
                p = -p
            q = abs(q)
            before, last = last, step
            if p > q * (a - x) and p < q * (b - x) and abs(p) < abs(0.5 * q * before):
                step = p / q
                u = x + step
                if (u - a) < double or (b - u) < double:
                    step = tolerance if middle - x >= 0 else -tolerance
            else:
                last = a - x if x >= middle else b - x
                step = ratio * last
        if abs(step) < tolerance:
            u = x + tolerance if step >= 0 else x - tolerance
        else:
            u = x + step
        fu = func(u, *args)
        calls += 1
        if fu > fx:
            if u < x:
                a = u
            else:
                b = u
            if fu <= fw or w == x:
                v, w, fv, fw = w, u, fw, fu
            elif fu <= fv or v == x or v == w:
                v, fv = u, fu
        else:
            if u >= x:
                a = x
            else:
                b = x
            v, w, x, fv, fw, fx = w, x, u, fw, fx, fu
        rounds += 1
    success = rounds < maxiter and not (np.isnan(x) or np.isnan(fx))
    if success:
        message = f'\nOptimization terminated successfully;\nThe returned value satisfies the termination criteria\n(using xtol = {xtol} )'
    else:
        message = '\nMaximum number of iterations exceeded' if rounds >= maxiter else 'NaN result encountered.'
    return OptimizeResult(fun=fx, x=x, nit=rounds, nfev=calls, success=success, message=message)


def _golden(func, brack=None, args=(), xtol=1.4901161193847656e-08, maxiter=5000, disp=0, **ignored):
    xa, xb, xc, fa, fb, fc, calls = _begin(func, brack, args)
    share, rest = 0.61803399, 1.0 - 0.61803399
    x3, x0 = xc, xa
    if abs(xc - xb) > abs(xb - xa):
        x1, x2 = xb, xb + rest * (xc - xb)
    else:
        x2, x1 = xb, xb - rest * (xb - xa)
    f1, f2 = func(x1, *args), func(x2, *args)
    calls += 2
    rounds = 0
    for _ in range(maxiter):
        if abs(x3 - x0) <= xtol * (abs(x1) + abs(x2)):
            break
        if f2 < f1:
            x0, x1 = x1, x2
            x2 = share * x1 + rest * x3
            f1, f2 = f2, func(x2, *args)
        else:
            x3, x2 = x2, x1
            x1 = share * x2 + rest * x0
            f2, f1 = f1, func(x1, *args)
        calls += 1
        rounds += 1
    x, value = (x1, f1) if f1 < f2 else (x2, f2)
    success = rounds < maxiter and not (np.isnan(value) or np.isnan(x))
    message = (f'\nOptimization terminated successfully;\nThe returned value satisfies the termination criteria\n(using xtol = {xtol} )'
               if success else '\nMaximum number of iterations exceeded')
    return OptimizeResult(fun=value, nfev=calls, x=x, nit=rounds, success=success, message=message)


def _bounded(func, bounds, args=(), xatol=1e-5, maxiter=500, disp=0, **ignored):
    if len(bounds) != 2:
        raise ValueError('bounds must have two elements.')
    x1, x2 = bounds
    if not (np.size(x1) == 1 and np.size(x2) == 1 and np.isfinite(x1) and np.isfinite(x2)):
        raise ValueError('Optimization bounds must be finite scalars.')
    if x1 > x2:
        raise ValueError('The lower bound exceeds the upper bound.')
    small, ratio = math.sqrt(2.2e-16), 0.5 * (3.0 - math.sqrt(5.0))
    a, b = x1, x2
    second = a + ratio * (b - a)
    third = x = second
    step = last = 0.0
    fx = func(x, *args)
    calls, flag = 1, 0
    f_second = f_third = fx
    middle = 0.5 * (a + b)
    tolerance = small * abs(x) + xatol / 3.0
    double = 2.0 * tolerance
    fu = math.inf
    while abs(x - middle) > double - 0.5 * (b - a):
        by_section = True
        if abs(last) > tolerance:
            by_section = False
            r, q = (x - third) * (fx - f_second), (x - second) * (fx - f_third)
            p = (x - second) * q - (x - third) * r
            q = 2.0 * (q - r)
            if q > 0.0:
                p = -p
            q = abs(q)
            before, last = last, step
            if abs(p) < abs(0.5 * q * before) and p > q * (a - x) and p < q * (b - x):
                step = (p + 0.0) / q
                u = x + step
                if (u - a) < double or (b - u) < double:
                    step = tolerance * (np.sign(middle - x) + (middle - x == 0))
            else:
                by_section = True
        if by_section:
            last = a - x if x >= middle else b - x
            step = ratio * last
        u = x + (np.sign(step) + (step == 0)) * max(abs(step), tolerance)
        fu = func(u, *args)
        calls += 1
        if fu <= fx:
            if u >= x:
                a = x
            else:
                b = x
            second, f_second = third, f_third
            third, f_third = x, fx
            x, fx = u, fu
        else:
            if u < x:
                a = u
            else:
                b = u
            if fu <= f_third or third == x:
                second, f_second = third, f_third
                third, f_third = u, fu
            elif fu <= f_second or second == x or second == third:
                second, f_second = u, fu
        middle = 0.5 * (a + b)
        tolerance = small * abs(x) + xatol / 3.0
        double = 2.0 * tolerance
        if calls >= maxiter:
            flag = 1
            break
    if np.isnan(x) or np.isnan(fx) or np.isnan(fu):
        flag = 2
    message = ('Solution found.', 'Maximum number of function calls reached.',
               'NaN result encountered.')[flag]
    return OptimizeResult(fun=fx, status=flag, success=flag == 0, message=message, x=x, nfev=calls, nit=calls)


def minimize_scalar(fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None):
    """The minimum of a function of one variable. Methods: 'brent', 'golden', and with bounds 'bounded'.

    >>> round(float(optimize.minimize_scalar(lambda x: (x - 2)**2).x), 6)
    2.0
    """
    if not isinstance(args, tuple):
        args = (args,)
    options = dict(options or {})
    method = ('brent' if bounds is None else 'bounded') if method is None else method
    name = method.lower() if isinstance(method, str) else '_custom'
    if bounds is not None and name in ('brent', 'golden'):
        raise ValueError(f'Use of `bounds` is incompatible with \'method={name}\'.')
    if tol is not None:
        options.setdefault('xatol' if name == 'bounded' else 'xtol', tol)
    if name == '_custom':
        return method(fun, args=args, bracket=bracket, bounds=bounds, **options)
    if name == 'brent':
        result = _brent(fun, bracket, args, **options)
    elif name == 'golden':
        result = _golden(fun, bracket, args, **options)
    elif name == 'bounded':
        if bounds is None:
            raise ValueError('The `bounds` parameter is mandatory for method `bounded`.')
        result = _bounded(fun, bounds, args, **options)
    else:
        raise ValueError(f'Unknown solver {method}')
    result.fun = np.asarray(result.fun)[()]
    result.x = np.reshape(result.x, np.shape(result.fun))[()]
    return result


def brent(func, args=(), brack=None, tol=1.48e-8, full_output=0, maxiter=500):
    """The place of a minimum by Brent's method.

    >>> round(float(optimize.brent(lambda x: (x - 2)**2)), 6)
    2.0
    """
    found = _brent(func, brack, args if isinstance(args, tuple) else (args,), xtol=tol, maxiter=maxiter)
    return (found.x, found.fun, found.nit, found.nfev) if full_output else found.x


def golden(func, args=(), brack=None, tol=1.4901161193847656e-08, full_output=0, maxiter=5000):
    """The place of a minimum by the golden section's search.

    >>> round(float(optimize.golden(lambda x: (x - 2)**2)), 6)
    2.0
    """
    found = _golden(func, brack, args if isinstance(args, tuple) else (args,), xtol=tol, maxiter=maxiter)
    return (found.x, found.fun, found.nfev) if full_output else found.x


def fminbound(func, x1, x2, args=(), xtol=1e-5, maxfun=500, full_output=0, disp=1):
    """The place of a minimum between two bounds.

    >>> round(float(optimize.fminbound(lambda x: (x - 2)**2, 0, 3)), 6)
    2.0
    """
    found = _bounded(func, (x1, x2), args if isinstance(args, tuple) else (args,), xatol=xtol, maxiter=maxfun)
    if disp > 1 or (disp == 1 and not found.success):
        print('\n' + found.message)
    return (found.x, found.fun, found.status, found.nfev) if full_output else found.x
