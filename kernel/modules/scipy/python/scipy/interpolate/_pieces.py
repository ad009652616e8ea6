"""Piecewise polynomials: cubic splines, Hermite's, Fritsch and Butland's (PCHIP) and Akima's."""

import numpy as np
from scipy.linalg import solve_banded

__all__ = ['PPoly', 'CubicHermiteSpline', 'CubicSpline', 'PchipInterpolator', 'Akima1DInterpolator', 'pchip_interpolate']


def placed(values, x, axis):
    """Values for each number of x, in rows, as an array that has x's axes in place of one."""
    values = values.reshape(x.shape + values.shape[1:])
    if not axis:
        return values
    order = list(range(x.ndim, x.ndim + axis)) + list(range(x.ndim)) + list(range(x.ndim + axis, values.ndim))
    return np.transpose(values, order)


class PPoly:
    """Polynomials between breakpoints: the sum of c[m, i] * (x - x[i]) ** (k - m) between x[i] and x[i + 1].

    >>> interpolate.PPoly(np.array([[1.0, 2.0], [0.0, 1.0]]), [0.0, 1.0, 2.0])(1.5)
    array(2.)
    """

    __module__ = 'scipy.interpolate._interpolate'

    def __init__(self, c, x, extrapolate=None, axis=0):
        c, x = np.asarray(c), np.ascontiguousarray(x, dtype=np.float64)
        if c.ndim < 2:
            raise ValueError('Coefficients array must be at least 2-dimensional.')
        if not 0 <= axis < c.ndim - 1:
            raise ValueError(f'axis={axis} must be between 0 and {c.ndim - 1}')
        if axis:
            c = np.moveaxis(np.moveaxis(c, axis + 1, 0), axis + 1, 0)
        if x.ndim != 1:
            raise ValueError('x must be 1-dimensional')
        if x.size < 2:
            raise ValueError('at least 2 breakpoints are needed')
        if c.shape[0] == 0:
            raise ValueError('polynomial must be at least of order 0')
        if c.shape[1] != x.size - 1:
            raise ValueError('number of coefficients != len(x)-1')
        steps = np.diff(x)
        if not (np.all(steps >= 0) or np.all(steps <= 0)):
            raise ValueError('`x` must be strictly increasing or decreasing.')
        self.c, self.x, self.axis = np.ascontiguousarray(c, dtype=complex if c.dtype.kind == 'c' else float), x, axis
        self.extrapolate = True if extrapolate is None else extrapolate if extrapolate == 'periodic' else bool(extrapolate)

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None, axis=0):
        """One of coefficients and breakpoints that are known to be right."""
        self = object.__new__(cls)
        self.c, self.x, self.axis, self.extrapolate = np.asarray(c), np.asarray(x), axis, True if extrapolate is None else extrapolate
        return self

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        """The polynomials of a spline."""
        from scipy.interpolate._splines import BSpline
        spline = tck if isinstance(tck, BSpline) else BSpline(*tck)
        k, knots = spline.k, spline.t
        parts, scale = [], 1.0
        for order in range(k + 1):
            parts.append(spline(knots[:-1], nu=order) / scale)
            scale *= order + 1
        return cls.construct_fast(np.array(parts[::-1]), knots, spline.extrapolate if extrapolate is None else extrapolate,
                                  spline.axis)

    def _inside(self, x, extrapolate):
        if extrapolate == 'periodic':
            return self.x[0] + (x - self.x[0]) % (self.x[-1] - self.x[0])
        return x

    def __call__(self, x, nu=0, extrapolate=None):
        """The values at x, or those of the derivative of order nu."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        x = np.asarray(x)
        at = self._inside(x.ravel().astype(float), extrapolate)
        rises = self.x[-1] >= self.x[0]
        knots = self.x if rises else -self.x
        places = np.clip(np.searchsorted(knots, at if rises else -at, side='right') - 1, 0, len(knots) - 2)
        away = (at - self.x[places]).reshape((-1,) + (1,) * (self.c.ndim - 2))
        degree = len(self.c) - 1
        values = np.zeros((len(at),) + self.c.shape[2:], self.c.dtype)
        for power in range(degree, nu - 1, -1):
            factor = 1.0
            for i in range(nu):
                factor *= power - i
            values = values * away + self.c[degree - power, places] * factor
        if nu < 0:
            return self.antiderivative(-nu)(x, extrapolate=extrapolate)
        if not extrapolate:
            values[(at < min(self.x[0], self.x[-1])) | (at > max(self.x[0], self.x[-1]))] = np.nan
        values[np.isnan(at)] = np.nan
        return placed(values, x, self.axis)

    def derivative(self, nu=1):
        """The derivative, as piecewise polynomials."""
        if nu < 0:
            return self.antiderivative(-nu)
        degree = len(self.c) - 1
        c = self.c[:max(degree + 1 - nu, 0)].copy()
        for row in range(len(c)):
            power = degree - row
            for i in range(nu):
                c[row] *= power - i
        if not len(c):
            c = np.zeros((1,) + self.c.shape[1:], self.c.dtype)
        return self.construct_fast(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        """The integral from the first breakpoint on."""
        if nu <= 0:
            return self.derivative(-nu)
        result = self.c
        for _ in range(nu):
            powers = np.arange(len(result), 0, -1).reshape((-1,) + (1,) * (result.ndim - 1))
            grown = np.concatenate([result / powers, np.zeros((1,) + result.shape[1:], result.dtype)])
            steps = np.diff(self.x).reshape((-1,) + (1,) * (result.ndim - 2))
            whole = np.zeros(result.shape[1:], result.dtype)
            for row in grown:
                whole = whole * steps + row
            grown[-1, 1:] = np.cumsum(whole, axis=0)[:-1]
            result = grown
        return self.construct_fast(result, self.x, False if self.extrapolate == 'periodic' else self.extrapolate, self.axis)

    def integrate(self, a, b, extrapolate=None):
        """The integral from a to b."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        whole = PPoly.construct_fast(self.c, self.x, True, 0).antiderivative()
        if extrapolate == 'periodic':
            start, period = self.x[0], self.x[-1] - self.x[0]
            turns = [np.floor((end - start) / period) for end in (a, b)]
            ends = [whole(end - turn * period) + turn * whole(self.x[-1]) for end, turn in zip((a, b), turns)]
            return np.asarray(ends[1] - ends[0])
        if not extrapolate and (min(a, b) < self.x[0] or max(a, b) > self.x[-1]):
            return np.full(self.c.shape[2:], np.nan)
        return np.asarray(whole(b) - whole(a))

    def solve(self, y=0.0, discontinuity=True, extrapolate=None):
        """Where the value is y, in order; with `discontinuity` also where it jumps past y."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        if self.c.dtype.kind == 'c':
            raise ValueError('Root finding is only for real-valued polynomials')
        lines = self.c.reshape(self.c.shape[0], self.c.shape[1], -1)
        found = np.empty(lines.shape[2], dtype=object)
        for i in range(lines.shape[2]):
            found[i] = np.array(self._roots(lines[:, :, i], float(y), discontinuity,
                                            bool(extrapolate) and extrapolate != 'periodic'))
        return found[0] if self.c.ndim == 2 else found.reshape(self.c.shape[2:])

    def _roots(self, c, y, discontinuity, extrapolate):
        found, last = [], len(self.x) - 2
        for i in range(last + 1):
            line = c[:, i].copy()
            line[-1] -= y
            low, high = self.x[i], self.x[i + 1]
            if discontinuity and i and line[-1] * (np.polyval(c[:, i - 1], low - self.x[i - 1]) - y) < 0:
                found.append(low)
            if not np.any(line):
                found += [low, np.nan]
                continue
            for root in np.sort_complex(np.roots(line)).tolist():
                if abs(complex(root).imag) > 1e-10 * max(1.0, abs(root)):
                    continue
                at = low + complex(root).real
                slack = 1e-10 * (high - low)
                if (at >= low - slack or extrapolate and i == 0) and (at <= high + slack or extrapolate and i == last):
                    if not found or not abs(at - found[-1]) <= slack:
                        found.append(at)
        return found

    def roots(self, discontinuity=True, extrapolate=None):
        """Where the value is 0, in order."""
        return self.solve(0.0, discontinuity, extrapolate)

    def extend(self, c, x, right=True):
        """Put more polynomials behind (or before) these; x are their further breakpoints."""
        c, x = np.asarray(c), np.asarray(x)
        rows = max(len(c), len(self.c))
        parts = [np.concatenate([np.zeros((rows - len(part),) + part.shape[1:]), part]) for part in (self.c, c)]
        self.c = np.concatenate(parts if right else parts[::-1], axis=1)
        self.x = np.concatenate([self.x, x] if right else [x, self.x])


def _prepared(x, y, axis, slopes=None):
    x, y = np.asarray(x), np.asarray(y)
    if x.dtype.kind == 'c':
        raise ValueError('`x` must contain real values.')
    x, kind = x.astype(float), complex if y.dtype.kind == 'c' else float
    if slopes is not None:
        slopes = np.asarray(slopes)
        if y.shape != slopes.shape:
            raise ValueError('The shapes of `y` and `dydx` must be identical.')
        kind = complex if slopes.dtype.kind == 'c' else kind
        slopes = slopes.astype(kind)
    y, axis = y.astype(kind), axis % y.ndim
    if x.ndim != 1:
        raise ValueError('`x` must be 1-dimensional.')
    if len(x) < 2:
        raise ValueError('`x` must contain at least 2 elements.')
    if len(x) != y.shape[axis]:
        raise ValueError(f"The length of `y` along `axis`={axis} doesn't match the length of `x`")
    for name, values in (('x', x), ('y', y), ('dydx', slopes)):
        if values is not None and not np.all(np.isfinite(values)):
            raise ValueError(f'`{name}` must contain only finite values.')
    if np.any(np.diff(x) <= 0):
        raise ValueError('`x` must be strictly increasing sequence.')
    return x, np.moveaxis(y, axis, 0), axis, slopes if slopes is None else np.moveaxis(slopes, axis, 0)


def _beside(x, y):
    """x with axes for those of y."""
    return x.reshape((-1,) + (1,) * (y.ndim - 1))


class CubicHermiteSpline(PPoly):
    """The cubic polynomials with these values and slopes at x.

    >>> interpolate.CubicHermiteSpline([0.0, 1.0], [0.0, 1.0], [0.0, 0.0])(0.5)
    array(0.5)
    """

    __module__ = 'scipy.interpolate._cubic'

    def __init__(self, x, y, dydx, axis=0, extrapolate=None):
        x, y, axis, slopes = _prepared(x, y, axis, dydx)
        self._set(x, y, slopes, extrapolate, axis)

    def _set(self, x, y, slopes, extrapolate, axis):
        steps = _beside(np.diff(x), y)
        rise = np.diff(y, axis=0) / steps
        bend = (slopes[:-1] + slopes[1:] - 2 * rise) / steps
        PPoly.__init__(self, np.stack([bend / steps, (rise - slopes[:-1]) / steps - bend, slopes[:-1], y[:-1]]), x, extrapolate)
        self.axis = axis


class PchipInterpolator(CubicHermiteSpline):
    """The cubic polynomials through points that rise where these rise and fall where they fall.

    >>> interpolate.PchipInterpolator([0, 1, 2], [0.0, 1.0, 1.0])(1.5)
    array(1.)
    """

    def __init__(self, x, y, axis=0, extrapolate=None):
        x, y, axis, _ = _prepared(x, y, axis)
        if y.dtype.kind == 'c':
            raise ValueError('`PchipInterpolator` only works with real values for `y`. If you are trying to use the real components of the '
                             'passed array, use `np.real` on the array before passing to `PchipInterpolator`.')
        self._set(x, y, self._slopes(_beside(x, y), y), extrapolate, axis)

    @staticmethod
    def _slopes(x, y):
        steps, rise = np.diff(x, axis=0), np.diff(y, axis=0) / np.diff(x, axis=0)
        if len(y) == 2:
            return np.concatenate([rise, rise])
        before, after = rise[:-1], rise[1:]
        flat = (np.sign(before) != np.sign(after)) | (before == 0) | (after == 0)
        weight, other = 2 * steps[1:] + steps[:-1], steps[1:] + 2 * steps[:-1]
        with np.errstate(divide='ignore', invalid='ignore'):
            mean = (weight / before + other / after) / (weight + other)
            inner = np.where(flat, 0.0, 1.0 / mean)
        ends = [PchipInterpolator._end(steps[i], steps[j], rise[i], rise[j]) for i, j in ((0, 1), (-1, -2))]
        return np.concatenate([ends[0][None], inner, ends[1][None]])

    @staticmethod
    def _end(step, next_step, rise, next_rise):
        slope = ((2 * step + next_step) * rise - step * next_rise) / (step + next_step)
        steep = (np.sign(rise) != np.sign(next_rise)) & (np.abs(slope) > 3 * np.abs(rise))
        return np.where(np.sign(slope) != np.sign(rise), 0.0, np.where(steep, 3 * rise, slope))


def pchip_interpolate(xi, yi, x, der=0, axis=0):
    """Values of PchipInterpolator(xi, yi) at x, or of its derivative; for a list of orders a list.

    >>> interpolate.pchip_interpolate([0, 1, 2], [0.0, 1.0, 1.0], 1.5)
    array(1.)
    """
    found = PchipInterpolator(xi, yi, axis=axis)
    return found(x, der) if np.isscalar(der) else [found(x, order) for order in der]


class Akima1DInterpolator(CubicHermiteSpline):
    """Akima's cubic polynomials through points, each of whose slopes follows from its nearest neighbours alone; method 'makima'
    overshoots less.

    >>> interpolate.Akima1DInterpolator([0, 1, 2, 3], [0.0, 1.0, 2.0, 3.0])(1.5)
    array(1.5)
    """

    def __init__(self, x, y, axis=0, *, method='akima', extrapolate=None):
        if method not in ('akima', 'makima'):
            raise NotImplementedError(f'`method`={method} is unsupported.')
        x, y, axis, _ = _prepared(x, y, axis)
        if y.dtype.kind == 'c':
            raise ValueError('`Akima1DInterpolator` only works with real values for `y`. If you are trying to use the real components of the '
                             'passed array, use `np.real` on the array before passing to `Akima1DInterpolator`.')
        rise = np.diff(y, axis=0) / _beside(np.diff(x), y)
        slopes = np.concatenate([rise, rise]) if len(y) == 2 else self._slopes(rise, method)
        self._set(x, y, slopes, False if extrapolate is None else extrapolate, axis)

    @staticmethod
    def _slopes(rise, method):
        before, after = 2 * rise[0] - rise[1], 2 * rise[-1] - rise[-2]
        m = np.concatenate([[2 * before - rise[0], before], rise, [after, 2 * after - rise[-1]]])
        change = np.abs(np.diff(m, axis=0))
        weight, other = change[2:], change[:-2]
        if method == 'makima':
            size = np.abs(m[1:] + m[:-1])
            weight, other = weight + 0.5 * size[2:], other + 0.5 * size[:-2]
        both = weight + other
        some = both > 1e-9 * np.max(both, initial=-np.inf)
        mixed = m[1:-2] + other / np.where(some, both, 1.0) * (m[2:-1] - m[1:-2])
        return np.where(some, mixed, 0.5 * (m[3:] + m[:-3]))


class CubicSpline(CubicHermiteSpline):
    """The cubic spline through points. bc_type at its ends: 'not-a-knot', 'natural', 'clamped', 'periodic', or a pair of these or
    of (order, value of the derivative).

    >>> interpolate.CubicSpline([0, 1, 2, 3], [0.0, 1.0, 8.0, 27.0])(1.5)
    array(3.375)
    """

    def __init__(self, x, y, axis=0, bc_type='not-a-knot', extrapolate=None):
        x, y, axis, _ = _prepared(x, y, axis)
        ends = self._ends(bc_type, y, axis)
        if any(not isinstance(end, str) and end[1].dtype.kind == 'c' for end in ends):
            y = y.astype(complex)
        if extrapolate is None:
            extrapolate = 'periodic' if ends[0] == 'periodic' else True
        self._set(x, y, self._slopes(x, y, ends) if y.size else np.zeros_like(y), extrapolate, axis)

    @staticmethod
    def _ends(bc_type, y, axis):
        if isinstance(bc_type, str):
            if bc_type == 'periodic' and not np.allclose(y[0], y[-1], rtol=1e-15, atol=1e-15):
                raise ValueError(f'The first and last `y` point along axis {axis} must be identical (within machine precision) when '
                                 "bc_type='periodic'.")
            bc_type = (bc_type, bc_type)
        elif len(bc_type) != 2:
            raise ValueError('`bc_type` must contain 2 elements to specify start and end conditions.')
        elif any(isinstance(end, str) and end == 'periodic' for end in bc_type):
            raise ValueError("'periodic' `bc_type` is defined for both curve ends and cannot be used with other boundary conditions.")
        ends = []
        for end in bc_type:
            if isinstance(end, str):
                if end not in ('clamped', 'natural', 'not-a-knot', 'periodic'):
                    raise ValueError(f'bc_type={end} is not allowed.')
                ends.append({'clamped': (1, np.zeros(y.shape[1:])), 'natural': (2, np.zeros(y.shape[1:]))}.get(end, end))
                continue
            try:
                order, value = end
            except Exception as error:
                raise ValueError('A specified derivative value must be given in the form (order, value).') from error
            if order not in (1, 2):
                raise ValueError('The specified derivative order must be 1 or 2.')
            value = np.asarray(value)
            if value.shape != y.shape[1:]:
                raise ValueError(f'`deriv_value` shape {value.shape} is not the expected one {y.shape[1:]}.')
            ends.append((order, value))
        return ends

    @staticmethod
    def _slopes(x, y, ends):
        """At each point the second derivatives from both sides are the same: three diagonals."""
        n, h = len(x), np.diff(x)
        steps = _beside(h, y)
        rise = np.diff(y, axis=0) / steps
        if n == 2:
            ends = [(1, rise[0]) if isinstance(end, str) else end for end in ends]
        if n == 3 and all(isinstance(end, str) and end == 'not-a-knot' for end in ends):
            matrix = np.array([[1, 1, 0], [h[1], 2 * (h[0] + h[1]), h[0]], [0, 1, 1.0]])
            right = np.stack([2 * rise[0], 3 * (steps[0] * rise[1] + steps[1] * rise[0]), 2 * rise[1]])
            return np.linalg.solve(matrix, right.reshape(3, -1)).reshape(right.shape)
        if isinstance(ends[0], str) and ends[0] == 'periodic':
            return CubicSpline._periodic(h, steps, rise, y)
        band, right = np.zeros((3, n)), np.empty(y.shape, y.dtype)
        band[1, 1:-1], band[0, 2:], band[2, :-2] = 2 * (h[:-1] + h[1:]), h[:-1], h[1:]
        right[1:-1] = 3 * (steps[1:] * rise[:-1] + steps[:-1] * rise[1:])
        for end, first, second, outer, sign in ((ends[0], 0, 1, 0, -1.0), (ends[1], -1, -2, 2, 1.0)):
            if isinstance(end, str):
                width = h[first] + h[second]
                band[1, first], band[outer, second] = h[second], width
                right[first] = ((h[first] + 2 * width) * h[second] * rise[first] + h[first] ** 2 * rise[second]) / width
            elif end[0] == 1:
                band[1, first], band[outer, second], right[first] = 1, 0, end[1]
            else:
                band[1, first], band[outer, second] = 2 * h[first], h[first]
                right[first] = sign * 0.5 * end[1] * h[first] ** 2 + 3 * rise[first] * h[first]
        return solve_banded((1, 1), band, right.reshape(n, -1)).reshape(right.shape)

    @staticmethod
    def _periodic(h, steps, rise, y):
        n = len(h)
        if n == 2:
            return np.broadcast_to((rise / steps).sum(0) / (1.0 / steps).sum(0), y.shape).copy()
        before, after = np.roll(h, 1), np.roll(steps, 1, axis=0)
        matrix = np.diag(2 * (before + h))
        for i in range(n):
            matrix[i, i - 1] += h[i]
            matrix[i, (i + 1) % n] += before[i]
        right = 3 * (after * rise + steps * np.roll(rise, 1, axis=0))
        if n > 200:  # two corners beside the band: Sherman and Morrison's way
            slopes = _cyclic(h, before, right.reshape(n, -1))
        else:
            slopes = np.linalg.solve(matrix, right.reshape(n, -1))
        slopes = slopes.reshape(right.shape)
        return np.concatenate([slopes, slopes[:1]])


def _cyclic(h, before, right):
    n, shift = len(h), -2 * (before[0] + h[0])
    band = np.zeros((3, n))
    band[1], band[0, 1:], band[2, :-1] = 2 * (before + h), before[:-1], h[1:]  # row i: h[i], 2 (before[i] + h[i]), before[i]
    corner, other = before[-1], h[0]  # the last row's first place, the first row's last
    band[1, 0] -= shift
    band[1, -1] -= corner * other / shift
    column = np.zeros((n, 1))
    column[0], column[-1] = shift, corner
    x, z = solve_banded((1, 1), band, right), solve_banded((1, 1), band, column)
    return x - z * ((x[0] + other / shift * x[-1]) / (1 + z[0] + other / shift * z[-1]))
