"""numpy.polynomial.laguerre: series in Laguerre's polynomials, lowest first, and the class Laguerre."""

import numpy as np
from numpy.polynomial._orthogonal import Family


def _derive(c):
    result = [row * 0 for row in c[1:]]
    for n in range(len(c) - 1, 1, -1):
        result[n - 1] = -c[n]
        c[n - 1] = c[n - 1] + c[n]
    result[0] = -c[1]
    return result


def _integrate(c):
    return [c[0]] + [c[n] - c[n - 1] for n in range(1, len(c))] + [-c[-1]]


_family = Family('lag', "Laguerre's polynomials", up=lambda n: -(n + 1), own=lambda n: 2 * n + 1, down=lambda n: -n, derive=_derive,
                 integrate=_integrate)
globals().update(_family.functions('numpy.polynomial.laguerre', {
    'lagval': '>>> polynomial.laguerre.lagval(0.5, [1, 2, 3])\nnp.float64(2.375)',
    'lagder': '>>> polynomial.laguerre.lagder([1, 2, 3])\narray([-5., -3.])',
    'lag2poly': '>>> polynomial.laguerre.lag2poly([1, 2, 3])\narray([ 6. , -8. ,  1.5])',
    'lagvander': '>>> polynomial.laguerre.lagvander([0.5], 2)\narray([[1.   , 0.5  , 0.125]])'}))

lagdomain = np.array([0., 1.])
lagzero = np.array([0])
lagone = np.array([1])
lagx = np.array([1, -1])


def laggauss(deg):
    """The points and weights of the quadrature over [0, inf] with the weight exp(-x).

    >>> polynomial.laguerre.laggauss(1)
    (array([1.]), array([1.]))
    """
    x, w = _family.gauss(deg)
    return x, w / w.sum()


def lagweight(x):
    """The weight that makes Laguerre's polynomials orthogonal: exp(-x).

    >>> polynomial.laguerre.lagweight(0.0)
    np.float64(1.0)
    """
    return np.exp(-x)



Laguerre = _family.series('Laguerre', 'numpy.polynomial.laguerre', 'L', [0., 1.], globals())

__all__ = ['lagzero', 'lagone', 'lagx', 'lagdomain', 'lagline', 'lagadd', 'lagsub', 'lagmulx', 'lagmul', 'lagdiv', 'lagpow',
           'lagval', 'lagder', 'lagint', 'lag2poly', 'poly2lag', 'lagfromroots', 'lagvander', 'lagfit', 'lagtrim', 'lagroots',
           'Laguerre', 'lagval2d', 'lagval3d', 'laggrid2d', 'laggrid3d', 'lagvander2d', 'lagvander3d', 'lagcompanion',
           'laggauss', 'lagweight']
