"""B-splines: through points, of least squares, and smoothing ones (Dierckx's way)."""

import numpy as np
from scipy.interpolate._pieces import PPoly, placed
from scipy.linalg import solve_banded

__all__ = ['BSpline', 'make_interp_spline', 'make_lsq_spline', 'splrep', 'splev', 'splint', 'splder', 'splantider', 'sproot',
           'spalde',
           'UnivariateSpline', 'InterpolatedUnivariateSpline', 'LSQUnivariateSpline']


def _basis(knots, order, at):
    """The places of the first and the values of the order + 1 splines that are not 0 at each number."""
    count = len(knots) - order - 1
    place = np.clip(np.searchsorted(knots, at, side='right') - 1, order, count - 1)
    values = [np.ones_like(at)]
    for degree in range(1, order + 1):
        new = [np.zeros_like(at) for _ in range(degree + 1)]
        for k in range(degree):
            left, right = knots[place + 1 + k - degree], knots[place + 1 + k]
            width = right - left
            share = np.where(width > 0, values[k] / np.where(width > 0, width, 1.0), 0.0)
            new[k] = new[k] + (right - at) * share
            new[k + 1] = new[k + 1] + (at - left) * share
        values = new
    return place - order, values


def _derived(knots, c, order):
    """The coefficients of the derivative, over the knots without the outer two."""
    widths = (knots[order + 1:-1] - knots[1:-order - 1])[:len(c) - 1]
    widths = widths.reshape((-1,) + (1,) * (c.ndim - 1))
    return np.where(widths > 0, order * np.diff(c, axis=0) / np.where(widths > 0, widths, 1.0), 0.0)


class BSpline:
    """The sum of coefficients times B-splines of degree k over knots t.

    >>> interpolate.BSpline([0, 0, 1, 1], [1.0, 3.0], 1)(0.5)
    array(2.)
    """

    __module__ = 'scipy.interpolate._bsplines'

    def __init__(self, t, c, k, extrapolate=True, axis=0):
        k, c = int(k), np.asarray(c)
        self.k, self.t = k, np.ascontiguousarray(t, dtype=np.float64)
        self.extrapolate = extrapolate if extrapolate == 'periodic' else bool(extrapolate)
        n = len(self.t) - k - 1
        axis = axis % max(c.ndim, 1)
        c = np.moveaxis(c, axis, 0) if axis else c
        if k < 0:
            raise ValueError('Spline order cannot be negative.')
        if self.t.ndim != 1:
            raise ValueError('Knot vector must be one-dimensional.')
        if n < k + 1:
            raise ValueError(f'Need at least {2 * k + 2} knots for degree {k}')
        if np.any(np.diff(self.t) < 0):
            raise ValueError('Knots must be in a non-decreasing order.')
        if len(np.unique(self.t[k:n + 1])) < 2:
            raise ValueError('Need at least two internal knots.')
        if not np.all(np.isfinite(self.t)):
            raise ValueError('Knots should not have nans or infs.')
        if c.ndim < 1:
            raise ValueError('Coefficients must be at least 1-dimensional.')
        if c.shape[0] < n:
            raise ValueError('Knots, coefficients and degree are inconsistent.')
        self.c, self.axis = np.ascontiguousarray(c, dtype=complex if c.dtype.kind == 'c' else float), axis

    @classmethod
    def construct_fast(cls, t, c, k, extrapolate=True, axis=0):
        """One of parts that are known to be right."""
        self = object.__new__(cls)
        self.t, self.c, self.k, self.extrapolate, self.axis = t, c, k, extrapolate, axis
        return self

    @classmethod
    def basis_element(cls, t, extrapolate=True):
        """The one B-spline over all of the knots t."""
        k = len(t) - 2
        t = np.asarray(t, float)
        t = np.r_[(t[0] - 1,) * k, t, (t[-1] + 1,) * k]
        c = np.zeros(len(t))
        c[k] = 1.0
        return cls.construct_fast(t, c, k, extrapolate)

    @classmethod
    def design_matrix(cls, x, t, k, extrapolate=False):
        """The values of each B-spline at each x, as a sparse array."""
        from scipy.sparse import csr_array
        x, t = np.asarray(x, float), np.asarray(t, float)
        first, values = _basis(t, k, x)
        rows = np.repeat(np.arange(len(x)), k + 1)
        places = (first[:, None] + np.arange(k + 1)).ravel()
        return csr_array((np.array(values).T.ravel(), (rows, places)), shape=(len(x), len(t) - k - 1))

    @property
    def tck(self):
        """Knots, coefficients and degree."""
        return self.t, self.c, self.k

    def __call__(self, x, nu=0, extrapolate=None):
        """The values at x, or those of the derivative of order nu."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        x = np.asarray(x)
        at = x.ravel().astype(float)
        n = len(self.t) - self.k - 1
        low, high = self.t[self.k], self.t[n]
        if extrapolate == 'periodic':
            at = low + (at - low) % (high - low)
        knots, c, k = self.t, self.c[:n], self.k
        for _ in range(min(nu, k + 1)):
            if not k:
                c = np.zeros_like(c)
                break
            knots, c, k = knots[1:-1], _derived(knots, c, k), k - 1
        first, values = _basis(knots, k, at)
        result = sum(value.reshape((-1,) + (1,) * (c.ndim - 1)) * c[first + i] for i, value in enumerate(values))
        if not extrapolate:
            result[(at < low) | (at > high)] = np.nan
        result[np.isnan(at)] = np.nan
        return placed(result, x, self.axis)

    def derivative(self, nu=1):
        """The derivative, a spline."""
        if nu < 0:
            return self.antiderivative(-nu)
        t, c, k = _padded(self)
        for _ in range(nu):
            t, c, k = _spline_derivative(t, c, k)
        return BSpline.construct_fast(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        """The integral from the first knot on, a spline."""
        if nu < 0:
            return self.derivative(-nu)
        t, c, k = _padded(self)
        for _ in range(nu):
            t, c, k = _spline_integral(t, c, k)
        return BSpline.construct_fast(t, c, k, False if self.extrapolate == 'periodic' else self.extrapolate, self.axis)

    def integrate(self, a, b, extrapolate=None):
        """The integral from a to b."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        low, high = self.t[self.k], self.t[len(self.t) - self.k - 1]
        if not extrapolate:
            a, b = (min(max(end, low), high) for end in (a, b))
        part = BSpline.construct_fast(self.t, self.c, self.k, True, 0).antiderivative()
        if extrapolate == 'periodic':
            period = high - low
            ends = [(end - low) // period for end in (a, b)]
            sums = [part(end - turn * period) + turn * (part(high) - part(low)) for end, turn in zip((a, b), ends)]
            return np.asarray(sums[1] - sums[0])
        return np.asarray(part(b) - part(a))


def _padded(spline):
    c = spline.c
    missing = len(spline.t) - len(c)
    return spline.t, np.concatenate([c, np.zeros((missing,) + c.shape[1:], c.dtype)]) if missing > 0 else c, spline.k


def _spline_derivative(t, c, k):
    if k == 0:
        raise ValueError('The spline must have degree at least 1')
    n = len(t) - k - 1
    new = _derived(t, c[:n], k)
    return t[1:-1], np.concatenate([new, np.zeros((k,) + c.shape[1:], c.dtype)]), k - 1


def _spline_integral(t, c, k):
    n = len(t) - k - 1
    widths = (t[k + 1:] - t[:-k - 1])[:n].reshape((-1,) + (1,) * (c.ndim - 1))
    sums = np.cumsum(c[:n] * widths, axis=0) / (k + 1)
    new = np.concatenate([np.zeros((1,) + c.shape[1:], c.dtype), sums] + [sums[-1:]] * (k + 2))
    return np.concatenate([t[:1], t, t[-1:]]), new, k + 1


# ---- Through points.

def _not_a_knot(x, k):
    inner = x[(k + 1) // 2:-((k + 1) // 2)] if k % 2 else ((x[1:] + x[:-1]) / 2)[k // 2:-(k // 2)]
    return np.concatenate([[x[0]] * (k + 1), inner, [x[-1]] * (k + 1)])


def _collocated(t, k, x, rows_left, rows_right, right, before, after):
    """Solve for the coefficients: values at x between the conditions at the ends, a band of k diagonals on both sides."""
    n = len(t) - k - 1
    band = np.zeros((2 * k + 1, n))

    def put(row, at, order):
        unit_first, values = _derivative_basis(t, k, at, order)
        for i, value in enumerate(values):
            band[k + row - (unit_first + i), unit_first + i] = value

    first, values = _basis(t, k, x)
    rows = np.arange(len(x)) + rows_left
    for i, value in enumerate(values):
        band[k + rows - (first + i), first + i] = value
    for row, (order, _) in enumerate(before):
        put(row, x[0], order)
    for row, (order, _) in enumerate(after):
        put(n - rows_right + row, x[-1], order)
    return solve_banded((k, k), band, right)


def _derivative_basis(t, k, at, order):
    """The derivative of each of the k + 1 splines that are not 0 at a number."""
    place = min(max(int(np.searchsorted(t, at, side='right')) - 1, k), len(t) - k - 2)
    values = []
    for i in range(place - k, place + 1):
        unit = np.zeros(len(t) - k - 1)
        unit[i] = 1.0
        values.append(float(BSpline.construct_fast(t, unit, k)(at, nu=order)))
    return place - k, values


def _conditions(given):
    """The (order, value) pairs at one end."""
    if given is None:
        return []
    return [(int(order), value) for order, value in given]


def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    """The spline of degree k through points. bc_type: 'not-a-knot', 'natural', 'clamped', 'periodic', or pairs (order, value of
    the derivative) for each end.

    >>> interpolate.make_interp_spline([0, 1, 2, 3], [0.0, 1.0, 8.0, 27.0])(1.5)
    array(3.375)
    """
    convert = np.asarray_chkfinite if check_finite else np.asarray
    k, x, y = int(k), convert(x), convert(y)
    axis = axis % y.ndim
    y = np.moveaxis(y, axis, 0)
    y = y.astype(complex if y.dtype.kind == 'c' else float)
    if x.size != y.shape[0]:
        raise ValueError(f'Shapes of x {x.shape} and y {y.shape} are incompatible')
    if np.any(x[1:] == x[:-1]):
        raise ValueError('Expect x to not have duplicates')
    if x.ndim != 1 or np.any(x[1:] < x[:-1]):
        raise ValueError('Expect x to be a 1D strictly increasing sequence.')
    x = x.astype(float)
    names = {'natural': ([(2, 0.0)], [(2, 0.0)]), 'clamped': ([(1, 0.0)], [(1, 0.0)])}
    if isinstance(bc_type, str) and bc_type not in ('not-a-knot', 'periodic'):
        if bc_type not in names:
            raise ValueError(f'Unknown boundary condition : {bc_type}')
        bc_type = names[bc_type]
    if isinstance(bc_type, str) and bc_type == 'periodic':
        if t is not None:
            raise NotImplementedError('For periodic case t is constructed automatically and can not be passed manually')
        if not np.allclose(y[0], y[-1], atol=1e-15):
            raise ValueError('First and last points does not match while periodic case expected')
        return _periodic_spline(x, y, k, axis)
    ends = (None, None) if bc_type is None or isinstance(bc_type, str) else bc_type
    ends = [names[end][0] if isinstance(end, str) and end in names else None if isinstance(end, str) else end for end in ends]
    before, after = _conditions(ends[0]), _conditions(ends[1])
    if k == 0:
        if t is not None or before or after:
            raise ValueError('Too much info for k=0: t and bc_type can only be None.')
        return BSpline.construct_fast(np.r_[x, x[-1]], y.copy(), 0, axis=axis)
    if k == 1 and t is None:
        if before or after:
            raise ValueError('Too much info for k=1: bc_type can only be None.')
        return BSpline.construct_fast(np.r_[x[0], x, x[-1]], y.copy(), 1, axis=axis)
    if k < 0:
        raise ValueError('Expect non-negative k.')
    if t is None:
        t = np.r_[(x[0],) * k, x, (x[-1],) * k] if before or after else _not_a_knot(x, k)
    t = np.asarray(convert(t), float)
    if t.ndim != 1 or np.any(t[1:] < t[:-1]):
        raise ValueError('Expect t to be a 1-D sorted array_like.')
    if t.size < x.size + k + 1:
        raise ValueError(f'Got {t.size} knots, need at least {x.size + k + 1}.')
    if x[0] < t[k] or x[-1] > t[-k]:
        raise ValueError(f'Out of bounds w/ x = {x}.')
    count = len(t) - k - 1 - len(x)
    if count != len(before) + len(after):
        raise ValueError(f'The number of derivatives at boundaries does not match: expected {count}, got {len(before)}+{len(after)}')
    shape = y.shape[1:]
    right = np.concatenate([np.array([np.broadcast_to(value, shape) for _, value in part],
                                     y.dtype).reshape((len(part),) + shape) if i != 1 else y
                            for i, part in enumerate((before, y, after))])
    c = _collocated(t, k, x, len(before), len(after), right.reshape(len(right), -1), before, after)
    return BSpline.construct_fast(t, c.reshape((len(c),) + shape), k, axis=axis)


def _periodic_spline(x, y, k, axis):
    """Knots that go on in the period before and after the points, and as many more conditions as derivatives: those at both ends are equal."""
    if k <= 1:
        return BSpline.construct_fast(np.r_[x[0], x, x[-1]] if k else np.r_[x, x[-1]], y.copy(), k, 'periodic', axis)
    steps = np.diff(x)
    if k % 2 == 0:
        t = _around(x[:-1] + steps / 2, x, k, x[-1] - x[0])
    else:
        t = np.concatenate([x[0] - np.cumsum(np.tile(steps[::-1], k)[:k])[::-1], x, x[-1] + np.cumsum(np.tile(steps, k)[:k])])
    n = len(t) - k - 1
    matrix, right = np.zeros((n, n)), np.zeros((n,) + y.shape[1:], y.dtype)
    first, values = _basis(t, k, x)
    for i, value in enumerate(values):
        matrix[np.arange(len(x)), first + i] = value
    right[:len(x)] = y
    for order in range(1, n - len(x) + 1):
        row = len(x) + order - 1
        for at, sign in ((x[0], 1.0), (x[-1], -1.0)):
            start, found = _derivative_basis(t, k, at, order)
            matrix[row, start:start + k + 1] += sign * np.array(found)
    c = np.linalg.solve(matrix, right.reshape(n, -1)).reshape(right.shape)
    return BSpline.construct_fast(t, c, k, 'periodic', axis)


def _around(knots, x, k, period):
    whole = np.concatenate([knots - 2 * period, knots - period, knots, knots + period, knots + 2 * period])
    low, high = np.searchsorted(whole, x[0]), np.searchsorted(whole, x[-1])
    return np.concatenate([whole[low - k:low], [x[0]], whole[low:high], [x[-1]], whole[high:high + k]])


def make_lsq_spline(x, y, t, k=3, w=None, axis=0, check_finite=True, *, method='qr'):
    """The spline of degree k over knots t that is nearest to points, of weights w.

    >>> interpolate.make_lsq_spline([0, 1, 2, 3.0], [0.0, 1.0, 2.0, 3.0], [0, 0, 3, 3.0], k=1)(1.5).round(9)
    np.float64(1.5)
    """
    x, y, t = np.asarray(x, float), np.asarray(y), np.asarray(t, float)
    axis = axis % y.ndim
    y = np.moveaxis(y, axis, 0)
    if x.ndim != 1:
        raise ValueError('Expect x to be a 1-D sequence.')
    if len(x) != len(y):
        raise ValueError(f'Shapes of x {x.shape} and y {y.shape} are incompatible')
    w = np.ones_like(x) if w is None else np.asarray(w, float)
    c = _least_squares(x, y.reshape(len(y), -1), w, t, k)
    return BSpline.construct_fast(t, c.reshape((len(c),) + y.shape[1:]), k, axis=axis)


def _weighted(x, w, t, k):
    matrix = np.zeros((len(x), len(t) - k - 1))
    first, values = _basis(t, k, x)
    for i, value in enumerate(values):
        matrix[np.arange(len(x)), first + i] = value * w
    return matrix


def _least_squares(x, y, w, t, k):
    q, r = np.linalg.qr(_weighted(x, w, t, k))
    return np.linalg.solve(r, q.T @ (y * w[:, None]))


# ---- Smoothing: knots are put where the spline of least squares misses most, until it misses s at most; then it is made as smooth as that allows.

def _smoothed(x, y, w, low, high, k, s, knots=None):
    """(t, c, the sum of squares that is left)."""
    m = len(x)
    if s == 0:
        t = _not_a_knot(x, k)
        t[:k + 1], t[-k - 1:] = low, high
        band = np.zeros((2 * k + 1, m))
        first, values = _basis(t, k, x)
        for i, value in enumerate(values):
            band[k + np.arange(m) - (first + i), first + i] = value
        return t, solve_banded((k, k), band, y), 0.0
    t, c, left, last = _knots_for(x, y, w, low, high, k, s)
    if last:
        return t, c, left
    return _smooth_over(x, y, w, t, k, s, left)


def _squares(x, y, w, t, c, k):
    first, values = _basis(t, k, x)
    return (w * (sum(value * c[first + i] for i, value in enumerate(values)) - y)) ** 2


def _knots_for(x, y, w, low, high, k, s):
    m, limit = len(x), 0.001 * s
    inner, spans, added, before = np.empty(0), [m - 2], 0, 0.0
    while True:
        t = np.concatenate([[low] * (k + 1), inner, [high] * (k + 1)])
        c = _least_squares(x, y[:, None], w, t, k)[:, 0]
        squares = _squares(x, y, w, t, c, k)
        left = squares.sum()
        excess = left - s
        if abs(excess) < limit:
            return t, c, left, True
        if excess < 0:
            return t, c, left, len(inner) == 0
        if len(t) == m + k + 1:
            return t, c, 0.0, True
        if not len(inner) and not added:
            added = 1
        else:
            wanted = int(added * excess / (before - left)) if before - left > limit else added * 2
            added = min(added * 2, max(wanted, added // 2, 1))
        before = left
        shares = _shares(x, squares, inner)
        for _ in range(added):
            inner, spans, shares = _one_more(x, inner, spans, shares)
            if len(inner) + 2 * (k + 1) == m + k + 1:
                t, c, left = _smoothed(x, y, w, low, high, k, 0)
                return t, c, left, True


def _shares(x, squares, inner):
    """What is missed between knots; a point at a knot counts half on both sides."""
    shares, place, part = [], 0, 0.0
    for at, square in zip(x.tolist(), squares.tolist()):
        part += square
        if place < len(inner) and at >= inner[place]:
            shares.append(part - square / 2)
            part, place = square / 2, place + 1
    return shares + [part]


def _one_more(x, inner, spans, shares):
    """Another knot, at the middle point of the span that misses most."""
    starts, begin = [], 1
    for span in spans:
        starts.append(begin)
        begin += span + 1
    number = max((i for i in range(len(spans)) if spans[i]), key=lambda i: (shares[i], -i))
    span, half = spans[number], spans[number] // 2 + 1
    at = x[starts[number] + half - 1]
    first, second = half - 1, span - half
    whole = shares[number]
    inner = np.insert(inner, number, at)
    return inner, spans[:number] + [first, second] + spans[number + 1:], \
        shares[:number] + [whole * first / span, whole * second / span] + shares[number + 1:]


def _jumps(t, k):
    """By how much each B-spline's k-th derivative jumps at each inner knot, as Dierckx scales it."""
    count = len(t) - k - 1
    spans = count - k
    factor = spans / (t[count] - t[k])
    rows = np.zeros((spans - 1, count))
    for row in range(spans - 1):
        at = k + 1 + row
        h = np.concatenate([t[at] - t[at - k - 1:at], t[at] - t[at + 1:at + k + 2]])
        for j in range(k + 2):
            product = h[j]
            for i in range(1, k + 1):
                product = product * h[j + i] * factor
            rows[row, row + j] = (t[row + j + k + 1] - t[row + j]) / product
    return rows


def _smooth_over(x, y, w, t, k, s, left):
    """p weighs the nearness against the jumps: where the sum of squares is s."""
    limit = 0.001 * s
    matrix, jumps = _weighted(x, w, t, k), _jumps(t, k)
    q, r = np.linalg.qr(matrix)
    right = q.T @ (y * w)
    outer = np.concatenate([t[:k + 1], t[-k - 1:]])  # of a polynomial, which jumps nowhere
    low_p, low_f = 0.0, _squares(x, y, w, outer, _least_squares(x, y[:, None], w, outer, k)[:, 0], k).sum() - s
    high_p, high_f = -1.0, left - s
    p = len(r) / np.abs(np.diagonal(r)).sum()
    is_low, is_high = False, False
    for _ in range(20):
        stacked = np.concatenate([r, jumps / p])
        turned, triangle = np.linalg.qr(stacked)
        c = np.linalg.solve(triangle, turned.T @ np.concatenate([right, np.zeros(len(jumps))]))
        left = _squares(x, y, w, t, c, k).sum()
        f = left - s
        if abs(f) < limit:
            break
        if not is_high:
            if f - high_f <= limit:
                high_p, high_f, p = p, f, p * 0.04
                if p <= low_p:
                    p = low_p * 0.9 + high_p * 0.1
                continue
            is_high = f < 0
        if not is_low:
            if low_f - f <= limit:
                low_p, low_f, p = p, f, p / 0.04
                if high_p >= 0 and p >= high_p:
                    p = low_p * 0.1 + high_p * 0.9
                continue
            is_low = f > 0
        if f >= low_f or f <= high_f:
            break
        now = p
        if high_p > 0:
            h1, h2, h3 = low_f * (f - high_f), f * (high_f - low_f), high_f * (low_f - f)
            p = -(low_p * now * h3 + now * high_p * h1 + high_p * low_p * h2) / (low_p * h1 + now * h2 + high_p * h3)
        else:
            p = (low_p * (low_f - high_f) * f - now * (f - high_f) * low_f) / ((low_f - f) * high_f)
        if f < 0:
            high_p, high_f = now, f
        else:
            low_p, low_f = now, f
    return t, c, left


# ---- FITPACK's functions.

def splrep(x, y, w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, full_output=0, per=0, quiet=1):
    """The spline (t, c, k) through points, or one that misses them by s at most (the sum of the weighted squares); task=-1: of
    least squares, with inner knots t.

    >>> interpolate.splev(1.5, interpolate.splrep([0, 1, 2, 3], [0.0, 1.0, 8.0, 27.0])).round(9)
    np.float64(3.375)
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    m = len(x)
    if s is None:
        s = 0.0 if w is None else m - np.sqrt(2 * m)
    w = np.ones(m) if w is None else np.asarray(w, float)
    if len(w) != m:
        raise TypeError(f'len(w)={len(w)} is not equal to m={m}')
    if m != len(y):
        raise TypeError('Lengths of the first three arguments (x,y,w) must be equal')
    if not 1 <= k <= 5:
        raise TypeError(f'Given degree of the spline (k={k}) is not supported. (1<=k<=5)')
    if m <= k:
        raise TypeError('m > k must hold')
    if task not in (-1, 0, 1):
        raise TypeError('task must be -1, 0 or 1')
    if task == -1 and t is None:
        raise TypeError('Knots must be given for task=-1')
    low, high = x[0] if xb is None else xb, x[-1] if xe is None else xe
    if per:
        spline = make_interp_spline(x, np.concatenate([y[:-1], y[:1]]), k, bc_type='periodic')
        t, c, left = spline.t, spline.c, 0.0
    elif task == -1 or t is not None:
        t = np.concatenate([[low] * (k + 1), np.asarray(t, float), [high] * (k + 1)])
        c = _least_squares(x, y[:, None], w, t, k)[:, 0]
        left = _squares(x, y, w, t, c, k).sum()
    else:
        if np.any(np.diff(x) < 0) or not s and np.any(np.diff(x) == 0):
            raise ValueError('Error on input data')
        t, c, left = _smoothed(x, y, w, low, high, k, s)
    tck = t, np.concatenate([c, np.zeros(len(t) - len(c))]), k
    return (tck, left, -1 if not s else 0, '') if full_output else tck


def _spline_of(tck):
    return tck if isinstance(tck, BSpline) else BSpline(tck[0], np.asarray(tck[1]), tck[2])


def splev(x, tck, der=0, ext=0):
    """Values of a spline at x, or of its derivative. Outside of it: ext 0 goes on, 1 gives 0, 2 raises ValueError, 3 gives the
    value at the end.

    >>> interpolate.splev([0.5], ([0, 0, 1, 1], [1.0, 3.0, 0, 0], 1))
    array([2.])
    """
    if isinstance(tck, BSpline):
        return tck(x, nu=der, extrapolate=ext == 0)
    t, c, k = tck
    if np.ndim(c) > 1 or isinstance(c, (list, tuple)) and len(c) and np.ndim(c[0]):
        return [splev(x, (t, line, k), der, ext) for line in c]
    if not 0 <= der <= k:
        raise ValueError(f'0<=der={der}<=k={k} must hold')
    if ext not in (0, 1, 2, 3):
        raise ValueError(f'ext = {ext} not in (0, 1, 2, 3) ')
    x, spline = np.asarray(x, float), _spline_of(tck)
    low, high = spline.t[k], spline.t[len(spline.t) - k - 1]
    out = (x < low) | (x > high)
    if ext == 2 and np.any(out):
        raise ValueError('Error code returned by splev: 1')
    values = spline(np.clip(x, low, high) if ext == 3 else x, nu=der)
    return np.where(out, 0.0, values) if ext == 1 else values


def splint(a, b, tck, full_output=0):
    """The integral of a spline from a to b; outside of it there is nothing.

    >>> interpolate.splint(0, 1, ([0, 0, 1, 1], [1.0, 3.0, 0, 0], 1))
    2.0
    """
    if not isinstance(tck, BSpline) and np.ndim(tck[1]) > 1:
        return [splint(a, b, (tck[0], line, tck[2])) for line in tck[1]]
    spline = _spline_of(tck)
    return float(BSpline.construct_fast(spline.t, spline.c, spline.k, False).integrate(a, b))


def splder(tck, n=1):
    """The derivative of a spline, as one of its kind.

    >>> interpolate.splder(([0, 0, 1, 1], [1.0, 3.0, 0, 0], 1))[1]
    array([2., 0.])
    """
    if isinstance(tck, BSpline):
        return tck.derivative(n)
    if n < 0:
        return splantider(tck, -n)
    t, c, k = np.asarray(tck[0], float), np.asarray(tck[1], float), tck[2]
    if n > k:
        raise ValueError(f'Order of derivative (n = {n!r}) must be <= order of spline (k = {tck[2]!r})')
    for _ in range(n):
        t, c, k = _spline_derivative(t, c, k)
    return t, c, k


def splantider(tck, n=1):
    """The integral of a spline, as one of its kind.

    >>> interpolate.splantider(([0, 0, 1, 1], [1.0, 3.0, 0, 0], 1))[2]
    2
    """
    if isinstance(tck, BSpline):
        return tck.antiderivative(n)
    if n < 0:
        return splder(tck, -n)
    t, c, k = np.asarray(tck[0], float), np.asarray(tck[1], float), tck[2]
    for _ in range(n):
        t, c, k = _spline_integral(t, c, k)
    return t, c, k


def sproot(tck, mest=10):
    """Where a cubic spline is 0.

    >>> interpolate.sproot(interpolate.splrep([0, 1, 2, 3], [-1.0, 0.0, 1.0, 2.0])).round(9)
    array([1.])
    """
    spline = _spline_of(tck)
    if spline.k != 3:
        raise ValueError('sproot works only for cubic (k=3) splines')
    count = len(spline.t) - 4
    pieces = PPoly.from_spline(spline)
    inner = slice(3, count)
    return PPoly(pieces.c[:, inner], pieces.x[3:count + 1], False).roots(discontinuity=False)


def spalde(x, tck):
    """All derivatives of a spline at each x.

    >>> interpolate.spalde(0.5, ([0, 0, 1, 1], [1.0, 3.0, 0, 0], 1))
    array([2., 2.])
    """
    spline = _spline_of(tck)
    found = [np.array([spline(at, nu=order) for order in range(spline.k + 1)]) for at in np.atleast_1d(x).tolist()]
    return found[0] if np.ndim(x) == 0 else found


class UnivariateSpline:
    """A smoothing spline of degree k: its knots are put so that the sum of the weighted squares is s (by default the number of
    points) at most; s=0 goes through all points. ext as splev() has it, or 'extrapolate', 'zeros', 'raise', 'const'.

    >>> interpolate.UnivariateSpline([0, 1, 2, 3], [0.0, 1.0, 8.0, 27.0], s=0)(1.5)
    array(3.375)
    """

    __module__ = 'scipy.interpolate._fitpack2'
    _EXT = {0: 0, 'extrapolate': 0, 1: 1, 'zeros': 1, 2: 2, 'raise': 2, 3: 3, 'const': 3}

    def __init__(self, x, y, w=None, bbox=[None] * 2, k=3, s=None, ext=0, check_finite=False):
        x, y, w, low, high = self._checked(x, y, w, bbox, k, s, ext, check_finite)
        self._points = x, y, w, low, high, k
        self._fit(len(x) if s is None else s)

    def _checked(self, x, y, w, bbox, k, s, ext, check_finite):
        x, y, bbox = np.asarray(x, float), np.asarray(y, float), np.ravel(bbox)
        w = None if w is None else np.asarray(w, float)
        if check_finite and not (np.isfinite(x).all() and np.isfinite(y).all() and (w is None or np.isfinite(w).all())):
            raise ValueError('x and y array must not contain NaNs or infs.')
        if s is None or s > 0:
            if not np.all(np.diff(x) >= 0):
                raise ValueError('x must be increasing if s > 0')
        elif not np.all(np.diff(x) > 0):
            raise ValueError('x must be strictly increasing if s = 0')
        if x.size != y.size:
            raise ValueError('x and y should have a same length')
        if w is not None and not x.size == y.size == w.size:
            raise ValueError('x, y, and w should have a same length')
        if bbox.shape != (2,):
            raise ValueError('bbox shape should be (2,)')
        if not 1 <= k <= 5:
            raise ValueError('k should be 1 <= k <= 5')
        if s is not None and not s >= 0.0:
            raise ValueError('s should be s >= 0.0')
        if ext not in self._EXT:
            raise ValueError(f'Unknown extrapolation mode {ext}.')
        self.ext = self._EXT[ext]
        low, high = (x[end] if given is None else given for end, given in zip((0, -1), bbox))
        return x, y, np.ones(len(x)) if w is None else w, low, high

    def _fit(self, s):
        x, y, w, low, high, k = self._points
        if len(x) <= k:
            raise ValueError('m > k must hold')
        self._t, self._c, self._left = _smoothed(x, y, w, low, high, k, s)
        self._k = k

    @classmethod
    def _from(cls, t, c, k, ext):
        self = object.__new__(UnivariateSpline)
        self._t, self._c, self._k, self.ext, self._left, self._points = t, c[:len(t) - k - 1], k, ext, 0.0, None
        return self

    @property
    def _tck(self):
        return self._t, np.concatenate([self._c, np.zeros(len(self._t) - len(self._c))]), self._k

    def __call__(self, x, nu=0, ext=None):
        """The values at x, or those of the derivative of order nu."""
        x = np.asarray(x)
        if not x.size:
            return np.array([])
        if ext is not None and ext not in self._EXT:
            raise ValueError(f'Unknown extrapolation mode {ext}.')
        return splev(x, self._tck, nu, self.ext if ext is None else self._EXT[ext])

    def set_smoothing_factor(self, s):
        """Fit again, with another sum of squares."""
        self._fit(s)

    def get_knots(self):
        """The knots, each once."""
        return self._t[self._k:len(self._t) - self._k].copy()

    def get_coeffs(self):
        """The coefficients."""
        return self._c.copy()

    def get_residual(self):
        """The sum of the weighted squares that are left."""
        return float(self._left)

    def integral(self, a, b):
        """The integral from a to b."""
        return splint(a, b, self._tck)

    def derivatives(self, x):
        """All derivatives at x."""
        return spalde(x, self._tck)

    def roots(self):
        """Where a cubic spline is 0."""
        if self._k == 3:
            return sproot(self._tck)
        raise NotImplementedError('finding roots unsupported for non-cubic splines')

    def derivative(self, n=1):
        """The derivative, a spline of lower degree."""
        return UnivariateSpline._from(*splder(self._tck, n), ext=1 if self.ext == 3 else self.ext)

    def antiderivative(self, n=1):
        """The integral, a spline of higher degree."""
        return UnivariateSpline._from(*splantider(self._tck, n), ext=self.ext)


class InterpolatedUnivariateSpline(UnivariateSpline):
    """The spline of degree k through all points.

    >>> interpolate.InterpolatedUnivariateSpline([0, 1, 2, 3], [0.0, 1.0, 8.0, 27.0])(1.5)
    array(3.375)
    """

    def __init__(self, x, y, w=None, bbox=[None] * 2, k=3, ext=0, check_finite=False):
        places, *rest = self._checked(x, y, w, bbox, k, None, ext, check_finite)
        if np.any(places[1:] <= places[:-1]) or np.any(np.isnan(places)):
            raise ValueError('x must be strictly increasing')
        self._points = (places, *rest, k)
        self._fit(0)


class LSQUnivariateSpline(UnivariateSpline):
    """The spline of degree k with inner knots t that is nearest to points.

    >>> interpolate.LSQUnivariateSpline([0, 1, 2, 3, 4.0], [0.0, 1.0, 2.0, 3.0, 4.0], [2.0], k=1)(1.5).round(9)
    np.float64(1.5)
    """

    def __init__(self, x, y, t, w=None, bbox=[None] * 2, k=3, ext=0, check_finite=False):
        x, y, w, low, high = self._checked(x, y, w, bbox, k, None, ext, check_finite)
        self._points, self._k = (x, y, w, low, high, k), k
        self._t = np.concatenate([[low] * (k + 1), np.asarray(t, float), [high] * (k + 1)])
        if not np.all(self._t[k + 1:-k] - self._t[k:-k - 1] > 0):
            raise ValueError('Interior knots t must satisfy Schoenberg-Whitney conditions')
        self._c = _least_squares(x, y[:, None], w, self._t, k)[:, 0]
        self._left = _squares(x, y, w, self._t, self._c, k).sum()
