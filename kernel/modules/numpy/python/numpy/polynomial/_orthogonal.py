"""Series in orthogonal polynomials: all that follows from how x times one of them is written in its neighbours."""

import math

import numpy as np
from numpy.polynomial import polyutils as pu
from numpy.polynomial.polynomial import polyadd, polymulx, polysub
from numpy.polynomial.polyutils import _floating, _whole


class Family:
    """Polynomials p[0] == 1, p[1], ... with x p[n] == up(n) p[n + 1] + own(n) p[n] + down(n) p[n - 1].

    `prefix` begins the names of its functions, `noun` says in their docstrings what they are series in, and `derive` and
    `integrate` turn a list of coefficients into that of the derivative and of an integral.
    """

    def __init__(self, prefix, noun, up, own, down, derive, integrate):
        self.prefix, self.noun = prefix, noun
        self.up, self.own, self.down = up, own, down
        self.derive, self.integrate = derive, integrate

    # ---- Over coefficients

    def line(self, off, scl):
        """The series off + scl * x."""
        if scl == 0:
            return np.array([off])
        return np.array([off + scl * self.own(0) if self.own(0) else off, scl * self.up(0) if self.up(0) != 1 else scl])

    def add(self, c1, c2):
        """The sum of two series."""
        return polyadd(c1, c2)

    def sub(self, c1, c2):
        """The difference of two series."""
        return polysub(c1, c2)

    def mulx(self, c):
        """The series times x."""
        c, = pu.as_series([c])
        if len(c) == 1 and c[0] == 0:
            return c
        product = np.zeros(len(c) + 1, dtype=c.dtype)
        for n, value in enumerate(c):
            product[n + 1] += value * self.up(n)
            if self.own(n):
                product[n] += value * self.own(n)
            if n:
                product[n - 1] += value * self.down(n)
        return product

    def _sum(self, c, x, zero, times, add):
        """c[0] p[0] + c[1] p[1] + ... by Clenshaw's rule; x, sums and products may be of any kind."""
        after, later = zero, zero
        for n in range(len(c) - 1, -1, -1):
            value = add(c[n], times(x, after, n)) if n < len(c) - 1 else add(c[n], zero)
            if n < len(c) - 2:
                value = add(value, times(None, later, n + 1))
            after, later = value, after
        return after

    def mul(self, c1, c2):
        """The product of two series."""
        c1, c2 = pu.as_series([c1, c2])
        if len(c1) > len(c2):
            c1, c2 = c2, c1

        def times(x, series, n):
            if x is None:
                return series * (-self.down(n) / self.up(n))
            product = self.mulx(series) / self.up(n)
            return polysub(product, series * (self.own(n) / self.up(n))) if self.own(n) else product
        return self._sum([value * c2 for value in c1], True, c2[:1] * 0, times, polyadd)

    def div(self, c1, c2):
        """The quotient and the remainder of two series."""
        return pu._divided(self.mul, c1, c2)

    def pow(self, c, pow, maxpower=16):
        """A series to a whole power."""
        return pu._to_power(self.mul, c, pow, maxpower)

    def der(self, c, m=1, scl=1, axis=0):
        """The m-th derivative of a series, times scl each time."""
        c = np.moveaxis(_floating(c), _whole(axis, 'the axis'), 0)
        times = _whole(m, 'the order of derivation')
        if times < 0:
            raise ValueError('The order of derivation must be non-negative')
        if times >= len(c) and times:
            return np.moveaxis(c[:1] * 0, 0, axis)
        for _ in range(times):
            c = np.stack(self.derive([row for row in c * scl]))
        return np.moveaxis(c, 0, axis)

    def int(self, c, m=1, k=[], lbnd=0, scl=1, axis=0):
        """The m-th integral of a series, zero at lbnd but for the constants k, times scl each time."""
        constants = list(k) if np.iterable(k) else [k]
        times = _whole(m, 'the order of integration')
        if times < 0:
            raise ValueError('The order of integration must be non-negative')
        if len(constants) > times:
            raise ValueError('Too many integration constants')
        if np.ndim(lbnd) != 0:
            raise ValueError('lbnd must be a scalar.')
        if np.ndim(scl) != 0:
            raise ValueError('scl must be a scalar.')
        c = np.moveaxis(_floating(c), _whole(axis, 'the axis'), 0)
        for constant in constants + [0] * (times - len(constants)):
            c = c * scl
            if len(c) == 1 and np.all(c[0] == 0):
                c[0] += constant
                continue
            new = np.stack(self.integrate([row for row in c]))
            new[0] += constant - self.val(lbnd, new)
            c = new
        return np.moveaxis(c, 0, axis)

    def fromroots(self, roots):
        """The series with the given roots and 1 as the factor of x to the highest power."""
        return pu._from_roots(self.line, self.mul, roots)

    def trim(self, c, tol=0):
        """The series without its last coefficients that are at most tol."""
        return pu.trimcoef(c, tol)

    def from_powers(self, pol):
        """A series in powers of x as one of this kind."""
        pol, = pu.as_series([pol])
        result = 0
        for value in pol[::-1]:
            result = polyadd(self.mulx(result), value)
        return result

    def to_powers(self, c):
        """The series as one in powers of x."""
        c, = pu.as_series([c])
        if len(c) < 2 or (len(c) == 2 and not self.own(0) and self.up(0) == 1):
            return c

        def times(x, series, n):
            if x is None:
                return series * (-self.down(n) / self.up(n))
            product = polymulx(series) / self.up(n)
            return polysub(product, series * (self.own(n) / self.up(n))) if self.own(n) else product
        return self._sum(c, True, c[:1] * 0, times, polyadd)

    # ---- At points

    def val(self, x, c, tensor=True):
        """The series at the points x; further axes of c are further series."""
        c = _floating(c, copy=None)
        if isinstance(x, (tuple, list)):
            x = np.asarray(x)
        if isinstance(x, np.ndarray) and tensor:
            c = c.reshape(c.shape + (1,) * x.ndim)
        if len(c) == 1:
            return c[0] + 0 * x

        def times(x, value, n):
            if x is None:
                return value * (-self.down(n) / self.up(n))
            return value * ((x - self.own(n)) / self.up(n) if self.own(n) else x / self.up(n))
        return self._sum(c, x, 0, times, lambda a, b: a + b)

    def val2d(self, x, y, c):
        """A series in two variables at the points (x, y)."""
        return pu._at_points(self.val, c, x, y)

    def val3d(self, x, y, z, c):
        """A series in three variables at the points (x, y, z)."""
        return pu._at_points(self.val, c, x, y, z)

    def grid2d(self, x, y, c):
        """A series in two variables at the points of the grid of x and y."""
        return pu._on_grid(self.val, c, x, y)

    def grid3d(self, x, y, z, c):
        """A series in three variables at the points of the grid of x, y and z."""
        return pu._on_grid(self.val, c, x, y, z)

    def vander(self, x, deg):
        """The polynomials up to deg at the points x, along a new last axis."""
        degree = _whole(deg, 'deg')
        if degree < 0:
            raise ValueError('deg must be non-negative')
        x = np.array(x, copy=None, ndmin=1) + 0.0
        columns = [x * 0 + 1]
        for n in range(degree):
            column = columns[-1] * (x - self.own(n) if self.own(n) else x)
            if n:
                column = column - columns[-2] * self.down(n)
            columns.append(column / self.up(n))
        return np.stack(columns, axis=-1)

    def vander2d(self, x, y, deg):
        """The products of the polynomials of x and of y up to two degrees."""
        return pu._joined(self.vander, (x, y), deg)

    def vander3d(self, x, y, z, deg):
        """The products of the polynomials of x, of y and of z up to three degrees."""
        return pu._joined(self.vander, (x, y, z), deg)

    def fit(self, x, y, deg, rcond=None, full=False, w=None):
        """The series of degree deg that fits points best, in the sense of least squares; deg may be a list of degrees.

        With full, also [residuals, rank, singular values, rcond].
        """
        return pu._fitted(self.vander, x, y, deg, rcond, full, w)

    # ---- Roots

    def companion(self, c):
        """The matrix whose eigenvalues are the roots of the series, scaled to be symmetric for a single polynomial."""
        c, = pu.as_series([c])
        degree = len(c) - 1
        if degree < 1:
            raise ValueError('Series must have maximum degree of at least 1.')
        if degree == 1:
            return np.array([[self.own(0) - self.up(0) * c[0] / c[1]]])
        sides = [math.copysign(math.sqrt(self.up(n) * self.down(n + 1)), self.up(n)) for n in range(degree - 1)]
        scale = np.multiply.accumulate([1.0] + [math.sqrt(self.up(n) / self.down(n + 1)) for n in range(degree - 2, -1, -1)])[::-1]
        matrix = np.zeros((degree, degree), dtype=c.dtype)
        places = np.arange(degree - 1)
        matrix[places, places + 1] = matrix[places + 1, places] = sides
        matrix[np.arange(degree), np.arange(degree)] = [self.own(n) for n in range(degree)]
        matrix[:, -1] -= (c[:-1] / c[-1]) * scale * self.up(degree - 1)
        return matrix

    def roots(self, c):
        """The roots of the series, in order."""
        c, = pu.as_series([c])
        if len(c) < 2:
            return np.array([], dtype=c.dtype)
        if len(c) == 2:
            return np.array([self.own(0) - self.up(0) * c[0] / c[1]])
        roots = np.linalg.eigvals(self.companion(c)[::-1, ::-1])
        roots.sort()
        return roots

    def eigenpoints(self, deg):
        """The degree, and the roots of the polynomial of that degree, before they are polished."""
        degree = _whole(deg, 'deg')
        if degree <= 0:
            raise ValueError('deg must be a positive integer')
        return degree, np.linalg.eigvalsh(self.companion(np.array([0] * degree + [1])))

    def gauss(self, deg):
        """The points of the quadrature of that degree, and its weights but for their sum; without the symmetry that some families have."""
        degree, x = self.eigenpoints(deg)
        c = np.array([0] * degree + [1])
        slopes = self.val(x, self.der(c))
        x = x - self.val(x, c) / slopes
        before = self.val(x, c[1:])
        return x, 1 / (before / np.abs(before).max() * (slopes / np.abs(slopes).max()))

    NAMES = ('line', 'add', 'sub', 'mulx', 'mul', 'div', 'pow', 'val', 'der', 'int', 'fromroots', 'vander', 'fit', 'trim', 'roots',
             'val2d', 'val3d', 'grid2d', 'grid3d', 'vander2d', 'vander3d', 'companion')

    def functions(self, module, examples):
        """The functions under their public names; `examples` shows some of them at work."""
        named = {self.prefix + name: getattr(self, name) for name in self.NAMES}
        named[f'{self.prefix}2poly'], named[f'poly2{self.prefix}'] = self.to_powers, self.from_powers
        return {name: _function(name, method, module, self.noun, examples.get(name)) for name, method in named.items()}

    def series(self, name, module, basis, domain, functions):
        """The class of such series."""
        part = {'_' + key: staticmethod(functions[self.prefix + key])
                for key in ('add', 'sub', 'mul', 'div', 'pow', 'val', 'int', 'der', 'fit', 'line', 'roots', 'fromroots')}
        from numpy.polynomial._polybase import ABCPolyBase
        text = (f"{name}(coef, domain=None, window=None, symbol='x')\n\nA series in {self.noun}, lowest degree first; x is mapped from "
                f'the domain to the window first.\n\n>>> polynomial.{name}([1, 2]).degree()\n1\n')
        return type(ABCPolyBase)(name, (ABCPolyBase,), dict(part, __module__=module, __doc__=text, basis_name=basis, domain=np.array(domain),
                                                            window=np.array(domain)))


def _function(name, method, module, noun, example):
    """A method as a function of a name, with the method's own parameters."""
    import functools
    function = functools.partial(method)
    plain = method.__func__
    parameters = plain.__code__.co_varnames[1:plain.__code__.co_argcount]
    defaults = plain.__defaults__ or ()
    first = len(parameters) - len(defaults)
    written = ', '.join(part if place < first else f'{part}={defaults[place - first]!r}' for place, part in enumerate(parameters))
    space = {'method': method}
    exec(f"def {name}({written}):\n    return method({', '.join(parameters)})\n", space)
    function = space[name]
    text = plain.__doc__.rstrip().replace('\n        ', '\n').replace('series', f'series in {noun}', 1).replace('The polynomials', f'The {noun}', 1)
    function.__doc__ = text + (f'\n\n{example}\n' if example else '\n')
    function.__module__ = module
    return function
