"""numpy.polynomial.hermite: series in Hermite's polynomials, lowest first, and the class Hermite."""

import numpy as np
from numpy.polynomial._orthogonal import Family


def _derive(c):
    return [2 * n * c[n] for n in range(1, len(c))]


def _integrate(c):
    return [c[0] * 0] + [c[n] / (2 * (n + 1)) for n in range(len(c))]


_family = Family('herm', "Hermite's polynomials", up=lambda n: 0.5, own=lambda n: 0, down=lambda n: n, derive=_derive,
                 integrate=_integrate)
globals().update(_family.functions('numpy.polynomial.hermite', {
    'hermval': '>>> polynomial.hermite.hermval(0.5, [1, 2, 3])\nnp.float64(0.0)',
    'hermder': '>>> polynomial.hermite.hermder([1, 2, 3])\narray([ 4., 12.])',
    'herm2poly': '>>> polynomial.hermite.herm2poly([1, 2, 3])\narray([-5.,  4., 12.])',
    'hermvander': '>>> polynomial.hermite.hermvander([0.5], 2)\narray([[ 1.,  1., -1.]])'}))

hermdomain = np.array([-1., 1.])
hermzero = np.array([0])
hermone = np.array([1])
hermx = np.array([0, 1 / 2])


def _normed(x, n):
    """The polynomial of degree n, scaled so that its square has the integral 1: so it does not overflow."""
    before, here = 0., 1. / np.sqrt(np.sqrt(np.pi))
    for k in range(n):
        before, here = here, x * here * np.sqrt(2. / (k + 1)) - before * np.sqrt(k / (k + 1))
    return here + 0 * x


def hermgauss(deg):
    """The points and weights of the quadrature with the weight exp(-x**2).

    >>> polynomial.hermite.hermgauss(1)[0]
    array([0.])
    """
    degree, x = _family.eigenpoints(deg)
    slopes = _normed(x, degree - 1) * np.sqrt(2 * degree)
    x = x - _normed(x, degree) / slopes
    before = _normed(x, degree - 1)
    before = before / np.abs(before).max()
    w = 1 / (before * before)
    w, x = (w + w[::-1]) / 2, (x - x[::-1]) / 2
    return x, w * (np.sqrt(np.pi) / w.sum())


def hermweight(x):
    """The weight that makes the polynomials orthogonal: exp(-x**2).

    >>> polynomial.hermite.hermweight(0.0)
    np.float64(1.0)
    """
    return np.exp(-x**2)



Hermite = _family.series('Hermite', 'numpy.polynomial.hermite', 'H', [-1., 1.], globals())

__all__ = ['hermzero', 'hermone', 'hermx', 'hermdomain', 'hermline', 'hermadd', 'hermsub', 'hermmulx', 'hermmul', 'hermdiv',
           'hermpow', 'hermval', 'hermder', 'hermint', 'herm2poly', 'poly2herm', 'hermfromroots', 'hermvander', 'hermfit',
           'hermtrim', 'hermroots', 'Hermite', 'hermval2d', 'hermval3d', 'hermgrid2d', 'hermgrid3d', 'hermvander2d',
           'hermvander3d', 'hermcompanion', 'hermgauss', 'hermweight']
