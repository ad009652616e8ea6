"""Interpolation in several dimensions: over grids, over scattered points, by radial functions; and polynomials through points."""

import itertools

import numpy as np
from scipy.interpolate._splines import _basis, _not_a_knot, make_interp_spline
from scipy.linalg import solve_banded

__all__ = ['RegularGridInterpolator', 'interpn', 'NearestNDInterpolator', 'LinearNDInterpolator', 'griddata', 'RBFInterpolator',
           'RectBivariateSpline', 'BarycentricInterpolator', 'barycentric_interpolate', 'lagrange']


def _points_of(xi, dimensions):
    """Places as an array whose last axis is the dimension."""
    if isinstance(xi, tuple):
        return np.stack(np.broadcast_arrays(*[np.asarray(part, float) for part in xi]), axis=-1)
    xi = np.asarray(xi, float)
    return xi.reshape(-1, dimensions) if xi.ndim == 1 else xi


class RegularGridInterpolator:
    """Values over a grid, of which each axis's points are given: method 'linear', 'nearest', 'slinear', 'cubic', 'quintic' or
    'pchip'.

    >>> interpolate.RegularGridInterpolator(([0, 1], [0, 1]), [[0.0, 1.0], [2.0, 3.0]])([0.5, 0.5])
    array([1.5])
    """

    __module__ = 'scipy.interpolate._rgi'
    _DEGREES = {'slinear': 1, 'cubic': 3, 'quintic': 5}

    def __init__(self, points, values, method='linear', bounds_error=True, fill_value=np.nan, *, solver=None, solver_args=None):
        if method not in ('linear', 'nearest', 'pchip', *self._DEGREES):
            raise ValueError(f"Method '{method}' is not defined")
        values = np.asarray(values)
        values = values if values.dtype.kind in 'fc' else values.astype(float)
        if len(points) > values.ndim:
            raise ValueError(f'There are {len(points)} point arrays, but values has {values.ndim} dimensions')
        grid, flips = [], []
        for i, line in enumerate(points):
            line = np.asarray(line, float)
            if line.ndim != 1:
                raise ValueError(f'The points in dimension {i} must be 1-dimensional')
            if np.any(np.diff(line) <= 0):
                if np.any(np.diff(line) >= 0):
                    raise ValueError(f'The points in dimension {i} must be strictly ascending or descending')
                flips.append(i)
                line = line[::-1]
            if len(line) != values.shape[i]:
                raise ValueError(f'There are {len(line)} points and {values.shape[i]} values in dimension {i}')
            grid.append(np.ascontiguousarray(line))
        least = self._DEGREES.get(method, 3 if method == 'pchip' else 0)
        for i, line in enumerate(grid):
            if method != 'linear' and method != 'nearest' and len(line) <= least:
                raise ValueError(f'There are {len(line)} points in dimension {i}, but method {method} requires at least  {least + 1} points per '
                                 'dimension.')
        self.grid, self.values, self.method = tuple(grid), np.flip(values, flips) if flips else values, method
        self.bounds_error, self.fill_value = bounds_error, fill_value

    def __call__(self, xi, method=None, *, nu=None):
        """The values at places whose last axis is the dimension."""
        method = self.method if method is None else method
        if method not in ('linear', 'nearest', 'pchip', *self._DEGREES):
            raise ValueError(f"Method '{method}' is not defined")
        count = len(self.grid)
        xi = _points_of(xi, count)
        if xi.shape[-1] != count:
            raise ValueError(f'The requested sample points xi have dimension {xi.shape[-1]} but this RegularGridInterpolator has dimension {count}')
        at = xi.reshape(-1, count)
        outside = np.zeros(len(at), bool)
        for i, line in enumerate(self.grid):
            out = (at[:, i] < line[0]) | (at[:, i] > line[-1])
            if self.bounds_error and np.any(out):
                raise ValueError(f'One of the requested xi is out of bounds in dimension {i}')
            outside |= out
        unknown = np.any(np.isnan(at), axis=-1)
        ways = {'nearest': self._nearest, 'linear': self._linear}
        found = ways[method](at) if method in ways else self._by_lines(at, method)
        if not self.bounds_error and self.fill_value is not None:
            found[outside] = self.fill_value
        found[unknown] = np.nan
        return found.reshape(xi.shape[:-1] + self.values.shape[count:])

    def _places(self, at):
        for i, line in enumerate(self.grid):
            place = np.clip(np.searchsorted(line, at[:, i]) - 1, 0, max(len(line) - 2, 0))
            width = line[place + 1] - line[place] if len(line) > 1 else np.ones(len(at))
            yield place, (at[:, i] - line[place]) / width

    def _nearest(self, at):
        return self.values[tuple(np.where(share <= 0.5, place, place + 1) for place, share in self._places(at))].copy()

    def _linear(self, at):
        places, shares = zip(*self._places(at))
        more = (slice(None),) + (None,) * (self.values.ndim - len(self.grid))
        total = np.zeros((len(at),) + self.values.shape[len(self.grid):], np.result_type(self.values, float))
        for corner in itertools.product((0, 1), repeat=len(self.grid)):
            weight = np.ones(len(at))
            for side, share in zip(corner, shares):
                weight = weight * (share if side else 1 - share)
            index = tuple(np.minimum(place + side, len(line) - 1) for place, side, line in zip(places, corner, self.grid))
            total = total + self.values[index] * weight[more]
        return total

    def _by_lines(self, at, method):
        """One axis after another is interpolated, the last one first."""
        from scipy.interpolate._pieces import PchipInterpolator
        result = []
        for place in at:
            values = self.values
            for i in range(len(self.grid) - 1, -1, -1):
                line = np.moveaxis(values, i, 0)
                if method == 'pchip':
                    curve = PchipInterpolator(self.grid[i], line)
                else:
                    curve = make_interp_spline(self.grid[i], line, self._DEGREES[method])
                values = curve(place[i])
            result.append(values)
        return np.array(result).reshape((len(at),) + self.values.shape[len(self.grid):])


def interpn(points, values, xi, method='linear', bounds_error=True, fill_value=np.nan):
    """Values over a grid at the places xi: method 'linear', 'nearest', 'slinear', 'cubic', 'quintic', 'pchip' or 'splinef2d'.

    >>> interpolate.interpn(([0, 1], [0, 1]), np.array([[0.0, 1.0], [2.0, 3.0]]), [0.5, 0.5])
    array([1.5])
    """
    methods = ['linear', 'nearest', 'slinear', 'cubic', 'quintic', 'pchip', 'splinef2d']
    if method not in methods:
        names = ', '.join(map(repr, methods[:-1]))
        raise ValueError(f"interpn only understands the methods {names}, and 'splinef2d'. You provided {method}.")
    values = np.asarray(values)
    if values.ndim > 2 and method == 'splinef2d':
        raise ValueError('The method splinef2d can only be used for 2-dimensional input data')
    if not bounds_error and fill_value is None and method == 'splinef2d':
        raise ValueError('The method splinef2d does not support extrapolation.')
    if method != 'splinef2d':
        return RegularGridInterpolator(points, values, method=method, bounds_error=bounds_error, fill_value=fill_value)(xi)
    xi = _points_of(xi, 2)
    at = xi.reshape(-1, 2)
    inside = np.all([(line[0] <= at[:, i]) & (at[:, i] <= line[-1]) for i, line in enumerate(points)], axis=0)
    if bounds_error and not inside.all():
        raise ValueError('One of the requested xi is out of bounds in dimension 0')
    found = np.full(len(at), fill_value, float)
    found[inside] = RectBivariateSpline(points[0], points[1], values).ev(at[inside, 0], at[inside, 1])
    return found.reshape(xi.shape[:-1])


# ---- Scattered points.

def _scattered(x, y, rescale):
    x = np.asarray(_points_of(x, 1) if not isinstance(x, tuple) or len(x) > 1 else x[0][:, None], float)
    if x.ndim != 2:
        raise ValueError('invalid shape for input data points')
    y = np.asarray(y)
    if len(y) != len(x):
        raise ValueError('different number of values and points')
    offset, scale = (x.mean(axis=0), np.ptp(x, axis=0)) if rescale else (0.0, 1.0)
    return (x - offset) / np.where(scale > 0, scale, 1.0), y if y.dtype.kind in 'fc' else y.astype(float), offset, scale


class NearestNDInterpolator:
    """The value of the nearest of scattered points.

    >>> interpolate.NearestNDInterpolator([[0, 0], [1, 1]], [5.0, 7.0])(0.9, 0.8)
    array(7.)
    """

    __module__ = 'scipy.interpolate._ndgriddata'

    def __init__(self, x, y, rescale=False, tree_options=None):
        self.points, self.values, self._offset, self._scale = _scattered(x, y, rescale)

    def __call__(self, *xi, **query_options):
        xi = _points_of(xi if len(xi) > 1 else xi[0], self.points.shape[1])
        at = (xi.reshape(-1, xi.shape[-1]) - self._offset) / self._scale
        places = np.empty(len(at), int)
        rows = max(1, 2 ** 22 // max(1, len(self.points)))
        for start in range(0, len(at), rows):  # so many at a time that distances take some ten megabytes
            away = sum((at[start:start + rows, i, None] - self.points[:, i]) ** 2 for i in range(at.shape[1]))
            places[start:start + rows] = np.argmin(away, axis=1)
        return self.values[places].reshape(xi.shape[:-1] + self.values.shape[1:])


def _triangles(points):
    """Delaunay's triangles of points in a plane, by Bowyer and Watson: a point takes the place of the triangles whose circles it lies in."""
    middle, size = points.mean(axis=0), np.ptp(points, axis=0).max() or 1.0
    outer = middle + size * 1e4 * np.array([[0.0, 1.0], [-0.9, -0.5], [0.9, -0.5]])
    x, y = np.concatenate([points, outer]).T
    n = len(points)
    corners = np.array([[n, n + 1, n + 2]])
    circles = _circles(x, y, corners)
    for p in np.lexsort((points[:, 1], points[:, 0])).tolist():
        near = (x[p] - circles[0]) ** 2 + (y[p] - circles[1]) ** 2 < circles[2] * (1 - 1e-12)
        gone = corners[near]
        sides = np.sort(np.concatenate([gone[:, [0, 1]], gone[:, [1, 2]], gone[:, [2, 0]]]), axis=1)
        keys, first, counts = np.unique(sides[:, 0] * (n + 3) + sides[:, 1], return_index=True, return_counts=True)
        rim = sides[first[counts == 1]]
        fresh = np.column_stack([rim, np.full(len(rim), p)])
        first, second = fresh[:, 0], fresh[:, 1]
        width = (x[second] - x[first]) * (y[p] - y[first]) - (y[second] - y[first]) * (x[p] - x[first])
        fresh = fresh[width != 0]
        corners = np.concatenate([corners[~near], fresh])
        circles = [np.concatenate([old[~near], new]) for old, new in zip(circles, _circles(x, y, fresh))]
    return corners[np.all(corners < n, axis=1)]


def _circles(x, y, corners):
    """Middles and squared radii of the circles through three corners."""
    ax, ay = x[corners[:, 0]], y[corners[:, 0]]
    bx, by, cx, cy = x[corners[:, 1]] - ax, y[corners[:, 1]] - ay, x[corners[:, 2]] - ax, y[corners[:, 2]] - ay
    double = 2 * (bx * cy - by * cx)
    b, c = bx * bx + by * by, cx * cx + cy * cy
    ux, uy = (cy * b - by * c) / double, (bx * c - cx * b) / double
    return [ux + ax, uy + ay, ux * ux + uy * uy]


class LinearNDInterpolator:
    """Over Delaunay's triangles of scattered points in a plane, the plane through the three corners' values; fill_value outside.

    >>> interpolate.LinearNDInterpolator([[0, 0], [1, 0], [0, 1]], [0.0, 1.0, 2.0])(0.25, 0.25)
    array(0.75)
    """

    __module__ = 'scipy.interpolate._interpnd'

    def __init__(self, points, values, fill_value=np.nan, rescale=False):
        self.points, self.values, self._offset, self._scale = _scattered(points, values, rescale)
        if self.points.shape[1] != 2:
            raise NotImplementedError('scattered points are triangulated in a plane only')
        self.fill_value, self._corners = fill_value, _triangles(self.points)

    def __call__(self, *xi):
        xi = _points_of(xi if len(xi) > 1 else xi[0], 2)
        at = (xi.reshape(-1, 2) - self._offset) / self._scale
        result = np.full((len(at),) + self.values.shape[1:], self.fill_value, np.result_type(self.values, float))
        a, b, c = (self.points[self._corners[:, i]] for i in range(3))
        u, v = b - a, c - a
        double = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
        more = (slice(None),) + (None,) * (self.values.ndim - 1)
        rows = max(1, 2 ** 20 // max(1, len(self._corners)))
        for start in range(0, len(at), rows):
            away = at[start:start + rows, None, :] - a
            second = (away[..., 0] * v[:, 1] - away[..., 1] * v[:, 0]) / double
            third = (u[:, 0] * away[..., 1] - u[:, 1] * away[..., 0]) / double
            least = np.minimum(np.minimum(second, third), 1 - second - third)
            triangle = np.argmax(least, axis=1)
            lines = np.arange(len(triangle))
            inside = least[lines, triangle] >= -1e-12
            s, t = second[lines, triangle], third[lines, triangle]
            x, y, z = (self.values[self._corners[triangle, i]] for i in range(3))
            found = x * (1 - s - t)[more] + y * s[more] + z * t[more]
            result[start:start + rows][inside] = found[inside]
        return result.reshape(xi.shape[:-1] + self.values.shape[1:])


def griddata(points, values, xi, method='linear', fill_value=np.nan, rescale=False):
    """Values of scattered points at the places xi: method 'nearest', 'linear', or along a line 'cubic'.

    >>> interpolate.griddata([[0, 0], [1, 0], [0, 1]], [0.0, 1.0, 2.0], [[0.25, 0.25]])
    array([0.75])
    """
    points = _points_of(points, 1)
    dimensions = 1 if points.ndim < 2 else points.shape[-1]
    if dimensions == 1 and method in ('nearest', 'linear', 'cubic'):
        from scipy.interpolate import interp1d
        line = points.ravel()
        if isinstance(xi, tuple):
            if len(xi) != 1:
                raise ValueError('invalid number of dimensions in xi')
            xi = xi[0]
        order = np.argsort(line)
        fill_value = 'extrapolate' if method == 'nearest' else fill_value
        curve = interp1d(line[order], np.asarray(values)[order], kind=method, axis=0, bounds_error=False, fill_value=fill_value)
        return curve(xi)
    if method == 'nearest':
        return NearestNDInterpolator(points, values, rescale=rescale)(xi)
    if method == 'linear':
        return LinearNDInterpolator(points, values, fill_value=fill_value, rescale=rescale)(xi)
    if method == 'cubic' and dimensions == 2:
        raise NotImplementedError('griddata by cubic polynomials over triangles')
    raise ValueError(f"Unknown interpolation method {method!r} for {dimensions} dimensional data")


_KERNELS = {'linear': lambda r: -r, 'thin_plate_spline': lambda r: np.where(r > 0, r * r * np.log(np.where(r > 0, r, 1.0)), 0.0),
            'cubic': lambda r: r ** 3,
            'quintic': lambda r: -r ** 5, 'multiquadric': lambda r: -np.sqrt(r * r + 1),
            'inverse_multiquadric': lambda r: 1 / np.sqrt(r * r + 1),
            'inverse_quadratic': lambda r: 1 / (r * r + 1), 'gaussian': lambda r: np.exp(-r * r)}
_LEAST = {'multiquadric': 0, 'linear': 0, 'thin_plate_spline': 1, 'cubic': 1, 'quintic': 2}


class RBFInterpolator:
    """Radial functions at scattered points, and a polynomial, that together have the points' values (or near them, by
    `smoothing`).

    >>> interpolate.RBFInterpolator([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0])([[0.5]]).round(9)
    array([0.5])
    """

    __module__ = 'scipy.interpolate._rbfinterp'

    def __init__(self, y, d, neighbors=None, smoothing=0.0, kernel='thin_plate_spline', epsilon=None, degree=None):
        self.y, d = np.asarray(y, float), np.asarray(d)
        if self.y.ndim != 2:
            raise ValueError('`y` must be a 2-dimensional array.')
        if len(d) != len(self.y):
            raise ValueError(f'Expected the first axis of `d` to have length {len(self.y)}.')
        if kernel not in _KERNELS:
            raise ValueError(f'`kernel` must be one of {set(_KERNELS)}.')
        if neighbors is not None:
            raise NotImplementedError('radial functions of the nearest points only')
        if epsilon is None:
            if kernel not in ('linear', 'thin_plate_spline', 'cubic', 'quintic'):
                raise ValueError("`epsilon` must be specified if `kernel` is not one of {'linear', 'thin_plate_spline', 'cubic', 'quintic'}.")
            epsilon = 1.0
        least = _LEAST.get(kernel, -1)
        degree = max(least, 0) if degree is None else int(degree)
        self.kernel, self.epsilon, self._shape = kernel, float(epsilon), d.shape[1:]
        size = self.y.shape[1]
        powers = [p for p in itertools.product(range(degree + 1), repeat=size) if sum(p) <= degree]
        self.powers = np.array(sorted(powers, key=sum), int).reshape(-1, size)
        n, m = len(self.y), len(self.powers)
        self._shift = (self.y.max(axis=0) + self.y.min(axis=0)) / 2
        spread = (self.y.max(axis=0) - self.y.min(axis=0)) / 2
        self._spread = np.where(spread == 0, 1.0, spread)
        matrix = np.zeros((n + m, n + m))
        matrix[:n, :n] = self._radial(self.y) + np.diag(np.broadcast_to(smoothing, n))
        matrix[:n, n:] = self._polynomial(self.y)
        matrix[n:, :n] = matrix[:n, n:].T
        right = np.zeros((n + m, int(np.prod(self._shape))), complex if d.dtype.kind == 'c' else float)
        right[:n] = d.reshape(n, -1)
        self._coefficients = np.linalg.solve(matrix, right)

    def _radial(self, x):
        squares = sum((x[:, i, None] - self.y[:, i]) ** 2 for i in range(x.shape[1]))
        return _KERNELS[self.kernel](np.sqrt(squares) * self.epsilon)

    def _polynomial(self, x):
        return np.prod(((x - self._shift) / self._spread)[:, None, :] ** self.powers, axis=-1)

    def __call__(self, x):
        x = np.asarray(x, float)
        if x.ndim != 2:
            raise ValueError('`x` must be a 2-dimensional array.')
        if x.shape[1] != self.y.shape[1]:
            raise ValueError(f'Expected the second axis of `x` to have length {self.y.shape[1]}.')
        values = np.concatenate([self._radial(x), self._polynomial(x)], axis=1) @ self._coefficients
        return values.reshape((len(x),) + self._shape)


class RectBivariateSpline:
    """The spline of degrees kx and ky through values over a grid.

    >>> interpolate.RectBivariateSpline([0, 1, 2, 3], [0, 1, 2, 3], np.outer([0.0, 1, 2, 3], [0.0, 1, 4, 9]))(1.5, 2.0).round(9)
    array([[6.]])
    """

    __module__ = 'scipy.interpolate._fitpack2'

    def __init__(self, x, y, z, bbox=[None] * 4, kx=3, ky=3, s=0, maxit=20):
        x, y, z = np.ravel(x).astype(float), np.ravel(y).astype(float), np.asarray(z, float)
        for name, line in (('x', x), ('y', y)):
            if not np.all(np.diff(line) > 0):
                raise ValueError(f'{name} must be strictly increasing')
        for i, (name, line) in enumerate((('x', x), ('y', y))):
            if z.ndim != 2 or line.size != z.shape[i]:
                raise ValueError(f'{name} dimension of z must have same number of elements as {name}')
        if s:
            raise NotImplementedError('smoothing over a grid')
        self.degrees = kx, ky
        self._knots, c = [], z
        for i, (line, k) in enumerate(((x, kx), (y, ky))):
            t = _not_a_knot(line, k)
            for end, given in ((slice(None, k + 1), bbox[2 * i]), (slice(-k - 1, None), bbox[2 * i + 1])):
                t[end] = t[end] if given is None else given
            band, n = np.zeros((2 * k + 1, len(line))), np.arange(len(line))
            first, values = _basis(t, k, line)
            for j, value in enumerate(values):
                band[k + n - (first + j), first + j] = value
            c = solve_banded((k, k), band, c if i == 0 else c.T)
            self._knots.append(t)
        self._c = c.T

    def get_knots(self):
        """The knots along x and along y."""
        return self._knots[0], self._knots[1]

    def get_coeffs(self):
        """The coefficients, in one line."""
        return self._c.ravel()

    def get_residual(self):
        """The sum of squares that is left: none."""
        return 0.0

    def _lines(self, x, axis, order):
        """The values of all splines of an axis at x, or of their derivatives."""
        from scipy.interpolate._splines import BSpline
        t, k = self._knots[axis], self.degrees[axis]
        x = np.clip(x, t[0], t[-1])
        return BSpline.construct_fast(t, np.eye(len(t) - k - 1), k)(x, nu=order)

    def __call__(self, x, y, dx=0, dy=0, grid=True):
        """The values over the grid of x and y, or with grid=False at the pairs of them."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        if not grid:
            x, y = np.broadcast_arrays(x, y)
            left, right = self._lines(x.ravel(), 0, dx), self._lines(y.ravel(), 1, dy)
            return np.einsum('ij,jk,ik->i', left, self._c, right).reshape(x.shape)
        if x.size and not np.all(np.diff(x.ravel()) >= 0):
            raise ValueError('x must be strictly increasing when `grid` is True')
        return self._lines(x.ravel(), 0, dx) @ self._c @ self._lines(y.ravel(), 1, dy).T

    def ev(self, xi, yi, dx=0, dy=0):
        """The values at pairs of x and y."""
        return self(xi, yi, dx, dy, grid=False)

    def integral(self, xa, xb, ya, yb):
        """The integral over a rectangle."""
        from scipy.interpolate._splines import BSpline
        sides = []
        for axis, (a, b) in enumerate(((xa, xb), (ya, yb))):
            t, k = self._knots[axis], self.degrees[axis]
            sides.append(BSpline.construct_fast(t, np.eye(len(t) - k - 1), k, False).integrate(a, b))
        return float(sides[0] @ self._c @ sides[1])


# ---- Polynomials.

class BarycentricInterpolator:
    """The polynomial through points, by barycentric weights.

    >>> interpolate.BarycentricInterpolator([0, 1, 2], [0.0, 1.0, 4.0])(1.5).round(9)
    np.float64(2.25)
    """

    __module__ = 'scipy.interpolate._polyint'

    def __init__(self, xi, yi=None, axis=0, *, wi=None, rng=None, random_state=None):
        self.xi = np.asarray(xi, float)
        if wi is None:
            scale = 4.0 / (self.xi.max() - self.xi.min())
            away = (self.xi[:, None] - self.xi) * scale
            np.fill_diagonal(away, 1.0)
            wi = 1.0 / np.prod(away, axis=1)
        self.wi, self._axis = np.asarray(wi), axis
        self.yi = None if yi is None else np.moveaxis(np.asarray(yi), axis, 0)

    def __call__(self, x):
        from scipy.interpolate._pieces import placed
        x = np.asarray(x)
        at, y = x.ravel().astype(float), self.yi.reshape(len(self.yi), -1)
        away = at[:, None] - self.xi
        exact = away == 0
        weights = self.wi / np.where(exact, 1.0, away)
        values = weights @ y / weights.sum(axis=1)[:, None]
        rows, places = np.nonzero(exact)
        values[rows] = y[places]
        return placed(values.reshape((len(at),) + self.yi.shape[1:]), x, self._axis % self.yi.ndim)


def barycentric_interpolate(xi, yi, x, axis=0, *, der=0, rng=None):
    """The polynomial through points, at x.

    >>> interpolate.barycentric_interpolate([0, 1, 2], [0.0, 1.0, 4.0], 1.5).round(9)
    np.float64(2.25)
    """
    return BarycentricInterpolator(xi, yi, axis=axis)(x)


def lagrange(x, w):
    """The polynomial through points as a poly1d.

    >>> interpolate.lagrange([0, 1, 2], [0.0, 1.0, 4.0])
    poly1d([1., 0., 0.])
    """
    result = np.poly1d([0.0])
    for i in range(len(x)):
        part = np.poly1d([w[i]])
        for j in range(len(x)):
            if j != i:
                part = part * np.poly1d([1.0, -x[j]]) / (x[i] - x[j])
        result = result + part
    return result
