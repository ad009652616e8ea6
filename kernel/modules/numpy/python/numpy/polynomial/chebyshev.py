"""numpy.polynomial.chebyshev: series in Chebyshev's polynomials, lowest first, and the class Chebyshev."""

import numpy as np
from numpy.polynomial._orthogonal import Family
from numpy.polynomial.polyutils import _whole


def _derive(c):
    result = [row * 0 for row in c[1:]]
    for n in range(len(c) - 1, 2, -1):
        result[n - 1] = 2 * n * c[n]
        c[n - 2] = c[n - 2] + n * c[n] / (n - 2)
    if len(c) > 2:
        result[1] = 4 * c[2]
    result[0] = c[1]
    return result


def _integrate(c):
    result = [c[0] * 0] * (len(c) + 1)
    result[1] = c[0]
    if len(c) > 1:
        result[2] = c[1] / 4
    for n in range(2, len(c)):
        result[n + 1] = c[n] / (2 * (n + 1))
        result[n - 1] = result[n - 1] - c[n] / (2 * (n - 1))
    return result


_family = Family('cheb', "Chebyshev's polynomials", up=lambda n: 0.5 if n else 1, own=lambda n: 0, down=lambda n: 0.5, derive=_derive,
                 integrate=_integrate)
globals().update(_family.functions('numpy.polynomial.chebyshev', {
    'chebval': '>>> polynomial.chebyshev.chebval(0.5, [1, 2, 3])\nnp.float64(0.5)',
    'chebmul': '>>> polynomial.chebyshev.chebmul([1, 2], [1, 2])\narray([3., 4., 2.])',
    'chebder': '>>> polynomial.chebyshev.chebder([1, 2, 3])\narray([ 2., 12.])',
    'chebint': '>>> polynomial.chebyshev.chebint([1, 2])\narray([0.5, 1. , 0.5])',
    'cheb2poly': '>>> polynomial.chebyshev.cheb2poly([1, 2, 3])\narray([-2.,  2.,  6.])',
    'poly2cheb': '>>> polynomial.chebyshev.poly2cheb([-2, 2, 6])\narray([1., 2., 3.])',
    'chebvander': '>>> polynomial.chebyshev.chebvander([0.5], 2)\narray([[ 1. ,  0.5, -0.5]])',
    'chebroots': '>>> np.round(polynomial.chebyshev.chebroots([-1, 0, 1]), 9)\narray([-1.,  1.])'}))

chebdomain = np.array([-1., 1.])
chebzero = np.array([0])
chebone = np.array([1])
chebx = np.array([0, 1])


def _node_count(npts, least):
    if npts != int(npts):
        raise ValueError('npts must be integer')
    if npts < least:
        raise ValueError('npts must be >= %d' % least)
    return int(npts)


def chebpts1(npts):
    """The zeros of a Chebyshev polynomial, in order.

    >>> polynomial.chebyshev.chebpts1(2).round(4)
    array([-0.7071,  0.7071])
    """
    count = _node_count(npts, 1)
    odd = np.arange(-count + 1, count + 1, 2)
    return np.sin(0.5 * np.pi / count * odd)


def chebpts2(npts):
    """The places of the extremes of a Chebyshev polynomial, in order.

    >>> polynomial.chebyshev.chebpts2(2)
    array([-1.,  1.])
    """
    angles = np.linspace(-np.pi, 0, _node_count(npts, 2))
    return np.cos(angles)


def chebgauss(deg):
    """The points and weights of the quadrature with the weight of Chebyshev's polynomials.

    >>> polynomial.chebyshev.chebgauss(2)[1].round(4)
    array([1.5708, 1.5708])
    """
    degree = _whole(deg, 'deg')
    if degree < 1:
        raise ValueError('deg must be a positive integer')
    angles = np.pi * np.arange(1, 2 * degree, 2) / (2.0 * degree)
    return np.cos(angles), np.full(degree, np.pi / degree)


def chebweight(x):
    """The weight that makes Chebyshev's polynomials orthogonal: 1 / sqrt(1 - x**2).

    >>> polynomial.chebyshev.chebweight(0.0)
    np.float64(1.0)
    """
    return 1. / (np.sqrt(1. + x) * np.sqrt(1. - x))


def chebinterpolate(func, deg, args=()):
    """The series of degree deg that equals a function at the Chebyshev points.

    >>> polynomial.chebyshev.chebinterpolate(lambda x: x, 1)
    array([0., 1.])
    """
    degree = np.asarray(deg)
    if degree.ndim > 0 or degree.dtype.kind not in 'iu' or degree.size == 0:
        raise TypeError('deg must be an int')
    if degree < 0:
        raise ValueError('expected deg >= 0')
    order = int(degree) + 1
    points = chebpts1(order)
    c = np.dot(chebvander(points, order - 1).T, func(points, *args))
    c[0] /= order
    c[1:] /= 0.5 * order
    return c


Chebyshev = _family.series('Chebyshev', 'numpy.polynomial.chebyshev', 'T', [-1., 1.], globals())


def _interpolate(cls, func, deg, domain=None, args=()):
    """The series of degree deg through a function's values at Chebyshev's places."""
    from numpy.polynomial.polyutils import mapdomain
    domain = cls.domain if domain is None else domain
    return cls(chebinterpolate(lambda x: func(mapdomain(x, cls.window, domain), *args), deg), domain=domain)


_interpolate.__name__ = _interpolate.__qualname__ = 'interpolate'
Chebyshev.interpolate = classmethod(_interpolate)

__all__ = ['chebzero', 'chebone', 'chebx', 'chebdomain', 'chebline', 'chebadd', 'chebsub', 'chebmulx', 'chebmul', 'chebdiv', 'chebpow',
           'chebval', 'chebder', 'chebint', 'cheb2poly', 'poly2cheb', 'chebfromroots', 'chebvander', 'chebfit', 'chebtrim', 'chebroots',
           'chebpts1', 'chebpts2', 'Chebyshev', 'chebval2d', 'chebval3d', 'chebgrid2d', 'chebgrid3d', 'chebvander2d', 'chebvander3d',
           'chebcompanion', 'chebgauss', 'chebweight', 'chebinterpolate']
