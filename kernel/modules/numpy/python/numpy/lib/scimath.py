"""Functions that give complex numbers where the real ones end: numpy.emath and numpy.lib.scimath."""

import numpy as np

__all__ = ['sqrt', 'log', 'log2', 'logn', 'log10', 'power', 'arccos', 'arcsin', 'arctanh']

_LOG2 = np.log(2.0)


def _complex(array):
    single = array.dtype.kind in 'fiub' and array.dtype.itemsize <= (4 if array.dtype.kind == 'f' else 2) or array.dtype == np.complex64
    return array.astype(np.complex64 if single else np.complex128)


def _where_complex(x, outside):
    """The argument as an array, complex when some of its real elements are outside of the function's domain."""
    x = np.asarray(x)
    return _complex(x) if np.isrealobj(x) and np.any(outside(x)) else x


def _inexact(x):
    return x if x.dtype.kind in 'fc' else x * 1.0


def sqrt(x):
    """Square root, complex for negative elements.

    >>> emath.sqrt([-1, 4])
    array([0.+1.j, 2.+0.j])
    """
    return np.sqrt(_where_complex(x, lambda x: x < 0))


def log(x):
    """Natural logarithm, complex for negative elements.

    >>> emath.log(-1)
    np.complex128(3.141592653589793j)
    """
    return np.log(_where_complex(x, lambda x: x < 0))


def log10(x):
    """Logarithm to base 10, complex for negative elements.

    >>> emath.log10(100)
    np.float64(2.0)
    """
    return np.log10(_where_complex(x, lambda x: x < 0))


def log2(x):
    """Logarithm to base 2, complex for negative elements.

    >>> emath.log2(8)
    np.float64(3.0)
    """
    return np.log2(_where_complex(x, lambda x: x < 0))


def logn(n, x):
    """Logarithm to base n, complex for negative elements.

    >>> emath.logn(2, [4, 8])
    array([2., 3.])
    """
    return log(x) / log(n)


def power(x, p):
    """x to the power p, complex for negative x.

    >>> emath.power([2, 4], -2)
    array([0.25  , 0.0625])
    """
    x, p = _where_complex(x, lambda x: x < 0), np.asarray(p)
    return np.power(x, _inexact(p) if np.any(p < 0) else p) if np.isrealobj(p) else np.power(x, p)


def arccos(x):
    """Inverse cosine, complex outside of [-1, 1].

    >>> emath.arccos(1)
    np.float64(0.0)
    """
    return np.arccos(_where_complex(x, lambda x: abs(x) > 1))


def arcsin(x):
    """Inverse sine, complex outside of [-1, 1].

    >>> emath.arcsin(0)
    np.float64(0.0)
    """
    return np.arcsin(_where_complex(x, lambda x: abs(x) > 1))


def arctanh(x):
    """Inverse hyperbolic tangent, complex outside of (-1, 1).

    >>> emath.arctanh(0)
    np.float64(0.0)
    """
    return np.arctanh(_where_complex(x, lambda x: abs(x) > 1))
