"""Searches along a direction: Moré's and Thuente's (Line search algorithms with guaranteed sufficient
decrease, 1994), and those of Nocedal and Wright (Numerical Optimization, chapter 3)."""

import math
import warnings

import numpy as np

__all__ = ['LineSearchWarning', 'MoreThuente', 'more_thuente', 'armijo', 'strong_wolfe', 'wolfe_step', 'line_search']


NOT_CONVERGED = 'The line search algorithm did not converge'


class LineSearchWarning(RuntimeWarning):
    """A search along a direction has found nothing good."""

    __module__ = 'scipy.optimize._linesearch'


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


class MoreThuente:
    """Moré's and Thuente's search for a step with enough decrease and a flat enough slope, one value at a
    time.
    """

    def __init__(self, f0, d0, first, ftol, gtol, xtol, least, most):
        self.f0, self.d0, self.ftol, self.gtol, self.xtol, self.least, self.most = f0, d0, ftol, gtol, xtol, least, most
        self.step, self.bracketed, self.stage, self.test = first, False, 1, ftol * d0
        self.width, self.width_before = most - least, 2.0 * (most - least)
        self.low = self.high = (0.0, f0, d0)
        self.near, self.far = 0.0, 5.0 * first

    @property
    def begins(self):
        """Whether the function falls along the direction, and the first step is allowed."""
        return self.d0 < 0 and self.least <= self.step <= self.most

    def advance(self, f, d):
        """f and d are value and slope at self.step: 'done', 'warning' (no better step can be told) or '' with
        another step.
        """
        x, near, far, test = self.step, self.near, self.far, self.test
        goal = self.f0 + x * test
        if self.stage == 1 and f <= goal and d >= 0:
            self.stage = 2
        if f <= goal and abs(d) <= self.gtol * -self.d0:
            return 'done'
        if (self.bracketed and (x <= near or x >= far or far - near <= self.xtol * far)
                or (x == self.most and f <= goal and d <= test)
            or (x == self.least and (f > goal or d >= test))):
            return 'warning'
        less = test if self.stage == 1 and self.low[1] >= f > goal else 0.0  # the function less its expected decrease
        (low, f_low, d_low), (high, f_high, d_high) = self.low, self.high
        low, f_low, d_low, high, f_high, d_high, x, self.bracketed = _trial(
            low, f_low - low * less, d_low - less, high, f_high - high * less, d_high - less, x, f - x * less,
            d - less,
            self.bracketed, near, far)
        self.low, self.high = (low, f_low + low * less, d_low + less), (high, f_high + high * less,
                                                                        d_high + less)
        if self.bracketed:
            if abs(high - low) >= 0.66 * self.width_before:
                x = low + 0.5 * (high - low)
            self.width_before, self.width = self.width, abs(high - low)
            near, far = min(low, high), max(low, high)
        else:
            near, far = x + 1.1 * (x - low), x + 4.0 * (x - low)
        x = min(x, self.most) if x >= self.least else self.least  # so is what is no number
        if self.bracketed and (x <= near or x >= far or far - near <= self.xtol * far):
            x = low
        self.step, self.near, self.far = x, near, far
        return ''


def more_thuente(phi, slope, first, f0, d0, ftol, gtol, xtol, least, most, rounds=100):
    """A step with enough decrease and a flat enough slope: (step or None, value)."""
    search = MoreThuente(f0, d0, first, ftol, gtol, xtol, least, most)
    f = f0
    if not search.begins:
        return None, f0
    for _ in range(rounds):
        f, d = phi(search.step), slope(search.step)
        if not math.isfinite(f) or math.isnan(d):
            return None, f
        found = search.advance(f, d)
        if found:
            return (search.step if found == 'done' else None), f
    return None, f


def armijo(phi, f0, d0, c1=1e-4, first=1, least=0):
    """A step with enough decrease, by interpolation of a parabola, then of cubics (Nocedal and Wright, 3.5):
    (step or None, value).
    """
    value = phi(first)
    if value <= f0 + c1 * first * d0:
        return first, value
    before, f_before = first, value
    step = -d0 * before ** 2 / 2.0 / (f_before - f0 - d0 * before)
    value = phi(step)
    if value <= f0 + c1 * step * d0:
        return step, value
    while step > least:
        factor = before ** 2 * step ** 2 * (step - before)
        now, then = value - f0 - d0 * step, f_before - f0 - d0 * before
        a = (before ** 2 * now - step ** 2 * then) / factor
        b = (-before ** 3 * now + step ** 3 * then) / factor
        new = (-b + np.sqrt(abs(b ** 2 - 3 * a * d0))) / (3.0 * a)
        f_new = phi(new)
        if f_new <= f0 + c1 * new * d0:
            return new, f_new
        if step - new > step / 2.0 or 1 - new / step < 0.96:
            new = step / 2.0
        before, step, f_before, value = step, new, value, f_new
    return None, value


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


def strong_wolfe(phi, slope, f0, f_before, d0, c1, c2, most, accepts, rounds=10, warn=lambda text: None):
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
            warn('Rounding errors prevent the line search from converging' if step == 0 else
                 f'The line search algorithm could not find a solution less than or equal to amax: {most}')
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
    warn(NOT_CONVERGED)
    return step, f_step, None


def wolfe_step(f, gradient, x, direction, g, value, value_before, c1=1e-4, c2=0.9, accepts=None, least=1e-100,
               most=1e100):
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
    step, reached = more_thuente(phi, slope, first, value, d0, c1, c2, 1e-14, least, most)
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
    if not 0 < c1 < c2 < 1:
        raise ValueError("'c1' and 'c2' do not satisfy'0 < c1 < c2 < 1'.")
    calls, latest = [0, 0], {}
    xk, pk = np.asarray(xk), np.asarray(pk)

    def warn(text):
        warnings.warn(text, LineSearchWarning, stacklevel=4)

    def phi(step):
        calls[0] += 1
        return f(xk + step * pk, *args)

    def slope(step):
        calls[1] += 1
        latest['gradient'] = myfprime(xk + step * pk, *args)
        return latest['gradient'] @ pk

    def accepts(step, value):
        return extra_condition is None or extra_condition(step, xk + step * pk, value, latest['gradient'])

    gfk = myfprime(xk, *args) if gfk is None else gfk
    if old_fval is None:
        old_fval = phi(0.0)
    step, value, d = strong_wolfe(phi, slope, old_fval, old_old_fval, gfk @ pk, c1, c2, amax, accepts, maxiter, warn)
    if d is None:
        warnings.warn(NOT_CONVERGED, LineSearchWarning, stacklevel=2)
    return (step, *calls, value if step is not None else None, old_fval, latest.get('gradient') if d is not None else None)
