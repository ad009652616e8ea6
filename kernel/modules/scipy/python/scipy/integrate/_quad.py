"""Integrals of functions: adaptive quadrature as QUADPACK has it (Piessens and others, 1983), and over several variables."""

import math
import sys
import warnings

import numpy as np

__all__ = ['quad', 'dblquad', 'tplquad', 'nquad', 'fixed_quad', 'quad_vec', 'IntegrationWarning']

EPS, TINY, HUGE = sys.float_info.epsilon, sys.float_info.min, sys.float_info.max
# Places of Kronrod's rule, its weights, and those of Gauss's rule at every second place.
PLACES_21 = (0.9956571630258081, 0.9739065285171717, 0.9301574913557082, 0.8650633666889845, 0.7808177265864169, 0.6794095682990244,
             0.5627571346686047, 0.4333953941292472, 0.2943928627014602, 0.14887433898163122)
WEIGHTS_21 = (0.011694638867371874, 0.032558162307964725, 0.054755896574351995, 0.07503967481091996, 0.0931254545836976,
              0.10938715880229764, 0.12349197626206584, 0.13470921731147334, 0.14277593857706009, 0.1477391049013385, 0.14944555400291690)
GAUSS_10 = (0.06667134430868814, 0.1494513491505806, 0.21908636251598204, 0.26926671930999635, 0.29552422471475287)
PLACES_15 = (0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911, 0.4058451513773972,
             0.20778495500789848)
WEIGHTS_15 = (0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679,
              0.19035057806478542, 0.20443294007529889, 0.20948214108472782)
GAUSS_7 = (0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694)


class IntegrationWarning(UserWarning):
    """Something about an integral that makes its value doubtful."""

    __module__ = 'scipy.integrate'


def _estimate(kronrod, gauss, size, spread, half):
    error = abs((kronrod - gauss) * half)
    size *= abs(half)
    spread *= abs(half)
    if spread != 0 and error != 0:
        error = spread * min(1.0, (200 * error / spread) ** 1.5)
    if size > TINY / (50 * EPS):
        error = max(EPS * 50 * size, error)
    return kronrod * half, error, size, spread


def _rule_21(f, a, b):
    """Value, error, integral of the absolute value, and of the distance from the mean."""
    centre, half = 0.5 * (a + b), 0.5 * (b - a)
    middle = f(centre)
    kronrod, gauss, size = WEIGHTS_21[10] * middle, 0.0, abs(WEIGHTS_21[10] * middle)
    pairs = [None] * 10
    for j in (1, 3, 5, 7, 9, 0, 2, 4, 6, 8):
        away = half * PLACES_21[j]
        left, right = f(centre - away), f(centre + away)
        pairs[j] = (left, right)
        if j & 1:
            gauss += GAUSS_10[j // 2] * (left + right)
        kronrod += WEIGHTS_21[j] * (left + right)
        size += WEIGHTS_21[j] * (abs(left) + abs(right))
    mean = kronrod * 0.5
    spread = WEIGHTS_21[10] * abs(middle - mean)
    for j in range(10):
        spread += WEIGHTS_21[j] * (abs(pairs[j][0] - mean) + abs(pairs[j][1] - mean))
    return _estimate(kronrod, gauss, size, spread, half)


def _rule_15(f, bound, direction):
    """The same for a half line or the whole one, taken to the interval from 0 to 1."""
    sign = min(1, direction)

    def at(t):
        x = bound + sign * (1 - t) / t
        value = f(x)
        if direction == 2:
            value += f(-x)
        return value / t / t

    def rule(_, a, b):
        centre, half = 0.5 * (a + b), 0.5 * (b - a)
        middle = at(centre)
        kronrod, gauss, size = WEIGHTS_15[7] * middle, GAUSS_7[3] * middle, abs(WEIGHTS_15[7] * middle)
        pairs = []
        for j in range(7):
            away = half * PLACES_15[j]
            left, right = at(centre - away), at(centre + away)
            pairs.append((left, right))
            kronrod += WEIGHTS_15[j] * (left + right)
            if j & 1:
                gauss += GAUSS_7[j // 2] * (left + right)
            size += WEIGHTS_15[j] * (abs(left) + abs(right))
        mean = kronrod * 0.5
        spread = WEIGHTS_15[7] * abs(middle - mean)
        for j in range(7):
            spread += WEIGHTS_15[j] * (abs(pairs[j][0] - mean) + abs(pairs[j][1] - mean))
        return _estimate(kronrod, gauss, size, spread, half)

    return rule


class _Epsilon:
    """Wynn's epsilon algorithm: the limit of a sequence of values."""

    def __init__(self, first):
        self.table, self.calls, self.latest = [first], 0, []

    def limit(self):
        table, n = self.table, len(self.table)
        self.calls += 1
        error, result = HUGE, table[-1]
        if n < 3:
            return result, max(error, 5 * EPS * abs(result))
        held, new, count, k = n, (n - 1) // 2, n, n - 1
        table += [0.0, 0.0]
        table[n + 1] = table[n - 1]
        table[n - 1] = HUGE
        for i in range(1, new + 1):
            e0, e1, e2 = table[k - 2], table[k - 1], table[k + 2]
            delta2, delta3 = e2 - e1, e1 - e0
            tolerance2, tolerance3 = max(abs(e2), abs(e1)) * EPS, max(abs(e1), abs(e0)) * EPS
            if abs(delta2) <= tolerance2 and abs(delta3) <= tolerance3:
                del table[held:]
                return e2, max(abs(delta2) + abs(delta3), 5 * EPS * abs(e2))
            e3 = table[k]
            table[k] = e1
            delta1 = e1 - e3
            if abs(delta1) <= max(abs(e1), abs(e3)) * EPS or abs(delta2) <= tolerance2 or abs(delta3) <= tolerance3:
                count = 2 * i - 1
                break
            s = 1 / delta1 + 1 / delta2 - 1 / delta3
            if abs(s * e1) <= 1e-4:
                count = 2 * i - 1
                break
            value = e1 + 1 / s
            table[k] = value
            k -= 2
            away = abs(delta2) + abs(value - e2) + abs(delta3)
            if away <= error:
                error, result = away, value
        if count == 50:
            count = 49
        place = 1 if held % 2 == 0 else 0
        for _ in range(new + 1):
            table[place] = table[place + 2]
            place += 2
        if held != count:
            table[:count] = table[held - count:held]
        del table[count:]
        if self.calls < 4:
            self.latest.append(result)
            error = HUGE
        else:
            error = sum(abs(result - one) for one in self.latest)
            self.latest = self.latest[1:] + [result]
        return result, max(error, 5 * EPS * abs(result))


def _adaptive(rule, f, a, b, epsabs, epsrel, limit, whole):
    """(value, error, number of intervals, code): bisection of the worst interval, with extrapolation where that stalls."""
    value, error, size, spread = rule(f, a, b)
    bound = max(epsabs, epsrel * abs(value))
    code = 2 if error <= 100 * EPS * size and error > bound else 1 if limit == 1 else 0
    if code or (error <= bound and error != spread) or error == 0:
        return value, error, 1, code
    parts = [[a, b, value, error]]
    order = [0]
    epsilon = _Epsilon(value)
    worst, rank, area, errors = 0, 0, value, error
    total_size, result, best = size, value, HUGE
    positive = abs(value) >= (1 - 50 * EPS) * size
    rounding1 = rounding2 = rounding3 = stalled = 0
    extrapolates = no_more = rounded = False
    correction = small = large_errors = goal = 0.0
    by_sum = False
    last = 1
    while last < limit:
        last += 1
        left, right, old, old_error = parts[worst]
        middle = 0.5 * (left + right)
        area1, error1, _, spread1 = rule(f, left, middle)
        area2, error2, _, spread2 = rule(f, middle, right)
        area12, error12 = area1 + area2, error1 + error2
        errors += error12 - old_error
        area += area12 - old
        if spread1 != error1 and spread2 != error2:
            if abs(old - area12) <= 1e-5 * abs(area12) and error12 >= 0.99 * old_error:
                if extrapolates:
                    rounding2 += 1
                else:
                    rounding1 += 1
            if last > 10 and error12 > old_error:
                rounding3 += 1
        bound = max(epsabs, epsrel * abs(area))
        if rounding1 + rounding2 >= 10 or rounding3 >= 20:
            code = 2
        if rounding2 >= 5:
            rounded = True
        if last == limit:
            code = 1
        if max(abs(left), abs(right)) <= (1 + 100 * EPS) * (abs(middle) + 1000 * TINY):
            code = 4
        halves = ([left, middle, area1, error1], [middle, right, area2, error2])
        parts[worst] = halves[1] if error2 > error1 else halves[0]
        parts.append(halves[0] if error2 > error1 else halves[1])
        order = sorted(range(last), key=lambda k: -parts[k][3])
        worst = order[min(rank, last - 1)]
        if errors <= bound:
            by_sum = True
            break
        if code:
            break
        if last == 2:
            small, large_errors, goal = (0.375 if whole else abs(b - a) * 0.375), errors, bound
            epsilon.table.append(area)
            continue
        if no_more:
            continue
        large_errors -= old_error
        if abs(middle - left) > small:
            large_errors += error12
        if not extrapolates:
            if abs(parts[worst][1] - parts[worst][0]) > small:
                continue
            extrapolates, rank = True, 1
        if not rounded and large_errors > goal:
            top = limit + 3 - last if last > 2 + limit // 2 else last
            found = False
            for _ in range(rank + 1, top + 1):
                worst = order[rank] if rank < last else order[-1]
                if abs(parts[worst][1] - parts[worst][0]) > small:
                    found = True
                    break
                rank += 1
            if found:
                continue
        epsilon.table.append(area)
        guess, guess_error = epsilon.limit()
        stalled += 1
        if stalled > 5 and best < 1e-3 * errors:
            code = 5
        if guess_error < best:
            stalled, best, result, correction = 0, guess_error, guess, large_errors
            goal = max(epsabs, epsrel * abs(guess))
            if best <= goal:
                break
        if len(epsilon.table) == 1:
            no_more = True
        if code == 5:
            break
        worst, rank, extrapolates = order[0], 0, False
        small *= 0.5
        large_errors = errors
    if not by_sum:
        by_sum = best == HUGE
        check = not by_sum
        if check and (code or rounded):
            if rounded:
                best += correction
            if code == 0:
                code = 3
            if result != 0 and area != 0:
                by_sum = best / abs(result) > errors / abs(area)
            elif best > errors:
                by_sum = True
            elif area == 0:
                return result, best, last, code - 1 if code > 2 else code
            check = not by_sum
        if check and not (not positive and max(abs(result), abs(area)) <= total_size * 0.01):
            if area == 0 or not 0.01 <= result / area <= 100 or errors > abs(area):
                code = 6
    if by_sum:
        result, best = sum(part[2] for part in parts), errors
    return result, best, last, code - 1 if code > 2 else code


MESSAGES = {80: 'A Python error occurred possibly while calling the function.',
            1: 'The maximum number of subdivisions ({limit}) has been achieved.\n  If increasing the limit yields no improvement it is '
               'advised to analyze \n  the integrand in order to determine the difficulties.  If the position of a \n  local difficulty '
               'can be determined (singularity, discontinuity) one will \n  probably gain from splitting up the interval and calling '
               'the integrator \n  on the subranges.  Perhaps a special-purpose integrator should be used.',
            2: 'The occurrence of roundoff error is detected, which prevents \n  the requested tolerance from being achieved.  The '
               'error may be \n  underestimated.',
            3: 'Extremely bad integrand behavior occurs at some points of the\n  integration interval.',
            4: 'The algorithm does not converge.  Roundoff error is detected\n  in the extrapolation table.  It is assumed that the '
               'requested tolerance\n  cannot be achieved, and that the returned result (if full_output = 1) is \n  the best which can '
               'be obtained.',
            5: 'The integral is probably divergent, or slowly convergent.',
            6: 'The input is invalid.'}


def quad(func, a, b, args=(), full_output=0, epsabs=1.49e-8, epsrel=1.49e-8, limit=50, points=None, weight=None, wvar=None, wopts=None,
         maxp1=50, limlst=50, complex_func=False):
    """The integral of a function from a to b (which may be infinite), and an estimate of its error.

    >>> integrate.quad(lambda x: x**2, 0, 3)
    (9.000000000000002, 9.992007221626411e-14)
    """
    args = args if isinstance(args, tuple) else (args,)
    if complex_func:
        real = quad(lambda x, *more: func(x, *more).real, a, b, args, full_output, epsabs, epsrel, limit, points)
        imaginary = quad(lambda x, *more: func(x, *more).imag, a, b, args, full_output, epsabs, epsrel, limit, points)
        return (real[0] + 1j * imaginary[0], real[1] + 1j * imaginary[1]) + (({'real': real[2:], 'imag': imaginary[2:]},) if full_output else ())
    calls = 0

    def f(x):
        nonlocal calls
        calls += 1
        return float(func(x, *args))

    if weight is not None:
        plain = f
        factors = {'cos': lambda x: math.cos(wvar * x), 'sin': lambda x: math.sin(wvar * x), 'cauchy': lambda x: 1 / (x - wvar)}
        if weight not in factors:
            raise ValueError(f'{weight} not a recognized weighting function.')
        if weight == 'cauchy':  # the principal value: the pole is taken out
            at_pole = func(wvar, *args)
            f = lambda x: (plain(x) - at_pole) / (x - wvar) if x != wvar else 0.0
        else:
            f = lambda x: plain(x) * factors[weight](x)
    a, b = float(a), float(b)
    turned = b < a
    low, high = min(a, b), max(a, b)
    if low == high:
        return (0.0, 0.0) + (({'neval': 0, 'last': 0},) if full_output else ())
    whole = math.isinf(low) or math.isinf(high)
    if whole:
        direction = 2 if math.isinf(low) and math.isinf(high) else 1 if math.isinf(high) else -1
        bound = 0.0 if direction == 2 else low if direction == 1 else high
        if (math.isinf(low) and low > 0) or (math.isinf(high) and high < 0):
            raise ValueError("Infinity comparisons don't work for you.")
        value, error, last, code = _adaptive(_rule_15(f, bound, direction), f, 0.0, 1.0, epsabs, epsrel, limit, True)
    elif points is not None:
        edges = [low] + sorted({float(p) for p in np.ravel(points) if low < p < high}) + [high]
        value = error = 0.0
        last = code = 0
        for left, right in zip(edges[:-1], edges[1:]):
            part = _adaptive(_rule_21, f, left, right, epsabs / (len(edges) - 1), epsrel, limit, False)
            value, error, last, code = value + part[0], error + part[1], last + part[2], max(code, part[3])
    else:
        value, error, last, code = _adaptive(_rule_21, f, low, high, epsabs, epsrel, limit, False)
    if weight == 'cauchy':
        value += at_pole * math.log(abs((high - wvar) / (low - wvar)))
    if turned:
        value = -value
    message = MESSAGES[code].format(limit=limit) if code else None
    if full_output:
        details = {'neval': calls, 'last': last}
        return (value, error, details, message) if code else (value, error, details)
    if code:
        warnings.warn(message, IntegrationWarning, stacklevel=2)
    return value, error


def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """The integral of func(y, x) for x from a to b and y from gfun(x) to hfun(x).

    >>> round(integrate.dblquad(lambda y, x: x * y**2, 0, 2, 0, 1)[0], 9)
    0.666666667
    """
    low = gfun if callable(gfun) else lambda x: gfun
    high = hfun if callable(hfun) else lambda x: hfun
    return nquad(func, [lambda *more: (low(more[0]), high(more[0])), (a, b)], args, {'epsabs': epsabs, 'epsrel': epsrel})


def tplquad(func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """The integral of func(z, y, x) over x, y and z.

    >>> round(integrate.tplquad(lambda z, y, x: 1.0, 0, 1, 0, 1, 0, 2)[0], 9)
    2.0
    """
    of_two = lambda f: f if callable(f) else lambda x, y: f
    of_one = lambda f: f if callable(f) else lambda x: f
    near, far, low, high = of_two(qfun), of_two(rfun), of_one(gfun), of_one(hfun)
    return nquad(func, [lambda *m: (near(m[1], m[0]), far(m[1], m[0])), lambda *m: (low(m[0]), high(m[0])), (a, b)], args,
                 {'epsabs': epsabs, 'epsrel': epsrel})


def nquad(func, ranges, args=None, opts=None, full_output=False):
    """The integral over several variables; the first argument's is the innermost.

    >>> round(integrate.nquad(lambda x, y: x * y, [(0, 1), (0, 2)])[0], 9)
    1.0
    """
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    count, worst = len(ranges), 0.0

    def inner(depth, outer):
        nonlocal worst
        span = ranges[depth]
        span = span(*outer, *args) if callable(span) else span
        settings = opts or {}
        if isinstance(settings, (list, tuple)):
            settings = settings[depth]
        if callable(settings):
            settings = settings(*outer, *args)
        if depth == 0:
            value, error = quad(lambda x: func(x, *outer, *args), *span, **settings)[:2]
        else:
            value, error = quad(lambda x: inner(depth - 1, (x,) + outer), *span, **settings)[:2]
        worst = max(worst, error)
        return value

    value = inner(count - 1, ())
    return (value, worst, {'neval': 0}) if full_output else (value, worst)


def fixed_quad(func, a, b, args=(), n=5):
    """The integral by Gauss's quadrature with n places.

    >>> integrate.fixed_quad(lambda x: x**2, 0, 3, n=2)[0].round(9)
    np.float64(9.0)
    """
    from scipy.special import roots_legendre
    if np.isinf([a, b]).any():
        raise ValueError('Gaussian quadrature is only available for finite limits.')
    half = (b - a) / 2.0
    nodes, weights = roots_legendre(n)
    values = func(2 * half * (nodes + 1) / 2.0 + a, *args)
    return half * np.sum(weights * values, axis=-1), None


def quad_vec(f, a, b, epsabs=1e-200, epsrel=1e-8, norm='2', cache_size=100e6, limit=10000, workers=1, points=None, quadrature=None,
             full_output=False, *, args=()):
    """The integral of a function whose values are arrays.

    >>> integrate.quad_vec(lambda x: np.array([x, x**2]), 0, 1)[0].round(9)
    array([0.5       , 0.33333333])
    """
    args = args if isinstance(args, tuple) else (args,)
    size = (lambda v: float(np.max(np.abs(v)))) if norm == 'max' else lambda v: float(np.linalg.norm(np.ravel(v)))
    if np.isinf(a) or np.isinf(b):
        low, high = -1.0 if np.isinf(a) else 0.0, 1.0
        if np.isinf(a) and np.isinf(b):
            g = lambda t: f(t / (1 - t * t), *args) * (1 + t * t) / (1 - t * t) ** 2
        elif np.isinf(b):
            low, g = 0.0, lambda t: f(a + t / (1 - t), *args) / (1 - t) ** 2
        else:
            low, g = 0.0, lambda t: f(b - t / (1 - t), *args) / (1 - t) ** 2
    else:
        low, high, g = float(a), float(b), lambda x: f(x, *args)
    places = np.concatenate([-np.array(PLACES_21), [0.0], np.array(PLACES_21[::-1])])
    weights = np.concatenate([WEIGHTS_21[:10], WEIGHTS_21[10:], WEIGHTS_21[9::-1]])
    gauss = np.zeros(21)
    gauss[1:10:2], gauss[19:10:-2] = GAUSS_10, GAUSS_10

    def rule(a, b):
        values = np.array([g(0.5 * (a + b) + 0.5 * (b - a) * t) for t in places.tolist()], dtype=float)
        value = np.tensordot(weights, values, 1) * 0.5 * (b - a)
        return value, size(np.tensordot(weights - gauss, values, 1) * 0.5 * (b - a))

    edges = [low] + sorted(p for p in (points or ()) if low < p < high) + [high]
    parts = [(left, right) + rule(left, right) for left, right in zip(edges[:-1], edges[1:])]
    while len(parts) < limit:
        total, error = sum(part[2] for part in parts), sum(part[3] for part in parts)
        if error <= max(epsabs, epsrel * size(total)) or error < 1e-14 * size(total):
            break
        parts.sort(key=lambda part: part[3])
        left, right = parts.pop()[:2]
        middle = 0.5 * (left + right)
        parts += [(left, middle) + rule(left, middle), (middle, right) + rule(middle, right)]
    total, error = sum(part[2] for part in parts), sum(part[3] for part in parts)
    return total, error
