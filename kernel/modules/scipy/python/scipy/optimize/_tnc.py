"""TNC: minima within bounds by a truncated Newton method (S. G. Nash, Newton-type minimization via the Lanczos
method, 1984, and its code TNBC). Conjugate gradients with a preconditioner made of two quasi-Newton pairs give
the direction, products with the Hessian are differences of the gradient; the line search is the safeguarded one
of Gill and Murray (1974). Variables and function are scaled.
"""

import math

import numpy as np
from scipy.optimize._bounds import limits
from scipy.optimize._objective import Objective
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['tnc']

EPS = np.finfo(float).eps
ROOT = math.sqrt(EPS)
MESSAGES = {-1: 'Infeasible (lower bound > upper bound)', 0: 'Local minimum reached (|pg| ~= 0)',
            1: 'Converged (|f_n-f_(n-1)| ~= 0)', 2: 'Converged (|x_n-x_(n-1)| ~= 0)',
            3: 'Max. number of function evaluations reached', 4: 'Linear search failed',
            5: 'All lower bounds are equal to the upper bounds', 6: 'Unable to progress',
            7: 'User requested end of minimization'}


class _Scaled:
    """The function of the scaled variables: x of the user is x * scale + offset."""

    def __init__(self, both, low, high, scale, offset, most):
        self.both, self.low, self.high, self.scale, self.offset = both, low, high, scale, offset
        self.calls, self.most, self.value_scale = 0, most, 1.0

    def place(self, x):
        """x of the user, within the bounds."""
        return np.clip(x * self.scale + self.offset, self.low, self.high)

    def scaled(self, x):
        """x of the method."""
        with np.errstate(divide='ignore', invalid='ignore'):
            return np.where(self.scale > 0, (x - self.offset) / self.scale, 0.0)

    def slope(self, g):
        """The gradient by scaled variables."""
        return g * (self.scale * self.value_scale)

    def __call__(self, x):
        """(value, gradient as the user gave it)"""
        self.calls += 1
        value, g = self.both(self.place(x))
        return value * self.value_scale, g


class _Preconditioner:
    """A diagonal, changed by the last pair and by the sum of the pairs since the last reset."""

    def __init__(self, n):
        self.diagonal, self.is_fresh, self.is_reset = np.ones(n), True, False
        self.s = self.y = self.sum_s = self.sum_y = np.zeros(n)
        self.ys = self.sum_ys = 0.0

    def estimate(self):
        """The diagonal of the approximation, from which conjugate gradients make the next one."""
        d, s, y = self.diagonal, self.s, self.y
        if self.is_fresh:
            return d.copy()
        if self.is_reset:
            ds = d * s
            return d - ds * ds / (s @ ds) + y * y / self.ys
        r, yr = self.sum_s, self.sum_y
        dr = d * r
        size = r @ dr
        ds = d * s - dr * ((s @ dr) / size) + yr * ((yr @ s) / self.sum_ys)
        return d - dr * dr / size + yr * yr / self.sum_ys - ds * ds / (s @ ds) + y * y / self.ys

    @staticmethod
    def _updated(s, hv, hy, ys, yhy, vs, vhy):
        """The product of the updated inverse with v, from that of the one before."""
        if ys == 0:
            return hv
        return hv + ((yhy / ys + 1.0) * vs / ys - vhy / ys) * s - vs / ys * hy

    def solve(self, g):
        """The product of the inverse with g."""
        hg = g / self.diagonal
        if self.is_fresh:
            return hg
        s, y, r, yr = self.s, self.y, self.sum_s, self.sum_y
        hy = y / self.diagonal
        if not self.is_reset:
            hyr = yr / self.diagonal
            size = yr @ hyr
            hg = self._updated(r, hg, hyr, self.sum_ys, size, g @ r, g @ hyr)
            hy = self._updated(r, hy, hyr, self.sum_ys, size, y @ r, y @ hyr)
        return self._updated(s, hg, hy, self.ys, y @ hy, g @ s, g @ hy)


def _direction(f, x, g, free, preconditioner, size, accuracy, most):
    """Conjugate gradients for Newton's step, cut off when the model no longer falls enough."""
    if most == 0:
        return np.where(free, -g, 0.0)
    n, before_q, before_rz = len(x), 0.0, 0.0
    diagonal = preconditioner.estimate()
    r, v, z = -g, np.zeros(n), np.zeros(n)
    for k in range(most):
        r = np.where(free, r, 0.0)
        zk = np.where(free, preconditioner.solve(r), 0.0)
        rz = r @ zk
        if rz / size < 1e-12 or f.calls >= f.most - 1:
            if k == 0:
                z = np.where(free, -g, 0.0)
            break
        v = np.where(free, zk + (rz / before_rz if k else 0.0) * v, 0.0)
        delta = accuracy * (np.linalg.norm(x) + 1.0)
        _, other = f(x + delta * v)
        hv = np.where(free, (f.slope(other) - g) / delta, 0.0)
        curvature = v @ hv
        if curvature / size < 1e-12:
            if k == 0:
                z = np.where(free, -preconditioner.solve(g), 0.0)
            break
        diagonal = diagonal - r * r / (v @ r) + hv * hv / curvature
        diagonal[diagonal <= 1e-6] = 1.0
        share = rz / curvature
        z, r = z + share * v, r - share * hv
        slope = z @ g
        q = (slope + r @ z) * 0.5
        if (k + 1) * (1.0 - before_q / q) <= 0.5:
            break
        if slope > 0:
            z = z - share * v
            break
        before_q, before_rz = q, rz
    preconditioner.diagonal = diagonal
    return z


class _Search:
    """Gill's and Murray's safeguarded cubic interpolation. Places are told from the best one, whose distance from the start is `at`:
    low and high enclose the minimum, `other` is the second best."""

    def __init__(self, f0, d0, step, most, eta, relative, absolute, tiny):
        self.relative, self.absolute, self.tiny, self.most = relative, min(absolute, most), tiny, most
        self.begins = step > 0 and most > tiny and d0 <= 0
        self.tolerance = self.absolute
        self.low = self.other = self.at = 0.0
        self.first = self.best = self.f_other = f0
        self.d_best = self.d_other = d0
        self.factor, self.bracketed = 5.0, False
        self.bound = most
        self.high = self.far = most + relative * abs(most) + self.absolute
        self.last = 2 * self.high
        self.decrease, self.flat = -1e-4 * d0, -eta * d0
        self._set(step)

    def _set(self, step):
        """The next trial, not beyond the bound and not too near to the best place."""
        if step >= self.bound:
            step = self.bound
            self.bound -= (self.relative * abs(self.most) + self.absolute) / (1.0 + self.relative)
        self.step = step
        self.trial = step if abs(step) >= self.tolerance else -self.tolerance if step < 0 else self.tolerance

    def advance(self, f, d, precision):
        """f and d are value and slope at the trial: 'done', 'failed', or '' with another trial."""
        u = self.trial
        chord = self.first - (self.at + u) * self.decrease
        if f <= self.best and f <= chord:  # the new place is the best
            self.f_other, self.best, self.d_other, self.d_best = self.best, f, self.d_best, d
            self.at, self.low, self.high, self.other, self.bound = self.at + u, self.low - u, self.high - u, -u, self.bound - u
            if d <= 0:
                self.low = 0.0
            else:
                self.high, self.bracketed = 0.0, True
            self.tolerance = abs(self.at) * self.relative + self.absolute
        else:
            if f <= self.best:  # not enough decrease: a value and a slope that lead to bisection or to the chord
                lack = self.first - self.at * self.decrease - self.best
                if abs(lack) < 1e-15:
                    lack = -1e-15 if lack < 0 else 1e-15
                d = self.d_best * (chord - f) / lack if self.at else -self.d_best
                f = max(0.5 * u * (self.d_best + d) + self.best, self.best)
            if u < 0:
                self.low = u
            else:
                self.high, self.bracketed = u, True
            self.other, self.f_other, self.d_other = u, f, d
        twice, middle = 2 * self.tolerance, 0.5 * (self.low + self.high)
        flat_enough = (abs(self.d_best) <= self.flat and self.best < self.first
                       and (abs(self.at - self.most) > self.tolerance or not self.bracketed))
        if abs(middle) <= twice - 0.5 * (self.high - self.low) or flat_enough:
            if self.at:
                return 'done'
            if abs(self.first - self.f_other) <= precision or 0.1 * self.tolerance < self.tiny:
                return 'failed'
            self.tolerance, self.relative, self.absolute = 0.1 * self.tolerance, 0.1 * self.relative, 0.1 * self.absolute
            twice *= 0.1
        self._interpolate(twice, middle)
        return ''

    def _cubic(self):
        """Numerator and denominator of the cubic's minimum."""
        r = 3.0 * (self.best - self.f_other) / self.other + self.d_best + self.d_other
        q = abs(r)
        if self.d_other and self.d_best:
            s = math.sqrt(abs(self.d_best)) * math.sqrt(abs(self.d_other))
            if (self.d_other > 0) == (self.d_best > 0):
                if not (r >= s or r <= -s):
                    return None
                q = math.sqrt(abs(r + s)) * math.sqrt(abs(r - s))
            else:
                q = math.hypot(r, s)
        if self.other < 0:
            q = -q
        s = self.other * (self.d_best - r - q)
        q = self.d_other - self.d_best + q + q
        return (-s, q) if q > 0 else (s, -q)

    def _interpolate(self, twice, middle):
        s = q = r = 0.0
        if abs(self.last) > self.tolerance:
            found = self._cubic()
            if found:
                s, q = found
                r = self.last
                if self.far != self.step or self.bracketed:
                    self.last = self.step
        near, self.far, step = self.low, self.high, middle
        if not self.bracketed or (self.low == 0 and self.other < 0) or (self.high == 0 and self.other > 0):
            if self.bracketed:
                side = self.high if self.low == 0 else self.low
                u = -self.other / side
                step = 0.5 * side * math.sqrt(u) if u < 1 else 5.0 * side * (0.1 + 1.0 / u) / 11.0
            else:
                step = -self.factor * self.other
                if step > self.bound:
                    step = self.bound
                if step != self.bound:
                    self.factor *= 5.0
            if step <= 0:
                near = step
            else:
                self.far = step
        if abs(s) <= abs(0.5 * q * r) or s <= q * near or s >= q * self.far:
            self.last = self.high - self.low
        else:
            step = s / q
            if step - self.low < twice or self.high - step < twice:
                step = -self.tolerance if middle <= 0 else self.tolerance
        self._set(step)


def _along(f, x, p, value, g_user, free, eta, most, step):
    """The line search: (how it ended, step, value, the user's gradient there)."""
    slope = f.slope(g_user) @ p
    size, length = np.linalg.norm(np.where(free, x, 0.0)), np.linalg.norm(p) + EPS
    search = _Search(value, slope, step, most, eta, ROOT * (size + 1.0) / length, -EPS * (1.0 + abs(value)) / (slope - EPS),
                     EPS * (size + 1.0) / length)
    if not search.begins:
        return 'failed', 0.0, value, g_user
    for _ in range(64):
        if f.calls >= f.most:
            return 'spent', 0.0, value, g_user
        at = search.at + search.trial
        trial_value, trial_g = f(x + at * p)
        ended = search.advance(trial_value, f.slope(trial_g) @ p, 10 * EPS)
        if search.at == at:
            g_user = trial_g
        if ended:
            return ended, search.at if ended == 'done' else 0.0, search.best if ended == 'done' else value, g_user
    return 'failed', 0.0, value, g_user


class _Active:
    """Which bounds hold variables: -1 at the lower, 1 at the upper, 0 none, 2 for ever."""

    def __init__(self, f, x):
        self.f = f
        place = x * f.scale + f.offset
        with np.errstate(invalid='ignore'):
            at_low = np.isfinite(f.low) & (place - f.low <= 10 * EPS * (np.abs(f.low) + 1))
            at_high = np.isfinite(f.high) & (f.high - place <= 10 * EPS * (np.abs(f.high) + 1))
        self.side = np.where(f.scale == 0, 2, np.where(at_low, -1, np.where(at_high, 1, 0)))

    @property
    def free(self):
        return self.side == 0

    def add(self, x, p):
        """Hold what has reached a bound in the direction p: whether something has."""
        f, found = self.f, False
        for i in np.nonzero(self.free & (p != 0))[0].tolist():
            place = x[i] * f.scale[i] + f.offset[i]
            bound, sign = (f.low[i], -1) if p[i] < 0 else (f.high[i], 1)
            if math.isfinite(bound) and sign * (bound - place) <= 10 * EPS * (abs(bound) + 1):
                self.side[i], found = sign, True
                x[i] = (bound - f.offset[i]) / f.scale[i]
        return found

    def release(self, slope, size, limit, value, value_then, g):
        """Let the bound go whose multiplier is most wrong: whether there is one."""
        if value_then - value <= -0.5 * slope and size > limit:
            return False
        wrong = np.where(self.side == 2, 0.0, -self.side * g)
        i = int(np.argmin(wrong)) if len(wrong) else 0
        if not len(wrong) or not wrong[i] < 0:
            return False
        self.side[i] = 0
        return True


def _longest(f, x, p, free, step):
    """How far one may go."""
    for i in np.nonzero(free & (p != 0))[0].tolist():
        bound = f.low[i] if p[i] < 0 else f.high[i]
        reach = (bound - f.offset[i]) / f.scale[i] - x[i]
        if (reach > step * p[i]) if p[i] < 0 else (reach < step * p[i]):
            step = reach / p[i]
    return step


def _iterate(f, x, options, tell, callback):
    """(why it ended, x, value, the user's gradient, iterations)"""
    eta, stepmx, accuracy, minfev, ftol, xtol, gtol, rescale, most = options
    n, rounds = len(x), 0
    value, g_user = f(x)
    active = _Active(f, x)
    g = np.where(active.free, f.slope(g_user), 0.0)
    size = np.linalg.norm(g)
    value_constrained = value_reset = value
    preconditioner, cycle, is_new = _Preconditioner(n), n - 1, True
    before, reduction, change = 0.0, 0.05, 0.0
    tell(rounds, value, g)
    while True:
        if np.linalg.norm(g) <= gtol * f.value_scale:
            return 0, x, value, g_user, rounds
        if f.calls >= f.most:
            return 3, x, value, g_user, rounds
        length = np.linalg.norm(g)
        if length > EPS and abs(math.log10(length)) > rescale:
            share = 1.0 / length
            f.value_scale *= share
            value, size, value_constrained, value_reset, change, g = (
                one * share for one in (value, size, value_constrained, value_reset, change, g))
            preconditioner.diagonal = np.ones(n)
            tell.scaled(f.value_scale)
        x_before, value_before, calls_before = x.copy(), value, f.calls
        p = _direction(f, x, g, active.free, preconditioner, size, accuracy, most)
        if not is_new:
            pre = preconditioner
            if pre.is_reset:
                pre.sum_s, pre.sum_y, value_reset, cycle = pre.s, pre.y, value, 1
            else:
                pre.sum_s, pre.sum_y, cycle = pre.sum_s + pre.s, pre.sum_y + pre.y, cycle + 1
        g_before, slope = g, p @ g
        free_step = stepmx / (np.linalg.norm(p) + EPS)
        longest = _longest(f, x, p, active.free, free_step)
        step = 0.0
        if longest > 0:
            step, distance = 1.0, abs(value - minfev * f.value_scale)
            if 2 * distance <= -slope and distance >= EPS:
                step = -2 * distance / slope
            ended, step, value, g_user = _along(f, x, p, value, g_user, active.free, eta, longest, min(step, longest))
            x = x + step * p
            if step >= 0.9 * free_step:
                stepmx *= 1e2
            is_new = step - longest >= -10 * EPS
            if not is_new and ended != 'done':
                return (3 if ended == 'spent' else 4), x, value, g_user, rounds
        else:
            is_new = True
        if is_new:
            if not active.add(x, p) and f.calls == calls_before:
                return 6, x, value, g_user, rounds
            value_constrained = value
        rounds += 1
        change = value_before - value
        if cycle == 1:
            if change > 2.0 * before:
                reduction += reduction
            if change < 0.5 * before:
                reduction *= 0.5
            before = change
        g = f.slope(g_user)
        size = np.linalg.norm(np.where(active.free, g, 0.0))
        has_left = active.release(slope, size, gtol * f.value_scale, value, value_constrained, g)
        if has_left:
            size = np.linalg.norm(np.where(active.free, g, 0.0))
            value_constrained = value
        ended = None
        if not has_left and not is_new:
            if abs(change) <= ftol * f.value_scale:
                ended = 1
                tell.small('|fn-fn-1]', abs(change) / f.value_scale)
            elif np.linalg.norm(x - x_before) <= xtol:
                ended = 2
                tell.small('|xn-xn-1]', np.linalg.norm(x - x_before))
        g = np.where(active.free, g, 0.0)
        tell(rounds, value, g)
        if callback is not None:
            callback(f.place(x))
        if ended is not None:
            return ended, x, value, g_user, rounds
        if not is_new:
            pre = preconditioner
            pre.s, pre.y = step * p, g - g_before
            pre.ys = pre.y @ pre.s
            if cycle == n - 1 or change < reduction * (value_reset - value):
                pre.is_reset = True
            else:
                pre.sum_ys = pre.sum_y @ pre.sum_s
                pre.is_reset = bool(pre.sum_ys <= 0)
            pre.is_fresh = False


class _Teller:
    """What is printed on the way."""

    def __init__(self, f, wanted):
        self.f, self.wanted = f, wanted
        if wanted:
            print('  NIT   NF   F                       GTG')

    def __call__(self, rounds, value, g):
        if self.wanted:
            with np.errstate(divide='ignore', invalid='ignore'):
                own = np.where(self.f.scale > 0, g / (self.f.scale * self.f.value_scale), 0.0)
            print(f'{rounds:5d} {self.f.calls:4d} {value / self.f.value_scale:22.15E}  {own @ own:15.8E}')

    def scaled(self, scale):
        if self.wanted:
            print(f'tnc: fscale = {scale:g}')

    def small(self, what, size):
        if self.wanted:
            print(f'tnc: {what} = {size:g} -> convergence')


def tnc(fun, x0, args=(), jac=None, callback=None, bounds=None, eps=1e-8, scale=None, offset=None, mesg_num=None, maxCGit=-1,
        eta=-1, stepmx=0, accuracy=0, minfev=0, ftol=-1, xtol=-1, gtol=-1, rescale=-1, disp=False, finite_diff_rel_step=None,
        maxfun=None, workers=None, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    x, n = np.asarray(x0, dtype=float).flatten(), len(x0)
    low, high = limits(bounds, n)
    objective = Objective(fun, np.clip(x, low, high), args, jac, eps, low, high, finite_diff_rel_step)
    x = np.clip(x, low, high)
    if scale is None:
        with np.errstate(invalid='ignore'):
            boxed = np.isfinite(low) & np.isfinite(high)
            scale = np.where(boxed, high - low, 1.0 + np.abs(x))
            middle = np.where(boxed, (low + high) * 0.5, x)
    else:
        scale, middle = np.abs(np.asarray(scale, float)), x
    offset = middle if offset is None else np.asarray(offset, float)
    f = _Scaled(objective.both, low, high, scale, offset, max(100, 10 * n) if maxfun is None else maxfun)
    most = max(1, min(50, n // 2)) if maxCGit < 0 else min(maxCGit, n)
    accuracy = ROOT if accuracy <= EPS else accuracy
    options = (0.25 if not 0 <= eta < 1 else eta, 10.0 if stepmx < ROOT else stepmx, accuracy, minfev,
               ROOT if ftol < 0 else ftol, ROOT if xtol < 0 else xtol, 1e-2 * math.sqrt(accuracy) if gtol < 0 else gtol,
               1.3 if rescale < 0 else rescale, most)
    tell = _Teller(f, disp)
    ended, x, value, g, rounds = _iterate(f, f.scaled(x), options, tell, callback)
    if disp:
        print(f'tnc: {MESSAGES[ended]}')
    value, g = objective.both(f.place(x))
    return OptimizeResult(x=f.place(x), fun=value, jac=g, nfev=objective.nfev, nit=rounds, status=ended,
                          message=MESSAGES[ended], success=-1 < ended < 3)
