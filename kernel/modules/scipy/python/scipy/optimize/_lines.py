"""Minima of functions of one variable: brackets, Brent's and the golden section's search, and the searches along a direction that
the methods of several variables use (Moré and Thuente, 1994)."""

import math

import numpy as np
from scipy.optimize._result import OptimizeResult

__all__ = ['bracket', 'brent', 'golden', 'fminbound', 'minimize_scalar', 'line_search', 'BracketError']

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
    message = ('Solution found.', 'Maximum number of function calls reached.', 'NaN result encountered.')[flag]
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


# ---- along a direction ----

def _trial(low, f_low, d_low, high, f_high, d_high, x, f, d, bracketed, least, most):
    """The next step of Moré's and Thuente's search and the interval around the minimum."""
    sign = d * (d_low / abs(d_low))
    if f > f_low:  # a higher value: the minimum lies between
        theta = 3.0 * (f_low - f) / (x - low) + d_low + d
        s = max(abs(theta), abs(d_low), abs(d))
        gamma = s * math.sqrt((theta / s) ** 2 - (d_low / s) * (d / s))
        if x < low:
            gamma = -gamma
        r = ((gamma - d_low) + theta) / (((gamma - d_low) + gamma) + d)
        cubic = low + r * (x - low)
        quadratic = low + ((d_low / ((f_low - f) / (x - low) + d_low)) / 2.0) * (x - low)
        new = cubic if abs(cubic - low) <= abs(quadratic - low) else cubic + (quadratic - cubic) / 2.0
        bracketed = True
    elif sign < 0.0:  # a lower value, slopes of opposite signs
        theta = 3.0 * (f_low - f) / (x - low) + d_low + d
        s = max(abs(theta), abs(d_low), abs(d))
        gamma = s * math.sqrt((theta / s) ** 2 - (d_low / s) * (d / s))
        if x > low:
            gamma = -gamma
        r = ((gamma - d) + theta) / (((gamma - d) + gamma) + d_low)
        cubic = x + r * (low - x)
        secant = x + (d / (d - d_low)) * (low - x)
        new = cubic if abs(cubic - x) > abs(secant - x) else secant
        bracketed = True
    elif abs(d) < abs(d_low):  # a lower value, a slope of the same sign that gets smaller
        theta = 3.0 * (f_low - f) / (x - low) + d_low + d
        s = max(abs(theta), abs(d_low), abs(d))
        gamma = s * math.sqrt(max(0.0, (theta / s) ** 2 - (d_low / s) * (d / s)))
        if x > low:
            gamma = -gamma
        r = ((gamma - d) + theta) / ((gamma + (d_low - d)) + gamma)
        if r < 0.0 and gamma != 0.0:
            cubic = x + r * (low - x)
        else:
            cubic = most if x > low else least
        secant = x + (d / (d - d_low)) * (low - x)
        if bracketed:
            new = cubic if abs(cubic - x) < abs(secant - x) else secant
            bound = x + 0.66 * (high - x)
            new = min(bound, new) if x > low else max(bound, new)
        else:
            new = cubic if abs(cubic - x) > abs(secant - x) else secant
            new = min(max(new, least), most)
    elif bracketed:
        theta = 3.0 * (f - f_high) / (high - x) + d_high + d
        s = max(abs(theta), abs(d_high), abs(d))
        gamma = s * math.sqrt((theta / s) ** 2 - (d_high / s) * (d / s))
        if x > high:
            gamma = -gamma
        r = ((gamma - d) + theta) / (((gamma - d) + gamma) + d_high)
        new = x + r * (high - x)
    else:
        new = most if x > low else least
    if f > f_low:
        high, f_high, d_high = x, f, d
    else:
        if sign < 0:
            high, f_high, d_high = low, f_low, d_low
        low, f_low, d_low = x, f, d
    return low, f_low, d_low, high, f_high, d_high, new, bracketed


def more_thuente(phi, slope, first, f0, d0, ftol, gtol, xtol, least, most, rounds=100):
    """A step with enough decrease and a flat enough slope: (step or None, value)."""
    if d0 >= 0 or first < least or first > most:
        return None, f0
    bracketed, stage = False, 1
    test = ftol * d0
    width, width_before = most - least, 2.0 * (most - least)
    low = high = 0.0
    f_low = f_high = f0
    d_low = d_high = d0
    near, far, x = 0.0, 5.0 * first, first
    f = f0
    for _ in range(rounds):
        f, d = phi(x), slope(x)
        if not math.isfinite(f) or math.isnan(d):
            return None, f
        goal = f0 + x * test
        if stage == 1 and f <= goal and d >= 0:
            stage = 2
        warned = ((bracketed and (x <= near or x >= far)) or (bracketed and far - near <= xtol * far)
                  or (x == most and f <= goal and d <= test) or (x == least and (f > goal or d >= test)))
        if f <= goal and abs(d) <= gtol * -d0:
            return x, f
        if warned:
            return None, f
        if stage == 1 and f <= f_low and f > goal:  # of the function less its expected decrease
            low, g_low, e_low, high, g_high, e_high, x, bracketed = _trial(
                low, f_low - low * test, d_low - test, high, f_high - high * test, d_high - test, x, f - x * test, d - test,
                bracketed, near, far)
            f_low, f_high = g_low + low * test, g_high + high * test
            d_low, d_high = e_low + test, e_high + test
        else:
            low, f_low, d_low, high, f_high, d_high, x, bracketed = _trial(low, f_low, d_low, high, f_high, d_high, x, f, d, bracketed,
                                                                          near, far)
        if bracketed:
            if abs(high - low) >= 0.66 * width_before:
                x = low + 0.5 * (high - low)
            width_before, width = width, abs(high - low)
            near, far = min(low, high), max(low, high)
        else:
            near, far = x + 1.1 * (x - low), x + 4.0 * (x - low)
        x = min(max(x, least), most)
        if bracketed and (x <= near or x >= far or far - near <= xtol * far):
            x = low
    return None, f


def _cubic_place(a, fa, da, b, fb, c, fc):
    """Where the cubic through three values and a slope has its minimum; None: nowhere."""
    db, dc = b - a, c - a
    divisor = (db * dc) ** 2 * (db - dc)
    if divisor == 0:
        return None
    vb, vc = fb - fa - da * db, fc - fa - da * dc
    p = (dc ** 2 * vb - db ** 2 * vc) / divisor
    q = (-dc ** 3 * vb + db ** 3 * vc) / divisor
    inside = q * q - 3 * p * da
    if inside < 0 or p == 0:
        return None
    x = a + (-q + math.sqrt(inside)) / (3 * p)
    return x if math.isfinite(x) else None


def _parabola_place(a, fa, da, b, fb):
    distance = b - a
    bend = (fb - fa - da * distance) / (distance * distance) if distance else 0
    return a - da / (2.0 * bend) if bend > 0 else None


def strong_wolfe(phi, slope, f0, f_before, d0, c1, c2, most, accepts, rounds=10):
    """Nocedal's and Wright's search: brackets, then narrows. (step or None, value, slope or None)"""
    last, step = 0.0, min(1.0, 1.01 * 2 * (f0 - f_before) / d0) if f_before is not None and d0 != 0 else 1.0
    if step < 0:
        step = 1.0
    if most is not None:
        step = min(step, most)
    f_last, d_last, f_step = f0, d0, phi(step)

    def narrow(lo, hi, f_lo, f_hi, d_lo):
        before, f_prev = 0.0, f0
        for i in range(11):
            distance = hi - lo
            a, b = (hi, lo) if distance < 0 else (lo, hi)
            x = None
            if i > 0:
                x = _cubic_place(lo, f_lo, d_lo, hi, f_hi, before, f_prev)
            margin = 0.2 * distance
            if i == 0 or x is None or x > b - margin or x < a + margin:
                x = _parabola_place(lo, f_lo, d_lo, hi, f_hi)
                margin = 0.1 * distance
                if x is None or x > b - margin or x < a + margin:
                    x = lo + 0.5 * distance
            value = phi(x)
            if value > f0 + c1 * x * d0 or value >= f_lo:
                f_prev, before, hi, f_hi = f_hi, hi, x, value
                continue
            d = slope(x)
            if abs(d) <= -c2 * d0 and accepts(x, value):
                return x, value, d
            if d * (hi - lo) >= 0:
                f_prev, before, hi, f_hi = f_hi, hi, lo, f_lo
            else:
                f_prev, before = f_lo, lo
            lo, f_lo, d_lo = x, value, d
        return None, f0, None

    for i in range(rounds):
        if step == 0 or (most is not None and last > most):
            return None, f0, None
        if f_step > f0 + c1 * step * d0 or (f_step >= f_last and i > 0):
            return narrow(last, step, f_last, f_step, d_last)
        d_step = slope(step)
        if abs(d_step) <= -c2 * d0 and accepts(step, f_step):
            return step, f_step, d_step
        if d_step >= 0:
            return narrow(step, last, f_step, f_last, d_step)
        last, step = step, 2 * step if most is None else min(2 * step, most)
        f_last, f_step, d_last = f_step, phi(step), d_step
    return last, f_step, None


def wolfe_step(f, gradient, x, direction, g, value, value_before, c1=1e-4, c2=0.9, accepts=None):
    """A step along a direction, by Moré's and Thuente's search and if that fails by Nocedal's and Wright's:
    (step or None, value there, gradient there or None)."""
    latest = {}

    def phi(step):
        return f(x + step * direction)

    def slope(step):
        latest['step'], latest['gradient'] = step, gradient(x + step * direction)
        return latest['gradient'] @ direction

    d0 = g @ direction
    first = min(1.0, 1.01 * 2 * (value - value_before) / d0) if value_before is not None and d0 != 0 else 1.0
    if first < 0:
        first = 1.0
    step, reached = more_thuente(phi, slope, first, value, d0, c1, c2, 1e-14, 1e-100, 1e100)
    if step is not None and accepts is not None:
        if not accepts(step, x + step * direction, reached, latest['gradient']):
            step = None
    if step is not None:
        return step, reached, latest['gradient'] if latest.get('step') == step else None

    def also(step, value_there):
        if accepts is None:
            return True
        if latest.get('step') != step:
            slope(step)
        return accepts(step, x + step * direction, value_there, latest['gradient'])

    step, reached, d = strong_wolfe(phi, slope, value, value_before, d0, c1, c2, None, also)
    return step, reached, latest['gradient'] if step is not None and d is not None and latest.get('step') == step else None


def line_search(f, myfprime, xk, pk, gfk=None, old_fval=None, old_old_fval=None, args=(), c1=1e-4, c2=0.9, amax=None,
                extra_condition=None, maxiter=10):
    """A step along pk that satisfies the strong Wolfe conditions: (step, calls, gradients, value, the value before, slope).

    >>> optimize.line_search(lambda x: (x @ x), lambda x: 2 * x, np.array([1.0]), np.array([-1.0]))[0]
    1.0
    """
    calls = [0, 0]
    latest = {}
    xk, pk = np.asarray(xk), np.asarray(pk)

    def phi(step):
        calls[0] += 1
        return f(xk + step * pk, *args)

    def slope(step):
        calls[1] += 1
        latest['gradient'] = myfprime(xk + step * pk, *args)
        return latest['gradient'] @ pk

    gfk = myfprime(xk) if gfk is None else gfk
    if old_fval is None:
        old_fval = phi(0.0)
    accepts = (lambda step, value: extra_condition(step, xk + step * pk, value, latest['gradient'])) if extra_condition else (lambda s, v: True)
    step, value, d = strong_wolfe(phi, slope, old_fval, old_old_fval, gfk @ pk, c1, c2, amax, accepts, maxiter)
    return step, calls[0], calls[1], value, old_fval, latest.get('gradient') if d is not None else None
