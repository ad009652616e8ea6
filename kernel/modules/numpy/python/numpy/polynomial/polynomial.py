"""numpy.polynomial.polynomial: series in powers of x, lowest first, and the class Polynomial."""

import numpy as np
from numpy.polynomial import polyutils as pu
from numpy.polynomial._polybase import ABCPolyBase, SUPERSCRIPTS
from numpy.polynomial.polyutils import _floating

__all__ = ['polyzero', 'polyone', 'polyx', 'polydomain', 'polyline', 'polyadd', 'polysub', 'polymulx', 'polymul', 'polydiv', 'polypow',
           'polyval', 'polyvalfromroots', 'polyder', 'polyint', 'polyfromroots', 'polyvander', 'polyfit', 'polytrim', 'polyroots',
           'polycompanion', 'Polynomial', 'polyval2d', 'polyval3d', 'polygrid2d', 'polygrid3d', 'polyvander2d', 'polyvander3d']

polydomain = np.array([-1., 1.])
polyzero = np.array([0])
polyone = np.array([1])
polyx = np.array([0, 1])


def _series(*given):
    return pu.as_series(given)


def polytrim(c, tol=0):
    """The series without its last coefficients that are at most tol.

    >>> polynomial.polynomial.polytrim([1, 2, 0, 0])
    array([1., 2.])
    """
    return pu.trimcoef(c, tol)


def polyline(off, scl):
    """The series off + scl * x.

    >>> polynomial.polynomial.polyline(1, 2)
    array([1, 2])
    """
    return np.array([off, scl]) if scl != 0 else np.array([off])


def polyadd(c1, c2):
    """The sum of two series.

    >>> polynomial.polynomial.polyadd([1, 2], [3])
    array([4., 2.])
    """
    c1, c2 = _series(c1, c2)
    if len(c1) < len(c2):
        c1, c2 = c2, c1
    c1[:c2.size] += c2
    return pu.trimseq(c1)


def polysub(c1, c2):
    """The difference of two series.

    >>> polynomial.polynomial.polysub([1, 2], [3])
    array([-2.,  2.])
    """
    c1, c2 = _series(c1, c2)
    return polyadd(c1, -c2)


def polymulx(c):
    """The series times x.

    >>> polynomial.polynomial.polymulx([1, 2])
    array([0., 1., 2.])
    """
    c, = _series(c)
    if len(c) == 1 and c[0] == 0:
        return c
    return np.concatenate((c[:1] * 0, c))


def polymul(c1, c2):
    """The product of two series.

    >>> polynomial.polynomial.polymul([1, 2], [1, 2])
    array([1., 4., 4.])
    """
    c1, c2 = _series(c1, c2)
    return pu.trimseq(np.convolve(c1, c2))


def polydiv(c1, c2):
    """The quotient and the remainder of two series.

    >>> polynomial.polynomial.polydiv([1, 2, 3], [3, 2, 1])
    (array([3.]), array([-8., -4.]))
    """
    rest, divisor = _series(c1, c2)
    top = divisor[-1]
    if top == 0:
        raise ZeroDivisionError
    excess = len(rest) - len(divisor)
    if excess < 0:
        return rest[:1] * 0, rest
    if len(divisor) == 1:
        return rest / top, rest[:1] * 0
    below = divisor[:-1] / top
    for shift in range(excess, -1, -1):  # what stays at the head of `rest` is the quotient, times `top`
        head = shift + len(below)
        rest[shift:head] -= below * rest[head]
    return rest[len(below):] / top, pu.trimseq(rest[:len(below)])


def polypow(c, pow, maxpower=None):
    """A series to a whole power.

    >>> polynomial.polynomial.polypow([1, 1], 2)
    array([1., 2., 1.])
    """
    return pu._to_power(np.convolve, c, pow, maxpower)


def polyval(x, c, tensor=True):
    """The series at the points x; further axes of c are further series.

    >>> polynomial.polynomial.polyval([1.0, 2.0], [1, 2, 3])
    array([ 6., 17.])
    """
    coefficients = _floating(c)
    places = np.asarray(x) if isinstance(x, (list, tuple)) else x
    if tensor and isinstance(places, np.ndarray):
        coefficients = np.expand_dims(coefficients, tuple(range(-places.ndim, 0)))
    value = coefficients[-1] + places * 0
    for coefficient in coefficients[-2::-1]:  # Horner's scheme
        value = coefficient + value * places
    return value


def polyval2d(x, y, c):
    """A series in two variables at the points (x, y).

    >>> polynomial.polynomial.polyval2d(1.0, 2.0, [[1, 2], [3, 4]])
    np.float64(16.0)
    """
    return pu._at_points(polyval, c, x, y)


def polyval3d(x, y, z, c):
    """A series in three variables at the points (x, y, z).

    >>> polynomial.polynomial.polyval3d(1.0, 2.0, 3.0, [[[1, 2], [3, 4]]])
    np.float64(37.0)
    """
    return pu._at_points(polyval, c, x, y, z)


def polygrid2d(x, y, c):
    """A series in two variables at the points of the grid of x and y.

    >>> polynomial.polynomial.polygrid2d([0., 1.], [0., 1.], [[1, 2], [3, 4]])
    array([[ 1.,  3.],
           [ 4., 10.]])
    """
    return pu._on_grid(polyval, c, x, y)


def polygrid3d(x, y, z, c):
    """A series in three variables at the points of the grid of x, y and z.

    >>> polynomial.polynomial.polygrid3d([0., 1.], [0.], [1.], [[[1, 2]], [[3, 4]]])
    array([[[ 3.]],
    <BLANKLINE>
           [[10.]]])
    """
    return pu._on_grid(polyval, c, x, y, z)


def polyvalfromroots(x, r, tensor=True):
    """The product of x - r over the roots.

    >>> polynomial.polynomial.polyvalfromroots(3.0, [1, 2])
    np.float64(2.0)
    """
    roots, places = _floating(r), x
    if isinstance(places, (list, tuple)):
        places = np.asarray(places)
    if isinstance(places, np.ndarray):
        if not tensor and places.ndim >= roots.ndim:
            raise ValueError('x.ndim must be < r.ndim when tensor == False')
        if tensor:
            roots = np.expand_dims(roots, tuple(range(-places.ndim, 0)))
    return (places - roots).prod(axis=0)


def polyder(c, m=1, scl=1, axis=0):
    """The m-th derivative of a series, times scl each time.

    >>> polynomial.polynomial.polyder([1, 2, 3])
    array([2., 6.])
    """
    c = np.moveaxis(_floating(c), axis, 0)
    if m < 0:
        raise ValueError('The order of derivation must be non-negative')
    if m >= len(c) and m:
        return np.moveaxis(c[:1] * 0, 0, axis)
    for _ in range(m):
        c = c[1:] * scl * np.arange(1, len(c)).reshape((-1,) + (1,) * (c.ndim - 1))
    return np.moveaxis(c, 0, axis)


def polyint(c, m=1, k=[], lbnd=0, scl=1, axis=0):
    """The m-th integral of a series, zero at lbnd but for the constants k, times scl each time.

    >>> polynomial.polynomial.polyint([1, 2, 3])
    array([0., 1., 1., 1.])
    """
    c = np.moveaxis(_floating(c), axis, 0)
    constants = list(k) if np.iterable(k) else [k]
    if m < 0:
        raise ValueError('The order of integration must be non-negative')
    if len(constants) > m:
        raise ValueError('Too many integration constants')
    if np.ndim(lbnd) != 0:
        raise ValueError('lbnd must be a scalar.')
    if np.ndim(scl) != 0:
        raise ValueError('scl must be a scalar.')
    for constant in constants + [0] * (m - len(constants)):
        c = c * scl
        if len(c) == 1 and np.all(c[0] == 0):
            c[0] += constant
            continue
        new = np.concatenate((c[:1] * 0, c / np.arange(1, len(c) + 1).reshape((-1,) + (1,) * (c.ndim - 1))))
        new[0] += constant - polyval(lbnd, new)
        c = new
    return np.moveaxis(c, 0, axis)


def polyfromroots(roots):
    """The series with the given roots and 1 as its last coefficient.

    >>> polynomial.polynomial.polyfromroots([1, 2])
    array([ 2., -3.,  1.])
    """
    return pu._from_roots(lambda off, scl: np.array([off, scl]), polymul, roots)


def polyvander(x, deg):
    """The powers of x up to deg along a new last axis.

    >>> polynomial.polynomial.polyvander([2.0], 2)
    array([[1., 2., 4.]])
    """
    if int(deg) != deg:
        raise TypeError('deg must be an integer')
    if deg < 0:
        raise ValueError('deg must be non-negative')
    x = np.array(x, ndmin=1) + 0.0
    columns = [x * 0 + 1]
    for _ in range(int(deg)):
        columns.append(columns[-1] * x)
    return np.stack(columns, axis=-1)


def polyvander2d(x, y, deg):
    """The products of powers of x and of y up to two degrees.

    >>> polynomial.polynomial.polyvander2d([2.0], [3.0], [1, 1])
    array([[1., 3., 2., 6.]])
    """
    return pu._joined(polyvander, (x, y), deg)


def polyvander3d(x, y, z, deg):
    """The products of powers of x, of y and of z up to three degrees.

    >>> polynomial.polynomial.polyvander3d([2.0], [3.0], [4.0], [1, 0, 1])
    array([[1., 4., 2., 8.]])
    """
    return pu._joined(polyvander, (x, y, z), deg)


def polyfit(x, y, deg, rcond=None, full=False, w=None):
    """The series of degree deg that fits points best, in the sense of least squares.

    deg may be a list of the powers that are to be used. With full, also [residuals, rank, singular values, rcond].

    >>> np.round(polynomial.polynomial.polyfit([0, 1, 2], [1, 3, 5], 1), 9) + 0.0
    array([1., 2.])
    """
    return pu._fitted(polyvander, x, y, deg, rcond, full, w)


def polycompanion(c):
    """The matrix whose eigenvalues are the roots of the series.

    >>> polynomial.polynomial.polycompanion([2, -3, 1])
    array([[ 0., -2.],
           [ 1.,  3.]])
    """
    c, = _series(c)
    if len(c) < 2:
        raise ValueError('Series must have maximum degree of at least 1.')
    degree = len(c) - 1
    if degree == 1:
        return np.array([[-c[0] / c[1]]])
    matrix = np.eye(degree, k=-1, dtype=c.dtype)
    matrix[:, -1] -= c[:-1] / c[-1]
    return matrix


def polyroots(c):
    """The roots of the series, in order.

    >>> polynomial.polynomial.polyroots([-2, 1])
    array([2.])
    """
    series = _series(c)[0]
    degree = len(series) - 1
    if degree == 1:
        return np.array([-series[0] / series[1]])
    if degree == 0:
        return np.empty(0, series.dtype)
    turned = np.flip(polycompanion(series))  # the order of LAPACK's steps decides the last digits
    return np.sort(np.linalg.eigvals(turned))


class Polynomial(ABCPolyBase):
    """Polynomial(coef, domain=None, window=None, symbol='x')

    A series in powers of x, lowest first; x is mapped from the domain to the window first.

    >>> polynomial.Polynomial([1, 2, 3])(2.0)
    np.float64(17.0)
    """

    __module__ = 'numpy.polynomial.polynomial'
    domain = np.array(polydomain)
    window = np.array(polydomain)
    _add, _sub, _mul, _div, _pow = map(staticmethod, (polyadd, polysub, polymul, polydiv, polypow))
    _val, _int, _der, _fit, _line = map(staticmethod, (polyval, polyint, polyder, polyfit, polyline))
    _roots, _fromroots = map(staticmethod, (polyroots, polyfromroots))

    @classmethod
    def _term(cls, i, argument, in_unicode):
        power = '' if i == 1 else str(i).translate(SUPERSCRIPTS) if in_unicode else f'**{i}'
        return f"{'·' if in_unicode else ' '}{argument}{power}"

    @classmethod
    def _latex_term(cls, i, argument, is_mapped):
        if is_mapped:
            argument = rf'\left({argument}\right)'
        return '1' if i == 0 else argument if i == 1 else f'{argument}^{{{i}}}'
