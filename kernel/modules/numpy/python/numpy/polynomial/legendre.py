"""numpy.polynomial.legendre: series in Legendre's polynomials, lowest first, and the class Legendre."""

import numpy as np
from numpy.polynomial._orthogonal import Family


def _derive(c):
    result = [row * 0 for row in c[1:]]
    for n in range(len(c) - 1, 2, -1):
        result[n - 1] = (2 * n - 1) * c[n]
        c[n - 2] = c[n - 2] + c[n]
    if len(c) > 2:
        result[1] = 3 * c[2]
    result[0] = c[1]
    return result


def _integrate(c):
    result = [c[0] * 0] * (len(c) + 1)
    result[1] = c[0]
    if len(c) > 1:
        result[2] = c[1] / 3
    for n in range(2, len(c)):
        part = c[n] / (2 * n + 1)
        result[n + 1] = part
        result[n - 1] = result[n - 1] - part
    return result


_family = Family('leg', "Legendre's polynomials", up=lambda n: (n + 1) / (2 * n + 1) if n else 1, own=lambda n: 0, down=lambda n: n / (2 * n + 1), derive=_derive,
                 integrate=_integrate)
globals().update(_family.functions('numpy.polynomial.legendre', {
    'legval': '>>> polynomial.legendre.legval(0.5, [1, 2, 3])\nnp.float64(1.625)',
    'legder': '>>> polynomial.legendre.legder([1, 2, 3])\narray([2., 9.])',
    'leg2poly': '>>> polynomial.legendre.leg2poly([1, 2, 3])\narray([-0.5,  2. ,  4.5])',
    'legvander': '>>> polynomial.legendre.legvander([0.5], 2)\narray([[ 1.   ,  0.5  , -0.125]])'}))

legdomain = np.array([-1., 1.])
legzero = np.array([0])
legone = np.array([1])
legx = np.array([0, 1])


def leggauss(deg):
    """The points and weights of the quadrature over [-1, 1].

    >>> polynomial.legendre.leggauss(2)[1]
    array([1., 1.])
    """
    x, w = _family.gauss(deg)
    w, x = (w + w[::-1]) / 2, (x - x[::-1]) / 2
    return x, w * (2. / w.sum())


def legweight(x):
    """The weight that makes Legendre's polynomials orthogonal: 1.

    >>> polynomial.legendre.legweight(0.5)
    1.0
    """
    return x * 0.0 + 1.0



Legendre = _family.series('Legendre', 'numpy.polynomial.legendre', 'P', [-1., 1.], globals())

__all__ = ['legzero', 'legone', 'legx', 'legdomain', 'legline', 'legadd', 'legsub', 'legmulx', 'legmul', 'legdiv', 'legpow',
           'legval', 'legder', 'legint', 'leg2poly', 'poly2leg', 'legfromroots', 'legvander', 'legfit', 'legtrim', 'legroots',
           'Legendre', 'legval2d', 'legval3d', 'leggrid2d', 'leggrid3d', 'legvander2d', 'legvander3d', 'legcompanion',
           'leggauss', 'legweight']
