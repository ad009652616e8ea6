"""numpy.matlib: the functions of numpy, and those that make matrices in the place of arrays."""

import numpy as np
from numpy import *

__all__ = np.__all__[:] + ['rand', 'randn', 'repmat']


def empty(shape, dtype=None, order='C'):
    """A matrix whose elements are not set."""
    return np.asmatrix(np.empty(shape, dtype=dtype, order=order))


def ones(shape, dtype=None, order='C'):
    """A matrix of ones."""
    return np.asmatrix(np.ones(shape, dtype=dtype, order=order))


def zeros(shape, dtype=None, order='C'):
    """A matrix of zeros."""
    return np.asmatrix(np.zeros(shape, dtype=dtype, order=order))


def identity(n, dtype=None):
    """The square matrix with ones on the diagonal."""
    return np.asmatrix(np.identity(n, dtype=dtype))


def eye(n, M=None, k=0, dtype=float, order='C'):
    """A matrix with ones on a diagonal."""
    return np.asmatrix(np.eye(n, M=M, k=k, dtype=dtype, order=order))


def rand(*args):
    """A matrix of uniform random numbers."""
    args = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
    return np.asmatrix(np.random.rand(*args))


def randn(*args):
    """A matrix of normal random numbers."""
    args = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
    return np.asmatrix(np.random.randn(*args))


def repmat(a, m, n):
    """The array or matrix repeated m times downwards and n times to the right.

    >>> matlib.repmat(array([1, 2]), 2, 2)
    array([[1, 2, 1, 2],
           [1, 2, 1, 2]])
    """
    a = np.asanyarray(a)
    return np.tile(np.atleast_2d(a) if a.ndim < 2 else a, (m, n))
