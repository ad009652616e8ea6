"""Rosenbrock's function and its derivatives."""

import numpy as np

__all__ = ['rosen', 'rosen_der', 'rosen_hess', 'rosen_hess_prod']


def rosen(x):
    """Rosenbrock's function.

    >>> optimize.rosen(np.ones(3))
    np.float64(0.0)
    """
    x = np.asarray(x)
    head, tail = x[:-1], x[1:]
    valley, slope = tail - head ** 2.0, 1 - head
    return (100.0 * valley ** 2.0 + slope ** 2.0).sum(axis=0, dtype=x.dtype)


def rosen_der(x):
    """The gradient of Rosenbrock's function.

    >>> optimize.rosen_der(np.ones(2))
    array([0., 0.])
    """
    x = np.asarray(x)
    slope = np.zeros_like(x)
    slope[1:-1] = 200 * (x[1:-1] - x[:-2] ** 2) - 400 * (x[2:] - x[1:-1] ** 2) * x[1:-1] - 2 * (1 - x[1:-1])
    slope[0] = -400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0])
    slope[-1] = 200 * (x[-1] - x[-2] ** 2)
    return slope


def rosen_hess(x):
    """The Hessian of Rosenbrock's function.

    >>> optimize.rosen_hess(np.ones(2))
    array([[ 802., -400.],
           [-400.,  200.]])
    """
    x = np.atleast_1d(x)
    matrix = np.diag(-400 * x[:-1], 1) - np.diag(400 * x[:-1], -1)
    main = np.zeros(len(x), dtype=x.dtype)
    main[0] = 1200 * x[0] ** 2 - 400 * x[1] + 2
    main[-1] = 200
    main[1:-1] = 202 + 1200 * x[1:-1] ** 2 - 400 * x[2:]
    return matrix + np.diag(main)


def rosen_hess_prod(x, p):
    """The product of the Hessian of Rosenbrock's function with a vector.

    >>> optimize.rosen_hess_prod(np.ones(2), np.array([1.0, 2.0]))
    array([2., 0.])
    """
    return rosen_hess(np.atleast_1d(x)) @ np.atleast_1d(p)
