"""numpy.polynomial.hermite_e: series in Hermite's polynomials of probability, lowest first, and the class HermiteE."""

import numpy as np
from numpy.polynomial._orthogonal import Family


def _derive(c):
    return [n * c[n] for n in range(1, len(c))]


def _integrate(c):
    return [c[0] * 0] + [c[n] / (n + 1) for n in range(len(c))]


_family = Family('herme', "Hermite's polynomials of probability", up=lambda n: 1, own=lambda n: 0, down=lambda n: n, derive=_derive,
                 integrate=_integrate)
globals().update(_family.functions('numpy.polynomial.hermite_e', {
    'hermeval': '>>> polynomial.hermite_e.hermeval(0.5, [1, 2, 3])\nnp.float64(-0.25)',
    'hermeder': '>>> polynomial.hermite_e.hermeder([1, 2, 3])\narray([2., 6.])',
    'herme2poly': '>>> polynomial.hermite_e.herme2poly([1, 2, 3])\narray([-2.,  2.,  3.])',
    'hermevander': '>>> polynomial.hermite_e.hermevander([0.5], 2)\narray([[ 1.  ,  0.5 , -0.75]])'}))

hermedomain = np.array([-1., 1.])
hermezero = np.array([0])
hermeone = np.array([1])
hermex = np.array([0, 1])


def _normed(x, n):
    """The polynomial of degree n, scaled so that its square has the integral 1: so it does not overflow."""
    before, here = 0., 1. / np.sqrt(np.sqrt(2 * np.pi))
    for k in range(n):
        before, here = here, x * here * np.sqrt(1. / (k + 1)) - before * np.sqrt(k / (k + 1))
    return here + 0 * x


def hermegauss(deg):
    """The points and weights of the quadrature with the weight exp(-x**2 / 2).

    >>> polynomial.hermite_e.hermegauss(1)[0]
    array([0.])
    """
    degree, x = _family.eigenpoints(deg)
    slopes = _normed(x, degree - 1) * np.sqrt(degree)
    x = x - _normed(x, degree) / slopes
    before = _normed(x, degree - 1)
    before = before / np.abs(before).max()
    w = 1 / (before * before)
    w, x = (w + w[::-1]) / 2, (x - x[::-1]) / 2
    return x, w * (np.sqrt(2 * np.pi) / w.sum())


def hermeweight(x):
    """The weight that makes the polynomials orthogonal: exp(-x**2 / 2).

    >>> polynomial.hermite_e.hermeweight(0.0)
    np.float64(1.0)
    """
    return np.exp(-.5 * x**2)



HermiteE = _family.series('HermiteE', 'numpy.polynomial.hermite_e', 'He', [-1., 1.], globals())

__all__ = ['hermezero', 'hermeone', 'hermex', 'hermedomain', 'hermeline', 'hermeadd', 'hermesub', 'hermemulx', 'hermemul',
           'hermediv', 'hermepow', 'hermeval', 'hermeder', 'hermeint', 'herme2poly', 'poly2herme', 'hermefromroots',
           'hermevander', 'hermefit', 'hermetrim', 'hermeroots', 'HermiteE', 'hermeval2d', 'hermeval3d', 'hermegrid2d',
           'hermegrid3d', 'hermevander2d', 'hermevander3d', 'hermecompanion', 'hermegauss', 'hermeweight']
